//! Live tables: one task each, which loads its table from the log, runs it, and goes when nobody needs it.

mod accounts;
mod alarms;
mod analysis;
mod nodes;
mod stall;

use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use rainette_core::Seat;
use rainette_players::{Advice, Cancel};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep_until};
use tracing::{Instrument as _, Span, debug_span};

use crate::budgets::{Budget, Budgets, Held, Limits, Payer, Purse};
use crate::bus::{Bus, Notice};
use crate::error::Error;
use crate::journal::Holder;
use crate::protocol::{DeviceCode, Millis, OpenTable, PlayOn, Seated, ToClient, ToServer};
use crate::random;
use crate::store::{Head, MovingOut, Store, StoreError};
use crate::table::{
    Answer, Ask, Fresh, Input, Job, Machine, Output, Socket, Stored, Ticket, open, open_rematch,
};
use crate::thinkers::{Task, Thinkers, Urgency};
use crate::traces::Origin;

use accounts::Owned;
use alarms::{AGAIN, Alarms};
use analysis::Review;

/// The way to a socket.
pub struct Line {
    /// In boxes: a channel keeps room for 32 frames, and most sockets have none waiting.
    frames: mpsc::Sender<Box<Frame>>,
    /// Whose bytes are on their way.
    payer: Payer,
    purse: Purse,
}

/// A frame, ready to be sent; its bytes count until it is.
pub struct Frame {
    /// What is sent.
    pub text: Utf8Bytes,
    _held: Held,
}

impl Line {
    /// Puts a frame on its way, unless too much is on its way already.
    fn send(&self, text: Utf8Bytes) -> Result<(), ()> {
        let held = self.purse.hold(text.len() as u64).map_err(|_| ())?;
        self.frames.try_send(Box::new(Frame { text, _held: held })).map_err(|_| ())
    }
}

/// How many frames may wait for a socket before it counts as too slow.
pub const LINE_LENGTH: usize = 64;

/// How many messages may wait for a table.
const INBOX: usize = 256;

/// How long a table stays in memory when nobody needs it.
const IDLE: Duration = Duration::from_secs(30);

/// How long a code for another device works.
const CODE_LIFE: Millis = 10 * 60 * 1_000;

/// All tables.
#[derive(Clone)]
pub struct Hub(Arc<Inner>);

struct Inner {
    store: Arc<dyn Store>,
    bus: Arc<dyn Bus>,
    thinkers: Thinkers,
    tables: Mutex<HashMap<String, mpsc::Sender<Letter>>>,
    reviews: Mutex<HashMap<String, Review>>,
    budgets: Arc<Budgets>,
    /// What tables are charged to whoever opened them, while they are there.
    owned: Mutex<HashMap<String, Owned>>,
    /// When tables that are not in memory are needed again.
    alarms: Arc<Alarms>,
    next: AtomicU64,
    node: u64,
    is_closing: AtomicBool,
}

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
        self.hub.tell(&self.table, Message::Input(Input::Say(self.socket, message))).await
    }
}

impl Drop for Attached {
    fn drop(&mut self) {
        let (hub, table, socket) = (self.hub.clone(), std::mem::take(&mut self.table), self.socket);
        // Without a runtime there is no table left to tell.
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(async move {
                let _ = hub.tell(&table, Message::Input(Input::Detach(socket))).await;
            });
        }
    }
}

/// Somebody who looks at a table, or hears why not.
type Glance = Box<dyn FnOnce(Result<&Machine, Error>) + Send>;

/// What a table's task is told.
enum Message {
    Attach(Socket, Line),
    Input(Input),
    Ask(Payer, Ask, oneshot::Sender<Result<Answer, Error>>),
    Look(Glance),
    /// Somebody has just opened the table.
    Opened(Payer),
    /// The table may be needed, or not: it is to see for itself.
    Wake(oneshot::Sender<Result<(), Error>>),
    /// What another node tells.
    News(u64, Notice),
    /// How far the log is.
    Head(Head),
}

