/**
 * Games of one's own that are on: the first thing on the first page. Those that wait for one come first, those of them
 * whose time is up first.
 */

import { useContext, useEffect, useState } from "preact/hooks";
import { Link, usePage } from "../context";
import { type Remembered, catchUp, isOver, myGames } from "../keep";
import { sitterName } from "../table/names";
import { clockFace } from "../table/side";
import { TurnsContext } from "../turns/context";
import { mine } from "../turns/mine";
import { momentText } from "../turns/moments";
import type { Turn } from "../turns/turns";
import { elapsed, isWeekend } from "../turns/weekend";
import type { AppWords } from "../words";

/** How many are shown before somebody asks for all of them. */
const FEW = 3;

function unfinished(games: readonly Remembered[]): readonly Remembered[] {
  const order = ["playing", "starting", "waiting"];
  return games
    .filter((game) => game.mine && !isOver(game))
    .toSorted((one, other) => order.indexOf(one.status) - order.indexOf(other.status));
}

export function InProgress() {
  const { t, settings, change, house } = usePage();
  const turns = useContext(TurnsContext);
  const [games, setGames] = useState(() => unfinished(myGames()));
  const [isWhole, setWhole] = useState(false);
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (games.length === 0) return;
    // A game may have ended while nobody looked.
    mine(house).then(
      ({ tables }) => setGames(unfinished(catchUp(tables))),
      () => undefined,
    );
  }, []);
  const isCounted = turns.some(({ until }) => until !== null);
  useEffect(() => {
    if (!isCounted) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [isCounted]);
  const others = games.filter(({ id }) => turns.every(({ table }) => table.id !== id));
  const rows = [
    ...turns.map((turn) => <TurnRow key={turn.table.id} turn={turn} now={now} />),
    ...others.map((game) => <GameRow key={game.id} game={game} />),
  ];
  if (rows.length === 0) return null;
  const mayAsk =
    turns.length > 0 && !settings.notify && "Notification" in globalThis && Notification.permission !== "denied";
  const ask = async () => change({ notify: (await Notification.requestPermission()) === "granted" });
  return (
    <section class="panel in-progress" aria-labelledby="in-progress">
      <h2 id="in-progress">
        {t.finding.inProgress}
        {turns.length > 0 && (
          <>
            {" "}
            · {t.yourTurnTitle} <b class="count">{turns.length}</b>
          </>
        )}
      </h2>
      <ul class="rows">{isWhole ? rows : rows.slice(0, FEW)}</ul>
      {(mayAsk || (!isWhole && rows.length > FEW)) && (
        <p class="more">
          {!isWhole && rows.length > FEW && (
            <button type="button" class="quiet" onClick={() => setWhole(true)}>
              {t.finding.allGames(rows.length)}
            </button>
          )}
          {mayAsk && (
            <button type="button" class="button small" onClick={() => void ask()}>
              {t.turns.ask}
            </button>
          )}
        </p>
      )}
    </section>
  );
}

/** How a game stands, and that it is for practice if it is. */
export function stateWords(
  t: AppWords,
  { state, isPractice }: { readonly state: string; readonly isPractice: boolean },
): string {
  return isPractice ? `${state} · ${t.atTable.practiceShort}` : state;
}

function GameRow({ game: { id, game, status, names, is_practice } }: { readonly game: Remembered }) {
  const { t, w } = usePage();
  return (
    <li>
      <div>
        <strong>{w.games[game].name}</strong>{" "}
        <span class="soft">{stateWords(t, { state: t.status[status], isPractice: is_practice })}</span>
        <br />
        <small>{names.join(", ")}</small>
      </div>
      <Link class="button small" to={{ page: "table", id }} label={t.people.named(t.homePage.goOn, w.games[game].name)}>
        {t.homePage.goOn}
      </Link>
    </li>
  );
}

function TurnRow({ turn: { table, seat, until }, now: at }: { readonly turn: Turn; readonly now: number }) {
  const { t, w, lang } = usePage();
  const others = table.seats.flatMap((sitter, other) => (other === seat ? [] : [sitterName(t, sitter, other)]));
  const left = until === null ? null : Math.max(0, elapsed(table.clock, at, until));
  return (
    <li class="waits">
      <div>
        <strong>{w.games[table.game].name}</strong>{" "}
        <span class="soft">
          {stateWords(t, { state: t.turns.with(others.join(", ")), isPractice: table.is_practice })}
        </span>
        {left !== null && until !== null && (
          <>
            <br />
            <small>
              <time dateTime={new Date(until).toISOString()}>{t.table.clock(clockFace(left, t.daysLeft))}</time>
              {table.clock.kind === "days" && ` · ${t.turns.until(momentText(lang, until, at))}`}
              {isWeekend(table.clock, at) && ` · ${t.turns.weekend}`}
            </small>
          </>
        )}
      </div>
      <Link
        class="button small strong"
        to={{ page: "table", id: table.id }}
        label={t.people.named(t.turns.play, w.games[table.game].name)}
      >
        {t.turns.play}
      </Link>
    </li>
  );
}
