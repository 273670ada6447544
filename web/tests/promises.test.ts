import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { commitmentOf } from "../src/app/fair/draws";
import { playNow, sitDown } from "../src/app/home/open";
import { gameOf, keepGame, remember, seedFor } from "../src/app/keep";
import { EMPTY, type Model } from "../src/app/table/model";
import { Promises } from "../src/app/table/promises";
import type { House } from "../src/house/house";
import type { PlayNow, Seated, TableEvent, ToClient } from "../src/protocol";
import { ME, tableOf } from "./tables";

const table = tableOf({ game: "abagio", seats: 2 }, { status: "waiting" });
const UPDATE: ToClient = { type: "update", seq: 1, now: 0 };
const late: ToClient = { type: "refused", code: "already-started", message: "" };

function committed(person: number, commitment: string): TableEvent {
  return { number: 2, at: 0, head: "h", what: "committed", person, commitment };
}
function frozen(commitment: string): TableEvent {
  return { number: 3, at: 0, head: "h", what: "frozen", players: [{ person: 1, seats: [0], commitment }] };
}
function model(change: Partial<Model>): Model {
  return { ...EMPTY, table, you: ME, ...change };
}

beforeEach(() => remember("games", []));

test("whoever sits down again, or twice at once, promises the seed that this browser keeps", async () => {
  const promised: (string | undefined)[] = [];
  const call = async ({ commitment }: { readonly commitment?: string | null }): Promise<Seated> => {
    promised.push(commitment ?? undefined);
    // The seed is kept even if the answer never comes.
    assert.equal(commitmentOf(gameOf("t")?.seed ?? ""), commitment);
    return { table: "t", seats: [0], commitment: "s" } as unknown as Seated;
  };
  await Promise.all([sitDown(table, { name: "Bo" }, call), sitDown(table, { name: "Bo" }, call)]);
  await sitDown(table, { name: "Bo" }, call);
  assert.equal(new Set(promised).size, 1);
  assert.equal(promised.length, 3);
  assert.equal(gameOf("t")?.mine, true);
});

test("a seed is shown once a line, after it was frozen, and again after the line broke", () => {
  const promises = new Promises("t");
  const commitment = commitmentOf(seedFor("t"));
  const you = { ...ME, is_seed_wanted: true };
  const starting = { ...table, status: "starting" as const };
  const before = model({ you, table: starting, events: [committed(1, commitment)] });
  assert.deepEqual(promises.answers(UPDATE, before), []);
  const after = model({ you, table: starting, events: [committed(1, commitment), frozen(commitment)] });
  assert.equal(promises.isAnswered(late), false, "what one did oneself is answered");
  assert.deepEqual(promises.answers(UPDATE, after), [{ type: "reveal", seed: seedFor("t") }]);
  assert.deepEqual(promises.answers(UPDATE, after), [], "the table asks on until it has stored the seed");
  assert.equal(promises.isAnswered(late), true, "another window was quicker");
  assert.equal(promises.isAnswered({ ...late, id: "act" } as ToClient), false);
  assert.equal(promises.isAnswered({ type: "refused", code: "wrong-seed", message: "" }), false);
  const welcome = { type: "welcome" } as ToClient;
  assert.deepEqual(promises.answers(welcome, after), [{ type: "reveal", seed: seedFor("t") }]);
  assert.deepEqual(promises.answers(UPDATE, model({ you, table: starting, events: [frozen("another")] })), []);
});

test("a seat that is bound to a seed of another device is bound anew, whatever was kept here", () => {
  keepGame({ id: "t", seed: "11".repeat(32) });
  const promises = new Promises("t");
  const ours = commitmentOf("11".repeat(32));
  assert.deepEqual(promises.answers(UPDATE, model({ events: [committed(1, ours), committed(2, "theirs")] })), []);
  assert.deepEqual(promises.answers(UPDATE, model({ events: [committed(1, "elsewhere")] })), [
    { type: "commit", commitment: ours },
  ]);
  assert.deepEqual(promises.answers(UPDATE, model({ events: [committed(1, "elsewhere")] })), []);
  const wanted = new Promises("u");
  const [answer] = wanted.answers(UPDATE, model({ you: { ...ME, is_commitment_wanted: true } }));
  assert.deepEqual(answer, { type: "commit", commitment: commitmentOf(gameOf("u")?.seed ?? "") });
});

test("whoever finds a seat at once shows the seed that was promised there, whichever of theirs that was", async () => {
  const starting = { ...table, status: "starting" as const };
  const you = { ...ME, is_seed_wanted: true };
  for (const isLedBack of [false, true]) {
    remember("games", []);
    let first: string | undefined;
    const refusing = ({ commitment }: { readonly commitment?: string | null }): Promise<Seated> => {
      first = commitment ?? undefined;
      return Promise.reject(new Error("somebody was faster"));
    };
    await assert.rejects(sitDown(table, { name: "Bo" }, refusing));
    let second: string | undefined;
    const house: Partial<House> = {
      playNow: ({ commitment }: PlayNow) => {
        second = commitment;
        return Promise.resolve({ table: "t", seats: [0], invite: null, commitment: "s" });
      },
    };
    await playNow(house as House, { game: "abagio", name: "Bo" });
    assert.ok(first !== undefined && second !== undefined && first !== second);
    const promised = isLedBack ? first : second;
    const promises = new Promises("t");
    assert.deepEqual(
      promises.answers(UPDATE, model({ events: [committed(1, promised)] })),
      [],
      "nothing has to be promised anew, and there may be no time for it",
    );
    const [answer] = promises.answers(UPDATE, model({ you, table: starting, events: [frozen(promised)] }));
    assert.equal(answer?.type === "reveal" ? commitmentOf(answer.seed) : answer, promised, `led back: ${isLedBack}`);
    // The proof is checked for the seed that was shown.
    assert.equal(commitmentOf(gameOf("t")?.seed ?? ""), promised);
  }
});

test("who does not sit at the table promises nothing", () => {
  const you = { ...ME, seats: [], is_commitment_wanted: true, is_seed_wanted: true };
  assert.deepEqual(new Promises("t").answers(UPDATE, model({ you })), []);
});
