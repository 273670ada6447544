import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { activate, pointing, press, room } from "./dom";
import { render } from "preact";
import { act } from "preact/test-utils";
import { boardOf } from "../src/boards";
import { PlayBoard } from "../src/boards/play";
import type { GameId } from "../src/protocol";
import { type Input, type Outcome, begin, lit } from "../src/input/input";
import { TRACES, sceneOf } from "./traces";

const trace = TRACES.find(([name]) => name === "hop-it-random")?.[1] ?? assert.fail();
const [first] = trace.events;
assert.ok(first !== undefined);
const board = boardOf<GameId>("hop-it");
const scene = sceneOf(trace, first.view, 0);
const places = board.places(scene);
const { choices } = first;

/** A board on which whatever is chosen shows at once. */
function table() {
  const host = room();
  const outcomes: Outcome[] = [];
  let touches = 0;
  const draw = (input: Input, focused: string | null) =>
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
          focused={focused}
          label={(spot) => `at ${spot}`}
          title="Hop It!"
          onOutcome={(outcome) => {
            outcomes.push(outcome);
            if (outcome.is === "changed") void draw(outcome.input, null);
          }}
          onFocus={(spot) => void draw(input, spot)}
          onTouch={() => {
            touches += 1;
          }}
        />,
        host,
      ),
    );
  void draw(begin(choices), null);
  const svg = host.querySelector("svg") ?? assert.fail();
  return {
    host,
    svg,
    outcomes,
    touches: () => touches,
    shown: () => [...host.querySelectorAll(".spot.lit")].map((spot) => spot.getAttribute("data-spot")),
    path: () => host.querySelectorAll(".chosen").length,
  };
}

const at = (spot: string) => places.get(spot) ?? assert.fail(spot);
const landings = (spot: string) => Object.keys(choices.next?.[spot]?.next ?? {});
/** A piece with several landings, and one with a single one. */
const from = lit(begin(choices)).find((spot) => landings(spot).length > 1) ?? assert.fail();
const lone = lit(begin(choices)).find((spot) => landings(spot).length === 1) ?? assert.fail();
const [to = ""] = Object.keys(choices.next?.[from]?.next ?? {});

beforeEach(() => {
  document.body.innerHTML = "";
});

test("only what may be chosen is lit, named and focusable", () => {
  const { host, shown } = table();
  assert.deepEqual(shown().toSorted(), lit(begin(choices)).toSorted());
  for (const spot of host.querySelectorAll(".spot")) {
    const isLit = spot.classList.contains("lit");
    assert.equal(spot.getAttribute("role"), isLit ? "button" : null);
    assert.equal(spot.getAttribute("aria-label"), isLit ? `at ${spot.getAttribute("data-spot") ?? ""}` : null);
  }
  assert.equal(
    host.querySelectorAll('.spot[tabindex="0"]').length,
    1,
    "one spot is reached by tab, the others by arrows",
  );
});

test("two clicks say an action, a click on anything else asks why not", () => {
  const { svg, outcomes, path, touches } = table();
  pointing.click(svg, at(from));
  assert.equal(outcomes.at(-1)?.is, "changed");
  assert.equal(path(), 1);
  pointing.click(svg, at(to));
  const said = outcomes.at(-1);
  assert.ok(said?.is === "said" || (said?.is === "changed" && said.input.path.length > 1));
  assert.equal(touches(), 2, "whatever moves is told of each touch");
  const enemy = [...places.keys()].find((spot) => !lit(begin(choices)).includes(spot)) ?? "";
  const other = table();
  pointing.click(other.svg, at(enemy));
  assert.deepEqual(
    other.outcomes.map(({ is }) => is),
    ["refused"],
  );
});

