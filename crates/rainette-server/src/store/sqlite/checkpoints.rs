//! Brings what stands in the log beside an SQLite file (`-wal`) into the file, beside the writer and not in its way.
//!
//! Left to itself SQLite does that within a commit, and all who wait for that commit wait until megabytes are copied and
//! safe on the disk. So a connection of its own copies while the writer goes on. The log begins again from its start only
//! if all of it has been copied when something is written, which hardly happens to somebody who writes all the time; so
//! once little is left, the writer copies the rest between two commits. If that does not come about, because somebody
//! reads for long or the disk fails, the log grows up to [`MOST`], and from there on the writer copies within its commits,
//! as SQLite does by itself.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions as _, Connection as _};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::timeout;

/// How many pages the log has when it is worth copying: fewer would be copied again soon.
const ENOUGH: i64 = 2_000;

/// How many are so few that the writer may copy them.
const LITTLE: i64 = 200;

/// How many there are at most before the writer copies them whatever it costs: 64 MB.
pub(super) const MOST: &str = "16000";

/// How often it is looked how many there are.
const LOOK: Duration = Duration::from_millis(100);

/// How often it is tried to leave but little for the writer, who goes on meanwhile.
const TRIES: u32 = 4;

/// The writer's end.
pub(super) struct Checkpoints {
    /// How many groups were committed. Nothing more comes once this is gone.
    commits: watch::Sender<u64>,
    is_little_left: Arc<AtomicBool>,
    task: JoinHandle<()>,
}

impl Checkpoints {
    /// Copies beside a writer, with connections of this kind, until it is closed.
    pub(super) fn begin(options: SqliteConnectOptions) -> Self {
        let (commits, seen) = watch::channel(0);
        let is_little_left = Arc::<AtomicBool>::default();
        let task = tokio::spawn(run(options, seen, Arc::clone(&is_little_left)));
        Self { commits, is_little_left, task }
    }

    /// The writer has committed something: between this commit and the next it copies what is left, if that is little.
    pub(super) async fn committed(&self, connection: &mut SqliteConnection) {
        if self.is_little_left.swap(false, Ordering::Relaxed)
            && let Err(error) = copy(connection).await
        {
            // Everything stays in the log, and whoever writes next finds out what is wrong.
            tracing::debug!(%error, "the rest of the log was not copied");
        }
        self.commits.send_modify(|commits| *commits += 1);
    }

    /// Waits until nothing is copied any more, and lets go of the file.
    pub(super) async fn end(self) {
        drop(self.commits);
        let _ = self.task.await;
    }
}

async fn run(
    options: SqliteConnectOptions,
    mut commits: watch::Receiver<u64>,
    is_little_left: Arc<AtomicBool>,
) {
    let mut connection = None;
    while commits.changed().await.is_ok() {
        match bring(&options, &mut connection, &mut commits).await {
            Ok(true) => is_little_left.store(true, Ordering::Relaxed),
            Ok(false) => {}
            // It stays in the log; what keeps the writer from writing, the writer says.
            Err(error) => {
                tracing::debug!(%error, "the log was not copied");
                connection = None;
            }
        }
        // Once nobody writes any more there is no next look.
        if timeout(LOOK, commits.wait_for(|_| false)).await.is_ok() {
            break;
        }
    }
    if let Some(connection) = connection {
        let _ = connection.close().await;
    }
}

/// Copies if there is enough to copy; gives whether it has left but little.
async fn bring(
    options: &SqliteConnectOptions,
    connection: &mut Option<SqliteConnection>,
    commits: &mut watch::Receiver<u64>,
) -> Result<bool, sqlx::Error> {
    let connection = match connection {
        Some(connection) => connection,
        None => connection.insert(options.connect().await?),
    };
    if pages(connection).await?.0 < ENOUGH {
        return Ok(false);
    }
    copy(connection).await?;
    for _ in 0..TRIES {
        // Right after a commit the end is reached before the next one, and then SQLite makes the file safe, here.
        commits.borrow_and_update();
        if commits.changed().await.is_err() {
            break;
        }
        copy(connection).await?;
        let (all, copied) = pages(connection).await?;
        if all - copied <= LITTLE {
            return Ok(true);
        }
    }
    Ok(false)
}

