use rainette_core::{
    Actions, Event, Game as _, Guess as _, Match, Observer, Random as _, Seat, Setup, Story, Turn, equally,
};
use rainette_games::frogriders::{Action, Card, Frogriders, Secret};

use super::beliefs::beliefs;
use super::glance::Glance;
use super::outlook::{Counts, Outlook, WEIGHTS, Weights, held};
use super::wins_at_once;
use crate::brains::{Brain as _, Spec};
use crate::player::{Budget, Question, worth};
use crate::random::Generator;

/// Plays a game with a player of so many iterations, or at random with none, and hands over every position at which a
/// seat decides, and the last.
fn game(setup: Setup<Frogriders>, iterations: u32, seed: u64) -> Vec<Frogriders> {
    let mut random = Generator::new(seed);
    let mut game = Match::new(setup);
    let mut positions = Vec::new();
    let player = Frogriders::best(setup.seats());
    loop {
        match game.turn() {
            Turn::Over => break,
            Turn::Chance => {
                game.draw(&mut random).expect("the game waits for chance");
            }
            Turn::Seat(seat) => {
                positions.push(*game.position());
                let mut actions = Actions::new();
                game.position().legal_actions(&mut actions);
                let action = if iterations == 0 || random.unit() < 0.1 {
                    actions[random.below(actions.len() as u32) as usize]
                } else {
                    let story = game.story(Observer::Seat(seat));
                    let question = Question::new(&story, Budget::Iterations(iterations), random.next_u64());
                    player.think(&question).expect("the story is true").action
                };
                game.add(Event::Action(seat, action)).expect("a listed action is legal");
            }
        }
    }
    positions.push(*game.position());
    positions
}

#[test]
fn the_outlook_of_a_finished_game_is_its_score() {
    for (seed, setup) in (0_u64..).zip(Setup::<Frogriders>::all().into_iter().cycle().take(60)) {
        let positions = game(setup, 0, seed);
        let last = positions.last().expect("a game has a last position");
        for seat in Seat::all(last.seats()) {
            let (trophies, total) = (Outlook::new(last).trophies(seat), last.total(seat));
            assert!((trophies - total as f32).abs() < 1e-3, "seed {seed}: {trophies}, not {total}");
        }
    }
}

#[test]
fn shares_add_up_to_one() {
    for (seed, setup) in (0_u64..).zip(Setup::<Frogriders>::all()) {
        for position in game(setup, 0, seed) {
            let shares = Outlook::new(&position).shares();
            assert!((shares.iter().sum::<f32>() - 1.0).abs() < 1e-4);
            assert!(shares[position.seats()..].iter().all(|&share| share == 0.0));
        }
    }
}

#[test]
fn every_frog_but_for_those_who_want_few_is_welcome() {
    for (seed, setup) in (0_u64..).zip(Setup::<Frogriders>::all()) {
        for position in game(setup, 0, seed) {
            for seat in Seat::all(position.seats()) {
                let cards = position.cards(seat);
                if cards.has(Card::FewestFrogs3) || cards.has(Card::FewestFrogs5) {
                    continue;
                }
                let gains = Outlook::new(&position).gains(seat, held(&position, seat), position.kept(seat));
                assert!(gains.iter().all(|&gain| gain >= -1e-4), "seed {seed}: {gains:?}");
            }
        }
    }
}

#[test]
fn a_glance_sees_the_slope_of_the_outlook() {
    for (seed, setup) in (0_u64..).zip(Setup::<Frogriders>::all().into_iter().cycle().take(24)) {
        for position in game(setup, 0, seed).iter().filter(|position| !position.is_over()) {
            for seat in Seat::all(position.seats()) {
                let (glance, outlook) = (Glance::new(position, seat), Outlook::new(position));
                let (frogs, secret) = (held(position, seat), position.kept(seat));
                // The glance takes whole turns to send frogs, the outlook parts of them.
                let sending = |frogs: Counts| outlook.with(seat, frogs, secret) - outlook.sending(frogs);
                let is_simple = !position.cards(seat).has(Card::PerFrogAndCard);
                for colour in (0..4).filter(|_| is_simple) {
                    let (mut more, mut fewer) = (frogs, frogs);
                    more[colour] += 1;
                    let gain = glance.gains[colour] - (sending(more) - sending(frogs));
                    let most = WEIGHTS.sending[colour] + 1e-3;
                    assert!((-1e-3..most).contains(&gain), "seed {seed}: gain {gain} too much");
                    if frogs[colour] > 0 {
                        fewer[colour] -= 1;
                        let loss = glance.losses[colour] - (sending(frogs) - sending(fewer));
                        assert!((-1e-3..most).contains(&loss), "seed {seed}: loss {loss} too much");
                    }
                }
            }
        }
    }
}

/// Random games up to a choice in which some but not all actions win at once whatever the secrets, and these actions.
fn sure_wins() -> impl Iterator<Item = (Match<Frogriders>, Seat, Vec<Action>)> {
    let setups = Setup::<Frogriders>::all();
    (0..).filter_map(move |seed| {
        let mut random = Generator::new(seed);
        let mut game = Match::new(setups[seed as usize % setups.len()]);
        let mut actions = Actions::new();
        loop {
            match game.turn() {
                Turn::Over => return None,
                Turn::Chance => {
                    game.draw(&mut random).expect("the game waits for chance");
                }
                Turn::Seat(seat) => {
                    game.position().legal_actions(&mut actions);
                    let mut winning = actions.to_vec();
                    winning.retain(|&action| wins_at_once(game.position(), action));
                    if !winning.is_empty() {
                        let story = game.story(Observer::Seat(seat));
                        let guess = Frogriders::guess(&story, &equally).expect("the story is true");
                        for _ in 0..300 {
                            let position = guess.draw(&mut random);
                            winning.retain(|&action| wins_at_once(&position, action));
                        }
                    }
                    if !winning.is_empty() && winning.len() < actions.len() {
                        return Some((game, seat, winning));
                    }
                    let action = actions[random.below(actions.len() as u32) as usize];
                    game.add(Event::Action(seat, action)).expect("a listed action is legal");
                }
            }
        }
    })
}

