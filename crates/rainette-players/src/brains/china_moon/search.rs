//! Best-first search for any number of seats.
//!
//! The tree grows by one node an iteration. Opening a node judges every position one action further; the best of them
//! for the seat that chooses says what the node is worth, and how each looks says where to search first. On the way
//! down every seat wants its own value (max^n), with a bonus for promising and rarely tried actions. What is certain is
//! kept apart from what is judged and carried up as well.
//!
//! In a large tree the errors of the judgement no longer cancel out, since the search goes where they are. From then on
//! a random game from each new node has half a say.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use rainette_core::{Actions, Game as _, Guess as _, NoEffects, Random as _, Seat, SeatSet, Turn, equally};
use rainette_games::china_moon::{Action, ChinaMoon};

use super::evaluation::Judge;
use crate::mixer::Mixer;
use crate::player::{Answer, Meter, Player, Question, Ranked, ThinkError, Values, check_turn};
use crate::random::Generator;

/// The strongest player. One iteration opens one node.
pub(crate) struct Explorer {
    pub(crate) judge: &'static Judge,
}

/// How much promising and rarely tried actions are favoured.
const EXPLORATION: f32 = 0.6;

/// The difference in value that makes an action e times as promising.
const SHARPNESS: f32 = 0.06;

/// From this iteration on new nodes are played out as well as judged.
const LARGE: u32 = 4_000;

/// How much a random game counts for, beside the judgement.
const PLAYED: f32 = 0.5;

impl Player<ChinaMoon> for Explorer {
    fn think(&self, question: &Question<'_, ChinaMoon>) -> Result<Answer<ChinaMoon>, ThinkError> {
        let seat = question.seat()?;
        let root = ChinaMoon::guess(question.story, &equally)?.draw(&mut Generator::new(question.seed));
        check_turn(&root, seat)?;
        let mut search = Search::new(self.judge, root, question.seed);
        let mut meter = Meter::new(question.budget, &question.cancel);
        while !search.is_settled() && meter.goes_on() {
            search.iterate();
        }
        Ok(search.answer(meter.spent))
    }
}

/// Nodes at most: beyond that the tree stops growing and goes on counting.
const MOST_NODES: usize = 6_000_000;

#[derive(Clone, Debug)]
struct Node {
    action: Option<Action>,
    visits: u32,
    /// The sum of values of the visits for the seat that chose to come here, and the judgement at first sight.
    sum: f32,
    /// How promising the action looked, from 0 to 1; all of a choice together 1.
    promise: f32,
    /// The first of its children, which stand side by side; 0 while it has none.
    first: u32,
    len: u16,
    /// Who wins, if that is certain.
    winners: SeatSet,
}

impl Node {
    fn is_certain(&self) -> bool {
        !self.winners.is_empty()
    }

    fn value(&self) -> f32 {
        self.sum / (self.visits as f32 + 1.0)
    }
}

/// A choice on the way down.
#[derive(Clone, Copy)]
struct Step {
    from: u32,
    to: u32,
    seat: Seat,
    /// Who wins by what the seat would rather do, which is certain already and needs no visit.
    instead: SeatSet,
}

/// A tree of positions under way, from the position that was asked about.
pub(crate) struct Search<'a> {
    judge: &'a Judge,
    root: ChinaMoon,
    nodes: Vec<Node>,
    /// The first node of every position that was opened. The frogs of a turn can often be moved in any order; then the
    /// other nodes of the position share the children of the first.
    opened: HashMap<ChinaMoon, u32, BuildHasherDefault<Mixer>>,
    /// The choices of this iteration.
    path: Vec<Step>,
    actions: Actions<ChinaMoon>,
    replies: Actions<ChinaMoon>,
    seen: Vec<(Values, SeatSet)>,
    total: Values,
    rounds: u32,
    /// For games that are played out.
    random: Generator,
}

impl<'a> Search<'a> {
    pub(crate) fn new(judge: &'a Judge, root: ChinaMoon, seed: u64) -> Self {
        let mut nodes = Vec::with_capacity(1 << 14);
        nodes.push(Node {
            action: None,
            visits: 0,
            sum: 0.0,
            promise: 1.0,
            first: 0,
            len: 0,
            winners: SeatSet::EMPTY,
        });
        Self {
            judge,
            root,
            nodes,
            opened: HashMap::default(),
            path: Vec::with_capacity(64),
            actions: Actions::new(),
            replies: Actions::new(),
            seen: Vec::with_capacity(64),
            total: Values::default(),
            rounds: 0,
            random: Generator::new(seed),
        }
    }

