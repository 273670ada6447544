//! Is solved what is solved, once it is played?

use rainette_core::{Actions, Event, Game as _, Match, Observer, Random as _, Seat, Setup, Turn};
use rainette_games::hop_it::{HopIt, QUIET_TURNS};

use super::super::material::Class;
use super::super::{Endgames, Fate};
use super::{class, random_placings};
use crate::brains::hop_it::search::{Limits, PROVEN, Search};
use crate::brains::hop_it::turns::Lister;
use crate::brains::{Brain as _, Spec};
use crate::endgames::EndgameTables;
use crate::player::{Budget, Cancel, Question};
use crate::random::Generator;

const WHITE: Seat = Seat::new(0);

/// Any legal action.
fn any_action(position: &HopIt, random: &mut Generator) -> rainette_games::hop_it::Action {
    let mut actions = Actions::new();
    position.legal_actions(&mut actions);
    actions[random.below(actions.len() as u32) as usize]
}

/// Plays a game to its end: white by the tables, black by the tables or at random. Gives what white has of it.
fn played(tables: &Endgames, mut position: HopIt, black_knows: bool, random: &mut Generator) -> i8 {
    while let Turn::Seat(seat) = position.turn() {
        let action = if seat == WHITE || black_knows {
            tables.ranked(&position).expect("it is solved")[0].action
        } else {
            any_action(&position, random)
        };
        position = position.after(action);
    }
    let winners = position.result().expect("the game is over").winners;
    match winners.iter().next() {
        Some(winner) if winner == WHITE => 1,
        Some(_) => -1,
        None => 0,
    }
}

#[test]
fn solved_wins_are_won_in_time_and_solved_draws_are_not_lost() {
    let tables = Endgames::built_in();
    let mut random = Generator::new(3);
    let mut long_wins = 0;
    for class in Class::all(4) {
        for material in class.materials() {
            for placing in random_placings(material, 200, &mut random) {
                let entry = tables.entry(placing).expect("it is solved");
                let turns = entry.unsigned_abs();
                // The last moment at which it still is what it is.
                let quiet = if entry == 0 { random.below(50) as u8 } else { QUIET_TURNS - turns };
                let position = placing.position(quiet);
                let expected = entry.signum();
                assert_eq!(played(&tables, position, true, &mut random), expected, "{class} {position:?}");
                let against_any = played(&tables, position, false, &mut random);
                assert!(against_any >= expected, "{class} {position:?}");
                long_wins += u32::from(entry > 3);
            }
        }
    }
    assert!(long_wins > 50, "{long_wins} long wins");
}

/// Is a position won (1) or lost (-1) for sure, by trying everything so many turns deep, with what the tables say there?
fn sure(tables: &Endgames, position: &HopIt, depth: u32) -> i8 {
    let Turn::Seat(seat) = position.turn() else { panic!("the game is over") };
    match tables.look(position) {
        Some(Fate::Won(_)) => return 1,
        Some(Fate::Lost(_)) => return -1,
        Some(Fate::Drawn) => return 0,
        None if depth == 0 => return 0,
        None => {}
    }
    let mut turns = Vec::new();
    Lister::default().list(position, &mut turns);
    let values = turns.iter().map(|turn| match turn.after.result() {
        Some(outcome) => {
            if outcome.winners.contains(seat) {
                1
            } else {
                -1
            }
        }
        None => -sure(tables, &turn.after, depth - 1),
    });
    values.max().expect("a turn")
}

