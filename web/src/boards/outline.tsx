/** The outline of a place: its own, or a circle. */

import type { Place } from "./board";

export function Outline({ place, class: kind }: { readonly place: Place; readonly class: string }) {
  return place.outline === undefined ? (
    <circle class={kind} cx={place.x} cy={place.y} r={place.r} />
  ) : (
    <path class={kind} d={place.outline} transform={`translate(${place.x} ${place.y})`} />
  );
}
