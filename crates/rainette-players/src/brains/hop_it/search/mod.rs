//! Alpha-beta over whole turns: iterative deepening, a transposition table, killer turns and history, and a search
//! through turns that owe a hop over an enemy before anything is evaluated.
//!
//! A ply is a whole turn, so the sides alternate however long a chain of hops is, and every position in the table is
//! one at the start of a turn: what a chain owes is settled within the ply. Turns that owe a hop over an enemy come to
//! an end by themselves, since each of them makes a tadpole grow or removes a frog: they are followed without a limit.

mod findings;
mod lessons;
mod limits;

use rainette_core::{Game as _, Seat, Turn};
use rainette_games::hop_it::HopIt;

pub(crate) use self::findings::Findings;
use self::findings::{Root, answer, by_action};
pub(crate) use self::lessons::Lessons;
use self::lessons::{Bound, Entry, from_table, to_table};
pub(crate) use self::limits::{Limits, NODES_PER_ITERATION};
use super::endgames::{Endgames, Fate};
use super::evaluation::{WEIGHTS, Weights, evaluate, is_compelled};
use super::turns::{Lister, WholeTurn};

/// The worth of a win now; one turn later it is one less.
pub(crate) const WIN: i32 = 30_000;
/// What is worth more, or less than its opposite, is a proven win, or loss.
pub(crate) const PROVEN: i32 = WIN - 1_000;
/// The worth of a win that the tables know, below all that are searched to their end.
const SOLVED: i32 = WIN - 500;
const INFINITE: i32 = 32_000;
/// The worth of a draw for the seat that thinks. Two careful players draw easily: one that wants to win must not be
/// content with that.
pub(crate) const DRAW: i32 = -40;
/// Up to this depth every action is searched to its true worth; deeper, only what is better than the best so far.
const RANKED_DEPTH: i32 = 3;
/// The clock is looked at every so many positions.
const NODES_PER_LOOK: u64 = 128;
/// Promises from here on are not quiet.
const QUIET: i32 = 1 << 14;

/// A search under way, with what it has learned so far.
pub(crate) struct Search<'a> {
    limits: Limits<'a>,
    weights: &'a Weights,
    endgames: Option<&'a Endgames>,
    /// What a draw is worth to the seat that thinks.
    draw: i32,
    lessons: Lessons,
    lister: Lister,
    /// The turns of each ply under way.
    lists: Vec<Vec<WholeTurn>>,
    killers: Vec<[u16; 2]>,
    nodes: u64,
    next_look: u64,
    stopped: bool,
    /// Nothing stops the first depth.
    may_stop: bool,
}

impl<'a> Search<'a> {
    /// A search for a seat, which must be the one to move.
    pub(crate) fn new(limits: Limits<'a>, seat: Seat, seed: u64) -> Self {
        let lessons = Lessons::none(seat, limits.nodes, seed);
        Self::with(limits, lessons)
    }

    /// A search that goes on from what an earlier one has learned, if that was for the same seat.
    pub(crate) fn after(lessons: Option<Lessons>, limits: Limits<'a>, seat: Seat, seed: u64) -> Self {
        match lessons {
            Some(lessons) if lessons.seat == seat => Self::with(limits, lessons),
            _ => Self::new(limits, seat, seed),
        }
    }

    fn with(limits: Limits<'a>, lessons: Lessons) -> Self {
        Self {
            limits,
            weights: &WEIGHTS,
            endgames: None,
            draw: DRAW,
            lessons,
            lister: Lister::default(),
            lists: Vec::new(),
            killers: Vec::new(),
            nodes: 0,
            next_look: 0,
            stopped: false,
            may_stop: false,
        }
    }

    /// The same with other weights.
    pub(crate) fn weighing(self, weights: &'a Weights) -> Self {
        Self { weights, ..self }
    }

    /// The same with these endgames solved.
    pub(crate) fn knowing(self, endgames: &'a Endgames) -> Self {
        Self { endgames: Some(endgames), ..self }
    }

    /// The same for somebody who does not mind draws: they are worth as much to the one as to the other.
    pub(crate) fn impartial(self) -> Self {
        Self { draw: 0, ..self }
    }

    /// Gives back what the search has learned, for the next one.
    pub(crate) fn lessons(self) -> Lessons {
        self.lessons
    }

    /// Searches deeper and deeper until a limit is met. The game must wait for a seat.
    pub(crate) fn run(&mut self, position: &HopIt) -> Findings {
        let seat = self.lessons.seat;
        let mut turns = Vec::new();
        self.lister.list_by_action(position, &mut turns);
        let mut roots: Vec<Root> =
            turns.iter().map(|turn| Root { turn: *turn, worth: 0, nodes: 0 }).collect();
        let only_action = roots.iter().all(|root| root.turn.first == roots[0].turn.first);
        let mut ranking = Vec::new();
        let mut depths = Vec::new();
        for depth in 1..=self.limits.depth {
            self.may_stop = depth > 1;
            let finished = self.search_roots(&mut roots, seat, depth);
            if !finished {
                break;
            }
            if depth <= RANKED_DEPTH {
                ranking = by_action(&roots);
            }
            let best = roots[0].worth;
            depths.push(best);
            // A proof does not change; nor does an only action, but its worth is asked for, too.
            if best.abs() >= PROVEN && WIN - best.abs() <= depth || only_action && depth >= 4 {
                break;
            }
        }
        Findings { actions: answer(&roots, &ranking), nodes: self.nodes, depths }
    }

