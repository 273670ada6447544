/** What is told to those who do not look at the board: by voice, title, badge, sound and notification. */

import { useEffect, useRef, useState } from "preact/hooks";
import type { Effect, GameId } from "../../protocol";
import { type Company, sentences } from "../../words";
import { usePage } from "../context";
import { loudness } from "../settings";
import { soundOfEnd, soundOfTurn } from "../sounds";
import { type Model, isMyTurn } from "./model";

/** Tells a screen reader what happened and what is to be done. */
export function Announcer({
  model,
  game,
  company,
  prompt,
}: {
  readonly model: Model;
  readonly game: GameId;
  readonly company: Company;
  readonly prompt: string;
}) {
  const { w } = usePage();
  // What happened is kept, not how it was said: after another language was chosen it is said in that one.
  const [lately, setLately] = useState<readonly Effect[]>([]);
  const told = useRef(model.seq);
  useEffect(() => {
    const fresh = model.events.filter(({ number }) => number > told.current);
    told.current = model.seq;
    const effects = fresh.flatMap((event) => (event.what === "played" ? event.told.effects : []));
    if (effects.length > 0) setLately(effects);
  }, [model.events]);
  const text = sentences(w, game, lately, company).join(" ");
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
    document.title = isMine ? `● ${t.yourTurnTitle} · ${gameName}` : `${gameName} · ${t.title}`;
    const { setAppBadge, clearAppBadge } = navigator as {
      setAppBadge?: (count?: number) => Promise<void>;
      clearAppBadge?: () => Promise<void>;
    };
    const badge = isMine ? setAppBadge?.call(navigator, 1) : clearAppBadge?.call(navigator);
    badge?.catch(() => undefined);
    if (isMine && !before.current.isMine && document.hidden) {
      soundOfTurn(loudness(settings));
      if (settings.notify && "Notification" in window && Notification.permission === "granted") {
        const note = new Notification(t.yourTurnTitle, {
          body: gameName,
          tag: model.table?.id ?? "",
          icon: "/icon-192.png",
        });
        note.addEventListener("click", () => {
          focus();
          note.close();
        });
      }
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
