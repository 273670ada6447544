/** How far a frog swims to a space, and which dice take it there, as the actions say it. */

import { NO_CHOICES, actionsFrom, follow, nextSpots } from "../../input/choices";
import type { Choices, PoolPartyView, Spot } from "../../protocol";

export interface Swim {
  readonly steps: number;
  /** The die it uses; either of a double, or both together. */
  readonly by: "larger" | "smaller" | "either" | "both";
}

/** The swim that ends a path. None unless the path ends on the space to which a frog goes. */
function swimOf(view: PoolPartyView, choices: Choices, path: readonly Spot[]): Swim | null {
  const lane = path.at(-1)?.split(".")[0] ?? "";
  if (path.length % 2 === 1 || view.roll === null) return null;
  const actions = actionsFrom(follow(choices, path) ?? NO_CHOICES);
  const hops = actions.map((action) => action.split(" "));
  const hop = hops.flat().find((part) => part.startsWith(`${lane}+`));
  if (hop === undefined) return null;
  const steps = Number(hop.slice(2));
  const [larger, smaller] = view.roll;
  if (hops.every((parts) => parts.length === 1)) return { steps, by: "both" };
  return { steps, by: larger === smaller ? "either" : steps === larger ? "larger" : "smaller" };
}

/** The swims that may be chosen after a path, by the space to which they lead. */
export function swimsAfter(view: PoolPartyView, choices: Choices, path: readonly Spot[]): ReadonlyMap<Spot, Swim> {
  const found = new Map<Spot, Swim>();
  for (const spot of nextSpots(follow(choices, path) ?? NO_CHOICES)) {
    const swim = swimOf(view, choices, [...path, spot]);
    if (swim !== null) found.set(spot, swim);
  }
  return found;
}

/** The swim by both dice that a path already says, although another frog might still move instead. */
export function swimSaid(choices: Choices, path: readonly Spot[]): Swim | null {
  const action = follow(choices, path)?.action;
  const steps = action === undefined || action.includes(" ") ? Number.NaN : Number(action.split("+")[1]);
  return Number.isNaN(steps) ? null : { steps, by: "both" };
}

/** The dice that a path has used up, by their place in the roll. */
export function diceSpent(view: PoolPartyView, choices: Choices, path: readonly Spot[]): readonly number[] {
  const swim = path.length < 2 ? null : swimOf(view, choices, path.slice(0, 2));
  switch (swim?.by) {
    case undefined:
      return [];
    case "both":
      return [0, 1];
    case "smaller":
      return [1];
    default:
      return [0];
  }
}
