import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { animations, fire, press, room } from "./dom";
import { render } from "preact";
import { act } from "preact/test-utils";
import { Curve, stepUnder } from "../src/app/replay/curve";
import { RecordPage, withSeatNames, wrongText } from "../src/app/replay/record";
import { Shown } from "../src/app/replay/shown";
import { type Pressed, keyMove, nextDecision, nextTurn, previousTurn, valuesAt } from "../src/app/replay/steps";
import { wayOf } from "../src/app/replay/way";
import { gainOf } from "../src/app/sounds";
import { USUAL, loadSettings, loudness } from "../src/app/settings";
import { recall, remember } from "../src/app/keep";
import { Refused } from "../src/house/house";
import type { Analysis, GameId, Replay, Step } from "../src/protocol";
import type { Trace } from "../src/gallery/trace";
import { Around, PuppetHouse, pageOf } from "./pages";
import { tableOf } from "./tables";
import { TONGUES } from "./tongues";
import { TRACES } from "./traces";

animations.install();
const traceOf = (name: string): Trace => TRACES.find(([known]) => known === name)?.[1] ?? assert.fail(name);

function replayOf(trace: Trace): Replay {
  const steps = trace.events.map(({ seat, play, chance, effects }, index): Step => ({
    number: index + 1,
    at: 0,
    told: { seat: seat ?? null, event: play ?? chance ?? "", hidden: false, effects },
    view: trace.events[index + 1]?.view ?? trace.view,
    turn: { is: "over" },
  }));
  const table = tableOf(trace, {
    status: "finished",
    result: { winners: trace.winners, scores: trace.scores, out: null },
  });
  return { table, view: trace.events[0]?.view ?? trace.view, steps, all: steps.length, next: null };
}

const analysisOf = (steps: number): Analysis => ({
  is_done: true,
  looked_at: 2,
  decisions: 2,
  chances: [
    { step: 0, values: [0.5, 0.5] },
    { step: Math.floor(steps / 2), values: [0.9, 0.1] },
  ],
  swings: [],
});

beforeEach(() => {
  document.body.innerHTML = "";
});

test("turns begin where somebody else acts, and dice begin a turn as well", () => {
  for (const [name, trace] of TRACES) {
    const { steps } = replayOf(trace);
    for (let at = 0, count = 0; at < steps.length; count += 1) {
      const next = nextTurn(steps, at);
      assert.ok(next > at, name);
      const actors = new Set(steps.slice(at, next).flatMap(({ told }) => (told.seat === null ? [] : [told.seat])));
      assert.ok(actors.size <= 1, `${name}: one seat acts from ${at} to ${next}`);
      if (next < steps.length) assert.ok(previousTurn(steps, next) <= at || at === 0, name);
      at = next;
      assert.ok(count < 1_000, name);
    }
  }
  const { steps } = replayOf(traceOf("hop-it-random"));
  assert.equal(previousTurn(steps, 0), 0);
  assert.equal(nextTurn(steps, steps.length), steps.length);
});

test("one's next decision is the next moment at which one acts", () => {
  const { steps } = replayOf(traceOf("hop-it-random"));
  const first = nextDecision(steps, 0, [1]) ?? assert.fail();
  assert.equal(steps[first]?.told.seat, 1);
  assert.ok(steps.slice(1, first).every(({ told }) => told.seat !== 1));
  assert.equal(nextDecision(steps, steps.length, [0, 1]), null);
  assert.equal(nextDecision(steps, 0, []), null);
});

test("keys move through a replay wherever the focus is, but not where somebody writes", () => {
  const key = (name: string, change: Partial<Pressed> = {}) =>
    keyMove({ key: name, shiftKey: false, altKey: false, ctrlKey: false, metaKey: false, on: "else", ...change });
  assert.deepEqual(
    ["ArrowLeft", "ArrowRight", "Home", "End", " ", "x"].map((name) => key(name)),
    ["back", "on", "beginning", "end", "play", null],
  );
  assert.deepEqual(
    ["ArrowLeft", "ArrowRight"].map((name) => key(name, { shiftKey: true })),
    ["previous-turn", "next-turn"],
  );
  assert.equal(key("ArrowRight", { on: "button" }), "on");
  assert.equal(key(" ", { on: "button" }), null, "space presses the button");
  assert.equal(key("ArrowRight", { on: "slider" }), null, "the slider moves by itself");
  assert.equal(key(" ", { on: "slider" }), "play");
  assert.equal(key("ArrowRight", { on: "text" }), null);
  assert.equal(key("ArrowLeft", { altKey: true }), null, "the browser goes back");
});

