/** The first page: one's own games that are on, open tables, the games, all of one's own. */

import { useEffect, useState } from "preact/hooks";
import type { GameId } from "../../protocol";
import { FACTS, GAMES } from "../../protocol/facts";
import { Icon, Logo } from "../chrome";
import { Link, usePage } from "../context";
import { type Remembered, catchUp, dropGame, isOver, myGames } from "../keep";
import { mine } from "../turns/mine";
import { GameArt } from "./art";
import { InProgress, stateWords } from "./in-progress";
import { Lounge } from "./lounge";

export function Home() {
  const { t } = usePage();
  return (
    <>
      <section class="hero">
        <Logo />
        <div>
          <h1>{t.title}</h1>
          <p>{t.tagline}</p>
        </div>
      </section>
      <InProgress />
      <Lounge />
      <h2 class="hidden">{t.homePage.games}</h2>
      <ul class="cards">
        {GAMES.map((game) => (
          <li key={game}>
            <GameCard game={game} />
          </li>
        ))}
      </ul>
      <div class="lists">
        <MyGames />
      </div>
      <p class="foot">
        <Link to={{ page: "device" }}>{t.homePage.device}</Link>
      </p>
    </>
  );
}

function GameCard({ game }: { readonly game: GameId }) {
  const { t, w } = usePage();
  const { least_seats, most_seats, minutes } = FACTS[game];
  const { name, feel } = w.games[game];
  const label = (what: string) => t.people.named(name, what);
  return (
    <article class="card">
      <GameArt game={game} banner />
      <div class="card-text">
        <h3>{name}</h3>
        <p class="facts">
          {t.players(least_seats, most_seats)} · {t.minutes(...minutes)}
        </p>
        <p>{feel}</p>
      </div>
      <div class="card-ways">
        <Link
          class="button strong"
          to={{ page: "set-up", game, how: "computer" }}
          label={label(`${t.homePage.against} ${t.homePage.againstAbout}`)}
        >
          {t.homePage.against} <small>{t.homePage.againstAbout}</small>
        </Link>
        <Link class="button" to={{ page: "set-up", game, how: "friends" }} label={label(t.homePage.friends)}>
          {t.homePage.friends}
        </Link>
        <Link class="button" to={{ page: "set-up", game, how: "screen" }} label={label(t.homePage.screen)}>
          {t.homePage.screen}
        </Link>
        <Link class="button" to={{ page: "rules", game }} label={label(t.homePage.rules)}>
          {t.homePage.rules}
        </Link>
      </div>
    </article>
  );
}

function MyGames() {
  const { t, w, house } = usePage();
  const [games, setGames] = useState<readonly Remembered[]>(myGames);
  useEffect(() => {
    // A game may have gone on, or ended, while nobody looked.
    if (myGames().some((game) => !isOver(game))) {
      mine(house).then(
        ({ tables }) => setGames(catchUp(tables)),
        () => undefined,
      );
    }
  }, []);
  const remove = (id: string) => {
    dropGame(id);
    setGames(myGames());
  };
  return (
    <section class="panel" aria-labelledby="my-games">
      <h2 id="my-games">{t.homePage.myGames}</h2>
      {games.length === 0 && <p class="soft">{t.homePage.noGames}</p>}
      <ul class="rows">
        {games.map((game) => {
          const hasEnded = isOver(game);
          const state =
            game.status === "finished" && game.won !== null ? (game.won ? t.won : t.lost) : t.status[game.status];
          return (
            <li key={game.id}>
              <div>
                <strong>{w.games[game.game].name}</strong>{" "}
                <span class="soft">{stateWords(t, { state, isPractice: game.is_practice })}</span>
                <br />
                <small>{game.names.join(", ")}</small>
              </div>
              <Link
                class="button small"
                to={hasEnded ? { page: "replay", id: game.id, at: null, eyes: "" } : { page: "table", id: game.id }}
              >
                {hasEnded ? t.homePage.replay : t.homePage.goOn}
              </Link>
              <button
                type="button"
                class="quiet"
                aria-label={t.people.named(t.homePage.remove, w.games[game.game].name)}
                onClick={() => remove(game.id)}
              >
                <Icon name="close" />
              </button>
            </li>
          );
        })}
      </ul>
      <p>
        <Link to={{ page: "record" }}>{t.import.link}</Link>
      </p>
    </section>
  );
}
