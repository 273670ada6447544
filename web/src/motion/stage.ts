/** Performs motions on a board's SVG with the browser's own animations. */

import type { Board, Point, Sprite } from "../boards/board";
import type { GameId } from "../protocol";
import type { Manner, Motion } from "./apply";
import type { Frame, Performer } from "./playback";

/** How long each manner takes, in milliseconds. */
const DURATIONS: Readonly<Record<Manner, number>> = {
  appear: 260,
  hop: 320,
  slide: 240,
  fling: 560,
  fly: 460,
  turn: 360,
  grow: 440,
  vanish: 320,
  beak: 640,
  tumble: 520,
  show: 0,
};
/** Between two pieces that are laid out or pushed one after the other. */
const STAGGER = 14;
/** How long a change is marked where nothing moves. */
const MARK_MS = 900;

export class Stage<G extends GameId> implements Performer<G> {
  readonly #board: Board<G>;
  readonly #svg: () => SVGSVGElement | null;
  readonly #isStill: () => boolean;
  readonly #pace: () => number;
  #running: Animation[] = [];

  /** With `isStill` nothing moves and nobody waits: what has changed is marked for a moment. */
  constructor(
    board: Board<G>,
    svg: () => SVGSVGElement | null,
    isStill: () => boolean,
    /** By how much everything takes longer than usual. */
    pace: () => number = () => 1,
  ) {
    this.#board = board;
    this.#svg = svg;
    this.#isStill = isStill;
    this.#pace = pace;
  }

