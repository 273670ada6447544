/** Everything that the page says, one language at a time. */

import type { RuleWords } from "../app/rules/content";
import type { AppWords } from "../app/words/en";
import type { Words } from "../words";
import type { Language } from "../words/language";

export interface Tongue {
  readonly language: Language;
  /** Words around the boards. */
  readonly app: AppWords;
  /** Words of the games themselves. */
  readonly games: Words;
  readonly rules: RuleWords;
}

const TONGUES: Readonly<Record<Language, () => Promise<{ readonly tongue: Tongue }>>> = {
  en: () => import("./en"),
  fr: () => import("./fr"),
};

/** Brings a language along, unless it is there already. */
export async function tongueOf(language: Language): Promise<Tongue> {
  return (await TONGUES[language]()).tongue;
}
