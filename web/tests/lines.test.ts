import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

const MOST = 120;

/** Words, drawings and their classes cannot be broken without a change of what they say. */
const isText = (line: string) => /["`'].{40,}|\b[MLHVCQAZ]-?\d/.test(line);

test("no line of code is longer than 120 columns, unless it is a text that cannot be broken", () => {
  const files = ["src", "tests", "tools", "e2e"].flatMap((folder) =>
    readdirSync(folder, { recursive: true }).map((name) => `${folder}/${String(name)}`),
  );
  const sources = files.filter(
    (name) => /\.(tsx?|mjs|css)$/.test(name) && !/^src\/(protocol|words\/generated)/.test(name),
  );
  assert.ok(sources.length > 130);
  const long = sources.flatMap((name) =>
    readFileSync(name, "utf8")
      .split("\n")
      .flatMap((line, index) => (line.length > MOST && !isText(line) ? [`${name}:${index + 1}`] : [])),
  );
  assert.deepEqual(long, []);
});
