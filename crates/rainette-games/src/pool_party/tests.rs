//! One test per rule, named after it.

use std::collections::HashSet;

use rainette_core::{
    Actions, Certain, Draw, Effect, Event, Game, Guess as _, Match, Name, NoEffects, Observer, Outcome, Path,
    Piece, PlayError, Reason as _, Seat, Setup, Spot, Told, Turn, Weyl, equally, playout,
};
use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng as _, SeedableRng as _},
};

use super::{Action, Hop, LANES, MOST_TURNS, Place, PoolParty, Reason, Roll, Round, SPACES, Stage};

/// A position from each seat's spaces in lanes 1 to 5, `-` for a frog on the stack: `4 1 - - -`. Seat 0 is to roll.
fn pool(seats: &[&str]) -> PoolParty {
    let mut game = start(seats.len());
    for (seat, spaces) in seats.iter().enumerate() {
        assert_eq!(spaces.split_whitespace().count(), LANES);
        for (lane, space) in game.lanes.iter_mut().zip(spaces.split_whitespace()) {
            if space != "-" {
                lane.put(Seat::new(seat), space.parse().expect("a space"));
            }
        }
    }
    game
}

fn start(seats: usize) -> PoolParty {
    PoolParty::new(Setup::new(seats).expect("a valid set-up"))
}

/// A seat's frogs in the form that `pool` reads.
fn frogs(game: &PoolParty, seat: usize) -> String {
    let space = |lane| game.frog(Seat::new(seat), lane).map_or("-".to_owned(), |space| space.to_string());
    (1..=LANES).map(space).collect::<Vec<_>>().join(" ")
}

fn all_frogs(game: &PoolParty) -> Vec<String> {
    (0..game.seats()).map(|seat| frogs(game, seat)).collect()
}

fn rolled(game: PoolParty, larger: u8, smaller: u8) -> PoolParty {
    game.try_chance(Roll::new(larger, smaller).expect("dice")).expect("a roll is waited for")
}

fn seat_to_move(game: &PoolParty) -> Seat {
    let Turn::Seat(seat) = game.turn() else { panic!("no seat is waited for: {game:?}") };
    seat
}

/// Plays turns such as `4 1: 1+4 2+1`, each by the seat whose turn it is.
#[track_caller]
fn play(mut game: PoolParty, turns: &[&str]) -> PoolParty {
    for turn in turns {
        let (dice, action) = turn.split_once(": ").expect("dice and an action");
        let roll = format!("roll {dice}").parse().expect("dice");
        game = game.try_chance(roll).expect("a roll is waited for");
        game = game.play(seat_to_move(&game), action.parse().expect("notation")).expect("a legal action");
    }
    game
}

fn legal(game: &PoolParty) -> Vec<String> {
    let mut actions = Actions::new();
    game.legal_actions(&mut actions);
    let mut names: Vec<_> = actions.iter().map(ToString::to_string).collect();
    names.sort();
    names
}

fn path(spots: &str) -> Path {
    spots.split_whitespace().map(Name::of).collect()
}

fn effects(game: &PoolParty, action: &str) -> Vec<Effect> {
    let event = Event::Action(seat_to_move(game), action.parse().expect("notation"));
    game.tell(&event, Observer::Spectator).effects
}

fn frog_of(seat: usize) -> Piece {
    Piece::owned("frog", Seat::new(seat))
}

fn hopped(seat: usize, from: &str, to: &str) -> Effect {
    Effect::Hopped { piece: frog_of(seat), from: Name::of(from), over: Vec::new(), to: Name::of(to) }
}

fn pushed(seat: usize, from: &str, to: &str) -> Effect {
    Effect::Pushed { piece: frog_of(seat), from: Name::of(from), to: Name::of(to) }
}

fn win(seat: usize) -> Outcome {
    Outcome::win(Seat::new(seat))
}

/// Frogs far from each other and from any line.
const APART: &str = "0 12 0 12 0";

#[test]
fn a_position_is_small() {
    assert_eq!((size_of::<PoolParty>(), size_of::<Action>(), size_of::<Roll>()), (48, 2, 2));
}

#[test]
fn two_to_six_can_play() {
    let counts: Vec<_> = Setup::<PoolParty>::all().iter().map(Setup::seats).collect();
    assert_eq!(counts, [2, 3, 4, 5, 6]);
    assert!(Setup::<PoolParty>::new(1).is_err() && Setup::<PoolParty>::new(7).is_err());
    assert_eq!(start(5).seats(), 5);
}

#[test]
fn the_pool_has_five_lanes_of_24_spaces() {
    let names: HashSet<_> = Place::all().map(Place::spot).collect();
    assert_eq!((LANES, SPACES, names.len()), (5, 24, 5 * 24 + 5));
    for name in ["1.0", "5.23", "stack.1", "stack.5"] {
        assert!(names.contains(&Name::of(name)), "{name}");
    }
    for place in Place::all() {
        assert_eq!(Place::named(&place.spot()), Some(place));
    }
    for name in [
        "0.0",
        "6.0",
        "1.24",
        "1.01",
        "1.+1",
        "+1.1",
        "1.1.1",
        "stack.01",
        "1",
        "stack.",
        "1.",
        ".1",
        "stack.1.1",
        "1.300",
        "stack.0",
        "stack.6",
        "stack",
        "",
        "é",
    ] {
        assert_eq!(Place::named(&Name::of(name)), None, "{name}");
    }
}

#[test]
fn seat_0_starts_and_the_others_follow_in_order() {
    let mut game = start(3);
    for turn in 0..7 {
        assert_eq!((game.turn(), game.turns()), (Turn::Chance, turn));
        game = rolled(game, 6, 5);
        assert_eq!(game.turn(), Turn::Seat(Seat::new(usize::from(turn) % 3)));
        assert_eq!(game.mover(), Seat::new(usize::from(turn) % 3));
        let mut actions = Actions::new();
        game.legal_actions(&mut actions);
        game = game.after(actions[0]);
    }
}

