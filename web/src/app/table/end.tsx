/** After the game: who won, why and by what, what can be done next, and whether the dice were fair. */

import { useState } from "preact/hooks";
import type { SeatLook } from "../../boards/board";
import type { GameId, TableState, Views } from "../../protocol";
import { CHANCE } from "../../words/chance";
import { CopyButton } from "../chrome";
import { Link, usePage } from "../context";
import { shortHead } from "../fair/proof";
import { type Verdict, verify } from "../fair/verify";
import { witnessOf } from "../fair/witness";
import { openTable } from "../home/open";
import { gameOf, keepLevel } from "../keep";
import { analysisHere, decidedText } from "../replay/decided";
import { addressOf } from "../route";
import { failureText } from "../words";
import { endingOf } from "./ending";
import { Given, HeadLine } from "./fairness";
import { matrixOf } from "./matrix";
import { MatrixTable } from "./matrix-table";
import { seatName } from "./names";
import { pictureOf, sharePicture } from "./picture";
import { canBeStronger, coloursOf, strongerLevel, strongerTable } from "./stronger";
import { summaryOf } from "./summary";
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
  const { you, rematch: next, events } = link.model;
  const isMine = you.seats.length > 0;
  const attempt = async (act: () => Promise<void>) => {
    try {
      await act();
    } catch (failure) {
      setSaid(failureText(t, failure));
    }
  };
  const again = async () => {
    link.on({ type: "wants-rematch" });
    const { table: id } = await house.rematch(table.id);
    go({ page: "table", id });
  };
  const level = strongerLevel(table);
  const stronger = async () => {
    const opened = await openTable(house, strongerTable(table, t.guest), coloursOf(table));
    if (level !== null) keepLevel(table.game, level);
    go({ page: "table", id: opened.table });
  };
  const result = resultText(t, w.list, table, you.seats);
  const standing = table.seats
    .map(({ seat }) => t.end.standing(seatName(t, table, seat), summaryOf(t, w, table.game, view, seat)))
    .join(" · ");
  const takePicture = async () => {
    setSaid("");
    const board = document.querySelector<SVGSVGElement>(".board-room svg.board");
    if (board === null) return;
    const title = `${w.games[table.game].name} · ${result}`;
    try {
      const picture = await pictureOf(board, { title, about: `${standing} · ${t.title}` });
      await sharePicture(picture, `${table.game}-${table.id.slice(0, 6)}.png`, title);
    } catch {
      setSaid(t.end.pictureFailed);
    }
  };
  const replay = { page: "replay", id: table.id, at: null, eyes: "" } as const;
  const isPlayedOut = table.status === "finished";
  const analysis = isPlayedOut ? analysisHere(table.id) : null;
  const decided =
    analysis === null
      ? null
      : decidedText(t, w, {
          analysis,
          game: table.game,
          isWon: (table.result?.winners.length ?? 0) > 0,
          name: (seat) => seatName(t, table, seat),
        });
  const matrix = isPlayedOut ? matrixOf(t, w, table.game, view, table.result?.scores ?? null) : null;
  const why = endingOf(t, w, { table, events, mine: you.seats });
  return (
    <div class="end">
      <h2>{result}</h2>
      <p class="why">{why.join(" ")}</p>
      {decided !== null && <p class="decided">{decided}</p>}
      {table.is_practice && <p class="soft">{t.atTable.practiced}</p>}
      {matrix === null && <p class="soft standing">{standing}</p>}
      <p class="ways end-ways">
        {isMine && next === null && (
          <button type="button" class="button strong" onClick={() => void attempt(again)}>
            {t.end.rematch}
          </button>
        )}
        {canBeStronger(table, you) && (
          <button type="button" class="button" onClick={() => void attempt(stronger)}>
            {t.end.stronger(level === null ? "" : (w.levels[level - 1] ?? ""))}
          </button>
        )}
        <Link class="button" to={replay}>
          {t.end.replay}
        </Link>
        {isPlayedOut && (
          <Link class="button" to={{ ...replay, isReview: true }}>
            {t.end.turned}
          </Link>
        )}
      </p>
      <p class="error" role="alert">
        {said}
      </p>
      {matrix !== null && (
        <details class="scoring" open>
          <summary>{t.end.scores}</summary>
          <MatrixTable matrix={matrix} table={table} looks={looks} />
        </details>
      )}
      <p class="ways end-ways">
        <button type="button" class="button small" onClick={() => void takePicture()}>
          {t.end.picture}
        </button>
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
      <FairDice id={table.id} game={table.game} isSmall />
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
  if (winners.length > 1 && mine.length === 1 && winners.some((seat) => seat === mine[0]))
    return t.recap.share(list(winners.filter((seat) => seat !== mine[0]).map((seat) => seatName(t, table, seat))));
  if (winners.length > 1) return t.end.win(names);
  return mine.length === 1 && winners[0] === mine[0] ? t.end.youWin : t.end.wins(names);
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
      {verdict.cameIn.map(({ number, person, isYou }) => (
        <p key={number}>{isYou ? t.finding.settledBeforeYou(number) : t.finding.settledBefore(person, number)}</p>
      ))}
      {verdict.redraws > 0 && <p>{f.redraws(verdict.redraws)}</p>}
      <p>
        {compared === null ? f.notCompared : f.compared(compared.events)}
        {compared?.isPartial === true && ` ${f.partial}`}
        {compared !== null && !compared.isPartial && compared.later > 0 && ` ${f.later(compared.later)}`}
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
