// The rules as people read them: on a page of their own, from an objection at the table, and on paper.

import assert from "node:assert/strict";
import { test } from "node:test";
import { isLooked, openTab, person, playNow, soon, violations } from "./harness.mjs";
import { browser, server } from "./room.mjs";
import { GAMES } from "../tools/games.mjs";

const ROOMS = [
  ["light", { width: 1280, height: 860 }],
  ["dark", { width: 390, height: 844 }],
];
const LANGS = [
  ["en-GB", "Français"],
  ["fr-FR", "English"],
];

for (const [first, [lang, other]] of LANGS.entries()) {
  test(
    `rules have no violations in ${lang}, wide and on a phone, and nothing sticks out`,
    { timeout: 300_000 },
    async () => {
      const shown = new Set();
      for (const [second, [theme, viewport]] of ROOMS.entries()) {
        const { page, context, complaints } = await person(browser, server.base, { lang, theme, viewport });
        const found = [];
        for (const game of GAMES.filter((_, index) => isLooked(first + second, index))) {
          await page.goto(`/rules/${game}`);
          await page.locator(".rules-figure .board").first().waitFor();
          found.push(...(await violations(page, `${game} ${lang} ${theme}`)));
          for (const [, size] of ROOMS) {
            await page.setViewportSize(size);
            await soon(async () => {
              const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
              assert.ok(over <= 0, `${game} is ${over} pixels wider than a screen of ${size.width}`);
            });
          }
          await page.setViewportSize(viewport);
          shown.add(game);
        }
        assert.deepEqual(found, []);
        assert.deepEqual(complaints, []);
        await context.close();
      }
      assert.equal(shown.size, GAMES.length);
    },
  );

  test(`an address leads to its sentence in ${lang}, and stays there in the other language`, async () => {
    const { page, context, complaints } = await person(browser, server.base, { lang });
    await page.goto("/rules/hop-it#lily-by-hop");
    const sentence = page.locator("#lily-by-hop.here");
    await sentence.waitFor();
    await soon(async () => assert.ok(await sentence.evaluate((found) => document.activeElement === found)));
    const words = await sentence.innerText();
    await page.getByRole("button", { name: other }).click();
    await page.waitForFunction((earlier) => document.getElementById("lily-by-hop")?.innerText !== earlier, words);
    await soon(async () =>
      assert.ok(
        await page.locator("#lily-by-hop.here").evaluate((found) => found.getBoundingClientRect().top < innerHeight),
      ),
    );
    // By keys, through the contents.
    const entry = page.locator(".rules-contents a").nth(3);
    const target = await entry.getAttribute("href");
    await entry.focus();
    await page.keyboard.press("Enter");
    await page.waitForFunction((id) => document.activeElement?.id === id, target.slice(1));
    assert.deepEqual(complaints, []);
    await context.close();
  });
}

test("the answer to a wrong click leads to its sentence, without leaving the table", async () => {
  for (const viewport of [
    { width: 1280, height: 860 },
    { width: 390, height: 844 },
  ]) {
    const { page, context, complaints } = await person(browser, server.base, { viewport });
    await playNow(page, "Hop It!");
    await page.waitForSelector(".board .spot.lit");
    const table = page.url();
    const link = page.locator(".why-rule");
    await soon(async () => {
      const { x, y, width, height } = await page.locator('.board .spot[data-spot="e5"]').boundingBox();
      await page.mouse.click(x + width / 2, y + height / 2);
      await soon(async () => assert.ok((await link.count()) > 0, "a wrong click is answered"), 3_000);
    });
    assert.equal(await link.getAttribute("href"), "/rules/hop-it#no-piece");
    await link.click();
    const dialog = page.getByRole("dialog");
    const sentence = dialog.locator("#dialog-no-piece.here");
    await sentence.waitFor();
    await soon(async () => assert.ok(await sentence.evaluate((found) => document.activeElement === found)));
    assert.deepEqual(await violations(page, "the rules over a table"), []);
    await dialog.getByText("Contents").click();
    await dialog.getByRole("link", { name: "Lily pads" }).click();
    await page.waitForFunction(() => document.activeElement?.id === "dialog-lily-pads");
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await soon(async () => assert.ok(await link.evaluate((found) => document.activeElement === found)));
    assert.equal(page.url(), table);
    await openTab({ page }, "Rules");
    await page.locator(".rules-in-panel .board").first().waitFor();
    assert.deepEqual(await violations(page, "the rules beside a table"), []);
    assert.deepEqual(complaints, []);
    await context.close();
  }
});

test("on paper there are the rules and their figures alone, in ink on white", async () => {
  const { page, context } = await person(browser, server.base, { theme: "dark" });
  await page.goto("/rules/china-moon");
  await page.locator(".rules-figure .board").first().waitFor();
  await page.emulateMedia({ media: "print" });
  // What a browser does before it prints.
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  for (const hidden of ["header.top", ".rules-contents", ".rules-ways"])
    assert.ok(!(await page.locator(hidden).isVisible()), hidden);
  assert.ok(await page.locator(".rules-figure .board").first().isVisible());
  await soon(async () => {
    const [ink, ...grounds] = await page.evaluate(() => [
      getComputedStyle(document.querySelector(".rules-text p")).color,
      ...[".rules-page", "body", "html"].map((name) => getComputedStyle(document.querySelector(name)).background),
    ]);
    assert.match(ink, /^rgb\((\d\d?), (\d\d?), (\d\d?)\)$/, "dark letters");
    for (const ground of grounds) assert.match(ground, /rgba\(0, 0, 0, 0\) none/);
  });
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  await soon(async () => assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark"));
  const pdf = await page.pdf({ format: "A4" });
  assert.ok((pdf.toString("latin1").match(/\/Type \/Page\b(?!s)/g) ?? []).length > 3);
  await context.close();
});

test("nobody fetches rules before wanting to read them, and a lost line can be mended", async () => {
  const { page, context } = await person(browser, server.base);
  const fetched = [];
  page.on("request", (request) => fetched.push(new URL(request.url()).pathname));
  await page.goto("/");
  await page.locator("h1").first().waitFor();
  const isRules = (path) => GAMES.some((game) => path.startsWith(`/${game}`)) || path.startsWith("/reader");
  assert.deepEqual(fetched.filter(isRules), []);
  await page.route(/abagio-\w+\.js/, (route) => route.abort());
  await page.locator('a[href="/rules/abagio"]').click();
  await page.getByText("The rules cannot be fetched just now.").waitFor();
  await page.unroute(/abagio-\w+\.js/);
  await page.getByRole("button", { name: "Try again" }).click();
  await page.locator(".rules-text h2").first().waitFor();
  assert.deepEqual(
    fetched.filter(isRules).filter((path) => !/^\/(reader|abagio)-/.test(path)),
    [],
  );
  await context.close();
});
