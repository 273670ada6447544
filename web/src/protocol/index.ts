// Generated from crates/rainette-table/src/protocol by `cargo xtask bless`. Do not edit.

/**
 * A place at the table, counted from 0 in turn order.
 */
export type Seat = number;

/**
 * The short name of a place, piece or card: `c1`, `root`, `diagonal`. At most 23 bytes, held inline.
 */
export type Name = string;

/**
 * Something that is moved, taken or shown: a frog, a lily, a card.
 */
export type Piece = { 
/**
 * What it is: `frog`, `tadpole`, `chief`, `lily-W`, a card's id.
 */
kind: Name, 
/**
 * Whose it is, where pieces have owners.
 */
owner?: Seat | null, };

/**
 * One thing that happened, in the order in which it is seen.
 */
export type Effect = { "effect": "rolled", dice: Array<number>, by: Seat | null, } | { "effect": "starts", seat: Seat, } | { "effect": "placed", piece: Piece, at: Name, } | { "effect": "removed", piece: Piece, from: Name, } | { "effect": "stepped", piece: Piece, from: Name, to: Name, } | { "effect": "hopped", piece: Piece, from: Name, over: Array<Name>, to: Name, } | { "effect": "pushed", piece: Piece, from: Name, to: Name, } | { "effect": "hit", piece: Piece, from: Name, to: Name, } | { "effect": "capped", piece: Piece, at: Name, } | { "effect": "matured", piece: Piece, at: Name, } | { "effect": "captured", piece: Piece, at: Name, by: Seat | null, } | { "effect": "eaten", piece: Piece, at: Name, } | { "effect": "sent", piece: Piece, by: Seat, to: Name, } | { "effect": "taken", piece: Piece, from: Name, by: Seat, } | { "effect": "given", piece: Piece, from: Seat, to: Seat, } | { "effect": "dropped", piece: Piece, by: Seat, at: Name, } | { "effect": "dealt", seat: Seat, card: Name | null, } | { "effect": "kept", seat: Seat, card: Name | null, } | { "effect": "revealed", seat: Seat, card: Name, } | { "effect": "scored", seat: Seat, points: number, from: Name, } | { "effect": "forfeited", seat: Seat, dice: Array<number>, } | { "effect": "passed", seat: Seat, } | { "effect": "ended", winners: Array<Seat>, why: Name, };

/**
 * An event as one observer may know it.
 */
export type Told = { 
/**
 * The seat that acted, or none where it was chance.
 */
seat: Seat | null, 
/**
 * The event in notation, with `?` for what this observer may not know: `keep ?`.
 */
event: string, 
/**
 * Is something hidden from this observer?
 */
hidden: boolean, 
/**
 * What was seen to happen, in order.
 */
effects: Array<Effect>, };

/**
 * The first message of every socket: where the client left off.
 */
export type Hello = { 
/**
 * The number of the last event that the client has; it is sent all that came after it.
 */
after?: number, 
/**
 * The seat to take in hand, if the client holds several.
 */
seat?: Seat, };

/**
 * Plays an action.
 */
export type Act = { 
/**
 * Chosen by the client, unlike any other of this seat: a repeated command is answered, not repeated.
 */
id: string, 
/**
 * The number of the last event that the client has seen.
 */
seq: number, 
/**
 * The seat that acts; the seat in hand if none is named.
 */
seat?: Seat, 
/**
 * The action in notation, as one of the listed choices has it.
 */
action: string, };

/**
 * Gives up. At a table of two the other seat wins; otherwise a computer player takes the seat over, which can no longer
 * win.
 */
export type Resign = { 
/**
 * As with `act`.
 */
id: string, 
/**
 * As with `act`.
 */
seat?: Seat, };

/**
 * Takes back the seat's last action and all that followed: at once if that is free, otherwise as soon as all other
 * people at the table agree. Something random is taken back only if no computer player plays.
 */
export type Undo = { 
/**
 * As with `act`.
 */
id: string, 
/**
 * As with `act`.
 */
seq: number, 
/**
 * As with `act`.
 */
seat?: Seat, };

/**
 * Answers somebody's wish to take something back; withdraws one's own by not agreeing.
 */
export type AnswerUndo = { 
/**
 * As with `act`.
 */
id: string, 
/**
 * Is it agreed to?
 */
agree: boolean, };

/**
 * Lets a computer player sit in for somebody who has been away for too long on their own turn.
 */
