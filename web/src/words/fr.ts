import type { ChinaMoonLily as LilyColour, Effect, FrogridersColour as FrogColour, GameId, Piece } from "../protocol";
import { lookOf } from "../pieces/seats";
import { formatsOf } from "./language";
import type { Thing } from "./things";
import type { Company, EndCode, Words } from "./words";

const FROGS: Readonly<Record<FrogColour, string>> = { Y: "jaune", R: "rouge", B: "bleue", N: "marron" };
const MANY_FROGS: Readonly<Record<FrogColour, string>> = { Y: "jaunes", R: "rouges", B: "bleues", N: "marron" };
const LILIES: Readonly<Record<LilyColour, string>> = { W: "blanc", Y: "jaune", P: "rose", K: "noir", B: "bleu" };

const { list } = formatsOf("fr");

/** In French nought and one are singular. */
function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${Math.abs(count) < 2 ? one : many}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `de` before a name: `d’Ondine`, `de Basile`. */
function of(name: string): string {
  return /^[aeiouyàâäéèêëîïôöùûüœæAEIOUYÀÂÄÉÈÊËÎÏÔÖÙÛÜŒÆ]/.test(name) ? `d’${name}` : `de ${name}`;
}

/** `de` before a place, with its article: `du radeau`, `de la racine`, `de c1`. */
function from(where: string): string {
  return where.startsWith("le ") ? `du ${where.slice(3)}` : `de ${where}`;
}

/** `à` before a place, with its article: `au radeau`, `à la racine`, `en c1`. */
function to(where: string): string {
  if (where.startsWith("le ")) return `au ${where.slice(3)}`;
  return /^[a-k]\d$/.test(where) ? `en ${where}` : `à ${where}`;
}

/** Where something is: `en c1`, `sur la case 14`. */
function on(where: string): string {
  return /^[a-k]\d$/.test(where) ? `en ${where}` : `sur ${where}`;
}

function place(game: GameId, spot: string): string {
  const [kind = "", name = "", third = ""] = spot.split(".");
  switch (spot) {
    case "root":
      return "la racine";
    case "pond":
      return "l’étang";
    case "aside":
      return "la souche";
    case "chief":
      return "la grenouille cheffe";
    case "goal":
      return "l’arrivée";
    case "stop":
      return "s’arrêter";
    case "pass":
      return "passer";
    case "stay":
      return "n’envoyer personne";
  }
  switch (game) {
    case "abagio":
      if (kind === "die") return `le ${name}`;
      return spot === "8" ? "la case Huit" : spot === "1" ? "la case Un" : `la case ${spot}`;
    case "pool-party":
      return kind === "stack" ? "le ponton" : `la case ${name} du couloir ${kind}`;
    case "china-moon":
      if (kind === "place") return `la place ${name}`;
      if (kind === "lily") return `le nénuphar ${LILIES[third as LilyColour]}`;
      return /^s\d$/.test(spot) ? "le radeau" : `la case ${spot}`;
    case "frogriders":
      if (kind === "village") return `le village (${FROGS[name as FrogColour]})`;
      if (kind === "send") return `la grenouille ${FROGS[name as FrogColour]}`;
      if (kind === "card") return cards[name as keyof typeof cards]?.name ?? name;
      if (kind === "common") return commons[name as keyof typeof commons]?.name ?? name;
      if (kind === "secret") return secrets[name as keyof typeof secrets]?.name ?? name;
      return spot;
    default:
      return spot;
  }
}

