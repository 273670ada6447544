/** What each seat could expect along the game, as bands over the slider, to be pointed at. */

import { useRef, useState } from "preact/hooks";
import type { SeatLook } from "../../boards/board";
import type { Analysis } from "../../protocol";
import { usePage } from "../context";
import { SeatMark } from "../table/seat-mark";
import { valuesAt } from "./steps";

export interface CurveProps {
  readonly analysis: Analysis | null;
  readonly steps: number;
  readonly step: number;
  readonly looks: readonly SeatLook[];
  /** Somebody goes to a step. */
  readonly onStep: (step: number) => void;
}

const [WIDTH, HEIGHT] = [600, 90];

/** The values of all seats as shares that add up to one. */
export function shares(values: readonly number[]): readonly number[] {
  const sum = values.reduce((total, value) => total + Math.max(0, value), 0);
  return sum <= 0 ? values.map(() => 1 / values.length) : values.map((value) => Math.max(0, value) / sum);
}

/** The step at a point of a curve that is so wide. */
export function stepUnder(x: number, width: number, steps: number): number {
  return width <= 0 ? 0 : Math.max(0, Math.min(steps, Math.round((x / width) * steps)));
}

export function Curve({ analysis, steps, step, looks, onStep }: CurveProps) {
  const { t } = usePage();
  const [pointed, setPointed] = useState<number | null>(null);
  const held = useRef(false);
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
  const under = (event: PointerEvent) => {
    const { left, width } = (event.currentTarget as SVGSVGElement).getBoundingClientRect();
    return stepUnder(event.clientX - left, width, steps);
  };
  const letGo = () => {
    held.current = false;
  };
  const shown = pointed ?? step;
  const values = shares(valuesAt(analysis, shown) ?? []);
  return (
    <div class="curve-room">
      {/* Keys have the slider below, which goes to the same steps. */}
      <svg
        class="curve"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t.replay.chances}
        onPointerDown={(event: PointerEvent) => {
          if (event.button !== 0) return;
          held.current = true;
          (event.currentTarget as SVGSVGElement).setPointerCapture?.(event.pointerId);
          onStep(under(event));
        }}
        onPointerMove={(event: PointerEvent) => {
          setPointed(under(event));
          if (held.current) onStep(under(event));
        }}
        onPointerUp={letGo}
        onPointerCancel={letGo}
        onPointerLeave={() => setPointed(null)}
      >
        <rect class="curve-ground" width={WIDTH} height={HEIGHT} />
        {bands}
        {analysis.swings.map((swing) => (
          <path key={swing.step} class="swing-mark" d={`M${(swing.step / steps) * WIDTH},0V${HEIGHT}`} />
        ))}
        {pointed !== null && <path class="curve-pointed" d={`M${(pointed / steps) * WIDTH},0V${HEIGHT}`} />}
        <path class="curve-now" d={`M${(step / steps) * WIDTH},0V${HEIGHT}`} />
      </svg>
      <p class="curve-values">
        {shown !== step && <span class="soft">{t.replay.at(shown, steps)}</span>}
        {looks.map((look, seat) => (
          <span key={seat} class="curve-value">
            <SeatMark look={look} />
            {t.replay.value(look.name, t.percent(values[seat] ?? 0))}
          </span>
        ))}
      </p>
    </div>
  );
}
