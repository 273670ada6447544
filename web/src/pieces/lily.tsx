/** Flowers, pads, and what else floats on a pond. All in a box of 100 by 100 around the origin. */

import type { ChinaMoonLily } from "../protocol";

/** One petal pointing up, different for each colour, so that shape tells what colour does. */
const PETALS: Readonly<Record<ChinaMoonLily, string>> = {
  W: "M0,-4C-15,-14 -14,-34 0,-46C14,-34 15,-14 0,-4Z",
  Y: "M0,-4C-16,-10 -20,-30 -9,-42L0,-36L9,-42C20,-30 16,-10 0,-4Z",
  P: "M0,-4C-22,-16 -18,-40 -6,-43C-2,-43 0,-40 0,-37C0,-40 2,-43 6,-43C18,-40 22,-16 0,-4Z",
  K: "M0,-4C-9,-14 -12,-26 0,-48C12,-26 9,-14 0,-4Z",
  B: "M0,-4C-20,-8 -22,-34 0,-42C22,-34 20,-8 0,-4Z",
};

/** A flower of five petals. */
export function Lily({ colour }: { readonly colour: ChinaMoonLily }) {
  return (
    <g class={`lily lily-${colour}`}>
      {[36, 108, 180, 252, 324].map((turn) => (
        <path key={turn} class="petal back" d={PETALS[colour]} transform={`rotate(${turn}) scale(0.86)`} />
      ))}
      {[0, 72, 144, 216, 288].map((turn) => (
        <path key={turn} class="petal" d={PETALS[colour]} transform={`rotate(${turn})`} />
      ))}
      <circle class="heart" r={9} />
      <path class="stamens" d="M0,-6h0.1M5.5,-2h0.1M3.5,4.6h0.1M-3.5,4.6h0.1M-5.5,-2h0.1" />
    </g>
  );
}

/** A lily pad of radius 50 with its notch turned away by some degrees. */
export function padOutline(r: number, notch = -60, open = 26): string {
  const at = (degrees: number, radius: number) => {
    const turn = (degrees * Math.PI) / 180;
    return `${(Math.cos(turn) * radius).toFixed(1)},${(Math.sin(turn) * radius).toFixed(1)}`;
  };
  return `M${at(notch + open / 2, r)}A${r},${r} 0 1,1 ${at(notch - open / 2, r)}L${at(notch, r * 0.34)}Z`;
}

export function Pad({
  r,
  notch = -60,
  class: kind = "",
}: {
  readonly r: number;
  readonly notch?: number;
  readonly class?: string;
}) {
  const veins = [70, 115, 160, 205, 250, 295].map((turn) => {
    const angle = ((notch + turn - 2) * Math.PI) / 180;
    const point = (radius: number) =>
      `${(Math.cos(angle) * radius).toFixed(1)},${(Math.sin(angle) * radius).toFixed(1)}`;
    return `M${point(r * 0.3)}L${point(r * 0.82)}`;
  });
  return (
    <g class={`pad ${kind}`}>
      <path class="wet" d={padOutline(r, notch)} transform={`translate(0 ${(r * 0.09).toFixed(1)})`} />
      <path class="leaf" d={padOutline(r, notch)} />
      <path class="veins" d={veins.join("")} />
    </g>
  );
}

/** Ripples on the water around a spot. */
export function Ripples({ r }: { readonly r: number }) {
  return (
    <g class="ripples">
      <circle r={r} />
      <circle r={r * 0.72} />
    </g>
  );
}
