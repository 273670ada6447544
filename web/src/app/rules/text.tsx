/** The rules of a game, which are fetched when somebody wants to read them. */

import { useEffect, useState } from "preact/hooks";
import type { GameId } from "../../protocol";
import { usePage } from "../context";
import type { Rules } from "./content";
import type { Reader, ReaderProps } from "./reader";
import { rulesOf } from "./texts";

export interface RulesTextProps {
  readonly game: GameId;
  readonly where?: ReaderProps["where"];
  readonly at?: string | null;
}

interface Fetched {
  readonly game: GameId;
  readonly rules: Rules;
  readonly Reader: typeof Reader;
}

export function RulesText({ game, where = "panel", at = null }: RulesTextProps) {
  const { t, lang } = usePage();
  const [fetched, setFetched] = useState<Fetched | null>(null);
  const [tries, setTries] = useState(0);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    let isWanted = true;
    setFailed(false);
    Promise.all([import("./reader"), rulesOf(game, lang)]).then(
      ([{ Reader: reader }, rules]) => {
        if (isWanted) setFetched({ game, rules, Reader: reader });
      },
      () => {
        if (isWanted) setFailed(true);
      },
    );
    return () => {
      isWanted = false;
    };
  }, [game, lang, tries]);
  if (hasFailed)
    return (
      <p role="alert">
        {t.rules.missing}{" "}
        <button type="button" class="button small" onClick={() => setTries((before) => before + 1)}>
          {t.rules.again}
        </button>
      </p>
    );
  if (fetched === null || fetched.game !== game) return <p role="status">{t.rules.coming}</p>;
  return <fetched.Reader rules={fetched.rules} game={game} where={where} at={at} />;
}
