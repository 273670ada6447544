//! One iteration after the other: down the tree, on to the end, and back up.

use rainette_core::{Actions, Game, NoEffects, Seat, Turn};

use super::tree::{Node, Proof, State, Step, Tree, key};
use super::{Hints, Mcts};
use crate::player::{Answer, Ranked, Values, one_hot, worth};
use crate::random::Generator;

/// Chance with more outcomes than this is not part of the tree.
const MOST_OUTCOMES: u128 = 64;

/// Nodes at most: beyond that the tree stops growing and goes on counting.
const MOST_NODES: usize = 8_000_000;

/// A search under way: the tree, and what one iteration after the other adds to it.
pub(super) struct Search<'a, G: Game, H> {
    player: &'a Mcts<H>,
    pub(super) nodes: Tree<G>,
    /// The nodes of this iteration from the root down, each with the seat that chose it.
    path: Vec<(u32, Option<Seat>)>,
    actions: Actions<G>,
    bias: Vec<f32>,
    seats: usize,
    /// The sum of all values.
    total: Values,
    pub(super) rounds: u32,
    proves: bool,
}

impl<'a, G: Game, H: Hints<G>> Search<'a, G, H> {
    pub(super) fn new(player: &'a Mcts<H>, root: &G) -> Self {
        let mut nodes = Vec::with_capacity(4096);
        nodes.push(Node::new(Step::Chance(0)));
        Self {
            player,
            nodes,
            path: Vec::with_capacity(64),
            actions: Actions::new(),
            bias: Vec::new(),
            seats: root.seats(),
            total: Values::default(),
            rounds: 0,
            proves: !G::INFO.has_secrets,
        }
    }

    /// Is nothing left to find out?
    pub(super) fn is_settled(&self) -> bool {
        let root = &self.nodes[0];
        root.proof != Proof::Unknown || (root.len == 1 && self.rounds > 0)
    }

    pub(super) fn iterate(&mut self, mut position: G, random: &mut Generator) {
        self.path.clear();
        self.path.push((0, None));
        let mut at = 0_usize;
        loop {
            match self.nodes[at].state {
                State::Leaf => {
                    // The root and the end of a game are opened at once, any other node on its second visit.
                    if at == 0 || self.nodes[at].visits > 0 || position.is_over() {
                        self.open(at, &position);
                        if self.nodes[at].state != State::Leaf {
                            continue;
                        }
                    }
                    break;
                }
                State::End => break,
                State::Choice(seat) => {
                    let Some((child, action)) = self.select(at, seat, &position) else { break };
                    position.act(action, &mut NoEffects);
                    self.path.push((child as u32, Some(seat)));
                    at = child;
                }
                State::Chance => {
                    let drawn = position.chance().sample(random);
                    position.apply_chance(position.chance_from_draw(&drawn), &mut NoEffects);
                    at = self.outcome(at, key(&drawn));
                    self.path.push((at as u32, None));
                }
            }
            if self.proves && self.nodes[at].proof != Proof::Unknown {
                break;
            }
        }
        let values = match self.nodes[at].proof {
            Proof::Unknown => self.play_on(position, random),
            Proof::Win(seat) => one_hot(seat),
            Proof::Draw => worth(&rainette_core::Outcome::draw(), self.seats),
        };
        self.carry_up(&values);
        if self.proves {
            self.prove();
        }
    }

