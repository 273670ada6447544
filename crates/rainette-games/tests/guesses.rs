//! Guessed secrets are as likely as they are: compared with every deal that agrees with what an observer was told,
//! counted one by one.
//!
//! Frogriders is the game with secrets. Deals are counted from what an observer sees and was told alone.

mod support;

use rainette_core::{Event, Game, Guess as _, Match, Observer, Seat, Setup, Story, Turn, equally};
use rainette_games::frogriders::{Action, Frogriders};
use support::{Generator, play};

const GUESSES: usize = 10_000;

/// The secret objectives and how often each is there.
const SECRETS: [(&str, u64); 8] =
    [("2R", 2), ("2Y", 2), ("2B", 1), ("RYB", 1), ("RYN", 1), ("RYBN", 1), ("RBN", 1), ("YBN", 1)];

/// How likely a seat is to have kept a card.
type Weigh = fn(Seat, Action) -> u32;

/// What was dealt to a seat, and what it kept, as numbers of [`SECRETS`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Hand {
    dealt: Option<[usize; 2]>,
    kept: Option<usize>,
}

#[test]
fn guesses_for_two_seats_are_as_likely_as_the_deals() {
    check(2);
}

#[test]
fn guesses_for_three_seats_are_as_likely_as_the_deals() {
    check(3);
}

#[test]
fn guesses_for_four_seats_are_as_likely_as_the_deals() {
    check(4);
}

#[test]
fn weights_that_exclude_everything_say_nothing() {
    let mut game = play(setup(3), 1);
    game.truncate(first_jump(&game));
    let story = game.story(Observer::Seat(Seat::new(1)));
    compare(&story, |_, _| 0, equally);
}

#[test]
fn the_comparison_notices_other_weights() {
    let mut game = play(setup(3), 1);
    game.truncate(first_jump(&game));
    let story = game.story(Observer::Spectator);
    let fails = std::panic::catch_unwind(|| compare(&story, unequally, equally));
    assert!(fails.is_err(), "unequal weights look like equal ones");
}

fn setup(seats: usize) -> Setup<Frogriders> {
    Setup::new(seats).expect("a valid number of seats")
}

/// Some cards are kept more often than others, one of them never by seat 0, and seats differ.
fn unequally(seat: Seat, action: Action) -> u32 {
    match action.to_string().as_str() {
        "keep 2R" => 7 + seat.index() as u32,
        "keep RYB" => seat.index() as u32,
        "keep YBN" => 3,
        _ => 1,
    }
}

fn check(seats: usize) {
    let game = play(setup(seats), 1);
    let deals =
        game.events().iter().position(|event| event.to_string().starts_with("deal ")).expect("a deal");
    let (keeps, jumps, over) = (deals + seats, first_jump(&game), game.events().len());
    for moment in [deals, deals + 1, keeps, keeps + 1, jumps, usize::midpoint(jumps, over), over - 1, over] {
        let mut game = game.clone();
        game.truncate(moment);
        for observer in Observer::all(seats) {
            // To the spectator of four, millions of deals are possible: they are counted once only.
            if seats == 4 && observer == Observer::Spectator && moment != keeps + 1 {
                continue;
            }
            let story = game.story(observer);
            compare(&story, equally, equally);
            if game.events().iter().any(|event| matches!(event, Event::Action(..))) {
                compare(&story, unequally, unequally);
            }
        }
    }
}

/// The number of events before the first jump.
fn first_jump(game: &Match<Frogriders>) -> usize {
    let jump =
        game.events().iter().position(|event| event.seat().is_some() && event.to_string().contains('-'));
    jump.expect("a game has jumps")
}

