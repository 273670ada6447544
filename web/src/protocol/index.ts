// Written from the types of the engine by `cargo xtask bless`. Do not edit.

/**
 * Where a game was won: `GET /api/tables/{table}/analysis`.
 *
 * Shares are those of the win: they add up to 1 over all seats, and 0.01 is one game in a hundred. Errors are standard
 * errors.
 */
export interface Analysis {
  /** Is it complete? */
  readonly is_done: boolean;
  /** How many moments have been looked at. Less than there are in a complete analysis if some could not be judged. */
  readonly looked_at: number;
  /** How many moments there are: the start, and one after each event. */
  readonly moments: number;
  /** How many iterations each judgement takes. A hint with as many and the same seed names the same best actions. */
  readonly iterations: number;
  /** The seed of its random numbers. */
  readonly seed: number;
  /**
   * What it was judged by: the version of the players and the endgame tables that they look into. With another one the
   * same question may have another answer, and an analysis is made again.
   */
  readonly judged_by: string;
  /** The moments that have been looked at, in order. */
  readonly curve: readonly Moment[];
  /**
   * What turned the game, the largest first, as far as it has been looked at: of each seat's choices the four that
   * cost most, mistakes before others, and the four times that chance gave or took most.
   */
  readonly swings: readonly Swing[];
  /** What chance gave each seat in all, in shares of the win; less than 0 if it took. */
  readonly luck: readonly number[];
  /** The error of that, seat by seat. */
  readonly luck_errors: readonly number[];
  /** What each seat gave away by its mistakes in all, as far as it could know, in shares of the win. */
  readonly lost: readonly number[];
  /** The error of that, seat by seat. */
  readonly lost_errors: readonly number[];
}

/** Something somebody said. */
export interface ChatLine {
  /** Its number at this table, counted from 1. */
  readonly number: number;
  /** The time at the server, in milliseconds since the beginning of 1970. */
  readonly at: number;
  /** The number of the person. */
  readonly person: number;
  /** Their name then; none once it was erased. */
  readonly name: string | null;
  /** What was said, as plain text. */
  readonly text: string;
}

/** Legal actions as a trie of spots: each step is something that a person points at. */
export interface Choices {
  /** The action in notation that the path so far says. It can still be the beginning of a longer one. */
  readonly action?: string;
  /**
   * Does the only spot that can be pointed at next follow by itself? Nothing is picked up that waits for its place,
   * and nothing is left to choose.
   */
  readonly follows?: boolean;
  /** The spots that can be pointed at next. */
  readonly next?: Readonly<Record<string, Choices>>;
}

/** Takes over seats with a code from another device: `POST /api/device-code`. */
export interface ClaimDevice {
  /** The code, as the first device shows it. */
  readonly code: string;
}

/** How time is counted at a table. */
export type ClockKind =
  /** It is not. */
  | { readonly kind: "none" }
  /** So long for every turn. */
  | { readonly kind: "per-move"; readonly seconds: number }
  /** So long for the whole game, and something more for every turn. */
  | { readonly kind: "bank"; readonly seconds: number; readonly increment: number }
  /** Days for every turn. */
  | { readonly kind: "days"; readonly days: number; readonly weekends_off?: number };

/** A seat's clock, at the time `now` of the message. */
export interface ClockState {
  /** How many milliseconds are left at the message's `now`. */
  readonly left_ms: number;
  /** Does it run? Then a page goes on counting from `left_ms`. */
  readonly is_running: boolean;
  /** When it is used up, if it runs on: time that does not count is in it. */
  readonly until?: number;
}

/** The SHA-256 of a seed, or of something else that is to stay as it is. It may be shown to everybody. */
export type Commitment = string;

/** What one screen added to the dice: several seats may share it, computer players add nothing. */
export interface Contribution {
  /** The number of the person. */
  readonly person: number;
  /** The seats that shared the screen. */
  readonly seats: readonly Seat[];
  /** The SHA-256 of the seed, shown before the game. */
  readonly commitment: Commitment;
  /** The seed; none if it was not shown. */
  readonly seed: Seed | null;
}

/** A single-use code that moves one's seats at a table to another device. */
export interface DeviceCode {
  /** The code, to be typed at the other device. It works once. */
  readonly code: string;
  /** When it stops working, in milliseconds since the beginning of 1970. */
  readonly expires_at: number;
}

/** How something is drawn, as plain data: a [`Draw`] for those who do not share our types. */
export type Drawing =
  /** Six-sided dice. */
  | { readonly dice: { readonly count: number; readonly sorted: boolean } }
  /** Bags that are drawn from one after the other. */
  | { readonly bags: readonly Heap[] };

/** One thing that happened, in the order in which it is seen. */
export type Effect =
  /** Dice were rolled. `by` is the seat that uses them; if every seat rolls for itself there is none. */
  | { readonly effect: "rolled"; readonly dice: readonly number[]; readonly by: Seat | null }
  /** This seat begins the game. */
  | { readonly effect: "starts"; readonly seat: Seat }
  /** A piece was put on a place where it was not before: a set-up, a refill, the chief frog. */
  | { readonly effect: "placed"; readonly piece: Piece; readonly at: Name }
  /** A piece left its place and stands aside. */
  | { readonly effect: "removed"; readonly piece: Piece; readonly from: Name }
  /** A piece swam, slid or walked. */
  | { readonly effect: "stepped"; readonly piece: Piece; readonly from: Name; readonly to: Name }
  /** A piece hopped, over the named places if the rules care what was hopped over. */
  | { readonly effect: "hopped"; readonly piece: Piece; readonly from: Name; readonly over: readonly Name[]; readonly to: Name }
  /** A piece was pushed along by another. */
  | { readonly effect: "pushed"; readonly piece: Piece; readonly from: Name; readonly to: Name }
  /** A piece was hit and flung back. */
  | { readonly effect: "hit"; readonly piece: Piece; readonly from: Name; readonly to: Name }
  /** A pair was covered and can no longer move. */
  | { readonly effect: "capped"; readonly piece: Piece; readonly at: Name }
  /** A tadpole became a frog. */
  | { readonly effect: "matured"; readonly piece: Piece; readonly at: Name }
  /** A piece was removed from the board by another, for the named seat if captured pieces are kept. */
  | { readonly effect: "captured"; readonly piece: Piece; readonly at: Name; readonly by: Seat | null }
  /** A crane ate a piece. */
  | { readonly effect: "eaten"; readonly piece: Piece; readonly at: Name }
  /** A seat sent one of its pieces away. */
  | { readonly effect: "sent"; readonly piece: Piece; readonly by: Seat; readonly to: Name }
  /** A seat took something for itself. */
  | { readonly effect: "taken"; readonly piece: Piece; readonly from: Name; readonly by: Seat }
  /** A seat gave something to another seat. */
  | { readonly effect: "given"; readonly piece: Piece; readonly from: Seat; readonly to: Seat }
  /** A seat lost something, which lies on a place now. */
  | { readonly effect: "dropped"; readonly piece: Piece; readonly by: Seat; readonly at: Name }
  /** A seat received a card; the card is named to those who may know it. */
  | { readonly effect: "dealt"; readonly seat: Seat; readonly card: Name | null }
  /** A seat chose a card and put the other away; the card is named to those who may know it. */
  | { readonly effect: "kept"; readonly seat: Seat; readonly card: Name | null }
  /** Something hidden was shown to everybody. */
  | { readonly effect: "revealed"; readonly seat: Seat; readonly card: Name }
  /** A seat gained or lost points for something. */
  | { readonly effect: "scored"; readonly seat: Seat; readonly points: number; readonly from: Name }
  /** A seat could not use these dice, or did not have to. */
  | { readonly effect: "forfeited"; readonly seat: Seat; readonly dice: readonly number[] }
  /** A seat did nothing. */
  | { readonly effect: "passed"; readonly seat: Seat }
  /** The game is over. `why` is the rule that ended it. */
  | { readonly effect: "ended"; readonly winners: readonly Seat[]; readonly why: Name };

