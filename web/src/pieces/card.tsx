/** The cards of Frogriders as pictures: reed-framed leaves, 100 wide and 136 high around the origin. */

import type { ComponentChild } from "preact";
import type { FrogridersColour } from "../protocol";
import { COMMONS, type CardValue, PRIVILEGES, SECRETS } from "../protocol/cards";
import { Frog } from "./frog";
import { Lily, Pad } from "./lily";
import { FROG_MARKS } from "./seats";

const COLOURS: Readonly<Record<string, FrogridersColour>> = { Y: "Y", R: "R", B: "B", N: "N" };

const VALUES: ReadonlyMap<string, CardValue> = new Map(
  [...PRIVILEGES, ...COMMONS, ...SECRETS].map((value) => [value.id, value]),
);

export function CardArt({ id, secret = false }: { readonly id: string; readonly secret?: boolean }) {
  const value = VALUES.get(id);
  const worth = value?.worth;
  return (
    <g class={secret ? "card-art secret-art" : "card-art"}>
      <rect class="under" x={-48} y={-62} width={98} height={132} rx={14} />
      <rect class="paper" x={-50} y={-68} width={100} height={136} rx={14} />
      <path class="reed-frame" d="M-43,-52V52M43,-52V52" />
      <path
        class="frond"
        d="M-43,58C-34,50 -22,52 -18,60C-28,66 -38,66 -43,58ZM43,58C34,50 22,52 18,60C28,66 38,66 43,58Z"
      />
      {id === "?" ? (
        <Back />
      ) : (
        <g transform="translate(0 -14)">
          <Picture id={id} />
        </g>
      )}
      {worth !== undefined && (
        <Cup worth={`${worth}`.replace("-", "−")} kind={value?.per_set === true ? "each" : "once"} />
      )}
    </g>
  );
}

const CUP =
  "M-25,-15H-3V-6C-3,2 -8,6 -11,7V11H-5V15H-23V11H-17V7C-20,6 -25,2 -25,-6ZM-25,-12H-31C-31,-4 -28,0 -23,0M-3,-12H3C3,-4 0,0 -5,0";

const CUPS = { sum: "cup", once: "cup cup-once", each: "cup cup-each" } as const;

/** A trophy with what it counts: dark if that is counted once, white with another behind it if for every set. */
export function Cup({
  worth,
  y = 44,
  kind = "sum",
}: {
  readonly worth: string;
  readonly y?: number;
  readonly kind?: keyof typeof CUPS;
}) {
  return (
    <g
      class={`${CUPS[kind]} ${worth.length > 1 ? "two" : ""}`}
      transform={`translate(${worth.length > 1 ? -6 : 4} ${y})`}
    >
      {kind === "each" && <path class="gold" d={CUP} transform="translate(-7 -5)" />}
      <path class="gold" d={CUP} />
      <text x={6} y={1}>
        {worth}
      </text>
    </g>
  );
}

function Back() {
  return (
    <g class="curtain">
      <path d="M-32,-50V46M-20,-54V50M-8,-50V46M4,-54V50M16,-50V46M28,-54V50" />
      <circle cy={-2} r={17} />
      <text y={0}>?</text>
    </g>
  );
}

function Mini({
  colour,
  x = 0,
  y = 0,
  size = 40,
}: {
  readonly colour: FrogridersColour | "any";
  readonly x?: number;
  readonly y?: number;
  readonly size?: number;
}) {
  return (
    <g
      class={colour === "any" ? "tint-stone" : `tint-frog-${colour}`}
      transform={`translate(${x} ${y}) scale(${size / 100})`}
    >
      <Frog {...(colour === "any" ? {} : { mark: FROG_MARKS[colour] })} />
    </g>
  );
}

function MiniCard({
  x = 0,
  y = 0,
  turn = 0,
  size = 1,
}: {
  readonly x?: number;
  readonly y?: number;
  readonly turn?: number;
  readonly size?: number;
}) {
  return (
    <g class="mini-card" transform={`translate(${x} ${y}) rotate(${turn}) scale(${size})`}>
      <rect x={-13} y={-18} width={26} height={36} rx={4} />
      <path d="M-6,3C-8,-8 2,-11 8,-9C9,0 3,7 -4,5L-6,8" />
    </g>
  );
}

/** A row of pads with frogs on some, and the way of a jump. */
function Jump({
  pads,
  over,
  way,
}: {
  readonly pads: readonly (readonly [number, number])[];
  readonly over: readonly [number, number];
  readonly way: string;
}) {
  return (
    <g class="jump">
      {pads.map(([x, y]) => (
        <g key={`${x} ${y}`} transform={`translate(${x} ${y})`}>
          <Pad r={14.5} />
        </g>
      ))}
      <Mini colour="any" x={over[0]} y={over[1] - 3} size={25} />
      <path class="way" d={way} />
    </g>
  );
}

function frogs(list: readonly (FrogridersColour | "any")[]): ComponentChild {
  const at: readonly (readonly [number, number, number])[] =
    list.length === 1
      ? [[0, 0, 58]]
      : list.length === 2
        ? [
            [-19, 0, 40],
            [19, 0, 40],
          ]
        : list.length === 3
          ? [
              [0, -18, 38],
              [-19, 16, 38],
              [19, 16, 38],
            ]
          : list.length === 4
            ? [
                [-19, -18, 37],
                [19, -18, 37],
                [-19, 17, 37],
                [19, 17, 37],
              ]
            : [
                [-22, -18, 30],
                [22, -18, 30],
                [0, 0, 30],
                [-22, 18, 30],
                [22, 18, 30],
              ];
  return list.map((colour, index) => {
    const [x, y, size] = at[index] ?? [0, 0, 30];
    return <Mini key={index} colour={colour} x={x} y={y} size={size} />;
  });
}

