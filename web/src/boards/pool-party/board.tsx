/** Pool Party: a round pool from above, an island with a palm, five lanes and the ramp. */

import { lookAmong } from "../../pieces/seats";
import { type Board, type Label, type Point, type Scene, type Sprite, type Token, heaps } from "../board";
import {
  BOX,
  CENTRE,
  FROG_SIZES,
  ISLAND,
  LANES,
  RIM,
  SPACES,
  angle,
  band,
  deckAt,
  places,
  polar,
  queueAt,
  spaceAt,
} from "./geometry";
import { diceSpent, swimsAfter } from "./swims";
import "./board.css";

type PoolScene = Scene<"pool-party">;

export const poolParty: Board<"pool-party"> = {
  game: "pool-party",
  size: ({ view }) => ({ width: 1000, height: isWaiting(view) ? BOX.height : 1000 }),
  places: ({ view }) => places(view),
  tokens,
  arrange,
  home: (spot, owner) => (spot.startsWith("stack.") ? `${spot}:${owner ?? 0}` : spot),
  between,
  // One frog after the other, each with its space.
  routes: (path) =>
    path.flatMap((from, index) => {
      const to = path[index + 1];
      return index % 2 === 0 && to !== undefined ? [between(from, to)] : [];
    }),
  backdrop: (scene) => <Pool scene={scene} />,
  speaksOfPlaces: true,
  coordinates,
  targets: (view, choices, path) =>
    new Map([...swimsAfter(view, choices, path)].map(([spot, { steps }]) => [spot, `${steps}`])),
  spent: (view, choices, path) => diceSpent(view, choices, path).map((index) => `die#${index}`),
};

/** Lanes are named on the ramp, spaces round the rim. */
function coordinates(): Label[] {
  const [inner, outer] = band(5);
  return [
    ...LANES.map((lane) => ({ ...polar((band(lane)[0] + band(lane)[1]) / 2, angle(0.5)), text: `${lane}` })),
    ...Array.from({ length: SPACES - 1 }, (_, index) => ({
      ...polar(outer + (outer - inner) * 0.12, angle(index + 1)),
      text: `${index + 1}`,
    })),
  ];
}

/** Does any frog wait to enter? */
function isWaiting(view: PoolScene["view"]): boolean {
  return view.frogs.some((frogs) => frogs.includes(null));
}

/** A frog swims on in its lane, clockwise; from the deck it comes in over the ramp. */
function between(from: string, to: string): readonly string[] {
  const [lane = "", end = "0"] = to.split(".");
  const start = from.startsWith("stack.") ? 0 : Number(from.split(".")[1]);
  const steps = (Number(end) - start + SPACES) % SPACES;
  return Array.from({ length: steps + 1 }, (_, step) => `${lane}.${(start + step) % SPACES}`);
}

function tokens({ view }: PoolScene): Token[] {
  const all: Token[] = view.frogs.flatMap((frogs, seat) =>
    frogs.map((space, index): Token => {
      const lane = index + 1;
      return {
        id: `${seat}.${lane}`,
        kind: "frog",
        piece: "frog",
        owner: seat,
        at: space === null ? `stack.${lane}:${seat}` : `${lane}.${space}`,
      };
    }),
  );
  view.roll?.forEach((value, index) => all.push({ id: `die#${index}`, kind: "die", piece: "die", at: "dice", value }));
  return all;
}

function arrange(list: readonly Token[], { view, seats }: PoolScene): Sprite[] {
  return [...heaps(list)].flatMap(([at, heap]) =>
    heap.map((token, index): Sprite => {
      if (token.kind === "die") return { ...token, x: CENTRE.x - 36 + index * 72, y: CENTRE.y + 62, z: 0, size: 66 };
      const look = lookAmong(seats, "pool-party", token.owner ?? 0);
      const [spot = "", owner] = at.split(":");
      const [first, second] = spot.split(".");
      if (first === "stack") {
        const [lane, seat] = [Number(second), Number(owner)];
        if (seat === view.turn) return { ...token, ...look, ...deckAt(lane), z: 2000, size: 64 + lane * 6 };
        const others = view.frogs.map((_, other) => other).filter((other) => other !== view.turn);
        const point = queueAt(others.indexOf(seat), lane);
        return { ...token, ...look, ...point, z: point.x, size: 30 + lane * 4 };
      }
      const lane = Number(first);
      const { x, y } = spaceAt(lane, Number(second));
      return { ...token, ...look, x, y: y - 2, z: y, size: FROG_SIZES[lane - 1] ?? 60 };
    }),
  );
}

function Pool({ scene: { view, seats } }: { readonly scene: PoolScene }) {
  return (
    <g class="pool" aria-hidden="true">
      <rect class="tiles" x={0} y={0} width={1000} height={isWaiting(view) ? 1128 : 1000} rx={60} />
      <path class="joints" d={JOINTS} />
      <Parasol x={74} y={74} r={58} />
      <Float x={930} y={70} />
      {!isWaiting(view) && <Towel x={70} y={928} turn={-38} />}
      {!isWaiting(view) && <Parasol x={930} y={932} r={50} />}
      <circle class="kerb" cx={CENTRE.x} cy={CENTRE.y} r={RIM + 16} />
      <circle class="water" cx={CENTRE.x} cy={CENTRE.y} r={RIM} />
      {isWaiting(view) && <path class="deck-planks" d="M210,1012H790V1112H210Z" />}
      {isWaiting(view) && <path class="planks" d="M326,1012V1112M442,1012V1112M558,1012V1112M674,1012V1112" />}
      {LANES.map((lane) => (
        <path key={lane} class={lane % 2 === 0 ? "lane even" : "lane"} d={ring(lane)} />
      ))}
      <path class="ramp" d={wedge(0, ISLAND, RIM + 16)} />
      <path class="ramp-steps" d={RAMP_STEPS} />
      {view.lines.map(({ space, frogs }, seat) =>
        space === null || frogs < 4 ? null : (
          <path
            key={seat}
            class={`line tint-${seats[seat]?.tint ?? "coral"}${frogs === 5 ? " whole" : ""}`}
            d={wedge(space, ISLAND, RIM)}
          />
        ),
      )}
      <path class="ropes" d={ROPES} />
      {LANES.slice(1).map((lane) => (
        <circle key={lane} class="rope" cx={CENTRE.x} cy={CENTRE.y} r={band(lane)[0]} />
      ))}
      <Island />
    </g>
  );
}

