// Finding people: a seat at once, coming in for a computer player, the list, who is here, one's own game first.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  chooseFirst,
  comeBack,
  cuttable,
  giveUp,
  goOffline,
  leave,
  makeOne,
  numbers,
  openLobby,
  person,
  playTurn,
  pressUntil,
  serve,
  soon,
  startGame,
  unfold,
  violations,
} from "./harness.mjs";
import { browser, server } from "./room.mjs";

const PHONE = { viewport: { width: 390, height: 844 }, touch: true };
const named = (name) => ({ settings: { name } });

/** The list is a second old at most, and asked for every ten: whoever comes to the page sees it afresh. */
async function listed(page, text) {
  const lounge = page.getByRole("region", { name: /^(Open tables|Tables ouvertes)$/ });
  for (let attempt = 0; attempt < 20; attempt += 1) {
    await page.goto("/");
    await page.locator(".presence").waitFor();
    const row = lounge.getByRole("listitem").filter({ hasText: text }).first();
    if ((await row.count()) > 0) return row;
    await page.waitForTimeout(300);
  }
  return assert.fail(`${text} is not on the list`);
}

test(
  "four people find each other: at once, by the list, on a phone, and after a while offline",
  { timeout: 300_000 },
  async () => {
    const ada = await person(browser, server.base, named("Ada"));
    const bo = await person(browser, server.base, { ...PHONE, ...named("Bo") });
    await bo.context.addInitScript(cuttable);
    const cleo = await person(browser, server.base, { lang: "fr-FR", ...named("Cléo") });
    const dan = await person(browser, server.base, named("Dan"));

    // Nobody waits: Ada plays at once, against computer players.
    await ada.page.goto("/");
    await ada.page.getByRole("button", { name: "Play somebody now: Hop It!" }).click();
    await ada.page.waitForSelector(".board .spot.lit");
    const random = numbers(3);
    await makeOne(ada.page, random);

    // Bo, on a phone, is led to her table and plays on for the computer player.
    const row = await listed(bo.page, /Ada.*1 there/);
    const height = await row.evaluate((element) => element.getBoundingClientRect().bottom);
    assert.ok(height < 844, `an open table is seen without scrolling: ${height}`);
    await bo.page.getByRole("button", { name: "Play somebody now: Hop It!" }).tap();
    await bo.page.waitForSelector(".board");
    await ada.page.getByText("Bo comes in and plays on for a computer player.").first().waitFor({ state: "attached" });
    const turn = ada.page.locator(".player.turn");
    await turn.waitFor();

    // While Bo is offline the game waits; afterwards it goes on.
    await goOffline(bo);
    if ((await ada.page.locator(".board .spot.lit").count()) > 0) await makeOne(ada.page, random);
    await comeBack(bo);
    for (let actions = 0; actions < 4; actions += 1) {
      // Both pages have heard of the last action once one of them alone may act.
      let asked = [];
      while (asked.length !== 1) {
        const lit = await Promise.all([ada, bo].map(({ page }) => page.locator(".board .spot.lit").count()));
        asked = [ada, bo].filter((_, index) => lit[index] > 0);
        await ada.page.waitForTimeout(30);
      }
      const [who] = asked;
      await makeOne(who.page, random);
    }

    // Cléo opens a table for anybody; Dan finds it on the list.
    await cleo.page.goto("/");
    await cleo.page.getByRole("link", { name: "Abagio : Entre amis" }).click();
    await cleo.page.locator("select").filter({ hasText: "Qui veut" }).first().selectOption("open");
    const isListed = cleo.page.getByLabel("L’afficher parmi les tables ouvertes");
    await unfold(cleo, isListed);
    await isListed.check();
    await openLobby(cleo);
    const open = await listed(dan.page, "Cléo");
    await open.getByRole("button", { name: "Join" }).click();
    await dan.page.waitForURL(/table/);
    await cleo.page.getByText("Dan").first().waitFor();

    // Everybody is counted, and one's own game is the first thing on the first page.
    await ada.page.goto("/");
    await ada.page.getByText("4 people are here").waitFor();
    const first = ada.page.getByRole("main").getByRole("heading", { level: 2 }).first();
    await soon(async () => assert.match(await first.innerText(), /^Your games in progress/));
    await ada.page.locator(".in-progress").getByRole("link").first().click();
    await ada.page.waitForSelector(".board");
    await leave(ada, bo, cleo, dan);
  },
);

