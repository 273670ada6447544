/** A table: before the game, during it, and afterwards. */

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { BUTTONS } from "../../boards/buttons";
import type { Effect } from "../../engine/effect";
import { GAMES, type GameId, type Views } from "../../engine/view";
import { NO_CHOICES, follow } from "../../input/choices";
import { type Input, type Outcome, back, begin, choose, completable, complete, isForced, lit, onlyAction } from "../../input/input";
import type { TableState } from "../../protocol";
import { type Moment, reason, sentences, spotBrief, spotLabel } from "../../words";
import { boardOf } from "../../boards";
import { Icon } from "../chrome";
import { Link, usePage } from "../context";
import { FACTS } from "../home/facts";
import { keepGame } from "../keep";
import { GuideHint } from "../rules/guide";
import { soundOfEnd, soundOfTurn } from "../sounds";
import { errorText } from "../words";
import { EndPanel } from "./end";
import { Field, type Happening } from "./field";
import { HandOver } from "./hand-over";
import { Lobby } from "./lobby";
import { type Model, isMyTurn, mayAskUndo, turnOf } from "./model";
import { companyOf, looksOf, seatName } from "./names";
import { Side, UndoButton } from "./side";
import { useTable, type TableLink } from "./use-table";

export function TablePage({ id }: { readonly id: string }) {
  const { t, go } = usePage();
  const link = useTable(id);
  const { model } = link;
  const { table } = model;
  useRemembered(id, model);
  useEffect(() => {
    if (model.rematch !== null && model.you.seats.length > 0 && wantsRematch.has(id)) go({ page: "table", id: model.rematch });
  }, [model.rematch]);
  if (model.refused !== null) {
    return <section class="narrow panel"><h1>{t.lostPage.title}</h1><p>{errorText(t, model.refused)}</p><Link class="button" to={{ page: "home" }}>{t.home}</Link></section>;
  }
  if (table === null) return <section class="narrow panel"><p role="status">{model.link === "lost" ? t.table.lostLine : t.table.connecting}</p></section>;
  if (!GAMES.some((game) => game === table.game)) return <section class="narrow panel"><p>{t.errors["unknown-game"]}</p></section>;
  if (model.position === null) return <Lobby link={link} table={table} />;
  return <Play link={link} table={table} view={model.position.view as Views[GameId]} />;
}

/** Tables of which this page has asked for a rematch. */
export const wantsRematch = new Set<string>();

function useRemembered(id: string, model: Model): void {
  const { t } = usePage();
  const { table, you } = model;
  const result = table?.result ?? null;
  const names = table === null ? "" : table.seats.map(({ seat }) => seatName(t, table, seat)).join("\n");
  useEffect(() => {
    if (table === null || you.seats.length === 0) return;
    const won = result === null || result.winners.length === 0 ? null : result.winners.some((seat) => you.seats.includes(seat));
    keepGame({ id, game: table.game as GameId, status: table.status, names: names.split("\n"), won, mine: true, commitment: table.commitment });
  }, [id, table?.status, names, you.seats.length, result === null]);
}

interface PlayProps {
  readonly link: TableLink;
  readonly table: TableState;
  readonly view: Views[GameId];
}

const NOTHING: readonly Effect[] = [];
/** A name longer than this has a line of its own. */
const LONG = 26;

