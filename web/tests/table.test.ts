import assert from "node:assert/strict";
import { test } from "node:test";
import type { ClockKind, Position, TableEvent, TableState, ToClient, ToServer, Views, Welcome } from "../src/protocol";
import { type Ears, Line, type World } from "../src/house/line";
import { isNearlyUp } from "../src/app/table/banners";
import {
  EMPTY,
  type Model,
  NOBODY,
  askedSeat,
  clockLeft,
  heard,
  isMyTurn,
  mayAskUndo,
  takenBack,
} from "../src/app/table/model";
import { OPENED, tableOf } from "./tables";

const VIEW: Views["hop-it"] = {
  pieces: [],
  turn: 0,
  hopping: null,
  must_hop_enemy: false,
  in_danger: [],
  quiet_turns: 0,
  winners: null,
};

const SET = tableOf({ game: "hop-it", seats: 2 });
const TABLE: TableState = {
  ...SET,
  seats: SET.seats.map((seat) => ({ ...seat, clock: { left_ms: 60_000, is_running: seat.seat === 0 } })),
};

function played(number: number, seat: number | null): TableEvent {
  return {
    number,
    at: number,
    head: `h${number}`,
    what: "played",
    told: { seat, event: `e${number}`, hidden: false, effects: [] },
    by_computer: false,
  };
}

function welcome(seq: number, events: TableEvent[], change: Partial<Welcome> = {}): ToClient {
  return {
    type: "welcome",
    seq,
    head: `h${seq}`,
    latest: seq,
    now: 1000,
    you: { ...NOBODY, person: 1, seats: [0], in_hand: 0 },
    table: TABLE,
    position: { view: VIEW, turn: { is: "seat", seat: 0 }, choices: {} },
    events,
    chat: [],
    ...change,
  };
}

function after(model: Model, ...messages: ToClient[]): Model {
  return messages.reduce((now, message) => heard(now, message, 500), model);
}

test("what does not fit into a welcome is not acted out either", () => {
  const model = after(EMPTY, welcome(2, [OPENED, played(2, 0)], { latest: 4 }), {
    type: "update",
    seq: 4,
    now: 1,
    events: [played(3, 1), played(4, 0)],
  });
  assert.deepEqual(
    model.events.map(({ number }) => number),
    [1, 2, 3, 4],
  );
  assert.equal(model.seenUpTo, 4);
});

test("a page that comes back gets what it missed, once", () => {
  const model = after(EMPTY, welcome(2, [OPENED, played(2, 0)]), welcome(4, [played(3, 1), played(4, 0)]));
  assert.deepEqual(
    model.events.map(({ number }) => number),
    [1, 2, 3, 4],
  );
  assert.equal(model.seenUpTo, 2, "what was missed is still acted out");
  const again = after(model, { type: "update", seq: 5, now: 1, events: [played(4, 0), played(5, 1)] });
  assert.deepEqual(
    again.events.map(({ number }) => number),
    [1, 2, 3, 4, 5],
  );
});

test("another seat in hand forgets what the last one saw", () => {
  const model = after(EMPTY, welcome(2, [OPENED, played(2, 0)]));
  const other = after(model, welcome(2, [OPENED, played(2, null)], { you: { ...NOBODY, seats: [0, 1], in_hand: 1 } }));
  assert.deepEqual(
    other.events.map((event) => event.what === "played" && event.told.seat),
    [false, null],
  );
});

test("what is taken back is marked and cannot be taken back again", () => {
  const model = after(EMPTY, welcome(1, [OPENED]), { type: "update", seq: 2, now: 1, events: [played(2, 0)] });
  assert.equal(mayAskUndo(model), true);
  const undone = after(model, {
    type: "update",
    seq: 3,
    now: 1,
    events: [{ number: 3, at: 0, head: "h3", what: "undone", seat: 0, from: 2, agreed: [1] }],
  });
  assert.deepEqual(
    undone.events.map(({ is_undone }) => is_undone ?? false),
    [false, true, false],
  );
  assert.equal(mayAskUndo(undone), false);
});

test("what was rolled cannot be taken back against a computer player", () => {
  const rolled = after(EMPTY, welcome(3, [OPENED, played(2, 0), played(3, null)]));
  assert.equal(mayAskUndo(rolled), true, "people can agree");
  const seats = TABLE.seats.map((state) =>
    state.seat === 1 ? { ...state, sitter: { is: "computer" as const, level: 3 } } : state,
  );
  assert.equal(mayAskUndo({ ...rolled, table: { ...TABLE, seats } }), false);
  const practice = { ...TABLE, seats, is_practice: true };
  assert.equal(mayAskUndo({ ...rolled, table: practice }), true, "it is what practice is for");
  const calm = after(EMPTY, welcome(2, [OPENED, played(2, 0)], { table: { ...TABLE, seats } }));
  assert.equal(mayAskUndo(calm), true, "without dice it goes on as ever");
});

test("the head is that of the last event", () => {
  const model = after(EMPTY, welcome(2, [played(2, 0)]));
  assert.equal(model.head, "h2");
  assert.equal(after(model, { type: "update", seq: 3, now: 1, events: [played(3, 1)] }).head, "h3");
  assert.equal(after(model, { type: "update", seq: 2, now: 1 }).head, "h2");
});

