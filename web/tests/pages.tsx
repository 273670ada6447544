/** A page around what is tested, with a house in which every message is spoken by hand. */

import type { ComponentChildren } from "preact";
import { type Page, PageContext } from "../src/app/context";
import { USUAL } from "../src/app/settings";
import type { House, Visitor, Wish } from "../src/house/house";
import type { ToServer } from "../src/protocol";
import { TONGUES } from "./tongues";

/** A house with one table, at which somebody says what happens. */
export class PuppetHouse {
  visitor: Visitor | null = null;
  readonly commands: Wish[] = [];
  readonly said: ToServer[] = [];

  house(): House {
    const visits: Pick<House, "dial" | "record"> = {
      record: (id) => `/record/${id}`,
      dial: (_, visitor) => {
        this.visitor = visitor;
        return {
          command: (wish) => {
            this.commands.push(wish);
            return `id${this.commands.length}`;
          },
          say: (message) => void this.said.push(message),
          wake: () => undefined,
          close: () => undefined,
        };
      },
    };
    // Whatever else is asked for is not there.
    return new Proxy(visits as House, {
      get: (known, name) => Reflect.get(known, name) ?? (() => Promise.reject(new Error(String(name)))),
    });
  }
}

export function pageOf(change: Partial<Page> = {}): Page {
  const { app, games, rules } = TONGUES.en;
  return {
    settings: { ...USUAL, sound: false },
    change: () => undefined,
    lang: "en",
    t: app,
    w: games,
    rules,
    house: new PuppetHouse().house(),
    go: () => undefined,
    ...change,
  };
}

export function Around({ page, children }: { readonly page: Page; readonly children: ComponentChildren }) {
  return <PageContext.Provider value={page}>{children}</PageContext.Provider>;
}
