//! A disk that is full, read-only, broken, slow or shared: the server says so, loses nothing, and heals by itself.
#![cfg(target_os = "linux")]

#[path = "../../rainette-server/tests/faults/mod.rs"]
mod faults;
#[path = "../../rainette-server/tests/support/mod.rs"]
mod support;

use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use faults::Disk;
use rainette_server::protocol::{Act, Refusal, SeatWish, ToClient, ToServer, Token};
use rainette_server::store::Database;
use support::{PATIENCE, Socket, Visitor, wish};

/// A server on a disk of its own.
struct Process {
    child: Child,
    address: SocketAddr,
}

impl Process {
    fn start(disk: &Disk) -> Self {
        // The port is free now; nobody else is likely to take it in the next moment.
        let address = TcpListener::bind(("127.0.0.1", 0)).and_then(|it| it.local_addr()).expect("a port");
        let mut command = disk.command(Path::new(env!("CARGO_BIN_EXE_rainette")));
        command.args(faults::serve(&address.to_string(), &disk.data()));
        let log = std::fs::OpenOptions::new().create(true).append(true).open(disk.log()).expect("a log");
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(log);
        let child = command.spawn().expect("the command starts");
        let begun = Instant::now();
        while TcpStream::connect(address).is_err() {
            assert!(begun.elapsed() < PATIENCE, "the server does not come up");
            std::thread::sleep(Duration::from_millis(10));
        }
        Self { child, address }
    }

    async fn visitor(&self) -> Visitor {
        let http = reqwest::Client::new();
        let reply = http.post(format!("http://{}/api/tokens", self.address)).send().await.expect("an answer");
        let token: Token = reply.json().await.expect("a token");
        Visitor { http, address: self.address, token: Some(token.token) }
    }

