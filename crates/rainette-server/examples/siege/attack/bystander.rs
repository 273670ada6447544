//! People who have nothing to do with it: two play with each other, one of them also with a computer player of level 5,
//! each from an address of its own. What they wait for is what an attack costs others.

use std::net::Ipv4Addr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::{sleep_until, timeout};

use super::super::socket::Trouble;
use super::client::{Client, PATIENCE, Tally};
use super::talk::Socket;

/// Where they are.
const HERE: [Ipv4Addr; 2] = [Ipv4Addr::new(127, 0, 0, 200), Ipv4Addr::new(127, 0, 0, 201)];

/// How often each table is acted at: slower than a hasty person, faster than most.
pub(super) const PAUSE: Duration = Duration::from_millis(100);

/// How long they look at the end of a game: whoever opens a table every two seconds is refused at last.
const BETWEEN_GAMES: Duration = Duration::from_secs(2);

/// Games of hundreds of actions, with dice.
const GAME: &str = "pool-party";

/// So many broken connections are mended before somebody gives up.
const MOST_TROUBLES: usize = 5;

/// People who play on, whatever happens.
pub(crate) struct Bystanders {
    stop: watch::Sender<bool>,
    tables: Vec<JoinHandle<Played>>,
    /// How often the computer player has answered.
    answers: Arc<AtomicU64>,
    clients: [Client; 2],
}

/// What people went through at a table.
#[derive(Default)]
pub(crate) struct Played {
    /// How long each answer took.
    pub(crate) waits: Vec<Duration>,
    /// What went wrong.
    pub(crate) troubles: Vec<String>,
}

impl Played {
    /// Notes how long an answer took. Whoever waits does not act: those that would have been due meanwhile count too,
    /// or slowness would hide itself.
    fn note(&mut self, mut wait: Duration) {
        self.waits.push(wait);
        while wait > PAUSE {
            wait -= PAUSE;
            self.waits.push(wait);
        }
    }

    /// The wait that so many of a hundred do not exceed.
    pub(crate) fn percentile(&self, percent: usize) -> Duration {
        let mut waits = self.waits.clone();
        waits.sort_unstable();
        let last = waits.len().saturating_sub(1);
        waits.get(last * percent / 100).copied().unwrap_or(PATIENCE)
    }
}

impl Bystanders {
    /// Sits them down and lets them play.
    pub(crate) async fn sit_down(to: std::net::SocketAddr, tally: &Arc<Tally>) -> Result<Self, Trouble> {
        let [ann, ben] = HERE.map(|from| Client::new(from, to, Arc::clone(tally)));
        let (ann, ben) = (ann.named().await?, ben.named().await?);
        let (stop, stopped) = watch::channel(false);
        let answers = Arc::new(AtomicU64::new(0));
        let clients = [ann.clone(), ben.clone()];
        let friends = Friends::sit_down(clients.clone()).await?;
        let alone = Alone::sit_down(ann, Arc::clone(&answers)).await?;
        let tables = vec![tokio::spawn(friends.play(stopped.clone())), tokio::spawn(alone.play(stopped))];
        Ok(Self { stop, tables, answers, clients })
    }

    /// How often the computer player has answered so far.
    pub(crate) fn answers(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.answers)
    }

    /// Lets them finish what they are at, sees whether a newcomer still gets in, and gives what they went through: at
    /// the table of people, and at the one with a computer player.
    pub(crate) async fn stand_up(self) -> Result<[Played; 2], Trouble> {
        self.stop.send_replace(true);
        let mut played = Vec::new();
        for table in self.tables {
            played.push(timeout(2 * PATIENCE, table).await??);
        }
        if let Err(trouble) = newcomer(&self.clients[1]).await {
            played[0].troubles.push(format!("a newcomer: {trouble}"));
        }
        let [friends, alone] = <[Played; 2]>::try_from(played).map_err(|_| "there are two tables")?;
        Ok([friends, alone])
    }
}

