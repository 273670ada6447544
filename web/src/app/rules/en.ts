/** Hints for a first game, in English. */

import type { RuleWords } from "./content";

export const rulesEn: RuleWords = {
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
