/** Beside the board: players, log, chat, rules, and what else can be done. */

import { useEffect, useMemo, useState } from "preact/hooks";
import type { SeatLook } from "../../boards/board";
import type { GameId, TableEvent, Seat, TableState, Views } from "../../protocol";
import { type Company, told } from "../../words";
import { CHANCE } from "../../words/chance";
import { CopyButton, Dialog, Icon, Tick } from "../chrome";
import { usePage } from "../context";
import { addressOf } from "../route";
import { RulesText } from "../rules/text";
import { failureText } from "../words";
import { Chat, useUnread } from "./chat";
import { ComeIn } from "./come-in";
import { givingUp } from "./ending";
import { Given, HeadLine } from "./fairness";
import { changesOf } from "./lobby/changes";
import { chosenSeat, clockLeft, lastOwn, mayAskUndo, takenBack, turnOf } from "./model";
import { personName, seatName } from "./names";
import { SeatMark } from "./seat-mark";
import { People } from "../people/people";
import { dayNotes } from "../turns/notes";
import { Terms } from "./terms";
import type { TableLink } from "./use-table";
import { Worth } from "./worth";

export interface SideProps {
  readonly link: TableLink;
  readonly table: TableState;
  readonly view: Views[GameId];
  readonly looks: readonly SeatLook[];
  readonly company: Company;
  /** The screen is being handed over: what the last player knows is not shown. */
  readonly isCovered: boolean;
}

const TABS = ["log", "chat", "rules", "menu"] as const;
type Tab = (typeof TABS)[number];

export function Side(props: SideProps) {
  const { t } = usePage();
  const { model } = props.link;
  const [tab, setTab] = useState<Tab>("log");
  const unread = useUnread(model, tab === "chat");
  const choose = (event: KeyboardEvent) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (step === 0) return;
    const next = TABS[(TABS.indexOf(tab) + step + TABS.length) % TABS.length] ?? "log";
    setTab(next);
    document.getElementById(`tab-${next}`)?.focus();
  };
  return (
    <aside class="side">
      <Players {...props} />
      <div class="tabs" role="tablist" onKeyDown={choose}>
        {TABS.map((name) => (
          <button
            key={name}
            id={`tab-${name}`}
            type="button"
            role="tab"
            aria-selected={tab === name}
            aria-controls="tab-panel"
            tabIndex={tab === name ? 0 : -1}
            onClick={() => setTab(name)}
          >
            {t.table[name]}
            {name === "chat" && unread > 0 && <b class="count">{unread}</b>}
          </button>
        ))}
      </div>
      <div id="tab-panel" class={`tab-panel tab-${tab}`} role="tabpanel" aria-labelledby={`tab-${tab}`} tabIndex={0}>
        {tab === "log" && (props.isCovered ? <p class="soft">{t.table.handOverAbout}</p> : <Log {...props} />)}
        {tab === "chat" && <Chat link={props.link} table={props.table} />}
        {tab === "rules" && <RulesText game={props.table.game} />}
        {tab === "menu" && <Menu {...props} />}
      </div>
      {unread > 0 && (
        <button
          type="button"
          class="button strong talk"
          onClick={() => {
            setTab("chat");
            requestAnimationFrame(() => document.getElementById("tab-panel")?.scrollIntoView({ block: "end" }));
          }}
        >
          {t.position.unread(unread)}
        </button>
      )}
      <p class="hidden" role="status">
        {unread > 0 ? t.position.unread(unread) : ""}
      </p>
    </aside>
  );
}

/** Our clock, ticking while something is counted. */
export function useNow(isTicking: boolean): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!isTicking) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [isTicking]);
  return isTicking ? now : Date.now();
}

