import type { FrogridersColour as FrogColour } from "../protocol";
import { lookOf } from "../pieces/seats";
import { messages } from "./generated/fr";
import { capital, isSingular, of, to } from "./grammar/fr";
import { known } from "./known";
import { formatsOf } from "./language";
import { place } from "./say";
import { speak } from "./speak";
import type { Thing } from "./things";
import type { CardWords, Company, PageWords } from "./words";

const FROGS = messages.frog;
const MANY_FROGS: Readonly<Record<FrogColour, string>> = { Y: "jaunes", R: "rouges", B: "bleues", N: "marron" };
const LILIES = messages.lily;

const { list } = formatsOf("fr");

function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${isSingular(count) ? one : many}`;
}

const SYMBOLS = { spring: "ressort", butterfly: "papillon", trickster: "grenouille farceuse" } as const;

function thing(what: Thing, { name, you }: Company): string {
  const frogOf = (seat: number) => (seat === you ? messages.you.frog : `grenouille ${of(name(seat))}`);
  const manyOf = (seat: number, things: string) => (seat === you ? `vos ${things}` : `${things} ${of(name(seat))}`);
  switch (what.is) {
    case "button":
      return capital(place(messages, "hop-it", what.name));
    case "cell": {
      const where = what.lily ? `le nénuphar ${what.at}` : what.at;
      if (what.seat === null) return what.lily ? `nénuphar ${what.at}, libre` : `eau libre en ${what.at}`;
      const white = what.seat === 0;
      const kind = what.frog ? `grenouille ${white ? "blanche" : "noire"}` : `têtard ${white ? "blanc" : "noir"}`;
      return `${kind} ${what.lily ? `sur ${where}` : `en ${where}`}`;
    }
    case "space": {
      const where = place(messages, "abagio", what.at).replace(/^la /, "");
      const chief = what.chief ? ", sous la grenouille en chef" : "";
      if (what.frogs.length === 0) return `${where}, vide${chief}`;
      const stack = what.frogs.map((seat) => page.tints[lookOf("abagio", seat).tint]).join(", ");
      const heap = what.heap ? ", un tas" : "";
      const full = what.isFull ? ", complète" : "";
      return `${where}, ${counted(what.frogs.length, "grenouille")}, de bas en haut : ${stack}${heap}${full}${chief}`;
    }
    case "root":
      return `la racine, ${counted(what.counts[0], "rouge")}, ${counted(what.counts[1], "pourpre")}`;
    case "pond":
      return `l’étang, ${counted(what.counts[0], "rouge")}, ${counted(what.counts[1], "pourpre")}`;
    case "chief":
      return "la grenouille en chef";
    case "aside":
      return what.chief ? "la souche, où se repose la grenouille en chef" : "la souche de la grenouille en chef, vide";
    case "die":
      return `avec le ${what.value}`;
    case "lane":
      return what.seat === null
        ? `couloir ${what.lane}, case ${what.space}, libre`
        : `${frogOf(what.seat)}, couloir ${what.lane}, case ${what.space}`;
    case "waiting":
      return `grenouille ${what.lane}, qui attend d’entrer dans le couloir ${what.lane}`;
    case "pad": {
      const parts = [`case ${what.at}`];
      if (what.symbol !== null) parts.push(SYMBOLS[what.symbol]);
      if (what.lily !== null) parts.push(`nénuphar ${LILIES[what.lily]}`);
      if (what.seat !== null) parts.push(`${frogOf(what.seat)}${what.moved ? ", déjà déplacée" : ""}`);
      if (what.seat === null) parts.push("libre");
      return parts.join(", ");
    }
    case "start":
      return `${manyOf(what.seat, "grenouilles")} au Départ : ${what.frogs}`;
    case "goal":
      return `l’Arrivée, ${arrived(what.frogs, name)}`;
    case "place":
      return `place ${what.place} de l’Arrivée, ${what.lily === null ? "sans nénuphar" : `nénuphar ${LILIES[what.lily]}`}`;
    case "held":
      return `${manyOf(what.seat, `nénuphars ${LILIES[what.lily]}s`)} : ${what.count}`;
    case "leaf": {
      const flower = what.flower ? ", avec une fleur" : "";
      return what.colour === null
        ? `nénuphar ${what.at}, vide${flower}`
        : `grenouille ${FROGS[what.colour]}, nénuphar ${what.at}${flower}`;
    }
    case "village":
      return `grenouilles ${MANY_FROGS[what.colour]} au village : ${what.count}`;
    case "send":
      return `envoyer une grenouille ${FROGS[what.colour]} au village, vous en avez ${what.count}`;
    case "card":
      return card("carte Privilège", known(messages.card, what.id));
    case "secret":
      return card("objectif secret", known(messages.secret, what.id));
    case "common":
      return card("objectif commun", known(messages.common, what.id));
  }
}

function arrived(frogs: readonly number[], name: Company["name"]): string {
  const there = frogs.map((count, seat) => `${name(seat)} ${count}`).filter((_, seat) => (frogs[seat] ?? 0) > 0);
  return there.length === 0 ? "aucune grenouille encore" : `grenouilles arrivées : ${there.join(", ")}`;
}

function card(kind: string, words: CardWords | undefined): string {
  return words === undefined ? kind : `${kind} ${messages.piece.card({ card: words.name })} : ${words.about}`;
}

function waitFor(name: string): string {
  return `C’est ${to(name)} de jouer.`;
}

const page: PageWords = {
  custom: {
    "hop-it": "Les règles imprimées ne disent pas qui commence.",
    abagio: "Chacun lance un dé : le plus grand commence.",
    "pool-party": "D’après les règles imprimées, le plus jeune commence.",
    "china-moon": "D’après les règles imprimées, le plus âgé commence.",
    frogriders: "D’après les règles imprimées, n’importe qui peut commencer.",
  },
  feel: {
    "hop-it": "Un duel dans la mare : chaque saut compte, et les grues guettent.",
    abagio: "Un cousin du backgammon : empiler, bloquer, espérer un six.",
    "pool-party": "Vif, simple et éclaboussant ; il y a toujours quelqu’un pour gâcher votre ligne.",
    "china-moon": "Une course où l’on fait aussi avancer les autres : malicieuse et gaie.",
    frogriders: "Des sauts, des séries, un secret : un casse-tête qui change à chaque saut.",
  },
  tints: {
    coral: "corail",
    amber: "ambre",
    blue: "bleue",
    violet: "violette",
    green: "verte",
    brown: "marron",
    moon: "blanche",
    night: "noire",
    red: "rouge",
    purple: "pourpre",
    gold: "dorée",
    "frog-Y": "jaune",
    "frog-R": "rouge",
    "frog-B": "bleue",
    "frog-N": "marron",
    reed: "roseau",
    stone: "pierre",
    shell: "coquille",
    slate: "ardoise",
  },
  buttons: { stop: "S’arrêter là", pass: "Passer", stay: "N’envoyer personne" },
  controls: { done: "Terminé", back: "Reprendre", skip: "Passer l’animation" },
  thing,
  leadsTo: (places) => `peut aller vers ${list(places)}`,
  prompt: {
    "hop-it": ({ view, me, path, name }) => {
      if (view.winners !== null) return "La partie est finie.";
      if (view.turn !== me) return waitFor(name(view.turn ?? 0));
      if (view.hopping !== null)
        return view.must_hop_enemy
          ? "Votre grenouille doit encore survoler une pièce adverse : continuez."
          : "Sautez encore, ou arrêtez-vous là.";
      if (path.length > 0) return "Vers quelle case ?";
      if (view.must_hop_enemy)
        return "À vous : l’une de vos grenouilles peut sauter par-dessus une pièce adverse, votre coup doit donc en survoler une.";
      const danger = view.in_danger.filter((at) => view.pieces.some((other) => other.at === at && other.seat === me));
      return danger.length > 0
        ? `À vous : votre grenouille qui est en ${list(danger)} sera mangée si elle n’en part pas.`
        : "À vous : déplacez une pièce.";
    },
    abagio: ({ view, me, path, name }) => {
      if (view.winners !== null) return "La partie est finie.";
      if (view.turn === null) return "Chacun lance un dé pour commencer.";
      if (view.turn !== me) return waitFor(name(view.turn));
      if (view.phase === "chief")
        return path.length > 0
          ? "Où s’installe la grenouille en chef ?"
          : "À vous : posez la grenouille en chef ou laissez-la de côté.";
      if (path.at(-1) === "pond") return "Avec quel dé ?";
      return path.length > 0
        ? "Vers quelle case ?"
        : `À vous : ${counted(view.dice.length, "saut")}, avec ${list(view.dice.map(String))}.`;
    },
    "pool-party": ({ view, me, path, completable, name }) => {
      if (view.winners !== null) return "La partie est finie.";
      if (view.turn !== me) return waitFor(name(view.turn ?? 0));
      if (view.roll === null) return "À vous : les dés roulent.";
      const [large, small] = view.roll;
      if (path.length === 0) {
        const waiting = view.frogs[me ?? 0]?.filter((space) => space === null).length ?? 0;
        if (waiting >= 2) return `À vous : deux grenouilles entrent, avec ${large} et ${small}.`;
        if (waiting === 1) return `À vous : la plus grande entre, une autre avance, avec ${large} et ${small}.`;
        return `À vous : avancez deux grenouilles, de ${large} et de ${small}, ou une seule, de ${large + small}${large === small ? ", ou passez" : ` ou de ${large - small}`}.`;
      }
      if (path.length % 2 === 1) return "Vers quelle case ?";
      return completable ? "Avancez une seconde grenouille, ou terminez." : "Et l’autre grenouille ?";
    },
    "china-moon": ({ view, me, path, name }) => {
      if (view.winners !== null) return "La partie est finie.";
      if (view.turn !== me) return view.turn === null ? "On pose les nénuphars." : waitFor(name(view.turn));
      switch (view.awaited.what) {
        case "swap":
          return path.length > 0
            ? "Quel nénuphar prenez-vous en échange ?"
            : "La grenouille farceuse : choisissez un nénuphar à donner.";
        case "drop":
          return `Le papillon : choisissez un nénuphar à laisser sur la case ${view.awaited.to}.`;
        case "spring":
          return "Le ressort : la même grenouille avance encore de deux cases.";
        default:
          if (path.length > 0) return "Par où ?";
          return view.must_move_others
            ? "À vous : la troisième grenouille doit être à un autre joueur."
            : `À vous : déplacez une grenouille (${view.moves + 1} sur 3).`;
      }
    },
    frogriders: ({ view, me, path, completable, name }) => {
      if (view.winners !== null) return "La partie est finie.";
      if (view.turn === null) return "Les grenouilles prennent place.";
      if (view.turn !== me) return waitFor(name(view.turn));
      switch (view.phase) {
        case "keep":
          return "Choisissez l’objectif secret que vous gardez.";
        case "send":
          if (path[0] === "send.Y") return "Quelle grenouille la jaune ramène-t-elle du village ?";
          if (path[0] === "send.B") return "Quelle carte la bleue rapporte-t-elle ?";
          return "Envoyez une grenouille capturée au village, ou personne.";
        default:
          if (completable) return "Laquelle capturez-vous : la grenouille survolée, ou celle qui a sauté ?";
          if (path.length > 1) return "Par-dessus quelle grenouille ?";
          if (path.length > 0) return "Où se pose-t-elle ?";
          return view.phase === "jump-again"
            ? "Sautez encore une fois."
            : "À vous : faites sauter une grenouille par-dessus une autre.";
      }
    },
  },
  list,
  repeated: (sentence, times) => `${sentence} (${times === 2 ? "deux" : times} fois)`,
};

export const fr = speak(messages, page);
