/** The frog, in a box of 100 by 100 around the origin, tinted by the class around it. */

import { Mark, type MarkName } from "./mark";

export type Pose = "sit" | "leap";

export interface FrogProps {
  readonly pose?: Pose;
  readonly mark?: MarkName;
  /** Where the eyes look, each from -1 to 1. */
  readonly look?: { readonly x: number; readonly y: number };
  readonly crowned?: boolean;
  readonly ridden?: boolean;
  /** Its eyes are closed: it has moved and rests. */
  readonly resting?: boolean;
}

const AHEAD = { x: 0, y: 0.25 };

const HIND = {
  sit: "M-22,6C-42,2 -52,18 -46,31C-43,38 -30,39 -22,33ZM22,6C42,2 52,18 46,31C43,38 30,39 22,33Z",
  leap: "M-16,10C-40,10 -52,26 -48,47L-40,48C-40,36 -32,30 -14,30ZM16,10C40,10 52,26 48,47L40,48C40,36 32,30 14,30Z",
};

const FEET = {
  sit: "M-49,37C-52,33 -45,30 -41,33L-24,35C-20,36 -20,41 -25,41L-46,42C-51,42 -52,39 -49,37ZM49,37C52,33 45,30 41,33L24,35C20,36 20,41 25,41L46,42C51,42 52,39 49,37Z",
  leap: "M-52,45C-50,41 -46,44 -44,46L-37,44C-33,44 -33,49 -37,50L-44,54C-50,55 -54,50 -52,45ZM52,45C50,41 46,44 44,46L37,44C33,44 33,49 37,50L44,54C50,55 54,50 52,45Z",
};

const BODY = {
  sit: "M-31,24C-40,4 -37,-26 0,-26C37,-26 40,4 31,24C26,38 -26,38 -31,24Z",
  leap: "M-27,28C-36,2 -34,-32 0,-32C34,-32 36,2 27,28C21,38 -21,38 -27,28Z",
};

const ARMS = {
  sit: "M-17,12C-22,20 -20,30 -17,36M17,12C22,20 20,30 17,36",
  leap: "M-24,2C-36,-4 -42,-14 -44,-22M24,2C36,-4 42,-14 44,-22",
};

/** How far the head is down from where it is when the frog sits. */
const HEAD = { sit: 0, leap: -7 };

export function Frog({
  pose = "sit",
  mark,
  look = AHEAD,
  crowned = false,
  ridden = false,
  resting = false,
}: FrogProps) {
  const head = HEAD[pose];
  return (
    <g class={`frog ${pose}`}>
      <path class="limb" d={HIND[pose]} />
      <path class="toes" d={FEET[pose]} />
      {ridden && <Rider y={head} />}
      <circle class="skin" cx={-20} cy={-25 + head} r={14} />
      <circle class="skin" cx={20} cy={-25 + head} r={14} />
      <path class="skin" d={BODY[pose]} />
      <path class="shine" d={`M-24,${-12 + head}C-18,${-21 + head} -8,${-23 + head} 2,${-23 + head}`} />
      <path
        class="cover"
        d={`M-29,${-16 + head}A14,14 0 0,1 -12,${-18 + head}L12,${-18 + head}A14,14 0 0,1 29,${-16 + head}L20,0L-20,0Z`}
      />
      <ellipse class="belly" cx={0} cy={17 + head / 3} rx={21} ry={16.5} />
      <path class="arm" d={ARMS[pose]} />
      {mark !== undefined && <Mark name={mark} y={17 + head / 3} r={12.5} />}
      {[-20, 20].map((x) =>
        resting ? <Lid key={x} x={x} y={-26 + head} /> : <Eye key={x} x={x} y={-26 + head} look={look} />,
      )}
      <path class="mouth" d={`M-19,${-8 + head}Q0,${5 + head} 19,${-8 + head}`} />
      <path class="nostril" d={`M-4,${-14 + head}h0.1M4,${-14 + head}h0.1`} />
      <ellipse class="cheek" cx={-25} cy={-5 + head} rx={4.5} ry={3} />
      <ellipse class="cheek" cx={25} cy={-5 + head} rx={4.5} ry={3} />
      {crowned && <Crown y={head} />}
    </g>
  );
}

