//! The only one who writes to an SQLite file. It commits as much at once as has come in, and after anything that fails it
//! opens the file anew: nobody knows in what state a connection is that could not write.

use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions as _, Connection as _};
use tokio::time::{Instant, sleep_until};

use super::super::queue::{Inbox, Write};
use super::super::writing::{Session, refusal};
use super::super::{StoreError, broken, damage};
use super::checkpoints::Checkpoints;
use super::connection::OnSqlite;

/// The first pause before a file that cannot be written is tried again; each one after it is twice as long.
const FIRST_PAUSE: Duration = Duration::from_millis(100);

/// The longest pause.
const LONGEST_PAUSE: Duration = Duration::from_secs(1);

/// The only one who writes.
pub(super) struct Writer {
    pub(super) options: SqliteConnectOptions,
    pub(super) connection: Option<SqliteConnection>,
    pub(super) session: Session,
    pub(super) pause: Pause,
    /// None once it is closed.
    pub(super) checkpoints: Option<Checkpoints>,
}

/// How long a file that cannot be written is left alone.
#[derive(Default)]
pub(super) struct Pause {
    length: Option<Duration>,
    until: Option<Instant>,
    why: String,
}

/// Is it the store that failed, rather than what was to be written that was refused?
fn is_fault(error: &sqlx::Error) -> bool {
    match error {
        // A page that cannot be read concerns whoever needs it.
        error if damage(error).is_some() => false,
        sqlx::Error::RowNotFound | sqlx::Error::Decode(_) => false,
        sqlx::Error::Database(error) => !error.is_unique_violation() && !error.is_check_violation(),
        _ => true,
    }
}

impl Writer {
    /// Takes all that waits, writes it in one transaction, and answers once it is on disk.
    pub(super) async fn write(mut self, mut inbox: Inbox) {
        loop {
            let next = tokio::select! {
                group = inbox.next() => group,
                // Whoever waits for the disk need not wait for somebody to write.
                () = sleep_until(self.pause.until.unwrap_or_else(Instant::now)), if self.pause.until.is_some() => {
                    let _ = self.connect().await;
                    continue;
                }
            };
            let Some(group) = next else { break };
            if group.writes.iter().any(|write| matches!(write, Write::Heartbeat(_))) {
                self.session.clock.notice_steps();
            }
            self.session.health.writes(true);
            let answers = self.write_group(&group.writes).await;
            self.session.health.writes(false);
            if group.writes.iter().any(|write| matches!(write, Write::Close)) {
                let closed = self.close().await;
                let answer = |write: &Write, answer| match write {
                    Write::Close => closed.clone(),
                    _ => answer,
                };
                let answers =
                    group.writes.iter().zip(answers).map(|(write, said)| answer(write, said)).collect();
                return group.answer(answers);
            }
            group.answer(answers);
            // Nobody waits for it now but whoever writes next.
            if let (Some(checkpoints), Some(connection)) = (&self.checkpoints, &mut self.connection) {
                checkpoints.committed(connection).await;
            }
        }
        let _ = self.close().await;
    }

    /// Puts everything into the file itself, so that it can be copied, and lets go of it.
    async fn close(&mut self) -> Result<(), StoreError> {
        if let Some(checkpoints) = self.checkpoints.take() {
            checkpoints.end().await;
        }
        let Some(mut connection) = self.connection.take() else {
            return Err(StoreError::Broken(std::mem::take(&mut self.pause.why)));
        };
        // Somebody who reads it at this moment, a backup perhaps, is not waited for.
        let all = async {
            sqlx::query("PRAGMA busy_timeout = 500").execute(&mut connection).await?;
            let busy: i64 =
                sqlx::query_scalar("PRAGMA wal_checkpoint(TRUNCATE)").fetch_one(&mut connection).await?;
            Ok::<bool, sqlx::Error>(busy == 0)
        };
        let done = all.await;
        let closed = connection.close().await;
        if !done.map_err(broken)? {
            tracing::warn!("somebody reads the file: copy it together with its `-wal`");
        }
        closed.map_err(broken)
    }

    async fn write_group(&mut self, group: &[Write]) -> Vec<Result<(), StoreError>> {
        let error = match self.write_together(group).await {
            Ok(()) => return vec![Ok(()); group.len()],
            Err(error) => error,
        };
        if is_fault(&error) {
            let why = self.failed(&error);
            return vec![Err(StoreError::Broken(why)); group.len()];
        }
        // One of them is refused: each for itself then.
        self.session.chains.forget();
        let mut answers = Vec::with_capacity(group.len());
        for write in group {
            answers.push(match self.write_together(std::slice::from_ref(write)).await {
                Ok(()) => Ok(()),
                Err(error) if is_fault(&error) => Err(StoreError::Broken(self.failed(&error))),
                Err(error) => self.session.damaged.heed(Err(refusal(write, error))),
            });
        }
        answers
    }

    /// Nobody knows what became of the connection: the next one is a new one, after a pause.
    fn failed(&mut self, error: &sqlx::Error) -> String {
        // The file is not tried at all within a pause.
        if !matches!(error, sqlx::Error::PoolClosed) {
            self.connection = None;
            self.session.chains.forget();
            let length = self.pause.length.map_or(FIRST_PAUSE, |length| (length * 2).min(LONGEST_PAUSE));
            let until = Instant::now() + length;
            self.pause = Pause { length: Some(length), until: Some(until), why: plain(error) };
            self.session.health.fails(&self.pause.why);
        }
        self.pause.why.clone()
    }

    /// The connection, opened anew if it was given up, and tried by writing something. Within a pause there is none.
    async fn connect(&mut self) -> Result<(), sqlx::Error> {
        if self.connection.is_none() {
            if self.pause.until.is_some_and(|until| Instant::now() < until) {
                return Err(sqlx::Error::PoolClosed);
            }
            match self.open().await {
                Ok(connection) => {
                    self.connection = Some(connection);
                    self.pause = Pause::default();
                    self.session.health.works();
                }
                Err(error) => {
                    self.failed(&error);
                    return Err(error);
                }
            }
        }
        Ok(())
    }

    /// A new connection that can write. What it writes is that a run begins: time in which nobody could store anything is
    /// time in which the server did not run.
    async fn open(&mut self) -> Result<SqliteConnection, sqlx::Error> {
        let mut connection = self.options.connect().await?;
        self.session.begin_again(&mut OnSqlite(&mut connection)).await?;
        Ok(connection)
    }

    /// Writes a group in one transaction, the rows of all logs in one statement; all of it or nothing.
    async fn write_together(&mut self, group: &[Write]) -> Result<(), sqlx::Error> {
        self.connect().await?;
        let connection = self.connection.as_mut().ok_or(sqlx::Error::PoolClosed)?;
        let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
        let writes: Vec<&Write> = group.iter().collect();
        let written = self.session.write(&mut OnSqlite(&mut *transaction), &writes).await;
        match written {
            Ok(ends) => {
                transaction.commit().await?;
                self.session.chains.remember(ends);
            }
            Err(error) => {
                let rolled_back = transaction.rollback().await;
                if rolled_back.is_err() {
                    self.connection = None;
                }
                return Err(error);
            }
        }
        Ok(())
    }
}

/// What the database says, without what everybody knows.
fn plain(error: &sqlx::Error) -> String {
    match error {
        sqlx::Error::Database(error) => {
            let code = error.code().map(|code| format!(" (SQLite {code})")).unwrap_or_default();
            format!("{}{code}", error.message())
        }
        other => other.to_string(),
    }
}
