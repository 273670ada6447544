/** Abagio: a path of stained glass round the pond, and stacks one can read. */

import type { Seat } from "../../protocol";
import { Mark } from "../../pieces/mark";
import { lookOf } from "../../pieces/seats";
import { type Board, type Point, type Scene, type Sprite, type Token, heaps } from "../board";
import {
  BOX,
  CELL,
  DIAMOND,
  OUTER_SPACES,
  POND,
  ROOT,
  SAFE_SPACES,
  STEP,
  STUMP,
  cellAt,
  dieAt,
  elsewhere,
  footAt,
  isDiamond,
  placeOf,
  places,
  resolve,
  spaceAt,
} from "./geometry";
import "./board.css";

type AbagioScene = Scene<"abagio">;

export const abagio: Board<"abagio"> = {
  game: "abagio",
  size: () => BOX,
  places: ({ view }) => places(view),
  resolve,
  elsewhere,
  tokens,
  arrange,
  home: (spot, owner) => (spot === "root" || spot === "pond" ? `${spot}:${owner ?? 0}` : placeOf(spot, owner ?? 0)),
  backdrop: (scene) => <Glass scene={scene} />,
  overlay: (scene) => <Badges scene={scene} />,
};

function tokens({ view }: AbagioScene): Token[] {
  const all: Token[] = [];
  const frog = (owner: Seat, at: string, index: number) =>
    all.push({ id: `${at}#${index}`, kind: "squat", piece: "frog", owner, at });
  for (const seat of [0, 1]) {
    for (const at of ["root", "pond"] as const) {
      const count = view[at][seat] ?? 0;
      for (let index = 0; index < count; index += 1) frog(seat, `${at}:${seat}`, index);
    }
  }
  for (const { at, owner, frogs } of view.spaces) {
    const place = placeOf(at, owner ?? 0);
    frogs.forEach((seat, index) => frog(seat, place, index));
  }
  all.push({ id: "chief", kind: "chief", piece: "chief", at: view.chief });
  view.dice.forEach((value, index) => all.push({ id: `die#${index}`, kind: "die", piece: "die", at: "dice", value }));
  return all;
}

function arrange(list: readonly Token[]): Sprite[] {
  return [...heaps(list)].flatMap(([at, heap]) =>
    heap.map((token, index): Sprite => {
      const look = token.owner === undefined ? {} : lookOf("abagio", token.owner);
      if (token.kind === "die") return { ...token, ...dieAt(index, heap.length), z: 0, size: 62 };
      if (token.kind === "chief") {
        const { x, y } = at === "aside" ? { x: STUMP.x, y: STUMP.y + 10 } : footAt(at);
        const below = at === "aside" ? 0 : heap.length - 1;
        return { ...token, x, y: y - below * STEP - 26, z: y + 20, size: at === "aside" ? 88 : 90, tint: "gold" };
      }
      const [place, seat] = at.split(":");
      if (place === "root")
        return {
          ...token,
          ...look,
          ...rootAt(Number(seat), index),
          size: 60,
          covered: isCovered(index, heap.length, 3),
        };
      if (place === "pond") return { ...token, ...look, ...pondAt(Number(seat), index), size: 47, covered: false };
      const foot = footAt(at);
      const size = isDiamond(at) ? 88 : 124;
      const step = isDiamond(at) ? 20 : STEP;
      const last = heap.findLastIndex(({ kind }) => kind === "squat");
      return {
        ...token,
        ...look,
        x: foot.x,
        y: foot.y - index * step,
        z: foot.y + index / 10,
        size,
        covered: index < last,
      };
    }),
  );
}

/** In piles of three side by side, a frog is covered when another stands on its pile. */
function isCovered(index: number, count: number, piles: number): boolean {
  return index + piles < count;
}

