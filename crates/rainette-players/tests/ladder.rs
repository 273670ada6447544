//! A quick arena: higher levels win more. The measured ladders stand in docs/players.md; this only sees to it that no
//! change turns one upside down. Levels count iterations and luck has a seed, so the games are always the same.

use std::sync::Mutex;

use rainette_core::Setup;
use rainette_players::{Brain, Cancel, Contender, Plan, Spec, Tally, Visitor, arena, visit};

/// Two levels apart, against all other seats.
const STEPS: [(u8, u8); 2] = [(3, 1), (5, 3)];

const GAMES: u64 = 12;

fn check(id: &str, seats: usize) {
    struct Check(usize);
    impl Visitor for Check {
        type Output = ();
        fn visit<G: Brain>(self) {
            let seats = self.0;
            for (higher, lower) in STEPS {
                let contender = |level| {
                    let spec = Spec::Level(level);
                    Contender::<G>::new(&spec.to_string(), spec, seats, None)
                };
                let (higher, lower) = (contender(higher), contender(lower));
                let mut seated = vec![&lower; seats];
                seated[0] = &higher;
                let setup = Setup::<G>::with(G::INFO.edition, seats, &[]).expect("a seat count of the game");
                let rounds = GAMES / seats as u64;
                let plan = Plan::new(setup, rounds, 3);
                let tally = Mutex::new(Tally::default());
                arena(&plan, &seated, &Cancel::default(), |played| {
                    tally.lock().expect("nobody panicked").add(played.round, played.shares[0]);
                    true
                })
                .expect("players answer");
                let share = tally.into_inner().expect("nobody panicked").share().value;
                let fair = 1.0 / seats as f64;
                assert!(share > fair, "{} takes {share:.2} from {}", higher.name, lower.name);
            }
        }
    }
    visit(id, Check(seats)).expect("every game has a brain");
}

/// One test per game, so that they run side by side, and one that names the games without.
macro_rules! games {
    ($($name:ident = $id:literal with $seats:literal seats),+ $(,)?) => {
        $(#[test]
        fn $name() {
            check($id, $seats);
        })+

        #[test]
        fn every_game_has_a_ladder() {
            for info in rainette_games::games() {
                assert!([$($id),+].contains(&info.id), "`{}` has no ladder: add it to `games!` here", info.id);
            }
        }
    };
}

games! {
    higher_levels_win_more_at_hop_it = "hop-it" with 2 seats,
    higher_levels_win_more_at_abagio = "abagio" with 2 seats,
    higher_levels_win_more_at_pool_party = "pool-party" with 3 seats,
    higher_levels_win_more_at_china_moon = "china-moon" with 4 seats,
    higher_levels_win_more_at_frogriders = "frogriders" with 4 seats,
}
