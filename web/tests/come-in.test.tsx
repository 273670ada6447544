import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { room } from "./dom";
import { render } from "preact";
import { ComeIn } from "../src/app/table/come-in";
import type { Sitter, You } from "../src/protocol";
import { traceOf } from "./finished";
import { Around, pageOf } from "./pages";
import { ME, tableOf } from "./tables";

let drawn: HTMLElement | null = null;

afterEach(() => {
  if (drawn !== null) render(null, drawn);
});

function isOffered(you: You): boolean {
  const table = tableOf(traceOf("hop-it"), { takes_newcomers: true, status: "playing" });
  const computer: Sitter = { is: "computer", level: 3 };
  const seats = table.seats.map((seat, index) => (index === 1 ? { ...seat, sitter: computer } : seat));
  const host = room();
  drawn = host;
  render(
    <Around page={pageOf()}>
      <ComeIn table={{ ...table, seats }} you={you} />
    </Around>,
    host,
  );
  return host.querySelector("button") !== null;
}

test("whoever looks on may come in for a computer player, unless they sit here or were asked to leave for good", () => {
  const watcher: You = { ...ME, person: null, seats: [] };
  assert.ok(isOffered(watcher));
  assert.ok(!isOffered(ME));
  assert.ok(!isOffered({ ...watcher, is_removed: true }));
});
