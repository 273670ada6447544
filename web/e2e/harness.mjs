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
import { GAMES, nameOf } from "../tools/games.mjs";
import { pressUntil, soon } from "./hands.mjs";

export * from "./hands.mjs";

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
export async function serve(...flags) {
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
      ...flags,
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
  return { page, context, complaints, hasTouch: touch };
}

/** In the page: lines that can be cut at once, and stay cut until the browser is online again. */
export function cuttable() {
  const Real = globalThis.WebSocket;
  const sockets = new Set();
  let isCut = false;
  globalThis.WebSocket = class extends Real {
    constructor(address) {
      super(isCut ? address.replace("/api/", "/cut/") : address);
      sockets.add(this);
    }
  };
  // Heard before the page hears it.
  addEventListener("online", () => {
    isCut = false;
  });
  globalThis.cut = () => {
    isCut = true;
    for (const socket of sockets) socket.close();
  };
}

/** Cuts somebody off whose pages are `cuttable`. */
export async function goOffline(who) {
  who.forgives = /WebSocket|ERR_INTERNET_DISCONNECTED|Failed to load/;
  // The server still hears that the line was closed: to notice one that falls silent takes it half a minute.
  await who.page.evaluate(() => globalThis.cut());
  await who.context.setOffline(true);
  await who.page.locator(".link-state").waitFor();
}

/** Whoever was cut off is at the table again. */
export async function comeBack({ context, page }) {
  await context.setOffline(false);
  // Once more, for a browser that has not noticed that it was offline.
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await page.locator(".link-state").waitFor({ state: "detached" });
}

/** Everybody's browser is closed, and had nothing to complain about but what its person brought about. */
export async function leave(...people) {
  for (const { context, complaints, forgives } of people) {
    assert.deepEqual(
      complaints.filter((line) => forgives?.test(line) !== true),
      [],
    );
    await context.close();
  }
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
  // Parts of the page come when they are needed: what is looked at is the page that has come, by its heading.
  await page.locator("h1").first().waitFor({ state: "attached" });
  const found = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.slice(0, 3).map(({ target, failureSummary }) => `${where}: ${id}: ${target} ${failureSummary}`),
  );
}

/** A game against the computer. */
export async function playNow(page, name, level = "Beginner") {
  await page.goto(`/play/${GAMES.find((game) => nameOf(game) === name)}/computer`);
  await startAgainst(page, level);
  await page.waitForSelector(".table .board");
}

/** From the page on which a game against the computer is chosen to its table, in either language. */
export async function startAgainst(page, level = /^(Beginner|Débutant)/) {
  await page.getByRole("radio", { name: level }).first().check();
  await pressUntil({ page }, page.getByRole("button", { name: /^(Play|Jouer)$/ }), page.locator(".table"));
}

/** How the end of a game is headed, in either language. */
export const OVER = /win|draw|gagn|égalité|nulle|partage/i;

const WAYS = ["clicks", "keys", "reading", "touch"];

/** The languages of the page, as browsers ask for them. */
const LOCALES = ["en-GB", "fr-FR"];

/**
 * A test that plays a whole game in one of the ways, handed the language that the browser asks for. That takes a while:
 * each game is played in every second way and in one language, or with `RAINETTE_WHOLE=1` in all ways and both languages.
 */
