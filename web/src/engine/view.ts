/** What one observer may see of each game, as the engine sends it. */

import type { Seat, Spot } from "./effect";

export interface HopItView {
  readonly pieces: readonly { readonly at: Spot; readonly seat: Seat; readonly frog: boolean }[];
  readonly turn: Seat | null;
  /** The frog that has hopped and may hop on. */
  readonly hopping: Spot | null;
  /** Does the move owe a hop over an enemy? Hops over own pieces that lead to it may come first. */
  readonly must_hop_enemy: boolean;
  /** The frogs on lily pads that are eaten unless their owner moves them. */
  readonly in_danger: readonly Spot[];
  readonly quiet_turns: number;
  readonly winners: readonly Seat[] | null;
}

export interface AbagioSpace {
  readonly at: Spot;
  readonly owner: Seat | null;
  /** Whose frogs stand there, from bottom to top. */
  readonly frogs: readonly Seat[];
}

export interface AbagioView {
  readonly phase: "start" | "roll" | "leaps" | "chief" | "over";
  readonly turn: Seat | null;
  /** The dice left, each number as often as it may be used. */
  readonly dice: readonly number[];
  readonly spaces: readonly AbagioSpace[];
  readonly root: readonly [number, number];
  readonly pond: readonly [number, number];
  readonly chief: Spot;
  readonly winners: readonly Seat[] | null;
}

export interface PoolPartyView {
  /** Each seat's frogs from lane 1 to lane 5: the space, or none while the frog is on its stack. */
  readonly frogs: readonly (readonly (number | null)[])[];
  readonly turn: Seat | null;
  readonly turn_number: number;
  readonly most_turns: number;
  readonly roll: readonly [number, number] | null;
  readonly winners: readonly Seat[] | null;
}

export type LilyColour = "W" | "Y" | "P" | "K" | "B";

export interface ChinaMoonView {
  readonly frogs: readonly { readonly at: Spot; readonly seat: Seat; readonly moved: boolean }[];
  readonly lilies: readonly { readonly at: Spot; readonly lily: LilyColour }[];
  readonly places: readonly (LilyColour | null)[];
  readonly players: readonly {
    readonly on_start: number;
    readonly on_arrival: number;
    readonly lilies: readonly LilyColour[];
    readonly score: number;
  }[];
  readonly mover: Seat | null;
  readonly turn: Seat | null;
  readonly awaited:
    | { readonly what: "set-up" | "move" | "swap" | "nothing" }
    | { readonly what: "spring"; readonly frog: Spot }
    | { readonly what: "drop"; readonly to: Spot };
  readonly moves: number;
  readonly must_move_others: boolean;
  readonly winners: readonly Seat[] | null;
}

export type FrogColour = "Y" | "R" | "B" | "N";
export type FrogCounts = Readonly<Record<FrogColour, number>>;

export interface FrogridersPlayer {
  readonly frogs: FrogCounts;
  readonly cards: readonly string[];
  readonly trophies: number;
  /** The two secrets dealt, where the observer is this seat. */
  readonly dealt: readonly string[] | null;
  readonly has_kept: boolean;
  /** The secret kept, where the observer is this seat or the game is over. */
  readonly kept: string | null;
  readonly scoring: readonly { readonly source: string; readonly points: number }[] | null;
  readonly total: number | null;
}

export interface FrogridersView {
  /** The frogs on the pond: 57 letters, rank 9 to rank 1 and file a to i, with `.` for a pad without a frog. */
  readonly pond: string;
  readonly village: FrogCounts;
  readonly market: readonly (string | null)[];
  readonly deck: number;
  readonly deck_holds: Readonly<Record<string, number>>;
  readonly commons: readonly string[];
  readonly players: readonly FrogridersPlayer[];
  readonly phase: "pond" | "market" | "common" | "deal" | "refill" | "keep" | "jump" | "send" | "jump-again" | "over";
  readonly turn: Seat | null;
  readonly winners: readonly Seat[] | null;
}

/** The view type of every game, by the game's id. */
export interface Views {
  "hop-it": HopItView;
  abagio: AbagioView;
  "pool-party": PoolPartyView;
  "china-moon": ChinaMoonView;
  frogriders: FrogridersView;
}

export type GameId = keyof Views;
export const GAMES: readonly GameId[] = ["hop-it", "abagio", "pool-party", "china-moon", "frogriders"];

/** A legal action in notation, with the paths of spots that say it. */
export interface Choice {
  readonly action: string;
  readonly paths: readonly (readonly Spot[])[];
}
