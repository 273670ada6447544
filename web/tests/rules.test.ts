import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { boardOf } from "../src/boards";
import { lookOf } from "../src/pieces/seats";
import type { GameId, Views } from "../src/protocol";
import { FACTS, GAMES, REASONS } from "../src/protocol/facts";
import type { Block, FigureText, Rules } from "../src/app/rules/content";
import { positionsOf } from "../src/app/rules/scenes";
import { rulesOf } from "../src/app/rules/texts";
import { LANGUAGE_CODES, type Language } from "../src/words/language";
import { flat, inline, namesIn, readRules, slug } from "../tools/rules.mjs";
import { TONGUES } from "./tongues";

const RULES = Object.fromEntries(
  await Promise.all(
    LANGUAGE_CODES.map(async (lang) => [
      lang,
      Object.fromEntries(await Promise.all(GAMES.map(async (game) => [game, await rulesOf(game, lang)]))),
    ]),
  ),
) as Readonly<Record<Language, Readonly<Record<GameId, Rules>>>>;

/** The blocks of every section under the name of its heading; the notation's are those of another file. */
function sections({ blocks }: Rules): ReadonlyMap<string, readonly Block[]> {
  const found = new Map<string, Block[]>([["", []]]);
  for (const block of blocks) {
    if (block.is === "heading") found.set(block.id, [block]);
    else [...found.values()].at(-1)?.push(block);
  }
  found.delete("notation");
  return found;
}

const figuresOf = ({ blocks }: Rules) => blocks.filter((block): block is FigureText => block.is === "figure");

/** Every number that a text names, thousands written together. */
function numbersIn(value: unknown): readonly string[] {
  if (typeof value === "string")
    return value.replaceAll(/(\d)[,\u00a0\u202f](\d{3})(?!\d)/g, "$1$2").match(/\d+/g) ?? [];
  if (typeof value !== "object" || value === null) return [];
  const { is: _is, level: _level, id: _id, ...parts } = value as Record<string, unknown>;
  return Object.values(Array.isArray(value) ? value : parts).flatMap(numbersIn);
}

/** How many figures each section has: one that is taken out is missed, also where another one stays. */
const FIGURED: Readonly<Record<GameId, Readonly<Record<string, number>>>> = {
  "hop-it": {
    "on-the-table": 2,
    "set-up": 1,
    "a-turn": 1,
    "what-a-hop-does": 1,
    "hops-that-must-be-made": 1,
    "lily-pads": 1,
    "end-of-the-game": 1,
  },
  abagio: { "on-the-table": 1, "set-up": 1, "2-leap": 6, "3-the-chief-frog": 1, "end-of-the-game": 1 },
  "pool-party": { "on-the-table": 2, "set-up": 1, "a-turn": 3, "moving-and-pushing": 2, "end-of-the-game": 1 },
  "china-moon": { "on-the-table": 1, "set-up": 1, "moving-a-frog": 2, "where-the-move-ends": 3, "end-and-scoring": 1 },
  frogriders: {
    "on-the-table": 2,
    "phase-a-jump-you-must": 1,
    "phase-b-send-one-frog-to-the-village-you-may": 1,
    "privilege-cards-24": 2,
    "end-and-scoring": 1,
  },
};

