import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { FACTS, GAMES } from "../src/protocol/facts";

const sources = readdirSync("src", { recursive: true, encoding: "utf8" })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => [name, readFileSync(`src/${name}`, "utf8")] as const);

test("nothing that the engine sends is of an unknown type", () => {
  const types = readFileSync("src/protocol/index.ts", "utf8");
  assert.match(types, /export type Effect =/);
  assert.doesNotMatch(types, /\b(unknown|any)\b(?! [a-z])/);
});

test("the page takes views, effects and ids of games as they are typed, without casts", () => {
  const cast = /\bas (unknown as )?(readonly )?(Views|GameId|Effect|Choices|Position|Told|\w+View)\b/;
  for (const [name, text] of sources) assert.doesNotMatch(text, cast, name);
});

test("the page declares no type of the engine a second time", () => {
  const declared = [
    ...readFileSync("src/protocol/index.ts", "utf8").matchAll(
      /^export (?:interface|type) (\w+View|Effect|Piece|Choices|GameInfo|Proof|Entry)\b/gm,
    ),
  ];
  const names = declared.map(([, name]) => name ?? "");
  assert.ok(names.length > GAMES.length);
  for (const [file, text] of sources) {
    if (file.startsWith("protocol/")) continue;
    for (const name of names) assert.doesNotMatch(text, new RegExp(`(interface|type) ${name}\\b[^,}\\n]*[={]`), file);
  }
});

test("facts are known of every game", () => {
  for (const game of GAMES) {
    const { id, least_seats, usual_seats, most_seats, minutes } = FACTS[game];
    assert.equal(id, game);
    assert.ok(least_seats <= usual_seats && usual_seats <= most_seats);
    assert.ok(minutes[0] <= minutes[1]);
  }
});
