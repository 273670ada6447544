//! How long tables are kept: games that everybody has left are closed, and tables are erased or archived some time
//! after their game was over. Reports are erased when their time is over.

use std::path::{Path, PathBuf};
use std::time::Duration;

use thiserror::Error;

use crate::hub::Hub;
use crate::protocol::{Millis, Status};
use crate::store::{REPORTS_FOR, StoreError};
use crate::table::{History, Request};

/// How often tables are looked through.
const SWEEP: Duration = Duration::from_mins(10);

/// How many tables are looked up at a time.
const PAGE: u32 = 200;

const DAY: Millis = 24 * 60 * 60 * 1_000;

/// How long tables are kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Policy {
    /// After how many quiet days a game without a clock is closed; 0 for never.
    pub close_after_days: u32,
    /// How many days after the end of its game a table is erased; 0 for never.
    pub keep_days: u32,
    /// Where the record and the proof of a game are laid down first.
    pub archive: Option<PathBuf>,
}

impl Default for Policy {
    fn default() -> Self {
        Self { close_after_days: 60, keep_days: 0, archive: None }
    }
}

/// What was done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Swept {
    /// How many games were closed.
    pub closed: u32,
    /// How many tables were archived.
    pub archived: u32,
    /// How many tables were erased.
    pub erased: u32,
}

/// Why it was not done.
#[derive(Debug, Error)]
pub enum SweepError {
    /// The store does not work.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The archive cannot be written.
    #[error("cannot write `{}`: {error}", path.display())]
    Archive {
        /// The file.
        path: PathBuf,
        /// What the system or the rules said.
        error: std::io::Error,
    },
}

/// Keeps to the policy as long as the server runs.
pub(crate) async fn keep_to(policy: &Policy, hub: &Hub) {
    let mut times = tokio::time::interval(SWEEP);
    loop {
        times.tick().await;
        match sweep(policy, hub, hub.now()).await {
            Ok(swept) if swept == Swept::default() => {}
            Ok(Swept { closed, archived, erased }) => {
                tracing::info!(closed, archived, erased, "tables were looked through");
            }
            Err(error) => tracing::error!(%error, "tables were not looked through"),
        }
    }
}

/// Does once what the policy asks for at this time.
pub async fn sweep(policy: &Policy, hub: &Hub, now: Millis) -> Result<Swept, SweepError> {
    let mut swept = Swept::default();
    hub.store().forget_reports(now - REPORTS_FOR).await?;
    if policy.close_after_days > 0 {
        let before = now - Millis::from(policy.close_after_days) * DAY;
        for table in hub.store().quiet_tables(Status::Playing, before, PAGE).await? {
            // Somebody may have come back, or a clock runs.
            swept.closed += u32::from(hub.ask(&table, None, Request::CloseQuiet(before)).await.is_ok());
        }
        metrics::counter!("rainette_tables_closed_total").increment(swept.closed.into());
    }
    if policy.keep_days == 0 {
        return Ok(swept);
    }
    let before = now - Millis::from(policy.keep_days) * DAY;
    for status in [Status::Finished, Status::Abandoned] {
        for table in hub.store().quiet_tables(status, before, PAGE).await? {
            // Somebody looks at it: another time.
            if hub.is_live(&table) {
                continue;
            }
            if let Some(folder) = &policy.archive {
                match archive(hub, &table, folder).await {
                    Ok(is_archived) => swept.archived += u32::from(is_archived),
                    // It is kept as it is: somebody may be able to restore it.
                    Err(SweepError::Store(StoreError::Damaged { .. })) => continue,
                    Err(error) => return Err(error),
                }
            }
            hub.store().erase(&table).await?;
            swept.erased += 1;
        }
    }
    metrics::counter!("rainette_tables_erased_total").increment(swept.erased.into());
    Ok(swept)
}

/// Lays down a table's record and proof: what is true of a game for good, without names.
async fn archive(hub: &Hub, table: &str, folder: &Path) -> Result<bool, SweepError> {
    let Some(stored) = hub.store().load(table).await? else { return Ok(false) };
    let history = match History::load(stored) {
        Ok(history) => history,
        Err(error) => return Err(StoreError::Broken(error.to_string()).into()),
    };
    // A table that never started has neither.
    let (Ok(record), Ok(proof)) = (history.record(), history.proof()) else {
        return Ok(false);
    };
    let proof = serde_json::to_vec_pretty(&proof).map_err(|error| StoreError::Broken(error.to_string()))?;
    let wrong = |path: &Path| {
        let path = path.to_owned();
        move |error| SweepError::Archive { path, error }
    };
    std::fs::create_dir_all(folder).map_err(wrong(folder))?;
    for (ending, text) in [("rainette", record.to_string().into_bytes()), ("proof.json", proof)] {
        let path = folder.join(format!("{table}.{ending}"));
        // Whole or not at all, also when the server is killed.
        let half = folder.join(format!(".{table}.{ending}.part"));
        std::fs::write(&half, text).map_err(wrong(&half))?;
        std::fs::rename(&half, &path).map_err(wrong(&path))?;
    }
    Ok(true)
}
