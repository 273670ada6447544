import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { animations, pointing, room } from "./dom";
import { render } from "preact";
import { act } from "preact/test-utils";
import { boardOf } from "../src/boards";
import type { GameId, ToClient, Views } from "../src/protocol";
import { begin, lit } from "../src/input/input";
import { Field, type FieldProps } from "../src/app/table/field";
import { TablePage } from "../src/app/table/page";
import { USUAL } from "../src/app/settings";
import type { Trace } from "../src/gallery/trace";
import { lookOf } from "../src/pieces/seats";
import { Around, PuppetHouse, pageOf } from "./pages";
import { updateTo, welcomeAt } from "./tables";
import { TRACES } from "./traces";

animations.install();
const traceOf = (name: string): Trace => TRACES.find(([known]) => known === name)?.[1] ?? assert.fail(name);
const trace = traceOf("hop-it-random");
const viewAt = (count: number): Views[GameId] => trace.events[count]?.view ?? trace.view;
const company = { name: (seat: number) => `P${seat}` };
const seats = [0, 1].map((seat) => ({ name: `P${seat}`, ...lookOf("hop-it", seat) }));
const turns = async (count = 6) => {
  for (let turn = 0; turn < count; turn += 1)
    await act(
      () =>
        new Promise((done) => {
          setImmediate(done);
        }),
    );
};

beforeEach(() => {
  document.body.innerHTML = "";
  animations.finish();
});

function field(motion: "auto" | "none" = "auto") {
  const host = room();
  const settled: number[] = [];
  let skips = 0;
  const [first] = trace.events;
  const usual: FieldProps = {
    game: "hop-it",
    view: viewAt(0),
    me: 0,
    seats,
    company,
    lastEffects: [],
    coming: null,
    input: begin(first?.choices),
    onOutcome: () => undefined,
    onSettled: (number) => void settled.push(number),
    onSkip: () => {
      skips += 1;
    },
  };
  const page = pageOf({ settings: { ...USUAL, sound: false, motion } });
  const draw = (props: Partial<FieldProps> = {}) =>
    act(() =>
      render(
        <Around page={page}>
          <Field {...usual} {...props} />
        </Around>,
        host,
      ),
    );
  void draw();
  const where = () =>
    [...host.querySelectorAll(".sprite")].map((sprite) => sprite.getAttribute("data-at") ?? "").toSorted();
  return { host, draw, settled, skips: () => skips, where, lit: () => host.querySelectorAll(".spot.lit").length };
}

const board = boardOf<"hop-it">("hop-it");
const standing = (count: number) =>
  board
    .tokens({ view: viewAt(count) as Views["hop-it"], layout: "wide", seats, me: 0 })
    .map(({ at }) => at)
    .toSorted();

test("a field shows the view, and what may be chosen", () => {
  const { where, lit: shown } = field();
  assert.deepEqual(where(), standing(0));
  assert.equal(shown(), lit(begin(trace.events[0]?.choices)).length);
});

test("what is coming moves before it is settled, and nothing can be chosen meanwhile", async () => {
  const { draw, settled, where, lit: shown } = field();
  const effects = trace.events[0]?.effects ?? [];
  await draw({ coming: { number: 7, effects, view: viewAt(1) } });
  await turns();
  assert.ok(animations.count() > 0, "something moves");
  assert.deepEqual(settled, []);
  assert.equal(shown(), 0);
  animations.finish();
  await turns();
  assert.deepEqual(settled, [7], "settled once");
  await draw({ view: viewAt(1), coming: null });
  assert.deepEqual(where(), standing(1));
  assert.ok(shown() > 0);
});

test("where nothing is to move, what has changed is marked and nobody waits", async () => {
  const { draw, settled, where } = field("none");
  await draw({ coming: { number: 7, effects: trace.events[0]?.effects ?? [], view: viewAt(1) } });
  await turns();
  assert.deepEqual(settled, [7]);
  assert.ok(animations.count() > 0, "a light fades");
  await draw({ view: viewAt(1), coming: null });
  assert.deepEqual(where(), standing(1));
});

