/** Les mots du salon, de la discussion et de la revanche, en français. */

import { of, to } from "../../words/grammar/fr";
import type { again as againEn, lobby as lobbyEn, talk as talkEn } from "./lobby-en";

export const lobby: typeof lobbyEn = {
  title: "La table est prête",
  share: "Envoyez ce lien à ceux qui joueront",
  qr: "Code QR du lien",
  start: "Commencer la partie",
  leave: "Quitter la table",
  close: "Fermer la table",
  remove: (name) => `Demander ${to(name)} de partir`,
  sit: "S’asseoir ici",
  host: "hôte",

  waiting: "En attente de joueurs. La partie pourra commencer quand toutes les places seront prises.",
  ready: "Tout le monde est là.",
  hostStarts: "Tout le monde est là. L’hôte lance la partie.",
  absent: (names, people) => `${names} ${people === 1 ? "n’est" : "ne sont"} pas là pour le moment.`,
  unready: (names, people) =>
    `On attend ${names} : ${people === 1 ? "cette personne n’est pas encore prête" : "ces personnes ne sont pas encore prêtes"}.`,
  startsItself: "La partie commencera d’elle-même dès que tout le monde sera là.",

  closing: {
    sure: "Fermer cette table ?",
    about:
      "Plus personne ne pourra y jouer, et le lien ne mènera nulle part. Les personnes assises ici en sont averties.",
    byHost: "L’hôte a fermé la table",
    byYou: "Vous avez fermé la table",
    before: "Cette table a été fermée avant que la partie commence",
    link: "Son lien ne mène plus nulle part. Rien n’a été joué ici.",
    another: (game) => `Ouvrir une table ${of(game)}`,
  },
  removal: {
    sure: (name) => `Demander ${to(name)} de quitter la table ?`,
    about:
      "La place redevient libre. La personne apprend que vous lui avez demandé de partir, et ne peut plus s’asseoir ici.",
    told: "L’hôte vous a demandé de quitter la table",
    toldAbout:
      "Votre place est de nouveau libre, et vous ne pouvez plus vous asseoir à cette table. Vous pouvez regarder, ou jouer ailleurs.",
    watch: "Regarder",
  },

  seat: {
    ready: "prêt",
    unready: "pas prêt",
    who: (seat) => `Qui s’assoit à la place ${seat}`,
    nobody: "Personne : la laisser libre",
    swap: (name) => `Proposer ${to(name)} de changer de place`,
    move: (seat) => `Passer à la place ${seat}`,
    place: (name) => `Place ${of(name)}`,
    ifAgreed: (place) => `${place} (avec son accord)`,
    colour: "Votre couleur",
    colourOf: (name: string) => `Couleur pour ${name}`,
  },
  swap: {
    asked: (name) => `${name} aimerait changer de place avec vous.`,
    waits: (name) => `Vous avez proposé ${to(name)} de changer de place.`,
    others: (asker, asked) => `${asker} aimerait changer de place avec ${asked}.`,
    agree: "Changer de place",
    decline: "Garder ma place",
    withdraw: "Tant pis",
  },
  me: {
    rename: "Changer de nom",
    ready: "Prêt",
    unready: "Finalement pas prêt",
    isReady: "Vous êtes prêt.",
    isUnready: "Vous n’êtes pas encore prêt.",
    asked: "Quelque chose a changé. Êtes-vous prêt à jouer ainsi ?",
  },
  game: {
    title: "La partie",
    whoStarts: "Qui commence ?",
    first: (seat, name) => `Place ${seat} : ${name}`,
    lot: "Tiré au sort",
    byItself: "Commencer d’elle-même dès que tout le monde est prêt",
    byHost: "L’hôte peut changer cela jusqu’au début.",
  },

  changed: {
    title: "Ce qui a changé",
    filled: (name, level, seat) => `${name}, un ordinateur (${level}), prend la place ${seat}.`,
    levelled: (name, level) => `${name} joue maintenant à un autre niveau : ${level}.`,
    emptied: (name) => `L’ordinateur ${name} s’en va.`,
    left: (name) => `${name} quitte la table.`,
    leftYou: "Vous quittez la table.",
    removed: (name) => `L’hôte a demandé ${to(name)} de partir.`,
    removedYou: "L’hôte vous a demandé de partir.",
    renamed: (before, now) => `${before} s’appelle maintenant ${now}.`,
    moved: (name, seat) => `${name} passe à la place ${seat}.`,
    swapped: (one, other) => `${one} et ${other} changent de place.`,
    ready: (name) => `${name} : prêt.`,
    unready: (name) => `${name} : pas prêt.`,
    readyYou: "Vous êtes prêt.",
    unreadyYou: "Vous n’êtes pas prêt.",
    coloured: (name, colour) => `Nouvelle couleur ${of(name)} : ${colour}.`,
    colouredYou: (colour) => `Votre nouvelle couleur : ${colour}.`,
    arranged: (name, what) => `${name} change la partie : ${what}.`,
    option: (name, value) => `${name} : ${value}`,
    clock: (clock) => `pendule : ${clock}`,
    starts: (name) => `${name} commence`,
    lot: "qui commence est tiré au sort",
    public: "la table figure parmi les tables ouvertes",
    private: "la table ne figure pas parmi les tables ouvertes",
    byItself: "la partie commence d’elle-même",
    byHost: "l’hôte lance la partie",
    standIn: (level) => `niveau de l’ordinateur remplaçant : ${level}`,
    grace: (time) => `un ordinateur peut remplacer après ${time}`,
    began: (name) => `${name} commence.`,
    beganYou: "Vous commencez.",
    beganByLotYou: "Le sort a décidé : vous commencez.",
    beganByLot: (name) => `Le sort a décidé : ${name} commence.`,
  },
};

export const talk: typeof talkEn = {
  lines: "Ce qui a été dit",
  quick: "À dire d’un geste",
  title: "Discussion",
  phrases: {
    hello: "Bonjour !",
    "good-luck": "Bonne chance !",
    "one-moment": "Un instant, s’il vous plaît.",
    "well-played": "Bien joué !",
    oops: "Oups !",
    thanks: "Merci !",
    "good-game": "Belle partie !",
    goodbye: "Au revoir !",
  },
};

export const again: typeof againEn = {
  title: "Revanche",
  asked: (name) => `${name} aimerait une revanche.`,
  asks: "Vous avez demandé une revanche.",
  there: "Il y a une revanche.",
  closed: "Une revanche était prévue, mais sa table a été fermée.",
  seats: (seats) => `Qui s’assoit où : ${seats}.`,
  you: (colour) => `vous, ${colour}`,
};
