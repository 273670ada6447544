/** A board one can play on: pointer, touch, drag and keys choose spots; the choice itself is made elsewhere. */

import { useEffect, useRef, useState } from "preact/hooks";
import type { GameId, Spot } from "../protocol";
import { NO_CHOICES, follow, nextSpots } from "../input/choices";
import { type Input, type Outcome, back, choose, clear, drop, lit, pathBefore, pick } from "../input/input";
import { type Direction, inReadingOrder, spotAt, towards } from "../input/pointing";
import type { Badge, Trail } from "./arrows";
import type { Board, Point, Scene, Token } from "./board";
import type { ComparedWay } from "./compared";
import { BoardView } from "./view";

export interface PlayBoardProps<G extends GameId> {
  readonly board: Board<G>;
  readonly scene: Scene<G>;
  readonly tokens: readonly Token[];
  readonly moving: readonly string[];
  readonly leaping: readonly string[];
  readonly last: readonly string[];
  readonly trails?: readonly Trail[];
  readonly badges?: readonly Badge[];
  readonly compared?: readonly ComparedWay[] | undefined;
  readonly roller?: string | null;
  readonly input: Input;
  readonly focused: Spot | null;
  readonly label: (spot: Spot) => string;
  /** What stands on a place that may not be chosen. */
  readonly name?: (place: Spot) => string;
  readonly row?: (place: Spot) => string;
  readonly title: string;
  readonly onOutcome: (outcome: Outcome) => void;
  readonly onFocus: (spot: Spot) => void;
  /** Before anything else: whatever moves is brought to its end. */
  readonly onTouch?: () => void;
  readonly svg?: (element: SVGSVGElement | null) => void;
}

const NO_TARGETS: ReadonlyMap<Spot, string> = new Map();

/** How far a finger may miss, and how far a pointer moves before it drags, in pixels of the screen. */
const MISS = 22;
const DRAG = 9;

interface Held {
  readonly spot: Spot | null;
  readonly from: Point;
  readonly pointer: number;
  isDragging: boolean;
  /** The piece that follows the pointer. */
  piece: SVGGElement | null;
}

