/** What is told to those who do not look at the board: by voice, title, badge, sound and notification. */

import { useEffect, useRef, useState } from "preact/hooks";
import type { GameId } from "../../protocol";
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
  const [text, setText] = useState("");
  const told = useRef(model.seq);
  useEffect(() => {
    const fresh = model.events.filter(({ number }) => number > told.current);
    told.current = model.seq;
    const lines = fresh.flatMap((event) =>
      event.what === "played" ? sentences(w, game, event.told.effects, company) : [],
    );
    if (lines.length > 0) setText(lines.join(" "));
  }, [model.events]);
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
