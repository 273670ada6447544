/** How a seat stands, in a few words. */

import type { FrogridersSource, GameId, Seat, Views } from "../../protocol";
import type { Words } from "../../words";
import type { AppWords } from "../words";

type Summary<G extends GameId> = (t: AppWords, w: Words, view: Views[G], seat: Seat) => string;

const SUMMARIES: { readonly [G in GameId]: Summary<G> } = {
  "hop-it": (t, _, view, seat) => t.table.summary.pieces(view.pieces.filter((piece) => piece.seat === seat).length),
  abagio: (t, _, view, seat) => {
    const [root, home] = [view.root[seat] ?? 0, view.pond[seat] ?? 0];
    return [...(root > 0 ? [t.worth.root(root)] : []), t.worth.home(home)].join(", ");
  },
  "pool-party": (t, _, view, seat) => t.worth.line(view.lines[seat]?.frogs ?? 0),
  "china-moon": (_, w, view, seat) => w.score("china-moon", view.players[seat]?.score ?? 0),
  frogriders: (t, w, view, seat) => {
    const player = view.players[seat];
    if (player === undefined) return "";
    if (player.total !== null) return w.score("frogriders", player.total);
    const score = w.score("frogriders", player.worth);
    return player.has_kept && player.kept === null ? t.worth.nowWithout(score) : t.worth.now(score);
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

/** Where trophies come from, in words. */
export function sourceName(w: Words, source: FrogridersSource, cardName: (id: string) => string): string {
  if (source === "gained" || source === "brown") return w.scoring[source];
  return cardName(source);
}
