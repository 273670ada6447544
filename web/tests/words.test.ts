import assert from "node:assert/strict";
import { test } from "node:test";
import { SCENES } from "../src/app/rules/scenes";
import { boardOf } from "../src/boards";
import type { Views } from "../src/protocol";
import { COMMONS, PRIVILEGES, SECRETS } from "../src/protocol/cards";
import { GAMES, REASONS } from "../src/protocol/facts";
import { reason, sentences, spotLabel } from "../src/words";
import { LANGUAGE_CODES, preferred } from "../src/words/language";
import { TONGUES } from "./tongues";
import { TRACES, sceneOf } from "./traces";

const LANGS = LANGUAGE_CODES;
const company = { name: (seat: number) => ["Ondine", "Basile", "Capucine", "Théo", "Lise", "Marin"][seat] ?? "" };

for (const game of GAMES) {
  test(`${game}: every rule that forbids something has words in both languages, and no others have`, () => {
    const known: readonly string[] = REASONS[game];
    assert.ok(known.length > 10);
    for (const lang of LANGS) {
      const { reasons } = TONGUES[lang].games;
      assert.deepEqual(Object.keys(reasons[game]).toSorted(), known.toSorted());
      for (const code of known) assert.match(reason(TONGUES[lang].games, game, code, ""), /^[A-ZÀÉ].*\.$/);
    }
  });
}

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
        const spoken = lit.map((spot) => spotLabel(words, trace.game, event.view, spot, trie.next?.[spot], company));
        assert.equal(new Set(spoken).size, lit.length, spoken.join(" | "));
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
  assert.deepEqual([0, 1, 2, -1].map(TONGUES.fr.games.points), ["0 point", "1 point", "2 points", "−1 point"]);
  assert.deepEqual([0, 1, 2, -1].map(TONGUES.en.games.points), ["0 points", "1 point", "2 points", "−1 point"]);
});

test("French elides before a vowel and contracts its articles", () => {
  const { effect } = TONGUES.fr.games;
  const hop = (owner: number, from: string, to: string) =>
    effect("china-moon", { effect: "hopped", piece: { kind: "frog", owner }, from, over: [], to }, company);
  assert.equal(hop(0, "s0", "2"), "Une grenouille d’Ondine saute du radeau à la case 2.");
  assert.equal(hop(1, "45", "goal"), "Une grenouille de Basile saute de la case 45 à l’arrivée.");
});

test("the browser's first language that we speak is taken", () => {
  assert.equal(preferred(["de-CH", "fr-CH", "en"]), "fr");
  assert.equal(preferred(["en-GB", "fr"]), "en");
  assert.equal(preferred(["ja"]), "en");
});

test("hop-it: whoever owes a hop over an enemy is told so, at the start of a turn and in a chain", () => {
  const scene = SCENES["hop-it"].find(({ view }) => "must_hop_enemy" in view && view.must_hop_enemy);
  const view = scene?.view as Views["hop-it"];
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

for (const game of GAMES) {
  test(`${game}: every small position that the rules show is there`, () => {
    for (const lang of LANGS) {
      const shown = TONGUES[lang].rules.chapters[game].flatMap(({ scene }) => scene ?? []);
      assert.deepEqual(
        shown.toSorted(),
        SCENES[game].map((_, index) => index),
      );
    }
  });
}
