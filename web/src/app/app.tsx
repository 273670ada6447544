/** The page: which part of it is shown, and how. */

import { useEffect, useLayoutEffect, useMemo, useState } from "preact/hooks";
import type { House } from "../house/house";
import { type Tongue, tongueOf } from "../tongues";
import { Boundary } from "./boundary";
import { Header } from "./chrome";
import { type Page, PageContext } from "./context";
import { DevicePage } from "./home/device";
import { Home } from "./home/home";
import { InvitePage } from "./home/invite";
import { LostPage } from "./home/lost";
import { SetUpPage } from "./home/set-up";
import { later } from "./later";
import { type Route, addressOf, parse } from "./route";
import { RulesPage } from "./rules/page";
import { type Settings, isStill, languageOf, loadSettings, saveSettings, themeOf, pondOf } from "./settings";
import { TablePage } from "./table/page";
import { TurnsContext } from "./turns/context";
import { setHere, setTitle } from "./turns/signal";
import { useTurns } from "./turns/use-turns";

function useMedia(query: string): boolean {
  const [matches, setMatches] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const media = matchMedia(query);
    const listen = () => setMatches(media.matches);
    media.addEventListener("change", listen);
    return () => media.removeEventListener("change", listen);
  }, [query]);
  return matches;
}

export interface AppProps {
  readonly house: House;
  /** The language that is there at first. */
  readonly first: Tongue;
}

export function App({ house, first }: AppProps) {
  const [route, setRoute] = useState<Route>(() => parse(location.pathname, location.search));
  const [settings, setSettings] = useState<Settings>(loadSettings);
  const isDark = useMedia("(prefers-color-scheme: dark)");
  const prefersStill = useMedia("(prefers-reduced-motion: reduce)");
  const [tongue, setTongue] = useState(first);
  const wished = languageOf(settings, navigator.languages);
  const lang = tongue.language;
  const theme = themeOf(settings, isDark);
  const still = isStill(settings, prefersStill);

  // The page speaks on as before until the other language is there, and if it cannot be had.
  useEffect(() => {
    let isWished = true;
    if (wished !== lang)
      tongueOf(wished).then(
        (other) => {
          if (isWished) setTongue(other);
        },
        () => undefined,
      );
    return () => {
      isWished = false;
    };
  }, [wished, lang]);
  // Together with the first look at the address: whatever changes it later is heard.
  useLayoutEffect(() => {
    const listen = () => setRoute(parse(location.pathname, location.search));
    addEventListener("popstate", listen);
    return () => removeEventListener("popstate", listen);
  }, []);
  // Together with what is drawn in it, and not after somebody has seen that.
  useLayoutEffect(() => {
    const root = document.documentElement;
    root.lang = lang;
    root.dataset["theme"] = theme;
    root.dataset["palette"] = settings.palette;
    root.dataset["pond"] = pondOf(settings);
    root.dataset["motion"] = still ? "none" : "full";
  }, [lang, theme, settings.palette, settings.pond, still]);

  const page = useMemo<Page>(
    () => ({
      settings,
      lang,
      house,
      t: tongue.app,
      w: tongue.games,
      rules: tongue.rules,
      change: (change) =>
        setSettings((before) => {
          const after = { ...before, ...change };
          saveSettings(after);
          return after;
        }),
      go: (to, replace = false) => {
        history[replace ? "replaceState" : "pushState"](null, "", addressOf(to));
        setRoute(to);
        if (!replace) scrollTo(0, 0);
      },
    }),
    [settings, tongue, house],
  );

  const key = route.page === "replay" ? `replay ${route.id}` : addressOf(route);
  const turns = useTurns(page, key);
  useEffect(() => {
    setHere(null);
    setTitle(page.t.title);
    if (document.activeElement === document.body || document.activeElement === null) return;
    document.getElementById("content")?.focus({ preventScroll: true });
  }, [key]);

  return (
    <PageContext.Provider value={page}>
      <a class="skip" href="#content">
        {page.t.skipToContent}
      </a>
      <Header route={route} />
      <main id="content" class={`page page-${route.page}`} tabIndex={-1} key={key}>
        <Boundary key={key}>
          <TurnsContext.Provider value={turns}>
            <Part route={route} />
          </TurnsContext.Provider>
        </Boundary>
      </main>
    </PageContext.Provider>
  );
}

const ReplayPage = later(() => import("./replay").then((replay) => replay.ReplayPage));
const RecordPage = later(() => import("./replay").then((replay) => replay.RecordPage));

function Part({ route }: { readonly route: Route }) {
  switch (route.page) {
    case "home":
      return <Home />;
    case "set-up":
      return <SetUpPage game={route.game} how={route.how} />;
    case "table":
      return <TablePage id={route.id} />;
    case "invite":
      return <InvitePage code={route.code} />;
    case "replay":
      return <ReplayPage id={route.id} at={route.at} eyes={route.eyes} isReview={route.isReview === true} />;
    case "rules":
      return <RulesPage game={route.game} />;
    case "record":
      return <RecordPage />;
    case "device":
      return <DevicePage />;
    case "lost":
      return <LostPage />;
  }
}
