//! Several nodes at one store, as the hub runs them: each takes in one thing at a time, and reads on where others have
//! written.

use std::collections::VecDeque;

use rainette_table::protocol::{Act, Hello, ToServer, Undo};
use rainette_table::table::PeerNotice;
use rainette_table::table::{Batch, Change, Input, Machine, Stored};
use rainette_table::table::{Head, Tail};

/// A node that serves the table, while it lives.
#[derive(Default)]
pub(super) struct Node {
    pub(super) machine: Option<Machine>,
    /// How often it was started, so that what belongs to an earlier life is forgotten.
    pub(super) life: u32,
    /// When it wants to be told that time has passed.
    pub(super) alarm: Option<i64>,
    /// Does it wait for the store? Then everything else waits in line.
    pub(super) is_storing: bool,
    pub(super) inbox: VecDeque<Mail>,
    /// How often people and chat had changed when it last read them.
    pub(super) revision: Option<u64>,
    /// Since when it could store nothing.
    pub(super) stalled_at: Option<i64>,
}

/// What a node is told.
pub(super) enum Mail {
    Input(Input),
    /// What another node tells.
    News(u64, PeerNotice),
    /// The log is worth a look.
    Look,
}

impl Mail {
    /// Does it take a look at the log first, because somebody may have heard more from another node?
    pub(super) fn is_ahead_of(&self, machine: &Machine) -> bool {
        match self {
            Self::Input(Input::Say(_, ToServer::Hello(Hello { after, .. }))) => *after > machine.seq(),
            Self::Input(Input::Say(_, ToServer::Act(Act { seq, .. }) | ToServer::Undo(Undo { seq, .. }))) => {
                *seq > machine.seq()
            }
            Self::Input(Input::Attach(..) | Input::Request(..)) | Self::Look => true,
            Self::Input(_) | Self::News(..) => false,
        }
    }
}

impl Node {
    /// Nothing of this life is left.
    pub(super) fn die(&mut self) -> bool {
        let lived = self.machine.take().is_some();
        *self = Self { life: self.life + 1, ..Self::default() };
        lived
    }
}

/// A store that several nodes share: what was answered is safe, and no number is given twice.
#[derive(Default)]
pub(super) struct Shared {
    pub(super) stored: Stored,
    revision: u64,
}

impl Shared {
    pub(super) fn head(&self) -> Head {
        Head { number: self.stored.rows.len() as u64, revision: self.revision }
    }

    /// What was stored after this event.
    pub(super) fn tail(&self, after: u64) -> Tail {
        let Stored { rows, beside, .. } = &self.stored;
        Tail {
            head: self.head(),
            rows: rows.get(after as usize..).unwrap_or_default().to_vec(),
            beside: beside.clone(),
        }
    }

    /// Has somebody else used a number or a command of this batch already?
    pub(super) fn conflicts(&self, batch: &Batch) -> bool {
        let Stored { rows, beside, .. } = &self.stored;
        let is_used = |number: u64| number <= rows.len() as u64;
        let is_known = |command: &_| rows.iter().any(|row| row.command.as_ref() == Some(command));
        batch.changes.iter().any(|change| match change {
            Change::Row(row) => is_used(row.number) || row.command.as_ref().is_some_and(is_known),
            Change::Said(line) => beside.chat.iter().any(|known| known.number == line.number),
            _ => false,
        })
    }

    /// Appends a batch, all of it or, where somebody else was first, nothing.
    pub(super) fn append(&mut self, batch: &Batch) -> bool {
        if self.conflicts(batch) {
            return false;
        }
        self.stored.add(batch);
        self.revision += u64::from(batch.changes.iter().any(Change::is_beside));
        true
    }
}
