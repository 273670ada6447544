import type { ChinaMoonLily as LilyColour, Effect, FrogridersColour as FrogColour, GameId, Piece } from "../protocol";
import { lookOf } from "../pieces/seats";
import { formatsOf } from "./language";
import type { Thing } from "./things";
import type { Company, EndCode, Words } from "./words";

const FROGS: Readonly<Record<FrogColour, string>> = { Y: "yellow", R: "red", B: "blue", N: "brown" };
const LILIES: Readonly<Record<LilyColour, string>> = { W: "white", Y: "yellow", P: "pink", K: "black", B: "blue" };

const { list } = formatsOf("en");

function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function place(game: GameId, spot: string): string {
  const [kind = "", name = "", third = ""] = spot.split(".");
  switch (spot) {
    case "root":
      return "the root";
    case "pond":
      return "the pond";
    case "aside":
      return "the stump";
    case "chief":
      return "the chief frog";
    case "goal":
      return "the Arrival";
    case "stop":
      return "stop";
    case "pass":
      return "pass";
    case "stay":
      return "send nobody";
  }
  switch (game) {
    case "abagio":
      if (kind === "die") return `the ${name}`;
      return spot === "8" ? "Eight" : spot === "1" ? "One" : `space ${spot}`;
    case "pool-party":
      return kind === "stack" ? `the deck` : `space ${name} of lane ${kind}`;
    case "china-moon":
      if (kind === "place") return `place ${name}`;
      if (kind === "lily") return `${LILIES[third as LilyColour]} lily`;
      return /^s\d$/.test(spot) ? "the raft" : `pad ${spot}`;
    case "frogriders":
      if (kind === "village") return `the village (${FROGS[name as FrogColour]})`;
      if (kind === "send") return `${FROGS[name as FrogColour]} frog`;
      if (kind === "card") return cards[name as keyof typeof cards]?.name ?? name;
      if (kind === "common") return commons[name as keyof typeof commons]?.name ?? name;
      if (kind === "secret") return secrets[name as keyof typeof secrets]?.name ?? name;
      return spot;
    default:
      return spot;
  }
}

const cards = {
  "+2R": { name: "Two red guests", about: "Two extra red frogs for objectives, secret and common." },
  "+2Y": { name: "Two yellow guests", about: "Two extra yellow frogs for objectives, secret and common." },
  "+2B": { name: "Two blue guests", about: "Two extra blue frogs for objectives, secret and common." },
  diagonal: { name: "Diagonal jump", about: "Your jumps may go diagonally." },
  ell: {
    name: "Bent jump",
    about: "After jumping over a frog next to it, your frog may land left or right of that frog.",
  },
  runup: { name: "Run-up", about: "Before a straight jump the frog may slide over empty pads in the same line." },
  trophies: { name: "Trophy shelf", about: "Worth four trophies, nothing else." },
  choose: { name: "Your pick", about: "After a jump you may capture the frog that jumped instead." },
  flower: { name: "Flower lover", about: "One trophy at once whenever your jump lands on a flower." },
  "per-brown": { name: "Brown parade", about: "One more trophy for each of your brown frogs." },
  "per-two-cards": { name: "Collector", about: "Two trophies for every two privilege cards you own." },
  "per-frog-and-card": { name: "Couples", about: "One trophy for every pair of one frog and one privilege card." },
  "fewest-cards": { name: "Light pockets", about: "Five trophies if everybody else has more privilege cards." },
  "fewest-frogs-5": { name: "Small company", about: "Five trophies if everybody else has more frogs." },
  "fewest-frogs-3": { name: "Quiet pond", about: "Three trophies if everybody else has more frogs." },
} as const;

