/** Checks the dice of a finished game, as docs/fair-dice.md says. */

import type { GameId } from "../../engine/view";
import { hmac, sha256 } from "./sha256";

export type Drawing =
  | { readonly dice: { readonly count: number; readonly sorted: boolean } }
  | { readonly bags: readonly { readonly counts: readonly number[]; readonly take: number }[] };

export type Entry = { readonly number: number } & (
  | { readonly kind: "action"; readonly seat: number; readonly event: string }
  | { readonly kind: "chance"; readonly event: string; readonly draw: Drawing; readonly drawn: readonly number[] }
  | { readonly kind: "undo"; readonly from: number }
  | { readonly kind: "end"; readonly end: string }
  | { readonly kind: "table"; readonly event: string });

export interface Proof {
  readonly format: number;
  readonly game: GameId;
  readonly edition: number;
  readonly seats: number;
  readonly options: Readonly<Record<string, number>>;
  readonly opening: readonly string[];
  readonly server: { readonly commitment: string; readonly seed: string };
  readonly players: readonly { readonly seats: readonly number[]; readonly commitment: string; readonly seed: string }[];
  readonly log: readonly Entry[];
  readonly seal: string;
}

/** What this browser remembers of the game. */
export interface Kept {
  /** The server's commitment, as it was shown before the game. */
  readonly commitment: string | null;
  /** Our own seed. */
  readonly seed: string | null;
}

/** What does not fit, if anything. */
export type Flaw = "format" | "server-seed" | "player-seed" | "player-order" | "other-commitment" | "own-seed" | "numbers" | "drawn" | "seal";

export interface Verdict {
  readonly flaw: Flaw | null;
  /** The event that does not fit. */
  readonly number: number | null;
  /** How many random events were computed again. */
  readonly draws: number;
  /** Was the server's promise kept by this browser, so that it could be compared? */
  readonly isCompared: boolean;
}

export function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** What a seed is promised by. */
export function commitmentOf(seed: string): string {
  return hexOf(sha256(bytesOf(seed)));
}

/** JSON with sorted keys and without spaces. */
export function sorted(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sorted).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, part]) => `${JSON.stringify(key)}:${sorted(part)}`).join(",")}}`;
}

/** The random numbers of one event. */
class Numbers {
  #words: number[] = [];
  #block = 0;

  constructor(private readonly key: Uint8Array, private readonly number: number, private readonly seeds: readonly string[]) {}

  #next(): bigint {
    if (this.#words.length === 0) {
      const message = ["rainette dice", this.number, this.#block, ...this.seeds].join(" ");
      const block = new DataView(hmac(this.key, new TextEncoder().encode(message)).buffer);
      this.#words = Array.from({ length: 8 }, (_, index) => block.getUint32(index * 4));
      this.#block += 1;
    }
    return BigInt(this.#words.shift() ?? 0);
  }

  below(n: number): number {
    const [of, range] = [BigInt(n), 1n << 32n];
    for (;;) {
      const product = this.#next() * of;
      if (product % range >= range % of) return Number(product / range);
    }
  }
}

/** What a drawing gives with these seeds at this number of the log. */
export function draw(drawing: Drawing, seed: string, number: number, seeds: readonly string[]): readonly number[] {
  const numbers = new Numbers(bytesOf(seed), number, seeds);
  if ("dice" in drawing) {
    const faces: number[] = [];
    for (let die = 0; die < drawing.dice.count; die += 1) faces.push(1 + numbers.below(6));
    return drawing.dice.sorted ? faces.toSorted((a, b) => b - a) : faces;
  }
  const drawn: number[] = [];
  for (const { counts, take } of drawing.bags) {
    const row = counts.flatMap((count, kind) => Array.from({ length: count }, () => kind));
    for (let place = 0; place < take; place += 1) {
      const other = place + numbers.below(row.length - place);
      [row[place], row[other]] = [row[other] ?? 0, row[place] ?? 0];
      drawn.push(row[place] ?? 0);
    }
  }
  return drawn;
}

/** Checks a proof, and compares it with what this browser remembers. */
export function verify(proof: Proof, kept: Kept): Verdict {
  let draws = 0;
  const isCompared = kept.commitment !== null;
  const wrong = (flaw: Flaw, number: number | null = null): Verdict => ({ flaw, number, draws, isCompared });
  if (proof.format !== 1) return wrong("format");
  if (commitmentOf(proof.server.seed) !== proof.server.commitment) return wrong("server-seed");
  if (kept.commitment !== null && kept.commitment !== proof.server.commitment) return wrong("other-commitment");
  for (const [index, { commitment, seed }] of proof.players.entries()) {
    if (commitmentOf(seed) !== commitment) return wrong("player-seed");
    const before = proof.players[index - 1];
    if (before !== undefined && before.commitment >= commitment) return wrong("player-order");
  }
  const seeds = proof.players.map(({ seed }) => seed);
  if (kept.seed !== null && !seeds.includes(kept.seed)) return wrong("own-seed");
  for (const [index, entry] of proof.log.entries()) {
    if (entry.number !== index + 1) return wrong("numbers", entry.number);
    if (entry.kind !== "chance") continue;
    const again = draw(entry.draw, proof.server.seed, entry.number, seeds);
    if (again.join() !== entry.drawn.join()) return wrong("drawn", entry.number);
    draws += 1;
  }
  const { seal, ...rest } = proof;
  if (hexOf(sha256(new TextEncoder().encode(sorted(rest)))) !== seal) return wrong("seal");
  return { flaw: null, number: null, draws, isCompared };
}
