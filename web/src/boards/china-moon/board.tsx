/** China Moon: a moonlit spiral to the giant lily, and everybody's bouquets. */

import { lilyOf } from "../../pieces/kinds";
import { Pad } from "../../pieces/lily";
import { Mark } from "../../pieces/mark";
import { lookAmong } from "../../pieces/seats";
import { type Board, type Point, type Scene, type Sprite, type Token, heaps } from "../board";
import {
  ALL_PADS,
  ARROWS,
  CENTRE,
  GOAL,
  LILIES,
  PAD,
  RAFT,
  type Symbol,
  arrivalAt,
  flowerAt,
  orderAt,
  padAt,
  places,
  size,
  startAt,
  symbolOf,
  vaseOf,
} from "./geometry";
import "./board.css";

type MoonScene = Scene<"china-moon">;

export const chinaMoon: Board<"china-moon"> = {
  game: "china-moon",
  size: ({ layout, seats }) => size(layout, seats.length),
  places: ({ view, layout }) => places(view, layout),
  tokens,
  arrange,
  keep: (piece, seat) => `lily.${seat}.${piece.slice(-1)}`,
  backdrop: (scene) => <Course scene={scene} />,
  overlay: () => <Order />,
  coordinates: () =>
    ALL_PADS.map((pad) => {
      const { x, y } = padAt(pad);
      return { x, y: y + 36, text: `${pad}` };
    }),
};

function tokens({ view }: MoonScene): Token[] {
  const all: Token[] = [];
  const frogs = (owner: number, at: string, count: number) => {
    for (let index = 0; index < count; index += 1)
      all.push({ id: `${at}.${owner}#${index}`, kind: "frog", piece: "frog", owner, at });
  };
  view.players.forEach((player, seat) => {
    frogs(seat, `s${seat}`, player.on_start);
    frogs(seat, "goal", player.on_arrival);
    player.lilies.forEach((lily, index) =>
      all.push({
        id: `lily.${seat}.${lily}#${index}`,
        kind: "lily",
        piece: `lily-${lily}`,
        at: `lily.${seat}.${lily}`,
      }),
    );
  });
  for (const { at, seat, moved } of view.frogs)
    all.push({ id: `pad.${at}`, kind: "frog", piece: "frog", owner: seat, at, ...(moved ? { faded: true } : {}) });
  for (const { at, lily } of view.lilies) all.push({ id: `on.${at}`, kind: "lily", piece: `lily-${lily}`, at });
  view.places.forEach((lily, index) => {
    if (lily !== null)
      all.push({ id: `place.${index + 1}`, kind: "lily", piece: `lily-${lily}`, at: `place.${index + 1}` });
  });
  return all;
}

function arrange(list: readonly Token[], { view, layout, seats }: MoonScene): Sprite[] {
  return [...heaps(list)].flatMap(([at, heap]) =>
    heap.map((token, index): Sprite => {
      const look = token.owner === undefined ? {} : lookAmong(seats, "china-moon", token.owner);
      const put = (point: Point, width: number, more: Partial<Sprite> = {}): Sprite => ({
        ...token,
        ...look,
        x: point.x,
        y: point.y,
        z: point.y,
        size: width,
        ...more,
      });
      const many = { hidden: index < heap.length - 1, count: heap.length };
      const [place = "", seat] = at.split(".");
      if (place === "goal") return put(arrivalAt(index), 84);
      if (place === "place") return put(arrivalAt(Number(seat) - 1), 72, { z: 0 });
      if (place === "lily")
        return put(
          flowerAt(vaseOf(Number(seat), view.players.length, layout), lilyOf(token.piece) ?? "W"),
          layout === "slim" ? 62 : 70,
          many,
        );
      if (place.startsWith("s")) return put(startAt(Number(place.slice(1))), 62, many);
      const pad = padAt(Number(place));
      return token.kind === "lily" ? put(pad, 66, { z: 0 }) : put({ x: pad.x, y: pad.y - 4 }, 86);
    }),
  );
}

