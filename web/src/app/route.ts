/** Addresses of pages. */

import type { GameId } from "../protocol";
import { GAMES } from "../protocol/facts";

export type Route =
  | { readonly page: "home" }
  /** A table is being set up for a game. */
  | { readonly page: "set-up"; readonly game: GameId; readonly how: "computer" | "friends" | "screen" }
  | { readonly page: "table"; readonly id: string }
  | { readonly page: "invite"; readonly code: string }
  /** `at` is the number of the last event shown, `eyes` whose knowledge; `isReview` leads to where the game turned. */
  | {
      readonly page: "replay";
      readonly id: string;
      readonly at: number | null;
      readonly eyes: string;
      readonly isReview?: true;
    }
  | { readonly page: "rules"; readonly game: GameId }
  /** A record from elsewhere is looked at. */
  | { readonly page: "record" }
  | { readonly page: "device" }
  | { readonly page: "lost" };

function isGame(text: string | undefined): text is GameId {
  return GAMES.some((game) => game === text);
}

/** A part of an address. What is not written as addresses are stands for itself, and leads nowhere. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export function parse(path: string, query: string): Route {
  const [first, second, third] = path.split("/").filter(Boolean).map(decoded);
  const words = new URLSearchParams(query);
  switch (first) {
    case undefined:
    case "index.html":
      return { page: "home" };
    case "play":
      if (isGame(second) && (third === "computer" || third === "friends" || third === "screen"))
        return { page: "set-up", game: second, how: third };
      break;
    case "table":
      if (second !== undefined) return { page: "table", id: second };
      break;
    case "join":
      if (second !== undefined) return { page: "invite", code: second };
      break;
    case "replay": {
      const at = words.get("at");
      if (second !== undefined)
        return {
          page: "replay",
          id: second,
          at: at === null || !/^\d+$/.test(at) ? null : Number(at),
          eyes: words.get("eyes") ?? "",
          ...(words.has("turns") ? { isReview: true } : {}),
        };
      break;
    }
    case "rules":
      if (isGame(second)) return { page: "rules", game: second };
      break;
    case "record":
      return { page: "record" };
    case "device":
      return { page: "device" };
  }
  return { page: "lost" };
}

export function addressOf(route: Route): string {
  switch (route.page) {
    case "home":
    case "lost":
      return "/";
    case "set-up":
      return `/play/${route.game}/${route.how}`;
    case "table":
      return `/table/${encodeURIComponent(route.id)}`;
    case "invite":
      return `/join/${encodeURIComponent(route.code)}`;
    case "replay": {
      const words = new URLSearchParams();
      if (route.at !== null) words.set("at", `${route.at}`);
      if (route.eyes !== "") words.set("eyes", route.eyes);
      if (route.isReview === true) words.set("turns", "");
      const query = words.toString();
      return `/replay/${encodeURIComponent(route.id)}${query === "" ? "" : `?${query}`}`;
    }
    case "rules":
      return `/rules/${route.game}`;
    case "record":
      return "/record";
    case "device":
      return "/device";
  }
}
