/** What is written on any board: the names of places, and how far it is to those that may be chosen. */

import type { GameId, Spot } from "../protocol";
import type { Board, Place, Scene } from "./board";
import "./writing.css";

export interface WritingProps<G extends GameId> {
  readonly board: Board<G>;
  readonly scene: Scene<G>;
  readonly targets: ReadonlyMap<Spot, string> | undefined;
  readonly at: (spot: Spot) => Place | undefined;
}

export function Writing<G extends GameId>({ board, scene, targets, at }: WritingProps<G>) {
  const names = scene.hasCoordinates === true ? (board.coordinates?.(scene) ?? []) : [];
  return (
    <g class="writing" aria-hidden="true">
      {names.map(({ x, y, text }) => (
        <text key={`${text} ${x} ${y}`} class="coordinate" x={x} y={y}>
          {text}
        </text>
      ))}
      {[...(targets ?? [])].map(([spot, text]) => {
        const place = at(spot);
        return (
          place && (
            <text key={spot} class="target" x={place.x} y={place.y}>
              {text}
            </text>
          )
        );
      })}
    </g>
  );
}
