/** The positions of figures, from the lines in which `docs/rules` tells them. */

import type {
  AbagioView,
  ChinaMoonLily,
  ChinaMoonView,
  FrogridersColour,
  FrogridersFrogCounts,
  FrogridersView,
  GameId,
  HopItView,
  PoolPartyView,
  Seat,
  Spot,
  Views,
} from "../../protocol";
import { LILY_POINTS } from "../../protocol/cards";
import { FROGRIDERS_CARD, FROGRIDERS_COLOUR, FROGRIDERS_COMMON, FROGRIDERS_SECRET } from "../../protocol/facts";

export interface Position<G extends GameId = GameId> {
  readonly game: G;
  readonly seats: number;
  readonly view: Views[G];
  /** Places that glow. */
  readonly shows: readonly Spot[];
  /** The ways of pieces, each from place to place. */
  readonly arrows: readonly (readonly Spot[])[];
  /** Only the part of the board with these places is shown; all of it without any. */
  readonly around: readonly Spot[];
  /** Every place has its name written on it. */
  readonly hasNames: boolean;
}

/** What a figure says, line by line; whatever is asked for is taken out. */
class Told {
  readonly #lines: Map<string, string>;

  constructor(lines: ReadonlyMap<string, string>) {
    this.#lines = new Map(lines);
  }

  /** The words after a name, or nothing. */
  words(name: string): readonly string[] {
    const text = this.#lines.get(name);
    this.#lines.delete(name);
    return text === undefined || text === "" ? [] : text.split(/\s+/);
  }

  has(name: string): boolean {
    return this.#lines.has(name);
  }