test("a piece with one landing moves by one click, one key, one activation; by a drag once it is let go", async () => {
  const isSaid = (outcome: Outcome | undefined) => outcome?.is === "said" && outcome.action.startsWith(lone);
  const clicked = table();
  pointing.click(clicked.svg, at(lone));
  assert.ok(isSaid(clicked.outcomes.at(-1)));
  const keyed = table();
  await act(() => (keyed.host.querySelector(`[data-spot="${lone}"]`) as HTMLElement | null)?.focus());
  await act(() => {
    press("Enter");
  });
  assert.ok(isSaid(keyed.outcomes.at(-1)));
  const told = table();
  activate(told.host.querySelector(`[data-spot="${lone}"]`) ?? assert.fail());
  assert.ok(isSaid(told.outcomes.at(-1)));
  const dragged = table();
  pointing.down(dragged.svg, at(lone));
  pointing.move(dragged.svg, { x: at(lone).x + 20, y: at(lone).y });
  assert.deepEqual(
    dragged.outcomes.map(({ is }) => is),
    ["changed"],
  );
  const [landing = ""] = landings(lone);
  pointing.move(dragged.svg, at(landing));
  pointing.up(dragged.svg, at(landing));
  assert.ok(isSaid(dragged.outcomes.at(-1)));
});

test("a click beside the board takes everything back, and other buttons do nothing", () => {
  const { svg, outcomes, path } = table();
  pointing.click(svg, at(from));
  pointing.click(svg, { x: 1, y: 1 });
  assert.equal(path(), 0);
  const count = outcomes.length;
  pointing.click(svg, at(from), { button: 2 });
  pointing.click(svg, at(from), { isPrimary: false });
  assert.equal(outcomes.length, count);
});

test("a pointer that slips off the spot chooses nothing", () => {
  const { svg, outcomes } = table();
  const empty = [...places.keys()].find((spot) => !lit(begin(choices)).includes(spot)) ?? "";
  pointing.down(svg, at(empty));
  pointing.up(svg, at(from));
  assert.deepEqual(outcomes, []);
});

test("a piece is dragged to where it goes, and follows the pointer meanwhile", () => {
  const { host, svg, outcomes } = table();
  const [start, end] = [at(from), at(to)];
  pointing.down(svg, start);
  pointing.move(svg, { x: start.x + 20, y: start.y });
  const piece = host.querySelector(`.sprite[data-at="${from}"]`) as HTMLElement | null;
  assert.match(piece?.style.getPropertyValue("translate") ?? "", /^20px/);
  assert.equal([...host.querySelectorAll(".sprite")].at(-1), piece, "it passes in front of all others");
  pointing.move(svg, end);
  pointing.up(svg, end);
  assert.equal(piece?.style.getPropertyValue("translate"), "");
  const last = outcomes.at(-1);
  assert.ok(last?.is === "said" || (last?.is === "changed" && last.input.path.includes(to)), JSON.stringify(last));
});

test("a piece dropped nowhere stays picked up", () => {
  const { svg, path } = table();
  const start = at(from);
  pointing.down(svg, start);
  pointing.move(svg, { x: start.x + 20, y: start.y });
  pointing.up(svg, { x: 1, y: 1 });
  assert.equal(path(), 1);
});

test("arrows go to neighbours, Enter chooses, Escape takes back", async () => {
  const { host, outcomes, shown, path } = table();
  const focused = () => document.activeElement?.getAttribute("data-spot") ?? "";
  const tabbed = host.querySelector('.spot[tabindex="0"]') as HTMLElement | null;
  await act(() => tabbed?.focus());
  const begunAt = focused();
  assert.ok(shown().includes(begunAt));
  await act(() => {
    press("End");
  });
  const end = focused();
  assert.notEqual(end, begunAt);
  await act(() => {
    press("Home");
  });
  assert.notEqual(focused(), end);
  for (const key of ["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"]) {
    await act(() => {
      assert.equal(press(key).defaultPrevented, true);
    });
    assert.ok(shown().includes(focused()), `${key} stays on what may be chosen`);
  }
  await act(() => (host.querySelector(`[data-spot="${from}"]`) as HTMLElement | null)?.focus());
  await act(() => {
    press("Enter");
  });
  assert.equal(path(), 1);
  assert.ok(shown().includes(focused()), "the focus goes on to what may be chosen next");
  await act(() => {
    press("Escape");
  });
  assert.equal(path(), 0);
  const count = outcomes.length;
  assert.equal(press("x").defaultPrevented, false, "other keys are the browser's");
  assert.equal(outcomes.length, count);
});

test("assistive technology chooses without a pointer", () => {
  const { host, path } = table();
  const spot = host.querySelector(`[data-spot="${from}"]`) ?? assert.fail();
  activate(spot);
  assert.equal(path(), 1);
});
