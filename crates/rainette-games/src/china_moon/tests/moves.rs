//! How frogs move, and whose.

use super::*;

#[test]
fn a_frog_moves_two_spaces() {
    assert_eq!(legal(&dealt(3)), "s0-2, s1-2, s2-2");
    let game = pond(3, "0@1 1@10 2@44");
    assert_eq!(landings(&game, "1"), "3");
    assert_eq!(landings(&game, "10"), "12");
    assert_eq!(landings(&game, "44"), "46");
    refused(&game, "1-2", Reason::TooNear);
    refused(&game, "1-4", Reason::TooFar);
    refused(&game, "1-goal", Reason::TooFar);
}

#[test]
fn occupied_pads_are_leapt_over() {
    let game = pond(3, "0@1 0@2 1@3 2@5");
    assert_eq!(landings(&game, "s0"), "6");
    assert_eq!(landings(&game, "1"), "6");
    assert_eq!(landings(&game, "3"), "6");
    refused(&game, "1-3", Reason::Occupied);
    refused(&game, "1-5", Reason::Occupied);
    let seen = Effect::Hopped {
        piece: Piece::owned("frog", seat(0)),
        from: Name::of("1"),
        over: path(&["2", "3", "5"]),
        to: Name::of("6"),
    };
    assert_eq!(effects(&game, "1-6"), [seen]);
}

#[test]
fn a_frog_leaves_its_place_and_stands_on_its_landing() {
    let game = play(pond(3, "1@1"), "1-3");
    assert_eq!(game.frogs(seat(1)).collect::<Vec<_>>(), [pad(3)]);
    assert_eq!(game.frog(pad(3)), Some(seat(1)));
    assert_eq!(game.frog(pad(1)), None);
    let game = play(game, "s2-2");
    assert_eq!((game.on_start(seat(2)), game.frog(pad(2))), (2, Some(seat(2))));
    assert_eq!((game.on_start(seat(1)), game.on_start(seat(0))), (2, 3));
}

#[test]
fn where_the_course_forks_the_mover_chooses() {
    assert_eq!(landings(&pond(3, "0@4 1@5"), "4"), "7 10");
    let game = pond(3, "0@4 1@5 2@6");
    assert_eq!(landings(&game, "4"), "8 11");
    assert_eq!(landings(&game, "5"), "8 11");
    assert_eq!(landings(&game, "6"), "8 11");
    assert_eq!(landings(&pond(3, "0@18 1@32"), "18"), "20 24");
    assert_eq!(landings(&pond(3, "0@18 1@32"), "32"), "34 37");
    refused(&pond(3, "0@7"), "7-11", Reason::OtherArm);
    refused(&pond(3, "0@7"), "7-10", Reason::OtherArm);
}

#[test]
fn the_arms_meet_again() {
    let game = pond(5, "0@8 1@13 2@22 3@27 4@35 0@40");
    assert_eq!(landings(&game, "8"), "14");
    assert_eq!(landings(&game, "13"), "15");
    assert_eq!(landings(&game, "22"), "28");
    assert_eq!(landings(&game, "27"), "29");
    assert_eq!(landings(&game, "35"), "41");
    assert_eq!(landings(&game, "40"), "42");
}

#[test]
fn the_two_counted_pads_lie_along_one_route() {
    // 7 is free and 10 is free, but they are not one after the other.
    let game = pond(5, "0@6 1@8 1@9 2@11 2@12 3@13");
    assert_eq!(landings(&game, "6"), "14");
    let game = pond(5, "0@6 1@8 1@9 2@11 2@12 3@13 4@14");
    assert_eq!(landings(&game, "6"), "15");
    // Both routes lead to 14: it is one move, told by the first arm.
    let game = pond(5, "0@6 1@7 1@8 2@11 2@12 3@13");
    assert_eq!(legal(&game).matches("6-14").count(), 1);
    let Effect::Hopped { over, .. } = &effects(&game, "6-14")[0] else { panic!("a hop") };
    assert_eq!(*over, path(&["7", "8"]));
    // By the second arm only.
    let Effect::Hopped { over, .. } = &effects(&pond(5, "0@6 1@10"), "6-12")[0] else { panic!("a hop") };
    assert_eq!(*over, path(&["10"]));
}

#[test]
fn a_long_leap_can_pass_two_forks() {
    let game = pond(5, "0@6 0@7 0@8 1@9 1@14 1@15 2@16 2@17 2@18 3@19");
    assert_eq!(landings(&game, "6"), "11 21 25");
}

