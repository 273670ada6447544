/** Frogriders: the pond, the village on its shore, market, objectives and what lies before each seat. */

import type { FrogridersColour, Spot } from "../../protocol";
import { Cup } from "../../pieces/card";
import { Lily, Pad } from "../../pieces/lily";
import { colourOf } from "../../pieces/kinds";
import { Mark } from "../../pieces/mark";
import { FROG_MARKS } from "../../pieces/seats";
import {
  type Board,
  type BoardLabels,
  type Label,
  type Point,
  type Scene,
  type Sprite,
  type Token,
  heaps,
} from "../board";
import {
  COLOURS,
  CORNER_SCALE,
  FLOWERS,
  MARKET_SCALE,
  PADS,
  bankOf,
  commonAt,
  cupAt,
  deckAt,
  heldAt,
  heldSize,
  hutAt,
  isDark,
  marketAt,
  marketNameAt,
  nameAt,
  ownedAt,
  padAt,
  places,
  sealAt,
  secretAt,
  secretsOf,
  size,
} from "./geometry";
import "./board.css";

type FrogridersScene = Scene<"frogriders">;

export const frogriders: Board<"frogriders"> = {
  game: "frogriders",
  size: ({ layout, seats }) => size(layout, seats.length),
  places: ({ view, layout, me }) => places(view, layout, me),
  tokens,
  arrange,
  home,
  keep,
  hasRiders: true,
  resolve,
  // A jump goes from its first pad to its second; what is named afterwards is captured.
  routes: (path) => [PADS.includes(path[1] ?? "") ? path.slice(0, 2) : path],
  speaksOfPlaces: true,
  coordinates,
  backdrop: (scene) => <Table scene={scene} />,
  overlay: () => <Powers />,
};

/** Which frog is captured: the jumper, named by where it lands, still stands where it began. */
function resolve(path: readonly Spot[], spot: Spot): Spot {
  const [from, to] = path;
  return path.length === 3 && from !== undefined && spot === to ? from : spot;
}

/** Files below their lowest pads, ranks at the left of theirs. */
function coordinates(): Label[] {
  const names = (key: (pad: Spot) => string, dx: number, dy: number) => {
    const first = new Map<string, Spot>();
    for (const pad of PADS) {
      const known = first.get(key(pad));
      const isBefore = known === undefined || (dy > 0 ? padAt(pad).y > padAt(known).y : padAt(pad).x < padAt(known).x);
      if (isBefore) first.set(key(pad), pad);
    }
    return [...first].map(([text, pad]) => ({ x: padAt(pad).x + dx, y: padAt(pad).y + dy, text }));
  };
  return [...names((pad) => pad.slice(0, 1), 0, 60), ...names((pad) => pad.slice(1), -60, 0)];
}

function tokens({ view, me }: FrogridersScene): Token[] {
  const all: Token[] = [];
  const frogs = (colour: FrogridersColour, at: string, count: number, owner?: number) => {
    for (let index = 0; index < count; index += 1) {
      all.push({
        id: `${at}#${index}`,
        kind: "frog",
        piece: `frog-${colour}`,
        at,
        ...(owner === undefined ? {} : { owner }),
      });
    }
  };
  PADS.forEach((pad, index) => {
    const colour = COLOURS.find((letter) => letter === view.pond[index]);
    if (colour !== undefined) frogs(colour, pad, 1);
  });
  for (const colour of COLOURS) frogs(colour, `village.${colour}`, view.village[colour]);
  const card = (id: string, piece: string, at: string, kind: "card" | "secret" = "card") =>
    all.push({ id, kind, piece, at });
  view.market.forEach((name, index) => name !== null && card(`market.${index}`, name, `market.${index}`));
  view.commons.forEach((name, index) => card(`common.${index}`, name, `common.${index}`));
  secretsOf(view, me).forEach((name, index) => card(`secret.${index}`, name, `secret.${index}`, "secret"));
  view.players.forEach((player, seat) => {
    for (const colour of COLOURS) frogs(colour, `bank.${seat}.${colour}`, player.frogs[colour], seat);
    player.cards.forEach((name, index) => card(`bank.${seat}#${index}`, name, `bank.${seat}`));
    // At the end, and in a replay that shows everything, others' secrets lie open; one's own has its corner.
    const isOpen = view.winners !== null || (me !== null && seat !== me);
    if (isOpen && player.kept !== null) card(`bank.${seat}#kept`, player.kept, `bank.${seat}`, "secret");
  });
  return all;
}

