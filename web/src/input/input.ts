/** How a person says an action: one spot after the other, by whatever means. No DOM, no rules. */

import type { Choices, Spot } from "../protocol";
import { NO_CHOICES, actionsFrom, follow, nextSpots } from "./choices";

/** An action being said. */
export interface Input {
  readonly choices: Choices;
  /** The spots so far. */
  readonly path: readonly Spot[];
  /** How long the path was after each spot that was chosen by hand; forced spots follow by themselves. */
  readonly steps: readonly number[];
}

/** What a choice led to. */
export type Outcome =
  /** The path is longer, shorter or another. */
  | { readonly is: "changed"; readonly input: Input }
  /** An action is complete. */
  | { readonly is: "said"; readonly input: Input; readonly action: string }
  /** The spot cannot be chosen; the spots are those to ask about. */
  | { readonly is: "refused"; readonly input: Input; readonly spots: readonly Spot[] };

export function begin(choices: Choices = NO_CHOICES): Input {
  return { choices, path: [], steps: [] };
}

function node(input: Input): Choices {
  return follow(input.choices, input.path) ?? NO_CHOICES;
}

/** The spots that can be chosen next. The last one can be chosen again where it completes an action. */
export function lit(input: Input): readonly Spot[] {
  const here = node(input);
  const last = input.path.at(-1);
  const next = nextSpots(here);
  return here.action !== undefined && last !== undefined && !next.includes(last) ? [...next, last] : next;
}

/** The action that can be completed now, although the path could go on. */
export function completable(input: Input): string | null {
  return input.path.length > 0 ? (node(input).action ?? null) : null;
}

/** The only action that can still be said, where there is just one. */
export function onlyAction(input: Input): string | null {
  const [action, ...others] = actionsFrom(node(input));
  return action !== undefined && others.length === 0 ? action : null;
}

/** The whole action is forced when there is one and nothing was chosen yet. */
export function isForced(input: Input): boolean {
  return input.path.length === 0 && onlyAction(input) !== null;
}

/** Chooses a spot. */
export function choose(input: Input, spot: Spot): Outcome {
  const here = node(input);
  if (here.next?.[spot] !== undefined) return advance(input, input.path, input.steps, spot);
  const last = input.path.at(-1);
  if (spot === last) {
    return here.action === undefined ? { is: "changed", input: back(input) } : said(input, here.action);
  }
  // Another spot that fits an earlier part of the path begins anew from there: one changes one's mind.
  for (let kept = input.steps.length - 1; kept >= 0; kept -= 1) {
    const steps = input.steps.slice(0, kept);
    const path = input.path.slice(0, steps.at(-1) ?? 0);
    if (follow(input.choices, path)?.next?.[spot] !== undefined) return advance(input, path, steps, spot);
  }
  return { is: "refused", input, spots: [...input.path, spot] };
}

function advance(input: Input, path: readonly Spot[], steps: readonly number[], spot: Spot): Outcome {
  let longer = [...path, spot];
  let here = follow(input.choices, longer) ?? NO_CHOICES;
  // What leaves no choice follows by itself where the engine says so: which frog was jumped over, which one moves last.
  while (here.follows === true) {
    const [only] = nextSpots(here);
    if (only === undefined) break;
    longer = [...longer, only];
    here = here.next?.[only] ?? NO_CHOICES;
  }
  const next: Input = { choices: input.choices, path: longer, steps: [...steps, longer.length] };
  const isEnd = here.action !== undefined && nextSpots(here).length === 0;
  return isEnd ? said(next, here.action ?? "") : { is: "changed", input: next };
}

function said(input: Input, action: string): Outcome {
  return { is: "said", input: begin(input.choices), action };
}

/** Completes the action that the path already says. */
export function complete(input: Input): Outcome {
  const action = completable(input);
  return action === null ? { is: "changed", input } : said(input, action);
}

/** Takes back the last spot chosen by hand. */
export function back(input: Input): Input {
  const steps = input.steps.slice(0, -1);
  return { choices: input.choices, path: input.path.slice(0, steps.at(-1) ?? 0), steps };
}

/** Takes back everything. */
export function clear(input: Input): Input {
  return begin(input.choices);
}

/** A piece picked up: its spot is chosen unless it is already. */
export function pick(input: Input, spot: Spot): Outcome {
  return spot === input.path.at(-1) ? { is: "changed", input } : choose(input, spot);
}

/** A piece let go: over a spot that can be chosen it goes there, anywhere else nothing happens. */
export function drop(input: Input, spot: Spot | null): Outcome {
  const goes = spot !== null && spot !== input.path.at(-1) && node(input).next?.[spot] !== undefined;
  return goes ? choose(input, spot) : { is: "changed", input };
}
