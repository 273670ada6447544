/** The rules in short, and hints for a first game. */

import type { GameId } from "../../engine/view";

export interface Chapter {
  readonly title: string;
  /** Paragraphs; those that begin with `- ` are a list. */
  readonly text: readonly string[];
  /** Which of the game's small positions goes with it. */
  readonly scene?: number;
}

export interface RuleWords {
  readonly chapters: Readonly<Record<GameId, readonly Chapter[]>>;
  /** What to do in the first turns, one hint per turn of one's own. */
  readonly hints: Readonly<Record<GameId, readonly string[]>>;
}

export const rulesEn: RuleWords = {
  chapters: {
    "hop-it": [
      { title: "Aim", text: ["Two players, white and black, nine pieces each. Leave the other with a single piece, and you win."], scene: 0 },
      { title: "A turn", text: [
        "Move one of your pieces.",
        "- A step: tadpole or frog goes to an empty water cell next to it.",
        "- A hop, frogs only: over one neighbouring piece of either colour to the empty cell straight behind it, and on, as often as you like.",
      ] },
      { title: "What a hop does", text: [
        "- Over a tadpole of either colour: it grows into a frog.",
        "- Over an enemy frog: it is out.",
        "- Over your own frog: nothing.",
        "No piece is hopped over twice in one turn.",
      ], scene: 1 },
      { title: "You must", text: [
        "If one of your frogs can hop over an enemy when your turn begins, your move must go over one. A chain of hops must do so too, as soon as its frog comes to stand where it can.",
        "- You may hop over your own pieces first, with whichever frog, as long as that frog can still get to an enemy.",
        "- Until then you may neither step nor stop. After one enemy you are free: hop on or stop.",
      ], scene: 3 },
      { title: "Lily pads and birds", text: ["Lily pads are entered by hopping only. A frog that rests there must move in your next turn; if you move another piece instead, the bird eats it. On a lily pad nobody can hop over you."], scene: 2 },
      { title: "The end", text: ["Whoever has one piece left loses. After 50 turns in which nothing grew and nothing was taken, it is a draw."] },
    ],
    abagio: [
      { title: "Aim", text: ["Two players race twelve frogs each round the board, clockwise from the root to Eight, then through their own coloured squares to One and into the pond. The first with all twelve home wins."], scene: 0 },
      { title: "A turn", text: [
        "Two dice are rolled: one leap for each number, four leaps for a double. A leap carries the top frog of a stack forward by exactly one number; on the root any of your frogs may go.",
        "Every number that can be used must be used; if only one can, the larger.",
      ] },
      { title: "Where a frog may land", text: [
        "- On an empty space or on its own colour.",
        "- On a single enemy frog: it is hit and goes back to the root.",
        "- On exactly two enemy frogs in a row: they are covered and cannot move.",
        "- Never on three or more enemies in a row, on a full stack (five frogs; two on the diamonds), or on the chief frog.",
      ], scene: 1 },
      { title: "The chief frog", text: ["If you have no frog on the root after your leaps, place the golden chief frog on the outer path, on an empty space or on your own frog, or leave it aside. Nobody lands on it, and nothing beneath it moves."], scene: 2 },
      { title: "Into the pond", text: ["Frogs enter the pond only once all of yours are on the inner path, Eight to One. A number larger than needed may be used by your farthest frog."] },
    ],
    "pool-party": [
      { title: "Aim", text: ["Five frogs of five sizes swim clockwise in five lanes. Be the first to have all five in one straight line from the island to the rim."], scene: 2 },
      { title: "The first three turns", text: [
        "Two dice are rolled each turn.",
        "- Turn 1: your two smallest frogs enter, with one die each.",
        "- Turn 2: the next two.",
        "- Turn 3: the largest enters with one die, the other die moves another frog.",
      ], scene: 0 },
      { title: "Every later turn", text: [
        "- Move two frogs, one by each die; or",
        "- move one frog by the sum, or by the difference, of both dice; or",
        "- after a double you may pass.",
      ] },
      { title: "Pushing", text: ["Frogs swim over others. Whoever is on the space where a frog lands is pushed one space on, together with the whole row ahead of it. A push may complete somebody’s line."], scene: 1 },
    ],
    "china-moon": [
      { title: "Aim", text: ["Collect the lilies that are worth most before the fourth frog reaches the giant lily."], scene: 0 },
      { title: "A turn", text: [
        "Move three different frogs two free pads each. They may be anybody’s, but at least one must belong to another player. Occupied pads are leapt over and not counted; at a fork you choose the arm.",
        "The owner of a frog takes the lily on which it lands, whoever moved it.",
      ] },
      { title: "Lanterns", text: [
        "- Spring: the same frog moves two pads on at once.",
        "- Trickster: the frog’s owner must exchange a lily with somebody for one of another colour.",
        "- Butterfly: the frog’s owner drops one lily on the nearest free pad behind.",
      ], scene: 1 },
      { title: "Scoring", text: [
        "For each of white, yellow and pink: one lily 1 point, two 3, three 6, four 10, five 15. The blue lily is worth 4, the black one −2.",
        "The first three to arrive take the lily of their place; the fourth takes the blue one and ends the game.",
      ], scene: 2 },
    ],
    frogriders: [
      { title: "Aim", text: ["Capture frogs and combine them with your cards. Most trophies win. At first everybody chooses one of two secret objectives."], scene: 0 },
      { title: "First: jump", text: ["Any frog jumps over one neighbour, straight and not diagonally, onto the empty pad behind. You capture the frog jumped over. With two players the dark pads are out of bounds."] },
      { title: "Then: send one frog, if you like", text: [
        "You may send one captured frog to the village.",
        "- Red: jump once more.",
        "- Yellow: fetch a frog that was in the village.",
        "- Blue: take one of the open cards.",
        "- Brown frogs stay: each is worth one trophy.",
      ], scene: 1 },
      { title: "Cards", text: ["Privilege cards bring new jumps, extra frogs or trophies. Every card says what it does when you point at it."] },
      { title: "The end", text: ["Whoever cannot jump ends the game. Then count: your secret objective, both common ones, one trophy per brown frog, your cards. A tie goes to the player with more frogs."] },
    ],
  },
  hints: {
    "hop-it": [
      "Pieces that glow can move. Choose a tadpole in front of you, then the cell it swims to.",
      "A frog hops over a neighbour. Hop over your own tadpoles to make frogs of them.",
      "Before you move, look where an enemy frog could land behind one of yours.",
      "Who can hop over an enemy must go over one: you can lure a frog away like that.",
    ],
    abagio: [
      "The dice in the middle show how far a frog leaps. Choose a glowing frog, then where it lands.",
      "Lone frogs can be hit. Two or three of your own in a row are safer.",
      "With the root empty you may place the chief frog: in front of an enemy heap it hurts most.",
    ],
    "pool-party": [
      "Your frogs wait on the deck. Choose one, then the space a die takes it to, then the other frog.",
      "The next two frogs enter. You decide which die goes to which frog.",
      "Last comes the largest frog; the other die moves any of your frogs.",
      "Now aim: count how far each frog is from one common line, and use the sum or the difference for the last step.",
    ],
    "china-moon": [
      "Choose any frog, then the pad it lands on. Three frogs move in your turn, at least one of them not yours.",
      "Your own frogs should end on lilies of one colour; move the others where nothing lies.",
      "A frog lands on a lantern? Point at it to read what it does.",
    ],
    frogriders: [
      "First keep one of your two secrets: it says which frogs you want.",
      "Choose a frog that glows, then where it lands. You capture the one in between.",
      "You may send one captured frog to the village, for its power, or nobody.",
      "Watch how many jumps are left: when somebody cannot jump, the game is over.",
    ],
  },
};

