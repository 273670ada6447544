/** Frogriders' table: the octagonal pond; objectives, village and secrets in its corners; market and banks beside it. */

import type { FrogridersColour, FrogridersView, Seat, Spot } from "../../protocol";
import { FROGRIDERS_COLOUR } from "../../protocol/facts";
import type { Layout, Place, Point, Size } from "../board";

export const COLOURS = FROGRIDERS_COLOUR;
export const PITCH = 106;
const RANKS = ["def", "cdefg", "bcdefgh", "abcdefghi", "abcdefghi", "abcdefghi", "bcdefgh", "cdefg", "def"];

/** The 57 pads, rank 9 to rank 1 and file a to i, as the view has them. */
export const PADS: readonly Spot[] = RANKS.flatMap((files, index) => [...files].map((file) => `${file}${9 - index}`));

const INNER = new Set(
  ["def", "cdefg", "bcdefgh", "bcdefgh", "bcdefgh", "cdefg", "def"].flatMap((files, index) =>
    [...files].map((file) => `${file}${8 - index}`),
  ),
);

export const FLOWERS: ReadonlySet<Spot> = new Set("c7 g7 c3 g3 d6 f6 d4 f4 d9 i6 f1 a4".split(" "));

/** With two seats only the light pads are in play. */
export function isDark(pad: Spot): boolean {
  return !INNER.has(pad);
}

export function padAt(pad: Spot): Point {
  return grid(pad.charCodeAt(0) - 97, Number(pad.slice(1)) - 1);
}

/** A point of the grid on which the pads lie, file and rank from 0; corners of the square included. */
export function grid(file: number, rank: number): Point {
  return { x: 500 + (file - 4) * PITCH, y: 500 - (rank - 4) * PITCH };
}

/** The room for market and banks: at the right where there is width, below the pond otherwise. */
export function size(layout: Layout, seats: number): Size {
  switch (layout) {
    case "wide":
      return { width: 1500, height: 1000 };
    case "slim":
      return { width: 1334, height: 1000 };
    case "tall":
      return { width: 1000, height: 1296 + Math.ceil(seats / 2) * 172 };
  }
}

export const CARD = { width: 100, height: 136 };

/** Scale of the cards in the market, and of the objectives in the corners of the pond. */
export const MARKET_SCALE = { wide: 1.1, slim: 1.12, tall: 1.72 } as const;
export const CORNER_SCALE = 1.02;

export function marketAt(index: number, layout: Layout): Point {
  switch (layout) {
    case "wide":
      return { x: 1078 + index * 121, y: 112 };
    case "slim":
      return { x: 1096 + (index % 2) * 150, y: 86 + Math.floor(index / 2) * 164 };
    case "tall":
      return { x: 140 + index * 240, y: 1142 };
  }
}

/** Where the market is named: above it, or beside it if there is no room above. */
export function marketNameAt(layout: Layout): Point & { readonly turn: number } {
  switch (layout) {
    case "wide":
      return { x: 1022, y: 20, turn: 0 };
    case "slim":
      return { x: 1024, y: 210, turn: -90 };
    case "tall":
      return { x: 20, y: 1012, turn: 0 };
  }
}

export function commonAt(index: number): Point {
  return { x: 72 + index * 110, y: 92 };
}

/** The observer's secrets: two to choose from, one kept. */
export function secretAt(index: number): Point {
  return { x: 72 + index * 110, y: 908 };
}

export function deckAt(): Point {
  return { x: 928, y: 92 };
}

/** The four huts of the village. */
export function hutAt(colour: FrogridersColour): Point {
  const index = COLOURS.indexOf(colour);
  return { x: 838 + (index % 2) * 104, y: 840 + Math.floor(index / 2) * 106 };
}

export interface Bank extends Point, Size {
  /** Frogs and cards are one above the other, close to each other. */
  readonly isSlim: boolean;
  /** Is there room for the name? Where there is none, it stands beside the board. */
  readonly hasName: boolean;
}

/** What lies before a seat. */
export function bankOf(seat: Seat, seats: number, layout: Layout): Bank {
  if (layout === "wide") {
    const height = Math.min(230, 788 / seats - 12);
    return { x: 1018, y: 212 + seat * (height + 12), width: 470, height, isSlim: false, hasName: true };
  }
  if (layout === "slim") {
    const height = Math.min(250, 660 / seats - 8);
    return { x: 1012, y: 340 + seat * (height + 8), width: 318, height, isSlim: true, hasName: height > 190 };
  }
  return {
    x: 14 + (seat % 2) * 492,
    y: 1290 + Math.floor(seat / 2) * 172,
    width: 480,
    height: 160,
    isSlim: false,
    hasName: true,
  };
}

