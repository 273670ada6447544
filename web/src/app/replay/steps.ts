/** Moments of a replay. No DOM. */

import type { GameId, Replay, Step, Views } from "../../protocol";

/** The step at which an event's number is reached. */
export function stepOf(steps: readonly Step[], number: number | null): number {
  if (number === null) return steps.length;
  const found = steps.findLastIndex((step) => step.number <= number);
  return found + 1;
}

/** The step at which everything is set up, and somebody acts for the first time. */
export function laidOut(steps: readonly Step[]): number {
  return Math.max(
    0,
    steps.findIndex(({ told }) => told.seat !== null),
  );
}

/** Where a replay is: the step that is shown, and the one that is being acted out from there. */
export interface Place {
  readonly shown: number;
  readonly coming: number | null;
}

/** The step that one looks at, arrived or on its way. */
export function stepAt({ shown, coming }: Place): number {
  return coming ?? shown;
}

/** Goes to a step of so many: a single step forward is acted out, any other is a jump. */
export function goTo(place: Place, to: number, steps: number): Place {
  const here = stepAt(place);
  const next = Math.max(0, Math.min(steps, to));
  return next === here + 1 ? { shown: here, coming: next } : { shown: next, coming: null };
}

/** What was coming has been acted out. */
export function arrive(place: Place, step: number): Place {
  return place.coming === step ? { shown: step, coming: null } : place;
}

/** What is seen after a step; a seat that is known sees what it saw. */
export function viewAt<G extends GameId>(replay: Replay<G>, step: number): Views[G] {
  const after = replay.steps[step - 1];
  if (after === undefined) return replay.view;
  return after.seats === undefined ? after.view : MERGED[replay.table.game](after.view, after.seats);
}

/** Everybody's secrets in one view, where the game has any. */
const MERGED: { readonly [G in GameId]: (view: Views[G], seats: readonly Views[G][]) => Views[G] } = {
  "hop-it": (view) => view,
  abagio: (view) => view,
  "pool-party": (view) => view,
  "china-moon": (view) => view,
  frogriders: (view, seats) => ({
    ...view,
    players: view.players.map((player, seat) => seats[seat]?.players[seat] ?? player),
  }),
};
