//! Set-up, leaps, landing and the chief frog.

use rainette_core::Draw;

use super::*;

#[test]
fn before_the_start_six_frogs_of_each_colour_stand_on_the_root() {
    assert_eq!(places(&table()), "root:rrrrrrpppppp");
    assert_eq!((table().turn(), table().phase()), (Turn::Chance, Phase::Start));
    assert_eq!((table().seats(), table().chief()), (2, Chief::ASIDE));
    assert_eq!(legal(&table()), "");
}

#[test]
fn the_higher_die_starts() {
    assert_eq!(started("5 2").mover(), RED);
    assert_eq!(started("2 5").mover(), PURPLE);
}

#[test]
fn ties_are_rolled_again() {
    let tie = started("3 3");
    assert_eq!(tie, table());
    assert_eq!(effects(table(), "start 3 3"), [Effect::Rolled { dice: vec![3, 3], by: None }]);
    assert_eq!(play(tie, "start 1 6").mover(), PURPLE);
}

#[test]
fn the_corners_hold_four_frogs_each_with_the_starter_on_top_at_17() {
    assert_eq!(places(&started("5 2")), "root:rrrrrrpppppp 22:rprp 17:prpr 12:rprp");
    assert_eq!(places(&started("2 5")), "root:rrrrrrpppppp 22:prpr 17:rprp 12:prpr");
}

#[test]
fn the_start_shows_who_begins_and_how_the_corners_are_filled() {
    let seen = effects(table(), "start 2 5");
    assert_eq!(seen[0], Effect::Rolled { dice: vec![2, 5], by: None });
    assert_eq!(seen[1], Effect::Starts { seat: PURPLE });
    let placed = [("22", PURPLE), ("17", RED), ("12", PURPLE)].into_iter().flat_map(|(corner, lowest)| {
        let frogs = [lowest, lowest.next(2), lowest, lowest.next(2)];
        frogs.map(|seat| Effect::Placed { piece: frog(seat), at: Name::of(corner) })
    });
    assert_eq!(seen[2..], placed.collect::<Vec<_>>());
}

#[test]
fn the_starter_rolls_both_dice_afresh() {
    let game = started("2 5");
    assert_eq!((game.turn(), game.phase()), (Turn::Chance, Phase::Roll));
    assert!(game.try_chance("start 5 2".parse().expect("notation")).is_err());
    assert_eq!(play(game, "roll 4 1").turn(), Turn::Seat(PURPLE));
}

#[test]
fn each_seat_rolls_its_own_die_for_the_start_and_both_are_alike_for_the_leaps() {
    assert_eq!(table().chance().count(), 36);
    assert_eq!(table().chance().weight(&[2, 5]), Some(1));
    assert_eq!(started("5 2").chance(), Draw::TWO_DICE);
    for (game, other) in [(table(), "roll 4 1"), (started("5 2"), "start 4 1")] {
        let mut outcomes = 0;
        game.chance().each(|drawn, _| {
            let chance = game.chance_from_draw(drawn);
            assert_eq!(game.draw_from_chance(&chance).as_ref(), Some(drawn));
            outcomes += 1;
        });
        assert_eq!(outcomes, game.chance().count());
        assert_eq!(game.draw_from_chance(&other.parse().expect("notation")), None);
    }
    let leaps = play(started("5 2"), "roll 4 1");
    assert_eq!(leaps.draw_from_chance(&"roll 4 1".parse().expect("notation")), None);
    assert_eq!(leaps.draw_from_chance(&"start 4 1".parse().expect("notation")), None);
}

#[test]
fn the_first_turn_of_the_game() {
    let game = play(started("5 2"), "roll 4 1");
    assert_eq!(legal(&game), "17/13 17/16 root/23 root/26");
    let game = play(game, "root/23");
    assert_eq!(legal(&game), "17/16 23/22 root/26");
    assert_eq!(game.dice().numbers()[..], [1]);
    assert_eq!(places(&game), "root:rrrrrpppppp 23:r 22:rprp 17:prpr 12:rprp");
    let game = play(game, "17/16");
    assert_eq!((game.turn(), game.mover()), (Turn::Chance, PURPLE), "red has frogs on the root");
    assert_eq!(legal(&play(game, "roll 2 1")), "12/10 12/11 17/15 17/16 22/20 22/21 root/25 root/26");
}

#[test]
fn a_double_gives_four_leaps() {
    let game = red("4 4", "26:r 25:r");
    assert_eq!(game.dice().numbers()[..], [4, 4, 4, 4]);
    let game = play(game, "26/22, 25/21, 22/18");
    assert_eq!((game.dice().numbers().len(), legal(&game)), (1, "18/14 21/17".to_owned()));
    assert_eq!(play(game, "18/14").phase(), Phase::Chief);
}

