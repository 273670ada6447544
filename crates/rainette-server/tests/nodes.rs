//! Several nodes that share a database and a bus: real PostgreSQL, real NATS, real sockets.

mod support;

use std::time::Duration;

use rainette_core::Seat;
use rainette_server::fair::{Proof, Seed};
use rainette_server::protocol::{
    Act, AnswerUndo, Chat, ChatLine, ClaimDevice, ClockKind, DeviceCode, Join, OpenTable, Reveal, SeatWish,
    Seated, Status, TableEventKind, Thinking, ToClient, ToServer, Undo,
};
use rainette_server::store::Database;
use rainette_server::workers::work;
use support::services::{Nats, Postgres};
use support::{Server, Socket, Visitor, whose_turn, wish};
use tokio::net::TcpListener;
use tokio::sync::oneshot;

const ME: SeatWish = SeatWish::Me;
const FRIEND: SeatWish = SeatWish::Friend;

/// Nodes with one database and one bus.
struct Pond {
    nodes: Vec<Server>,
    nats: Nats,
    _postgres: Postgres,
}

impl Pond {
    async fn start(count: usize, thinkers: usize) -> Self {
        let postgres = Postgres::shared().expect("a PostgreSQL server");
        let nats = Nats::start().expect("a NATS server");
        let database = Database::Postgres(postgres.database().expect("a database"));
        let mut nodes = Vec::new();
        for _ in 0..count {
            let node = Server::start_with(|config| {
                config.database = Some(database.clone());
                config.bus = Some(nats.url());
                config.thinkers = thinkers;
            });
            nodes.push(node.await);
        }
        Self { nodes, nats, _postgres: postgres }
    }

    /// A game of two people, each at a node of their own.
    async fn two(&self, open: OpenTable) -> (String, [Visitor; 2], [Socket; 2]) {
        let people = [self.nodes[0].visitor().await, self.nodes[1].visitor().await];
        let table = people[0].open(&open).await;
        let mut first = people[0].sit(&table.table).await;
        let join = Join { name: "Bo".to_owned(), ..Join::default() };
        let path = format!("/api/invites/{}", table.invite.expect("an invitation"));
        let _: Seated = people[1].post(&path, &join).await.expect("a seat");
        let mut second = people[1].sit(&table.table).await;
        for socket in [&mut first, &mut second] {
            socket.see(|seen| seen.position.is_some()).await;
        }
        (table.table, people, [first, second])
    }
}

/// Whoever's turn it is plays, and everybody hears of it.
async fn one_turn(sockets: &mut [Socket], pick: u64) {
    let seat = whose_turn(&sockets[0].seen).expect("a turn").index();
    let seq = sockets[0].seen.seq;
    assert!(sockets[seat].play_on(pick).await);
    for socket in sockets {
        socket.see(|seen| seen.seq > seq).await;
    }
}