#[test]
fn a_search_uses_the_tables() {
    let tables = Endgames::built_in();
    let cancel = Cancel::default();
    let mut random = Generator::new(4);
    let (mut proven, mut only_by_tables) = (0, 0);
    for name in ["fff-ff", "fft-ff", "fft-ft", "fff-ft"] {
        for material in class(name).materials() {
            for placing in random_placings(material, 40, &mut random) {
                let position = placing.position(0);
                let search = || Search::new(Limits::depth(3, &cancel), WHITE, 1);
                let knowing = search().knowing(&tables).run(&position).actions[0].worth;
                let said = if knowing.abs() >= PROVEN { knowing.signum() } else { 0 };
                let truth = sure(&tables, &position, 3);
                if truth != 0 {
                    assert_eq!(said, i32::from(truth), "{name} {position:?}");
                }
                proven += u32::from(said != 0);
                let alone = search().run(&position).actions[0].worth;
                only_by_tables += u32::from(said != 0 && alone.abs() < PROVEN);
            }
        }
    }
    assert!(proven > 50 && only_by_tables > 5, "{proven} {only_by_tables}");
}

/// Random games that come to four pieces, cut off there.
fn endings(seed: u64) -> impl Iterator<Item = Match<HopIt>> {
    (0..).filter_map(move |number| {
        let mut random = Generator::of(seed, number);
        let mut game = Match::<HopIt>::new(Setup::new(2).expect("two may play"));
        while let Turn::Seat(seat) = game.turn() {
            let position = game.position();
            let pieces = position.pieces(WHITE) | position.pieces(WHITE.next(2));
            if pieces.count_ones() <= 4 {
                return Some(game);
            }
            let action = any_action(position, &mut random);
            game.add(Event::Action(seat, action)).expect("a legal action");
        }
        None
    })
}

/// Values of solved positions are exact.
fn is_same(values: &[f32], others: &[f32]) -> bool {
    values.iter().map(|value| value.to_bits()).eq(others.iter().map(|other| other.to_bits()))
}

#[test]
fn the_strongest_players_know_the_tables_and_weaker_levels_do_not() {
    let tables = EndgameTables::built_in();
    let mut differ = 0;
    for game in endings(5).take(30) {
        let Turn::Seat(seat) = game.turn() else { panic!("the game is over") };
        let story = game.story(Observer::Seat(seat));
        let ask = |spec: Spec, tables: &EndgameTables| {
            let question = Question::new(&story, Budget::Iterations(60), 1);
            spec.player_knowing::<HopIt>(2, tables).think(&question).expect("it is its turn")
        };
        let truth = HopIt::solved(game.position(), &tables).expect("it is solved");
        for spec in [Spec::Best, Spec::Level(8)] {
            let answer = ask(spec, &tables);
            assert!(is_same(&answer.values, &truth), "{spec} {answer:?}");
            assert!(is_same(&[answer.ranked[0].value], &truth[seat.index()..=seat.index()]), "{spec}");
            assert!(answer.iterations > 0, "{spec}");
        }
        let alone = ask(Spec::Level(7), &EndgameTables::none());
        assert_eq!(ask(Spec::Level(7), &tables), alone);
        differ += u32::from(!is_same(&alone.values, &truth));
    }
    assert!(differ > 3, "{differ} endgames that level 7 does not see through");
}

#[test]
fn a_draw_is_played_so_that_the_other_side_can_go_wrong() {
    let tables = Endgames::built_in();
    let mut random = Generator::new(6);
    let mut traps = 0;
    for placing in random_placings(class("ff-ff").materials().next().expect("a side"), 400, &mut random) {
        if tables.entry(placing) != Some(0) {
            continue;
        }
        let ranked = tables.ranked(&placing.position(0)).expect("it is solved");
        let wrong = |known: &super::super::Known| {
            let after = placing.position(0).after(known.action);
            let Turn::Seat(seat) = after.turn() else { return None };
            (seat != WHITE).then(|| tables.wrong_replies(&after)).flatten()
        };
        let drawn: Vec<_> =
            ranked.iter().filter(|known| is_same(&[known.value], &[0.5])).filter_map(wrong).collect();
        let share = |(wrong, all): (i32, i32)| 1000 * wrong / all;
        assert!(drawn.iter().all(|&other| share(drawn[0]) >= share(other)), "{placing:?}");
        traps += u32::from(drawn[0].0 > 0);
    }
    assert!(traps > 10, "{traps}");
}
