/** What the others did since one's turn: it stays until one acts, and can be seen once more. */

import type { SeatLook } from "../../boards/board";
import { Icon } from "../chrome";
import { usePage } from "../context";
import { withLetter } from "../settings";
import type { Deed } from "./deeds";
import { SeatMark } from "./seat-mark";
import { type Teller, tell } from "./tell";

export interface RecapProps {
  readonly deeds: readonly Deed[];
  readonly looks: readonly SeatLook[];
  readonly teller: Teller;
  /** Is it what happened since the reader's own turn? */
  readonly isMine: boolean;
  readonly onAgain: () => void;
}

export function Recap({ deeds, looks, teller, isMine, onAgain }: RecapProps) {
  const { t, settings } = usePage();
  const label = withLetter(settings, t.recap.againKey, "R");
  const lines = deeds.map((deed) => ({ seat: deed.seat, text: tell(teller, deed) })).filter(({ text }) => text !== "");
  if (lines.length === 0) return null;
  return (
    <section class="recap" aria-label={isMine ? t.recap.title : t.recap.lately}>
      <p class="recap-head">
        <span class="soft">{isMine ? t.recap.title : t.recap.lately}</span>
        <button
          type="button"
          class="quiet small"
          title={label}
          aria-label={label}
          aria-keyshortcuts={settings.letters ? "R" : undefined}
          onClick={onAgain}
        >
          <Icon name="undo" />
          {t.recap.again}
        </button>
      </p>
      {/* Whatever can be scrolled can be reached by keys. */}
      <ol tabIndex={0}>
        {lines.map(({ seat, text }, index) => (
          <li key={index}>
            <SeatMark look={looks[seat] ?? { tint: "stone", mark: "dot" }} />
            <span>{text}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** What one looks back at, and the way back to the game. */
export function LookingBack({
  text,
  isFound,
  isLost,
  hasNews,
  onReturn,
}: {
  readonly text: string;
  readonly isFound: boolean;
  readonly isLost: boolean;
  readonly hasNews: boolean;
  readonly onReturn: () => void;
}) {
  const { t } = usePage();
  return (
    <div class="looking-back">
      <p class="prompt">{t.recap.looking}</p>
      <p>{isFound ? text : isLost ? t.recap.lost : t.recap.loading}</p>
      {hasNews && (
        <p class="looking-news" role="status">
          {t.recap.news}
        </p>
      )}
      <button type="button" class="button strong" aria-keyshortcuts="Escape" onClick={onReturn}>
        {t.recap.back}
      </button>
    </div>
  );
}
