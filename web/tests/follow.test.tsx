import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { animations, press, room } from "./dom";
import { render } from "preact";
import { act } from "preact/test-utils";
import { TablePage } from "../src/app/table/page";
import { type Settings, USUAL } from "../src/app/settings";
import {
  NOBODY_HERE,
  type Session,
  type SessionEvent,
  isBusy,
  isRecalling,
  mayChoose,
  step,
} from "../src/app/table/session";
import { lastActionOf } from "../src/app/table/deeds";
import { viewsOf } from "../src/app/table/follow";
import type { Replay, ToClient } from "../src/protocol";
import type { Trace } from "../src/gallery/trace";
import { Around, PuppetHouse, pageOf } from "./pages";
import { eventsOf, tableOf, updateTo, welcomeAt } from "./tables";
import { TONGUES } from "./tongues";
import { TRACES } from "./traces";

animations.install();
let drawn: readonly HTMLElement[] = [];
beforeEach(() => {
  // A page that is still open would hear the keys of the next one.
  for (const host of drawn) render(null, host);
  drawn = [];
  document.body.innerHTML = "";
  animations.finish();
});

const traceOf = (name: string): Trace => TRACES.find(([known]) => known === name)?.[1] ?? assert.fail(name);
const heard = (message: ToClient, isSeen = true): SessionEvent => ({ type: "heard", message, at: 0, isSeen });
const after = (session: Session, ...events: SessionEvent[]) =>
  events.reduce((now, event) => step(now, event).session, session);
const turns = async (count = 6) => {
  for (let turn = 0; turn < count; turn += 1)
    await act(
      () =>
        new Promise((done) => {
          setImmediate(done);
        }),
    );
};

/** What a house tells of a game that is looked at again. */
function replayOf(trace: Trace): Replay {
  const steps = trace.events.map(({ seat, play, chance, effects }, index) => ({
    number: index + 2,
    at: 0,
    told: { seat: seat ?? null, event: play ?? chance ?? "", hidden: false, effects },
    view: trace.events[index + 1]?.view ?? trace.view,
    turn: { is: "chance" as const },
  }));
  const view = trace.events[0]?.view ?? trace.view;
  return { table: tableOf(trace), view, steps, all: steps.length, next: null };
}

for (const [name, trace] of TRACES.filter(([known]) => !/random|-\d$/.test(known))) {
  /** A moment at which the first seat is to act after others have, well into the game. */
  const mine = trace.events.findIndex(
    ({ seat }, index) =>
      index > 30 && seat === 0 && trace.events.slice(index - 4, index).some((event) => (event.seat ?? 0) !== 0),
  );

  test(`${name}: one looks back at any event, cannot act meanwhile, and comes back to where one was`, () => {
    let session = after(NOBODY_HERE, heard(welcomeAt(trace, 20)));
    for (let count = 20; count < mine; count += 1)
      session = after(session, heard(updateTo(trace, count, count + 1)), { type: "skipped" });
    assert.equal(mayChoose(session), true);
    for (let number = 22; number <= mine + 1; number += 1) {
      const looking = after(session, { type: "looks-back", number });
      assert.deepEqual(looking.aside?.view, trace.events[number - 1]?.view ?? trace.view, `event ${number}`);
      assert.equal(mayChoose(looking), false);
      assert.deepEqual(step(looking, { type: "sent", action: "x" }), { session: looking });
      assert.deepEqual(after(looking, { type: "returns" }), session);
    }
  });

  test(`${name}: what was not told to this page is asked for, and shown as this seat knew it`, () => {
    const session = after(NOBODY_HERE, heard(welcomeAt(trace, mine)), { type: "looks-back", number: 25 });
    assert.equal(isRecalling(session), true);
    const views = viewsOf(replayOf(trace));
    const found = after(session, { type: "recalled", views });
    assert.equal(isRecalling(found), false);
    assert.deepEqual(found.aside?.view, trace.events[24]?.view);
    const lost = after(session, { type: "recalled", views: null });
    assert.ok(lost.aside?.is === "looking" && lost.aside.isLost);
    assert.equal(after(lost, { type: "returns" }).aside, null);
  });

  test(`${name}: what the others did is acted out once more, and ends where the game is`, () => {
    const session = after(NOBODY_HERE, heard(welcomeAt(trace, mine)));
    const from = lastActionOf(session.frame.events, 0) + 1;
    let again = after(session, { type: "again", from });
    assert.equal(isRecalling(again), true);
    again = after(again, { type: "recalled", views: viewsOf(replayOf(trace)) });
    assert.equal(isBusy(again), true);
    assert.deepEqual(again.aside?.view, trace.events[from - 1]?.view, "from where one acted last");
    const seen: unknown[] = [];
    while (again.aside?.is === "again") {
      const [next] = again.aside.coming;
      seen.push(...(next?.effects ?? []));
      again = after(again, { type: "settled", number: next?.number ?? 0 });
    }
    const told = eventsOf(trace)
      .slice(from, mine + 1)
      .flatMap((event) => (event.what === "played" ? event.told.effects : []));
    assert.deepEqual(seen, told);
    assert.equal(mayChoose(again), true);
    assert.equal(again.frame, session.frame);
  });
}

