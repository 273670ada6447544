//! The end and the scoring.

use rainette_core::Observer;

use super::super::{COMMONS, Progress, Secret, Source};
use super::*;

/// A game that is over, with nothing before anybody and common objectives that bring nothing.
fn over(seats: usize) -> Frogriders {
    let mut game = pond(seats, "");
    game.commons = [Some(Common::AllFlowers), None];
    for player in &mut game.players {
        player.kept = None;
    }
    game.phase = Phase::Over;
    game
}

fn lines(game: &Frogriders, index: usize) -> String {
    let mut lines = Vec::new();
    game.each_score(seat(index), |source, points| {
        if points != 0 {
            lines.push(format!("{source} {points}"));
        }
    });
    lines.join(", ")
}

fn secret(id: &str, frogs: &str) -> i32 {
    let mut game = over(3);
    capture(&mut game, 0, frogs);
    game.players[0].kept = Some(id.parse().expect("a secret"));
    points(&game, 0, id)
}

/// What one line of a seat's score brings.
fn points(game: &Frogriders, index: usize, name: &str) -> i32 {
    let mut points = None;
    game.each_score(seat(index), |source, line| {
        if source.to_string() == name {
            assert_eq!(points.replace(line), None, "one line for {name}");
        }
    });
    points.unwrap_or_else(|| panic!("no line for {name}"))
}

#[test]
fn secrets_pay_per_complete_combination() {
    let expected = [
        ("2R", "RRRRR", 10),
        ("2R", "RYB", 0),
        ("2Y", "YYYY", 12),
        ("2B", "BBB", 6),
        ("RYB", "RRYYYBBN", 8),
        ("RYB", "RRYYN", 0),
        ("RYN", "RRYYNNB", 8),
        ("RYBN", "RYBNRYBNRYB", 10),
        ("RYBN", "RYBRYB", 0),
        ("RBN", "RRBBNNY", 8),
        ("YBN", "YBNYBR", 4),
    ];
    for (id, frogs, trophies) in expected {
        assert_eq!(secret(id, frogs), trophies, "{id} {frogs}");
    }
}

fn common(id: &str, frogs: [&str; 3]) -> [i32; 3] {
    let mut game = over(3);
    game.commons[1] = Some(id.parse().expect("a common objective"));
    for (index, frogs) in frogs.into_iter().enumerate() {
        capture(&mut game, index, frogs);
    }
    [0, 1, 2].map(|index| points(&game, index, id))
}

#[test]
fn common_objectives_pay_everybody_per_complete_combination() {
    assert_eq!(common("RB", ["RRRBB", "RYN", "BR"]), [6, 0, 3]);
    assert_eq!(common("RY", ["RRRYY", "RBN", "YR"]), [6, 0, 3]);
    assert_eq!(common("RN", ["RRRNN", "RBY", "NR"]), [4, 0, 2]);
    assert_eq!(common("YN", ["YYYNN", "YBR", "NY"]), [4, 0, 2]);
    assert_eq!(common("BN", ["BBBNN", "BYR", "NB"]), [4, 0, 2]);
    assert_eq!(common("5any", ["RYBNN", "RRRR", "NNNNNNNNNRR"]), [5, 0, 10]);
}

#[test]
fn majorities_pay_the_most_or_less_each_of_those_tied() {
    assert_eq!(common("most-RB", ["RRB", "RYYYYNNN", "BB"]), [6, 0, 0]);
    assert_eq!(common("most-RB", ["RRB", "BBB", "RB"]), [3, 3, 0]);
    assert_eq!(common("most-RY", ["RBBBB", "RY", "YYNNN"]), [0, 3, 3]);
    assert_eq!(common("most-RY", ["RY", "RYY", "BBBBB"]), [0, 6, 0]);
    assert_eq!(common("most-YB", ["RRRRR", "Y", "BYR"]), [0, 0, 6]);
    assert_eq!(common("most-N", ["NN", "N", "NRRR"]), [6, 0, 0]);
    assert_eq!(common("most-N", ["NN", "NN", "NN"]), [3, 3, 3]);
}

#[test]
fn players_tied_at_zero_are_tied_too() {
    assert_eq!(common("most-N", ["R", "Y", ""]), [3, 3, 3]);
    assert_eq!(common("most-cards", ["R", "Y", ""]), [2, 2, 2]);
}