impl Message {
    /// What it is called in traces, where it is worth a word.
    fn kind(&self) -> Option<&'static str> {
        match self {
            Self::Input(Input::Say(_, message)) | Self::Ask(_, Ask::Say(message), _) => Some(match message {
                ToServer::Act { .. } => "act",
                ToServer::Undo { .. } => "undo",
                ToServer::Hello { .. } => "hello",
                ToServer::Chat { .. } => "chat",
                _ => "say",
            }),
            Self::Ask(..) => Some("ask"),
            Self::Attach(..) => Some("attach"),
            Self::Input(Input::Thought(..)) => Some("thought"),
            _ => None,
        }
    }
}

/// A message, and what it is part of.
struct Letter {
    message: Message,
    origin: Origin,
}

impl From<Message> for Letter {
    fn from(message: Message) -> Self {
        Self { message, origin: Origin::here() }
    }
}

impl Letter {
    /// What the table does about it, for traces.
    fn command(&self, machine: &Machine) -> Span {
        match self.message.kind() {
            Some(kind) => {
                let (game, number) = (machine.history().game(), machine.seq() as i64);
                self.origin.leads_to(debug_span!(parent: None, "command", kind, game, number))
            }
            None => Span::none(),
        }
    }
}

/// How a table's task goes on.
enum Next {
    Message,
    /// Everybody comes back to a table that is loaded afresh.
    StartOver,
    /// Whoever still comes is told this.
    End(Error),
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Inner {
    fn now(&self) -> Millis {
        self.store.now()
    }
}

impl Hub {
    /// No table is live yet, and nobody is held to any limit.
    pub fn new(store: Arc<dyn Store>, bus: Arc<dyn Bus>, thinkers: Thinkers) -> Self {
        Self::with_budgets(store, bus, thinkers, Arc::new(Budgets::new(Limits::none())))
    }

    /// No table is live yet.
    pub fn with_budgets(
        store: Arc<dyn Store>,
        bus: Arc<dyn Bus>,
        thinkers: Thinkers,
        budgets: Arc<Budgets>,
    ) -> Self {
        let hub = Self(Arc::new(Inner {
            store,
            bus,
            thinkers,
            tables: Mutex::default(),
            reviews: Mutex::default(),
            budgets,
            owned: Mutex::default(),
            alarms: Arc::default(),
            next: AtomicU64::new(1),
            node: random::number(),
            is_closing: AtomicBool::new(false),
        }));
        hub.spread_news();
        hub.heed_alarms();
        hub
    }

    /// The store.
    pub fn store(&self) -> &dyn Store {
        self.0.store.as_ref()
    }

    /// Milliseconds since the beginning of 1970, by the clock that all tables go by.
    pub fn now(&self) -> Millis {
        self.0.now()
    }

    /// Is the server going down?
    pub fn is_closing(&self) -> bool {
        self.0.is_closing.load(Ordering::Relaxed)
    }

    /// Is this table in memory?
    pub fn is_live(&self, table: &str) -> bool {
        lock(&self.0.tables).contains_key(table)
    }

    /// How many tables are live.
    pub fn live(&self) -> usize {
        lock(&self.0.tables).len()
    }

    /// What anybody may use.
    pub fn budgets(&self) -> &Arc<Budgets> {
        &self.0.budgets
    }

    /// How many tables that are not in memory are waited for by a clock.
    pub fn alarms(&self) -> usize {
        self.0.alarms.len()
    }

    /// Looks at tables at which a game is on, so that clocks run out and computer players go on for whoever waits for them.
    pub async fn wake_all(&self) {
        let live = self.0.store.live_tables().await.unwrap_or_else(|error| {
            tracing::error!(%error, "live tables cannot be listed");
            Vec::new()
        });
        tracing::info!(tables = live.len(), "games are on");
        for table in live {
            if self.is_closing() {
                return;
            }
            // Waiting for each keeps readers free for people who come back.
            self.wake_or_try_again(&table).await;
        }
    }

    /// Lets a table see whether it is needed.
    async fn wake(&self, table: &str) -> Result<(), Error> {
        let (reply, answer) = oneshot::channel();
        self.tell(table, Message::Wake(reply)).await?;
        answer.await.map_err(|_| Error::STORAGE)?
    }

    /// Looks at everything that is stored, without haste, and logs what came of it.
    pub async fn check(&self) {
        tracing::info!("everything that is stored is being looked at");
        match self.0.store.check(true).await {
            Ok(checked) if checked.is_whole() => {
                tracing::info!(
                    tables = checked.tables,
                    events = checked.events,
                    "everything is as it was stored"
                );
            }
            Ok(checked) => {
                let damaged = checked.tables_damaged().len();
                tracing::error!(tables = checked.tables, damaged, "not everything is as it was stored");
            }
            Err(error) => tracing::error!(%error, "not everything that is stored could be looked at"),
        }
    }

