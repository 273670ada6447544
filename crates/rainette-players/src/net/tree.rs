//! A tree of positions, grown best first, that stops wherever it needs a judgement.
//!
//! Each iteration walks down from the root. Every seat goes for its own mean value (max^n) plus a bonus for what is
//! promising and rarely tried, until a position is reached that nobody has judged yet. Then the tree stops ([`Waiting`]):
//! whoever has it judged hands back what each seat can expect and how promising each action is, and the tree goes on. While
//! one position waits, others can be asked for; what waits counts as a visit that brought nothing.
//!
//! Results are kept apart from judgements. A choice is certain when it has a sure win, or when all its actions are certain
//! and the best of them leave the same to everybody. Positions that are reached in several ways share what is known of them.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use rainette_core::{Actions, Game, Seat, SeatSet, Turn};

use crate::mixer::Mixer;
use crate::player::{Answer, Ranked, Values};

/// Nodes at most: beyond that the tree stops growing and goes on counting.
const MOST_NODES: usize = 6_000_000;

/// Stands where nothing is known of a position.
const UNKNOWN: u32 = u32::MAX;

#[derive(Clone, Debug)]
struct Node<G: Game> {
    action: Option<G::Action>,
    visits: u32,
    /// How many walks through here wait for a judgement.
    waiting: u32,
    /// The sum of values of the visits for the seat that chose to come here, and what it expected before it did.
    sum: f32,
    /// How promising the action looked, from 0 to 1; all of a choice together 1.
    promise: f32,
    /// What is known of the position.
    known: u32,
    /// Who wins, if that is certain.
    winners: SeatSet,
}

impl<G: Game> Node<G> {
    fn is_certain(&self) -> bool {
        !self.winners.is_empty()
    }

    fn value(&self) -> f32 {
        self.sum / (self.visits as f32 + 1.0)
    }
}

/// What is known of a position that was judged, however it is reached.
#[derive(Clone, Debug)]
struct Known {
    /// The first of its children, which stand side by side.
    first: u32,
    len: u32,
    visits: u32,
    /// The sum of what each visit has found for each seat.
    total: Values,
}

/// A choice on the way down.
#[derive(Clone, Copy, Debug)]
struct Step {
    from: u32,
    to: u32,
    seat: Seat,
    /// Who wins by what the seat would rather do, which is certain already and needs no visit.
    instead: SeatSet,
}

/// A position that waits to be judged.
pub(crate) struct Waiting<G: Game> {
    pub(crate) position: G,
    /// Who is to choose there.
    pub(crate) seat: Seat,
    at: u32,
    path: Vec<Step>,
}

/// What a walk down the tree came to.
pub(crate) enum Walk<G: Game> {
    /// To a position that has to be judged: [`Tree::judged`] takes what comes of it.
    Waiting(Waiting<G>),
    /// To a result; the iteration is over.
    Certain,
    /// To a position that waits already.
    Busy,
}

/// What a search has found of a position: who was to choose there, what each seat can expect, and how often each action was
/// tried.
pub(crate) struct Found<G: Game> {
    pub(crate) position: G,
    pub(crate) seat: Seat,
    pub(crate) values: Values,
    pub(crate) tried: Vec<(G::Action, f32)>,
}

/// A tree of positions under way, from the position that was asked about.
pub(crate) struct Tree<G: Game> {
    root: G,
    exploration: f32,
    nodes: Vec<Node<G>>,
    known: Vec<Known>,
    places: HashMap<G, u32, BuildHasherDefault<Mixer>>,
    actions: Actions<G>,
    /// Paths to be used again.
    paths: Vec<Vec<Step>>,
}

impl<G: Game> Tree<G> {
    /// A tree from a position in which a seat is to choose and nothing is random any more. The larger `exploration` is, the
    /// more are promising and rarely tried actions favoured.
    pub(crate) fn new(root: G, exploration: f32) -> Self {
        let first = Node {
            action: None,
            visits: 0,
            waiting: 0,
            sum: 0.0,
            promise: 1.0,
            known: UNKNOWN,
            winners: SeatSet::EMPTY,
        };
        Self {
            root,
            exploration,
            nodes: vec![first],
            known: Vec::new(),
            places: HashMap::default(),
            actions: Actions::new(),
            paths: Vec::new(),
        }
    }

    /// Begins anew from another position.
    pub(crate) fn plant(&mut self, root: G) {
        self.root = root;
        self.nodes.truncate(1);
        let first = &mut self.nodes[0];
        (first.visits, first.waiting, first.known, first.winners) = (0, 0, UNKNOWN, SeatSet::EMPTY);
        self.known.clear();
        self.places.clear();
    }

    /// The position that was asked about.
    pub(crate) fn root(&self) -> &G {
        &self.root
    }

    /// Is nothing left to find out?
    pub(crate) fn is_settled(&self) -> bool {
        let only = self.known_of(0).is_some_and(|known| known.len == 1);
        only || self.winners().is_some()
    }

    /// Who wins if all play as well as they can; none unless that is certain.
    pub(crate) fn winners(&self) -> Option<SeatSet> {
        self.nodes[0].is_certain().then_some(self.nodes[0].winners)
    }

