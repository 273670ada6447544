import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { room } from "./dom";
import { render } from "preact";
import { act } from "preact/test-utils";
import { SetUpPage } from "../src/app/home/set-up";
import type { House } from "../src/house/house";
import type { GameId, OpenTable } from "../src/protocol";
import { isSeatFirst } from "../src/pieces/seats";
import { GAMES } from "../src/protocol/facts";
import { Around, pageOf } from "./pages";
import { TRACES } from "./traces";

beforeEach(() => {
  document.body.innerHTML = "";
});

function setUp(game: GameId, how: "computer" | "friends" | "screen") {
  const host = room();
  const opened: OpenTable[] = [];
  const house: Partial<House> = {
    games: () => Promise.reject(new Error("none")),
    open: (wish) => {
      opened.push(wish);
      return Promise.reject(new Error("full"));
    },
  };
  void act(() =>
    render(
      <Around page={pageOf({ house: house as House })}>
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
  for (const game of GAMES.filter(isSeatFirst)) {
    const firsts = TRACES.filter(([, trace]) => trace.game === game).map(
      ([, { events }]) => events.find(({ seat }) => seat !== undefined)?.seat,
    );
    assert.deepEqual(new Set(firsts), new Set([0]), game);
  }
});
