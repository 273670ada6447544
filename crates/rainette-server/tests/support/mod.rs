//! A server on a random port, and people who talk to it over real sockets.
//!
//! With `RAINETTE_TEST_STORE=postgres` tables are kept in a real PostgreSQL instead of a file.
#![allow(dead_code, reason = "every test file uses another part of it")]

#[path = "../services/mod.rs"]
pub(crate) mod services;

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use rainette_core::{Observer, Seat, StoryText};
use rainette_players::{Cancel, Spec, choose};
use rainette_server::budgets::Limits;
use rainette_server::config::Config;
use rainette_server::protocol::{
    Act, Choices, Hello, OpenTable, Position, Refusal, SeatWish, Seated, Status, TableEventKind, TableLine,
    TableList, ToClient, ToServer, Token, TurnState, Update, Welcome,
};
use rainette_server::server::run;
use rainette_server::store::Database;
use rainette_server::traces::start_log;
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// An address that is free now; nobody else is likely to take it in the next moment.
pub(crate) fn free_address() -> SocketAddr {
    let listener = std::net::TcpListener::bind(("127.0.0.1", 0)).expect("a port");
    listener.local_addr().expect("an address")
}

/// Nothing here takes as long as this, unless it never comes.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);

/// A server with its own data folder.
pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    pub(crate) config: Config,
    postgres: Option<services::Postgres>,
    running: Option<(oneshot::Sender<()>, JoinHandle<()>)>,
}

impl Server {
    pub(crate) async fn start() -> Self {
        Self::start_with(|_| ()).await
    }

    pub(crate) async fn start_with(change: impl FnOnce(&mut Config)) -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let data = std::env::temp_dir().join(format!("rainette-test-{}-{number}", std::process::id()));
        let mut config = Config {
            data,
            thinkers: 1,
            requests_per_second: 0,
            messages_per_second: 0,
            max_sockets_per_address: 0,
            limits: Limits::none(),
            ..Config::default()
        };
        change(&mut config);
        let mut postgres = None;
        if config.database.is_none() && std::env::var("RAINETTE_TEST_STORE").is_ok_and(|it| it == "postgres")
        {
            let server = services::Postgres::shared().expect("a PostgreSQL server");
            config.database = Some(Database::Postgres(server.database().expect("a database")));
            postgres = Some(server);
        }
        let address = SocketAddr::from(([127, 0, 0, 1], 0));
        let mut server = Self { address, config, postgres, running: None };
        server.go().await;
        server
    }

    async fn go(&mut self) {
        // Silent, unless somebody wants to know.
        if let Ok(log) = std::env::var("RAINETTE_LOG") {
            drop(start_log(&Config { log, ..Config::default() }));
        }
        let listener = TcpListener::bind(self.address).await.expect("a port");
        self.address = listener.local_addr().expect("an address");
        let (stop, stopped) = oneshot::channel::<()>();
        let config = self.config.clone();
        let task = tokio::spawn(async move {
            let told = async {
                let _ = stopped.await;
            };
            run(listener, config, told).await.expect("the server runs");
        });
        self.running = Some((stop, task));
    }

    /// Stops as SIGTERM does.
    pub(crate) async fn stop(&mut self) {
        if let Some((stop, task)) = self.running.take() {
            let _ = stop.send(());
            timeout(PATIENCE, task).await.expect("it stops").expect("it stops well");
        }
    }

    /// Stops and comes back at the same address.
    pub(crate) async fn restart(&mut self) {
        self.stop().await;
        self.go().await;
    }

    /// What Prometheus would fetch.
    pub(crate) async fn figures(&self) -> String {
        let address = self.config.metrics.expect("a server that is watched");
        let reply = reqwest::get(format!("http://{address}/metrics")).await.expect("an answer");
        assert!(reply.status().is_success(), "{reply:?}");
        reply.text().await.expect("figures")
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// Somebody new.
    pub(crate) async fn visitor(&self) -> Visitor {
        let http = reqwest::Client::new();
        let reply = http.post(self.url("/api/tokens")).send().await.expect("an answer");
        let token: Token = reply.json().await.expect("a token");
        Visitor { http, address: self.address, token: Some(token.token) }
    }

    /// Somebody without a token.
    pub(crate) fn stranger(&self) -> Visitor {
        Visitor { http: reqwest::Client::new(), address: self.address, token: None }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.config.data);
    }
}

/// Somebody who comes to the server.
#[derive(Clone)]
pub(crate) struct Visitor {
    pub(crate) http: reqwest::Client,
    pub(crate) address: SocketAddr,
    pub(crate) token: Option<String>,
}

