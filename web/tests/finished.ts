/** Finished games as a server would tell of them, and analyses of them that are made up. */

import assert from "node:assert/strict";
import type { Analysis, Moment, Replay, Step, Swing } from "../src/protocol";
import type { Trace } from "../src/gallery/trace";
import { tableOf } from "./tables";
import { TRACES } from "./traces";

export const traceOf = (name: string): Trace => TRACES.find(([known]) => known === name)?.[1] ?? assert.fail(name);

export function replayOf(trace: Trace): Replay {
  const steps = trace.events.map(({ seat, play, chance, effects }, index): Step => ({
    number: index + 1,
    at: 0,
    told: { seat: seat ?? null, event: play ?? chance ?? "", hidden: false, effects },
    view: trace.events[index + 1]?.view ?? trace.view,
    turn: { is: "over" },
  }));
  const table = tableOf(trace, {
    status: "finished",
    result: { winners: trace.winners, scores: trace.scores, out: null },
  });
  return { table, view: trace.events[0]?.view ?? trace.view, steps, all: steps.length, next: null };
}

export function momentOf(
  step: number,
  shares: readonly number[],
  seen: readonly (readonly number[])[] = [],
  error = 0.02,
): Moment {
  const errors = shares.map(() => error);
  return { step, shares, errors, seen, seen_errors: seen.map(() => errors.map((own) => 2 * own)) };
}

export function analysisOf(change: Partial<Analysis>): Analysis {
  const seats = change.curve?.[0]?.shares.length ?? 2;
  const nothing = Array.from({ length: seats }, () => 0);
  return {
    is_done: true,
    looked_at: 2,
    judged_by: "a version",
    moments: 2,
    iterations: 400,
    seed: 7,
    curve: [
      momentOf(
        0,
        nothing.map(() => 1 / seats),
      ),
    ],
    swings: [],
    luck: nothing,
    luck_errors: nothing,
    lost: nothing,
    lost_errors: nothing,
    ...change,
  };
}

type ChoiceSwing = Extract<Swing, { kind: "choice" }>;

/** A choice at an event of a game, beside which another action is said to have been better. */
export function choiceAt(trace: Trace, step: number, change: Partial<ChoiceSwing> = {}): ChoiceSwing {
  const { seat, play, legal = [], paths } = trace.events[step] ?? assert.fail(`no event ${step}`);
  const played = legal.indexOf(play ?? "");
  const better = legal.findIndex((_, index) => index !== played);
  assert.ok(seat !== undefined && played >= 0 && better >= 0, "somebody could choose");
  return {
    kind: "choice",
    step,
    seat,
    played: play ?? "",
    played_path: paths[played]?.[0] ?? [],
    better: legal[better] ?? "",
    path: paths[better]?.[0] ?? [],
    lost: 0.12,
    error: 0.03,
    is_mistake: true,
    ...change,
  };
}

/** The steps at which a seat had something to choose. */
export function choicesOf(trace: Trace, seat: number): readonly number[] {
  return trace.events.flatMap((event, step) =>
    event.seat === seat && (event.legal?.length ?? 0) > 1 && event.legal?.includes(event.play ?? "") === true
      ? [step]
      : [],
  );
}

/** The steps at which chance did something, after the game was set up. */
export function chancesOf(trace: Trace): readonly number[] {
  const begun = trace.events.findIndex(({ seat }) => seat !== undefined);
  return trace.events.flatMap(({ chance }, step) => (chance !== undefined && step > begun ? [step] : []));
}

export function luckAt(trace: Trace, step: number, given: readonly number[], error = 0.01): Swing {
  return { kind: "luck", step, event: trace.events[step]?.chance ?? "", given, error };
}
