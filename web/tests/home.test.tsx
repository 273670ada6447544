import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { activate, room } from "./dom";
import { render } from "preact";
import { act } from "preact/test-utils";
import { InProgress } from "../src/app/home/in-progress";
import { Home } from "../src/app/home/home";
import { Lounge, inOrder } from "../src/app/home/lounge";
import { keepGame, keepLevel, remember } from "../src/app/keep";
import { TurnsContext } from "../src/app/turns/context";
import { mine } from "../src/app/turns/mine";
import type { Turn } from "../src/app/turns/turns";
import type { House } from "../src/house/house";
import type { PlayNow, Sitter, TableLine, TableList } from "../src/protocol";
import { LANGUAGE_CODES } from "../src/words/language";
import { Around, pageOf } from "./pages";
import { TONGUES } from "./tongues";

const LINE: TableLine = {
  id: "waits",
  game: "hop-it",
  status: "playing",
  seats: [
    { is: "person", person: 1, name: "Ana" },
    { is: "person", person: 2, name: "Bo" },
  ],
  clock: { kind: "none" },
  opening_events: 0,
  is_practice: false,
  options: {},
  takes_newcomers: false,
  mine: [0],
  created_at: 0,
  changed_at: 0,
};

const TURNS: readonly Turn[] = [{ table: LINE, seat: 0, until: null, moved: 1, number: 3 }];
const PRACTICE: readonly Turn[] = TURNS.map((turn) => ({ ...turn, table: { ...LINE, is_practice: true } }));

/** A house in which questions are counted, and answered when the test wants. */
function counted(answers: Partial<House>) {
  const asked: string[] = [];
  const house = new Proxy({} as House, {
    get: (_, name: keyof House) => () => {
      asked.push(name);
      const answer = answers[name] as (() => unknown) | undefined;
      return answer?.() ?? Promise.reject(new Error(name));
    },
  });
  return { house, asked };
}

const games = (has_public_tables: boolean) => () => Promise.resolve({ games: [], levels: [], has_public_tables });
const nothing: TableList = { tables: [], now: 0 };

/** Effects, and the answers to what they ask. */
async function settled(): Promise<void> {
  for (let rounds = 0; rounds < 4; rounds += 1) await act(() => new Promise((done) => setTimeout(done, 5)));
}

async function lounge(house: House): Promise<HTMLElement> {
  const host = room();
  await act(() =>
    render(
      <Around page={pageOf({ house })}>
        <Lounge />
      </Around>,
      host,
    ),
  );
  await settled();
  return host;
}

beforeEach(() => {
  document.body.innerHTML = "";
  remember("games", []);
});

test("that there is no open table is said once the list has come, and not before", async () => {
  let come: (list: TableList) => void = () => undefined;
  const list = new Promise<TableList>((resolve) => {
    come = resolve;
  });
  const { house } = counted({
    games: games(true),
    list: () => list,
    presence: () => Promise.resolve({ here: 4, playing: 2 }),
    mine: () => Promise.resolve(nothing),
  });
  const host = await lounge(house);
  assert.doesNotMatch(host.textContent ?? "", /No open table/);
  come(nothing);
  await settled();
  assert.match(host.textContent ?? "", /No open table just now\./);
  assert.match(host.querySelector(".presence")?.textContent ?? "", /4 .*2 /);
  void act(() => render(null, host));
});

test("tables at which one may sit down come first, and those at which nobody is last", async () => {
  const ana: Sitter = { is: "person", person: 1, name: "Ana" };
  const computer: Sitter = { is: "computer", level: 3 };
  const line = (id: string, change: Partial<TableLine>): TableLine => ({
    ...LINE,
    id,
    present: 1,
    mine: [],
    ...change,
  });
  const free = { status: "waiting", seats: [ana, { is: "open" }] } as const;
  const kept = { status: "waiting", seats: [ana, { is: "invited" }] } as const;
  const newcomers = { takes_newcomers: true, seats: [ana, computer] };
  const tables = [
    line("watched", {}),
    line("nobody at a free seat", { ...free, present: 0 }),
    line("for friends", kept),
    line("given", { ...free, opening_events: 4 }),
    line("newcomers", newcomers),
    line("own", free),
    line("nobody there", { ...newcomers, present: 0 }),
    line("free", free),
    line("another free one", free),
  ];
  const { house } = counted({
    games: games(true),
    list: () => Promise.resolve({ tables, now: 0 }),
    presence: () => Promise.resolve({ here: 4, playing: 2 }),
    mine: () => Promise.resolve({ tables: [line("own", { mine: [0] })], now: 0 }),
  });
  const host = await lounge(house);
  const ways = () => [...host.querySelectorAll(".rows li")].map((row) => row.querySelector("button, a")?.textContent);
  assert.deepEqual(ways(), ["Join", "Join", "Come in"], "of many tables the first three are shown");
  const all = [...host.querySelectorAll("button")].find(({ textContent }) => textContent === "Show all 9 tables");
  await act(() => all?.click());
  assert.deepEqual(ways(), ["Join", "Join", "Come in", "Watch", "Watch", "Watch", "Go on", "Join", "Come in"]);
  assert.deepEqual(
    inOrder(tables, new Set(["own"])).map(({ id }) => id),
    [
      "free",
      "another free one",
      "newcomers",
      "watched",
      "for friends",
      "given",
      "own",
      "nobody at a free seat",
      "nobody there",
    ],
  );
  void act(() => render(null, host));
});

