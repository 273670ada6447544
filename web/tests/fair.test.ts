import assert from "node:assert/strict";
import { test } from "node:test";
import { commitmentOf } from "../src/app/fair/draws";
import { headsOf, shortHead } from "../src/app/fair/proof";
import { verify } from "../src/app/fair/verify";
import { type Witness, afterTold, fits, toldOf } from "../src/app/fair/witness";
import type { Entry, Proof, TableEvent } from "../src/protocol";
import { GAMES, NOTHING, STRANGER, check, game, keptAt, mapped, renumbered, resealed } from "./proved";

test("the proofs of the server hold, for those who played and for strangers", () => {
  const verdicts = {
    dice: "fair",
    cards: "not-drawn",
    computers: "fair",
    withheld: "not-proved",
    secrets: "fair",
    lot: "fair",
    chosen: "fair",
    newcomer: "fair",
    practice: "fair",
    missed: "fair",
    strict: "fair",
  } as const;
  for (const [name, verdict] of Object.entries(verdicts)) {
    const it = game(name);
    for (const seat of it.told.keys()) {
      const said = check(it.proof, keptAt(it, seat));
      assert.equal(said.flaw, null, `${name} at seat ${seat}, event ${said.number}`);
      assert.equal(said.verdict, verdict, name);
      assert.deepEqual(said.compared, { events: it.proof.log.length, later: 0, isPartial: false }, name);
    }
    const said = check(it.proof, STRANGER);
    assert.equal(said.verdict, verdict, name);
    assert.equal(said.compared, null, "a stranger has nothing to compare");
  }
  assert.deepEqual(check(game("withheld").proof, STRANGER).withheld, [2]);
  assert.equal(check(game("dice").proof, STRANGER).redraws, 1);
  assert.equal(check(game("practice").proof, STRANGER).redraws, 1, "against a computer player");
});

test("whoever came in is named, and is told that dice before were settled before", () => {
  const it = game("newcomer");
  const entry = it.proof.log.find(({ kind }) => kind === "came-in");
  assert.ok(entry?.kind === "came-in" && it.told.length === 2);
  const { number, seat, person } = entry;
  assert.deepEqual(check(it.proof, STRANGER).cameIn, [{ number, seat, person, isYou: false }]);
  const kept = keptAt(it, 1);
  const witness = { ...(kept.witness ?? NOTHING), person, since: number };
  assert.deepEqual(check(it.proof, { ...kept, witness }).cameIn, [{ number, seat, person, isYou: true }]);
  // Nobody comes in for a person, twice, or as somebody who sat there.
  const changed = (change: Partial<Entry>) => {
    const log = it.proof.log.map((other) => (other === entry ? ({ ...other, ...change } as Entry) : other));
    return check(resealed({ ...it.proof, log }), STRANGER);
  };
  const closed = mapped(it.proof, (other) => (other.kind === "opened" ? { ...other, newcomers: false } : other));
  assert.equal(check(resealed(closed), STRANGER).number, number, "only at a table that was opened for it");
  for (const change of [{ seat: 0 }, { person: 1 }, { agreed_to_opening: true }])
    assert.deepEqual([changed(change).flaw, changed(change).number], ["order", number], JSON.stringify(change));
});

test("the heads are those that the server told", () => {
  for (const { proof, told: all } of GAMES) {
    const heads = headsOf(proof);
    for (const events of all) for (const { number, head } of events) assert.equal(heads[number], head);
  }
  assert.equal(shortHead("0123456789abcdef"), "0123 4567 89");
});

/** Every forgery follows from the seeds and is sealed anew: a stranger may be deceived, whoever played is not. */
function forged(
  name: string,
  change: (proof: Proof) => Proof,
  flaws: readonly string[],
  stranger: string | null = null,
): void {
  const it = game(name);
  const proof = resealed(change(it.proof));
  assert.notDeepEqual({ ...proof, seal: "" }, { ...it.proof, seal: "" }, name);
  for (const seat of it.told.keys()) {
    const { flaw } = check(proof, keptAt(it, seat));
    assert.ok(flaw !== null && flaws.includes(flaw), `${name} at seat ${seat}: ${flaw}`);
  }
  if (stranger !== null) assert.equal(check(proof, STRANGER).flaw, stranger);
}

