// The server and the browser that the tests of one file share: there as soon as their first test begins, gone after the
// last one. Whoever imports this file has them.

import { after, before } from "node:test";
import { launch, serve } from "./harness.mjs";

export let server;
export let browser;

before(async () => {
  server = await serve();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await server?.close();
});
