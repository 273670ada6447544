//! Whatever text comes in, nothing panics: it is refused with a line and a cause, or means what it says.

mod support;

use proptest::prelude::*;
use proptest::test_runner::{Config, TestCaseError, TestRunner};
use rainette_core::{Game, Match, Notation, PlayError, Record, RecordError, Seat, Setup};
use support::{every_game, legal, play};

every_game! {
    any_text_is_refused_or_reads_back_as_notation,
    any_record_is_refused_or_plays,
    an_edited_record_is_refused_at_its_first_wrong_line,
}

/// Runs a property on texts that are the same in every run.
fn check<S: Strategy>(cases: u32, strategy: &S, property: impl Fn(S::Value) -> Result<(), TestCaseError>) {
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(
        config,
        proptest::test_runner::TestRng::deterministic_rng(proptest::test_runner::RngAlgorithm::ChaCha),
    );
    if let Err(error) = runner.run(strategy, property) {
        panic!("{error}");
    }
}

/// Words that some game of this kind has used, and the letters that notation is made of.
fn words<G: Game>() -> Vec<String> {
    let mut words = Vec::new();
    for setup in Setup::<G>::all() {
        let game = play(setup, 1);
        for (position, event) in game.positions().zip(game.events()) {
            words.push(event.to_string());
            words.extend(event.to_string().split(' ').map(str::to_owned));
            words.extend(legal(&position).into_iter().map(|(text, _)| text));
        }
    }
    words.extend("abcdefghijk0123456789-+/>!?()".chars().map(String::from));
    words.extend(["resigned 0", "out-of-time 1", "resigned 5", "resigned"].map(str::to_owned));
    words.extend(["", " ", "é", "🐸", "00", "-1", "18446744073709551616"].map(str::to_owned));
    words.sort();
    words.dedup();
    words
}

/// Any text, or text that resembles notation.
fn texts(words: Vec<String>) -> impl Strategy<Value = String> {
    let word = prop::sample::select(words);
    let spaced = prop::collection::vec(word.clone(), 0..6).prop_map(|words| words.join(" "));
    let joined = prop::collection::vec(word, 0..6).prop_map(|words| words.concat());
    prop_oneof![any::<String>(), "[ -~]{0,24}", spaced, joined]
}

fn any_text_is_refused_or_reads_back_as_notation<G: Game>() {
    fn reads_back<N: Notation>(text: &str) -> Result<(), TestCaseError> {
        match text.parse::<N>() {
            Ok(read) => prop_assert_eq!(read.to_string(), text),
            Err(error) => {
                let message = error.to_string();
                prop_assert!(message.contains("expected "), "{message}");
            }
        }
        Ok(())
    }

    check(2_000, &texts(words::<G>()), |text| {
        reads_back::<G::Action>(&text)?;
        reads_back::<G::Chance>(&text)
    });
}

fn any_record_is_refused_or_plays<G: Game>() {
    let setups = Setup::<G>::all();
    let headers: Vec<String> = setups.iter().map(|setup| Match::new(*setup).record().to_string()).collect();
    let who = prop::sample::select(vec!["chance ", "0 ", "1 ", "2 ", "9 ", "end ", "set ", "# ", ""]);
    let line = (who, texts(words::<G>())).prop_map(|(who, text)| format!("{who}{text}"));
    let lines = prop::collection::vec(line, 0..8).prop_map(|lines| lines.join("\n"));
    let header = prop_oneof![4 => prop::sample::select(headers), 1 => any::<String>()];
    check(1_000, &(header, lines), |(header, lines)| plays_as_written::<G>(&(header + &lines)));
}

/// One change to a record.
#[derive(Clone, Debug)]
enum Edit {
    /// A letter becomes another one.
    Letter(prop::sample::Index, char),
    /// The text ends early.
    Cut(prop::sample::Index),
    Delete(prop::sample::Index),
    Double(prop::sample::Index),
    Swap(prop::sample::Index, prop::sample::Index),
    Insert(prop::sample::Index, String),
}

fn edits(words: Vec<String>) -> impl Strategy<Value = Edit> {
    let index = any::<prop::sample::Index>;
    let letter = prop_oneof![any::<char>(), prop::char::range(' ', '~'), prop::char::range('0', '9')];
    prop_oneof![
        3 => (index(), letter).prop_map(|(at, letter)| Edit::Letter(at, letter)),
        1 => index().prop_map(Edit::Cut),
        2 => index().prop_map(Edit::Delete),
        2 => index().prop_map(Edit::Double),
        2 => (index(), index()).prop_map(|(one, other)| Edit::Swap(one, other)),
        2 => (index(), texts(words)).prop_map(|(at, text)| Edit::Insert(at, text)),
    ]
}

impl Edit {
    fn apply(&self, text: &str) -> String {
        let mut letters: Vec<char> = text.chars().collect();
        let mut lines: Vec<&str> = text.lines().collect();
        match self {
            Self::Letter(at, letter) => {
                letters[at.index(text.len())] = *letter;
                return letters.into_iter().collect();
            }
            Self::Cut(at) => return letters[..at.index(text.len())].iter().collect(),
            Self::Delete(at) => drop(lines.remove(at.index(lines.len()))),
            Self::Double(at) => {
                let at = at.index(lines.len());
                lines.insert(at, lines[at]);
            }
            Self::Swap(one, other) => {
                lines.swap(one.index(text.lines().count()), other.index(text.lines().count()));
            }
            Self::Insert(at, text) => lines.insert(at.index(lines.len()), text),
        }
        lines.join("\n")
    }
}

