import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { animations, fire, room } from "./dom";
import { render } from "preact";
import { act } from "preact/test-utils";
import type { Page } from "../src/app/context";
import { unreadAfter } from "../src/app/table/chat";
import { mayStart } from "../src/app/table/lobby/waits";
import { EMPTY } from "../src/app/table/model";
import { forgetWitnesses } from "../src/app/fair/witness";
import { rematchWords } from "../src/app/table/rematch";
import { setWaiting } from "../src/app/turns/signal";
import { offsetHere } from "../src/app/turns/weekend";
import { TablePage } from "../src/app/table/page";
import { PHRASES, lineOf, shownLine } from "../src/app/table/phrases";
import type { House } from "../src/house/house";
import type {
  ChatLine,
  ClockKind,
  SeatState,
  TableEvent,
  TableState,
  ToClient,
  Update,
  Welcome,
  You,
} from "../src/protocol";
import { LANGUAGE_CODES } from "../src/words/language";
import { Around, PuppetHouse, pageOf } from "./pages";
import { ME, OPENED, positionOf, tableOf, welcomeAt } from "./tables";
import { TONGUES } from "./tongues";
import { TRACES } from "./traces";

animations.install();
const trace = TRACES.find(([name]) => name.startsWith("pool-party"))?.[1] ?? assert.fail();
const shape = { game: "pool-party", seats: 3 } as const;

beforeEach(() => {
  document.body.innerHTML = "";
  forgetWitnesses();
});

const turns = async () => {
  for (let turn = 0; turn < 6; turn += 1)
    await act(
      () =>
        new Promise((done) => {
          setImmediate(done);
        }),
    );
};

const seated = (number: number, seat: number): TableEvent => ({
  number,
  at: 0,
  head: `h${number}`,
  what: "seated",
  seat,
  sitter: { is: "person", person: seat + 1, name: `P${seat}` },
});

const opened: readonly TableEvent[] = [OPENED, ...[0, 1, 2].map((seat) => seated(seat + 2, seat))];

const SETTINGS = OPENED.what === "opened" ? OPENED.settings : assert.fail();

/** A lobby of three people, as one of them is told of it. */
function lobbyOf(table: Partial<TableState> = {}, you: Partial<You> = {}, more: Partial<Welcome> = {}): ToClient {
  return {
    type: "welcome",
    seq: 4,
    head: "h4",
    latest: 4,
    now: 0,
    you: { ...ME, ...you },
    table: tableOf(shape, { status: "waiting", ...table }),
    position: null,
    events: opened,
    chat: [],
    ...more,
  };
}

async function shown(message: ToClient, house: Partial<House> = {}, page: Partial<Page> = {}) {
  const puppet = new PuppetHouse();
  const host = room();
  const base = puppet.house();
  const asked = new Proxy(base, { get: (known, name) => Reflect.get(house, name) ?? Reflect.get(known, name) });
  await act(() =>
    render(
      <Around page={pageOf({ house: asked, ...page })}>
        <TablePage id="t" />
      </Around>,
      host,
    ),
  );
  const hear = async (next: ToClient) => {
    await act(() => puppet.visitor?.hears(next));
    await turns();
  };
  await act(() => puppet.visitor?.link("live"));
  await hear(message);
  return { host, puppet, hear };
}

const updateWith = (change: Partial<Update>): ToClient => ({ type: "update", seq: 5, now: 0, ...change });
const buttonOf = (host: Element, words: RegExp) =>
  [...host.querySelectorAll("button")].find((button) =>
    words.test(`${button.getAttribute("aria-label")} ${button.textContent}`),
  ) ?? assert.fail(`${words}`);
const texts = (host: Element) => (host.textContent ?? "").replaceAll("\u00a0", " ");

test("closing a waiting table asks first", async () => {
  let closed = 0;
  const close = () => {
    closed += 1;
    return Promise.resolve();
  };
  const { host } = await shown(lobbyOf({}, { is_host: true }), { close });
  await act(() => buttonOf(host, /Close the table/).click());
  assert.equal(closed, 0);
  const dialog = host.querySelector("dialog") ?? assert.fail();
  assert.match(texts(dialog), /are told/);
  await act(() => buttonOf(dialog, /Close the table/).click());
  assert.equal(closed, 1);
});