/**
 * One event of the log. Kinds and fields that are not listed here are refused, and so is an entry from which a field is
 * missing, even if it would say none.
 */
export type Entry =
  /** The table was opened: always the first event. */
  | { readonly kind: "opened"; readonly number: number; readonly settings: Settings; readonly practice: boolean; readonly strict: boolean; readonly newcomers: boolean; readonly rematch_of: string | null }
  /** Somebody or a computer player sat down. */
  | { readonly kind: "seated"; readonly number: number; readonly seat: Seat; readonly by: Who; readonly agreed_to_opening: boolean }
  /** A seat became free again. */
  | { readonly kind: "left"; readonly number: number; readonly seat: Seat; readonly is_removed: boolean }
  /** The host arranged the table anew. */
  | { readonly kind: "arranged"; readonly number: number; readonly person: number; readonly settings: Settings }
  /** Two seats changed places, with whoever sits there. */
  | { readonly kind: "swapped"; readonly number: number; readonly person: number; readonly seats: readonly [Seat, Seat] }
  /** Somebody is ready to start, or is not any more. */
  | { readonly kind: "ready"; readonly number: number; readonly person: number; readonly is_ready: boolean; readonly seq: number }
  /** A seat has another colour. */
  | { readonly kind: "coloured"; readonly number: number; readonly seat: Seat; readonly colour: number }
  /** Somebody committed to a seed. */
  | { readonly kind: "committed"; readonly number: number; readonly person: number; readonly commitment: Commitment }
  /** Seats and commitments were settled. Seeds are shown only after this event. */
  | { readonly kind: "frozen"; readonly number: number; readonly players: readonly Promised[] }
  /** The game started, with these seeds and no others. */
  | { readonly kind: "started"; readonly number: number; readonly seeds: readonly Showing[] }
  /**
   * Who starts, unless the first seat does: whoever sat at this seat has seat 0 from now on, and everybody after them
   * follows in the same order.
   */
  | { readonly kind: "began"; readonly number: number; readonly first: Seat; readonly is_lot: boolean }
  /** A seat acted. */
  | { readonly kind: "action"; readonly number: number; readonly seat: Seat; readonly event: string; readonly by_computer: boolean }
  /** A seat settled its next action before its turn came, or took that back. It acts in its turn. */
  | { readonly kind: "chose"; readonly number: number; readonly seat: Seat; readonly event: string | null }
  /** Something random came out. */
  | { readonly kind: "chance"; readonly number: number; readonly chance_number: number; readonly event: string; readonly draw: Drawing; readonly drawn: readonly number[] }
  /** Actions and chance events were taken back. */
  | { readonly kind: "undo"; readonly number: number; readonly seat: Seat; readonly from: number; readonly agreed: readonly number[] }
  /** A seat gave up. */
  | { readonly kind: "resigned"; readonly number: number; readonly seat: Seat }
  /** A seat's time was up. */
  | { readonly kind: "out-of-time"; readonly number: number; readonly seat: Seat }
  /** A computer player sits in for somebody. */
  | { readonly kind: "sat-in"; readonly number: number; readonly seat: Seat; readonly level: number; readonly missed: boolean }
  /** Somebody took their seat back. */
  | { readonly kind: "took-back"; readonly number: number; readonly seat: Seat }
  /** A computer player took a seat over for good. */
  | { readonly kind: "taken-over"; readonly number: number; readonly seat: Seat; readonly level: number }
  /** A person came to the game and plays on for a computer player, with the seeds that were settled before. */
  | { readonly kind: "came-in"; readonly number: number; readonly seat: Seat; readonly person: number; readonly agreed_to_opening: boolean }
  /** The server was down while a clock ran; that time was not charged. */
  | { readonly kind: "resumed"; readonly number: number; readonly lost_ms: number }
  /** The game came to its end. */
  | { readonly kind: "finished"; readonly number: number; readonly result: GameResult }
  /** The table was closed without a result. */
  | { readonly kind: "abandoned"; readonly number: number; readonly by: number | null }
  /** There is a rematch. */
  | { readonly kind: "rematch"; readonly number: number; readonly table: string };

/** What delete-my-data did: `DELETE /api/me`. */
export interface Erased {
  /** At how many tables names, chat and tokens were erased. */
  readonly tables: number;
}

/** A commitment that counts. */
export interface FrozenPromise {
  /** The number of the person. */
  readonly person: number;
  /** The seats that share their screen. */
  readonly seats: readonly Seat[];
  /** The SHA-256 of the seed. */
  readonly commitment: string;
}

/** The id of a game. */
export type GameId = "hop-it" | "abagio" | "pool-party" | "china-moon" | "frogriders";

/**
 * A game that can be played here. It has many fields because they are the facts on its box, and a page shows all of them
 * side by side.
 */
export interface GameInfo {
  /** By what tables, records and addresses name it: it never changes. */
  readonly id: GameId;
  /** The name on the box. */
  readonly name: string;
  /** The newest edition of the rules data. */
  readonly edition: number;
  /** By how few it is played. */
  readonly least_seats: number;
  /** By how many it is played; every number from `least_seats` on is possible. */
  readonly most_seats: number;
  /** How many play unless somebody chooses otherwise. */
  readonly usual_seats: number;
  /** How many minutes people take: a quick game, and a long one. */
  readonly minutes: readonly [number, number];
  /** What can be chosen before the game. */
  readonly options: readonly OptionInfo[];
  /** Does chance play a part after the set-up? */
  readonly has_chance: boolean;
  /** Does a seat know something that others do not? */
  readonly has_secrets: boolean;
  /** Do people choose the colours of their pieces? There are as many as `most_seats`. */
  readonly has_colours: boolean;
  /** Do the rules draw who starts? Then nobody chooses it. */
  readonly draws_first: boolean;
  /** The game in one line of English. */
  readonly about: string;
}

/** How a game came out. */
export interface GameResult {
  /** The seats that won: several when they share the win, none for a draw. */
  readonly winners: readonly Seat[];
  /** One number per seat if the game scores. */
  readonly scores: readonly number[] | null;
  /** Did the game end because a seat gave up or ran out of time? */
  readonly out: Out | null;
}

/** What is played here: the answer to `GET /api/games`. */
export interface Games {
  /** The games. */
  readonly games: readonly GameInfo[];
  /** The names of the eight levels, weakest first: English and French. */
  readonly levels: readonly (readonly [string, string])[];
  /** Is there a list of open tables? Whoever runs the server may do without. */
  readonly has_public_tables: boolean;
}

/** The content of a bag. */
export interface Heap {
  /** How many the bag holds of each kind; kinds at the end of which there are none are left out. */
  readonly counts: readonly number[];
  /** How many are drawn, without being put back. */
  readonly take: number;
}

/** What an invitation leads to: `GET /api/invites/{code}`. */
export interface Invitation<G extends GameId = GameId> {
  /** The table as it stands: a page shows it before anybody decides. */
  readonly table: TableState<G>;
  /** The seats that one may take. */
  readonly free: readonly Seat[];
  /** Does one sit there already? */
  readonly is_seated: boolean;
  /**
   * The events that the table began from, which were not drawn here, as lines of a record with `?` for what a
   * spectator may not know. Whoever sits down has to agree to them.
   */
  readonly opening?: readonly string[];
}

/**
 * Sits down at a table: `POST /api/tables/{table}/join` where seats are open to all, `POST /api/invites/{code}` with
 * an invitation.
 */
export interface Join {
  /** What others see of whoever sits down: 1 to 30 characters. */
  readonly name: string;
  /** Does one agree that the table goes on from an opening that was not drawn? Asked only if there is one. */
  readonly agrees_to_opening?: boolean;
  /** The SHA-256 of one's seed for the dice, 64 hexadecimal digits. */
  readonly commitment?: string;
  /** The seat; the first free one if none is named. */
  readonly seat?: Seat;
}

