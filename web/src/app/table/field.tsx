/** The board in the room it has, with everything that moves on it. */

import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { boardOf } from "../../boards";
import { type Board, LAYOUTS, type Layout, type Scene, type SeatLook, type Sprite } from "../../boards/board";
import { PlayBoard } from "../../boards/play";
import type { Effect, Spot } from "../../engine/effect";
import type { GameId, Views } from "../../engine/view";
import { follow } from "../../input/choices";
import { type Input, type Outcome, begin } from "../../input/input";
import { traceOf } from "../../motion/apply";
import { type Frame, type Performer, Playback } from "../../motion/playback";
import { Stage } from "../../motion/stage";
import { type Company, spotLabel } from "../../words";
import { usePage } from "../context";
import { soundOf } from "../sounds";
import { CardTip, type Pointed, cardAt, cardOf } from "./tip";

/** Something that happened: the number up to which, and what was seen. */
export interface Happening {
  /** Unlike any other; a larger one came later. */
  readonly number: number;
  readonly effects: readonly Effect[];
}

export interface FieldProps {
  readonly game: GameId;
  readonly view: Views[GameId];
  /** Whose side the board is seen from. */
  readonly me: number | null;
  readonly seats: readonly SeatLook[];
  /** Others look at the same screen. */
  readonly isShared?: boolean;
  readonly company: Company;
  /** What happened on the way to this view, as far as it is to be acted out. */
  readonly happened: readonly Happening[];
  /** What happened last, whether it is acted out or not. */
  readonly lastEffects: readonly Effect[];
  /** Another number shows everything at once, without acting it out. */
  readonly epoch: number | string;
  readonly input: Input;
  readonly onOutcome: (outcome: Outcome) => void;
  readonly onBusy: (isBusy: boolean) => void;
  /** Everything up to this number has been shown. */
  readonly onSettled?: (number: number) => void;
  /** Filled with what brings everything that moves to its end. */
  readonly skipper?: { current: () => void };
}

/** The layout in which the board is largest; of equals, the one with most room beside it. */
function bestLayout(board: Board<GameId>, scene: Scene<GameId>, width: number, height: number): Layout {
  const scale = (layout: Layout) => {
    const size = board.size({ ...scene, layout });
    return Math.min(width / size.width, height / size.height);
  };
  return LAYOUTS.reduce((best, layout) => (scale(layout) > scale(best) ? layout : best));
}