#[test]
fn a_turn_begins_with_a_roll_of_two_dice() {
    let game = start(2);
    assert_eq!((game.turn(), game.chance(), game.roll()), (Turn::Chance, Draw::TWO_DICE, None));
    assert!(legal(&game).is_empty());
    let action = "1+4 2+1".parse().expect("notation");
    assert_eq!(game.play(Seat::new(0), action), Err(PlayError::WaitsForChance));
    let told = game.tell(&Event::Chance(Roll::new(4, 1).expect("dice")), Observer::Spectator);
    assert_eq!(told.effects, [Effect::Rolled { dice: vec![4, 1], by: Some(Seat::new(0)) }]);
    assert_eq!((told.event.as_str(), told.seat, told.hidden), ("roll 4 1", None, false));
    assert_eq!(rolled(game, 4, 1).roll(), Roll::new(4, 1));
}

#[test]
fn a_roll_and_its_outcome_name_each_other() {
    let game = start(2);
    let mut count = 0;
    game.chance().each(|drawn, _| {
        assert_eq!(game.draw_from_chance(&game.chance_from_draw(drawn)).as_ref(), Some(drawn));
        count += 1;
    });
    assert_eq!(count, 21);
}

#[test]
fn nothing_is_rolled_while_a_seat_moves_or_after_the_end() {
    let roll = Roll::new(4, 1).expect("dice");
    let moving = rolled(start(2), 6, 6);
    assert_eq!(moving.draw_from_chance(&roll), None);
    assert_eq!(moving.try_chance(roll), Err(PlayError::WaitsForSeat { turn: Seat::new(0) }));
    let over = play(pool(&["4 9 9 9 9", APART]), &["4 1: 1+5"]);
    assert_eq!((over.draw_from_chance(&roll), over.try_chance(roll)), (None, Err(PlayError::Over)));
    assert!(legal(&over).is_empty());
}

#[test]
fn on_turn_1_frogs_1_and_2_enter_by_one_die_each_whichever_goes_to_which() {
    let game = rolled(start(2), 4, 1);
    assert_eq!(game.round(), Round::First);
    assert_eq!(legal(&game), ["1+1 2+4", "1+4 2+1"]);
    assert_eq!(frogs(&play(start(2), &["4 1: 1+4 2+1"]), 0), "4 1 - - -");
    assert_eq!(frogs(&play(start(2), &["4 1: 1+1 2+4"]), 0), "1 4 - - -");
    assert_eq!(legal(&rolled(start(2), 3, 3)), ["1+3 2+3"]);
}

#[test]
fn on_turn_2_frogs_3_and_4_enter() {
    let game = rolled(pool(&["4 1 - - -", "- - - - -"]), 6, 2);
    assert_eq!(game.round(), Round::Second);
    assert_eq!(legal(&game), ["3+2 4+6", "3+6 4+2"]);
    assert_eq!(legal(&rolled(pool(&["4 1 - - -", "- - - - -"]), 5, 5)), ["3+5 4+5"]);
    assert_eq!(frogs(&play(pool(&["4 1 - - -", "- - - - -"]), &["6 2: 3+6 4+2"]), 0), "4 1 6 2 -");
}

#[test]
fn on_turn_3_frog_5_enters_with_either_die_and_the_other_die_moves_any_other_frog() {
    let game = pool(&["4 1 6 2 -", "- - - - -"]);
    assert_eq!(rolled(game, 6, 2).round(), Round::Third);
    let expected = ["1+2 5+6", "1+6 5+2", "2+2 5+6", "2+6 5+2", "3+2 5+6", "3+6 5+2", "4+2 5+6", "4+6 5+2"];
    assert_eq!(legal(&rolled(game, 6, 2)), expected);
    assert_eq!(legal(&rolled(game, 3, 3)), ["1+3 5+3", "2+3 5+3", "3+3 5+3", "4+3 5+3"]);
    assert_eq!(frogs(&play(game, &["6 2: 3+6 5+2"]), 0), "4 1 12 2 2");
}

#[test]
fn from_turn_4_two_frogs_move_by_a_die_each_or_one_by_the_sum_or_the_difference() {
    let game = rolled(pool(&["4 1 6 2 3", APART]), 5, 3);
    assert_eq!(game.round(), Round::Afloat);
    let mut expected = Vec::new();
    for lane in 1..=5 {
        expected.extend([format!("{lane}+8"), format!("{lane}+2")]);
        for other in lane + 1..=5 {
            expected.extend([format!("{lane}+5 {other}+3"), format!("{lane}+3 {other}+5")]);
        }
    }
    expected.sort();
    assert_eq!((legal(&game), expected.len()), (expected, 30));
}

#[test]
fn after_a_double_one_may_pass_and_there_is_no_difference() {
    let game = rolled(pool(&["4 1 6 2 3", APART]), 5, 5);
    let mut expected = vec!["pass".to_owned()];
    for lane in 1..=5 {
        expected.push(format!("{lane}+10"));
        expected.extend((lane + 1..=5).map(|other| format!("{lane}+5 {other}+5")));
    }
    expected.sort();
    assert_eq!(legal(&game), expected);
    let passed = play(pool(&["4 1 6 2 3", APART]), &["5 5: pass"]);
    assert_eq!(all_frogs(&passed), ["4 1 6 2 3", APART]);
    assert_eq!((passed.turn(), passed.mover(), passed.turns()), (Turn::Chance, Seat::new(1), 1));
    assert_eq!(effects(&game, "pass"), [Effect::Passed { seat: Seat::new(0) }]);
}

