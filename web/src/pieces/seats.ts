/** How seats and frogs look in each game, and which seat starts. */

import type { FrogridersColour, GameId, Seat } from "../protocol";
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

export function lookOf(game: GameId, seat: Seat): Look {
  return LOOKS[game][seat] ?? { tint: "stone", mark: "dot" };
}

/** Does the first seat start? Where dice decide it, nobody knows. */
export function isSeatFirst(game: GameId): boolean {
  return game !== "abagio";
}

export const FROG_MARKS: Readonly<Record<FrogridersColour, MarkName>> = { Y: "sun", R: "heart", B: "drop", N: "leaf" };