#[test]
fn two_different_numbers_give_two_leaps() {
    let game = red("4 1", "26:r 20:r");
    assert_eq!(game.dice().numbers()[..], [4, 1]);
    assert_eq!(play(game, "26/22").dice().numbers()[..], [1]);
    assert_eq!(play(game, "26/25").dice().numbers()[..], [4]);
    assert_eq!(play(game, "26/25, 20/16").phase(), Phase::Chief);
}

#[test]
fn one_frog_may_use_several_dice_each_a_leap_of_its_own() {
    let game = red("4 1", "26:r 22:ppp");
    assert_eq!(legal(&game), "26/25");
    assert_eq!(places(&play(game, "26/25, 25/21")), "22:ppp 21:r");
}

#[test]
fn only_the_top_frog_of_a_stack_may_leap() {
    let game = red("4 1", "26:rp 20:pr 18:r");
    assert_eq!(legal(&game), "18/14 18/17 20/16 20/19");
    refused(&game, "26/22", Reason::Buried);
    assert_eq!(places(&play(game, "20/16")), "26:rp 20:p 18:r 16:r");
}

#[test]
fn a_frog_leaps_only_for_its_own_player() {
    let game = red("4 1", "26:p 20:r");
    refused(&game, "26/22", Reason::NotYours);
    refused(&game, "25/21", Reason::NoFrog);
    refused(&game, "root/26", Reason::NoFrog);
    refused(&red("4 1", "root:p 20:r"), "root/26", Reason::NotYours);
    assert_eq!(red("4 1", "root:p 20:r").why_not(&[Name::of("25")]), Some(Reason::NoFrog));
}

#[test]
fn no_frog_under_the_chief_frog_may_leap() {
    let game = red("4 1", "26:r 20:r chief:26");
    assert_eq!(legal(&game), "20/16 20/19");
    refused(&game, "26/22", Reason::UnderChief);
}

#[test]
fn nothing_on_the_way_matters() {
    let game = red("6 6", "26:r 25:ppp 24:pp 23:p 22:ppppp 21:rrrrr chief:24");
    assert!(legal(&game).contains("26/20"));
}

#[test]
fn no_frog_lands_on_the_chief_frog() {
    let game = red("4 1", "26:r 20:r chief:22");
    assert_eq!(legal(&game), "20/16 20/19 26/25");
    refused(&game, "26/22", Reason::OnChief);
    // The chief frog is asked about first, before the stack beneath it.
    refused(&red("4 1", "26:r 20:r 22:ppp chief:22"), "26/22", Reason::OnChief);
    refused(&red("4 1", "26:r 20:r 22:p chief:22"), "26/22", Reason::OnChief);
}

#[test]
fn no_frog_lands_on_a_full_stack_even_over_a_lone_frog() {
    for stack in ["rrrrp", "pppprr", "prprp", "rrrrr"] {
        let game = red("4 1", &format!("26:r 20:r 22:{}", &stack[..5]));
        refused(&game, "26/22", Reason::Full);
    }
    assert!(legal(&red("4 1", "26:r 20:r 22:prpr")).contains("26/22"));
}

#[test]
fn a_frog_lands_on_an_empty_space_or_an_own_frog() {
    let game = red("4 1", "26:r 22:ppr 25:r");
    assert_eq!(legal(&game), "22/18 22/21 25/21 25/24 26/22 26/25");
    let next = play(game, "26/22");
    assert_eq!(places(&next), "25:r 22:pprr");
    assert_eq!(effects(game, "26/22"), [hopped(RED, "26", "22")]);
}

#[test]
fn a_lone_frog_on_top_is_hit_and_sent_back_to_its_root() {
    for (stack, after) in [("p", "r"), ("rp", "rr"), ("pprp", "pprr")] {
        let game = red("4 1", &format!("26:r 22:{stack} 20:p"));
        let next = play(game, "26/22");
        assert_eq!(places(&next), format!("root:p 22:{after} 20:p"));
        let hit = Effect::Hit { piece: frog(PURPLE), from: Name::of("22"), to: Name::of("root") };
        assert_eq!(effects(game, "26/22"), [hopped(RED, "26", "22"), hit]);
    }
    let game = purple("4 1", "26:p 22:r root:r");
    assert_eq!(places(&play(game, "26/22")), "root:rr 22:p");
}

