//! `rainette serve` in trouble: the database or the bus is away; and what it writes into its log all the while.
#![cfg(unix)]

#[path = "../../rainette-server/tests/support/mod.rs"]
mod support;

use std::io::{BufRead as _, BufReader, Read as _};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use rainette_server::fair::Seed;
use rainette_server::protocol::{
    Act, Chat, ClaimDevice, DeviceCode, Join, OpenTable, Resign, Reveal, SeatWish, Seated, Status, ToClient,
    ToServer, Token,
};
use reqwest::header;
use serde_json::{Value, json};
use support::services::{Nats, Postgres};
use support::{PATIENCE, Visitor, free_address, wish};

/// A folder that is gone with the test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("rainette-trouble-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder");
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The server, killed if a test fails.
struct Process {
    child: Child,
    out: BufReader<ChildStdout>,
    log: PathBuf,
    address: SocketAddr,
}

impl Process {
    /// Starts the server; what it logs goes into a file.
    fn spawn(folder: &Folder, args: &[&str]) -> Self {
        let (address, log) = (free_address(), folder.0.join("log"));
        let mut command = Command::new(env!("CARGO_BIN_EXE_rainette"));
        command.args([
            "--lang",
            "en",
            "serve",
            "--thinkers",
            "1",
            "--listen",
            &address.to_string(),
            "--data",
        ]);
        command.arg(folder.0.join("data")).args(args).stdin(Stdio::null()).stdout(Stdio::piped());
        command.stderr(std::fs::File::create(&log).expect("a file"));
        let mut child = command.spawn().expect("the command starts");
        let out = BufReader::new(child.stdout.take().expect("a pipe"));
        Self { child, out, log, address }
    }

    /// Waits for the link.
    fn open(&mut self) {
        let mut line = String::new();
        self.out.read_line(&mut line).expect("the link");
        assert_eq!(line.trim(), format!("Rainette is open: http://{}", self.address), "{}", self.log());
    }

    fn log(&self) -> String {
        String::from_utf8_lossy(&std::fs::read(&self.log).expect("a log")).into_owned()
    }

