//! The time at tables. It counts on from where it was, whatever the machine's clock does: a step of that clock, forward
//! or back, is no time in which anybody could have acted, so nobody is charged for it or freed of it.

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use crate::protocol::Millis;

/// What a machine's clocks show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reading {
    /// Milliseconds since the beginning of 1970. It is set now and then, and may step.
    pub wall: Millis,
    /// Milliseconds since some moment. It only ever counts on.
    pub steady: Millis,
}

/// By how much a clock has to be off to have been set, rather than to run a little fast or slow.
const STEP: Millis = 2_000;

/// What a server that was killed may have stored after its last sign of life.
const AFTER_LAST_SIGN: Millis = 2_000;

/// By how much a clock that runs a little fast or slow is put right at a time.
const NUDGE: Millis = 50;

/// How long ago a node must have been heard of to count as one that runs.
const RECENT: Millis = 5_000;

/// The time at which a server begins, whose machine shows `wall`, if the last sign of life of any before it is known.
/// Time does not go back: if the clock was set back, it is taken to be a little after that sign.
pub fn first(wall: Millis, last_sign: Option<Millis>) -> Millis {
    match last_sign {
        Some(last) if last - wall >= STEP => last + AFTER_LAST_SIGN,
        _ => wall,
    }
}

/// A clock for tables.
pub struct TableClock {
    read: Box<dyn Fn() -> Reading + Send + Sync>,
    /// By how much the time at tables is ahead of the steady clock.
    ahead: AtomicI64,
    latest: AtomicI64,
    /// By how much the wall clock was ahead of the steady one when it was last looked at.
    wall_ahead: AtomicI64,
}

impl std::fmt::Debug for TableClock {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TableClock").field("now", &self.now()).finish_non_exhaustive()
    }
}

impl TableClock {
    /// A clock that shows `now` now, and goes by this machine's.
    pub fn new(now: Millis) -> Self {
        let began = Instant::now();
        Self::with(move || Reading { wall: wall_clock(), steady: began.elapsed().as_millis() as Millis }, now)
    }

    /// A clock that shows `now` now, and goes by these readings.
    pub fn with(read: impl Fn() -> Reading + Send + Sync + 'static, now: Millis) -> Self {
        let Reading { wall, steady } = read();
        Self {
            read: Box::new(read),
            ahead: AtomicI64::new(now - steady),
            latest: AtomicI64::new(now),
            wall_ahead: AtomicI64::new(wall - steady),
        }
    }

    /// Milliseconds since the beginning of 1970, as tables count them. It never goes back.
    pub fn now(&self) -> Millis {
        let now = (self.read)().steady + self.ahead.load(Ordering::Relaxed);
        self.latest.fetch_max(now, Ordering::Relaxed).max(now)
    }

    /// By how much the machine's clock was set since this was last asked; 0 if it only ran a little fast or slow.
    pub fn step(&self) -> Millis {
        let Reading { wall, steady } = (self.read)();
        let ahead = wall - steady;
        let step = ahead - self.wall_ahead.swap(ahead, Ordering::Relaxed);
        if step.abs() < STEP { 0 } else { step }
    }

    /// Logs that the machine's clock was set, if it was.
    pub(crate) fn notice_steps(&self) {
        let step = self.step();
        if step != 0 {
            tracing::warn!(
                seconds = step as f64 / 1_000.0,
                "this machine's clock was set; games are not charged"
            );
        }
    }

    /// Puts the clock forward, or back if that is negative.
    #[cfg(feature = "postgres")]
    pub(crate) fn turn(&self, by: Millis) {
        self.ahead.fetch_add(by, Ordering::Relaxed);
        if by < -STEP {
            self.latest.fetch_add(by, Ordering::Relaxed);
        }
    }
}

/// Milliseconds since the beginning of 1970, by this machine's clock.
pub fn wall_clock() -> Millis {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis() as Millis)
}

/// What nodes that share a database agree on: the time at tables is the database's plus a shift, which grows or shrinks
/// when the database's clock is set.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Agreed {
    /// By how much the time at tables is ahead of the database's.
    pub shift: Millis,
    /// The database's time when a node last said that it runs.
    pub said_at: Millis,
}

/// What a node does about its own clock and the agreement when it says that it runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settled {
    /// By how much it turns its own clock.
    pub turn: Millis,
    /// What is agreed on from now on.
    pub agreed: Agreed,
}

impl Agreed {
    /// The time at tables at which a node begins, if the database shows `theirs` and the last sign of life of any node
    /// is known; and what is agreed on from then on.
    pub fn first(self, theirs: Millis, last_sign: Option<Millis>) -> (Millis, Self) {
        let now = first(theirs + self.shift, last_sign);
        (now, Self { shift: now - theirs, ..self })
    }

