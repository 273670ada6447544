//! `rainette serve` as a process of its own, which is told to stop and comes back.
#![cfg(unix)]

#[path = "../../rainette-server/tests/support/mod.rs"]
mod support;

use std::io::{BufRead as _, BufReader};
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::time::Duration;

use rainette_server::protocol::{Act, SeatWish, ToClient, ToServer, Token};
use support::{PATIENCE, Visitor, whose_turn, wish};

/// A folder that is gone with the test.
struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The server, killed if a test fails.
struct Process {
    child: Child,
    out: BufReader<ChildStdout>,
}

impl Process {
    /// Starts the server and waits for its link.
    fn start(address: SocketAddr, data: &Path) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_rainette"));
        command.args(["--lang", "en", "serve", "--thinkers", "1", "--log", "warn", "--listen"]);
        command.arg(address.to_string()).arg("--data").arg(data);
        command.stdin(Stdio::null()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("the command starts");
        let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut line = String::new();
        out.read_line(&mut line).expect("the link");
        assert_eq!(line.trim(), format!("Rainette is open: http://{address}"));
        Self { child, out }
    }

    fn signal(&self, name: &str) {
        let told = Command::new("kill").args(["-s", name, &self.child.id().to_string()]).status();
        assert!(told.expect("kill is there").success());
    }

    /// Waits until the process has ended by itself.
    async fn end(mut self) -> ExitStatus {
        let began = std::time::Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().expect("it is ours") {
                let mut rest = String::new();
                while self.out.read_line(&mut rest).is_ok_and(|read| read > 0) {}
                assert_eq!(rest, "", "it has nothing more to say");
                return status;
            }
            assert!(began.elapsed() < PATIENCE, "it does not end");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

async fn visitor(address: SocketAddr) -> Visitor {
    let http = reqwest::Client::new();
    let reply = http.post(format!("http://{address}/api/tokens")).send().await.expect("an answer");
    let token: Token = reply.json().await.expect("a token");
    Visitor { http, address, token: Some(token.token) }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_is_told_to_stop_finishes_and_comes_back() {
    let folder = Folder(std::env::temp_dir().join(format!("rainette-serve-{}", std::process::id())));
    // The port is free now; nobody else is likely to take it in the next moment.
    let address = TcpListener::bind(("127.0.0.1", 0)).and_then(|it| it.local_addr()).expect("a port");
    let mut server = Process::start(address, &folder.0);
    let me = visitor(address).await;
    let table = me.open(&wish("frogriders", &[SeatWish::Me, SeatWish::Computer { level: 1 }])).await.table;
    let mut socket = me.sit(&table).await;
    let mut looks_on = me.connect(&table).await;

    for (round, signal) in ["TERM", "INT"].into_iter().enumerate() {
        for _ in 0..4 {
            assert!(socket.play_well(1).await);
        }
        // The last command and the signal come at the same time: either it counts and is acknowledged, or not at all.
        socket.see(|seen| whose_turn(seen).map(rainette_core::Seat::index) == Some(0)).await;
        let (seq, id) = (socket.seen.seq, format!("last {round}"));
        let last = ToServer::Act(Act { id: id.clone(), seq, seat: None, action: socket.advice(1) });
        socket.say(&last).await;
        server.signal(signal);
        let mut acked = None;
        let mut is_told = false;
        while let Some(message) = socket.hear().await {
            match message {
                ToClient::Acked { id: of, number } if of == id => acked = Some(number),
                ToClient::Reconnect { .. } => is_told = true,
                _ => {}
            }
        }
        assert!(is_told, "clients are told to come back");
        while looks_on.hear().await.is_some() {}
        assert_eq!(server.end().await.code(), Some(0), "after SIG{signal}");

        server = Process::start(address, &folder.0);
        let before = socket.seen.clone();
        socket = me.come_back(&table, before.clone()).await;
        let fresh = me.sit(&table).await;
        for (number, event) in &before.events {
            assert_eq!(fresh.seen.events.get(number), Some(event), "event {number} is still the same");
        }
        let again = socket.command(&last).await;
        let ToClient::Acked { number, .. } = again else { panic!("{again:?}") };
        if let Some(before) = acked {
            assert_eq!(number, before, "it was acknowledged");
        }
        // The acknowledgement comes first, the news after it.
        socket.see(|seen| seen.seq >= number).await;
        looks_on = me.connect(&table).await;
    }
    assert!(socket.play_well(1).await, "and the game goes on");
    server.signal("TERM");
    assert_eq!(server.end().await.code(), Some(0));
}
