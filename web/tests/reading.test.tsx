/** Whole positions, rebuilt from what assistive technology is told of them and from nothing else. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { room } from "./dom";
import { render } from "preact";
import { act } from "preact/test-utils";
import { Field } from "../src/app/table/field";
import { USUAL } from "../src/app/settings";
import type { Trace } from "../src/gallery/trace";
import { begin } from "../src/input/input";
import { lookOf } from "../src/pieces/seats";
import type { GameId, Views } from "../src/protocol";
import { LANGUAGE_CODES } from "../src/words/language";
import { Around, pageOf } from "./pages";
import { type Heard, Reader, hear } from "./reading";
import { TONGUES } from "./tongues";
import { TRACES } from "./traces";

const NAMES = ["Ondine", "Basile", "Capucine", "Théo", "Lise", "Marin"];
const company = { name: (seat: number) => NAMES[seat] ?? "" };

type Rebuild<G extends GameId> = {
  /** The position as it was heard. */
  heard(reader: Reader, heard: Heard, view: Views[G]): unknown;
  /** The position as it is: everything that can be seen of it. */
  seen(view: Views[G]): unknown;
};

const sorted = (items: readonly string[]) => items.toSorted();

/** A frog's owner, where the name of a spot tells it. */
function ownerIn(reader: Reader, part: string): number | null {
  const name = part.match(reader.known.owner)?.[1];
  return name === undefined ? null : reader.seat(name);
}

function stackOf(reader: Reader, name: string) {
  const at = /(?:^| )(\d+),/.exec(name)?.[1] ?? (/Eight|Huit/.test(name) ? "8" : /One|Un\b/.test(name) ? "1" : null);
  assert.ok(at !== null, name);
  const [, after = ""] = name.split(/from the bottom: |de bas en haut : /);
  const frogs = after
    .split(", ")
    .map((word) => reader.known.tints[word])
    .filter((seat) => seat !== undefined)
    .map(Number);
  const count = Number(/(\d+) (?:frogs?|grenouilles?)/.exec(name)?.[1] ?? 0);
  assert.equal(frogs.length, count, name);
  return { at, frogs, isHeap: /, (?:a heap|un tas)/.test(name), isFull: /, (?:full|complète)/.test(name) };
}

