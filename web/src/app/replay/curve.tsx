/** What each seat could expect along the game: a line per seat, pale beside it how far it may be wrong. */

import { useId, useRef, useState } from "preact/hooks";
import type { SeatLook } from "../../boards/board";
import type { Analysis, Swing } from "../../protocol";
import { usePage } from "../context";
import { SeatMark } from "../table/seat-mark";
import { type Basis, errorsAt, hasSecrets, momentAt, sharesAt } from "./review";

export interface CurveProps {
  readonly analysis: Analysis | null;
  readonly steps: number;
  readonly step: number;
  readonly looks: readonly SeatLook[];
  /** As far as who could know. */
  readonly basis: Basis;
  readonly onBasis: (basis: Basis) => void;
  /** The turning point that is looked at. */
  readonly swing: Swing | null;
  /** Somebody goes to a step. */
  readonly onStep: (step: number) => void;
}

const [WIDTH, HEIGHT] = [600, 120];
const AXIS = [100, 50, 0] as const;

/** The step at a point of a curve that is so wide. */
export function stepUnder(x: number, width: number, steps: number): number {
  return width <= 0 ? 0 : Math.max(0, Math.min(steps, Math.round((x / width) * steps)));
}

export function Curve(props: CurveProps) {
  const { analysis, steps, looks, basis } = props;
  const { t } = usePage();
  const [pointed, setPointed] = useState<number | null>(null);
  if (analysis === null || steps === 0) return null;
  const shown = pointed ?? props.step;
  const moment = momentAt(analysis, shown);
  return (
    <div class="curve-room">
      {hasSecrets(analysis) && <BasisSwitch looks={looks} basis={basis} onBasis={props.onBasis} />}
      {moment !== null && (
        <>
          <Plot {...props} analysis={analysis} pointed={pointed} onPoint={setPointed} />
          <p class="curve-values">
            <span class="soft">
              {shown === props.step
                ? `${basis === null ? t.review.chances : t.review.couldKnow(looks[basis]?.name ?? "")}, ${t.review.axis}`
                : t.replay.at(shown, steps)}
            </span>
            {looks.map((look, seat) => (
              <span key={seat} class="curve-value">
                <SeatMark look={look} />
                {t.review.value(look.name, sharesAt(moment, basis)[seat] ?? 0, errorsAt(moment, basis)[seat] ?? 0)}
              </span>
            ))}
          </p>
        </>
      )}
      {!analysis.is_done && (
        <label class="curve-looking soft">
          {t.review.looking(analysis.looked_at, analysis.moments)}
          <progress max={analysis.moments} value={analysis.looked_at} />
        </label>
      )}
    </div>
  );
}

