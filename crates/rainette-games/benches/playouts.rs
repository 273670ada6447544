//! Random games per second, by game and number of seats, set-up included.

use std::fmt;

use rainette_core::{Actions, Game, Setup, playout};
use rainette_games::{Visitor, games, visit};
use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng as _, SeedableRng as _},
};

fn main() {
    divan::main();
}

/// A game and the number of its seats.
#[derive(Clone, Copy)]
struct Case {
    game: &'static str,
    seats: usize,
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.game, self.seats)
    }
}

fn cases() -> impl Iterator<Item = Case> {
    games().into_iter().flat_map(|info| info.seats.map(move |seats| Case { game: info.id, seats }))
}

#[divan::bench(args = cases())]
fn playouts(bencher: divan::Bencher<'_, '_>, case: Case) {
    struct Play<'a, 'b>(divan::Bencher<'a, 'b>, usize);

    impl Visitor for Play<'_, '_> {
        type Output = ();

        fn visit<G: Game>(self) {
            let start = G::new(Setup::new(self.1).expect("a number of seats of the game"));
            let mut generator = Xoshiro256PlusPlus::seed_from_u64(1);
            let mut random = || generator.next_u32();
            let mut actions = Actions::new();
            self.0.bench_local(|| playout(start, &mut random, &mut actions));
        }
    }

    visit(case.game, Play(bencher, case.seats)).expect("a game of the registry");
}
