/** What is expected, what was just done, and every choice as a button. */

import { isButton } from "../../boards/buttons";
import { boardOf } from "../../boards";
import { lookOf } from "../../pieces/seats";
import type { SeatLook } from "../../boards/board";
import type { Effect, GameId, Seat, TableState, Views } from "../../protocol";
import { follow } from "../../input/choices";
import { type Outcome, begin, choose, complete, completable, lit } from "../../input/input";
import { type Company, type Words, reason, sentences, spoken, spotBrief, spotLabel } from "../../words";
import { Icon } from "../chrome";
import { usePage } from "../context";
import { GuideHint } from "../rules/guide";
import { type AppWords, errorText } from "../words";
import { EndPanel } from "./end";
import { type Model, mayAskUndo } from "./model";
import { seatName } from "./names";
import { type Said, isBusy } from "./session";
import { UndoButton, UndoWish } from "./side";
import type { TableLink } from "./use-table";

export interface PromptProps {
  readonly link: TableLink;
  readonly table: TableState;
  readonly view: Views[GameId];
  readonly looks: readonly SeatLook[];
  readonly company: Company;
  readonly prompt: string;
  /** What happened last. */
  readonly effects: readonly Effect[];
  /** The seat to which the screen is being handed over. */
  readonly receiver: Seat | null;
  /** Is it up to the person at this screen? */
  readonly isMine: boolean;
}

/** A name longer than this has a line of its own. */
const LONG = 26;

function saidText(t: AppWords, w: Words, game: GameId, said: Said | null): string {
  switch (said?.is) {
    case undefined:
      return "";
    case "not-now":
      return t.table.notNow;
    case "because":
      return said.objection === null
        ? t.table.nothingForbids
        : reason(w, game, said.objection.code, said.objection.why);
    case "refused": {
      const { objection } = said.refusal;
      return objection === undefined ? errorText(t, said.refusal) : reason(w, game, objection.code, objection.why);
    }
  }
}

export function PromptRoom({ link, table, view, looks, company, prompt, effects, receiver, isMine }: PromptProps) {
  const { t, w, settings } = usePage();
  const { session, model, on } = link;
  const { input, asked, isSent } = session;
  const { you } = model;
  const game = table.game;
  const isMoving = isBusy(session);
  const actors = w.list((session.coming[0]?.actors ?? []).map((seat) => seatName(t, table, seat)));
  const isOver = table.status === "finished" || table.status === "abandoned";
  const idle = isMoving || isSent ? begin() : input;
  const lately = [...new Set(sentences(w, game, effects, company))].slice(-2).join(" ");
  const board = boardOf<GameId>(game);
  const placeOf = (spot: string) => board.resolve?.(input.path, spot) ?? spot;
  const spotName = (spot: string) =>
    spotLabel(w, game, view, placeOf(spot), follow(input.choices, [...input.path, spot]), company);
  const briefName = (spot: string) => spotBrief(w, game, view, placeOf(spot), company);
  const onOutcome = (outcome: Outcome) => on({ type: "chosen", outcome, confirms: settings.confirm });
  const turns = model.events.filter(
    (event) =>
      event.what === "played" &&
      event.is_undone !== true &&
      event.told.seat !== null &&
      you.seats.includes(event.told.seat),
  ).length;
  return (
    <section class="prompt-room" aria-label={t.table.prompt}>
      <LinkState model={model} />
      <UndoWish link={link} table={table} />
      {(!isOver || isMoving) && (
        <p class="prompt">
          {receiver !== null
            ? t.table.handOver(seatName(t, table, receiver))
            : isMoving
              ? t.table.happening(actors)
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
                  w.tints[lookOf(game, seat).tint],
                ),
              )
              .join(" · "),
          )}
        </p>
      )}
      {lately !== "" && !isMoving && !isOver && receiver === null && input.path.length === 0 && (
        <p class="lately">
          <span class="soft">{t.table.justNow}</span> {lately}
        </p>
      )}
      <p class="said" role="alert">
        {saidText(t, w, game, session.said)}
      </p>
      {receiver === null && (
        <div class="choices" role="group" aria-label={t.table.choices}>
          {asked !== null && (
            <button type="button" class="button strong" onClick={() => on({ type: "sent", action: asked })}>
              {t.table.confirm}
            </button>
          )}
          {asked === null && completable(idle) !== null && (
            <button type="button" class="button strong" onClick={() => onOutcome(complete(idle))}>
              {w.controls.done}
            </button>
          )}
          {asked === null &&
            lit(idle).map((spot) =>
              isButton(spot) ? (
                <button key={spot} type="button" class="button" onClick={() => onOutcome(choose(idle, spot))}>
                  {w.buttons[spot]}
                </button>
              ) : (
                <button
                  key={spot}
                  type="button"
                  class={`button spot-button ${briefName(spot).length > LONG ? "long" : ""}`}
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
      {isMoving && (
        <p class="undo-row">
          <button type="button" class="button small" onClick={() => on({ type: "skipped" })}>
            {w.controls.skip}
          </button>
        </p>
      )}
      {!isMoving && receiver === null && you.seats.length > 0 && mayAskUndo(model) && input.path.length === 0 && (
        <p class="undo-row">
          <UndoButton link={link} isSmall />
        </p>
      )}
      {!isOver && !isMoving && <GuideHint game={game} mine={isMine} path={input.path} turns={turns} />}
      {isOver && !isMoving && <EndPanel link={link} table={table} view={view} looks={looks} />}
    </section>
  );
}

function LinkState({ model }: { readonly model: Model }) {
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
