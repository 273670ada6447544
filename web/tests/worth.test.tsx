import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { room } from "./dom";
import { render } from "preact";
import { act } from "preact/test-utils";
import { summaryOf } from "../src/app/table/summary";
import { tipOf } from "../src/app/table/tips";
import { Worth, breakdownOf } from "../src/app/table/worth";
import { ALL_PADS, symbolOf } from "../src/boards/china-moon/geometry";
import type { AbagioView, FrogridersView, GameId, Views } from "../src/protocol";
import { COMMONS, SECRETS } from "../src/protocol/cards";
import { FROGRIDERS_COLOUR } from "../src/protocol/facts";
import { CardArt } from "../src/pieces/card";
import { LANGUAGE_CODES } from "../src/words/language";
import { Around, pageOf } from "./pages";
import { TONGUES } from "./tongues";
import { TRACES } from "./traces";

const { app: t, games: w } = TONGUES.en;

beforeEach(() => {
  document.body.innerHTML = "";
});

/** Every view of every real game. */
function* views<G extends GameId>(game: G): Generator<readonly [string, Views[G], number]> {
  for (const [name, trace] of TRACES) {
    if (trace.game !== game) continue;
    for (const { view } of trace.events) yield [name, view as Views[G], trace.seats];
  }
}

test("what a seat's things are worth adds up, line by line, at every moment of games that score", () => {
  let seen = 0;
  for (const game of ["frogriders", "china-moon"] as const) {
    for (const [name, view, seats] of views(game)) {
      for (let seat = 0; seat < seats; seat += 1) {
        const found = breakdownOf(t, w, game, view, seat);
        assert.ok(found !== null, name);
        assert.equal(
          found.lines.reduce((sum, { points }) => sum + points, 0),
          found.total,
          name,
        );
        assert.ok(summaryOf(t, w, game, view, seat).includes(`${found.total}`.replace("-", "−")), name);
        if (found.lines.length > 1) seen += 1;
      }
    }
  }
  assert.ok(seen > 100, "most lines are there");
});

test("games without points have no breakdown, and neither has a game that is over", () => {
  for (const [name, trace] of TRACES) {
    const [first] = trace.events;
    assert.ok(first !== undefined);
    const scores = trace.game === "frogriders" || trace.game === "china-moon";
    assert.equal(breakdownOf<GameId>(t, w, trace.game, first.view, 0) !== null, scores, name);
    if (trace.view.winners !== null) assert.equal(breakdownOf<GameId>(t, w, trace.game, trace.view, 0), null, name);
  }
});

test("Pool Party says the best line of each seat, Abagio what is on the root and home", () => {
  for (const [name, view, seats] of views("pool-party")) {
    for (let seat = 0; seat < seats; seat += 1) {
      const frogs = view.frogs[seat]?.filter((space) => space !== null) ?? [];
      const most = Math.max(0, ...frogs.map((space) => frogs.filter((other) => other === space).length));
      assert.match(summaryOf(t, w, "pool-party", view, seat), new RegExp(`^${most} of 5 in line`), name);
    }
  }
  const [first] = views("abagio");
  const view: AbagioView = { ...(first?.[1] ?? assert.fail()), root: [2, 0], pond: [1, 4] };
  assert.equal(summaryOf(t, w, "abagio", view, 0), "2 on the root, 1 in the pond");
  assert.equal(summaryOf(t, w, "abagio", view, 1), "4 in the pond");
});

/** Frogriders in the middle of a game, as seat 0 sees it. */
function riders(): FrogridersView {
  const found = [...views("frogriders")].findLast(([, { phase }]) => phase === "jump")?.[1] ?? assert.fail();
  const [first = assert.fail(), second = assert.fail()] = found.players;
  const hidden = { ...second, dealt: null, kept: null };
  return {
    ...found,
    players: [
      {
        ...first,
        has_kept: true,
        kept: "2R",
        so_far: [
          { source: "gained", points: 2 },
          { source: "2R", points: 5 },
          { source: "brown", points: 0 },
        ],
        worth: 7,
        objectives: [
          { asks: "sets", card: "2R", points: 5, sets: 1, has: 1, needs: 2 },
          { asks: "most", card: "most-RB", points: 0, has: 2, others: 3 },
        ],
      },
      { ...hidden, has_kept: true },
    ],
  };
}

test("the panel shows the lines that count, progress on every objective, and says whose secret is left out", () => {
  const view = riders();
  const draw = (seat: number) => {
    const host = room();
    void act(() =>
      render(
        <Around page={pageOf()}>
          <Worth game="frogriders" view={view} seat={seat} name="Ada" />
        </Around>,
        host,
      ),
    );
    return host;
  };
  const mine = draw(0);
  assert.equal(mine.querySelector("summary")?.textContent, "7 trophies so far");
  assert.deepEqual(
    [...mine.querySelectorAll("tbody tr")].map((row) => row.lastElementChild?.textContent),
    ["2", "5"],
  );
  assert.deepEqual(
    [...mine.querySelectorAll(".how")].map((how) => how.textContent),
    ["1 set, 1 of 2 for the next", "2, the others at most 3"],
  );
  assert.ok(!(mine.textContent ?? "").includes(t.worth.noSecret));
  const other = draw(1);
  assert.match(other.querySelector("summary")?.textContent ?? "", / \+ secret$/);
  assert.ok((other.textContent ?? "").includes(t.worth.noSecret));
});

test("trophies for every set look different from trophies that are counted once", () => {
  const cupOf = (id: string, isSecret = false) => {
    const host = room();
    void act(() =>
      render(
        <svg>
          <CardArt id={id} secret={isSecret} />
        </svg>,
        host,
      ),
    );
    return host.querySelector(".cup")?.getAttribute("class") ?? "";
  };
  for (const { id, per_set } of COMMONS) assert.match(cupOf(id), per_set === true ? /cup-each/ : /cup-once/, id);
  for (const { id } of SECRETS) assert.match(cupOf(id, true), /cup-each/, id);
});

test("every hut, symbol, heap and full stack says in both languages what it does", () => {
  for (const language of LANGUAGE_CODES) {
    const { app, games } = TONGUES[language];
    const [moon] = views("china-moon");
    for (const pad of ALL_PADS) {
      const kind = symbolOf(pad);
      const tip = tipOf(app, games, "china-moon", moon?.[1] ?? assert.fail(), `${pad}`);
      assert.equal(tip === null, kind === "plain" || kind === "lily", `pad ${pad}`);
    }
    const abouts = FROGRIDERS_COLOUR.map(
      (colour) => tipOf(app, games, "frogriders", riders(), `village.${colour}`)?.about ?? assert.fail(colour),
    );
    assert.equal(new Set(abouts).size, abouts.length);
    let heaps = 0;
    for (const [, view] of views("abagio")) {
      for (const { at, owner, heap, is_full, frogs } of view.spaces) {
        if ((owner !== null && owner !== (view.turn ?? 0)) || at === view.chief) continue;
        const tip = tipOf(app, games, "abagio", view, at);
        assert.equal(tip !== null, heap != null || is_full === true, `${at} ${frogs.join("")}`);
        if (tip !== null) heaps += 1;
      }
    }
    assert.ok(heaps > 0, "there are heaps");
  }
});