const cards = {
  "+2R": {
    name: "Deux rouges invitées",
    about: "Deux grenouilles rouges de plus pour les objectifs, secret et communs.",
  },
  "+2Y": {
    name: "Deux jaunes invitées",
    about: "Deux grenouilles jaunes de plus pour les objectifs, secret et communs.",
  },
  "+2B": {
    name: "Deux bleues invitées",
    about: "Deux grenouilles bleues de plus pour les objectifs, secret et communs.",
  },
  diagonal: { name: "Saut en diagonale", about: "Vos sauts peuvent se faire en diagonale." },
  ell: {
    name: "Saut coudé",
    about: "Après avoir sauté une voisine, votre grenouille peut se poser à gauche ou à droite de celle-ci.",
  },
  runup: {
    name: "Élan",
    about: "Avant un saut droit, la grenouille peut glisser sur des cases vides dans la même ligne.",
  },
  trophies: { name: "Étagère à trophées", about: "Vaut quatre trophées, rien de plus." },
  choose: { name: "Au choix", about: "Après un saut, vous pouvez capturer la grenouille qui a sauté." },
  flower: {
    name: "Amie des fleurs",
    about: "Un trophée aussitôt, chaque fois que votre saut se termine sur une fleur.",
  },
  "per-brown": { name: "Défilé marron", about: "Un trophée de plus par grenouille marron." },
  "per-two-cards": { name: "Collection", about: "Deux trophées par paire de cartes Privilège possédées." },
  "per-frog-and-card": { name: "Couples", about: "Un trophée par couple d’une grenouille et d’une carte Privilège." },
  "fewest-cards": { name: "Poches légères", about: "Cinq trophées si chacun des autres a plus de cartes Privilège." },
  "fewest-frogs-5": { name: "Petite troupe", about: "Cinq trophées si chacun des autres a plus de grenouilles." },
  "fewest-frogs-3": { name: "Étang paisible", about: "Trois trophées si chacun des autres a plus de grenouilles." },
} as const;

const commons = {
  RB: { name: "Rouge et bleue", about: "Trois trophées par couple d’une rouge et d’une bleue." },
  RY: { name: "Rouge et jaune", about: "Trois trophées par couple d’une rouge et d’une jaune." },
  RN: { name: "Rouge et marron", about: "Deux trophées par couple d’une rouge et d’une marron." },
  YN: { name: "Jaune et marron", about: "Deux trophées par couple d’une jaune et d’une marron." },
  BN: { name: "Bleue et marron", about: "Deux trophées par couple d’une bleue et d’une marron." },
  "5any": { name: "Par cinq", about: "Cinq trophées par groupe de cinq grenouilles, quelles qu’elles soient." },
  "most-RB": {
    name: "Le plus de rouges et bleues",
    about: "Six trophées à qui a le plus de rouges et de bleues réunies, trois en cas d’égalité.",
  },
  "most-RY": {
    name: "Le plus de rouges et jaunes",
    about: "Six trophées à qui a le plus de rouges et de jaunes réunies, trois en cas d’égalité.",
  },
  "most-cards": {
    name: "Le plus de cartes",
    about: "Quatre trophées à qui a le plus de cartes Privilège, deux en cas d’égalité.",
  },
  "most-YB": {
    name: "Le plus de jaunes et bleues",
    about: "Six trophées à qui a le plus de jaunes et de bleues réunies, trois en cas d’égalité.",
  },
  "most-N": { name: "Le plus de marron", about: "Six trophées à qui a le plus de marron, trois en cas d’égalité." },
  "all-flowers": {
    name: "Des fleurs pour tous",
    about: "Un trophée aussitôt à quiconque termine son saut sur une fleur.",
  },
} as const;

const secrets = {
  "2R": { name: "Deux rouges", about: "Cinq trophées par paire de rouges." },
  "2Y": { name: "Deux jaunes", about: "Six trophées par paire de jaunes." },
  "2B": { name: "Deux bleues", about: "Six trophées par paire de bleues." },
  RYB: { name: "Rouge, jaune, bleue", about: "Quatre trophées par trio d’une rouge, d’une jaune et d’une bleue." },
  RYN: { name: "Rouge, jaune, marron", about: "Quatre trophées par trio d’une rouge, d’une jaune et d’une marron." },
  RYBN: { name: "Une de chaque", about: "Cinq trophées par groupe des quatre couleurs." },
  RBN: { name: "Rouge, bleue, marron", about: "Quatre trophées par trio d’une rouge, d’une bleue et d’une marron." },
  YBN: { name: "Jaune, bleue, marron", about: "Quatre trophées par trio d’une jaune, d’une bleue et d’une marron." },
} as const;

const endings: Readonly<Record<EndCode, string>> = {
  "single-piece": "Il ne reste qu’une pièce à l’adversaire.",
  "quiet-turns": "Cinquante tours sans capture ni têtard devenu grenouille.",
  "all-frogs-home": "Les douze grenouilles sont dans l’étang.",
  line: "Cinq grenouilles sont alignées.",
  "turn-limit": "Mille tours sans alignement.",
  "four-frogs-arrived": "Quatre grenouilles ont atteint l’arrivée.",
  "no-jump": "Plus aucune grenouille ne peut sauter.",
};

