//! One file is one server's: a lock beside it, which the system takes away when the process ends, however it ends.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read as _, Seek as _, Write as _};
use std::path::{Path, PathBuf};

use super::{StoreError, broken};

/// Nobody else writes to a file while this is held.
#[derive(Debug)]
pub(super) struct Lock {
    _file: File,
}

impl Lock {
    /// Takes the lock of a database file, or says who holds it.
    pub(super) fn take(database: &Path) -> Result<Self, StoreError> {
        let path = lock_of(database);
        let why = |error: std::io::Error| broken(format!("`{}` cannot be opened: {error}", path.display()));
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut file = options.open(&path).map_err(why)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let mut text = String::new();
                let process = file.read_to_string(&mut text).ok().and_then(|_| text.trim().parse().ok());
                return Err(StoreError::Taken { file: database.to_owned(), process });
            }
            Err(TryLockError::Error(error)) if error.kind() == std::io::ErrorKind::Unsupported => {
                tracing::warn!(
                    file = %path.display(),
                    "this file system has no locks: see to it that no second server uses the folder"
                );
            }
            Err(TryLockError::Error(error)) => return Err(why(error)),
        }
        // For people who wonder; a full disk must not keep a server from starting.
        let _ = file
            .set_len(0)
            .and_then(|()| file.rewind())
            .and_then(|()| writeln!(file, "{}", std::process::id()));
        Ok(Self { _file: file })
    }
}

fn lock_of(database: &Path) -> PathBuf {
    let mut name = database.file_name().unwrap_or_default().to_owned();
    name.push(".lock");
    database.with_file_name(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_one_is_told_who_was_first() {
        let folder = std::env::temp_dir().join(format!("rainette-lock-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let file = folder.join("rainette.db");
        let first = Lock::take(&file).expect("it is free");
        let taken = StoreError::Taken { file: file.clone(), process: Some(std::process::id()) };
        assert_eq!(Lock::take(&file).expect_err("it is taken"), taken);
        let said = taken.to_string();
        assert!(said.contains(&folder.display().to_string()), "{said}");
        assert!(said.contains(&std::process::id().to_string()), "{said}");
        drop(first);
        drop(Lock::take(&file).expect("it is free again"));
        std::fs::remove_dir_all(folder).expect("it can go");
    }
}
