//! Whole games looked back at: what was a mistake, and what was luck.

use rainette_core::{Event, Match, Observer, Seat, Turn};
use rainette_games::abagio::Abagio;
use rainette_games::china_moon::ChinaMoon;
use rainette_games::frogriders::Frogriders;
use rainette_games::hop_it::HopIt;
use rainette_games::pool_party::PoolParty;
use rainette_players::{
    Brain, Budget, Choice, Course, Finished, FinishedGame, Generator, Judge, Question, Swing, Whole,
};

use super::support::{costliest_choice, setups};

/// How many iterations good players take, and the Judge.
const ITERATIONS: u32 = 100;

/// The same if they have to be divided among all that a seat can imagine.
const WITH_SECRETS: u32 = 1_600;

/// Plays a game on to its end: the strongest player on every seat, with random numbers of its own.
fn played_well<G: Brain>(mut game: Match<G>, seed: u64) -> Finished<G> {
    let iterations = iterations::<G>();
    let player = G::best(game.setup().seats());
    let mut random = Generator::new(seed);
    loop {
        match game.turn() {
            Turn::Over => return Finished::new(game).expect("the game is over"),
            Turn::Chance => {
                game.draw(&mut random).expect("the game waits for chance");
            }
            Turn::Seat(seat) => {
                let story = game.story(Observer::Seat(seat));
                let question = Question::new(&story, Budget::Iterations(iterations), random.next_u64());
                let action = player.think(&question).expect("it is the seat's turn").action;
                game.add(Event::Action(seat, action)).expect("players answer with legal actions");
            }
        }
    }
}

fn iterations<G: Brain>() -> u32 {
    if G::INFO.has_secrets { WITH_SECRETS } else { ITERATIONS }
}

/// The same game up to a moment, to be played on.
fn again<G: Brain>(whole: &Whole<G>) -> Match<G> {
    let mut game = Match::new(whole.story(Observer::Spectator).setup);
    for event in whole.history() {
        game.add(*event).expect("it has happened");
    }
    game
}

fn course_of<G: Brain>(game: &Finished<G>) -> Course {
    let game = FinishedGame::replay(&game.record()).expect("it is over");
    let judge = Judge::new(iterations::<G>(), 1);
    let mut course = Course::new(game.seats());
    for events in 0..game.moments() {
        course.add(events, game.look(events, &judge).expect("a moment of the game"));
    }
    course
}

/// Where nothing is hidden, what a seat gives away is what its curve falls by, as far as the errors of both and the drift
/// of the Judge leave open: nobody gives away half of a win while the curve falls by a twentieth.
fn losses_show_in_the_curve<G: Brain>(course: &Course) {
    if G::INFO.has_secrets {
        return;
    }
    let (mut decisions, mut apart) = (0, 0);
    for pair in course.moments().windows(2) {
        let [(events, before), (_, after)] = pair else { unreachable!("two moments") };
        let Some(decision) = before.decision() else { continue };
        let seat = decision.seat.index();
        let fall = before.shares[seat] - after.shares[seat];
        let errors = [before.errors[seat], after.errors[seat], decision.error];
        let error = errors.iter().map(|error| error * error).sum::<f64>().sqrt();
        let open = 2.0 * error + DRIFT;
        decisions += 1;
        apart += usize::from((decision.lost - fall).abs() > 2.0 * error);
        assert!(
            decision.lost <= fall + open || decision.lost <= open,
            "{} after {events}: the curve falls by {fall} ± {error}, and {decision:?}",
            G::INFO.id
        );
    }
    println!("{}: curve and loss apart beyond twice their errors in {apart} of {decisions}", G::INFO.id);
}

/// By so much of a win the Judge's share may move at an action beyond its errors.
const DRIFT: f64 = 0.05;

/// In a game that was played well but for one action, that action is the largest mistake.
fn one_blunder<G: Brain>() {
    let game = played_well(Match::<G>::new(setups()[0]), 5);
    let (whole, seat, blunder) = costliest_choice(&game);
    let mut game = again(&whole);
    game.add(Event::Action(seat, blunder)).expect("it is legal");
    let course = course_of(&played_well(game, 6));
    losses_show_in_the_curve::<G>(&course);
    let swings = course.swings();
    let mut mistakes = swings.iter().filter_map(|swing| match swing {
        Swing::Choice(choice) if choice.decision.is_mistake() => Some(choice),
        _ => None,
    });
    let Some(Choice { step, decision }) = mistakes.next() else { panic!("no mistake: {swings:?}") };
    let found = (*step, decision.seat, decision.played.clone());
    assert_eq!(found, (whole.events(), seat, blunder.to_string()), "{swings:?}");
    assert!(course.lost(seat).0 >= decision.lost);
}

