import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { animations, room } from "./dom";
import { render } from "preact";
import { act } from "preact/test-utils";
import { TablePage } from "../src/app/table/page";
import { discreet } from "../src/app/table/discreet";
import { USUAL } from "../src/app/settings";
import { FROGRIDERS_SECRET } from "../src/protocol/facts";
import type { ToClient, Welcome, You } from "../src/protocol";
import type { Trace } from "../src/gallery/trace";
import { cardWords } from "../src/words";
import { Around, PuppetHouse, pageOf } from "./pages";
import { ME, welcomeAt } from "./tables";
import { TONGUES } from "./tongues";
import { TRACES } from "./traces";

animations.install();
const trace: Trace = TRACES.find(([name]) => name === "frogriders-2")?.[1] ?? assert.fail();
/** How many events there are when both have kept a secret. */
const KEPT = trace.events.findIndex(({ play }) => play !== undefined && !play.startsWith("keep"));
/** Somebody at seat 0 who shares the screen, and so was told what is dealt to them and what they keep. */
const SHARING: You = { ...ME, seats: [0, 1], in_hand: 0 };
const NAMES = FROGRIDERS_SECRET.map((id) => cardWords(TONGUES.en.games, id).name);
const isTold = (text: string) =>
  NAMES.filter((name) => text.includes(`“${name}”`)).concat(text.match(/\bkeep \w+|\bdeal \d \w+/g) ?? []);

const turns = async () => {
  for (let turn = 0; turn < 6; turn += 1)
    await act(
      () =>
        new Promise((done) => {
          setImmediate(done);
        }),
    );
};

beforeEach(() => {
  document.body.innerHTML = "";
});

async function tableShown(you: You, change: Partial<Welcome> = {}) {
  const puppet = new PuppetHouse();
  const host = room();
  const page = pageOf({ house: puppet.house(), settings: { ...USUAL, sound: false, motion: "none" } });
  await act(() =>
    render(
      <Around page={page}>
        <TablePage id="t" />
      </Around>,
      host,
    ),
  );
  const message = welcomeAt(trace, KEPT, { you, ...change });
  await act(() => puppet.visitor?.hears(message));
  await act(() => puppet.visitor?.link("live"));
  await turns();
  return { host, puppet };
}

async function withNotation(host: HTMLElement) {
  await act(() => host.querySelector<HTMLInputElement>(".side .tick input")?.click());
  return host.textContent ?? "";
}

test("at a shared screen nothing that is written or spoken tells a secret that the veiled card hides", async () => {
  const { host } = await tableShown(SHARING);
  assert.ok(host.querySelectorAll(".log li").length > 2, "there is a log");
  assert.deepEqual(isTold(await withNotation(host)), []);
  const names = [...host.querySelectorAll("[aria-label]")].map((element) => element.getAttribute("aria-label"));
  assert.ok(names.length > 57, "every spot has a name");
  assert.deepEqual(
    names.filter((name) => isTold(name ?? "").length > 0),
    [],
  );
  const kept = NAMES.filter((name) => (host.querySelector(".players")?.textContent ?? "").includes(name));
  assert.deepEqual(kept, [], "nor does what each player's things are worth");
  assert.match(host.textContent ?? "", /has chosen a secret objective/);
});

test("who sits alone before a screen reads what they keep", async () => {
  const { host } = await tableShown(ME);
  assert.ok(isTold(await withNotation(host)).length > 0);
});

test("what is kept for the proof is what was told", () => {
  const told = welcomeAt(trace, KEPT, { you: SHARING }) as ToClient & { type: "welcome" };
  const spoken = discreet(told, SHARING, "frogriders");
  assert.ok(told.events.some((event) => event.what === "played" && /^keep \w+$/.test(event.told.event)));
  assert.ok(spoken.type === "welcome");
  assert.deepEqual(
    spoken.events.flatMap((event) =>
      event.what === "played" && event.told.event.startsWith("keep") ? [event.told.event] : [],
    ),
    ["keep ?", "keep ?"],
  );
  assert.equal(discreet(told, ME, "frogriders"), told);
  assert.equal(discreet(told, SHARING, "hop-it"), told);
});

test("the screen is hidden while a secret is chosen, and only then", async () => {
  const view = trace.events[KEPT]?.view ?? assert.fail();
  const position = { view, turn: { is: "seat", seat: 1 } as const, choices: null };
  const others: You = { ...SHARING, in_hand: 0, hand_over: 1 };
  const { host, puppet } = await tableShown(others, { position });
  assert.equal(host.querySelector(".hand-over"), null);
  assert.ok(host.querySelector(".board"), "the board stays");
  assert.deepEqual(puppet.said.at(-1), { type: "take-hand", seat: 1 });

  document.body.innerHTML = "";
  const first = trace.events.findIndex(({ play }) => play?.startsWith("keep") === true);
  const choosing = trace.events[first]?.view ?? assert.fail();
  const shown = await tableShown(
    { ...SHARING, in_hand: null, hand_over: 0 },
    { position: { view: choosing, turn: { is: "seat", seat: 0 }, choices: null }, events: [] },
  );
  assert.ok(shown.host.querySelector(".hand-over"), "nobody else is to see what is chosen");
  assert.equal(shown.host.querySelector(".board"), null);
  assert.ok(!shown.puppet.said.some(({ type }) => type === "take-hand"));
});

test("who is asked at a shared screen is named, and so is whose action is taken back", async () => {
  const view = trace.events[KEPT]?.view ?? assert.fail();
  const choices = trace.events[KEPT]?.choices ?? null;
  const { host } = await tableShown(SHARING, { position: { view, turn: { is: "seat", seat: 0 }, choices } });
  assert.match(host.querySelector(".prompt")?.textContent ?? "", /^P0, /);
  assert.match(host.querySelector(".prompt-room")?.className ?? "", /hot-seat tint-/);
  assert.match(host.querySelector(".undo-row")?.textContent ?? "", /P[01]’s action/);
  // The owner of the secret can look at it, until they look away.
  const button = host.querySelector<HTMLButtonElement>(".own-secret button") ?? assert.fail();
  assert.equal(host.querySelector(".own-secret span")?.textContent, "");
  await act(() => button.click());
  assert.ok(NAMES.some((name) => host.querySelector(".own-secret span")?.textContent?.includes(name)));
  await act(() => button.click());
  assert.equal(host.querySelector(".own-secret span")?.textContent, "");
});
