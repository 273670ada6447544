//! Any text as an action and as a chance event of every game.

#![no_main]

use libfuzzer_sys::fuzz_target;
use rainette_core::{Game, Notation};
use rainette_games::{Visitor, games, visit};

/// Text that might be in notation.
struct Text<'a>(&'a str);

impl Visitor for Text<'_> {
    type Output = ();

    fn visit<G: Game>(self) {
        self.reads_back::<G::Action>();
        self.reads_back::<G::Chance>();
    }
}

impl Text<'_> {
    fn reads_back<N: Notation>(&self) {
        match self.0.parse::<N>() {
            Ok(read) => assert_eq!(read.to_string(), self.0),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}

fuzz_target!(|text: &str| {
    for info in games() {
        visit(info.id, Text(text)).expect("a game of the registry");
    }
});
