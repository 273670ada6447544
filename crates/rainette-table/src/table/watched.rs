//! For whom a table is there: computer players think while somebody is, and a table that nobody needs takes no memory.

use rainette_core::Turn;

use super::Output;
use super::machine::Machine;
use crate::protocol::{ClockKind, Millis, Status};

/// What a table takes in memory, more or less: by itself, for a row of its log, and for what one observer was told of a
/// row that may be taken back.
const WEIGHT: usize = 16_000;
const ROW_WEIGHT: usize = 400;
const TOLD_WEIGHT: usize = 150;

impl Machine {
    /// Does anything hold on to this table: a socket, a thought, something to be stored? A clock does not; it only says
    /// when the table is [needed again](Self::wakes_at).
    pub fn is_idle(&self) -> bool {
        self.room.here.sockets.is_empty()
            && self.room.desk.pending.is_none()
            && self.room.desk.waiting.is_empty()
            && self.room.start.committing.is_none()
            && self.room.start.starting.is_none()
            && self.room.thinking.is_none()
            && !self.room.nodes.waits()
    }

    /// When a seat's time runs out, whoever is there by then.
    pub fn wakes_at(&self) -> Option<Millis> {
        self.history.play.clocks.deadline().map(|(_, at)| at)
    }

    /// How many bytes the table takes in memory, more or less.
    pub fn weight(&self) -> u64 {
        let record = self.history.opening.record.as_ref().map_or(0, String::len);
        let row = ROW_WEIGHT + TOLD_WEIGHT * (self.history.places.len() + 1);
        (WEIGHT + 2 * record + self.history.log.rows.len() * row) as u64
    }

    /// Does somebody wait for computer players: somebody who is there, or who comes back within days?
    pub(super) fn is_waited_for(&self, now: Millis) -> bool {
        let has_days = matches!(self.history.settings.clock, ClockKind::Days { .. });
        let plays_on =
            || self.history.places.iter().any(|place| place.person().is_some() && place.level().is_none());
        self.is_somebody_here(now) || !self.room.nodes.is_empty() || (has_days && plays_on())
    }

    /// Lets computer players go on once somebody comes, and stand still once everybody is gone. A thought that has begun
    /// is thought to its end.
    pub(super) fn heed_presence(&mut self, now: Millis) {
        let Turn::Seat(seat) = self.history.play.game.turn() else { return };
        let is_theirs = self.history.play.status == Status::Playing
            && self.history.places[seat.index()].level().is_some();
        if self.room.desk.pending.is_some() || !is_theirs {
            return;
        }
        let thought =
            self.room.thinking.as_ref().filter(|thinking| thinking.number == self.history.decisive());
        let (is_on, has_begun) = (thought.is_some(), thought.is_some_and(|thinking| !thinking.is_waiting));
        match self.is_waited_for(now) {
            true if !is_on && !self.room.nodes.waits() => {
                if self.is_somebody_here(now) {
                    self.think(now);
                } else {
                    self.think_later(now);
                }
            }
            false if is_on && !has_begun => {
                self.room.thinking = None;
                self.out.push(Output::StopThinking);
            }
            _ => return,
        }
        self.broadcast_state(now);
    }
}

#[cfg(test)]
mod tests {
    use rainette_core::Seat;

    use super::super::presence::SEEN_FOR;
    use super::super::{Input, MOST_ROWS, Request, Socket, Stored, Ticket, fixture};
    use super::*;
    use crate::Error;
    use crate::journal::{Event, TokenHash};
    use crate::protocol::{Act, Hello, Resign, SeatWish, ToServer, Undo};

    const NOW: Millis = 1_000_000;
    const COMPUTER: SeatWish = SeatWish::Computer { level: 1 };

    /// A table that has started, with nobody there.
    fn started(seats: Vec<SeatWish>, clock: ClockKind) -> (Stored, Machine) {
        let wish = fixture::wish(seats, clock);
        let mut stored = Stored::default();
        stored.add(&fixture::opened(&wish, NOW));
        let mut machine = Machine::load(stored.clone(), NOW, 0).expect("a table");
        let mut outputs = machine.handle(Input::Tick, NOW);
        while let Some(batch) = outputs.iter().find_map(|output| match output {
            Output::Store(batch) => Some(batch.clone()),
            _ => None,
        }) {
            stored.add(&batch);
            outputs = machine.stored(NOW);
        }
        assert_eq!(machine.status(), Status::Playing);
        assert_eq!(thinks(&outputs), matches!(clock, ClockKind::Days { .. }), "nobody is there");
        (stored, machine)
    }

    fn thinks(outputs: &[Output]) -> bool {
        outputs.iter().any(|output| matches!(output, Output::Think(_)))
    }

    fn stops(outputs: &[Output]) -> bool {
        outputs.iter().any(|output| matches!(output, Output::StopThinking))
    }

    fn come(machine: &mut Machine, socket: u64, now: Millis) -> Vec<Output> {
        machine.handle(Input::Attach(Socket(socket), None), now);
        machine.handle(Input::Say(Socket(socket), ToServer::Hello(Hello { after: 0, seat: None })), now)
    }