export type SitIn = { 
/**
 * As with `act`.
 */
id: string, 
/**
 * The absent player's seat.
 */
seat: Seat, 
/**
 * The level of the computer player: the table's `stand_in`, and no other.
 */
level?: number, };

/**
 * Takes one's seat back from the computer player that sits in.
 */
export type TakeBack = { 
/**
 * As with `act`.
 */
id: string, 
/**
 * One's own seat.
 */
seat: Seat, };

/**
 * Confirms a hand-over at a shared screen: from now on this socket shows this seat, and no other.
 */
export type TakeHand = { 
/**
 * The seat to take in hand; none puts all down, so that nothing secret is shown.
 */
seat: Seat | null, };

/**
 * Commits to a seed for the dice, before seats and commitments are frozen. It may be changed a few times.
 */
export type Commit = { 
/**
 * The SHA-256 of the seed, 64 hexadecimal digits.
 */
commitment: string, };

/**
 * Shows the seed that one has committed to, once commitments are frozen and the table asks for it.
 */
export type Reveal = { 
/**
 * The seed, 64 hexadecimal digits.
 */
seed: string, };

/**
 * Says something to the table.
 */
export type Chat = { 
/**
 * Text, at most 500 characters.
 */
text: string, };

/**
 * Stops hearing somebody, or hears them again.
 */
export type Mute = { 
/**
 * The number of the person at this table.
 */
person: number, 
/**
 * Not to be heard?
 */
muted: boolean, };

/**
 * Asks why the seat in hand cannot point at these spots.
 */
export type WhyNot = { 
/**
 * The spots pointed at, in order.
 */
spots: Array<string>, };

/**
 * What a client says over a socket, or posts to `/api/tables/{table}/commands`.
 */
export type ToServer = { "type": "hello" } & Hello | { "type": "act" } & Act | { "type": "resign" } & Resign | { "type": "undo" } & Undo | { "type": "answer-undo" } & AnswerUndo | { "type": "sit-in" } & SitIn | { "type": "take-back" } & TakeBack | { "type": "take-hand" } & TakeHand | { "type": "commit" } & Commit | { "type": "reveal" } & Reveal | { "type": "start" } | { "type": "chat" } & Chat | { "type": "mute" } & Mute | { "type": "why-not" } & WhyNot | { "type": "ping" };

/**
 * What the server says over a socket.
 */
export type ToClient = { "type": "welcome" } & Welcome | { "type": "update" } & Update | { "type": "acked", 
/**
 * The command's id.
 */
id: string, 
/**
 * The number of the event that it led to.
 */
number: number, } | { "type": "refused" } & Refusal | { "type": "chat" } & ChatLine | { "type": "because", 
/**
 * The spots asked about.
 */
spots: Array<string>, 
/**
 * The rule that forbids it; none where nothing does.
 */
objection: Objection | null, } | { "type": "rematch", 
/**
 * The id of that table.
 */
table: string, } | { "type": "reconnect", 
/**
 * How long to wait.
 */
after_ms: number, } | { "type": "pong" };

/**
 * Everything that an observer may know of a table.
 */
export type Welcome = { 
/**
 * The number of the last event that is told here. Where `latest` is larger, a socket is told the others next, and
 * whoever asks over plain HTTP asks again with this number as `after`.
 */
seq: number, 
/**
 * The head of the table's chain after that event: the same for every observer. Keep it, and compare it with the
 * proof.
 */
head: string, 
/**
 * The number of the last event at the table.
 */
latest: number, 
/**
 * The server's clock, to which all times refer.
 */
now: number, 
/**
 * Who the observer is.
 */
you: You, 
/**
 * The table.
 */
table: TableState, 
/**
 * The position, once the game has started.
 */
position: Position | null, 
/**
 * The events that the table began from, which were not drawn here, as lines of a record with `?` for what a
 * spectator may not know; only where all events are asked for.
 */
opening?: Array<string>, 
/**
 * What happened after the number asked for.
 */
events: Array<Happened>, 
/**
 * What was said, the last lines of it.
 */
chat: Array<ChatLine>, };

/**
 * What has changed for an observer.
 */