const hopIt = traceOf("hop-it");
const theirs = hopIt.events.findIndex(
  ({ seat }, index) => index > 4 && seat === 1 && hopIt.events[index - 1]?.seat === 0,
);

test("what comes in while one looks back waits, and is acted out afterwards", () => {
  const before = after(NOBODY_HERE, heard(welcomeAt(hopIt, theirs)), { type: "looks-back", number: 3 });
  const told = after(before, { type: "recalled", views: viewsOf(replayOf(hopIt)) });
  const news = after(told, heard(updateTo(hopIt, theirs, theirs + 1)));
  assert.ok(news.aside?.is === "looking" && news.model.seq > news.aside.seq, "there is something new");
  assert.deepEqual(news.aside?.view, told.aside?.view);
  assert.deepEqual(after(news, { type: "skipped" }), news, "a click on an old position skips nothing");
  const back = after(news, { type: "returns" });
  assert.equal(back.coming.length, 1);
  assert.equal(back.frame.seq, theirs + 1);
  assert.equal(after(back, { type: "settled", number: back.coming[0]?.number ?? 0 }).frame.seq, theirs + 2);
});

test("another player's knowledge ends looking back, and what the last one saw is forgotten", () => {
  const riders = traceOf("frogriders");
  const you = { person: 1, seats: [0, 1], in_hand: 0 };
  const at = (count: number, in_hand: number) => {
    const message = welcomeAt(riders, count);
    assert.ok(message.type === "welcome");
    return heard({ ...message, you: { ...message.you, ...you, in_hand } });
  };
  const session = after(NOBODY_HERE, at(20, 0), { type: "looks-back", number: 21 });
  assert.notEqual(session.aside?.view, null);
  const other = after(session, at(20, 1));
  assert.equal(other.aside, null);
  assert.deepEqual([...other.past.keys()], [21]);
});

test("a refusal goes once something later is granted or happens", () => {
  const start = after(NOBODY_HERE, heard(welcomeAt(hopIt, theirs)));
  const refused = after(start, heard({ type: "refused", id: "id1", code: "undo-refused", message: "" }));
  assert.equal(refused.said?.is, "refused");
  assert.equal(after(refused, heard({ type: "pong" } as ToClient)).said?.is, "refused");
  assert.equal(after(refused, heard({ type: "acked", id: "id2", number: 9 } as ToClient)).said, null);
  assert.equal(after(refused, heard(updateTo(hopIt, theirs, theirs + 1))).said, null);
  const asked = after(start, heard({ type: "because", objection: null } as ToClient));
  assert.equal(after(asked, heard({ type: "acked", id: "id2", number: 9 } as ToClient)).said?.is, "because");
});

/** A whole table in a page, told of a game event by event. */
async function table(change: Partial<Settings> = {}, lang: "en" | "fr" = "en", replay?: Replay) {
  const puppets = new PuppetHouse();
  const host = room();
  drawn = [...drawn, host];
  const house = puppets.house();
  const { app, games, rules } = TONGUES[lang];
  const page = pageOf({
    house: new Proxy(house, {
      get: (known, key) =>
        key === "replay" && replay !== undefined ? () => Promise.resolve(replay) : Reflect.get(known, key),
    }),
    settings: { ...USUAL, sound: false, ...change },
    lang,
    t: app,
    w: games,
    rules,
  });
  await act(() =>
    render(
      <Around page={page}>
        <TablePage id="t" />
      </Around>,
      host,
    ),
  );
  const tell = (message: ToClient) => act(() => puppets.visitor?.hears(message));
  const text = (selector: string) => host.querySelector(selector)?.textContent?.replaceAll("\u00a0", " ") ?? null;
  return { host, tell, text };
}