#[test]
fn a_pair_on_top_is_capped() {
    for stack in ["pp", "rpp", "prpp"] {
        let game = red("4 1", &format!("26:r 22:{stack}"));
        assert_eq!(places(&play(game, "26/22")), format!("22:{stack}r"));
        let capped = Effect::Capped { piece: frog(PURPLE), at: Name::of("22") };
        assert_eq!(effects(game, "26/22"), [hopped(RED, "26", "22"), capped]);
    }
}

#[test]
fn three_or_more_in_a_row_on_top_keep_the_other_colour_away() {
    for stack in ["ppp", "rppp", "pppp"] {
        let game = red("4 1", &format!("26:r 20:r 22:{stack}"));
        refused(&game, "26/22", Reason::Heap);
        let own = purple("4 1", &format!("26:p 22:{stack}"));
        assert!(legal(&own).contains("26/22"));
    }
    refused(&purple("4 1", "26:p 20:p 22:rrr"), "26/22", Reason::Heap);
}

#[test]
fn two_frogs_are_the_limit_on_eight_and_one() {
    let game = red("4 1", "12:r 20:r 8:rr 5:r 1:rr");
    assert_eq!(legal(&game), "12/11 20/16 20/19 5/4 8/4 8/7");
    refused(&game, "12/8", Reason::Full);
    refused(&game, "5/1", Reason::Full);
    refused(&red("4 1", "12:r 20:r 8:pp"), "12/8", Reason::Full);
    assert!(legal(&red("4 1", "12:r 8:r")).contains("12/8"));
}

#[test]
fn a_lone_frog_on_eight_or_one_is_hit() {
    let game = red("4 1", "12:r 20:r 8:p 5:r 1:p");
    assert_eq!(places(&play(game, "12/8")), "root:p 20:r 8:r 5:r 1:p");
    let hit = play(game, "5/1");
    assert_eq!(places(&hit), "root:p 20:r 12:r 8:p 1:r");
    assert_eq!(hit.far, [2, 1]);
}

#[test]
fn the_safe_sectors_of_the_colours_are_different_spaces() {
    let game = red("4 1", "11:r 7:pppp 5:r 20:r");
    assert!(legal(&game).contains("11/7"), "{}", legal(&game));
    let next = play(game, "11/7");
    assert_eq!(places(&next), "20:r 7:r 5:r 7:pppp");
    refused(&play(next, "20/19, chief aside, roll 2 1"), "5/4", Reason::NoFrog);
    assert_eq!(next.stack(RED, at("7")).frogs().collect::<Vec<_>>(), [RED]);
    assert_eq!(next.stack(PURPLE, at("7")).height(), 4);
}

#[test]
fn five_frogs_are_the_limit_in_a_safe_sector() {
    let game = red("4 1", "11:r 7:rrrrr 20:r");
    refused(&game, "11/7", Reason::Full);
    assert!(legal(&red("4 1", "11:r 7:rrrr")).contains("11/7"));
}

#[test]
fn nothing_obliges_a_player_to_bring_root_frogs_in_first() {
    let game = red("4 1", "root:rr 20:r");
    assert_eq!(legal(&game), "20/16 20/19 root/23 root/26");
    assert_eq!(places(&play(game, "20/16, 16/15")), "root:rr 15:r");
}

#[test]
fn a_frog_leaps_towards_the_pond_by_a_number_that_was_rolled() {
    let game = red("4 1", "20:r 8:r");
    refused(&game, "20/18", Reason::NotRolled);
    assert_eq!(game.why_not(&["20", "21"].map(Name::of)), Some(Reason::Backwards));
    assert_eq!(game.why_not(&["20", "20"].map(Name::of)), Some(Reason::Backwards));
    assert_eq!(game.why_not(&["8", "pond"].map(Name::of)), Some(Reason::NotRolled));
}

/// A position in which red has leapt and the chief frog is to be placed.
fn chiefs_turn(places: &str) -> Abagio {
    Abagio { phase: Phase::Chief, ..before_roll(RED, places) }
}

#[test]
fn a_player_without_frogs_on_the_root_places_the_chief_frog_on_the_outer_path_or_leaves_it_aside() {
    // Red cannot leap: the choice is asked all the same.
    let game = red("6 5", "20:r 15:ppp 14:ppp root:p");
    assert_eq!((game.phase(), game.turn()), (Phase::Chief, Turn::Seat(RED)));
    let free = "9 10 11 12 13 16 17 18 19 20 21 22 23 24 25 26";
    let mut expected: Vec<_> = free.split(' ').chain(["aside"]).map(|name| format!("chief {name}")).collect();
    expected.sort_unstable();
    assert_eq!(legal(&game), expected.join(" "));
    let next = play(game, "chief 20");
    assert_eq!(
        (next.chief(), next.mover(), next.phase()),
        (Chief::on(at("20")).expect("outer"), PURPLE, Phase::Roll)
    );
}