const commons = {
  RB: { name: "Red and blue", about: "Three trophies for every pair of a red and a blue frog." },
  RY: { name: "Red and yellow", about: "Three trophies for every pair of a red and a yellow frog." },
  RN: { name: "Red and brown", about: "Two trophies for every pair of a red and a brown frog." },
  YN: { name: "Yellow and brown", about: "Two trophies for every pair of a yellow and a brown frog." },
  BN: { name: "Blue and brown", about: "Two trophies for every pair of a blue and a brown frog." },
  "5any": { name: "Fives", about: "Five trophies for every five frogs of any colour." },
  "most-RB": {
    name: "Most red and blue",
    about: "Six trophies for the most red and blue frogs together, three if tied.",
  },
  "most-RY": {
    name: "Most red and yellow",
    about: "Six trophies for the most red and yellow frogs together, three if tied.",
  },
  "most-cards": { name: "Most cards", about: "Four trophies for the most privilege cards, two if tied." },
  "most-YB": {
    name: "Most yellow and blue",
    about: "Six trophies for the most yellow and blue frogs together, three if tied.",
  },
  "most-N": { name: "Most brown", about: "Six trophies for the most brown frogs, three if tied." },
  "all-flowers": { name: "Flowers for all", about: "One trophy at once to anybody whose jump lands on a flower." },
} as const;

const secrets = {
  "2R": { name: "Two reds", about: "Five trophies for every two red frogs." },
  "2Y": { name: "Two yellows", about: "Six trophies for every two yellow frogs." },
  "2B": { name: "Two blues", about: "Six trophies for every two blue frogs." },
  RYB: { name: "Red, yellow, blue", about: "Four trophies for every set of a red, a yellow and a blue frog." },
  RYN: { name: "Red, yellow, brown", about: "Four trophies for every set of a red, a yellow and a brown frog." },
  RYBN: { name: "One of each", about: "Five trophies for every set of all four colours." },
  RBN: { name: "Red, blue, brown", about: "Four trophies for every set of a red, a blue and a brown frog." },
  YBN: { name: "Yellow, blue, brown", about: "Four trophies for every set of a yellow, a blue and a brown frog." },
} as const;

const endings: Readonly<Record<EndCode, string>> = {
  "single-piece": "Only one piece is left to the other side.",
  "quiet-turns": "Fifty turns went by without a capture or a tadpole growing up.",
  "all-frogs-home": "All twelve frogs are in the pond.",
  line: "Five frogs stand in one line.",
  "turn-limit": "A thousand turns went by without a line.",
  "four-frogs-arrived": "Four frogs have reached the Arrival.",
  "no-jump": "No frog can jump any more.",
};

/** `a frog of Ondine`, `a red frog`, `the chief frog`. */
function piece({ kind, owner }: Piece, { name }: Company): string {
  if (kind === "chief") return "the chief frog";
  if (kind === "frog" || kind === "tadpole") return owner === undefined ? `a ${kind}` : `${name(owner)}’s ${kind}`;
  if (kind.startsWith("frog-")) return `a ${FROGS[kind.slice(-1) as FrogColour]} frog`;
  if (kind.startsWith("lily-")) return `a ${LILIES[kind.slice(-1) as LilyColour]} lily`;
  return `“${cardName(kind)}”`;
}

function cardName(id: string): string {
  return (
    cards[id as keyof typeof cards]?.name ??
    commons[id as keyof typeof commons]?.name ??
    secrets[id as keyof typeof secrets]?.name ??
    (id === "gained"
      ? "trophies won in play"
      : id === "brown"
        ? "brown frogs"
        : id.startsWith("lily-")
          ? `${LILIES[id.slice(-1) as LilyColour]} lilies`
          : id)
  );
}

function signed(points: number): string {
  return points < 0 ? `−${-points}` : `+${points}`;
}

