//! The books of starts that come with games: what is in them, and that a command makes them again.
//! `RAINETTE_BLESS=1` writes them.

use std::fs;
use std::path::PathBuf;

use rainette_core::{Game, Seat, Setup, Turn};
use rainette_games::china_moon::ChinaMoon;
use rainette_games::hop_it::HopIt;
use rainette_players::{BookPlan, Brain, Cancel, Start, make_book, read_book, write_book};

/// How many starts are made again to compare, and in how many starts each seat is ahead once more.
const AGAIN: usize = 3;

/// As `rainette book GAME --seats N --starts N` does unless it is told otherwise.
fn plan<G: Game>(seats: usize, starts: usize) -> BookPlan<G> {
    let setup = Setup::new(seats).expect("a number of seats of the game");
    BookPlan { starts, ..BookPlan::new(setup) }
}

fn check<G: Brain>(seats: usize, starts: usize) {
    let plan = plan::<G>(seats, starts);
    if std::env::var_os("RAINETTE_BLESS").is_some() {
        let made = make_book(&plan, &Cancel::default(), |_, _| {}).expect("a book");
        let file = format!("books/{}-{seats}.txt", G::INFO.id);
        let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(file);
        fs::write(file, write_book(plan.setup, &made)).expect("the book is written");
        return;
    }
    let text = G::book(seats).expect("a book comes with the game");
    let book: Vec<Start<G>> = read_book(text, plan.setup).expect("a book");
    assert_eq!(book.len(), starts);
    let mut ahead = vec![0; seats];
    for start in &book {
        assert!(matches!(start.game.turn(), Turn::Seat(_)));
        let most = start.shares.iter().copied().fold(0.0, f32::max);
        let equal = 1.0 / seats as f32;
        let lead = (most - equal) / (1.0 - equal);
        assert!((plan.lead.0 - 0.001..=plan.lead.1 + 0.001).contains(&lead), "{:?}", start.shares);
        let leader = start.shares.iter().position(|share| *share >= most).expect("somebody is ahead");
        ahead[Seat::new(leader).index()] += 1;
    }
    let (least, most) = (ahead.iter().min(), ahead.iter().max());
    assert!(most.zip(least).is_some_and(|(most, least)| most - least <= 1), "{ahead:?}");
    let few = BookPlan { starts: AGAIN, ..plan };
    let made = make_book(&few, &Cancel::default(), |_, _| {}).expect("a book");
    assert_eq!(
        write_book(plan.setup, &made),
        write_book(plan.setup, &book[..AGAIN]),
        "the same seed, another book"
    );
}

#[test]
fn the_book_of_hop_it_is_unbalanced_and_is_made_again() {
    check::<HopIt>(2, 250);
}

#[test]
fn the_book_of_china_moon_with_three_is_unbalanced_and_is_made_again() {
    check::<ChinaMoon>(3, 120);
}

#[test]
fn the_book_of_china_moon_with_four_is_unbalanced_and_is_made_again() {
    check::<ChinaMoon>(4, 80);
}

#[test]
fn the_book_of_china_moon_with_five_is_unbalanced_and_is_made_again() {
    check::<ChinaMoon>(5, 80);
}