/// Somebody who comes by: the page, a table, a welcome.
async fn newcomer(client: &Client) -> Result<(), Trouble> {
    for path in ["/", "/api/games", "/api/tables"] {
        let answer = client.get(path).await?;
        if answer.status != 200 {
            return Err(format!("{path}: {}", answer.code()).into());
        }
    }
    let table = client.open(&wish(&[json!({ "is": "me" }), json!({ "is": "me" })])).await?.table;
    let welcome = client.sit(&table).await?.hear().await?;
    if welcome["type"] != "welcome" {
        return Err(format!("no welcome but {}", welcome["type"]).into());
    }
    Ok(())
}

fn wish(seats: &[Value]) -> Value {
    json!({ "game": GAME, "name": "Bystander", "seats": seats, "start_when_full": true })
}

/// A socket, and what is known from it.
pub(crate) struct Screen {
    socket: Socket,
    seq: u64,
    pub(crate) actions: Vec<String>,
    pub(crate) is_over: bool,
    commands: u64,
}

impl Screen {
    pub(crate) async fn new(client: &Client, table: &str) -> Result<Self, Trouble> {
        let socket = client.sit(table).await?;
        let mut screen = Self { socket, seq: 0, actions: Vec::new(), is_over: false, commands: 0 };
        while screen.seq == 0 {
            screen.hear().await?;
        }
        Ok(screen)
    }

    /// Hears one message; gives the number of an acknowledgement.
    pub(crate) async fn hear(&mut self) -> Result<Option<u64>, Trouble> {
        let message = self.socket.hear().await?;
        match message["type"].as_str() {
            Some("acked") => return Ok(message["number"].as_u64()),
            Some("welcome" | "update") => {
                self.seq = message["seq"].as_u64().unwrap_or(self.seq);
                let position = &message["position"];
                if position.is_object() {
                    self.actions.clear();
                    gather(&position["choices"], &mut self.actions);
                    self.is_over |= position["turn"]["is"] == "over";
                }
                let status = &message["table"]["status"];
                self.is_over |= status == "finished" || status == "abandoned";
            }
            Some("refused" | "reconnect") => return Err(message.to_string().into()),
            _ => {}
        }
        Ok(None)
    }

    /// Acts, waits until that is stored, and gives its number.
    pub(crate) async fn act(&mut self) -> Result<u64, Trouble> {
        self.commands += 1;
        // Any action will do, but not always the same.
        let action = self.actions[(self.commands * 7) as usize % self.actions.len()].clone();
        self.actions.clear();
        let id = format!("{}-{}", self.seq, self.commands);
        self.socket.say(&json!({ "type": "act", "id": id, "seq": self.seq, "action": action })).await?;
        loop {
            if let Some(number) = self.hear().await? {
                return Ok(number);
            }
        }
    }
}

/// The actions of a trie of spots.
pub(crate) fn gather(choices: &Value, actions: &mut Vec<String>) {
    actions.extend(choices["action"].as_str().map(str::to_owned));
    for next in choices["next"].as_object().into_iter().flatten() {
        gather(next.1, actions);
    }
}

/// Waits until the next action is due; gives whether there is to be one.
async fn is_due(next: &mut Instant, stop: &mut watch::Receiver<bool>) -> bool {
    *next = Instant::now().max(*next + PAUSE);
    tokio::select! {
        _ = stop.wait_for(|stop| *stop) => false,
        () = sleep_until((*next).into()) => true,
    }
}

/// Two people who play with each other.
struct Friends {
    clients: [Client; 2],
    screens: [Screen; 2],
    table: String,
}

impl Friends {
    async fn sit_down(clients: [Client; 2]) -> Result<Self, Trouble> {
        let seated = clients[0].open(&wish(&[json!({ "is": "me" }), json!({ "is": "friend" })])).await?;
        let join = json!({ "name": "Friend" });
        let joined = clients[1].post(&format!("/api/invites/{}", seated.invite), &join).await?;
        if !joined.is_good() {
            return Err(format!("a friend cannot sit down: {}", joined.text()).into());
        }
        let screens = Self::look(&clients, &seated.table).await?;
        Ok(Self { clients, screens, table: seated.table })
    }

