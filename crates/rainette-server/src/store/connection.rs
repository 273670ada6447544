//! A connection to a database, whichever it is: statements with numbered values go in, rows come out. All that is read and
//! written is said once, in SQL that both databases take; [`Statements`] has the few that each has to say its own way.

use std::fmt;

use async_trait::async_trait;

use super::StoreError;
use super::check::Checked;
use super::queue::Queue;
use super::seal::Chained;

/// A value in a statement.
#[derive(Clone, Copy, Debug)]
pub(super) enum Value<'a> {
    Number(Option<i64>),
    Is(bool),
    Text(Option<&'a str>),
    Bytes(Option<&'a [u8]>),
    Texts(&'a [String]),
}

/// A statement that can wait, with its values.
#[derive(Debug)]
pub(super) struct Later {
    pub(super) sql: &'static str,
    values: Vec<Kept>,
}

/// A value that outlives what it was taken from.
#[derive(Debug)]
enum Kept {
    Number(Option<i64>),
    Is(bool),
    Text(Option<String>),
    Bytes(Option<Vec<u8>>),
    Texts(Vec<String>),
}

impl Later {
    pub(super) fn new(sql: &'static str, values: &[Value<'_>]) -> Self {
        let kept = |value: &Value<'_>| match *value {
            Value::Number(number) => Kept::Number(number),
            Value::Is(is_it) => Kept::Is(is_it),
            Value::Text(text) => Kept::Text(text.map(str::to_owned)),
            Value::Bytes(bytes) => Kept::Bytes(bytes.map(<[u8]>::to_vec)),
            Value::Texts(texts) => Kept::Texts(texts.to_vec()),
        };
        Self { sql, values: values.iter().map(kept).collect() }
    }

    /// The values, in the order of their numbers.
    pub(super) fn values(&self) -> impl Iterator<Item = Value<'_>> {
        self.values.iter().map(|kept| match kept {
            Kept::Number(number) => Value::Number(*number),
            Kept::Is(is_it) => Value::Is(*is_it),
            Kept::Text(text) => Value::Text(text.as_deref()),
            Kept::Bytes(bytes) => Value::Bytes(bytes.as_deref()),
            Kept::Texts(texts) => Value::Texts(texts),
        })
    }
}

macro_rules! into_value {
    ($($from:ty: |$it:ident| $value:expr;)*) => {
        $(impl<'a> From<$from> for Value<'a> {
            fn from($it: $from) -> Self {
                $value
            }
        })*
    };
}

into_value! {
    i64: |it| Self::Number(Some(it));
    u32: |it| Self::Number(Some(it.into()));
    Option<u32>: |it| Self::Number(it.map(i64::from));
    bool: |it| Self::Is(it);
    &'a str: |it| Self::Text(Some(it));
    &'a String: |it| Self::Text(Some(it));
    Option<&'a str>: |it| Self::Text(it);
    &'a [u8]: |it| Self::Bytes(Some(it));
    &'a [u8; 32]: |it| Self::Bytes(Some(it));
    Option<&'a [u8]>: |it| Self::Bytes(it);
    &'a [String]: |it| Self::Texts(it);
}

/// The values of a statement, in the order of their numbers.
macro_rules! values {
    ($($value:expr),* $(,)?) => {
        &[$($crate::store::connection::Value::from($value)),*]
    };
}
pub(super) use values;

/// What stands in a column of a row. SQLite keeps anything anywhere, so a damaged file may hold what does not belong there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Cell {
    Null,
    Number(i64),
    Text(String),
    Bytes(Vec<u8>),
    /// What cannot be read, and why.
    Unreadable(String),
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Null => "nothing",
            Self::Number(_) => "a number",
            Self::Text(_) => "a text",
            Self::Bytes(_) => "bytes",
            Self::Unreadable(why) => why,
        })
    }
}

/// What can be read from a cell.
pub(super) trait FromCell: Sized {
    /// Reads it; none if something else stands there.
    fn from_cell(cell: &Cell) -> Option<Self>;
}

macro_rules! from_cell {
    ($($into:ty: $kind:ident;)*) => {
        $(impl FromCell for $into {
            fn from_cell(cell: &Cell) -> Option<Self> {
                match cell {
                    Cell::$kind(it) => Some(it.clone()),
                    _ => None,
                }
            }
        })*
    };
}

from_cell! {
    i64: Number;
    String: Text;
    Vec<u8>: Bytes;
}

impl<T: FromCell> FromCell for Option<T> {
    fn from_cell(cell: &Cell) -> Option<Self> {
        if *cell == Cell::Null { Some(None) } else { T::from_cell(cell).map(Some) }
    }
}

