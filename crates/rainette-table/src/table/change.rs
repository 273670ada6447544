//! What is stored of a table, and the one way in which it changes: by [`Change`]s, each folded in by [`Beside::apply`]
//! or, if it is a row of the log, by [`History::apply`](super::History::apply).
//!
//! A machine hands changes out as a [`Batch`], a store writes them, nodes that catch up and a move to another store hand
//! the same ones on. Something new that is to be stored is one more kind of change.

use std::collections::{BTreeMap, BTreeSet};

use super::CHAT_KEPT;
use crate::journal::{Aside, Person, Row, UndoWish};
use crate::protocol::{ChatLine, Millis, Number, TableLine};

/// One change of what is stored of a table.
#[derive(Clone, PartialEq, Debug)]
pub enum Change {
    /// The table is new: it comes before everything else, once.
    Opened {
        /// Is the table on the list of open tables?
        is_public: bool,
        /// The code of its invitation.
        invite: String,
    },
    /// Something happened.
    Row(Row),
    /// A person is new or has changed.
    Person(Person),
    /// A person said something.
    Said(ChatLine),
    /// What a person said, and the list of those whom they do not hear, is erased.
    Silenced(u32),
    /// A person does not hear another one from now on, or hears them again.
    Muted {
        /// The number of the person.
        person: u32,
        /// The number of the other one.
        other: u32,
        /// From now on?
        is_muted: bool,
    },
    /// What a player wants to take back; none if nobody wants anything any more.
    Wish(Option<UndoWish>),
    /// Something waits beside the log, as text of its own; none if it does not wait any more.
    Aside {
        /// What it is, and whose.
        aside: Aside,
        /// What is said of it.
        payload: Option<String>,
    },
    /// Somebody came to the table while it waits.
    Visited(Millis),
    /// The table comes onto the list of open tables, or goes from it.
    Listing {
        /// Is it there from now on?
        is_public: bool,
    },
    /// The table as lists show it.
    Listed(Box<TableLine>),
}

impl Change {
    /// Does it change what stands beside the log and is told to people at the table?
    pub fn is_beside(&self) -> bool {
        match self {
            Self::Person(_)
            | Self::Said(_)
            | Self::Silenced(_)
            | Self::Muted { .. }
            | Self::Wish(_)
            | Self::Aside { .. } => true,
            Self::Opened { .. }
            | Self::Row(_)
            | Self::Visited(_)
            | Self::Listing { .. }
            | Self::Listed(_) => false,
        }
    }
}

/// Changes that are stored as one: all of them or none.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Batch {
    /// The table's id.
    pub table: String,
    /// What changes, in this order. Rows are numbered without a gap.
    pub changes: Vec<Change>,
}

impl Batch {
    /// Changes of a table.
    pub fn new(table: impl Into<String>, changes: impl IntoIterator<Item = Change>) -> Self {
        Self { table: table.into(), changes: changes.into_iter().collect() }
    }

    /// The rows of the log.
    pub fn rows(&self) -> impl Iterator<Item = &Row> {
        self.changes.iter().filter_map(|change| match change {
            Change::Row(row) => Some(row),
            _ => None,
        })
    }
}

/// What stands beside the log of a table: what may be erased, and what does not outlast a game.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Beside {
    /// The people, by number.
    pub people: BTreeMap<u32, Person>,
    /// What was said last.
    pub chat: Vec<ChatLine>,
    /// Who does not hear whom.
    pub muted: BTreeSet<(u32, u32)>,
    /// What a player wants to take back.
    pub wish: Option<UndoWish>,
    /// What else waits.
    pub asides: BTreeMap<Aside, String>,
}

impl Beside {
    /// Folds in a change; those of the log and of lists change nothing here.
    pub fn apply(&mut self, change: Change) {
        match change {
            Change::Person(person) => drop(self.people.insert(person.number, person)),
            Change::Said(line) => {
                let place = self.chat.partition_point(|known| known.number < line.number);
                self.chat.insert(place, line);
                self.chat.drain(..self.chat.len().saturating_sub(CHAT_KEPT));
            }
            Change::Silenced(silenced) => {
                self.chat.retain(|line| line.person != silenced);
                self.muted.retain(|(person, _)| *person != silenced);
            }
            Change::Muted { person, other, is_muted: true } => drop(self.muted.insert((person, other))),
            Change::Muted { person, other, is_muted: false } => drop(self.muted.remove(&(person, other))),
            Change::Wish(wish) => self.wish = wish,
            Change::Aside { aside, payload: Some(payload) } => drop(self.asides.insert(aside, payload)),
            Change::Aside { aside, payload: None } => drop(self.asides.remove(&aside)),
            Change::Opened { .. }
            | Change::Row(_)
            | Change::Visited(_)
            | Change::Listing { .. }
            | Change::Listed(_) => {}
        }
    }

