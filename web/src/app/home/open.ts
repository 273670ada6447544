/** Opens tables, and remembers what this browser promised. */

import type { GameId, Join, OpenTable, Seated } from "../../protocol";
import type { House } from "../../house/house";
import { keepGame, newSeed } from "../keep";

export async function openTable(house: House, wish: OpenTable & { readonly game: GameId }): Promise<Seated> {
  const { seed, commitment } = newSeed();
  const seated = await house.open({ ...wish, commitment });
  keepGame({ id: seated.table, game: wish.game, mine: true, seed, commitment: seated.commitment });
  return seated;
}

/** Sits down somewhere. */
export async function sitDown(game: GameId, join: Join, call: (join: Join) => Promise<Seated>): Promise<Seated> {
  const { seed, commitment } = newSeed();
  const seated = await call({ ...join, commitment });
  keepGame({ id: seated.table, game, mine: true, seed, commitment: seated.commitment });
  return seated;
}
