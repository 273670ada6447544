/** What is played and how: the host changes it until the start, everybody sees it. */

import { useEffect, useState } from "preact/hooks";
import type { GameInfo, TableState } from "../../../protocol";
import { FACTS } from "../../../protocol/facts";
import { Tick } from "../../chrome";
import { usePage } from "../../context";
import { ClockFields, OptionFields, StartsField, clockText } from "../../home/table-fields";
import { seatName } from "../names";
import { Terms } from "../terms";
import type { TableLink } from "../use-table";

export interface LobbySettingsProps {
  readonly link: TableLink;
  readonly table: TableState;
}

export function LobbySettings({ link, table }: LobbySettingsProps) {
  const { t } = usePage();
  return (
    <section aria-labelledby="lobby-game">
      <h2 id="lobby-game">{t.lobby.game.title}</h2>
      {link.model.you.is_host ? (
        <Changed link={link} table={table} />
      ) : (
        <>
          <GameFacts table={table} />
          <p class="soft">{t.lobby.game.byHost}</p>
        </>
      )}
      <Terms table={table} />
    </section>
  );
}

/** The options of the game that can be chosen. */
function optionsOf({ game }: TableState): GameInfo["options"] {
  return FACTS[game].options;
}

function Changed({ link, table }: LobbySettingsProps) {
  const { t, house } = usePage();
  const { game } = table;
  const g = t.lobby.game;
  // A given position has its options, and somebody's turn.
  const isGiven = table.opening_events > 0;
  // What was refused is shown as it is, and not as it was wished.
  const [refusals, setRefusals] = useState(0);
  const { said } = link.session;
  useEffect(() => {
    if (said?.is === "refused") setRefusals(refusals + 1);
  }, [said]);
  const [hasList, setHasList] = useState(false);
  useEffect(() => {
    house.games().then(
      ({ has_public_tables }) => setHasList(has_public_tables),
      () => undefined,
    );
  }, []);
  const opened = link.model.events.find((event) => event.what === "opened")?.settings.clock ?? table.clock;
  return (
    <div class="fields" key={refusals}>
      {!isGiven && (
        <OptionFields
          game={game}
          offered={optionsOf(table)}
          options={table.options}
          onChange={(options) => link.say({ type: "arrange", options })}
        />
      )}
      <ClockFields clock={table.clock} opened={opened} onChange={(clock) => link.say({ type: "arrange", clock })} />
      {(!isGiven || FACTS[game].draws_first) && (
        <StartsField
          game={game}
          starts={table.starts}
          // A computer player has the name of its seat, which is counted anew at the start.
          sitters={table.seats.map(({ seat, sitter }) =>
            sitter.is === "computer" ? t.computerShort : seatName(t, table, seat),
          )}
          onChange={(starts) => link.say({ type: "arrange", starts })}
        />
      )}
      {(hasList || table.is_public) && (
        <Tick
          label={t.setUp.isPublic}
          value={table.is_public}
          onChange={(is_public) => link.say({ type: "arrange", is_public })}
        />
      )}
      <Tick
        label={g.byItself}
        value={table.start_when_full}
        onChange={(start_when_full) => link.say({ type: "arrange", start_when_full })}
      />
    </div>
  );
}

/** How a game is played, for whoever does not change it. */
export function GameFacts({ table }: { readonly table: TableState }) {
  const { t, w } = usePage();
  const { game, starts } = table;
  const g = t.lobby.game;
  const lines: readonly (readonly [string, string])[] = [
    ...optionsOf(table).map(({ name, values }) => {
      const value = table.options[name] ?? values[0] ?? 0;
      return [w.option(game, name)?.name ?? name, w.option(game, name)?.values[value] ?? `${value}`] as const;
    }),
    [t.setUp.clock, clockText(t, table.clock)],
    [
      g.whoStarts,
      FACTS[game].draws_first ? w.custom[game] : starts.is === "lot" ? g.lot : seatName(t, table, starts.seat),
    ],
  ];
  return (
    <dl class="lobby-game">
      {lines.map(([what, how]) => (
        <div key={what}>
          <dt>{what}</dt>
          <dd>{how}</dd>
        </div>
      ))}
    </dl>
  );
}
