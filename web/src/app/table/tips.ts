/** What a place on the board does, for whoever points at it: huts, symbols, badges. */

import { symbolOf } from "../../boards/china-moon/geometry";
import { lookOf } from "../../pieces/seats";
import type { GameId, Spot, Views } from "../../protocol";
import { FROGRIDERS_COLOUR } from "../../protocol/facts";
import type { Words } from "../../words";
import { among } from "../../words/known";
import type { AppWords } from "../words";

export interface PlaceTip {
  readonly name: string;
  readonly about: string;
}

type Finder<G extends GameId> = (t: AppWords, w: Words, view: Views[G], spot: Spot) => PlaceTip | null;

const FINDERS: { readonly [G in GameId]?: Finder<G> } = {
  abagio: (t, w, view, spot) => {
    if (spot === "chief" || spot === "aside" || spot === view.chief) return t.boards.tips.chief;
    const space = view.spaces.find(({ at, owner }) => at === spot && (owner === null || owner === (view.turn ?? 0)));
    if (space === undefined) return null;
    if (space.is_full === true) return t.boards.tips.full(space.frogs.length);
    const top = space.frogs.at(-1);
    return space.heap == null || top === undefined
      ? null
      : t.boards.tips.heap(space.heap, w.tints[lookOf("abagio", top).tint]);
  },
  "china-moon": (t, _, __, spot) => {
    if (spot.startsWith("place.")) return t.boards.tips.arrival(Number(spot.slice(6)));
    const symbol = symbolOf(Number(spot));
    return symbol === "plain" || symbol === "lily" ? null : t.boards.tips[symbol];
  },
  frogriders: (t, w, _, spot) => {
    const [kind, letter] = spot.split(".");
    const colour = kind === "village" ? among(FROGRIDERS_COLOUR, letter) : undefined;
    if (colour === undefined) return null;
    return colour === "N"
      ? t.boards.tips.brownHut
      : t.boards.tips.hut(w.tints[`frog-${colour}`], t.boards.powers[colour]);
  },
};

export function tipOf<G extends GameId>(t: AppWords, w: Words, game: G, view: Views[G], spot: Spot): PlaceTip | null {
  return FINDERS[game]?.(t, w, view, spot) ?? null;
}
