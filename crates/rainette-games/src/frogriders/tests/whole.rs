//! Whole games, played at random.

use std::collections::BTreeSet;

use rainette_core::{Game, Match, Name, Observer, Spot};

use super::super::{Colour, PRIVILEGES, View};
use super::*;

/// Plays a game at random and calls `each` before every event.
fn play_at_random(
    seats: usize,
    backs: i64,
    seed: u64,
    mut each: impl FnMut(&Frogriders),
) -> Match<Frogriders> {
    let mut random = generator(seed);
    let setup = Setup::with(1, seats, &[("backs".to_owned(), backs)]).expect("a valid set-up");
    let mut game = Match::new(setup);
    let mut actions = Actions::new();
    loop {
        each(game.position());
        match game.turn() {
            Turn::Over => return game,
            Turn::Chance => drop(game.draw(&mut random).expect("chance is awaited")),
            Turn::Seat(seat) => {
                game.position().legal_actions(&mut actions);
                let action = actions[random() as usize % actions.len()];
                game.add(Event::Action(seat, action)).expect("a legal action");
            }
        }
    }
}

#[test]
fn frogs_and_cards_never_get_lost() {
    for seed in 0..60 {
        let seats = 2 + seed as usize % 3;
        play_at_random(seats, i64::from(seed % 2 == 1), seed, |game| {
            if game.phase() == Phase::Pond {
                return;
            }
            let frogs = Colour::ALL.map(|colour| {
                let pond =
                    super::super::PADS.iter().filter(|&&pad| game.pond().frog(pad) == Some(colour)).count();
                let captured: usize =
                    Seat::all(seats).map(|seat| usize::from(game.frogs(seat)[colour])).sum();
                pond + captured + usize::from(game.village()[colour])
            });
            assert_eq!(frogs, if seats == 2 { [7, 7, 9, 13] } else { [10, 11, 14, 21] });
            for card in &PRIVILEGES {
                let face_up = game.market().iter().filter(|&&slot| slot == Some(card.card)).count();
                let owned: u8 = Seat::all(seats).map(|seat| game.cards(seat).count(card.card)).sum();
                assert_eq!(face_up as u8 + owned + game.deck().count(card.card), card.copies);
            }
            assert_eq!(game.village()[Colour::Brown], 0);
        });
    }
}

#[test]
fn every_action_is_listed_once_and_the_position_is_found_again_from_its_record() {
    for seed in 0..20 {
        let game = play_at_random(2 + seed as usize % 3, 0, seed, |game| {
            let names = legal(game);
            let all: Vec<_> = names.split(", ").collect();
            assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len());
            assert_eq!(matches!(game.turn(), Turn::Seat(_)), !names.is_empty());
        });
        let record = game.record().to_string();
        let again: Match<Frogriders> =
            Match::replay(&record.parse().expect("a record")).expect("a legal record");
        assert_eq!(again.position(), game.position());
    }
}

#[test]
fn why_not_is_silent_exactly_for_beginnings_of_legal_actions() {
    let mut random = generator(5);
    for seed in 0..12 {
        play_at_random(2 + seed as usize % 3, 1, seed, |game| {
            let mut actions = Actions::new();
            game.legal_actions(&mut actions);
            let paths: Vec<Vec<Spot>> =
                actions.iter().flat_map(|&action| game.spots(action)).map(|path| path.to_vec()).collect();
            let beginnings: BTreeSet<&[Spot]> =
                paths.iter().flat_map(|path| (0..=path.len()).map(|len| &path[..len])).collect();
            assert!(beginnings.iter().all(|spots| game.why_not(spots).is_none()));
            for _ in 0..40 {
                let mut spots =
                    paths.get(random() as usize % paths.len().max(1)).cloned().unwrap_or_default();
                let names =
                    ["e5", "e4", "d6", "a4", "x", "", "stay", "send.R", "send.N", "village.R", "card.ell"];
                for _ in 0..random() % 3 {
                    let at = random() as usize % (spots.len() + 1);
                    spots.truncate(at);
                    spots.push(Name::of(names[random() as usize % names.len()]));
                }
                let is_beginning = beginnings.contains(&spots[..]);
                assert_eq!(game.why_not(&spots).is_none(), is_beginning, "{spots:?}");
            }
        });
    }
}

