/** After the game: who won, by what, and whether the dice were fair. */

import { useState } from "preact/hooks";
import type { SeatLook } from "../../boards/board";
import type { GameId, TableState, Views } from "../../protocol";
import { cardWords } from "../../words";
import { CHANCE } from "../../words/chance";
import { CopyButton } from "../chrome";
import { Link, usePage } from "../context";
import { shortHead } from "../fair/proof";
import { type Verdict, verify } from "../fair/verify";
import { witnessOf } from "../fair/witness";
import { gameOf } from "../keep";
import { addressOf } from "../route";
import { failureText } from "../words";
import { Given, HeadLine } from "./fairness";
import { seatName } from "./names";
import { SeatMark } from "./seat-mark";
import { scoringOf } from "./summary";
import type { TableLink } from "./use-table";

export interface EndProps {
  readonly link: TableLink;
  readonly table: TableState;
  readonly view: Views[GameId];
  readonly looks: readonly SeatLook[];
}

export function EndPanel({ link, table, view, looks }: EndProps) {
  const { t, w, go, house } = usePage();
  const [said, setSaid] = useState("");
  const { you, rematch: next } = link.model;
  const game = table.game;
  const isMine = you.seats.length > 0;
  const again = async () => {
    link.on({ type: "wants-rematch" });
    try {
      const { table: id } = await house.rematch(table.id);
      go({ page: "table", id });
    } catch (failure) {
      setSaid(failureText(t, failure));
    }
  };
  const replay = { page: "replay", id: table.id, at: null, eyes: "" } as const;
  return (
    <div class="end">
      <h2>{resultText(t, w.list, table, you.seats)}</h2>
      {table.result?.out === "resigned" && <p class="soft">{t.end.byResigning}</p>}
      {table.result?.out === "out-of-time" && <p class="soft">{t.end.byTime}</p>}
      <p class="ways end-ways">
        {isMine && next === null && (
          <button type="button" class="button strong" onClick={() => void again()}>
            {t.end.rematch}
          </button>
        )}
        {next !== null && (
          <Link class="button strong" to={{ page: "table", id: next }}>
            {t.end.toRematch}
          </Link>
        )}
        <Link class="button" to={replay}>
          {t.end.replay}
        </Link>
      </p>
      <p class="error" role="alert">
        {said}
      </p>
      <Scoring table={table} view={view} looks={looks} game={game} />
      <p class="ways end-ways">
        <CopyButton text={location.origin + addressOf(replay)} label={t.end.share} class="button small" />
        <a
          class="button small"
          href={house.record(table.id)}
          download={`${table.game}-${table.id.slice(0, 6)}.rainette`}
        >
          {t.end.record}
        </a>
        <Link class="button small" to={{ page: "home" }}>
          {t.table.newGame}
        </Link>
      </p>
      <Given table={table} opening={link.model.opening} />
      <FairDice id={table.id} game={game} isSmall />
      <HeadLine model={link.model} />
    </div>
  );
}

function resultText(
  t: ReturnType<typeof usePage>["t"],
  list: (items: readonly string[]) => string,
  table: TableState,
  mine: readonly number[],
): string {
  const { result } = table;
  if (result === null) return t.end.closed;
  const { winners } = result;
  if (winners.length === 0) return t.end.draw;
  const names = list(winners.map((seat) => seatName(t, table, seat)));
  if (winners.length > 1) return t.end.win(names);
  return mine.length === 1 && winners[0] === mine[0] ? t.end.youWin : t.end.wins(names);
}

