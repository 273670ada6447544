//! Phase B of a turn: a frog is sent to the village for a card.

use super::super::Colour;
use super::*;

/// A position after a jump that captured a brown frog, with these frogs captured before.
fn sending(captured: &str, village: &str) -> Frogriders {
    let mut game = pond(3, "e4N e5N h4N h5N d4N d5N");
    capture(&mut game, 0, captured);
    for colour in village.chars() {
        game.village[colour.to_string().parse().expect("a colour")] += 1;
    }
    after(&game, &["e4-e5-e6"])
}

#[test]
fn when_nothing_can_be_sent_phase_b_is_skipped() {
    for (captured, village) in [("", ""), ("N", "RYB"), ("Y", "")] {
        let game = sending(captured, village);
        assert_eq!((game.turn(), game.phase()), (Turn::Seat(seat(1)), Phase::Jump), "{captured}");
    }
    for (captured, village) in [("R", ""), ("B", ""), ("Y", "R")] {
        let game = sending(captured, village);
        assert_eq!((game.turn(), game.phase()), (Turn::Seat(seat(0)), Phase::Send), "{captured}");
    }
}

#[test]
fn sending_is_optional() {
    let game = sending("R", "");
    assert_eq!(legal(&game), "send R, stay");
    assert_eq!(words(&effects(&game, "stay")), ["passed 0"]);
    let next = after(&game, &["stay"]);
    assert_eq!((next.turn(), next.phase()), (Turn::Seat(seat(1)), Phase::Jump));
    assert_eq!((next.frogs(seat(0)), next.village()), (game.frogs(seat(0)), game.village()));
}

#[test]
fn the_frog_just_captured_may_be_sent() {
    let game = after(&pond(3, "e4N e5R h4N h5N"), &["e4-e5-e6"]);
    assert_eq!(legal(&game), "send R, stay");
}

#[test]
fn brown_can_never_be_sent() {
    assert!(!legal(&sending("NNRYB", "RYB")).contains("send N"));
}

#[test]
fn red_brings_one_more_jump_and_no_second_phase_b() {
    let game = sending("RRB", "Y");
    assert_eq!(words(&effects(&game, "send R")), ["sent frog-R village.R by 0"]);
    let again = after(&game, &["send R"]);
    assert_eq!((again.turn(), again.phase()), (Turn::Seat(seat(0)), Phase::JumpAgain));
    assert_eq!((again.frogs(seat(0))[Colour::Red], again.village()[Colour::Red]), (1, 1));
    assert!(legal(&again).contains("h4-h5-h6"));
    assert!(!legal(&again).contains("stay"));
    let next = after(&again, &["h4-h5-h6"]);
    assert_eq!((next.turn(), next.phase()), (Turn::Seat(seat(1)), Phase::Jump));
    assert_eq!(next.frogs(seat(0))[Colour::Brown], 2, "both jumps captured");
}

#[test]
fn red_can_be_sent_only_if_a_jump_exists() {
    let mut game = pond(3, "e4N e5B");
    capture(&mut game, 0, "R");
    let next = after(&game, &["e4-e5-e6"]);
    assert!(!legal(&next).contains("send R"));
    assert!(legal(&next).contains("send B"));
    // A card may allow it.
    let mut game = pond(3, "e4N e5N e9N");
    capture(&mut game, 0, "R");
    assert_eq!(after(&game, &["e4-e5-e6"]).turn(), Turn::Over);
    give(&mut game, 0, "runup");
    let next = after(&game, &["e4-e5-e6"]);
    assert_eq!(legal(&next), "send R, stay");
    assert_eq!(legal(&after(&next, &["send R"])), "e9-e6-e5");
}

#[test]
fn yellow_takes_a_frog_that_was_in_the_village_already() {
    let game = sending("Y", "RB");
    assert_eq!(legal(&game), "send Y take B, send Y take R, stay");
    let seen = words(&effects(&game, "send Y take B"));
    assert_eq!(seen, ["sent frog-Y village.Y by 0", "taken frog-B village.B by 0"]);
    let next = after(&game, &["send Y take B"]);
    assert_eq!(Colour::ALL.map(|colour| next.frogs(seat(0))[colour]), [0, 0, 1, 1]);
    assert_eq!(Colour::ALL.map(|colour| next.village()[colour]), [1, 1, 0, 0]);
    assert_eq!((next.turn(), next.phase()), (Turn::Seat(seat(1)), Phase::Jump));
}

#[test]
fn yellow_does_not_fetch_itself_but_may_fetch_another_yellow() {
    assert_eq!(legal(&sending("YR", "")), "send R, stay", "the village is empty");
    let game = sending("Y", "Y");
    assert_eq!(legal(&game), "send Y take Y, stay");
    let next = after(&game, &["send Y take Y"]);
    assert_eq!((next.frogs(seat(0))[Colour::Yellow], next.village()[Colour::Yellow]), (1, 1));
}

