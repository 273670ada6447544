/** Real games to test with. */

import { readFileSync, readdirSync } from "node:fs";
import { boardOf } from "../src/boards";
import type { Board, Scene } from "../src/boards/board";
import type { GameId, Views } from "../src/protocol";
import type { Trace } from "../src/gallery/trace";
import { lookOf } from "../src/pieces/seats";

const folder = "out/traces/";

/** Some games go on for very long without anything new. */
const MOST_EVENTS = 400;

function read(file: string): Trace {
  const whole = JSON.parse(readFileSync(file, "utf8")) as Trace;
  return { ...whole, events: whole.events.slice(0, MOST_EVENTS), view: whole.events[MOST_EVENTS]?.view ?? whole.view };
}

export const TRACES: readonly (readonly [string, Trace])[] = readdirSync(folder)
  .filter((name) => name.endsWith(".json"))
  .map((name) => [name.replace(".json", ""), read(folder + name)]);

export function sceneOf(trace: Trace, view: Views[GameId], me: number | null = null): Scene<GameId> {
  const seats = Array.from({ length: trace.seats }, (_, seat) => ({
    name: `Seat ${seat}`,
    ...lookOf(trace.game, seat),
  }));
  return { view, layout: "wide", seats, me };
}

export function boardOfTrace(trace: Trace): Board<GameId> {
  return boardOf<GameId>(trace.game);
}
