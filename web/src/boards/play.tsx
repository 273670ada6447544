/** A board one can play on: pointer, touch, drag and keys choose spots; the choice itself is made elsewhere. */

import { useRef } from "preact/hooks";
import type { Spot } from "../engine/effect";
import type { GameId } from "../engine/view";
import { type Input, type Outcome, back, choose, clear, drop, lit, pick } from "../input/input";
import { type Direction, inReadingOrder, spotAt, towards } from "../input/pointing";
import type { Board, Point, Scene, Token } from "./board";
import { BoardView } from "./view";

export interface PlayBoardProps<G extends GameId> {
  readonly board: Board<G>;
  readonly scene: Scene<G>;
  readonly tokens: readonly Token[];
  readonly moving: readonly string[];
  readonly last: readonly string[];
  readonly input: Input;
  readonly focused: Spot | null;
  readonly label: (spot: Spot) => string;
  readonly title: string;
  readonly onOutcome: (outcome: Outcome) => void;
  readonly onFocus: (spot: Spot) => void;
  /** Before anything else: whatever moves is brought to its end. */
  readonly onTouch?: () => void;
  readonly svg?: (element: SVGSVGElement | null) => void;
}

/** How far a finger may miss, and how far a pointer moves before it drags, in pixels of the screen. */
const MISS = 22;
const DRAG = 9;

interface Held {
  readonly spot: Spot | null;
  readonly from: Point;
  readonly pointer: number;
  isDragging: boolean;
}

export function PlayBoard<G extends GameId>(props: PlayBoardProps<G>) {
  const { board, scene, input } = props;
  const held = useRef<Held | null>(null);
  const places = board.places(scene);
  const resolve = (spot: Spot) => board.resolve?.(input.path, spot) ?? spot;
  const resolved = new Map(lit(input).map((spot) => [resolve(spot), spot]));
  const shown = inReadingOrder(places, [...resolved.keys()]);
  const path = input.path.map((spot, index) => board.resolve?.(input.path.slice(0, index), spot) ?? spot);
  const spotOf = (place: Spot) => resolved.get(place) ?? place;

  const pointed = (event: PointerEvent): Spot | null => {
    const svg = event.currentTarget as SVGSVGElement;
    const matrix = svg.getScreenCTM();
    if (matrix === null) return null;
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    return spotAt(places, shown, { x, y }, event.pointerType === "mouse" ? 0 : MISS / matrix.a);
  };

  const onPointerDown = (event: PointerEvent) => {
    if (!event.isPrimary || event.button !== 0) return;
    props.onTouch?.();
    held.current = { spot: pointed(event), from: { x: event.clientX, y: event.clientY }, pointer: event.pointerId, isDragging: false };
  };
  const onPointerMove = (event: PointerEvent) => {
    const hold = held.current;
    if (hold === null || hold.isDragging || hold.pointer !== event.pointerId || hold.spot === null || !resolved.has(hold.spot)) return;
    if (Math.hypot(event.clientX - hold.from.x, event.clientY - hold.from.y) < DRAG) return;
    hold.isDragging = true;
    (event.currentTarget as SVGSVGElement).setPointerCapture(event.pointerId);
    props.onOutcome(pick(input, spotOf(hold.spot)));
  };
  const onPointerUp = (event: PointerEvent) => {
    const hold = held.current;
    held.current = null;
    if (hold === null || hold.pointer !== event.pointerId) return;
    const spot = pointed(event);
    if (hold.isDragging) props.onOutcome(drop(input, spot === null ? null : spotOf(spot)));
    else if (spot === null) props.onOutcome({ is: "changed", input: clear(input) });
    else if (spot === hold.spot) props.onOutcome(choose(input, spotOf(spot)));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const here = (event.target as Element).closest("[data-spot]")?.getAttribute("data-spot") ?? null;
    const go = (spot: Spot | null | undefined) => {
      if (spot === null || spot === undefined) return;
      props.onFocus(spot);
      (event.currentTarget as SVGSVGElement).querySelector<SVGGElement>(`[data-spot="${CSS.escape(spot)}"]`)?.focus();
    };
    const direction = ARROWS[event.key];
    if (direction !== undefined) go(towards(places, shown, here ?? "", direction));
    else if (event.key === "Home") go(shown[0]);
    else if (event.key === "End") go(shown.at(-1));
    else if (event.key === "Escape") props.onOutcome({ is: "changed", input: back(input) });
    else if ((event.key === "Enter" || event.key === " ") && here !== null) props.onOutcome(choose(input, spotOf(here)));
    else return;
    event.preventDefault();
  };

  return (
    <BoardView
      board={board} scene={scene} tokens={props.tokens} moving={props.moving} lit={shown} path={path} last={props.last} focused={props.focused}
      label={(place) => props.label(spotOf(place))} title={props.title} onFocus={props.onFocus}
      // A click without a pointer comes from assistive technology.
      onActivate={(place) => props.onOutcome(choose(input, spotOf(place)))}
      handlers={{ onPointerDown, onPointerMove, onPointerUp, onPointerCancel: () => { held.current = null; }, onKeyDown }}
      {...(props.svg === undefined ? {} : { svg: props.svg })}
    />
  );
}

const ARROWS: Readonly<Record<string, Direction>> = { ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right" };
