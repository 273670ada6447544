import assert from "node:assert/strict";
import { test } from "node:test";
import type { GameId, Replay, Step, Views } from "../src/protocol";
import { GAMES } from "../src/protocol/facts";
import { catchUp, dropGame, gameOf, keepGame, myGames, recall, remember } from "../src/app/keep";
import { laidOut, stepOf, viewAt } from "../src/app/replay/steps";
import { positionsOf } from "../src/app/rules/scenes";
import { clockFace } from "../src/app/table/side";
import { summaryOf } from "../src/app/table/summary";
import { errorText } from "../src/app/words";
import { LANGUAGE_CODES, type Language, formatsOf } from "../src/words/language";
import { TONGUES } from "./tongues";
import { tableOf } from "./tables";
import { TRACES } from "./traces";

test("a first game has the same hints in every language", () => {
  for (const code of LANGUAGE_CODES) {
    const { rules } = TONGUES[code];
    assert.equal(TONGUES[code].language, code);
    for (const game of GAMES)
      assert.equal(rules.hints[game].length, TONGUES.en.rules.hints[game].length, `${code} ${game}`);
  }
});

test("lists, shares and times are written as each language does", () => {
  const [en, fr] = [formatsOf("en"), formatsOf("fr")];
  assert.deepEqual([["a"], ["a", "b"], ["a", "b", "c"]].map(en.list), ["a", "a and b", "a, b and c"]);
  assert.deepEqual([["a"], ["a", "b"], ["a", "b", "c"]].map(fr.list), ["a", "a et b", "a, b et c"]);
  assert.equal(en.percent(0.574), "57%");
  assert.match(fr.percent(0.574), /^57\s%$/);
  assert.equal(en.time(new Date(2026, 0, 1, 15, 5).getTime()), "15:05");
});

test("numbers take the right form in both languages", () => {
  assert.equal(TONGUES.en.app.table.watching(1), "1 person watching");
  assert.equal(TONGUES.en.app.table.watching(2), "2 people watching");
  assert.equal(TONGUES.en.app.setUp.seconds(90), "90 seconds");
  assert.equal(TONGUES.fr.app.setUp.seconds(60), "1 minute");
});

test("one random event is not all of them", () => {
  const said = (lang: Language, draws: number) => TONGUES[lang].app.fair.fair(draws).replaceAll("\u00a0", " ");
  const sealed = {
    en: "seeds that were sealed before any was shown.",
    fr: "graines scellées avant que l’une d’elles soit montrée.",
  };
  assert.equal(said("en", 0), "Fair: nothing was left to chance.");
  assert.equal(said("en", 1), `Fair: the one random event follows from ${sealed.en}`);
  assert.equal(said("en", 2), `Fair: all 2 random events follow from ${sealed.en}`);
  assert.equal(said("fr", 0), "Équitable : rien n’a été laissé au hasard.");
  assert.equal(said("fr", 1), `Équitable : l’unique tirage découle de ${sealed.fr}`);
  assert.equal(said("fr", 2), `Équitable : les 2 tirages découlent tous de ${sealed.fr}`);
});

test("French does not break a line before a sign or inside quotation marks", () => {
  assert.equal(TONGUES.fr.app.end.youWin, "Vous gagnez\u00a0!");
  assert.equal(TONGUES.fr.app.fair.wrong("x"), "Cela ne concorde pas\u00a0: x");
  assert.equal(TONGUES.en.app.end.youWin, "You win!");
});

test("an unknown error still says something", () => {
  assert.equal(errorText(TONGUES.en.app, { code: "brand-new", message: "" }), TONGUES.en.app.errors.internal);
  for (const code of ["toString", "constructor"])
    assert.equal(errorText(TONGUES.en.app, { code, message: "" }), TONGUES.en.app.errors.internal, code);
  assert.equal(errorText(TONGUES.fr.app, { code: "full", message: "" }), TONGUES.fr.app.errors.full);
});

test("clocks show minutes, hours and days", () => {
  assert.deepEqual(
    [0, 999, 61_000, 3_600_000, 90_061_000].map((ms) => clockFace(ms, TONGUES.en.app.daysLeft)),
    ["0:00", "0:01", "1:01", "1:00:00", "1d 01:01"],
  );
});

