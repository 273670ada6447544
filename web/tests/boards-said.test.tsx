import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { pointing, room } from "./dom";
import { render } from "preact";
import { act } from "preact/test-utils";
import { boardOf } from "../src/boards";
import type { Scene } from "../src/boards/board";
import { PlayBoard } from "../src/boards/play";
import { diceSpent, swimsAfter } from "../src/boards/pool-party/swims";
import { BoardView } from "../src/boards/view";
import { choiceWords, targetWords } from "../src/app/table/choice-words";
import { USUAL, showsCoordinates } from "../src/app/settings";
import { type Input, type Outcome, begin, choose, completable, lit } from "../src/input/input";
import type { Choices, ChinaMoonView, FrogridersView, GameId, PoolPartyView } from "../src/protocol";
import { GAMES } from "../src/protocol/facts";
import { TONGUES } from "./tongues";
import { TRACES, sceneOf } from "./traces";

const { app: t, games: w } = TONGUES.en;
const company = { name: (seat: number) => `P${seat}` };
const traceOf = (name: string) => TRACES.find(([known]) => known === name)?.[1] ?? assert.fail(name);

beforeEach(() => {
  document.body.innerHTML = "";
});

function drawn(game: GameId, scene: Scene<GameId>): HTMLElement {
  const host = room();
  const board = boardOf<GameId>(game);
  void act(() =>
    render(<BoardView board={board} scene={scene} lit={[]} path={[]} last={[]} label={() => ""} title={game} />, host),
  );
  return host;
}

test("every board can name its places, and names none unless it is asked to", () => {
  for (const game of GAMES) {
    const trace = traceOf(game);
    const view = trace.events.at(-2)?.view ?? trace.view;
    const plain = drawn(game, sceneOf(trace, view));
    assert.equal(plain.querySelectorAll(".coordinate").length, 0, game);
    const named = drawn(game, { ...sceneOf(trace, view), hasCoordinates: true });
    // Abagio's numbers stand in its panes at all times.
    const names = named.querySelectorAll(game === "abagio" ? ".pane-number" : ".coordinate");
    // Of some places only those along an edge have names.
    const places = boardOf<GameId>(game).places(sceneOf(trace, view)).size;
    assert.ok(names.length >= Math.min(18, places / 2), `${game}: ${names.length} of ${places}`);
  }
  assert.equal(showsCoordinates({ coordinates: "none" }, true), false);
  assert.equal(showsCoordinates({ coordinates: "all" }, false), true);
  assert.equal(showsCoordinates(USUAL, true), true);
  assert.equal(showsCoordinates(USUAL, false), false);
  for (const game of ["hop-it", "pool-party"] as const) assert.equal(boardOf<GameId>(game).speaksOfPlaces, true);
});

test("Frogriders names market, objectives, secret and village if it is given words", () => {
  const trace = traceOf("frogriders");
  const { view } = trace.events.at(-2) ?? assert.fail();
  for (const layout of ["wide", "slim", "tall"] as const) {
    const scene = { ...sceneOf(trace, view, 0), layout, labels: t.boards.labels };
    const words = [...drawn("frogriders", scene).querySelectorAll(".names text")].map((text) => text.textContent);
    assert.deepEqual(words.toSorted(), ["Market", "Objectives", "Village", "Your secret"], layout);
  }
});

test("a frog that has moved keeps its owner's colour and rests", () => {
  const trace = traceOf("china-moon");
  const moved = trace.events.find(({ view }) => (view as ChinaMoonView).frogs.some((frog) => frog.moved));
  const host = drawn("china-moon", sceneOf(trace, moved?.view ?? assert.fail()));
  const resting = [...host.querySelectorAll(".sprite.frog")].filter((sprite) => sprite.querySelector(".lid") !== null);
  assert.ok(resting.length > 0);
  for (const sprite of resting) assert.match(sprite.getAttribute("class") ?? "", /tint-(coral|amber|blue|violet)/);
});

test("the order of the Arrival is written over lilies and frogs", () => {
  const trace = traceOf("china-moon");
  const host = drawn("china-moon", sceneOf(trace, trace.view));
  const order = host.querySelector(".arrival-order") ?? assert.fail();
  assert.equal(order.textContent, "1234");
  const sprites = host.querySelector(".sprites") ?? assert.fail();
  assert.ok(sprites.compareDocumentPosition(order) & 4, "it comes after the pieces");
});

/** What is left of a jump when it is to be said which frog is captured. */
const CAPTURE: Choices = {
  next: {
    e3: {
      next: { e5: { follows: true, next: { e4: { action: "e3-e4-e5", next: { e5: { action: "e3-e4-e5!" } } } } } },
    },
    a4: { next: { a6: { action: "a4-a5-a6" }, c4: { action: "a4-b4-c4" } } },
  },
};

