//! The pond, the cards and the set-up.

use rainette_core::{Draw, PlayError};

use super::super::board::{ALL, CENTRE, INNER, waters};
use super::super::{COMMONS, PADS, PRIVILEGES, Pad};
use super::*;

#[test]
fn a_position_is_small() {
    assert_eq!(size_of::<Frogriders>(), 128);
    assert_eq!(size_of::<Action>(), 4);
}

#[test]
fn the_pond_has_57_pads_from_rank_9_to_rank_1() {
    let ranks = ["def", "cdefg", "bcdefgh", "abcdefghi", "abcdefghi", "abcdefghi", "bcdefgh", "cdefg", "def"];
    let expected: Vec<_> = ranks
        .iter()
        .zip((1..=9).rev())
        .flat_map(|(files, rank)| files.chars().map(move |file| format!("{file}{rank}")))
        .collect();
    let names: Vec<_> = PADS.iter().map(ToString::to_string).collect();
    assert_eq!(names, expected);
    assert_eq!((names.len(), ALL.count_ones()), (57, 57));
}

#[test]
fn the_inner_37_are_light_and_the_other_20_are_dark() {
    let ranks = ["def", "cdefg", "bcdefgh", "bcdefgh", "bcdefgh", "cdefg", "def"];
    let expected: Vec<_> = ranks
        .iter()
        .zip((2..=8).rev())
        .flat_map(|(files, rank)| files.chars().map(move |file| format!("{file}{rank}")))
        .collect();
    let light: Vec<_> = PADS.iter().filter(|pad| !pad.is_dark()).map(ToString::to_string).collect();
    assert_eq!(light, expected);
    assert_eq!((light.len(), PADS.iter().filter(|pad| pad.is_dark()).count()), (37, 20));
    assert_eq!(INNER.count_ones(), 37);
}

#[test]
fn twelve_pads_have_flowers() {
    let mut flowers: Vec<_> = PADS.iter().filter(|pad| pad.has_flower()).map(ToString::to_string).collect();
    flowers.sort();
    assert_eq!(flowers.join(" "), "a4 c3 c7 d4 d6 d9 f1 f4 f6 g3 g7 i6");
}

#[test]
fn pads_are_found_by_file_and_rank_within_the_pond_only() {
    for file in 0..12 {
        for rank in 0..12 {
            let pad = Pad::at(file, rank);
            let known = PADS.iter().find(|pad| (pad.file(), pad.rank()) == (file, rank));
            assert_eq!(pad, known.copied(), "{file} {rank}");
        }
    }
    assert_eq!(CENTRE.to_string(), "e5");
}

#[test]
fn two_players_leave_20_frogs_in_the_box() {
    assert_eq!(waters(2).frogs, [10 - 3, 11 - 4, 14 - 5, 21 - 8]);
    assert_eq!(waters(2).places.len(), 36);
    for seats in [3, 4] {
        assert_eq!(waters(seats).frogs, [10, 11, 14, 21]);
        assert_eq!(waters(seats).places.len(), 56);
    }
}

#[test]
fn there_are_24_privilege_cards_6_common_objectives_and_10_secrets() {
    assert_eq!(PRIVILEGES.iter().map(|card| card.copies).sum::<u8>(), 24);
    assert_eq!(Cards::all().len(), 24);
    assert_eq!(COMMONS.len(), 12);
    assert_eq!(SECRETS.iter().map(|card| card.copies).sum::<u8>(), 10);
    for (index, card) in PRIVILEGES.iter().enumerate() {
        assert_eq!((card.card as usize, Card::new(index)), (index, card.card));
        assert_eq!(Cards::all().count(card.card), card.copies);
    }
    for (index, side) in COMMONS.iter().enumerate() {
        assert_eq!(side.common as usize, index);
        assert_eq!((side.common.card(), side.common.is_back()), (index % 6, index >= 6));
        assert_eq!(Common::new(index % 6, index >= 6), side.common);
    }
    for (index, card) in SECRETS.iter().enumerate() {
        assert_eq!(card.secret as usize, index);
    }
}

#[test]
fn the_cards_are_those_of_the_tables() {
    let privileges: Vec<_> =
        PRIVILEGES.iter().map(|card| format!("{} {} {}", card.id, card.copies, card.value)).collect();
    let expected = [
        "+2R 2 -2",
        "+2Y 2 -2",
        "+2B 2 -2",
        "diagonal 2 2",
        "ell 2 2",
        "runup 2 3",
        "trophies 2 4",
        "choose 2 2",
        "flower 2 1",
        "per-brown 1 0",
        "per-two-cards 1 0",
        "per-frog-and-card 1 0",
        "fewest-cards 1 0",
        "fewest-frogs-5 1 0",
        "fewest-frogs-3 1 1",
    ];
    assert_eq!(privileges, expected);
    let commons: Vec<_> = COMMONS.iter().map(|side| side.id).collect();
    let fronts = ["RB", "RY", "RN", "YN", "BN", "5any"];
    let backs = ["most-RB", "most-RY", "most-cards", "most-YB", "most-N", "all-flowers"];
    assert_eq!(commons, [fronts, backs].concat());
    let secrets: Vec<_> = SECRETS.iter().map(|card| format!("{} {}", card.id, card.copies)).collect();
    assert_eq!(secrets, ["2R 2", "2Y 2", "2B 1", "RYB 1", "RYN 1", "RYBN 1", "RBN 1", "YBN 1"]);
}

