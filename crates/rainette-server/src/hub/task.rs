//! A table's task, and the way to it: takes in one message after the other, stores, and sends.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use rainette_players::Cancel;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep_until};
use tracing::{Instrument as _, debug_span};

use super::accounts::{Account, weight};
use super::alarms::AGAIN;
use super::crowd::Sitters;
use super::message::{Envelope, Frame, Line, Message, Next};
use super::{Hub, IDLE, INBOX, Inner, LINE_LENGTH, lock};
use crate::budgets::{Budget, Payer};
use crate::bus::PeerNotice;
use crate::error::Error;
use crate::protocol::{Number, ToClient, ToServer, TurnLine};
use crate::store::StoreError;
use crate::table::{Batch, Input, Machine, Output, Request, Response, Socket, Stored, Ticket};

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
        self.hub.0.lists.crowd.go(&self.payer);
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
        self.0.lists.crowd.come(&payer, Instant::now());
        let attached = Attached { hub: self.clone(), table: table.to_owned(), socket, payer };
        self.send(table, Message::Attach(socket, line)).await?;
        Ok((attached, receive))
    }
}

/// A table's task.
pub(super) struct Running {
    pub(super) inner: Arc<Inner>,
    pub(super) id: String,
    pub(super) account: Account,
    pub(super) myself: mpsc::WeakSender<Envelope>,
    pub(super) inbox: mpsc::Receiver<Envelope>,
    /// What has come in while something was being stored.
    pub(super) later: VecDeque<Envelope>,
    pub(super) lines: HashMap<Socket, Line>,
    pub(super) tickets: HashMap<Ticket, oneshot::Sender<Result<Response, Error>>>,
    pub(super) thinking: Option<Cancel>,
    pub(super) next_ticket: u64,
    pub(super) last: Last,
    /// Does the store not work?
    pub(super) is_stalled: bool,
}

/// What was read or noted last, to notice what has changed since.
#[derive(Default)]
pub(super) struct Last {
    /// How often people and chat had changed when they were read.
    pub(super) revision: Option<u64>,
    /// Whom the game was noted to wait for, after which event.
    pub(super) turn: Option<(Number, Option<TurnLine>)>,
    /// Who of those who sit here was noted as there.
    pub(super) sitters: Sitters,
}

async fn load(inner: &Inner, id: &str) -> Result<Machine, Error> {
    let stored: Stored = inner.store.load(id).await?.ok_or(Error::UnknownTable)?;
    let since = stored.rows.last().map_or(0, |row| row.at);
    let downtime = inner.store.downtime(since).await?;
    let mut machine = Machine::load(stored, inner.now(), downtime).map_err(|error| {
        tracing::error!(%error, "a table cannot be loaded");
        Error::INTERNAL
    })?;
    if inner.bus.is_shared() {
        machine.share(inner.now());
    }
    Ok(machine)
}

pub(super) async fn run(
    inner: Arc<Inner>,
    id: String,
    myself: mpsc::WeakSender<Envelope>,
    inbox: mpsc::Receiver<Envelope>,
) {
    inner.alarms.remove(&id);
    let machine = load(&inner, &id).await;
    let mut running = Running {
        inner,
        id,
        account: Account::default(),
        myself,
        inbox,
        later: VecDeque::new(),
        lines: HashMap::new(),
        tickets: HashMap::new(),
        thinking: None,
        next_ticket: 1,
        last: Last::default(),
        is_stalled: false,
    };
    match machine {
        Ok(machine) => running.live(machine).await,
        Err(error) => running.refuse(error).await,
    }
    if let Some(cancel) = running.thinking.take() {
        cancel.cancel();
    }
    running.forget_sitters();
    metrics::gauge!("rainette_tables_live").set(lock(&running.inner.tables).len() as f64);
}

impl Running {
    /// Answers everybody that there is no such table.
    pub(super) async fn refuse(&mut self, error: Error) {
        self.take_off();
        self.refuse_late(error).await;
    }

    /// From now on nobody finds this task; who found it before is still heard.
    pub(super) fn take_off(&mut self) {
        let mut tables = lock(&self.inner.tables);
        if let Some(line) = tables.get(&self.id)
            && self.myself.upgrade().is_some_and(|myself| myself.same_channel(line))
        {
            tables.remove(&self.id);
        }
        self.inbox.close();
    }

