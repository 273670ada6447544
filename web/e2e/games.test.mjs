// Each game is played to its end, by clicks, and once more by keys, roles and names only, in either language.

import assert from "node:assert/strict";
import { test } from "node:test";
import { OVER, clicking, numbers, person, playOut, startAgainst, typing, wholeGame } from "./harness.mjs";
import { browser, server } from "./room.mjs";
import { GAMES } from "../tools/games.mjs";

/** Whole games are long enough without motions. */
const QUICK = { motion: "none", sound: false };
const WORDS = {
  "en-GB": {
    fair: /^✓ Fair:/,
    compared: /what this browser was told and did: \d+ events compared/,
    limits: /Not checked here: the rules/,
  },
  "fr-FR": { fair: /^✓ Équitable/, compared: /\d+ événements comparés/, limits: /Non vérifié ici\s: les règles/ },
};

/** Of two who move at random neither wins Pool Party soon. */
const levelOf = (game) => (game === "pool-party" ? /^(Strong|Fort)/ : undefined);

for (const [index, game] of GAMES.entries()) {
  wholeGame("clicks", index, `${game} is played to its end by clicks, and its dice are checked`, async (lang) => {
    const words = WORDS[lang];
    const { page, context, complaints } = await person(browser, server.base, {
      lang,
      theme: index % 2 === 0 ? "dark" : "light",
      settings: QUICK,
    });
    await page.goto(`/play/${game}/computer`);
    await startAgainst(page, levelOf(game));
    await playOut(page, clicking(numbers(index + 1)));
    assert.match(await page.locator(".end h2").innerText(), OVER);
    await page.getByRole("button", { name: /^(Check|Vérifier)/ }).click();
    await page.getByText(words.fair).waitFor();
    assert.match(await page.locator(".fair").innerText(), words.compared);
    assert.match(await page.locator(".fair").innerText(), words.limits);
    assert.deepEqual(complaints, []);
    await context.close();
  });

  wholeGame("keys", index, `${game} is played to its end by keys, roles and names only`, async (lang) => {
    const { page, context, complaints } = await person(browser, server.base, { lang, settings: QUICK });
    await page.goto(`/play/${game}/computer`);
    await startAgainst(page);
    await page.locator(".table").waitFor();
    const name = await page.getByRole("main").getByRole("heading", { level: 1 }).innerText();
    await page.getByRole("group", { name, exact: true }).waitFor();
    await playOut(page, typing(numbers(index + 11)));
    const end = page.getByRole("heading", { level: 2, name: OVER });
    await end.waitFor();
    await page.waitForFunction(() => document.activeElement?.closest(".end") != null);
    assert.equal(await end.evaluate((heading) => heading === document.activeElement), true, "the focus goes on there");
    assert.deepEqual(complaints, []);
    await context.close();
  });
}

if (process.env.RAINETTE_WHOLE === "1")
  test("a whole game is played while everything moves", { timeout: 1_200_000 }, async () => {
    const visitor = await person(browser, server.base, { motion: "no-preference", settings: { sound: false } });
    const { page, context, complaints } = visitor;
    await page.goto("/play/abagio/computer");
    await startAgainst(page);
    await playOut(page, clicking(numbers(21)));
    assert.match(await page.locator(".end h2").innerText(), OVER);
    assert.deepEqual(complaints, []);
    await context.close();
  });
