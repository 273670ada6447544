import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { fire, room } from "./dom";
import { render } from "preact";
import { act } from "preact/test-utils";
import { InvitePage } from "../src/app/home/invite";
import { gameOf, keepGame, remember } from "../src/app/keep";
import { ComeIn } from "../src/app/table/come-in";
import type { House } from "../src/house/house";
import type { Join, Seated, Sitter, TableState, You } from "../src/protocol";
import { traceOf } from "./finished";
import { Around, pageOf } from "./pages";
import { ME, tableOf } from "./tables";

let drawn: HTMLElement | null = null;

beforeEach(() => remember("games", []));
afterEach(() => {
  if (drawn !== null) render(null, drawn);
  document.body.innerHTML = "";
});

const COMPUTER: Sitter = { is: "computer", level: 3 };
const WATCHER: You = { ...ME, person: null, seats: [] };

/** A game that takes newcomers, at which a person sits and computer players at all other seats. */
function openTable(game: "hop-it" | "pool-party", change: Partial<TableState> = {}): TableState {
  const table = tableOf(traceOf(game), { takes_newcomers: true, status: "playing", is_public: true, ...change });
  return { ...table, seats: table.seats.map((seat) => (seat.seat === 0 ? seat : { ...seat, sitter: COMPUTER })) };
}

/** What a house is asked for, by whom one sits down: never answered, since the page would go on elsewhere. */
function asking(found: Partial<House> = {}) {
  const asked: (readonly [way: string, Join])[] = [];
  const ask = (way: string) => (at: string, join: Join) => {
    asked.push([`${way} ${at}`, join]);
    return new Promise<Seated>(() => undefined);
  };
  const house: Partial<House> = { join: ask("join"), accept: ask("accept"), ...found };
  return { house: house as House, asked };
}

function comeIn(table: TableState, you: You, house?: House): HTMLButtonElement | null {
  const host = room();
  drawn = host;
  render(
    <Around page={pageOf(house === undefined ? {} : { house })}>
      <ComeIn table={table} you={you} />
    </Around>,
    host,
  );
  return host.querySelector("button");
}

test("whoever looks on may come in for a computer player, unless they sit here or were asked to leave for good", () => {
  const table = openTable("hop-it");
  assert.ok(comeIn(table, WATCHER));
  assert.equal(comeIn(table, ME), null);
  assert.equal(comeIn(table, { ...WATCHER, is_removed: true }), null);
});

test("at a table that is not on the list one comes in by its link, and without it nothing is offered", async () => {
  const { house, asked } = asking();
  const table = openTable("hop-it", { is_public: false });
  assert.equal(comeIn(table, WATCHER, house), null);
  keepGame({ id: table.id, invite: "code" });
  await act(() => comeIn(table, WATCHER, house)?.click());
  keepGame({ id: table.id, status: "playing" });
  await act(() => comeIn(table, WATCHER, house)?.click());
  await act(() => comeIn(table, { ...WATCHER, invite: "host’s" }, house)?.click());
  keepGame({ id: "public" });
  await act(() => comeIn(openTable("hop-it", { id: "public" }), WATCHER, house)?.click());
  assert.deepEqual(
    asked.map(([way]) => way),
    ["accept code", "accept code", "accept host’s", "join public"],
  );
});

async function invited(table: TableState, free: readonly number[] = []) {
  const { house, asked } = asking({ invitation: () => Promise.resolve({ table, free, is_seated: false }) });
  const host = room();
  drawn = host;
  await act(() =>
    render(
      <Around page={pageOf({ house })}>
        <InvitePage code="code" />
      </Around>,
      host,
    ),
  );
  await act(() => new Promise((done) => setTimeout(done, 5)));
  const sit = async () => {
    await act(() => fire("submit", host.querySelector("form") ?? assert.fail()));
    return asked.at(-1);
  };
  return { host, sit };
}

test("a link leads into a game that is on, to the seat of a computer player, if the table takes newcomers", async () => {
  const table = openTable("pool-party", { is_public: false });
  const { host, sit } = await invited(table);
  assert.doesNotMatch(host.textContent ?? "", /Every seat is taken/);
  assert.equal(host.querySelector('button[type="submit"]')?.textContent, "Come in");
  const select = host.querySelector("select") ?? assert.fail();
  assert.deepEqual(
    [...select.options].map(({ textContent }) => textContent),
    ["Any of them", "Seat 2: Basile", "Seat 3: Capucine", "Seat 4: Théo"],
  );
  const [way, any] = (await sit()) ?? assert.fail();
  assert.deepEqual([way, any.seat], ["accept code", undefined]);
  select.value = "2";
  await act(() => fire("change", select));
  assert.equal((await sit())?.[1].seat, 2);
  assert.equal(gameOf(table.id)?.invite, "code", "for whoever looks on first");
  // With one computer player there is nothing to choose.
  assert.equal((await invited(openTable("hop-it"))).host.querySelector("select"), null);
});

test("a link to a game that takes nobody says that every seat is taken; before the start one sits down", async () => {
  const full = await invited(openTable("pool-party", { takes_newcomers: false }));
  assert.match(full.host.textContent ?? "", /Every seat is taken/);
  assert.equal(full.host.querySelector('button[type="submit"]'), null);
  const waiting = await invited(openTable("pool-party", { status: "waiting" }), [3]);
  assert.equal(waiting.host.querySelector('button[type="submit"]')?.textContent, "Sit down");
  assert.equal(waiting.host.querySelector("select"), null);
});