impl Visitor {
    /// The same person, at another node.
    pub(crate) fn at(&self, server: &Server) -> Self {
        Self { address: server.address, ..self.clone() }
    }

    fn with_token(&self, request: reqwest::RequestBuilder) -> reqwest::RequestBuilder {
        match &self.token {
            Some(token) => request.bearer_auth(token),
            None => request,
        }
    }

    pub(crate) async fn fetch(&self, path: &str) -> reqwest::Response {
        let request = self.http.get(format!("http://{}{path}", self.address));
        self.with_token(request).send().await.expect("an answer")
    }

    pub(crate) async fn send(&self, path: &str, body: &impl Serialize) -> reqwest::Response {
        let request = self.http.post(format!("http://{}{path}", self.address)).json(body);
        self.with_token(request).send().await.expect("an answer")
    }

    pub(crate) async fn get<T: DeserializeOwned>(&self, path: &str) -> Result<T, Refusal> {
        read(self.fetch(path).await).await
    }

    pub(crate) async fn post<T: DeserializeOwned>(
        &self,
        path: &str,
        body: &impl Serialize,
    ) -> Result<T, Refusal> {
        read(self.send(path, body).await).await
    }

    /// The code with which a request is refused.
    pub(crate) async fn refused(&self, path: &str, body: &impl Serialize) -> String {
        let reply = self.send(path, body).await;
        assert!(reply.status().is_client_error(), "{path} answered {}", reply.status());
        reply.json::<Refusal>().await.expect("a refusal").code
    }

    pub(crate) async fn open(&self, wish: &OpenTable) -> Seated {
        self.post("/api/tables", wish).await.expect("a table")
    }

    /// The table on the list, once it is so there: lists are a second old at most.
    pub(crate) async fn listed(&self, table: &str, is_so: impl Fn(&TableLine) -> bool) -> TableLine {
        let found = async {
            loop {
                let list: TableList = self.get("/api/tables").await.expect("a list");
                if let Some(line) = list.tables.into_iter().find(|line| line.id == table && is_so(line)) {
                    return line;
                }
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        };
        timeout(PATIENCE, found).await.expect("it is on the list")
    }

    pub(crate) async fn look(&self, table: &str) -> Welcome {
        self.get(&format!("/api/tables/{table}")).await.expect("a table")
    }

    /// A socket that has not said hello.
    pub(crate) async fn connect(&self, table: &str) -> Socket {
        let url = format!("ws://{}/api/tables/{table}/socket", self.address);
        let mut request = url.into_client_request().expect("a request");
        if let Some(token) = &self.token {
            let value = format!("Bearer {token}").parse().expect("a header");
            request.headers_mut().insert("authorization", value);
        }
        let (stream, _) = connect_async(request).await.expect("a socket");
        Socket { stream, seen: Seen::default() }
    }

    /// A socket that knows all there is.
    pub(crate) async fn sit(&self, table: &str) -> Socket {
        self.sit_after(table, 0).await
    }

    pub(crate) async fn sit_after(&self, table: &str, after: u64) -> Socket {
        let mut socket = self.connect(table).await;
        socket.say(&ToServer::Hello(Hello { after, seat: None })).await;
        socket.until(|message| matches!(message, ToClient::Welcome(_))).await;
        socket
    }

    /// A socket that goes on where another one was cut: it must be told all that it missed, and nothing twice.
    pub(crate) async fn come_back(&self, table: &str, seen: Seen) -> Socket {
        let mut socket = self.connect(table).await;
        let after = seen.seq;
        socket.seen = seen;
        socket.say(&ToServer::Hello(Hello { after, seat: None })).await;
        let message = socket.until(|message| matches!(message, ToClient::Welcome(_))).await;
        let ToClient::Welcome(welcome) = message else { unreachable!("it was waited for") };
        let missed: Vec<u64> = welcome.events.iter().map(|event| event.number).collect();
        assert_eq!(missed, (after + 1..=welcome.seq).collect::<Vec<_>>(), "what was missed after {after}");
        socket
    }
}

async fn read<T: DeserializeOwned>(reply: reqwest::Response) -> Result<T, Refusal> {
    let is_fine = reply.status().is_success();
    let text = reply.text().await.expect("a body");
    if is_fine {
        // An answer without a body reads as null.
        let text = if text.is_empty() { "null" } else { &text };
        Ok(serde_json::from_str(text).unwrap_or_else(|error| panic!("{error} in {text}")))
    } else {
        Err(serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error} in {text}")))
    }
}

/// What a socket has been told.
#[derive(Clone, Debug, Default)]
pub(crate) struct Seen {
    pub(crate) seq: u64,
    pub(crate) welcome: Option<Welcome>,
    pub(crate) position: Option<Position>,
    pub(crate) events: BTreeMap<u64, rainette_server::protocol::TableEvent>,
}

impl Seen {
    fn take(&mut self, message: &ToClient) {
        match message {
            ToClient::Welcome(welcome) => {
                self.seq = welcome.seq;
                self.position.clone_from(&welcome.position);
                self.events.extend(welcome.events.iter().map(|event| (event.number, event.clone())));
                self.welcome = Some(Welcome::clone(welcome));
            }
            ToClient::Update(update) => self.update(update),
            _ => {}
        }
    }

