import assert from "node:assert/strict";
import { test } from "node:test";
import { endingOf, givingUp, ruleOf } from "../src/app/table/ending";
import { matrixOf } from "../src/app/table/matrix";
import { pictureSize } from "../src/app/table/picture";
import { canBeStronger, coloursOf, strongerLevel, strongerTable } from "../src/app/table/stronger";
import type { GameId, Out, SeatState, TableEvent, TableState, Views } from "../src/protocol";
import { eventsOf, tableOf } from "./tables";
import { TONGUES } from "./tongues";
import { TRACES } from "./traces";

const { app: t, games: w } = TONGUES.en;
const ENDED = TRACES.filter(([, trace]) => trace.events.at(-1)?.effects.some(({ effect }) => effect === "ended"));

function over(
  game: GameId,
  seats: number,
  outs: Readonly<Record<number, Out>>,
  change: Partial<TableState>,
): TableState {
  const table = tableOf({ game, seats }, { status: "finished", ...change });
  return { ...table, seats: table.seats.map((state) => ({ ...state, out: outs[state.seat] ?? null })) };
}

function event(number: number, rest: object): TableEvent {
  return { number, at: 0, head: "", ...rest } as TableEvent;
}

test("every rule that ends a game is worded in every language", () => {
  const rules = new Set(ENDED.map(([, trace]) => ruleOf(eventsOf(trace)) ?? ""));
  assert.ok(rules.size >= 5, "one of every game");
  for (const { games } of Object.values(TONGUES))
    for (const rule of rules) assert.ok((games.endings as Record<string, string>)[rule], rule);
});

test("a game that was played out says by which rule it ended", () => {
  for (const [name, trace] of ENDED) {
    const result = { winners: trace.winners, scores: trace.scores, out: null };
    const table = tableOf(trace, { status: "finished", result });
    const said = endingOf(t, w, { table, events: eventsOf(trace), mine: [0] });
    assert.equal(said.length, 1, name);
    assert.match(said[0] ?? "", /\.$/, name);
  }
});

test("giving up and running out of time name who it was, and oneself by you", () => {
  const result = { winners: [1], scores: null, out: "resigned" as const };
  const table = over("hop-it", 2, { 0: "resigned" }, { result });
  assert.deepEqual(endingOf(t, w, { table, events: [], mine: [1] }), ["P0 gave up."]);
  assert.deepEqual(endingOf(t, w, { table, events: [], mine: [0] }), ["You gave up."]);
  assert.deepEqual(endingOf(t, w, { table, events: [], mine: [0, 1] }), ["P0 gave up."]);
  const late = over("abagio", 2, { 1: "out-of-time" }, { result: { ...result, winners: [0], out: "out-of-time" } });
  assert.deepEqual(endingOf(t, w, { table: late, events: [], mine: [0] }), ["P1 ran out of time."]);
  assert.deepEqual(endingOf(TONGUES.fr.app, TONGUES.fr.games, { table: late, events: [], mine: [1] }), [
    "Vous étiez à court de temps.",
  ]);
});

test("who went out of a game of several could not win it", () => {
  const [, trace] = ENDED.find(([name]) => name === "china-moon") ?? assert.fail();
  const result = { winners: trace.winners, scores: trace.scores, out: null };
  const table = over("china-moon", 4, { 2: "resigned" }, { result });
  const said = endingOf(t, w, { table, events: eventsOf(trace), mine: [0] });
  assert.equal(said.length, 2);
  assert.equal(said[1], "P2 was out of the game and could not win.");
});

test("a table that was closed says why", () => {
  const table = over("pool-party", 3, { 0: "resigned" }, { status: "abandoned" });
  const events = [
    event(1, { what: "resigned", seat: 0 }),
    event(2, { what: "taken-over", seat: 0, level: 4 }),
    event(3, { what: "abandoned" }),
  ];
  assert.deepEqual(endingOf(t, w, { table, events, mine: [0] }), [t.end.why.youResigned, t.end.why.nobodyLeft]);
  const both = over("pool-party", 2, { 0: "out-of-time", 1: "out-of-time" }, { status: "abandoned" });
  const times = [0, 1].map((seat) => event(seat + 1, { what: "out-of-time", seat }));
  assert.deepEqual(endingOf(t, w, { table: both, events: [...times, event(3, { what: "abandoned" })], mine: [0] }), [
    t.end.why.youOutOfTime,
    t.end.why.outOfTime("P1"),
    t.end.why.bothLate,
  ]);
  const closed = over("pool-party", 3, {}, { status: "abandoned" });
  assert.deepEqual(endingOf(t, w, { table: closed, events: [event(3, { what: "abandoned" })], mine: [0] }), [
    t.end.why.closed,
  ]);
});

