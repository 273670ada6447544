//! Taking back dice: with everybody's agreement, and against computer players only where it is practised.

use rainette_table::fair::{Seed, verify};
use rainette_table::journal::Event;
use rainette_table::protocol::{ClockKind, OpenTable, Resign, ToServer};
use rainette_table::table::{Change, Fresh, open};

use crate::sitting::{COMPUTER, ME, Sitting, holder, wish};

/// A game of dice against a computer player, after somebody has moved and the computer player has rolled.
fn rolled(is_practice: bool) -> Sitting {
    let mut sitting =
        Sitting::new(&OpenTable { is_practice, ..wish("abagio", &[ME, COMPUTER], ClockKind::None) });
    let has_rolled_after_me = |sitting: &Sitting| {
        let is_mine = |event: &&Event| matches!(event, Event::Action { computer: false, .. });
        let events = sitting.events();
        let mine = events.iter().position(is_mine);
        mine.is_some_and(|mine| events[mine..].iter().any(|event| matches!(event, Event::Chance { .. })))
    };
    while !has_rolled_after_me(&sitting) {
        if sitting.choices(0).is_empty() {
            sitting.think();
        } else {
            sitting.act(0);
        }
    }
    sitting
}

#[test]
fn lists_say_what_a_table_was_opened_for() {
    for is_practice in [false, true] {
        let wish = OpenTable { is_practice, ..wish("abagio", &[ME, COMPUTER], ClockKind::None) };
        let fresh = Fresh { id: "table".to_owned(), invite: "code".to_owned(), seed: Seed::new([3; 32]) };
        let batch = open(&wish, None, holder(0), fresh, 1_000).expect("a table");
        let lines: Vec<bool> = batch
            .changes
            .iter()
            .filter_map(|change| match change {
                Change::Listed(line) => Some(line.is_practice),
                _ => None,
            })
            .collect();
        assert_eq!(lines, [is_practice]);
    }
}

#[test]
fn dice_are_not_taken_back_against_a_computer_player_except_for_practice() {
    let mut sitting = rolled(false);
    sitting.undo(0);
    assert_eq!(sitting.answer(0), Err("undo-against-computer".to_owned()));

    let mut sitting = rolled(true);
    assert!(sitting.table().is_practice, "everybody can see what kind of table it is");
    let before = sitting.stored.rows.len();
    sitting.undo(0);
    assert_eq!(sitting.answer(0), Ok(before as u64 + 1));
    assert!(matches!(sitting.events().last(), Some(Event::Undone { agreed, .. }) if *agreed == [1]));
    sitting.say(0, ToServer::Resign(Resign { id: "enough".to_owned(), seat: None }));
    let proof = sitting.machine.history().proof().expect("a proof");
    let verified = verify(&proof).expect("it holds");
    assert_eq!((verified.redraws, verified.is_practice), (1, true), "and the verdict counts it");

    // The same log of a table that was not opened for practice does not hold.
    let mut forged = serde_json::to_value(&proof).expect("JSON");
    forged["log"][0]["practice"] = false.into();
    let forged: rainette_table::fair::Proof = serde_json::from_value(forged).expect("it can be read");
    assert!(matches!(verify(&forged), Err(rainette_table::fair::Wrong::Agreement { .. })));
}
