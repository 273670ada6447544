import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { positionsOf } from "../src/app/rules/scenes";
import { boardOf } from "../src/boards";
import type { Effect, GameId, Views } from "../src/protocol";
import { COMMONS, PRIVILEGES, SECRETS } from "../src/protocol/cards";
import { GAMES, REASONS } from "../src/protocol/facts";
import { reason, sentences, spoken, spotBrief, spotLabel, told } from "../src/words";
import { CHANCE } from "../src/words/chance";
import { of } from "../src/words/grammar/fr";
import { LANGUAGE_CODES, type Language, preferred } from "../src/words/language";
import { TONGUES } from "./tongues";
import { TRACES, sceneOf } from "./traces";

const LANGS = LANGUAGE_CODES;
const company = { name: (seat: number) => ["Ondine", "Basile", "Capucine", "Théo", "Lise", "Marin"][seat] ?? "" };

for (const game of GAMES) {
  test(`${game}: every rule that forbids something is told in a sentence`, () => {
    const known: readonly string[] = REASONS[game];
    assert.ok(known.length > 0);
    for (const lang of LANGS) {
      const { reasons } = TONGUES[lang].games;
      const codes = Object.keys(reasons[game]);
      assert.deepEqual(codes.toSorted(), known.toSorted());
      for (const code of codes) assert.match(reason(TONGUES[lang].games, game, code, ""), /^[A-ZÀÉ].*\.$/);
    }
  });
}

/** What the command says of effects of every kind, written by `cargo xtask bless`. */
const SAID = JSON.parse(readFileSync("tests/words.json", "utf8")) as readonly {
  readonly game: GameId;
  readonly effect: Effect;
  readonly says: Readonly<Record<Language, string | null>>;
  /** The same to the player of the first seat. */
  readonly says_to_first: Readonly<Record<Language, string | null>>;
}[];

test("the page tells what happens in the same sentences as the command", () => {
  const names = ["Ada", "Basile", "Hélène", "Yann", "Émile", "Cyprien"];
  assert.ok(SAID.length > 100);
  for (const { game, effect, says, says_to_first } of SAID) {
    for (const lang of LANGS) {
      const name = (seat: number) => names[seat] ?? "";
      const say = (you: number | null) =>
        TONGUES[lang].games.effect(game, effect, { name, you })?.replaceAll("\u00a0", " ") ?? null;
      assert.equal(say(null), says[lang]);
      assert.equal(say(0), says_to_first[lang]);
    }
  }
});

test("what happens twice is told as twice", () => {
  const flower: Effect = { effect: "scored", seat: 1, points: 1, from: "flower" };
  const all: Effect = { effect: "scored", seat: 1, points: 1, from: "all-flowers" };
  const say = (lang: Language, effects: readonly Effect[]) =>
    told(TONGUES[lang].games, "frogriders", effects, company).replaceAll("\u00a0", " ");
  assert.equal(
    say("en", [flower, all, flower]),
    "Basile: +1 for “Flower lover”. (twice) Basile: +1 for “Flowers for all”.",
  );
  assert.equal(say("fr", [flower, flower, flower]), "Basile : +1 (« Amie des fleurs »). (3 fois)");
});

test("cards are worded as often as there are, and say what the rules give for them", () => {
  const numbers = {
    en: ["", "one", "two", "three", "four", "five", "six"],
    fr: ["", "un", "deux", "trois", "quatre", "cinq", "six"],
  };
  for (const lang of LANGS) {
    const { cards, commons, secrets } = TONGUES[lang].games;
    for (const [words, values] of [
      [cards, PRIVILEGES],
      [commons, COMMONS],
      [secrets, SECRETS],
    ] as const) {
      assert.deepEqual(Object.keys(words).toSorted(), values.map(({ id }) => id).toSorted());
    }
    const says = (about: string, points: number, id: string) =>
      assert.match(
        about.toLowerCase(),
        new RegExp(`^(worth |vaut )?${numbers[lang][points]}\\b`),
        `${lang} ${id}: ${about}`,
      );
    for (const { id, worth } of COMMONS) says(commons[id as keyof typeof commons].about, worth, id);
    for (const { id, worth } of SECRETS) says(secrets[id as keyof typeof secrets].about, worth, id);
    for (const { id, brings } of PRIVILEGES)
      if (brings !== undefined) says(cards[id as keyof typeof cards].about, brings, id);
    says(cards.trophies.about, PRIVILEGES.find(({ id }) => id === "trophies")?.worth ?? 0, "trophies");
  }
});