    /// Closes tables that wait and to which nobody has come for so long. Time in which nobody could come does not count.
    pub async fn close_unvisited(&self, after: Duration) -> Result<(), Error> {
        let (at, after) = (self.now(), after.as_millis() as Millis);
        // Where somebody has been there all the time that is noted long before it is time to close the table.
        for (table, visited_at) in self.0.store.waiting_tables(at - after / 2).await? {
            let lost = self.0.store.downtime(visited_at).await?;
            let is_due = at - visited_at - lost >= after;
            // One that is damaged does not keep others from being closed.
            if let Err(error) = self.ask(&table, None, Ask::CloseUnvisited { is_due }).await
                && error != Error::Damaged
            {
                return Err(error);
            }
        }
        Ok(())
    }

    // --------------------------------------------------------------------------------------------------- tables

    /// Tells a table something; its task is started where there is none.
    async fn tell(&self, table: &str, message: Message) -> Result<(), Error> {
        if self.is_closing() {
            return Err(Error::GoingDown);
        }
        let mut letter = Letter::from(message);
        for _ in 0..8 {
            let line = self.line(table);
            match line.send(letter).await {
                Ok(()) => return Ok(()),
                // The task went just now: there is another one next time.
                Err(mpsc::error::SendError(back)) => letter = back,
            }
            tokio::task::yield_now().await;
        }
        Err(Error::STORAGE)
    }

    fn line(&self, table: &str) -> mpsc::Sender<Letter> {
        let mut tables = lock(&self.0.tables);
        if let Some(line) = tables.get(table).filter(|line| !line.is_closed()) {
            return line.clone();
        }
        let (line, inbox) = mpsc::channel(INBOX);
        tables.insert(table.to_owned(), line.clone());
        metrics::gauge!("rainette_tables_live").set(tables.len() as f64);
        tokio::spawn(run(Arc::clone(&self.0), table.to_owned(), line.downgrade(), inbox));
        line
    }

    /// Asks a table for something, on the server's own account.
    pub async fn ask(&self, table: &str, holder: Option<Holder>, ask: Ask) -> Result<Answer, Error> {
        let payer = Payer { person: holder, address: None };
        let (reply, answer) = oneshot::channel();
        self.tell(table, Message::Ask(payer, ask, reply)).await?;
        answer.await.map_err(|_| Error::STORAGE)?
    }

    /// Asks a table for something that somebody pays for.
    pub async fn ask_for(&self, payer: &Payer, table: &str, ask: Ask) -> Result<Answer, Error> {
        self.admit_ask(payer, &ask)?;
        let (reply, answer) = oneshot::channel();
        self.tell(table, Message::Ask(*payer, ask, reply)).await?;
        answer.await.map_err(|_| Error::STORAGE)?
    }

