//! People at tables: reconnecting, sharing a screen, taking back, being away, coming again.

mod support;

use std::collections::BTreeMap;

use rainette_core::Seat;
use rainette_server::fair::Seed;
use rainette_server::protocol::{
    Act, Analysis, AnswerUndo, Chat, ClaimDevice, ClockKind, Commit, DeviceCode, Erased, Invitation, Join,
    Moment, Mute, OpenTable, PlayOn, Ready, Rematch, Replay, Resign, Reveal, SeatBody, SeatWish, Seated,
    ShowRecord, Sitter, Starts, Status, Swing, TableEventKind, TableList, TakeHand, ToClient, ToServer, Undo,
    Welcome, WhyNot,
};
use rainette_server::store::Database;
use serde_json::{Value, json};
use support::{Seen, Server, Socket, Visitor, whose_turn, wish};

const ME: SeatWish = SeatWish::Me;
const FRIEND: SeatWish = SeatWish::Friend;

fn computer() -> SeatWish {
    SeatWish::Computer { level: 1 }
}

/// A started game of two people.
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

/// Whoever's turn it is plays, and both hear of it.
async fn one_turn(sockets: &mut [Socket; 2], pick: u64) {
    let seat = whose_turn(&sockets[0].seen).expect("a turn").index();
    let seq = sockets[0].seen.seq;
    assert!(sockets[seat].play_on(pick).await);
    for socket in sockets {
        socket.see(|seen| seen.seq > seq).await;
    }
}

