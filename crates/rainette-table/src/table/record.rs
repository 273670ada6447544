//! A record, seen again as a game that was played at a table: nobody sits there, and nothing is stored.

use rainette_core::{How, Observer, Record, Seat, Turn};

use super::history::seen_again;
use super::{Eyes, MOST_RECORD_EVENTS};
use crate::Error;
use crate::journal::stand_in_level;
use crate::outcome::result_of;
use crate::protocol::{
    ClockKind, GameResult, Number, Out, Replay, SeatState, Sitter, Starts, Status, TableState,
};

/// How long somebody may be away at a table that says nothing about it.
const USUAL_GRACE_MS: u32 = 60_000;

/// A part of a record as a replay, with any eyes. Its table has no id, its seats have people without names, and its
/// events are numbered from 1; a game that is not at its end is like one that was closed.
pub fn replay_record(text: &str, eyes: Eyes, part: (usize, usize)) -> Result<Replay, Error> {
    let record: Record = text.parse()?;
    check_length(&record)?;
    let game = rainette_games::replay(&record)?;
    if let Eyes::Of(Observer::Seat(seat)) = eyes
        && seat.index() >= record.seats
    {
        return Err(Error::NoSuchSeat(seat));
    }
    let end = record.end.map(|end| match end.how {
        How::Resigned => (end, Out::Resigned),
        How::OutOfTime => (end, Out::OutOfTime),
    });
    let result = match (game.turn(), end) {
        (_, Some((end, out))) => Some(GameResult {
            winners: end.outcome(record.seats).winners.iter().collect(),
            scores: None,
            out: Some(out),
        }),
        (Turn::Over, None) => Some(result_of(game.as_ref(), &vec![None; record.seats])),
        _ => None,
    };
    let seat_state = |seat: Seat| SeatState {
        seat,
        sitter: Sitter::Person { person: seat.index() as u32 + 1, name: None },
        stand_in: None,
        may_take_back: false,
        may_choose: false,
        has_chosen: false,
        out: end.filter(|(end, _)| end.seat == seat).map(|(_, out)| out),
        is_present: false,
        absent_since: None,
        may_sit_in: false,
        has_committed: false,
        is_ready: true,
        colour: seat.index() as u8,
        clock: None,
    };
    let table = TableState {
        id: String::new(),
        game: record.game.clone(),
        edition: record.edition,
        options: record.options.iter().cloned().collect(),
        status: if result.is_some() { Status::Finished } else { Status::Abandoned },
        is_public: false,
        start_when_full: false,
        starts: Starts::default(),
        seats: Seat::all(record.seats).map(seat_state).collect(),
        host: None,
        clock: ClockKind::None,
        marks: std::collections::BTreeMap::new(),
        grace_ms: USUAL_GRACE_MS,
        takes_newcomers: false,
        stand_in: stand_in_level(),
        is_practice: false,
        is_strict: false,
        spectators: 0,
        commitment: String::new(),
        opening_events: record.events.len() as u32,
        waits_until: None,
        swaps: Vec::new(),
        undo: None,
        thinking: None,
        result,
        rematch: None,
        rematch_of: None,
        created_at: 0,
    };
    seen_again(game.as_ref(), eyes, part, table, |index| (index as Number + 1, 0))
}

/// Is a record not longer than a table takes?
pub(super) fn check_length(record: &Record) -> Result<(), Error> {
    let events = record.events.len();
    if events <= MOST_RECORD_EVENTS {
        return Ok(());
    }
    let message = format!("a game goes on from at most {MOST_RECORD_EVENTS} events, and these are {events}");
    Err(Error::WrongRecord { message, line: None })
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOP_IT: &str = "rainette record 1\ngame hop-it\nedition 1\nseats 2\n\n0 b2-c3\n";

    fn shown(text: &str, eyes: Eyes) -> Result<Replay, Error> {
        replay_record(text, eyes, (0, 500))
    }

    #[test]
    fn a_record_is_shown_as_a_game_at_a_table_would_be() {
        let replay = shown(HOP_IT, Eyes::All).expect("a record");
        assert_eq!(replay.table.game, "hop-it");
        assert_eq!(replay.table.status, Status::Abandoned);
        assert_eq!((replay.steps.len(), replay.all, replay.next), (1, 1, None));
        assert_eq!(replay.steps[0].number, 1);
        assert_eq!(replay.steps[0].seats.as_ref().map(Vec::len), Some(2));
    }

    #[test]
    fn how_it_ended_outside_the_rules_is_told() {
        let replay = shown(&format!("{HOP_IT}end resigned 1\n"), Eyes::All).expect("a record");
        let result = replay.table.result.expect("a result");
        assert_eq!((result.winners, result.out), (vec![Seat::new(0)], Some(Out::Resigned)));
        assert_eq!(replay.table.seats[1].out, Some(Out::Resigned));
        assert_eq!(replay.table.status, Status::Finished);
    }

    #[test]
    fn what_is_wrong_with_a_record_is_told_with_its_line() {
        let line = |text: &str| match shown(text, Eyes::All) {
            Err(Error::WrongRecord { line, .. }) => line,
            other => panic!("{text}: {other:?}"),
        };
        assert_eq!(line("hello"), Some(1));
        assert_eq!(line(&HOP_IT.replace("b2-c3", "b2-b9")), Some(6));
        assert_eq!(line(&HOP_IT.replace("0 b2-c3", "7 b2-c3")), Some(6));
        assert_eq!(line(&HOP_IT.replace("seats 2", "seats many")), Some(4));
        assert_eq!(line(""), None);
        assert_eq!(line(&HOP_IT.replace("game hop-it", "game leapfrog")), None);
        assert_eq!(line(&HOP_IT.replace("seats 2", "seats 5")), None);
        assert_eq!(line(&format!("{HOP_IT}{}", "0 b2-c3\n".repeat(MOST_RECORD_EVENTS))), None);
    }

    #[test]
    fn there_are_as_many_eyes_as_seats() {
        let seat = |seat| Eyes::Of(Observer::Seat(Seat::new(seat)));
        assert!(shown(HOP_IT, seat(1)).is_ok());
        assert!(matches!(shown(HOP_IT, seat(2)), Err(Error::NoSuchSeat(_))));
    }
}
