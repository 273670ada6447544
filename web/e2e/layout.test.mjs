// Where things are: phones held upright and sideways, and a panel that neither jumps nor hides what matters.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  OVER,
  clicking,
  giveUp,
  leave,
  makeOne,
  numbers,
  openTab,
  person,
  playNow,
  playOut,
  pressUntil,
  soon,
  startAgainst,
  waits,
  wholeGame,
} from "./harness.mjs";
import { browser, server } from "./room.mjs";
import { GAMES, nameOf } from "../tools/games.mjs";

const QUICK = { motion: "none", sound: false };
const SIDEWAYS = [
  [640, 360],
  [740, 360],
  [844, 390],
];

/** Where something is in the window, and how large the window is. */
function boxOf(page, selector) {
  return page.evaluate((wanted) => {
    const element = document.querySelector(wanted);
    if (element === null) return null;
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return { left, top, right, bottom, width: right - left, height: bottom - top };
  }, selector);
}

/** A page that was just turned, or told something, is drawn anew a little later. */
function inSight(page, selector, about) {
  return soon(async () => {
    const box = await boxOf(page, selector);
    const { width, height } = page.viewportSize();
    assert.ok(box !== null, `${about}: ${selector} is there`);
    assert.ok(
      box.left >= -1 && box.top >= -1 && box.right <= width + 1 && box.bottom <= height + 1,
      `${about}: ${selector} is in sight, at ${JSON.stringify(box)} of ${width}×${height}`,
    );
    return box;
  }, 5_000);
}

/** Every button that is no spot of the board, and the first of the others, can be seen without scrolling. */
function choicesInSight(page, about) {
  return soon(async () => {
    const hidden = await page.evaluate(() => {
      const room = document.querySelector(".prompt-room").getBoundingClientRect();
      const all = [...document.querySelectorAll(".choices .button")];
      const needed = [...all.filter((button) => !button.classList.contains("spot-button")), ...all.slice(0, 2)];
      return needed
        .filter((button) => {
          const { top, bottom } = button.getBoundingClientRect();
          return top < room.top - 1 || bottom > Math.min(room.bottom, innerHeight) + 1;
        })
        .map((button) => button.textContent);
    });
    assert.deepEqual(hidden, [], about);
  }, 5_000);
}

for (const [index, game] of GAMES.entries()) {
  test(`${game}: a phone held sideways shows board, prompt and choices`, { timeout: 300_000 }, async () => {
    const visitor = await person(browser, server.base, {
      viewport: { width: 740, height: 360 },
      touch: true,
      settings: QUICK,
    });
    const { page } = visitor;
    await playNow(page, nameOf(game));
    await page.waitForSelector(".board .spot.lit, .choices button");
    const choose = clicking(numbers(5));
    for (let step = 0; step < 3; step += 1) {
      for (const [width, height] of SIDEWAYS) {
        await page.setViewportSize({ width, height });
        const about = `${game} at ${width}×${height}`;
        await page.waitForFunction(
          (tall) => document.querySelector(".board").getBoundingClientRect().bottom <= tall + 1,
          height,
        );
        await soon(async () => {
          const board = await inSight(page, ".board", about);
          assert.ok(board.height >= height * 0.9, `${about}: the board takes the height`);
        }, 5_000);
        await inSight(page, ".prompt", about);
        await choicesInSight(page, about);
        await soon(async () => {
          assert.ok(
            await page.evaluate(
              () =>
                document.documentElement.scrollWidth <= innerWidth &&
                document.documentElement.scrollHeight <= innerHeight,
            ),
            `${about}: the page itself does not scroll`,
          );
          const small = await page
            .locator(".choices .button")
            .evaluateAll((buttons) => buttons.filter((button) => button.getBoundingClientRect().height < 44).length);
          assert.equal(small, 0, `${about}: buttons for fingers`);
        }, 5_000);
      }
      if ((await waits(page)) === "choice") await choose(page);
      await page.waitForSelector(".board .spot.lit, .choices button, .end");
    }
    await leave(visitor);
  });

  wholeGame("touch", index, `${game} is played to its end by touch while the phone is turned`, async (lang) => {
    const upright = { width: 390, height: 844 };
    const visitor = await person(browser, server.base, { lang, viewport: upright, touch: true, settings: QUICK });
    const { page } = visitor;
    await page.goto(`/play/${game}/computer`);
    await startAgainst(page);
    const random = numbers(GAMES.indexOf(game) + 31);
    let taps = 0;
    await playOut(page, async () => {
      taps += 1;
      if (taps % 12 === 0) await page.setViewportSize(taps % 24 === 0 ? upright : { width: 844, height: 390 });
      const target = await page.evaluate((share) => {
        scrollTo(0, 0);
        const middle = (element) => {
          const { x, y, width, height } = element.getBoundingClientRect();
          return { x: x + width / 2, y: y + height / 2 };
        };
        const spots = [...document.querySelectorAll(".board .spot.lit .hit")].map(middle);
        const buttons = [...document.querySelectorAll(".choices button")]
          .filter((button) => !button.querySelector("svg"))
          .map(middle)
          .filter(({ x, y }) => document.elementFromPoint(x, y)?.closest(".choices button") !== null);
        const all = [...spots, ...buttons].filter(({ y }) => y > 0 && y < innerHeight);
        return all[Math.floor(share * all.length)] ?? null;
      }, random());
      if (target !== null) await page.touchscreen.tap(target.x, target.y);
    });
    assert.ok(taps > 3);
    assert.match(await page.locator(".end h2").innerText(), OVER);
    await leave(visitor);
  });
}

