//! `rainette verify` as its users meet it.

use std::collections::VecDeque;
use std::io::Write as _;
use std::process::{Command, Output, Stdio};

use rainette_core::{Record, Turn};
use rainette_server::fair::{Entry, Proof, Seed, Seeds};
use rainette_server::journal::TokenHash;
use rainette_server::protocol::{Act, Join, OpenTable, Resign, Reveal, SeatWish, Starts, ToServer};
use rainette_server::table::{Fresh, Input, Machine, Output as Outcome, Request, Stored, Ticket, open};

const ME: TokenHash = TokenHash([1; 32]);

/// Asks a table for something, and stores at once what it hands out.
fn ask(machine: &mut Machine, ask: Request, now: i64) {
    let mut outputs = VecDeque::from(machine.handle(Input::Request(Ticket(1), Some(ME), ask), now));
    while let Some(output) = outputs.pop_front() {
        match output {
            Outcome::Store(_) => outputs.extend(machine.stored(now)),
            Outcome::Reply(_, answer) => drop(answer.expect("it is allowed")),
            _ => {}
        }
    }
}

/// The proof of the first events of a game with dice at one screen, always the first action played.
fn proof_of(record: Option<&Record>, shows: bool) -> Proof {
    let (server, player) = (Seed::new([3; 32]), Seed::new([4; 32]));
    let wish = OpenTable {
        game: "abagio".to_owned(),
        seats: vec![SeatWish::Me, SeatWish::Me],
        name: "Ana".to_owned(),
        commitment: Some(player.commitment().to_string()),
        ..OpenTable::default()
    };
    let fresh = Fresh { id: "table".to_owned(), invite: "invite".to_owned(), seed: server };
    let mut stored = Stored::default();
    stored.add(&open(&wish, record.cloned(), ME, fresh, 1_000).expect("it can be opened"));
    let mut machine = Machine::load(stored, 1_000, 0).expect("it can be loaded");
    ask(&mut machine, Request::Start, 1_000);
    if shows {
        ask(&mut machine, Request::Say(ToServer::Reveal(Reveal { seed: player.reveal() })), 1_000);
    } else {
        ask(&mut machine, Request::Look { after: 0, seat: None }, 60_000);
    }
    let mut table = rainette_games::table("abagio", 2, &[]).expect("it is played by two");
    for number in 0..20 {
        // The table is asked what it has rolled by the end of what is there.
        ask(&mut machine, Request::Look { after: 0, seat: None }, 60_000);
        let seq = machine.seq();
        let so_far = peek(&mut machine);
        table.truncate(0);
        for (seat, event) in record
            .iter()
            .flat_map(|record| record.events.iter().map(|line| (line.seat, line.event.clone())))
            .chain(so_far)
        {
            match seat {
                Some(seat) => table.play(seat, &event).expect("it was played"),
                None => table.try_chance(&event).expect("it was rolled"),
            }
        }
        let Turn::Seat(seat) = table.turn() else { break };
        let action = table.choices()[0].0.clone();
        let act = ToServer::Act(Act { id: format!("c{number}"), seq, seat: Some(seat), action });
        ask(&mut machine, Request::Say(act), 60_000);
    }
    ask(&mut machine, Request::Abandon, 60_000);
    machine.history().proof().expect("it was played so")
}

/// What was played so far, as a person at the screen is told it.
fn peek(machine: &mut Machine) -> Vec<(Option<rainette_core::Seat>, String)> {
    let outputs =
        machine.handle(Input::Request(Ticket(2), Some(ME), Request::Look { after: 0, seat: None }), 60_000);
    let seen = outputs.into_iter().find_map(|output| match output {
        Outcome::Reply(Ticket(2), Ok(rainette_server::table::Response::Seen(seen))) => Some(seen),
        _ => None,
    });
    let events = seen.expect("one may look").events.into_iter();
    let played = events.filter_map(|event| match event.what {
        rainette_server::protocol::TableEventKind::Played { told, .. } => Some((told.seat, told.event)),
        _ => None,
    });
    played.collect()
}

fn proof() -> Proof {
    proof_of(None, true)
}

