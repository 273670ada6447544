//! Running cargo and the tools around it.

use std::collections::VecDeque;
use std::env;
use std::io::{BufRead, BufReader, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, bail};

/// The root of the repository.
pub(crate) fn root() -> PathBuf {
    // At run time cargo says where the manifest is; the path from build time serves when the binary is run by hand.
    let manifest = env::var("CARGO_MANIFEST_DIR").unwrap_or_else(|_| env!("CARGO_MANIFEST_DIR").to_owned());
    Path::new(&manifest).parent().expect("xtask lies in the repository").to_owned()
}

/// A program, run in the root of the repository, in the surroundings in which we were started. What `cargo run` says of
/// our own package is left out: build scripts that look at it would be run again, and what stands on them built again,
/// each time somebody builds by hand after we did.
pub(crate) fn program(name: impl AsRef<std::ffi::OsStr>) -> Command {
    let mut command = Command::new(name);
    command.current_dir(root());
    for (name, _) in env::vars_os() {
        if is_of_our_package(&name.to_string_lossy()) {
            command.env_remove(name);
        }
    }
    command
}

fn is_of_our_package(variable: &str) -> bool {
    variable.starts_with("CARGO_PKG_") || variable.starts_with("CARGO_MANIFEST_")
}

/// The cargo that runs us, with these arguments separated by spaces.
pub(crate) fn cargo(arguments: &str) -> Command {
    let mut command = program(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments.split_whitespace());
    command
}

/// The command as one would type it.
pub(crate) fn shown(command: &Command) -> String {
    let name = Path::new(command.get_program()).file_stem().unwrap_or_default();
    let variables = command
        .get_envs()
        .filter(|(name, _)| *name != "PATH")
        .filter_map(|(name, value)| Some((name, value?)))
        .map(|(name, value)| format!("{}='{}' ", name.to_string_lossy(), value.to_string_lossy()));
    let arguments = command.get_args().map(|argument| format!(" {}", argument.to_string_lossy()));
    variables.chain([name.to_string_lossy().into_owned()]).chain(arguments).collect()
}

/// Runs a command whose output is seen.
pub(crate) fn status(command: &mut Command) -> Result<ExitStatus> {
    command.status().with_context(|| format!("cannot run `{}`", shown(command)))
}

/// Runs a command whose output is seen, and fails when it does. Where nobody watches a terminal the error repeats the end
/// of the output: of a long run often no more is kept than its last lines.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    if std::io::stdout().is_terminal() {
        let status = status(command)?;
        if !status.success() {
            bail!("`{}` failed ({status})", shown(command));
        }
        return Ok(());
    }
    let (status, ending) = overheard(command)?;
    if !status.success() {
        bail!("`{}` failed ({status}), and this was its end:\n{}", shown(command), ending.join("\n"));
    }
    Ok(())
}

/// So many lines of a failed command are said again.
const ENDING: usize = 24;

/// After its end, a command's output is read on for so long: what it has left running may keep the pipe open for ever.
const AFTERWARDS: Duration = Duration::from_secs(2);

/// Runs a command, passes its output on line by line, and keeps the last ones.
fn overheard(command: &mut Command) -> Result<(ExitStatus, Vec<String>)> {
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .with_context(|| format!("cannot run `{}`", shown(command)))?;
    let (sender, lines) = mpsc::channel();
    let stdout = child.stdout.take().expect("it is piped");
    let stderr = child.stderr.take().expect("it is piped");
    pass_on(stdout, std::io::stdout(), sender.clone());
    pass_on(stderr, std::io::stderr(), sender);
    let status = child.wait().with_context(|| format!("cannot wait for `{}`", shown(command)))?;
    let mut ending = VecDeque::new();
    while let Ok(line) = lines.recv_timeout(AFTERWARDS) {
        if ending.len() == ENDING {
            ending.pop_front();
        }
        ending.push_back(line);
    }
    Ok((status, ending.into()))
}

/// Copies lines as they come, in the background.
fn pass_on(
    from: impl Read + Send + 'static,
    mut to: impl Write + Send + 'static,
    heard: mpsc::Sender<String>,
) {
    thread::spawn(move || {
        let mut from = BufReader::new(from);
        let mut line = Vec::new();
        while from.read_until(b'\n', &mut line).is_ok_and(|read| read > 0) {
            // Whoever read our own output may be gone; the command goes on all the same.
            let _ = to.write_all(&line).and_then(|()| to.flush());
            let _ = heard.send(String::from_utf8_lossy(&line).trim_end().to_owned());
            line.clear();
        }
    });
}

