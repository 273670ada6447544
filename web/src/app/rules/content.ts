/** What the rules in short are made of, and hints for a first game. */

import type { GameId } from "../../protocol";

export interface Chapter {
  readonly title: string;
  /** Paragraphs; those that begin with `- ` are a list. */
  readonly text: readonly string[];
  /** Which of the game's small positions goes with it. */
  readonly scene?: number;
}

export interface RuleWords {
  readonly chapters: Readonly<Record<GameId, readonly Chapter[]>>;
  /** What to do in the first turns, one hint per turn of one's own. */
  readonly hints: Readonly<Record<GameId, readonly string[]>>;
}
