/** What is expected, what was just done, and every choice as a button. */

import { isButton } from "../../boards/buttons";
import { boardOf } from "../../boards";
import type { SeatLook } from "../../boards/board";
import type { GameId, Seat, TableState, Views } from "../../protocol";
import { follow } from "../../input/choices";
import { type Outcome, begin, choose, complete, completable, lit, pathBefore } from "../../input/input";
import { type Company, spoken, spotBrief, spotLabel } from "../../words";
import { Icon } from "../chrome";
import { usePage } from "../context";
import { GuideHint } from "../rules/guide";
import { Why } from "../rules/why";
import { Banners } from "./banners";
import { choiceWords } from "./choice-words";
import { EndPanel } from "./end";
import type { Following } from "./follow";
import { OwnSecret, hotSeatClass } from "./hot-seat";
import { type Model, mayAskUndo } from "./model";
import { LookingBack, Recap } from "./recap";
import { seatName } from "./names";
import { RematchNews } from "./rematch";
import { SeatMark } from "./seat-mark";
import { isBusy } from "./session";
import { UndoButton, logText } from "./side";
import { UndoWish, UndoneNote } from "./undo-wish";
import type { TableLink } from "./use-table";

export interface PromptProps {
  readonly link: TableLink;
  readonly table: TableState;
  readonly view: Views[GameId];
  readonly looks: readonly SeatLook[];
  readonly company: Company;
  readonly prompt: string;
  /** What the others did. */
  readonly following: Following;
  /** The seat to which the screen is being handed over. */
  readonly receiver: Seat | null;
  /** Of those who share the screen, the seat that is asked. */
  readonly addressed: Seat | null;
  /** Is it up to the person at this screen? */
  readonly isMine: boolean;
}

/** A name longer than this has a line of its own. */
const LONG = 26;

