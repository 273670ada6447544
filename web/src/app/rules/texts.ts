/** The rules of every game in every language, each fetched when somebody reads it. */

import type { GameId } from "../../protocol";
import type { Language } from "../../words/language";
import { withSpaces } from "../words/spaces";
import type { Rules } from "./content";

type Fetch = () => Promise<{ readonly rules: Rules }>;

const TEXTS: Readonly<Record<Language, Readonly<Record<GameId, Fetch>>>> = {
  en: {
    "hop-it": () => import("../../../../docs/rules/hop-it.md"),
    abagio: () => import("../../../../docs/rules/abagio.md"),
    "pool-party": () => import("../../../../docs/rules/pool-party.md"),
    "china-moon": () => import("../../../../docs/rules/china-moon.md"),
    frogriders: () => import("../../../../docs/rules/frogriders.md"),
  },
  fr: {
    "hop-it": () => import("../../../../docs/rules/hop-it.fr.md"),
    abagio: () => import("../../../../docs/rules/abagio.fr.md"),
    "pool-party": () => import("../../../../docs/rules/pool-party.fr.md"),
    "china-moon": () => import("../../../../docs/rules/china-moon.fr.md"),
    frogriders: () => import("../../../../docs/rules/frogriders.fr.md"),
  },
};

export async function rulesOf(game: GameId, language: Language): Promise<Rules> {
  const { rules } = await TEXTS[language][game]();
  return language === "fr" ? withSpaces(rules) : rules;
}
