//! Spots, and why something is not allowed.

use super::*;

#[test]
fn actions_are_said_by_pointing_at_places_and_lilies() {
    let said = |game: &ChinaMoon, action: &str| {
        let paths = game.spots(action.parse().expect("notation"));
        assert_eq!(paths.len(), 1);
        paths[0].iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    };
    let game = pond(3, "1@13 1+WY 0+P");
    assert_eq!(said(&game, "5-7"), "5 7");
    assert_eq!(said(&game, "s2-2"), "s2 2");
    assert_eq!(said(&game, "45-goal"), "45 goal");
    assert_eq!(said(&game, "drop W"), "lily.0.W", "without an owner who chooses it is the mover");
    let game = play(game, "13-15");
    assert_eq!(said(&game, "swap Y 0 P"), "lily.1.Y lily.0.P");
    assert_eq!(said(&game, "drop Y"), "lily.1.Y");
}

#[test]
fn why_not_agrees_with_the_legal_actions() {
    let mut names: Vec<String> = (0..=48).map(|number| number.to_string()).collect();
    names.extend((0..6).map(|index| format!("s{index}")));
    names.extend(
        ["goal", "Goal", "", "place.1", "place.4", "place.5", "pass", "lily", "lily.0", "lily.0.", "é"]
            .map(String::from),
    );
    for index in 0..6 {
        names.extend(Lily::ALL.iter().map(|lily| format!("lily.{index}.{lily}")));
    }
    let names: Vec<Spot> = names.iter().map(Name::of).collect();
    let mut stages = [0; 5];
    let mut number = 0;
    random_games(40, |game| {
        number += 1;
        let is_choice =
            matches!(game.stage, Stage::Swap(_) | Stage::Drop(_) | Stage::Spring(_) | Stage::Over);
        if !is_choice && number % 17 != 0 {
            return;
        }
        stages[match game.stage {
            Stage::SetUp | Stage::Move => 0,
            Stage::Spring(_) => 1,
            Stage::Swap(_) => 2,
            Stage::Drop(_) => 3,
            Stage::Over => 4,
        }] += 1;
        let mut allowed: BTreeSet<Vec<Spot>> = BTreeSet::new();
        for action in actions(game) {
            for path in game.spots(action) {
                allowed.extend((0..=path.len()).map(|len| path[..len].to_vec()));
            }
        }
        let check = |path: &[Spot]| {
            assert_eq!(game.why_not(path).is_none(), allowed.contains(path), "{path:?} {game:?}");
        };
        check(&[]);
        for &first in &names {
            check(&[first]);
            for &second in &names {
                check(&[first, second]);
            }
        }
        for path in &allowed {
            for &last in &names {
                check(&[&path[..], &[last]].concat());
            }
        }
        check(&[names[0]; 9]);
    });
    assert!(stages.iter().all(|&count| count > 10), "{stages:?}");
}

#[test]
fn before_the_set_up_and_after_the_end_nothing_can_be_done() {
    let over = play(pond(3, "0@goal 0@goal 1@goal 2@46"), "46-goal");
    for spots in [&[][..], &["1"], &["s0", "2"]] {
        assert_eq!(empty(3).why_not(&path(spots)), Some(Reason::NotLaidOut));
        assert_eq!(over.why_not(&path(spots)), Some(Reason::Over));
    }
    assert!(actions(&empty(3)).is_empty());
    let seen = over.view(Observer::Spectator);
    assert_eq!((seen.turn, seen.mover, seen.awaited), (None, None, Awaited::Nothing));
}

#[test]
fn the_reason_is_the_rule_that_forbids_it() {
    let check = |game: &ChinaMoon, spots: &[&str], reason: Reason| {
        assert_eq!(game.why_not(&path(spots)), Some(reason), "{spots:?}");
    };
    let game = pond(3, "0@5 1@7 1@8 1@12 0+W 1+Y");
    check(&game, &["47"], Reason::NoSuchSpot);
    check(&game, &["s3"], Reason::NoSuchSpot);
    check(&game, &["lily.3.W"], Reason::NoSuchSpot);
    check(&game, &["lily.0.W"], Reason::FrogFirst);
    check(&game, &["place.1"], Reason::FrogFirst);
    check(&game, &["3"], Reason::NoFrog);
    check(&game, &["s1"], Reason::NoFrog);
    check(&game, &["5", "x"], Reason::NoSuchSpot);
    check(&game, &["5", "lily.0.W"], Reason::PlaceNext);
    check(&game, &["5", "place.1"], Reason::PlaceNext);
    check(&game, &["5", "s0"], Reason::NeverBack);
    check(&game, &["5", "5"], Reason::NeverBack);
    check(&game, &["5", "6"], Reason::TooNear);
    check(&game, &["5", "7"], Reason::Occupied);
    check(&game, &["5", "11"], Reason::TooFar);
    check(&game, &["5", "goal"], Reason::TooFar);
    check(&game, &["7", "11"], Reason::OtherArm);
    check(&game, &["7", "12"], Reason::OtherArm);
    check(&game, &["12", "8"], Reason::OtherArm);
    check(&game, &["5", "9", "9"], Reason::Complete);
    assert_eq!(game.why_not(&path(&["5", "9"])), None);
    let swap = play(pond(3, "1@13 1+WY 0+P 2+W"), "13-15");
    check(&swap, &["13"], Reason::SwapFirst);
    check(&swap, &["lily.0.P"], Reason::NotYours);
    check(&swap, &["lily.1.P"], Reason::NotHeld);
    check(&swap, &["lily.1.W", "lily.1.Y"], Reason::LilyToTake);
    check(&swap, &["lily.1.W", "5"], Reason::LilyToTake);
    check(&swap, &["lily.1.W", "lily.5.Y"], Reason::NoSuchSpot);
    check(&swap, &["lily.1.W", "lily.2.W"], Reason::SameColour);
    check(&swap, &["lily.1.W", "lily.2.Y"], Reason::NotHeld);
    check(&swap, &["lily.1.W", "lily.0.P", "5"], Reason::Complete);
    let drop = play(pond(3, "1@7 1+WY 0+P"), "7-9");
    check(&drop, &["9"], Reason::DropFirst);
    check(&drop, &["lily.0.P"], Reason::NotYours);
    check(&drop, &["lily.1.P"], Reason::NotHeld);
    check(&drop, &["lily.1.W", "8"], Reason::Complete);
}
