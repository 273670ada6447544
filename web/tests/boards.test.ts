import assert from "node:assert/strict";
import { test } from "node:test";
import { LAYOUTS, type Token } from "../src/boards/board";
import { isButton } from "../src/boards/buttons";
import { motionsOf, reconcile } from "../src/motion/apply";
import { TRACES, boardOfTrace, sceneOf } from "./traces";

for (const [name, trace] of TRACES) {
  const board = boardOfTrace(trace);

  test(`${name}: every spot that the engine lists can be pointed at`, () => {
    for (const event of trace.events) {
      const places = board.places(sceneOf(trace, event.view, event.seat ?? null));
      for (const path of event.paths.flat()) {
        path.forEach((spot, index) => {
          const place = board.resolve?.(path.slice(0, index), spot) ?? spot;
          assert.ok(isButton(spot) || places.has(place), `${spot} of ${path.join(" ")} in ${event.play ?? ""}`);
        });
      }
    }
  });

  test(`${name}: every place and piece is on the board`, () => {
    for (const layout of LAYOUTS) {
      for (const { view } of trace.events) {
        const scene = { ...sceneOf(trace, view), layout };
        const { width, height } = board.size(scene);
        const inside = ({ x, y }: { x: number; y: number }) => x > 0 && y > 0 && x < width && y < height;
        for (const [spot, place] of board.places(scene))
          assert.ok(inside(place), `${spot} at ${place.x},${place.y} (${layout})`);
        for (const sprite of board.arrange(board.tokens(scene), scene)) {
          assert.ok(inside(sprite) && sprite.size > 0, `${sprite.id} at ${sprite.x},${sprite.y} (${layout})`);
        }
      }
    }
  });

  test(`${name}: pieces have ids of their own`, () => {
    for (const { view } of trace.events) {
      const ids = board.tokens(sceneOf(trace, view)).map(({ id }) => id);
      assert.equal(new Set(ids).size, ids.length);
    }
  });

  test(`${name}: effects move the pieces to where the next view has them`, () => {
    trace.events.forEach((event, index) => {
      const next = trace.events[index + 1]?.view ?? trace.view;
      const before = board.tokens(sceneOf(trace, event.view));
      const moved = motionsOf(before, event.effects, board).at(-1)?.after ?? before;
      assert.deepEqual(
        listed(moved),
        listed(board.tokens(sceneOf(trace, next))),
        `event ${index}, ${event.play ?? event.chance ?? ""}`,
      );
    });
  });

  test(`${name}: a piece that does not move keeps its id`, () => {
    trace.events.forEach((event, index) => {
      const next = trace.events[index + 1]?.view ?? trace.view;
      const before = board.tokens(sceneOf(trace, event.view));
      const moved = motionsOf(before, event.effects, board).at(-1)?.after ?? before;
      const settled = reconcile(moved, board.tokens(sceneOf(trace, next)));
      assert.equal(new Set(settled.map(({ id }) => id)).size, settled.length);
      const known = new Set(moved.filter(({ kind }) => kind !== "die" && kind !== "secret").map(({ id }) => id));
      for (const token of settled.filter(({ kind }) => kind !== "die" && kind !== "secret"))
        assert.ok(known.has(token.id), token.id);
    });
  });
}

/** What is where, but for dice, which the rules use up in silence, and secrets, which each seat sees its own of. */
function listed(tokens: readonly Token[]): string[] {
  return tokens
    .filter(({ kind }) => kind !== "die" && kind !== "secret")
    .map(({ kind, piece, owner, at }) => `${at}: ${kind} ${piece} ${owner ?? ""}`)
    .toSorted();
}
