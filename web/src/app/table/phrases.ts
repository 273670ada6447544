/** What can be said by one tap: it travels as a code, and every page words it in its reader's language. */

import type { AppWords } from "../words";

/** The codes, in the order in which they are offered. Those of other pages and of scripts are the same. */
export const PHRASES = [
  "hello",
  "good-luck",
  "one-moment",
  "well-played",
  "oops",
  "thanks",
  "good-game",
  "goodbye",
] as const;

export type Phrase = (typeof PHRASES)[number];

/** A phrase as it travels: a line of chat that can be read by itself where nobody words it. */
export function lineOf(phrase: Phrase): string {
  return `/${phrase}`;
}

/** A line of chat as it is shown: a phrase in the reader's words, anything else as it was said. */
export function shownLine(t: AppWords, text: string): string {
  const phrase = PHRASES.find((code) => lineOf(code) === text);
  return phrase === undefined ? text : t.talk.phrases[phrase];
}
