/** Hints for the first game of its kind: one for each of the first turns. */

import { useEffect, useState } from "preact/hooks";
import type { GameId } from "../../protocol";
import { Icon } from "../chrome";
import { usePage } from "../context";
import { recall, remember } from "../keep";
import "./guide.css";

export interface GuideProps {
  readonly game: GameId;
  readonly mine: boolean;
  readonly path: readonly string[];
  /** How many actions one has played. */
  readonly turns: number;
}

export function GuideHint({ game, mine, path, turns }: GuideProps) {
  const { t, rules } = usePage();
  const key = `guided.${game}`;
  const [isDone, setDone] = useState(() => recall(key, false));
  const hints = rules.hints[game];
  const hint = hints[turns];
  const finish = () => {
    remember(key, true);
    setDone(true);
  };
  useEffect(() => {
    if (turns >= hints.length) remember(key, true);
  }, [turns >= hints.length]);
  if (isDone || !mine || path.length > 0 || hint === undefined) return null;
  return (
    <div class="guide">
      <p>
        <b>{t.rules.guideTitle}.</b> {hint}
      </p>
      <button type="button" class="quiet" aria-label={t.table.guideOff} title={t.table.guideOff} onClick={finish}>
        <Icon name="close" />
      </button>
    </div>
  );
}
