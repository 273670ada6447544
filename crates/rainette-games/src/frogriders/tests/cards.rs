//! Privilege cards that matter while frogs jump.

use super::super::Colour;
use super::*;

fn with(frogs: &str, cards: &str) -> Frogriders {
    let mut game = pond(4, frogs);
    give(&mut game, 0, cards);
    game
}

#[test]
fn diagonal_allows_to_jump_over_a_diagonal_neighbour() {
    assert_eq!(legal(&with("e4R f5B", "diagonal")), "e4-f5-g6, f5-e4-d3");
    assert_eq!(legal(&with("d4R c5B", "diagonal")), "c5-d4-e3, d4-c5-b6");
}

#[test]
fn ell_allows_to_land_left_or_right_of_the_frog_jumped_over() {
    let expected = "e4-e5-d5, e4-e5-e6, e4-e5-f5, e5-e4-d4, e5-e4-e3, e5-e4-f4";
    assert_eq!(legal(&with("e4R e5B", "ell")), expected);
    let expected = "d4-e4-e3, d4-e4-e5, d4-e4-f4, e4-d4-c4, e4-d4-d3, e4-d4-d5";
    assert_eq!(legal(&with("d4R e4B", "ell")), expected);
}

#[test]
fn runup_allows_to_slide_over_any_number_of_empty_pads_before_a_normal_jump() {
    assert_eq!(legal(&with("e2R e4B", "runup")), "e2-e4-e5, e4-e2-e1");
    assert_eq!(legal(&with("e2R e5B", "runup")), "e2-e5-e6, e5-e2-e1");
    assert_eq!(legal(&with("a5R h5B", "runup")), "a5-h5-i5");
    assert_eq!(legal(&with("e1R e3N e6B", "runup")), "e1-e3-e4, e3-e6-e7, e6-e3-e2", "not past another frog");
}

#[test]
fn a_run_up_is_seen_as_a_slide_and_a_hop() {
    let seen = words(&effects(&with("e2R e5B h4N h5N", "runup"), "e2-e5-e6"));
    assert_eq!(seen, ["stepped frog-R e2 e4", "hopped frog-R e4 e5 e6", "captured frog-B e5 by 0"]);
    let seen = words(&effects(&with("h5R d5B f2N g2N", "runup"), "h5-d5-c5"));
    assert_eq!(seen, ["stepped frog-R h5 e5", "hopped frog-R e5 d5 c5", "captured frog-B d5 by 0"]);
    // Diagonal and bent jumps begin where the frog stands.
    let seen = words(&effects(&with("e4R f5B h4N h3N", "diagonal"), "e4-f5-g6"));
    assert_eq!(seen, ["hopped frog-R e4 f5 g6", "captured frog-B f5 by 0"]);
    let seen = words(&effects(&with("e4R e5B h4N h3N", "ell"), "e4-e5-d5"));
    assert_eq!(seen, ["hopped frog-R e4 e5 d5", "captured frog-B e5 by 0"]);
}

#[test]
fn techniques_cannot_be_combined_in_one_jump() {
    // Neither a diagonal slide, nor a landing beside the frog after a slide.
    assert_eq!(legal(&with("c3R f6B", "diagonal ell runup")), "");
    assert_eq!(legal(&with("e2R e5B", "diagonal ell runup")), "e2-e5-e6, e5-e2-e1");
    assert_eq!(legal(&with("e4R f5B", "diagonal ell runup")), "e4-f5-g6, f5-e4-d3");
}

#[test]
fn two_copies_of_a_jump_card_bring_nothing_more() {
    for (frogs, card) in
        [("e4R f5B", "diagonal"), ("e4R e5B", "ell"), ("e2R e5B", "runup"), ("e4R e5B", "choose")]
    {
        assert_eq!(legal(&with(frogs, card)), legal(&with(frogs, &format!("{card} {card}"))));
    }
}