test("on a phone an open table is seen without scrolling although one's own games come first", async () => {
  const host = await person(browser, server.base, named("Gil"));
  const guest = await person(browser, server.base, { ...PHONE, ...named("Hal") });
  await host.page.goto("/");
  await host.page.getByRole("button", { name: "Play somebody now: Pool Party" }).click();
  await host.page.waitForSelector(".board");
  await guest.page.goto("/");
  await guest.page.evaluate(() => {
    const game = { game: "hop-it", status: "playing", names: ["Hal", "Ida"], won: null, mine: true, commitment: null };
    const games = [1, 2, 3, 4, 5, 6].map((at) => ({ ...game, id: `own-${at}`, at, seed: null }));
    localStorage.setItem("rainette.games", JSON.stringify(games));
  });
  const row = await listed(guest.page, "Gil");
  const rows = guest.page.locator(".in-progress li");
  await soon(async () => assert.equal(await rows.count(), 3));
  const height = await row.evaluate((element) => element.getBoundingClientRect().bottom);
  assert.ok(height < 844, `${height}`);
  await pressUntil(guest, guest.page.getByRole("button", { name: "All 6 games" }), rows.nth(5));
  assert.equal(await rows.count(), 6);
});

/** Everything that a page is told over its line to the table, as it is told. */
function heardBy(page) {
  const heard = [];
  page.on("websocket", (socket) => socket.on("framereceived", ({ payload }) => heard.push(JSON.parse(payload))));
  return heard;
}

/** All secrets that stand in something that was told, by the seat that holds them. */
function secretsIn(told) {
  const found = new Map();
  const note = (seat, secret) => found.set(seat, (found.get(seat) ?? new Set()).add(secret));
  const look = (part) => {
    if (part === null || typeof part !== "object") return;
    for (const [seat, player] of (part.players ?? []).entries())
      for (const secret of [player?.kept, ...(player?.dealt ?? [])]) if (secret) note(seat, secret);
    const kept = typeof part.event === "string" ? /^keep (\S+)$/.exec(part.event)?.[1] : undefined;
    if (kept !== undefined && kept !== "?") note(part.seat, kept);
    Object.values(part).forEach(look);
  };
  look(told);
  return found;
}

test("whoever looks on plays on for a computer player, with all that it was told", { timeout: 200_000 }, async () => {
  const quick = (name) => ({ name, motion: "none", sound: false });
  const host = await person(browser, server.base, { settings: quick("Eve") });
  const guest = await person(browser, server.base, { lang: "fr-FR", theme: "dark", settings: quick("Finn") });
  await host.page.goto("/");
  await host.page.getByRole("button", { name: "Play somebody now: Frogriders" }).click();
  await host.page.waitForSelector(".board .spot.lit");
  await chooseFirst(host);
  // All have kept a secret, and no computer player is in the middle of its turn.
  await host.page.locator(".prompt", { hasText: "Your turn: let a frog jump over another." }).waitFor();
  await listed(guest.page, "Eve");
  const heard = heardBy(guest.page);
  await guest.page.goto(`/table/${new URL(host.page.url()).pathname.split("/").at(-1)}`);
  const comeIn = guest.page.getByRole("button", { name: "Entrer en jeu" });
  await comeIn.waitFor();
  assert.deepEqual(await violations(guest.page, "one may come in"), []);
  assert.deepEqual(secretsIn(heard), new Map(), "whoever looks on knows no secret");
  assert.equal(await guest.page.locator(".board .sprite.secret").count(), 0);
  const cameIn = guest.page.getByText("Vous arrivez et remplacez un ordinateur.").first();
  await pressUntil(guest, comeIn, cameIn, "attached");
  await comeIn.waitFor({ state: "detached" });

  // What the seat has kept lies in its corner, and nothing of what others have.
  await guest.page.locator(".board .sprite.secret").waitFor();
  assert.equal(await guest.page.locator(".board .sprite.secret").count(), 1);
  const names = await guest.page.locator(".players .who b").allInnerTexts();
  await playTurn(host, "Eve");
  await playTurn(guest, "Finn");
  const known = secretsIn(heard);
  assert.deepEqual([...known.keys()], [names.indexOf("Finn")], "one's own secret, and no other");

  // It is over once both have left it to computer players: the dice were fair, those before somebody came as well.
  for (const who of [host, guest]) await giveUp(who);
  const said = guest.page.getByText(/Vous jouez depuis l’événement \d+\s: le hasard d’avant était fixé/);
  await pressUntil(guest, guest.page.getByRole("button", { name: "Vérifier les tirages" }), said);
  assert.match(await guest.page.locator(".fair").innerText(), /✓ Équitable/);
  const [, event] = /événement (\d+)/.exec(await said.innerText());
  await pressUntil(
    host,
    host.page.getByRole("button", { name: "Check the draws" }),
    host.page.getByText(`came in at event ${event}: what was random before was settled before they came.`),
  );
  assert.match(await host.page.locator(".fair").innerText(), /✓ Fair/);
  await leave(host, guest);
});

