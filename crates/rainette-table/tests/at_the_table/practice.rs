//! Taking back dice: with everybody's agreement, and against computer players only where it is practised.

use std::collections::BTreeMap;

use rainette_core::Seat;
use rainette_table::fair::{Seed, verify};
use rainette_table::journal::Event;
use rainette_table::protocol::{AnswerUndo, ClockKind, OpenTable, Resign, ToServer};
use rainette_table::table::{Change, Fresh, open};

use crate::sitting::{COMPUTER, FRIEND, ME, Sitting, holder, wish};

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

/// Whoever has given up is not asked, at a seat of their own or at a screen with somebody who plays on.
#[test]
fn dice_are_taken_back_for_practice_after_somebody_has_given_up() {
    let names = BTreeMap::from([(2, "Bo".to_owned())]);
    for (seats, out, other) in [([ME, FRIEND, FRIEND], 2, Some(1)), ([ME, COMPUTER, ME], 2, None)] {
        let shared = OpenTable { names: names.clone(), ..wish("pool-party", &seats, ClockKind::None) };
        let mut sitting = Sitting::new(&OpenTable { is_practice: true, ..shared });
        let socket = |seat: usize| if seats[seat] == ME { 0 } else { seat };
        let resign = Resign { id: "enough".to_owned(), seat: Some(Seat::new(out)) };
        sitting.say(socket(out), ToServer::Resign(resign));
        // Somebody acts, and dice are rolled for the next one.
        let has_rolled = |sitting: &Sitting| {
            let mine = |event: &&Event| matches!(event, Event::Action { seat, .. } if seat.index() == 0);
            let events = sitting.events();
            let last = events.iter().rposition(mine);
            last.is_some_and(|last| events[last..].iter().any(|event| matches!(event, Event::Chance { .. })))
        };
        while !has_rolled(&sitting) {
            let turn = sitting.table().seats.iter().position(|seat| seat.may_choose);
            match turn {
                Some(seat) if socket(seat) == seat => drop(sitting.act(seat)),
                _ => sitting.think(),
            }
        }
        let before = sitting.stored.rows.len();
        sitting.undo(0);
        if let Some(other) = other {
            let asked = sitting.table().undo.expect("somebody is asked");
            assert!(asked.is_over_chance && asked.waits_for == [other as u32 + 1], "{asked:?}");
            let id = "yes".to_owned();
            sitting.say(other, ToServer::AnswerUndo(AnswerUndo { id, agree: true }));
        }
        let agreed: Vec<u32> = [0].into_iter().chain(other).map(|seat| seat as u32 + 1).collect();
        let undone = |event: &&Event| matches!(event, Event::Undone { agreed: said, .. } if *said == agreed);
        assert!(sitting.events()[before..].iter().any(undone), "{:?}", sitting.answer(0));
        for seat in [0].into_iter().chain(other) {
            let resign = Resign { id: "enough too".to_owned(), seat: Some(Seat::new(seat)) };
            sitting.say(seat, ToServer::Resign(resign));
        }
        let proof = sitting.machine.history().proof().expect("a proof");
        assert_eq!(verify(&proof).expect("it holds").redraws, 1);
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
