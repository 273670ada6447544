/** What has changed in a lobby, for everybody to see, and told politely to those who do not look. */

import { useEffect, useRef, useState } from "preact/hooks";
import type { TableState } from "../../../protocol";
import { usePage } from "../../context";
import { recall, remember } from "../../keep";
import type { Change } from "./changes";

/** Somebody is called otherwise: no event of the table, so it is noticed here. */
export interface Renamed {
  readonly at: number;
  /** The last event before it. */
  readonly number: number;
  readonly before: string;
  readonly now: string;
}

/** What people were called when this browser last saw a lobby. */
interface Called {
  readonly id: string;
  readonly names: readonly (readonly [person: number, name: string])[];
}

const MOST_LOBBIES = 8;

/** Who has taken another name since this browser last looked. */
export function useRenames(table: TableState, seq: number): readonly Renamed[] {
  const [renames, setRenames] = useState<readonly Renamed[]>([]);
  const known = useRef<Map<number, string> | null>(null);
  useEffect(() => {
    const lobbies = recall<readonly Called[]>("names", []);
    known.current ??= new Map(lobbies.find(({ id }) => id === table.id)?.names ?? []);
    const fresh: Renamed[] = [];
    for (const { sitter } of table.seats) {
      if (sitter.is !== "person" || sitter.name === null) continue;
      const before = known.current.get(sitter.person);
      if (before !== undefined && before !== sitter.name)
        fresh.push({ at: Date.now(), number: seq, before, now: sitter.name });
      known.current.set(sitter.person, sitter.name);
    }
    if (fresh.length > 0) setRenames((all) => [...all, ...fresh]);
    const others = lobbies.filter(({ id }) => id !== table.id).slice(0, MOST_LOBBIES - 1);
    remember("names", [{ id: table.id, names: [...known.current] }, ...others]);
  }, [table.seats]);
  return renames;
}

const MOST_LINES = 60;

export interface ChangesProps {
  readonly changes: readonly Change[];
  readonly renames: readonly Renamed[];
}

export function Changes({ changes, renames }: ChangesProps) {
  const { t } = usePage();
  const room = useRef<HTMLDivElement>(null);
  const lines = [
    ...changes.map(({ number, at, text }) => ({ key: `${number}`, number, at, text })),
    ...renames.map(({ number, at, before, now }, index) => ({
      key: `name ${index}`,
      number: number + 0.5,
      at,
      text: t.lobby.changed.renamed(before, now),
    })),
  ]
    .toSorted((one, other) => one.number - other.number)
    .slice(-MOST_LINES);
  useEffect(() => {
    if (room.current !== null) room.current.scrollTop = room.current.scrollHeight;
  }, [lines.length]);
  return (
    <section aria-labelledby="lobby-changes">
      <h2 id="lobby-changes">{t.lobby.changed.title}</h2>
      {/* Whatever can be scrolled can be reached by keys. */}
      <div class="lobby-changes" ref={room} role="log" aria-live="polite" aria-labelledby="lobby-changes" tabIndex={0}>
        <ol>
          {lines.map(({ key, at, text }) => (
            <li key={key}>
              <time class="soft" dateTime={new Date(at).toISOString()}>
                {t.moment(at)}
              </time>{" "}
              {text}
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
