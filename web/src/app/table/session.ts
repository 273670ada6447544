/**
 * A person at a table: what was heard, the one moment of it that is shown, what is still to be acted out before their
 * eyes, and the action that they are saying. Everything that is drawn of the game is drawn from `frame`, so that board,
 * log, players, scores and prompt are always of the same event. No DOM, no clock, no socket.
 */

import type { Effect, Objection, Refusal, Seat, TableEvent, TableState, ToClient, You } from "../../protocol";
import { NO_CHOICES } from "../../input/choices";
import { type Input, type Outcome, back, begin } from "../../input/input";
import { FACTS } from "../../protocol/facts";
import { type Doer, doersOf } from "./deeds";
import { type Aside, type Past, againFrom, kept } from "./past";
import { EMPTY, type Link, type Model, askedSeat, heard, isAfresh, isMyTurn } from "./model";

/** Something that happened and is to be acted out: what is seen of it, and how things are afterwards. */
export interface Moment {
  /** The number of its last event. */
  readonly number: number;
  readonly effects: readonly Effect[];
  /** The seats that do it, each once: those who act, and those whose dice roll. */
  readonly actors: readonly Seat[];
  /** Who does each of the effects. */
  readonly doers: ReadonlyMap<Effect, Doer>;
  readonly model: Model;
}

/** What is to be said to the person until they go on. */
export type Said =
  | { readonly is: "refused"; readonly refusal: Refusal }
  | { readonly is: "because"; readonly objection: Objection | null }
  | { readonly is: "not-now" };

export interface Session {
  /** Everything that was heard, as it is now. */
  readonly model: Model;
  /** What is shown of the game: the model as it was at one event. */
  readonly frame: Model;
  /** What was heard and is not shown yet, in order; the first of it is being acted out. */
  readonly coming: readonly Moment[];
  /** The action that is being said; nothing while something is acted out. */
  readonly input: Input;
  /** The action that waits for the person's confirmation. */
  readonly asked: string | null;
  /** Is an action on its way to the table? */
  readonly isSent: boolean;
  readonly said: Said | null;
  readonly wantsRematch: boolean;
  /** The views that were told, by the number of the event after which each was. */
  readonly past: Past;
  /** What the person looks at instead of the frame: a moment that has gone by, or what others did, once more. */
  readonly aside: Aside | null;
}

export const NOBODY_HERE: Session = {
  model: EMPTY,
  frame: EMPTY,
  coming: [],
  input: begin(),
  asked: null,
  isSent: false,
  said: null,
  wantsRematch: false,
  past: new Map(),
  aside: null,
};

/** What befalls a session. */
export type SessionEvent =
  /** A message came at a moment of our clock; nobody looks at the page unless `isSeen`. */
  | { readonly type: "heard"; readonly message: ToClient; readonly at: number; readonly isSeen: boolean }
  | { readonly type: "linked"; readonly link: Link }
  /** There is nothing to be seen here. */
  | { readonly type: "gone"; readonly refusal: Refusal }
  /** What was coming has been acted out up to a number. */
  | { readonly type: "settled"; readonly number: number }
  /** Everything that is coming is shown at once. */
  | { readonly type: "skipped" }
  /** The person pointed at something; `confirms` if they want to be asked before an action is sent. */
  | { readonly type: "chosen"; readonly outcome: Outcome; readonly confirms: boolean }
  /** The person, or the page for them, plays an action. */
  | { readonly type: "sent"; readonly action: string }
  /** The last choice is taken back. */
  | { readonly type: "back" }
  /** The person looks back at the moment after an event. */
  | { readonly type: "looks-back"; readonly number: number }
  /** The person wants to see once more what the others did since a place among the events. */
  | { readonly type: "again"; readonly from: number }
  /** Views of earlier moments were found; none if they cannot be had. */
  | { readonly type: "recalled"; readonly views: Past | null }
  /** The person comes back to the game. */
  | { readonly type: "returns" }
  | { readonly type: "wants-rematch" };

/** What the table is to be told. */
export type Reply =
  | { readonly type: "act"; readonly seq: number; readonly action: string; readonly seat?: Seat }
  | { readonly type: "why-not"; readonly spots: string[] };

export interface Step {
  readonly session: Session;
  readonly reply?: Reply;
}

/** Is something being acted out? */
export function isBusy(session: Session): boolean {
  return session.coming.length > 0 || session.aside?.is === "again";
}

