//! What SQLite has to be told its own way.

use std::fmt::Write as _;

use sqlx::Row as _;
use sqlx::sqlite::{SqliteConnection, SqliteRow};

use super::super::connection::{Cell, Later, Row, Statements, Value, connection};
use super::super::seal::{Chained, RawRow, hex};
use super::super::unreadable;

const STATEMENTS: Statements = Statements {
    heads: "SELECT id, touched, coalesce((SELECT max(number) FROM log WHERE table_id = id), 0) \
            FROM tables WHERE id IN (SELECT value FROM json_each($1))",
    last_checks: "SELECT value, (SELECT chain FROM log WHERE table_id = value ORDER BY number DESC LIMIT 1) \
                  FROM json_each($1)",
    // A file is one server's: there are no nodes.
    runs: "SELECT began_at, 0, seen_at, seal FROM runs",
    run_seen: "SELECT seen_at FROM runs WHERE began_at = $1",
    keep_run: "INSERT INTO runs (began_at, seen_at, seal) VALUES ($1, $3, $4) \
               ON CONFLICT (began_at) DO UPDATE SET seen_at = excluded.seen_at, seal = excluded.seal",
    keep_turns: "INSERT INTO turns (table_id, number, payload) \
                 SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each($1) WHERE TRUE \
                 ON CONFLICT (table_id) DO UPDATE SET number = excluded.number, payload = excluded.payload \
                 WHERE turns.number <= excluded.number \
                 OR turns.number > (SELECT number FROM seals WHERE seals.table_id = turns.table_id)",
};

/// Nobody else writes anyway.
const LOCKING: &str = "";

connection!(OnSqlite, SqliteConnection);

fn list(texts: &[String]) -> String {
    serde_json::Value::from(texts).to_string()
}

/// The type is that of the value: a column may hold any.
fn cell(row: &SqliteRow, column: usize, kind: &str) -> Result<Cell, sqlx::Error> {
    Ok(match kind {
        "INTEGER" => Cell::Number(row.try_get(column)?),
        "TEXT" => Cell::Text(row.try_get(column)?),
        "BLOB" => Cell::Bytes(row.try_get(column)?),
        other => Cell::Unreadable(format!("a value of the type {other}")),
    })
}

/// All statements become one text, because every query is a way to another thread and back.
async fn execute_all(connection: &mut SqliteConnection, statements: &[Later]) -> Result<(), sqlx::Error> {
    let (mut text, mut values) = (String::new(), Vec::new());
    for statement in statements {
        renumber(statement.sql, values.len(), &mut text);
        values.extend(statement.values());
    }
    if !text.is_empty() {
        bind(sqlx::AssertSqlSafe(text), &values).execute(connection).await?;
    }
    Ok(())
}

/// Adds a statement whose values come after so many others.
fn renumber(sql: &str, before: usize, text: &mut String) {
    let mut parts = sql.split('$');
    text.push_str(parts.next().unwrap_or_default());
    for part in parts {
        let digits = part.bytes().take_while(u8::is_ascii_digit).count();
        let number: usize = part[..digits].parse().unwrap_or_default();
        // Nothing fails that writes into a text.
        let _ = write!(text, "${}{}", before + number, &part[digits..]);
    }
    text.push_str("; ");
}

/// Rows are handed over as one JSON array, and their seals with them, because every query is a way to another thread and
/// back.
async fn insert_rows(connection: &mut SqliteConnection, chained: &Chained<'_>) -> Result<(), sqlx::Error> {
    let rows = chained.rows.iter().map(|(table, row)| {
        let RawRow { number, at, seat, command, payload, chain } = row;
        (table, number, at, seat, command, payload, chain.as_deref().map(hex))
    });
    let rows = serde_json::to_string(&rows.collect::<Vec<_>>()).map_err(unreadable)?;
    let ends = chained.ends.iter().map(|(table, (number, check))| (table, number, hex(check)));
    let ends = serde_json::to_string(&ends.collect::<Vec<_>>()).map_err(unreadable)?;
    let both = "INSERT INTO log (table_id, number, at, seat, command, payload, chain) \
                SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, unhex(value ->> 6) \
                FROM json_each($1); \
                INSERT INTO seals (table_id, number, chain, beside) \
                SELECT value ->> 0, value ->> 1, unhex(value ->> 2), zeroblob(32) FROM json_each($2) WHERE TRUE \
                ON CONFLICT DO UPDATE SET number = excluded.number, chain = excluded.chain";
    sqlx::query(both).bind(rows).bind(ends).execute(connection).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_later_statements_are_counted_on() {
        let mut text = String::new();
        renumber("UPDATE a SET b = $2 WHERE c = $1", 0, &mut text);
        renumber("INSERT INTO d VALUES ($1, $10, $2)", 2, &mut text);
        renumber("DELETE FROM e", 12, &mut text);
        let both = "UPDATE a SET b = $2 WHERE c = $1; INSERT INTO d VALUES ($3, $12, $4); DELETE FROM e; ";
        assert_eq!(text, both);
    }
}
