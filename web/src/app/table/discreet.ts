/**
 * At a screen that several people share, what one of them alone may know is seen on a veiled card, and nowhere in
 * words: not in the log, not in what was just done, not by voice, not in notation. No DOM.
 */

import type { Effect, GameId, TableEvent, ToClient, You } from "../../protocol";
import { FACTS } from "../../protocol/facts";

/** Do several people with secrets share the screen? */
export function isSharedInSecret(you: Pick<You, "seats">, game: GameId): boolean {
  return you.seats.length > 1 && FACTS[game].has_secrets;
}

/** A message as it may be put into words before everybody at this screen. */
export function discreet(message: ToClient, you: Pick<You, "seats">, game: GameId): ToClient {
  if (!isSharedInSecret(you, game)) return message;
  switch (message.type) {
    case "welcome":
      return { ...message, events: message.events.map(withoutSecret) };
    case "update":
      return message.events === undefined ? message : { ...message, events: message.events.map(withoutSecret) };
    default:
      return message;
  }
}

function isSecret(effect: Effect): effect is Extract<Effect, { effect: "dealt" | "kept" }> {
  return effect.effect === "dealt" || effect.effect === "kept";
}

function withoutSecret(event: TableEvent): TableEvent {
  if (event.what !== "played" || !event.told.effects.some(isSecret)) return event;
  const { told } = event;
  return {
    ...event,
    told: {
      ...told,
      hidden: true,
      event: masked(told.event),
      effects: told.effects.map((effect) => (isSecret(effect) ? { ...effect, card: null } : effect)),
    },
  };
}

/** The notation as everybody else is told it, whatever was hidden before: `keep ?`, `deal 0 ? ?`. */
function masked(notation: string): string {
  const [what = "", ...rest] = notation.split(" ");
  return [what, ...rest.map((word) => (/^\d+$/.test(word) ? word : "?"))].join(" ");
}
