//! Lilies, springs, tricksters and butterflies.

use super::*;

#[test]
fn the_owner_takes_the_lily_whoever_moved_the_frog() {
    let game = pond(3, "1@1 P@3");
    let seen = effects(&game, "1-3");
    let hop = |from: &str, to: &str| Effect::Hopped {
        piece: Piece::owned("frog", seat(1)),
        from: Name::of(from),
        over: vec![],
        to: Name::of(to),
    };
    let taken = Effect::Taken { piece: lily('P'), from: Name::of("3"), by: seat(1) };
    assert_eq!(seen, [hop("1", "3"), taken]);
    let game = play(game, "1-3");
    assert_eq!((bouquet(&game, 0), bouquet(&game, 1)), (String::new(), "P".to_owned()));
    assert_eq!(game.lily(pad(3)), None);
    assert_eq!(game.turn(), Turn::Seat(seat(0)));
}

#[test]
fn a_lily_is_not_taken_by_passing() {
    let game = play(pond(3, "0@1 Y@2 W@44"), "1-3");
    assert_eq!(bouquet(&game, 0), "");
    assert_eq!((game.lily(pad(2)), game.lily(pad(44))), (Some(Lily::Yellow), Some(Lily::White)));
}

#[test]
fn on_a_spring_the_mover_moves_the_same_frog_on_at_once() {
    let game = play(pond(3, "1@4 1@20 1@5"), "4-7");
    assert_eq!(game.stage, Stage::Move, "a move that passes a spring goes on as any other");
    let game = play(pond(3, "1@4 2@20"), "4-6");
    assert_eq!(game.turn(), Turn::Seat(seat(0)));
    assert_eq!(legal(&game), "6-11, 6-8", "it is the mover's choice where the course forks");
    refused(&game, "20-22", Reason::SpringFirst);
    refused(&game, "s0-2", Reason::SpringFirst);
    refused(&game, "6-7", Reason::TooNear);
    let game = play(game, "6-11");
    assert_eq!((game.stage, game.moves, game.moved), (Stage::Move, 1, pad(11).bit()));
    // It is one frog's move, and two more frogs follow.
    assert_eq!(play(game, "20-22, s2-2").mover(), seat(1));
    // A spring's move is an action even when there is one way only.
    assert_eq!(legal(&play(pond(3, "0@16"), "16-18")), "18-20, 18-24");
    assert_eq!(legal(&play(pond(3, "0@29"), "29-31")), "31-33");
}

#[test]
fn the_frog_on_a_spring_may_be_an_own_one_that_needs_no_other_to_be_moved_first() {
    let game = play(pond(3, "0@4 0@20 0@24"), "20-22, 24-26");
    refused(&game, "4-6", Reason::MoveAnothers);
    let game = play(pond(3, "0@4 0@20 1@24"), "20-22, 4-6");
    assert_eq!(legal(&game), "6-11, 6-8");
    let game = play(game, "6-8");
    refused(&game, "s0-2", Reason::MoveAnothers);
    assert!(game.view(Observer::Spectator).must_move_others);
}

#[test]
fn springs_can_chain() {
    let game = play(pond(5, "0@4 1@7 1@8 1@9 2@14 2@15 2@16"), "4-6");
    assert_eq!(legal(&game), "6-11, 6-18");
    let game = play(game, "6-18");
    assert_eq!(game.stage, Stage::Spring(pad(18)));
    assert_eq!((game.moves, game.moved), (0, 0));
    assert_eq!(legal(&game), "18-20, 18-24");
    assert_eq!(play(game, "18-24").moves, 1);
}

#[test]
fn a_lily_on_a_spring_is_taken_first() {
    let game = play(pond(3, "1@4 W@6 Y@8"), "4-6");
    assert_eq!(bouquet(&game, 1), "W");
    assert_eq!(bouquet(&play(game, "6-8"), 1), "WY");
}

#[test]
fn a_spring_can_lead_to_arrival() {
    let game = play(pond(3, "1@41 2@44 2@45 2@46"), "41-43");
    assert_eq!(legal(&game), "43-goal");
    let game = play(game, "43-goal");
    assert_eq!((game.on_arrival(seat(1)), game.moves, game.moved), (1, 1, 0));
}

