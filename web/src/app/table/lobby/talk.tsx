/** The chat of a lobby. Whoever has it out of sight is told that something was said. */

import { useEffect, useRef, useState } from "preact/hooks";
import type { TableState } from "../../../protocol";
import { usePage } from "../../context";
import { Chat, useUnread } from "../chat";
import type { TableLink } from "../use-table";

export function LobbyTalk({ link, table }: { readonly link: TableLink; readonly table: TableState }) {
  const { t } = usePage();
  const section = useRef<HTMLElement>(null);
  const [isInSight, setInSight] = useState(true);
  useEffect(() => {
    if (section.current === null || typeof IntersectionObserver === "undefined") return undefined;
    const eye = new IntersectionObserver((seen) => setInSight(seen.at(-1)?.isIntersecting ?? true));
    eye.observe(section.current);
    return () => eye.disconnect();
  }, []);
  const unread = useUnread(link.model, isInSight);
  return (
    <section class="lobby-talk" ref={section} aria-labelledby="lobby-talk">
      <h2 id="lobby-talk">{t.talk.title}</h2>
      <Chat link={link} table={table} />
      {unread > 0 && (
        <button
          type="button"
          class="button strong lobby-news"
          onClick={() => section.current?.scrollIntoView({ block: "end" })}
        >
          {t.position.unread(unread)}
        </button>
      )}
      <p class="hidden" role="status">
        {unread > 0 ? t.position.unread(unread) : ""}
      </p>
    </section>
  );
}
