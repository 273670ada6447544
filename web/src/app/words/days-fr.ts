/** Words of turns that wait, and of people whom somebody does not want to meet, in French. */

import type { people as peopleEn, turns as turnsEn } from "./days-en";

export const turns: typeof turnsEn = {
  play: "Jouer",
  with: (names) => `avec ${names}`,
  until: (moment) => `jusqu’au ${moment}`,
  weekend: "week-end : la pendule est arrêtée",
  ask: "M’avertir quand c’est à moi",
  moved: (game, name) => `${game} : ${name} a joué.`,
  begins: (game) => `${game} : vous commencez.`,
  weekendsOff: "Week-ends libres : samedi et dimanche ne comptent pas",
  daysOff: (days) => `${days}, week-ends libres`,
};

export const people: typeof peopleEn = {
  title: "Les personnes à cette table",
  mute: "Ne plus entendre",
  unmute: "Entendre à nouveau",
  block: "Bloquer",
  unblock: "Débloquer",
  report: "Signaler…",
  named: (what, name) => `${what} : ${name}`,
  blocked: "personne bloquée",
  blockAbout:
    "Le blocage est retenu par ce navigateur : vous ne voyez plus ce que ces personnes disent ni les tables publiques qu’elles ouvrent, et vous êtes averti là où elles sont assises. Elles n’en savent rien. Qui revient avec un autre navigateur est quelqu’un de nouveau.",
  privateAbout:
    "Aux tables qui ne sont pas publiques, personne ne peut être bloqué : on y vient avec le lien. Vous pouvez ne plus entendre quelqu’un.",
  sits: (names, many) =>
    many === 1
      ? `Une personne que vous avez bloquée est assise à cette table : ${names}.`
      : `Des personnes que vous avez bloquées sont assises à cette table : ${names}.`,
  list: "Les personnes que vous avez bloquées",
  listEmpty: "Personne.",
  reportTitle: (name) => (name === null ? "Signaler cette table" : `Signaler ${name}`),
  reportTable: "Signaler cette table…",
  reportAbout:
    "La personne qui tient ce serveur reçoit votre signalement avec ce qui s’est dit ici en dernier. Personne à la table n’est averti, et rien ne se passe tout seul.",
  reason: "Qu’est-ce qui ne va pas ?",
  reasons: {
    name: "Un nom offensant",
    abuse: "Insultes, menaces ou haine",
    spam: "Publicité, ou toujours la même chose",
    play: "Gâcher la partie exprès",
    other: "Autre chose",
  },
  text: "Que s’est-il passé ? (si vous voulez)",
  alsoBlock: "Bloquer aussi cette personne",
  send: "Envoyer le signalement",
  sent: (lines, days) =>
    `Votre signalement est envoyé, avec ${lines} ${lines > 1 ? "lignes" : "ligne"} de discussion. Il est gardé ${days} jours au plus.`,
};