export function Field(props: FieldProps) {
  const { w, settings } = usePage();
  const { game, view, me, seats, input, isShared = false } = props;
  const board: Board<GameId> = boardOf<GameId>(game);
  const [layout, setLayout] = useState<Layout>("wide");
  const [frame, setFrame] = useState<Frame<GameId> | null>(null);
  const [focused, setFocused] = useState<Spot | null>(null);
  const [pointed, setPointed] = useState<Pointed | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const svg = useRef<SVGSVGElement | null>(null);
  const usesKeys = useRef(false);
  const manners = useRef(settings);
  manners.current = settings;
  const scene = useMemo<Scene<GameId>>(() => ({ view, layout, seats, me, isVeiled: isShared }), [view, layout, seats, me, isShared]);

  const playback = useMemo(() => {
    const stage = new Stage<GameId>(board, () => svg.current);
    const performer: Performer<GameId> = {
      perform: async (motion, from, to) => {
        if (manners.current.sound) soundOf(motion.manner);
        // What is to move must have been drawn: that follows at once, but not yet.
        await Promise.resolve();
        if (manners.current.motion !== "none") await stage.perform(motion, from, to);
      },
      finish: () => stage.finish(),
    };
    return new Playback<GameId>(board, scene, setFrame, performer);
  }, [board]);

  if (props.skipper !== undefined) props.skipper.current = () => playback.skip();

  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const measure = () => {
      const isStacked = getComputedStyle(element).getPropertyValue("--stacked").trim() === "1";
      setLayout(isStacked ? "tall" : bestLayout(board, scene, element.clientWidth, element.clientHeight));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [board, seats.length]);

  /** The number up to which everything was shown. */
  const shown = useRef<{ epoch: number | string; number: number; layout: Layout; me: number | null } | null>(null);
  useLayoutEffect(() => {
    const before = shown.current;
    const last = props.happened.at(-1)?.number ?? 0;
    shown.current = { epoch: props.epoch, number: Math.max(last, before?.number ?? 0), layout, me };
    const isOther = before === null || before.epoch !== props.epoch || before.layout !== layout || before.me !== me;
    const fresh = isOther ? [] : props.happened.filter(({ number }) => number > before.number);
    if (fresh.length > 0 && !document.hidden) playback.add({ effects: fresh.flatMap(({ effects }) => effects), scene });
    else playback.reset(scene, traceOf(props.lastEffects, board));
  }, [playback, scene, props.epoch]);

  const now = frame ?? playback.frame;
  useEffect(() => props.onBusy(now.busy), [now.busy]);
  useEffect(() => { if (!playback.frame.busy) props.onSettled?.(shown.current?.number ?? 0); });

  const idle = now.busy ? begin() : input;
  /** Whoever plays by keys finds the focus where it goes on. */
  useEffect(() => {
    const element = svg.current;
    if (!usesKeys.current || now.busy || element === null) return;
    const active = document.activeElement;
    const isFree = active === null || active === document.body || (element.contains(active) && !active.classList.contains("lit"));
    if (!isFree) return;
    const next = element.querySelector<SVGGElement>(".spot.lit[tabindex='0']") ?? box.current?.closest(".table")?.querySelector<HTMLElement>(".choices button");
    next?.focus();
  }, [input, now.busy]);

  const label = (spot: Spot) =>
    spotLabel(w, game, now.scene.view, board.resolve?.(input.path, spot) ?? spot, follow(input.choices, [...input.path, spot]), props.company);
  const sprites = () => board.arrange(now.tokens, now.scene);
  const showCard = (card: Sprite | undefined) => {
    const [matrix, room] = [svg.current?.getScreenCTM(), box.current?.getBoundingClientRect()];
    if (card === undefined || matrix == null || room === undefined) return setPointed(null);
    const { x, y } = new DOMPoint(card.x, card.y).matrixTransform(matrix);
    return setPointed({ piece: card.piece, isSecret: card.kind === "secret", x: (x - room.left) / room.width, y: (y - room.top) / room.height });
  };
  const point = (event: PointerEvent) => {
    const matrix = svg.current?.getScreenCTM();
    if (matrix == null || (event.type === "pointermove" && event.pointerType !== "mouse")) return;
    showCard(cardAt(sprites(), new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse())));
  };
  const focus = (spot: Spot) => {
    setFocused(spot);
    if (usesKeys.current) showCard(cardOf(sprites(), spot));
  };
  // What a card says goes away with the position in which somebody asked.
  useEffect(() => setPointed(null), [view]);
  return (
    <div
      class="field-box" ref={box} onKeyDownCapture={() => { usesKeys.current = true; }}
      onPointerDownCapture={(event: PointerEvent) => { usesKeys.current = false; point(event); }}
      onPointerMove={point} onPointerLeave={(event: PointerEvent) => { if (event.pointerType === "mouse") setPointed(null); }}
      onBlurCapture={() => { if (usesKeys.current) setPointed(null); }}
    >
      <PlayBoard
        board={board} scene={now.scene} tokens={now.tokens} moving={now.moving} last={now.last} input={idle} focused={focused} label={label}
        title={w.games[game].name} onOutcome={props.onOutcome} onFocus={focus} onTouch={() => playback.skip()}
        svg={(element) => { svg.current = element; }}
      />
      {pointed !== null && !now.busy && <CardTip {...pointed} />}
    </div>
  );
}
