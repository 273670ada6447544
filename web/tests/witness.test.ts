import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type Heard,
  afterTold,
  forgetWitnesses,
  keepActed,
  keepSent,
  keepTold,
  witnessOf,
} from "../src/app/fair/witness";
import { NOBODY } from "../src/app/table/model";
import type { TableEvent, TableState, ToServer, You } from "../src/protocol";
import { NOTHING, STRANGER, check, game, keptAt, mapped, resealed } from "./proved";

/** A table as it is heard of, with people at both seats. */
const heardAt = (
  status: TableState["status"],
  you: You,
  events: readonly TableEvent[],
  seq = events.at(-1)?.number ?? 0,
): Heard => ({
  seq,
  you,
  events,
  table: {
    status,
    undo: { seat: 0, from: 7, waits_for: [2], agreed: [1], is_over_chance: true },
    seats: [0, 1].map((seat) => ({ seat, sitter: { is: "person", person: seat + 1, name: null } })),
  } as unknown as TableState,
});
const SECOND: You = { ...NOBODY, person: 2, seats: [1] };

test("whoever did not agree is not named", () => {
  const it = game("dice");
  const undone = (agreed: readonly number[]) =>
    resealed(mapped(it.proof, (entry) => (entry.kind === "undo" ? { ...entry, agreed } : entry)));
  for (const agreed of [[], [1], [2], [1, 2, 3]])
    assert.equal(check(undone(agreed), STRANGER).flaw, "undo", `${agreed.join()}`);

  const events = it.told[1] ?? [];
  const undo = events.find((event) => event.what === "undone") ?? assert.fail("something was taken back");
  const [before, after] = [
    events.filter(({ number }) => number < undo.number),
    events.filter(({ number }) => number >= undo.number),
  ];
  const seats = { seat: undo.what === "undone" ? undo.seat : 0, from: undo.what === "undone" ? undo.from : 0 };
  const verdict = (id: string) => check(it.proof, { commitment: null, seed: null, witness: witnessOf(id) }).flaw;
  // Somebody who saw it happen, and agreed or not.
  for (const [id, agrees] of [
    ["agrees", true],
    ["silent", false],
  ] as const) {
    keepTold(id, heardAt("playing", SECOND, before));
    const { table } = heardAt("playing", SECOND, []);
    const asked = { ...table, undo: { ...seats, waits_for: [2], agreed: [1], is_over_chance: true } };
    if (agrees) keepSent(id, { type: "answer-undo", id: "x", agree: true }, asked, null);
    keepTold(id, heardAt("finished", SECOND, after));
    assert.equal(verdict(id), agrees ? null : "agreed", id);
  }
  // The seat came from another device, or went to one: what was agreed to there is not known here.
  keepTold("came", heardAt("playing", SECOND, events));
  assert.equal(verdict("came"), null);
  keepTold("went", heardAt("playing", SECOND, before));
  keepTold("went", heardAt("finished", NOBODY, after));
  assert.equal(verdict("went"), null);
});