/** Stands up from one's seat, or from all of them, before the start: `POST /api/tables/{table}/leave`. */
export interface Leave {
  /** The seat; all one's seats if none is named. */
  readonly seat?: Seat;
}

/** What every seat could expect at a moment of a game. */
export interface Moment {
  /** After how many of the replay's steps. */
  readonly step: number;
  /** Each seat's share of the win, the secrets being what they were. */
  readonly shares: readonly number[];
  /** The error of each share; 0 if it is certain. */
  readonly errors: readonly number[];
  /** The shares of all seats as each seat could know them, seat by seat. Empty if the game hides nothing. */
  readonly seen: readonly (readonly number[])[];
  /** The errors of these shares, seat by seat. */
  readonly seen_errors: readonly (readonly number[])[];
}

/** The short name of a place, piece or card: `c1`, `root`, `diagonal`. At most 23 bytes, held inline. */
export type Name = string;

/** Why something is not allowed by the rules. */
export interface Objection {
  /** The code of the rule. */
  readonly code: string;
  /** The rule in plain English. */
  readonly why: string;
}

/**
 * Opens a table: `POST /api/tables`. It has many fields because whoever opens a table answers them all at once, and
 * scripts name the few that they care about.
 */
export interface OpenTable {
  /** The game's id, as `GET /api/games` has it. */
  readonly game: GameId;
  /** Who is to sit where, in turn order. */
  readonly seats: readonly SeatWish[];
  /** The clock; none if nothing is said. */
  readonly clock?: ClockKind;
  /** The SHA-256 of one's seed for the dice, 64 hexadecimal digits. */
  readonly commitment?: string;
  /** Where the game is to begin, if not at its beginning. */
  readonly from?: PlayOn;
  /**
   * How long somebody may be away on their own turn before a computer player may sit in: 15 to 86,400 seconds, 60
   * if nothing is said.
   */
  readonly grace_seconds?: number;
  /** May dice and cards be taken back although computer players play? Lists, log and proof say so. */
  readonly is_practice?: boolean;
  /** Is it to be on the list of open tables? */
  readonly is_public?: boolean;
  /** Is a seat out for good whose time is up? Otherwise a computer player sits in, and its owner can come back. */
  readonly is_strict?: boolean;
  /** What others see of whoever opens the table: 1 to 30 characters. */
  readonly name?: string;
  /** The names of further people at the same screen, by seat; if there is none, they share one's own. */
  readonly names?: Readonly<Record<number, string>>;
  /** Options that differ from their defaults. */
  readonly options?: Readonly<Record<string, number>>;
  /** The level of a computer player that sits in for somebody or takes a seat over, 1 to 8; 4 if nothing is said. */
  readonly stand_in?: number;
  /** Start as soon as every seat is taken? */
  readonly start_when_full?: boolean;
  /** Who is to start; the first seat if nothing is said. */
  readonly starts?: Starts;
  /** May people who come while the game is on take the seats of computer players over? */
  readonly takes_newcomers?: boolean;
}

/** Something that can be chosen before a game. */
export interface OptionInfo {
  /** By what settings and records name it. */
  readonly name: string;
  /** The values it can have; the first is the default. */
  readonly values: readonly number[];
  /** What it decides, in one line of English. */
  readonly about: string;
}

/** Why a seat can no longer win. */
export type Out = "resigned" | "out-of-time";

/** Something that is moved, taken or shown: a frog, a lily, a card. */
export interface Piece {
  /** What it is: `frog`, `tadpole`, `chief`, `lily-W`, a card's id. */
  readonly kind: Name;
  /** Whose it is, if pieces have owners. */
  readonly owner?: Seat;
}

/**
 * Finds a seat at once: `POST /api/play-now`. At a table that waits for people, else at a game that takes newcomers, else
 * at a new table with computer players, for whom others may come in.
 */
export interface PlayNow {
  /** The game's id. */
  readonly game: GameId;
  /** What others see of whoever sits down: 1 to 30 characters. */
  readonly name: string;
  /** The marks of people beside whom one does not want to sit, at most 500. */
  readonly avoids?: readonly string[];
  /** The clock; any but days if nothing is said, and at a new table none. */
  readonly clock?: ClockKind;
  /** The SHA-256 of one's seed for the dice, 64 hexadecimal digits. It counts if the game has not begun. */
  readonly commitment?: string;
  /** The level of the computer players at a new table, 1 to 8; 3 if nothing is said. */
  readonly level?: number;
  /** The options that are to differ from their defaults; any if nothing is said, and at a new table none. */
  readonly options?: Readonly<Record<string, number>>;
  /** How many are to play; any number if nothing is said, and at a new table as many as usual. */
  readonly seats?: number;
}

/** A position to play on from. Game, seats, options and edition must be the same. */
export type PlayOn =
  /** A finished game played here. */
  | { readonly is: "table"; readonly table: string; readonly number: number }
  /** A record, from here or elsewhere. */
  | { readonly is: "record"; readonly text: string; readonly events?: number };

/** What an observer may know of the position. */
export interface Position<G extends GameId = GameId> {
  /** The view, a JSON object of the game's own. */
  readonly view: Views[G];
  /** Who the game waits for. */
  readonly turn: TurnState;
  /** The legal actions of the seat in hand, if it is its turn or it may settle its action before. */
  readonly choices: Choices | null;
  /** What the seat in hand has settled before its turn, in notation. */
  readonly chosen?: string;
}

/** How many people are here, each counted once, at all nodes of the server together: `GET /api/presence`. */
export interface Presence {
  /** Those who have a table open, or have looked at the list within half a minute. */
  readonly here: number;
  /** Those of them who sit at a game that is on. */
  readonly playing: number;
}

/** A commitment that counts: whose it is, and for which seats. */
export interface Promised {
  /** The number of the person. */
  readonly person: number;
  /** The seats that share their screen. */
  readonly seats: readonly Seat[];
  /** The SHA-256 of the seed. */
  readonly commitment: Commitment;
}

/** Everything by which a finished or abandoned game can be checked. `docs/fair-dice.md` says what each part means. */
export interface Proof {
  /** The version of this format. */
  readonly format: number;
  /** The table's id. */
  readonly table: string;
  /** The game's id. */
  readonly game: GameId;
  /** The edition of the rules data. */
  readonly edition: number;
  /** How many play. */
  readonly seats: number;
  /** The options that differ from their defaults. */
  readonly options: Readonly<Record<string, number>>;
  /** The events of the record that the table began from, as lines of a record; most tables begin from nothing. */
  readonly opening: readonly string[];
  /** The server's seed and what it was committed to by. */
  readonly server: Revealed;
  /** Every frozen commitment and the seed that was shown for it, in the order of the commitments. */
  readonly players: readonly Contribution[];
  /** Everything that happened at the table, what was undone included. Numbers follow each other without a gap. */
  readonly log: readonly Entry[];
  /** The SHA-256 of all the rest. */
  readonly seal: Commitment;
}

/** A limit that is reached. */
export interface ReachedLimit {
  /** Its name, as in `docs/limits.md`. */
  readonly name: string;
  /** How much there is. */
  readonly most: number;
  /** After how many seconds it is worth trying again. */
  readonly retry_after: number;
}

/** Why a command or a request was refused. The body of every error of the HTTP interface, and `refused` on a socket. */
export interface Refusal {
  /** What kind of error: see the list in `docs/protocol.md`. */
  readonly code: string;
  /** The same in English, for people. */
  readonly message: string;
  /** The command's id, if there was one. */
  readonly id?: string;
  /** The limit that is reached: see `docs/limits.md`. */
  readonly limit?: ReachedLimit;
  /** The line of a record that is wrong, counted from 1. */
  readonly line?: number;
  /** The rule that forbids the action. */
  readonly objection?: Objection;
  /** The number of the last event, if the client's was stale. */
  readonly seq?: number;
}

/** A rematch was arranged: `POST /api/tables/{table}/rematch`. */
export interface Rematch {
  /** The id of its table, the same for everybody who asks. */
  readonly table: string;
}

