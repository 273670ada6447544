/** Finding somebody to play with: who is here, open tables, and a seat at once. */

import { useEffect, useState } from "preact/hooks";
import type { GameId, Presence, TableLine } from "../../protocol";
import { GAMES } from "../../protocol/facts";
import { Link, usePage } from "../context";
import { levelOf } from "../keep";
import { isListed, useBlocked } from "../people/blocked";
import { BlockedHere } from "../people/blocked-list";
import { sitterName } from "../table/names";
import { mine } from "../turns/mine";
import { failureText } from "../words";
import "./lounge.css";
import { playNow, sitDown } from "./open";
import { clockText } from "./table-fields";

/** How often the list is asked for while it can be seen. */
const LOOK_MS = 10_000;

/** How many tables are shown before somebody asks for all of them. */
const FEW = 3;

/** May somebody sit down there: on a free seat, or for a computer player? */
export function seatsFor({ status, seats, takes_newcomers, opening_events }: TableLine): "free" | "computer" | null {
  if (opening_events > 0) return null;
  if (status === "waiting" && seats.some(({ is }) => is === "open")) return "free";
  return status === "playing" && takes_newcomers && seats.some(({ is }) => is === "computer") ? "computer" : null;
}

/**
 * The tables as they are shown: first those at which one may sit down, free seats before those of computer players;
 * then those that one can only look at, or sits at already; at the end those at which nobody is. What is alike keeps
 * its order.
 */
export function inOrder(tables: readonly TableLine[], own: ReadonlySet<string>): readonly TableLine[] {
  const rank = (table: TableLine) => {
    const way = own.has(table.id) ? null : seatsFor(table);
    return (table.present === 0 ? 3 : 0) + (way === "free" ? 0 : way === "computer" ? 1 : 2);
  };
  return tables.toSorted((one, other) => rank(one) - rank(other));
}

interface Seen {
  /** None before the list has come. */
  readonly tables: readonly TableLine[] | null;
  readonly presence: Presence | null;
}

