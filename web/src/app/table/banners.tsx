/** What a player must not miss: time that is nearly up, a turn that was missed, and how to come back. */

import type { ClockKind, SeatState, TableState } from "../../protocol";
import { usePage } from "../context";
import { type Model, clockLeft } from "./model";
import { seatName } from "./names";
import { useNow } from "./side";
import type { TableLink } from "./use-table";
import "./banners.css";

const HOUR_MS = 3_600_000;

/** How much time is left when somebody is warned. */
export function warnsAt(clock: ClockKind): number {
  switch (clock.kind) {
    case "none":
      return 0;
    case "per-move":
      return Math.min(15_000, clock.seconds * 400);
    case "bank":
      return 20_000;
    case "days":
      return 6 * HOUR_MS;
  }
}

/** Is the time of one of our seats nearly up at this moment? */
export function isNearlyUp(model: Model, at: number): boolean {
  const { table, you } = model;
  if (table?.status !== "playing") return false;
  return you.seats.some((seat) => {
    const left = clockLeft(model, seat, at);
    return left !== null && table.seats[seat]?.clock?.is_running === true && left <= warnsAt(table.clock);
  });
}

export interface BannersProps {
  readonly link: TableLink;
  readonly table: TableState;
}

export function Banners({ link, table }: BannersProps) {
  const { model } = link;
  const isRunning = model.you.seats.some((seat) => table.seats[seat]?.clock?.is_running === true);
  const now = useNow(isRunning);
  const lent = table.seats.filter(
    ({ seat, stand_in, out }) => model.you.seats.includes(seat) && stand_in !== null && out === null,
  );
  if (table.status !== "playing") return null;
  return (
    <>
      {isRunning && isNearlyUp(model, now) && <NearlyUp isStrict={table.is_strict} />}
      {lent.map((state) => (
        <SatIn key={state.seat} link={link} table={table} state={state} />
      ))}
    </>
  );
}

function NearlyUp({ isStrict }: { readonly isStrict: boolean }) {
  const { t } = usePage();
  return (
    <p class="banner nearly-up" role="alert">
      <b>{t.atTable.nearlyUp}</b> {isStrict ? t.atTable.nearlyUpOut : t.atTable.nearlyUpSitIn}
    </p>
  );
}

/** A computer player plays for us: why, and how to come back. */
function SatIn({ link, table, state }: BannersProps & { readonly state: SeatState }) {
  const { t, w } = usePage();
  const { model } = link;
  const { seat, stand_in: level } = state;
  const since = model.events.findLast((event) => event.what === "sat-in" && event.seat === seat);
  const isMissed = since?.what === "sat-in" && since.missed === true;
  const words = (isMissed ? t.atTable.missed : t.atTable.satIn)(w.levels[(level ?? 1) - 1] ?? "");
  return (
    <div class="banner sat-in" role="alert">
      <p>
        {model.you.seats.length > 1 && <b>{seatName(t, table, seat)}: </b>}
        {words} {!state.may_take_back && t.atTable.endsTurn}
      </p>
      {state.may_take_back && (
        <button type="button" class="button strong" onClick={() => link.command({ type: "take-back", seat })}>
          {t.table.takeBack}
        </button>
      )}
    </div>
  );
}
