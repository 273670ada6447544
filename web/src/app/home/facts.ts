/** What a card says of a game before anybody asks the server. */

import type { GameId } from "../../engine/view";

export interface Facts {
  readonly least: number;
  readonly most: number;
  /** How many play unless somebody chooses otherwise. */
  readonly usual: number;
  /** Does a seat know something that the others at the same screen must not see? */
  readonly secrets: boolean;
  readonly minutes: readonly [number, number];
}

export const FACTS: Readonly<Record<GameId, Facts>> = {
  "hop-it": { least: 2, most: 2, usual: 2, secrets: false, minutes: [10, 20] },
  abagio: { least: 2, most: 2, usual: 2, secrets: false, minutes: [20, 30] },
  "pool-party": { least: 2, most: 6, usual: 3, secrets: false, minutes: [15, 30] },
  "china-moon": { least: 3, most: 5, usual: 3, secrets: false, minutes: [20, 30] },
  frogriders: { least: 2, most: 4, usual: 3, secrets: true, minutes: [20, 40] },
};

/** Names of computer players, by seat. */
export const FROG_NAMES: readonly string[] = ["Ondine", "Basile", "Capucine", "Théo", "Lise", "Marin"];