for (const game of GAMES) {
  test(`${game}: the rules say the same in every language`, () => {
    const english = sections(RULES.en[game]);
    for (const lang of LANGUAGE_CODES) {
      const other = sections(RULES[lang][game]);
      assert.deepEqual([...other.keys()], [...english.keys()], lang);
      for (const [name, blocks] of english) {
        const theirs = other.get(name) ?? [];
        const kinds = (all: readonly Block[]) => all.map(({ is }) => is);
        assert.deepEqual(kinds(theirs), kinds(blocks), `${lang} ${name}`);
        const numbers = (all: readonly Block[]) => all.map((block) => numbersIn(block).toSorted());
        assert.deepEqual(numbers(theirs), numbers(blocks), `${lang} ${name}`);
      }
      assert.deepEqual(
        figuresOf(RULES[lang][game]).map(({ lines }) => lines),
        figuresOf(RULES.en[game]).map(({ lines }) => lines),
        lang,
      );
      assert.equal(RULES[lang][game].facts.length, RULES.en[game].facts.length);
    }
  });

  test(`${game}: every reason has its sentence in the rules of every language`, () => {
    for (const lang of LANGUAGE_CODES) {
      const names = new Set(namesIn(RULES[lang][game].blocks));
      const codes = Object.keys(TONGUES[lang].games.reasons[game]);
      assert.deepEqual(codes.toSorted(), REASONS[game].toSorted());
      assert.deepEqual(
        codes.filter((code) => !names.has(code)),
        [],
        lang,
      );
    }
  });

  test(`${game}: every figure can be drawn, and what it points at is there`, () => {
    const board = boardOf<GameId>(game);
    const figures = figuresOf(RULES.en[game]);
    assert.ok(figures.length >= Object.keys(FIGURED[game]).length && figures.length > 0);
    for (const { lines } of figures) {
      for (const position of positionsOf<GameId>(game, lines)) {
        const seats = Array.from({ length: position.seats }, (_, seat) => ({ name: "", ...lookOf(game, seat) }));
        const scene = { view: position.view, layout: "tall", seats, me: 0 } as const;
        const places = board.places(scene);
        const isThere = (spot: string) => places.has(spot) || board.elsewhere?.(spot, scene) !== undefined;
        for (const token of board.tokens(scene))
          assert.ok(board.arrange([token], scene).length === 1, lines.join("; "));
        const pointed = [...position.shows, ...position.around, ...position.arrows.flat()];
        for (const spot of pointed) assert.ok(isThere(spot), `${lines.join("; ")}: ${spot}`);
      }
    }
  });

  test(`${game}: the rules begin with a minute, and have advice for beginners`, () => {
    const names = [...sections(RULES.en[game]).keys()];
    assert.equal(names[1], "in-one-minute");
    assert.ok(names.includes("advice-for-first-games"));
  });

  test(`${game}: every example that the rules show is there, with its caption, in every language`, () => {
    for (const lang of LANGUAGE_CODES) {
      const shown = [...sections(RULES[lang][game])].map(([name, blocks]) => {
        const figures = blocks.filter((block): block is FigureText => block.is === "figure");
        for (const { caption } of figures) assert.ok(flat([...caption]).length > 15, `${lang} ${name}`);
        return [name, figures.length] as const;
      });
      assert.deepEqual(Object.fromEntries(shown.filter(([, count]) => count > 0)), FIGURED[game], lang);
    }
  });
}

/** Who starts, where the rules do not roll for it. */
const STARTS: Readonly<Record<Language, RegExp>> = {
  en: /The host of the table chooses who starts, or the lot decides/,
  fr: /L’hôte de la table choisit qui commence, ou laisse le sort décider/,
};

for (const game of GAMES.filter((id) => !FACTS[id].draws_first)) {
  test(`${game}: the rules say who starts as tables are set up, in every language`, () => {
    for (const lang of LANGUAGE_CODES) {
      const [, text = ""] = readFileSync(`../docs/rules/${game}${lang === "en" ? "" : `.${lang}`}.md`, "utf8").split(
        /^## (?:Set-up|Mise en place)$/m,
      );
      assert.match(text, STARTS[lang], lang);
    }
  });
}

/** The words of the rules that the page omitted while it had a digest, as patterns that any wording must meet. */
const TOLD: Readonly<Record<GameId, readonly RegExp[]>> = {
  "hop-it": [/During a chain/, /you pass/, /by Cameron Browne/],
  abagio: [
    /The higher number starts/,
    /with exactly that number/,
    /goes beside the board at the end of your turn/,
    /by a designer whom its leaflet does not name/,
  ],
  "pool-party": [/you have to move/, /The player who moved comes first/, /by Hajo Bücken/],
  "china-moon": [
    /All frogs stand on the Start/,
    /whether after one step or two/,
    /share the win/,
    /on an arm that the frog did not take/,
    /by Bruno Faidutti/,
  ],
  frogriders: [
    /3 yellow, 4 red, 5 blue and 8 brown/,
    /the village was not empty/,
    /there is no phase B/,
    /cannot be combined/,
    /never count for privilege cards/,
    /the win is shared/,
    /fronts only/,
    /by Asger Harding Granerud/,
  ],
};