    /// Searches every turn to a depth, and sorts them with the best first. Says whether it came to the end; what it has
    /// found better before it was stopped counts all the same.
    fn search_roots(&mut self, roots: &mut [Root], seat: Seat, depth: i32) -> bool {
        let is_ranked = depth <= RANKED_DEPTH;
        let mut worths = Vec::new();
        let mut alpha = -INFINITE;
        for place in 0..roots.len() {
            let before = self.nodes;
            let turn = roots[place].turn;
            let worth = if is_ranked || place == 0 {
                self.worth_of(&turn, seat, depth, 0, -INFINITE, INFINITE)
            } else {
                let worth = self.worth_of(&turn, seat, depth, 0, alpha, alpha + 1);
                if worth > alpha && !self.stopped {
                    self.worth_of(&turn, seat, depth, 0, alpha, INFINITE)
                } else {
                    worth
                }
            };
            roots[place].nodes += self.nodes - before;
            if self.stopped {
                return false;
            }
            if is_ranked {
                worths.push(worth);
                continue;
            }
            roots[place].worth = worth;
            if worth > alpha {
                alpha = worth;
                // The best so far comes first at once, in case this depth is not finished.
                roots[..=place].rotate_right(1);
            }
        }
        if is_ranked {
            for (root, worth) in roots.iter_mut().zip(worths) {
                root.worth = worth;
            }
            roots.sort_by_key(|root| -root.worth);
        }
        true
    }

    /// The worth of a turn for the seat that makes it.
    #[inline]
    fn worth_of(
        &mut self,
        turn: &WholeTurn,
        seat: Seat,
        depth: i32,
        ply: usize,
        alpha: i32,
        beta: i32,
    ) -> i32 {
        if let Some(outcome) = turn.after.result() {
            self.nodes += 1;
            return match outcome.winners.iter().next() {
                Some(winner) if winner == seat => WIN - ply as i32 - 1,
                Some(_) => ply as i32 + 1 - WIN,
                None if seat == self.lessons.seat => self.draw,
                None => -self.draw,
            };
        }
        -self.negamax(&turn.after, turn.key, depth - 1, ply + 1, -beta, -alpha)
    }

    fn negamax(
        &mut self,
        position: &HopIt,
        key: u64,
        depth: i32,
        ply: usize,
        mut alpha: i32,
        beta: i32,
    ) -> i32 {
        self.nodes += 1;
        if self.must_stop() {
            return 0;
        }
        if let Some(fate) = self.endgames.and_then(|endgames| endgames.look(position)) {
            return self.worth_of_fate(fate, position, ply);
        }
        let compelled = is_compelled(position);
        if depth <= 0 && !compelled {
            return self.evaluate(position, key);
        }
        let Turn::Seat(seat) = position.turn() else { unreachable!("the game is not over") };
        // Nothing is better than winning in this turn, or worse than losing in it.
        let (least, most) = (ply as i32 + 1 - WIN, WIN - ply as i32 - 1);
        alpha = alpha.max(least);
        if alpha >= beta.min(most) {
            return alpha;
        }
        let depth = depth.max(0);
        let place = key as usize & (self.lessons.table.len() - 1);
        let entry = self.lessons.table[place];
        let mut known = 0;
        if entry.check == (key >> 32) as u32 && entry.bound != Bound::None {
            known = entry.best;
            if i32::from(entry.depth) >= depth {
                let worth = from_table(entry.worth, ply);
                let answers = match entry.bound {
                    Bound::Exact => true,
                    Bound::AtLeast => worth >= beta,
                    Bound::AtMost => worth <= alpha,
                    Bound::None => false,
                };
                if answers {
                    return worth;
                }
            }
        }
        while self.lists.len() <= ply {
            self.lists.push(Vec::with_capacity(64));
            self.killers.push([u16::MAX; 2]);
        }
        let mut turns = std::mem::take(&mut self.lists[ply]);
        self.lister.list(position, &mut turns);
        self.promise(position, seat, ply, known, &mut turns);
        // A turn without a choice costs no depth.
        let deeper = depth + i32::from(compelled && turns.len() == 1);
        let (mut best, mut best_turn, before) = (-INFINITE, 0, alpha);
        for number in 0..turns.len() {
            // The most promising of those left comes next; most nodes end before all are sorted.
            let next = (number..turns.len())
                .max_by_key(|&at| (turns[at].promise, std::cmp::Reverse(at)))
                .unwrap_or(number);
            turns.swap(number, next);
            let turn = turns[number];
            let worth = self.try_turn(&turn, seat, deeper, ply, number, compelled, (alpha, beta));
            if self.stopped {
                break;
            }
            if worth > best {
                (best, best_turn) = (worth, turn.key as u32);
                if worth > alpha {
                    alpha = worth;
                    if worth >= beta {
                        self.remember(&turns[..=number], seat, depth, ply);
                        break;
                    }
                }
            }
        }
        self.lists[ply] = turns;
        if self.stopped {
            return 0;
        }
        let bound = match best {
            _ if best >= beta => Bound::AtLeast,
            _ if best > before => Bound::Exact,
            _ => Bound::AtMost,
        };
        self.lessons.table[place] = Entry {
            check: (key >> 32) as u32,
            best: best_turn,
            worth: to_table(best, ply),
            depth: depth as i8,
            bound,
        };
        best
    }