test("a rule that is not known yet is told in the engine's words", () => {
  assert.equal(reason(TONGUES.fr.games, "abagio", "no-such-rule", "the pond is frozen"), "the pond is frozen");
});

/** No sentence shows a code, a hole, or a value that is missing. */
function assertGood(text: string, about: string): void {
  assert.match(text, /\S/, about);
  assert.doesNotMatch(
    text,
    /undefined|null|NaN|\[object|lily-|frog-[YRBN]|stack\.|send\.|village\.[YRBN]|\s{2}| ,|\.\./,
    `${about}: ${text}`,
  );
}

for (const [name, trace] of TRACES) {
  const board = boardOf(trace.game);
  for (const lang of LANGS) {
    const words = TONGUES[lang].games;

    test(`${name}: what happens is told in ${lang}`, () => {
      for (const event of trace.events) {
        for (const sentence of sentences(words, trace.game, event.effects, company)) {
          assertGood(sentence, `${event.play ?? event.chance ?? ""}`);
          assert.match(sentence, /[.!]$/);
        }
      }
    });

    test(`${name}: every spot has a name of its own in ${lang}`, () => {
      for (const event of trace.events) {
        const trie = event.choices;
        const places = board.places(sceneOf(trace, event.view, event.seat ?? null));
        const labels = [...places.keys()].map((spot) =>
          spotLabel(words, trace.game, event.view, spot, trie.next?.[spot], company),
        );
        for (const label of labels) assertGood(label, name);
        const lit = Object.keys(trie.next ?? {});
        const said = lit.map((spot) => spotLabel(words, trace.game, event.view, spot, trie.next?.[spot], company));
        assert.equal(new Set(said).size, lit.length, said.join(" | "));
        const briefs = lit.map((spot) => spotBrief(words, trace.game, event.view, spot, company));
        for (const [index, brief] of briefs.entries()) {
          assertGood(brief, name);
          assert.ok(
            spoken(brief, said[index] ?? "").includes(brief),
            "what is written on a button is part of its name",
          );
        }
      }
    });

    test(`${name}: there is always a prompt in ${lang}`, () => {
      const say = words.prompt[trace.game] as (moment: unknown) => string;
      for (const event of trace.events) {
        for (const me of [null, event.seat ?? 0, 1]) {
          for (const path of [
            [],
            ...event.paths
              .flat()
              .slice(0, 3)
              .map((way) => way.slice(0, 1)),
            ...event.paths.flat().slice(0, 3),
          ]) {
            const text = say({ view: event.view, me, path, completable: path.length === 2, name: company.name });
            assertGood(text, name);
            assert.match(text, /[.!?]$/);
          }
        }
      }
    });
  }
}

test("French counts nought and one in the singular, English one alone", () => {
  const count = (lang: Language) => [0, 1, 2, -1].map((score) => TONGUES[lang].games.score("china-moon", score));
  assert.deepEqual(count("fr"), ["0 point", "1 point", "2 points", "−1 point"]);
  assert.deepEqual(count("en"), ["0 points", "1 point", "2 points", "−1 point"]);
});

test("Frogriders counts trophies", () => {
  assert.equal(TONGUES.fr.games.score("frogriders", 12), "12 trophées");
  assert.equal(TONGUES.en.games.score("frogriders", 1), "1 trophy");
});

test("French elides before a vowel and contracts its articles", () => {
  const { effect } = TONGUES.fr.games;
  const hop = (owner: number, from: string, to: string) =>
    effect("china-moon", { effect: "hopped", piece: { kind: "frog", owner }, from, over: [], to }, company);
  assert.equal(hop(0, "s0", "2"), "Une grenouille d’Ondine saute du Départ à la case 2.");
  assert.equal(hop(1, "45", "goal"), "Une grenouille de Basile saute de la case 45 à l’Arrivée.");
});

test("the page's words around the boards elide and agree too", () => {
  const { app } = TONGUES.fr;
  assert.equal(app.invite.who("Ada et Cyprien", 2), "Ada et Cyprien aimeraient jouer avec vous.");
  assert.equal(app.invite.who("Ada", 1), "Ada aimerait jouer avec vous.");
  assert.equal(app.happened.takenOver("Ada", "Fort"), "Un ordinateur (Fort) prend la suite d’Ada.");
  assert.equal(app.happened.satIn("Basile", "Fort"), "Un ordinateur (Fort) joue à la place de Basile.");
  assert.equal(app.replay.playOnAs("Yves"), "à la place d’Yves");
  for (const [name, said] of [
    ["Émile", "d’Émile"],
    ["Hélène", "d’Hélène"],
    ["Hassan", "de Hassan"],
    ["Yann", "de Yann"],
    ["c1", "de c1"],
    ["a3", "de a3"],
  ] as const)
    assert.equal(of(name), said);
});

test("no French text around the boards says `de` before a vowel, or an apostrophe that is not typographic", () => {
  const texts: string[] = [];
  const collect = (words: unknown, given: unknown): void => {
    if (typeof words === "string") texts.push(words);
    else if (typeof words === "function") collect((words as (...all: unknown[]) => unknown)(given, given), given);
    else if (typeof words === "object" && words !== null) for (const part of Object.values(words)) collect(part, given);
  };
  const { app, rules } = TONGUES.fr;
  const { fair, percent: _percent, time: _time, moment: _moment, daysLeft: _days, ...named } = app;
  for (const name of ["Ada", "Émile"]) collect(named, name);
  for (const count of [1, 2]) collect(fair, count);
  collect(rules, "");
  assert.ok(texts.length > 300);
  for (const text of texts) {
    assert.doesNotMatch(text, / (?:de|que|ne|je|le|la|jusque) (?:Ada|Émile)\b/, text);
    assert.doesNotMatch(text, /'/, text);
    assert.doesNotMatch(text, /[^\s\u00a0«(][;!?»]|\S:(?!\/)/, text);
    assert.doesNotMatch(text, /sens des aiguilles(?! d’une montre)/, text);
  }
});

test("hop-it: a frog in danger is told where it is, not where to go", () => {
  const threatened = positionsOf("hop-it", ["white: frog k3", "danger: k3"])[0]?.view ?? assert.fail();
  const moment = { view: threatened, me: 0, path: [], completable: false, name: company.name };
  const said = TONGUES.fr.games.prompt["hop-it"](moment).replaceAll("\u00a0", " ");
  assert.equal(said, "À vous : votre grenouille qui est en k3 sera mangée si elle n’en part pas.");
});

test("what a game leaves to chance is called what it is", () => {
  for (const [name, { game, events }] of TRACES) {
    const rolls = events.some(({ effects }) => effects.some(({ effect }) => effect === "rolled"));
    const isRandom = events.some(({ chance }) => chance !== undefined);
    assert.equal(CHANCE[game], rolls ? "dice" : isRandom ? "draws" : "none", name);
  }
  for (const lang of LANGS) {
    const { check, committed, starting } = TONGUES[lang].app.position;
    for (const words of [check, committed, starting]) {
      assert.match(words.dice, /dice|dés/);
      for (const text of [words.draws, words.none]) assert.doesNotMatch(text, /dice|\bdés\b/);
    }
  }
});

test("the browser's first language that we speak is taken", () => {
  assert.equal(preferred(["de-CH", "fr-CH", "en"]), "fr");
  assert.equal(preferred(["en-GB", "fr"]), "en");
  assert.equal(preferred(["ja"]), "en");
});

test("hop-it: whoever owes a hop over an enemy is told so, at the start of a turn and in a chain", () => {
  const view = positionsOf("hop-it", ["white: frog e3", "black: frog f4"])[0]?.view ?? assert.fail();
  for (const lang of LANGS) {
    const say = (more: Partial<Views["hop-it"]>) =>
      TONGUES[lang].games.prompt["hop-it"]({
        view: { ...view, ...more },
        me: 0,
        path: [],
        completable: false,
        name: company.name,
      });
    const [start, chain] = [{ hopping: null }, { hopping: "e3" }].map((where) =>
      say({ ...where, must_hop_enemy: true }),
    );
    for (const text of [start, chain]) assert.match(text ?? "", /enemy|adverse/);
    for (const where of [{ hopping: null }, { hopping: "e3" }])
      assert.doesNotMatch(say({ ...where, must_hop_enemy: false }), /enemy|adverse/);
    assert.doesNotMatch(chain ?? "", /stop|arrêt/);
  }
});

test("what waits or is held is the reader’s own, or somebody’s", () => {
  const [, trace = assert.fail()] = [...TRACES].find(([, { game }]) => game === "china-moon") ?? [];
  const { view } = trace.events[0] ?? assert.fail();
  for (const [lang, mine, theirs] of [
    ["en", /^your frogs on the Start: \d$/, /^Basile’s frogs on the Start: \d$/],
    ["fr", /^vos grenouilles au Départ\s: \d$/, /^grenouilles de Basile au Départ\s: \d$/],
  ] as const) {
    const words = TONGUES[lang].games;
    const label = (seat: number) => spotLabel(words, trace.game, view, `s${seat}`, undefined, { ...company, you: 0 });
    assert.match(label(0), mine);
    assert.match(label(1), theirs);
  }
});
