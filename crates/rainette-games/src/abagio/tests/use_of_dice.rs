//! Use of the dice, final leaps and the end.

use rainette_core::Outcome;

use super::*;

#[test]
fn only_ways_that_use_the_most_dice_are_legal() {
    // After 10/4 the five would be lost: 20/15 is blocked.
    let game = red("6 5", "20:r 10:r 15:ppp");
    assert_eq!(legal(&game), "10/5 20/14");
    refused(&game, "10/4", Reason::MostDice);
    assert_eq!(legal(&play(game, "10/5")), "20/14");
    assert_eq!(legal(&play(game, "20/14")), "10/5 14/9");
}

#[test]
fn of_the_ways_to_play_a_double_only_the_longest_are_legal() {
    // The frog on 12 keeps a heap covered, on which the other can land only while it stays.
    let game = red("3 3", "15:r 12:pppr");
    assert_eq!(legal(&game), "15/12");
    refused(&game, "12/9", Reason::MostDice);
    let end = play(game, "15/12, 12/9, 12/9, 9/6");
    assert_eq!(places(&end), "12:ppp 9:r 6:r");
}

#[test]
fn a_leap_that_uncovers_a_heap_may_waste_the_other_die() {
    // After 15/9 the five is lost: 20 can no longer land on 15, and the frog itself not on 4.
    let game = red("6 5", "20:r 15:pppr 10:ppp 4:rrrrr chief:14");
    assert_eq!(legal(&game), "20/15");
    refused(&game, "15/9", Reason::MostDice);
}

#[test]
fn one_leap_may_spoil_three_others() {
    // After 20/14 no five is left: the heap on 20 is uncovered, 14 is full, and the chief frog is on 9.
    let game = red("6 5", "25:r 20:pppr 19:r 14:rrpp chief:9");
    assert_eq!(legal(&game), "19/13 19/14 20/15 25/19 25/20");
    refused(&game, "20/14", Reason::MostDice);
}

#[test]
fn one_leap_by_a_double_may_spoil_two_others() {
    // After 15/9 no six is left: the heap on 15 is uncovered, and the frog itself cannot land on 3.
    let game = play(red("6 6", "26:r 21:r 15:pppr 8:pp 3:rrrrr"), "26/20, 20/14");
    assert_eq!(legal(&game), "21/15");
    refused(&game, "15/9", Reason::MostDice);
}

#[test]
fn a_double_that_cannot_be_used_four_times_is_used_as_often_as_possible() {
    // 15/9 and two more leaps; after 9/3 nothing is left, and the frog on 24 is blocked anyway.
    let game = red("6 6", "24:r 18:ppp 15:r 9:pppr");
    assert_eq!(legal(&game), "15/9");
    refused(&game, "9/3", Reason::MostDice);
    assert_eq!(play(game, "15/9, 9/3, 9/3").phase(), Phase::Chief);
    let game = red("3 3", "15:r 12:ppp 24:r 21:ppp 9:r");
    assert_eq!(legal(&game), "9/6");
    let last = play(game, "9/6, 6/3");
    assert_eq!((last.phase(), last.mover()), (Phase::Chief, RED), "two leaps were possible");
}

#[test]
fn if_only_one_of_two_numbers_can_be_played_it_is_the_larger() {
    let game = red("6 5", "20:r 10:r 15:ppp 14:ppp");
    assert_eq!(legal(&game), "10/4");
    refused(&game, "10/5", Reason::LargerNumber);
}

#[test]
fn if_only_the_smaller_number_can_be_played_it_is() {
    let game = red("6 5", "20:r 14:ppp 9:ppp");
    assert_eq!(legal(&game), "20/15");
    refused(&game, "20/14", Reason::Heap);
}

#[test]
fn if_nothing_can_be_played_the_leaps_are_skipped() {
    let before = before_roll(RED, "20:r root:p 14:ppp 15:ppp");
    let game = play(before, "roll 6 5");
    assert_eq!((game.phase(), game.mover()), (Phase::Chief, RED));
    let seen = effects(before, "roll 6 5");
    let rolled = Effect::Rolled { dice: vec![6, 5], by: Some(RED) };
    assert_eq!(seen, [rolled, Effect::Forfeited { seat: RED, dice: vec![6, 5] }]);
}

#[test]
fn dice_that_cannot_be_used_are_lost() {
    let game = red("6 5", "20:r 14:ppp 9:ppp");
    assert_eq!(
        effects(game, "20/15"),
        [hopped(RED, "20", "15"), Effect::Forfeited { seat: RED, dice: vec![6] }]
    );
    let next = play(game, "20/15");
    assert_eq!(next.phase(), Phase::Chief);
    assert!(next.dice().is_empty());
}

#[test]
fn the_larger_number_may_be_played_last() {
    let game = red("6 5", "26:r");
    assert_eq!(legal(&game), "26/20 26/21");
    assert_eq!(places(&play(game, "26/21, 21/15")), "15:r");
}

#[test]
fn no_final_leap_before_all_frogs_are_on_the_inner_path() {
    let game = red("4 2", "9:r 4:r");
    assert_eq!(legal(&game), "4/2 9/5 9/7");
    refused(&game, "4/pond", Reason::NotAllInside);
    assert_eq!(legal(&red("4 2", "8:r 4:r")), "4/2 4/pond 8/4 8/6");
    refused(&red("4 2", "root:r 4:r"), "4/pond", Reason::NotAllInside);
}

