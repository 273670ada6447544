//! A disk that fails or is slow for a while: every write in this time is refused, whether or not it got through, or takes
//! long. The node lives on, as the hub has it: people see what is stored, and once the disk works the table is read again.

use rainette_table::table::{Input, Machine};

use super::{BAD_TIMES, BEGINNING, Flaw, Happening, Life, World};
use rainette_core::Random as _;

/// What is wrong with the disk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fault {
    /// Nothing is known to be written.
    Fails,
    /// It takes so long.
    Slow(i64),
}

/// A time in which something is wrong with the disk.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    from: i64,
    until: i64,
    fault: Fault,
}

impl World {
    /// The world of a seed with a disk that fails or is slow, some times for a while.
    pub(crate) fn with_faults(seed: u64) -> Self {
        let mut world = Self::new(seed);
        for _ in 0..3 + world.below(4) {
            let from = BEGINNING + i64::from(world.below(BAD_TIMES as u32 - 1_000));
            let length = 200 + i64::from(world.below(4_000));
            let until = (from + length).min(BEGINNING + BAD_TIMES - 1);
            let fault =
                if world.one_in(3) { Fault::Slow(300 + i64::from(world.below(2_500))) } else { Fault::Fails };
            world.faults.push(Span { from, until, fault });
        }
        world
    }

    /// The same world with a server that believes that what could not be stored is not stored.
    pub(crate) fn with_faults_and_trust(seed: u64) -> Self {
        Self { flaw: Some(Flaw::Trust), ..Self::with_faults(seed) }
    }

    /// What is wrong with the disk now, and until when.
    pub(super) fn fault(&self) -> Option<(Fault, i64)> {
        let now = self.faults.iter().filter(|span| (span.from..span.until).contains(&self.now));
        // Where it fails it is not slow.
        now.map(|span| (span.fault, span.until)).min_by_key(|(fault, _)| *fault != Fault::Fails)
    }

    /// Nobody knows whether something was written: the table is thrown away and read again.
    pub(super) fn write_failed(&mut self, node: usize) {
        self.troubles.refused_writes += 1;
        if self.one_in(2) {
            self.disk.roll_back();
        } else {
            self.disk.sync();
        }
        self.start_over(node);
    }

    /// Something could not be stored. Half of the time it was stored all the same.
    pub(super) fn stall(&mut self, life: Life) {
        self.troubles.refused_writes += 1;
        self.troubles.stalled += 1;
        if self.one_in(2) {
            self.disk.roll_back();
        } else {
            self.disk.sync();
            self.troubles.kept_unanswered += 1;
        }
        let now = self.now;
        let node = &mut self.nodes[life.0];
        node.stalled_at = Some(now);
        let outputs = node.machine.as_mut().map(Machine::stall).unwrap_or_default();
        self.carry_out(life.0, outputs);
        self.heal_later(life);
    }

    /// The disk is tried again until it works.
    fn heal_later(&mut self, life: Life) {
        let works_at = match self.fault() {
            Some((Fault::Fails, until)) => until,
            _ => self.now,
        };
        let tried = works_at - self.now + 1 + i64::from(self.below(1_000));
        self.later(tried, Happening::Healed { life });
    }

    /// The disk works: the table is thrown away, and read again.
    pub(super) fn heal(&mut self, life: Life) {
        if matches!(self.fault(), Some((Fault::Fails, _))) {
            return self.heal_later(life);
        }
        if self.has(Flaw::Trust) {
            self.nodes[life.0].stalled_at = None;
            return;
        }
        self.end_stall(life.0);
        self.start_over(life.0);
    }

    /// Nobody could do anything since then, so nobody is charged for it.
    pub(super) fn end_stall(&mut self, node: usize) {
        if let Some(since) = self.nodes[node].stalled_at.take() {
            self.downs.push((since, self.now));
        }
    }

    /// Takes something in while nothing can be stored.
    pub(super) fn take_stalled(&mut self, node: usize, input: Input, since: i64) {
        let Some(machine) = &mut self.nodes[node].machine else { return };
        let outputs = machine.handle_stalled(input, since);
        self.carry_out(node, outputs);
    }
}