test("a frog in the air leaps, and sits again where it lands", async () => {
  const hop = trace.events.findIndex(({ effects }) => effects[0]?.effect === "hopped");
  assert.ok(hop >= 0);
  const { host, draw } = field();
  const [first] = trace.events[hop]?.effects ?? [];
  assert.ok(first?.effect === "hopped");
  await draw({ view: viewAt(hop) });
  await draw({ view: viewAt(hop), coming: { number: 7, effects: [first], view: viewAt(hop + 1) } });
  await turns();
  assert.equal(host.querySelectorAll(".frog.leap").length, 1);
  assert.equal(host.querySelector(".frog.leap")?.closest(".sprite")?.getAttribute("data-at"), first.to);
  animations.finish();
  await turns();
  assert.equal(host.querySelectorAll(".frog.leap").length, 0);
});

test("a touch asks to skip; another view is shown at once and what was moving is done with", async () => {
  const { host, draw, settled, skips, where } = field();
  await draw({ coming: { number: 7, effects: trace.events[0]?.effects ?? [], view: viewAt(1) } });
  await turns();
  pointing.down(host.querySelector("svg") ?? assert.fail(), { x: 5, y: 5 });
  assert.equal(skips(), 1);
  await draw({ view: viewAt(3), coming: null });
  assert.deepEqual(where(), standing(3));
  await turns();
  assert.deepEqual(where(), standing(3), "what was moving does not come back");
  assert.deepEqual(settled, [7]);
});

/** A whole table in a page, told of a game event by event. */
async function table(motion: "auto" | "none" = "auto") {
  const puppets = new PuppetHouse();
  const host = room();
  const page = pageOf({ house: puppets.house(), settings: { ...USUAL, sound: false, motion } });
  await act(() =>
    render(
      <Around page={page}>
        <TablePage id="t" />
      </Around>,
      host,
    ),
  );
  const tell = (message: ToClient) => act(() => puppets.visitor?.hears(message));
  const shown = () => ({
    event: Number(host.querySelector(".table")?.getAttribute("data-event")),
    log: host.querySelectorAll(".log li").length,
    scores: [...host.querySelectorAll(".stand")].map((stand) => stand.textContent ?? ""),
    turn: [...host.querySelectorAll(".player")].findIndex((player) => player.classList.contains("turn")),
    board: [...host.querySelectorAll(".bank .score")].map((score) => score.textContent ?? ""),
  });
  const pieces = () =>
    [...host.querySelectorAll(".sprite")].map((piece) => piece.getAttribute("data-at") ?? "").toSorted();
  return { host, puppets, tell, shown, pieces };
}

test("at every moment log, players and board of a page are of the same event", async () => {
  const game = traceOf("china-moon");
  const start = game.events.findIndex(({ seat }) => seat !== undefined);
  const last = Math.min(game.events.length, start + 12);
  // What a page shows that was opened at each event.
  const expected = new Map<number, unknown>();
  const stands = new Map<number, readonly string[]>();
  for (let count = start; count <= last; count += 1) {
    const still = await table("none");
    await still.tell(welcomeAt(game, count));
    const { event, ...rest } = still.shown();
    assert.equal(event, count + 1);
    expected.set(event, rest);
    stands.set(event, still.pieces());
    render(null, still.host);
  }
  assert.ok(new Set([...expected.values()].map((shown) => JSON.stringify(shown))).size > 8, "events can be told apart");

  const { host, tell, shown, pieces } = await table();
  await tell(welcomeAt(game, start));
  const seen = new Set<number>();
  let drawings = 0;
  const look = () => {
    const { event, ...rest } = shown();
    seen.add(event);
    drawings += 1;
    assert.deepEqual(rest, expected.get(event), `event ${event}`);
  };
  const disagreements: unknown[] = [];
  const observer = new MutationObserver(() => {
    try {
      look();
    } catch (failure) {
      disagreements.push(failure);
    }
  });
  observer.observe(host, { subtree: true, childList: true, attributes: true, characterData: true });
  for (let count = start; count < last; count += 2) {
    await tell(updateTo(game, count, Math.min(last, count + 1)));
    await tell(updateTo(game, count + 1, Math.min(last, count + 2)));
    look();
    for (let motion = 0; motion < 40; motion += 1) {
      await turns(2);
      look();
      if (animations.count() === 0 && shown().event === Math.min(last, count + 2) + 1) break;
      assert.deepEqual(
        host.querySelectorAll(".spot.lit").length,
        0,
        "nothing can be chosen while something is on its way",
      );
      animations.finish();
    }
    assert.equal(shown().event, Math.min(last, count + 2) + 1);
    assert.deepEqual(pieces(), stands.get(shown().event), `pieces at event ${shown().event}`);
  }
  observer.disconnect();
  assert.deepEqual(disagreements, []);
  assert.ok(drawings > 30 && seen.size >= last - start, `${seen.size} events in ${drawings} drawings`);
});