  finish(): void {
    for (const animation of this.#running) animation.finish();
  }

  /** Nothing happens for a while, so that something can be read; it is brought to its end like any motion. */
  async hold(ms: number): Promise<void> {
    const svg = this.#svg();
    if (svg === null || ms === 0) return;
    const rest = svg.animate([], { duration: ms });
    this.#running.push(rest);
    await rest.finished.catch(() => undefined);
    this.#running = this.#running.filter((animation) => animation !== rest);
  }

  async perform(motion: Motion, from: Frame<G>, to: Frame<G>): Promise<void> {
    const svg = this.#svg();
    if (svg === null || motion.manner === "show") return;
    if (this.#isStill()) {
      this.#mark(svg, motion.ids);
      return;
    }
    const before = byId(this.#board.arrange(from.tokens, from.scene));
    const after = byId(this.#board.arrange(to.tokens, to.scene));
    const isMover = new Set(motion.ids);
    for (const [id, sprite] of after) {
      const was = before.get(id);
      if (!isMover.has(id) && was !== undefined && (was.x !== sprite.x || was.y !== sprite.y))
        this.#slide(svg, was, sprite, DURATIONS.slide);
    }
    motion.ids.forEach((id, index) => this.#move(svg, motion.manner, before.get(id), after.get(id), index));
    if (motion.effect.effect === "eaten") this.#beak(svg, motion.effect.at);
    const running = this.#running;
    await Promise.allSettled(running.map((animation) => animation.finished));
    this.#running = [];
  }

  #move(svg: SVGSVGElement, manner: Manner, was: Sprite | undefined, sprite: Sprite | undefined, index: number): void {
    const { element, lift, ground } = partsOf(svg, (sprite ?? was)?.id ?? "");
    const at = sprite ?? was;
    if (element === null || lift === null || at === undefined) return;
    const duration = DURATIONS[manner];
    const from = was ?? at;
    switch (manner) {
      case "hop":
        this.#slide(svg, from, at, duration, "cubic-bezier(0.35, 0, 0.6, 1)");
        this.#arc(lift, ground, Math.min(90, 26 + apart(from, at) * 0.16) * (100 / at.size), duration);
        this.#ripple(svg, at, at.size * 0.5, duration);
        break;
      case "fly":
        this.#slide(svg, from, at, duration, "cubic-bezier(0.3, 0.1, 0.2, 1)");
        this.#arc(lift, ground, 70 * (100 / at.size), duration);
        break;
      case "fling":
        this.#slide(svg, from, at, duration, "cubic-bezier(0.2, 0, 0.3, 1)");
        this.#run(
          lift,
          [
            { transform: "none" },
            { transform: "translateY(-70px) rotate(360deg)", offset: 0.5 },
            { transform: "rotate(720deg)" },
          ],
          duration,
        );
        break;
      case "slide":
        this.#slide(svg, from, at, duration);
        break;
      case "appear":
        this.#run(
          lift,
          [
            { transform: "scale(0.2)", opacity: 0 },
            { transform: "scale(1.12)", opacity: 1, offset: 0.7 },
            { transform: "none", opacity: 1 },
          ],
          duration,
          index * STAGGER,
        );
        break;
      case "turn":
        this.#run(lift, [{ transform: "scaleX(0)" }, { transform: "none" }], duration);
        break;
      case "grow":
        this.#run(
          lift,
          [{ transform: "scale(0.55)" }, { transform: "scale(1.18, 0.86)", offset: 0.55 }, { transform: "none" }],
          duration,
        );
        this.#ripple(svg, at, at.size * 0.6, 0);
        break;
      case "vanish":
        this.#run(element, [{ opacity: 1 }, { opacity: 0 }], duration);
        this.#run(lift, [{ transform: "none" }, { transform: "translateY(-30px) scale(0.4) rotate(40deg)" }], duration);
        break;
      case "beak":
        this.#run(
          element,
          [{ opacity: 1 }, { opacity: 1, offset: 0.5 }, { opacity: 0, offset: 0.6 }, { opacity: 0 }],
          duration,
        );
        break;
      case "tumble":
        this.#run(
          lift,
          [
            {
              transform: `translate(${index % 2 === 0 ? -90 : 90}px, -140px) rotate(${index % 2 === 0 ? -540 : 430}deg)`,
              opacity: 0,
            },
            { transform: "translate(0, 12px) rotate(-20deg)", opacity: 1, offset: 0.65 },
            { transform: "translate(0, -16px) rotate(8deg)", opacity: 1, offset: 0.82 },
            { transform: "none", opacity: 1 },
          ],
          duration,
          index * 60,
        );
        break;
      case "show":
        break;
    }
  }

  #slide(svg: SVGSVGElement, from: Sprite, to: Sprite, duration: number, easing = "ease-in-out"): void {
    const { element } = partsOf(svg, to.id);
    if (element === null) return;
    this.#run(
      element,
      [{ transform: `translate(${from.x}px, ${from.y}px)` }, { transform: `translate(${to.x}px, ${to.y}px)` }],
      duration,
      0,
      easing,
    );
  }

  /** Up and down again, with the shadow small at the top. */
  #arc(lift: Element, ground: Element | null, height: number, duration: number): void {
    this.#run(
      lift,
      [
        { transform: "scale(1.1, 0.82)" },
        { transform: `translateY(${-height}px) scale(0.96, 1.12)`, offset: 0.45 },
        { transform: "scale(1.14, 0.8)", offset: 0.92 },
        { transform: "none" },
      ],
      duration,
    );
    if (ground !== null) this.#run(ground, [{ opacity: 1 }, { opacity: 0.35, offset: 0.45 }, { opacity: 1 }], duration);
  }

  #ripple(svg: SVGSVGElement, { x, y }: Point, r: number, delay: number): void {
    const ring = document.createElementNS("http://www.w3.org/2000/svg", "circle");
    ring.setAttribute("class", "splash");
    for (const [name, value] of [
      ["cx", x],
      ["cy", y + r * 0.5],
      ["r", r],
    ] as const)
      ring.setAttribute(name, `${value}`);
    const layer = svg.querySelector(".glows") ?? svg;
    layer.append(ring);
    const animation = ring.animate(
      [
        { opacity: 0.9, transform: "scale(0.4, 0.2)" },
        { opacity: 0, transform: "scale(1.5, 0.75)" },
      ],
      { duration: 420, delay: delay * this.#pace(), fill: "both", easing: "ease-out" },
    );
    // Ripples die away by themselves; nobody waits for them.
    animation.finished.finally(() => ring.remove()).catch(() => undefined);
  }

  /** The bird beside a lily pad strikes. */
  #beak(svg: SVGSVGElement, cell: string): void {
    const neck = svg.querySelector(`[data-bird="${cell}"] .neck`);
    if (neck !== null)
      this.#run(
        neck,
        [
          { transform: "none" },
          { transform: "translate(26px, 18px) rotate(64deg)", offset: 0.45 },
          { transform: "translate(26px, 18px) rotate(64deg)", offset: 0.6 },
          { transform: "none" },
        ],
        DURATIONS.beak,
      );
  }

  /** A light that fades, and nothing that moves; nobody waits for it. */
  #mark(svg: SVGSVGElement, ids: readonly string[]): void {
    const lights = [{ filter: "drop-shadow(0 0 8px var(--lantern))" }, { filter: "drop-shadow(0 0 0 transparent)" }];
    for (const id of ids) partsOf(svg, id).element?.animate(lights, { duration: MARK_MS, easing: "ease-in" });
  }

  #run(element: Element, keyframes: Keyframe[], duration: number, delay = 0, easing = "ease-in-out"): void {
    const [time, wait] = [duration * this.#pace(), delay * this.#pace()];
    this.#running.push(
      element.animate(keyframes, { duration: time, delay: wait, easing, fill: wait > 0 ? "backwards" : "none" }),
    );
  }
}

function byId(sprites: readonly Sprite[]): ReadonlyMap<string, Sprite> {
  return new Map(sprites.map((sprite) => [sprite.id, sprite]));
}

function apart(from: Point, to: Point): number {
  return Math.hypot(to.x - from.x, to.y - from.y);
}

function partsOf(
  svg: SVGSVGElement,
  id: string,
): { element: Element | null; lift: Element | null; ground: Element | null } {
  const element = svg.querySelector(`[data-id="${CSS.escape(id)}"]`);
  return { element, lift: element?.querySelector(".lift") ?? null, ground: element?.querySelector(".ground") ?? null };
}