/** As it was, or as one of the seats could know it. */
function BasisSwitch({ looks, basis, onBasis }: Pick<CurveProps, "looks" | "basis" | "onBasis">) {
  const { t } = usePage();
  const name = useId();
  return (
    <fieldset class="basis">
      <legend class="hidden">{t.review.basis}</legend>
      <label>
        <input type="radio" name={name} checked={basis === null} onChange={() => onBasis(null)} />
        <span>{t.review.asItWas}</span>
      </label>
      {looks.map((look, seat) => {
        const label = t.review.couldKnow(look.name);
        return (
          <label key={seat} title={label}>
            <input
              type="radio"
              name={name}
              aria-label={label}
              checked={basis === seat}
              onChange={() => onBasis(seat)}
            />
            <span>
              <SeatMark look={look} />
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}

interface PlotProps extends CurveProps {
  readonly analysis: Analysis;
  readonly pointed: number | null;
  readonly onPoint: (step: number | null) => void;
}

function Plot({ analysis, steps, step, looks, basis, swing, pointed, onStep, onPoint }: PlotProps) {
  const { t } = usePage();
  const held = useRef(false);
  const xOf = (at: number) => (at / steps) * WIDTH;
  const yOf = (share: number) => (1 - Math.max(0, Math.min(1, share))) * HEIGHT;
  const points = analysis.curve.map((moment) => ({
    x: xOf(moment.step),
    shares: sharesAt(moment, basis),
    errors: errorsAt(moment, basis),
  }));
  const line = (seat: number, off: number) =>
    points.map(({ x, shares, errors }) => {
      const y = yOf((shares[seat] ?? 0) + off * (errors[seat] ?? 0));
      return `${x.toFixed(1)},${y.toFixed(1)}`;
    });
  const under = (event: PointerEvent) => {
    const { left, width } = (event.currentTarget as SVGSVGElement).getBoundingClientRect();
    return stepUnder(event.clientX - left, width, steps);
  };
  const letGo = () => {
    held.current = false;
  };
  const label = [t.review.chances, t.review.axis, basis === null ? "" : t.review.couldKnow(looks[basis]?.name ?? "")];
  return (
    <div class="curve-plot">
      <div class="curve-axis soft" aria-hidden="true">
        {AXIS.map((value) => (
          <span key={value}>{value}</span>
        ))}
      </div>
      <div class="curve-sheet">
        {/* Keys have the slider below, which goes to the same steps. */}
        <svg
          class="curve"
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={label.filter((part) => part !== "").join(", ")}
          onPointerDown={(event: PointerEvent) => {
            if (event.button !== 0) return;
            held.current = true;
            (event.currentTarget as SVGSVGElement).setPointerCapture?.(event.pointerId);
            onStep(under(event));
          }}
          onPointerMove={(event: PointerEvent) => {
            onPoint(under(event));
            if (held.current) onStep(under(event));
          }}
          onPointerUp={letGo}
          onPointerCancel={letGo}
          onPointerLeave={() => onPoint(null)}
        >
          <rect class="curve-ground" width={WIDTH} height={HEIGHT} />
          <path class="curve-grid" d={[0.25, 0.5, 0.75].map((share) => `M0,${yOf(share)}H${WIDTH}`).join("")} />
          {looks.map((look, seat) => (
            <path
              key={seat}
              class={`curve-error tint-${look.tint}`}
              d={`M${line(seat, 1).join("L")}L${line(seat, -1).toReversed().join("L")}Z`}
            />
          ))}
          {looks.map((look, seat) => (
            <g key={seat} class={`tint-${look.tint}`}>
              <path class="curve-edge" d={`M${line(seat, 0).join("L")}`} />
              <path class="curve-line" d={`M${line(seat, 0).join("L")}`} />
            </g>
          ))}
          {analysis.swings.map((one) => (
            <path
              key={one.step}
              class={`swing-mark ${one.kind} ${one.step === swing?.step ? "shown" : ""}`}
              d={markOf(one, xOf(one.step + 0.5), one.step === swing?.step)}
            />
          ))}
          {pointed !== null && <path class="curve-pointed" d={`M${xOf(pointed)},0V${HEIGHT}`} />}
          <path class="curve-now" d={`M${xOf(step)},0V${HEIGHT}`} />
        </svg>
        {looks.map((look, seat) => {
          // Marks stand one after the other, so that lines that run together can be told apart.
          const point = points[Math.floor(((seat + 1) / (looks.length + 1)) * (points.length - 1))];
          return (
            point !== undefined && (
              <span
                key={seat}
                class="curve-mark"
                style={{
                  left: `${((point.x / WIDTH) * 100).toFixed(1)}%`,
                  top: `${((yOf(point.shares[seat] ?? 0) / HEIGHT) * 100).toFixed(1)}%`,
                }}
              >
                <SeatMark look={look} />
              </span>
            )
          );
        })}
      </div>
    </div>
  );
}

/** Choices are marked above, the certain ones longer, luck below. */
function markOf(swing: Swing, x: number, isShown: boolean): string {
  if (isShown) return `M${x},0V${HEIGHT}`;
  return swing.kind === "luck" ? `M${x},${HEIGHT}V${HEIGHT - 12}` : `M${x},0V${swing.is_mistake ? 16 : 7}`;
}
