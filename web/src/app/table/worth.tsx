/** What a seat's things are worth as they stand, line by line, and how far it is with each objective. */

import type { ChinaMoonView, FrogridersProgress, FrogridersView, GameId, Seat, Views } from "../../protocol";
import { type Words, cardWords } from "../../words";
import { usePage } from "../context";
import type { AppWords } from "../words";
import { type ScoreLine, sourceName, summaryOf } from "./summary";
import "./worth.css";

interface Breakdown {
  readonly lines: readonly ScoreLine[];
  readonly total: number;
  /** How far the seat is with each objective. */
  readonly progress: readonly { readonly what: string; readonly how: string; readonly share: number }[];
  /** What is left out, or why there is nothing. */
  readonly note: string | null;
}

function progressOf(t: AppWords, w: Words, progress: FrogridersProgress): Breakdown["progress"][number] {
  const what = cardWords(w, progress.card).name;
  if (progress.asks === "most") {
    const { has, others } = progress;
    return { what, how: t.worth.most(has, others), share: has / Math.max(1, has, others) };
  }
  const { sets, has, needs } = progress;
  return {
    what,
    how: [t.worth.sets(sets), t.worth.next(has, needs)].filter((part) => part !== "").join(", "),
    share: has / needs,
  };
}

function ofFrogriders(t: AppWords, w: Words, { players }: FrogridersView, seat: Seat): Breakdown | null {
  const player = players[seat];
  if (player === undefined || player.total !== null) return null;
  return {
    lines: player.so_far
      .filter(({ points }) => points !== 0)
      .map(({ source, points }) => ({ what: sourceName(w, source, (id) => cardWords(w, id).name), points })),
    total: player.worth,
    progress: player.objectives.map((progress) => progressOf(t, w, progress)),
    note: player.has_kept && player.kept === null ? t.worth.noSecret : null,
  };
}

function ofChinaMoon(t: AppWords, w: Words, { players, winners }: ChinaMoonView, seat: Seat): Breakdown | null {
  const player = players[seat];
  if (player === undefined || winners !== null) return null;
  return {
    lines: player.scoring.map(({ lily, count, points }) => ({ what: t.worth.lilies(count, w.lilies[lily]), points })),
    total: player.score,
    progress: [],
    note: player.scoring.length === 0 ? t.worth.noLilies : null,
  };
}

const BREAKDOWNS: {
  readonly [G in GameId]?: (t: AppWords, w: Words, view: Views[G], seat: Seat) => Breakdown | null;
} = { "china-moon": ofChinaMoon, frogriders: ofFrogriders };

/** What a seat's things are worth as they stand; nothing in games that do not score, and once all is counted. */
export function breakdownOf<G extends GameId>(
  t: AppWords,
  w: Words,
  game: G,
  view: Views[G],
  seat: Seat,
): Breakdown | null {
  return BREAKDOWNS[game]?.(t, w, view, seat) ?? null;
}

const number = (points: number) => `${points}`.replace("-", "−");

/** How a seat stands; in games that score, what that is made of, folded until somebody wants to know. */
export function Worth<G extends GameId>({
  game,
  view,
  seat,
  name,
}: {
  readonly game: G;
  readonly view: Views[G];
  readonly seat: Seat;
  readonly name: string;
}) {
  const { t, w } = usePage();
  const found = breakdownOf(t, w, game, view, seat);
  const stand = summaryOf(t, w, game, view, seat);
  if (found === null) return <span class="stand">{stand}</span>;
  const { lines, total, progress, note } = found;
  return (
    <details class="worth">
      <summary aria-label={`${t.people.named(name, stand)}. ${t.worth.open}`}>{stand}</summary>
      {lines.length > 0 && (
        <table aria-label={t.worth.title(name)}>
          <tbody>
            {lines.map(({ what, points }, index) => (
              <tr key={index}>
                <th scope="row">{what}</th>
                <td>{number(points)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t.worth.total}</th>
              <td>{number(total)}</td>
            </tr>
          </tfoot>
        </table>
      )}
      {progress.length > 0 && (
        <ul class="progress" aria-label={t.worth.objectives}>
          {progress.map(({ what, how, share }) => (
            <li key={what}>
              <span>{what}</span>
              <span class="how">{how}</span>
              <span class="bar" aria-hidden="true">
                <span style={{ width: `${Math.round(share * 100)}%` }} />
              </span>
            </li>
          ))}
        </ul>
      )}
      {note !== null && <p class="soft">{note}</p>}
    </details>
  );
}
