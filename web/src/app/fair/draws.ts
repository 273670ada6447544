/** Random numbers from seeds, and dice and cards from random numbers, as docs/fair-dice.md says. */

import type { Drawing } from "../../protocol";
import {
  CHINA_MOON_LILY,
  FROGRIDERS_CARD,
  FROGRIDERS_COLOUR,
  FROGRIDERS_COMMON,
  FROGRIDERS_SECRET,
} from "../../protocol/facts";
import { hmac, sha256 } from "./sha256";

export function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export const textBytes = (text: string): Uint8Array => new TextEncoder().encode(text);

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

/** The random numbers of one chance event, or of the lot. */
class Numbers {
  #words: number[] = [];
  #block = 0;

  constructor(
    private readonly key: Uint8Array,
    private readonly label: string,
    private readonly seeds: readonly string[],
  ) {}

  #next(): bigint {
    if (this.#words.length === 0) {
      const message = ["rainette", this.label, this.#block, ...this.seeds].join(" ");
      const block = new DataView(hmac(this.key, textBytes(message)).buffer);
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

/** What a drawing gives with these seeds, as the chance event with this number among the chance events of its table. */
export function draw(drawing: Drawing, seed: string, number: number, seeds: readonly string[]): readonly number[] {
  const numbers = new Numbers(bytesOf(seed), `dice ${number}`, seeds);
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

/** Which of so many seats starts, if it is drawn by lot. */
export function lot(among: number, seed: string, seeds: readonly string[]): number {
  return new Numbers(bytesOf(seed), "lot", seeds).below(among);
}

/** Of the common objectives the fronts are named first, and the back of each in the same order. */
const SIDES = FROGRIDERS_COMMON.length / 2;
const [FRONTS, BACKS] = [FROGRIDERS_COMMON.slice(0, SIDES), FROGRIDERS_COMMON.slice(SIDES)];

/** Does the event say what was drawn? */
export function says(event: string, drawn: readonly number[], hasBacks: boolean): boolean {
  const [first = "", ...rest] = event.split(" ");
  const named = (names: readonly string[]) => drawn.map((kind) => names[kind] ?? "");
  const written = (): readonly string[] => {
    switch (first) {
      case "lilies":
        return [drawn.slice(0, 12), drawn.slice(12)].map((part) => part.map((kind) => CHINA_MOON_LILY[kind]).join(""));
      case "pond": {
        const frogs: string[] = drawn.map((kind) => FROGRIDERS_COLOUR[kind] ?? "");
        return [[...(rest[0] ?? "")].map((place) => (place === "." ? "." : (frogs.shift() ?? ""))).join("")];
      }
      case "common":
        return [FRONTS[drawn[0] ?? 9] ?? "", (hasBacks ? BACKS : FRONTS)[drawn[1] ?? 9] ?? ""];
      case "market":
      case "refill":
        return named(FROGRIDERS_CARD);
      case "deal":
        return [rest[0] ?? "", ...named(FROGRIDERS_SECRET)];
      default:
        return drawn.map(String);
    }
  };
  return written().join(" ") === rest.join(" ");
}
