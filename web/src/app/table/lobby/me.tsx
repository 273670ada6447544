/** What whoever sits in a lobby says of themselves: their name, whether they are ready, with whom they change seats. */

import { useState } from "preact/hooks";
import type { Seat, TableState } from "../../../protocol";
import { Text } from "../../chrome";
import { usePage } from "../../context";
import { seatName } from "../names";
import type { TableLink } from "../use-table";
import { type Change, sinceReady } from "./changes";

export interface MeProps {
  readonly link: TableLink;
  readonly table: TableState;
  readonly changes: readonly Change[];
}

/** Is one ready? After a change that matters one is asked anew, and told what it was. */
export function ReadyRow({ link, table, changes }: MeProps) {
  const { t } = usePage();
  const { you, events, seq } = link.model;
  const isReady = table.seats.every(({ seat, is_ready }) => !you.seats.includes(seat) || is_ready);
  const news = you.person === null ? [] : sinceReady(changes, events, you.person);
  const { me } = t.lobby;
  const question = news.length > 0 ? me.asked : me.isUnready;
  return (
    <div class={isReady ? "ready-row" : "ready-row wish"}>
      {/* What changed is told by the log: here it is only asked. */}
      <span class="hidden" role="status">
        {isReady ? "" : question}
      </span>
      <p>
        {isReady ? me.isReady : question}
        {!isReady && news.length > 0 && (
          <>
            {" "}
            <strong>{news.map(({ text }) => text).join(" ")}</strong>
          </>
        )}
      </p>
      <button
        type="button"
        class={isReady ? "button small" : "button strong"}
        onClick={() => link.say({ type: "ready", is_ready: !isReady, seq })}
      >
        {isReady ? me.unready : me.ready}
      </button>
    </div>
  );
}

/** What people at this screen are called: each at their seat. */
export function Names({ link, table }: Omit<MeProps, "changes">) {
  return (
    <>
      {link.model.you.seats.map((seat) => (
        <Rename key={seat} link={link} table={table} seat={seat} />
      ))}
    </>
  );
}

function Rename({ link, table, seat }: Omit<MeProps, "changes"> & { readonly seat: Seat }) {
  const { t, settings, change } = usePage();
  const { you } = link.model;
  const sitter = table.seats[seat]?.sitter;
  const now = sitter?.is === "person" ? (sitter.name ?? "") : "";
  const [name, setName] = useState<string | null>(null);
  const wished = (name ?? now).trim();
  const rename = (event: Event) => {
    event.preventDefault();
    if (wished === "" || wished === now) return;
    link.say({ type: "rename", name: wished, seat });
    // The first one is whose browser it is.
    if (seat === you.seats[0] && wished !== settings.name) change({ name: wished });
    setName(null);
  };
  return (
    <form class="rename" onSubmit={rename}>
      <Text
        label={you.seats.length > 1 ? t.setUp.seat(seat + 1) : t.settings.name}
        value={name ?? now}
        onChange={setName}
      />
      <button type="submit" class="button" disabled={wished === "" || wished === now}>
        {t.lobby.me.rename}
      </button>
    </form>
  );
}

/** Who would like to change seats with whom. */
export function Swaps({ link, table }: Omit<MeProps, "changes">) {
  const { t } = usePage();
  const { you } = link.model;
  const s = t.lobby.swap;
  return (
    <>
      {table.swaps.map((swap) => {
        const isMine = you.seats.includes(swap.seat);
        const isAsked = you.seats.includes(swap.with);
        const [asker, asked] = [seatName(t, table, swap.seat), seatName(t, table, swap.with)];
        const answer = (agrees: boolean) => {
          link.say({ type: "answer-swap", ...swap, agrees });
          // The question goes, and the focus stays with what it was about.
          document.getElementById("lobby-seats")?.focus();
        };
        return (
          <div key={`${swap.seat} ${swap.with}`} class="wish" role="status">
            <p>{isMine ? s.waits(asked) : isAsked ? s.asked(asker) : s.others(asker, asked)}</p>
            {(isMine || isAsked) && (
              <p class="ways">
                {isAsked && (
                  <button type="button" class="button strong" onClick={() => answer(true)}>
                    {s.agree}
                  </button>
                )}
                <button type="button" class="button" onClick={() => answer(false)}>
                  {isMine ? s.withdraw : s.decline}
                </button>
              </p>
            )}
          </div>
        );
      })}
    </>
  );
}
