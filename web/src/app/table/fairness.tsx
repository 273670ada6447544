/** What people should know of the dice while they play: what was given, and the head that they can compare. */

import type { TableState } from "../../protocol";
import { usePage } from "../context";
import { shortHead } from "../fair/proof";
import type { Model } from "./model";

/** The events that a table began from: nobody drew them. */
export function Given({
  table,
  opening,
}: {
  readonly table: Pick<TableState, "opening_events">;
  readonly opening: readonly string[];
}) {
  const { t } = usePage();
  if (table.opening_events === 0) return null;
  return (
    <div class="given" role="note">
      <p>
        <strong>{t.fair.given(table.opening_events)}</strong> {t.fair.givenAbout}
      </p>
      {opening.length > 0 && (
        <details>
          <summary>{t.fair.givenLines}</summary>
          <ol class="given-lines">
            {opening.map((line, index) => (
              <li key={index}>
                <code>{line}</code>
              </li>
            ))}
          </ol>
        </details>
      )}
    </div>
  );
}

/** The short form of the head, so that players can compare that they are told the same. */
export function HeadLine({ model }: { readonly model: Pick<Model, "head" | "seq"> }) {
  const { t } = usePage();
  if (model.head === "") return null;
  return (
    <p class="soft head-line" title={model.head}>
      {t.fair.head(model.seq)} <code>{shortHead(model.head)}</code> <small>{t.fair.headAbout}</small>
    </p>
  );
}
