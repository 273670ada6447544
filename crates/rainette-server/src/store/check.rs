//! Looking at everything that is stored, table by table, and remembering what was found to be damaged.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use serde::Serialize;

use super::connection::{Readers, values};
use super::reading::find;
use super::seal::{self, Sum};
use super::{StoreError, broken, damage, keys, reports, unreadable_table};
use crate::table::Stored;

/// How many tables are looked at before others have their turn.
const PAGE: usize = 50;

/// Where ids of tables stand.
const IDS: [&str; 9] = [
    "SELECT table_id FROM seals",
    "SELECT DISTINCT table_id FROM log",
    "SELECT DISTINCT table_id FROM people",
    "SELECT DISTINCT table_id FROM chat",
    "SELECT DISTINCT table_id FROM mutes",
    "SELECT table_id FROM wishes",
    "SELECT DISTINCT table_id FROM asides",
    "SELECT table_id FROM analyses",
    "SELECT id FROM tables",
];

/// Looks at everything: whether all that is there is what was stored.
pub(super) async fn check(readers: &dyn Readers, is_gentle: bool) -> Result<Checked, StoreError> {
    let mut checked = Checked::default();
    readers.check(&mut checked).await?;
    let mut ids: BTreeSet<String> = BTreeSet::new();
    for sql in IDS {
        ids.extend(checked.take(readers.all::<String>(sql, values![]).await)?.unwrap_or_default());
    }
    let ids: Vec<String> = ids.into_iter().collect();
    for page in ids.chunks(PAGE) {
        let begun = Instant::now();
        for id in page {
            checked.add_table(id, read_table(readers, id).await)?;
        }
        if is_gentle {
            // People come first.
            tokio::time::sleep(begun.elapsed() * 3).await;
        }
    }
    if let Some((ids, whole)) = checked.take(read_whole(readers).await)? {
        checked.add_whole(&ids, whole);
    }
    for (what, are_whole) in [
        ("when the server ran", are_runs_whole(readers).await),
        ("a code for another device", are_codes_whole(readers).await),
    ] {
        if checked.take(are_whole)? == Some(false) {
            checked.add(format!("{what} is not what was stored"));
        }
    }
    for number in checked.take(damaged_reports(readers).await)?.unwrap_or_default() {
        checked.add(reports::not_as_stored(number));
    }
    if checked.take(are_keys_whole(readers).await)? == Some(false) {
        checked.add(keys::NOT_AS_STORED);
    }
    Ok(checked)
}

/// Everything that is stored of a table, if it is what was stored.
async fn read_table(readers: &dyn Readers, id: &str) -> Result<Option<Stored>, StoreError> {
    let found = async { find(readers.moment().await?.as_mut(), id).await };
    found.await.map_err(unreadable_table(id))?.stored()
}

/// The tables that there are, and the seal over them: their number and the sum of their checks.
async fn read_whole(readers: &dyn Readers) -> Result<(Vec<String>, Option<(i64, Vec<u8>)>), sqlx::Error> {
    let mut reader = readers.moment().await?;
    let ids = reader.all("SELECT id FROM tables", values![]).await?;
    let whole = match reader.fetch("SELECT tables, ids FROM whole", values![]).await?.first() {
        Some(row) => Some((row.get(0)?, row.check(1).unwrap_or_default())),
        None => None,
    };
    Ok((ids, whole))
}

async fn are_runs_whole(readers: &dyn Readers) -> Result<bool, sqlx::Error> {
    let mut reader = readers.acquire().await?;
    let runs = reader.statements().runs;
    let mut are_whole = true;
    for run in reader.fetch(runs, values![]).await? {
        let check = seal::run(run.get(0)?, run.get(1)?, run.get(2)?);
        are_whole &= run.check(3).as_deref() == Some(&check);
    }
    Ok(are_whole)
}

async fn are_codes_whole(readers: &dyn Readers) -> Result<bool, sqlx::Error> {
    let codes = "SELECT hash, table_id, holder, until, seal FROM codes";
    let mut are_whole = true;
    for code in readers.acquire().await?.fetch(codes, values![]).await? {
        let (hash, holder) = (code.check(0).unwrap_or_default(), code.check(2).unwrap_or_default());
        let check = seal::code(&hash, &code.get::<String>(1)?, &holder, code.get(3)?);
        are_whole &= code.check(4).as_deref() == Some(&check);
    }
    Ok(are_whole)
}

/// The numbers of the reports that are not what was stored.
async fn damaged_reports(readers: &dyn Readers) -> Result<Vec<i64>, sqlx::Error> {
    let found = readers.acquire().await?.fetch(reports::ALL, values![0_i64]).await?;
    found.iter().filter(|row| !reports::is_whole(row)).map(|row| row.get(0)).collect()
}