export type Update = { 
/**
 * The number of the last event.
 */
seq: number, 
/**
 * The server's clock, to which all times refer.
 */
now: number, 
/**
 * What has happened since the last message.
 */
events?: Array<Happened>, 
/**
 * The position, where it is another.
 */
position?: Position, 
/**
 * The table, where something about it is different.
 */
table?: TableState, 
/**
 * Who the observer is, where that has changed.
 */
you?: You, };

/**
 * Who an observer is at a table.
 */
export type You = { 
/**
 * One's number among the people at this table; none for a passer-by.
 */
person: number | null, 
/**
 * One's seats.
 */
seats: Array<Seat>, 
/**
 * The seat whose knowledge is shown: one's only seat, or the one taken in hand at a shared screen.
 */
in_hand: Seat | null, 
/**
 * The seat to which the shared screen should be handed over now.
 */
hand_over: Seat | null, 
/**
 * May one start the game, remove guests and close the table?
 */
is_host: boolean, 
/**
 * Does the table wait for one's seed? Answer with `reveal`, once `frozen` names one's commitment.
 */
is_seed_wanted: boolean, 
/**
 * Has one a seat but no commitment yet, while one can still commit? Answer with `commit`.
 */
is_commitment_wanted: boolean, 
/**
 * The code of the invitation, for those who sit at the table.
 */
invite: string | null, 
/**
 * The people whom one does not hear.
 */
muted: Array<number>, };

/**
 * How far a table is.
 */
export type Status = "waiting" | "starting" | "playing" | "finished" | "abandoned";

/**
 * What everybody may know of a table.
 */
export type TableState = { 
/**
 * The table's id.
 */
id: string, 
/**
 * The game's id.
 */
game: string, 
/**
 * The edition of the rules data.
 */
edition: number, 
/**
 * The options that differ from their defaults.
 */
options: { [key in string]: number }, 
/**
 * How far it is.
 */
status: Status, 
/**
 * Is it on the list of open tables?
 */
is_public: boolean, 
/**
 * The seats in turn order.
 */
seats: Array<SeatState>, 
/**
 * The number of the person who opened the table.
 */
host: number | null, 
/**
 * The clock.
 */
clock: ClockKind, 
/**
 * How long somebody may be away on their own turn before a computer player may sit in.
 */
grace_ms: number, 
/**
 * The level of a computer player that sits in or takes a seat over.
 */
stand_in: number, 
/**
 * How many look on.
 */
spectators: number, 
/**
 * The server's promise for the dice: the SHA-256 of its secret seed.
 */
commitment: string, 
/**
 * How many events the table began from that were not drawn here; none at most tables.
 */
opening_events: number, 
/**
 * Until when the table waits for commitments or seeds, where it does.
 */
waits_until: number | null, 
/**
 * Something is to be taken back, once people agree.
 */
undo: UndoState | null, 
/**
 * Who thinks.
 */
thinking: Thinking | null, 
/**
 * How it came out.
 */
result: GameResult | null, 
/**
 * The table of the rematch.
 */
rematch: string | null, 
/**
 * The table of which this is the rematch.
 */
rematch_of: string | null, 
/**
 * When the table was opened.
 */
created_at: number, };

/**
 * What everybody may know of a seat.
 */
export type SeatState = { 
/**
 * The seat.
 */
seat: Seat, 
/**
 * Who sits there.
 */
sitter: Sitter, 
/**
 * The level of the computer player that sits in for the owner.
 */
stand_in: number | null, 
/**
 * Why the seat can no longer win.
 */
out: Out | null, 
/**
 * Is the owner connected? Computer players always are.
 */
is_present: boolean, 
/**
 * Since when the owner has been away.
 */
absent_since: number | null, 
/**
 * May others let a computer player sit in?
 */
may_sit_in: boolean, 
/**
 * Has the owner committed to a seed?
 */
has_committed: boolean, 
/**
 * The clock of this seat.
 */
clock: ClockState | null, };

/**
 * Who sits at a seat.
 */
export type Sitter = { "is": "open" } | { "is": "invited" } | { "is": "person", 
/**
 * Their number among the people at this table.
 */
person: number, 
/**
 * The name they gave; none once it was erased.
 */
name: string | null, } | { "is": "computer", 
/**
 * Its level, 1 to 8.
 */
level: number, };

/**
 * Why a seat can no longer win.
 */
export type Out = "resigned" | "out-of-time";

/**
 * How time is counted at a table.
 */
