//! Finding somebody to play with: the list of tables, and a seat at the first of them that fits.

use std::collections::BTreeSet;
use std::io::Write as _;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::body::Bytes;
use axum::http::StatusCode;
use flate2::Compression;
use flate2::write::GzEncoder;
use rainette_core::Seat;
use rainette_table::Error as TableError;
use sha2::{Digest as _, Sha256};
use tokio::time::Instant;

use super::Hub;
use crate::budgets::Payer;
use crate::error::Error;
use crate::journal::TokenHash;
use crate::protocol::{
    ClockKind, Join, Millis, OpenTable, PlayNow, Presence, SeatWish, Seated, Sitter, Status, TableLine,
    TableList,
};
use crate::random;
use crate::table::{Fresh, Request, Response, open};

/// How many tables a list shows.
pub(crate) const LISTED: u32 = 100;

/// How many public tables are looked at for those that are shown, and for a seat.
const LOOKED_AT: u32 = 1_000;

/// How long a table to which nobody comes stays on the list: a day.
const LISTED_FOR: Millis = 24 * 3_600 * 1_000;

/// How old the list may be: the store is asked once in this time, however many look.
const FRESH_FOR: Duration = Duration::from_secs(1);

/// How old it may be for whoever looks a last time for a seat before a table is opened for them.
const JUST_MADE: Duration = Duration::from_millis(100);

/// At how many tables somebody who wants to play now tries to sit down before one is opened.
const TRIES: usize = 4;

/// How long a table counts as attended to which whoever opened it is still on the way.
const ON_THE_WAY: Millis = 10 * 1_000;

/// How long counts on the list may be out of date if nothing else changes.
const COUNTS_FOR: Millis = 60 * 1_000;

/// How often, and after which pause, a seat is asked for whose computer player is in the middle of its turn, or whose
/// game is about to begin.
const AGAIN: (u32, Duration) = (15, Duration::from_millis(200));

/// How many people somebody may not want to sit beside.
const MOST_AVOIDED: usize = 500;

/// The level of computer players, if nobody asks for another.
const LEVEL: u8 = 3;

/// The list of public tables, as it is sent.
#[derive(Clone, Debug)]
pub struct Listing {
    /// The tables, each with how many of those who sit there are there: also more than are sent.
    pub tables: Arc<Vec<TableLine>>,
    /// How many people are here.
    pub presence: Presence,
    /// What is sent of it, as JSON.
    pub body: Bytes,
    /// The same, compressed by gzip: once for everybody who asks for it.
    pub zipped: Bytes,
    /// Its tag: the same as long as the list is, but for how many people are there.
    pub tag: Arc<str>,
}

/// The last list. Whoever finds it too old makes another one, and others wait for it.
pub(super) type LastListing = tokio::sync::Mutex<Option<Made>>;

/// A list, or why there is none.
pub(super) struct Made {
    at: Instant,
    /// How many tables this node had put on it by then.
    listed: u64,
    listing: Result<Listing, Error>,
}

/// Where somebody who wants to play now has a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Found {
    /// At somebody's table.
    Joined(String, Vec<Seat>),
    /// At a table of their own.
    Opened(Seated),
}

impl Hub {
    /// The public tables, at most a second old.
    pub async fn listing(&self) -> Result<Listing, Error> {
        let mut last = self.0.lists.last.lock().await;
        match last.as_ref() {
            Some(made) if made.at.elapsed() < FRESH_FOR => made.listing.clone(),
            _ => self.list_anew(&mut last).await,
        }
    }

    /// The public tables with all that were put on the list here, and those of other nodes a moment ago.
    async fn last_listing(&self) -> Result<Listing, Error> {
        let mut last = self.0.lists.last.lock().await;
        let listed = self.0.lists.listed.load(Ordering::Relaxed);
        match last.as_ref() {
            Some(made) if made.at.elapsed() < JUST_MADE && made.listed == listed => made.listing.clone(),
            _ => self.list_anew(&mut last).await,
        }
    }

