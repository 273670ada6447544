/** A table as a hook: its model, and what can be said to it. */

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Refusal } from "../../protocol";
import { Refused, api, socketAddress } from "../api";
import { gameOf, keepGame, newSeed } from "../keep";
import { Line, browserWorld } from "./line";
import { EMPTY, type Model, heard } from "./model";

export interface TableLink {
  readonly model: Model;
  readonly command: Line["command"];
  readonly say: Line["say"];
  readonly dismiss: () => void;
}

/** After so many failures in a row the table itself is asked for: perhaps it is gone for good. */
const DOUBTFUL = 2;

export function useTable(id: string): TableLink {
  const [model, setModel] = useState<Model>(EMPTY);
  const latest = useRef(model);
  const update = (change: (model: Model) => Model) => {
    latest.current = change(latest.current);
    setModel(latest.current);
  };
  const line = useRef<Line | null>(null);

  useEffect(() => {
    update(() => EMPTY);
    let failures = 0;
    const give = (refusal: Refusal) => {
      if (refusal.code !== "unknown-table") return;
      line.current?.close();
      update((now) => ({ ...now, link: "gone", refused: refusal }));
    };
    const ours = new Line(browserWorld(socketAddress(id, location)), {
      hears: (message) => {
        update((now) => heard(now, message, Date.now()));
        if (message.type === "welcome" || message.type === "update") answer(id, latest.current, ours);
      },
      link: (link) => {
        update((now) => ({ ...now, link }));
        failures = link === "live" ? 0 : link === "lost" ? failures + 1 : failures;
        if (failures === DOUBTFUL) api.table(id).catch((failure: unknown) => { if (failure instanceof Refused) give(failure.refusal); });
      },
      where: () => {
        const { seq, you } = latest.current;
        return { after: seq, seat: you.seats.length > 1 ? you.in_hand : null };
      },
    });
    line.current = ours;
    const wake = () => { if (!document.hidden) ours.wake(); };
    addEventListener("online", wake);
    document.addEventListener("visibilitychange", wake);
    return () => {
      removeEventListener("online", wake);
      document.removeEventListener("visibilitychange", wake);
      ours.close();
    };
  }, [id]);

  return useMemo(() => ({
    model,
    command: (command) => line.current?.command(command) ?? "",
    say: (message) => line.current?.say(message),
    dismiss: () => update((now) => ({ ...now, notice: null })),
  }), [model]);
}

/** What the page answers by itself: seeds for the dice. */
function answer(id: string, model: Model, line: Line): void {
  const { table, you } = model;
  if (table === null || you.seats.length === 0) return;
  if (table.status === "waiting" && !you.seats.some((seat) => table.seats[seat]?.has_committed === true) && gameOf(id)?.seed == null) {
    const { seed, commitment } = newSeed();
    keepGame({ id, seed, commitment: table.commitment });
    line.say({ type: "commit", commitment });
  }
  const seed = gameOf(id)?.seed;
  if (you.is_seed_wanted && seed != null) line.say({ type: "reveal", seed });
}
