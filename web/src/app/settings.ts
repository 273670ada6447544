/** What a person prefers, remembered by the browser. */

import { recall, remember } from "./keep";

export interface Settings {
  readonly language: "auto" | "en" | "fr";
  readonly theme: "auto" | "light" | "dark";
  readonly palette: "usual" | "wide";
  readonly motion: "auto" | "none";
  readonly sound: boolean;
  readonly confirm: boolean;
  readonly forced: boolean;
  readonly notify: boolean;
  readonly name: string;
}

export const USUAL: Settings = {
  language: "auto", theme: "auto", palette: "usual", motion: "auto", sound: true, confirm: false, forced: false, notify: false, name: "",
};

export function loadSettings(): Settings {
  return { ...USUAL, ...recall<Partial<Settings>>("settings", {}) };
}

export function saveSettings(settings: Settings): void {
  remember("settings", settings);
}

export type Language = "en" | "fr";

/** The language of the page: the one chosen, or the first of the browser's that we have. */
export function languageOf({ language }: Settings, wished: readonly string[]): Language {
  if (language !== "auto") return language;
  const known = wished.map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => tag === "en" || tag === "fr");
  return known === "fr" ? "fr" : "en";
}

export function themeOf({ theme }: Settings, isDark: boolean): "light" | "dark" {
  return theme === "auto" ? (isDark ? "dark" : "light") : theme;
}

export function isStill({ motion }: Settings, prefersStill: boolean): boolean {
  return motion === "none" || (motion === "auto" && prefersStill);
}