const GAMES: { readonly [G in GameId]: Rebuild<G> } = {
  "hop-it": {
    heard: (reader, heard) => {
      const { lines, turn, winners } = reader.now(heard);
      const told = [0, 1].flatMap((seat) => {
        const part = reader.ofSeat(heard, seat);
        return [
          ...reader.list(part, "frogs").map((at) => `${at} ${seat} frog`),
          ...reader.list(part, "tadpoles").map((at) => `${at} ${seat} tadpole`),
        ];
      });
      const spotted = heard.spots.flatMap(({ name, row }) => {
        const at = /\b([a-k][1-7])\b/.exec(name)?.[1] ?? assert.fail(name);
        assert.match(row, new RegExp(`${at.slice(1)}$`));
        const piece = /^(?:(white|black) (frog|tadpole) on|(grenouille|têtard) (blanc(?:he)?|noire?) (?:sur|en)) /.exec(
          name,
        );
        if (piece === null) {
          assert.match(name, /^(?:empty lily pad|open water|nénuphar .*, libre|eau libre en)/);
          return [];
        }
        const [, enColour, enKind, frKind, frColour] = piece;
        const kind = (enKind ?? frKind) === "frog" || frKind === "grenouille" ? "frog" : "tadpole";
        return [`${at} ${reader.known.tints[enColour ?? frColour ?? ""] ?? ""} ${kind}`];
      });
      assert.deepEqual(sorted(spotted), sorted(told), "spot by spot as in the text");
      assert.equal(heard.spots.length, 39);
      return {
        pieces: sorted(told),
        turn,
        winners,
        danger: reader.one(lines, "danger") === null ? [] : reader.list(lines, "danger"),
        hopping: reader.one(lines, "hopping"),
        owes: reader.one(lines, "owes") !== null,
        quiet: reader.amount(lines, "quiet"),
      };
    },
    seen: (view) => ({
      pieces: sorted(view.pieces.map(({ at, seat, frog }) => `${at} ${seat} ${frog ? "frog" : "tadpole"}`)),
      turn: view.winners === null ? view.turn : null,
      winners: view.winners,
      danger: view.in_danger,
      hopping: view.hopping,
      owes: view.must_hop_enemy,
      quiet: view.quiet_turns,
    }),
  },
  abagio: {
    heard: (reader, heard, view) => {
      const { lines, turn, winners } = reader.now(heard);
      const stacks = (title: string) =>
        (heard.parts.get(title) ?? assert.fail(title))
          .filter((line) => !reader.known.none.test(line))
          .map((line) => stackOf(reader, line));
      const spaces = [...heard.parts.keys()].flatMap((title) => {
        if (title === reader.label("outer") || title === reader.label("inner"))
          return stacks(title).map((stack) => ({ ...stack, owner: null as number | null }));
        if (!title.startsWith(reader.label("sector"))) return [];
        const [colour = ""] = title.split(" ").slice(-1);
        const owner = Number(reader.known.tints[colour]);
        return stacks(title).map((stack) => ({ ...stack, owner }));
      });
      // On the board itself the sector of whoever is to play is spelled out; the text has both.
      const mine = spaces.filter(({ owner }) => owner === null || owner === (view.turn ?? 0));
      const spotted = heard.spots
        .filter(({ name }) => /^(?:space|Eight|One|case)\b/.test(name))
        .map(({ name }) => stackOf(reader, name));
      assert.equal(spotted.length, 26);
      const key = ({ at, frogs, isHeap, isFull }: ReturnType<typeof stackOf>) =>
        `${at} ${frogs.join()} ${isHeap} ${isFull}`;
      assert.deepEqual(
        sorted(spotted.filter(({ frogs }) => frogs.length > 0).map(key)),
        sorted(mine.filter(({ frogs }) => frogs.length > 0).map(key)),
      );
      const counts = (word: RegExp) =>
        (heard.spots.find(({ name }) => word.test(name))?.name ?? "")
          .split(/, (?:can|peut) /)[0]
          ?.match(/\d+/g)
          ?.map(Number) ?? [];
      const [root, pond] = [0, 1].map((seat) => {
        const part = reader.ofSeat(heard, seat);
        return [reader.amount(part, "root"), reader.amount(part, "pond")];
      });
      assert.deepEqual(counts(/^(the root|la racine)/), [root?.[0], pond?.[0]]);
      assert.deepEqual(counts(/^(the pond|l’étang)/), [root?.[1], pond?.[1]]);
      const chief = reader.one(lines, "chief") ?? "";
      const isRested = heard.spots.some(({ name }) => /where the chief frog rests|où se repose/.test(name));
      const under = heard.spots.find(({ name }) => /under the chief frog|sous la grenouille en chef/.test(name));
      const at = /\d+/.exec(chief)?.[0] ?? "aside";
      assert.equal(isRested, at === "aside");
      assert.equal(under === undefined ? "aside" : stackOf(reader, under.name).at, at);
      return {
        spaces: sorted(
          spaces
            .filter(({ frogs }) => frogs.length > 0)
            .map((space) => `${space.at} ${space.owner ?? ""} ${space.frogs.join()} ${space.isHeap} ${space.isFull}`),
        ),
        root: [root?.[0], pond?.[0]],
        pond: [root?.[1], pond?.[1]],
        chief: at,
        dice: reader.list(lines, "dice").map(Number),
        turn,
        winners,
      };
    },
    seen: (view) => ({
      spaces: sorted(
        view.spaces
          .filter(({ frogs }) => frogs.length > 0)
          .map(
            ({ at, owner, frogs, heap, is_full }) =>
              `${at} ${owner ?? ""} ${frogs.join()} ${heap != null} ${is_full === true}`,
          ),
      ),
      root: view.root,
      pond: view.pond,
      chief: view.chief,
      dice: view.dice,
      turn: view.winners === null ? view.turn : null,
      winners: view.winners,
    }),
  },
  "pool-party": {
    heard: (reader, heard, view) => {
      const { lines, turn, winners } = reader.now(heard);
      const frogs = view.frogs.map((_, seat) => {
        const part = reader.ofSeat(heard, seat);
        return [1, 2, 3, 4, 5].map((lane) => {
          const text = part.get(`${reader.label("lane")} ${lane}`) ?? assert.fail();
          const space = /^(?:space|case) (\d+)$/.exec(text)?.[1];
          if (space === undefined) assert.match(text, /^(?:waits to enter|attend d’entrer)$/);
          return space === undefined ? null : Number(space);
        });
      });
      const spotted = heard.spots.flatMap(({ name, row }) => {
        const [lane, space] = name.match(/\d+/g) ?? [];
        if (/waiting|attend/.test(name)) return [];
        assert.equal(row, `${reader.label("lane")} ${lane ?? ""}`);
        const owner = ownerIn(reader, name);
        return owner === null ? [] : [`${owner} ${lane ?? ""} ${space ?? ""}`];
      });
      assert.deepEqual(
        sorted(spotted),
        sorted(
          frogs.flatMap((lanes, seat) =>
            lanes.flatMap((space, lane) => (space === null ? [] : [`${seat} ${lane + 1} ${space}`])),
          ),
        ),
      );
      const [number, most] = (reader.one(lines, "number") ?? "").match(/\d+/g)?.map(Number) ?? [];
      return { frogs, dice: reader.list(lines, "dice").map(Number), turn, winners, number, most };
    },
    seen: (view) => ({
      frogs: view.frogs,
      dice: view.roll ?? [],
      turn: view.winners === null ? view.turn : null,
      winners: view.winners,
      number: view.turn_number,
      most: view.most_turns,
    }),
  },
  "china-moon": {
    heard: (reader, heard, view) => {
      const { lines, turn, winners } = reader.now(heard);
      const lilyIn = (text: string) => {
        const word = /(\w+) lily|nénuphar (\w+)/.exec(text);
        return word === null ? null : (reader.known.lilies[word[1] ?? word[2] ?? ""] ?? assert.fail(text));
      };
      const padOf = (name: string) => {
        const [pad = "", ...parts] = name.split(", ");
        const at = /^(?:pad|case) (\d+)$/.exec(pad)?.[1];
        if (at === undefined) return [];
        const owner = parts.map((part) => ownerIn(reader, part)).find((seat) => seat !== null) ?? null;
        const moved = parts.some((part) => /^(?:moved already|déjà déplacée)$/.test(part));
        const lily = parts.map(lilyIn).find((colour) => colour !== null) ?? null;
        return owner === null && lily === null ? [] : [`${at} ${owner ?? ""} ${moved} ${lily ?? ""}`];
      };
      const told = (heard.parts.get(reader.label("course")) ?? assert.fail()).flatMap(padOf);
      assert.deepEqual(sorted(heard.spots.flatMap(({ name }) => padOf(name))), sorted(told));
      const places = reader.lines(heard, reader.label("arrived"));
      const onPlaces = [1, 2, 3, 4].map((place) => lilyIn(places.get(`${reader.label("place")} ${place}`) ?? ""));
      assert.deepEqual(
        heard.spots
          .filter(({ name }) => /^place \d/.test(name))
          .map(({ name }) => (/no lily|sans nénuphar/.test(name) ? null : lilyIn(name))),
        onPlaces,
      );
      const mover = reader.one(lines, "mover");
      return {
        pads: sorted(told),
        places: onPlaces,
        players: view.players.map((_, seat) => {
          const part = reader.ofSeat(heard, seat);
          const lilies = reader.list(part, "lilies").map((item) => {
            const [colour = "", count] = item.split(" ");
            return `${reader.known.lilies[colour] ?? assert.fail(item)} ${count ?? ""}`;
          });
          return {
            start: reader.amount(part, "start"),
            arrival: reader.amount(part, "arrival"),
            lilies: sorted(lilies),
            score: reader.amount(part, "score"),
          };
        }),
        mover: mover === null ? null : reader.seat(mover),
        moves: reader.amount(lines, "moves"),
        others: reader.one(lines, "others") !== null,
        turn,
        winners,
      };
    },
    seen: (view) => ({
      pads: sorted(
        Array.from({ length: 46 }, (_, index) => `${index + 1}`).flatMap((at) => {
          const frog = view.frogs.find((standing) => standing.at === at);
          const lily = view.lilies.find((lying) => lying.at === at);
          return frog === undefined && lily === undefined
            ? []
            : [`${at} ${frog?.seat ?? ""} ${frog?.moved === true} ${lily?.lily ?? ""}`];
        }),
      ),
      places: view.places,
      players: view.players.map(({ on_start, on_arrival, lilies, score }) => ({
        start: on_start,
        arrival: on_arrival,
        lilies: sorted([...new Set(lilies)].map((lily) => `${lily} ${lilies.filter((held) => held === lily).length}`)),
        score,
      })),
      mover: view.mover,
      moves: view.moves,
      others: view.must_move_others,
      turn: view.winners === null ? view.turn : null,
      winners: view.winners,
    }),
  },
  frogriders: {
    heard: (reader, heard, view) => {
      const { turn, winners } = reader.now(heard);
      const pond = reader.lines(heard, reader.label("pond"));
      const told = ["Y", "R", "B", "N"].flatMap((colour) =>
        reader.list(pond, `pads${colour}`).map((pad) => `${pad} ${colour}`),
      );
      const spotted = heard.spots.flatMap(({ name, row }) => {
        const pad = /\b(?:pad|nénuphar) ([a-i][1-9])\b/.exec(name)?.[1];
        if (pad === undefined) return [];
        assert.match(row, new RegExp(`${pad.slice(1)}$`));
        const colour = /^(\w+) frog on|^grenouille (\w+),/.exec(name);
        return colour === null
          ? []
          : [`${pad} ${reader.known.frogs[colour[1] ?? colour[2] ?? ""] ?? assert.fail(name)}`];
      });
      assert.deepEqual(sorted(spotted), sorted(told));
      const village = (heard.parts.get(reader.label("village")) ?? []).map((line) => Number(/\d+/.exec(line)?.[0]));
      const cardsIn = (title: string) =>
        (heard.parts.get(title) ?? []).flatMap((line) =>
          reader.cards(line.split(/”:|» :/)[0] + (reader.lang === "fr" ? "»" : "”")),
        );
      const spottedCards = heard.spots.flatMap(({ name }) => {
        const card = /^(?:privilege card|carte Privilège) (.*?[”»])/.exec(name);
        return card === null ? [] : reader.cards(card[1] ?? "");
      });
      assert.deepEqual(sorted(spottedCards), sorted([...new Set(cardsIn(reader.label("market")))]));
      return {
        pond: sorted(told),
        village,
        market: sorted(cardsIn(reader.label("market"))),
        deck: reader.amount(reader.lines(heard, reader.label("market")), "deck"),
        commons: cardsIn(reader.label("commons")),
        players: view.players.map((_, seat) => {
          const part = reader.ofSeat(heard, seat);
          const kept = reader.one(part, "kept");
          const total = reader.one(part, "total");
          return {
            frogs: reader
              .list(part, "captured")
              .map((item) => item.split(" "))
              .map(([colour = "", count]) => `${reader.known.frogs[colour] ?? assert.fail()} ${count ?? ""}`),
            cards: reader.cards(reader.one(part, "cards") ?? ""),
            trophies: reader.amount(part, "trophies"),
            kept: reader.cards(kept ?? "")[0] ?? null,
            hasKept: kept !== null && !/^(?:not chosen yet|pas encore choisi)$/.test(kept),
            dealt: sorted([
              ...reader.cards(reader.one(part, "dealt") ?? ""),
              ...reader.cards(reader.one(part, "putAway") ?? ""),
            ]),
            total: total === null ? null : reader.amount(part, "total"),
          };
        }),
        turn,
        winners,
      };
    },
    seen: (view) => ({
      pond: sorted(
        [...view.pond].flatMap((colour, index) => (colour === "." ? [] : [`${PADS[index] ?? ""} ${colour}`])),
      ),
      village: (["Y", "R", "B", "N"] as const).map((colour) => view.village[colour]),
      market: sorted(view.market.filter((card) => card !== null)),
      deck: view.deck,
      commons: view.commons,
      players: view.players.map(({ frogs, cards, trophies, kept, has_kept, dealt, total }) => ({
        frogs: (["Y", "R", "B", "N"] as const)
          .filter((colour) => frogs[colour] > 0)
          .map((colour) => `${colour} ${frogs[colour]}`),
        cards,
        trophies,
        kept,
        hasKept: has_kept,
        dealt: sorted((dealt ?? []).filter((card) => card !== kept)),
        total,
      })),
      turn: view.winners === null ? view.turn : null,
      winners: view.winners,
    }),
  },
};

