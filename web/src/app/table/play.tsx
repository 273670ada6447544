/** A game being played: board, prompt and what stands beside them, all of the moment that the session shows. */

import { useEffect, useMemo } from "preact/hooks";
import type { GameId, TableState, Views } from "../../protocol";
import { chosenSecret, choosesSecret, unspoken } from "../../boards/secrets";
import { begin, completable, isForced, onlyAction } from "../../input/input";
import { cardWords } from "../../words";
import { usePage } from "../context";
import { FACTS } from "../../protocol/facts";
import { Field } from "./field";
import { useFollowing } from "./follow";
import { HandOver } from "./hand-over";
import { askedSeat, waitedFor } from "./model";
import { companyOf, looksOf, seatName } from "./names";
import { PromptRoom } from "./prompt";
import { NOTHING_DRAWN } from "./trails";
import { isBusy, mayChoose } from "./session";
import { Side } from "./side";
import { Announcer, useEndFocus, useTurnSignal } from "./signals";
import type { TableLink } from "./use-table";

export interface PlayProps<G extends GameId> {
  readonly link: TableLink;
  readonly table: TableState<G>;
  readonly view: Views[G];
}

/** How long somebody may see that there is no choice before it is played for them. */
const FORCED_MS = 450;

/** What is said while others choose at the same time; nothing if one seat is waited for, or it is up to us. */
function waiting(
  { model }: TableLink,
  table: TableState,
  { t, w }: Pick<ReturnType<typeof usePage>, "t" | "w">,
): string | null {
  const asked = waitedFor(model);
  const names = w.list(asked.map((seat) => seatName(t, table, seat)));
  const chosen = model.position?.chosen;
  if (chosen != null) {
    // At a shared screen others read along.
    const card = model.you.seats.length > 1 ? null : chosenSecret(table.game, chosen);
    return card === null ? t.atTable.settled(names) : t.atTable.kept(cardWords(w, card).name, names);
  }
  return asked.length > 1 && askedSeat(model) === null ? t.atTable.waitingFor(names) : null;
}

export function Play<G extends GameId>({ link, table, view }: PlayProps<G>) {
  const { t, w, settings } = usePage();
  const { session, model, on } = link;
  const { you } = model;
  const { input, isSent } = session;
  const game = table.game;
  const isMoving = isBusy(session);
  const looks = useMemo(
    () => looksOf(t, table),
    [t, JSON.stringify(table.seats.map(({ sitter, colour }) => [sitter, colour]))],
  );
  const company = useMemo(() => companyOf(t, table, you.seats), [looks, you.seats.join()]);
  const { aside } = session;
  const [next] = session.coming;
  const repeat = aside?.is === "again" ? aside.coming[0] : undefined;
  const coming = useMemo(() => {
    // Whoever looks back sees what comes in meanwhile once they return.
    if (aside !== null) return repeat ?? null;
    return next === undefined || next.model.position === null
      ? null
      : { number: next.number, effects: next.effects, doers: next.doers, view: next.model.position.view };
  }, [next, repeat, aside === null]);
  const following = useFollowing(link, table, looks);

  const isShared = you.seats.length > 1 && !FACTS[game].has_secrets;
  /** A view whose words everybody at this screen may read. */
  const spoken = (shown: Views[GameId]) => (you.seats.length > 1 ? unspoken<GameId>(game, shown) : shown);
  const side = isShared ? (you.seats[0] ?? null) : you.in_hand;
  // The screen is handed over once what happened last has been seen, and hidden only if a secret lies open then.
  const nextHand = you.hand_over !== null && FACTS[game].has_secrets && !isMoving ? you.hand_over : null;
  const receiver = nextHand !== null && choosesSecret(game, view, nextHand) ? nextHand : null;
  const taker = receiver === null ? nextHand : null;
  const isFree = mayChoose(session) && receiver === null;
  const isMine = isFree || (isSent && !isMoving);

  useEffect(() => {
    const action = settings.forced && isFree && isForced(input) ? onlyAction(input) : null;
    if (action === null) return undefined;
    const timer = setTimeout(() => on({ type: "sent", action }), FORCED_MS);
    return () => clearTimeout(timer);
  }, [settings.forced, isFree, input]);

  useEffect(() => {
    if (taker !== null) link.say({ type: "take-hand", seat: taker });
  }, [taker, model.link]);

  // Escape takes back and skips wherever the focus is; on the board the board itself has done so.
  useEffect(() => {
    const takeBack = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented || document.querySelector("dialog[open]") !== null) return;
      on({ type: "skipped" });
      on({ type: "back" });
    };
    addEventListener("keydown", takeBack);
    return () => removeEventListener("keydown", takeBack);
  }, []);

  useTurnSignal(model, w.games[game].name, isMoving);

  const isOver = table.status === "finished" || table.status === "abandoned";
  useEndFocus(isOver && !isMoving);
  // Whoever may choose before their turn is asked as if it had come.
  const asksEarly = isMine && you.in_hand !== null && askedSeat(model) === you.in_hand;
  const moment = {
    view: asksEarly ? { ...view, turn: you.in_hand } : view,
    me: you.in_hand,
    path: input.path,
    completable: completable(input) !== null,
    name: company.name,
  };
  const asked = isOver
    ? table.status === "abandoned"
      ? t.end.closed
      : t.happened.finished
    : (waiting(link, table, { t, w }) ?? w.prompt[game](moment));
  // Of those who share a screen, one is asked, by name.
  const addressed = isMine && you.seats.length > 1 ? you.in_hand : null;
  const prompt = addressed === null ? asked : t.hotSeat.asked(seatName(t, table, addressed), asked);
  return (
    <div class={`table table-${game} ${isOver ? "over" : ""} ${isMine ? "mine" : ""}`} data-event={model.seq}>
      <h1 class="hidden">{w.games[game].name}</h1>
      <section class="board-room" aria-label={t.table.board}>
        {receiver !== null ? (
          <HandOver
            name={seatName(t, table, receiver)}
            look={looks[receiver]}
            onReady={() => link.say({ type: "take-hand", seat: receiver })}
          />
        ) : (
          <Field
            game={game}
            view={aside?.view ?? view}
            me={side}
            seats={looks}
            isShared={you.seats.length > 1}
            company={company}
            asked={aside === null ? waitedFor(model) : []}
            lastEffects={following.effects}
            drawn={isOver && aside === null ? NOTHING_DRAWN : following.drawn}
            coming={coming}
            input={isSent || aside !== null ? begin() : input}
            onOutcome={(outcome) => aside === null && on({ type: "chosen", outcome, confirms: settings.confirm })}
            onSettled={(number) => on({ type: "settled", number })}
            onSkip={() => on({ type: "skipped" })}
          />
        )}
      </section>
      <PromptRoom
        link={link}
        table={table}
        view={view}
        looks={looks}
        company={company}
        prompt={prompt}
        following={following}
        receiver={receiver}
        addressed={addressed}
        isMine={isMine}
      />
      <Side
        link={link}
        table={table}
        view={spoken(aside?.view ?? view)}
        looks={looks}
        company={company}
        isCovered={receiver !== null}
      />
      {/* It stays whoever's hands the screen is in: what ended a turn is heard, and `discreet` leaves no secret in it. */}
      <Announcer model={model} table={table} company={company} prompt={isMine && receiver === null ? prompt : ""} />
    </div>
  );
}
