/** Pool Party's pool: five lanes round the island, 24 spaces each, the ramp at six o'clock. */

import type { PoolPartyView, Spot } from "../../protocol";
import type { Place, Point } from "../board";

export const BOX = { width: 1000, height: 1128 };
export const CENTRE: Point = { x: 500, y: 500 };
export const SPACES = 24;
export const LANES = [1, 2, 3, 4, 5] as const;
export const ISLAND = 140;
/** How wide each lane is: the frogs grow outwards. */
const WIDTHS = [58, 63, 68, 73, 78];

/** The inner and the outer radius of a lane. */
export function band(lane: number): readonly [number, number] {
  const inner = ISLAND + WIDTHS.slice(0, lane - 1).reduce((sum, width) => sum + width, 0);
  return [inner, inner + (WIDTHS[lane - 1] ?? 0)];
}

export const RIM = band(5)[1];

/** The direction of a space from the island, in degrees: down is 90, and spaces go on clockwise. */
export function angle(space: number): number {
  return 90 + (space * 360) / SPACES;
}

export function polar(radius: number, degrees: number): Point {
  const turn = (degrees * Math.PI) / 180;
  return { x: CENTRE.x + Math.cos(turn) * radius, y: CENTRE.y + Math.sin(turn) * radius };
}

export function spaceAt(lane: number, space: number): Point {
  const [inner, outer] = band(lane);
  return polar((inner + outer) / 2, angle(space));
}

/** How large the frog of a lane is drawn. */
export const FROG_SIZES = [54, 64, 73, 82, 90];

/** One space as an outline around its middle. */
function segment(lane: number, space: number): string {
  const [inner, outer] = band(lane);
  const { x, y } = spaceAt(lane, space);
  const half = 360 / SPACES / 2 - 0.3;
  const point = (radius: number, degrees: number) => {
    const at = polar(radius, degrees);
    return `${(at.x - x).toFixed(1)},${(at.y - y).toFixed(1)}`;
  };
  const [from, to] = [angle(space) - half, angle(space) + half];
  const [low, high] = [inner + 2, outer - 2];
  return `M${point(low, from)}A${low},${low} 0 0,1 ${point(low, to)}L${point(high, to)}A${high},${high} 0 0,0 ${point(high, from)}Z`;
}

/** The frogs that wait: those of the seat whose turn it is stand on the deck, in front of the ramp. */
export function deckAt(lane: number): Point {
  return { x: 500 + (lane - 3) * 112, y: 1058 };
}

/** Where the frogs of the other seats wait. */
export function queueAt(index: number, lane: number): Point {
  const left = index % 2 === 0;
  const row = Math.floor(index / 2);
  const x = left ? 26 + (lane - 1) * 33 : 1000 - 26 - (5 - lane) * 33;
  return { x, y: 1082 - row * 62 };
}

export function places(view: PoolPartyView): ReadonlyMap<Spot, Place> {
  const all = new Map<Spot, Place>();
  for (const lane of LANES) {
    for (let space = 0; space < SPACES; space += 1) {
      all.set(`${lane}.${space}`, {
        ...spaceAt(lane, space),
        r: Math.min((FROG_SIZES[lane - 1] ?? 60) / 2, 46),
        outline: segment(lane, space),
      });
    }
  }
  const waiting = view.frogs[view.turn ?? -1] ?? [];
  waiting.forEach((space, index) => {
    if (space === null) all.set(`stack.${index + 1}`, { ...deckAt(index + 1), r: 50 });
  });
  return all;
}
