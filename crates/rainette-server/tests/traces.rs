//! Traces, as a collector of OpenTelemetry gets them: of an action that was acknowledged, from the request to the worker
//! that thinks about the answer.

#![cfg(feature = "otlp")]

mod support;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use axum::body::Bytes;
use axum::routing::post;
use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::tonic::trace::v1::Span;
use prost::Message as _;
use rainette_core::Seat;
use rainette_server::config::Config;
use rainette_server::protocol::{Act, SeatWish, ToClient, ToServer};
use rainette_server::store::Database;
use rainette_server::traces::start_log;
use rainette_server::workers::work;
use support::services::{Nats, Postgres};
use support::{PATIENCE, Server, whose_turn, wish};
use tokio::net::TcpListener;

type Collected = Arc<Mutex<Vec<Span>>>;

/// A collector that keeps what it gets.
async fn collector() -> (String, Collected) {
    let spans = Collected::default();
    let keep = Arc::clone(&spans);
    let take = move |body: Bytes| {
        let export = ExportTraceServiceRequest::decode(body).expect("what OTLP says");
        let resources = export.resource_spans.into_iter().flat_map(|resource| resource.scope_spans);
        keep.lock().expect("nobody panics").extend(resources.flat_map(|scope| scope.spans));
        async { Bytes::new() }
    };
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.expect("a port");
    let url = format!("http://{}", listener.local_addr().expect("an address"));
    let router = axum::Router::new().route("/v1/traces", post(take));
    tokio::spawn(async move { axum::serve(listener, router).await });
    (url, spans)
}

/// What a span says of itself.
fn said(span: &Span) -> BTreeMap<&str, String> {
    span.attributes.iter().map(|pair| (pair.key.as_str(), format!("{:?}", pair.value))).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_collector_sees_what_an_action_leads_to() {
    let (url, collected) = collector().await;
    let log = start_log(&Config { otlp: Some(url), log: "off".to_owned(), ..Config::default() });
    let postgres = Postgres::shared().expect("a PostgreSQL server");
    let nats = Nats::start().expect("a NATS server");
    let database = Database::Postgres(postgres.database().expect("a database"));
    let mut node = Server::start_with(|config| {
        config.database = Some(database);
        config.bus = Some(nats.url());
        config.thinkers = 0;
    })
    .await;
    let bus = nats.url();
    let worker = tokio::spawn(async move { work(&bus, 1, None, std::future::pending()).await });

    let me = node.visitor().await;
    let table = me.open(&wish("hop-it", &[SeatWish::Me, SeatWish::Computer { level: 1 }])).await.table;
    let mut socket = me.sit(&table).await;
    socket.see(|seen| seen.position.is_some()).await;
    // By plain HTTP, so that there is a request to begin with; the turn may take more than one action.
    let mut acted = Vec::new();
    while whose_turn(&socket.seen) == Some(Seat::new(0)) {
        let (seq, action) = (socket.seen.seq, socket.actions()[0].clone());
        let act = ToServer::Act(Act { id: format!("a{seq}"), seq, seat: None, action: action.clone() });
        let path = format!("/api/tables/{table}/commands");
        let answer: ToClient = me.post(&path, &act).await.expect("an answer");
        assert!(matches!(answer, ToClient::Acked { .. }), "{answer:?}");
        acted.push((seq, action));
        socket.see(|seen| seen.seq > seq).await;
    }
    let asked_at = socket.seen.seq;
    socket.see(|seen| seen.seq > asked_at).await;
    node.stop().await;
    worker.abort();
    // It waits until everything is sent.
    let closed = tokio::task::spawn_blocking(move || drop(log));
    tokio::time::timeout(PATIENCE, closed).await.expect("it ends").expect("it ends well");

    let spans = collected.lock().expect("nobody panics").clone();
    let (last, _) = acted.last().expect("an action");
    let is_act = |span: &&Span| {
        let said = said(span);
        span.name == "command"
            && said.get("kind").is_some_and(|kind| kind.contains("\"act\""))
            && said.get("number").is_some_and(|number| number.contains(&format!("({last})")))
    };
    let command = spans.iter().find(is_act).unwrap_or_else(|| panic!("no command in {spans:#?}"));
    assert!(said(command)["game"].contains("hop-it"));
    let parent = |span: &Span| spans.iter().find(|other| other.span_id == span.parent_span_id);
    let request = parent(command).expect("something led to it");
    assert_eq!(request.name, "request");
    assert!(said(request).contains_key("id"), "{request:?}");
    assert!(request.parent_span_id.is_empty(), "{request:?}");
    let child = |of: &Span, name: &str| {
        let is_it = |span: &&Span| span.name == name && span.parent_span_id == of.span_id;
        spans.iter().find(is_it).unwrap_or_else(|| panic!("no {name} of {of:?} in {spans:#?}"))
    };
    assert!(said(child(command, "append"))["rows"].contains("(1)"));
    child(command, "publish");
    // The computer player's turn: asked for here, thought about there, and played here.
    let think = child(command, "think");
    let job = child(think, "job");
    let thought = child(think, "command");
    assert!(said(thought)["kind"].contains("thought"));
    child(thought, "append");
    for span in [request, think, job, thought] {
        assert_eq!(span.trace_id, command.trace_id, "{span:?}");
    }
    // Who thinks does not hold up the action: it was acknowledged long before.
    assert!(command.end_time_unix_nano <= thought.start_time_unix_nano, "{command:?} {thought:?}");
    // What a socket says is seen too.
    assert!(spans.iter().any(|span| span.name == "message"));

    // Nothing that is nobody's business.
    let token = me.token.clone().expect("a token");
    let everything = format!("{spans:?}");
    assert!(!everything.contains(&table), "the table's id is in a span");
    assert!(!everything.contains(&token), "a token is in a span");
    assert!(spans.iter().all(|span| span.events.is_empty()), "log lines are sent");
    for (_, action) in acted {
        assert!(!everything.contains(&format!("\"{action}\"")), "an action is in a span");
    }
}
