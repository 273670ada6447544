/** A replay as it is shown, wherever the game comes from. */

import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Analysis, Effect, GameId, PlayOn, Replay, Seat, SeatWish, Step, Swing, Views } from "../../protocol";
import { boardOf } from "../../boards";
import { isButton } from "../../boards/buttons";
import { comparedWay } from "../../boards/compared";
import { begin } from "../../input/input";
import { told } from "../../words";
import { Choice, CopyButton } from "../chrome";
import { usePage } from "../context";
import { openTable } from "../home/open";
import { levelOf, recall, remember } from "../keep";
import { Field } from "../table/field";
import { companyOf, looksOf, seatName } from "../table/names";
import { SeatMark } from "../table/seat-mark";
import { NOTHING_DRAWN, drawnOf } from "../table/trails";
import { failureText } from "../words";
import { Curve } from "./curve";
import { type Basis, errorsAt, inOrder, momentAt, sharesAt, stepOfSwing, swingBeside } from "./review";
import { type Place, arrive, goTo, laidOut, stepAt, stepOf, viewAt } from "./steps";
import { type SwingWords, Swings, Turning } from "./swings";
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
  /** Has the analysis to wait for others? */
  readonly isWaiting?: boolean;
  /** Did somebody come for the turning points? */
  readonly isSought?: boolean;
  /** Another moment is shown, or with other eyes; the number is none at the end. */
  readonly onMoment: (number: number | null, eyes: string) => void;
  /** Where a game that goes on from an event begins. */
  readonly from: (number: number) => PlayOn;
  /** The address of the moment after an event, if others can go there. */
  readonly share: ((number: number) => string) | null;
  /** What else can be done. */
  readonly children: ComponentChildren;
}

/** Nobody chooses anything on the board of a replay. */
const NO_INPUT = begin();

/** So fast that nothing is acted out any more. */
const TOO_FAST = 4;

export function Shown(props: ShownProps) {
  const { replay, eyes, mine, analysis, onMoment } = props;
  const { t, w, go, house, settings } = usePage();
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
  const [basis, setBasis] = useState<Basis>(null);
  /** The turning point that was gone to last. */
  const [cursor, setCursor] = useState<Swing | null>(null);
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
    const level = levelOf(game) ?? recall("level", 4);
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
  const swings = useMemo(() => inOrder(analysis?.swings ?? [], mine), [analysis, mine.join(" ")]);
  const isHere = (swing: Swing) => moment.coming === null && stepOfSwing(swing) === step;
  /** The turning point that is looked at: of two at one moment the one that was gone to. */
  const turning = (cursor !== null && isHere(cursor) ? cursor : swings.find(isHere)) ?? null;
  const compared = useMemo(() => {
    if (turning?.kind !== "choice") return undefined;
    const board = boardOf<GameId>(game);
    return [
      { ...comparedWay(board, "played", turning.played_path), said: t.review.playedHere },
      { ...comparedWay(board, "better", turning.path), said: t.review.betterHere },
    ];
  }, [turning, t]);
  const lookAt = (swing: Swing | null) => {
    if (swing === null) return;
    setPlaying(false);
    setCursor(swing);
    jump(stepOfSwing(swing));
    // Where the board stands above the list, it is out of sight.
    document.querySelector(".replay .board-room")?.scrollIntoView?.({ block: "nearest" });
  };
  const lookBeside = (by: 1 | -1) => lookAt(swingBeside(swings, turning ?? cursor, by));
  const wordsOf = (swing: Swing): SwingWords => {
    const next = steps[swing.step];
    if (swing.kind === "luck") return { played: next === undefined ? swing.event : line(next), better: null };
    return {
      played: next === undefined ? swing.played : line(next),
      better: wayOf(t, w, game, viewOf(swing.step), swing.path, company) || swing.better,
    };
  };
  const deciders = mine.length > 0 ? mine : /^\d+$/.test(eyes) ? [Number(eyes)] : [];
  const [decider] = deciders;
  const isOwn = mine.length === 1;
  const judged = analysis === null ? null : momentAt(analysis, step);
  const chances =
    judged === null
      ? []
      : sharesAt(judged, basis).map((share, seat) =>
          t.review.value(looks[seat]?.name ?? "", share, errorsAt(judged, basis)[seat] ?? 0),
        );
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
          drawn={compared === undefined ? drawn : NOTHING_DRAWN}
          compared={compared}
          coming={coming}
          input={NO_INPUT}
          onOutcome={() => undefined}
          onSettled={(number) => setMoment((from) => arrive(from, number))}
          onSkip={() => setMoment((from) => ({ shown: stepAt(from), coming: null }))}
        />
      </section>
      <section class="prompt-room replay-room" aria-label={t.replay.title}>
        <p class="prompt" aria-live="polite">
          {here === undefined ? t.replay.beginning : line(here)}
        </p>
        <Turning swings={swings} swing={turning} name={company.name} wordsOf={wordsOf} onBeside={lookBeside} />
        <Curve
          analysis={analysis}
          steps={steps.length}
          step={step}
          looks={looks}
          basis={basis}
          onBasis={setBasis}
          swing={turning}
          onStep={(to) => {
            setPlaying(false);
            jump(to);
          }}
        />
        {props.isWaiting === true && (
          <p class="soft" role="status">
            {t.review.waits}
          </p>
        )}
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
          valueText={[t.replay.at(step, steps.length), ...chances].join(", ")}
          onStep={jump}
          onPlay={setPlaying}
          onSpeed={setSpeed}
          onSwing={lookBeside}
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
          <Swings
            analysis={analysis}
            game={game}
            isWon={(table.result?.winners.length ?? 0) > 0}
            swings={swings}
            swing={turning}
            looks={looks}
            mine={mine}
            wordsOf={wordsOf}
            onSwing={lookAt}
            isSought={props.isSought === true}
          />
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
        <p class="soft keys">
          {t.replay.keys}
          {swings.length > 0 && settings.letters && ` ${t.review.keys}`}
        </p>
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
