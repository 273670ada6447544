//! Looking at everything that is stored, table by table, and remembering what was found to be damaged.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::Serialize;

use super::StoreError;
use super::seal::{self, Sum};

/// Something that is not what was stored.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
pub struct Damage {
    /// The table's id; none where it is not one table that is damaged.
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

    /// A table was looked at.
    pub(super) fn add_table<T>(
        &mut self,
        table: &str,
        found: Result<Option<T>, StoreError>,
        events: impl Fn(&T) -> usize,
    ) -> Result<(), StoreError> {
        match found {
            Ok(Some(found)) => {
                self.tables += 1;
                self.events += events(&found) as u64;
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
    pub(super) fn add_whole(&mut self, ids: &[String], whole: Option<(i64, Vec<u8>)>) {
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
