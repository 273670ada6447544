//! Whose turn it is on one's own list, and what can be done about strangers: marks, reports, and no list at all.

mod support;

use rainette_core::Seat;
use rainette_server::budgets::{Budget, Limits, Per};
use rainette_server::protocol::{
    Arrange, Chat, ClockKind, Erased, Games, Join, OpenTable, PlayNow, Rematch, ReportReason, ReportWish,
    Reported, Resign, SeatWish, Seated, TableLine, TableList, ToClient, ToServer,
};
use rainette_server::server::{clear_reports, reports};
use rainette_server::store::KeptReport;
use support::{Server, Socket, Visitor, whose_turn, wish};

const ME: SeatWish = SeatWish::Me;
const FRIEND: SeatWish = SeatWish::Friend;
const OPEN: SeatWish = SeatWish::Open;

/// Two people at a table: the one who opened it first.
async fn two(server: &Server, open: OpenTable) -> (String, [Visitor; 2], [Socket; 2]) {
    let people = [server.visitor().await, server.visitor().await];
    let table = people[0].open(&open).await;
    let join = Join { name: "Bo".to_owned(), ..Join::default() };
    let path = format!("/api/invites/{}", table.invite.expect("an invitation"));
    let _: Seated = people[1].post(&path, &join).await.expect("a seat");
    let mut sockets = [people[0].sit(&table.table).await, people[1].sit(&table.table).await];
    for socket in &mut sockets {
        socket.see(|seen| seen.position.is_some()).await;
    }
    (table.table, people, sockets)
}

async fn line(visitor: &Visitor, table: &str) -> TableLine {
    let list: TableList = visitor.get("/api/me").await.expect("a list");
    assert!(list.now > 0);
    list.tables.into_iter().find(|line| line.id == table).expect("one's own table")
}