/** Whether an earlier moment is asked for that was not told to this page. */
export function isRecalling({ aside }: Session): boolean {
  return aside !== null && aside.view === null && !aside.isLost;
}

/** Whether the person may choose something now. */
export function mayChoose(session: Session): boolean {
  if (session.aside !== null) return false;
  return !isBusy(session) && !session.isSent && isMyTurn(session.frame) && session.frame.position?.choices != null;
}

export function step(session: Session, event: SessionEvent): Step {
  switch (event.type) {
    case "heard":
      return { session: hearing(session, event.message, event.at, event.isSeen) };
    case "linked":
      return { session: live({ ...session, model: { ...session.model, link: event.link } }) };
    case "gone":
      return { session: live({ ...session, model: { ...session.model, link: "gone", refused: event.refusal } }) };
    case "settled":
      return { session: settled(session, event.number) };
    case "skipped":
      return { session: skipped(session) };
    case "chosen":
      return chosen({ ...session, said: null }, event.outcome, event.confirms);
    case "sent":
      return sent(session, event.action);
    case "back":
      return { session: { ...session, asked: null, input: back(session.input) } };
    case "looks-back":
      return { session: looking(session, event.number) };
    case "again":
      return { session: isBusy(session) ? session : again({ ...session, aside: null }, event.from) };
    case "recalled":
      return { session: recalled(session, event.views) };
    case "returns":
      return { session: session.aside === null ? session : { ...session, aside: null } };
    case "wants-rematch":
      return { session: { ...session, wantsRematch: true } };
  }
}

function hearing(session: Session, message: ToClient, at: number, isSeen: boolean): Session {
  const before = session.model;
  const model = heard(before, message, at);
  const hasOtherKnowledge = isOtherHand(before, model) || before.you.in_hand !== model.you.in_hand;
  const past = kept(hasOtherKnowledge ? new Map() : session.past, model);
  const now = told({ ...session, model, past }, message);
  const known = before.events.at(-1)?.number ?? 0;
  const fresh = model.events.filter(({ number }) => number > known);
  // What nobody saw begin is shown as it is: a page just opened, another player's knowledge, something taken back.
  const isCut =
    !isSeen ||
    session.frame.position === null ||
    (message.type === "welcome" && isAfresh(before, message)) ||
    fresh.some(({ what }) => what === "undone") ||
    isOtherHand(before, model);
  if (isCut) return shown({ ...now, coming: [], aside: hasOtherKnowledge ? null : now.aside }, model);
  const effects = fresh.filter(({ number }) => number > model.seenUpTo).flatMap(effectsOf);
  const last = now.coming.at(-1);
  if (effects.length === 0 && last === undefined) return shown(now, model);
  if (fresh.length === 0 && last !== undefined)
    return live({ ...now, coming: [...now.coming.slice(0, -1), { ...last, model }] });
  return live({ ...now, coming: [...now.coming, momentOf(before, fresh, effects, model)] });
}

function momentOf(before: Model, fresh: readonly TableEvent[], effects: readonly Effect[], model: Model): Moment {
  const doers = doersOf(model.events, before.events.length);
  return { number: model.seq, effects, actors: actorsOf(fresh), doers, model };
}

/** What a message says to the person. */
function told(session: Session, message: ToClient): Session {
  // What was refused before is no news once something else is granted, or has happened.
  if (message.type === "update" && (message.events?.length ?? 0) > 0) return { ...session, said: null };
  if (message.type === "acked" && session.said?.is === "refused") return { ...session, said: null };
  if (message.type === "because") return { ...session, said: { is: "because", objection: message.objection } };
  if (message.type !== "refused") return session;
  const { type: _, ...refusal } = message;
  return {
    ...session,
    said: { is: "refused", refusal },
    isSent: false,
    input: begin(session.frame.position?.choices ?? NO_CHOICES),
  };
}

function effectsOf(event: TableEvent): readonly Effect[] {
  return event.what === "played" ? event.told.effects : [];
}

function actorsOf(events: readonly TableEvent[]): readonly Seat[] {
  const seats = events.flatMap((event) => {
    if (event.what !== "played") return [];
    return [event.told.seat, ...effectsOf(event).map((effect) => (effect.effect === "rolled" ? effect.by : null))];
  });
  return [...new Set(seats.filter((seat) => seat !== null))];
}