test("guests of a table that is closed before the start are told, and see nothing of a game", async () => {
  const { host, hear } = await shown(lobbyOf({}, { person: 2, seats: [1], in_hand: 1 }));
  await hear(
    updateWith({
      table: tableOf(shape, { status: "abandoned" }),
      position: { ...positionOf(trace, 0), turn: { is: "over" } },
      events: [{ number: 5, at: 0, head: "h5", what: "abandoned", by: 1 }],
    }),
  );
  assert.match(texts(host.querySelector("h1") ?? assert.fail()), /The host has closed the table/);
  assert.equal(host.querySelector(".board, .end, .players"), null);
  assert.doesNotMatch(texts(host), /Rematch|\b0\b/);
  assert.ok(host.querySelectorAll("a.button").length >= 2, "there are ways on");
  // The server closes tables that nobody visits, and nobody is blamed for that.
  const later = await shown(
    lobbyOf({ status: "abandoned" }, {}, { latest: 5, seq: 5, position: positionOf(trace, 0) }),
  );
  assert.match(texts(later.host), /closed before a game began/);
  assert.equal(later.host.querySelector(".board"), null);
});

test("a game that was ended after its start is still shown", async () => {
  const events: readonly TableEvent[] = [...opened, { number: 5, at: 0, head: "h5", what: "started", seeds: [] }];
  const { host } = await shown(lobbyOf({ status: "abandoned" }, {}, { events, position: positionOf(trace, 0) }));
  assert.ok(host.querySelector(".board"));
});

test("whoever is asked to leave is told so, and whoever asks is asked", async () => {
  const removed: number[] = [];
  const remove = (_: string, seat: number) => {
    removed.push(seat);
    return Promise.resolve();
  };
  const { host } = await shown(lobbyOf({}, { is_host: true }), { remove });
  await act(() => buttonOf(host, /Ask P1 to leave/).click());
  assert.deepEqual(removed, []);
  await act(() => buttonOf(host.querySelector("dialog") ?? assert.fail(), /Ask P1 to leave/).click());
  assert.deepEqual(removed, [1]);

  const guest = await shown(lobbyOf({}, { person: 2, seats: [1], in_hand: 1 }));
  await guest.hear(
    updateWith({
      events: [{ number: 5, at: 0, head: "h5", what: "left", seat: 1, is_removed: true }],
      you: { ...ME, person: 2, seats: [], in_hand: null, is_removed: true },
    }),
  );
  assert.match(texts(guest.host.querySelector("h1") ?? assert.fail()), /asked you to leave/);
  await act(() => buttonOf(guest.host, /Look on/).click());
  assert.match(texts(guest.host.querySelector("h1") ?? assert.fail()), /The table is set/);
});

test("a lobby names who is not there, and never says that everybody is", async () => {
  const absent = tableOf(shape, { status: "waiting", rematch_of: "before" });
  const seats = absent.seats.map((seat) => ({ ...seat, is_present: seat.seat === 0 }));
  const { host, hear } = await shown(lobbyOf({ ...absent, seats }, { is_host: true }));
  assert.match(texts(host), /P1 and P2 are not here at the moment. The game starts by itself/);
  assert.doesNotMatch(texts(host), /Everybody is here\./);
  assert.equal(texts(host).match(/· away/g)?.length, 2);
  await hear(updateWith({ table: { ...absent, seats: absent.seats } }));
  assert.match(texts(host), /Everybody is here\./);
});

test("people talk before the start, with times, and by one tap in everybody's own words", async () => {
  const line = (number: number, person: number, text: string): ChatLine => ({
    number,
    at: Date.UTC(2020, 1, 3, 12),
    person,
    name: `P${person - 1}`,
    text,
  });
  const { host, puppet } = await shown(lobbyOf({}, {}, { chat: [line(1, 2, "/good-luck"), line(2, 2, "/unknown")] }));
  const lines = [...host.querySelectorAll(".chat ol li")].map(texts);
  assert.match(lines[0] ?? "", /3 Feb.*P1 Good luck!$/);
  assert.match(lines[1] ?? "", /P1 \/unknown$/);
  await act(() => buttonOf(host, /Well played/).click());
  assert.deepEqual(puppet.said.at(-1), { type: "chat", text: "/well-played" });
  // What cannot be said now is not lost.
  await act(() => puppet.visitor?.link("lost"));
  assert.ok(buttonOf(host, /Well played/).disabled);
});