/** A game to be looked at again, a part of it at a time: `GET /api/tables/{table}/replay`. */
export interface Replay<G extends GameId = GameId> {
  /** The table as it stands now, whichever part is told. */
  readonly table: TableState<G>;
  /** The view before the first of these events. */
  readonly view: Views[G];
  /** The events that count: those that were taken back are left out. */
  readonly steps: readonly Step<G>[];
  /** How many there are in all. */
  readonly all: number;
  /** Where the next part begins, as `after`; none where this is the last. */
  readonly next: number | null;
}

/** Why somebody or something is reported. */
export type ReportReason = "name" | "abuse" | "spam" | "play" | "other";

/** Tells whoever runs the server of somebody, or of a table: `POST /api/tables/{table}/report`. */
export interface ReportWish {
  /** What is wrong with them, for whoever reads many reports; the text says the rest. */
  readonly reason: ReportReason;
  /** The number of the person at this table; none if it is about the table. */
  readonly person?: number;
  /** What happened, at most 1,000 characters. */
  readonly text?: string;
}

/** A report was kept: whoever runs the server finds it, and nobody at the table is told. */
export interface Reported {
  /** How many lines of chat were kept with it. */
  readonly lines: number;
  /** For how many days it is kept at most. */
  readonly days: number;
}

/** A commitment and the seed that it was for. */
export interface Revealed {
  /** The SHA-256 of the seed, shown before the game. */
  readonly commitment: Commitment;
  /** The seed. */
  readonly seed: Seed;
}

/** A place at the table, counted from 0 in turn order. */
export type Seat = number;

/** Names a seat: the body of `POST /api/tables/{table}/remove` and `POST /api/tables/{table}/device-code`. */
export interface SeatBody {
  /** The seat. */
  readonly seat: Seat;
}

/** What everybody may know of a seat. It has many fields because it is part of one message, like its table. */
export interface SeatState {
  /** The seat, counted from 0 in turn order; its place in the list is the same. */
  readonly seat: Seat;
  /** Who sits there. */
  readonly sitter: Sitter;
  /** The level of the computer player that sits in for the owner. */
  readonly stand_in: number | null;
  /** May its owner take the seat back now? Not before a computer player has ended a turn that was missed. */
  readonly may_take_back: boolean;
  /** May the seat choose now: in its turn, or what it will do once its turn comes? */
  readonly may_choose: boolean;
  /** Has the seat settled what it will do once its turn comes? */
  readonly has_chosen: boolean;
  /** Why the seat can no longer win. */
  readonly out: Out | null;
  /** Is the owner connected? Computer players always are. */
  readonly is_present: boolean;
  /** Since when the owner has been away, as a time of the server; none while they are there. */
  readonly absent_since: number | null;
  /** May others let a computer player sit in? */
  readonly may_sit_in: boolean;
  /** Has the owner committed to a seed? */
  readonly has_committed: boolean;
  /** Is the owner ready to start? Whoever sits down is, until something is arranged anew. Computer players always are. */
  readonly is_ready: boolean;
  /** The colour of the seat's pieces, counted from 0 in the order of the game's colours. Nobody else has it. */
  readonly colour: number;
  /** What is left on the clock of this seat; none if time is not counted. */
  readonly clock: ClockState | null;
}

/** Who is to sit at a seat. */
export type SeatWish =
  /** Whoever opens the table. Several such seats make a shared screen. */
  | { readonly is: "me" }
  /** A friend who gets the link. */
  | { readonly is: "friend" }
  /** Anybody. */
  | { readonly is: "open" }
  /** A computer player. */
  | { readonly is: "computer"; readonly level: number };

/** A table was opened or joined. */
export interface Seated {
  /** The table's id: its page and all further requests go by it. */
  readonly table: string;
  /** One's seats, as they are counted now: who starts may turn them round. */
  readonly seats: readonly Seat[];
  /** The code of the invitation, to be given to friends. */
  readonly invite: string | null;
  /** The server's promise for the dice: keep it, and compare it with the proof. */
  readonly commitment: string;
}

/**
 * A secret of 256 bits. It is 64 hexadecimal digits in text, but is never printed by accident: it has no `Display`,
 * and its `Debug` says nothing.
 */
export type Seed = string;

/** What can be arranged anew at a table until the game starts. */
export interface Settings {
  /** The options that differ from their defaults. */
  readonly options: Readonly<Record<string, number>>;
  /** How time is counted. */
  readonly clock: ClockKind;
  /** Who starts. */
  readonly starts: Starts;
  /** Is the table on the list of open tables? */
  readonly is_public: boolean;
  /** Does the game start as soon as every seat is taken and everybody is ready? */
  readonly start_when_full: boolean;
  /** How long somebody may be away on their own turn. */
  readonly grace_ms: number;
  /** The level of a computer player that sits in or takes a seat over. */
  readonly stand_in: number;
}

/**
 * A record to be looked at: `POST /api/replays`, which answers with a [`Replay`]. Its table has no id, its seats have
 * people without names, its events are numbered from 1, and nothing of it is kept.
 */
export interface ShowRecord {
  /** Its text, of at most 4,000 events. */
  readonly text: string;
}

/** A seed that was shown at the start. */
export interface Showing {
  /** The number of the person. */
  readonly person: number;
  /** The seed. */
  readonly seed: Seed;
}

/** A seed that somebody has shown. */
export interface ShownSeed {
  /** The number of the person. */
  readonly person: number;
  /** The seed, 64 hexadecimal digits. */
  readonly seed: string;
}

/** Who sits at a seat. */
export type Sitter =
  /** Nobody yet. On a public table anybody may sit down. */
  | { readonly is: "open" }
  /** Nobody yet: kept for somebody with the invitation. */
  | { readonly is: "invited" }
  /** Somebody. */
  | { readonly is: "person"; readonly person: number; readonly name: string | null }
  /** A computer player. */
  | { readonly is: "computer"; readonly level: number };

/** Who starts a game. */
export type Starts =
  /** Whoever sits at this seat. Everybody keeps their place in the round, and that seat is counted as the first. */
  | { readonly is: "seat"; readonly seat: Seat }
  /** It is drawn by lot from everybody's seeds, once these are shown. */
  | { readonly is: "lot" };

/** How far a table is. */
export type Status = "waiting" | "starting" | "playing" | "finished" | "abandoned";

/** One event of a replay. */
export interface Step<G extends GameId = GameId> {
  /** The event's number in the table's log. The events of a position that was played on from have 0. */
  readonly number: number;
  /** The time at the server, in milliseconds since the beginning of 1970. */
  readonly at: number;
  /** The event as the observer was told it. */
  readonly told: Told;
  /** What the observer sees after it. */
  readonly view: Views[G];
  /** Who the game waits for after it. */
  readonly turn: TurnState;
  /** What each seat sees after it, if everything is shown. */
  readonly seats?: readonly Views[G][];
}

/** Somebody would like to change seats with somebody. */
export interface SwapState {
  /** The seat of whoever asks. */
  readonly seat: Seat;
  /** The seat of whoever is asked, and answers with `answer-swap`. */
  readonly with: Seat;
}

/** Something that turned a game. */
export type Swing =
  /** A seat could have chosen better, as far as it could know. */
  | { readonly kind: "choice"; readonly step: number; readonly seat: Seat; readonly played: string; readonly played_path: readonly string[]; readonly better: string; readonly path: readonly string[]; readonly lost: number; readonly error: number; readonly is_mistake: boolean }
  /** Chance gave to some and took from others, beyond twice the error. */
  | { readonly kind: "luck"; readonly step: number; readonly event: string; readonly given: readonly number[]; readonly error: number };