/** The frogs of one colour in a bank. */
export function heldAt(bank: Bank, colour: FrogridersColour): Point {
  const index = COLOURS.indexOf(colour);
  return bank.isSlim
    ? { x: bank.x + 92 + index * 62, y: bank.y + 40 }
    : { x: bank.x + 120 + index * 98, y: bank.y + bank.height * 0.3 };
}

/** How large they are there. */
export function heldSize(bank: Bank): number {
  return bank.isSlim ? 58 : 72;
}

/** Where the mark of the seat is, its name, and what it has so far. */
export function sealAt(bank: Bank): Point {
  return bank.isSlim ? { x: bank.x + 34, y: bank.y + 40 } : { x: bank.x + 40, y: bank.y + bank.height * 0.3 };
}

export function nameAt(bank: Bank): Point {
  return { x: bank.x + 16, y: bank.isSlim ? bank.y + bank.height - 26 : bank.y + bank.height * 0.76 };
}

export function cupAt(bank: Bank): Point {
  return { x: bank.x + bank.width - 56, y: bank.isSlim ? ownedAt(bank, 0, 1).y : bank.y + bank.height * 0.76 };
}

/** A privilege card in a bank, and how large it is there. */
export function ownedAt(bank: Bank, index: number, count: number): Point & { readonly scale: number } {
  const isSlim = bank.isSlim;
  const room = bank.width - (isSlim ? 110 : 270);
  const high = isSlim ? bank.height - (bank.hasName ? 130 : 84) : bank.height * 0.47;
  const scale = Math.min(0.66, high / CARD.height, Math.max(0.42, room / count / (CARD.width + 6)));
  const step = Math.min((CARD.width + 6) * scale, (room - CARD.width * scale) / Math.max(1, count - 1));
  const [left, middle] = isSlim ? [14, 78 + high / 2] : [168, bank.height * 0.745];
  return { x: bank.x + left + (CARD.width * scale) / 2 + index * step, y: bank.y + middle, scale };
}

/** Whose captured frogs `send.…` means: those of the seat whose turn it is. */
export function sender(view: FrogridersView, me: Seat | null): Seat | null {
  return view.turn ?? me;
}

function box(width: number, height: number, rx: number): string {
  const [w, h] = [width / 2, height / 2];
  return `M${-w + rx},${-h}H${w - rx}A${rx},${rx} 0 0,1 ${w},${-h + rx}V${h - rx}A${rx},${rx} 0 0,1 ${w - rx},${h}H${-w + rx}A${rx},${rx} 0 0,1 ${-w},${h - rx}V${-h + rx}A${rx},${rx} 0 0,1 ${-w + rx},${-h}Z`;
}

function cardPlace(at: Point, scale: number): Place {
  return { ...at, r: 62 * scale, outline: box(CARD.width * scale + 8, CARD.height * scale + 8, 16 * scale) };
}

export function places(view: FrogridersView, layout: Layout, me: Seat | null): ReadonlyMap<Spot, Place> {
  const all = new Map<Spot, Place>();
  const two = view.players.length === 2;
  for (const pad of PADS) {
    if (!two || !isDark(pad)) all.set(pad, { ...padAt(pad), r: 53 });
  }
  for (const colour of COLOURS) all.set(`village.${colour}`, { ...hutAt(colour), r: 50 });
  view.market.forEach((card, index) => {
    if (card !== null) all.set(`card.${card}`, cardPlace(marketAt(index, layout), MARKET_SCALE[layout]));
  });
  view.commons.forEach((common, index) => all.set(`common.${common}`, cardPlace(commonAt(index), CORNER_SCALE)));
  secretsOf(view, me).forEach((secret, index) => {
    if (secret !== "?") all.set(`secret.${secret}`, cardPlace(secretAt(index), CORNER_SCALE));
  });
  const seat = sender(view, me);
  if (seat !== null) {
    const bank = bankOf(seat, view.players.length, layout);
    for (const colour of COLOURS) all.set(`send.${colour}`, { ...heldAt(bank, colour), r: heldSize(bank) * 0.6 });
  }
  return all;
}

/** The secrets in the corner: the observer's own, or those of the only seat whose secrets the view names. */
export function secretsOf(view: FrogridersView, me: Seat | null): readonly string[] {
  const seat = me ?? view.players.findIndex(({ dealt }) => dealt !== null);
  const player = view.players[seat];
  if (player === undefined || view.winners !== null) return [];
  if (player.kept !== null) return [player.kept];
  if (player.dealt !== null) return player.dealt;
  return player.has_kept ? ["?"] : [];
}
