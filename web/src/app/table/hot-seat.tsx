/** At a shared screen: whose turn it is, and a secret that its owner looks at. */

import { useState } from "preact/hooks";
import { secretOf } from "../../boards/secrets";
import type { SeatLook } from "../../boards/board";
import type { GameId, Seat, TableState, Views } from "../../protocol";
import { cardWords } from "../../words";
import { usePage } from "../context";
import { seatName } from "./names";

/** The frame around what is asked has the colour of the seat that is asked. */
export function hotSeatClass(seat: Seat | null, looks: readonly SeatLook[]): string {
  const look = seat === null ? undefined : looks[seat];
  return look === undefined ? "" : `hot-seat tint-${look.tint}`;
}

/** The secret of the player whose turn it is: in words, from a press until the next one or until the focus is gone. */
export function OwnSecret({
  table,
  view,
  seat,
}: {
  readonly table: TableState;
  readonly view: Views[GameId];
  readonly seat: Seat;
}) {
  const { t, w } = usePage();
  const [isOpen, setOpen] = useState(false);
  const secret = secretOf<GameId>(table.game, view, seat);
  if (secret === null) return null;
  const { name, about } = cardWords(w, secret);
  return (
    <p class="own-secret">
      <button
        type="button"
        class="button small"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        onBlur={() => setOpen(false)}
      >
        {(isOpen ? t.hotSeat.hide : t.hotSeat.show)(seatName(t, table, seat))}
      </button>
      <span role="status">
        {isOpen && (
          <>
            <b>{name}</b> {about}
          </>
        )}
      </span>
    </p>
  );
}