#[test]
fn most_cards_counts_privilege_cards() {
    let mut game = over(3);
    game.commons[1] = Some(Common::MostCards);
    give(&mut game, 1, "ell ell");
    give(&mut game, 2, "+2R");
    assert_eq!([0, 1, 2].map(|index| points(&game, index, "most-cards")), [0, 4, 0]);
    give(&mut game, 2, "+2R");
    assert_eq!([0, 1, 2].map(|index| points(&game, index, "most-cards")), [0, 2, 2]);
}

#[test]
fn all_flowers_is_not_scored_at_the_end() {
    let mut game = over(3);
    capture(&mut game, 0, "RYB");
    let mut sources = Vec::new();
    game.each_score(seat(0), |source, _| sources.push(source));
    assert_eq!(sources, [Source::Gained, Source::Brown]);
}

#[test]
fn brown_frogs_bring_one_trophy_each() {
    let mut game = over(2);
    capture(&mut game, 1, "NNNR");
    assert_eq!((lines(&game, 0), lines(&game, 1)), (String::new(), "brown 3".to_owned()));
}

#[test]
fn trophies_gained_during_the_game_stay() {
    let mut game = over(2);
    game.players[0].trophies = 7;
    assert_eq!((lines(&game, 0), game.total(seat(0))), ("gained 7".to_owned(), 7));
}

#[test]
fn privilege_cards_are_worth_their_value_each_by_itself() {
    let mut game = over(2);
    give(&mut game, 0, "+2R +2Y +2B diagonal ell runup choose flower fewest-frogs-3");
    let expected = "+2R -2, +2Y -2, +2B -2, diagonal 2, ell 2, runup 3, choose 2, flower 1, fewest-frogs-3 1";
    assert_eq!(lines(&game, 0), expected);
    let mut game = over(2);
    give(&mut game, 0, "runup runup +2R +2R");
    assert_eq!(lines(&game, 0), "+2R -2, +2R -2, runup 3, runup 3");
    assert_eq!(game.total(seat(0)), 2);
    let mut game = over(2);
    game.players[0].cards.add(Card::Trophies);
    assert_eq!(lines(&game, 0), "trophies 4");
}

#[test]
fn a_total_may_be_negative() {
    let mut game = over(2);
    give(&mut game, 0, "+2R +2R");
    assert_eq!(game.total(seat(0)), -4);
}

#[test]
fn extra_frogs_count_for_objectives_front_and_back() {
    let mut game = over(2);
    give(&mut game, 0, "+2R");
    game.players[0].kept = Some("2R".parse().expect("a secret"));
    game.players[1].kept = Some("2R".parse().expect("a secret"));
    assert_eq!((points(&game, 0, "2R"), points(&game, 1, "2R")), (5, 0));
    for (card, common, frogs, expected) in [
        ("+2B", "RB", "RR", 6),
        ("+2Y", "RY", "RR", 6),
        ("+2R", "5any", "NNN", 5),
        ("+2R", "most-RB", "", 6),
        ("+2Y", "most-YB", "", 6),
        ("+2R", "most-YB", "", 3),
        ("+2R", "most-N", "", 3),
    ] {
        let mut game = over(2);
        give(&mut game, 0, card);
        capture(&mut game, 0, frogs);
        capture(&mut game, 1, &frogs.replace('N', ""));
        game.commons[1] = Some(common.parse().expect("a common objective"));
        assert_eq!(points(&game, 0, common), expected, "{card} {common}");
    }
    let mut game = over(2);
    give(&mut game, 0, "+2Y +2Y");
    game.players[0].kept = Some("2Y".parse().expect("a secret"));
    assert_eq!(points(&game, 0, "2Y"), 12, "two cards, four frogs");
}

#[test]
fn extra_frogs_never_count_for_privilege_cards() {
    let mut game = over(2);
    game.players[0].cards.add(Card::PerFrogAndCard);
    give(&mut game, 0, "+2R");
    assert_eq!(points(&game, 0, "per-frog-and-card"), 0);
    let mut game = over(2);
    game.players[0].cards.add(Card::FewestFrogs5);
    give(&mut game, 0, "+2R");
    capture(&mut game, 1, "R");
    assert_eq!(points(&game, 0, "fewest-frogs-5"), 5);
}

#[test]
fn per_brown_pays_one_per_brown_frog() {
    let mut game = over(2);
    game.players[0].cards.add(Card::PerBrown);
    capture(&mut game, 0, "NNNRB");
    assert_eq!(lines(&game, 0), "brown 3, per-brown 3");
}

#[test]
fn per_two_cards_pays_two_per_two_cards_itself_included() {
    let mut game = over(2);
    game.players[0].cards.add(Card::PerTwoCards);
    for (extra, expected) in ["", "ell", "ell", "runup", "runup"].into_iter().zip([0, 2, 2, 4, 4]) {
        give(&mut game, 0, extra);
        assert_eq!(points(&game, 0, "per-two-cards"), expected);
    }
}

