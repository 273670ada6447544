import assert from "node:assert/strict";
import { test } from "node:test";
import { isEnding } from "../src/boards/buttons";
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
  pathBefore,
  pick,
} from "../src/input/input";
import { TRACES } from "./traces";

const STEP: Choices = {
  next: {
    b2: { next: { c3: { action: "b2-c3" } } },
    c1: { next: { a3: { action: "c1>a3" }, e3: { action: "c1>e3" } } },
  },
};
/** Two pieces, each with two landings. */
const TWO: Choices = {
  next: {
    c1: { next: { a3: { action: "c1>a3" }, e3: { action: "c1>e3" } } },
    d4: { next: { f6: { action: "d4>f6" }, b2: { action: "d4>b2" } } },
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

test("a piece with one landing goes there at once", () => {
  const outcome = after(STEP, "b2");
  assert.ok(outcome.is === "said" && outcome.action === "b2-c3");
});

/** A frog that has hopped hops on or stops. */
const CHAIN: Choices = {
  next: { d4: { next: { f6: { action: "d4>f6" }, b2: { action: "d4>b2" } } }, stop: { action: "stop" } },
};

test("the only frog that may move need not be chosen, and the button beside it stays", () => {
  assert.deepEqual(lit(begin(CHAIN)).toSorted(), ["b2", "d4", "f6", "stop"]);
  const direct = after(CHAIN, "f6");
  assert.ok(direct.is === "said" && direct.action === "d4>f6");
  const held = after(CHAIN, "d4");
  assert.equal(path(held.input), "d4");
  assert.deepEqual(lit(held.input).toSorted(), ["b2", "f6", "stop"]);
  const stopped = choose(held.input, "stop");
  assert.ok(stopped.is === "said" && stopped.action === "stop");
});

test("a landing is not taken while several frogs might be meant", () => {
  const choices: Choices = {
    next: {
      a1: { next: { b2: { action: "a1-b2" }, c1: { action: "a1-c1" } } },
      c3: { next: { b2: { action: "c3-b2" }, c1: { action: "c3-c1" } } },
    },
  };
  assert.deepEqual(lit(begin(choices)).toSorted(), ["a1", "c3"]);
  assert.equal(after(choices, "b2").is, "refused");
});

test("who may also do nothing chooses the frog first: a card can be looked at without being taken", () => {
  const choices: Choices = {
    next: { "send.B": { next: { "card.ell": { action: "send B take ell" } } }, stay: { action: "stay" } },
  };
  assert.deepEqual(lit(begin(choices)).toSorted(), ["send.B", "stay"]);
  assert.equal(after(choices, "card.ell").is, "refused");
});

test("a beginning that leaves no choice may be several spots long", () => {
  const choices: Choices = {
    next: { "3": { next: { pond: { next: { "5": { action: "3-pond/5" }, "6": { action: "3-pond/6" } } } } } },
  };
  assert.deepEqual(lit(begin(choices)).toSorted(), ["3", "5", "6", "pond"]);
  assert.deepEqual(pathBefore(begin(choices), "6"), ["3", "pond"]);
  const six = after(choices, "6");
  assert.ok(six.is === "said" && six.action === "3-pond/6");
  const half = after(choices, "pond").input;
  assert.equal(path(half), "3 pond");
  assert.equal(path(back(half)), "", "what was not chosen by hand goes with what was");
});

test("the first spot again takes it back", () => {
  assert.equal(path(after(STEP, "c1", "c1").input), "");
});

test("another first spot begins anew", () => {
  assert.equal(path(after(TWO, "c1", "d4").input), "d4");
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
  const outcome = drop(pick(begin(DICE), "5.0").input, "5.1");
  assert.ok(outcome.is === "said" && outcome.action === "3+4 5+1");
});

test("the frog jumped over follows by itself", () => {
  const outcome = drop(pick(begin(JUMP), "a1").input, "a3");
  assert.ok(outcome.is === "said" && outcome.action === "a1-a2-a3");
});

test("while a piece is held nothing follows by itself that the engine does not say so of", () => {
  const choices: Choices = { next: { a1: { next: { a3: { next: { a2: { action: "a1-a2-a3" } } } } }, b1: STEP } };
  assert.equal(path(pick(begin(choices), "a1").input), "a1");
  assert.equal(path(pick(begin(DICE), "3.0").input), "3.0");
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
  const half = pick(after(DICE, "3.0", "3.4").input, "5.0").input;
  assert.equal(path(half), "3.0 3.4 5.0");
  assert.equal(path(pick(half, "2.0").input), "3.0 3.4 2.0");
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

test("a drag says nothing before the piece is let go, and a landing cannot be dragged", () => {
  const held = pick(begin(STEP), "b2");
  assert.equal(held.is, "changed");
  assert.equal(path(held.input), "b2");
  const said = drop(held.input, "c3");
  assert.ok(said.is === "said" && said.action === "b2-c3");
  const unmoved = pick(begin(CHAIN), "f6");
  assert.equal(unmoved.is, "changed");
  assert.equal(path(unmoved.input), "");
  const wobbled = drop(unmoved.input, "f6");
  assert.ok(wobbled.is === "said" && wobbled.action === "d4>f6", "a finger that slips a little still taps");
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

for (const [name, trace] of TRACES) {
  test(`${name}: whatever is lit can be chosen, and a tap never says more than a person has to`, () => {
    for (const { choices, paths } of trace.events) {
      const ways = paths.flat();
      const start = begin(choices);
      for (const spot of lit(start)) {
        const before = [...pathBefore(start, spot), spot];
        const meant = ways.filter((way) => before.every((step, index) => way[index] === step));
        assert.ok(meant.length > 0, `${spot} begins no action`);
        // What was not chosen left no choice: no other way leads over this spot.
        if (before.length > 1) {
          const others = ways.filter((way) => !isEnding(way[0] ?? "") && way[0] !== before[0]);
          assert.deepEqual(others, [], `${spot} might be meant for another piece`);
        }
        const outcome = choose(start, spot);
        assert.notEqual(outcome.is, "refused");
        const isOnly = new Set(meant.map((way) => way.join(" "))).size === 1;
        if (isOnly) assert.equal(outcome.is, "said", `${before.join(" ")} leaves no choice`);
        if (outcome.is === "said") assert.equal(new Set(meant.map((way) => way.join(" "))).size, 1);
      }
    }
  });

  test(`${name}: what is dragged says the same as what is tapped`, () => {
    for (const { choices, paths, legal = [] } of trace.events) {
      for (const [index, action] of legal.entries()) {
        for (const way of paths[index] ?? []) {
          const [from = "", to = ""] = way;
          if (way.length !== 2) continue;
          const held = pick(begin(choices), from);
          assert.equal(held.is, "changed");
          let dropped = drop(held.input, to);
          if (dropped.is === "changed") dropped = complete(dropped.input);
          assert.ok(dropped.is === "said" && dropped.action === action, way.join(" "));
          let tapped: Outcome = choose(begin(choices), from);
          if (tapped.is === "changed") tapped = choose(tapped.input, to);
          if (tapped.is === "changed") tapped = complete(tapped.input);
          assert.ok(tapped.is === "said" && tapped.action === action, way.join(" "));
        }
      }
    }
  });
}

test("China Moon: the landings of a frog on a spring can be chosen at once, in real games", () => {
  let springs = 0;
  for (const [, { game, events }] of TRACES) {
    for (const { view, choices, legal = [], paths } of events) {
      if (game !== "china-moon" || !("awaited" in view) || view.awaited.what !== "spring") continue;
      springs += 1;
      for (const [index, action] of legal.entries()) {
        const landing = paths[index]?.[0]?.at(-1) ?? "";
        assert.ok(lit(begin(choices)).includes(landing));
        const outcome = choose(begin(choices), landing);
        assert.ok(outcome.is === "said" && outcome.action === action, `${landing}: ${JSON.stringify(outcome)}`);
      }
    }
  }
  assert.ok(springs > 0, "some frog landed on a spring");
});

test("Hop It!: a frog that hops on need not be chosen, and may stop while it is, in real games", () => {
  let hops = 0;
  for (const [, { events }] of TRACES) {
    for (const { view, choices, legal = [], paths } of events) {
      if (!("hopping" in view) || view.hopping === null) continue;
      const isFree = legal.includes("stop");
      const frog = choices.next?.[view.hopping];
      for (const [index, action] of legal.entries()) {
        if (action === "stop") continue;
        hops += 1;
        const outcome = choose(begin(choices), paths[index]?.[0]?.at(-1) ?? "");
        assert.ok(outcome.is === "said" && outcome.action === action);
      }
      if (frog !== undefined) assert.equal(lit(pick(begin(choices), view.hopping).input).includes("stop"), isFree);
    }
  }
  assert.ok(hops > 0, "some frog hopped on");
});
