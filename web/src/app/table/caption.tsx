/** Who does what, in a line over the board while it is acted out. */

import type { SeatLook } from "../../boards/board";
import type { Effect, Seat } from "../../protocol";
import type { Company } from "../../words";
import type { Pace } from "../settings";
import type { Doer } from "./deeds";
import { SeatMark } from "./seat-mark";
import { type Teller, captionOf } from "./tell";

/** By how much longer than usual a motion takes; at once nothing moves. */
export const FACTORS: Readonly<Record<Pace, number>> = { slow: 1.9, usual: 1, fast: 0.55, instant: 0 };
/** How long a caption can be read after the motion it tells of, in milliseconds. */
export const HOLDS: Readonly<Record<Pace, number>> = { slow: 1_300, usual: 380, fast: 60, instant: 0 };
/** How long nothing moves between two players, for those who want that. */
export const PAUSE_MS = 1_200;

export interface CaptionLine {
  /** What is done; nothing where the reader does it. */
  readonly text: string | null;
  readonly seat: Seat | null;
  /** Does it happen where the caption would stand? */
  readonly isLow: boolean;
  /** Whose dice roll. */
  readonly roller: string | null;
}

/** Does the reader do it, and nobody for them? */
export function isBy(doer: Doer | null, { you }: Pick<Company, "you">): boolean {
  return doer !== null && doer.seat === you && !doer.isStandIn;
}

/** What is said while an effect is seen; nothing where it leaves what was said before. */
export function captionLine(teller: Teller, effect: Effect, doer: Doer | null, isLow: boolean): CaptionLine | null {
  const { t, company } = teller;
  const isOwn = isBy(doer, company);
  const text = isOwn ? null : captionOf(teller, effect, doer);
  const rolls = effect.effect === "rolled" && doer !== null;
  const roller = rolls ? (isOwn ? t.caption.you : company.name(doer.seat)) : null;
  return text === null && roller === null ? null : { text, seat: doer?.seat ?? null, isLow, roller };
}

export interface CaptionProps {
  readonly text: string;
  readonly look: SeatLook | undefined;
  readonly isLow: boolean;
}

export function Caption({ text, look, isLow }: CaptionProps) {
  return (
    <p class={isLow ? "caption low" : "caption"} aria-hidden="true">
      {look !== undefined && <SeatMark look={look} />}
      <span>{text}</span>
    </p>
  );
}
