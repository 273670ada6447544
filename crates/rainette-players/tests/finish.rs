//! Games between equal beginners come to an end: they play for a line, however many they are. Levels count iterations
//! and luck has a seed, so the games are always the same.

use rainette_core::{Game as _, Setup};
use rainette_games::pool_party::{MOST_TURNS, PoolParty};
use rainette_players::{Cancel, Contender, Plan, Spec, arena};

/// How many games are played with each number of seats, at least.
const GAMES: u64 = 18;

/// A round is a turn of every seat.
const MOST_ROUNDS: usize = 60;

/// The turns of each game between players of one level.
fn turns(level: u8, seats: usize) -> Vec<usize> {
    let spec = Spec::Level(level);
    let contender = Contender::<PoolParty>::new(&spec.to_string(), spec, seats, None);
    let setup = Setup::with(PoolParty::INFO.edition, seats, &[]).expect("a number of seats of the game");
    let rounds = GAMES.div_ceil(seats as u64);
    let plan = Plan::new(setup, rounds, 7);
    let mut turns = Vec::new();
    arena(&plan, &vec![&contender; seats], &Cancel::default(), |played| {
        // Every turn begins with a roll.
        turns.push(played.record.events.iter().filter(|line| line.seat.is_none()).count());
        true
    })
    .expect("players answer");
    turns.sort_unstable();
    turns
}

#[test]
fn beginners_at_pool_party_finish() {
    for level in [1, 2] {
        for seats in PoolParty::INFO.seats {
            let turns = turns(level, seats);
            assert!(turns.len() as u64 >= GAMES);
            let most = turns.last().copied().unwrap_or_default();
            assert!(most < usize::from(MOST_TURNS), "level {level}, {seats} seats: a game without a line");
            let median = turns[turns.len() / 2];
            assert!(
                median <= MOST_ROUNDS * seats,
                "level {level}, {seats} seats: half of the games take more than {} rounds",
                median / seats
            );
        }
    }
}
