/** What every part of the page can use: words, settings, and the way to other pages. */

import { type ComponentChildren, createContext } from "preact";
import { useContext } from "preact/hooks";
import type { House } from "../house/house";
import type { Words } from "../words";
import type { Language } from "../words/language";
import { type Route, addressOf } from "./route";
import type { RuleWords } from "./rules/content";
import type { Settings } from "./settings";
import type { AppWords } from "./words";

export interface Page {
  readonly settings: Settings;
  readonly change: (change: Partial<Settings>) => void;
  readonly lang: Language;
  /** Words around the boards. */
  readonly t: AppWords;
  /** Words of the games. */
  readonly w: Words;
  readonly rules: RuleWords;
  /** Where the tables are. */
  readonly house: House;
  readonly go: (route: Route, replace?: boolean) => void;
}

export const PageContext = createContext<Page | null>(null);

export function usePage(): Page {
  const page = useContext(PageContext);
  if (page === null) throw new Error("nothing is drawn outside of a page");
  return page;
}

export interface LinkProps {
  readonly to: Route;
  readonly class?: string;
  readonly label?: string;
  readonly children: ComponentChildren;
}

/** A link to another page, without loading everything again. */
export function Link({ to, class: kind, label, children }: LinkProps) {
  const { go } = usePage();
  const onClick = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    go(to);
  };
  return (
    <a href={addressOf(to)} class={kind} aria-label={label} onClick={onClick}>
      {children}
    </a>
  );
}