/** Two people at a table, the guest on a phone. */
async function two(game, viewport) {
  const host = await person(browser, server.base, { settings: { ...QUICK, name: "Ada" } });
  const guest = await person(browser, server.base, { viewport, touch: true, settings: { ...QUICK, name: "Bo" } });
  const answer = await host.page.request.post("/api/tables", {
    data: {
      game,
      name: "Ada",
      seats: [{ is: "me" }, { is: "friend" }, ...(game === "china-moon" ? [{ is: "computer", level: 1 }] : [])],
      start_when_full: true,
    },
  });
  const { table, invite } = await answer.json();
  await host.page.goto(`/table/${table}`);
  await guest.page.goto(`/join/${invite}`);
  await guest.page.getByRole("button", { name: "Sit down" }).click();
  await host.page.waitForSelector(".board .spot.lit");
  await guest.page.waitForSelector(".board");
  return { host, guest, table };
}

test(
  "on a phone a wish to take back, what was said and the way through a replay are seen without scrolling",
  { timeout: 240_000 },
  async () => {
    for (const [game, viewport] of [
      ["hop-it", { width: 390, height: 844 }],
      ["china-moon", { width: 390, height: 844 }],
      ["hop-it", { width: 740, height: 360 }],
    ]) {
      const { host, guest } = await two(game, viewport);
      const about = `${game} at ${viewport.width}×${viewport.height}`;
      const { page } = guest;
      await openTab(host, "Chat");
      for (const text of ["Hello", "Are you there?"]) {
        await host.page.getByRole("textbox", { name: "Say something" }).fill(text);
        await host.page.getByRole("button", { name: "Send" }).click();
      }
      if (viewport.width < viewport.height) {
        const badge = page.getByRole("button", { name: "Chat: 2 new lines" });
        await badge.waitFor();
        await inSight(page, ".talk", about);
        await pressUntil(guest, badge, page.getByText("Are you there?"));
        // The page scrolls there with the next drawing.
        await page.waitForFunction(() => {
          const { top, bottom } = document.querySelector(".chat li:nth-child(2)").getBoundingClientRect();
          return top >= -1 && bottom <= innerHeight + 1;
        });
        await inSight(page, ".chat li:nth-child(2)", about);
        // What was read is not announced any more.
        await badge.waitFor({ state: "detached" });
        await page.evaluate(() => scrollTo(0, 0));
      } else {
        await page.getByRole("status").filter({ hasText: "Chat: 2 new lines" }).waitFor({ state: "attached" });
        await inSight(page, ".talk", about);
      }
      await openTab(host, "Log");
      if (game === "hop-it") {
        await makeOne(host.page, numbers(3));
        await page.waitForSelector(".board .spot.lit");
        // A frog with one landing moves at once; any other is asked where to.
        await page.locator(".choices .spot-button").first().tap();
        await page.waitForFunction(
          () =>
            document.querySelector(".board .chosen, .choices .spot-button:not([aria-label*='can go'])") !== null ||
            document.querySelector(".choices .spot-button") === null,
        );
        const landing = page.locator('.choices .spot-button:not([aria-label*="can go"])').first();
        if ((await landing.count()) > 0) await landing.tap();
        await host.page.waitForSelector(".board .spot.lit");
        const wish = page.locator(".wish");
        await pressUntil(host, host.page.getByRole("button", { name: "Take back my action" }).first(), wish);
        await inSight(page, ".wish", about);
        await pressUntil(guest, page.getByRole("button", { name: "No", exact: true }), wish, "detached");
      }
      await giveUp(host);
      if (game === "hop-it") {
        await page.getByRole("link", { name: "Look at the game again" }).click();
        await page.getByRole("slider").waitFor();
        await page.evaluate(() => scrollTo(0, 0));
        await inSight(page, ".transport", `${about}, replay`);
        await inSight(page, ".replay .board", `${about}, replay`);
      }
      await leave(host, guest);
    }
  },
);

const SMALL = [
  { width: 360, height: 740 },
  { width: 640, height: 360 },
];

