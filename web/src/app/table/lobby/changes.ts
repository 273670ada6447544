/** What people did before the game, line by line: who changed what. No DOM. */

import type { GameId, Seat, Settings, Sitter, TableEvent, TableState } from "../../../protocol";
import { lookOf } from "../../../pieces/seats";
import type { Words } from "../../../words";
import { clockText } from "../../home/table-fields";
import type { AppWords } from "../../words";
import { sitterName } from "../names";

/** A line of what changed. */
export interface Change {
  readonly number: number;
  readonly at: number;
  /** The seat that it is about, as it was counted then. */
  readonly seat: Seat | null;
  readonly text: string;
  /** Is another game played after it, so that people are asked anew whether they are ready? */
  readonly matters: boolean;
}

/** What is needed to say it. */
export interface Teller {
  readonly t: AppWords;
  readonly w: Words;
  readonly table: TableState;
  /** The number of the reader among the people at the table. */
  readonly me: number | null;
}

/** Everything that changed before the game began. */
export function changesOf(teller: Teller, events: readonly TableEvent[]): readonly Change[] {
  const { t, w, table, me } = teller;
  const h = t.lobby.changed;
  const sitters = new Map<Seat, Sitter>();
  /** Who sat down last, also if they have left. */
  const last = new Map<Seat, Sitter>();
  let settings = null as Settings | null;
  const lines: Change[] = [];
  const nameOf = (person: number) => personName(teller, sitters, person);
  const atSeat = (seat: Seat) => {
    const sitter = sitters.get(seat);
    if (sitter === undefined) return t.setUp.seat(seat + 1);
    return sitter.is === "person" ? nameOf(sitter.person) : sitterName(t, sitter, seat);
  };
  const isMe = (sitter: Sitter | undefined) => sitter?.is === "person" && sitter.person === me;
  for (const event of events) {
    const add = (seat: Seat | null, text: string, matters = false) =>
      void lines.push({ number: event.number, at: event.at, seat, text, matters });
    switch (event.what) {
      case "opened":
        settings = event.settings;
        add(null, table.is_practice ? t.atTable.openedForPractice : t.happened.opened);
        break;
      case "seated": {
        const before = sitters.get(event.seat);
        const matters = isAnother(settings, event.seat, last.get(event.seat), event.sitter);
        sitters.set(event.seat, event.sitter);
        last.set(event.seat, event.sitter);
        if (event.sitter.is === "computer") {
          const level = w.levels[event.sitter.level - 1] ?? "";
          const name = sitterName(t, event.sitter, event.seat);
          add(event.seat, (before?.is === "computer" ? h.levelled : h.filled)(name, level, event.seat + 1), matters);
        } else add(event.seat, isMe(event.sitter) ? t.recap.seated : t.happened.seated(atSeat(event.seat)), matters);
        break;
      }
      case "left": {
        const [sitter, name] = [sitters.get(event.seat), atSeat(event.seat)];
        sitters.delete(event.seat);
        const isComputer = sitter?.is === "computer";
        if (sitter === undefined) add(event.seat, t.happened.left(`${event.seat + 1}`));
        else if (isMe(sitter)) add(event.seat, event.is_removed ? h.removedYou : h.leftYou);
        else if (isComputer) add(event.seat, h.emptied(name), true);
        else add(event.seat, event.is_removed ? h.removed(name) : h.left(name));
        break;
      }
      case "swapped": {
        const [one, other] = event.seats;
        const [first, second] = [sitters.get(one), sitters.get(other)];
        const text =
          first === undefined || second === undefined
            ? h.moved(first === undefined ? atSeat(other) : atSeat(one), (first === undefined ? one : other) + 1)
            : h.swapped(atSeat(one), atSeat(other));
        const [was, wasOther] = [last.get(one), last.get(other)];
        put(sitters, one, second);
        put(sitters, other, first);
        put(last, one, wasOther);
        put(last, other, was);
        add(null, text, isFirst(settings, one) || isFirst(settings, other));
        break;
      }
      case "ready":
        add(
          null,
          event.person === me
            ? event.is_ready
              ? h.readyYou
              : h.unreadyYou
            : (event.is_ready ? h.ready : h.unready)(nameOf(event.person)),
        );
        break;
      case "coloured": {
        const tint = w.tints[lookOf(table.game, event.seat, event.colour).tint];
        add(event.seat, isMe(sitters.get(event.seat)) ? h.colouredYou(tint) : h.coloured(atSeat(event.seat), tint));
        break;
      }
      case "arranged": {
        const before = settings;
        settings = event.settings;
        const parts = differences(teller, table.game, before, event.settings, atSeat);
        if (parts.length > 0)
          add(null, h.arranged(nameOf(event.person), parts.join("; ")), before === null || doMatter(before, settings));
        break;
      }
      case "frozen":
        add(null, t.happened.frozen);
        break;
      case "started":
        add(null, t.happened.started);
        break;
      case "began": {
        // Seats are counted from whoever starts, from now on, and computer players are called after their seats.
        const sitter = sitters.get(event.first);
        const name = sitter?.is === "computer" ? sitterName(t, sitter, 0) : atSeat(event.first);
        const [mine, others] = event.is_lot ? [h.beganByLotYou, h.beganByLot] : [h.beganYou, h.began];
        add(0, isMe(sitter) ? mine : others(name));
        return lines;
      }
      case "played":
      case "abandoned":
      case "finished":
        return lines;
      default:
    }
  }
  return lines;
}

