import { rulesEn } from "../app/rules/en";
import { en as app } from "../app/words/en";
import { en as games } from "../words/en";
import type { Tongue } from ".";

export const tongue: Tongue = { language: "en", app, games, rules: rulesEn };
