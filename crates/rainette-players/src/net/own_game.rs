//! A game that a net plays against itself, which waits wherever the net is asked.

use rainette_core::{Actions, NoEffects, Random as _, Seat, Setup, Turn};

use super::example::{Examples, Shape, Widths};
use super::network::{Net, Sight, Sizes, each_sign, shares};
use super::player::{EXPLORATION, iterate};
use super::senses::Senses;
use super::tree::{Found, Tree, Waiting, Walk};
use crate::player::worth;
use crate::random::Generator;

/// How a net plays against itself.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct OwnPlan {
    /// Iterations of the search for each decision.
    pub iterations: u32,
    /// How many positions of a game may wait to be judged at once.
    pub leaves: usize,
    /// How much of how promising the first actions look is noise.
    pub noise: f32,
    /// How evenly that noise is spread: the sum of the parameters of its Dirichlet distribution, shared by all actions.
    pub spread: f32,
    /// In how many decisions of a game an action is taken as often as it was tried; from then on the best.
    pub opening: u32,
    /// Positions inside the search trees that were visited so often are learned from as well; 0 for none.
    pub inner: u32,
    /// How much promising and rarely tried actions are favoured.
    pub exploration: f32,
    /// The seed of all random numbers.
    pub seed: u64,
}

impl Default for OwnPlan {
    fn default() -> Self {
        Self {
            iterations: 64,
            leaves: 1,
            noise: 0.25,
            spread: 8.0,
            opening: 30,
            inner: 0,
            exploration: EXPLORATION,
            seed: 1,
        }
    }
}

/// A game that a net plays against itself, over and over. It waits for judgements of positions, whoever gives them, and
/// depends on nothing else: not on other games, nor on how many are asked for at once.
pub trait OwnGame: Send + Sync {
    /// How long rows are.
    fn shape(&self) -> Shape;

    /// Goes on until it needs judgements, and writes the inputs of each position that waits for one into a row. Rows that
    /// are not needed, and what is left of the others, are filled with the number of inputs.
    fn ask(&mut self, rows: &mut [u16]);

    /// Takes what came of the rows: for each the logits of what the seats can expect, in turn order from the one that is to
    /// choose, and those of all signs.
    fn judged(&mut self, values: &[f32], signs: &[f32]);

    /// Goes on for so many iterations with judgements of this net, which must fit. No row may wait.
    fn think(&mut self, net: &Net, iterations: u64);

    /// Moves what can be learned from finished games to other examples.
    fn take(&mut self, into: &mut Examples);

    /// How many games were finished.
    fn finished(&self) -> u64;
}

/// A game in progress, and the search for its next action.
pub(super) struct Own<G: Senses> {
    plan: OwnPlan,
    setup: Setup<G>,
    widths: Widths,
    random: Generator,
    tree: Tree<G>,
    /// Iterations of this search.
    spent: u32,
    /// Decisions of this game.
    decisions: u32,
    waiting: Vec<Waiting<G>>,
    actions: Actions<G>,
    buffer: Vec<u16>,
    /// What can be learned from this game, and who was to choose in each row.
    current: Examples,
    choosers: Vec<Seat>,
    ready: Examples,
    finished: u64,
}

impl<G: Senses> Own<G> {
    /// The game of this number: its random numbers are its own.
    pub(super) fn new(setup: Setup<G>, plan: OwnPlan, number: u64) -> Self {
        let mut random = Generator::of(plan.seed, number);
        let tree = Tree::new(opened(setup, &mut random), plan.exploration);
        let mut own = Self {
            plan,
            setup,
            widths: Widths::of::<G>(setup.seats()),
            random,
            tree,
            spent: 0,
            decisions: 0,
            waiting: Vec::with_capacity(plan.leaves),
            actions: Actions::new(),
            buffer: Vec::new(),
            current: Examples::default(),
            choosers: Vec::new(),
            ready: Examples::default(),
            finished: 0,
        };
        let root = *own.tree.root();
        own.begin(root);
        own
    }

