/**
 * People whom somebody has blocked, kept by this browser alone. They are known by the mark that the server tells of
 * those at public tables: the same at all of them, and nowhere else.
 */

import { useEffect, useState } from "preact/hooks";
import type { ChatLine, TableLine, TableState } from "../../protocol";
import { recall, remember } from "../keep";

export interface Blocked {
  readonly mark: string;
  /** What they called themselves then. */
  readonly name: string;
}

const KEY = "blocked";
const MOST = 500;
const heard = new Set<() => void>();

export function blocked(): readonly Blocked[] {
  const kept = recall<readonly Blocked[]>(KEY, []);
  return Array.isArray(kept) ? kept.filter((one) => typeof one?.mark === "string") : [];
}

export function block(mark: string, name: string): void {
  remember(KEY, [{ mark, name }, ...blocked().filter((one) => one.mark !== mark)].slice(0, MOST));
  heard.forEach((hear) => hear());
}

export function unblock(mark: string): void {
  remember(
    KEY,
    blocked().filter((one) => one.mark !== mark),
  );
  heard.forEach((hear) => hear());
}

/** Those who are blocked, also when that changes in another tab. */
export function useBlocked(): readonly Blocked[] {
  const [list, setList] = useState(blocked);
  useEffect(() => {
    const hear = () => setList(blocked());
    heard.add(hear);
    addEventListener("storage", hear);
    return () => {
      heard.delete(hear);
      removeEventListener("storage", hear);
    };
  }, []);
  return list;
}

type Marked = Pick<TableState | TableLine, "marks">;

/** By what a person at a table is known again; none at tables that are not public. */
export function markOf(table: Marked, person: number): string | null {
  return table.marks?.[person] ?? null;
}

export function isBlocked(list: readonly Blocked[], table: Marked, person: number): boolean {
  const mark = markOf(table, person);
  return mark !== null && list.some((one) => one.mark === mark);
}

/** What was said, without what blocked people said. */
export function heardOf(
  list: readonly Blocked[],
  table: Marked | null,
  chat: readonly ChatLine[],
): readonly ChatLine[] {
  if (table === null || list.length === 0 || table.marks === undefined) return chat;
  return chat.filter(({ person }) => !isBlocked(list, table, person));
}

/** Is a table shown on the list? Not if somebody opened it who is blocked: the person with the lowest number. */
export function isListed(list: readonly Blocked[], table: TableLine): boolean {
  const numbers = Object.keys(table.marks ?? {}).map(Number);
  return numbers.length === 0 || !isBlocked(list, table, Math.min(...numbers));
}

/** The names of blocked people who sit at a table. */
export function blockedAt(list: readonly Blocked[], table: TableState | TableLine): readonly string[] {
  const sitters = table.seats.map((seat) => ("sitter" in seat ? seat.sitter : seat));
  const names = sitters.flatMap((sitter) =>
    sitter.is === "person" && isBlocked(list, table, sitter.person) ? [sitter.name ?? "?"] : [],
  );
  return [...new Set(names)];
}
