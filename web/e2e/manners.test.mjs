// Small things that make a table: whose turn it is, sounds, sitting in, taking back, fingers that miss, curtains.

import assert from "node:assert/strict";
import { test } from "node:test";
import { clicking, numbers, person, playNow, pressUntil, soon } from "./harness.mjs";
import { browser, server } from "./room.mjs";

/** In the page: notifications, badges and tones are written down; the page can be looked away from. */
function listening() {
  globalThis.heard = { notes: [], badges: [], tones: 0 };
  globalThis.isAway = false;
  globalThis.Notification = class extends EventTarget {
    static permission = "granted";
    static requestPermission() {
      return Promise.resolve("granted");
    }
    constructor(title, options) {
      super();
      globalThis.heard.notes.push(`${title}: ${options.body}`);
    }
    close() {}
  };
  navigator.setAppBadge = (count) => {
    globalThis.heard.badges.push(count);
    return Promise.resolve();
  };
  navigator.clearAppBadge = () => {
    globalThis.heard.badges.push(0);
    return Promise.resolve();
  };
  Object.defineProperty(document, "hidden", { get: () => globalThis.isAway });
  const { createOscillator } = BaseAudioContext.prototype;
  BaseAudioContext.prototype.createOscillator = function () {
    globalThis.heard.tones += 1;
    return createOscillator.call(this);
  };
}

/** Two people at a table of Hop It!, each in a browser of their own. */
async function two(hostOptions, guestOptions, wish = {}) {
  const host = await person(browser, server.base, {
    ...hostOptions,
    settings: { name: "Ada", ...hostOptions.settings },
  });
  const guest = await person(browser, server.base, {
    ...guestOptions,
    settings: { name: "Bo", ...guestOptions.settings },
  });
  for (const { context } of [host, guest]) await context.addInitScript(listening);
  const answer = await host.page.request.post("/api/tables", {
    data: { game: "hop-it", name: "Ada", seats: [{ is: "me" }, { is: "friend" }], start_when_full: true, ...wish },
  });
  const { table, invite } = await answer.json();
  await host.page.goto(`/table/${table}`);
  await guest.page.goto(`/join/${invite}`);
  await guest.page.getByRole("button", { name: "Sit down" }).click();
  await host.page.waitForSelector(".board .spot.lit");
  await guest.page.waitForSelector(".board");
  return { host, guest, table };
}

/** Drags a piece of Hop It! to where it goes, as soon as it may be moved; again if the board has moved meanwhile. */
async function move(page, from, to) {
  const lines = () => page.locator(".log li:not(.aside)").count();
  await page.waitForSelector(`.board .spot.lit[data-spot="${from}"]`);
  const known = await lines();
  const middleOf = async (spot) => {
    const { x, y, width, height } = await page.locator(`.board [data-spot="${spot}"] .hit`).boundingBox();
    return [x + width / 2, y + height / 2];
  };
  await soon(async () => {
    if ((await page.locator(`.board .spot.lit[data-spot="${from}"]`).count()) > 0) {
      await page.mouse.move(...(await middleOf(from)));
      await page.mouse.down();
      await page.mouse.move(...(await middleOf(to)), { steps: 4 });
      await page.mouse.up();
    }
    await soon(async () => assert.ok((await lines()) > known, `${from} is moved to ${to}`), 4_000);
  });
}

async function leave(...people) {
  for (const { context, complaints } of people) {
    assert.deepEqual(complaints, []);
    await context.close();
  }
}