test("rolls rewritten are found", () => {
  let isFirst = true;
  forged(
    "dice",
    (proof) =>
      mapped(proof, (entry) => {
        if (entry.kind !== "chance" || !isFirst || !entry.event.startsWith("roll")) return entry;
        isFirst = false;
        return { ...entry, event: "roll 6 6", drawn: [6, 6] };
      }),
    ["drawn"],
    "drawn",
  );
});

test("an action replaced is found by those who saw another", () => {
  // The last action, so that nothing that follows from the seeds has to change.
  const last = game("dice").proof.log.findLast(({ kind }) => kind === "action")?.number;
  forged(
    "dice",
    (proof) =>
      mapped(proof, (entry) =>
        entry.kind === "action" && entry.number === last ? { ...entry, event: `${entry.event}x` } : entry,
      ),
    ["told", "acted"],
  );
});

test("an invented opening is found", () => {
  forged(
    "dice",
    (proof) => ({
      ...mapped(proof, (entry) =>
        entry.kind === "seated" ? { ...entry, agreed_to_opening: "person" in entry.by } : entry,
      ),
      opening: ["chance start 6 1"],
    }),
    ["opening"],
  );
  const bare = { ...game("dice").proof, opening: ["chance start 6 1"] };
  assert.equal(check(resealed(bare), STRANGER).flaw, "order", "nobody agreed to it");
});

test("play removed is found", () => {
  forged(
    "computers",
    (proof) => {
      const cut = proof.log.slice(0, -3).filter(({ kind }) => kind !== "finished" && kind !== "resigned");
      return { ...proof, log: renumbered([...cut, { number: 0, kind: "abandoned", by: null }]) };
    },
    ["told", "cut", "acted", "head"],
  );
  const { proof } = game("dice");
  assert.equal(check(resealed({ ...proof, log: proof.log.slice(0, -1) }), STRANGER).flaw, "cut");
});

test("who starts follows from the seeds, and whoever plays was ready", () => {
  const drawn = game("lot").proof.log.find((entry) => entry.kind === "began");
  assert.ok(drawn?.is_lot);
  const began = (change: Partial<Extract<Entry, { kind: "began" }>>) => (whole: Proof) =>
    mapped(whole, (entry) => (entry.kind === "began" ? { ...entry, ...change } : entry));
  forged("lot", began({ first: 1 - drawn.first }), ["lot"], "lot");
  forged("lot", began({ is_lot: false }), ["lot"], "lot");
  const without = (kind: Entry["kind"]) => (whole: Proof) => ({
    ...whole,
    log: renumbered(whole.log.filter((entry) => entry.kind !== kind)),
  });
  forged("lot", without("began"), ["order"], "order");
  forged("lot", without("ready"), ["order"], "order");
  const chosen = (whole: Proof) =>
    mapped(whole, (entry) =>
      entry.kind === "arranged"
        ? { ...entry, settings: { ...entry.settings, starts: { is: "seat", seat: 1 } } }
        : entry,
    );
  forged("lot", chosen, ["lot", "order"]);
});

/** The flaw of a proof with these entries put in, and the one of them that does not fit. */
function putIn(proof: Proof, at: number, entries: readonly object[]): readonly [string | null, number | null] {
  const added = entries as readonly Entry[];
  const moved = (entry: Entry) =>
    entry.kind === "undo" && entry.from > at ? { ...entry, from: entry.from + added.length } : entry;
  const log = renumbered([...proof.log.slice(0, at), ...added, ...proof.log.slice(at)].map(moved));
  const { flaw, number } = check(resealed({ ...proof, log }), STRANGER);
  return [flaw, number === null ? null : number - at - 1];
}