#[test]
fn the_chief_frog_goes_on_empty_spaces_and_on_own_stacks_lower_than_five() {
    let game = chiefs_turn("20:r 19:pppr 18:rrrrr 17:rp 16:rpp 15:ppp 13:ppprr 7:r");
    for allowed in ["chief 20", "chief 19", "chief 21", "chief 9", "chief 26", "chief aside"] {
        assert!(game.play(RED, allowed.parse().expect("notation")).is_ok(), "{allowed}");
    }
    for space in ["18", "13"] {
        refused(&game, &format!("chief {space}"), Reason::ChiefOnFull);
    }
    for space in ["17", "16", "15"] {
        refused(&game, &format!("chief {space}"), Reason::ChiefOnOther);
    }
    for place in ["8", "7", "1", "root", "pond", "chief"] {
        let spots = ["chief", place].map(Name::of);
        assert_eq!(game.why_not(&spots), Some(Reason::OuterOnly), "{place}");
    }
}

#[test]
fn the_chief_frog_is_lifted_first_and_may_be_put_back() {
    let game = chiefs_turn("20:r 15:ppp 14:ppp chief:10");
    assert!(legal(&game).contains("chief 10 "));
    let removed = Effect::Removed { piece: chief(), from: Name::of("10") };
    let placed = |space| Effect::Placed { piece: chief(), at: Name::of(space) };
    assert_eq!(effects(game, "chief 10"), [removed.clone(), placed("10")]);
    assert_eq!(effects(game, "chief 11"), [removed.clone(), placed("11")]);
    assert_eq!(effects(game, "chief aside"), [removed]);
    assert_eq!(play(game, "chief aside").chief(), Chief::ASIDE);
    let other = chiefs_turn("20:r 15:ppp 14:ppp chief:14");
    refused(&other, "chief 14", Reason::ChiefOnOther);
}

#[test]
fn the_chief_frog_may_stay_aside() {
    let game = chiefs_turn("20:r 15:ppp 14:ppp");
    assert_eq!(effects(game, "chief aside"), [Effect::Passed { seat: RED }]);
    assert_eq!(effects(game, "chief 9"), [Effect::Placed { piece: chief(), at: Name::of("9") }]);
}

#[test]
fn a_player_with_a_frog_on_the_root_has_no_choice_and_the_chief_frog_goes_aside() {
    let game = red("4 1", "root:rr 20:r chief:10");
    let last = play(game, "20/16");
    assert_eq!(last.chief(), Chief::on(at("10")).expect("outer"), "it stays until the end of the turn");
    let removed = Effect::Removed { piece: chief(), from: Name::of("10") };
    assert_eq!(effects(last, "16/15"), [hopped(RED, "16", "15"), removed]);
    let next = play(last, "16/15");
    assert_eq!((next.chief(), next.mover(), next.phase()), (Chief::ASIDE, PURPLE, Phase::Roll));
    // The same if no leap is possible.
    let skipped = red("6 5", "root:r 21:ppp 22:ppp chief:10");
    assert_eq!((skipped.chief(), skipped.mover(), skipped.phase()), (Chief::ASIDE, PURPLE, Phase::Roll));
}

#[test]
fn a_frog_that_has_just_left_the_root_lets_the_chief_frog_be_placed() {
    let game = play(red("4 1", "root:r 20:r"), "root/23, 20/19");
    assert_eq!(game.phase(), Phase::Chief);
}

#[test]
fn the_frogs_of_the_opponent_on_the_root_do_not_matter_for_the_chief_frog() {
    let game = play(red("4 1", "root:p 20:r"), "20/16, 16/15");
    assert_eq!((game.phase(), game.turn()), (Phase::Chief, Turn::Seat(RED)));
}

#[test]
fn the_chief_frog_is_placed_after_the_leaps() {
    let game = red("4 1", "20:r 26:p");
    for path in [&["chief"][..], &["chief", "20"], &["aside"]] {
        let spots: Vec<_> = path.iter().map(Name::of).collect();
        assert_eq!(game.why_not(&spots), Some(Reason::LeapsFirst));
    }
    let later = play(game, "20/16, 16/15");
    assert_eq!(later.why_not(&[Name::of("15")]), Some(Reason::LeapsDone));
    assert_eq!(later.why_not(&[Name::of("aside")]), Some(Reason::ChiefFirst));
}