/** At a shared screen with secrets another player's knowledge is another picture. */
function isOtherHand(before: Model, after: Model): boolean {
  const game = after.table?.game;
  return before.you.in_hand !== after.you.in_hand && game !== undefined && FACTS[game].has_secrets;
}

function settled(session: Session, number: number): Session {
  const { aside } = session;
  if (aside?.is === "again" && aside.coming[0]?.number === number) {
    const [done, ...later] = aside.coming;
    return { ...session, aside: later.length === 0 ? null : { ...aside, view: done.view, coming: later } };
  }
  const [first, ...rest] = session.coming;
  if (first === undefined || number < first.number) return session;
  return shown({ ...session, coming: rest }, first.model);
}

function skipped(session: Session): Session {
  if (session.aside?.is === "again") return { ...session, aside: null };
  return session.coming.length > 0 && session.aside === null
    ? shown({ ...session, coming: [] }, session.model)
    : session;
}

function looking(session: Session, number: number): Session {
  const view = session.past.get(number) ?? null;
  return { ...session, aside: { is: "looking", number, view, isLost: false, seq: session.model.seq } };
}

function again(session: Session, from: number): Session {
  const found = againFrom(session.frame.events, from, session.past);
  const aside: Aside =
    found === null
      ? { is: "again", from, view: null, isLost: false, coming: [] }
      : { is: "again", from, isLost: false, ...found };
  return found?.coming.length === 0 ? session : { ...session, aside };
}

/** What was asked for is shown, now that it is known, or it is not to be had. */
function recalled(session: Session, views: Past | null): Session {
  const { aside } = session;
  const past = views === null ? session.past : new Map([...views, ...session.past]);
  const next = { ...session, past };
  if (aside === null || !isRecalling(session)) return next;
  if (aside.is === "looking") {
    const view = past.get(aside.number) ?? null;
    return { ...next, aside: { ...aside, view, isLost: view === null } };
  }
  return againFrom(session.frame.events, aside.from, past) === null
    ? { ...next, aside: null }
    : again({ ...next, aside: null }, aside.from);
}

/** Shows another moment: with another position what was half said is forgotten. */
function shown(session: Session, moment: Model): Session {
  const isOther = moment.position !== session.frame.position;
  const next = live({ ...session, frame: moment });
  return isOther ? { ...next, input: begin(moment.position?.choices ?? NO_CHOICES), asked: null, isSent: false } : next;
}

/** What is no part of the game is shown as it is now, whatever is acted out: the line, who is here, clocks, chat. */
function live(session: Session): Session {
  const { model, frame } = session;
  const { seq, head, position, events, you, table } = frame;
  return {
    ...session,
    frame: { ...model, seq, head, position, events, you: youAt(you, model.you), table: tableAt(table, model.table) },
  };
}

function youAt(then: You, now: You): You {
  return { ...now, in_hand: then.in_hand, hand_over: then.hand_over };
}

function tableAt(then: TableState | null, now: TableState | null): TableState | null {
  if (then === null || now === null) return then;
  const seats = now.seats.map((seat, index) => ({
    ...seat,
    out: then.seats[index]?.out ?? null,
    may_choose: then.seats[index]?.may_choose ?? false,
    has_chosen: then.seats[index]?.has_chosen ?? false,
    stand_in: then.seats[index]?.stand_in ?? null,
  }));
  return { ...now, status: then.status, result: then.result, seats };
}

function chosen(session: Session, outcome: Outcome, confirms: boolean): Step {
  const { frame } = session;
  switch (outcome.is) {
    case "refused": {
      if (!isMyTurn(frame) || isBusy(session)) {
        const isPlayer = frame.table?.status === "playing" && frame.you.seats.length > 0;
        return { session: { ...session, said: isPlayer && !isBusy(session) ? { is: "not-now" } : null } };
      }
      return session.isSent ? { session } : { session, reply: { type: "why-not", spots: [...outcome.spots] } };
    }
    case "changed":
      return { session: { ...session, asked: null, input: isBusy(session) ? session.input : outcome.input } };
    case "said":
      return confirms
        ? { session: { ...session, asked: outcome.action } }
        : sent({ ...session, asked: null }, outcome.action);
  }
}

function sent(session: Session, action: string): Step {
  if (!mayChoose(session)) return { session };
  const { frame } = session;
  const seat = askedSeat(frame);
  return {
    session: { ...session, isSent: true, asked: null, input: begin(), said: null },
    reply: { type: "act", seq: frame.seq, action, ...(seat === null ? {} : { seat }) },
  };
}
