/** Moments of a replay. No DOM. */

import type { GameId, Views } from "../../engine/view";
import type { Replay, Step } from "../../protocol";

/** The step at which an event's number is reached. */
export function stepOf(steps: readonly Step[], number: number | null): number {
  if (number === null) return steps.length;
  const found = steps.findLastIndex((step) => step.number <= number);
  return found + 1;
}

/** What is seen after a step; a seat that is known sees what it saw. */
export function viewAt(replay: Replay, step: number): Views[GameId] {
  const after = replay.steps[step - 1];
  return (after === undefined ? replay.view : after.seats === undefined ? after.view : merged(after)) as Views[GameId];
}

/** Everybody's secrets in one view, where the game has any. */
function merged(step: Step): unknown {
  const view = step.view as { readonly players?: readonly unknown[] };
  const seats = step.seats as readonly { readonly players?: readonly unknown[] }[] | undefined;
  if (seats === undefined || !Array.isArray(view.players)) return view;
  return { ...view, players: view.players.map((player, seat) => seats[seat]?.players?.[seat] ?? player) };
}
