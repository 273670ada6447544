/** Ce qui est écrit sur les plateaux et à côté, et ce que valent les choses, en français. */

import type { boards as boardsEn, worth as worthEn } from "./boards-en";

const count = (number: number, one: string, many = `${one}s`) => `${number} ${Math.abs(number) < 2 ? one : many}`;

export const boards: typeof boardsEn = {
  captureJumped: (frog) => `Capturer celle qui est survolée : ${frog}`,
  captureJumper: (frog) => `Capturer celle qui saute : ${frog}`,
  send: (colour, power) => `Envoyer une ${colour} : ${power}`,
  powers: {
    R: "sauter encore une fois",
    Y: "ramener une grenouille du village",
    B: "prendre une carte du marché",
    N: "reste chez vous, pour un trophée",
  },
  leaveAside: "Laisser la grenouille en chef de côté",
  swimBy: {
    larger: (steps) => `${steps}, avec le plus grand dé`,
    smaller: (steps) => `${steps}, avec le plus petit dé`,
    either: (steps) => `${steps}, avec un dé`,
    both: (steps) => `${steps}, avec les deux dés`,
  },
  labels: { market: "Marché", objectives: "Objectifs", secret: "Votre secret", village: "Village" },
  tips: {
    hut: (colour, power) => ({
      name: `La hutte des grenouilles de couleur ${colour}`,
      about: `Qui envoie ici une grenouille ${colour} peut ${power}.`,
    }),
    brownHut: {
      name: "La hutte des grenouilles marron",
      about: "Une grenouille marron ne s’envoie jamais. Chacune vaut un trophée à qui la garde.",
    },
    spring: { name: "Ressort", about: "La grenouille qui se pose ici avance aussitôt de deux cases de plus." },
    butterfly: {
      name: "Papillon",
      about: "Le propriétaire de la grenouille, même si un autre l’a déplacée, laisse un nénuphar derrière elle.",
    },
    trickster: {
      name: "Grenouille farceuse",
      about:
        "Le propriétaire de la grenouille échange un nénuphar contre un autre d’une autre couleur, avec le joueur de son choix.",
    },
    heap: (frogs, colour) => ({
      name: "Tas",
      about: `${frogs} grenouilles d’affilée au sommet (${colour}) : l’autre couleur ne peut pas s’y poser.`,
    }),
    full: (frogs) => ({
      name: "Pile pleine",
      about: `${count(frogs, "grenouille")}, et pas une de plus : personne ne peut s’y poser.`,
    }),
    chief: {
      name: "La grenouille en chef",
      about:
        "Personne ne se pose sur sa case, et aucune grenouille sous elle ne bouge, pendant le tour de celui qu’elle gêne.",
    },
    arrival: (place) => ({
      name: `Place ${place} de l’Arrivée`,
      about: `Le propriétaire de la grenouille arrivée en ${place === 1 ? "premier" : `${place}e`} prend le nénuphar de cette place.`,
    }),
  },
  coordinates: "Noms des cases sur le plateau",
  coordinatesSome: "Là où l’on en parle",
  coordinatesAll: "Toujours",
  coordinatesNone: "Jamais",
  pond: "Eau et rive",
  ponds: { usual: "Étang vert", lotus: "Étang aux lotus", autumn: "Étang d’automne", slate: "Étang d’ardoise" },
  seat: (number, colour) => `Place ${number}, ${colour}`,
  starts: "commence",
};

export const worth: typeof worthEn = {
  now: (score) => `${score} jusqu’ici`,
  nowWithout: (score) => `${score} + secret`,
  open: "Le détail",
  title: (name) => `${name}, en l’état`,
  total: "Ensemble",
  noSecret: "L’objectif secret d’un autre joueur n’est pas compté ici.",
  line: (frogs) => `${frogs} sur 5 en ligne`,
  root: (frogs) => `${frogs} sur la racine`,
  home: (frogs) => `${frogs} dans l’étang`,
  objectives: "Objectifs",
  sets: (sets) => (sets === 0 ? "" : count(sets, "série")),
  next: (has, needs) => `${has} sur ${needs} pour la suivante`,
  most: (has, others) => `${has}, les autres ${others} au plus`,
  noLilies: "Pas encore de nénuphars.",
  lilies: (number, colour) => `${number} × ${colour}`,
};