#[test]
fn without_a_double_moving_is_compulsory() {
    for (larger, smaller) in [(6, 5), (2, 1), (6, 1)] {
        let game = rolled(pool(&["4 1 6 2 3", APART]), larger, smaller);
        assert!(!legal(&game).contains(&"pass".to_owned()));
    }
}

#[test]
fn nobody_passes_while_entering() {
    for own in ["- - - - -", "4 1 - - -", "4 1 6 2 -"] {
        assert!(!legal(&rolled(pool(&[own, APART]), 5, 5)).contains(&"pass".to_owned()), "{own}");
    }
}

#[test]
fn each_seat_enters_in_turns_of_its_own() {
    let game = play(start(2), &["4 1: 1+4 2+1", "6 1: 1+6 2+1", "2 2: 3+2 4+2"]);
    assert_eq!(all_frogs(&game), ["4 2 2 2 -", "6 1 - - -"]);
    assert_eq!(legal(&rolled(game, 6, 5)), ["3+5 4+6", "3+6 4+5"]);
}

#[test]
fn the_sum_and_the_difference_move_one_frog() {
    assert_eq!(frogs(&play(pool(&["4 1 6 2 3", APART]), &["5 3: 3+8"]), 0), "4 1 14 2 3");
    assert_eq!(frogs(&play(pool(&["4 1 6 2 3", APART]), &["5 3: 5+2"]), 0), "4 1 6 2 5");
}

#[test]
fn frogs_move_clockwise_and_after_space_23_comes_space_0() {
    assert_eq!(frogs(&play(pool(&["23 1 6 20 3", APART]), &["4 1: 1+1 4+4"]), 0), "0 1 6 0 3");
    assert_eq!(frogs(&play(pool(&["23 1 6 20 3", APART]), &["6 6: 1+12"]), 0), "11 1 6 20 3");
}

#[test]
fn frogs_move_over_others_freely_and_occupied_spaces_count() {
    let game = play(pool(&["4 1 6 2 3", "5 12 0 12 0", "7 15 3 15 3"]), &["4 1: 1+4 2+1"]);
    assert_eq!(all_frogs(&game), ["8 2 6 2 3", "5 12 0 12 0", "7 15 3 15 3"]);
}

#[test]
fn the_sum_is_one_single_jump_that_pushes_only_where_it_ends() {
    let game = play(pool(&["4 1 6 2 3", "8 12 0 12 0", "5 15 3 15 3"]), &["4 1: 1+5"]);
    assert_eq!(all_frogs(&game), ["9 1 6 2 3", "8 12 0 12 0", "5 15 3 15 3"]);
}

#[test]
fn the_difference_is_one_single_jump_that_pushes_only_where_it_ends() {
    let game = play(pool(&["4 1 6 2 3", "8 12 0 12 0", "7 15 3 15 3"]), &["4 1: 1+3"]);
    assert_eq!(all_frogs(&game), ["7 1 6 2 3", "9 12 0 12 0", "8 15 3 15 3"], "a row of two is pushed");
}

#[test]
fn a_frog_on_the_target_space_is_pushed_one_space_clockwise() {
    let game = play(pool(&["4 1 6 2 3", "8 8 8 8 0"]), &["4 1: 1+4 2+1"]);
    assert_eq!(all_frogs(&game), ["8 2 6 2 3", "9 8 8 8 0"], "in its lane alone");
}

#[test]
fn an_unbroken_row_is_pushed_along_by_one() {
    let seats = ["4 1 6 2 3", "9 12 0 12 0", "8 15 3 15 3", "11 18 9 18 7"];
    let game = play(pool(&seats), &["4 1: 1+4 2+1"]);
    let spaces: Vec<_> = (0..4).map(|seat| game.frog(Seat::new(seat), 1)).collect();
    assert_eq!(spaces, [Some(8), Some(10), Some(9), Some(11)], "the gap at 10 ends the row");
}

#[test]
fn a_row_is_pushed_over_the_ramp() {
    let seats = ["20 1 6 2 3", "22 12 0 12 0", "0 15 3 15 3", "1 18 9 18 7", "23 19 8 19 8"];
    let game = play(pool(&seats), &["2 1: 1+2 2+1"]);
    let spaces: Vec<_> = (0..5).map(|seat| game.frog(Seat::new(seat), 1)).collect();
    assert_eq!(spaces, [Some(22), Some(23), Some(1), Some(2), Some(0)]);
}

#[test]
fn the_longest_row_has_five_frogs() {
    let seats = ["4 1 6 2 3", "8 2 1 1 1", "9 3 1 2 2", "10 4 2 3 3", "11 5 3 4 4", "12 6 4 5 6"];
    let game = play(pool(&seats), &["4 3: 1+4 3+3"]);
    let spaces: Vec<_> = (0..6).map(|seat| game.frog(Seat::new(seat), 1)).collect();
    assert_eq!(spaces, [8, 9, 10, 11, 12, 13].map(Some));
}

#[test]
fn entering_frogs_push_where_they_land() {
    // Bernd goes over Anke's frog in lane 1, and pushes her frog in lane 2.
    let game = play(start(2), &["4 1: 1+4 2+1", "6 1: 1+6 2+1"]);
    assert_eq!(all_frogs(&game), ["4 2 - - -", "6 1 - - -"]);
}

#[test]
fn being_put_on_the_ramp_does_not_push() {
    let game = play(pool(&["- - - - -", "0 0 5 6 7"]), &["4 1: 1+4 2+1"]);
    assert_eq!(all_frogs(&game), ["4 1 - - -", "0 0 5 6 7"]);
}

#[test]
fn after_entering_the_ramp_is_a_space_like_any_other() {
    let game = play(pool(&["20 1 6 2 3", "0 12 1 12 0"]), &["4 1: 1+4 2+1"]);
    assert_eq!(all_frogs(&game), ["0 2 6 2 3", "1 12 1 12 0"], "it is landed on and pushed from");
}

