/** A game seen again: step by step, through anybody's eyes, with what it was worth. */

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Analysis, Effect, GameId, Replay, SeatWish, Step, Views } from "../../protocol";
import { GAMES } from "../../protocol/facts";
import { boardOf } from "../../boards";
import { isButton } from "../../boards/buttons";
import { begin } from "../../input/input";
import { Refused } from "../../house/house";
import { told } from "../../words";
import { Choice, CopyButton, Icon } from "../chrome";
import { Link, usePage } from "../context";
import { openTable } from "../home/open";
import { recall, remember } from "../keep";
import { addressOf } from "../route";
import { Field } from "../table/field";
import { companyOf, looksOf, seatName } from "../table/names";
import { SeatMark } from "../table/seat-mark";
import { NOTHING_DRAWN, drawnOf } from "../table/trails";
import { FairDice } from "../table/end";
import { failureText } from "../words";
import { Curve } from "./curve";
import { type Place, arrive, goTo, laidOut, stepAt, stepOf, viewAt } from "./steps";

export interface ReplayProps {
  readonly id: string;
  readonly at: number | null;
  readonly eyes: string;
}

const PACE_MS = 1_100;

export function ReplayPage({ id, at, eyes }: ReplayProps) {
  const { t, house } = usePage();
  const [game, setGame] = useState<Replay | null>(null);
  const [said, setSaid] = useState("");
  useEffect(() => {
    let isHere = true;
    const load = async () => {
      try {
        // Everything may be shown once the game is over; before, what a spectator sees.
        const found = await house.replay(id, eyes === "" ? "everything" : eyes).catch((failure: unknown) => {
          if (eyes === "") return house.replay(id, "spectator");
          throw failure;
        });
        if (isHere) setGame(found);
      } catch (failure) {
        if (isHere) setSaid(failureText(t, failure));
      }
    };
    void load();
    return () => {
      isHere = false;
    };
  }, [id, eyes]);
  if (game === null || !GAMES.some((known) => known === game.table.game)) {
    return (
      <section class="narrow panel">
        <p role="status">{said || t.loading}</p>
        {said !== "" && (
          <Link class="button" to={{ page: "home" }}>
            {t.home}
          </Link>
        )}
      </section>
    );
  }
  return <Shown key={id} replay={game} at={at} eyes={eyes} />;
}

