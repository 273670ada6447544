/** Plays what happened, motion by motion, and then shows the view as it is. No DOM: somebody else performs. */

import type { Board, Scene, Token } from "../boards/board";
import type { Effect, GameId } from "../protocol";
import { type Motion, motionsOf, reconcile, traceOf } from "./apply";

/** What is to be drawn just now. */
export interface Frame<G extends GameId> {
  readonly scene: Scene<G>;
  readonly tokens: readonly Token[];
  /** The places of what happened last. */
  readonly last: readonly string[];
  /** Is something moving? */
  readonly busy: boolean;
  /** The pieces that move, which are drawn over all others. */
  readonly moving: readonly string[];
  /** Those of them that are in the air. */
  readonly leaping: readonly string[];
}

/** Something that happened, and how things are afterwards. */
export interface Happening<G extends GameId> {
  readonly effects: readonly Effect[];
  readonly scene: Scene<G>;
}

/** Moves pieces before somebody's eyes. */
export interface Performer<G extends GameId> {
  /** Moves them from one frame to the next; done when they have arrived. */
  perform(motion: Motion, from: Frame<G>, to: Frame<G>): Promise<void>;
  /** Brings what is being performed to its end at once. */
  finish(): void;
}

interface Queued<G extends GameId> extends Happening<G> {
  readonly done: () => void;
}

export class Playback<G extends GameId> {
  readonly #board: Board<G>;
  readonly #show: (frame: Frame<G>) => void;
  readonly #performer: Performer<G>;
  #frame: Frame<G>;
  #queue: Queued<G>[] = [];
  #isRunning = false;
  #isHurried = false;
  /** Goes up with every reset: what was going on before counts no more. */
  #epoch = 0;

  constructor(board: Board<G>, scene: Scene<G>, show: (frame: Frame<G>) => void, performer: Performer<G>) {
    this.#board = board;
    this.#show = show;
    this.#performer = performer;
    this.#frame = { scene, tokens: board.tokens(scene), last: [], busy: false, moving: [], leaping: [] };
  }

  get frame(): Frame<G> {
    return this.#frame;
  }

  /** Shows a scene at once, whatever was going on: another layout, a jump in a replay, a new game. */
  reset(scene: Scene<G>, last: readonly string[] = []): void {
    this.#epoch += 1;
    const dropped = this.#queue;
    this.#queue = [];
    this.#performer.finish();
    const tokens = reconcile(this.#frame.tokens, this.#board.tokens(scene));
    this.#set({ scene, tokens, last, busy: false, moving: [], leaping: [] });
    for (const { done } of dropped) done();
  }

  /** Adds something that happened; `done` is told as its scene is shown, or when a reset has made it void. */
  add(happening: Happening<G>, done: () => void = () => undefined): void {
    this.#queue.push({ ...happening, done });
    if (!this.#isRunning) void this.#run();
  }

  /** Brings everything to its end at once. */
  skip(): void {
    this.#isHurried = this.#isRunning;
    this.#performer.finish();
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    for (let next = this.#queue.shift(); next !== undefined; next = this.#queue.shift()) await this.#play(next);
    this.#isRunning = false;
    this.#isHurried = false;
    if (this.#frame.busy) this.#set({ ...this.#frame, busy: false });
  }

  async #play({ effects, scene, done }: Queued<G>): Promise<void> {
    const epoch = this.#epoch;
    for (const motion of motionsOf(this.#frame.tokens, effects, this.#board)) {
      if (this.#isHurried) break;
      const from = this.#frame;
      this.#set({
        ...from,
        tokens: motion.during,
        busy: true,
        moving: motion.ids,
        leaping: isLeap(motion) ? motion.ids : [],
      });
      await this.#performer.perform(motion, from, this.#frame);
      if (epoch !== this.#epoch) {
        done();
        return;
      }
      this.#set({ ...this.#frame, tokens: motion.after, moving: [], leaping: [] });
    }
    const tokens = reconcile(this.#frame.tokens, this.#board.tokens(scene));
    const last = traceOf(effects, this.#board);
    // Whoever shows something else of the same moment hears of it before anything is drawn.
    done();
    this.#set({ scene, tokens, last: last.length > 0 ? last : this.#frame.last, busy: true, moving: [], leaping: [] });
  }

  #set(frame: Frame<G>): void {
    this.#frame = frame;
    this.#show(frame);
  }
}

function isLeap({ manner }: Motion): boolean {
  return manner === "hop" || manner === "fling" || manner === "fly";
}