/// What a command prints. Its errors are seen.
pub(crate) fn output(command: &mut Command) -> Result<String> {
    let output = command
        .stderr(Stdio::inherit())
        .output()
        .with_context(|| format!("cannot run `{}`", shown(command)))?;
    if !output.status.success() {
        bail!("`{}` failed ({})", shown(command), output.status);
    }
    String::from_utf8(output.stdout).with_context(|| format!("`{}` did not print UTF-8", shown(command)))
}

/// The folder in which cargo builds.
pub(crate) fn target() -> Result<PathBuf> {
    let json = output(&mut cargo("metadata --format-version 1 --no-deps"))?;
    let metadata: serde_json::Value = serde_json::from_str(&json).context("`cargo metadata` is not JSON")?;
    let target = metadata["target_directory"].as_str().context("`cargo metadata` names no target folder")?;
    Ok(PathBuf::from(target))
}

/// Builds the command as the first page of the project says, without what is built on request, and says where it is.
pub(crate) fn built() -> Result<PathBuf> {
    run(&mut cargo("build --release"))?;
    Ok(target()?.join("release").join(format!("rainette{}", env::consts::EXE_SUFFIX)))
}

/// A program on the path.
pub(crate) fn on_path(name: &str) -> Option<PathBuf> {
    let name = format!("{name}{}", env::consts::EXE_SUFFIX);
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path).map(|folder| folder.join(&name)).find(|file| file.is_file())
}

/// A tool that cargo runs as `cargo NAME`, ours in `target/tools` before any other.
pub(crate) fn tool(arguments: &str) -> Command {
    let ours = root().join("target/tools/bin");
    let others = env::var_os("PATH").unwrap_or_default();
    let path = env::join_paths(std::iter::once(ours).chain(env::split_paths(&others)));
    let mut command = cargo(arguments);
    if let Ok(path) = path {
        command.env("PATH", path);
    }
    command
}

/// Is there a tool `cargo NAME`?
pub(crate) fn has_tool(name: &str) -> bool {
    let mut ask = tool(name);
    ask.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
    ask.status().is_ok_and(|status| status.success())
}

/// Installs the tool `cargo NAME` into `target/tools` unless there is one.
pub(crate) fn install_tool(name: &str) -> Result<()> {
    if has_tool(name) {
        return Ok(());
    }
    println!("cargo-{name} is missing: installing it into target/tools, which takes some minutes");
    run(&mut cargo(&format!("install --locked --root target/tools cargo-{name}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_root_holds_the_workspace() {
        assert!(root().join("Cargo.toml").is_file());
        assert!(root().join("xtask").is_dir());
    }

    #[test]
    fn programs_are_found_on_the_path() {
        assert!(on_path("cargo").is_some());
        assert_eq!(on_path("no-such-program"), None);
    }

    #[test]
    fn nothing_is_told_of_our_own_package() {
        let told = program("env").output().expect("env is there");
        let told = String::from_utf8(told.stdout).expect("text");
        assert!(env::var_os("CARGO_PKG_NAME").is_some(), "cargo tells it to tests");
        assert!(told.contains("PATH="));
        assert_eq!(told.lines().find(|line| is_of_our_package(line)), None);
    }

    #[test]
    fn a_command_is_shown_as_one_types_it() {
        let mut command = Command::new("/somewhere/bin/cargo");
        command.args(["doc", "--no-deps"]).env("RUSTDOCFLAGS", "-D warnings").env("PATH", "not shown");
        assert_eq!(shown(&command), "RUSTDOCFLAGS='-D warnings' cargo doc --no-deps");
    }

    #[test]
    fn a_command_that_fails_is_an_error_that_names_it() {
        let error =
            run(cargo("no-such-command").stderr(Stdio::null())).expect_err("there is no such command");
        assert!(error.to_string().starts_with("`cargo no-such-command` failed"), "{error}");
        assert!(!has_tool("no-such-command"));
    }

    #[test]
    fn the_end_of_what_failed_is_kept() {
        let (status, ending) = overheard(program("sh").args(["-c", "seq 100; exit 3"])).expect("sh is there");
        assert_eq!(status.code(), Some(3));
        assert_eq!(ending.len(), ENDING);
        assert_eq!(ending.last().map(String::as_str), Some("100"));
    }

    #[test]
    fn what_a_command_leaves_running_keeps_nobody_waiting() {
        let begun = std::time::Instant::now();
        let (status, ending) =
            overheard(program("sh").args(["-c", "echo here; sleep 60 &"])).expect("sh is there");
        assert!(status.success());
        assert_eq!(ending, ["here"]);
        assert!(begun.elapsed() < Duration::from_secs(30), "it waited for what was left running");
    }
}