    fn known_of(&self, at: usize) -> Option<&Known> {
        self.known.get(self.nodes[at].known as usize)
    }

    /// Walks down once.
    pub(crate) fn walk(&mut self) -> Walk<G> {
        let mut position = self.root;
        let mut path = self.paths.pop().unwrap_or_default();
        path.clear();
        let mut at = 0;
        loop {
            let node = &self.nodes[at];
            if node.is_certain() {
                let values = shares(node.winners);
                self.carry_up(&path, values);
                self.paths.push(path);
                return Walk::Certain;
            }
            let Turn::Seat(seat) = position.turn() else { unreachable!("the end of a game is certain") };
            if node.known == UNKNOWN {
                if let Some(&known) = self.places.get(&position) {
                    self.nodes[at].known = known;
                    self.nodes[at].winners = self.outcome(at, seat);
                    continue;
                }
                if node.waiting > 0 {
                    self.paths.push(path);
                    return Walk::Busy;
                }
                self.nodes[0].waiting += 1;
                for step in &path {
                    self.nodes[step.to as usize].waiting += 1;
                }
                return Walk::Waiting(Waiting { position, seat, at: at as u32, path });
            }
            let (to, instead) = self.select(at, seat);
            path.push(Step { from: at as u32, to: to as u32, seat, instead });
            at = to;
            position = position.after(self.nodes[at].action.expect("children have actions"));
        }
    }

    /// Takes what each seat can expect of a position that waited, and how promising its legal actions are, on the scale
    /// of logarithms. That ends the iteration.
    pub(crate) fn judged(
        &mut self,
        waiting: Waiting<G>,
        mut values: Values,
        promise: impl FnMut(G::Action) -> f32,
    ) {
        let Waiting { position, seat, at, path } = waiting;
        self.nodes[0].waiting -= 1;
        for step in &path {
            self.nodes[step.to as usize].waiting -= 1;
        }
        let at = at as usize;
        // It may have waited twice, since it can be reached in several ways.
        if let Some(&known) = self.places.get(&position) {
            self.nodes[at].known = known;
        } else {
            self.open(at, &position, seat, values[seat.index()], promise);
        }
        if self.nodes[at].known != UNKNOWN {
            self.nodes[at].winners = self.outcome(at, seat);
            if self.nodes[at].is_certain() {
                values = shares(self.nodes[at].winners);
            }
            self.count(at, &values);
        }
        self.carry_up(&path, values);
        self.paths.push(path);
    }

    /// Adds the children of a node, unless there are too many nodes already.
    fn open(
        &mut self,
        at: usize,
        position: &G,
        seat: Seat,
        expected: f32,
        mut promise: impl FnMut(G::Action) -> f32,
    ) {
        position.legal_actions(&mut self.actions);
        if self.nodes.len() + self.actions.len() > MOST_NODES {
            return;
        }
        let first = self.nodes.len();
        let mut most = f32::NEG_INFINITY;
        for &action in self.actions.iter() {
            let winners = position.after(action).result().map_or(SeatSet::EMPTY, |outcome| {
                if outcome.winners.is_empty() {
                    Seat::all(position.seats()).collect()
                } else {
                    outcome.winners
                }
            });
            let promise = promise(action);
            most = most.max(promise);
            self.nodes.push(Node {
                action: Some(action),
                visits: 0,
                waiting: 0,
                sum: if winners.is_empty() { expected } else { share(winners, seat) },
                promise,
                known: UNKNOWN,
                winners,
            });
        }
        let mut sum = 0.0;
        for child in &mut self.nodes[first..] {
            child.promise = libm::expf(child.promise - most);
            sum += child.promise;
        }
        for child in &mut self.nodes[first..] {
            child.promise /= sum;
        }
        let known = self.known.len() as u32;
        self.known.push(Known {
            first: first as u32,
            len: (self.nodes.len() - first) as u32,
            visits: 0,
            total: Values::default(),
        });
        self.places.insert(*position, known);
        self.nodes[at].known = known;
    }

    /// Blends noise into how promising the actions of the root are: so much of it, and one number for each action.
    pub(crate) fn stir(&mut self, share: f32, noise: impl IntoIterator<Item = f32>) {
        for (child, noise) in self.children_mut(0).iter_mut().zip(noise) {
            child.promise += share * (noise - child.promise);
        }
    }

    /// How many actions the root has, as soon as it was judged.
    pub(crate) fn choices(&self) -> usize {
        self.children(0).len()
    }

    fn children(&self, at: usize) -> &[Node<G>] {
        self.known_of(at).map_or(&[], |known| &self.nodes[known.first as usize..][..known.len as usize])
    }

    fn children_mut(&mut self, at: usize) -> &mut [Node<G>] {
        let Some(known) = self.known.get(self.nodes[at].known as usize) else { return &mut [] };
        &mut self.nodes[known.first as usize..][..known.len as usize]
    }