    /// Adds the children of a leaf.
    fn open(&mut self, at: usize, position: &G) {
        let first = self.nodes.len() as u32;
        match position.turn() {
            Turn::Over => {
                self.nodes[at].state = State::End;
                if self.proves {
                    let result = position.result().expect("the game is over");
                    let winners = result.winners;
                    self.nodes[at].proof = match winners.len() {
                        1 => Proof::Win(winners.iter().next().expect("one winner")),
                        0 => Proof::Draw,
                        _ => Proof::Unknown,
                    };
                }
            }
            _ if self.nodes.len() >= MOST_NODES => {}
            Turn::Chance => {
                let draw = position.chance();
                let count = draw.count();
                let is_small = count <= MOST_OUTCOMES;
                if !is_small {
                    self.nodes[at].state = State::End;
                    return;
                }
                self.nodes.extend((0..count).map(|_| Node::new(Step::Chance(0))));
                self.become_parent(at, first, count as usize, State::Chance);
            }
            Turn::Seat(seat) => {
                position.legal_actions(&mut self.actions);
                self.bias.clear();
                self.bias.resize(self.actions.len(), 0.0);
                self.player.hints.bias(position, &self.actions, &mut self.bias);
                for (&action, &bias) in self.actions.iter().zip(&self.bias) {
                    let mut node = Node::new(Step::Action(action));
                    node.bias = bias;
                    self.nodes.push(node);
                }
                self.become_parent(at, first, self.actions.len(), State::Choice(seat));
            }
        }
    }

    fn become_parent(&mut self, at: usize, first: u32, len: usize, state: State) {
        let node = &mut self.nodes[at];
        (node.first, node.len, node.state) = (first, len as u16, state);
    }

    /// The child with the highest upper confidence bound. None if a hidden choice does not fit this position.
    #[inline]
    fn select(&mut self, at: usize, seat: Seat, position: &G) -> Option<(usize, G::Action)> {
        if G::INFO.has_secrets {
            position.legal_actions(&mut self.actions);
            let children = self.children(at);
            let fits = children.len() == self.actions.len()
                && children
                    .iter()
                    .zip(self.actions.iter())
                    .all(|(child, action)| child.step == Step::Action(*action));
            if !fits {
                return None;
            }
        }
        let parent = &self.nodes[at];
        let log = libm::logf(parent.visits.max(1) as f32 + 1.0);
        let c = self.player.exploration;
        let first = parent.first as usize;
        let untried = self.untried(at);
        let mut best = (f32::NEG_INFINITY, first);
        for (index, child) in self.children(at).iter().enumerate() {
            let bound = match child.proof {
                Proof::Win(winner) if winner == seat => f32::INFINITY,
                // A proven loss is tried only if everything else is one, too.
                Proof::Win(_) => -1.0,
                _ if child.visits == 0 => untried + child.bias,
                _ => {
                    let visits = child.visits as f32;
                    child.sum / visits + c * (log / visits).sqrt() + child.bias / (visits + 1.0)
                }
            };
            if bound > best.0 {
                best = (bound, first + index);
            }
        }
        match self.nodes[best.1].step {
            Step::Action(action) => Some((best.1, action)),
            Step::Chance(_) => unreachable!("a choice has actions"),
        }
    }

    /// What an action that was never tried counts for, its bias apart.
    #[inline]
    fn untried(&self, at: usize) -> f32 {
        let Some(urgency) = self.player.hints.urgency() else { return 1e6 };
        let add = |(sum, visits), child: &Node<G::Action>| (sum + child.sum, visits + child.visits);
        let (sum, visits) = self.children(at).iter().fold((0.0, 0), add);
        sum / visits.max(1) as f32 + urgency
    }

    #[inline]
    fn children(&self, at: usize) -> &[Node<G::Action>] {
        let node = &self.nodes[at];
        let first = node.first as usize;
        &self.nodes[first..first + usize::from(node.len)]
    }

    /// The child of a chance outcome, which is filled in when it comes for the first time.
    #[inline]
    fn outcome(&mut self, at: usize, key: u32) -> usize {
        let children = self.children(at);
        let place = children
            .iter()
            .position(|child| child.step == Step::Chance(key) || child.step == Step::Chance(0));
        let child = self.nodes[at].first as usize + place.expect("there is a place for every outcome");
        self.nodes[child].step = Step::Chance(key);
        child
    }

