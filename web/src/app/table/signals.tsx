/** What is told to those who do not look at the board: by voice, title, badge, sound and notification. */

import { useEffect, useRef, useState } from "preact/hooks";
import type { TableEvent, TableState, You } from "../../protocol";
import type { Company } from "../../words";
import { usePage } from "../context";
import { loudness } from "../settings";
import { soundOfEnd, soundOfTurn } from "../sounds";
import { notify } from "../turns/notify";
import { setHere, setTitle } from "../turns/signal";
import { type Model, isMyTurn } from "./model";
import { logText } from "./side";

/** Is it told of aloud here? What a note, a banner or the list of people says by itself is not said twice. */
function isAnnounced(event: TableEvent, { seats }: Pick<You, "seats">): boolean {
  switch (event.what) {
    case "played":
      return event.told.effects.length > 0;
    case "committed":
    case "rematch":
      return false;
    case "sat-in":
      return !seats.includes(event.seat);
    default:
      return true;
  }
}

/** Tells a screen reader what happened and what is to be done. */
export function Announcer({
  model,
  table,
  company,
  prompt,
}: {
  readonly model: Model;
  readonly table: TableState;
  readonly company: Company;
  readonly prompt: string;
}) {
  const { t, w } = usePage();
  const { events, you } = model;
  // Which events, not how they were said: another language retells them, and what is taken back is told no more.
  const [lately, setLately] = useState<readonly number[]>([]);
  const told = useRef(model.seq);
  useEffect(() => {
    const last = Math.max(told.current, model.seenUpTo);
    told.current = model.seq;
    const fresh = events.filter((event) => event.number > last && isAnnounced(event, you));
    if (fresh.length > 0) setLately(fresh.map(({ number }) => number));
  }, [events]);
  const text = events
    .filter((event) => lately.includes(event.number) && event.is_undone !== true)
    .map((event) => logText(t, w, table, event, company, events))
    .filter((said) => said !== "")
    .join(" ");
  return (
    <div class="hidden" aria-live="polite">
      {text} {prompt}
    </div>
  );
}

/** A sound, the title, a badge and perhaps a notification when it is up to us. */
export function useTurnSignal(model: Model, gameName: string, isBusy: boolean): void {
  const { t, settings } = usePage();
  const isMine = isMyTurn(model) && !isBusy;
  const isOver = model.table?.status === "finished";
  const before = useRef({ isMine, isOver });
  useEffect(() => {
    setHere({ id: model.table?.id ?? "", isMine });
    setTitle(isMine ? `● ${t.yourTurnTitle} · ${gameName}` : `${gameName} · ${t.title}`);
    if (isMine && !before.current.isMine && document.hidden) {
      soundOfTurn(loudness(settings));
      notify(settings, { title: t.yourTurnTitle, body: gameName, tag: model.table?.id ?? "" }, () => undefined);
    }
    if (isOver && !before.current.isOver) soundOfEnd(loudness(settings));
    before.current = { isMine, isOver };
  }, [isMine, isOver, t, gameName]);
}

/** When the game ends before somebody's eyes, the focus that was on the board goes on to what can be done now. */
export function useEndFocus(isEnded: boolean): void {
  const before = useRef(isEnded);
  useEffect(() => {
    const hasJustEnded = isEnded && !before.current;
    before.current = isEnded;
    const active = document.activeElement;
    if (!hasJustEnded || active?.closest(".side, dialog") != null) return;
    const heading = document.querySelector<HTMLElement>(".end h2");
    if (heading === null) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [isEnded]);
}
