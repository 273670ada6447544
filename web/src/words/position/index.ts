/** A whole position as text, in parts with a title each: everything that can be seen, for whoever does not see it. */

import { OUTER_SPACES, SAFE_SPACES } from "../../boards/abagio/geometry";
import { FLOWERS, PADS, isDark } from "../../boards/frogriders/geometry";
import { lookOf } from "../../pieces/seats";
import type { GameId, Seat, Spot, Views } from "../../protocol";
import { CHINA_MOON_LILY, FROGRIDERS_COLOUR } from "../../protocol/facts";
import { cardWords } from "..";
import { thingAt } from "../things";
import type { Company, Words } from "../words";
import type { PositionWords } from "./en";

export type { PositionWords } from "./en";

export interface Part {
  readonly title: string;
  readonly lines: readonly string[];
}

/** What a position is put into words with. */
interface Speaker {
  readonly p: PositionWords;
  readonly w: Words;
  readonly company: Company;
  /** The seats that the table waits for, which may be several at once. */
  readonly asked: readonly Seat[];
}

type Describe<G extends GameId> = (speaker: Speaker, view: Views[G]) => readonly Part[];

const DESCRIBE: { readonly [G in GameId]: Describe<G> } = {
  "hop-it": ({ p, w, company, asked }, view) => [
    ...[0, 1].map((seat) => {
      const standing = (frog: boolean) =>
        view.pieces.filter((piece) => piece.seat === seat && piece.frog === frog).map(({ at }) => at);
      return {
        title: titleOf(p, w, company, "hop-it", seat),
        lines: [said(p, p.frogs, standing(true)), said(p, p.tadpoles, standing(false), p.noneHe)],
      };
    }),
    now(p, company, asked, view, [
      ...(view.in_danger.length > 0 ? [said(p, p.danger, view.in_danger)] : []),
      ...(view.hopping === null ? [] : [said(p, p.hopping, [view.hopping])]),
      ...(view.must_hop_enemy ? [said(p, p.owes, [p.yes])] : []),
      said(p, p.quiet, [`${view.quiet_turns}`]),
    ]),
  ],
  abagio: ({ p, w, company, asked }, view) => {
    const spaces = (isHere: (at: Spot, owner: Seat | null) => boolean) =>
      view.spaces
        .filter(({ at, owner, frogs }) => isHere(at, owner) && (frogs.length > 0 || view.chief === at))
        .map(({ at, frogs, heap, is_full }) =>
          w.thing(
            { is: "space", at, frogs, heap: heap != null, isFull: is_full === true, chief: view.chief === at },
            company,
          ),
        );
    const tint = (seat: Seat) => w.tints[lookOf("abagio", seat).tint];
    const isInner = (at: Spot) => at === "8" || at === "1";
    return [
      {
        title: p.outer,
        lines: orNone(
          p,
          spaces((at) => OUTER_SPACES.includes(at)),
        ),
      },
      ...[0, 1].map((seat) => ({
        title: p.sector(tint(seat)),
        lines: orNone(
          p,
          spaces((at, owner) => SAFE_SPACES.includes(at) && owner === seat),
        ),
      })),
      { title: p.inner, lines: orNone(p, spaces(isInner)) },
      ...[0, 1].map((seat) => ({
        title: titleOf(p, w, company, "abagio", seat),
        lines: [said(p, p.root, [`${view.root[seat] ?? 0}`]), said(p, p.pond, [`${view.pond[seat] ?? 0}`])],
      })),
      now(p, company, asked, view, [
        said(p, p.chief, [view.chief === "aside" ? p.stump : w.place("abagio", view.chief)]),
        said(p, p.dice, view.dice.map(String), p.noneHe),
      ]),
    ];
  },
  "pool-party": ({ p, w, company, asked }, view) => [
    ...view.frogs.map((frogs, seat) => ({
      title: titleOf(p, w, company, "pool-party", seat),
      lines: frogs.map((space, lane) => p.line(p.lane(lane + 1), space === null ? p.waits : p.space(space))),
    })),
    now(p, company, asked, view, [
      said(p, p.dice, (view.roll ?? []).map(String), p.noneHe),
      said(p, p.turnNumber, [p.turnOf(view.turn_number, view.most_turns)]),
    ]),
  ],
  "china-moon": ({ p, w, company, asked }, view) => {
    const taken = new Set([...view.frogs, ...view.lilies].map(({ at }) => Number(at)));
    return [
      {
        title: p.course,
        lines: [
          ...[...taken]
            .toSorted((one, other) => one - other)
            .map((pad) => w.thing(thingAt("china-moon", view, `${pad}`), company)),
          p.free,
        ],
      },
      {
        title: p.arrival,
        lines: view.places.map((lily, index) =>
          p.line(p.place(index + 1), lily === null ? p.noneHe : p.lily(w.lilies[lily])),
        ),
      },
      ...view.players.map(({ on_start, on_arrival, lilies, score }, seat) => ({
        title: titleOf(p, w, company, "china-moon", seat),
        lines: [
          said(p, p.onStart, [`${on_start}`]),
          said(p, p.onArrival, [`${on_arrival}`]),
          said(
            p,
            p.lilies,
            CHINA_MOON_LILY.map((colour) => [colour, lilies.filter((held) => held === colour).length] as const)
              .filter(([, count]) => count > 0)
              .map(([colour, count]) => p.counted(w.lilies[colour], count)),
            p.noneHe,
          ),
          said(p, p.score, [number(score)]),
        ],
      })),
      now(p, company, asked, view, [
        ...(view.mover === null ? [] : [said(p, p.mover, [company.name(view.mover)])]),
        said(p, p.moved, [`${view.moves}`]),
        ...(view.must_move_others ? [said(p, p.others, [p.yes])] : []),
      ]),
    ];
  },
  frogriders: ({ p, w, company, asked }, view) => {
    const isOpen = (pad: Spot) => view.players.length > 2 || !isDark(pad);
    const named = (id: string) => p.quoted(cardWords(w, id).name);
    return [
      {
        title: p.pond,
        lines: [
          ...FROGRIDERS_COLOUR.map((colour) =>
            said(
              p,
              p.onPads[colour],
              PADS.filter((_, index) => view.pond[index] === colour),
            ),
          ),
          said(
            p,
            p.flowers,
            PADS.filter((pad) => FLOWERS.has(pad) && isOpen(pad)),
          ),
        ],
      },
      {
        title: p.village,
        lines: FROGRIDERS_COLOUR.map((colour) =>
          w.thing({ is: "village", colour, count: view.village[colour] }, company),
        ),
      },
      {
        title: p.market,
        lines: [
          ...orNone(
            p,
            view.market.filter((id) => id !== null).map((id) => w.thing({ is: "card", id }, company)),
          ),
          said(p, p.deck, [`${view.deck}`]),
        ],
      },
      {
        title: p.commons,
        lines: orNone(
          p,
          view.commons.map((id) => w.thing({ is: "common", id }, company)),
        ),
      },
      ...view.players.map((player, seat) => ({
        title: company.name(seat),
        lines: [
          said(
            p,
            p.captured,
            FROGRIDERS_COLOUR.filter((colour) => player.frogs[colour] > 0).map((colour) =>
              p.counted(w.tints[`frog-${colour}`], player.frogs[colour]),
            ),
          ),
          said(p, p.cards, player.cards.map(named)),
          said(p, p.trophies, [number(player.trophies)]),
          ...(player.kept !== null
            ? [
                said(p, p.kept, [named(player.kept)]),
                ...(player.dealt ?? []).filter((id) => id !== player.kept).map((id) => said(p, p.putAway, [named(id)])),
              ]
            : player.dealt !== null
              ? [said(p, p.dealt, player.dealt.map(named))]
              : [said(p, p.kept, [player.has_kept ? p.hidden : p.undecided])]),
          ...(player.total === null ? [] : [said(p, p.total, [number(player.total)])]),
        ],
      })),
      now(p, company, asked, view, []),
    ];
  },
};