function rootAt(seat: Seat, index: number): Point & { z: number } {
  const [pile, height] = [index % 3, Math.floor(index / 3)];
  const x = ROOT.x + (seat === 0 ? -1 : 1) * (28 + pile * 48);
  const y = ROOT.y + 46 - height * 26 - (pile === 1 ? 4 : 0);
  return { x, y, z: y + height * 40 };
}

function pondAt(seat: Seat, index: number): Point & { z: number } {
  const [column, row] = [index % 2, Math.floor(index / 2)];
  const x = POND.x + (seat === 0 ? -1 : 1) * (131 - column * 45);
  const y = POND.y + 128 - row * 40;
  return { x, y, z: y };
}

const HALF = CELL / 2;
/** The panes are cut along one diagonal or the other, by turns. */
const FACETS = [`M${-HALF},${-HALF}H${HALF}L${-HALF},${HALF}Z`, `M${-HALF},${-HALF}H${HALF}V${HALF}Z`];
const HUES = ["amber", "moss", "sky", "rose"];

function Pane({
  at,
  kind,
  children,
}: {
  readonly at: Point;
  readonly kind: string;
  readonly children?: preact.ComponentChild;
}) {
  const half = CELL / 2;
  return (
    <g class={`pane ${kind}`} transform={`translate(${at.x} ${at.y})`}>
      <rect x={-half} y={-half} width={CELL} height={CELL} />
      <path class="facet" d={FACETS[(Math.round(at.x / CELL) + Math.round(at.y / CELL)) % 2]} />
      {children}
    </g>
  );
}

function Glass({ scene: { view, seats } }: { readonly scene: AbagioScene }) {
  return (
    <g class="glass" aria-hidden="true">
      <rect class="frame" x={6} y={12} width={988} height={1078} rx={36} />
      <path
        class="frame-grain"
        d="M220,1014C380,1004 520,1030 700,1016C770,1010 830,1014 880,1020M210,1050C340,1062 500,1040 660,1054C760,1062 820,1050 890,1058"
      />
      {OUTER_SPACES.map((space, index) => (
        <Pane key={space} at={spaceAt(space)} kind={HUES[index % 4] ?? "moss"}>
          <text class="pane-number" x={(space === "10" ? 1 : -1) * (CELL / 2 - 22)} y={-CELL / 2 + 22}>
            {space}
          </text>
        </Pane>
      ))}
      {seats.flatMap((seat, index) =>
        SAFE_SPACES.map((space) => (
          <Pane key={`${space}:${index}`} at={spaceAt(`${space}:${index}`)} kind={`safe tint-${seat.tint}`}>
            <text class="pane-number" x={(index === 0 ? -1 : 1) * (CELL / 2 - 20)} y={-CELL / 2 + 22}>
              {space}
            </text>
          </Pane>
        )),
      )}
      <g transform={`translate(${ROOT.x} ${ROOT.y})`}>
        <rect class="bark" x={-CELL} y={-CELL / 2} width={CELL * 2} height={CELL} />
        <path
          class="grain"
          d="M-140,44C-90,8 -40,66 0,30C46,-6 92,50 144,16M-144,-26C-96,-58 -52,-8 -4,-40C50,-70 100,-22 146,-46M-144,66C-60,40 50,74 144,54"
        />
      </g>
      <g transform={`translate(${POND.x} ${POND.y})`}>
        <rect class="water" x={-CELL} y={-CELL} width={CELL * 2} height={CELL * 2} />
        <g class="ripples">
          <ellipse rx={120} ry={70} cy={36} />
          <ellipse rx={70} ry={38} cy={36} />
        </g>
      </g>
      <path class="lead" d={LEAD} />
      {["8", "1"].map((space) => {
        const { x, y } = spaceAt(space);
        return (
          <g key={space} class="diamond" transform={`translate(${x} ${y})`}>
            <path d={`M0,${-DIAMOND}L${DIAMOND},0L0,${DIAMOND}L${-DIAMOND},0Z`} />
            <path class="facet" d={`M0,${-DIAMOND}L${DIAMOND},0L${-DIAMOND},0Z`} />
            <text class="pane-number" y={-DIAMOND + 21}>
              {space}
            </text>
          </g>
        );
      })}
      <g class="stump" transform={`translate(${STUMP.x} ${STUMP.y})`}>
        <path class="stump-side" d="M-62,14V44C-62,66 62,66 62,44V14Z" />
        <ellipse class="stump-top" cy={14} rx={62} ry={22} />
        <ellipse class="stump-ring" cy={14} rx={38} ry={13} />
        <ellipse class="stump-ring" cy={14} rx={17} ry={6} />
      </g>
      {view.turn !== null && seats[view.turn] !== undefined && (
        <g class={`homeward tint-${seats[view.turn]?.tint ?? "red"}`} transform="translate(938 1034)">
          <circle r={30} />
          <Mark name={seats[view.turn]?.mark ?? "dot"} r={17} />
        </g>
      )}
      <path class="homeward-way" d={WAY} />
    </g>
  );
}

