/** What every board is: places, pieces and a backdrop, all following from a view. No rules. */

import type { ComponentChild } from "preact";
import type { Seat, Spot } from "../engine/effect";
import type { GameId, Views } from "../engine/view";
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

/** The shape of the room a board is drawn for. */
export type Layout = "wide" | "tall";

export type SpriteKind = "frog" | "squat" | "tadpole" | "chief" | "lily" | "die" | "card" | "secret";

/** A piece on the table: what is drawn, and where. */
export interface Sprite extends Point {
  /** The same piece has the same id as long as it can be followed. */
  readonly id: string;
  readonly kind: SpriteKind;
  /** Which of its kind, as effects name it: `frog`, `frog-R`, `lily-W`, `die`, a card's id. */
  readonly piece: string;
  readonly owner?: Seat;
  /** The spot it is on. */
  readonly at: Spot;
  readonly size: number;
  /** What is drawn over what: higher comes later. */
  readonly z: number;
  readonly tint?: Tint;
  readonly mark?: MarkName;
  /** The number a die shows. */
  readonly value?: number;
  /** Drawn as used, moved already, or out of play. */
  readonly faded?: boolean;
  /** Wears the rider. */
  readonly ridden?: boolean;
  /** Another piece stands on it. */
  readonly covered?: boolean;
  /** How many such pieces are here, where one stands for all. */
  readonly count?: number;
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
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Board<G extends GameId> {
  readonly game: G;
  size(layout: Layout, seats: number): Size;
  /** Every spot that can be pointed at, buttons excepted. */
  places(scene: Scene<G>): ReadonlyMap<Spot, Place>;
  /** Which place a spot means after others were chosen: a number may be a space or a die. */
  resolve?(path: readonly Spot[], spot: Spot): Spot;
  sprites(scene: Scene<G>): readonly Sprite[];
  /** What lies under the pieces. */
  backdrop(scene: Scene<G>): ComponentChild;
  /** What lies over the pieces. */
  overlay?(scene: Scene<G>): ComponentChild;
  /** How a seat's pieces look. */
  look(seat: Seat): { readonly tint: Tint; readonly mark: MarkName };
}