test("every phrase is worded in every language, and none is the code itself", () => {
  for (const language of LANGUAGE_CODES) {
    const { app } = TONGUES[language];
    const words = PHRASES.map((phrase) => shownLine(app, lineOf(phrase)));
    assert.equal(new Set(words).size, PHRASES.length);
    assert.ok(words.every((text) => !text.startsWith("/")));
    assert.equal(shownLine(app, "hello"), "hello");
  }
});

test("what is new in the chat is what others said and one hears", () => {
  const line = (number: number, person: number): ChatLine => ({ number, at: 0, person, name: "", text: "x" });
  const chat = [line(1, 1), line(2, 2), line(3, 1), line(4, 3), line(5, 2)];
  const model = { ...EMPTY, chat, you: { ...ME, muted: [3] } };
  assert.equal(unreadAfter(model, 0), 2);
  assert.equal(unreadAfter(model, 2), 1);
  assert.equal(unreadAfter(model, 5), 0);
});

test("a rematch is announced to everybody: who asks, who sits where, and the way there", async () => {
  const next = tableOf(shape, { id: "n", status: "waiting", rematch_of: "t", host: 1 });
  const seats = next.seats.map((seat) => ({
    ...seat,
    sitter: { is: "person", person: [2, 3, 1][seat.seat] ?? 1, name: ["Bo", "Cy", "Ada"][seat.seat] ?? "" } as const,
  }));
  const look = () =>
    Promise.resolve({ ...(lobbyOf({ ...next, seats }, { person: 2, seats: [0] }) as ToClient & { type: "welcome" }) });
  const { host, hear } = await shown(welcomeAt(trace, trace.events.length), { look });
  assert.doesNotMatch(texts(host), /To the rematch/);
  await hear({ type: "rematch", table: "n" });
  const news = host.querySelector(".wish") ?? assert.fail();
  assert.match(texts(news), /Ada would like a rematch\. Who sits where: you, coral · Cy, amber · Ada, blue\./);
  assert.equal(news.querySelector("a")?.getAttribute("href"), "/table/n");
  assert.equal(news.getAttribute("role"), "status");
  const { app, games: words } = TONGUES.en;
  const you = { ...ME, person: 2, seats: [0] };
  const kept = seats.map((seat) => ({ ...seat, colour: [4, 0, 3][seat.seat] ?? 0 }));
  const [, where] = rematchWords(app, words, { table: { ...next, seats: kept }, you });
  assert.match(where ?? "", /you, green · Cy, coral · Ada, violet/, "in the colours that they have kept");
  const lot = { ...tableOf({ game: "hop-it", seats: 2 }, { host: 1 }), starts: { is: "lot" } as const };
  const [, drawn] = rematchWords(app, words, { table: lot, you: { ...ME, person: 1, seats: [0] } });
  assert.match(drawn ?? "", /you · P1\.?$/, "by lot nobody has a colour yet");
});

const HOST: Partial<You> = { is_host: true, invite: "code" };
const withSeat = (seat: number, change: Partial<SeatState>, table: Partial<TableState> = {}): Partial<TableState> => ({
  ...table,
  seats: tableOf(shape).seats.map((state) => (state.seat === seat ? { ...state, ...change } : state)),
});
const fieldOf = (host: Element, label: RegExp) =>
  [...host.querySelectorAll(".field")].find((field) => label.test(field.querySelector("label")?.textContent ?? "")) ??
  assert.fail(`${label}`);
const pick = async (host: Element, label: RegExp, option: RegExp) => {
  const select = fieldOf(host, label).querySelector("select") ?? assert.fail();
  const found =
    [...select.options].find(({ textContent }) => option.test(textContent ?? "")) ?? assert.fail(`${option}`);
  select.value = found.value;
  await act(() => fire("change", select));
};
const tell = (number: number, event: object) => ({ number, at: 0, head: `h${number}`, ...event }) as TableEvent;

