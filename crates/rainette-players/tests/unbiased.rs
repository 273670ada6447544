//! Taking luck out changes no result on average: over many games what is taken out comes to nothing, for every seat and
//! for every player. `RAINETTE_GAMES=20000 cargo test -p rainette-players --test unbiased -- --nocapture` plays as many
//! games of each kind and prints what comes of them.
//!
//! Games with dice begin not long before the end of another game, so that many can be played.

use rainette_core::{Match, Seat, Setup, Turn};
use rainette_players::{
    Brain, Budget, Cancel, Contender, Plan, Score, Scores, Spec, Start, Tally, Visitor, arena, visit,
};

/// How many games of each kind are played unless the environment says.
const GAMES: u64 = 240;

/// From how many beginnings short games go on.
const STARTS: u64 = 40;

fn games() -> u64 {
    std::env::var("RAINETTE_GAMES").map_or(GAMES, |games| games.parse().expect("a number of games"))
}

/// By so many standard errors what is taken out may miss nothing at most.
const ERRORS: f64 = 3.0;

struct Check {
    seats: usize,
    players: [&'static str; 2],
    /// So many events before the end of another game they begin; from the empty table if none.
    last: Option<usize>,
    /// As so many times as many games the results of a seat without luck are at least, whoever sits there; anything will
    /// do if none. A seat has the same dice in every game of a round: players who choose alike share its luck.
    factor: Option<f64>,
}

/// Games of players that look one action ahead, but for the last events.
fn starts<G: Brain>(setup: Setup<G>, last: usize) -> Vec<Start<G>> {
    let seats = setup.seats();
    let player = Contender::<G>::new("greedy", Spec::Greedy, seats, None);
    let plan = Plan::new(setup, STARTS.div_ceil(seats as u64), 23);
    let mut starts = Vec::new();
    arena(&plan, &vec![&player; seats], &Cancel::default(), |played| {
        let mut game = Match::replay(&played.record).expect("a record that replays");
        game.truncate(game.events().len().saturating_sub(last));
        assert_ne!(game.turn(), Turn::Over);
        starts.push(Start { game, shares: vec![0.0; seats] });
        true
    })
    .expect("players answer");
    starts
}

impl Visitor for Check {
    type Output = ();

    fn visit<G: Brain>(self) {
        let seats = self.seats;
        let contender = |name: &&str| {
            let spec: Spec = name.parse().expect("a player");
            Contender::<G>::new(name, spec, seats, Some(Budget::Iterations(1)))
        };
        let contenders: Vec<_> = self.players.iter().map(contender).collect();
        let places = Scores::places(2, seats);
        let seated: Vec<_> = places.iter().map(|&place| &contenders[place]).collect();
        let setup = Setup::<G>::with(G::INFO.edition, seats, &[]).expect("a number of seats of the game");
        let threads = if games() > GAMES { 2 } else { 1 };
        let rounds = games().div_ceil(seats as u64);
        let starts = self.last.map_or_else(Vec::new, |last| starts(setup, last));
        let plan = Plan { adjusts: true, threads, starts: &starts, ..Plan::new(setup, rounds, 11) };
        let mut scores = Scores::new(places);
        let mut by_seat = vec![Tally::default(); seats];
        let mut raw_by_seat = vec![Tally::default(); seats];
        arena(&plan, &seated, &Cancel::default(), |played| {
            for seat in Seat::all(seats) {
                let place = (seat.index() + played.turned) % seats;
                let luck = f64::from(played.shares[place]) - played.adjusted[place];
                by_seat[seat.index()].add(played.round, luck);
                raw_by_seat[seat.index()].add(played.round, played.shares[place]);
            }
            scores.add(&played);
            true
        })
        .expect("players answer");
        let name = |place: usize| format!("{} at {}, {seats} seats", self.players[place], G::INFO.id);
        for (place, score) in scores.of.iter().enumerate() {
            report(&name(place), score);
            check(&name(place), &score.found);
            check(&name(place), &score.raw.minus(&score.adjusted()));
        }
        for (seat, luck) in by_seat.iter().enumerate() {
            check(&format!("seat {seat} at {}, {seats} seats", G::INFO.id), luck);
            assert!(luck.error().is_some_and(|error| error > 0.0), "no luck was found at {}", G::INFO.id);
            if let Some(least) = self.factor {
                let raw = &raw_by_seat[seat];
                let (varies, still) = (raw.variance(), raw.without(luck).variance());
                let factor = varies.zip(still).map_or(0.0, |(varies, still)| varies / still);
                println!("seat {seat} at {}: as good as {factor:.2} times as many games", G::INFO.id);
                assert!(factor >= least, "seat {seat} at {}: as good as {factor} times as many", G::INFO.id);
            }
        }
    }
}

fn report(name: &str, score: &Score) {
    let (luck, error) = score.luck();
    println!(
        "{name}: {} games, raw {:.2} points, adjusted {:.2}, taken out {:+.3} (standard error {:.3}), found {:+.3} (standard \
         error {:.3}), {:.2} times as many",
        score.raw.games(),
        100.0 * score.raw.mean(),
        100.0 * score.adjusted().mean(),
        100.0 * luck,
        100.0 * error.unwrap_or_default(),
        100.0 * score.found.mean(),
        100.0 * score.found.error().unwrap_or_default(),
        score.factor().map_or(1.0, |factor| factor.value),
    );
}

fn check(name: &str, luck: &Tally) {
    let error = luck.error().expect("several rounds");
    // Sums of exact means are off by what numbers are rounded by.
    let most = ERRORS * error + 1e-6;
    assert!(luck.mean().abs() <= most, "{name}: luck of {} beyond {most}", luck.mean());
}

/// One test per kind of game, so that they run side by side, and one that names the games without.
macro_rules! games {
    ($($name:ident = $id:literal with $seats:literal seats, $first:literal against $second:literal
        $(for $last:literal events)? $(, as good as $factor:literal times)?;)+) => {
        $(#[test]
        fn $name() {
            #[allow(unused_mut, unused_assignments, reason = "not every line says everything")]
            let (mut last, mut factor) = (None, None);
            $(last = Some($last);)?
            $(factor = Some($factor);)?
            let check = Check { seats: $seats, players: [$first, $second], last, factor };
            visit($id, check).expect("every game has a brain");
        })+

        #[test]
        fn every_game_is_unbiased() {
            for info in rainette_games::games() {
                assert!([$($id),+].contains(&info.id), "`{}` is missing: add it to `games!` here", info.id);
            }
        }
    };
}

games! {
    luck_comes_to_nothing_at_hop_it = "hop-it" with 2 seats, "random" against "random";
    luck_comes_to_nothing_at_abagio = "abagio" with 2 seats, "level5" against "level4" for 50 events;
    luck_comes_to_nothing_at_pool_party = "pool-party" with 2 seats, "level3" against "greedy" for 20 events;
    luck_comes_to_nothing_at_pool_party_with_four = "pool-party" with 4 seats, "greedy" against "level2" for 24 events;
    // Nobody knows what chances these players have: whatever is found is the luck of dice.
    the_luck_of_dice_is_found_at_abagio = "abagio" with 2 seats, "best" against "greedy" for 50 events, as good as 2.0 times;
    the_luck_of_dice_is_found_at_pool_party = "pool-party" with 2 seats, "best" against "greedy" for 20 events, as good as 2.0 times;
    luck_comes_to_nothing_at_china_moon = "china-moon" with 3 seats, "random" against "random";
    luck_comes_to_nothing_at_frogriders = "frogriders" with 4 seats, "greedy" against "random";
}
