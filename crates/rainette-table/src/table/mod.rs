//! A table as a state machine without I/O: input and time go in; what is to be stored, sent, timed and thought about
//! comes out.
//!
//! Events count only once they are stored: the machine plans them, hands them out as a [`Batch`], and carries them out
//! when it hears that they are [stored](Machine::stored). Until then everything else waits in line. Whoever runs the
//! machine stores first and sends later; if storing fails, the machine is thrown away and loaded from the log
//! again.

mod change;
mod clock;
mod commands;
#[cfg(test)]
mod fixture;
mod history;
mod machine;
mod nodes;
mod open;
mod plan;
mod presence;
mod record;
mod room;
mod show;
mod stall;
mod start;
mod text;
mod think;
mod watched;
mod weekends;

use rainette_core::{Seat, StoryText};
use serde::{Deserialize, Serialize};

use crate::Error;
use crate::journal::TokenHash;
use crate::protocol::{Join, Millis, Number, ToClient, ToServer, Welcome};

pub use change::{Batch, Beside, Change, Head, Stored, Tail};
pub use commands::{
    Act, AnswerSwap, AnswerUndo, Arrange, Chat, Colour, Commit, Empty, Fill, Hello, Mute, Ready, Rename,
    Resign, Reveal, SitIn, Swap, TakeBack, TakeHand, Undo, WhyNot,
};
pub use history::{Evidence, Eyes, History, LoadError, trie};
pub use machine::Machine;
pub use nodes::PeerMessage;
pub use open::{Fresh, open, open_rematch};
pub use record::replay_record;

/// A socket, as the machine knows it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Socket(pub u64);

/// A request that waits for its answer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Ticket(pub u64);

/// What goes into the machine.
#[derive(Clone, PartialEq, Debug)]
pub enum Input {
    /// A socket was opened by somebody with this token, or without one.
    Attach(Socket, Option<TokenHash>),
    /// A socket is gone.
    Detach(Socket),
    /// A socket says something.
    Say(Socket, ToServer),
    /// Somebody wants something done, and waits for the answer.
    Request(Ticket, Option<TokenHash>, Request),
    /// A computer player has begun to think about the position after this event.
    Thinking(Number),
    /// A computer player has chosen an action after this event; none if it could not.
    Thought(Number, Option<String>),
    /// Another node tells something.
    Heard(u64, PeerMessage),
    /// Time has passed.
    Tick,
    /// The server goes down.
    GoDown,
}

/// What can be asked for apart from what is said over sockets.
#[derive(Clone, PartialEq, Debug)]
pub enum Request {
    /// A message that could also come over a socket.
    Say(ToServer),
    /// Everything that one may know, with the events after this number, as the named seat of one's own.
    Look {
        /// The last number one has.
        after: Number,
        /// The seat whose knowledge is asked for.
        seat: Option<Seat>,
    },
    /// Sit down. With the code of the invitation, if one has it.
    Join {
        /// Who and where.
        join: Join,
        /// Does one come with the invitation?
        is_invited: bool,
    },
    /// Stand up.
    Leave(Option<Seat>),
    /// Ask a guest to leave.
    Remove(Seat),
    /// Start: settle seats and commitments, then ask for seeds.
    Start,
    /// Close the table.
    Abandon,
    /// May there be a rematch, and is there one already?
    MayRematch,
    /// There is a rematch.
    NoteRematch(String),
    /// Hand all one's seats to the holder of another token.
    MoveTo(TokenHash),
    /// Erase one's name, token and chat.
    Forget,
    /// Close a table that waits, if nobody is there; if somebody is, note that.
    CloseUnvisited {
        /// Is it time to close it?
        is_due: bool,
    },
    /// Close a game at which nothing has happened since then and nobody is.
    CloseQuiet(Millis),
}

/// What is answered.
#[derive(Clone, PartialEq, Debug)]
pub enum Response {
    /// A command was carried out: the number of its event.
    Acked(Number),
    /// It is done.
    Done,
    /// What was asked to be seen.
    Seen(Box<Welcome>),
    /// A message was answered.
    Said(Box<ToClient>),
    /// One sits at these seats.
    Seated(Vec<Seat>),
    /// There is a rematch at this table already.
    Rematch(Option<String>),
}

/// What comes out of the machine, in this order.
#[derive(Clone, PartialEq, Debug)]
pub enum Output {
    /// Store this, then say so with [`Machine::stored`]. Everything else waits.
    Store(Batch),
    /// Send this to a socket.
    Send(Socket, ToClient),
    /// Answer a request.
    Reply(Ticket, Result<Response, Error>),
    /// Let a computer player think, instead of whatever one thought about before.
    Think(Job),
    /// Nobody needs to think any more.
    StopThinking,
    /// Tell the other nodes that serve this table.
    Tell(PeerMessage),
}

/// Something for a computer player to think about: here, on a thread of the server, or at a worker.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Job {
    /// The number of the last event that changed what is to be decided.
    pub number: Number,
    /// The level that plays.
    pub level: u8,
    /// What its seat was told.
    pub story: StoryText,
    /// Where its random numbers start.
    pub seed: u64,
}

/// What is new at a table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PeerNotice {
    /// Events were stored: the number of the last one.
    Stored(Number),
    /// People or chat were stored.
    Touched,
    /// Something that is not stored.
    Message(PeerMessage),
}

/// How long somebody who is gone still counts as present, so that a page can be loaded again unnoticed.
const LINGER: Millis = 3_000;

/// How long the table waits for commitments before it settles them, and then for seeds before it starts without them.
/// Pages answer by themselves, but a phone may have to wake up first; and a seed that is missing costs everybody the
/// proof.
const SEED_WAIT: Millis = 10_000;

/// How often one person may commit, a new device and a second thought included.
const MOST_COMMITMENTS: u32 = 8;

/// How often it is noted that people come to a table that waits.
const VISIT_NOTED: Millis = 60_000;

/// How many lines of chat are kept.
pub const CHAT_KEPT: usize = 200;

/// How many rows a log may have before nothing more can be done at its table but to end it. The longest game has 2,000
/// events, so that all of it can be taken back twice.
pub const MOST_ROWS: usize = 10_000;

/// How many rows a log may have before nothing more can be arranged at its table: so often nobody changes their mind, and
/// whoever does it for fun leaves room for the game.
pub const MOST_LOBBY_ROWS: usize = 1_000;

/// How many of them are left for the host and for whoever comes: guests change nothing any more before that.
pub const KEPT_LOBBY_ROWS: usize = 300;

/// How often one guest may change something before the start: nobody takes the rows of a lobby from all the others.
pub const MOST_GUEST_CHANGES: usize = 100;

/// How often one person may sit down at a table: nobody fills a log by coming and going.
pub const MOST_SITTINGS: usize = 20;

/// How many events a record may have that a table is opened from: twice the longest game.
pub const MOST_RECORD_EVENTS: usize = 4_000;

/// How many events one message tells: every game that there is, as long as not much of it was taken back.
pub const EVENTS_TOLD: usize = 2_500;

/// How many steps of a replay are told at a time.
pub const STEPS_TOLD: usize = 500;
