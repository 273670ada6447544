/** Somebody would like to take something back: what would disappear, who has agreed, and who is asked. */

import type { TableState } from "../../protocol";
import type { Company } from "../../words";
import { usePage } from "../context";
import { takenBack } from "./model";
import { seatName } from "./names";
import { logText } from "./side";
import type { TableLink } from "./use-table";
import "./undo-wish.css";

/** How many lines of what would disappear are shown. */
const MOST_LINES = 6;

export interface UndoWishProps {
  readonly link: TableLink;
  readonly table: TableState;
  readonly company: Company;
}

export function UndoWish({ link, table, company }: UndoWishProps) {
  const { t, w } = usePage();
  const { undo } = table;
  const { you, events } = link.model;
  if (undo === null) return null;
  const isMine = you.seats.includes(undo.seat);
  const answer = (agree: boolean) => link.command({ type: "answer-undo", agree });
  const gone = events.filter(
    (event) => event.what === "played" && event.is_undone !== true && event.number >= undo.from,
  );
  const lines = gone
    .map((event) => ({ number: event.number, text: logText(t, w, table, event, company) }))
    .filter(({ text }) => text !== "");
  const names = (people: readonly number[]) =>
    w.list(
      people.map((person) => {
        const seat = table.seats.find(({ sitter }) => sitter.is === "person" && sitter.person === person);
        return person === you.person ? t.atTable.you : seat === undefined ? t.nobody : seatName(t, table, seat.seat);
      }),
    );
  return (
    <div class="wish" role="alert">
      <p>
        {isMine ? t.table.undoWaits : t.table.undoAsked(seatName(t, table, undo.seat))}
        {undo.is_over_chance && ` ${t.table.undoRolls}`}
      </p>
      {lines.length > 0 && (
        <div class="gone">
          <p>{t.atTable.disappears}</p>
          {/* Whatever can be scrolled can be reached by keys. */}
          <ol tabIndex={0} aria-label={t.atTable.disappears}>
            {lines.slice(0, MOST_LINES).map(({ number, text }) => (
              <li key={number}>{text}</li>
            ))}
          </ol>
          {lines.length > MOST_LINES && <p>{t.atTable.andMore(lines.length - MOST_LINES)}</p>}
        </div>
      )}
      <p class="agreement">
        {undo.agreed.length > 0 && t.atTable.agreed(names(undo.agreed))}{" "}
        {undo.waits_for.length > 0 && t.atTable.waits(names(undo.waits_for))}
      </p>
      {you.person !== null && (isMine || undo.waits_for.includes(you.person)) && (
        <p class="ways">
          {!isMine && (
            <button type="button" class="button strong" onClick={() => answer(true)}>
              {t.table.agree}
            </button>
          )}
          <button type="button" class="button" onClick={() => answer(false)}>
            {isMine ? t.table.withdraw : t.table.disagree}
          </button>
        </p>
      )}
    </div>
  );
}

/** Something was just taken back: whose turn it was sees it, although nobody had to agree. The announcer says it. */
export function UndoneNote({ link, table, company }: UndoWishProps) {
  const { t, w } = usePage();
  const { events, you } = link.model;
  const last = events.findLast(({ what }) => what !== "chose" && what !== "resumed");
  if (last?.what !== "undone" || table.status !== "playing") return null;
  // Whoever alone took back nothing but their own last action knows it.
  const { actions, draws } = takenBack(events, last);
  if (actions === 1 && draws === 0 && you.seats.length === 1 && you.seats.includes(last.seat)) return null;
  return <p class="lately undone-note">{logText(t, w, table, last, company, events)}</p>;
}
