// Asks the engine for whole games: what was seen, what could be pointed at, what happened.

import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { join } from "node:path";
import { GAMES } from "./games.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const out = fileURLToPath(new URL("../out/traces/", import.meta.url));

/** The games that are drawn and tested: by computer players if random play hardly ends. */
const CHOSEN = [
  { name: "hop-it", args: ["hop-it", "--seed", "11", "--level", "4"] },
  { name: "hop-it-random", args: ["hop-it", "--seed", "5"] },
  { name: "abagio", args: ["abagio", "--seed", "4", "--level", "2"] },
  { name: "abagio-random", args: ["abagio", "--seed", "2"] },
  { name: "pool-party", args: ["pool-party", "--seats", "4", "--seed", "2", "--level", "6"] },
  { name: "pool-party-6", args: ["pool-party", "--seats", "6", "--seed", "8", "--level", "2"] },
  { name: "china-moon", args: ["china-moon", "--seats", "4", "--seed", "7", "--level", "2"] },
  { name: "china-moon-5", args: ["china-moon", "--seats", "5", "--seed", "2"] },
  { name: "frogriders", args: ["frogriders", "--seats", "4", "--seed", "6", "--level", "2"] },
  { name: "frogriders-2", args: ["frogriders", "--seats", "2", "--seed", "3", "--set", "backs=1"] },
  { name: "frogriders-3", args: ["frogriders", "--seats", "3", "--seed", "9"] },
];

/** Those, and one of every game that none was chosen of; the one that is named like its game is kept as a picture. */
const PLAYED = [
  ...CHOSEN,
  ...GAMES.filter((game) => !CHOSEN.some(({ name }) => name === game)).map((game) => ({
    name: game,
    args: [game, "--seed", "1", "--level", "2"],
  })),
];

/** The engine's command: the one named by `RAINETTE`, or the one built last in this checkout. */
export function engine(named = process.env.RAINETTE) {
  const built = ["release", "debug"].map((profile) => join(root, "target", profile, "rainette"));
  const age = (path) => Date.now() - statSync(path).mtimeMs;
  const [last] = built.filter((path) => existsSync(path)).toSorted((one, other) => age(one) - age(other));
  const found = named ?? last;
  if (!found) throw new Error("no engine: run `cargo build --release -p rainette` first, or name it in RAINETTE");
  return found;
}

/** Plays the games afresh and gives them by name; `reuse` takes those of the last time where they are there. */
export function traces({ reuse = false } = {}) {
  mkdirSync(out, { recursive: true });
  return Object.fromEntries(
    PLAYED.map(({ name, args }) => {
      const file = join(out, `${name}.json`);
      if (!reuse || !existsSync(file)) {
        const json = execFileSync(engine(), ["trace", ...args, "--views"], { maxBuffer: 1 << 28 });
        writeFileSync(file, json);
      }
      return [name, JSON.parse(readFileSync(file, "utf8"))];
    }),
  );
}