function arrange(list: readonly Token[], { view, layout, me, isVeiled = false }: FrogridersScene): Sprite[] {
  // While one of two is to be chosen both must be seen.
  const veiled = isVeiled && me !== null && view.players[me]?.has_kept === true;
  return [...heaps(list)].flatMap(([at, heap]) => {
    const [place, seat = "", held] = at.split(".");
    const colour = COLOURS.find((letter) => letter === (place === "village" ? seat : held));
    const bank = bankOf(Number(seat), view.players.length, layout);
    return heap.map((token, index): Sprite => {
      const hidden = index < heap.length - 1;
      const look = token.kind === "frog" ? frogLook(token) : {};
      const frog = (point: Point, width: number): Sprite => ({
        ...token,
        ...point,
        ...look,
        z: point.y,
        size: width,
        hidden,
        count: heap.length,
      });
      switch (place) {
        case "market":
          return { ...token, ...marketAt(Number(seat), layout), z: 0, size: 100 * MARKET_SCALE[layout] };
        case "common":
          return { ...token, ...commonAt(Number(seat)), z: 0, size: 100 * CORNER_SCALE };
        case "secret":
          return { ...token, ...secretAt(Number(seat)), z: 0, size: 100 * CORNER_SCALE, veiled };
        case "village": {
          const hut = hutAt(colour ?? "N");
          return frog({ x: hut.x, y: hut.y + 12 }, 62);
        }
        case "bank": {
          if (colour !== undefined) return frog(heldAt(bank, colour), heldSize(bank));
          const { scale, ...point } = ownedAt(bank, index, heap.length);
          return { ...token, ...point, z: index, size: 100 * scale };
        }
        default: {
          const pad = padAt(at);
          return frog({ x: pad.x, y: pad.y - 3 }, 92);
        }
      }
    });
  });
}

function frogLook({ piece }: Token) {
  const colour = colourOf(piece) ?? "N";
  return { tint: `frog-${colour}`, mark: FROG_MARKS[colour] } as const;
}

/** Cards have places in the market and among the objectives, whatever their names. */
function home(spot: string, owner: number | undefined, piece: string | null, list: readonly Token[]): string {
  const [kind, name] = spot.split(".");
  if (kind === "send") return `bank.${owner ?? 0}.${name ?? ""}`;
  const row = kind === "card" ? "market" : kind === "common" ? "common" : null;
  if (row === null) return spot;
  const inRow = list.filter(({ at }) => at.startsWith(`${row}.`));
  const found = inRow.find((token) => token.piece === piece);
  const free = [0, 1, 2, 3].find((index) => inRow.every(({ at }) => at !== `${row}.${index}`));
  return found?.at ?? `${row}.${free ?? 0}`;
}

function keep(piece: string, seat: number): string {
  return piece.startsWith("frog-") ? `bank.${seat}.${piece.slice(-1)}` : `bank.${seat}`;
}

const NOTCHES = [-32, -148, -58, -122, -10];
const OCTAGON =
  "M306,18C420,4 580,4 694,18C720,22 742,30 760,48L952,240C970,258 978,280 982,306C996,420 996,580 982,694C978,720 970,742 952,760L760,952C742,970 720,978 694,982C580,996 420,996 306,982C280,978 258,970 240,952L48,760C30,742 22,720 18,694C4,580 4,420 18,306C22,280 30,258 48,240L240,48C258,30 280,22 306,18Z";

function Table({ scene }: { readonly scene: FrogridersScene }) {
  const { view, layout, seats, labels } = scene;
  const two = view.players.length === 2;
  const deck = deckAt();
  return (
    <g aria-hidden="true">
      <rect class="shore" width={1000} height={1000} rx={64} />
      <path class="shore-edge" d={OCTAGON} transform="translate(0 7)" />
      <path class="water" d={OCTAGON} />
      {PADS.map((pad, index) => {
        const { x, y } = padAt(pad);
        const dark = isDark(pad);
        const kind = pad === "e5" ? "centre" : dark ? "dark" : "";
        return (
          <g key={pad} class={two && dark ? "closed" : ""} transform={`translate(${x} ${y + 3})`}>
            <Pad r={48} notch={NOTCHES[(index * 7) % 5] ?? 0} class={kind} />
            {FLOWERS.has(pad) && (
              <g class="bloom" transform={view.pond[index] === "." ? "scale(0.52)" : "translate(30 -30) scale(0.36)"}>
                <Lily colour="P" />
              </g>
            )}
          </g>
        );
      })}
      <Village />
      {labels !== undefined && <Names scene={scene} labels={labels} />}
      {view.deck > 0 && (
        <g class="deck" transform={`translate(${deck.x} ${deck.y})`}>
          {[8, 4, 0].map((step) => (
            <rect key={step} x={-48 + step} y={-64 - step} width={96} height={130} rx={13} />
          ))}
          <path d="M-16,20C-24,-14 4,-34 28,-30C32,-4 14,22 -10,16L-18,26" />
          <text y={46}>{view.deck}</text>
        </g>
      )}
      {seats.map((seat, index) => {
        const bank = bankOf(index, seats.length, layout);
        const player = view.players[index];
        if (player === undefined) return null;
        const won = view.winners?.includes(index) === true;
        const points = player.total ?? player.worth;
        const [seal, name, cup] = [sealAt(bank), nameAt(bank), cupAt(bank)];
        return (
          <g key={index} class={`bank tint-${seat.tint}${view.turn === index ? " active" : ""}${won ? " won" : ""}`}>
            <rect x={bank.x} y={bank.y} width={bank.width} height={bank.height} rx={26} />
            <g transform={`translate(${seal.x} ${seal.y})`}>
              <circle class="seal" r={24} />
              <Mark name={seat.mark} r={14} />
            </g>
            {COLOURS.map((colour) => {
              const { x, y } = heldAt(bank, colour);
              return <circle key={colour} class="nest" cx={x} cy={y + 4} r={heldSize(bank) * 0.52} />;
            })}
            {bank.hasName && (
              <text class="name" x={name.x} y={name.y}>
                {seat.name.slice(0, bank.isSlim ? 16 : 9)}
              </text>
            )}
            <g transform={`translate(${cup.x} ${cup.y}) scale(0.95)`}>
              <Cup worth={`${points}`.replace("-", "−")} y={0} />
            </g>
          </g>
        );
      })}
    </g>
  );
}

