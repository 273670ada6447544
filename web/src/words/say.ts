/** What the messages of any language are given. `crates/rainette-words/src/say.rs` gives the same. */

import type { Effect, GameId, Piece, Seat, Spot } from "../protocol";
import type { Messages } from "./generated/messages";
import { known } from "./known";
import type { Company } from "./words";

type List = (items: readonly string[]) => string;

/** The name of a card, whichever kind it is. */
export function cardName(m: Messages, id: string): string {
  return (known(m.card, id) ?? known(m.common, id) ?? known(m.secret, id))?.name ?? id;
}

/** A place within a sentence: `c1`, `pad 17`, `the root`. */
export function place(m: Messages, game: GameId, spot: Spot): string {
  const [head = "", second = "", third = ""] = spot.split(".");
  switch (head) {
    case "root":
    case "pond":
    case "aside":
    case "chief":
    case "goal":
    case "stop":
    case "pass":
    case "stay":
      return m.place[head];
  }
  switch (game) {
    case "hop-it":
      return spot;
    case "abagio":
      if (head === "die") return m.place.die({ value: second });
      if (spot === "8") return m.place.eight;
      return spot === "1" ? m.place.one : m.place.space({ number: spot });
    case "pool-party":
      return head === "stack" ? m.place.stack : m.place.lane({ lane: head, space: second });
    case "china-moon":
      if (head === "place") return m.place.arrival({ number: second });
      if (head === "lily") return m.place.lily({ colour: known(m.lily, third) ?? third });
      return head.startsWith("s") ? m.place.start : m.place.pad({ number: spot });
    case "frogriders":
      if (head === "village") return m.place.village({ colour: known(m.frog, second) ?? second });
      if (head === "send") return m.place.send({ colour: known(m.frog, second) ?? second });
      return head === "card" || head === "common" || head === "secret" ? cardName(m, second) : spot;
  }
}

/** What kind of thing a piece is; what is nothing else is a card. */
function kindOf({ kind }: Piece): "frog" | "tadpole" | "chief" | "lily" | "card" {
  const [first = ""] = kind.split("-");
  return first === "frog" || first === "tadpole" || first === "chief" || first === "lily" ? first : "card";
}

/** `Ondine’s frog`, `your frog`, `a red frog`, `the chief frog`, a card by its name. */
export function pieceName(m: Messages, piece: Piece, { name, you }: Company): string {
  const isYours = piece.owner !== undefined && piece.owner === you;
  const owner = piece.owner === undefined ? "" : name(piece.owner);
  const letter = piece.kind.slice(5);
  switch (kindOf(piece)) {
    case "frog":
      if (letter === "" && isYours) return m.you.frog;
      return letter === "" ? m.piece.frog({ owner }) : m.piece.coloured({ colour: known(m.frog, letter) ?? letter });
    case "tadpole":
      return isYours ? m.you.tadpole : m.piece.tadpole({ owner });
    case "chief":
      return m.piece.chief;
    case "lily":
      return m.piece.lily({ colour: known(m.lily, letter) ?? letter });
    case "card":
      return m.piece.card({ card: cardName(m, piece.kind) });
  }
}

/** What a score comes from, within a sentence. */
function sourceName(m: Messages, from: string): string {
  if (from === "gained" || from === "brown") return m.source[from];
  if (from.startsWith("lily-")) return m.source.lilies({ colour: known(m.lily, from.slice(5)) ?? from });
  return m.piece.card({ card: cardName(m, from) });
}

function signed(points: number): string {
  return points < 0 ? `−${-points}` : `+${points}`;
}

/** What kind of place a spot is: what stands before its first full stop. */
function headOf(spot: Spot): string {
  return spot.split(".")[0] ?? "";
}

/** One thing that happened, as a sentence; none where it is not worth one. */
export function sentence(m: Messages, list: List, game: GameId, effect: Effect, company: Company): string | null {
  const said = worded(m, list, game, effect, company).trim();
  return said === "" ? null : said;
}

