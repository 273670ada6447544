/** What a page knows of a table: everything follows from the messages of the server. No DOM, no clock. */

import { elapsed } from "../turns/weekend";
import type { ChatLine, TableEvent, Position, Refusal, Seat, TableState, ToClient, Welcome, You } from "../../protocol";

/** How the connection stands. */
export type Link = "connecting" | "live" | "lost" | "gone";

export interface Model {
  readonly link: Link;
  /** The number of the last event. */
  readonly seq: number;
  /** The head of the table's chain after it. */
  readonly head: string;
  /** The events that the table began from, which were not drawn. */
  readonly opening: readonly string[];
  readonly you: You;
  readonly table: TableState | null;
  readonly position: Position | null;
  /** When the table was last heard of, by our clock. */
  readonly heardAt: number;
  readonly events: readonly TableEvent[];
  /** The events up to this one were there when we came: they are not acted out. */
  readonly seenUpTo: number;
  readonly chat: readonly ChatLine[];
  /** Can the server store nothing just now? What is shown is stored; what is done waits. */
  readonly isStalled: boolean;
  /** The table where it goes on. */
  readonly rematch: string | null;
  /** Why there is nothing to be seen here. */
  readonly refused: Refusal | null;
}

export const NOBODY: You = {
  person: null,
  seats: [],
  in_hand: null,
  hand_over: null,
  is_host: false,
  is_removed: false,
  is_seed_wanted: false,
  is_commitment_wanted: false,
  invite: null,
  muted: [],
};

export const EMPTY: Model = {
  link: "connecting",
  seq: 0,
  head: "",
  opening: [],
  you: NOBODY,
  table: null,
  position: null,
  heardAt: 0,
  events: [],
  seenUpTo: 0,
  chat: [],
  isStalled: false,
  rematch: null,
  refused: null,
};

/** The model after a message that arrived at a moment of our clock. */
export function heard(model: Model, message: ToClient, at: number): Model {
  switch (message.type) {
    case "welcome": {
      const isNew = isAfresh(model, message);
      const events = isNew ? marked(message.events) : joined(model.events, message.events);
      return {
        ...model,
        link: "live",
        seq: message.seq,
        head: message.head,
        opening: message.opening ?? model.opening,
        heardAt: at,
        you: message.you,
        table: message.table,
        position: message.position,
        events,
        // What does not fit into the welcome follows it, and has happened long ago too.
        seenUpTo: isNew ? message.latest : model.seenUpTo,
        chat: message.chat,
        rematch: message.table.rematch,
        isStalled: false,
        refused: null,
      };
    }
    case "update":
      return {
        ...model,
        seq: message.seq,
        isStalled: false,
        head: message.events?.at(-1)?.head ?? model.head,
        heardAt: message.table === undefined ? model.heardAt : at,
        you: message.you ?? model.you,
        table: message.table ?? model.table,
        position: message.position ?? model.position,
        events: joined(model.events, message.events ?? []),
        rematch: message.table?.rematch ?? model.rematch,
      };
    case "chat": {
      const { type: _, ...line } = message;
      return model.chat.some(({ number }) => number === line.number)
        ? model
        : { ...model, chat: [...model.chat, line] };
    }
    case "refused":
      return { ...model, isStalled: model.isStalled || message.code === "storage" };
    case "rematch":
      return { ...model, rematch: message.table };
    case "because":
    case "acked":
    case "pong":
    case "reconnect":
      return model;
  }
}

/** Does a welcome tell everything from the beginning, perhaps as another seat knows it? */
export function isAfresh(model: Model, { events, you }: Welcome): boolean {
  return model.table === null || events[0]?.number === 1 || model.you.in_hand !== you.in_hand;
}

/** Events with those that came later; what was taken back is marked. */
function joined(events: readonly TableEvent[], more: readonly TableEvent[]): readonly TableEvent[] {
  const last = events.at(-1)?.number ?? 0;
  const fresh = more.filter(({ number }) => number > last);
  return fresh.length === 0 ? events : marked([...events, ...fresh]);
}

