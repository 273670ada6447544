//! The player's arithmetic against plain counting, and its answers.

use rainette_core::{Actions, Event, Game as _, Match, Observer, Random as _, Record, Seat, Setup, Turn};
use rainette_games::pool_party::{LANES, PoolParty, Round, SPACES};

use super::alone::{Classes, LINE, TURNS, solve};
use super::evaluation::{JUDGE, Judge, reach};
use super::search::{best_reply, rolls};
use crate::brains::{Brain, Spec};
use crate::player::{Answer, Budget, Cancel, Question};
use crate::random::Generator;

/// Plays a game in which every seat takes the best-looking action, or any, now and then.
fn game(seats: usize, seed: u64, mut each: impl FnMut(&Match<PoolParty>)) {
    let mut random = Generator::new(seed);
    let mut game = Match::<PoolParty>::new(Setup::new(seats).expect("a valid set-up"));
    let mut actions = Actions::new();
    loop {
        each(&game);
        match game.turn() {
            Turn::Over => return,
            Turn::Chance => {
                game.draw(&mut random).expect("a roll is waited for");
            }
            Turn::Seat(seat) => {
                let position = *game.position();
                let (best, _) = best_reply(&JUDGE, &position, &mut actions);
                position.legal_actions(&mut actions);
                let any = actions[random.below(actions.len() as u32) as usize];
                let good = actions.iter().copied().find(|&action| position.after(action) == best);
                let action = if random.below(5) == 0 { any } else { good.expect("the best action is legal") };
                game.add(Event::Action(seat, action)).expect("a legal action");
            }
        }
    }
}

fn ask(game: &Match<PoolParty>, spec: &str, budget: Budget, seed: u64) -> Answer<PoolParty> {
    let Turn::Seat(seat) = game.turn() else { panic!("no seat is waited for") };
    let spec: Spec = spec.parse().expect("a player");
    let story = game.story(Observer::Seat(seat));
    spec.player(game.setup().seats()).think(&Question::new(&story, budget, seed)).expect("an answer")
}

/// The best chance of five frogs left alone to line up within so many turns, by trying everything.
fn within(frogs: [u8; LANES], turns: u32) -> f64 {
    if frogs.iter().all(|&frog| frog == frogs[0]) {
        return 1.0;
    }
    if turns == 0 {
        return 0.0;
    }
    let hop = |frogs: [u8; LANES], lane: usize, steps: u8| {
        let mut frogs = frogs;
        frogs[lane] = (frogs[lane] + steps) % SPACES;
        frogs
    };
    let mut sum = 0.0;
    for (one, other) in (1..=6).flat_map(|one| (1..=6).map(move |other| (one, other))) {
        let mut best = if one == other { within(frogs, turns - 1) } else { 0.0 };
        for first in 0..LANES {
            best = within(hop(frogs, first, one + other), turns - 1).max(best);
            if one > other {
                best = within(hop(frogs, first, one - other), turns - 1).max(best);
            } else if other > one {
                best = within(hop(frogs, first, other - one), turns - 1).max(best);
            }
            for second in (0..LANES).filter(|&second| second != first) {
                let halfway = [hop(frogs, first, one), hop(frogs, second, other)];
                let lines_up = halfway.iter().any(|&frogs| frogs == [frogs[0]; LANES]);
                let both = if lines_up { 1.0 } else { within(hop(halfway[0], second, other), turns - 1) };
                best = both.max(best);
            }
        }
        sum += best / 36.0;
    }
    sum
}

#[test]
fn a_class_is_the_same_from_every_sector_and_for_every_order_of_the_frogs() {
    let classes = Classes::new();
    assert_eq!(classes.len(), 4095);
    assert_eq!(classes.of([7; LANES]), LINE);
    let mut random = Generator::new(1);
    for _ in 0..1000 {
        let mut frogs: [u8; LANES] = std::array::from_fn(|_| random.below(24) as u8);
        let class = classes.of(frogs);
        assert_eq!(class == LINE, frogs == [frogs[0]; LANES]);
        let turn = random.below(24) as u8;
        frogs = frogs.map(|frog| (frog + turn) % SPACES);
        frogs.swap(random.below(5) as usize, random.below(5) as usize);
        assert_eq!(classes.of(frogs), class, "{frogs:?}");
    }
}

