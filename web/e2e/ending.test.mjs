// The end of a game: why, by how much, as a picture, and what next; replays by keys and curve; records from elsewhere.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  clicking,
  numbers,
  person,
  playNow,
  playOut,
  pressUntil,
  sharesPicture,
  soon,
  violations,
} from "./harness.mjs";
import { browser, server } from "./room.mjs";

let played = null;

/** Somebody who has played a game to its end; against the weakest it is soon over. All of them have played the same. */
async function ended() {
  played ??= (async () => {
    const { page, context, complaints } = await person(browser, server.base, { settings: { motion: "none" } });
    await playNow(page, "Hop It!");
    await playOut(page, clicking(numbers(9)));
    assert.deepEqual(complaints, []);
    const game = { state: await context.storageState(), address: new URL(page.url()).pathname };
    await context.close();
    return game;
  })();
  const { state, address } = await played;
  const visitor = await person(browser, server.base, { state });
  await visitor.page.goto(address);
  await visitor.page.locator(".end").waitFor();
  return visitor;
}

test("the end says why, and gives a picture of the board in either theme", { timeout: 600_000 }, async () => {
  const { page, context, complaints } = await ended();
  for (const theme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme: theme });
    await page.reload();
    await soon(async () => {
      assert.match(
        await page.locator(".end .why").innerText(),
        /Only one piece is left to the other side|Fifty turns went by/,
      );
      assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), theme);
      assert.match(await page.locator(".end .standing").innerText(), /Guest: \d+ pieces? · Basile: \d+ pieces?/);
    });
    await sharesPicture(page, "hop-it");
  }
  // One level stronger is the same table, against the next level.
  const stronger = page.getByRole("button", { name: "One level stronger (Novice)" });
  await pressUntil({ page }, stronger, page.locator(".end"), "detached");
  await page.waitForSelector(".table .board");
  await page.locator(".players").getByText("Computer (Novice)").waitFor();
  assert.deepEqual(complaints, []);
  await context.close();
});

test("a replay is gone through by keys, by turns and by its curve, on a phone too", { timeout: 300_000 }, async () => {
  const { page, context, complaints } = await ended();
  const record = await page.getByRole("link", { name: "Save the record" }).getAttribute("href");
  await page.getByRole("link", { name: "Look at the game again" }).click();
  await page.locator(".curve").waitFor();
  const at = async () => Number(/Event (\d+)/.exec(await page.locator(".transport").innerText())?.[1]);
  const isAt = (event) => soon(async () => assert.equal(await at(), event));
  const steps = Number(await page.getByRole("slider").getAttribute("max"));
  await page.keyboard.press("Home");
  await isAt(0);
  await page.keyboard.press("ArrowRight");
  await isAt(1);
  await page.keyboard.press("Shift+ArrowRight");
  await soon(async () => assert.ok((await at()) > 1));
  await page.getByRole("button", { name: "To my next decision" }).click();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("End");
  await isAt(steps);
  // What is found of the game comes in meanwhile, and may move the curve.
  await soon(async () => {
    const curve = await page.locator(".curve").boundingBox();
    await page.mouse.click(curve.x + curve.width / 2, curve.y + 20);
    await soon(async () => assert.ok(Math.abs((await at()) - steps / 2) <= 1), 1_000);
  });
  await soon(async () =>
    assert.match(await page.locator(".curve-values").innerText(), /points of 100[^]*Guest \d+[^]*Basile \d+/),
  );
  await page.getByLabel("Speed").selectOption({ label: "4×" });
  await page.keyboard.press("Home");
  await page.getByLabel("Speed").blur();
  await page.keyboard.press("Space");
  await soon(async () => assert.ok((await at()) >= 3));
  await page.keyboard.press("Space");
  await page.setViewportSize({ width: 390, height: 844 });
  await soon(async () => {
    for (const button of await page.locator(".transport button").all()) {
      const { y, height } = await button.boundingBox();
      assert.ok(y >= 0 && y + height <= 844, "every button is on the screen");
    }
  });
  assert.deepEqual(await violations(page, "replay"), []);

  // The record of the game, from a file: the same game, and one can play on from it.
  const text = await (await fetch(server.base + record)).text();
  await page.setViewportSize({ width: 1280, height: 860 });
  await page.goto("/");
  await page.getByRole("link", { name: "Look at a record" }).click();
  assert.deepEqual(complaints, []);
  await page.getByLabel("Text of the record").fill(text.replace(/\n0 .*/, "\n0 nonsense"));
  await page.getByRole("button", { name: "Show the game" }).click();
  await page.getByText("Line 6: 0 nonsense").waitFor();
  await page
    .getByLabel("Choose a file")
    .setInputFiles({ name: "game.rainette", mimeType: "text/plain", buffer: Buffer.from(text) });
  await page.locator(".replay .board").waitFor();
  await soon(async () => assert.equal(Number(await page.getByRole("slider").getAttribute("max")), steps));
  await page.keyboard.press("Home");
  await isAt(0);
  await page.keyboard.press("ArrowRight");
  await isAt(1);
  await page.getByRole("button", { name: "Play on from here as Seat 1" }).click();
  await page.waitForFunction(() => location.pathname.startsWith("/table/"));
  await page.waitForSelector(".board");
  await context.close();
});

