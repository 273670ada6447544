//! What is hidden, and guessing it.

use std::collections::BTreeMap;

use rainette_core::{Guess as _, Match, Name, Observer, PlayError, Story, equally};

use super::super::Secret;
use super::*;

const POND3: &str = "NNNNNNNNNNNNNNNNNNNNNBBBBBBB.BBBBBBBRRRRRRRRRRRYYYYYYYYYY";

/// A game of three up to its first jump.
fn begun() -> Match<Frogriders> {
    let mut game = Match::new(Setup::new(3).expect("a valid set-up"));
    for (who, event) in [
        (None, format!("pond {POND3}").as_str()),
        (None, "market ell diagonal ell +2R"),
        (None, "common BN RB"),
        (None, "deal 0 2R RYB"),
        (None, "deal 1 2Y 2R"),
        (None, "deal 2 RYN 2Y"),
        (Some(0), "keep RYB"),
        (Some(1), "keep 2R"),
        (Some(2), "keep 2Y"),
    ] {
        game.add_text(who.map(Seat::new), event).expect("a legal event");
    }
    game
}

/// The game played to its end, always by the first action in the alphabet.
fn finished() -> Match<Frogriders> {
    let mut game = begun();
    let mut random = generator(11);
    loop {
        match game.turn() {
            Turn::Over => return game,
            Turn::Chance => drop(game.draw(&mut random).expect("chance is awaited")),
            Turn::Seat(seat) => {
                let actions = legal(game.position());
                let first = actions.split(", ").next().expect("an action");
                game.add_text(Some(seat), first).expect("a legal action");
            }
        }
    }
}

fn told(game: &Match<Frogriders>, observer: Observer) -> Vec<String> {
    game.story(observer).told.into_iter().map(|told| told.event).collect()
}

#[test]
fn everybody_may_choose_at_once_which_secret_to_keep() {
    let seats = |game: &Match<Frogriders>| -> Vec<usize> {
        Seat::all(4).filter(|seat| game.position().early(*seat).is_some()).map(Seat::index).collect()
    };
    let until = |events: usize| {
        let mut game = begun();
        game.truncate(events);
        game
    };
    assert!(seats(&begun()).is_empty(), "jumps follow each other");
    let dealt = until(6);
    assert_eq!(seats(&dealt), [1, 2], "seat 0 has its turn, and there is no seat 3");
    assert_eq!(legal(&dealt.position().early(Seat::new(2)).expect("it may")), "keep 2Y, keep RYN");
    assert_eq!(seats(&until(7)), [2]);
    assert!(seats(&until(5)).is_empty(), "a seat has no cards yet");
}

#[test]
fn deals_and_kept_secrets_are_told_to_their_seat_alone() {
    let game = begun();
    for observer in Observer::all(3) {
        let events = told(&game, observer);
        let whole: Vec<_> = game.events().iter().map(ToString::to_string).collect();
        for (number, event) in whole.iter().enumerate() {
            let (owner, masked) = match number {
                3..6 => (number - 3, format!("deal {} ? ?", number - 3)),
                6..9 => (number - 6, "keep ?".to_owned()),
                _ => {
                    assert_eq!(&events[number], event);
                    continue;
                }
            };
            let is_own = observer.is(seat(owner));
            assert_eq!(events[number], if is_own { event.clone() } else { masked }, "{observer}");
            assert_eq!(game.story(observer).told[number].hidden, !is_own);
        }
    }
}

#[test]
fn hidden_cards_are_hidden_in_the_effects_too() {
    let story = begun().story(Observer::Seat(seat(1)));
    let seen = |number: usize| words(&story.told[number].effects);
    assert_eq!(seen(3), ["dealt 0 ?", "dealt 0 ?"]);
    assert_eq!(seen(4), ["dealt 1 2Y", "dealt 1 2R"]);
    assert_eq!(seen(6), ["kept 0 ?"]);
    assert_eq!(seen(7), ["kept 1 2R"]);
    assert_eq!(seen(8), ["kept 2 ?", "starts 0"]);
}

