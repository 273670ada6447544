/** The words of the lobby, of what people say to each other, and of a rematch, in English. */

export const lobby = {
  title: "The table is set",
  share: "Send this link to those who shall play",
  qr: "QR code of the link",
  start: "Start the game",
  leave: "Leave the table",
  close: "Close the table",
  remove: (name: string) => `Ask ${name} to leave`,
  sit: "Sit down here",
  host: "host",

  /** What the table waits for. */
  waiting: "Waiting for players. The game can start once every seat is taken.",
  ready: "Everybody is here.",
  hostStarts: "Everybody is here. The host starts the game.",
  absent: (names: string, people: number) => `${names} ${people === 1 ? "is" : "are"} not here at the moment.`,
  unready: (names: string, people: number) => `Waiting for ${names}, who ${people === 1 ? "is" : "are"} not ready yet.`,
  startsItself: "The game starts by itself as soon as everybody is here.",

  closing: {
    sure: "Close this table?",
    about: "Nobody can play here any more, and the link leads nowhere. Those who sit here are told.",
    byHost: "The host has closed the table",
    byYou: "You have closed the table",
    before: "This table was closed before a game began",
    link: "Its link leads nowhere any more. Nothing was played here.",
    another: (game: string) => `Open a table of ${game}`,
  },
  removal: {
    sure: (name: string) => `Ask ${name} to leave the table?`,
    about: "The seat is free again. They are told that you asked them to leave, and cannot sit down here any more.",
    told: "The host has asked you to leave the table",
    toldAbout:
      "Your seat is free again, and you cannot sit down at this table any more. You can look on, or play elsewhere.",
    watch: "Look on",
  },

  seat: {
    ready: "ready",
    unready: "not ready",
    who: (seat: number) => `Who sits at seat ${seat}`,
    nobody: "Nobody: keep it free",
    swap: (name: string) => `Ask ${name} to change seats`,
    move: (seat: number) => `Move to seat ${seat}`,
    place: (name: string) => `Seat of ${name}`,
    ifAgreed: (place: string) => `${place} (if they agree)`,
    colour: "Your colour",
    colourOf: (name: string) => `Colour of ${name}`,
  },
  swap: {
    asked: (name: string) => `${name} would like to change seats with you.`,
    waits: (name: string) => `You asked ${name} to change seats.`,
    others: (asker: string, asked: string) => `${asker} would like to change seats with ${asked}.`,
    agree: "Change seats",
    decline: "Keep my seat",
    withdraw: "Never mind",
  },
  me: {
    rename: "Change my name",
    ready: "Ready",
    unready: "Not ready after all",
    isReady: "You are ready.",
    isUnready: "You are not ready yet.",
    asked: "Something has changed. Are you ready to play like this?",
  },
  game: {
    title: "The game",
    whoStarts: "Who starts?",
    first: (seat: number, name: string) => `Seat ${seat}: ${name}`,
    lot: "Drawn by lot",
    byItself: "Start by itself once everybody is ready",
    byHost: "The host can change this until the start.",
  },

  /** Who changed what, line by line. */
  changed: {
    title: "What has changed",
    filled: (name: string, level: string, seat: number) =>
      `${name}, a computer player (${level}), sits at seat ${seat}.`,
    levelled: (name: string, level: string, _seat: number) => `${name} plays at another level now: ${level}.`,
    emptied: (name: string) => `The computer player ${name} leaves.`,
    left: (name: string) => `${name} leaves the table.`,
    leftYou: "You leave the table.",
    removed: (name: string) => `The host has asked ${name} to leave.`,
    removedYou: "The host has asked you to leave.",
    renamed: (before: string, now: string) => `${before} is called ${now} now.`,
    moved: (name: string, seat: number) => `${name} moves to seat ${seat}.`,
    swapped: (one: string, other: string) => `${one} and ${other} change seats.`,
    ready: (name: string) => `${name} is ready.`,
    unready: (name: string) => `${name} is not ready.`,
    readyYou: "You are ready.",
    unreadyYou: "You are not ready.",
    coloured: (name: string, colour: string) => `${name} plays ${colour}.`,
    colouredYou: (colour: string) => `You play ${colour}.`,
    arranged: (name: string, what: string) => `${name} changes the game: ${what}.`,
    option: (name: string, value: string) => `${name}: ${value}`,
    clock: (clock: string) => `clock: ${clock}`,
    starts: (name: string) => `${name} starts`,
    lot: "who starts is drawn by lot",
    public: "the table is on the list of open tables",
    private: "the table is not on the list of open tables",
    byItself: "the game starts by itself",
    byHost: "the host starts the game",
    standIn: (level: string) => `level of a computer that sits in: ${level}`,
    grace: (time: string) => `a computer may sit in after ${time}`,
    began: (name: string) => `${name} starts.`,
    beganYou: "You start.",
    beganByLotYou: "The lot is drawn: you start.",
    beganByLot: (name: string) => `The lot is drawn: ${name} starts.`,
  },
};

/** What people say to each other. */
export const talk = {
  lines: "What was said",
  quick: "Say it with one tap",
  title: "Chat",
  phrases: {
    hello: "Hello!",
    "good-luck": "Good luck!",
    "one-moment": "One moment, please.",
    "well-played": "Well played!",
    oops: "Oops!",
    thanks: "Thank you!",
    "good-game": "Good game!",
    goodbye: "Goodbye!",
  },
};

/** A rematch: it is announced at the table of the last game, and says who is there at its own. */
export const again = {
  title: "Rematch",
  asked: (name: string) => `${name} would like a rematch.`,
  asks: "You asked for a rematch.",
  there: "There is a rematch.",
  closed: "There was to be a rematch, but its table was closed.",
  seats: (seats: string) => `Who sits where: ${seats}.`,
  you: (colour: string) => `you, ${colour}`,
};