#[test]
fn from_level_3_up_a_sure_win_is_taken() {
    for (game, seat, winning) in sure_wins().take(10) {
        let story = game.story(Observer::Seat(seat));
        for level in 3..=8 {
            let player = Spec::Level(level).player::<Frogriders>(game.position().seats());
            let question = Question::new(&story, player.own_budget(), 5);
            let answer = player.think(&question).expect("the story is true");
            // What wins later just as surely will do as well.
            let is_sure = answer.ranked[0].value >= 0.999 && answer.action == answer.ranked[0].action;
            assert!(winning.contains(&answer.action) || is_sure, "level {level}: {}", answer.action);
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_answer() {
    for (game, seat, _) in sure_wins().take(3) {
        let story = game.story(Observer::Seat(seat));
        let answer = || {
            let question = Question::new(&story, Budget::Iterations(200), 9);
            Frogriders::best(game.position().seats()).think(&question).expect("the story is true")
        };
        assert_eq!(answer(), answer());
    }
}

#[test]
fn beliefs_favour_the_secret_that_was_played_for() {
    let (mut right, mut all) = (0.0, 0.0);
    for (seed, setup) in (0_u64..).zip(Setup::<Frogriders>::all()) {
        let (story, last) = watched_game(setup, seed);
        let beliefs = beliefs(&story);
        for seat in Seat::all(setup.seats()).skip(1) {
            let of_seat = beliefs[seat.index()];
            let kept = last.kept(seat).expect("everybody has kept a secret");
            right += f64::from(of_seat[kept as usize]) / of_seat.iter().map(|&w| f64::from(w)).sum::<f64>();
            all += 1.0;
        }
    }
    assert!(right / all > 1.3 / Secret::COUNT as f64, "no better than chance: {}", right / all);
}

/// A game of the player at a few iterations, as the first seat was told it shortly before its end.
fn watched_game(setup: Setup<Frogriders>, seed: u64) -> (Story<Frogriders>, Frogriders) {
    let mut random = Generator::new(seed);
    let mut game = Match::new(setup);
    let player = Frogriders::best(setup.seats());
    let mut story = game.story(Observer::Seat(Seat::new(0)));
    loop {
        match game.turn() {
            Turn::Over => return (story, *game.position()),
            Turn::Chance => {
                game.draw(&mut random).expect("the game waits for chance");
            }
            Turn::Seat(seat) => {
                let known = game.story(Observer::Seat(seat));
                let question = Question::new(&known, Budget::Iterations(60), random.next_u64());
                let action = player.think(&question).expect("the story is true").action;
                story = game.story(Observer::Seat(Seat::new(0)));
                game.add(Event::Action(seat, action)).expect("a listed action is legal");
            }
        }
    }
}

/// Fits the weights to games of the player against itself, one after the other, and prints them. Takes minutes:
/// `cargo test --release -p rainette-players fit_the_weights -- --ignored --nocapture`
#[test]
#[ignore = "a chore, not a check"]
fn fit_the_weights() {
    let setups = Setup::<Frogriders>::all();
    let mut samples = Vec::new();
    for seed in 0..600 {
        let setup = setups[seed as usize % setups.len()];
        let positions = game(setup, 300, seed);
        let (last, rest) = positions.split_last().expect("a game has a last position");
        let values = worth(&last.result().expect("the game is over"), last.seats());
        samples.extend(rest.iter().skip(setup.seats()).map(|position| (*position, values)));
    }
    let loss = |weights: &Weights, samples: &[(Frogriders, [f32; Seat::MAX])]| -> f32 {
        let of_one = |(position, values): &(Frogriders, [f32; Seat::MAX])| -> f32 {
            let shares = Outlook::weighed(position, weights).shares();
            shares.iter().zip(values).map(|(&share, &value)| -value * libm::logf(share.max(1e-4))).sum()
        };
        samples.iter().map(of_one).sum::<f32>() / samples.len() as f32
    };
    let (check, fit) = samples.split_at(samples.len() / 5);
    println!("{} positions, loss {} and {} on others", fit.len(), loss(&WEIGHTS, fit), loss(&WEIGHTS, check));
    let mut best = WEIGHTS.clone();
    let mut least = loss(&best, fit);
    for step in [1.4, 1.2, 1.1, 1.05] {
        for _ in 0..3 {
            for index in 0..fields(&mut best).len() {
                for factor in [step, 1.0 / step] {
                    let mut tried = best.clone();
                    *fields(&mut tried)[index] *= factor;
                    let loss = loss(&tried, fit);
                    if loss < least {
                        (best, least) = (tried, loss);
                        break;
                    }
                }
            }
        }
        println!("loss {least} and {} on others: {best:#?}", loss(&best, check));
    }
}

fn fields(weights: &mut Weights) -> Vec<&mut f32> {
    let Weights {
        stranded,
        captures,
        flowers,
        sending,
        technique,
        choose,
        browns,
        surplus,
        missing,
        lead,
        doubt,
        tempo,
    } = weights;
    [stranded, captures, flowers, technique, choose, browns, surplus, missing, tempo]
        .into_iter()
        .chain(&mut sending[..3])
        .chain(lead)
        .chain(doubt)
        .collect()
}