test("a point of the curve is a step, and every step has values", () => {
  assert.deepEqual(
    [-5, 0, 50, 100, 400].map((x) => stepUnder(x, 100, 30)),
    [0, 0, 15, 30, 30],
  );
  assert.equal(stepUnder(5, 0, 30), 0);
  const analysis = analysisOf(20);
  assert.deepEqual(
    [0, 9, 10, 20].map((step) => valuesAt(analysis, step)?.[0]),
    [0.5, 0.5, 0.9, 0.9],
  );
});

test("the curve is pressed, dragged and pointed at, and says whose chances are what", async () => {
  const host = room();
  const gone: number[] = [];
  const looks = ["Ada", "Bo"].map((name) => ({ name, tint: "coral", mark: "dot" }) as const);
  await act(() =>
    render(
      <Around page={pageOf()}>
        <Curve analysis={analysisOf(20)} steps={20} step={0} looks={looks} onStep={(step) => void gone.push(step)} />
      </Around>,
      host,
    ),
  );
  const svg = host.querySelector("svg.curve") ?? assert.fail();
  Object.assign(svg, { getBoundingClientRect: () => ({ left: 100, width: 200 }) });
  const point = (type: string, clientX: number) => act(() => fire(type, svg, { clientX, button: 0, pointerId: 1 }));
  assert.match(host.textContent ?? "", /Ada 50.?%.*Bo 50.?%/);
  await point("pointermove", 250);
  assert.match(host.textContent ?? "", /Event 15 of 20.*Ada 90.?%.*Bo 10.?%/);
  assert.deepEqual(gone, [], "pointing is not going");
  await point("pointerdown", 200);
  await point("pointermove", 210);
  await point("pointerup", 210);
  await point("pointermove", 300);
  assert.deepEqual(gone, [10, 11]);
});

async function shown(trace: Trace, change: Partial<Parameters<typeof Shown>[0]> = {}) {
  const host = room();
  const page = pageOf({ settings: { ...USUAL, sound: false, motion: "none" } });
  await act(() =>
    render(
      <Around page={page}>
        <Shown
          replay={replayOf(trace)}
          at={1}
          eyes=""
          lookers={["everything"]}
          mine={[1]}
          analysis={null}
          onMoment={() => undefined}
          from={(number) => ({ is: "table", table: "t", number })}
          share={null}
          {...change}
        >
          <input class="note" />
        </Shown>
      </Around>,
      host,
    ),
  );
  const at = () =>
    Number(
      host.querySelector<HTMLInputElement>(".slider")?.getAttribute("value") ??
        host.querySelector<HTMLInputElement>(".slider")?.value,
    );
  return { host, at };
}

test("arrows, Home and End work from anywhere on the page, and with a button focused", async () => {
  const trace = traceOf("hop-it-random");
  const { host, at } = await shown(trace);
  const key = async (name: string, on: Element = document.body) => {
    await act(() => void press(name, on));
    return at();
  };
  assert.equal(await key("ArrowRight"), 2);
  assert.equal(await key("ArrowLeft"), 1);
  assert.equal(await key("End"), trace.events.length);
  assert.equal(await key("Home"), 0);
  const button = host.querySelector<HTMLButtonElement>(".transport button") ?? assert.fail();
  assert.equal(await key("ArrowRight", button), 1);
  assert.equal(await key("ArrowRight", host.querySelector(".note") ?? assert.fail()), 1, "somebody writes");
  assert.equal(await key("ArrowRight", host.querySelector("select") ?? assert.fail()), 1, "somebody chooses");
  const play = () => host.querySelector(".transport .big")?.getAttribute("aria-label");
  await key(" ");
  assert.equal(play(), "Pause");
  await key(" ");
  assert.equal(play(), "Play");
  await key(" ", button);
  assert.equal(play(), "Play", "space on a button presses that button");
});

