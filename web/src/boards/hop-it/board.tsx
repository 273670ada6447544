/** Hop It!: hexagonal water, lily pads at the sides, frogmunchers on the shore. */

import { lookOf } from "../../pieces/seats";
import { Pad } from "../../pieces/lily";
import type { Board, Scene, Sprite, Token } from "../board";
import { Bird } from "./bird";
import { BOX, CELLS, SIDE, cellAt, hexagon, isLily, places } from "./geometry";
import "./board.css";

type HopItScene = Scene<"hop-it">;

const turned = (scene: HopItScene) => scene.me === 1;
const CELL = hexagon(SIDE);

export const hopIt: Board<"hop-it"> = {
  game: "hop-it",
  size: () => BOX,
  places: (scene) => places(turned(scene)),
  tokens,
  arrange,
  backdrop: (scene) => <Pond scene={scene} />,
  overlay: (scene) => <Birds scene={scene} />,
  speaksOfPlaces: true,
  coordinates: (scene) =>
    CELLS.map((cell) => {
      const { x, y } = cellAt(cell, turned(scene));
      return { x, y: y + SIDE * 0.72, text: cell };
    }),
};

function tokens(scene: HopItScene): Token[] {
  return scene.view.pieces.map(({ at, seat, frog }) => {
    const kind = frog ? "frog" : "tadpole";
    return { id: `${at}`, kind, piece: kind, owner: seat, at };
  });
}

function arrange(list: readonly Token[], scene: HopItScene): Sprite[] {
  return list.map((token) => {
    const { x, y } = cellAt(token.at, turned(scene));
    const isFrog = token.kind === "frog";
    return {
      ...token,
      x,
      y: y - (isFrog ? 4 : 2),
      z: y,
      size: isFrog ? 126 : 124,
      ...lookOf("hop-it", token.owner ?? 0),
    };
  });
}

function Pond({ scene }: { readonly scene: HopItScene }) {
  const danger = new Set(scene.view.in_danger);
  return (
    <g class="pond" aria-hidden="true">
      <rect class="shore" x={0} y={0} width={1000} height={1000} rx={70} />
      <path class="shore-edge" d={SHORE} transform="translate(0 8)" />
      <path class="water" d={SHORE} />
      {CELLS.map((cell) => {
        const { x, y } = cellAt(cell, turned(scene));
        return (
          <g key={cell} transform={`translate(${x} ${y})`}>
            <path class="cell" d={CELL} />
            {isLily(cell) && <Pad r={62} notch={x < 500 ? 160 : 20} class={danger.has(cell) ? "perilous" : ""} />}
          </g>
        );
      })}
      <g class="reeds">
        {REEDS.map(([x, y, turn]) => (
          <path
            key={`${x} ${y}`}
            d="M0,0C-3,-26 -10,-40 -16,-52M0,0C2,-30 2,-48 0,-66M0,0C5,-24 14,-36 22,-44"
            transform={`translate(${x} ${y}) rotate(${turn})`}
          />
        ))}
      </g>
    </g>
  );
}

const SHORE =
  "M118,54C250,26 420,48 520,36C650,24 800,34 884,56C946,84 926,220 918,330C914,430 922,540 918,650C914,760 946,896 884,942C800,972 640,952 500,964C360,972 210,968 116,942C54,900 86,770 82,650C78,540 86,440 82,330C78,220 54,88 118,54Z";
const REEDS = [
  [196, 76, 8],
  [232, 70, -4],
  [770, 66, 6],
  [806, 74, -8],
  [320, 972, 4],
  [690, 972, -6],
] as const;

function Birds({ scene }: { readonly scene: HopItScene }) {
  const danger = new Set(scene.view.in_danger);
  return (
    <g class="birds" aria-hidden="true">
      {CELLS.filter(isLily).map((cell) => {
        const { x, y } = cellAt(cell, turned(scene));
        const left = x < 500;
        return (
          <g
            key={cell}
            data-bird={cell}
            transform={`translate(${left ? 47 : 953} ${y - 6}) scale(${left ? 0.92 : -0.92} 0.92)`}
          >
            <Bird alert={danger.has(cell)} />
          </g>
        );
      })}
    </g>
  );
}
