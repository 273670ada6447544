/** A table as a hook: the session of the person at it, and what can be said to it. */

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Refusal, ToClient } from "../../protocol";
import { type Visit, type Wish, Refused } from "../../house/house";
import { usePage } from "../context";
import { keepActed, keepSent, keepTold } from "../fair/witness";
import { heardOf, useBlocked } from "../people/blocked";
import { discreet } from "./discreet";
import { type Model, lastOwn } from "./model";
import { Promises } from "./promises";
import { NOBODY_HERE, type Session, type SessionEvent, step } from "./session";

export interface TableLink {
  readonly session: Session;
  /** What is shown of the table. */
  readonly model: Model;
  readonly command: Visit["command"];
  readonly say: Visit["say"];
  /** Something befalls the session; what it answers is said to the table. */
  readonly on: (event: SessionEvent) => void;
}

/** After so many failures in a row the table itself is asked for: perhaps it is gone for good. */
const DOUBTFUL = 2;

export function useTable(id: string): TableLink {
  const { house } = usePage();
  const [session, setSession] = useState<Session>(NOBODY_HERE);
  const latest = useRef(session);
  const visit = useRef<Visit | null>(null);
  const sent = useRef(new Map<string, Wish>());

  const command: Visit["command"] = (wish) => {
    const { model } = latest.current;
    keepSent(id, wish, model.table, lastOwn(model)?.number ?? null);
    const name = visit.current?.command(wish) ?? "";
    sent.current.set(name, wish);
    return name;
  };
  const show = (next: Session) => {
    latest.current = next;
    setSession(next);
  };
  const on = (event: SessionEvent) => {
    const { session: next, reply } = step(latest.current, event);
    if (next !== latest.current) show(next);
    if (reply?.type === "act") command(reply);
    else if (reply !== undefined) visit.current?.say(reply);
  };

  useEffect(() => {
    show(NOBODY_HERE);
    let failures = 0;
    const promises = new Promises(id);
    const give = (refusal: Refusal) => {
      if (refusal.code !== "unknown-table") return;
      visit.current?.close();
      on({ type: "gone", refusal });
    };
    const ours = house.dial(id, {
      hears: (message) => {
        if (promises.isAnswered(message)) return;
        on({ type: "heard", message: spoken(latest.current.model, message), at: Date.now(), isSeen: !document.hidden });
        const { model } = latest.current;
        const { table, you, seq } = model;
        if ((message.type === "welcome" || message.type === "update") && table !== null) {
          const opening = message.type === "welcome" ? message.opening : undefined;
          keepTold(id, { seq, table, you, events: message.events ?? [], opening });
        }
        if (message.type === "welcome" || message.type === "update") {
          for (const reply of promises.answers(message, model)) {
            ours.say(reply);
            keepSent(id, reply, table, null);
          }
        }
        if (message.type === "acked") {
          const wish = sent.current.get(message.id);
          if (wish?.type === "act" && wish.seat !== undefined) keepActed(id, message.number, wish.seat, wish.action);
          sent.current.delete(message.id);
        }
      },
      link: (link) => {
        on({ type: "linked", link });
        failures = link === "live" ? 0 : link === "lost" ? failures + 1 : failures;
        if (failures === DOUBTFUL)
          house.look(id).catch((failure: unknown) => {
            if (failure instanceof Refused) give(failure.refusal);
          });
      },
      where: () => {
        const { seq, you } = latest.current.model;
        return { after: seq, seat: you.seats.length > 1 ? you.in_hand : null };
      },
    });
    visit.current = ours;
    const look = () => {
      // Nothing moves on a page that nobody sees.
      if (document.hidden) on({ type: "skipped" });
      else ours.wake();
    };
    addEventListener("online", look);
    document.addEventListener("visibilitychange", look);
    return () => {
      removeEventListener("online", look);
      document.removeEventListener("visibilitychange", look);
      ours.close();
    };
  }, [id]);

  const blocked = useBlocked();
  const { frame } = session;
  const chat = useMemo(() => heardOf(blocked, frame.table, frame.chat), [blocked, frame.table, frame.chat]);
  return useMemo(
    () => ({
      session,
      model: chat === frame.chat ? frame : { ...frame, chat },
      command,
      say: (message) => {
        keepSent(id, message, latest.current.model.table, null);
        visit.current?.say(message);
      },
      on,
    }),
    [session, chat],
  );
}

/** A message as it may be put into words at this screen; what is kept for the proof is kept as it was told. */
function spoken(model: Model, message: ToClient): ToClient {
  if (message.type !== "welcome" && message.type !== "update") return message;
  const game = (message.table ?? model.table)?.game;
  return game === undefined ? message : discreet(message, message.you ?? model.you, game);
}
