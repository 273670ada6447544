import assert from "node:assert/strict";
import { test } from "node:test";
import { places } from "../src/boards/hop-it/geometry";
import { inReadingOrder, spotAt, towards } from "../src/input/pointing";

const POND = places(false);
const middle = (spot: string) => POND.get(spot) ?? { x: 0, y: 0 };

test("a point means the spot under it", () => {
  assert.equal(spotAt(POND, [], middle("e3"), 0), "e3");
  assert.equal(spotAt(POND, [], { x: -500, y: -500 }, 0), null);
});

test("a finger that misses means the nearest lit spot", () => {
  const { x, y } = middle("e3");
  assert.equal(spotAt(POND, ["g3"], { x: x + 60, y }, 40), "g3");
  assert.equal(spotAt(POND, ["g3"], { x: x - 30, y }, 40), "e3");
});

test("of two lit spots the one meant is the one under the finger", () => {
  assert.equal(spotAt(POND, ["e3", "g3"], { x: middle("e3").x + 20, y: middle("e3").y }, 60), "e3");
});

test("arrow keys lead to the lit spot in that direction", () => {
  const lit = ["c1", "e1", "g1", "b2", "d2", "g7"];
  assert.equal(towards(POND, lit, "e1", "right"), "g1");
  assert.equal(towards(POND, lit, "e1", "left"), "c1");
  assert.equal(towards(POND, lit, "e1", "up"), "d2");
  assert.equal(towards(POND, lit, "g7", "up"), null);
});

test("from nowhere an arrow key leads to the first lit spot", () => {
  assert.equal(towards(POND, ["c1"], "stop", "up"), "c1");
});

test("lit spots are read row by row", () => {
  assert.deepEqual(inReadingOrder(POND, ["e1", "c7", "c1", "stop", "b6"]), ["c7", "b6", "c1", "e1"]);
});
