use std::collections::HashSet;

use rainette_core::{Actions, Event, Game, Match, Observer, Random as _, Seat, Setup, Turn};
use rainette_games::abagio::{Abagio, Action, Phase};

use super::evaluation::{FEATURES, HIDDEN, Judge, WEIGHTS, chance, chief_place, features};
use super::race::Race;
use super::sight::{Sight, at};
use super::turns::{Turns, rolls};
use crate::brains::Spec;
use crate::player::{Answer, Budget, Question};
use crate::random::Generator;

fn new_match() -> Match<Abagio> {
    Match::new(Setup::new(2).expect("two seats"))
}

/// The positions of random games, one game after the other.
fn wandering(seed: u64, games: u64, mut each: impl FnMut(&Abagio)) {
    let mut actions = Actions::new();
    for game in 0..games {
        let mut random = Generator::of(seed, game);
        let mut position = *new_match().position();
        while !position.is_over() {
            position = step(position, &mut random, &mut actions);
            each(&position);
        }
    }
}

fn step(position: Abagio, random: &mut Generator, actions: &mut Actions<Abagio>) -> Abagio {
    match position.turn() {
        Turn::Chance => position.after_chance(position.chance_from_draw(&position.chance().sample(random))),
        Turn::Seat(_) => {
            position.legal_actions(actions);
            position.after(actions[random.below(actions.len() as u32) as usize])
        }
        Turn::Over => position,
    }
}

#[test]
fn play_rows_say_the_same_as_the_features() {
    let mut random = Generator::new(1);
    let weights: Vec<f32> = (0..WEIGHTS).map(|_| random.unit() - 0.5).collect();
    let judge = Judge::of(&weights, None);
    let by_feature = |position: &Abagio| {
        let sight = Sight::of(position, position.mover());
        let mut cells = [0.0; HIDDEN];
        features(&sight, chief_place(position.chief()), Race::table(), &mut |feature, value| {
            for (cell, weight) in cells.iter_mut().zip(&weights[feature * HIDDEN..]) {
                *cell += weight * value;
            }
        });
        let output = &weights[FEATURES * HIDDEN..];
        let answer: f32 = cells.iter().zip(output).map(|(cell, weight)| f32::max(*cell, 0.0) * weight).sum();
        chance(answer + weights[WEIGHTS - 1])
    };
    let mut turns = 0;
    wandering(2, 20, |position| {
        if position.phase() == Phase::Roll {
            turns += 1;
            let (expected, found) = (by_feature(position), judge.before_roll(position));
            assert!((expected - found).abs() < 1e-3, "{expected} {found} {position:?}");
        }
    });
    assert!(turns > 1000, "{turns}");
}

#[test]
fn colours_are_seen_alike() {
    // The same game with the colours changed: the other seat starts, all else is equal.
    let mut actions = Actions::new();
    let mut random = Generator::new(3);
    let start = |text: &str| new_match().position().after_chance(text.parse().expect("a chance event"));
    let (mut one, mut other) = (start("start 5 2"), start("start 2 5"));
    let mut turns = 0;
    while !one.is_over() {
        if one.phase() == Phase::Roll {
            let values = [one, other].map(|position| Judge::trained().before_roll(&position));
            assert!((values[0] - values[1]).abs() < 1e-6, "{values:?}");
            turns += 1;
        }
        if one.turn() == Turn::Chance {
            let roll = one.chance_from_draw(&one.chance().sample(&mut random));
            (one, other) = (one.after_chance(roll), other.after_chance(roll));
        } else {
            one.legal_actions(&mut actions);
            let action = actions[random.below(actions.len() as u32) as usize];
            (one, other) = (one.after(action), other.after(action));
        }
    }
    assert!(turns > 20, "{turns}");
}