test("whoever is named in the lobby may do what it says", () => {
  const { proof } = game("dice");
  const at = proof.log.findIndex(({ kind }) => kind === "frozen");
  const [opened] = proof.log;
  const settings = opened?.kind === "opened" ? opened.settings : assert.fail();
  const ready = (person: number, seq = at) => ({ kind: "ready", person, is_ready: true, seq });
  const arranged = (person: number, change: object) => ({
    kind: "arranged",
    person,
    settings: { ...settings, ...change },
  });
  const swapped = (person: number) => ({ kind: "swapped", person, seats: [0, 1] });
  const clock = { clock: { kind: "days", days: 29 } };
  const abandoned = (by: number | null) => ({ kind: "abandoned", by });
  const honest: readonly (readonly object[])[] = [
    [ready(1)],
    [arranged(1, { is_public: !settings.is_public }), ready(2, at + 1)],
    [arranged(1, clock), ready(2, at + 1)],
    [swapped(1), swapped(2), ready(1, at + 2), ready(2, at + 2)],
  ];
  for (const entries of honest) assert.deepEqual(putIn(proof, at, entries), [null, null], JSON.stringify(entries));
  const forgeries: readonly (readonly [wrong: number, ...object[]])[] = [
    [0, ready(99)],
    [0, ready(1, at + 1)],
    [0, arranged(2, { is_public: !settings.is_public })],
    [1, arranged(1, clock), ready(2)],
    [1, arranged(1, clock)],
    [1, arranged(1, { is_public: !settings.is_public })],
    [0, swapped(99)],
    [0, abandoned(99)],
    [0, arranged(1, {})],
    [0, { kind: "committed", person: 99, commitment: "" }],
    // Somebody else sat for a moment at the seat that starts, or at another level.
    [4, ...seatedFor(0, { computer: 1 })],
    [5, ...seatedFor(0, { computer: 1 }, { computer: 2 })],
    [1, ...seatedFor(0, { computer: 1 }).slice(0, 1), ready(1)],
  ];
  for (const [wrong, ...entries] of forgeries)
    assert.deepEqual(putIn(proof, at, entries), ["order", wrong], JSON.stringify(entries));
});

/** Computer players sit at the host's seat for a moment, one instead of the other; then the host does again. */
function seatedFor(seat: number, ...all: readonly object[]): readonly object[] {
  const sit = (by: object) => ({ kind: "seated", seat, by, agreed_to_opening: false });
  const left = { kind: "left", seat, is_removed: false };
  return [left, ...all.map(sit), left, sit({ person: 1 })];
}

test("what was settled before a turn is done in it", () => {
  const { proof } = game("secrets");
  const at = proof.log.findIndex((entry) => entry.kind === "chose" && entry.event !== null);
  const entry = proof.log[at];
  assert.ok(entry?.kind === "chose");
  const { seat } = entry;
  const other = mapped(proof, (it) => (it === entry ? { ...entry, event: "keep ZZ" } : it));
  const played = proof.log.findIndex((it, index) => index > at && it.kind === "action" && it.seat === seat);
  assert.deepEqual(putIn(other, at + 1, []), ["order", played - at - 1]);
  const satIn = { kind: "sat-in", seat, level: standInOf(proof), missed: false };
  const tookBack = { kind: "took-back", seat };
  assert.deepEqual(putIn(other, at + 1, [tookBack]), ["order", 0], "nobody sat in");
  assert.deepEqual(putIn(other, at + 1, [satIn, tookBack]), ["order", 0], "nobody is waited for");
  assert.deepEqual(putIn(proof, at + 1, [{ kind: "chose", seat, event: "keep ZZ" }]), ["order", 0], "it is settled");
});

/** The level at which computer players sit in. */
const standInOf = (proof: Proof): number => {
  const [opened] = proof.log;
  return opened?.kind === "opened" ? opened.settings.stand_in : assert.fail();
};

test("what is put in for a seat can have happened there", () => {
  for (const [name, isTimed] of [
    ["missed", true],
    ["dice", false],
  ] as const) {
    const { proof } = game(name);
    const level = standInOf(proof);
    // Before the last action of somebody who has acted before, so that there is something to take back.
    const at = proof.log.findLastIndex((entry) => entry.kind === "action" && !entry.by_computer);
    const action = proof.log[at];
    const seat = action?.kind === "action" ? action.seat : assert.fail();
    const satIn = { kind: "sat-in", seat, level, missed: false };
    const missed = { ...satIn, missed: true };
    const tookBack = { kind: "took-back", seat };
    const end = { kind: "taken-over", seat, level };
    const resigned = { kind: "resigned", seat };
    const pause = { kind: "resumed", lost_ms: 1 };
    const own = proof.log.findLast((entry) => entry.number <= at && entry.kind === "action" && entry.seat === seat);
    const undo = { kind: "undo", seat, from: own?.number ?? assert.fail(), agreed: [seat + 1] };
    const said = (...entries: readonly object[]) => putIn(proof, at, entries);
    assert.deepEqual(said(satIn, tookBack), [null, null], "somebody was away for a moment");
    assert.deepEqual(said(pause), isTimed ? [null, null] : ["order", 0], "time is given back where it is counted");
    assert.deepEqual(said({ ...pause, lost_ms: 0 }), ["order", 0]);
    assert.deepEqual(said({ ...satIn, level: (level % 8) + 1 }, tookBack), ["order", 0], "another level was arranged");
    assert.deepEqual(said(satIn, satIn), ["order", 1]);
    assert.deepEqual(said(missed, tookBack), ["order", isTimed ? 1 : 0], "the turn that was missed is not over");
    assert.deepEqual(said(satIn, undo), ["undo", 1], "a computer player plays there");
    assert.deepEqual(said(tookBack), ["order", 0]);
    assert.deepEqual(said(end), ["order", 0], "the seat is not lost");
    assert.deepEqual(said({ kind: "out-of-time", seat }, end), ["order", 0], "time is not up for good");
    assert.deepEqual(said(resigned), ["order", 1], "two play: that is the end");
    assert.deepEqual(said(resigned, end), ["order", 1]);
  }
});

