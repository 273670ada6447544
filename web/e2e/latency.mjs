// How long it takes from a click to the own screen and to the other browser, on loopback.

import { clicking, launch, numbers, person, serve, waits } from "./harness.mjs";

const MOVES = 40;
const [server, browser] = [await serve(), await launch()];
const QUICK = { motion: "none", sound: false };
const people = await Promise.all([1, 2].map(() => person(browser, server.base, { settings: QUICK })));
const [host, guest] = people.map(({ page }) => page);

await host.goto("/play/hop-it/friends");
await host.getByRole("button", { name: "Open the table" }).click();
await guest.goto(await host.getByRole("textbox", { name: /Send this link/ }).inputValue());
await guest.getByRole("button", { name: "Sit down" }).click();
await host.getByRole("button", { name: "Start the game" }).click();

for (const page of [host, guest]) {
  await page.waitForSelector(".board");
  await page.evaluate(() => {
    globalThis.seen = [];
    globalThis.clicked = 0;
    addEventListener(
      "pointerup",
      () => {
        globalThis.clicked = performance.timeOrigin + performance.now();
      },
      true,
    );
    const shown = () =>
      [...document.querySelectorAll(".sprites .sprite")]
        .map((sprite) => sprite.getAttribute("data-at"))
        .toSorted()
        .join();
    let before = shown();
    // What the board shows, whenever it is another; the next frame paints it.
    new MutationObserver(() => {
      const now = shown();
      if (now !== before) globalThis.seen.push(performance.timeOrigin + performance.now());
      before = now;
    }).observe(document.querySelector(".board"), { subtree: true, childList: true, attributes: true });
  });
}

const random = numbers(9);
const [own, other] = [[], []];
for (let move = 0; move < MOVES; move += 1) {
  const isHost = await Promise.race(
    [host, guest].map((page, index) =>
      page.waitForSelector(".board .spot.lit", { timeout: 60_000 }).then(() => index === 0),
    ),
  );
  const [actor, watcher] = isHost ? [host, guest] : [guest, host];
  if ((await waits(actor)) === "end") break;
  const counts = await Promise.all([actor, watcher].map((page) => page.evaluate(() => globalThis.seen.length)));
  const lines = () => actor.locator(".log li").count();
  const known = await lines();
  for (let choice = 0; choice < 200 && (await lines()) === known; choice += 1) {
    if ((await waits(actor)) === "choice") await clicking(random)(actor);
    await actor.waitForTimeout(100);
  }
  // Stopping moves nothing, so there is nothing to see.
  if ((await actor.evaluate(() => globalThis.seen.length)) === counts[0]) continue;
  const arrived = (page, count) =>
    page
      .waitForFunction((first) => globalThis.seen.length > first && globalThis.seen[first], count)
      .then((handle) => handle.jsonValue());
  const [mine, theirs] = await Promise.all([arrived(actor, counts[0]), arrived(watcher, counts[1])]);
  const clicked = await actor.evaluate((until) => (globalThis.clicked <= until ? globalThis.clicked : null), mine);
  if (clicked === null) continue;
  own.push(mine - clicked);
  other.push(theirs - clicked);
}
const share = (list, part) => list.toSorted((a, b) => a - b)[Math.floor((list.length - 1) * part)].toFixed(0);
if (own.length === 0) throw new Error("nothing was measured");
console.log(
  `${own.length} actions: own screen median ${share(own, 0.5)} ms, 95 % ${share(own, 0.95)} ms; other browser median ${share(other, 0.5)} ms, 95 % ${share(other, 0.95)} ms`,
);
await browser.close();
await server.close();
