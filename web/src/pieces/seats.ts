/** How seats and frogs look in each game. */

import type { FrogridersColour, GameId, Seat } from "../protocol";
import { FACTS } from "../protocol/facts";
import type { MarkName } from "./mark";
import type { Tint } from "./tint";

export interface Look {
  readonly tint: Tint;
  readonly mark: MarkName;
}

const COMMON: readonly Look[] = [
  { tint: "coral", mark: "dot" },
  { tint: "amber", mark: "triangle" },
  { tint: "blue", mark: "square" },
  { tint: "violet", mark: "star" },
  { tint: "green", mark: "cross" },
  { tint: "brown", mark: "diamond" },
];

const LOOKS: Readonly<Record<GameId, readonly Look[]>> = {
  "hop-it": [
    { tint: "moon", mark: "moon" },
    { tint: "night", mark: "spark" },
  ],
  abagio: [
    { tint: "red", mark: "dot" },
    { tint: "purple", mark: "star" },
  ],
  "pool-party": COMMON,
  "china-moon": COMMON,
  // The frogs themselves are coloured there: seats are marks and neutral tones.
  frogriders: [
    { tint: "reed", mark: "dot" },
    { tint: "stone", mark: "triangle" },
    { tint: "shell", mark: "square" },
    { tint: "slate", mark: "star" },
  ],
};

const PLAIN: Look = { tint: "stone", mark: "dot" };

/** How a seat looks: its mark is its own, its colour the one that was chosen, or the usual one of the seat. */
export function lookOf(game: GameId, seat: Seat, colour: number = seat): Look {
  const looks = LOOKS[game];
  const chosen = FACTS[game].has_colours ? colour : seat;
  return { tint: (looks[chosen] ?? PLAIN).tint, mark: (looks[seat] ?? PLAIN).mark };
}

/**
 * How a seat will look once the game has begun, if the `first` of so many is the one who starts: where colours come with
 * seats, they do with the seats as they are counted then. Nothing is known of those while it is left to the lot.
 */
export function lookAhead(game: GameId, seat: Seat, seats: number, first: Seat | null, colour: number = seat): Look {
  if (FACTS[game].has_colours || FACTS[game].draws_first) return lookOf(game, seat, colour);
  return first === null ? PLAIN : lookOf(game, (seat - first + seats) % seats);
}

/** How a piece's owner looks among these seats. */
export function lookAmong(seats: readonly Look[], game: GameId, owner: Seat): Look {
  const { tint, mark } = seats[owner] ?? lookOf(game, owner);
  return { tint, mark };
}

export const FROG_MARKS: Readonly<Record<FrogridersColour, MarkName>> = { Y: "sun", R: "heart", B: "drop", N: "leaf" };
