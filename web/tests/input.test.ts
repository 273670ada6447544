import assert from "node:assert/strict";
import { test } from "node:test";
import { actionsFrom } from "../src/input/choices";
import type { Choices, Spot } from "../src/protocol";
import {
  type Input,
  type Outcome,
  back,
  begin,
  choose,
  clear,
  completable,
  complete,
  drop,
  isForced,
  lit,
  onlyAction,
  pick,
} from "../src/input/input";
import { TRACES } from "./traces";

const STEP: Choices = {
  next: {
    b2: { next: { c3: { action: "b2-c3" } } },
    c1: { next: { a3: { action: "c1>a3" }, e3: { action: "c1>e3" } } },
  },
};
/** Two frogs by one die each in either order, or one by the sum; `3.4` ends one action and begins others. */
const DICE: Choices = {
  next: {
    "3.0": {
      next: {
        "3.4": {
          action: "3+4",
          next: {
            "5.0": { next: { "5.1": { action: "3+4 5+1" } } },
            "2.0": { next: { "2.1": { action: "3+4 2+1" } } },
          },
        },
      },
    },
    "5.0": {
      next: { "5.1": { follows: true, next: { "3.0": { follows: true, next: { "3.4": { action: "3+4 5+1" } } } } } },
    },
    "2.0": {
      next: { "2.1": { follows: true, next: { "3.0": { follows: true, next: { "3.4": { action: "3+4 2+1" } } } } } },
    },
    pass: { action: "pass" },
  },
};
const JUMP: Choices = {
  next: {
    e3: {
      next: { e5: { follows: true, next: { e4: { action: "e3-e4-e5", next: { e5: { action: "e3-e4-e5!" } } } } } },
    },
    a1: { next: { a3: { follows: true, next: { a2: { action: "a1-a2-a3" } } } } },
  },
};

function after(choices: Choices, ...spots: string[]): Outcome {
  return spots.reduce<Outcome>((outcome, spot) => choose(outcome.input, spot), {
    is: "changed",
    input: begin(choices),
  });
}

function path(input: Input): string {
  return input.path.join(" ");
}

test("only what begins an action is lit at first", () => {
  assert.deepEqual(lit(begin(STEP)).toSorted(), ["b2", "c1"]);
  assert.deepEqual(lit(after(STEP, "c1").input).toSorted(), ["a3", "e3"]);
});

test("the end of a path says its action and clears the path", () => {
  const outcome = after(STEP, "c1", "e3");
  assert.ok(outcome.is === "said" && outcome.action === "c1>e3");
  assert.equal(path(outcome.input), "");
});

test("a single way on is not taken before the second spot", () => {
  const outcome = after(STEP, "b2");
  assert.equal(outcome.is, "changed");
  assert.equal(path(outcome.input), "b2");
});

test("the first spot again takes it back", () => {
  assert.equal(path(after(STEP, "c1", "c1").input), "");
});

test("another first spot begins anew", () => {
  assert.equal(path(after(STEP, "c1", "b2").input), "b2");
});

test("what fits nowhere is refused with the spots to ask about", () => {
  const outcome = after(STEP, "c1", "k7");
  assert.ok(outcome.is === "refused");
  assert.deepEqual(outcome.spots, ["c1", "k7"]);
  assert.equal(path(outcome.input), "c1");
});

test("a path that says an action and goes on is completed by its last spot or by the button", () => {
  const half = after(DICE, "3.0", "3.4");
  assert.equal(half.is, "changed");
  assert.equal(completable(half.input), "3+4");
  assert.deepEqual(lit(half.input).toSorted(), ["2.0", "3.4", "5.0"]);
  for (const whole of [choose(half.input, "3.4"), complete(half.input)]) {
    assert.ok(whole.is === "said" && whole.action === "3+4");
  }
});

test("what is left follows by itself once it is forced", () => {
  const outcome = after(DICE, "5.0", "5.1");
  assert.ok(outcome.is === "said" && outcome.action === "3+4 5+1");
});

