/** Legal actions as a trie of spots: each step is something that a person points at. */

import type { Choices, Spot } from "../protocol";

export const NO_CHOICES: Choices = {};

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
