// Everything moves: the other tests ask for stillness, these do not.

import assert from "node:assert/strict";
import { test } from "node:test";
import { clicking, numbers, person, playNow, soon, waits } from "./harness.mjs";
import { browser, server } from "./room.mjs";
import { GAMES, nameOf } from "../tools/games.mjs";

/** So many events of each game are watched. */
const EVENTS = 8;

/** In the page: at every drawing, what is shown of the table, and whether pieces are on their way. */
function watching() {
  globalThis.drawings = [];
  const text = (selector) => [...document.querySelectorAll(selector)].map((element) => element.textContent).join(" | ");
  const look = () => {
    const table = document.querySelector(".table");
    if (table !== null && document.querySelector(".board") !== null) {
      const turn = [...document.querySelectorAll(".player")].findIndex((player) => player.classList.contains("turn"));
      const isMoving = document
        .getAnimations()
        .some(({ effect }) => effect?.target?.closest?.(".sprite") != null && effect.getTiming().duration > 0);
      globalThis.drawings.push({
        event: Number(table.dataset.event),
        shown: `${document.querySelectorAll(".log li").length} lines; ${text(".stand")}; ${text(".bank .score")}; turn ${turn}`,
        isMoving,
        lit: document.querySelectorAll(".board .spot.lit").length,
      });
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

for (const [index, name] of GAMES.map(nameOf).entries()) {
  test(
    `${name}: with full motion pieces move, and all that is shown is of one event`,
    { timeout: 240_000 },
    async () => {
      const visitor = await person(browser, server.base, { motion: "no-preference", settings: { sound: false } });
      const { page, complaints, context } = visitor;
      await context.addInitScript(watching);
      await playNow(page, name);
      assert.equal(await page.evaluate(() => document.documentElement.dataset.motion), "full");
      const choose = clicking(numbers(index + 5));
      const events = () => page.evaluate(() => Number(document.querySelector(".table")?.dataset.event ?? 0));
      const first = await events();
      for (let choice = 0; choice < 80 && (await events()) < first + EVENTS; choice += 1) {
        await page.waitForSelector(".board .spot.lit, .choices button, .end");
        if ((await waits(page)) === "end") break;
        await choose(page);
        // Whoever looks on until everything stands still misses nothing.
        await page.waitForTimeout(120);
      }
      await page.waitForSelector(".board .spot.lit, .choices button, .end");
      const drawings = await page.evaluate(() => globalThis.drawings);
      const moving = drawings.filter(({ isMoving }) => isMoving);
      // A busy machine draws few of them.
      assert.ok(moving.length > EVENTS, `something moves in ${moving.length} of ${drawings.length} drawings`);
      assert.deepEqual(
        moving.filter(({ lit }) => lit > 0),
        [],
        "nothing can be chosen while something is on its way",
      );
      const shown = new Map();
      for (const drawing of drawings)
        shown.set(drawing.event, new Set([...(shown.get(drawing.event) ?? []), drawing.shown]));
      assert.ok(shown.size > 3, `${shown.size} events were shown`);
      for (const [event, ways] of shown) assert.equal(ways.size, 1, `event ${event}: ${[...ways].join(" // ")}`);
      assert.deepEqual(complaints, []);
      await context.close();
    },
  );
}

test(
  "what moves is skipped by a click, by Escape and by the button, and then stands where it belongs",
  { timeout: 120_000 },
  async () => {
    const visitor = await person(browser, server.base, { motion: "no-preference", settings: { sound: false } });
    const { page, complaints, context } = visitor;
    await playNow(page, "Hop It!");
    const places = () =>
      page.evaluate(() =>
        [...document.querySelectorAll(".sprites .sprite")].map(({ dataset }) => dataset.at).toSorted(),
      );
    const skips = [
      () => page.mouse.click(4, 300),
      () => page.keyboard.press("Escape"),
      () => page.getByRole("button", { name: "Skip" }).click({ timeout: 1_000 }),
    ];
    for (const [index, skip] of skips.entries()) {
      const choose = clicking(numbers(index + 2));
      for (
        let choice = 0;
        choice < 20 && (await page.locator(".undo-row button", { hasText: "Skip" }).count()) === 0;
        choice += 1
      ) {
        await page.waitForSelector(".board .spot.lit, .choices button, .undo-row");
        await choose(page);
      }
      await skip().catch(() => undefined);
      await page.waitForSelector(".board .spot.lit, .choices button");
      const now = await places();
      await page.reload();
      await page.waitForSelector(".board .spot.lit, .choices button");
      await soon(async () => assert.deepEqual(await places(), now, "a page opened anew shows the same"));
    }
    assert.deepEqual(complaints, []);
    await context.close();
  },
);
