/** Setting up a table: against the computer, with friends, or at this screen. */

import { useEffect, useState } from "preact/hooks";
import type { ClockKind, GameId, GameInfo, OpenTable, SeatWish, Starts } from "../../protocol";
import { lookAhead } from "../../pieces/seats";
import { Choice, Text, Tick } from "../chrome";
import { usePage } from "../context";
import { keepLevel, levelOf, recall } from "../keep";
import { SeatMark } from "../table/seat-mark";
import { failureText } from "../words";
import { GameArt } from "./art";
import { FACTS } from "../../protocol/facts";
import { openTable, recoloured } from "./open";
import "./set-up.css";
import { ClockFields, ColourField, OptionFields, type Options, StartsField } from "./table-fields";

type How = "computer" | "friends" | "screen";
/** Who is to sit at a seat: a level, or a kind of person. */
type Sitting = "me" | "friend" | "open" | `level${number}`;

function wishOf(sitting: Sitting): SeatWish {
  switch (sitting) {
    case "me":
    case "friend":
    case "open":
      return { is: sitting };
    default:
      return { is: "computer", level: Number(sitting.slice(5)) };
  }
}

function seatsAtFirst(how: How, count: number, level: number): readonly Sitting[] {
  const other: Sitting = how === "computer" ? `level${level}` : how === "friends" ? "friend" : "me";
  return Array.from({ length: count }, (_, seat) => (seat === 0 ? "me" : other));
}

/** Everything that is chosen of a table before it is opened. */
interface Draft {
  readonly level: number;
  readonly count: number;
  /** Who sits where against people; the seats after the last one are kept in case that more play again. */
  readonly sittings: readonly Sitting[];
  readonly names: readonly string[];
  readonly myName: string;
  /** The seat of the person against computer players. */
  readonly first: number;
  readonly starts: Starts;
  /** The colour of the person against computer players, wherever they sit; that of the seat if none was chosen. */
  readonly colour: number | null;
  /** The colours of the seats at one screen, and after them those that nobody has. */
  readonly colours: readonly number[];
  readonly options: Options;
  readonly clock: ClockKind;
  readonly isPublic: boolean;
  readonly isPractice: boolean;
  readonly isStrict: boolean;
  readonly takesNewcomers: boolean;
}

function draftOf(game: GameId, how: How, myName: string): Draft {
  const level = levelOf(game) ?? recall("level", 1);
  return {
    level,
    count: FACTS[game].usual_seats,
    sittings: seatsAtFirst(how, FACTS[game].most_seats, level),
    names: [],
    myName,
    first: 0,
    starts: { is: "seat", seat: 0 },
    colour: null,
    colours: Array.from({ length: FACTS[game].most_seats }, (_, seat) => seat),
    options: {},
    clock: { kind: "none" },
    isPublic: false,
    isPractice: false,
    isStrict: false,
    takesNewcomers: false,
  };
}