#[test]
fn on_a_trickster_the_owner_exchanges_a_lily_with_another_player() {
    let game = play(pond(3, "1@8 1+WY 0+P 2+WK"), "8-14");
    assert_eq!(game.stage, Stage::Move);
    let game = play(pond(3, "1@13 1+WY 0+P 2+WK"), "13-15");
    assert_eq!((game.turn(), game.mover()), (Turn::Seat(seat(1)), seat(0)));
    let expected = "swap W 0 P, swap W 2 K, swap Y 0 P, swap Y 2 K, swap Y 2 W";
    assert_eq!(legal(&game), expected);
    let given = |letter, from, to| Effect::Given { piece: lily(letter), from: seat(from), to: seat(to) };
    assert_eq!(effects(&game, "swap Y 2 W"), [given('Y', 1, 2), given('W', 2, 1)]);
    let game = play(game, "swap Y 2 W");
    assert_eq!([0, 1, 2].map(|index| bouquet(&game, index)), ["P", "WW", "YK"]);
    assert_eq!((game.turn(), game.moves), (Turn::Seat(seat(0)), 1), "the mover goes on");
    assert_eq!(landings(&game, "15"), "", "that frog was moved");
}

#[test]
fn each_trickster_acts() {
    for way in ["13-15", "24-26", "31-33", "39-41"] {
        let from = way.split('-').next().expect("a pad");
        assert!(legal(&play(pond(3, &format!("0@{from} 0+W 1+Y")), way)).starts_with("swap"), "{way}");
    }
}

#[test]
fn the_lily_taken_is_of_a_different_colour() {
    let game = play(pond(3, "0@13 0+W 1+WY"), "13-15");
    assert_eq!(legal(&game), "swap W 1 Y");
    refused(&game, "swap W 1 W", Reason::SameColour);
    refused(&game, "swap W 1 P", Reason::NotHeld);
    refused(&game, "swap Y 1 W", Reason::NotHeld);
    refused(&game, "swap W 2 Y", Reason::NotHeld);
    refused(&game, "swap W 0 W", Reason::LilyToTake);
    refused(&game, "swap W 4 Y", Reason::NoSuchSpot);
}

#[test]
fn a_lily_for_which_nobody_has_another_colour_cannot_be_given() {
    let game = play(pond(3, "0@13 0+WY 1+W"), "13-15");
    assert_eq!(legal(&game), "swap Y 1 W");
    assert_eq!(game.why_not(&path(&["lily.0.W"])), Some(Reason::NothingForIt));
    assert_eq!(game.why_not(&path(&["lily.0.Y"])), None);
}

#[test]
fn if_no_exchange_exists_nothing_happens_on_a_trickster() {
    for lilies in ["", "1+WYP", "0+WYP", "0+W 1+WW 2+W"] {
        let game = play(pond(3, &format!("0@13 {lilies}")), "13-15");
        assert_eq!((game.stage, game.moves), (Stage::Move, 1), "{lilies}");
    }
    for lilies in ["0+W 1+WW 2+Y", "0+WY 1+W", "0+W 2+Y"] {
        let game = play(pond(3, &format!("0@13 {lilies}")), "13-15");
        assert_eq!(game.stage, Stage::Swap(pad(15)), "{lilies}");
    }
}

#[test]
fn the_lily_on_a_trickster_is_taken_before_the_exchange() {
    let game = play(pond(3, "0@13 Y@15 1+P"), "13-15");
    assert_eq!(legal(&game), "swap Y 1 P");
}

#[test]
fn on_a_butterfly_the_owner_drops_a_lily_on_the_nearest_pad_behind() {
    let game = play(pond(3, "1@7 1+WWK"), "7-9");
    assert_eq!((game.turn(), game.mover()), (Turn::Seat(seat(1)), seat(0)));
    assert_eq!(legal(&game), "drop K, drop W");
    refused(&game, "drop Y", Reason::NotHeld);
    let seen = Effect::Dropped { piece: lily('W'), by: seat(1), at: Name::of("8") };
    assert_eq!(effects(&game, "drop W"), [seen]);
    let game = play(game, "drop W");
    assert_eq!((bouquet(&game, 1), game.lily(pad(8))), ("WK".to_owned(), Some(Lily::White)));
    assert_eq!((game.turn(), game.moves), (Turn::Seat(seat(0)), 1), "the mover goes on");
}