/// 57 letters with these frogs in the order of the places that get one.
fn filled(seats: usize) -> String {
    let mut frogs = "YRBN"
        .chars()
        .zip(waters(seats).frogs)
        .flat_map(|(letter, count)| std::iter::repeat_n(letter, count.into()));
    (0..57)
        .map(|place| if waters(seats).places.contains(&place) { frogs.next().expect("a frog") } else { '.' })
        .collect()
}

/// A game in which the set-up is over.
fn set_up(seats: usize) -> Frogriders {
    let mut game = new(seats, 0);
    play(&mut game, &format!("pond {}", filled(seats)));
    play(&mut game, "market ell diagonal ell +2R");
    play(&mut game, "common BN RB");
    for (seat, secrets) in ["2R 2R", "2Y RYB", "2B 2Y", "RYN RBN"].iter().enumerate().take(seats) {
        play(&mut game, &format!("deal {seat} {secrets}"));
    }
    game
}

#[test]
fn the_set_up_is_pond_market_common_deals_and_keeps_then_seat_0_starts() {
    for seats in 2..=4 {
        let mut game = new(seats, 0);
        assert_eq!((game.turn(), game.phase()), (Turn::Chance, Phase::Pond));
        play(&mut game, &format!("pond {}", filled(seats)));
        assert_eq!((game.turn(), game.phase()), (Turn::Chance, Phase::Market));
        play(&mut game, "market ell diagonal ell +2R");
        assert_eq!((game.turn(), game.phase()), (Turn::Chance, Phase::Common));
        assert_eq!(
            game.market().map(|card| card.map(|card| card.to_string())).concat_names(),
            "ell diagonal ell +2R"
        );
        assert_eq!(game.deck().len(), 20);
        assert_eq!((game.deck().count(Card::Ell), game.deck().count(Card::Diagonal)), (0, 1));
        play(&mut game, "common BN RB");
        assert_eq!(game.commons().collect::<Vec<_>>(), [Common::BlueBrown, Common::RedBlue]);
        for index in 0..seats {
            assert_eq!((game.turn(), game.phase()), (Turn::Chance, Phase::Deal));
            assert_eq!(game.dealt(seat(index)), None);
            play(&mut game, &format!("deal {index} {} {}", SECRETS[index].id, SECRETS[index + 4].id));
        }
        for index in 0..seats {
            assert_eq!((game.turn(), game.phase()), (Turn::Seat(seat(index)), Phase::Keep));
            assert_eq!(game.kept(seat(index)), None);
            play(&mut game, &format!("keep {}", SECRETS[index + 4].id));
            assert_eq!(game.kept(seat(index)), Some(SECRETS[index + 4].secret));
        }
        assert_eq!((game.turn(), game.phase()), (Turn::Seat(seat(0)), Phase::Jump));
    }
}

trait ConcatNames {
    fn concat_names(self) -> String;
}

impl ConcatNames for [Option<String>; 4] {
    fn concat_names(self) -> String {
        self.map(|name| name.unwrap_or_else(|| "–".to_owned())).join(" ")
    }
}

#[test]
fn at_the_start_only_four_jumps_lead_to_the_centre() {
    for (seats, keeps) in [(2, 2), (3, 3), (4, 4)] {
        let mut game = set_up(seats);
        for _ in 0..keeps {
            let first = legal(&game).split(", ").next().expect("a secret").to_owned();
            play(&mut game, &first);
        }
        assert_eq!(legal(&game), "c5-d5-e5, e3-e4-e5, e7-e6-e5, g5-f5-e5");
    }
}

#[test]
fn frogs_fill_every_pad_in_play_but_the_centre() {
    for seats in 2..=4 {
        let mut game = new(seats, 0);
        let right = filled(seats);
        // The centre is place 28; a4 is a dark pad, place 33.
        assert_eq!(&right[28..29], ".");
        let swap = |a: usize, b: usize| {
            let mut letters: Vec<char> = right.chars().collect();
            letters.swap(a, b);
            format!("pond {}", letters.into_iter().collect::<String>())
        };
        assert!(game.try_chance(swap(28, 27).parse().expect("a pond")).is_err(), "the centre stays empty");
        assert_eq!(game.try_chance(swap(33, 27).parse().expect("a pond")).is_err(), seats == 2, "dark pads");
        let recoloured = right.replacen('Y', "R", 1);
        assert!(
            game.try_chance(format!("pond {recoloured}").parse().expect("a pond")).is_err(),
            "as many of each"
        );
        play(&mut game, &format!("pond {right}"));
        assert_eq!(game.pond().to_string(), right);
    }
}

