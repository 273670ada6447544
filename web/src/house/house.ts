/**
 * Where tables are. The page opens, finds, visits and closes tables through a house alone, and does not know whether it
 * is a server far away or something in the same browser: messages are the same.
 */

import type {
  Analysis,
  DeviceCode,
  Erased,
  Games,
  Invitation,
  Join,
  OpenTable,
  PlayNow,
  Presence,
  Proof,
  Refusal,
  ReportWish,
  Reported,
  Rematch,
  Replay,
  Seat,
  Seated,
  TableList,
  ToClient,
  ToServer,
  Welcome,
} from "../protocol";

/** The house said no, or could not be reached. */
export class Refused extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.message);
  }
}

/** A command that has an id: it is answered once, however often it was sent. */
export type Command = Extract<ToServer, { id: string }>;
type Unnamed<C> = C extends Command ? Omit<C, "id"> : never;
/** A command that gets its id from whoever carries it. */
export type Wish = Unnamed<Command>;

/** Whoever visits a table, and hears what happens there. */
export interface Visitor {
  hears(message: ToClient): void;
  link(state: "connecting" | "live" | "lost"): void;
  /** The last event that is known, and the seat in hand. */
  where(): { readonly after: number; readonly seat: Seat | null };
}

/** A visit to a table: messages both ways until it is closed. */
export interface Visit {
  /** Gives a command: it is carried out once, whatever happens to the line. Returns its id. */
  command(wish: Wish): string;
  /** Says something that is not repeated: only while there is a line. */
  say(message: Exclude<ToServer, Command>): void;
  /** Tries again at once: the network is back, or somebody is looking. */
  wake(): void;
  close(): void;
}

/** Everything that can be asked is refused by a `Refused`. */
export interface House {
  games(): Promise<Games>;
  open(wish: OpenTable): Promise<Seated>;
  /** Visits a table. */
  dial(table: string, visitor: Visitor): Visit;
  /** What a visitor would be told first, without a visit. */
  look(table: string): Promise<Welcome>;
  /** The tables that anybody may join or watch. */
  list(): Promise<TableList>;
  /** How many people are here. */
  presence(): Promise<Presence>;
  /** The tables at which one sits. */
  mine(): Promise<TableList>;
  /** Finds a seat at once, at somebody's table or at a new one. */
  playNow(wish: PlayNow): Promise<Seated>;
  join(table: string, join: Join): Promise<Seated>;
  invitation(code: string): Promise<Invitation>;
  accept(code: string, join: Join): Promise<Seated>;
  /** Says something to a table that one does not visit. */
  tell(table: string, message: Exclude<ToServer, Command>): Promise<void>;
  leave(table: string): Promise<void>;
  remove(table: string, seat: Seat): Promise<void>;
  /** Closes a table without a result. */
  close(table: string): Promise<void>;
  rematch(table: string): Promise<Rematch>;
  /** Tells whoever runs the server of somebody, or of the table. */
  report(table: string, wish: ReportWish): Promise<Reported>;
  /** A game from its beginning, as `eyes` may know it: a seat's number, `spectator`, or `everything`. */
  replay(table: string, eyes: string): Promise<Replay>;
  /** A record from anywhere, as such a game. */
  show(record: string, eyes: string): Promise<Replay>;
  analysis(table: string): Promise<Analysis>;
  proof(table: string): Promise<Proof>;
  /** Where a table's record can be had. */
  record(table: string): string;
  /** A code by which another device takes one's seat over. */
  deviceCode(table: string): Promise<DeviceCode>;
  claim(code: string): Promise<Seated>;
  /** Erases everything about the person. */
  forgetMe(): Promise<Erased>;
}