function happening(game: GameId, effect: Effect, company: Company): string | null {
  const { name } = company;
  const at = (spot: string) => place(game, spot);
  switch (effect.effect) {
    case "rolled": {
      const dice = list(effect.dice.map(String));
      return effect.by === null ? `The dice show ${dice}.` : `${name(effect.by)} rolls ${dice}.`;
    }
    case "starts":
      return `${name(effect.seat)} starts.`;
    case "placed":
      if (effect.piece.kind === "chief") return `The chief frog sits down on ${at(effect.at)}.`;
      return effect.at.startsWith("card.") || effect.at.startsWith("common.")
        ? `${capital(piece(effect.piece, company))} is turned up.`
        : null;
    case "removed":
      return `${capital(piece(effect.piece, company))} leaves ${at(effect.from)}.`;
    case "stepped":
      return `${capital(piece(effect.piece, company))} ${effect.piece.kind === "tadpole" ? "swims" : game === "frogriders" ? "takes a run-up" : "steps"} from ${at(effect.from)} to ${at(effect.to)}.`;
    case "hopped": {
      const over = effect.over.length === 0 ? "" : ` over ${list(effect.over.map(at))}`;
      const verb = game === "pool-party" && effect.from.startsWith("stack") ? "dives in and swims" : "hops";
      return `${capital(piece(effect.piece, company))} ${verb} from ${at(effect.from)}${over} to ${at(effect.to)}.`;
    }
    case "pushed":
      return `${capital(piece(effect.piece, company))} is pushed on to ${at(effect.to)}.`;
    case "hit":
      return `${capital(piece(effect.piece, company))} is hit on ${at(effect.from)} and flies back to ${at(effect.to)}.`;
    case "capped":
      return `Two frogs are covered on ${at(effect.at)}.`;
    case "matured":
      return `The tadpole on ${at(effect.at)} becomes a frog.`;
    case "captured":
      return effect.by === null
        ? `${capital(piece(effect.piece, company))} on ${at(effect.at)} is captured.`
        : `${name(effect.by)} captures ${piece(effect.piece, company)} on ${at(effect.at)}.`;
    case "eaten":
      return `A frogmuncher swallows ${piece(effect.piece, company)} on ${at(effect.at)}.`;
    case "sent":
      return `${name(effect.by)} sends ${piece(effect.piece, company)} to the village.`;
    case "taken":
      return `${name(effect.by)} takes ${piece(effect.piece, company)}${effect.from.startsWith("village") ? " from the village" : ""}.`;
    case "given":
      return `${name(effect.from)} gives ${piece(effect.piece, company)} to ${name(effect.to)}.`;
    case "dropped":
      return `${name(effect.by)} loses ${piece(effect.piece, company)}: it lies on ${at(effect.at)} now.`;
    case "dealt":
      return effect.card === null
        ? `${name(effect.seat)} is dealt a secret.`
        : `${name(effect.seat)} is dealt “${cardName(effect.card)}”.`;
    case "kept":
      return effect.card === null
        ? `${name(effect.seat)} has chosen a secret.`
        : `${name(effect.seat)} keeps “${cardName(effect.card)}”.`;
    case "revealed":
      return `${name(effect.seat)} shows the secret “${cardName(effect.card)}”.`;
    case "scored":
      return `${name(effect.seat)}: ${signed(effect.points)} for ${cardName(effect.from)}.`;
    case "forfeited":
      return `${name(effect.seat)} cannot use ${list(effect.dice.map(String))}.`;
    case "passed":
      return game === "frogriders"
        ? `${name(effect.seat)} sends nobody.`
        : game === "abagio"
          ? `${name(effect.seat)} leaves the chief frog aside.`
          : `${name(effect.seat)} passes.`;
    case "ended": {
      const why = endings[effect.why as EndCode] ?? "";
      const who =
        effect.winners.length === 0
          ? "Nobody wins."
          : effect.winners.length === 1
            ? `${name(effect.winners[0] ?? 0)} wins!`
            : `${list(effect.winners.map(name))} share the win!`;
      return `${why} ${who}`.trim();
    }
  }
}

const SYMBOLS = { spring: "spring", butterfly: "butterfly", trickster: "trickster" } as const;