function coloursOf(letters: string): FrogridersColour[] {
  return [...letters].map((letter) => COLOURS[letter]).filter((colour) => colour !== undefined);
}

/** Most of something: the podium. */
function Most({ children }: { readonly children: ComponentChild }) {
  return (
    <g>
      <g transform="translate(0 -12)">{children}</g>
      <path class="podium" d="M-34,34V22H-12V12H12V26H34V34Z" />
    </g>
  );
}

/** Fewest of something: a small heap beside taller ones. */
function Fewest({ children, points }: { readonly children: ComponentChild; readonly points: string }) {
  return (
    <g>
      <g transform="translate(-14 -16) scale(0.9)">{children}</g>
      <text class="fewer" x={22} y={-16}>
        ↓
      </text>
      <text class="brings" x={0} y={27}>
        {points}
      </text>
    </g>
  );
}

function Picture({ id }: { readonly id: string }) {
  const brings = `+${VALUES.get(id)?.brings ?? 0}`;
  switch (id) {
    case "+2R":
    case "+2Y":
    case "+2B":
      return (
        <g>
          <text class="plus" x={0} y={-34}>
            +2
          </text>
          {frogs([coloursOf(id)[0] ?? "any", coloursOf(id)[0] ?? "any"])}
        </g>
      );
    case "diagonal":
      return (
        <Jump
          pads={[
            [-26, 24],
            [0, 0],
            [26, -24],
          ]}
          over={[0, 0]}
          way="M-26,18C-36,-20 -2,-44 20,-32"
        />
      );
    case "ell":
      return (
        <Jump
          pads={[
            [-26, 12],
            [4, 12],
            [4, -24],
          ]}
          over={[4, 12]}
          way="M-26,6C-28,-24 -14,-30 -10,-27"
        />
      );
    case "runup":
      return (
        <Jump
          pads={[
            [-33, 8],
            [-11, 8],
            [11, 8],
            [33, 8],
          ]}
          over={[11, 8]}
          way="M-33,0L-14,-2C-8,-34 24,-38 31,-8"
        />
      );
    case "trophies":
      return (
        <g transform="translate(11 0) scale(1.9)">
          <Trophy />
        </g>
      );
    case "choose":
      return (
        <g>
          <Mini colour="any" x={-20} y={14} size={36} />
          <Mini colour="any" x={20} y={-8} size={36} />
          <circle class="ring" cx={20} cy={-8} r={22} />
          <path class="way" d="M-20,-6C-16,-32 2,-40 12,-34" />
        </g>
      );
    case "flower":
    case "all-flowers":
      return (
        <g>
          <Pad r={36} />
          <g transform="scale(0.56)">
            <Lily colour="P" />
          </g>
          {id === "all-flowers" && (
            <text class="plus" y={-40}>
              ∀
            </text>
          )}
        </g>
      );
    case "per-brown":
      return (
        <g>
          <Mini colour="N" x={0} y={-14} size={46} />
          <text class="brings" x={0} y={27}>
            {brings}
          </text>
        </g>
      );
    case "per-two-cards":
      return (
        <g>
          <MiniCard x={-14} y={-14} turn={-9} />
          <MiniCard x={14} y={-14} turn={9} />
          <text class="brings" x={0} y={27}>
            {brings}
          </text>
        </g>
      );
    case "per-frog-and-card":
      return (
        <g>
          <Mini colour="any" x={-17} y={-14} size={38} />
          <MiniCard x={19} y={-14} turn={7} />
          <text class="brings" x={0} y={27}>
            {brings}
          </text>
        </g>
      );
    case "fewest-cards":
      return (
        <Fewest points={brings}>
          <MiniCard />
        </Fewest>
      );
    case "fewest-frogs-5":
      return (
        <Fewest points={brings}>
          <Mini colour="any" size={42} />
        </Fewest>
      );
    case "fewest-frogs-3":
      return (
        <Fewest points={brings}>
          <Mini colour="any" size={42} />
        </Fewest>
      );
    case "5any":
      return <g>{frogs(["any", "any", "any", "any", "any"])}</g>;
    case "most-cards":
      return (
        <Most>
          <MiniCard x={-12} turn={-9} y={-4} />
          <MiniCard x={12} turn={9} y={-4} />
        </Most>
      );
    default: {
      if (id.startsWith("most-")) {
        return <Most>{frogs(coloursOf(id.slice(5)))}</Most>;
      }
      const twice = /^2([YRBN])$/.exec(id);
      const colours = twice === null ? coloursOf(id) : coloursOf((twice[1] ?? "").repeat(2));
      return <g>{frogs(colours)}</g>;
    }
  }
}

function Trophy() {
  return (
    <g class="cup">
      <path
        class="gold"
        d="M-25,-15H-3V-6C-3,2 -8,6 -11,7V11H-5V15H-23V11H-17V7C-20,6 -25,2 -25,-6ZM-25,-12H-31C-31,-4 -28,0 -23,0M-3,-12H3C3,-4 0,0 -5,0"
        transform="translate(8 0)"
      />
    </g>
  );
}
