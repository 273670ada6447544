import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { fire, room } from "./dom";
import { render } from "preact";
import { act } from "preact/test-utils";
import { SetUpPage } from "../src/app/home/set-up";
import type { House } from "../src/house/house";
import type { GameId, OpenTable, ToServer } from "../src/protocol";
import { FACTS, GAMES } from "../src/protocol/facts";
import { offsetHere } from "../src/app/turns/weekend";
import { LANGUAGE_CODES, type Language } from "../src/words/language";
import { Around, pageOf } from "./pages";
import { TONGUES } from "./tongues";
import { TRACES } from "./traces";

beforeEach(() => {
  document.body.innerHTML = "";
});

function setUp(
  game: GameId,
  how: "computer" | "friends" | "screen",
  lang: Language = "en",
  answers: Partial<House> = {},
) {
  const host = room();
  const opened: OpenTable[] = [];
  const { app, games, rules } = TONGUES[lang];
  const house: Partial<House> = {
    games: () => Promise.reject(new Error("none")),
    open: (wish) => {
      opened.push(wish);
      return answers.open?.(wish) ?? Promise.reject(new Error("full"));
    },
    ...(answers.tell === undefined ? {} : { tell: answers.tell }),
  };
  void act(() =>
    render(
      <Around page={pageOf({ house: house as House, lang, t: app, w: games, rules })}>
        <SetUpPage game={game} how={how} />
      </Around>,
      host,
    ),
  );
  return { host, opened };
}

test("choosing a level opens no table: options can be seen first", async () => {
  const { host, opened } = setUp("pool-party", "computer");
  const levels = [...host.querySelectorAll<HTMLInputElement>('input[type="radio"]')];
  assert.equal(levels.length, 8);
  assert.equal(levels.filter(({ checked }) => checked).length, 1, "the level played last, or the first, is chosen");
  await act(() => levels[4]?.click());
  assert.equal(opened.length, 0);
  assert.ok(host.querySelectorAll("select").length >= 2, "the options are in sight");
  assert.equal(host.querySelector("details"), null);
  await act(() => {
    host
      .querySelector<HTMLFormElement>("form")
      ?.dispatchEvent(new window.Event("submit", { cancelable: true }) as unknown as Event);
  });
  assert.deepEqual(
    opened.map(({ seats }) => seats.filter(({ is }) => is === "computer")),
    [[5, 5].map((level) => ({ is: "computer", level }))],
  );
});

test("a seat says its colour, and the first one that it starts", () => {
  const words = (game: GameId) =>
    [...setUp(game, "screen").host.querySelectorAll(".seats label")].map((label) => label.textContent ?? "");
  assert.match(words("pool-party")[0] ?? "", /^Seat 1, coral, starts/);
  assert.match(words("hop-it").find((label) => label.startsWith("Seat 2")) ?? "", /^Seat 2, black$/);
  assert.match(words("abagio")[0] ?? "", /^Seat 1, red$/);
});

test("who starts is what real games say", () => {
  for (const game of GAMES.filter((id) => !FACTS[id].draws_first)) {
    const firsts = TRACES.filter(([, trace]) => trace.game === game).map(
      ([, { events }]) => events.find(({ seat }) => seat !== undefined)?.seat,
    );
    assert.deepEqual(new Set(firsts), new Set([0]), game);
  }
});

const pick = async (host: HTMLElement, label: RegExp, option: RegExp) => {
  const field = [...host.querySelectorAll(".field")].find((one) =>
    label.test(one.querySelector("label")?.textContent ?? ""),
  );
  const select = field?.querySelector("select") ?? assert.fail(`${label}`);
  const found =
    [...select.options].find(({ textContent }) => option.test(textContent ?? "")) ?? assert.fail(`${option}`);
  select.value = found.value;
  await act(() => fire("change", select));
};
/** Until what is asked of a house has been answered. */
const rest = () => act(() => new Promise<void>((done) => setTimeout(done, 5)));
const submit = (host: HTMLElement) =>
  act(() => {
    host
      .querySelector<HTMLFormElement>("form")
      ?.dispatchEvent(new window.Event("submit", { cancelable: true }) as unknown as Event);
  });

test("who starts is chosen in every set-up, a seat or the lot, unless the rules roll for it", async () => {
  for (const how of ["computer", "friends", "screen"] as const) {
    const { host, opened } = setUp("china-moon", how);
    await submit(host);
    await pick(host, /Who starts/, /^Seat 2/);
    await submit(host);
    await pick(host, /Who starts/, /by lot/);
    await submit(host);
    assert.deepEqual(
      opened.map(({ starts }) => starts),
      [undefined, { is: "seat", seat: 1 }, { is: "lot" }],
      how,
    );
    const rolled = setUp("abagio", how).host;
    assert.doesNotMatch(rolled.textContent ?? "", /Who starts/);
    assert.match(rolled.textContent ?? "", /the higher number starts/);
  }
});

