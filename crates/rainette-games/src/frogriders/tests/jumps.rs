//! Phase A of a turn: jumps.

use super::super::{Colour, Jump, PADS, Pad};
use super::*;

fn frog(game: &Frogriders, pad: &str) -> Option<Colour> {
    game.pond().frog(pad.parse().expect("a pad"))
}

#[test]
fn a_frog_jumps_over_an_orthogonal_neighbour_onto_the_empty_pad_behind() {
    assert_eq!(legal(&pond(4, "e4R e5B")), "e4-e5-e6, e5-e4-e3");
    assert_eq!(legal(&pond(4, "d5R e5B")), "d5-e5-f5, e5-d5-c5");
}

#[test]
fn without_a_card_no_jump_is_diagonal_and_none_follows_a_slide() {
    assert_eq!(legal(&pond(4, "e4R f5B")), "");
    assert_eq!(legal(&pond(4, "e2R e5B")), "");
}

#[test]
fn the_landing_pad_must_be_empty() {
    assert_eq!(legal(&pond(4, "e3N e4R e5B e6N")), "e4-e3-e2, e5-e6-e7");
    assert_eq!(legal(&pond(4, "e9R e8B e7N")), "e8-e7-e6");
}

#[test]
fn a_jump_stays_on_the_pond() {
    assert_eq!(legal(&pond(4, "d9R d8B")), "d9-d8-d7");
    assert_eq!(legal(&pond(4, "i5R i6B")), "i6-i5-i4");
    assert_eq!(legal(&pond(4, "a5R i6B b5R")), "a5-b5-c5");
    assert_eq!(legal(&pond(3, "h5R i5B a4N b4N")), "a4-b4-c4, i5-h5-g5");
}

#[test]
fn with_two_players_the_dark_pads_are_out_of_bounds() {
    let with = |seats, frogs, card| {
        let mut game = pond(seats, frogs);
        give(&mut game, 0, card);
        legal(&game)
    };
    assert_eq!(with(2, "b5R c5B", ""), "b5-c5-d5");
    assert_eq!(with(3, "b5R c5B", ""), "b5-c5-d5, c5-b5-a5");
    assert_eq!(with(2, "c7R d8B", "diagonal"), "d8-c7-b6");
    assert_eq!(with(4, "c7R d8B", "diagonal"), "c7-d8-e9, d8-c7-b6");
    assert_eq!(with(2, "d7R d8B", "ell"), "d7-d8-e8, d8-d7-c7, d8-d7-d6, d8-d7-e7");
    assert_eq!(with(3, "d7R d8B", "ell"), "d7-d8-c8, d7-d8-d9, d7-d8-e8, d8-d7-c7, d8-d7-d6, d8-d7-e7");
    assert_eq!(with(2, "e2R e7B", "runup"), "e2-e7-e8");
    assert_eq!(with(3, "e2R e7B", "runup"), "e2-e7-e8, e7-e2-e1");
}

#[test]
fn the_frog_jumped_over_is_captured_by_the_player() {
    let game = pond(4, "e4R e5B h4N h5N");
    let next = after(&game, &["e4-e5-e6"]);
    assert_eq!(next.frogs(seat(0))[Colour::Blue], 1);
    assert_eq!(next.frogs(seat(0)).total(), 1);
    assert_eq!([frog(&next, "e4"), frog(&next, "e5"), frog(&next, "e6")], [None, None, Some(Colour::Red)]);
    assert_eq!(words(&effects(&game, "e4-e5-e6")), ["hopped frog-R e4 e5 e6", "captured frog-B e5 by 0"]);
}

#[test]
fn frogs_of_any_colour_jump_over_frogs_of_any_colour() {
    for jumper in Colour::ALL {
        for over in Colour::ALL {
            let game = pond(3, &format!("e4{jumper} e5{over} h4N h5N"));
            let next = after(&game, &["e4-e5-e6"]);
            assert_eq!(frog(&next, "e6"), Some(jumper));
            assert_eq!((next.frogs(seat(0))[over], next.frogs(seat(0)).total()), (1, 1));
        }
    }
}

#[test]
fn the_game_ends_at_once_when_the_player_whose_turn_it_is_cannot_jump() {
    let game = pond(3, "e4R e5N");
    let next = after(&game, &["e4-e5-e6"]);
    assert_eq!((next.turn(), next.phase()), (Turn::Over, Phase::Over));
    assert_eq!(legal(&next), "");
    let seen = words(&effects(&game, "e4-e5-e6"));
    assert_eq!(seen[..2], ["hopped frog-R e4 e5 e6", "captured frog-N e5 by 0"]);
    assert_eq!(seen[2..5], ["revealed 0 2R", "revealed 1 2Y", "revealed 2 2B"]);
    assert_eq!(seen[5..], ["scored 0 1 brown", "ended 0 no-jump"]);
}

#[test]
fn jumps_that_the_players_cards_allow_count_before_the_game_ends() {
    let jumps = [
        ("diagonal", "e4R e5N f7B", "e6-f7-g8, f7-e6-d5"),
        ("ell", "e4R e5N i4N i5N i6N", "i4-i5-h5, i5-i4-h4, i5-i6-h6, i6-i5-h5"),
        ("runup", "e4R e5N e9B", "e9-e6-e5"),
    ];
    for (card, frogs, expected) in jumps {
        let game = pond(3, frogs);
        assert_eq!(after(&game, &["e4-e5-e6"]).turn(), Turn::Over, "{card}");
        let mut game = game;
        give(&mut game, 1, card);
        let next = after(&game, &["e4-e5-e6"]);
        assert_eq!(next.turn(), Turn::Seat(seat(1)), "{card}");
        assert_eq!(legal(&next), expected);
        // The card must be the one of the player whose turn it is.
        let mut game = pond(3, frogs);
        give(&mut game, 2, card);
        assert_eq!(after(&game, &["e4-e5-e6"]).turn(), Turn::Over, "{card}");
    }
}

