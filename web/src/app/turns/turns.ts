/** The tables at which it is one's turn. No DOM, no clock. */

import type { Seat, TableLine, TableList } from "../../protocol";

/** A table that waits for the person at this browser. */
export interface Turn {
  readonly table: TableLine;
  /** The seat that is waited for. */
  readonly seat: Seat;
  /** When one's time is up, by our clock. */
  readonly until: number | null;
  /** Who moved before. */
  readonly moved: Seat | null;
  /** By which this turn is told from the next one at the same table. */
  readonly number: number;
}

/** The turns on a list of one's own tables that came at a moment of our clock: those whose time is up first, first. */
export function turnsOf({ tables, now }: TableList, at: number): readonly Turn[] {
  const ahead = now === 0 ? 0 : at - now;
  const turns = tables.flatMap((table): Turn[] => {
    const { turn } = table;
    const seat = turn?.seats.find((waited) => table.mine.includes(waited));
    if (turn == null || seat === undefined || table.status !== "playing") return [];
    return [
      { table, seat, until: turn.until === null ? null : turn.until + ahead, moved: turn.moved, number: turn.number },
    ];
  });
  return turns.toSorted((a, b) => (a.until ?? Infinity) - (b.until ?? Infinity) || b.number - a.number);
}

/** Which turn of each table was told of. */
export type Told = Readonly<Record<string, number>>;

/** The turns that were not told of yet, and what is told of after that. What is no turn any more is forgotten. */
export function untold(turns: readonly Turn[], told: Told): { readonly fresh: readonly Turn[]; readonly told: Told } {
  const fresh = turns.filter(({ table, number }) => told[table.id] !== number);
  return { fresh, told: Object.fromEntries(turns.map(({ table, number }) => [table.id, number])) };
}
