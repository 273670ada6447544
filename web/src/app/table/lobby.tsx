/** Before the game: who sits where, and how others get here. */

import { useState } from "preact/hooks";
import type { TableState } from "../../protocol";
import { lookOf } from "../../pieces/seats";
import { CHANCE } from "../../words/chance";
import { CopyButton, Icon, Tick } from "../chrome";
import { usePage } from "../context";
import { GameArt } from "../home/art";
import { sitDown } from "../home/open";
import { clockText } from "../home/set-up";
import { dropGame } from "../keep";
import { pathOf, qrOf } from "../qr";
import { addressOf } from "../route";
import { failureText } from "../words";
import { Given } from "./fairness";
import { seatName } from "./names";
import { SeatMark } from "./seat-mark";
import type { TableLink } from "./use-table";

export function Lobby({ link, table }: { readonly link: TableLink; readonly table: TableState }) {
  const { t, w, go, house, settings } = usePage();
  const [said, setSaid] = useState("");
  const [agrees, setAgrees] = useState(false);
  const isGiven = table.opening_events > 0;
  const { you } = link.model;
  const game = table.game;
  const isFull = table.seats.every(({ sitter }) => sitter.is === "person" || sitter.is === "computer");
  const invite = you.invite === null ? null : location.origin + addressOf({ page: "invite", code: you.invite });
  const code = invite === null ? null : qrOf(invite);
  const attempt = async (act: () => Promise<unknown>, then: () => void = () => undefined) => {
    try {
      await act();
      then();
    } catch (failure) {
      setSaid(failureText(t, failure));
    }
  };
  const leave = () =>
    attempt(
      () => (you.is_host ? house.close(table.id) : house.leave(table.id)),
      () => {
        dropGame(table.id);
        go({ page: "home" });
      },
    );
  if (table.status === "abandoned")
    return (
      <section class="narrow panel">
        <p>{t.end.closed}</p>
      </section>
    );
  return (
    <section class="narrow panel set-up">
      <GameArt game={game} banner />
      <h1>
        {w.games[game].name} · {t.lobby.title}
      </h1>
      {table.clock.kind !== "none" && <p class="soft">{clockText(t, table.clock)}</p>}
      {invite !== null && !isFull && (
        <div class="share">
          <div>
            <p>{t.lobby.share}</p>
            <p class="link">
              <input
                readOnly
                value={invite}
                aria-label={t.lobby.share}
                onFocus={(event) => event.currentTarget.select()}
              />
              <CopyButton text={invite} label={t.copy} class="button strong" />
            </p>
          </div>
          {code !== null && (
            <svg class="qr" viewBox={`-4 -4 ${code.length + 8} ${code.length + 8}`} role="img" aria-label={t.lobby.qr}>
              <rect x={-4} y={-4} width={code.length + 8} height={code.length + 8} />
              <path d={pathOf(code)} />
            </svg>
          )}
        </div>
      )}
      <Given table={table} opening={link.model.opening} />
      {isGiven && you.seats.length === 0 && table.seats.some(({ sitter }) => sitter.is === "open") && (
        <Tick label={t.fair.agree} value={agrees} onChange={setAgrees} />
      )}
      <h2>{t.setUp.seats}</h2>
      <ol class="rows">
        {table.seats.map(({ seat, sitter, is_present }) => (
          <li key={seat}>
            <SeatMark look={lookOf(game, seat)} />
            <div>
              <strong class={sitter.is === "person" || sitter.is === "computer" ? "" : "soft"}>
                {seatName(t, table, seat)}
              </strong>
              {sitter.is === "computer" && (
                <>
                  {" "}
                  <span class="soft">{t.computer(w.levels[sitter.level - 1] ?? "")}</span>
                </>
              )}
              {you.seats.includes(seat) && (
                <>
                  {" "}
                  <span class="soft">({t.table.you})</span>
                </>
              )}
              {sitter.is === "person" && !is_present && (
                <>
                  {" "}
                  <span class="soft">({t.table.away})</span>
                </>
              )}
            </div>
            {you.is_host && sitter.is === "person" && !you.seats.includes(seat) && (
              <button
                type="button"
                class="quiet"
                aria-label={t.lobby.remove(seatName(t, table, seat))}
                onClick={() => void attempt(() => house.remove(table.id, seat))}
              >
                <Icon name="close" />
              </button>
            )}
            {sitter.is === "open" && you.seats.length === 0 && (
              <button
                type="button"
                class="button small"
                disabled={isGiven && !agrees}
                onClick={() =>
                  void attempt(() =>
                    sitDown(table, { name: settings.name.trim() || t.guest, seat, agrees_to_opening: agrees }, (join) =>
                      house.join(table.id, join),
                    ).then(() => location.reload()),
                  )
                }
              >
                {t.lobby.sit}
              </button>
            )}
          </li>
        ))}
      </ol>
      <p role="status">
        {table.status === "starting"
          ? t.position.starting[CHANCE[game]]
          : !isFull
            ? t.lobby.waiting
            : you.is_host
              ? t.lobby.ready
              : t.lobby.hostStarts}
      </p>
      <p class="error" role="alert">
        {said}
      </p>
      <p class="ways">
        {you.is_host && (
          <button
            type="button"
            class="button strong"
            disabled={!isFull || table.status === "starting"}
            onClick={() => link.say({ type: "start" })}
          >
            {t.lobby.start}
          </button>
        )}
        {(you.is_host || you.seats.length > 0) && (
          <button type="button" class="button" onClick={() => void leave()}>
            {you.is_host ? t.lobby.close : t.lobby.leave}
          </button>
        )}
      </p>
    </section>
  );
}