/** Something that happened at a table, as one observer may know it. */
export type TableEvent = { readonly number: number; readonly at: number; readonly head: string; readonly is_undone?: boolean } & (
  /** The table was opened. */
  | { readonly what: "opened"; readonly settings: Settings; readonly practice: boolean; readonly strict: boolean; readonly newcomers: boolean; readonly rematch_of: string | null }
  /** Somebody or a computer player sat down. */
  | { readonly what: "seated"; readonly seat: Seat; readonly sitter: Sitter; readonly agreed_to_opening?: boolean }
  /** Somebody stood up or was asked to leave, or a computer player was taken off. */
  | { readonly what: "left"; readonly seat: Seat; readonly is_removed: boolean }
  /**
   * The host arranged the table anew. Whoever else sits there is not ready any more if options, clock or who starts
   * are different.
   */
  | { readonly what: "arranged"; readonly person: number; readonly settings: Settings }
  /**
   * Two seats changed places, with whoever sits there. If who starts changed by it, everybody else is asked anew
   * whether they are ready.
   */
  | { readonly what: "swapped"; readonly person: number; readonly seats: readonly [Seat, Seat] }
  /** Somebody is ready to start, or is not any more. */
  | { readonly what: "ready"; readonly person: number; readonly is_ready: boolean; readonly seq: number }
  /** A seat has another colour. If another seat had it, that one has this seat's colour now. */
  | { readonly what: "coloured"; readonly seat: Seat; readonly colour: number }
  /** Somebody committed to a seed. */
  | { readonly what: "committed"; readonly person: number; readonly commitment: string }
  /**
   * Seats and commitments are settled. Only now are seeds shown, and whoever shows one looks first whether its own
   * commitment is among these.
   */
  | { readonly what: "frozen"; readonly players: readonly FrozenPromise[] }
  /** The game started. */
  | { readonly what: "started"; readonly seeds: readonly ShownSeed[] }
  /**
   * Who starts: whoever sat at this seat has seat 0 from now on, and everybody after them follows in the same order.
   * It comes at once after the start, unless the first seat was to start.
   */
  | { readonly what: "began"; readonly first: Seat; readonly is_lot: boolean }
  /** A seat acted, or chance did. */
  | { readonly what: "played"; readonly told: Told; readonly by_computer: boolean }
  /**
   * A seat settled what it will do once its turn comes, or took that back; what it is, only the seat is told, in its
   * position.
   */
  | { readonly what: "chose"; readonly seat: Seat; readonly is_taken_back: boolean }
  /** Everything from this event on was taken back. */
  | { readonly what: "undone"; readonly seat: Seat; readonly from: number; readonly agreed: readonly number[] }
  /** A seat gave up. */
  | { readonly what: "resigned"; readonly seat: Seat }
  /** A seat's time was up. */
  | { readonly what: "out-of-time"; readonly seat: Seat }
  /** A computer player sits in for somebody, until they take the seat back. */
  | { readonly what: "sat-in"; readonly seat: Seat; readonly level: number; readonly missed?: boolean }
  /** Somebody took their seat back. */
  | { readonly what: "took-back"; readonly seat: Seat }
  /** A computer player took a seat over for good. */
  | { readonly what: "taken-over"; readonly seat: Seat; readonly level: number }
  /** A person came to the game and plays on for a computer player that had held the seat from the beginning. */
  | { readonly what: "came-in"; readonly seat: Seat; readonly person: number; readonly name: string | null; readonly agreed_to_opening?: boolean }
  /** The server came back after a pause, which no clock counts. */
  | { readonly what: "resumed"; readonly lost_ms: number }
  /** The game came to its end. */
  | { readonly what: "finished"; readonly result: GameResult }
  /** The table was closed without a result. */
  | { readonly what: "abandoned"; readonly by: number | null }
  /** There is a rematch. */
  | { readonly what: "rematch"; readonly table: string }
);

/** A table on a list. It has many fields because a list is read without asking for any of its tables. */
export interface TableLine {
  /** The table's id. */
  readonly id: string;
  /** The game's id. */
  readonly game: GameId;
  /** How far it is: whoever may sit down, look on or only look again goes by it. */
  readonly status: Status;
  /** The seats in turn order. */
  readonly seats: readonly Sitter[];
  /** How time is counted. */
  readonly clock: ClockKind;
  /** The options that differ from their defaults. */
  readonly options: Readonly<Record<string, number>>;
  /** May people who come while the game is on take the seats of computer players over? */
  readonly takes_newcomers: boolean;
  /** How many events the table began from that were not drawn here; none at most tables. */
  readonly opening_events: number;
  /** May dice and cards be taken back although computer players play? */
  readonly is_practice: boolean;
  /** One's own seats: on the list of one's own tables alone. */
  readonly mine: readonly Seat[];
  /** When the table was opened. */
  readonly created_at: number;
  /** When it last started, ended or seated somebody. */
  readonly changed_at: number;
  /** By what its people are known at public tables, by their numbers; none at others. */
  readonly marks?: Readonly<Record<number, string>>;
  /** How many of those who sit there are there: on the list of public tables alone. */
  readonly present?: number;
  /** Whom the game waits for: on the list of one's own tables, if several people play and it waits for one of them. */
  readonly turn?: TurnLine;
}

/** A list of tables: `GET /api/tables` (the public ones) and `GET /api/me` (one's own). */
export interface TableList {
  /** The tables, in the order in which they are to be shown. */
  readonly tables: readonly TableLine[];
  /** The time at the server. */
  readonly now: number;
  /** How many people are here: on the list of public tables alone. */
  readonly presence?: Presence;
}

/** What everybody may know of a table. It has many fields because it is one message: whoever reads it needs no other. */
export interface TableState<G extends GameId = GameId> {
  /** The table's id. */
  readonly id: string;
  /** The game's id. */
  readonly game: G;
  /** The edition of the rules data. */
  readonly edition: number;
  /** The options that differ from their defaults. */
  readonly options: Readonly<Record<string, number>>;
  /** How far it is: what can be done there goes by it. */
  readonly status: Status;
  /** Is it on the list of open tables? */
  readonly is_public: boolean;
  /** Does the game start as soon as every seat is taken and everybody is ready? */
  readonly start_when_full: boolean;
  /** Who starts, as it was arranged before the start. */
  readonly starts: Starts;
  /** The seats in turn order. */
  readonly seats: readonly SeatState[];
  /** The number of the person who opened the table. */
  readonly host: number | null;
  /** How time is counted; what is left stands with each seat. */
  readonly clock: ClockKind;
  /** How long somebody may be away on their own turn before a computer player may sit in. */
  readonly grace_ms: number;
  /** The level of a computer player that sits in or takes a seat over. */
  readonly stand_in: number;
  /** May dice and cards be taken back although computer players play? */
  readonly is_practice: boolean;
  /** Is a seat out for good whose time is up? Otherwise a computer player sits in, and its owner can come back. */
  readonly is_strict: boolean;
  /** May people who come while the game is on take the seats of computer players over? */
  readonly takes_newcomers: boolean;
  /** How many sockets look on without a seat. */
  readonly spectators: number;
  /** The server's promise for the dice: the SHA-256 of its secret seed. */
  readonly commitment: string;
  /** How many events the table began from that were not drawn here; none at most tables. */
  readonly opening_events: number;
  /** Until when the table waits for commitments or seeds, if it does. */
  readonly waits_until: number | null;
  /** Who would like to change seats with whom, before the start. */
  readonly swaps: readonly SwapState[];
  /** Something is to be taken back, once people agree. */
  readonly undo: UndoState | null;
  /** Which computer player is at work; none while people are waited for. */
  readonly thinking: Thinking | null;
  /** How it came out, once it is finished. */
  readonly result: GameResult | null;
  /** The id of the table of the rematch, once there is one: a page leads there. */
  readonly rematch: string | null;
  /** The id of the table of which this is the rematch. */
  readonly rematch_of: string | null;
  /** When the table was opened, in milliseconds since the beginning of 1970. */
  readonly created_at: number;
  /**
   * By what people are known again at other public tables, by their numbers: the same at all of them. None at tables
   * that are not public.
   */
  readonly marks?: Readonly<Record<number, string>>;
}

/** A computer player at work. */
export interface Thinking {
  /** The seat for which it acts. */
  readonly seat: Seat;
  /** Has it begun, or do others come first? */
  readonly is_waiting: boolean;
}

