/** What was scored: a row for every source, a column for every seat, and how each number came about. */

import type { ChinaMoonLily, FrogridersSource, GameId, Seat, Views } from "../../protocol";
import { COMMONS, type CardValue, LILY_POINTS, PRIVILEGES, SECRETS } from "../../protocol/cards";
import { CHINA_MOON_LILY } from "../../protocol/facts";
import { type Words, cardWords } from "../../words";
import type { AppWords } from "../words";

export interface Cell {
  readonly points: number;
  /** How the points came about: `2 × 5`, `1 + 2 + 3`; nothing where the number says it all. */
  readonly sum?: string;
  /** What it is, where each seat has something else in this row. */
  readonly what?: string;
}

export interface Row {
  readonly what: string;
  readonly cells: readonly (Cell | null)[];
}

/** By what those with the same total are told apart, and how much of it each seat has. */
export interface Tie {
  readonly seats: readonly Seat[];
  readonly frogs: readonly number[] | null;
}

export interface Matrix {
  readonly rows: readonly Row[];
  readonly totals: readonly number[];
  readonly tie: Tie | null;
}

export function signed(points: number): string {
  return `${points}`.replace("-", "−");
}

type Scored<G extends GameId> = (t: AppWords, w: Words, view: Views[G]) => readonly Row[];

const ROWS: { readonly [G in GameId]: Scored<G> | null } = {
  "hop-it": null,
  abagio: null,
  "pool-party": null,
  "china-moon": (_, w, { players }) =>
    CHINA_MOON_LILY.map((lily) => ({
      what: w.lilies[lily],
      cells: players.map(({ scoring }) => {
        const bunch = scoring.find((other) => other.lily === lily);
        return bunch === undefined ? null : { points: bunch.points, sum: lilySum(lily, bunch.count, bunch.points) };
      }),
    })).filter(({ cells }) => cells.some((cell) => cell !== null)),
  frogriders,
};

/** How many lilies count for how much: `1 + 2 + 3`, or `2 × −2` if each counts the same. */
function lilySum(lily: ChinaMoonLily, count: number, points: number): string {
  const steps = LILY_POINTS[lily].slice(1).map((worth, index) => worth - (LILY_POINTS[lily][index] ?? 0));
  if (count === 1) return "";
  const each = steps[0] ?? 0;
  if (each * count === points) return `${count} × ${signed(each)}`;
  return steps.slice(0, count).map(signed).join(" + ");
}

const VALUES: ReadonlyMap<string, CardValue> = new Map(
  [...PRIVILEGES, ...COMMONS, ...SECRETS].map((value) => [value.id, value] as const),
);

function frogriders(t: AppWords, w: Words, { players }: Views["frogriders"]): readonly Row[] {
  const lines = players.map(({ scoring }) => scoring ?? []);
  const kept = players.map(({ kept: secret }) => secret);
  const isSecret = (source: FrogridersSource, seat: Seat) => kept[seat] === source;
  const secrets: Row = {
    what: t.end.sources.secret,
    cells: lines.map((line, seat) => {
      const scored = line.find(({ source }) => isSecret(source, seat));
      return scored === undefined
        ? null
        : { ...cardCell(scored.source, scored.points), what: cardWords(w, scored.source).name };
    }),
  };
  const others = lines.map((line, seat) => line.filter(({ source }) => !isSecret(source, seat)));
  const sources = [...new Set(others.flat().map(({ source }) => source))];
  const rows = sources.map((source): Row => {
    const cells = others.map((line, seat): Cell | null => {
      const mine = line.filter((scored) => scored.source === source);
      if (mine.length === 0) return null;
      const points = mine.reduce((sum, scored) => sum + scored.points, 0);
      if (source === "gained") return { points };
      if (source === "brown") return { points, sum: timesOf(players[seat]?.frogs.N ?? 0, points) };
      const each = mine.map((scored) => cardCell(source, scored.points));
      const sums = each.map((cell) => cell.sum ?? signed(cell.points));
      return mine.length === 1 ? (each[0] ?? { points }) : { points, sum: sums.join(" + ") };
    });
    return { what: source === "gained" || source === "brown" ? w.scoring[source] : cardWords(w, source).name, cells };
  });
  // What was gained first, then the secret, then what everybody could see.
  const [gained, ...rest] = rows;
  return [...(gained === undefined ? [] : [gained]), secrets, ...rest].filter(({ cells }) =>
    cells.some((cell) => cell !== null),
  );
}

function timesOf(count: number, points: number): string {
  return count < 2 ? "" : `${count} × ${signed(points / count)}`;
}

/** A card's points as they came about: its own worth, and what it brings for each thing that it counts. */
function cardCell(source: string, points: number): Cell {
  const value = VALUES.get(source);
  if (value === undefined || points === value.worth) return { points };
  const { worth, brings } = value;
  if (brings === undefined) {
    const times = points / worth;
    return Number.isInteger(times) && times > 1 ? { points, sum: `${times} × ${signed(worth)}` } : { points };
  }
  const times = (points - worth) / brings;
  const more = times === 1 ? signed(brings) : `${times} × ${signed(brings)}`;
  if (worth !== 0) return { points, sum: `${signed(worth)} + ${more}` };
  return times === 1 ? { points } : { points, sum: more };
}

/** How many frogs those with the same total have, in the game where most frogs decide. */
const TIES: { readonly [G in GameId]: (view: Views[G]) => readonly number[] | null } = {
  "hop-it": () => null,
  abagio: () => null,
  "pool-party": () => null,
  "china-moon": () => null,
  frogriders: ({ players }) =>
    players.map(({ frogs }) => Object.values(frogs).reduce((sum: number, count) => sum + count, 0)),
};

/** The matrix of a finished game; nothing for games without points. */
export function matrixOf<G extends GameId>(
  t: AppWords,
  w: Words,
  game: G,
  view: Views[G],
  scores: readonly number[] | null,
): Matrix | null {
  const rows = ROWS[game]?.(t, w, view) ?? [];
  if (rows.length === 0) return null;
  const seats = rows[0]?.cells.length ?? 0;
  const totals = Array.from(
    { length: seats },
    (_, seat) => scores?.[seat] ?? rows.reduce((sum, { cells }) => sum + (cells[seat]?.points ?? 0), 0),
  );
  const best = Math.max(...totals);
  const tied = totals.flatMap((total, seat) => (total === best ? [seat] : []));
  return { rows, totals, tie: tied.length > 1 ? { seats: tied, frogs: TIES[game](view) } : null };
}