#[test]
fn two_rows_in_two_lanes_are_pushed_in_one_action() {
    // Bernd's frog in lane 3 pushes Anke's, his frog in lane 5 pushes a row of two.
    let seats = ["0 1 2 3 4", "20 20 8 20 0", "21 21 1 21 8", "22 22 0 22 9"];
    let game = play(pool(&seats), &["6 4: 3+6 5+4"]);
    let expected = ["0 1 8 3 8", "20 20 9 20 0", "21 21 1 21 9", "22 22 0 22 10"];
    assert_eq!(all_frogs(&game), expected);
}

#[test]
fn five_frogs_in_one_straight_line_win() {
    let game = play(pool(&["4 9 9 9 9", APART]), &["4 1: 1+5"]);
    assert_eq!((game.turn(), game.result(), game.turns()), (Turn::Over, Some(win(0)), 1));
    let four = play(pool(&["4 9 9 9 8", APART]), &["4 1: 1+5"]);
    assert_eq!((four.turn(), four.result()), (Turn::Chance, None));
}

#[test]
fn a_line_on_the_ramp_wins() {
    assert_eq!(play(pool(&["0 0 22 0 0", APART]), &["6 4: 3+2"]).result(), Some(win(0)));
}

#[test]
fn the_movers_line_is_checked_after_both_frogs() {
    let game = play(pool(&["4 8 9 9 9", APART]), &["5 1: 1+5 2+1"]);
    assert_eq!((game.result(), frogs(&game, 0)), (Some(win(0)), "9 9 9 9 9".to_owned()));
}

#[test]
fn the_movers_line_is_checked_after_either_frog_alone() {
    // The frog in the lower lane makes the line, then the one in the higher lane, whichever the order of dice.
    for action in ["1+4 2+1", "1+4 5+1"] {
        let turn = format!("4 1: {action}");
        let game = play(pool(&["5 9 9 9 9", APART]), &[&turn]);
        assert_eq!((game.result(), frogs(&game, 0)), (Some(win(0)), "9 9 9 9 9".to_owned()), "{action}");
    }
    for action in ["1+1 5+4", "4+1 5+4"] {
        let turn = format!("4 1: {action}");
        let game = play(pool(&["9 9 9 9 5", APART]), &[&turn]);
        assert_eq!((game.result(), frogs(&game, 0)), (Some(win(0)), "9 9 9 9 9".to_owned()), "{action}");
    }
}

#[test]
fn a_line_of_one_frog_alone_ends_the_game_before_the_other_moves() {
    let game = rolled(pool(&["9 9 9 9 5", "10 12 0 12 0"]), 4, 1);
    let ended = Effect::Ended { winners: vec![Seat::new(0)], why: Name::of("line") };
    assert_eq!(effects(&game, "1+1 5+4"), [hopped(0, "5.5", "5.9"), ended]);
    let after = play(pool(&["9 9 9 9 5", "10 12 0 12 0"]), &["4 1: 1+1 5+4"]);
    assert_eq!(frogs(&after, 1), "10 12 0 12 0", "the frog that stays pushes nobody");
}

#[test]
fn frog_5_can_make_the_line_as_it_enters() {
    let game = pool(&["4 4 4 4 -", "- - - - -"]);
    assert_eq!(play(game, &["4 1: 1+1 5+4"]).result(), Some(win(0)));
    assert_eq!(play(game, &["4 1: 1+4 5+1"]).result(), None);
    assert_eq!(play(pool(&["4 4 3 4 -", "- - - - -"]), &["4 1: 3+1 5+4"]).result(), Some(win(0)));
}

#[test]
fn frogs_on_the_stack_are_in_no_line() {
    for seats in 2..=6 {
        let game = play(start(seats), &["4 1: 1+4 2+1", "6 1: 1+6 2+1"]);
        assert_eq!(game.result(), None, "{seats} seats");
    }
    assert_eq!(play(pool(&["- - - - -", "3 3 - - -"]), &["3 3: 1+3 2+3"]).result(), None);
    assert_eq!(play(pool(&["4 4 - - -", APART]), &["4 4: 3+4 4+4"]).result(), None);
}

#[test]
fn an_opponent_who_is_pushed_into_a_line_wins() {
    let game = pool(&["5 0 1 2 3", "9 10 10 10 10"]);
    let after = play(game, &["4 1: 1+4 2+1"]);
    assert_eq!((after.result(), frogs(&after, 1)), (Some(win(1)), "10 10 10 10 10".to_owned()));
    let ended = Effect::Ended { winners: vec![Seat::new(1)], why: Name::of("line") };
    assert_eq!(effects(&rolled(game, 4, 1), "1+4 2+1").last(), Some(&ended));
    assert_eq!(play(game, &["4 1: 1+3"]).result(), None);
}

#[test]
fn an_opponents_line_made_by_both_frogs_together_counts() {
    let game = play(pool(&["5 8 1 2 3", "9 9 10 10 10"]), &["4 1: 1+4 2+1"]);
    assert_eq!(game.result(), Some(win(1)));
}

#[test]
fn an_opponents_line_made_and_broken_within_an_action_does_not_count() {
    let made_first = pool(&["5 9 1 2 3", "9 10 10 10 10"]);
    let after = play(made_first, &["4 1: 1+4 2+1"]);
    assert_eq!((after.result(), frogs(&after, 1)), (None, "10 11 10 10 10".to_owned()));
    let made_second = pool(&["6 8 1 2 3", "10 9 10 10 10"]);
    let after = play(made_second, &["4 1: 1+4 2+1"]);
    assert_eq!((after.result(), frogs(&after, 1)), (None, "11 10 10 10 10".to_owned()));
}