/** What lies where: market, objectives, secret, village. */
function Names({ scene, labels }: { readonly scene: FrogridersScene; readonly labels: BoardLabels }) {
  const { view, layout, me } = scene;
  const market = marketNameAt(layout);
  return (
    <g class="names">
      {view.market.some((card) => card !== null) && (
        <text transform={`translate(${market.x} ${market.y}) rotate(${market.turn})`}>{labels.market}</text>
      )}
      {view.commons.length > 0 && (
        <text x={20} y={186}>
          {labels.objectives}
        </text>
      )}
      {secretsOf(view, me).length > 0 && (
        <text x={20} y={820}>
          {labels.secret}
        </text>
      )}
      <text class="names-end" x={984} y={768}>
        {labels.village}
      </text>
    </g>
  );
}

/** What sending a frog of this colour brings, as a small picture: a jump, a frog, a card; a trophy for brown ones. */
function Power({ colour }: { readonly colour: FrogridersColour }) {
  return (
    <g class="power" transform="translate(31 30)">
      <circle r={19} />
      {colour === "R" && <path class="power-line" d="M-11,8C-9,-10 5,-13 9,-1M3,-4L9,1L13,-6" />}
      {colour === "Y" && <path class="power-line" d="M-10,9H10V-2L0,-12L-10,-2ZM0,9V0M0,0L-5,4M0,0L5,4" />}
      {colour === "B" && <path class="power-line" d="M-8,-11H8V11H-8ZM-3,0H3M0,-3V3" />}
      {colour === "N" && (
        <g transform="translate(6 0) scale(0.62)">
          <path
            class="power-cup"
            d="M-25,-15H-3V-6C-3,2 -8,6 -11,7V11H-5V15H-23V11H-17V7C-20,6 -25,2 -25,-6ZM-25,-12H-31C-31,-4 -28,0 -23,0M-3,-12H3C3,-4 0,0 -5,0"
            transform="translate(5 0)"
          />
        </g>
      )}
    </g>
  );
}

/** Over the frogs, so that none hides them. */
function Powers() {
  return (
    <g class="powers" aria-hidden="true">
      {COLOURS.map((colour) => {
        const { x, y } = hutAt(colour);
        return (
          <g key={colour} transform={`translate(${x} ${y})`}>
            <Power colour={colour} />
          </g>
        );
      })}
    </g>
  );
}

function Village() {
  return (
    <g class="village">
      <path
        class="village-ground"
        d="M780,1000C770,930 800,870 860,800C900,770 960,776 1000,786V936A64,64 0 0,1 936,1000Z"
      />
      {COLOURS.map((colour) => {
        const { x, y } = hutAt(colour);
        return (
          <g key={colour} class={`hut tint-frog-${colour}`} transform={`translate(${x} ${y})`}>
            <path class="wall" d="M-34,-6C-38,20 -36,36 -30,42H30C36,36 38,20 34,-6Z" />
            <path class="roof" d="M0,-54C-24,-42 -46,-16 -50,2C-20,-6 20,-6 50,2C46,-16 24,-42 0,-54Z" />
            <path class="door" d="M-20,42V16C-20,-2 20,-2 20,16V42Z" />
            <Mark name={FROG_MARKS[colour]} y={-24} r={10} class="hut-mark" />
          </g>
        );
      })}
    </g>
  );
}