#[test]
fn one_blunder_of_hop_it_is_named() {
    one_blunder::<HopIt>();
}

#[test]
fn one_blunder_of_abagio_is_named() {
    one_blunder::<Abagio>();
}

#[test]
fn one_blunder_of_pool_party_is_named() {
    one_blunder::<PoolParty>();
}

#[test]
fn one_blunder_of_china_moon_is_named() {
    one_blunder::<ChinaMoon>();
}

#[test]
fn one_blunder_of_frogriders_is_named() {
    one_blunder::<Frogriders>();
}

/// What is found in games between the strongest player and itself, which thinks as long as the Judge but by other random
/// numbers: how many decisions there were, and how many of them were called mistakes.
fn of_equals<G: Brain>(seeds: std::ops::Range<u64>, check: impl Fn(&Finished<G>, &Course)) -> (usize, usize) {
    let (mut decisions, mut mistakes) = (0, 0);
    for seed in seeds {
        let game = played_well(Match::<G>::new(setups()[0]), seed);
        let course = course_of(&game);
        let made = course.moments().iter().filter_map(|(events, moment)| Some((*events, moment.decision()?)));
        let made = made.filter(|(events, _)| game.at(*events).is_some_and(|whole| whole.actions().len() > 1));
        for (_, decision) in made {
            decisions += 1;
            mistakes += usize::from(decision.is_mistake());
        }
        check(&game, &course);
        losses_show_in_the_curve::<G>(&course);
    }
    println!("{}: {mistakes} mistakes in {decisions} decisions", G::INFO.id);
    (decisions, mistakes)
}

/// Twice an error is passed once in 44 times by luck alone, and good players err now and then.
const MOST_MISTAKES: f64 = 0.08;

#[test]
fn a_game_of_pure_luck_is_called_luck() {
    // Nothing but the dice can tell both seats apart.
    let (decisions, mistakes) = of_equals::<Abagio>(1..4, |game, course| {
        let winner = game.outcome().winners.iter().next().expect("somebody wins");
        let (luck, error) = course.luck(winner);
        println!("{luck} ± {error}, drift {}", course.drift(winner));
        let gained = (luck - 0.5).abs();
        assert!(gained < 2.5 * error && error < 0.25, "{luck} ± {error} of the half that the winner gained");
        let swings = course.swings();
        assert!(matches!(swings.first(), Some(Swing::Luck(_))), "{swings:?}");
        assert!(Seat::all(2).all(|seat| course.lost(seat).0 < 0.1), "{swings:?}");
    });
    assert!(mistakes as f64 <= MOST_MISTAKES * decisions as f64, "{mistakes} of {decisions}");
}

#[test]
fn good_players_of_pool_party_are_seldom_called_wrong() {
    let (decisions, mistakes) = of_equals::<PoolParty>(1..4, |_, _| {});
    assert!(mistakes as f64 <= MOST_MISTAKES * decisions as f64, "{mistakes} of {decisions}");
}

#[test]
fn good_players_of_hop_it_are_seldom_called_wrong() {
    let (decisions, mistakes) = of_equals::<HopIt>(1..2, |_, _| {});
    assert!(mistakes as f64 <= MOST_MISTAKES * decisions as f64, "{mistakes} of {decisions}");
}

#[test]
fn good_players_of_china_moon_are_seldom_called_wrong() {
    let (decisions, mistakes) = of_equals::<ChinaMoon>(1..2, |_, _| {});
    assert!(mistakes as f64 <= MOST_MISTAKES * decisions as f64, "{mistakes} of {decisions}");
}

#[test]
fn good_players_of_frogriders_are_seldom_called_wrong() {
    let (decisions, mistakes) = of_equals::<Frogriders>(1..3, |_, _| {});
    assert!(mistakes as f64 <= MOST_MISTAKES * decisions as f64, "{mistakes} of {decisions}");
}