#[test]
fn a_lily_is_dropped_even_if_it_is_the_only_choice() {
    assert_eq!(legal(&play(pond(3, "0@7 Y@9"), "7-9")), "drop Y");
}

#[test]
fn an_owner_without_a_lily_drops_none() {
    assert_eq!(play(pond(3, "0@7 1+W"), "7-9").stage, Stage::Move);
}

#[test]
fn a_lily_is_dropped_where_neither_frog_nor_lily_is() {
    let game = play(pond(3, "0@6 1@8 P@7 Y@5 0+W"), "6-9, drop W");
    assert_eq!(game.lily(pad(6)), Some(Lily::White));
}

#[test]
fn the_distance_behind_a_butterfly_is_counted_in_steps_and_the_lower_number_comes_first() {
    let order = |butterfly: u8| {
        let mut vacant = !0;
        let mut order = Vec::new();
        while let Some(pad) = self::pad(butterfly).nearest_behind(vacant) {
            order.push(pad.number());
            vacant &= !pad.bit();
        }
        order
    };
    assert_eq!(order(9), [8, 7, 6, 5, 4, 3, 2, 1]);
    let first_fork = [14, 9, 13, 8, 12, 7, 11, 6, 10, 5, 4, 3, 2, 1];
    assert_eq!(order(22), [&[21, 20, 19, 18, 17, 16, 15][..], &first_fork].concat());
    let second_fork = [28, 23, 27, 22, 26, 21, 25, 20, 24, 19, 18, 17, 16, 15];
    assert_eq!(order(35), [&[34, 33, 32, 31, 30, 29][..], &second_fork, &first_fork].concat());
    let third_fork = [44, 43, 42, 41, 36, 40, 35, 39, 34, 38, 33, 37, 32, 31, 30, 29];
    assert_eq!(order(45), [&third_fork[..], &second_fork, &first_fork].concat());
    assert_eq!(pad(8).nearest_behind(!0), None, "only butterflies make one drop a lily");
}

#[test]
fn a_dropped_lily_may_lie_on_an_arm_the_frog_did_not_take() {
    let game = play(pond(3, "0@43 1@42 1@41 2@36 W@43 W@44 0+P"), "43-45, drop P");
    assert_eq!(game.lily(pad(40)), Some(Lily::Pink));
}

#[test]
fn start_does_not_count_and_without_a_pad_the_lily_is_kept() {
    let game = pond(5, "0@7 1@1 1@2 1@3 2@4 W@5 Y@6 W@8 0+P");
    assert_eq!(play(game, "7-9, drop P").lily(pad(7)), Some(Lily::Pink));
    let game = play(pond(5, "0@7 1@1 1@2 1@3 2@4 W@5 Y@6 W@8 Y@7 0+P"), "7-9");
    assert_eq!((game.stage, game.moves, bouquet(&game, 0)), (Stage::Move, 1, "P".to_owned()));
}

#[test]
fn the_black_and_the_blue_lily_are_exchanged_and_dropped_like_the_others() {
    let game = play(pond(3, "0@13 0+K 1+B"), "13-15, swap K 1 B");
    assert_eq!((bouquet(&game, 0), bouquet(&game, 1)), ("B".to_owned(), "K".to_owned()));
    let game = play(pond(3, "0@7 0+KB"), "7-9");
    assert_eq!(legal(&game), "drop B, drop K");
    assert_eq!(play(game, "drop B").lily(pad(8)), Some(Lily::Blue));
}

#[test]
fn after_the_third_frogs_swap_or_drop_it_is_the_next_players_turn() {
    let game = play(pond(3, "0@13 1@7 0+W 1+Y"), "s1-2, s2-3");
    let swapped = play(game, "13-15");
    assert_eq!((swapped.turn(), swapped.moves), (Turn::Seat(seat(0)), 3));
    assert_eq!(play(swapped, "swap W 1 Y").turn(), Turn::Seat(seat(1)));
    let dropped = play(game, "7-9");
    assert_eq!((dropped.turn(), dropped.mover()), (Turn::Seat(seat(1)), seat(0)));
    assert_eq!(play(dropped, "drop Y").turn(), Turn::Seat(seat(1)));
}
