/** Going through a replay: by event, by turn, to one's next decision, by itself at a pace, with keys from anywhere. */

import { useEffect, useRef, useState } from "preact/hooks";
import type { Seat, Step } from "../../protocol";
import { Icon } from "../chrome";
import { usePage } from "../context";
import { recall, remember } from "../keep";
import { type KeyMove, keyMove, nextDecision, nextTurn, pressedOn, previousTurn } from "./steps";

export const SPEEDS = [0.5, 1, 2, 4] as const;
const PACE_MS = 1_100;

/** How long a moment stays at a speed. */
export function paceOf(speed: number): number {
  return PACE_MS / speed;
}

/** The speed that was chosen last. */
export function useSpeed(): readonly [number, (speed: number) => void] {
  const [speed, setSpeed] = useState(() => {
    const kept = recall("replay.speed", 1);
    return SPEEDS.some((known) => known === kept) ? kept : 1;
  });
  return [
    speed,
    (next) => {
      remember("replay.speed", next);
      setSpeed(next);
    },
  ];
}

export interface TransportProps {
  readonly steps: readonly Step[];
  readonly step: number;
  readonly isPlaying: boolean;
  readonly speed: number;
  /** The seats whose decisions are looked for, and what to call them; none for whoever only looks on. */
  readonly mine: readonly Seat[];
  readonly decider: string | null;
  readonly valueText: string;
  readonly onStep: (step: number) => void;
  readonly onPlay: (isPlaying: boolean) => void;
  readonly onSpeed: (speed: number) => void;
  /** Somebody goes to the next or the previous turning point. */
  readonly onSwing: (by: 1 | -1) => void;
}

export function Transport(props: TransportProps) {
  const { t, settings } = usePage();
  const { steps, step, isPlaying, speed, mine, decider, onStep, onPlay } = props;
  const decision = nextDecision(steps, step, mine);
  const play = () => {
    if (!isPlaying && step >= steps.length) onStep(0);
    onPlay(!isPlaying);
  };
  const moves: Readonly<Record<KeyMove, () => void>> = {
    back: () => onStep(step - 1),
    on: () => onStep(step + 1),
    "previous-turn": () => onStep(previousTurn(steps, step)),
    "next-turn": () => onStep(nextTurn(steps, step)),
    "previous-swing": () => props.onSwing(-1),
    "next-swing": () => props.onSwing(1),
    beginning: () => onStep(0),
    end: () => onStep(steps.length),
    play,
  };
  const latest = useRef({ moves, settings });
  latest.current = { moves, settings };
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || document.querySelector("dialog[open]") !== null) return;
      const { key, shiftKey, altKey, ctrlKey, metaKey } = event;
      const on = pressedOn(event.target instanceof Element ? event.target : null);
      const move = keyMove({ key, shiftKey, altKey, ctrlKey, metaKey, on }, latest.current.settings.letters);
      if (move === null) return;
      event.preventDefault();
      latest.current.moves[move]();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
  const button = (label: string, icon: Parameters<typeof Icon>[0]["name"], act: () => void, kind = "quiet") => (
    <button type="button" class={kind} aria-label={label} title={label} onClick={act}>
      <Icon name={icon} />
    </button>
  );
  return (
    <div class="replay-bar">
      <input
        class="slider"
        type="range"
        min={0}
        max={steps.length}
        value={step}
        aria-label={t.replay.slider}
        aria-valuetext={props.valueText}
        onInput={(event) => {
          onPlay(false);
          onStep(Number(event.currentTarget.value));
        }}
      />
      <div class="transport">
        {button(t.replay.beginning, "first", moves.beginning)}
        {button(t.replay.previousTurn, "turnBack", moves["previous-turn"])}
        {button(t.replay.previous, "back", moves.back)}
        {button(isPlaying ? t.replay.pause : t.replay.play, isPlaying ? "pause" : "play", play, "quiet big")}
        {button(t.replay.next, "on", moves.on)}
        {button(t.replay.nextTurn, "turnOn", moves["next-turn"])}
        {button(t.replay.end, "last", moves.end)}
        {decider !== null && (
          <button
            type="button"
            class="quiet"
            aria-label={decider}
            title={decider}
            disabled={decision === null}
            onClick={() => decision !== null && onStep(decision)}
          >
            <Icon name="decision" />
          </button>
        )}
        <label class="speed">
          <span class="hidden">{t.replay.speed}</span>
          <select value={`${speed}`} onChange={(event) => props.onSpeed(Number(event.currentTarget.value))}>
            {SPEEDS.map((known) => (
              <option key={known} value={`${known}`} selected={known === speed}>
                {t.replay.times(known)}
              </option>
            ))}
          </select>
        </label>
        <span class="soft">{t.replay.at(step, steps.length)}</span>
      </div>
    </div>
  );
}
