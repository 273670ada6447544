/** What every board is: places, pieces and a backdrop, all following from a view. No rules. */

import type { ComponentChild } from "preact";
import type { Choices, GameId, Seat, Spot, Views } from "../protocol";
import type { MarkName } from "../pieces/mark";
import type { Tint } from "../pieces/tint";

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Where a spot is and how far around it a pointer counts as on it. */
export interface Place extends Point {
  readonly r: number;
  /** The outline that glows when the spot may be chosen, as an SVG path around the origin; a circle without. */
  readonly outline?: string;
}

/** The shape of the room a board is drawn for: what lies beside the board has much room, little, or is below it. */
export type Layout = "wide" | "slim" | "tall";
export const LAYOUTS: readonly Layout[] = ["wide", "slim", "tall"];

export type SpriteKind = "frog" | "squat" | "tadpole" | "chief" | "lily" | "die" | "card" | "secret";

/** A piece on the table, and the place it is on. */
export interface Token {
  /** The same piece has the same id as long as it can be followed. */
  readonly id: string;
  readonly kind: SpriteKind;
  /** Which of its kind, as effects name it: `frog`, `frog-R`, `lily-W`, `die`, a card's id. */
  readonly piece: string;
  readonly owner?: Seat;
  /** Where it is: a spot, or a finer place that the board knows, such as one seat's part of the pond. */
  readonly at: string;
  /** The number a die shows. */
  readonly value?: number;
  /** Drawn as used, moved already, or out of play. */
  readonly faded?: boolean;
}

/** A piece as it is drawn. */
export interface Sprite extends Token, Point {
  readonly size: number;
  /** What is drawn over what: higher comes later. */
  readonly z: number;
  readonly tint?: Tint;
  readonly mark?: MarkName;
  /** Another piece stands on it. */
  readonly covered?: boolean;
  /** How many such pieces are here, where one stands for all. */
  readonly count?: number;
  /** Another piece stands for it. */
  readonly hidden?: boolean;
  /** Drawn behind a curtain. */
  readonly veiled?: boolean;
}

export interface SeatLook {
  readonly name: string;
  readonly tint: Tint;
  readonly mark: MarkName;
}

/** What a board is drawn from. */
export interface Scene<G extends GameId> {
  readonly view: Views[G];
  readonly layout: Layout;
  readonly seats: readonly SeatLook[];
  /** Whose side the board is seen from; nobody's for a spectator. */
  readonly me: Seat | null;
  /** Others see the same screen: a secret lies behind a curtain until its owner points at it. */
  readonly isVeiled?: boolean;
  /** What is written on the board; without, nothing is. */
  readonly labels?: BoardLabels;
  /** Are the names of places written on the board? */
  readonly hasCoordinates?: boolean;
}

/** What is written on boards. */
export interface BoardLabels {
  readonly market: string;
  readonly objectives: string;
  readonly secret: string;
  readonly village: string;
}

/** Something written at a point of the board. */
export interface Label extends Point {
  readonly text: string;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Board<G extends GameId> {
  readonly game: G;
  size(scene: Scene<G>): Size;
  /** Every spot that can be pointed at, buttons excepted. */
  places(scene: Scene<G>): ReadonlyMap<Spot, Place>;
  /** Which place a spot means after others were chosen: a number may be a space or a die. */
  resolve?(path: readonly Spot[], spot: Spot): Spot;
  /** Where a place is that nobody points at just now, such as the other seat's part of something. */
  elsewhere?(place: string, scene: Scene<G>): Place | undefined;
  /** The pieces that the view shows; of those at one place, the one on top last. */
  tokens(scene: Scene<G>): readonly Token[];
  /** Where pieces are drawn, wherever they are on the board. */
  arrange(tokens: readonly Token[], scene: Scene<G>): readonly Sprite[];
  /**
   * The place that effects mean by a spot, for a piece or a seat: each seat may have a part of it. A piece that is
   * only just arriving is none.
   */
  home?(spot: Spot, owner: Seat | undefined, piece: string | null, tokens: readonly Token[]): string;
  /** The places from one to another that a piece comes through one by one, both included; without, it leaps. */
  between?(from: Spot, to: Spot): readonly Spot[];
  /** The ways of the pieces that an action moves, from the places that say it; without, one way through all of them. */
  routes?(path: readonly Spot[]): readonly (readonly Spot[])[];
  /** Where a seat keeps a piece it captured, took or was given. */
  keep?(piece: string, seat: Seat): string;
  /** What lies under the pieces. */
  backdrop(scene: Scene<G>): ComponentChild;
  /** What lies over the pieces. */
  overlay?(scene: Scene<G>): ComponentChild;
  /** The names of places, where they are written if somebody wants to see them. */
  coordinates?(scene: Scene<G>): readonly Label[];
  /** Do prompts and log name places that nothing else on the board tells apart? */
  readonly speaksOfPlaces?: true;
  /** What is written on the places that may be chosen after a path: how far it is. */
  targets?(view: Views[G], choices: Choices, path: readonly Spot[]): ReadonlyMap<Spot, string>;
  /** The pieces that a path has used up: dice. */
  spent?(view: Views[G], choices: Choices, path: readonly Spot[]): readonly string[];
  /** Does a rider sit on the frog that is moved? */
  readonly hasRiders?: true;
}

/** Tokens by the place they are on, the lowest first. */
export function heaps(tokens: readonly Token[]): ReadonlyMap<string, readonly Token[]> {
  const found = new Map<string, Token[]>();
  for (const token of tokens) {
    const heap = found.get(token.at);
    if (heap === undefined) found.set(token.at, [token]);
    else heap.push(token);
  }
  return found;
}