test("the host changes seats and settings in place, and a guest sees them without being able to", async () => {
  const table = withSeat(2, { sitter: { is: "computer", level: 3 } });
  const { host, puppet } = await shown(lobbyOf(table, HOST));
  assert.match(texts(fieldOf(host, /Who starts/)), /By the printed rules the youngest starts\./);
  await pick(host, /Who sits at seat 3/, /Master/);
  await pick(host, /Who sits at seat 3/, /Nobody/);
  await pick(host, /Clock/, /30 seconds per turn/);
  await pick(host, /Who starts/, /^Seat 2: P1/);
  await pick(host, /Who starts/, /by lot/);
  assert.deepEqual(puppet.said, [
    { type: "fill", seat: 2, level: 8 },
    { type: "empty", seat: 2 },
    { type: "arrange", clock: { kind: "per-move", seconds: 30 } },
    { type: "arrange", starts: { is: "seat", seat: 1 } },
    { type: "arrange", starts: { is: "lot" } },
  ]);
  const guest = await shown(lobbyOf({ ...table, starts: { is: "lot" } }, { person: 2, seats: [1] }));
  const labels = [...guest.host.querySelectorAll(".field label")].map(texts);
  assert.deepEqual(
    labels.filter((label) => !/Your/.test(label)),
    [],
    "a guest changes nothing but their own colour and name",
  );
  assert.match(texts(guest.host), /Who starts\?\s*Drawn by lot/);
});

test("options are changed one at a time, and defaults are not sent", async () => {
  const frogs = { game: "frogriders", seats: 3 } as const;
  const { host, puppet } = await shown(lobbyOf(tableOf(frogs, { status: "waiting", options: { backs: 1 } }), HOST));
  const select = host.querySelector<HTMLSelectElement>('section[aria-labelledby="lobby-game"] select') ?? assert.fail();
  select.value = "0";
  await act(() => fire("change", select));
  assert.deepEqual(puppet.said, [{ type: "arrange", options: {} }]);
});

test("nobody chooses who starts where the rules roll for it", async () => {
  const { host } = await shown(lobbyOf(tableOf({ game: "abagio", seats: 2 }, { status: "waiting" }), HOST));
  assert.equal(
    [...host.querySelectorAll(".field label")].some((label) => /Who starts/.test(texts(label))),
    false,
  );
  assert.match(texts(host), /the higher number starts/);
});

test("seats are changed by asking, agreeing and declining", async () => {
  const asker = await shown(lobbyOf(withSeat(2, { sitter: { is: "open" } }), {}));
  await act(() => buttonOf(asker.host, /Ask P1 to change seats/).click());
  await act(() => buttonOf(asker.host, /Move to seat 3/).click());
  assert.deepEqual(asker.puppet.said, [
    { type: "swap", seat: 0, with: 1, seq: 4 },
    { type: "swap", seat: 0, with: 2, seq: 4 },
  ]);
  const swaps = [{ seat: 0, with: 1 }];
  const asked = await shown(lobbyOf({ swaps }, { person: 2, seats: [1] }));
  assert.match(texts(asked.host), /P0 would like to change seats with you/);
  await act(() => buttonOf(asked.host, /^null Change seats/).click());
  await act(() => buttonOf(asked.host, /Keep my seat/).click());
  assert.deepEqual(asked.puppet.said, [
    { type: "answer-swap", seat: 0, with: 1, agrees: true },
    { type: "answer-swap", seat: 0, with: 1, agrees: false },
  ]);
  const third = await shown(lobbyOf({ swaps }, { person: 3, seats: [2] }));
  assert.match(texts(third.host), /P0 would like to change seats with P1/);
  assert.ok(![...third.host.querySelectorAll("button")].some((button) => /Keep my seat/.test(texts(button))));
});

