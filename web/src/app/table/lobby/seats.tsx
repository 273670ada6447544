/** The seats of a lobby: who sits where, in what colour, who is here and ready, and what can be changed about it. */

import type { Seat, SeatState, TableState } from "../../../protocol";
import { lookAhead, lookOf } from "../../../pieces/seats";
import { FACTS } from "../../../protocol/facts";
import { Choice, Icon } from "../../chrome";
import { usePage } from "../../context";
import { seatName } from "../names";
import { SeatMark } from "../seat-mark";
import type { TableLink } from "../use-table";

export interface SeatsProps {
  readonly link: TableLink;
  readonly table: TableState;
  /** May the reader sit down at an open seat? */
  readonly maySit: boolean;
  readonly onSit: (seat: Seat) => void;
  readonly onRemove: (seat: Seat) => void;
}

export function Seats(props: SeatsProps) {
  const { table } = props;
  return (
    <ol class="rows lobby-seats">
      {table.seats.map((state) => (
        <SeatRow key={state.seat} {...props} state={state} />
      ))}
    </ol>
  );
}

function SeatRow({ link, table, state, maySit, onSit, onRemove }: SeatsProps & { readonly state: SeatState }) {
  const { t, w } = usePage();
  const { you } = link.model;
  const { seat, sitter, is_present, is_ready } = state;
  const s = t.lobby.seat;
  const isMine = you.seats.includes(seat);
  const isTaken = sitter.is === "person" || sitter.is === "computer";
  const name = seatName(t, table, seat);
  const { starts } = table;
  const first = starts.is === "seat" ? starts.seat : null;
  const isFirst = !FACTS[table.game].draws_first && first === seat;
  const look = lookAhead(table.game, seat, table.seats.length, first, state.colour);
  const mine = you.seats[0];
  const isAsked = table.swaps.some((swap) => swap.seat === mine && swap.with === seat);
  // With one seat of one's own it is clear who moves; otherwise whoever is to move is asked where to.
  const isMover = isMine ? you.seats.length > 1 : you.is_host && sitter.is === "computer";
  const notes = [
    first === null && !FACTS[table.game].has_colours
      ? t.setUp.seat(seat + 1)
      : t.boards.seat(seat + 1, w.tints[look.tint]),
    isFirst ? t.boards.starts : null,
    isMine ? t.table.you : null,
    sitter.is === "person" && sitter.person === table.host ? t.lobby.host : null,
    sitter.is === "computer" ? t.computer(w.levels[sitter.level - 1] ?? "") : null,
    sitter.is === "person" && !is_present ? t.table.away : null,
  ].filter((note) => note !== null);
  return (
    <li>
      <SeatMark look={look} />
      <div>
        <strong class={isTaken ? "" : "soft"}>{name}</strong>
        <small class="soft">{notes.join(" · ")}</small>
      </div>
      {sitter.is === "person" && (
        <span class={is_ready ? "ready-note is-ready" : "ready-note"}>{is_ready ? `✓ ${s.ready}` : s.unready}</span>
      )}
      <div class="seat-ways">
        {FACTS[table.game].has_colours && (isMine || (you.is_host && sitter.is === "computer")) && (
          <ColourChoice
            link={link}
            table={table}
            seat={seat}
            label={isMine && you.seats.length === 1 ? s.colour : s.colourOf(name)}
          />
        )}
        {you.is_host && sitter.is !== "person" && (
          <Choice
            label={s.who(seat + 1)}
            value={sitter.is === "computer" ? sitter.level : 0}
            options={[
              [0, sitter.is === "computer" ? s.nobody : name],
              ...w.levels.map((level, index) => [index + 1, t.computer(level)] as const),
            ]}
            onChange={(level) => link.say(level === 0 ? { type: "empty", seat } : { type: "fill", seat, level })}
          />
        )}
        {isMover && <PlaceChoice link={link} table={table} state={state} label={s.place(name)} />}
        {!isMine && mine !== undefined && you.seats.length === 1 && !isAsked && (
          <button
            type="button"
            class="button small"
            onClick={() => link.say({ type: "swap", seat: mine, with: seat, seq: link.model.seq })}
          >
            {sitter.is === "person" ? s.swap(name) : s.move(seat + 1)}
          </button>
        )}
        {sitter.is === "open" && you.seats.length === 0 && (
          <button type="button" class="button small" disabled={!maySit} onClick={() => onSit(seat)}>
            {t.lobby.sit}
          </button>
        )}
        {you.is_host && sitter.is === "person" && !isMine && (
          <button type="button" class="quiet" aria-label={t.lobby.remove(name)} onClick={() => onRemove(seat)}>
            <Icon name="close" />
          </button>
        )}
      </div>
    </li>
  );
}

/**
 * Where somebody sits whom the reader moves: themselves among several seats of their own, or a computer player. Free
 * seats, computer players and the reader's own seats are changed at once; another person is asked, but not to make room
 * for a computer player.
 */
function PlaceChoice({
  link,
  table,
  state: { seat, sitter },
  label,
}: Pick<SeatsProps, "link" | "table"> & { readonly state: SeatState; readonly label: string }) {
  const { t } = usePage();
  const { you, seq } = link.model;
  const options = table.seats.flatMap(({ seat: other, sitter: there }) => {
    if (other === seat) return [[seat, t.setUp.seat(seat + 1)] as const];
    const place = t.lobby.game.first(other + 1, seatName(t, table, other));
    if (there.is !== "person" || you.seats.includes(other)) return [[other, place] as const];
    return sitter.is === "person" ? [[other, t.lobby.seat.ifAgreed(place)] as const] : [];
  });
  return (
    <Choice
      label={label}
      value={seat}
      options={options}
      onChange={(other) => {
        if (other !== seat) link.say({ type: "swap", seat, with: other, seq });
      }}
    />
  );
}

/** The colours of the game that nobody else has chosen; those of computer players and of empty seats give way. */
function ColourChoice({
  link,
  table,
  seat,
  label,
}: Pick<SeatsProps, "link" | "table"> & { readonly seat: Seat; readonly label: string }) {
  const { w } = usePage();
  const taken = new Set(
    table.seats
      .filter(({ sitter, seat: other }) => sitter.is === "person" && other !== seat)
      .map(({ colour }) => colour),
  );
  const colours = Array.from({ length: FACTS[table.game].most_seats }, (_, colour) => colour);
  return (
    <Choice
      label={label}
      value={table.seats[seat]?.colour ?? seat}
      options={colours
        .filter((colour) => !taken.has(colour))
        .map((colour) => [colour, w.tints[lookOf(table.game, seat, colour).tint]] as const)}
      onChange={(colour) => link.say({ type: "colour", seat, colour })}
    />
  );
}
