/** Every board at any moment of real games. */

import type { SeatLook } from "../boards/board";
import { boardOf } from "../boards";
import { BoardView } from "../boards/view";
import type { GameId } from "../protocol";
import { GAMES } from "../protocol/facts";
import { lookOf } from "../pieces/seats";
import type { Words } from "../words";
import { Live } from "./live";
import { nextSpots } from "../input/choices";
import { traceOf } from "../motion/apply";
import type { Trace } from "./trace";

declare global {
  interface Window {
    readonly TRACES: Readonly<Record<string, Trace>>;
  }
}

const NAMES = ["Ondine", "Basile", "Capucine", "Théo", "Lise", "Marin"];

export function Gallery({ query, words }: { readonly query: URLSearchParams; readonly words: Words }) {
  document.documentElement.dataset["theme"] = query.get("theme") ?? "light";
  const name = query.get("game") ?? GAMES[0] ?? "hop-it";
  const trace = window.TRACES[name];
  if (trace === undefined) return <p>{name}</p>;
  const moment = query.get("moment") ?? "mid";
  if (!query.has("live")) return <Still trace={trace} moment={moment} />;
  return <Live trace={trace} seats={seatsOf(trace)} from={momentOf(trace, moment)} words={words} />;
}

function seatsOf(trace: Trace): readonly SeatLook[] {
  return Array.from({ length: trace.seats }, (_, seat) => ({ name: NAMES[seat] ?? "", ...lookOf(trace.game, seat) }));
}

function momentOf(trace: Trace, moment: string): number {
  const seated = trace.events
    .map((event, index) => (event.seat === undefined ? -1 : index))
    .filter((index) => index >= 0);
  const last = trace.events.length;
  if (moment === "end") return last;
  if (moment === "start") return seated[0] ?? 0;
  if (moment === "mid") return seated[Math.floor(seated.length * (trace.game === "hop-it" ? 0.3 : 0.45))] ?? 0;
  return Math.min(last, Number(moment));
}

function Still({ trace, moment }: { readonly trace: Trace; readonly moment: string }) {
  const number = momentOf(trace, moment);
  const event = trace.events[number];
  const game: GameId = trace.game;
  const board = boardOf(game);
  const layout = window.innerWidth < window.innerHeight ? "tall" : "wide";
  const scene = { view: event?.view ?? trace.view, layout, seats: seatsOf(trace), me: null } as const;
  const roots = event === undefined ? [] : nextSpots(event.choices);
  return (
    <div class="still">
      <BoardView
        board={board}
        scene={scene}
        lit={roots}
        path={[]}
        last={traceOf(trace.events[number - 1]?.effects ?? [], board)}
        label={(spot) => spot}
        title={game}
      />
    </div>
  );
}
