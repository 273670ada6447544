// At the table: all choose at once, a wish to take back says what it would cost, practice, and turns that are missed.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  chooseFirst,
  comeBack,
  cuttable,
  giveUp,
  goOffline,
  isInSight,
  leave,
  openTab,
  person,
  playTurn,
  pressUntil,
  violations,
} from "./harness.mjs";
import { browser, server } from "./room.mjs";

const PHONE = { viewport: { width: 390, height: 844 }, touch: true };

/** Four people: Ada, Bo in French and by night, Cléo on a phone, and Dan, who can be cut off. */
async function four() {
  const people = await Promise.all(
    [{}, { lang: "fr-FR", theme: "dark" }, PHONE, {}].map((options) =>
      person(browser, server.base, { ...options, settings: { motion: "none", sound: false } }),
    ),
  );
  await people[3].context.addInitScript(cuttable);
  return people;
}

/** Opens a table of four, and lets the others sit down at it; each page then shows it. */
async function sitTogether(wish, people) {
  const [host, ...guests] = people;
  const ask = async ({ page }, address, data) => {
    const answer = await page.request.post(address, { data });
    assert.ok(answer.ok(), await answer.text());
    return answer.json();
  };
  const open = { is: "open" };
  const { table } = await ask(host, "/api/tables", {
    name: "Ada",
    seats: [{ is: "me" }, open, open, open],
    start_when_full: true,
    is_public: true,
    ...wish,
  });
  // Who sits down last starts the game: by then the others are there.
  for (const [index, guest] of guests.entries()) {
    if (index === guests.length - 1)
      await Promise.all(
        people.slice(0, -1).map(async ({ page }) => {
          await page.goto(`/table/${table}`);
          await page.locator(".lobby").waitFor();
        }),
      );
    await ask(guest, `/api/tables/${table}/join`, { name: ["Bo", "Cléo", "Dan"][index] });
  }
  await guests.at(-1).page.goto(`/table/${table}`);
  for (const { page } of people) await page.waitForSelector(".table .board");
  return table;
}

test("all choose their secrets at once, and nobody waits for another", { timeout: 240_000 }, async () => {
  const people = await four();
  const [ada, bo, cleo, dan] = people;
  await sitTogether({ game: "frogriders" }, people);
  // Everybody is asked, whoever starts.
  for (const { page } of [ada, cleo, dan])
    await page.locator(".prompt", { hasText: "Choose the secret objective you keep." }).waitFor();
  await bo.page.locator(".prompt", { hasText: "Choisissez l’objectif secret que vous gardez." }).waitFor();
  await goOffline(dan);

  // A later seat chooses first: it sees what it chose and who is waited for; the others only that it has chosen.
  const label = await bo.page.locator(".choices .spot-button").first().getAttribute("aria-label");
  const card = /«\s(.*?)\s»/.exec(label)?.[1] ?? assert.fail(label);
  await chooseFirst(bo);
  await bo.page.locator(".prompt", { hasText: /Vous gardez .* On attend Ada, Cléo et Dan\./ }).waitFor();
  assert.ok((await bo.page.locator(".prompt").innerText()).includes(card), card);
  await ada.page.locator(".log li", { hasText: "Bo has chosen." }).waitFor();
  const said = await ada.page.locator(".log li", { hasText: "Bo" }).allInnerTexts();
  assert.ok(!said.some((line) => line.includes(card)), "nobody is told which");
  // Second thoughts cost nothing, also after a reload.
  await bo.page.reload();
  await bo.page.getByRole("button", { name: "Choisir de nouveau" }).click();
  await bo.page.locator(".prompt", { hasText: "Choisissez l’objectif secret que vous gardez." }).waitFor();
  await chooseFirst(bo);
  await bo.page.locator(".prompt", { hasText: "On attend" }).waitFor();

  await chooseFirst(cleo);
  await cleo.page.locator(".prompt", { hasText: "Waiting for Ada and Dan." }).waitFor();
  assert.deepEqual(await violations(cleo.page, "waiting for others"), []);
  await chooseFirst(ada);
  await ada.page.locator(".prompt", { hasText: /^Dan/ }).waitFor();
  // Who was offline meanwhile is asked still, and knows who has chosen.
  await comeBack(dan);
  await dan.page.locator(".log li", { hasText: "Cléo has chosen." }).waitFor();
  await chooseFirst(dan);
  await ada.page.locator(".prompt", { hasText: "Your turn: let a frog jump over another." }).waitFor();
  for (const { page } of [bo, cleo, dan]) await page.locator(".prompt", { hasText: /Ada/ }).waitFor();
  await playTurn(ada, "Ada");
  await leave(...people);
});

test("a wish to take back says what would disappear and who has agreed", { timeout: 240_000 }, async () => {
  const people = await four();
  const [ada, bo, cleo, dan] = people;
  await sitTogether({ game: "pool-party" }, people);
  await goOffline(dan);
  await playTurn(ada, "Ada");
  await playTurn(bo, "Bo");

  const wish = ({ page }) => page.locator(".wish");
  const asked = wish(bo).getByText("Ceci disparaîtrait :");
  await pressUntil(ada, ada.page.getByRole("button", { name: "Take back my action" }).first(), asked);
  assert.ok((await wish(bo).locator("ol li").count()) >= 2, "what both did is named");
  await wish(bo).getByText("D’accord : Ada.").waitFor();
  await pressUntil(
    bo,
    wish(bo).getByRole("button", { name: "D’accord", exact: true }),
    wish(ada).getByText(/Agreed: (you and Bo|Bo and you)\. Asked: (Cléo and Dan|Dan and Cléo)\./),
  );
  // Who has agreed is not asked again.
  await wish(bo).getByRole("button").first().waitFor({ state: "detached" });
  await wish(cleo).getByText("What was rolled or dealt since would be drawn anew").waitFor();
  assert.deepEqual(await violations(cleo.page, "a wish"), []);
  // Between it and the choices one may have to scroll; to answer it nobody has to.
  await isInSight(cleo, "a wish to take dice back", ".wish .button.strong", ".wish .button:not(.strong)");
  await wish(cleo).getByRole("button", { name: "Agree" }).tap();
  // Who was offline when it was asked is asked on coming back.
  await comeBack(dan);
  await wish(dan).getByRole("button", { name: "Agree" }).click();
  for (const { page } of people) await page.locator(".log .undone").first().waitFor({ state: "attached" });
  await bo.page.locator(".undone-note", { hasText: /Ada reprend .*(coups?|tirages?)/ }).waitFor();
  await leave(...people);
});

