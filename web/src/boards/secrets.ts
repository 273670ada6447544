/** Whether a seat has something to choose that nobody else may see: a shared screen is handed over for that alone. */

import type { FrogridersPlayerView, FrogridersView, GameId, Seat, Spot, Views } from "../protocol";

const CHOOSES: { readonly [G in GameId]: (view: Views[G], seat: Seat) => boolean } = {
  "hop-it": () => false,
  abagio: () => false,
  "pool-party": () => false,
  "china-moon": () => false,
  frogriders: ({ players }, seat) => players[seat]?.has_kept !== true,
};

/** Is a secret chosen at a seat's next turn, so that it lies open on the table? */
export function choosesSecret<G extends GameId>(game: G, view: Views[G], seat: Seat): boolean {
  return CHOOSES[game](view, seat);
}

const KEPT: { readonly [G in GameId]: (view: Views[G], seat: Seat) => string | null } = {
  "hop-it": () => null,
  abagio: () => null,
  "pool-party": () => null,
  "china-moon": () => null,
  frogriders: ({ players, winners }, seat) => (winners === null ? (players[seat]?.kept ?? null) : null),
};

/** The card that a seat alone knows, while it is secret. */
export function secretOf<G extends GameId>(game: G, view: Views[G], seat: Seat): string | null {
  return KEPT[game](view, seat);
}

const CHOSEN: { readonly [G in GameId]: (action: string) => string | null } = {
  "hop-it": () => null,
  abagio: () => null,
  "pool-party": () => null,
  "china-moon": () => null,
  frogriders: (action) => (action.startsWith("keep ") ? action.slice("keep ".length) : null),
};

/** The card that an action keeps, if it keeps one. */
export function chosenSecret(game: GameId, action: string): string | null {
  return CHOSEN[game](action);
}

/** What lies before a seat, as all others may know it. */
function withoutSecret(player: FrogridersPlayerView): FrogridersPlayerView {
  const { has_kept: hasKept, kept, so_far: soFar, objectives } = player;
  if (!hasKept) return player;
  const rest = soFar.filter(({ source }) => source !== kept);
  return {
    ...player,
    dealt: null,
    kept: null,
    so_far: rest,
    worth: rest.reduce((sum, { points }) => sum + points, 0),
    objectives: objectives.filter(({ card }) => card !== kept),
  };
}

const UNSPOKEN: { readonly [G in GameId]: (view: Views[G]) => Views[G] } = {
  "hop-it": (view) => view,
  abagio: (view) => view,
  "pool-party": (view) => view,
  "china-moon": (view) => view,
  frogriders: (view): FrogridersView =>
    view.winners === null ? { ...view, players: view.players.map(withoutSecret) } : view,
};

/** A view as it may be read aloud at a screen that several people share: what is kept in secret is not named. */
export function unspoken<G extends GameId>(game: G, view: Views[G]): Views[G] {
  return UNSPOKEN[game](view);
}

/** Is this where a secret lies? */
export function isSecretSpot(spot: Spot): boolean {
  return spot.startsWith("secret.");
}
