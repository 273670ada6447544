//! Games for the page's own tests: proofs as the server makes them, with what each seat was told while they were played.

use std::path::Path;

use rainette_core::Seat;
use rainette_table::fair::{Entry, verify};
use rainette_table::journal::Event;
use rainette_table::protocol::{
    Arrange, ClockKind, Resign, Starts, Status, TableEvent, TableEventKind, ToServer,
};
use serde_json::{Value, json};

use crate::played::{Dice, Kind, Sitting, change_lobby, seated, start};

/// A short game, and everything that a page at each seat would have kept of it.
fn game(name: &str, game: usize, kind: Kind, seed: u64) -> Value {
    // The first table for two from this seed on: there, one who gives up ends the game.
    let tables = (seed..).map(|seed| {
        let mut dice = Dice::new(seed);
        let bank = ClockKind::Bank { seconds: 600, increment: 5 };
        let clock = if kind.is_timed() { bank } else { ClockKind::None };
        let (mut sitting, mut people) = seated(game, kind, clock, &mut dice);
        let starts = match name {
            "lot" => Some(Starts::Lot),
            "chosen" => Some(Starts::Seat { seat: Seat::new(1) }),
            _ => None,
        };
        if starts.is_some() {
            change_lobby(&mut sitting, &people, &mut dice);
            sitting.tell(0, ToServer::Arrange(Arrange { starts, ..Arrange::default() }));
            for &who in &people {
                sitting.get_ready(who);
            }
        }
        start(&mut sitting, kind, &people);
        people.sort_by_key(|who| sitting.seat_of(*who));
        (sitting, people, dice)
    });
    // If it is said who starts, it is the other seat: there everybody is counted anew.
    let is_turned = |sitting: &Sitting| {
        let mut events = sitting.stored.rows.iter().map(|row| &row.event);
        events.any(|event| matches!(event, Event::Began { first, .. } if first.index() > 0))
    };
    let is_for_two = |(sitting, ..): &(Sitting, Vec<usize>, Dice)| {
        sitting.seeds.len() == 2 && (!["lot", "chosen"].contains(&name) || is_turned(sitting))
    };
    let (mut sitting, mut people, mut dice) = { tables }.find(is_for_two).expect("there are many");
    let mut has_undone = !matches!(kind, Kind::People | Kind::Practice);
    let mut has_missed = kind != Kind::Missed;
    let most = sitting.machine.seq() + 12;
    while sitting.machine.status() == Status::Playing && sitting.machine.seq() < most {
        let Some((seat, _)) = sitting.turn() else { break };
        assert!(sitting.act(&mut dice));
        if !has_undone && sitting.machine.seq() + 6 > most {
            has_undone = sitting.undo(seat, &people);
        }
        if !has_missed && sitting.machine.seq() + 6 > most {
            has_missed = true;
            sitting.miss_turn(&people);
            sitting.take_back(&people);
        }
        if name == "newcomer" && people.len() == 1 && sitting.machine.seq() + 8 > most {
            people.extend(sitting.come_in(1));
        }
    }
    let opening = sitting.look(0).opening;
    let before: Vec<Vec<TableEvent>> = people.iter().map(|seat| sitting.look(*seat).events).collect();
    if kind == Kind::Strict {
        sitting.miss_turn(&people);
    }
    if sitting.machine.status() == Status::Playing {
        let seat = Some(sitting.seat_of(0));
        sitting.say(0, |id| ToServer::Resign(Resign { id, seat })).expect("one may");
    }
    let proof = sitting.machine.history().proof().expect("it is over");
    verify(&proof).expect("it holds");
    let has_chosen = proof.log.iter().any(|entry| matches!(entry, Entry::Chose { event: Some(_), .. }));
    assert!(has_chosen || name != "secrets", "somebody settles their secret before their turn");
    let told: Vec<Vec<TableEvent>> = people
        .iter()
        .zip(before)
        .map(|(seat, mut told)| {
            let after = told.last().map_or(0, |event| event.number);
            told.extend(sitting.look(*seat).events.into_iter().filter(|event| event.number > after));
            // What can be seen of an event is no part of what is proved.
            for event in &mut told {
                if let TableEventKind::Played { told, .. } = &mut event.what {
                    told.effects.clear();
                }
            }
            told
        })
        .collect();
    let seeds: Vec<String> = people.iter().map(|seat| sitting.seeds[*seat].reveal()).collect();
    json!({ "name": name, "proof": proof, "told": told, "seeds": seeds, "opening": opening })
}

/// `cargo xtask bless` writes them afresh.
#[test]
fn the_games_of_the_page_are_up_to_date() {
    let games = [
        game("dice", 1, Kind::People, 3),
        game("cards", 4, Kind::Opening, 21),
        game("computers", 1, Kind::Computers, 5),
        game("withheld", 1, Kind::Withheld, 6),
        game("secrets", 4, Kind::People, 7),
        game("lot", 4, Kind::People, 8),
        game("chosen", 0, Kind::People, 9),
        game("newcomer", 1, Kind::Computers, 8),
        game("practice", 1, Kind::Practice, 10),
        game("missed", 1, Kind::Missed, 11),
        game("strict", 0, Kind::Strict, 12),
    ];
    let now = format!("[\n{}\n]\n", games.map(|game| game.to_string()).join(",\n"));
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/tests/fair.json");
    if std::env::var_os("RAINETTE_BLESS").is_some() {
        std::fs::write(&path, &now).expect("the file can be written");
    }
    let then = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        then == now,
        "web/tests/fair.json is out of date: run `cargo xtask bless` and look at the difference"
    );
}
