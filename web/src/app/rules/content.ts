/** What the rules are made of: `docs/rules`, as `tools/rules.mjs` reads them. And hints for a first game. */

import type { GameId } from "../../protocol";

/** Text, and text that is something more: bold, in italics, notation, a link, a sentence with a name. */
export type Run =
  | string
  | readonly ["b" | "i", ...Run[]]
  | readonly ["code", string]
  | readonly ["link" | "at", string, ...Run[]];

export type Runs = readonly Run[];

export interface Heading {
  readonly is: "heading";
  readonly level: number;
  /** Its name in addresses, the same in every language. */
  readonly id: string;
  readonly text: Runs;
}

export interface FigureText {
  readonly is: "figure";
  /** The positions, as `scenes.ts` reads them. */
  readonly lines: readonly string[];
  readonly caption: Runs;
}

export type Block =
  | Heading
  | FigureText
  | { readonly is: "paragraph"; readonly text: Runs }
  | { readonly is: "drawing"; readonly text: string }
  | { readonly is: "table"; readonly head: readonly Runs[]; readonly rows: readonly (readonly Runs[])[] }
  | { readonly is: "list" | "numbered"; readonly items: readonly (readonly Block[])[] };

/** The rules of a game in one language. */
export interface Rules {
  readonly title: string;
  /** Players, age, duration and the like. */
  readonly facts: readonly string[];
  readonly blocks: readonly Block[];
}

export interface RuleWords {
  /** What to do in the first turns, one hint per turn of one's own. */
  readonly hints: Readonly<Record<GameId, readonly string[]>>;
}
