/** How a seat stands, in a few words. */

import type {
  AbagioView,
  ChinaMoonView,
  FrogridersView,
  GameId,
  HopItView,
  PoolPartyView,
  Views,
} from "../../engine/view";
import type { Seat } from "../../protocol";
import type { Words } from "../../words";
import type { AppWords } from "../words";

export function summaryOf(t: AppWords, w: Words, game: GameId, view: Views[GameId], seat: Seat): string {
  const s = t.table.summary;
  switch (game) {
    case "hop-it":
      return s.pieces((view as HopItView).pieces.filter((piece) => piece.seat === seat).length);
    case "abagio":
      return s.home((view as AbagioView).pond[seat] ?? 0);
    case "pool-party":
      return s.afloat((view as PoolPartyView).frogs[seat]?.filter((space) => space !== null).length ?? 0);
    case "china-moon":
      return w.score(game, (view as ChinaMoonView).players[seat]?.score ?? 0);
    case "frogriders": {
      const player = (view as FrogridersView).players[seat];
      if (player === undefined) return "";
      if (player.total !== null) return w.score(game, player.total);
      const frogs = Object.values(player.frogs).reduce((sum, count) => sum + count, 0);
      return `${s.frogs(frogs)}, ${s.cards(player.cards.length)}`;
    }
  }
}

/** The scoring of every seat, line by line: what for, and the points. Nothing for games without points. */
export function scoringOf(
  t: AppWords,
  w: Words,
  game: GameId,
  view: Views[GameId],
  cardName: (id: string) => string,
): readonly (readonly { readonly what: string; readonly points: number }[])[] | null {
  if (game === "china-moon") {
    const { players } = view as ChinaMoonView;
    return players.map(({ lilies, score }) => {
      const colours = [...new Set(lilies)];
      const what = colours
        .map((colour) => `${lilies.filter((lily) => lily === colour).length} × ${w.lilies[colour]}`)
        .join(", ");
      return [{ what: what === "" ? t.end.lilies : what, points: score }];
    });
  }
  if (game === "frogriders") {
    const { players } = view as FrogridersView;
    return players.map(({ scoring }) =>
      (scoring ?? []).map(({ source, points }) => ({ what: sourceName(w, source, cardName), points })),
    );
  }
  return null;
}

function sourceName(w: Words, source: string, cardName: (id: string) => string): string {
  if (source === "gained" || source === "brown") return w.scoring[source];
  return cardName(source);
}
