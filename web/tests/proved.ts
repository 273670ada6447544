/** Games with their proofs, and what honest pages have kept of them. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { hexOf, sorted, textBytes } from "../src/app/fair/draws";
import { sha256 } from "../src/app/fair/sha256";
import { type Kept, type Verdict, verify } from "../src/app/fair/verify";
import { type Witness, afterTold } from "../src/app/fair/witness";
import type { Entry, Proof, TableEvent } from "../src/protocol";

/** Games as the server proves them, with what each seat was told: `cargo xtask bless` writes them. */
export interface Game {
  readonly name: string;
  readonly proof: Proof;
  readonly told: readonly (readonly TableEvent[])[];
  readonly seeds: readonly string[];
  readonly opening: readonly string[];
}

export const GAMES = JSON.parse(readFileSync("tests/fair.json", "utf8")) as readonly Game[];
export const game = (name: string): Game => GAMES.find((it) => it.name === name) ?? assert.fail(name);

export const NOTHING: Witness = {
  events: {},
  acts: {},
  agreed: [],
  since: null,
  person: null,
  unagreed: null,
  opening: [],
  hasSent: false,
  hasShown: false,
  conflict: null,
  isPartial: false,
};

/** What an honest page at this seat has kept: it was told everything, and agreed wherever it is named. */
export function keptAt({ proof, told: all, seeds, opening }: Game, seat = 0): Kept {
  const acts = Object.fromEntries(
    proof.log.flatMap((entry) => {
      const isOwn = (entry.kind === "action" && !entry.by_computer) || entry.kind === "chose";
      return isOwn && entry.seat === seat && entry.event !== null ? [[entry.number, [seat, entry.event] as const]] : [];
    }),
  );
  const seed = seeds[seat] ?? null;
  const hasShown = proof.players.some((player) => player.seed === seed);
  const witness = { ...afterTold(NOTHING, all[seat] ?? []), acts, since: 0, opening, hasSent: hasShown, hasShown };
  return { commitment: proof.server.commitment, seed, witness };
}

export const resealed = (proof: Proof): Proof => {
  const { seal: _, ...rest } = proof;
  return { ...rest, seal: hexOf(sha256(textBytes(sorted(rest)))) };
};

export const check = (proof: Proof, kept: Kept): Verdict => verify(proof.table, proof, kept);
export const STRANGER: Kept = { commitment: null, seed: null, witness: null };

/** Another log, with the numbers set right. */
export const renumbered = (log: readonly Entry[]): readonly Entry[] =>
  log.map((entry, index) => ({ ...entry, number: index + 1 }));

export const mapped = (proof: Proof, change: (entry: Entry) => Entry): Proof => ({
  ...proof,
  log: proof.log.map(change),
});
