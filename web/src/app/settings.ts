/** What a person prefers, remembered by the browser. */

import { type Language, isLanguage, preferred } from "../words/language";
import { recall, remember } from "./keep";

export interface Settings {
  readonly language: "auto" | Language;
  readonly theme: "auto" | "light" | "dark";
  readonly palette: "usual" | "wide";
  readonly motion: "auto" | "none";
  readonly sound: boolean;
  /** How loud sounds are, from 0 to 1. */
  readonly volume: number;
  readonly confirm: boolean;
  readonly forced: boolean;
  readonly notify: boolean;
  readonly name: string;
}

export const USUAL: Settings = {
  language: "auto",
  theme: "auto",
  palette: "usual",
  motion: "auto",
  sound: true,
  volume: 0.7,
  confirm: false,
  forced: false,
  notify: false,
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
