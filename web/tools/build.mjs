// Builds the page into dist: a few files with stable names, the same bytes for the same sources.

import { build } from "esbuild";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { fileURLToPath } from "node:url";
import { icon } from "./icon.mjs";

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>Rainette</title>
<meta name="description" content="Five frog board games: against the computer, with friends by a link, or at one screen.">
<meta name="theme-color" content="#0d3640" media="(prefers-color-scheme: dark)">
<meta name="theme-color" content="#eaf3ea" media="(prefers-color-scheme: light)">
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="/icon-192.png">
<link rel="manifest" href="/manifest.webmanifest">
<link rel="stylesheet" href="/app.css">
<script src="/app.js" defer></script>
</head>
<body>
<div id="app"></div>
<noscript>This page needs JavaScript. · Cette page a besoin de JavaScript.</noscript>
</body>
</html>
`;

const MANIFEST = {
  name: "Rainette",
  short_name: "Rainette",
  description: "Five frog board games · Cinq jeux de grenouilles",
  start_url: "/",
  scope: "/",
  display: "standalone",
  background_color: "#0d3640",
  theme_color: "#0d3640",
  categories: ["games"],
  icons: [
    { src: "/icon.svg", sizes: "any", type: "image/svg+xml" },
    { src: "/icon-192.png", sizes: "192x192", type: "image/png" },
    { src: "/icon-512.png", sizes: "512x512", type: "image/png" },
    { src: "/icon-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
  ],
};

export async function buildPage(folder = at("dist")) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await build({
    entryPoints: { app: at("src/app/main.tsx") },
    outdir: folder,
    bundle: true,
    minify: true,
    format: "iife",
    target: "es2022",
    jsx: "automatic",
    jsxImportSource: "preact",
    legalComments: "none",
    logLevel: "warning",
  });
  writeFileSync(`${folder}/index.html`, PAGE);
  writeFileSync(`${folder}/manifest.webmanifest`, `${JSON.stringify(MANIFEST, null, 2)}\n`);
  writeFileSync(`${folder}/icon.svg`, icon.svg());
  for (const size of [192, 512]) writeFileSync(`${folder}/icon-${size}.png`, icon.png(size));
  return folder;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = await buildPage();
  const first = ["index.html", "app.js", "app.css"];
  const sizes = first.map((name) => gzipSync(readFileSync(`${folder}/${name}`), { level: 6 }).length);
  console.log(`first load ${(sizes.reduce((sum, size) => sum + size, 0) / 1000).toFixed(1)} KB compressed (${first.map((name, index) => `${name} ${(sizes[index] / 1000).toFixed(1)}`).join(", ")})`);
}
