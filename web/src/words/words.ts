/** What either language must be able to say. */

import type { ChinaMoonLily as LilyColour, Effect, GameId, Piece, Seat, Spot, Views } from "../protocol";
import type { Tint } from "../pieces/tint";
import type { Card, Common, EndCode, ReasonCodes, Secret } from "./generated/messages";
import type { Thing } from "./things";

export type Button = "stop" | "pass" | "stay";

/** Who sits where, for sentences. */
export interface Company {
  readonly name: (seat: Seat) => string;
  /** The seat of the reader, who is spoken to instead of named; none for a spectator, and at a screen for several. */
  readonly you?: Seat | null;
  /** The colour of a seat, if people have chosen theirs. */
  readonly tint?: (seat: Seat) => Tint;
}

/** What a prompt is made from. */
export interface Moment<G extends GameId> extends Company {
  readonly view: Views[G];
  /** The seat that the reader plays; none for a spectator. */
  readonly me: Seat | null;
  /** The spots chosen so far. */
  readonly path: readonly Spot[];
  /** Can the action be completed although it could go on? */
  readonly completable: boolean;
}

export interface CardWords {
  readonly name: string;
  readonly about: string;
}

/** What a game is called, is about, and feels like. */
export interface GameWords {
  readonly name: string;
  readonly about: string;
  readonly feel: string;
}

export interface OptionWords {
  readonly name: string;
  /** What each value means. */
  readonly values: Readonly<Record<string, string>>;
}

/** What only the page says, and words for itself in every language. */
export interface PageWords {
  /** What each game feels like, in a line. */
  readonly feel: Readonly<Record<GameId, string>>;
  /** Who starts by the printed rules. */
  readonly custom: Readonly<Record<GameId, string>>;
  readonly tints: Readonly<Record<Tint, string>>;
  readonly buttons: Readonly<Record<Button, string>>;
  readonly controls: { readonly done: string; readonly back: string; readonly skip: string };
  /** What is at a spot, for a screen reader. */
  readonly thing: (thing: Thing, company: Company) => string;
  /** What else may follow: `can go to …`. */
  readonly leadsTo: (places: readonly string[]) => string;
  /** What is expected now. */
  readonly prompt: { readonly [G in GameId]: (moment: Moment<G>) => string };
  readonly list: (items: readonly string[]) => string;
  /** A sentence that is true several times. */
  readonly repeated: (sentence: string, times: number) => string;
}

/** What a language says of the games: the messages that the command has too, and what the page adds to them. */
export interface Words extends PageWords {
  readonly games: Readonly<Record<GameId, GameWords>>;
  readonly levels: readonly string[];
  /** An option of a game; none where a newer server has more to offer. */
  readonly option: (game: GameId, name: string) => OptionWords | undefined;
  readonly lilies: Readonly<Record<LilyColour, string>>;
  readonly cards: Readonly<Record<Card, CardWords>>;
  readonly commons: Readonly<Record<Common, CardWords>>;
  readonly secrets: Readonly<Record<Secret, CardWords>>;
  readonly scoring: { readonly gained: string; readonly brown: string };
  /** The rule that ended the game, as `ended` names it. */
  readonly endings: Readonly<Record<EndCode, string>>;
  readonly reasons: { readonly [G in GameId]: Readonly<Record<ReasonCodes[G], string>> };
  /** A place within a sentence: `c1`, `pad 17`, `the root`. */
  readonly place: (game: GameId, spot: Spot) => string;
  /** A piece within a sentence: `your frog`, `Ondine’s frog`, `a red frog`, a card by its name. */
  readonly piece: (piece: Piece, company: Company) => string;
  /** One thing that happened, as a sentence; none where it is not worth one. */
  readonly effect: (game: GameId, effect: Effect, company: Company) => string | null;
  /** A score in what the game counts: points, or trophies. */
  readonly score: (game: GameId, score: number) => string;
}
