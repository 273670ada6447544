/** A replay as it is shown, wherever the game comes from. */

import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Analysis, Effect, GameId, PlayOn, Replay, Seat, SeatWish, Step, Swing, Views } from "../../protocol";
import { boardOf } from "../../boards";
import { isButton } from "../../boards/buttons";
import { begin } from "../../input/input";
import { told } from "../../words";
import { Choice, CopyButton } from "../chrome";
import { usePage } from "../context";
import { openTable } from "../home/open";
import { recall, remember } from "../keep";
import { Field } from "../table/field";
import { companyOf, looksOf, seatName } from "../table/names";
import { SeatMark } from "../table/seat-mark";
import { NOTHING_DRAWN, drawnOf } from "../table/trails";
import { failureText } from "../words";
import { Curve, shares } from "./curve";
import { type Place, arrive, goTo, laidOut, stepAt, stepOf, valuesAt, viewAt } from "./steps";
import { Transport, paceOf, useSpeed } from "./transport";
import { wayOf } from "./way";

export interface ShownProps {
  readonly replay: Replay;
  /** The number of the last event shown; none for where it begins. */
  readonly at: number | null;
  /** Whose knowledge is shown: a seat, `spectator`, or everything if nothing is said. */
  readonly eyes: string;
  /** Those whose knowledge can be shown. */
  readonly lookers: readonly string[];
  /** The reader's own seats. */
  readonly mine: readonly Seat[];
  readonly analysis: Analysis | null;
  /** Another moment is shown, or with other eyes; the number is none at the end. */
  readonly onMoment: (number: number | null, eyes: string) => void;
  /** Where a game that goes on from an event begins. */
  readonly from: (number: number) => PlayOn;
  /** The address of the moment after an event, if others can go there. */
  readonly share: ((number: number) => string) | null;
  /** What else can be done. */
  readonly children: ComponentChildren;
}

/** So fast that nothing is acted out any more. */
const TOO_FAST = 4;

export function Shown(props: ShownProps) {
  const { replay, eyes, mine, analysis, onMoment } = props;
  const { t, w, go, house } = usePage();
  const { table, steps } = replay;
  const game = table.game;
  const isOver = table.status === "finished" || table.status === "abandoned";
  const [moment, setMoment] = useState<Place>(() => ({
    shown: props.at === null ? laidOut(steps) : stepOf(steps, props.at),
    coming: null,
  }));
  const step = stepAt(moment);
  const [isPlaying, setPlaying] = useState(false);
  const [speed, setSpeed] = useSpeed();
  const [said, setSaid] = useState("");
  const looks = useMemo(() => looksOf(t, table), [t, table]);
  const company = useMemo(() => companyOf(t, table), [t, table]);
  const log = useRef<HTMLOListElement>(null);

  const jump = (to: number) => setMoment((from) => goTo(from, to, steps.length));
  useEffect(() => {
    if (!isPlaying || moment.coming !== null) return undefined;
    if (step >= steps.length) {
      setPlaying(false);
      return undefined;
    }
    const timer = setTimeout(
      () => (speed >= TOO_FAST ? setMoment({ shown: step + 1, coming: null }) : jump(step + 1)),
      paceOf(speed),
    );
    return () => clearTimeout(timer);
  }, [isPlaying, moment, speed]);
  useEffect(() => {
    onMoment(step === steps.length ? null : (steps[step - 1]?.number ?? 0), eyes);
    const [panel, item] = [log.current?.parentElement, log.current?.querySelector<HTMLElement>("[aria-current]")];
    if (panel != null && item != null) panel.scrollTop = item.offsetTop - panel.offsetTop - panel.clientHeight / 2;
  }, [step]);

  const views = useMemo(() => new Map<number, Views[GameId]>(), [replay]);
  const viewOf = (number: number) => {
    const view = views.get(number) ?? viewAt(replay, number);
    views.set(number, view);
    return view;
  };
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
  const me = /^\d+$/.test(eyes) ? Number(eyes) : eyes === "" ? (mine[0] ?? 0) : null;
  const line = (place: Step) =>
    told(w, game, place.told.effects, company) ||
    (place.told.seat === null
      ? t.replay.laid
      : isButton(place.told.event)
        ? w.buttons[place.told.event]
        : place.told.event);
  const playOn = async (seat: Seat) => {
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
        from: props.from(here?.number ?? 0),
      });
      // Whoever plays on from here needs no hints for the first turns.
      remember(`guided.${game}`, true);
      go({ page: "table", id: opened.table });
    } catch (failure) {
      setSaid(failureText(t, failure));
    }
  };
  const swings = analysis?.swings ?? [];
  /** The decision that is about to be made here, if it cost much: what would have been better is drawn. */
  const turning = moment.coming === null ? swings.find((swing) => swing.step === step) : undefined;
  const better = turning?.path ?? [];
  const swingText = (swing: Swing) => {
    const next = steps[swing.step];
    return (
      <>
        {t.replay.played}: {next === undefined ? swing.played : line(next)} <em>{t.replay.better}:</em>{" "}
        {wayOf(w, game, viewOf(swing.step), swing.path, company) || swing.better}
      </>
    );
  };
  const deciders = mine.length > 0 ? mine : /^\d+$/.test(eyes) ? [Number(eyes)] : [];
  const [decider] = deciders;
  const isOwn = mine.length === 1;
  const values = analysis === null ? null : valuesAt(analysis, step);
  const chances = shares(values ?? []).map((value, seat) => t.replay.value(looks[seat]?.name ?? "", t.percent(value)));
  return (
    <div class={`table table-${game} replay`}>
      <h1 class="hidden">
        {w.games[game].name}: {t.replay.title}
      </h1>
      <section class="board-room" aria-label={t.table.board}>
        <Field
          game={game}
          view={viewOf(moment.shown)}
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
            <b>{t.replay.swing(seatName(t, table, turning.seat), t.percent(turning.lost))}.</b> {swingText(turning)}
          </p>
        )}
        <Curve
          analysis={analysis}
          steps={steps.length}
          step={step}
          looks={looks}
          onStep={(to) => {
            setPlaying(false);
            jump(to);
          }}
        />
        <Transport
          steps={steps}
          step={step}
          isPlaying={isPlaying}
          speed={speed}
          mine={deciders}
          decider={
            decider === undefined
              ? null
              : isOwn
                ? t.replay.myDecision
                : t.replay.decisionOf(w.list(deciders.map((seat) => seatName(t, table, seat))))
          }
          valueText={[t.replay.at(step, steps.length), ...(values === null ? [] : chances)].join(", ")}
          onStep={jump}
          onPlay={setPlaying}
          onSpeed={setSpeed}
        />
      </section>
      <aside class="side">
        <div class="fields">
          <Choice
            label={t.replay.eyes}
            value={eyes === "" ? "everything" : eyes}
            options={props.lookers.map((who) => [
              who,
              who === "everything"
                ? t.replay.everything
                : who === "spectator"
                  ? t.replay.spectator
                  : seatName(t, table, Number(who)),
            ])}
            onChange={(value) => onMoment(here?.number ?? 0, value === "everything" ? "" : value)}
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
                    <span>{swingText(swing)}</span>
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
        <p class="soft keys">{t.replay.keys}</p>
        <div class="ways">
          {props.share !== null && (
            <CopyButton text={props.share(here?.number ?? 0)} label={t.replay.share} class="button small" />
          )}
          {props.children}
        </div>
      </aside>
    </div>
  );
}
