/** Opens tables, and remembers what this browser promised. */

import type { GameId, Join, OpenTable, Seated } from "../../protocol";
import type { House } from "../../house/house";
import { commitmentOf } from "../fair/draws";
import { keepGame, newSeed, seedFor } from "../keep";

export async function openTable(house: House, wish: OpenTable & { readonly game: GameId }): Promise<Seated> {
  const { seed, commitment } = newSeed();
  const seated = await house.open({ ...wish, commitment });
  keepGame({ id: seated.table, game: wish.game, mine: true, seed, commitment: seated.commitment });
  return seated;
}

/** Sits down at a table. Whoever sits down there again, or twice at once, promises the same seed. */
export async function sitDown(
  { id, game }: { readonly id: string; readonly game: GameId },
  join: Join,
  call: (join: Join) => Promise<Seated>,
): Promise<Seated> {
  const commitment = commitmentOf(seedFor(id, game));
  const seated = await call({ ...join, commitment });
  keepGame({ id, game, mine: true, commitment: seated.commitment });
  return seated;
}