/// How many pages the log has, and how many of them were copied.
async fn pages(connection: &mut SqliteConnection) -> Result<(i64, i64), sqlx::Error> {
    let asked = sqlx::query_as::<_, (i64, i64, i64)>("PRAGMA wal_checkpoint(NOOP)");
    asked.fetch_one(connection).await.map(|(_, all, copied)| (all, copied))
}

/// Copies as much of the log as nobody reads, without keeping anybody from writing.
async fn copy(connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    sqlx::query("PRAGMA wal_checkpoint(PASSIVE)").execute(connection).await.map(drop)
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use sqlx::sqlite::SqliteJournalMode;

    use super::*;

    /// A file with a table to write to, gone with the test.
    struct Place(PathBuf);

    impl Place {
        fn new(name: &str) -> Self {
            let folder = std::env::temp_dir().join(format!("rainette-{name}-{}", std::process::id()));
            std::fs::create_dir_all(&folder).expect("a folder");
            Self(folder)
        }

        fn options(&self, name: &str) -> SqliteConnectOptions {
            let options = SqliteConnectOptions::new().filename(self.0.join(name));
            options.journal_mode(SqliteJournalMode::Wal).pragma("wal_autocheckpoint", MOST)
        }

        async fn writer(&self) -> SqliteConnection {
            let mut writer = self.options("it.db").create_if_missing(true).connect().await.expect("a file");
            sqlx::query("CREATE TABLE pads (what BLOB)").execute(&mut writer).await.expect("a table");
            writer
        }
    }

    impl Drop for Place {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }

    /// Commits something of many pages.
    async fn write(writer: &mut SqliteConnection, checkpoints: &Checkpoints) {
        let many = "INSERT INTO pads VALUES (zeroblob(160000))";
        sqlx::query(many).execute(&mut *writer).await.expect("it is written");
        checkpoints.committed(writer).await;
    }

    async fn written(file: &Place) -> i64 {
        let mut reader = file.options("it.db").connect().await.expect("the file");
        let all = sqlx::query_scalar("SELECT count(*) FROM pads").fetch_one(&mut reader).await;
        reader.close().await.expect("it is let go");
        all.expect("a number")
    }

    #[tokio::test]
    async fn the_log_begins_anew_under_somebody_who_writes_all_the_time() {
        let place = Place::new("log");
        let mut writer = place.writer().await;
        let checkpoints = Checkpoints::begin(place.options("it.db"));
        let (mut begun, mut before, mut commits) = (0, 0, 0);
        while begun < 3 {
            write(&mut writer, &checkpoints).await;
            commits += 1;
            let (now, _) = pages(&mut writer).await.expect("it works");
            assert!(now < 15_000, "after {commits} commits the log has {now} pages");
            begun += u32::from(now < before);
            before = now;
            // Others have a machine to work on, too.
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        checkpoints.end().await;
        writer.close().await.expect("it is let go");
        assert!(!place.0.join("it.db-wal").exists(), "whoever lets go last leaves everything in the file");
        assert_eq!(written(&place).await, commits);
    }

    #[tokio::test]
    async fn whoever_writes_does_not_heed_a_log_that_cannot_be_copied() {
        let place = Place::new("uncopied");
        let mut writer = place.writer().await;
        let checkpoints = Checkpoints::begin(place.options("none.db"));
        for _ in 0..70 {
            write(&mut writer, &checkpoints).await;
            checkpoints.is_little_left.store(true, Ordering::Relaxed);
        }
        checkpoints.end().await;
        writer.close().await.expect("it is let go");
        assert_eq!(written(&place).await, 70);
    }
}
