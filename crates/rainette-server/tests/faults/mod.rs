//! A disk of one's own that can be filled, emptied and made to fail: a small file system, and a library that stands between
//! a program and what it writes there.
//!
//! Only the standard library is used, so that tests and the siege can share it. It takes root, or a system that lets
//! everybody mount in a name space of their own; and a C compiler, as building the server does.
#![allow(dead_code, reason = "not everybody needs all of it")]

use std::ffi::OsString;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

/// A small disk, gone with this.
pub(crate) struct Disk {
    /// Where everything of ours stands.
    folder: PathBuf,
    /// Is the disk there for everybody, or only for who is started with it?
    is_mounted: bool,
    size: &'static str,
}

fn is_root() -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt as _;
        std::fs::metadata("/proc/self").is_ok_and(|it| it.uid() == 0)
    }
    #[cfg(not(unix))]
    false
}

fn run(command: &mut Command) -> io::Result<()> {
    let output = command.stdin(Stdio::null()).output()?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr).trim().to_owned();
    Err(io::Error::other(format!("`{}`: {said}", command.get_program().to_string_lossy())))
}

impl Disk {
    /// A disk of this size, such as `4m`.
    pub(crate) fn new(size: &'static str) -> io::Result<Self> {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("rainette-disk-{}-{number}", std::process::id()));
        std::fs::create_dir_all(folder.join("disk"))?;
        let mut disk = Self { folder, is_mounted: false, size };
        disk.say("ok")?;
        let source = concat!(env!("CARGO_MANIFEST_DIR"), "/../rainette-server/tests/faults/disk.c");
        run(Command::new("cc")
            .args(["-shared", "-fPIC", "-O1", "-o"])
            .arg(disk.library())
            .arg(source)
            .arg("-ldl"))?;
        if is_root() {
            let size = format!("size={size}");
            run(Command::new("mount").args(["-t", "tmpfs", "-o", &size, "tmpfs"]).arg(disk.mount()))?;
            disk.is_mounted = true;
        } else {
            let tried = run(Command::new("unshare").args(["-rm", "true"]));
            tried.map_err(|error| {
                io::Error::other(format!("a small disk takes root, or `unshare -rm`: {error}"))
            })?;
        }
        Ok(disk)
    }

    fn mount(&self) -> PathBuf {
        self.folder.join("disk")
    }

    fn library(&self) -> PathBuf {
        self.folder.join("disk.so")
    }

    fn state(&self) -> PathBuf {
        self.folder.join("state")
    }

    /// The folder that a program is to use.
    pub(crate) fn data(&self) -> PathBuf {
        self.mount().join("data")
    }

    /// Is what is on it still there when the program that uses it is gone?
    pub(crate) fn lasts(&self) -> bool {
        self.is_mounted
    }

    /// The database of a server that is this process, where it can be read from here: a copy, unless the disk is there for
    /// everybody. SQLite follows links by itself, so that the way through `/proc` ends on a disk of our own.
    pub(crate) fn database(&self, program: &Path, process: u32) -> io::Result<PathBuf> {
        let file = self.data().join("rainette.db");
        if self.is_mounted {
            return Ok(file);
        }
        let copy = self.folder.join("copy.db");
        if copy.exists() {
            std::fs::remove_file(&copy)?;
        }
        let mut backup = Command::new("nsenter");
        backup.args(["--target", &process.to_string(), "--user", "--mount", "--preserve-credentials", "--"]);
        backup.arg(program).args(["backup", "--database", &format!("sqlite://{}", file.display())]);
        run(backup.arg(&copy))?;
        Ok(copy)
    }

    /// The disk as seen from here, if the program that uses it is this process.
    fn mount_of(&self, process: u32) -> PathBuf {
        if self.is_mounted {
            return self.mount();
        }
        let root = PathBuf::from(format!("/proc/{process}/root"));
        root.join(self.mount().strip_prefix("/").unwrap_or(Path::new("")))
    }

    /// A command that uses this disk.
    pub(crate) fn command(&self, program: &Path) -> Command {
        let mut command = if self.is_mounted {
            Command::new(program)
        } else {
            let mut command = Command::new("unshare");
            command.args(["-rm", "sh", "-c"]);
            command.arg(r#"mount -t tmpfs -o "size=$0" tmpfs "$1" && shift && exec "$@""#);
            command.arg(self.size).arg(self.mount()).arg(program);
            command
        };
        command.env("LD_PRELOAD", self.library());
        command.env("RAINETTE_DISK_FOLDER", self.data()).env("RAINETTE_DISK_STATE", self.state());
        command
    }

    /// Has the disk fail as this word says, or work again: see `disk.c`.
    pub(crate) fn say(&self, word: &str) -> io::Result<()> {
        // Whole or not at all: whoever writes reads it at any moment.
        let half = self.folder.join("state.part");
        std::fs::write(&half, word)?;
        std::fs::rename(half, self.state())
    }

    /// Fills the disk to the last byte.
    pub(crate) fn fill(&self, process: u32) -> io::Result<()> {
        let mut file = std::fs::File::create(self.mount_of(process).join("ballast"))?;
        for size in [65_536, 4_096, 512, 1] {
            while file.write_all(&vec![1; size]).is_ok() {}
        }
        Ok(())
    }

    /// Makes room again.
    pub(crate) fn empty(&self, process: u32) -> io::Result<()> {
        std::fs::remove_file(self.mount_of(process).join("ballast"))
    }

    /// What was logged may be read here.
    pub(crate) fn log(&self) -> PathBuf {
        self.folder.join("log")
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        if self.is_mounted {
            let _ = Command::new("umount").arg("--lazy").arg(self.mount()).status();
        }
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// The arguments with which a server is started here.
pub(crate) fn serve(address: &str, data: &Path) -> Vec<OsString> {
    let mut arguments: Vec<OsString> =
        ["serve", "--listen", address, "--thinkers", "1", "--log", "info"].map(Into::into).into();
    for limit in ["--max-sockets-per-address", "--requests-per-second", "--messages-per-second"] {
        arguments.extend([limit.into(), "0".into()]);
    }
    arguments.extend(["--data".into(), data.into()]);
    arguments
}