test("the speed is remembered", async () => {
  remember("replay.speed", 4);
  const { host } = await shown(traceOf("hop-it-random"));
  const select = host.querySelector<HTMLSelectElement>(".speed select") ?? assert.fail();
  assert.equal(select.value, "4");
  select.value = "0.5";
  await act(() => fire("change", select));
  assert.equal(recall("replay.speed", 1), 0.5);
});

test("what would have been better is said in words, not in notation", async () => {
  const company = { name: (seat: number) => `P${seat}` };
  for (const [name, trace] of TRACES)
    for (const { games: w } of Object.values(TONGUES))
      for (const event of trace.events.slice(0, 60)) {
        const path = event.paths?.[0]?.[0];
        if (path === undefined) continue;
        const way = wayOf<GameId>(w, trace.game, event.view, path, company);
        assert.doesNotMatch(
          way,
          /undefined|\b(?:stack|place|lily|send|card|village|die)\.\w/,
          `${name}: ${path.join(" ")}`,
        );
        assert.notEqual(way, event.legal?.[0], name);
      }
  const trace = traceOf("hop-it-random");
  const [first] = trace.events;
  const path = first?.paths?.[0]?.[0] ?? assert.fail();
  const swing = { step: 0, seat: 0, played: "x", better: first?.legal?.[0] ?? "", path, lost: 0.3 };
  const { host } = await shown(trace, { analysis: { ...analysisOf(20), swings: [swing] }, at: 0 });
  assert.match(host.querySelector(".turning")?.textContent ?? "", /Better: .*(frog|tadpole) on .* → /);
  assert.equal(host.querySelector(".turning code"), null);
});

test("a record is shown once it is sent, its seats by number; what is wrong with it is said with its line", async () => {
  const { app: t } = TONGUES.en;
  const trace = traceOf("hop-it-random");
  const replay = replayOf(trace);
  const asked: (readonly [string, string])[] = [];
  const puppet = new PuppetHouse().house();
  const house = {
    ...puppet,
    dial: puppet.dial,
    record: puppet.record,
    show: (text: string, eyes: string): Promise<Replay> => {
      asked.push([text, eyes]);
      return text === "good"
        ? Promise.resolve(replay)
        : Promise.reject(new Refused({ code: "wrong-record", message: "line 2, `b`: no", line: 2 }));
    },
  };
  const host = room();
  await act(() =>
    render(
      <Around page={pageOf({ house, settings: { ...USUAL, sound: false, motion: "none" } })}>
        <RecordPage />
      </Around>,
      host,
    ),
  );
  const send = async (text: string) => {
    const area = host.querySelector("textarea") ?? assert.fail();
    area.value = text;
    await act(() => fire("input", area));
    await act(async () => {
      fire("submit", host.querySelector("form") ?? assert.fail());
      await Promise.resolve();
    });
    await act(() => Promise.resolve());
  };
  await send("  ");
  assert.match(host.querySelector("[role='alert']")?.textContent ?? "", new RegExp(t.import.empty));
  await send("a\nnonsense\nc");
  assert.match(host.querySelector("[role='alert']")?.textContent ?? "", /Line 2: nonsense/);
  await send("good");
  assert.deepEqual(asked, [
    ["a\nnonsense\nc", "everything"],
    ["good", "everything"],
  ]);
  assert.ok(host.querySelector(".replay .board"), "the game is there");
  assert.equal(withSeatNames(t, replay.table).seats[1]?.sitter.is, "person");
  assert.match(host.querySelector(".play-on")?.innerHTML ?? "", /Seat 2/);
  assert.equal(wrongText(t, "x", { code: "wrong-record", message: "why" }), t.import.wrong("why"));
});

test("the volume is remembered, sounds grow with it, and muted is muted", () => {
  assert.ok(gainOf(0.1, 1) > gainOf(0.1, 0.5) && gainOf(0.1, 0.5) > gainOf(0.1, 0.1));
  assert.equal(gainOf(0.1, 0), 0);
  assert.equal(loudness({ sound: false, volume: 1 }), 0);
  assert.equal(loudness({ sound: true, volume: 0.3 }), 0.3);
  remember("settings", { volume: 0.25 });
  assert.equal(loadSettings().volume, 0.25);
  remember("settings", { volume: 7 });
  assert.equal(loadSettings().volume, USUAL.volume);
  remember("settings", {});
});