test("the host moves computer players, to any seat at which no other person sits", async () => {
  const table = tableOf({ game: "pool-party", seats: 5 }, { status: "waiting" });
  const [computer, open] = [{ is: "computer", level: 3 } as const, { is: "invited" } as const];
  const sitters = [null, null, computer, open, { ...computer, level: 8 }];
  const seats = table.seats.map((state, seat) => ({ ...state, sitter: sitters[seat] ?? state.sitter }));
  const { host, puppet } = await shown(lobbyOf({ ...table, seats }, HOST));
  const select = () => fieldOf(host, /Seat of Capucine/).querySelector("select") ?? assert.fail();
  const offered = [...select().options].map(texts);
  assert.equal(offered.length, 4);
  assert.match(offered.join(" | "), /^Seat 1: P0 \| Seat 3 \| Seat 4: .+ \| Seat 5: Lise$/);
  await pick(host, /Seat of Capucine/, /^Seat 5/);
  await pick(host, /Seat of Capucine/, /^Seat 4/);
  await pick(host, /Seat of Lise/, /^Seat 1/);
  // One's own seat is changed by a button, as before.
  await act(() => buttonOf(host, /Ask P1 to change seats/).click());
  assert.deepEqual(puppet.said, [
    { type: "swap", seat: 2, with: 4, seq: 4 },
    { type: "swap", seat: 2, with: 3, seq: 4 },
    { type: "swap", seat: 4, with: 0, seq: 4 },
    { type: "swap", seat: 0, with: 1, seq: 4 },
  ]);
  const guest = await shown(lobbyOf({ ...table, seats }, { person: 2, seats: [1] }));
  assert.doesNotMatch(texts(guest.host), /Seat of/);
});

test("whoever has several seats says which of them they change, and asks another person", async () => {
  const table = tableOf({ game: "pool-party", seats: 4 }, { status: "waiting" });
  const seats = table.seats.map((state) =>
    state.seat === 2 ? { ...state, sitter: { is: "computer", level: 3 } as const } : state,
  );
  const { host, puppet, hear } = await shown(lobbyOf({ ...table, seats }, { ...HOST, seats: [0, 1] }));
  assert.ok(![...host.querySelectorAll("button")].some((button) => /Ask P3|Move to/.test(texts(button))));
  await pick(host, /Seat of P1/, /^Seat 1/);
  await pick(host, /Seat of P1/, /^Seat 3/);
  await pick(host, /Seat of P1/, /^Seat 4: P3 \(if they agree\)$/);
  assert.deepEqual(puppet.said, [
    { type: "swap", seat: 1, with: 0, seq: 4 },
    { type: "swap", seat: 1, with: 2, seq: 4 },
    { type: "swap", seat: 1, with: 3, seq: 4 },
  ]);
  // Until the other agrees everybody sits where they sat.
  await hear(updateWith({ table: { ...table, seats, swaps: [{ seat: 1, with: 3 }] } }));
  assert.match(texts(host), /You asked P3 to change seats/);
  assert.equal(fieldOf(host, /Seat of P1/).querySelector("select")?.value, "1");
});

test("a colour that another person has is not offered, one of a computer player is", async () => {
  const { host, puppet } = await shown(lobbyOf(withSeat(2, { sitter: { is: "computer", level: 3 } })));
  const offered = [...fieldOf(host, /Your colour/).querySelectorAll("option")].map(texts);
  assert.ok(!offered.includes("amber") && offered.includes("coral") && offered.includes("blue"), offered.join());
  assert.equal(offered.length, 5);
  await pick(host, /Your colour/, /green/);
  assert.deepEqual(puppet.said, [{ type: "colour", seat: 0, colour: 4 }]);
  const hop = await shown(lobbyOf(tableOf({ game: "hop-it", seats: 2 }, { status: "waiting" })));
  assert.doesNotMatch(texts(hop.host), /Your colour/);
});

test("a change that matters asks everybody anew, and says what it was", async () => {
  const { host, puppet, hear } = await shown(lobbyOf({}, { person: 2, seats: [1] }));
  assert.match(texts(host), /You are ready\./);
  const clock = { kind: "days", days: 1 } as const;
  const table = tableOf(shape, { status: "waiting", clock, ...withSeat(1, { is_ready: false }) });
  const settings = { ...SETTINGS, clock };
  await hear(updateWith({ table, events: [tell(5, { what: "arranged", person: 1, settings })] }));
  const row = host.querySelector(".ready-row") ?? assert.fail();
  assert.match(texts(row), /Are you ready to play like this\? P0 changes the game: clock: 1 day per turn\./);
  assert.match(texts(host), /Waiting for P1, who is not ready yet\./);
  await act(() => buttonOf(row, /Ready/).click());
  assert.deepEqual(puppet.said, [{ type: "ready", is_ready: true, seq: 5 }]);
  assert.match(
    texts(host.querySelector('[role="log"]') ?? assert.fail()),
    /P0 changes the game: clock: 1 day per turn\./,
  );
});

