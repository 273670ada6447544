/** Reads a position from what assistive technology is told, by a reader's own knowledge of each language. */

import assert from "node:assert/strict";
import type { Language } from "../src/words/language";
import { TONGUES } from "./tongues";

/** What is read of a board: every spot with the part it belongs to, and the text. */
export interface Heard {
  readonly spots: readonly { readonly row: string; readonly name: string; readonly isButton: boolean }[];
  readonly parts: ReadonlyMap<string, readonly string[]>;
}

/** Everything under an element that is not hidden from assistive technology, as it is read. */
export function hear(host: Element): Heard {
  const isHidden = (element: Element) => element.closest('[aria-hidden="true"], [hidden]') !== null;
  const plain = (text: string | null) => (text ?? "").replaceAll("\u00a0", " ").trim();
  const spots = [...host.querySelectorAll('svg[role="group"] [role="button"], svg[role="group"] [role="img"]')]
    .filter((element) => !isHidden(element))
    .map((element) => ({
      row: plain(element.parentElement?.closest('g[role="group"]')?.getAttribute("aria-label") ?? ""),
      name: plain(element.getAttribute("aria-label")),
      isButton: element.getAttribute("role") === "button",
    }));
  const region = host.querySelector("section[aria-labelledby]");
  assert.ok(region !== null && !isHidden(region));
  const parts = new Map(
    [...region.querySelectorAll("h3")].map((title) => [
      plain(title.textContent),
      [...(title.parentElement?.querySelectorAll("li") ?? [])].map((line) => plain(line.textContent)),
    ]),
  );
  return { spots, parts };
}

type Table = Readonly<Record<string, string>>;

interface Tongue {
  readonly none: RegExp;
  readonly owner: RegExp;
  readonly now: string;
  readonly labels: Table;
  readonly seatTitle: (name: string, colour: string) => string;
  readonly tints: Table;
  readonly lilies: Table;
  readonly frogs: Table;
}

/** The words a reader knows, each for what it means. */
export const KNOWN: Readonly<Record<Language, Tongue>> = {
  en: {
    none: /^none$/,
    owner: /^(.+)’s frog/,
    now: "Now",
    labels: {
      frogs: "Frogs",
      tadpoles: "Tadpoles",
      turn: "To play",
      winners: "The game is over, won by",
      danger: "In danger of the cranes",
      hopping: "Has hopped and may hop on",
      owes: "A hop over an enemy piece is owed",
      quiet: "Turns in a row without a capture or a tadpole growing up",
      root: "On the root",
      pond: "In the pond",
      chief: "Chief frog",
      dice: "Dice",
      lane: "Lane",
      number: "Turn",
      place: "Place",
      start: "Frogs on the Start",
      arrival: "Frogs on the Arrival",
      lilies: "Lilies",
      score: "Points",
      mover: "Moves the frogs",
      moves: "Frogs moved in this turn",
      others: "The next frog must be another player’s",
      deck: "Cards left in the deck",
      captured: "Captured frogs",
      cards: "Privilege cards",
      trophies: "Trophies gained",
      total: "Trophies in all",
      dealt: "Secret objectives to choose from",
      kept: "Secret objective",
      putAway: "Secret objective put away",
      outer: "Outer path",
      inner: "Inner path",
      sector: "Safe sector",
      course: "Course",
      arrived: "Arrival",
      village: "Village",
      market: "Market",
      commons: "Common objectives",
      padsY: "Yellow frogs",
      padsR: "Red frogs",
      padsB: "Blue frogs",
      padsN: "Brown frogs",
    },
    seatTitle: (name, colour) => `${name}, ${colour}`,
    tints: { red: "0", purple: "1", white: "0", black: "1" },
    lilies: { white: "W", yellow: "Y", pink: "P", black: "K", blue: "B" },
    frogs: { yellow: "Y", red: "R", blue: "B", brown: "N" },
  },
  fr: {
    none: /^aucune?$/,
    owner: /^grenouille (?:de |d’)(.+?)(?=, (?:couloir|déjà)|$)/,
    now: "En ce moment",
    labels: {
      frogs: "Grenouilles",
      tadpoles: "Têtards",
      turn: "Doit jouer",
      winners: "La partie est finie, victoire",
      danger: "Menacées par les grues",
      hopping: "A sauté et peut continuer",
      owes: "Un saut par-dessus une pièce adverse est dû",
      quiet: "Tours de suite sans capture ni têtard devenu grenouille",
      root: "À la racine",
      pond: "Dans l’étang",
      chief: "Grenouille en chef",
      dice: "Dés",
      lane: "Couloir",
      number: "Tour",
      place: "Place",
      start: "Grenouilles au Départ",
      arrival: "Grenouilles à l’Arrivée",
      lilies: "Nénuphars",
      score: "Points",
      mover: "Déplace les grenouilles",
      moves: "Grenouilles déplacées à ce tour",
      others: "La prochaine grenouille doit être celle d’une autre personne",
      deck: "Cartes restant dans la pioche",
      captured: "Grenouilles capturées",
      cards: "Cartes Privilège",
      trophies: "Trophées gagnés en jeu",
      total: "Trophées en tout",
      dealt: "Objectifs secrets au choix",
      kept: "Objectif secret",
      putAway: "Objectif secret écarté",
      outer: "Chemin extérieur",
      inner: "Chemin intérieur",
      sector: "Secteur sûr",
      course: "Parcours",
      arrived: "Arrivée",
      village: "Village",
      market: "Marché",
      commons: "Objectifs communs",
      padsY: "Grenouilles jaunes",
      padsR: "Grenouilles rouges",
      padsB: "Grenouilles bleues",
      padsN: "Grenouilles marron",
    },
    seatTitle: (name, colour) => `${name}, couleur ${colour}`,
    tints: { rouge: "0", pourpre: "1", blanche: "0", noire: "1", blanc: "0", noir: "1" },
    lilies: { blanc: "W", jaune: "Y", rose: "P", noir: "K", bleu: "B" },
    frogs: { jaune: "Y", rouge: "R", bleue: "B", marron: "N" },
  },
};

