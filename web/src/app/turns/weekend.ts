/** Time as a clock counts it if weekends are off: all but Saturdays and Sundays, at an offset from UTC in minutes. */

import type { ClockKind } from "../../protocol";

const DAY = 86_400_000;
/** The beginning of 1970 was a Thursday. */
const FIRST_MONDAY = 4 * DAY;

/** The offset at which a clock has no weekends; none if it counts them. */
export function weekendsOff(clock: ClockKind): number | null {
  return clock.kind === "days" ? (clock.weekends_off ?? null) : null;
}

function sinceMonday(at: number, offset: number): number {
  return at + offset * 60_000 - FIRST_MONDAY;
}

function counted(at: number, offset: number): number {
  const since = sinceMonday(at, offset);
  const weeks = Math.floor(since / (7 * DAY));
  return weeks * 5 * DAY + Math.min(since - weeks * 7 * DAY, 5 * DAY);
}

/** How much of the time from one moment to another a clock counts. */
export function elapsed(clock: ClockKind, from: number, to: number): number {
  const offset = weekendsOff(clock);
  return offset === null ? to - from : counted(to, offset) - counted(from, offset);
}

/** Does a clock stand still at this moment, because it is the weekend? */
export function isWeekend(clock: ClockKind, at: number): boolean {
  const offset = weekendsOff(clock);
  if (offset === null) return false;
  const since = sinceMonday(at, offset);
  return since - Math.floor(since / (7 * DAY)) * 7 * DAY >= 5 * DAY;
}

/** The offset from UTC of this browser, as a table keeps it. */
export function offsetHere(at = new Date()): number {
  // An eastern offset is negative there.
  return 0 - at.getTimezoneOffset();
}
