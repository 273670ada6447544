/** What an analysis of a game says, in English. */

import { pointsOf } from "./points";

const points = pointsOf("en");
const cost = (share: number, error: number) => {
  const amount = points.amount(share, error);
  return `${amount} ${amount === "1" ? "point" : "points"}`;
};

export const review = {
  chances: "Winning chances",
  axis: "in points of 100",
  basis: "Whose knowledge the curve shows",
  asItWas: "As it was",
  couldKnow: (name: string) => `What ${name} could know`,
  value: (name: string, share: number, error: number) => `${name} ${points.amount(share, error)}`,
  looking: (done: number, all: number) => `The computer looks at the game: ${done} of ${all} moments.`,
  missing: (moments: number) =>
    moments === 1 ? "One moment could not be judged." : `${moments} moments could not be judged.`,
  waits: "The analysis waits for its turn: others are looking at their games.",
  done: "The game has been analysed.",
  title: "Where the game turned",
  own: "Your choices",
  others: "The others, and luck",
  none: "No choice cost much, and luck favoured nobody.",
  mistake: (name: string, share: number, error: number) => `${name}: a mistake that cost ${cost(share, error)}`,
  close: (name: string, share: number, error: number) => `${name}: too close to call, ${cost(share, error)}`,
  luck: (seats: string, wrong: string) => `Luck: ${seats} points${wrong === "" ? "" : ` (${wrong})`}`,
  played: (what: string) => `Played: ${what}`,
  better: (what: string) => `Better: ${what}`,
  perhaps: (what: string) => `Perhaps better: ${what}`,
  playedHere: "what was played",
  betterHere: "what would have been better",
  over: (what: string) => `over ${what}`,
  next: "Next turning point",
  previous: "Previous turning point",
  count: (number: number, all: number) => `Turning point ${number} of ${all}`,
  counted: (all: number) => (all === 1 ? "1 turning point" : `${all} turning points`),
  decided: "What decided",
  weighs: {
    luck: "Luck weighed more than choices.",
    choices: "Choices weighed more than luck.",
    both: "Luck and choices weighed about the same.",
    neither: "Neither luck nor clear mistakes weighed much.",
  },
  /** The same of a game in which nothing is left to chance. */
  weighsAlone: { choices: "Choices decided this game.", neither: "No clear mistake decided this game." },
  ...points,
  cost,
  gave: (given: string) => `Luck gave ${given}.`,
  took: (taken: string) => `Luck took ${taken}.`,
  gaveAndTook: (given: string, taken: string) => `Luck gave ${given}, and took ${taken}.`,
  even: "Luck was even.",
  mistakes: (lost: string) => `Mistakes cost ${lost}.`,
  noMistakes: "Nobody made a clear mistake.",
  /** Who gets or pays how much, and from whom it is taken. */
  getting: (name: string, amount: string) => `${name} ${amount}`,
  losing: (name: string, amount: string) => `${amount} from ${name}`,
  thought: (iterations: number, seed: number) =>
    `Each moment was thought about for ${iterations.toLocaleString("en-GB")} iterations with seed ${seed}; a hint with both says the same.`,
  keys: "N and B: next and previous turning point.",
};