#[test]
fn the_stored_chances_are_those_of_the_solved_table_and_of_trying_everything() {
    let classes = Classes::new();
    let solved = solve(&classes);
    let judge = Judge::untrained(Classes::new(), &solved);
    assert!(judge.chances() == JUDGE.chances(), "the file does not hold the solved table");
    for frogs in [[0, 0, 0, 0, 20], [3, 3, 3, 1, 23], [0, 2, 4, 6, 8], [5, 5, 5, 5, 6], [1, 1, 20, 22, 0]] {
        let chances = solved[classes.of(frogs)];
        for turns in 1..=2 {
            let tried = within(frogs, turns);
            assert!((f64::from(chances[turns as usize - 1]) - tried).abs() < 1e-6, "{frogs:?} {turns}");
        }
    }
    for chances in &solved {
        assert!(chances.is_sorted() && chances[TURNS - 1] <= 1.0, "more turns are never worse: {chances:?}");
    }
}

#[test]
fn the_chance_to_line_up_at_once_is_exact() {
    let (mut compared, mut threats) = (0, 0);
    let mut actions = Actions::new();
    for seed in 0..6 {
        game(2 + seed as usize % 5, seed, |game| {
            let position = game.position();
            if position.turn() != Turn::Chance || position.round() != Round::Afloat {
                return;
            }
            let mut wins = 0;
            for (roll, ways) in rolls() {
                let rolled = position.after_chance(roll);
                rolled.legal_actions(&mut actions);
                let lines_up = |next: PoolParty| {
                    next.result().is_some_and(|result| result.winners.contains(position.mover()))
                };
                if actions.iter().any(|&action| lines_up(rolled.after(action))) {
                    wins += ways;
                }
            }
            let sight = JUDGE.look(&JUDGE.scene(position), position);
            assert!((sight.at_once - f32::from(wins) / 36.0).abs() < 1e-4, "{position:?}");
            compared += 1;
            threats += u32::from(wins > 0);
        });
    }
    assert!(compared > 100 && threats > 20, "{compared} {threats}");
}

#[test]
fn a_frog_reaches_what_the_dice_allow() {
    for (steps, ways) in [(0, 0), (1, 19), (5, 17), (6, 16), (7, 6), (12, 1), (13, 0), (23, 0)] {
        assert!((reach(steps) - ways as f32 / 36.0).abs() < 1e-6, "{steps}");
    }
}

#[test]
fn values_are_shares_of_one_win() {
    for seats in 2..=6 {
        game(seats, 7, |game| {
            let position = game.position();
            if position.roll().is_some() {
                return;
            }
            let values = JUDGE.values(position);
            let sum: f32 = values.iter().sum();
            assert!((sum - 1.0).abs() < 1e-4, "{values:?} in {position:?}");
            assert!(values.iter().all(|value| (0.0..=1.0).contains(value)), "{values:?}");
            assert!(values[seats..].iter().all(|&value| value == 0.0));
        });
    }
}

#[test]
fn what_an_action_changes_is_all_that_needs_to_be_looked_at_again() {
    let mut actions = Actions::new();
    for seats in [2, 4, 6] {
        game(seats, 3, |game| {
            let position = game.position();
            position.legal_actions(&mut actions);
            let scene = JUDGE.scene(position);
            for next in actions.iter().map(|&action| position.after(action)) {
                let again = JUDGE.values_in(&JUDGE.scene_after(&scene, &next), &next);
                assert!(again.map(f32::to_bits) == JUDGE.values(&next).map(f32::to_bits), "{next:?}");
            }
        });
    }
}

#[test]
fn a_line_in_one_action_is_never_missed() {
    let mut found = 0;
    for seed in 0..12 {
        let seats = 2 + seed as usize % 5;
        game(seats, seed, |game| {
            let Turn::Seat(seat) = game.turn() else { return };
            let mut actions = Actions::new();
            game.position().legal_actions(&mut actions);
            let wins = |action| {
                let result = game.position().after(action).result();
                result.is_some_and(|result| result.winners.contains(seat))
            };
            if !actions.iter().any(|&action| wins(action)) {
                return;
            }
            found += 1;
            for player in
                ["level1", "level3", "level4", "level5", "level6", "level7", "level8", "best", "greedy"]
            {
                let answer = ask(game, player, Budget::Iterations(100), seed);
                assert!(wins(answer.action), "{player} missed a line in {:?}", game.position());
            }
        });
    }
    assert!(found >= 12, "{found}");
}

