/** Who sits where, in words. */

import { type Look, lookOf } from "../../pieces/seats";
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

/** The name of somebody at this table, by number. */
export function personName(t: AppWords, table: TableState, person: number): string {
  const found = table.seats.find(({ sitter }) => sitter.is === "person" && sitter.person === person);
  return found === undefined ? t.nobody : sitterName(t, found.sitter, found.seat);
}

/** Who sits where; whoever has one seat of their own is spoken to. */
export function companyOf(t: AppWords, table: TableState, mine: readonly Seat[] = []): Company {
  return {
    name: (seat) => seatName(t, table, seat),
    you: mine.length === 1 ? (mine[0] ?? null) : null,
    tint: (seat) => seatLook(table, seat).tint,
  };
}

/** How a seat looks at this table, where people may have chosen their colours. */
export function seatLook({ game, seats }: Pick<TableState, "game" | "seats">, seat: Seat): Look {
  return lookOf(game, seat, seats[seat]?.colour);
}

export function looksOf(t: AppWords, table: TableState): readonly SeatLook[] {
  return table.seats.map(({ seat }) => ({ name: seatName(t, table, seat), ...seatLook(table, seat) }));
}