test("where there is no list of open tables none is asked for", async () => {
  const { house, asked } = counted({ games: games(false), mine: () => Promise.resolve(nothing) });
  const host = await lounge(house);
  document.dispatchEvent(new window.Event("visibilitychange") as unknown as Event);
  assert.equal(host.textContent, "");
  assert.deepEqual(asked.toSorted(), ["games", "mine"]);
  void act(() => render(null, host));
});

test("one's own games are one list: those that wait first, the latest few, and the rest if wanted", async () => {
  for (const id of ["a", "b", "waits", "c", "d"]) keepGame({ id, game: "abagio", status: "playing", mine: true });
  keepGame({ id: "over", game: "abagio", status: "finished", mine: true });
  keepGame({ id: "watched", game: "abagio", status: "playing" });
  const host = room();
  await act(() =>
    render(
      <Around page={pageOf()}>
        <TurnsContext.Provider value={TURNS}>
          <InProgress />
        </TurnsContext.Provider>
      </Around>,
      host,
    ),
  );
  const rows = () => [...host.querySelectorAll("li a")].map((link) => link.getAttribute("href"));
  assert.deepEqual(rows(), ["/table/waits", "/table/d", "/table/c"]);
  assert.match(host.querySelector("h2")?.textContent ?? "", /Your turn 1/);
  const all = [...host.querySelectorAll("button")].find(({ textContent }) => textContent === "All 5 games");
  await act(() => all?.click());
  assert.deepEqual(rows(), ["/table/waits", "/table/d", "/table/c", "/table/b", "/table/a"], "each once");
  void act(() => render(null, host));
});

test("playing somebody now asks for the level that was chosen last in that game, if one was", async () => {
  keepLevel("abagio", 6);
  remember("level.hop-it", 9);
  const wishes: PlayNow[] = [];
  const { house: base } = counted({ games: games(true), mine: () => Promise.resolve(nothing) });
  const playNow = (wish: PlayNow) => {
    wishes.push(wish);
    return Promise.reject(new Error("full"));
  };
  const host = await lounge(
    new Proxy(base, { get: (of, name) => (name === "playNow" ? playNow : Reflect.get(of, name)) }),
  );
  for (const game of ["Abagio", "Hop It!", "China Moon"]) {
    const button = [...host.querySelectorAll(".lounge-now button")].find(({ textContent }) => textContent === game);
    await act(() => activate(button ?? assert.fail(game)));
    await settled();
  }
  assert.deepEqual(
    wishes.map(({ game, level }) => [game, level]),
    [
      ["abagio", 6],
      ["hop-it", undefined],
      ["china-moon", undefined],
    ],
  );
  void act(() => render(null, host));
});

test("games for practice are marked in one's own lists, and others are not", async () => {
  keepGame({ id: "on", game: "abagio", status: "playing", mine: true, is_practice: true, names: ["Ana"] });
  keepGame({ id: "over", game: "hop-it", status: "finished", mine: true, is_practice: true, won: true });
  keepGame({ id: "plain", game: "china-moon", status: "playing", mine: true });
  // Kept before anybody spoke of practice, and listed since.
  keepGame({ id: "old", game: "frogriders", status: "playing", mine: true });
  const tables = [{ ...LINE, id: "old", is_practice: true }];
  for (const lang of LANGUAGE_CODES) {
    const { house } = counted({ games: games(false), mine: () => Promise.resolve({ tables, now: 0 }) });
    const { app, games: words, rules } = TONGUES[lang];
    const host = room();
    await act(() =>
      render(
        <Around page={pageOf({ house, lang, t: app, w: words, rules })}>
          <TurnsContext.Provider value={PRACTICE}>
            <Home />
          </TurnsContext.Provider>
        </Around>,
        host,
      ),
    );
    await settled();
    const all = [...host.querySelectorAll("button")].find(({ textContent }) => /4/.test(textContent ?? ""));
    await act(() => all?.click());
    const mark = new RegExp(`· ${app.atTable.practiceShort}$`);
    const marked = [...host.querySelectorAll(".rows li")].map((row) => [
      row.querySelector("a")?.getAttribute("href"),
      mark.test(row.querySelector(".soft")?.textContent ?? ""),
    ]);
    assert.deepEqual(
      marked.toSorted(),
      [
        ["/replay/over", true],
        ["/table/old", true],
        ["/table/old", true],
        ["/table/on", true],
        ["/table/on", true],
        ["/table/plain", false],
        ["/table/plain", false],
        ["/table/waits", true],
      ],
      lang,
    );
    void act(() => render(null, host));
  }
});

test("all parts of the page share one question for one's own tables", async () => {
  let isUp = true;
  const { house, asked } = counted({
    mine: () => (isUp ? Promise.resolve(nothing) : Promise.reject(new Error("down"))),
  });
  await Promise.all([mine(house, 0), mine(house, 1), mine(house, 1_999)]);
  assert.equal(asked.length, 1);
  isUp = false;
  await assert.rejects(mine(house, 2_000));
  await assert.rejects(mine(house, 2_001), "a failure is not kept");
  assert.equal(asked.length, 3);
});
