/** Real games to test with. */

import { readFileSync, readdirSync } from "node:fs";
import { boardOf } from "../src/boards";
import type { Board, Scene } from "../src/boards/board";
import type { GameId, Views } from "../src/engine/view";
import type { Trace } from "../src/gallery/trace";
import { lookOf } from "../src/pieces/seats";

const folder = "out/traces/";

export const TRACES: readonly (readonly [string, Trace])[] = readdirSync(folder)
  .filter((name) => name.endsWith(".json"))
  .map((name) => [name.replace(".json", ""), JSON.parse(readFileSync(folder + name, "utf8")) as Trace]);

export function sceneOf(trace: Trace, view: Views[GameId], me: number | null = null): Scene<GameId> {
  const seats = Array.from({ length: trace.seats }, (_, seat) => ({ name: `Seat ${seat}`, ...lookOf(trace.game, seat) }));
  return { view, layout: "wide", seats, me };
}

export function boardOfTrace(trace: Trace): Board<GameId> {
  return boardOf<GameId>(trace.game);
}
