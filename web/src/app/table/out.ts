/** Who ended a game before its end, in words. */

import type { Seat, TableState } from "../../protocol";
import type { AppWords } from "../words";
import { seatName } from "./names";

/** Who gave up or ran out of time: the reader is spoken to, others are named. */
export function outText(
  t: AppWords,
  list: (items: readonly string[]) => string,
  table: TableState,
  mine: readonly Seat[],
): string {
  const how = table.result?.out ?? null;
  if (how === null) return "";
  const out = table.seats.filter((state) => state.out === how).map(({ seat }) => seat);
  const isYou = (seat: Seat) => mine.length === 1 && seat === mine[0];
  const others = out.filter((seat) => !isYou(seat)).map((seat) => seatName(t, table, seat));
  const { gaveUp, youGaveUp, ranOut, youRanOut } = t.recap;
  const [named, yours, anybody] =
    how === "resigned" ? [gaveUp, youGaveUp, t.end.byResigning] : [ranOut, youRanOut, t.end.byTime];
  if (out.length === 0) return anybody;
  return [
    ...(out.some(isYou) ? [yours] : []),
    ...(others.length === 0 ? [] : [named(list(others), others.length)]),
  ].join(" ");
}
