/** The position as text: read by screen readers, and shown to whoever comes there by keys. */

import type { Ref } from "preact";
import { useId } from "preact/hooks";
import type { GameId, Seat, Views } from "../../protocol";
import type { Company } from "../../words";
import { positionOf } from "../../words/position";
import { usePage } from "../context";
import "./position.css";

/** The key that leads from the board to the text, and back. */
export const POSITION_KEY = "p";

export function isPositionKey(event: KeyboardEvent): boolean {
  return event.key.toLowerCase() === POSITION_KEY && !event.ctrlKey && !event.metaKey && !event.altKey;
}

export interface PositionTextProps {
  readonly game: GameId;
  readonly view: Views[GameId];
  readonly company: Company;
  /** The seats that are waited for. */
  readonly asked: readonly Seat[];
  readonly onBack: () => void;
  readonly ref?: Ref<HTMLElement>;
}

export function PositionText({ game, view, company, asked, onBack, ref }: PositionTextProps) {
  const { t, w } = usePage();
  const id = useId();
  return (
    <section
      class="position"
      ref={ref ?? null}
      tabIndex={-1}
      aria-labelledby={id}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        onBack();
      }}
    >
      <h2 id={id}>{t.position.title}</h2>
      {positionOf(t.position, w, game, view, company, asked).map(({ title, lines }, index) => (
        <div key={index}>
          <h3>{title}</h3>
          <ul>
            {lines.map((line, number) => (
              <li key={number}>{line}</li>
            ))}
          </ul>
        </div>
      ))}
      <button type="button" class="button small" tabIndex={-1} onClick={onBack}>
        {t.position.back}
      </button>
    </section>
  );
}
