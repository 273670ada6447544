import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { animations, fire, press, room } from "./dom";
import { render } from "preact";
import { act } from "preact/test-utils";
import { Curve, stepUnder } from "../src/app/replay/curve";
import { RecordPage, withSeatNames, wrongText } from "../src/app/replay/record";
import { Shown } from "../src/app/replay/shown";
import { momentAt } from "../src/app/replay/review";
import { type Pressed, keyMove, nextDecision, nextTurn, previousTurn } from "../src/app/replay/steps";
import { gainOf } from "../src/app/sounds";
import { USUAL, loadSettings, loudness } from "../src/app/settings";
import { recall, remember } from "../src/app/keep";
import { Refused } from "../src/house/house";
import type { Replay } from "../src/protocol";
import type { Trace } from "../src/gallery/trace";
import { analysisOf, momentOf, replayOf, traceOf } from "./finished";
import { LANGUAGE_CODES } from "../src/words/language";
import { Around, PuppetHouse, pageOf } from "./pages";
import { TONGUES } from "./tongues";
import { TRACES } from "./traces";

animations.install();

/** Even at first, and from the middle on not any more. */
const turned = (steps: number) =>
  analysisOf({ curve: [momentOf(0, [0.5, 0.5]), momentOf(Math.floor(steps / 2), [0.9, 0.1])] });

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
    ["ArrowLeft", "ArrowRight", "Home", "End", " ", "b", "N", "x"].map((name) => key(name)),
    ["back", "on", "beginning", "end", "play", "previous-swing", "next-swing", null],
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
  assert.equal(key("n", { on: "text" }), null);
  assert.equal(key("n", { ctrlKey: true }), null, "a new window");
  assert.equal(key("ArrowRight", { on: "switch" }), null, "arrows choose in a switch");
  assert.equal(key(" ", { on: "switch" }), null);
  assert.equal(key("n", { on: "switch" }), "next-swing");
  const without = (name: string) =>
    keyMove({ key: name, shiftKey: false, altKey: false, ctrlKey: false, metaKey: false, on: "else" }, false);
  assert.deepEqual(["n", "B", "ArrowLeft", " "].map(without), [null, null, "back", "play"], "letters are switched off");
});

test("a point of the curve is a step, and every step has values", () => {
  assert.deepEqual(
    [-5, 0, 50, 100, 400].map((x) => stepUnder(x, 100, 30)),
    [0, 0, 15, 30, 30],
  );
  assert.equal(stepUnder(5, 0, 30), 0);
  assert.deepEqual(
    [0, 9, 10, 20].map((step) => momentAt(turned(20), step)?.shares[0]),
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
        <Curve
          analysis={turned(20)}
          steps={20}
          step={0}
          looks={looks}
          basis={null}
          onBasis={() => undefined}
          swing={null}
          onStep={(step) => void gone.push(step)}
        />
      </Around>,
      host,
    ),
  );
  const svg = host.querySelector("svg.curve") ?? assert.fail();
  Object.assign(svg, { getBoundingClientRect: () => ({ left: 100, width: 200 }) });
  const point = (type: string, clientX: number) => act(() => fire(type, svg, { clientX, button: 0, pointerId: 1 }));
  assert.match(host.textContent ?? "", /Ada 50.±.2.*Bo 50.±.2/);
  await point("pointermove", 250);
  assert.match(host.textContent ?? "", /Event 15 of 20.*Ada 90.±.2.*Bo 10.±.2/);
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
});

test("what the server says of a record in English is marked as such, with a line and without", async () => {
  for (const lang of LANGUAGE_CODES) {
    const { app, games, rules } = TONGUES[lang];
    for (const line of [undefined, 1]) {
      const refusal = { code: "wrong-record", message: "no such game", ...(line === undefined ? {} : { line }) };
      const puppet = new PuppetHouse().house();
      const house = { ...puppet, dial: puppet.dial, show: () => Promise.reject(new Refused(refusal)) };
      const host = room();
      await act(() =>
        render(
          <Around page={pageOf({ house, lang, t: app, w: games, rules })}>
            <RecordPage />
          </Around>,
          host,
        ),
      );
      const area = host.querySelector("textarea") ?? assert.fail();
      area.value = "x";
      await act(() => fire("input", area));
      await act(() => fire("submit", host.querySelector("form") ?? assert.fail()));
      await act(() => Promise.resolve());
      const [said, detail] = [...host.querySelectorAll("[role='alert'] p")];
      assert.equal(said?.textContent, wrongText(app, "x", refusal));
      assert.ok(!said?.textContent?.includes(refusal.message), `${lang}: ${said?.textContent}`);
      assert.equal(detail?.textContent, refusal.message);
      assert.equal(detail?.getAttribute("lang"), "en");
      render(null, host);
    }
    assert.equal(wrongText(app, "x", { code: "wrong-record", message: "why" }), app.import.wrong);
  }
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
