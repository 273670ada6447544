/** Coming in for a computer player, for whoever looks on at a table that takes newcomers. */

import { useState } from "preact/hooks";
import type { Seat, TableState, You } from "../../protocol";
import { usePage } from "../context";
import { gameOf, keepGame } from "../keep";
import { failureText } from "../words";

/** The seats of the computer players for whom people may come in while the game is on. */
export function seatsToTakeOver({ takes_newcomers, status, seats }: TableState): readonly Seat[] {
  if (!takes_newcomers || status !== "playing") return [];
  return seats.flatMap(({ seat, sitter }) => (sitter.is === "computer" ? [seat] : []));
}

export function ComeIn({ table, you }: { readonly table: TableState; readonly you: You }) {
  const { t, house, settings } = usePage();
  const [said, setSaid] = useState("");
  // Whoever was given the link of a table may come in by it; without one only a table on the list takes anybody.
  const invite = you.invite ?? gameOf(table.id)?.invite ?? null;
  const isFree =
    seatsToTakeOver(table).length > 0 && table.opening_events === 0 && (table.is_public || invite !== null);
  if (you.seats.length > 0 || you.is_removed || !isFree) return null;
  const comeIn = async () => {
    try {
      const wish = { name: settings.name.trim() || t.guest };
      const seated = await (invite === null ? house.join(table.id, wish) : house.accept(invite, wish));
      keepGame({ id: table.id, game: table.game, mine: true, commitment: seated.commitment });
      // Whoever had never sat anywhere looked on as nobody in particular: the line is opened anew, as who they are now.
      location.reload();
    } catch (failure) {
      setSaid(failureText(t, failure));
    }
  };
  return (
    <p class="come-in">
      <button type="button" class="button strong" onClick={() => void comeIn()}>
        {t.finding.comeIn}
      </button>{" "}
      <small class="soft">{t.finding.comeInAbout}</small>
      <span class="error" role="alert">
        {said}
      </span>
    </p>
  );
}
