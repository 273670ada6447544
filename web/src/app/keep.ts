/** What the browser remembers. Everything works without it, as in a private window. */

import type { GameId, Status } from "../protocol";
import { commitmentOf, hexOf } from "./fair/draws";

/** A table one has been to. */
export interface Remembered {
  readonly id: string;
  readonly game: GameId;
  readonly status: Status;
  /** The names at the seats. */
  readonly names: readonly string[];
  /** Did one win, and was there a winner at all? Unknown while it is going on. */
  readonly won: boolean | null;
  readonly mine: boolean;
  readonly at: number;
  /** The server's commitment, as it was shown first. */
  readonly commitment: string | null;
  /** Our seed for the dice. */
  readonly seed: string | null;
}

/** A place for text: the browser's, or a plain one in tests and where the browser has none. */
export type Shelf = Pick<Storage, "getItem" | "setItem" | "removeItem">;

const memory = new Map<string, string>();
const PLAIN: Shelf = {
  getItem: (key) => memory.get(key) ?? null,
  setItem: (key, value) => void memory.set(key, value),
  removeItem: (key) => void memory.delete(key),
};

function shelf(): Shelf {
  try {
    return globalThis.localStorage ?? PLAIN;
  } catch {
    return PLAIN;
  }
}

const prefix = "rainette.";

export function recall<T>(key: string, otherwise: T): T {
  try {
    const text = shelf().getItem(prefix + key);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}

export function remember(key: string, value: unknown): void {
  try {
    shelf().setItem(prefix + key, JSON.stringify(value));
  } catch {
    // The shelf is full or closed: then nothing is remembered.
  }
}

export function forget(key: string): void {
  try {
    shelf().removeItem(prefix + key);
  } catch {
    // Nothing was remembered.
  }
}

const MOST = 60;

export function myGames(): readonly Remembered[] {
  const games = recall<readonly Remembered[]>("games", []);
  return Array.isArray(games) ? games : [];
}

export function gameOf(id: string): Remembered | undefined {
  return myGames().find((game) => game.id === id);
}

/** Remembers a game, or what is new about it. The commitment that was shown first stays; a new seed counts. */
export function keepGame(game: Pick<Remembered, "id"> & Partial<Remembered>, now = Date.now()): void {
  const before = gameOf(game.id);
  const blank: Remembered = {
    id: game.id,
    game: "hop-it",
    status: "waiting",
    names: [],
    won: null,
    mine: false,
    at: now,
    commitment: null,
    seed: null,
  };
  const kept: Remembered = {
    ...blank,
    ...before,
    ...game,
    commitment: before?.commitment ?? game.commitment ?? null,
    seed: game.seed ?? before?.seed ?? null,
    at: now,
  };
  remember("games", [kept, ...myGames().filter(({ id }) => id !== game.id)].slice(0, MOST));
}

/** Takes over how far remembered games are by now; gives the games afterwards. */
export function catchUp(tables: readonly { readonly id: string; readonly status: Status }[]): readonly Remembered[] {
  const status = new Map(tables.map((table) => [table.id, table.status]));
  const games = myGames().map((game) => ({ ...game, status: status.get(game.id) ?? game.status }));
  remember("games", games);
  return games;
}

export function dropGame(id: string): void {
  forget(`fair.${id}`);
  remember(
    "games",
    myGames().filter((game) => game.id !== id),
  );
}

/** A seed for the dice and the promise that hides it until the start. */
export function newSeed(): { readonly seed: string; readonly commitment: string } {
  const seed = hexOf(crypto.getRandomValues(new Uint8Array(32)));
  return { seed, commitment: commitmentOf(seed) };
}

/** The seed of this browser for the dice of a table. It is kept before anybody is promised it. */
export function seedFor(id: string, game?: GameId): string {
  const kept = gameOf(id)?.seed ?? null;
  if (kept !== null) return kept;
  const { seed } = newSeed();
  keepGame({ id, seed, ...(game === undefined ? {} : { game }) });
  return seed;
}