function thing(what: Thing, { name }: Company): string {
  const frogOf = (seat: number) => `${name(seat)}’s frog`;
  switch (what.is) {
    case "button":
      return capital(place("hop-it", what.name));
    case "cell": {
      const where = what.lily ? `lily pad ${what.at}` : what.at;
      return what.seat === null
        ? what.lily
          ? `empty ${where}`
          : `open water ${where}`
        : `${en.tints[lookOf("hop-it", what.seat).tint]} ${what.frog ? "frog" : "tadpole"} on ${where}`;
    }
    case "space": {
      const where = place("abagio", what.at);
      const chief = what.chief ? ", under the chief frog" : "";
      if (what.frogs.length === 0) return `${where}, empty${chief}`;
      const stack = what.frogs.map((seat) => en.tints[lookOf("abagio", seat).tint]).join(", ");
      const heap = what.heap ? ", a heap" : "";
      return `${where}, ${counted(what.frogs.length, "frog")}, from the bottom: ${stack}${heap}${chief}`;
    }
    case "root":
      return `the root, ${what.counts[0]} red, ${what.counts[1]} purple`;
    case "pond":
      return `the pond, ${what.counts[0]} red, ${what.counts[1]} purple`;
    case "chief":
      return "the chief frog";
    case "aside":
      return "the stump, where the chief frog rests";
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
      if (what.seat !== null) parts.push(frogOf(what.seat));
      return parts.join(", ");
    }
    case "start":
      return `${name(what.seat)}’s frogs on the raft: ${what.frogs}`;
    case "goal":
      return "the Arrival";
    case "held":
      return `${name(what.seat)}’s ${LILIES[what.lily]} lilies: ${what.count}`;
    case "leaf": {
      const where = what.flower ? `flower pad ${what.at}` : `pad ${what.at}`;
      return what.colour === null ? `empty ${where}` : `${FROGS[what.colour]} frog on ${where}`;
    }
    case "village":
      return `${FROGS[what.colour]} frogs in the village: ${what.count}`;
    case "send":
      return `send a ${FROGS[what.colour]} frog to the village, you have ${what.count}`;
    case "card":
      return `privilege card “${cardName(what.id)}”: ${cards[what.id as keyof typeof cards]?.about ?? ""}`;
    case "secret":
      return `secret “${cardName(what.id)}”: ${secrets[what.id as keyof typeof secrets]?.about ?? ""}`;
    case "common":
      return `objective “${cardName(what.id)}”: ${commons[what.id as keyof typeof commons]?.about ?? ""}`;
  }
}

function waitFor(name: string): string {
  return `${name} is playing.`;
}