/** `la grenouille d’Ondine`, `une grenouille rouge`, `la grenouille cheffe`. */
function piece({ kind, owner }: Piece, { name }: Company): string {
  if (kind === "chief") return "la grenouille cheffe";
  if (kind === "frog") return owner === undefined ? "une grenouille" : `une grenouille ${of(name(owner))}`;
  if (kind === "tadpole") return owner === undefined ? "un têtard" : `un têtard ${of(name(owner))}`;
  if (kind.startsWith("frog-")) return `une grenouille ${FROGS[kind.slice(-1) as FrogColour]}`;
  if (kind.startsWith("lily-")) return `un nénuphar ${LILIES[kind.slice(-1) as LilyColour]}`;
  return `« ${cardName(kind)} »`;
}

/** How past participles agree with a piece. */
function isFeminine({ kind }: Piece): boolean {
  return kind !== "tadpole" && !kind.startsWith("lily-");
}

function cardName(id: string): string {
  return (
    cards[id as keyof typeof cards]?.name ??
    commons[id as keyof typeof commons]?.name ??
    secrets[id as keyof typeof secrets]?.name ??
    (id === "gained"
      ? "les trophées gagnés en jeu"
      : id === "brown"
        ? "les grenouilles marron"
        : id.startsWith("lily-")
          ? `les nénuphars ${LILIES[id.slice(-1) as LilyColour]}s`
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
      return effect.by === null ? `Les dés donnent ${dice}.` : `${name(effect.by)} lance ${dice}.`;
    }
    case "starts":
      return `${name(effect.seat)} commence.`;
    case "placed":
      if (effect.piece.kind === "chief") return `La grenouille cheffe s’installe ${on(at(effect.at))}.`;
      return effect.at.startsWith("card.") || effect.at.startsWith("common.")
        ? `On retourne ${piece(effect.piece, company)}.`
        : null;
    case "removed":
      return `${capital(piece(effect.piece, company))} quitte ${at(effect.from)}.`;
    case "stepped":
      return `${capital(piece(effect.piece, company))} ${effect.piece.kind === "tadpole" ? "nage" : game === "frogriders" ? "prend son élan" : "avance"} ${from(at(effect.from))} ${to(at(effect.to))}.`;
    case "hopped": {
      const over = effect.over.length === 0 ? "" : ` par-dessus ${list(effect.over.map(at))}`;
      const verb = game === "pool-party" && effect.from.startsWith("stack") ? "plonge" : "saute";
      return `${capital(piece(effect.piece, company))} ${verb} ${from(at(effect.from))} ${to(at(effect.to))}${over}.`;
    }
    case "pushed":
      return `${capital(piece(effect.piece, company))} est ${isFeminine(effect.piece) ? "poussée" : "poussé"} jusqu’${to(at(effect.to))}.`;
    case "hit":
      return `${capital(piece(effect.piece, company))} est ${isFeminine(effect.piece) ? "frappée" : "frappé"} ${on(at(effect.from))} et retourne ${to(at(effect.to))}.`;
    case "capped":
      return `Deux grenouilles sont coiffées ${on(at(effect.at))}.`;
    case "matured":
      return `Le têtard ${on(at(effect.at))} devient grenouille.`;
    case "captured":
      return effect.by === null
        ? `${capital(piece(effect.piece, company))} est ${isFeminine(effect.piece) ? "capturée" : "capturé"} ${on(at(effect.at))}.`
        : `${name(effect.by)} capture ${piece(effect.piece, company)} ${on(at(effect.at))}.`;
    case "eaten":
      return `Une grue avale ${piece(effect.piece, company)} ${on(at(effect.at))}.`;
    case "sent":
      return `${name(effect.by)} envoie ${piece(effect.piece, company)} au village.`;
    case "taken":
      return `${name(effect.by)} prend ${piece(effect.piece, company)}${effect.from.startsWith("village") ? " au village" : ""}.`;
    case "given":
      return `${name(effect.from)} donne ${piece(effect.piece, company)} à ${name(effect.to)}.`;
    case "dropped":
      return `${name(effect.by)} perd ${piece(effect.piece, company)}, qui se pose ${on(at(effect.at))}.`;
    case "dealt":
      return effect.card === null
        ? `${name(effect.seat)} reçoit un secret.`
        : `${name(effect.seat)} reçoit « ${cardName(effect.card)} ».`;
    case "kept":
      return effect.card === null
        ? `${name(effect.seat)} a choisi son secret.`
        : `${name(effect.seat)} garde « ${cardName(effect.card)} ».`;
    case "revealed":
      return `${name(effect.seat)} dévoile son secret : « ${cardName(effect.card)} ».`;
    case "scored":
      return `${name(effect.seat)} : ${signed(effect.points)} pour ${cardName(effect.from)}.`;
    case "forfeited":
      return `${name(effect.seat)} ne peut pas jouer ${list(effect.dice.map(String))}.`;
    case "passed":
      return game === "frogriders"
        ? `${name(effect.seat)} n’envoie personne.`
        : game === "abagio"
          ? `${name(effect.seat)} laisse la grenouille cheffe de côté.`
          : `${name(effect.seat)} passe.`;
    case "ended": {
      const why = endings[effect.why as EndCode] ?? "";
      const who =
        effect.winners.length === 0
          ? "Personne ne gagne."
          : effect.winners.length === 1
            ? `${name(effect.winners[0] ?? 0)} gagne !`
            : `${list(effect.winners.map(name))} se partagent la victoire !`;
      return `${why} ${who}`.trim();
    }
  }
}