#[test]
fn every_draw_comes_from_what_is_left() {
    let mut game = new(4, 0);
    assert_eq!(game.chance(), Draw::bag(rainette_core::Bag::all(&[10, 11, 14, 21])));
    play(&mut game, &format!("pond {}", filled(4)));
    for impossible in ["market ell ell ell diagonal", "market per-brown per-brown ell ell"] {
        assert!(game.try_chance(impossible.parse().expect("notation")).is_err(), "{impossible}");
    }
    play(&mut game, "market ell ell per-brown +2R");
    assert!(game.try_chance("common RB RB".parse().expect("notation")).is_err(), "there is one of each");
    play(&mut game, "common RB BN");
    play(&mut game, "deal 0 2R 2B");
    for impossible in ["deal 1 2R 2R", "deal 1 2B RYB", "deal 1 RYB RYB", "deal 0 RYB RYN", "deal 2 RYB RYN"]
    {
        assert!(game.try_chance(impossible.parse().expect("notation")).is_err(), "{impossible}");
    }
    play(&mut game, "deal 1 2Y 2Y");
    play(&mut game, "deal 2 2R RYB");
    assert!(game.try_chance("deal 3 2R RYN".parse().expect("notation")).is_err(), "both are dealt");
}

#[test]
fn with_option_backs_the_second_common_objective_shows_its_back() {
    for (backs, right, wrong) in [
        (0, "common RB 5any", ["common RB all-flowers", "common most-RB 5any", "common most-RB all-flowers"]),
        (1, "common RB all-flowers", ["common RB 5any", "common most-RB 5any", "common most-RB all-flowers"]),
    ] {
        let mut game = new(3, backs);
        play(&mut game, &format!("pond {}", filled(3)));
        play(&mut game, "market ell ell runup runup");
        for wrong in wrong {
            assert!(game.try_chance(wrong.parse().expect("notation")).is_err(), "{wrong}");
        }
        play(&mut game, right);
        let shown: Vec<_> = game.commons().map(|common| common.to_string()).collect();
        assert_eq!(format!("common {}", shown.join(" ")), right);
    }
    let mut game = new(3, 1);
    play(&mut game, &format!("pond {}", filled(3)));
    play(&mut game, "market ell ell runup runup");
    assert!(
        game.try_chance("common RB most-RB".parse().expect("notation")).is_err(),
        "two sides of one card"
    );
}

#[test]
fn a_seat_keeps_one_of_its_two_secrets() {
    let mut game = set_up(4);
    assert_eq!(legal(&game), "keep 2R", "both are alike");
    play(&mut game, "keep 2R");
    assert_eq!(legal(&game), "keep 2Y, keep RYB");
    play(&mut game, "keep RYB");
    assert_eq!(legal(&game), "keep 2B, keep 2Y");
}

#[test]
fn only_the_awaited_event_can_happen() {
    let mut game = new(2, 0);
    let events = ["market ell ell runup runup", "common RB BN", "deal 0 2R 2B", "refill ell"];
    for event in events {
        assert!(matches!(
            game.try_chance(event.parse().expect("notation")),
            Err(PlayError::Impossible { .. })
        ));
    }
    play(&mut game, &format!("pond {}", filled(2)));
    for event in &events[1..] {
        assert_eq!(game.draw_from_chance(&event.parse().expect("notation")), None);
    }
    assert_eq!(game.draw_from_chance(&format!("pond {}", filled(2)).parse().expect("notation")), None);
}

#[test]
fn the_set_up_is_seen_piece_by_piece() {
    let mut game = new(2, 0);
    let placed = words(&effects(&game, &format!("pond {}", filled(2))));
    assert_eq!(placed.len(), 36);
    assert_eq!((&*placed[0], &*placed[35]), ("placed frog-Y d8", "placed frog-N f2"));
    play(&mut game, &format!("pond {}", filled(2)));
    let market = "market ell diagonal ell +2R";
    let cards = [
        "placed ell card.ell",
        "placed diagonal card.diagonal",
        "placed ell card.ell",
        "placed +2R card.+2R",
    ];
    assert_eq!(words(&effects(&game, market)), cards);
    play(&mut game, market);
    assert_eq!(words(&effects(&game, "common BN RB")), ["placed BN common.BN", "placed RB common.RB"]);
    play(&mut game, "common BN RB");
    assert_eq!(words(&effects(&game, "deal 0 2R 2B")), ["dealt 0 2R", "dealt 0 2B"]);
    let game = after(&game, &["deal 0 2R 2B", "deal 1 2R RYB"]);
    assert_eq!(words(&effects(&game, "keep 2B")), ["kept 0 2B"]);
    let game = after(&game, &["keep 2B"]);
    assert_eq!(words(&effects(&game, "keep RYB")), ["kept 1 RYB", "starts 0"]);
}
