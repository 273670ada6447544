// A lobby with up to four people: everything that can be changed in it, on a phone and with one of them offline.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  comeBack,
  cuttable,
  giveUp,
  goOffline,
  leave,
  openLobby,
  person,
  pressUntil,
  soon,
  startGame,
  violations,
} from "./harness.mjs";
import { browser, server } from "./room.mjs";

const PHONE = { viewport: { width: 390, height: 844 }, touch: true };
const SMALL = { viewport: { width: 360, height: 740 }, touch: true };

const guest = (name, options = {}) =>
  person(browser, server.base, { ...options, settings: { name, motion: "none", sound: false } });

/** A table with seats for friends; the address that leads there. */
async function open(host, game, seats = null) {
  const { page } = host;
  await page.goto(`/play/${game}/friends`);
  if (seats !== null) await page.getByLabel("How many play?").selectOption(`${seats}`);
  await openLobby(host);
  return page.getByRole("textbox", { name: /Send this link/ }).inputValue();
}

async function sit(who, address, words = "Sit down") {
  await who.page.goto(address);
  await pressUntil(who, who.page.getByRole("button", { name: words }), who.page.locator(".lobby"));
}

const log = ({ page }, text) => page.locator(".lobby-changes li", { hasText: text }).last().waitFor();
/** The seats of whoever is called so. */
const seat = ({ page }, name) =>
  page.locator(".lobby-seats > li").filter({ has: page.locator("strong", { hasText: name }) });
const fits = ({ page }) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
const ready = ({ page }, words = "Ready") => page.getByRole("button", { name: words, exact: true });
const atPlay = (all) => Promise.all(all.map(({ page }) => page.waitForSelector(".table:not(.over) .board")));