#[test]
fn the_places_of_the_chief_frog_are_the_legal_ones() {
    let mut actions = Actions::new();
    let mut random = Generator::new(4);
    let weights: Vec<f32> = (0..WEIGHTS).map(|_| random.unit() - 0.5).collect();
    let judge = Judge::of(&weights, None);
    let mut asked = 0;
    wandering(5, 30, |position| {
        if position.phase() != Phase::Chief {
            return;
        }
        asked += 1;
        position.legal_actions(&mut actions);
        let mut found: Vec<Action> = Vec::new();
        let mut most = 0.0_f32;
        judge.chiefs(position, &mut |chief, value| {
            found.push(chief);
            most = most.max(value);
            let later = 1.0 - judge.before_roll(&position.after(chief));
            assert!((later - value).abs() < 1e-5, "{chief} {later} {value}");
        });
        found.sort();
        let mut legal = actions.to_vec();
        legal.sort();
        assert_eq!(found, legal);
        assert!((judge.after_leaps(position) - most).abs() < 1e-5);
    });
    assert!(asked > 100, "{asked}");
}

#[test]
fn every_end_of_the_leaps_is_found_once() {
    fn go(position: &Abagio, ends: &mut HashSet<Abagio>, seen: &mut HashSet<Abagio>) {
        if position.phase() != Phase::Leaps {
            ends.insert(*position);
            return;
        }
        if !seen.insert(*position) {
            return;
        }
        let mut actions = Actions::new();
        position.legal_actions(&mut actions);
        for &action in actions.iter() {
            go(&position.after(action), ends, seen);
        }
    }
    let mut turns = Turns::new();
    let mut rolls = 0;
    let mut was = Phase::Start;
    wandering(6, 60, |position| {
        if position.phase() == Phase::Leaps && was == Phase::Roll {
            rolls += 1;
            let mut expected = HashSet::new();
            go(position, &mut expected, &mut HashSet::new());
            let found: HashSet<Abagio> = turns.ends(position, 0).iter().map(|end| end.0).collect();
            assert!(found == expected, "{} instead of {} {position:?}", found.len(), expected.len());
        }
        was = position.phase();
    });
    assert!(rolls > 3000, "{rolls}");
}

/// The rolls that one side expects to need, by looking at every way to play every roll.
mod alone {
    use std::collections::HashMap;

    /// Frogs left, by distance, in order.
    pub(super) fn rolls(frogs: &[u8], known: &mut HashMap<Vec<u8>, f64>) -> f64 {
        if frogs.is_empty() {
            return 0.0;
        }
        if let Some(&rolls) = known.get(frogs) {
            return rolls;
        }
        let (mut sum, mut stuck) = (36.0, 0.0);
        for one in 1..=6 {
            for other in 1..=6 {
                let mut ends: Vec<(usize, Vec<u8>, u8)> = Vec::new();
                if one == other {
                    go(frogs.to_vec(), &[one; 4], 0, 0, &mut ends);
                } else {
                    go(frogs.to_vec(), &[one, other], 0, one, &mut ends);
                    go(frogs.to_vec(), &[other, one], 0, other, &mut ends);
                }
                let most = ends.iter().map(|end| end.0).max().expect("the leaps end somewhere");
                let largest = ends.iter().filter(|end| end.0 == 1).map(|end| end.2).max();
                let is_allowed = |end: &&(usize, Vec<u8>, u8)| {
                    let is_largest = most > 1 || one == other || Some(end.2) == largest;
                    end.1.is_empty() || (end.0 == most && is_largest)
                };
                if most == 0 {
                    stuck += 1.0;
                    continue;
                }
                let ends: Vec<_> = ends.iter().filter(is_allowed).map(|end| end.1.clone()).collect();
                let values = ends.iter().map(|end| rolls(end, known));
                sum += values.fold(f64::INFINITY, f64::min);
            }
        }
        let value = sum / (36.0 - stuck);
        known.insert(frogs.to_vec(), value);
        value
    }

    fn go(frogs: Vec<u8>, dice: &[u8], used: usize, first: u8, ends: &mut Vec<(usize, Vec<u8>, u8)>) {
        let mut is_end = true;
        if let [die, rest @ ..] = dice {
            for (place, &frog) in frogs.iter().enumerate() {
                let farthest = *frogs.iter().max().expect("a frog");
                let mut next = frogs.clone();
                if frog <= *die {
                    if frog < *die && frog < farthest {
                        continue;
                    }
                    next.remove(place);
                } else {
                    let to = frog - die;
                    let limit = if to == 1 { 2 } else { 5 };
                    if frogs.iter().map(|&other| u8::from(other == to)).sum::<u8>() >= limit {
                        continue;
                    }
                    next[place] = to;
                    next.sort_unstable();
                }
                is_end = false;
                if next.is_empty() {
                    ends.push((used + 1, next, first));
                } else {
                    go(next, rest, used + 1, first, ends);
                }
            }
        }
        if is_end {
            ends.push((used, frogs, first));
        }
    }
}