test("after a reload the log says what was changed, and nothing that was not", async () => {
  const settings = { ...SETTINGS, is_public: true };
  const events = [...opened, tell(5, { what: "arranged", person: 1, settings })];
  const { host } = await shown(lobbyOf({ is_public: true }, {}, { seq: 5, latest: 5, events }));
  const log = texts(host.querySelector('[role="log"]') ?? assert.fail());
  assert.match(log, /P0 changes the game: the table is on the list of open tables\./);
  assert.doesNotMatch(log, /clock/);
});

test("at a shared screen everybody is renamed at their own seat", async () => {
  const kept: string[] = [];
  const you = { seats: [1, 2] };
  const { host, puppet } = await shown(lobbyOf({}, you), {}, { change: ({ name }) => void kept.push(name ?? "") });
  const forms = [...host.querySelectorAll(".rename")];
  assert.deepEqual(
    forms.map((form) => form.querySelector("input")?.value),
    ["P1", "P2"],
  );
  const input = forms[1]?.querySelector("input") ?? assert.fail();
  input.value = "Bea";
  await act(() => fire("input", input));
  await act(() => fire("submit", forms[1] ?? assert.fail()));
  assert.deepEqual(puppet.said, [{ type: "rename", name: "Bea", seat: 2 }]);
  assert.deepEqual(kept, [], "it is not the name of whose browser it is");
});

test("the host chooses colours for computer players, and puts no table on a list that there is not", async () => {
  const table = withSeat(2, { sitter: { is: "computer", level: 3 } });
  const { host, puppet } = await shown(lobbyOf(table, HOST));
  await pick(host, /Colour of Capucine/, /green/);
  assert.deepEqual(puppet.said, [{ type: "colour", seat: 2, colour: 4 }]);
  const ticks = (at: Element) => [...at.querySelectorAll('.fields input[type="checkbox"]')].length;
  const games = (has_public_tables: boolean) => () => Promise.resolve({ games: [], levels: [], has_public_tables });
  const without = await shown(lobbyOf(table, HOST), { games: games(false) });
  const listed = await shown(lobbyOf(table, HOST), { games: games(true) });
  assert.equal(ticks(listed.host), ticks(without.host) + 1);
});

test("weekends off are kept where they began while the host tries clocks, wherever the host is", async () => {
  // Nobody's clock is so many minutes ahead: it is not this browser's.
  const clock = { kind: "days", days: 5, weekends_off: 61 } as const;
  const events = opened.map((event) =>
    event.what === "opened" ? { ...event, settings: { ...event.settings, clock } } : event,
  );
  const now = { kind: "none" } as const;
  const { host, puppet, hear } = await shown(lobbyOf({ clock: now }, HOST, { events }));
  const turnTo = (next: ClockKind) => hear(updateWith({ table: tableOf(shape, { status: "waiting", clock: next }) }));
  const tick = async (isWished: boolean) => {
    const label = [...host.querySelectorAll("label")].find((one) => /Weekends off/.test(texts(one)));
    const box = label?.querySelector("input") ?? assert.fail();
    assert.equal(box.checked, !isWished);
    box.checked = isWished;
    await act(() => fire("change", box));
  };
  const said = () => {
    const last = puppet.said.at(-1);
    return last?.type === "arrange" ? last.clock : assert.fail();
  };
  await pick(host, /Clock/, /5 days/);
  assert.deepEqual(said(), clock, "as the table was opened");
  await turnTo({ ...clock, weekends_off: 62 });
  await pick(host, /Clock/, /3 days/);
  assert.deepEqual(said(), { kind: "days", days: 3, weekends_off: 62 }, "as they are now");
  await tick(false);
  assert.deepEqual(said(), { kind: "days", days: 5 });
  await turnTo({ kind: "days", days: 5 });
  await tick(true);
  assert.deepEqual(said(), clock);
  const other = await shown(lobbyOf({ clock: { kind: "days", days: 3 } }, HOST));
  const box = [...other.host.querySelectorAll("label")].find((one) => /Weekends off/.test(texts(one)));
  await act(() => {
    const input = box?.querySelector("input") ?? assert.fail();
    input.checked = true;
    fire("change", input);
  });
  const first = other.puppet.said.at(-1);
  assert.deepEqual(
    first,
    { type: "arrange", clock: { kind: "days", days: 3, weekends_off: offsetHere() } },
    "or as they are here",
  );
});

