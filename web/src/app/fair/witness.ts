/** What this browser saw of a table while it was played: it is compared with the proof afterwards. */

import type { Seat, TableEvent, TableState, ToServer, Who, You } from "../../protocol";
import type { Wish } from "../../house/house";
import { forget, recall, remember } from "../keep";

/** What was told of an event, in the words of the proof; `?` stands in texts for what may not be known. */
export type Told = Readonly<Record<string, unknown>> & { readonly kind: string };

export interface Witness {
  /** Every event that was told, by number: what, and the head after it. */
  readonly events: Readonly<Record<number, readonly [told: Told, head: string]>>;
  /** The events that this browser's own actions led to, as the server acknowledged them: seat and action. */
  readonly acts: Readonly<Record<number, readonly [seat: number, action: string]>>;
  /** What this browser agreed to or asked for, as it was sent: what to take back, changes of the lobby, being ready. */
  readonly agreed: readonly string[];
  /** The last event when this browser first had a seat: what was agreed to before may have been agreed to elsewhere. */
  readonly since: number | null;
  /** Our number among the people there, once we had a seat. */
  readonly person: number | null;
  /** An event in the name of somebody at this screen, who had not agreed. */
  readonly unagreed: number | null;
  /** The events that the table began from, as they were shown. */
  readonly opening: readonly string[];
  /** Has this browser sent its seed, and has the server said that it has it? */
  readonly hasSent: boolean;
  readonly hasShown: boolean;
  /** An event that was told in two ways that cannot both be true. */
  readonly conflict: number | null;
  /** Was there no room for something that was told or said? */
  readonly isPartial: boolean;
}

const EMPTY: Witness = {
  events: {},
  acts: {},
  agreed: [],
  since: null,
  person: null,
  unagreed: null,
  opening: [],
  hasSent: false,
  hasShown: false,
  conflict: null,
  isPartial: false,
};

/** How many tables are kept, if there is room for them. */
const MOST_TABLES = 20;
/** How many events of one table are kept: more than a log has, which takes nothing but its end after 10,000. */
const MOST_EVENTS = 11_000;

/** What was told of an event, as the proof would say it. */
export function toldOf(event: TableEvent): Told {
  switch (event.what) {
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
    case "chose":
      // What was chosen is no part of what is told of it.
      return { kind: "chose", seat: event.seat, ...(event.is_taken_back ? { event: null } : {}) };
    case "came-in":
      return {
        kind: "came-in",
        seat: event.seat,
        person: event.person,
        agreed_to_opening: event.agreed_to_opening ?? false,
      };
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
  let { conflict, isPartial } = witness;
  for (const event of more) {
    const before = events[event.number];
    if (before === undefined) {
      if (event.number <= MOST_EVENTS) events[event.number] = [toldOf(event), event.head];
      else isPartial = true;
      continue;
    }
    const both = merged(before[0], toldOf(event));
    if (both === null || before[1] !== event.head) conflict ??= event.number;
    else events[event.number] = [both, event.head];
  }
  return { ...witness, events, conflict, isPartial };
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

/**
 * Changes what is kept of a table. What another window has kept meanwhile stays; the oldest tables make room. If that
 * is not enough, what was kept before stays, with a note that something is missing.
 */
function keep(id: string, change: (witness: Witness) => Witness): void {
  const ids = recall<readonly string[]>("fair", []);
  const order = [id, ...(Array.isArray(ids) ? ids : []).filter((other) => other !== id)];
  for (const old of order.splice(MOST_TABLES)) forget(key(old));
  const before = witnessOf(id) ?? EMPTY;
  const after = change(before);
  while (!(remember("fair", order) && remember(key(id), after))) {
    if (order.length === 1) {
      // Not longer than what stands there, so that it fits.
      remember(key(id), { ...before, isPartial: true });
      return;
    }
    forget(key(order.pop() ?? id));
  }
}

/** Keeps nothing of any table any more, nor what people were called there. */
export function forgetWitnesses(): void {
  forget("names");
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
    const told = afterTold(before, events);
    const moved = movedBy(events, new Set(you.seats), table.seats.length);
    const isUnagreed = (event: TableEvent) =>
      before.events[event.number] === undefined &&
      since !== null &&
      event.number > since &&
      !hasAgreed(told, event, persons, moved);
    return {
      ...told,
      since,
      person: before.person ?? (isSeated ? you.person : null),
      hasShown,
      // What was agreed to may be what there was no room for.
      unagreed: before.unagreed ?? (before.isPartial ? null : (events.find(isUnagreed)?.number ?? null)),
      opening: opening ?? before.opening,
    };
  });
}