    /// Looks at a table as it is.
    pub async fn look<T: Send + 'static>(
        &self,
        table: &str,
        look: impl FnOnce(&Machine) -> T + Send + 'static,
    ) -> Result<T, Error> {
        let (reply, answer) = oneshot::channel();
        let look = move |machine: Result<&Machine, Error>| {
            let _ = reply.send(machine.map(look));
        };
        self.tell(table, Message::Look(Box::new(look))).await?;
        answer.await.map_err(|_| Error::STORAGE)?
    }

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
        self.tell(table, Message::Attach(socket, line)).await?;
        Ok((attached, receive))
    }

    /// Opens a table for the holder of a token, wherever they are.
    pub async fn open(&self, wish: OpenTable, holder: Holder) -> Result<Seated, Error> {
        self.open_for(&Payer { person: Some(holder), address: None }, wish, holder).await
    }

    /// Opens a table that somebody pays for.
    pub async fn open_for(&self, payer: &Payer, wish: OpenTable, holder: Holder) -> Result<Seated, Error> {
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
        let seats = batch.rows.iter().filter_map(|row| match row.event {
            crate::journal::Event::Seated { seat, by: crate::journal::By::Person(_), .. } => Some(seat),
            _ => None,
        });
        let seats: Vec<Seat> = seats.collect();
        self.keep_table(payer, owned, batch).await?;
        self.tell(&id, Message::Opened(*payer)).await?;
        Ok(Seated { table: id, seats, invite: Some(invite), commitment: seed.commitment().to_string() })
    }

    /// Arranges a rematch, or leads to the one that is arranged already.
    pub async fn rematch(&self, payer: &Payer, table: &str) -> Result<String, Error> {
        let holder = payer.person;
        if let Answer::Rematch(Some(there)) = self.ask(table, holder, Ask::MayRematch).await? {
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
        match self.ask(table, Some(holder), Ask::NoteRematch(id.clone())).await? {
            Answer::Rematch(Some(there)) => {
                if there != id {
                    // Somebody else was faster: nobody will come to this table.
                    self.ask(&id, Some(holder), Ask::Abandon).await?;
                }
                Ok(there)
            }
            _ => Ok(id),
        }
    }

    /// A code with which another device can take over somebody's seats at a table.
    pub async fn device_code(&self, table: &str, holder: Option<Holder>) -> Result<DeviceCode, Error> {
        let holder = holder.ok_or(Error::NOT_SEATED)?;
        let Answer::Seen(seen) =
            self.ask(table, Some(holder), Ask::Look { after: u64::MAX, seat: None }).await?
        else {
            return Err(Error::INTERNAL);
        };
        if seen.you.seats.is_empty() {
            return Err(Error::NOT_SEATED);
        }
        let (code, at) = (random::code(), self.now());
        let until = at + CODE_LIFE;
        let moving = MovingOut { hash: Holder::of(&code).0, table: table.to_owned(), holder, until };
        self.0.store.keep_code(moving, at).await?;
        Ok(DeviceCode { code, expires_at: until })
    }

    /// Takes over seats with a code from another device.
    pub async fn claim(&self, code: &str, to: Holder) -> Result<Seated, Error> {
        let moving = self.0.store.use_code(Holder::of(code).0).await?;
        let moving = moving.filter(|moving| moving.until > self.now()).ok_or(Error::UnknownCode)?;
        match self.ask(&moving.table, Some(moving.holder), Ask::MoveTo(to)).await? {
            Answer::Seated(seats) => {
                let at = self.now();
                let commitment =
                    self.look(&moving.table, move |machine| machine.table_state(at).commitment).await?;
                Ok(Seated { table: moving.table, seats, invite: None, commitment })
            }
            _ => Err(Error::INTERNAL),
        }
    }

    /// Erases somebody's names, chat and tokens at every table.
    pub async fn forget(&self, holder: Holder) -> Result<u32, Error> {
        let mut erased = 0;
        self.0.store.forget_codes(holder).await?;
        loop {
            let tables = self.0.store.tables_of(holder, 100).await?;
            if tables.is_empty() {
                return Ok(erased);
            }
            for table in tables {
                self.ask(&table.id, Some(holder), Ask::Forget).await?;
                erased += 1;
            }
        }
    }

    /// Tells every table that the server goes down, and waits until all have finished what they are at, or until then.
    /// Gives how many have not.
    pub async fn close(&self, until: Instant) -> usize {
        self.0.is_closing.store(true, Ordering::Relaxed);
        let tables: Vec<_> = lock(&self.0.tables).values().cloned().collect();
        let closing = tables.iter().map(|line| async move {
            // A table that takes no more messages has finished what it was told before.
            let _ = line.send(Message::Input(Input::GoDown).into()).await;
            line.closed().await;
        });
        let _ = tokio::time::timeout_at(until, futures_util::future::join_all(closing)).await;
        tables.iter().filter(|line| !line.is_closed()).count()
    }

    /// Waits until everything is written, or until then.
    pub async fn settle(&self, until: Instant) -> Result<(), StoreError> {
        let settled = async {
            self.0.store.beat(self.now()).await?;
            self.0.store.flush().await
        };
        let slow = |_| StoreError::Broken("it does not answer".to_owned());
        tokio::time::timeout_at(until, settled).await.map_err(slow)?
    }

    /// Can people play here? In a line, which also says what does not work although they can.
    pub fn readiness(&self) -> Result<&'static str, String> {
        if self.is_closing() {
            return Err(Error::GoingDown.to_string());
        }
        // Once a second something is written, so this is no older; nobody has to wait for the disk to hear that it is slow.
        if let Some(why) = self.0.store.health().trouble() {
            return Err(format!("nothing can be stored: {why}"));
        }
        let is_whole = self.0.bus.is_up();
        Ok(if is_whole { "ok\n" } else { "ok, but the bus cannot be reached: other nodes hear late\n" })
    }

    /// Lets go of the store, for good: a file then holds everything by itself.
    pub async fn let_go(&self, until: Instant) {
        match tokio::time::timeout_at(until, self.0.store.close()).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::error!(%error, "the store was not closed in order"),
            Err(_) => tracing::error!("the store was not closed in order: it does not answer"),
        }
    }
}

