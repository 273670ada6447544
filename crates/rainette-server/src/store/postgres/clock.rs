//! The time at tables, which nodes keep by the database's clock.

use sqlx::Connection as _;
use sqlx::postgres::PgConnection;

use crate::clock::{Agreed, TableClock};
use crate::protocol::Millis;

/// The database's time, and what nodes have agreed on.
const AGREED: &str =
    "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::BIGINT, shift, said_at FROM clock FOR UPDATE";

/// The time at which a node begins, which all others agree with.
pub(super) async fn first_time(connection: &mut PgConnection) -> Result<Millis, sqlx::Error> {
    let mut transaction = connection.begin().await?;
    let (theirs, shift, said_at) = sqlx::query_as(AGREED).fetch_one(&mut *transaction).await?;
    let last = sqlx::query_scalar("SELECT max(seen_at) FROM runs").fetch_one(&mut *transaction).await?;
    let before = Agreed { shift, said_at };
    let (now, agreed) = before.first(theirs, last);
    if agreed != before {
        tracing::warn!("the database's clock shows a time before the last run; tables go on where they were");
        let keep = sqlx::query("UPDATE clock SET shift = $1").bind(agreed.shift);
        keep.execute(&mut *transaction).await?;
    }
    transaction.commit().await?;
    Ok(now)
}

/// Keeps this node's clock with those of the others.
pub(super) async fn agree(connection: &mut PgConnection, clock: &TableClock) -> Result<(), sqlx::Error> {
    let mut transaction = connection.begin().await?;
    let (theirs, shift, said_at) = sqlx::query_as(AGREED).fetch_one(&mut *transaction).await?;
    let before = Agreed { shift, said_at };
    let settled = before.settle(theirs, clock.now());
    if settled.agreed.shift != shift {
        let seconds = (shift - settled.agreed.shift) as f64 / 1_000.0;
        tracing::warn!(seconds, "the database's clock was set; games are not charged");
    }
    let said = sqlx::query("UPDATE clock SET shift = $1, said_at = $2");
    said.bind(settled.agreed.shift).bind(settled.agreed.said_at).execute(&mut *transaction).await?;
    transaction.commit().await?;
    clock.turn(settled.turn);
    Ok(())
}