const SYMBOLS = { spring: "ressort", butterfly: "papillon", trickster: "farceuse" } as const;

function thing(what: Thing, { name }: Company): string {
  const frogOf = (seat: number) => `grenouille ${of(name(seat))}`;
  switch (what.is) {
    case "button":
      return capital(place("hop-it", what.name));
    case "cell": {
      const where = what.lily ? `le nénuphar ${what.at}` : what.at;
      if (what.seat === null) return what.lily ? `nénuphar ${what.at}, libre` : `eau libre en ${what.at}`;
      const white = what.seat === 0;
      const kind = what.frog ? `grenouille ${white ? "blanche" : "noire"}` : `têtard ${white ? "blanc" : "noir"}`;
      return `${kind} ${what.lily ? `sur ${where}` : `en ${where}`}`;
    }
    case "space": {
      const where = place("abagio", what.at).replace(/^la /, "");
      const chief = what.chief ? ", sous la grenouille cheffe" : "";
      if (what.frogs.length === 0) return `${where}, vide${chief}`;
      const stack = what.frogs.map((seat) => fr.tints[lookOf("abagio", seat).tint]).join(", ");
      const heap = what.heap ? ", un tas" : "";
      return `${where}, ${counted(what.frogs.length, "grenouille")}, de bas en haut : ${stack}${heap}${chief}`;
    }
    case "root":
      return `la racine, ${counted(what.counts[0], "rouge")}, ${counted(what.counts[1], "violette")}`;
    case "pond":
      return `l’étang, ${counted(what.counts[0], "rouge")}, ${counted(what.counts[1], "violette")}`;
    case "chief":
      return "la grenouille cheffe";
    case "aside":
      return "la souche, où se repose la grenouille cheffe";
    case "die":
      return `avec le ${what.value}`;
    case "lane":
      return what.seat === null
        ? `couloir ${what.lane}, case ${what.space}, libre`
        : `${frogOf(what.seat)}, couloir ${what.lane}, case ${what.space}`;
    case "waiting":
      return `grenouille ${what.lane}, attend d’entrer dans le couloir ${what.lane}`;
    case "pad": {
      const parts = [`case ${what.at}`];
      if (what.symbol !== null) parts.push(SYMBOLS[what.symbol]);
      if (what.lily !== null) parts.push(`nénuphar ${LILIES[what.lily]}`);
      if (what.seat !== null) parts.push(frogOf(what.seat));
      return parts.join(", ");
    }
    case "start":
      return `grenouilles ${of(name(what.seat))} sur le radeau : ${what.frogs}`;
    case "goal":
      return "l’arrivée";
    case "held":
      return `nénuphars ${LILIES[what.lily]}s ${of(name(what.seat))} : ${what.count}`;
    case "leaf": {
      const flower = what.flower ? ", avec une fleur" : "";
      return what.colour === null
        ? `${what.at}, libre${flower}`
        : `grenouille ${FROGS[what.colour]} en ${what.at}${flower}`;
    }
    case "village":
      return `grenouilles ${MANY_FROGS[what.colour]} au village : ${what.count}`;
    case "send":
      return `envoyer une grenouille ${FROGS[what.colour]} au village, vous en avez ${what.count}`;
    case "card":
      return `carte Privilège « ${cardName(what.id)} » : ${cards[what.id as keyof typeof cards]?.about ?? ""}`;
    case "secret":
      return `secret « ${cardName(what.id)} » : ${secrets[what.id as keyof typeof secrets]?.about ?? ""}`;
    case "common":
      return `objectif « ${cardName(what.id)} » : ${commons[what.id as keyof typeof commons]?.about ?? ""}`;
  }
}