test("how every seat stands follows from real views", () => {
  const [t, w] = [TONGUES.en.app, TONGUES.en.games];
  for (const [name, trace] of TRACES) {
    for (let seat = 0; seat < trace.seats; seat += 1)
      assert.match(summaryOf(t, w, trace.game, trace.view, seat), /^(−?\d+) /, name);
  }
});

function step<G extends GameId>(number: number, view: Views[G]): Step<G> {
  return { number, at: 0, told: { seat: 0, event: "", hidden: false, effects: [] }, view, turn: { is: "over" } };
}

const VIEW = positionsOf("hop-it", ["white: frog c1"])[0]?.view ?? assert.fail();

test("an event's number leads to its step", () => {
  const steps = [step(3, VIEW), step(4, VIEW), step(9, VIEW)];
  assert.deepEqual(
    [null, 0, 3, 5, 9, 99].map((number) => stepOf(steps, number)),
    [3, 0, 1, 2, 3, 3],
  );
});

test("a replay begins when everything is set up", () => {
  const chance = { ...step(1, VIEW), told: { seat: null, event: "roll 2 1", hidden: false, effects: [] } };
  assert.equal(laidOut([chance, chance, step(3, VIEW), chance, step(5, VIEW)]), 2);
  assert.equal(laidOut([chance]), 0);
});

test("with everything shown each seat's own part is put together", () => {
  const trace = TRACES.find(([name]) => name === "frogriders-2")?.[1] ?? assert.fail();
  assert.ok(trace.game === "frogriders");
  const view = trace.view as Views["frogriders"];
  const knows = (seat: number) => ({
    ...view,
    players: view.players.map((player, index) => ({ ...player, kept: index === seat ? player.kept : null })),
  });
  const after = step<"frogriders">(1, { ...view, players: view.players.map((player) => ({ ...player, kept: null })) });
  const replay: Replay<"frogriders"> = {
    table: { ...tableOf({ game: "frogriders", seats: 2 }), game: "frogriders" },
    view: knows(0),
    steps: [{ ...after, seats: [knows(0), knows(1)] }],
    all: 1,
    next: null,
  };
  assert.deepEqual(viewAt(replay, 1), view);
  assert.deepEqual(viewAt(replay, 0), knows(0));
});

test("the browser remembers games: the promise that was shown first stays, a new seed counts", () => {
  keepGame({ id: "a", game: "abagio", commitment: "first", seed: "mine" }, 1);
  keepGame({ id: "b", game: "hop-it" }, 2);
  keepGame({ id: "a", status: "finished", commitment: "second", seed: "other" }, 3);
  assert.deepEqual(
    myGames().map(({ id }) => id),
    ["a", "b"],
  );
  assert.equal(gameOf("a")?.commitment, "first");
  assert.equal(gameOf("a")?.seed, "other");
  keepGame({ id: "a", won: true }, 4);
  assert.equal(gameOf("a")?.seed, "other");
  assert.equal(gameOf("a")?.status, "finished");
  assert.deepEqual(
    catchUp([
      { id: "b", status: "playing" },
      { id: "z", status: "finished" },
    ]).map(({ id, status }) => [id, status]),
    [
      ["a", "finished"],
      ["b", "playing"],
    ],
  );
  dropGame("a");
  assert.equal(gameOf("a"), undefined);
  remember("x", { y: 1 });
  assert.deepEqual(recall("x", null), { y: 1 });
});

test("games that are on are remembered however many others there are", () => {
  remember("games", []);
  keepGame({ id: "long", status: "playing", mine: true }, 1);
  for (let number = 0; number < 70; number += 1) keepGame({ id: `over-${number}`, status: "finished", mine: true }, 2);
  for (let number = 0; number < 3; number += 1) keepGame({ id: `watched-${number}`, status: "playing" }, 3);
  const ids = myGames().map(({ id }) => id);
  assert.ok(ids.includes("long"));
  assert.equal(ids.length, 61, "and of the others the latest");
  assert.deepEqual([ids[0], ids.includes("over-69"), ids.includes("over-0")], ["watched-2", true, false]);
});
