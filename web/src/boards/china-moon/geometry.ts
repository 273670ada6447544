/** China Moon's course: a spiral of 46 pads with three forks, from the raft to the giant lily in the middle. */

import type { ChinaMoonLily, ChinaMoonView, Seat, Spot } from "../../protocol";
import type { Layout, Place, Point, Size } from "../board";

export const LILIES: readonly ChinaMoonLily[] = ["W", "Y", "P", "K", "B"];
export const CENTRE: Point = { x: 500, y: 500 };
export const PAD = 42;

export type Symbol = "lily" | "spring" | "butterfly" | "trickster" | "plain";

const SYMBOLS: readonly (readonly [Symbol, readonly number[]])[] = [
  ["lily", [3, 5, 8, 10, 13, 17, 20, 25, 30, 37, 39, 42, 44]],
  ["trickster", [15, 26, 33, 41]],
  ["spring", [6, 18, 31, 43]],
  ["butterfly", [9, 22, 35, 45]],
];

export function symbolOf(pad: number): Symbol {
  return SYMBOLS.find(([, pads]) => pads.includes(pad))?.[0] ?? "plain";
}

interface Arm {
  readonly pads: readonly number[];
  /** How far along the spiral its first pad is, in pads. */
  readonly from: number;
  readonly step: number;
  /** How far beside the spiral it runs: outwards is positive. */
  readonly beside: number;
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

const ARMS: readonly Arm[] = [
  { pads: range(1, 6), from: 0, step: 1, beside: 0 },
  { pads: range(10, 13), from: 6, step: 1, beside: 47 },
  { pads: range(7, 9), from: 6.35, step: 1.15, beside: -47 },
  { pads: range(14, 19), from: 10, step: 1, beside: 0 },
  { pads: range(20, 23), from: 16, step: 1, beside: 47 },
  { pads: range(24, 27), from: 16, step: 1, beside: -47 },
  { pads: range(28, 33), from: 20, step: 1, beside: 0 },
  { pads: range(37, 40), from: 26, step: 1, beside: 47 },
  { pads: range(34, 36), from: 26.35, step: 1.15, beside: -47 },
  { pads: range(41, 46), from: 30, step: 1, beside: 0 },
];

/** How far from the middle the spiral is after some of its way round, in turns: wide at first, then winding in. */
function halfWidth(turns: number): number {
  const part = Math.min(1, Math.max(0, (turns - 0.5) / 0.78));
  return 408 - 172 * part * part * (3 - 2 * part);
}

const BEGIN = 0.43;
/** The spiral is a square with round corners; the higher, the squarer. */
const SQUARE = 2 / 3.1;

/** A point of the spiral after some turns, so far beside it. */
function winding(turns: number, beside: number): Point {
  const angle = (turns + BEGIN) * 2 * Math.PI;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const radius = halfWidth(turns) + beside;
  const round = (part: number) => Math.sign(part) * Math.abs(part) ** SQUARE * radius;
  return { x: CENTRE.x + round(cos), y: CENTRE.y + round(sin) };
}

/** The distance between two pads along the spiral. */
const STRIDE = 91;
const LAST_STEP = 35;

/** After how many turns each step of the way is reached, steps being equally long. */
const TURNS: readonly number[] = (() => {
  const turns = [0];
  const fine = 0.0005;
  let [walked, here] = [0, winding(0, 0)];
  for (let turn = fine; turns.length <= LAST_STEP * 10; turn += fine) {
    const next = winding(turn, 0);
    walked += Math.hypot(next.x - here.x, next.y - here.y);
    here = next;
    if (walked >= (turns.length * STRIDE) / 10) turns.push(turn);
  }
  return turns;
})();

function along(step: number, beside: number): Point {
  return winding(TURNS[Math.round(step * 10)] ?? 0, beside);
}

const PADS: ReadonlyMap<number, Point> = new Map(
  ARMS.flatMap(({ pads, from, step, beside }) =>
    pads.map((pad, index): [number, Point] => [pad, along(from + index * step, beside)]),
  ),
);

export const ALL_PADS: readonly number[] = range(1, 46);

export function padAt(pad: number): Point {
  return PADS.get(pad) ?? CENTRE;
}

/** The arrows of the course. */
export const ARROWS: readonly (readonly [number, number])[] = range(1, 45).flatMap((pad): [number, number][] => {
  switch (pad) {
    case 6:
      return [
        [6, 7],
        [6, 10],
      ];
    case 9:
      return [[9, 14]];
    case 19:
      return [
        [19, 20],
        [19, 24],
      ];
    case 23:
      return [[23, 28]];
    case 33:
      return [
        [33, 34],
        [33, 37],
      ];
    case 36:
      return [[36, 41]];
    default:
      return [[pad, pad + 1]];
  }
});

export const RAFT: Point & { readonly r: number } = { x: 112, y: 888, r: 104 };

/** Where a seat's frogs wait on the raft. */
export function startAt(seat: Seat): Point {
  const spots: readonly (readonly [number, number])[] = [
    [-48, -50],
    [34, -58],
    [-2, 0],
    [-56, 44],
    [46, 48],
  ];
  const [dx, dy] = spots[seat] ?? [0, 0];
  return { x: RAFT.x + dx, y: RAFT.y + dy };
}

export const GOAL = 176;

/** The four places on the giant lily. */
export function arrivalAt(index: number): Point {
  const turn = ((index * 90 - 135) * Math.PI) / 180;
  return { x: CENTRE.x + Math.cos(turn) * 82, y: CENTRE.y + Math.sin(turn) * 82 };
}

/** Where the number of such a place is written: outwards from it. */
export function orderAt(index: number): Point {
  const { x, y } = arrivalAt(index);
  return { x: CENTRE.x + (x - CENTRE.x) * 1.68, y: CENTRE.y + (y - CENTRE.y) * 1.68 };
}

export function size(layout: Layout, seats: number): Size {
  switch (layout) {
    case "wide":
      return { width: 1436, height: 1000 };
    case "slim":
      return { width: 1296, height: 1000 };
    case "tall":
      return { width: 1000, height: 1010 + Math.ceil(seats / 2) * 170 };
  }
}

export interface Vase extends Point, Size {
  /** Lilies in two rows rather than one. */
  readonly isSlim: boolean;
}

/** Where a seat's bouquet stands. */
export function vaseOf(seat: Seat, seats: number, layout: Layout): Vase {
  if (layout === "wide") {
    const height = Math.min(220, 988 / seats - 12);
    return { x: 1014, y: 6 + seat * (height + 12), width: 412, height, isSlim: false };
  }
  if (layout === "slim") {
    const height = Math.min(240, 988 / seats - 12);
    return { x: 1012, y: 6 + seat * (height + 12), width: 278, height, isSlim: true };
  }
  return { x: 12 + (seat % 2) * 492, y: 1014 + Math.floor(seat / 2) * 170, width: 484, height: 158, isSlim: false };
}

/** The lilies of one colour in a bouquet. */
export function flowerAt(vase: Vase, colour: ChinaMoonLily): Point {
  if (vase.isSlim) {
    const [step, row] = [(vase.width - 20) / 6, (vase.height - 62) / 2];
    const index = LILIES.indexOf(colour);
    const isBelow = index > 2;
    return {
      x: vase.x + 10 + step * (isBelow ? (index - 3) * 2 + 2 : index * 2 + 1),
      y: vase.y + 54 + row * (isBelow ? 1.5 : 0.5),
    };
  }
  const step = (vase.width - 30) / 5;
  return { x: vase.x + 15 + step * (LILIES.indexOf(colour) + 0.5), y: vase.y + vase.height * 0.64 };
}

export function places(view: ChinaMoonView, layout: Layout): ReadonlyMap<Spot, Place> {
  const all = new Map<Spot, Place>();
  const seats = view.players.length;
  all.set("goal", { ...CENTRE, r: GOAL - 6 });
  for (const pad of ALL_PADS) all.set(`${pad}`, { ...padAt(pad), r: PAD + 3 });
  for (let seat = 0; seat < seats; seat += 1) {
    all.set(`s${seat}`, { ...startAt(seat), r: 34 });
    for (const colour of LILIES) {
      all.set(`lily.${seat}.${colour}`, { ...flowerAt(vaseOf(seat, seats, layout), colour), r: 36 });
    }
  }
  view.places.forEach((_, index) => all.set(`place.${index + 1}`, { ...arrivalAt(index), r: 34 }));
  return all;
}
