/** What can be done about the people at a table: not hearing them, blocking them, reporting them. */

import { useId, useState } from "preact/hooks";
import type { ReportReason, TableState } from "../../protocol";
import { Choice, Dialog, Tick } from "../chrome";
import { usePage } from "../context";
import type { TableLink } from "../table/use-table";
import { failureText } from "../words";
import { block, isBlocked, markOf, unblock, useBlocked } from "./blocked";
import "./people.css";

interface About {
  readonly person: number | null;
  readonly name: string | null;
}

/** Those at a table whose game has not begun. */
export function PeopleOfLobby(props: { readonly link: TableLink; readonly table: TableState }) {
  const { you } = props.link.model;
  const hasOthers = props.table.seats.some(
    ({ seat, sitter }) => sitter.is === "person" && sitter.person !== you.person && !you.seats.includes(seat),
  );
  return hasOthers ? (
    <div class="narrow panel">
      <People {...props} />
    </div>
  ) : null;
}

/** Those who sit at a table, or have said something there, and what one may do about each. */
export function People({ link, table }: { readonly link: TableLink; readonly table: TableState }) {
  const { t, house } = usePage();
  const p = t.people;
  const list = useBlocked();
  const [about, setAbout] = useState<About | null>(null);
  const { you, chat } = link.model;
  const sitters = table.seats.flatMap(({ sitter }) => (sitter.is === "person" ? [sitter] : []));
  const names = new Map([...chat, ...sitters].map(({ person, name }) => [person, name ?? t.nobody]));
  const isMe = (person: number) =>
    person === you.person ||
    table.seats.some(
      ({ seat, sitter }) => sitter.is === "person" && sitter.person === person && you.seats.includes(seat),
    );
  const others = [...names].filter(([person]) => !isMe(person));
  if (others.length === 0) return null;
  return (
    <section class="people" aria-labelledby="people">
      <h2 id="people">{p.title}</h2>
      <ul class="rows">
        {others.map(([person, name]) => {
          const mark = markOf(table, person);
          const isMuted = you.muted.includes(person);
          const isOut = isBlocked(list, table, person);
          return (
            <li key={person}>
              <div>
                <b>{name}</b> {isOut && <small>{p.blocked}</small>}
              </div>
              {you.person !== null && (
                <button
                  type="button"
                  class="button small"
                  aria-label={p.named(isMuted ? p.unmute : p.mute, name)}
                  onClick={() => link.say({ type: "mute", person, muted: !isMuted })}
                >
                  {isMuted ? p.unmute : p.mute}
                </button>
              )}
              {mark !== null && (
                <button
                  type="button"
                  class="button small"
                  aria-label={p.named(isOut ? p.unblock : p.block, name)}
                  onClick={() => (isOut ? unblock(mark) : block(mark, name))}
                >
                  {isOut ? p.unblock : p.block}
                </button>
              )}
              <button
                type="button"
                class="button small"
                aria-label={p.named(p.report, name)}
                onClick={() => setAbout({ person, name })}
              >
                {p.report}
              </button>
            </li>
          );
        })}
      </ul>
      <p class="soft">{table.is_public ? p.blockAbout : p.privateAbout}</p>
      <p>
        <button type="button" class="button small" onClick={() => setAbout({ person: null, name: null })}>
          {p.reportTable}
        </button>
      </p>
      {about !== null && (
        <ReportDialog
          {...about}
          mark={about.person === null ? null : markOf(table, about.person)}
          send={(wish) => house.report(table.id, wish)}
          onClose={() => setAbout(null)}
        />
      )}
    </section>
  );
}

interface ReportProps extends About {
  readonly mark: string | null;
  readonly send: (wish: {
    readonly person?: number;
    readonly reason: ReportReason;
    readonly text: string;
  }) => Promise<{ readonly lines: number; readonly days: number }>;
  readonly onClose: () => void;
}

export function ReportDialog({ person, name, mark, send, onClose }: ReportProps) {
  const { t } = usePage();
  const p = t.people;
  const id = useId();
  const [reason, setReason] = useState<ReportReason>("abuse");
  const [text, setText] = useState("");
  const [isBlocking, setBlocking] = useState(false);
  const [said, setSaid] = useState("");
  const [isSent, setSent] = useState(false);
  const submit = async (event: Event) => {
    event.preventDefault();
    try {
      const { lines, days } = await send({ ...(person === null ? {} : { person }), reason, text: text.trim() });
      if (isBlocking && mark !== null) block(mark, name ?? t.nobody);
      setSent(true);
      setSaid(p.sent(lines, days));
    } catch (failure) {
      setSaid(failureText(t, failure));
    }
  };
  return (
    <Dialog title={p.reportTitle(name)} onClose={onClose}>
      {!isSent && (
        <form class="report" onSubmit={(event) => void submit(event)}>
          <p>{p.reportAbout}</p>
          <Choice
            label={p.reason}
            value={reason}
            options={(Object.keys(p.reasons) as ReportReason[]).map((key) => [key, p.reasons[key]] as const)}
            onChange={setReason}
          />
          <div class="field">
            <label for={id}>{p.text}</label>
            <textarea
              id={id}
              rows={4}
              maxLength={1_000}
              value={text}
              onInput={(event) => setText(event.currentTarget.value)}
            />
          </div>
          {mark !== null && <Tick label={p.alsoBlock} value={isBlocking} onChange={setBlocking} />}
          <p class="ways">
            <button type="submit" class="button strong">
              {p.send}
            </button>
          </p>
        </form>
      )}
      <p role="status">{said}</p>
      {isSent && (
        <button type="button" class="button" onClick={onClose}>
          {t.close}
        </button>
      )}
    </Dialog>
  );
}
