//! A table while its store is slow, or does not work: people still see what is there, and are told what is not stored.

use std::collections::HashMap;
use std::sync::Arc;

use tokio::time::Instant;
use tracing::{Instrument as _, debug_span};

use super::accounts::weight;
use super::task::frame;
use super::{Envelope, Hub, INBOX, Message, Running};
use crate::budgets::Budget;
use crate::bus::PeerNotice;
use crate::error::Error;
use crate::protocol::{Millis, ToClient};
use crate::store::StoreError;
use crate::table::{Batch, Input, Machine, Output, Request, Response};

impl Running {
    /// The next message, the longest waiting first; none once nobody can send any.
    pub(super) async fn next(&mut self) -> Option<Envelope> {
        match self.later.pop_front() {
            Some(letter) => Some(letter),
            None => self.inbox.recv().await,
        }
    }

    /// Stores a batch, and gives what is to be done then. Where others were first, that is something else.
    pub(super) async fn store(&mut self, machine: &mut Machine, batch: Batch) -> Result<Vec<Output>, ()> {
        let number = batch.rows().last().map(|row| row.number);
        let rows = batch.rows().count() as u64;
        self.inner.budgets.charge(Budget::Stored, &self.asker.unwrap_or(self.payer), weight(&batch));
        let started = Instant::now();
        let span = debug_span!("append", rows = rows as i64, number = number.map(|number| number as i64));
        let store = Arc::clone(&self.inner.store);
        let mut append = store.append(batch).instrument(span);
        let mut is_open = true;
        // A disk may take seconds: whoever only looks does not wait for it.
        let stored = loop {
            tokio::select! {
                stored = &mut append => break stored,
                letter = self.inbox.recv(), if is_open && self.later.len() < INBOX => match letter {
                    Some(letter) => self.meanwhile(machine, letter),
                    None => is_open = false,
                },
            }
        };
        match stored {
            Ok(()) => {}
            Err(StoreError::Conflict(_)) if self.inner.bus.is_shared() => {
                return self.yield_to_others(machine).await;
            }
            Err(error @ StoreError::Conflict(_)) => {
                tracing::error!(%error, table = self.id, "events were not stored");
                metrics::counter!("rainette_store_errors_total").increment(1);
                return Err(());
            }
            Err(error) => {
                // The store has said why, once for all tables.
                tracing::debug!(%error, table = self.id, "events were not stored");
                metrics::counter!("rainette_store_errors_total").increment(1);
                self.is_stalled = true;
                return Err(());
            }
        }
        metrics::histogram!("rainette_store_seconds").record(started.elapsed().as_secs_f64());
        metrics::counter!("rainette_events_total").increment(rows);
        self.tell(number.map_or(PeerNotice::Touched, PeerNotice::Stored));
        Ok(machine.handle(Input::Stored, self.inner.now()))
    }

    /// Answers what can be answered while something is being stored; the rest waits.
    fn meanwhile(&mut self, machine: &Machine, letter: Envelope) {
        // Somebody may have heard more from another node.
        if self.inner.bus.is_shared() {
            return self.later.push_back(letter);
        }
        match letter.message {
            Message::Look(look) => look(Ok(machine)),
            Message::Request(payer, Request::Look { after, seat }, reply) => {
                let seen = machine.seen(payer.person, after, seat, self.inner.now());
                let _ = reply.send(seen.map(|seen| Response::Seen(Box::new(seen))).map_err(Error::from));
            }
            message => self.later.push_back(Envelope { message, ..letter }),
        }
    }

    /// Nothing can be stored: people are told, and see what is there, until it can. Then everybody comes back to a table
    /// that is loaded afresh, and so does the table itself: a clock may run, or a computer player be due.
    pub(super) async fn sit_out(&mut self, mut machine: Machine) {
        let at = self.inner.now();
        let store = Arc::clone(&self.inner.store);
        let healed = store.health().healed();
        tokio::pin!(healed);
        self.pass_on(machine.stall());
        loop {
            let letter = tokio::select! {
                () = &mut healed => break,
                letter = self.next() => letter,
            };
            let Some(letter) = letter else { return };
            if matches!(letter.message, Message::Input(Input::GoDown)) {
                self.pass_on(machine.handle_stalled(Input::GoDown, at));
                self.take_off();
                return self.refuse_late(Error::GoingDown).await;
            }
            self.take_stalled(&mut machine, letter.message, at);
        }
        let hub = Hub(Arc::clone(&self.inner));
        let id = self.id.clone();
        self.take_off();
        if !hub.is_closing() {
            drop(hub.line(&id));
        }
        self.start_over().await;
    }

    fn take_stalled(&mut self, machine: &mut Machine, message: Message, at: Millis) {
        let input = match message {
            Message::Attach(socket, line) => {
                let holder = line.payer.person;
                self.lines.insert(socket, line);
                Input::Attach(socket, holder)
            }
            Message::Input(input) => {
                if let Input::Detach(socket) = input {
                    self.lines.remove(&socket);
                }
                input
            }
            Message::Request(payer, ask, reply) => {
                let ticket = self.ticket(reply);
                Input::Request(ticket, payer.person, ask)
            }
            Message::Look(look) => return look(Ok(machine)),
            Message::Opened(payer) => {
                self.payer = payer;
                return;
            }
            // It sees for itself once something can be stored.
            Message::Wake(reply) => return drop(reply.send(Ok(()))),
            Message::News(..) | Message::Head(_) => return,
        };
        let outputs = machine.handle_stalled(input, at);
        self.pass_on(outputs);
    }

    /// Passes on what needs no store.
    fn pass_on(&mut self, outputs: Vec<Output>) {
        for output in outputs {
            match output {
                Output::Send(socket, message) => {
                    if let Some(line) = self.lines.get(&socket)
                        && line.send(frame(&message)).is_err()
                    {
                        self.lines.remove(&socket);
                    }
                }
                Output::Reply(ticket, answer) => {
                    if let Some(reply) = self.tickets.remove(&ticket) {
                        let _ = reply.send(answer.map_err(Error::from));
                    }
                }
                Output::StopThinking => {
                    if let Some(cancel) = self.thinking.take() {
                        cancel.cancel();
                    }
                }
                Output::Store(_) | Output::Think(_) | Output::Tell(_) => {}
            }
        }
    }

    /// Everybody comes back to a table that is loaded afresh.
    pub(super) async fn start_over(&mut self) {
        self.take_off();
        for (_, reply) in self.tickets.drain() {
            let _ = reply.send(Err(Error::STORAGE));
        }
        let frame = frame(&ToClient::Reconnect { after_ms: 200 });
        for (_, line) in std::mem::take::<HashMap<_, _>>(&mut self.lines) {
            let _ = line.send(frame.clone());
        }
        self.refuse_late(Error::STORAGE).await;
    }
}