#[test]
fn a_seat_sees_its_own_secrets_only() {
    let game = begun();
    for observer in Observer::all(3) {
        let view = game.position().view(observer);
        for (index, player) in view.players.iter().enumerate() {
            let is_own = observer.is(seat(index));
            assert_eq!((player.dealt.is_some(), player.kept.is_some()), (is_own, is_own), "{observer}");
            assert!(player.has_kept);
            assert_eq!((&player.scoring, player.total), (&None, None));
        }
    }
    let own = &game.position().view(Observer::Seat(seat(2))).players[2];
    assert_eq!(own.dealt, Some(vec![Name::of("RYN"), Name::of("2Y")]));
    assert_eq!(own.kept, Some(Name::of("2Y")));
}

#[test]
fn kept_secrets_are_seen_by_all_at_the_end_and_rejected_ones_never() {
    let game = finished();
    let kept = ["RYB", "2R", "2Y"].map(|id| Some(Name::of(id)));
    for observer in Observer::all(3) {
        let view = game.position().view(observer);
        for (index, player) in view.players.iter().enumerate() {
            assert_eq!(player.kept, kept[index]);
            assert_eq!(player.dealt.is_some(), observer.is(seat(index)));
            let lines = player.scoring.as_ref().expect("over");
            assert_eq!(lines.iter().map(|line| line.points).sum::<i32>(), player.total.expect("over"));
            assert_eq!(player.total, Some(game.position().total(seat(index))));
        }
        assert!(view.winners.is_some());
        let last = game.story(observer).told.pop().expect("an event");
        let revealed: Vec<_> =
            words(&last.effects).into_iter().filter(|word| word.starts_with("revealed")).collect();
        assert_eq!(revealed, ["revealed 0 RYB", "revealed 1 2R", "revealed 2 2Y"]);
    }
}

#[test]
fn positions_that_differ_in_what_is_hidden_look_alike() {
    let game = *begun().position();
    let mut other = game;
    other.players[0].dealt = Some([Secret::TwoBlue, Secret::RedBlueBrown]);
    other.players[0].kept = Some(Secret::RedBlueBrown);
    for observer in [Observer::Seat(seat(1)), Observer::Seat(seat(2)), Observer::Spectator] {
        assert_eq!(game.view(observer), other.view(observer));
    }
    assert_ne!(game.view(Observer::Seat(seat(0))), other.view(Observer::Seat(seat(0))));
}

/// What is known of the secrets of a seat that are not told.
#[derive(Clone, Copy)]
enum Known {
    Dealt,
    Kept,
    Revealed(Secret),
}

/// One way to deal and keep: the cards of each seat in order, and the one kept.
type Hand = ([Secret; 2], Option<Secret>);

/// The exact distribution of the hidden hands, card by card: each of the ten cards is told apart.
fn exact(
    told: &[&str],
    seats: &[(usize, Known)],
    weigh: &dyn Fn(Seat, Action) -> u32,
) -> BTreeMap<Vec<Hand>, f64> {
    fn deal(
        deck: &mut Vec<Secret>,
        seats: &[(usize, Known)],
        weigh: &dyn Fn(Seat, Action) -> u32,
        weight: f64,
        hands: &mut Vec<Hand>,
        ways: &mut BTreeMap<Vec<Hand>, f64>,
    ) {
        let Some((&(index, known), rest)) = seats.split_first() else {
            *ways.entry(hands.clone()).or_default() += weight;
            return;
        };
        for first in 0..deck.len() {
            let a = deck.remove(first);
            for second in 0..deck.len() {
                let b = deck.remove(second);
                let choices = match known {
                    Known::Dealt => vec![(None, 1.0)],
                    Known::Kept => [a, b]
                        .map(|kept| (Some(kept), f64::from(weigh(Seat::new(index), Action::Keep(kept)))))
                        .to_vec(),
                    Known::Revealed(kept) => [a, b]
                        .into_iter()
                        .filter(|&card| card == kept)
                        .map(|card| (Some(card), 1.0))
                        .collect(),
                };
                for (kept, likely) in choices {
                    if likely > 0.0 {
                        hands.push(([a, b], kept));
                        deal(deck, rest, weigh, weight * likely, hands, ways);
                        hands.pop();
                    }
                }
                deck.insert(second, b);
            }
            deck.insert(first, a);
        }
    }
    let mut deck: Vec<Secret> =
        SECRETS.iter().flat_map(|card| std::iter::repeat_n(card.secret, card.copies.into())).collect();
    for card in told {
        let card = card.parse().expect("a secret");
        let place = deck.iter().position(|&other| other == card).expect("a card of the game");
        deck.remove(place);
    }
    let mut ways = BTreeMap::new();
    deal(&mut deck, seats, weigh, 1.0, &mut Vec::new(), &mut ways);
    let total: f64 = ways.values().sum();
    for weight in ways.values_mut() {
        *weight /= total;
    }
    ways
}

