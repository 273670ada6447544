//! How much there is of each budget: the defaults, and what an operator has set instead.

use thiserror::Error;

use super::{Budget, Per};

/// A limit: how much one account of a budget holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limit {
    /// The budget.
    pub budget: Budget,
    /// Whose account it limits.
    pub per: Per,
    /// How much there is unless somebody sets something else; 0 for no limit.
    pub default: u64,
    /// The setting of its own that it has, if it is not one of `limits`.
    pub setting: Option<&'static str>,
}

impl Limit {
    /// What it is called.
    pub fn name(&self) -> String {
        format!("{}-{}", self.budget.name(), self.per.name())
    }
}

const fn limit(budget: Budget, per: Per, default: u64) -> Limit {
    Limit { budget, per, default, setting: None }
}

const fn set_by(budget: Budget, per: Per, default: u64, setting: &'static str) -> Limit {
    Limit { budget, per, default, setting: Some(setting) }
}

/// All limits. `docs/limits.md` lists them in this order.
pub const LIMITS: &[Limit] = &[
    set_by(Budget::Requests, Per::Address, 200, "requests-per-second"),
    set_by(Budget::Messages, Per::Socket, 100, "messages-per-second"),
    set_by(Budget::Connections, Per::Address, 400, "max-sockets-per-address"),
    set_by(Budget::Connections, Per::Server, 19_000, "max-sockets"),
    set_by(Budget::Sockets, Per::Address, 200, "max-sockets-per-address"),
    set_by(Budget::Sockets, Per::Server, 18_000, "max-sockets"),
    limit(Budget::InFlight, Per::Address, 16_000_000),
    limit(Budget::InFlight, Per::Server, 256_000_000),
    limit(Budget::Sent, Per::Person, 10_000_000),
    limit(Budget::Sent, Per::Address, 20_000_000),
    limit(Budget::Stored, Per::Person, 8_000_000),
    limit(Budget::Stored, Per::Address, 32_000_000),
    limit(Budget::Opened, Per::Person, 20),
    limit(Budget::Opened, Per::Address, 60),
    limit(Budget::Joined, Per::Person, 30),
    limit(Budget::Joined, Per::Address, 200),
    limit(Budget::Tables, Per::Person, 500),
    limit(Budget::Tables, Per::Address, 2_000),
    limit(Budget::Waiting, Per::Person, 20),
    limit(Budget::Waiting, Per::Address, 100),
    limit(Budget::Public, Per::Person, 4),
    limit(Budget::Public, Per::Address, 12),
    limit(Budget::Computers, Per::Person, 10),
    limit(Budget::Computers, Per::Address, 40),
    limit(Budget::Memory, Per::Person, 32_000_000),
    limit(Budget::Memory, Per::Address, 64_000_000),
    limit(Budget::Analyses, Per::Person, 2),
    limit(Budget::Analyses, Per::Address, 4),
    limit(Budget::Analyses, Per::Server, 64),
    limit(Budget::Records, Per::Person, 60),
    limit(Budget::Records, Per::Address, 240),
    limit(Budget::Commits, Per::Person, 30),
    limit(Budget::Commits, Per::Address, 120),
    limit(Budget::Changes, Per::Person, 120),
    limit(Budget::Changes, Per::Address, 480),
    limit(Budget::Chat, Per::Person, 60),
    limit(Budget::Chat, Per::Address, 240),
    limit(Budget::Reports, Per::Person, 10),
    limit(Budget::Reports, Per::Address, 40),
];

/// A setting that is no limit.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum WrongLimit {
    /// It is not written as it should be.
    #[error("`{0}` is no limit: write it as in `stored-per-person=8000000`, with 0 for no limit")]
    Text(String),
    /// No limit has this name.
    #[error("there is no limit `{0}`; there are {1}, and `all`, which takes 0 alone")]
    Name(String, String),
    /// The limit has a setting of its own.
    #[error("`{0}` follows from the setting `{1}`")]
    Setting(String, &'static str),
}

/// How much there is of everything.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Limits([u64; LIMITS.len()]);

impl Default for Limits {
    fn default() -> Self {
        Self(std::array::from_fn(|index| LIMITS[index].default))
    }
}

impl Limits {
    /// No limits at all.
    pub fn none() -> Self {
        Self([0; LIMITS.len()])
    }

    fn place(budget: Budget, per: Per) -> Option<usize> {
        LIMITS.iter().position(|limit| limit.budget == budget && limit.per == per)
    }

    /// How much one account holds; none if there is no limit.
    pub fn most(&self, budget: Budget, per: Per) -> Option<u64> {
        Self::place(budget, per).map(|place| self.0[place]).filter(|most| *most > 0)
    }

    /// The same with this much; 0 for no limit.
    #[must_use]
    pub fn with(mut self, budget: Budget, per: Per, most: u64) -> Self {
        if let Some(place) = Self::place(budget, per) {
            self.0[place] = most;
        }
        self
    }

    /// The same with what somebody has set, as in `stored-per-person=8000000`.
    pub fn set(mut self, text: &str) -> Result<Self, WrongLimit> {
        let wrong = || WrongLimit::Text(text.to_owned());
        let (name, amount) = text.split_once('=').ok_or_else(wrong)?;
        let (name, amount) = (name.trim(), amount.trim().replace('_', ""));
        let most: u64 = amount.parse().map_err(|_| wrong())?;
        if name == "all" {
            return if most == 0 { Ok(Self::none()) } else { Err(wrong()) };
        }
        let Some(place) = LIMITS.iter().position(|limit| limit.name() == name) else {
            let free = LIMITS.iter().filter(|limit| limit.setting.is_none());
            let names: Vec<String> = free.map(|limit| format!("`{}`", limit.name())).collect();
            return Err(WrongLimit::Name(name.to_owned(), names.join(", ")));
        };
        if let Some(setting) = LIMITS[place].setting {
            return Err(WrongLimit::Setting(name.to_owned(), setting));
        }
        self.0[place] = most;
        Ok(self)
    }
}