/// Guesses with some weights and counts with some weights come to the same.
fn compare(story: &Story<Frogriders>, guess: Weigh, count: Weigh) {
    let seats = story.setup.seats();
    let mut expected = Aspects::new(seats);
    count_deals(story, count, &mut |hands, weight| expected.add(hands, weight));
    let guesses = Frogriders::guess(story, &guess).expect("a story that was told");
    let mut random = Generator::new(story.told.len() as u64);
    let mut got = Aspects::new(seats);
    for _ in 0..GUESSES {
        got.add(&hands(&guesses.draw(&mut random)), 1);
    }
    for (aspect, (expected, got)) in expected.counts.iter().zip(&got.counts).enumerate() {
        let what = format!("{} told {} events, aspect {aspect}", story.observer, story.told.len());
        compare_counts(expected, got, &what);
    }
}

/// Every count lies within five standard deviations of what is expected, and all together by chi-square.
fn compare_counts(expected: &[u64], got: &[u64], what: &str) {
    let total: u64 = expected.iter().sum();
    let guesses = GUESSES as f64;
    let (mut chi_square, mut freedom) = (0.0, -1.0);
    let (mut rest_expected, mut rest_got) = (0.0, 0.0);
    for (outcome, (&weight, &count)) in expected.iter().zip(got).enumerate() {
        assert!(
            weight > 0 || count == 0,
            "{what}: outcome {outcome} cannot be, but was guessed {count} times"
        );
        let share = weight as f64 / total as f64;
        let (mean, count) = (guesses * share, count as f64);
        let deviation = (guesses * share * (1.0 - share)).sqrt();
        assert!(
            (count - mean).abs() <= 5.0 * deviation + 1e-9,
            "{what}: outcome {outcome} {count} times for {mean}"
        );
        if mean >= 5.0 {
            chi_square += (count - mean).powi(2) / mean;
            freedom += 1.0;
        } else {
            rest_expected += mean;
            rest_got += count;
        }
    }
    if rest_expected >= 5.0 {
        chi_square += f64::powi(rest_got - rest_expected, 2) / rest_expected;
        freedom += 1.0;
    }
    let most = f64::max(freedom, 0.0) + 5.0 * f64::max(2.0 * freedom, 0.0).sqrt() + 1e-9;
    assert!(chi_square <= most, "{what}: chi-square {chi_square} with {freedom} degrees of freedom");
}

/// Counts of what can be asked about secrets: each seat's hand, and what every two seats have between them.
struct Aspects {
    counts: Vec<Vec<u64>>,
}

impl Aspects {
    fn new(seats: usize) -> Self {
        let pairs = seats * (seats - 1) / 2;
        let hands = std::iter::repeat_n(vec![0; 8 * 8 * 9 + 1], seats);
        Self { counts: hands.chain(std::iter::repeat_n(vec![0; 81], 2 * pairs)).collect() }
    }

    fn add(&mut self, hands: &[Hand], weight: u64) {
        // No card is a ninth kind of card.
        let number = |card: Option<usize>| card.unwrap_or(8);
        let mut counts = self.counts.iter_mut();
        let mut add = |outcome: usize| counts.next().expect("an aspect")[outcome] += weight;
        for hand in hands {
            add(hand.dealt.map_or(8 * 8 * 9, |[one, other]| (one * 8 + other) * 9 + number(hand.kept)));
        }
        for (index, one) in hands.iter().enumerate() {
            for other in &hands[index + 1..] {
                add(number(one.kept) * 9 + number(other.kept));
                add(number(one.dealt.map(|dealt| dealt[0])) * 9 + number(other.dealt.map(|dealt| dealt[1])));
            }
        }
    }
}

fn secret(name: &str) -> usize {
    SECRETS.iter().position(|(id, _)| *id == name).expect("a secret objective")
}

/// The hand of each seat.
fn hands(position: &Frogriders) -> Vec<Hand> {
    let hand = |seat| Hand {
        dealt: position.dealt(seat).map(|dealt| dealt.map(|card| secret(&card.to_string()))),
        kept: position.kept(seat).map(|card| secret(&card.to_string())),
    };
    Seat::all(position.seats()).map(hand).collect()
}