function ring(lane: number): string {
  const [inner, outer] = band(lane);
  const circle = (r: number) => `M${CENTRE.x - r},${CENTRE.y}a${r},${r} 0 1,0 ${2 * r},0a${r},${r} 0 1,0 ${-2 * r},0Z`;
  return circle(outer) + circle(inner);
}

function wedge(space: number, inner: number, outer: number): string {
  const half = 360 / SPACES / 2;
  const point = (radius: number, degrees: number) => {
    const { x, y } = polar(radius, degrees);
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  };
  const [from, to] = [angle(space) - half, angle(space) + half];
  return `M${point(inner, from)}A${inner},${inner} 0 0,1 ${point(inner, to)}L${point(outer, to)}A${outer},${outer} 0 0,0 ${point(outer, from)}Z`;
}

const ROPES = Array.from({ length: SPACES }, (_, space) => {
  const degrees = angle(space) + 360 / SPACES / 2;
  const [from, to]: [Point, Point] = [polar(ISLAND, degrees), polar(RIM, degrees)];
  return `M${from.x.toFixed(1)},${from.y.toFixed(1)}L${to.x.toFixed(1)},${to.y.toFixed(1)}`;
}).join("");

/** An arrow in each cell of the ramp, the way the frogs swim. */
const RAMP_STEPS = LANES.map((lane) => {
  const { x, y } = spaceAt(lane, 0);
  return `M${x + 9},${y - 11}L${x - 7},${y}L${x + 9},${y + 11}`;
}).join("");

const JOINTS =
  Array.from({ length: 9 }, (_, index) => `M${(index + 1) * 100},0V1000`).join("") +
  Array.from({ length: 9 }, (_, index) => `M0,${(index + 1) * 100}H1000`).join("");

function Parasol({ x, y, r }: { readonly x: number; readonly y: number; readonly r: number }) {
  const point = (turn: number) =>
    `${(Math.cos((turn * Math.PI) / 4) * r).toFixed(1)},${(Math.sin((turn * Math.PI) / 4) * r).toFixed(1)}`;
  return (
    <g class="parasol" transform={`translate(${x} ${y}) rotate(12)`}>
      <circle class="parasol-shade" cx={5} cy={9} r={r} />
      {[0, 1, 2, 3, 4, 5, 6, 7].map((turn) => (
        <path
          key={turn}
          class={turn % 2 === 0 ? "stripe" : "stripe pale"}
          d={`M0,0L${point(turn)}A${r},${r} 0 0,1 ${point(turn + 1)}Z`}
        />
      ))}
      <circle class="knob" r={6} />
    </g>
  );
}

function Float({ x, y }: { readonly x: number; readonly y: number }) {
  return (
    <g class="float" transform={`translate(${x} ${y}) rotate(24)`}>
      <circle class="tube" r={38} />
      <path class="band" d="M0,-51V-25M0,51V25M-51,0H-25M51,0H25" />
      <circle class="hole" r={24} />
    </g>
  );
}

function Towel({ x, y, turn }: { readonly x: number; readonly y: number; readonly turn: number }) {
  return (
    <g class="towel" transform={`translate(${x} ${y}) rotate(${turn})`}>
      <rect x={-30} y={-48} width={60} height={96} rx={6} />
      <path d="M-30,-30H30M-30,-12H30M-30,6H30M-30,24H30" />
    </g>
  );
}

function Island() {
  return (
    <g class="island" transform={`translate(${CENTRE.x} ${CENTRE.y})`}>
      <circle class="foam" r={ISLAND} />
      <path
        class="beach"
        d="M-118,-6C-122,-70 -60,-122 4,-120C72,-120 124,-66 120,2C118,72 62,122 -4,118C-70,116 -116,62 -118,-6Z"
      />
      <path class="grass" d="M-78,-30C-80,-68 -36,-96 6,-92C50,-90 84,-62 80,-28C70,-2 -66,2 -78,-30Z" />
      <path class="trunk" d="M-8,10C-14,-14 -6,-36 2,-52L14,-48C6,-30 4,-12 10,10Z" />
      <g class="fronds" transform="translate(8 -54)">
        <path d="M0,0C-24,-26 -52,-22 -66,-2C-44,-10 -24,-8 0,0Z" />
        <path d="M0,0C24,-28 52,-24 64,-4C44,-12 24,-8 0,0Z" />
        <path d="M0,0C-12,-28 -34,-42 -54,-38C-36,-28 -18,-16 0,0Z" />
        <path d="M0,0C10,-30 32,-44 52,-40C34,-28 18,-16 0,0Z" />
        <path d="M0,0C-16,4 -32,18 -34,34C-22,22 -12,12 0,0Z" />
        <path d="M0,0C16,4 32,18 34,34C22,22 12,12 0,0Z" />
        <circle cx={-5} cy={4} r={6} />
        <circle cx={7} cy={5} r={6} />
      </g>
    </g>
  );
}
