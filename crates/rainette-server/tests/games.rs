//! Whole games of every game and number of seats, over real sockets.

mod support;

use rainette_server::protocol::{Join, SeatWish, Seated, Status, What};
use support::{Server, wish};

/// One person plays any legal action against computer players, to the end.
#[tokio::test(flavor = "multi_thread")]
async fn every_game_is_played_to_its_end_against_computer_players() {
    let server = Server::start().await;
    for info in rainette_games::games() {
        for seats in info.seats.clone() {
            let me = server.visitor().await;
            let mut wishes = vec![SeatWish::Computer { level: 1 }; seats];
            wishes[seats - 1] = SeatWish::Me;
            let table = me.open(&wish(info.id, &wishes)).await;
            let mut socket = me.sit(&table.table).await;
            let mut pick = 1;
            while socket.play_on(pick).await {
                pick = pick.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1) >> 3;
                // Some games do not end by themselves while one side plays anything: then one gives up.
                if socket.seen.seq > 400 {
                    let resign =
                        rainette_server::protocol::ToServer::Resign { id: "enough".to_owned(), seat: None };
                    socket.command(&resign).await;
                    break;
                }
            }
            socket
                .see(|seen| {
                    let status = seen.welcome.as_ref().map(|welcome| welcome.table.status);
                    matches!(status, Some(Status::Finished | Status::Abandoned))
                })
                .await;
            let numbers: Vec<u64> = socket.seen.events.keys().copied().collect();
            let expected: Vec<u64> = (1..=socket.seen.seq).collect();
            assert_eq!(numbers, expected, "{} with {seats}: every event comes once", info.id);
            let by_computer = socket
                .seen
                .events
                .values()
                .filter(|event| matches!(&event.what, What::Played { by_computer: true, .. }));
            assert!(by_computer.count() > 0, "{} with {seats}: computer players play", info.id);
            let record = me.fetch(&format!("/api/tables/{}/record", table.table)).await;
            let record: rainette_core::Record = record.text().await.expect("text").parse().expect("a record");
            let replayed = rainette_games::replay(&record).expect("it replays");
            assert_eq!(replayed.seats(), seats);
            let proof: rainette_server::fair::Proof =
                me.get(&format!("/api/tables/{}/proof", table.table)).await.expect("a proof");
            rainette_server::fair::verify(&proof).expect("it holds");
        }
    }
}

/// Two people by link, each over their own socket, with seeds of their own.
#[tokio::test(flavor = "multi_thread")]
async fn friends_come_by_link_and_play() {
    let server = Server::start().await;
    for info in rainette_games::games() {
        let seats = *info.seats.start();
        let host = server.visitor().await;
        let mut wishes = vec![SeatWish::Friend; seats];
        wishes[0] = SeatWish::Me;
        let table = host.open(&wish(info.id, &wishes)).await;
        let invite = table.invite.expect("an invitation");
        let mut sockets = vec![host.sit(&table.table).await];
        for number in 1..seats {
            let friend = server.visitor().await;
            let join = Join { name: format!("Friend {number}"), ..Join::default() };
            let seated: Seated = friend.post(&format!("/api/invites/{invite}"), &join).await.expect("a seat");
            assert_eq!(seated.seats.len(), 1);
            sockets.push(friend.sit(&table.table).await);
        }
        sockets[0].see(|seen| seen.position.is_some()).await;
        for turn in 0..12 {
            sockets[0].see(|seen| support::whose_turn(seen).is_some()).await;
            let Some(seat) = support::whose_turn(&sockets[0].seen) else { break };
            let seq = sockets[0].seen.seq;
            assert!(sockets[seat.index()].play_on(turn * 7).await);
            for socket in &mut sockets {
                socket.see(|seen| seen.seq > seq).await;
            }
            if sockets[0].status() == Status::Finished {
                break;
            }
        }
        let seqs: Vec<u64> = sockets.iter().map(|socket| socket.seen.seq).collect();
        assert!(seqs.iter().all(|seq| *seq == seqs[0]), "{}: {seqs:?}", info.id);
    }
}
