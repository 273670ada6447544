//! What people have reported to whoever runs the server.

use async_trait::async_trait;
use serde::{Deserialize, Serialize};

use super::connection::{Connection, FromRow, Row, values};
use super::queue::Write;
use super::sql::SqlStore;
use super::{StoreError, seal, unreadable};
use crate::protocol::{ChatLine, Millis, ReportReason};

/// How many reports about one table are kept. More are refused: nobody can push out what others have reported.
pub const REPORTS_OF_ONE: usize = 20;

/// How many of them are of one person, or of one address.
pub const REPORTS_OF_EACH: usize = 3;

/// How many reports are kept in all.
pub const REPORTS_IN_ALL: i64 = 10_000;

/// How long a report is kept: 90 days.
pub const REPORTS_FOR: Millis = 90 * 86_400_000;

/// What somebody has reported, with what was said.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Report {
    /// When it was made, in milliseconds since the beginning of 1970.
    #[serde(skip)]
    pub at: Millis,
    /// The table's id.
    #[serde(skip)]
    pub table: String,
    /// The game's id.
    pub game: String,
    /// Whom it is about, by their number at the table; none if it is about the table.
    pub person: Option<u32>,
    /// What they called themselves.
    pub name: Option<String>,
    /// By what they are known at public tables.
    pub mark: Option<String>,
    /// By what whoever reported is known at public tables.
    pub by: Option<String>,
    /// A mark of the address from which it came, which leads nowhere without a key of the store.
    #[serde(default)]
    pub from: Option<String>,
    /// What is wrong, as the reporter chose from a list.
    pub reason: ReportReason,
    /// What the reporter wrote.
    pub text: String,
    /// What was said by the person, or by everybody if it is about the table.
    pub chat: Vec<ChatLine>,
}

/// A report as it is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeptReport {
    /// Its number.
    pub number: i64,
    /// What it says.
    pub report: Report,
}

/// Keeps what people report.
#[async_trait]
pub trait Reports: Send + Sync {
    /// Keeps a report, unless there are enough already: then it is a [`StoreError::Conflict`].
    async fn keep_report(&self, report: Report) -> Result<(), StoreError>;
    /// All reports that are no older than that, the newest last. Those that are damaged are left out.
    async fn reports(&self, since: Millis) -> Result<Vec<KeptReport>, StoreError>;
    /// Erases reports that are older than that.
    async fn forget_reports(&self, before: Millis) -> Result<(), StoreError>;
}

/// All reports that are no older than that, with their checks.
pub(super) const ALL: &str =
    "SELECT number, at, table_id, payload, seal FROM reports WHERE at >= $1 ORDER BY number";

/// Is a report what was stored?
pub(super) fn is_whole(row: &Row) -> bool {
    let check = || {
        let (number, at) = (row.get(0)?, row.get(1)?);
        Ok::<_, sqlx::Error>(seal::report(number, at, &row.get::<String>(2)?, &row.get::<String>(3)?))
    };
    match (row.get::<Option<Vec<u8>>>(4), check()) {
        // One that an older version has stored.
        (Ok(None), Ok(_)) => true,
        (Ok(Some(seal)), Ok(check)) => seal == check,
        _ => false,
    }
}

/// What is said of a report that is not.
pub(super) fn not_as_stored(number: i64) -> String {
    format!("report {number} is not what was stored")
}

/// A row of the list, whatever it holds: a report that is damaged must not keep others from being shown.
struct Found {
    number: i64,
    report: Option<KeptReport>,
}

impl FromRow for Found {
    fn from_row(row: &Row) -> Result<Self, sqlx::Error> {
        let read = || {
            let report: Report = serde_json::from_str(&row.get::<String>(3)?).map_err(unreadable)?;
            let report = Report { at: row.get(1)?, table: row.get(2)?, ..report };
            Ok::<_, sqlx::Error>(KeptReport { number: row.get(0)?, report })
        };
        let report = if is_whole(row) { read().ok() } else { None };
        Ok(Self { number: row.get(0).unwrap_or_default(), report })
    }
}

/// Writes a report, if there is room for it.
pub(super) async fn keep(connection: &mut dyn Connection, report: &Report) -> Result<(), sqlx::Error> {
    let in_all: Option<i64> = connection.one("SELECT count(*) FROM reports", values![]).await?;
    let found = "SELECT payload FROM reports WHERE table_id = $1";
    let known: Vec<String> = connection.all(found, values![&report.table]).await?;
    let is_theirs = |known: &String| {
        let known: Result<Report, _> = serde_json::from_str(known);
        let is_same = |one: &Option<String>, other: &Option<String>| one.is_some() && one == other;
        known.is_ok_and(|known| is_same(&known.by, &report.by) || is_same(&known.from, &report.from))
    };
    let theirs = known.iter().filter(|known| is_theirs(known)).count();
    let is_full = known.len() >= REPORTS_OF_ONE || in_all.is_some_and(|all| all >= REPORTS_IN_ALL);
    if is_full || theirs >= REPORTS_OF_EACH {
        return Err(sqlx::Error::RowNotFound);
    }
    let payload = serde_json::to_string(report).map_err(unreadable)?;
    let add = "INSERT INTO reports (at, table_id, payload) VALUES ($1, $2, $3) RETURNING number";
    let number = connection.one(add, values![report.at, &report.table, &payload]).await?;
    let number: i64 = number.ok_or(sqlx::Error::RowNotFound)?;
    let check = seal::report(number, report.at, &report.table, &payload);
    let seal = "UPDATE reports SET seal = $1 WHERE number = $2";
    connection.execute(seal, values![&check, number]).await?;
    Ok(())
}

/// Erases reports that are older than that.
pub(super) async fn forget(connection: &mut dyn Connection, before: Millis) -> Result<(), sqlx::Error> {
    connection.execute("DELETE FROM reports WHERE at < $1", values![before]).await?;
    Ok(())
}

/// Erases reports: the one with this number, or all. Gives how many there were.
pub(super) async fn clear(connection: &mut dyn Connection, number: Option<i64>) -> Result<u64, sqlx::Error> {
    match number {
        Some(number) => connection.execute("DELETE FROM reports WHERE number = $1", values![number]).await,
        None => connection.execute("DELETE FROM reports", values![]).await,
    }
}

#[async_trait]
impl Reports for SqlStore {
    async fn keep_report(&self, report: Report) -> Result<(), StoreError> {
        self.writer.write(Write::Report(Box::new(report))).await
    }

    async fn reports(&self, since: Millis) -> Result<Vec<KeptReport>, StoreError> {
        let found = self.all::<Found>(ALL, values![since]).await?.into_iter();
        let whole = found.filter_map(|Found { number, report }| {
            if report.is_none() {
                self.damaged.note("", &not_as_stored(number));
            }
            report
        });
        Ok(whole.collect())
    }

    async fn forget_reports(&self, before: Millis) -> Result<(), StoreError> {
        self.writer.write(Write::OldReports(before)).await
    }
}
