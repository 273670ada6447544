//! Clocks once more, counted in another way: only time in which the server ran is charged, by going through the log with
//! the times of every crash and restart at hand.

use std::collections::BTreeMap;

use rainette_core::{Seat, Table, Turn};
use rainette_table::journal::{By, Event, Row};
use rainette_table::protocol::{ClockKind, TableState};

/// What the log comes to.
pub(super) struct Clocks<'a> {
    kind: ClockKind,
    downs: &'a [(i64, i64)],
    game: Box<dyn Table>,
    /// The number of each event of the game.
    numbers: Vec<u64>,
    /// What was left before each action.
    before: BTreeMap<u64, Vec<i64>>,
    left: Vec<i64>,
    own: Vec<bool>,
    sits_in: Vec<bool>,
    /// Who has settled an action before their turn.
    chosen: Vec<bool>,
    is_on: bool,
    since: i64,
    /// How many have run out of time.
    pub(super) run_out: u32,
    /// How often somebody's clock stood still because the server was down.
    pub(super) stood_still: u32,
}

impl<'a> Clocks<'a> {
    /// Goes through a log; checks that whoever ran out of time had used it up.
    pub(super) fn new(rows: &[Row], downs: &'a [(i64, i64)]) -> Self {
        let Some(Event::Opened(opening)) = rows.first().map(|row| &row.event) else {
            panic!("a log begins with the opening")
        };
        let seats = opening.invited.len();
        let options: Vec<_> = opening.options.clone().into_iter().collect();
        let mut clocks = Self {
            kind: opening.clock,
            downs,
            game: rainette_games::table(&opening.game, seats, &options).expect("the game is known"),
            numbers: Vec::new(),
            before: BTreeMap::new(),
            left: vec![full(opening.clock); seats],
            own: vec![true; seats],
            sits_in: vec![false; seats],
            chosen: vec![false; seats],
            is_on: false,
            since: 0,
            run_out: 0,
            stood_still: 0,
        };
        for row in rows {
            clocks.take(row);
        }
        clocks
    }

    /// The seats whose clocks run: of all who have to choose.
    fn running(&self) -> Vec<usize> {
        let is_asked =
            |seat: &Seat| self.game.turn() == Turn::Seat(*seat) || !self.game.early_choices(*seat).is_empty();
        let runs = |seat: &usize| self.own[*seat] && !self.sits_in[*seat] && !self.chosen[*seat];
        let asked = Seat::all(self.left.len()).filter(is_asked).map(Seat::index);
        asked.filter(runs).filter(|_| self.is_on).collect()
    }

    /// How long the server ran in this time.
    fn ran(&self, from: i64, until: i64) -> i64 {
        let down = |(began, ended): &(i64, i64)| (until.min(*ended) - from.max(*began)).max(0);
        until - from - self.downs.iter().map(down).sum::<i64>()
    }

    fn take(&mut self, row: &Row) {
        for seat in self.running() {
            let ran = self.ran(self.since, row.at);
            self.left[seat] -= ran;
            self.stood_still += u32::from(ran < row.at - self.since);
        }
        let running = self.running();
        self.since = row.at;
        match &row.event {
            Event::Seated { seat, by, .. } => self.own[seat.index()] = matches!(by, By::Person(_)),
            Event::Left { seat, .. } => self.own[seat.index()] = true,
            Event::Swapped { seats: [one, other], .. } => self.own.swap(one.index(), other.index()),
            Event::Arranged { settings, .. } => {
                let options: Vec<_> = settings.options.clone().into_iter().collect();
                let (game, seats) = (self.game.info().id, self.left.len());
                self.game = rainette_games::table(game, seats, &options).expect("it can be set up");
                self.kind = settings.clock;
                self.left.fill(full(self.kind));
            }
            Event::Started { .. } => self.is_on = true,
            Event::Chose { seat, action } => self.chosen[seat.index()] = action.is_some(),
            Event::Began { first, .. } => self.own.rotate_left(first.index()),
            Event::Action { seat, action, .. } => {
                self.chosen[seat.index()] = false;
                self.before.insert(row.number, self.left.clone());
                self.numbers.push(row.number);
                self.game.play(*seat, action).expect("what is logged is legal");
                if self.game.turn() != Turn::Seat(*seat) {
                    let left = &mut self.left[seat.index()];
                    *left = match self.kind {
                        ClockKind::Bank { increment, .. } => *left + i64::from(increment) * 1_000,
                        other => full(other),
                    };
                }
            }
            Event::Chance { chance } => {
                self.numbers.push(row.number);
                self.game.try_chance(chance).expect("what is logged can happen");
            }
            Event::Undone { from, .. } => {
                let kept = self.numbers.iter().filter(|number| *number < from).count();
                let is_single = self.numbers.len() == kept + 1;
                self.numbers.truncate(kept);
                self.game.truncate(kept);
                let then = &self.before[from];
                if is_single || matches!(self.kind, ClockKind::Bank { .. }) {
                    self.left.iter_mut().zip(then).for_each(|(left, then)| *left = (*left).min(*then));
                } else {
                    self.left.fill(full(self.kind));
                }
            }
            Event::SatIn { seat, missed: true, .. } => {
                self.sits_in[seat.index()] = true;
                self.check_used_up(row.number, *seat, &running);
            }
            Event::SatIn { seat, .. } | Event::TakenOver { seat, .. } => self.sits_in[seat.index()] = true,
            Event::TookBack { seat } => {
                self.sits_in[seat.index()] = false;
                let left = &mut self.left[seat.index()];
                *left = match self.kind {
                    ClockKind::Bank { .. } => (*left).max(full(self.kind).min(60_000)),
                    other => full(other),
                };
            }
            Event::Resigned { seat } => self.chosen[seat.index()] = false,
            Event::CameIn { seat, .. } => {
                self.own[seat.index()] = true;
                self.left[seat.index()] = full(self.kind);
            }
            Event::OutOfTime { seat } => {
                self.chosen[seat.index()] = false;
                self.check_used_up(row.number, *seat, &running);
            }
            Event::Finished { .. } | Event::Abandoned { .. } => self.is_on = false,
            _ => {}
        }
    }

    /// Whoever runs out of time had used it up.
    fn check_used_up(&mut self, number: u64, seat: Seat, running: &[usize]) {
        assert!(running.contains(&seat.index()), "event {number}: whose clock runs");
        let left = self.left[seat.index()];
        assert!(left <= 0, "event {number}: seat {seat} had {left} ms left");
        self.run_out += 1;
    }

    /// Checks what a table shows at this time.
    pub(super) fn check(&self, table: &TableState, now: i64) {
        if self.kind == ClockKind::None {
            return;
        }
        for seat in Seat::all(self.left.len()) {
            let runs = self.running().contains(&seat.index());
            let left = self.left[seat.index()] - if runs { self.ran(self.since, now) } else { 0 };
            let shown = table.seats[seat.index()].clock.expect("a clock");
            assert_eq!((shown.left_ms, shown.is_running), (left, runs), "the clock of seat {seat}");
        }
    }
}

fn full(kind: ClockKind) -> i64 {
    match kind {
        ClockKind::None => 0,
        ClockKind::PerMove { seconds } | ClockKind::Bank { seconds, .. } => i64::from(seconds) * 1_000,
        ClockKind::Days { days, .. } => i64::from(days) * 86_400_000,
    }
}