    /// The worth of a solved position for the seat to move. The quiet turns behind it, which the transposition table
    /// does not tell apart, are counted: whatever leads into the tables is not quiet.
    fn worth_of_fate(&self, fate: Fate, position: &HopIt, ply: usize) -> i32 {
        match fate {
            Fate::Won(turns) => SOLVED - ply as i32 - i32::from(turns),
            Fate::Lost(turns) => ply as i32 + i32::from(turns) - SOLVED,
            Fate::Drawn if position.turn() == Turn::Seat(self.lessons.seat) => self.draw,
            Fate::Drawn => -self.draw,
        }
    }

    /// The first turn is searched with the whole window; the others are only asked whether they are better, late and
    /// quiet ones at less depth first.
    #[expect(clippy::too_many_arguments, reason = "the state of the node that asks")]
    #[inline]
    fn try_turn(
        &mut self,
        turn: &WholeTurn,
        seat: Seat,
        depth: i32,
        ply: usize,
        number: usize,
        compelled: bool,
        (alpha, beta): (i32, i32),
    ) -> i32 {
        if number == 0 {
            return self.worth_of(turn, seat, depth, ply, alpha, beta);
        }
        let less = if depth >= 3 && number >= 4 && !compelled && turn.promise < QUIET {
            1 + i32::from(number >= 12)
        } else {
            0
        };
        let mut worth = self.worth_of(turn, seat, depth - less, ply, alpha, alpha + 1);
        if worth > alpha && less > 0 && !self.stopped {
            worth = self.worth_of(turn, seat, depth, ply, alpha, alpha + 1);
        }
        if worth > alpha && worth < beta && !self.stopped {
            worth = self.worth_of(turn, seat, depth, ply, alpha, beta);
        }
        worth
    }

    /// Says how early each turn is to be tried: the one from the table first, then what changes the pieces for the
    /// better, then killers, then by history.
    fn promise(&self, position: &HopIt, seat: Seat, ply: usize, known: u32, turns: &mut [WholeTurn]) {
        let other = seat.next(2);
        let count = |position: &HopIt, seat: Seat| position.pieces(seat).count_ones() as i32;
        let frogs =
            |position: &HopIt, seat: Seat| (position.pieces(seat) & position.frogs()).count_ones() as i32;
        let balance = |position: &HopIt| {
            5 * (count(position, seat) - count(position, other)) - frogs(position, seat)
                + frogs(position, other)
        };
        let now = balance(position);
        let killers = self.killers[ply];
        for turn in turns {
            turn.promise = if turn.key as u32 == known {
                i32::MAX
            } else {
                let gain = balance(&turn.after) - now;
                let killer = if turn.route == killers[0] { 2 } else { i32::from(turn.route == killers[1]) };
                gain * 2 * QUIET
                    + killer * (QUIET / 2)
                    + self.lessons.history[usize::from(turn.route)][seat.index()]
            };
        }
    }

    /// A turn was too good for the other side: it and its like are tried earlier from now on.
    fn remember(&mut self, tried: &[WholeTurn], seat: Seat, depth: i32, ply: usize) {
        let Some((good, others)) = tried.split_last() else { return };
        let killers = &mut self.killers[ply];
        if killers[0] != good.route {
            *killers = [good.route, killers[0]];
        }
        let most = QUIET / 2 - 1;
        let weight = (depth * depth + 1).min(400);
        let mut adjust = |route: u16, by: i32| {
            let value = &mut self.lessons.history[usize::from(route)][seat.index()];
            *value += by - *value * by.abs() / most;
        };
        adjust(good.route, weight);
        for other in others {
            adjust(other.route, -weight);
        }
    }

    #[inline]
    fn evaluate(&self, position: &HopIt, key: u64) -> i32 {
        let noise = (key.wrapping_mul(self.lessons.salt) >> 61) as i32 - 4;
        evaluate(position, self.weights) + noise
    }

    #[inline]
    fn must_stop(&mut self) -> bool {
        if self.stopped || self.nodes < self.next_look {
            return self.stopped;
        }
        self.next_look = (self.nodes + NODES_PER_LOOK).min(self.limits.nodes);
        let is_late = || self.limits.time.is_some_and(|most| self.limits.watch.elapsed() >= most);
        self.stopped = self.may_stop
            && (self.nodes >= self.limits.nodes || self.limits.cancel.is_cancelled() || is_late());
        self.stopped
    }
}
