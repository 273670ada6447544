//! How actions are written and pointed at.

use rainette_core::{Bag, Draw};

use super::super::{Chance, Colour, PADS, Pad, Secret};
use super::*;

#[test]
fn actions_and_chance_events_print_what_they_parse() {
    let actions = [
        "e3-e4-e5",
        "e3-e4-e5!",
        "a4-b4-c4",
        "send R",
        "send Y take B",
        "send Y take N",
        "send B take diagonal",
        "send B take +2R",
        "send B take per-frog-and-card",
        "stay",
        "keep 2R",
        "keep RYBN",
    ];
    for text in actions {
        assert_eq!(text.parse::<Action>().expect(text).to_string(), text);
    }
    let pond = "YRBN.".repeat(11) + "YR";
    let chances = [
        &format!("pond {pond}"),
        "market ell diagonal +2B fewest-frogs-5",
        "common RB 5any",
        "common RB most-cards",
        "deal 0 2R 2R",
        "deal 3 YBN RBN",
        "refill fewest-cards",
    ];
    for text in chances {
        assert_eq!(text.parse::<Chance>().expect(text).to_string(), text);
    }
}

#[test]
fn what_is_not_notation_is_refused() {
    let actions = [
        "",
        " ",
        "e3-e4",
        "e3-e4-e5!!",
        "e3-e4-e5-e6",
        "e3-e4-e5 ",
        " e3-e4-e5",
        "E3-e4-e5",
        "a1-a2-a3",
        "e3-e4-e0",
        "e3–e4–e5",
        "send",
        "send N",
        "send Y",
        "send  R",
        "send R take B",
        "send Y take",
        "send Y take G",
        "send B take",
        "send B take RB",
        "send B take diagonal ",
        "Stay",
        "stay ",
        "keep",
        "keep ?",
        "keep 2G",
        "keep 2R 2R",
        "é",
        "e3-e4-é5",
        "!",
        "--",
        "keep 2r",
    ];
    for text in actions {
        assert!(text.parse::<Action>().is_err(), "{text}");
    }
    let short = "Y".repeat(56);
    let wide = "Y".repeat(55) + "é";
    let long = "Y".repeat(58);
    let chances = [
        "",
        "pond",
        "pond ",
        &format!("pond {short}"),
        &format!("pond {wide}"),
        &format!("pond {long}"),
        &format!("pond {short}x"),
        "market ell ell ell",
        "market ell ell ell ell ell",
        "market ell ell ell RB",
        "common RB",
        "common RB RY RN",
        "common ell RB",
        "deal 0 2R",
        "deal 4 2R 2R",
        "deal 00 2R 2R",
        "deal +0 2R 2R",
        "deal -0 2R 2R",
        "deal 0 ? ?",
        "deal 0  2R 2R",
        "deal 0 2R 2R ",
        "refill",
        "refill 2R",
        "refill ell ell",
    ];
    for text in chances {
        assert!(text.parse::<Chance>().is_err(), "{text}");
    }
    let error = "keep 2G".parse::<Action>().expect_err("no such secret").to_string();
    assert!(error.contains("`keep 2G`") && error.contains("`keep 2R`"), "{error}");
    for text in ["", "e", "e33", "é"] {
        assert!(text.parse::<Pad>().is_err() && text.parse::<Colour>().is_err(), "{text}");
        assert!(
            text.parse::<Card>().is_err()
                && text.parse::<Common>().is_err()
                && text.parse::<Secret>().is_err()
        );
    }
}

#[test]
fn drawn_and_undrawn_are_inverse() {
    let mut random = generator(3);
    for seats in 2..=4 {
        for backs in 0..2 {
            let mut game = new(seats, backs);
            let mut actions = Actions::new();
            while !game.is_over() {
                if game.turn() == Turn::Chance {
                    let draw = game.chance();
                    let drawn = draw.sample(&mut random);
                    let chance = game.chance_from_draw(&drawn);
                    assert_eq!(game.draw_from_chance(&chance), Some(drawn));
                    assert_eq!(chance.to_string().parse(), Ok(chance));
                    game = game.try_chance(chance).expect("a possible event");
                } else {
                    game.legal_actions(&mut actions);
                    let action = actions[random() as usize % actions.len()];
                    assert_eq!(action.to_string().parse(), Ok(action));
                    game = game.after(action);
                }
            }
        }
    }
}

#[test]
fn a_refill_is_drawn_from_the_deck() {
    let mut game = pond(2, "e4R e5B");
    game.phase = Phase::Refill;
    // In the order of the table, with four cards face up.
    assert_eq!(game.chance(), Draw::bag(Bag::some(&[2, 2, 2, 2, 2, 2, 0, 2, 2, 0, 1, 1, 0, 1, 1], 1)));
}

#[test]
fn spots_are_short_names_in_the_order_of_pointing() {
    let game = pond(4, "");
    let spots = |action: &str| {
        let paths = game.spots(action.parse().expect("an action"));
        assert_eq!(paths.len(), 1);
        paths[0].iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(spots("e3-e4-e5"), "e3 e5 e4");
    assert_eq!(spots("e3-e4-e5!"), "e3 e5 e4 e5");
    assert_eq!(spots("send R"), "send.R");
    assert_eq!(spots("send Y take B"), "send.Y village.B");
    assert_eq!(spots("send B take per-frog-and-card"), "send.B card.per-frog-and-card");
    assert_eq!(spots("stay"), "stay");
    assert_eq!(spots("keep 2R"), "secret.2R");
    for from in PADS {
        assert_eq!(from.spot().as_str(), from.to_string());
    }
}