function marked(events: readonly TableEvent[]): readonly TableEvent[] {
  const undone = events.filter((event) => event.what === "undone");
  const isTakenBack = ({ number }: TableEvent) => undone.some((undo) => number >= undo.from && number < undo.number);
  return undone.length === 0
    ? events
    : events.map((event) => (isTakenBack(event) && event.what === "played" ? { ...event, is_undone: true } : event));
}

/** Whose turn it is; nobody's before the start, after the end, and while chance decides. */
export function turnOf(model: Pick<Model, "position">): Seat | null {
  return model.position?.turn.is === "seat" ? model.position.turn.seat : null;
}

/** The seat of ours that is to choose: the one whose turn it is, or the one in hand that chooses before its turn. */
export function askedSeat(model: Pick<Model, "position" | "you">): Seat | null {
  const seat = turnOf(model);
  if (seat !== null && model.you.seats.includes(seat)) return seat;
  return model.position?.choices != null ? model.you.in_hand : null;
}

/** Is it up to the person at this screen? */
export function isMyTurn(model: Model): boolean {
  const seat = askedSeat(model);
  return model.table?.status === "playing" && seat !== null && model.table.seats[seat]?.stand_in == null;
}

/** What a seat's clock shows at a moment of ours. */
export function clockLeft(model: Model, seat: Seat, at: number): number | null {
  const clock = model.table?.seats[seat]?.clock;
  if (clock == null) return null;
  const kind = model.table?.clock ?? { kind: "none" };
  return Math.max(0, clock.is_running ? clock.left_ms - elapsed(kind, model.heardAt, at) : clock.left_ms);
}

/** The last action of ours that counts. */
export function lastOwn(model: Model): { readonly number: number; readonly seat: Seat } | null {
  const last = model.events.findLast(
    (event) =>
      event.what === "played" &&
      event.is_undone !== true &&
      event.told.seat !== null &&
      model.you.seats.includes(event.told.seat),
  );
  return last?.what === "played" && last.told.seat !== null ? { number: last.number, seat: last.told.seat } : null;
}

/** The seat at this screen that has settled its action before its turn, and can choose anew. */
export function chosenSeat(model: Model): Seat | null {
  const seat = model.you.in_hand;
  return seat !== null && model.position?.chosen != null ? seat : null;
}

/** The seats that the table waits for. */
export function waitedFor(model: Model): readonly Seat[] {
  return (model.table?.seats ?? []).filter((seat) => seat.may_choose).map(({ seat }) => seat);
}

/** Can the last action of this seat perhaps be taken back? The server has the last word. */
export function mayAskUndo(model: Model): boolean {
  if (chosenSeat(model) !== null && model.table?.status === "playing") return true;
  const last = lastOwn(model);
  if (model.table?.status !== "playing" || model.table.undo !== null || last === null) return false;
  // What was rolled is taken back only if everybody agrees, and a computer player cannot.
  const isRolled = model.events.some(
    (event) =>
      event.what === "played" && event.is_undone !== true && event.told.seat === null && event.number > last.number,
  );
  const hasComputer = model.table.seats.some(({ sitter, stand_in }) => sitter.is === "computer" || stand_in !== null);
  return !isRolled || !hasComputer || model.table.is_practice;
}

type Undone = Extract<TableEvent, { readonly what: "undone" }>;

/** How many actions and how many draws something took back. */
export function takenBack(
  events: readonly TableEvent[],
  { from, number }: Undone,
): { readonly actions: number; readonly draws: number } {
  const gone = events.filter((event) => event.what === "played" && event.number >= from && event.number < number);
  const draws = gone.filter((event) => event.what === "played" && event.told.seat === null).length;
  return { actions: Math.max(1, gone.length - draws), draws };
}
