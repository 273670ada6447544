/** What can be said with the words of any language. */

import type { Choices, Effect, GameId, Spot, Views } from "../protocol";
import { nextSpots } from "../input/choices";
import { thingAt } from "./things";
import { known } from "./known";
import type { CardWords, Company, Words } from "./words";

export type { Company, Moment, Words } from "./words";

/** The words of a card, whichever kind it is. */
export function cardWords(words: Words, id: string): CardWords {
  return known(words.cards, id) ?? known(words.commons, id) ?? known(words.secrets, id) ?? { name: id, about: "" };
}

/** Why something is not allowed: in the reader's words, or in the engine's where a newer engine has more to say. */
export function reason(words: Words, game: GameId, code: string, otherwise: string): string {
  return known(words.reasons[game], code) ?? otherwise;
}

/** What happened, sentence by sentence. */
export function sentences(words: Words, game: GameId, effects: readonly Effect[], company: Company): readonly string[] {
  return effects.map((effect) => words.effect(game, effect, company)).filter((sentence) => sentence !== null);
}

/** The same as one text: what happened several times is said once, with how often. */
export function told(words: Words, game: GameId, effects: readonly Effect[], company: Company): string {
  const counts = new Map<string, number>();
  for (const sentence of sentences(words, game, effects, company))
    counts.set(sentence, (counts.get(sentence) ?? 0) + 1);
  return [...counts].map(([sentence, times]) => (times === 1 ? sentence : words.repeated(sentence, times))).join(" ");
}

/** A spot in a few words, for a button: what is there where that tells it from others, or else the place alone. */
export function spotBrief<G extends GameId>(
  words: Words,
  game: G,
  view: Views[G],
  spot: Spot,
  company: Company,
): string {
  const what = thingAt(game, view, spot);
  // A space is called the same where it is named alone and where all that stands on it follows.
  if (what.is === "space") return words.thing(what, company).split(", ")[0] ?? "";
  const isPlaceEnough =
    what.is === "root" || what.is === "pond" || what.is === "aside" || what.is === "goal" || what.is === "send";
  return isPlaceEnough ? words.place(game, spot) : words.thing(what, company);
}

/** What a screen reader says of a button: what is written on it is part of that, for those who speak to devices. */
export function spoken(brief: string, label: string): string {
  return label.includes(brief) ? label : `${brief}, ${label}`;
}

/** What a screen reader says of a spot, and where it leads. */
export function spotLabel<G extends GameId>(
  words: Words,
  game: G,
  view: Views[G],
  spot: Spot,
  after: Choices | undefined,
  company: Company,
): string {
  const what = words.thing(thingAt(game, view, spot), company);
  const onwards = after === undefined ? [] : nextSpots(after);
  if (onwards.length === 0 || onwards.length > 8) return what;
  return `${what}, ${words.leadsTo(onwards.map((next) => words.place(game, next)))}`;
}
