//! Clocks, computed from the times in the log alone.

use rainette_core::Seat;

use super::weekends::{OFFSETS, due, elapsed};
use crate::Error;
use crate::protocol::{ClockKind, ClockState, Millis};

/// What the bank of somebody who comes back holds at least.
const BANK_AFTER_RETURN: Millis = 60_000;

/// The clocks of all seats.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Clocks {
    kind: ClockKind,
    left: Vec<Millis>,
    /// Since when the clock of each seat runs, if it does. Those of several run if several may choose at once.
    running: Vec<Option<Millis>>,
}

impl Clocks {
    pub(super) fn new(kind: ClockKind, seats: usize) -> Self {
        let (full, _) = Self::times(kind);
        Self { kind, left: vec![full; seats], running: vec![None; seats] }
    }

    /// Can a clock be set like that?
    pub(super) fn check(kind: ClockKind) -> Result<(), Error> {
        let fits = match kind {
            ClockKind::None => true,
            ClockKind::PerMove { seconds } => (5..=86_400).contains(&seconds),
            ClockKind::Bank { seconds, increment } => (10..=86_400).contains(&seconds) && increment <= 3_600,
            ClockKind::Days { days, weekends_off } => {
                (1..=30).contains(&days) && weekends_off.is_none_or(|minutes| OFFSETS.contains(&minutes))
            }
        };
        let limits = "a turn takes 5 to 86,400 seconds or 1 to 30 days, a bank holds 10 to 86,400 seconds, \
                      an increment is at most 3,600, weekends are off by a UTC offset of -720 to 840 minutes";
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
            ClockKind::Days { days, .. } => (Millis::from(days) * 86_400_000, None),
        }
    }

    /// Charges the running clocks up to this time.
    pub(super) fn charge(&mut self, now: Millis) {
        for (left, since) in self.left.iter_mut().zip(&mut self.running) {
            if let Some(since) = since {
                *left -= elapsed(self.kind, *since, now);
                *since = now.max(*since);
            }
        }
    }

    /// Gives back what was charged while the server was down, up to now: weekends were not.
    pub(super) fn give_back(&mut self, lost: Millis, now: Millis) {
        for (left, since) in self.left.iter_mut().zip(&self.running) {
            if since.is_some() {
                *left += elapsed(self.kind, now - lost, now);
            }
        }
    }

    /// A seat has ended its turn.
    pub(super) fn end_turn(&mut self, seat: Seat) {
        let (full, increment) = Self::times(self.kind);
        let left = &mut self.left[seat.index()];
        *left = increment.map_or(full, |increment| *left + increment);
    }

    /// A seat's owner is back. If every turn has its own time, it is whole again; a bank holds a minute at least, or
    /// what there was at the beginning if that was less.
    pub(super) fn refill(&mut self, seat: Seat) {
        let (full, _) = Self::times(self.kind);
        let left = &mut self.left[seat.index()];
        *left = match self.kind {
            ClockKind::Bank { .. } => (*left).max(full.min(BANK_AFTER_RETURN)),
            _ => full,
        };
    }

    /// Somebody begins to play at a seat whose clock never ran: a computer player held it.
    pub(super) fn begin(&mut self, seat: Seat) {
        self.left[seat.index()] = Self::times(self.kind).0;
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

    /// Lets the clocks of these seats run, and no others.
    pub(super) fn run(&mut self, seats: &[Seat], now: Millis) {
        if self.kind == ClockKind::None {
            return;
        }
        for (seat, since) in Seat::all(self.left.len()).zip(&mut self.running) {
            *since = seats.contains(&seat).then(|| since.unwrap_or(now));
        }
    }

    /// The seats whose time runs out first, all of them at the same moment, and when that is.
    pub(super) fn deadline(&self) -> Option<(Vec<Seat>, Millis)> {
        let due_at = |seat: Seat| Some(due(self.kind, self.running[seat.index()]?, self.left[seat.index()]));
        let first = Seat::all(self.left.len()).filter_map(due_at).min()?;
        let late = Seat::all(self.left.len()).filter(|seat| due_at(*seat) == Some(first));
        Some((late.collect(), first))
    }

    /// A seat's clock at this time.
    pub(super) fn state(&self, seat: Seat, now: Millis) -> Option<ClockState> {
        if self.kind == ClockKind::None {
            return None;
        }
        let since = self.running[seat.index()];
        let left = self.left[seat.index()];
        Some(ClockState {
            left_ms: left - since.map_or(0, |since| elapsed(self.kind, since, now)),
            is_running: since.is_some(),
            until: since.map(|since| due(self.kind, since, left)),
        })
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
        clocks.run(&[A], 1_000);
        clocks.charge(11_000);
        clocks.end_turn(A);
        clocks.run(&[B], 11_000);
        assert_eq!(
            clocks.state(A, 99_000),
            Some(ClockState { left_ms: 55_000, is_running: false, until: None })
        );
        let running = ClockState { left_ms: 59_000, is_running: true, until: Some(71_000) };
        assert_eq!(clocks.state(B, 12_000), Some(running));
        assert_eq!(clocks.deadline(), Some((vec![B], 71_000)));
    }

    #[test]
    fn time_per_move_is_full_again_after_each_turn() {
        let mut clocks = Clocks::new(ClockKind::PerMove { seconds: 30 }, 2);
        clocks.run(&[A], 0);
        clocks.charge(29_000);
        clocks.end_turn(A);
        clocks.run(&[B], 29_000);
        assert_eq!(clocks.state(A, 40_000).map(|clock| clock.left_ms), Some(30_000));
    }

    #[test]
    fn time_that_was_lost_is_given_back() {
        let mut clocks = Clocks::new(ClockKind::Days { days: 1, weekends_off: None }, 2);
        clocks.run(&[A], 0);
        clocks.charge(90_000_000);
        clocks.give_back(80_000_000, 90_000_000);
        assert_eq!(clocks.deadline(), Some((vec![A], 90_000_000 + 76_400_000)));
    }

    #[test]
    fn clocks_of_several_run_at_once_and_whose_time_is_up_first_is_first() {
        let mut clocks = Clocks::new(ClockKind::PerMove { seconds: 30 }, 2);
        clocks.run(&[B], 0);
        clocks.charge(10_000);
        clocks.run(&[A, B], 10_000);
        clocks.charge(15_000);
        assert_eq!(clocks.left(), [25_000, 15_000]);
        assert_eq!(clocks.deadline(), Some((vec![B], 30_000)));
        clocks.give_back(5_000, 15_000);
        clocks.run(&[A], 15_000);
        assert_eq!(
            (clocks.left(), clocks.deadline()),
            ([30_000, 20_000].as_slice(), Some((vec![A], 45_000)))
        );
    }

    #[test]
    fn all_are_late_whose_time_is_up_at_the_same_moment() {
        let mut clocks = Clocks::new(ClockKind::PerMove { seconds: 30 }, 3);
        clocks.run(&[A], 0);
        clocks.run(&[A, B, Seat::new(2)], 5_000);
        assert_eq!(clocks.deadline(), Some((vec![A], 30_000)));
        clocks.run(&[B, Seat::new(2)], 6_000);
        assert_eq!(clocks.deadline(), Some((vec![B, Seat::new(2)], 35_000)));
        clocks.run(&[], 7_000);
        assert_eq!(clocks.deadline(), None);
    }

    #[test]
    fn whoever_comes_back_to_an_empty_bank_has_a_minute() {
        for (seconds, left) in [(600, 60_000), (20, 20_000)] {
            let mut clocks = Clocks::new(ClockKind::Bank { seconds, increment: 0 }, 2);
            clocks.run(&[A], 0);
            clocks.charge(i64::from(seconds) * 1_000);
            clocks.refill(A);
            clocks.refill(B);
            assert_eq!(clocks.left(), [left, i64::from(seconds) * 1_000], "and nobody loses by it");
        }
    }

    #[test]
    fn a_clock_that_nobody_can_use_is_refused() {
        for kind in [
            ClockKind::PerMove { seconds: 4 },
            ClockKind::Bank { seconds: 60, increment: 3_601 },
            ClockKind::Days { days: 31, weekends_off: None },
            ClockKind::Days { days: 1, weekends_off: Some(841) },
            ClockKind::Days { days: 1, weekends_off: Some(-721) },
        ] {
            assert!(Clocks::check(kind).is_err(), "{kind:?}");
        }
    }
}
