import assert from "node:assert/strict";
import { test } from "node:test";
import type { ClockKind, TableLine, TableList } from "../src/protocol";
import { iconWith, titleWith } from "../src/app/turns/signal";
import { momentText } from "../src/app/turns/moments";
import { notify } from "../src/app/turns/notify";
import { turnsOf, untold } from "../src/app/turns/turns";
import { HIDDEN_EVERY, type Look, SEEN_EVERY, Watch, type Word } from "../src/app/turns/watch";
import { elapsed, isWeekend } from "../src/app/turns/weekend";

const DAY = 86_400_000;
const HOUR = 3_600_000;
/** A Friday at midnight, UTC. */
const FRIDAY = 1_793_923_200_000;

function line(id: string, change: Partial<TableLine> = {}): TableLine {
  return {
    id,
    game: "hop-it",
    status: "playing",
    seats: [
      { is: "person", person: 1, name: "Ana" },
      { is: "person", person: 2, name: "Bo" },
    ],
    clock: { kind: "days", days: 3 },
    opening_events: 0,
    is_practice: false,
    options: {},
    takes_newcomers: false,
    mine: [0],
    created_at: 0,
    changed_at: 0,
    turn: { seats: [0], until: 5_000, moved: 1, number: 7 },
    ...change,
  };
}

test("a turn is one's own if the game waits for a seat of one's own", () => {
  const { turn: _, ...silent } = line("silent");
  const list: TableList = {
    now: 1_000,
    tables: [
      line("later", { turn: { seats: [0], until: 9_000, moved: 1, number: 3 } }),
      line("theirs", { turn: { seats: [1], until: 5_000, moved: 0, number: 8 } }),
      line("untimed", { turn: { seats: [0], until: null, moved: null, number: 0 } }),
      line("sooner"),
      line("over", { status: "finished" }),
      silent,
    ],
  };
  const turns = turnsOf(list, 1_500);
  assert.deepEqual(
    turns.map(({ table, until }) => [table.id, until]),
    [
      ["sooner", 5_500],
      ["later", 9_500],
      ["untimed", null],
    ],
    "what is due first comes first, by our own clock",
  );
});

test("a turn is told of once, and the next one at the same table again", () => {
  const at = (number: number) =>
    turnsOf({ now: 0, tables: [line("a", { turn: { seats: [0], until: null, moved: 1, number } })] }, 0);
  const first = untold(at(3), {});
  assert.equal(first.fresh.length, 1);
  assert.equal(untold(at(3), first.told).fresh.length, 0);
  assert.equal(untold(at(5), first.told).fresh.length, 1);
  assert.deepEqual(untold([], first.told).told, {}, "what is over is forgotten");
});

test("weekends do not count if they are off", () => {
  const off = (offset: number): ClockKind => ({ kind: "days", days: 3, weekends_off: offset });
  assert.equal(elapsed(off(0), FRIDAY, FRIDAY + 3 * DAY), DAY);
  assert.equal(elapsed(off(60), FRIDAY + 23 * HOUR, FRIDAY + 3 * DAY - HOUR), 0);
  assert.equal(elapsed(off(-600), FRIDAY + DAY, FRIDAY + 3 * DAY), 10 * HOUR);
  assert.equal(elapsed({ kind: "days", days: 3 }, FRIDAY, FRIDAY + 3 * DAY), 3 * DAY);
  assert.equal(isWeekend(off(0), FRIDAY + DAY), true);
  assert.equal(isWeekend(off(0), FRIDAY + DAY - 1), false);
  assert.equal(isWeekend(off(-60), FRIDAY + DAY), false, "it is Friday there");
  assert.equal(isWeekend({ kind: "days", days: 3 }, FRIDAY + DAY), false);
});

