import type { Seat } from "../../engine/effect";

/** How many frogs of one colour are on top of a stack. */
export function topRun(frogs: readonly Seat[]): number {
  const below = frogs.findLastIndex((seat) => seat !== frogs.at(-1));
  return frogs.length - 1 - below;
}
