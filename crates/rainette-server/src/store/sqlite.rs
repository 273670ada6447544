//! Tables in an SQLite file: one writer, which commits as much at once as has come in.

use std::borrow::Cow;
use std::path::Path;
use std::time::Duration;

use futures_util::future::BoxFuture;
use sqlx::error::DatabaseError;
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteRow,
    SqliteSynchronous,
};
use sqlx::{Connection as _, Row as _, SqlSafeStr as _};
use tokio::sync::{mpsc, oneshot};

use super::{MovingOut, Store, StoreError};
use crate::log::{Holder, Person, Row, UndoWish};
use crate::protocol::{Analysis, ChatLine, Millis, Status, TableLine};
use crate::table::{Batch, CHAT_KEPT, Stored};

/// How many batches are committed together at most.
const GROUP: usize = 256;

/// How many batches may wait for the writer.
const QUEUE: usize = 4_096;

/// Tables in an SQLite file.
pub struct Sqlite {
    readers: SqlitePool,
    writer: mpsc::Sender<Write>,
    began_at: Millis,
}

/// Something for the writer.
enum Write {
    Batch(Box<Batch>, oneshot::Sender<Result<(), StoreError>>),
    Beat(Millis, oneshot::Sender<Result<(), StoreError>>),
    Analysis(String, String, oneshot::Sender<Result<(), StoreError>>),
    KeepCode(MovingOut, Millis, oneshot::Sender<Result<(), StoreError>>),
    /// Refused as a conflict where somebody else was faster.
    UseCode([u8; 32], oneshot::Sender<Result<(), StoreError>>),
    ForgetCodes(Holder, oneshot::Sender<Result<(), StoreError>>),
    Flush(oneshot::Sender<Result<(), StoreError>>),
}

impl Sqlite {
    /// Opens the file, makes it where there is none, and brings it up to date.
    pub async fn open(path: &Path, now: Millis) -> Result<Self, StoreError> {
        let options = SqliteConnectOptions::new()
            .filename(path)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .busy_timeout(Duration::from_secs(10));
        let single = SqlitePoolOptions::new().max_connections(1);
        let single = single.connect_with(options.clone()).await.map_err(broken)?;
        migrator().run(&single).await.map_err(broken)?;
        let mut connection = single.acquire().await.map_err(broken)?.detach();
        sqlx::query("INSERT INTO runs (began_at, seen_at) VALUES (?1, ?1) ON CONFLICT DO NOTHING")
            .bind(now)
            .execute(&mut connection)
            .await
            .map_err(broken)?;
        let readers = SqlitePoolOptions::new()
            .max_connections(4)
            .min_connections(1)
            .connect_with(options.read_only(true))
            .await
            .map_err(broken)?;
        let (writer, inbox) = mpsc::channel(QUEUE);
        tokio::spawn(write(connection, inbox, now));
        Ok(Self { readers, writer, began_at: now })
    }

    async fn ask(
        &self,
        write: impl FnOnce(oneshot::Sender<Result<(), StoreError>>) -> Write,
    ) -> Result<(), StoreError> {
        let (reply, answer) = oneshot::channel();
        let gone = || StoreError::Broken("the writer is gone".to_owned());
        self.writer.send(write(reply)).await.map_err(|_| gone())?;
        answer.await.map_err(|_| gone())?
    }

