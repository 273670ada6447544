/**
 * The languages of the page: those of `crates/rainette-words`. Another one is a line here, a loader and a file in
 * `tongues/`, and its texts: the compiler asks for each.
 */

import type { Language } from "./generated/messages";

export type { Language };

export interface LanguageFacts {
  /** What it calls itself. */
  readonly name: string;
  /** How lists, numbers and times are written in it. */
  readonly locale: string;
}

export const LANGUAGES: Readonly<Record<Language, LanguageFacts>> = {
  en: { name: "English", locale: "en-GB" },
  fr: { name: "Français", locale: "fr-FR" },
};

/** The language of those who ask for none that we have. */
export const FALLBACK: Language = "en";

export const LANGUAGE_CODES = Object.keys(LANGUAGES) as readonly Language[];

export function isLanguage(text: string): text is Language {
  return Object.hasOwn(LANGUAGES, text);
}

/** The first language that a browser asks for and we have. */
export function preferred(wished: readonly string[]): Language {
  return wished.map((tag) => tag.toLowerCase().split("-")[0] ?? "").find(isLanguage) ?? FALLBACK;
}

/** The one that a switch offers next to another. */
export function nextLanguage(language: Language): Language {
  return LANGUAGE_CODES[(LANGUAGE_CODES.indexOf(language) + 1) % LANGUAGE_CODES.length] ?? FALLBACK;
}

export interface Formats {
  /** `a, b and c` */
  readonly list: (items: readonly string[]) => string;
  /** A share of one, as `57%`. */
  readonly percent: (share: number) => string;
  /** The time of day at a moment. */
  readonly time: (at: number) => string;
  /** A moment: the time of day, and the day unless it is that of `now`. */
  readonly moment: (at: number, now?: number) => string;
  /** A number of days, as short as can be. */
  readonly days: (days: number) => string;
}

export function formatsOf(language: Language): Formats {
  const { locale } = LANGUAGES[language];
  const list = new Intl.ListFormat(locale, { type: "conjunction" });
  const percent = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 0 });
  const time = new Intl.DateTimeFormat(locale, { timeStyle: "short" });
  const day = new Intl.DateTimeFormat(locale, { day: "numeric", month: "short" });
  const isSameDay = (one: number, other: number) => new Date(one).toDateString() === new Date(other).toDateString();
  const days = new Intl.NumberFormat(locale, { style: "unit", unit: "day", unitDisplay: "narrow" });
  return {
    list: (items) => list.format(items),
    percent: (share) => percent.format(share),
    time: (at) => time.format(at),
    moment: (at, now = Date.now()) => (isSameDay(at, now) ? time.format(at) : `${day.format(at)} ${time.format(at)}`),
    days: (count) => days.format(count),
  };
}