/// Waits until nothing happens at the table by itself, because it is a person's turn or the game is over, and both have
/// heard of everything; false once the game is over.
async fn both_wait_for_people(anybody: &Visitor, table: &str, sockets: &mut [Socket; 2]) -> bool {
    let is_over = |seen: &Seen| seen.welcome.as_ref().is_some_and(|it| it.table.status == Status::Finished);
    let waits = |seen: &Seen| is_over(seen) || whose_turn(seen).is_some_and(|seat| seat.index() < 2);
    sockets[0].see(waits).await;
    let seq = anybody.look(table).await.seq;
    for socket in &mut *sockets {
        socket.see(|seen| seen.seq >= seq && waits(seen)).await;
    }
    !is_over(&sockets[0].seen)
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_comes_back_gets_all_that_was_missed_from_any_event() {
    let server = Server::start().await;
    for info in rainette_games::games() {
        let game = info.id;
        let mut wishes = vec![computer(); *info.seats.start()];
        (wishes[0], wishes[1]) = (ME, FRIEND);
        let (table, people, mut sockets) = two(&server, wish(game, &wishes)).await;
        // Ten turns, or the whole of a game that ends before.
        for pick in 0..10 {
            if !both_wait_for_people(&people[0], &table, &mut sockets).await {
                break;
            }
            one_turn(&mut sockets, pick).await;
        }
        both_wait_for_people(&people[0], &table, &mut sockets).await;
        assert!(!sockets[0].seen.events.is_empty(), "{game}");
        for (person, socket) in people.iter().zip(&sockets) {
            for after in 0..=socket.seen.seq {
                let back = person.sit_after(&table, after).await;
                let expected: BTreeMap<_, _> =
                    socket.seen.events.range(after + 1..).map(|(n, event)| (*n, event.clone())).collect();
                assert_eq!(back.seen.events, expected, "{game} after {after}");
                assert_eq!(back.seen.position, socket.seen.position);
                back.close().await;
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_repeated_command_gets_the_same_answer_and_a_late_one_is_stale() {
    let server = Server::start().await;
    let (table, people, mut sockets) = two(&server, wish("hop-it", &[ME, FRIEND])).await;
    let seat = whose_turn(&sockets[0].seen).expect("a turn").index();
    let seq = sockets[seat].seen.seq;
    let actions = sockets[seat].actions();
    let first = sockets[seat].act("one", seq, &actions[0]).await;
    assert_eq!(first, ToClient::Acked { id: "one".to_owned(), number: seq + 1 });
    let again = sockets[seat].act("one", seq, &actions[0]).await;
    assert_eq!(again, first, "the id is looked at before the sequence");
    let otherwise = sockets[seat].act("one", seq, &actions[1]).await;
    assert_eq!(otherwise, first, "whatever else it says");
    // Over another socket, after a restart of the page, and over HTTP.
    let mut tab = people[seat].sit(&table).await;
    assert_eq!(tab.act("one", seq, &actions[0]).await, first);
    let act = ToServer::Act(Act { id: "one".to_owned(), seq, seat: None, action: actions[0].clone() });
    let posted: ToClient =
        people[seat].post(&format!("/api/tables/{table}/commands"), &act).await.expect("an answer");
    assert_eq!(posted, first);
    let late = sockets[seat].act("two", seq, &actions[1]).await;
    assert!(matches!(&late, ToClient::Refused(refusal) if refusal.code == "stale"), "{late:?}");
    assert_eq!(people[0].look(&table).await.seq, seq + 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn two_tabs_on_one_seat_see_the_same() {
    let server = Server::start().await;
    let (table, people, mut sockets) = two(&server, wish("hop-it", &[ME, FRIEND])).await;
    let mut tab = people[0].sit(&table).await;
    for pick in 0..6 {
        one_turn(&mut sockets, pick).await;
    }
    let seq = sockets[0].seen.seq;
    tab.see(|seen| seen.seq == seq).await;
    assert_eq!(tab.seen.events, sockets[0].seen.events);
    assert_eq!(tab.seen.position, sockets[0].seen.position);
}

#[tokio::test(flavor = "multi_thread")]
async fn spectators_see_at_most_what_every_seat_may_see() {
    let server = Server::start().await;
    let (table, _, mut sockets) = two(&server, wish("frogriders", &[ME, FRIEND])).await;
    let mut spectator = server.stranger().sit(&table).await;
    sockets[0].see(|seen| seen.welcome.as_ref().is_some_and(|w| w.table.spectators == 1)).await;
    for pick in 0..8 {
        one_turn(&mut sockets, pick).await;
    }
    let seq = sockets[0].seen.seq;
    spectator.see(|seen| seen.seq == seq).await;
    let hidden = |socket: &Socket| {
        let told = socket
            .seen
            .events
            .values()
            .filter(|event| matches!(&event.what, TableEventKind::Played { told, .. } if told.hidden));
        told.map(|event| event.number).collect::<Vec<_>>()
    };
    let unseen = hidden(&spectator);
    for socket in &sockets {
        assert!(hidden(socket).iter().all(|number| unseen.contains(number)));
    }
    assert!(!unseen.is_empty(), "this game has secrets");
    assert!(spectator.actions().is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_choice_before_ones_turn_lasts_and_is_told_to_its_seat_alone() {
    let mut server = Server::start().await;
    let (table, people, mut sockets) = two(&server, wish("frogriders", &[ME, FRIEND])).await;
    for socket in &mut sockets {
        socket.see(|seen| whose_turn(seen).is_some()).await;
    }
    let first = whose_turn(&sockets[0].seen).expect("a turn").index();
    let second = 1 - first;
    let begun = sockets[second].seen.seq;
    let action = sockets[second].actions()[0].clone();
    let done = sockets[second].act("early", begun, &action).await;
    assert_eq!(done, ToClient::Acked { id: "early".to_owned(), number: begun + 1 });
    for socket in sockets {
        socket.close().await;
    }
    server.restart().await;
    let people = people.map(|person| person.at(&server));
    let chosen = |seen: &Welcome| seen.position.as_ref().and_then(|position| position.chosen.clone());
    let spectator = server.stranger();
    assert_eq!(
        chosen(&people[second].look(&table).await),
        Some(action.clone()),
        "stored before it was answered"
    );
    for other in [&people[first], &spectator] {
        let seen = other.look(&table).await;
        assert_eq!(chosen(&seen), None);
        assert!(seen.table.seats[second].has_chosen, "that it was made is no secret");
        let told = serde_json::to_string(&seen.events).expect("it is sent");
        assert!(!told.contains(&action), "what it was is: {told}");
    }
    // Whoever has not heard of it yet is not stale.
    let mut socket = people[first].sit(&table).await;
    let mine = socket.actions()[0].clone();
    let done = socket.act("mine", begun, &mine).await;
    assert_eq!(done, ToClient::Acked { id: "mine".to_owned(), number: begun + 2 });
    socket.see(|seen| seen.seq >= begun + 3).await;
    let played = people[second].look(&table).await.events;
    let told = played.iter().filter_map(|event| match &event.what {
        TableEventKind::Played { told, .. } => told.seat.map(Seat::index),
        _ => None,
    });
    assert_eq!(told.collect::<Vec<_>>(), [first, second], "in the order of the seats");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_shared_screen_shows_one_seat_at_a_time() {
    let server = Server::start().await;
    let me = server.visitor().await;
    let mut open = wish("frogriders", &[ME, ME]);
    open.names = BTreeMap::from([(1, "Bo".to_owned())]);
    let table = me.open(&open).await;
    assert_eq!(table.seats.len(), 2);
    let mut socket = me.sit(&table.table).await;
    socket.see(|seen| seen.position.is_some()).await;
    assert_eq!(socket.you().in_hand, None, "nothing secret before somebody takes the screen");
    assert!(socket.actions().is_empty());
    let mut seen_by_spectator = server.stranger().sit(&table.table).await;
    seen_by_spectator.see(|seen| seen.position.is_some()).await;
    let (here, there) = (socket.seen.position.clone(), seen_by_spectator.seen.position.clone());
    assert_eq!(here.map(|position| position.view), there.map(|position| position.view));
    for turn in 0..8 {
        let seat = whose_turn(&socket.seen).expect("a turn");
        if socket.you().in_hand != Some(seat) {
            assert_eq!(socket.you().hand_over, Some(seat));
            assert!(socket.actions().is_empty(), "not before the screen is handed over");
            let (id, seq) = (format!("early {turn}"), socket.seen.seq);
            let early = ToServer::Act(Act { id, seq, seat: Some(seat), action: "keep 2R".to_owned() });
            let early = socket.command(&early).await;
            assert!(
                matches!(&early, ToClient::Refused(refusal) if refusal.code == "not-in-hand"),
                "{early:?}"
            );
            let before = socket.seen.position.clone();
            socket.seen.events.clear();
            socket.say(&ToServer::TakeHand(TakeHand { seat: Some(seat) })).await;
            socket.until(|message| matches!(message, ToClient::Welcome(_))).await;
            assert_ne!(socket.seen.position, before);
        }
        assert_eq!(socket.you().in_hand, Some(seat));
        assert!(socket.play_on(turn).await);
    }
    socket.say(&ToServer::TakeHand(TakeHand { seat: None })).await;
    socket.until(|message| matches!(message, ToClient::Welcome(_))).await;
    assert_eq!(socket.you().in_hand, None);
    assert!(socket.table().seats.iter().all(|seat| seat.is_present));
}

#[tokio::test(flavor = "multi_thread")]
async fn without_secrets_a_shared_screen_follows_the_turn() {
    let server = Server::start().await;
    let me = server.visitor().await;
    let table = me.open(&wish("hop-it", &[ME, ME])).await;
    let mut socket = me.sit(&table.table).await;
    socket.see(|seen| seen.position.is_some()).await;
    for turn in 0..6 {
        assert_eq!(socket.you().in_hand, whose_turn(&socket.seen));
        assert!(socket.play_on(turn).await);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_action_that_nothing_followed_is_taken_back_freely() {
    let server = Server::start().await;
    let (_, _, mut sockets) = two(&server, wish("hop-it", &[ME, FRIEND])).await;
    let seat = whose_turn(&sockets[0].seen).expect("a turn").index();
    let before = sockets[seat].seen.position.clone();
    one_turn(&mut sockets, 0).await;
    let seq = sockets[seat].seen.seq;
    let undo = ToServer::Undo(Undo { id: "u".to_owned(), seq, seat: None });
    let acked = sockets[seat].command(&undo).await;
    assert_eq!(acked, ToClient::Acked { id: "u".to_owned(), number: seq + 1 });
    for socket in &mut sockets {
        socket.see(|seen| seen.seq == seq + 1).await;
        assert!(
            matches!(socket.seen.events[&(seq + 1)].what, TableEventKind::Undone { from, .. } if from == seq)
        );
    }
    assert_eq!(sockets[seat].seen.position, before);
    assert_eq!(sockets[seat].command(&undo).await, acked, "once only");
    one_turn(&mut sockets, 0).await;
    assert_eq!(sockets[0].seen.seq, seq + 2, "numbers go on");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_others_have_answered_is_taken_back_only_when_they_agree() {
    let server = Server::start().await;
    let (table, people, mut sockets) = two(&server, wish("abagio", &[ME, FRIEND])).await;
    while sockets[0]
        .seen
        .events
        .values()
        .filter(|event| matches!(&event.what, TableEventKind::Played { told, .. } if told.seat.is_some()))
        .count()
        < 4
    {
        one_turn(&mut sockets, 1).await;
    }
    // Whoever is not to move asks.
    let turn = whose_turn(&sockets[0].seen).expect("a turn").index();
    let (asks, answers) = (1 - turn, turn);
    let seq = sockets[0].seen.seq;
    let undo = |id: &str| ToServer::Undo(Undo { id: id.to_owned(), seq, seat: None });
    let answer = |id: &str, agree| ToServer::AnswerUndo(AnswerUndo { id: id.to_owned(), agree });

    sockets[asks].say(&undo("first")).await;
    sockets[answers].see(|seen| seen.welcome.as_ref().is_some_and(|w| w.table.undo.is_some())).await;
    sockets[answers].command(&answer("no", false)).await;
    let refused = sockets[asks].until(|message| matches!(message, ToClient::Refused(_))).await;
    assert!(matches!(&refused, ToClient::Refused(refusal) if refusal.code == "undo-refused"), "{refused:?}");
    assert_eq!(people[0].look(&table).await.seq, seq, "nothing has happened");

    sockets[answers].see(|seen| seen.welcome.as_ref().is_some_and(|w| w.table.undo.is_none())).await;
    sockets[asks].say(&undo("second")).await;
    sockets[answers].see(|seen| seen.welcome.as_ref().is_some_and(|w| w.table.undo.is_some())).await;
    sockets[answers].command(&answer("yes", true)).await;
    let acked = sockets[asks].until(|message| matches!(message, ToClient::Acked { .. })).await;
    assert_eq!(acked, ToClient::Acked { id: "second".to_owned(), number: seq + 1 });
    for socket in &mut sockets {
        socket.see(|seen| seen.seq == seq + 1).await;
        assert_eq!(whose_turn(&socket.seen).map(Seat::index), Some(asks));
    }
    // Whoever comes later is told what was taken back, and that it was.
    let back = people[asks].sit(&table).await;
    assert!(back.seen.events.values().any(|event| event.is_undone));
    assert_eq!(back.seen.position, sockets[asks].seen.position);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_roll_that_was_taken_back_does_not_come_again() {
    let server = Server::start().await;
    let me = server.visitor().await;
    let table = me.open(&wish("abagio", &[ME, ME])).await;
    let mut socket = me.sit(&table.table).await;
    let mut rolls = std::collections::BTreeSet::new();
    let rolled = |seen: &support::Seen| -> Vec<String> {
        let chances = seen.events.values().filter_map(|event| match &event.what {
            TableEventKind::Played { told, .. } if told.seat.is_none() => Some(told.event.clone()),
            _ => None,
        });
        chances.collect()
    };
    socket.see(|seen| whose_turn(seen).is_some()).await;
    for round in 0..8 {
        // A seat's last action of the turn lets the other roll.
        let before = rolled(&socket.seen).len();
        let mut seat = None;
        while rolled(&socket.seen).len() == before {
            seat = whose_turn(&socket.seen);
            assert!(socket.play_on(0).await);
        }
        rolls.insert(rolled(&socket.seen)[before].clone());
        let seq = socket.seen.seq;
        let undo = ToServer::Undo(Undo { id: format!("u{round}"), seq, seat });
        assert!(matches!(socket.command(&undo).await, ToClient::Acked { .. }), "no other person is asked");
        socket.see(|seen| seen.seq > seq).await;
    }
    assert!(rolls.len() > 2, "the same position, other dice: {rolls:?}");
    let _: Value =
        me.post(&format!("/api/tables/{}/abandon", table.table), &json!({})).await.expect("it is closed");
    let proof = me.get(&format!("/api/tables/{}/proof", table.table)).await.expect("a proof");
    let verified = rainette_server::fair::verify(&proof).expect("it holds, with all that was taken back");
    assert_eq!(verified.redraws, 8, "it is counted");
}

#[tokio::test(flavor = "multi_thread")]
async fn time_runs_out() {
    let server = Server::start().await;
    let clock = ClockKind::PerMove { seconds: 5 };
    let open = OpenTable { clock, is_strict: true, ..wish("hop-it", &[ME, FRIEND]) };
    let (_, _, mut sockets) = two(&server, open).await;
    let late = whose_turn(&sockets[0].seen).expect("a turn");
    assert!(sockets[0].table().seats[late.index()].clock.is_some_and(|clock| clock.is_running));
    sockets[0].see(|seen| seen.welcome.as_ref().is_some_and(|w| w.table.status == Status::Finished)).await;
    let result = sockets[0].table().result.clone().expect("a result");
    assert_eq!(result.winners, [late.next(2)]);
    assert!(
        sockets[0]
            .seen
            .events
            .values()
            .any(|event| matches!(event.what, TableEventKind::OutOfTime { seat } if seat == late))
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_gives_up_loses_at_a_table_of_two_and_is_taken_over_at_a_larger_one() {
    let server = Server::start().await;
    let (_, _, mut sockets) = two(&server, wish("hop-it", &[ME, FRIEND])).await;
    let resign = ToServer::Resign(Resign { id: "r".to_owned(), seat: None });
    assert!(matches!(sockets[1].command(&resign).await, ToClient::Acked { .. }));
    sockets[0].see(|seen| seen.welcome.as_ref().is_some_and(|w| w.table.status == Status::Finished)).await;
    assert_eq!(sockets[0].table().result.clone().expect("a result").winners, [Seat::new(0)]);

    let three = wish("china-moon", &[ME, FRIEND, computer()]);
    let (_, _, mut sockets) = two(&server, three).await;
    assert!(matches!(sockets[1].command(&resign).await, ToClient::Acked { .. }));
    sockets[0].see(|seen| seen.welcome.as_ref().is_some_and(|w| w.table.seats[1].out.is_some())).await;
    assert_eq!(sockets[0].status(), Status::Playing);
    assert!(sockets[0].play_on(0).await, "the game goes on");
    let again = sockets[1].command(&ToServer::Resign(Resign { id: "s".to_owned(), seat: None })).await;
    assert!(matches!(&again, ToClient::Refused(refusal) if refusal.code == "seat-out"), "{again:?}");
    assert!(matches!(sockets[0].command(&resign).await, ToClient::Acked { .. }));
    sockets[0].see(|seen| seen.welcome.as_ref().is_some_and(|w| w.table.status == Status::Abandoned)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restart_in_mid_game_loses_nothing() {
    let mut server = Server::start().await;
    let (table, people, mut sockets) = two(&server, wish("frogriders", &[ME, FRIEND])).await;
    for pick in 0..9 {
        one_turn(&mut sockets, pick).await;
    }
    let before: Vec<_> = sockets.iter().map(|socket| socket.seen.clone()).collect();
    server.restart().await;
    let mut told = sockets[0].hear().await;
    while told.as_ref().is_some_and(|message| !matches!(message, ToClient::Reconnect { .. })) {
        told = sockets[0].hear().await;
    }
    assert!(told.is_some(), "clients are told to come back");
    let mut back = [people[0].sit(&table).await, people[1].sit(&table).await];
    for (socket, before) in back.iter().zip(&before) {
        assert_eq!(socket.seen.events, before.events);
        assert_eq!(socket.seen.position, before.position);
    }
    for pick in 0..5 {
        one_turn(&mut back, pick).await;
    }
}

/// Lets the server be down for an hour, in no time: everything in the store happened an hour earlier.
async fn down_for_an_hour(server: &mut Server) {
    server.stop().await;
    let changes = [
        "UPDATE log SET at = at - 3600000",
        "UPDATE runs SET began_at = began_at - 3600000, seen_at = seen_at - 3600000",
        "UPDATE tables SET changed_at = changed_at - 3600000, visited_at = visited_at - 3600000",
        // Whatever was stored before there were seals is sealed when it is opened.
        "UPDATE log SET chain = NULL",
        "DELETE FROM seals",
        "DELETE FROM whole",
    ];
    match server.config.store() {
        Database::Sqlite(path) => {
            let url = format!("sqlite://{}", path.display());
            let pool = sqlx::SqlitePool::connect(&url).await.expect("a store");
            for change in changes {
                sqlx::query(change).execute(&pool).await.expect("it is changed");
            }
            pool.close().await;
        }
        Database::Postgres(url) => {
            let pool = sqlx::PgPool::connect(&url).await.expect("a store");
            for change in changes {
                sqlx::query(change).execute(&pool).await.expect("it is changed");
            }
            pool.close().await;
        }
    }
    server.restart().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn time_in_which_the_server_was_down_is_not_charged() {
    let mut server = Server::start().await;
    let clock = ClockKind::Bank { seconds: 600, increment: 0 };
    let open = OpenTable { clock, ..wish("hop-it", &[ME, FRIEND]) };
    let (table, people, mut sockets) = two(&server, open).await;
    for pick in 0..3 {
        one_turn(&mut sockets, pick).await;
    }
    down_for_an_hour(&mut server).await;
    let mut back = [people[0].sit(&table).await, people[1].sit(&table).await];
    let lost = back[0].seen.events.values().find_map(|event| match event.what {
        TableEventKind::Resumed { lost_ms } => Some(lost_ms),
        _ => None,
    });
    assert!(lost.is_some_and(|lost| (3_600_000..3_660_000).contains(&lost)), "{lost:?}");
    assert_eq!(back[0].status(), Status::Playing, "ten minutes were enough for an hour");
    for seat in &back[0].table().seats {
        let left = seat.clock.expect("a clock").left_ms;
        assert!((500_000..=600_000).contains(&left), "{left}");
    }
    for socket in &mut back {
        let seq = people[0].look(&table).await.seq;
        socket.see(|seen| seen.seq >= seq).await;
    }
    one_turn(&mut back, 0).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_people_have_settled_outlives_a_restart() {
    let mut server = Server::start().await;
    let clock = ClockKind::Bank { seconds: 600, increment: 0 };
    let timed = OpenTable { clock, ..wish("abagio", &[ME, FRIEND]) };
    let (table, people, mut sockets) = two(&server, timed).await;
    let has_acted = |socket: &Socket, seat: usize| {
        let by = |event: &rainette_server::protocol::TableEvent| matches!(&event.what, TableEventKind::Played { told, .. } if told.seat == Some(Seat::new(seat)));
        socket.seen.events.values().any(by)
    };
    // Whoever is not to move has acted, and a roll has followed.
    while !(has_acted(&sockets[0], 0) && has_acted(&sockets[0], 1)) {
        one_turn(&mut sockets, 1).await;
    }
    // Somebody is muted, something is to be taken back, and a code is on its way to another device.
    sockets[1].say(&ToServer::Mute(Mute { person: 1, muted: true })).await;
    sockets[1].see(|seen| seen.welcome.as_ref().is_some_and(|w| w.you.muted == [1])).await;
    let asker = 1 - whose_turn(&sockets[0].seen).expect("a turn").index();
    let undo = ToServer::Undo(Undo { id: "back".to_owned(), seq: sockets[0].seen.seq, seat: None });
    sockets[asker].say(&undo).await;
    sockets[1 - asker].see(|seen| seen.welcome.as_ref().is_some_and(|w| w.table.undo.is_some())).await;
    let wanted = sockets[1 - asker].table().undo.clone();
    let code: DeviceCode =
        people[0].post(&format!("/api/tables/{table}/device-code"), &json!({})).await.expect("a code");
    down_for_an_hour(&mut server).await;

    let mut back = [people[0].sit(&table).await, people[1].sit(&table).await];
    for socket in &back {
        assert_eq!(socket.table().undo, wanted, "the wish stands, though the clocks were set right");
    }
    assert_eq!(back[1].you().muted, [1]);
    assert!(back[0].you().muted.is_empty());
    // Whoever asked asks again, as after any lost connection, and is answered once it is decided.
    back[asker].say(&undo).await;
    let yes = ToServer::AnswerUndo(AnswerUndo { id: "yes".to_owned(), agree: true });
    let ToClient::Acked { number, .. } = back[1 - asker].command(&yes).await else { panic!("an answer") };
    let acked = back[asker].until(|message| matches!(message, ToClient::Acked { .. })).await;
    assert_eq!(acked, ToClient::Acked { id: "back".to_owned(), number });
    assert!(back[asker].seen.welcome.is_some());
    back[asker].see(|seen| seen.seq >= number).await;
    assert_eq!(back[asker].table().undo, None);

    let phone = server.visitor().await;
    let claim = ClaimDevice { code: code.code };
    let seated: Seated = phone.post("/api/device-code", &claim).await.expect("a seat");
    assert_eq!(seated.seats, [Seat::new(0)]);
    assert_eq!(server.visitor().await.refused("/api/device-code", &claim).await, "unknown-code");
    // And a wish that was refused does not come back.
    server.restart().await;
    assert_eq!(people[1].look(&table).await.table.undo, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_that_waits_is_closed_when_nobody_comes() {
    let mut server = Server::start().await;
    let (host, guest) = (server.visitor().await, server.visitor().await);
    let open = OpenTable { is_public: true, ..wish("hop-it", &[ME, FRIEND]) };
    let [left, kept] = [host.open(&open).await, host.open(&open).await];
    let path = |seated: &Seated| format!("/api/invites/{}", seated.invite.clone().expect("an invitation"));
    // An hour without a server is no hour in which nobody came.
    server.config.close_waiting_after = Some(std::time::Duration::from_mins(30));
    down_for_an_hour(&mut server).await;
    let mut socket = host.sit(&kept.table).await;
    let invitation: Invitation = guest.get(&path(&left)).await.expect("it is still open");
    assert_eq!(invitation.table.status, Status::Waiting);

    server.config.close_waiting_after = Some(std::time::Duration::from_secs(4));
    server.restart().await;
    while socket.hear().await.is_some() {}
    let mut socket = host.sit(&kept.table).await;
    // If the host asked, that would be a visit.
    let passer_by = server.stranger();
    let closed = async {
        while passer_by.look(&left.table).await.table.status != Status::Abandoned {
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(support::PATIENCE, closed).await.expect("it is closed");
    let join = Join { name: "Bo".to_owned(), ..Join::default() };
    let refusal = guest.get::<Invitation>(&path(&left)).await.expect_err("it leads nowhere");
    assert_eq!(refusal.code, "closed");
    assert_eq!(guest.refused(&path(&left), &join).await, "closed");
    assert_eq!(guest.refused(&format!("/api/tables/{}/join", left.table), &join).await, "closed");
    let list: TableList = guest.get("/api/tables").await.expect("a list");
    let listed: Vec<&str> = list.tables.iter().map(|line| line.id.as_str()).collect();
    assert_eq!(listed, [kept.table.as_str()], "where somebody waits, the table stays");
    let _: Seated = guest.post(&path(&kept), &join).await.expect("a seat");
    socket.see(|seen| seen.position.is_some()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_that_is_given_up_leaves_nobody_behind() {
    let server = Server::start().await;
    let (table, _, mut sockets) = two(&server, wish("hop-it", &[ME, FRIEND])).await;
    let seq = sockets[0].seen.seq;
    let stranger = server.stranger();
    let path = format!("/api/tables/{table}/events?after={seq}&wait=60");
    let waits = tokio::spawn(async move { stranger.fetch(&path).await });
    let spectators = |count| {
        move |seen: &support::Seen| seen.welcome.as_ref().is_some_and(|w| w.table.spectators == count)
    };
    sockets[0].see(spectators(1)).await;
    waits.abort();
    sockets[0].see(spectators(0)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_leaves_and_comes_back_is_the_same_person_with_a_new_seed() {
    let server = Server::start().await;
    let (host, guest) = (server.visitor().await, server.visitor().await);
    let table = host.open(&wish("abagio", &[ME, FRIEND])).await;
    let invite = format!("/api/invites/{}", table.invite.expect("an invitation"));
    let leave = format!("/api/tables/{}/leave", table.table);
    let _: Value = host.post(&leave, &json!({})).await.expect("the host may stand up");
    let seed = Seed::new([5; 32]);
    let join = |name: &str, seed: Seed| Join {
        name: name.to_owned(),
        seat: None,
        commitment: Some(seed.commitment().to_string()),
        agrees_to_opening: false,
    };
    let _: Seated = guest.post(&invite, &join("Bo", Seed::new([4; 32]))).await.expect("a seat");
    let _: Value = guest.post(&leave, &json!({})).await.expect("gone");
    let _: Seated = guest.post(&invite, &join("Bob", seed)).await.expect("a seat again");
    let mut socket = guest.sit(&table.table).await;
    assert_eq!(socket.you().person, Some(2));
    let _: Seated = host.post(&invite, &join("Ana", Seed::new([6; 32]))).await.expect("the other seat");
    socket.see(|seen| seen.welcome.as_ref().is_some_and(|w| w.you.is_seed_wanted)).await;
    socket.say(&ToServer::Reveal(Reveal { seed: seed.reveal() })).await;
    socket.see(|seen| seen.position.is_some()).await;
    let shown = socket.seen.events.values().find_map(|event| match &event.what {
        TableEventKind::Started { seeds } => Some(seeds.clone()),
        _ => None,
    });
    let shown: Vec<String> = shown.expect("a start").into_iter().map(|shown| shown.seed).collect();
    assert_eq!(shown, [seed.reveal()], "the new seed counts");
}

#[tokio::test(flavor = "multi_thread")]
async fn everybody_is_told_who_thinks_now() {
    let server = Server::start().await;
    let me = server.visitor().await;
    let table = me.open(&wish("hop-it", &[ME, computer()])).await.table;
    let mut socket = me.sit(&table).await;
    socket.see(|seen| whose_turn(seen) == Some(Seat::new(0))).await;
    for turn in 0..5 {
        assert!(socket.play_on(turn).await);
        loop {
            let thinks = socket.table().thinking.map(|thinking| thinking.seat);
            let turn = whose_turn(&socket.seen);
            assert_eq!(thinks, turn.filter(|seat| seat.index() == 1), "{turn:?}");
            if turn != Some(Seat::new(1)) {
                break;
            }
            socket.hear().await.expect("the socket stays open");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn computer_players_go_on_after_a_restart_by_themselves() {
    let mut server = Server::start().await;
    let me = server.visitor().await;
    let table = me.open(&wish("pool-party", &[computer(), computer(), ME])).await;
    let mut socket = me.sit(&table.table).await;
    socket.see(|seen| seen.position.is_some()).await;
    server.restart().await;
    let mut socket = me.sit(&table.table).await;
    socket.see(|seen| whose_turn(seen) == Some(Seat::new(2))).await;
    assert!(socket.play_on(3).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rematch_keeps_people_and_turns_seats() {
    let server = Server::start().await;
    let (table, people, mut sockets) = two(&server, wish("hop-it", &[ME, FRIEND])).await;
    let spectator = server.stranger();
    let mut looks_on = spectator.sit(&table).await;
    let path = format!("/api/tables/{table}/rematch");
    assert_eq!(people[0].refused(&path, &json!({})).await, "not-over");
    sockets[0].command(&ToServer::Resign(Resign { id: "r".to_owned(), seat: None })).await;
    let rematch: Rematch = people[1].post(&path, &json!({})).await.expect("a rematch");
    let same: Rematch = people[0].post(&path, &json!({})).await.expect("the same one");
    assert_eq!(rematch, same);
    looks_on.until(|message| matches!(message, ToClient::Rematch { table } if *table == rematch.table)).await;
    // Everybody commits as soon as they are there, and shows the seed once all commitments are frozen.
    let seeds = [Seed::new([1; 32]), Seed::new([2; 32])];
    let mut again = [people[0].sit(&rematch.table).await, people[1].sit(&rematch.table).await];
    for (socket, seed) in again.iter_mut().zip(seeds) {
        assert!(socket.you().is_commitment_wanted);
        socket.say(&ToServer::Commit(Commit { commitment: seed.commitment().to_string() })).await;
    }
    for (socket, seed) in again.iter_mut().zip(seeds) {
        socket.see(|seen| seen.welcome.as_ref().is_some_and(|w| w.you.is_seed_wanted)).await;
        let frozen = socket.seen.events.values().find_map(|event| match &event.what {
            TableEventKind::Frozen { players } => Some(players.len()),
            _ => None,
        });
        assert_eq!(frozen, Some(2), "nobody is asked for a seed before");
        socket.say(&ToServer::Reveal(Reveal { seed: seed.reveal() })).await;
    }
    for socket in &mut again {
        socket.see(|seen| seen.position.is_some()).await;
    }
    assert_eq!(again[0].you().seats, [Seat::new(1)], "seats have turned");
    assert_eq!(again[1].you().seats, [Seat::new(0)]);
    assert!(again[1].you().is_host);
    let started = again[0].seen.events.values().find_map(|event| match &event.what {
        TableEventKind::Started { seeds } => Some(seeds.len()),
        _ => None,
    });
    assert_eq!(started, Some(2), "both seeds count");
}

#[tokio::test(flavor = "multi_thread")]
async fn seeds_are_committed_to_and_shown_at_the_start() {
    let server = Server::start().await;
    let me = server.visitor().await;
    let seed = Seed::new([7; 32]);
    let open = OpenTable {
        commitment: Some(seed.commitment().to_string()),
        start_when_full: false,
        ..wish("abagio", &[ME, computer()])
    };
    let table = me.open(&open).await;
    let start = format!("/api/tables/{}/start", table.table);
    let early = json!({ "seed": seed.reveal() });
    assert_eq!(me.refused(&start, &early).await, "malformed", "seeds are shown after the freeze");
    let commands = format!("/api/tables/{}/commands", table.table);
    let reveal = |seed: Seed| json!({ "type": "reveal", "seed": seed.reveal() });
    assert_eq!(me.refused(&commands, &reveal(seed)).await, "not-started");
    let _: Value = me.post(&start, &json!({})).await.expect("it is frozen");
    assert_eq!(me.look(&table.table).await.table.status, Status::Starting);
    let commit = json!({ "type": "commit", "commitment": Seed::new([9; 32]).commitment().to_string() });
    assert_eq!(me.refused(&commands, &commit).await, "frozen");
    assert_eq!(me.refused(&commands, &reveal(Seed::new([8; 32]))).await, "wrong-seed");
    let _: Value = me.post(&commands, &reveal(seed)).await.expect("it starts");
    let mut socket = me.sit(&table.table).await;
    socket.see(|seen| seen.position.is_some()).await;
    socket.command(&ToServer::Resign(Resign { id: "r".to_owned(), seat: None })).await;
    let proof: rainette_server::fair::Proof =
        me.get(&format!("/api/tables/{}/proof", table.table)).await.expect("a proof");
    rainette_server::fair::verify(&proof).expect("it holds");
    assert_eq!(proof.server.commitment.to_string(), table.commitment, "as promised before the game");
    assert_eq!(proof.players.len(), 1);
    assert_eq!(proof.players[0].seed, Some(seed));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_moves_to_another_device_by_a_code_that_works_once() {
    let server = Server::start().await;
    let (table, people, sockets) = two(&server, wish("frogriders", &[ME, FRIEND])).await;
    let code: DeviceCode =
        people[0].post(&format!("/api/tables/{table}/device-code"), &json!({})).await.expect("a code");
    let phone = server.visitor().await;
    let claim = ClaimDevice { code: code.code };
    let seated: Seated = phone.post("/api/device-code", &claim).await.expect("a seat");
    assert_eq!((seated.table.as_str(), seated.seats.as_slice()), (table.as_str(), &[Seat::new(0)][..]));
    assert_eq!(server.visitor().await.refused("/api/device-code", &claim).await, "unknown-code");
    let here = phone.sit(&table).await;
    assert_eq!(here.seen.position, sockets[0].seen.position);
    assert!(people[0].look(&table).await.you.seats.is_empty(), "the old device has given it away");
}

#[tokio::test(flavor = "multi_thread")]
async fn guests_come_and_go_before_the_start() {
    let server = Server::start().await;
    let host = server.visitor().await;
    let open = OpenTable {
        start_when_full: false,
        is_public: true,
        ..wish("pool-party", &[ME, FRIEND, SeatWish::Open])
    };
    let table = host.open(&open).await;
    let path = format!("/api/tables/{}", table.table);
    let list: TableList = server.stranger().get("/api/tables").await.expect("a list");
    assert!(list.tables.iter().any(|line| line.id == table.table));
    let (a, b) = (server.visitor().await, server.visitor().await);
    let join = |name: &str| Join { name: name.to_owned(), ..Join::default() };
    let seated: Seated = a.post(&format!("{path}/join"), &join("A")).await.expect("the open seat");
    assert_eq!(seated.seats, [Seat::new(2)]);
    assert_eq!(b.refused(&format!("{path}/join"), &join("B")).await, "full");
    let invite = format!("/api/invites/{}", table.invite.expect("an invitation"));
    let invitation: Invitation = b.get(&invite).await.expect("an invitation");
    assert_eq!(invitation.free, [Seat::new(1)]);
    let _: Seated = b.post(&invite, &join("B")).await.expect("the kept seat");
    assert_eq!(a.refused(&format!("{path}/remove"), &SeatBody { seat: Seat::new(1) }).await, "not-host");
    let _: Value =
        host.post(&format!("{path}/remove"), &SeatBody { seat: Seat::new(1) }).await.expect("gone");
    assert_eq!(b.refused(&invite, &join("B again")).await, "removed");
    assert!(b.look(&table.table).await.you.is_removed);
    let _: Value = a.post(&format!("{path}/leave"), &json!({})).await.expect("gone");
    let state = host.look(&table.table).await.table;
    assert!(state.seats[1..].iter().all(|seat| !seat.is_present));
    let _: Value = host.post(&format!("{path}/abandon"), &json!({})).await.expect("closed");
    // The list is a second old at most.
    let anybody = server.stranger();
    let is_gone = async {
        while !anybody.get::<TableList>("/api/tables").await.expect("a list").tables.is_empty() {
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(support::PATIENCE, is_gone).await.expect("a closed table is not listed");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lobby_is_changed_without_another_link() {
    let mut server = Server::start().await;
    let (host, guest) = (server.visitor().await, server.visitor().await);
    let open = OpenTable { start_when_full: false, ..wish("pool-party", &[ME, FRIEND, FRIEND]) };
    let Seated { table, invite, .. } = host.open(&open).await;
    let invite = format!("/api/invites/{}", invite.expect("an invitation"));
    let join = Join { name: "Bo".to_owned(), ..Join::default() };
    let _: Seated = guest.post(&invite, &join).await.expect("a seat");
    let commands = format!("/api/tables/{table}/commands");
    let anybody = server.stranger();
    let list: TableList = anybody.get("/api/tables").await.expect("a list");
    assert!(list.tables.is_empty());
    let clock = ClockKind::Days { days: 2, weekends_off: None };
    let arrange = |arrange: Value| {
        let mut body = arrange;
        body["type"] = json!("arrange");
        body
    };
    let public = arrange(json!({ "is_public": true, "clock": clock, "starts": { "is": "lot" } }));
    assert_eq!(guest.refused(&commands, &public).await, "not-host");
    assert_eq!(host.refused(&commands, &arrange(json!({ "colour": 1 }))).await, "malformed");
    assert!(host.send(&commands, &public).await.status().is_success());
    let listed = anybody.listed(&table, |line| line.clock == clock).await;
    assert_eq!(listed.seats[2], Sitter::Open, "it is on the list, with its clock, for anybody");
    assert!(
        host.send(&commands, &json!({ "type": "fill", "seat": 2, "level": 7 })).await.status().is_success()
    );
    anybody.listed(&table, |line| line.seats[2] == Sitter::Computer { level: 7 }).await;
    assert_eq!(host.refused(&format!("/api/tables/{table}/start"), &json!({})).await, "not-ready");
    let mut socket = guest.sit(&table).await;
    assert!(!socket.table().seats[1].is_ready);
    let seq = guest.look(&table).await.seq;
    socket.say(&ToServer::Ready(Ready { is_ready: true, seq })).await;
    socket.see(|seen| seen.welcome.as_ref().is_some_and(|w| w.table.seats[1].is_ready)).await;
    socket.close().await;
    server.restart().await;
    let (host, guest) = (host.at(&server), guest.at(&server));
    let state = guest.look(&table).await.table;
    assert_eq!((state.clock, state.starts, state.is_public), (clock, Starts::Lot, true), "it lasts");
    let _: Value = host.post(&format!("/api/tables/{table}/start"), &json!({})).await.expect("all are ready");
    let began = |what: &TableEventKind| matches!(what, TableEventKind::Began { is_lot: true, .. });
    let events = guest.look(&table).await.events;
    assert!(events.iter().any(|event| began(&event.what)), "{events:?}");
    assert_eq!(host.refused(&commands, &public).await, "already-started");
}

#[tokio::test(flavor = "multi_thread")]
async fn people_talk_and_need_not_listen() {
    let server = Server::start().await;
    let (table, people, mut sockets) = two(&server, wish("hop-it", &[ME, FRIEND])).await;
    let chat = |text: &str| ToServer::Chat(Chat { text: text.to_owned() });
    let said = |text: &'static str| move |message: &ToClient| matches!(message, ToClient::Chat(line) if line.text == text);
    sockets[0].say(&chat("  <b>bonjour</b>\u{7} ")).await;
    let heard = sockets[1].until(said("<b>bonjour</b>")).await;
    let ToClient::Chat(line) = heard else { panic!("chat") };
    assert_eq!(line.name.as_deref(), Some("Ana"));
    sockets[1].say(&ToServer::Mute(Mute { person: line.person, muted: true })).await;
    sockets[1].see(|seen| seen.welcome.as_ref().is_some_and(|w| !w.you.muted.is_empty())).await;
    sockets[0].say(&chat("unheard")).await;
    sockets[0].until(said("unheard")).await;
    sockets[1].say(&chat("mine")).await;
    let next = sockets[1].until(|message| matches!(message, ToClient::Chat(_))).await;
    assert!(said("mine")(&next), "{next:?}");
    assert_eq!(people[0].look(&table).await.chat.len(), 3);
    assert_eq!(people[1].look(&table).await.chat.len(), 1);

    let gone: Erased = {
        let request = people[0].http.delete(server.url("/api/me"));
        let token = people[0].token.clone().expect("a token");
        request.bearer_auth(token).send().await.expect("an answer").json().await.expect("JSON")
    };
    assert_eq!(gone.tables, 1);
    let later = people[1].look(&table).await;
    let text = serde_json::to_string(&later).expect("JSON");
    assert!(!text.contains("Ana") && !text.contains("bonjour"), "{text}");
    assert!(later.seq > 0, "the events remain");
    assert!(people[0].look(&table).await.you.seats.is_empty(), "the token holds nothing any more");
    let mine: TableList = people[0].get("/api/me").await.expect("a list");
    assert!(mine.tables.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn scripts_play_over_plain_http() {
    let server = Server::start().await;
    let bot = server.visitor().await;
    let table = bot.open(&wish("hop-it", &[ME, computer()])).await.table;
    let mut seq = 0;
    for turn in 0..6 {
        let welcome = loop {
            let path = format!("/api/tables/{table}/events?after={seq}&wait=20");
            let welcome: rainette_server::protocol::Welcome = bot.get(&path).await.expect("news");
            assert!(welcome.seq > seq, "it waits until something happens");
            seq = welcome.seq;
            if welcome.position.as_ref().is_some_and(|position| position.choices.is_some()) {
                break welcome;
            }
        };
        let mut actions = Vec::new();
        support::gather(&welcome.position.expect("a position").choices.expect("choices"), &mut actions);
        let act = ToServer::Act(Act { id: turn.to_string(), seq, seat: None, action: actions[0].clone() });
        let acked: ToClient =
            bot.post(&format!("/api/tables/{table}/commands"), &act).await.expect("an answer");
        assert_eq!(acked, ToClient::Acked { id: turn.to_string(), number: seq + 1 });
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_finished_game_is_replayed_reviewed_and_played_on_from() {
    let server = Server::start().await;
    let (table, people, mut sockets) = two(&server, wish("frogriders", &[ME, FRIEND])).await;
    for pick in 0..8 {
        one_turn(&mut sockets, pick).await;
    }
    let path = format!("/api/tables/{table}");
    let spectator: Replay = server.stranger().get(&format!("{path}/replay")).await.expect("a replay");
    assert!(spectator.steps.iter().any(|step| step.told.hidden));
    sockets[0].command(&ToServer::Resign(Resign { id: "r".to_owned(), seat: None })).await;
    let all: Replay = server.stranger().get(&format!("{path}/replay?as=everything")).await.expect("a replay");
    assert!(
        all.steps
            .iter()
            .all(|step| !step.told.hidden && step.seats.as_ref().is_some_and(|seats| seats.len() == 2))
    );
    // Its record, sent back, is the same game.
    let text = server.stranger().fetch(&format!("{path}/record")).await.text().await.expect("a record");
    let shown: Replay =
        server.stranger().post("/api/replays?as=everything", &ShowRecord { text }).await.expect("a replay");
    assert_eq!(shown.view, all.view);
    let seen = |replay: &Replay| {
        let steps = replay.steps.iter();
        steps.map(|step| (step.told.clone(), step.view.clone(), step.seats.clone())).collect::<Vec<_>>()
    };
    assert_eq!(seen(&shown), seen(&all));
    let other: Replay = people[0].get(&format!("{path}/replay?as=1")).await.expect("any seat, after the end");
    assert_eq!(other.steps.len(), all.steps.len());
    let why = ToServer::WhyNot(WhyNot { spots: vec!["nowhere".to_owned()] });
    let over = people[0].refused(&format!("{path}/commands"), &why).await;
    assert_eq!(over, "over");

    let analysis = loop {
        let analysis: Analysis = people[0].get(&format!("{path}/analysis")).await.expect("an analysis");
        if analysis.is_done {
            break analysis;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    };
    // The start, and a moment after each step.
    assert_eq!(analysis.moments as usize, all.steps.len() + 1);
    assert!(analysis.curve.iter().map(|moment| moment.step).eq(0..analysis.moments));
    for Moment { shares, errors, seen, seen_errors, step } in &analysis.curve {
        let lengths = [shares.len(), errors.len(), seen.len(), seen_errors.len()];
        assert_eq!(lengths, [2; 4], "at {step}");
        for shares in seen.iter().chain([shares]) {
            assert!((shares.iter().sum::<f32>() - 1.0).abs() < 0.001, "{shares:?} at {step}");
        }
    }
    for swing in &analysis.swings {
        let (step, event) = match swing {
            Swing::Choice { step, played, .. } => (*step, played),
            Swing::Luck { step, event, .. } => (*step, event),
        };
        assert_eq!(all.steps[step as usize].told.event, *event);
    }
    let again: Analysis = server.stranger().get(&format!("{path}/analysis")).await.expect("it is kept");
    assert_eq!(again, analysis);

    let number = all.steps[all.steps.len() / 2].number;
    let open = OpenTable {
        from: Some(PlayOn::Table { table: table.clone(), number }),
        ..wish("frogriders", &[ME, computer()])
    };
    let on = people[0].open(&open).await;
    let mut socket = people[0].sit(&on.table).await;
    socket.see(|seen| whose_turn(seen) == Some(Seat::new(0))).await;
    assert!(socket.play_on(0).await);
    socket.command(&ToServer::Resign(Resign { id: "r".to_owned(), seat: None })).await;
    let proof = people[0].get(&format!("/api/tables/{}/proof", on.table)).await.expect("a proof");
    rainette_server::fair::verify(&proof).expect("it holds");
    let mine: TableList = people[0].get("/api/me").await.expect("a list");
    assert_eq!(mine.tables.len(), 2);
    assert!(mine.tables.iter().all(|line| line.mine == [Seat::new(0)]));
}

#[tokio::test(flavor = "multi_thread")]
async fn why_something_is_not_allowed_is_said_by_its_rule() {
    let server = Server::start().await;
    let me = server.visitor().await;
    let table = me.open(&wish("hop-it", &[ME, ME])).await;
    let mut socket = me.sit(&table.table).await;
    socket.see(|seen| seen.position.is_some()).await;
    let spots = vec!["a1".to_owned(), "a1".to_owned()];
    socket.say(&ToServer::WhyNot(WhyNot { spots: spots.clone() })).await;
    let because = socket.until(|message| matches!(message, ToClient::Because { .. })).await;
    assert!(
        matches!(&because, ToClient::Because { spots: asked, objection: Some(_) } if *asked == spots),
        "{because:?}"
    );
    // More spots than any action has are refused as they are read.
    socket.say(&ToServer::WhyNot(WhyNot { spots: vec!["a1".to_owned(); 33] })).await;
    let refused = socket.until(|message| matches!(message, ToClient::Refused(_))).await;
    let ToClient::Refused(refusal) = refused else { unreachable!("it was looked for") };
    assert_eq!(refusal.code, "malformed");
    assert!(refusal.message.contains("at most 32 spots"), "{refusal:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_interface_describes_itself() {
    let server = Server::start_with(|config| config.metrics = Some(support::free_address())).await;
    let stranger = server.stranger();
    let api: Value = stranger.get("/api/openapi.json").await.expect("a document");
    assert!(api["paths"]["/api/tables/{table}/commands"]["post"].is_object());
    assert!(api["components"]["schemas"]["ToServer"].is_object());
    let page = stranger.fetch("/api/docs").await.text().await.expect("a page");
    for path in api["paths"].as_object().expect("paths").keys() {
        assert!(page.contains(&**path), "{path}");
    }
    for path in ["/healthz", "/readyz"] {
        assert!(stranger.fetch(path).await.status().is_success(), "{path}");
    }
    assert_eq!(stranger.fetch("/metrics").await.status(), 404, "figures are no business of strangers");
    let figures = server.figures().await;
    assert!(figures.contains("rainette_requests_total"), "{figures}");
    assert!(figures.contains("rainette_request_seconds_bucket"), "{figures}");
    // Every request has a name of its own, whatever the stranger calls it.
    let id = |reply: &reqwest::Response| reply.headers()["x-request-id"].to_str().expect("text").to_owned();
    let ids = [id(&stranger.fetch("/healthz").await), id(&stranger.fetch("/healthz").await)];
    assert!(ids[0] != ids[1] && ids[0].len() == 16, "{ids:?}");
    let games: Value = stranger.get("/api/games").await.expect("games");
    assert_eq!(games["games"].as_array().map(Vec::len), Some(rainette_games::games().len()));
    assert_eq!(games["levels"].as_array().map(Vec::len), Some(8));
}
