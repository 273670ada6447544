/** A moment to come, as short as it can be said. */

import { LANGUAGES, type Language } from "../../words/language";

const DAY = 86_400_000;

/** `Tue 14:05` within the next days, `24 Nov, 14:05` after that, in the reader's own time. */
export function momentText(language: Language, at: number, now: number): string {
  const { locale } = LANGUAGES[language];
  const day = at - now < 6 * DAY ? ({ weekday: "short" } as const) : ({ day: "numeric", month: "short" } as const);
  return new Intl.DateTimeFormat(locale, { ...day, hour: "2-digit", minute: "2-digit" }).format(at);
}
