import { Refused } from "../../house/house";
import type { Refusal } from "../../protocol";
import { known } from "../../words/known";
import type { AppWords } from "./en";

export type { AppWords } from "./en";

/** What went wrong and what to do about it. */
export function errorText(words: AppWords, refusal: Refusal): string {
  return known(words.errors, refusal.code) ?? words.errors.internal;
}

export function failureText(words: AppWords, failure: unknown): string {
  return failure instanceof Refused ? errorText(words, failure.refusal) : words.errors.internal;
}