test(
  "by its link people come in at a table that is not on the list, each told the secret of their seat alone",
  { timeout: 240_000 },
  async () => {
    const quick = (name) => ({ name, motion: "none", sound: false });
    const [ada, bo, cleo, dan] = await Promise.all(
      [
        { settings: quick("Ada") },
        { settings: quick("Bo"), theme: "dark" },
        { settings: quick("Cléo"), ...PHONE },
        { settings: quick("Dan"), lang: "fr-FR" },
      ].map((options) => person(browser, server.base, options)),
    );
    await bo.context.addInitScript(cuttable);
    // The host opens a table for a friend, with computer players who give way to whoever has the link.
    const { page } = ada;
    await page.goto("/play/frogriders/friends");
    await page.getByLabel("How many play?").selectOption("4");
    for (const seat of [3, 4])
      await page.getByLabel(new RegExp(`^Seat ${seat}`)).selectOption({ label: "Computer (Beginner)" });
    const takes = page.getByLabel("Let people who come later play on for computer players");
    await unfold(ada, takes);
    await takes.check();
    await openLobby(ada);
    const address = await page.getByRole("textbox", { name: /Send this link/ }).inputValue();
    await bo.page.goto(address);
    await pressUntil(bo, bo.page.getByRole("button", { name: "Sit down" }), bo.page.locator(".lobby"));
    await startGame(ada);
    for (const who of [ada, bo]) {
      await who.page.locator(".prompt", { hasText: "Choose the secret objective you keep." }).waitFor();
      await chooseFirst(who);
    }
    await page.locator(".prompt", { hasText: "Your turn: let a frog jump over another." }).waitFor();
    await goOffline(bo);

    // Cléo, on a phone, is led there by the link, and says for whom she comes in.
    const [hearsCleo, hearsDan] = [heardBy(cleo.page), heardBy(dan.page)];
    await cleo.page.goto(address);
    await cleo.page.getByLabel("For which computer player?").selectOption({ label: "Seat 4: Théo" });
    assert.deepEqual(await violations(cleo.page, "an invitation to a game that is on"), []);
    await pressUntil(cleo, cleo.page.getByRole("button", { name: "Come in" }), cleo.page.locator(".table .board"));
    // Dan only looks on at first, and thinks again.
    await dan.page.goto(address);
    const watch = dan.page.getByRole("link", { name: "Juste regarder" });
    await pressUntil(dan, watch, dan.page.getByText("Vous regardez."));
    assert.deepEqual(secretsIn(hearsDan), new Map(), "whoever looks on knows no secret");
    const cameIn = dan.page.getByText("Vous arrivez et remplacez un ordinateur.").first();
    await pressUntil(dan, dan.page.getByRole("button", { name: "Entrer en jeu" }), cameIn, "attached");

    // Who was offline meanwhile hears who plays with them now, and nobody has heard another's secret.
    await comeBack(bo);
    for (const name of ["Cléo", "Dan"])
      await bo.page.getByText(`${name} comes in and plays on for a computer player.`).first().waitFor();
    assert.deepEqual(await bo.page.locator(".players .who b").allInnerTexts(), ["Ada", "Bo", "Dan", "Cléo"]);
    for (const { page: theirs } of [cleo, dan]) await theirs.locator(".board .sprite.secret").first().waitFor();
    await playTurn(ada, "Ada");
    assert.deepEqual([...secretsIn(hearsCleo).keys()], [3]);
    assert.deepEqual([...secretsIn(hearsDan).keys()], [2]);
    await leave(ada, bo, cleo, dan);
  },
);

test("a server without public tables offers none, and friends are asked by link", { timeout: 120_000 }, async () => {
  const other = await serve("--public-tables", "off");
  try {
    const ada = await person(browser, other.base, named("Ada"));
    const { page } = ada;
    await page.goto("/play/pool-party/friends");
    await unfold(ada, page.getByLabel("Clock"));
    const isPublic = page.getByLabel("Show it on the list of open tables");
    await isPublic.waitFor({ state: "detached" });
    // The lobby asks what the server offers, and is not told of a list.
    const told = page.waitForResponse((answer) => new URL(answer.url()).pathname === "/api/games");
    await openLobby(ada);
    await page.getByRole("textbox", { name: /Send this link/ }).waitFor();
    await page.getByLabel("Start by itself once everybody is ready").waitFor();
    assert.equal((await (await told).json()).has_public_tables, false);
    assert.equal(await isPublic.count(), 0);
    await page.getByRole("link", { name: /Home/ }).click();
    await page.getByRole("heading", { name: "Your games in progress" }).waitFor();
    await page.locator(".lounge").waitFor({ state: "detached" });
    await leave(ada);
  } finally {
    await other.close();
  }
});

test("the first page has no barrier, by day and by night, wide and narrow", { timeout: 200_000 }, async () => {
  for (const options of [{}, { ...PHONE, theme: "dark", lang: "fr-FR" }]) {
    const visitor = await person(browser, server.base, options);
    const { page } = visitor;
    await page.goto("/");
    await page.locator(".presence").waitFor();
    assert.deepEqual(await violations(page, "home"), []);
    const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    assert.equal(isWide, false, "nothing is cut off at the side");
    await leave(visitor);
  }
});