function Course({ scene: { view, layout, seats, hasCoordinates = false } }: { readonly scene: MoonScene }) {
  const taken = new Set([...view.frogs, ...view.lilies].map(({ at }) => at));
  return (
    <g class="course" aria-hidden="true">
      <rect class="shore" width={1000} height={1000} rx={64} />
      <path
        class="water"
        d="M90,30C300,4 720,6 910,28C966,36 980,70 986,140C998,380 998,620 984,860C978,930 962,960 900,970C680,994 330,996 100,974C40,966 22,930 16,860C4,620 4,380 18,130C24,66 36,38 90,30Z"
      />
      <g class="moon" transform="translate(936 66)">
        <circle class="halo" r={56} />
        <circle r={38} />
        <circle class="crater" cx={-14} cy={-10} r={9} />
        <circle class="crater" cx={14} cy={12} r={12} />
        <circle class="crater" cx={16} cy={-18} r={5} />
      </g>
      <g class="reeds">
        {[
          [884, 946, 4],
          [916, 936, -8],
          [852, 956, 10],
        ].map(([x, y, turn]) => (
          <g key={x} transform={`translate(${x} ${y}) rotate(${turn})`}>
            <path d="M0,0C-3,-34 -10,-52 -18,-70M0,0C2,-40 2,-64 0,-92M0,0C5,-30 16,-46 26,-58" />
            <path class="cattail" d="M0,-84v-22" />
          </g>
        ))}
      </g>
      <g class="raft" transform={`translate(${RAFT.x} ${RAFT.y})`}>
        <Pad r={RAFT.r} notch={-30} class="dark" />
      </g>
      {ARROWS.map(([from, to]) => (
        <Chevron key={`${from} ${to}`} from={padAt(from)} to={padAt(to)} />
      ))}
      <Chevron from={RAFT} to={padAt(1)} start={RAFT.r} />
      <Chevron from={padAt(46)} to={CENTRE} end={GOAL} />
      {ALL_PADS.map((pad) => {
        const { x, y } = padAt(pad);
        const kind = symbolOf(pad);
        return (
          <g key={pad} transform={`translate(${x} ${y})`}>
            <Pad r={PAD} notch={NOTCHES[pad % 4] ?? 0} class={kind === "plain" ? "" : `kind-${kind}`} />
            {kind === "plain" || kind === "lily" ? null : <Sign kind={kind} />}
            {kind === "lily" && <circle class="bed" r={26} />}
            {!hasCoordinates && !taken.has(`${pad}`) && (
              <text class="number" y={31}>
                {pad}
              </text>
            )}
          </g>
        );
      })}
      <Goal />
      {seats.map((seat, index) => {
        const vase = vaseOf(index, seats.length, layout);
        const head = vase.y + (vase.isSlim ? 32 : vase.height * 0.2 + 4);
        const player = view.players[index];
        const won = view.winners?.includes(index) === true;
        return (
          <g key={index} class={`bank tint-${seat.tint}${view.turn === index ? " active" : ""}${won ? " won" : ""}`}>
            <rect x={vase.x} y={vase.y} width={vase.width} height={vase.height} rx={26} />
            <g transform={`translate(${vase.x + 38} ${head})`}>
              <circle class="seal" r={21} />
              <Mark name={seat.mark} r={12} />
            </g>
            <text class={vase.isSlim ? "name name-slim" : "name"} x={vase.x + 70} y={head + 1}>
              {seat.name.slice(0, vase.isSlim ? 9 : 12)}
            </text>
            <text class="score" x={vase.x + vase.width - 22} y={head + 1}>
              {`${player?.score ?? 0}`.replace("-", "−")}
            </text>
            {LILIES.map((colour) => {
              const { x, y } = flowerAt(vase, colour);
              return <circle key={colour} class={`nest nest-${colour}`} cx={x} cy={y} r={vase.isSlim ? 30 : 33} />;
            })}
          </g>
        );
      })}
    </g>
  );
}

