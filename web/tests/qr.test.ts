import assert from "node:assert/strict";
import { test } from "node:test";
import jsqr from "jsqr";
import { qrOf } from "../src/app/qr";

/** Reads a picture of the code, as a camera would, with somebody else's eyes. */
function read(grid: readonly (readonly boolean[])[], scale = 4, quiet = 4): string | null {
  const size = (grid.length + 2 * quiet) * scale;
  const pixels = new Uint8ClampedArray(size * size * 4).fill(255);
  grid.forEach((row, y) =>
    row.forEach((isDark, x) => {
      if (!isDark) return;
      for (let dy = 0; dy < scale; dy += 1) {
        for (let dx = 0; dx < scale; dx += 1) {
          const at = (((y + quiet) * scale + dy) * size + (x + quiet) * scale + dx) * 4;
          pixels.fill(0, at, at + 3);
        }
      }
    }),
  );
  const decode = jsqr as unknown as { default?: typeof jsqr };
  return (decode.default ?? jsqr)(pixels, size, size)?.data ?? null;
}

test("a code says the link that it was made from, whatever its length", () => {
  const link = "https://frogs.example/join/";
  for (let length = 1; length <= 180; length += 7) {
    const text =
      link +
      Array.from(
        { length },
        (_, index) => "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_"[(index * 37 + length) % 64],
      ).join("");
    const grid = qrOf(text);
    assert.ok(grid !== null, `${text.length} characters`);
    assert.equal(read(grid), text, `${text.length} characters`);
  }
});

test("a code outlives a smudge, and a wrong one is noticed", () => {
  const text = "https://frogs.example/join/a-b_c";
  const grid = (qrOf(text) ?? assert.fail()).map((row) => [...row]);
  const middle = Math.floor(grid.length / 2);
  for (const [x, y] of [
    [0, 0],
    [1, 0],
    [0, 1],
  ] as const) {
    const row = grid[middle + y] ?? assert.fail();
    row[middle + x] = row[middle + x] !== true;
  }
  assert.equal(read(grid), text);
  const inverted = grid.map((row, y) => row.map((isDark, x) => (x > 8 && y > 8 ? !isDark : isDark)));
  assert.notEqual(read(inverted), text);
});