test(
  "four people change seats, computers, clock, colours and names, say that they are ready, and play",
  { timeout: 600_000 },
  async () => {
    const ada = await guest("Ada", PHONE);
    const bo = await guest("Bo", { lang: "fr-FR", theme: "dark", ...SMALL });
    const cy = await guest("Cy", { theme: "dark" });
    const dee = await guest("Dee");
    await dee.context.addInitScript(cuttable);
    const address = await open(ada, "pool-party", 5);
    await sit(bo, address, "Prendre place");
    await sit(cy, address);
    await sit(dee, address);

    // The host fills the last seat, changes the level, empties it, and fills it again: the link stays good.
    const last = ada.page.getByLabel("Who sits at seat 5");
    await last.selectOption({ label: "Computer (Novice)" });
    await log(dee, "Lise, a computer player (Novice), sits at seat 5.");
    await last.selectOption({ label: "Computer (Beginner)" });
    await log(cy, "Lise plays at another level now: Beginner.");
    // Another computer player is another game, which is agreed to anew.
    await ready(bo, "Prêt").tap();
    for (const who of [cy, dee]) await ready(who).click();
    await last.selectOption({ label: "Nobody: keep it free" });
    await log(bo, "L’ordinateur Lise s’en va.");
    assert.equal(await ada.page.getByRole("textbox", { name: /Send this link/ }).inputValue(), address);
    await last.selectOption({ label: "Computer (Beginner)" });
    await log(bo, "Lise, un ordinateur (Débutant), prend la place 5.");
    await ready(bo, "Prêt").tap();
    for (const who of [cy, dee]) {
      await log(who, "Lise, a computer player (Beginner), sits at seat 5.");
      await ready(who).click();
    }
    await cy.page.getByText("Everybody is here. The host starts the game.").waitFor();

    // What is said by one tap is read in everybody's own language.
    await bo.page.getByRole("button", { name: "Bonne chance !" }).tap();
    await ada.page.locator(".chat li", { hasText: "Bo Good luck!" }).waitFor();

    // Seats are changed by consent.
    await bo.page.getByRole("button", { name: "Proposer à Cy de changer de place" }).tap();
    await cy.page.getByRole("button", { name: "Keep my seat" }).click();
    await bo.page.getByRole("button", { name: "Proposer à Cy de changer de place" }).tap();
    await ada.page.getByText("Bo would like to change seats with Cy.").waitFor();
    const agree = cy.page.getByRole("button", { name: "Change seats", exact: true });
    await agree.waitFor();
    assert.deepEqual(await violations(cy.page, "seats may be changed"), []);
    await agree.click();
    await log(ada, "Bo and Cy change seats.");
    await seat(bo, "Cy").filter({ hasText: "Place 2" }).waitFor();

    // One of them is offline while the host and another change something: they come back to what it is now.
    await goOffline(dee);
    await soon(async () =>
      assert.ok(await dee.page.getByRole("button", { name: "Ask Ada to change seats" }).isDisabled()),
    );
    await ada.page.getByLabel("Clock").selectOption({ label: "5 minutes each, and 10 seconds more per turn" });
    await ada.page.getByLabel("Who starts?").selectOption({ label: "Drawn by lot" });
    await cy.page.getByLabel("Your colour").selectOption({ label: "brown" });
    await log(ada, "Cy plays brown.");
    // What the host changed may come to the table after the colour.
    await soon(async () =>
      assert.ok(await ada.page.getByRole("button", { name: "Start the game" }).isDisabled(), "not everybody is ready"),
    );
    await comeBack(dee);
    await log(dee, "Ada changes the game: clock: 5 minutes each, and 10 seconds more per turn.");
    await dee.page.locator(".ready-row", { hasText: "Are you ready to play like this?" }).waitFor();
    assert.match(await dee.page.locator(".ready-row").innerText(), /who starts is drawn by lot/);

    // The host thinks again, by finger: somebody certain starts, and for a moment the table is on the list.
    await ada.page.getByLabel("Who starts?").selectOption({ label: "Seat 3: Bo" });
    await log(dee, "Ada changes the game: Bo starts.");
    const isListed = ada.page.getByLabel("Show it on the list of open tables");
    await isListed.tap();
    // The tick is taken out again once the host has heard of it as well.
    for (const who of [cy, ada]) await log(who, "Ada changes the game: the table is on the list of open tables.");
    await isListed.tap();
    await log(bo, "Ada change la partie : la table ne figure pas parmi les tables ouvertes.");

    // Another name, which everybody sees.
    await dee.page.getByLabel("Your name at the table").fill("Dora");
    await dee.page.getByRole("button", { name: "Change my name" }).click();
    await log(ada, "Dee is called Dora now.");

    // On a phone everything fits, upright and sideways, and nothing is in anybody's way.
    for (const who of [ada, bo]) {
      assert.ok(await fits(who), "upright");
      assert.deepEqual(await violations(who.page, "phone"), []);
    }
    for (const viewport of [SMALL.viewport, { width: 640, height: 360 }]) {
      await bo.page.setViewportSize(viewport);
      await soon(async () => {
        await bo.page.evaluate(() => scrollTo(0, 0));
        assert.ok(await fits(bo), "sideways");
        const { y, height } = await ready(bo, "Prêt").boundingBox();
        assert.ok(y >= 0 && y + height <= viewport.height, `whoever is asked can answer: ${y} of ${viewport.height}`);
      }, 5_000);
    }

    // Everybody says anew that they are ready; then it starts, by itself if the host wishes so.
    await ready(bo, "Prêt").tap();
    await ready(cy).click();
    await ada.page.getByText("Waiting for Dora, who is not ready yet.").waitFor();
    await ada.page.getByLabel("Start by itself once everybody is ready").tap();
    await log(dee, "Ada changes the game: the game starts by itself.");
    await ready(dee).click();
    await atPlay([ada, bo, cy, dee]);
    await ada.page.locator(".log li", { hasText: /^Bo starts\.$/ }).waitFor({ state: "attached" });
    assert.equal(await ada.page.locator(".players .who b").first().innerText(), "Bo");
    // The colour has gone with its owner, whoever starts.
    const owner = ada.page.locator(".players li", { hasText: "Cy" });
    assert.match((await owner.locator(".seat-mark").getAttribute("class")) ?? "", /tint-brown/);
    await ada.page.locator(".board .sprite.tint-brown").first().waitFor({ state: "attached" });
    await leave(ada, bo, cy, dee);
  },
);

