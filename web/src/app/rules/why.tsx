/** Why something cannot be done, and the way to the sentence of the rules that says so. */

import { useState } from "preact/hooks";
import type { GameId, Objection } from "../../protocol";
import { reason } from "../../words";
import { Dialog } from "../chrome";
import { usePage } from "../context";
import { addressOf } from "../route";
import type { Said } from "../table/session";
import { errorText } from "../words";
import { RulesText } from "./text";

export interface WhyProps {
  readonly game: GameId;
  readonly said: Said | null;
}

function objectionOf(said: Said | null): Objection | null {
  switch (said?.is) {
    case "because":
      return said.objection;
    case "refused":
      return said.refusal.objection ?? null;
    default:
      return null;
  }
}

export function Why({ game, said }: WhyProps) {
  const { t, w } = usePage();
  const [open, setOpen] = useState<string | null>(null);
  const objection = objectionOf(said);
  const text =
    objection !== null
      ? reason(w, game, objection.code, objection.why)
      : said === null
        ? ""
        : said.is === "refused"
          ? errorText(t, said.refusal)
          : said.is === "not-now"
            ? t.table.notNow
            : t.table.nothingForbids;
  // A server that is newer than the page may know a rule that the page's words do not.
  const isKnown = objection !== null && Object.hasOwn(w.reasons[game], objection.code);
  const follow = (event: MouseEvent, code: string) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    setOpen(code);
  };
  return (
    <>
      <p class="said" role="alert">
        {text}
        {isKnown && (
          <>
            {" "}
            <a
              class="why-rule"
              href={`${addressOf({ page: "rules", game })}#${objection.code}`}
              aria-haspopup="dialog"
              onClick={(event) => follow(event, objection.code)}
            >
              {t.rules.see}
            </a>
          </>
        )}
      </p>
      {open !== null && (
        <Dialog title={t.rules.title(w.games[game].name)} onClose={() => setOpen(null)}>
          <div class="rules-scroll" tabIndex={0} role="region" aria-label={t.rules.text}>
            <RulesText game={game} where="dialog" at={open} />
          </div>
        </Dialog>
      )}
    </>
  );
}
