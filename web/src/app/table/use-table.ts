/** A table as a hook: its model, and what can be said to it. */

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Refusal, ToServer } from "../../protocol";
import { Refused, api, socketAddress } from "../api";
import { commitmentOf } from "../fair/draws";
import { keepActed, keepSent, keepTold } from "../fair/witness";
import { gameOf, keepGame, newSeed } from "../keep";
import { Line, browserWorld } from "./line";
import { EMPTY, type Model, heard, lastOwn } from "./model";

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
  const sent = useRef(new Map<string, Parameters<Line["command"]>[0]>());

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
        const { table, you, seq } = latest.current;
        if ((message.type === "welcome" || message.type === "update") && table !== null) {
          const opening = message.type === "welcome" ? message.opening : undefined;
          keepTold(id, { seq, table, you, events: message.events ?? [], opening });
        }
        if (message.type === "welcome" || message.type === "update") answer(id, latest.current, ours);
        if (message.type === "acked") {
          const command = sent.current.get(message.id);
          if (command?.type === "act" && command.seat !== undefined) keepActed(id, message.number, command.seat, command.action);
          sent.current.delete(message.id);
        }
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
    command: (command) => {
      keepSent(id, command as ToServer, latest.current.table, lastOwn(latest.current)?.number ?? null);
      const name = line.current?.command(command) ?? "";
      sent.current.set(name, command);
      return name;
    },
    say: (message) => line.current?.say(message),
    dismiss: () => update((now) => ({ ...now, notice: null })),
  }), [model]);
}

/** What the page answers by itself: a commitment while it counts, and the seed once it is frozen. */
function answer(id: string, model: Model, line: Line): void {
  const { table, you } = model;
  if (table === null || you.seats.length === 0) return;
  let seed = gameOf(id)?.seed ?? null;
  if (table.status === "waiting" && (you.is_commitment_wanted || seed === null)) {
    // A seat that came from another device has a commitment whose seed stayed there.
    seed ??= newSeed().seed;
    keepGame({ id, seed, commitment: table.commitment });
    line.say({ type: "commit", commitment: commitmentOf(seed) });
  }
  if (seed === null || !you.is_seed_wanted) return;
  // Whoever shows a seed before all commitments are settled lets the last one choose the dice.
  const commitment = commitmentOf(seed);
  const isFrozen = model.events.some((event) => event.what === "frozen" && event.players.some((player) => player.commitment === commitment));
  if (!isFrozen) return;
  line.say({ type: "reveal", seed });
  keepSent(id, { type: "reveal", seed }, table, null);
}
