/** Coming in for a computer player, for whoever looks on at a table that takes newcomers. */

import { useState } from "preact/hooks";
import type { TableState, You } from "../../protocol";
import { usePage } from "../context";
import { keepGame } from "../keep";
import { failureText } from "../words";

export function ComeIn({ table, you }: { readonly table: TableState; readonly you: You }) {
  const { t, house, settings } = usePage();
  const [said, setSaid] = useState("");
  const isFree =
    table.takes_newcomers &&
    table.status === "playing" &&
    table.opening_events === 0 &&
    table.seats.some(({ sitter }) => sitter.is === "computer");
  if (you.seats.length > 0 || you.is_removed || !isFree) return null;
  const comeIn = async () => {
    try {
      const seated = await house.join(table.id, { name: settings.name.trim() || t.guest });
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
