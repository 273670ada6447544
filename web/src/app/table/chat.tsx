/** What people say to each other, before, during and after the game. */

import { useEffect, useRef, useState } from "preact/hooks";
import type { TableState } from "../../protocol";
import { usePage } from "../context";
import "./chat.css";
import type { Model } from "./model";
import { PHRASES, lineOf, shownLine } from "./phrases";
import type { TableLink } from "./use-table";

/** The lines that others said after one with this number, as far as the person wants to hear them. */
export function unreadAfter({ chat, you }: Pick<Model, "chat" | "you">, number: number): number {
  return chat.filter((line) => line.number > number && line.person !== you.person && !you.muted.includes(line.person))
    .length;
}

/** How many lines have come since the chat was last in sight. */
export function useUnread(model: Model, isInSight: boolean): number {
  const last = model.chat.at(-1)?.number ?? 0;
  // What had been said before the page was opened is no news.
  const [seen, setSeen] = useState<number | null>(model.table === null ? null : last);
  useEffect(() => {
    if (isInSight || (seen === null && model.table !== null)) setSeen(last);
  }, [isInSight, last, model.table === null]);
  return isInSight || seen === null ? 0 : unreadAfter(model, seen);
}

export interface ChatProps {
  readonly link: TableLink;
  readonly table: TableState;
}

export function Chat({ link, table }: ChatProps) {
  const { t } = usePage();
  const { chat, you, link: line } = link.model;
  const [text, setText] = useState("");
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (list.current !== null) list.current.scrollTop = list.current.scrollHeight;
  }, [chat.length]);
  // A line of chat is not repeated by itself: it waits in its field until somebody can hear it.
  const isMute = line !== "live";
  const say = (event: Event) => {
    event.preventDefault();
    if (text.trim() === "" || isMute) return;
    link.say({ type: "chat", text: text.trim() });
    setText("");
  };
  const others = table.seats.flatMap(({ sitter }) =>
    sitter.is === "person" && sitter.person !== you.person ? [sitter] : [],
  );
  return (
    <div class="chat">
      <ol ref={list} aria-live="polite" aria-label={t.talk.lines} tabIndex={0}>
        {chat.length === 0 && <li class="soft">{t.table.noChat}</li>}
        {chat
          .filter(({ person }) => !you.muted.includes(person))
          .map((said) => (
            <li key={said.number}>
              <time class="soft" dateTime={new Date(said.at).toISOString()}>
                {t.moment(said.at)}
              </time>{" "}
              <b>{said.name ?? t.nobody}</b> {shownLine(t, said.text)}
            </li>
          ))}
      </ol>
      {you.person === null ? (
        <p class="soft">{t.table.chatSeated}</p>
      ) : (
        <>
          <div class="phrases" role="group" aria-label={t.talk.quick}>
            {PHRASES.map((phrase) => (
              <button
                key={phrase}
                type="button"
                class="button small"
                disabled={isMute}
                onClick={() => link.say({ type: "chat", text: lineOf(phrase) })}
              >
                {t.talk.phrases[phrase]}
              </button>
            ))}
          </div>
          <form onSubmit={say}>
            <input
              value={text}
              maxLength={500}
              aria-label={t.table.say}
              placeholder={t.table.say}
              onInput={(event) => setText(event.currentTarget.value)}
            />
            <button type="submit" class="button" disabled={isMute}>
              {t.table.send}
            </button>
          </form>
        </>
      )}
      {you.person !== null && others.length > 0 && (
        <p class="mutes">
          {others.map(({ person, name }) => {
            const isMuted = you.muted.includes(person);
            return (
              <button
                key={person}
                type="button"
                class="button small"
                onClick={() => link.say({ type: "mute", person, muted: !isMuted })}
              >
                {(isMuted ? t.table.unmute : t.table.mute)(name ?? t.nobody)}
              </button>
            );
          })}
        </p>
      )}
    </div>
  );
}