    /// Is nothing left to find out?
    pub(crate) fn is_settled(&self) -> bool {
        self.nodes[0].is_certain() || self.nodes[0].len == 1
    }

    /// Who wins if all play as well as they can; none unless that is certain.
    pub(crate) fn winners(&self) -> Option<SeatSet> {
        self.nodes[0].is_certain().then_some(self.nodes[0].winners)
    }

    /// The sum of what each iteration has found for each seat.
    pub(crate) fn total(&self) -> Values {
        self.total
    }

    pub(crate) fn iterate(&mut self) {
        let mut position = self.root;
        let mut at = 0;
        self.path.clear();
        let values = loop {
            let node = &self.nodes[at];
            if node.is_certain() {
                break shares(node.winners);
            }
            let Turn::Seat(seat) = position.turn() else { unreachable!("the end of a game is certain") };
            if node.first == 0 {
                let known = *self.opened.entry(position).or_insert(at as u32) as usize;
                if self.nodes[known].first == 0 {
                    break self.open(at, seat, &position);
                }
                let Node { first, len, winners, .. } = self.nodes[known];
                let node = &mut self.nodes[at];
                (node.first, node.len, node.winners) = (first, len, winners);
                continue;
            }
            let (to, instead) = self.select(at, seat);
            self.path.push(Step { from: at as u32, to: to as u32, seat, instead });
            at = to;
            position = position.after(self.nodes[at].action.expect("children have actions"));
        };
        self.carry_up(values);
    }

    /// Adds the children of a node, and says what it is worth: as much as its best child.
    fn open(&mut self, at: usize, seat: Seat, position: &ChinaMoon) -> Values {
        position.legal_actions(&mut self.actions);
        self.seen.clear();
        let mut best = 0;
        for (index, &action) in self.actions.iter().enumerate() {
            let next = position.after(action);
            let seen = match next.result() {
                Some(outcome) => (shares(outcome.winners), outcome.winners),
                None => (self.judge.evaluate(&next, &mut self.replies), SeatSet::EMPTY),
            };
            self.seen.push(seen);
            if seen.0[seat.index()] > self.seen[best].0[seat.index()] {
                best = index;
            }
        }
        let (mut values, sure) = self.seen[best];
        let most = values[seat.index()];
        if self.rounds >= LARGE && sure.is_empty() {
            let played = self.play_out(position.after(self.actions[best]));
            for (value, played) in values.iter_mut().zip(played) {
                *value += PLAYED * (played - *value);
            }
        }
        if self.nodes.len() + self.actions.len() > MOST_NODES {
            return values;
        }
        let mut sum = 0.0;
        let (first, len) = (self.nodes.len(), self.actions.len() as u16);
        for (&action, &(values, winners)) in self.actions.iter().zip(&self.seen) {
            let own = values[seat.index()];
            let promise = libm::expf((own - most) / SHARPNESS);
            sum += promise;
            self.nodes.push(Node {
                action: Some(action),
                visits: 0,
                sum: own,
                promise,
                first: 0,
                len: 0,
                winners,
            });
        }
        for child in &mut self.nodes[first..] {
            child.promise /= sum;
        }
        (self.nodes[at].first, self.nodes[at].len) = (first as u32, len);
        self.nodes[at].winners = self.outcome(at, seat);
        values
    }

    /// Who wins when everybody plays at random from here.
    fn play_out(&mut self, mut position: ChinaMoon) -> Values {
        while !position.is_over() {
            position.legal_actions(&mut self.replies);
            let pick = self.random.below(self.replies.len() as u32) as usize;
            position.act(self.replies[pick], &mut NoEffects);
        }
        position.result().map_or_else(Values::default, |outcome| shares(outcome.winners))
    }

    fn children(&self, at: usize) -> &[Node] {
        let node = &self.nodes[at];
        &self.nodes[node.first as usize..][..usize::from(node.len)]
    }

