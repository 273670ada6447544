/** Who is blocked: those who sit at a table, and all of them. */

import type { TableLine, TableState } from "../../protocol";
import { usePage } from "../context";
import { blockedAt, unblock, useBlocked } from "./blocked";
import "./people.css";

/** Warns that somebody sits at a table who is blocked. */
export function BlockedHere({ table }: { readonly table: TableState | TableLine }) {
  const { t } = usePage();
  const names = blockedAt(useBlocked(), table);
  return names.length === 0 ? null : (
    <p class="blocked-here" role="status">
      {t.people.sits(names.join(", "), names.length)}
    </p>
  );
}

/** Those whom this browser has blocked. */
export function BlockedList() {
  const { t } = usePage();
  const list = useBlocked();
  return (
    <details>
      <summary>{t.people.list}</summary>
      {list.length === 0 && <p class="soft">{t.people.listEmpty}</p>}
      <ul class="rows">
        {list.map(({ mark, name }) => (
          <li key={mark}>
            <div>{name}</div>
            <button
              type="button"
              class="button small"
              aria-label={t.people.named(t.people.unblock, name)}
              onClick={() => unblock(mark)}
            >
              {t.people.unblock}
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