test("a table is of the kind that it needs to be", () => {
  const opened = (name: string, change: object) =>
    check(
      resealed(mapped(game(name).proof, (entry) => (entry.kind === "opened" ? { ...entry, ...change } : entry))),
      STRANGER,
    ).flaw;
  assert.equal(opened("practice", { practice: false }), "undo");
  assert.equal(opened("missed", { strict: true }), "order");
  assert.equal(opened("strict", { strict: false }), "order");
  const settings = (name: string, change: object) => {
    const [first] = game(name).proof.log;
    return opened(name, { settings: { ...(first?.kind === "opened" ? first.settings : assert.fail()), ...change } });
  };
  for (const change of [{ clock: { kind: "none" } }, { stand_in: 8 }, { stand_in: 9 }, { more: 1 }])
    assert.equal(settings("missed", change), "order", JSON.stringify(change));
  assert.equal(settings("strict", { clock: { kind: "none" } }), "order");
  assert.equal(settings("dice", { starts: { is: "seat", seat: 2 } }), "order");
  assert.equal(check(resealed({ ...game("dice").proof, more: 1 } as unknown as Proof), STRANGER).flaw, "format");
});

test("two who are late at the same moment have both lost", () => {
  const { proof } = game("strict");
  const at = proof.log.findIndex(({ kind }) => kind === "out-of-time");
  const [late, end] = [proof.log[at], proof.log.at(-1)];
  assert.ok(proof.seats === 2 && late?.kind === "out-of-time" && end?.kind === "finished");
  const flaw = (...entries: readonly object[]) =>
    check(
      resealed({ ...proof, log: renumbered([...proof.log.slice(0, at + 1), ...(entries as readonly Entry[])]) }),
      STRANGER,
    ).flaw;
  const closed = { kind: "abandoned", by: null };
  const other = { kind: "out-of-time", seat: 1 - late.seat };
  assert.equal(flaw(end), null);
  assert.equal(flaw(other, closed), null);
  for (const entries of [[closed], [other, end], [other], [{ ...other, seat: late.seat }, closed]])
    assert.notEqual(flaw(...entries), null, JSON.stringify(entries));
});

test("rolls relabelled are found", () => {
  forged(
    "dice",
    (proof) =>
      mapped(proof, (entry) =>
        entry.kind === "chance" ? { ...entry, chance_number: entry.chance_number + 1 } : entry,
      ),
    ["numbers"],
    "numbers",
  );
});

test("entries put in do not move the dice, and are found", () => {
  const pause = { number: 0, kind: "resumed", lost_ms: 1 } as const;
  const put = (proof: Proof): Proof => {
    const at = proof.log.findIndex(({ kind }) => kind === "started") + 3;
    const log = [...proof.log.slice(0, at), pause, pause, ...proof.log.slice(at)];
    const moved = (from: number) => (from > at ? from + 2 : from);
    return {
      ...proof,
      log: renumbered(log.map((entry) => (entry.kind === "undo" ? { ...entry, from: moved(entry.from) } : entry))),
    };
  };
  forged("missed", put, ["told", "acted", "head"]);
  assert.equal(check(resealed(put(game("missed").proof)), STRANGER).flaw, null, "every draw after them is the same");
});

test("one thing told and another chained is found by those who were told", () => {
  // The chain fits what the proof says: only what was told is something else.
  const it = game("dice");
  const honest = keptAt(it);
  const witness = honest.witness ?? NOTHING;
  const at = it.proof.log.findLast(({ kind }) => kind === "action")?.number ?? 0;
  const [event, head] = witness.events[at] ?? assert.fail("it was told");
  const lied: Witness = {
    ...witness,
    acts: {},
    events: { ...witness.events, [at]: [{ ...event, event: "another" }, head] },
  };
  assert.equal(check(it.proof, { ...honest, witness: lied }).flaw, "told");
  const other: Witness = { ...witness, events: { ...witness.events, [at]: [event, "0".repeat(64)] } };
  assert.equal(check(it.proof, { ...honest, witness: other }).flaw, "head");
});

