/** The turns that wait for somebody, as a hook of the whole page: watched, counted, and told of. */

import { useEffect, useRef, useState } from "preact/hooks";
import type { House } from "../../house/house";
import { isOver, myGames, recall, remember } from "../keep";
import { sitterName } from "../table/names";
import type { Page } from "../context";
import { mine } from "./mine";
import { notify } from "./notify";
import { setWaiting, tableHere } from "./signal";
import { type Told, type Turn, turnsOf, untold } from "./turns";
import { Watch, type WatchWorld, type Word } from "./watch";

const CHANNEL = "rainette.turns";

function isWorthIt(): boolean {
  return myGames().some((game) => game.mine && !isOver(game));
}

/** The browser as a watch knows it. */
function browserWorld(house: House, say: (word: Word) => void): WatchWorld {
  return {
    now: () => Date.now(),
    isHidden: () => document.hidden,
    isWorthIt,
    ask: () => mine(house),
    later(ms, then) {
      const timer = setTimeout(then, ms);
      return () => clearTimeout(timer);
    },
    lead(then) {
      const { locks } = navigator as { locks?: LockManager };
      // Without encryption browsers have no locks: then every tab asks for itself.
      if (locks === undefined) {
        queueMicrotask(then);
        return () => undefined;
      }
      let release: () => void = () => undefined;
      const given = new AbortController();
      const held = new Promise<void>((done) => {
        release = done;
      });
      locks
        .request(CHANNEL, { signal: given.signal }, () => {
          then();
          return held;
        })
        .catch(() => undefined);
      return () => {
        given.abort();
        release();
      };
    },
    say,
  };
}

/** Watches for turns, and tells of those that are new while nobody looks. `place` is where one is on the page. */
export function useTurns(page: Page, place: string): readonly Turn[] {
  const [turns, setTurns] = useState<readonly Turn[]>([]);
  const latest = useRef(page);
  latest.current = page;
  const { house } = page;
  const watching = useRef<Watch | null>(null);
  useEffect(() => {
    const channel = "BroadcastChannel" in globalThis ? new BroadcastChannel(CHANNEL) : null;
    // A channel has one origin, and takes no other.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    const world = browserWorld(house, (word) => channel?.postMessage(word));
    const watch = new Watch(world, ({ list, at, isSeen, isLeader }) => {
      const waiting = turnsOf(list, at);
      setTurns(waiting);
      setWaiting(waiting.map(({ table }) => table.id));
      if (!isLeader) return;
      const { fresh, told } = untold(waiting, recall<Told>("told", {}));
      remember("told", told);
      // The table on this page tells of itself.
      if (!isSeen) for (const turn of fresh.filter(({ table }) => table.id !== tableHere())) tell(latest.current, turn);
    });
    watching.current = watch;
    channel?.addEventListener("message", ({ data }: MessageEvent<Word>) => watch.hears(data));
    const wake = () => watch.wake();
    document.addEventListener("visibilitychange", wake);
    return () => {
      document.removeEventListener("visibilitychange", wake);
      watch.close();
      channel?.close();
    };
  }, [house]);
  // Whoever comes from a table has perhaps played there.
  useEffect(() => watching.current?.refresh(), [place]);
  return turns;
}

/** Tells of a turn: which game, and who moved. What was played is between those at the table. */
function tell(page: Page, { table, moved }: Turn): void {
  const { t, w, go } = page;
  const game = w.games[table.game].name;
  const sitter = moved === null ? undefined : table.seats[moved];
  const body =
    moved === null || sitter === undefined ? t.turns.begins(game) : t.turns.moved(game, sitterName(t, sitter, moved));
  notify(page.settings, { title: t.yourTurnTitle, body, tag: table.id }, () => go({ page: "table", id: table.id }));
}
