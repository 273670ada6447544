/** Effects move pieces: from where they were to where they are, step by step. No DOM, no view. */

import type { Board, Token } from "../boards/board";
import type { Effect, GameId, Piece, Seat, Spot } from "../protocol";

/** How a piece gets to its place. */
export type Manner =
  | "appear"
  | "hop"
  | "slide"
  | "fling"
  | "fly"
  | "turn"
  | "grow"
  | "vanish"
  | "beak"
  | "tumble"
  | "show";

/** What is seen of one effect: some pieces move in some manner. */
export interface Motion {
  readonly effect: Effect;
  readonly manner: Manner;
  /** The ids of the pieces that move. */
  readonly ids: readonly string[];
  /** The pieces while they move: those that vanish are still there. */
  readonly during: readonly Token[];
  /** The pieces afterwards. */
  readonly after: readonly Token[];
}

type Mover = Pick<Board<GameId>, "home" | "keep">;

let born = 0;

/** What an effect does to the pieces. */
export function apply(tokens: readonly Token[], effect: Effect, board: Mover): Motion {
  const home = (spot: Spot, piece: Piece) => board.home?.(spot, piece.owner, piece.kind, tokens) ?? spot;
  const still = (manner: Manner = "show"): Motion => ({ effect, manner, ids: [], during: tokens, after: tokens });
  const find = (piece: Piece, at: string) =>
    tokens.findLast(
      (token) =>
        token.at === at &&
        token.piece === piece.kind &&
        (piece.owner === undefined || token.owner === undefined || token.owner === piece.owner),
    );
  const move = (token: Token | undefined, at: string, manner: Manner, change: Partial<Token> = {}): Motion => {
    if (token === undefined) return still();
    const moved = { ...token, ...change, at };
    // A piece that arrives lies on top of those already there.
    const after = [...tokens.filter((other) => other !== token), moved];
    return { effect, manner, ids: [token.id], during: after, after };
  };
  const remove = (token: Token | undefined, manner: Manner): Motion =>
    token === undefined
      ? still()
      : { effect, manner, ids: [token.id], during: tokens, after: tokens.filter((other) => other !== token) };
  const add = (token: Omit<Token, "id">, manner: Manner): Motion => {
    born += 1;
    const made: Token = { ...token, id: `new#${born}` };
    const after = [...tokens, made];
    return { effect, manner, ids: [made.id], during: after, after };
  };
  const keep = (piece: Piece, seat: Seat) => board.keep?.(piece.kind, seat);

  switch (effect.effect) {
    case "placed": {
      const { piece, at } = effect;
      const chief = piece.kind === "chief" ? tokens.find((token) => token.piece === "chief") : undefined;
      if (chief !== undefined) return move(chief, home(at, piece), "hop");
      return add(
        { ...tokenOf(piece), at: board.home?.(at, piece.owner, null, tokens) ?? at },
        tokenOf(piece).kind === "card" ? "turn" : "appear",
      );
    }
    case "removed":
      return move(find(effect.piece, home(effect.from, effect.piece)), "aside", "hop");
    case "stepped":
      return move(find(effect.piece, home(effect.from, effect.piece)), home(effect.to, effect.piece), "slide");
    case "hopped":
      return move(find(effect.piece, home(effect.from, effect.piece)), home(effect.to, effect.piece), "hop");
    case "pushed":
      return move(find(effect.piece, home(effect.from, effect.piece)), home(effect.to, effect.piece), "slide");
    case "hit":
      return move(find(effect.piece, home(effect.from, effect.piece)), home(effect.to, effect.piece), "fling");
    case "matured":
      return grow(tokens, effect, find(effect.piece, effect.at));
    case "captured": {
      const token = find(effect.piece, home(effect.at, effect.piece));
      const to = effect.by === null ? undefined : keep(effect.piece, effect.by);
      return to === undefined || effect.by === null
        ? remove(token, "vanish")
        : move(token, to, "fly", { owner: effect.by });
    }
    case "eaten":
      return remove(find(effect.piece, home(effect.at, effect.piece)), "beak");
    case "sent": {
      const from = keep(effect.piece, effect.by) ?? "";
      const token = find({ ...effect.piece, owner: effect.by }, from);
      if (token === undefined) return still();
      const { owner: _, ...free } = token;
      const moved: Token = { ...free, at: effect.to };
      const after = [...tokens.filter((other) => other !== token), moved];
      return { effect, manner: "fly", ids: [token.id], during: after, after };
    }
    case "taken": {
      const to = keep(effect.piece, effect.by);
      const isFrog = effect.piece.kind.startsWith("frog-");
      return to === undefined
        ? still()
        : move(find(effect.piece, home(effect.from, effect.piece)), to, "fly", isFrog ? { owner: effect.by } : {});
    }
    case "given": {
      const [from, to] = [keep(effect.piece, effect.from), keep(effect.piece, effect.to)];
      return from === undefined || to === undefined ? still() : move(find(effect.piece, from), to, "fly");
    }
    case "dropped":
      return move(find(effect.piece, keep(effect.piece, effect.by) ?? ""), home(effect.at, effect.piece), "fly");
    case "rolled": {
      const dice: Token[] = effect.dice.map((value, index) => ({
        id: `die#${index}`,
        kind: "die",
        piece: "die",
        at: "dice",
        value,
      }));
      const after = [...tokens.filter(({ kind }) => kind !== "die"), ...dice];
      return { effect, manner: "tumble", ids: dice.map(({ id }) => id), during: after, after };
    }
    case "capped":
    case "dealt":
    case "kept":
    case "revealed":
    case "scored":
    case "starts":
    case "forfeited":
    case "passed":
    case "ended":
      return still();
  }
}