#[test]
fn blue_takes_a_face_up_card_and_the_gap_is_refilled() {
    let game = sending("B", "");
    assert_eq!(legal(&game), "send B take fewest-cards, send B take per-brown, send B take trophies, stay");
    let seen = words(&effects(&game, "send B take per-brown"));
    assert_eq!(seen, ["sent frog-B village.B by 0", "taken per-brown card.per-brown by 0"]);
    let next = after(&game, &["send B take per-brown"]);
    assert_eq!((next.turn(), next.phase()), (Turn::Chance, Phase::Refill));
    assert_eq!((next.frogs(seat(0))[Colour::Blue], next.village()[Colour::Blue]), (0, 1));
    assert!(next.cards(seat(0)).has(Card::PerBrown));
    assert_eq!(next.market()[2], None);
    assert!(next.try_chance("refill per-brown".parse().expect("notation")).is_err(), "it is not in the deck");
    assert!(next.try_chance("refill trophies".parse().expect("notation")).is_err(), "both are face up");
    assert_eq!(words(&effects(&next, "refill ell")), ["placed ell card.ell"]);
    let next = after(&next, &["refill ell"]);
    assert_eq!(*next.market(), [Card::Trophies, Card::Trophies, Card::Ell, Card::FewestCards].map(Some));
    assert_eq!((next.deck().len(), next.deck().count(Card::Ell)), (19, 1));
    assert_eq!((next.turn(), next.phase()), (Turn::Seat(seat(1)), Phase::Jump));
}

#[test]
fn of_two_cards_that_are_alike_one_is_offered_and_the_first_is_taken() {
    let next = after(&sending("B", ""), &["send B take trophies"]);
    assert_eq!(*next.market(), [None, Some(Card::Trophies), Some(Card::PerBrown), Some(Card::FewestCards)]);
    assert_eq!(next.cards(seat(0)).count(Card::Trophies), 1);
}

#[test]
fn an_empty_deck_leaves_the_gap() {
    let mut game = sending("B", "");
    game.deck = Cards::default();
    let next = after(&game, &["send B take per-brown"]);
    assert_eq!((next.turn(), next.phase()), (Turn::Seat(seat(1)), Phase::Jump));
    assert_eq!(next.market()[2], None);
}

#[test]
fn blue_can_be_sent_only_if_a_card_is_face_up() {
    let mut game = pond(3, "e4N e5N h4N h5N");
    capture(&mut game, 0, "BR");
    game.market = [None, None, None, Some(Card::Trophies)];
    assert_eq!(legal(&after(&game, &["e4-e5-e6"])), "send B take trophies, send R, stay");
    game.market = [None; 4];
    assert_eq!(legal(&after(&game, &["e4-e5-e6"])), "send R, stay");
    game.players[0].frogs[Colour::Red] = 0;
    assert_eq!(after(&game, &["e4-e5-e6"]).phase(), Phase::Jump);
}

#[test]
fn at_most_one_frog_is_sent() {
    for sent in ["send Y take B", "send B take trophies"] {
        let mut next = after(&sending("YYBB", "B"), &[sent]);
        if next.turn() == Turn::Chance {
            play(&mut next, "refill ell");
        }
        assert_eq!((next.turn(), next.phase()), (Turn::Seat(seat(1)), Phase::Jump), "{sent}");
    }
}

#[test]
fn a_card_just_taken_helps_from_the_owners_next_jump_on() {
    let mut game = pond(2, "e4N e5B h4N h5N f7N");
    game.market[0] = Some(Card::Diagonal);
    let next = after(&game, &["e4-e5-e6", "send B take diagonal", "refill ell"]);
    assert_eq!(legal(&next), "h4-h5-h6", "seat 1 has no card");
    let next = after(&next, &["h4-h5-h6"]);
    assert_eq!(next.turn(), Turn::Seat(seat(0)));
    assert_eq!(legal(&next), "f7-e6-d5", "and g8 is out of bounds");
}

#[test]
fn the_gap_is_refilled_before_the_game_ends() {
    let game = after(&pond(3, "e4N e5B"), &["e4-e5-e6", "send B take trophies"]);
    assert_eq!(game.turn(), Turn::Chance);
    let seen = words(&effects(&game, "refill ell"));
    assert_eq!(seen[0], "placed ell card.ell");
    assert_eq!(seen[seen.len() - 1], "ended 0 no-jump");
    assert_eq!(after(&game, &["refill ell"]).turn(), Turn::Over);
}

#[test]
fn the_game_goes_on_to_its_end_after_staying_and_after_fetching() {
    let mut game = pond(3, "e4N e5B");
    capture(&mut game, 0, "Y");
    game.village[Colour::Red] = 1;
    let game = after(&game, &["e4-e5-e6"]);
    for last in ["stay", "send Y take R"] {
        assert_eq!(after(&game, &[last]).turn(), Turn::Over);
        assert!(words(&effects(&game, last)).last().is_some_and(|last| last.starts_with("ended ")));
    }
}