function Shown({ replay, at, eyes }: { readonly replay: Replay; readonly at: number | null; readonly eyes: string }) {
  const { t, w, go, house } = usePage();
  const { table, steps } = replay;
  const game = table.game;
  const isOver = table.status === "finished" || table.status === "abandoned";
  const [moment, setMoment] = useState<Place>(() => ({
    shown: at === null ? laidOut(steps) : stepOf(steps, at),
    coming: null,
  }));
  const step = stepAt(moment);
  const [isPlaying, setPlaying] = useState(false);
  const [said, setSaid] = useState("");
  const looks = useMemo(() => looksOf(t, table), [t, table]);
  const company = useMemo(() => companyOf(t, table), [t, table]);
  const analysis = useAnalysis(table.id, isOver);
  const log = useRef<HTMLOListElement>(null);

  const jump = (to: number) => setMoment((from) => goTo(from, to, steps.length));
  useEffect(() => {
    if (!isPlaying || moment.coming !== null) return undefined;
    if (step >= steps.length) {
      setPlaying(false);
      return undefined;
    }
    const timer = setTimeout(() => jump(step + 1), PACE_MS);
    return () => clearTimeout(timer);
  }, [isPlaying, moment]);
  useEffect(() => {
    const number = steps[step - 1]?.number ?? 0;
    go({ page: "replay", id: table.id, at: step === steps.length ? null : number, eyes }, true);
    const [panel, item] = [log.current?.parentElement, log.current?.querySelector<HTMLElement>("[aria-current]")];
    if (panel != null && item != null) panel.scrollTop = item.offsetTop - panel.offsetTop - panel.clientHeight / 2;
  }, [step]);

  const views = useMemo(() => new Map<number, Views[GameId]>(), [replay]);
  const viewOf = (number: number) => {
    const view = views.get(number) ?? viewAt(replay, number);
    views.set(number, view);
    return view;
  };
  const view = viewOf(moment.shown);
  const here = steps[step - 1];
  const effectsOf = (number: number): readonly Effect[] => steps[number - 1]?.told.effects ?? [];
  const coming =
    moment.coming === null
      ? null
      : { number: moment.coming, effects: effectsOf(moment.coming), view: viewOf(moment.coming) };
  const drawn = useMemo(() => {
    const shown = steps[moment.shown - 1]?.told;
    return shown === undefined || shown.seat === null
      ? NOTHING_DRAWN
      : drawnOf([{ seat: shown.seat, effects: shown.effects }], boardOf<GameId>(game), looks);
  }, [steps, moment.shown, looks]);
  // With everything shown the board is seen from the first seat.
  const me = /^\d+$/.test(eyes) ? Number(eyes) : eyes === "" ? 0 : null;
  const share = location.origin + addressOf({ page: "replay", id: table.id, at: here?.number ?? 0, eyes });
  const line = (place: Step) =>
    told(w, game, place.told.effects, company) ||
    (place.told.seat === null
      ? t.replay.laid
      : isButton(place.told.event)
        ? w.buttons[place.told.event]
        : place.told.event);
  const playOn = async (seat: number) => {
    const level = recall("level", 4);
    const seats = table.seats.map(({ seat: other }): SeatWish =>
      other === seat ? { is: "me" } : { is: "computer", level },
    );
    try {
      const opened = await openTable(house, {
        game,
        seats,
        options: table.options,
        name: recall<{ name?: string }>("settings", {}).name || t.guest,
        start_when_full: true,
        from: { is: "table", table: table.id, number: here?.number ?? 0 },
      });
      // Whoever plays on from here needs no hints for the first turns.
      remember(`guided.${game}`, true);
      go({ page: "table", id: opened.table });
    } catch (failure) {
      setSaid(failureText(t, failure));
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if ((event.target as Element).closest("input, select, button, [role='button']") !== null) return;
    const moves: Readonly<Record<string, number>> = {
      ArrowLeft: step - 1,
      ArrowRight: step + 1,
      Home: 0,
      End: steps.length,
    };
    const to = moves[event.key];
    if (to === undefined) return;
    event.preventDefault();
    jump(to);
  };
  const swings = analysis?.swings ?? [];
  /** The decision that is about to be made here, if it cost much: what would have been better is drawn. */
  const turning = moment.coming === null ? swings.find((swing) => swing.step === step) : undefined;
  const better = turning?.path ?? [];
  return (
    <div class={`table table-${game} replay`} onKeyDown={onKeyDown}>
      <h1 class="hidden">
        {w.games[game].name}: {t.replay.title}
      </h1>
      <section class="board-room" aria-label={t.table.board}>
        <Field
          game={game}
          view={view}
          me={me}
          seats={looks}
          company={company}
          lastEffects={effectsOf(moment.shown)}
          drawn={drawn}
          coming={coming}
          input={{ ...begin(), path: better }}
          onOutcome={() => undefined}
          onSettled={(number) => setMoment((from) => arrive(from, number))}
          onSkip={() => setMoment((from) => ({ shown: stepAt(from), coming: null }))}
        />
      </section>
      <section class="prompt-room replay-room" aria-label={t.replay.title}>
        <p class="prompt" aria-live="polite">
          {here === undefined ? t.replay.beginning : line(here)}
        </p>
        {turning !== undefined && (
          <p class="turning">
            <b>{t.replay.swing(seatName(t, table, turning.seat), t.percent(turning.lost))}:</b> {t.replay.played}{" "}
            <code>{turning.played}</code>, {t.replay.better} <code>{turning.better}</code>
          </p>
        )}
        <Curve analysis={analysis} steps={steps.length} step={step} looks={looks} />
        <input
          class="slider"
          type="range"
          min={0}
          max={steps.length}
          value={step}
          aria-label={t.replay.slider}
          aria-valuetext={t.replay.at(step, steps.length)}
          onInput={(event) => {
            setPlaying(false);
            jump(Number(event.currentTarget.value));
          }}
        />
        <div class="transport">
          <button type="button" class="quiet" aria-label={t.replay.beginning} onClick={() => jump(0)}>
            <Icon name="first" />
          </button>
          <button type="button" class="quiet" aria-label={t.replay.previous} onClick={() => jump(step - 1)}>
            <Icon name="back" />
          </button>
          <button
            type="button"
            class="quiet big"
            aria-label={isPlaying ? t.replay.pause : t.replay.play}
            onClick={() => {
              if (step >= steps.length) jump(0);
              setPlaying(!isPlaying);
            }}
          >
            <Icon name={isPlaying ? "pause" : "play"} />
          </button>
          <button type="button" class="quiet" aria-label={t.replay.next} onClick={() => jump(step + 1)}>
            <Icon name="on" />
          </button>
          <button type="button" class="quiet" aria-label={t.replay.end} onClick={() => jump(steps.length)}>
            <Icon name="last" />
          </button>
          <span class="soft">{t.replay.at(step, steps.length)}</span>
        </div>
      </section>
      <aside class="side">
        <div class="fields">
          <Choice
            label={t.replay.eyes}
            value={eyes === "" ? "everything" : eyes}
            options={[
              ...(isOver ? [["everything", t.replay.everything] as const] : []),
              ["spectator", t.replay.spectator],
              ...table.seats.map(({ seat }) => [`${seat}`, seatName(t, table, seat)] as const),
            ]}
            onChange={(value) =>
              go(
                { page: "replay", id: table.id, at: here?.number ?? 0, eyes: value === "everything" ? "" : value },
                true,
              )
            }
          />
        </div>
        {analysis !== null && (
          <section aria-labelledby="swings">
            <h2 id="swings">{t.replay.swings}</h2>
            {!analysis.is_done && (
              <p class="soft" role="status">
                {t.replay.looking(analysis.looked_at, analysis.decisions)}
              </p>
            )}
            {analysis.is_done && swings.length === 0 && <p class="soft">{t.replay.noSwings}</p>}
            <ol class="swings">
              {swings.map((swing) => (
                <li key={swing.step}>
                  <button type="button" class="level" onClick={() => jump(swing.step)}>
                    <b>{t.replay.swing(seatName(t, table, swing.seat), t.percent(swing.lost))}</b>
                    <span>
                      {t.replay.played} <code>{swing.played}</code>, {t.replay.better} <code>{swing.better}</code>
                    </span>
                  </button>
                </li>
              ))}
            </ol>
          </section>
        )}
        <div class="tab-panel" tabIndex={0} role="group" aria-label={t.table.log}>
          <ol class="log" ref={log}>
            {steps.map((place, index) => {
              const look = place.told.seat === null ? undefined : looks[place.told.seat];
              return (
                <li key={index} aria-current={index + 1 === step ? "step" : undefined}>
                  <button type="button" class="log-line" onClick={() => jump(index + 1)}>
                    {look === undefined ? <span class="no-mark" /> : <SeatMark look={look} />}
                    <span>{line(place)}</span>
                  </button>
                </li>
              );
            })}
          </ol>
        </div>
        <p class="error" role="alert">
          {said}
        </p>
        {isOver && step < steps.length && (
          <div class="play-on" role="group" aria-label={t.replay.playOn}>
            <span aria-hidden="true">{t.replay.playOn}</span>
            {table.seats.map(({ seat }) => {
              const label = `${t.replay.playOn} ${t.replay.playOnAs(seatName(t, table, seat))}`;
              return (
                <button
                  key={seat}
                  type="button"
                  class="button small"
                  aria-label={label}
                  title={label}
                  onClick={() => void playOn(seat)}
                >
                  <SeatMark look={looks[seat] ?? { tint: "stone", mark: "dot" }} />
                </button>
              );
            })}
          </div>
        )}
        <div class="ways">
          <CopyButton text={share} label={t.replay.share} class="button small" />
          <Link class="button small" to={{ page: "table", id: table.id }}>
            {t.replay.toTable}
          </Link>
          {isOver && <FairDice id={table.id} game={game} isSmall />}
        </div>
      </aside>
    </div>
  );
}

function useAnalysis(id: string, isOver: boolean): Analysis | null {
  const { house } = usePage();
  const [analysis, setAnalysis] = useState<Analysis | null>(null);
  useEffect(() => {
    if (!isOver) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isHere = true;
    const look = () =>
      house.analysis(id).then(
        (found) => {
          if (!isHere) return;
          setAnalysis(found);
          if (!found.is_done) timer = setTimeout(() => void look(), 1_500);
        },
        (failure: unknown) => {
          // Others come first; whoever waits gets their turn.
          const wait = failure instanceof Refused ? failure.refusal.limit?.retry_after : undefined;
          if (isHere && wait !== undefined) timer = setTimeout(() => void look(), wait * 1_000);
        },
      );
    void look();
    return () => {
      isHere = false;
      clearTimeout(timer);
    };
  }, [id, isOver]);
  return analysis;
}