test("parts that an update leaves out stay as they were", () => {
  const model = after(EMPTY, welcome(1, []), { type: "update", seq: 2, now: 1 });
  assert.equal(isMyTurn(model), true);
  const moved = after(model, {
    type: "update",
    seq: 3,
    now: 1,
    position: { view: VIEW, turn: { is: "seat", seat: 1 }, choices: null },
  });
  assert.equal(isMyTurn(moved), false);
});

test("a seat that may choose before its turn is asked, and one that has chosen may choose anew", () => {
  const others = { view: VIEW, turn: { is: "seat", seat: 1 } } as const;
  const update = (position: Position): ToClient => ({ type: "update", seq: 2, now: 1, position });
  const asked = after(EMPTY, welcome(1, []), update({ ...others, choices: { next: {} } }));
  assert.equal(askedSeat(asked), 0);
  assert.equal(isMyTurn(asked), true);
  const chosen = after(asked, update({ ...others, choices: null, chosen: "keep 2R" }));
  assert.equal(isMyTurn(chosen), false);
  assert.equal(mayAskUndo(chosen), true);
  assert.equal(mayAskUndo(after(asked, update({ ...others, choices: null }))), false, "there is nothing to take back");
});

test("what was taken back is counted: actions, and what was drawn", () => {
  const draw = { ...played(3, 0), told: { seat: null, event: "roll 3 1", hidden: false, effects: [] } } as TableEvent;
  const undone = { number: 5, at: 0, head: "h5", what: "undone", seat: 0, from: 2, agreed: [1] } as const;
  assert.deepEqual(takenBack([played(1, 1), played(2, 0), draw, played(4, 1), undone], undone), {
    actions: 2,
    draws: 1,
  });
});

test("whoever has little time left is warned, by what a turn has", () => {
  const running = (clock: ClockKind, left: number): Model => {
    const seats = TABLE.seats.map((seat) => ({ ...seat, clock: { left_ms: left, is_running: seat.seat === 0 } }));
    return { ...heard(EMPTY, welcome(1, []), 0), table: { ...TABLE, clock, seats } };
  };
  const minute: ClockKind = { kind: "per-move", seconds: 60 };
  assert.equal(isNearlyUp(running(minute, 16_000), 0), false);
  assert.equal(isNearlyUp(running(minute, 16_000), 1_500), true, "time passes between messages");
  assert.equal(isNearlyUp(running({ kind: "per-move", seconds: 5 }, 4_000), 0), false, "not from the beginning");
  assert.equal(isNearlyUp(running({ kind: "days", days: 1 }, 5 * 3_600_000), 0), true);
});

test("a clock runs by our own time between messages", () => {
  const model = heard(EMPTY, welcome(1, []), 10_000);
  assert.equal(clockLeft(model, 0, 15_000), 55_000);
  assert.equal(clockLeft(model, 1, 15_000), 60_000);
  assert.equal(clockLeft(model, 0, 99_000_000), 0);
});

test("a line of chat is shown once", () => {
  const line: ToClient = { type: "chat", number: 1, at: 0, person: 1, name: "A", text: "hello" };
  assert.equal(after(EMPTY, line, line).chat.length, 1);
});

test("a server that cannot store anything is shown until it can", () => {
  const live = after(EMPTY, welcome(1, []));
  const stalled = after(live, { type: "refused", id: "id1", code: "storage", message: "" });
  assert.equal(stalled.isStalled, true);
  assert.equal(after(stalled, { type: "refused", code: "notation", message: "" }).isStalled, true);
  assert.equal(after(stalled, welcome(1, [])).isStalled, false);
  assert.equal(after(stalled, { type: "update", seq: 2, now: 1 }).isStalled, false);
});

/** A world in which sockets and time are moved by hand. */
class Puppets implements World {
  sockets: { ears: Ears; sent: ToServer[]; isClosed: boolean }[] = [];
  timers: { at: number; ring: () => void }[] = [];
  now = 0;
  ids = 0;

  dial(ears: Ears) {
    const socket = { ears, sent: [] as ToServer[], isClosed: false };
    this.sockets.push(socket);
    return {
      send: (text: string) => void socket.sent.push(JSON.parse(text) as ToServer),
      close: () => {
        socket.isClosed = true;
      },
    };
  }

  later(ms: number, ring: () => void) {
    const timer = { at: this.now + ms, ring };
    this.timers.push(timer);
    return () => void (this.timers = this.timers.filter((other) => other !== timer));
  }

  random() {
    return 0.5;
  }
  newId() {
    this.ids += 1;
    return `id${this.ids}`;
  }

  pass(ms: number) {
    const until = this.now + ms;
    for (;;) {
      const next = this.timers.filter(({ at }) => at <= until).toSorted((a, b) => a.at - b.at)[0];
      if (next === undefined) break;
      this.now = next.at;
      this.timers = this.timers.filter((timer) => timer !== next);
      next.ring();
    }
    this.now = until;
  }

