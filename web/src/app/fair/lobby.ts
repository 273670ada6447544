/** A table before the start, from its proof: who sits where, what is arranged, who is ready, and who starts. */

import type { Entry, Proof, Seat, Settings, Who } from "../../protocol";
import { lot, sorted } from "./draws";
import { SETTINGS } from "./proof";

/** Whoever opened the table. */
const HOST = 1;

const isLevel = (level: number) => Number.isInteger(level) && level >= 1 && level <= 8;
const same = (one: unknown, other: unknown) => sorted(one) === sorted(other);

export class Lobby {
  sits: ReadonlyMap<Seat, Who> = new Map();
  /** Who has to start, once the seeds are shown, until it is said. */
  due: { readonly first: Seat; readonly isLot: boolean } | null = null;
  isLot = false;
  #settings: Settings | null = null;
  #ready = new Set<number>();
  /** The last event by which somebody had to say anew that they are ready. */
  #asked = 0;
  /** Who sat down last before the start, also if they have left. */
  #last: ReadonlyMap<Seat, Who> = new Map();
  /** May people who come later play on for computer players? */
  #takesNewcomers = false;
  readonly #removed = new Set<number>();
  /** Everybody who has ever sat there. */
  readonly #sat: Set<number>;
  /** How far the seats were turned when it was said who starts. */
  #turned = 0;

  constructor(private readonly proof: Proof) {
    // Whoever gave the opening knows what it hides, and does not come in later.
    this.#sat = new Set(proof.opening.length > 0 ? [HOST] : []);
  }

  /** The options as they are arranged. */
  get options(): Settings["options"] {
    return this.#settings?.options ?? this.proof.options;
  }

  get hasClock(): boolean {
    return this.#settings !== null && this.#settings.clock.kind !== "none";
  }

  /** Is this the level at which computer players sit in? Whoever waits cannot choose another. */
  isStandIn(level: number): boolean {
    return this.#settings?.stand_in === level;
  }

