/** How a seat stands, in a few words. */

import type { FrogridersSource, GameId, Seat, Views } from "../../protocol";
import type { Words } from "../../words";
import type { AppWords } from "../words";

type Summary<G extends GameId> = (t: AppWords, w: Words, view: Views[G], seat: Seat) => string;

const SUMMARIES: { readonly [G in GameId]: Summary<G> } = {
  "hop-it": (t, _, view, seat) => t.table.summary.pieces(view.pieces.filter((piece) => piece.seat === seat).length),
  abagio: (t, _, view, seat) => t.table.summary.home(view.pond[seat] ?? 0),
  "pool-party": (t, _, view, seat) =>
    t.table.summary.afloat(view.frogs[seat]?.filter((space) => space !== null).length ?? 0),
  "china-moon": (_, w, view, seat) => w.score("china-moon", view.players[seat]?.score ?? 0),
  frogriders: (t, w, view, seat) => {
    const player = view.players[seat];
    if (player === undefined) return "";
    if (player.total !== null) return w.score("frogriders", player.total);
    const frogs = Object.values(player.frogs).reduce((sum, count) => sum + count, 0);
    return `${t.table.summary.frogs(frogs)}, ${t.table.summary.cards(player.cards.length)}`;
  },
};

export function summaryOf<G extends GameId>(t: AppWords, w: Words, game: G, view: Views[G], seat: Seat): string {
  return SUMMARIES[game](t, w, view, seat);
}

/** What points are for, and how many. */
export interface ScoreLine {
  readonly what: string;
  readonly points: number;
}

type CardName = (id: string) => string;
type Scoring<G extends GameId> = (
  w: Words,
  view: Views[G],
  cardName: CardName,
) => readonly (readonly ScoreLine[])[] | null;

const SCORINGS: { readonly [G in GameId]: Scoring<G> } = {
  "hop-it": () => null,
  abagio: () => null,
  "pool-party": () => null,
  "china-moon": (w, { players }) =>
    players.map(({ scoring }) =>
      scoring.map(({ lily, count, points }) => ({ what: `${count} × ${w.lilies[lily]}`, points })),
    ),
  frogriders: (w, { players }, cardName) =>
    players.map(({ scoring }) =>
      (scoring ?? []).map(({ source, points }) => ({ what: sourceName(w, source, cardName), points })),
    ),
};

/** The scoring of every seat, line by line. Nothing for games without points. */
export function scoringOf<G extends GameId>(
  w: Words,
  game: G,
  view: Views[G],
  cardName: CardName,
): readonly (readonly ScoreLine[])[] | null {
  return SCORINGS[game](w, view, cardName);
}

function sourceName(w: Words, source: FrogridersSource, cardName: CardName): string {
  if (source === "gained" || source === "brown") return w.scoring[source];
  return cardName(source);
}
