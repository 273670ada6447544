/** A small scene for each game, made of its own pieces. */

import type { ComponentChildren } from "preact";
import { Bird } from "../../boards/hop-it/bird";
import type { GameId } from "../../protocol";
import { Die } from "../../pieces/die";
import { Frog, Squat, Tadpole } from "../../pieces/frog";
import { Lily, Pad } from "../../pieces/lily";
import type { Tint } from "../../pieces/tint";

interface AtProps {
  readonly x: number;
  readonly y: number;
  readonly size?: number;
  readonly tint?: Tint;
  readonly turn?: number;
  readonly children: ComponentChildren;
}

function At({ x, y, size = 100, tint, turn = 0, children }: AtProps) {
  return (
    <g
      class={tint === undefined ? "" : `tint-${tint}`}
      transform={`translate(${x} ${y}) rotate(${turn}) scale(${size / 100})`}
    >
      {children}
    </g>
  );
}

const LEFT = { x: -0.9, y: 0.2 };
const RIGHT = { x: 0.9, y: 0.2 };

/** `banner` shows all of it, with water to both sides. */
export function GameArt({ game, banner = false }: { readonly game: GameId; readonly banner?: boolean }) {
  return (
    <svg
      class={`art art-${game}`}
      viewBox="0 0 400 220"
      preserveAspectRatio={banner ? "xMidYMid meet" : "xMidYMid slice"}
      aria-hidden="true"
    >
      <defs>
        <linearGradient id={`art-${game}`} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" style="stop-color: var(--water-top)" />
          <stop offset="1" style="stop-color: var(--water-deep)" />
        </linearGradient>
      </defs>
      <rect x={-800} width={2000} height={220} fill={`url(#art-${game})`} />
      <g class="ripples" opacity={0.6}>
        <ellipse cx={90} cy={196} rx={120} ry={14} />
        <ellipse cx={320} cy={60} rx={70} ry={9} />
        <ellipse cx={310} cy={205} rx={80} ry={9} />
      </g>
      {SCENES[game]()}
    </svg>
  );
}

const PANES = Array.from({ length: 16 }, (_, index) => ({
  kind: ["amber", "moss", "sky", "rose"][index % 4] ?? "",
  x: index * 100 - 600,
}));

/** The way of a jump, over somebody's head. */
function Arc({ d }: { readonly d: string }) {
  return <path class="chosen-way" d={d} />;
}

