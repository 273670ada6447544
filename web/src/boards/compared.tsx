/** Ways that are compared on a board: what was played, and what would have been better. */

import type { GameId, Spot } from "../protocol";
import { leapt, swum } from "./arrows";
import type { Board, Place } from "./board";
import { Outline } from "./outline";
import "./compared.css";

export interface ComparedWay {
  readonly kind: "played" | "better";
  /** The places that say it, in order. */
  readonly places: readonly Spot[];
  /** The ways of the pieces that move. */
  readonly routes: readonly (readonly Spot[])[];
  /** Do they follow their places step by step, rather than leap from one to the next? */
  readonly isSwum: boolean;
}

/** An action as it is drawn, from the spots that say it. */
export function comparedWay(
  board: Pick<Board<GameId>, "resolve" | "routes" | "between">,
  kind: ComparedWay["kind"],
  path: readonly Spot[],
): ComparedWay {
  const places = path.map((spot, index) => board.resolve?.(path.slice(0, index), spot) ?? spot);
  return { kind, places, routes: board.routes?.(places) ?? [places], isSwum: board.between !== undefined };
}

/** What stands at the end of a way: a tick for the better one, a ring for what was played. */
const SIGNS: Readonly<Record<ComparedWay["kind"], string>> = {
  played: "M-6,0A6,6 0 1,0 6,0A6,6 0 1,0 -6,0Z",
  better: "M-8,0L-3,6L8,-7",
};

/** Signs stand on either side of a place that both lead to. */
const SIDE: Readonly<Record<ComparedWay["kind"], number>> = { played: -1, better: 1 };

export interface ComparedProps {
  /** Later ones lie over earlier ones. */
  readonly ways: readonly ComparedWay[];
  readonly at: (place: Spot) => Place | undefined;
}

export function Compared({ ways, at }: ComparedProps) {
  const found = (spots: readonly Spot[]) => spots.map(at).filter((place) => place !== undefined);
  return (
    <g class="compared" aria-hidden="true">
      {ways.map(({ kind, places: spots, routes, isSwum }) => {
        const places = found(spots);
        const lines = routes
          .map(found)
          .filter((route) => route.length > 1)
          .map((route) => (isSwum ? swum(route) : leapt(route)));
        const last = found(routes.at(-1) ?? []).at(-1);
        return (
          <g key={kind} class={`compared-way ${kind}`}>
            {places.map((place, index) => (
              <Outline key={index} class="compared-place" place={place} />
            ))}
            {lines.map(({ path, head }, index) => (
              <g key={index}>
                <path class="compared-edge" d={path} />
                <path class="compared-line" d={path} />
                <path class="compared-head" d="M8,0L-16,-13L-10,0L-16,13Z" transform={head} />
              </g>
            ))}
            {last !== undefined && (
              <g
                class="compared-sign"
                transform={`translate(${(last.x + SIDE[kind] * last.r * 0.72).toFixed(1)} ${(last.y - last.r * 0.72).toFixed(1)})`}
              >
                <circle r={15} />
                <path d={SIGNS[kind]} />
              </g>
            )}
          </g>
        );
      })}
    </g>
  );
}