    pub(super) async fn live(&mut self, mut machine: Machine) {
        if self.feed(&mut machine, Input::Tick).await.is_err() {
            return self.give_up(machine).await;
        }
        self.note_turn(&machine);
        // Nobody has come yet: if nobody needs it, the table goes at once.
        let mut idle_since: Option<Instant> = None;
        loop {
            let at = self.inner.now();
            let alarm = machine.alarm().map(|alarm| (alarm - at).clamp(0, 3_600_000) as u64);
            let wait = alarm.map_or(IDLE, Duration::from_millis).min(IDLE);
            let letter = tokio::select! {
                letter = self.next() => match letter {
                    Some(letter) => letter,
                    None => return,
                },
                () = sleep_until(Instant::now() + wait) => Message::Input(Input::Tick).into(),
            };
            if letter.message.is_somebodys() {
                idle_since = Some(Instant::now());
            }
            let span = letter.command(&machine);
            match self.take(&mut machine, letter.message).instrument(span).await {
                Next::Message => {}
                Next::StartOver => return self.give_up(machine).await,
                Next::End(error) => {
                    self.take_off();
                    return self.refuse_late(error).await;
                }
            }
            let is_left = idle_since.is_none_or(|since| since.elapsed() >= IDLE);
            if machine.is_idle() && is_left && self.is_off() {
                // The clock runs on without it.
                self.inner.alarms.set(&self.id, machine.wakes_at());
                return self.refuse_late(Error::STORAGE).await;
            }
        }
    }

    /// Takes in a message, and does all that follows from it.
    pub(super) async fn take(&mut self, machine: &mut Machine, message: Message) -> Next {
        if self.is_behind(machine, &message) && self.refresh(machine).await.is_err() {
            message.answer_late(&Error::STORAGE);
            return Next::StartOver;
        }
        let is_last = matches!(message, Message::Input(Input::GoDown));
        let before = machine.seq();
        self.charge_for(&message);
        let done = match message {
            Message::Attach(socket, line) => {
                let holder = line.payer.person;
                self.lines.insert(socket, line);
                self.feed(machine, Input::Attach(socket, holder)).await
            }
            Message::Opened(payer) => {
                self.account.payer = payer;
                self.feed(machine, Input::Tick).await
            }
            Message::Wake(reply) => {
                let done = self.feed(machine, Input::Tick).await;
                let _ = reply.send(Ok(()));
                done
            }
            Message::Input(input) => {
                if let Input::Detach(socket) = input {
                    self.lines.remove(&socket);
                }
                self.feed(machine, input).await
            }
            Message::Request(payer, ask, reply) => {
                let ticket = self.ticket(reply);
                self.feed(machine, Input::Request(ticket, payer.person, ask)).await
            }
            Message::Look(_, look) => {
                look(Ok(machine));
                Ok(())
            }
            Message::News(node, notice) => self.take_news(machine, node, notice).await,
            Message::Head(head) => self.take_head(machine, head).await,
        };
        self.note(machine, before);
        match done {
            Err(()) => Next::StartOver,
            Ok(()) if is_last => Next::End(Error::GoingDown),
            Ok(()) => Next::Message,
        }
    }

    /// Notes what others go by: who pays from now on, whom the game waits for, who is there.
    fn note(&mut self, machine: &Machine, before: Number) {
        self.settle(machine, before);
        self.note_turn(machine);
        self.note_sitters(machine);
    }

    pub(super) fn ticket(&mut self, reply: oneshot::Sender<Result<Response, Error>>) -> Ticket {
        let ticket = Ticket(self.next_ticket);
        self.next_ticket += 1;
        self.tickets.insert(ticket, reply);
        ticket
    }

    /// The machine is of no use any more: what it planned is not stored, or somebody else stored something.
    pub(super) async fn give_up(&mut self, machine: Machine) {
        if self.is_stalled {
            return self.sit_out(machine).await;
        }
        // Nobody may come back, and a clock may run.
        self.inner.alarms.set(&self.id, Some(self.inner.now() + AGAIN));
        self.start_over().await;
    }

