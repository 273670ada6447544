/** The first page: five games, open tables, one's own games. */

import { useEffect, useState } from "preact/hooks";
import type { GameId, TableLine } from "../../protocol";
import { FACTS, GAMES } from "../../protocol/facts";
import { Icon, Logo } from "../chrome";
import { Link, usePage } from "../context";
import { type Remembered, catchUp, dropGame, myGames } from "../keep";
import { sitterName } from "../table/names";
import { failureText } from "../words";
import { GameArt } from "./art";
import { sitDown } from "./open";

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
        <OpenTables />
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
  const label = (what: string) => `${name}: ${what}`;
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
    if (myGames().some(({ status }) => status !== "finished" && status !== "abandoned")) {
      house.mine().then(
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
          const isOver = game.status === "finished" || game.status === "abandoned";
          const state =
            game.status === "finished" && game.won !== null ? (game.won ? t.won : t.lost) : t.status[game.status];
          return (
            <li key={game.id}>
              <div>
                <strong>{w.games[game.game].name}</strong> <span class="soft">{state}</span>
                <br />
                <small>{game.names.join(", ")}</small>
              </div>
              <Link
                class="button small"
                to={isOver ? { page: "replay", id: game.id, at: null, eyes: "" } : { page: "table", id: game.id }}
              >
                {isOver ? t.homePage.replay : t.homePage.goOn}
              </Link>
              <button
                type="button"
                class="quiet"
                aria-label={`${t.homePage.remove}: ${w.games[game.game].name}`}
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

function OpenTables() {
  const { t, w, go, house, settings } = usePage();
  const [tables, setTables] = useState<readonly TableLine[]>([]);
  const [said, setSaid] = useState("");
  // The list is the same for everybody: where one sits oneself is asked for apart.
  const [mine, setMine] = useState<ReadonlySet<string>>(new Set());
  const sits = (table: TableLine) => table.mine.length > 0 || mine.has(table.id);
  useEffect(() => {
    let isHere = true;
    house.mine().then(
      (own) => {
        if (isHere) setMine(new Set(own.tables.map(({ id }) => id)));
      },
      () => undefined,
    );
    const look = () => {
      if (document.hidden) return;
      house.list().then(
        (list) => {
          if (isHere) {
            setTables(list.tables.filter(({ game }) => GAMES.some((known) => known === game)));
            setSaid("");
          }
        },
        (failure: unknown) => {
          if (isHere) setSaid(failureText(t, failure));
        },
      );
    };
    look();
    const timer = setInterval(look, 10_000);
    return () => {
      isHere = false;
      clearInterval(timer);
    };
  }, [t]);
  const join = async (table: TableLine) => {
    try {
      const seated = await sitDown(table, { name: settings.name.trim() || t.guest }, (wish) =>
        house.join(table.id, wish),
      );
      go({ page: "table", id: seated.table });
    } catch (failure) {
      setSaid(failureText(t, failure));
    }
  };
  const shown = tables.filter(({ status }) => status === "waiting" || status === "playing");
  return (
    <section class="panel" aria-labelledby="open-tables">
      <h2 id="open-tables">{t.homePage.openTables}</h2>
      <p class="error" role="status">
        {said}
      </p>
      {shown.length === 0 && said === "" && <p class="soft">{t.homePage.noOpenTables}</p>}
      <ul class="rows">
        {shown.map((table) => (
          <li key={table.id}>
            <div>
              <strong>{w.games[table.game].name}</strong> <span class="soft">{t.status[table.status]}</span>
              {table.opening_events > 0 && (
                <>
                  {" "}
                  <span class="soft">({t.fair.givenShort})</span>
                </>
              )}
              <br />
              <small>{table.seats.map((sitter, seat) => sitterName(t, sitter, seat)).join(", ")}</small>
            </div>
            {table.status === "waiting" &&
            table.seats.some(({ is }) => is === "open") &&
            !sits(table) &&
            table.opening_events === 0 ? (
              <button type="button" class="button small" onClick={() => void join(table)}>
                {t.homePage.join}
              </button>
            ) : (
              <Link class="button small" to={{ page: "table", id: table.id }}>
                {sits(table) ? t.homePage.goOn : t.homePage.watch}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
