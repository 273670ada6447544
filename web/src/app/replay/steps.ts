/** Moments of a replay. No DOM. */

import type { GameId, Replay, Seat, Step, Views } from "../../protocol";

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

/** The moments at which a turn begins: somebody else acts than before, or dice were rolled for it. */
function turnStarts(steps: readonly Step[]): readonly number[] {
  const starts: number[] = [];
  let actor: Seat | null = null;
  let isRolled = false;
  steps.forEach(({ told }, index) => {
    if (told.seat === null) {
      isRolled ||= told.effects.some(({ effect }) => effect === "rolled");
      return;
    }
    if (told.seat !== actor || isRolled) starts.push(index);
    actor = told.seat;
    isRolled = false;
  });
  return starts;
}

/** The beginning of the next turn, or the end. */
export function nextTurn(steps: readonly Step[], from: number): number {
  return turnStarts(steps).find((start) => start > from) ?? steps.length;
}

/** The beginning of this turn, or of the one before, or of everything. */
export function previousTurn(steps: readonly Step[], from: number): number {
  return turnStarts(steps).findLast((start) => start < from) ?? 0;
}

/** The next moment at which one of these seats has to decide; none if there is no more. */
export function nextDecision(steps: readonly Step[], from: number, seats: readonly Seat[]): number | null {
  const found = steps.findIndex(({ told }, index) => index > from && told.seat !== null && seats.includes(told.seat));
  return found < 0 ? null : found;
}

/** What a key does in a replay. */
export type KeyMove =
  | "back"
  | "on"
  | "previous-turn"
  | "next-turn"
  | "previous-swing"
  | "next-swing"
  | "beginning"
  | "end"
  | "play";

/** What is pressed, and on what. */
export interface Pressed {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  /** What has the focus: something to write or choose in, a switch, a slider, something that is pressed, or else. */
  readonly on: "text" | "switch" | "slider" | "button" | "else";
}

/** What a key does wherever the focus is: whoever writes or chooses, and whoever presses a button, is left alone. */
export function keyMove(
  { key, shiftKey, altKey, ctrlKey, metaKey, on }: Pressed,
  /** Do letters do something? */
  hasLetters = true,
): KeyMove | null {
  if (altKey || ctrlKey || metaKey || on === "text") return null;
  // The two lie beside each other on every keyboard of our languages, in the order in which they lead.
  if (hasLetters && !shiftKey && key.toLowerCase() === "b") return "previous-swing";
  if (hasLetters && !shiftKey && key.toLowerCase() === "n") return "next-swing";
  if (on === "switch") return null;
  switch (key) {
    case "ArrowLeft":
      return shiftKey ? "previous-turn" : on === "slider" ? null : "back";
    case "ArrowRight":
      return shiftKey ? "next-turn" : on === "slider" ? null : "on";
    case "Home":
      return on === "slider" ? null : "beginning";
    case "End":
      return on === "slider" ? null : "end";
    case " ":
      return on === "button" ? null : "play";
    default:
      return null;
  }
}

/** What kind of thing has the focus, for keys. */
export function pressedOn(target: Element | null): Pressed["on"] {
  if (target === null) return "else";
  if (target.closest("input[type='range']") !== null) return "slider";
  if (target.closest("input[type='radio']") !== null) return "switch";
  if (target.closest("input, select, textarea, [contenteditable]") !== null) return "text";
  return target.closest("button, a, summary, [role='button']") === null ? "else" : "button";
}
