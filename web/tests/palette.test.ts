import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { PONDS, type Pond, pondOf } from "../src/app/settings";
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

/** How light a colour is, as contrast is counted. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** The colours that a pond has at a time of day: its own where it has one, else those of the theme, else the usual. */
function pondColours(pond: Pond, theme: "light" | "dark"): ReadonlyMap<string, string> {
  const sheet = css + readFileSync("src/style/ponds.css", "utf8");
  const found = new Map<string, string>();
  const selectors = [
    ":root",
    ...(theme === "dark" ? [':root[data-theme="dark"]'] : []),
    ...(pond === "usual" ? [] : [`:root[data-pond="${pond}"]`]),
    ...(pond === "usual" || theme === "light" ? [] : [`:root[data-theme="dark"][data-pond="${pond}"]`]),
  ];
  for (const selector of selectors) {
    const body = sheet.split(`\n${selector} {`)[1]?.split("}")[0] ?? assert.fail(selector);
    for (const [, name = "", colour = ""] of body.matchAll(/--([\w-]+): (#[0-9a-f]{6})/g)) found.set(name, colour);
  }
  return found;
}

test("in every pond and theme what is written on water and shore can be read", () => {
  for (const pond of PONDS) {
    for (const theme of ["light", "dark"] as const) {
      const colours = pondColours(pond, theme);
      const of = (name: string) => colours.get(name) ?? assert.fail(`${pond} ${theme} ${name}`);
      for (const ground of ["shore", "shore-deep", "water-top", "water", "water-deep"]) {
        const found = contrast(of("ink"), of(ground));
        assert.ok(found >= 4.5, `${pond} ${theme}: ink on ${ground} ${found.toFixed(1)}`);
      }
      const edge = contrast(of("pad-light-edge"), of("pad-light"));
      assert.ok(edge >= 1.5, `${pond} ${theme}: the edge of pads ${edge.toFixed(2)}`);
    }
  }
});

test("no two ponds are alike", () => {
  for (const theme of ["light", "dark"] as const)
    assert.equal(new Set(PONDS.map((pond) => pondColours(pond, theme).get("water"))).size, PONDS.length);
});

test("a pond that this page does not have is the usual one", () => {
  assert.equal(pondOf({ pond: "lotus" }), "lotus");
  assert.equal(pondOf({ pond: "lava" as Pond }), "usual");
});