/** The whole position, as an observer may know it; `asked` are the seats that are waited for, besides the turn. */
export function positionOf<G extends GameId>(
  p: PositionWords,
  w: Words,
  game: G,
  view: Views[G],
  company: Company,
  asked: readonly Seat[] = [],
): readonly Part[] {
  return DESCRIBE[game]({ p, w, company, asked }, view);
}

const ROWS: { readonly [G in GameId]: (speaker: Speaker, view: Views[G], spot: Spot) => string } = {
  "hop-it": ({ p }, _, spot) => p.row(spot.slice(1)),
  abagio: ({ p, w }, view, spot) => {
    if (OUTER_SPACES.includes(spot)) return p.outer;
    if (SAFE_SPACES.includes(spot)) return p.sector(w.tints[lookOf("abagio", view.turn ?? 0).tint]);
    if (spot.startsWith("die.")) return p.dice;
    return spot === "8" || spot === "1" ? p.inner : "";
  },
  "pool-party": ({ p, company }, view, spot) => {
    const [lane = ""] = spot.split(".");
    return lane === "stack" ? company.name(view.turn ?? 0) : p.lane(Number(lane));
  },
  "china-moon": ({ p, company }, _, spot) => {
    const [kind = "", seat] = spot.split(".");
    if (kind === "lily") return company.name(Number(seat));
    if (kind.startsWith("s")) return company.name(Number(kind.slice(1)));
    return kind === "goal" || kind === "place" ? p.arrival : p.course;
  },
  frogriders: ({ p }, _, spot) => {
    const [kind = ""] = spot.split(".");
    const rows: Readonly<Record<string, string>> = {
      village: p.village,
      card: p.market,
      common: p.commons,
      secret: p.kept,
      send: p.sending,
    };
    return rows[kind] ?? p.row(spot.slice(1));
  },
};

/** What part of the board a spot belongs to, for those who go through it spot by spot; nothing if it stands alone. */
export function rowOf<G extends GameId>(
  p: PositionWords,
  w: Words,
  game: G,
  view: Views[G],
  spot: Spot,
  company: Company,
): string {
  return ROWS[game]({ p, w, company, asked: [] }, view, spot);
}

function said(p: PositionWords, what: string, items: readonly string[], none = p.none): string {
  return p.line(what, items.length === 0 ? none : items.join(", "));
}

function orNone(p: PositionWords, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [p.none] : lines;
}

function titleOf(p: PositionWords, w: Words, { name, tint }: Company, game: GameId, seat: Seat): string {
  return p.seat(name(seat), w.tints[tint?.(seat) ?? lookOf(game, seat).tint]);
}

/** Whose turn it is or who has won, and what else counts just now. */
function now(
  p: PositionWords,
  { name }: Company,
  asked: readonly Seat[],
  { turn, winners }: { readonly turn: Seat | null; readonly winners: readonly Seat[] | null },
  more: readonly string[],
): Part {
  // All who choose at once are to play, and the seat whose turn it is as well if it has not been asked: a computer's.
  const playing = [...new Set([...(turn === null ? [] : [turn]), ...asked])].toSorted((one, other) => one - other);
  const whose =
    winners !== null
      ? [said(p, p.winners, winners.map(name))]
      : playing.length === 0
        ? []
        : [said(p, p.turn, playing.map(name))];
  return { title: p.now, lines: [...whose, ...more] };
}

function number(points: number): string {
  return `${points}`.replace("-", "−");
}