test("a caption names who does what while it moves; one's own action has none", async () => {
  const { tell, text } = await table();
  await tell(welcomeAt(hopIt, theirs));
  await tell(updateTo(hopIt, theirs, theirs + 1));
  await turns();
  const [effect] = hopIt.events[theirs]?.effects ?? [];
  assert.ok(effect?.effect === "hopped" || effect?.effect === "stepped");
  const kind = effect.piece.kind;
  assert.equal(text(".caption"), `P1 moves a ${kind} ${effect.from} → ${effect.to}.`);
  for (let motion = 0; motion < 12; motion += 1) {
    animations.finish();
    await turns(3);
  }
  assert.equal(text(".caption"), null, "it goes with what it tells of");
  const own = hopIt.events.findIndex(({ seat }, index) => index > 4 && seat === 0);
  const other = await table();
  await other.tell(welcomeAt(hopIt, own));
  await other.tell(updateTo(hopIt, own, own + 1));
  await turns();
  assert.ok(animations.count() > 0, "something moves");
  assert.equal(other.text(".caption"), null);
});

test("what a computer player does in one's seat has a caption, and stays in the recap once one is back", async () => {
  const own = hopIt.events.findIndex(
    ({ seat, effects }, index) => index > 4 && seat === 0 && effects.length > 0 && hopIt.events[index + 1]?.seat === 1,
  );
  const away = welcomeAt(hopIt, own);
  assert.ok(away.type === "welcome");
  const number = own + 2;
  const satIn = { number, at: 0, head: `h${number}`, what: "sat-in", seat: 0, level: 3 } as const;
  const later = <M extends ToClient>(message: M, by: number): ToClient => {
    if (message.type !== "update") return message;
    const events = (message.events ?? []).map((event) => ({
      ...event,
      number: event.number + by,
      ...(event.what === "played" && event.told.seat === 0 ? { by_computer: true } : {}),
    }));
    return { ...message, seq: message.seq + by, events } as ToClient;
  };
  const { tell, text } = await table();
  await tell({ ...away, seq: number, events: [...away.events, satIn] });
  await tell(later(updateTo(hopIt, own, own + 1), 1));
  await turns();
  assert.match(text(".caption") ?? "", /^Your stand-in moves your (frog|tadpole) /);
  for (let motion = 0; motion < 12; motion += 1) {
    animations.finish();
    await turns(3);
  }
  const back = { number: number + 2, at: 0, head: "", what: "took-back", seat: 0 } as const;
  await tell({ type: "update", seq: number + 2, now: 0, events: [back] });
  await turns();
  assert.match(text(".recap") ?? "", /Your stand-in moves your (frog|tadpole) /);
});

test("where nothing moves there is no caption, and the recap and its arrows stand at once", async () => {
  for (const change of [{ motion: "none" }, { pace: "instant" }] as const) {
    const { host, tell, text } = await table(change);
    await tell(welcomeAt(hopIt, theirs));
    let count = theirs;
    while (hopIt.events[count]?.seat === 1) {
      await tell(updateTo(hopIt, count, count + 1));
      await turns();
      assert.equal(text(".caption"), null);
      count += 1;
    }
    assert.match(text(".recap li") ?? "", /^P1 moves /);
    assert.equal(host.querySelectorAll(".arrow").length, 1);
    render(null, host);
  }
});

test("dice that roll carry the name of whoever rolls them", async () => {
  const pool = traceOf("pool-party");
  const roll = pool.events.findIndex(({ effects }) =>
    effects.some((effect) => effect.effect === "rolled" && effect.by === 2),
  );
  const { tell, text } = await table();
  await tell(welcomeAt(pool, roll));
  await tell(updateTo(pool, roll, roll + 1));
  await turns();
  assert.equal(text(".dice-name"), "P2");
  assert.match(text(".caption") ?? "", /^P2 rolls /);
});

