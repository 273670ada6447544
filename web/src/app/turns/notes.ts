/** What is said beside a clock of days: when time is up, and that it stands still. */

import type { Seat, TableState } from "../../protocol";
import type { Language } from "../../words/language";
import type { AppWords } from "../words";
import { momentText } from "./moments";
import { isWeekend } from "./weekend";

export function dayNotes(
  { t, lang }: { readonly t: AppWords; readonly lang: Language },
  table: TableState,
  seat: Seat,
  now: number,
): readonly string[] {
  const until = table.seats[seat]?.clock?.until;
  if (table.clock.kind !== "days" || until == null) return [];
  return [t.turns.until(momentText(lang, until, now)), ...(isWeekend(table.clock, now) ? [t.turns.weekend] : [])];
}