test(
  "somebody is asked to leave for good, and a table is closed before its guests' eyes",
  { timeout: 300_000 },
  async () => {
    const ada = await guest("Ada");
    const bo = await guest("Bo", { theme: "dark", ...PHONE });
    const cy = await guest("Cy", { lang: "fr-FR" });
    const dee = await guest("Dee");
    await dee.context.addInitScript(cuttable);
    const address = await open(ada, "frogriders", 4);
    for (const who of [bo, dee]) await sit(who, address);
    await sit(cy, address, "Prendre place");
    await ada.page.getByLabel("Common objectives").selectOption({ label: "the second shows its back" });
    await log(bo, "Ada changes the game: Common objectives: the second shows its back.");
    await goOffline(dee);
    await ada.page.getByRole("button", { name: "Ask Bo to leave" }).click();
    const dialog = ada.page.getByRole("dialog");
    await dialog.getByText("cannot sit down here any more").waitFor();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    assert.equal(await seat(ada, "Bo").count(), 1, "nothing has happened");
    await ada.page.getByRole("button", { name: "Ask Bo to leave" }).click();
    await dialog.getByRole("button", { name: "Ask Bo to leave" }).click();
    await bo.page.getByRole("heading", { name: "The host has asked you to leave the table" }).waitFor();
    assert.deepEqual(await violations(bo.page, "removed"), []);
    assert.ok(await fits(bo));
    await log(cy, "L’hôte a demandé à Bo de partir.");
    // Whoever was offline meanwhile comes back to a seat that is free again.
    await comeBack(dee);
    await log(dee, "The host has asked Bo to leave.");
    assert.equal(await seat(dee, "Bo").count(), 0);
    await bo.page.reload();
    await bo.page.getByRole("heading", { name: "The host has asked you to leave the table" }).waitFor();
    await bo.page.goto(address);
    const refused = bo.page.getByRole("alert").getByText("The host has asked you to leave this table.");
    await pressUntil(bo, bo.page.getByRole("button", { name: "Sit down" }), refused);

    await goOffline(dee);
    await ada.page.getByRole("button", { name: "Close the table" }).click();
    await dialog.getByText("Those who sit here are told.").waitFor();
    await dialog.getByRole("button", { name: "Close the table" }).click();
    await ada.page.locator(".hero").waitFor();
    await cy.page.getByRole("heading", { name: "L’hôte a fermé la table" }).waitFor();
    assert.equal(await cy.page.locator(".board, .end, .players").count(), 0);
    assert.equal(await cy.page.getByRole("button", { name: "Revanche" }).count(), 0);
    assert.deepEqual(await violations(cy.page, "closed"), []);
    await comeBack(dee);
    await dee.page.getByRole("heading", { name: "The host has closed the table" }).waitFor();
    await cy.page.getByRole("link", { name: /^Ouvrir une table de/ }).click();
    await cy.page.getByRole("button", { name: "Ouvrir la table" }).waitFor();
    await cy.page.goto(address);
    await cy.page.getByText("Cette table a été fermée avant que la partie commence.").waitFor();
    // They were refused what they asked for.
    [bo.forgives, cy.forgives] = [/403/, /410/];
    await leave(ada, bo, cy, dee);
  },
);

test("a rematch of four is announced, and its lobby says who is not there yet", { timeout: 300_000 }, async () => {
  const ada = await guest("Ada", { theme: "dark" });
  const bo = await guest("Bo", PHONE);
  const cy = await guest("Cy", { lang: "fr-FR" });
  const dee = await guest("Dee");
  const all = [ada, bo, cy, dee];
  await dee.context.addInitScript(cuttable);
  const address = await open(ada, "pool-party", 4);
  for (const who of [bo, dee]) await sit(who, address);
  await sit(cy, address, "Prendre place");
  await startGame(ada);
  await atPlay(all);
  for (const who of [ada, bo, dee, cy]) await giveUp(who);
  for (const { page } of all) await page.locator(".end").waitFor();

  // One of them is offline while the others go to the rematch.
  await goOffline(dee);
  await pressUntil(bo, bo.page.getByRole("button", { name: "Rematch" }), bo.page.locator(".lobby"));
  const news = ({ page }, text) => page.locator(".wish", { hasText: text });
  await news(ada, "Bo would like a rematch.")
    .getByText(/Who sits where: .*you, \w+/)
    .waitFor();
  assert.deepEqual(await violations(ada.page, "a rematch is announced"), []);
  await news(ada, "Bo would like a rematch.").getByRole("link", { name: "To the rematch" }).click();
  await news(cy, "Bo aimerait une revanche.").getByRole("link", { name: "Vers la revanche" }).click();
  await bo.page.getByText("Dee is not here at the moment. The game starts by itself").waitFor();
  assert.doesNotMatch(await bo.page.locator(".lobby").innerText(), /Everybody is here\./);
  await comeBack(dee);
  await news(dee, "Bo would like a rematch.").getByRole("link", { name: "To the rematch" }).click();
  await atPlay(all);
  assert.deepEqual(await ada.page.locator(".players .who b").allInnerTexts(), ["Cy", "Ada", "Bo", "Dee"]);
  await leave(...all);
});

