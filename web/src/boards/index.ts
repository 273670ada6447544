/** The boards, by the game's id. */

import type { GameId } from "../protocol";
import type { Board } from "./board";
import { abagio } from "./abagio/board";
import { chinaMoon } from "./china-moon/board";
import { frogriders } from "./frogriders/board";
import { hopIt } from "./hop-it/board";
import { poolParty } from "./pool-party/board";

const BOARDS: { readonly [G in GameId]: Board<G> } = {
  "hop-it": hopIt,
  abagio,
  "pool-party": poolParty,
  "china-moon": chinaMoon,
  frogriders,
};

export function boardOf<G extends GameId>(game: G): Board<G> {
  return BOARDS[game];
}