    /// Waits until the log says this.
    async fn logs(&self, words: &str) {
        let began = Instant::now();
        while !self.log().contains(words) {
            assert!(began.elapsed() < PATIENCE, "nobody says `{words}`: {}", self.log());
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// Asks it to stop, and waits until it has.
    async fn stop(&mut self) -> Option<i32> {
        let told = Command::new("kill").args(["-s", "TERM", &self.child.id().to_string()]).status();
        assert!(told.expect("kill is there").success());
        let began = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().expect("it is ours") {
                return status.code();
            }
            assert!(began.elapsed() < PATIENCE, "it does not end: {}", self.log());
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    async fn visitor(&self) -> Visitor {
        let http = reqwest::Client::new();
        let reply = http.post(self.url("/api/tokens")).send().await.expect("an answer");
        let token: Token = reply.json().await.expect("a token");
        Visitor { http, address: self.address, token: Some(token.token) }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_whose_database_is_gone_ends_in_time_and_says_what_is_true() {
    let folder = Folder::new("gone");
    let mut postgres = Postgres::start(false).expect("a PostgreSQL server");
    let database = postgres.database().expect("a database");
    let mut server = Process::spawn(&folder, &["--database", &database]);
    server.open();
    let me = server.visitor().await;
    let table = me.open(&wish("hop-it", &[SeatWish::Me, SeatWish::Me])).await.table;
    let mut socket = me.sit(&table).await;
    socket.see(|seen| seen.welcome.as_ref().is_some_and(|it| it.table.status == Status::Playing)).await;
    server.logs("everything is as it was stored").await;
    postgres.stop().expect("it stops");
    let (seq, action) = (socket.seen.seq, socket.actions()[0].clone());
    socket.say(&ToServer::Act(Act { id: "a".to_owned(), seq, seat: None, action })).await;
    server.logs("nothing can be stored").await;
    assert_eq!(me.fetch("/readyz").await.status(), 503, "{}", server.log());

    let code = server.stop().await;
    let log = server.log();
    assert!(code.is_some_and(|code| code != 0), "it ends with {code:?}: {log}");
    assert!(log.contains("not everything was stored"), "{log}");
    assert!(log.contains("tables that had not finished: 1"), "{log}");
    assert!(!log.contains("everything is stored"), "{log}");
    while let Some(message) = socket.hear().await {
        assert!(!matches!(message, ToClient::Acked { .. }), "what is not stored is not acknowledged");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_goes_right_after_the_start_is_missed_in_the_log_too() {
    let folder = Folder::new("soon");
    let mut postgres = Postgres::start(false).expect("a PostgreSQL server");
    let database = postgres.database().expect("a database");
    let mut server = Process::spawn(&folder, &["--database", &database]);
    server.open();
    postgres.stop().expect("it stops");
    server.logs("nothing can be stored").await;
    let reply = reqwest::get(server.url("/readyz")).await.expect("an answer");
    assert_eq!(reply.status(), 503, "{}", server.log());
    let why = reply.text().await.expect("a line");
    assert!(why.contains("nothing can be stored: "), "{why}");
}

/// Each line of the log is there, whatever the store's library has asked the log before it.
#[tokio::test(flavor = "multi_thread")]
async fn the_log_says_how_the_look_at_everything_that_is_stored_ends() {
    let postgres = Postgres::shared().expect("a PostgreSQL server");
    let database = postgres.database().expect("a database");
    for (name, args) in [("sqlite", vec![]), ("postgres", vec!["--database", database.as_str()])] {
        let folder = Folder::new(&format!("look-{name}"));
        for tables in 0..3 {
            let mut server = Process::spawn(&folder, &args);
            server.open();
            server.logs("everything is as it was stored").await;
            let me = server.visitor().await;
            me.open(&wish("hop-it", &[SeatWish::Me, SeatWish::Me])).await;
            assert_eq!(server.stop().await, Some(0), "{name}: {}", server.log());
            let log = server.log();
            let lines = [
                "games are on",
                "everything that is stored is being looked at",
                "everything is as it was stored",
                "going down",
                "everything is stored",
            ];
            let said = lines.map(|line| log.find(line));
            assert!(said.iter().all(Option::is_some) && said.is_sorted(), "{name}: {said:?}: {log}");
            let looked = format!("everything is as it was stored tables={tables} ");
            assert!(log.contains(&looked), "{name}: {log}");
            assert!(!log.contains('\x1b'), "a file has no colours: {log:?}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_ends_well_says_that_everything_is_stored() {
    let folder = Folder::new("well");
    let mut server = Process::spawn(&folder, &[]);
    server.open();
    let me = server.visitor().await;
    me.open(&wish("hop-it", &[SeatWish::Me, SeatWish::Me])).await;
    assert_eq!(server.stop().await, Some(0));
    assert!(server.log().contains("everything is stored"), "{}", server.log());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_is_not_open_before_its_store_is() {
    let folder = Folder::new("closed");
    let nowhere = format!("postgres://rainette@{}/rainette", free_address());
    let mut server = Process::spawn(&folder, &["--database", &nowhere]);
    server.logs("the database does not answer").await;
    assert_eq!(server.stop().await, Some(0), "nobody has come yet: {}", server.log());
    let mut said = String::new();
    server.out.read_to_string(&mut said).expect("text");
    assert_eq!(said, "");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bus_that_is_away_is_missed_until_it_is_there() {
    let folder = Folder::new("bus");
    let postgres = Postgres::shared().expect("a PostgreSQL server");
    let database = postgres.database().expect("a database");
    let mut nats = Nats::start().expect("a NATS server");
    nats.stop();
    let mut server = Process::spawn(&folder, &["--database", &database, "--bus", &nats.url()]);
    server.open();
    let ready = async || {
        let reply = reqwest::get(server.url("/readyz")).await.expect("an answer");
        assert!(reply.status().is_success(), "people can play");
        reply.text().await.expect("a line")
    };
    assert!(ready().await.contains("the bus cannot be reached"), "{}", ready().await);
    server.logs("the bus cannot be reached").await;
    nats.go().expect("it starts");
    let began = Instant::now();
    while ready().await != "ok\n" {
        assert!(began.elapsed() < PATIENCE, "it does not heal");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_most_talkative_log_keeps_secrets() {
    let folder = Folder::new("log");
    let database = Postgres::shared().and_then(|it| it.database().map(|url| (it, url)));
    let (_postgres, database) = database.expect("a PostgreSQL server");
    let nats = Nats::start().expect("a NATS server");
    let filter = "trace,hyper=trace,tungstenite=trace,sqlx=trace,async_nats=trace,axum=trace";
    let args = ["--log", filter, "--database", &database, "--bus", &nats.url()];
    let mut server = Process::spawn(&folder, &args);
    server.open();
    let (me, guest) = (server.visitor().await, server.visitor().await);
    let seed = |fill| Seed::new([fill; 32]);
    let (mine, theirs) = (seed(0xA7), seed(0xB8));
    let open = OpenTable {
        commitment: Some(mine.commitment().to_string()),
        ..wish("abagio", &[SeatWish::Me, SeatWish::Friend])
    };
    let table = me.open(&open).await;
    let invite = table.invite.clone().expect("an invitation");
    let join = Join {
        name: "Bo".to_owned(),
        seat: None,
        commitment: Some(theirs.commitment().to_string()),
        ..Join::default()
    };
    let mut socket = me.sit(&table.table).await;
    let _: Seated = guest.post(&format!("/api/invites/{invite}"), &join).await.expect("a seat");
    let mut other = guest.sit(&table.table).await;
    socket.say(&ToServer::Reveal(Reveal { seed: mine.reveal() })).await;
    other.say(&ToServer::Reveal(Reveal { seed: theirs.reveal() })).await;
    socket.see(|seen| seen.welcome.as_ref().is_some_and(|it| it.table.status == Status::Playing)).await;
    let chat = "the frog sleeps under the third lily";
    socket.say(&ToServer::Chat(Chat { text: chat.to_owned() })).await;
    socket.until(|message| matches!(message, ToClient::Chat(_))).await;
    // A message and a request that cannot be read are complained about, but not repeated.
    let nonsense = "a secret that fell into the wrong hole";
    socket.say_text(format!("{{\"type\":\"{nonsense}\"}}")).await;
    socket.until(|message| matches!(message, ToClient::Refused(_))).await;
    me.refused("/api/tables", &json!({ "game": [nonsense] })).await;
    // Over to another device, which has a cookie.
    let code: DeviceCode =
        guest.post(&format!("/api/tables/{}/device-code", table.table), &json!({})).await.expect("a code");
    let claim =
        guest.http.post(server.url("/api/device-code")).json(&ClaimDevice { code: code.code.clone() });
    let reply = claim.send().await.expect("an answer");
    let cookie = reply.headers()[header::SET_COOKIE].to_str().expect("text").to_owned();
    let cookie = cookie.split(';').next().expect("a pair").to_owned();
    let request = guest.http.get(server.url("/api/me")).header(header::COOKIE, &cookie);
    assert!(request.send().await.expect("an answer").status().is_success());
    let resign = ToServer::Resign(Resign { id: "r".to_owned(), seat: None });
    assert!(matches!(socket.command(&resign).await, ToClient::Acked { .. }));
    let proof: Value = me.get(&format!("/api/tables/{}/proof", table.table)).await.expect("a proof");
    assert_eq!(server.stop().await, Some(0));

    let log = server.log();
    assert!(log.contains("DEBUG"), "it does talk: {log}");
    let mut secrets =
        vec![invite, code.code, chat.to_owned(), nonsense.to_owned(), mine.reveal(), theirs.reveal()];
    secrets.push(cookie.split_once('=').expect("a pair").1.to_owned());
    secrets.extend([&me, &guest].map(|visitor| visitor.token.clone().expect("a token")));
    let seeds = |value: &Value| value.as_str().filter(|text| text.len() == 64).map(str::to_owned);
    let mut shown = Vec::new();
    gather(&proof, &mut |value| shown.extend(seeds(value)));
    let promises = [mine.commitment().to_string(), theirs.commitment().to_string(), table.commitment.clone()];
    secrets.extend(shown.into_iter().filter(|text| !promises.contains(text)));
    assert!(secrets.len() >= 10, "the proof shows the server's seed too: {proof}");
    for secret in secrets {
        let line = log.lines().find(|line| line.contains(&secret));
        assert_eq!(line, None, "`{secret}` is in the log");
    }
}

/// Everything that a document holds.
fn gather(value: &Value, take: &mut impl FnMut(&Value)) {
    take(value);
    match value {
        Value::Array(items) => items.iter().for_each(|item| gather(item, take)),
        Value::Object(fields) => fields.values().for_each(|item| gather(item, take)),
        _ => {}
    }
}