test("title and icon say how many tables wait", () => {
  assert.equal(titleWith("Rainette", 0), "Rainette");
  assert.equal(titleWith("Rainette", 2), "(2) Rainette");
  assert.match(decodeURIComponent(iconWith(3)), /^data:image\/svg\+xml,<svg.*>3<\/text><\/svg>$/);
  assert.match(decodeURIComponent(iconWith(12)), />9\+<\/text>/);
});

test("a moment is said by its day, in both languages", () => {
  const tuesday = new Date(2026, 10, 10, 14, 5).getTime();
  assert.match(momentText("en", tuesday, tuesday - DAY), /^Tue.*14:05$/);
  assert.match(momentText("fr", tuesday, tuesday - DAY), /^mar.*14:05$/);
  assert.match(momentText("en", tuesday, tuesday - 9 * DAY), /10 Nov/);
});

/** Tabs of one browser, whose timers go off when they are told to. */
class Tabs {
  time = 0;
  asked = 0;
  isWorthIt = true;
  /** The tables that the server lists. */
  tables: readonly TableLine[] = [];
  /** Tabs that the browser has stopped: they hear nothing, and their timers wait. */
  readonly frozen = new Set<number>();
  readonly watches: Watch[] = [];
  readonly looks: Look[][] = [];
  readonly hidden: boolean[] = [];
  readonly #timers: { tab: number; at: number; ring: () => void }[] = [];
  readonly #waiting: (() => void)[] = [];

