// Pictures of the application: every page, and every game's table at start, in mid-game and at the end, with its
// replay, in both themes, on a wide screen and on a phone. Tables begin from games that the engine played.

import { clicking, numbers, person, playOut, serve } from "../e2e/harness.mjs";

const ROOMS = [
  ["wide", { width: 1280, height: 800 }, 1],
  ["phone", { width: 360, height: 740 }, 2],
];
const THEMES = ["dark", "light"];

/** A game as a record: as much of it as is wanted. */
function recordOf({ game, seats, options, events }, count) {
  const head = [
    "rainette record 1",
    `game ${game}`,
    "edition 1",
    `seats ${seats}`,
    ...Object.entries(options).map(([name, value]) => `set ${name}=${value}`),
    "",
  ];
  return [
    ...head,
    ...events
      .slice(0, count)
      .map(({ seat, play, chance }) => (chance === undefined ? `${seat} ${play}` : `chance ${chance}`)),
    "",
  ].join("\n");
}

/** The number of events after which a seat is to act, near a share of the whole game. */
function momentOf({ events }, share) {
  const wanted = Math.floor(events.length * share);
  const acts = events
    .flatMap(({ seat, play }, index) => (play === undefined ? [] : [{ seat, index }]))
    .filter(({ index }) => index <= wanted);
  return acts.at(-1) ?? { seat: 0, index: 0 };
}

/** Opens a table at a moment of a game that was played: the seat to act is ours, computer players have the others. */
async function tableAt(page, trace, share) {
  const { seat, index } = momentOf(trace, share);
  const seats = Array.from({ length: trace.seats }, (_, other) =>
    other === seat ? { is: "me" } : { is: "computer", level: 2 },
  );
  const from = { is: "record", text: recordOf(trace, index) };
  const answer = await page.request.post("/api/tables", {
    data: { game: trace.game, seats, name: "Ada", options: trace.options, start_when_full: true, from },
  });
  if (!answer.ok()) throw new Error(`${trace.game}: ${await answer.text()}`);
  return (await answer.json()).table;
}

/** Takes all pictures into a folder; gives what the browsers complained about. */
export async function pictures(browser, traces, games, folder, lang) {
  const server = await serve();
  const locale = lang === "fr" ? "fr-FR" : "en-GB";
  const quick = { name: "Ada", motion: "none", sound: false };
  const host = await person(browser, server.base, { lang: "en-GB", settings: quick });
  const tables = await prepare(host.page, traces, games);
  const waiting = await before(host.page);
  const state = await host.context.storageState();
  const complaints = [...host.complaints];
  for (const [room, viewport, scale] of ROOMS) {
    for (const theme of THEMES) {
      const visitor = await person(browser, server.base, {
        lang: locale,
        theme,
        viewport,
        scale,
        touch: room === "phone",
        state,
        settings: quick,
      });
      const { page } = visitor;
      const shoot = async (address, name, ready = "main h1, main h2", whole = false) => {
        await page.goto(address);
        await page.waitForSelector(ready);
        await page.waitForTimeout(150);
        await page.screenshot({ path: `${folder}page-${name}-${room}-${theme}.png`, fullPage: whole });
      };
      await shoot("/", "home", ".card", true);
      for (const [game, { start, mid, end }] of Object.entries(tables)) {
        await shoot(`/play/${game}/computer`, `${game}-set-up`);
        await shoot(`/table/${start}`, `${game}-start`, ".board");
        // Hints are for first turns.
        await page.evaluate((name) => localStorage.setItem(`rainette.guided.${name}`, "true"), game);
        await shoot(`/table/${mid}`, `${game}-mid`, ".board");
        if (room === "phone")
          await page.screenshot({ path: `${folder}page-${game}-mid-whole-${room}-${theme}.png`, fullPage: true });
        await shoot(`/table/${end}`, `${game}-end`, ".end");
        if (room === "phone")
          await page.screenshot({ path: `${folder}page-${game}-end-whole-${room}-${theme}.png`, fullPage: true });
        await shoot(`/replay/${end}`, `${game}-replay`, ".swings li, .replay .side section p", room === "phone");
        await shoot(`/rules/${game}`, `${game}-rules`, ".rules-figure .board", true);
      }
      if (tables["frogriders"] !== undefined) {
        await shoot(`/table/${tables["frogriders"].mid}`, "card", ".board");
        await page
          .locator('.board [data-spot^="card."]')
          .first()
          .dispatchEvent("pointerdown", await middleOf(page, '.board [data-spot^="card."]'));
        await page.waitForSelector(".tip");
        await page.screenshot({ path: `${folder}page-card-${room}-${theme}.png` });
      }
      for (const [name, address] of Object.entries(waiting)) await shoot(address, name, ".hand-over, .share");
      await page.goto("/");
      await page.locator(".tools button").last().click();
      await page.screenshot({ path: `${folder}page-settings-${room}-${theme}.png` });
      complaints.push(...visitor.complaints);
      await visitor.context.close();
    }
  }
  await host.context.close();
  await server.close();
  return complaints;
}

/** The middle of the first of some elements, as an event has it. */
async function middleOf(page, selector) {
  const { x, y, width, height } = await page.locator(selector).first().boundingBox();
  return {
    clientX: x + width / 2,
    clientY: y + height / 2,
    pointerType: "touch",
    isPrimary: true,
    button: 0,
    bubbles: true,
  };
}

/** Tables at which something is waited for: friends, and the next player at a shared screen. */
async function before(page) {
  const open = async (data) =>
    (await (await page.request.post("/api/tables", { data: { name: "Ada", ...data } })).json()).table;
  const friends = await open({ game: "abagio", seats: [{ is: "me" }, { is: "friend" }] });
  const screen = await open({
    game: "frogriders",
    seats: [{ is: "me" }, { is: "me" }],
    names: { 0: "Ada", 1: "Bo" },
    start_when_full: true,
  });
  return { lobby: `/table/${friends}`, "hand-over": `/table/${screen}` };
}

/** The tables that are looked at: one as it begins, one in which something has just happened, one at its end. */
async function prepare(page, traces, games) {
  const tables = {};
  await page.goto("/");
  for (const game of games) {
    const trace = traces[game];
    const [start, mid, end] = [
      await tableAt(page, trace, 0),
      await tableAt(page, trace, 0.45),
      await tableAt(page, trace, 0.9),
    ];
    await page.goto(`/table/${mid}`);
    for (let choice = 0; choice < 8; choice += 1) {
      await page.waitForSelector(".board .spot.lit, .choices button, .end");
      await clicking(numbers(choice))(page);
      await page.waitForTimeout(150);
    }
    await page.goto(`/table/${end}`);
    await playOut(page, clicking(numbers(3)));
    tables[game] = { start, mid, end };
  }
  return tables;
}
