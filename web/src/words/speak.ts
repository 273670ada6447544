/** The words of a language: the messages that the command has too, and what the page adds to them. */

import type { GameId } from "../protocol";
import type { Messages } from "./generated/messages";
import { capital } from "./grammar/en";
import { pieceName, place, sentence } from "./say";
import type { OptionWords, PageWords, Words } from "./words";

export function speak(m: Messages, page: PageWords): Words {
  const game = (id: GameId) => ({ ...m.game[id], feel: page.feel[id] });
  return {
    ...page,
    games: {
      "hop-it": game("hop-it"),
      abagio: game("abagio"),
      "pool-party": game("pool-party"),
      "china-moon": game("china-moon"),
      frogriders: game("frogriders"),
    },
    levels: Object.values(m.level),
    option: (of, name) => {
      const options: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>> = m.option;
      const words = options[of]?.[name];
      return words === undefined ? undefined : ({ name: words.name ?? name, values: words } satisfies OptionWords);
    },
    lilies: m.lily,
    cards: m.card,
    commons: m.common,
    secrets: m.secret,
    scoring: { gained: capital(m.source.gained), brown: capital(m.source.brown) },
    endings: m.ending,
    reasons: m.reason,
    place: (of, spot) => place(m, of, spot),
    piece: (piece, company) => pieceName(m, piece, company),
    effect: (of, effect, company) => sentence(m, page.list, of, effect, company),
    score: (of, count) => (of === "frogriders" ? m.score.trophies({ count }) : m.score.points({ count })),
  };
}
