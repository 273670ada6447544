/** A real game, played on: choose what was played, or let it happen. */

import { useEffect, useRef, useState } from "preact/hooks";
import { boardOf } from "../boards";
import type { Board, Scene, SeatLook } from "../boards/board";
import { isButton } from "../boards/buttons";
import { PlayBoard } from "../boards/play";
import type { GameId } from "../protocol";
import { NO_CHOICES, follow, nextSpots } from "../input/choices";
import { type Outcome, back, begin, choose, complete, completable } from "../input/input";
import { type Frame, Playback } from "../motion/playback";
import { Stage } from "../motion/stage";
import { type Words, sentences, spotLabel } from "../words";
import type { Trace } from "./trace";

export function Live<G extends GameId>({
  trace,
  seats,
  from,
  words,
}: {
  readonly trace: Trace<G>;
  readonly seats: readonly SeatLook[];
  readonly from: number;
  readonly words: Words;
}) {
  const board: Board<G> = boardOf(trace.game);
  const layout = window.innerWidth < window.innerHeight ? "tall" : "wide";
  const sceneAt = (number: number): Scene<G> => ({
    view: trace.events[number]?.view ?? trace.view,
    layout,
    seats,
    me: trace.events[number]?.seat ?? null,
  });
  const [number, setNumber] = useState(from);
  const [input, setInput] = useState(() => {
    const now = trace.events[from] ?? trace.events[0];
    return begin(now?.choices ?? NO_CHOICES);
  });
  const [focused, setFocused] = useState<string | null>(null);
  const [said, setSaid] = useState("");
  const svg = useRef<SVGSVGElement | null>(null);
  const [frame, setFrame] = useState<Frame<G> | null>(null);
  const playback = useRef<Playback<G> | null>(null);
  playback.current ??= new Playback(
    board,
    sceneAt(from),
    setFrame,
    new Stage(
      board,
      () => svg.current,
      () => false,
    ),
  );
  const shown = frame ?? playback.current.frame;
  const event = trace.events[number];
  const company = { name: (seat: number) => seats[seat]?.name ?? "" };

  const next = () => {
    if (event === undefined) return;
    playback.current?.add({ effects: event.effects, scene: sceneAt(number + 1) });
    setSaid(sentences(words, trace.game, event.effects, company).join(" "));
    setNumber(number + 1);
    const after = trace.events[number + 1];
    setInput(begin(after?.choices ?? NO_CHOICES));
  };
  useEffect(() => {
    Object.assign(window, { next, skip: () => playback.current?.skip() });
  });
  const onOutcome = (outcome: Outcome) => {
    setInput(outcome.input);
    if (outcome.is === "said") {
      if (outcome.action === event?.play) next();
      else setSaid(outcome.action);
    }
    if (outcome.is === "refused") setSaid(`? ${outcome.spots.join(" ")}`);
  };
  const label = (spot: string) =>
    spotLabel(
      words,
      trace.game,
      shown.scene.view,
      board.resolve?.(input.path, spot) ?? spot,
      follow(input.choices, [...input.path, spot]),
      company,
    );
  const here = follow(input.choices, input.path) ?? NO_CHOICES;
  return (
    <div class="live">
      <PlayBoard
        board={board}
        scene={shown.scene}
        tokens={shown.tokens}
        moving={shown.moving}
        leaping={shown.leaping}
        last={shown.last}
        input={shown.busy ? begin() : input}
        focused={focused}
        label={label}
        title={words.games[trace.game].name}
        onOutcome={onOutcome}
        onFocus={setFocused}
        onTouch={() => playback.current?.skip()}
        svg={(element) => {
          svg.current = element;
        }}
      />
      <p class="live-prompt">
        {words.prompt[trace.game]({
          view: shown.scene.view,
          me: shown.scene.me,
          path: input.path,
          completable: completable(input) !== null,
          name: company.name,
        })}
      </p>
      <p class="said" aria-live="polite">
        {said}
      </p>
      <p>
        <button onClick={next}>▶ {event?.play ?? event?.chance ?? ""}</button>
        {nextSpots(here)
          .filter(isButton)
          .map((spot) => (
            <button key={spot} onClick={() => onOutcome(choose(input, spot))}>
              {words.buttons[spot]}
            </button>
          ))}
        {completable(input) !== null && (
          <button onClick={() => onOutcome(complete(input))}>{words.controls.done}</button>
        )}
        {input.path.length > 0 && <button onClick={() => setInput(back(input))}>{words.controls.back}</button>}
      </p>
    </div>
  );
}
