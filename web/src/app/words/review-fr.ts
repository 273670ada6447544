/** Ce que dit l’analyse d’une partie, en français. */

import { isSingular, to } from "../../words/grammar/fr";
import { pointsOf } from "./points";
import type { review as reviewEn } from "./review-en";

const points = pointsOf("fr");
const cost = (share: number, error: number) =>
  `${points.amount(share, error)} ${isSingular(share * 100) ? "point" : "points"}`;

export const review: typeof reviewEn = {
  chances: "Chances de gagner",
  axis: "en points sur 100",
  basis: "Ce que la courbe tient pour connu",
  asItWas: "En réalité",
  couldKnow: (name) => `Ce que pouvait savoir ${name}`,
  value: (name, share, error) => `${name} ${points.amount(share, error)}`,
  looking: (done, all) => `L’ordinateur examine la partie : ${done} moments sur ${all}.`,
  missing: (moments) =>
    moments === 1 ? "Un moment n’a pas pu être évalué." : `${moments} moments n’ont pas pu être évalués.`,
  waits: "L’analyse attend son tour : d’autres parties sont à l’examen.",
  done: "La partie est analysée.",
  title: "Les tournants de la partie",
  own: "Vos choix",
  others: "Les autres, et le hasard",
  none: "Aucun choix n’a coûté cher, et le hasard n’a favorisé personne.",
  mistake: (name, share, error) => `${name} : une erreur qui a coûté ${cost(share, error)}`,
  close: (name, share, error) => `${name} : trop serré pour trancher, ${cost(share, error)}`,
  luck: (seats, wrong) => `Hasard : ${seats} points${wrong === "" ? "" : ` (${wrong})`}`,
  played: (what) => `Joué : ${what}`,
  better: (what) => `Mieux : ${what}`,
  perhaps: (what) => `Peut-être mieux : ${what}`,
  playedHere: "ce qui a été joué",
  betterHere: "ce qui aurait été mieux",
  over: (what) => `par-dessus ${what}`,
  next: "Tournant suivant",
  previous: "Tournant précédent",
  count: (number, all) => `Tournant ${number} sur ${all}`,
  counted: (all) => (isSingular(all) ? `${all} tournant` : `${all} tournants`),
  decided: "Ce qui a décidé",
  weighs: {
    luck: "Le hasard a pesé plus lourd que les choix.",
    choices: "Les choix ont pesé plus lourd que le hasard.",
    both: "Le hasard et les choix ont pesé à peu près autant.",
    neither: "Ni le hasard ni des erreurs nettes n’ont pesé lourd.",
  },
  weighsAlone: {
    choices: "Les choix ont décidé de cette partie.",
    neither: "Aucune erreur nette n’a décidé de cette partie.",
  },
  ...points,
  cost,
  gave: (given) => `Le hasard a donné ${given}.`,
  took: (taken) => `Le hasard a pris ${taken}.`,
  gaveAndTook: (given, taken) => `Le hasard a donné ${given}, et en a pris ${taken}.`,
  even: "Le hasard a été égal pour tous.",
  mistakes: (lost) => `Les erreurs ont coûté ${lost}.`,
  noMistakes: "Personne n’a commis d’erreur nette.",
  getting: (name, amount) => `${amount} ${to(name)}`,
  losing: (name, amount) => `${amount} ${to(name)}`,
  thought: (iterations, seed) =>
    `Chaque moment a été examiné en ${iterations.toLocaleString("fr-FR")} itérations avec la graine ${seed} ; un conseil avec les deux dit la même chose.`,
  keys: "N et B : tournant suivant et précédent.",
};
