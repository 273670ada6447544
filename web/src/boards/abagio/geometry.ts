/** Abagio's board: a path round a grid of six by six, two safe sectors inside it, two diamonds and the pond. */

import type { AbagioView, Seat, Spot } from "../../protocol";
import type { Place, Point } from "../board";

export const CELL = 156;
const LEFT = 32;
const TOP = 40;
export const BOX = { width: 1000, height: 1100 };

/** The grid cell of column and row, both from 1, rows from the bottom. Halves are corners between cells. */
export function cellAt(column: number, row: number): Point {
  return { x: LEFT + (column - 0.5) * CELL, y: TOP + (6.5 - row) * CELL };
}

const OUTER: Readonly<Record<Spot, readonly [number, number]>> = Object.fromEntries([
  ...[26, 25, 24, 23, 22].map((at, index) => [`${at}`, [1, 2 + index]]),
  ...[21, 20, 19, 18, 17].map((at, index) => [`${at}`, [2 + index, 6]]),
  ...[16, 15, 14, 13, 12].map((at, index) => [`${at}`, [6, 5 - index]]),
  ...[11, 10, 9].map((at, index) => [`${at}`, [5 - index, 1]]),
]);

const SAFE: readonly (readonly [number, number])[] = [
  [3, 2],
  [2, 2],
  [2, 3],
  [2, 4],
  [2, 5],
  [3, 5],
];

/** The spaces of the shared path, from 26 to 9. */
export const OUTER_SPACES: readonly Spot[] = Array.from({ length: 18 }, (_, index) => `${26 - index}`);
/** The spaces of a safe sector, from 7 to 2. */
export const SAFE_SPACES: readonly Spot[] = ["7", "6", "5", "4", "3", "2"];

export const ROOT = cellAt(1.5, 1);
export const POND = cellAt(3.5, 3.5);
export const DIAMOND = 66;
export const STUMP: Point = { x: 112, y: 1030 };

export function isDiamond(space: Spot): boolean {
  return space === "8" || space === "1";
}

/** The place of a space: safe spaces have one for each seat, written `7:0` and `7:1`. */
export function placeOf(space: Spot, seat: Seat): string {
  return SAFE_SPACES.includes(space) ? `${space}:${seat}` : space;
}

/** Where the middle of a space is. */
export function spaceAt(place: string): Point {
  const [space = "", seat] = place.split(":");
  if (space === "8") return cellAt(3.5, 1.5);
  if (space === "1") return cellAt(3.5, 4.5);
  const outer = OUTER[space];
  if (outer !== undefined) return cellAt(outer[0], outer[1]);
  const [column, row] = SAFE[SAFE_SPACES.indexOf(space)] ?? [3, 3];
  return cellAt(seat === "1" ? 7 - column : column, row);
}

/** Where a stack stands in its space: a little aside where a diamond takes a corner of it. */
export function footAt(place: string): Point {
  const { x, y } = spaceAt(place);
  if (isDiamond(place)) return { x, y: y + 16 };
  const aside = ["9", "7:0", "2:0"].includes(place) ? -14 : ["10", "7:1", "2:1"].includes(place) ? 14 : 0;
  return { x: x + aside, y: y + 46 };
}

/** The dice, in the middle of the pond. */
export function dieAt(index: number, count: number): Point {
  const columns = count === 1 ? 1 : 2;
  const x = POND.x + ((index % 2) - (columns - 1) / 2) * 68;
  const rows = Math.ceil(count / 2);
  return { x, y: POND.y + 30 + (Math.floor(index / 2) - (rows - 1) / 2) * 70 };
}

const square = (half: number) => `M${-half},${-half}H${half}V${half}H${-half}Z`;
const CELL_OUTLINE = square(CELL / 2 - 6);
const DIAMOND_OUTLINE = `M0,${-DIAMOND}L${DIAMOND},0L0,${DIAMOND}L${-DIAMOND},0Z`;
const POND_OUTLINE = square(CELL - 8);
const ROOT_OUTLINE = `M${-CELL + 6},${-CELL / 2 + 6}H${CELL - 6}V${CELL / 2 - 6}H${-CELL + 6}Z`;

export function places(view: AbagioView): ReadonlyMap<Spot, Place> {
  const all = new Map<Spot, Place>();
  const seat = view.turn ?? 0;
  all.set("pond", { ...POND, r: CELL * 0.9, outline: POND_OUTLINE });
  all.set("root", { ...ROOT, r: CELL * 0.75, outline: ROOT_OUTLINE });
  for (const space of [...OUTER_SPACES, ...SAFE_SPACES]) {
    all.set(space, { ...spaceAt(placeOf(space, seat)), r: CELL / 2, outline: CELL_OUTLINE });
  }
  for (const space of ["8", "1"]) all.set(space, { ...spaceAt(space), r: DIAMOND * 0.8, outline: DIAMOND_OUTLINE });
  view.dice.forEach((value, index) => all.set(`die.${value}`, { ...dieAt(index, view.dice.length), r: 36 }));
  all.set("aside", { ...STUMP, r: 54 });
  const chief = view.chief === "aside" ? STUMP : chiefOn(view);
  if (view.phase === "chief") all.set("chief", { x: chief.x, y: chief.y - 14, r: 46 });
  return all;
}

export const STEP = 24;

/** Where the chief frog sits: on top of the stack of its space. */
function chiefOn(view: AbagioView): Point {
  const height = view.spaces.find(({ at }) => at === view.chief)?.frogs.length ?? 0;
  const { x, y } = footAt(view.chief);
  return { x, y: y - height * STEP };
}

/** After the pond a number names a die. */
export function resolve(path: readonly Spot[], spot: Spot): Spot {
  return path.at(-1) === "pond" ? `die.${spot}` : spot;
}

export function elsewhere(place: string): Place | undefined {
  const [space = ""] = place.split(":");
  if (space === "root") return { ...ROOT, r: CELL * 0.5 };
  if (space === "pond") return { ...POND, r: CELL * 0.6 };
  return SAFE_SPACES.includes(space) ? { ...spaceAt(place), r: CELL / 2 } : undefined;
}
