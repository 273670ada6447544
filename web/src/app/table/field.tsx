/** The board in the room it has, with everything that moves on it. */

import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { boardOf } from "../../boards";
import {
  type Board,
  LAYOUTS,
  type Layout,
  type Point,
  type Scene,
  type SeatLook,
  type Sprite,
} from "../../boards/board";
import type { ComparedWay } from "../../boards/compared";
import { PlayBoard } from "../../boards/play";
import { isSecretSpot, unspoken } from "../../boards/secrets";
import type { Effect, GameId, Seat, Spot, Views } from "../../protocol";
import { follow } from "../../input/choices";
import { type Input, type Outcome, begin, pathBefore } from "../../input/input";
import { spotAt } from "../../input/pointing";
import { type Motion, traceOf } from "../../motion/apply";
import { type Frame, type Performer, Playback } from "../../motion/playback";
import { Stage } from "../../motion/stage";
import { type Company, spotLabel } from "../../words";
import { rowOf } from "../../words/position";
import { thingAt } from "../../words/things";
import { usePage } from "../context";
import { targetWords } from "./choice-words";
import { isStill, loudness, showsCoordinates, withLetter } from "../settings";
import { soundOf } from "../sounds";
import { Caption, type CaptionLine, FACTORS, HOLDS, PAUSE_MS, captionLine, isBy } from "./caption";
import type { Doer } from "./deeds";
import { type Drawn, NOTHING_DRAWN } from "./trails";
import { POSITION_KEY, PositionText, isPositionKey } from "./position";
import { CardTip, PlaceTipBox, type Pointed, cardAt, cardOf } from "./tip";
import { type PlaceTip, tipOf } from "./tips";

/** What is to be acted out next: what is seen of it, and the view that it leads to. */
export interface Coming {
  /** Unlike any other. */
  readonly number: number;
  readonly effects: readonly Effect[];
  readonly view: Views[GameId];
  /** Who does each effect, for those who are told. */
  readonly doers?: ReadonlyMap<Effect, Doer>;
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
  /** The seats that are waited for in this view, if they may be several at once. */
  readonly asked?: readonly Seat[];
  /** What happened last before this view. */
  readonly lastEffects: readonly Effect[];
  /** What is drawn over the pieces of what happened before. */
  readonly drawn?: Drawn;
  /** Ways that are compared on the board at rest, and what is said of their places. */
  readonly compared?: readonly (ComparedWay & { readonly said: string })[] | undefined;
  /** What is acted out from this view on; another view without it is shown at once. */
  readonly coming: Coming | null;
  readonly input: Input;
  readonly onOutcome: (outcome: Outcome) => void;
  /** What was coming has been acted out: the next view is its view. */
  readonly onSettled: (number: number) => void;
  /** Somebody does not want to wait for what moves. */
  readonly onSkip: () => void;
}

/** The layout in which the board is largest; of equals, the one with most room beside it. */
function bestLayout(board: Board<GameId>, scene: Scene<GameId>, width: number, height: number): Layout {
  const scale = (layout: Layout) => {
    const size = board.size({ ...scene, layout });
    return Math.min(width / size.width, height / size.height);
  };
  return LAYOUTS.reduce((best, layout) => (scale(layout) > scale(best) ? layout : best));
}

const NOBODY: readonly Seat[] = [];

/** The share of a board's height that a caption at its top may cover. */
const TOP = 0.2;

/** Does a piece arrive where a caption would hide it? */
function isNearTop(board: Board<GameId>, { ids }: Motion, { tokens, scene }: Frame<GameId>): boolean {
  const { height } = board.size(scene);
  return board.arrange(tokens, scene).some(({ id, y }) => ids.includes(id) && y < height * TOP);
}

function isSame(one: Scene<GameId>, other: Scene<GameId>): boolean {
  return (
    one.view === other.view &&
    one.layout === other.layout &&
    one.seats === other.seats &&
    one.me === other.me &&
    one.isVeiled === other.isVeiled &&
    one.labels === other.labels &&
    one.hasCoordinates === other.hasCoordinates
  );
}

