//! Boards for a terminal: every game has one, in every language, and it fits.

mod support;

use std::collections::BTreeSet;

use rainette_core::{Observer, Random, Seat, Table, Turn};
use rainette_games::{games, table};
use rainette_words::{Board, Language, Marks, Scene, look};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng as _, SeedableRng as _};
use support::name;

/// Plays a game at random and looks at it after every event, with what the event moved.
fn play(game: &str, seats: usize, mut each: impl FnMut(&dyn Table, &Marks)) {
    let mut numbers = Xoshiro256PlusPlus::seed_from_u64(seats as u64);
    let mut random = move || (numbers.next_u64() >> 32) as u32;
    let mut table = table(game, seats, &[]).expect("it can be set up");
    each(table.as_ref(), &Marks::default());
    // Random players of Pool Party hardly ever finish.
    while table.len() < 400 {
        match table.turn() {
            Turn::Over => break,
            Turn::Chance => {
                table.draw(&mut random).expect("chance can be drawn");
            }
            Turn::Seat(seat) => {
                let choices = table.choices();
                let (action, _) = &choices[random.below(choices.len() as u32) as usize];
                table.play(seat, action).expect("it is legal");
            }
        }
        let told = table.told_from(Observer::Spectator, table.len() - 1);
        let marks = Marks::of(told.iter().flat_map(|told| &told.effects));
        each(table.as_ref(), &marks);
    }
}

fn draw(table: &dyn Table, observer: Observer, marks: &Marks, language: Language) -> Board {
    let (view, game) = (table.view(observer), table.info().id);
    let you = match observer {
        Observer::Seat(seat) => Some(seat),
        Observer::Spectator => None,
    };
    let scene = Scene { game, view: &view, names: &name, you, marks };
    let board = language.words().board(scene);
    board.unwrap_or_else(|| panic!("`{game}` has no board: add one to crates/rainette-words/src/board"))
}

#[test]
fn every_game_has_a_board_that_fits_a_terminal_in_every_language() {
    for info in games() {
        for seats in info.seats.clone() {
            play(info.id, seats, |table, marks| {
                for language in Language::ALL {
                    for observer in [Observer::Spectator, Observer::Seat(Seat::new(0))] {
                        let board = draw(table, observer, marks, language).to_string();
                        for line in board.lines() {
                            assert!(line.chars().count() <= 80, "{language} {}: {line}", info.id);
                            assert!(!line.contains("board."), "a word is missing: {line}");
                            assert_eq!(line, line.trim_end());
                        }
                    }
                }
            });
        }
    }
}

/// Everything that moves is marked where it left and where it came to, unless that is beside the board.
#[test]
fn what_moved_is_marked_on_the_board() {
    for info in games() {
        let (mut moves, mut marked) = (0, 0);
        play(info.id, *info.seats.start(), |table, marks| {
            let board = draw(table, Observer::Spectator, marks, Language::En).to_string();
            let plain = draw(table, Observer::Spectator, &Marks::default(), Language::En).to_string();
            assert!(!marks.is_empty() || board == plain);
            if !marks.is_empty() {
                moves += 1;
                marked += usize::from(board != plain);
            }
        });
        assert!(moves > 5, "{}: {moves} moves", info.id);
        assert_eq!(marked, moves, "{}: every move shows", info.id);
    }
}

#[test]
fn seats_differ_by_their_marks_and_their_inks() {
    for info in games() {
        let seats = *info.seats.end();
        let marks: BTreeSet<_> = Seat::all(seats).map(|seat| look(info.id, seat).mark).collect();
        assert_eq!(marks.len(), seats, "{}", info.id);
        // In Frogriders inks are for the frogs.
        if info.id != "frogriders" {
            let inks: BTreeSet<_> =
                Seat::all(seats).map(|seat| format!("{:?}", look(info.id, seat).ink)).collect();
            assert_eq!(inks.len(), seats, "{}", info.id);
        }
    }
}

#[test]
fn a_board_is_labelled_in_the_language_of_its_reader() {
    for info in games() {
        let mut differ = false;
        play(info.id, *info.seats.start(), |table, marks| {
            let [english, french] =
                Language::ALL.map(|language| draw(table, Observer::Seat(Seat::new(0)), marks, language));
            let (english, french) = (english.to_string(), french.to_string());
            differ |= english != french;
            assert!(english.contains("You") && french.contains("Vous"), "{english}{french}");
        });
        assert!(differ, "{}", info.id);
    }
}