export type ClockKind = { "kind": "none" } | { "kind": "per-move", 
/**
 * Seconds, 5 to 86,400.
 */
seconds: number, } | { "kind": "bank", 
/**
 * Seconds at the beginning, 10 to 86,400.
 */
seconds: number, 
/**
 * Seconds added after each turn, at most 3,600.
 */
increment: number, } | { "kind": "days", 
/**
 * Days, 1 to 30.
 */
days: number, };

/**
 * A seat's clock, at the time `now` of the message.
 */
export type ClockState = { 
/**
 * What is left.
 */
left_ms: number, 
/**
 * Does it run?
 */
is_running: boolean, };

/**
 * Somebody wants to take something back.
 */
export type UndoState = { 
/**
 * The seat that asks.
 */
seat: Seat, 
/**
 * The number of the first event that would be taken back.
 */
from: number, 
/**
 * The people who have not yet agreed.
 */
waits_for: Array<number>, 
/**
 * The people who have agreed, whoever asks included.
 */
agreed: Array<number>, 
/**
 * Would something random be taken back? Then everybody has to agree, and the proof counts it.
 */
is_over_chance: boolean, };

/**
 * A computer player at work.
 */
export type Thinking = { 
/**
 * Its seat.
 */
seat: Seat, 
/**
 * Has it begun, or do others come first?
 */
is_waiting: boolean, };

/**
 * How a game came out.
 */
export type GameResult = { 
/**
 * The seats that won: several when they share the win, none for a draw.
 */
winners: Array<Seat>, 
/**
 * One number per seat where the game scores.
 */
scores: Array<number> | null, 
/**
 * Did the game end because a seat gave up or ran out of time?
 */
out: Out | null, };

/**
 * What an observer may know of the position.
 */
export type Position = { 
/**
 * The view, a JSON object of the game's own.
 */
view: unknown, 
/**
 * Who the game waits for.
 */
turn: TurnState, 
/**
 * The legal actions of the seat in hand, where it is its turn.
 */
choices: Choices | null, };

/**
 * Who a game waits for.
 */
export type TurnState = { "is": "seat", 
/**
 * Which.
 */
seat: Seat, } | { "is": "chance" } | { "is": "over" };

/**
 * Legal actions as a trie of spots: each step is something that a person points at.
 */
export type Choices = { 
/**
 * The action in notation that the path so far says. It can still be the beginning of a longer one.
 */
action?: string, 
/**
 * The spots that can be pointed at next.
 */
next?: { [key in string]: Choices }, };

/**
 * Something that happened at a table, as one observer may know it.
 */
export type Happened = { 
/**
 * Its number in the table's log.
 */
number: number, 
/**
 * When.
 */
at: number, 
/**
 * The head of the table's chain after it: the same for every observer.
 */
head: string, 
/**
 * Was it taken back later?
 */
is_undone?: boolean, } & ({ "what": "opened" } | { "what": "seated", 
/**
 * Where.
 */
seat: Seat, 
/**
 * Who.
 */
sitter: Sitter, 
/**
 * Did the person agree to an opening that was not drawn?
 */
agreed_to_opening?: boolean, } | { "what": "left", 
/**
 * From where.
 */
seat: Seat, } | { "what": "committed", 
/**
 * Their number.
 */
person: number, 
/**
 * The SHA-256 of the seed.
 */
commitment: string, } | { "what": "frozen", 
/**
 * The commitments that count, by person.
 */
players: Array<FrozenPromise>, } | { "what": "started", 
/**
 * The seeds that people have shown.
 */
seeds: Array<ShownSeed>, } | { "what": "played", 
/**
 * The event as the observer was told it.
 */
told: Told, 
/**
 * Did a computer player act?
 */
by_computer: boolean, } | { "what": "undone", 
/**
 * Who had it taken back.
 */
seat: Seat, 
/**
 * The number of the first event that was taken back.
 */
from: number, 
/**
 * The people who agreed, whoever asked included.
 */
agreed: Array<number>, } | { "what": "resigned", 
/**
 * Which.
 */
seat: Seat, } | { "what": "out-of-time", 
/**
 * Which.
 */
seat: Seat, } | { "what": "sat-in", 
/**
 * Where.
 */
seat: Seat, 
/**
 * Its level.
 */
level: number, } | { "what": "took-back", 
/**
 * Which.
 */
seat: Seat, } | { "what": "taken-over", 
/**
 * Which.
 */
seat: Seat, 
/**
 * Its level.
 */
level: number, } | { "what": "resumed", 
/**
 * How long it was away.
 */
lost_ms: number, } | { "what": "finished", 
/**
 * How.
 */
result: GameResult, } | { "what": "abandoned" } | { "what": "rematch", 
/**
 * The id of its table.
 */
table: string, });