test("the jumper is captured by a click on the jumping frog, and every button says which frog it takes", () => {
  const board = boardOf<GameId>("frogriders");
  const trace = traceOf("frogriders");
  const scene = sceneOf(
    trace,
    trace.events.find(({ view }) => (view as FrogridersView).phase === "jump")?.view ?? assert.fail(),
    0,
  );
  const outcomes: Outcome[] = [];
  const asked = choose(choose(begin(CAPTURE), "e3").input, "e5").input;
  assert.deepEqual(asked.path, ["e3", "e5", "e4"]);
  const host = room();
  const draw = (input: Input) =>
    act(() =>
      render(
        <PlayBoard
          board={board}
          scene={scene}
          tokens={board.tokens(scene)}
          moving={[]}
          leaping={[]}
          last={[]}
          input={input}
          focused={null}
          label={(spot) => spot}
          title=""
          onOutcome={(outcome) => void outcomes.push(outcome)}
          onFocus={() => undefined}
        />,
        host,
      ),
    );
  void draw(asked);
  const shown = [...host.querySelectorAll(".spot.lit")].map((spot) => spot.getAttribute("data-spot"));
  assert.deepEqual(shown.toSorted(), ["e3", "e4"], "both frogs glow, and no empty pad");
  const svg = host.querySelector("svg") ?? assert.fail();
  const at = (spot: string) => board.places(scene).get(spot) ?? assert.fail(spot);
  for (const [spot, action] of [
    ["e3", "e3-e4-e5!"],
    ["e4", "e3-e4-e5"],
    ["e5", "e3-e4-e5!"],
  ] as const) {
    pointing.click(svg, at(spot));
    const said = outcomes.at(-1);
    assert.ok(said?.is === "said" && said.action === action, `${spot}: ${JSON.stringify(said)}`);
  }
  const words = (spot: string) =>
    choiceWords("frogriders", scene.view as FrogridersView, { t, w, input: asked, spot, company }) ?? assert.fail(spot);
  assert.match(words("e4"), /^Capture the frog jumped over: .*e4/);
  assert.match(words("e5"), /^Capture the jumper: .*e3/);
});

test("a button for sending says what the frog does there", () => {
  const { view } = traceOf("frogriders").events.at(-2) ?? assert.fail();
  const words = ["R", "Y", "B"].map((colour) =>
    choiceWords("frogriders", view as FrogridersView, { t, w, input: begin(), spot: `send.${colour}`, company }),
  );
  assert.deepEqual(words, [
    "Send a red one: jump once more",
    "Send a yellow one: fetch a frog from the village",
    "Send a blue one: take a card from the market",
  ]);
});

test("the chief frog is left aside by a button, without choosing it first", () => {
  const trace = traceOf("abagio");
  const chief = trace.events.find(({ legal = [] }) => legal.includes("chief aside")) ?? assert.fail();
  assert.ok(lit(begin(chief.choices)).includes("aside"));
  const outcome = choose(begin(chief.choices), "aside");
  assert.ok(outcome.is === "said" && outcome.action === "chief aside");
  assert.equal(
    choiceWords("abagio", chief.view as never, { t, w, input: begin(), spot: "aside", company }),
    "Leave the chief frog aside",
  );
});

test("a swim says its number and its dice, and the die that is used is dimmed", () => {
  let [sums, seconds] = [0, 0];
  for (const name of ["pool-party", "pool-party-6"]) {
    for (const { view: seen, choices, paths } of traceOf(name).events) {
      const view = seen as PoolPartyView;
      if (view.roll === null) continue;
      const [larger, smaller] = view.roll;
      for (const way of paths.flat().filter((spots) => spots.length >= 2)) {
        const path = way.slice(0, 1);
        const swim = swimsAfter(view, choices, path).get(way[1] ?? "") ?? assert.fail(way.join(" "));
        const numbers = swim.by === "both" ? [larger + smaller, larger - smaller] : [larger, smaller];
        assert.ok(numbers.includes(swim.steps), `${swim.steps} with ${swim.by} of ${larger} and ${smaller}`);
        assert.deepEqual(diceSpent(view, choices, path), []);
        const spent = diceSpent(view, choices, way.slice(0, 2));
        assert.equal(spent.length, swim.by === "both" ? 2 : 1);
        if (swim.by === "both") sums += 1;
        const half = { ...begin(choices), path: way.slice(0, 2), steps: [1, 2] };
        const done = completable(half);
        if (done !== null)
          assert.equal(
            choiceWords("pool-party", view, { t, w, input: half, spot: way[1] ?? "", company }),
            `${done.slice(2)}, with both dice`,
          );
        if (way.length < 4) continue;
        const second = swimsAfter(view, choices, way.slice(0, 3)).get(way[3] ?? "") ?? assert.fail(way.join(" "));
        assert.equal(second.steps, swim.steps === larger ? smaller : larger, "the other die is left");
        seconds += 1;
      }
    }
  }
  assert.ok(sums > 0 && seconds > 0);
});

test("the number of a swim is written in its space and said before it", () => {
  const trace = traceOf("pool-party");
  const board = boardOf<GameId>("pool-party");
  const event =
    trace.events.find(({ choices }) =>
      Object.values(choices.next ?? {}).some((frog) => Object.keys(frog.next ?? {}).length > 2),
    ) ?? assert.fail();
  const [frog = "", node] =
    Object.entries(event.choices.next ?? {}).find(([, next]) => Object.keys(next.next ?? {}).length > 2) ??
    assert.fail();
  const scene = sceneOf(trace, event.view, 0);
  const input = choose(begin(event.choices), frog).input;
  const host = room();
  void act(() =>
    render(
      <PlayBoard
        board={board}
        scene={scene}
        tokens={board.tokens(scene)}
        moving={[]}
        leaping={[]}
        last={[]}
        input={input}
        focused={null}
        label={(spot) => spot}
        title=""
        onOutcome={() => undefined}
        onFocus={() => undefined}
      />,
      host,
    ),
  );
  const spaces = Object.keys(node?.next ?? {});
  assert.equal(host.querySelectorAll(".target").length, spaces.length);
  for (const spot of spaces)
    assert.match(
      targetWords("pool-party", event.view as PoolPartyView, { t, input, spot }),
      /^\d+, with .*(die|dice): $/,
    );
});