test("your turn: title, badge, notification and sound, each as wished", { timeout: 120_000 }, async () => {
  const { host, guest } = await two(
    { settings: { sound: false } },
    { settings: { sound: true, notify: true, motion: "none" } },
  );
  const heard = (page) => page.evaluate(() => globalThis.heard);
  // Title, badge and sounds follow what is drawn.
  await soon(async () => {
    assert.match(await host.page.title(), /^● Your turn · Hop It!$/);
    assert.equal((await heard(host.page)).badges.at(-1), 1);
    assert.match(await guest.page.title(), /^Hop It! · Rainette$/);
  });

  // Whoever looks at the page needs no notification.
  await move(host.page, "b2", "c3");
  await guest.page.waitForFunction(() => document.title.startsWith("●"));
  await soon(async () => {
    assert.equal((await heard(guest.page)).badges.at(-1), 1);
    assert.equal((await heard(host.page)).badges.at(-1), 0);
  });
  assert.deepEqual((await heard(guest.page)).notes, []);

  // The guest plays, and looks away: the next turn is told.
  await move(guest.page, "b6", "c5");
  await soon(async () => {
    assert.ok((await heard(guest.page)).tones > 0, "one's own action sounds");
    assert.match(await guest.page.title(), /^Hop It!/);
  });
  const sounded = (await heard(guest.page)).tones;
  await guest.page.evaluate(() => {
    globalThis.isAway = true;
  });
  await move(host.page, "j2", "i3");
  await guest.page.waitForFunction(() => globalThis.heard.notes.length > 0);
  assert.deepEqual((await heard(guest.page)).notes, ["Your turn: Hop It!"]);
  await soon(async () => assert.ok((await heard(guest.page)).tones > sounded, "the turn sounds"));
  assert.equal((await heard(host.page)).tones, 0, "with sounds off nothing sounds");

  // The switch in the corner is remembered.
  await guest.page.evaluate(() => {
    globalThis.isAway = false;
  });
  const sounds = guest.page.getByRole("button", { name: "Sounds" });
  await sounds.click();
  await soon(async () => assert.equal(await sounds.getAttribute("aria-pressed"), "false"));
  await guest.page.reload();
  await guest.page.waitForSelector(".board .spot.lit");
  await move(guest.page, "j6", "i5");
  assert.equal((await heard(guest.page)).tones, 0);
  await leave(host, guest);
});

test(
  "the computer sits in for somebody who is away, until they take their seat back",
  { timeout: 120_000 },
  async () => {
    const { host, guest, table } = await two({}, {}, { grace_seconds: 15 });
    await guest.page.close();
    await move(host.page, "b2", "c3");
    await pressUntil(
      host,
      host.page.getByRole("button", { name: "Let the computer sit in for Bo" }),
      host.page.getByText("the computer sits in", { exact: false }).first(),
    );
    await host.page.waitForSelector(".board .spot.lit");

    const back = await guest.context.newPage();
    await back.goto(`/table/${table}`);
    await back.waitForSelector(".board");
    assert.equal(await back.locator(".board .spot.lit").count(), 0, "while the computer sits there, one only watches");
    await pressUntil(
      { page: back },
      back.getByRole("button", { name: "Take my seat back" }),
      host.page.getByText("the computer sits in", { exact: false }).first(),
      "detached",
    );
    // Whatever the computer has done meanwhile: the host's turn ends, and then the guest chooses again.
    const choose = clicking(numbers(4));
    for (let choice = 0; choice < 300 && (await back.locator(".board .spot.lit").count()) === 0; choice += 1) {
      if ((await host.page.locator(".table.mine").count()) > 0) await choose(host.page);
      await host.page.waitForTimeout(100);
    }
    assert.ok((await back.locator(".board .spot.lit").count()) > 0);
    await leave(host, guest);
  },
);

test("what the other has answered is taken back only if they agree", { timeout: 120_000 }, async () => {
  const { host, guest } = await two({}, {});
  const shown = (page) =>
    page.evaluate(() =>
      [...document.querySelectorAll(".sprites .sprite")]
        .map((sprite) => sprite.getAttribute("data-at"))
        .toSorted()
        .join(),
    );
  const beginning = await shown(host.page);
  await move(host.page, "b2", "c3");
  await move(guest.page, "b6", "c5");
  await host.page.waitForSelector(".board .spot.lit");
  const later = await shown(host.page);
  assert.notEqual(later, beginning);

  const button = host.page.getByRole("button", { name: "Take back my action" }).first();
  const asked = guest.page.getByText("Ada would like to take something back.");
  await pressUntil(host, button, asked);
  await host.page.getByText("The others are asked whether you may take it back.").waitFor();
  const waits = host.page.getByText("The others are asked");
  await pressUntil(guest, guest.page.getByRole("button", { name: "No", exact: true }), waits, "detached");
  assert.equal(await shown(host.page), later);

  await pressUntil(host, button, asked);
  const undone = host.page.locator(".log .undone").first();
  await pressUntil(guest, guest.page.getByRole("button", { name: "Agree" }), undone);
  for (const { page } of [host, guest]) {
    await page.locator(".log .undone").first().waitFor();
    await page.waitForFunction(
      (wanted) =>
        [...document.querySelectorAll(".sprites .sprite")]
          .map((sprite) => sprite.getAttribute("data-at"))
          .toSorted()
          .join() === wanted,
      beginning,
    );
  }
  await move(host.page, "j2", "i3");
  await leave(host, guest);
});

