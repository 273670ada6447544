/** What this browser saw of a table while it was played: it is compared with the proof afterwards. */

import type { TableEvent, TableState, ToServer, Who, You } from "../../protocol";
import { forget, recall, remember } from "../keep";

/** What was told of an event, in the words of the proof; `?` stands in texts for what may not be known. */
export type Told = Readonly<Record<string, unknown>> & { readonly kind: string };

export interface Witness {
  /** Every event that was told, by number: what, and the head after it. */
  readonly events: Readonly<Record<number, readonly [told: Told, head: string]>>;
  /** The events that this browser's own actions led to, as the server acknowledged them: seat and action. */
  readonly acts: Readonly<Record<number, readonly [seat: number, action: string]>>;
  /** What this browser agreed to take back, or asked for: the seat and the first event. */
  readonly agreed: readonly string[];
  /** The last event when this browser first had a seat: what was agreed to before may have been agreed to elsewhere. */
  readonly since: number | null;
  /** An event that was taken back in the name of somebody at this screen, who had not agreed. */
  readonly unagreed: number | null;
  /** The events that the table began from, as they were shown. */
  readonly opening: readonly string[];
  /** Has this browser sent its seed, and has the server said that it has it? */
  readonly hasSent: boolean;
  readonly hasShown: boolean;
  /** An event that was told in two ways that cannot both be true. */
  readonly conflict: number | null;
}

const EMPTY: Witness = {
  events: {},
  acts: {},
  agreed: [],
  since: null,
  unagreed: null,
  opening: [],
  hasSent: false,
  hasShown: false,
  conflict: null,
};

/** How many tables are kept, and how many events of one. */
const MOST_TABLES = 20;
const MOST_EVENTS = 5_000;

/** What was told of an event, as the proof would say it. */
export function toldOf(event: TableEvent): Told {
  switch (event.what) {
    case "opened":
    case "abandoned":
      return { kind: event.what };
    case "seated": {
      const { sitter } = event;
      const by: Who | null =
        sitter.is === "person"
          ? { person: sitter.person }
          : sitter.is === "computer"
            ? { computer: sitter.level }
            : null;
      return { kind: "seated", seat: event.seat, by, agreed_to_opening: event.agreed_to_opening ?? false };
    }
    case "played": {
      const { seat, event: text } = event.told;
      return seat === null
        ? { kind: "chance", event: text }
        : { kind: "action", seat, event: text, by_computer: event.by_computer };
    }
    case "undone":
      return { kind: "undo", seat: event.seat, from: event.from, agreed: event.agreed };
    default: {
      const { number: _, at: __, head: ___, is_undone: ____, what, ...rest } = event;
      return { kind: what, ...rest };
    }
  }
}

/** Does a text fit what was told of it? `?` fits any word. */
export function fits(text: string, whole: string): boolean {
  const [words, others] = [text.split(" "), whole.split(" ")];
  return words.length === others.length && words.every((word, index) => word === "?" || word === others[index]);
}

/** Two tellings of one event as one, or nothing if they contradict each other. */
function merged(one: Told, other: Told): Told | null {
  const [{ event: text, ...rest }, { event: more, ...same }] = [one, other];
  if (JSON.stringify(rest) !== JSON.stringify(same)) return null;
  if (typeof text !== "string" || typeof more !== "string") return one;
  const [words, others] = [text.split(" "), more.split(" ")];
  const isSame =
    words.length === others.length &&
    words.every((word, index) => word === "?" || others[index] === "?" || word === others[index]);
  return isSame ? { ...one, event: words.map((word, index) => (word === "?" ? others[index] : word)).join(" ") } : null;
}

/** A witness after it was told something more. */
export function afterTold(witness: Witness, more: readonly TableEvent[]): Witness {
  const events: Record<number, readonly [Told, string]> = { ...witness.events };
  let { conflict } = witness;
  for (const event of more) {
    const before = events[event.number];
    if (before === undefined) {
      if (event.number <= MOST_EVENTS) events[event.number] = [toldOf(event), event.head];
      continue;
    }
    const both = merged(before[0], toldOf(event));
    if (both === null || before[1] !== event.head) conflict ??= event.number;
    else events[event.number] = [both, event.head];
  }
  return { ...witness, events, conflict };
}

