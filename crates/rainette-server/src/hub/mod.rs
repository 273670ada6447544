//! Live tables: one task each, which loads its table from the log, runs it, and goes when nobody needs it.

mod accounts;
mod alarms;
mod analysis;
mod crowd;
mod finding;
mod message;
mod nodes;
mod reports;
mod stall;
mod task;
mod thinking;
mod turns;
mod visits;

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;

use crate::budgets::{Budgets, Limits, Payer};
use crate::bus::Bus;
use crate::error::Error;
use crate::journal::TokenHash;
use crate::protocol::Millis;
use crate::random;
use crate::store::{Store, StoreError};
use crate::table::{Input, Machine, Request, Response};
use crate::thinkers::Thinkers;
use crate::tokens::TokenKey;

use accounts::Owned;
use alarms::Alarms;
use analysis::Review;
use crowd::Crowd;
use finding::LastListing;
use message::{Envelope, Message};
use task::{Running, run};
use turns::NotedTurns;

pub use crowd::{Face, Seen};
pub(crate) use finding::LISTED;
pub use finding::{Found, Listing};
pub use message::{Frame, Line};
pub use task::Attached;

/// How many frames may wait for a socket before it counts as too slow.
pub const LINE_LENGTH: usize = 64;

/// How many messages may wait for a table.
const INBOX: usize = 256;

/// How long a table stays in memory when nobody needs it.
const IDLE: Duration = Duration::from_secs(30);

/// All tables.
#[derive(Clone)]
pub struct Hub(Arc<Inner>);

struct Inner {
    store: Arc<dyn Store>,
    bus: Arc<dyn Bus>,
    thinkers: Thinkers,
    tables: Mutex<HashMap<String, mpsc::Sender<Envelope>>>,
    reviews: Mutex<HashMap<String, Review>>,
    budgets: Arc<Budgets>,
    /// What tables are charged to whoever opened them, while they are there.
    owned: Mutex<HashMap<String, Owned>>,
    /// When tables that are not in memory are needed again.
    alarms: Arc<Alarms>,
    lists: Lists,
    /// The number of the next socket.
    next: AtomicU64,
    node: u64,
    is_closing: AtomicBool,
}

/// What people are shown who sit at no table yet.
struct Lists {
    /// Is there a list of open tables?
    is_on: bool,
    last: LastListing,
    /// How many tables have been put on the list since the node began.
    listed: AtomicU64,
    /// Held by whoever looks a last time for a seat before a table is opened for them.
    opening: tokio::sync::Mutex<()>,
    /// Whom games wait for, as far as it is not written yet.
    turns: NotedTurns,
    crowd: Crowd,
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
        Self::with_budgets(store, bus, thinkers, Arc::new(Budgets::new(Limits::none())), true)
    }

    /// No table is live yet. Without a list of open tables none can be public.
    pub fn with_budgets(
        store: Arc<dyn Store>,
        bus: Arc<dyn Bus>,
        thinkers: Thinkers,
        budgets: Arc<Budgets>,
        has_list: bool,
    ) -> Self {
        let key = store.token_keys().into_iter().next().unwrap_or_else(TokenKey::fresh);
        let hub = Self(Arc::new(Inner {
            store,
            bus,
            thinkers,
            tables: Mutex::default(),
            reviews: Mutex::default(),
            budgets,
            owned: Mutex::default(),
            alarms: Arc::default(),
            lists: Lists {
                is_on: has_list,
                last: LastListing::default(),
                listed: AtomicU64::new(0),
                opening: tokio::sync::Mutex::default(),
                turns: NotedTurns::default(),
                crowd: Crowd::new(key),
            },
            next: AtomicU64::new(1),
            node: random::number(),
            is_closing: AtomicBool::new(false),
        }));
        hub.spread_news();
        hub.spread_crowd();
        hub.heed_alarms();
        hub.heed_turns();
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
        self.send(table, Message::Wake(reply)).await?;
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
            if let Err(error) = self.ask(&table, None, Request::CloseUnvisited { is_due }).await
                && error != Error::Damaged
            {
                return Err(error);
            }
        }
        Ok(())
    }

    // --------------------------------------------------------------------------------------------------- tables

    /// Tells a table something; its task is started if there is none.
    async fn send(&self, table: &str, message: Message) -> Result<(), Error> {
        if self.is_closing() {
            return Err(Error::GoingDown);
        }
        let mut letter = Envelope::from(message);
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

    fn line(&self, table: &str) -> mpsc::Sender<Envelope> {
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
    pub async fn ask(&self, table: &str, holder: Option<TokenHash>, ask: Request) -> Result<Response, Error> {
        let payer = Payer { person: holder, address: None };
        let (reply, answer) = oneshot::channel();
        self.send(table, Message::Request(payer, ask, reply)).await?;
        answer.await.map_err(|_| Error::STORAGE)?
    }

    /// Asks a table for something that somebody pays for.
    pub async fn ask_for(&self, payer: &Payer, table: &str, ask: Request) -> Result<Response, Error> {
        self.admit_ask(payer, table, &ask)?;
        self.ask_anyway(payer, table, ask).await
    }

    /// Asks a table for something that was paid for.
    async fn ask_anyway(&self, payer: &Payer, table: &str, ask: Request) -> Result<Response, Error> {
        let (reply, answer) = oneshot::channel();
        self.send(table, Message::Request(*payer, ask, reply)).await?;
        answer.await.map_err(|_| Error::STORAGE)?
    }

    /// Looks at a table as it is, on the server's own account.
    pub async fn look<T: Send + 'static>(
        &self,
        table: &str,
        look: impl FnOnce(&Machine) -> T + Send + 'static,
    ) -> Result<T, Error> {
        self.look_anyway(&Payer::default(), table, look).await
    }

    /// Looks at a table as it is, for somebody who pays for what it takes in memory if nobody else does.
    pub async fn look_for<T: Send + 'static>(
        &self,
        payer: &Payer,
        table: &str,
        look: impl FnOnce(&Machine) -> T + Send + 'static,
    ) -> Result<T, Error> {
        self.admit_look(payer, table)?;
        self.look_anyway(payer, table, look).await
    }

    async fn look_anyway<T: Send + 'static>(
        &self,
        payer: &Payer,
        table: &str,
        look: impl FnOnce(&Machine) -> T + Send + 'static,
    ) -> Result<T, Error> {
        let (reply, answer) = oneshot::channel();
        let look = move |machine: Result<&Machine, Error>| {
            let _ = reply.send(machine.map(look));
        };
        self.send(table, Message::Look(*payer, Box::new(look))).await?;
        answer.await.map_err(|_| Error::STORAGE)?
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
            // It follows from the logs: what is to be kept does not wait for it.
            if let Err(error) = self.write_turns().await {
                tracing::warn!(%error, "whom games wait for was not written");
            }
            self.0.store.heartbeat(self.now()).await?;
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