#[test]
fn play_is_clockwise() {
    for seats in 2..=4 {
        let mut game = pond(seats, "e4N e5N d4N d5N c4N c5N f4N f5N g4N g5N");
        for turn in 0..5 {
            assert_eq!(game.turn(), Turn::Seat(seat(turn % seats)));
            let jump = ["e4-e5-e6", "d4-d5-d6", "c4-c5-c6", "f4-f5-f6", "g4-g5-g6"][turn];
            play(&mut game, jump);
        }
    }
}

/// Every jump by the words of the rules, one square after the other.
fn plain_jumps(game: &Frogriders, cards: Cards) -> Vec<String> {
    let in_play = |pad: &Pad| game.seats() > 2 || !pad.is_dark();
    let step = |pad: Pad, (file, rank): (i8, i8)| {
        let next = Pad::at(pad.file().checked_add_signed(file)?, pad.rank().checked_add_signed(rank)?);
        next.filter(in_play)
    };
    let is_empty = |pad: Option<Pad>| pad.is_some_and(|pad| game.pond().frog(pad).is_none());
    let has_frog = |pad: Option<Pad>| pad.is_some_and(|pad| game.pond().frog(pad).is_some());
    let mut jumps = Vec::new();
    let mut offer = |from: Pad, over: Option<Pad>, landing: Option<Pad>| {
        if has_frog(over) && is_empty(landing) {
            let (over, landing) = (over.expect("a frog"), landing.expect("empty"));
            jumps.push(format!("{from}-{over}-{landing}"));
            if cards.has(Card::Choose) {
                jumps.push(format!("{from}-{over}-{landing}!"));
            }
        }
    };
    let on = |pad: Option<Pad>, direction| pad.and_then(|pad| step(pad, direction));
    for from in PADS.into_iter().filter(|&pad| game.pond().frog(pad).is_some()) {
        for (file, rank) in [(0, 1), (0, -1), (1, 0), (-1, 0)] {
            let ahead = (file, rank);
            let over = step(from, ahead);
            offer(from, over, on(over, ahead));
            if cards.has(Card::Ell) {
                offer(from, over, on(over, (rank, file)));
                offer(from, over, on(over, (-rank, -file)));
            }
            if cards.has(Card::Runup) {
                let mut takeoff = step(from, ahead);
                while is_empty(takeoff) {
                    offer(from, on(takeoff, ahead), on(on(takeoff, ahead), ahead));
                    takeoff = on(takeoff, ahead);
                }
            }
        }
        if cards.has(Card::Diagonal) {
            for ahead in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
                let over = step(from, ahead);
                offer(from, over, on(over, ahead));
            }
        }
    }
    jumps.sort();
    jumps
}

#[test]
fn the_jumps_are_those_of_the_rules_whatever_the_frogs_and_cards() {
    let mut random = generator(7);
    for round in 0..4000_u32 {
        let mut game = pond(2 + round as usize % 3, "");
        let crowd = 1 + random() % 7;
        for pad in PADS {
            if (game.seats() > 2 || !pad.is_dark()) && random() % 8 < crowd {
                game.pond.put(pad, Colour::ALL[random() as usize % 4]);
            }
        }
        for (bit, card) in ["diagonal", "ell", "runup", "choose", "trophies"].into_iter().enumerate() {
            if card != "trophies" && round >> bit & 1 == 1 {
                give(&mut game, 0, card);
            }
        }
        let expected = plain_jumps(&game, game.cards(seat(0)));
        assert_eq!(legal(&game), expected.join(", "), "{}", game.pond());
        // The red frog can be sent exactly when there is a jump.
        game.phase = Phase::Send;
        capture(&mut game, 0, "R");
        assert_eq!(legal(&game).contains("send R"), !expected.is_empty(), "{}", game.pond());
    }
}

#[test]
fn every_jump_moves_and_captures_what_it_says() {
    let mut random = generator(8);
    for _ in 0..300 {
        let mut game = pond(4, "");
        for pad in PADS {
            if random() & 1 == 0 {
                game.pond.put(pad, Colour::ALL[random() as usize % 4]);
            }
        }
        give(&mut game, 0, "diagonal ell runup choose");
        let mut actions = Actions::new();
        game.legal_actions(&mut actions);
        for &action in &*actions {
            let Action::Jump(Jump { from, over, landing, captures_jumper }) = action else {
                panic!("{action}")
            };
            let next = game.after(action);
            let (jumper, other) = (game.pond().frog(from), game.pond().frog(over));
            let expected = if captures_jumper { (None, other, None) } else { (None, None, jumper) };
            let now = (next.pond().frog(from), next.pond().frog(over), next.pond().frog(landing));
            assert_eq!(now, expected, "{action}");
            let captured = if captures_jumper { jumper } else { other }.expect("a frog");
            assert_eq!((next.frogs(seat(0))[captured], next.frogs(seat(0)).total()), (1, 1));
            let others = PADS.into_iter().filter(|pad| ![from, over, landing].contains(pad));
            others.for_each(|pad| assert_eq!(game.pond().frog(pad), next.pond().frog(pad)));
        }
    }
}