/** The number and the head of the last event that was told. */
export function lastHead(witness: Witness): readonly [number: number, head: string] | null {
  const last = Math.max(0, ...Object.keys(witness.events).map(Number));
  const head = witness.events[last]?.[1];
  return head === undefined ? null : [last, head];
}

const key = (id: string) => `fair.${id}`;

export function witnessOf(id: string): Witness | null {
  const kept = recall<Partial<Witness> | null>(key(id), null);
  return kept === null ? null : { ...EMPTY, ...kept };
}

/** Changes what is kept of a table. What another window has kept meanwhile stays; the oldest tables make room. */
function keep(id: string, change: (witness: Witness) => Witness): void {
  const ids = recall<readonly string[]>("fair", []);
  const order = [id, ...(Array.isArray(ids) ? ids : []).filter((other) => other !== id)];
  for (const old of order.splice(MOST_TABLES)) forget(key(old));
  remember("fair", order);
  remember(key(id), change(witnessOf(id) ?? EMPTY));
}

/** Keeps nothing of any table any more. */
export function forgetWitnesses(): void {
  for (const id of recall<readonly string[]>("fair", [])) forget(key(id));
  forget("fair");
}

/** What an observer has just heard of a table. */
export interface Heard {
  readonly seq: number;
  readonly table: TableState;
  readonly you: You;
  readonly events: readonly TableEvent[];
  readonly opening?: readonly string[] | undefined;
}

/** Keeps what a message told. A table that was over before this browser came to it is not witnessed. */
export function keepTold(id: string, { seq, table, you, events, opening }: Heard): void {
  const known = witnessOf(id);
  const isOver = table.status === "finished" || table.status === "abandoned";
  if (isOver && known === null) return;
  const hasShown =
    known !== null && (known.hasShown || (known.hasSent && table.status === "starting" && !you.is_seed_wanted));
  const isSeated = you.seats.length > 0;
  if (
    known !== null &&
    events.length === 0 &&
    opening === undefined &&
    hasShown === known.hasShown &&
    (known.since !== null || !isSeated)
  )
    return;
  const persons = new Set(
    table.seats.flatMap(({ seat, sitter }) =>
      you.seats.includes(seat) && sitter.is === "person" ? [sitter.person] : [],
    ),
  );
  keep(id, (before) => {
    const since = before.since ?? (isSeated ? seq : null);
    const isUnagreed = (event: TableEvent) =>
      event.what === "undone" &&
      before.events[event.number] === undefined &&
      since !== null &&
      event.number > since &&
      event.agreed.some((person) => persons.has(person)) &&
      !before.agreed.includes(`${event.seat} ${event.from}`);
    return {
      ...afterTold(before, events),
      since,
      hasShown,
      unagreed: before.unagreed ?? events.find(isUnagreed)?.number ?? null,
      opening: opening ?? before.opening,
    };
  });
}

/** Keeps that a command was given: what it agrees to counts from then on. */
export function keepSent(id: string, command: ToServer, table: TableState | null, from: number | null): void {
  if (command.type === "answer-undo" && command.agree && table !== null && table.undo !== null) {
    const { undo } = table;
    keep(id, (before) => ({ ...before, agreed: [...before.agreed, `${undo.seat} ${undo.from}`] }));
  } else if (command.type === "undo" && command.seat !== undefined && from !== null) {
    const agreed = `${command.seat} ${from}`;
    keep(id, (before) => ({ ...before, agreed: [...before.agreed, agreed] }));
  } else if (command.type === "reveal") {
    keep(id, (before) => ({ ...before, hasSent: true }));
  }
}

/** Keeps that an action was acknowledged. */
export function keepActed(id: string, number: number, seat: number, action: string): void {
  keep(id, (before) => ({ ...before, acts: { ...before.acts, [number]: [seat, action] } }));
}
