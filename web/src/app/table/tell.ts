/** What players did, in sentences that name who, what and where. */

import type { Effect, GameId, Piece, Seat, Spot } from "../../protocol";
import { type Company, type Words, cardWords, told } from "../../words";
import { known } from "../../words/known";
import type { AppWords } from "../words";
import { type Clause, type Deed, type Doer, type Move, clausesOf } from "./deeds";

/** What sentences of a table are made with. */
export interface Teller {
  readonly t: AppWords;
  readonly w: Words;
  readonly game: GameId;
  readonly company: Company;
}

/** A place as short as it can be said beside others: `c1`, `6`, `root`. */
function short(t: AppWords, spot: Spot): string {
  const [head = "", second] = spot.split(".");
  const named = known(t.caption.places, /^s\d$/.test(head) ? "start" : head);
  return named ?? (second === undefined ? spot : second);
}

/** The lane that a piece moves in, where places have one. */
function laneOf(way: readonly Spot[]): string | null {
  return /^([1-9])\.\d+$/.exec(way.at(-1) ?? "")?.[1] ?? null;
}

/** The sentences of a deed: what the player did in one, and what else came of it. */
export function tell({ t, w, game, company }: Teller, deed: Deed): string {
  const c = t.caption;
  const { seat } = deed;
  const clauses = clausesOf(deed);
  const isYours = seat === company.you;
  /** What a computer player does in the reader's seat is not done by the reader, although it is done with their pieces. */
  const you = isYours && !deed.isStandIn;
  const subject = you ? c.you : isYours ? c.yourStandIn : company.name(seat);
  /** A player's own piece is one of theirs; the reader's and others' are told apart. */
  const piece = (of: Piece) => w.piece(of.owner === seat && !isYours ? { kind: of.kind } : of, company);
  const whom = (other: Seat) => (other === company.you ? c.whomYou : company.name(other));
  const dice = (values: readonly number[]) => w.list(values.map(String));
  const place = (spot: Spot) => w.place(game, spot);
  const move = ({ piece: of, way, gain }: Move) => {
    const lane = laneOf(way);
    const what = lane === null ? piece(of) : c.inLane(piece(of), lane);
    const path = way.map((spot) => short(t, spot)).join(" → ");
    return (lane === null ? c.way(what, path) : c.swim(what, path)) + (gain === null ? "" : c.gain(lily(gain)));
  };
  /** A whole row may be pushed: the reader's frogs are told with their places, as are few. */
  const push = (moves: readonly Move[]) =>
    moves.map(({ piece: of, way }) => {
      const path = way.map((spot) => short(t, spot)).join(" → ");
      return moves.length <= 2 || of.owner === company.you ? c.swim(piece(of), path) : piece(of);
    });
  const counted = (moves: readonly string[]) =>
    [...new Set(moves)].map((one) => {
      const times = moves.filter((other) => other === one).length;
      return times === 1 ? one : w.repeated(one, times);
    });
  const rolled = clauses.find((clause) => clause.is === "rolled")?.dice ?? [];
  const lily = ({ kind }: Piece) => c.lily(known(w.lilies, kind.slice(5)) ?? kind);
  const predicate = (clause: Exclude<Clause, { readonly is: "besides" }>): string => {
    switch (clause.is) {
      case "rolled":
        return c.rolls(you, dice(clause.dice));
      case "moved":
        return c.moves(you, w.list(counted(clause.moves.map(move))));
      case "pushed":
        return c.pushes(you, w.list(push(clause.moves)));
      case "hit":
        return c.hits(you, w.list(clause.hits.map(({ piece: of, at }) => c.on(piece(of), place(at)))));
      case "captured":
        return c.captures(you, w.list(clause.captures.map(({ piece: of, at }) => c.on(piece(of), place(at)))));
      case "matured":
        return c.grows(you, w.list(clause.at.map((spot) => c.where(place(spot)))), clause.at.length);
      case "capped":
        return c.caps(
          you,
          clause.owner === null ? null : whom(clause.owner),
          clause.owner === company.you,
          place(clause.at),
        );
      case "seated":
        return c.seats(you, place(clause.at));
      case "swapped":
        return c.swaps(you, w.piece(clause.given, company), w.piece(clause.taken, company), whom(clause.by));
      case "sent":
        return c.sends(you, w.piece(clause.piece, company));
      case "taken":
        return (clause.isFetched ? c.fetches : c.takes)(you, w.piece(clause.piece, company));
      case "dropped":
        return c.drops(you, w.piece(clause.piece, company), place(clause.at));
      case "kept":
        // At a screen for several a secret is nobody else's to read.
        return clause.card === null || !you ? c.keepsOne(you) : c.keeps(you, cardWords(w, clause.card).name);
      case "forfeited":
        return dice(clause.dice) === dice(rolled) ? c.forfeitsAll(you) : c.forfeits(you, dice(clause.dice));
      case "passed":
        return c.passes[game](you);
    }
  };
  const does: string[] = [];
  const besides: Effect[] = [];
  for (const clause of clauses) {
    if (clause.is === "besides") besides.push(clause.effect);
    else does.push(predicate(clause));
  }
  const first = does.length === 0 ? "" : c.sentence(subject, w.list(does));
  return [first, told(w, game, besides, company)].filter((part) => part !== "").join(" ");
}

/** What is seen of one effect, as a caption; none where it is not worth one. */
export function captionOf(teller: Teller, effect: Effect, doer: Doer | null): string | null {
  if (effect.effect === "ended" || effect.effect === "placed") {
    const isChief = effect.effect === "placed" && effect.piece.kind === "chief";
    if (!isChief) return null;
  }
  if (effect.effect === "dealt") return teller.w.effect(teller.game, { ...effect, card: null }, teller.company);
  const said = doer === null ? "" : tell(teller, { ...doer, effects: [effect] });
  return said !== "" ? said : teller.w.effect(teller.game, effect, teller.company);
}