test("the recap stays until one acts, with an arrow for each piece that others moved", async () => {
  const moon = traceOf("china-moon");
  const mine = moon.events.findIndex(
    ({ seat }, index) => index > 20 && seat === 0 && moon.events[index - 1]?.seat !== 0,
  );
  const { host, tell, text } = await table({ motion: "none" }, "fr");
  await tell(welcomeAt(moon, mine));
  assert.match(text(".recap") ?? "", /^Depuis votre tour/);
  const moved = [];
  for (let index = mine - 1; moon.events[index]?.seat !== 0; index -= 1)
    moved.push(...(moon.events[index]?.effects ?? []).filter(({ effect }) => effect === "hopped"));
  const ends = new Set(moved.map((effect) => (effect.effect === "hopped" ? effect.to : "")));
  assert.ok(host.querySelectorAll(".arrow").length >= 3);
  assert.ok(host.querySelectorAll(".arrow").length <= moved.length && ends.size > 1);
  assert.ok(host.querySelectorAll(".recap li").length >= 3, "everybody who acted");
  await tell(updateTo(moon, mine, mine + 1));
  await turns();
  assert.equal(host.querySelectorAll(".recap li, .arrow").length, 0);
});

test("R acts out what the others did once more, but not while one writes", async () => {
  const mine = hopIt.events.findIndex(({ seat }, index) => index > theirs && seat === 0);
  const { host, tell, text } = await table({}, "en", replayOf(hopIt));
  await tell(welcomeAt(hopIt, mine));
  const button = host.querySelector<HTMLElement>(".recap button") ?? assert.fail();
  assert.match(button.title, /\(R\)/);
  const input = document.createElement("input");
  document.body.append(input);
  await act(() => void press("r", input));
  await turns();
  assert.ok(host.querySelectorAll(".spot.lit").length > 0);
  await act(() => void press("r", document.body));
  await turns();
  assert.match(text(".caption") ?? "", /^P1 /);
  assert.equal(host.querySelectorAll(".spot.lit").length, 0, "nothing can be chosen meanwhile");
  for (let motion = 0; motion < 30; motion += 1) {
    animations.finish();
    await turns(3);
  }
  assert.ok(host.querySelectorAll(".spot.lit").length > 0);
  assert.match(text(".recap li") ?? "", /^P1 moves /);
});

test("with keys of one letter switched off R does nothing, and no button speaks of it", async () => {
  const mine = hopIt.events.findIndex(({ seat }, index) => index > theirs && seat === 0);
  const { host, tell, text } = await table({ letters: false }, "en", replayOf(hopIt));
  await tell(welcomeAt(hopIt, mine));
  const button = host.querySelector<HTMLElement>(".recap button") ?? assert.fail();
  assert.doesNotMatch(button.title, /\(R\)/);
  assert.equal(host.querySelector("[aria-keyshortcuts='R'], [aria-keyshortcuts='p']"), null);
  for (const letter of ["r", "R", "p"])
    await act(() => void press(letter, host.querySelector(".board") ?? document.body));
  await turns();
  assert.equal(text(".caption"), null);
  assert.ok(host.querySelectorAll(".spot.lit").length > 0);
  assert.equal(document.activeElement?.closest(".position") ?? null, null);
});

test("a line of the log shows its moment; the button and Escape come back", async () => {
  const mine = hopIt.events.findIndex(({ seat }, index) => index > theirs && seat === 0);
  const { host, tell, text } = await table({ motion: "none" }, "en", replayOf(hopIt));
  await tell(welcomeAt(hopIt, mine));
  const pieces = () =>
    [...host.querySelectorAll(".sprite")].map((piece) => piece.getAttribute("data-at") ?? "").toSorted();
  const now = pieces();
  const lines = [...host.querySelectorAll<HTMLElement>(".log .log-line")];
  assert.ok(lines.length > 3);
  for (const back of [
    () => host.querySelector<HTMLElement>(".looking-back button")?.click(),
    () => void press("Escape", document.body),
    () => void press("Escape", host.querySelector("svg.board") ?? assert.fail()),
  ]) {
    await act(() => lines[0]?.click());
    await turns();
    assert.match(text(".looking-back") ?? "", /^You are looking back\./);
    assert.notDeepEqual(pieces(), now);
    assert.equal(host.querySelectorAll(".spot.lit, .choices button").length, 0);
    assert.equal(host.querySelectorAll(".log li[aria-current]").length, 1);
    await act(back);
    await turns();
    assert.equal(text(".looking-back"), null);
    assert.deepEqual(pieces(), now);
    assert.ok(host.querySelectorAll(".spot.lit").length > 0);
  }
  await act(() => lines[0]?.click());
  await tell({ ...updateTo(hopIt, mine, mine + 1) });
  await turns();
  assert.match(text(".looking-news") ?? "", /new/);
});

