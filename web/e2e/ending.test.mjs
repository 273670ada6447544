// The end of a game: why, by how much, as a picture, and what next; replays by keys and curve; records from elsewhere.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { clicking, numbers, person, playNow, playOut, violations } from "./harness.mjs";
import { browser, server } from "./room.mjs";

/** Plays a game to its end; against the weakest it is soon over. */
async function ended(options, name = "Hop It!") {
  const visitor = await person(browser, server.base, { settings: { motion: "none" }, ...options });
  await playNow(visitor.page, name);
  await playOut(visitor.page, clicking(numbers(9)));
  return visitor;
}

/** How many colours a picture has, and how large it is. */
async function coloursOf(page, file) {
  const data = `data:image/png;base64,${readFileSync(file).toString("base64")}`;
  return page.evaluate(async (address) => {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.width, image.height];
    const paint = canvas.getContext("2d");
    paint.drawImage(image, 0, 0);
    const colours = new Map();
    const { data: dots } = paint.getImageData(0, 0, image.width, image.height);
    for (let dot = 0; dot < dots.length; dot += 4 * 97) {
      const colour = `${dots[dot]} ${dots[dot + 1]} ${dots[dot + 2]} ${dots[dot + 3]}`;
      colours.set(colour, (colours.get(colour) ?? 0) + 1);
    }
    const most = Math.max(...colours.values()) / [...colours.values()].reduce((sum, count) => sum + count, 0);
    return { width: image.width, height: image.height, colours: colours.size, most };
  }, data);
}

test("the end says why, and gives a picture of the board in either theme", { timeout: 300_000 }, async () => {
  const { page, context, complaints } = await ended({});
  for (const theme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme: theme });
    await page.reload();
    assert.match(
      await page.locator(".end .why").innerText(),
      /Only one piece is left to the other side|Fifty turns went by/,
    );
    assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), theme);
    assert.match(await page.locator(".end .standing").innerText(), /Guest: \d+ pieces? · Basile: \d+ pieces?/);
    const board = await page.locator(".board-room svg.board").evaluate((svg) => {
      const { width, height } = svg.viewBox.baseVal;
      return width / height;
    });
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Picture of the board" }).click(),
    ]);
    assert.match(download.suggestedFilename(), /^hop-it-.*\.png$/);
    const picture = await coloursOf(page, await download.path());
    assert.ok(Math.abs(picture.width / (picture.height - 120) - board) < 0.01, "the board's own proportions");
    assert.equal(Math.max(picture.width, picture.height - 120), 1600);
    assert.ok(picture.colours > 40 && picture.most < 0.6, `not blank: ${JSON.stringify(picture)}`);
  }
  // One level stronger is the same table, against the next level.
  await page.getByRole("button", { name: "One level stronger (Novice)" }).click();
  await page.waitForFunction(() => document.querySelector(".end") === null);
  await page.getByText("Computer (Novice)").waitFor();
  assert.deepEqual(complaints, []);
  await context.close();
});

test("a replay is gone through by keys, by turns and by its curve, on a phone too", { timeout: 300_000 }, async () => {
  const { page, context, complaints } = await ended({});
  const record = await page.getByRole("link", { name: "Save the record" }).getAttribute("href");
  await page.getByRole("link", { name: "Look at the game again" }).click();
  await page.locator(".curve").waitFor();
  const at = async () => Number(/Event (\d+)/.exec(await page.locator(".transport").innerText())?.[1]);
  const steps = Number(await page.getByRole("slider").getAttribute("max"));
  await page.keyboard.press("Home");
  assert.equal(await at(), 0);
  await page.keyboard.press("ArrowRight");
  assert.equal(await at(), 1);
  await page.keyboard.press("Shift+ArrowRight");
  assert.ok((await at()) > 1);
  await page.getByRole("button", { name: "To my next decision" }).click();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("End");
  assert.equal(await at(), steps);
  const curve = await page.locator(".curve").boundingBox();
  await page.mouse.click(curve.x + curve.width / 2, curve.y + 20);
  assert.ok(Math.abs((await at()) - steps / 2) <= 1);
  assert.match(await page.locator(".curve-values").innerText(), /Guest \d+.?%[^]*Basile \d+.?%/);
  await page.getByLabel("Speed").selectOption({ label: "4×" });
  await page.keyboard.press("Home");
  await page.getByLabel("Speed").blur();
  await page.keyboard.press("Space");
  await page.waitForFunction(() => /Event [3-9]/.test(document.querySelector(".transport")?.textContent ?? ""));
  await page.keyboard.press("Space");
  await page.setViewportSize({ width: 390, height: 844 });
  for (const button of await page.locator(".transport button").all()) {
    const { y, height } = await button.boundingBox();
    assert.ok(y >= 0 && y + height <= 844, "every button is on the screen");
  }
  assert.deepEqual(await violations(page, "replay"), []);

  // The record of the game, from a file: the same game, and one can play on from it.
  const text = await (await fetch(server.base + record)).text();
  await page.setViewportSize({ width: 1280, height: 860 });
  await page.goto("/");
  await page.getByRole("link", { name: "Look at a record" }).click();
  assert.deepEqual(await violations(page, "record"), []);
  assert.deepEqual(complaints, []);
  await page.getByLabel("Text of the record").fill(text.replace(/\n0 .*/, "\n0 nonsense"));
  await page.getByRole("button", { name: "Show the game" }).click();
  await page.getByText("Line 6: 0 nonsense").waitFor();
  await page
    .getByLabel("Choose a file")
    .setInputFiles({ name: "game.rainette", mimeType: "text/plain", buffer: Buffer.from(text) });
  await page.locator(".replay .board").waitFor();
  assert.equal(Number(await page.getByRole("slider").getAttribute("max")), steps);
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await page.getByRole("button", { name: "Play on from here as Seat 1" }).click();
  await page.waitForFunction(() => location.pathname.startsWith("/table/"));
  await page.waitForSelector(".board");
  await context.close();
});
