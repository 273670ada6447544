import { rulesFr } from "../app/rules/fr";
import { fr as app } from "../app/words/fr";
import { withSpaces } from "../app/words/spaces";
import { fr as games } from "../words/fr";
import type { Tongue } from ".";

export const tongue: Tongue = { language: "fr", ...withSpaces({ app, games, rules: rulesFr }) };
