/** What the cards of Frogriders are worth. Written by `cargo xtask bless` from the rules. */

export interface CardValue {
  readonly id: string;
  /** By itself, or each time it is fulfilled. */
  readonly worth: number;
  /** For each of what it counts, or for the fewest. */
  readonly brings?: number;
}

export const PRIVILEGES: readonly CardValue[] = [
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

export const COMMONS: readonly CardValue[] = [
  { id: "RB", worth: 3 },
  { id: "RY", worth: 3 },
  { id: "RN", worth: 2 },
  { id: "YN", worth: 2 },
  { id: "BN", worth: 2 },
  { id: "5any", worth: 5 },
  { id: "most-RB", worth: 6 },
  { id: "most-RY", worth: 6 },
  { id: "most-cards", worth: 4 },
  { id: "most-YB", worth: 6 },
  { id: "most-N", worth: 6 },
  { id: "all-flowers", worth: 1 },
];

export const SECRETS: readonly CardValue[] = [
  { id: "2R", worth: 5 },
  { id: "2Y", worth: 6 },
  { id: "2B", worth: 6 },
  { id: "RYB", worth: 4 },
  { id: "RYN", worth: 4 },
  { id: "RYBN", worth: 5 },
  { id: "RBN", worth: 4 },
  { id: "YBN", worth: 4 },
];
