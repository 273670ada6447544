/** The little grammar that French messages need. `crates/rainette-words/src/grammar.rs` has the same. */

import { capital, number } from "./en";

export { capital, number };

/** A place that is called by its coordinates alone: `c1`. */
const COORDINATE = /^[a-k][1-9]$/;

/**
 * What `de` loses its vowel before: a `y` before a vowel is a consonant (`de Yann`, `d’Yves`), and an `h` is mute in
 * most names, but hardly ever before an `a` (`d’Hélène`, `de Hassan`).
 */
const ELIDED = /^(?:[aàâäeéèêëiîïoôöuùûüœæ]|y(?![aàâäeéèêëiîïoôöuùûüœæ]|$)|h[eéèêëiîïoôöuùûüœæy])/i;

/** Whose it is, or where from: `d’Ondine`, `de Basile`, `du Départ`, `de la racine`, `de c1`. */
export function of(text: string): string {
  if (text.startsWith("le ")) return `du ${text.slice(3)}`;
  return ELIDED.test(text) && !COORDINATE.test(text) ? `d’${text}` : `de ${text}`;
}

/** Where it is: `en c1`, `sur la case 14`. */
export function on(text: string): string {
  return COORDINATE.test(text) ? `en ${text}` : `sur ${text}`;
}

/** Where to, or to whom: `au Départ`, `à la racine`, `à Ada`. */
export function to(text: string): string {
  return text.startsWith("le ") ? `au ${text.slice(3)}` : `à ${text}`;
}

/** In French nought and one are singular. */
export function isSingular(count: number): boolean {
  return Math.abs(count) < 2;
}
