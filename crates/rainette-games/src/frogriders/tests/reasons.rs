//! Why something is not allowed.

use std::collections::BTreeSet;

use rainette_core::{Name, PlayError, Reason as _};

use super::super::{Colour, Reason};
use super::*;

fn why(game: &Frogriders, spots: &str) -> Option<Reason> {
    game.why_not(&spots.split_whitespace().map(Name::of).collect::<Vec<_>>())
}

fn check(game: &Frogriders, expected: &[(&str, Option<Reason>)]) {
    for (spots, reason) in expected {
        assert_eq!(why(game, spots), *reason, "{spots}");
    }
}

#[test]
fn nobody_acts_while_chance_is_awaited_or_the_game_is_over() {
    check(&new(2, 0), &[("", Some(Reason::WaitsForChance)), ("e3", Some(Reason::WaitsForChance))]);
    let over = after(&pond(3, "e4R e5N"), &["e4-e5-e6"]);
    check(&over, &[("", Some(Reason::Over)), ("stay", Some(Reason::Over))]);
}

#[test]
fn first_a_secret_is_kept() {
    let mut game = pond(3, "e4R e5B");
    game.phase = Phase::Keep;
    check(
        &game,
        &[
            ("", None),
            ("secret.2R", None),
            ("secret.RYN", None),
            ("secret.2Y", Some(Reason::NotDealt)),
            ("secret.2R secret.RYN", Some(Reason::Complete)),
            ("secret.2G", Some(Reason::NoSuchSpot)),
            ("e4", Some(Reason::KeepFirst)),
            ("stay", Some(Reason::KeepFirst)),
            ("common.RB", Some(Reason::CommonStays)),
        ],
    );
}

#[test]
fn a_jump_has_its_reasons() {
    let game = pond(3, "e4R e5B e6N h5N i5N g8Y");
    check(
        &game,
        &[
            ("", None),
            ("e5", None),
            ("e5 e3", None),
            ("e5 e3 e4", None),
            ("e4", Some(Reason::CannotJump)),
            ("g8", Some(Reason::CannotJump)),
            ("a9", Some(Reason::NoSuchSpot)),
            ("pass", Some(Reason::NoSuchSpot)),
            ("send.G", Some(Reason::NoSuchSpot)),
            ("pond.e4", Some(Reason::NoSuchSpot)),
            ("a5", Some(Reason::NoFrog)),
            ("a5 a7", Some(Reason::NoFrog)),
            ("stay", Some(Reason::JumpFirst)),
            ("send.R", Some(Reason::JumpFirst)),
            ("village.R", Some(Reason::JumpFirst)),
            ("card.ell", Some(Reason::JumpFirst)),
            ("secret.2R", Some(Reason::SecretKept)),
            ("common.RB", Some(Reason::CommonStays)),
            ("e5 e4", Some(Reason::Occupied)),
            ("e4 e6", Some(Reason::Occupied)),
            ("e5 g5", Some(Reason::NothingToJumpOver)),
            ("e5 g7", Some(Reason::NeedsDiagonal)),
            ("e5 d4", Some(Reason::NeedsEll)),
            ("e5 b5", Some(Reason::NeedsRunup)),
            ("e4 e1", Some(Reason::NeedsRunup)),
            ("e5 d5", Some(Reason::NotAJump)),
            ("e5 f3", Some(Reason::NotAJump)),
            ("e5 stay", Some(Reason::NotAJump)),
            ("e5 x", Some(Reason::NoSuchSpot)),
            ("e5 e3 e6", Some(Reason::NotJumpedOver)),
            ("e5 e3 stay", Some(Reason::NotAJump)),
            ("e5 e3 x", Some(Reason::NoSuchSpot)),
            ("e5 e3 e4 e3", Some(Reason::NeedsChoose)),
            ("e5 e3 e4 e4", Some(Reason::NotTheJumper)),
            ("e5 e3 e4 x", Some(Reason::NoSuchSpot)),
            ("e5 e3 e4 e3 e3", Some(Reason::NeedsChoose)),
        ],
    );
}

#[test]
fn out_of_bounds_is_said_with_two_players() {
    let game = pond(2, "b5R c5B");
    check(
        &game,
        &[
            ("a5", Some(Reason::OutOfBounds)),
            ("c5 a5", Some(Reason::OutOfBounds)),
            ("b5 d5 a5", Some(Reason::OutOfBounds)),
            ("b5 d5 c5", None),
        ],
    );
}

