//! Coming to a table, opening one, and going: what people do with tables as a whole.

use std::sync::atomic::Ordering;

use rainette_core::Seat;
use tokio::sync::mpsc;

use super::message::{Frame, Line, Message};
use super::{Hub, LINE_LENGTH};
use crate::budgets::{Budget, Payer};
use crate::error::Error;
use crate::journal::TokenHash;
use crate::protocol::{DeviceCode, Millis, OpenTable, PlayOn, Seated, ToServer};
use crate::random;
use crate::store::DeviceTransfer;
use crate::table::{Fresh, Input, Request, Response, Socket, open, open_rematch};

/// How long a code for another device works.
const CODE_LIFE: Millis = 10 * 60 * 1_000;

/// A socket that listens to a table until it is dropped, however that comes: a request that is given up is dropped
/// without a word.
pub struct Attached {
    hub: Hub,
    table: String,
    socket: Socket,
    payer: Payer,
}

impl Attached {
    /// The socket says something.
    pub async fn say(&self, message: ToServer) -> Result<(), Error> {
        self.hub.admit(&self.payer, &message)?;
        self.hub.send(&self.table, Message::Input(Input::Say(self.socket, message))).await
    }
}

impl Drop for Attached {
    fn drop(&mut self) {
        let (hub, table, socket) = (self.hub.clone(), std::mem::take(&mut self.table), self.socket);
        // Without a runtime there is no table left to tell.
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(async move {
                let _ = hub.send(&table, Message::Input(Input::Detach(socket))).await;
            });
        }
    }
}

impl Hub {
    /// Lets a socket listen to a table, and gives what it is to be sent.
    pub async fn attach(
        &self,
        table: &str,
        payer: Payer,
    ) -> Result<(Attached, mpsc::Receiver<Box<Frame>>), Error> {
        self.0.budgets.check(Budget::Memory, &payer, 1)?;
        let socket = Socket(self.0.next.fetch_add(1, Ordering::Relaxed));
        let (frames, receive) = mpsc::channel(LINE_LENGTH);
        let line = Line { frames, payer, purse: self.0.budgets.purse(Budget::InFlight, &payer) };
        let attached = Attached { hub: self.clone(), table: table.to_owned(), socket, payer };
        self.send(table, Message::Attach(socket, line)).await?;
        Ok((attached, receive))
    }

    /// Opens a table for the holder of a token, wherever they are.
    pub async fn open(&self, wish: OpenTable, holder: TokenHash) -> Result<Seated, Error> {
        self.open_for(&Payer { person: Some(holder), address: None }, wish, holder).await
    }

    /// Opens a table that somebody pays for.
    pub async fn open_for(&self, payer: &Payer, wish: OpenTable, holder: TokenHash) -> Result<Seated, Error> {
        let owned = self.admit_table(payer, &wish)?;
        let record = match &wish.from {
            None => None,
            Some(PlayOn::Table { table, number }) => {
                let number = *number;
                Some(self.look(table, move |machine| machine.history().record_until(number)).await??)
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
        if let Response::Rematch(Some(there)) = self.ask(table, holder, Request::MayRematch).await? {
            return Ok(there);
        }
        let holder = holder.ok_or(Error::NOT_SEATED)?;
        let fresh = Fresh { id: random::id(), invite: random::code(), seed: random::seed() };
        let id = fresh.id.clone();
        let at = self.now();
        let batch =
            self.look(table, move |machine| open_rematch(machine.history(), holder, fresh, at)).await??;
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
    pub async fn device_code(&self, table: &str, holder: Option<TokenHash>) -> Result<DeviceCode, Error> {
        let holder = holder.ok_or(Error::NOT_SEATED)?;
        let Response::Seen(seen) =
            self.ask(table, Some(holder), Request::Look { after: u64::MAX, seat: None }).await?
        else {
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
    pub async fn claim(&self, code: &str, to: TokenHash) -> Result<Seated, Error> {
        let moving = self.0.store.use_code(TokenHash::of(code).0).await?;
        let moving = moving.filter(|moving| moving.until > self.now()).ok_or(Error::UnknownCode)?;
        match self.ask(&moving.table, Some(moving.holder), Request::MoveTo(to)).await? {
            Response::Seated(seats) => {
                let at = self.now();
                let commitment =
                    self.look(&moving.table, move |machine| machine.table_state(at).commitment).await?;
                Ok(Seated { table: moving.table, seats, invite: None, commitment })
            }
            _ => Err(Error::INTERNAL),
        }
    }

    /// Erases somebody's names, chat and tokens at every table.
    pub async fn forget(&self, holder: TokenHash) -> Result<u32, Error> {
        let mut erased = 0;
        self.0.store.forget_codes(holder).await?;
        loop {
            let tables = self.0.store.tables_of(holder, 100).await?;
            if tables.is_empty() {
                return Ok(erased);
            }
            for table in tables {
                self.ask(&table.id, Some(holder), Request::Forget).await?;
                erased += 1;
            }
        }
    }
}
