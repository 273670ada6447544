/** What a link leads to: somebody wants to play with us. */

import { useEffect, useState } from "preact/hooks";
import type { Invitation } from "../../protocol";
import { Text, Tick } from "../chrome";
import { Link, usePage } from "../context";
import { keepGame } from "../keep";
import { Given } from "../table/fairness";
import { BlockedHere } from "../people/blocked-list";
import { GameFacts } from "../table/lobby/settings";
import { sitterName } from "../table/names";
import { Terms } from "../table/terms";
import { failureText } from "../words";
import { GameArt } from "./art";
import { sitDown } from "./open";

export function InvitePage({ code }: { readonly code: string }) {
  const { t, w, go, house, settings, change } = usePage();
  const [invitation, setInvitation] = useState<Invitation | null>(null);
  const [name, setName] = useState(settings.name);
  const [said, setSaid] = useState("");
  const [agrees, setAgrees] = useState(false);
  useEffect(() => {
    house.invitation(code).then(
      (found) => {
        setInvitation(found);
        keepGame({ id: found.table.id, game: found.table.game, commitment: found.table.commitment });
        if (found.is_seated) go({ page: "table", id: found.table.id }, true);
      },
      (failure: unknown) => setSaid(failureText(t, failure)),
    );
  }, [code]);
  if (invitation === null)
    return (
      <section class="narrow panel">
        <p role="status">{said || t.loading}</p>
        {said !== "" && (
          <Link class="button" to={{ page: "home" }}>
            {t.home}
          </Link>
        )}
      </section>
    );
  const { table, free } = invitation;
  const game = table.game;
  const isGiven = table.opening_events > 0;
  const others = table.seats
    .filter(({ sitter }) => sitter.is === "person")
    .map(({ sitter, seat }) => sitterName(t, sitter, seat));
  const sit = async (event: Event) => {
    event.preventDefault();
    try {
      change({ name: name.trim() });
      await sitDown(table, { name: name.trim() || t.guest, agrees_to_opening: agrees }, (join) =>
        house.accept(code, join),
      );
      go({ page: "table", id: table.id }, true);
    } catch (failure) {
      setSaid(failureText(t, failure));
    }
  };
  return (
    <form class="narrow panel set-up" onSubmit={(event) => void sit(event)}>
      <GameArt game={game} banner />
      <h1>{t.invite.title(w.games[game].name)}</h1>
      {others.length > 0 && <p>{t.invite.who(w.list(others), others.length)}</p>}
      <p class="soft">{w.games[game].about}</p>
      <GameFacts table={table} />
      <Terms table={table} />
      <BlockedHere table={table} />
      <Given table={table} opening={invitation.opening ?? []} />
      {isGiven && free.length > 0 && <Tick label={t.fair.agree} value={agrees} onChange={setAgrees} />}
      <p class="error" role="alert">
        {said}
      </p>
      {free.length > 0 ? <Text label={t.invite.name} value={name} onChange={setName} /> : <p>{t.invite.full}</p>}
      <p class="ways">
        {free.length > 0 && (
          <button type="submit" class="button strong" disabled={isGiven && !agrees}>
            {t.invite.sit}
          </button>
        )}
        <Link class="button" to={{ page: "table", id: table.id }}>
          {t.invite.watch}
        </Link>
      </p>
    </form>
  );
}