/// A row of an answer.
#[derive(Clone, Debug)]
pub(super) struct Row(pub(super) Vec<Cell>);

impl Row {
    /// What stands in a column.
    pub(super) fn get<T: FromCell>(&self, column: usize) -> Result<T, sqlx::Error> {
        let cell = self
            .0
            .get(column)
            .ok_or(sqlx::Error::ColumnIndexOutOfBounds { index: column, len: self.0.len() })?;
        T::from_cell(cell).ok_or_else(|| sqlx::Error::ColumnDecode {
            index: column.to_string(),
            source: format!("{cell} stands where it does not belong").into(),
        })
    }

    /// A check, or what one is made of; none if anything but bytes stands there, which cannot be right.
    pub(super) fn check(&self, column: usize) -> Option<Vec<u8>> {
        self.get(column).ok()
    }
}

/// What can be read from a row.
pub(super) trait FromRow: Sized {
    /// Reads it, or says what does not belong there.
    fn from_row(row: &Row) -> Result<Self, sqlx::Error>;
}

impl<T: FromCell> FromRow for T {
    fn from_row(row: &Row) -> Result<Self, sqlx::Error> {
        row.get(0)
    }
}

impl<A: FromCell, B: FromCell> FromRow for (A, B) {
    fn from_row(row: &Row) -> Result<Self, sqlx::Error> {
        Ok((row.get(0)?, row.get(1)?))
    }
}

/// Statements that each database has to be told its own way.
#[derive(Debug)]
pub(super) struct Statements {
    /// Of these tables (`$1`) id, how often what is not in the log has changed, and the number of the last event.
    pub(super) heads: &'static str,
    /// Of these tables (`$1`) id and check of the last event.
    pub(super) last_checks: &'static str,
    /// Of all runs when they began, of which node they are, when they were last seen, and the seal.
    pub(super) runs: &'static str,
    /// When the run that began then (`$1`), of this node (`$2`), was last seen.
    pub(super) run_seen: &'static str,
    /// Keeps when the run that began then (`$1`), of this node (`$2`), was last seen (`$3`), with the seal (`$4`).
    pub(super) keep_run: &'static str,
    /// Keeps whom games wait for: table, number and payload of each (`$1`, as JSON).
    pub(super) keep_turns: &'static str,
}

/// A connection, whichever database it leads to.
#[async_trait]
pub(super) trait Connection: Send {
    /// What this database has to be told its own way.
    fn statements(&self) -> &'static Statements;

    /// All rows of an answer.
    async fn fetch(&mut self, sql: &'static str, values: &[Value<'_>]) -> Result<Vec<Row>, sqlx::Error>;

    /// The only row of an answer, which nobody else can change until the transaction ends.
    async fn lock(&mut self, sql: &'static str, values: &[Value<'_>]) -> Result<Option<Row>, sqlx::Error>;

    /// Changes something, and gives how many rows that were.
    async fn execute(&mut self, sql: &'static str, values: &[Value<'_>]) -> Result<u64, sqlx::Error>;

    /// Changes one thing after the other, in as few ways there and back as can be.
    async fn execute_all(&mut self, statements: &[Later]) -> Result<(), sqlx::Error>;

    /// Writes rows of logs, and the seals of their tables, in as few statements as can be: each of them is a way there and
    /// back.
    async fn insert_rows(&mut self, rows: &Chained<'_>) -> Result<(), sqlx::Error>;
}

