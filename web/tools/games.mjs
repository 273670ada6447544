// The games, as the page knows them: ids in the order in which they are listed, and what is known of each.

import { transformSync } from "esbuild";
import { readFileSync } from "node:fs";

const source = readFileSync(new URL("../src/protocol/facts.ts", import.meta.url), "utf8");
const { code } = transformSync(source, { loader: "ts", format: "esm" });
const facts = await import(`data:text/javascript,${encodeURIComponent(code)}`);

export const GAMES = facts.GAMES;

/** What a game is called in English. */
export const nameOf = (game) => facts.FACTS[game].name;
