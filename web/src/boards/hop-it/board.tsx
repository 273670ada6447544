/** Hop It!: hexagonal water, lily pads at the sides, frogmunchers on the shore. */

import { lookOf } from "../../pieces/seats";
import { Pad } from "../../pieces/lily";
import type { Board, Scene, Sprite } from "../board";
import { Bird } from "./bird";
import { BOX, CELLS, SIDE, cellAt, hexagon, isLily, places } from "./geometry";

type HopItScene = Scene<"hop-it">;

const turned = (scene: HopItScene) => scene.me === 1;
const CELL = hexagon(SIDE);

export const hopIt: Board<"hop-it"> = {
  game: "hop-it",
  size: () => BOX,
  places: (scene) => places(turned(scene)),
  sprites,
  backdrop: (scene) => <Pond scene={scene} />,
  overlay: (scene) => <Birds scene={scene} />,
  look: (seat) => lookOf("hop-it", seat),
};

function sprites(scene: HopItScene): Sprite[] {
  return scene.view.pieces.map(({ at, seat, frog }) => {
    const { x, y } = cellAt(at, turned(scene));
    const lift = frog ? 4 : 2;
    return {
      id: `${at}`, kind: frog ? "frog" : "tadpole", piece: frog ? "frog" : "tadpole", owner: seat, at,
      x, y: y - lift, z: y, size: frog ? 126 : 124, ...lookOf("hop-it", seat),
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
        {REEDS.map(([x, y, turn]) => <path key={`${x} ${y}`} d="M0,0C-3,-26 -10,-40 -16,-52M0,0C2,-30 2,-48 0,-66M0,0C5,-24 14,-36 22,-44" transform={`translate(${x} ${y}) rotate(${turn})`} />)}
      </g>
    </g>
  );
}

const SHORE = "M118,66C250,26 420,54 520,40C650,24 800,40 884,72C946,100 930,220 906,330C884,430 918,540 908,650C902,760 950,880 884,932C800,972 640,946 500,960C360,972 210,964 116,930C52,888 92,770 96,650C98,540 118,440 92,330C66,220 56,96 118,66Z";
const REEDS = [[196, 76, 8], [232, 70, -4], [770, 66, 6], [806, 74, -8], [320, 972, 4], [690, 972, -6]] as const;

function Birds({ scene }: { readonly scene: HopItScene }) {
  const danger = new Set(scene.view.in_danger);
  return (
    <g class="birds" aria-hidden="true">
      {CELLS.filter(isLily).map((cell) => {
        const { x, y } = cellAt(cell, turned(scene));
        const left = x < 500;
        return (
          <g key={cell} data-bird={cell} transform={`translate(${left ? 46 : 954} ${y - 6}) scale(${left ? 0.92 : -0.92} 0.92)`}>
            <Bird alert={danger.has(cell)} />
          </g>
        );
      })}
    </g>
  );
}