/// Calls `each` with every deal that agrees with the story, and how many ways lead to it: ten cards that can be told
/// apart are dealt in order, and each seat keeps either of its two. A hidden choice counts as often as its weight says.
fn count_deals(story: &Story<Frogriders>, weigh: Weigh, each: &mut dyn FnMut(&[Hand], u64)) {
    let known = story.view.players.iter().map(|player| Hand {
        dealt: player.dealt.as_ref().map(|dealt| [0, 1].map(|index| secret(dealt[index].as_str()))),
        kept: player.kept.map(|kept| secret(kept.as_str())),
    });
    let deals = Deals {
        known: known.collect(),
        dealt: story.told.iter().filter(|told| told.event.starts_with("deal ")).count(),
        kept: story.told.iter().filter(|told| told.event.starts_with("keep ")).count(),
        weights: Seat::all(story.setup.seats())
            .map(|seat| {
                SECRETS.map(|(id, _)| u64::from(weigh(seat, format!("keep {id}").parse().expect("a card"))))
            })
            .collect(),
        hidden: story.told.iter().filter(|told| told.hidden).map(|told| told.seat).collect(),
    };
    deals.count(&mut SECRETS.map(|(_, copies)| copies), &mut Vec::new(), 1, each);
}

/// What an observer knows about the deals.
struct Deals {
    known: Vec<Hand>,
    /// So many seats have been dealt their cards.
    dealt: usize,
    /// So many seats have kept one.
    kept: usize,
    /// How much it weighs that a seat kept a card.
    weights: Vec<[u64; 8]>,
    /// The seats whose choice was hidden.
    hidden: Vec<Option<Seat>>,
}

impl Deals {
    fn count(
        &self,
        left: &mut [u64; 8],
        hands: &mut Vec<Hand>,
        ways: u64,
        each: &mut dyn FnMut(&[Hand], u64),
    ) {
        let seat = hands.len();
        if seat == self.known.len() {
            return each(hands, ways);
        }
        if seat >= self.dealt {
            hands.push(Hand::default());
            self.count(left, hands, ways, each);
            hands.pop();
            return;
        }
        for one in 0..8 {
            let ways = ways * left[one];
            left[one] = left[one].saturating_sub(1);
            for other in 0..8 {
                let ways = ways * left[other];
                if ways > 0 && self.known[seat].dealt.is_none_or(|dealt| dealt == [one, other]) {
                    left[other] -= 1;
                    self.keep([one, other], left, hands, ways, each);
                    left[other] += 1;
                }
            }
            left[one] += u64::from(ways > 0);
        }
    }

    fn keep(
        &self,
        dealt: [usize; 2],
        left: &mut [u64; 8],
        hands: &mut Vec<Hand>,
        ways: u64,
        each: &mut dyn FnMut(&[Hand], u64),
    ) {
        let seat = hands.len();
        if seat >= self.kept {
            hands.push(Hand { dealt: Some(dealt), kept: None });
            self.count(left, hands, ways, each);
            hands.pop();
            return;
        }
        let is_hidden = self.known[seat].kept.is_none() && self.hidden.contains(&Some(Seat::new(seat)));
        for kept in dealt {
            let weight = if is_hidden { self.weights[seat][kept] } else { 1 };
            if weight > 0 && self.known[seat].kept.is_none_or(|known| known == kept) {
                hands.push(Hand { dealt: Some(dealt), kept: Some(kept) });
                self.count(left, hands, ways * weight, each);
                hands.pop();
            }
        }
    }
}

/// The counting itself: the chance of being dealt two alike is that of two pairs among 45.
#[test]
fn deals_are_counted_by_their_ways() {
    let mut game = Match::new(setup(2));
    let mut random = Generator::new(1);
    while game.turn() == Turn::Chance {
        game.draw(&mut random).expect("the game waits for chance");
    }
    let (mut alike, mut all) = (0, 0);
    count_deals(&game.story(Observer::Spectator), equally, &mut |hands, ways| {
        all += ways;
        alike += if hands[0].dealt.is_some_and(|[one, other]| one == other) { ways } else { 0 };
    });
    assert_eq!((all, alike), (10 * 9 * 8 * 7, 2 * 2 * 8 * 7));
}
