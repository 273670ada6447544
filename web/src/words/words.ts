/** What either language must be able to say. */

import type { ChinaMoonLily as LilyColour, Effect, GameId, Seat, Spot, Views } from "../protocol";
import type { Tint } from "../pieces/tint";
import type { Thing } from "./things";

/** The codes of the rules that forbid something, game by game. */
export interface ReasonCodes {
  "hop-it":
    | "over"
    | "no-such-spot"
    | "no-piece"
    | "not-yours"
    | "other-frog-hops"
    | "stuck"
    | "must-hop-enemy"
    | "leads-to-no-enemy"
    | "chain-owes"
    | "occupied"
    | "hops-only"
    | "lily-by-hop"
    | "tadpoles-swim"
    | "nothing-to-hop-over"
    | "hopped-already"
    | "too-far"
    | "nothing-to-stop"
    | "can-move"
    | "complete";
  abagio:
    | "over"
    | "dice-first"
    | "no-such-spot"
    | "no-such-number"
    | "leaps-first"
    | "leaps-done"
    | "chief-first"
    | "home"
    | "no-frog"
    | "not-yours"
    | "buried"
    | "under-chief"
    | "no-landing"
    | "backwards"
    | "not-rolled"
    | "on-chief"
    | "full"
    | "heap"
    | "not-all-inside"
    | "not-farthest"
    | "too-short"
    | "exact-number"
    | "most-dice"
    | "larger-number"
    | "stuck"
    | "outer-only"
    | "chief-on-other"
    | "chief-on-full"
    | "complete";
  "pool-party":
    | "over"
    | "roll-first"
    | "no-such-spot"
    | "pass-afloat"
    | "pass-after-double"
    | "pass-alone"
    | "no-frog"
    | "not-yours"
    | "already-afloat"
    | "smallest-first"
    | "others-enter"
    | "fifth-enters"
    | "same-frog"
    | "not-to-stack"
    | "own-lane"
    | "stays-put"
    | "clockwise"
    | "not-the-dice"
    | "die-each-to-enter"
    | "die-each"
    | "die-used"
    | "both-dice-used"
    | "complete";
  "china-moon":
    | "over"
    | "not-laid-out"
    | "no-such-spot"
    | "frog-first"
    | "no-frog"
    | "out-of-play"
    | "moved-already"
    | "move-anothers"
    | "spring-first"
    | "place-next"
    | "never-back"
    | "other-arm"
    | "occupied"
    | "too-near"
    | "too-far"
    | "swap-first"
    | "drop-first"
    | "not-yours"
    | "not-held"
    | "nothing-for-it"
    | "lily-to-take"
    | "same-colour"
    | "complete";
  frogriders:
    | "over"
    | "waits-for-chance"
    | "no-such-spot"
    | "keep-first"
    | "not-dealt"
    | "secret-kept"
    | "jump-first"
    | "no-second-sending"
    | "out-of-bounds"
    | "no-frog"
    | "cannot-jump"
    | "occupied"
    | "nothing-to-jump-over"
    | "needs-diagonal"
    | "needs-ell"
    | "needs-runup"
    | "runup-blocked"
    | "not-a-jump"
    | "not-jumped-over"
    | "needs-choose"
    | "not-the-jumper"
    | "jump-made"
    | "brown-stays"
    | "none-to-send"
    | "village-empty"
    | "no-jump-left"
    | "market-empty"
    | "send-yellow-first"
    | "send-blue-first"
    | "fetch-frog"
    | "not-in-village"
    | "take-card"
    | "not-in-market"
    | "common-stays"
    | "complete";
}

export type Card =
  | "+2R"
  | "+2Y"
  | "+2B"
  | "diagonal"
  | "ell"
  | "runup"
  | "trophies"
  | "choose"
  | "flower"
  | "per-brown"
  | "per-two-cards"
  | "per-frog-and-card"
  | "fewest-cards"
  | "fewest-frogs-5"
  | "fewest-frogs-3";
export type Common =
  | "RB"
  | "RY"
  | "RN"
  | "YN"
  | "BN"
  | "5any"
  | "most-RB"
  | "most-RY"
  | "most-cards"
  | "most-YB"
  | "most-N"
  | "all-flowers";
export type Secret = "2R" | "2Y" | "2B" | "RYB" | "RYN" | "RYBN" | "RBN" | "YBN";
export type EndCode =
  | "single-piece"
  | "quiet-turns"
  | "all-frogs-home"
  | "line"
  | "turn-limit"
  | "four-frogs-arrived"
  | "no-jump";
export type Button = "stop" | "pass" | "stay";

/** Who sits where, for sentences. */
export interface Company {
  readonly name: (seat: Seat) => string;
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

export interface Words {
  readonly games: Readonly<Record<GameId, { readonly name: string; readonly about: string; readonly feel: string }>>;
  readonly levels: readonly [string, string, string, string, string, string, string, string];
  readonly tints: Readonly<Record<Tint, string>>;
  readonly lilies: Readonly<Record<LilyColour, string>>;
  readonly cards: Readonly<Record<Card, CardWords>>;
  readonly commons: Readonly<Record<Common, CardWords>>;
  readonly secrets: Readonly<Record<Secret, CardWords>>;
  readonly scoring: { readonly gained: string; readonly brown: string };
  readonly buttons: Readonly<Record<Button, string>>;
  readonly controls: { readonly done: string; readonly back: string; readonly skip: string };
  readonly reasons: { readonly [G in GameId]: Readonly<Record<ReasonCodes[G], string>> };
  /** A place within a sentence: `c1`, `pad 17`, `the root`. */
  readonly place: (game: GameId, spot: Spot) => string;
  /** One thing that happened, as a sentence; none where it is not worth one. */
  readonly effect: (game: GameId, effect: Effect, company: Company) => string | null;
  /** What is at a spot, for a screen reader. */
  readonly thing: (thing: Thing, company: Company) => string;
  /** What else may follow: `can go to …`. */
  readonly leadsTo: (places: readonly string[]) => string;
  /** What is expected now. */
  readonly prompt: { readonly [G in GameId]: (moment: Moment<G>) => string };
  readonly points: (points: number) => string;
  readonly list: (items: readonly string[]) => string;
}
