/** A rematch is announced to everybody at the table of the last game: who asks, who sits where, and the way there. */

import { useEffect, useState } from "preact/hooks";
import type { TableState, You } from "../../protocol";
import { lookAhead } from "../../pieces/seats";
import { FACTS } from "../../protocol/facts";
import type { Words } from "../../words";
import { Link, usePage } from "../context";
import { loudness } from "../settings";
import { soundOfTurn } from "../sounds";
import { setTitle } from "../turns/signal";
import type { AppWords } from "../words";
import { seatName } from "./names";

/** What is known of the table where it goes on. */
export interface Next {
  readonly table: TableState;
  readonly you: You;
}

/** Who asks for it, and who sits where, in words. */
export function rematchWords(t: AppWords, w: Words, next: Next | null): readonly string[] {
  if (next === null) return [t.again.there];
  const { table, you } = next;
  if (table.status === "abandoned") return [t.again.closed];
  const asker = table.seats.find(({ sitter }) => sitter.is === "person" && sitter.person === table.host);
  const { starts } = table;
  const first = starts.is === "seat" ? starts.seat : null;
  // By lot, colours that come with seats are nobody's yet.
  const hasColour = first !== null || FACTS[table.game].has_colours || FACTS[table.game].draws_first;
  const seats = table.seats.map(({ seat, colour: chosen }) => {
    if (!hasColour) return you.seats.includes(seat) ? t.table.you : seatName(t, table, seat);
    const colour = w.tints[lookAhead(table.game, seat, table.seats.length, first, chosen).tint];
    return you.seats.length === 1 && you.seats.includes(seat)
      ? t.again.you(colour)
      : t.position.seat(seatName(t, table, seat), colour);
  });
  return [
    you.is_host ? t.again.asks : asker === undefined ? t.again.there : t.again.asked(seatName(t, table, asker.seat)),
    t.again.seats(seats.join(" · ")),
  ];
}

export function RematchNews({ id }: { readonly id: string }) {
  const { t, w, house, settings } = usePage();
  const [next, setNext] = useState<Next | null>(null);
  useEffect(() => {
    let isHere = true;
    house.look(id).then(
      ({ table, you }) => {
        if (isHere) setNext({ table, you });
      },
      () => undefined,
    );
    if (document.hidden) soundOfTurn(loudness(settings));
    return () => {
      isHere = false;
    };
  }, [id]);
  useEffect(() => {
    setTitle(`● ${t.again.title} · ${t.title}`);
  }, [id, t]);
  const [who = "", where = ""] = rematchWords(t, w, next);
  return (
    <div class="wish" role="status">
      <p>
        <strong>{who}</strong> {where}
      </p>
      {next?.table.status !== "abandoned" && (
        <p class="ways">
          <Link class="button strong" to={{ page: "table", id }}>
            {t.end.toRematch}
          </Link>
        </p>
      )}
    </div>
  );
}