/**
 * What can happen at a table.
 */
export type What = { "what": "opened" } | { "what": "seated", 
/**
 * Where.
 */
seat: Seat, 
/**
 * Who.
 */
sitter: Sitter, 
/**
 * Did the person agree to an opening that was not drawn?
 */
agreed_to_opening?: boolean, } | { "what": "left", 
/**
 * From where.
 */
seat: Seat, } | { "what": "committed", 
/**
 * Their number.
 */
person: number, 
/**
 * The SHA-256 of the seed.
 */
commitment: string, } | { "what": "frozen", 
/**
 * The commitments that count, by person.
 */
players: Array<FrozenPromise>, } | { "what": "started", 
/**
 * The seeds that people have shown.
 */
seeds: Array<ShownSeed>, } | { "what": "played", 
/**
 * The event as the observer was told it.
 */
told: Told, 
/**
 * Did a computer player act?
 */
by_computer: boolean, } | { "what": "undone", 
/**
 * Who had it taken back.
 */
seat: Seat, 
/**
 * The number of the first event that was taken back.
 */
from: number, 
/**
 * The people who agreed, whoever asked included.
 */
agreed: Array<number>, } | { "what": "resigned", 
/**
 * Which.
 */
seat: Seat, } | { "what": "out-of-time", 
/**
 * Which.
 */
seat: Seat, } | { "what": "sat-in", 
/**
 * Where.
 */
seat: Seat, 
/**
 * Its level.
 */
level: number, } | { "what": "took-back", 
/**
 * Which.
 */
seat: Seat, } | { "what": "taken-over", 
/**
 * Which.
 */
seat: Seat, 
/**
 * Its level.
 */
level: number, } | { "what": "resumed", 
/**
 * How long it was away.
 */
lost_ms: number, } | { "what": "finished", 
/**
 * How.
 */
result: GameResult, } | { "what": "abandoned" } | { "what": "rematch", 
/**
 * The id of its table.
 */
table: string, };

/**
 * A commitment that counts.
 */
export type FrozenPromise = { 
/**
 * The number of the person.
 */
person: number, 
/**
 * The seats that share their screen.
 */
seats: Array<Seat>, 
/**
 * The SHA-256 of the seed.
 */
commitment: string, };

/**
 * A seed that somebody has shown.
 */
export type ShownSeed = { 
/**
 * The number of the person.
 */
person: number, 
/**
 * The seed, 64 hexadecimal digits.
 */
seed: string, };

/**
 * Something somebody said.
 */
export type ChatLine = { 
/**
 * Its number at this table, counted from 1.
 */
number: number, 
/**
 * When.
 */
at: number, 
/**
 * The number of the person.
 */
person: number, 
/**
 * Their name then; none once it was erased.
 */
name: string | null, 
/**
 * What was said, as plain text.
 */
text: string, };

/**
 * Why something is not allowed by the rules.
 */
export type Objection = { 
/**
 * The code of the rule.
 */
code: string, 
/**
 * The rule in plain English.
 */
why: string, };

/**
 * Why a command or a request was refused. The body of every error of the HTTP interface, and `refused` on a socket.
 */
export type Refusal = { 
/**
 * The command's id, where there was one.
 */
id?: string, 
/**
 * What kind of error: see the list in `docs/protocol.md`.
 */
code: string, 
/**
 * The same in English, for people.
 */
message: string, 
/**
 * The number of the last event, where the client's was stale.
 */
seq?: number, 
/**
 * The rule that forbids the action.
 */
objection?: Objection, 
/**
 * The limit that is reached: see `docs/limits.md`.
 */
limit?: ReachedLimit, };

/**
 * A limit that is reached.
 */
export type ReachedLimit = { 
/**
 * Its name, as in `docs/limits.md`.
 */
name: string, 
/**
 * How much there is.
 */
most: number, 
/**
 * After how many seconds it is worth trying again.
 */
retry_after: number, };

/**
 * A game that can be played here.
 */
