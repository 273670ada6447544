// Pictures of every board at a moment that is kept, in both themes, wide and tall, and how much two pictures differ.
// `npm run pictures [-- GAME…]` takes them anew into e2e/kept; with `--moments` the moments are taken anew as well, from
// games that the engine plays.

import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { launch } from "./browser.mjs";
import { traces } from "./engine.mjs";
import { gallery } from "./gallery.mjs";
import { GAMES } from "./games.mjs";

/** Windows as people have them, in pictures small enough to be kept. */
const ROOMS = [
  ["wide", { width: 840, height: 600 }, 0.5],
  ["tall", { width: 360, height: 520 }, 0.7],
];
const THEMES = ["dark", "light"];
const MOMENTS = fileURLToPath(new URL("../e2e/kept/moments.json", import.meta.url));

/** Which browser took the kept pictures: another one may draw a little otherwise. */
export const TAKEN_BY = fileURLToPath(new URL("../e2e/kept/browser.txt", import.meta.url));

/** Where the kept picture of a name is. */
export const keptAt = (name) => fileURLToPath(new URL(`../e2e/kept/${name}.png`, import.meta.url));

/** One moment of a game, with what led to it and what may be chosen there. */
function momentOf({ game, seats, events }) {
  const acts = events.flatMap(({ seat }, index) => (seat === undefined ? [] : [index]));
  const at = acts[Math.floor(acts.length * 0.4)] ?? 0;
  const { view, seat, choices } = events[at];
  const roots = Object.keys(choices.next);
  const next = Object.fromEntries(roots.map((spot) => [spot, {}]));
  const now = { seat, legal: roots, paths: roots.map((spot) => [[spot]]), choices: { next }, view, effects: [] };
  const before = { view, paths: [], choices: {}, effects: events[at - 1]?.effects ?? [] };
  return { game, seats, events: [before, now], winners: [], scores: null, view };
}

const keptMoments = () => JSON.parse(readFileSync(MOMENTS, "utf8"));

/** Takes the moments of some games anew, and leaves those of the others as they are. */
function keepMoments(games) {
  const played = traces();
  const moments = { ...keptMoments(), ...Object.fromEntries(games.map((game) => [game, momentOf(played[game])])) };
  writeFileSync(MOMENTS, `${JSON.stringify(moments)}\n`);
}

/** Takes a picture of each board; gives them by name. */
export async function takePictures(browser, games = GAMES) {
  const moments = keptMoments();
  for (const game of games)
    if (moments[game] === undefined)
      throw new Error(`no moment of ${game} is kept: npm run pictures -- ${game} --moments`);
  const address = pathToFileURL(await gallery({ games: moments }));
  const pictures = new Map();
  for (const [room, viewport, deviceScaleFactor] of ROOMS) {
    const context = await browser.newContext({ viewport, deviceScaleFactor, reducedMotion: "reduce" });
    const page = await context.newPage();
    for (const game of games) {
      for (const theme of THEMES) {
        address.search = `?${new URLSearchParams({ game, theme, moment: "1" })}`;
        await page.goto(address.href);
        await page.waitForSelector(".board");
        pictures.set(`${game}-${room}-${theme}`, await page.screenshot());
      }
    }
    await context.close();
  }
  return pictures;
}

/**
 * The share of pixels that differ between two pictures, all of them if their sizes do, and a picture of where. Edges
 * and letters are smoothed a little otherwise from machine to machine, so a pixel differs if it clearly does.
 */
export async function compare(page, one, other) {
  const sources = [one, other].map((picture) => `data:image/png;base64,${picture.toString("base64")}`);
  const { share, picture } = await page.evaluate(async (addresses) => {
    const CLEARLY = 48;
    const read = async (address) => {
      const image = new Image();
      image.src = address;
      await image.decode();
      const canvas = new OffscreenCanvas(image.width, image.height);
      const context = canvas.getContext("2d");
      context.drawImage(image, 0, 0);
      return context.getImageData(0, 0, image.width, image.height);
    };
    const [a, b] = await Promise.all(addresses.map(read));
    if (a.width !== b.width || a.height !== b.height) return { share: 1, picture: null };
    let count = 0;
    for (let at = 0; at < a.data.length; at += 4) {
      const far = Math.max(...[0, 1, 2].map((part) => Math.abs(a.data[at + part] - b.data[at + part])));
      if (far > CLEARLY) count += 1;
      const grey = 200 + (a.data[at + 1] >> 3);
      b.data.set(far > CLEARLY ? [220, 0, 40, 255] : [grey, grey, grey, 255], at);
    }
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [b.width, b.height];
    canvas.getContext("2d").putImageData(b, 0, 0);
    return { share: count / (a.width * a.height), picture: canvas.toDataURL("image/png").split(",")[1] };
  }, sources);
  return { share, picture: picture === null ? null : Buffer.from(picture, "base64") };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const asked = process.argv.slice(2).filter((word) => !word.startsWith("--"));
  const unknown = asked.filter((word) => !GAMES.includes(word));
  if (unknown.length > 0) throw new Error(`${unknown.join(", ")}: no such game, only ${GAMES.join(", ")}`);
  const games = asked.length > 0 ? asked : GAMES;
  if (process.argv.includes("--moments")) keepMoments(games);
  const browser = await launch();
  const pictures = await takePictures(browser, games);
  writeFileSync(TAKEN_BY, `Chromium ${browser.version()}\n`);
  await browser.close();
  for (const [name, picture] of pictures) writeFileSync(keptAt(name), picture);
  const bytes = [...pictures.values()].reduce((sum, { length }) => sum + length, 0);
  console.log(`${pictures.size} pictures, ${(bytes / 1000).toFixed(0)} KB`);
}

/** A folder for what is to be looked at, empty. */
export function emptyFolder(path) {
  rmSync(path, { recursive: true, force: true });
  mkdirSync(path, { recursive: true });
  return path;
}
