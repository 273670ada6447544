// Following others with full motion: captions in order, a recap that stays, the same once more, and looking back.

import assert from "node:assert/strict";
import { test } from "node:test";
import { clicking, numbers, person, soon, violations } from "./harness.mjs";
import { browser, server } from "./room.mjs";

/** In the page: every caption that stood over the board, in order, each with the mark of whoever acted. */
function watching() {
  globalThis.captions = [];
  const look = () => {
    const caption = document.querySelector(".caption");
    const mark = caption?.querySelector(".seat-mark")?.getAttribute("class") ?? "";
    const text = caption?.textContent ?? null;
    if (text !== null && text !== globalThis.captions.at(-1)?.text) globalThis.captions.push({ text, mark });
  };
  // Also those that a busy machine has no time to draw.
  new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
}

/** A table with computer players at every seat but the first. */
async function sit(page, game, seats) {
  const computers = Array.from({ length: seats - 1 }, () => ({ is: "computer", level: 2 }));
  const wish = { game, name: "Ondine", seats: [{ is: "me" }, ...computers], start_when_full: true };
  const answer = await page.request.post("/api/tables", { data: wish });
  const { table: id } = await answer.json();
  await page.goto(`/table/${id}`);
  await page.waitForSelector(".table .board");
}

/** Chooses until the others have acted and it is one's turn again. */
async function playTurn(page, random) {
  const choose = clicking(random);
  const event = () => page.evaluate(() => document.querySelector(".table")?.dataset.event);
  const first = await event();
  for (let choice = 0; choice < 60; choice += 1) {
    await page.waitForSelector(".board .spot.lit, .choices button, .end");
    if ((await event()) !== first && (await page.locator(".recap li").count()) > 0) return;
    await choose(page);
    await page.waitForTimeout(150);
  }
  throw new Error("the others never act");
}

const SEATS = { "hop-it": 2, abagio: 2, "pool-party": 3, "china-moon": 3, frogriders: 3 };

for (const [index, [game, seats]] of Object.entries(SEATS).entries()) {
  test(
    `${game}: captions come in the order of what happens, the recap says the same, and R shows it again`,
    { timeout: 240_000 },
    async () => {
      const settings = { sound: false, pace: "fast", pause: index % 2 === 1 };
      const { page, complaints, context } = await person(browser, server.base, { motion: "no-preference", settings });
      await context.addInitScript(watching);
      await sit(page, game, seats);
      const random = numbers(index + 3);
      const names = ["Basile", "Capucine"].slice(0, seats - 1);
      /** Who acts, one after the other. */
      const order = (lines) =>
        lines
          .map(({ mark }) => mark)
          // Nobody rolls for who starts.
          .filter((mark) => mark !== "")
          .filter((mark, at, all) => mark !== all[at - 1]);
      const said = (lines) => lines.map(({ text }) => text).join(" | ");
      const told = () =>
        page.evaluate(() =>
          [...document.querySelectorAll(".recap li")].map((line) => ({
            text: line.textContent,
            mark: line.querySelector(".seat-mark").getAttribute("class"),
          })),
        );
      const isWhole = (lines) =>
        names.every((name) => lines.some(({ text }) => text.startsWith(`${name} `) && text.includes(" → ")));
      let recap = [];
      // The first turns may be secret choices, and somebody may choose within another's turn.
      for (let turn = 0; turn < 8 && !isWhole(recap); turn += 1) {
        await page.evaluate(() => void globalThis.captions.splice(0));
        await playTurn(page, random);
        recap = await told();
      }
      assert.ok(isWhole(recap), said(recap));
      const seen = await page.evaluate(() => [...globalThis.captions]);
      assert.deepEqual(order(seen), order(recap), `${said(seen)} // ${said(recap)}`);
      assert.ok(
        seen.some(({ text }) => text.includes(" → ")),
        said(seen),
      );
      await page
        .locator(".board .arrow")
        .nth(names.length - 1)
        .waitFor({ state: "attached" });
      assert.deepEqual(await violations(page, game), []);

      await page.evaluate(() => void globalThis.captions.splice(0));
      await page.keyboard.press("r");
      await page.waitForFunction(() => globalThis.captions.length > 0 && document.querySelector(".recap") !== null);
      const again = await page.evaluate(() => [...globalThis.captions]);
      assert.deepEqual(order(again), order(seen), said(again));
      assert.deepEqual(await told(), recap);
      assert.deepEqual(complaints, []);
      await context.close();
    },
  );
}

test(
  "a line of the log leads back to its moment, also after a reload, and Escape returns",
  { timeout: 120_000 },
  async () => {
    const { page, complaints, context } = await person(browser, server.base);
    await sit(page, "china-moon", 3);
    await playTurn(page, numbers(4));
    await page.reload();
    await page.waitForSelector(".board .spot.lit");
    const places = () =>
      page.evaluate(() =>
        [...document.querySelectorAll(".sprites .sprite")].map(({ dataset }) => dataset.at).toSorted(),
      );
    const now = await places();
    await page.locator(".log .log-line").nth(1).click();
    await page.waitForSelector(".looking-back");
    await page.waitForFunction(() => document.querySelectorAll(".board .spot.lit").length === 0);
    await page.waitForFunction(
      (then) =>
        [...document.querySelectorAll(".sprites .sprite")]
          .map(({ dataset }) => dataset.at)
          .toSorted()
          .join() !== then,
      now.join(),
    );
    assert.deepEqual(await violations(page, "looking back"), []);
    await page.keyboard.press("Escape");
    await page.waitForSelector(".board .spot.lit");
    await soon(async () => assert.deepEqual(await places(), now));
    assert.deepEqual(complaints, []);
    await context.close();
  },
);
