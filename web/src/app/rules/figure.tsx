/** A figure of the rules: one position or two, drawn by the board that is played on, with arrows over it. */

import { boardOf } from "../../boards";
import type { Place, Point, Scene } from "../../boards/board";
import { BoardView } from "../../boards/view";
import { lookOf } from "../../pieces/seats";
import type { GameId, Spot } from "../../protocol";
import { FROG_NAMES } from "../home/facts";
import type { Position } from "./scenes";

/** The places whose names people use, and the part of it that is written on them; some boards write them themselves. */
const NAMED: Readonly<Partial<Record<GameId, RegExp>>> = {
  "hop-it": /^([a-k][1-7])$/,
  "pool-party": /^5\.(\d+)$/,
  frogriders: /^([a-i][1-9])$/,
};

/** The part of a board that is shown. */
interface Frame extends Point {
  readonly width: number;
  readonly height: number;
}

/** As much of a board as the named places need, with a little around them, and never more than there is. */
export function frameOf(
  size: { readonly width: number; readonly height: number },
  places: readonly Place[],
  margin = 28,
): Frame {
  if (places.length === 0) return { x: 0, y: 0, ...size };
  const edge = (side: "x" | "y", sign: number) =>
    places.reduce((most, place) => Math.max(most, sign * place[side] + Math.min(place.r, 60) + margin), -Infinity) *
    sign;
  const [left, top] = [Math.max(0, edge("x", -1)), Math.max(0, edge("y", -1))];
  const [right, bottom] = [Math.min(size.width, edge("x", 1)), Math.min(size.height, edge("y", 1))];
  return { x: left, y: top, width: right - left, height: bottom - top };
}

export function SmallBoard({ position }: { readonly position: Position }) {
  const board = boardOf<GameId>(position.game);
  const seats = Array.from({ length: position.seats }, (_, seat) => ({
    name: FROG_NAMES[seat] ?? "",
    ...lookOf(position.game, seat),
  }));
  const scene: Scene<GameId> = { view: position.view, layout: "tall", seats, me: 0 };
  const places = board.places(scene);
  const at = (spot: Spot) => places.get(spot) ?? board.elsewhere?.(spot, scene);
  const size = board.size(scene);
  const frame = frameOf(
    size,
    position.around.flatMap((spot) => at(spot) ?? []),
  );
  const part = (length: number) => `${((length / frame.width) * 100).toFixed(3)}%`;
  return (
    <div class="small-board" style={{ aspectRatio: `${frame.width} / ${frame.height}` }} aria-hidden="true" inert>
      <div style={{ width: part(size.width), marginLeft: part(-frame.x), marginTop: part(-frame.y) }}>
        <BoardView
          board={board}
          scene={scene}
          lit={position.shows}
          path={[]}
          last={[]}
          label={(spot) => spot}
          title=""
        />
        <svg class="pointers" viewBox={`0 0 ${size.width} ${size.height}`}>
          {position.hasNames && <Names game={position.game} places={places} />}
          {position.arrows.map((way, index) => (
            <Arrows key={index} way={way.flatMap((spot) => at(spot) ?? [])} />
          ))}
        </svg>
      </div>
    </div>
  );
}

function Names({ game, places }: { readonly game: GameId; readonly places: ReadonlyMap<Spot, Place> }) {
  return (
    <>
      {[...places].map(([spot, place]) => {
        const name = NAMED[game]?.exec(spot)?.[1];
        return (
          name !== undefined && (
            <text key={spot} class="place-name" x={place.x} y={place.y}>
              {name}
            </text>
          )
        );
      })}
    </>
  );
}

/** How far an arrow stays away from the middle of what it begins and ends at. */
const [AWAY_FROM, AWAY_TO] = [18, 20];

/** One bent arrow from each place of a way to the next. */
function Arrows({ way }: { readonly way: readonly Place[] }) {
  return (
    <>
      {way.slice(1).map((to, index) => {
        const from = way[index] ?? to;
        const [dx, dy] = [to.x - from.x, to.y - from.y];
        const length = Math.hypot(dx, dy) || 1;
        const bend = Math.min(0.16 * length, 60);
        const [cx, cy] = [(from.x + to.x) / 2 + (dy / length) * bend, (from.y + to.y) / 2 - (dx / length) * bend];
        const towards = (a: Point, b: Point, by: number) => {
          const far = Math.hypot(b.x - a.x, b.y - a.y) || 1;
          return { x: a.x + ((b.x - a.x) / far) * by, y: a.y + ((b.y - a.y) / far) * by };
        };
        const start = towards(from, { x: cx, y: cy }, AWAY_FROM);
        const tip = towards(to, { x: cx, y: cy }, AWAY_TO - 12);
        const neck = towards(to, { x: cx, y: cy }, AWAY_TO + 14);
        const turn = (Math.atan2(to.y - cy, to.x - cx) * 180) / Math.PI;
        const d = `M${start.x},${start.y}Q${cx},${cy} ${neck.x},${neck.y}`;
        return (
          <g key={index} class="figure-arrow">
            <path class="figure-halo" d={d} />
            <path class="figure-shaft" d={d} />
            <path
              class="figure-head"
              d="M0,0L-32,-19L-24,0L-32,19Z"
              transform={`translate(${tip.x} ${tip.y}) rotate(${turn})`}
            />
          </g>
        );
      })}
    </>
  );
}