#[test]
fn techniques_have_their_reasons_for_those_who_have_the_card() {
    let mut game = pond(3, "e4R e5B e9N c4N");
    give(&mut game, 0, "diagonal ell runup choose");
    check(
        &game,
        &[
            ("e5 g7", Some(Reason::NothingToJumpOver)),
            ("e4 d3", Some(Reason::NothingToJumpOver)),
            ("e4 d5", None),
            ("e4 d5 e5", None),
            ("e4 d5 e5 d5", None),
            ("e4 d5 d4", Some(Reason::NotJumpedOver)),
            ("e4 d5 e5 d5 d5", Some(Reason::Complete)),
            ("e9 e6", Some(Reason::NothingToJumpOver)),
            ("e9 e3", Some(Reason::RunupBlocked)),
            ("e9 e2", Some(Reason::NothingToJumpOver)),
            ("e4 b4", None),
            ("e4 a4", Some(Reason::NothingToJumpOver)),
        ],
    );
    let blocked = {
        let mut game = pond(3, "a5R c5N f5B d5N");
        give(&mut game, 0, "runup");
        game
    };
    check(&blocked, &[("a5 g5", Some(Reason::RunupBlocked)), ("d5 g5", None)]);
    check(&blocked, &[("g5", Some(Reason::NoFrog)), ("c5 b5", Some(Reason::NotAJump))]);
}

#[test]
fn sending_has_its_reasons() {
    let mut game = pond(3, "e4N e5N h4N h5N");
    capture(&mut game, 0, "RBY");
    game.village[Colour::Red] = 1;
    game = after(&game, &["e4-e5-e6"]);
    check(
        &game,
        &[
            ("", None),
            ("send.R", None),
            ("send.Y", None),
            ("send.Y village.R", None),
            ("send.B card.trophies", None),
            ("stay", None),
            ("send.R send.R", Some(Reason::Complete)),
            ("send.R h4", Some(Reason::Complete)),
            ("stay stay", Some(Reason::Complete)),
            ("send.Y village.R village.R", Some(Reason::Complete)),
            ("send.B card.trophies stay", Some(Reason::Complete)),
            ("send.N", Some(Reason::BrownStays)),
            ("send.Y village.B", Some(Reason::NotInVillage)),
            ("send.Y village.N", Some(Reason::NotInVillage)),
            ("send.Y card.trophies", Some(Reason::FetchFrog)),
            ("send.Y x", Some(Reason::NoSuchSpot)),
            ("send.B card.ell", Some(Reason::NotInMarket)),
            ("send.B village.R", Some(Reason::TakeCard)),
            ("send.B x", Some(Reason::NoSuchSpot)),
            ("village.R", Some(Reason::SendYellowFirst)),
            ("card.trophies", Some(Reason::SendBlueFirst)),
            ("h4", Some(Reason::JumpMade)),
            ("secret.2R", Some(Reason::SecretKept)),
            ("common.RB", Some(Reason::CommonStays)),
            ("x", Some(Reason::NoSuchSpot)),
        ],
    );
    let again = after(&game, &["send R"]);
    check(
        &again,
        &[
            ("stay", Some(Reason::NoSecondSending)),
            ("send.B", Some(Reason::NoSecondSending)),
            ("h4", None),
            ("a5", Some(Reason::NoFrog)),
        ],
    );
}

#[test]
fn frogs_whose_action_cannot_be_carried_out_have_their_reasons() {
    let mut game = pond(3, "e4N e5N");
    game.village[Colour::Red] = 1;
    capture(&mut game, 0, "Y");
    let sending = after(&game, &["e4-e5-e6"]);
    check(&sending, &[("send.B", Some(Reason::NoneToSend)), ("send.R", Some(Reason::NoneToSend))]);
    capture(&mut game, 0, "R");
    check(&after(&game, &["e4-e5-e6"]), &[("send.R", Some(Reason::NoJumpLeft))]);
    let mut game = pond(3, "e4N e5N h4N h5N");
    capture(&mut game, 0, "YRB");
    game.market = [None; 4];
    let sending = after(&game, &["e4-e5-e6"]);
    check(&sending, &[("send.Y", Some(Reason::VillageEmpty)), ("send.B", Some(Reason::MarketEmpty))]);
}

#[test]
fn an_illegal_action_is_refused_with_the_rule() {
    let game = pond(3, "e4R e5B");
    let refused = |action: &str| match game.play(seat(0), action.parse().expect("an action")) {
        Err(PlayError::Illegal { code, .. }) => code,
        other => panic!("{other:?}"),
    };
    assert_eq!(refused("e4-e5-e6!"), "needs-choose");
    assert_eq!(refused("stay"), "jump-first");
    assert_eq!(refused("a4-a5-a6"), "no-frog");
    assert!(matches!(
        game.play(seat(1), "e4-e5-e6".parse().expect("an action")),
        Err(PlayError::NotYourTurn { .. })
    ));
}

#[test]
fn codes_are_unique() {
    let codes: BTreeSet<_> = Reason::ALL.iter().map(|reason| reason.code()).collect();
    assert_eq!(codes.len(), Reason::ALL.len());
}
