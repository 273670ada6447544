/** Opens tables, and remembers what this browser promised. */

import type { GameId, Join, OpenTable, PlayNow, Seated } from "../../protocol";
import type { House } from "../../house/house";
import { commitmentOf } from "../fair/draws";
import { keepGame, newSeed, seedFor } from "../keep";
import { blocked } from "../people/blocked";

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

/**
 * Finds a seat at once. Whoever is led back to a table at which they sit has promised a seed there before, which
 * counts; anywhere else the new one does, also if another one was to be promised there and was refused. Both are
 * remembered.
 */
export async function playNow(house: House, wish: PlayNow & { readonly game: GameId }): Promise<Seated> {
  const { seed, commitment } = newSeed();
  const avoids = blocked().map(({ mark }) => mark);
  const seated = await house.playNow({ ...wish, avoids, commitment });
  const { table } = seated;
  keepGame({ id: table, game: wish.game, mine: true, seed, commitment: seated.commitment });
  return seated;
}