/** What the rules of each game say of who starts, in a word that its line must have. */
const CUSTOMS: Readonly<Record<GameId, Readonly<Record<Language, RegExp>>>> = {
  "hop-it": { en: /do not say who starts/, fr: /ne disent pas qui commence/ },
  abagio: { en: /Both roll/, fr: /Chacun lance un dé/ },
  "pool-party": { en: /the youngest starts/, fr: /le plus jeune commence/ },
  "china-moon": { en: /the oldest starts/, fr: /le plus âgé commence/ },
  frogriders: { en: /anybody may start/, fr: /n’importe qui peut commencer/ },
};

test("beside who starts stands what the printed rules say of it, in either language", () => {
  for (const lang of LANGUAGE_CODES)
    for (const game of GAMES) {
      const { host } = setUp(game, "friends", lang);
      const select = host.querySelector("select[aria-describedby]");
      const id = select?.getAttribute("aria-describedby");
      const said =
        id == null
          ? host.querySelector(".fields + details, .fields .soft")?.parentElement
          : host.querySelector(`[id="${id}"]`);
      assert.match(said?.textContent ?? "", CUSTOMS[game][lang], `${lang} ${game}`);
      assert.equal(id == null, FACTS[game].draws_first, "it belongs to the choice, where there is one");
    }
});

test("a table is opened as it was set up: clock, weekends off, strict, and whatever else was changed stays", async () => {
  const { host, opened } = setUp("china-moon", "friends");
  const tick = async (label: RegExp) => {
    const found = [...host.querySelectorAll("label.tick")].find(({ textContent }) => label.test(textContent ?? ""));
    await act(() => found?.querySelector("input")?.click());
  };
  await pick(host, /How many/, /^4$/);
  await pick(host, /Who starts/, /^Seat 4/);
  await pick(host, /Clock/, /3 days/);
  await tick(/Weekends off/);
  await pick(host, /Clock/, /7 days/);
  await tick(/Strict/);
  await tick(/list of open tables/);
  await submit(host);
  await pick(host, /How many/, /^3$/);
  await pick(host, /Clock/, /No clock/);
  await submit(host);
  assert.deepEqual(
    opened.map(({ seats, starts, clock, is_strict, is_public }) => [seats.length, starts, clock, is_strict, is_public]),
    [
      [4, { is: "seat", seat: 3 }, { kind: "days", days: 7, weekends_off: offsetHere() }, true, true],
      [3, undefined, { kind: "none" }, false, true],
    ],
  );
});

test("colours are chosen before a game that begins at once, and said before it does", async () => {
  for (const [how, isHere] of [
    ["computer", true],
    ["screen", true],
    ["screen", false],
  ] as const) {
    const told: ToServer[] = [];
    const { host, opened } = setUp("pool-party", how, "en", {
      open: () => Promise.resolve({ table: "t", seats: [0], invite: null, commitment: "s" }),
      tell: (_, message) => {
        told.push(message);
        return isHere ? Promise.resolve() : Promise.reject(new Error("going down"));
      },
    });
    await submit(host);
    await rest();
    assert.deepEqual(
      [told, opened.at(-1)?.start_when_full],
      [[], true],
      "with the usual colours nothing is to be said",
    );
    if (how === "computer") {
      await pick(host, /^You$/, /^Seat 2, amber/);
      await pick(host, /Your colour/, /^green$/);
      // It is theirs wherever they sit; the mark belongs to the seat.
      await pick(host, /^You$/, /^Seat 3, green/);
      await pick(host, /Your colour/, /^coral$/);
    } else {
      await pick(host, /^Colour, Seat 1$/, /^blue$/);
      await pick(host, /^Colour, Seat 2$/, /^brown$/);
    }
    const marks = [...host.querySelectorAll(".seats .seat-mark")].map((mark) => mark.getAttribute("class"));
    if (how === "screen")
      assert.deepEqual(
        marks.map((mark) => /tint-(\w+)/.exec(mark ?? "")?.[1]),
        ["blue", "brown", "coral"],
      );
    await submit(host);
    await rest();
    const [first, second] =
      how === "computer"
        ? [{ seat: 0, colour: 2 }, null]
        : [
            { seat: 0, colour: 2 },
            { seat: 1, colour: 5 },
          ];
    assert.equal(opened.at(-1)?.start_when_full, false);
    assert.deepEqual(
      told,
      isHere
        ? [{ type: "colour", ...first }, ...(second === null ? [] : [{ type: "colour", ...second }]), { type: "start" }]
        : [{ type: "colour", ...first }],
      "what fails is offered by the lobby of the table",
    );
  }
  assert.doesNotMatch(setUp("hop-it", "screen").host.textContent ?? "", /Colour/);
  assert.doesNotMatch(setUp("pool-party", "friends").host.textContent ?? "", /Colour|Your colour/);
});

test("where colours come with seats, they follow whoever starts, and nobody has one before the lot", async () => {
  const { host } = setUp("hop-it", "screen");
  const words = () =>
    [...host.querySelectorAll(".seats label")]
      .map((label) => label.textContent ?? "")
      .filter((label) => label.startsWith("Seat"));
  assert.deepEqual(words(), ["Seat 1, white, starts", "Seat 2, black"]);
  await pick(host, /Who starts/, /^Seat 2/);
  assert.deepEqual(words(), ["Seat 1, black", "Seat 2, white, starts"]);
  await pick(host, /Who starts/, /by lot/);
  assert.deepEqual(words(), ["Seat 1", "Seat 2"]);
});