async fn see_seq(sockets: &mut [Socket]) {
    let seq = sockets.iter().map(|socket| socket.seen.seq).max().expect("a socket");
    for socket in sockets {
        socket.see(|seen| seen.seq >= seq).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_play_at_two_nodes_and_somebody_looks_on_at_a_third() {
    let mut nodes = Pond::start(3, 1).await;
    let (table, people, mut sockets) = nodes.two(wish("frogriders", &[ME, FRIEND])).await;
    let mut spectator = nodes.nodes[2].stranger().sit(&table).await;
    // Everybody sees who is there, wherever they are.
    for socket in &mut sockets {
        socket
            .see(|seen| {
                let table = &seen.welcome.as_ref().expect("a welcome").table;
                table.spectators == 1 && table.seats.iter().all(|seat| seat.is_present)
            })
            .await;
    }
    for pick in 0..10 {
        one_turn(&mut sockets, pick).await;
    }
    let seq = sockets[0].seen.seq;
    spectator.see(|seen| seen.seq == seq).await;
    for socket in sockets.iter().chain([&spectator]) {
        let numbers: Vec<u64> = socket.seen.events.keys().copied().collect();
        assert_eq!(numbers, (1..=seq).collect::<Vec<u64>>());
    }

    // What is said at one node is heard at the others.
    sockets[1].say(&ToServer::Chat(Chat { text: "coâ".to_owned() })).await;
    let is_it =
        |message: &ToClient| matches!(message, ToClient::Chat(ChatLine { text, .. }) if text == "coâ");
    sockets[0].until(is_it).await;
    spectator.until(is_it).await;

    // Somebody wants to take back, and the other one agrees.
    let seat = (0..2)
        .find(|seat| whose_turn(&sockets[0].seen).map(Seat::index) != Some(*seat))
        .expect("somebody has just played");
    let undo = ToServer::Undo(Undo { id: "u".to_owned(), seq, seat: None });
    sockets[seat].say(&undo).await;
    let other = 1 - seat;
    let is_asked = |seen: &support::Seen| {
        seen.seq > seq || seen.welcome.as_ref().is_some_and(|welcome| welcome.table.undo.is_some())
    };
    sockets[other].see(is_asked).await;
    if sockets[other].seen.seq == seq {
        let agree = ToServer::AnswerUndo(AnswerUndo { id: "yes".to_owned(), agree: true });
        let answer = sockets[other].command(&agree).await;
        assert!(matches!(answer, ToClient::Acked { .. }), "{answer:?}");
    }
    let acked = sockets[seat].until(|it| matches!(it, ToClient::Acked { .. } | ToClient::Refused(_))).await;
    assert_eq!(acked, ToClient::Acked { id: "u".to_owned(), number: seq + 1 });
    // The acknowledgement comes first, the news after it.
    for socket in &mut sockets {
        socket.see(|seen| seen.seq > seq).await;
    }

    // A node goes: whoever was there goes on at another.
    nodes.nodes[1].stop().await;
    let [first, second] = sockets;
    let known = second.seen.seq;
    let mut back = people[1].at(&nodes.nodes[2]).sit_after(&table, known).await;
    assert_eq!(back.seen.seq, known);
    back.seen.events = second.seen.events.clone();
    let mut sockets = [first, back];
    for pick in 0..4 {
        one_turn(&mut sockets, pick).await;
    }

    // And to another device, with a code of one node at another.
    let code: DeviceCode =
        people[0].post(&format!("/api/tables/{table}/device-code"), &()).await.expect("a code");
    let device = nodes.nodes[2].visitor().await;
    let claim = ClaimDevice { code: code.code };
    let seated: Seated = device.post("/api/device-code", &claim).await.expect("seats");
    assert_eq!((seated.table.as_str(), seated.seats.len()), (table.as_str(), 1));
    assert_eq!(device.refused("/api/device-code", &claim).await, "unknown-code");
    sockets[0].see(|seen| seen.welcome.as_ref().is_some_and(|welcome| welcome.you.seats.is_empty())).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_commands_for_the_same_number_one_wins_and_the_other_is_stale() {
    let nodes = Pond::start(2, 1).await;
    let me = nodes.nodes[0].visitor().await;
    let table = me.open(&wish("hop-it", &[ME, ME])).await.table;
    let mut tabs = [me.sit(&table).await, me.at(&nodes.nodes[1]).sit(&table).await];
    for tab in &mut tabs {
        tab.see(|seen| seen.position.is_some()).await;
    }
    let mut wins = [0, 0];
    for round in 0..30 {
        let seq = tabs[0].seen.seq;
        let actions = tabs[0].actions();
        if actions.is_empty() {
            break;
        }
        let seat = whose_turn(&tabs[0].seen);
        let act = |id: &str, action: &str| {
            let (id, action) = (id.to_owned(), action.to_owned());
            ToServer::Act(Act { id, seq, seat, action })
        };
        let [first, second] = &mut tabs;
        let (one, two) = (format!("one{round}"), format!("two{round}"));
        let acts =
            [act(&one, &actions[round % actions.len()]), act(&two, actions.last().expect("an action"))];
        let (a, b) = tokio::join!(first.command(&acts[0]), second.command(&acts[1]));
        let (won, mut answers) = match (&a, &b) {
            (ToClient::Acked { .. }, _) => (&one, [a.clone(), b]),
            _ => (&two, [b, a]),
        };
        wins[usize::from(won == &two)] += 1;
        let acked = ToClient::Acked { id: won.clone(), number: seq + 1 };
        assert_eq!(answers[0], acked, "round {round}");
        assert!(matches!(&answers[1], ToClient::Refused(it) if it.code == "stale"), "{answers:?}");
        for tab in &mut tabs {
            tab.see(|seen| seen.seq > seq).await;
        }
        assert_eq!(tabs[0].seen.events, tabs[1].seen.events);
        // A command that was carried out at one node gets the same answer at every other.
        for (tab, answer) in tabs.iter_mut().zip(&mut answers) {
            *answer = tab.command(&act(won, "anything")).await;
        }
        assert_eq!(answers, [acked.clone(), acked], "round {round}");
    }
    assert!(wins[0] + wins[1] > 10, "{wins:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn computer_players_think_on_workers_and_act_once_whoever_looks_on() {
    // No node thinks itself.
    let nodes = Pond::start(2, 0).await;
    let (stop, stopped) = oneshot::channel::<()>();
    let url = nodes.nats.url();
    let watch = TcpListener::bind(("127.0.0.1", 0)).await.expect("a port");
    let watched = watch.local_addr().expect("an address");
    let worker = tokio::spawn(async move {
        let told = async {
            let _ = stopped.await;
        };
        work(&url, 2, Some(watch), told).await.expect("it works");
    });
    for game in ["hop-it", "frogriders"] {
        let me = nodes.nodes[0].visitor().await;
        let mut wishes = vec![SeatWish::Computer { level: 2 }; 2];
        wishes[0] = ME;
        let table = me.open(&wish(game, &wishes)).await.table;
        let mut sockets = [me.sit(&table).await, me.at(&nodes.nodes[1]).sit(&table).await];
        for pick in 0..12 {
            // Now at this node, now at that one.
            let node = pick as usize % 2;
            if !sockets[node].play_on(pick).await {
                break;
            }
            see_seq(&mut sockets).await;
        }
        see_seq(&mut sockets).await;
        let [here, there] = &sockets;
        let seq = here.seen.seq.min(there.seen.seq);
        let told =
            |socket: &Socket| socket.seen.events.range(..=seq).map(|(_, it)| it.clone()).collect::<Vec<_>>();
        assert_eq!(told(here), told(there));
        let by_computer = told(here)
            .iter()
            .filter(|event| matches!(&event.what, TableEventKind::Played { by_computer: true, .. }))
            .count();
        assert!(by_computer > 0, "{game}");
    }

    // Whoever watches over the worker sees what it has done.
    let ask = async |path: &str| {
        let answer = reqwest::get(format!("http://{watched}{path}")).await.expect("an answer");
        let status = answer.status().as_u16();
        (status, answer.text().await.expect("text"))
    };
    for path in ["/healthz", "/readyz"] {
        assert_eq!(ask(path).await, (200, "ok\n".to_owned()), "{path}");
    }
    assert_eq!(ask("/api/tables").await.0, 404);
    // Something that no worker can read.
    let client = async_nats::connect(nodes.nats.url()).await.expect("a connection");
    client.request("rainette.think", "what?".into()).await.expect("an answer");
    let (_, text) = ask("/metrics").await;
    let figure = |name: &str| -> f64 {
        let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        line.and_then(|value| value.parse().ok()).unwrap_or_else(|| panic!("{name} in {text}"))
    };
    assert!(figure("rainette_jobs_answered_total") > 1.0);
    assert!(figure("rainette_jobs_taken_total") >= figure("rainette_jobs_answered_total"));
    assert!(figure("rainette_thought_seconds_count") >= figure("rainette_jobs_answered_total"));
    assert!((0.0..=1.0).contains(&figure("rainette_jobs_in_flight")));
    assert!(figure("rainette_jobs_thrown_away_total{why=\"unreadable\"}") >= 1.0);

    let _ = stop.send(());
    tokio::time::timeout(support::PATIENCE, worker).await.expect("it ends").expect("it ends well");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_thinks_at_one_node_is_seen_at_the_others() {
    // Nobody can think yet.
    let nodes = Pond::start(3, 0).await;
    let me = nodes.nodes[0].visitor().await;
    let table = me.open(&wish("hop-it", &[SeatWish::Computer { level: 2 }, ME])).await.table;
    let computer = Some(Thinking { seat: Seat::new(0), is_waiting: true });
    let thinking = |seen: &support::Seen| seen.welcome.as_ref().and_then(|welcome| welcome.table.thinking);
    let mut here = me.sit(&table).await;
    here.see(|seen| thinking(seen) == computer).await;
    let mut there = nodes.nodes[1].stranger().sit(&table).await;
    there.see(|seen| thinking(seen) == computer).await;
    // Once somebody can, it is seen that nobody does any more, and again that somebody does.
    let url = nodes.nats.url();
    let worker = tokio::spawn(async move { work(&url, 1, None, std::future::pending()).await });
    for sockets in [&mut here, &mut there] {
        sockets.see(|seen| thinking(seen).is_none() && whose_turn(seen) == Some(Seat::new(1))).await;
    }
    worker.abort();
    while whose_turn(&here.seen) == Some(Seat::new(1)) {
        assert!(here.play_on(3).await);
    }
    there.see(|seen| thinking(seen) == computer).await;
    let mut late = nodes.nodes[2].stranger().sit(&table).await;
    late.see(|seen| thinking(seen) == computer).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn time_runs_out_once_and_seeds_count_from_every_node() {
    let nodes = Pond::start(2, 1).await;
    let seeds = [Seed::new([1; 32]), Seed::new([2; 32])];
    let people = [nodes.nodes[0].visitor().await, nodes.nodes[1].visitor().await];
    let open = OpenTable {
        commitment: Some(seeds[0].commitment().to_string()),
        clock: ClockKind::PerMove { seconds: 5 },
        is_strict: true,
        ..wish("abagio", &[ME, FRIEND])
    };
    let table = people[0].open(&open).await;
    let mut sockets = vec![people[0].sit(&table.table).await];
    let commitment = Some(seeds[1].commitment().to_string());
    let join = Join { name: "Bo".to_owned(), commitment, ..Join::default() };
    let path = format!("/api/invites/{}", table.invite.expect("an invitation"));
    let _: Seated = people[1].post(&path, &join).await.expect("a seat");
    sockets.push(people[1].sit(&table.table).await);
    for (socket, seed) in sockets.iter_mut().zip(seeds) {
        socket.see(|seen| seen.welcome.as_ref().is_some_and(|welcome| welcome.you.is_seed_wanted)).await;
        socket.say(&ToServer::Reveal(Reveal { seed: seed.reveal() })).await;
    }
    for socket in &mut sockets {
        socket.see(|seen| seen.position.is_some()).await;
    }
    // Nobody plays.
    for socket in &mut sockets {
        socket
            .see(|seen| seen.welcome.as_ref().is_some_and(|welcome| welcome.table.status == Status::Finished))
            .await;
        let ran_out =
            socket.seen.events.values().filter(|it| matches!(it.what, TableEventKind::OutOfTime { .. }));
        assert_eq!(ran_out.count(), 1);
    }
    assert_eq!(sockets[0].seen.events, sockets[1].seen.events);
    let proof: Proof = people[1].get(&format!("/api/tables/{}/proof", table.table)).await.expect("a proof");
    let mut shown: Vec<Seed> = proof.players.iter().filter_map(|player| player.seed).collect();
    shown.sort_by_key(Seed::reveal);
    assert_eq!(shown, seeds);
}

#[tokio::test(flavor = "multi_thread")]
async fn while_the_bus_is_gone_nodes_find_everything_in_the_log() {
    let mut nodes = Pond::start(2, 1).await;
    let (_, _, mut sockets) = nodes.two(wish("hop-it", &[ME, FRIEND])).await;
    one_turn(&mut sockets, 1).await;
    nodes.nats.stop();
    tokio::time::sleep(Duration::from_millis(300)).await;
    for pick in 0..4 {
        one_turn(&mut sockets, pick).await;
    }
    sockets[0].say(&ToServer::Chat(Chat { text: "hop".to_owned() })).await;
    sockets[1].until(|message| matches!(message, ToClient::Chat(_))).await;
    nodes.nats.go().expect("it comes back");
    tokio::time::sleep(Duration::from_millis(1_500)).await;
    for pick in 0..4 {
        one_turn(&mut sockets, pick).await;
    }
    assert_eq!(sockets[0].seen.events, sockets[1].seen.events);
}
