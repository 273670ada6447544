// Pictures of everything: every board at start, in mid-game and at the end, and every page of the application, in
// both themes, wide and at phone width.
// `npm run shots [-- GAME…] [--boards] [--pages] [--lang=fr] [--reuse]` writes them to out/shots.

import { mkdirSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { launch } from "./browser.mjs";
import { traces } from "./engine.mjs";
import { gallery } from "./gallery.mjs";
import { GAMES } from "./games.mjs";
import { pictures } from "./pictures.mjs";

const words = process.argv.slice(2);
const asked = words.filter((word) => !word.startsWith("--"));
const games = asked.length > 0 ? asked : GAMES;
const isEverything = !words.includes("--boards") && !words.includes("--pages");
const folder = fileURLToPath(new URL("../out/shots/", import.meta.url));
mkdirSync(folder, { recursive: true });

/** Boards alone, as large as the window. */
async function boards(browser) {
  const page = pathToFileURL(await gallery({ reuse: true }));
  const complaints = [];
  for (const [kind, viewport, scale] of [
    ["wide", { width: 1280, height: 860 }, 1],
    ["phone", { width: 360, height: 640 }, 2],
  ]) {
    const context = await browser.newContext({ viewport, deviceScaleFactor: scale, reducedMotion: "reduce" });
    const tab = await context.newPage();
    tab.setDefaultTimeout(120_000);
    tab.on("console", (message) => complaints.push(message.text()));
    tab.on("pageerror", (error) => complaints.push(error.message));
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
    await context.close();
  }
  return complaints;
}

const played = traces({ reuse: words.includes("--reuse") });
const browser = await launch();
const complaints = [];
if (isEverything || words.includes("--boards")) complaints.push(...(await boards(browser)));
if (isEverything || words.includes("--pages"))
  complaints.push(...(await pictures(browser, played, games, folder, words.includes("--lang=fr") ? "fr" : "en")));
await browser.close();
for (const complaint of complaints) console.error(complaint);
process.exitCode = complaints.length > 0 ? 1 : 0;
