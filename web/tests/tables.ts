/** Tables at which the engine's games are played, as a server would tell of them. */

import type { TableEvent, Status, TableState, ToClient, Welcome, You } from "../src/protocol";
import { NOBODY } from "../src/app/table/model";
import type { Trace } from "../src/gallery/trace";

export function tableOf(trace: Pick<Trace, "game" | "seats">, change: Partial<TableState> = {}): TableState {
  return {
    id: "t",
    game: trace.game,
    edition: 1,
    options: {},
    status: "playing",
    is_public: false,
    start_when_full: false,
    starts: { is: "seat", seat: 0 },
    stand_in: 4,
    is_practice: false,
    is_strict: false,
    takes_newcomers: false,
    seats: Array.from({ length: trace.seats }, (_, seat) => ({
      seat,
      sitter: { is: "person", person: seat + 1, name: `P${seat}` },
      stand_in: null,
      may_take_back: false,
      may_choose: false,
      has_chosen: false,
      out: null,
      is_present: true,
      absent_since: null,
      may_sit_in: false,
      has_committed: true,
      is_ready: true,
      colour: seat,
      clock: null,
    })),
    host: 1,
    clock: { kind: "none" },
    grace_ms: 60_000,
    spectators: 0,
    commitment: "",
    opening_events: 0,
    waits_until: null,
    swaps: [],
    undo: null,
    thinking: null,
    result: null,
    rematch: null,
    rematch_of: null,
    created_at: 0,
    ...change,
  };
}

export const ME: You = { ...NOBODY, person: 1, seats: [0], in_hand: 0 };

/** The first event of a table. */
export const OPENED: TableEvent = {
  number: 1,
  at: 0,
  head: "h1",
  what: "opened",
  settings: {
    options: {},
    clock: { kind: "none" },
    starts: { is: "seat", seat: 0 },
    is_public: false,
    start_when_full: false,
    grace_ms: 60_000,
    stand_in: 4,
  },
  practice: false,
  strict: false,
  newcomers: false,
  rematch_of: null,
};

/** The events of a game, numbered after one that opens the table. */
export function eventsOf(trace: Trace): readonly TableEvent[] {
  return [
    OPENED,
    ...trace.events.map(({ seat, play, chance, effects }, index): TableEvent => ({
      number: index + 2,
      at: index,
      head: `h${index + 2}`,
      what: "played",
      by_computer: false,
      told: { seat: seat ?? null, event: play ?? chance ?? "", hidden: false, effects },
    })),
  ];
}

/** The position after so many events of the game. */
export function positionOf(trace: Trace, count: number): NonNullable<Welcome["position"]> {
  const event = trace.events[count];
  const seat = event?.seat;
  return {
    view: event?.view ?? trace.view,
    turn: seat === undefined ? (event === undefined ? { is: "over" } : { is: "chance" }) : { is: "seat", seat },
    choices: seat === 0 && event !== undefined ? event.choices : null,
  };
}

export function statusOf(trace: Trace, count: number): Status {
  return count >= trace.events.length ? "finished" : "playing";
}

function tableAfter(trace: Trace, count: number): TableState {
  const isOver = statusOf(trace, count) === "finished";
  const result = { winners: trace.winners, scores: trace.scores, out: null };
  const { turn } = positionOf(trace, count);
  const seats = tableOf(trace).seats.map((seat) => ({
    ...seat,
    may_choose: turn.is === "seat" && turn.seat === seat.seat,
  }));
  return tableOf(trace, { status: statusOf(trace, count), seats, result: isOver ? result : null });
}

export function welcomeAt(trace: Trace, count: number, change: Partial<Welcome> = {}): ToClient {
  const events = eventsOf(trace).slice(0, count + 1);
  return {
    type: "welcome",
    seq: count + 1,
    head: `h${count + 1}`,
    latest: count + 1,
    now: 0,
    you: ME,
    table: tableAfter(trace, count),
    position: positionOf(trace, count),
    events,
    chat: [],
    ...change,
  };
}

/** What happened from one count of events to another, told in one message. */
export function updateTo(trace: Trace, from: number, to: number): ToClient {
  return {
    type: "update",
    seq: to + 1,
    now: 0,
    events: eventsOf(trace).slice(from + 1, to + 1),
    position: positionOf(trace, to),
    table: tableAfter(trace, to),
  };
}
