/** Words of turns that wait, and of people whom somebody does not want to meet, in English. */

const count = (number: number, one: string, many = `${one}s`) => `${number} ${number === 1 ? one : many}`;

export const turns = {
  play: "Play",
  with: (names: string) => `with ${names}`,
  until: (moment: string) => `until ${moment}`,
  weekend: "weekend: the clock stands still",
  ask: "Tell me when it is my turn",
  moved: (game: string, name: string) => `${game}: ${name} has moved.`,
  begins: (game: string) => `${game}: you begin.`,
  weekendsOff: "Weekends off: Saturdays and Sundays do not count",
  daysOff: (days: string) => `${days}, weekends off`,
};

export const people = {
  title: "People at this table",
  mute: "Stop hearing",
  unmute: "Hear again",
  block: "Block",
  unblock: "Unblock",
  report: "Report …",
  named: (what: string, name: string) => `${what}: ${name}`,
  blocked: "blocked",
  blockAbout:
    "Blocking is kept by this browser: you no longer see what they say, nor the public tables they open, and you are warned where they sit. They are not told. Somebody who comes back with another browser is somebody new.",
  privateAbout:
    "At tables that are not public nobody can be blocked: those who come have the link. You can stop hearing them.",
  sits: (names: string, many: number) =>
    `${names}, whom you have blocked, ${many === 1 ? "sits" : "sit"} at this table.`,
  list: "People you have blocked",
  listEmpty: "Nobody.",
  reportTitle: (name: string | null) => (name === null ? "Report this table" : `Report ${name}`),
  reportTable: "Report this table …",
  reportAbout:
    "Whoever runs this server gets your report with what was said here last. Nobody at the table is told, and nothing happens by itself.",
  reason: "What is wrong?",
  reasons: {
    name: "An offensive name",
    abuse: "Insults, threats or hatred",
    spam: "Advertising, or the same again and again",
    play: "Spoiling the game on purpose",
    other: "Something else",
  },
  text: "What happened? (if you like)",
  alsoBlock: "Block this person too",
  send: "Send the report",
  sent: (lines: number, days: number) =>
    `Your report was sent, with ${count(lines, "line")} of chat. It is kept for ${days} days at most.`,
};
