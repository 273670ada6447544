//! `rainette probe`: is a server ready? For containers, which have no other program to ask with.

use std::io::{Read as _, Write as _};
use std::net::{TcpStream, ToSocketAddrs as _};
use std::time::Duration;

use anyhow::{Context as _, ensure};

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(2);

/// Ask a server whether it is ready: whether it can store what is played.
///
/// Fails if it is not, so that whatever watches over the server knows.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The address the server listens on
    #[arg(default_value = "127.0.0.1:7777", value_name = "ADDRESS")]
    address: String,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let address = &args.address;
    let found = address.to_socket_addrs().with_context(|| format!("`{address}` is no address"))?.next();
    let found = found.with_context(|| format!("`{address}` is nowhere"))?;
    let mut stream =
        TcpStream::connect_timeout(&found, PATIENCE).with_context(|| format!("nobody listens on {found}"))?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    write!(stream, "GET /readyz HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")?;
    let mut answer = Vec::new();
    stream.take(4_096).read_to_end(&mut answer).with_context(|| format!("{found} does not answer"))?;
    let answer = String::from_utf8_lossy(&answer);
    let status = answer.split_whitespace().nth(1).unwrap_or("nothing");
    ensure!(status == "200", "the server is not ready: it answers {status}");
    println!("ready");
    Ok(())
}
