/** A record from anywhere, looked at as a replay: a file that is chosen or dropped, or its text. */

import { useEffect, useRef, useState } from "preact/hooks";
import type { Refusal, Replay, TableState } from "../../protocol";
import { GAMES } from "../../protocol/facts";
import { Refused } from "../../house/house";
import { usePage } from "../context";
import { type AppWords, failureText } from "../words";
import { Shown } from "./shown";

/** The largest text that is worth sending. */
const LARGEST = 250_000;

/** A record says nothing of people: its seats are called by their numbers. */
export function withSeatNames(t: AppWords, table: TableState): TableState {
  const seats = table.seats.map((state) => ({
    ...state,
    sitter: { is: "person", person: state.seat + 1, name: t.setUp.seat(state.seat + 1) } as const,
  }));
  return { ...table, seats };
}

/** Where a record is wrong: the line as it stands there. Why is told by the server, in English. */
export function wrongText(t: AppWords, text: string, refusal: Refusal): string {
  if (refusal.line === undefined) return t.import.wrong;
  return t.import.line(refusal.line, text.split(/\r?\n/)[refusal.line - 1]?.trim() ?? "");
}

export function RecordPage() {
  const { t, house } = usePage();
  const [text, setText] = useState("");
  const [said, setSaid] = useState<{ readonly what: string; readonly detail?: string } | null>(null);
  const [isDragged, setDragged] = useState(false);
  const [shown, setShown] = useState<{ readonly replay: Replay; readonly text: string; readonly eyes: string } | null>(
    null,
  );
  const [round, setRound] = useState(0);

  const show = async (record: string, eyes = "") => {
    setSaid(null);
    if (record.trim() === "") return setSaid({ what: t.import.empty });
    if (record.length > LARGEST) return setSaid({ what: t.import.tooLarge });
    try {
      const replay = await house.show(record, eyes === "" ? "everything" : eyes);
      return setShown({ replay, text: record, eyes });
    } catch (failure) {
      const refusal = failure instanceof Refused && failure.refusal.code === "wrong-record" ? failure.refusal : null;
      return setSaid(
        refusal === null
          ? { what: failureText(t, failure) }
          : { what: wrongText(t, record, refusal), detail: refusal.message },
      );
    }
  };
  const take = async (file: File | undefined) => {
    if (file === undefined) return;
    if (file.size > LARGEST) return setSaid({ what: t.import.tooLarge });
    const record = await file.text();
    setText(record);
    return show(record);
  };
  const latest = useRef(take);
  latest.current = take;
  // A file may be dropped anywhere on the page, on a game that is shown as well.
  useEffect(() => {
    const over = (event: DragEvent) => {
      event.preventDefault();
      setDragged(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setDragged(false);
    };
    const drop = (event: DragEvent) => {
      event.preventDefault();
      setDragged(false);
      setRound((number) => number + 1);
      void latest.current(event.dataTransfer?.files[0]);
    };
    const page = document.documentElement;
    page.addEventListener("dragover", over);
    page.addEventListener("dragleave", leave);
    page.addEventListener("drop", drop);
    return () => {
      page.removeEventListener("dragover", over);
      page.removeEventListener("dragleave", leave);
      page.removeEventListener("drop", drop);
    };
  }, []);

  if (shown !== null && GAMES.some((known) => known === shown.replay.table.game)) {
    const { replay, eyes } = shown;
    return (
      <Shown
        key={`${round}`}
        replay={{ ...replay, table: withSeatNames(t, replay.table) }}
        at={null}
        eyes={eyes}
        lookers={["everything", "spectator", ...replay.table.seats.map(({ seat }) => `${seat}`)]}
        mine={[]}
        analysis={null}
        onMoment={(_, as) => {
          if (as !== eyes) void show(shown.text, as);
        }}
        from={(number) => ({ is: "record", text: shown.text, events: number })}
        share={null}
      >
        <span class="soft">{t.import.given}</span>
        <button type="button" class="button small" onClick={() => setShown(null)}>
          {t.import.another}
        </button>
      </Shown>
    );
  }
  return (
    <section class={isDragged ? "narrow panel record-page dragged" : "narrow panel record-page"}>
      <h1>{t.import.title}</h1>
      <p>{isDragged ? t.import.drop : t.import.about}</p>
      <p>
        <label class="button">
          {t.import.file}
          <input
            class="hidden"
            type="file"
            accept=".rainette,text/plain"
            onChange={(event) => {
              void take(event.currentTarget.files?.[0]);
              event.currentTarget.value = "";
            }}
          />
        </label>
      </p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void show(text);
        }}
      >
        <label class="field">
          <span>{t.import.text}</span>
          <textarea
            rows={8}
            spellcheck={false}
            autocomplete="off"
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        </label>
        <div class="error" role="alert">
          {said !== null && <p>{said.what}</p>}
          {said?.detail !== undefined && (
            <p class="soft" lang="en">
              {said.detail}
            </p>
          )}
        </div>
        <p>
          <button type="submit" class="button strong">
            {t.import.show}
          </button>
        </p>
      </form>
    </section>
  );
}