  /** The names that are left. */
  names(): readonly string[] {
    return [...this.#lines.keys()];
  }
}

interface Read<G extends GameId> {
  readonly seats: number;
  readonly view: Views[G];
}

/** Reads a position; `before` are those that the same figure has already shown. */
type Reader<G extends GameId> = (told: Told, before: readonly Views[G][]) => Read<G>;

function expected(what: string, text: string): never {
  throw new Error(`a figure expects ${what} and has \`${text}\``);
}

function whole(text: string): number {
  return /^\d+$/.test(text) ? Number(text) : expected("a number", text);
}

function one<T extends string>(all: readonly T[], text: string): T {
  return all.find((known) => known === text) ?? expected(`one of ${all.join(" ")}`, text);
}

const LETTERS = ["A", "B", "C", "D", "E", "F"];

/** The seats that a figure gives lines to, one after the other from `A` on. */
function seatsIn(told: Told, least: number): readonly string[] {
  const count = LETTERS.findLastIndex((letter) => told.has(letter)) + 1;
  return LETTERS.slice(0, Math.max(count, least));
}

const hopIt: Reader<"hop-it"> = (told) => {
  const pieces = (["white", "black"] as const).flatMap((side, seat) => {
    let kind: "frog" | "tadpole" | null = null;
    return told.words(side).flatMap((word) => {
      if (/^(frog|tadpole)s?$/.test(word)) {
        kind = word.startsWith("frog") ? "frog" : "tadpole";
        return [];
      }
      if (kind === null) expected("frogs or tadpoles", word);
      return [{ at: word.replace(/,$/, ""), seat, frog: kind === "frog" }];
    });
  });
  const view: HopItView = {
    pieces,
    turn: told.words("turn")[0] === "black" ? 1 : 0,
    hopping: null,
    must_hop_enemy: false,
    in_danger: told.words("danger"),
    quiet_turns: 0,
    winners: null,
  };
  return { seats: 2, view };
};

const SIDES = ["r", "p"] as const;
const OUTER = Array.from({ length: 18 }, (_, index) => `${26 - index}`);
const SAFE = ["7", "6", "5", "4", "3", "2"];
const EMPTY_SPACES = [
  ...OUTER.map((at) => ({ at, owner: null })),
  { at: "8", owner: null },
  ...[0, 1].flatMap((owner) => SAFE.map((at) => ({ at, owner }))),
  { at: "1", owner: null },
];

const abagio: Reader<"abagio"> = (told) => {
  const counts = (name: string): [number, number] => {
    const words = told.words(name);
    const of = (side: string) => whole(words.find((word) => word.startsWith(side))?.slice(1) ?? "0");
    return [of("r"), of("p")];
  };
  const spaces = EMPTY_SPACES.map((space) => {
    const name = space.owner === null ? space.at : `${SIDES[space.owner] ?? ""}${space.at}`;
    const frogs: readonly Seat[] = told.words(name).map((side) => SIDES.indexOf(one(SIDES, side)));
    const run = frogs.length - 1 - frogs.findLastIndex((seat) => seat !== frogs.at(-1));
    const limit = space.at === "8" || space.at === "1" ? 2 : 5;
    return {
      ...space,
      frogs,
      ...(run >= 3 ? { heap: run } : {}),
      ...(frogs.length === limit ? { is_full: true } : {}),
    };
  });
  const view: AbagioView = {
    phase: "leaps",
    turn: told.words("turn")[0] === "purple" ? 1 : 0,
    root: counts("root"),
    pond: counts("pond"),
    chief: told.words("chief")[0] ?? "aside",
    dice: told.words("dice").map(whole),
    spaces,
    winners: null,
  };
  return { seats: 2, view };
};

/** The sector with most of a seat's frogs. */
function lineOf(frogs: PoolPartyView["frogs"][number]): PoolPartyView["lines"][number] {
  const inSector = (space: number) => frogs.filter((other) => other === space).length;
  const spaces = frogs.filter((space) => space !== null).toSorted((a, b) => inSector(b) - inSector(a) || a - b);
  const [space = null] = spaces;
  return { space, frogs: space === null ? 0 : inSector(space) };
}

const poolParty: Reader<"pool-party"> = (told) => {
  const [high, low] = told.words("dice").map(whole);
  const frogs = seatsIn(told, 2).map((letter) => {
    const spaces = told.words(letter).map((word) => (word === "-" ? null : whole(word)));
    const at = (lane: number) => spaces[lane] ?? null;
    return [at(0), at(1), at(2), at(3), at(4)] as const;
  });
  const view: PoolPartyView = {
    frogs,
    turn: LETTERS.indexOf(told.words("turn")[0] ?? "A"),
    turn_number: 9,
    most_turns: 1000,
    roll: high === undefined || low === undefined ? null : [high, low],
    lines: frogs.map(lineOf),
    winners: null,
  };
  return { seats: frogs.length, view };
};

const LILIES = ["W", "Y", "P", "K", "B"] as const satisfies readonly ChinaMoonLily[];
/** How the lilies lie in the figures. */
const LAID = "W3 P5 Y8 W10 P13 Y17 W20 P25 Y30 W37 P39 Y42 K44".split(" ");

function lying(word: string): { readonly at: string; readonly lily: ChinaMoonLily } {
  return { lily: one(LILIES, word.slice(0, 1)), at: `${whole(word.slice(1))}` };
}

const chinaMoon: Reader<"china-moon"> = (told, before) => {
  const letters = seatsIn(told, 3);
  const moved = new Set(told.words("moved"));
  const standing = letters.map((letter) => told.words(letter));
  const frogs = standing
    .flatMap((pads, seat) => pads.filter((at) => at !== "goal").map((at) => ({ at, seat, moved: moved.has(at) })))
    .toSorted((a, b) => whole(a.at) - whole(b.at));
  // Whoever stood on a lily has taken it; others are gone without a word, all of them or those of some pads.
  const words = told.words("lilies");
  const stood = [...frogs, ...before.flatMap((view) => view.frogs)].map(({ at }) => at);
  const taken = new Set([...stood, ...words.map((word) => word.replace(/^-/, ""))]);
  const left = words.includes("-") ? [] : LAID.map(lying).filter(({ at }) => !taken.has(at));
  const more = words.filter((word) => !word.startsWith("-")).map(lying);
  const places = told.words("places");
  const place = (index: number) => {
    const lily = places[index] ?? ["P", "Y", "W", "B"][index] ?? "-";
    return lily === "-" ? null : one(LILIES, lily);
  };
  const view: ChinaMoonView = {
    frogs,
    lilies: [...left, ...more].toSorted((a, b) => whole(a.at) - whole(b.at)),
    places: [place(0), place(1), place(2), place(3)],
    players: letters.map((letter, seat) => {
      const lilies = told.words(`lilies ${letter}`).map((lily) => one(LILIES, lily));
      const scoring = LILIES.filter((lily) => lilies.includes(lily)).map((lily) => {
        const count = lilies.filter((other) => other === lily).length;
        return { lily, count, points: LILY_POINTS[lily][count] ?? 0 };
      });
      const pads = standing[seat] ?? [];
      return {
        on_start: 3 - pads.length,
        on_arrival: pads.filter((at) => at === "goal").length,
        lilies,
        scoring,
        score: scoring.reduce((sum, { points }) => sum + points, 0),
      };
    }),
    mover: 0,
    turn: 0,
    awaited: { what: "move" },
    moves: moved.size,
    must_move_others: false,
    winners: null,
  };
  return { seats: letters.length, view };
};

const RANKS = ["def", "cdefg", "bcdefgh", "abcdefghi", "abcdefghi", "abcdefghi", "bcdefgh", "cdefg", "def"];
const PADS = RANKS.flatMap((files, index) => [...files].map((file) => `${file}${9 - index}`));
const INNER = new Set(
  ["def", "cdefg", "bcdefgh", "bcdefgh", "bcdefgh", "cdefg", "def"].flatMap((files, index) =>
    [...files].map((file) => `${file}${8 - index}`),
  ),
);
/** A pond at the start: one frog on every pad but the middle one. */
const FULL = "NYY" + "NNNNR" + "NBNRBRR" + "BYNNYBBBY" + "BNYB.RYYR" + "BRBRRYBNN" + "RRNNNYN" + "NNBNB" + "BNN";

function counted(letters: readonly string[]): FrogridersFrogCounts {
  const colours = letters.map((letter) => one<FrogridersColour>(FROGRIDERS_COLOUR, letter));
  const count = (colour: FrogridersColour) => colours.filter((other) => other === colour).length;
  return { Y: count("Y"), R: count("R"), B: count("B"), N: count("N") };
}

const frogriders: Reader<"frogriders"> = (told) => {
  const seats = whole(told.words("players")[0] ?? "3");
  const pond = new Map(PADS.map((pad) => [pad, "."]));
  for (const word of told.words("frogs")) {
    // With two players the dark pads are out of bounds.
    if (word === "full")
      PADS.forEach((pad, index) => pond.set(pad, seats > 2 || INNER.has(pad) ? FULL.charAt(index) : "."));
    else if (!pond.has(word.slice(1))) expected("a frog on a pad", word);
    else pond.set(word.slice(1), word.startsWith("-") ? "." : one(FROGRIDERS_COLOUR, word.slice(0, 1)));
  }
  const cards = (name: string) => told.words(name).map((word) => one(FROGRIDERS_CARD, word));
  const [secret = "RYB"] = told.words("secret").map((word) => one(FROGRIDERS_SECRET, word));
  const market = cards("market");
  const commons = told.words("commons").map((word) => one(FROGRIDERS_COMMON, word));
  const view: FrogridersView = {
    pond: PADS.map((pad) => pond.get(pad) ?? ".").join(""),
    village: counted(told.words("village")),
    market: market.length > 0 ? market : ["diagonal", "+2R", "flower", "trophies"],
    deck: 20,
    deck_holds: {},
    commons: commons.length > 0 ? commons : ["RB", "5any"],
    players: LETTERS.slice(0, seats).map((letter, seat) => ({
      frogs: counted(told.words(letter)),
      cards: cards(`cards ${letter}`),
      trophies: whole(told.words(`trophies ${letter}`)[0] ?? "0"),
      dealt: null,
      has_kept: true,
      kept: seat === 0 ? secret : null,
      so_far: [],
      worth: 0,
      objectives: [],
      scoring: null,
      total: null,
    })),
    phase: told.words("phase")[0] === "send" ? "send" : "jump",
    turn: 0,
    winners: null,
  };
  return { seats, view };
};

const READERS: { readonly [G in GameId]: Reader<G> } = {
  "hop-it": hopIt,
  abagio: abagio,
  "pool-party": poolParty,
  "china-moon": chinaMoon,
  frogriders: frogriders,
};

/** The rules name some places otherwise than the board: red's space 5 is `r5` there, a frog on the deck `deck.1`. */
function placeOf(game: GameId, name: string): Spot {
  const safe = game === "abagio" ? /^([rp])([2-7])$/.exec(name) : null;
  if (safe !== null) return `${safe[2] ?? ""}:${safe[1] === "r" ? 0 : 1}`;
  return game === "pool-party" ? name.replace("deck.", "stack.") : name;
}

/** What a figure shows only once: the next position has its own. */
const PASSING = new Set(["arrows", "shows", "moved"]);

/** The positions of a figure: one, or what was before and what is after. */
export function positionsOf<G extends GameId>(game: G, lines: readonly string[]): readonly Position<G>[] {
  const parts: Map<string, string>[] = [new Map()];
  for (const line of lines) {
    const [, name = "", text = ""] = /^([^:]+?)(?:: ?(.*))?$/.exec(line) ?? [];
    const last = parts.at(-1) ?? new Map<string, string>();
    if (name === "then") parts.push(new Map([...last].filter(([known]) => !PASSING.has(known))));
    else last.set(name, text);
  }
  const found: Position<G>[] = [];
  for (const part of parts) {
    const told = new Told(part);
    const places = (name: string) => told.words(name).map((word) => placeOf(game, word));
    const arrows = told.words("arrows").map((way) =>
      way
        .replace(/,$/, "")
        .split(">")
        .map((word) => placeOf(game, word)),
    );
    const [shows, around, hasNames] = [places("shows"), places("around"), told.has("names")];
    told.words("names");
    const read = READERS[game](
      told,
      found.map(({ view }) => view),
    );
    if (told.names().length > 0) expected("lines that it knows", told.names().join(" "));
    found.push({ game, ...read, shows, arrows, around, hasNames });
  }
  return found;
}