function Eye({ x, y, look }: { readonly x: number; readonly y: number; readonly look: { x: number; y: number } }) {
  const [px, py] = [x + look.x * 3.2, y + look.y * 3.2];
  return (
    <g class="eye">
      <circle class="white" cx={x} cy={y} r={10} />
      <circle class="pupil" cx={px} cy={py} r={6} />
      <circle class="glint" cx={px - 2} cy={py - 2.4} r={2} />
    </g>
  );
}

/** An eye that is closed. */
function Lid({ x, y }: { readonly x: number; readonly y: number }) {
  return <path class="lid" d={`M${x - 9},${y}Q${x},${y + 8} ${x + 9},${y}`} />;
}

/** A crown of three leaves. */
function Crown({ y }: { readonly y: number }) {
  return (
    <g class="crown" transform={`translate(0 ${y - 34})`}>
      <path d="M0,6C-9,-2 -8,-14 0,-22C8,-14 9,-2 0,6Z" />
      <path d="M-3,7C-15,4 -21,-5 -20,-15C-9,-14 -3,-5 -3,7Z" />
      <path d="M3,7C15,4 21,-5 20,-15C9,-14 3,-5 3,7Z" />
      <circle cx={0} cy={5} r={4} />
    </g>
  );
}

/** A small elf behind the frog's head. */
function Rider({ y }: { readonly y: number }) {
  return (
    <g class="rider" transform={`translate(0 ${y - 47}) scale(1.15)`}>
      <path class="coat" d="M-13,18C-13,4 -7,0 0,0C7,0 13,4 13,18Z" />
      <path class="skin" d="M-9,-9L-16,-13L-8,-3ZM9,-9L16,-13L8,-3Z" />
      <circle class="skin" cx={0} cy={-7} r={9} />
      <path class="hat" d="M-10,-9C-9,-17 -2,-18 4,-29C6,-19 10,-16 10,-9C4,-12 -4,-12 -10,-9Z" />
      <path class="face" d="M-3.4,-5.5h0.1M3.4,-5.5h0.1M-3,-1.8Q0,0.4 3,-1.8" />
    </g>
  );
}

/** A frog in a stack: flat and broad, so that every colour below the top one stays visible. */
export function Squat({
  mark,
  top,
  crowned = false,
  look = AHEAD,
}: {
  readonly mark: MarkName;
  readonly top: boolean;
  readonly crowned?: boolean;
  readonly look?: { readonly x: number; readonly y: number };
}) {
  return (
    <g class="frog squat">
      <path
        class="limb"
        d="M-30,2C-50,2 -54,18 -48,23C-42,28 -30,26 -22,22ZM30,2C50,2 54,18 48,23C42,28 30,26 22,22Z"
      />
      {top && <circle class="skin" cx={-21} cy={-17} r={13} />}
      {top && <circle class="skin" cx={21} cy={-17} r={13} />}
      <path class="skin" d="M-40,10C-42,-10 -24,-17 0,-17C24,-17 42,-10 40,10C38,24 -38,24 -40,10Z" />
      {top && <path class="cover" d="M-30,-9A13,13 0 0,1 -12,-11L12,-11A13,13 0 0,1 30,-9L20,2L-20,2Z" />}
      <ellipse class="belly" cx={0} cy={9.5} rx={18} ry={10} />
      <Mark name={mark} y={9.5} r={8.5} />
      {top && <Eye x={-21} y={-18} look={look} />}
      {top && <Eye x={21} y={-18} look={look} />}
      {top && <path class="mouth" d="M-17,-6Q0,4 17,-6" />}
      {crowned && <Crown y={9} />}
    </g>
  );
}

/** The tadpole: a big head, a tail, no legs. */
export function Tadpole({
  mark,
  look = AHEAD,
}: {
  readonly mark?: MarkName;
  readonly look?: { readonly x: number; readonly y: number };
}) {
  return (
    <g class="tadpole">
      <path class="fin" d="M2,16C20,22 26,34 12,42C2,48 -12,44 -16,36C-8,40 2,38 4,33C6,28 -6,26 -10,18Z" />
      <path class="tail" d="M-2,16C12,22 18,32 8,38C1,42 -8,41 -13,38" />
      <ellipse class="skin" cx={0} cy={-4} rx={27} ry={25} />
      <path class="shine" d="M-18,-15C-13,-23 -5,-25 2,-25" />
      <ellipse class="belly" cx={0} cy={8} rx={14} ry={10.5} />
      {mark !== undefined && <Mark name={mark} y={8} r={8} />}
      <Eye x={-13} y={-12} look={look} />
      <Eye x={13} y={-12} look={look} />
    </g>
  );
}
