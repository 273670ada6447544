/** The screen goes from hand to hand: nothing secret is seen meanwhile. */

import { useEffect, useRef } from "preact/hooks";
import type { SeatLook } from "../../boards/board";
import { usePage } from "../context";
import { SeatMark } from "./seat-mark";

const PAUSE_MS = 500;

export function HandOver({ name, look, onReady }: { readonly name: string; readonly look: SeatLook | undefined; readonly onReady: () => void }) {
  const { t } = usePage();
  const button = useRef<HTMLButtonElement>(null);
  const since = useRef(0);
  useEffect(() => {
    since.current = performance.now();
    button.current?.focus();
  }, [name]);
  // The last click on the board must not open the next player's cards.
  const ready = () => { if (performance.now() - since.current > PAUSE_MS) onReady(); };
  return (
    <div class="hand-over">
      <div class="sheet">
        {look !== undefined && <SeatMark look={look} />}
        <h2>{t.table.handOver(name)}</h2>
        <p>{t.table.handOverAbout}</p>
        <button ref={button} type="button" class="button strong" onClick={ready}>{t.table.handOverReady(name)}</button>
      </div>
    </div>
  );
}