export function PromptRoom(props: PromptProps) {
  const { link, table, view, looks, company, prompt, following, receiver, addressed, isMine } = props;
  const { t, w, settings } = usePage();
  const { session, model, on } = link;
  const { input, asked, isSent } = session;
  const { you } = model;
  const game = table.game;
  const isMoving = isBusy(session);
  const actors = w.list(
    (session.coming[0]?.actors ?? []).filter((seat) => seat !== company.you).map((seat) => seatName(t, table, seat)),
  );
  const isRepeated = session.aside?.is === "again";
  const isOver = table.status === "finished" || table.status === "abandoned";
  const idle = isMoving || isSent ? begin() : input;
  const { aside } = session;
  const board = boardOf<GameId>(game);
  const placeOf = (spot: string) => board.resolve?.(pathBefore(input, spot), spot) ?? spot;
  const meaning = (spot: string) => choiceWords(game, view, { t, w, input, spot, company });
  /** What can be completed now has a button of its own. */
  const ended = completable(idle) === null ? undefined : idle.path.at(-1);
  const isMeant = (spot: string) => meaning(spot) !== null;
  const offered = lit(idle)
    .filter((spot) => spot !== ended)
    .toSorted((one, other) => Number(isMeant(other)) - Number(isMeant(one)));
  const spotName = (spot: string) => {
    const said = meaning(spot);
    const place = spotLabel(
      w,
      game,
      view,
      placeOf(spot),
      follow(input.choices, [...pathBefore(input, spot), spot]),
      company,
    );
    return said === null ? place : t.people.named(said, place);
  };
  const briefName = (spot: string) => meaning(spot) ?? spotBrief(w, game, view, placeOf(spot), company);
  const onOutcome = (outcome: Outcome) => on({ type: "chosen", outcome, confirms: settings.confirm });
  const lookedAt = aside?.is === "looking" ? model.events.find(({ number }) => number === aside.number) : undefined;
  const turns = model.events.filter(
    (event) =>
      event.what === "played" &&
      event.is_undone !== true &&
      event.told.seat !== null &&
      you.seats.includes(event.told.seat),
  ).length;
  return (
    <section class={`prompt-room ${hotSeatClass(addressed, looks)}`} aria-label={t.table.prompt}>
      <LinkState model={model} />
      <Banners link={link} table={table} />
      <UndoWish link={link} table={table} company={company} />
      {!isMoving && receiver === null && aside === null && <UndoneNote link={link} table={table} company={company} />}
      {isOver && !isMoving && model.rematch !== null && <RematchNews id={model.rematch} />}
      {aside?.is === "looking" && receiver === null && (
        <LookingBack
          text={lookedAt === undefined ? "" : logText(t, w, table, lookedAt, company, model.events)}
          isFound={aside.view !== null}
          isLost={aside.isLost}
          hasNews={session.model.seq > aside.seq}
          onReturn={() => on({ type: "returns" })}
        />
      )}
      {(!isOver || isMoving) && (aside?.is !== "looking" || receiver !== null) && (
        <p class="prompt">
          {addressed !== null && !isMoving && <SeatMark look={looks[addressed] ?? { tint: "stone", mark: "dot" }} />}
          {receiver !== null
            ? t.table.handOver(seatName(t, table, receiver))
            : isMoving
              ? isRepeated
                ? t.recap.repeating
                : t.table.happening(actors)
              : isSent && model.link !== "live"
                ? t.position.queued
                : prompt}
        </p>
      )}
      {!isOver && table.rematch_of !== null && turns === 0 && (
        <p class="lately" role="status">
          {t.position.rematch(
            table.seats
              .map(({ seat }) =>
                t.position.seat(
                  you.seats.length === 1 && you.seats.includes(seat) ? t.position.you : seatName(t, table, seat),
                  w.tints[looks[seat]?.tint ?? "stone"],
                ),
              )
              .join(" · "),
          )}
        </p>
      )}
      <Why game={game} said={session.said} />
      {receiver === null && aside === null && (
        <div class="choices" role="group" aria-label={t.table.choices}>
          {asked !== null && (
            <button type="button" class="button strong" onClick={() => on({ type: "sent", action: asked })}>
              {t.table.confirm}
            </button>
          )}
          {asked === null && completable(idle) !== null && (
            <button type="button" class="button strong" onClick={() => onOutcome(complete(idle))}>
              {(ended === undefined ? null : meaning(ended)) ?? w.controls.done}
            </button>
          )}
          {asked === null &&
            offered.map((spot) =>
              isButton(spot) ? (
                <button key={spot} type="button" class="button" onClick={() => onOutcome(choose(idle, spot))}>
                  {w.buttons[spot]}
                </button>
              ) : (
                <button
                  key={spot}
                  type="button"
                  class={[
                    "button spot-button",
                    isMeant(spot) ? "meant" : "",
                    briefName(spot).length > LONG ? "long" : "",
                  ].join(" ")}
                  aria-label={spoken(briefName(spot), spotName(spot))}
                  onClick={() => onOutcome(choose(idle, spot))}
                >
                  {briefName(spot)}
                </button>
              ),
            )}
          {(idle.path.length > 0 || asked !== null) && (
            <button type="button" class="button" onClick={() => on({ type: "back" })} aria-label={t.table.takeSpotBack}>
              <Icon name="undo" />
              {w.controls.back}
            </button>
          )}
        </div>
      )}
      {!isOver && !isMoving && aside === null && (
        <GuideHint game={game} mine={isMine} path={input.path} turns={turns} />
      )}
      {isMoving && aside?.is !== "looking" && (
        <p class="undo-row">
          <button type="button" class="button small" onClick={() => on({ type: "skipped" })}>
            {w.controls.skip}
          </button>
        </p>
      )}
      {!isMoving &&
        receiver === null &&
        aside === null &&
        you.seats.length > 0 &&
        mayAskUndo(model) &&
        input.path.length === 0 && (
          <p class="undo-row">
            <UndoButton link={link} isSmall />
          </p>
        )}
      {!isOver && !isMoving && receiver === null && aside === null && (
        <Recap
          deeds={following.deeds}
          looks={looks}
          teller={{ t, w, game, company }}
          isMine={you.seats.length === 1}
          onAgain={following.again}
        />
      )}
      {addressed !== null && !isMoving && aside === null && (
        <OwnSecret key={addressed} table={table} view={view} seat={addressed} />
      )}
      {isOver && !isMoving && aside === null && <EndPanel link={link} table={table} view={view} looks={looks} />}
    </section>
  );
}

/** How the line to the table stands, if there is something to be said of it. */
export function LinkState({ model }: { readonly model: Model }) {
  const { t } = usePage();
  if (model.link === "live")
    return model.isStalled ? (
      <p class="link-state" role="status">
        {t.table.stalled}
      </p>
    ) : null;
  return (
    <p class="link-state" role="status">
      {model.link === "connecting" ? t.table.connecting : t.table.lostLine}
    </p>
  );
}
