/** What an analysis says: which turning points come first, and what weighed how much. No DOM. */

import type { Analysis, Moment, Seat, Swing } from "../../protocol";

/** Whose knowledge is shown: that of a seat, or how it really was. */
export type Basis = Seat | null;

/** Something that a seat got or lost, in shares of the win. */
export interface SeatAmount {
  readonly seat: Seat;
  readonly share: number;
  readonly error: number;
}

/** Each seat's share of the win at a moment, as somebody could know it. */
export function sharesAt(moment: Moment, basis: Basis): readonly number[] {
  return (basis === null ? undefined : moment.seen[basis]) ?? moment.shares;
}

/** How far each share may be wrong that [sharesAt] names. */
export function errorsAt(moment: Moment, basis: Basis): readonly number[] {
  return (basis === null ? undefined : moment.seen_errors[basis]) ?? moment.errors;
}

/** Could seats know less than there was to know? */
export function hasSecrets({ curve }: Pick<Analysis, "curve">): boolean {
  return curve.some(({ seen }) => seen.length > 0);
}

/** The moment at a step, or the last one before it that has been looked at. */
export function momentAt({ curve }: Pick<Analysis, "curve">, step: number): Moment | null {
  return curve.findLast((moment) => moment.step <= step) ?? curve[0] ?? null;
}

/** Did one of these seats choose it? */
export function isBy(swing: Swing, seats: readonly Seat[]): boolean {
  return swing.kind === "choice" && seats.includes(swing.seat);
}

/** Turning points as they are gone through: one's own first, and of each kind what is certain before what is not. */
export function inOrder(swings: readonly Swing[], mine: readonly Seat[]): readonly Swing[] {
  const rank = (swing: Swing) => (isBy(swing, mine) ? 0 : 2) + (swing.kind === "choice" && !swing.is_mistake ? 1 : 0);
  return swings.toSorted((one, other) => rank(one) - rank(other));
}

/** The step at which a turning point is looked at: before a choice, with everything still open, and after luck. */
export function stepOfSwing(swing: Swing): number {
  return swing.kind === "choice" ? swing.step : swing.step + 1;
}

/** The turning point so many places on in a list, from one of it or from outside; the list goes round. */
export function swingBeside(swings: readonly Swing[], from: Swing | null, by: 1 | -1): Swing | null {
  const here = from === null ? -1 : swings.findIndex(({ step }) => step === from.step);
  if (here < 0) return (by === 1 ? swings[0] : swings.at(-1)) ?? null;
  return swings[(here + by + swings.length) % swings.length] ?? null;
}

/** Less than this is not spoken of: half a point. */
const LEAST = 0.005;

/** Is an amount beyond twice its error? */
function isCertain(share: number, error: number): boolean {
  return Math.abs(share) >= LEAST && Math.abs(share) > 2 * error;
}

/** What luck gave and took seat by seat, of what is worth a word; the largest first. */
export function givenTo(given: readonly number[]): readonly Omit<SeatAmount, "error">[] {
  return given
    .map((share, seat) => ({ seat, share }))
    .filter(({ share }) => Math.abs(share) >= LEAST)
    .toSorted((one, other) => other.share - one.share);
}

export interface Verdict {
  /** What moved the win more between the seats: what each was given or lost beside the others. */
  readonly weighs: "luck" | "choices" | "both" | "neither";
  /** Those to whom luck gave, and from whom it took, beyond twice the error. */
  readonly gave: readonly SeatAmount[];
  readonly took: readonly SeatAmount[];
  /** Whose mistakes cost what. */
  readonly cost: readonly SeatAmount[];
}

/** How much of the win changed hands, if this is what each seat got: what one has got others have not. */
function moved(got: readonly number[]): number {
  return got.reduce((sum, share) => sum + Math.abs(share), 0) / 2;
}

/** Less than this does not weigh much: three points. */
const HEAVY = 0.03;

/** What decided a game; none before all of it has been looked at. */
export function verdictOf(analysis: Analysis): Verdict | null {
  const { is_done, luck, luck_errors, lost, lost_errors } = analysis;
  if (!is_done) return null;
  const amounts = (shares: readonly number[], errors: readonly number[]): readonly SeatAmount[] =>
    shares
      .map((share, seat) => ({ seat, share, error: errors[seat] ?? 0 }))
      .filter(({ share, error }) => isCertain(share, error))
      .toSorted((one, other) => Math.abs(other.share) - Math.abs(one.share));
  const chance = amounts(luck, luck_errors);
  // What one gives away falls to the others, who share it alike as far as can be told; mistakes of all even out.
  const all = lost.reduce((sum, share) => sum + share, 0);
  const others = Math.max(1, lost.length - 1);
  const byLuck = { share: moved(luck), error: Math.hypot(...luck_errors) / Math.SQRT2 };
  const byChoices = {
    share: moved(lost.map((share) => (all - share) / others - share)),
    error: Math.hypot(...lost_errors),
  };
  const isHeavy = ({ share, error }: typeof byLuck) => share >= HEAVY && isCertain(share, error);
  const apart = byLuck.share - byChoices.share;
  const isApart = isCertain(apart, Math.hypot(byLuck.error, byChoices.error));
  return {
    weighs: !isHeavy(byLuck) && !isHeavy(byChoices) ? "neither" : !isApart ? "both" : apart > 0 ? "luck" : "choices",
    gave: chance.filter(({ share }) => share > 0),
    took: chance.filter(({ share }) => share < 0),
    cost: amounts(lost, lost_errors),
  };
}
