/** What a link leads to: somebody wants to play with us. */

import { useEffect, useState } from "preact/hooks";
import type { Invitation, Seat } from "../../protocol";
import { Choice, Text, Tick } from "../chrome";
import { Link, usePage } from "../context";
import { keepGame } from "../keep";
import { Given } from "../table/fairness";
import { BlockedHere } from "../people/blocked-list";
import { seatsToTakeOver } from "../table/come-in";
import { GameFacts } from "../table/lobby/settings";
import { seatName, sitterName } from "../table/names";
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
  /** The seat of the computer player for whom one comes in; none if any of them will do. */
  const [instead, setInstead] = useState<Seat | null>(null);
  const look = () =>
    house.invitation(code).then(
      (found) => {
        const { table } = found;
        setInvitation(found);
        keepGame({ id: table.id, game: table.game, commitment: table.commitment, invite: code });
        if (found.is_seated) go({ page: "table", id: table.id }, true);
      },
      (failure: unknown) => setSaid(failureText(t, failure)),
    );
  useEffect(() => void look(), [code]);
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
  // Once the game is on, people come in for computer players, if the table was opened so.
  const computers = free.length > 0 ? [] : seatsToTakeOver(table);
  const isOffered = free.length > 0 || computers.length > 0;
  const others = table.seats
    .filter(({ sitter }) => sitter.is === "person")
    .map(({ sitter, seat }) => sitterName(t, sitter, seat));
  const sit = async (event: Event) => {
    event.preventDefault();
    try {
      change({ name: name.trim() });
      const wish = {
        name: name.trim() || t.guest,
        agrees_to_opening: agrees,
        ...(instead !== null && computers.includes(instead) ? { seat: instead } : {}),
      };
      await sitDown(table, wish, (join) => house.accept(code, join));
      go({ page: "table", id: table.id }, true);
    } catch (failure) {
      setSaid(failureText(t, failure));
      // The game may have begun, or somebody have been faster: what is offered now is shown.
      void look();
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
      {isGiven && isOffered && <Tick label={t.fair.agree} value={agrees} onChange={setAgrees} />}
      <p class="error" role="alert">
        {said}
      </p>
      {computers.length > 0 && <p>{t.finding.comeInAbout}</p>}
      {computers.length > 1 && (
        <Choice
          label={t.finding.comeInFor}
          value={instead ?? "any"}
          options={[
            ["any", t.finding.anyComputer] as const,
            ...computers.map((seat) => [seat, t.lobby.game.first(seat + 1, seatName(t, table, seat))] as const),
          ]}
          onChange={(seat) => setInstead(seat === "any" ? null : seat)}
        />
      )}
      {isOffered ? <Text label={t.invite.name} value={name} onChange={setName} /> : <p>{t.invite.full}</p>}
      <p class="ways">
        {isOffered && (
          <button type="submit" class="button strong" disabled={isGiven && !agrees}>
            {free.length > 0 ? t.invite.sit : t.finding.comeIn}
          </button>
        )}
        <Link class="button" to={{ page: "table", id: table.id }}>
          {t.invite.watch}
        </Link>
      </p>
    </form>
  );
}