    async fn read_table(&self, id: &str) -> Result<Option<Stored>, sqlx::Error> {
        let mut reader = self.readers.begin().await?;
        let invite = sqlx::query("SELECT invite FROM tables WHERE id = ?").bind(id);
        let Some(row) = invite.fetch_optional(&mut *reader).await? else { return Ok(None) };
        let mut stored = Stored { id: id.to_owned(), invite: row.try_get(0)?, ..Stored::default() };
        let log = sqlx::query(
            "SELECT number, at, seat, command, payload FROM log WHERE table_id = ? ORDER BY number",
        );
        for row in log.bind(id).fetch_all(&mut *reader).await? {
            stored.rows.push(read_row(&row)?);
        }
        let people =
            sqlx::query("SELECT number, name, holder FROM people WHERE table_id = ? ORDER BY number");
        for row in people.bind(id).fetch_all(&mut *reader).await? {
            let holder: Option<Vec<u8>> = row.try_get(2)?;
            stored.people.push(Person {
                number: row.try_get(0)?,
                name: row.try_get(1)?,
                holder: holder.and_then(|bytes| bytes.try_into().ok()).map(Holder),
            });
        }
        let chat = sqlx::query(
            "SELECT chat.number, at, person, text, name FROM chat \
             LEFT JOIN people ON people.table_id = chat.table_id AND people.number = person \
             WHERE chat.table_id = ? ORDER BY chat.number DESC LIMIT ?",
        );
        let lines = chat.bind(id).bind(CHAT_KEPT as i64).fetch_all(&mut *reader).await?;
        for row in lines.into_iter().rev() {
            stored.chat.push(ChatLine {
                number: row.try_get(0)?,
                at: row.try_get(1)?,
                person: row.try_get(2)?,
                text: row.try_get(3)?,
                name: row.try_get(4)?,
            });
        }
        let mutes = sqlx::query("SELECT person, other FROM mutes WHERE table_id = ? ORDER BY person, other");
        for row in mutes.bind(id).fetch_all(&mut *reader).await? {
            stored.muted.insert((row.try_get(0)?, row.try_get(1)?));
        }
        let wish = sqlx::query_scalar::<_, String>("SELECT payload FROM wishes WHERE table_id = ?");
        let wish = wish.bind(id).fetch_optional(&mut *reader).await?;
        stored.wish =
            wish.map(|text| serde_json::from_str::<UndoWish>(&text)).transpose().map_err(unreadable)?;
        Ok(Some(stored))
    }
}

fn migrator() -> Migrator {
    let migration = |version, name: &'static str, sql: &'static str| {
        Migration::new(version, Cow::Borrowed(name), MigrationType::Simple, sql.into_sql_str(), false)
    };
    Migrator::with_migrations(vec![
        migration(1, "tables", include_str!("migrations/0001_tables.sql")),
        migration(2, "lasting", include_str!("migrations/0002_lasting.sql")),
    ])
}

fn broken(error: impl std::fmt::Display) -> StoreError {
    StoreError::Broken(error.to_string())
}

fn unreadable(error: serde_json::Error) -> sqlx::Error {
    sqlx::Error::Decode(Box::new(error))
}

fn read_row(row: &SqliteRow) -> Result<Row, sqlx::Error> {
    let seat: Option<u8> = row.try_get(2)?;
    let command: Option<String> = row.try_get(3)?;
    let payload: &str = row.try_get(4)?;
    Ok(Row {
        number: row.try_get::<i64, _>(0)? as u64,
        at: row.try_get(1)?,
        command: seat.map(|seat| rainette_core::Seat::new(seat.into())).zip(command),
        event: serde_json::from_str(payload).map_err(unreadable)?,
    })
}

/// The writer: takes all that waits, writes it in one transaction, and answers once it is on disk.
async fn write(mut connection: SqliteConnection, mut writes: mpsc::Receiver<Write>, began_at: Millis) {
    let mut group = Vec::with_capacity(GROUP);
    while writes.recv_many(&mut group, GROUP).await > 0 {
        metrics::histogram!("rainette_store_group").record(group.len() as f64);
        let answers = match write_together(&mut connection, &group, began_at).await {
            Ok(()) => vec![Ok(()); group.len()],
            // One of them is refused: each for itself then.
            Err(_) => match write_apart(&mut connection, &group, began_at).await {
                Ok(answers) => answers,
                Err(error) => {
                    tracing::error!(%error, "nothing of this group was written");
                    vec![Err(broken(error)); group.len()]
                }
            },
        };
        for (write, answer) in group.drain(..).zip(answers) {
            let (Write::Batch(_, reply)
            | Write::Beat(_, reply)
            | Write::Analysis(_, _, reply)
            | Write::KeepCode(_, _, reply)
            | Write::UseCode(_, reply)
            | Write::ForgetCodes(_, reply)
            | Write::Flush(reply)) = write;
            // Whoever asked may be gone; what is written stays written.
            let _ = reply.send(answer);
        }
    }
    let _ = connection.close().await;
}

/// Writes a group in one transaction, the rows of all logs in one statement; all of it or nothing.
async fn write_together(
    connection: &mut SqliteConnection,
    group: &[Write],
    began_at: Millis,
) -> Result<(), sqlx::Error> {
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    let mut rows: Vec<(&str, &Row)> = Vec::new();
    for write in group {
        if let Write::Batch(batch, _) = write {
            rows.extend(batch.rows.iter().map(|row| (batch.table.as_str(), row)));
        }
    }
    write_rows(&mut transaction, &rows).await?;
    for write in group {
        match write {
            Write::Batch(batch, _) => write_rest(&mut transaction, batch).await?,
            other => write_other(&mut transaction, other, began_at).await?,
        }
    }
    transaction.commit().await
}