#[test]
fn per_frog_and_card_pays_one_per_pair_itself_included() {
    let mut game = over(2);
    game.players[0].cards.add(Card::PerFrogAndCard);
    assert_eq!(points(&game, 0, "per-frog-and-card"), 0);
    capture(&mut game, 0, "NR");
    assert_eq!(points(&game, 0, "per-frog-and-card"), 1);
    give(&mut game, 0, "ell runup");
    assert_eq!(points(&game, 0, "per-frog-and-card"), 2);
}

#[test]
fn fewest_cards_pays_for_strictly_fewer_than_every_other_player() {
    let mut game = over(3);
    game.players[1].cards.add(Card::FewestCards);
    give(&mut game, 0, "ell ell");
    assert_eq!(points(&game, 1, "fewest-cards"), 0, "seat 2 has fewer");
    give(&mut game, 2, "runup");
    assert_eq!(points(&game, 1, "fewest-cards"), 0, "seat 2 has as many");
    give(&mut game, 2, "runup");
    assert_eq!(points(&game, 1, "fewest-cards"), 5);
}

#[test]
fn fewest_frogs_pay_for_strictly_fewer_than_every_other_player() {
    for (card, name, most, least) in
        [(Card::FewestFrogs5, "fewest-frogs-5", 5, 0), (Card::FewestFrogs3, "fewest-frogs-3", 4, 1)]
    {
        let mut game = over(3);
        game.players[1].cards.add(card);
        capture(&mut game, 0, "RR");
        capture(&mut game, 1, "N");
        assert_eq!(points(&game, 1, name), least);
        capture(&mut game, 2, "B");
        assert_eq!(points(&game, 1, name), least, "a tie is not enough");
        capture(&mut game, 2, "B");
        assert_eq!(points(&game, 1, name), most);
    }
}

#[test]
fn fewest_looks_only_at_players_of_the_game() {
    let mut game = over(2);
    game.players[0].cards.add(Card::FewestFrogs5);
    capture(&mut game, 1, "R");
    assert_eq!(points(&game, 0, "fewest-frogs-5"), 5);
}

#[test]
fn a_frog_counts_for_several_cards_but_once_within_one() {
    let mut game = over(2);
    game.commons = [Some(Common::RedBlue), Some(Common::RedYellow)];
    game.players[0].kept = Some("RYB".parse().expect("a secret"));
    capture(&mut game, 0, "RYB");
    assert_eq!(lines(&game, 0), "RYB 4, RB 3, RY 3");
    assert_eq!(game.total(seat(0)), 10);
}

/// The example in `docs/rules/frogriders.md`.
#[test]
fn the_example_of_the_rules_scores_39() {
    let mut game = over(2);
    game.commons = [Some(Common::RedBlue), Some("5any".parse().expect("a common objective"))];
    game.players[0].kept = Some("2R".parse().expect("a secret"));
    game.players[0].trophies = 2;
    capture(&mut game, 0, "RRRYYBBNNNN");
    give(&mut game, 0, "+2R flower per-two-cards per-brown");
    assert_eq!(game.total(seat(0)), 39, "{}", lines(&game, 0));
}

#[test]
fn most_trophies_win() {
    let mut game = over(3);
    capture(&mut game, 0, "N");
    capture(&mut game, 1, "NNN");
    capture(&mut game, 2, "RRRRRRR");
    let outcome = game.result().expect("over");
    assert_eq!(outcome.winners.iter().collect::<Vec<_>>(), [seat(1)]);
    assert_eq!(outcome.scores.expect("scores").to_vec(), [1, 3, 0]);
}

#[test]
fn a_tie_is_broken_by_most_frogs_without_extra_ones() {
    let mut game = over(3);
    capture(&mut game, 0, "NN");
    capture(&mut game, 1, "NNR");
    capture(&mut game, 2, "NN");
    game.players[2].trophies = 2;
    give(&mut game, 2, "+2R");
    let outcome = game.result().expect("over");
    assert_eq!(outcome.scores.expect("scores").to_vec(), [2, 2, 2]);
    assert_eq!(outcome.winners.iter().collect::<Vec<_>>(), [seat(1)]);
}

#[test]
fn a_tie_that_remains_is_shared() {
    let mut game = over(3);
    capture(&mut game, 0, "NNR");
    capture(&mut game, 1, "R");
    capture(&mut game, 2, "NNB");
    assert_eq!(game.result().expect("over").winners.iter().collect::<Vec<_>>(), [seat(0), seat(2)]);
}

