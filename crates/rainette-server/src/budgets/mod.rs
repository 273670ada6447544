//! What anybody may use of this server: one budget for each thing that costs, held per person and per address.
//!
//! A budget is a *rate*, a bucket that fills with time, or a *standing* amount, which counts until it is given back.
//! Whoever wants something is a [`Payer`]: the holder of a token, an address, or both; each of them has accounts of its
//! own, and all that have a limit must allow it. Whatever the server does by itself is paid by nobody and never refused.
//! `docs/limits.md` is this module in words.

mod flight;
mod lanes;
mod ledger;
mod limits;

use std::fmt;
use std::net::IpAddr;
use std::time::Duration;

use crate::journal::TokenHash;

pub(crate) use flight::InFlight;
pub use lanes::{Lanes, Order, Turn};
pub(crate) use ledger::messages_in;
pub use ledger::{Budgets, Held, MessageRate, Purse};
pub use limits::{LIMITS, Limit, Limits, WrongLimit};

/// Something that costs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Budget {
    /// Requests.
    Requests,
    /// Messages over a socket.
    Messages,
    /// Open connections.
    Connections,
    /// Open sockets, and requests that wait for something to happen.
    Sockets,
    /// Bytes that are answered and not read yet.
    InFlight,
    /// Bytes of answers: welcomes, replays, whatever is asked for.
    Sent,
    /// Bytes stored.
    Stored,
    /// Tables opened.
    Opened,
    /// Seats taken at tables of others.
    Joined,
    /// Tables at which no game is over yet.
    Tables,
    /// Tables of them that wait for people.
    Waiting,
    /// Tables of them on the public list.
    Public,
    /// Tables with computer players that are in memory.
    Computers,
    /// Bytes of tables in memory.
    Memory,
    /// Analyses under way.
    Analyses,
    /// Records that are looked at, each part of one by itself.
    Records,
    /// Commitments to seeds.
    Commits,
    /// Changes of lobbies, and of whom one does not hear.
    Changes,
    /// Lines of chat.
    Chat,
    /// Reports to whoever runs the server.
    Reports,
}

/// How a budget is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Measure {
    /// So much at once, and as much again over this time.
    Rate(Duration),
    /// So much at a time. The duration is when it is worth trying again.
    Standing(Duration),
}

/// Whose account.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Per {
    /// The holder of a token.
    Person,
    /// An address; of IPv6, all that share the first 64 bits.
    Address,
    /// A socket.
    Socket,
    /// The server as a whole.
    Server,
}

impl Budget {
    /// All of them.
    pub const ALL: [Self; 20] = [
        Self::Requests,
        Self::Messages,
        Self::Connections,
        Self::Sockets,
        Self::InFlight,
        Self::Sent,
        Self::Stored,
        Self::Opened,
        Self::Joined,
        Self::Tables,
        Self::Waiting,
        Self::Public,
        Self::Computers,
        Self::Memory,
        Self::Analyses,
        Self::Records,
        Self::Commits,
        Self::Changes,
        Self::Chat,
        Self::Reports,
    ];

    /// What it is called, in settings, refusals and figures.
    pub fn name(self) -> &'static str {
        match self {
            Self::Requests => "requests",
            Self::Messages => "messages",
            Self::Connections => "connections",
            Self::Sockets => "sockets",
            Self::InFlight => "in-flight",
            Self::Sent => "sent",
            Self::Stored => "stored",
            Self::Opened => "opened",
            Self::Joined => "joined",
            Self::Tables => "tables",
            Self::Waiting => "waiting",
            Self::Public => "public",
            Self::Computers => "computers",
            Self::Memory => "memory",
            Self::Analyses => "analyses",
            Self::Records => "records",
            Self::Commits => "commits",
            Self::Changes => "changes",
            Self::Chat => "chat",
            Self::Reports => "reports",
        }
    }

    /// How it is counted.
    pub fn measure(self) -> Measure {
        let seconds = Duration::from_secs;
        match self {
            Self::Requests | Self::Messages => Measure::Rate(seconds(5)),
            Self::Sent => Measure::Rate(seconds(10)),
            Self::Opened | Self::Records | Self::Commits | Self::Changes | Self::Chat => {
                Measure::Rate(seconds(60))
            }
            Self::Joined | Self::Reports => Measure::Rate(seconds(3_600)),
            Self::Stored => Measure::Rate(seconds(86_400)),
            Self::Connections | Self::Sockets | Self::InFlight => Measure::Standing(seconds(1)),
            Self::Analyses => Measure::Standing(seconds(5)),
            Self::Computers | Self::Memory => Measure::Standing(seconds(30)),
            Self::Tables | Self::Waiting | Self::Public => Measure::Standing(seconds(60)),
        }
    }

    /// What there is so much of.
    fn things(self) -> &'static str {
        match self {
            Self::Requests => "requests",
            Self::Messages => "messages",
            Self::Connections => "open connections",
            Self::Sockets => "open sockets",
            Self::InFlight => "bytes that were not read yet",
            Self::Sent => "bytes of answers",
            Self::Stored => "bytes stored",
            Self::Opened => "tables opened",
            Self::Joined => "seats taken",
            Self::Tables => "tables whose game is not over",
            Self::Waiting => "tables that wait for people",
            Self::Public => "tables on the list",
            Self::Computers => "tables with computer players at a time",
            Self::Memory => "bytes of tables in use",
            Self::Analyses => "analyses at a time",
            Self::Records => "records looked at",
            Self::Commits => "commitments",
            Self::Changes => "changes of lobbies",
            Self::Chat => "lines of chat",
            Self::Reports => "reports",
        }
    }
}

