import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import type { GameId } from "../src/protocol";
import { GAMES } from "../src/protocol/facts";
import { sentences } from "../src/words";
import { LANGUAGE_CODES, type Language } from "../src/words/language";
import { TONGUES } from "./tongues";
import { TRACES } from "./traces";

const HEADINGS: Readonly<Record<Language, readonly [string, string]>> = {
  en: ["English", "All games"],
  fr: ["Français", "Tous les jeux"],
};

/** The words that `docs/glossary.md` rejects in a language, with the section where it does. */
function rejected(language: Language): readonly { readonly section: string; readonly word: string }[] {
  let [heading, section] = ["", ""];
  return readFileSync("../docs/glossary.md", "utf8")
    .split("\n")
    .flatMap((line) => {
      if (line.startsWith("## ")) heading = line.slice(3);
      else if (line.startsWith("### ")) section = line.slice(4);
      else if (heading === HEADINGS[language][0] && line.startsWith("| ")) {
        const not = line.split("|").at(-2) ?? "";
        return [...not.matchAll(/`([^`]+)`/g)].map(([, word = ""]) => ({ section, word }));
      }
      return [];
    });
}

/** Does a text have this word, as it is written or with a capital at its beginning? `*` stands for any ending. */
function has(text: string, word: string): boolean {
  const stem = word.replace(/\*$/, "");
  const first = stem.charAt(0);
  const after = word.endsWith("*") ? "" : "(?![\\p{L}\\p{N}])";
  return new RegExp(`(?<![\\p{L}\\p{N}])[${first}${first.toUpperCase()}]${stem.slice(1)}${after}`, "u").test(text);
}

/** All texts in an object, functions left aside. */
function texts(words: unknown): readonly string[] {
  if (typeof words === "string") return [words.replaceAll("\u00a0", " ")];
  return typeof words === "object" && words !== null ? Object.values(words).flatMap(texts) : [];
}

const company = { name: (seat: number) => ["Ondine", "Basile", "Capucine", "Théo", "Lise", "Marin"][seat] ?? "" };

/** What the page says of a game beside its rules: hints, cards, reasons, and the log and the prompts of whole games. */
function said(language: Language, game: GameId): readonly string[] {
  const { games: words, rules } = TONGUES[language];
  const prompt = words.prompt[game] as (moment: unknown) => string;
  const told = TRACES.map(([, trace]) => trace)
    .filter((trace) => trace.game === game)
    .flatMap(({ events }) =>
      events.flatMap(({ effects, view, seat, paths }) => [
        ...sentences(words, game, effects, company),
        ...[[], ...paths.flat().slice(0, 2)].map((path) =>
          prompt({ view, me: seat ?? null, path, completable: path.length === 2, name: company.name }),
        ),
      ]),
    );
  const cards = game === "frogriders" ? [words.cards, words.commons, words.secrets] : [];
  return texts([rules.hints[game], words.games[game], words.reasons[game], cards, told]);
}

for (const language of LANGUAGE_CODES) {
  for (const game of GAMES) {
    test(`${game}: the page keeps to the glossary in ${language}`, () => {
      const sections = new Set([HEADINGS[language][1], TONGUES[language].games.games[game].name]);
      const words = rejected(language).filter(({ section }) => sections.has(section));
      assert.ok(words.length > 3, "the last column was read");
      const all = said(language, game);
      assert.ok(all.length > 20, "the page says something of it");
      const found = all.flatMap((text) =>
        words.filter(({ word }) => has(text, word)).map(({ word }) => `${word}: ${text}`),
      );
      assert.deepEqual([...new Set(found)], []);
    });
  }
}

for (const language of LANGUAGE_CODES) {
  test(`the words around the boards keep to the glossary in ${language}`, () => {
    const words = rejected(language).filter(({ section }) => section === HEADINGS[language][1]);
    const all = texts(TONGUES[language].app);
    assert.ok(words.length > 1 && all.length > 200);
    assert.deepEqual(
      all.filter((text) => words.some(({ word }) => has(text, word))),
      [],
    );
  });
}
