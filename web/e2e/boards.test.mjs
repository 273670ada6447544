// Every board looks as it did when somebody last looked: its picture is compared with the one that is kept.

import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { launch } from "./harness.mjs";
import { TAKEN_BY, compare, emptyFolder, keptAt, takePictures } from "../tools/boards.mjs";
import { GAMES } from "../tools/games.mjs";

/** Letters differ a little from machine to machine; a ring of the wrong width is twice as much. */
const MOST = 0.002;

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

test("every board looks as it is kept, in both themes", { timeout: 180_000 }, async () => {
  const folder = emptyFolder(fileURLToPath(new URL("../out/boards/", import.meta.url)));
  const page = await browser.newPage();
  const pictures = await takePictures(browser);
  assert.equal(pictures.size, GAMES.length * 4);
  const other = [];
  for (const [name, picture] of pictures) {
    const { share, picture: where } = existsSync(keptAt(name))
      ? await compare(page, readFileSync(keptAt(name)), picture)
      : { share: 1, picture: null };
    if (share <= MOST) continue;
    other.push(`${name}: ${(share * 100).toFixed(2)} % of the pixels differ`);
    writeFileSync(`${folder}${name}.png`, picture);
    if (where !== null) writeFileSync(`${folder}${name}-where.png`, where);
  }
  const browsers = `kept ones are by ${readFileSync(TAKEN_BY, "utf8").trim()}, these by Chromium ${browser.version()}`;
  const advice = "look at out/boards, and if it is better so: npm run pictures";
  assert.deepEqual(other, [], `${other.join("; ")}; ${browsers}; ${advice}`);
  await page.close();
});

test("a picture differs from another by the share of its pixels that do", { timeout: 60_000 }, async () => {
  const page = await browser.newPage({ viewport: { width: 100, height: 100 } });
  const paint = async (width, colour) => {
    await page.setContent(
      `<body style="margin:0;background:#fff"><div style="width:${width}px;height:50px;background:${colour}">`,
    );
    return page.screenshot();
  };
  const [whole, faint, half] = [await paint(20, "#000"), await paint(20, "#222"), await paint(10, "#000")];
  assert.equal((await compare(page, whole, whole)).share, 0);
  assert.equal((await compare(page, whole, faint)).share, 0, "what is hardly seen does not count");
  assert.equal((await compare(page, whole, half)).share, 0.05);
  await page.setViewportSize({ width: 80, height: 100 });
  assert.equal((await compare(page, whole, await page.screenshot())).share, 1, "another size is another picture");
  await page.close();
});
