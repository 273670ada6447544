//! Whole games of every game and number of seats, over real sockets, to the end that the rules have.

mod support;

use rainette_core::{Observer, Seat};
use rainette_server::fair::{Seed, verify};
use rainette_server::protocol::{
    Join, OpenTable, Reveal, SeatWish, Seated, Status, TableEventKind, ToServer,
};
use support::{Server, Socket, Visitor, whose_turn, wish};

/// The level of those who play: games come to their end in good time.
const LEVEL: u8 = 3;

/// The game is over by its own rules, and everything that can be had afterwards fits together.
async fn check_end(me: &Visitor, table: &str, socket: &Socket) {
    let what = format!("{} with {}", socket.table().game, socket.table().seats.len());
    assert_eq!(socket.status(), Status::Finished, "{what}");
    let result = socket.table().result.clone().expect("a result");
    assert_eq!(result.out, None, "{what}: nobody gave up");
    let numbers: Vec<u64> = socket.seen.events.keys().copied().collect();
    let expected: Vec<u64> = (1..=socket.seen.seq).collect();
    assert_eq!(numbers, expected, "{what}: every event comes once");
    let record = me.fetch(&format!("/api/tables/{table}/record")).await;
    let record: rainette_core::Record = record.text().await.expect("text").parse().expect("a record");
    let replayed = rainette_games::replay(&record).expect("it replays");
    assert_eq!(replayed.turn(), rainette_core::Turn::Over, "{what}");
    let outcome = replayed.result().expect("an outcome");
    assert_eq!(result.winners, outcome.winners.iter().collect::<Vec<Seat>>(), "{what}");
    let shown = socket.seen.position.as_ref().map(|position| position.view.clone());
    let observer = socket.you().in_hand.map_or(Observer::Spectator, Observer::Seat);
    assert_eq!(shown, Some(replayed.view(observer)), "{what}");
    let proof = me.get(&format!("/api/tables/{table}/proof")).await.expect("a proof");
    verify(&proof).expect("it holds");
}

/// One person against computer players.
#[tokio::test(flavor = "multi_thread")]
async fn every_game_is_played_to_its_end_against_computer_players() {
    let server = Server::start().await;
    for info in rainette_games::games() {
        for seats in info.seats.clone() {
            let me = server.visitor().await;
            let mut wishes = vec![SeatWish::Computer { level: LEVEL }; seats];
            wishes[seats - 1] = SeatWish::Me;
            let table = me.open(&wish(info.id, &wishes)).await;
            let mut socket = me.sit(&table.table).await;
            while socket.play_well(LEVEL).await {}
            check_end(&me, &table.table, &socket).await;
            let by_computer = socket
                .seen
                .events
                .values()
                .filter(|event| matches!(&event.what, TableEventKind::Played { by_computer: true, .. }));
            assert!(by_computer.count() > 0, "{} with {seats}: computer players play", info.id);
        }
    }
}

/// A table of people who came by link, each with a socket and a seed of their own.
async fn people(server: &Server, game: &str, seats: usize) -> (String, Vec<Visitor>, Vec<Socket>) {
    let seed = |number: usize| Seed::new([number as u8; 32]);
    let host = server.visitor().await;
    let mut wishes = vec![SeatWish::Friend; seats];
    wishes[0] = SeatWish::Me;
    let open = OpenTable { commitment: Some(seed(0).commitment().to_string()), ..wish(game, &wishes) };
    let table = host.open(&open).await;
    let invite = table.invite.expect("an invitation");
    let mut sockets = vec![host.sit(&table.table).await];
    let mut visitors = vec![host];
    for number in 1..seats {
        let friend = server.visitor().await;
        let commitment = Some(seed(number).commitment().to_string());
        let join = Join { name: format!("Friend {number}"), commitment, ..Join::default() };
        let seated: Seated = friend.post(&format!("/api/invites/{invite}"), &join).await.expect("a seat");
        assert_eq!(seated.seats, [Seat::new(number)]);
        sockets.push(friend.sit(&table.table).await);
        visitors.push(friend);
    }
    for (number, socket) in sockets.iter_mut().enumerate() {
        socket.see(|seen| seen.welcome.as_ref().is_some_and(|welcome| welcome.you.is_seed_wanted)).await;
        socket.say(&ToServer::Reveal(Reveal { seed: seed(number).reveal() })).await;
    }
    for socket in &mut sockets {
        socket.see(|seen| seen.position.is_some()).await;
        let shown = socket.seen.events.values().find_map(|event| match &event.what {
            TableEventKind::Started { seeds } => Some(seeds.len()),
            _ => None,
        });
        assert_eq!(shown, Some(seats), "every seed counts");
    }
    (table.table, visitors, sockets)
}

/// People among themselves. Before each action somebody's connection is cut, and afterwards they come back, so that
/// there is no event in the game at which nobody does.
async fn people_play(games: impl Fn(&str) -> bool) {
    let server = Server::start().await;
    for info in rainette_games::games().into_iter().filter(|info| games(info.id)) {
        for seats in info.seats.clone() {
            let (table, visitors, mut sockets) = people(&server, info.id, seats).await;
            let mut looks_on = server.stranger().sit(&table).await;
            for round in 0.. {
                let Some(seat) = whose_turn(&sockets[0].seen) else { break };
                // Whoever acts, the one after them, the one after that, and so on.
                let gone = (seat.index() + round) % seats;
                let before = sockets[gone].seen.clone();
                if gone != seat.index() {
                    sockets.remove(gone).close().await;
                    sockets.insert(gone, visitors[gone].connect(&table).await);
                }
                assert!(sockets[seat.index()].play_well(LEVEL).await);
                let seq = sockets[seat.index()].seen.seq;
                sockets.remove(gone).close().await;
                sockets.insert(gone, visitors[gone].come_back(&table, before).await);
                for socket in sockets.iter_mut().chain([&mut looks_on]) {
                    socket.see(|seen| seen.seq >= seq).await;
                    assert_eq!(socket.seen.seq, seq, "nothing else happens");
                }
            }
            for (visitor, socket) in visitors.iter().zip(&sockets) {
                check_end(visitor, &table, socket).await;
            }
            check_end(&server.stranger(), &table, &looks_on).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_people_play_to_the_end_and_come_back_at_every_event() {
    people_play(|game| matches!(game, "hop-it" | "abagio")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn up_to_six_people_play_to_the_end_and_come_back_at_every_event() {
    people_play(|game| !matches!(game, "hop-it" | "abagio")).await;
}
