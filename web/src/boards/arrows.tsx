/** What others did, drawn on a board: an arrow for every piece that moved, a badge where something was won or lost. */

import type { MarkName } from "../pieces/mark";
import { Mark } from "../pieces/mark";
import type { Tint } from "../pieces/tint";
import type { Place, Point } from "./board";

/** The way of one piece, in the colour and with the mark of whoever moved it. */
export interface Trail {
  readonly tint: Tint;
  readonly mark: MarkName;
  /** The places it came through, the first one included. */
  readonly places: readonly string[];
  /** Was it pushed or flung, not moved? */
  readonly isPushed: boolean;
  /** Does it follow its places step by step, rather than leap from one to the next? */
  readonly isSwum?: boolean;
}

/** What was won, lost or changed at a place, in the colour of whom it concerns. */
export interface Badge {
  readonly at: string;
  readonly sign: "lost" | "gained" | "back" | "grown";
  readonly tint: Tint;
}

export interface ArrowsProps {
  readonly trails: readonly Trail[];
  readonly badges: readonly Badge[];
  readonly at: (place: string) => Place | undefined;
  /** Somebody is choosing: what happened steps back. */
  readonly isFaint: boolean;
}

const SIGNS: Readonly<Record<Badge["sign"], string>> = {
  lost: "M-7,-7L7,7M7,-7L-7,7",
  gained: "M0,-8V8M-8,0H8",
  back: "M-8,-1H4A5,5 0 0,1 4,9M-8,-1L-3,-6M-8,-1L-3,4",
  grown: "M0,8V-7M-6,-1L0,-8L6,-1",
};

export function Arrows({ trails, badges, at, isFaint }: ArrowsProps) {
  // Several badges at one place stand beside each other.
  const seen = new Map<string, number>();
  return (
    <g class={isFaint ? "arrows faint" : "arrows"} aria-hidden="true">
      {trails.map((trail, index) => (
        <Arrow key={index} trail={trail} at={at} shift={shiftOf(trails, index)} />
      ))}
      {badges.map(({ at: spot, sign, tint }, index) => {
        const place = at(spot);
        if (place === undefined) return null;
        const others = seen.get(spot) ?? 0;
        seen.set(spot, others + 1);
        return (
          <g
            key={index}
            class={`gain-badge tint-${tint}`}
            transform={`translate(${place.x + place.r * 0.7 - others * 34} ${place.y - place.r * 0.7})`}
          >
            <circle r={15} />
            <path d={SIGNS[sign]} />
          </g>
        );
      })}
    </g>
  );
}

interface ArrowProps {
  readonly trail: Trail;
  readonly at: (place: string) => Place | undefined;
  readonly shift: number;
}

/** How far apart lines beside each other are, and how many there is room for. */
const [BESIDE, ABREAST] = [9, 5];

/** Lines that follow the same places stand beside each other: how far this one is from the middle. */
function shiftOf(trails: readonly Trail[], index: number): number {
  const trail = trails[index];
  if (trail?.isSwum !== true) return 0;
  const isShared = ({ places }: Trail) => places.some((place) => trail.places.includes(place));
  const earlier = trails.slice(0, index).filter(isShared).length;
  const all = Math.min(ABREAST, trails.filter(isShared).length);
  return ((earlier % ABREAST) - (all - 1) / 2) * BESIDE;
}

/** Places moved to one side of the way through them. */
function beside(places: readonly Place[], shift: number): readonly Place[] {
  return places.map((place, index) => {
    const [from, to] = [places[index - 1] ?? place, places[index + 1] ?? place];
    const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
    return {
      ...place,
      x: place.x - ((to.y - from.y) / length) * shift,
      y: place.y + ((to.x - from.x) / length) * shift,
    };
  });
}

function Arrow({ trail, at, shift }: ArrowProps) {
  const places = beside(
    trail.places.map(at).filter((place) => place !== undefined),
    shift,
  );
  const [first, last] = [places[0], places.at(-1)];
  if (first === undefined || last === undefined || places.length < 2) return null;
  const line = trail.isSwum === true ? swum(places) : leapt(places);
  return (
    <g class={`arrow tint-${trail.tint} ${trail.isPushed ? "pushed" : ""}`}>
      <path class="arrow-edge" d={line.path} />
      <path class="arrow-line" d={line.path} />
      <path class="arrow-head" d="M8,0L-16,-13L-10,0L-16,13Z" transform={line.head} />
      <g class="arrow-mark" transform={`translate(${first.x.toFixed(1)} ${first.y.toFixed(1)})`}>
        <circle r={13} />
        <Mark name={trail.mark} r={7.5} />
      </g>
    </g>
  );
}

export interface Line {
  readonly path: string;
  /** Where the head is and how it is turned. */
  readonly head: string;
}

const text = ({ x, y }: Point) => `${x.toFixed(1)},${y.toFixed(1)}`;

/** A point at some distance before another, seen from a third. */
function before(from: Point, to: Point, distance: number): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const share = Math.max(0, length - distance) / length;
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}

function headAt(from: Point, to: Point): string {
  const turn = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
  return `translate(${to.x.toFixed(1)} ${to.y.toFixed(1)}) rotate(${turn.toFixed(1)})`;
}

/** An arc from each place to the next, bent to one side so that it is seen beside a straight row of pieces. */
export function leapt(places: readonly Place[]): Line {
  const bend = 0.18;
  const bends = places.slice(1).map((to, index) => {
    const from = places[index] ?? to;
    return { x: (from.x + to.x) / 2 + (to.y - from.y) * bend, y: (from.y + to.y) / 2 - Math.abs(to.x - from.x) * bend };
  });
  const [last, turn] = [places.at(-1), bends.at(-1)];
  const end = last === undefined || turn === undefined ? { x: 0, y: 0 } : before(turn, last, last.r * 0.8);
  const arcs = bends.map((middle, index) => {
    const to = index === bends.length - 1 ? end : (places[index + 1] ?? end);
    return `Q${text(middle)} ${text(to)}`;
  });
  return { path: `M${text(places[0] ?? end)}${arcs.join("")}`, head: headAt(turn ?? end, end) };
}

/** A line through all the places. */
export function swum(places: readonly Place[]): Line {
  const [from, to] = [places.at(-2), places.at(-1)];
  if (from === undefined || to === undefined) return { path: "", head: "" };
  const end = before(from, to, Math.min(to.r * 0.5, Math.hypot(to.x - from.x, to.y - from.y) * 0.6));
  const way = [...places.slice(0, -1), end];
  return { path: `M${way.map(text).join("L")}`, head: headAt(from, end) };
}