  /** Has this person sat here, or is it the host? */
  #knows(person: number): boolean {
    return person === HOST || this.#sat.has(person);
  }

  #personAt(seat: Seat): number | null {
    const who = this.sits.get(seat);
    return who !== undefined && "person" in who ? who.person : null;
  }

  /** Everybody but these people has to say anew that they are ready. */
  #askBut(number: number, agreed: readonly (number | null)[]): void {
    this.#ready = new Set([...this.#ready].filter((person) => agreed.includes(person)));
    this.#asked = number;
  }

  #isFirst(seat: Seat): boolean {
    const starts = this.#settings?.starts;
    return starts?.is === "seat" && starts.seat === seat;
  }

  /** Takes in who sits where and what is arranged; false if it cannot happen there. */
  takes(entry: Entry): boolean {
    const isSeat = (seat: Seat) => seat >= 0 && seat < this.proof.seats;
    if ("seat" in entry && !isSeat(entry.seat)) return false;
    switch (entry.kind) {
      case "opened":
        this.#settings = entry.settings;
        this.#takesNewcomers = entry.newcomers;
        return this.#canBe(entry.settings) && same(entry.settings.options, this.proof.options);
      case "arranged":
        return entry.person === HOST && this.#arranges(entry.number, entry.settings);
      case "seated": {
        const before = this.sits.get(entry.seat);
        const isOther =
          before !== undefined && "computer" in before && "computer" in entry.by && !same(before, entry.by);
        const isFree = (before === undefined || isOther) && (!("computer" in entry.by) || isLevel(entry.by.computer));
        this.sits = new Map([...this.sits, [entry.seat, entry.by]]);
        // It is another game if somebody else starts, and with any computer player.
        const last = this.#last.get(entry.seat);
        this.#last = new Map([...this.#last, [entry.seat, entry.by]]);
        const isComputer = "computer" in entry.by;
        const isOtherFirst = last !== undefined && !same(last, entry.by) && this.#isFirst(entry.seat);
        if (isComputer || isOtherFirst) this.#askBut(entry.number, isComputer ? [HOST] : []);
        if ("person" in entry.by) this.#ready.add(entry.by.person);
        if ("person" in entry.by) this.#sat.add(entry.by.person);
        const isAsked = this.proof.opening.length > 0 && "person" in entry.by;
        const isRemoved = "person" in entry.by && this.#removed.has(entry.by.person);
        return isFree && !isRemoved && entry.agreed_to_opening === isAsked;
      }
      case "left": {
        const person = this.#personAt(entry.seat);
        if (!this.sits.has(entry.seat) || (entry.is_removed && person === null)) return false;
        if (entry.is_removed && person !== null) this.#removed.add(person);
        if (person === null) this.#askBut(entry.number, [HOST]);
        this.sits = new Map([...this.sits].filter(([seat]) => seat !== entry.seat));
        return true;
      }
      case "swapped": {
        const [one, other] = entry.seats;
        if (one === other || !isSeat(one) || !isSeat(other)) return false;
        const moved = (all: ReadonlyMap<Seat, Who>) =>
          new Map([...all].map(([seat, who]) => [seat === one ? other : seat === other ? one : seat, who] as const));
        [this.sits, this.#last] = [moved(this.sits), moved(this.#last)];
        const people = [this.#personAt(one), this.#personAt(other)];
        if (this.#isFirst(one) || this.#isFirst(other)) this.#askBut(entry.number, [...people, entry.person]);
        // The host moves computer players.
        const isHosts = entry.person === HOST && people.every((person) => person === null);
        return people.includes(entry.person) || (isHosts && (this.sits.has(one) || this.sits.has(other)));
      }
      case "came-in": {
        const who = this.sits.get(entry.seat);
        const isNew = who !== undefined && "computer" in who && !this.#sat.has(entry.person);
        this.sits = new Map([...this.sits, [entry.seat, { person: entry.person }]]);
        this.#sat.add(entry.person);
        return this.#takesNewcomers && isNew && entry.agreed_to_opening === this.proof.opening.length > 0;
      }
      case "ready":
        if (entry.is_ready) this.#ready.add(entry.person);
        else this.#ready.delete(entry.person);
        return (
          [...this.sits.keys()].some((seat) => this.#personAt(seat) === entry.person) &&
          entry.seq < entry.number &&
          (!entry.is_ready || entry.seq >= this.#asked)
        );
      case "committed":
        return this.#knows(entry.person);
      case "abandoned":
        return entry.by === null || this.#knows(entry.by);
      case "frozen": {
        const people = [...this.sits.values()].flatMap((who) => ("person" in who ? [who.person] : []));
        return this.sits.size === this.proof.seats && people.every((person) => this.#ready.has(person));
      }
      default:
        return true;
    }
  }

  #arranges(number: number, settings: Settings): boolean {
    const before = this.#settings;
    this.#settings = settings;
    if (before === null || !this.#canBe(settings) || same(before, settings)) return false;
    const isSame = same(before.options, settings.options) && same(before.starts, settings.starts);
    if (!isSame || !same(before.clock, settings.clock) || before.is_public !== settings.is_public)
      this.#askBut(number, [HOST]);
    return isSame || this.proof.opening.length === 0;
  }

  #canBe(settings: Settings): boolean {
    const { starts } = settings;
    const isThere = starts.is === "lot" || (starts.seat >= 0 && starts.seat < this.proof.seats);
    return isThere && isLevel(settings.stand_in) && Object.keys(settings).toSorted().join(" ") === SETTINGS;
  }

  /** The seeds are shown: it follows who starts. */
  start(seeds: readonly string[]): void {
    const starts = this.#settings?.starts;
    const { seats, server } = this.proof;
    if (starts?.is === "lot") this.due = { first: lot(seats, server.seed, seeds), isLot: true };
    else if (starts !== undefined && starts.seat !== 0) this.due = { first: starts.seat, isLot: false };
  }

  /** It is said who starts: whoever sits there has seat 0, and the others follow; false if it is somebody else. */
  begins({ first, is_lot: isLot }: Extract<Entry, { kind: "began" }>): boolean {
    const isIt = this.due?.first === first && this.due.isLot === isLot;
    this.due = null;
    this.isLot = isLot;
    this.#turned = first;
    this.sits = new Map([...this.sits].map(([seat, who]) => [this.#turn(seat), who]));
    return isIt;
  }

  #turn(seat: Seat): Seat {
    const { seats } = this.proof;
    return (((seat - this.#turned) % seats) + seats) % seats;
  }

  /** The seats at which people play who sat there when the commitments were frozen. */
  now(seats: readonly Seat[]): readonly Seat[] {
    return seats.map((seat) => this.#turn(seat)).toSorted((a, b) => a - b);
  }
}
