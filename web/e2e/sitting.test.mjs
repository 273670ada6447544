// Sitting down, being asked to leave, sitting down again, and playing again: dice stay fair, and nothing cries wolf.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, makeOne, numbers, person, serve } from "./harness.mjs";

let server;
let browser;
before(async () => {
  [server, browser] = [await serve(), await launch()];
});
after(async () => {
  await browser.close();
  await server.close();
});

/** In the page: everything red that was ever shown is written down. */
function blushing() {
  globalThis.alerts = [];
  const look = () => {
    for (const element of document.querySelectorAll('[role="alert"]')) {
      const text = element.textContent.trim();
      if (text !== "" && globalThis.alerts.at(-1) !== text) globalThis.alerts.push(text);
    }
  };
  document.addEventListener("DOMContentLoaded", () =>
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true }),
  );
}

async function people() {
  const host = await person(browser, server.base, { settings: { name: "Ada", motion: "none", sound: false } });
  const guest = await person(browser, server.base, { settings: { name: "Bo", motion: "none", sound: false } });
  for (const { context } of [host, guest]) await context.addInitScript(blushing);
  return { host, guest };
}

/** A table of dice with a seat for a friend, which the host starts. */
async function open({ page }) {
  await page.goto("/play/abagio/friends");
  await page.getByRole("button", { name: "Open the table" }).click();
  return page.getByRole("textbox", { name: /Send this link/ }).inputValue();
}

const alerts = ({ page }) => page.evaluate(() => globalThis.alerts);

async function giveUp({ page }) {
  await page.getByRole("tab", { name: "Table" }).click();
  await page.getByRole("button", { name: "Give up" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Give up" }).click();
  await page.locator(".end").waitFor();
}

async function isFair({ page }) {
  await page.getByRole("button", { name: /^Check/ }).click();
  await page
    .getByText(/^[✓✗⚠]/)
    .first()
    .waitFor();
  assert.match(await page.locator(".fair").innerText(), /✓ Fair/);
}

async function leave(...all) {
  for (const { context, complaints } of all) {
    assert.deepEqual(complaints, []);
    await context.close();
  }
}

test("rematches open without a false alarm", { timeout: 240_000 }, async () => {
  const { host, guest } = await people();
  await guest.page.goto(await open(host));
  await guest.page.getByRole("button", { name: "Sit down" }).click();
  await host.page.getByRole("button", { name: "Start the game" }).click();
  for (let game = 0; game < 3; game += 1) {
    await Promise.all([host, guest].map(({ page }) => page.waitForSelector(".board")));
    await Promise.race([host, guest].map(({ page }) => makeOne(page, numbers(game + 1))));
    assert.deepEqual([await alerts(host), await alerts(guest)], [[], []], `game ${game}`);
    await giveUp(host);
    await guest.page.getByRole("heading", { name: "You win!" }).waitFor();
    await isFair(host);
    await isFair(guest);
    await guest.page.getByRole("button", { name: "Rematch" }).click();
    await host.page.getByRole("link", { name: "To the rematch" }).click();
    await Promise.all(
      [host, guest].map(({ page }) => page.waitForFunction(() => document.querySelector(".end") === null)),
    );
  }
  await leave(host, guest);
});

test("a guest who was removed and sits down again has dice that are fair", { timeout: 240_000 }, async () => {
  for (const again of ["link", "other window"]) {
    const { host, guest } = await people();
    const link = await open(host);
    await guest.page.goto(link);
    await guest.page.getByRole("button", { name: "Sit down" }).click();
    await guest.page.getByText("The host starts the game").waitFor();
    await host.page.getByRole("button", { name: "Ask Bo to leave" }).click();
    await host.page.getByText("Waiting for players.").waitFor();
    const page = again === "link" ? guest.page : await guest.context.newPage();
    await page.goto(link);
    await page.getByRole("button", { name: "Sit down" }).click();
    await page.getByText("The host starts the game").waitFor();
    await host.page.getByRole("button", { name: "Start the game" }).click();
    await Promise.all([host.page, page].map((each) => each.waitForSelector(".board")));
    await Promise.race([host.page, page].map((each) => makeOne(each, numbers(4))));
    assert.deepEqual([await alerts(host), await alerts({ page })], [[], []], again);
    await giveUp(host);
    await page.getByRole("heading", { name: "You win!" }).waitFor();
    await isFair({ page });
    await isFair(host);
    await leave(host, guest);
  }
});
