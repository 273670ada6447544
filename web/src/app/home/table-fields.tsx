/** Fields by which a table is set up, and by which its host arranges it anew. */

import type { ClockKind, GameId, GameInfo, Starts } from "../../protocol";
import { lookOf } from "../../pieces/seats";
import { FACTS } from "../../protocol/facts";
import { Choice, Tick } from "../chrome";
import { usePage } from "../context";
import { offsetHere, weekendsOff } from "../turns/weekend";
import type { AppWords } from "../words";

export const CLOCKS: readonly ClockKind[] = [
  { kind: "none" },
  { kind: "per-move", seconds: 30 },
  { kind: "per-move", seconds: 120 },
  { kind: "bank", seconds: 300, increment: 10 },
  { kind: "bank", seconds: 900, increment: 20 },
  { kind: "days", days: 1 },
  { kind: "days", days: 3 },
  { kind: "days", days: 7 },
];

export function clockText(t: AppWords, clock: ClockKind): string {
  switch (clock.kind) {
    case "none":
      return t.setUp.noClock;
    case "per-move":
      return t.setUp.perMove(t.setUp.seconds(clock.seconds));
    case "bank":
      return t.setUp.bank(t.setUp.seconds(clock.seconds), t.setUp.seconds(clock.increment));
    case "days":
      return clock.weekends_off == null ? t.setUp.days(clock.days) : t.turns.daysOff(t.setUp.days(clock.days));
  }
}

/** A clock as it is if weekends count. */
const everyDay = (clock: ClockKind): ClockKind => (clock.kind === "days" ? { kind: "days", days: clock.days } : clock);

const isLike = (one: ClockKind, other: ClockKind) => JSON.stringify(everyDay(one)) === JSON.stringify(everyDay(other));

export interface ClockFieldsProps {
  readonly clock: ClockKind;
  /** The clock that the table was opened with: it can be had again, weekends included. */
  readonly opened?: ClockKind;
  readonly onChange: (clock: ClockKind) => void;
}

/** A clock, and whether it stands still at weekends if it counts days. */
export function ClockFields({ clock, opened = clock, onChange }: ClockFieldsProps) {
  const { t } = usePage();
  const clocks = [opened, clock].reduce<readonly ClockKind[]>(
    (all, other) => (all.some((known) => isLike(known, other)) ? all : [everyDay(other), ...all]),
    CLOCKS,
  );
  const isFree = weekendsOff(clock) !== null;
  // Weekends stay where they were, whoever changes something else of the clock, and wherever; or begin as they do here.
  const offset = weekendsOff(clock) ?? weekendsOff(opened) ?? offsetHere();
  const choose = (other: ClockKind, isWished: boolean) =>
    onChange(other.kind === "days" && isWished ? { ...other, weekends_off: offset } : everyDay(other));
  return (
    <>
      <Choice
        label={t.setUp.clock}
        value={clocks.findIndex((other) => isLike(other, clock))}
        options={clocks.map((other, index) => [index, clockText(t, other)])}
        onChange={(index) => choose(clocks[index] ?? clock, isFree || weekendsOff(opened) !== null)}
      />
      {clock.kind === "days" && (
        <Tick label={t.turns.weekendsOff} value={isFree} onChange={(isWished) => choose(clock, isWished)} />
      )}
    </>
  );
}

export type Options = Readonly<Record<string, number>>;

export interface OptionFieldsProps {
  readonly game: GameId;
  /** Those that can be chosen. */
  readonly offered: GameInfo["options"];
  readonly options: Options;
  readonly onChange: (options: Options) => void;
}

/** The options that differ from their defaults: no others are sent. */
export function differing(offered: GameInfo["options"], options: Options): Options {
  return Object.fromEntries(
    Object.entries(options).filter(
      ([name, value]) => value !== offered.find((option) => option.name === name)?.values[0],
    ),
  );
}

/** The options of a game. */
export function OptionFields({ game, offered, options, onChange }: OptionFieldsProps) {
  const { w } = usePage();
  return (
    <>
      {offered.map(({ name, values }) => (
        <Choice
          key={name}
          label={w.option(game, name)?.name ?? name}
          value={options[name] ?? values[0] ?? 0}
          options={values.map((value) => [value, w.option(game, name)?.values[value] ?? `${value}`])}
          onChange={(value) => onChange(differing(offered, { ...options, [name]: value }))}
        />
      ))}
    </>
  );
}

export interface ColourFieldProps {
  readonly game: GameId;
  readonly label: string;
  readonly colour: number;
  readonly onChange: (colour: number) => void;
}

/** The colour of somebody's pieces, in games in which people choose it. */
export function ColourField({ game, label, colour, onChange }: ColourFieldProps) {
  const { w } = usePage();
  const { has_colours, most_seats } = FACTS[game];
  if (!has_colours) return null;
  return (
    <Choice
      label={label}
      value={colour}
      options={Array.from({ length: most_seats }, (_, one) => [one, w.tints[lookOf(game, 0, one).tint]] as const)}
      onChange={onChange}
    />
  );
}

export interface StartsFieldProps {
  readonly game: GameId;
  readonly starts: Starts;
  /** Who sits where, by the names that they have here. */
  readonly sitters: readonly string[];
  readonly onChange: (starts: Starts) => void;
}

/** Who starts: a seat or the lot, unless the rules roll for it. */
export function StartsField({ game, starts, sitters, onChange }: StartsFieldProps) {
  const { t, w } = usePage();
  if (FACTS[game].draws_first) return <p class="soft">{w.custom[game]}</p>;
  return (
    <Choice
      label={t.lobby.game.whoStarts}
      about={w.custom[game]}
      value={starts.is === "lot" ? "lot" : `${starts.seat}`}
      options={[
        ...sitters.map((name, seat) => [`${seat}`, t.lobby.game.first(seat + 1, name)] as const),
        ["lot", t.lobby.game.lot],
      ]}
      onChange={(who) => onChange(who === "lot" ? { is: "lot" } : { is: "seat", seat: Number(who) })}
    />
  );
}