/** What the server says over a socket. */
export type ToClient<G extends GameId = GameId> =
  /** The answer to `hello` and to `take-hand`: everything afresh. */
  | { readonly type: "welcome" } & Welcome<G>
  /** Something has changed. Parts that are left out are as before. */
  | { readonly type: "update" } & Update<G>
  /** A command has been carried out and is stored for good. */
  | { readonly type: "acked"; readonly id: string; readonly number: number }
  /** A command or a message was refused; nothing has changed. */
  | { readonly type: "refused" } & Refusal
  /** Somebody said something. */
  | { readonly type: "chat" } & ChatLine
  /** The answer to `why-not`. */
  | { readonly type: "because"; readonly spots: readonly string[]; readonly objection: Objection | null }
  /** There is a rematch at another table. */
  | { readonly type: "rematch"; readonly table: string }
  /** The server goes down or the socket was too slow: come back after a moment and resume. */
  | { readonly type: "reconnect"; readonly after_ms: number }
  /** The answer to `ping`. */
  | { readonly type: "pong" };

/** What a client says over a socket, or posts to `/api/tables/{table}/commands`. */
export type ToServer =
  /** The first message of every socket: where the client left off. */
  | { readonly type: "hello"; readonly after?: number; readonly seat?: Seat }
  /** Plays an action. */
  | { readonly type: "act"; readonly id: string; readonly seq: number; readonly action: string; readonly seat?: Seat }
  /** Gives up. */
  | { readonly type: "resign"; readonly id: string; readonly seat?: Seat }
  /** Takes back the seat's last action and all that followed. */
  | { readonly type: "undo"; readonly id: string; readonly seq: number; readonly seat?: Seat }
  /** Answers somebody's wish to take something back; withdraws one's own by not agreeing. */
  | { readonly type: "answer-undo"; readonly id: string; readonly agree: boolean }
  /** Lets a computer player sit in for somebody who has been away for too long on their own turn. */
  | { readonly type: "sit-in"; readonly id: string; readonly seat: Seat; readonly level?: number }
  /** Takes one's seat back from the computer player that sits in. */
  | { readonly type: "take-back"; readonly id: string; readonly seat: Seat }
  /** Confirms a hand-over at a shared screen: from now on this socket shows this seat, and no other. */
  | { readonly type: "take-hand"; readonly seat?: Seat }
  /** Commits to a seed for the dice, before seats and commitments are frozen. */
  | { readonly type: "commit"; readonly commitment: string }
  /** Shows the seed that one has committed to, once commitments are frozen and the table asks for it. */
  | { readonly type: "reveal"; readonly seed: string }
  /** Arranges the table anew before the start: the host. */
  | { readonly type: "arrange"; readonly clock?: ClockKind; readonly grace_seconds?: number; readonly is_public?: boolean; readonly options?: Readonly<Record<string, number>>; readonly stand_in?: number; readonly start_when_full?: boolean; readonly starts?: Starts }
  /** Puts a computer player on a seat that is free or a computer player's, before the start: the host. */
  | { readonly type: "fill"; readonly seat: Seat; readonly level: number }
  /** Takes a computer player off its seat before the start: the host. */
  | { readonly type: "empty"; readonly seat: Seat }
  /** Changes seats before the start: at once if nobody else sits there, otherwise once they agree. */
  | { readonly type: "swap"; readonly seat: Seat; readonly with: Seat; readonly seq: number }
  /** Answers somebody who would like to change seats; withdraws one's own wish by not agreeing. */
  | { readonly type: "answer-swap"; readonly seat: Seat; readonly with: Seat; readonly agrees: boolean }
  /** Says whether one is ready to start. */
  | { readonly type: "ready"; readonly is_ready: boolean; readonly seq: number }
  /** Chooses the colour of a seat's pieces before the start. */
  | { readonly type: "colour"; readonly seat: Seat; readonly colour: number }
  /** Takes another name before the start. */
  | { readonly type: "rename"; readonly name: string; readonly seat?: Seat }
  /** Starts the game: the host, once every seat is taken and everybody is ready. */
  | { readonly type: "start" }
  /** Says something to the table. */
  | { readonly type: "chat"; readonly text: string }
  /** Stops hearing somebody, or hears them again. */
  | { readonly type: "mute"; readonly person: number; readonly muted: boolean }
  /** Asks why the seat in hand cannot point at these spots. */
  | { readonly type: "why-not"; readonly spots: readonly string[] }
  /** Asks for a `pong`. */
  | { readonly type: "ping" };

/** A token for scripts, to be sent as `Authorization: Bearer …`: `POST /api/tokens`. Browsers have a cookie instead. */
export interface Token {
  /** The token. Whoever has it holds the seats. */
  readonly token: string;
}

/** An event as one observer may know it. */
export interface Told {
  /** The seat that acted, or none if it was chance. */
  readonly seat: Seat | null;
  /** The event in notation, with `?` for what this observer may not know: `keep ?`. */
  readonly event: string;
  /** Is something hidden from this observer? */
  readonly hidden: boolean;
  /** What was seen to happen, in order. */
  readonly effects: readonly Effect[];
}

/** Whom a game waits for. */
export interface TurnLine {
  /** The seats that are to choose now: several if the rules let them choose at once. */
  readonly seats: readonly Seat[];
  /** When their time is up, if it is counted. */
  readonly until: number | null;
  /** The seat that acted before, if one did. */
  readonly moved: Seat | null;
  /** The number of its last action; 0 if there was none. Whoever was told of this turn need not be told again. */
  readonly number: number;
}

/** Who a game waits for. */
export type TurnState =
  /** A seat. */
  | { readonly is: "seat"; readonly seat: Seat }
  /** Chance. */
  | { readonly is: "chance" }
  /** Nobody: the game is over. */
  | { readonly is: "over" };

/** Somebody wants to take something back. */
export interface UndoState {
  /** The seat that asks. */
  readonly seat: Seat;
  /** The number of the first event that would be taken back. */
  readonly from: number;
  /** The people who have not yet agreed. */
  readonly waits_for: readonly number[];
  /** The people who have agreed, whoever asks included. */
  readonly agreed: readonly number[];
  /** Would something random be taken back? Then everybody has to agree, and the proof counts it. */
  readonly is_over_chance: boolean;
}

/** What has changed for an observer. */
export interface Update<G extends GameId = GameId> {
  /** The number of the last event. */
  readonly seq: number;
  /** The server's clock, to which all times refer. */
  readonly now: number;
  /** What has happened since the last message. */
  readonly events?: readonly TableEvent[];
  /** The position, if it is another. */
  readonly position?: Position<G>;
  /** The table, if something about it is different. */
  readonly table?: TableState<G>;
  /** Who the observer is, if that has changed. */
  readonly you?: You;
}

/** Everything that an observer may know of a table. */
export interface Welcome<G extends GameId = GameId> {
  /**
   * The number of the last event that is told here. Where `latest` is larger, a socket is told the others next, and
   * whoever asks over plain HTTP asks again with this number as `after`.
   */
  readonly seq: number;
  /**
   * The head of the table's chain after that event: the same for every observer. Keep it, and compare it with the
   * proof.
   */
  readonly head: string;
  /** The number of the last event at the table. */
  readonly latest: number;
  /** The server's clock, to which all times refer. */
  readonly now: number;
  /** Who the observer is. */
  readonly you: You;
  /** The table. */
  readonly table: TableState<G>;
  /** The position, once the game has started. */
  readonly position: Position<G> | null;
  /** What happened after the number asked for. */
  readonly events: readonly TableEvent[];
  /** What was said, the last lines of it. */
  readonly chat: readonly ChatLine[];
  /**
   * The events that the table began from, which were not drawn here, as lines of a record with `?` for what a
   * spectator may not know; only if all events are asked for.
   */
  readonly opening?: readonly string[];
}

