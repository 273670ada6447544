/** A table at which one does not play: it was closed before a game began, or the host has asked one to leave. */

import type { TableState } from "../../../protocol";
import { Link, usePage } from "../../context";
import { GameArt } from "../../home/art";
import type { Model } from "../model";

/** Nothing was played here, so nothing of a game is shown: no board, no score, no rematch. */
export function ClosedTable({ model, table }: { readonly model: Model; readonly table: TableState }) {
  const { t, w } = usePage();
  const { closing } = t.lobby;
  const closed = model.events.findLast(({ what }) => what === "abandoned");
  // Without anybody's name on it the server closed it, because nobody came.
  const by = closed?.what === "abandoned" ? closed.by : null;
  const who = by === null ? closing.before : by === model.you.person ? closing.byYou : closing.byHost;
  return (
    <section class="narrow panel set-up" role="alert">
      <GameArt game={table.game} banner />
      <h1>{who}</h1>
      <p>{closing.link}</p>
      <Ways table={table} another={closing.another(w.games[table.game].name)} home={t.home} />
    </section>
  );
}

/** The host has asked one to leave. */
export function Removed({ table, onWatch }: { readonly table: TableState; readonly onWatch: () => void }) {
  const { t, w } = usePage();
  const { removal, closing } = t.lobby;
  return (
    <section class="narrow panel set-up" role="alert">
      <GameArt game={table.game} banner />
      <h1>{removal.told}</h1>
      <p>{removal.toldAbout}</p>
      <Ways table={table} another={closing.another(w.games[table.game].name)} home={t.home}>
        <button type="button" class="button" onClick={onWatch}>
          {removal.watch}
        </button>
      </Ways>
    </section>
  );
}

interface WaysProps {
  readonly table: TableState;
  readonly another: string;
  readonly home: string;
  readonly children?: preact.ComponentChildren;
}

function Ways({ table, another, home, children }: WaysProps) {
  return (
    <p class="ways">
      <Link class="button strong" to={{ page: "home" }}>
        {home}
      </Link>
      <Link class="button" to={{ page: "set-up", game: table.game, how: "friends" }}>
        {another}
      </Link>
      {children}
    </p>
  );
}