for (const game of GAMES) {
  test(`${game}: the page tells what its digest once left out`, () => {
    const all = (value: unknown): string =>
      typeof value === "string"
        ? value
        : typeof value === "object" && value !== null
          ? Object.values(value).map(all).join("")
          : "";
    const text = all([RULES.en[game].facts, RULES.en[game].blocks]);
    for (const pattern of TOLD[game]) assert.match(text, pattern);
  });
}

/** What there is of a piece in a position, and how many are in the box. */
type Count = readonly [what: string, count: number, most: number];

const PIECES: { readonly [G in GameId]: (view: Views[G]) => readonly Count[] } = {
  "hop-it": ({ pieces }) =>
    [0, 1].map((side) => [`side ${side}`, pieces.filter(({ seat }) => seat === side).length, 9]),
  abagio: ({ spaces, root, pond }) =>
    [0, 1].map((side) => {
      const standing = spaces.flatMap(({ frogs }) => frogs).filter((seat) => seat === side).length;
      return [`side ${side}`, standing + (root[side] ?? 0) + (pond[side] ?? 0), 12];
    }),
  "pool-party": ({ frogs: all }) =>
    all.flatMap((frogs) =>
      frogs.map((space, lane): Count => {
        const others = all.filter((other) => other[lane] === space);
        return [`lane ${lane + 1}, space ${space}`, space === null ? 1 : others.length, 1];
      }),
    ),
  "china-moon": ({ lilies, places, players }) => {
    const all = [...lilies.map(({ lily }) => lily), ...places, ...players.flatMap((player) => player.lilies)];
    return [..."WYPKB"].map((colour) => [
      colour,
      all.filter((lily) => lily === colour).length,
      colour === "K" || colour === "B" ? 1 : 5,
    ]);
  },
  frogriders: ({ pond, village, players }) =>
    (["Y", "R", "B", "N"] as const).map((colour, index) => {
      const held = players.reduce((sum, { frogs }) => sum + frogs[colour], village[colour]);
      return [colour, held + [...pond].filter((frog) => frog === colour).length, [10, 11, 14, 21][index] ?? 0];
    }),
};

function census<G extends GameId>(game: G, view: Views[G]): readonly Count[] {
  return PIECES[game](view);
}

for (const game of GAMES) {
  test(`${game}: no figure has more pieces than there are`, () => {
    for (const { lines } of figuresOf(RULES.en[game]))
      for (const { view } of positionsOf<GameId>(game, lines))
        for (const [what, count, most] of census(game, view))
          assert.ok(count <= most, `${lines.join("; ")}: ${count} of ${what}`);
  });
}

test("frogriders: the pond of the figures has as many frogs as the rules say", () => {
  const count = (lines: readonly string[]) => {
    const view = positionsOf("frogriders", lines)[0]?.view ?? assert.fail();
    return ["Y", "R", "B", "N"].map((colour) => [...view.pond].filter((frog) => frog === colour).length);
  };
  assert.deepEqual(count(["frogs: full"]), [10, 11, 14, 21]);
  assert.deepEqual(count(["frogs: full", "players: 2"]), [7, 7, 9, 13]);
});

test("figures: what stays is inherited, what passes is not, and what is not known is refused", () => {
  const [before, after] = positionsOf("hop-it", [
    "white: frogs c1, tadpole d2",
    "arrows: c1>e3",
    "then",
    "white: frog e3",
  ]);
  assert.deepEqual(before?.arrows, [["c1", "e3"]]);
  assert.deepEqual(after?.arrows, []);
  assert.deepEqual(
    before?.view.pieces.map(({ at, frog }) => [at, frog]),
    [
      ["c1", true],
      ["d2", false],
    ],
  );
  assert.deepEqual(after?.view.pieces, [{ at: "e3", seat: 0, frog: true }]);
  assert.throws(() => positionsOf("hop-it", ["green: frog c1"]), /lines that it knows and has `green`/);
  assert.throws(() => positionsOf("pool-party", ["A: 1 x"]), /a number and has `x`/);
  assert.throws(() => positionsOf("frogriders", ["frogs: Rz1"]), /a frog on a pad and has `Rz1`/);
  for (const line of ["market: ell 2R", "commons: RYB", "secret: ell", "cards A: nothing"])
    assert.throws(() => positionsOf("frogriders", [line]), /one of .* and has `(2R|RYB|ell|nothing)`/, line);
});

