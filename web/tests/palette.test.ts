import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { FACTS, GAMES } from "../src/protocol/facts";
import { MARKS } from "../src/pieces/mark";
import { FROG_MARKS, lookOf } from "../src/pieces/seats";

const css = readFileSync("src/style/tokens.css", "utf8");
const [usual = "", wide = ""] = css.split(':root[data-palette="wide"]');

/** The colour of a tint: the wider palette's where it has one. */
function colourOf(tint: string, isWide: boolean): string {
  const find = (part: string) => {
    const rules = [...part.matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(([, selector = "", body = ""]) => ({
      selector,
      body,
    }));
    const isOf = new RegExp(`\\.tint-${tint}(?![\\w-])`);
    const last = rules.findLast(({ selector }) => isOf.test(selector) && !selector.includes("data-theme"));
    return last?.body.match(/--tint: (#[0-9a-f]{6})/)?.[1];
  };
  const found = (isWide ? find(wide) : undefined) ?? find(usual);
  assert.ok(found !== undefined, tint);
  return found;
}

/** How light a colour looks, from 0 to 100. */
function lightness(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  const y = 0.2126 * r + 0.7152 * g + 0.0722 * b;
  return y <= 0.008856 ? 903.3 * y : 116 * Math.cbrt(y) - 16;
}

/** The least step of lightness between two of some tints. */
function leastStep(tints: readonly string[], isWide: boolean): number {
  const sorted = tints.map((tint) => lightness(colourOf(tint, isWide))).toSorted((a, b) => a - b);
  return Math.min(...sorted.slice(1).map((light, index) => light - (sorted[index] ?? 0)));
}

/** What is to be told apart on each board: seats' frogs, and the frogs of the pond. */
const TOGETHER = [
  ...GAMES.filter((game) => game !== "frogriders").map((game) =>
    Array.from({ length: FACTS[game].most_seats }, (_, seat) => lookOf(game, seat).tint),
  ),
  ["frog-Y", "frog-R", "frog-B", "frog-N"],
];

test("in the colour-blind palette no two frogs of a board are about as light as each other", () => {
  for (const tints of TOGETHER) {
    const step = leastStep(tints, true);
    assert.ok(step >= 10, `${tints.join(", ")}: ${step.toFixed(1)}`);
    assert.ok(step >= leastStep(tints, false), `${tints.join(", ")}: not wider than usual`);
  }
});

test("whoever sees no colour at all still sees marks: each seat and each kind of frog has its own", () => {
  for (const game of GAMES) {
    const marks = Array.from({ length: FACTS[game].most_seats }, (_, seat) => MARKS[lookOf(game, seat).mark]);
    assert.equal(new Set(marks).size, marks.length, game);
  }
  assert.equal(new Set(Object.values(FROG_MARKS).map((mark) => MARKS[mark])).size, 4);
});
