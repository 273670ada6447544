import assert from "node:assert/strict";
import { test } from "node:test";
import { changesOf } from "../src/app/table/lobby/changes";
import type { TableEvent } from "../src/protocol";
import { OPENED, tableOf } from "./tables";
import { TONGUES } from "./tongues";

const shape = { game: "pool-party", seats: 3 } as const;
const tell = (number: number, event: object) => ({ number, at: 0, head: `h${number}`, ...event }) as TableEvent;
const seatedAs = (person: number, seat: number) =>
  ({ what: "seated", seat, sitter: { is: "person", person, name: `P${person - 1}` } }) as const;

const SETTINGS = OPENED.what === "opened" ? OPENED.settings : assert.fail();
const opened: readonly TableEvent[] = [OPENED, ...[0, 1, 2].map((seat) => tell(seat + 2, seatedAs(seat + 1, seat)))];

test("a line says who changed what, and what asks everybody anew", () => {
  const { app: t, games: w } = TONGUES.en;
  const table = tableOf(shape);
  const settings = { ...SETTINGS, starts: { is: "lot" } as const };
  const events = [
    ...opened,
    tell(5, { what: "left", seat: 2, is_removed: true }),
    tell(6, { what: "seated", seat: 2, sitter: { is: "computer", level: 2 } }),
    tell(7, { what: "seated", seat: 2, sitter: { is: "computer", level: 8 } }),
    tell(8, { what: "swapped", person: 1, seats: [1, 2] }),
    tell(9, { what: "left", seat: 1, is_removed: false }),
    tell(10, { what: "swapped", person: 1, seats: [0, 1] }),
    tell(11, { what: "coloured", seat: 2, colour: 4 }),
    tell(12, { what: "ready", person: 2, is_ready: false, seq: 11 }),
    tell(13, { what: "arranged", person: 1, settings }),
    tell(14, { what: "arranged", person: 1, settings: { ...settings, is_public: true } }),
    tell(15, { what: "began", first: 2, is_lot: true }),
  ];
  const lines = changesOf({ t, w, table, me: null }, events).slice(4);
  assert.deepEqual(
    lines.map(({ text }) => text),
    [
      "The host has asked P2 to leave.",
      "Capucine, a computer player (Novice), sits at seat 3.",
      "Capucine plays at another level now: Master.",
      "P1 and Capucine change seats.",
      "The computer player Basile leaves.",
      "P0 moves to seat 2.",
      "P1 plays green.",
      "P1 is not ready.",
      "P0 changes the game: who starts is drawn by lot.",
      "P0 changes the game: the table is on the list of open tables.",
      "The lot is drawn: P1 starts.",
    ],
  );
  assert.deepEqual(
    lines.filter(({ matters }) => matters).map(({ number }) => number),
    [6, 7, 9, 10, 13, 14],
  );
});

test("somebody else at the seat that starts asks everybody anew, the same person does not", () => {
  const { app: t, games: w } = TONGUES.en;
  const events = [
    ...opened,
    tell(5, { what: "left", seat: 0, is_removed: false }),
    tell(6, seatedAs(1, 0)),
    tell(7, { what: "left", seat: 2, is_removed: false }),
    tell(8, seatedAs(5, 2)),
    tell(9, { what: "left", seat: 0, is_removed: false }),
    tell(10, seatedAs(4, 0)),
  ];
  const lines = changesOf({ t, w, table: tableOf(shape), me: null }, events);
  assert.deepEqual(
    lines.filter(({ matters }) => matters).map(({ number }) => number),
    [10],
  );
});