const NOTCHES = [-60, -120, -20, -160];

function Chevron({
  from,
  to,
  start = PAD,
  end = PAD,
}: {
  readonly from: Point;
  readonly to: Point;
  readonly start?: number;
  readonly end?: number;
}) {
  const far = Math.hypot(to.x - from.x, to.y - from.y);
  const middle = (start + (far - end)) / 2;
  const turn = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
  const [x, y] = [from.x + ((to.x - from.x) / far) * middle, from.y + ((to.y - from.y) / far) * middle];
  return (
    <path
      class="chevron"
      d="M-4,-8L5,0L-4,8"
      transform={`translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${turn.toFixed(0)})`}
    />
  );
}

/** The symbol of a pad on its lantern. */
function Sign({ kind }: { readonly kind: Exclude<Symbol, "plain" | "lily"> }) {
  return (
    <g class={`sign sign-${kind}`} transform="translate(0 -5)">
      <circle class="lamp" r={24} />
      {kind === "spring" && (
        <path class="sign-line" d="M-11,13H11M-10,9L10,5L-10,0L10,-4L-9,-8M0,-10V-17M-5,-12L0,-18L5,-12" />
      )}
      {kind === "butterfly" && (
        <g>
          <path
            class="sign-wing"
            d="M0,0C-6,-16 -20,-15 -18,-4C-17,3 -8,4 0,0ZM0,0C6,-16 20,-15 18,-4C17,3 8,4 0,0ZM0,0C-12,1 -14,12 -8,14C-3,15 -1,8 0,0ZM0,0C12,1 14,12 8,14C3,15 1,8 0,0Z"
          />
          <path class="sign-line" d="M0,-8V11M0,-8L-5,-15M0,-8L5,-15" />
        </g>
      )}
      {kind === "trickster" && (
        <g>
          <path
            class="sign-wing"
            d="M-15,4C-20,-4 -18,-14 -15,-17C-11,-12 -8,-9 -5,-6C-3,-11 -2,-15 0,-19C2,-15 3,-11 5,-6C8,-9 11,-12 15,-17C18,-14 20,-4 15,4Z"
          />
          <path class="sign-line" d="M-8,9C-4,14 4,14 8,9M-6,5h0.1M6,5h0.1" />
        </g>
      )}
    </g>
  );
}

/** In which order the Arrival's places are taken: beside them, so that neither lilies nor frogs hide it. */
function Order() {
  return (
    <g class="arrival-order" aria-hidden="true">
      {[1, 2, 3, 4].map((place) => {
        const { x, y } = orderAt(place - 1);
        return (
          <g key={place} transform={`translate(${x.toFixed(1)} ${y.toFixed(1)})`}>
            <circle r={18} />
            <text>{place}</text>
          </g>
        );
      })}
    </g>
  );
}

/** The Arrival: a lily larger than any frog. */
function Goal() {
  return (
    <g class="goal" transform={`translate(${CENTRE.x} ${CENTRE.y})`}>
      <circle class="calm" r={GOAL} />
      <g transform="scale(1.24)">
        {Array.from({ length: 10 }, (_, index) => (
          <path
            key={index}
            class="goal-petal goal-back"
            d="M0,-30C-44,-70 -34,-118 0,-140C34,-118 44,-70 0,-30Z"
            transform={`rotate(${index * 36 + 18})`}
          />
        ))}
        {Array.from({ length: 10 }, (_, index) => (
          <path
            key={index}
            class="goal-petal"
            d="M0,-24C-38,-62 -28,-104 0,-122C28,-104 38,-62 0,-24Z"
            transform={`rotate(${index * 36})`}
          />
        ))}
      </g>
      <circle class="goal-heart" r={42} />
      {[1, 2, 3, 4].map((place) => {
        const { x, y } = arrivalAt(place - 1);
        return (
          <g key={place} transform={`translate(${x - CENTRE.x} ${y - CENTRE.y})`}>
            <circle class="seatlet" r={38} />
          </g>
        );
      })}
    </g>
  );
}