test("the reader is spoken to in log, recap and end", async () => {
  const { tell, text, host } = await table({ motion: "none" });
  const abagio = traceOf("abagio");
  await tell(welcomeAt(abagio, 60));
  const log = text(".log") ?? "";
  assert.match(log, /You roll/);
  assert.match(log, /Your frog leaps/);
  assert.doesNotMatch(log, /P0/);
  const message = welcomeAt(abagio, 60);
  assert.ok(message.type === "welcome");
  const seats = message.table.seats.map((seat) => (seat.seat === 0 ? { ...seat, out: "resigned" as const } : seat));
  const result = { winners: [1], scores: null, out: "resigned" as const };
  const events = [{ number: 62, at: 0, head: "h62", what: "resigned" as const, seat: 0 }];
  await tell({
    type: "update",
    seq: 62,
    now: 0,
    events,
    table: { ...message.table, status: "finished", seats, result },
  });
  assert.match(text(".end") ?? "", /You gave up\./);
  assert.match(text(".log") ?? "", /You give up\./);
  assert.equal(host.querySelectorAll(".recap").length, 0);
});

const pool = traceOf("pool-party");
/** Somebody moves, and then somebody else rolls: both are told in one go. */
const handOn = pool.events.findIndex(
  ({ seat }, index) =>
    seat === 1 && pool.events[index + 1]?.effects.some((effect) => effect.effect === "rolled" && effect.by === 2),
);

test("with a pause between players the next one waits, and a skip does not", async () => {
  const rounds = async (pause: boolean) => {
    const { host, tell, text } = await table({ pause });
    await tell(welcomeAt(pool, handOn));
    await tell(updateTo(pool, handOn, handOn + 1));
    await tell(updateTo(pool, handOn + 1, handOn + 2));
    let count = 0;
    for (; count < 40 && text(".caption")?.startsWith("P2 ") !== true; count += 1) {
      await turns(3);
      animations.finish();
      await turns(3);
    }
    assert.match(text(".caption") ?? "", /^P2 rolls /);
    await act(() => void press("Escape", document.body));
    await turns();
    assert.equal(text(".caption"), null);
    assert.equal(host.querySelector(".table")?.getAttribute("data-event"), `${handOn + 3}`);
    render(null, host);
    return count;
  };
  assert.equal((await rounds(true)) - (await rounds(false)), 1);
});

test("what others do takes as long as was chosen, what one does oneself as long as ever", async () => {
  const first = async (pace: Settings["pace"], count: number) => {
    const { host, tell } = await table({ pace });
    await tell(welcomeAt(hopIt, count));
    const durations: number[] = [];
    const known = Reflect.get(Element.prototype, "animate") as (...all: unknown[]) => unknown;
    const record = function animate(this: Element, ...all: unknown[]) {
      durations.push((all[1] as { readonly duration: number }).duration);
      return known.apply(this, all);
    };
    Object.assign(Element.prototype, { animate: record });
    await tell(updateTo(hopIt, count, count + 1));
    await turns();
    Object.assign(Element.prototype, { animate: known });
    animations.finish();
    await turns();
    render(null, host);
    return durations[0] ?? 0;
  };
  const own = hopIt.events.findIndex(({ seat, effects }, index) => index > 4 && seat === 0 && effects.length > 0);
  const [slow, usual, fast] = [await first("slow", theirs), await first("usual", theirs), await first("fast", theirs)];
  assert.ok(slow > usual && usual > fast && fast > 0, `${slow} ${usual} ${fast}`);
  assert.equal(await first("slow", own), await first("fast", own));
});
