//! A copy of a database file as it was at one moment, made while a server uses it.

use std::path::{Path, PathBuf};
use std::time::Duration;

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _};
use thiserror::Error;

use super::{Checked, Database, StoreError, broken};

/// Why there is no copy.
#[derive(Debug, Error)]
pub enum BackupError {
    /// There is nothing to copy.
    #[error("there is no file `{}`", .0.display())]
    Missing(PathBuf),
    /// A file is never overwritten.
    #[error("there is a file `{}` already: a backup never overwrites one", .0.display())]
    Exists(PathBuf),
    /// What was copied is damaged. The copy is kept, under another name.
    #[error("what is stored is damaged, and so is the copy, which is kept as `{}`: `rainette fsck` tells more", .0.display())]
    Damaged(PathBuf),
    /// The store cannot be read, or the copy not be written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The file cannot be made.
    #[error("cannot write `{}`: {error}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system or the rules said.
        error: std::io::Error,
    },
    /// Threads are not to be had.
    #[error(transparent)]
    Io(#[from] std::io::Error),
}

/// Copies a database file, looks at everything in the copy, and gives it its name only then.
pub async fn backup(from: &Path, to: &Path) -> Result<Checked, BackupError> {
    if !from.is_file() {
        return Err(BackupError::Missing(from.to_owned()));
    }
    if to.exists() {
        return Err(BackupError::Exists(to.to_owned()));
    }
    let mut half = to.file_name().unwrap_or_default().to_owned();
    half.push(".part");
    let half = to.with_file_name(half);
    let write = |error| BackupError::Write { path: half.clone(), error };
    // It holds the seeds of games that are on: it is nobody else's business.
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(&half).map_err(write)?;
    let source =
        SqliteConnectOptions::new().filename(from).read_only(true).busy_timeout(Duration::from_secs(10));
    let mut source = source.connect().await.map_err(broken)?;
    let name = half.to_str().ok_or_else(|| broken(format!("`{}` is not UTF-8", half.display())))?;
    let copied = sqlx::query("VACUUM INTO ?").bind(name).execute(&mut source).await;
    let _ = source.close().await;
    copied.map_err(broken)?;
    std::fs::File::open(&half).and_then(|file| file.sync_all()).map_err(write)?;
    let checked = Database::Sqlite(half.clone()).check().await?;
    if !checked.is_whole() {
        return Err(BackupError::Damaged(half));
    }
    std::fs::rename(&half, to).map_err(write)?;
    Ok(checked)
}
