//! Who pays for what happens at tables.

use std::sync::atomic::Ordering;

use super::{Hub, Message, Running, lock};
use crate::budgets::{Budget, Held, Payer};
use crate::error::Error;
use crate::journal::{By, Event};
use crate::protocol::{OpenTable, SeatWish, Status, ToServer};
use crate::table::{Batch, Change, Input, Machine, Request, Socket};

/// Who pays for a table.
#[derive(Default)]
pub(super) struct Account {
    /// Who pays for what the table does by itself: whoever acted last.
    pub(super) payer: Payer,
    /// Who pays for what is being done.
    pub(super) asker: Option<Payer>,
    /// What the table takes in memory, and what it is that has computer players.
    held: [Option<Held>; 2],
    /// The socket that is told everything anew, which it pays for.
    pub(super) greeted: Option<Socket>,
}

/// What a table is charged to whoever opened it.
pub(super) struct Owned {
    /// Until its game is over.
    _table: Held,
    /// As long as it is on the list of open tables, until its game is over.
    public: Held,
    /// Until its game begins.
    waiting: Option<Held>,
}

/// How many bytes a batch takes in the store, more or less.
pub(super) fn weight(batch: &Batch) -> u64 {
    /// What a row takes beside its text.
    const ROW: usize = 48;
    let weight = |change: &Change| match change {
        Change::Row(row) => {
            let command = row.command.as_ref().map_or(0, |(_, id)| id.len());
            ROW + command + length(&row.event)
        }
        Change::Said(line) => ROW + line.text.len(),
        Change::Person(person) => 2 * ROW + person.name.as_ref().map_or(0, String::len),
        Change::Listed(line) => 100 * (2 + line.seats.len()),
        Change::Muted { .. } | Change::Wish(_) => ROW,
        Change::Aside { payload, .. } => ROW + payload.as_ref().map_or(0, String::len),
        Change::Opened { .. } | Change::Silenced(_) | Change::Visited(_) | Change::Listing { .. } => 0,
    };
    batch.changes.iter().map(weight).sum::<usize>() as u64
}

/// Does it open a table that is on the list?
fn is_public(batch: &Batch) -> bool {
    batch.changes.iter().any(|change| matches!(change, Change::Opened { is_public: true, .. }))
}

