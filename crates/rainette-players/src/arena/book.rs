//! Books of starts: positions from which the rounds of an arena begin.
//!
//! Where nothing is left to chance, good players play the same few games over and over, and careful ones draw them. A
//! book has many beginnings in which one seat is ahead, though not out of reach. Everybody plays every one of them from
//! every seat, so that who is ahead does not matter, and who makes more of it does.

use std::fmt::Write as _;

use rainette_core::{Actions, Event, Game, Line, Match, Observer, Random as _, RecordError, Setup, Turn};
use thiserror::Error;

use crate::brains::{Brain, Spec};
use crate::player::{Budget, Cancel, Question, ThinkError};
use crate::random::Generator;

/// How a book is made.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct BookPlan<G: Game> {
    /// Edition, seats and options.
    pub setup: Setup<G>,
    /// How many starts it is to have.
    pub starts: usize,
    /// The seed of all random numbers: the same seed gives the same book.
    pub seed: u64,
    /// How many iterations `best-1` thinks about who is ahead.
    pub iterations: u32,
    /// How many actions lead to a start, at least and at most.
    pub actions: (u32, u32),
    /// How far the seat that is ahead is on the way from an equal share (0) to the whole win (1), at least and at most.
    pub lead: (f32, f32),
}

/// How a book is made unless somebody says otherwise. The books that come with games were made so, but for how many
/// starts they have.
#[derive(Clone, Copy, Debug)]
pub struct BookDefaults;

impl BookDefaults {
    /// How many starts.
    pub const STARTS: u64 = 100;
    /// The seed.
    pub const SEED: u64 = 1;
    /// How many iterations `best-1` thinks about who is ahead.
    pub const ITERATIONS: u32 = 300;
    /// How many actions lead to a start, at least and at most.
    pub const ACTIONS: (u32, u32) = (6, 16);
    /// How far the seat that is ahead is on its way to the win, at least and at most.
    pub const LEAD: (f32, f32) = (0.2, 0.5);
}

impl<G: Game> BookPlan<G> {
    /// A book as it is made unless somebody says otherwise.
    pub fn new(setup: Setup<G>) -> Self {
        Self {
            setup,
            starts: BookDefaults::STARTS as usize,
            seed: BookDefaults::SEED,
            iterations: BookDefaults::ITERATIONS,
            actions: BookDefaults::ACTIONS,
            lead: BookDefaults::LEAD,
        }
    }
}

/// A start: a game that has begun, and what each seat was thought to have of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Start<G: Game> {
    /// The events so far, and the position they lead to.
    pub game: Match<G>,
    /// The share of the win that each seat can expect.
    pub shares: Vec<f32>,
}

/// Why a book cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum BookError {
    /// A line is not what has to stand there.
    #[error("line {line}: expected {expected}")]
    Line {
        /// The number of the line, counted from 1.
        line: usize,
        /// What should stand there.
        expected: &'static str,
    },
    /// The book is for another game or another set-up.
    #[error("the book is for {book}, not for {asked}")]
    Other {
        /// What the book is for.
        book: String,
        /// What is to be played.
        asked: String,
    },
    /// A start cannot be played.
    #[error("line {line}: {error}")]
    Start {
        /// The number of the line, counted from 1.
        line: usize,
        /// Which event is wrong, and why.
        error: RecordError,
    },
    /// The game is over before it starts.
    #[error("line {0}: the game is over here")]
    Over(usize),
    /// There is nothing in it.
    #[error("the book has no starts")]
    Empty,
}

const FIRST: &str = "rainette book 1";

/// After so many beginnings in a row of which none would do, no more are tried.
const MOST_TRIES: u64 = 10_000;

/// What a start looks like.
const EXPECTED: &str = "a share for every seat, which add up to 1, `:`, and events with `; ` between";

/// Between two events of a start.
const BETWEEN: &str = "; ";

fn header<G: Game>(setup: Setup<G>) -> String {
    let mut text = format!("game {}, edition {}, seats {}", G::INFO.id, setup.edition(), setup.seats());
    for (name, value) in setup.options() {
        let _ = write!(text, ", {name}={value}");
    }
    text
}