async fn are_keys_whole(readers: &dyn Readers) -> Result<bool, sqlx::Error> {
    let mut reader = readers.moment().await?;
    let found: Vec<(i64, Vec<u8>)> = reader.all(keys::KEYS, values![]).await?;
    // A row over everything that is gone is reported as that.
    let sum: Option<Option<Vec<u8>>> = reader.one(keys::SUM, values![]).await?;
    Ok(sum.flatten().is_none_or(|sum| Sum::read(&sum) == Some(keys::sum_of(&found))))
}

/// Something that is not what was stored.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
pub struct Damage {
    /// The table's id; none if it is not one table that is damaged.
    pub table: Option<String>,
    /// What is wrong.
    pub what: String,
}

/// What came of a look at everything that is stored.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Checked {
    /// How many tables there are.
    pub tables: u64,
    /// How many events they have.
    pub events: u64,
    /// What is not what was stored.
    pub damaged: Vec<Damage>,
}

impl Checked {
    /// Is everything what was stored?
    pub fn is_whole(&self) -> bool {
        self.damaged.is_empty()
    }

    /// The tables that are damaged.
    pub fn tables_damaged(&self) -> BTreeSet<&str> {
        self.damaged.iter().filter_map(|damage| damage.table.as_deref()).collect()
    }

    /// Something beside tables is damaged.
    pub(super) fn add(&mut self, what: impl Into<String>) {
        self.damaged.push(Damage { table: None, what: what.into() });
    }

    /// What could be read; none if it is damaged, which is noted.
    pub(super) fn take<T>(&mut self, found: Result<T, sqlx::Error>) -> Result<Option<T>, StoreError> {
        match found {
            Ok(found) => Ok(Some(found)),
            Err(error) => {
                self.add(damage(&error).ok_or_else(|| broken(error))?);
                Ok(None)
            }
        }
    }

    /// A table was looked at.
    fn add_table(
        &mut self,
        table: &str,
        found: Result<Option<Stored>, StoreError>,
    ) -> Result<(), StoreError> {
        match found {
            Ok(Some(found)) => {
                self.tables += 1;
                self.events += found.rows.len() as u64;
            }
            // It was erased meanwhile.
            Ok(None) => {}
            Err(StoreError::Damaged { what, .. }) => {
                self.tables += 1;
                self.damaged.push(Damage { table: Some(table.to_owned()), what });
            }
            Err(error) => return Err(error),
        }
        Ok(())
    }

    /// Compares the tables that there are with the seal over them all.
    fn add_whole(&mut self, ids: &[String], whole: Option<(i64, Vec<u8>)>) {
        let mut sum = Sum::default();
        for id in ids {
            sum.turn(seal::id(id));
        }
        match whole {
            None => self.add("the seal over all tables is gone"),
            Some((tables, _)) if tables != ids.len() as i64 => {
                self.add(format!("{} tables are there, {tables} were stored", ids.len()));
            }
            Some((_, stored)) if Sum::read(&stored) != Some(sum) => {
                self.add("the tables that are there are not those that were stored");
            }
            Some(_) => {}
        }
    }
}

/// Which tables were found to be damaged. Each is logged once.
#[derive(Debug, Default)]
pub(super) struct Damaged(Mutex<BTreeMap<String, String>>);

impl Damaged {
    fn known(&self) -> MutexGuard<'_, BTreeMap<String, String>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes that a table, or what belongs to none, is damaged.
    pub(super) fn note(&self, table: &str, what: &str) {
        let mut known = self.known();
        if known.insert(table.to_owned(), what.to_owned()).is_none() {
            tracing::error!(table, what, "what is stored is damaged; `rainette fsck` tells more");
        }
        let tables = known.keys().filter(|table| !table.is_empty()).count();
        metrics::gauge!("rainette_tables_damaged").set(tables as f64);
    }

    /// Notes what an error says, and passes it on.
    pub(super) fn heed<T>(&self, found: Result<T, StoreError>) -> Result<T, StoreError> {
        if let Err(StoreError::Damaged { table, what }) = &found {
            self.note(table, what);
        }
        found
    }

    /// Notes what a look at everything has found; what was damaged and is no more, because it was erased, is forgotten.
    pub(super) fn note_all(&self, checked: &Checked) {
        self.known().retain(|table, _| checked.damaged.iter().any(|it| it.table.as_deref() == Some(table)));
        metrics::gauge!("rainette_tables_damaged").set(checked.tables_damaged().len() as f64);
        for damage in &checked.damaged {
            self.note(damage.table.as_deref().unwrap_or_default(), &damage.what);
        }
    }
}