function Play({ link, table, view }: PlayProps) {
  const { t, w, settings } = usePage();
  const { model } = link;
  const { you, position, events } = model;
  const game = table.game as GameId;
  const looks = useMemo(() => looksOf(t, table), [t, JSON.stringify(table.seats.map(({ sitter }) => sitter))]);
  const company = useMemo(() => companyOf(t, table), [looks]);
  const [isBusy, setBusy] = useState(false);
  const [input, setInput] = useState<Input>(begin());
  /** The action that is to be confirmed, and the one that is on its way. */
  const [asked, setAsked] = useState<string | null>(null);
  const [sent, setSent] = useState<number | null>(null);
  const [said, setSaid] = useState("");
  const [settled, setSettled] = useState(0);
  const skipper = useRef(() => undefined as void);

  const isShared = you.seats.length > 1 && !FACTS[game].secrets;
  const side = isShared ? you.seats[0] ?? null : you.in_hand;

  // A new position brings new choices; what was half said before is forgotten.
  useEffect(() => {
    setInput(begin(position?.choices ?? NO_CHOICES));
    setAsked(null);
    setSent(null);
  }, [position]);

  const played = events.filter((event) => event.what === "played" && event.is_undone !== true);
  const happened = useMemo<readonly Happening[]>(
    () => events.flatMap((event) => (event.what === "played" && event.number > model.seenUpTo ? [{ number: event.number, effects: event.told.effects as readonly Effect[] }] : [])),
    [events, model.seenUpTo],
  );
  // The screen is handed over once what happened last has been seen.
  const mustHandOver = you.hand_over !== null && FACTS[game].secrets && settled >= (happened.at(-1)?.number ?? 0);
  const lastPlayed = played.at(-1);
  const lastEffects = lastPlayed?.what === "played" ? (lastPlayed.told.effects as readonly Effect[]) : NOTHING;
  const undos = events.filter(({ what }) => what === "undone").length;

  const send = (action: string) => {
    setSent(model.seq);
    setAsked(null);
    setInput(begin());
    const seat = turnOf(model);
    link.command({ type: "act", seq: model.seq, action, ...(seat === null ? {} : { seat }) });
  };
  const onOutcome = (outcome: Outcome) => {
    setSaid("");
    link.dismiss();
    if (outcome.is === "refused") {
      if (!isMyTurn(model)) setSaid(table.status === "playing" && you.seats.length > 0 ? t.table.notNow : "");
      else if (sent === null) link.say({ type: "why-not", spots: [...outcome.spots] });
      return;
    }
    setAsked(null);
    if (outcome.is === "changed") {
      setInput(outcome.input);
      return;
    }
    if (settings.confirm) setAsked(outcome.action);
    else send(outcome.action);
  };

  const mine = isMyTurn(model) && position?.choices != null && !mustHandOver;
  useEffect(() => {
    if (!settings.forced || isBusy || !mine || sent !== null || !isForced(input)) return undefined;
    const action = onlyAction(input);
    const timer = action === null ? undefined : setTimeout(() => send(action), 450);
    return () => clearTimeout(timer);
  }, [settings.forced, isBusy, mine, sent, input]);

  // Escape takes back and skips wherever the focus is; on the board the board itself has done so.
  useEffect(() => {
    const takeBack = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented || document.querySelector("dialog[open]") !== null) return;
      skipper.current();
      setAsked(null);
      setInput((now) => back(now));
    };
    addEventListener("keydown", takeBack);
    return () => removeEventListener("keydown", takeBack);
  }, []);

  useTurnSignal(model, w.games[game].name, isBusy);

  const notice = model.notice;
  useEffect(() => {
    if (notice?.is === "refused") {
      const { refusal } = notice;
      setSaid(refusal.objection === undefined ? errorText(t, refusal) : reason(w, game, refusal.objection.code, refusal.objection.why));
      setSent(null);
      if (position !== null) setInput(begin(position.choices ?? NO_CHOICES));
    } else if (notice?.is === "because") {
      setSaid(notice.objection === null ? t.table.nothingForbids : reason(w, game, notice.objection.code, notice.objection.why));
    }
  }, [notice]);

  const isOver = table.status === "finished" || table.status === "abandoned";
  const moment = { view, me: you.in_hand, path: input.path, completable: completable(input) !== null, name: company.name };
  const prompt = isOver ? (table.status === "abandoned" ? t.end.closed : t.happened.finished) : (w.prompt[game] as (moment: Moment<GameId>) => string)(moment);
  const lately = [...new Set(sentences(w, game, lastEffects, company))].slice(-2).join(" ");
  const board = boardOf<GameId>(game);
  const idle = isBusy || sent !== null ? begin() : input;
  const choices = lit(idle);
  const spotName = (spot: string) =>
    spotLabel(w, game, view, board.resolve?.(input.path, spot) ?? spot, follow(input.choices, [...input.path, spot]), company);
  const briefName = (spot: string) => spotBrief(w, game, view, board.resolve?.(input.path, spot) ?? spot, company);

  return (
    <div class={`table table-${game} ${isOver ? "over" : ""} ${mine && !isBusy ? "mine" : ""}`}>
      <h1 class="hidden">{w.games[game].name}</h1>
      <section class="board-room" aria-label={t.table.board}>
        {mustHandOver && you.hand_over !== null
          ? <HandOver name={seatName(t, table, you.hand_over)} look={looks[you.hand_over]} onReady={() => link.say({ type: "take-hand", seat: you.hand_over })} />
          : (
            <Field
              game={game} view={view} me={side} seats={looks} isShared={you.seats.length > 1} company={company} happened={happened} lastEffects={lastEffects}
              epoch={`${model.seenUpTo} ${undos} ${you.in_hand !== null && FACTS[game].secrets ? you.in_hand : ""}`}
              input={sent === null ? input : begin()} onOutcome={onOutcome} onBusy={setBusy} onSettled={setSettled} skipper={skipper}
            />
          )}
      </section>
      <section class="prompt-room" aria-label={t.table.prompt}>
        <LinkState model={model} />
        {(!isOver || isBusy) && <p class="prompt">{mustHandOver && you.hand_over !== null ? t.table.handOver(seatName(t, table, you.hand_over)) : isBusy ? t.table.happening : prompt}</p>}
        {lately !== "" && !isBusy && !isOver && !mustHandOver && input.path.length === 0 && <p class="lately"><span class="soft">{t.table.justNow}</span> {lately}</p>}
        <p class="said" role="alert">{said}</p>
        {!mustHandOver && (
          <div class="choices" role="group" aria-label={t.table.choices}>
            {asked !== null && <button type="button" class="button strong" onClick={() => send(asked)}>{t.table.confirm}</button>}
            {asked === null && completable(idle) !== null && <button type="button" class="button strong" onClick={() => onOutcome(complete(idle))}>{w.controls.done}</button>}
            {asked === null && choices.map((spot) => (BUTTONS.has(spot)
              ? <button key={spot} type="button" class="button" onClick={() => onOutcome(choose(idle, spot))}>{w.buttons[spot as keyof typeof w.buttons]}</button>
              : <button key={spot} type="button" class={`button spot-button ${briefName(spot).length > LONG ? "long" : ""}`} aria-label={spotName(spot)} onClick={() => onOutcome(choose(idle, spot))}>{briefName(spot)}</button>))}
            {(idle.path.length > 0 || asked !== null) && (
              <button type="button" class="button" onClick={() => { setAsked(null); setInput(back(input)); }} aria-label={t.table.takeSpotBack}><Icon name="undo" />{w.controls.back}</button>
            )}
          </div>
        )}
        {isBusy && <p class="undo-row"><button type="button" class="button small" onClick={() => skipper.current()}>{w.controls.skip}</button></p>}
        {!isBusy && !mustHandOver && you.seats.length > 0 && mayAskUndo(model) && input.path.length === 0 && <p class="undo-row"><UndoButton link={link} isSmall /></p>}
        {!isOver && !isBusy && <GuideHint game={game} view={view} mine={mine} path={input.path} turns={played.filter((event) => event.what === "played" && event.told.seat !== null && you.seats.includes(event.told.seat)).length} />}
        {isOver && !isBusy && <EndPanel link={link} table={table} view={view} looks={looks} />}
      </section>
      <Side link={link} table={table} view={view} looks={looks} company={company} isCovered={mustHandOver} />
      {!mustHandOver && <Announcer key={you.in_hand} model={model} game={game} company={company} prompt={mine && !isBusy ? prompt : ""} />}
    </div>
  );
}