    async fn list_anew(&self, last: &mut Option<Made>) -> Result<Listing, Error> {
        // What is put on the list from now on may be missing from it.
        let listed = self.0.lists.listed.load(Ordering::Relaxed);
        let listing = self.list().await;
        *last = Some(Made { at: Instant::now(), listed, listing: listing.clone() });
        listing
    }

    /// How many people are here, and how many play, at all nodes together: at most a second ago.
    pub async fn presence(&self) -> Result<Presence, Error> {
        Ok(self.listing().await?.presence)
    }

    async fn list(&self) -> Result<Listing, Error> {
        metrics::counter!("rainette_lists_made_total").increment(1);
        let mut found = self.0.store.public_tables(self.now() - LISTED_FOR, LOOKED_AT).await?;
        let seen = self.0.lists.crowd.all(self.0.node, Instant::now());
        for line in &mut found {
            line.present = Some(seen.tables.get(&line.id).map_or(0, |people| people.len() as u32));
        }
        let (presence, now) = (seen.presence(), self.now());
        // Not where tasks run: people who act would wait for it.
        let written = tokio::task::spawn_blocking(move || written(found, presence, now)).await;
        written.map_err(|_| Error::INTERNAL)?.map_err(|_| Error::INTERNAL)
    }

    /// Sits down at a table that somebody pays for. If every computer player for whom one could come in is in the middle
    /// of its turn, that is waited for.
    pub async fn sit_down(
        &self,
        payer: &Payer,
        table: &str,
        join: Join,
        is_invited: bool,
    ) -> Result<Vec<Seat>, Error> {
        self.sit(payer, table, Request::Join { join, is_invited }, false).await
    }

    /// Asks for a seat until there is one or it is clear that there is none. What is about to begin is full until then.
    async fn sit(
        &self,
        payer: &Payer,
        table: &str,
        ask: Request,
        is_beginning: bool,
    ) -> Result<Vec<Seat>, Error> {
        let mut answer = self.ask_for(payer, table, ask.clone()).await;
        for _ in 0..AGAIN.0 {
            let passes = match &answer {
                Err(Error::Table(TableError::MidTurn(_))) => true,
                Err(Error::Table(TableError::Full | TableError::Frozen | TableError::AlreadyStarted)) => {
                    is_beginning
                }
                _ => false,
            };
            if !passes {
                break;
            }
            tokio::time::sleep(AGAIN.1).await;
            answer = self.ask_anyway(payer, table, ask.clone()).await;
        }
        match answer? {
            Response::Seated(seats) => Ok(seats),
            _ => Err(Error::INTERNAL),
        }
    }

    /// Finds somebody a seat: at a table that waits, else at a game that takes newcomers, else at a table of their own
    /// with computer players, which takes newcomers. Somebody else may be faster at each of them: then the next is tried.
    pub async fn play_now(&self, payer: &Payer, wish: PlayNow, holder: TokenHash) -> Result<Found, Error> {
        self.check_list()?;
        if wish.avoids.len() > MOST_AVOIDED {
            let many = wish.avoids.len();
            return Err(Error::malformed(format!(
                "`avoids` has {many} marks, and at most {MOST_AVOIDED} are heeded"
            )));
        }
        let own = opened(&wish);
        // Whatever is wrong with the wish is said before anybody is bothered with it.
        let fresh = Fresh { id: random::id(), invite: random::code(), seed: random::seed() };
        open(&own, None, holder, fresh, self.now())?;
        let mine = self.0.store.tables_of(holder, LISTED).await?;
        let mut search = Search { payer, wish: &wish, mine, tried: BTreeSet::new() };
        if let Some(found) = search.sit_down(self, &self.listing().await?).await? {
            return Ok(found);
        }
        // Paid for before anybody waits for the list: whoever may not open a table does not have it made again and again.
        let owned = self.admit_table(payer, &own)?;
        // Whoever came at the same moment may just have opened a table: a list that was made before does not say so.
        let opening = self.0.lists.opening.lock().await;
        let listing = self.last_listing().await?;
        if !search.candidates(&listing, self.now()).is_empty() {
            drop(opening);
            if let Some(found) = search.sit_down(self, &listing).await? {
                return Ok(found);
            }
        }
        let seated = self.open_admitted(payer, owned, own, holder).await?;
        Ok(Found::Opened(seated))
    }
}

