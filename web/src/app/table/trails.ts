/** What players did, as it is drawn on the board: a trail for every piece that moved, badges for wins and losses. */

import type { Board, SeatLook } from "../../boards/board";
import type { Badge, Trail } from "../../boards/arrows";
import type { GameId, Piece, Seat, Spot } from "../../protocol";
import { type Deed, clausesOf } from "./deeds";

export interface Drawn {
  readonly trails: readonly Trail[];
  readonly badges: readonly Badge[];
}

export const NOTHING_DRAWN: Drawn = { trails: [], badges: [] };

type Shown = Pick<Board<GameId>, "home" | "between">;

/** A piece that nobody owns is drawn in the colour of whoever did it. */
const PLAIN: Pick<SeatLook, "tint" | "mark"> = { tint: "stone", mark: "dot" };

export function drawnOf(
  deeds: readonly Pick<Deed, "seat" | "effects">[],
  board: Shown,
  looks: readonly SeatLook[],
): Drawn {
  const trails: Trail[] = [];
  const badges: Badge[] = [];
  const look = (seat: Seat) => looks[seat] ?? PLAIN;
  const home = (spot: Spot, { owner, kind }: Piece) => board.home?.(spot, owner, kind, []) ?? spot;
  for (const deed of deeds) {
    const { tint, mark } = look(deed.seat);
    const trail = (piece: Piece, way: readonly Spot[], isPushed: boolean) => {
      const places = way.slice(1).flatMap((to, index) => board.between?.(way[index] ?? to, to) ?? [to]);
      const isSwum = board.between !== undefined;
      // A way that begins off the board begins where the board says.
      const all = isSwum ? places : [way[0] ?? "", ...places];
      trails.push({ tint, mark, isPushed, isSwum, places: all.map((spot) => home(spot, piece)) });
    };
    const badge = (piece: Piece, at: Spot, sign: Badge["sign"], seat: Seat | undefined = piece.owner) =>
      void badges.push({ at: home(at, piece), sign, tint: look(seat ?? deed.seat).tint });
    for (const clause of clausesOf(deed)) {
      switch (clause.is) {
        case "moved":
        case "pushed":
          for (const { piece, way, gain } of clause.moves) {
            trail(piece, way, clause.is === "pushed");
            if (gain !== null) badge(piece, way.at(-1) ?? "", "gained");
          }
          break;
        case "hit":
          for (const { piece, at } of clause.hits) badge(piece, at, "back");
          break;
        case "captured":
          // What has an owner is lost to them; what has none is won.
          for (const { piece, at } of clause.captures) badge(piece, at, piece.owner === undefined ? "gained" : "lost");
          break;
        case "matured":
          for (const at of clause.at) badge({ kind: "frog" }, at, "grown");
          break;
        case "dropped":
          badge(clause.piece, clause.at, "lost", deed.seat);
          break;
        case "besides":
          if (clause.effect.effect === "eaten") badge(clause.effect.piece, clause.effect.at, "lost");
          break;
        default:
      }
    }
  }
  return { trails, badges };
}