#[test]
fn pictures_fit_a_terminal_and_views_survive_the_wire() {
    for seed in 0..30 {
        let seats = 2 + seed as usize % 3;
        play_at_random(seats, i64::from(seed % 2 == 1), seed, |game| {
            for observer in Observer::all(seats) {
                let view = game.view(observer);
                for line in view.to_string().lines() {
                    assert!(line.chars().count() <= 80, "{line}");
                }
                let wire = serde_json::to_string(&view).expect("views have string keys only");
                assert_eq!(serde_json::from_str::<View>(&wire).expect("a view"), view);
            }
        });
    }
}

#[test]
fn the_picture_shows_the_table() {
    let mut game = pond(3, "e4R e5B d9N a4Y c8N");
    give(&mut game, 1, "ell runup");
    capture(&mut game, 2, "YNN");
    game.village[Colour::Red] = 1;
    let expected = "
 9              ░N✿ ░·  ░·                market (deck: 18)
 8          ░N   ·   ·   ·  ░·              trophies
 7      ░·   ·✿  ·   ·   ·   ·✿ ░·          trophies
 6  ░·   ·   ·   ·✿  ·   ·✿  ·   ·  ░·✿     per-brown
 5  ░·   ·   ·   ·   B   ·   ·   ·  ░·      fewest-cards
 4  ░Y✿  ·   ·   ·✿  R   ·✿  ·   ·  ░·    common objectives
 3      ░·   ·✿  ·   ·   ·   ·✿ ░·          RB: 3 per R+B
 2          ░·   ·   ·   ·  ░·              YN: 2 per Y+N
 1              ░·  ░·  ░·✿               village: Y 0  R 1  B 0  N 0
     a   b   c   d   e   f   g   h   i
Y yellow  R red  B blue  N brown  · empty  ✿ flower  ░ dark pad

▶ seat 0  Y 0  R 0  B 0  N 0   trophies 0   secret ?
  seat 1  Y 0  R 0  B 0  N 0   trophies 0   secret 2Y
          cards ell, runup
  seat 2  Y 1  R 0  B 0  N 2   trophies 0   secret ?

seat 0 jumps
";
    assert_eq!(format!("\n{}", game.view(Observer::Seat(seat(1)))), expected);
    let mut game = after(&pond(2, "e4R e5N"), &["e4-e5-e6"]);
    game.commons[1] = Some(Common::MostCards);
    let picture = game.view(Observer::Spectator).to_string();
    for part in [
        "  seat 0  Y 0  R 0  B 0  N 1   trophies 0   secret 2R\n          3 = gained 0, 2R 0, RB 0, most-cards 2, brown 1\n",
        "most-cards: 4 for most cards, tied 2",
        "░ dark pad (out of bounds)",
        "the game is over: seat 0 wins",
    ] {
        assert!(picture.contains(part), "{part}\n{picture}");
    }
    game.players[1].trophies = 1;
    game.players[1].frogs[Colour::Red] = 1;
    assert!(
        game.view(Observer::Spectator).to_string().contains("the game is over: seat 0, seat 1 share the win")
    );
}

#[test]
fn the_last_effect_of_a_game_is_its_end() {
    for seed in 0..10 {
        let game = play_at_random(2 + seed as usize % 3, 0, seed, |_| {});
        let told = game.story(Observer::Spectator).told;
        let is_end = |effect: &Effect| matches!(effect, Effect::Ended { .. });
        let (last, before) = told.split_last().expect("events");
        assert!(last.effects.last().is_some_and(is_end));
        assert_eq!(last.effects.iter().filter(|effect| is_end(effect)).count(), 1);
        assert!(!before.iter().flat_map(|told| &told.effects).any(is_end));
        let seen: i32 = told
            .iter()
            .flat_map(|told| &told.effects)
            .map(|effect| if let Effect::Scored { points, .. } = effect { *points } else { 0 })
            .sum();
        let scores = game.result().and_then(|outcome| outcome.scores).expect("scores");
        assert_eq!(seen, scores.iter().sum::<i32>(), "every trophy was seen");
    }
}
