// Builds the page into dist: the files of static, and the program and its style under stable names. With `--check`
// it builds elsewhere and fails where dist is not the same.

import { build } from "esbuild";
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
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

/** The files that are not the same in two folders. */
function differences(one, other) {
  const names = [...new Set([one, other].flatMap((folder) => readdirSync(folder)))];
  const read = (folder, name) => {
    try {
      return readFileSync(join(folder, name));
    } catch {
      return Buffer.from("missing");
    }
  };
  return names.filter((name) => !read(one, name).equals(read(other, name)));
}

if (process.argv.includes("--check")) {
  const folder = mkdtempSync(join(tmpdir(), "rainette-page-"));
  await buildPage(folder);
  const stale = differences(folder, at("dist"));
  rmSync(folder, { recursive: true });
  if (stale.length > 0) {
    console.error(`dist is not what the sources say: ${stale.join(", ")}; run \`npm run build\``);
    process.exitCode = 1;
  }
} else if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = await buildPage();
  const first = ["index.html", "app.js", "app.css"];
  const sizes = first.map((name) => gzipSync(readFileSync(`${folder}/${name}`), { level: 6 }).length);
  console.log(`first load ${(sizes.reduce((sum, size) => sum + size, 0) / 1000).toFixed(1)} KB compressed (${first.map((name, index) => `${name} ${(sizes[index] / 1000).toFixed(1)}`).join(", ")})`);
}
