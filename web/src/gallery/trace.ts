/** A whole game as the engine's `trace --views` prints it. */

import type { Effect, Seat, Spot } from "../engine/effect";
import type { Choice, GameId, Views } from "../engine/view";

export interface TracedEvent<G extends GameId> {
  readonly chance?: string;
  readonly seat?: Seat;
  readonly legal?: readonly string[];
  readonly play?: string;
  readonly view: Views[G];
  readonly paths: readonly (readonly (readonly Spot[])[])[];
  readonly effects: readonly Effect[];
}

export interface Trace<G extends GameId = GameId> {
  readonly game: G;
  readonly seats: number;
  readonly events: readonly TracedEvent<G>[];
  readonly winners: readonly Seat[];
  readonly scores: readonly number[] | null;
  readonly view: Views[G];
}

/** The choices at an event, as the page gets them. */
export function choicesOf(event: TracedEvent<GameId>): Choice[] {
  return (event.legal ?? []).map((action, index) => ({ action, paths: event.paths[index] ?? [] }));
}
