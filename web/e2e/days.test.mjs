// Games over days: whose turn it is, on the first page, in title and icon, and by the browser. Strangers: blocked and
// reported.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  comeBack,
  cuttable,
  goOffline,
  isInSight,
  leave,
  makeOne,
  numbers,
  openLobby,
  person,
  playTurn,
  pressUntil,
  soon,
  startGame,
  unfold,
  violations,
} from "./harness.mjs";
import { browser, server } from "./room.mjs";

const PHONE = { viewport: { width: 390, height: 844 }, touch: true };

/** In the page: notifications that are only noted, and a tab that can be put out of sight. */
function watched() {
  globalThis.notes = [];
  globalThis.Notification = class extends EventTarget {
    static permission = "granted";
    static requestPermission = () => Promise.resolve("granted");
    constructor(title, { body, tag }) {
      super();
      globalThis.notes.push({ title, body, tag });
    }
    close() {}
  };
  let isHidden = false;
  Object.defineProperty(Document.prototype, "hidden", { get: () => isHidden });
  globalThis.hide = (wished) => {
    isHidden = wished;
    document.dispatchEvent(new Event("visibilitychange"));
  };
}

/** Lets a minute go by on somebody's clock, and another one if need be: a look at the list may fail, or come early. */
async function minutesLater(page, read, isSo, ms = 61_000) {
  let seen = null;
  for (let minute = 0; minute < 10; minute += 1) {
    await page.clock.fastForward(ms);
    for (let look = 0; look < 30; look += 1) {
      seen = await page.evaluate(read);
      if (isSo(seen)) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  assert.fail(JSON.stringify(seen));
}

test(
  "a game over days says whose turn it is: first on the first page, in title and icon, and by the browser",
  { timeout: 300_000 },
  async () => {
    const quick = (name) => ({ name, motion: "none", sound: false });
    const host = await person(browser, server.base, { settings: quick("") });
    const guest = await person(browser, server.base, { settings: { notify: true, ...quick("Bo") } });
    const phone = await person(browser, server.base, { ...PHONE, lang: "fr-FR", settings: quick("Cléo") });
    const fourth = await person(browser, server.base, { theme: "dark", settings: quick("Dan") });
    await guest.context.addInitScript(watched);
    await fourth.context.addInitScript(cuttable);
    await guest.page.clock.install();

    await host.page.goto("/play/pool-party/friends");
    await host.page.getByLabel("Your name at the table").fill("Ada");
    await host.page.getByLabel("How many play?").selectOption("4");
    await unfold(host, host.page.getByLabel("Clock"));
    await host.page.getByLabel("Clock").selectOption({ label: "3 days per turn" });
    await host.page.getByRole("checkbox", { name: /^Weekends off/ }).check();
    await openLobby(host);
    const address = await host.page.getByRole("textbox", { name: /Send this link/ }).inputValue();
    for (const [{ page }, words] of [
      [guest, "Sit down"],
      [phone, "Prendre place"],
      [fourth, "Sit down"],
    ]) {
      await page.goto(address);
      await page.getByRole("button", { name: words }).click();
      await page.locator(".lobby").waitFor();
    }
    await startGame(host);
    const all = [host, guest, phone, fourth];
    await Promise.all(all.map(({ page }) => page.waitForSelector(".board")));
    await host.page.locator(".player.turn", { hasText: /until/ }).waitFor();
    const id = new URL(guest.page.url()).pathname.split("/").at(-1);
    await goOffline(fourth);

    // The guest reads something else while the host plays.
    await guest.page.getByRole("link", { name: /Home/ }).click();
    await guest.page.getByRole("heading", { name: "The games" }).waitFor({ state: "attached" });
    const waiting = guest.page.locator(".in-progress .waits");
    assert.equal(await waiting.count(), 0);
    await playTurn(host, "Ada");
    const waits = () => document.querySelectorAll(".in-progress .waits").length;
    await minutesLater(guest.page, waits, (count) => count === 1, 16_000);
    await soon(async () => {
      assert.match(await waiting.innerText(), /Pool Party\s+with Ada, Cléo.* Dan\s+time left .* · until /);
      assert.equal(await guest.page.title(), "(1) Rainette");
      assert.match(await guest.page.locator('link[rel="icon"]').getAttribute("href"), /^data:image\/svg/);
    });
    assert.deepEqual(await violations(guest.page, "your turn"), []);

    await waiting.getByRole("link", { name: "Play: Pool Party" }).click();
    await playTurn(guest, "Bo");
    await guest.page.getByRole("link", { name: /Home/ }).click();
    await minutesLater(guest.page, waits, (count) => count === 0, 16_000);
    await soon(async () => {
      assert.equal(await guest.page.title(), "Rainette");
      assert.equal(await guest.page.locator('link[rel="icon"]').getAttribute("href"), "/icon.svg");
    });

    // On a phone it is seen without scrolling, and played by finger.
    await phone.page.goto("/");
    const turn = phone.page.locator(".in-progress .waits").getByRole("link", { name: /^Jouer.*Pool Party/ });
    await turn.waitFor();
    await soon(async () => {
      const { y, height } = await turn.boundingBox();
      assert.ok(y + height <= PHONE.viewport.height, `${y}`);
    });
    assert.ok(await phone.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    await pressUntil(phone, turn, phone.page.locator(".table .board"));
    await playTurn(phone, "Cléo");

    // Days later somebody who was offline comes back, and it is their turn.
    await comeBack(fourth);
    await playTurn(fourth, "Dan");

    // Out of sight, the browser tells of it: once.
    await guest.page.evaluate(() => globalThis.hide(true));
    await guest.page.clock.fastForward(31_000);
    await playTurn(host, "Ada");
    await minutesLater(
      guest.page,
      () => globalThis.notes.length,
      (notes) => notes > 0,
    );
    await minutesLater(
      guest.page,
      () => document.title,
      (title) => title === "(1) Rainette",
    );
    assert.deepEqual(await guest.page.evaluate(() => globalThis.notes), [
      { title: "Your turn", body: "Pool Party: Ada has moved.", tag: id },
    ]);
    await leave(...all);
  },
);

test("somebody at a public table can be reported, and blocked: their tables are no longer listed", async () => {
  const host = await person(browser, server.base);
  const reader = await person(browser, server.base, { ...PHONE, theme: "dark" });
  await host.page.goto("/play/hop-it/friends");
  await host.page.getByLabel("Your name at the table").fill("Growl");
  await host.page.getByLabel(/Seat 2/).selectOption("open");
  await host.page.getByRole("checkbox", { name: /list of open tables/ }).check();
  await openLobby(host);
  await host.page.getByRole("textbox", { name: /Send this link/ }).waitFor();

  await reader.page.goto("/");
  const listed = reader.page.getByRole("region", { name: "Open tables" }).locator("li", { hasText: "Growl" });
  await listed.waitFor();
  await reader.page.goto(new URL(host.page.url()).pathname);
  await reader.page.getByRole("button", { name: "Report …: Growl" }).click();
  const dialog = reader.page.getByRole("dialog");
  await dialog.getByLabel("What is wrong?").selectOption("name");
  assert.deepEqual(await violations(reader.page, "a report"), []);
  await dialog.getByRole("button", { name: "Send the report" }).click();
  await dialog.getByText("Your report was sent, with 0 lines of chat.").waitFor();
  await pressUntil(reader, dialog.getByRole("button", { name: "Close" }).last(), dialog, "detached");

  const blocked = reader.page.getByText("Growl, whom you have blocked, sits at this table.");
  await pressUntil(reader, reader.page.getByRole("button", { name: "Block: Growl" }), blocked);
  assert.deepEqual(await violations(reader.page, "somebody blocked sits here"), []);
  // Whoever plays with them nevertheless sees that, and the game.
  await reader.page.getByRole("button", { name: "Sit down here" }).tap();
  await startGame(host);
  await makeOne(host.page, numbers(2));
  await reader.page.waitForSelector(".board .spot.lit");
  await isInSight(reader, "somebody blocked plays", ".blocked-here", ".board", ".prompt", ".choices .button");
  await reader.page.goto("/");
  await reader.page.getByText("No open table just now.").waitFor();
  assert.equal(await listed.count(), 0);
  // They are on the list of those who are blocked, until they are not.
  await reader.page.getByRole("button", { name: "Settings" }).tap();
  await reader.page.getByText("People you have blocked").tap();
  const unblock = reader.page.getByRole("button", { name: "Unblock: Growl" });
  await unblock.waitFor();
  assert.deepEqual(await violations(reader.page, "people who are blocked"), []);
  await unblock.tap();
  await reader.page.getByRole("dialog").getByText("Nobody.").waitFor();
  await reader.page.keyboard.press("Escape");
  await listed.waitFor();
  await leave(host, reader);
});

test("whoever was offline reads what was said meanwhile, reports it, and hears no more of it", async () => {
  const [host, reader, third, fourth] = await Promise.all(
    [{}, { ...PHONE, theme: "dark" }, { lang: "fr-FR" }, {}].map((options) => person(browser, server.base, options)),
  );
  const all = [host, reader, third, fourth];
  await reader.context.addInitScript(cuttable);
  const ask = async ({ page }, address, data) => {
    const answer = await page.request.post(address, { data });
    assert.ok(answer.ok(), await answer.text());
    return answer.json();
  };
  const open = { is: "open" };
  const wish = { game: "pool-party", name: "Snarl", seats: [{ is: "me" }, open, open, open], is_public: true };
  const { table } = await ask(host, "/api/tables", wish);
  for (const [index, name] of ["Rita", "Tom", "Fay"].entries())
    await ask(all[index + 1], `/api/tables/${table}/join`, { name });
  for (const { page } of all) {
    await page.goto(`/table/${table}`);
    await page.locator(".lobby").waitFor();
  }
  const said = ({ page }, text) => page.locator(".chat li", { hasText: text });
  const say = async (who, text) => {
    await who.page.locator(".chat form input").fill(text);
    await who.page.locator(".chat form .button").click();
    for (const other of [host, third, fourth]) await said(other, text).waitFor();
  };
  await goOffline(reader);
  await say(host, "Grrr, go away");
  await say(third, "Du calme");
  assert.equal(await said(reader, "Grrr").count(), 0);
  await comeBack(reader);
  await said(reader, "Grrr, go away").waitFor();

  const { page } = reader;
  const dialog = page.getByRole("dialog");
  await pressUntil(reader, page.getByRole("button", { name: "Report …: Snarl" }), dialog);
  await dialog.getByLabel("Block this person too").check();
  const sent = dialog.getByText("Your report was sent, with 1 line of chat.");
  await pressUntil(reader, dialog.getByRole("button", { name: "Send the report" }), sent);
  await pressUntil(reader, dialog.getByRole("button", { name: "Close" }).last(), dialog, "detached");
  await page.getByText("Snarl, whom you have blocked, sits at this table.").waitFor();
  // What they have said and say is seen by everybody else, and nobody is told why.
  await said(reader, "Grrr").waitFor({ state: "detached" });
  await say(host, "Grrr again");
  await say(fourth, "Hello all");
  await said(reader, "Hello all").waitFor();
  assert.equal(await said(reader, "Grrr").count(), 0);
  await said(reader, "Du calme").waitFor();
  for (const other of [host, third, fourth])
    assert.equal(
      await other.page
        .getByText(/blocked|bloqué/)
        .filter({ visible: true })
        .count(),
      0,
    );
  await leave(...all);
});
