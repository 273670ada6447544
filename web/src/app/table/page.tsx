/** A table: before the game, during it, and afterwards. */

import { useEffect } from "preact/hooks";
import { GAMES } from "../../protocol/facts";
import { Link, usePage } from "../context";
import { keepGame } from "../keep";
import { BlockedHere } from "../people/blocked-list";
import { PeopleOfLobby } from "../people/people";
import { errorText } from "../words";
import { Lobby } from "./lobby/lobby";
import { isClosedUnplayed } from "./lobby/waits";
import type { Model } from "./model";
import { seatName } from "./names";
import { Play } from "./play";
import { useTable } from "./use-table";

export function TablePage({ id }: { readonly id: string }) {
  const { t, go } = usePage();
  const link = useTable(id);
  const { model, session } = link;
  const { table } = model;
  useRemembered(id, model);
  useEffect(() => {
    if (model.rematch !== null && session.wantsRematch) go({ page: "table", id: model.rematch });
  }, [model.rematch, session.wantsRematch]);
  if (model.refused !== null) {
    return (
      <section class="narrow panel">
        <h1>{t.lostPage.title}</h1>
        <p>{errorText(t, model.refused)}</p>
        <Link class="button" to={{ page: "home" }}>
          {t.home}
        </Link>
      </section>
    );
  }
  if (table === null)
    return (
      <section class="narrow panel">
        <p role="status">{model.link === "lost" ? t.table.lostLine : t.table.connecting}</p>
      </section>
    );
  if (!GAMES.some((game) => game === table.game))
    return (
      <section class="narrow panel">
        <p>{t.errors["unknown-game"]}</p>
      </section>
    );
  return (
    <>
      <BlockedHere table={table} />
      {model.position === null || isClosedUnplayed(table, model.events) ? (
        <>
          <Lobby link={link} table={table} />
          <PeopleOfLobby link={link} table={table} />
        </>
      ) : (
        <Play link={link} table={table} view={model.position.view} />
      )}
    </>
  );
}

function useRemembered(id: string, model: Model): void {
  const { t } = usePage();
  const { table, you } = model;
  const result = table?.result ?? null;
  const names = table === null ? "" : table.seats.map(({ seat }) => seatName(t, table, seat)).join("\n");
  useEffect(() => {
    if (table === null || you.seats.length === 0) return;
    const won =
      result === null || result.winners.length === 0 ? null : result.winners.some((seat) => you.seats.includes(seat));
    keepGame({
      id,
      game: table.game,
      status: table.status,
      names: names.split("\n"),
      won,
      mine: true,
      is_practice: table.is_practice,
      commitment: table.commitment,
    });
  }, [id, table?.status, names, you.seats.length, result === null]);
}
