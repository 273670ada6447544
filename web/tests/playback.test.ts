import assert from "node:assert/strict";
import { test } from "node:test";
import type { Token } from "../src/boards/board";
import type { GameId } from "../src/protocol";
import type { Motion } from "../src/motion/apply";
import { type Frame, type Performer, Playback } from "../src/motion/playback";
import { TRACES, boardOfTrace, sceneOf } from "./traces";

/** Performs nothing until it is told to go on. */
class Prompter implements Performer<GameId> {
  readonly seen: Motion[] = [];
  finished = 0;
  #done: (() => void) | null = null;

  perform(motion: Motion): Promise<void> {
    this.seen.push(motion);
    return new Promise((done) => {
      this.#done = done;
    });
  }

  finish(): void {
    this.finished += 1;
    this.on();
  }

  on(): void {
    const done = this.#done;
    this.#done = null;
    done?.();
  }
}

const found = TRACES.find(([name]) => name === "hop-it-random");
assert.ok(found);
const [, trace] = found;
const board = boardOfTrace(trace);
const sceneAt = (number: number) => sceneOf(trace, trace.events[number]?.view ?? trace.view);
const settled = () =>
  new Promise((done) => {
    setImmediate(done);
  });
const where = (tokens: readonly Token[]) =>
  tokens.map(({ piece, owner, at }) => `${at} ${piece} ${owner ?? ""}`).toSorted();

function begin() {
  const frames: Frame<GameId>[] = [];
  const prompter = new Prompter();
  const playback = new Playback(board, sceneAt(0), (frame) => frames.push(frame), prompter);
  const add = (number: number) =>
    playback.add({ effects: trace.events[number]?.effects ?? [], scene: sceneAt(number + 1) });
  return { frames, prompter, playback, add };
}

test("what happened is played motion by motion and ends in the next view", async () => {
  const { frames, prompter, playback, add } = begin();
  add(0);
  assert.equal(prompter.seen.length, 1);
  assert.ok(playback.frame.busy);
  assert.deepEqual(playback.frame.moving, prompter.seen[0]?.ids);
  for (let step = 0; step < 9 && playback.frame.busy; step += 1) {
    prompter.on();
    await settled();
  }
  assert.ok(!playback.frame.busy);
  assert.deepEqual(where(playback.frame.tokens), where(board.tokens(sceneAt(1))));
  assert.equal(playback.frame, frames.at(-1));
});

test("what happens meanwhile waits for its turn", async () => {
  const { prompter, playback, add } = begin();
  add(0);
  add(1);
  assert.equal(prompter.seen.length, 1);
  for (let step = 0; step < 19 && playback.frame.busy; step += 1) {
    prompter.on();
    await settled();
  }
  assert.deepEqual(where(playback.frame.tokens), where(board.tokens(sceneAt(2))));
});

test("skipping brings everything to its end at once", async () => {
  const { prompter, playback, add } = begin();
  for (let number = 0; number < 6; number += 1) add(number);
  playback.skip();
  await settled();
  assert.equal(prompter.seen.length, 1);
  assert.equal(prompter.finished, 1);
  assert.ok(!playback.frame.busy);
  assert.deepEqual(where(playback.frame.tokens), where(board.tokens(sceneAt(6))));
});

test("after skipping, what happens next is played again", async () => {
  const { prompter, playback, add } = begin();
  add(0);
  playback.skip();
  await settled();
  const later = trace.events.findIndex(({ effects }, number) => number > 0 && effects.length > 0);
  playback.reset(sceneAt(later));
  add(later);
  assert.equal(prompter.seen.length, 2);
  assert.ok(playback.frame.busy);
});

test("a reset shows another scene and forgets what was going on", async () => {
  const { prompter, playback, add } = begin();
  add(0);
  add(1);
  playback.reset(sceneAt(9), ["c1"]);
  await settled();
  assert.ok(!playback.frame.busy);
  assert.deepEqual(playback.frame.last, ["c1"]);
  assert.deepEqual(where(playback.frame.tokens), where(board.tokens(sceneAt(9))));
  assert.equal(prompter.seen.length, 1);
});
