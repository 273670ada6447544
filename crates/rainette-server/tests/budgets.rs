//! What anybody may use: counts, bytes and refusals of a real server, over real sockets.

mod support;

use std::sync::Arc;

use rainette_core::{Record, Seat};
use rainette_server::budgets::{Budget, Limits, Payer, Per};
use rainette_server::bus::InProcess;
use rainette_server::fair::Seed;
use rainette_server::hub::Hub;
use rainette_server::journal::{Event, Row, TokenHash};
use rainette_server::protocol::{
    Act, AnswerSwap, Chat, ClaimDevice, ClockKind, Commit, DeviceCode, Hello, Join, OpenTable, PlayOn,
    Refusal, Rename, Replay, Resign, SeatWish, Seated, ShowRecord, Status, Swap, TableEventKind, TableList,
    ToClient, ToServer, Welcome,
};
use rainette_server::store::{Database, Store};
use rainette_server::table::{
    Batch, Change, EVENTS_TOLD, Fresh, MOST_RECORD_EVENTS, MOST_ROWS, Machine, STEPS_TOLD, open,
};
use rainette_server::thinkers::Thinkers;
use serde_json::json;
use support::{Server, Visitor, wish};

const ME: SeatWish = SeatWish::Me;
const FRIEND: SeatWish = SeatWish::Friend;
const COMPUTER: SeatWish = SeatWish::Computer { level: 1 };

async fn server(limits: Limits) -> Server {
    Server::start_with(|config| config.limits = limits).await
}

fn only(budget: Budget, per: Per, most: u64) -> Limits {
    Limits::none().with(budget, per, most)
}

/// What is refused, where it is.
async fn try_open(visitor: &Visitor, wish: &OpenTable) -> Result<Seated, Refusal> {
    visitor.post("/api/tables", wish).await
}

fn limit(refusal: &Refusal) -> &str {
    assert_eq!(refusal.code, "over-budget", "{refusal:?}");
    let limit = refusal.limit.as_ref().expect("it says which limit");
    assert!(limit.retry_after > 0 && refusal.message.contains("try again"), "{refusal:?}");
    &limit.name
}

/// Opens a table at which the game is on at once.
async fn play_on(visitor: &Visitor, wish: &OpenTable) -> String {
    let table = visitor.open(wish).await.table;
    visitor.sit(&table).await.see(|seen| seen.position.is_some()).await;
    table
}

/// A record of this many rolls for who begins, none of which decides it: as long as anybody likes.
fn long_record(events: usize) -> String {
    let blank = rainette_games::table("abagio", 2, &[]).expect("a game").record().to_string();
    let roll = "chance start 1 1\n";
    let text = format!("{}\n{}", blank.trim_end(), roll.repeat(events));
    assert_eq!(text.parse::<Record>().expect("a record").events.len(), events);
    text
}

fn from_record(seats: &[SeatWish], events: usize) -> OpenTable {
    let from = Some(PlayOn::Record { text: long_record(events), events: None });
    OpenTable { from, ..wish("abagio", seats) }
}

// ------------------------------------------------------------------------------------------------- records, replays