export const rulesFr: RuleWords = {
  chapters: {
    "hop-it": [
      { title: "But", text: ["Deux joueurs, blancs et noirs, neuf pièces chacun. Ne laissez qu’une pièce à l’adversaire, et vous gagnez."], scene: 0 },
      { title: "Un tour", text: [
        "Déplacez une de vos pièces.",
        "- Un pas : têtard ou grenouille gagne une case d’eau voisine et libre.",
        "- Un bond, réservé aux grenouilles : par-dessus une pièce voisine de l’une ou l’autre couleur, jusqu’à la case libre juste derrière, et ainsi de suite autant que vous voulez.",
      ] },
      { title: "Effet d’un bond", text: [
        "- Par-dessus un têtard, quelle que soit sa couleur : il devient grenouille.",
        "- Par-dessus une grenouille adverse : elle est éliminée.",
        "- Par-dessus une des vôtres : rien.",
        "Aucune pièce n’est survolée deux fois dans un même tour.",
      ], scene: 1 },
      { title: "Obligation", text: [
        "Si une de vos grenouilles peut survoler un adversaire au début de votre tour, votre coup doit en survoler un. Une chaîne de bonds le doit aussi, dès que sa grenouille arrive là où elle le peut.",
        "- Vous pouvez d’abord survoler vos propres pièces, avec la grenouille de votre choix, tant qu’elle peut encore arriver à un adversaire.",
        "- D’ici là, ni pas ni arrêt. Après un adversaire, vous êtes libre : continuez ou arrêtez-vous.",
      ], scene: 3 },
      { title: "Nénuphars et oiseaux", text: ["On n’arrive sur un nénuphar que par un bond. Une grenouille qui s’y repose doit bouger à votre tour suivant ; si vous déplacez une autre pièce, l’oiseau la mange. Sur un nénuphar, personne ne peut vous survoler."], scene: 2 },
      { title: "Fin", text: ["Qui n’a plus qu’une pièce perd. Après 50 tours sans croissance ni prise, la partie est nulle."] },
    ],
    abagio: [
      { title: "But", text: ["Deux joueurs font courir douze grenouilles chacun autour du plateau, dans le sens des aiguilles, de la racine jusqu’à Huit, puis par leurs cases colorées jusqu’à Un et dans la mare. Le premier dont les douze sont au bain gagne."], scene: 0 },
      { title: "Un tour", text: [
        "On lance deux dés : un saut par nombre, quatre sauts pour un double. Un saut porte la grenouille du dessus d’une pile exactement du nombre indiqué ; sur la racine, n’importe laquelle des vôtres peut partir.",
        "Tout nombre jouable doit être joué ; si un seul peut l’être, c’est le plus grand.",
      ] },
      { title: "Où se poser", text: [
        "- Sur une case vide ou sur sa propre couleur.",
        "- Sur une grenouille adverse isolée : elle est frappée et retourne à la racine.",
        "- Sur exactement deux adverses d’affilée : elles sont coiffées et ne bougent plus.",
        "- Jamais sur trois adverses d’affilée ou plus, sur une pile pleine (cinq grenouilles, deux sur les losanges), ni sur la grenouille en chef.",
      ], scene: 1 },
      { title: "La grenouille en chef", text: ["Si vous n’avez plus de grenouille sur la racine après vos sauts, posez la grenouille en chef dorée sur le parcours extérieur, sur une case vide ou sur une des vôtres, ou laissez-la de côté. Personne ne s’y pose, et rien ne bouge dessous."], scene: 2 },
      { title: "Vers la mare", text: ["Une grenouille n’entre dans la mare que si toutes les vôtres sont sur le parcours intérieur, de Huit à Un. Un nombre trop grand peut servir à votre grenouille la plus éloignée."] },
    ],
    "pool-party": [
      { title: "But", text: ["Cinq grenouilles de cinq tailles nagent dans le sens des aiguilles, chacune dans son couloir. Soyez le premier à aligner les cinq, de l’îlot au bord."], scene: 2 },
      { title: "Les trois premiers tours", text: [
        "On lance deux dés à chaque tour.",
        "- Tour 1 : vos deux plus petites grenouilles entrent, avec un dé chacune.",
        "- Tour 2 : les deux suivantes.",
        "- Tour 3 : la plus grande entre avec un dé, l’autre dé déplace une autre grenouille.",
      ], scene: 0 },
      { title: "Tous les tours suivants", text: [
        "- Déplacez deux grenouilles, chacune d’un dé ; ou",
        "- une seule de la somme, ou de la différence, des deux dés ; ou",
        "- après un double, vous pouvez passer.",
      ] },
      { title: "Pousser", text: ["Les grenouilles passent par-dessus les autres. Celle qui occupe la case d’arrivée est poussée d’une case, avec toute la file devant elle. Une poussée peut achever la ligne de quelqu’un."], scene: 1 },
    ],
    "china-moon": [
      { title: "But", text: ["Recueillir les nénuphars qui valent le plus avant que la quatrième grenouille n’atteigne la fleur géante."], scene: 0 },
      { title: "Un tour", text: [
        "Avancez trois grenouilles différentes de deux feuilles libres chacune. Elles peuvent être à n’importe qui, mais une au moins doit appartenir à un autre joueur. Les feuilles occupées sont sautées sans compter ; à une fourche, vous choisissez la branche.",
        "Le propriétaire d’une grenouille prend le nénuphar où elle se pose, quel que soit celui qui l’a déplacée.",
      ] },
      { title: "Les lanternes", text: [
        "- Ressort : la même grenouille avance aussitôt de deux feuilles.",
        "- Farceuse : le propriétaire de la grenouille doit échanger un nénuphar contre un autre d’une autre couleur.",
        "- Papillon : le propriétaire laisse un nénuphar sur la feuille libre la plus proche en arrière.",
      ], scene: 1 },
      { title: "Décompte", text: [
        "Pour les blancs, les jaunes et les roses, séparément : un nénuphar 1 point, deux 3, trois 6, quatre 10, cinq 15. Le bleu vaut 4, le noir −2.",
        "Les trois premières arrivées prennent le nénuphar de leur place ; la quatrième prend le bleu et met fin à la partie.",
      ], scene: 2 },
    ],
    frogriders: [
      { title: "But", text: ["Capturez des grenouilles et accordez-les à vos cartes. Le plus de trophées l’emporte. Au début, chacun choisit l’un de deux objectifs secrets."], scene: 0 },
      { title: "D’abord : sauter", text: ["N’importe quelle grenouille saute par-dessus une voisine, tout droit et jamais en diagonale, jusqu’à la feuille libre derrière. Vous capturez celle qui a été survolée. À deux, les feuilles sombres sont interdites."] },
      { title: "Puis : envoyer une grenouille, si vous voulez", text: [
        "Vous pouvez envoyer une grenouille capturée au village.",
        "- Rouge : sautez encore une fois.",
        "- Jaune : reprenez une grenouille qui était au village.",
        "- Bleue : prenez une des cartes visibles.",
        "- Les marron restent : chacune vaut un trophée.",
      ], scene: 1 },
      { title: "Les cartes", text: ["Les cartes Privilège offrent de nouveaux sauts, des grenouilles en plus ou des trophées. Chaque carte dit ce qu’elle fait quand on la désigne."] },
      { title: "Fin", text: ["Qui ne peut sauter met fin à la partie. On compte alors : l’objectif secret, les deux communs, un trophée par grenouille marron, les cartes. À égalité, le joueur qui a le plus de grenouilles l’emporte."] },
    ],
  },
  hints: {
    "hop-it": [
      "Les pièces qui luisent peuvent bouger. Choisissez un têtard devant vous, puis la case où il nage.",
      "Une grenouille bondit par-dessus une voisine. Survolez vos propres têtards pour en faire des grenouilles.",
      "Avant de jouer, regardez où une grenouille adverse pourrait retomber derrière une des vôtres.",
      "Qui peut survoler un adversaire doit en survoler un : on peut ainsi attirer une grenouille au loin.",
    ],
    abagio: [
      "Les dés au milieu disent de combien saute une grenouille. Choisissez-en une qui luit, puis sa case d’arrivée.",
      "Une grenouille seule peut être frappée. Deux ou trois des vôtres d’affilée sont plus sûres.",
      "La racine vide, vous pouvez poser la grenouille en chef : devant un tas adverse, elle gêne le plus.",
    ],
    "pool-party": [
      "Vos grenouilles attendent sur le ponton. Choisissez-en une, puis la case où un dé la mène, puis l’autre.",
      "Les deux suivantes entrent. Vous décidez quel dé va à laquelle.",
      "La plus grande vient en dernier ; l’autre dé déplace n’importe laquelle des vôtres.",
      "Visez maintenant : comptez ce qui sépare chacune d’une même ligne, et gardez la somme ou la différence pour le dernier pas.",
    ],
    "china-moon": [
      "Choisissez n’importe quelle grenouille, puis la feuille où elle se pose. Trois grenouilles bougent à votre tour, dont une au moins qui n’est pas à vous.",
      "Vos grenouilles devraient finir sur des nénuphars d’une même couleur ; menez les autres là où il n’y a rien.",
      "Une grenouille arrive sur une lanterne ? Désignez-la pour lire ce qu’elle fait.",
    ],
    frogriders: [
      "Gardez d’abord l’un de vos deux secrets : il dit quelles grenouilles vous voulez.",
      "Choisissez une grenouille qui luit, puis où elle retombe. Vous capturez celle du milieu.",
      "Vous pouvez envoyer une grenouille capturée au village, pour son pouvoir, ou personne.",
      "Surveillez les sauts qui restent : quand quelqu’un ne peut plus sauter, la partie est finie.",
    ],
  },
};