impl dyn Connection + '_ {
    /// All that a statement finds.
    pub(super) async fn all<T: FromRow>(
        &mut self,
        sql: &'static str,
        values: &[Value<'_>],
    ) -> Result<Vec<T>, sqlx::Error> {
        self.fetch(sql, values).await?.iter().map(T::from_row).collect()
    }

    /// What a statement finds first, if it finds anything.
    pub(super) async fn one<T: FromRow>(
        &mut self,
        sql: &'static str,
        values: &[Value<'_>],
    ) -> Result<Option<T>, sqlx::Error> {
        self.fetch(sql, values).await?.first().map(T::from_row).transpose()
    }
}

/// Makes a [`Connection`] of anything that leads to one of sqlx: one of a pool, a transaction, or a reference. A macro,
/// because the bounds under which sqlx's two are generic are longer than this.
///
/// The module that calls it has the database's `STATEMENTS`, what `LOCKING` adds to a statement, how `list` makes texts a
/// value, how a `cell` of some type is read, and how to `execute_all` and `insert_rows`.
macro_rules! connection {
    ($name:ident, $library:ty) => {
        /// A connection, or whatever leads to one.
        pub(in crate::store) struct $name<C>(pub(in crate::store) C);

        #[async_trait::async_trait]
        impl<C> $crate::store::connection::Connection for $name<C>
        where
            C: std::ops::DerefMut<Target = $library> + Send,
        {
            fn statements(&self) -> &'static Statements {
                &STATEMENTS
            }

            async fn fetch(
                &mut self,
                sql: &'static str,
                values: &[Value<'_>],
            ) -> Result<Vec<Row>, sqlx::Error> {
                let rows = bind(sql, values).fetch_all(&mut *self.0).await?;
                Ok(rows.iter().map(row).collect())
            }

            async fn lock(
                &mut self,
                sql: &'static str,
                values: &[Value<'_>],
            ) -> Result<Option<Row>, sqlx::Error> {
                let sql = sqlx::AssertSqlSafe(format!("{sql}{LOCKING}"));
                let found = bind(sql, values).fetch_optional(&mut *self.0).await?;
                Ok(found.as_ref().map(row))
            }

            async fn execute(&mut self, sql: &'static str, values: &[Value<'_>]) -> Result<u64, sqlx::Error> {
                Ok(bind(sql, values).execute(&mut *self.0).await?.rows_affected())
            }

            async fn execute_all(&mut self, statements: &[Later]) -> Result<(), sqlx::Error> {
                execute_all(&mut *self.0, statements).await
            }

            async fn insert_rows(&mut self, rows: &Chained<'_>) -> Result<(), sqlx::Error> {
                insert_rows(&mut *self.0, rows).await
            }
        }

        type Library = <$library as sqlx::Connection>::Database;

        type Query<'q> = sqlx::query::Query<'q, Library, <Library as sqlx::Database>::Arguments>;

        fn bind<'q>(sql: impl sqlx::SqlSafeStr, values: &[Value<'_>]) -> Query<'q> {
            values.iter().fold(sqlx::query(sql), |query, value| match value {
                Value::Number(number) => query.bind(*number),
                Value::Is(is_it) => query.bind(*is_it),
                Value::Text(text) => query.bind(*text),
                Value::Bytes(bytes) => query.bind(*bytes),
                Value::Texts(texts) => query.bind(list(texts)),
            })
        }

        fn row(row: &<Library as sqlx::Database>::Row) -> Row {
            let read = |column| {
                let value = sqlx::Row::try_get_raw(row, column)?;
                if sqlx::ValueRef::is_null(&value) {
                    return Ok(Cell::Null);
                }
                let kind = sqlx::ValueRef::type_info(&value);
                cell(row, column, sqlx::TypeInfo::name(&*kind))
            };
            let read = |column| {
                read(column).unwrap_or_else(|error: sqlx::Error| Cell::Unreadable(error.to_string()))
            };
            Row((0..sqlx::Row::len(row)).map(read).collect())
        }
    };
}
pub(super) use connection;

/// The connections that only read.
#[async_trait]
pub(super) trait Readers: Send + Sync {
    /// One of them.
    async fn acquire(&self) -> Result<Box<dyn Connection>, sqlx::Error>;

    /// One that sees everything as it was at one moment.
    async fn moment(&self) -> Result<Box<dyn Connection>, sqlx::Error>;

    /// Can the same work a little later?
    fn is_passing(&self, error: &sqlx::Error) -> bool;

    /// Looks at what holds the tables, beside the tables themselves.
    async fn check(&self, checked: &mut Checked) -> Result<(), StoreError>;

    /// Ends writing and reading, for good.
    async fn close(&self, writer: &Queue) -> Result<(), StoreError>;
}

impl dyn Readers + '_ {
    /// All that a statement finds.
    pub(super) async fn all<T: FromRow>(
        &self,
        sql: &'static str,
        values: &[Value<'_>],
    ) -> Result<Vec<T>, sqlx::Error> {
        self.acquire().await?.all(sql, values).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_belong_into_a_column_is_damage_and_no_check() {
        let row = Row(vec![Cell::Text("7".to_owned()), Cell::Bytes(vec![7]), Cell::Null]);
        let error = row.get::<i64>(0).expect_err("it is a text");
        assert_eq!(super::super::damage(&error), Some(error.to_string()));
        assert!(error.to_string().contains("a text stands where it does not belong"), "{error}");
        assert_eq!((row.check(0), row.check(1), row.check(2)), (None, Some(vec![7]), None));
        assert_eq!(row.get::<Option<i64>>(2).expect("there may be nothing"), None);
        assert!(row.get::<String>(2).is_err() && row.get::<String>(3).is_err());
    }
}
