/** What a lobby waits for, and what can be said of a table at which nothing was played. No DOM. */

import type { Seat, TableEvent, TableState } from "../../../protocol";

/** What has to come true before a game begins. */
export type Awaited =
  /** Nothing any more: seeds are being shown. */
  | { readonly is: "start" }
  /** Somebody sits down. */
  | { readonly is: "players" }
  /** Those who sit at these seats say that they are ready. */
  | { readonly is: "unready"; readonly seats: readonly Seat[] }
  /** Those who sit at these seats come back. */
  | { readonly is: "absent"; readonly seats: readonly Seat[] }
  /** The host says so. */
  | { readonly is: "host" };

export function awaitedAt(table: TableState): Awaited {
  if (table.status === "starting" || table.waits_until !== null) return { is: "start" };
  const isTaken = table.seats.every(({ sitter }) => sitter.is === "person" || sitter.is === "computer");
  if (!isTaken) return { is: "players" };
  const people = table.seats.filter(({ sitter }) => sitter.is === "person");
  const absent = people.filter(({ is_present }) => !is_present);
  const unready = people.filter(({ is_ready }) => !is_ready);
  if (unready.length > 0) return { is: "unready", seats: unready.map(({ seat }) => seat) };
  return absent.length === 0 ? { is: "host" } : { is: "absent", seats: absent.map(({ seat }) => seat) };
}

/** May the host start? In a rematch nobody is played without who has not come to it. */
export function mayStart(table: TableState): boolean {
  const awaited = awaitedAt(table);
  const hasCome = (seat: Seat) => table.seats[seat]?.has_committed === true;
  return (
    awaited.is === "host" || (awaited.is === "absent" && (table.rematch_of === null || awaited.seats.every(hasCome)))
  );
}

/** Was the table closed before a game began? Then there is nothing to be seen of a game. */
export function isClosedUnplayed(table: TableState, events: readonly TableEvent[]): boolean {
  return table.status === "abandoned" && !events.some(({ what }) => what === "started");
}
