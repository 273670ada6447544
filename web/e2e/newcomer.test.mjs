// What somebody who comes for the first time has to see without looking for it: how to start, the hint of a first
// game, every player and the log however many play, and all of the end.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { chooseFirst, giveUp, person, soon } from "./harness.mjs";
import { browser, server } from "./room.mjs";
import { engine } from "../tools/engine.mjs";

const QUICK = { motion: "none", sound: false };

async function visitor(options) {
  const found = await person(browser, server.base, { settings: QUICK, ...options });
  const leave = async () => {
    assert.deepEqual(found.complaints, []);
    await found.context.close();
  };
  return { page: found.page, leave };
}

/** A table against beginners, with so many seats. */
async function sitDown(page, game, seats) {
  const wish = [{ is: "me" }, ...Array.from({ length: seats - 1 }, () => ({ is: "computer", level: 1 }))];
  const answer = await page.request.post("/api/tables", {
    data: { game, name: "Ada", seats: wish, start_when_full: true },
  });
  const { table } = await answer.json();
  await page.goto(`/table/${table}`);
  await page.waitForSelector(".board .spot.lit, .choices button");
}

/** None of the elements is cut, once the page has drawn all that it was told. */
const isWhole = (page, selector, about) =>
  soon(async () => assert.deepEqual(await cut(page, selector), [], about), 5_000);

/** Those of the elements that are not wholly inside the window and inside what scrolls around them. */
function cut(page, selector) {
  return page.evaluate((wanted) => {
    const all = [...document.querySelectorAll(wanted)];
    if (all.length === 0) return [`no ${wanted}`];
    return all
      .filter((element) => {
        const { left, top, right, bottom } = element.getBoundingClientRect();
        const room = element.closest(".prompt-room, .side")?.getBoundingClientRect();
        return (
          left < -1 ||
          right > innerWidth + 1 ||
          top < Math.max(0, room?.top ?? 0) - 1 ||
          bottom > Math.min(innerHeight, room?.bottom ?? innerHeight) + 1
        );
      })
      .map((element) => `${wanted}: ${element.textContent.slice(0, 40)}`);
  }, selector);
}

test("the button that starts covers neither the levels nor the first options", { timeout: 120_000 }, async () => {
  for (const [width, height, under] of [
    [1280, 800, ".fields .field:nth-child(2)"],
    [1280, 720, ".fields .field:nth-child(2)"],
    [844, 390, ".levels li:nth-child(4)"],
    [390, 844, ".levels li:nth-child(3)"],
  ]) {
    const { page, leave } = await visitor({ lang: "fr-FR", viewport: { width, height } });
    await page.goto("/play/frogriders/computer");
    await page.waitForSelector(".fields select");
    const about = `at ${width}×${height}`;
    await isWhole(page, ".start-row .button", about);
    await soon(async () => {
      const [bottom, top] = await page.evaluate(
        (wanted) => [
          document.querySelector(wanted).getBoundingClientRect().bottom,
          document.querySelector(".start-row").getBoundingClientRect().top,
        ],
        under,
      );
      assert.ok(bottom <= top + 1, `${about}: ${under} ends at ${bottom}, the button's row begins at ${top}`);
    }, 5_000);
    await leave();
  }
});

test("the hint of a first game is read without scrolling", { timeout: 180_000 }, async () => {
  for (const [game, seats, lang, width, height] of [
    ["frogriders", 3, "en-GB", 1280, 800],
    ["china-moon", 5, "fr-FR", 1280, 800],
    ["abagio", 2, "fr-FR", 1366, 768],
    ["hop-it", 2, "en-GB", 390, 844],
    ["china-moon", 3, "fr-FR", 390, 844],
    ["pool-party", 3, "en-GB", 844, 390],
  ]) {
    const { page, leave } = await visitor({ lang, viewport: { width, height }, touch: width < 900 });
    await sitDown(page, game, seats);
    const about = `${game} at ${width}×${height}`;
    await isWhole(page, ".guide", about);
    if (game === "frogriders") {
      // The second hint comes together with what the others have done.
      await chooseFirst({ page });
      await page.waitForSelector(".recap");
      await isWhole(page, ".guide", `${about}, second turn`);
    }
    await page.getByRole("button", { name: /^(Hide the hints|Masquer les conseils)$/ }).click();
    // A hint can be put away.
    await page.locator(".guide").waitFor({ state: "detached" });
    await leave();
  }
});

test("beside the board many players leave the log its room, in French too", { timeout: 180_000 }, async () => {
  for (const [game, seats] of [
    ["china-moon", 5],
    ["pool-party", 6],
    ["frogriders", 4],
  ]) {
    const { page, leave } = await visitor({ lang: "fr-FR", viewport: { width: 1280, height: 800 } });
    await sitDown(page, game, seats);
    await isWhole(page, ".player", game);
    await isWhole(page, ".tabs button", game);
    await soon(async () => {
      const { top, bottom } = await page
        .locator(".tab-panel")
        .evaluate((panel) => panel.getBoundingClientRect().toJSON());
      assert.ok(Math.min(bottom, 800) - top >= 90, `${game}: the log has ${Math.min(bottom, 800) - top} pixels`);
    }, 5_000);
    const wide = await page.evaluate(() =>
      [...document.querySelectorAll(".side, .prompt-room, .player, .tabs")]
        .filter((element) => element.scrollWidth > element.clientWidth + 1)
        .map(({ className }) => className),
    );
    assert.deepEqual(wide, [], `${game}: nothing is wider than the panel`);
    await leave();
  }
});

test("at the end no player's line and no tab is cut", { timeout: 180_000 }, async () => {
  for (const [game, seats] of [
    ["hop-it", 2],
    ["pool-party", 2],
    ["frogriders", 2],
    ["china-moon", 3],
  ]) {
    const { page, leave } = await visitor({ viewport: { width: 1280, height: 800 } });
    await sitDown(page, game, seats);
    await giveUp({ page });
    await page.waitForSelector(".end");
    for (const selector of [".tabs button", ".end h2", ".end .button.strong"]) await isWhole(page, selector, game);
    const players = page.locator(".player");
    // Where a table of scores names them all, it is not said again.
    if (await players.first().isVisible()) await isWhole(page, ".player", game);
    else assert.equal(await page.locator(".end .scorer").count(), seats, game);
    await soon(async () => {
      const { top, bottom } = await page
        .locator(".tab-panel")
        .evaluate((panel) => panel.getBoundingClientRect().toJSON());
      assert.ok(Math.min(bottom, 800) - top >= 90, `${game}: the log has ${Math.min(bottom, 800) - top} pixels`);
    }, 5_000);
    await leave();
  }
});

test("a long last event leaves the way through a replay in sight", { timeout: 120_000 }, async () => {
  const played = execFileSync(engine(process.env.RAINETTE_BIN), ["trace", "frogriders", "--seats", "4", "--seed", "9"]);
  const { game, seats, events } = JSON.parse(played);
  const lines = events.map(({ seat, play, chance }) => (play === undefined ? `chance ${chance}` : `${seat} ${play}`));
  const record = ["rainette record 1", `game ${game}`, "edition 1", `seats ${seats}`, ...lines].join("\n");
  const { page, leave } = await visitor({ lang: "fr-FR", viewport: { width: 1280, height: 800 } });
  await page.goto("/record");
  await page.locator(".record-page textarea").fill(record);
  await page.locator(".record-page button.strong").click();
  await page.waitForSelector(".replay .board");
  await page.keyboard.press("End");
  await page.waitForFunction(() => document.querySelector(".replay .prompt").textContent.length > 400);
  await isWhole(page, ".transport");
  await leave();
});
