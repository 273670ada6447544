//! How a game ends, and what lilies are worth.

use super::*;

#[test]
fn the_first_three_frogs_on_arrival_take_the_lilies_of_places_1_to_3() {
    let game = play(pond(3, "0@45 1@46 2@44"), "45-goal, 46-goal");
    assert_eq!((bouquet(&game, 0), bouquet(&game, 1)), ("Y".to_owned(), "P".to_owned()));
    assert_eq!(game.places(), [None, None, Some(Lily::White), Some(Lily::Blue)]);
    assert_eq!((game.on_arrival(seat(0)), game.frog(pad(45))), (1, None));
    let seen = effects(&pond(3, "1@46 0@goal"), "46-goal");
    assert_eq!(seen[1..], [Effect::Taken { piece: lily('P'), from: Name::of("place.2"), by: seat(1) }]);
}

#[test]
fn the_fourth_frog_takes_the_blue_lily_and_ends_the_game_even_in_mid_turn() {
    let game = pond(3, "0@goal 0@goal 1@goal 2@46 1+WWP 0+WYK");
    assert_eq!((game.result(), game.is_over()), (None, false));
    let seen = effects(&game, "46-goal");
    let score = |index, points, letter| Effect::Scored { seat: seat(index), points, from: lily(letter).kind };
    let expected = [
        Effect::Taken { piece: lily('B'), from: Name::of("place.4"), by: seat(2) },
        score(0, 1, 'W'),
        score(0, 1, 'Y'),
        score(0, -2, 'K'),
        score(1, 3, 'W'),
        score(1, 1, 'P'),
        score(2, 4, 'B'),
        Effect::Ended { winners: vec![seat(1), seat(2)], why: Name::of("four-frogs-arrived") },
    ];
    assert_eq!(seen[1..], expected);
    let game = play(game, "46-goal");
    assert_eq!((game.turn(), game.moves), (Turn::Over, 1));
    assert_eq!(game.places(), [None; 4]);
    assert!(actions(&game).is_empty());
    let winners: SeatSet = [seat(1), seat(2)].into_iter().collect();
    let scores = Some([0, 4, 4].into_iter().collect());
    assert_eq!(game.result(), Some(Outcome { winners, scores }), "equal totals share the win");
}

#[test]
fn the_highest_total_wins() {
    let game = play(pond(3, "0@goal 0@goal 1@goal 2@46 0+WWWWW 1+YYYYYK 2+P"), "46-goal");
    let outcome = game.result().expect("the game is over");
    assert_eq!(outcome.winners, SeatSet::only(seat(0)));
    assert_eq!(outcome.scores.expect("scores")[..], [15, 13, 5]);
}

#[test]
fn lilies_score_by_colour() {
    let score = |lilies: &str| {
        let mut bouquet = Bouquet::default();
        lilies.chars().for_each(|letter| bouquet.add(Lily::of(letter).expect("a lily")));
        bouquet.score()
    };
    for letter in ["W", "Y", "P"] {
        assert_eq!([1, 2, 3, 4, 5].map(|n| score(&letter.repeat(n))), [1, 3, 6, 10, 15], "{letter}");
    }
    assert_eq!((score(""), score("B"), score("K"), score("WYPKB")), (0, 4, -2, 5));
}

#[test]
fn every_game_ends_with_all_frogs_and_lilies_accounted_for() {
    random_games(300, |game| {
        for seat in Seat::all(game.seats()) {
            let on_pads = game.frogs(seat).count();
            assert_eq!(on_pads + usize::from(game.on_start(seat) + game.on_arrival(seat)), 3);
        }
        let held = (0..game.seats()).map(|index| bouquet(game, index)).collect::<String>();
        let lying: String = Pad::all().filter_map(|pad| game.lily(pad)).map(Lily::letter).collect();
        let waiting: String = game.places().into_iter().flatten().map(Lily::letter).collect();
        let mut all: Vec<_> = (held + &lying + &waiting).chars().collect();
        all.sort_unstable();
        assert_eq!(all.into_iter().collect::<String>(), "BKPPPPPWWWWWYYYYY");
        assert_eq!(actions(game).is_empty(), game.is_over());
        assert_eq!(game.result().is_some(), game.is_over());
        let frogs: u32 = game.frogs.iter().map(|frogs| frogs.count_ones()).sum();
        assert_eq!(game.occupied().count_ones(), frogs, "one frog to a pad");
    });
}

#[test]
fn playouts_count_actions() {
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(1);
    let (end, count) = playout(empty(5), &mut || generator.next_u32(), &mut Actions::new());
    assert!(end.is_over() && count >= 60);
}
