//! Looking at everything in an SQLite file.

use std::path::Path;
use std::time::{Duration, Instant};

use sqlx::Row as _;
use sqlx::sqlite::{SqliteConnectOptions, SqlitePool, SqlitePoolOptions, SqliteRow};

use super::super::check::Checked;
use super::super::seal;
use super::super::{StoreError, broken, damage, unreadable_table};
use super::migrator;
use super::reading::find;
use crate::protocol::Millis;
use crate::table::Stored;

/// How many tables are looked at before others have their turn.
const PAGE: usize = 50;

/// Where ids of tables stand.
const IDS: [&str; 8] = [
    "SELECT table_id FROM seals",
    "SELECT DISTINCT table_id FROM log",
    "SELECT DISTINCT table_id FROM people",
    "SELECT DISTINCT table_id FROM chat",
    "SELECT DISTINCT table_id FROM mutes",
    "SELECT table_id FROM wishes",
    "SELECT table_id FROM analyses",
    "SELECT id FROM tables",
];

/// The latest migration: a file that does not have it cannot be read as it is.
const SEALED: i64 = 4;

/// Looks at a file without changing it; a server may use it meanwhile.
pub(in super::super) async fn check_file(path: &Path) -> Result<Checked, StoreError> {
    let mut checked = Checked::default();
    let readers = match open_to_read(path).await {
        Ok(readers) => readers,
        Err(error) => match damage(&error) {
            Some(what) => {
                checked.add(what);
                return Ok(checked);
            }
            None => return Err(broken(error)),
        },
    };
    if let Err(error) = check_schema(&readers).await {
        match error {
            StoreError::Damaged { what, .. } => checked.add(what),
            other => return Err(other),
        }
        return Ok(checked);
    }
    match is_sealed(&readers).await {
        Ok(true) => {}
        Ok(false) => {
            return Err(StoreError::Broken(
                "the file has no checks yet: start this version of the server on it once".to_owned(),
            ));
        }
        Err(error) => {
            checked.add(damage(&error).unwrap_or_else(|| error.to_string()));
            return Ok(checked);
        }
    }
    let checked = check(&readers, false).await;
    readers.close().await;
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
    migrator().run(&expected).await.map_err(broken)?;
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

/// Has this version of the server seen the file?
pub(super) async fn is_sealed(readers: &SqlitePool) -> Result<bool, sqlx::Error> {
    let done = sqlx::query_scalar("SELECT coalesce(max(version), 0) FROM _sqlx_migrations WHERE success");
    let done: i64 = done.fetch_one(readers).await?;
    Ok(done >= SEALED)
}

/// Looks at everything: whether the file is in order, and whether all that is in it is what was stored.
pub(super) async fn check(readers: &SqlitePool, is_gentle: bool) -> Result<Checked, StoreError> {
    let mut checked = Checked::default();
    match sqlx::query_scalar::<_, String>("PRAGMA integrity_check").fetch_all(readers).await {
        Ok(said) => said.into_iter().filter(|line| line != "ok").for_each(|line| checked.add(line)),
        Err(error) => checked.add(damage(&error).ok_or_else(|| broken(error))?),
    }
    let mut ids: Vec<String> = Vec::new();
    for sql in IDS {
        match sqlx::query_scalar(sql).fetch_all(readers).await {
            Ok(found) => ids.extend(found),
            Err(error) => checked.add(damage(&error).ok_or_else(|| broken(error))?),
        }
    }
    ids.sort();
    ids.dedup();
    for page in ids.chunks(PAGE) {
        let begun = Instant::now();
        for id in page {
            let found = look(readers, id).await;
            checked.add_table(id, found, |stored| stored.rows.len())?;
        }
        if is_gentle {
            // People come first.
            tokio::time::sleep(begun.elapsed() * 3).await;
        }
    }
    rest(readers, &mut checked).await?;
    Ok(checked)
}

async fn look(readers: &SqlitePool, id: &str) -> Result<Option<Stored>, StoreError> {
    let found = async {
        let mut reader = readers.begin().await?;
        find(&mut reader, id).await
    };
    found.await.map_err(unreadable_table(id))?.stored()
}

/// What belongs to no table, and whether the tables are those that there should be.
async fn rest(readers: &SqlitePool, checked: &mut Checked) -> Result<(), StoreError> {
    let whole = async {
        let mut reader = readers.begin().await?;
        let ids: Vec<String> = sqlx::query_scalar("SELECT id FROM tables").fetch_all(&mut *reader).await?;
        let whole = sqlx::query_as("SELECT tables, iif(typeof(ids) = 'blob', ids, x'') FROM whole");
        Ok((ids, whole.fetch_optional(&mut *reader).await?))
    };
    match whole.await {
        Ok((ids, whole)) => checked.add_whole(&ids, whole),
        Err(error) => checked.add(damage(&error).ok_or_else(|| broken(error))?),
    }
    let runs = sqlx::query("SELECT began_at, seen_at, iif(typeof(seal) = 'blob', seal, x'') FROM runs");
    let run = |row: &SqliteRow| {
        let (began, seen): (Millis, Millis) = (row.try_get(0)?, row.try_get(1)?);
        Ok(row.try_get::<Vec<u8>, _>(2)? == seal::run(began, 0, seen))
    };
    let codes = sqlx::query(
        "SELECT iif(typeof(hash) = 'blob', hash, x''), table_id, iif(typeof(holder) = 'blob', holder, x''), until, \
         iif(typeof(seal) = 'blob', seal, x'') FROM codes",
    );
    let code = |row: &SqliteRow| {
        let (hash, table): (Vec<u8>, String) = (row.try_get(0)?, row.try_get(1)?);
        let (holder, until): (Vec<u8>, Millis) = (row.try_get(2)?, row.try_get(3)?);
        Ok(row.try_get::<Vec<u8>, _>(4)? == seal::code(&hash, &table, &holder, until))
    };
    let all_whole = |rows: Vec<SqliteRow>, is_whole: &dyn Fn(&SqliteRow) -> Result<bool, sqlx::Error>| {
        rows.iter().try_fold(true, |all, row| Ok::<_, sqlx::Error>(all && is_whole(row)?))
    };
    let runs = runs.fetch_all(readers).await.and_then(|rows| all_whole(rows, &run));
    let codes = codes.fetch_all(readers).await.and_then(|rows| all_whole(rows, &code));
    for (what, found) in [("when the server ran", runs), ("a code for another device", codes)] {
        match found {
            Ok(true) => {}
            Ok(false) => checked.add(format!("{what} is not what was stored")),
            Err(error) => checked.add(damage(&error).ok_or_else(|| broken(error))?),
        }
    }
    Ok(())
}