export type GameInfo = { 
/**
 * Its id.
 */
id: string, 
/**
 * The name on the box.
 */
name: string, 
/**
 * The newest edition of the rules data.
 */
edition: number, 
/**
 * The fewest seats.
 */
least_seats: number, 
/**
 * The most seats.
 */
most_seats: number, 
/**
 * What can be chosen before the game.
 */
options: Array<OptionInfo>, 
/**
 * Does chance play a part after the set-up?
 */
has_chance: boolean, 
/**
 * Does a seat know something that others do not?
 */
has_secrets: boolean, 
/**
 * The game in one line of English.
 */
about: string, };

/**
 * Something that can be chosen before a game.
 */
export type OptionInfo = { 
/**
 * Its name.
 */
name: string, 
/**
 * The values it can have; the first is the default.
 */
values: Array<number>, 
/**
 * What it decides, in one line of English.
 */
about: string, };

/**
 * What is played here: the answer to `GET /api/games`.
 */
export type Games = { 
/**
 * The games.
 */
games: Array<GameInfo>, 
/**
 * The names of the eight levels, weakest first: English and French.
 */
levels: Array<[string, string]>, };

/**
 * Who is to sit at a seat.
 */
export type SeatWish = { "is": "me" } | { "is": "friend" } | { "is": "open" } | { "is": "computer", 
/**
 * Its level, 1 to 8.
 */
level: number, };

/**
 * Opens a table: `POST /api/tables`.
 */
export type OpenTable = { 
/**
 * The game's id.
 */
game: string, 
/**
 * Who is to sit where, in turn order.
 */
seats: Array<SeatWish>, 
/**
 * Options that differ from their defaults.
 */
options?: { [key in string]: number }, 
/**
 * The clock.
 */
clock?: ClockKind, 
/**
 * One's name.
 */
name?: string, 
/**
 * The names of further people at the same screen, by seat; where there is none, they share one's own.
 */
names?: { [key in number]: string }, 
/**
 * Is it to be on the list of open tables?
 */
is_public?: boolean, 
/**
 * Start as soon as every seat is taken?
 */
start_when_full?: boolean, 
/**
 * How long somebody may be away on their own turn before a computer player may sit in: 15 to 86,400 seconds, 60
 * if nothing is said.
 */
grace_seconds?: number, 
/**
 * The level of a computer player that sits in for somebody or takes a seat over, 1 to 8; 4 if nothing is said.
 */
stand_in?: number, 
/**
 * The SHA-256 of one's seed for the dice, 64 hexadecimal digits.
 */
commitment?: string, 
/**
 * Where the game is to begin, if not at its beginning.
 */
from?: PlayOn, };

/**
 * A position to play on from. Game, seats, options and edition must be the same.
 */
export type PlayOn = { "is": "table", 
/**
 * The table's id.
 */
table: string, 
/**
 * The number of the last event to keep.
 */
number: number, } | { "is": "record", 
/**
 * Its text.
 */
text: string, 
/**
 * How many of its events to keep; all where nothing is said.
 */
events?: number, };

/**
 * A table was opened or joined.
 */
export type Seated = { 
/**
 * The table's id.
 */
table: string, 
/**
 * One's seats.
 */
seats: Array<Seat>, 
/**
 * The code of the invitation.
 */
invite: string | null, 
/**
 * The server's promise for the dice: keep it, and compare it with the proof.
 */
commitment: string, };

/**
 * Sits down at a table: `POST /api/tables/{table}/join` where seats are open to all, `POST /api/invites/{code}` with
 * an invitation.
 */
export type Join = { 
/**
 * One's name.
 */
name: string, 
/**
 * The seat; the first free one where none is named.
 */
seat?: Seat, 
/**
 * The SHA-256 of one's seed for the dice, 64 hexadecimal digits.
 */
commitment?: string, 
/**
 * Does one agree that the table goes on from an opening that was not drawn? Asked only where there is one.
 */
agrees_to_opening?: boolean, };

/**
 * What an invitation leads to: `GET /api/invites/{code}`.
 */
export type Invitation = { 
/**
 * The table.
 */
table: TableState, 
/**
 * The seats that one may take.
 */
free: Array<Seat>, 
/**
 * Does one sit there already?
 */
is_seated: boolean, 
/**
 * The events that the table began from, which were not drawn here, as lines of a record with `?` for what a
 * spectator may not know. Whoever sits down has to agree to them.
 */
opening?: Array<string>, };

