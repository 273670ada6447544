import { lookOf } from "../pieces/seats";
import { messages } from "./generated/en";
import { capital } from "./grammar/en";
import { known } from "./known";
import { formatsOf } from "./language";
import { place } from "./say";
import { speak } from "./speak";
import type { Thing } from "./things";
import type { CardWords, Company, PageWords } from "./words";

const FROGS = messages.frog;
const LILIES = messages.lily;

const { list } = formatsOf("en");

function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

const SYMBOLS = { spring: "spring", butterfly: "butterfly", trickster: "trickster" } as const;

function thing(what: Thing, { name, you }: Company): string {
  const frogOf = (seat: number) => (seat === you ? messages.you.frog : `${name(seat)}’s frog`);
  const whose = (seat: number) => (seat === you ? "your" : `${name(seat)}’s`);
  switch (what.is) {
    case "button":
      return capital(place(messages, "hop-it", what.name));
    case "cell": {
      const where = what.lily ? `lily pad ${what.at}` : what.at;
      return what.seat === null
        ? what.lily
          ? `empty ${where}`
          : `open water ${where}`
        : `${page.tints[lookOf("hop-it", what.seat).tint]} ${what.frog ? "frog" : "tadpole"} on ${where}`;
    }
    case "space": {
      const where = place(messages, "abagio", what.at);
      const chief = what.chief ? ", under the chief frog" : "";
      if (what.frogs.length === 0) return `${where}, empty${chief}`;
      const stack = what.frogs.map((seat) => page.tints[lookOf("abagio", seat).tint]).join(", ");
      const heap = what.heap ? ", a heap" : "";
      const full = what.isFull ? ", full" : "";
      return `${where}, ${counted(what.frogs.length, "frog")}, from the bottom: ${stack}${heap}${full}${chief}`;
    }
    case "root":
      return `the root, ${what.counts[0]} red, ${what.counts[1]} purple`;
    case "pond":
      return `the pond, ${what.counts[0]} red, ${what.counts[1]} purple`;
    case "chief":
      return "the chief frog";
    case "aside":
      return what.chief ? "the stump, where the chief frog rests" : "the stump for the chief frog, empty";
    case "die":
      return `with the ${what.value}`;
    case "lane":
      return what.seat === null
        ? `lane ${what.lane}, space ${what.space}, free`
        : `${frogOf(what.seat)} in lane ${what.lane}, space ${what.space}`;
    case "waiting":
      return `frog ${what.lane}, waiting to enter lane ${what.lane}`;
    case "pad": {
      const parts = [`pad ${what.at}`];
      if (what.symbol !== null) parts.push(SYMBOLS[what.symbol]);
      if (what.lily !== null) parts.push(`${LILIES[what.lily]} lily`);
      if (what.seat !== null) parts.push(`${frogOf(what.seat)}${what.moved ? ", moved already" : ""}`);
      if (what.seat === null) parts.push("free");
      return parts.join(", ");
    }
    case "start":
      return `${whose(what.seat)} frogs on the Start: ${what.frogs}`;
    case "goal":
      return `the Arrival, ${arrived(what.frogs, name)}`;
    case "place":
      return `place ${what.place} of the Arrival, ${what.lily === null ? "no lily" : `${LILIES[what.lily]} lily`}`;
    case "held":
      return `${whose(what.seat)} ${LILIES[what.lily]} lilies: ${what.count}`;
    case "leaf": {
      const where = what.flower ? `flower pad ${what.at}` : `pad ${what.at}`;
      return what.colour === null ? `empty ${where}` : `${FROGS[what.colour]} frog on ${where}`;
    }
    case "village":
      return `${FROGS[what.colour]} frogs in the village: ${what.count}`;
    case "send":
      return `send a ${FROGS[what.colour]} frog to the village, you have ${what.count}`;
    case "card":
      return card("privilege card", known(messages.card, what.id));
    case "secret":
      return card("secret objective", known(messages.secret, what.id));
    case "common":
      return card("common objective", known(messages.common, what.id));
  }
}

function arrived(frogs: readonly number[], name: Company["name"]): string {
  const there = frogs.map((count, seat) => `${name(seat)} ${count}`).filter((_, seat) => (frogs[seat] ?? 0) > 0);
  return there.length === 0 ? "no frog there yet" : `frogs there: ${there.join(", ")}`;
}

function card(kind: string, words: CardWords | undefined): string {
  return words === undefined ? kind : `${kind} ${messages.piece.card({ card: words.name })}: ${words.about}`;
}

function waitFor(name: string): string {
  return `${name} is playing.`;
}