    /// Takes the task off if nothing waits for it.
    pub(super) fn is_off(&mut self) -> bool {
        let mut tables = lock(&self.inner.tables);
        if !(self.inbox.is_empty() && self.later.is_empty()) {
            return false;
        }
        tables.remove(&self.id);
        self.inbox.close();
        true
    }

    /// Whoever wrote between the last look and the closing of the inbox is asked to try again.
    pub(super) async fn refuse_late(&mut self, error: Error) {
        while let Some(letter) = self.next().await {
            letter.message.answer_late(&error);
        }
    }

    /// Gives the machine something, and does what it wants done. Stores before it sends.
    pub(super) async fn feed(&mut self, machine: &mut Machine, input: Input) -> Result<(), ()> {
        let outputs = machine.handle(input, self.inner.now());
        self.carry_out(machine, outputs).await
    }

    /// Does what the machine wants done, and all that follows from it.
    pub(super) async fn carry_out(
        &mut self,
        machine: &mut Machine,
        mut outputs: Vec<Output>,
    ) -> Result<(), ()> {
        let mut gone: Vec<Socket> = Vec::new();
        loop {
            let mut next = None;
            for output in outputs {
                match output {
                    Output::Store(batch) => next = Some(self.store(machine, batch).await?),
                    Output::Send(socket, message) => {
                        let text = frame(&message);
                        let line = self.lines.get(&socket);
                        if let Some(line) = line.filter(|_| self.account.greeted == Some(socket)) {
                            self.inner.budgets.charge(Budget::Sent, &line.payer, text.len() as u64);
                        }
                        if let Some(line) = line
                            && line.send(text).is_err()
                        {
                            // Too slow, or gone: it comes back and resumes.
                            metrics::counter!("rainette_sockets_cut_total").increment(1);
                            self.lines.remove(&socket);
                            gone.push(socket);
                        }
                    }
                    Output::Reply(ticket, answer) => {
                        if let Some(reply) = self.tickets.remove(&ticket) {
                            let _ = reply.send(answer.map_err(Error::from));
                        }
                    }
                    Output::Think(job) => self.think(job),
                    Output::StopThinking => {
                        if let Some(cancel) = self.thinking.take() {
                            cancel.cancel();
                        }
                    }
                    Output::Tell(word) => self.notify_peers(PeerNotice::Message(word)),
                }
            }
            outputs = match (next, gone.pop()) {
                (Some(next), left) => {
                    gone.extend(left);
                    next
                }
                (None, Some(socket)) => machine.handle(Input::Detach(socket), self.inner.now()),
                (None, None) => return Ok(()),
            };
        }
    }

    /// The next message, the longest waiting first; none once nobody can send any.
    pub(super) async fn next(&mut self) -> Option<Envelope> {
        match self.later.pop_front() {
            Some(letter) => Some(letter),
            None => self.inbox.recv().await,
        }
    }

    /// Stores a batch, and gives what is to be done then. If others were first, that is something else.
    async fn store(&mut self, machine: &mut Machine, batch: Batch) -> Result<Vec<Output>, ()> {
        let number = batch.rows().last().map(|row| row.number);
        let rows = batch.rows().count() as u64;
        self.inner.budgets.charge(
            Budget::Stored,
            &self.account.asker.unwrap_or(self.account.payer),
            weight(&batch),
        );
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
        self.notify_peers(number.map_or(PeerNotice::Touched, PeerNotice::Stored));
        Ok(machine.stored(self.inner.now()))
    }

    /// Answers what can be answered while something is being stored; the rest waits.
    fn meanwhile(&mut self, machine: &Machine, letter: Envelope) {
        // Somebody may have heard more from another node.
        if self.inner.bus.is_shared() {
            return self.later.push_back(letter);
        }
        match letter.message {
            Message::Look(_, look) => look(Ok(machine)),
            Message::Request(payer, Request::Look { after, seat }, reply) => {
                let seen = machine.seen(payer.person, after, seat, self.inner.now());
                let _ = reply.send(seen.map(|seen| Response::Seen(Box::new(seen))).map_err(Error::from));
            }
            message => self.later.push_back(Envelope { message, ..letter }),
        }
    }
}

pub(super) fn frame(message: &ToClient) -> Utf8Bytes {
    serde_json::to_string(message).expect("messages have string keys only").into()
}