function worded(m: Messages, list: List, game: GameId, effect: Effect, company: Company): string {
  const { name, you } = company;
  const at = (spot: Spot) => place(m, game, spot);
  const by = (seat: Seat | null | undefined) => (seat === null || seat === undefined ? "" : name(seat));
  const what = (piece: Piece) => pieceName(m, piece, company);
  /** Whoever does it, or to whom it happens, is told so. */
  const told = (seat: Seat | null | undefined) => (seat != null && seat === you ? m.you : m.effect);
  const card = (id: string | null) => (id === null ? "" : m.piece.card({ card: cardName(m, id) }));
  const dice = (rolled: readonly number[]) => list(rolled.map(String));
  switch (effect.effect) {
    case "rolled":
      return told(effect.by).rolled({ by: by(effect.by), dice: dice(effect.dice) });
    case "starts":
      return told(effect.seat).starts({ seat: name(effect.seat) });
    case "placed":
      return m.effect.placed({ kind: kindOf(effect.piece), piece: what(effect.piece), at: at(effect.at) });
    case "removed":
      return m.effect.removed({ piece: what(effect.piece), from: at(effect.from) });
    case "stepped":
      return m.effect.stepped({
        game,
        kind: kindOf(effect.piece),
        piece: what(effect.piece),
        from: at(effect.from),
        to: at(effect.to),
      });
    case "hopped":
      return m.effect.hopped({
        game,
        piece: what(effect.piece),
        from: at(effect.from),
        source: headOf(effect.from),
        over: list(effect.over.map(at)),
        to: at(effect.to),
        target: headOf(effect.to),
      });
    case "pushed":
      return m.effect.pushed({ piece: what(effect.piece), to: at(effect.to) });
    case "hit":
      return m.effect.hit({ piece: what(effect.piece), from: at(effect.from), to: at(effect.to) });
    case "capped":
      return told(effect.piece.owner).capped({ owner: by(effect.piece.owner), at: at(effect.at) });
    case "matured":
      return m.effect.matured({ at: at(effect.at) });
    case "captured":
      return told(effect.by).captured({ piece: what(effect.piece), at: at(effect.at), by: by(effect.by) });
    case "eaten":
      return m.effect.eaten({ piece: what(effect.piece), at: at(effect.at) });
    case "sent":
      return told(effect.by).sent({ piece: what(effect.piece), by: name(effect.by) });
    case "taken":
      return told(effect.by).taken({ piece: what(effect.piece), source: headOf(effect.from), by: name(effect.by) });
    case "given":
      return (effect.to === you ? m.you.received : told(effect.from).given)({
        piece: what(effect.piece),
        from: name(effect.from),
        to: name(effect.to),
      });
    case "dropped":
      return told(effect.by).dropped({ piece: what(effect.piece), by: name(effect.by), at: at(effect.at) });
    case "dealt":
      return told(effect.seat).dealt({ seat: name(effect.seat), card: card(effect.card) });
    case "kept":
      return told(effect.seat).kept({ seat: name(effect.seat), card: card(effect.card) });
    case "revealed":
      return told(effect.seat).revealed({ seat: name(effect.seat), card: card(effect.card) });
    case "scored":
      return told(effect.seat).scored({
        seat: name(effect.seat),
        points: signed(effect.points),
        source: sourceName(m, effect.from),
      });
    case "forfeited":
      return told(effect.seat).forfeited({ seat: name(effect.seat), dice: dice(effect.dice) });
    case "passed":
      return told(effect.seat).passed({ game, seat: name(effect.seat) });
    case "ended":
      return told(effect.winners.find((seat) => seat === you)).ended({
        why: known(m.ending, effect.why) ?? "",
        // Whoever is spoken to is not named among the winners again.
        winners: list(effect.winners.filter((seat) => seat !== you).map(name)),
        count: effect.winners.length,
      });
  }
}
