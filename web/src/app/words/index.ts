import type { Refusal } from "../../protocol";
import { Refused } from "../api";
import type { Language } from "../settings";
import { type AppWords, type ErrorCode, en } from "./en";
import { fr } from "./fr";

export type { AppWords } from "./en";

export function appWords(language: Language): AppWords {
  return language === "fr" ? fr : en;
}

/** What went wrong and what to do about it. */
export function errorText(words: AppWords, refusal: Refusal): string {
  return words.errors[refusal.code as ErrorCode] ?? words.errors.internal;
}

export function failureText(words: AppWords, failure: unknown): string {
  return failure instanceof Refused ? errorText(words, failure.refusal) : words.errors.internal;
}
