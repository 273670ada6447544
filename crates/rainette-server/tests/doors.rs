//! The way in: who is believed to be who, whose page it is, what counts against the limits, and how errors look.

mod support;

use rainette_server::config::Config;
use rainette_server::journal::TokenHash;
use rainette_server::protocol::{Refusal, SeatWish, Seated, ToServer, Welcome};
use rainette_server::server::run;
use rainette_server::table::{Fresh, open};
use reqwest::{Method, StatusCode, header};
use serde_json::json;
use support::{PATIENCE, Server, Visitor, wish};
use tokio_tungstenite::tungstenite::Message;

const ME: SeatWish = SeatWish::Me;

/// With which status and code is this answered? Whatever goes wrong is told in the ordinary form.
async fn refusal(request: reqwest::RequestBuilder) -> (u16, String) {
    let reply = request.send().await.expect("an answer");
    let status = reply.status();
    let kind = reply.headers().get(header::CONTENT_TYPE).cloned();
    let text = reply.text().await.expect("a body");
    assert!(kind.is_some_and(|kind| kind == "application/json"), "{status}: {text}");
    let refusal: Refusal = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    assert!(!refusal.message.is_empty());
    (status.as_u16(), refusal.code)
}

#[tokio::test(flavor = "multi_thread")]
async fn only_tokens_that_were_made_here_are_taken() {
    let mut server = Server::start().await;
    let me = server.visitor().await;
    let table = me.open(&wish("hop-it", &[ME, ME])).await.table;
    let mut liar = me.clone();
    for made_up in ["a".repeat(43), "A".repeat(43), "0123456789-_".repeat(4)[..43].to_owned()] {
        liar.token = Some(made_up);
        let reply = liar.send("/api/tables", &wish("hop-it", &[ME, ME])).await;
        assert_eq!(reply.status(), StatusCode::UNAUTHORIZED);
        assert_eq!(reply.headers()[header::WWW_AUTHENTICATE], "Bearer");
        assert_eq!(reply.json::<Refusal>().await.expect("a refusal").code, "wrong-token");
    }
    // In a cookie, which people cannot see, it is no token, and they are given one.
    let cookie = format!("rainette={}", "a".repeat(43));
    let request = me.http.post(server.url("/api/tables")).header(header::COOKIE, &cookie);
    let reply = request.json(&wish("hop-it", &[ME, ME])).send().await.expect("an answer");
    assert_eq!(reply.status(), StatusCode::CREATED);
    let given = reply.headers()[header::SET_COOKIE].to_str().expect("text").to_owned();
    assert!(given.starts_with("rainette=") && !given.starts_with(&cookie), "{given}");

    server.restart().await;
    assert_eq!(me.look(&table).await.you.seats.len(), 2, "the key is kept");
    let other = Server::start().await;
    let elsewhere = me.at(&other).send("/api/tables", &wish("hop-it", &[ME, ME])).await;
    assert_eq!(elsewhere.status(), StatusCode::UNAUTHORIZED, "another server has another key");
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_sat_down_before_tokens_had_marks_keeps_their_seat() {
    let mut server = Server::start().await;
    let _ = server.visitor().await;
    server.stop().await;
    let token = "x".repeat(43);
    let seed = rainette_server::fair::Seed::new([7; 32]);
    let fresh = Fresh { id: "old-table".to_owned(), invite: "old-invite".to_owned(), seed };
    let batch = open(&wish("hop-it", &[ME, ME]), None, TokenHash::of(&token), fresh, 1_000).expect("a table");
    {
        let store = server.config.store().open(2_000).await.expect("the store");
        store.append(batch).await.expect("it is stored");
    }
    server.restart().await;
    let old = Visitor { token: Some(token.clone()), ..server.stranger() };
    assert_eq!(old.look("old-table").await.you.seats.len(), 2);
    let unknown = Visitor { token: Some("y".repeat(43)), ..server.stranger() };
    assert_eq!(unknown.fetch("/api/tables/old-table").await.status(), StatusCode::UNAUTHORIZED);
}

#[tokio::test(flavor = "multi_thread")]
async fn over_https_the_cookie_belongs_to_this_host_alone() {
    let server =
        Server::start_with(|config| config.public_url = Some("https://frogs.example".to_owned())).await;
    let http = reqwest::Client::new();
    let request = http.post(server.url("/api/tables")).json(&wish("hop-it", &[ME, ME]));
    let reply = request.send().await.expect("an answer");
    let cookie = reply.headers()[header::SET_COOKIE].to_str().expect("text").to_owned();
    let parts: Vec<&str> = cookie.split("; ").collect();
    assert!(parts[0].starts_with("__Host-rainette="), "{cookie}");
    for part in ["Path=/", "HttpOnly", "SameSite=Strict", "Secure"] {
        assert!(parts.contains(&part), "{cookie}");
    }
    assert!(!cookie.contains("Domain"), "{cookie}");
    let table = reply.json::<Seated>().await.expect("a table").table;
    let seats = async |cookie: String| {
        let request = http.get(server.url(&format!("/api/tables/{table}"))).header(header::COOKIE, cookie);
        let welcome: Welcome = request.send().await.expect("an answer").json().await.expect("a table");
        welcome.you.seats.len()
    };
    assert_eq!(seats(parts[0].to_owned()).await, 2);
    // A neighbour could set a cookie of the plain name.
    assert_eq!(seats(parts[0].replace("__Host-", "")).await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_with_an_address_listens_to_pages_of_that_address_alone() {
    let server =
        Server::start_with(|config| config.public_url = Some("https://frogs.example".to_owned())).await;
    let open = |origin: &str| {
        let request = reqwest::Client::new().post(server.url("/api/tables"));
        request.header(header::ORIGIN, origin).json(&wish("hop-it", &[ME, ME]))
    };
    for origin in [server.url(""), "https://evil.example".to_owned(), "http://frogs.example".to_owned()] {
        assert_eq!(refusal(open(&origin)).await, (403, "wrong-origin".to_owned()), "{origin}");
    }
    let reply = open("https://frogs.example").send().await.expect("an answer");
    assert_eq!(reply.status(), StatusCode::CREATED);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_script_is_heard_or_told_why_not() {
    let server = Server::start().await;
    let me = server.visitor().await;
    let token = me.token.clone().expect("a token");
    let table = me.open(&wish("hop-it", &[ME, ME])).await.table;
    let ask = |value: &str| {
        let request = me.http.get(server.url(&format!("/api/tables/{table}")));
        request.header(header::AUTHORIZATION, value)
    };
    for scheme in ["Bearer", "bearer", "BEARER", "bEaReR"] {
        let reply = ask(&format!("{scheme} {token}")).send().await.expect("an answer");
        let welcome: Welcome = reply.json().await.expect("a table");
        assert_eq!(welcome.you.seats.len(), 2, "{scheme}");
    }
    for value in ["Bearer", &format!("Bearer{token}"), &token, &format!("Token {token}"), "Bearer x y"] {
        assert_eq!(refusal(ask(value)).await, (401, "wrong-token".to_owned()), "{value}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_error_of_the_interface_has_the_same_form() {
    let server = Server::start().await;
    let me = server.visitor().await;
    let table = me.open(&wish("hop-it", &[ME, ME])).await.table;
    let long = "x".repeat(300_000);
    let cases: &[(Method, &str, &str, u16, &str)] = &[
        (Method::GET, "/api/tables/%ff", "", 400, "malformed"),
        (Method::GET, "/api/tables/%ff/events", "", 400, "malformed"),
        (Method::GET, "/api/tables/%ff/socket", "", 400, "malformed"),
        (Method::POST, "/api/tables/%ff/commands", "{}", 400, "malformed"),
        (Method::GET, "/api/invites/%c3%28", "", 400, "malformed"),
        (Method::GET, "/api/tables/TABLE?after=%ff", "", 400, "malformed"),
        (Method::GET, "/api/tables/TABLE?after=-1", "", 400, "malformed"),
        (Method::GET, "/api/tables/TABLE?seat=256", "", 400, "malformed"),
        (Method::GET, "/api/tables/TABLE?what=1", "", 400, "malformed"),
        (Method::GET, "/api/tables/TABLE/replay?as=%ff", "", 400, "malformed"),
        (Method::POST, "/api/replays", "{\"text\": 3}", 400, "malformed"),
        (Method::POST, "/api/replays", "{\"text\": \"\"}", 422, "wrong-record"),
        (Method::POST, "/api/replays?as=9", "{\"text\": \"rainette record 1\"}", 422, "wrong-record"),
        (Method::POST, "/api/replays?as=nobody", "{\"text\": \"\"}", 400, "malformed"),
        (Method::POST, "/api/replays", &long, 413, "too-large"),
        (Method::GET, "/api/replays", "", 405, "wrong-method"),
        (Method::POST, "/api/tables", "{", 400, "malformed"),
        (Method::POST, "/api/tables", "\u{0}", 400, "malformed"),
        (Method::POST, "/api/tables/TABLE/commands", "[]", 400, "malformed"),
        (Method::POST, "/api/tables", &long, 413, "too-large"),
        (Method::GET, "/api/tables/nothing", "", 404, "unknown-table"),
        (Method::GET, "/api/nothing", "", 404, "unknown-page"),
        (Method::POST, "/api/nothing/at/all", "", 404, "unknown-page"),
        (Method::GET, "/api", "", 404, "unknown-page"),
        (Method::GET, "/api/", "", 404, "unknown-page"),
        (Method::PUT, "/api/tables", "", 405, "wrong-method"),
        (Method::DELETE, "/api/tables/TABLE", "", 405, "wrong-method"),
        (Method::PATCH, "/api/me", "", 405, "wrong-method"),
        (Method::GET, "/api/tables/TABLE/commands", "", 405, "wrong-method"),
    ];
    for (method, path, body, status, code) in cases {
        let url = server.url(&path.replace("TABLE", &table));
        let request = me.http.request(method.clone(), url).body((*body).to_owned());
        let request = request.bearer_auth(me.token.as_deref().expect("a token"));
        let found = refusal(request).await;
        assert_eq!(found, (*status, (*code).to_owned()), "{method} {path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn frames_of_every_kind_count_against_the_limit() {
    let server = Server::start_with(|config| config.messages_per_second = 1).await;
    let me = server.visitor().await;
    let table = me.open(&wish("hop-it", &[ME, ME])).await.table;
    let text = serde_json::to_string(&ToServer::Ping).expect("JSON");
    for frame in [
        Message::Binary(vec![0; 16].into()),
        Message::Ping(vec![0; 16].into()),
        Message::Pong(vec![0; 16].into()),
        Message::Text(text.into()),
    ] {
        let socket = me.sit(&table).await;
        let closed = tokio::time::timeout(PATIENCE, socket.flood(frame.clone(), 1_000)).await;
        assert_eq!(closed.expect("it ends"), Some(1008), "{frame:?}");
    }
    assert_eq!(
        me.refused("/api/tables", &json!({})).await,
        "malformed",
        "requests have a limit of their own"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn on_a_socket_for_both_kinds_an_ipv4_address_is_one() {
    let Ok(listener) = tokio::net::TcpListener::bind("[::]:0").await else {
        eprintln!("this machine knows no IPv6: nothing to be tried");
        return;
    };
    let port = listener.local_addr().expect("an address").port();
    let data = std::env::temp_dir().join(format!("rainette-doors-{}", std::process::id()));
    let config = Config {
        data: data.clone(),
        requests_per_second: 1,
        trusted_proxies: vec![[127, 0, 0, 9].into()],
        ..Config::default()
    };
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let serving = tokio::spawn(run(listener, config, async move { drop(stopped.await) }));
    let refused = async |from: [u8; 4], forwarded: &dyn Fn(usize) -> String| {
        let http =
            reqwest::Client::builder().local_address(std::net::IpAddr::from(from)).build().expect("a client");
        let mut refused = 0;
        for number in 0..20 {
            let request = http.get(format!("http://127.0.0.1:{port}/healthz"));
            let reply = request.header("x-forwarded-for", forwarded(number)).send().await;
            refused += usize::from(reply.expect("an answer").status() == StatusCode::TOO_MANY_REQUESTS);
        }
        refused
    };
    let made_up = |number: usize| format!("10.0.0.{number}");
    assert!(refused([127, 0, 0, 1], &made_up).await > 0, "nobody is believed who is no proxy");
    // Others have not been too fast.
    assert_eq!(refused([127, 0, 0, 9], &made_up).await, 0, "a proxy is, and speaks for many");
    let spoofed = |number: usize| format!("10.0.1.{number}, 192.0.2.7:{}", 1_000 + number);
    assert!(
        refused([127, 0, 0, 9], &spoofed).await > 0,
        "what stands before the last entry counts for nothing"
    );
    let _ = stop.send(());
    tokio::time::timeout(PATIENCE, serving)
        .await
        .expect("it stops")
        .expect("it stops")
        .expect("it stops well");
    let _ = std::fs::remove_dir_all(data);
}
