/** Small positions that rules are shown with. */

import type {
  AbagioView,
  ChinaMoonLily,
  ChinaMoonView,
  FrogridersFrogCounts,
  FrogridersView,
  GameId,
  HopItView,
  PoolPartyView,
  Views,
} from "../../protocol";
import { LILY_POINTS } from "../../protocol/cards";

export interface RuleScene<G extends GameId = GameId> {
  readonly game: G;
  readonly seats: number;
  readonly view: Views[G];
  /** Places that glow. */
  readonly lit: readonly string[];
  /** The way of a piece. */
  readonly way: readonly string[];
}

function hopIt(
  text: string,
  lit: readonly string[],
  way: readonly string[],
  more: Partial<HopItView> = {},
): RuleScene<"hop-it"> {
  const pieces = text.split(" ").map((word) => {
    const [kind = "", at = ""] = [word.slice(0, 1), word.slice(1)];
    return { at, seat: kind === kind.toUpperCase() ? 0 : 1, frog: kind.toUpperCase() === "F" };
  });
  const view: HopItView = {
    pieces,
    turn: 0,
    hopping: null,
    must_hop_enemy: false,
    in_danger: [],
    quiet_turns: 0,
    winners: null,
    ...more,
  };
  return { game: "hop-it", seats: 2, view, lit, way };
}

const EMPTY_SPACES = [
  ...Array.from({ length: 18 }, (_, index) => ({ at: `${26 - index}`, owner: null })),
  { at: "8", owner: null },
  ...[0, 1].flatMap((owner) => ["7", "6", "5", "4", "3", "2"].map((at) => ({ at, owner }))),
  { at: "1", owner: null },
];

function abagio(
  stacks: Readonly<Record<string, readonly number[]>>,
  lit: readonly string[],
  way: readonly string[],
  more: Partial<AbagioView> = {},
  heaps: Readonly<Record<string, number>> = {},
): RuleScene<"abagio"> {
  const spaces = EMPTY_SPACES.map((space) => {
    const name = space.owner === null ? space.at : `${space.owner}:${space.at}`;
    const heap = heaps[name];
    return { ...space, frogs: stacks[name] ?? [], ...(heap === undefined ? {} : { heap }) };
  });
  const view: AbagioView = {
    phase: "leaps",
    turn: 0,
    dice: [4, 2],
    spaces,
    root: [6, 6],
    pond: [0, 0],
    chief: "aside",
    winners: null,
    ...more,
  };
  return { game: "abagio", seats: 2, view, lit, way };
}

/** The sector with most of a seat's frogs. */
function lineOf(frogs: PoolPartyView["frogs"][number]): PoolPartyView["lines"][number] {
  const inSector = (space: number) => frogs.filter((other) => other === space).length;
  const spaces = frogs.filter((space) => space !== null).toSorted((a, b) => inSector(b) - inSector(a) || a - b);
  const [space = null] = spaces;
  return { space, frogs: space === null ? 0 : inSector(space) };
}

function pool(
  frogs: PoolPartyView["frogs"],
  roll: readonly [number, number] | null,
  lit: readonly string[],
  way: readonly string[],
): RuleScene<"pool-party"> {
  return {
    game: "pool-party",
    seats: frogs.length,
    view: { frogs, turn: 0, turn_number: 9, most_turns: 1000, roll, lines: frogs.map(lineOf), winners: null },
    lit,
    way,
  };
}

const LILIES: readonly (readonly [string, ChinaMoonLily])[] = [
  ["3", "W"],
  ["5", "P"],
  ["8", "Y"],
  ["10", "W"],
  ["13", "P"],
  ["17", "Y"],
  ["20", "W"],
  ["25", "P"],
  ["30", "Y"],
  ["37", "W"],
  ["39", "P"],
  ["42", "Y"],
  ["44", "K"],
];

function moon(
  frogs: readonly (readonly [string, number])[],
  lit: readonly string[],
  way: readonly string[],
  held: readonly (readonly ChinaMoonLily[])[] = [[], [], []],
): RuleScene<"china-moon"> {
  const scored = (lilies: readonly ChinaMoonLily[]) => {
    const scoring = [...new Set(lilies)].map((lily) => {
      const count = lilies.filter((other) => other === lily).length;
      return { lily, count, points: LILY_POINTS[lily][count] ?? 0 };
    });
    return { lilies, scoring, score: scoring.reduce((sum, { points }) => sum + points, 0) };
  };
  const view: ChinaMoonView = {
    frogs: frogs.map(([at, seat]) => ({ at, seat, moved: false })),
    lilies: LILIES.filter(([at]) => !frogs.some(([pad]) => pad === at)).map(([at, lily]) => ({ at, lily })),
    places: ["P", "Y", "W", "B"],
    players: held.map((lilies, seat) => ({
      on_start: 3 - frogs.filter(([, owner]) => owner === seat).length,
      on_arrival: 0,
      ...scored(lilies),
    })),
    mover: 0,
    turn: 0,
    awaited: { what: "move" },
    moves: 0,
    must_move_others: false,
    winners: null,
  };
  return { game: "china-moon", seats: 3, view, lit, way };
}