/// Compares 10,000 guesses with the exact distribution: every pair of cards within five standard deviations, and
/// nothing that cannot be.
fn compare(
    story: &Story<Frogriders>,
    ways: &BTreeMap<Vec<Hand>, f64>,
    seats: &[usize],
    weigh: &dyn Fn(Seat, Action) -> u32,
) {
    const DRAWS: u32 = 10_000;
    let guess = Frogriders::guess(story, weigh).expect("a story that was told");
    let mut random = generator(2024);
    let mut seen = BTreeMap::<Vec<Hand>, u32>::new();
    for _ in 0..DRAWS {
        let position = guess.draw(&mut random);
        assert_eq!(position.view(story.observer), story.view, "a guess agrees with the story");
        let hand = |&index: &usize| (position.dealt(seat(index)).expect("dealt"), position.kept(seat(index)));
        *seen.entry(seats.iter().map(hand).collect()).or_default() += 1;
    }
    for hands in seen.keys() {
        assert!(ways.contains_key(hands), "impossible: {hands:?}");
    }
    // Of every hand three cards can be looked at: first, second, kept.
    let cards = |hands: &[Hand]| -> Vec<u8> {
        hands
            .iter()
            .flat_map(|([first, second], kept)| {
                [*first as u8, *second as u8, kept.map_or(99, |kept| kept as u8)]
            })
            .collect()
    };
    let looks = seats.len() * 3;
    for a in 0..looks {
        for b in a + 1..looks {
            let mut expected = BTreeMap::<(u8, u8), f64>::new();
            for (hands, probability) in ways {
                let cards = cards(hands);
                *expected.entry((cards[a], cards[b])).or_default() += probability;
            }
            let mut got = BTreeMap::<(u8, u8), f64>::new();
            for (hands, &count) in &seen {
                let cards = cards(hands);
                *got.entry((cards[a], cards[b])).or_default() += f64::from(count);
            }
            for (pair, probability) in expected {
                let mean = probability * f64::from(DRAWS);
                let deviation = (mean * (1.0 - probability)).sqrt();
                let got = got.get(&pair).copied().unwrap_or(0.0);
                assert!((got - mean).abs() <= 5.0 * deviation + 1e-6, "{a} {b} {pair:?}: {got} for {mean}");
            }
        }
    }
}

fn uneven(seat: Seat, action: Action) -> u32 {
    let Action::Keep(secret) = action else { panic!("only what is kept is hidden") };
    match (seat.index(), secret as u32) {
        // Seat 2 never keeps one of these.
        (2, 3) => 0,
        (2, kind) => 1 + kind * kind,
        (_, kind) => 100 - 12 * kind,
    }
}

/// Uneven for one seat only.
fn uneven_once(seat: Seat, action: Action) -> u32 {
    if seat.index() == 0 { uneven(seat, action) } else { 5 }
}

