// A real server and real browsers. `RAINETTE_BIN` names the server's binary; with `RAINETTE_PAGE=dist` browsers get the
// page from that folder instead of the one that the binary holds, so that the page alone can be worked on.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { launch } from "../tools/browser.mjs";
import { engine } from "../tools/engine.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const axe = readFileSync(new URL("../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

/** A server of our own, on a port of its own, with an empty folder. */
export async function serve() {
  const port = await freePort();
  const data = mkdtempSync(join(tmpdir(), "rainette-e2e-"));
  const base = `http://127.0.0.1:${port}`;
  let child;
  const start = async () => {
    const args = [
      "serve",
      "--listen",
      `127.0.0.1:${port}`,
      "--data",
      data,
      "--requests-per-second",
      "0",
      "--messages-per-second",
      "0",
    ];
    child = spawn(engine(process.env.RAINETTE_BIN), args, {
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, RAINETTE_LOG: "warn" },
    });
    for (let attempt = 0; attempt < 300; attempt += 1) {
      const isUp = await fetch(`${base}/healthz`).then(
        (answer) => answer.ok,
        () => false,
      );
      if (isUp) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error("the server does not start");
  };
  const stop = () =>
    new Promise((resolve) => {
      child.once("exit", resolve);
      child.kill("SIGTERM");
    });
  await start();
  return {
    base,
    start,
    stop,
    async close() {
      await stop();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

/**
 * In the page: what fades when nothing may move is over at once. A board is drawn anew sixty times a second as long as
 * a mark fades on it, which takes much of the time of whole games and shows nothing that they are about.
 */
function hastening() {
  const { animate } = Element.prototype;
  Element.prototype.animate = function (...given) {
    const animation = animate.apply(this, given);
    animation.updatePlaybackRate(50);
    return animation;
  };
}

/** A browser of one person; everything it complains about is collected. */
export async function person(browser, base, options = {}) {
  const {
    theme = "light",
    lang = "en-GB",
    viewport = { width: 1280, height: 860 },
    motion = "reduce",
    touch = false,
    scale = 1,
    state,
    settings = {},
  } = options;
  const context = await browser.newContext({
    baseURL: base,
    colorScheme: theme,
    locale: lang,
    viewport,
    reducedMotion: motion,
    hasTouch: touch,
    deviceScaleFactor: scale,
    ...(state === undefined ? {} : { storageState: state }),
  });
  await context.addInitScript((wished) => {
    if (localStorage.getItem("rainette.settings") === null)
      localStorage.setItem("rainette.settings", JSON.stringify(wished));
  }, settings);
  if (motion === "reduce") await context.addInitScript(hastening);
  if (process.env.RAINETTE_PAGE)
    await context.route((url) => url.href.startsWith(base) && !url.pathname.startsWith("/api"), fromFolder);
  const page = await context.newPage();
  const complaints = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("request", (request) => {
    if (!request.url().startsWith(base) && !request.url().startsWith("data:") && !request.url().startsWith("blob:"))
      complaints.push(`asks ${request.url()}`);
  });
  page.setDefaultTimeout(60_000);
  return { page, context, complaints };
}

/** A file of the folder, or the page's first one for addresses that the page itself knows, under the server's policy. */
async function fromFolder(route) {
  const name = new URL(route.request().url()).pathname.slice(1);
  const [file, first] = [name, "index.html"].map((part) => join(root, "web", process.env.RAINETTE_PAGE, part));
  const policy = await route.fetch().then(
    (answer) => answer.headers()["content-security-policy"],
    () => undefined,
  );
  if (policy === undefined) await route.abort();
  else
    await route.fulfill({
      path: name !== "" && existsSync(file) ? file : first,
      headers: { "content-security-policy": policy },
    });
}

export { launch };

/** What axe finds, each with the place where it was found. */
export async function violations(page, where) {
  // The policy of the page lets no foreign script in, so it comes through the debugger.
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axe);
  const found = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.slice(0, 3).map(({ target, failureSummary }) => `${where}: ${id}: ${target} ${failureSummary}`),
  );
}

/** From the first page to a game against the computer: the level that was played last is chosen already. */
export async function playNow(page, name, level = "Beginner") {
  await page.goto("/");
  await page.getByRole("link", { name: `${name}: Play now against the computer` }).click();
  await startAgainst(page, level);
  await page.waitForSelector(".table .board");
}

/** From the page on which a game against the computer is chosen to its table, in either language. */
export async function startAgainst(page, level = /^(Beginner|Débutant)/) {
  await page.getByRole("radio", { name: level }).first().check();
  await page.getByRole("button", { name: /^(Play|Jouer)$/ }).click();
}

const WAYS = ["clicks", "keys", "reading", "touch"];

/**
 * A test that plays a whole game in one of the ways. That takes a while: each game is played in every second way, and
 * with `RAINETTE_WHOLE=1` in all of them.
 */
export function wholeGame(way, index, name, body) {
  const isPlayed = process.env.RAINETTE_WHOLE === "1" || (WAYS.indexOf(way) + index) % 2 === 0;
  if (isPlayed) test(name, { timeout: 1_200_000 }, body);
}

/**
 * Whether a page or state is looked at by axe in one round of language and theme. Looking takes a while: in each round
 * it is every second one, in the next round the others, so that each is looked at in both languages and in both themes.
 * With `RAINETTE_WHOLE=1` everything is, everywhere.
 */
export const isLooked = (round, index) => process.env.RAINETTE_WHOLE === "1" || (index + round) % 2 === 0;

/** A generator that gives the same numbers every time. */
export function numbers(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32;
  };
}

