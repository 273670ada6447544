/** An action in words: what is pointed at, one thing after the other. */

import { boardOf } from "../../boards";
import { isButton } from "../../boards/buttons";
import type { GameId, Spot, Views } from "../../protocol";
import { type Company, type Words, spotBrief } from "../../words";
import { besideWords } from "../table/choice-words";
import type { AppWords } from "../words";

/** `coral frog on b2 → c3`, `red frog on c5 → e5, over blue frog on d5`; nothing for an action without spots. */
export function wayOf<G extends GameId>(
  t: AppWords,
  w: Words,
  game: G,
  view: Views[G],
  path: readonly Spot[],
  company: Company,
): string {
  const board = boardOf<GameId>(game);
  return path.reduce((said, spot, index) => {
    const before = path.slice(0, index);
    const beside = isButton(spot) ? null : besideWords(game, view, { t, w, before, spot, company });
    const place = board.resolve?.(before, spot) ?? spot;
    const next = isButton(spot)
      ? w.buttons[spot]
      : (beside ?? (index === 0 ? spotBrief(w, game, view, place, company) : w.place(game, place)));
    return index === 0 ? next : said + (beside === null ? " → " : ", ") + next;
  }, "");
}
