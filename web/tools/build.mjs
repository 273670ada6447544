// Builds the page into dist: the files of static, the program and its style under stable names, and each language as a
// file of its own. With `--check` it builds elsewhere and fails where dist is not the same. Either way it fails where
// the first load is larger than it may be.

import { build } from "esbuild";
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { gzipSync } from "node:zlib";
import { fileURLToPath } from "node:url";
import { rulesPlugin } from "./rules.mjs";

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** The most that a first visit may fetch before something is shown, compressed. */
const MOST = 150_000;

/** Builds into a folder; gives the files that a first visit needs, and the one of each language. */
export async function buildPage(folder = at("dist")) {
  rmSync(folder, { recursive: true, force: true });
  cpSync(at("static"), folder, { recursive: true });
  const { metafile } = await build({
    entryPoints: { app: at("src/app/main.tsx") },
    outdir: folder,
    bundle: true,
    minify: true,
    format: "esm",
    splitting: true,
    chunkNames: "[name]-[hash]",
    metafile: true,
    target: "es2022",
    jsx: "automatic",
    jsxImportSource: "preact",
    legalComments: "none",
    plugins: [rulesPlugin],
    logLevel: "warning",
  });
  const outputs = Object.entries(metafile.outputs);
  const [, app] = outputs.find(([name]) => basename(name) === "app.js");
  const parts = app.imports.filter(({ kind }) => kind === "import-statement").map(({ path }) => basename(path));
  // Rules are fetched by those who read them; a language by everybody.
  const languages = outputs
    .filter(([, { entryPoint }]) => entryPoint?.includes("src/tongues/"))
    .map(([name]) => basename(name));
  // What the program is made of is fetched together with it, not after it.
  const page = join(folder, "index.html");
  const links = parts.map((name) => `<link rel="modulepreload" href="/${name}">\n`).join("");
  writeFileSync(page, readFileSync(page, "utf8").replace("<script", `${links}<script`));
  return { folder, first: ["index.html", "app.css", "app.js", ...parts], languages };
}

/** What a first visit fetches, and whether that is too much. */
function weigh({ folder, first, languages }) {
  const size = (name) => gzipSync(readFileSync(join(folder, name)), { level: 6 }).length;
  const largest = languages.toSorted((one, other) => size(other) - size(one)).slice(0, 1);
  const files = [...first, ...largest];
  const whole = files.reduce((sum, name) => sum + size(name), 0);
  const kilobytes = (bytes) => (bytes / 1000).toFixed(1);
  console.log(
    `first load ${kilobytes(whole)} KB compressed (${files.map((name) => `${name} ${kilobytes(size(name))}`).join(", ")})`,
  );
  if (whole > MOST) {
    console.error(`that is more than ${kilobytes(MOST)} KB`);
    process.exitCode = 1;
  }
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
  const built = await buildPage(mkdtempSync(join(tmpdir(), "rainette-page-")));
  weigh(built);
  const stale = differences(built.folder, at("dist"));
  rmSync(built.folder, { recursive: true });
  if (stale.length > 0) {
    console.error(`dist is not what the sources say: ${stale.join(", ")}; run \`npm run build\``);
    process.exitCode = 1;
  }
} else if (process.argv[1] === fileURLToPath(import.meta.url)) {
  weigh(await buildPage());
}
