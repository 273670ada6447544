import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { commitmentOf, hexOf, sorted, textBytes } from "../src/app/fair/draws";
import { headsOf, shortHead } from "../src/app/fair/proof";
import { sha256 } from "../src/app/fair/sha256";
import { type Kept, type Verdict, verify } from "../src/app/fair/verify";
import {
  type Heard,
  type Witness,
  afterTold,
  fits,
  forgetWitnesses,
  keepActed,
  keepSent,
  keepTold,
  toldOf,
  witnessOf,
} from "../src/app/fair/witness";
import { NOBODY } from "../src/app/table/model";
import type { Entry, TableEvent, Proof, TableState, You } from "../src/protocol";

/** Games as the server proves them, with what each seat was told: `cargo xtask bless` writes them. */
interface Game {
  readonly name: string;
  readonly proof: Proof;
  readonly told: readonly (readonly TableEvent[])[];
  readonly seeds: readonly string[];
  readonly opening: readonly string[];
}

const GAMES = JSON.parse(readFileSync("tests/fair.json", "utf8")) as readonly Game[];
const game = (name: string): Game => GAMES.find((it) => it.name === name) ?? assert.fail(name);

const NOTHING: Witness = {
  events: {},
  acts: {},
  agreed: [],
  since: null,
  unagreed: null,
  opening: [],
  hasSent: false,
  hasShown: false,
  conflict: null,
};

/** What an honest page at this seat has kept: it was told everything, and agreed wherever it is named. */
function keptAt({ proof, told: all, seeds, opening }: Game, seat = 0): Kept {
  const acts = Object.fromEntries(
    proof.log.flatMap((entry) =>
      entry.kind === "action" && entry.seat === seat && !entry.by_computer
        ? [[entry.number, [seat, entry.event] as const]]
        : [],
    ),
  );
  const seed = seeds[seat] ?? null;
  const hasShown = proof.players.some((player) => player.seed === seed);
  const witness = { ...afterTold(NOTHING, all[seat] ?? []), acts, since: 0, opening, hasSent: hasShown, hasShown };
  return { commitment: proof.server.commitment, seed, witness };
}

const resealed = (proof: Proof): Proof => {
  const { seal: _, ...rest } = proof;
  return { ...rest, seal: hexOf(sha256(textBytes(sorted(rest)))) };
};

const check = (proof: Proof, kept: Kept): Verdict => verify(proof.table, proof, kept);
const STRANGER: Kept = { commitment: null, seed: null, witness: null };

/** Another log, with the numbers set right. */
const renumbered = (log: readonly Entry[]): readonly Entry[] =>
  log.map((entry, index) => ({ ...entry, number: index + 1 }));

test("the proofs of the server hold, for those who played and for strangers", () => {
  const verdicts = {
    dice: "fair",
    cards: "not-drawn",
    computers: "fair",
    withheld: "not-proved",
    secrets: "fair",
  } as const;
  for (const [name, verdict] of Object.entries(verdicts)) {
    const it = game(name);
    for (const seat of it.told.keys()) {
      const said = check(it.proof, keptAt(it, seat));
      assert.equal(said.flaw, null, `${name} at seat ${seat}, event ${said.number}`);
      assert.equal(said.verdict, verdict, name);
      assert.deepEqual(said.compared, { events: it.proof.log.length, later: 0 }, name);
    }
    const said = check(it.proof, STRANGER);
    assert.equal(said.verdict, verdict, name);
    assert.equal(said.compared, null, "a stranger has nothing to compare");
  }
  assert.deepEqual(check(game("withheld").proof, STRANGER).withheld, [2]);
  assert.equal(check(game("dice").proof, STRANGER).redraws, 1);
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

const mapped = (proof: Proof, change: (entry: Entry) => Entry): Proof => ({ ...proof, log: proof.log.map(change) });

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
      return { ...proof, log: renumbered([...cut, { number: 0, kind: "abandoned" }]) };
    },
    ["told", "cut", "acted", "head"],
  );
  const { proof } = game("dice");
  assert.equal(check(resealed({ ...proof, log: proof.log.slice(0, -1) }), STRANGER).flaw, "cut");
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
  forged("computers", put, ["told", "acted", "head"]);
  assert.equal(check(resealed(put(game("computers").proof)), STRANGER).flaw, null, "every draw after them is the same");
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