/** What the page waits for: the person's choice, the end, or nothing yet. */
export async function waits(page) {
  return page.evaluate(() => {
    const table = document.querySelector(".table");
    if (table === null) return "nothing";
    if (document.querySelector(".end") !== null) return "end";
    if (document.querySelector(".hand-over") !== null) return "hand-over";
    const isLit =
      document.querySelector(".board .spot.lit") !== null || document.querySelector(".choices button") !== null;
    return isLit ? "choice" : "nothing";
  });
}

export const MOST = 4_000;

/** Plays to the end with one way of choosing. */
export async function playOut(page, chooseOne, until = "end") {
  for (let choice = 0; choice < MOST; choice += 1) {
    await page.waitForFunction(
      () => document.querySelector(".end, .hand-over, .board .spot.lit, .choices button") !== null,
      null,
      { timeout: 120_000 },
    );
    const state = await waits(page);
    if (state === until || state === "end") return choice;
    // A click too early does nothing: it might have been meant for the board.
    if (state === "hand-over")
      await page
        .locator(".hand-over button")
        .click({ delay: 50, timeout: 2_000 })
        .catch(() => undefined);
    else if (state === "choice") await chooseOne(page);
  }
  throw new Error("the game does not end");
}

/** Chooses by a click on the board, or on a button where only buttons are left. */
export function clicking(random) {
  return async (page) => {
    const target = await page.evaluate((share) => {
      const spots = [...document.querySelectorAll(".board .spot.lit")];
      const buttons = [...document.querySelectorAll(".choices button:not(.spot-button)")].filter(
        (button) => !button.querySelector("svg"),
      );
      const all = [...spots, ...buttons];
      const chosen = all[Math.floor(share * all.length)];
      if (chosen === undefined) return null;
      const { x, y, width, height } = (chosen.querySelector(".hit") ?? chosen).getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 };
    }, random());
    if (target !== null) await page.mouse.click(target.x, target.y);
  };
}

/** Chooses by keys alone: arrows, then Enter, wherever the focus is. */
export function typing(random) {
  return async (page) => {
    const where = () =>
      page.evaluate(() => {
        const active = document.activeElement;
        if (active?.closest(".board .spot.lit")) return "spot";
        return active?.closest(".choices button") ? "button" : "elsewhere";
      });
    for (let step = 0; (await where()) === "elsewhere" && step < 40; step += 1) await page.keyboard.press("Tab");
    for (let step = Math.floor(random() * 4); step > 0; step -= 1) {
      await page.keyboard.press(["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"][Math.floor(random() * 4)]);
    }
    const name = await page.evaluate(
      () => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent ?? "",
    );
    assert.notEqual(name.trim(), "", "what has the focus has a name");
    if ((await where()) !== "elsewhere") await page.keyboard.press("Enter");
  };
}

/** Makes one action, by clicks, as soon as it may be made. */
export async function makeOne(page, random) {
  await page.waitForFunction(() => document.querySelector(".board .spot.lit") !== null);
  const events = () => page.evaluate(() => document.querySelectorAll(".log li").length);
  const known = await events();
  for (let choice = 0; choice < 30 && (await waits(page)) === "choice" && (await events()) === known; choice += 1)
    await clicking(random)(page);
  await page.waitForFunction((count) => document.querySelectorAll(".log li").length > count, known);
}
