// Sitting down, leaving, sitting down again, and playing again: dice stay fair, and nothing cries wolf.

import assert from "node:assert/strict";
import { test } from "node:test";
import { giveUp, makeOne, numbers, openLobby, person, playNow, pressUntil, startGame } from "./harness.mjs";
import { browser, server } from "./room.mjs";

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
  await openLobby({ page });
  return page.getByRole("textbox", { name: /Send this link/ }).inputValue();
}

const alerts = ({ page }) => page.evaluate(() => globalThis.alerts);

/** Whoever's turn it is acts, and nobody else: whoever still waited for theirs would go on later. */
async function actOnce(pages, seed) {
  const isAsked = async (page) => {
    await page.locator(".board .spot.lit").first().waitFor();
    return page;
  };
  await makeOne(await Promise.race(pages.map(isAsked)), numbers(seed));
}

async function toTheEnd(who) {
  await giveUp(who);
  await who.page.locator(".end").waitFor();
}

async function isFair({ page }) {
  await pressUntil({ page }, page.getByRole("button", { name: /^Check/ }), page.getByText(/^[✓✗⚠]/).first());
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
  await startGame(host);
  for (let game = 0; game < 3; game += 1) {
    await Promise.all([host, guest].map(({ page }) => page.waitForSelector(".board")));
    for (const { page } of [host, guest]) {
      const note = page.getByText(/^A rematch, with new seats: /);
      if (game === 0) assert.equal(await note.count(), 0);
      else assert.match(await note.innerText(), /(?:^|[ ·])you, (?:red|purple)/);
    }
    await actOnce([host.page, guest.page], game + 1);
    // Somebody hurried may point at what cannot be chosen, and be told why: that is no false alarm.
    const alarms = [...(await alerts(host)), ...(await alerts(guest))].filter((text) => !/leap|turn|frog/.test(text));
    assert.deepEqual(alarms, [], `game ${game}`);
    await toTheEnd(host);
    await guest.page.getByRole("heading", { name: "You win!" }).waitFor();
    await isFair(host);
    await isFair(guest);
    const way = host.page.getByRole("link", { name: "To the rematch" });
    await pressUntil(guest, guest.page.getByRole("button", { name: "Rematch" }), way);
    await pressUntil(host, way, host.page.locator(".end"), "detached");
    await Promise.all(
      [host, guest].map(({ page }) => page.waitForFunction(() => document.querySelector(".end") === null)),
    );
  }
  await leave(host, guest);
});

test("a guest who left and sits down again has dice that are fair", { timeout: 240_000 }, async () => {
  for (const again of ["link", "other window"]) {
    const { host, guest } = await people();
    const link = await open(host);
    await guest.page.goto(link);
    await guest.page.getByRole("button", { name: "Sit down" }).click();
    await guest.page.getByText("The host starts the game").waitFor();
    await guest.page.getByRole("button", { name: "Leave the table" }).click();
    await host.page.getByText("Waiting for players.").waitFor();
    const page = again === "link" ? guest.page : await guest.context.newPage();
    await page.goto(link);
    await page.getByRole("button", { name: "Sit down" }).click();
    await page.getByText("The host starts the game").waitFor();
    await startGame(host);
    await Promise.all([host.page, page].map((each) => each.waitForSelector(".board")));
    await actOnce([host.page, page], 4);
    const alarms = [...(await alerts(host)), ...(await alerts({ page }))].filter(
      (text) => !/leap|turn|frog/.test(text),
    );
    assert.deepEqual(alarms, [], again);
    await toTheEnd(host);
    await page.getByRole("heading", { name: "You win!" }).waitFor();
    await isFair({ page });
    await isFair(host);
    await leave(host, guest);
  }
});

test("an open table offers its own people to go on, and watching to others", { timeout: 120_000 }, async () => {
  const { host, guest } = await people();
  const answer = await host.page.request.post("/api/tables", {
    data: {
      game: "hop-it",
      name: "Ada",
      seats: [{ is: "me" }, { is: "computer", level: 1 }],
      is_public: true,
      start_when_full: true,
    },
  });
  assert.ok(answer.ok(), await answer.text());
  const { table } = await answer.json();
  await host.page.goto(`/table/${table}`);
  await host.page.waitForSelector(".board");
  for (const [{ page }, way] of [
    [host, "Go on"],
    [guest, "Watch"],
  ]) {
    await page.goto("/");
    const listed = page.getByRole("region", { name: "Open tables" });
    await listed.getByRole("listitem").first().waitFor();
    await listed.getByRole("link", { name: way }).waitFor();
    assert.equal(await listed.getByRole("link", { name: way === "Watch" ? "Go on" : "Watch" }).count(), 0);
  }
  await leave(host, guest);
});

test("while the line is down an action waits in sight, and arrives afterwards", { timeout: 120_000 }, async () => {
  const visitor = await person(browser, server.base, { settings: { motion: "none", sound: false } });
  const { page } = visitor;
  await page.addInitScript(() => {
    const Real = globalThis.WebSocket;
    const sockets = new Set();
    globalThis.isCut = false;
    globalThis.WebSocket = class extends Real {
      constructor(address) {
        super(globalThis.isCut ? address.replace("/api/", "/cut/") : address);
        sockets.add(this);
      }
    };
    globalThis.cut = () => {
      globalThis.isCut = true;
      for (const socket of sockets) socket.close();
    };
  });
  await playNow(page, "Hop It!");
  await page.waitForSelector(".board .spot.lit");
  await page.evaluate(() => globalThis.cut());
  await page.locator(".link-state").waitFor();
  for (const spot of ["b2", "c3"]) await page.locator(`.board [data-spot="${spot}"]`).press("Enter");
  await page.locator(".prompt", { hasText: /^(?!.*Your turn).*Your action is kept\./ }).waitFor();
  await page.evaluate(() => {
    globalThis.isCut = false;
    dispatchEvent(new Event("online"));
  });
  await page.locator(".log li", { hasText: "c3" }).first().waitFor();
  await page.locator(".prompt", { hasText: "Your action is kept." }).waitFor({ state: "detached" });
  await visitor.context.close();
});

test("an address that is not well written leads to a page that says so", { timeout: 120_000 }, async () => {
  const visitor = await person(browser, server.base);
  for (const address of ["/table/%E0%A4%A", "/%", "/join/%zz"]) {
    await visitor.page.goto(address, { waitUntil: "commit" }).catch(() => undefined);
    await visitor.page.goto("/");
    await visitor.page.locator(".hero").waitFor();
    await visitor.page.evaluate((bad) => {
      history.pushState(null, "", bad);
      dispatchEvent(new PopStateEvent("popstate"));
    }, address);
    await visitor.page.locator(".narrow").waitFor();
    // While a table is looked for there is no way home but the name of the site.
    await visitor.page
      .locator(".narrow")
      .getByRole("link", { name: /Home|To the games/ })
      .click();
    await visitor.page.locator(".hero").waitFor();
  }
  await visitor.context.close();
});