/// The text of a book: two lines of header, then a line for every start, with the shares of all seats before its events.
pub fn write_book<G: Game>(setup: Setup<G>, starts: &[Start<G>]) -> String {
    let mut text = format!("{FIRST}\n{}\n", header(setup));
    for start in starts {
        let shares: Vec<_> = start.shares.iter().map(|share| format!("{share:.3}")).collect();
        let events = start.game.record().events;
        let event = |line: &Line| match line.seat {
            Some(seat) => format!("{seat} {}", line.event),
            None => format!("chance {}", line.event),
        };
        let events: Vec<_> = events.iter().map(event).collect();
        let _ = writeln!(text, "{}: {}", shares.join(" "), events.join(BETWEEN));
    }
    text
}

/// Reads a book for this set-up. Every start is played by the rules.
pub fn read_book<G: Game>(text: &str, setup: Setup<G>) -> Result<Vec<Start<G>>, BookError> {
    let mut lines = (1..).zip(text.lines()).filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let wrong = |line, expected| BookError::Line { line, expected };
    match lines.next() {
        Some((_, FIRST)) => {}
        other => return Err(wrong(other.map_or(1, |(line, _)| line), "`rainette book 1`")),
    }
    let (line, book) = lines.next().ok_or(BookError::Empty)?;
    if !book.starts_with("game ") {
        return Err(wrong(line, "`game ID, edition NUMBER, seats NUMBER`"));
    }
    let asked = header(setup);
    if book != asked {
        return Err(BookError::Other { book: book.to_owned(), asked });
    }
    let starts: Vec<_> = lines.map(|(line, text)| read_start(line, text, setup)).collect::<Result<_, _>>()?;
    if starts.is_empty() { Err(BookError::Empty) } else { Ok(starts) }
}

fn read_start<G: Game>(line: usize, text: &str, setup: Setup<G>) -> Result<Start<G>, BookError> {
    let wrong = || BookError::Line { line, expected: EXPECTED };
    let (shares, events) = text.split_once(": ").ok_or_else(wrong)?;
    let shares: Vec<f32> =
        shares.split(' ').map(str::parse).collect::<Result<_, _>>().map_err(|_| wrong())?;
    let sum: f32 = shares.iter().sum();
    let is_share = |share: &f32| (0.0..=1.0).contains(share);
    // They are written with three digits.
    if shares.len() != setup.seats() || !shares.iter().all(is_share) || (sum - 1.0).abs() > 0.01 {
        return Err(wrong());
    }
    let mut record = Match::new(setup).record().to_string();
    for event in events.split(BETWEEN) {
        record.push_str(event);
        record.push('\n');
    }
    let record = record.parse();
    let game = record.and_then(|record| Match::replay(&record));
    let game = game.map_err(|error| BookError::Start { line, error })?;
    if game.turn() == Turn::Over { Err(BookError::Over(line)) } else { Ok(Start { game, shares }) }
}

/// Makes a book: random beginnings, of which those are kept in which one seat is ahead by as much as the plan says, each
/// seat as often as any other. `seen` is told of every start, and how many beginnings were tried; a book that is not
/// full when it is cancelled, or when too many beginnings in a row would not do, is as long as it is.
pub fn make_book<G: Brain>(
    plan: &BookPlan<G>,
    cancel: &Cancel,
    mut seen: impl FnMut(usize, u64),
) -> Result<Vec<Start<G>>, ThinkError> {
    let seats = plan.setup.seats();
    let mut starts: Vec<Start<G>> = Vec::new();
    let mut ahead = vec![0_usize; seats];
    let mut last_found = 0;
    for beginning in 0.. {
        let is_hopeless = beginning - last_found >= MOST_TRIES;
        if starts.len() >= plan.starts || cancel.is_cancelled() || is_hopeless {
            break;
        }
        let Some(start) = begin(plan, beginning)? else { continue };
        let (leader, most) = leader(&start.shares);
        let equal = 1.0 / seats as f32;
        let lead = (most - equal) / (1.0 - equal);
        let is_turn_of_leader = ahead.iter().all(|others| *others >= ahead[leader]);
        let is_new = starts.iter().all(|other| other.game.position() != start.game.position());
        if (plan.lead.0..=plan.lead.1).contains(&lead) && is_turn_of_leader && is_new {
            ahead[leader] += 1;
            last_found = beginning;
            starts.push(start);
            seen(starts.len(), beginning + 1);
        }
    }
    Ok(starts)
}

/// The seat that is ahead, and its share.
fn leader(shares: &[f32]) -> (usize, f32) {
    shares.iter().copied().enumerate().fold(
        (0, f32::MIN),
        |best, (seat, share)| {
            if share > best.1 { (seat, share) } else { best }
        },
    )
}