test("while something is acted out the prompt says who does it", async () => {
  const { host, tell } = await table();
  const theirs = trace.events.findIndex(({ seat }) => seat === 1);
  await tell(welcomeAt(trace, theirs));
  await tell(updateTo(trace, theirs, theirs + 1));
  assert.match(host.querySelector(".prompt")?.textContent ?? "", /^P1: /);
  const pool = traceOf("pool-party");
  const roll = pool.events.findIndex(({ effects }) =>
    effects.some((effect) => effect.effect === "rolled" && effect.by === 2),
  );
  assert.ok(roll > 0);
  const other = await table();
  await other.tell(welcomeAt(pool, roll));
  await other.tell(updateTo(pool, roll, roll + 1));
  assert.match(other.host.querySelector(".prompt")?.textContent ?? "", /^P2: /, "the dice are somebody's");
});

test("an action chosen by two clicks is sent once, with the event that was seen", async () => {
  const { host, puppets, tell } = await table();
  await tell(welcomeAt(trace, 0));
  const places = board.places({ view: viewAt(0) as Views["hop-it"], layout: "wide", seats, me: 0 });
  const play = trace.events[0]?.legal?.[0] ?? "";
  const path = trace.events[0]?.paths[0]?.[0] ?? [];
  for (const spot of path)
    await act(() =>
      pointing.click(host.querySelector("svg.board") ?? assert.fail(), places.get(spot) ?? assert.fail(spot)),
    );
  assert.deepEqual(puppets.commands, [{ type: "act", seq: 1, action: play, seat: 0 }]);
  assert.equal(host.querySelectorAll(".spot.lit").length, 0, "nothing can be chosen while it is on its way");
  await tell({ type: "refused", id: "id1", code: "stale", message: "" });
  assert.match(host.querySelector(".said")?.textContent ?? "", /moved on/);
  assert.ok(host.querySelectorAll(".spot.lit").length > 0);
});

test("whoever points at a symbol or taps it reads what it does", async () => {
  const moon = traceOf("china-moon");
  const moonBoard = boardOf<GameId>("china-moon");
  const looks = [0, 1, 2, 3].map((seat) => ({ name: `P${seat}`, ...lookOf("china-moon", seat) }));
  const host = room();
  const [first] = moon.events;
  const scene = { view: first?.view ?? assert.fail(), layout: "wide" as const, seats: looks, me: 0 };
  const draw = () =>
    act(() =>
      render(
        <Around page={pageOf({ settings: { ...USUAL, sound: false, motion: "none" } })}>
          <Field
            game="china-moon"
            view={scene.view}
            me={0}
            seats={looks}
            company={company}
            lastEffects={[]}
            coming={null}
            input={begin(first?.choices)}
            onOutcome={() => undefined}
            onSettled={() => undefined}
            onSkip={() => undefined}
          />
        </Around>,
        host,
      ),
    );
  await draw();
  const svg = host.querySelector("svg.board") ?? assert.fail();
  const spring = moonBoard.places(scene).get("6") ?? assert.fail();
  const plain = moonBoard.places(scene).get("2") ?? assert.fail();
  const tip = () => host.querySelector(".place-tip b")?.textContent ?? null;
  await act(() => pointing.move(svg, spring));
  assert.equal(tip(), "Spring");
  await act(() => pointing.move(svg, plain));
  assert.equal(tip(), null);
  await act(() => pointing.down(svg, spring, { pointerType: "touch" }));
  assert.equal(tip(), "Spring", "a finger cannot hover");
});
