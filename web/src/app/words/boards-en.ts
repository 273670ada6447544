/** What is written on and beside the boards, and what things are worth, in English. */

const count = (number: number, one: string, many = `${one}s`) => `${number} ${number === 1 ? one : many}`;

export const boards = {
  captureJumped: (frog: string) => `Capture the frog jumped over: ${frog}`,
  captureJumper: (frog: string) => `Capture the jumper: ${frog}`,
  send: (colour: string, power: string) => `Send a ${colour} one: ${power}`,
  powers: {
    R: "jump once more",
    Y: "fetch a frog from the village",
    B: "take a card from the market",
    N: "stays with you, for a trophy",
  },
  leaveAside: "Leave the chief frog aside",
  swimBy: {
    larger: (steps: number) => `${steps}, with the larger die`,
    smaller: (steps: number) => `${steps}, with the smaller die`,
    either: (steps: number) => `${steps}, with one die`,
    both: (steps: number) => `${steps}, with both dice`,
  },
  /** Written on the board itself, so short. */
  labels: { market: "Market", objectives: "Objectives", secret: "Your secret", village: "Village" },
  tips: {
    hut: (colour: string, power: string) => ({
      name: `The hut of ${colour} frogs`,
      about: `Who sends a ${colour} frog here may ${power}.`,
    }),
    brownHut: { name: "The hut of brown frogs", about: "Brown frogs are never sent. Each one kept is worth a trophy." },
    spring: { name: "Spring", about: "The frog that lands here moves two pads on at once." },
    butterfly: {
      name: "Butterfly",
      about: "The frog’s owner, who need not be the one who moves it, drops a lily behind it.",
    },
    trickster: {
      name: "Trickster frog",
      about: "The frog’s owner exchanges a lily for one of another colour with a player of their choice.",
    },
    heap: (frogs: number, colour: string) => ({
      name: "Heap",
      about: `${frogs} ${colour} frogs in a row on top: the other colour cannot land here.`,
    }),
    full: (frogs: number) => ({
      name: "Full stack",
      about: `${count(frogs, "frog")}, and no more: nobody can land here.`,
    }),
    chief: {
      name: "The chief frog",
      about:
        "Nobody lands on its space, and no frog beneath it moves, during the turn of the one against whom it is placed.",
    },
    arrival: (place: number) => ({
      name: `Place ${place} of the Arrival`,
      about: `The owner of frog number ${place} to arrive takes the lily of this place.`,
    }),
  },
  coordinates: "Names of places on the board",
  coordinatesSome: "If they are spoken of",
  coordinatesAll: "Always",
  coordinatesNone: "Never",
  pond: "Water and shore",
  ponds: { usual: "Green pond", lotus: "Lotus pond", autumn: "Autumn pond", slate: "Slate pond" },
  seat: (number: number, colour: string) => `Seat ${number}, ${colour}`,
  starts: "starts",
};

export const worth = {
  now: (score: string) => `${score} so far`,
  nowWithout: (score: string) => `${score} + secret`,
  open: "How this adds up",
  title: (name: string) => `${name}, as things stand`,
  total: "Together",
  noSecret: "The secret objective of another player is not counted here.",
  line: (frogs: number) => `${frogs} of 5 in line`,
  root: (frogs: number) => `${frogs} on the root`,
  home: (frogs: number) => `${frogs} in the pond`,
  objectives: "Objectives",
  sets: (sets: number) => (sets === 0 ? "" : count(sets, "set")),
  next: (has: number, needs: number) => `${has} of ${needs} for the next`,
  most: (has: number, others: number) => `${has}, the others at most ${others}`,
  noLilies: "No lilies yet.",
  lilies: (number: number, colour: string) => `${number} × ${colour}`,
};
