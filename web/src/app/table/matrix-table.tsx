/** The matrix of what was scored, with the tie-break where one was needed. */

import type { SeatLook } from "../../boards/board";
import type { TableState } from "../../protocol";
import { usePage } from "../context";
import { type Cell, type Matrix, signed } from "./matrix";
import { seatName } from "./names";
import { SeatMark } from "./seat-mark";

export interface MatrixProps {
  readonly matrix: Matrix;
  readonly table: TableState;
  readonly looks: readonly SeatLook[];
}

export function MatrixTable({ matrix, table, looks }: MatrixProps) {
  const { t, w } = usePage();
  const { rows, totals, tie } = matrix;
  const winners = table.result?.winners ?? [];
  const names = totals.map((_, seat) => seatName(t, table, seat));
  const isOut = (seat: number) => table.seats[seat]?.out != null;
  return (
    <div class="scores" tabIndex={0} role="group" aria-label={t.end.scores}>
      <table>
        <thead>
          <tr>
            <th scope="col">
              <span class="hidden">{t.end.source}</span>
            </th>
            {names.map((name, seat) => (
              <th key={seat} scope="col" class={winners.includes(seat) ? "scorer winner" : "scorer"}>
                <SeatMark look={looks[seat] ?? { tint: "stone", mark: "dot" }} />
                <span title={name}>{name}</span>
                {isOut(seat) && <small>{t.end.sources.out}</small>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ what, cells }, index) => (
            <tr key={index}>
              <th scope="row">{what}</th>
              {cells.map((cell, seat) => (
                <td key={seat}>{cell === null ? <Nothing /> : <Points cell={cell} />}</td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr class="total">
            <th scope="row">{t.end.total}</th>
            {totals.map((total, seat) => (
              <td key={seat}>
                <b>{signed(total)}</b>
              </td>
            ))}
          </tr>
          {tie?.frogs != null && (
            <tr>
              <th scope="row">{t.end.sources.frogs}</th>
              {totals.map((_, seat) => (
                <td key={seat}>{tie.seats.includes(seat) ? tie.frogs?.[seat] : <Nothing />}</td>
              ))}
            </tr>
          )}
        </tfoot>
      </table>
      {tie !== null && (
        <p class="soft tie">
          {t.end.sources.tie(w.list(tie.seats.map((seat) => names[seat] ?? "")))}
          {winners.length > 1 && ` ${t.end.sources.shared}`}
        </p>
      )}
    </div>
  );
}

function Nothing() {
  const { t } = usePage();
  return (
    <>
      <span aria-hidden="true">·</span>
      <span class="hidden">{t.end.sources.none}</span>
    </>
  );
}

function Points({ cell }: { readonly cell: Cell }) {
  return (
    <>
      {cell.what !== undefined && <small>{cell.what}</small>}
      {cell.sum !== undefined && cell.sum !== "" && <small>{`${cell.sum}\u00a0=`}</small>}
      {signed(cell.points)}
    </>
  );
}