test(
  "a finger that misses a little means the nearest spot that may be chosen, a mouse means what it points at",
  { timeout: 120_000 },
  async () => {
    const phone = { viewport: { width: 360, height: 740 } };
    for (const touch of [true, false]) {
      // A piece with one landing would move at once.
      const visitor = await person(browser, server.base, { ...phone, touch, settings: { confirm: true } });
      const { page } = visitor;
      await playNow(page, "Hop It!");
      await page.waitForSelector(".board .spot.lit");
      // Between b2 and the shore: outside of every cell that may be chosen, but near one.
      const point = async () => {
        const { x, y, height } = await page.locator('.board [data-spot="b2"] .hit').boundingBox();
        const near = [x - 8, y + height / 2];
        if (touch) await page.touchscreen.tap(...near);
        else await page.mouse.click(...near);
      };
      const asked = page.getByRole("button", { name: "Play this" });
      const isAsked = async () => {
        if ((await asked.count()) === 0) await point();
        await soon(async () => assert.equal(await asked.count(), 1), 1_000);
      };
      if (touch) await soon(isAsked);
      else await assert.rejects(isAsked(), assert.AssertionError, "a mouse means what it points at");
      await leave(visitor);
    }
  },
);

test(
  "at a shared screen one's secret is behind a curtain of reeds unless one presses it; every card says what it does",
  { timeout: 240_000 },
  async () => {
    const visitor = await person(browser, server.base, { settings: { motion: "none", sound: false } });
    const { page } = visitor;
    const answer = await page.request.post("/api/tables", {
      data: {
        game: "frogriders",
        name: "Ada",
        seats: [{ is: "me" }, { is: "me" }],
        names: { 0: "Ada", 1: "Bo" },
        start_when_full: true,
      },
    });
    await page.goto(`/table/${(await answer.json()).table}`);
    const takeOver = async (name) => {
      await page.getByRole("heading", { name: `Hand over to ${name}` }).waitFor();
      assert.equal(await page.locator(".reed-curtain").count(), 1);
      // A press that comes too early does nothing: it might have been meant for the board.
      await page.waitForTimeout(600);
      const ready = page.getByRole("button", { name: `I am ${name}: show my cards` });
      await pressUntil({ page }, ready, page.locator(".board .spot.lit").first());
    };
    await takeOver("Ada");
    assert.equal(await page.locator(".sprite.secret .curtain").count(), 0, "of two one chooses with open eyes");
    await page.locator('.board [data-spot^="secret."]').first().click();
    await takeOver("Bo");
    await page.locator('.board [data-spot^="secret."]').first().click();
    // Both secrets are kept: the board stays, and a veiled card is enough.
    await page.locator(".prompt", { hasText: /^Ada, / }).waitFor();
    await page.waitForSelector(".board .spot.lit");
    assert.equal(await page.locator(".hand-over").count(), 0);
    await soon(async () => assert.equal(await page.locator(".sprite.secret .curtain").count(), 1));
    const middle = async (selector) => {
      const { x, y, width, height } = await page.locator(selector).first().boundingBox();
      return [x + width / 2, y + height / 2];
    };
    await page.mouse.move(...(await middle(".sprite.secret")));
    assert.equal(await page.locator(".tip").count(), 0, "to pass over it is not to look at it");
    await page.mouse.down();
    assert.match(await page.locator(".tip").innerText(), /troph/);
    await page.mouse.up();
    await page.locator(".tip").waitFor({ state: "detached" });
    await page.mouse.move(...(await middle(".sprite.card")));
    await page.locator(".tip b").waitFor();
    await page.mouse.move(5, 5);
    await page.locator(".tip").waitFor({ state: "detached" });
    await leave(visitor);
  },
);

test("the colour-blind palette is a switch away, and remembered", { timeout: 120_000 }, async () => {
  const visitor = await person(browser, server.base);
  const { page } = visitor;
  await playNow(page, "Abagio");
  await page.waitForSelector(".board .spot.lit");
  const tints = () =>
    page.evaluate(() =>
      [
        ...new Set(
          [...document.querySelectorAll(".sprite.tint-red, .sprite.tint-purple")].map((sprite) =>
            getComputedStyle(sprite).getPropertyValue("--tint").trim(),
          ),
        ),
      ].toSorted(),
    );
  const usual = await tints();
  assert.equal(usual.length, 2);
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByLabel("Colours").selectOption({ label: "Easier to tell apart" });
  await page.getByRole("button", { name: "Close" }).click();
  await soon(async () => assert.ok((await tints()).every((tint) => !usual.includes(tint))));
  const wide = await tints();
  assert.equal(wide.length, 2);
  await page.reload();
  await page.waitForSelector(".board");
  await soon(async () => assert.deepEqual(await tints(), wide));
  await leave(visitor);
});
