/** Every language at once. */

import { type Tongue, tongueOf } from "../src/tongues";
import { LANGUAGE_CODES, type Language } from "../src/words/language";

export const TONGUES = Object.fromEntries(
  await Promise.all(LANGUAGE_CODES.map(async (code) => [code, await tongueOf(code)] as const)),
) as Readonly<Record<Language, Tongue>>;
