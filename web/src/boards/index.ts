/** The boards, by the game's id. */

import type { GameId } from "../engine/view";
import type { Board } from "./board";
import { hopIt } from "./hop-it/board";

const BOARDS = { "hop-it": hopIt } as unknown as { readonly [G in GameId]: Board<G> };

export function boardOf<G extends GameId>(game: G): Board<G> {
  return BOARDS[game];
}