/// The proof of a table at one screen at which the lot says who starts.
fn proof_of_a_lot() -> Proof {
    let player = Seed::new([4; 32]);
    let wish = OpenTable {
        game: "china-moon".to_owned(),
        seats: vec![SeatWish::Me; 3],
        name: "Ana".to_owned(),
        starts: Some(Starts::Lot),
        commitment: Some(player.commitment().to_string()),
        ..OpenTable::default()
    };
    let fresh = Fresh { id: "table".to_owned(), invite: "invite".to_owned(), seed: Seed::new([3; 32]) };
    let mut stored = Stored::default();
    stored.add(&open(&wish, None, ME, fresh, 1_000).expect("it can be opened"));
    let mut machine = Machine::load(stored, 1_000, 0).expect("it can be loaded");
    ask(&mut machine, Request::Start, 1_000);
    ask(&mut machine, Request::Say(ToServer::Reveal(Reveal { seed: player.reveal() })), 1_000);
    ask(&mut machine, Request::Abandon, 1_000);
    machine.history().proof().expect("it was drawn so")
}

fn verify(args: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_rainette"))
        .arg("verify")
        .args(args)
        .env_remove("RAINETTE_LANG")
        .env("LC_ALL", "C")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    // The command may end without reading everything.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    child.wait_with_output().expect("the command ends")
}

#[track_caller]
fn printed(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).expect("text")
}

#[track_caller]
fn complaint(output: &Output, code: i32) -> String {
    assert_eq!(output.status.code(), Some(code), "{}", String::from_utf8_lossy(&output.stdout));
    String::from_utf8(output.stderr.clone()).expect("text")
}

/// The proof of a table at which somebody came in for the computer player, which was closed then.
fn proof_with_a_newcomer() -> Proof {
    let wish = OpenTable {
        game: "hop-it".to_owned(),
        seats: vec![SeatWish::Me, SeatWish::Computer { level: 1 }],
        name: "Ana".to_owned(),
        takes_newcomers: true,
        ..OpenTable::default()
    };
    let fresh = Fresh { id: "table".to_owned(), invite: "invite".to_owned(), seed: Seed::new([3; 32]) };
    let mut stored = Stored::default();
    stored.add(&open(&wish, None, ME, fresh, 1_000).expect("it can be opened"));
    let mut machine = Machine::load(stored, 1_000, 0).expect("it can be loaded");
    ask(&mut machine, Request::Start, 1_000);
    let join = Request::Join { join: Join { name: "Bo".to_owned(), ..Join::default() }, is_invited: true };
    let bo = Input::Request(Ticket(3), Some(TokenHash([2; 32])), join);
    for output in machine.handle(bo, 1_000) {
        if matches!(output, Outcome::Store(_)) {
            machine.stored(1_000);
        }
    }
    let resign = ToServer::Resign(Resign { id: "r".to_owned(), seat: None });
    ask(&mut machine, Request::Say(resign), 2_000);
    machine.history().proof().expect("it is over")
}

#[test]
fn whoever_came_in_is_named_with_the_event() {
    let proof = proof_with_a_newcomer();
    let came_in = proof.log.iter().find(|entry| entry.kind() == "came-in").expect("somebody came in");
    let text = serde_json::to_string(&proof).expect("JSON");
    let said = printed(&verify(&["-"], &text));
    let expected = format!("Person 2 came in at event {} for seat 1; for them", came_in.number());
    assert!(said.contains(&expected), "{said}");
    assert!(
        !printed(&verify(&["-"], &serde_json::to_string(&self::proof()).expect("JSON"))).contains("came in")
    );
}

#[test]
fn a_proof_that_holds_is_said_to_hold() {
    let proof = proof();
    let events = proof.log.len();
    let text = serde_json::to_string(&proof).expect("JSON");
    let commitment = proof.server.commitment.to_string();
    let said = printed(&verify(&["-"], &text));
    assert!(said.starts_with(&format!("Fair: abagio, {events} events, ")), "{said}");
    assert!(said.contains("0 undone, 0 redraws"), "{said}");
    assert!(said.contains(&commitment) && said.contains("compare it"), "{said}");
    assert!(said.contains(&"04".repeat(32)), "everybody can find their own seed: {said}");
    assert!(said.contains("No head was given"), "{said}");
    let said = printed(&verify(&["-", "--commitment", &commitment], &text));
    assert!(said.contains("the one that was shown"), "{said}");
    let said = printed(&verify(&["-", "--lang", "fr"], &text));
    assert!(said.starts_with("Loyal :"), "{said}");
}