/// What somebody is looking for who wants to play now.
struct Search<'a> {
    payer: &'a Payer,
    wish: &'a PlayNow,
    /// Their own tables.
    mine: Vec<TableLine>,
    /// Where there was no seat for them.
    tried: BTreeSet<String>,
}

impl Search<'_> {
    /// The tables that are still worth a try.
    fn candidates<'l>(&self, listing: &'l Listing, now: Millis) -> Vec<&'l TableLine> {
        let mut found = candidates(&listing.tables, self.wish, &self.mine, now);
        found.retain(|line| !self.tried.contains(&line.id));
        found.truncate(TRIES.saturating_sub(self.tried.len()));
        found
    }

    /// Sits down at the first table that takes them, if one does.
    async fn sit_down(&mut self, hub: &Hub, listing: &Listing) -> Result<Option<Found>, Error> {
        for line in self.candidates(listing, hub.now()) {
            self.tried.insert(line.id.clone());
            let join = Join {
                name: self.wish.name.clone(),
                // Nobody commits to a seed once a game is on.
                commitment: self.wish.commitment.clone().filter(|_| line.seats.contains(&Sitter::Open)),
                ..Join::default()
            };
            let ask = Request::Join { join, is_invited: false };
            match hub.sit(self.payer, &line.id, ask, is_beginning(line, hub.now())).await {
                Ok(seats) => return Ok(Some(Found::Joined(line.id.clone(), seats))),
                Err(error) if is_their_own(&error) => {}
                // No more seats for now: a table of their own is another matter.
                Err(Error::OverBudget(_)) => return Ok(None),
                Err(error) => return Err(error),
            }
        }
        Ok(None)
    }
}

/// The list as it is sent.
fn written(mut found: Vec<TableLine>, presence: Presence, now: Millis) -> serde_json::Result<Listing> {
    rank(&mut found, now);
    let tables = found.iter().take(LISTED as usize).cloned().collect();
    let list = TableList { tables, presence: Some(presence), now };
    let digest = Sha256::digest(serde_json::to_vec(&lasting(&list))?);
    let body = serde_json::to_vec(&list)?;
    let mut zipped = GzEncoder::new(Vec::new(), Compression::fast());
    let zipped = zipped.write_all(&body).and_then(|()| zipped.finish()).map_err(serde_json::Error::io)?;
    let tag = digest.iter().take(12).fold(String::from("\""), |tag, byte| tag + &format!("{byte:02x}"));
    let tag = Arc::from(format!("{tag}\""));
    Ok(Listing { tables: Arc::new(found), presence, body: body.into(), zipped: zipped.into(), tag })
}

/// What of a list is new when it is another one: not the time, and not who comes and goes, which a list that is new
/// anyhow tells too.
fn lasting(list: &TableList) -> TableList {
    let is_there = |line: &TableLine| TableLine { present: line.present.map(|it| it.min(1)), ..line.clone() };
    let tables = list.tables.iter().map(is_there).collect();
    TableList { tables, presence: None, now: list.now / COUNTS_FOR }
}

/// Is it only this table that refuses, so that another one may not? Somebody was faster, or it is not for this person.
fn is_their_own(error: &Error) -> bool {
    matches!(
        error.status(),
        StatusCode::CONFLICT | StatusCode::GONE | StatusCode::NOT_FOUND | StatusCode::FORBIDDEN
    )
}

