/** What a person prefers, remembered by the browser. */

import { type Language, isLanguage, preferred } from "../words/language";
import { recall, remember } from "./keep";

export const PACES = ["slow", "usual", "fast", "instant"] as const;
export type Pace = (typeof PACES)[number];
export const PONDS = ["usual", "lotus", "autumn", "slate"] as const;
export type Pond = (typeof PONDS)[number];

export interface Settings {
  readonly language: "auto" | Language;
  readonly theme: "auto" | "light" | "dark";
  readonly palette: "usual" | "wide";
  readonly motion: "auto" | "none";
  /** How fast others' actions are acted out. */
  readonly pace: Pace;
  /** Is there a pause before another player's action? */
  readonly pause: boolean;
  readonly sound: boolean;
  /** How loud sounds are, from 0 to 1. */
  readonly volume: number;
  readonly confirm: boolean;
  readonly forced: boolean;
  readonly notify: boolean;
  /** Do keys of one letter do something? Whoever speaks to a device may say letters without meaning them. */
  readonly letters: boolean;
  /** The names of places on the board: if prompts speak of them, always, never. */
  readonly coordinates: "some" | "all" | "none";
  /** How water and shore look. */
  readonly pond: Pond;
  readonly name: string;
}

export const USUAL: Settings = {
  language: "auto",
  theme: "auto",
  palette: "usual",
  motion: "auto",
  pace: "usual",
  pause: false,
  sound: true,
  volume: 0.7,
  confirm: false,
  forced: false,
  notify: false,
  letters: true,
  coordinates: "some",
  pond: "usual",
  name: "",
};

export function loadSettings(): Settings {
  const kept = { ...USUAL, ...recall<Partial<Settings>>("settings", {}) };
  const isVolume = typeof kept.volume === "number" && kept.volume >= 0 && kept.volume <= 1;
  return isVolume ? kept : { ...kept, volume: USUAL.volume };
}

/** How loud sounds are, with those who want none considered. */
export function loudness({ sound, volume }: Pick<Settings, "sound" | "volume">): number {
  return sound ? volume : 0;
}

export function saveSettings(settings: Settings): void {
  remember("settings", settings);
}

/** The language of the page: the one chosen, or the first of the browser's that we have. */
export function languageOf({ language }: Pick<Settings, "language">, wished: readonly string[]): Language {
  // A language that was chosen once may be one that this page has no more.
  return language !== "auto" && isLanguage(language) ? language : preferred(wished);
}

export function themeOf({ theme }: Settings, isDark: boolean): "light" | "dark" {
  return theme === "auto" ? (isDark ? "dark" : "light") : theme;
}

export function isStill({ motion }: Settings, prefersStill: boolean): boolean {
  return motion === "none" || (motion === "auto" && prefersStill);
}

/** What a button is called, with the letter that does the same, if letters do something. */
export function withLetter({ letters }: Pick<Settings, "letters">, label: string, letter: string): string {
  return letters ? `${label} (${letter})` : label;
}

/** Are the names of places on a board to be seen, given whether prompts and log speak of them? */
export function showsCoordinates({ coordinates }: Pick<Settings, "coordinates">, isSpokenOf: boolean): boolean {
  return coordinates === "all" || (coordinates === "some" && isSpokenOf);
}

/** How water and shore look: as chosen, unless this page has no such pond any more. */
export function pondOf({ pond }: Pick<Settings, "pond">): Pond {
  return PONDS.find((known) => known === pond) ?? "usual";
}