/// How many bytes an event has as text.
fn length(event: &Event) -> usize {
    struct Length(usize);

    impl std::io::Write for Length {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0 += bytes.len();
            Ok(bytes.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    let mut length = Length(0);
    serde_json::to_writer(&mut length, event).map_or(0, |()| length.0)
}

impl Hub {
    /// Is there a list of open tables?
    pub(super) fn check_list(&self) -> Result<(), Error> {
        if self.0.lists.is_on { Ok(()) } else { Err(Error::NoPublicTables) }
    }

    /// May somebody say this?
    pub(super) fn admit(&self, payer: &Payer, message: &ToServer) -> Result<(), Error> {
        let budgets = &self.0.budgets;
        match message {
            // What it costs is known once it is answered.
            ToServer::Hello(_) | ToServer::TakeHand(_) => budgets.check(Budget::Sent, payer, 1)?,
            ToServer::Ping | ToServer::WhyNot(_) | ToServer::Resign(_) | ToServer::Reveal(_) => {}
            ToServer::Commit(_) => {
                budgets.check(Budget::Stored, payer, 1)?;
                budgets.spend(Budget::Commits, payer, 1)?;
            }
            ToServer::Chat(_) => {
                budgets.check(Budget::Stored, payer, 1)?;
                budgets.spend(Budget::Chat, payer, 1)?;
            }
            ToServer::Arrange(arrange) => {
                budgets.check(Budget::Stored, payer, 1)?;
                if arrange.is_public == Some(true) {
                    self.check_list()?;
                    budgets.check(Budget::Public, payer, 1)?;
                }
                budgets.spend(Budget::Changes, payer, 1)?;
            }
            ToServer::Fill(_) => {
                budgets.check(Budget::Stored, payer, 1)?;
                budgets.check(Budget::Computers, payer, 1)?;
                budgets.spend(Budget::Changes, payer, 1)?;
            }
            // Names and offers are in no log that would be full one day, and everybody there is told of each.
            ToServer::Empty(_)
            | ToServer::Swap(_)
            | ToServer::AnswerSwap(_)
            | ToServer::Ready(_)
            | ToServer::Colour(_)
            | ToServer::Rename(_)
            | ToServer::Mute(_) => {
                budgets.check(Budget::Stored, payer, 1)?;
                budgets.check(Budget::Memory, payer, 1)?;
                budgets.spend(Budget::Changes, payer, 1)?;
            }
            ToServer::Act(_)
            | ToServer::Undo(_)
            | ToServer::AnswerUndo(_)
            | ToServer::SitIn(_)
            | ToServer::TakeBack(_)
            | ToServer::Start => {
                budgets.check(Budget::Stored, payer, 1)?;
                budgets.check(Budget::Memory, payer, 1)?;
            }
        }
        Ok(())
    }

    /// May somebody look at this table? One that is in memory takes no more of it by being looked at.
    pub(super) fn admit_look(&self, payer: &Payer, table: &str) -> Result<(), Error> {
        if self.is_live(table) {
            return Ok(());
        }
        Ok(self.0.budgets.check(Budget::Memory, payer, 1)?)
    }

    /// May somebody ask this?
    pub(super) fn admit_ask(&self, payer: &Payer, table: &str, ask: &Request) -> Result<(), Error> {
        self.admit_look(payer, table)?;
        let budgets = &self.0.budgets;
        match ask {
            Request::Say(message) => self.admit(payer, message)?,
            Request::Join { join, .. } => {
                budgets.check(Budget::Stored, payer, 1)?;
                // Whoever sits down and stands up without end fills the log of somebody else's table.
                budgets.spend(Budget::Joined, payer, 1)?;
                if join.commitment.is_some() {
                    budgets.spend(Budget::Commits, payer, 1)?;
                }
            }
            Request::Leave(_) | Request::Remove(_) | Request::Start => {
                budgets.check(Budget::Stored, payer, 1)?;
            }
            _ => {}
        }
        Ok(())
    }

    /// May somebody open this table?
    pub(super) fn admit_table(&self, payer: &Payer, wish: &OpenTable) -> Result<Owned, Error> {
        if wish.is_public {
            self.check_list()?;
        }
        let has_computers = wish.seats.iter().any(|seat| matches!(seat, SeatWish::Computer { .. }));
        if wish.commitment.is_some() {
            self.0.budgets.spend(Budget::Commits, payer, 1)?;
        }
        // A full table starts at once.
        let is_open = |seat: &SeatWish| matches!(seat, SeatWish::Friend | SeatWish::Open);
        let waits = !wish.start_when_full || wish.seats.iter().any(is_open);
        self.admit_new(payer, has_computers, waits, wish.is_public)
    }

    /// May somebody open the rematch that this batch is?
    pub(super) fn admit_batch(&self, payer: &Payer, batch: &Batch) -> Result<Owned, Error> {
        let has_computers =
            batch.rows().any(|row| matches!(row.event, Event::Seated { by: By::Computer(_), .. }));
        self.admit_new(payer, has_computers, true, is_public(batch))
    }

    fn admit_new(
        &self,
        payer: &Payer,
        has_computers: bool,
        waits: bool,
        is_public: bool,
    ) -> Result<Owned, Error> {
        let budgets = &self.0.budgets;
        budgets.check(Budget::Memory, payer, 1)?;
        if has_computers {
            budgets.check(Budget::Computers, payer, 1)?;
        }
        let table = budgets.hold(Budget::Tables, payer, 1)?;
        let waiting = budgets.hold(Budget::Waiting, payer, u64::from(waits))?;
        let public = budgets.hold(Budget::Public, payer, u64::from(is_public))?;
        budgets.spend(Budget::Opened, payer, 1)?;
        Ok(Owned { _table: table, public, waiting: Some(waiting) })
    }

    /// Stores a table that somebody opens, if there is room for it.
    pub(super) async fn keep_table(&self, payer: &Payer, owned: Owned, batch: Batch) -> Result<(), Error> {
        self.0.budgets.spend(Budget::Stored, payer, weight(&batch))?;
        let id = batch.table.clone();
        let is_public = is_public(&batch);
        self.0.store.append(batch).await?;
        if is_public {
            self.0.lists.listed.fetch_add(1, Ordering::Relaxed);
        }
        lock(&self.0.owned).insert(id, owned);
        metrics::counter!("rainette_tables_opened_total").increment(1);
        Ok(())
    }
}

impl Message {
    /// Does somebody want something of the table, so that it is worth keeping at hand?
    pub(super) fn is_somebodys(&self) -> bool {
        match self {
            // Whoever erases their data does not stay at any of their tables.
            Self::Request(_, Request::Forget, _) | Self::News(..) | Self::Head(_) | Self::Wake(_) => false,
            Self::Attach(..) | Self::Request(..) | Self::Look(..) | Self::Opened(_) => true,
            Self::Input(input) => !matches!(input, Input::Tick),
        }
    }

    /// The socket that is told everything anew.
    fn greeted(&self) -> Option<Socket> {
        match self {
            Self::Input(Input::Say(socket, ToServer::Hello(_) | ToServer::TakeHand(_))) => Some(*socket),
            _ => None,
        }
    }
}

impl Running {
    /// Whoever this comes from pays for what follows from it.
    pub(super) fn charge_for(&mut self, message: &Message) {
        self.account.greeted = message.greeted();
        self.account.asker = match message {
            Message::Request(payer, ..) | Message::Look(payer, _) | Message::Opened(payer) => Some(*payer),
            Message::Input(Input::Say(socket, _)) => self.lines.get(socket).map(|line| line.payer),
            _ => None,
        };
    }

    /// Settles who pays from now on, and for how much.
    pub(super) fn settle(&mut self, machine: &Machine, before: u64) {
        // Whoever acts pays for what follows; whoever comes to a table of which nobody knows who did, too.
        let asker = self.account.asker.filter(|asker| asker.address.is_some());
        let acted = asker.filter(|_| machine.seq() > before);
        let known = Some(self.account.payer).filter(|payer| payer.address.is_some());
        let first = || self.lines.values().next().map(|line| line.payer);
        let payer = acted.or(known).or(asker).or_else(first).unwrap_or(self.account.payer);
        let is_new = payer != self.account.payer;
        self.account.payer = payer;
        let budgets = &self.inner.budgets;
        let (weight, computers) = (machine.weight(), u64::from(machine.history().has_computers()));
        let [memory, thinking] = &mut self.account.held;
        // A little more or less is not worth the trouble.
        let is_about = |held: &Held| held.amount().abs_diff(weight) * 8 < weight;
        if is_new || !memory.as_ref().is_some_and(is_about) {
            *memory = Some(budgets.hold_anyway(Budget::Memory, &payer, weight));
        }
        if is_new || thinking.as_ref().map_or(0, Held::amount) != computers {
            *thinking = Some(budgets.hold_anyway(Budget::Computers, &payer, computers));
        }
        self.note_listing(machine.history().is_public());
        self.note_status(machine.status());
        self.account.asker = None;
        self.account.greeted = None;
    }

    /// Charges whoever opened the table for its place on the list, as long as it is there.
    fn note_listing(&self, is_public: bool) {
        let mut owned = lock(&self.inner.owned);
        if let Some(owned) = owned.get_mut(&self.id)
            && (owned.public.amount() > 0) != is_public
        {
            let payer = self.account.payer;
            owned.public = self.inner.budgets.hold_anyway(Budget::Public, &payer, u64::from(is_public));
        }
    }

    /// Gives back what was charged to whoever opened the table, as soon as it is not needed any more.
    fn note_status(&self, status: Status) {
        if status == Status::Waiting {
            return;
        }
        let mut owned = lock(&self.inner.owned);
        match status {
            Status::Finished | Status::Abandoned => drop(owned.remove(&self.id)),
            _ => {
                if let Some(owned) = owned.get_mut(&self.id) {
                    owned.waiting = None;
                }
            }
        }
    }
}