#[test]
fn the_lot_that_says_who_starts_is_drawn_again() {
    let mut proof = proof_of_a_lot();
    let first = Seeds::new(Seed::new([3; 32]), vec![Seed::new([4; 32])]).lot(3);
    let said = printed(&verify(&["-"], &serde_json::to_string(&proof).expect("JSON")));
    assert!(said.starts_with("Fair: china-moon, "), "{said}");
    assert!(said.contains(&format!("drawn by lot from the seeds: whoever had seat {first}")), "{said}");
    for entry in &mut proof.log {
        if let Entry::Began { first, .. } = entry {
            *first = rainette_core::Seat::new((first.index() + 1) % 3);
        }
    }
    let said = complaint(&verify(&["-"], &serde_json::to_string(&proof).expect("JSON")), 1);
    assert!(said.contains("does not start") || said.contains("players are not those"), "{said}");
}

#[test]
fn a_kept_head_is_looked_for_in_the_chain() {
    let proof = proof();
    let text = serde_json::to_string(&proof).expect("JSON");
    let heads: Vec<String> = proof.heads().iter().map(ToString::to_string).collect();
    let events = proof.log.len();
    let said = printed(&verify(&["-", "--head", &heads[events]], &text));
    assert!(said.contains("covers all of it"), "{said}");
    let [fifth, ninth] = [format!("5:{}", heads[5]), heads[9].clone()];
    let said = printed(&verify(&["-", "--head", &ninth, "--head", &fifth], &text));
    assert!(said.contains(&format!("covers events 1 to 9; not covered after it: {}", events - 9)), "{said}");
    for wrong in [format!("6:{}", heads[5]), "0".repeat(64)] {
        let said = complaint(&verify(&["-", "--head", &wrong], &text), 1);
        assert!(said.contains("does not hold: the head"), "{said}");
    }
    for nonsense in ["abc", "x:abc", &format!("-1:{}", heads[5])] {
        let said = complaint(&verify(&["-", &format!("--head={nonsense}")], &text), 2);
        assert!(said.contains("64 digits") || said.contains("the number of an event"), "{said}");
    }
}

#[test]
fn what_is_not_fair_is_not_said_to_be() {
    let mut table = rainette_games::table("abagio", 2, &[]).expect("it is played by two");
    table.try_chance("start 6 1").expect("it is possible");
    let given = serde_json::to_string(&proof_of(Some(&table.record()), true)).expect("JSON");
    let output = verify(&["-"], &given);
    assert!(complaint(&output, 1).contains("was not drawn"));
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(said.starts_with("Not drawn: abagio") && said.contains("went on from 1 events"), "{said}");
    let withheld = serde_json::to_string(&proof_of(None, false)).expect("JSON");
    let output = verify(&["-"], &withheld);
    assert!(complaint(&output, 1).contains("are not proved to be fair"));
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(said.starts_with("Not proved: abagio"), "{said}");
    assert!(
        said.contains("The seed of person 1 was not shown") && said.contains("No seed but the server's"),
        "{said}"
    );
}

#[test]
fn a_proof_that_does_not_hold_is_refused_with_the_reason() {
    let proof = proof();
    let text = serde_json::to_string(&proof).expect("JSON");
    let other = complaint(&verify(&["-", "--commitment", &"0".repeat(64)], &text), 1);
    assert!(other.contains("not for the one that was shown"), "{other}");
    let seed = complaint(&verify(&["-"], &text.replace(&"03".repeat(32), &"05".repeat(32))), 1);
    assert!(seed.contains("the server's seed is not the one of its commitment"), "{seed}");
    let nonsense = complaint(&verify(&["-"], "{}"), 1);
    assert!(nonsense.contains("`-` is not a proof"), "{nonsense}");
    let missing = complaint(&verify(&["no-such-file"], ""), 1);
    assert!(missing.contains("`no-such-file` cannot be read"), "{missing}");
    let wrong = complaint(&verify(&["-", "--commitment", "abc"], &text), 2);
    assert!(wrong.contains("64 digits"), "{wrong}");
}