/** A reader of one language, who knows who sits where. */
export class Reader {
  readonly known: Tongue;

  constructor(
    readonly lang: Language,
    readonly names: readonly string[],
  ) {
    this.known = KNOWN[lang];
  }

  seat(name: string): number {
    const seat = this.names.indexOf(name);
    assert.ok(seat >= 0, `nobody is called ${name}`);
    return seat;
  }

  label(key: string): string {
    return this.known.labels[key] ?? assert.fail(key);
  }

  /** The lines of a part, by what they are about. */
  lines(heard: Heard, title: string): ReadonlyMap<string, string> {
    const part = heard.parts.get(title) ?? assert.fail(`${title} is not among ${[...heard.parts.keys()].join(" | ")}`);
    return new Map(
      part.map((line) => {
        const at = line.indexOf(this.lang === "fr" ? " : " : ": ");
        return at < 0 ? [line, ""] : [line.slice(0, at), line.slice(at + (this.lang === "fr" ? 3 : 2))];
      }),
    );
  }

  /** What a line lists. */
  list(lines: ReadonlyMap<string, string>, key: string): readonly string[] {
    const text = lines.get(this.label(key)) ?? assert.fail(`${key} is not told`);
    return this.known.none.test(text) ? [] : text.split(", ");
  }

  one(lines: ReadonlyMap<string, string>, key: string): string | null {
    return lines.get(this.label(key)) ?? null;
  }

  amount(lines: ReadonlyMap<string, string>, key: string): number {
    return Number((this.one(lines, key) ?? assert.fail(key)).replace("−", "-"));
  }

  /** Whose turn it is, and who has won. */
  now(heard: Heard) {
    const lines = this.lines(heard, this.known.now);
    const [turn, winners] = [this.one(lines, "turn"), this.one(lines, "winners")];
    return {
      lines,
      turn: turn === null ? null : this.seat(turn),
      winners: winners === null ? null : this.list(lines, "winners").map((name) => this.seat(name)),
    };
  }

  /** The part of a seat whose colour is told with its name. */
  ofSeat(heard: Heard, seat: number): ReadonlyMap<string, string> {
    const [name = ""] = [this.names[seat]];
    const title = [...heard.parts.keys()].find((known) => known.startsWith(`${name}, `) || known === name);
    return this.lines(heard, title ?? assert.fail(name));
  }

  /** Cards by their names, in quotation marks. */
  cards(text: string): readonly string[] {
    const { cards, commons, secrets } = TONGUES[this.lang].games;
    const ids = new Map(
      [cards, commons, secrets].flatMap((all) =>
        Object.entries(all).map(([id, { name }]) => [name.replaceAll("\u00a0", " "), id] as const),
      ),
    );
    const quoted = this.lang === "fr" ? /« (.*?) »/g : /“(.*?)”/g;
    return [...text.matchAll(quoted)].map(([, name = ""]) => ids.get(name) ?? assert.fail(`no card is called ${name}`));
  }
}
