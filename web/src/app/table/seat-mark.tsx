/** A seat's mark on its colour, as it stands beside names. */

import type { Look } from "../../pieces/seats";
import { Mark } from "../../pieces/mark";

export function SeatMark({ look }: { readonly look: Look }) {
  return (
    <svg class={`seat-mark tint-${look.tint}`} viewBox="-16 -16 32 32" aria-hidden="true">
      <circle r={14.5} />
      <Mark name={look.mark} r={8.5} />
    </svg>
  );
}