const SCENES: Readonly<Record<GameId, () => ComponentChildren>> = {
  "hop-it": () => (
    <>
      <path class="shore" d="M1200,0V220H330C300,170 318,120 306,70C300,40 316,16 330,0Z" />
      <At x={352} y={112} size={120}>
        <g transform="scale(-1 1)">
          <Bird alert />
        </g>
      </At>
      <At x={262} y={150}>
        <Pad r={46} notch={200} class="perilous" />
      </At>
      <At x={258} y={132} size={104} tint="moon">
        <Frog mark="moon" look={RIGHT} />
      </At>
      <At x={160} y={160} size={92} tint="night">
        <Tadpole mark="spark" look={RIGHT} />
      </At>
      <At x={62} y={96} size={116} tint="night">
        <Frog pose="leap" mark="spark" look={RIGHT} />
      </At>
      <Arc d="M92,48Q160,-6 226,84" />
    </>
  ),
  abagio: () => (
    <>
      <g class="art-panes">
        {PANES.map(({ kind, x }) => (
          <g key={x} class={`pane ${kind}`}>
            <rect x={x} y={128} width={100} height={100} />
            <path class="facet" d={`M${x},128h100L${x},228Z`} />
          </g>
        ))}
        <path class="lead" d={`M-600,128H1000${PANES.map(({ x }) => `M${x},128V220`).join("")}`} />
      </g>
      {[0, 1, 2, 3].map((height) => (
        <At key={height} x={100} y={180 - height * 26} size={110} tint={height === 2 ? "red" : "purple"}>
          <Squat mark={height === 2 ? "dot" : "star"} top={height === 3} look={RIGHT} />
        </At>
      ))}
      {[0, 1].map((height) => (
        <At key={height} x={306} y={184 - height * 26} size={110} tint="red">
          <Squat mark="dot" top={height === 1} look={LEFT} />
        </At>
      ))}
      <At x={306} y={106} size={92} tint="gold">
        <Frog crowned look={LEFT} />
      </At>
      <At x={196} y={70} size={74} turn={-14}>
        <Die value={5} />
      </At>
      <At x={242} y={40} size={66} turn={12}>
        <Die value={2} />
      </At>
    </>
  ),
  "pool-party": () => (
    <>
      <g transform="translate(200 330)">
        {[300, 250, 200, 150].map((radius, index) => (
          <circle key={radius} class={index % 2 === 0 ? "lane even" : "lane"} r={radius} />
        ))}
        {[300, 250, 200, 150].map((radius) => (
          <circle key={radius} class="rope" r={radius} />
        ))}
        <circle class="beach" r={112} />
      </g>
      <At x={58} y={160} size={62} tint="coral">
        <Frog mark="dot" look={RIGHT} />
      </At>
      <At x={118} y={116} size={76} tint="coral">
        <Frog mark="dot" look={RIGHT} />
      </At>
      <At x={196} y={84} size={92} tint="coral">
        <Frog mark="dot" look={RIGHT} />
      </At>
      <At x={296} y={104} size={106} tint="blue">
        <Frog mark="square" look={LEFT} />
      </At>
      <At x={352} y={176} size={80} tint="amber">
        <Frog mark="triangle" look={LEFT} />
      </At>
      <g class="fronds" transform="translate(196 196) scale(0.9)">
        <path class="trunk" d="M-8,30C-6,10 -10,-6 -2,-18L8,-18C4,-4 10,10 10,30Z" />
        <path d="M0,-16C-22,-36 -46,-30 -54,-14C-36,-20 -16,-18 0,-16ZM0,-16C-6,-44 -28,-54 -44,-46C-24,-42 -10,-30 0,-16ZM0,-16C6,-46 28,-54 46,-44C26,-42 10,-30 0,-16ZM0,-16C24,-34 46,-28 56,-12C38,-18 18,-18 0,-16Z" />
        <circle cx={-6} cy={-12} r={5} />
        <circle cx={6} cy={-11} r={5} />
      </g>
    </>
  ),
  "china-moon": () => (
    <>
      <g class="moon">
        <circle class="halo" cx={322} cy={58} r={56} />
        <circle cx={322} cy={58} r={38} />
        <circle class="crater" cx={310} cy={50} r={8} />
        <circle class="crater" cx={332} cy={68} r={6} />
      </g>
      {[
        [50, 176],
        [128, 150],
        [210, 166],
        [292, 148],
        [366, 182],
      ].map(([x, y]) => (
        <At key={x} x={x ?? 0} y={y ?? 0}>
          <Pad r={38} notch={(x ?? 0) * 3} />
        </At>
      ))}
      <At x={50} y={156} size={84} tint="violet">
        <Frog mark="star" look={RIGHT} />
      </At>
      <At x={128} y={146} size={76}>
        <Lily colour="P" />
      </At>
      <At x={210} y={146} size={84} tint="coral">
        <Frog mark="dot" look={RIGHT} />
      </At>
      <At x={292} y={144} size={76}>
        <Lily colour="W" />
      </At>
      <At x={150} y={64} size={104} tint="amber">
        <Frog pose="leap" mark="triangle" look={RIGHT} />
      </At>
      <At x={366} y={178} size={70}>
        <Lily colour="B" />
      </At>
    </>
  ),
  frogriders: () => (
    <>
      {[
        [60, 170],
        [166, 170],
        [272, 170],
        [366, 170],
        [60, 74],
        [366, 74],
      ].map(([x, y], index) => (
        <At key={index} x={x ?? 0} y={y ?? 0}>
          <Pad r={46} notch={index * 50} class={index > 3 ? "dark" : ""} />
        </At>
      ))}
      <At x={60} y={60} size={86} tint="frog-N">
        <Frog mark="leaf" look={RIGHT} />
      </At>
      <At x={166} y={166} size={84} tint="frog-B">
        <Frog mark="drop" look={{ x: 0, y: -1 }} />
      </At>
      <At x={172} y={78} size={92} tint="frog-R">
        <Frog pose="leap" mark="heart" ridden look={RIGHT} />
      </At>
      <At x={366} y={154} size={90} tint="frog-Y">
        <Frog mark="sun" look={LEFT} />
      </At>
      <At x={366} y={60} size={80} tint="frog-R">
        <Frog mark="heart" look={LEFT} />
      </At>
      <Arc d="M224,84Q268,92 274,150" />
    </>
  ),
};
