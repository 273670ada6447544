/** Following a game as a hook: what the others did, what is looked at instead, and the keys for both. */

import { useEffect, useMemo } from "preact/hooks";
import { boardOf } from "../../boards";
import type { SeatLook } from "../../boards/board";
import type { Effect, GameId, Replay, Seat, TableState } from "../../protocol";
import { usePage } from "../context";
import { type Deed, deedsOf, lastActionOf, since } from "./deeds";
import { type Model, turnOf } from "./model";
import type { Past } from "./past";
import { isBusy, isRecalling } from "./session";
import { type Drawn, NOTHING_DRAWN, drawnOf } from "./trails";
import type { TableLink } from "./use-table";

export interface Following {
  /** What the others did since the turn of whoever looks. */
  readonly deeds: readonly Deed[];
  /** What is drawn of it, or of the moment that is looked back at. */
  readonly drawn: Drawn;
  /** What was seen of the last event that is shown. */
  readonly effects: readonly Effect[];
  readonly again: () => void;
}

const NO_DEEDS: readonly Deed[] = [];
const NO_EFFECTS: readonly Effect[] = [];

/** Through whose eyes a recap is told: one's own, or those of the player whose turn it is. */
export function viewpointOf(model: Model): Seat | null {
  const { seats } = model.you;
  return seats.length === 1 ? (seats[0] ?? null) : turnOf(model);
}

/** The views of a replay by the numbers of their events; under nought the one before all of them. */
export function viewsOf({ view, steps }: Replay): Past {
  const views = new Map([[0, view]]);
  for (const step of steps) views.set(step.number, step.view);
  return views;
}

export function useFollowing(link: TableLink, table: TableState, looks: readonly SeatLook[]): Following {
  const { house, settings } = usePage();
  const { letters } = settings;
  const { session, model, on } = link;
  const { events, you } = model;
  const { aside } = session;
  const seat = viewpointOf(model);
  const deeds = useMemo(
    () => (seat === null || table.status !== "playing" ? NO_DEEDS : since(events, seat)),
    [events, seat, table.status],
  );
  const at = aside?.is === "looking" ? aside.number : null;
  const drawn = useMemo(() => {
    const board = boardOf<GameId>(table.game);
    if (at === null) return drawnOf(deeds, board, looks);
    const event = events.find(({ number }) => number === at);
    return event === undefined ? NOTHING_DRAWN : drawnOf(deedsOf([event]), board, looks);
  }, [deeds, at, looks]);
  const last = events.findLast(
    (event) => event.what === "played" && event.is_undone !== true && (at === null || event.number <= at),
  );

  const isAsking = isRecalling(session);
  useEffect(() => {
    if (!isAsking) return undefined;
    let isHere = true;
    // One's own knowledge, and no more: the table tells a seat what it was told then.
    const eyes = you.in_hand ?? you.seats[0] ?? null;
    house.replay(table.id, eyes === null ? "spectator" : `${eyes}`).then(
      (replay) => isHere && on({ type: "recalled", views: viewsOf(replay) }),
      () => isHere && on({ type: "recalled", views: null }),
    );
    return () => {
      isHere = false;
    };
  }, [isAsking, you.in_hand]);

  const again = () => {
    if (seat !== null && deeds.length > 0 && !isBusy(session))
      on({ type: "again", from: lastActionOf(events, seat) + 1 });
  };
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isElsewhere =
        event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]") !== null;
      if (isElsewhere || (event.target as Element | null)?.closest?.("input, textarea, select") != null) return;
      if (event.key === "Escape" && session.aside?.is === "looking") {
        event.stopPropagation();
        event.preventDefault();
        on({ type: "returns" });
      } else if (letters && event.key.toLowerCase() === "r") again();
    };
    addEventListener("keydown", onKey, true);
    return () => removeEventListener("keydown", onKey, true);
  }, [session, letters]);
  return { deeds, drawn, effects: last?.what === "played" ? last.told.effects : NO_EFFECTS, again };
}
