/** Opens tables, and remembers what this browser promised. */

import type { GameId, Join, OpenTable, PlayNow, Seat, Seated, ToServer } from "../../protocol";
import type { House } from "../../house/house";
import { commitmentOf } from "../fair/draws";
import { keepGame, newSeed, seedFor } from "../keep";
import { blocked } from "../people/blocked";

/** The colours of all seats once one of them has taken one: whoever had it gets the taker's, as at the table. */
export function recoloured(colours: readonly number[], seat: Seat, colour: number): readonly number[] {
  const before = colours[seat] ?? colour;
  return colours.map((other, index) => (index === seat ? colour : other === colour ? before : other));
}

/** What is said so that the seats have these colours, and not the usual ones. */
function coloursSaid(colours: readonly number[]): readonly Extract<ToServer, { type: "colour" }>[] {
  let now: readonly number[] = colours.map((_, seat) => seat);
  return colours.flatMap((colour, seat) => {
    if (now[seat] === colour) return [];
    now = recoloured(now, seat, colour);
    return [{ type: "colour", seat, colour }];
  });
}

/** Opens a table. Colours are chosen there before the start: a game that begins by itself waits for them. */
export async function openTable(
  house: House,
  wish: OpenTable & { readonly game: GameId },
  colours: readonly number[] = [],
): Promise<Seated> {
  const { seed, commitment } = newSeed();
  const said = coloursSaid(colours);
  const isHeld = said.length > 0 && wish.start_when_full === true;
  const seated = await house.open({ ...wish, ...(isHeld ? { start_when_full: false } : {}), commitment });
  const { table } = seated;
  keepGame({ id: table, game: wish.game, mine: true, seed, commitment: seated.commitment });
  try {
    for (const message of said) await house.tell(table, message);
    if (isHeld) await house.tell(table, { type: "start" });
  } catch {
    // The table is there, and waits: its page offers what is missing.
  }
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