/** The list of tables, kept up to date while the page can be seen, if there is one. */
function useList(hasList: boolean | null): readonly [Seen, string] {
  const { t, house } = usePage();
  const [seen, setSeen] = useState<Seen>({ tables: null, presence: null });
  const [said, setSaid] = useState("");
  useEffect(() => {
    if (hasList !== true) return undefined;
    let isHere = true;
    const look = () => {
      if (document.hidden) return;
      // A list that has not changed is not sent again: how many people are here is asked for apart.
      Promise.all([house.list(), house.presence()]).then(
        ([{ tables }, presence]) => {
          if (!isHere) return;
          setSeen({
            tables: tables.filter(
              ({ game, status }) => GAMES.includes(game) && (status === "waiting" || status === "playing"),
            ),
            presence,
          });
          setSaid("");
        },
        (failure: unknown) => {
          if (isHere) setSaid(failureText(t, failure));
        },
      );
    };
    look();
    const timer = setInterval(look, LOOK_MS);
    document.addEventListener("visibilitychange", look);
    return () => {
      isHere = false;
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [t, hasList]);
  return [seen, said];
}

export function Lounge() {
  const { t, w, go, house, settings } = usePage();
  const [hasList, setHasList] = useState<boolean | null>(null);
  useEffect(() => {
    house.games().then(
      ({ has_public_tables }) => setHasList(has_public_tables),
      () => setHasList(true),
    );
  }, []);
  const [{ tables: listed, presence }, failed] = useList(hasList);
  const blocked = useBlocked();
  const [said, setSaid] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [isWhole, setWhole] = useState(false);
  // The list is the same for everybody: where one sits oneself is asked for apart.
  const [own, setOwn] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    let isHere = true;
    mine(house).then(
      ({ tables: seated }) => {
        if (isHere) setOwn(new Set(seated.map(({ id }) => id)));
      },
      () => undefined,
    );
    return () => {
      isHere = false;
    };
  }, []);
  const tables = inOrder(
    (listed ?? []).filter((table) => isListed(blocked, table)),
    own,
  );
  const name = settings.name.trim() || t.guest;
  const sit = async (seat: () => Promise<{ readonly table: string }>) => {
    setBusy(true);
    try {
      go({ page: "table", id: (await seat()).table });
    } catch (failure) {
      setSaid(failureText(t, failure));
      setBusy(false);
    }
  };
  const join = (table: TableLine) => sit(() => sitDown(table, { name }, (wish) => house.join(table.id, wish)));
  const now = (game: GameId) => {
    // Against computer players, if nobody is there, at the level that one plays at.
    const level = levelOf(game);
    return sit(() => playNow(house, { game, name, ...(level === null ? {} : { level }) }));
  };
  const shown = isWhole ? tables : tables.slice(0, FEW);
  // Whoever runs the server may do without tables of strangers.
  if (hasList === false) return null;
  return (
    <div class="panel lounge">
      <section class="lounge-now" aria-labelledby="play-now">
        <h2 id="play-now">{t.finding.playNow}</h2>
        <ul>
          {GAMES.map((game) => (
            <li key={game}>
              <button
                type="button"
                class="button small"
                disabled={isBusy}
                aria-label={t.finding.playNowAt(w.games[game].name)}
                onClick={() => void now(game)}
              >
                {w.games[game].name}
              </button>
            </li>
          ))}
        </ul>
        <p class="soft">{t.finding.playNowAbout}</p>
        {presence !== null && <p class="presence">{t.finding.here(presence.here, presence.playing)}</p>}
      </section>
      <section aria-labelledby="open-tables">
        <h2 id="open-tables">{t.homePage.openTables}</h2>
        <p class="error" role="status">
          {said || failed}
        </p>
        {listed !== null && tables.length === 0 && failed === "" && <p class="soft">{t.homePage.noOpenTables}</p>}
        <ul class="rows">
          {shown.map((table) => (
            <TableRow key={table.id} table={table} isMine={own.has(table.id)} isBusy={isBusy} onJoin={join} />
          ))}
        </ul>
        {tables.length > shown.length && (
          <button type="button" class="quiet" onClick={() => setWhole(true)}>
            {t.finding.all(tables.length)}
          </button>
        )}
      </section>
    </div>
  );
}

interface TableRowProps {
  readonly table: TableLine;
  readonly isMine: boolean;
  readonly isBusy: boolean;
  readonly onJoin: (table: TableLine) => Promise<void>;
}

function TableRow({ table, isMine, isBusy, onJoin }: TableRowProps) {
  const { t, w } = usePage();
  const { game, status, seats, clock, options, opening_events, present } = table;
  const way = isMine ? null : seatsFor(table);
  const facts = [
    clock.kind === "none" ? null : clockText(t, clock),
    ...Object.entries(options).map(([key, value]) => w.option(game, key)?.values[value] ?? null),
    opening_events > 0 ? t.fair.givenShort : null,
    table.is_practice ? t.atTable.practiceShort : null,
    present === undefined ? null : t.finding.present(present),
  ].filter((fact) => fact !== null);
  return (
    <li>
      <div>
        <strong>{w.games[game].name}</strong> <span class="soft">{t.status[status]}</span>
        <br />
        <small>
          {seats.map((sitter, seat) => sitterName(t, sitter, seat)).join(", ")}
          {facts.length > 0 && <span class="soft"> · {facts.join(" · ")}</span>}
        </small>
        <BlockedHere table={table} />
      </div>
      {way === null ? (
        <Link class="button small" to={{ page: "table", id: table.id }}>
          {isMine ? t.homePage.goOn : t.homePage.watch}
        </Link>
      ) : (
        <button type="button" class="button small" disabled={isBusy} onClick={() => void onJoin(table)}>
          {way === "free" ? t.homePage.join : t.finding.comeIn}
        </button>
      )}
    </li>
  );
}