#[test]
fn there_is_no_result_before_the_end() {
    assert_eq!(pond(3, "e4R e5B").result(), None);
}

#[test]
fn every_line_of_the_scoring_is_seen_and_gained_trophies_are_not_seen_again() {
    let mut game = pond(2, "e4R e5N");
    capture(&mut game, 0, "RRBY");
    give(&mut game, 0, "+2R ell");
    game.players[0].trophies = 3;
    game.market = [None; 4];
    let seen = words(&effects(&game, "e4-e5-e6"));
    let seen: Vec<_> = seen.iter().filter(|word| word.starts_with("scored")).collect();
    let expected = ["0 10 2R", "0 3 RB", "0 2 YN", "0 1 brown", "0 -2 +2R", "0 2 ell"];
    assert_eq!(seen, expected.map(|line| format!("scored {line}")).iter().collect::<Vec<_>>());
}

#[test]
fn every_side_of_every_common_objective_has_a_line_but_all_flowers() {
    for side in &COMMONS {
        let mut game = over(2);
        game.commons = [Some(side.common), None];
        let mut found = false;
        game.each_score(seat(0), |source, _| found |= source == Source::Common(side.common));
        assert_eq!(found, side.common != Common::AllFlowers, "{}", side.id);
    }
}

fn progress(game: &Frogriders, index: usize, observer: Observer) -> String {
    let lines = game.view(observer).players[index].objectives.clone();
    let line = |progress: &Progress| match *progress {
        Progress::Sets { card, points, sets, has, needs } => {
            format!("{card} {points}: {sets} and {has} of {needs}")
        }
        Progress::Most { card, points, has, others } => format!("{card} {points}: {has} to {others}"),
    };
    lines.iter().map(line).collect::<Vec<_>>().join(", ")
}

#[test]
fn progress_counts_complete_sets_and_what_the_next_one_has() {
    let mut game = over(3);
    game.phase = Phase::Jump;
    game.commons = [Some(Common::RedBlue), Some(Common::AnyFive)];
    capture(&mut game, 0, "RRRBBN");
    assert_eq!(progress(&game, 0, Observer::Spectator), "RB 6: 2 and 1 of 2, 5any 5: 1 and 1 of 5");
    assert_eq!(progress(&game, 1, Observer::Spectator), "RB 0: 0 and 0 of 2, 5any 0: 0 and 0 of 5");
    give(&mut game, 0, "+2B");
    assert_eq!(progress(&game, 0, Observer::Spectator), "RB 9: 3 and 1 of 2, 5any 5: 1 and 3 of 5");
}

#[test]
fn progress_compares_with_the_best_of_the_others() {
    let mut game = over(3);
    game.phase = Phase::Jump;
    game.commons = [Some(Common::MostRedBlue), Some(Common::MostCards)];
    capture(&mut game, 0, "RRB");
    capture(&mut game, 1, "RB");
    give(&mut game, 2, "choose");
    assert_eq!(progress(&game, 0, Observer::Spectator), "most-RB 6: 3 to 2, most-cards 0: 0 to 1");
    assert_eq!(progress(&game, 1, Observer::Spectator), "most-RB 0: 2 to 3, most-cards 0: 0 to 1");
}

#[test]
fn what_the_score_would_be_leaves_out_the_secrets_of_others() {
    let mut game = over(3);
    game.phase = Phase::Jump;
    game.commons = [Some(Common::RedBlue), None];
    for index in [0, 1] {
        capture(&mut game, index, "RRBN");
        game.players[index].kept = Some(Secret::TwoRed);
    }
    for (observer, mine, others) in [(Observer::Seat(seat(0)), 9, 4), (Observer::Spectator, 4, 4)] {
        let view = game.view(observer);
        assert_eq!((view.players[0].worth, view.players[1].worth), (mine, others), "{observer}");
        for player in &view.players {
            assert_eq!(player.worth, player.so_far.iter().map(|line| line.points).sum::<i32>());
            assert_eq!(player.kept.is_some(), player.so_far.iter().any(|line| line.source == "2R"));
        }
    }
    assert_eq!(progress(&game, 0, Observer::Seat(seat(0))), "2R 5: 1 and 0 of 2, RB 3: 1 and 1 of 2");
    assert_eq!(progress(&game, 1, Observer::Seat(seat(0))), "RB 3: 1 and 1 of 2");
    game.phase = Phase::Over;
    assert_eq!(game.view(Observer::Seat(seat(0))).players[1].worth, game.total(seat(1)));
}
