/** A card at which somebody points, large and in words. */

import type { Point, Sprite } from "../../boards/board";
import type { Spot } from "../../protocol";
import { CardArt } from "../../pieces/card";
import { cardWords } from "../../words";
import { usePage } from "../context";
import type { PlaceTip } from "./tips";

export interface Pointed {
  readonly piece: string;
  readonly isSecret: boolean;
  /** Its middle, by the size of the board's room: 0 at the left and the top, 1 at the right and the bottom. */
  readonly x: number;
  readonly y: number;
}

function isOpenCard({ kind, piece }: Sprite): boolean {
  return (kind === "card" || kind === "secret") && piece !== "?";
}

/** The card under a point of the board; of several the one on top. */
export function cardAt(sprites: readonly Sprite[], { x, y }: Point): Sprite | undefined {
  return sprites.findLast(
    (sprite) =>
      isOpenCard(sprite) && Math.abs(sprite.x - x) <= sprite.size / 2 && Math.abs(sprite.y - y) <= sprite.size * 0.68,
  );
}

/** The card that a spot means. */
export function cardOf(sprites: readonly Sprite[], spot: Spot): Sprite | undefined {
  const [kind, ...name] = spot.split(".");
  if (kind !== "card" && kind !== "common" && kind !== "secret") return undefined;
  return sprites.find(
    (sprite) =>
      isOpenCard(sprite) &&
      sprite.piece === name.join(".") &&
      sprite.at.startsWith(kind === "card" ? "market." : `${kind}.`),
  );
}

/** Beside the place, in words alone. */
export function PlaceTipBox({ name, about, x, y }: PlaceTip & Pick<Pointed, "x" | "y">) {
  return (
    <div class="tip place-tip" role="status" style={placeOf(x, y)}>
      <div>
        <b>{name}</b>
        <p>{about}</p>
      </div>
    </div>
  );
}

function placeOf(x: number, y: number) {
  return {
    ...(x > 0.5 ? { right: `${(1 - x) * 100 + 6}%` } : { left: `${x * 100 + 8}%` }),
    ...(y > 0.5 ? { bottom: `${Math.max(0, (1 - y) * 100 - 6)}%` } : { top: `${Math.max(0, y * 100 - 6)}%` }),
  };
}

/** Beside the card, on the side where there is room; a screen reader hears the same from the card itself. */
export function CardTip({ piece, isSecret, x, y }: Pointed) {
  const { w } = usePage();
  const { name, about } = cardWords(w, piece);
  return (
    <div class="tip" aria-hidden="true" style={placeOf(x, y)}>
      <svg viewBox="-56 -74 112 148">
        <CardArt id={piece} secret={isSecret} />
      </svg>
      <div>
        <b>{name}</b>
        <p>{about}</p>
      </div>
    </div>
  );
}
