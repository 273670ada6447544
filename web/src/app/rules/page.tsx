import { useEffect, useState } from "preact/hooks";
import { Link, usePage } from "../context";
import type { GameId } from "../../protocol";
import { RulesText } from "./text";

/** The name behind the address, if there is one. */
function useAnchor(): string | null {
  const read = () => decodeURIComponent(location.hash.slice(1)) || null;
  const [name, setName] = useState(read);
  useEffect(() => {
    const listen = () => setName(read());
    addEventListener("hashchange", listen);
    return () => removeEventListener("hashchange", listen);
  }, []);
  return name;
}

/** Paper is white, whatever the time of day on the screen. */
function useInkOnWhite(): void {
  useEffect(() => {
    const root = document.documentElement;
    let theme = root.dataset["theme"];
    const before = () => {
      theme = root.dataset["theme"];
      root.dataset["theme"] = "light";
    };
    const after = () => {
      root.dataset["theme"] = theme;
    };
    addEventListener("beforeprint", before);
    addEventListener("afterprint", after);
    return () => {
      removeEventListener("beforeprint", before);
      removeEventListener("afterprint", after);
    };
  }, []);
}

export function RulesPage({ game }: { readonly game: GameId }) {
  const { t, w } = usePage();
  const at = useAnchor();
  useInkOnWhite();
  return (
    <article class="panel rules-page">
      <h1>{t.rules.title(w.games[game].name)}</h1>
      <p class="soft">{w.games[game].about}</p>
      <p class="ways rules-ways">
        <Link class="button strong" to={{ page: "set-up", game, how: "computer" }}>
          {t.homePage.against} {t.homePage.againstAbout}
        </Link>
        <button type="button" class="button" onClick={() => print()}>
          {t.rules.print}
        </button>
      </p>
      <RulesText game={game} where="page" at={at} />
    </article>
  );
}
