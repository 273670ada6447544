/** What each player did, as data: from the events of a table to deeds, and from a deed to what can be said of it. */

import type { Effect, Piece, Seat, Spot, TableEvent } from "../../protocol";

/** Who does something. */
export interface Doer {
  readonly seat: Seat;
  /** Is it the computer player that sits in for whoever has the seat? */
  readonly isStandIn: boolean;
}

/** What one player did in a row. */
export interface Deed extends Doer {
  readonly effects: readonly Effect[];
}

/** A piece and the places it came through, the first one included. */
export interface Move {
  readonly piece: Piece;
  readonly way: readonly Spot[];
  /** What its owner took where it arrived. */
  readonly gain: Piece | null;
}

/** A piece that stood somewhere. */
export interface Stood {
  readonly piece: Piece;
  readonly at: Spot;
}

/** One thing that can be said of a player: what they did, or what else happened by it. */
export type Clause =
  | { readonly is: "rolled"; readonly dice: readonly number[] }
  | { readonly is: "moved"; readonly moves: readonly Move[] }
  | { readonly is: "pushed"; readonly moves: readonly Move[] }
  | { readonly is: "hit"; readonly hits: readonly Stood[] }
  | { readonly is: "captured"; readonly captures: readonly Stood[] }
  | { readonly is: "matured"; readonly at: readonly Spot[] }
  | { readonly is: "capped"; readonly owner: Seat | null; readonly at: Spot }
  | { readonly is: "seated"; readonly at: Spot }
  | { readonly is: "swapped"; readonly given: Piece; readonly taken: Piece; readonly by: Seat }
  | { readonly is: "sent"; readonly piece: Piece }
  | { readonly is: "taken"; readonly piece: Piece; readonly isFetched: boolean }
  | { readonly is: "dropped"; readonly piece: Piece; readonly at: Spot }
  | { readonly is: "kept"; readonly card: string | null }
  | { readonly is: "forfeited"; readonly dice: readonly number[] }
  | { readonly is: "passed" }
  /** What nobody at the table does, or somebody else: it is told in a sentence of its own. */
  | { readonly is: "besides"; readonly effect: Effect };

/**
 * The seat that an event belongs to: who acted, or whose dice roll. What else chance does belongs to whoever acted
 * before: a card is turned up because one was taken.
 */
export function doerOf(event: TableEvent, before: Seat | null): Seat | null {
  if (event.what !== "played") return before;
  if (event.told.seat !== null) return event.told.seat;
  const roll = event.told.effects.find((effect) => effect.effect === "rolled");
  return roll === undefined ? before : roll.by;
}

/** The seats in which computer players sit for somebody; a seat that was taken over for good is theirs. */
class Lent {
  readonly #seats = new Set<Seat>();

  constructor(before: readonly TableEvent[] = []) {
    for (const event of before) this.hear(event);
  }

  hear(event: TableEvent): void {
    if (event.what === "sat-in") this.#seats.add(event.seat);
    else if (event.what === "took-back" || event.what === "taken-over" || event.what === "came-in")
      this.#seats.delete(event.seat);
  }

  has(seat: Seat): boolean {
    return this.#seats.has(seat);
  }

  /** Did a computer player act in a seat of somebody? */
  isActing(event: TableEvent): boolean {
    return event.what === "played" && event.by_computer && event.told.seat !== null && this.has(event.told.seat);
  }
}

/** Who does each effect of the events from a place on, as far as somebody does. */
export function doersOf(events: readonly TableEvent[], from = 0): ReadonlyMap<Effect, Doer> {
  const doers = new Map<Effect, Doer>();
  const lent = new Lent(events.slice(0, from));
  const last = events.slice(0, from).findLast((event) => event.what === "played" && event.told.seat !== null);
  let seat = last?.what === "played" ? last.told.seat : null;
  for (const event of events.slice(from)) {
    lent.hear(event);
    seat = doerOf(event, seat);
    if (event.what !== "played" || seat === null) continue;
    const doer = { seat, isStandIn: lent.has(seat) };
    for (const effect of event.told.effects) doers.set(effect, doer);
  }
  return doers;
}

/** What was done in the events from a place on, player by player; what was taken back was not done. */
export function deedsOf(events: readonly TableEvent[], from = 0): readonly Deed[] {
  const deeds: Deed[] = [];
  const lent = new Lent(events.slice(0, from));
  let seat: Seat | null = null;
  for (const event of events.slice(from)) {
    lent.hear(event);
    if (event.what !== "played" || event.is_undone === true) continue;
    seat = doerOf(event, seat);
    if (seat === null) continue;
    const last = deeds.at(-1);
    const isStandIn = lent.isActing(event);
    if (last?.seat === seat)
      deeds[deeds.length - 1] = {
        seat,
        isStandIn: last.isStandIn || isStandIn,
        effects: [...last.effects, ...event.told.effects],
      };
    else deeds.push({ seat, isStandIn, effects: event.told.effects });
  }
  return deeds;
}

/** The place of the last event in which a seat acted itself, if it counts still: not the computer sitting in for it. */
export function lastActionOf(events: readonly TableEvent[], seat: Seat): number {
  const lent = new Lent();
  let last = -1;
  for (const [index, event] of events.entries()) {
    lent.hear(event);
    if (event.what !== "played" || event.is_undone === true || event.told.seat !== seat) continue;
    if (!lent.isActing(event)) last = index;
  }
  return last;
}

/**
 * What the others have done since a seat acted last, and the computer player that sat in for it. Its own dice are no
 * news, unless it could not use them: then its turn has gone by.
 */
export function since(events: readonly TableEvent[], seat: Seat): readonly Deed[] {
  return deedsOf(events, lastActionOf(events, seat) + 1).filter(
    (deed) => deed.seat !== seat || deed.isStandIn || deed.effects.some((effect) => effect.effect === "forfeited"),
  );
}

