//! The command as people build it: without what is built on request, which it says when it is asked for it.

use std::path::Path;
use std::process::Stdio;

use anyhow::{Context as _, Result, ensure};

use crate::command::{built, program, shown};

/// What cannot be asked of it, and what it lacks.
const REFUSED: [(&str, &str); 4] = [
    ("serve --database postgres://frogs@127.0.0.1:1/frogs", "PostgreSQL"),
    ("migrate --from postgres://frogs@127.0.0.1:1/frogs --to sqlite:///nowhere/frogs.db", "PostgreSQL"),
    ("worker --bus nats://127.0.0.1:1", "NATS"),
    ("serve --otlp http://127.0.0.1:1", "OpenTelemetry"),
];

/// Builds the command and asks it for what it does not have.
pub(crate) fn check() -> Result<()> {
    let binary = built()?;
    for (arguments, part) in REFUSED {
        refuses(&binary, arguments, part)?;
        println!("plain: says that it was built without {part}: rainette {arguments}");
    }
    Ok(())
}

fn refuses(binary: &Path, arguments: &str, part: &str) -> Result<()> {
    let mut command = program(binary);
    command.args(["--lang", "en"]).args(arguments.split_whitespace()).stdin(Stdio::null());
    let output = command.output().with_context(|| format!("cannot run `{}`", shown(&command)))?;
    let said = String::from_utf8_lossy(&output.stderr);
    let wanted = format!(
        "this program was built without {part}: build it with `cargo build --profile dist --features full`"
    );
    ensure!(!output.status.success(), "`{}` succeeded", shown(&command));
    ensure!(said.contains(&wanted), "`{}` does not say what is missing:\n{said}", shown(&command));
    Ok(())
}