#[test]
fn landings_agree_with_a_walk_along_the_arrows() {
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(7);
    for _ in 0..30_000 {
        let mut game = pond(5, "");
        // Frogs in a crowd, so that long leaps happen.
        let first = generator.next_u64() % 46;
        for index in 0..5 {
            for _ in 0..generator.next_u64() % 4 {
                let number = 1 + (first + generator.next_u64() % 18) % 46;
                if game.occupied() >> number & 1 == 0 {
                    game.frogs[index] |= 1 << number;
                    game.on_start[index] -= 1;
                }
            }
        }
        let mut expected = BTreeSet::new();
        let mut add = |from: Stand| {
            let mut landings = 0;
            walk(from.index(), 2, game.occupied(), &mut landings);
            let number = |bit: &usize| landings >> bit & 1 == 1;
            let name = |to: usize| if to == ARRIVAL { "goal".to_owned() } else { to.to_string() };
            expected.extend((1..=ARRIVAL).filter(number).map(|to| format!("{from}-{}", name(to))));
        };
        each(game.occupied()).for_each(|pad| add(Stand::Pad(pad)));
        let waiting = |seat: &Seat| game.on_start(*seat) > 0;
        Seat::all(5).filter(waiting).for_each(|seat| add(Stand::Start(seat)));
        let listed: Vec<_> = actions(&game).iter().map(ToString::to_string).collect();
        assert_eq!(listed.len(), expected.len(), "each move once");
        assert_eq!(listed.into_iter().collect::<BTreeSet<_>>(), expected, "{game:?}");
    }
}

#[test]
fn a_frog_that_reaches_arrival_stops_there_with_one_step_or_two() {
    let game = pond(3, "0@45 1@46 2@43");
    assert_eq!(landings(&game, "45"), "goal");
    assert_eq!(landings(&game, "46"), "goal");
    assert_eq!(landings(&game, "43"), "goal");
    assert_eq!(landings(&pond(3, "0@45"), "45"), "goal");
    // By one arm with one step, by the other with two: one move.
    let game = pond(5, "0@33 0@34 0@35 1@36 1@41 1@42 2@43 2@44 2@45 3@46 3@38 3@39 4@40");
    assert_eq!(legal(&game).matches("33-goal").count(), 1);
    assert_eq!(landings(&game, "33"), "goal");
}

#[test]
fn frogs_never_move_back() {
    let game = pond(3, "0@14 1@20");
    for to in ["14-13", "14-9", "14-7", "14-2", "14-14"] {
        refused(&game, to, Reason::NeverBack);
    }
    assert_eq!(game.why_not(&path(&["14", "s0"])), Some(Reason::NeverBack));
}

#[test]
fn a_frog_on_arrival_is_out_of_play() {
    let game = pond(3, "0@goal 0@goal 0@goal");
    assert_eq!(game.on_arrival(seat(0)), 3);
    assert_eq!(legal(&game), "s1-2, s2-2");
    assert_eq!(game.why_not(&path(&["goal"])), Some(Reason::OutOfPlay));
    assert_eq!(pond(3, "").why_not(&path(&["goal"])), Some(Reason::NoFrog));
}

#[test]
fn three_different_frogs_are_moved_in_a_turn() {
    let game = play(pond(3, "1@10 1@14"), "10-12");
    assert_eq!(landings(&game, "12"), "");
    refused(&game, "12-14", Reason::MovedAlready);
    assert_eq!(game.why_not(&path(&["12"])), Some(Reason::MovedAlready));
    let game = play(game, "14-16");
    assert_eq!(game.turn(), Turn::Seat(seat(0)));
    assert_eq!(legal(&game), "s0-2, s1-2, s2-2");
    let game = play(game, "s1-2");
    assert_eq!((game.turn(), game.mover()), (Turn::Seat(seat(1)), seat(1)));
    assert_eq!(landings(&game, "12"), "14", "a new turn: all frogs can be moved again");
}

#[test]
fn at_least_one_of_the_three_must_be_another_players() {
    let game = play(pond(3, "0@10 0@14 1@27"), "10-12, 14-16");
    assert_eq!(legal(&game), "27-29, s1-2, s2-2");
    refused(&game, "s0-2", Reason::MoveAnothers);
    let on_pad = play(pond(3, "0@1 0@10 0@14 1@27"), "10-12, 14-16");
    assert_eq!(legal(&on_pad), "27-29, s1-3, s2-3");
    refused(&on_pad, "1-3", Reason::MoveAnothers);
    // One of another player's among the first two, in either order, and the third is free.
    for two in ["10-12, 27-29", "27-29, 10-12"] {
        let game = play(pond(3, "0@10 0@14 1@27"), two);
        assert_eq!(legal(&game), "14-16, s0-2, s1-2, s2-2");
    }
    // All three may be other players'.
    let game = play(pond(3, "1@10 1@14 2@27"), "10-12, 14-16, 27-29");
    assert_eq!(game.mover(), seat(1));
}

#[test]
fn a_turn_never_remembers_the_last_one() {
    let game = play(pond(4, "1@10 1@14 2@27"), "10-12, 14-16, 27-29");
    let mut expected = pond(4, "1@12 1@16 2@29");
    expected.mover = seat(1);
    assert_eq!(game, expected);
}