test("nobody is ready, or moved, or arranges anything, who has not said so here", () => {
  const tell = (number: number, what: object) => ({ number, at: 0, head: `h${number}`, ...what }) as TableEvent;
  const { table } = heardAt("waiting", SECOND, []);
  // The second person sits at the first seat afterwards, if seats are changed.
  const changed = { ...table, seats: table.seats.toReversed().map((state, seat) => ({ ...state, seat })) };
  const unagreed = (sent: readonly ToServer[], what: object): number | null => {
    forgetWitnesses();
    keepTold("lobby", heardAt("waiting", SECOND, [tell(1, { what: "committed", person: 2, commitment: "" })]));
    for (const command of sent) keepSent("lobby", command, table, null);
    const isSwap = "what" in what && what.what === "swapped";
    const you = isSwap ? { ...SECOND, seats: [0] } : SECOND;
    keepTold("lobby", { ...heardAt("waiting", you, [tell(2, what)]), ...(isSwap ? { table: changed } : {}) });
    return witnessOf("lobby")?.unagreed ?? null;
  };
  const ready = (person: number, is_ready = true) => ({ what: "ready", person, is_ready, seq: 1 });
  const says = (seq: number, is_ready = true): ToServer => ({ type: "ready", is_ready, seq });
  assert.equal(unagreed([], ready(2)), 2);
  assert.equal(unagreed([says(0)], ready(2)), 2, "it was about something else");
  assert.equal(unagreed([says(1, false)], ready(2)), 2);
  assert.equal(unagreed([says(1)], ready(2)), null);
  assert.equal(unagreed([], ready(1)), null, "somebody else's word");
  assert.equal(unagreed([], ready(2, false)), null, "nothing is agreed to by that");
  const swapped = (person: number) => ({ what: "swapped", person, seats: [0, 1] });
  const answers = (agrees: boolean): ToServer => ({ type: "answer-swap", seat: 0, with: 1, agrees });
  for (const person of [1, 2]) {
    assert.equal(unagreed([], swapped(person)), 2);
    assert.equal(unagreed([answers(false)], swapped(person)), 2);
    assert.equal(unagreed([answers(true)], swapped(person)), null);
    assert.equal(unagreed([{ type: "swap", seat: 1, with: 0, seq: 1 }], swapped(person)), null);
    assert.equal(unagreed([{ type: "swap", seat: 1, with: 2, seq: 1 }], swapped(person)), 2);
  }
  assert.equal(unagreed([], { what: "swapped", person: 1, seats: [1, 2] }), null, "others change seats");
  const settings = {};
  assert.equal(unagreed([], { what: "arranged", person: 2, settings }), 2);
  assert.equal(unagreed([{ type: "arrange", starts: { is: "lot" } }], { what: "arranged", person: 2, settings }), null);
  assert.equal(unagreed([], { what: "arranged", person: 1, settings }), null);
  forgetWitnesses();
});

/** A shelf with room for so many letters, instead of the browser's. */
function narrow(room: number): () => void {
  const kept = new Map<string, string>();
  const shelf = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => {
      const others = [...kept].filter(([other]) => other !== key);
      const used = others.reduce((sum, [other, text]) => sum + other.length + text.length, key.length + value.length);
      if (used > room) throw new Error("full");
      kept.set(key, value);
    },
    removeItem: (key: string) => void kept.delete(key),
  };
  const before = Object.getOwnPropertyDescriptor(globalThis, "localStorage");
  Object.defineProperty(globalThis, "localStorage", { value: shelf, configurable: true });
  return () =>
    before === undefined
      ? Reflect.deleteProperty(globalThis, "localStorage")
      : Object.defineProperty(globalThis, "localStorage", before);
}

test("a full browser makes room, and says what it could not keep", () => {
  const it = game("dice");
  const events = it.told[1] ?? [];
  const { table } = heardAt("playing", SECOND, []);
  const verdict = () => check(it.proof, { commitment: null, seed: null, witness: witnessOf("full") });
  const all = JSON.stringify(events).length;
  const restore = narrow(Math.round(all * 1.2));
  try {
    keepTold("old", heardAt("playing", SECOND, events.slice(0, -8)));
    keepTold("full", heardAt("playing", SECOND, events.slice(0, 4)));
    assert.equal(Object.keys(witnessOf("old")?.events ?? {}).length, events.length - 8, "there is room for both");
    keepSent("full", { type: "undo", id: "c", seq: 9, seat: 1 }, table, 8);
    keepTold("full", heardAt("playing", SECOND, events));
    assert.equal(witnessOf("old"), null, "an older table makes room");
    assert.deepEqual([witnessOf("full")?.isPartial, witnessOf("full")?.agreed], [false, ["1 8"]]);
  } finally {
    restore();
  }
  const again = narrow(Math.round(all / 3));
  try {
    keepTold("full", heardAt("playing", SECOND, events.slice(0, 4)));
    keepTold("full", heardAt("playing", SECOND, events.slice(4)));
    assert.equal(Object.keys(witnessOf("full")?.events ?? {}).length, 4, "what was kept before stays");
    assert.deepEqual(verdict().compared, { events: 4, later: it.proof.log.length - 4, isPartial: true });
    // What was agreed to meanwhile may be what there was no room for: nobody is accused.
    keepTold(
      "full",
      heardAt("playing", SECOND, [
        { number: 5, at: 0, head: "h", what: "undone", seat: 1, from: 2, agreed: [2] } as unknown as TableEvent,
      ]),
    );
    assert.equal(witnessOf("full")?.unagreed, null);
  } finally {
    again();
  }
});

