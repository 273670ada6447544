// axe-core on every page and board, in every language and both themes.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  clicking,
  isLooked,
  numbers,
  openTab,
  person,
  pressUntil,
  sharesPicture,
  startAgainst,
  violations,
  waits,
} from "./harness.mjs";
import { browser, server } from "./room.mjs";
import { GAMES } from "../tools/games.mjs";

const LANGS = [
  {
    lang: "en-GB",
    settings: "Settings",
    tabs: ["Chat", "Table"],
    rules: "Rules",
    endIt: "End the game here",
    again: "Look at the game again",
  },
  {
    lang: "fr-FR",
    settings: "Réglages",
    tabs: ["Discussion", "Table"],
    rules: "Règles",
    endIt: "Arrêter la partie ici",
    again: "Revoir la partie",
  },
];
const SIDEWAYS = { width: 740, height: 360 };
const UPRIGHT = { width: 390, height: 844 };
const WIDE = { width: 1280, height: 860 };

for (const [first, words] of LANGS.entries()) {
  for (const [second, theme] of ["light", "dark"].entries()) {
    const where = `${words.lang} ${theme}`;
    const round = first + second;

    test(`pages have no violations: ${where}`, { timeout: 300_000 }, async () => {
      const { page, context, complaints } = await person(browser, server.base, { theme, lang: words.lang });
      const found = [];
      const addresses = [
        "/",
        "/device",
        "/record",
        "/nowhere",
        ...GAMES.flatMap((game) => [`/play/${game}/computer`, `/play/${game}/friends`, `/play/${game}/screen`]),
      ];
      for (const address of addresses.filter((_, index) => isLooked(round, index))) {
        await page.goto(address);
        await page.locator("h1").first().waitFor();
        found.push(...(await violations(page, `${address} ${where}`)));
      }
      await page.getByRole("button", { name: words.settings }).click();
      await page.getByRole("dialog").waitFor();
      found.push(...(await violations(page, `settings ${where}`)));
      assert.deepEqual(found, []);
      assert.deepEqual(complaints, []);
      await context.close();
    });

    test(`boards have no violations: ${where}`, { timeout: 600_000 }, async () => {
      const { page, context, complaints } = await person(browser, server.base, {
        theme,
        lang: words.lang,
        viewport: WIDE,
      });
      const found = [];
      for (const [index, game] of GAMES.entries()) {
        let looks = 0;
        const look = async (what) => {
          looks += 1;
          if (isLooked(round, index + looks)) found.push(...(await violations(page, `${game}, ${what}, ${where}`)));
        };
        // Rules, what was said, what else can be done and what is asked before it look the same beside every table: one
        // game in each language and theme is enough, another one each time.
        const isOwn = process.env.RAINETTE_WHOLE === "1" || index === 2 * first + second;
        const lookOnce = async (what) => {
          if (isOwn) found.push(...(await violations(page, `${game}, ${what}, ${where}`)));
        };
        await page.setViewportSize(WIDE);
        await page.goto(`/play/${game}/computer`);
        await startAgainst(page);
        await page.waitForSelector(".board .spot.lit, .choices button");
        await look("at the start");
        const choose = clicking(numbers(7));
        for (let choice = 0; choice < 8 && (await waits(page)) === "choice"; choice += 1) await choose(page);
        const [size, name] = (index + second) % 2 === 0 ? [SIDEWAYS, "sideways"] : [UPRIGHT, "upright"];
        await page.setViewportSize(size);
        await look(name);
        await page.setViewportSize(WIDE);
        await page.locator(".read-position").focus();
        await page.keyboard.press("Enter");
        await look("the position in words");
        if (isOwn) {
          await openTab({ page }, words.rules);
          await page.locator(".rules-in-panel .board").first().waitFor();
          await lookOnce(words.rules);
          await openTab({ page }, words.tabs[0]);
          await lookOnce(words.tabs[0]);
        }
        await openTab({ page }, words.tabs[1]);
        await lookOnce(words.tabs[1]);
        const dialog = page.getByRole("dialog");
        await pressUntil({ page }, page.getByRole("button", { name: words.endIt }), dialog);
        await lookOnce("a question");
        await pressUntil({ page }, dialog.getByRole("button", { name: words.endIt }), page.locator(".end"));
        await look("at the end");
        // Every game's board is shared as a picture, in one of the languages and themes.
        if (index % 4 === 2 * first + second && game !== "hop-it") await sharesPicture(page, game);
        await page.getByRole("link", { name: words.again }).click();
        await page.getByRole("slider").waitFor();
        await look("replay");
      }
      assert.deepEqual(found, []);
      assert.deepEqual(complaints, []);
      await context.close();
    });
  }
}
