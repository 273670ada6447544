// Pictures of every board at start, in mid-game and at the end, in both themes and at phone width.
// `npm run shots [-- GAME…] [--reuse]` writes them to out/shots.

import { mkdirSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { launch } from "./browser.mjs";
import { gallery } from "./gallery.mjs";

const asked = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const games = asked.length > 0 ? asked : ["hop-it", "abagio", "pool-party", "china-moon", "frogriders"];
const page = pathToFileURL(await gallery({ reuse: process.argv.includes("--reuse") }));
const folder = fileURLToPath(new URL("../out/shots/", import.meta.url));
mkdirSync(folder, { recursive: true });

const browser = await launch();
const problems = [];
for (const [kind, viewport, scale] of [["wide", { width: 1280, height: 860 }, 1], ["phone", { width: 360, height: 640 }, 2]]) {
  const context = await browser.newContext({ viewport, deviceScaleFactor: scale, reducedMotion: "reduce" });
  const tab = await context.newPage();
  tab.on("console", (message) => problems.push(message.text()));
  tab.on("pageerror", (error) => problems.push(error.message));
  for (const game of games) {
    for (const theme of ["dark", "light"]) {
      for (const moment of ["start", "mid", "end"]) {
        if (kind === "phone" && moment !== "mid") continue;
        page.search = `?${new URLSearchParams({ game, theme, moment })}`;
        await tab.goto(page.href);
        await tab.waitForSelector(".board");
        await tab.screenshot({ path: `${folder}${game}-${kind}-${theme}-${moment}.png` });
      }
    }
  }
}
await browser.close();
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
