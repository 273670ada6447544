// Bundles the tests and runs them with Node's own runner. The games they look at are played afresh by the engine.

import { build } from "esbuild";
import { spawnSync } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { traces } from "./engine.mjs";
import { rulesPlugin } from "./rules.mjs";

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

traces({ reuse: process.argv.includes("--reuse") });
rmSync(at("out/tests"), { recursive: true, force: true });
const tests = readdirSync(at("tests")).filter((name) => /\.test\.tsx?$/.test(name));
await build({
  entryPoints: tests.map((name) => at(`tests/${name}`)),
  outdir: at("out/tests"),
  outExtension: { ".js": ".mjs" },
  bundle: true,
  platform: "node",
  // It finds its own parts only where it lies.
  external: ["happy-dom"],
  format: "esm",
  target: "node20",
  jsx: "automatic",
  jsxImportSource: "preact",
  plugins: [rulesPlugin],
  logLevel: "warning",
});
const files = tests.map((name) => at(`out/tests/${name.replace(/\.tsx?$/, ".mjs")}`));
const { status } = spawnSync(process.execPath, ["--test", ...files], { stdio: "inherit", cwd: at(".") });
process.exitCode = status ?? 1;
