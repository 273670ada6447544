// What cards and lilies are worth. Written by `cargo xtask bless` from the rules. Do not edit.

import type { ChinaMoonLily, FrogridersCard, FrogridersCommon, FrogridersSecret } from "./index";

export interface CardValue<Id extends string = string> {
  readonly id: Id;
  /** By itself, or each time it is fulfilled. */
  readonly worth: number;
  /** For each of what it counts, or for the fewest. */
  readonly brings?: number;
  /** Is it worth that for every complete set? Otherwise once. */
  readonly per_set?: true;
}

export const PRIVILEGES: readonly CardValue<FrogridersCard>[] = [
  { id: "+2R", worth: -2 },
  { id: "+2Y", worth: -2 },
  { id: "+2B", worth: -2 },
  { id: "diagonal", worth: 2 },
  { id: "ell", worth: 2 },
  { id: "runup", worth: 3 },
  { id: "trophies", worth: 4 },
  { id: "choose", worth: 2 },
  { id: "flower", worth: 1 },
  { id: "per-brown", worth: 0, brings: 1 },
  { id: "per-two-cards", worth: 0, brings: 2 },
  { id: "per-frog-and-card", worth: 0, brings: 1 },
  { id: "fewest-cards", worth: 0, brings: 5 },
  { id: "fewest-frogs-5", worth: 0, brings: 5 },
  { id: "fewest-frogs-3", worth: 1, brings: 3 },
];

export const COMMONS: readonly CardValue<FrogridersCommon>[] = [
  { id: "RB", worth: 3, per_set: true },
  { id: "RY", worth: 3, per_set: true },
  { id: "RN", worth: 2, per_set: true },
  { id: "YN", worth: 2, per_set: true },
  { id: "BN", worth: 2, per_set: true },
  { id: "5any", worth: 5, per_set: true },
  { id: "most-RB", worth: 6 },
  { id: "most-RY", worth: 6 },
  { id: "most-cards", worth: 4 },
  { id: "most-YB", worth: 6 },
  { id: "most-N", worth: 6 },
  { id: "all-flowers", worth: 1 },
];

export const SECRETS: readonly CardValue<FrogridersSecret>[] = [
  { id: "2R", worth: 5, per_set: true },
  { id: "2Y", worth: 6, per_set: true },
  { id: "2B", worth: 6, per_set: true },
  { id: "RYB", worth: 4, per_set: true },
  { id: "RYN", worth: 4, per_set: true },
  { id: "RYBN", worth: 5, per_set: true },
  { id: "RBN", worth: 4, per_set: true },
  { id: "YBN", worth: 4, per_set: true },
];

/** What so many lilies of a colour are worth in China Moon, from none on. */
export const LILY_POINTS: Readonly<Record<ChinaMoonLily, readonly number[]>> = {
  W: [0, 1, 3, 6, 10, 15],
  Y: [0, 1, 3, 6, 10, 15],
  P: [0, 1, 3, 6, 10, 15],
  K: [0, -2],
  B: [0, 4],
};