#[tokio::test(flavor = "multi_thread")]
async fn ones_own_list_says_for_whom_games_wait_and_until_when() {
    let mut server = Server::start().await;
    let clock = ClockKind::Days { days: 3, weekends_off: Some(60) };
    let (table, people, mut sockets) =
        two(&server, OpenTable { clock, ..wish("hop-it", &[ME, FRIEND]) }).await;
    let first = whose_turn(&sockets[0].seen).expect("a turn");
    let before = line(&people[0], &table).await;
    let turn = before.turn.clone().expect("somebody's turn");
    assert_eq!((turn.seats.as_slice(), turn.moved, turn.number), (&[first][..], None, 0));
    let shown = |socket: &Socket| {
        let welcome = socket.seen.welcome.as_ref().expect("a welcome");
        welcome.table.seats[first.index()].clock.expect("a clock")
    };
    assert_eq!(turn.until, shown(&sockets[0]).until, "the list and the table say the same");
    assert!(turn.until.expect("an end") >= before.changed_at + 3 * 86_400_000);
    assert_eq!((before.mine, line(&people[1], &table).await.mine), (vec![Seat::new(0)], vec![Seat::new(1)]));

    assert!(sockets[first.index()].play_on(0).await);
    let other = first.next(2);
    sockets[other.index()].see(|seen| whose_turn(seen) == Some(other)).await;
    let moved = line(&people[0], &table).await.turn.expect("somebody's turn");
    assert_eq!((moved.seats.as_slice(), moved.moved), (&[other][..], Some(first)));
    assert!(moved.number > turn.number);

    // After a restart it is known from what was written.
    drop(sockets);
    server.restart().await;
    let kept = line(&people[1], &table).await.turn.expect("somebody's turn");
    assert_eq!((kept.seats, kept.moved, kept.number), (moved.seats, moved.moved, moved.number));

    let public: TableList = people[0].get("/api/tables").await.expect("a list");
    assert!(public.tables.iter().all(|line| line.turn.is_none()));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_without_others_waits_for_nobody_in_particular() {
    let server = Server::start().await;
    let me = server.visitor().await;
    let table = me.open(&wish("hop-it", &[ME, ME])).await.table;
    let mut socket = me.sit(&table).await;
    socket.see(|seen| seen.position.is_some()).await;
    assert_eq!(line(&me, &table).await.turn, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_is_over_waits_for_nobody() {
    let server = Server::start().await;
    let (table, people, mut sockets) = two(&server, wish("hop-it", &[ME, FRIEND])).await;
    assert!(line(&people[0], &table).await.turn.is_some());
    let resign = rainette_server::protocol::Resign { id: "r".to_owned(), seat: None };
    let reply = sockets[0].command(&ToServer::Resign(resign)).await;
    assert!(matches!(reply, ToClient::Acked { .. }), "{reply:?}");
    assert_eq!(line(&people[1], &table).await.turn, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn people_are_known_again_at_public_tables_and_nowhere_else() {
    let server = Server::start().await;
    let [ana, bo] = [server.visitor().await, server.visitor().await];
    let public = OpenTable { is_public: true, ..wish("hop-it", &[ME, OPEN]) };
    let mut marks = Vec::new();
    let mut tables = Vec::new();
    for _ in 0..2 {
        let table = ana.open(&public).await.table;
        let join = Join { name: "Bo".to_owned(), ..Join::default() };
        let _: Seated = bo.post(&format!("/api/tables/{table}/join"), &join).await.expect("a seat");
        let told = bo.look(&table).await.table.marks;
        assert_eq!(told.len(), 2, "{told:?}");
        let listed = server.visitor().await.listed(&table, |line| line.marks.len() == 2).await;
        assert_eq!(listed.marks, told, "the list says the same");
        marks.push(told);
        tables.push(table);
    }
    assert_eq!(marks[0], marks[1], "the same people are the same");
    assert_ne!(marks[0][&1], marks[0][&2]);
    let token = bo.token.clone().expect("a token");
    assert!(!marks[0].values().any(|mark| token.contains(mark.as_str())));

    let private = ana.open(&wish("hop-it", &[ME, FRIEND])).await.table;
    assert!(ana.look(&private).await.table.marks.is_empty());
    assert!(line(&ana, &private).await.marks.is_empty());

    let gone = bo.http.delete(server.url("/api/me")).bearer_auth(token).send().await.expect("an answer");
    let gone: Erased = gone.json().await.expect("JSON");
    assert_eq!(gone.tables, 2);
    for table in &tables {
        assert_eq!(ana.look(table).await.table.marks.keys().copied().collect::<Vec<_>>(), [1]);
        assert_eq!(line(&ana, table).await.marks.keys().copied().collect::<Vec<_>>(), [1]);
    }
}

fn about(person: Option<u32>, text: &str) -> ReportWish {
    ReportWish { person, reason: ReportReason::Abuse, text: text.to_owned() }
}

/// What the operator is shown, while the server runs.
async fn kept(server: &Server) -> Vec<KeptReport> {
    let database = server.config.store();
    tokio::task::spawn_blocking(move || reports(&database)).await.expect("no panic").expect("reports")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_report_reaches_the_operator_with_what_was_said() {
    let server = Server::start().await;
    let (table, people, mut sockets) = two(&server, wish("hop-it", &[ME, FRIEND])).await;
    for (who, text) in [(0, "hello"), (1, "grr"), (1, "GRR")] {
        sockets[who].say(&ToServer::Chat(Chat { text: text.to_owned() })).await;
        let is_it = |message: &ToClient| matches!(message, ToClient::Chat(line) if line.text == text);
        sockets[0].until(is_it).await;
    }
    let path = format!("/api/tables/{table}/report");
    let reported: Reported =
        people[0].post(&path, &about(Some(2), " he\u{200B} growls ")).await.expect("it is kept");
    assert_eq!((reported.lines, reported.days), (2, 90));
    let of_table: Reported = people[0].post(&path, &about(None, "")).await.expect("it is kept");
    assert_eq!(of_table.lines, 3);
    for (wish, code) in
        [(about(Some(7), ""), "no-such-person"), (about(Some(2), &"x".repeat(1_001)), "wrong-report")]
    {
        let refused = people[0].post::<Reported>(&path, &wish).await.expect_err("it is refused");
        assert_eq!(refused.code, code);
    }
    let nowhere = people[0].post::<Reported>("/api/tables/nowhere/report", &about(None, "")).await;
    assert_eq!(nowhere.expect_err("no table").code, "unknown-table");

    let all = kept(&server).await;
    assert_eq!(all.len(), 2);
    let first = &all[0].report;
    assert_eq!((first.table.as_str(), first.game.as_str()), (table.as_str(), "hop-it"));
    assert_eq!(
        (first.person, first.name.as_deref(), first.text.as_str()),
        (Some(2), Some("Bo"), "he growls")
    );
    assert_eq!(first.chat.iter().map(|line| line.text.as_str()).collect::<Vec<_>>(), ["grr", "GRR"]);
    assert!(first.mark.is_some() && first.by.is_some() && first.mark != first.by);
    assert!(all[1].number > all[0].number && all[1].report.person.is_none());

    // Nobody at the table hears of it.
    let told = serde_json::to_string(&people[1].look(&table).await).expect("JSON");
    assert!(!told.contains("growls"), "{told}");

    let (database, number) = (server.config.store(), all[0].number);
    let cleared = tokio::task::spawn_blocking(move || {
        let one = clear_reports(&database, Some(number)).expect("it works");
        (one, clear_reports(&database, Some(number)).expect("it works"))
    });
    assert_eq!(cleared.await.expect("no panic"), (1, 0));
    assert_eq!(kept(&server).await.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_reports_without_end() {
    let limits = Limits::none().with(Budget::Reports, Per::Person, 2);
    let server = Server::start_with(|config| config.limits = limits).await;
    let me = server.visitor().await;
    let table = me.open(&wish("hop-it", &[ME, FRIEND])).await.table;
    let path = format!("/api/tables/{table}/report");
    for _ in 0..2 {
        let _: Reported = me.post(&path, &about(None, "")).await.expect("it is kept");
    }
    let refused = me.post::<Reported>(&path, &about(None, "")).await.expect_err("it is too much");
    assert_eq!(refused.limit.expect("a limit").name, "reports-per-person");
    assert_eq!(kept(&server).await.len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_pushes_out_what_others_have_reported_with_one_token_or_with_many() {
    let server = Server::start().await;
    let host = server.visitor().await;
    let table = host.open(&wish("hop-it", &[ME, FRIEND])).await.table;
    let path = format!("/api/tables/{table}/report");
    let _: Reported = server.stranger().post(&path, &about(None, "true")).await.expect("it is kept");
    for _ in 0..2 {
        let _: Reported = server.visitor().await.post(&path, &about(None, "")).await.expect("it is kept");
    }
    for who in [server.visitor().await, server.stranger(), host] {
        assert_eq!(who.refused(&path, &about(None, "")).await, "reports-full");
    }
    let kept = kept(&server).await;
    assert_eq!((kept.len(), kept[0].report.text.as_str()), (3, "true"));
    assert!(kept.iter().all(|it| it.report.by.is_some()), "whoever has no token is given one");
    let from = kept[0].report.from.as_deref().expect("an address");
    assert!(kept.iter().all(|it| it.report.from.as_deref() == Some(from)) && !from.contains("127"), "{from}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rematch_is_not_public_once_there_is_no_list() {
    let mut server = Server::start().await;
    let me = server.visitor().await;
    let public = OpenTable { is_public: true, start_when_full: true, ..wish("hop-it", &[ME, ME]) };
    for has_list in [true, false] {
        let table = me.open(&public).await.table;
        let mut socket = me.sit(&table).await;
        assert!(socket.table().is_public);
        let resign = ToServer::Resign(Resign { id: "enough".to_owned(), seat: None });
        socket.command(&resign).await;
        socket.close().await;
        server.stop().await;
        server.config.public_tables = has_list;
        server.restart().await;
        let path = format!("/api/tables/{table}/rematch");
        let again: Rematch = me.at(&server).post(&path, &()).await.expect("a rematch");
        let table = me.at(&server).look(&again.table).await.table;
        assert_eq!(table.is_public, has_list);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_may_do_without_a_list_of_open_tables() {
    let server = Server::start_with(|config| config.public_tables = false).await;
    let me = server.visitor().await;
    let games: Games = me.get("/api/games").await.expect("the games");
    assert!(!games.has_public_tables);
    let public = OpenTable { is_public: true, ..wish("hop-it", &[ME, OPEN]) };
    let refused = me.post::<Seated>("/api/tables", &public).await.expect_err("there is no list");
    assert_eq!(refused.code, "no-public-tables");
    let table = me.open(&wish("hop-it", &[ME, FRIEND])).await;
    assert!(table.invite.is_some(), "friends come by the link as ever");
    let arrange = ToServer::Arrange(Arrange { is_public: Some(true), ..Arrange::default() });
    let path = format!("/api/tables/{}/commands", table.table);
    let refused = me.post::<serde_json::Value>(&path, &arrange).await.expect_err("nor later");
    assert_eq!(refused.code, "no-public-tables");
    let now = PlayNow { game: "hop-it".to_owned(), name: "Ana".to_owned(), ..PlayNow::default() };
    let refused = me.post::<Seated>("/api/play-now", &now).await.expect_err("nor at once");
    assert_eq!(refused.code, "no-public-tables");
    let list: TableList = me.get("/api/tables").await.expect("a list");
    assert!(list.tables.is_empty());

    let usual = Server::start().await;
    let games: Games = usual.visitor().await.get("/api/games").await.expect("the games");
    assert!(games.has_public_tables);
}
