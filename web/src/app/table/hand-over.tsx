/** The screen goes from hand to hand: nothing secret is seen meanwhile. */

import { useEffect, useRef } from "preact/hooks";
import type { SeatLook } from "../../boards/board";
import { usePage } from "../context";
import { SeatMark } from "./seat-mark";

const PAUSE_MS = 500;

/** Reeds from one side to the other, near and far, that hide what lies behind. */
function ReedCurtain() {
  const reeds = Array.from({ length: 21 }, (_, index) => {
    const [x, top, lean] = [index * 50, 90 + ((index * 137) % 190), ((index * 53) % 60) - 30];
    return { x, top, lean, isNear: index % 2 === 0, hasCattail: index % 3 === 0 };
  });
  return (
    <svg class="reed-curtain" viewBox="0 0 1000 800" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
      {reeds.map(({ x, top, lean, isNear, hasCattail }) => (
        <g key={x}>
          <path class={isNear ? "stem near" : "stem"} d={`M${x},820Q${x},${(top + 820) / 2} ${x + lean},${top}`} />
          <path
            class="blade"
            d={`M${x},820C${x - 10},620 ${x - lean - 20},${top + 220} ${x - lean * 2},${top + 120}C${x - lean},${top + 260} ${x + 12},620 ${x + 10},820Z`}
          />
          {hasCattail && <path class="spike" d={`M${x + lean},${top}L${x + lean * 1.1},${top - 74}`} />}
        </g>
      ))}
    </svg>
  );
}

export function HandOver({
  name,
  look,
  onReady,
}: {
  readonly name: string;
  readonly look: SeatLook | undefined;
  readonly onReady: () => void;
}) {
  const { t } = usePage();
  const button = useRef<HTMLButtonElement>(null);
  const since = useRef(0);
  useEffect(() => {
    since.current = performance.now();
    button.current?.focus();
  }, [name]);
  // The last click on the board must not open the next player's cards.
  const ready = () => {
    if (performance.now() - since.current > PAUSE_MS) onReady();
  };
  return (
    <div class="hand-over">
      <ReedCurtain />
      <div class="sheet">
        {look !== undefined && <SeatMark look={look} />}
        <h2>{t.table.handOver(name)}</h2>
        <p>{t.table.handOverAbout}</p>
        <button ref={button} type="button" class="button strong" onClick={ready}>
          {t.table.handOverReady(name)}
        </button>
      </div>
    </div>
  );
}
