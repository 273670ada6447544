/** The same table once more, with every computer player one level up. */

import type { OpenTable, SeatWish, TableState, You } from "../../protocol";
import { FACTS, LEVELS } from "../../protocol/facts";

/** Can it be had: does one play with computer players alone, and is one of them not the strongest? */
export function canBeStronger(table: TableState, you: Pick<You, "seats">): boolean {
  const isAlone = table.seats.every(({ seat, sitter }) => sitter.is === "computer" || you.seats.includes(seat));
  const canRise = table.seats.some(({ sitter }) => sitter.is === "computer" && sitter.level < LEVELS.length);
  return you.seats.length > 0 && isAlone && canRise;
}

/** The level that all computer players will have; none if they differ. */
export function strongerLevel(table: TableState): number | null {
  const levels = new Set(
    table.seats.flatMap(({ sitter }) => (sitter.is === "computer" ? [Math.min(LEVELS.length, sitter.level + 1)] : [])),
  );
  return levels.size === 1 ? ([...levels][0] ?? null) : null;
}

/** The colours that all keep, in games in which they were chosen. */
export function coloursOf({ game, seats }: TableState): readonly number[] {
  return FACTS[game].has_colours ? seats.map(({ colour }) => colour) : [];
}

export function strongerTable<T extends TableState>(table: T, guest: string): OpenTable & { readonly game: T["game"] } {
  const seats = table.seats.map(({ sitter }): SeatWish =>
    sitter.is === "computer" ? { is: "computer", level: Math.min(LEVELS.length, sitter.level + 1) } : { is: "me" },
  );
  const names = table.seats.flatMap(({ seat, sitter }) =>
    sitter.is === "person" ? [[seat, sitter.name ?? guest] as const] : [],
  );
  return {
    game: table.game,
    seats,
    options: table.options,
    clock: table.clock,
    grace_seconds: table.grace_ms / 1_000,
    stand_in: table.stand_in,
    name: names[0]?.[1] ?? guest,
    ...(names.length > 1 ? { names: Object.fromEntries(names) } : {}),
    start_when_full: true,
    is_practice: table.is_practice,
    is_strict: table.is_strict,
    // Seats are counted from whoever started, so that the first one starts again; the lot is drawn anew.
    ...(table.starts.is === "lot" ? { starts: table.starts } : {}),
  };
}