#[test]
fn the_movers_line_comes_before_an_opponents() {
    let game = pool(&["10 10 5 10 10", "0 11 11 11 11", "1 5 10 5 1"]);
    assert_eq!(play(game, &["4 1: 3+5"]).result(), Some(win(0)));
    // Seat 1 is the mover, and seat 0 is pushed into its line.
    let mut game = pool(&["10 11 11 11 11", "9 10 10 10 10"]);
    game.mover = Seat::new(1);
    let after = play(game, &["2 1: 1+1"]);
    assert_eq!(all_frogs(&after), ["11 11 11 11 11", "10 10 10 10 10"]);
    assert_eq!(after.result(), Some(win(1)));
}

#[test]
fn of_several_opponents_the_next_in_turn_order_wins() {
    for (mover, opponents, winner) in
        [(0, [1, 3], 1), (1, [0, 2], 2), (2, [0, 1], 0), (2, [0, 3], 3), (3, [1, 2], 1)]
    {
        // Both stand one push away from their lines, in lanes 1 and 5.
        let mut seats = ["0 1 2 3 4"; 4];
        seats[mover] = "8 20 21 22 12";
        [seats[opponents[0]], seats[opponents[1]]] = ["9 10 10 10 10", "15 15 15 15 14"];
        let mut game = pool(&seats);
        game.mover = Seat::new(mover);
        assert_eq!(
            play(game, &["2 1: 1+1 5+2"]).result(),
            Some(win(winner)),
            "seat {mover} pushes {opponents:?}"
        );
    }
}

#[test]
fn a_game_of_1000_turns_is_a_draw() {
    let mut game = pool(&["4 1 6 2 3", APART]);
    game.turns = MOST_TURNS - 2;
    let last_but_one = play(game, &["5 5: pass"]);
    assert_eq!((last_but_one.turn(), last_but_one.turns(), MOST_TURNS), (Turn::Chance, 999, 1000));
    for action in ["pass", "1+5 2+5", "1+10"] {
        let turn = format!("5 5: {action}");
        let over = play(last_but_one, &[&turn]);
        assert_eq!((over.turn(), over.result()), (Turn::Over, Some(Outcome::draw())), "{action}");
    }
    let ended = Effect::Ended { winners: Vec::new(), why: Name::of("turn-limit") };
    assert_eq!(effects(&rolled(last_but_one, 5, 5), "pass"), [Effect::Passed { seat: Seat::new(1) }, ended]);
}

#[test]
fn a_line_on_the_1000th_turn_wins() {
    let mut game = pool(&["4 9 9 9 9", APART]);
    game.turns = MOST_TURNS - 1;
    assert_eq!(play(game, &["4 1: 1+5"]).result(), Some(win(0)));
}

#[test]
fn the_row_makes_way_farthest_first_before_the_frog_lands() {
    let seats = ["4 1 6 2 3", "9 12 0 12 0", "8 15 3 15 3"];
    let game = rolled(pool(&seats), 4, 1);
    let row = [pushed(1, "1.9", "1.10"), pushed(2, "1.8", "1.9"), hopped(0, "1.4", "1.8")];
    assert_eq!(effects(&game, "1+4 2+1"), [&row[..], &[hopped(0, "2.1", "2.2")]].concat());
}

#[test]
fn a_frog_that_enters_hops_from_the_stack() {
    let game = rolled(pool(&["- - - - -", "4 1 - - -"]), 4, 1);
    let expected = [
        pushed(1, "1.4", "1.5"),
        hopped(0, "stack.1", "1.4"),
        pushed(1, "2.1", "2.2"),
        hopped(0, "stack.2", "2.1"),
    ];
    assert_eq!(effects(&game, "1+4 2+1"), expected);
}

/// A random game, event by event.
fn random_match(seats: usize, seed: u64, most_events: usize) -> Match<PoolParty> {
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut random = || (generator.next_u64() >> 32) as u32;
    let mut game = Match::<PoolParty>::new(Setup::new(seats).expect("a valid set-up"));
    let mut actions = Actions::new();
    while game.turn() != Turn::Over && game.events().len() < most_events {
        if let Turn::Seat(seat) = game.turn() {
            game.position().legal_actions(&mut actions);
            let action = actions[rainette_core::Random::below(&mut random, actions.len() as u32) as usize];
            game.add(Event::Action(seat, action)).expect("a legal action");
        } else {
            game.draw(&mut random).expect("a roll is waited for");
        }
    }
    game
}

#[test]
fn effects_alone_lead_from_view_to_view_and_no_two_frogs_meet() {
    for seats in 2..=6 {
        let game = random_match(seats, 1, 600);
        let mut shown = game.positions().next().expect("the empty table").seen().frogs;
        let mut pushes = 0;
        for ((before, event), after) in game.positions().zip(game.events()).zip(game.positions().skip(1)) {
            for effect in Told::whole(&before, event).effects {
                pushes += usize::from(matches!(effect, Effect::Pushed { .. }));
                let (Effect::Hopped { piece, from, to, .. } | Effect::Pushed { piece, from, to }) = effect
                else {
                    continue;
                };
                let [from, to] = [from, to].map(|spot| Place::named(&spot).expect("a place"));
                assert!(shown.iter().all(|frogs| frogs[to.lane - 1] != to.space), "{event:?}");
                let space = &mut shown[piece.owner.expect("frogs have owners").index()][to.lane - 1];
                assert_eq!(*space, from.space);
                *space = to.space;
            }
            assert_eq!(shown, after.seen().frogs, "{event:?}");
        }
        assert!(pushes > 10, "{seats} seats: {pushes} pushes");
    }
}

