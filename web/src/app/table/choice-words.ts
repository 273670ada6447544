/** What a choice means, beyond the place that is pointed at: powers, dice, which frog is captured. */

import { isButton } from "../../boards/buttons";
import { swimSaid, swimsAfter } from "../../boards/pool-party/swims";
import type { Input } from "../../input/input";
import type { GameId, PoolPartyView, Spot, Views } from "../../protocol";
import { FROGRIDERS_COLOUR } from "../../protocol/facts";
import type { Company, Words } from "../../words";
import { thingAt } from "../../words/things";
import { among } from "../../words/known";
import type { AppWords } from "../words";

/** What is asked about a spot: what is said already, and in which words. */
interface Asked {
  readonly t: AppWords;
  readonly w: Words;
  readonly input: Input;
  readonly spot: Spot;
  readonly company: Company;
}

type Meaning<G extends GameId> = (view: Views[G], asked: Asked) => string | null;

function swim(view: PoolPartyView, { t, input, spot }: Pick<Asked, "t" | "input" | "spot">): string | null {
  const isEnd = spot === input.path.at(-1);
  const found = isEnd ? swimSaid(input.choices, input.path) : swimsAfter(view, input.choices, input.path).get(spot);
  return found == null ? null : t.boards.swimBy[found.by](found.steps);
}

const MEANINGS: { readonly [G in GameId]?: Meaning<G> } = {
  abagio: (_, { t, spot }) => (spot === "aside" ? t.boards.leaveAside : null),
  "pool-party": swim,
  frogriders: (view, { t, w, input, spot, company }) => {
    const [kind, letter] = spot.split(".");
    const colour = kind === "send" ? among(FROGRIDERS_COLOUR, letter) : undefined;
    if (colour !== undefined) return t.boards.send(w.tints[`frog-${colour}`], t.boards.powers[colour]);
    const [from, to, over] = input.path;
    if (input.path.length !== 3 || from === undefined || over === undefined) return null;
    const frogAt = (pad: Spot) => w.thing(thingAt("frogriders", view, pad), company);
    if (spot === over) return t.boards.captureJumped(frogAt(over));
    return spot === to ? t.boards.captureJumper(frogAt(from)) : null;
  },
};

/** The words of a spot's button, if there is more to say than what is there. */
export function choiceWords<G extends GameId>(game: G, view: Views[G], asked: Asked): string | null {
  return isButton(asked.spot) ? asked.w.buttons[asked.spot] : (MEANINGS[game]?.(view, asked) ?? null);
}

/** What is said before the name of a spot, where its number and its dice matter. */
const BEFORE: {
  readonly [G in GameId]?: (view: Views[G], asked: Pick<Asked, "t" | "input" | "spot">) => string | null;
} = { "pool-party": swim };

export function targetWords<G extends GameId>(
  game: G,
  view: Views[G],
  asked: Pick<Asked, "t" | "input" | "spot">,
): string {
  const said = BEFORE[game]?.(view, asked) ?? null;
  return said === null ? "" : `${said}: `;
}

/** What is asked about a spot of an action that is told: what was pointed at before it. */
interface Told extends Pick<Asked, "t" | "w" | "spot" | "company"> {
  readonly before: readonly Spot[];
}

/** What a spot says in an action beside the places before it: another frog, what is jumped over, what is captured. */
const IN_ACTIONS: { readonly [G in GameId]?: (view: Views[G], told: Told) => string | null } = {
  "pool-party": (view, { w, before, spot, company }) =>
    before.length % 2 === 0 ? w.thing(thingAt("pool-party", view, spot), company) : null,
  frogriders: (view, { t, w, before, spot, company }) => {
    const frogAt = (pad: Spot) => w.thing(thingAt("frogriders", view, pad), company);
    const [from, , over] = before;
    if (from === undefined || from.includes(".")) return null;
    if (before.length === 2) return t.review.over(frogAt(spot));
    if (before.length !== 3) return null;
    const said = spot === over ? t.boards.captureJumped(frogAt(spot)) : t.boards.captureJumper(frogAt(from));
    return said.charAt(0).toLowerCase() + said.slice(1);
  },
};

export function besideWords<G extends GameId>(game: G, view: Views[G], told: Told): string | null {
  return IN_ACTIONS[game]?.(view, told) ?? null;
}