test("how a table was opened is told, and compared", () => {
  const it = game("dice");
  const honest = keptAt(it);
  const witness = honest.witness ?? NOTHING;
  const [event, head] = witness.events[1] ?? assert.fail("it was told");
  assert.deepEqual(Object.keys(event).toSorted(), [
    "kind",
    "newcomers",
    "practice",
    "rematch_of",
    "settings",
    "strict",
  ]);
  for (const other of [{ practice: true }, { strict: true }, { newcomers: true }, { rematch_of: "x" }]) {
    const events = { ...witness.events, 1: [{ ...event, ...other }, head] as const };
    assert.equal(check(it.proof, { ...honest, witness: { ...witness, events } }).flaw, "told");
  }
});

test("hidden cards fit whatever they were, and nothing else does", () => {
  assert.equal(fits("deal 0 ? ?", "deal 0 2R 2Y"), true);
  assert.equal(fits("deal 0 ? ?", "deal 1 2R 2Y"), false);
  assert.equal(fits("deal 0 ?", "deal 0 2R 2Y"), false);
  assert.equal(fits("keep ?", "keep 2R"), true);
  assert.equal(fits("keep 2R", "keep 2Y"), false);
  const it = game("secrets");
  const hidden = it.told.flatMap((events) => events.filter((event) => event.what === "played" && event.told.hidden));
  assert.ok(hidden.length > 0, "something was hidden");
});

test("a seed of one's own that was shown must be there, and one that was not is named", () => {
  const it = game("dice");
  const honest = keptAt(it);
  const other = "ab".repeat(32);
  assert.equal(check(it.proof, { ...honest, seed: other }).flaw, "own-seed");
  const silent = { ...(honest.witness ?? NOTHING), hasShown: false };
  assert.equal(check(it.proof, { ...honest, seed: other, witness: silent }).flaw, null);
  assert.equal(check(it.proof, { ...honest, commitment: commitmentOf(other) }).flaw, "other-commitment");
  assert.equal(verify("elsewhere", it.proof, honest).flaw, "other-table");
});

test("what cannot be read is no proof", () => {
  for (const nonsense of [
    {},
    { format: 2 },
    { ...game("dice").proof, log: [{ kind: "table", number: 1 }] },
    { ...game("dice").proof, format: 1 },
  ]) {
    assert.equal(verify("t", nonsense as unknown as Proof, STRANGER).verdict, "wrong");
  }
  const { proof } = game("dice");
  assert.equal(check({ ...proof, seal: "0".repeat(64) }, STRANGER).flaw, "seal");
  const more = mapped(proof, (entry) => (entry.kind === "finished" ? Object.assign({ more: 1 }, entry) : entry));
  assert.equal(check(resealed(more), STRANGER).flaw, "format");
});

test("what is told twice must be the same, apart from what was hidden", () => {
  const deal = (event: string, head = "h"): TableEvent => ({
    number: 1,
    at: 0,
    head,
    what: "played",
    told: { seat: null, event, hidden: false, effects: [] },
    by_computer: false,
  });
  const once = afterTold(NOTHING, [deal("deal 0 ? ?")]);
  const twice = afterTold(once, [deal("deal 0 2R 2Y")]);
  assert.deepEqual(twice.events[1]?.[0], { kind: "chance", event: "deal 0 2R 2Y" });
  assert.equal(afterTold(twice, [deal("deal 0 ? ?")]).conflict, null);
  assert.equal(afterTold(twice, [deal("deal 0 2R 2B")]).conflict, 1);
  assert.equal(afterTold(twice, [deal("deal 0 2R 2Y", "other")]).conflict, 1);
  const it = game("dice");
  assert.equal(
    check(it.proof, { ...keptAt(it), witness: { ...(keptAt(it).witness ?? NOTHING), conflict: 4 } }).flaw,
    "conflict",
  );
});

test("what is told is kept in the words of the proof", () => {
  for (const { proof, told: all } of GAMES) {
    for (const event of all.flat()) {
      const entry = proof.log[event.number - 1] as unknown as Record<string, unknown>;
      for (const name of Object.keys(toldOf(event))) assert.ok(name in entry, `${event.what} has ${name}`);
    }
  }
});