/// Writes a group in one transaction; a batch that is refused does not take others with it.
async fn write_apart(
    connection: &mut SqliteConnection,
    group: &[Write],
    began_at: Millis,
) -> Result<Vec<Result<(), StoreError>>, sqlx::Error> {
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    let mut answers = Vec::with_capacity(group.len());
    for write in group {
        answers.push(match write {
            Write::Batch(batch, _) => {
                // A transaction within a transaction is a savepoint.
                let mut savepoint = transaction.begin().await?;
                let written = write_batch(&mut savepoint, batch).await;
                if written.is_ok() {
                    savepoint.commit().await?;
                } else {
                    savepoint.rollback().await?;
                }
                written.map_err(|error| {
                    let unique = error.as_database_error().is_some_and(DatabaseError::is_unique_violation);
                    if unique { StoreError::Conflict(batch.table.clone()) } else { broken(error) }
                })
            }
            other => match write_other(&mut transaction, other, began_at).await {
                Ok(()) => Ok(()),
                // Nothing was changed.
                Err(sqlx::Error::RowNotFound) => Err(StoreError::Conflict("of the code".to_owned())),
                Err(error) => return Err(error),
            },
        });
    }
    transaction.commit().await?;
    Ok(answers)
}

async fn write_other(
    connection: &mut SqliteConnection,
    write: &Write,
    began_at: Millis,
) -> Result<(), sqlx::Error> {
    match write {
        Write::Beat(now, _) => {
            let beat = sqlx::query("UPDATE runs SET seen_at = max(seen_at, ?) WHERE began_at = ?");
            beat.bind(now).bind(began_at).execute(connection).await?;
        }
        Write::Analysis(table, payload, _) => {
            let keep = sqlx::query("INSERT OR REPLACE INTO analyses (table_id, payload) VALUES (?, ?)");
            keep.bind(table).bind(payload).execute(connection).await?;
        }
        Write::KeepCode(code, now, _) => {
            let old = sqlx::query("DELETE FROM codes WHERE until <= ? OR (table_id = ? AND holder = ?)");
            let old = old.bind(now).bind(&code.table).bind(code.holder.0.to_vec());
            old.execute(&mut *connection).await?;
            let keep = sqlx::query("INSERT INTO codes (hash, table_id, holder, until) VALUES (?, ?, ?, ?)");
            let keep = keep.bind(code.hash.to_vec()).bind(&code.table).bind(code.holder.0.to_vec());
            keep.bind(code.until).execute(connection).await?;
        }
        Write::UseCode(hash, _) => {
            let gone = sqlx::query("DELETE FROM codes WHERE hash = ?").bind(hash.to_vec());
            if gone.execute(connection).await?.rows_affected() == 0 {
                return Err(sqlx::Error::RowNotFound);
            }
        }
        Write::ForgetCodes(holder, _) => {
            let gone = sqlx::query("DELETE FROM codes WHERE holder = ?").bind(holder.0.to_vec());
            gone.execute(connection).await?;
        }
        Write::Batch(..) | Write::Flush(_) => {}
    }
    Ok(())
}

/// Writes rows of logs, handed over as one JSON array, because every statement is a way to another thread and back.
async fn write_rows(connection: &mut SqliteConnection, rows: &[(&str, &Row)]) -> Result<(), sqlx::Error> {
    let mut values = Vec::new();
    for (table, row) in rows {
        let (seat, command) = row.command.as_ref().map(|(seat, id)| (seat.index(), id)).unzip();
        let payload = serde_json::to_string(&row.event).map_err(unreadable)?;
        values.push((table, row.number, row.at, seat, command, payload));
    }
    if values.is_empty() {
        return Ok(());
    }
    let insert = sqlx::query(
        "INSERT INTO log (table_id, number, at, seat, command, payload) \
         SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5 FROM json_each(?)",
    );
    insert.bind(serde_json::to_string(&values).map_err(unreadable)?).execute(connection).await?;
    Ok(())
}

async fn write_batch(connection: &mut SqliteConnection, batch: &Batch) -> Result<(), sqlx::Error> {
    let rows: Vec<(&str, &Row)> = batch.rows.iter().map(|row| (batch.table.as_str(), row)).collect();
    write_rows(connection, &rows).await?;
    write_rest(connection, batch).await
}