#[tokio::test(flavor = "multi_thread")]
async fn a_record_has_an_end_and_its_replay_comes_in_parts() {
    let server = Server::start().await;
    let me = server.visitor().await;
    let refusal = try_open(&me, &from_record(&[ME, ME], MOST_RECORD_EVENTS + 1)).await.expect_err("too long");
    assert_eq!(refusal.code, "wrong-record");
    assert!(refusal.message.contains("at most 4000 events, and these are 4001"), "{}", refusal.message);
    let table = play_on(&me, &from_record(&[ME, ME], MOST_RECORD_EVENTS)).await;

    let (mut after, mut steps, mut parts) = (0, 0, 0);
    loop {
        let reply = me.fetch(&format!("/api/tables/{table}/replay?after={after}")).await;
        let text = reply.text().await.expect("a body");
        assert!(text.len() < 2_000_000, "a part is {} bytes", text.len());
        let part: Replay = serde_json::from_str(&text).expect("a replay");
        assert!(part.steps.len() <= STEPS_TOLD);
        steps += part.steps.len();
        parts += 1;
        assert!(part.all as usize >= MOST_RECORD_EVENTS);
        match part.next {
            Some(next) => {
                assert_eq!(next as usize, steps);
                after = next;
            }
            None => break assert_eq!(steps, part.all as usize, "every step once"),
        }
    }
    assert_eq!(parts, steps.div_ceil(STEPS_TOLD));
    let small: Replay = me.get(&format!("/api/tables/{table}/replay?after=7&limit=3")).await.expect("a part");
    assert_eq!((small.steps.len(), small.next), (3, Some(10)));
    let beyond: Replay = me.get(&format!("/api/tables/{table}/replay?after=99999")).await.expect("a part");
    assert_eq!((beyond.steps.len(), beyond.next), (0, None));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_record_is_looked_at_in_parts_and_so_often() {
    let server = Server::start_with(|config| config.limits = only(Budget::Records, Per::Address, 3)).await;
    let me = server.visitor().await;
    let show = ShowRecord { text: long_record(STEPS_TOLD + 7) };
    let first: Replay = me.post("/api/replays", &show).await.expect("a part");
    assert_eq!((first.steps.len(), first.next), (STEPS_TOLD, Some(STEPS_TOLD as u32)));
    let rest: Replay = me.post(&format!("/api/replays?after={STEPS_TOLD}"), &show).await.expect("a part");
    assert_eq!((rest.steps.len(), rest.next, rest.all as usize), (7, None, STEPS_TOLD + 7));
    let numbers: Vec<u64> = first.steps.iter().chain(&rest.steps).map(|step| step.number).collect();
    assert_eq!(numbers, (1..=(STEPS_TOLD as u64 + 7)).collect::<Vec<_>>());
    assert_eq!(first.table.id, "", "nothing of it is kept");

    // What is too long or wrong counts too: it has to be read.
    let long = ShowRecord { text: long_record(MOST_RECORD_EVENTS + 1) };
    assert_eq!(me.refused("/api/replays", &long).await, "wrong-record");
    assert_eq!(me.refused("/api/replays", &show).await, "over-budget");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_record_that_is_wrong_is_refused_with_its_line() {
    let server = Server::start().await;
    let me = server.visitor().await;
    let good = long_record(3);
    for (text, line) in [
        ("hello".to_owned(), Some(1)),
        (format!("{good}0 nonsense"), Some(good.lines().count() as u32 + 1)),
        (String::new(), None),
    ] {
        let reply = me.http.post(server.url("/api/replays")).json(&ShowRecord { text: text.clone() });
        let refusal: Refusal = reply.send().await.expect("an answer").json().await.expect("a refusal");
        assert_eq!(
            (refusal.code.as_str(), refusal.line),
            ("wrong-record", line),
            "{text}: {}",
            refusal.message
        );
    }
}

/// The rows of a table at which somebody acts and takes it back, again and again.
fn rows_without_end(id: &str, holder: TokenHash) -> Batch {
    let now = rainette_server::clock::wall_clock();
    let fresh = Fresh { id: id.to_owned(), invite: format!("to {id}"), seed: Seed::new([7; 32]) };
    let mut batch = open(&wish("hop-it", &[ME, ME]), None, holder, fresh, now).expect("a table");
    let seat = Seat::new(0);
    let action = rainette_games::table("hop-it", 2, &[]).expect("a game").choices()[0].0.clone();
    let mut number = batch.rows().count() as u64;
    let mut add = |event: Event| {
        number += 1;
        batch.changes.push(Change::Row(Row { number, at: now, command: None, event }));
        number
    };
    let mut last = add(Event::Started { seeds: Vec::new() });
    let mut is_undone = true;
    while (last as usize) < MOST_ROWS {
        is_undone = !is_undone;
        last = add(if is_undone {
            Event::Undone { seat, from: last, agreed: vec![1] }
        } else {
            Event::Action { seat, action: action.clone(), computer: false }
        });
    }
    for change in &mut batch.changes {
        if let Change::Listed(line) = change {
            line.status = Status::Playing;
        }
    }
    batch
}

#[tokio::test(flavor = "multi_thread")]
async fn a_long_log_is_told_in_parts() {
    let mut server = Server::start().await;
    let me = server.visitor().await;
    let table = "long".to_owned();
    server.stop().await;
    {
        let store = server.config.store().open(0).await.expect("the store");
        let holder = TokenHash::of(me.token.as_deref().expect("a token"));
        store.append(rows_without_end(&table, holder)).await.expect("it is stored");
        store.flush().await.expect("it is stored");
    }
    server.restart().await;

    // All of it is told, but not at once.
    let mut socket = me.connect(&table).await;
    socket.say(&ToServer::Hello(Hello { after: 0, seat: None })).await;
    let welcome = socket.until(|message| matches!(message, ToClient::Welcome(_))).await;
    let ToClient::Welcome(welcome) = welcome else { unreachable!("it was waited for") };
    assert_eq!((welcome.events.len(), welcome.seq), (EVENTS_TOLD, EVENTS_TOLD as u64));
    assert_eq!(welcome.latest, MOST_ROWS as u64);
    assert!(serde_json::to_string(&welcome).expect("JSON").len() < 2_000_000);
    socket.see(|seen| seen.seq == MOST_ROWS as u64).await;
    assert_eq!(socket.seen.events.len(), MOST_ROWS);
    let (mut after, mut parts) = (0, 0);
    while after < MOST_ROWS as u64 {
        let part: Welcome = me.get(&format!("/api/tables/{table}?after={after}")).await.expect("a part");
        assert_eq!(part.events.first().map(|event| event.number), Some(after + 1));
        (after, parts) = (part.seq, parts + 1);
    }
    assert_eq!(parts, MOST_ROWS.div_ceil(EVENTS_TOLD));

    // Nothing more is taken in, but the game can be given up.
    let act = ToServer::Act(Act { id: "a".to_owned(), seq: after, seat: None, action: "a1-a2".to_owned() });
    match socket.command(&act).await {
        ToClient::Refused(refusal) => assert_eq!(refusal.code, "log-full"),
        other => panic!("{other:?} is no refusal"),
    }
    let resign = ToServer::Resign(Resign { id: "enough".to_owned(), seat: None });
    assert!(matches!(socket.command(&resign).await, ToClient::Acked { .. }));
    socket.see(|seen| seen.welcome.as_ref().is_some_and(|it| it.table.status == Status::Finished)).await;
}

// ------------------------------------------------------------------------------------------------------------ bytes

#[tokio::test(flavor = "multi_thread")]
async fn bytes_that_nobody_reads_are_held_up_to_a_limit() {
    use tokio::io::AsyncWriteExt as _;
    let server = Server::start_with(|config| {
        config.limits = only(Budget::InFlight, Per::Address, 1_000_000);
        config.metrics = Some(support::free_address());
    })
    .await;
    let me = server.visitor().await;
    let table = play_on(&me, &from_record(&[ME, ME], MOST_RECORD_EVENTS)).await;
    let address = format!("/api/tables/{table}/replay");
    let each = me.fetch(&address).await.text().await.expect("a body").len();
    assert!((300_000..1_000_000).contains(&each), "{each} bytes");
    // Two ask for much more than the system buffers, and do not read it.
    let request = format!("GET {address} HTTP/1.1\r\nHost: x\r\n\r\n").repeat(12);
    let mut streams = Vec::new();
    for _ in 0..2 {
        let socket = tokio::net::TcpSocket::new_v4().expect("a socket");
        socket.set_recv_buffer_size(4_096).expect("a small buffer");
        let mut stream = socket.connect(server.address).await.expect("a connection");
        stream.write_all(request.as_bytes()).await.expect("it is sent");
        streams.push(stream);
    }
    // Whoever comes now from the same address is refused as long as they do not read.
    let refusal = loop {
        match me.get::<Replay>(&address).await {
            Ok(_) => tokio::task::yield_now().await,
            Err(refusal) => break refusal,
        }
    };
    assert_eq!(limit(&refusal), "in-flight-per-address");
    let figures = server.figures().await;
    let held = figures.lines().find(|line| line.starts_with("rainette_budget_held{budget=\"in-flight\"}"));
    let held: f64 = held.and_then(|line| line.split(' ').next_back()?.parse().ok()).expect("a figure");
    assert!(held > 0.0 && held <= 1_000_000.0, "{held} bytes are held");
    let refused = figures.lines().any(|line| {
        line.starts_with("rainette_budget_refused_total{limit=\"in-flight-per-address\"}")
            && !line.ends_with(" 0")
    });
    assert!(refused, "{figures}");
    // Whoever goes away gives everything back.
    drop(streams);
    loop {
        match me.get::<Replay>(&address).await {
            Ok(_) => break,
            Err(refusal) => assert_eq!(limit(&refusal), "in-flight-per-address"),
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn hellos_are_charged_by_the_bytes_of_their_answers() {
    let server = server(only(Budget::Sent, Per::Address, 1_000_000)).await;
    let me = server.visitor().await;
    let table = me.open(&wish("hop-it", &[ME, ME])).await.table;
    let mut socket = me.sit(&table).await;
    let mut welcomes = 0_u64;
    let each = serde_json::to_string(&socket.seen.welcome).expect("JSON").len() as u64;
    let refusal = loop {
        assert!(welcomes < 2_000, "{welcomes} welcomes of {each} bytes were told");
        socket.say(&ToServer::Hello(Hello { after: 0, seat: None })).await;
        let ToClient::Refused(refusal) =
            socket.until(|it| matches!(it, ToClient::Welcome(_) | ToClient::Refused(_))).await
        else {
            welcomes += 1;
            continue;
        };
        assert_eq!(limit(&refusal), "sent-per-address");
        // Questions over HTTP are paid from the same purse, if it is not a little fuller again by then.
        if let Err(refusal) = me.get::<TableList>("/api/tables").await {
            break refusal;
        }
    };
    assert_eq!(limit(&refusal), "sent-per-address");
    // What is done costs nothing of it.
    socket.say(&ToServer::Ping).await;
    socket.until(|message| matches!(message, ToClient::Pong)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn bytes_stored_have_a_budget() {
    let server = server(only(Budget::Stored, Per::Address, 200_000)).await;
    let mut opened = 0;
    let refusal = loop {
        // Under another name every time.
        match try_open(&server.visitor().await, &from_record(&[ME, ME], MOST_RECORD_EVENTS)).await {
            Ok(_) => opened += 1,
            Err(refusal) => break refusal,
        }
    };
    assert_eq!(limit(&refusal), "stored-per-address");
    assert!((1..=3).contains(&opened), "{opened} tables of 68 KB each");
}

/// A lobby's log has an end, but names and offers to change seats stand beside it.
#[tokio::test(flavor = "multi_thread")]
async fn names_and_offers_without_end_have_a_budget() {
    let server = server(only(Budget::Stored, Per::Person, 10_000)).await;
    let open = SeatWish::Open;
    let waiting = OpenTable { start_when_full: false, ..wish("pool-party", &[ME, open, open]) };
    let table = server.visitor().await.open(&waiting).await.table;
    let say = format!("/api/tables/{table}/commands");
    let join = Join { name: "Guest".to_owned(), ..Join::default() };
    let [renamer, asker] = [server.visitor().await, server.visitor().await];
    for guest in [&renamer, &asker] {
        assert!(guest.send(&format!("/api/tables/{table}/join"), &join).await.status().is_success());
    }
    let (seat, with, seq) = (Seat::new(2), Seat::new(0), asker.look(&table).await.seq);
    let (mut names, mut offers) = (0, 0);
    for (guest, renames, done) in [(&renamer, true, &mut names), (&asker, false, &mut offers)] {
        let refusal = loop {
            let message = match *done % 2 {
                _ if renames => ToServer::Rename(Rename { name: format!("Guest {done}"), seat: None }),
                0 => ToServer::Swap(Swap { seat, with, seq }),
                _ => ToServer::AnswerSwap(AnswerSwap { seat, with, agrees: false }),
            };
            let reply = guest.send(&say, &message).await;
            if !reply.status().is_success() {
                break reply.json::<Refusal>().await.expect("a refusal");
            }
            *done += 1;
        };
        assert_eq!(limit(&refusal), "stored-per-person");
    }
    assert!((5..40).contains(&names) && (20..200).contains(&offers), "{names} names, {offers} offers");
}

#[tokio::test(flavor = "multi_thread")]
async fn chat_is_limited_and_only_its_end_is_kept() {
    let mut server = server(only(Budget::Chat, Per::Person, 250)).await;
    let me = server.visitor().await;
    let table = me.open(&wish("hop-it", &[ME, FRIEND])).await.table;
    let mut socket = me.sit(&table).await;
    let mut said = 0;
    let refusal = loop {
        socket.say(&ToServer::Chat(Chat { text: format!("line {said}") })).await;
        match socket.until(|it| matches!(it, ToClient::Chat(_) | ToClient::Refused(_))).await {
            ToClient::Refused(refusal) => break refusal,
            _ => said += 1,
        }
    };
    assert_eq!(limit(&refusal), "chat-per-person");
    assert!(said >= 250, "{said}");
    server.stop().await;
    let store = server.config.store().open(0).await.expect("the store");
    let kept = store.chat(&table).await.expect("the chat");
    assert_eq!((kept.len(), kept.last().map(|line| line.number)), (200, Some(said)));
    let checked = store.check(false).await.expect("it can be read");
    assert!(checked.is_whole(), "what made room is not missed: {checked:?}");
}

// ----------------------------------------------------------------------------------------------------------- tables

#[tokio::test(flavor = "multi_thread")]
async fn tables_have_quotas_until_they_are_over() {
    let limits = only(Budget::Waiting, Per::Person, 2).with(Budget::Public, Per::Address, 3).with(
        Budget::Tables,
        Per::Person,
        3,
    );
    let server = server(limits).await;
    let me = server.visitor().await;
    let waiting = wish("hop-it", &[ME, FRIEND]);
    let tables = [me.open(&waiting).await.table, me.open(&waiting).await.table];
    assert_eq!(limit(&try_open(&me, &waiting).await.expect_err("two wait")), "waiting-per-person");
    let playing = me.open(&wish("hop-it", &[ME, ME])).await.table;
    me.sit(&playing).await.see(|seen| seen.position.is_some()).await;
    let other = wish("hop-it", &[ME, ME]);
    assert_eq!(limit(&try_open(&me, &other).await.expect_err("three are there")), "tables-per-person");
    // One that is closed makes room again.
    let _: serde_json::Value =
        me.post(&format!("/api/tables/{}/abandon", tables[0]), &json!({})).await.expect("it is closed");
    me.open(&waiting).await;

    let public = OpenTable { is_public: true, ..wish("hop-it", &[ME, SeatWish::Open]) };
    for _ in 0..3 {
        server.visitor().await.open(&public).await;
    }
    let refusal = try_open(&server.visitor().await, &public).await.expect_err("three are listed");
    assert_eq!(limit(&refusal), "public-per-address");
    server.visitor().await.open(&waiting).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_pushes_others_off_the_list() {
    let server = Server::start().await;
    let public = OpenTable { is_public: true, ..wish("hop-it", &[ME, SeatWish::Open]) };
    let quiet = server.visitor().await.open(&public).await.table;
    let loud = server.visitor().await;
    for _ in 0..120 {
        loud.open(&public).await;
    }
    let list: TableList = server.stranger().get("/api/tables").await.expect("a list");
    assert!(list.tables.iter().any(|line| line.id == quiet));
    assert_eq!(list.tables.len(), 4, "three of one host, and the other");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_defaults_stop_a_flood_of_computer_tables() {
    let server = server(Limits::default()).await;
    let eights = wish("hop-it", &[SeatWish::Computer { level: 8 }, SeatWish::Computer { level: 8 }]);
    let mut sockets = Vec::new();
    let mut refused = std::collections::BTreeMap::new();
    for _ in 0..180 {
        let visitor = server.visitor().await;
        match try_open(&visitor, &eights).await {
            Ok(seated) => sockets.push(visitor.connect(&seated.table).await),
            Err(refusal) => *refused.entry(limit(&refusal).to_owned()).or_insert(0) += 1,
        }
    }
    assert!(sockets.len() <= 60, "{} were opened", sockets.len());
    assert!(refused.contains_key("computers-per-address") || refused.contains_key("opened-per-address"));
    assert_eq!(refused.values().sum::<usize>() + sockets.len(), 180);
}

#[tokio::test(flavor = "multi_thread")]
async fn commitments_have_a_budget() {
    let server = server(only(Budget::Commits, Per::Person, 5)).await;
    let me = server.visitor().await;
    let table = me.open(&wish("abagio", &[ME, FRIEND])).await.table;
    let mut refused = Vec::new();
    for number in 0..10_u64 {
        let commit = ToServer::Commit(Commit { commitment: format!("{number:064x}") });
        let reply = me.send(&format!("/api/tables/{table}/commands"), &commit).await;
        if reply.status() == 429 {
            assert!(reply.headers().contains_key("retry-after"));
            refused.push(reply.json::<Refusal>().await.expect("a refusal"));
        }
    }
    assert_eq!(refused.len(), 5);
    assert!(refused.iter().all(|refusal| limit(refusal) == "commits-per-person"));
}

/// Names and offers are in no log that would be full one day, and everybody there is told of each.
#[tokio::test(flavor = "multi_thread")]
async fn changes_of_a_lobby_have_a_budget() {
    let server = server(only(Budget::Changes, Per::Person, 8)).await;
    let (host, guest) = (server.visitor().await, server.visitor().await);
    let waiting = OpenTable { start_when_full: false, ..wish("hop-it", &[ME, SeatWish::Open]) };
    let table = host.open(&waiting).await.table;
    let join = Join { name: "Guest".to_owned(), ..Join::default() };
    assert!(guest.send(&format!("/api/tables/{table}/join"), &join).await.status().is_success());
    let (path, seq) = (format!("/api/tables/{table}/commands"), host.look(&table).await.seq);
    let mut refused = Vec::new();
    for number in 0..20 {
        let change = match number % 4 {
            0 => json!({ "type": "rename", "name": format!("Ana {number}") }),
            1 => json!({ "type": "swap", "seat": 0, "with": 1, "seq": seq }),
            2 => json!({ "type": "answer-swap", "seat": 0, "with": 1, "agrees": false }),
            _ => json!({ "type": "mute", "person": 2, "muted": number % 8 == 3 }),
        };
        let reply = host.send(&path, &change).await;
        if reply.status().is_success() {
            assert!(number < 8, "{change}");
        } else {
            refused.push(reply.json::<Refusal>().await.expect("a refusal"));
        }
    }
    assert_eq!(refused.len(), 12);
    assert!(refused.iter().all(|refusal| limit(refusal) == "changes-per-person"));
    let rename = json!({ "type": "rename", "name": "Ida" });
    assert!(guest.send(&path, &rename).await.status().is_success(), "others have their own");
    assert_eq!(host.look(&table).await.seq, seq, "none of it is in the log");
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_sits_down_and_stands_up_again_cannot_fill_a_log() {
    let server = server(only(Budget::Joined, Per::Person, 5)).await;
    let (host, nuisance) = (server.visitor().await, server.visitor().await);
    let waiting = OpenTable { start_when_full: false, ..wish("hop-it", &[ME, SeatWish::Open]) };
    let table = host.open(&waiting).await.table;
    let mut refused = 0;
    for _ in 0..20 {
        let join = Join { name: "Guest".to_owned(), ..Join::default() };
        let reply = nuisance.send(&format!("/api/tables/{table}/join"), &join).await;
        if reply.status() == 429 {
            let refusal = reply.json::<Refusal>().await.expect("a refusal");
            assert_eq!(limit(&refusal), "joined-per-person");
            refused += 1;
        }
        let _ = nuisance.send(&format!("/api/tables/{table}/leave"), &json!({})).await;
    }
    assert_eq!(refused, 15);
    let guest = server.visitor().await;
    let join = Join { name: "Newcomer".to_owned(), ..Join::default() };
    assert!(guest.send(&format!("/api/tables/{table}/join"), &join).await.status().is_success());
}

/// Stores a table that waits for somebody, as if it had been opened by this holder.
async fn keep_waiting(store: &dyn Store, id: &str, holder: TokenHash) {
    let now = rainette_server::clock::wall_clock();
    let fresh = Fresh { id: id.to_owned(), invite: format!("to {id}"), seed: Seed::new([7; 32]) };
    let batch = open(&wish("hop-it", &[ME, FRIEND]), None, holder, fresh, now).expect("a table");
    store.append(batch).await.expect("it is stored");
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_looks_at_tables_pays_for_what_they_take_in_memory() {
    let mut server = server(only(Budget::Memory, Per::Address, 1)).await;
    let me = server.visitor().await;
    server.stop().await;
    {
        let store = server.config.store().open(0).await.expect("the store");
        for id in ["one", "another"] {
            keep_waiting(store.as_ref(), id, TokenHash([1; 32])).await;
        }
        store.flush().await.expect("it is stored");
    }
    server.restart().await;
    let me = me.at(&server);
    assert!(me.fetch("/api/tables/one").await.status().is_success(), "nothing is in memory yet");
    let gets = ["", "/replay", "/record", "/proof", "/analysis", "/events?after=0"];
    let gets = gets.map(|what| format!("/api/tables/another{what}"));
    for path in gets.iter().map(String::as_str).chain(["/api/invites/to%20another"]) {
        let refusal = me.get::<serde_json::Value>(path).await.expect_err(path);
        assert_eq!(limit(&refusal), "memory-per-address", "{path}");
    }
    let join = json!(Join { name: "Bo".to_owned(), ..Join::default() });
    for (what, body) in [
        ("commands", json!(ToServer::Ping)),
        ("join", join),
        ("leave", json!({})),
        ("abandon", json!({})),
        ("rematch", json!({})),
        ("device-code", json!({})),
        ("report", json!({ "reason": "spam", "text": "" })),
    ] {
        let path = format!("/api/tables/another/{what}");
        let refusal = me.post::<serde_json::Value>(&path, &body).await.expect_err(what);
        assert_eq!(limit(&refusal), "memory-per-address", "{what}");
    }
    // What is in memory anyhow may be looked at.
    assert!(me.fetch("/api/tables/one").await.status().is_success());
}

/// A code with which another device takes over somebody's seats.
async fn device_code(from: &Visitor, table: &str) -> Result<ClaimDevice, Refusal> {
    let path = format!("/api/tables/{table}/device-code");
    let code: Result<DeviceCode, Refusal> = from.post(&path, &json!({})).await;
    code.map(|code| ClaimDevice { code: code.code })
}

#[tokio::test(flavor = "multi_thread")]
async fn seats_move_from_device_to_device_so_often_and_whoever_is_refused_keeps_the_code() {
    let server = server(only(Budget::Joined, Per::Person, 1)).await;
    let [me, phone, tablet] = [server.visitor().await, server.visitor().await, server.visitor().await];
    let table = play_on(&me, &wish("hop-it", &[ME, COMPUTER])).await;
    for (from, to) in [(&me, &phone), (&phone, &me)] {
        let claim = device_code(from, &table).await.expect("a code");
        let _: Seated = to.post("/api/device-code", &claim).await.expect("a seat");
    }
    let claim = device_code(&me, &table).await.expect("a code");
    let refusal = phone.post::<Seated>("/api/device-code", &claim).await.expect_err("one an hour");
    assert_eq!(limit(&refusal), "joined-per-person");
    let seated: Seated = tablet.post("/api/device-code", &claim).await.expect("a seat");
    assert_eq!(seated.seats, [Seat::new(0)]);
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_has_stored_enough_moves_no_seats() {
    let server = server(only(Budget::Stored, Per::Person, 1)).await;
    let me = server.visitor().await;
    let table = me.open(&wish("hop-it", &[ME, COMPUTER])).await.table;
    let refusal = device_code(&me, &table).await.expect_err("the table was more than that");
    assert_eq!(limit(&refusal), "stored-per-person");
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_erases_their_data_does_not_bring_all_their_tables_into_memory() {
    let folder = std::env::temp_dir().join(format!("rainette-erased-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let store = Database::Sqlite(folder.join("rainette.db")).open(0).await.expect("a store");
    let me = TokenHash([1; 32]);
    let tables = 60;
    for number in 0..tables {
        keep_waiting(store.as_ref(), &format!("table-{number}"), me).await;
    }
    let hub = Hub::new(store, Arc::new(InProcess::default()), Thinkers::new(1).expect("a thread"));
    let payer = Payer::new(Some(me), [10, 0, 0, 1].into());
    let mut most = 0;
    let erasing = {
        let hub = hub.clone();
        tokio::spawn(async move { hub.forget(&payer, me).await })
    };
    while !erasing.is_finished() {
        most = most.max(hub.live());
        tokio::task::yield_now().await;
    }
    assert_eq!(erasing.await.expect("no panic").expect("it works"), tables);
    assert!((1..tables as usize / 4).contains(&most), "{most} were in memory at a time");
    let empty = async {
        while hub.live() > 0 || hub.budgets().held(Budget::Memory) > 0 {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(10), empty).await.expect("all have left memory");
    let _ = std::fs::remove_dir_all(folder);
}

// ---------------------------------------------------------------------------------------------------------- thinking

#[tokio::test(flavor = "multi_thread")]
async fn computers_alone_stand_still_until_somebody_comes() {
    let mut server = Server::start().await;
    let me = server.visitor().await;
    let table = me.open(&wish("hop-it", &[COMPUTER, COMPUTER])).await.table;
    server.restart().await;
    // Somebody else plays against a computer player meanwhile.
    let busy = server.visitor().await;
    let other = busy.open(&wish("hop-it", &[ME, COMPUTER])).await.table;
    let mut socket = busy.sit(&other).await;
    for _ in 0..6 {
        socket.play_on(0).await;
    }
    server.stop().await;
    {
        let store = server.config.store().open(0).await.expect("the store");
        let rows = store.load(&table).await.expect("it works").expect("a table").rows;
        assert!(rows.iter().any(|row| matches!(row.event, Event::Started { .. })), "the game is on");
        assert!(!rows.iter().any(|row| matches!(row.event, Event::Action { .. })), "nobody was there");
    }
    server.restart().await;
    let mut watching = server.stranger().sit(&table).await;
    let played = |seen: &support::Seen| {
        seen.events.values().filter(|event| matches!(event.what, TableEventKind::Played { .. })).count() >= 4
    };
    watching.see(played).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn clocked_tables_leave_memory_and_their_alarms_wake_them() {
    let folder = std::env::temp_dir().join(format!("rainette-alarms-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let database = Database::Sqlite(folder.join("rainette.db"));
    let me = TokenHash([1; 32]);
    let fresh = || async {
        let store = database.open(rainette_server::clock::wall_clock()).await.expect("a store");
        Hub::new(store, Arc::new(InProcess::default()), Thinkers::new(1).expect("a thread"))
    };
    let open = |clock| OpenTable { clock, is_strict: true, ..wish("hop-it", &[ME, ME]) };
    let hub = fresh().await;
    for _ in 0..50 {
        hub.open(open(ClockKind::Days { days: 1, weekends_off: None }), me).await.expect("a table");
    }
    let short = hub.open(open(ClockKind::PerMove { seconds: 5 }), me).await.expect("a table").table;
    // All games begin, and their clocks run.
    for line in hub.store().tables_of(me, 99).await.expect("tables") {
        while hub.look(&line.id, Machine::wakes_at).await.expect("a table").is_none() {
            tokio::task::yield_now().await;
        }
    }
    let soon = tokio::time::Instant::now() + support::PATIENCE;
    assert_eq!(hub.close(soon).await, 0, "all have finished");
    hub.let_go(soon).await;
    drop(hub);

    let hub = fresh().await;
    hub.wake_all().await;
    while hub.live() > 0 {
        tokio::task::yield_now().await;
    }
    assert_eq!(hub.alarms(), 51, "nothing but the times is in memory");
    // The time of one runs out although nobody is there.
    let over = async {
        loop {
            let stored = hub.store().load(&short).await.expect("it works").expect("a table");
            if stored.rows.iter().any(|row| matches!(row.event, Event::OutOfTime { .. })) {
                break;
            }
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(support::PATIENCE, over).await.expect("the alarm wakes the table");
    while hub.live() > 0 {
        tokio::task::yield_now().await;
    }
    assert_eq!(hub.alarms(), 50);
    let _ = std::fs::remove_dir_all(folder);
}