#[test]
fn choose_allows_to_capture_the_frog_that_jumped() {
    let game = with("e4R e5B h4N h5N", "choose");
    assert!(legal(&game).starts_with("e4-e5-e6, e4-e5-e6!, e5-e4-e3, e5-e4-e3!, "));
    let next = after(&game, &["e4-e5-e6!"]);
    assert_eq!((next.frogs(seat(0))[Colour::Red], next.frogs(seat(0)).total()), (1, 1));
    let frogs = ["e4", "e5", "e6"].map(|pad| next.pond().frog(pad.parse().expect("a pad")));
    assert_eq!(frogs, [None, Some(Colour::Blue), None]);
    let seen = words(&effects(&game, "e4-e5-e6!"));
    assert_eq!(seen, ["hopped frog-R e4 e5 e6", "captured frog-R e6 by 0"]);
}

#[test]
fn choose_is_offered_even_between_frogs_of_one_colour_and_with_every_technique() {
    assert_eq!(legal(&with("e4R e5R", "choose")), "e4-e5-e6, e4-e5-e6!, e5-e4-e3, e5-e4-e3!");
    assert_eq!(legal(&with("e4R f5R", "choose diagonal")), "e4-f5-g6, e4-f5-g6!, f5-e4-d3, f5-e4-d3!");
    assert_eq!(legal(&with("e2R e5B", "choose runup")), "e2-e5-e6, e2-e5-e6!, e5-e2-e1, e5-e2-e1!");
    assert!(legal(&with("e4R e5R", "choose ell")).contains("e4-e5-d5!"));
}

#[test]
fn flower_brings_a_trophy_at_once_for_each_such_card() {
    // f6 is a flower pad, e6 is not.
    let jump =
        |cards, event: &str| after(&with("f4R f5B e4N e5N h4N h5N", cards), &[event]).trophies(seat(0));
    assert_eq!(jump("", "f4-f5-f6"), 0);
    assert_eq!(jump("flower", "f4-f5-f6"), 1);
    assert_eq!(jump("flower flower", "f4-f5-f6"), 2);
    assert_eq!(jump("flower flower", "e4-e5-e6"), 0);
    let seen = words(&effects(&with("f4R f5B h4N h5N", "flower flower"), "f4-f5-f6"));
    let scored = "scored 0 1 flower";
    assert_eq!(seen, ["hopped frog-R f4 f5 f6", scored, scored, "captured frog-B f5 by 0"]);
}

#[test]
fn flower_counts_even_when_the_jumping_frog_is_then_captured() {
    let game = with("f4R f5B h4N h5N", "flower choose");
    assert_eq!(after(&game, &["f4-f5-f6!"]).trophies(seat(0)), 1);
}

#[test]
fn flower_combines_with_every_technique() {
    assert_eq!(after(&with("d4R e5B h4N h5N", "flower diagonal"), &["d4-e5-f6"]).trophies(seat(0)), 1);
    assert_eq!(after(&with("e5R e6B h4N h5N", "flower ell"), &["e5-e6-f6"]).trophies(seat(0)), 1);
    assert_eq!(after(&with("f3R f5B h4N h5N", "flower runup"), &["f3-f5-f6"]).trophies(seat(0)), 1);
}

#[test]
fn flower_does_nothing_for_others() {
    let mut game = pond(4, "f4R f5B h4N h5N");
    give(&mut game, 1, "flower");
    let next = after(&game, &["f4-f5-f6"]);
    assert_eq!((next.trophies(seat(0)), next.trophies(seat(1))), (0, 0));
}

#[test]
fn all_flowers_brings_a_trophy_to_every_player_who_lands_on_a_flower() {
    let mut game = with("f4R f5N d4R d5N e5N h4N h5N", "flower");
    game.commons[1] = Some(Common::AllFlowers);
    let seen = words(&effects(&game, "f4-f5-f6"));
    assert_eq!(
        seen,
        ["hopped frog-R f4 f5 f6", "scored 0 1 flower", "scored 0 1 all-flowers", "captured frog-N f5 by 0"]
    );
    let next = after(&game, &["f4-f5-f6", "d4-d5-d6"]);
    assert_eq!([0, 1, 2].map(|index| next.trophies(seat(index))), [2, 1, 0]);
    assert_eq!(after(&game, &["e5-d5-c5"]).trophies(seat(0)), 0, "c5 has no flower");
}