  get last() {
    const socket = this.sockets.at(-1);
    assert.ok(socket);
    return socket;
  }

  says(message: ToClient) {
    this.last.ears.said(JSON.stringify(message));
  }
}

function lined() {
  const world = new Puppets();
  const links: string[] = [];
  const messages: ToClient[] = [];
  let seq = 0;
  const line = new Line(world, {
    hears: (message) => {
      messages.push(message);
      if ("seq" in message && message.seq !== undefined) seq = message.seq;
    },
    link: (state) => void links.push(state),
    where: () => ({ after: seq, seat: null }),
  });
  return { world, line, links, messages };
}

test("a command given before there is a line is sent once there is", () => {
  const { world, line, links } = lined();
  line.command({ type: "resign" });
  world.last.ears.opened();
  assert.deepEqual(world.last.sent, [{ type: "hello", after: 0 }]);
  world.says(welcome(3, []));
  assert.deepEqual(world.last.sent.slice(1), [{ type: "resign", id: "id1" }]);
  assert.deepEqual(links, ["connecting", "live"]);
});

test("a welcome can be answered at once", () => {
  const world = new Puppets();
  const line: Line = new Line(world, {
    hears: () => line.say({ type: "reveal", seed: "s" }),
    link: () => undefined,
    where: () => ({ after: 0, seat: null }),
  });
  world.last.ears.opened();
  world.says(welcome(1, []));
  assert.deepEqual(world.last.sent.at(-1), { type: "reveal", seed: "s" });
});

test("a command that was not answered is repeated with the same id, one that was answered is not", () => {
  const { world, line } = lined();
  world.last.ears.opened();
  world.says(welcome(3, []));
  line.command({ type: "act", seq: 3, action: "a" });
  world.says({ type: "acked", id: "id1", number: 4 });
  line.command({ type: "act", seq: 4, action: "b" });
  assert.equal(line.isWaiting, true);
  world.last.ears.closed();
  world.pass(1_000);
  assert.equal(world.sockets.length, 2);
  world.last.ears.opened();
  assert.deepEqual(world.last.sent, [{ type: "hello", after: 3 }]);
  world.says(welcome(4, []));
  assert.deepEqual(world.last.sent.slice(1), [{ type: "act", seq: 4, action: "b", id: "id2" }]);
  world.says({ type: "refused", id: "id2", code: "stale", message: "" });
  assert.equal(line.isWaiting, false);
});

test("a command that could not be stored is repeated with the same id once the server asks to come back", () => {
  const { world, line } = lined();
  world.last.ears.opened();
  world.says(welcome(3, []));
  line.command({ type: "act", seq: 3, action: "a" });
  world.says({ type: "refused", id: "id1", code: "storage", message: "" });
  assert.equal(line.isWaiting, true);
  world.says({ type: "reconnect", after_ms: 200 });
  world.pass(200);
  world.last.ears.opened();
  world.says(welcome(3, []));
  assert.deepEqual(world.last.sent.slice(1), [{ type: "act", seq: 3, action: "a", id: "id1" }]);
  world.says({ type: "acked", id: "id1", number: 4 });
  assert.equal(line.isWaiting, false);
});

test("a broken line is tried again less and less often, and at once when somebody looks", () => {
  const { world, line, links } = lined();
  const waits: number[] = [];
  for (let attempt = 0; attempt < 8; attempt += 1) {
    const before = world.sockets.length;
    const from = world.now;
    world.last.ears.closed();
    while (world.sockets.length === before) world.pass(100);
    waits.push(world.now - from);
  }
  assert.deepEqual(waits, [400, 800, 1600, 3200, 6400, 8000, 8000, 8000]);
  assert.equal(links.at(-1), "lost");
  world.last.ears.closed();
  const before = world.sockets.length;
  line.wake();
  assert.equal(world.sockets.length, before + 1);
});

test("a line without a sound is given up, and what it says later is not heard", () => {
  const { world, messages } = lined();
  world.last.ears.opened();
  world.says(welcome(1, []));
  const dead = world.last;
  world.pass(60_000);
  assert.equal(dead.isClosed, true);
  assert.ok(world.sockets.length > 1);
  const heardSoFar = messages.length;
  dead.ears.said(JSON.stringify({ type: "pong" }));
  assert.equal(messages.length, heardSoFar);
});

test("a line that is pinged and answers lives on", () => {
  const { world } = lined();
  world.last.ears.opened();
  world.says(welcome(1, []));
  for (let round = 0; round < 10; round += 1) {
    world.pass(21_000);
    world.says({ type: "pong" });
  }
  assert.equal(world.sockets.length, 1);
  assert.equal(world.last.sent.filter(({ type }) => type === "ping").length, 10);
});

test("a server that goes down says when to come back", () => {
  const { world, line } = lined();
  world.last.ears.opened();
  world.says(welcome(1, []));
  world.says({ type: "reconnect", after_ms: 2_500 });
  world.pass(2_400);
  assert.equal(world.sockets.length, 1);
  world.pass(200);
  assert.equal(world.sockets.length, 2);
  line.close();
  world.pass(100_000);
  assert.equal(world.sockets.length, 2);
});