export const en: Words = {
  games: {
    "hop-it": {
      name: "Hop It!",
      about: "Hop over enemy frogs and let tadpoles grow, until the enemy has one piece left.",
      feel: "A duel on the pond: every hop is sharp, and the birds are watching.",
    },
    abagio: {
      name: "Abagio",
      about: "Race twelve frogs round the board by dice, stack them up, and bring all of them home to the pond.",
      feel: "Backgammon’s cousin: stack, block, and hope for a six.",
    },
    "pool-party": {
      name: "Pool Party",
      about: "Five frogs circle in five lanes: line yours up from the island to the rim, and push others aside.",
      feel: "Splashy and quick to learn; somebody always spoils your line.",
    },
    "china-moon": {
      name: "China Moon",
      about:
        "Move your three frogs and everybody else’s: yours onto the lilies that score, theirs onto those that do not.",
      feel: "A race in which you also move the others: sly and merry.",
    },
    frogriders: {
      name: "Frogriders",
      about: "Jump over frogs to capture them, and collect the sets that your objectives ask for.",
      feel: "Jumps, sets and a secret: a puzzle that changes with every leap.",
    },
  },
  levels: ["Beginner", "Novice", "Casual", "Regular", "Skilled", "Strong", "Expert", "Master"],
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
  lilies: LILIES,
  cards,
  commons,
  secrets,
  scoring: { gained: "Won in play", brown: "Brown frogs" },
  buttons: { stop: "Stop here", pass: "Pass", stay: "Send nobody" },
  controls: { done: "Done", back: "Take back", skip: "Skip" },
  reasons: {
    "hop-it": {
      over: "The game is over.",
      "no-such-spot": "There is nothing to choose there.",
      "no-piece": "No piece stands there. Choose one of yours.",
      "not-yours": "That piece belongs to the other player.",
      "other-frog-hops": "Another frog is hopping: let it hop on, or stop.",
      stuck: "That piece cannot go anywhere.",
      "must-hop-enemy": "One of your frogs can hop over an enemy piece, so your move must go over one.",
      "leads-to-no-enemy": "Your move must go over an enemy piece, and this hop leads to none.",
      "chain-owes": "Your frog must hop over an enemy piece before it may stop.",
      occupied: "A piece stands there already.",
      "hops-only": "A frog that has hopped can only hop on or stop.",
      "lily-by-hop": "A lily pad is entered by hopping only.",
      "tadpoles-swim": "A tadpole only swims to a neighbouring cell.",
      "nothing-to-hop-over": "There is no piece to hop over on the way.",
      "hopped-already": "That piece was hopped over already in this chain.",
      "too-far": "That is neither a step nor a hop away.",
      "nothing-to-stop": "No chain of hops is under way.",
      "can-move": "You can move, so you must.",
      complete: "The move is complete already.",
    },
    abagio: {
      over: "The game is over.",
      "dice-first": "The dice are rolled first.",
      "no-such-spot": "There is nothing to choose there.",
      "no-such-number": "A die shows a number from 1 to 6.",
      "leaps-first": "The leaps come before the chief frog.",
      "leaps-done": "The leaps are over: place the chief frog or leave it aside.",
      "chief-first": "Choose the chief frog first, then its place.",
      home: "A frog in the pond has finished.",
      "no-frog": "No frog stands there.",
      "not-yours": "That frog belongs to the other player.",
      buried: "Only the top frog of a stack may leap.",
      "under-chief": "No frog under the chief frog may leap.",
      "no-landing": "A frog leaps to a space or into the pond.",
      backwards: "Frogs leap towards the pond only.",
      "not-rolled": "No die that is left shows the number for this leap.",
      "on-chief": "No frog lands on the chief frog.",
      full: "The stack there is as high as it may be.",
      heap: "Three or more of the other player’s frogs block that stack.",
      "not-all-inside": "No frog enters the pond before all are on the inner path.",
      "not-farthest": "With a larger number than needed only your farthest frog enters the pond.",
      "too-short": "That number does not reach the pond.",
      "exact-number": "You need not name the number: it fits exactly.",
      "most-dice": "Another leap lets you use more of the dice, so you must.",
      "larger-number": "Only one of the numbers can be used, so it must be the larger.",
      stuck: "None of the dice takes that frog to a place where it may land.",
      "outer-only": "The chief frog sits on the outer path or rests aside.",
      "chief-on-other": "The chief frog does not sit on the other player’s frog.",
      "chief-on-full": "The chief frog does not sit on a full stack.",
      complete: "The move is complete already.",
    },
    "pool-party": {
      over: "The game is over.",
      "roll-first": "The dice are rolled first.",
      "no-such-spot": "There is nothing to choose there.",
      "pass-afloat": "You may pass only once all your five frogs are afloat.",
      "pass-after-double": "You may pass only after a double.",
      "pass-alone": "Either pass or move.",
      "no-frog": "No frog is there.",
      "not-yours": "That frog belongs to another player.",
      "already-afloat": "That frog has left the deck already.",
      "smallest-first": "Smaller frogs enter first.",
      "others-enter": "This turn belongs to the two frogs that enter.",
      "fifth-enters": "The largest frog must enter in this turn.",
      "same-frog": "The dice move two different frogs. For one alone choose their sum or difference.",
      "not-to-stack": "A frog never goes back to the deck.",
      "own-lane": "A frog stays in its lane.",
      "stays-put": "A frog that moves goes at least one space.",
      clockwise: "Frogs swim clockwise only.",
      "not-the-dice": "The dice do not lead there.",
      "die-each-to-enter": "Sum and difference count only once all your five frogs are afloat.",
      "die-each": "Two frogs move by one die each.",
      "die-used": "That die is used already.",
      "both-dice-used": "The sum or the difference uses both dice: no other frog moves.",
      complete: "The move is complete already.",
    },
    "china-moon": {
      over: "The game is over.",
      "not-laid-out": "The lilies are not laid out yet.",
      "no-such-spot": "There is nothing to choose there.",
      "frog-first": "Choose a frog to move.",
      "no-frog": "No frog sits there.",
      "out-of-play": "A frog on the Arrival is out of play.",
      "moved-already": "That frog was moved already in this turn.",
      "move-anothers": "One of the three frogs must be another player’s.",
      "spring-first": "The frog on the spring moves on first.",
      "place-next": "A frog moves to a pad or to the Arrival.",
      "never-back": "Frogs never move back.",
      "other-arm": "No arrow leads there from where the frog is.",
      occupied: "A frog is there already: it can only be leapt over.",
      "too-near": "A frog moves two free pads, and that is only the first.",
      "too-far": "A frog moves two free pads, and that is farther.",
      "swap-first": "A lily is to be exchanged now: choose one to give.",
      "drop-first": "A lily is to be dropped now: choose one.",
      "not-yours": "That lily is not yours.",
      "not-held": "There is no lily of that colour there.",
      "nothing-for-it": "Nobody has a lily of another colour to give for it.",
      "lily-to-take": "Choose another player’s lily to take in exchange.",
      "same-colour": "The lilies exchanged must be of different colours.",
      complete: "That is complete already.",
    },
    frogriders: {
      over: "The game is over.",
      "waits-for-chance": "Frogs or cards are being dealt: wait a moment.",
      "no-such-spot": "There is nothing to choose there.",
      "keep-first": "First choose which of your two secrets to keep.",
      "not-dealt": "You were not dealt that secret.",
      "secret-kept": "The secrets are chosen already.",
      "jump-first": "First a frog must jump.",
      "no-second-sending": "A red frog was sent already: now a frog must jump, and that ends the turn.",
      "out-of-bounds": "With two players the dark pads are out of bounds.",
      "no-frog": "No frog sits there.",
      "cannot-jump": "That frog cannot jump over any other.",
      occupied: "A frog sits there already: a jump ends on an empty pad.",
      "nothing-to-jump-over": "There is no frog to jump over on the way.",
      "needs-diagonal": "Only the card “Diagonal jump” allows that.",
      "needs-ell": "Only the card “Bent jump” lets a frog land beside the one it jumped over.",
      "needs-runup": "Only the card “Run-up” lets a frog slide before its jump.",
      "runup-blocked": "Another frog is in the way of the run-up.",
      "not-a-jump": "No jump leads there.",
      "not-jumped-over": "That is not the frog jumped over.",
      "needs-choose": "Only the card “Your pick” lets you capture the frog that jumped.",
      "not-the-jumper": "Only the frog that jumped can be captured instead.",
      "jump-made": "The jump is made: send a captured frog to the village, or nobody.",
      "brown-stays": "Brown frogs can never be sent to the village.",
      "none-to-send": "You have no captured frog of that colour.",
      "village-empty": "The village is empty: a yellow frog has nothing to fetch.",
      "no-jump-left": "No frog can jump: a red frog cannot be sent.",
      "market-empty": "No privilege card is left: a blue frog cannot be sent.",
      "send-yellow-first": "Send a yellow frog to fetch one from the village.",
      "send-blue-first": "Send a blue frog to take a privilege card.",
      "fetch-frog": "Choose the frog that the yellow one fetches from the village.",
      "not-in-village": "No frog of that colour was in the village.",
      "take-card": "Choose the privilege card that the blue frog brings.",
      "not-in-market": "That privilege card is not face up.",
      "common-stays": "Common objectives count for everybody and are never taken.",
      complete: "The action is complete already.",
    },
  },
  place,
  effect: happening,
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
        ? `Your turn: move your frog on ${list(danger)}, or it will be eaten.`
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
            ? "Your turn: the last frog must be another player’s."
            : `Your turn: move frog ${view.moves + 1} of 3.`;
      }
    },
    frogriders: ({ view, me, path, completable, name }) => {
      if (view.winners !== null) return "The game is over.";
      if (view.turn === null) return "The frogs take their places.";
      if (view.turn !== me) return waitFor(name(view.turn));
      switch (view.phase) {
        case "keep":
          return "Choose the secret you keep.";
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
  points: (points) => `${`${points}`.replace("-", "−")} ${Math.abs(points) === 1 ? "point" : "points"}`,
  list,
};
