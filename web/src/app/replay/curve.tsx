/** What each seat could expect along the game, as bands over the slider. */

import type { SeatLook } from "../../boards/board";
import type { Analysis } from "../../protocol";
import { usePage } from "../context";

export interface CurveProps {
  readonly analysis: Analysis | null;
  readonly steps: number;
  readonly step: number;
  readonly looks: readonly SeatLook[];
}

const [WIDTH, HEIGHT] = [600, 90];

/** The values of all seats as shares that add up to one. */
export function shares(values: readonly number[]): readonly number[] {
  const sum = values.reduce((total, value) => total + Math.max(0, value), 0);
  return sum <= 0 ? values.map(() => 1 / values.length) : values.map((value) => Math.max(0, value) / sum);
}

export function Curve({ analysis, steps, step, looks }: CurveProps) {
  const { t } = usePage();
  if (analysis === null || analysis.chances.length === 0 || steps === 0) return null;
  const points = analysis.chances.map((chance) => ({ x: (chance.step / steps) * WIDTH, parts: shares(chance.values) }));
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return null;
  const whole = [{ ...first, x: 0 }, ...points, { ...last, x: WIDTH }];
  const below = (parts: readonly number[], seat: number) =>
    parts.slice(0, seat).reduce((sum, part) => sum + part, 0) * HEIGHT;
  const bands = looks.map((look, seat) => {
    const up = whole.map(({ x, parts }) => `${x.toFixed(1)},${below(parts, seat).toFixed(1)}`);
    const down = whole.toReversed().map(({ x, parts }) => `${x.toFixed(1)},${below(parts, seat + 1).toFixed(1)}`);
    return <path key={seat} class={`curve-band tint-${look.tint}`} d={`M${up.join("L")}L${down.join("L")}Z`} />;
  });
  return (
    <svg
      class="curve"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={t.replay.chances}
    >
      <rect class="curve-ground" width={WIDTH} height={HEIGHT} />
      {bands}
      {analysis.swings.map((swing) => (
        <path key={swing.step} class="swing-mark" d={`M${(swing.step / steps) * WIDTH},0V${HEIGHT}`} />
      ))}
      <path class="curve-now" d={`M${(step / steps) * WIDTH},0V${HEIGHT}`} />
    </svg>
  );
}
