//! Clocks, computed from the times in the log alone.

use rainette_core::Seat;

use crate::Error;
use crate::protocol::{ClockKind, ClockState, Millis};

/// The clocks of all seats.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Clocks {
    kind: ClockKind,
    left: Vec<Millis>,
    running: Option<(Seat, Millis)>,
}

impl Clocks {
    pub(super) fn new(kind: ClockKind, seats: usize) -> Self {
        let (full, _) = Self::times(kind);
        Self { kind, left: vec![full; seats], running: None }
    }

    /// Can a clock be set like that?
    pub(super) fn check(kind: ClockKind) -> Result<(), Error> {
        let fits = match kind {
            ClockKind::None => true,
            ClockKind::PerMove { seconds } => (5..=86_400).contains(&seconds),
            ClockKind::Bank { seconds, increment } => (10..=86_400).contains(&seconds) && increment <= 3_600,
            ClockKind::Days { days } => (1..=30).contains(&days),
        };
        let limits = "a turn takes 5 to 86,400 seconds or 1 to 30 days, a bank holds 10 to 86,400 seconds, \
                      an increment is at most 3,600";
        if fits { Ok(()) } else { Err(Error::WrongClock(limits)) }
    }

    /// What there is at the beginning, and what is added after a turn; none if it is filled up instead.
    fn times(kind: ClockKind) -> (Millis, Option<Millis>) {
        match kind {
            ClockKind::None => (0, None),
            ClockKind::PerMove { seconds } => (Millis::from(seconds) * 1_000, None),
            ClockKind::Bank { seconds, increment } => {
                (Millis::from(seconds) * 1_000, Some(Millis::from(increment) * 1_000))
            }
            ClockKind::Days { days } => (Millis::from(days) * 86_400_000, None),
        }
    }

    /// Charges the running clock up to this time.
    pub(super) fn charge(&mut self, now: Millis) {
        if let Some((seat, since)) = &mut self.running {
            self.left[seat.index()] -= (now - *since).max(0);
            *since = now.max(*since);
        }
    }

    /// Gives back time that was charged while the server was down.
    pub(super) fn give_back(&mut self, lost: Millis) {
        if let Some((seat, _)) = self.running {
            self.left[seat.index()] += lost;
        }
    }

    /// A seat has ended its turn.
    pub(super) fn end_turn(&mut self, seat: Seat) {
        let (full, increment) = Self::times(self.kind);
        let left = &mut self.left[seat.index()];
        *left = increment.map_or(full, |increment| *left + increment);
    }

    /// A seat begins afresh if every turn has its own time.
    pub(super) fn refill(&mut self, seat: Seat) {
        if !matches!(self.kind, ClockKind::Bank { .. }) {
            self.left[seat.index()] = Self::times(self.kind).0;
        }
    }

    /// Is time counted at all?
    pub(super) fn is_used(&self) -> bool {
        self.kind != ClockKind::None
    }

    /// What every seat has left.
    pub(super) fn left(&self) -> &[Millis] {
        &self.left
    }

    /// Something was taken back: nobody gains by it. Where others have agreed to more than one event and every turn has
    /// its own time, everybody begins afresh; otherwise somebody could act and take it back for ever.
    pub(super) fn take_back(&mut self, then: &[Millis], is_single: bool) {
        if is_single || matches!(self.kind, ClockKind::Bank { .. }) {
            for (left, then) in self.left.iter_mut().zip(then) {
                *left = (*left).min(*then);
            }
        } else {
            self.left.fill(Self::times(self.kind).0);
        }
    }

    /// Lets the clock of one seat run, or none.
    pub(super) fn run(&mut self, seat: Option<Seat>, now: Millis) {
        if self.kind == ClockKind::None {
            return;
        }
        if self.running.map(|(seat, _)| seat) != seat {
            self.running = seat.map(|seat| (seat, now));
        }
    }

    /// The seat whose time runs out, and when.
    pub(super) fn deadline(&self) -> Option<(Seat, Millis)> {
        self.running.map(|(seat, since)| (seat, since + self.left[seat.index()]))
    }

    /// A seat's clock at this time.
    pub(super) fn state(&self, seat: Seat, now: Millis) -> Option<ClockState> {
        if self.kind == ClockKind::None {
            return None;
        }
        let since = self.running.filter(|(running, _)| *running == seat).map(|(_, since)| since);
        let spent = since.map_or(0, |since| (now - since).max(0));
        Some(ClockState { left_ms: self.left[seat.index()] - spent, is_running: since.is_some() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: Seat = Seat::new(0);
    const B: Seat = Seat::new(1);

    #[test]
    fn a_bank_is_charged_while_it_runs_and_grows_after_each_turn() {
        let mut clocks = Clocks::new(ClockKind::Bank { seconds: 60, increment: 5 }, 2);
        clocks.run(Some(A), 1_000);
        clocks.charge(11_000);
        clocks.end_turn(A);
        clocks.run(Some(B), 11_000);
        assert_eq!(clocks.state(A, 99_000), Some(ClockState { left_ms: 55_000, is_running: false }));
        assert_eq!(clocks.state(B, 12_000), Some(ClockState { left_ms: 59_000, is_running: true }));
        assert_eq!(clocks.deadline(), Some((B, 71_000)));
    }

    #[test]
    fn time_per_move_is_full_again_after_each_turn() {
        let mut clocks = Clocks::new(ClockKind::PerMove { seconds: 30 }, 2);
        clocks.run(Some(A), 0);
        clocks.charge(29_000);
        clocks.end_turn(A);
        clocks.run(Some(B), 29_000);
        assert_eq!(clocks.state(A, 40_000).map(|clock| clock.left_ms), Some(30_000));
    }

    #[test]
    fn time_that_was_lost_is_given_back() {
        let mut clocks = Clocks::new(ClockKind::Days { days: 1 }, 2);
        clocks.run(Some(A), 0);
        clocks.charge(90_000_000);
        clocks.give_back(80_000_000);
        assert_eq!(clocks.deadline(), Some((A, 90_000_000 + 76_400_000)));
    }

    #[test]
    fn a_clock_that_nobody_can_use_is_refused() {
        for kind in [
            ClockKind::PerMove { seconds: 4 },
            ClockKind::Bank { seconds: 60, increment: 3_601 },
            ClockKind::Days { days: 31 },
        ] {
            assert!(Clocks::check(kind).is_err(), "{kind:?}");
        }
    }
}
