//! The only one of a node who writes to PostgreSQL.

use sqlx::Connection as _;
use sqlx::postgres::{PgConnectOptions, PgConnection};
use tokio::time::timeout;

use super::super::batch::is_there;
use super::super::queue::{Inbox, Write};
use super::super::retry::Patience;
use super::super::seal::Ends;
use super::super::writing::{Session, are_rows, refusal};
use super::super::{StoreError, broken};
use super::clock::agree;
use super::connection::OnPostgres;
use super::{ATTEMPT, is_passing};

/// The only one of this node that writes.
pub(super) struct Writer {
    pub(super) options: PgConnectOptions,
    pub(super) connection: Option<PgConnection>,
    pub(super) session: Session,
    /// Was anybody told that something could not be stored? Then another run begins once it can.
    pub(super) was_away: bool,
}

impl Writer {
    /// Takes all that waits, writes it in one transaction, and answers once it is on disk.
    pub(super) async fn write(mut self, mut inbox: Inbox) {
        while let Some(group) = inbox.next().await {
            // Whoever only closes need not wait for a database that does not answer.
            if group.writes.iter().all(|write| matches!(write, Write::Close)) {
                let answers = vec![Ok(()); group.writes.len()];
                group.answer(answers);
                break;
            }
            // Nodes that lock in the same order do not wait for each other in a circle.
            let mut ordered: Vec<&Write> = group.writes.iter().collect();
            ordered.sort_by_key(|write| write.table());
            self.session.health.writes(true);
            let answers = self.write_group(&group.writes, &ordered).await;
            self.session.health.writes(false);
            let is_last = group.writes.iter().any(|write| matches!(write, Write::Close));
            let answers = answers.unwrap_or_else(|error| {
                self.was_away = true;
                vec![Err(broken(error)); group.writes.len()]
            });
            group.answer(answers);
            if is_last {
                break;
            }
        }
        if let Some(connection) = self.connection.take() {
            let _ = connection.close().await;
        }
    }

    async fn write_group(
        &mut self,
        writes: &[Write],
        ordered: &[&Write],
    ) -> Result<Vec<Result<(), StoreError>>, sqlx::Error> {
        let mut patience = Patience::default();
        loop {
            let error = match timeout(ATTEMPT, self.try_group(writes, ordered)).await {
                Ok(Ok(answers)) => {
                    self.session.health.works();
                    return Ok(answers);
                }
                Ok(Err(error)) => error,
                // A connection over which nothing comes any more need not say that it is gone.
                Err(_) => sqlx::Error::Io(std::io::ErrorKind::TimedOut.into()),
            };
            self.connection = None;
            self.session.chains.forget();
            self.session.health.fails(&error.to_string());
            let passes = is_passing(&error);
            patience.after(error, passes).await?;
        }
    }

    async fn try_group(
        &mut self,
        writes: &[Write],
        ordered: &[&Write],
    ) -> Result<Vec<Result<(), StoreError>>, sqlx::Error> {
        let connection = match &mut self.connection {
            Some(connection) => connection,
            none => none.insert(PgConnection::connect_with(&self.options).await?),
        };
        if self.was_away {
            self.session.begin_again(&mut OnPostgres(&mut *connection)).await?;
            self.was_away = false;
        }
        if writes.iter().any(|write| matches!(write, Write::Heartbeat(_))) {
            agree(connection, &self.session.clock).await?;
        }
        match write_together(connection, &self.session, ordered).await {
            Ok(ends) => {
                self.session.chains.remember(ends);
                return Ok(vec![Ok(()); writes.len()]);
            }
            Err(error) if is_passing(&error) => return Err(error),
            Err(_) => {}
        }
        // One of them is refused: each for itself then.
        self.session.chains.forget();
        let mut answers = Vec::with_capacity(writes.len());
        for write in writes {
            let answer = write_alone(connection, &self.session, write).await?;
            answers.push(self.session.damaged.heed(answer));
        }
        Ok(answers)
    }
}

/// Writes a group in one transaction; all of it or nothing. Gives where the chains of logs end then.
async fn write_together(
    connection: &mut PgConnection,
    session: &Session,
    writes: &[&Write],
) -> Result<Ends, sqlx::Error> {
    if are_rows(writes) {
        // One statement is a transaction of its own, and one way there and back.
        return session.write(&mut OnPostgres(connection), writes).await;
    }
    let mut transaction = connection.begin().await?;
    let ends = session.write(&mut OnPostgres(&mut *transaction), writes).await?;
    transaction.commit().await?;
    Ok(ends)
}

/// Writes one thing in a transaction of its own. An error is one of the connection; a refusal is an answer.
async fn write_alone(
    connection: &mut PgConnection,
    session: &Session,
    write: &Write,
) -> Result<Result<(), StoreError>, sqlx::Error> {
    let error = match write_together(connection, session, &[write]).await {
        Ok(_) => return Ok(Ok(())),
        Err(error) if is_passing(&error) => return Err(error),
        Err(error) => refusal(write, error),
    };
    if let (StoreError::Conflict(_), Write::Batch(batch)) = (&error, write)
        && is_there(&mut OnPostgres(connection), batch).await?
    {
        return Ok(Ok(()));
    }
    Ok(Err(error))
}