const NONE: FrogridersFrogCounts = { Y: 0, R: 0, B: 0, N: 0 };
const POND = "NRB" + "YNBNR" + "NBYNRNB" + "RNBYNRNYN" + "NYNR.BNRY" + "BNRNYNBNR" + "YNBRNYN" + "NRNBY" + "BNR";

/** The same after the frog on e7 has jumped to the middle. */
const JUMPED = [...POND]
  .map((frog, pad) => (pad === 11 || pad === 19 ? "." : pad === 28 ? POND.charAt(11) : frog))
  .join("");

function riders(
  pond: string,
  lit: readonly string[],
  way: readonly string[],
  more: Partial<FrogridersView> = {},
  mine: Partial<FrogridersView["players"][number]> = {},
): RuleScene<"frogriders"> {
  const player = {
    frogs: NONE,
    cards: [],
    trophies: 0,
    dealt: null,
    has_kept: true,
    kept: null,
    scoring: null,
    total: null,
    so_far: [],
    worth: 0,
    objectives: [],
  };
  const view: FrogridersView = {
    pond,
    village: NONE,
    market: ["diagonal", "+2R", "flower", "trophies"],
    deck: 20,
    deck_holds: {},
    commons: ["RB", "5any"],
    players: [{ ...player, kept: "RYB", ...mine }, player, player],
    phase: "jump",
    turn: 0,
    winners: null,
    ...more,
  };
  return { game: "frogriders", seats: 3, view, lit, way };
}

const START = "Fc1 Fe1 Fg1 Fi1 Tb2 Td2 Tf2 Th2 Tj2 tb6 td6 tf6 th6 tj6 fc7 fe7 fg7 fi7";
const CORNERS = { 22: [0, 1, 0, 1], 17: [1, 0, 1, 0], 12: [0, 1, 0, 1] };

export const SCENES: Readonly<Record<GameId, readonly RuleScene[]>> = {
  "hop-it": [
    hopIt(START, ["c1", "b2", "d2", "f2", "h2", "j2"], []),
    hopIt("Fd4 te5 fg5 Tc3 td6 fh6 Ti3", [], ["d4", "f6", "h4"]),
    hopIt("Fa3 Fe1 Td2 Tg3 tf6 th6 fe7", ["a3"], [], { in_danger: ["a3"] }),
    hopIt("Fc1 Td2 Ti1 Fi3 tf4 tj4 fe7 th6", ["i3"], ["c1", "e3", "g5"], { must_hop_enemy: true }),
  ],
  abagio: [
    abagio(CORNERS, ["root", "17"], ["root", "23"]),
    abagio({ ...CORNERS, 24: [1], 20: [1, 1], 15: [0, 1, 1, 1] }, [], ["26", "24"], { root: [5, 5] }, { 15: 3 }),
    abagio({ 14: [1, 1], 20: [0], "0:5": [0, 0], "0:3": [0], 1: [0] }, ["chief"], [], {
      phase: "chief",
      root: [0, 2],
      pond: [4, 2],
      dice: [],
    }),
  ],
  "pool-party": [
    pool(
      [
        [3, 5, null, null, null],
        [2, 6, null, null, null],
      ],
      [5, 3],
      ["stack.3", "stack.4"],
      [],
    ),
    pool(
      [
        [7, 4, 9, 2, 12],
        [3, 15, 12, 6, 13],
      ],
      [5, 1],
      [],
      ["5.12", "5.13"],
    ),
    pool(
      [
        [9, 9, 9, 9, 5],
        [3, 15, 12, 6, 13],
      ],
      [4, 2],
      ["5.5"],
      ["5.5", "5.9"],
    ),
  ],
  "china-moon": [
    moon(
      [
        ["2", 0],
        ["3", 1],
        ["4", 2],
      ],
      ["2", "3", "4"],
      ["2", "6"],
    ),
    moon(
      [
        ["9", 0],
        ["15", 1],
        ["18", 2],
      ],
      [],
      [],
    ),
    moon(
      [
        ["41", 0],
        ["46", 1],
        ["38", 2],
      ],
      ["goal"],
      ["46", "goal"],
      [
        ["W", "W", "W"],
        ["P", "Y"],
        ["Y", "Y", "K"],
      ],
    ),
  ],
  frogriders: [
    riders(POND, ["e7", "c5", "g5", "e3"], ["e7", "e5"]),
    riders(
      JUMPED,
      ["send.R", "send.Y", "send.B"],
      [],
      { phase: "send", village: { ...NONE, N: 1, R: 1 } },
      { frogs: { Y: 1, R: 1, B: 1, N: 1 } },
    ),
  ],
};
