import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { GAMES } from "../src/protocol/facts";

const files = readdirSync("src", { recursive: true }).map((name) => `src/${String(name)}`);
const SHEETS = files.filter((name) => name.endsWith(".css"));
const sources = files
  .filter((name) => name.endsWith(".tsx") || name.endsWith(".ts"))
  .map((name) => readFileSync(name, "utf8"))
  .join("\n");

/** The classes that the selectors of a sheet name. */
function classesOf(css: string): ReadonlySet<string> {
  const selectors = [...css.replaceAll(/\/\*[^]*?\*\//g, "").matchAll(/[^{};]+(?=\{)/g)]
    .map(([selector]) => selector)
    .filter((selector) => !selector.trim().startsWith("@"));
  return new Set(
    selectors.flatMap((selector) => [...selector.matchAll(/\.(-?[a-z_][\w-]*)/gi)].map((match) => match[1] ?? "")),
  );
}

/** The sheets of the page around the boards are one, in parts; every other sheet stands for itself. */
const ownerOf = (sheet: string) => (sheet.startsWith("src/app/") ? "src/app" : sheet);

test("no two sheets name the same class", () => {
  const owners = new Map<string, string>();
  const shared: string[] = [];
  for (const sheet of SHEETS) {
    for (const name of classesOf(readFileSync(sheet, "utf8"))) {
      const owner = owners.get(name) ?? ownerOf(sheet);
      if (owner !== ownerOf(sheet)) shared.push(`.${name} in ${owner} and ${sheet}`);
      owners.set(name, owner);
    }
  }
  assert.ok(owners.size > 200, "the sheets were read");
  assert.deepEqual(shared, []);
});

test("the classes of a sheet are found, whatever surrounds them", () => {
  assert.deepEqual(
    [
      ...classesOf(
        "/* .no */ .a.b > c, .d:hover { e: .5s; & .f { g: h } } @media (x) { .i::after { } } :root[data-x] { & .j-k { } }",
      ),
    ],
    ["a", "b", "d", "f", "i", "j-k"],
  );
});

/** The shapes of window that a sheet tells apart. */
function shapesOf(sheet: string): readonly string[] {
  const css = readFileSync(`src/app/${sheet}`, "utf8");
  return [...css.matchAll(/@media ([^{]+)\{/g)]
    .flatMap(([, shapes = ""]) => shapes.split(","))
    .map((shape) => shape.trim())
    .filter((shape) => /width|height|aspect/.test(shape));
}

test("a replay is laid out anew where the table is: no window falls between two layouts", () => {
  const known = new Set(shapesOf("narrow.css"));
  // Beside the board, but not on a phone held sideways.
  const isKnown = (shape: string) => known.has(shape.replace(/ and \(min-height: 521px\)$/, ""));
  for (const sheet of ["replay/replay.css", "replay/review.css", "table/follow.css"]) {
    const shapes = shapesOf(sheet);
    assert.ok(shapes.length > 2, sheet);
    assert.deepEqual(
      shapes.filter((shape) => !isKnown(shape)),
      [],
      sheet,
    );
  }
  const beside = ["(min-width: 861px) and (min-aspect-ratio: 1/1)", "(min-width: 560px) and (min-aspect-ratio: 5/4)"];
  const [sticky = ""] =
    readFileSync("src/app/replay/review.css", "utf8").match(/@media [^{]+521px\) \{[^@]+sticky/) ?? [];
  for (const shape of beside) assert.ok(known.has(shape) && sticky.includes(`${shape} and (min-height: 521px)`), shape);
});

test("every board has its own sheet, and what it names is drawn", () => {
  for (const game of GAMES) {
    const names = classesOf(readFileSync(`src/boards/${game}/board.css`, "utf8"));
    assert.ok(names.size > 0, game);
  }
  // Some are put together from a kind and its name.
  const isMade = (name: string) => /^(kind|lily|page|sign|tab|table|tint)-/.test(name);
  for (const sheet of SHEETS) {
    for (const name of classesOf(readFileSync(sheet, "utf8"))) {
      assert.ok(
        isMade(name) || new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(sources),
        `${sheet}: nobody is .${name}`,
      );
    }
  }
});