    /// The changes that lead from one state to this one.
    pub fn since(&self, before: &Self) -> Vec<Change> {
        let is_new = |person: &&Person| before.people.get(&person.number) != Some(*person);
        let people = self.people.values().filter(is_new).cloned().map(Change::Person);
        let is_gone = |line: &&ChatLine| !self.chat.iter().any(|kept| kept.number == line.number);
        let silenced: BTreeSet<u32> = before.chat.iter().filter(is_gone).map(|line| line.person).collect();
        let is_unsaid = |line: &&ChatLine| {
            silenced.contains(&line.person) || !before.chat.iter().any(|known| known.number == line.number)
        };
        let said: Vec<Change> = self.chat.iter().filter(is_unsaid).cloned().map(Change::Said).collect();
        let heard = before.muted.difference(&self.muted);
        let heard = heard.map(|&(person, other)| Change::Muted { person, other, is_muted: false });
        // With what a person said goes the list of those whom they do not hear.
        let is_muted_anew = |pair: &&(u32, u32)| silenced.contains(&pair.0) || !before.muted.contains(*pair);
        let muted = self.muted.iter().filter(is_muted_anew);
        let muted = muted.map(|&(person, other)| Change::Muted { person, other, is_muted: true });
        let wish = (self.wish != before.wish).then(|| Change::Wish(self.wish.clone()));
        let mut changes: Vec<Change> = people.collect();
        changes.extend(silenced.iter().copied().map(Change::Silenced));
        changes.extend(said);
        changes.extend(heard.chain(muted));
        changes.extend(wish);
        let gone = before.asides.keys().filter(|aside| !self.asides.contains_key(aside));
        changes.extend(gone.map(|&aside| Change::Aside { aside, payload: None }));
        let is_new = |(aside, payload): &(&Aside, &String)| before.asides.get(aside) != Some(*payload);
        let new = self.asides.iter().filter(is_new);
        changes.extend(new.map(|(&aside, payload)| Change::Aside { aside, payload: Some(payload.clone()) }));
        changes
    }
}

/// What is stored of a table.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Stored {
    /// The table's id.
    pub id: String,
    /// The code of its invitation.
    pub invite: String,
    /// The whole log.
    pub rows: Vec<Row>,
    /// What stands beside it.
    pub beside: Beside,
}

impl Stored {
    /// Adds a batch, as a store does.
    pub fn add(&mut self, batch: &Batch) {
        self.id.clone_from(&batch.table);
        for change in &batch.changes {
            match change.clone() {
                Change::Opened { invite, .. } => self.invite = invite,
                Change::Row(row) => self.rows.push(row),
                change => self.beside.apply(change),
            }
        }
    }
}

/// How far a table is, in the log and beside it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Head {
    /// The number of the last event.
    pub number: Number,
    /// How often something beside the log has changed.
    pub revision: u64,
}

/// What was stored of a table after some event.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Tail {
    /// How far the table is.
    pub head: Head,
    /// The rows of the log after that event.
    pub rows: Vec<Row>,
    /// All that stands beside the log.
    pub beside: Beside,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::TokenHash;

    fn line(number: u32, person: u32) -> ChatLine {
        ChatLine { number, at: number.into(), person, name: None, text: format!("line {number}") }
    }

    /// A few changes, whatever these numbers say.
    fn changes(numbers: &mut impl Iterator<Item = u32>, said: &mut u32) -> Vec<Change> {
        let mut next = |most: u32| numbers.next().unwrap_or(0) % most;
        let mut list = Vec::new();
        for _ in 0..next(12) {
            let (person, other) = (next(4) + 1, next(4) + 1);
            list.push(match next(8) {
                0 => {
                    let name = (next(2) == 0).then(|| format!("name {}", next(3)));
                    Change::Person(Person { number: person, name, holder: Some(TokenHash([1; 32])) })
                }
                1 | 2 => {
                    *said += 1;
                    Change::Said(line(*said, person))
                }
                3 => Change::Silenced(person),
                4 => Change::Muted { person, other, is_muted: next(2) == 0 },
                5 | 6 => {
                    let payload = (next(3) > 0).then(|| format!("text {}", next(3)));
                    Change::Aside { aside: Aside::Swap(person), payload }
                }
                _ => Change::Wish((next(2) == 0).then(|| UndoWish {
                    seat: rainette_core::Seat::new(0),
                    from: next(9).into(),
                    command: "u".to_owned(),
                    number: 9,
                    waits_for: vec![person],
                    agreed: vec![other],
                })),
            });
        }
        list
    }

    #[test]
    fn the_difference_of_two_states_leads_from_one_to_the_other() {
        let mut state = 1_u32;
        let mut numbers = std::iter::repeat_with(move || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            state >> 16
        });
        for _ in 0..2_000 {
            let mut said = 0;
            let mut before = Beside::default();
            for change in changes(&mut numbers, &mut said) {
                before.apply(change);
            }
            let mut after = before.clone();
            for change in changes(&mut numbers, &mut said) {
                after.apply(change);
            }
            let difference = after.since(&before);
            let mut again = before.clone();
            for change in difference.clone() {
                again.apply(change);
            }
            assert_eq!(again, after, "{before:?} {difference:?}");
        }
    }

    #[test]
    fn only_the_last_lines_of_chat_are_kept() {
        let mut beside = Beside::default();
        for number in 1..=CHAT_KEPT as u32 + 5 {
            beside.apply(Change::Said(line(number, 1)));
        }
        assert_eq!(beside.chat.len(), CHAT_KEPT);
        assert_eq!(beside.chat.first().map(|line| line.number), Some(6));
    }
}