    #[test]
    fn computer_players_stand_still_while_nobody_is_there() {
        let (stored, mut machine) = started(vec![COMPUTER, COMPUTER], ClockKind::None);
        assert!(!thinks(&machine.handle(Input::Tick, NOW + 100_000)));
        assert!(machine.is_idle(), "and the table takes no memory");
        assert!(!thinks(&machine.handle(Input::Attach(Socket(1), None), NOW)), "it has not said hello");
        assert!(thinks(&come(&mut machine, 2, NOW)));
        assert!(stops(&machine.handle(Input::Detach(Socket(2)), NOW)), "nobody waits for it any more");
        // What has begun is thought to its end, and that is the end of it.
        assert!(thinks(&come(&mut machine, 3, NOW)));
        machine.handle(Input::Thinking(machine.seq()), NOW);
        assert!(!stops(&machine.handle(Input::Detach(Socket(3)), NOW)));
        let number = machine.seq();
        machine.handle(Input::Thought(number, None), NOW);
        assert!(!thinks(&machine.stored(NOW)));
        assert!(machine.seq() > number);
        // The same after a restart.
        let mut machine = Machine::load(stored, NOW + 1, 0).expect("a table");
        assert!(!thinks(&machine.handle(Input::Tick, NOW + 1)));
        assert!(thinks(&come(&mut machine, 1, NOW + 1)));
    }

    #[test]
    fn somebody_who_asks_over_http_is_there_for_a_while() {
        let (_, mut machine) = started(vec![COMPUTER, COMPUTER], ClockKind::None);
        let look = Input::Request(Ticket(1), None, Request::Look { after: 0, seat: None });
        assert!(thinks(&machine.handle(look.clone(), NOW)));
        let number = machine.seq();
        machine.handle(Input::Thought(number, None), NOW + SEEN_FOR - 1);
        assert!(thinks(&machine.stored(NOW + SEEN_FOR - 1)));
        let number = machine.seq();
        machine.handle(Input::Thought(number, None), NOW + SEEN_FOR + 1);
        assert!(!thinks(&machine.stored(NOW + SEEN_FOR + 1)));
        assert!(thinks(&machine.handle(look, NOW + 2 * SEEN_FOR)));
    }

    #[test]
    fn with_a_clock_of_days_a_person_need_not_wait_at_the_table() {
        let days = ClockKind::Days { days: 2, weekends_off: None };
        let (stored, mut machine) = started(vec![COMPUTER, SeatWish::Me], days);
        // It goes on hopping, perhaps; then it is the person's turn.
        while machine.room.thinking.is_some() {
            let number = machine.seq();
            machine.handle(Input::Thought(number, None), NOW);
            machine.stored(NOW);
            assert!(machine.seq() > number, "it plays");
        }
        assert_eq!(machine.history.play.game.turn(), Turn::Seat(Seat::new(1)));
        assert!(
            machine.is_idle() && machine.wakes_at().is_some(),
            "the clock alone does not keep it in memory"
        );
        let machine = Machine::load(stored, NOW, 0).expect("a table");
        assert!(machine.room.thinking.is_some(), "also after a restart");
    }

    #[test]
    fn computers_alone_stand_still_whatever_the_clock() {
        let (mut stored, _) = started(vec![COMPUTER, COMPUTER], ClockKind::None);
        for row in &mut stored.rows {
            if let Event::Opened(opening) = &mut row.event {
                opening.clock = ClockKind::Days { days: 1, weekends_off: None };
            }
        }
        let machine = Machine::load(stored, NOW, 0).expect("a table");
        assert!(machine.room.thinking.is_none());
    }

    #[test]
    fn a_log_has_an_end_however_often_something_is_taken_back() {
        let (_, mut machine) = started(vec![SeatWish::Me, SeatWish::Me], ClockKind::None);
        let me = Some(TokenHash::of("me"));
        let action = machine.history.play.game.choices()[0].0.clone();
        let say = |machine: &mut Machine, message: ToServer| {
            let outputs = machine.handle(Input::Request(Ticket(1), me, Request::Say(message)), NOW);
            let stores = outputs.iter().any(|output| matches!(output, Output::Store(_)));
            let outputs = if stores { machine.stored(NOW) } else { outputs };
            outputs.into_iter().find_map(|output| match output {
                Output::Reply(_, answer) => Some(answer),
                _ => None,
            })
        };
        let refused = loop {
            let (seq, id) = (machine.seq(), machine.seq().to_string());
            let act = ToServer::Act(Act { id, seq, seat: None, action: action.clone() });
            let undo = ToServer::Undo(Undo { id: format!("u{seq}"), seq: seq + 1, seat: Some(Seat::new(0)) });
            let answers = [say(&mut machine, act), say(&mut machine, undo)];
            if let Some(error) = answers.into_iter().flatten().find_map(Result::err) {
                break error;
            }
        };
        assert_eq!(refused, Error::LogFull);
        assert!((MOST_ROWS..MOST_ROWS + 8).contains(&(machine.seq() as usize)), "{}", machine.seq());
        assert!(machine.weight() > MOST_ROWS as u64 * 400, "and it is charged for what it takes");
        // A command that was carried out is still acknowledged, and the game can be given up.
        let last = machine
            .history
            .log
            .rows
            .iter()
            .rev()
            .find_map(|kept| kept.row.command.clone())
            .expect("a command");
        let again = ToServer::Undo(Undo { id: last.1.clone(), seq: 1, seat: Some(last.0) });
        let again = if last.1.starts_with('u') {
            again
        } else {
            ToServer::Act(Act { id: last.1, seq: 1, seat: Some(last.0), action })
        };
        assert!(say(&mut machine, again).is_some_and(|answer| answer.is_ok()));
        let resign = ToServer::Resign(Resign { id: "enough".to_owned(), seat: Some(Seat::new(0)) });
        assert!(say(&mut machine, resign).is_some_and(|answer| answer.is_ok()));
        assert_eq!(machine.status(), Status::Finished);
    }
}
