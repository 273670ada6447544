/** Why a game ended, in words. No DOM. */

import type { Out, Seat, TableEvent, TableState } from "../../protocol";
import type { Words } from "../../words";
import { known } from "../../words/known";
import type { AppWords } from "../words";
import { seatName } from "./names";

export interface Ended {
  readonly table: TableState;
  readonly events: readonly TableEvent[];
  /** The seats of the reader. */
  readonly mine: readonly Seat[];
}

/** Everything that ended the game, sentence by sentence. */
export function endingOf(t: AppWords, w: Words, ended: Ended): readonly string[] {
  const { table, events } = ended;
  if (table.status === "abandoned") return abandoned(t, ended);
  const { result } = table;
  if (result === null) return [];
  const outs = table.seats.flatMap(({ seat, out }) => (out === null ? [] : [{ seat, out }]));
  if (result.out !== null) return outs.map(({ seat, out }) => went(t, ended, seat, out));
  const why = ruleOf(events);
  const sentence = why === null ? undefined : known(w.endings, why);
  const names = outs.map(({ seat }) => seatName(t, table, seat));
  return [
    ...(sentence === undefined ? [] : [sentence]),
    ...(names.length === 0 ? [] : [t.end.why.cannotWin(w.list(names), names.length)]),
  ];
}

/** The rule that ended the game, as the last event names it. */
export function ruleOf(events: readonly TableEvent[]): string | null {
  const last = events.findLast((event) => event.what === "played" && event.is_undone !== true);
  const effect =
    last?.what === "played" ? last.told.effects.findLast(({ effect: kind }) => kind === "ended") : undefined;
  return effect?.effect === "ended" ? effect.why : null;
}

function abandoned(t: AppWords, ended: Ended): readonly string[] {
  const at = ended.events.findLastIndex(({ what }) => what === "abandoned");
  const before = ended.events[at - 1];
  // Two whose time was up at the same moment: neither has won.
  if (before?.what === "out-of-time" && ended.table.seats.length === 2)
    return [...ended.table.seats.map(({ seat }) => went(t, ended, seat, "out-of-time")), t.end.why.bothLate];
  // The last person left, and computers alone do not play on.
  if (before?.what !== "taken-over") return [t.end.why.closed];
  const out = ended.table.seats[before.seat]?.out;
  return [...(out == null ? [] : [went(t, ended, before.seat, out)]), t.end.why.nobodyLeft];
}

function went(t: AppWords, { table, mine }: Ended, seat: Seat, out: Out): string {
  const { why } = t.end;
  const isMe = mine.length === 1 && mine[0] === seat;
  const name = seatName(t, table, seat);
  if (out === "resigned") return isMe ? why.youResigned : why.resigned(name);
  return isMe ? why.youOutOfTime : why.outOfTime(name);
}

/** What giving up leads to: at a table of two the other wins, at others a computer goes on, unless nobody is left. */
export function givingUp(t: AppWords, w: Words, table: TableState, seat: Seat): string {
  const others = table.seats.filter((state) => state.seat !== seat);
  const [other] = others;
  if (table.seats.length === 2 && other !== undefined) return t.end.givingUp.other(seatName(t, table, other.seat));
  const isAlone = !others.some(({ sitter, out }) => sitter.is === "person" && out === null);
  return isAlone ? t.end.givingUp.closed : t.end.givingUp.takenOver(w.levels[table.stand_in - 1] ?? "");
}