function LinkState({ model }: { readonly model: Model }) {
  const { t } = usePage();
  if (model.link === "live") return model.isStalled ? <p class="link-state" role="status">{t.table.stalled}</p> : null;
  return <p class="link-state" role="status">{model.link === "connecting" ? t.table.connecting : t.table.lostLine}</p>;
}

/** Tells a screen reader what happened and what is to be done. */
function Announcer({ model, game, company, prompt }: { readonly model: Model; readonly game: GameId; readonly company: ReturnType<typeof companyOf>; readonly prompt: string }) {
  const { w } = usePage();
  const [text, setText] = useState("");
  const told = useRef(model.seq);
  useEffect(() => {
    const fresh = model.events.filter(({ number }) => number > told.current);
    told.current = model.seq;
    const lines = fresh.flatMap((event) => (event.what === "played" ? sentences(w, game, event.told.effects as readonly Effect[], company) : []));
    if (lines.length > 0) setText(lines.join(" "));
  }, [model.events]);
  return <div class="hidden" aria-live="polite">{text} {prompt}</div>;
}

/** A sound, the title, a badge and perhaps a notification when it is up to us. */
function useTurnSignal(model: Model, gameName: string, isBusy: boolean): void {
  const { t, settings } = usePage();
  const isMine = isMyTurn(model) && !isBusy;
  const isOver = model.table?.status === "finished";
  const before = useRef({ isMine, isOver });
  useEffect(() => {
    document.title = isMine ? `● ${t.yourTurnTitle} · ${gameName}` : `${gameName} · ${t.title}`;
    const { setAppBadge, clearAppBadge } = navigator as { setAppBadge?: (count?: number) => Promise<void>; clearAppBadge?: () => Promise<void> };
    const badge = isMine ? setAppBadge?.call(navigator, 1) : clearAppBadge?.call(navigator);
    badge?.catch(() => undefined);
    if (isMine && !before.current.isMine && document.hidden) {
      if (settings.sound) soundOfTurn();
      if (settings.notify && "Notification" in window && Notification.permission === "granted") {
        const note = new Notification(t.yourTurnTitle, { body: gameName, tag: model.table?.id ?? "", icon: "/icon-192.png" });
        note.addEventListener("click", () => { focus(); note.close(); });
      }
    }
    if (isOver && !before.current.isOver && settings.sound) soundOfEnd();
    before.current = { isMine, isOver };
  }, [isMine, isOver, t, gameName]);
}
