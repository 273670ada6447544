//! Bad input: each has its own code, the table goes on, nothing is logged twice.

mod support;

use std::time::Duration;

use rainette_core::Seat;
use rainette_server::protocol::{
    Act, ClockKind, Join, Refusal, SeatBody, SeatWish, Seated, ToClient, ToServer,
};
use serde_json::{Value, json};
use support::{Server, Socket, wish};

fn code(message: &ToClient) -> &str {
    match message {
        ToClient::Refused(refusal) => &refusal.code,
        other => panic!("{other:?} is no refusal"),
    }
}

async fn refused(socket: &mut Socket, text: &str) -> String {
    socket.say_text(text).await;
    let message = socket.until(|message| matches!(message, ToClient::Refused(_))).await;
    code(&message).to_owned()
}

const ME: SeatWish = SeatWish::Me;
const FRIEND: SeatWish = SeatWish::Friend;

/// A game of two people, and the socket of whoever begins.
async fn game(server: &Server) -> (String, Vec<support::Visitor>, Vec<Socket>) {
    let host = server.visitor().await;
    let guest = server.visitor().await;
    let table = host.open(&wish("hop-it", &[ME, FRIEND])).await;
    let join = Join { name: "Bo".to_owned(), ..Join::default() };
    let path = format!("/api/invites/{}", table.invite.expect("an invitation"));
    let _: Seated = guest.post(&path, &join).await.expect("a seat");
    let mut sockets = vec![host.sit(&table.table).await, guest.sit(&table.table).await];
    for socket in &mut sockets {
        socket.see(|seen| seen.position.is_some()).await;
    }
    (table.table, vec![host, guest], sockets)
}

