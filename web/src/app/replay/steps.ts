/** Moments of a replay. No DOM. */

import type { Spot } from "../../engine/effect";
import type { GameId, Views } from "../../engine/view";
import type { Replay, Step } from "../../protocol";

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
export function viewAt(replay: Replay, step: number): Views[GameId] {
  const after = replay.steps[step - 1];
  return (after === undefined ? replay.view : after.seats === undefined ? after.view : merged(after)) as Views[GameId];
}

/** The spots of a board that an action in notation names, in order: `b2-c3`, `22/18`, `send B take ell`. */
export function wayOf(places: { has(spot: Spot): boolean }, action: string): readonly Spot[] {
  const words = action.replaceAll(/\(.*?\)|!/g, "").split(/\s+|>|\/|(?<=\d)-/);
  return words.flatMap((word, index) => {
    const before = words[index - 1];
    const kinds =
      before === "send"
        ? ["send."]
        : before === "take"
          ? ["card.", "village."]
          : before === "keep"
            ? ["secret."]
            : [""];
    return kinds
      .map((kind) => kind + word)
      .filter((spot) => places.has(spot))
      .slice(0, 1);
  });
}

/** Everybody's secrets in one view, where the game has any. */
function merged(step: Step): unknown {
  const view = step.view as { readonly players?: readonly unknown[] };
  const seats = step.seats as readonly { readonly players?: readonly unknown[] }[] | undefined;
  if (seats === undefined || !Array.isArray(view.players)) return view;
  return { ...view, players: view.players.map((player, seat) => seats[seat]?.players?.[seat] ?? player) };
}