impl Per {
    /// What it is called in settings and refusals, after the name of the budget.
    pub fn name(self) -> &'static str {
        match self {
            Self::Person => "per-person",
            Self::Address => "per-address",
            Self::Socket => "per-socket",
            Self::Server => "in-all",
        }
    }

    fn whose(self) -> &'static str {
        match self {
            Self::Person => "one person",
            Self::Address => "one address",
            Self::Socket => "one socket",
            Self::Server => "everybody together",
        }
    }
}

/// Who pays for something.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Payer {
    /// The holder of a token, if there is one.
    pub person: Option<TokenHash>,
    /// Where they are; none if nobody knows.
    pub address: Option<IpAddr>,
}

impl Payer {
    /// Somebody at this address, with a token or without.
    pub fn new(person: Option<TokenHash>, address: IpAddr) -> Self {
        Self { person, address: Some(network(address)) }
    }

    /// People who cannot be told apart, such as those behind a proxy: they have the limits of everybody together.
    pub fn others() -> Self {
        Self { person: Some(TokenHash([0; 32])), address: None }
    }

    /// Whatever the server does by itself is paid by nobody.
    pub fn is_nobody(&self) -> bool {
        *self == Self::default()
    }
}

/// The part of an address that one customer has: whoever has one address of IPv6 has 2^64 of them. An address of IPv4
/// is the same however it is written.
pub fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) => {
            let [a, b, c, d, ..] = v6.segments();
            IpAddr::V6([a, b, c, d, 0, 0, 0, 0].into())
        }
        v4 @ IpAddr::V4(_) => v4,
    }
}

/// A budget that is used up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Exhausted {
    /// The budget that is used up.
    pub budget: Budget,
    /// Whose account it is: a person, an address, a socket or the server.
    pub per: Per,
    /// How much there is.
    pub most: u64,
    /// When to try again, at the earliest.
    pub retry_after: Duration,
}

impl Exhausted {
    /// The name of the limit, as it is set.
    pub fn name(&self) -> String {
        format!("{}-{}", self.budget.name(), self.per.name())
    }

    /// When to try again, in whole seconds.
    pub fn retry_after_seconds(&self) -> u64 {
        self.retry_after.as_secs() + u64::from(self.retry_after.subsec_nanos() > 0)
    }
}

impl fmt::Display for Exhausted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (most, things, whose) = (grouped(self.most), self.budget.things(), self.per.whose());
        write!(f, "the limit is {most} {things} for {whose}")?;
        if let Measure::Rate(over) = self.budget.measure() {
            match over.as_secs() {
                86_400 => f.write_str(" a day")?,
                3_600 => f.write_str(" an hour")?,
                60 => f.write_str(" a minute")?,
                seconds => write!(f, " in {seconds} seconds")?,
            }
        }
        match self.retry_after_seconds() {
            0 | 1 => f.write_str("; try again in a second"),
            seconds @ 2..=7_200 => write!(f, "; try again in {seconds} seconds"),
            seconds => write!(f, "; try again in {} hours", seconds.div_ceil(3_600)),
        }
    }
}

/// A number with commas between thousands.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests;
