//! Games for the page's own tests: proofs as the server makes them, with what each seat was told while they were played.

use std::path::Path;

use rainette_core::Seat;
use rainette_table::fair::verify;
use rainette_table::protocol::{ClockKind, Resign, Status, TableEvent, TableEventKind, ToServer};
use serde_json::{Value, json};

use crate::played::{Dice, Kind, Sitting, started};

/// A short game, and everything that a page at each seat would have kept of it.
fn game(name: &str, game: usize, kind: Kind, seed: u64) -> Value {
    // The first table for two from this seed on: there, one who gives up ends the game.
    let tables = (seed..).map(|seed| {
        let mut dice = Dice::new(seed);
        let (sitting, people) = started(game, kind, ClockKind::None, &mut dice);
        (sitting, people, dice)
    });
    let is_for_two = |table: &(Sitting, Vec<usize>, Dice)| table.0.seeds.len() == 2;
    let (mut sitting, people, mut dice) = { tables }.find(is_for_two).expect("there are many");
    let mut has_undone = kind != Kind::People;
    let most = sitting.machine.seq() + 12;
    while sitting.machine.status() == Status::Playing && sitting.machine.seq() < most {
        let Some((seat, _)) = sitting.turn() else { break };
        assert!(sitting.act(&mut dice));
        if !has_undone && sitting.machine.seq() + 6 > most {
            has_undone = sitting.undo(seat, &people);
        }
    }
    let opening = sitting.look(0).opening;
    let before: Vec<Vec<TableEvent>> = people.iter().map(|seat| sitting.look(*seat).events).collect();
    if sitting.machine.status() == Status::Playing {
        sitting.say(0, |id| ToServer::Resign(Resign { id, seat: Some(Seat::new(0)) })).expect("one may");
    }
    let proof = sitting.machine.history().proof().expect("it is over");
    verify(&proof).expect("it holds");
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
