/** Where the game turned, and what decided it. */

import type { SeatLook } from "../../boards/board";
import type { Analysis, GameId, Seat, Swing } from "../../protocol";
import { useEffect, useRef } from "preact/hooks";
import { Icon } from "../chrome";
import { usePage } from "../context";
import { withLetter } from "../settings";
import { SeatMark } from "../table/seat-mark";
import type { AppWords } from "../words";
import { decidedText } from "./decided";
import { givenTo, isBy } from "./review";

type Name = (seat: Seat) => string;

/** An action in words, or what chance brought. */
export interface SwingWords {
  readonly played: string;
  /** None of luck. */
  readonly better: string | null;
}

/** What a turning point was, in a few words: a mistake only if it is one for certain. */
export function swingTitle(t: AppWords, swing: Swing, name: Name): string {
  if (swing.kind === "luck") {
    const seats = givenTo(swing.given).map(({ seat, share }) => `${name(seat)} ${t.review.signed(share, swing.error)}`);
    return t.review.luck(seats.join(", "), t.review.error(swing.error));
  }
  return (swing.is_mistake ? t.review.mistake : t.review.close)(name(swing.seat), swing.lost, swing.error);
}

/** What was played and what would have been better, each with the sign that it has on the board. */
export function SwingText({ swing, words }: { readonly swing: Swing; readonly words: SwingWords }) {
  const { t } = usePage();
  if (swing.kind === "luck" || words.better === null) return <span>{words.played}</span>;
  return (
    <>
      <span>
        <i aria-hidden="true">○ </i>
        {t.review.played(words.played)}
      </span>
      <span>
        <i aria-hidden="true">✓ </i>
        {(swing.is_mistake ? t.review.better : t.review.perhaps)(words.better)}
      </span>
    </>
  );
}

export interface TurningProps {
  /** All turning points in their order, and the one that is looked at. */
  readonly swings: readonly Swing[];
  readonly swing: Swing | null;
  readonly name: Name;
  readonly wordsOf: (swing: Swing) => SwingWords;
  readonly onBeside: (by: 1 | -1) => void;
}

/** The turning point that is looked at, and the way to the next. */
export function Turning({ swings, swing, name, wordsOf, onBeside }: TurningProps) {
  const { t, settings } = usePage();
  if (swings.length === 0) return null;
  const at = swing === null ? -1 : swings.findIndex(({ step }) => step === swing.step);
  const button = (label: string, key: string, icon: "back" | "on", by: 1 | -1) => (
    <button
      type="button"
      class="quiet"
      aria-label={label}
      title={withLetter(settings, label, key)}
      aria-keyshortcuts={settings.letters ? key : undefined}
      onClick={() => onBeside(by)}
    >
      <Icon name={icon} />
    </button>
  );
  return (
    <div class={swing === null ? "turning-room" : "turning-room at-one"}>
      <div class="swing-bar">
        {button(t.review.previous, "B", "back", -1)}
        <span>{at < 0 ? t.review.counted(swings.length) : t.review.count(at + 1, swings.length)}</span>
        {button(t.review.next, "N", "on", 1)}
      </div>
      <div class="turning" aria-live="polite">
        {swing !== null && (
          <>
            <b>{swingTitle(t, swing, name)}</b>
            <SwingText swing={swing} words={wordsOf(swing)} />
          </>
        )}
      </div>
    </div>
  );
}

export interface SwingsProps {
  readonly analysis: Analysis;
  readonly game: GameId;
  /** Did anybody win? A draw, and a game that was closed, was not decided. */
  readonly isWon: boolean;
  /** In their order. */
  readonly swings: readonly Swing[];
  readonly swing: Swing | null;
  readonly looks: readonly SeatLook[];
  /** The reader's own seats. */
  readonly mine: readonly Seat[];
  readonly wordsOf: (swing: Swing) => SwingWords;
  readonly onSwing: (swing: Swing) => void;
  /** Did somebody come for them, and not for the game? */
  readonly isSought?: boolean;
}

export function Swings(props: SwingsProps) {
  const { analysis, swings, mine, isSought = false } = props;
  const { t } = usePage();
  const room = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isSought) return;
    room.current?.focus({ preventScroll: true });
    room.current?.scrollIntoView?.({ block: "nearest" });
  }, []);
  const own = swings.filter((swing) => isBy(swing, mine));
  const others = swings.filter((swing) => !isBy(swing, mine));
  return (
    <section class="review" aria-labelledby="swings" ref={room} tabIndex={-1}>
      <Decided {...props} />
      <h2 id="swings">{t.review.title}</h2>
      <p class="hidden" role="status">
        {analysis.is_done && t.review.done}
      </p>
      {analysis.is_done && swings.length === 0 && <p class="soft">{t.review.none}</p>}
      {own.length > 0 && <h3>{t.review.own}</h3>}
      <SwingList {...props} swings={own} />
      {own.length > 0 && others.length > 0 && <h3>{t.review.others}</h3>}
      <SwingList {...props} swings={others} />
      {analysis.is_done && analysis.looked_at < analysis.moments && (
        <p class="soft">{t.review.missing(analysis.moments - analysis.looked_at)}</p>
      )}
      {analysis.is_done && <p class="soft thought">{t.review.thought(analysis.iterations, analysis.seed)}</p>}
    </section>
  );
}

function SwingList({ swings, swing: shown, looks, wordsOf, onSwing }: SwingsProps) {
  const { t } = usePage();
  if (swings.length === 0) return null;
  return (
    <ol class="swings">
      {swings.map((swing) => {
        const look = swing.kind === "choice" ? looks[swing.seat] : undefined;
        return (
          <li key={swing.step}>
            <button
              type="button"
              class="level"
              aria-current={swing.step === shown?.step ? "step" : undefined}
              onClick={() => onSwing(swing)}
            >
              <b>
                {look === undefined ? null : <SeatMark look={look} />}
                {swingTitle(t, swing, (seat) => looks[seat]?.name ?? "")}
              </b>
              <SwingText swing={swing} words={wordsOf(swing)} />
            </button>
          </li>
        );
      })}
    </ol>
  );
}

/** What decided the game: luck or choices, and whose. */
function Decided({ analysis, game, isWon, looks }: Pick<SwingsProps, "analysis" | "game" | "isWon" | "looks">) {
  const { t, w } = usePage();
  const said = decidedText(t, w, { analysis, game, isWon, name: (seat) => looks[seat]?.name ?? "" });
  return said === null ? null : (
    <>
      {isWon && <h2>{t.review.decided}</h2>}
      <p class="decided">{said}</p>
    </>
  );
}