#[test]
fn random_games_end_by_a_line_or_after_1000_turns() {
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(5);
    let mut random = || (generator.next_u64() >> 32) as u32;
    let mut actions = Actions::new();
    let (mut wins, mut draws) = (0, 0);
    for seats in (2..=6).cycle().take(400) {
        let (over, count) = playout(start(seats), &mut random, &mut actions);
        let winners = over.result().expect("a result").winners;
        let is_aligned = |&seat: &Seat| (2..=LANES).all(|lane| over.frog(seat, lane) == over.frog(seat, 1));
        let aligned: Vec<_> = Seat::all(seats).filter(is_aligned).collect();
        assert_eq!(u64::from(over.turns()), count);
        if winners.is_empty() {
            draws += 1;
            assert_eq!((aligned, count), (vec![], 1000));
        } else {
            wins += 1;
            assert!(winners.len() == 1 && winners.iter().all(|seat| aligned.contains(&seat)), "{over:?}");
        }
    }
    assert!(wins > 0 && draws > 0);
}

#[test]
fn the_view_names_the_line_with_most_frogs_of_each_seat() {
    let game = pool(&["7 7 3 7 3", "23 0 0 - -", "- - - - -"]);
    let lines: Vec<_> = game.seen().lines.iter().map(|line| (line.space, line.frogs)).collect();
    assert_eq!(lines, [(Some(7), 3), (Some(0), 2), (None, 0)]);
}

#[test]
fn the_view_shows_everything_to_everybody() {
    let game = rolled(play(start(3), &["4 1: 1+4 2+1"]), 6, 2);
    let expected = serde_json::json!({
        "frogs": [[4, 1, null, null, null], [null, null, null, null, null], [null, null, null, null, null]],
        "turn": 1,
        "turn_number": 2,
        "most_turns": 1000,
        "roll": [6, 2],
        "lines": [{ "space": 1, "frogs": 1 }, { "space": null, "frogs": 0 }, { "space": null, "frogs": 0 }],
        "winners": null,
    });
    for observer in Observer::all(3) {
        assert_eq!(serde_json::to_value(game.view(observer)).expect("a view"), expected);
    }
    let waiting = play(start(3), &["4 1: 1+4 2+1"]).seen();
    assert_eq!((waiting.turn, waiting.turn_number, waiting.roll), (Some(Seat::new(1)), 2, None));
}

#[test]
fn the_view_of_a_finished_game_names_the_winner_and_the_last_turn() {
    let line = play(pool(&["4 9 9 9 9", APART]), &["4 1: 1+5"]).seen();
    assert_eq!((line.turn, line.turn_number, line.roll), (None, 1, None));
    assert_eq!(line.winners, Some(vec![Seat::new(0)]));
    let mut game = pool(&["4 1 6 2 3", APART]);
    game.turns = MOST_TURNS - 1;
    let draw = play(game, &["5 5: pass"]).seen();
    assert_eq!((draw.turn, draw.turn_number, draw.winners), (None, 1000, Some(vec![])));
}

#[test]
fn a_story_leads_to_its_position() {
    let game = random_match(4, 9, 101);
    let story = game.story(Observer::Seat(Seat::new(2)));
    let guess = PoolParty::guess(&story, &equally).expect("a true story");
    assert_eq!(guess, Certain(*game.position()));
    assert_eq!(guess.draw(&mut Weyl::default()), *game.position());
}

#[test]
fn the_picture_shows_lanes_frogs_dice_and_whose_turn_it_is() {
    let game = rolled(pool(&["4 1 6 23 -", "0 0 20 - -"]), 6, 2);
    let expected = "         0  1  2  3  4  5  6  7  8  9 10 11 12 13 14 15 16 17 18 19 20 21 22 23
rim  5│  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·
     4│  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  0
     3│  ·  ·  ·  ·  ·  ·  0  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  1  ·  ·  ·
     2│  1  0  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·
isle 1│  1  ·  ·  ·  0  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·
         ↑ ramp                                               clockwise →

▸ seat 0:  1.4  2.1  3.6 4.23    -   1 on the deck
  seat 1:  1.0  2.0 3.20    -    -   2 on the deck

turn 1 of 1000: seat 0 moves, dice 6 2
";
    assert_eq!(game.seen().to_string(), expected);
    assert!(expected.lines().all(|line| line.chars().count() <= 80));
}

#[test]
fn the_picture_says_what_is_waited_for() {
    let last_line = |game: &PoolParty| game.seen().to_string().lines().last().expect("lines").to_owned();
    assert_eq!(last_line(&start(2)), "turn 1 of 1000: seat 0 rolls");
    let won = play(pool(&["4 9 9 9 9", APART]), &["4 1: 1+5"]);
    assert_eq!(last_line(&won), "turn 1 of 1000: seat 0 wins");
    assert!(!won.seen().to_string().contains("stack") && !won.seen().to_string().contains('▸'));
    let mut game = pool(&["4 1 6 2 3", APART]);
    game.turns = MOST_TURNS - 1;
    assert_eq!(last_line(&play(game, &["5 5: pass"])), "turn 1000 of 1000: nobody wins");
}

#[test]
fn a_frog_is_pointed_at_by_its_place_and_then_its_target() {
    let paths = |game: &PoolParty, action: &str| game.spots(action.parse().expect("notation")).to_vec();
    let afloat = rolled(pool(&["4 1 6 2 23", APART]), 4, 1);
    assert_eq!(paths(&afloat, "3+5"), [path("3.6 3.11")]);
    assert_eq!(paths(&afloat, "5+5"), [path("5.23 5.4")]);
    assert_eq!(paths(&afloat, "1+4 5+1"), [path("1.4 1.8 5.23 5.0"), path("5.23 5.0 1.4 1.8")]);
    assert_eq!(paths(&afloat, "pass"), [path("pass")]);
    let entering = rolled(pool(&["4 1 6 2 -", APART]), 4, 1);
    let expected = [path("2.1 2.5 stack.5 5.1"), path("stack.5 5.1 2.1 2.5")];
    assert_eq!(paths(&entering, "2+4 5+1"), expected);
}

