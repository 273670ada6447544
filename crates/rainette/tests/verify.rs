//! `rainette verify` as its users meet it.

use std::io::Write as _;
use std::process::{Command, Output, Stdio};

use rainette_core::{Seat, Turn};
use rainette_server::fair::{Contribution, Proof, Seed, Seeds, Step};

/// The proof of the first events of a game with dice, always the first action played.
fn proof() -> Proof {
    let mut table = rainette_games::table("abagio", 2, &[]).expect("it is played by two");
    let opening = table.record();
    let (server, player) = (Seed::new([3; 32]), Seed::new([4; 32]));
    let seeds = Seeds::new(server, vec![player]);
    let mut log = vec![(1, Step::Table("opened".to_owned()))];
    for number in 2..40 {
        let step = match table.turn() {
            Turn::Chance => Step::Chance(table.draw(&mut seeds.random(number)).expect("dice roll")),
            Turn::Seat(seat) => {
                let action = table.choices()[0].0.clone();
                table.play(seat, &action).expect("it is listed");
                Step::Action(seat, action)
            }
            Turn::Over => break,
        };
        log.push((number, step));
    }
    let player = Contribution::new(vec![Seat::new(0), Seat::new(1)], player);
    Proof::new(&opening, server, vec![player], log).expect("it was played so")
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
    let text = serde_json::to_string(&proof).expect("JSON");
    let commitment = proof.server.commitment.to_string();
    let said = printed(&verify(&["-"], &text));
    assert!(said.starts_with("The proof holds: abagio, 39 events, "), "{said}");
    assert!(said.contains(&commitment) && said.contains("compare it"), "{said}");
    assert!(said.contains(&"04".repeat(32)), "everybody can find their own seed: {said}");
    let said = printed(&verify(&["-", "--commitment", &commitment], &text));
    assert!(said.contains("the one that was shown"), "{said}");
    let said = printed(&verify(&["-", "--lang", "fr"], &text));
    assert!(said.starts_with("La preuve est valable"), "{said}");
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