#[test]
fn the_race_table_agrees_with_brute_force() {
    let mut known = std::collections::HashMap::new();
    for near in 1..=8 {
        for middle in near..=8 {
            for far in middle..=8 {
                let frogs = [near, middle, far];
                for left in 1..=3 {
                    let mut counts = [0; 8];
                    frogs[..left].iter().for_each(|&frog| counts[usize::from(frog) - 1] += 1);
                    if counts[0] > 2 || counts[7] > 2 {
                        continue;
                    }
                    let expected = alone::rolls(&frogs[..left], &mut known);
                    let found = f64::from(Race::table().of(counts));
                    assert!((expected - found).abs() < 1e-4, "{frogs:?}: {expected} {found}");
                }
            }
        }
    }
}

/// The chance of the seat about to roll, one turn ahead by the rules, from solved endgames; none if an end of the
/// turn is not solved.
fn one_turn_ahead(position: &Abagio, turns: &mut Turns) -> Option<f32> {
    let mut sum = 0.0;
    for (roll, weight) in rolls() {
        let mut best = 0.0_f32;
        for (end, _) in turns.ends(&position.after_chance(roll), 0) {
            let solved = || Judge::trained().solved(&Sight::of(end, position.mover().next(2)));
            best = best.max(if end.is_over() { 1.0 } else { 1.0 - solved()? });
        }
        sum += weight * best;
    }
    Some(sum / 36.0)
}

#[test]
fn solved_endgames_agree_with_the_rules_one_turn_ahead() {
    let judge = Judge::trained();
    let mut turns = Turns::new();
    let mut actions = Actions::new();
    let (mut home, mut away, mut placed) = (HashSet::new(), HashSet::new(), HashSet::new());
    wandering(7, 6000, |position| {
        let both = Seat::all(2).all(|seat| position.in_pond(seat) >= 10);
        if !both {
            return;
        }
        match position.phase() {
            Phase::Roll => {
                let sight = Sight::of(position, position.mover());
                let Some(value) = judge.exact(&sight) else { return };
                let Some(expected) = one_turn_ahead(position, &mut turns) else { return };
                assert!((value - expected).abs() < 5e-5, "{value} {expected} {position:?}");
                if sight.is_home(0) && sight.is_home(1) {
                    home.insert(*position)
                } else {
                    away.insert(*position)
                };
            }
            Phase::Chief => {
                let roller = position.mover().next(2);
                let Some(value) = judge.solved(&Sight::of(position, roller)) else { return };
                position.legal_actions(&mut actions);
                let mut least = 1.0_f32;
                for number in 0..actions.len() {
                    let Some(value) = one_turn_ahead(&position.after(actions[number]), &mut turns) else {
                        return;
                    };
                    least = least.min(value);
                }
                assert!((value - least).abs() < 5e-5, "{value} {least} {position:?}");
                placed.insert(*position);
            }
            _ => {}
        }
    });
    let seen = (home.len(), away.len(), placed.len());
    assert!(seen.0 > 200 && seen.1 > 20 && seen.2 > 200, "{seen:?}");
}

/// What a player answers in a game that has come so far.
fn ask(spec: Spec, game: &Match<Abagio>, budget: u32) -> Answer<Abagio> {
    let Turn::Seat(seat) = game.turn() else { panic!("the game waits for no seat") };
    let story = game.story(Observer::Seat(seat));
    let question = Question::new(&story, Budget::Iterations(budget), 9);
    spec.player::<Abagio>(2).think(&question).expect("an answer")
}