#[test]
fn buried_frogs_count_for_final_leaps() {
    let game = red("4 2", "9:rpp 4:r 6:r");
    assert_eq!(legal(&game), "4/2 6/2");
    refused(&game, "4/pond", Reason::NotAllInside);
}

#[test]
fn a_frog_enters_the_pond_with_exactly_its_position() {
    let game = red("5 3", "6:r 3:r");
    assert_eq!(legal(&game), "3/pond 6/1 6/3");
    assert_eq!(play(game, "3/pond").in_pond(RED), 11);
}

#[test]
fn with_a_larger_number_a_frog_on_the_farthest_position_enters_the_pond() {
    // A six, and the farthest frog on four.
    let game = red("6 5", "4:rr 2:r");
    assert_eq!(legal(&game), "4/pond(5) 4/pond(6)");
    refused(&game, "2/pond(6)", Reason::NotFarthest);
    refused(&game, "2/pond(5)", Reason::NotFarthest);
    assert!(game.play(RED, "4/pond".parse().expect("notation")).is_err(), "no four was rolled");
    assert_eq!(legal(&play(game, "4/pond(6)")), "4/pond(5)");
}

#[test]
fn a_larger_number_than_a_nearer_frog_needs_is_of_no_use_to_it() {
    let game = red("4 3", "7:r 2:r");
    assert_eq!(legal(&game), "7/3 7/4");
    refused(&game, "2/pond(4)", Reason::NotFarthest);
}

#[test]
fn the_conditions_of_a_final_leap_are_judged_anew_before_each_leap() {
    let game = red("5 4", "9:r 4:rr");
    assert_eq!(legal(&game), "9/4 9/5");
    assert_eq!(legal(&play(game, "9/4")), "4/pond");
    assert_eq!(legal(&play(game, "9/5")), "5/pond");
    let farthest = red("5 2", "6:r 2:r");
    assert_eq!(legal(&farthest), "2/pond 6/1 6/4");
    assert_eq!(legal(&play(farthest, "6/4")), "4/pond(5)");
}

#[test]
fn a_final_leap_is_never_compulsory() {
    assert_eq!(legal(&red("4 4", "6:r 4:r")), "4/pond 6/2");
    assert_eq!(legal(&red("6 1", "6:r 3:r")), "3/2 6/5 6/pond");
}

#[test]
fn the_duty_goes_before_the_wish_to_spare_a_final_leap() {
    // 6/5 and 3/2 spare the final leap by the six for now, but a six can be used in no other way.
    let game = red("6 1", "6:r 3:r");
    assert_eq!(legal(&play(game, "3/2")), "6/pond");
    assert_eq!(legal(&play(game, "6/5")), "5/pond(6)");
}

#[test]
fn a_frog_sent_back_suspends_final_leaps_until_it_is_back_on_the_inner_path() {
    let game = purple("3 1", "root:p 4:r 1:r 2:p 26:p");
    let hit = play(game, "2/1");
    assert_eq!((hit.on_root(RED), hit.far[0]), (1, 1));
    let game = play(hit, "26/23, roll 4 3");
    refused(&game, "4/pond", Reason::NotAllInside);
    assert_eq!(legal(&game), "4/1 root/23 root/24");
}

#[test]
fn a_leap_that_brings_the_twelfth_frog_home_is_allowed_whatever_dice_are_left() {
    let game = red("6 1", "6:r 26:p");
    assert_eq!(legal(&game), "6/5 6/pond");
    assert_eq!(legal(&red("6 1", "6:rr 26:p")), "6/5 6/pond", "one of two: a six and a one can be used");
    let end = play(game, "6/pond");
    assert_eq!(end.result(), Some(Outcome::win(RED)));
    assert_eq!(play(game, "6/5, 5/pond(6)").result(), Some(Outcome::win(RED)));
}

#[test]
fn a_winning_leap_may_use_the_smaller_number() {
    let game = red("5 3", "3:r 26:p");
    assert_eq!(legal(&game), "3/pond 3/pond(5)");
    assert_eq!(play(game, "3/pond").result(), Some(Outcome::win(RED)));
}

#[test]
fn the_eleventh_frog_has_no_such_right() {
    // 6/pond would leave the one unused: 2/1 is blocked, and so the one must be played by the frog on six first.
    let game = red("6 1", "6:r 2:r 1:pp");
    assert_eq!(legal(&game), "6/5");
    refused(&game, "6/pond", Reason::MostDice);
}

#[test]
fn the_game_ends_at_once_with_the_twelfth_frog_in_the_pond() {
    let game = red("2 2", "2:r 26:p chief:20");
    assert_eq!(
        effects(game, "2/pond"),
        [hopped(RED, "2", "pond"), Effect::Ended { winners: vec![RED], why: Name::of("all-frogs-home") }]
    );
    let end = play(game, "2/pond");
    assert_eq!((end.turn(), end.phase()), (Turn::Over, Phase::Over));
    assert_eq!((legal(&end), end.in_pond(RED)), (String::new(), 12));
    assert_eq!(end.why_not(&[]), Some(Reason::Over));
    assert!(game.result().is_none());
    let game = purple("2 2", "2:p 26:r");
    assert_eq!(play(game, "2/pond").result(), Some(Outcome::win(PURPLE)));
}
