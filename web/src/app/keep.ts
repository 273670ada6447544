/** What the browser remembers. Everything works without it, as in a private window. */

import type { GameId, Status } from "../protocol";
import { LEVELS } from "../protocol/facts";
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
  /** Could dice and cards be taken back? */
  readonly is_practice: boolean;
  readonly at: number;
  /** The server's commitment, as it was shown first. */
  readonly commitment: string | null;
  /** Our seed for the dice: the one that was promised last, or the one that was shown. */
  readonly seed: string | null;
  /** Other seeds that were promised there, or may have been: what counts is said by the table once it is settled. */
  readonly seeds?: readonly string[];
  /** The code of the invitation by which this browser came there. */
  readonly invite?: string | null;
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
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
  }
}

/** Remembers something; false if the shelf is full or closed: then what was remembered before stays. */
export function remember(key: string, value: unknown): boolean {
  try {
    shelf().setItem(prefix + key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

export function forget(key: string): void {
  try {
    shelf().removeItem(prefix + key);
  } catch {
    // Nothing was remembered.
  }
}

/** The level that was chosen last in a game by this browser, if one was. */
export function levelOf(game: GameId): number | null {
  const level = recall<unknown>(`level.${game}`, null);
  return typeof level === "number" && Number.isInteger(level) && level >= 1 && level <= LEVELS.length ? level : null;
}

/** Remembers the level that was chosen in a game, also for games in which none was. */
export function keepLevel(game: GameId, level: number): void {
  remember(`level.${game}`, level);
  remember("level", level);
}

/** How many games that are over are remembered. */
const MOST = 60;

export function isOver({ status }: Pick<Remembered, "status">): boolean {
  return status === "finished" || status === "abandoned";
}

/** All games that are on, and the latest of the others. */
function few(games: readonly Remembered[]): readonly Remembered[] {
  let over = 0;
  return games.filter((game) => (isOver(game) || !game.mine ? (over += 1) <= MOST : true));
}

export function myGames(): readonly Remembered[] {
  const games = recall<readonly Remembered[]>("games", []);
  return Array.isArray(games) ? games : [];
}

export function gameOf(id: string): Remembered | undefined {
  return myGames().find((game) => game.id === id);
}

/** So many seeds of one table are remembered: a person promises eight times at most. */
const MOST_SEEDS = 8;

/**
 * Remembers a game, or what is new about it. The commitment that was shown first stays; a new seed counts, and those
 * before it are not forgotten.
 */
export function keepGame(game: Pick<Remembered, "id"> & Partial<Remembered>, now = Date.now()): void {
  const before = gameOf(game.id);
  const blank: Remembered = {
    id: game.id,
    game: "hop-it",
    status: "waiting",
    names: [],
    won: null,
    mine: false,
    is_practice: false,
    at: now,
    commitment: null,
    seed: null,
    invite: null,
  };
  const seed = game.seed ?? before?.seed ?? null;
  const kept: Remembered = {
    ...blank,
    ...before,
    ...game,
    commitment: before?.commitment ?? game.commitment ?? null,
    seed,
    seeds: [before?.seed ?? null, ...(before?.seeds ?? [])]
      .filter((old) => old !== null)
      .filter((old) => old !== seed)
      .slice(0, MOST_SEEDS - 1),
    at: now,
  };
  remember("games", few([kept, ...myGames().filter(({ id }) => id !== game.id)]));
}

/** What a list says of a table. */
interface Listed {
  readonly id: string;
  readonly status: Status;
  readonly is_practice?: boolean;
}

/** Takes over how far remembered games are by now; gives the games afterwards. */
export function catchUp(tables: readonly Listed[]): readonly Remembered[] {
  const listed = new Map(tables.map((table) => [table.id, table]));
  const games = myGames().map((game) => {
    const table = listed.get(game.id);
    return table === undefined
      ? game
      : { ...game, status: table.status, is_practice: table.is_practice ?? game.is_practice };
  });
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

/** Every seed that this browser may have promised at a table, the last one first. */
export function seedsOf(id: string): readonly string[] {
  const game = gameOf(id);
  return [game?.seed ?? null, ...(game?.seeds ?? [])].filter((seed) => seed !== null);
}

/** The seed of this browser for the dice of a table. It is kept before anybody is promised it. */
export function seedFor(id: string, game?: GameId): string {
  const kept = gameOf(id)?.seed ?? null;
  if (kept !== null) return kept;
  const { seed } = newSeed();
  keepGame({ id, seed, ...(game === undefined ? {} : { game }) });
  return seed;
}
