// People: by link, at one screen, coming back; replays, languages, phones.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  clicking,
  cuttable,
  giveUp,
  leave,
  makeOne,
  numbers,
  openLobby,
  openTab,
  person,
  playNow,
  playOut,
  playTurn,
  pressUntil,
  soon,
  startAgainst,
  startGame,
  unfold,
  violations,
} from "./harness.mjs";
import { browser, server } from "./room.mjs";
import { GAMES, nameOf } from "../tools/games.mjs";

test(
  "a friend comes by link; both see every action; a broken line and a restarted server are survived",
  { timeout: 300_000 },
  async () => {
    const host = await person(browser, server.base);
    const guest = await person(browser, server.base, { lang: "fr-FR", theme: "dark" });
    await guest.context.addInitScript(cuttable);
    await host.page.goto("/");
    await host.page.getByRole("link", { name: "Hop It!: With friends" }).click();
    await host.page.getByLabel("Your name at the table").fill("Ada");
    await openLobby(host);
    const address = await host.page.getByRole("textbox", { name: /Send this link/ }).inputValue();
    await host.page.getByRole("img", { name: "QR code of the link" }).waitFor();

    await guest.page.goto(address);
    await guest.page.getByText("Ada aimerait jouer avec vous.").waitFor();
    assert.deepEqual(await violations(guest.page, "an invitation"), []);
    await guest.page.getByLabel("Votre nom").fill("Émile");
    await guest.page.getByRole("button", { name: "Prendre place" }).click();
    await guest.page.getByText("L’hôte lance la partie").waitFor();
    await startGame(host);
    await Promise.all([host, guest].map(({ page }) => page.waitForSelector(".board")));

    const random = numbers(5);
    await makeOne(host.page, random);
    await guest.page.waitForSelector(".board .spot.lit");
    await soon(async () => assert.match(await guest.page.title(), /À vous de jouer/));

    await makeOne(guest.page, random);
    await host.page.waitForSelector(".board .spot.lit");

    // The guest's line breaks; meanwhile nothing reaches them, afterwards everything does.
    const lines = () => guest.page.locator(".log li").count();
    const known = await lines();
    await guest.page.evaluate(() => globalThis.cut());
    await guest.page.locator(".link-state").waitFor();
    await makeOne(host.page, random);
    assert.equal(await lines(), known);
    await guest.page.evaluate(() => dispatchEvent(new Event("online")));
    await guest.page.waitForFunction((count) => document.querySelectorAll(".log li").length > count, known);
    await guest.page.waitForSelector(".board .spot.lit");
    await makeOne(guest.page, random);
    await host.page.waitForSelector(".board .spot.lit");

    await server.stop();
    await host.page.getByText(/The line is broken/).waitFor();
    await server.start();
    await host.page.getByText(/The line is broken/).waitFor({ state: "detached" });
    await guest.page.locator(".link-state").waitFor({ state: "detached" });
    await makeOne(host.page, random);
    await guest.page.waitForSelector(".board .spot.lit");

    // What is said is text, whatever it looks like.
    await openTab(guest, "Discussion");
    await guest.page.getByRole("textbox", { name: "Dire quelque chose" }).fill("Coâ <b>!</b>");
    await guest.page.getByRole("button", { name: "Envoyer" }).click();
    await openTab(host, /Chat/);
    await host.page.getByText("Coâ <b>!</b>").waitFor();
    // Who is not to be heard any more is not heard, and does not know.
    await openTab(host, "Table");
    await pressUntil(
      host,
      host.page.getByRole("button", { name: "Stop hearing: Émile" }),
      host.page.getByRole("button", { name: "Hear again: Émile" }),
    );
    await guest.page.getByRole("textbox", { name: "Dire quelque chose" }).fill("Coâ encore");
    await guest.page.getByRole("button", { name: "Envoyer" }).click();
    await guest.page.locator(".chat li", { hasText: "Coâ encore" }).waitFor();
    await openTab(host, /Chat/);
    await host.page.getByRole("textbox", { name: "Say something" }).fill("Silence");
    await host.page.getByRole("button", { name: "Send" }).click();
    await host.page.locator(".chat li", { hasText: "Silence" }).waitFor();
    assert.equal(await host.page.getByText("Coâ encore").count(), 0);
    await guest.page.locator(".chat li", { hasText: "Silence" }).waitFor();
    // Giving up ends a game of two.
    await giveUp(host);
    await guest.page.getByRole("heading", { name: "Vous gagnez !" }).waitFor();
    // Both browsers followed the game through broken lines and a restart: the proof says what they were told and did.
    await pressUntil(
      guest,
      guest.page.getByRole("button", { name: "Vérifier la partie" }),
      guest.page.getByText(/événements comparés/),
    );
    await pressUntil(
      host,
      host.page.getByRole("button", { name: "Check the record" }),
      host.page.getByText(/\d+ events compared/),
    );
    const fingerprint = async (page) => (await page.locator(".end .head-line code").innerText()).trim();
    assert.equal(await fingerprint(host.page), await fingerprint(guest.page));
    const way = host.page.getByRole("link", { name: "To the rematch" });
    await pressUntil(guest, guest.page.getByRole("button", { name: "Revanche" }), way);
    await way.click();
    await Promise.all(
      [host, guest].map(({ page }) =>
        page.waitForFunction(
          () =>
            location.pathname.startsWith("/table/") &&
            document.querySelector(".end") === null &&
            document.querySelector(".board") !== null,
        ),
      ),
    );
    const quiet = (complaints) =>
      complaints.filter((line) => !/WebSocket|ERR_INTERNET_DISCONNECTED|ERR_CONNECTION|Failed to load/.test(line));
    assert.deepEqual([...quiet(host.complaints), ...quiet(guest.complaints)], []);
    await host.context.close();
    await guest.context.close();
  },
);

