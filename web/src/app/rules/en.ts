/** The rules in short, and hints for a first game, in English. */

import type { RuleWords } from "./content";

export const rulesEn: RuleWords = {
  chapters: {
    "hop-it": [
      {
        title: "Aim",
        text: ["Two players, white and black, nine pieces each. Leave the other with a single piece, and you win."],
        scene: 0,
      },
      {
        title: "A turn",
        text: [
          "Move one of your pieces.",
          "- A step: tadpole or frog goes to an empty water cell next to it.",
          "- A hop, frogs only: over one neighbouring piece of either colour to the empty cell straight behind it, and on, as often as you like.",
        ],
      },
      {
        title: "What a hop does",
        text: [
          "- Over a tadpole of either colour: it grows into a frog.",
          "- Over an enemy frog: it is out.",
          "- Over your own frog: nothing.",
          "No piece is hopped over twice in one turn.",
        ],
        scene: 1,
      },
      {
        title: "You must",
        text: [
          "If one of your frogs can hop over an enemy when your turn begins, your move must go over one. A chain of hops must do so too, as soon as its frog comes to stand where it can.",
          "- You may hop over your own pieces first, with whichever frog, as long as that frog can still get to an enemy.",
          "- Until then you may neither step nor stop. After one enemy you are free: hop on or stop.",
        ],
        scene: 3,
      },
      {
        title: "Lily pads and cranes",
        text: [
          "Lily pads are entered by hopping only. A frog that rests there must move in your next turn; if you move another piece instead, the crane eats it. On a lily pad nobody can hop over you.",
        ],
        scene: 2,
      },
      {
        title: "The end",
        text: [
          "Whoever has one piece left loses. After 50 turns in which nothing grew and nothing was taken, it is a draw.",
        ],
      },
    ],
    abagio: [
      {
        title: "Aim",
        text: [
          "Two players race twelve frogs each round the board, clockwise from the root to Eight, then through their own safe sector to One and into the pond. The first with all twelve home wins.",
        ],
        scene: 0,
      },
      {
        title: "A turn",
        text: [
          "Two dice are rolled: one leap for each number, four leaps for a double. A leap carries the top frog of a stack forward by exactly one number; on the root any of your frogs may go.",
          "Every number that can be used must be used; if only one can, the larger.",
        ],
      },
      {
        title: "Where a frog may land",
        text: [
          "- On an empty space or on its own colour.",
          "- On a single enemy frog: it is hit and goes back to the root.",
          "- On exactly two enemy frogs in a row: they are capped and cannot move.",
          "- Never on a heap, three or more enemies in a row, on a full stack (five frogs; two on the diamonds), or on the chief frog.",
        ],
        scene: 1,
      },
      {
        title: "The chief frog",
        text: [
          "If you have no frog on the root after your leaps, place the golden chief frog on the outer path, on an empty space or on your own frog, or leave it aside. Nobody lands on it, and nothing beneath it moves.",
        ],
        scene: 2,
      },
      {
        title: "Into the pond",
        text: [
          "Frogs enter the pond only once all of yours are on the inner path, Eight to One. A number larger than needed may be used by your farthest frog.",
        ],
      },
    ],
    "pool-party": [
      {
        title: "Aim",
        text: [
          "Five frogs of five sizes swim clockwise in five lanes. Be the first to have all five in one straight line from the island to the rim.",
        ],
        scene: 2,
      },
      {
        title: "The first three turns",
        text: [
          "Two dice are rolled each turn.",
          "- Turn 1: your two smallest frogs enter, with one die each.",
          "- Turn 2: the next two.",
          "- Turn 3: the largest enters with one die, the other die moves another frog.",
        ],
        scene: 0,
      },
      {
        title: "Every later turn",
        text: [
          "- Move two frogs, one by each die; or",
          "- move one frog by the sum, or by the difference, of both dice; or",
          "- after a double you may pass.",
        ],
      },
      {
        title: "Pushing",
        text: [
          "Frogs swim over others. Whoever is on the space where a frog lands is pushed one space on, together with the whole row ahead of it. A push may complete somebody’s line.",
        ],
        scene: 1,
      },
    ],
    "china-moon": [
      {
        title: "Aim",
        text: ["Collect the lilies that are worth most before the fourth frog reaches the Arrival."],
        scene: 0,
      },
      {
        title: "A turn",
        text: [
          "Move three different frogs two free pads each. They may be anybody’s, but at least one must belong to another player. Occupied pads are leapt over and not counted; at a fork you choose the arm.",
          "The owner of a frog takes the lily on which it lands, whoever moved it.",
        ],
      },
      {
        title: "Symbols",
        text: [
          "- Spring: the same frog moves two pads on at once.",
          "- Trickster frog: the frog’s owner must exchange a lily with another player for one of another colour.",
          "- Butterfly: the frog’s owner drops one lily on the nearest free pad behind.",
        ],
        scene: 1,
      },
      {
        title: "Scoring",
        text: [
          "For each of white, yellow and pink: one lily 1 point, two 3, three 6, four 10, five 15. The blue lily is worth 4, the black one −2.",
          "The first three to arrive take the lily of their place; the fourth takes the blue one and ends the game.",
        ],
        scene: 2,
      },
    ],
    frogriders: [
      {
        title: "Aim",
        text: [
          "Capture frogs and combine them with your cards. Most trophies win. At first everybody chooses one of two secret objectives.",
        ],
        scene: 0,
      },
      {
        title: "First: jump",
        text: [
          "Any frog jumps over one neighbour, straight and not diagonally, onto the empty pad behind. You capture the frog jumped over. With two players the dark pads are out of bounds.",
        ],
      },
      {
        title: "Then: send one frog, if you like",
        text: [
          "You may send one captured frog to the village.",
          "- Red: jump once more.",
          "- Yellow: fetch a frog that was in the village.",
          "- Blue: take one of the open privilege cards.",
          "- Brown frogs stay: each is worth one trophy.",
        ],
        scene: 1,
      },
      {
        title: "Cards",
        text: [
          "Privilege cards bring new jumps, extra frogs or trophies. Every card says what it does when you point at it.",
        ],
      },
      {
        title: "The end",
        text: [
          "Whoever cannot jump ends the game. Then count: your secret objective, both common ones, one trophy per brown frog, your cards. A tie goes to the player with more frogs.",
        ],
      },
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
      "Springs, tricksters and butterflies act on the owner of the frog that lands there: lead the others’ frogs to them.",
    ],
    frogriders: [
      "First keep one of your two secret objectives: it says which frogs you want.",
      "Choose a frog that glows, then where it lands. You capture the one in between.",
      "You may send one captured frog to the village, for its power, or nobody.",
      "Watch how many jumps are left: when somebody cannot jump, the game is over.",
    ],
  },
};
