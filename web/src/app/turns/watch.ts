/**
 * Watches for turns while the page is open. Of several tabs of one browser one asks the server; it tells the others. It
 * asks four times a minute while somebody looks at any of them, and once if nobody does.
 */

import type { TableList } from "../../protocol";

export const SEEN_EVERY = 15_000;
export const HIDDEN_EVERY = 60_000;
/** What was just asked is not asked again, whatever happens. */
const LEAST = 2_000;

/** What one tab says to the others. */
export type Word =
  | { readonly is: "looking"; readonly isNews: boolean }
  | { readonly is: "listed"; readonly list: TableList; readonly at: number };

/** The browser around a watch. */
export interface WatchWorld {
  now(): number;
  /** Is this tab out of sight? */
  isHidden(): boolean;
  /** Is there a game that could wait for somebody? */
  isWorthIt(): boolean;
  ask(): Promise<TableList>;
  later(ms: number, then: () => void): () => void;
  /** Calls once this tab is the one that asks; gives it up when told to. */
  lead(then: () => void): () => void;
  /** Says something to the other tabs. */
  say(word: Word): void;
}

/** What came of a look. */
export interface Look {
  readonly list: TableList;
  /** When it came, by our clock. */
  readonly at: number;
  /** Is anybody looking at a tab of this browser? */
  readonly isSeen: boolean;
  /** Does this tab speak for all of them? */
  readonly isLeader: boolean;
}

export class Watch {
  #isLeader = false;
  #askedAt = -Infinity;
  /** When another tab last said that somebody looks at it. */
  #seenAt = -Infinity;
  /** When another tab last told what it was answered. */
  #heardAt: number;
  /** Does the last list name a table? */
  #isListed = false;
  #isOver = false;
  #cancel: () => void = () => undefined;
  readonly #resign: () => void;

  constructor(
    readonly world: WatchWorld,
    readonly came: (look: Look) => void,
  ) {
    this.#heardAt = world.now();
    this.#resign = world.lead(() => {
      this.#isLeader = true;
      this.#tick();
    });
    this.#tick();
  }

  /** Another tab says something. */
  hears(word: Word): void {
    if (this.#isOver) return;
    if (word.is === "looking") {
      this.#seenAt = this.world.now();
      if (this.#isLeader) this.#askIfDue(word.isNews ? LEAST : SEEN_EVERY);
    } else if (!this.#isLeader) {
      this.#heardAt = this.world.now();
      this.#take(word.list, word.at);
    }
  }

  /** This tab came into sight, or went out of it. */
  wake(): void {
    this.#tick();
  }

  /** Something has changed here, so that what was listed may be wrong. */
  refresh(): void {
    if (this.#isOver) return;
    if (this.#isLeader) this.#askIfDue(LEAST);
    else this.world.say({ is: "looking", isNews: true });
  }

  close(): void {
    this.#isOver = true;
    this.#cancel();
    this.#resign();
  }

  #isSeen(): boolean {
    return !this.world.isHidden() || this.world.now() - this.#seenAt < SEEN_EVERY * 2;
  }

  #tick(): void {
    this.#cancel();
    if (this.#isOver) return;
    const every = this.#isSeen() ? SEEN_EVERY : HIDDEN_EVERY;
    if (this.#isLeader) this.#askIfDue(every);
    else if (!this.world.isHidden()) {
      this.world.say({ is: "looking", isNews: false });
      // The tab that asks may be frozen: browsers stop tabs that nobody looks at.
      if (this.world.now() - this.#heardAt >= SEEN_EVERY * 2 - LEAST) this.#askIfDue(SEEN_EVERY);
    }
    this.#cancel = this.world.later(every, () => this.#tick());
  }

  #askIfDue(every: number): void {
    const now = this.world.now();
    if (!this.world.isWorthIt()) {
      // The last game has ended: what was listed of it is true no more.
      if (this.#isListed) this.#tell({ tables: [], now });
      return;
    }
    // A timer may come a little early.
    if (now - this.#askedAt < every - LEAST / 2) return;
    this.#askedAt = now;
    this.world.ask().then(
      (list) => {
        if (!this.#isOver) this.#tell(list);
      },
      // The next look may fare better.
      () => undefined,
    );
  }

  #tell(list: TableList): void {
    const at = this.world.now();
    this.world.say({ is: "listed", list, at });
    this.#take(list, at);
  }

  #take(list: TableList, at: number): void {
    this.#isListed = list.tables.length > 0;
    this.came({ list, at, isSeen: this.#isSeen(), isLeader: this.#isLeader });
  }
}
