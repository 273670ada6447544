/** What is at a spot, as data that either language puts into words. */

import { isLily } from "../boards/hop-it/geometry";
import { FLOWERS, PADS } from "../boards/frogriders/geometry";
import { symbolOf } from "../boards/china-moon/geometry";
import type {
  AbagioView,
  ChinaMoonLily as LilyColour,
  ChinaMoonView,
  FrogridersColour as FrogColour,
  FrogridersView,
  GameId,
  HopItView,
  PoolPartyView,
  Seat,
  Spot,
  Views,
} from "../protocol";
import { CHINA_MOON_LILY, FROGRIDERS_COLOUR } from "../protocol/facts";
import { among } from "./known";

export type Thing =
  | { readonly is: "button"; readonly name: string }
  | {
      readonly is: "cell";
      readonly at: Spot;
      readonly lily: boolean;
      readonly seat: Seat | null;
      readonly frog: boolean;
    }
  | {
      readonly is: "space";
      readonly at: Spot;
      readonly frogs: readonly Seat[];
      /** Does the other colour find no room on the frogs on top? */
      readonly heap: boolean;
      readonly isFull: boolean;
      readonly chief: boolean;
    }
  | { readonly is: "root" | "pond"; readonly counts: readonly [number, number] }
  | { readonly is: "chief" }
  | { readonly is: "aside"; readonly chief: boolean }
  | { readonly is: "die"; readonly value: number }
  | { readonly is: "lane"; readonly lane: number; readonly space: number; readonly seat: Seat | null }
  | { readonly is: "waiting"; readonly lane: number }
  | {
      readonly is: "pad";
      readonly at: Spot;
      readonly seat: Seat | null;
      /** Was its frog moved in this turn? */
      readonly moved: boolean;
      readonly lily: LilyColour | null;
      readonly symbol: "spring" | "butterfly" | "trickster" | null;
    }
  | { readonly is: "start"; readonly seat: Seat; readonly frogs: number }
  | { readonly is: "goal"; readonly frogs: readonly number[] }
  | { readonly is: "place"; readonly place: number; readonly lily: LilyColour | null }
  | { readonly is: "held"; readonly seat: Seat; readonly lily: LilyColour; readonly count: number }
  | { readonly is: "leaf"; readonly at: Spot; readonly colour: FrogColour | null; readonly flower: boolean }
  | { readonly is: "village" | "send"; readonly colour: FrogColour; readonly count: number }
  | { readonly is: "card" | "secret" | "common"; readonly id: string };

const FINDERS: { readonly [G in GameId]: (view: Views[G], spot: Spot) => Thing } = {
  "hop-it": hopIt,
  abagio,
  "pool-party": poolParty,
  "china-moon": chinaMoon,
  frogriders,
};

export function thingAt<G extends GameId>(game: G, view: Views[G], spot: Spot): Thing {
  return FINDERS[game](view, spot);
}

function hopIt(view: HopItView, at: Spot): Thing {
  if (!/^[a-k][1-7]$/.test(at)) return { is: "button", name: at };
  const piece = view.pieces.find((standing) => standing.at === at);
  return { is: "cell", at, lily: isLily(at), seat: piece?.seat ?? null, frog: piece?.frog ?? false };
}

function abagio(view: AbagioView, at: Spot): Thing {
  if (at === "root" || at === "pond") return { is: at, counts: view[at] };
  if (at === "chief") return { is: at };
  if (at === "aside") return { is: at, chief: view.chief === at };
  if (at.startsWith("die.")) return { is: "die", value: Number(at.slice(4)) };
  const space = view.spaces.find((other) => other.at === at && (other.owner === null || other.owner === view.turn));
  return {
    is: "space",
    at,
    frogs: space?.frogs ?? [],
    heap: space?.heap != null,
    isFull: space?.is_full === true,
    chief: view.chief === at,
  };
}

function poolParty(view: PoolPartyView, at: Spot): Thing {
  const [lane, space] = at.split(".");
  if (space === undefined) return { is: "button", name: at };
  if (lane === "stack") return { is: "waiting", lane: Number(space) };
  const seat = view.frogs.findIndex((frogs) => frogs[Number(lane) - 1] === Number(space));
  return { is: "lane", lane: Number(lane), space: Number(space), seat: seat < 0 ? null : seat };
}

function chinaMoon(view: ChinaMoonView, at: Spot): Thing {
  const [kind = "", seat, lily] = at.split(".");
  if (kind === "goal") return { is: "goal", frogs: view.players.map(({ on_arrival }) => on_arrival) };
  if (kind === "place") return { is: "place", place: Number(seat), lily: view.places[Number(seat) - 1] ?? null };
  const colour = among(CHINA_MOON_LILY, lily);
  if (kind === "lily" && colour !== undefined) {
    return {
      is: "held",
      seat: Number(seat),
      lily: colour,
      count: view.players[Number(seat)]?.lilies.filter((held) => held === colour).length ?? 0,
    };
  }
  if (kind.startsWith("s"))
    return { is: "start", seat: Number(kind.slice(1)), frogs: view.players[Number(kind.slice(1))]?.on_start ?? 0 };
  const symbol = symbolOf(Number(kind));
  const frog = view.frogs.find((standing) => standing.at === at);
  return {
    is: "pad",
    at,
    seat: frog?.seat ?? null,
    moved: frog?.moved === true,
    lily: view.lilies.find((lying) => lying.at === at)?.lily ?? null,
    symbol: symbol === "plain" || symbol === "lily" ? null : symbol,
  };
}

function frogriders(view: FrogridersView, at: Spot): Thing {
  const [kind, ...rest] = at.split(".");
  const name = rest.join(".");
  const colour = among(FROGRIDERS_COLOUR, name);
  if (colour !== undefined && kind === "village") return { is: "village", colour, count: view.village[colour] };
  if (colour !== undefined && kind === "send")
    return { is: "send", colour, count: view.turn === null ? 0 : (view.players[view.turn]?.frogs[colour] ?? 0) };
  switch (kind) {
    case "card":
    case "secret":
    case "common":
      return { is: kind, id: name };
    default: {
      const index = PADS.indexOf(at);
      if (index < 0) return { is: "button", name: at };
      return { is: "leaf", at, colour: among(FROGRIDERS_COLOUR, view.pond[index]) ?? null, flower: FLOWERS.has(at) };
    }
  }
}
