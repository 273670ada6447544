// axe-core on every page and board, in both themes.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { clicking, launch, numbers, person, playNow, serve, violations, waits } from "./harness.mjs";
import { GAMES, nameOf } from "../tools/games.mjs";

let server;
let browser;
before(async () => {
  [server, browser] = [await serve(), await launch()];
});
after(async () => {
  await browser.close();
  await server.close();
});

for (const theme of ["light", "dark"]) {
  test(`pages in the ${theme} theme have no violations`, { timeout: 300_000 }, async () => {
    const { page, context, complaints } = await person(browser, server.base, { theme });
    const found = [];
    for (const address of [
      "/",
      "/device",
      "/nowhere",
      ...GAMES.flatMap((game) => [
        `/rules/${game}`,
        `/play/${game}/computer`,
        `/play/${game}/friends`,
        `/play/${game}/screen`,
      ]),
    ]) {
      await page.goto(address);
      await page.locator("h1").first().waitFor();
      found.push(...(await violations(page, `${address} ${theme}`)));
    }
    await page.getByRole("button", { name: "Settings" }).click();
    found.push(...(await violations(page, `settings ${theme}`)));
    assert.deepEqual(found, []);
    assert.deepEqual(complaints, []);
    await context.close();
  });

  test(`boards in the ${theme} theme have no violations`, { timeout: 600_000 }, async () => {
    const { page, context, complaints } = await person(browser, server.base, { theme });
    const found = [];
    for (const game of GAMES) {
      await playNow(page, nameOf(game));
      await page.waitForSelector(".board .spot.lit, .choices button");
      found.push(...(await violations(page, `${game} at the start, ${theme}`)));
      const choose = clicking(numbers(7));
      for (let choice = 0; choice < 8 && (await waits(page)) === "choice"; choice += 1) await choose(page);
      for (const tab of ["Chat", "Rules", "Table"]) {
        await page.getByRole("tab", { name: tab }).click();
        found.push(...(await violations(page, `${game}, ${tab}, ${theme}`)));
      }
      await page.getByRole("button", { name: "End the game here" }).click();
      found.push(...(await violations(page, `${game}, a question, ${theme}`)));
      await page.getByRole("dialog").getByRole("button", { name: "End the game here" }).click();
      await page.locator(".end").waitFor();
      found.push(...(await violations(page, `${game} at the end, ${theme}`)));
      await page.getByRole("link", { name: "Look at the game again" }).click();
      await page.getByRole("slider").waitFor();
      found.push(...(await violations(page, `${game}, replay, ${theme}`)));
    }
    assert.deepEqual(found, []);
    assert.deepEqual(complaints, []);
    await context.close();
  });
}