/**
 * Names a seat: the body of `POST /api/tables/{table}/remove` and `POST /api/tables/{table}/device-code`.
 */
export type SeatBody = { 
/**
 * The seat.
 */
seat: Seat, };

/**
 * Stands up from one's seat, or from all of them, before the start: `POST /api/tables/{table}/leave`.
 */
export type Leave = { 
/**
 * The seat; all one's seats where none is named.
 */
seat?: Seat, };

/**
 * A single-use code that moves one's seats at a table to another device.
 */
export type DeviceCode = { 
/**
 * The code.
 */
code: string, 
/**
 * When it stops working.
 */
expires_at: number, };

/**
 * Takes over seats with a code from another device: `POST /api/device-code`.
 */
export type ClaimDevice = { 
/**
 * The code.
 */
code: string, };

/**
 * A table on a list.
 */
export type TableLine = { 
/**
 * The table's id.
 */
id: string, 
/**
 * The game's id.
 */
game: string, 
/**
 * How far it is.
 */
status: Status, 
/**
 * The seats in turn order.
 */
seats: Array<Sitter>, 
/**
 * The clock.
 */
clock: ClockKind, 
/**
 * How many events the table began from that were not drawn here; none at most tables.
 */
opening_events: number, 
/**
 * One's own seats.
 */
mine: Array<Seat>, 
/**
 * When the table was opened.
 */
created_at: number, 
/**
 * When it last started, ended or seated somebody.
 */
changed_at: number, };

/**
 * A list of tables: `GET /api/tables` (the public ones) and `GET /api/me` (one's own).
 */
export type TableList = { 
/**
 * The tables, the newest first.
 */
tables: Array<TableLine>, };

/**
 * A token for scripts, to be sent as `Authorization: Bearer …`: `POST /api/tokens`. Browsers have a cookie instead.
 */
export type Token = { 
/**
 * The token. Whoever has it holds the seats.
 */
token: string, };

/**
 * What delete-my-data did: `DELETE /api/me`.
 */
export type Erased = { 
/**
 * At how many tables names, chat and tokens were erased.
 */
tables: number, };

/**
 * A rematch was arranged: `POST /api/tables/{table}/rematch`.
 */
export type Rematch = { 
/**
 * The new table's id.
 */
table: string, };

/**
 * A game to be looked at again, a part of it at a time: `GET /api/tables/{table}/replay`.
 */
export type Replay = { 
/**
 * The table.
 */
table: TableState, 
/**
 * The view before the first of these events.
 */
view: unknown, 
/**
 * The events that count: those that were taken back are left out.
 */
steps: Array<Step>, 
/**
 * How many there are in all.
 */
all: number, 
/**
 * Where the next part begins, as `after`; none where this is the last.
 */
next: number | null, };

/**
 * One event of a replay.
 */
export type Step = { 
/**
 * The event's number in the table's log. The events of a position that was played on from have 0.
 */
number: number, 
/**
 * When.
 */
at: number, 
/**
 * The event as the observer was told it.
 */
told: Told, 
/**
 * What the observer sees after it.
 */
view: unknown, 
/**
 * What each seat sees after it, where everything is shown.
 */
seats?: unknown[], 
/**
 * Who the game waits for after it.
 */
turn: TurnState, };

/**
 * Where a game was won: `GET /api/tables/{table}/analysis`.
 */
export type Analysis = { 
/**
 * Is it complete?
 */
is_done: boolean, 
/**
 * How many of the decisions have been looked at.
 */
looked_at: number, 
/**
 * How many decisions there are.
 */
decisions: number, 
/**
 * What each seat could expect before each decision, in order.
 */
chances: Array<Chances>, 
/**
 * The decisions that cost most, at most three, the worst first.
 */
swings: Array<Swing>, };

/**
 * What each seat could expect, from 0 (a sure loss) to 1 (a sure win).
 */
export type Chances = { 
/**
 * The place of the decision among the replay's steps.
 */
step: number, 
/**
 * One number per seat.
 */
values: Array<number>, };

/**
 * A decision that cost a lot.
 */
export type Swing = { 
/**
 * The place of the decision among the replay's steps.
 */
step: number, 
/**
 * Who decided.
 */
seat: Seat, 
/**
 * What was played.
 */
played: string, 
/**
 * What would have been better.
 */
better: string, 
/**
 * How much it cost.
 */
lost: number, };