test(
  "a guest is shown what was given and agrees to it, and afterwards it is not called fair",
  { timeout: 120_000 },
  async () => {
    const host = await person(browser, server.base);
    const guest = await person(browser, server.base);
    await host.page.goto("/");
    const text = ["rainette record 1", "game abagio", "edition 1", "seats 2", "", "chance start 6 1", ""].join("\n");
    const wish = {
      game: "abagio",
      name: "Ada",
      seats: [{ is: "me" }, { is: "friend" }],
      start_when_full: true,
      from: { is: "record", text },
    };
    const table = await host.page.evaluate(async (body) => {
      const answer = await fetch("/api/tables", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      return answer.json();
    }, wish);
    await host.page.goto(`/table/${table.table}`);
    await host.page.getByText("This table goes on from 1 event that was given, not drawn.").waitFor();
    await guest.page.goto(`/join/${table.invite}`);
    await guest.page.getByText("What was given").click();
    await guest.page.getByText("chance start 6 1").waitFor();
    const sit = guest.page.getByRole("button", { name: "Sit down" });
    assert.equal(await sit.isDisabled(), true, "not before they agree");
    await guest.page.getByLabel("I agree to go on from there").check();
    await sit.click();
    await Promise.all([host, guest].map(({ page }) => page.waitForSelector(".board")));
    await giveUp(host);
    await pressUntil(
      guest,
      guest.page.getByRole("button", { name: "Check the dice" }),
      guest.page.getByText(/Not drawn: the table went on from 1 event/),
    );
    assert.match(await guest.page.locator(".fair").innerText(), /events compared/);
    for (const { context, complaints } of [host, guest]) {
      assert.deepEqual(complaints, []);
      await context.close();
    }
  },
);

test("Frogriders at one screen: secrets are hidden while the screen is handed over", { timeout: 900_000 }, async () => {
  const { page, context, complaints } = await person(browser, server.base, {
    theme: "dark",
    settings: { motion: "none" },
  });
  await page.goto("/");
  await page.getByRole("link", { name: "Frogriders: At this screen" }).click();
  await page.getByLabel("How many play?").selectOption("2");
  await page.getByLabel("Name, Seat 1").fill("Ada");
  await page.getByLabel("Name, Seat 2").fill("Bo");
  await page.getByRole("button", { name: "Play" }).click();
  await page.getByRole("heading", { name: "Hand over to Ada" }).waitFor();
  assert.equal(await page.locator(".board").count(), 0, "no board while nobody holds the screen");
  assert.deepEqual(await violations(page, "the screen is handed over"), []);
  // A press that comes too early does nothing: it might have been meant for the board.
  await page.waitForTimeout(600);
  const isLit = page.locator(".board .spot.lit").first();
  await pressUntil({ page }, page.getByRole("button", { name: "I am Ada: show my cards" }), isLit);
  await playOut(page, clicking(numbers(3)), "hand-over");
  await page.getByRole("heading", { name: "Hand over to Bo" }).waitFor();
  assert.equal(await page.locator(".board").count(), 0);
  assert.equal(await page.locator(".log li").count(), 0, "the log is what Ada knows");
  await page.waitForTimeout(600);
  await pressUntil({ page }, page.getByRole("button", { name: "I am Bo: show my cards" }), isLit);
  // Once both have kept a secret the board stays, and nothing in words tells what the veiled cards hide.
  await page.evaluate(() => {
    globalThis.curtains = 0;
    const look = () => (globalThis.curtains += document.querySelector(".hand-over") === null ? 0 : 1);
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
  });
  const [choose, names] = [clicking(numbers(4)), new Set()];
  await playOut(page, async (here) => {
    names.add(/^\w+/.exec(await here.locator(".prompt").innerText())?.[0]);
    assert.doesNotMatch(await here.locator("body").innerText(), /keeps|is dealt “/);
    await choose(here);
  });
  assert.equal(await page.evaluate(() => globalThis.curtains), 0);
  assert.deepEqual([...names].toSorted(), ["Ada", "Bo"], "whoever is asked is named");
  await page.getByRole("heading", { name: /wins|share the win/ }).waitFor();
  assert.ok((await page.locator(".scores tbody tr").count()) > 4, "every card is accounted for");
  assert.deepEqual(await violations(page, "a game played to its end"), []);
  // One screen was told what both seats knew, and the proof says it all.
  await pressUntil({ page }, page.getByRole("button", { name: "Check the draws" }), page.getByText(/^✓ Fair:/));
  await page.getByText(/events compared/).waitFor();
  assert.deepEqual(complaints, []);

  // The replay: through everybody's eyes and a spectator's, at an exact event, and on from there.
  await page.getByRole("link", { name: "Look at the game again" }).click();
  const slider = page.getByRole("slider", { name: "Moment of the game" });
  await slider.waitFor();
  await page.getByRole("button", { name: "Beginning" }).click();
  await page.getByRole("button", { name: "Step on" }).click();
  await page.getByText(/^Event 1 of/).waitFor();
  await page.getByRole("button", { name: "End", exact: true }).click();
  await page.getByRole("button", { name: "Step back" }).click();
  // The address follows what is shown: here the last event but one.
  await soon(async () => {
    const [, event] = /^Event (\d+) of/m.exec(await page.locator(".transport").innerText()) ?? [];
    assert.equal(Number(event), Number(await slider.getAttribute("max")) - 1);
  });
  await page.waitForURL(/at=\d+/);
  let shared = "";
  await soon(async () => {
    shared = page.url();
    await page.waitForTimeout(300);
    assert.equal(page.url(), shared);
  });
  await page.getByLabel("Point of view").selectOption({ label: "Bo" });
  await page.waitForFunction(() => /eyes=1/.test(location.search));
  await page.getByRole("heading", { name: "Where the game turned" }).waitFor();
  const other = await person(browser, server.base);
  await other.page.goto(shared);
  await other.page.getByRole("slider").waitFor();
  const moment = ((await slider.getAttribute("aria-valuetext")) ?? "").split(",")[0];
  await other.page.locator(".transport", { hasText: moment }).waitFor();
  await other.page.getByRole("button", { name: "Beginning" }).click();
  for (let step = 0; step < 12; step += 1) await other.page.getByRole("button", { name: "Step on" }).click();
  await other.page.getByRole("button", { name: /Play on from here as Ada/ }).click();
  await other.page.waitForFunction(() => location.pathname.startsWith("/table/"));
  await other.page.waitForSelector(".board .spot.lit, .choices button");
  assert.deepEqual(other.complaints, []);
  await other.context.close();
  await context.close();
});

test(
  "at one screen whoever is asked is named, in every game and in either language",
  { timeout: 300_000 },
  async () => {
    for (const [index, lang] of ["en-GB", "fr-FR"].entries()) {
      const visitor = await person(browser, server.base, {
        lang,
        theme: lang === "en-GB" ? "dark" : "light",
        settings: { motion: "none", sound: false },
      });
      const { page } = visitor;
      // Frogriders, where the screen is handed over, has a test of its own.
      for (const game of GAMES.filter((one) => one !== "frogriders").filter((_, at) => at % 2 === index)) {
        await page.goto(`/play/${game}/screen`);
        const field = (seat) => page.getByLabel(new RegExp(`^(Name, Seat|Nom, Place) ${seat + 1}$`));
        await field(0).waitFor();
        const names = ["Ada", "Bo", "Cy"];
        for (const [seat, name] of names.entries()) if ((await field(seat).count()) > 0) await field(seat).fill(name);
        await page.getByRole("button", { name: /^(Play|Jouer)$/ }).click();
        const asked = new Set();
        for (let turn = 0; turn < 8 && asked.size < 2; turn += 1) {
          await page.locator(".hot-seat .choices button").first().waitFor({ state: "attached" });
          const name = await page.locator(".player[aria-current] b").innerText();
          await page.locator(".hot-seat .prompt", { hasText: new RegExp(`^${name}, `) }).waitFor();
          if (asked.size === 0) assert.deepEqual(await violations(page, `${game} at one screen`), []);
          asked.add(name);
          await playTurn(visitor, name);
        }
        assert.ok(asked.size > 1 && [...asked].every((name) => names.includes(name)), [...asked].join());
      }
      await leave(visitor);
    }
  },
);

test("the language is the browser's, and can be switched in mid-game", { timeout: 120_000 }, async () => {
  const { page, context, complaints } = await person(browser, server.base, { lang: "fr-CH" });
  await page.goto("/");
  await page.getByRole("link", { name: "Hop It! : Jouer" }).click();
  await startAgainst(page);
  await page.waitForSelector(".board .spot.lit");
  await page.locator(".prompt", { hasText: "vous" }).waitFor();
  await page.getByRole("button", { name: "English" }).click();
  await page.locator(".prompt", { hasText: "Your turn" }).waitFor();
  await soon(async () => assert.equal(await page.evaluate(() => document.documentElement.lang), "en"));
  await page.reload();
  await page
    .getByText(/Your turn/)
    .first()
    .waitFor();
  assert.deepEqual(complaints, []);
  await context.close();
});

test(
  "on a phone of 360 pixels everything fits, and every continuation is a button of 44",
  { timeout: 300_000 },
  async () => {
    const { page, context, complaints } = await person(browser, server.base, {
      viewport: { width: 360, height: 740 },
      touch: true,
    });
    const fits = (what) =>
      soon(async () =>
        assert.ok(
          await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
          `${what} is not wider than the screen`,
        ),
      );
    await page.goto("/");
    await fits("home");
    for (const name of GAMES.map(nameOf)) {
      await playNow(page, name);
      await page.waitForSelector(".choices .button");
      await fits(name);
      await soon(async () => {
        const small = await page
          .locator(".choices .button")
          .evaluateAll(
            (buttons) =>
              buttons
                .map((button) => button.getBoundingClientRect())
                .filter(({ width, height }) => width < 44 || height < 44).length,
          );
        assert.equal(small, 0, name);
        const spots = await page.locator(".board .spot.lit").count();
        assert.ok((await page.locator(".choices .spot-button").count()) >= spots, "every lit spot has its button");
      });
      await page.locator(".choices .button").first().tap();
    }
    assert.deepEqual(complaints, []);
    await context.close();
  },
);

test(
  "something illegal is answered in words, a half-built path is taken back, and confirming can be asked for",
  { timeout: 120_000 },
  async () => {
    const { page, context, complaints } = await person(browser, server.base);
    await page.goto("/");
    await page.getByRole("link", { name: "Hop It!: Play now against the computer" }).click();
    await startAgainst(page);
    await page.waitForSelector(".board .spot.lit");
    const middle = async (spot) => {
      const { x, y, width, height } = await page.locator(`.board [data-spot="${spot}"] .hit`).boundingBox();
      return [x + width / 2, y + height / 2];
    };
    const point = async (spot, answer) =>
      soon(async () => {
        await page.mouse.click(...(await middle(spot)));
        await soon(async () => assert.ok((await page.getByText(answer).count()) > 0, answer), 3_000);
      });
    await point("e7", "That piece belongs to the other player.");
    await point("d2", "Where to?");
    await page.keyboard.press("Escape");
    await page
      .getByText(/^Your turn/)
      .first()
      .waitFor();
    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByLabel("Ask before my action is played").check();
    await pressUntil({ page }, page.getByRole("button", { name: "Close" }), page.getByRole("dialog"), "detached");
    await point("d2", "Where to?");
    await page.mouse.click(...(await middle("e3")));
    await page.getByRole("button", { name: "Play this" }).click();
    await page.waitForFunction(() => /d2/.test(document.querySelector(".log")?.textContent ?? ""));
    assert.deepEqual(complaints, []);
    await context.close();
  },
);

test(
  "an open table is joined from the list, watched by a third, and a seat moves to another device",
  { timeout: 240_000 },
  async () => {
    const [host, guest, third] = await Promise.all([1, 2, 3].map(() => person(browser, server.base)));
    await host.page.goto("/play/china-moon/friends");
    await host.page.getByLabel("Your name at the table").fill("Ada");
    await host.page.getByLabel("Seat 2").selectOption({ label: "Anybody" });
    await host.page.getByLabel("Seat 3").selectOption({ label: "Computer (Beginner)" });
    await unfold(host, host.page.getByLabel("Clock"));
    await host.page.getByLabel("Clock").selectOption({ label: "5 minutes each, and 10 seconds more per turn" });
    await host.page.getByLabel("Show it on the list of open tables").check();
    await openLobby(host);
    await host.page.getByRole("heading", { name: /The table is set/ }).waitFor();

    await guest.page.goto("/");
    await guest.page.getByRole("button", { name: "Join" }).first().click();
    await guest.page.getByText("The host starts the game").waitFor();
    await startGame(host);
    await host.page.waitForSelector(".board .spot.lit");
    assert.match(await host.page.locator(".clock").first().innerText(), /^[45]:\d\d$/);

    await third.page.goto("/");
    await third.page.getByRole("link", { name: "Watch" }).first().click();
    await third.page.getByText("You are watching.").waitFor();
    assert.equal(await third.page.locator(".board .spot.lit").count(), 0, "who watches chooses nothing");

    // An action of one's own can be taken back at once; those who watch see it too.
    const lines = () => third.page.locator(".log li").count();
    const known = await lines();
    await makeOne(host.page, numbers(2));
    await third.page.waitForFunction((count) => document.querySelectorAll(".log li").length > count, known);
    const undone = third.page.locator(".log .undone").first();
    await pressUntil(host, host.page.getByRole("button", { name: "Take back" }), undone);

    await openTab(host, "Table");
    const shown = host.page.locator(".code");
    await pressUntil(host, host.page.getByRole("button", { name: "Move my seat to another device" }), shown);
    const code = await shown.innerText();
    await third.page.goto("/device");
    await third.page.getByLabel("Code").fill(code);
    await third.page.getByRole("button", { name: "Take the seat over" }).click();
    await third.page.waitForSelector(".board .spot.lit");
    await makeOne(third.page, numbers(2));
    for (const { context, complaints } of [host, guest, third]) {
      assert.deepEqual(complaints, []);
      await context.close();
    }
  },
);
