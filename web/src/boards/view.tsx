/**
 * A board as one SVG picture: backdrop, pieces, and a named element for every spot. Those that may be chosen are
 * buttons; the others can be read.
 */

import type { GameId, Spot } from "../protocol";
import { SpriteArt } from "../pieces/sprite";
import { Arrows, type Badge, type Trail } from "./arrows";
import "./arrows.css";
import type { Board, Place, Point, Scene, Sprite, Token } from "./board";
import { type ComparedWay, Compared } from "./compared";
import { Outline } from "./outline";
import { Writing } from "./writing";

export interface BoardViewProps<G extends GameId> {
  readonly board: Board<G>;
  readonly scene: Scene<G>;
  /** The pieces where they are just now; without, where the view has them. */
  readonly tokens?: readonly Token[];
  /** The pieces that are drawn over all others. */
  readonly moving?: readonly string[];
  /** The pieces that are in the air. */
  readonly leaping?: readonly string[];
  /** The spots that may be chosen next, as places. */
  readonly lit: readonly Spot[];
  /** The places chosen so far. */
  readonly path: readonly Spot[];
  /** The places of the last action, in order. */
  readonly last: readonly Spot[];
  /** What others did, piece by piece; without, the places of the last action are joined. */
  readonly trails?: readonly Trail[];
  readonly badges?: readonly Badge[];
  /** Ways that are compared with each other. */
  readonly compared?: readonly ComparedWay[] | undefined;
  /** The name of whoever rolls, beside the dice. */
  readonly roller?: string | null;
  /** Where the spot under the pointer or the keyboard leads. */
  readonly hints?: readonly Spot[];
  /** What is written on places that may be chosen. */
  readonly targets?: ReadonlyMap<Spot, string>;
  /** The place the keyboard is on. */
  readonly focused?: Spot | null;
  /** What a screen reader says of a place that may be chosen. */
  readonly label: (spot: Spot) => string;
  /** What it says of any other; without, as of those that may be chosen. */
  readonly name?: ((spot: Spot) => string) | undefined;
  /** The part of the board that a place belongs to, such as a lane; places that follow each other make a group. */
  readonly row?: ((spot: Spot) => string) | undefined;
  readonly title: string;
  /** A spot is chosen without a pointer. */
  readonly onActivate?: (spot: Spot) => void;
  readonly onFocus?: (spot: Spot) => void;
  readonly onHover?: (spot: Spot | null) => void;
  readonly handlers?: {
    readonly onPointerDown: (event: PointerEvent) => void;
    readonly onPointerMove: (event: PointerEvent) => void;
    readonly onPointerUp: (event: PointerEvent) => void;
    readonly onPointerCancel: (event: PointerEvent) => void;
    readonly onKeyDown: (event: KeyboardEvent) => void;
  };
  /** Is handed the picture, for those who move things on it. */
  readonly svg?: (element: SVGSVGElement | null) => void;
}

