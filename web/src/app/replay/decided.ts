/** What decided a game, in sentences. No DOM. */

import type { Analysis, GameId, Seat } from "../../protocol";
import type { Words } from "../../words";
import { CHANCE } from "../../words/chance";
import type { AppWords } from "../words";
import { type SeatAmount, verdictOf } from "./review";

/** The analyses that are done and were fetched since the page was loaded, by table. */
const done = new Map<string, Analysis>();

/** Keeps an analysis for other parts of the page. */
export function keepAnalysis(table: string, analysis: Analysis): void {
  if (analysis.is_done) done.set(table, analysis);
}

/** The analysis of a table, if it is here: asking the server would begin one. */
export function analysisHere(table: string): Analysis | null {
  return done.get(table) ?? null;
}

/** A game that was looked at, and what its seats are called. */
export interface Judged {
  readonly analysis: Analysis;
  readonly game: GameId;
  /** Did anybody win? A draw, and a game that was closed, was not decided. */
  readonly isWon: boolean;
  readonly name: (seat: Seat) => string;
}

/** What decided a game, in sentences; none before all of it has been looked at. */
export function decidedText(
  { review }: Pick<AppWords, "review">,
  { list }: Pick<Words, "list">,
  { analysis, game, isWon, name }: Judged,
): string | null {
  const verdict = verdictOf(analysis);
  if (verdict === null) return null;
  const { weighs, gave, took, cost } = verdict;
  /** The first of several amounts has the unit, unless it was said before. */
  const each = (amounts: readonly SeatAmount[], says: (name: string, amount: string) => string, hasUnit = true) =>
    list(
      amounts.map(({ seat, share, error }, index) =>
        says(name(seat), hasUnit && index === 0 ? review.cost(share, error) : review.amount(share, error)),
      ),
    );
  const mistakes = cost.length === 0 ? review.noMistakes : review.mistakes(each(cost, review.getting));
  const told = (headline: string, ...facts: readonly string[]) => [...(isWon ? [headline] : []), ...facts].join(" ");
  if (CHANCE[game] === "none")
    return told(weighs === "choices" ? review.weighsAlone.choices : review.weighsAlone.neither, mistakes);
  const given = each(gave, review.getting);
  const luck =
    gave.length === 0
      ? took.length === 0
        ? review.even
        : review.took(each(took, review.losing))
      : took.length === 0
        ? review.gave(given)
        : review.gaveAndTook(given, each(took, review.losing, false));
  return told(review.weighs[weighs], luck, mistakes);
}