test("a rematch is not started over who has not come to it", () => {
  const away = (has_committed: boolean, rematch_of: string | null) =>
    tableOf(shape, { status: "waiting", rematch_of, ...withSeat(1, { is_present: false, has_committed }) });
  assert.equal(mayStart(away(false, null)), true, "whoever sat down was here");
  assert.equal(mayStart(away(false, "before")), false);
  assert.equal(mayStart(away(true, "before")), true);
});

test("a list of tables that comes later leaves the title as it is", async () => {
  await shown(lobbyOf(withSeat(0, { is_ready: false })));
  assert.match(document.title, /^● Pool Party/);
  setWaiting(["another"]);
  assert.match(document.title, /^\(1\) ● Pool Party/);
  setWaiting([]);
});

test("another name is sent, kept, and seen by the others", async () => {
  const kept: string[] = [];
  const { host, puppet, hear } = await shown(lobbyOf({}, {}), {}, { change: ({ name }) => void kept.push(name ?? "") });
  const input = fieldOf(host, /Your name/).querySelector("input") ?? assert.fail();
  input.value = "Zoé";
  await act(() => fire("input", input));
  await act(() => fire("submit", host.querySelector(".rename") ?? assert.fail()));
  assert.deepEqual(puppet.said, [{ type: "rename", name: "Zoé", seat: 0 }]);
  assert.deepEqual(kept, ["Zoé"]);
  const renamed = withSeat(0, { sitter: { is: "person", person: 1, name: "Zoé" } });
  await hear(updateWith({ table: tableOf(shape, { status: "waiting", ...renamed }) }));
  assert.match(texts(host.querySelector('[role="log"]') ?? assert.fail()), /P0 is called Zoé now\./);
});

test("whoever was away learns who is called otherwise", async () => {
  const first = await shown(lobbyOf());
  await act(() => render(null, first.host));
  const renamed = withSeat(1, { sitter: { is: "person", person: 2, name: "Zoé" } });
  const { host } = await shown(lobbyOf(renamed));
  const log = texts(host.querySelector('[role="log"]') ?? assert.fail());
  assert.match(log, /P1 is called Zoé now\./);
  assert.doesNotMatch(log, /P2 is called/);
  forgetWitnesses();
  const later = await shown(lobbyOf());
  assert.doesNotMatch(texts(later.host), /is called/, "nothing is kept");
});

test("without a line nothing can be changed, and what changed meanwhile is seen afterwards", async () => {
  const { host, puppet, hear } = await shown(lobbyOf({}, HOST));
  await act(() => puppet.visitor?.link("lost"));
  assert.ok([...host.querySelectorAll("fieldset")].every(({ disabled }) => disabled));
  assert.match(texts(host), /The line is broken/);
  await act(() => puppet.visitor?.link("live"));
  const later = tell(5, { what: "left", seat: 1, is_removed: false });
  await hear(lobbyOf(withSeat(1, { sitter: { is: "open" } }), HOST, { seq: 5, latest: 5, events: [later] }));
  assert.match(texts(host.querySelector('[role="log"]') ?? assert.fail()), /P1 leaves the table\./);
});

test("boards, players and words follow the colours that people have chosen", async () => {
  const seats = tableOf(trace).seats.map((seat) => ({ ...seat, colour: [5, 3, 0, 1, 2, 4][seat.seat] ?? 0 }));
  const played = Math.min(40, trace.events.length - 1);
  const tints = ["brown", "violet", "coral", "amber", "blue", "green"].slice(0, trace.seats).toSorted();
  const { host } = await shown(welcomeAt(trace, played, { table: tableOf(trace, { seats }) }));
  const frogs = new Set(
    [...host.querySelectorAll(".board .sprite")].flatMap((frog) => frog.getAttribute("class")?.match(/tint-\w+/) ?? []),
  );
  assert.deepEqual(
    [...frogs].toSorted(),
    tints.map((tint) => `tint-${tint}`),
  );
  const marks = [...host.querySelectorAll(".players .seat-mark")].map((mark) => mark.getAttribute("class"));
  assert.match(marks[0] ?? "", /tint-brown/);
  assert.match(marks[1] ?? "", /tint-violet/);
  assert.match(texts(host.querySelector(".position") ?? assert.fail()), /P0, brown/);
});