    /// Plays a position on to the end or the horizon.
    #[inline]
    fn play_on(&mut self, mut position: G, random: &mut Generator) -> Values {
        let hints = &self.player.hints;
        let mut left = hints.horizon().unwrap_or(u32::MAX);
        loop {
            match position.turn() {
                Turn::Over => return hints.settle(&position),
                _ if left == 0 => return hints.evaluate(&position),
                Turn::Chance => {
                    let chance = position.chance_from_draw(&position.chance().sample(random));
                    position.apply_chance(chance, &mut NoEffects);
                }
                Turn::Seat(_) => {
                    position.legal_actions(&mut self.actions);
                    let pick = hints.pick(&position, &self.actions, random);
                    position.act(self.actions[pick], &mut NoEffects);
                    left -= 1;
                }
            }
        }
    }

    #[inline]
    fn carry_up(&mut self, values: &Values) {
        for &(at, chooser) in &self.path {
            let node = &mut self.nodes[at as usize];
            node.visits += 1;
            if let Some(seat) = chooser {
                node.sum += values[seat.index()];
            }
        }
        for (total, value) in self.total.iter_mut().zip(values) {
            *total += value;
        }
        self.rounds += 1;
    }

    /// Carries a proof at the end of the path up as far as it reaches.
    fn prove(&mut self) {
        let last = self.path.last().expect("the path begins at the root").0 as usize;
        if self.nodes[last].state == State::Leaf && self.nodes[last].visits <= 1 {
            return;
        }
        for step in (0..self.path.len()).rev() {
            let at = self.path[step].0 as usize;
            if self.nodes[at].proof != Proof::Unknown {
                continue;
            }
            let proof = match self.nodes[at].state {
                State::Choice(seat) => self.proof_of_choice(at, seat),
                State::Chance => self.proof_of_chance(at),
                State::Leaf | State::End => Proof::Unknown,
            };
            if proof == Proof::Unknown {
                return;
            }
            self.nodes[at].proof = proof;
        }
    }

    fn proof_of_choice(&self, at: usize, seat: Seat) -> Proof {
        let children = self.children(at);
        if children.iter().any(|child| child.proof == Proof::Win(seat)) {
            return Proof::Win(seat);
        }
        if children.iter().any(|child| child.proof == Proof::Unknown) {
            return Proof::Unknown;
        }
        if children.iter().any(|child| child.proof == Proof::Draw) {
            return Proof::Draw;
        }
        let first = children[0].proof;
        if children.iter().all(|child| child.proof == first) { first } else { Proof::Unknown }
    }

    fn proof_of_chance(&self, at: usize) -> Proof {
        let children = self.children(at);
        let first = children[0].proof;
        if children.iter().all(|child| child.proof == first) { first } else { Proof::Unknown }
    }

    pub(super) fn answer(&self, root: &G, seat: Seat, iterations: u64) -> Answer<G> {
        let mut ranked: Vec<Ranked<G>> = self
            .children(0)
            .iter()
            .map(|child| {
                let Step::Action(action) = child.step else { unreachable!("the root is a choice") };
                let value = match child.proof {
                    Proof::Win(winner) => f32::from(u8::from(winner == seat)),
                    Proof::Draw => 1.0 / self.seats as f32,
                    Proof::Unknown if child.visits == 0 => 0.0,
                    Proof::Unknown => child.sum / child.visits as f32,
                };
                // A proven win is the best there is, a proven loss the worst.
                let visits = match child.proof {
                    Proof::Win(winner) if winner == seat => u32::MAX,
                    Proof::Win(_) => 0,
                    _ => child.visits,
                };
                Ranked { action, value, visits }
            })
            .collect();
        ranked.sort_by(|a, b| b.visits.cmp(&a.visits).then(b.value.total_cmp(&a.value)));
        let mut values = self.total;
        for value in &mut values {
            *value /= self.rounds.max(1) as f32;
        }
        if let Proof::Win(winner) = self.nodes[0].proof {
            values = one_hot(winner);
        }
        if ranked.is_empty() {
            // Not a single iteration was allowed: any legal action is as good as another.
            let mut actions = Actions::new();
            root.legal_actions(&mut actions);
            ranked.extend(actions.iter().map(|&action| Ranked { action, value: 0.0, visits: 0 }));
        }
        Answer { action: ranked[0].action, values, ranked, iterations }
    }
}