    fn update(&mut self, update: &Update) {
        for event in &update.events {
            let before = self.events.insert(event.number, event.clone());
            assert!(before.is_none(), "event {} came twice", event.number);
        }
        self.seq = update.seq;
        if let Some(position) = &update.position {
            self.position = Some(position.clone());
        }
        let welcome = self.welcome.as_mut().expect("a welcome comes first");
        if let Some(table) = &update.table {
            welcome.table = table.clone();
        }
        if let Some(you) = &update.you {
            welcome.you = you.clone();
        }
    }
}

/// A socket, and what came over it.
pub(crate) struct Socket {
    stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
    pub(crate) seen: Seen,
}

impl Socket {
    pub(crate) async fn say(&mut self, message: &ToServer) {
        self.say_text(serde_json::to_string(message).expect("JSON")).await;
    }

    pub(crate) async fn say_text(&mut self, text: impl Into<String>) {
        let text: String = text.into();
        self.stream.send(Message::Text(text.into())).await.expect("it is sent");
    }

    pub(crate) async fn say_bytes(&mut self, bytes: Vec<u8>) {
        self.stream.send(Message::Binary(bytes.into())).await.expect("it is sent");
    }

    /// Sends the same frame again and again, reading all the while; gives the code with which the socket is closed.
    pub(crate) async fn flood(self, frame: Message, count: usize) -> Option<u16> {
        let (mut sender, mut receiver) = self.stream.split();
        let sending = async {
            for _ in 0..count {
                if sender.send(frame.clone()).await.is_err() {
                    break;
                }
            }
            std::future::pending::<()>().await;
        };
        let hearing = async {
            while let Some(Ok(message)) = receiver.next().await {
                if let Message::Close(close) = message {
                    return close.map(|close| close.code.into());
                }
            }
            None
        };
        tokio::select! {
            code = hearing => code,
            () = sending => None,
        }
    }

    /// The next message; none once the socket is closed.
    pub(crate) async fn hear(&mut self) -> Option<ToClient> {
        let text = async {
            loop {
                match self.stream.next().await? {
                    Ok(Message::Text(text)) => return Some(text),
                    Ok(Message::Close(_)) | Err(_) => return None,
                    Ok(_) => {}
                }
            }
        };
        let text = timeout(PATIENCE, text).await.unwrap_or_else(|_| {
            let table = self.seen.welcome.as_ref().map(|welcome| &welcome.table);
            let turn = self.seen.position.as_ref().map(|position| &position.turn);
            panic!("nothing is said after event {}: {turn:?} at {table:?}", self.seen.seq)
        })?;
        let message = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
        self.seen.take(&message);
        Some(message)
    }

    /// The first message of this kind.
    pub(crate) async fn until(&mut self, is_it: impl Fn(&ToClient) -> bool) -> ToClient {
        loop {
            let message = self.hear().await.expect("the socket stays open");
            if is_it(&message) {
                return message;
            }
        }
    }

    /// Waits until what was seen is so.
    pub(crate) async fn see(&mut self, is_so: impl Fn(&Seen) -> bool) {
        while !is_so(&self.seen) {
            self.hear().await.expect("the socket stays open");
        }
    }

    pub(crate) fn table(&self) -> &rainette_server::protocol::TableState {
        &self.seen.welcome.as_ref().expect("a welcome").table
    }

    pub(crate) fn you(&self) -> &rainette_server::protocol::You {
        &self.seen.welcome.as_ref().expect("a welcome").you
    }

    pub(crate) fn status(&self) -> Status {
        self.table().status
    }

