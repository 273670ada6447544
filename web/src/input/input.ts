/** How a person says an action: one spot after the other, by whatever means. No DOM, no rules. */

import { isButton, isEnding } from "../boards/buttons";
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

/**
 * The spots with which every path from here begins, unless it stops here: the frog on the spring, the frog that hops
 * on. They need not be chosen.
 */
function given(from: Choices): readonly Spot[] {
  const spots: Spot[] = [];
  for (let here = from; here.action === undefined;) {
    const [only, ...others] = nextSpots(here).filter((spot) => !isEnding(spot));
    const next = only === undefined ? undefined : here.next?.[only];
    if (only === undefined || next === undefined || others.length > 0) break;
    spots.push(only);
    here = next;
  }
  return spots;
}

/** The spots behind such a beginning, each with the spots before it: the landings of the only frog that may move. */
function ahead(from: Choices): ReadonlyMap<Spot, readonly Spot[]> {
  const found = new Map<Spot, readonly Spot[]>();
  const before = given(from);
  before.forEach((_, index) => {
    const path = before.slice(0, index + 1);
    for (const spot of nextSpots(follow(from, path) ?? NO_CHOICES)) {
      // A place that means two things is the nearer one.
      if (!isButton(spot) && from.next?.[spot] === undefined && !found.has(spot)) found.set(spot, path);
    }
  });
  return found;
}

/** The path after each choice by hand, the empty one first and without the last. */
function earlier(input: Input): readonly (readonly Spot[])[] {
  return input.steps.map((_, index) => input.path.slice(0, input.steps[index - 1] ?? 0));
}

function isBeginning(spots: readonly Spot[], whole: readonly Spot[]): boolean {
  return spots.length <= whole.length && spots.every((spot, index) => spot === whole[index]);
}

/**
 * The spots that can be chosen next: those that follow, those behind a beginning that leaves no choice, and the buttons
 * beside such a beginning, for nothing was decided by choosing it. The last one can be chosen again where it completes
 * an action.
 */
export function lit(input: Input): readonly Spot[] {
  const here = node(input);
  const last = input.path.at(-1);
  const again = here.action !== undefined && last !== undefined ? [last] : [];
  const buttons = earlier(input).flatMap((path) => {
    const then = follow(input.choices, path) ?? NO_CHOICES;
    const since = input.path.slice(path.length);
    return isBeginning(since, given(then)) ? nextSpots(then).filter(isButton) : [];
  });
  return [...new Set([...nextSpots(here), ...ahead(here).keys(), ...again, ...buttons])];
}

/** The spots that stand before a lit one once it is chosen: those chosen, and those that need not be. */
export function pathBefore(input: Input, spot: Spot): readonly Spot[] {
  return [...input.path, ...(ahead(node(input)).get(spot) ?? [])];
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

/** Chooses a spot, and with it what leaves no choice afterwards: a frog with one landing goes there. */
export function choose(input: Input, spot: Spot): Outcome {
  return chosen(input, spot, true);
}

function chosen(input: Input, spot: Spot, goesOn: boolean): Outcome {
  const here = node(input);
  if (here.next?.[spot] !== undefined) return advance(input, input.path, input.steps, [spot], goesOn);
  const last = input.path.at(-1);
  if (spot === last) {
    return here.action === undefined ? { is: "changed", input: back(input) } : said(input, here.action);
  }
  const before = ahead(here).get(spot);
  if (before !== undefined) return advance(input, input.path, input.steps, [...before, spot], goesOn);
  // Another spot that fits an earlier part of the path begins anew from there: one changes one's mind.
  for (const [kept, path] of [...earlier(input).entries()].toReversed()) {
    if (follow(input.choices, path)?.next?.[spot] !== undefined)
      return advance(input, path, input.steps.slice(0, kept), [spot], goesOn);
  }
  return { is: "refused", input, spots: [...input.path, spot] };
}

function advance(
  input: Input,
  path: readonly Spot[],
  steps: readonly number[],
  spots: readonly Spot[],
  goesOn: boolean,
): Outcome {
  let longer = [...path, ...spots];
  let here = follow(input.choices, longer) ?? NO_CHOICES;
  // What leaves no choice follows by itself where the engine says so: which frog was jumped over, which one moves last.
  while (here.follows === true) {
    const [only] = nextSpots(here);
    if (only === undefined) break;
    longer = [...longer, only];
    here = here.next?.[only] ?? NO_CHOICES;
  }
  const next: Input = { choices: input.choices, path: longer, steps: [...steps, longer.length] };
  const action = goesOn ? loneEnd(here) : endOf(here);
  return action === undefined ? { is: "changed", input: next } : said(next, action);
}

/** The action of a path that cannot go on. */
function endOf(here: Choices): string | undefined {
  return nextSpots(here).length === 0 ? here.action : undefined;
}

/** The action at the end of the only way on: a frog with one landing. */
function loneEnd(from: Choices): string | undefined {
  let here = from;
  while (here.action === undefined) {
    const [only, ...others] = Object.values(here.next ?? {});
    if (only === undefined || others.length > 0) return undefined;
    here = only;
  }
  return endOf(here);
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

/** A piece picked up: its spot is chosen unless it is already. Nothing is said before it is let go. */
export function pick(input: Input, spot: Spot): Outcome {
  const isBegun = spot === input.path.at(-1) || ahead(node(input)).has(spot);
  const outcome: Outcome = isBegun ? { is: "changed", input } : chosen(input, spot, false);
  return outcome.is === "said" ? { is: "changed", input } : outcome;
}

/** A piece let go: over a spot that can be chosen it goes there, anywhere else nothing happens. */
export function drop(input: Input, spot: Spot | null): Outcome {
  const here = node(input);
  const goes =
    spot !== null && spot !== input.path.at(-1) && (here.next?.[spot] !== undefined || ahead(here).has(spot));
  return goes ? choose(input, spot) : { is: "changed", input };
}
