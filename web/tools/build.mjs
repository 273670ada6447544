// Builds the page into dist: the files of static, and the program and its style under stable names.

import { build } from "esbuild";
import { cpSync, readFileSync, rmSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { fileURLToPath } from "node:url";

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

export async function buildPage(folder = at("dist")) {
  rmSync(folder, { recursive: true, force: true });
  cpSync(at("static"), folder, { recursive: true });
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
  return folder;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = await buildPage();
  const first = ["index.html", "app.js", "app.css"];
  const sizes = first.map((name) => gzipSync(readFileSync(`${folder}/${name}`), { level: 6 }).length);
  console.log(`first load ${(sizes.reduce((sum, size) => sum + size, 0) / 1000).toFixed(1)} KB compressed (${first.map((name, index) => `${name} ${(sizes[index] / 1000).toFixed(1)}`).join(", ")})`);
}
