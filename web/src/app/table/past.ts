/** What has gone by at a table: views that were told, and what can be acted out once more from them. */

import type { Effect, GameId, TableEvent, Views } from "../../protocol";
import { type Doer, doersOf } from "./deeds";
import type { Model } from "./model";

/** The view after an event, by the event's number; under nought the one before the first event. */
export type Past = ReadonlyMap<number, Views[GameId]>;

/** Something that happened, to be acted out once more. */
export interface Repeat {
  /** Unlike that of anything else that is acted out. */
  readonly number: number;
  readonly effects: readonly Effect[];
  readonly doers: ReadonlyMap<Effect, Doer>;
  readonly view: Views[GameId];
}

/** What a person looks at instead of the game as it stands; without a view it is still being looked for. */
export type Aside =
  | {
      readonly is: "looking";
      readonly number: number;
      readonly view: Views[GameId] | null;
      /** Is the view not to be had? */
      readonly isLost: boolean;
      /** The last event when the person began to look back. */
      readonly seq: number;
    }
  | {
      readonly is: "again";
      /** The place among the events from which on it is acted out. */
      readonly from: number;
      readonly view: Views[GameId] | null;
      readonly isLost: false;
      /** What is still to be acted out; the first of it is. */
      readonly coming: readonly Repeat[];
    };

/** The past with the position that was told last. */
export function kept(past: Past, { seq, position }: Model): Past {
  return position === null || past.get(seq) === position.view ? past : new Map([...past, [seq, position.view]]);
}

/**
 * What happened from a place among the events on, with the view that it begins from; nothing where a view is missing.
 * Where several events were told at once, they are acted out at once.
 */
export function againFrom(
  events: readonly TableEvent[],
  from: number,
  past: Past,
): { readonly view: Views[GameId]; readonly coming: readonly Repeat[] } | null {
  const before = events[from - 1]?.number ?? 0;
  const view = past.get(before);
  const last = events.findLast((event) => event.what === "played" && event.is_undone !== true);
  if (view === undefined || last === undefined || past.get(last.number) === undefined) return null;
  const later = events.slice(from).filter((event) => event.what === "played" && event.is_undone !== true);
  const doers = doersOf(events, from);
  const coming: Repeat[] = [];
  let effects: Effect[] = [];
  for (const event of later) {
    if (event.what === "played") effects.push(...event.told.effects);
    const shown = past.get(event.number);
    if (shown === undefined || effects.length === 0) continue;
    // Nothing else has a number below nought.
    coming.push({ number: -event.number, effects, doers, view: shown });
    effects = [];
  }
  return { view, coming };
}