test(
  "dice are taken back for practice only, and everybody can see that it is practice",
  { timeout: 240_000 },
  async () => {
    const visitor = await person(browser, server.base);
    const { page } = visitor;
    for (const isPractice of [false, true]) {
      await page.goto("/play/abagio/computer");
      await page.getByRole("radio", { name: "Beginner" }).first().check();
      const tick = page.getByLabel("Practice: dice and cards can be taken back");
      if (isPractice) await tick.check();
      await page.getByRole("button", { name: "Play", exact: true }).click();
      await page.waitForSelector(".board .spot.lit");
      const undo = page.locator(".undo-row button", { hasText: "Take back my action" });
      // Until the computer player has rolled after something that we did.
      await playTurn(visitor, "Guest");
      await page.waitForSelector(".board .spot.lit");
      if (!isPractice) {
        assert.equal(await undo.count(), 0);
        continue;
      }
      await undo.waitFor();
      await page.locator(".log li", { hasText: "for practice" }).waitFor();
      // What was pulled back with it is announced: the log says how much, and so does a line under the board.
      const note = page.locator(".undone-note", { hasText: /You take back .*(draws|what was drawn)/ });
      await pressUntil({ page }, undo, note);
      await giveUp({ page });
      await page.locator(".end", { hasText: "It was a practice table" }).waitFor();
    }
    await leave(visitor);
  },
);

test("whoever misses a turn is warned, sat in for, told so, and comes back", { timeout: 240_000 }, async () => {
  const people = await four();
  const [ada, bo, cleo, dan] = people;
  // Cléo, on a phone, is to begin, and does nothing.
  const wish = { game: "pool-party", starts: { is: "seat", seat: 2 }, clock: { kind: "per-move", seconds: 20 } };
  await sitTogether(wish, people);
  await goOffline(dan);
  const { page } = cleo;
  await page.locator(".nearly-up", { hasText: "Your time is nearly up." }).waitFor();
  await isInSight(cleo, "time is nearly up", ".nearly-up", ".prompt", ".choices button");
  await page.locator(".sat-in", { hasText: "You missed your turn." }).waitFor();
  const back = page.getByRole("button", { name: "Take my seat back" });
  await back.waitFor();
  await isInSight(cleo, "a computer player sits in", ".sat-in", ".sat-in .button", ".prompt");
  assert.deepEqual(await violations(page, "a missed turn"), []);
  await pressUntil(cleo, back, page.locator(".sat-in"), "detached");
  await openTab(cleo, "Log");
  await page.locator(".log li", { hasText: "You miss your turn." }).waitFor();
  await page.locator(".log li", { hasText: "You are back at the table." }).waitFor();
  await bo.page.locator(".log li", { hasText: "Cléo manque son tour." }).waitFor();
  // Who was offline meanwhile is told the same.
  await comeBack(dan);
  for (const one of [ada, dan])
    for (const text of ["Cléo misses the turn.", "Cléo is back at the table."])
      await one.page.locator(".log li", { hasText: text }).waitFor();
  await leave(...people);
});

test("at a strict table whoever runs out of time is out, and the game goes on", { timeout: 240_000 }, async () => {
  const people = await four();
  const [ada, bo, cleo, dan] = people;
  // Cléo, on a phone, is to begin, and does nothing; Dan, who is offline, comes next.
  const clock = { kind: "per-move", seconds: 20 };
  await sitTogether({ game: "pool-party", starts: { is: "seat", seat: 2 }, is_strict: true, clock }, people);
  await goOffline(dan);
  const { page } = cleo;
  await page.locator(".nearly-up", { hasText: "After that you are out of the game." }).waitFor();
  await isInSight(cleo, "time is nearly up", ".nearly-up", ".prompt", ".choices button");
  await page.locator(".players li", { hasText: "Cléo" }).filter({ hasText: "out of time" }).waitFor();
  // Who comes back in time has their turn, after that of the computer player that took over.
  await comeBack(dan);
  await playTurn(dan, "Dan");
  await ada.page.locator(".player.turn", { hasText: "Ada" }).waitFor();
  assert.deepEqual(await violations(page, "out of time"), []);
  // Out is out: there is no way back to the seat, unlike at other tables.
  assert.equal(await page.locator(".sat-in").count(), 0);
  assert.equal(await page.getByRole("button", { name: "Take my seat back" }).count(), 0);
  await openTab(cleo, "Log");
  const lines = [
    [cleo, "You have run out of time."],
    [cleo, /^A computer player \(.+\) takes over from you\.$/],
    [dan, "Cléo has run out of time."],
    [dan, /^A computer player \(.+\) takes over from Cléo\.$/],
    [bo, /Cléo/],
  ];
  for (const [who, hasText] of lines) await who.page.locator(".log li", { hasText }).first().waitFor();
  await leave(...people);
});