/// A table's task.
struct Running {
    inner: Arc<Inner>,
    id: String,
    /// Who pays for what the table does by itself: whoever acted last.
    payer: Payer,
    /// What it takes in memory, and what it is that has computer players.
    held: [Option<Held>; 2],
    /// Who pays for what is being done.
    asker: Option<Payer>,
    /// The socket that is told everything anew, which it pays for.
    greeted: Option<Socket>,
    myself: mpsc::WeakSender<Letter>,
    inbox: mpsc::Receiver<Letter>,
    /// What has come in while something was being stored.
    later: VecDeque<Letter>,
    lines: HashMap<Socket, Line>,
    tickets: HashMap<Ticket, oneshot::Sender<Result<Answer, Error>>>,
    thinking: Option<Cancel>,
    next_ticket: u64,
    /// How often people and chat had changed when they were last read.
    touched: Option<u64>,
    /// Does the store not work?
    is_stalled: bool,
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

async fn run(inner: Arc<Inner>, id: String, myself: mpsc::WeakSender<Letter>, inbox: mpsc::Receiver<Letter>) {
    inner.alarms.remove(&id);
    let machine = load(&inner, &id).await;
    let mut running = Running {
        inner,
        id,
        payer: Payer::default(),
        held: [None, None],
        asker: None,
        greeted: None,
        myself,
        inbox,
        later: VecDeque::new(),
        lines: HashMap::new(),
        tickets: HashMap::new(),
        thinking: None,
        next_ticket: 1,
        touched: None,
        is_stalled: false,
    };
    match machine {
        Ok(machine) => running.live(machine).await,
        Err(error) => running.refuse(error).await,
    }
    if let Some(cancel) = running.thinking.take() {
        cancel.cancel();
    }
    metrics::gauge!("rainette_tables_live").set(lock(&running.inner.tables).len() as f64);
}

impl Running {
    /// Answers everybody that there is no such table.
    async fn refuse(&mut self, error: Error) {
        self.take_off();
        self.refuse_late(error).await;
    }

    /// From now on nobody finds this task; who found it before is still heard.
    fn take_off(&mut self) {
        let mut tables = lock(&self.inner.tables);
        if let Some(line) = tables.get(&self.id)
            && self.myself.upgrade().is_some_and(|myself| myself.same_channel(line))
        {
            tables.remove(&self.id);
        }
        self.inbox.close();
    }