/// Beginnings of paths of legal actions are allowed, and nothing else is: checked with every spot after each of them.
#[track_caller]
fn check_objections(game: &PoolParty) {
    let mut actions = Actions::new();
    game.legal_actions(&mut actions);
    let mut beginnings = HashSet::<Vec<Spot>>::new();
    for action in actions.iter() {
        for path in game.spots(*action) {
            beginnings.extend((0..=path.len()).map(|length| path[..length].to_vec()));
        }
    }
    let others = ["pass", "", "6.1", "1.24", "stack.0", "stop", "é"].map(Name::of);
    let spots: Vec<Spot> = Place::all().map(Place::spot).chain(others).collect();
    let is_told = |path: &[Spot]| game.why_not(path).is_some();
    assert_eq!(is_told(&[]), beginnings.is_empty());
    for beginning in beginnings.iter().chain([&Vec::new()]) {
        for &spot in &spots {
            let path = [&beginning[..], &[spot]].concat();
            assert_eq!(is_told(&path), !beginnings.contains(&path), "{path:?} in {game:?}");
        }
    }
}

#[test]
fn there_is_an_objection_to_whatever_is_not_the_beginning_of_a_legal_action() {
    for seats in [2, 3, 6] {
        let game = random_match(seats, 3, 24 * seats);
        for position in game.positions().take(2 * 3 * seats + 14) {
            check_objections(&position);
        }
    }
    for (larger, smaller) in [(4, 2), (2, 1), (6, 6), (6, 5)] {
        for own in ["- - - - -", "4 1 - - -", "4 1 6 2 -", "4 1 6 2 23"] {
            check_objections(&rolled(pool(&[own, "8 2 7 4 1"]), larger, smaller));
        }
    }
    check_objections(&play(pool(&["4 9 9 9 9", APART]), &["4 1: 1+5"]));
    let mut game = pool(&["4 1 6 2 3", APART]);
    game.turns = MOST_TURNS - 1;
    check_objections(&play(game, &["5 5: pass"]));
}

#[test]
fn objections_name_the_rule() {
    let first = rolled(pool(&["- - - - -", "4 1 - - -"]), 4, 1);
    let second = rolled(pool(&["4 1 - - -", "8 2 - - -"]), 4, 1);
    let third = rolled(pool(&["4 1 6 2 -", "8 2 7 4 -"]), 4, 1);
    let afloat = rolled(pool(&["4 1 6 2 23", "8 2 7 4 1"]), 4, 1);
    let double = rolled(pool(&["4 1 6 2 23", "8 2 7 4 1"]), 3, 3);
    let over = play(pool(&["4 9 9 9 9", APART]), &["4 1: 1+5"]);
    let mut drawn = over;
    drawn.stage = Stage::Drawn;
    let cases = [
        (over, "", Reason::Over),
        (drawn, "1.9", Reason::Over),
        (start(2), "", Reason::RollFirst),
        (start(2), "stack.1", Reason::RollFirst),
        (first, "lily", Reason::NoSuchSpot),
        (afloat, "1.4 1.24", Reason::NoSuchSpot),
        (afloat, "1.4 1.8 6.0", Reason::NoSuchSpot),
        (afloat, "1.4 1.8 2.1 stop", Reason::NoSuchSpot),
        (first, "pass", Reason::PassAfloat),
        (rolled(pool(&["4 1 6 2 -", APART]), 3, 3), "pass", Reason::PassAfloat),
        (afloat, "pass", Reason::PassAfterDouble),
        (double, "pass 1.4", Reason::PassAlone),
        (double, "1.4 pass", Reason::PassAlone),
        (double, "1.4 1.7 pass", Reason::PassAlone),
        (double, "1.4 1.7 2.1 pass", Reason::PassAlone),
        (first, "1.0", Reason::NoFrog),
        (afloat, "1.4 1.5 2.0", Reason::NoFrog),
        (first, "1.4", Reason::NotYours),
        (afloat, "1.4 1.5 2.2", Reason::NotYours),
        (second, "stack.1", Reason::AlreadyAfloat),
        (afloat, "stack.5", Reason::AlreadyAfloat),
        (afloat, "1.4 1.5 stack.1", Reason::AlreadyAfloat),
        (first, "stack.3", Reason::SmallestFirst),
        (first, "stack.5", Reason::SmallestFirst),
        (second, "stack.5", Reason::SmallestFirst),
        (second, "1.4", Reason::OthersEnter),
        (second, "stack.3 3.4 1.4", Reason::OthersEnter),
        (third, "1.4 1.8 2.1", Reason::FifthEnters),
        (afloat, "1.4 1.8 1.4", Reason::SameFrog),
        (afloat, "1.4 1.8 1.8", Reason::SameFrog),
        (first, "stack.1 1.4 stack.1", Reason::SameFrog),
        (first, "stack.1 1.4 1.4", Reason::SameFrog),
        (afloat, "1.4 stack.1", Reason::NotToStack),
        (afloat, "1.4 2.8", Reason::OwnLane),
        (afloat, "1.4 1.8 2.1 1.2", Reason::OwnLane),
        (afloat, "1.4 1.4", Reason::StaysPut),
        (double, "1.4 1.4", Reason::StaysPut),
        (first, "stack.1 1.0", Reason::StaysPut),
        (afloat, "1.4 1.3", Reason::Clockwise),
        (afloat, "1.4 1.17", Reason::Clockwise),
        (afloat, "1.4 1.8 2.1 2.0", Reason::Clockwise),
        (afloat, "1.4 1.16", Reason::NotTheDice),
        (afloat, "1.4 1.6", Reason::NotTheDice),
        (afloat, "1.4 1.8 2.1 2.3", Reason::NotTheDice),
        (first, "stack.1 1.5", Reason::DieEachToEnter),
        (second, "stack.3 3.3", Reason::DieEachToEnter),
        (third, "1.4 1.9", Reason::DieEachToEnter),
        (afloat, "1.4 1.8 2.1 2.6", Reason::DieEach),
        (afloat, "1.4 1.8 2.1 2.4", Reason::DieEach),
        (afloat, "1.4 1.8 2.1 2.5", Reason::DieUsed),
        (afloat, "1.4 1.5 2.1 2.2", Reason::DieUsed),
        (afloat, "1.4 1.9 2.1", Reason::BothDiceUsed),
        (afloat, "1.4 1.7 2.1", Reason::BothDiceUsed),
        (afloat, "1.4 1.8 2.1 2.2 3.6", Reason::Complete),
    ];
    for (game, spots, reason) in cases {
        assert_eq!(game.why_not(&path(spots)), Some(reason), "{spots}");
    }
    for reason in Reason::ALL {
        assert!(cases.iter().any(|(_, _, tested)| tested == reason), "{reason:?} is never given");
    }
    for (game, spots) in
        [(double, "pass"), (afloat, ""), (third, "1.4 1.8 stack.5"), (third, "stack.5 5.4 1.4")]
    {
        assert_eq!(game.why_not(&path(spots)), None, "{spots}");
    }
}