    /// The child to look at next. What is certain is not looked at while there is anything else: who wins by it is
    /// handed over instead if it is the better choice.
    fn select(&self, at: usize, seat: Seat) -> (usize, SeatSet) {
        let children = self.children(at);
        let first = self.nodes[at].first as usize;
        let visits: u32 = children.iter().map(|child| child.visits).sum();
        let reach = EXPLORATION * (visits as f32 + 1.0).sqrt();
        let mut open = (f32::NEG_INFINITY, None);
        let mut sure = (f32::NEG_INFINITY, 0);
        for (index, child) in children.iter().enumerate() {
            if child.is_certain() {
                let value = share(child.winners, seat);
                if value > sure.0 {
                    sure = (value, index);
                }
            } else {
                let bound = (child.sum + reach * child.promise) / (child.visits as f32 + 1.0);
                if bound > open.0 {
                    open = (bound, Some(index));
                }
            }
        }
        match open.1 {
            Some(index) if open.0 >= sure.0 => (first + index, SeatSet::EMPTY),
            Some(index) => (first + index, children[sure.1].winners),
            None => (first + sure.1, SeatSet::EMPTY),
        }
    }

    fn carry_up(&mut self, mut values: Values) {
        for step in (0..self.path.len()).rev() {
            let Step { from, to, seat, instead } = self.path[step];
            let child = &mut self.nodes[to as usize];
            child.visits += 1;
            if child.is_certain() {
                // From now on it is worth what is certain, whatever was thought of it before.
                child.sum = share(child.winners, seat) * (child.visits as f32 + 1.0);
                let winners = self.outcome(from as usize, seat);
                self.nodes[from as usize].winners = winners;
                if !winners.is_empty() {
                    values = shares(winners);
                }
            } else {
                child.sum += values[seat.index()];
            }
            if !instead.is_empty() {
                values = shares(instead);
            }
        }
        for (total, value) in self.total.iter_mut().zip(values) {
            *total += value;
        }
        self.rounds += 1;
    }

    /// Who certainly wins by a choice: a sure win needs no more, otherwise all children must be certain, and those that
    /// are best for the chooser must not differ in what they leave to others. Nobody if it is not certain.
    fn outcome(&self, at: usize, seat: Seat) -> SeatSet {
        let mut best: Option<SeatSet> = None;
        let (mut is_sure, mut is_clear) = (true, true);
        for child in self.children(at) {
            let winners = child.winners;
            if winners == SeatSet::only(seat) {
                return winners;
            }
            is_sure &= child.is_certain();
            let Some(other) = best else {
                best = Some(winners);
                continue;
            };
            match share(winners, seat).total_cmp(&share(other, seat)) {
                Ordering::Less => {}
                Ordering::Equal => is_clear &= winners == other,
                Ordering::Greater => (best, is_clear) = (Some(winners), true),
            }
        }
        best.filter(|_| is_sure && is_clear).unwrap_or_default()
    }

    pub(crate) fn answer(&self, iterations: u64) -> Answer<ChinaMoon> {
        if self.nodes[0].first == 0 {
            return self.first_answer();
        }
        let mut children: Vec<&Node> = self.children(0).iter().collect();
        children.sort_by(|a, b| b.visits.cmp(&a.visits).then(b.value().total_cmp(&a.value())));
        // What is certainly as good as the action most looked at comes before it.
        let most = children[0].value();
        let sure =
            children.iter().enumerate().filter(|(_, child)| child.is_certain() && child.value() >= most);
        let best = sure.max_by(|a, b| a.1.value().total_cmp(&b.1.value()).then(b.0.cmp(&a.0)));
        if let Some((best, _)) = best {
            children[..=best].rotate_right(1);
        }
        let ranked = |child: &&Node| Ranked {
            action: child.action.expect("children have actions"),
            value: child.value(),
            visits: child.visits,
        };
        let ranked: Vec<_> = children.iter().map(ranked).collect();
        let values = if self.nodes[0].is_certain() {
            shares(self.nodes[0].winners)
        } else {
            self.total.map(|total| total / self.rounds as f32)
        };
        Answer { action: ranked[0].action, values, ranked, iterations }
    }

    /// Not a single iteration was allowed: any legal action is as good as another.
    fn first_answer(&self) -> Answer<ChinaMoon> {
        let mut actions = Actions::new();
        self.root.legal_actions(&mut actions);
        let value = 1.0 / self.root.seats() as f32;
        let mut values = Values::default();
        values[..self.root.seats()].fill(value);
        let ranked: Vec<_> = actions.iter().map(|&action| Ranked { action, value, visits: 0 }).collect();
        Answer { action: ranked[0].action, values, ranked, iterations: 0 }
    }
}

/// What a seat has of an outcome.
fn share(winners: SeatSet, seat: Seat) -> f32 {
    if winners.contains(seat) { 1.0 / winners.len() as f32 } else { 0.0 }
}

/// What each seat has of an outcome.
pub(crate) fn shares(winners: SeatSet) -> Values {
    std::array::from_fn(|seat| share(winners, Seat::new(seat)))
}
