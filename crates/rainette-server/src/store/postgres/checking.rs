//! Looking at everything in a PostgreSQL database.

use std::time::Instant;

use sqlx::postgres::{PgConnectOptions, PgPool, PgPoolOptions};

use super::super::check::Checked;
use super::super::seal;
use super::super::{StoreError, broken, damage, unreadable_table};
use super::reading::{ONE_MOMENT, read_found};
use crate::protocol::Millis;

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

/// The latest migration: a database that does not have it cannot be read as it is.
const SEALED: i64 = 3;

/// Looks at a database without changing it; nodes may use it meanwhile.
pub(in super::super) async fn check_database(url: &str) -> Result<Checked, StoreError> {
    let options: PgConnectOptions = url.parse().map_err(broken)?;
    let options = options.application_name("rainette").options([("default_transaction_read_only", "on")]);
    let readers = PgPoolOptions::new().max_connections(1).connect_with(options).await.map_err(broken)?;
    let done = sqlx::query_scalar("SELECT coalesce(max(version), 0) FROM _sqlx_migrations WHERE success");
    let done: i64 = done.fetch_one(&readers).await.map_err(broken)?;
    if done < SEALED {
        return Err(StoreError::Broken(
            "the database has no checks yet: start this version of the server on it once".to_owned(),
        ));
    }
    let checked = check(&readers, false).await;
    readers.close().await;
    checked
}

/// Looks at everything: whether all that is in the database is what was stored.
pub(super) async fn check(readers: &PgPool, is_gentle: bool) -> Result<Checked, StoreError> {
    let mut checked = Checked::default();
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
            let found = read_found(readers, id).await.map_err(unreadable_table(id));
            let found = found.and_then(super::super::found::Found::stored);
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

type Run = (Millis, i64, Millis, Option<Vec<u8>>);
type Code = (Vec<u8>, String, Vec<u8>, Millis, Option<Vec<u8>>);

/// What belongs to no table, and whether the tables are those that there should be.
async fn rest(readers: &PgPool, checked: &mut Checked) -> Result<(), StoreError> {
    let whole = async {
        let mut reader = readers.begin_with(ONE_MOMENT).await?;
        let ids: Vec<String> = sqlx::query_scalar("SELECT id FROM tables").fetch_all(&mut *reader).await?;
        let whole = sqlx::query_as("SELECT tables, ids FROM whole").fetch_optional(&mut *reader).await?;
        reader.commit().await?;
        Ok((ids, whole))
    };
    match whole.await {
        Ok((ids, whole)) => checked.add_whole(&ids, whole),
        Err(error) => checked.add(damage(&error).ok_or_else(|| broken(error))?),
    }
    let runs =
        sqlx::query_as::<_, Run>("SELECT began_at, node, seen_at, seal FROM runs").fetch_all(readers).await;
    let is_run = |(began, node, seen, seal): &Run| seal.as_deref() == Some(&seal::run(*began, *node, *seen));
    let codes = sqlx::query_as::<_, Code>("SELECT hash, table_id, holder, until, seal FROM codes");
    let codes = codes.fetch_all(readers).await;
    let is_code = |(hash, table, holder, until, seal): &Code| {
        seal.as_deref() == Some(&seal::code(hash, table, holder, *until))
    };
    let runs = runs.map(|runs| runs.iter().all(is_run));
    let codes = codes.map(|codes| codes.iter().all(is_code));
    for (what, found) in [("when a node ran", runs), ("a code for another device", codes)] {
        match found {
            Ok(true) => {}
            Ok(false) => checked.add(format!("{what} is not what was stored")),
            Err(error) => checked.add(damage(&error).ok_or_else(|| broken(error))?),
        }
    }
    Ok(())
}