  open(isHidden = false): number {
    const tab = this.watches.length;
    this.hidden.push(isHidden);
    this.looks.push([]);
    const world = {
      now: () => this.time,
      isHidden: () => this.hidden[tab] === true,
      isWorthIt: () => this.isWorthIt,
      ask: () => {
        this.asked += 1;
        return Promise.resolve<TableList>({ now: this.time, tables: this.tables });
      },
      later: (ms: number, then: () => void) => {
        const timer = { tab, at: this.time + ms, ring: then };
        this.#timers.push(timer);
        return () => void (timer.at = Infinity);
      },
      lead: (then: () => void) => {
        this.#waiting.push(then);
        return () => {
          if (this.#waiting[0] === then) {
            this.#waiting.shift();
            this.#waiting[0]?.();
          }
        };
      },
      say: (word: Word) =>
        this.watches.forEach((watch, other) => other !== tab && !this.frozen.has(other) && watch.hears(word)),
    };
    this.watches.push(new Watch(world, (look) => this.looks[tab]?.push(look)));
    if (this.#waiting.length === 1) this.#waiting[0]?.();
    return tab;
  }

  async pass(ms: number): Promise<void> {
    const end = this.time + ms;
    for (;;) {
      const due = this.#timers
        .filter(({ tab, at }) => at <= end && !this.frozen.has(tab))
        .toSorted((a, b) => a.at - b.at)[0];
      if (due === undefined) break;
      this.time = Math.max(this.time, due.at);
      due.at = Infinity;
      due.ring();
      await Promise.resolve();
    }
    this.time = end;
    await Promise.resolve();
  }
}

test("of several tabs one asks, and all are told", async () => {
  const tabs = new Tabs();
  for (let tab = 0; tab < 3; tab += 1) tabs.open();
  await tabs.pass(1);
  assert.equal(tabs.asked, 1);
  await tabs.pass(4 * SEEN_EVERY);
  assert.equal(tabs.asked, 5, "four times a minute, however many tabs there are");
  assert.deepEqual(
    tabs.looks.map((looks) => looks.length),
    [5, 5, 5],
  );
  assert.deepEqual(
    tabs.looks.map((looks) => looks[0]?.isLeader),
    [true, false, false],
  );
});

test("if nobody looks, one asks once a minute, and says that nobody looks", async () => {
  const tabs = new Tabs();
  tabs.open(true);
  tabs.open(true);
  await tabs.pass(5 * HIDDEN_EVERY);
  assert.equal(tabs.asked, 6);
  assert.equal(tabs.looks[0]?.at(-1)?.isSeen, false);
});

test("a tab that is seen makes the hidden one that asks ask more often", async () => {
  const tabs = new Tabs();
  tabs.open(true);
  const seen = tabs.open();
  await tabs.pass(4 * SEEN_EVERY + 1);
  assert.ok(tabs.asked >= 4, `${tabs.asked}`);
  assert.equal(tabs.looks[0]?.at(-1)?.isSeen, true, "somebody looks, though not here");
  tabs.hidden[seen] = true;
  const before = tabs.asked;
  await tabs.pass(4 * HIDDEN_EVERY);
  assert.ok(tabs.asked - before <= 6, "and no longer once nobody looks");
  assert.equal(tabs.looks[0]?.at(-1)?.isSeen, false);
});

test("when the tab that asks is closed another one asks", async () => {
  const tabs = new Tabs();
  tabs.open();
  tabs.open();
  await tabs.pass(1);
  tabs.watches[0]?.close();
  await tabs.pass(2 * SEEN_EVERY);
  assert.ok(tabs.asked >= 2);
  assert.equal(tabs.looks[1]?.at(-1)?.isLeader, true);
});

test("when the last game has ended nothing waits any more, at any tab", async () => {
  const tabs = new Tabs();
  tabs.open();
  tabs.open();
  tabs.tables = [line("last")];
  await tabs.pass(2 * SEEN_EVERY);
  const waiting = () => tabs.looks.map((looks) => looks.at(-1)?.list.tables.length);
  assert.deepEqual(waiting(), [1, 1]);
  tabs.isWorthIt = false;
  const before = tabs.asked;
  tabs.watches[1]?.refresh();
  assert.deepEqual(waiting(), [0, 0], "whoever comes back from it is told at once");
  const told = tabs.looks[0]?.length;
  await tabs.pass(4 * SEEN_EVERY);
  assert.deepEqual([tabs.asked, tabs.looks[0]?.length], [before, told], "and then there is nothing to ask or say");
});

test("a tab that is seen asks itself while the one that asks is frozen", async () => {
  const tabs = new Tabs();
  tabs.open(true);
  tabs.open();
  await tabs.pass(4 * SEEN_EVERY);
  assert.ok(tabs.looks[1]?.every(({ isLeader }) => !isLeader));
  tabs.frozen.add(0);
  const [asked, looks] = [tabs.asked, tabs.looks[1]?.length ?? 0];
  await tabs.pass(6 * SEEN_EVERY);
  assert.ok(tabs.asked - asked >= 4 && (tabs.looks[1]?.length ?? 0) - looks >= 4, `${tabs.asked - asked}`);
  assert.equal(tabs.looks[1]?.at(-1)?.isSeen, true);
  tabs.frozen.delete(0);
  await tabs.pass(2 * SEEN_EVERY);
  const again = tabs.asked;
  await tabs.pass(4 * SEEN_EVERY);
  assert.ok(tabs.asked - again <= 5, "once it wakes it asks alone again");
});

test("a browser that throws at a notification takes nothing else down", () => {
  const shown: string[] = [];
  const as = (make: (title: string) => void) => {
    const Note = class extends EventTarget {
      static readonly permission = "granted";
      constructor(title: string) {
        super();
        make(title);
      }
    };
    Object.assign(globalThis, { Notification: Note });
  };
  const note = { title: "Your turn", body: "Hop It!", tag: "a" };
  as(() => {
    throw new TypeError("Illegal constructor. Use ServiceWorkerRegistration.showNotification() instead.");
  });
  notify({ notify: true }, note, () => undefined);
  as((title) => shown.push(title));
  notify({ notify: false }, note, () => undefined);
  notify({ notify: true }, note, () => undefined);
  Reflect.deleteProperty(globalThis, "Notification");
  notify({ notify: true }, note, () => undefined);
  assert.deepEqual(shown, ["Your turn"]);
});