    /// Goes on from a position to the next decision, in this game or the next.
    fn begin(&mut self, mut position: G) {
        loop {
            match position.turn() {
                Turn::Seat(_) => {
                    position.legal_actions(&mut self.actions);
                    if self.actions.len() > 1 {
                        break;
                    }
                    position.act(self.actions[0], &mut NoEffects);
                }
                Turn::Chance => {
                    let chance = position.chance_from_draw(&position.chance().sample(&mut self.random));
                    position.apply_chance(chance, &mut NoEffects);
                }
                Turn::Over => {
                    self.finish(&position);
                    position = G::new(self.setup);
                }
            }
        }
        self.tree.plant(position);
        self.spent = 0;
    }

    /// What was learned from a game counts once it is known how it ended.
    fn finish(&mut self, position: &G) {
        let outcome = position.result().expect("the game is over");
        let seats = self.widths.seats;
        self.current.result(&self.choosers, &worth(&outcome, seats), seats);
        self.choosers.clear();
        self.ready.append(&mut self.current);
        self.finished += 1;
        self.decisions = 0;
    }

    /// Takes the action that the search has found, and begins with the next decision.
    fn decide(&mut self) {
        let root = *self.tree.root();
        let Turn::Seat(seat) = root.turn() else { unreachable!("a seat is to choose") };
        let ranked = self.tree.ranked();
        let visits: u32 = ranked.iter().map(|ranked| ranked.visits).sum();
        let is_certain = self.tree.winners().is_some() || visits == 0;
        let tried = ranked.iter().enumerate().map(|(rank, ranked)| {
            let best = f32::from(u8::from(rank == 0));
            (ranked.action, if is_certain { best } else { ranked.visits as f32 / visits as f32 })
        });
        let found = Found { position: root, seat, values: self.tree.values(), tried: tried.collect() };
        self.learn(&found, false);
        if self.plan.inner > 0 {
            for found in self.tree.inner(self.plan.inner) {
                self.learn(&found, true);
            }
        }
        let mut chosen = 0;
        if self.decisions < self.plan.opening && !is_certain {
            let mut left = self.random.below(visits);
            chosen = ranked
                .iter()
                .position(|ranked| {
                    let is_it = left < ranked.visits;
                    left = left.saturating_sub(ranked.visits);
                    is_it
                })
                .unwrap_or(0);
        }
        self.decisions += 1;
        self.begin(root.after(ranked[chosen].action));
    }

    fn learn(&mut self, found: &Found<G>, is_inner: bool) {
        let before = self.current.len();
        self.current.add(found, is_inner, self.widths, &mut self.buffer);
        if self.current.len() > before {
            self.choosers.push(found.seat);
        }
    }

    /// Is this search over?
    fn is_done(&self) -> bool {
        self.spent >= self.plan.iterations || self.tree.is_settled()
    }

    /// As soon as the root is judged, chance says where to look besides.
    fn stir(&mut self) {
        let count = self.tree.choices();
        if self.plan.noise > 0.0 && count > 1 {
            let noise = dirichlet(count, self.plan.spread / count as f32, &mut self.random);
            self.tree.stir(self.plan.noise, noise);
        }
    }

    fn is_fresh(&self) -> bool {
        self.tree.choices() == 0
    }
}

/// A new game, up to its first decision.
fn opened<G: Senses>(setup: Setup<G>, random: &mut Generator) -> G {
    let mut position = G::new(setup);
    while position.turn() == Turn::Chance {
        let chance = position.chance_from_draw(&position.chance().sample(random));
        position.apply_chance(chance, &mut NoEffects);
    }
    position
}

impl<G: Senses> OwnGame for Own<G> {
    fn shape(&self) -> Shape {
        let Widths { inputs, seats, actions, .. } = self.widths;
        Shape { sizes: Sizes::of::<G>(seats, 0, 0), width: inputs, actions }
    }