/** Every card and lily accounted for, seat by seat. */
function Scoring({
  table,
  view,
  looks,
  game,
}: {
  readonly table: TableState;
  readonly view: Views[GameId];
  readonly looks: readonly SeatLook[];
  readonly game: GameId;
}) {
  const { t, w } = usePage();
  const lines = scoringOf(w, game, view, (id) => cardWords(w, id).name);
  const scores = table.result?.scores ?? null;
  if (lines === null || lines.every((line) => line.length === 0)) return null;
  const number = (points: number) => `${points}`.replace("-", "−");
  const total = (seat: number) => scores?.[seat] ?? lines[seat]?.reduce((sum, { points }) => sum + points, 0) ?? 0;
  const winners = table.result?.winners ?? [];
  const ranked = lines
    .map((line, seat) => ({ line, seat }))
    .toSorted(
      (a, b) => Number(winners.includes(b.seat)) - Number(winners.includes(a.seat)) || total(b.seat) - total(a.seat),
    );
  return (
    <details class="scoring" open>
      <summary>{t.end.scores}</summary>
      <div class="scores">
        {ranked.map(({ line, seat }) => (
          <table key={seat}>
            <caption>
              <span class={winners.includes(seat) ? "scorer winner" : "scorer"}>
                <SeatMark look={looks[seat] ?? { tint: "stone", mark: "dot" }} />
                <b>{seatName(t, table, seat)}</b>
                <span>{w.score(game, total(seat))}</span>
              </span>
            </caption>
            <thead class="hidden">
              <tr>
                <th scope="col">{t.end.source}</th>
                <th scope="col">{t.end.total}</th>
              </tr>
            </thead>
            <tbody>
              {line.map(({ what, points }, index) => (
                <tr key={index}>
                  <th scope="row">{what}</th>
                  <td>{number(points)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        ))}
      </div>
    </details>
  );
}

export interface FairDiceProps {
  readonly id: string;
  readonly game: GameId;
  readonly isSmall?: boolean;
}

export function FairDice({ id, game, isSmall = false }: FairDiceProps) {
  const { t, house } = usePage();
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const [said, setSaid] = useState("");
  const check = async () => {
    setSaid(t.end.checking);
    try {
      const proof = await house.proof(id);
      const kept = gameOf(id);
      setVerdict(
        verify(id, proof, { commitment: kept?.commitment ?? null, seed: kept?.seed ?? null, witness: witnessOf(id) }),
      );
      setSaid("");
    } catch (failure) {
      setSaid(failureText(t, failure));
    }
  };
  return (
    <div class="fair">
      <button type="button" class={isSmall ? "button small" : "button"} onClick={() => void check()}>
        {t.position.check[CHANCE[game]]}
      </button>
      <div role="status">
        {said !== "" && <p>{said}</p>}
        {verdict !== null && <VerdictText verdict={verdict} />}
      </div>
    </div>
  );
}

/** What the check found, what it rests on, and what it did not look at. */
function VerdictText({ verdict }: { readonly verdict: Verdict }) {
  const { t } = usePage();
  const f = t.fair;
  if (verdict.flaw !== null)
    return (
      <p class="bad">
        ✗ {f.wrong(f.flaws[verdict.flaw])}
        {verdict.number !== null && f.flawAt(verdict.number)}
      </p>
    );
  const { compared } = verdict;
  return (
    <>
      {verdict.verdict === "fair" && <p class="good">✓ {f.fair(verdict.draws)}</p>}
      {verdict.verdict === "not-drawn" && <p class="bad">⚠ {f.notDrawn(verdict.opening, verdict.draws)}</p>}
      {verdict.verdict === "not-proved" && <p class="bad">⚠ {f.notProved}</p>}
      {verdict.withheld.length > 0 && <p>{f.withheld(verdict.withheld.join(", "))}</p>}
      {verdict.isServerAlone && <p>{f.serverAlone}</p>}
      {verdict.redraws > 0 && <p>{f.redraws(verdict.redraws)}</p>}
      <p>
        {compared === null ? f.notCompared : f.compared(compared.events)}
        {compared !== null && compared.later > 0 && ` ${f.later(compared.later)}`}
      </p>
      {verdict.head !== null && (
        <p>
          {f.lastHead} <code title={verdict.head}>{shortHead(verdict.head)}</code>
        </p>
      )}
      <p class="soft">{f.limits}</p>
    </>
  );
}