    /// Waits until the server is ready, or until it is not, and gives what it says.
    async fn ready(&self, is_ready: bool) -> String {
        let begun = Instant::now();
        loop {
            let reply = reqwest::get(format!("http://{}/readyz", self.address)).await.expect("an answer");
            let status = reply.status();
            let text = reply.text().await.expect("a body");
            if status.is_success() == is_ready {
                assert!(is_ready || status.as_u16() == 503, "{status}");
                return text;
            }
            assert!(begun.elapsed() < PATIENCE, "it stays {status}: {text}");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    fn end(mut self, signal: &str) {
        let told = Command::new("kill").args(["-s", signal, &self.child.id().to_string()]).status();
        assert!(told.expect("kill is there").success());
        let status = self.child.wait().expect("it is ours");
        assert_eq!(status.success(), signal == "TERM", "{status}");
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A player of both seats of a table, who writes down what was acknowledged.
struct Player {
    me: Visitor,
    table: String,
    socket: Socket,
    acknowledged: Vec<(String, u64)>,
}

impl Player {
    async fn new(server: &Process) -> Self {
        let me = server.visitor().await;
        let table = me.open(&wish("pool-party", &[SeatWish::Me, SeatWish::Me])).await.table;
        let socket = me.sit(&table).await;
        let mut player = Self { me, table, socket, acknowledged: Vec::new() };
        player.socket.see(|seen| seen.position.is_some()).await;
        player
    }

    /// Something that can be done now.
    fn command(&self) -> ToServer {
        let action = self.socket.actions().first().expect("something can be done").clone();
        let seq = self.socket.seen.seq;
        ToServer::Act(Act { id: format!("at {seq}"), seq, seat: None, action })
    }

    /// Gives a command once, and says whether it was acknowledged; if not, it must have been for want of storage.
    async fn attempt(&mut self, command: &ToServer) -> bool {
        match self.socket.command(command).await {
            ToClient::Acked { id, number } => {
                self.acknowledged.push((id, number));
                self.socket.see(|seen| seen.seq >= number).await;
                true
            }
            ToClient::Refused(Refusal { code, message, .. }) => {
                assert_eq!(code, "storage", "{message}");
                assert!(message.contains("nothing that was acknowledged is lost"), "{message}");
                false
            }
            other => panic!("{other:?}"),
        }
    }

    /// Plays so many actions.
    async fn play(&mut self, actions: u32) {
        for _ in 0..actions {
            let command = self.command();
            assert!(self.attempt(&command).await);
        }
    }

    /// Plays until something cannot be stored, and gives that.
    async fn play_until_refused(&mut self) -> ToServer {
        for _ in 0..500 {
            let command = self.command();
            if !self.attempt(&command).await {
                return command;
            }
        }
        panic!("everything is stored, although nothing can be");
    }

    /// Comes back when the server asks for it, as a page does.
    async fn come_back(&mut self) {
        self.socket.until(|message| matches!(message, ToClient::Reconnect { .. })).await;
        self.socket = self.me.come_back(&self.table, self.socket.seen.clone()).await;
    }
}

/// Is everything that was acknowledged there, once and where it was said to be?
async fn check(disk: &Disk, server: &Process, players: &[Player]) {
    let file = disk.database(Path::new(env!("CARGO_BIN_EXE_rainette")), server.child.id());
    let database = Database::Sqlite(file.expect("a database"));
    let checked = database.check().await.expect("it can be read");
    assert!(checked.is_whole(), "{checked:?}");
    let store = database.open_to_read(1).await.expect("a store");
    for player in players {
        let stored = store.load(&player.table).await.expect("it works").expect("a table");
        for (id, number) in &player.acknowledged {
            let commands = stored.rows.iter().filter_map(|row| Some((row.number, row.command.as_ref()?)));
            let there: Vec<u64> =
                commands.filter(|(_, (_, it))| it == id).map(|(number, _)| number).collect();
            assert_eq!(there, [*number], "{id}");
        }
    }
    store.close().await.ok();
}

/// Goes through one fault: it comes, is noticed, goes, and everything goes on.
async fn live_through(
    server: &Process,
    player: &mut Player,
    other: &mut Player,
    begin: impl FnOnce(),
    end: impl FnOnce(),
) -> String {
    player.play(3).await;
    other.play(3).await;
    server.ready(true).await;
    begin();
    let refused = player.play_until_refused().await;
    let why = server.ready(false).await;
    // What is stored is still shown, to who is there and to who comes.
    assert!(!player.attempt(&refused).await, "and it is refused again");
    assert_eq!(player.me.look(&player.table).await.seq, player.socket.seen.seq);
    assert_eq!(other.me.look(&other.table).await.seq, other.socket.seen.seq);
    player.socket.say(&ToServer::Ping).await;
    player.socket.until(|message| matches!(message, ToClient::Pong)).await;
    let late = player.me.sit(&player.table).await;
    assert_eq!(late.seen.seq, player.socket.seen.seq);
    late.close().await;
    let tables = player.me.send("/api/tables", &wish("hop-it", &[SeatWish::Me, SeatWish::Me])).await;
    assert_eq!(tables.status().as_u16(), 503, "no table is opened that is not stored");
    end();
    server.ready(true).await;
    player.come_back().await;
    // The same command again: it counts once, whether it was written the first time or not.
    assert!(player.attempt(&refused).await);
    player.play(3).await;
    other.socket = other.me.come_back(&other.table, other.socket.seen.clone()).await;
    other.play(3).await;
    why
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_disk_heals_by_itself() {
    let disk = Disk::new("6m").expect("a small disk");
    let server = Process::start(&disk);
    let process = server.child.id();
    let mut player = Player::new(&server).await;
    let mut other = Player::new(&server).await;
    for _ in 0..2 {
        let fill = || disk.fill(process).expect("it is filled");
        let empty = || disk.empty(process).expect("it is emptied");
        let why = live_through(&server, &mut player, &mut other, fill, empty).await;
        assert!(why.contains("full"), "{why}");
    }
    check(&disk, &server, &[player, other]).await;
    let log = std::fs::read_to_string(disk.log()).expect("a log");
    assert!(log.contains("database or disk is full"), "{log}");
    assert!(log.lines().count() < 40, "the log is not flooded: {log}");
    server.end("TERM");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_disk_that_is_read_only_or_broken_or_forgets_heals_by_itself() {
    let disk = Disk::new("16m").expect("a small disk");
    let server = Process::start(&disk);
    let mut player = Player::new(&server).await;
    let mut other = Player::new(&server).await;
    for word in ["readonly", "broken", "unsynced"] {
        let begin = || disk.say(word).expect("it is said");
        let end = || disk.say("ok").expect("it is said");
        let why = live_through(&server, &mut player, &mut other, begin, end).await;
        assert!(why.contains("nothing can be stored"), "{word}: {why}");
    }
    // And a kill right in the middle of it.
    disk.say("unsynced").expect("it is said");
    player.play_until_refused().await;
    if disk.lasts() {
        server.end("KILL");
        disk.say("ok").expect("it is said");
        let server = Process::start(&disk);
        player.me.address = server.address;
        assert!(player.me.look(&player.table).await.seq >= player.socket.seen.seq);
        check(&disk, &server, &[player, other]).await;
        server.end("TERM");
    } else {
        check(&disk, &server, &[player, other]).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slow_disk_holds_up_nobody_who_only_looks() {
    let disk = Disk::new("16m").expect("a small disk");
    let server = Process::start(&disk);
    let mut player = Player::new(&server).await;
    let other = Player::new(&server).await;
    player.play(2).await;
    disk.say("slow 4000").expect("it is said");
    let seq = player.socket.seen.seq;
    let command = player.command();
    player.socket.say(&command).await;
    let begun = Instant::now();
    // All of this while the action waits for the disk: what is shown is what was stored before it.
    for _ in 0..5 {
        assert_eq!(player.me.look(&player.table).await.seq, seq);
        assert_eq!(other.me.look(&other.table).await.seq, other.socket.seen.seq);
    }
    player.me.fetch("/api/tables").await.error_for_status().expect("the list");
    player.socket.say(&ToServer::Ping).await;
    let first =
        player.socket.until(|message| matches!(message, ToClient::Pong | ToClient::Acked { .. })).await;
    // A machine that takes longer than the disk proves nothing, and harms nothing.
    if begun.elapsed() < Duration::from_secs(3) {
        assert!(matches!(first, ToClient::Pong), "the line answers before the disk does");
    }
    disk.say("ok").expect("it is said");
    player.socket.see(|seen| seen.seq > seq).await;
    player.play(2).await;
    server.end("TERM");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_server_on_the_same_folder_ends_at_once() {
    let folder = std::env::temp_dir().join(format!("rainette-two-{}", std::process::id()));
    let second = |folder: &Path| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_rainette"));
        command.args(faults::serve("127.0.0.1:0", folder));
        command
    };
    let address = TcpListener::bind(("127.0.0.1", 0)).and_then(|it| it.local_addr()).expect("a port");
    let mut first = Command::new(env!("CARGO_BIN_EXE_rainette"));
    first.args(faults::serve(&address.to_string(), &folder)).stdout(Stdio::null()).stderr(Stdio::null());
    let mut first = first.spawn().expect("it starts");
    let begun = Instant::now();
    // It answers once everything is in place.
    while reqwest::get(format!("http://{address}/readyz")).await.is_err() {
        assert!(begun.elapsed() < PATIENCE, "the server does not come up");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let output = second(&folder).output().expect("it runs");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success(), "{said}");
    assert!(said.contains(&folder.display().to_string()), "{said}");
    assert!(said.contains(&format!("process {}", first.id())), "{said}");
    // Neither does anything else write to it; what only reads may.
    let there = format!("sqlite://{}", folder.join("rainette.db").display());
    let elsewhere = format!("sqlite://{}", folder.join("other.db").display());
    let run = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_rainette")).args(arguments).output().expect("it runs");
        (
            output.status.success(),
            format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr)),
        )
    };
    let (is_done, said) = run(&["migrate", "--from", &there, "--to", &elsewhere]);
    assert!(is_done, "{said}");
    let (is_done, said) = run(&["migrate", "--from", &elsewhere, "--to", &there]);
    assert!(!is_done && said.contains("is in use by another server"), "{said}");
    let (is_done, said) = run(&["--lang", "en", "fsck", "--database", &there]);
    assert!(is_done && said.contains("0 tables with 0 events were looked at"), "{said}");
    let copy = folder.join("copy.db");
    let (is_done, said) = run(&["--lang", "en", "backup", "--database", &there, &copy.display().to_string()]);
    assert!(is_done && copy.is_file(), "{said}");
    // A kill frees it.
    first.kill().expect("it is ours");
    first.wait().expect("it is ours");
    drop(Database::Sqlite(folder.join("rainette.db")).open(1).await.expect("the lock is free"));
    std::fs::remove_dir_all(folder).expect("it can go");
}

#[test]
fn fsck_names_what_is_damaged() {
    let folder = std::env::temp_dir().join(format!("rainette-fsck-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let run = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_rainette"));
        let output = command.args(["--lang", "en", "fsck", "--data"]).arg(&folder).args(arguments).output();
        let output = output.expect("it runs");
        (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
    };
    assert_eq!(run(&[]).0, Some(1), "there is no file");
    std::fs::write(folder.join("rainette.db"), vec![7; 40_960]).expect("a file");
    let (code, said) = run(&[]);
    assert!(code == Some(1) && said.contains("the store is damaged"), "{said}");
    let (code, said) = run(&["--json"]);
    let json: serde_json::Value = serde_json::from_str(&said).expect("JSON");
    assert!(code == Some(1) && json["damaged"][0]["what"].is_string(), "{said}");
    std::fs::remove_dir_all(folder).expect("it can go");
}