#[test]
fn guesses_have_the_exact_distribution_of_the_hidden_cards() {
    let story = begun().story(Observer::Seat(seat(1)));
    for weigh in [&equally as &dyn Fn(Seat, Action) -> u32, &uneven, &uneven_once] {
        let ways = exact(&["2Y", "2R"], &[(0, Known::Kept), (2, Known::Kept)], weigh);
        compare(&story, &ways, &[0, 2], weigh);
    }
}

#[test]
fn a_spectator_guesses_the_secrets_of_all() {
    let story = begun().story(Observer::Spectator);
    for weigh in [&equally as &dyn Fn(Seat, Action) -> u32, &uneven] {
        let ways = exact(&[], &[(0, Known::Kept), (1, Known::Kept), (2, Known::Kept)], weigh);
        compare(&story, &ways, &[0, 1, 2], weigh);
    }
}

#[test]
fn a_story_may_stop_anywhere_in_the_set_up() {
    let whole = begun();
    for len in 0..=whole.events().len() {
        let mut game = whole.clone();
        game.truncate(len);
        for observer in Observer::all(3) {
            let story = game.story(observer);
            let guess = Frogriders::guess(&story, &uneven).expect("a story that was told");
            let mut random = generator(len as u64);
            for _ in 0..50 {
                let position = guess.draw(&mut random);
                assert_eq!(position.view(observer), story.view);
                assert_eq!((position.turn(), position.phase()), (game.turn(), game.position().phase()));
                for index in 0..3 {
                    let (was, is) = (game.position().players[index], position.players[index]);
                    assert_eq!(was.dealt.is_some(), is.dealt.is_some());
                    assert_eq!(was.kept.is_some(), is.kept.is_some());
                    assert!(is.kept.is_none_or(|kept| is.dealt.is_some_and(|dealt| dealt.contains(&kept))));
                    if observer.is(seat(index)) {
                        assert_eq!(was, is);
                    }
                }
                assert!(position.undealt().iter().all(|&left| left <= 2), "no card is dealt too often");
            }
        }
    }
}

#[test]
fn guesses_in_the_set_up_have_the_exact_distribution_too() {
    let stop = |len| {
        let mut game = begun();
        game.truncate(len);
        game.story(Observer::Seat(seat(1)))
    };
    for weigh in [&equally as &dyn Fn(Seat, Action) -> u32, &uneven] {
        // Nothing kept yet; seat 0 alone has kept; seat 2 has not been dealt.
        let ways = exact(&["2Y", "2R"], &[(0, Known::Dealt), (2, Known::Dealt)], weigh);
        compare(&stop(6), &ways, &[0, 2], weigh);
        let ways = exact(&["2Y", "2R"], &[(0, Known::Kept), (2, Known::Dealt)], weigh);
        compare(&stop(7), &ways, &[0, 2], weigh);
        let ways = exact(&["2Y", "2R"], &[(0, Known::Dealt)], weigh);
        compare(&stop(5), &ways, &[0], weigh);
        let ways = exact(&[], &[(0, Known::Dealt)], weigh);
        compare(&stop(4), &ways, &[0], weigh);
    }
}

#[test]
fn at_the_end_the_kept_secrets_are_known_and_the_rejected_ones_guessed() {
    let game = finished();
    let story = game.story(Observer::Seat(seat(1)));
    let revealed = [(0, Known::Revealed(Secret::RedYellowBlue)), (2, Known::Revealed(Secret::TwoYellow))];
    let ways = exact(&["2Y", "2R"], &revealed, &uneven);
    compare(&story, &ways, &[0, 2], &uneven);
}

#[test]
fn weights_that_exclude_everything_say_nothing() {
    let story = begun().story(Observer::Seat(seat(1)));
    let ways = exact(&["2Y", "2R"], &[(0, Known::Kept), (2, Known::Kept)], &equally);
    compare(&story, &ways, &[0, 2], &|_, _| 0);
    // Both would have to have the only `2B`.
    let only = |_: Seat, action: Action| u32::from(action == Action::Keep(Secret::TwoBlue));
    compare(&story, &ways, &[0, 2], &only);
}