export function Field(props: FieldProps) {
  const { t, w, settings } = usePage();
  const { game, view, me, seats, input, coming, isShared = false, drawn = NOTHING_DRAWN } = props;
  const board: Board<GameId> = boardOf<GameId>(game);
  const [layout, setLayout] = useState<Layout>("wide");
  const [frame, setFrame] = useState<Frame<GameId> | null>(null);
  const [focused, setFocused] = useState<Spot | null>(null);
  const [pointed, setPointed] = useState<Pointed | null>(null);
  const [tip, setTip] = useState<(PlaceTip & Pick<Pointed, "x" | "y">) | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const svg = useRef<SVGSVGElement | null>(null);
  const text = useRef<HTMLElement>(null);
  const usesKeys = useRef(false);
  const [caption, setCaption] = useState<CaptionLine | null>(null);
  /** What is acted out, and in what manner it is told. */
  const telling = useRef({ settings, doers: coming?.doers, teller: { t, w, game, company: props.company } });
  telling.current = { settings, doers: coming?.doers, teller: { t, w, game, company: props.company } };
  const scene = useMemo<Scene<GameId>>(
    () => ({
      view,
      layout,
      seats,
      me,
      isVeiled: isShared,
      labels: t.boards.labels,
      hasCoordinates: showsCoordinates(settings, board.speaksOfPlaces === true),
    }),
    [view, layout, seats, me, isShared, t, settings.coordinates],
  );

  const playback = useMemo(() => {
    let [factor, stops, before] = [1, 0, null as Seat | null];
    const prefersStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
    const isAtRest = () => isStill(telling.current.settings, prefersStill()) || factor === 0;
    const stage = new Stage<GameId>(
      board,
      () => svg.current,
      isAtRest,
      () => factor,
    );
    const performer: Performer<GameId> = {
      perform: async (motion, from, to) => {
        const { settings: manners, doers, teller } = telling.current;
        const stop = stops;
        const doer = doers?.get(motion.effect) ?? null;
        const isTold = doers !== undefined && !isBy(doer, teller.company);
        factor = isTold ? FACTORS[manners.pace] : 1;
        // What is to move must have been drawn: that follows at once, but not yet.
        await Promise.resolve();
        const isCalm = !isAtRest();
        if (isCalm && isTold && manners.pause && before !== null && doer !== null && doer.seat !== before)
          await stage.hold(PAUSE_MS);
        before = doer?.seat ?? null;
        if (stops !== stop) return;
        soundOf(motion.manner, loudness(manners));
        const line =
          doers !== undefined && isCalm ? captionLine(teller, motion.effect, doer, isNearTop(board, motion, to)) : null;
        if (line !== null) setCaption(line);
        await stage.perform(motion, from, to);
        if (stops === stop && line?.text != null && motion.manner !== "show" && motion.effect.effect !== "pushed")
          await stage.hold(HOLDS[manners.pace]);
      },
      finish: () => {
        stops += 1;
        stage.finish();
      },
    };
    return new Playback<GameId>(board, scene, setFrame, performer);
  }, [board]);

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

  useLayoutEffect(() => {
    if (frame === null || !isSame(playback.frame.scene, scene))
      playback.reset(scene, traceOf(props.lastEffects, board));
  }, [playback, scene]);
  useLayoutEffect(() => {
    if (coming === null) return;
    playback.add({ effects: coming.effects, scene: { ...scene, view: coming.view } }, () =>
      props.onSettled(coming.number),
    );
  }, [playback, coming?.number]);

  const now = frame ?? playback.frame;
  const isBusy = coming !== null || now.busy;

  useEffect(() => {
    if (!isBusy) setCaption(null);
  }, [isBusy]);

  const idle = isBusy ? begin() : input;
  /** Whoever plays by keys finds the focus where it goes on. */
  useEffect(() => {
    const element = svg.current;
    if (!usesKeys.current || isBusy || element === null) return;
    const active = document.activeElement;
    const isFree =
      active === null || active === document.body || (element.contains(active) && !active.classList.contains("lit"));
    if (!isFree) return;
    const next =
      element.querySelector<SVGGElement>(".spot.lit[tabindex='0']") ??
      box.current?.closest(".table")?.querySelector<HTMLElement>(".choices button");
    next?.focus();
  }, [input, isBusy]);

  const label = (spot: Spot) =>
    targetWords(game, now.scene.view, { t, input, spot }) +
    spotLabel(
      w,
      game,
      now.scene.view,
      board.resolve?.(pathBefore(input, spot), spot) ?? spot,
      follow(input.choices, [...pathBefore(input, spot), spot]),
      props.company,
    );
  const compared = isBusy ? undefined : props.compared;
  const name = (place: Spot) =>
    isShared && isSecretSpot(place)
      ? t.position.line(t.position.kept, t.position.hidden)
      : [
          w.thing(thingAt(game, now.scene.view, place), props.company),
          ...(compared ?? []).filter(({ places }) => places.includes(place)).map(({ said }) => said),
        ].join(", ");
  const sprites = () => board.arrange(now.tokens, now.scene);
  /** A point of the board by the size of the board's room. */
  const inRoom = (point: Point) => {
    const [matrix, room] = [svg.current?.getScreenCTM(), box.current?.getBoundingClientRect()];
    if (matrix == null || room === undefined) return null;
    const { x, y } = new DOMPoint(point.x, point.y).matrixTransform(matrix);
    return { x: (x - room.left) / room.width, y: (y - room.top) / room.height };
  };
  const showCard = (card: Sprite | undefined) => {
    const at = card === undefined ? null : inRoom(card);
    setPointed(
      card === undefined || at === null
        ? null
        : { piece: card.piece, isSecret: card.kind === "secret", isVeiled: card.veiled === true, ...at },
    );
  };
  const showTip = (spot: Spot | null) => {
    const place = spot === null ? undefined : board.places(now.scene).get(spot);
    const words = spot === null ? null : tipOf(t, w, game, now.scene.view, spot);
    const at = place === undefined || words === null ? null : inRoom(place);
    setTip(words === null || at === null ? null : { ...words, ...at });
  };
  const point = (event: PointerEvent) => {
    const matrix = svg.current?.getScreenCTM();
    if (matrix == null || (event.type === "pointermove" && event.pointerType !== "mouse")) return;
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    const card = cardAt(sprites(), at);
    // A pointer that only passes over a veiled card does not lift the veil.
    showCard(card?.veiled === true && event.type === "pointermove" && event.buttons === 0 ? undefined : card);
    showTip(spotAt(board.places(now.scene), [], at, 0));
  };
  const focus = (spot: Spot) => {
    setFocused(spot);
    if (!usesKeys.current) return;
    showCard(cardOf(sprites(), spot));
    showTip(spot);
  };
  const hideTips = () => {
    setPointed(null);
    setTip(null);
  };
  const toBoard = () => {
    const [spot] = svg.current?.querySelectorAll<SVGGElement>(".spot.lit[tabindex='0']") ?? [];
    if (spot === undefined) box.current?.closest(".table")?.querySelector<HTMLElement>(".choices button")?.focus();
    else spot.focus();
  };
  // What a card says goes away with the position in which somebody asked.
  useEffect(hideTips, [view]);
  return (
    <div
      class="field-box"
      ref={box}
      onKeyDownCapture={(event: KeyboardEvent) => {
        usesKeys.current = true;
        if (!settings.letters || !isPositionKey(event) || text.current === null) return;
        event.preventDefault();
        if (text.current.contains(document.activeElement)) toBoard();
        else text.current.focus();
      }}
      onPointerDownCapture={(event: PointerEvent) => {
        usesKeys.current = false;
        point(event);
      }}
      onPointerMove={point}
      onPointerUpCapture={() => setPointed((card) => (card?.isVeiled === true ? null : card))}
      onPointerLeave={(event: PointerEvent) => {
        if (event.pointerType === "mouse") hideTips();
      }}
      onBlurCapture={() => {
        if (usesKeys.current) hideTips();
      }}
    >
      <button
        type="button"
        class="button small read-position"
        aria-keyshortcuts={settings.letters ? POSITION_KEY : undefined}
        onClick={() => text.current?.focus()}
      >
        {withLetter(settings, t.position.read, POSITION_KEY.toUpperCase())}
      </button>
      <PlayBoard
        board={board}
        scene={now.scene}
        tokens={now.tokens}
        moving={now.moving}
        leaping={now.leaping}
        last={now.last}
        trails={isBusy ? [] : drawn.trails}
        badges={isBusy ? [] : drawn.badges}
        compared={compared}
        roller={isBusy ? (caption?.roller ?? null) : null}
        input={idle}
        focused={focused}
        label={label}
        name={name}
        row={(place) => rowOf(t.position, w, game, now.scene.view, place, props.company)}
        title={w.games[game].name}
        onOutcome={props.onOutcome}
        onFocus={focus}
        onTouch={props.onSkip}
        svg={(element) => {
          svg.current = element;
        }}
      />
      {isBusy && caption?.text != null && (
        <Caption
          text={caption.text}
          look={caption.seat === null ? undefined : seats[caption.seat]}
          isLow={caption.isLow}
        />
      )}
      {pointed !== null && !isBusy && <CardTip {...pointed} />}
      {tip !== null && pointed === null && !isBusy && <PlaceTipBox {...tip} />}
      <PositionText
        ref={text}
        game={game}
        view={isShared ? unspoken(game, now.scene.view) : now.scene.view}
        company={props.company}
        asked={isBusy ? NOBODY : (props.asked ?? NOBODY)}
        onBack={toBoard}
      />
    </div>
  );
}