export function wholeGame(way, index, name, body) {
  const isWhole = process.env.RAINETTE_WHOLE === "1";
  const [row, column] = [WAYS.indexOf(way), Math.floor(index / 2)];
  if (!isWhole && (row + index) % 2 !== 0) return;
  for (const [place, lang] of LOCALES.entries()) {
    if (!isWhole && (column + (way === "touch" ? 1 : 0)) % 2 !== place) continue;
    test(`${name}, in ${lang}`, { timeout: 1_200_000 }, () => body(lang));
  }
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
      () => document.querySelector(".end, .hand-over, .looking-back, .board .spot.lit, .choices button") !== null,
      null,
      { timeout: 120_000 },
    );
    // A click meant for a button that had just gone may have met a line of what the others did, and shown that moment.
    if ((await page.locator(".looking-back").count()) > 0) await page.keyboard.press("Escape");
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
  const known = await page.evaluate(() => document.querySelectorAll(".log li").length);
  for (let choice = 0; choice < 60; choice += 1) {
    const next = await page.waitForFunction((count) => {
      if (document.querySelectorAll(".log li").length > count) return "made";
      return document.querySelector(".board .spot.lit, .choices button") === null ? null : "choice";
    }, known);
    if ((await next.jsonValue()) === "made") return;
    await clicking(random)(page);
  }
  throw new Error("the action is not made");
}

/** Takes the first of the choices by its button, which is there for readers even if the board can be pointed at. */
export async function chooseFirst({ page }) {
  const first = page.locator(".choices button").first();
  await first.waitFor({ state: "attached" });
  await first.dispatchEvent("click");
}

/** Plays by the first choices until it is somebody else's turn: whoever plays has that name at the table. */
export async function playTurn({ page }, name) {
  let before = "";
  for (let choice = 0; choice < 60; choice += 1) {
    // After an event, and after a part of a choice, something else can be chosen.
    const next = await page.waitForFunction(
      ([mine, known]) => {
        const turn = document.querySelector(".player[aria-current] b")?.textContent;
        const choices = [...document.querySelectorAll(".choices button")].map(({ textContent }) => textContent);
        const now = `${document.querySelector(".table")?.dataset.event}: ${choices.join(" | ")}`;
        if (turn === undefined) return null;
        if (turn !== mine) return known === "" ? null : { now, isOn: false };
        return choices.length > 0 && now !== known ? { now, isOn: true } : null;
      },
      [name, before],
    );
    const { now, isOn } = await next.jsonValue();
    if (!isOn) return;
    before = now;
    await page.evaluate(() => document.querySelector(".choices button")?.click());
  }
  throw new Error("the turn does not end");
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

/** At the end of a game: the picture that is shared is as large as it should be, and shows the board. */
export async function sharesPicture(page, game) {
  const board = await page.locator(".board-room svg.board").evaluate((svg) => {
    const { width, height } = svg.viewBox.baseVal;
    return width / height;
  });
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: /^(Picture of the board|Image du plateau)$/ }).click(),
  ]);
  assert.match(download.suggestedFilename(), new RegExp(`^${game}-.*\\.png$`));
  const picture = await coloursOf(page, await download.path());
  assert.ok(Math.abs(picture.width / (picture.height - 120) - board) < 0.01, "the board's own proportions");
  assert.equal(Math.max(picture.width, picture.height - 120), 1600);
  assert.ok(picture.colours > 40 && picture.most < 0.6, `${game} is not blank: ${JSON.stringify(picture)}`);
}

const PHONES = [
  { width: 640, height: 360 },
  { width: 390, height: 844 },
];

/** On a phone, held either way, what is said, the question and the choices are in sight as soon as one looks up. */
export async function isInSight({ page }, about, ...wanted) {
  for (const size of PHONES) {
    await page.setViewportSize(size);
    await soon(async () => {
      const hidden = await page.evaluate((selectors) => {
        scrollTo(0, 0);
        const shown = selectors.flatMap((selector) => {
          const [first] = document.querySelectorAll(selector);
          return first === undefined ? [] : [first.getBoundingClientRect()];
        });
        if (shown.length < selectors.length) return [`${shown.length} of ${selectors.length}`];
        return shown
          .filter(
            ({ left, top, right, bottom }) =>
              left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1,
          )
          .map((box) => JSON.stringify(box));
      }, wanted);
      assert.deepEqual(hidden, [], `${about} at ${size.width}×${size.height}: ${wanted}`);
    }, 5_000);
  }
}