test("the frog jumped over follows by itself", () => {
  const outcome = after(JUMP, "a1", "a3");
  assert.ok(outcome.is === "said" && outcome.action === "a1-a2-a3");
});

test("nothing follows by itself that the engine does not say so of", () => {
  const choices: Choices = { next: { a1: { next: { a3: { next: { a2: { action: "a1-a2-a3" } } } } } } };
  assert.equal(path(after(choices, "a1", "a3").input), "a1 a3");
});

test("an ambiguous end asks which frog to capture", () => {
  const half = after(JUMP, "e3", "e5");
  assert.equal(half.is, "changed");
  assert.equal(path(half.input), "e3 e5 e4");
  assert.deepEqual(lit(half.input).toSorted(), ["e4", "e5"]);
  const over = choose(half.input, "e4");
  assert.ok(over.is === "said" && over.action === "e3-e4-e5");
  const jumper = choose(half.input, "e5");
  assert.ok(jumper.is === "said" && jumper.action === "e3-e4-e5!");
});

test("Escape takes back what one hand chose, with what followed by itself", () => {
  const half = after(JUMP, "e3", "e5").input;
  assert.equal(path(back(half)), "e3");
  assert.equal(path(back(back(half))), "");
  assert.equal(path(back(back(back(half)))), "");
  assert.equal(path(clear(half)), "");
});

test("one may change one's mind in the middle of a path", () => {
  const half = after(DICE, "3.0", "3.4", "5.0").input;
  assert.equal(path(half), "3.0 3.4 5.0");
  assert.equal(path(choose(half, "2.0").input), "3.0 3.4 2.0");
});

test("a drag picks up, goes to a lit spot, and is nothing elsewhere", () => {
  const held = pick(begin(STEP), "c1");
  assert.equal(path(pick(held.input, "c1").input), "c1");
  const said = drop(held.input, "a3");
  assert.ok(said.is === "said" && said.action === "c1>a3");
  assert.equal(path(drop(held.input, "k7").input), "c1");
  assert.equal(path(drop(held.input, null).input), "c1");
  assert.equal(path(drop(held.input, "c1").input), "c1");
});

test("a button is a path of one spot", () => {
  const outcome = after(DICE, "pass");
  assert.ok(outcome.is === "said" && outcome.action === "pass");
});

test("a forced action is known before anything is chosen", () => {
  const either = (to: Spot, second: Spot, then: Spot): Choices => ({
    next: { [to]: { follows: true, next: { [second]: { follows: true, next: { [then]: { action: "1+1 2+1" } } } } } },
  });
  const only = begin({
    next: { "stack.1": either("1.1", "stack.2", "2.1"), "stack.2": either("2.1", "stack.1", "1.1") },
  });
  assert.ok(isForced(only));
  assert.equal(onlyAction(only), "1+1 2+1");
  assert.ok(!isForced(begin(STEP)));
  assert.ok(!isForced(begin()));
});

for (const [name, trace] of TRACES) {
  test(`${name}: every legal action can be said along every path, and nothing else`, () => {
    for (const { choices, legal = [], paths } of trace.events) {
      assert.deepEqual([...actionsFrom(choices)].toSorted(), legal.toSorted());
      for (const [index, action] of legal.entries()) {
        for (const way of paths[index] ?? []) {
          let outcome: Outcome = { is: "changed", input: begin(choices) };
          // What is forced follows by itself, so the next spot is the one after the path so far.
          while (outcome.is === "changed" && outcome.input.path.length < way.length) {
            outcome = choose(outcome.input, way[outcome.input.path.length] ?? "");
          }
          if (outcome.is === "changed") outcome = complete(outcome.input);
          assert.ok(
            outcome.is === "said" && outcome.action === action,
            `${action} by ${way.join(" ")}: ${JSON.stringify(outcome)}`,
          );
        }
      }
    }
  });
}