const HEAD = "# Frogs\n\n[Français](x.fr.md) · Two players\n\n";

test("the reader of the rules knows what they are written in, and nothing else", () => {
  assert.deepEqual(inline("a **b** *c* `d` [e](#f)!"), [
    "a ",
    ["b", "b"],
    " ",
    ["i", "c"],
    " ",
    ["code", "d"],
    " ",
    ["link", "#f", "e"],
    "!",
  ]);
  assert.deepEqual(inline('One. <a id="x"></a><a id="y"></a>Two **here**. Three.'), [
    "One. ",
    ["at", "x", ["at", "y", "Two ", ["b", "here"], "."]],
    " Three.",
  ]);
  assert.equal(flat(inline("a **b *c* d** `e`")), "a b c d e");
  assert.equal(slug("Phase A: jump (you must)"), "phase-a-jump-you-must");
  for (const [text, complaint] of [
    ["![a picture](x.png)", /not known/],
    ["<b>bold</b>", /not known/],
    ["> quoted", /not known/],
    ["a ~~b~~", /not known/],
    ["    indented", /not known/],
    ["#### deep", /not known/],
    ["```rust\nx\n```", /unknown kind/],
    ["```text\nx", /never closed/],
    ["```figure\nwhite: frog c1\n```\n\nNo caption.", /without a caption/],
    ["| a | b |\n|---|---|\n| c |", /other columns/],
    ["| | b |\n|---|---|\n| c | d |", /without a name/],
    ["broken  \nby hand", /broken by hand/],
    ["[away](https://example.org)", /cannot follow/],
    ['<a id="x"></a>A. <a id="x"></a>B.', /stands twice/],
    ['A. <a id="x"></a>', /without a sentence/],
  ] as const)
    assert.throws(() => readRules(`${HEAD}${text}\n`, { language: "en", notation: "" }), complaint, text);
  assert.throws(
    () => readRules(`${HEAD}## Un\n\n## Deux\n`, { language: "fr", english: `${HEAD}## One\n`, notation: "" }),
    /a heading that the English rules do not have there/,
  );
});

test("a figure may have a drawing for those who read the file, and French words", () => {
  const text = `${HEAD}\`\`\`figure blancs : têtard d4; montre : b4\n/ \\\n\`\`\`\n\n*Un têtard.*\n`;
  const { blocks } = readRules(text, { language: "fr", notation: "" });
  assert.deepEqual(blocks, [{ is: "figure", lines: ["white: tadpole d4", "shows: b4"], caption: ["Un têtard."] }]);
});

test("the example of Frogriders adds up to its total", () => {
  const table = RULES.en.frogriders.blocks.findLast(
    (block) => block.is === "table" && flat([...(block.head[2] ?? [])]) === "trophies" && block.rows.length === 10,
  );
  assert.ok(table?.is === "table");
  const points = table.rows.map((row) => Number(flat([...(row[2] ?? [])]).replace("−", "-")));
  assert.equal(
    points.slice(0, -1).reduce((sum, more) => sum + more, 0),
    points.at(-1),
  );
  assert.equal(points.at(-1), 39);
});

test("what the files link to on the page is there: headings are named after the English ones", () => {
  for (const game of GAMES) {
    const english = readFileSync(`../docs/rules/${game}.md`, "utf8");
    const headings = [...english.matchAll(/^##+ (.+)$/gm)].map(([, text = ""]) => slug(text));
    for (const lang of LANGUAGE_CODES) {
      const ids = RULES[lang][game].blocks.flatMap((block) => (block.is === "heading" ? [block.id] : []));
      assert.deepEqual(ids, headings, `${lang} ${game}`);
    }
  }
});
