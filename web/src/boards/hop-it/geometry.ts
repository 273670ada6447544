/** Hop It!'s pond: seven rows of hexagons, alternately six and five, with lily pads at the ends of the long rows. */

import type { Spot } from "../../protocol";
import type { Place, Point } from "../board";

export const SIDE = 80;
const HALF = (Math.sqrt(3) / 2) * SIDE;
export const BOX = { width: 1000, height: 1000 };

const LONG = "acegik";
const SHORT = "bdfhj";

/** Every cell, row by row. */
export const CELLS: readonly Spot[] = [1, 2, 3, 4, 5, 6, 7].flatMap((row) =>
  [...(row % 2 === 1 ? LONG : SHORT)].map((file) => `${file}${row}`),
);

export function isLily(cell: Spot): boolean {
  return /^[ak][1357]$/.test(cell);
}

/** Where a cell is; turned round for whoever sits at the other side. */
export function cellAt(cell: Spot, turned: boolean): Point {
  const file = cell.charCodeAt(0) - 97;
  const row = Number(cell.slice(1));
  const [x, y] = [(file - 5) * HALF, (4 - row) * 1.5 * SIDE];
  return turned ? { x: 500 - x, y: 500 - y } : { x: 500 + x, y: 500 + y };
}

/** A hexagon around the origin with its corners up and down. */
export function hexagon(side: number): string {
  const corner = (turn: number) => {
    const angle = ((turn * 60 - 90) * Math.PI) / 180;
    return `${(Math.cos(angle) * side).toFixed(1)},${(Math.sin(angle) * side).toFixed(1)}`;
  };
  return `M${[0, 1, 2, 3, 4, 5].map(corner).join("L")}Z`;
}

const OUTLINE = hexagon(SIDE - 5);

export function places(turned: boolean): ReadonlyMap<Spot, Place> {
  return new Map(CELLS.map((cell) => [cell, { ...cellAt(cell, turned), r: HALF, outline: OUTLINE }]));
}