export function SetUpPage({ game, how }: { readonly game: GameId; readonly how: How }) {
  const { t, w, go, house, settings, change } = usePage();
  const facts = FACTS[game];
  const [draft, setDraft] = useState<Draft>(() => draftOf(game, how, settings.name));
  const choose = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const { level, count, sittings, names, myName, first, starts, clock } = draft;
  /** Computer players have the colours that are left; in a lobby everybody chooses for themselves. */
  const colours =
    how === "computer" && draft.colour !== null ? recoloured(draft.colours, first, draft.colour) : draft.colours;
  const [hasList, setHasList] = useState(true);
  const [info, setInfo] = useState<GameInfo | null>(null);
  const [said, setSaid] = useState("");
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    house.games().then(
      ({ games, has_public_tables }) => {
        setInfo(games.find(({ id }) => id === game) ?? null);
        setHasList(has_public_tables);
      },
      () => setInfo(null),
    );
  }, [game]);

  const hasClock = clock.kind !== "none";
  const open = async (seats: readonly Sitting[]) => {
    setBusy(true);
    const name = myName.trim();
    if (name !== settings.name) change({ name });
    const isScreen = how === "screen";
    const mine = isScreen
      ? seats.flatMap((sitting, seat) => (sitting === "me" ? [[seat, nameAt(seat)] as const] : []))
      : [];
    const wish: OpenTable & { game: GameId } = {
      game,
      seats: seats.map(wishOf),
      name: name || t.guest,
      options: draft.options,
      clock,
      is_public: draft.isPublic,
      is_practice: how === "computer" && draft.isPractice,
      is_strict: hasClock && draft.isStrict,
      ...(starts.is === "seat" && starts.seat === 0 ? {} : { starts }),
      takes_newcomers: draft.takesNewcomers,
      start_when_full: !seats.some((sitting) => sitting === "friend" || sitting === "open"),
      ...(isScreen ? { names: Object.fromEntries(mine) } : {}),
    };
    try {
      const seated = await openTable(house, wish, colours.slice(0, seats.length));
      go({ page: "table", id: seated.table });
    } catch (failure) {
      setSaid(failureText(t, failure));
      setBusy(false);
    }
  };
  const nameAt = (seat: number) => names[seat]?.trim() || (seat === 0 ? myName.trim() : "") || t.setUp.seat(seat + 1);
  const titles = { computer: t.setUp.computerTitle, friends: t.setUp.friendsTitle, screen: t.setUp.screenTitle };
  const title = titles[how](w.games[game].name);
  const counts = Array.from(
    { length: facts.most_seats - facts.least_seats + 1 },
    (_, index) => facts.least_seats + index,
  );
  const seated = sittings.slice(0, count);
  /** The person may begin or come later: the others keep their order. */
  const turned = (seats: readonly Sitting[]) => {
    const others = seats.filter((sitting) => sitting !== "me");
    return [...others.slice(0, first), "me" as const, ...others.slice(first)];
  };
  const playLevel = () => {
    keepLevel(game, level);
    void open(turned(seatsAtFirst("computer", count, level)));
  };

  const levels = w.levels.map((name, index) => [`level${index + 1}` as const, t.computer(name)] as const);
  const kinds: readonly (readonly [Sitting, string])[] =
    how === "screen"
      ? [["me", t.setUp.here], ...levels]
      : [["friend", t.setUp.friend], ["open", t.setUp.anybody], ...levels];

  const starter = starts.is === "seat" ? starts.seat : null;
  /** How somebody looks who sits at a seat: against computer players the person, who may sit anywhere. */
  const looks = (seat: number) =>
    lookAhead(game, seat, count, starter, how === "computer" ? (draft.colour ?? seat) : colours[seat]);
  /** A seat by its number, its colour as far as it is known, and whether it starts. */
  const seatWords = (seat: number) => {
    const isKnown = facts.has_colours || facts.draws_first || starter !== null;
    const words = isKnown ? t.boards.seat(seat + 1, w.tints[looks(seat).tint]) : t.setUp.seat(seat + 1);
    return seat === starter && !facts.draws_first ? `${words}, ${t.boards.starts}` : words;
  };
  const resize = (number: number) =>
    choose({
      count: number,
      first: Math.min(first, number - 1),
      ...(starter !== null && starter >= number ? { starts: { is: "seat", seat: 0 } } : {}),
    });
  /** Who is to sit at a seat, as they are called here. */
  const sitterAt = (seat: number) => {
    if (how === "computer") return seat === first ? t.setUp.me : t.computerShort;
    const sitting = seated[seat] ?? "open";
    if (sitting === "me") return how === "screen" ? nameAt(seat) : t.setUp.me;
    return sitting === "friend" || sitting === "open"
      ? (kinds.find(([kind]) => kind === sitting)?.[1] ?? "")
      : t.computerShort;
  };
  const whoStarts = (
    <StartsField
      game={game}
      starts={starts}
      sitters={Array.from({ length: count }, (_, seat) => sitterAt(seat))}
      onChange={(who) => choose({ starts: who })}
    />
  );
  const more = (
    <>
      <OptionFields
        game={game}
        offered={info?.options ?? []}
        options={draft.options}
        onChange={(options) => choose({ options })}
      />
      <ClockFields clock={clock} onChange={(other) => choose({ clock: other })} />
      {hasClock && (
        <Tick label={t.atTable.strict} value={draft.isStrict} onChange={(isStrict) => choose({ isStrict })} />
      )}
      {how === "computer" && facts.has_chance && (
        <Tick
          label={t.atTable.wantPractice}
          value={draft.isPractice}
          onChange={(isPractice) => choose({ isPractice })}
        />
      )}
    </>
  );

  return (
    <section class="narrow panel set-up">
      <GameArt game={game} banner />
      <h1>{title}</h1>
      <p class="soft">{w.games[game].about}</p>
      <p class="error" role="alert">
        {said}
      </p>
      {how === "computer" ? (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            playLevel();
          }}
        >
          <fieldset class="level-choice">
            <legend>{t.setUp.chooseLevel}</legend>
            <ol class="levels">
              {w.levels.map((name, index) => (
                <li key={name}>
                  <label class={index + 1 === level ? "level recent" : "level"}>
                    <input
                      type="radio"
                      name="level"
                      value={index + 1}
                      checked={index + 1 === level}
                      onChange={() => choose({ level: index + 1 })}
                    />
                    <b>{name}</b>
                    <span>{t.setUp.levelAbout[index]}</span>
                  </label>
                </li>
              ))}
            </ol>
          </fieldset>
          <div class="fields">
            {counts.length > 1 && (
              <Choice
                label={t.setUp.seatCount}
                value={count}
                options={counts.map((number) => [number, `${number}`])}
                onChange={resize}
              />
            )}
            <Choice
              label={t.setUp.me}
              value={first}
              options={Array.from({ length: count }, (_, seat) => [seat, seatWords(seat)] as const)}
              onChange={(seat) => choose({ first: seat })}
            />
            {whoStarts}
            <ColourField
              game={game}
              label={t.lobby.seat.colour}
              colour={colours[first] ?? first}
              onChange={(colour) => choose({ colour })}
            />
            <Text label={t.settings.name} value={myName} onChange={(name) => choose({ myName: name })} />
            {more}
          </div>
          <p class="start-row">
            <button type="submit" class="button strong" disabled={isBusy}>
              {t.setUp.start}
            </button>
          </p>
        </form>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void open(seated);
          }}
        >
          <div class="fields">
            {how === "friends" && (
              <Text label={t.settings.name} value={myName} onChange={(name) => choose({ myName: name })} />
            )}
            {counts.length > 1 && (
              <Choice
                label={t.setUp.seatCount}
                value={count}
                options={counts.map((number) => [number, `${number}`])}
                onChange={resize}
              />
            )}
          </div>
          <h2>{t.setUp.seats}</h2>
          <ol class="seats">
            {seated.map((sitting, seat) => (
              <li key={seat}>
                <SeatMark look={looks(seat)} />
                {seat === 0 && how === "friends" ? (
                  <span class="field">
                    <b>{t.setUp.me}</b>
                    <small>{seatWords(seat)}</small>
                  </span>
                ) : (
                  <Choice
                    label={seatWords(seat)}
                    value={sitting}
                    options={kinds}
                    onChange={(kind) =>
                      choose({ sittings: sittings.map((other, index) => (index === seat ? kind : other)) })
                    }
                  />
                )}
                {how === "screen" && sitting === "me" && (
                  <Text
                    label={`${t.setUp.name}, ${t.setUp.seat(seat + 1)}`}
                    value={names[seat] ?? (seat === 0 ? myName : "")}
                    onChange={(name) =>
                      choose({
                        names: Array.from({ length: facts.most_seats }, (_, index) =>
                          index === seat ? name : (names[index] ?? (index === 0 ? myName : "")),
                        ),
                      })
                    }
                  />
                )}
                {how === "screen" && (
                  <ColourField
                    game={game}
                    label={`${t.setUp.colour}, ${t.setUp.seat(seat + 1)}`}
                    colour={colours[seat] ?? seat}
                    onChange={(colour) => choose({ colours: recoloured(colours, seat, colour) })}
                  />
                )}
              </li>
            ))}
          </ol>
          <div class="fields">{whoStarts}</div>
          <details open={how === "friends" && (info?.options.length ?? 0) > 0}>
            <summary>{t.setUp.options}</summary>
            <div class="fields">
              {more}
              {how === "friends" && hasList && (
                <Tick label={t.setUp.isPublic} value={draft.isPublic} onChange={(isPublic) => choose({ isPublic })} />
              )}
              {how === "friends" && seated.some((sitting) => sitting.startsWith("level")) && (
                <Tick
                  label={t.finding.takesNewcomers}
                  value={draft.takesNewcomers}
                  onChange={(takesNewcomers) => choose({ takesNewcomers })}
                />
              )}
            </div>
          </details>
          <p>
            <button type="submit" class="button strong" disabled={isBusy}>
              {how === "friends" ? t.setUp.open : t.setUp.start}
            </button>
          </p>
        </form>
      )}
    </section>
  );
}
