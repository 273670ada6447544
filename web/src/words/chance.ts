/** What chance decides in each game, for those who speak of it: nobody rolls dice where there are none. */

import type { GameId } from "../protocol";

export type Chance = "dice" | "draws" | "none";

export const CHANCE: Readonly<Record<GameId, Chance>> = {
  "hop-it": "none",
  abagio: "dice",
  "pool-party": "dice",
  "china-moon": "draws",
  frogriders: "draws",
};