function isSame(one: Piece, other: Piece): boolean {
  return one.kind === other.kind && one.owner === other.owner;
}

/** What may happen between two hops of a chain. */
const CHAINED: ReadonlySet<Clause["is"]> = new Set(["captured", "matured", "hit", "capped"]);

/** What can be said of a deed, in its order; the hops of one piece are one way. */
export function clausesOf({ seat, effects }: Pick<Deed, "seat" | "effects">): readonly Clause[] {
  const clauses: Clause[] = [];
  /** What was pushed by a move that is told next. */
  let pushes: Move[] = [];
  /** The last clause of a kind, as long as nothing but what a chain brings has come after it. */
  const openAt = (kind: Clause["is"]) => {
    const index = clauses.findLastIndex(({ is }) => is === kind);
    const isOpen = clauses.slice(index + 1).every(({ is }) => CHAINED.has(is));
    return isOpen ? index : -1;
  };
  const replaceLast = (clause: Clause) => void clauses.splice(-1, 1, clause);
  const move = (piece: Piece, from: Spot, to: Spot) => {
    const next: Move = { piece, way: [from, to], gain: null };
    const index = openAt("moved");
    const before = clauses[index];
    if (before?.is === "moved") {
      const last = before.moves.at(-1);
      // A chain goes on where it was, whatever it has captured meanwhile.
      if (last !== undefined && isSame(last.piece, piece) && last.way.at(-1) === from) {
        const longer = { ...last, way: [...last.way, to] };
        clauses[index] = { ...before, moves: [...before.moves.slice(0, -1), longer] };
      } else if (index === clauses.length - 1) replaceLast({ ...before, moves: [...before.moves, next] });
      else clauses.push({ is: "moved", moves: [next] });
    } else clauses.push({ is: "moved", moves: [next] });
    if (pushes.length > 0) {
      clauses.push({ is: "pushed", moves: pushes.toReversed() });
      pushes = [];
    }
  };
  for (const effect of effects) {
    const last = clauses.at(-1);
    switch (effect.effect) {
      case "rolled":
        clauses.push({ is: "rolled", dice: effect.dice });
        break;
      case "hopped":
      case "stepped":
        move(effect.piece, effect.from, effect.to);
        break;
      case "pushed":
        pushes.push({ piece: effect.piece, way: [effect.from, effect.to], gain: null });
        break;
      case "hit": {
        const stood = { piece: effect.piece, at: effect.from };
        if (last?.is === "hit") replaceLast({ ...last, hits: [...last.hits, stood] });
        else clauses.push({ is: "hit", hits: [stood] });
        break;
      }
      case "captured": {
        const stood = { piece: effect.piece, at: effect.at };
        const index = openAt("captured");
        const before = clauses[index];
        if (before?.is === "captured") clauses[index] = { ...before, captures: [...before.captures, stood] };
        else clauses.push({ is: "captured", captures: [stood] });
        break;
      }
      case "matured": {
        const index = openAt("matured");
        const before = clauses[index];
        if (before?.is === "matured") clauses[index] = { ...before, at: [...before.at, effect.at] };
        else clauses.push({ is: "matured", at: [effect.at] });
        break;
      }
      case "capped":
        clauses.push({ is: "capped", owner: effect.piece.owner ?? null, at: effect.at });
        break;
      case "placed":
        if (effect.piece.kind !== "chief") break;
        if (last?.is === "besides" && last.effect.effect === "removed")
          replaceLast({
            is: "moved",
            moves: [{ piece: effect.piece, way: [last.effect.from, effect.at], gain: null }],
          });
        else clauses.push({ is: "seated", at: effect.at });
        break;
      case "sent":
        clauses.push({ is: "sent", piece: effect.piece });
        break;
      case "taken": {
        const arrived = last?.is === "moved" ? last.moves.at(-1) : undefined;
        // What a frog finds is told with its way: it belongs to the frog's owner, whoever moved it.
        if (last?.is === "moved" && arrived !== undefined && arrived.piece.owner === effect.by)
          replaceLast({ ...last, moves: [...last.moves.slice(0, -1), { ...arrived, gain: effect.piece }] });
        else if (effect.by === seat)
          clauses.push({ is: "taken", piece: effect.piece, isFetched: effect.from.startsWith("village") });
        else clauses.push({ is: "besides", effect });
        break;
      }
      case "given": {
        const gift = last?.is === "besides" ? last.effect : undefined;
        if (gift?.effect === "given" && gift.from === seat && gift.to === effect.from && effect.to === seat)
          replaceLast({ is: "swapped", given: gift.piece, taken: effect.piece, by: effect.from });
        else clauses.push({ is: "besides", effect });
        break;
      }
      case "dropped":
        if (effect.by === seat) clauses.push({ is: "dropped", piece: effect.piece, at: effect.at });
        else clauses.push({ is: "besides", effect });
        break;
      case "kept":
        clauses.push({ is: "kept", card: effect.card });
        break;
      case "forfeited":
        clauses.push({ is: "forfeited", dice: effect.dice });
        break;
      case "passed":
        clauses.push({ is: "passed" });
        break;
      case "removed":
      case "eaten":
        clauses.push({ is: "besides", effect });
        break;
      case "scored":
        // What is counted at the end is told there.
        if (!effects.some(({ effect: kind }) => kind === "ended")) clauses.push({ is: "besides", effect });
        break;
      case "starts":
      case "dealt":
      case "revealed":
      case "ended":
        break;
    }
  }
  if (pushes.length > 0) clauses.push({ is: "pushed", moves: pushes.toReversed() });
  return clauses;
}
