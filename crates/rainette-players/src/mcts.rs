//! Monte Carlo tree search over guessed positions, for any number of seats.
//!
//! Every iteration guesses a whole position that agrees with the story, walks down the tree by upper confidence bounds
//! (each seat wants its own value: max^n), adds the children of a leaf, plays on from there, and carries the values
//! back up. Chance nodes are sampled by weight. Where nothing is hidden, sure wins and losses are proven and carried
//! up as well.
//!
//! What a game knows beyond its rules comes in as [`Hints`]: without any ([`Plain`]) this is plain UCT, or
//! information-set UCT where there are secrets, with random playouts.

use rainette_core::{Actions, Game, Guess as _, NoEffects, Random as _, Seat, Story, Told, Turn, equally};

use crate::player::{
    Answer, Memory, Meter, Player, Question, Ranked, ThinkError, Values, check_turn, one_hot, worth,
};
use crate::random::Generator;

/// What a game knows beyond its rules.
pub trait Hints<G: Game>: Send + Sync {
    /// After so many actions a playout is cut off and the position evaluated; `None` plays to the end.
    fn horizon(&self) -> Option<u32> {
        None
    }

    /// What each seat can expect of a position. Only asked at the horizon.
    fn evaluate(&self, position: &G) -> Values {
        let share = 1.0 / position.seats() as f32;
        let mut values = Values::default();
        values[..position.seats()].fill(share);
        values
    }

    /// What each seat has of a game that is over. Only asked where nothing is proven.
    #[inline]
    fn settle(&self, position: &G) -> Values {
        worth(&position.result().expect("the game is over"), position.seats())
    }

    /// Which action a playout takes.
    #[inline]
    fn pick(&self, _position: &G, actions: &Actions<G>, random: &mut Generator) -> usize {
        random.below(actions.len() as u32) as usize
    }

    /// How promising each action looks before it is tried, from 0 up, added to its bound and fading with visits. The
    /// list is filled with zeros before.
    fn bias(&self, _position: &G, _actions: &Actions<G>, _bias: &mut [f32]) {}

    /// How an untried action is rated: as much above the average of its tried siblings, plus its bias. `None` tries
    /// every action once before any of them twice.
    fn urgency(&self) -> Option<f32> {
        None
    }

    /// How likely a seat is to have made a hidden choice, in proportion, given the story.
    fn weigh(&self, _story: &Story<G>, _seat: Seat, _choice: G::Action) -> u32 {
        1
    }

    /// Does [`weigh`](Self::weigh) tell choices apart?
    fn weighs(&self) -> bool {
        false
    }
}

/// No knowledge beyond the rules.
#[derive(Clone, Copy, Debug)]
pub struct Plain;

impl<G: Game> Hints<G> for Plain {}

/// Monte Carlo tree search.
#[derive(Clone, Debug)]
pub struct Mcts<H> {
    /// How much rarely tried actions are favoured.
    pub exploration: f32,
    /// What the game knows beyond its rules.
    pub hints: H,
}

impl<G: Game, H: Hints<G>> Player<G> for Mcts<H> {
    fn think(&self, question: &Question<'_, G>) -> Result<Answer<G>, ThinkError> {
        self.search(question, None).map(|(answer, _)| answer)
    }

    fn think_on(&self, question: &Question<'_, G>, memory: &mut Memory) -> Result<Answer<G>, ThinkError> {
        let kept = memory.take::<Kept<G>>();
        if question.budget.time().is_none() {
            return self.think(question);
        }
        let (answer, nodes) = self.search(question, kept)?;
        let told = &question.story.told;
        memory.keep(Box::new(Kept::<G> { told: told.len(), last: told.last().cloned(), nodes }));
        Ok(answer)
    }
}

impl<H> Mcts<H> {
    /// Searches on from a kept tree, where it still fits, and hands the grown one back.
    fn search<G: Game>(
        &self,
        question: &Question<'_, G>,
        kept: Option<Box<Kept<G>>>,
    ) -> Result<(Answer<G>, Tree<G>), ThinkError>
    where
        H: Hints<G>,
    {
        let seat = question.seat()?;
        let story = question.story;
        let guess = if self.hints.weighs() {
            G::guess(story, &|seat, choice| self.hints.weigh(story, seat, choice))?
        } else {
            G::guess(story, &equally)?
        };
        let mut random = Generator::new(question.seed);
        let first = guess.draw(&mut random);
        check_turn(&first, seat)?;
        let mut search = Search::new(self, &first);
        if let Some(nodes) = kept.and_then(|kept| kept.regrow(story, &first)) {
            search.nodes = nodes;
        }
        let mut meter = Meter::new(question.budget, &question.cancel);
        while (search.rounds == 0 || !search.is_settled()) && meter.goes_on() {
            let position = guess.draw(&mut random);
            search.iterate(position, &mut random);
        }
        Ok((search.answer(&first, seat, meter.spent), search.nodes))
    }
}

/// The nodes of a tree, its root first.
type Tree<G> = Vec<Node<<G as Game>::Action>>;

