import type { Refusal } from "../../protocol";
import { Refused } from "../../house/house";
import type { Language } from "../settings";
import { type AppWords, type ErrorCode, en } from "./en";
import { type Words, wordsOf } from "../../words";
import { type RuleWords, rulesEn, rulesFr } from "../rules/content";
import { fr } from "./fr";
import { withSpaces } from "./spaces";

export type { AppWords } from "./en";

const FRENCH = withSpaces({ app: fr, games: wordsOf("fr"), rules: rulesFr });

export function appWords(language: Language): AppWords {
  return language === "fr" ? FRENCH.app : en;
}

/** The words of the games themselves. */
export function gameWords(language: Language): Words {
  return language === "fr" ? FRENCH.games : wordsOf("en");
}

export function ruleWords(language: Language): RuleWords {
  return language === "fr" ? FRENCH.rules : rulesEn;
}

/** What went wrong and what to do about it. */
export function errorText(words: AppWords, refusal: Refusal): string {
  return words.errors[refusal.code as ErrorCode] ?? words.errors.internal;
}

export function failureText(words: AppWords, failure: unknown): string {
  return failure instanceof Refused ? errorText(words, failure.refusal) : words.errors.internal;
}