export function BoardView<G extends GameId>(props: BoardViewProps<G>) {
  const { board, scene, lit, path, last, title } = props;
  const { width, height } = board.size(scene);
  const places = board.places(scene);
  const sprites = board.arrange(props.tokens ?? board.tokens(scene), scene).filter(({ hidden }) => hidden !== true);
  const at = (spot: Spot) => places.get(spot) ?? board.elsewhere?.(spot, scene);
  const gaze = lastPoint(path, at) ?? lastPoint(last, at);
  const moving = new Set(props.moving);
  const leaping = new Set(props.leaping);
  const level = (sprite: Sprite) => sprite.z + (moving.has(sprite.id) ? 10_000 : 0);
  const ridden = board.hasRiders === true ? (path[0] ?? last.at(-1)) : undefined;
  const isLit = new Set(lit);
  const first = props.focused != null && isLit.has(props.focused) ? props.focused : (lit[0] ?? null);
  return (
    <svg
      class={`board board-${board.game}`}
      viewBox={`0 0 ${width} ${height}`}
      role="group"
      aria-label={title}
      ref={props.svg ?? null}
      {...props.handlers}
    >
      <Gradients />
      {board.backdrop(scene)}
      <g class="lasts" aria-hidden="true">
        {last
          .map((spot) => at(spot))
          .filter(isPlace)
          .map((place, index) => (
            <circle key={index} class="last" cx={place.x} cy={place.y} r={place.r * 0.96} />
          ))}
        {path.length === 0 && props.trails === undefined && (
          <Way class="last-way" points={last.map(at).filter(isPlace)} />
        )}
      </g>
      <g class="glows" aria-hidden="true">
        {lit.map((spot) => {
          const place = at(spot);
          return place && <Outline key={spot} class="glow" place={place} />;
        })}
        {path.map((spot, index) => {
          const place = at(spot);
          return place && <Outline key={index} class="chosen" place={place} />;
        })}
      </g>
      <g class="sprites" aria-hidden="true">
        {sprites
          .toSorted((a, b) => level(a) - level(b))
          .map((sprite) => (
            <SpriteArt
              key={sprite.id}
              sprite={sprite}
              gaze={gaze}
              isLeaping={leaping.has(sprite.id)}
              isRidden={sprite.at === ridden && sprite.kind === "frog"}
            />
          ))}
      </g>
      {board.overlay?.(scene)}
      <Writing board={board} scene={scene} targets={props.targets} at={at} />
      {props.trails !== undefined && (
        <Arrows trails={props.trails} badges={props.badges ?? []} at={at} isFaint={path.length > 0} />
      )}
      {props.compared !== undefined && <Compared ways={props.compared} at={at} />}
      {props.roller != null && <Roller name={props.roller} dice={sprites.filter(({ kind }) => kind === "die")} />}
      <g class="hints" aria-hidden="true">
        {(props.hints ?? [])
          .map(at)
          .filter(isPlace)
          .map((place, index) => (
            <circle key={index} class="hint" cx={place.x} cy={place.y} r={Math.min(16, place.r * 0.4)} />
          ))}
      </g>
      <g aria-hidden="true">
        <Way class="chosen-way" points={path.map(at).filter(isPlace)} />
      </g>
      <g class="spots">
        {rowsOf([...places], props.row).map(({ row, spots }, index) => (
          <g key={index} {...(row === "" ? {} : { role: "group", "aria-label": row })}>
            {spots.map(([spot, place]) => (
              <g
                key={spot}
                class={isLit.has(spot) ? "spot lit" : "spot"}
                data-spot={spot}
                // A listener for focus alone would make an SVG element focusable.
                {...(isLit.has(spot)
                  ? {
                      role: "button",
                      tabindex: spot === first ? 0 : -1,
                      "aria-label": props.label(spot),
                      onFocus: () => props.onFocus?.(spot),
                    }
                  : { role: "img", "aria-label": (props.name ?? props.label)(spot) })}
                onClick={(event: MouseEvent) => event.detail === 0 && props.onActivate?.(spot)}
                onPointerEnter={() => props.onHover?.(spot)}
                onPointerLeave={() => props.onHover?.(null)}
              >
                <Outline class="hit" place={place} />
              </g>
            ))}
          </g>
        ))}
      </g>
    </svg>
  );
}

/** Whose dice these are. */
function Roller({ name, dice }: { readonly name: string; readonly dice: readonly Sprite[] }) {
  const [first] = dice;
  if (first === undefined) return null;
  const x = dice.reduce((sum, die) => sum + die.x, 0) / dice.length;
  return (
    <g class="dice-name" aria-hidden="true">
      <text x={x} y={Math.max(...dice.map((die) => die.y)) + first.size * 0.86}>
        {name}
      </text>
    </g>
  );
}

interface Row {
  readonly row: string;
  readonly spots: readonly (readonly [Spot, Place])[];
}

/** Places that follow each other and belong to the same part of the board, together. */
function rowsOf(places: readonly (readonly [Spot, Place])[], rowOf: (spot: Spot) => string = () => ""): readonly Row[] {
  const rows: { row: string; spots: (readonly [Spot, Place])[] }[] = [];
  for (const place of places) {
    const row = rowOf(place[0]);
    const last = rows.at(-1);
    if (last?.row === row) last.spots.push(place);
    else rows.push({ row, spots: [place] });
  }
  return rows;
}

function isPlace(place: Place | undefined): place is Place {
  return place !== undefined;
}

function lastPoint(spots: readonly Spot[], at: (spot: Spot) => Point | undefined): Point | undefined {
  const spot = spots.at(-1);
  return spot === undefined ? undefined : at(spot);
}

/** An arc through some points, bent to one side so that it is seen beside a straight row of pieces. */
function Way({ points, class: kind }: { readonly points: readonly Point[]; readonly class: string }) {
  if (points.length < 2) return null;
  const arcs = points.slice(1).map((to, index) => {
    const from = points[index] ?? to;
    const bend = 0.18;
    const [cx, cy] = [
      (from.x + to.x) / 2 + (to.y - from.y) * bend,
      (from.y + to.y) / 2 - Math.abs(to.x - from.x) * bend,
    ];
    return `${index === 0 ? `M${from.x},${from.y}` : ""}Q${cx},${cy} ${to.x},${to.y}`;
  });
  return <path class={kind} d={arcs.join("")} />;
}

function Gradients() {
  return (
    <defs>
      <linearGradient id="water" x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" style="stop-color: var(--water-top)" />
        <stop offset="0.5" style="stop-color: var(--water)" />
        <stop offset="1" style="stop-color: var(--water-deep)" />
      </linearGradient>
    </defs>
  );
}