#[tokio::test(flavor = "multi_thread")]
async fn wrong_wishes_for_a_table_are_refused() {
    let server = Server::start().await;
    let me = server.visitor().await;
    let good = wish("hop-it", &[ME, SeatWish::Computer { level: 1 }]);
    let with = |change: &dyn Fn(&mut rainette_server::protocol::OpenTable)| {
        let mut wish = good.clone();
        change(&mut wish);
        wish
    };
    let cases = [
        ("unknown-game", with(&|wish| wish.game = "leapfrog".to_owned())),
        ("wrong-seats", with(&|wish| wish.seats = vec![ME; 5])),
        ("wrong-seats", with(&|wish| wish.seats = vec![])),
        ("wrong-option", with(&|wish| wish.options.extend([("wings".to_owned(), 1)]))),
        ("wrong-option", with(&|wish| wish.options.extend([("frogs".to_owned(), 99)]))),
        ("wrong-clock", with(&|wish| wish.clock = ClockKind::PerMove { seconds: 1 })),
        ("wrong-level", with(&|wish| wish.seats[1] = SeatWish::Computer { level: 9 })),
        ("wrong-level", with(&|wish| wish.stand_in = Some(0))),
        ("wrong-level", with(&|wish| wish.stand_in = Some(9))),
        ("wrong-clock", with(&|wish| wish.grace_seconds = Some(0))),
        ("wrong-clock", with(&|wish| wish.grace_seconds = Some(14))),
        ("wrong-clock", with(&|wish| wish.grace_seconds = Some(86_401))),
        ("wrong-name", with(&|wish| wish.name = " \u{200B} ".to_owned())),
        ("wrong-name", with(&|wish| wish.name = "x".repeat(31))),
        ("wrong-seed", with(&|wish| wish.commitment = Some("abc".to_owned()))),
    ];
    for (code, wish) in cases {
        assert_eq!(me.refused("/api/tables", &wish).await, code, "{wish:?}");
    }
    assert_eq!(me.refused("/api/tables", &json!({ "game": "hop-it" })).await, "malformed");
    assert_eq!(me.refused("/api/tables", &json!({ "games": 1 })).await, "malformed");
    let mut more = serde_json::to_value(&good).expect("JSON");
    more["seats"][0]["level"] = json!(3);
    assert_eq!(
        me.refused("/api/tables", &more).await,
        "malformed",
        "nobody has a level but computer players"
    );
    let mut more = serde_json::to_value(&good).expect("JSON");
    more["clock"]["seconds"] = json!(3);
    assert_eq!(me.refused("/api/tables", &more).await, "malformed", "no clock has no time");
    let mut long = good;
    long.name = "x".repeat(300_000);
    assert_eq!(me.refused("/api/tables", &long).await, "too-large");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_there_is_said_to_be_not_there() {
    let server = Server::start().await;
    let me = server.visitor().await;
    for (path, code) in [
        ("/api/tables/nothing", "unknown-table"),
        ("/api/tables/nothing/replay", "unknown-table"),
        ("/api/tables/nothing/socket", "malformed"),
        ("/api/invites/nothing", "unknown-invite"),
        ("/api/nothing", "unknown-page"),
        ("/nothing.js", "unknown-page"),
        ("/api/tables?after=x", ""),
    ] {
        let reply = me.fetch(path).await;
        if code.is_empty() {
            assert!(reply.status().is_success(), "{path}");
        } else {
            assert_eq!(reply.json::<Refusal>().await.expect("a refusal").code, code, "{path}");
        }
    }
    assert_eq!(me.refused("/api/device-code", &json!({ "code": "nothing" })).await, "unknown-code");
    let reply = me.http.put(server.url("/api/tables")).send().await.expect("an answer");
    assert_eq!(reply.json::<Refusal>().await.expect("a refusal").code, "wrong-method");
}

#[tokio::test(flavor = "multi_thread")]
async fn wrong_messages_are_refused_and_the_table_goes_on() {
    let server = Server::start().await;
    let (table, people, mut sockets) = game(&server).await;
    let seq = sockets[0].seen.seq;
    let turn = support::whose_turn(&sockets[0].seen).expect("somebody's turn").index();
    let [mine, theirs] = [turn, 1 - turn];
    let legal = sockets[mine].actions()[0].clone();

    let act =
        |id: &str, seq: u64, action: &str| json!({ "type": "act", "id": id, "seq": seq, "action": action });
    let cases: Vec<(usize, Value, &str)> = vec![
        (theirs, act("a", seq, &legal), "not-your-turn"),
        (mine, act("b", seq, "nonsense"), "notation"),
        (mine, act("c", seq, "a1-a1"), "illegal"),
        (mine, act("d", seq - 1, &legal), "stale"),
        (mine, act("e", seq + 1, &legal), "ahead"),
        (mine, act("", seq, &legal), "wrong-id"),
        (
            mine,
            json!({ "type": "act", "id": "f", "seq": seq, "action": legal, "seat": theirs }),
            "not-your-seat",
        ),
        (mine, json!({ "type": "act", "id": "g", "seq": seq, "action": legal, "seat": 5 }), "no-such-seat"),
        (mine, json!({ "type": "undo", "id": "h", "seq": seq }), "nothing-to-undo"),
        (mine, json!({ "type": "answer-undo", "id": "i", "agree": true }), "no-undo-asked"),
        (mine, json!({ "type": "sit-in", "id": "j", "seat": theirs }), "not-absent"),
        (mine, json!({ "type": "take-back", "id": "k", "seat": mine }), "seat-taken"),
        (mine, json!({ "type": "take-hand", "seat": theirs }), "not-your-seat"),
        (mine, json!({ "type": "chat", "text": "" }), "wrong-text"),
        (mine, json!({ "type": "chat", "text": "x".repeat(501) }), "wrong-text"),
        (mine, json!({ "type": "start" }), "already-started"),
        (mine, json!({ "type": "reveal", "seed": "0".repeat(64) }), "already-started"),
        (mine, json!({ "type": "start", "now": true }), "malformed"),
        (mine, json!({ "type": "ping", "hello": 1 }), "malformed"),
        (mine, json!({ "type": "mute", "person": 1, "muted": true, "loud": 1 }), "malformed"),
        (mine, json!({ "type": "fly" }), "malformed"),
        (mine, json!({ "type": "act" }), "malformed"),
        (mine, json!([]), "malformed"),
    ];
    for (who, message, expected) in cases {
        assert_eq!(refused(&mut sockets[who], &message.to_string()).await, expected, "{message}");
    }
    assert_eq!(refused(&mut sockets[mine], "{").await, "malformed");
    sockets[mine].say_bytes(vec![0, 159, 146, 150]).await;
    let message = sockets[mine].until(|message| matches!(message, ToClient::Refused(_))).await;
    assert_eq!(code(&message), "malformed");

    // A stale command says where the table is; an illegal one says by which rule.
    let stale = sockets[mine].act("x", 0, &legal).await;
    assert!(matches!(&stale, ToClient::Refused(refusal) if refusal.seq == Some(seq)), "{stale:?}");
    let illegal = sockets[mine].act("y", seq, "a1-a1").await;
    assert!(matches!(&illegal, ToClient::Refused(refusal) if refusal.objection.is_some()), "{illegal:?}");

    let acked = sockets[mine].act("z", seq, &legal).await;
    assert_eq!(acked, ToClient::Acked { id: "z".to_owned(), number: seq + 1 });
    let welcome = people[mine].look(&table).await;
    assert_eq!(welcome.events.len() as u64, welcome.seq, "nothing was logged twice");
    assert_eq!(welcome.seq, seq + 1, "nothing else was logged");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_oversized_frame_is_refused_and_the_table_goes_on() {
    let server = Server::start().await;
    let (_, _, mut sockets) = game(&server).await;
    sockets[0].say_text("x".repeat(100_000)).await;
    let message = sockets[0].until(|message| matches!(message, ToClient::Refused(_))).await;
    assert_eq!(code(&message), "too-large");
    assert!(sockets[0].hear().await.is_none(), "the socket is closed");
    sockets[1].see(|seen| seen.seq > 0).await;
    sockets[1].say(&ToServer::Ping).await;
    sockets[1].until(|message| matches!(message, ToClient::Pong)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn those_without_a_seat_may_only_look_on() {
    let server = Server::start().await;
    let (table, _, sockets) = game(&server).await;
    let seq = sockets[0].seen.seq;
    let act = ToServer::Act(Act { id: "a".to_owned(), seq, seat: None, action: "a1-a2".to_owned() });
    for somebody in [server.visitor().await, server.stranger()] {
        let mut socket = somebody.sit(&table).await;
        assert_eq!(code(&socket.command(&act).await), "not-seated");
        assert_eq!(refused(&mut socket, r#"{"type":"chat","text":"hello"}"#).await, "not-seated");
        let path = format!("/api/tables/{table}");
        assert_eq!(somebody.refused(&format!("{path}/commands"), &act).await, "not-seated");
        for what in ["leave", "abandon", "rematch", "device-code", "start"] {
            assert_eq!(somebody.refused(&format!("{path}/{what}"), &json!({})).await, "not-seated", "{what}");
        }
        let body = SeatBody { seat: Seat::new(0) };
        assert_eq!(somebody.refused(&format!("{path}/remove"), &body).await, "not-seated");
        let reply = somebody.fetch(&format!("{path}/replay?as=0")).await;
        assert_eq!(reply.json::<Refusal>().await.expect("a refusal").code, "not-your-seat");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_token_is_refused_and_holds_no_seat() {
    let server = Server::start().await;
    let (table, people, sockets) = game(&server).await;
    let commands = format!("/api/tables/{table}/commands");
    let act = ToServer::Act(Act { id: "a".to_owned(), seq: 1, seat: None, action: "a1-a2".to_owned() });
    let mut liar = people[0].clone();
    let token = liar.token.clone().expect("a token");
    for malformed in ["", "nonsense", &token[1..], &format!("{token}0"), &format!("{}!", &token[1..])] {
        liar.token = Some(malformed.to_owned());
        let reply = liar.send(&commands, &act).await;
        assert_eq!(reply.status(), 401, "{malformed}");
        assert_eq!(reply.json::<Refusal>().await.expect("a refusal").code, "wrong-token");
        let reply = liar.fetch(&format!("/api/tables/{table}/socket")).await;
        assert_eq!(reply.json::<Refusal>().await.expect("a refusal").code, "wrong-token");
    }
    // One letter is different: nobody has made that token.
    let other = if token.starts_with('A') { "B" } else { "A" };
    liar.token = Some(format!("{other}{}", &token[1..]));
    assert_eq!(liar.refused(&commands, &act).await, "wrong-token");
    // A token that was made here, but is nobody's at this table.
    liar = server.visitor().await;
    assert_eq!(liar.refused(&commands, &act).await, "not-seated");
    assert_eq!(liar.look(&table).await.you.seats, []);
    assert_eq!(people[0].look(&table).await.seq, sockets[0].seen.seq, "nothing has happened");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_table_or_a_taken_seat_is_refused() {
    let server = Server::start().await;
    let host = server.visitor().await;
    let open =
        rainette_server::protocol::OpenTable { start_when_full: false, ..wish("hop-it", &[ME, FRIEND]) };
    let table = host.open(&open).await;
    let invite = format!("/api/invites/{}", table.invite.expect("an invitation"));
    let join = format!("/api/tables/{}/join", table.table);
    let start = format!("/api/tables/{}/start", table.table);
    let bo = Join { name: "Bo".to_owned(), ..Join::default() };
    let taken = Join { seat: Some(Seat::new(0)), ..bo.clone() };
    let nowhere = Join { seat: Some(Seat::new(7)), ..bo.clone() };

    let guest = server.visitor().await;
    assert_eq!(host.refused(&start, &json!({})).await, "not-full");
    assert_eq!(guest.refused(&join, &bo).await, "full", "the seat is kept for the invitation");
    assert_eq!(guest.refused(&invite, &taken).await, "seat-taken");
    assert_eq!(guest.refused(&invite, &nowhere).await, "no-such-seat");
    assert_eq!(guest.refused(&invite, &Join::default()).await, "wrong-name");
    let seated: Seated = guest.post(&invite, &bo).await.expect("a seat");
    let again: Seated = guest.post(&invite, &bo).await.expect("one's own seat");
    assert_eq!(seated.seats, again.seats, "who sits already just comes back");
    assert_eq!(server.visitor().await.refused(&invite, &bo).await, "full");
    assert_eq!(guest.refused(&start, &json!({})).await, "not-host");
    let commands = format!("/api/tables/{}/commands", table.table);
    let early = json!({ "type": "act", "id": "a", "seq": 1, "action": "a1-a2" });
    assert_eq!(guest.refused(&commands, &early).await, "not-started");
    let _: Value = host.post(&start, &json!({})).await.expect("it starts");
    assert_eq!(server.visitor().await.refused(&invite, &bo).await, "already-started");
    for what in ["record", "proof", "analysis"] {
        let reply = host.fetch(&format!("/api/tables/{}/{what}", table.table)).await;
        assert_eq!(reply.json::<Refusal>().await.expect("a refusal").code, "not-over", "{what}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_of_other_sites_are_refused() {
    let server = Server::start().await;
    let me = server.visitor().await;
    let post = |origin: &str| {
        let request = me.http.post(server.url("/api/tokens")).header("origin", origin.to_owned());
        async move { request.send().await.expect("an answer").status() }
    };
    assert_eq!(post("https://evil.example").await, 403);
    assert_eq!(post(&format!("http://{}", server.address)).await, 201);
    let table = me.open(&wish("hop-it", &[ME, SeatWish::Computer { level: 1 }])).await;
    let upgrade = me
        .http
        .get(server.url(&format!("/api/tables/{}/socket", table.table)))
        .header("origin", "https://evil.example")
        .header("connection", "upgrade")
        .header("upgrade", "websocket")
        .header("sec-websocket-version", "13")
        .header("sec-websocket-key", "AAAAAAAAAAAAAAAAAAAAAA==");
    let reply = upgrade.send().await.expect("an answer");
    assert_eq!(reply.json::<Refusal>().await.expect("a refusal").code, "wrong-origin");
}

#[tokio::test(flavor = "multi_thread")]
async fn too_much_at_once_is_refused() {
    let server = Server::start_with(|config| {
        config.requests_per_second = 4;
        config.messages_per_second = 4;
        // Twice as many connections as sockets are let in: a client that keeps one and opens another needs room.
        config.max_sockets_per_address = 2;
    })
    .await;
    let me = server.visitor().await;
    let table = me.open(&wish("hop-it", &[ME, SeatWish::Computer { level: 1 }])).await;
    let (mut socket, _second) = (me.sit(&table.table).await, me.sit(&table.table).await);
    for _ in 0..40 {
        socket.say(&ToServer::Ping).await;
    }
    let message = socket.until(|message| matches!(message, ToClient::Refused(_))).await;
    assert_eq!(code(&message), "too-fast");
    let reply = me.fetch(&format!("/api/tables/{}/events?after=99&wait=1", table.table)).await;
    assert_eq!(reply.json::<Refusal>().await.expect("a refusal").code, "too-many");
    let mut codes = Vec::new();
    for _ in 0..40 {
        let reply = me.fetch("/healthz").await;
        if !reply.status().is_success() {
            codes.push(reply.json::<Refusal>().await.expect("a refusal").code);
        }
    }
    assert!(!codes.is_empty() && codes.iter().all(|code| code == "too-fast"), "{codes:?}");
}

/// What a connection is answered that sends this and then dawdles; it must be cut off, or this never ends.
async fn dawdle(server: &Server, text: &str) -> String {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    let mut stream = tokio::net::TcpStream::connect(server.address).await.expect("a connection");
    stream.write_all(text.as_bytes()).await.expect("it is sent");
    let mut answer = Vec::new();
    let read = tokio::time::timeout(support::PATIENCE, stream.read_to_end(&mut answer)).await;
    // Cut off with an error or without: either is the end.
    let _ = read.expect("the connection is cut off");
    String::from_utf8_lossy(&answer).into_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_dawdles_is_cut_off() {
    let server = Server::start_with(|config| config.request_timeout = Duration::from_secs(1)).await;
    assert_eq!(dawdle(&server, "").await, "");
    assert_eq!(dawdle(&server, "GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: ").await, "");
    let kept = dawdle(&server, "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n").await;
    assert!(kept.starts_with("HTTP/1.1 200"), "a connection is not kept open for nothing: {kept}");
    let body = "POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{\"game\":";
    let answer = dawdle(&server, body).await;
    assert!(answer.contains("408") && answer.contains("too-slow"), "{answer}");
    // A socket may be quiet for longer than a request.
    let (_, _, mut sockets) = game(&server).await;
    tokio::time::sleep(Duration::from_millis(1_500)).await;
    sockets[0].say(&ToServer::Ping).await;
    sockets[0].until(|message| matches!(message, ToClient::Pong)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn made_up_methods_leave_no_trace() {
    let server = Server::start_with(|config| config.metrics = Some(support::free_address())).await;
    for number in 0..3 {
        let method = format!("FLY{number}").parse().expect("a method");
        let reply = reqwest::Client::new().request(method, server.url("/healthz")).send().await;
        assert_eq!(
            reply.expect("an answer").json::<Refusal>().await.expect("a refusal").code,
            "wrong-method"
        );
    }
    let figures = server.figures().await;
    assert!(figures.contains("method=\"other\"") && !figures.contains("FLY"), "{figures}");
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_carry_security_headers_and_the_cookie_is_out_of_reach() {
    let server = Server::start().await;
    let stranger = server.stranger();
    let reply = stranger.fetch("/").await;
    let header = |name: &str| reply.headers().get(name).and_then(|value| value.to_str().ok()).unwrap_or("");
    assert!(header("content-security-policy").contains("default-src 'none'"));
    assert!(!header("content-security-policy").contains("unsafe"));
    assert_eq!(header("x-content-type-options"), "nosniff");
    assert_eq!(header("referrer-policy"), "no-referrer");
    let reply = stranger.send("/api/tables", &wish("hop-it", &[ME, SeatWish::Computer { level: 1 }])).await;
    let cookie = reply.headers().get("set-cookie").and_then(|cookie| cookie.to_str().ok()).unwrap_or("");
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
    let token = cookie.split(['=', ';']).nth(1).unwrap_or("").to_owned();
    assert!(token.len() >= 43, "{cookie}");
    let body = reply.text().await.expect("a body");
    assert!(!body.contains(&token), "the token is in the cookie alone");
}

#[tokio::test(flavor = "multi_thread")]
async fn every_code_is_in_the_documentation() {
    let page = include_str!("../../../docs/protocol.md");
    let sources = [include_str!("../src/error.rs"), include_str!("../../rainette-table/src/error.rs")];
    let codes: Vec<&str> = sources
        .iter()
        .flat_map(|source| source.lines())
        .filter_map(|line| line.split_once("=> (\"").or_else(|| line.split_once("=> \"")))
        .filter_map(|(_, rest)| rest.split('"').next())
        .collect();
    assert!(codes.len() > 40, "{codes:?}");
    for code in codes {
        assert!(page.contains(&format!("`{code}`")), "docs/protocol.md does not list `{code}`");
    }
}
