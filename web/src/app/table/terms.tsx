/** What was settled of a table when it was opened, for good: whoever sits down knows it before. */

import type { TableState } from "../../protocol";
import { usePage } from "../context";

export function Terms({ table }: { readonly table: TableState }) {
  const { t } = usePage();
  const { is_practice, is_strict, takes_newcomers, clock, status } = table;
  return (
    <>
      {is_practice && <p class="soft">{t.atTable.practiceAbout}</p>}
      {is_strict && clock.kind !== "none" && <p class="soft">{t.atTable.strictAbout}</p>}
      {takes_newcomers && status === "waiting" && <p class="soft">{t.finding.newcomers}</p>}
    </>
  );
}