/** The pads of Frogriders as the engine lists them: rank 9 to rank 1, file a to i, corners cut. */
const PADS = [9, 8, 7, 6, 5, 4, 3, 2, 1].flatMap((rank) => {
  const cut = rank === 9 || rank === 1 ? 3 : rank === 8 || rank === 2 ? 2 : rank === 7 || rank === 3 ? 1 : 0;
  return [..."abcdefghi"].slice(cut, 9 - cut).map((file) => `${file}${rank}`);
});

/** So many positions of each game, the first and the last among them. */
const MOST = 10;

function momentsOf(trace: Trace) {
  const all = [
    ...trace.events.map(({ view, seat, choices }) => ({ view, seat: seat ?? null, choices })),
    { view: trace.view, seat: null, choices: {} },
  ];
  // An odd step, since rolls and actions may alternate.
  const step = Math.max(1, Math.floor(all.length / MOST)) | 1;
  return all.filter((_, index) => index % step === 0 || index === all.length - 1);
}

for (const [name, trace] of TRACES) {
  for (const lang of LANGUAGE_CODES) {
    test(`${name}: the whole position is rebuilt from what is read in ${lang}`, async () => {
      const { app, games, rules } = TONGUES[lang];
      const page = pageOf({ settings: { ...USUAL, sound: false, motion: "none" }, lang, t: app, w: games, rules });
      const seats = NAMES.slice(0, trace.seats).map((who, seat) => ({ name: who, ...lookOf(trace.game, seat) }));
      const reader = new Reader(lang, NAMES.slice(0, trace.seats));
      const { heard, seen } = GAMES[trace.game] as Rebuild<GameId>;
      const host = room();
      let buttons = 0;
      for (const { view, seat, choices } of momentsOf(trace)) {
        await act(() =>
          render(
            <Around page={page}>
              <Field
                game={trace.game}
                view={view}
                me={seat}
                seats={seats}
                company={company}
                lastEffects={[]}
                coming={null}
                input={begin(choices)}
                onOutcome={() => undefined}
                onSettled={() => undefined}
                onSkip={() => undefined}
              />
            </Around>,
            host,
          ),
        );
        const all = hear(host);
        assert.deepEqual(heard(reader, all, view), seen(view));
        buttons += all.spots.filter(({ isButton }) => isButton).length;
        assert.ok(all.spots.every(({ name: spoken }) => spoken !== ""));
      }
      assert.ok(buttons > 0, "what may be chosen was among it");
      render(null, host);
      host.remove();
    });
  }
}