/// Writes all of a batch but the rows of the log.
async fn write_rest(connection: &mut SqliteConnection, batch: &Batch) -> Result<(), sqlx::Error> {
    if let Some(line) = &batch.line {
        let text = serde_json::to_string(line).map_err(unreadable)?;
        if let Some((is_public, invite)) = &batch.opened {
            sqlx::query(
                "INSERT INTO tables (id, invite, is_public, status, line, created_at, changed_at) \
                 VALUES (?, ?, ?, ?, ?, ?, ?)",
            )
            .bind(&batch.table)
            .bind(invite)
            .bind(is_public)
            .bind(word(line.status))
            .bind(text)
            .bind(line.created_at)
            .bind(line.changed_at)
            .execute(&mut *connection)
            .await?;
        } else {
            sqlx::query("UPDATE tables SET status = ?, line = ?, changed_at = ? WHERE id = ?")
                .bind(word(line.status))
                .bind(text)
                .bind(line.changed_at)
                .bind(&batch.table)
                .execute(&mut *connection)
                .await?;
        }
    }
    for person in &batch.people {
        sqlx::query("INSERT OR REPLACE INTO people (table_id, number, name, holder) VALUES (?, ?, ?, ?)")
            .bind(&batch.table)
            .bind(person.number)
            .bind(&person.name)
            .bind(person.holder.map(|holder| holder.0.to_vec()))
            .execute(&mut *connection)
            .await?;
    }
    for line in &batch.chat {
        sqlx::query("INSERT INTO chat (table_id, number, at, person, text) VALUES (?, ?, ?, ?, ?)")
            .bind(&batch.table)
            .bind(line.number)
            .bind(line.at)
            .bind(line.person)
            .bind(&line.text)
            .execute(&mut *connection)
            .await?;
    }
    for (person, other, is_muted) in &batch.muted {
        let change = if *is_muted {
            "INSERT OR IGNORE INTO mutes (table_id, person, other) VALUES (?, ?, ?)"
        } else {
            "DELETE FROM mutes WHERE table_id = ? AND person = ? AND other = ?"
        };
        let change = sqlx::query(change).bind(&batch.table).bind(person).bind(other);
        change.execute(&mut *connection).await?;
    }
    match &batch.wish {
        Some(Some(wish)) => {
            let text = serde_json::to_string(wish).map_err(unreadable)?;
            let keep = sqlx::query("INSERT OR REPLACE INTO wishes (table_id, payload) VALUES (?, ?)");
            keep.bind(&batch.table).bind(text).execute(&mut *connection).await?;
        }
        Some(None) => {
            let gone = sqlx::query("DELETE FROM wishes WHERE table_id = ?").bind(&batch.table);
            gone.execute(&mut *connection).await?;
        }
        None => {}
    }
    if let Some(at) = batch.visited_at {
        let visit = sqlx::query("UPDATE tables SET visited_at = max(visited_at, ?) WHERE id = ?");
        visit.bind(at).bind(&batch.table).execute(&mut *connection).await?;
    }
    for person in &batch.silenced {
        for gone in [
            "DELETE FROM chat WHERE table_id = ? AND person = ?",
            "DELETE FROM mutes WHERE table_id = ? AND person = ?",
        ] {
            sqlx::query(gone).bind(&batch.table).bind(person).execute(&mut *connection).await?;
        }
    }
    Ok(())
}

fn word(status: Status) -> &'static str {
    match status {
        Status::Waiting | Status::Starting => "waiting",
        Status::Playing => "playing",
        Status::Finished => "finished",
        Status::Abandoned => "abandoned",
    }
}

fn read_lines(rows: &[SqliteRow]) -> Result<Vec<TableLine>, sqlx::Error> {
    rows.iter().map(|row| serde_json::from_str(row.try_get(0)?).map_err(unreadable)).collect()
}