/** Who sits at a seat. */
export type Who =
  /** A person, by their number at the table. */
  | { readonly person: number }
  /** A computer player, by its level. */
  | { readonly computer: number };

/** Who an observer is at a table. */
export interface You {
  /** One's number among the people at this table; none for a passer-by. */
  readonly person: number | null;
  /** One's seats in turn order: several at a shared screen, none for whoever looks on. */
  readonly seats: readonly Seat[];
  /** The seat whose knowledge is shown: one's only seat, or the one taken in hand at a shared screen. */
  readonly in_hand: Seat | null;
  /** The seat to which the shared screen should be handed over now. */
  readonly hand_over: Seat | null;
  /** May one arrange the table, start the game, remove guests and close the table? */
  readonly is_host: boolean;
  /** Was one asked by the host to leave this table for good? */
  readonly is_removed: boolean;
  /** Does the table wait for one's seed? Answer with `reveal`, once `frozen` names one's commitment. */
  readonly is_seed_wanted: boolean;
  /** Has one a seat but no commitment yet, while one can still commit? Answer with `commit`. */
  readonly is_commitment_wanted: boolean;
  /** The code of the invitation, for those who sit at the table. */
  readonly invite: string | null;
  /** The people whom one does not hear. */
  readonly muted: readonly number[];
}

/** The view of every game, by the game's id. */
export interface Views {
  readonly "hop-it": HopItView;
  readonly "abagio": AbagioView;
  readonly "pool-party": PoolPartyView;
  readonly "china-moon": ChinaMoonView;
  readonly "frogriders": FrogridersView;
}

/** The codes of the rules that forbid something, by the game's id. */
export interface ReasonCodes {
  readonly "hop-it": "over" | "no-such-spot" | "no-piece" | "not-yours" | "other-frog-hops" | "stuck" | "must-hop-enemy" | "leads-to-no-enemy" | "chain-owes" | "occupied" | "hops-only" | "lily-by-hop" | "tadpoles-swim" | "nothing-to-hop-over" | "hopped-already" | "too-far" | "nothing-to-stop" | "can-move" | "complete";
  readonly "abagio": "over" | "dice-first" | "no-such-spot" | "no-such-number" | "leaps-first" | "leaps-done" | "chief-first" | "home" | "no-frog" | "not-yours" | "buried" | "under-chief" | "no-landing" | "backwards" | "not-rolled" | "on-chief" | "full" | "heap" | "not-all-inside" | "not-farthest" | "too-short" | "exact-number" | "most-dice" | "larger-number" | "stuck" | "outer-only" | "chief-on-other" | "chief-on-full" | "complete";
  readonly "pool-party": "over" | "roll-first" | "no-such-spot" | "pass-afloat" | "pass-after-double" | "pass-alone" | "no-frog" | "not-yours" | "already-afloat" | "smallest-first" | "others-enter" | "fifth-enters" | "same-frog" | "not-to-stack" | "own-lane" | "stays-put" | "clockwise" | "not-the-dice" | "die-each-to-enter" | "die-each" | "die-used" | "both-dice-used" | "complete";
  readonly "china-moon": "over" | "not-laid-out" | "no-such-spot" | "frog-first" | "no-frog" | "out-of-play" | "moved-already" | "move-anothers" | "spring-first" | "place-next" | "never-back" | "other-arm" | "occupied" | "too-near" | "too-far" | "swap-first" | "drop-first" | "not-yours" | "not-held" | "nothing-for-it" | "lily-to-take" | "same-colour" | "complete";
  readonly "frogriders": "over" | "waits-for-chance" | "no-such-spot" | "keep-first" | "not-dealt" | "secret-kept" | "jump-first" | "no-second-sending" | "out-of-bounds" | "no-frog" | "cannot-jump" | "occupied" | "nothing-to-jump-over" | "needs-diagonal" | "needs-ell" | "needs-runup" | "runup-blocked" | "not-a-jump" | "not-jumped-over" | "needs-choose" | "not-the-jumper" | "jump-made" | "brown-stays" | "none-to-send" | "village-empty" | "no-jump-left" | "market-empty" | "send-yellow-first" | "send-blue-first" | "fetch-frog" | "not-in-village" | "take-card" | "not-in-market" | "common-stays" | "complete";
}

/** Something on the table that can be pointed at: a pad, a frog, a card, a button. */
export type Spot = Name;

/** A piece on its cell. */
export interface HopItStanding {
  /** The cell that it stands on. */
  readonly at: Name;
  /** Whose piece it is. */
  readonly seat: Seat;
  /** Is it a frog? Otherwise it is a tadpole. */
  readonly frog: boolean;
}

/** All there is to see. */
export interface HopItView {
  /** The pieces, row by row. */
  readonly pieces: readonly HopItStanding[];
  /** Whose turn it is, unless the game is over. */
  readonly turn: Seat | null;
  /** The frog that has hopped and may hop on. */
  readonly hopping: Name | null;
  /**
   * Does the move, about to begin or under way, owe a hop over an enemy piece? Hops over own pieces that lead to it
   * may come first.
   */
  readonly must_hop_enemy: boolean;
  /** The frogs on lily pads that are eaten unless their owner moves them in the coming turn or the one under way. */
  readonly in_danger: readonly Name[];
  /** Turns in a row without a tadpole maturing or a piece being removed. */
  readonly quiet_turns: number;
  /** The seats that won, once the game is over. */
  readonly winners: readonly Seat[] | null;
}

/** What the game waits for. */
export type AbagioPhase = "start" | "roll" | "leaps" | "chief" | "over";

/** A space and the frogs on it. */
export interface AbagioSpace {
  /** The name of the space. */
  readonly at: Name;
  /** In the safe sectors, the seat whose space it is. */
  readonly owner: Seat | null;
  /** Whose frogs stand there, from bottom to top. */
  readonly frogs: readonly Seat[];
  /** How many frogs of one colour are on top, if they are a heap, on which the other colour cannot land. */
  readonly heap?: number;
  /** Is the stack at its limit, so that nobody can land on it? */
  readonly is_full?: boolean;
}

/** All there is to see. */
export interface AbagioView {
  /** What the game waits for. */
  readonly phase: AbagioPhase;
  /** Whose turn it is, the roll included; nobody's before the start and once the game is over. */
  readonly turn: Seat | null;
  /** The dice left, each number as often as it may be used, the larger first. */
  readonly dice: readonly number[];
  /** Every space, in the order of the way: 26 to 8, red's 7 to 2, purple's 7 to 2, 1. */
  readonly spaces: readonly AbagioSpace[];
  /** How many frogs each seat has on the root. */
  readonly root: readonly [number, number];
  /** How many frogs each seat has in the pond. */
  readonly pond: readonly [number, number];
  /** Where the chief frog is: the name of a space, or `aside`. */
  readonly chief: Name;
  /** The seats that won, once the game is over. */
  readonly winners: readonly Seat[] | null;
}

/** A straight line from the island to the rim, and a seat's frogs in it. */
export interface PoolPartyLine {
  /**
   * The space of every lane that the line crosses: of several with as many frogs the first. None while no frog is in
   * the pool.
   */
  readonly space: number | null;
  /** How many of the seat's five frogs are in it. */
  readonly frogs: number;
}

/** All there is to see. */
export interface PoolPartyView {
  /** Each seat's frogs from lane 1 to lane 5: the space, or none while the frog is on its stack. */
  readonly frogs: readonly (readonly [number | null, number | null, number | null, number | null, number | null])[];
  /** Whose turn it is, unless the game is over. */
  readonly turn: Seat | null;
  /** The number of the turn under way, or of the last one, all seats and passes counted. */
  readonly turn_number: number;
  /** The game ends with this turn. */
  readonly most_turns: number;
  /** The dice that are to be used now, the larger first. */
  readonly roll: readonly [number, number] | null;
  /** Where each seat has most of its frogs in one straight line. */
  readonly lines: readonly PoolPartyLine[];
  /** The seats that won, once the game is over. */
  readonly winners: readonly Seat[] | null;
}