function waitFor(name: string): string {
  return `C’est à ${name} de jouer.`;
}

export const fr: Words = {
  games: {
    "hop-it": {
      name: "Hop It!",
      about:
        "Sautez par-dessus les grenouilles adverses et faites grandir les têtards, jusqu’à ne laisser qu’une pièce à l’autre.",
      feel: "Un duel sur l’étang : chaque saut compte, et les grues guettent.",
    },
    abagio: {
      name: "Abagio",
      about: "Menez douze grenouilles autour du plateau au gré des dés, empilez-les et ramenez-les toutes à l’étang.",
      feel: "Un cousin du backgammon : empiler, bloquer, espérer un six.",
    },
    "pool-party": {
      name: "Pool Party",
      about: "Nagez en rond, poussez les autres et alignez vos cinq grenouilles de l’îlot au bord.",
      feel: "Vif et éclaboussant ; il y a toujours quelqu’un pour gâcher votre ligne.",
    },
    "china-moon": {
      name: "China Moon",
      about:
        "Menez vos trois grenouilles, et celles des autres, vers les nénuphars que vous voulez et vers ceux dont ils ne veulent pas.",
      feel: "Une course où l’on avance aussi les autres : rusée et joyeuse.",
    },
    frogriders: {
      name: "La Chevauchée des Grenouilles",
      about: "Sautez par-dessus les grenouilles pour les capturer et réunissez les combinaisons de vos objectifs.",
      feel: "Des sauts, des séries, un secret : un casse-tête qui change à chaque bond.",
    },
  },
  levels: ["Débutant", "Novice", "Occasionnel", "Régulier", "Confirmé", "Fort", "Expert", "Maître"],
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
    purple: "violette",
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
  lilies: LILIES,
  cards,
  commons,
  secrets,
  scoring: { gained: "Gagnés en jeu", brown: "Grenouilles marron" },
  buttons: { stop: "S’arrêter là", pass: "Passer", stay: "N’envoyer personne" },
  controls: { done: "Terminé", back: "Reprendre", skip: "Passer l’animation" },
  reasons: {
    "hop-it": {
      over: "La partie est finie.",
      "no-such-spot": "Il n’y a rien à choisir ici.",
      "no-piece": "Il n’y a pas de pièce ici. Choisissez l’une des vôtres.",
      "not-yours": "Cette pièce est à l’adversaire.",
      "other-frog-hops": "Une autre grenouille est en train de sauter : laissez-la continuer ou s’arrêter.",
      stuck: "Cette pièce ne peut aller nulle part.",
      "must-hop-enemy":
        "Une de vos grenouilles peut sauter par-dessus une pièce adverse : votre coup doit donc en sauter une.",
      "leads-to-no-enemy": "Votre coup doit sauter par-dessus une pièce adverse, et ce saut n’y mène pas.",
      "chain-owes": "Votre grenouille doit sauter par-dessus une pièce adverse avant de s’arrêter.",
      occupied: "Une pièce occupe déjà la case.",
      "hops-only": "Une grenouille qui a sauté ne peut que sauter encore ou s’arrêter.",
      "lily-by-hop": "On n’entre sur un nénuphar qu’en sautant.",
      "tadpoles-swim": "Un têtard ne fait que nager vers une case voisine.",
      "nothing-to-hop-over": "Il n’y a pas de pièce à sauter sur le chemin.",
      "hopped-already": "Cette pièce a déjà été sautée pendant cet enchaînement.",
      "too-far": "La case n’est ni voisine, ni à un saut.",
      "nothing-to-stop": "Aucun enchaînement n’est en cours.",
      "can-move": "Vous pouvez jouer, vous devez donc jouer.",
      complete: "Le coup est déjà complet.",
    },
    abagio: {
      over: "La partie est finie.",
      "dice-first": "Les dés d’abord.",
      "no-such-spot": "Il n’y a rien à choisir ici.",
      "no-such-number": "Un dé donne un nombre de 1 à 6.",
      "leaps-first": "Les sauts passent avant la grenouille cheffe.",
      "leaps-done": "Les sauts sont finis : posez la grenouille cheffe ou laissez-la de côté.",
      "chief-first": "Choisissez d’abord la grenouille cheffe, puis sa place.",
      home: "Une grenouille dans l’étang est arrivée.",
      "no-frog": "Il n’y a pas de grenouille ici.",
      "not-yours": "Cette grenouille est à l’adversaire.",
      buried: "Seule la grenouille du dessus peut sauter.",
      "under-chief": "Sous la grenouille cheffe, aucune grenouille ne saute.",
      "no-landing": "Une grenouille saute vers une case ou dans l’étang.",
      backwards: "Les grenouilles ne sautent que vers l’étang.",
      "not-rolled": "Aucun dé restant ne donne ce nombre.",
      "on-chief": "On ne saute pas sur la grenouille cheffe.",
      full: "La pile est déjà à sa hauteur maximale.",
      heap: "Trois grenouilles adverses ou plus bloquent cette pile.",
      "not-all-inside": "Aucune n’entre dans l’étang avant que toutes soient sur le chemin intérieur.",
      "not-farthest": "Avec un nombre trop grand, seule la grenouille la plus éloignée entre dans l’étang.",
      "too-short": "Ce nombre ne suffit pas pour atteindre l’étang.",
      "exact-number": "Inutile de nommer le dé : le nombre est exact.",
      "most-dice": "Un autre saut permet de jouer plus de dés : il faut donc le choisir.",
      "larger-number": "Un seul des deux nombres peut être joué : il faut jouer le plus grand.",
      stuck: "Aucun dé ne mène cette grenouille à une place permise.",
      "outer-only": "La grenouille cheffe se pose sur le chemin extérieur ou reste de côté.",
      "chief-on-other": "La grenouille cheffe ne se pose pas sur une grenouille adverse.",
      "chief-on-full": "La grenouille cheffe ne se pose pas sur une pile pleine.",
      complete: "Le coup est déjà complet.",
    },
    "pool-party": {
      over: "La partie est finie.",
      "roll-first": "Les dés d’abord.",
      "no-such-spot": "Il n’y a rien à choisir ici.",
      "pass-afloat": "On ne passe qu’une fois ses cinq grenouilles à l’eau.",
      "pass-after-double": "On ne passe qu’après un double.",
      "pass-alone": "Passer ou jouer : l’un ou l’autre.",
      "no-frog": "Il n’y a pas de grenouille ici.",
      "not-yours": "Cette grenouille est à un autre joueur.",
      "already-afloat": "Cette grenouille a déjà quitté le ponton.",
      "smallest-first": "Les plus petites grenouilles entrent d’abord.",
      "others-enter": "Ce tour est celui des deux grenouilles qui entrent.",
      "fifth-enters": "La plus grande grenouille doit entrer pendant ce tour.",
      "same-frog": "Les dés mènent deux grenouilles : pour une seule, prenez leur somme ou leur différence.",
      "not-to-stack": "Une grenouille ne retourne jamais sur le ponton.",
      "own-lane": "Une grenouille reste dans son couloir.",
      "stays-put": "Une grenouille qui bouge avance d’au moins une case.",
      clockwise: "On ne nage que dans le sens des aiguilles d’une montre.",
      "not-the-dice": "Les dés ne mènent pas là.",
      "die-each-to-enter": "Somme et différence ne comptent qu’une fois vos cinq grenouilles à l’eau.",
      "die-each": "Deux grenouilles avancent d’un dé chacune.",
      "die-used": "Ce dé est déjà joué.",
      "both-dice-used": "La somme ou la différence prend les deux dés : aucune autre grenouille ne bouge.",
      complete: "Le coup est déjà complet.",
    },
    "china-moon": {
      over: "La partie est finie.",
      "not-laid-out": "Les nénuphars ne sont pas encore posés.",
      "no-such-spot": "Il n’y a rien à choisir ici.",
      "frog-first": "Choisissez une grenouille à déplacer.",
      "no-frog": "Il n’y a pas de grenouille ici.",
      "out-of-play": "Une grenouille arrivée ne joue plus.",
      "moved-already": "Cette grenouille a déjà bougé pendant ce tour.",
      "move-anothers": "L’une des trois grenouilles doit être à un autre joueur.",
      "spring-first": "La grenouille sur le ressort avance d’abord.",
      "place-next": "Une grenouille va vers une case ou vers l’arrivée.",
      "never-back": "Une grenouille ne recule jamais.",
      "other-arm": "Aucune flèche ne mène là depuis cette grenouille.",
      occupied: "Une grenouille est déjà là : on ne peut que sauter par-dessus.",
      "too-near": "Une grenouille avance de deux cases libres, et celle-ci n’est que la première.",
      "too-far": "Une grenouille avance de deux cases libres, et celle-ci est plus loin.",
      "swap-first": "Il faut échanger un nénuphar : choisissez celui que vous donnez.",
      "drop-first": "Il faut abandonner un nénuphar : choisissez-le.",
      "not-yours": "Ce nénuphar n’est pas à vous.",
      "not-held": "Il n’y a pas de nénuphar de cette couleur ici.",
      "nothing-for-it": "Personne n’a de nénuphar d’une autre couleur à donner en échange.",
      "lily-to-take": "Choisissez le nénuphar d’un autre joueur que vous prenez en échange.",
      "same-colour": "Les nénuphars échangés doivent être de couleurs différentes.",
      complete: "Le coup est déjà complet.",
    },
    frogriders: {
      over: "La partie est finie.",
      "waits-for-chance": "On distribue grenouilles ou cartes : un instant.",
      "no-such-spot": "Il n’y a rien à choisir ici.",
      "keep-first": "Choisissez d’abord l’objectif secret que vous gardez.",
      "not-dealt": "Cet objectif secret ne vous a pas été distribué.",
      "secret-kept": "Les objectifs secrets sont déjà choisis.",
      "jump-first": "Une grenouille doit d’abord sauter.",
      "no-second-sending": "Une rouge a déjà été envoyée : une grenouille doit sauter, et le tour finit là.",
      "out-of-bounds": "À deux joueurs, les nénuphars foncés sont hors jeu.",
      "no-frog": "Il n’y a pas de grenouille ici.",
      "cannot-jump": "Cette grenouille ne peut sauter par-dessus aucune autre.",
      occupied: "Une grenouille est déjà là : on saute vers un nénuphar vide.",
      "nothing-to-jump-over": "Il n’y a pas de grenouille à sauter sur le chemin.",
      "needs-diagonal": "Seule la carte « Saut en diagonale » le permet.",
      "needs-ell": "Seule la carte « Saut coudé » permet de se poser à côté de la grenouille sautée.",
      "needs-runup": "Seule la carte « Élan » permet de glisser avant le saut.",
      "runup-blocked": "Une autre grenouille gêne l’élan.",
      "not-a-jump": "Aucun saut ne mène là.",
      "not-jumped-over": "Ce n’est pas la grenouille sautée.",
      "needs-choose": "Seule la carte « Au choix » permet de capturer la grenouille qui a sauté.",
      "not-the-jumper": "On ne peut capturer à la place que la grenouille qui a sauté.",
      "jump-made": "Le saut est fait : envoyez une grenouille capturée au village, ou personne.",
      "brown-stays": "Une grenouille marron ne s’envoie jamais au village.",
      "none-to-send": "Vous n’avez pas capturé de grenouille de cette couleur.",
      "village-empty": "Le village est vide : une jaune n’a rien à ramener.",
      "no-jump-left": "Aucune grenouille ne peut sauter : on n’envoie pas de rouge.",
      "market-empty": "Il ne reste pas de carte Privilège : on n’envoie pas de bleue.",
      "send-yellow-first": "Envoyez une jaune pour ramener une grenouille du village.",
      "send-blue-first": "Envoyez une bleue pour prendre une carte Privilège.",
      "fetch-frog": "Choisissez la grenouille que la jaune ramène du village.",
      "not-in-village": "Il n’y avait pas de grenouille de cette couleur au village.",
      "take-card": "Choisissez la carte Privilège que rapporte la bleue.",
      "not-in-market": "Cette carte Privilège n’est pas visible.",
      "common-stays": "Les objectifs communs valent pour tous et ne se prennent pas.",
      complete: "L’action est déjà complète.",
    },
  },
  place,
  effect: happening,
  thing,
  leadsTo: (places) => `peut aller vers ${list(places)}`,
  prompt: {
    "hop-it": ({ view, me, path, name }) => {
      if (view.winners !== null) return "La partie est finie.";
      if (view.turn !== me) return waitFor(name(view.turn ?? 0));
      if (view.hopping !== null)
        return view.must_hop_enemy
          ? "Votre grenouille doit encore sauter par-dessus une pièce adverse : continuez."
          : "Sautez encore, ou arrêtez-vous là.";
      if (path.length > 0) return "Vers quelle case ?";
      if (view.must_hop_enemy)
        return "À vous : on peut sauter par-dessus une pièce adverse, votre coup doit donc en sauter une.";
      const danger = view.in_danger.filter((at) => view.pieces.some((other) => other.at === at && other.seat === me));
      return danger.length > 0
        ? `À vous : déplacez votre grenouille en ${list(danger)}, sinon elle sera mangée.`
        : "À vous : déplacez une pièce.";
    },
    abagio: ({ view, me, path, name }) => {
      if (view.winners !== null) return "La partie est finie.";
      if (view.turn === null) return "Chacun lance un dé pour commencer.";
      if (view.turn !== me) return waitFor(name(view.turn));
      if (view.phase === "chief")
        return path.length > 0
          ? "Où s’installe la grenouille cheffe ?"
          : "À vous : posez la grenouille cheffe ou laissez-la de côté.";
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
        return `À vous : deux grenouilles de ${large} et ${small}, ou une seule de ${large + small}${large === small ? ", ou passez" : ` ou ${large - small}`}.`;
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
            : "La farceuse : choisissez un nénuphar à donner.";
        case "drop":
          return `Le papillon : choisissez un nénuphar à laisser sur la case ${view.awaited.to}.`;
        case "spring":
          return "Le ressort : la même grenouille avance encore de deux cases.";
        default:
          if (path.length > 0) return "Par où ?";
          return view.must_move_others
            ? "À vous : la dernière grenouille doit être à un autre joueur."
            : `À vous : déplacez une grenouille (${view.moves + 1} sur 3).`;
      }
    },
    frogriders: ({ view, me, path, completable, name }) => {
      if (view.winners !== null) return "La partie est finie.";
      if (view.turn === null) return "Les grenouilles prennent place.";
      if (view.turn !== me) return waitFor(name(view.turn));
      switch (view.phase) {
        case "keep":
          return "Choisissez le secret que vous gardez.";
        case "send":
          if (path[0] === "send.Y") return "Qui la jaune ramène-t-elle du village ?";
          if (path[0] === "send.B") return "Quelle carte la bleue rapporte-t-elle ?";
          return "Envoyez une grenouille capturée au village, ou personne.";
        default:
          if (completable) return "Laquelle capturez-vous : celle qui fut sautée, ou la sauteuse ?";
          if (path.length > 1) return "Par-dessus quelle grenouille ?";
          if (path.length > 0) return "Où se pose-t-elle ?";
          return view.phase === "jump-again"
            ? "Sautez encore une fois."
            : "À vous : faites sauter une grenouille par-dessus une autre.";
      }
    },
  },
  points: (points) => `${`${points}`.replace("-", "−")} ${Math.abs(points) < 2 ? "point" : "points"}`,
  list,
};
