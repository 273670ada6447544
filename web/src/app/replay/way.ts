/** An action in words: what is pointed at, one thing after the other. */

import { boardOf } from "../../boards";
import { isButton } from "../../boards/buttons";
import type { GameId, Spot, Views } from "../../protocol";
import { type Company, type Words, spotBrief } from "../../words";

/** `coral frog on b2 → c3`; nothing for an action without spots. */
export function wayOf<G extends GameId>(
  w: Words,
  game: G,
  view: Views[G],
  path: readonly Spot[],
  company: Company,
): string {
  const board = boardOf<GameId>(game);
  return path
    .map((spot, index) => {
      if (isButton(spot)) return w.buttons[spot];
      const place = board.resolve?.(path.slice(0, index), spot) ?? spot;
      return index === 0 ? spotBrief(w, game, view, place, company) : w.place(game, place);
    })
    .join(" → ");
}
