// Each game is played to its end, by clicks, and once more by keys, roles and names only.

import assert from "node:assert/strict";
import { clicking, numbers, person, playNow, playOut, typing, wholeGame } from "./harness.mjs";
import { browser, server } from "./room.mjs";
import { GAMES, nameOf } from "../tools/games.mjs";

/** Whole games are long enough without motions. */
const QUICK = { motion: "none", sound: false };

for (const [index, name] of GAMES.map(nameOf).entries()) {
  wholeGame("clicks", index, `${name} is played to its end by clicks, and its dice are checked`, async () => {
    const { page, context, complaints } = await person(browser, server.base, {
      theme: index % 2 === 0 ? "dark" : "light",
      settings: QUICK,
    });
    await playNow(page, name);
    await playOut(page, clicking(numbers(index + 1)));
    assert.match(await page.locator(".end h2").innerText(), /win|draw/i);
    await page.getByRole("button", { name: /^Check the (dice|draws|record)$/ }).click();
    await page.getByText(/^✓ Fair:/).waitFor();
    assert.match(await page.locator(".fair").innerText(), /what this browser was told and did: \d+ events compared/);
    assert.match(await page.locator(".fair").innerText(), /Not checked here: the rules/);
    assert.deepEqual(complaints, []);
    await context.close();
  });

  wholeGame("keys", index, `${name} is played to its end by keys, roles and names only`, async () => {
    const { page, context, complaints } = await person(browser, server.base, { settings: QUICK });
    await playNow(page, name);
    const board = page.getByRole("group", { name, exact: true });
    await board.waitFor();
    await playOut(page, typing(numbers(index + 11)));
    const end = page.getByRole("heading", { name: /win|draw/i });
    await end.waitFor();
    await page.waitForFunction(() => document.activeElement?.closest(".end") != null);
    assert.equal(await end.evaluate((heading) => heading === document.activeElement), true, "the focus goes on there");
    assert.deepEqual(complaints, []);
    await context.close();
  });
}