test(
  "on small phones held either way nothing is wider than the screen, and what matters is in sight",
  { timeout: 240_000 },
  async () => {
    for (const [index, lang] of ["en-GB", "fr-FR"].entries()) {
      const visitor = await person(browser, server.base, {
        lang,
        theme: lang === "en-GB" ? "light" : "dark",
        viewport: SMALL[index],
        touch: true,
        settings: { ...QUICK, name: "Ada" },
      });
      const { page } = visitor;
      /** Held one way, then the other; each as somebody finds it who has not scrolled. */
      const fits = async (about, ...selectors) => {
        for (const size of index === 0 ? SMALL : SMALL.toReversed()) {
          await page.setViewportSize(size);
          await page.evaluate(() => scrollTo(0, 0));
          const where = `${about} in ${lang} at ${size.width}×${size.height}`;
          await soon(async () =>
            assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), where),
          );
          for (const selector of selectors) await inSight(page, selector, where);
        }
      };
      const game = GAMES[index];
      await page.goto("/");
      await page.locator(".presence").waitFor();
      await fits("home");
      await page.getByRole("button", { name: /^(Settings|Réglages)$/ }).tap();
      await page.getByRole("dialog").waitFor();
      await fits("settings", "dialog .shut");
      for (const address of ["/record", "/device", `/rules/${game}`, `/play/${game}/friends`]) {
        await page.goto(address);
        await page.locator("h1").first().waitFor();
        if (address.startsWith("/rules")) await page.locator(".rules-figure .board").first().waitFor();
        await fits(address);
      }
      const open = async (seats) => {
        const data = { game, name: "Ada", seats: [{ is: "me" }, ...seats] };
        const answer = await page.request.post("/api/tables", { data });
        await page.goto(`/table/${(await answer.json()).table}`);
      };
      await open([{ is: "friend" }]);
      await page.locator(".lobby").waitFor();
      await fits("lobby");
      await open([{ is: "computer", level: 1 }]);
      await page.locator(".lobby").waitFor();
      await fits("lobby with everybody", ".lobby .ways .button.strong");
      const start = page.getByRole("button", { name: /^(Start the game|Commencer la partie)$/ });
      await pressUntil({ page, hasTouch: true }, start, page.locator(".choices .button").first());
      await giveUp({ page, hasTouch: true });
      await page.locator(".end").waitFor();
      await fits("the end", ".end h2", ".end .button.strong");
      await page.getByRole("link", { name: /^(Look at the game again|Revoir la partie)$/ }).tap();
      await page.getByRole("slider").waitFor();
      await fits("replay", ".transport", ".replay .board");
      await page.locator(".decided").waitFor();
      await fits("analysis", ".transport");
      await leave(visitor);
    }
  },
);

test("beside the board nothing jumps, and log and chat keep their room", { timeout: 240_000 }, async () => {
  const name = "Maximilienne-Augustine de Bois";
  const visitor = await person(browser, server.base, {
    lang: "fr-FR",
    viewport: { width: 1280, height: 800 },
    settings: { ...QUICK, name },
  });
  const { page } = visitor;
  for (const game of GAMES) {
    await page.goto(`/play/${game}/computer`);
    await startAgainst(page);
    await page.waitForSelector(".board .spot.lit, .choices button");
    const edges = new Set();
    const look = async (about) => {
      edges.add(Math.round((await boxOf(page, ".prompt-room")).bottom));
      const panel = await inSight(page, ".tab-panel", `${game}, ${about}`);
      assert.ok(panel.height >= 140, `${game}, ${about}: the log has ${panel.height} pixels`);
    };
    await look("with the hints of a first game");
    const choose = clicking(numbers(8));
    for (let step = 0; step < 8; step += 1) {
      // A click on something that cannot be chosen is answered in the prompt.
      await page.evaluate(() => {
        const spots = [...document.querySelectorAll(".board .spot:not(.lit)")];
        spots[0]?.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 0 }));
      });
      await look(`after ${step} choices`);
      if ((await waits(page)) === "choice") await choose(page);
    }
    assert.equal(edges.size, 1, `${game}: the prompt ends at ${[...edges].join(", ")}`);
    const shown = page.locator(".player b").first();
    assert.equal(await shown.getAttribute("title"), name);
    const lines = await shown.evaluate((element) => element.getBoundingClientRect().height);
    assert.ok(lines < 30, "a long name keeps to its line");
    await openTab(visitor, "Discussion");
    await page.locator(".chat form .button").waitFor();
    const [list, send] = [await boxOf(page, ".chat ol"), await boxOf(page, ".chat form .button")];
    assert.ok(list.height >= 100, `${game}: the chat has ${list.height} pixels`);
    assert.ok(send.height < 50, "the button that sends does not break");
    const isWhole = await page
      .locator(".chat form .button")
      .evaluate((button) => button.scrollWidth <= button.clientWidth + 1);
    assert.ok(isWhole);
  }
  await leave(visitor);
});