function grow(tokens: readonly Token[], effect: Effect, token: Token | undefined): Motion {
  if (token === undefined) return { effect, manner: "show", ids: [], during: tokens, after: tokens };
  const after = tokens.map((other): Token => (other === token ? { ...token, kind: "frog", piece: "frog" } : other));
  return { effect, manner: "grow", ids: [token.id], during: after, after };
}

/** A piece as a token without a place. */
function tokenOf({ kind, owner }: Piece): Pick<Token, "kind" | "piece" | "owner"> {
  const look = kind.startsWith("lily-")
    ? "lily"
    : kind === "frog" && owner !== undefined
      ? "squat"
      : kind.startsWith("frog")
        ? "frog"
        : kind === "tadpole"
          ? "tadpole"
          : kind === "chief"
            ? "chief"
            : "card";
  return { kind: look, piece: kind, ...(owner === undefined ? {} : { owner }) };
}

/** All motions of an event, one after the other; what is laid out piece by piece is one motion. */
export function motionsOf(tokens: readonly Token[], effects: readonly Effect[], board: Mover): readonly Motion[] {
  const motions: Motion[] = [];
  let now = tokens;
  for (const effect of effects) {
    const motion = apply(now, effect, board);
    const last = motions.at(-1);
    if (motion.manner === "appear" && last?.manner === "appear") {
      motions[motions.length - 1] = { ...motion, ids: [...last.ids, ...motion.ids] };
    } else {
      motions.push(motion);
    }
    now = motion.after;
  }
  return motions;
}

/**
 * The tokens of a new view with the ids that the same pieces had before, so that a piece stays the same element.
 * A piece is the same when it is of the same kind at the same place.
 */
export function reconcile(before: readonly Token[], after: readonly Token[]): readonly Token[] {
  const pool = new Map<string, string[]>();
  const key = ({ piece, kind, at, owner }: Token) => `${kind} ${piece} ${at} ${owner ?? ""}`;
  for (const token of before) pool.set(key(token), [...(pool.get(key(token)) ?? []), token.id]);
  const used = new Set<string>();
  const matched = after.map((token) => {
    const id = pool.get(key(token))?.shift();
    if (id !== undefined) used.add(id);
    return { token, id };
  });
  return matched.map(({ token, id }) => {
    if (id !== undefined) return { ...token, id };
    if (!used.has(token.id)) {
      used.add(token.id);
      return token;
    }
    born += 1;
    return { ...token, id: `new#${born}` };
  });
}

/** The places of what just happened, from its beginning to its end. */
export function traceOf(effects: readonly Effect[], board: Mover): readonly string[] {
  const home = (spot: Spot, piece: Piece) => board.home?.(spot, piece.owner, piece.kind, []) ?? spot;
  const moves = effects.filter((effect) => effect.effect === "hopped" || effect.effect === "stepped");
  const places = moves.flatMap(({ piece, from, to }) => [home(from, piece), home(to, piece)]);
  if (places.length > 0) return places.filter((place, index) => index === 0 || place !== places[index - 1]);
  const placed = effects.filter((effect) => effect.effect === "placed");
  return placed.length === 1 ? placed.map(({ piece, at }) => home(at, piece)) : [];
}
