//! `rainette verify` as its users meet it.

use std::collections::{BTreeMap, VecDeque};
use std::io::Write as _;
use std::process::{Command, Output, Stdio};

use rainette_core::{Record, Turn};
use rainette_server::fair::{Proof, Seed};
use rainette_server::journal::TokenHash;
use rainette_server::protocol::{Act, ClockKind, OpenTable, Reveal, SeatWish, ToServer};
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
        options: BTreeMap::new(),
        clock: ClockKind::None,
        name: "Ana".to_owned(),
        names: BTreeMap::new(),
        is_public: false,
        start_when_full: false,
        grace_seconds: None,
        stand_in: None,
        commitment: Some(player.commitment().to_string()),
        from: None,
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
