/** Legal actions as a trie of spots: each step is something that a person points at. */

import type { Spot } from "../engine/effect";
import type { Choice } from "../engine/view";

export interface Choices {
  /** The action that the path so far says. It can still be the beginning of a longer one. */
  readonly action?: string;
  /** The spots that can be pointed at next. */
  readonly next?: { readonly [spot: Spot]: Choices };
}

export const NO_CHOICES: Choices = {};

interface Growing {
  action?: string;
  next?: Record<Spot, Growing>;
}

/** The trie of some actions, each with the paths that say it. */
export function trieOf(list: readonly Choice[]): Choices {
  const root: Growing = {};
  for (const { action, paths } of list) {
    for (const path of paths) {
      let node = root;
      for (const spot of path) {
        node.next ??= {};
        node = node.next[spot] ??= {};
      }
      node.action = action;
    }
  }
  return root;
}

export function nextSpots(node: Choices): readonly Spot[] {
  return Object.keys(node.next ?? {});
}

/** Every action that can still be said from here on. */
export function actionsFrom(node: Choices): readonly string[] {
  const own = node.action === undefined ? [] : [node.action];
  return [...new Set([...own, ...Object.values(node.next ?? {}).flatMap(actionsFrom)])];
}

/** The node that a path leads to. */
export function follow(root: Choices, path: readonly Spot[]): Choices | undefined {
  return path.reduce<Choices | undefined>((node, spot) => node?.next?.[spot], root);
}
