/** A whole game as the engine's `trace --views` prints it. */

import type { Choices, Effect, GameId, Seat, Spot, Views } from "../protocol";

export interface TracedEvent<G extends GameId> {
  readonly chance?: string;
  readonly seat?: Seat;
  readonly legal?: readonly string[];
  readonly play?: string;
  readonly view: Views[G];
  /** The paths of each legal action, in the order of `legal`. */
  readonly paths: readonly (readonly (readonly Spot[])[])[];
  /** The same as the page gets it. */
  readonly choices: Choices;
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