/// Random games, stopped at a random moment in which a seat has to act and `wanted` holds.
fn stopped(seed: u64, wanted: impl Fn(&Abagio) -> bool) -> Option<Match<Abagio>> {
    let mut random = Generator::new(seed);
    let mut game = new_match();
    let mut actions = Actions::new();
    let stop = random.below(200);
    let mut passed = 0;
    loop {
        match game.turn() {
            Turn::Over => return None,
            Turn::Chance => {
                game.draw(&mut random).expect("the game waits for chance");
            }
            Turn::Seat(seat) => {
                if wanted(game.position()) {
                    passed += 1;
                    if passed > stop {
                        return Some(game);
                    }
                }
                game.position().legal_actions(&mut actions);
                let action = actions[random.below(actions.len() as u32) as usize];
                game.add(Event::Action(seat, action)).expect("a legal action");
            }
        }
    }
}

#[test]
fn answers_are_legal_and_the_same_again() {
    let mut actions = Actions::new();
    let games = (0..40).filter_map(|seed| stopped(seed, |_| true));
    let mut asked = 0;
    for game in games {
        game.position().legal_actions(&mut actions);
        for budget in [0, 30, 300] {
            let answer = ask(Spec::Best, &game, budget);
            assert_eq!(answer, ask(Spec::Best, &game, budget));
            assert!(answer.iterations <= u64::from(budget));
            assert_eq!(answer.action, answer.ranked[0].action);
            let mut ranked: Vec<Action> = answer.ranked.iter().map(|ranked| ranked.action).collect();
            ranked.sort();
            let mut legal = actions.to_vec();
            legal.sort();
            assert_eq!(ranked, legal, "every legal action has a value");
            assert!(answer.ranked.iter().all(|ranked| (0.0..=1.0).contains(&ranked.value)));
            assert!(answer.ranked.is_sorted_by(|a, b| a.value >= b.value));
        }
        asked += 1;
    }
    assert!(asked > 20, "{asked}");
}

/// Can the seat win in this turn?
fn can_win(position: &Abagio) -> bool {
    position.phase() == Phase::Leaps
        && position.in_pond(position.mover()) >= 8
        && Turns::new().ends(position, 0).iter().any(|(end, _)| end.is_over())
}

#[test]
fn a_win_in_this_turn_is_found_from_level_3_up() {
    let mut found = 0;
    for mut game in (0..400).filter_map(|seed| stopped_at(seed, can_win)).take(12) {
        let moves = game.events().len();
        for level in 3..=8 {
            game.truncate(moves);
            while let Turn::Seat(seat) = game.turn() {
                let action = ask(Spec::Level(level), &game, 0).action;
                game.add(Event::Action(seat, action)).expect("a legal action");
            }
            assert_eq!(game.turn(), Turn::Over, "level {level} missed a win");
        }
        found += 1;
    }
    assert_eq!(found, 12);
}

/// A random game, stopped where `wanted` first holds.
fn stopped_at(seed: u64, wanted: impl Fn(&Abagio) -> bool) -> Option<Match<Abagio>> {
    let mut random = Generator::of(seed, 77);
    let mut game = new_match();
    let mut actions = Actions::new();
    loop {
        match game.turn() {
            Turn::Over => return None,
            Turn::Chance => {
                game.draw(&mut random).expect("the game waits for chance");
            }
            Turn::Seat(_) if wanted(game.position()) => return Some(game),
            Turn::Seat(seat) => {
                game.position().legal_actions(&mut actions);
                let action = actions[random.below(actions.len() as u32) as usize];
                game.add(Event::Action(seat, action)).expect("a legal action");
            }
        }
    }
}

#[test]
fn more_frogs_home_are_better() {
    // Seat 0 has rolled nothing but sixes, seat 1 nothing but ones.
    let mut actions = Actions::new();
    let mut position = new_match().position().after_chance("start 2 1".parse().expect("a chance event"));
    for turn in 0..40 {
        let roll = if turn % 2 == 0 { "roll 6 5" } else { "roll 2 1" };
        position = position.after_chance(roll.parse().expect("a chance event"));
        while let Turn::Seat(_) = position.turn() {
            position.legal_actions(&mut actions);
            position = position.after(actions[actions.len() - 1]);
        }
    }
    let sight = Sight::of(&position, position.mover());
    assert!(sight.pips(0) < sight.pips(1) && at(8).distance() == 8);
    assert!(Judge::trained().before_roll(&position) > 0.6);
}