/// The table that is opened for somebody whom nobody waits for.
fn opened(wish: &PlayNow) -> OpenTable {
    let info = rainette_games::games().into_iter().find(|info| info.id == wish.game);
    let seats = wish.seats.map_or_else(|| info.map_or(2, |info| info.usual_seats), usize::from);
    let computer = SeatWish::Computer { level: wish.level.unwrap_or(LEVEL) };
    let seats = std::iter::once(SeatWish::Me).chain(std::iter::repeat_n(computer, seats.saturating_sub(1)));
    OpenTable {
        game: wish.game.clone(),
        seats: seats.collect(),
        options: wish.options.clone().unwrap_or_default(),
        clock: wish.clock.unwrap_or_default(),
        name: wish.name.clone(),
        is_public: true,
        start_when_full: true,
        takes_newcomers: true,
        commitment: wish.commitment.clone(),
        ..OpenTable::default()
    }
}

/// Has a table just been opened whose game begins as soon as whoever opened it is there, and takes newcomers then?
fn is_beginning(line: &TableLine, now: Millis) -> bool {
    let is_taken = |sitter: &Sitter| matches!(sitter, Sitter::Person { .. } | Sitter::Computer { .. });
    line.status == Status::Waiting
        && line.takes_newcomers
        && line.seats.iter().all(is_taken)
        && now - line.created_at < ON_THE_WAY
}

/// Is somebody there, or on the way?
fn is_attended(line: &TableLine, now: Millis) -> bool {
    line.present.is_some_and(|present| present > 0) || now - line.created_at < ON_THE_WAY
}

/// Puts tables into the order of the list: first those that wait and have a seat for anybody, then those with computer
/// players for whom somebody may come in, then those to watch; of each kind last those at which nobody is. Otherwise they
/// stay in their order.
fn rank(tables: &mut [TableLine], now: Millis) {
    let has = |line: &TableLine, is_it: fn(&Sitter) -> bool| line.seats.iter().any(is_it);
    let standing = |line: &TableLine| match line.status {
        Status::Waiting if has(line, |sitter| matches!(sitter, Sitter::Open)) => 0,
        _ if line.takes_newcomers && has(line, |sitter| matches!(sitter, Sitter::Computer { .. })) => 1,
        _ => 2,
    };
    tables.sort_by_key(|line| (standing(line), !is_attended(line, now)));
}

/// The tables at which somebody may want to sit down now, the best first: those that wait, and of these those that are
/// almost full; then games in which computer players hold seats, and those that are about to begin. Somebody has to be
/// there, or on the way.
fn candidates<'a>(
    tables: &'a [TableLine],
    wish: &PlayNow,
    mine: &[TableLine],
    now: Millis,
) -> Vec<&'a TableLine> {
    let free = |line: &TableLine| {
        let is_free = |sitter: &&Sitter| match line.status {
            Status::Waiting if is_beginning(line, now) => matches!(sitter, Sitter::Computer { .. }),
            Status::Waiting => matches!(sitter, Sitter::Open),
            Status::Playing => matches!(sitter, Sitter::Computer { .. }) && line.takes_newcomers,
            _ => false,
        };
        line.seats.iter().filter(is_free).count()
    };
    // Whoever waits at a table is led back to it. A game of one's own is no new one, and nobody is led back to where they
    // left, or were asked to leave.
    let is_new = |line: &TableLine| {
        let own = mine.iter().find(|mine| mine.id == line.id);
        own.is_none_or(|own| line.status == Status::Waiting && !own.mine.is_empty())
    };
    let fits = |line: &&TableLine| {
        // Nobody waits for days who wants to play now.
        let is_quick = !matches!(line.clock, ClockKind::Days { .. });
        line.game == wish.game
            && line.opening_events == 0
            && is_attended(line, now)
            && wish.clock.map_or(is_quick, |clock| clock == line.clock)
            && wish.seats.is_none_or(|seats| usize::from(seats) == line.seats.len())
            && wish.options.as_ref().is_none_or(|options| *options == line.options)
            && free(line) > 0
            && is_new(line)
            && !line.marks.values().any(|mark| wish.avoids.contains(mark))
    };
    let mut found: Vec<&TableLine> = tables.iter().filter(fits).collect();
    found.sort_by_key(|line| (is_beginning(line, now), line.status != Status::Waiting, free(line)));
    found
}

#[cfg(test)]
mod tests;