impl Store for Sqlite {
    fn append(&self, batch: Batch) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(self.ask(|reply| Write::Batch(Box::new(batch), reply)))
    }

    fn load(&self, table: &str) -> BoxFuture<'_, Result<Option<Stored>, StoreError>> {
        let table = table.to_owned();
        Box::pin(async move { self.read_table(&table).await.map_err(broken) })
    }

    fn invited(&self, code: &str) -> BoxFuture<'_, Result<Option<String>, StoreError>> {
        let code = code.to_owned();
        Box::pin(async move {
            let found = sqlx::query_scalar("SELECT id FROM tables WHERE invite = ?").bind(code);
            found.fetch_optional(&self.readers).await.map_err(broken)
        })
    }

    fn public_tables(&self, since: Millis, most: u32) -> BoxFuture<'_, Result<Vec<TableLine>, StoreError>> {
        Box::pin(async move {
            let found = sqlx::query(
                "SELECT line FROM tables WHERE is_public AND status IN ('waiting', 'playing') AND changed_at >= ? \
                 ORDER BY changed_at DESC LIMIT ?",
            );
            let rows = found.bind(since).bind(most).fetch_all(&self.readers).await.map_err(broken)?;
            read_lines(&rows).map_err(broken)
        })
    }

    fn tables_of(&self, holder: Holder, most: u32) -> BoxFuture<'_, Result<Vec<TableLine>, StoreError>> {
        Box::pin(async move {
            let found = sqlx::query(
                "SELECT line, group_concat(people.number) FROM people JOIN tables ON tables.id = table_id \
                 WHERE holder = ? GROUP BY tables.id ORDER BY changed_at DESC LIMIT ?",
            );
            let rows =
                found.bind(holder.0.to_vec()).bind(most).fetch_all(&self.readers).await.map_err(broken)?;
            let mut lines = read_lines(&rows).map_err(broken)?;
            for (line, row) in lines.iter_mut().zip(&rows) {
                let numbers: String = row.try_get(1).map_err(broken)?;
                let numbers: Vec<u32> = numbers.split(',').filter_map(|number| number.parse().ok()).collect();
                line.mine = line.seats_of(&numbers);
            }
            Ok(lines)
        })
    }

    fn live_tables(&self) -> BoxFuture<'_, Result<Vec<String>, StoreError>> {
        Box::pin(async move {
            let found =
                sqlx::query_scalar("SELECT id FROM tables WHERE status = 'playing' ORDER BY changed_at DESC");
            found.fetch_all(&self.readers).await.map_err(broken)
        })
    }

    fn waiting_tables(&self, before: Millis) -> BoxFuture<'_, Result<Vec<(String, Millis)>, StoreError>> {
        Box::pin(async move {
            let found = sqlx::query(
                "SELECT id, max(visited_at, changed_at) AS visited FROM tables \
                 WHERE status = 'waiting' AND changed_at < ?1 AND visited_at < ?1 ORDER BY visited",
            );
            let rows = found.bind(before).fetch_all(&self.readers).await.map_err(broken)?;
            let read = |row: &SqliteRow| Ok((row.try_get(0)?, row.try_get(1)?));
            rows.iter().map(read).collect::<Result<_, sqlx::Error>>().map_err(broken)
        })
    }

    fn keep_code(&self, code: MovingOut, now: Millis) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(self.ask(move |reply| Write::KeepCode(code, now, reply)))
    }

    fn use_code(&self, hash: [u8; 32]) -> BoxFuture<'_, Result<Option<MovingOut>, StoreError>> {
        Box::pin(async move {
            let found = sqlx::query("SELECT table_id, holder, until FROM codes WHERE hash = ?");
            let found = found.bind(hash.to_vec()).fetch_optional(&self.readers).await.map_err(broken)?;
            let Some(row) = found else { return Ok(None) };
            let holder: Vec<u8> = row.try_get(1).map_err(broken)?;
            let holder = Holder(holder.try_into().map_err(|_| broken("a holder is 32 bytes"))?);
            let (table, until) = (row.try_get(0).map_err(broken)?, row.try_get(2).map_err(broken)?);
            match self.ask(|reply| Write::UseCode(hash, reply)).await {
                Ok(()) => Ok(Some(MovingOut { hash, table, holder, until })),
                // Somebody else was faster.
                Err(StoreError::Conflict(_)) => Ok(None),
                Err(error) => Err(error),
            }
        })
    }

    fn forget_codes(&self, holder: Holder) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(self.ask(move |reply| Write::ForgetCodes(holder, reply)))
    }

    fn downtime(&self, since: Millis) -> BoxFuture<'_, Result<Millis, StoreError>> {
        Box::pin(async move {
            let found = sqlx::query(
                "SELECT began_at, seen_at FROM runs WHERE seen_at >= ? OR began_at = ? ORDER BY began_at",
            );
            let rows =
                found.bind(since).bind(self.began_at).fetch_all(&self.readers).await.map_err(broken)?;
            let mut up_until = since;
            let mut lost = 0;
            for row in rows {
                let began: Millis = row.try_get(0).map_err(broken)?;
                let seen: Millis = row.try_get(1).map_err(broken)?;
                lost += (began - up_until).max(0);
                up_until = up_until.max(seen);
            }
            Ok(lost)
        })
    }

    fn beat(&self, now: Millis) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(self.ask(move |reply| Write::Beat(now, reply)))
    }

    fn analysis(&self, table: &str) -> BoxFuture<'_, Result<Option<Analysis>, StoreError>> {
        let table = table.to_owned();
        Box::pin(async move {
            let found = sqlx::query_scalar::<_, String>("SELECT payload FROM analyses WHERE table_id = ?");
            let found = found.bind(table).fetch_optional(&self.readers).await.map_err(broken)?;
            found.map(|text| serde_json::from_str(&text).map_err(broken)).transpose()
        })
    }

    fn keep_analysis(&self, table: &str, analysis: &Analysis) -> BoxFuture<'_, Result<(), StoreError>> {
        let payload = serde_json::to_string(analysis);
        let table = table.to_owned();
        Box::pin(async move {
            let payload = payload.map_err(broken)?;
            self.ask(|reply| Write::Analysis(table, payload, reply)).await
        })
    }

    fn flush(&self) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(self.ask(Write::Flush))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fair::Seed;
    use crate::log::Event;
    use crate::table::{Fresh, open};

    fn opened(id: &str) -> Batch {
        let wish = serde_json::from_value(serde_json::json!({
            "game": rainette_games::games()[0].id, "name": "Ana", "seats": [{ "is": "me" }, { "is": "friend" }],
        }));
        let fresh = Fresh { id: id.to_owned(), invite: format!("to {id}"), seed: Seed::new([1; 32]) };
        open(&wish.expect("a wish"), None, Holder([1; 32]), fresh, 5).expect("a table")
    }

    fn row(number: u64, command: Option<&str>) -> Row {
        let command = command.map(|id| (rainette_core::Seat::new(0), id.to_owned()));
        Row { number, at: 7, command, event: Event::Abandoned }
    }

    fn batch(table: &str, rows: Vec<Row>) -> Batch {
        Batch { table: table.to_owned(), rows, ..Batch::default() }
    }

    struct Folder(std::path::PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            let path = std::env::temp_dir().join(format!("rainette-store-{name}-{}", std::process::id()));
            std::fs::create_dir_all(&path).expect("a folder");
            Self(path)
        }

        async fn open(&self, now: Millis) -> Sqlite {
            Sqlite::open(&self.0.join("test.db"), now).await.expect("a store")
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }

    #[tokio::test]
    async fn what_is_appended_is_there_when_the_file_is_opened_again() {
        let folder = Folder::new("again");
        let mut expected = Stored::default();
        {
            let store = folder.open(1).await;
            let line = ChatLine {
                number: 1,
                at: 6,
                person: 1,
                name: Some("Ana".to_owned()),
                text: "hop".to_owned(),
            };
            for batch in [
                opened("a"),
                batch("a", vec![row(3, Some("x"))]),
                Batch { chat: vec![line], ..batch("a", Vec::new()) },
            ] {
                expected.add(&batch);
                store.append(batch).await.expect("it is stored");
            }
        }
        let store = folder.open(2).await;
        assert_eq!(store.load("a").await.expect("it works"), Some(expected));
        assert_eq!(store.load("b").await.expect("it works"), None);
        assert_eq!(store.invited("to a").await.expect("it works"), Some("a".to_owned()));
        assert_eq!(store.tables_of(Holder([1; 32]), 9).await.expect("it works").len(), 1);
        assert_eq!(store.tables_of(Holder([2; 32]), 9).await.expect("it works").len(), 0);
    }

    #[tokio::test]
    async fn a_number_or_a_command_that_is_taken_is_refused_and_takes_nothing_else_with_it() {
        let folder = Folder::new("taken");
        let store = folder.open(1).await;
        for id in ["a", "b"] {
            store.append(opened(id)).await.expect("it is stored");
        }
        store.append(batch("a", vec![row(3, Some("x"))])).await.expect("it is stored");
        let conflict = Err(StoreError::Conflict("a".to_owned()));
        // All at once, so that they may fall into one commit.
        let (number, command, half, other) = tokio::join!(
            store.append(batch("a", vec![row(3, Some("y"))])),
            store.append(batch("a", vec![row(4, Some("x"))])),
            store.append(batch("a", vec![row(4, None), row(3, None)])),
            store.append(batch("b", vec![row(3, Some("x"))])),
        );
        assert_eq!([number, command, half], [conflict.clone(), conflict.clone(), conflict]);
        assert_eq!(other, Ok(()));
        let rows = |stored: Option<Stored>| stored.map(|stored| stored.rows.len());
        assert_eq!(rows(store.load("a").await.expect("it works")), Some(3));
        assert_eq!(rows(store.load("b").await.expect("it works")), Some(3));
    }

    #[tokio::test]
    async fn what_is_not_in_the_log_lasts_too() {
        let folder = Folder::new("lasting");
        let wish = UndoWish {
            seat: rainette_core::Seat::new(1),
            from: 2,
            command: "u".to_owned(),
            number: 2,
            waits_for: vec![1],
        };
        let mut expected = Stored::default();
        {
            let store = folder.open(1).await;
            for batch in [
                opened("a"),
                Batch { muted: vec![(1, 2, true), (2, 1, true), (1, 3, true)], ..batch("a", Vec::new()) },
                Batch { muted: vec![(1, 3, false)], wish: Some(Some(wish)), ..batch("a", Vec::new()) },
                Batch { silenced: vec![2], visited_at: Some(90), ..batch("a", Vec::new()) },
                opened("b"),
            ] {
                if batch.table == "a" {
                    expected.add(&batch);
                }
                store.append(batch).await.expect("it is stored");
            }
        }
        let store = folder.open(2).await;
        assert_eq!(store.load("a").await.expect("it works"), Some(expected.clone()));
        assert_eq!(expected.muted, [(1, 2)].into());
        let waiting = |before| store.waiting_tables(before);
        assert_eq!(waiting(5).await, Ok(vec![]));
        assert_eq!(waiting(6).await, Ok(vec![("b".to_owned(), 5)]));
        assert_eq!(waiting(91).await, Ok(vec![("b".to_owned(), 5), ("a".to_owned(), 90)]));
        store.append(Batch { wish: Some(None), ..batch("a", Vec::new()) }).await.expect("it is stored");
        assert_eq!(store.load("a").await.expect("it works").and_then(|stored| stored.wish), None);
    }

    #[tokio::test]
    async fn a_code_is_used_once_and_only_the_last_one_counts() {
        let folder = Folder::new("codes");
        let code = |hash, until| MovingOut {
            hash: [hash; 32],
            table: "a".to_owned(),
            holder: Holder([1; 32]),
            until,
        };
        {
            let store = folder.open(1).await;
            store.keep_code(code(1, 50), 1).await.expect("it is stored");
            store.keep_code(code(2, 60), 1).await.expect("it is stored");
        }
        let store = folder.open(2).await;
        assert_eq!(store.use_code([1; 32]).await, Ok(None), "another one came after it");
        let (first, second, written) =
            tokio::join!(store.use_code([2; 32]), store.use_code([2; 32]), store.append(opened("a")));
        assert_eq!(written, Ok(()), "who is too late takes nothing else with it");
        let given = [first, second].map(|code| code.expect("it works"));
        assert_eq!(given.iter().flatten().collect::<Vec<_>>(), [&code(2, 60)]);
        store.keep_code(code(3, 60), 1).await.expect("it is stored");
        store.forget_codes(Holder([1; 32])).await.expect("it is stored");
        assert_eq!(store.use_code([3; 32]).await, Ok(None));
    }

    #[tokio::test]
    async fn downtime_is_what_lies_between_runs() {
        let folder = Folder::new("runs");
        for (began, seen) in [(1_000, 5_000), (8_000, 9_000), (20_000, 20_000)] {
            folder.open(began).await.beat(seen).await.expect("it is stored");
        }
        let store = folder.open(30_000).await;
        let since = |millis| store.downtime(millis);
        assert_eq!(since(2_000).await, Ok(3_000 + 11_000 + 10_000));
        assert_eq!(since(8_500).await, Ok(11_000 + 10_000));
        assert_eq!(since(25_000).await, Ok(5_000), "an event later than the last sign of life");
        assert_eq!(since(31_000).await, Ok(0));
    }
}