    async fn live(&mut self, mut machine: Machine) {
        if self.feed(&mut machine, Input::Tick).await.is_err() {
            return self.give_up(machine).await;
        }
        // Nobody has come yet: where nobody needs it, the table goes at once.
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
    async fn take(&mut self, machine: &mut Machine, message: Message) -> Next {
        if self.is_behind(machine, &message) && self.refresh(machine).await.is_err() {
            answer_late(message, &Error::STORAGE);
            return Next::StartOver;
        }
        let is_last = matches!(message, Message::Input(Input::GoDown));
        let before = machine.seq();
        self.asker = self.payer_of(&message);
        self.greeted = message.greeted();
        let done = match message {
            Message::Attach(socket, line) => {
                let holder = line.payer.person;
                self.lines.insert(socket, line);
                self.feed(machine, Input::Attach(socket, holder)).await
            }
            Message::Opened(payer) => {
                self.payer = payer;
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
            Message::Ask(payer, ask, reply) => {
                let ticket = self.ticket(reply);
                self.feed(machine, Input::Ask(ticket, payer.person, ask)).await
            }
            Message::Look(look) => {
                look(Ok(machine));
                Ok(())
            }
            Message::News(node, notice) => self.take_news(machine, node, notice).await,
            Message::Head(head) => self.take_head(machine, head).await,
        };
        self.settle(machine, before);
        match done {
            Err(()) => Next::StartOver,
            Ok(()) if is_last => Next::End(Error::GoingDown),
            Ok(()) => Next::Message,
        }
    }

    fn ticket(&mut self, reply: oneshot::Sender<Result<Answer, Error>>) -> Ticket {
        let ticket = Ticket(self.next_ticket);
        self.next_ticket += 1;
        self.tickets.insert(ticket, reply);
        ticket
    }

    /// The machine is of no use any more: what it planned is not stored, or somebody else stored something.
    async fn give_up(&mut self, machine: Machine) {
        if self.is_stalled {
            return self.sit_out(machine).await;
        }
        // Nobody may come back, and a clock may run.
        self.inner.alarms.set(&self.id, Some(self.inner.now() + AGAIN));
        self.start_over().await;
    }

    /// Takes the task off where nothing waits for it.
    fn is_off(&mut self) -> bool {
        let mut tables = lock(&self.inner.tables);
        if !(self.inbox.is_empty() && self.later.is_empty()) {
            return false;
        }
        tables.remove(&self.id);
        self.inbox.close();
        true
    }

    /// Whoever wrote between the last look and the closing of the inbox is asked to try again.
    async fn refuse_late(&mut self, error: Error) {
        while let Some(letter) = self.next().await {
            answer_late(letter.message, &error);
        }
    }

    /// Gives the machine something, and does what it wants done. Stores before it sends.
    async fn feed(&mut self, machine: &mut Machine, input: Input) -> Result<(), ()> {
        let outputs = machine.handle(input, self.inner.now());
        self.carry_out(machine, outputs).await
    }

    /// Does what the machine wants done, and all that follows from it.
    async fn carry_out(&mut self, machine: &mut Machine, mut outputs: Vec<Output>) -> Result<(), ()> {
        let mut gone: Vec<Socket> = Vec::new();
        loop {
            let mut next = None;
            for output in outputs {
                match output {
                    Output::Store(batch) => next = Some(self.store(machine, batch).await?),
                    Output::Send(socket, message) => {
                        let text = frame(&message);
                        let line = self.lines.get(&socket);
                        if let Some(line) = line.filter(|_| self.greeted == Some(socket)) {
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
                    Output::Tell(word) => self.tell(Notice::Word(word)),
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

    fn think(&mut self, job: Job) {
        if let Some(cancel) = self.thinking.take() {
            cancel.cancel();
        }
        let Some(myself) = self.myself.upgrade() else { return };
        let cancel = Cancel::default();
        self.thinking = Some(cancel.clone());
        let (number, then) = (job.number, myself.clone());
        let begun = move || drop(myself.try_send(Message::Input(Input::Thinking(number)).into()));
        let is_cancelled = cancel.clone();
        let done = move |advice: Option<Advice>| {
            if !is_cancelled.is_cancelled() {
                let action = advice.map(|advice| advice.action);
                let _ = then.blocking_send(Message::Input(Input::Thought(number, action)).into());
            }
        };
        let level = i64::from(job.level);
        let span = debug_span!(parent: None, "think", level, number = number as i64);
        self.inner.thinkers.think(
            Urgency::Move,
            Task {
                table: self.id.clone(),
                payer: self.payer,
                level: job.level,
                story: job.story,
                // Whoever knows the table must not be able to think the same thought beforehand.
                seed: job.seed ^ random::number(),
                cancel,
                span: Origin::here().leads_to(span),
                begun: Box::new(begun),
                done: Box::new(done),
            },
        );
    }
}

/// Answers somebody who came too late.
fn answer_late(message: Message, error: &Error) {
    match message {
        Message::Ask(_, _, reply) => drop(reply.send(Err(error.clone()))),
        Message::Wake(reply) => drop(reply.send(Err(error.clone()))),
        Message::Look(look) => look(Err(error.clone())),
        Message::Attach(..)
        | Message::Input(_)
        | Message::News(..)
        | Message::Head(_)
        | Message::Opened(_) => {}
    }
}

fn frame(message: &ToClient) -> Utf8Bytes {
    serde_json::to_string(message).expect("messages have string keys only").into()
}