fn an_edited_record_is_refused_at_its_first_wrong_line<G: Game>() {
    let mut records = Vec::new();
    for setup in Setup::<G>::all() {
        let mut game = play(setup, 1);
        game.truncate(60);
        records.push(game.record().to_string());
    }
    let record = prop::sample::select(records);
    check(2_000, &(record, edits(words::<G>())), |(record, edit)| {
        plays_as_written::<G>(&edit.apply(&record))
    });
}

/// A record plays exactly as far as its lines, read one by one, can be played; the first that cannot is named.
fn plays_as_written<G: Game>(text: &str) -> Result<(), TestCaseError> {
    let record: Record = match text.parse() {
        Ok(record) => record,
        Err(error) => return says_what_is_wrong(text, &error),
    };
    let again: Result<Record, _> = record.to_string().parse();
    prop_assert_eq!(again.as_ref(), Ok(&record), "what was read is written and read again");
    let replayed = rainette_games::replay(&record).map(|table| table.record());
    let game = match Match::<G>::replay(&record) {
        Ok(game) => game,
        Err(error) => {
            prop_assert_eq!(play_by_hand::<G>(text, &record).err(), Some(wrong_line(&error)), "{}", error);
            return says_what_is_wrong(text, &error);
        }
    };
    let (position, events) = play_by_hand::<G>(text, &record).map_err(|line| {
        TestCaseError::fail(format!("line {line} cannot be played by hand, but the record was replayed"))
    })?;
    prop_assert_eq!(game.position(), &position);
    prop_assert_eq!(game.events().len(), events);
    if record.game == G::INFO.id {
        let replayed = replayed.map(|replayed| replayed.events);
        prop_assert_eq!(replayed, Ok(record.events));
    }
    Ok(())
}

/// The number of the first line that cannot be played where it stands, or the position after all of them.
fn play_by_hand<G: Game>(text: &str, record: &Record) -> Result<(G, usize), usize> {
    const HEADER: usize = 4;
    let setup = Setup::<G>::with(record.edition, record.seats, &record.options).map_err(|_| 0_usize)?;
    let lines = text.lines().map(str::trim_end).enumerate();
    let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let mut position = G::new(setup);
    let mut events = 0;
    for (index, line) in lines.skip(HEADER + record.options.len()) {
        let (who, event) = line.split_once(' ').ok_or(index + 1)?;
        let next = match who {
            "end" => {
                let has_seat = record.end.is_some_and(|end| end.seat.index() < record.seats);
                return if has_seat && !position.is_over() { Ok((position, events)) } else { Err(0) };
            }
            "chance" => event.parse().map_err(PlayError::from).and_then(|chance| position.try_chance(chance)),
            seat => {
                let seat = Seat::new(seat.parse().map_err(|_| index + 1)?);
                event.parse().map_err(PlayError::from).and_then(|action| position.play(seat, action))
            }
        };
        position = next.map_err(|_| index + 1)?;
        events += 1;
    }
    Ok((position, events))
}

/// The line that an error of a replay names; 0 for the header and the `end` line.
fn wrong_line(error: &RecordError) -> usize {
    match error {
        RecordError::Line { line, .. } | RecordError::Event { line, .. } => *line,
        _ => 0,
    }
}

/// The message names the line, which is one of the text's, or what is missing, and a cause.
fn says_what_is_wrong(text: &str, error: &RecordError) -> Result<(), TestCaseError> {
    let message = error.to_string();
    prop_assert!(!message.is_empty() && !message.ends_with('.'), "{message}");
    match error {
        RecordError::Line { line, .. } | RecordError::Event { line, .. } => {
            prop_assert!((1..=text.lines().count()).contains(line), "{message}");
            prop_assert!(message.starts_with(&format!("line {line}")), "{message}");
        }
        RecordError::Missing { expected } => prop_assert!(message.contains(expected), "{message}"),
        RecordError::Game { game } => prop_assert!(message.contains(game.as_str()), "{message}"),
        RecordError::Setup(cause) => prop_assert!(message.contains(&cause.to_string()), "{message}"),
        RecordError::EndSeat { .. } | RecordError::EndAfterOver => {
            prop_assert!(message.contains("`end` line"), "{message}");
        }
    }
    Ok(())
}

#[test]
fn errors_name_line_and_cause() {
    let refused = |text: &str| {
        let replayed = text.parse::<Record>().and_then(|record| rainette_games::replay(&record));
        replayed.err().expect("a record with a mistake").to_string()
    };
    let header = "rainette record 1\ngame hop-it\nedition 1\nseats 2\n";
    assert_eq!(
        refused(&format!("{header}\n0 b2-c3\n0 d2-e3\n")),
        "line 7, `d2-e3`: it is the turn of seat 1, not of seat 0"
    );
    assert_eq!(
        refused(&format!("{header}0 b2-b2\n")),
        "line 5, `b2-b2`: `b2-b2` is not allowed: a piece stands there already"
    );
    assert_eq!(
        refused(&format!("{header}# a note\n0 hop\n")),
        "line 6, `hop`: `hop` is not understood: expected a step such as `b2-c3`, a hop such as `c1>e3`, `stop` or `pass`"
    );
    assert_eq!(
        refused(&format!("{header}7 b2-c3\n")),
        "line 5: `7 b2-c3` is not understood: expected `chance EVENT`, `SEAT ACTION` or `end HOW SEAT`"
    );
    assert_eq!(
        refused("rainette record 1\ngame hop-it\n"),
        "the record ends where `edition NUMBER` should stand"
    );
    assert_eq!(
        refused(&header.replace("hop-it", "leapfrog")),
        "the header: `leapfrog` is not a game known here"
    );
    assert_eq!(refused(&header.replace("seats 2", "seats 3")), "the header: hop-it is played by 2, not by 3");
}