export function PlayBoard<G extends GameId>(props: PlayBoardProps<G>) {
  const { board, scene, input } = props;
  const held = useRef<Held | null>(null);
  const picture = useRef<SVGSVGElement | null>(null);
  /** The place the keyboard was on last, until a pointer is used. */
  const keyed = useRef<Spot | null>(null);
  const [hovered, setHovered] = useState<Spot | null>(null);
  /** The piece that is dragged, in front of all others. */
  const [carried, setCarried] = useState<string | null>(null);
  const places = board.places(scene);
  const resolve = (spot: Spot) => board.resolve?.(pathBefore(input, spot), spot) ?? spot;
  const resolved = new Map(lit(input).map((spot) => [resolve(spot), spot]));
  const shown = inReadingOrder(places, [...resolved.keys()]);
  const path = input.path.map((spot, index) => board.resolve?.(input.path.slice(0, index), spot) ?? spot);
  const spent = new Set(board.spent?.(scene.view, input.choices, input.path));
  const spotOf = (place: Spot) => resolved.get(place) ?? place;

  // Whoever plays by keys stays on the board: when what was focused cannot be chosen any more, the nearest that can is.
  useEffect(() => {
    const [svg, active] = [picture.current, document.activeElement];
    const last = keyed.current;
    if (svg === null || last === null || shown.length === 0) return;
    if (active !== null && active !== document.body && !svg.contains(active)) return;
    if (shown.includes(active?.getAttribute("data-spot") ?? "")) return;
    const from = places.get(last);
    const far = (spot: Spot) => {
      const place = places.get(spot);
      return from === undefined || place === undefined ? 0 : Math.hypot(place.x - from.x, place.y - from.y);
    };
    focusOn(svg, shown.toSorted((a, b) => far(a) - far(b))[0] ?? "");
  }, [shown.join(" ")]);

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
    keyed.current = null;
    held.current = {
      spot: pointed(event),
      from: { x: event.clientX, y: event.clientY },
      pointer: event.pointerId,
      isDragging: false,
      piece: null,
    };
  };
  const onPointerMove = (event: PointerEvent) => {
    const hold = held.current;
    if (hold === null || hold.pointer !== event.pointerId || hold.spot === null) return;
    const svg = event.currentTarget as SVGSVGElement;
    const [dx, dy] = [event.clientX - hold.from.x, event.clientY - hold.from.y];
    if (!hold.isDragging && resolved.has(hold.spot) && Math.hypot(dx, dy) >= DRAG) {
      hold.isDragging = true;
      svg.setPointerCapture(event.pointerId);
      const at = board.home?.(hold.spot, scene.view.turn ?? undefined, null, props.tokens) ?? hold.spot;
      hold.piece = [...svg.querySelectorAll<SVGGElement>(`.sprite[data-at="${CSS.escape(at)}"]`)].at(-1) ?? null;
      setCarried(hold.piece?.getAttribute("data-id") ?? null);
      props.onOutcome(pick(input, spotOf(hold.spot)));
    }
    const scale = svg.getScreenCTM()?.a ?? 1;
    hold.piece?.style.setProperty("translate", `${dx / scale}px ${dy / scale}px`);
  };
  const letGo = () => {
    held.current?.piece?.style.removeProperty("translate");
    held.current = null;
    setCarried(null);
  };
  const onPointerUp = (event: PointerEvent) => {
    const hold = held.current;
    letGo();
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
      focusOn(event.currentTarget as SVGSVGElement, spot);
    };
    keyed.current = here ?? keyed.current;
    const direction = ARROWS[event.key];
    if (direction !== undefined) go(towards(places, shown, here ?? "", direction));
    else if (event.key === "Home") go(shown[0]);
    else if (event.key === "End") go(shown.at(-1));
    else if (event.key === "Escape") props.onOutcome({ is: "changed", input: back(input) });
    else if ((event.key === "Enter" || event.key === " ") && here !== null)
      props.onOutcome(choose(input, spotOf(here)));
    else return;
    event.preventDefault();
  };

  const leading = hovered ?? props.focused;
  const onwards =
    leading === null || !resolved.has(leading) ? [] : [...pathBefore(input, spotOf(leading)), spotOf(leading)];
  const hints = (onwards.length === 0 ? [] : nextSpots(follow(input.choices, onwards) ?? NO_CHOICES)).map(
    (spot) => board.resolve?.(onwards, spot) ?? spot,
  );

  return (
    <BoardView
      board={board}
      scene={scene}
      tokens={props.tokens.map((token) => (spent.has(token.id) ? { ...token, faded: true } : token))}
      moving={carried === null ? props.moving : [...props.moving, carried]}
      leaping={props.leaping}
      lit={shown}
      path={path}
      last={props.last}
      {...(props.trails === undefined ? {} : { trails: props.trails, badges: props.badges ?? [] })}
      compared={props.compared}
      roller={props.roller ?? null}
      focused={props.focused}
      label={(place) => props.label(spotOf(place))}
      name={props.name}
      row={props.row}
      title={props.title}
      onFocus={props.onFocus}
      onHover={setHovered}
      hints={hints}
      targets={board.targets?.(scene.view, input.choices, input.path) ?? NO_TARGETS}
      // A click without a pointer comes from assistive technology.
      onActivate={(place) => props.onOutcome(choose(input, spotOf(place)))}
      handlers={{ onPointerDown, onPointerMove, onPointerUp, onPointerCancel: letGo, onKeyDown }}
      svg={(element) => {
        picture.current = element;
        props.svg?.(element);
      }}
    />
  );
}

function focusOn(svg: SVGSVGElement, spot: Spot): void {
  svg.querySelector<SVGGElement>(`[data-spot="${CSS.escape(spot)}"]`)?.focus();
}

const ARROWS: Readonly<Record<string, Direction>> = {
  ArrowUp: "up",
  ArrowDown: "down",
  ArrowLeft: "left",
  ArrowRight: "right",
};
