/** Which spot a pointer or an arrow key means. No DOM. */

import type { Place, Point } from "../boards/board";
import type { Spot } from "../protocol";

function apart(from: Point, to: Point): number {
  return Math.hypot(to.x - from.x, to.y - from.y);
}

/**
 * The spot that is meant by a point: the one under it, unless a finger is likely to have missed a lit one nearby.
 * `reach` is how far a finger may miss, in the board's own units.
 */
export function spotAt(
  places: ReadonlyMap<Spot, Place>,
  lit: readonly Spot[],
  point: Point,
  reach: number,
): Spot | null {
  const near = (spots: Iterable<Spot>, slack: number): Spot | null => {
    let best: Spot | null = null;
    let least = Infinity;
    for (const spot of spots) {
      const place = places.get(spot);
      if (place === undefined) continue;
      const outside = apart(place, point) - place.r - slack;
      // Of several under the finger the one whose middle is nearest, measured by its size.
      const far = apart(place, point) / place.r;
      if (outside <= 0 && far < least) [best, least] = [spot, far];
    }
    return best;
  };
  return near(lit, 0) ?? near(lit, reach) ?? near(places.keys(), 0);
}

export type Direction = "up" | "down" | "left" | "right";

const AXES: Readonly<Record<Direction, Point>> = {
  up: { x: 0, y: -1 },
  down: { x: 0, y: 1 },
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
};

/** The lit spot next to another in a direction: near, and not far off the line. */
export function towards(
  places: ReadonlyMap<Spot, Place>,
  lit: readonly Spot[],
  from: Spot,
  direction: Direction,
): Spot | null {
  const here = places.get(from);
  if (here === undefined) return lit[0] ?? null;
  const axis = AXES[direction];
  let best: Spot | null = null;
  let least = Infinity;
  for (const spot of lit) {
    const place = places.get(spot);
    if (place === undefined || spot === from) continue;
    const [dx, dy] = [place.x - here.x, place.y - here.y];
    const ahead = dx * axis.x + dy * axis.y;
    if (ahead <= 1) continue;
    const aside = Math.abs(dx * axis.y) + Math.abs(dy * axis.x);
    const cost = ahead + aside * 2.2;
    if (cost < least) [best, least] = [spot, cost];
  }
  return best;
}

/** Lit spots in reading order: by rows from the top, each from the left. */
export function inReadingOrder(places: ReadonlyMap<Spot, Place>, lit: readonly Spot[]): readonly Spot[] {
  const row = (place: Place) => Math.round(place.y / 40);
  return lit
    .filter((spot) => places.has(spot))
    .toSorted((a, b) => {
      const [from, to] = [places.get(a), places.get(b)];
      if (from === undefined || to === undefined) return 0;
      return row(from) - row(to) || from.x - to.x;
    });
}