    fn ask(&mut self, rows: &mut [u16]) {
        assert!(self.waiting.is_empty(), "what was asked was not answered");
        rows.fill(self.widths.none);
        for row in rows.chunks_exact_mut(self.widths.inputs) {
            let waiting = loop {
                if self.spent + self.waiting.len() as u32 >= self.plan.iterations || self.tree.is_settled() {
                    if !self.waiting.is_empty() {
                        return;
                    }
                    self.decide();
                }
                match self.tree.walk() {
                    Walk::Waiting(waiting) => break waiting,
                    Walk::Certain => self.spent += 1,
                    Walk::Busy => return,
                }
            };
            self.buffer.clear();
            waiting.position.sense(waiting.position.gaze(), &mut self.buffer);
            row[..self.buffer.len()].copy_from_slice(&self.buffer);
            self.waiting.push(waiting);
        }
    }

    fn judged(&mut self, values: &[f32], signs: &[f32]) {
        let Shape { sizes, .. } = self.shape();
        let rows = values.chunks_exact(sizes.seats).zip(signs.chunks_exact(sizes.signs));
        for (waiting, (values, signs)) in std::mem::take(&mut self.waiting).into_iter().zip(rows) {
            let (position, seat, gaze) = (waiting.position, waiting.seat, waiting.position.gaze());
            let is_fresh = self.is_fresh();
            self.tree.judged(waiting, shares(values, seat), |action| {
                each_sign(position.signs_of(gaze, action)).map(|sign| signs[usize::from(sign)]).sum()
            });
            if is_fresh {
                self.stir();
            }
            self.spent += 1;
        }
    }

    fn think(&mut self, net: &Net, iterations: u64) {
        assert!(self.waiting.is_empty(), "what was asked was not answered");
        let mut sight = Sight::new(net);
        for _ in 0..iterations {
            if self.is_done() {
                self.decide();
            }
            let is_fresh = self.is_fresh();
            iterate(&mut self.tree, &mut sight);
            if is_fresh {
                self.stir();
            }
            self.spent += 1;
        }
    }

    fn take(&mut self, into: &mut Examples) {
        into.append(&mut self.ready);
    }

    fn finished(&self) -> u64 {
        self.finished
    }
}

/// Numbers of a symmetric Dirichlet distribution.
fn dirichlet(count: usize, parameter: f32, random: &mut Generator) -> Vec<f32> {
    let mut numbers: Vec<f32> = (0..count).map(|_| gamma(parameter, random)).collect();
    let sum: f32 = numbers.iter().sum();
    for number in &mut numbers {
        // So small a parameter that all are nought.
        *number = if sum > 0.0 { *number / sum } else { 1.0 / count as f32 };
    }
    numbers
}

/// A number of a gamma distribution, as Marsaglia and Tsang draw it.
fn gamma(shape: f32, random: &mut Generator) -> f32 {
    if shape < 1.0 {
        let unit = 1.0 - random.unit();
        return gamma(shape + 1.0, random) * libm::powf(unit, 1.0 / shape);
    }
    let d = shape - 1.0 / 3.0;
    let c = 1.0 / (9.0 * d).sqrt();
    loop {
        let x = normal(random);
        let v = (1.0 + c * x) * (1.0 + c * x) * (1.0 + c * x);
        let unit = 1.0 - random.unit();
        if v > 0.0 && libm::logf(unit) < 0.5 * x * x + d - d * v + d * libm::logf(v) {
            return d * v;
        }
    }
}

/// A number of the normal distribution.
fn normal(random: &mut Generator) -> f32 {
    let (one, other) = (1.0 - random.unit(), random.unit());
    (-2.0 * libm::logf(one)).sqrt() * libm::cosf(std::f32::consts::TAU * other)
}