/** The swaps by which people at this screen came to sit where they do: one goes back from there. */
function movedBy(events: readonly TableEvent[], seats: ReadonlySet<Seat>, among: number): ReadonlySet<number> {
  const moved = new Set<number>();
  let mine = seats;
  for (const event of events.toReversed()) {
    if (event.what === "began") mine = new Set([...mine].map((seat) => (seat + event.first) % among));
    if (event.what !== "swapped") continue;
    const [one, other] = event.seats;
    if (mine.has(one) || mine.has(other)) moved.add(event.number);
    mine = new Set([...mine].map((seat) => (seat === one ? other : seat === other ? one : seat)));
  }
  return moved;
}

/** Was this sent from here, as far as it is said in the name of people at this screen? */
function hasAgreed(
  { agreed, events }: Witness,
  event: TableEvent,
  mine: ReadonlySet<number>,
  moved: ReadonlySet<number>,
): boolean {
  switch (event.what) {
    case "undone":
      return !event.agreed.some((person) => mine.has(person)) || agreed.includes(`${event.seat} ${event.from}`);
    case "arranged":
      return !mine.has(event.person) || agreed.includes("arrange");
    case "swapped":
      return !(mine.has(event.person) || moved.has(event.number)) || agreed.includes(swapOf(event.seats));
    case "ready": {
      if (!event.is_ready || !mine.has(event.person) || agreed.includes(`ready ${event.seq}`)) return true;
      // Whoever changes something speaks for everybody at their screen.
      const change = events[event.seq]?.[0];
      const isOurs = mine.has(Number(change?.["person"])) || (change?.kind === "seated" && agreed.includes("fill"));
      return (change?.kind === "arranged" || change?.kind === "swapped" || change?.kind === "seated") && isOurs;
    }
    default:
      return true;
  }
}

const swapOf = (seats: readonly Seat[]) => `swap ${seats.toSorted((one, other) => one - other).join(" ")}`;

/** What somebody agrees to by a command. */
function agreedBy(command: ToServer | Wish, table: TableState | null, from: number | null): string | null {
  switch (command.type) {
    case "answer-undo":
      return command.agree && table !== null && table.undo !== null ? `${table.undo.seat} ${table.undo.from}` : null;
    case "undo":
      return command.seat !== undefined && from !== null ? `${command.seat} ${from}` : null;
    case "ready":
      return command.is_ready ? `ready ${command.seq}` : null;
    case "swap":
      return swapOf([command.seat, command.with]);
    case "answer-swap":
      return command.agrees ? swapOf([command.seat, command.with]) : null;
    case "arrange":
    case "fill":
      return command.type;
    default:
      return null;
  }
}

/** Keeps that a command was given: what it agrees to counts from then on. */
export function keepSent(id: string, command: ToServer | Wish, table: TableState | null, from: number | null): void {
  const agreed = agreedBy(command, table, from);
  if (agreed !== null)
    keep(id, (before) => (before.agreed.includes(agreed) ? before : { ...before, agreed: [...before.agreed, agreed] }));
  else if (command.type === "reveal") keep(id, (before) => ({ ...before, hasSent: true }));
}

/** Keeps that an action was acknowledged. */
export function keepActed(id: string, number: number, seat: number, action: string): void {
  keep(id, (before) => ({ ...before, acts: { ...before.acts, [number]: [seat, action] } }));
}
