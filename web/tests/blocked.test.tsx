import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { room } from "./dom";
import { render } from "preact";
import { act } from "preact/test-utils";
import { block, blocked, blockedAt, heardOf, isListed, unblock } from "../src/app/people/blocked";
import { BlockedHere, BlockedList } from "../src/app/people/blocked-list";
import { People, ReportDialog } from "../src/app/people/people";
import { forget } from "../src/app/keep";
import { EMPTY } from "../src/app/table/model";
import type { TableLink } from "../src/app/table/use-table";
import type { ReportWish, TableLine } from "../src/protocol";
import { Around, pageOf } from "./pages";
import { ME, tableOf } from "./tables";

const MARKS = { 1: "aa", 2: "bb" };
const PUBLIC = tableOf({ game: "hop-it", seats: 2 }, { is_public: true, marks: MARKS });
const PRIVATE = tableOf({ game: "hop-it", seats: 2 });
const CHAT = [
  { number: 1, at: 0, person: 1, name: "Ana", text: "hello" },
  { number: 2, at: 0, person: 2, name: "Bo", text: "grr" },
];
const LINE: TableLine = {
  id: "t",
  game: "hop-it",
  status: "waiting",
  seats: [{ is: "open" }, { is: "person", person: 2, name: "Bo" }],
  clock: { kind: "none" },
  opening_events: 0,
  is_practice: false,
  options: {},
  takes_newcomers: false,
  mine: [],
  created_at: 0,
  changed_at: 0,
  marks: { 2: "bb" },
};

beforeEach(() => {
  document.body.innerHTML = "";
  forget("blocked");
});

test("what somebody says who is blocked is not shown", () => {
  assert.equal(heardOf(blocked(), PUBLIC, CHAT), CHAT);
  block("bb", "Bo");
  assert.deepEqual(
    heardOf(blocked(), PUBLIC, CHAT).map(({ text }) => text),
    ["hello"],
  );
  assert.equal(heardOf(blocked(), PRIVATE, CHAT).length, 2, "nobody is known at a table that is not public");
  unblock("bb");
  assert.equal(heardOf(blocked(), PUBLIC, CHAT).length, 2);
});

test("tables that somebody opened who is blocked are not listed", () => {
  assert.equal(isListed(blocked(), LINE), true);
  block("bb", "Bo");
  assert.equal(isListed(blocked(), LINE), false);
  const guest = { ...LINE, marks: { 1: "aa", 2: "bb" } };
  assert.equal(isListed(blocked(), guest), true, "somebody else opened it");
  assert.deepEqual(blockedAt(blocked(), guest), ["Bo"], "but one is warned");
  const { marks: _, ...unmarked } = LINE;
  assert.equal(isListed(blocked(), unmarked), true);
});

test("the same person is blocked once, under the latest name", () => {
  block("bb", "Bo");
  block("cc", "Cy");
  block("bb", "Boo");
  assert.deepEqual(blocked(), [
    { mark: "bb", name: "Boo" },
    { mark: "cc", name: "Cy" },
  ]);
});

function shown(table = PUBLIC, reports: ReportWish[] = []) {
  const host = room();
  const said: unknown[] = [];
  const link = {
    model: { ...EMPTY, you: ME, table, chat: CHAT },
    say: (message: unknown) => void said.push(message),
  } as unknown as TableLink;
  const house = {
    report: (_: string, wish: ReportWish) => {
      reports.push(wish);
      return Promise.resolve({ lines: 1, days: 90 });
    },
  };
  const page = pageOf({ house: { ...pageOf().house, ...house } });
  void act(() =>
    render(
      <Around page={page}>
        <BlockedHere table={table} />
        <People link={link} table={table} />
        <BlockedList />
      </Around>,
      host,
    ),
  );
  const button = (label: string) =>
    [...host.querySelectorAll<HTMLButtonElement>("button")].find(
      (one) => (one.getAttribute("aria-label") ?? one.textContent) === label,
    );
  return { host, said, button };
}

test("somebody at the table can be blocked, and one is warned from then on", async () => {
  const { host, button } = shown();
  assert.equal(host.querySelector(".blocked-here"), null);
  await act(() => button("Block: P1")?.click());
  assert.match(host.querySelector(".blocked-here")?.textContent ?? "", /^P1, whom you have blocked, sits/);
  assert.deepEqual(blocked(), [{ mark: "bb", name: "P1" }]);
  await act(() => button("Unblock: P1")?.click());
  assert.equal(host.querySelector(".blocked-here"), null);
});

test("one can stop hearing others everywhere, and block them at public tables alone", async () => {
  const { said, button } = shown(PRIVATE);
  assert.equal(button("Block: P1"), undefined);
  await act(() => button("Stop hearing: P1")?.click());
  assert.deepEqual(said, [{ type: "mute", person: 2, muted: true }]);
  assert.equal(button("Stop hearing: P0"), undefined, "oneself");
});

test("a report says whom it is about, and what comes of it", async () => {
  const host = room();
  const sent: unknown[] = [];
  const send = (wish: unknown) => {
    sent.push(wish);
    return Promise.resolve({ lines: 2, days: 90 });
  };
  void act(() =>
    render(
      <Around page={pageOf()}>
        <ReportDialog person={2} name="Bo" mark="bb" send={send} onClose={() => undefined} />
      </Around>,
      host,
    ),
  );
  await act(() => host.querySelector<HTMLInputElement>('input[type="checkbox"]')?.click());
  await act(async () => {
    host.querySelector("form")?.dispatchEvent(new window.Event("submit", { cancelable: true }) as unknown as Event);
    await Promise.resolve();
  });
  assert.deepEqual(sent, [{ person: 2, reason: "abuse", text: "" }]);
  assert.deepEqual(blocked(), [{ mark: "bb", name: "Bo" }]);
  assert.match(host.querySelector('[role="status"]')?.textContent ?? "", /2 lines of chat.*90 days/);
});