    /// A node whose clock shows `mine` finds that the database's shows `theirs`.
    ///
    /// Where both are far apart, either the database's clock was set, which no node has noticed yet, or this node was
    /// held up while others ran. In the first case the shift makes up for it; in the second this node is wrong.
    pub fn settle(self, theirs: Millis, mine: Millis) -> Settled {
        let behind = theirs + self.shift - mine;
        let since = theirs - self.said_at;
        let others_run = (0..RECENT).contains(&since);
        if behind.abs() < STEP {
            let turn = behind.clamp(-NUDGE, NUDGE);
            return Settled { turn, agreed: Self { said_at: theirs, ..self } };
        }
        if others_run {
            return Settled { turn: behind, agreed: Self { said_at: theirs, ..self } };
        }
        Settled { turn: 0, agreed: Self { shift: self.shift - behind, said_at: theirs } }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::AtomicI64;

    use super::*;

    const HOUR: Millis = 3_600_000;

    /// A machine whose clocks we turn.
    #[derive(Default)]
    struct Machine {
        wall: AtomicI64,
        steady: AtomicI64,
    }

    impl Machine {
        fn clock(self: &Arc<Self>, now: Millis) -> TableClock {
            let machine = Arc::clone(self);
            let read = move || Reading {
                wall: machine.wall.load(Ordering::Relaxed),
                steady: machine.steady.load(Ordering::Relaxed),
            };
            TableClock::with(read, now)
        }

        fn pass(&self, millis: Millis) {
            self.wall.fetch_add(millis, Ordering::Relaxed);
            self.steady.fetch_add(millis, Ordering::Relaxed);
        }
    }

    #[test]
    fn a_step_of_the_machines_clock_is_no_time_at_tables() {
        for step in [HOUR, -HOUR, 10 * HOUR, -3_000] {
            let machine = Arc::new(Machine::default());
            machine.wall.store(1_000_000, Ordering::Relaxed);
            let clock = machine.clock(1_000_000);
            machine.pass(500);
            assert_eq!((clock.now(), clock.step()), (1_000_500, 0));
            machine.wall.fetch_add(step, Ordering::Relaxed);
            assert_eq!(clock.now(), 1_000_500, "a step of {step} ms");
            machine.pass(500);
            assert_eq!((clock.now(), clock.step()), (1_001_000, step), "time goes on");
            assert_eq!(clock.step(), 0, "a step is noticed once");
        }
    }

    #[test]
    fn a_server_that_starts_in_the_past_goes_on_where_the_last_one_was() {
        assert_eq!(first(5_000, None), 5_000);
        assert_eq!(first(5_000, Some(4_000)), 5_000);
        assert_eq!(first(5_000, Some(5_100)), 5_000, "clocks are never quite the same");
        assert_eq!(first(5_000, Some(HOUR)), HOUR + 2_000);
    }

    #[test]
    fn a_clock_that_is_nudged_back_stands_still_rather_than_run_back() {
        let machine = Arc::new(Machine::default());
        let clock = machine.clock(1_000);
        machine.pass(100);
        assert_eq!(clock.now(), 1_100);
        clock.turn(-50);
        assert_eq!(clock.now(), 1_100);
        machine.pass(60);
        assert_eq!(clock.now(), 1_110);
    }

    /// Some nodes and a database, each with a clock of its own.
    struct Pond {
        agreed: Agreed,
        database: Millis,
        nodes: Vec<Millis>,
    }

    impl Pond {
        fn new(nodes: usize) -> Self {
            let database = 1_000_000;
            Self { agreed: Agreed { shift: 0, said_at: database }, database, nodes: vec![database; nodes] }
        }

        /// A second passes, at the end of which each node says that it runs.
        fn second(&mut self, held_up: Option<usize>) {
            self.database += 1_000;
            for (number, node) in self.nodes.iter_mut().enumerate() {
                if held_up == Some(number) {
                    continue;
                }
                *node += 1_000;
                let settled = self.agreed.settle(self.database, *node);
                *node += settled.turn;
                self.agreed = settled.agreed;
            }
        }
    }

    #[test]
    fn a_step_of_the_databases_clock_is_no_time_at_tables_of_any_node() {
        for step in [HOUR, -HOUR] {
            let mut pond = Pond::new(3);
            pond.second(None);
            pond.database += step;
            for _ in 0..3 {
                pond.second(None);
            }
            assert_eq!(pond.nodes, [1_004_000; 3], "a step of {step} ms");
            // Whoever starts now agrees with them.
            let (now, _) = pond.agreed.first(pond.database, Some(1_004_000));
            assert_eq!(now, 1_004_000);
        }
    }

    #[test]
    fn a_node_that_was_held_up_while_others_ran_is_the_one_that_is_wrong() {
        let mut pond = Pond::new(2);
        for _ in 0..60 {
            pond.second(Some(1));
        }
        pond.second(None);
        assert_eq!(pond.nodes, [1_061_000; 2]);
    }

    #[test]
    fn a_node_alone_that_was_held_up_goes_on_where_it_was() {
        let mut pond = Pond::new(1);
        for _ in 0..60 {
            pond.second(Some(0));
        }
        pond.second(None);
        assert_eq!(pond.nodes, [1_001_000], "nobody could act meanwhile");
    }

    #[test]
    fn a_node_whose_clock_runs_a_little_fast_is_held_back() {
        let mut pond = Pond::new(1);
        for _ in 0..100 {
            pond.second(None);
            pond.nodes[0] += 3;
        }
        let off = pond.nodes[0] - pond.database;
        assert!((0..=10).contains(&off), "{off}");
    }

    #[test]
    fn a_database_that_was_set_back_while_no_node_ran_does_not_bring_back_the_past() {
        let agreed = Agreed { shift: 0, said_at: 5_000_000 };
        let (now, agreed) = agreed.first(1_000_000, Some(5_000_000));
        assert_eq!(now, 5_002_000);
        assert_eq!(agreed.settle(1_001_000, now + 1_000).turn, 0, "and stays so");
    }
}