/** The changes after which somebody was last ready, or sat down, and which ask them anew. */
export function sinceReady(changes: readonly Change[], events: readonly TableEvent[], me: number): readonly Change[] {
  const last = events.findLast(
    (event) =>
      (event.what === "ready" && event.person === me) ||
      (event.what === "seated" && event.sitter.is === "person" && event.sitter.person === me),
  );
  return changes.filter(({ number, matters }) => matters && number > (last?.number ?? 0));
}

function isFirst(settings: Settings | null, seat: Seat): boolean {
  return settings?.starts.is === "seat" && settings.starts.seat === seat;
}

/** Is it another game if they sit down there: is it a computer player, or does somebody else start? */
function isAnother(settings: Settings | null, seat: Seat, last: Sitter | undefined, now: Sitter): boolean {
  if (now.is === "computer") return true;
  if (last === undefined) return false;
  const isSame = last.is === "person" && now.is === "person" && last.person === now.person;
  return !isSame && isFirst(settings, seat);
}

function put(sitters: Map<Seat, Sitter>, seat: Seat, sitter: Sitter | undefined): void {
  if (sitter === undefined) sitters.delete(seat);
  else sitters.set(seat, sitter);
}

/** What somebody is called now, or was when they sat here. */
function personName({ t, table }: Teller, sitters: ReadonlyMap<Seat, Sitter>, person: number): string {
  const all = [...table.seats.map(({ sitter }) => sitter), ...sitters.values()];
  const found = all.find((sitter) => sitter.is === "person" && sitter.person === person);
  return found?.is === "person" ? (found.name ?? t.nobody) : t.nobody;
}

function doMatter(before: Settings, after: Settings): boolean {
  const part = ({ options, clock, starts, is_public }: Settings) =>
    JSON.stringify([Object.entries(options).toSorted(), clock, starts, is_public]);
  return part(before) !== part(after);
}

/** What is arranged otherwise than before; everything if nothing is known of that. */
function differences(
  { t, w }: Teller,
  game: GameId,
  before: Settings | null,
  after: Settings,
  name: (seat: Seat) => string,
): readonly string[] {
  const h = t.lobby.changed;
  const differs = <K extends keyof Settings>(key: K) =>
    before === null || JSON.stringify(before[key]) !== JSON.stringify(after[key]);
  const options = [...new Set([...Object.keys(before?.options ?? {}), ...Object.keys(after.options)])]
    .filter((option) => before === null || (before.options[option] ?? 0) !== (after.options[option] ?? 0))
    .map((option) => {
      const words = w.option(game, option);
      const value = after.options[option] ?? 0;
      return h.option(words?.name ?? option, words?.values[value] ?? `${value}`);
    });
  return [
    ...options,
    ...(differs("clock") ? [h.clock(clockText(t, after.clock))] : []),
    ...(differs("starts") ? [after.starts.is === "lot" ? h.lot : h.starts(name(after.starts.seat))] : []),
    ...(before !== null && differs("is_public") ? [after.is_public ? h.public : h.private] : []),
    ...(before !== null && differs("start_when_full") ? [after.start_when_full ? h.byItself : h.byHost] : []),
    ...(before !== null && differs("stand_in") ? [h.standIn(w.levels[after.stand_in - 1] ?? "")] : []),
    ...(before !== null && differs("grace_ms") ? [h.grace(t.setUp.seconds(after.grace_ms / 1_000))] : []),
  ];
}
