//! Reading an SQLite file.

use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use sqlx::sqlite::{SqliteConnectOptions, SqlitePool, SqlitePoolOptions};

use super::super::check::{Checked, check};
use super::super::connection::{Connection, Readers};
use super::super::lock::Lock;
use super::super::queue::{Queue, Write};
use super::super::sql::migrator;
use super::super::{StoreError, broken, unreadable_table};
use super::MIGRATIONS;
use super::connection::OnSqlite;

/// The migration since which there are seals: a file that does not have it is not looked at by them.
const SEALED: i64 = 4;

/// A file that is read, and the lock that keeps others from writing to it.
pub(super) struct File {
    pub(super) readers: SqlitePool,
    pub(super) lock: Mutex<Option<Lock>>,
}

#[async_trait]
impl Readers for File {
    async fn acquire(&self) -> Result<Box<dyn Connection>, sqlx::Error> {
        Ok(Box::new(OnSqlite(self.readers.acquire().await?)))
    }

    async fn moment(&self) -> Result<Box<dyn Connection>, sqlx::Error> {
        Ok(Box::new(OnSqlite(self.readers.begin().await?)))
    }

    /// What cannot be read now is no better a little later.
    fn is_passing(&self, _: &sqlx::Error) -> bool {
        false
    }

    async fn check(&self, checked: &mut Checked) -> Result<(), StoreError> {
        let said = sqlx::query_scalar::<_, String>("PRAGMA integrity_check").fetch_all(&self.readers).await;
        for line in checked.take(said)?.unwrap_or_default() {
            if line != "ok" {
                checked.add(line);
            }
        }
        Ok(())
    }

    /// Those who read let go first: the writer then puts everything into the file itself.
    async fn close(&self, writer: &Queue) -> Result<(), StoreError> {
        self.readers.close().await;
        let closed = writer.write(Write::Close).await;
        self.lock.lock().unwrap_or_else(PoisonError::into_inner).take();
        closed
    }
}

/// Looks at a file without changing it; a server may use it meanwhile.
pub(in super::super) async fn check_file(path: &Path) -> Result<Checked, StoreError> {
    let mut checked = Checked::default();
    let Some(readers) = checked.take(open_to_read(path).await)? else { return Ok(checked) };
    match check_schema(&readers).await {
        Ok(()) => {}
        Err(StoreError::Damaged { what, .. }) => {
            checked.add(what);
            return Ok(checked);
        }
        Err(error) => return Err(error),
    }
    match is_current(&readers).await {
        Ok(true) => {}
        Ok(false) => {
            return Err(StoreError::Broken(
                "the file is of an older version: start this version of the server on it once".to_owned(),
            ));
        }
        Err(error) => {
            checked.add(error.to_string());
            return Ok(checked);
        }
    }
    let file = File { readers, lock: Mutex::default() };
    let checked = check(&file, false).await;
    file.readers.close().await;
    checked
}

/// Connections that cannot write.
pub(super) async fn open_to_read(path: &Path) -> Result<SqlitePool, sqlx::Error> {
    let options =
        SqliteConnectOptions::new().filename(path).read_only(true).busy_timeout(Duration::from_secs(10));
    SqlitePoolOptions::new().max_connections(1).connect_with(options).await
}

/// Checks that the file has the tables that it should have. Whoever goes on without knowing that is not only told
/// nonsense: the library that reads the file cannot bear names that are no text.
pub(super) async fn check_schema(readers: &SqlitePool) -> Result<(), StoreError> {
    let here = schema(readers).await.map_err(unreadable_table(""))?;
    let wrong = |what: &str| StoreError::Damaged { table: String::new(), what: what.to_owned() };
    if here.iter().any(|(name, sql)| std::str::from_utf8(name).is_err() || std::str::from_utf8(sql).is_err())
    {
        return Err(wrong("the names of what is stored are no text"));
    }
    if here.is_empty() || !is_sealed(readers).await.map_err(unreadable_table(""))? {
        // It is new, or of an older version.
        return Ok(());
    }
    let expected =
        SqlitePoolOptions::new().max_connections(1).connect("sqlite::memory:").await.map_err(broken)?;
    // What an older version has not made is made by the next server on the file.
    let done = version(readers).await.map_err(unreadable_table(""))?;
    let known: Vec<_> = MIGRATIONS.into_iter().filter(|(version, ..)| *version <= done).collect();
    migrator(&known).run(&expected).await.map_err(broken)?;
    if schema(&expected).await.map_err(broken)? == here {
        Ok(())
    } else {
        Err(wrong("the tables of the file are not those that it should have"))
    }
}

async fn schema(readers: &SqlitePool) -> Result<Vec<(Vec<u8>, Vec<u8>)>, sqlx::Error> {
    // As bytes, which anything can be read as.
    let schema = sqlx::query_as(
        "SELECT CAST(coalesce(type, '') || '/' || coalesce(name, '') || '/' || coalesce(tbl_name, '') AS BLOB), \
         CAST(coalesce(sql, '') AS BLOB) FROM sqlite_schema WHERE name NOT LIKE 'sqlite_stat%' ORDER BY 1",
    );
    schema.fetch_all(readers).await
}

/// Has this version of the server, or a later one, seen the file?
pub(super) async fn is_current(readers: &SqlitePool) -> Result<bool, sqlx::Error> {
    Ok(version(readers).await? >= MIGRATIONS[MIGRATIONS.len() - 1].0)
}

/// Is what the file holds sealed?
async fn is_sealed(readers: &SqlitePool) -> Result<bool, sqlx::Error> {
    Ok(version(readers).await? >= SEALED)
}

/// The latest migration that was made.
async fn version(readers: &SqlitePool) -> Result<i64, sqlx::Error> {
    let done = sqlx::query_scalar("SELECT coalesce(max(version), 0) FROM _sqlx_migrations WHERE success");
    done.fetch_one(readers).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_file_of_an_older_version_is_not_taken_for_a_damaged_one() {
        let path = std::env::temp_dir().join(format!("rainette-older-{}.db", std::process::id()));
        let _ = std::fs::remove_file(&path);
        let options = SqliteConnectOptions::new().filename(&path).create_if_missing(true);
        let older = SqlitePoolOptions::new().max_connections(1).connect_with(options).await.expect("a file");
        let latest = MIGRATIONS.last().expect("a migration").0;
        for version in SEALED..latest {
            let known: Vec<_> = MIGRATIONS.into_iter().filter(|(number, ..)| *number <= version).collect();
            migrator(&known).run(&older).await.expect("it is brought up to date");
            assert_eq!(check_schema(&older).await, Ok(()), "{version}");
        }
        sqlx::query("CREATE TABLE stray (number INTEGER)").execute(&older).await.expect("a table");
        assert!(check_schema(&older).await.is_err(), "what does not belong there still shows");
        older.close().await;
        std::fs::remove_file(path).expect("it can go");
    }
}