test("the matrix accounts for every point of real games, with an arithmetic that is right", () => {
  let sums = 0;
  for (const [name, trace] of ENDED) {
    const matrix = matrixOf(t, w, trace.game, trace.view, trace.scores);
    assert.equal(matrix === null, trace.scores === null, name);
    if (matrix === null) continue;
    assert.deepEqual(matrix.totals, trace.scores, name);
    for (let seat = 0; seat < trace.seats; seat += 1)
      assert.equal(
        matrix.rows.reduce((total, { cells }) => total + (cells[seat]?.points ?? 0), 0),
        trace.scores?.[seat],
        `${name} seat ${seat}`,
      );
    for (const { what, cells } of matrix.rows)
      for (const cell of cells) {
        if (cell?.sum === undefined || cell.sum === "") continue;
        sums += 1;
        const terms = cell.sum.replaceAll("−", "-").split(" + ");
        const value = terms.reduce((sum, term) => sum + term.split(" × ").reduce((a, b) => a * Number(b), 1), 0);
        assert.equal(value, cell.points, `${name}: ${what}: ${cell.sum}`);
      }
  }
  assert.ok(sums > 10, "there is something to add up");
});

test("a tie is explained: by frogs where they decide, by a shared win where nothing does", () => {
  const [, trace] = ENDED.find(([name]) => name === "frogriders-2") ?? assert.fail();
  const view = trace.view as Views["frogriders"];
  const matrix = matrixOf(t, w, "frogriders", view, [20, 20]) ?? assert.fail();
  assert.deepEqual(matrix.tie?.seats, [0, 1]);
  const frogs = view.players.map((player) => Object.values(player.frogs).reduce((sum, count) => sum + count, 0));
  assert.deepEqual(matrix.tie?.frogs, frogs);
  assert.equal(matrixOf(t, w, "frogriders", view, [20, 21])?.tie, null);
});

test("one level stronger is the same table with every computer player one level up, to the eighth", () => {
  const sitters: readonly SeatState["sitter"][] = [
    { is: "person", person: 1, name: "Ada" },
    { is: "computer", level: 3 },
    { is: "computer", level: 8 },
  ];
  const seated = (list: readonly SeatState["sitter"][]) => {
    const table = tableOf({ game: "pool-party", seats: list.length }, { options: { frogs: 1 }, stand_in: 5 });
    return { ...table, seats: table.seats.map((state, seat) => ({ ...state, sitter: list[seat] ?? state.sitter })) };
  };
  const table = seated(sitters);
  assert.ok(canBeStronger(table, { seats: [0] }));
  assert.ok(!canBeStronger(table, { seats: [] }), "whoever watches has no table");
  assert.equal(strongerLevel(table), null);
  const wish = strongerTable(table, "Guest");
  assert.deepEqual(wish.seats, [{ is: "me" }, { is: "computer", level: 4 }, { is: "computer", level: 8 }]);
  assert.deepEqual([wish.options, wish.name, wish.stand_in, wish.grace_seconds], [{ frogs: 1 }, "Ada", 5, 60]);
  const kept = strongerTable({ ...table, is_practice: true, is_strict: true }, "Guest");
  assert.deepEqual([kept.is_practice, kept.is_strict], [true, true]);
  assert.equal(strongerTable(table, "Guest").starts, undefined);
  const drawn = strongerTable({ ...table, starts: { is: "lot" } }, "Guest");
  assert.deepEqual(drawn.starts, { is: "lot" }, "who starts is drawn again");
  const chosen = strongerTable({ ...table, starts: { is: "seat", seat: 2 } }, "Guest");
  assert.equal(chosen.starts, undefined, "whoever was chosen sits on the first seat since the start, which starts");
  const recoloured = { ...table, seats: table.seats.map((state) => ({ ...state, colour: state.seat + 2 })) };
  assert.deepEqual(coloursOf(recoloured), [2, 3, 4], "all keep their colours");
  assert.deepEqual(coloursOf(tableOf({ game: "hop-it", seats: 2 })), [], "unless these belong to the seats");
  const strongest = seated([sitters[0] ?? assert.fail(), { is: "computer", level: 8 }]);
  assert.ok(!canBeStronger(strongest, { seats: [0] }));
  assert.ok(!canBeStronger(tableOf({ game: "hop-it", seats: 2 }), { seats: [0] }), "not against people");
  assert.equal(strongerLevel(seated([sitters[0] ?? assert.fail(), { is: "computer", level: 3 }])), 4);
});

test("whoever is about to give up is told what will be", () => {
  const computer = { is: "computer", level: 2 } as const;
  const tableWith = (seats: number, computers: readonly number[], outs: readonly number[] = []) => {
    const table = tableOf({ game: "pool-party", seats });
    return {
      ...table,
      seats: table.seats.map((state) => ({
        ...state,
        sitter: computers.includes(state.seat) ? computer : state.sitter,
        out: outs.includes(state.seat) ? ("resigned" as const) : null,
      })),
    };
  };
  assert.equal(givingUp(t, w, tableWith(2, [1]), 0), t.end.givingUp.other("Bo").replace("Bo", "Basile"));
  assert.equal(givingUp(t, w, tableWith(3, [1, 2]), 0), t.end.givingUp.closed);
  assert.equal(givingUp(t, w, tableWith(3, [2], [1]), 0), t.end.givingUp.closed, "who gave up before is no company");
  assert.equal(givingUp(t, w, tableWith(3, [2]), 0), t.end.givingUp.takenOver(w.levels[3] ?? ""));
});

test("a picture has the proportions of its board", () => {
  assert.deepEqual(pictureSize(1000, 500), { width: 1600, height: 800, caption: 120 });
  assert.deepEqual(pictureSize(600, 1200), { width: 800, height: 1600, caption: 120 });
});
