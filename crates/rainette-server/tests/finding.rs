//! Finding somebody to play with: the list of tables, who is here, a seat at once, coming in for a computer player.

mod support;

use std::io::Read as _;
use std::time::{Duration, Instant};

use rainette_core::Seat;
use rainette_server::budgets::{Budget, Limits, Per};
use rainette_server::protocol::{
    Join, OpenTable, PlayNow, Presence, SeatWish, Seated, Sitter, Status, TableEventKind, TableList,
};
use rainette_server::store::Database;
use reqwest::{StatusCode, header};
use serde_json::json;
use support::services::{Nats, Postgres};
use support::{PATIENCE, Server, Visitor, wish};

const ME: SeatWish = SeatWish::Me;

fn now(game: &str, name: &str) -> PlayNow {
    PlayNow { game: game.to_owned(), name: name.to_owned(), ..PlayNow::default() }
}

async fn play_now(who: &Visitor, wish: &PlayNow) -> Seated {
    who.post("/api/play-now", wish).await.expect("a seat")
}

async fn counted(who: &Visitor, is_so: impl Fn(Presence) -> bool) -> Presence {
    let found = async {
        loop {
            let presence: Presence = who.get("/api/presence").await.expect("a count");
            if is_so(presence) {
                return presence;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(PATIENCE, found).await.expect("they are counted")
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_wants_to_play_now_gets_a_seat_and_the_next_one_comes_in() {
    let server = Server::start().await;
    let ana = server.visitor().await;
    let reply = ana.send("/api/play-now", &now("hop-it", "Ana")).await;
    assert_eq!(reply.status(), StatusCode::CREATED, "nobody waits: a table is opened");
    let hers: Seated = reply.json().await.expect("a seat");
    assert_eq!(hers.seats, [Seat::new(0)]);
    let mut socket = ana.sit(&hers.table).await;
    socket.see(|seen| seen.position.is_some()).await;
    let table = socket.table();
    assert!(table.is_public && table.takes_newcomers, "{table:?}");
    assert_eq!(table.seats[1].sitter, Sitter::Computer { level: 3 });

    let avoids = (0..501).map(|number| format!("{number:024x}")).collect();
    assert_eq!(ana.refused("/api/play-now", &PlayNow { avoids, ..now("hop-it", "Ana") }).await, "malformed");

    // Somebody comes in for the computer player, and is told what its seat was told.
    let bo = server.visitor().await;
    let line = bo.listed(&hers.table, |line| line.present == Some(1)).await;
    assert!(line.takes_newcomers && line.status == Status::Playing);
    let reply = bo.send("/api/play-now", &now("hop-it", "Bo")).await;
    assert_eq!(reply.status(), StatusCode::OK);
    let his: Seated = reply.json().await.expect("a seat");
    assert_eq!((&his.table, his.seats), (&hers.table, vec![Seat::new(1)]));
    socket
        .see(|seen| {
            let came = |what: &TableEventKind| matches!(what, TableEventKind::CameIn { name: Some(name), .. } if name == "Bo");
            seen.events.values().any(|event| came(&event.what))
        })
        .await;
    let his_socket = bo.sit(&his.table).await;
    assert_eq!(his_socket.you().in_hand, Some(Seat::new(1)));

    // Whoever plays wants another game, and finds no seat at the one that is full.
    let other = play_now(&bo, &now("hop-it", "Bo")).await;
    assert_ne!(other.table, his.table);
    let join = Join { name: "Cy".to_owned(), ..Join::default() };
    let path = format!("/api/tables/{}/join", hers.table);
    assert_eq!(server.visitor().await.refused(&path, &join).await, "full");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_that_waits_comes_first_and_of_two_one_gets_the_seat() {
    let server = Server::start().await;
    let host = server.visitor().await;
    let public =
        OpenTable { is_public: true, start_when_full: false, ..wish("abagio", &[ME, SeatWish::Open]) };
    let waiting = host.open(&public).await.table;
    let _socket = host.sit(&waiting).await;
    let people = [server.visitor().await, server.visitor().await];
    people[0].listed(&waiting, |line| line.present == Some(1)).await;
    // Whoever waits is led back to where they wait.
    assert_eq!(play_now(&host, &now("abagio", "Ana")).await.table, waiting);
    let wishes = [now("abagio", "Bo"), now("abagio", "Cy")];
    let (one, other) = tokio::join!(play_now(&people[0], &wishes[0]), play_now(&people[1], &wishes[1]));
    let tables = [&one.table, &other.table];
    assert_eq!(tables.iter().filter(|table| ***table == waiting).count(), 1, "both have a seat: {tables:?}");

    for (body, code) in [
        (json!({ "game": "tiddlywinks", "name": "Ana" }), "unknown-game"),
        (json!({ "game": "hop-it", "name": "" }), "wrong-name"),
        (json!({ "game": "hop-it", "name": "Ana", "level": 9 }), "wrong-level"),
        (json!({ "game": "hop-it", "name": "Ana", "seats": 6 }), "wrong-seats"),
        (json!({ "game": "hop-it", "name": "Ana", "options": { "no": 1 } }), "wrong-option"),
        (json!({ "game": "hop-it", "name": "Ana", "commitment": "no" }), "wrong-seed"),
        (json!({ "game": "hop-it" }), "malformed"),
    ] {
        assert_eq!(host.refused("/api/play-now", &body).await, code, "{body}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_list_is_made_once_a_second_for_everybody_and_sent_if_it_is_new() {
    let server = Server::start_with(|config| config.metrics = Some(support::free_address())).await;
    let (host, anybody) = (server.visitor().await, server.stranger());
    let open = OpenTable {
        is_public: true,
        options: [("backs".to_owned(), 1)].into(),
        ..wish("frogriders", &[ME, SeatWish::Open])
    };
    let table = host.open(&open).await.table;
    let began = Instant::now();
    let line = anybody.listed(&table, |_| true).await;
    assert_eq!((line.options.get("backs"), line.present), (Some(&1), Some(0)), "{line:?}");
    for _ in 0..60 {
        anybody.get::<TableList>("/api/tables").await.expect("a list");
    }
    let figures = server.figures().await;
    let made = figures.lines().find_map(|line| line.strip_prefix("rainette_lists_made_total "));
    let made: u64 = made.expect("it is counted").parse().expect("a number");
    assert!(made <= began.elapsed().as_secs() + 2, "{made} in {:?}", began.elapsed());

    // It is compressed once for everybody, and not at all for whoever does not take it so.
    for (coding, is_zipped) in [("gzip, br", true), ("br, gzip;q=0", false), ("identity", false)] {
        let ask = anybody.http.get(server.url("/api/tables")).header(header::ACCEPT_ENCODING, coding);
        let reply = ask.send().await.expect("an answer");
        let encoding = reply.headers().get(header::CONTENT_ENCODING).cloned();
        assert_eq!(encoding.is_some_and(|name| name == "gzip"), is_zipped, "{coding}");
        let body = reply.bytes().await.expect("a list");
        let mut text = Vec::new();
        if is_zipped {
            flate2::read::GzDecoder::new(&body[..]).read_to_end(&mut text).expect("it is compressed");
        } else {
            text.extend_from_slice(&body);
        }
        let list: TableList = serde_json::from_slice(&text).expect("a list");
        assert!(list.tables.iter().any(|line| line.id == table), "{coding}");
    }

    let reply = anybody.fetch("/api/tables").await;
    let tag = reply.headers()[header::ETAG].clone();
    assert_eq!(reply.headers()[header::CACHE_CONTROL], "no-cache");
    let ask = |tag: header::HeaderValue| {
        anybody.http.get(server.url("/api/tables")).header(header::IF_NONE_MATCH, tag).send()
    };
    let again = ask(tag.clone()).await.expect("an answer");
    // Once a minute it is new, since nobody is told counts that are older.
    let again = if again.status() == StatusCode::OK {
        ask(again.headers()[header::ETAG].clone()).await.expect("an answer")
    } else {
        again
    };
    assert_eq!(again.status(), StatusCode::NOT_MODIFIED);
    assert_eq!(again.bytes().await.expect("nothing").len(), 0);
    host.open(&open).await;
    let changed = async {
        while ask(tag.clone()).await.expect("an answer").status() == StatusCode::NOT_MODIFIED {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(PATIENCE, changed).await.expect("the list is another");
}

#[tokio::test(flavor = "multi_thread")]
async fn people_are_counted_once_and_never_made_up() {
    let server = Server::start().await;
    let (ana, bo) = (server.visitor().await, server.visitor().await);
    let anybody = server.stranger();
    assert_eq!(counted(&anybody, |_| true).await, Presence { here: 1, playing: 0 }, "whoever asks is here");
    assert_eq!(counted(&server.stranger(), |_| true).await.here, 1, "at one address, without a token");
    let table = ana.open(&wish("hop-it", &[ME, SeatWish::Computer { level: 1 }])).await.table;
    let sockets = [ana.sit(&table).await, ana.sit(&table).await];
    let _watches = bo.sit(&table).await;
    // Whoever looked at the list from there is perhaps one of them.
    counted(&anybody, |presence| presence == Presence { here: 2, playing: 1 }).await;
    for socket in sockets {
        socket.close().await;
    }
    counted(&anybody, |presence| presence == Presence { here: 1, playing: 0 }).await;
    // Ana has a seat, and looks at the list; a token without one is nobody.
    let _: TableList = ana.get("/api/me").await.expect("a list");
    counted(&ana, |presence| presence == Presence { here: 2, playing: 0 }).await;
    for _ in 0..20 {
        let _: Presence = server.visitor().await.get("/api/presence").await.expect("a count");
    }
    tokio::time::sleep(Duration::from_millis(1_100)).await;
    assert_eq!(counted(&anybody, |_| true).await, Presence { here: 2, playing: 0 });
}

#[tokio::test(flavor = "multi_thread")]
async fn two_who_press_at_once_come_to_one_table() {
    let server = Server::start().await;
    for game in ["hop-it", "abagio", "frogriders"] {
        let people = [server.visitor().await, server.visitor().await];
        // The list is fresh, and does not know yet.
        people[0].get::<TableList>("/api/tables").await.expect("a list");
        let wishes = [now(game, "Ana"), now(game, "Bo")];
        let sit = async |index: usize| {
            let seated = play_now(&people[index], &wishes[index]).await;
            let socket = people[index].sit(&seated.table).await;
            (seated, socket)
        };
        let ((one, _), (other, _)) = tokio::join!(sit(0), sit(1));
        assert_eq!(one.table, other.table, "{game}");
        assert_ne!(one.seats, other.seats);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_may_take_no_more_seats_gets_a_table_of_their_own() {
    let limits = Limits::none().with(Budget::Joined, Per::Person, 1);
    let server = Server::start_with(|config| config.limits = limits).await;
    let (host, guest) = (server.visitor().await, server.visitor().await);
    let public =
        OpenTable { is_public: true, start_when_full: false, ..wish("abagio", &[ME, SeatWish::Open]) };
    let tables = [host.open(&public).await.table, host.open(&public).await.table];
    let join = Join { name: "Bo".to_owned(), ..Join::default() };
    let _: Seated = guest.post(&format!("/api/tables/{}/join", tables[0]), &join).await.expect("a seat");
    assert_eq!(guest.refused(&format!("/api/tables/{}/join", tables[1]), &join).await, "over-budget");
    let reply = guest.send("/api/play-now", &now("abagio", "Bo")).await;
    assert_eq!(reply.status(), StatusCode::CREATED);
}

#[tokio::test(flavor = "multi_thread")]
async fn nodes_count_together_and_lead_to_each_others_tables() {
    let postgres = Postgres::shared().expect("a PostgreSQL server");
    let nats = Nats::start().expect("a NATS server");
    let database = Database::Postgres(postgres.database().expect("a database"));
    let mut nodes = Vec::new();
    for _ in 0..2 {
        let node = Server::start_with(|config| {
            config.database = Some(database.clone());
            config.bus = Some(nats.url());
        });
        nodes.push(node.await);
    }
    let (ana, bo) = (nodes[0].visitor().await, nodes[1].visitor().await);
    let hers = play_now(&ana, &now("pool-party", "Ana")).await;
    // The same person at two nodes is one.
    let mut sockets = [ana.sit(&hers.table).await, ana.at(&nodes[1]).sit(&hers.table).await];
    let _watches = bo.sit(&hers.table).await;
    counted(&bo, |presence| presence == Presence { here: 2, playing: 1 }).await;
    counted(&ana, |presence| presence == Presence { here: 2, playing: 1 }).await;
    let line = bo.listed(&hers.table, |line| line.present == Some(1)).await;
    let computers = line.seats.iter().filter(|sitter| matches!(sitter, Sitter::Computer { .. })).count();
    assert!(computers > 0, "{line:?}");
    // More people than seats, half of them at each node: everybody has a seat, and no seat has two people.
    let mut people = Vec::new();
    for number in 0..computers + 2 {
        people.push(nodes[number % 2].visitor().await);
    }
    let wish = now("pool-party", "Guest");
    let seats = futures_util::future::join_all(people.iter().map(|who| play_now(who, &wish))).await;
    let mut taken: Vec<_> =
        seats.iter().flat_map(|it| it.seats.iter().map(|seat| (&it.table, *seat))).collect();
    taken.sort();
    taken.dedup();
    assert_eq!(taken.len(), people.len(), "{seats:?}");
    assert!(seats.iter().any(|it| it.table == hers.table), "somebody came in at the other node's table");
    for socket in &mut sockets {
        socket
            .see(|seen| seen.events.values().any(|event| matches!(event.what, TableEventKind::CameIn { .. })))
            .await;
    }
}