/// One beginning: any action as often as the best at first sight. None if the game ends, or nobody is to act.
fn begin<G: Brain>(plan: &BookPlan<G>, number: u64) -> Result<Option<Start<G>>, ThinkError> {
    let seats = plan.setup.seats();
    let mut random = Generator::of(plan.seed, number);
    let mut game = Match::new(plan.setup);
    let mut legal = Actions::new();
    let sighted = Spec::Greedy.player::<G>(seats);
    let (least, most) = plan.actions;
    let mut left = least + random.below(most.saturating_sub(least).saturating_add(1));
    loop {
        let seat = match game.turn() {
            Turn::Over => return Ok(None),
            Turn::Chance => {
                game.draw(&mut random).expect("the game waits for chance");
                continue;
            }
            Turn::Seat(seat) => seat,
        };
        let story = game.story(Observer::Seat(seat));
        if left == 0 {
            let question = Question::new(&story, Budget::Iterations(plan.iterations), random.next_u64());
            let values = Spec::Frozen.player::<G>(seats).think(&question)?.values;
            return Ok(Some(Start { game, shares: values[..seats].to_vec() }));
        }
        left -= 1;
        game.position().legal_actions(&mut legal);
        let action = if random.below(2) == 0 {
            legal[random.below(legal.len() as u32) as usize]
        } else {
            sighted.think(&Question::new(&story, Budget::Iterations(1), random.next_u64()))?.action
        };
        game.add(Event::Action(seat, action)).expect("players answer with legal actions");
    }
}

#[cfg(test)]
mod tests {
    use rainette_games::hop_it::HopIt;

    use super::*;

    fn plan() -> BookPlan<HopIt> {
        let setup = Setup::new(2).expect("a set-up");
        BookPlan { setup, starts: 4, seed: 3, iterations: 5, actions: (4, 9), lead: (0.1, 0.6) }
    }

    #[test]
    fn a_book_has_each_seat_ahead_alike_and_reads_back() {
        let plan = plan();
        let starts = make_book(&plan, &Cancel::default(), |_, _| {}).expect("a book");
        let ahead = starts.iter().filter(|start| start.shares[0] > start.shares[1]).count();
        assert_eq!((starts.len(), ahead), (4, 2));
        for start in &starts {
            assert!((0.55..=0.8).contains(&leader(&start.shares).1), "{:?}", start.shares);
        }
        let text = write_book(plan.setup, &starts);
        let read = read_book(&text, plan.setup).expect("a book");
        assert_eq!(write_book(plan.setup, &read), text);
        let games =
            |starts: &[Start<HopIt>]| starts.iter().map(|start| start.game.clone()).collect::<Vec<_>>();
        assert_eq!(games(&read), games(&starts));
    }

    #[test]
    fn a_book_that_cannot_be_filled_is_given_up() {
        // At the very beginning there is one position, and nobody is far ahead.
        let plan = BookPlan { actions: (0, 0), lead: (0.9, 1.0), iterations: 1, ..plan() };
        assert_eq!(make_book(&plan, &Cancel::default(), |_, _| {}).expect("no book"), []);
        let plan = BookPlan { actions: (0, u32::MAX), starts: 0, ..plan };
        assert_eq!(begin(&plan, 1).map(|start| start.is_none()), Ok(true), "the game ends before");
    }

    #[test]
    fn what_is_wrong_with_a_book_is_said() {
        let setup = plan().setup;
        let read = |text: &str| read_book(text, setup).expect_err("a bad book").to_string();
        assert_eq!(read(""), "line 1: expected `rainette book 1`");
        assert_eq!(read("rainette book 1\n"), "the book has no starts");
        assert_eq!(
            read("rainette book 1\ngame china-moon, edition 1, seats 3\n"),
            "the book is for game china-moon, edition 1, seats 3, not for game hop-it, edition 1, seats 2"
        );
        let head = format!("{FIRST}\n{}\n", header(setup));
        assert_eq!(read(&head), "the book has no starts");
        assert_eq!(read(&format!("{head}0.5: 0 pass")), format!("line 3: expected {EXPECTED}"));
        for shares in ["nan nan", "inf 0.5", "1.5 -0.5", "0.5 0.6", "0.5 0.5 0"] {
            let error = read(&format!("{head}{shares}: 0 pass"));
            assert_eq!(error, format!("line 3: expected {EXPECTED}"), "{shares}");
        }
        assert!(read(&format!("{head}0.5 0.5: 0 pass")).starts_with("line 3: line "), "an illegal action");
    }
}