const page: PageWords = {
  custom: {
    "hop-it": "The printed rules do not say who starts.",
    abagio: "Both roll, and the higher number starts.",
    "pool-party": "By the printed rules the youngest starts.",
    "china-moon": "By the printed rules the oldest starts.",
    frogriders: "By the printed rules anybody may start.",
  },
  feel: {
    "hop-it": "A duel on the pond: every hop is sharp, and the cranes are watching.",
    abagio: "Backgammon’s cousin: stack, block, and hope for a six.",
    "pool-party": "Splashy and quick to learn; somebody always spoils your line.",
    "china-moon": "A race in which you also move the others: sly and merry.",
    frogriders: "Jumps, sets and a secret: a puzzle that changes with every jump.",
  },
  tints: {
    coral: "coral",
    amber: "amber",
    blue: "blue",
    violet: "violet",
    green: "green",
    brown: "brown",
    moon: "white",
    night: "black",
    red: "red",
    purple: "purple",
    gold: "golden",
    "frog-Y": "yellow",
    "frog-R": "red",
    "frog-B": "blue",
    "frog-N": "brown",
    reed: "reed",
    stone: "stone",
    shell: "shell",
    slate: "slate",
  },
  buttons: { stop: "Stop here", pass: "Pass", stay: "Send nobody" },
  controls: { done: "Done", back: "Take back", skip: "Skip" },
  thing,
  leadsTo: (places) => `can go to ${list(places)}`,
  prompt: {
    "hop-it": ({ view, me, path, name }) => {
      if (view.winners !== null) return "The game is over.";
      if (view.turn !== me) return waitFor(name(view.turn ?? 0));
      if (view.hopping !== null)
        return view.must_hop_enemy ? "Your frog must still hop over an enemy: hop on." : "Hop on, or stop here.";
      if (path.length > 0) return "Where to?";
      if (view.must_hop_enemy) return "Your turn: an enemy can be hopped over, so your move must go over one.";
      const danger = view.in_danger.filter((at) => view.pieces.some((other) => other.at === at && other.seat === me));
      return danger.length > 0
        ? `Your turn: your frog on ${list(danger)} will be eaten unless you move it.`
        : "Your turn: move a piece.";
    },
    abagio: ({ view, me, path, name }) => {
      if (view.winners !== null) return "The game is over.";
      if (view.turn === null) return "Both roll to see who starts.";
      if (view.turn !== me) return waitFor(name(view.turn));
      if (view.phase === "chief")
        return path.length > 0
          ? "Where shall the chief frog sit?"
          : "Your turn: place the chief frog, or leave it aside.";
      if (path.at(-1) === "pond") return "With which die?";
      return path.length > 0
        ? "Where to?"
        : `Your turn: ${view.dice.length === 1 ? "leap" : `${view.dice.length} leaps`} with ${list(view.dice.map(String))}.`;
    },
    "pool-party": ({ view, me, path, completable, name }) => {
      if (view.winners !== null) return "The game is over.";
      if (view.turn !== me) return waitFor(name(view.turn ?? 0));
      if (view.roll === null) return "Your turn: the dice are rolling.";
      const [large, small] = view.roll;
      if (path.length === 0) {
        const waiting = view.frogs[me ?? 0]?.filter((space) => space === null).length ?? 0;
        if (waiting >= 2) return `Your turn: two frogs enter, with ${large} and ${small}.`;
        if (waiting === 1) return `Your turn: the largest frog enters, another moves, with ${large} and ${small}.`;
        return `Your turn: two frogs by ${large} and ${small}, or one by ${large + small}${large === small ? ", or pass" : ` or ${large - small}`}.`;
      }
      if (path.length % 2 === 1) return "Where to?";
      return completable ? "Move a second frog, or be done." : "And the other frog?";
    },
    "china-moon": ({ view, me, path, name }) => {
      if (view.winners !== null) return "The game is over.";
      if (view.turn !== me) return view.turn === null ? "The lilies are being laid out." : waitFor(name(view.turn));
      switch (view.awaited.what) {
        case "swap":
          return path.length > 0 ? "Which lily do you take for it?" : "The trickster: choose a lily to give away.";
        case "drop":
          return `The butterfly: choose a lily to leave on pad ${view.awaited.to}.`;
        case "spring":
          return "The spring: the same frog moves two pads on.";
        default:
          if (path.length > 0) return "Which way?";
          return view.must_move_others
            ? "Your turn: the third frog must be another player’s."
            : `Your turn: move frog ${view.moves + 1} of 3.`;
      }
    },
    frogriders: ({ view, me, path, completable, name }) => {
      if (view.winners !== null) return "The game is over.";
      if (view.turn === null) return "The frogs take their places.";
      if (view.turn !== me) return waitFor(name(view.turn));
      switch (view.phase) {
        case "keep":
          return "Choose the secret objective you keep.";
        case "send":
          if (path[0] === "send.Y") return "Whom does the yellow frog fetch from the village?";
          if (path[0] === "send.B") return "Which card does the blue frog bring?";
          return "Send a captured frog to the village, or nobody.";
        default:
          if (completable) return "Which frog do you capture: the one jumped over, or the jumper?";
          if (path.length > 1) return "Over which frog?";
          if (path.length > 0) return "Where does it land?";
          return view.phase === "jump-again" ? "Jump once more." : "Your turn: let a frog jump over another.";
      }
    },
  },
  list,
  repeated: (sentence, times) => `${sentence} (${times === 2 ? "twice" : `${times} times`})`,
};

export const en = speak(messages, page);
