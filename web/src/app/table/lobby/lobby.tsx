/** Before the game: who sits where, what is played, who is ready, and how others get here. */

import { useEffect, useMemo, useState } from "preact/hooks";
import type { Seat, TableState } from "../../../protocol";
import { CHANCE } from "../../../words/chance";
import { Tick } from "../../chrome";
import { usePage } from "../../context";
import { GameArt } from "../../home/art";
import { sitDown } from "../../home/open";
import { dropGame } from "../../keep";
import { errorText, failureText } from "../../words";
import { setTitle } from "../../turns/signal";
import { Given } from "../fairness";
import { seatName } from "../names";
import { LinkState } from "../prompt";
import type { TableLink } from "../use-table";
import { Asked } from "./asked";
import { changesOf } from "./changes";
import { Names, ReadyRow, Swaps } from "./me";
import { Changes, useRenames } from "./news";
import { ClosedTable, Removed } from "./parted";
import { Seats } from "./seats";
import { LobbySettings } from "./settings";
import { Share } from "./share";
import { LobbyTalk } from "./talk";
import { awaitedAt, mayStart } from "./waits";
import "./lobby.css";

export interface LobbyProps {
  readonly link: TableLink;
  readonly table: TableState;
}

export function Lobby({ link, table }: LobbyProps) {
  const [isWatching, setWatching] = useState(false);
  const { you } = link.model;
  if (table.status === "abandoned") return <ClosedTable model={link.model} table={table} />;
  if (you.is_removed && !isWatching) return <Removed table={table} onWatch={() => setWatching(true)} />;
  return <Waiting link={link} table={table} />;
}

function Waiting({ link, table }: LobbyProps) {
  const { t, w, go, house, settings } = usePage();
  const [said, setSaid] = useState("");
  const [agrees, setAgrees] = useState(false);
  const [asks, setAsks] = useState<"close" | Seat | null>(null);
  const { model, session } = link;
  const { you, events } = model;
  const game = table.game;
  const changes = useMemo(
    () => changesOf({ t, w, table, me: you.person }, events),
    [t, w, table.seats, events, you.person],
  );
  const renames = useRenames(table, model.seq);
  const isGiven = table.opening_events > 0;
  const awaited = awaitedAt(table);
  const isSeated = you.seats.length > 0;
  // Without a line nothing would be heard, and once the seeds are sealed nothing changes any more.
  const isFixed = model.link !== "live" || awaited.is === "start";
  // Whoever is asked something sees so on the tab, too.
  const isAsked =
    table.seats.some(({ seat, is_ready }) => you.seats.includes(seat) && !is_ready) ||
    table.swaps.some((swap) => you.seats.includes(swap.with));
  useEffect(() => {
    setTitle(`${isAsked ? "● " : ""}${w.games[game].name} · ${t.title}`);
  }, [isAsked, w, game]);
  const attempt = async (act: () => Promise<unknown>, then: () => void = () => undefined) => {
    setSaid("");
    try {
      await act();
      then();
    } catch (failure) {
      setSaid(failureText(t, failure));
    }
  };
  const leave = () =>
    void attempt(
      () => (you.is_host ? house.close(table.id) : house.leave(table.id)),
      () => {
        dropGame(table.id);
        go({ page: "home" });
      },
    );
  const sit = (seat: Seat) =>
    void attempt(() =>
      sitDown(table, { name: settings.name.trim() || t.guest, seat, agrees_to_opening: agrees }, (join) =>
        house.join(table.id, join),
      ).then(() => location.reload()),
    );
  return (
    <section class="narrow panel set-up lobby">
      <GameArt game={game} banner />
      <h1>
        {w.games[game].name} · {t.lobby.title}
      </h1>
      <LinkState model={model} />
      {you.invite !== null && awaited.is === "players" && <Share invite={you.invite} />}
      <Given table={table} opening={model.opening} />
      <fieldset class="lobby-ways" disabled={isFixed}>
        <Swaps link={link} table={table} />
        {isGiven && !isSeated && table.seats.some(({ sitter }) => sitter.is === "open") && (
          <Tick label={t.fair.agree} value={agrees} onChange={setAgrees} />
        )}
        <h2 id="lobby-seats" tabIndex={-1}>
          {t.setUp.seats}
        </h2>
        <Seats link={link} table={table} maySit={!isGiven || agrees} onSit={sit} onRemove={setAsks} />
        {isSeated && <ReadyRow link={link} table={table} changes={changes} />}
      </fieldset>
      <p role="status" class="awaited">
        <AwaitedText table={table} isHost={you.is_host} />
      </p>
      <p class="error" role="alert">
        {said}
        {said === "" && session.said?.is === "refused" && errorText(t, session.said.refusal)}
      </p>
      <p class="ways">
        {you.is_host && (
          <button
            type="button"
            class="button strong"
            disabled={model.link !== "live" || !mayStart(table)}
            onClick={() => link.say({ type: "start" })}
          >
            {t.lobby.start}
          </button>
        )}
        {(you.is_host || isSeated) && (
          <button type="button" class="button" onClick={() => (you.is_host ? setAsks("close") : leave())}>
            {you.is_host ? t.lobby.close : t.lobby.leave}
          </button>
        )}
      </p>
      <fieldset class="lobby-ways" disabled={isFixed}>
        <LobbySettings link={link} table={table} />
        <Names link={link} table={table} />
      </fieldset>
      <Changes changes={changes} renames={renames} />
      <LobbyTalk link={link} table={table} />
      {asks === "close" && (
        <Asked
          title={t.lobby.closing.sure}
          about={t.lobby.closing.about}
          yes={t.lobby.close}
          onYes={leave}
          onClose={() => setAsks(null)}
        />
      )}
      {typeof asks === "number" && (
        <Asked
          title={t.lobby.removal.sure(seatName(t, table, asks))}
          about={t.lobby.removal.about}
          yes={t.lobby.remove(seatName(t, table, asks))}
          onYes={() => void attempt(() => house.remove(table.id, asks))}
          onClose={() => setAsks(null)}
        />
      )}
    </section>
  );
}

/** What the table waits for, in words; nobody is said to be here who is not. */
function AwaitedText({ table, isHost }: { readonly table: TableState; readonly isHost: boolean }) {
  const { t, w } = usePage();
  const awaited = awaitedAt(table);
  const names = (seats: readonly Seat[]) => w.list(seats.map((seat) => seatName(t, table, seat)));
  switch (awaited.is) {
    case "start":
      return t.position.starting[CHANCE[table.game]];
    case "players":
      return t.lobby.waiting;
    case "unready":
      return t.lobby.unready(names(awaited.seats), awaited.seats.length);
    case "absent":
      return [
        t.lobby.absent(names(awaited.seats), awaited.seats.length),
        ...(table.rematch_of === null ? [] : [t.lobby.startsItself]),
      ].join(" ");
    case "host":
      return isHost ? t.lobby.ready : t.lobby.hostStarts;
  }
}