test("an analysis says what decided, and leads to every turning point", { timeout: 900_000 }, async () => {
  const { page, context, complaints } = await ended();
  const id = new URL(page.url()).pathname.split("/").at(-1);
  await page.getByRole("link", { name: "Look at the game again" }).click();
  await page.locator(".curve-looking, .decided").first().waitFor();
  await page.locator(".decided").waitFor({ timeout: 600_000 });
  const decided = /^((Choices|No clear mistake) decided this game\. )?(Mistakes cost|Nobody made a clear mistake)/;
  assert.match(await page.locator(".decided").innerText(), decided);
  const { swings, moments, curve } = await (await page.request.get(`/api/tables/${id}/analysis`)).json();
  assert.equal(curve.length, moments);
  const shown = page.locator(".swings .level b");
  await soon(async () => assert.equal(await shown.count(), swings.length));
  const titles = await shown.allInnerTexts();
  assert.ok(titles.length > 0, "somebody who presses anything makes mistakes");
  const certain = swings.filter(({ is_mistake }) => is_mistake).length;
  assert.equal(titles.filter((title) => title.includes("a mistake that cost")).length, certain);
  const own = swings.filter(({ seat }) => seat === 0).length;
  assert.ok(
    titles.slice(0, own).every((title) => title.startsWith("Guest: ")),
    "one's own come first",
  );

  // By keys alone, from wherever the focus is.
  const told = () => page.locator(".turning").innerText();
  const tells = (title) => soon(async () => assert.ok((await told()).startsWith(title), title));
  // A game may have turned where its replay begins; at its end nothing is left to turn.
  await page.keyboard.press("End");
  await soon(async () => assert.equal(await told(), ""));
  await page.keyboard.press("n");
  await tells(titles[0]);
  assert.match(await told(), /Played: .*(etter|stop)/s);
  await soon(async () => assert.equal(await page.locator(".compared-way").count(), 2, "both ways are on the board"));
  await page.keyboard.press("n");
  await tells(titles[1 % titles.length]);
  await page.keyboard.press("b");
  await tells(titles[0]);
  await soon(async () => assert.equal(await page.locator(".swings [aria-current]").count(), 1));
  assert.deepEqual(await violations(page, "analysis"), []);

  // Upright and on its side, by finger: the board and what is told of it are in sight.
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 740, height: 360 },
  ]) {
    await page.setViewportSize(viewport);
    await page.locator(".swings button").last().click();
    await tells(titles.at(-1));
    await soon(async () => {
      const board = await page.locator(".board-room svg.board").boundingBox();
      assert.ok(board.y >= -1 && board.y < viewport.height / 2, "the board is in sight");
    });
    await page.getByRole("button", { name: "Next turning point" }).click();
    await tells(titles[0]);
    await soon(async () =>
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), viewport.width),
    );
  }
  // By night, in French, on the phone.
  await page.emulateMedia({ colorScheme: "dark" });
  await page.getByRole("button", { name: "Français" }).click();
  await page.getByRole("button", { name: "Tournant suivant" }).waitFor();
  assert.deepEqual(await violations(page, "analyse"), []);
  assert.deepEqual(complaints, []);
  await context.close();
});
