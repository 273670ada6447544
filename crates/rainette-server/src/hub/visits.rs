//! Opening tables and moving between them: what people do with tables as a whole.

use rainette_core::Seat;

use super::Hub;
use super::accounts::Owned;
use super::message::Message;
use crate::budgets::{Budget, Payer};
use crate::error::Error;
use crate::journal::TokenHash;
use crate::protocol::{DeviceCode, Millis, OpenTable, PlayOn, Seated};
use crate::random;
use crate::store::DeviceTransfer;
use crate::table::{Fresh, Machine, Request, Response, open, open_rematch};

/// How long a code for another device works.
const CODE_LIFE: Millis = 10 * 60 * 1_000;

impl Hub {
    /// Opens a table for the holder of a token, wherever they are.
    pub async fn open(&self, wish: OpenTable, holder: TokenHash) -> Result<Seated, Error> {
        self.open_for(&Payer { person: Some(holder), address: None }, wish, holder).await
    }

    /// Opens a table that somebody pays for.
    pub async fn open_for(&self, payer: &Payer, wish: OpenTable, holder: TokenHash) -> Result<Seated, Error> {
        let owned = self.admit_table(payer, &wish)?;
        self.open_admitted(payer, owned, wish, holder).await
    }

    /// Opens a table that was paid for.
    pub(super) async fn open_admitted(
        &self,
        payer: &Payer,
        owned: Owned,
        wish: OpenTable,
        holder: TokenHash,
    ) -> Result<Seated, Error> {
        let record = match &wish.from {
            None => None,
            Some(PlayOn::Table { table, number }) => {
                let number = *number;
                let until = move |machine: &Machine| machine.history().record_until(number);
                Some(self.look_for(payer, table, until).await??)
            }
            Some(PlayOn::Record { text, events }) => {
                let mut record: rainette_core::Record = text.parse().map_err(rainette_table::Error::from)?;
                record.events.truncate(events.map_or(usize::MAX, |events| events as usize));
                Some(record)
            }
        };
        let fresh = Fresh { id: random::id(), invite: random::code(), seed: random::seed() };
        let (id, invite, seed) = (fresh.id.clone(), fresh.invite.clone(), fresh.seed);
        let batch = open(&wish, record, holder, fresh, self.now())?;
        let seats = batch.rows().filter_map(|row| match row.event {
            crate::journal::Event::Seated { seat, by: crate::journal::By::Person(_), .. } => Some(seat),
            _ => None,
        });
        let seats: Vec<Seat> = seats.collect();
        self.keep_table(payer, owned, batch).await?;
        self.send(&id, Message::Opened(*payer)).await?;
        Ok(Seated { table: id, seats, invite: Some(invite), commitment: seed.commitment().to_string() })
    }

    /// Arranges a rematch, or leads to the one that is arranged already.
    pub async fn rematch(&self, payer: &Payer, table: &str) -> Result<String, Error> {
        let holder = payer.person;
        if let Response::Rematch(Some(there)) = self.ask_for(payer, table, Request::MayRematch).await? {
            return Ok(there);
        }
        let holder = holder.ok_or(Error::NOT_SEATED)?;
        let fresh = Fresh { id: random::id(), invite: random::code(), seed: random::seed() };
        let id = fresh.id.clone();
        let (has_list, at) = (self.0.lists.is_on, self.now());
        let batch = self
            .look_for(payer, table, move |machine| {
                open_rematch(machine.history(), holder, fresh, has_list, at)
            })
            .await??;
        let owned = self.admit_batch(payer, &batch)?;
        self.keep_table(payer, owned, batch).await?;
        match self.ask(table, Some(holder), Request::NoteRematch(id.clone())).await? {
            Response::Rematch(Some(there)) => {
                if there != id {
                    // Somebody else was faster: nobody will come to this table.
                    self.ask(&id, Some(holder), Request::Abandon).await?;
                }
                Ok(there)
            }
            _ => Ok(id),
        }
    }

    /// A code with which another device can take over somebody's seats at a table.
    pub async fn device_code(&self, payer: &Payer, table: &str) -> Result<DeviceCode, Error> {
        let holder = payer.person.ok_or(Error::NOT_SEATED)?;
        self.0.budgets.check(Budget::Stored, payer, 1)?;
        let look = Request::Look { after: u64::MAX, seat: None };
        let Response::Seen(seen) = self.ask_for(payer, table, look).await? else {
            return Err(Error::INTERNAL);
        };
        if seen.you.seats.is_empty() {
            return Err(Error::NOT_SEATED);
        }
        let (code, at) = (random::code(), self.now());
        let until = at + CODE_LIFE;
        let moving = DeviceTransfer { hash: TokenHash::of(&code).0, table: table.to_owned(), holder, until };
        self.0.store.keep_code(moving, at).await?;
        Ok(DeviceCode { code, expires_at: until })
    }

    /// Takes over seats with a code from another device.
    pub async fn claim(&self, payer: &Payer, code: &str, to: TokenHash) -> Result<Seated, Error> {
        // Whoever is refused keeps the code. A wrong one takes no seat.
        let budgets = &self.0.budgets;
        let payer = &Payer { person: Some(to), ..*payer };
        budgets.check(Budget::Stored, payer, 1)?;
        budgets.check(Budget::Joined, payer, 1)?;
        let moving = self.0.store.use_code(TokenHash::of(code).0).await?;
        let moving = moving.filter(|moving| moving.until > self.now()).ok_or(Error::UnknownCode)?;
        // The code is used up by now, so nothing is refused any more.
        budgets.charge(Budget::Joined, payer, 1);
        let from = Payer { person: Some(moving.holder), ..*payer };
        match self.ask_anyway(&from, &moving.table, Request::MoveTo(to)).await? {
            Response::Seated(seats) => {
                let at = self.now();
                let commitment = move |machine: &Machine| machine.table_state(at).commitment;
                let commitment = self.look_anyway(payer, &moving.table, commitment).await?;
                Ok(Seated { table: moving.table, seats, invite: None, commitment })
            }
            _ => Err(Error::INTERNAL),
        }
    }

    /// Erases somebody's names, chat and tokens at every table, one after the other: a table that nobody else needs leaves
    /// memory again at once, however many there are.
    pub async fn forget(&self, payer: &Payer, holder: TokenHash) -> Result<u32, Error> {
        let payer = Payer { person: Some(holder), ..*payer };
        let mut erased = 0;
        self.0.store.forget_codes(holder).await?;
        loop {
            let tables = self.0.store.tables_of(holder, 100).await?;
            if tables.is_empty() {
                return Ok(erased);
            }
            for table in tables {
                self.ask_anyway(&payer, &table.id, Request::Forget).await?;
                erased += 1;
            }
        }
    }
}