#[test]
fn an_illegal_action_is_refused_with_the_rule() {
    let game = rolled(pool(&["4 1 6 2 3", APART]), 4, 1);
    for (action, code) in [
        ("pass", "pass-after-double"),
        ("1+4 2+4", "die-used"),
        ("1+2", "not-the-dice"),
        ("1+4 2+3", "die-each"),
        ("1+4", "not-offered"),
    ] {
        let error =
            game.play(Seat::new(0), action.parse().expect("notation")).expect_err("an illegal action");
        assert!(matches!(error, PlayError::Illegal { code: found, .. } if found == code), "{error}");
    }
}

#[test]
fn an_action_is_written_as_lanes_and_steps_with_lanes_ascending() {
    let hop = |lane, steps| Hop::new(lane, steps).expect("a hop");
    let two = |one, other| Action::two(one, other).expect("two frogs").to_string();
    assert_eq!(two(hop(1, 4), hop(2, 1)), "1+4 2+1");
    assert_eq!(two(hop(5, 6), hop(3, 1)), "3+1 5+6");
    assert_eq!(Action::one(hop(3, 12)).to_string(), "3+12");
    assert_eq!(Action::PASS.to_string(), "pass");
}

#[test]
fn hops_are_in_lanes_1_to_5_by_1_to_12_steps_and_two_by_a_die_each() {
    for (lane, steps) in [(0, 1), (6, 1), (1, 0), (1, 13), (17, 1), (1, 255)] {
        assert_eq!(Hop::new(lane, steps), None, "{lane}+{steps}");
    }
    let hop = |lane, steps| Hop::new(lane, steps).expect("a hop");
    assert_eq!((hop(5, 12).lane(), hop(5, 12).steps()), (5, 12));
    assert_eq!(Action::two(hop(1, 7), hop(2, 1)), None);
    assert_eq!(Action::two(hop(1, 1), hop(2, 7)), None);
    assert_eq!(Action::two(hop(1, 1), hop(1, 2)), None);
}

#[test]
fn every_action_and_roll_reads_back_as_it_prints() {
    let mut count = 0;
    for larger in 0..8 {
        for smaller in 0..8 {
            let Some(roll) = Roll::new(larger, smaller) else { continue };
            assert_eq!(roll.to_string().parse(), Ok(roll));
            count += 1;
            for own in ["- - - - -", "4 1 - - -", "4 1 6 2 -", "4 1 6 2 23"] {
                for text in legal(&rolled(pool(&[own, APART]), larger, smaller)) {
                    let action: Action = text.parse().expect("notation");
                    assert_eq!(action.to_string(), text);
                }
            }
        }
    }
    assert_eq!(count, 21);
}

#[test]
fn nothing_but_the_notation_is_understood() {
    let wrong = [
        "",
        " ",
        "pass ",
        "Pass",
        "1+",
        "+4",
        "1+0",
        "0+1",
        "6+1",
        "1+13",
        "1+04",
        "1+4 ",
        " 1+4",
        "1+4  2+1",
        "2+1 1+4",
        "1+4 1+1",
        "1+7 2+1",
        "1+1 2+7",
        "1+4 2+1 3+1",
        "1+4,2+1",
        "1-4",
        "1++4",
        "1+1é",
        "é+1",
        "1+4 pass",
        "11+4",
        "1+111",
        "1+20",
        "/+1",
        ":+1",
        "1+/",
        "1+:",
        "1+1/",
    ];
    for text in wrong {
        let error = text.parse::<Action>().expect_err(text);
        assert!(error.to_string().contains("`1+4 2+1`"), "{error}");
    }
    for text in
        ["", "roll", "roll 1 4", "roll 7 1", "roll 4 0", "roll 4", "roll 4 1 ", "Roll 4 1", "roll  4 1", "é"]
    {
        let error = text.parse::<Roll>().expect_err(text);
        assert!(error.to_string().contains("`roll 4 1`"), "{error}");
    }
    assert!("3+x".parse::<Hop>().expect_err("no hop").to_string().contains("`3+5`"));
}

#[test]
fn watching_changes_nothing() {
    for position in random_match(5, 11, 400).positions() {
        let mut actions = Actions::new();
        position.legal_actions(&mut actions);
        for &action in actions.iter() {
            let (mut watched, mut alone) = (position, position);
            watched.act(action, &mut Vec::new());
            alone.act(action, &mut NoEffects);
            assert_eq!(watched, alone);
        }
    }
}
