/** Les règles en bref, et des conseils pour une première partie, en français. */

import type { RuleWords } from "./content";

export const rulesFr: RuleWords = {
  chapters: {
    "hop-it": [
      {
        title: "But",
        text: [
          "Deux joueurs, blancs et noirs, neuf pièces chacun. Ne laissez qu’une pièce à l’adversaire, et vous gagnez.",
        ],
        scene: 0,
      },
      {
        title: "Un tour",
        text: [
          "Déplacez une de vos pièces.",
          "- Un pas : têtard ou grenouille gagne une case d’eau voisine et libre.",
          "- Un saut, réservé aux grenouilles : par-dessus une pièce voisine de l’une ou l’autre couleur, jusqu’à la case libre juste derrière, et ainsi de suite autant que vous voulez.",
        ],
      },
      {
        title: "Effet d’un saut",
        text: [
          "- Par-dessus un têtard, quelle que soit sa couleur : il devient une grenouille.",
          "- Par-dessus une grenouille adverse : elle est éliminée.",
          "- Par-dessus une des vôtres : rien.",
          "Aucune pièce n’est survolée deux fois dans un même tour.",
        ],
        scene: 1,
      },
      {
        title: "Obligation",
        text: [
          "Si une de vos grenouilles peut survoler un adversaire au début de votre tour, votre coup doit en survoler un. Un enchaînement de sauts le doit aussi, dès que sa grenouille arrive là où elle le peut.",
          "- Vous pouvez d’abord survoler vos propres pièces, avec la grenouille de votre choix, tant qu’elle peut encore arriver à un adversaire.",
          "- D’ici là, ni pas ni arrêt. Après un adversaire, vous êtes libre : continuez ou arrêtez-vous.",
        ],
        scene: 3,
      },
      {
        title: "Nénuphars et grues",
        text: [
          "On n’arrive sur un nénuphar que par un saut. Une grenouille qui s’y repose doit bouger à votre tour suivant ; si vous déplacez une autre pièce, la grue la mange. Sur un nénuphar, personne ne peut vous survoler.",
        ],
        scene: 2,
      },
      {
        title: "Fin",
        text: [
          "Le joueur qui n’a plus qu’une pièce perd. Après 50 tours sans capture ni têtard devenu grenouille, la partie est nulle.",
        ],
      },
    ],
    abagio: [
      {
        title: "But",
        text: [
          "Chacun des deux joueurs mène douze grenouilles autour du plateau, dans le sens des aiguilles d’une montre, de la racine jusqu’à Huit, puis par son secteur sûr jusqu’à Un et dans l’étang. Le premier dont les douze y sont arrivées gagne.",
        ],
        scene: 0,
      },
      {
        title: "Un tour",
        text: [
          "On lance deux dés : un saut par nombre, quatre sauts pour un double. Un saut fait avancer la grenouille du dessus d’une pile d’exactement un de ces nombres ; sur la racine, n’importe laquelle des vôtres peut partir.",
          "Tout nombre jouable doit être joué ; si un seul peut l’être, c’est le plus grand.",
        ],
      },
      {
        title: "Où se poser",
        text: [
          "- Sur une case vide ou sur sa propre couleur.",
          "- Sur une grenouille adverse isolée : elle est frappée et retourne à la racine.",
          "- Sur exactement deux adverses d’affilée : elles sont couvertes et ne bougent plus.",
          "- Jamais sur un tas, trois adverses d’affilée ou plus, sur une pile pleine (cinq grenouilles, deux sur les losanges), ni sur la grenouille en chef.",
        ],
        scene: 1,
      },
      {
        title: "La grenouille en chef",
        text: [
          "Si vous n’avez plus de grenouille sur la racine après vos sauts, posez la grenouille en chef dorée sur le chemin extérieur, sur une case vide ou sur une des vôtres, ou laissez-la de côté. Personne ne s’y pose, et rien ne bouge dessous.",
        ],
        scene: 2,
      },
      {
        title: "Vers l’étang",
        text: [
          "Une grenouille n’entre dans l’étang que si toutes les vôtres sont sur le chemin intérieur, de Huit à Un. Un nombre trop grand peut servir à votre grenouille la plus éloignée.",
        ],
      },
    ],
    "pool-party": [
      {
        title: "But",
        text: [
          "Cinq grenouilles de cinq tailles nagent dans le sens des aiguilles d’une montre, chacune dans son couloir. Soyez le premier à aligner les cinq, de l’îlot au bord.",
        ],
        scene: 2,
      },
      {
        title: "Les trois premiers tours",
        text: [
          "On lance deux dés à chaque tour.",
          "- Tour 1 : vos deux plus petites grenouilles entrent, avec un dé chacune.",
          "- Tour 2 : les deux suivantes.",
          "- Tour 3 : la plus grande entre avec un dé, l’autre dé déplace une autre grenouille.",
        ],
        scene: 0,
      },
      {
        title: "Tous les tours suivants",
        text: [
          "- Déplacez deux grenouilles, chacune d’un dé ; ou",
          "- une seule de la somme, ou de la différence, des deux dés ; ou",
          "- après un double, vous pouvez passer.",
        ],
      },
      {
        title: "Pousser",
        text: [
          "Les grenouilles passent par-dessus les autres. Celle qui occupe la case d’arrivée est poussée d’une case, avec toute la file devant elle. Une poussée peut achever la ligne de quelqu’un.",
        ],
        scene: 1,
      },
    ],
    "china-moon": [
      {
        title: "But",
        text: ["Recueillir les nénuphars qui valent le plus avant que la quatrième grenouille n’atteigne l’Arrivée."],
        scene: 0,
      },
      {
        title: "Un tour",
        text: [
          "Avancez trois grenouilles différentes de deux cases libres chacune. Elles peuvent être à n’importe qui, mais une au moins doit appartenir à un autre joueur. Les cases occupées sont survolées et ne comptent pas ; à une fourche, vous choisissez la branche.",
          "Le propriétaire d’une grenouille prend le nénuphar sur lequel elle se pose, quel que soit le joueur qui l’a déplacée.",
        ],
      },
      {
        title: "Les symboles",
        text: [
          "- Ressort : la même grenouille avance aussitôt de deux cases.",
          "- Grenouille farceuse : le propriétaire de la grenouille doit échanger, avec un autre joueur, un nénuphar contre un d’une autre couleur.",
          "- Papillon : le propriétaire laisse un nénuphar sur la case libre la plus proche en arrière.",
        ],
        scene: 1,
      },
      {
        title: "Décompte",
        text: [
          "Pour les blancs, les jaunes et les roses, séparément : un nénuphar 1 point, deux 3, trois 6, quatre 10, cinq 15. Le bleu vaut 4, le noir −2.",
          "Les trois premières arrivées prennent le nénuphar de leur place ; la quatrième prend le bleu et met fin à la partie.",
        ],
        scene: 2,
      },
    ],
    frogriders: [
      {
        title: "But",
        text: [
          "Capturez des grenouilles qui s’accordent avec vos cartes. Le joueur qui a le plus de trophées gagne. Au début, chacun garde l’un de ses deux objectifs secrets.",
        ],
        scene: 0,
      },
      {
        title: "D’abord : sauter",
        text: [
          "N’importe quelle grenouille saute par-dessus une voisine, tout droit et jamais en diagonale, jusqu’au nénuphar vide derrière elle. Vous capturez la grenouille survolée. À deux joueurs, les nénuphars foncés sont hors jeu.",
        ],
      },
      {
        title: "Puis : envoyer une grenouille, si vous voulez",
        text: [
          "Vous pouvez envoyer une grenouille capturée au village.",
          "- Rouge : sautez encore une fois.",
          "- Jaune : ramenez une grenouille qui était au village.",
          "- Bleue : prenez une des cartes Privilège visibles.",
          "- Les marron restent : chacune vaut un trophée.",
        ],
        scene: 1,
      },
      {
        title: "Les cartes",
        text: [
          "Les cartes Privilège offrent de nouveaux sauts, des grenouilles en plus ou des trophées. Chaque carte dit ce qu’elle fait quand on la désigne.",
        ],
      },
      {
        title: "Fin",
        text: [
          "La partie s’arrête quand le joueur dont c’est le tour ne peut pas sauter. On compte alors l’objectif secret, les deux objectifs communs, un trophée par grenouille marron et les cartes. À égalité, le joueur qui a le plus de grenouilles gagne.",
        ],
      },
    ],
  },
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
