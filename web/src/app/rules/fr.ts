/** Hints for a first game, in French. */

import type { RuleWords } from "./content";

export const rulesFr: RuleWords = {
  hints: {
    "hop-it": [
      "Les pièces entourées de lumière peuvent bouger. Choisissez un têtard devant vous, puis la case vers laquelle il nage.",
      "Une grenouille saute par-dessus une voisine. Survolez vos propres têtards pour en faire des grenouilles.",
      "Avant de jouer, regardez où une grenouille adverse pourrait retomber derrière une des vôtres.",
      "Un joueur qui peut survoler un adversaire doit en survoler un : vous pouvez ainsi attirer une grenouille au loin.",
    ],
    abagio: [
      "Les dés au milieu disent de combien saute une grenouille. Choisissez-en une entourée de lumière, puis la case où elle se pose.",
      "Une grenouille seule peut être frappée. Deux ou trois des vôtres d’affilée sont plus sûres.",
      "Quand vous n’avez plus de grenouille sur la racine, vous pouvez poser la grenouille en chef : c’est devant un tas adverse qu’elle gêne le plus.",
    ],
    "pool-party": [
      "Vos grenouilles attendent sur le ponton. Choisissez-en une, puis la case où un dé la mène, puis l’autre.",
      "Les deux suivantes entrent. Vous décidez quel dé va à laquelle.",
      "La plus grande vient en dernier ; l’autre dé déplace n’importe laquelle des vôtres.",
      "Visez maintenant : comptez ce qui sépare chacune d’une même ligne, et servez-vous de la somme ou de la différence pour le dernier pas.",
    ],
    "china-moon": [
      "Choisissez n’importe quelle grenouille, puis la case où elle se pose. Trois grenouilles bougent à votre tour, dont une au moins qui n’est pas à vous.",
      "Vos grenouilles devraient finir sur des nénuphars d’une même couleur ; menez les autres là où il n’y a rien.",
      "Les ressorts, les farceuses et les papillons agissent sur le propriétaire de la grenouille : menez-y celles des autres.",
    ],
    frogriders: [
      "Gardez d’abord l’un de vos deux objectifs secrets : il dit quelles grenouilles vous voulez.",
      "Choisissez une grenouille entourée de lumière, puis le nénuphar où elle retombe. Vous capturez celle du milieu.",
      "Vous pouvez envoyer une grenouille capturée au village, pour son pouvoir, ou personne.",
      "Surveillez les sauts qui restent : quand quelqu’un ne peut plus sauter, la partie est finie.",
    ],
  },
};