#[test]
fn large_weights_keep_their_proportion() {
    let story = begun().story(Observer::Spectator);
    let large = |seat: Seat, action: Action| uneven(seat, action) * 40_000_000;
    let ways = exact(&[], &[(0, Known::Kept), (1, Known::Kept), (2, Known::Kept)], &uneven);
    compare(&story, &ways, &[0, 1, 2], &large);
    let extreme =
        |_: Seat, action: Action| if action == Action::Keep(Secret::TwoBlue) { u32::MAX } else { 1 };
    let guess = Frogriders::guess(&story, &extreme).expect("a story that was told");
    let position = guess.draw(&mut generator(1));
    assert!(Seat::all(3).any(|seat| position.kept(seat) == Some(Secret::TwoBlue)));
}

#[test]
fn a_story_that_cannot_have_been_told_is_refused() {
    let story = begun().story(Observer::Seat(seat(1)));
    let refused = |number: usize, event: &str, who: Option<usize>| {
        let mut story = story.clone();
        story.told[number].event = event.to_owned();
        story.told[number].seat = who.map(Seat::new);
        let error = Frogriders::guess(&story, &equally).map(|_| ()).expect_err("it cannot be");
        assert_eq!(error.number, number, "{event}");
        error.error
    };
    assert!(matches!(refused(0, "pond ?", None), PlayError::Notation(_)));
    assert!(matches!(refused(0, "deal 0 ? ?", None), PlayError::Impossible { .. }));
    assert!(matches!(refused(3, "deal 2 ? ?", None), PlayError::Impossible { .. }));
    assert!(matches!(refused(4, "deal 1 ? ?", None), PlayError::Impossible { .. }), "its own cards are told");
    assert!(matches!(refused(2, "keep ?", Some(0)), PlayError::WaitsForChance));
    assert!(matches!(refused(6, "keep ?", Some(2)), PlayError::NotYourTurn { .. }));
    assert!(matches!(refused(6, "keep 2R", Some(0)), PlayError::Illegal { .. }), "its cards are hidden");
    assert!(matches!(refused(7, "keep ?", Some(1)), PlayError::Illegal { .. }), "its own choice is told");
    assert!(matches!(refused(7, "keep RYB", Some(1)), PlayError::Illegal { .. }));
    let mut jumped = story.clone();
    jumped.told.push(Told {
        seat: Some(seat(0)),
        event: "keep ?".to_owned(),
        hidden: true,
        effects: Vec::new(),
    });
    let error = Frogriders::guess(&jumped, &equally).map(|_| ()).expect_err("all have kept");
    assert!(matches!(error.error, PlayError::Illegal { .. }));
    let mut over = finished().story(Observer::Seat(seat(1)));
    over.told.push(Told {
        seat: Some(seat(0)),
        event: "keep ?".to_owned(),
        hidden: true,
        effects: Vec::new(),
    });
    let error = Frogriders::guess(&over, &equally).map(|_| ()).expect_err("the game is over");
    assert_eq!(error.error, PlayError::Over);
    let reveal = |story: &Story<Frogriders>, index: usize, card: &str| {
        let mut story = story.clone();
        let last = story.told.last_mut().expect("events");
        last.effects.push(Effect::Revealed { seat: seat(index), card: Name::of(card) });
        Frogriders::guess(&story, &equally).is_ok()
    };
    let over = finished().story(Observer::Seat(seat(1)));
    assert!(reveal(&over, 0, "RYB"));
    assert!(!reveal(&story, 0, "RYB"), "not before the end");
    assert!(!reveal(&over, 0, "2B"), "it was another");
    assert!(!reveal(&over, 3, "2B"), "there is no such seat");
    assert!(!reveal(&over, 0, "2G"), "there is no such card");
}
