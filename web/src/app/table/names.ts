/** Who sits where, in words. */

import { lookOf } from "../../pieces/seats";
import type { SeatLook } from "../../boards/board";
import type { Seat, SeatState, Sitter, TableState } from "../../protocol";
import type { Company } from "../../words";
import { FROG_NAMES } from "../home/facts";
import type { AppWords } from "../words";

export function sitterName(t: AppWords, sitter: Sitter, seat: Seat): string {
  switch (sitter.is) {
    case "open":
      return t.openSeat;
    case "invited":
      return t.invitedSeat;
    case "person":
      return sitter.name ?? t.nobody;
    case "computer":
      return FROG_NAMES[seat] ?? t.computerShort;
  }
}

export function seatName(t: AppWords, table: TableState, seat: Seat): string {
  const state: SeatState | undefined = table.seats[seat];
  return state === undefined ? t.nobody : sitterName(t, state.sitter, seat);
}

/** Who sits where; whoever has one seat of their own is spoken to. */
export function companyOf(t: AppWords, table: TableState, mine: readonly Seat[] = []): Company {
  return { name: (seat) => seatName(t, table, seat), you: mine.length === 1 ? (mine[0] ?? null) : null };
}

export function looksOf(t: AppWords, table: TableState): readonly SeatLook[] {
  const { game } = table;
  return table.seats.map(({ seat }) => ({ name: seatName(t, table, seat), ...lookOf(game, seat) }));
}
