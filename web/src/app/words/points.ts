/** Shares of the win as people read them: in points, of which a sure win has a hundred. */

import { LANGUAGES, type Language } from "../../words/language";

/** Below this an error is not worth a digit. */
const NOTHING = 0.05;

export interface Points {
  /** How many points, and by how much that may be wrong: `12 ± 3`, `0.8 ± 0.2`. */
  readonly amount: (share: number, error: number) => string;
  /** With its sign: `+14`, `−9`. */
  readonly signed: (share: number, error: number) => string;
  /** The error alone: `± 3`; nothing if there is none. */
  readonly error: (error: number) => string;
}

export function pointsOf(language: Language): Points {
  const { locale } = LANGUAGES[language];
  const formats = [0, 1].map(
    (digits) => new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }),
  );
  /** Tenths are shown if they are known, and of what is less than one. */
  const digitsOf = (points: number, error: number) => (error < NOTHING ? points < 0.95 : error < 0.95) && points > 0;
  const number = (share: number, error: number) => {
    const [points, wrong] = [Math.abs(share) * 100, error * 100];
    return formats[digitsOf(points, wrong) ? 1 : 0]?.format(points) ?? "";
  };
  const errorOf = (error: number) => {
    const wrong = error * 100;
    return wrong < NOTHING ? "" : `±\u00a0${formats[wrong < 0.95 ? 1 : 0]?.format(wrong) ?? ""}`;
  };
  return {
    amount: (share, error) => [number(share, error), errorOf(error)].filter((part) => part !== "").join("\u00a0"),
    signed: (share, error) => (share < 0 ? "−" : "+") + number(share, error),
    error: errorOf,
  };
}