    /// The legal actions of the seat in hand.
    pub(crate) fn actions(&self) -> Vec<String> {
        let mut actions = Vec::new();
        if let Some(choices) = self.seen.position.as_ref().and_then(|position| position.choices.as_ref()) {
            gather(choices, &mut actions);
        }
        actions
    }

    /// All that the seat in hand was told over the wire.
    pub(crate) fn story(&self) -> StoryText {
        let table = self.table();
        let told =
            self.seen.events.values().filter(|event| !event.is_undone).filter_map(|event| {
                match &event.what {
                    TableEventKind::Played { told, .. } => Some(told.clone()),
                    _ => None,
                }
            });
        StoryText {
            game: table.game.clone(),
            edition: table.edition,
            seats: table.seats.len(),
            options: table.options.clone().into_iter().collect(),
            observer: self.you().in_hand.map_or(Observer::Spectator, Observer::Seat),
            told: told.collect(),
            view: self.seen.position.as_ref().expect("a position").view.clone(),
        }
    }

    /// What a computer player would do that knows no more than this socket was told.
    pub(crate) fn advice(&self, level: u8) -> String {
        let advice = choose(&self.story(), Spec::Level(level), None, self.seen.seq, &Cancel::default());
        advice.expect("something to decide").action
    }

    /// Plays as a computer player of this level would, once it is this seat's turn; false once the game is over.
    pub(crate) async fn play_well(&mut self, level: u8) -> bool {
        while self.actions().is_empty() {
            if matches!(self.status(), Status::Finished | Status::Abandoned) {
                return false;
            }
            self.hear().await.expect("the socket stays open");
        }
        // Before its turn nobody advises it.
        let is_turn = whose_turn(&self.seen).is_some_and(|seat| self.you().in_hand == Some(seat));
        let action = if is_turn { self.advice(level) } else { self.actions()[0].clone() };
        let seq = self.seen.seq;
        assert!(self.actions().contains(&action), "{action} is one of the choices");
        let reply = self.act(&format!("{seq}"), seq, &action).await;
        let ToClient::Acked { number, .. } = reply else { panic!("{reply:?}") };
        self.see(|seen| seen.seq >= number).await;
        true
    }

    /// Plays, and gives what is answered.
    pub(crate) async fn act(&mut self, id: &str, seq: u64, action: &str) -> ToClient {
        let act = ToServer::Act(Act { id: id.to_owned(), seq, seat: None, action: action.to_owned() });
        self.command(&act).await
    }

    /// Gives a command, and waits for its answer.
    pub(crate) async fn command(&mut self, command: &ToServer) -> ToClient {
        self.say(command).await;
        self.until(|message| matches!(message, ToClient::Acked { .. } | ToClient::Refused(_))).await
    }

    /// Plays one of the legal actions once it is this seat's turn; false once the game is over.
    pub(crate) async fn play_on(&mut self, pick: u64) -> bool {
        loop {
            if matches!(self.status(), Status::Finished | Status::Abandoned) {
                return false;
            }
            let actions = self.actions();
            if !actions.is_empty() {
                let action = &actions[(pick % actions.len() as u64) as usize].clone();
                let seq = self.seen.seq;
                let reply = self.act(&format!("{seq}-{pick}"), seq, action).await;
                let ToClient::Acked { number, .. } = reply else { panic!("{reply:?}") };
                // The acknowledgement comes first, the news after it.
                self.see(|seen| seen.seq >= number).await;
                return true;
            }
            self.hear().await.expect("the socket stays open");
        }
    }

    pub(crate) async fn close(mut self) {
        let _ = self.stream.close(None).await;
    }
}

/// Every action of a trie, each once.
pub(crate) fn gather(choices: &Choices, actions: &mut Vec<String>) {
    if let Some(action) = &choices.action
        && !actions.contains(action)
    {
        actions.push(action.clone());
    }
    for next in choices.next.values() {
        gather(next, actions);
    }
}

/// A wish for a table, with these seats.
pub(crate) fn wish(game: &str, seats: &[SeatWish]) -> OpenTable {
    OpenTable {
        game: game.to_owned(),
        seats: seats.to_vec(),
        name: "Ana".to_owned(),
        start_when_full: true,
        ..OpenTable::default()
    }
}

pub(crate) fn whose_turn(seen: &Seen) -> Option<Seat> {
    match seen.position.as_ref()?.turn {
        TurnState::Seat { seat } => Some(seat),
        _ => None,
    }
}

pub(crate) fn folder(server: &Server) -> PathBuf {
    server.config.data.clone()
}
