//! What PostgreSQL has to be told its own way.

use sqlx::Row as _;
use sqlx::postgres::{PgConnection, PgRow};

use super::super::connection::{Cell, Later, Row, Statements, Value, connection};
use super::super::seal::Chained;

const STATEMENTS: Statements = Statements {
    heads: "SELECT id, touched, coalesce((SELECT max(number) FROM log WHERE table_id = id), 0) \
            FROM tables WHERE id = ANY($1)",
    last_checks: "SELECT DISTINCT ON (table_id) table_id, chain FROM log WHERE table_id = ANY($1) \
                  ORDER BY table_id, number DESC",
    runs: "SELECT began_at, node, seen_at, seal FROM runs",
    run_seen: "SELECT seen_at FROM runs WHERE began_at = $1 AND node = $2",
    keep_run: "INSERT INTO runs (began_at, node, seen_at, seal) VALUES ($1, $2, $3, $4) \
               ON CONFLICT (began_at, node) DO UPDATE SET seen_at = excluded.seen_at, seal = excluded.seal",
    keep_turns: "INSERT INTO turns (table_id, number, payload) \
                 SELECT value ->> 0, CAST(value ->> 1 AS BIGINT), value ->> 2 \
                 FROM jsonb_array_elements(CAST($1 AS JSONB)) AS listed (value) \
                 ON CONFLICT (table_id) DO UPDATE SET number = excluded.number, payload = excluded.payload \
                 WHERE turns.number <= excluded.number \
                 OR turns.number > (SELECT number FROM seals WHERE seals.table_id = turns.table_id)",
};

const LOCKING: &str = " FOR UPDATE";

connection!(OnPostgres, PgConnection);

fn list(texts: &[String]) -> &[String] {
    texts
}

fn cell(row: &PgRow, column: usize, kind: &str) -> Result<Cell, sqlx::Error> {
    Ok(match kind {
        "BOOL" => Cell::Number(row.try_get::<bool, _>(column)?.into()),
        "INT2" => Cell::Number(row.try_get::<i16, _>(column)?.into()),
        "INT8" => Cell::Number(row.try_get(column)?),
        "TEXT" => Cell::Text(row.try_get(column)?),
        "BYTEA" => Cell::Bytes(row.try_get(column)?),
        other => Cell::Unreadable(format!("a value of the type {other}")),
    })
}

/// Only statements without values can share a way there and back.
async fn execute_all(connection: &mut PgConnection, statements: &[Later]) -> Result<(), sqlx::Error> {
    for statement in statements {
        let values: Vec<_> = statement.values().collect();
        bind(statement.sql, &values).execute(&mut *connection).await?;
    }
    Ok(())
}

/// Everything goes over in one statement, a list per column.
async fn insert_rows(connection: &mut PgConnection, chained: &Chained<'_>) -> Result<(), sqlx::Error> {
    let Chained { rows, ends } = chained;
    let insert = sqlx::query(
        "WITH rows AS (INSERT INTO log (table_id, number, at, seat, command, payload, chain) \
         SELECT * FROM unnest($1::TEXT[], $2::BIGINT[], $3::BIGINT[], $4::SMALLINT[], $5::TEXT[], $6::TEXT[], $7::BYTEA[])) \
         INSERT INTO seals (table_id, number, chain, beside) \
         SELECT *, decode(repeat('00', 32), 'hex') FROM unnest($8::TEXT[], $9::BIGINT[], $10::BYTEA[]) \
         ON CONFLICT (table_id) DO UPDATE SET number = excluded.number, chain = excluded.chain",
    )
    .bind(rows.iter().map(|(table, _)| (*table).to_owned()).collect::<Vec<String>>())
    .bind(rows.iter().map(|(_, row)| row.number).collect::<Vec<i64>>())
    .bind(rows.iter().map(|(_, row)| row.at).collect::<Vec<i64>>())
    .bind(rows.iter().map(|(_, row)| row.seat.map(|seat| seat as i16)).collect::<Vec<Option<i16>>>())
    .bind(rows.iter().map(|(_, row)| row.command.clone()).collect::<Vec<Option<String>>>())
    .bind(rows.iter().map(|(_, row)| row.payload.clone()).collect::<Vec<String>>())
    .bind(rows.iter().map(|(_, row)| row.chain.clone()).collect::<Vec<Option<Vec<u8>>>>());
    // Nodes that lock in the same order do not wait for each other in a circle.
    let mut sealed: Vec<_> = ends.iter().collect();
    sealed.sort();
    let insert = insert
        .bind(sealed.iter().map(|(table, _)| (*table).clone()).collect::<Vec<String>>())
        .bind(sealed.iter().map(|(_, (number, _))| *number as i64).collect::<Vec<i64>>())
        .bind(sealed.iter().map(|(_, (_, check))| check.to_vec()).collect::<Vec<Vec<u8>>>());
    insert.execute(connection).await?;
    Ok(())
}