/** The lead between the panes: lines where panes meet, none inside root and pond. */
const LEAD = (() => {
  const at = (column: number, row: number) => cellAt(column + 0.5, row + 0.5);
  const line = (from: Point, to: Point) => `M${from.x},${from.y}L${to.x},${to.y}`;
  const lines: string[] = [];
  for (let step = 0; step <= 6; step += 1) {
    const across =
      step === 3
        ? [
            [0, 2],
            [4, 6],
          ]
        : [[0, 6]];
    for (const [from = 0, to = 6] of across) {
      lines.push(line(at(from, step), at(to, step)));
    }
    const up =
      step === 1
        ? [[1, 6]]
        : step === 3
          ? [
              [0, 2],
              [4, 6],
            ]
          : [[0, 6]];
    for (const [from = 0, to = 6] of up) lines.push(line(at(step, from), at(step, to)));
  }
  return lines.join("");
})();

/** Small arrows along the outer path say which way the frogs go. */
const WAY = [
  ["26", "25", 0],
  ["22", "21", 1],
  ["17", "16", 2],
  ["12", "11", 3],
]
  .map(([from, to]) => {
    const [a, b] = [spaceAt(`${from}`), spaceAt(`${to}`)];
    const [dx, dy] = [(b.x - a.x) / CELL, (b.y - a.y) / CELL];
    const [x, y] = [(a.x + b.x) / 2, (a.y + b.y) / 2];
    return `M${x - dx * 10 - dy * 12},${y - dy * 10 + dx * 12}L${x + dx * 8},${y + dy * 8}L${x - dx * 10 + dy * 12},${y - dy * 10 - dx * 12}`;
  })
  .join("");

/** What blocks: heaps of one colour on top, and stacks at their limit. */
function Badges({ scene: { view, seats } }: { readonly scene: AbagioScene }) {
  return (
    <g class="badges" aria-hidden="true">
      {view.spaces.map(({ at, owner, frogs, is_full, heap }) => {
        const top = frogs.at(-1);
        if (top === undefined || (heap === undefined && !is_full)) return null;
        const { x, y } = spaceAt(placeOf(at, owner ?? 0));
        const aside = isDiamond(at) ? 46 : owner === 0 || at === "9" ? -56 : 56;
        return (
          <g
            key={`${at}:${owner ?? ""}`}
            class={`badge tint-${seats[top]?.tint ?? "red"}`}
            transform={`translate(${x + aside} ${y + (isDiamond(at) ? 34 : 56)})`}
          >
            {is_full ? (
              <path class="shield full" d="M-15,-12H15V15H-15ZM-9,-12V-18A9,9 0 0,1 9,-18V-12" />
            ) : (
              <path class="shield" d="M0,-19L17,-13V2C17,12 8,18 0,21C-8,18 -17,12 -17,2V-13Z" />
            )}
            <text>{is_full ? frogs.length : heap}</text>
          </g>
        );
      })}
    </g>
  );
}
