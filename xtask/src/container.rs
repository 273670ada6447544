//! What the image holds, tried without an engine: a static binary in an otherwise empty root.

use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::Path;
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail, ensure};

use crate::command::{cargo, output, program, root, run};

/// Who the image runs as.
const USER: u32 = 65_532;

/// The target, named so that only what is ours is linked statically.
const TARGET: &str = "x86_64-unknown-linux-gnu";

/// How long the server may take to be ready.
const PATIENCE: Duration = Duration::from_mins(1);

/// Builds the binary as `deploy/Dockerfile` does, lays out its root, and plays the engine: the server starts in it as
/// nobody, finds names, and answers its own probe.
pub(crate) fn container() -> Result<()> {
    ensure!(
        fs::metadata("/proc/self").is_ok_and(|it| it.uid() == 0),
        "only root can change the root: run this as root, or let an engine build deploy/Dockerfile"
    );
    let mut build = cargo(&format!("build --release --locked --package rainette --target {TARGET}"));
    // A folder of its own: the flags are others than usual.
    run(build.env("RUSTFLAGS", "-C target-feature=+crt-static").args(["--target-dir", "target/container"]))?;
    let binary = root().join(format!("target/container/{TARGET}/release/rainette"));
    let kind = output(program("file").arg("--brief").arg(&binary)).unwrap_or_default();
    ensure!(kind.is_empty() || kind.contains("static"), "the binary is not static: {kind}");

    let image = std::env::temp_dir().join(format!("rainette-image-{}", std::process::id()));
    let tried = lay_out(&image, &binary).and_then(|()| try_out(&image));
    let size = fs::metadata(&binary).map_or(0, |it| it.len());
    let _ = fs::remove_dir_all(&image);
    tried?;
    println!("container: a static binary of {} MB starts in an empty root, as user {USER}", size / 1_000_000);
    Ok(())
}

/// The root of the image.
fn lay_out(image: &Path, binary: &Path) -> Result<()> {
    for folder in ["usr/bin", "etc", "data", "tmp"] {
        fs::create_dir_all(image.join(folder))?;
    }
    fs::copy(binary, image.join("usr/bin/rainette")).context("the binary cannot be copied")?;
    std::os::unix::fs::chown(image.join("data"), Some(USER), Some(USER))?;
    fs::set_permissions(image.join("tmp"), fs::Permissions::from_mode(0o1777))?;
    // An engine puts names of other containers here.
    fs::write(image.join("etc/hosts"), "127.0.0.1 pond\n")?;
    Ok(())
}

fn inside(image: &Path, arguments: &[&str]) -> Command {
    let mut command = program("chroot");
    command.arg(format!("--userspec={USER}:{USER}")).arg(image).arg("/usr/bin/rainette").args(arguments);
    command.env_clear().env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin").env("RAINETTE_DATA", "/data");
    command
}

fn try_out(image: &Path) -> Result<()> {
    let port = TcpListener::bind(("127.0.0.1", 0))?.local_addr()?.port();
    let listen = format!("127.0.0.1:{port}");
    let mut server =
        Killed(inside(image, &["serve", "--listen", &listen]).spawn().context("`chroot` cannot be run")?);
    let (address, begun) = (format!("pond:{port}"), Instant::now());
    loop {
        let probe = inside(image, &["probe", &address]).output()?;
        if probe.status.success() {
            break;
        }
        if let Some(status) = server.0.try_wait()? {
            bail!("the server ended with {status}");
        }
        if begun.elapsed() > PATIENCE {
            bail!("the server is not ready: {}", String::from_utf8_lossy(&probe.stderr));
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    ensure!(image.join("data/rainette.db").is_file(), "the server keeps its tables elsewhere");
    Ok(())
}

struct Killed(Child);

impl Drop for Killed {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
