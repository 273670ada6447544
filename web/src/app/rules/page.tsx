import { Link, usePage } from "../context";
import type { GameId } from "../../protocol";
import { RulesText } from "./text";

export function RulesPage({ game }: { readonly game: GameId }) {
  const { t, w } = usePage();
  return (
    <article class="narrow panel rules-page">
      <h1>{t.rules.title(w.games[game].name)}</h1>
      <p class="soft">{w.games[game].about}</p>
      <p class="ways">
        <Link class="button strong" to={{ page: "set-up", game, how: "computer" }}>
          {t.homePage.against} {t.homePage.againstAbout}
        </Link>
      </p>
      <RulesText game={game} />
    </article>
  );
}