/// A tree kept from an earlier question of the same game.
struct Kept<G: Game> {
    /// How many events had been told.
    told: usize,
    /// The last of them, by which the game is known again.
    last: Option<Told>,
    nodes: Tree<G>,
}

impl<G: Game> Kept<G> {
    /// The part of the tree that lies under what was told since. None where the tree does not reach so far, or where
    /// it is the tree of another game.
    fn regrow(&self, story: &Story<G>, now: &G) -> Option<Tree<G>> {
        if story.told.len() < self.told || story.told[..self.told].last() != self.last.as_ref() {
            return None;
        }
        let mut at = 0;
        // Chance is told apart by how it is drawn from a position, which is known only where nothing is hidden.
        let mut position = (!G::INFO.has_secrets).then(|| G::new(story.setup));
        for (number, told) in story.told.iter().enumerate() {
            if number < self.told && position.is_none() {
                continue;
            }
            let (step, next) = if told.seat.is_some() {
                let action = told.event.parse::<G::Action>().ok()?;
                (Step::Action(action), position.map(|position| position.after(action)))
            } else {
                let (position, chance) = (position?, told.event.parse::<G::Chance>().ok()?);
                (Step::Chance(key(&position.draw_from_chance(&chance)?)), Some(position.after_chance(chance)))
            };
            position = next;
            if number >= self.told {
                let (first, len) = (self.nodes[at].first as usize, usize::from(self.nodes[at].len));
                at = (first..first + len).find(|&child| self.nodes[child].step == step)?;
            }
        }
        let nodes = self.below(at);
        let mut actions = Actions::new();
        now.legal_actions(&mut actions);
        let children = &nodes[1..=usize::from(nodes[0].len)];
        let fits = children.len() == actions.len()
            && children.iter().zip(actions.iter()).all(|(child, &action)| child.step == Step::Action(action));
        fits.then_some(nodes)
    }

    /// A tree of its own from this node down.
    fn below(&self, root: usize) -> Tree<G> {
        let mut nodes = vec![self.nodes[root].clone()];
        let mut at = 0;
        while at < nodes.len() {
            let (first, len) = (nodes[at].first as usize, usize::from(nodes[at].len));
            nodes[at].first = nodes.len() as u32;
            nodes.extend_from_slice(&self.nodes[first..first + len]);
            at += 1;
        }
        nodes
    }
}

/// A node of the tree. `sum` is the value for the seat that chose to come here.
#[derive(Clone, Debug)]
struct Node<A> {
    step: Step<A>,
    visits: u32,
    sum: f32,
    bias: f32,
    /// The first of its children, which stand side by side.
    first: u32,
    len: u16,
    state: State,
    proof: Proof,
}

/// What leads to a node.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Step<A> {
    Action(A),
    /// A chance outcome by its key; 0 where none has come yet.
    Chance(u32),
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum State {
    /// Has no children yet.
    Leaf,
    /// A seat chooses among the children.
    Choice(Seat),
    /// Chance leads to the children.
    Chance,
    /// The tree does not go on from here: the game is over, or what comes next is hidden or has too many outcomes.
    End,
}

/// What is proven of a node.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Proof {
    Unknown,
    Win(Seat),
    Draw,
}

/// Chance with more outcomes than this is not part of the tree.
const MOST_OUTCOMES: u128 = 64;

/// Nodes at most: beyond that the tree stops growing and goes on counting.
const MOST_NODES: usize = 8_000_000;

struct Search<'a, G: Game, H> {
    player: &'a Mcts<H>,
    nodes: Tree<G>,
    /// The nodes of this iteration from the root down, each with the seat that chose it.
    path: Vec<(u32, Option<Seat>)>,
    actions: Actions<G>,
    bias: Vec<f32>,
    seats: usize,
    /// The sum of all values.
    total: Values,
    rounds: u32,
    proves: bool,
}

impl<'a, G: Game, H: Hints<G>> Search<'a, G, H> {
    fn new(player: &'a Mcts<H>, root: &G) -> Self {
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
    fn is_settled(&self) -> bool {
        let root = &self.nodes[0];
        root.proof != Proof::Unknown || (root.len == 1 && self.rounds > 0)
    }

    fn iterate(&mut self, mut position: G, random: &mut Generator) {
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

    /// The child with the highest upper confidence bound. None where a hidden choice does not fit this position.
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
                // A proven loss is tried only where everything else is one, too.
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

    fn answer(&self, root: &G, seat: Seat, iterations: u64) -> Answer<G> {
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

impl<A> Node<A> {
    fn new(step: Step<A>) -> Self {
        Self {
            step,
            visits: 0,
            sum: 0.0,
            bias: 0.0,
            first: 0,
            len: 0,
            state: State::Leaf,
            proof: Proof::Unknown,
        }
    }
}

/// A number for a chance outcome of at most four draws. Never 0.
fn key(drawn: &[u8]) -> u32 {
    drawn.iter().fold(1, |key, &kind| (key << 6) | (u32::from(kind) + 1))
}
