// Builds the gallery, a page for the eyes of those who draw: every board at any moment of real games.

import { build } from "esbuild";
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { traces } from "./engine.mjs";

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** The gallery of some games by name, or else of those that the engine plays. */
export async function gallery(options = {}) {
  mkdirSync(at("out/gallery"), { recursive: true });
  const games = options.games ?? traces({ reuse: options.reuse ?? false });
  await build({
    entryPoints: [at("src/gallery/main.tsx")],
    outdir: at("out/gallery"),
    bundle: true,
    format: "iife",
    target: "es2022",
    jsx: "automatic",
    jsxImportSource: "preact",
    logLevel: "warning",
  });
  writeFileSync(at("out/gallery/traces.js"), `window.TRACES = ${JSON.stringify(games)};`);
  writeFileSync(
    at("out/gallery/index.html"),
    `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Gallery</title>
<link rel="stylesheet" href="main.css">
<body><div id="gallery"></div>
<script src="traces.js"></script>
<script src="main.js"></script>
`,
  );
  return at("out/gallery/index.html");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  console.log(await gallery({ reuse: process.argv.includes("--reuse") }));
}
