/** What the names of pieces say: `lily-W`, `frog-R`. */

import type { ChinaMoonLily, FrogridersColour } from "../protocol";
import { CHINA_MOON_LILY, FROGRIDERS_COLOUR } from "../protocol/facts";

/** The colour of a lily, by the name of the piece. */
export function lilyOf(piece: string): ChinaMoonLily | undefined {
  return CHINA_MOON_LILY.find((lily) => piece === `lily-${lily}`);
}

/** The colour of a frog that belongs to nobody, by the name of the piece. */
export function colourOf(piece: string): FrogridersColour | undefined {
  return FROGRIDERS_COLOUR.find((colour) => piece === `frog-${colour}`);
}
