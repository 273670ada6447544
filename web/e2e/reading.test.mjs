// Each game is played to its end through the browser's accessibility tree: by roles and names, as a screen reader has
// them, and by nothing that is seen.

import assert from "node:assert/strict";
import { test } from "node:test";
import { numbers, person, soon, startAgainst, wholeGame } from "./harness.mjs";
import { browser, server } from "./room.mjs";
import { GAMES } from "../tools/games.mjs";

const QUICK = { motion: "none", sound: false };
const LANGS = {
  en: {
    locale: "en-GB",
    play: "Play",
    choices: "Possible choices",
    position: "The position in words",
    read: /^Read the position/,
    over: /win|draw/i,
    turn: "To play",
    skip: "Skip",
  },
  fr: {
    locale: "fr-FR",
    play: "Jouer",
    choices: "Choix possibles",
    position: "La position en toutes lettres",
    read: /^Lire la position/,
    over: /gagn|égalité|nulle|partage/i,
    turn: "Doit jouer",
    skip: "Passer l’animation",
  },
};

/** The tree of a part of the page, as lines: role, name, level of indentation. */
async function tree(locator) {
  const text = await locator.ariaSnapshot();
  return text.split("\n").flatMap((line) => {
    const found = /^(\s*)- (?:'?)([a-z]+)(?: "((?:[^"\\]|\\.)*)")?/.exec(line);
    if (found === null) return [];
    const [, space, role, name = ""] = found;
    return [{ depth: space.length, role, name: name.replaceAll('\\"', '"') }];
  });
}

async function open(page, game) {
  await page.goto(`/play/${game}/computer`);
}

/** A level that wins soon, in either language. */
const STRONG = /^(Strong|Fort)/;

for (const [index, game] of GAMES.entries()) {
  wholeGame("reading", index, `${game} is played to its end by roles and names alone`, async (lang) => {
    const words = Object.values(LANGS).find(({ locale }) => locale === lang);
    const { page, context, complaints } = await person(browser, server.base, { lang, settings: QUICK });
    const random = numbers(index * 7 + 3);
    await open(page, game);
    // Whoever plays at random loses to a good player sooner, and a whole game of Pool Party is long to read.
    await startAgainst(page, game === "pool-party" ? STRONG : undefined);
    const main = page.getByRole("main");
    await main.getByRole("region", { name: words.position }).waitFor({ state: "attached" });
    const board = main.getByRole("group", { name: await main.getByRole("heading", { level: 1 }).innerText() });
    const isOver = () => page.getByRole("heading", { level: 2, name: words.over }).count();
    let chosen = 0;
    for (let look = 0; look < 6_000 && (await isOver()) === 0; look += 1) {
      const here = await board.count();
      const spots = here === 0 ? [] : (await tree(board.first())).filter(({ role }) => role === "button");
      const buttons = (await main.getByRole("group", { name: words.choices }).count())
        ? (await tree(main.getByRole("group", { name: words.choices }))).filter(({ role }) => role === "button")
        : [];
      const all = [
        ...spots.map(({ name }) => board.first().getByRole("button", { name, exact: true })),
        ...buttons.slice(0, 3).map(({ name }) => main.getByRole("button", { name, exact: true })),
      ];
      const one = all[Math.floor(random() * all.length)];
      if (one === undefined) {
        await page.waitForTimeout(60);
        continue;
      }
      // It may be gone by the time: then the position is read again.
      await one
        .first()
        .press("Enter", { timeout: 3_000 })
        .then(
          () => {
            chosen += 1;
          },
          () => undefined,
        );
    }
    await soon(async () => assert.equal(await isOver(), 1, "the game ends"));
    assert.ok(chosen > 3);
    const pieces = (await tree(board.first())).filter(({ role }) => role === "img");
    assert.ok(pieces.length > 20, "at the end every spot can still be read");
    assert.deepEqual(complaints, []);
    await context.close();
  });
}

test(
  "the key P leads to the text and back, and what was told is told again in another language",
  { timeout: 180_000 },
  async () => {
    const { page, context, complaints } = await person(browser, server.base, { settings: QUICK });
    await open(page, "hop-it");
    await startAgainst(page);
    await page.waitForSelector(".board .spot.lit");
    const region = page.getByRole("region", { name: LANGS.en.position });
    const isShown = () => region.evaluate((element) => element.getBoundingClientRect().height > 100);
    assert.equal(await isShown(), false);
    await page.getByRole("button", { name: LANGS.en.read }).focus();
    await page.keyboard.press("Enter");
    await soon(async () => assert.equal(await isShown(), true, "who comes there by keys sees it"));
    assert.match(await region.innerText(), /To play: /);
    const isOnBoard = () => page.waitForFunction(() => document.activeElement.classList.contains("lit"));
    await page.keyboard.press("p");
    await isOnBoard();
    await page.keyboard.press("p");
    await soon(async () => assert.ok(await region.evaluate((element) => element === document.activeElement)));
    await page.keyboard.press("Escape");
    await isOnBoard();

    // A move, and what is told of it.
    const live = page.locator(".table > [aria-live]");
    for (const spot of ["b2", "c3"]) await page.locator(`.board [data-spot="${spot}"]`).press("Enter");
    await page.waitForFunction(() =>
      /swims|hops|moves|steps/.test(document.querySelector(".table > [aria-live]").textContent),
    );
    await page.getByRole("button", { name: "Français" }).click();
    await page.waitForFunction(() => document.documentElement.lang === "fr");
    await page.waitForFunction(() =>
      /grenouille|têtard/.test(document.querySelector(".table > [aria-live]").textContent),
    );
    assert.doesNotMatch(await live.textContent(), /\b(?:swims|hops|your|frog|tadpole)\b/i);
    await soon(async () => assert.match(await page.locator(".position").textContent(), /Doit jouer/));
    assert.deepEqual(complaints, []);
    await context.close();
  },
);
