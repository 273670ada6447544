/** A game played here, seen again: step by step, through anybody's eyes, with what it was worth. */

import { useEffect, useState } from "preact/hooks";
import type { Analysis, Replay, Seat } from "../../protocol";
import { GAMES } from "../../protocol/facts";
import { type House, Refused } from "../../house/house";
import { Link, usePage } from "../context";
import { addressOf } from "../route";
import { isSharedInSecret } from "../table/discreet";
import { FairDice } from "../table/end";
import { failureText } from "../words";
import { keepAnalysis } from "./decided";
import { Shown } from "./shown";

export interface ReplayProps {
  readonly id: string;
  readonly at: number | null;
  readonly eyes: string;
  /** Did somebody come to see where it turned? */
  readonly isReview?: boolean;
}

/** A game, and the reader's own seats in it. */
interface Found {
  readonly replay: Replay;
  readonly mine: readonly Seat[];
}

/** Is everything told of it? */
function isOver({ table }: Replay): boolean {
  return table.status === "finished" || table.status === "abandoned";
}

/** The game as it may be shown. While it goes on, a screen that several share shows what a spectator sees. */
async function find(house: House, id: string, eyes: string): Promise<Found> {
  const mine = await house.look(id).then(
    ({ you }) => you.seats,
    () => [],
  );
  // Everything may be shown once the game is over; before, what a spectator sees.
  const replay = await house.replay(id, eyes === "" ? "everything" : eyes).catch((failure: unknown) => {
    if (eyes === "") return house.replay(id, "spectator");
    throw failure;
  });
  const isSecret = !isOver(replay) && isSharedInSecret({ seats: mine }, replay.table.game);
  return { mine, replay: isSecret && eyes !== "spectator" ? await house.replay(id, "spectator") : replay };
}

export function ReplayPage({ id, at, eyes, isReview = false }: ReplayProps) {
  const { t, house, go } = usePage();
  const [found, setFound] = useState<Found | null>(null);
  const [said, setSaid] = useState("");
  // The address says it no more once another moment is shown.
  const [isSought] = useState(isReview);
  useEffect(() => {
    let isHere = true;
    find(house, id, eyes).then(
      (game) => {
        if (isHere) setFound(game);
      },
      (failure: unknown) => {
        if (isHere) setSaid(failureText(t, failure));
      },
    );
    return () => {
      isHere = false;
    };
  }, [id, eyes]);
  const { analysis, isWaiting } = useAnalysis(id, found !== null && isOver(found.replay));
  if (found === null || !GAMES.some((known) => known === found.replay.table.game)) {
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
  }
  const { replay, mine } = found;
  const { table } = replay;
  const seats = table.seats.map(({ seat }) => `${seat}`);
  const lookers = isOver(replay)
    ? ["everything", "spectator", ...seats]
    : ["spectator", ...(isSharedInSecret({ seats: mine }, table.game) ? [] : mine.map(String))];
  const known = lookers.includes(eyes === "" ? "everything" : eyes) ? eyes : "spectator";
  return (
    <Shown
      key={id}
      replay={replay}
      at={at}
      eyes={known}
      lookers={lookers}
      mine={mine}
      analysis={analysis}
      isWaiting={isWaiting}
      isSought={isSought}
      onMoment={(number, as) => go({ page: "replay", id, at: number, eyes: as }, true)}
      from={(number) => ({ is: "table", table: table.id, number })}
      share={(number) => location.origin + addressOf({ page: "replay", id, at: number, eyes: known })}
    >
      <Link class="button small" to={{ page: "table", id }}>
        {t.replay.toTable}
      </Link>
      {isOver(replay) && <FairDice id={id} game={replay.table.game} isSmall />}
    </Shown>
  );
}

interface Asked {
  readonly analysis: Analysis | null;
  /** Are others looking at their games first? */
  readonly isWaiting: boolean;
}

function useAnalysis(id: string, isAsked: boolean): Asked {
  const { house } = usePage();
  const [asked, setAsked] = useState<Asked>({ analysis: null, isWaiting: false });
  useEffect(() => {
    if (!isAsked) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isHere = true;
    const look = () =>
      house.analysis(id).then(
        (found) => {
          if (!isHere) return;
          setAsked({ analysis: found, isWaiting: false });
          keepAnalysis(id, found);
          if (!found.is_done) timer = setTimeout(() => void look(), 1_500);
        },
        (failure: unknown) => {
          // Others come first; whoever waits gets their turn.
          const wait = failure instanceof Refused ? failure.refusal.limit?.retry_after : undefined;
          if (!isHere || wait === undefined) return;
          setAsked(({ analysis }) => ({ analysis, isWaiting: analysis === null }));
          timer = setTimeout(() => void look(), wait * 1_000);
        },
      );
    void look();
    return () => {
      isHere = false;
      clearTimeout(timer);
    };
  }, [id, isAsked]);
  return asked;
}