test("all that a log can hold is kept", () => {
  const event = (number: number) =>
    ({ number, at: 0, head: "h", what: "chose", seat: 0, is_taken_back: true }) as TableEvent;
  const events = Array.from({ length: 10_010 }, (_, index) => event(index + 1));
  const kept = afterTold(NOTHING, events);
  assert.deepEqual([Object.keys(kept.events).length, kept.isPartial], [10_010, false]);
  const more = afterTold(kept, [event(20_000)]);
  assert.deepEqual([Object.keys(more.events).length, more.isPartial], [10_010, true]);
  // A gap: what was told in between was not kept.
  const it = game("dice");
  const honest = keptAt(it);
  const { 3: _, ...rest } = honest.witness?.events ?? {};
  const witness = { ...(honest.witness ?? NOTHING), events: rest };
  assert.equal(check(it.proof, { ...honest, witness }).compared?.isPartial, true);
});

test("the browser keeps what it was told and what it said, and the oldest tables make room", () => {
  const events = game("dice").told[1] ?? [];
  const { table } = heardAt("playing", SECOND, []);
  keepTold("over", heardAt("finished", SECOND, events));
  assert.equal(witnessOf("over"), null, "a game that was over is not followed");
  keepTold("t", { ...heardAt("playing", SECOND, events.slice(0, 5)), opening: ["chance start 6 1"] });
  keepSent("t", { type: "answer-undo", id: "a", agree: false }, table, null);
  keepSent("t", { type: "answer-undo", id: "b", agree: true }, table, null);
  keepSent("t", { type: "undo", id: "c", seq: 9, seat: 1 }, table, 8);
  keepActed("t", 6, 1, "b2-c3");
  keepTold("t", heardAt("finished", SECOND, events.slice(5)));
  const kept = witnessOf("t");
  assert.equal(Object.keys(kept?.events ?? {}).length, events.length);
  assert.deepEqual(kept?.agreed, ["0 7", "1 8"]);
  assert.deepEqual(kept?.acts, { 6: [1, "b2-c3"] });
  assert.equal(kept?.since, 5);
  assert.deepEqual(kept?.opening, ["chance start 6 1"]);
  // A seed counts as shown once the server says that it has it.
  const wanted: You = { ...SECOND, is_seed_wanted: true };
  keepTold("s", heardAt("starting", wanted, []));
  keepSent("s", { type: "reveal", seed: "" }, table, null);
  keepTold("s", heardAt("starting", wanted, []));
  assert.equal(witnessOf("s")?.hasShown, false);
  keepTold("s", heardAt("starting", SECOND, []));
  assert.equal(witnessOf("s")?.hasShown, true);
  for (let other = 0; other < 30; other += 1) keepTold(`x${other}`, heardAt("playing", SECOND, []));
  assert.equal(witnessOf("t"), null, "it has made room");
  assert.notEqual(witnessOf("x29"), null);
  assert.notEqual(witnessOf("x10"), null);
  assert.equal(witnessOf("x9"), null);
  forgetWitnesses();
  assert.equal(witnessOf("x29"), null);
});