/** Hours, minutes and seconds; `daysLeft` words whole days. */
export function clockFace(ms: number, daysLeft: (days: number) => string): string {
  const seconds = Math.ceil(ms / 1000);
  const two = (value: number) => `${value}`.padStart(2, "0");
  const [days, hours, minutes] = [
    Math.floor(seconds / 86_400),
    Math.floor(seconds / 3_600) % 24,
    Math.floor(seconds / 60) % 60,
  ];
  if (days > 0) return `${daysLeft(days)} ${two(hours)}:${two(minutes)}`;
  return seconds >= 3_600 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

function Players({ link, table, view, looks }: SideProps) {
  const page = usePage();
  const { t, w } = page;
  const { model } = link;
  const turn = turnOf(model);
  const now = useNow(table.seats.some(({ clock }) => clock?.is_running === true));
  const game = table.game;
  return (
    <section class="players" aria-label={t.table.players}>
      <ul>
        {table.seats.map((state) => {
          const { seat, sitter, stand_in, out } = state;
          const left = clockLeft(model, seat, now);
          const isThinking = table.thinking?.seat === seat && seat === turn;
          const isAsked = seat === turn || state.may_choose;
          const isWinner = table.result?.winners.includes(seat) === true;
          const notes = [
            sitter.is === "computer" ? t.computer(w.levels[sitter.level - 1] ?? "") : null,
            model.you.seats.length === 1 && model.you.seats.includes(seat) ? t.table.you : null,
            stand_in === null ? null : t.table.standIn(w.levels[stand_in - 1] ?? ""),
            out === null ? null : out === "resigned" ? t.table.resigned : t.table.outOfTime,
            !state.is_present && sitter.is === "person" ? t.table.away : null,
            state.has_chosen ? t.atTable.chosen : null,
            ...dayNotes(page, table, seat, now),
            isThinking ? (table.thinking?.is_waiting === true ? t.table.queued : t.table.thinking) : null,
          ].filter((note) => note !== null);
          return (
            <li
              key={seat}
              class={["player", isAsked ? "turn" : "", isWinner ? "winner" : ""].join(" ")}
              aria-current={isAsked ? "true" : undefined}
            >
              <SeatMark look={looks[seat] ?? { tint: "stone", mark: "dot" }} />
              <div class="who">
                <b title={seatName(t, table, seat)}>{seatName(t, table, seat)}</b>
                <small title={notes.join(" · ")}>{notes.join(" · ")}</small>
              </div>
              <Worth game={game} view={view} seat={seat} name={seatName(t, table, seat)} />
              {left !== null && (
                <time
                  class={left < 10_000 && state.clock?.is_running === true ? "clock short" : "clock"}
                  aria-label={t.table.clock(clockFace(left, t.daysLeft))}
                >
                  {clockFace(left, t.daysLeft)}
                </time>
              )}
              {state.may_sit_in && model.you.seats.length > 0 && !model.you.seats.includes(seat) && (
                <button type="button" class="button small" onClick={() => link.command({ type: "sit-in", seat })}>
                  {t.table.sitIn(seatName(t, table, seat))}
                </button>
              )}
            </li>
          );
        })}
      </ul>
      {model.you.seats.length === 0 && <p class="soft">{t.table.youWatch}</p>}
      <ComeIn table={table} you={model.you} />
      {table.spectators > 0 && <p class="soft">{t.table.watching(table.spectators)}</p>}
    </section>
  );
}

/** What happened, in words; nothing where it is not worth any. */
export function logText(
  t: ReturnType<typeof usePage>["t"],
  w: ReturnType<typeof usePage>["w"],
  table: TableState,
  event: TableEvent,
  company: Company,
  events: readonly TableEvent[] = [],
): string {
  const h = t.happened;
  const name = (seat: Seat) => seatName(t, table, seat);
  const level = (number: number) => w.levels[number - 1] ?? "";
  const isYou = "seat" in event && event.seat === company.you;
  switch (event.what) {
    case "played":
      return told(w, table.game, event.told.effects, company);
    case "opened":
      return table.is_practice ? t.atTable.openedForPractice : h.opened;
    case "seated":
    case "left":
    case "arranged":
    case "swapped":
    case "ready":
    case "coloured":
    case "began":
      // What people did before the game is told from all of it: who sat where, and what it was like before.
      return "";
    case "committed":
      return t.position.committed[CHANCE[table.game]];
    case "frozen":
      return h.frozen;
    case "started":
      return h.started;
    case "chose": {
      const { chose, youChose, unchose, youUnchose } = t.atTable;
      if (event.is_taken_back) return isYou ? youUnchose : unchose(name(event.seat));
      return isYou ? youChose : chose(name(event.seat));
    }
    case "undone": {
      const { actions, draws } = takenBack(events, event);
      return isYou ? t.atTable.youUndid(actions, draws) : t.atTable.undid(name(event.seat), actions, draws);
    }
    case "resigned":
      return isYou ? t.recap.resigned : h.resigned(name(event.seat));
    case "out-of-time":
      return isYou ? t.recap.outOfTime : h.outOfTime(name(event.seat));
    case "sat-in":
      if (event.missed === true)
        return isYou
          ? t.atTable.youMissed(level(event.level))
          : t.atTable.missedBy(name(event.seat), level(event.level));
      return isYou ? t.recap.satIn(level(event.level)) : h.satIn(name(event.seat), level(event.level));
    case "took-back":
      return isYou ? t.recap.tookBack : h.tookBack(name(event.seat));
    case "taken-over":
      return isYou ? t.recap.takenOver(level(event.level)) : h.takenOver(name(event.seat), level(event.level));
    case "came-in":
      return isYou ? t.finding.youCameIn : t.finding.cameIn(event.name ?? t.nobody);
    case "resumed":
      return h.resumed;
    case "finished":
      return h.finished;
    case "abandoned":
      return event.by === null ? h.abandoned : h.closed(personName(t, table, event.by));
    case "rematch":
      return h.rematch;
  }
}

const MOST_LINES = 200;

function Log({ link, table, looks, company }: SideProps) {
  const { t, w } = usePage();
  const { events } = link.model;
  const [isNotation, setNotation] = useState(false);
  const { aside } = link.session;
  const looked = aside?.is === "looking" ? aside.number : null;
  const shown = events.slice(-MOST_LINES);
  const { person } = link.model.you;
  const before = useMemo(() => {
    const changes = changesOf({ t, w, table, me: person }, events);
    return new Map(changes.map(({ number, text }) => [number, text]));
  }, [t, w, table.seats, events.length, person]);
  return (
    <div>
      {shown.length === 0 && <p class="soft">{t.table.noLog}</p>}
      <Tick label={t.table.notation} value={isNotation} onChange={setNotation} />
      <ol class="log">
        {shown.map((event) => {
          const seat = event.what === "played" ? event.told.seat : null;
          const text = before.get(event.number) ?? logText(t, w, table, event, company, events);
          if (text === "" && !(isNotation && event.what === "played")) return null;
          const look = seat === null ? undefined : looks[seat];
          const line = (
            <>
              {look === undefined ? <span class="no-mark" /> : <SeatMark look={look} />}
              <span>
                {text}
                {event.is_undone === true && <em> ({t.table.undone})</em>}
                {isNotation && event.what === "played" && <code>{event.told.event}</code>}
              </span>
            </>
          );
          // What was taken back is no moment of the game any more.
          const isMoment = event.what === "played" && event.is_undone !== true;
          return (
            <li
              key={event.number}
              class={`${event.is_undone === true ? "undone" : ""} ${event.what === "played" ? "" : "aside"}`}
              aria-current={event.number === looked ? "step" : undefined}
            >
              {isMoment ? (
                <button
                  type="button"
                  class="log-line"
                  title={t.recap.lookBack}
                  onClick={() => link.on({ type: "looks-back", number: event.number })}
                >
                  {line}
                </button>
              ) : (
                line
              )}
            </li>
          );
        })}
      </ol>
    </div>
  );
}

function Menu({ link, table }: SideProps) {
  const { t, w, go, house } = usePage();
  const { model } = link;
  const { you } = model;
  /** The seat that is given up: of those who share a screen, the one whose turn it is. */
  const resigning = you.in_hand ?? you.seats[0];
  const [asks, setAsks] = useState<"resign" | "abandon" | null>(null);
  const [code, setCode] = useState<{ readonly code: string; readonly expires_at: number } | null>(null);
  const [said, setSaid] = useState("");
  const isPlaying = table.status === "playing";
  const isSeated = you.seats.length > 0;
  const isAlone = table.seats.every(({ seat, sitter }) => sitter.is === "computer" || you.seats.includes(seat));
  const attempt = async (act: () => Promise<void>) => {
    try {
      await act();
    } catch (failure) {
      setSaid(failureText(t, failure));
    }
  };
  const watch = location.origin + addressOf({ page: "table", id: table.id });
  return (
    <div class="menu">
      {you.invite !== null && table.status === "waiting" && (
        <CopyButton text={location.origin + addressOf({ page: "invite", code: you.invite })} label={t.table.copyLink} />
      )}
      <CopyButton text={watch} label={t.table.watchLink} />
      {isSeated && isPlaying && (
        <button
          type="button"
          class="button"
          onClick={() => void attempt(async () => setCode(await house.deviceCode(table.id)))}
        >
          {t.table.device}
        </button>
      )}
      {isSeated && isPlaying && (
        <button type="button" class="button" onClick={() => setAsks("resign")}>
          {t.table.resign}
        </button>
      )}
      {isSeated && isPlaying && isAlone && (
        <button type="button" class="button" onClick={() => setAsks("abandon")}>
          {t.table.abandon}
        </button>
      )}
      <button type="button" class="button" onClick={() => go({ page: "home" })}>
        {t.table.newGame}
      </button>
      <Given table={table} opening={model.opening} />
      <Terms table={table} />
      <HeadLine model={model} />
      <People link={link} table={table} />
      <p class="error" role="alert">
        {said}
      </p>
      {code !== null && (
        <Dialog title={t.table.device} onClose={() => setCode(null)}>
          <p>{t.table.deviceAbout}</p>
          <p class="code">{code.code}</p>
          <p class="soft">{t.table.deviceUntil(t.time(code.expires_at))}</p>
        </Dialog>
      )}
      {asks !== null && (
        <Dialog title={asks === "resign" ? t.table.resignSure : t.table.abandonSure} onClose={() => setAsks(null)}>
          {asks === "resign" && resigning !== undefined && (
            <p>
              {you.seats.length > 1 && `${t.end.givingUp.seat(seatName(t, table, resigning))} `}
              {givingUp(t, w, table, resigning)}
            </p>
          )}
          <p class="ways">
            <button
              type="button"
              class="button alert"
              onClick={() => {
                if (asks === "resign")
                  link.command({ type: "resign", ...(resigning === undefined ? {} : { seat: resigning }) });
                else void attempt(() => house.close(table.id));
                setAsks(null);
              }}
            >
              {asks === "resign" ? t.table.resign : t.table.abandon}
            </button>
            <button type="button" class="button" onClick={() => setAsks(null)}>
              {t.cancel}
            </button>
          </p>
        </Dialog>
      )}
    </div>
  );
}

export function UndoButton({ link, isSmall = false }: { readonly link: TableLink; readonly isSmall?: boolean }) {
  const { t } = usePage();
  const { model } = link;
  const chosen = chosenSeat(model);
  const undo = () => {
    const seat = chosen ?? lastOwn(model)?.seat;
    if (seat !== undefined) link.command({ type: "undo", seq: model.seq, seat });
  };
  // Of those who share a screen, the one whose action it was is named.
  const last = model.you.seats.length > 1 ? lastOwn(model) : null;
  const name = last === null || model.table === null ? null : seatName(t, model.table, last.seat);
  return (
    <button type="button" class={isSmall ? "button small" : "button"} disabled={!mayAskUndo(model)} onClick={undo}>
      <Icon name="undo" />
      {chosen !== null ? t.atTable.rechoose : name === null ? t.table.undo : t.hotSeat.undo(name)}
    </button>
  );
}
