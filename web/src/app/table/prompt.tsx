/** What is expected, what was just done, and every choice as a button. */

import { isButton } from "../../boards/buttons";
import { boardOf } from "../../boards";
import type { SeatLook } from "../../boards/board";
import type { Effect, GameId, Seat, TableState, Views } from "../../protocol";
import { follow } from "../../input/choices";
import { type Outcome, begin, choose, complete, completable, lit, pathBefore } from "../../input/input";
import { type Company, type Words, reason, sentences, spotBrief, spotLabel } from "../../words";
import { Icon } from "../chrome";
import { usePage } from "../context";
import { GuideHint } from "../rules/guide";
import { choiceWords } from "./choice-words";
import { type AppWords, errorText } from "../words";
import { EndPanel } from "./end";
import { type Model, mayAskUndo } from "./model";
import { seatName } from "./names";
import { type Said, isBusy } from "./session";
import { UndoButton } from "./side";
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
    return said === null ? place : `${said}: ${place}`;
  };
  const briefName = (spot: string) => meaning(spot) ?? spotBrief(w, game, view, placeOf(spot), company);
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
      {(!isOver || isMoving) && (
        <p class="prompt">
          {receiver !== null
            ? t.table.handOver(seatName(t, table, receiver))
            : isMoving
              ? t.table.happening(actors)
              : prompt}
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
                  aria-label={spotName(spot)}
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