test("a lobby is arranged, and the game started, by keys alone", { timeout: 300_000 }, async () => {
  const ada = await guest("Ada");
  const { page } = ada;
  await open(ada, "frogriders");
  const named = () =>
    page.evaluate(() => {
      const active = document.activeElement;
      const label = active?.id ? document.querySelector(`label[for="${active.id}"]`) : active?.closest("label");
      return (active?.getAttribute("aria-label") ?? label?.textContent ?? active?.textContent ?? "").trim();
    });
  const reach = async (name, key = "Tab") => {
    for (let step = 0; step < 60; step += 1) {
      if (name.test(await named())) return;
      await page.keyboard.press(key);
    }
    assert.fail(`${name} is not reached by Tab`);
  };
  await page.locator("h1").click();
  await reach(/^Who sits at seat 2/);
  await page.keyboard.press("End");
  await log(ada, "Basile, a computer player (Master), sits at seat 2.");
  await reach(/^Who sits at seat 3/);
  await page.keyboard.press("End");
  await log(ada, "Capucine, a computer player (Master), sits at seat 3.");
  await reach(/^Who starts/);
  await page.keyboard.press("End");
  await log(ada, "Ada changes the game: who starts is drawn by lot.");
  await reach(/^Well played/);
  await page.keyboard.press("Enter");
  await page.locator(".chat li", { hasText: "Well played!" }).waitFor();
  await reach(/^Start the game/, "Shift+Tab");
  await page.keyboard.press("Enter");
  await page.locator(".table .log li", { hasText: /^The lot is drawn: .* starts?\.$/ }).waitFor();
  await leave(ada);
});

test("a colour is chosen before a game that begins at once", { timeout: 240_000 }, async () => {
  const ada = await guest("Ada", PHONE);
  const { page } = ada;
  for (const how of ["computer", "screen"]) {
    await page.goto(`/play/pool-party/${how}`);
    const label = how === "computer" ? "Your colour" : "Colour, Seat 1";
    await page.getByLabel(label).selectOption({ label: "green" });
    if (how === "screen") await page.getByLabel("Name, Seat 1").fill("Ada");
    await soon(async () => assert.ok(await fits(ada), how));
    assert.deepEqual(await violations(page, how), []);
    await pressUntil(ada, page.getByRole("button", { name: "Play", exact: true }), page.locator(".table .board"));
    await page.locator(".board .sprite.tint-green").first().waitFor({ state: "attached" });
    const mark = page.locator(".players li", { hasText: "Ada" }).locator(".seat-mark");
    assert.match((await mark.getAttribute("class")) ?? "", /tint-green/);
  }
  await leave(ada);
});

test("the host moves computer players to other seats, on a phone too", { timeout: 240_000 }, async () => {
  const ada = await guest("Ada", PHONE);
  const { page } = ada;
  await open(ada, "pool-party", 4);
  await page.getByLabel("Who sits at seat 2").selectOption({ label: "Computer (Novice)" });
  await log(ada, "Basile, a computer player (Novice), sits at seat 2.");
  await page.getByLabel("Seat of Basile").selectOption("3");
  await log(ada, "moves to seat 4.");
  await page.getByLabel("Seat of Théo").selectOption("0");
  await log(ada, "change seats.");
  await seat(ada, "Ada").filter({ hasText: "Seat 4" }).waitFor();
  await soon(async () => assert.ok(await fits(ada)));
  assert.deepEqual(await violations(page, "lobby"), []);
  await leave(ada);
});