    /// The child to look at next. What is certain is not looked at while there is anything else: who wins by it is handed
    /// over instead if it is the better choice.
    fn select(&self, at: usize, seat: Seat) -> (usize, SeatSet) {
        let known = self.known_of(at).expect("a position that was judged");
        let (first, len) = (known.first as usize, known.len as usize);
        let children = &self.nodes[first..first + len];
        let visits: u32 = children.iter().map(|child| child.visits + child.waiting).sum();
        let reach = self.exploration * (visits as f32 + 1.0).sqrt();
        let mut open = (f32::NEG_INFINITY, None);
        let mut sure = (f32::NEG_INFINITY, 0);
        for (index, child) in children.iter().enumerate() {
            if child.is_certain() {
                let value = share(child.winners, seat);
                if value > sure.0 {
                    sure = (value, index);
                }
            } else {
                let bound =
                    (child.sum + reach * child.promise) / ((child.visits + child.waiting) as f32 + 1.0);
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

    fn count(&mut self, at: usize, values: &Values) {
        let Some(known) = self.known.get_mut(self.nodes[at].known as usize) else { return };
        known.visits += 1;
        for (total, value) in known.total.iter_mut().zip(values) {
            *total += value;
        }
    }

    fn carry_up(&mut self, path: &[Step], mut values: Values) {
        for &Step { from, to, seat, instead } in path.iter().rev() {
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
            self.count(from as usize, &values);
        }
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

    /// What each seat can expect at the root; equal shares before the first judgement.
    pub(crate) fn values(&self) -> Values {
        if let Some(winners) = self.winners() {
            return shares(winners);
        }
        self.known_of(0).map_or_else(|| shares(Seat::all(self.root.seats()).collect()), mean)
    }

    /// The actions of the root, the best first: the most looked at, and before it what is certainly as good.
    pub(crate) fn ranked(&self) -> Vec<Ranked<G>> {
        let mut children: Vec<&Node<G>> = self.children(0).iter().collect();
        children.sort_by(|a, b| b.visits.cmp(&a.visits).then(b.value().total_cmp(&a.value())));
        let most = children.first().map_or(0.0, |child| child.value());
        let sure =
            children.iter().enumerate().filter(|(_, child)| child.is_certain() && child.value() >= most);
        let best = sure.max_by(|a, b| a.1.value().total_cmp(&b.1.value()).then(b.0.cmp(&a.0)));
        if let Some((best, _)) = best {
            children[..=best].rotate_right(1);
        }
        let ranked = |child: &Node<G>| Ranked {
            action: child.action.expect("children have actions"),
            value: child.value(),
            visits: child.visits,
        };
        children.into_iter().map(ranked).collect()
    }

    /// What a player answers after so many iterations.
    pub(crate) fn answer(&self, iterations: u64) -> Answer<G> {
        let (mut ranked, values) = (self.ranked(), self.values());
        if ranked.is_empty() {
            // Not a single iteration was allowed: any legal action is as good as another.
            let mut actions = Actions::new();
            self.root.legal_actions(&mut actions);
            let Turn::Seat(seat) = self.root.turn() else { unreachable!("a seat is to choose") };
            let value = values[seat.index()];
            ranked = actions.iter().map(|&action| Ranked { action, value, visits: 0 }).collect();
        }
        Answer { action: ranked[0].action, values, ranked, iterations }
    }

    /// What was found of the positions in the tree that were visited so often and are not certain, the root left out.
    pub(crate) fn inner(&self, least: u32) -> Vec<Found<G>> {
        let mut found = Vec::new();
        let mut seen = vec![false; self.known.len()];
        let mut open = vec![(0, self.root)];
        while let Some((at, position)) = open.pop() {
            let Some(known) = self.known_of(at) else { continue };
            for child in known.first as usize..(known.first + known.len) as usize {
                let node = &self.nodes[child];
                let Some(known) = self.known.get(node.known as usize) else { continue };
                let is_new = !std::mem::replace(&mut seen[node.known as usize], true);
                if !is_new || known.visits < least || node.is_certain() {
                    continue;
                }
                let position = position.after(node.action.expect("children have actions"));
                let Turn::Seat(seat) = position.turn() else { continue };
                found.push(self.found(known, position, seat));
                open.push((child, position));
            }
        }
        found
    }

    /// What was found of a position that is known.
    fn found(&self, known: &Known, position: G, seat: Seat) -> Found<G> {
        let children = &self.nodes[known.first as usize..][..known.len as usize];
        let visits: u32 = children.iter().map(|child| child.visits).sum();
        let tried = children.iter().map(|child| {
            let action = child.action.expect("children have actions");
            (action, child.visits as f32 / visits.max(1) as f32)
        });
        Found { position, seat, values: mean(known), tried: tried.collect() }
    }
}

fn mean(known: &Known) -> Values {
    known.total.map(|total| total / known.visits.max(1) as f32)
}

/// What a seat has of an outcome.
fn share(winners: SeatSet, seat: Seat) -> f32 {
    if winners.contains(seat) { 1.0 / winners.len() as f32 } else { 0.0 }
}

/// What each seat has of an outcome.
pub(crate) fn shares(winners: SeatSet) -> Values {
    std::array::from_fn(|seat| share(winners, Seat::new(seat)))
}