/// Games up to a roll that lines up with the right action: two frogs, one of two, the sum or the difference.
const FORCED: &str = include_str!("../../../tests/forced/pool-party.txt");

#[test]
fn known_lines_are_found_by_every_level() {
    let mut seen = [0; Seat::MAX + 1];
    for entry in FORCED.split("# wins in 1\n").skip(1) {
        let record: Record = entry.parse().expect("a record");
        let game = Match::<PoolParty>::replay(&record).expect("legal events");
        let Turn::Seat(seat) = game.turn() else { panic!("nobody to act in\n{record}") };
        let levels = (1..=8).map(|level| format!("level{level}"));
        for player in levels.chain(["best".to_owned()]) {
            let answer = ask(&game, &player, Budget::Iterations(1000), 1);
            let result = game.position().after(answer.action).result();
            let lines_up = result.is_some_and(|result| result.winners.contains(seat));
            assert!(lines_up, "{player} plays {} in\n{record}", answer.action);
        }
        seen[record.seats] += 1;
    }
    assert!(seen[2..].iter().all(|&games| games >= 2), "{seen:?}");
}

#[test]
fn no_line_is_certain_before_the_dice_fall() {
    // So no win in two can be forced: whoever has to roll may fail.
    let others = JUDGE.chances()[LINE + 1..].iter().map(|chances| chances[0]);
    assert!(others.max().is_some_and(|most| most < 65535 / 36 * 20));
}

#[test]
fn answers_are_legal_ranked_and_the_same_again() {
    for seats in 2..=6 {
        let mut number = 0_usize;
        game(seats, 5, |game| {
            let Turn::Seat(seat) = game.turn() else { return };
            number += 1;
            if !number.is_multiple_of(11) {
                return;
            }
            let mut actions = Actions::new();
            game.position().legal_actions(&mut actions);
            // Too few for all replies, enough for them, and enough to play on.
            let budget = Budget::Iterations([0, 300, 700, 1200][number / 11 % 4]);
            let answer = ask(game, "best", budget, 11);
            assert_eq!(answer, ask(game, "best", budget, 11));
            assert_eq!(answer.ranked.len(), actions.len());
            assert!(answer.ranked.iter().all(|ranked| actions.contains(&ranked.action)));
            assert_eq!(answer.action, answer.ranked[0].action);
            assert!((answer.values[seat.index()] - answer.ranked[0].value).abs() < 1e-6);
            assert!(answer.ranked.iter().all(|ranked| ranked.value <= answer.ranked[0].value + 1e-6));
            let Budget::Iterations(most) = budget else { unreachable!() };
            assert!(answer.iterations <= u64::from(most));
        });
    }
}

#[test]
fn whoever_is_told_to_stop_answers_at_once() {
    let mut asked = 0;
    game(3, 2, |game| {
        let Turn::Seat(seat) = game.turn() else { return };
        let story = game.story(Observer::Seat(seat));
        let cancel = Cancel::default();
        cancel.cancel();
        let budget = Budget::Iterations(u32::MAX);
        let question = Question { story: &story, budget, seed: 1, cancel };
        assert!(PoolParty::best(3).think(&question).expect("an answer").iterations <= 1);
        asked += 1;
    });
    assert!(asked > 10);
}

#[test]
fn every_level_knows_more_or_errs_less_than_the_one_below() {
    for levels in PoolParty::LEVELS.windows(2) {
        let [weaker, stronger] = levels else { unreachable!() };
        assert!(stronger.iterations >= weaker.iterations && stronger.temperature <= weaker.temperature);
        assert!(stronger.cap <= weaker.cap && *stronger != *weaker);
    }
    assert_eq!(Seat::MAX, 6, "the evaluation counts on at most six seats");
}