    async fn look(clients: &[Client; 2], table: &str) -> Result<[Screen; 2], Trouble> {
        Ok([Screen::new(&clients[0], table).await?, Screen::new(&clients[1], table).await?])
    }

    async fn play(mut self, mut stop: watch::Receiver<bool>) -> Played {
        let (mut played, mut next) = (Played::default(), Instant::now());
        while is_due(&mut next, &mut stop).await && played.troubles.len() < MOST_TROUBLES {
            let begun = Instant::now();
            if let Err(trouble) = self.turn().await {
                played.troubles.push(format!("people: {trouble}"));
                if let Ok(screens) = Self::look(&self.clients, &self.table).await {
                    self.screens = screens;
                }
            }
            played.note(begun.elapsed());
            if self.screens.iter().any(|screen| screen.is_over) {
                match Self::sit_down(self.clients.clone()).await {
                    Ok(friends) => (self, next) = (friends, Instant::now() + BETWEEN_GAMES),
                    Err(trouble) => played.troubles.push(format!("people: {trouble}")),
                }
            }
        }
        played
    }

    /// One acts, and both see it.
    async fn turn(&mut self) -> Result<(), Trouble> {
        while self.screens.iter().all(|screen| screen.actions.is_empty() && !screen.is_over) {
            for screen in &mut self.screens {
                // The seeds for the dice may still be awaited.
                if let Ok(heard) = timeout(Duration::from_millis(50), screen.hear()).await {
                    heard?;
                }
            }
        }
        let Some(actor) = self.screens.iter().position(|screen| !screen.actions.is_empty()) else {
            return Ok(());
        };
        let number = self.screens[actor].act().await?;
        for screen in &mut self.screens {
            while screen.seq < number {
                screen.hear().await?;
            }
        }
        Ok(())
    }
}

/// Somebody who plays with a computer player.
struct Alone {
    client: Client,
    screen: Screen,
    table: String,
    answers: Arc<AtomicU64>,
}

impl Alone {
    async fn sit_down(client: Client, answers: Arc<AtomicU64>) -> Result<Self, Trouble> {
        let seats = [json!({ "is": "me" }), json!({ "is": "computer", "level": 5 })];
        let table = client.open(&wish(&seats)).await?.table;
        let screen = Screen::new(&client, &table).await?;
        Ok(Self { client, screen, table, answers })
    }

    async fn play(mut self, mut stop: watch::Receiver<bool>) -> Played {
        let (mut played, mut next) = (Played::default(), Instant::now());
        while is_due(&mut next, &mut stop).await && played.troubles.len() < MOST_TROUBLES {
            let begun = Instant::now();
            if let Err(trouble) = self.turn().await {
                played.troubles.push(format!("with a computer: {trouble}"));
                if let Ok(screen) = Screen::new(&self.client, &self.table).await {
                    self.screen = screen;
                }
            }
            played.note(begun.elapsed());
            if self.screen.is_over {
                match Self::sit_down(self.client.clone(), Arc::clone(&self.answers)).await {
                    Ok(alone) => (self, next) = (alone, Instant::now() + BETWEEN_GAMES),
                    Err(trouble) => played.troubles.push(format!("with a computer: {trouble}")),
                }
            }
        }
        played
    }

    /// Acts, and waits for the answer.
    async fn turn(&mut self) -> Result<(), Trouble> {
        self.await_turn().await?;
        if !self.screen.is_over {
            self.screen.act().await?;
            self.await_turn().await?;
            self.answers.fetch_add(1, Ordering::Relaxed);
        }
        Ok(())
    }

    async fn await_turn(&mut self) -> Result<(), Trouble> {
        while self.screen.actions.is_empty() && !self.screen.is_over {
            self.screen.hear().await?;
        }
        Ok(())
    }
}
