import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { afterEach, test } from "node:test";
import { Refused } from "../src/house/house";
import { remoteHouse, socketAddress } from "../src/house/remote";

const AT = { protocol: "https:", host: "frogs.example" };
const real = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = real;
});

/** A server that answers by rote; what it was asked is written down. */
function answering(answers: readonly (readonly [number, unknown])[]): string[] {
  const asked: string[] = [];
  globalThis.fetch = (address, init) => {
    const [status, body] = answers[asked.length] ?? [500, ""];
    asked.push(`${init?.method ?? "GET"} ${String(address)}${typeof init?.body === "string" ? ` ${init.body}` : ""}`);
    return Promise.resolve(
      new Response(status === 204 ? null : typeof body === "string" ? body : JSON.stringify(body), { status }),
    );
  };
  return asked;
}

test("nothing but the remote house asks the network", () => {
  const files = readdirSync("src", { recursive: true })
    .map(String)
    .filter((name) => /\.tsx?$/.test(name) && name !== "house/remote.ts");
  assert.ok(files.length > 80);
  for (const name of files) {
    const found = /\bfetch\s*\(|\bWebSocket\b|\bXMLHttpRequest\b|\bEventSource\b|\bsendBeacon\b|["'`]\/api\//.exec(
      readFileSync(`src/${name}`, "utf8").replaceAll(/\/\*[^]*?\*\/|\/\/.*/g, ""),
    );
    assert.equal(found, null, `src/${name}: ${found?.[0] ?? ""}`);
  }
});

test("questions go to their addresses, with names that are safe in them", async () => {
  const house = remoteHouse(AT);
  const asked = answering([
    [200, { games: [] }],
    [200, {}],
    [204, ""],
    [200, {}],
    [202, ""],
  ]);
  await house.games();
  await house.join("a/b", { name: "Ada" });
  assert.equal(await house.close("t"), undefined);
  await house.claim("x y");
  assert.equal(await house.tell("t", { type: "colour", seat: 1, colour: 4 }), undefined);
  assert.deepEqual(asked, [
    "GET /api/games",
    'POST /api/tables/a%2Fb/join {"name":"Ada"}',
    "POST /api/tables/t/abandon",
    'POST /api/device-code {"code":"x y"}',
    'POST /api/tables/t/commands {"type":"colour","seat":1,"colour":4}',
  ]);
  assert.equal(house.record("a/b"), "/api/tables/a%2Fb/record");
  assert.equal(socketAddress("a/b", AT), "wss://frogs.example/api/tables/a%2Fb/socket");
  assert.equal(socketAddress("t", { ...AT, protocol: "http:" }), "ws://frogs.example/api/tables/t/socket");
});

test("a replay that is told in parts is put together", async () => {
  const asked = answering([
    [200, { steps: [1, 2], next: 2 }],
    [200, { steps: [3], next: 3 }],
    [200, { steps: [], next: null }],
  ]);
  const { steps, next } = await remoteHouse(AT).replay("t", "spectator");
  assert.deepEqual([steps, next], [[1, 2, 3], null]);
  assert.deepEqual(
    asked,
    [0, 2, 3].map((after) => `GET /api/tables/t/replay?as=spectator&after=${after}`),
  );
});

test("every refusal has a code, whoever speaks it", async () => {
  const code = (status: number, body: unknown) => {
    answering([[status, body]]);
    return remoteHouse(AT)
      .list()
      .then(
        () => "",
        (failure: unknown) => (failure instanceof Refused ? failure.refusal.code : "?"),
      );
  };
  assert.equal(await code(404, { code: "unknown-table", message: "" }), "unknown-table");
  assert.equal(await code(502, "<html>"), "internal");
  assert.equal(await code(429, ""), "too-fast");
  globalThis.fetch = () => Promise.reject(new TypeError("no network"));
  await assert.rejects(
    remoteHouse(AT).list(),
    (failure: unknown) => failure instanceof Refused && failure.refusal.code === "unreachable",
  );
});
