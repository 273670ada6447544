/** Setting up a table: against the computer, with friends, or at this screen. */

import { useEffect, useState } from "preact/hooks";
import type { ClockKind, GameId, GameInfo, OpenTable, SeatWish } from "../../protocol";
import { isSeatFirst, lookOf } from "../../pieces/seats";
import { Choice, Text, Tick } from "../chrome";
import { usePage } from "../context";
import { recall, remember } from "../keep";
import { SeatMark } from "../table/seat-mark";
import { failureText } from "../words";
import { GameArt } from "./art";
import { FACTS } from "../../protocol/facts";
import { openTable } from "./open";
import "./set-up.css";

type How = "computer" | "friends" | "screen";
/** Who is to sit at a seat: a level, or a kind of person. */
type Sitting = "me" | "friend" | "open" | `level${number}`;

const CLOCKS: readonly ClockKind[] = [
  { kind: "none" },
  { kind: "per-move", seconds: 30 },
  { kind: "per-move", seconds: 120 },
  { kind: "bank", seconds: 300, increment: 10 },
  { kind: "bank", seconds: 900, increment: 20 },
  { kind: "days", days: 1 },
  { kind: "days", days: 3 },
];

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

function seatsAtFirst(how: How, count: number, level: number): Sitting[] {
  const other: Sitting = how === "computer" ? `level${level}` : how === "friends" ? "friend" : "me";
  return Array.from({ length: count }, (_, seat) => (seat === 0 ? "me" : other));
}

export function SetUpPage({ game, how }: { readonly game: GameId; readonly how: How }) {
  const { t, w, go, house, settings, change } = usePage();
  const facts = FACTS[game];
  const lastLevel = recall("level", 1);
  const [level, setLevel] = useState(lastLevel);
  const [count, setCount] = useState(facts.usual_seats);
  const [sittings, setSittings] = useState(() => seatsAtFirst(how, facts.most_seats, lastLevel));
  const [names, setNames] = useState<readonly string[]>([]);
  const [myName, setMyName] = useState(settings.name);
  const [first, setFirst] = useState(0);
  const [options, setOptions] = useState<Readonly<Record<string, number>>>({});
  const [clock, setClock] = useState(0);
  const [isPublic, setPublic] = useState(false);
  const [info, setInfo] = useState<GameInfo | null>(null);
  const [said, setSaid] = useState("");
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    house.games().then(
      ({ games }) => setInfo(games.find(({ id }) => id === game) ?? null),
      () => setInfo(null),
    );
  }, [game]);

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
      options: Object.fromEntries(
        Object.entries(options).filter(
          ([key, value]) => value !== info?.options.find((option) => option.name === key)?.values[0],
        ),
      ),
      clock: CLOCKS[clock] ?? { kind: "none" },
      is_public: isPublic,
      start_when_full: !seats.some((sitting) => sitting === "friend" || sitting === "open"),
      ...(isScreen ? { names: Object.fromEntries(mine) } : {}),
    };
    try {
      const seated = await openTable(house, wish);
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
    remember("level", level);
    void open(turned(seatsAtFirst("computer", count, level)));
  };

  /** A seat by its number, its colour, and whether it starts. */
  const seatWords = (seat: number) => {
    const words = t.boards.seat(seat + 1, w.tints[lookOf(game, seat).tint]);
    return seat === 0 && isSeatFirst(game) ? `${words}, ${t.boards.starts}` : words;
  };
  const levels = w.levels.map((name, index) => [`level${index + 1}` as const, t.computer(name)] as const);
  const kinds: readonly (readonly [Sitting, string])[] =
    how === "screen"
      ? [["me", t.setUp.here], ...levels]
      : [["friend", t.setUp.friend], ["open", t.setUp.anybody], ...levels];

  const more = (
    <>
      {info?.options.map((option) => (
        <Choice
          key={option.name}
          label={w.option(game, option.name)?.name ?? option.name}
          value={options[option.name] ?? option.values[0] ?? 0}
          options={option.values.map((value) => [value, w.option(game, option.name)?.values[value] ?? `${value}`])}
          onChange={(value) => setOptions({ ...options, [option.name]: value })}
        />
      ))}
      <Choice
        label={t.setUp.clock}
        value={clock}
        options={CLOCKS.map((kind, index) => [index, clockText(t, kind)])}
        onChange={setClock}
      />
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
                      onChange={() => setLevel(index + 1)}
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
                onChange={(number) => {
                  setCount(number);
                  setFirst(Math.min(first, number - 1));
                }}
              />
            )}
            <Choice
              label={t.setUp.me}
              value={first}
              options={Array.from({ length: count }, (_, seat) => [seat, seatWords(seat)] as const)}
              onChange={setFirst}
            />
            <Text label={t.settings.name} value={myName} onChange={setMyName} />
            {more}
          </div>
          {!isSeatFirst(game) && <p class="soft">{t.boards.diceDecide}</p>}
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
            {how === "friends" && <Text label={t.settings.name} value={myName} onChange={setMyName} />}
            {counts.length > 1 && (
              <Choice
                label={t.setUp.seatCount}
                value={count}
                options={counts.map((number) => [number, `${number}`])}
                onChange={setCount}
              />
            )}
          </div>
          <h2>{t.setUp.seats}</h2>
          <ol class="seats">
            {seated.map((sitting, seat) => (
              <li key={seat}>
                <SeatMark look={lookOf(game, seat)} />
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
                    onChange={(kind) => setSittings(sittings.map((other, index) => (index === seat ? kind : other)))}
                  />
                )}
                {how === "screen" && sitting === "me" && (
                  <Text
                    label={`${t.setUp.name}, ${t.setUp.seat(seat + 1)}`}
                    value={names[seat] ?? (seat === 0 ? myName : "")}
                    onChange={(name) =>
                      setNames(
                        Array.from({ length: facts.most_seats }, (_, index) =>
                          index === seat ? name : (names[index] ?? (index === 0 ? myName : "")),
                        ),
                      )
                    }
                  />
                )}
              </li>
            ))}
          </ol>
          <details open={how === "friends" && (info?.options.length ?? 0) > 0}>
            <summary>{t.setUp.options}</summary>
            <div class="fields">
              {more}
              {how === "friends" && <Tick label={t.setUp.isPublic} value={isPublic} onChange={setPublic} />}
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

export function clockText(t: ReturnType<typeof usePage>["t"], clock: ClockKind): string {
  switch (clock.kind) {
    case "none":
      return t.setUp.noClock;
    case "per-move":
      return t.setUp.perMove(t.setUp.seconds(clock.seconds));
    case "bank":
      return t.setUp.bank(t.setUp.seconds(clock.seconds), t.setUp.seconds(clock.increment));
    case "days":
      return t.setUp.days(clock.days);
  }
}
