//! Any text as a record, with or without a header that makes it one of some game.

#![no_main]

use libfuzzer_sys::fuzz_target;
use rainette_core::Record;
use rainette_games::{games, replay};

fuzz_target!(|text: &str| {
    plays_or_is_refused(text);
    for info in games() {
        let (game, seats) = (info.id, info.seats.end());
        plays_or_is_refused(&format!("rainette record 1\ngame {game}\nedition 1\nseats {seats}\n{text}"));
    }
});

fn plays_or_is_refused(text: &str) {
    let Ok(record) = text.parse::<Record>() else { return };
    assert_eq!(record.to_string().parse().as_ref(), Ok(&record));
    match replay(&record) {
        // Options at their defaults are left out when a record is written.
        Ok(table) => assert_eq!(table.record().events, record.events),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}
