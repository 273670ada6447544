import assert from "node:assert/strict";
import { createHash, createHmac } from "node:crypto";
import { test } from "node:test";
import { hmac, sha256 } from "../src/app/fair/sha256";
import { commitmentOf, draw, hexOf } from "../src/app/fair/draws";
import { qrOf } from "../src/app/qr";
import { addressOf, parse } from "../src/app/route";
import { USUAL, isStill, languageOf, themeOf } from "../src/app/settings";

const SERVER = "07".repeat(32);
const [ONE, TWO] = ["01".repeat(32), "02".repeat(32)] as const;

test("hashes are those of SHA-256, whatever the length", () => {
  for (const length of [0, 1, 55, 56, 63, 64, 65, 119, 200, 1000]) {
    const bytes = Uint8Array.from({ length }, (_, index) => (index * 7) % 251);
    assert.equal(hexOf(sha256(bytes)), createHash("sha256").update(bytes).digest("hex"), `${length} bytes`);
    const key = Uint8Array.from({ length: length % 90 }, (_, index) => index);
    assert.equal(hexOf(hmac(key, bytes)), createHmac("sha256", key).update(bytes).digest("hex"), `${length} bytes`);
  }
});

test("the written example of fair dice comes out", () => {
  assert.equal(commitmentOf(SERVER), "4bb06f8e4e3a7715d201d573d0aa423762e55dabd61a2c02278fa56cc6d294e0");
  assert.deepEqual(draw({ dice: { count: 2, sorted: false } }, SERVER, 12, [ONE, TWO]), [1, 3]);
  assert.deepEqual(draw({ dice: { count: 2, sorted: true } }, SERVER, 12, [ONE, TWO]), [3, 1]);
  assert.deepEqual(draw({ bags: [{ counts: [2, 2, 1], take: 3 }] }, SERVER, 12, [ONE, TWO]), [0, 1, 2]);
});

test("a code has its finders, its timing and the size of its version", () => {
  for (const [length, size] of [
    [5, 21],
    [14, 21],
    [15, 25],
    [60, 33],
    [106, 41],
    [107, 45],
    [213, 57],
  ] as const) {
    const grid = qrOf("x".repeat(length));
    assert.equal(grid?.length, size, `${length} characters`);
    assert.deepEqual(grid?.[0]?.slice(0, 8), [true, true, true, true, true, true, true, false]);
    assert.deepEqual(grid?.[6]?.slice(8, 13), [true, false, true, false, true]);
  }
  assert.equal(qrOf("x".repeat(300)), null);
});

test("every address leads back to its page", () => {
  const routes = [
    { page: "home" },
    { page: "set-up", game: "abagio", how: "friends" },
    { page: "table", id: "a b/c" },
    { page: "invite", code: "x-y" },
    { page: "replay", id: "t", at: 12, eyes: "1" },
    { page: "replay", id: "t", at: null, eyes: "" },
    { page: "replay", id: "t", at: null, eyes: "", isReview: true },
    { page: "rules", game: "hop-it" },
    { page: "device" },
  ] as const;
  for (const route of routes) {
    const [path = "", query = ""] = addressOf(route).split("?");
    assert.deepEqual(parse(path, query), route);
  }
  assert.deepEqual(parse("/play/chess/friends", ""), { page: "lost" });
  assert.deepEqual(parse("/nowhere", ""), { page: "lost" });
  assert.deepEqual(parse("/%", ""), { page: "lost" }, "what is not well written leads nowhere");
  assert.deepEqual(parse("/table/%E0%A4%A", ""), { page: "table", id: "%E0%A4%A" });
});

test("language, theme and motion follow the browser until somebody chooses", () => {
  assert.equal(languageOf(USUAL, ["de-DE", "fr-CH", "en"]), "fr");
  assert.equal(languageOf(USUAL, ["de"]), "en");
  assert.equal(languageOf({ ...USUAL, language: "en" }, ["fr"]), "en");
  assert.equal(themeOf(USUAL, true), "dark");
  assert.equal(themeOf({ ...USUAL, theme: "light" }, true), "light");
  assert.equal(isStill(USUAL, true), true);
  assert.equal(isStill(USUAL, false), false);
  assert.equal(isStill({ ...USUAL, motion: "none" }, false), true);
});