/** What the game waits for. */
export type ChinaMoonAwaited =
  /** That the lilies are laid out. */
  | { readonly what: "set-up" }
  /** The move of a frog, chosen by the mover. */
  | { readonly what: "move" }
  /** The further move of a frog on a spring. */
  | { readonly what: "spring"; readonly frog: Name }
  /** The exchange of a lily. */
  | { readonly what: "swap" }
  /** The loss of a lily. */
  | { readonly what: "drop"; readonly to: Name }
  /** Nothing any more: the game is over. */
  | { readonly what: "nothing" };

/** The lilies of one colour that a seat has. */
export interface ChinaMoonBunch {
  /** Their colour; a seat has one bunch of each colour that it has. */
  readonly lily: ChinaMoonLily;
  /** How many there are. */
  readonly count: number;
  /** What they are worth together. */
  readonly points: number;
}

/** A lily, known by its colour. */
export type ChinaMoonLily = "W" | "Y" | "P" | "K" | "B";

/** A lily on its pad. */
export interface ChinaMoonLying {
  /** The pad that it lies on. */
  readonly at: Name;
  /** Its colour, which is all that tells lilies apart. */
  readonly lily: ChinaMoonLily;
}

/** What a seat has. */
export interface ChinaMoonPlayer {
  /** The frogs on Start. */
  readonly on_start: number;
  /** The frogs on Arrival. */
  readonly on_arrival: number;
  /** The lilies, colour by colour. */
  readonly lilies: readonly ChinaMoonLily[];
  /** What the lilies of each colour that the seat has are worth. */
  readonly scoring: readonly ChinaMoonBunch[];
  /** The sum of these. */
  readonly score: number;
}

/** A frog on its pad. */
export interface ChinaMoonStanding {
  /** The pad that it stands on. */
  readonly at: Name;
  /** Whose frog it is. */
  readonly seat: Seat;
  /** Was it moved in this turn? */
  readonly moved: boolean;
}

/** All there is to see. */
export interface ChinaMoonView {
  /** The frogs on pads, in ascending order. */
  readonly frogs: readonly ChinaMoonStanding[];
  /** The lilies on pads, in ascending order. */
  readonly lilies: readonly ChinaMoonLying[];
  /** The lilies left on the Arrival's places 1 to 4. */
  readonly places: readonly [ChinaMoonLily | null, ChinaMoonLily | null, ChinaMoonLily | null, ChinaMoonLily | null];
  /** What each seat has. */
  readonly players: readonly ChinaMoonPlayer[];
  /** Who moves the frogs in this turn, unless the game is over. */
  readonly mover: Seat | null;
  /** Who has to choose now: the mover, or the owner of a frog that landed on a trickster or a butterfly. */
  readonly turn: Seat | null;
  /** What `turn` has to choose; without a seat to choose, what else the game waits for. */
  readonly awaited: ChinaMoonAwaited;
  /** The frogs moved in this turn, those on Arrival counted; one on a spring is not counted yet. */
  readonly moves: number;
  /** Must the next frog be another player's? */
  readonly must_move_others: boolean;
  /** The seats that won, once the game is over. */
  readonly winners: readonly Seat[] | null;
}

/** A privilege card's id. */
export type FrogridersCard = "+2R" | "+2Y" | "+2B" | "diagonal" | "ell" | "runup" | "trophies" | "choose" | "flower" | "per-brown" | "per-two-cards" | "per-frog-and-card" | "fewest-cards" | "fewest-frogs-5" | "fewest-frogs-3";

/** The colour of a frog: yellow, red, blue or brown. */
export type FrogridersColour = "Y" | "R" | "B" | "N";

/** The id of one side of a common objective card. */
export type FrogridersCommon = "RB" | "RY" | "RN" | "YN" | "BN" | "5any" | "most-RB" | "most-RY" | "most-cards" | "most-YB" | "most-N" | "all-flowers";

/** How many frogs of each colour. */
export type FrogridersFrogCounts = Readonly<Record<FrogridersColour, number>>;

/** What the game waits for. */
export type FrogridersPhase = "pond" | "market" | "common" | "deal" | "refill" | "keep" | "jump" | "send" | "jump-again" | "over";

/** What lies before a seat. */
export interface FrogridersPlayerView {
  /** The captured frogs that the seat still has, by colour. */
  readonly frogs: FrogridersFrogCounts;
  /** The privilege cards, each as often as it is there. */
  readonly cards: readonly FrogridersCard[];
  /** The trophies gained during the game. */
  readonly trophies: number;
  /** The two secrets dealt, if the observer is this seat. */
  readonly dealt: readonly [FrogridersSecret, FrogridersSecret] | null;
  /** Has the seat kept a secret? */
  readonly has_kept: boolean;
  /** The secret kept, if the observer is this seat or the game is over. */
  readonly kept: FrogridersSecret | null;
  /** The score line by line, once the game is over. */
  readonly scoring: readonly FrogridersScoreLine[] | null;
  /** The sum of these. */
  readonly total: number | null;
  /**
   * What the score would be if the game ended now, line by line, as far as the observer may know: without the
   * secret of a seat whose secret is hidden.
   */
  readonly so_far: readonly FrogridersScoreLine[];
  /** The sum of these. */
  readonly worth: number;
  /** How far the seat is with each objective that the observer may know of and that is scored at the end. */
  readonly objectives: readonly FrogridersProgress[];
}

/** How far a seat is with an objective. Extra frogs count. */
export type FrogridersProgress =
  /** Something for every complete set of frogs. */
  | { readonly asks: "sets"; readonly card: FrogridersSource; readonly points: number; readonly sets: number; readonly has: number; readonly needs: number }
  /** Something for having more of it than the others. */
  | { readonly asks: "most"; readonly card: FrogridersSource; readonly points: number; readonly has: number; readonly others: number };

/** One line of a seat's score. */
export interface FrogridersScoreLine {
  /** Where the trophies come from: a card's id, `brown` for brown frogs, `gained` for those of the game. */
  readonly source: FrogridersSource;
  /** How many trophies; fewer than 0 if the card takes some. */
  readonly points: number;
}

/** A secret objective's id. */
export type FrogridersSecret = "2R" | "2Y" | "2B" | "RYB" | "RYN" | "RYBN" | "RBN" | "YBN";

/** Where trophies come from: `gained` during the game, `brown` frogs, or a card. */
export type FrogridersSource = "gained" | "brown" | "2R" | "2Y" | "2B" | "RYB" | "RYN" | "RYBN" | "RBN" | "YBN" | "RB" | "RY" | "RN" | "YN" | "BN" | "5any" | "most-RB" | "most-RY" | "most-cards" | "most-YB" | "most-N" | "all-flowers" | "+2R" | "+2Y" | "+2B" | "diagonal" | "ell" | "runup" | "trophies" | "choose" | "flower" | "per-brown" | "per-two-cards" | "per-frog-and-card" | "fewest-cards" | "fewest-frogs-5" | "fewest-frogs-3";

/** What one observer may see. */
export interface FrogridersView {
  /** The frogs on the pond: 57 letters, rank 9 to rank 1 and file a to i, with `.` for a pad without a frog. */
  readonly pond: string;
  /** The frogs in the village. */
  readonly village: FrogridersFrogCounts;
  /** The privilege cards face up, in their places. */
  readonly market: readonly (FrogridersCard | null)[];
  /** How many privilege cards the deck holds. */
  readonly deck: number;
  /** What these are: their order is not settled before they are drawn. */
  readonly deck_holds: Readonly<Partial<Record<FrogridersCard, number>>>;
  /** The common objectives, once they are drawn. */
  readonly commons: readonly FrogridersCommon[];
  /** What lies before each seat. */
  readonly players: readonly FrogridersPlayerView[];
  /** What the game waits for. */
  readonly phase: FrogridersPhase;
  /** Whose turn it is, if the game waits for a seat. */
  readonly turn: Seat | null;
  /** The seats that won, once the game is over. */
  readonly winners: readonly Seat[] | null;
}
