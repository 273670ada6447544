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

/** `Ondine’s frog`, `a red frog`, `the chief frog`, a card by its name. */
function pieceName(m: Messages, piece: Piece, owner: string): string {
  const letter = piece.kind.slice(5);
  switch (kindOf(piece)) {
    case "frog":
      return letter === "" ? m.piece.frog({ owner }) : m.piece.coloured({ colour: known(m.frog, letter) ?? letter });
    case "tadpole":
      return m.piece.tadpole({ owner });
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

function worded(m: Messages, list: List, game: GameId, effect: Effect, { name }: Company): string {
  const at = (spot: Spot) => place(m, game, spot);
  const by = (seat: Seat | null | undefined) => (seat === null || seat === undefined ? "" : name(seat));
  const what = (piece: Piece) => pieceName(m, piece, by(piece.owner));
  const card = (id: string | null) => (id === null ? "" : m.piece.card({ card: cardName(m, id) }));
  const dice = (rolled: readonly number[]) => list(rolled.map(String));
  switch (effect.effect) {
    case "rolled":
      return m.effect.rolled({ by: by(effect.by), dice: dice(effect.dice) });
    case "starts":
      return m.effect.starts({ seat: name(effect.seat) });
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
      return m.effect.capped({ owner: by(effect.piece.owner), at: at(effect.at) });
    case "matured":
      return m.effect.matured({ at: at(effect.at) });
    case "captured":
      return m.effect.captured({ piece: what(effect.piece), at: at(effect.at), by: by(effect.by) });
    case "eaten":
      return m.effect.eaten({ piece: what(effect.piece), at: at(effect.at) });
    case "sent":
      return m.effect.sent({ piece: what(effect.piece), by: name(effect.by) });
    case "taken":
      return m.effect.taken({ piece: what(effect.piece), source: headOf(effect.from), by: name(effect.by) });
    case "given":
      return m.effect.given({ piece: what(effect.piece), from: name(effect.from), to: name(effect.to) });
    case "dropped":
      return m.effect.dropped({ piece: what(effect.piece), by: name(effect.by), at: at(effect.at) });
    case "dealt":
      return m.effect.dealt({ seat: name(effect.seat), card: card(effect.card) });
    case "kept":
      return m.effect.kept({ seat: name(effect.seat), card: card(effect.card) });
    case "revealed":
      return m.effect.revealed({ seat: name(effect.seat), card: card(effect.card) });
    case "scored":
      return m.effect.scored({
        seat: name(effect.seat),
        points: signed(effect.points),
        source: sourceName(m, effect.from),
      });
    case "forfeited":
      return m.effect.forfeited({ seat: name(effect.seat), dice: dice(effect.dice) });
    case "passed":
      return m.effect.passed({ game, seat: name(effect.seat) });
    case "ended":
      return m.effect.ended({
        why: known(m.ending, effect.why) ?? "",
        winners: list(effect.winners.map(name)),
        count: effect.winners.length,
      });
  }
}
