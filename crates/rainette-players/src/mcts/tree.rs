//! The tree: its nodes, and what of it is kept from one question to the next.

use rainette_core::{Actions, Game, Seat, Story, Told};

/// The nodes of a tree, its root first.
pub(super) type Tree<G> = Vec<Node<<G as Game>::Action>>;

/// A tree kept from an earlier question of the same game.
pub(super) struct Kept<G: Game> {
    /// How many events had been told.
    pub(super) told: usize,
    /// The last of them, by which the game is known again.
    pub(super) last: Option<Told>,
    pub(super) nodes: Tree<G>,
}

impl<G: Game> Kept<G> {
    /// The part of the tree that lies under what was told since. None if the tree does not reach so far, or if
    /// it is the tree of another game.
    pub(super) fn regrow(&self, story: &Story<G>, now: &G) -> Option<Tree<G>> {
        if story.told.len() < self.told || story.told[..self.told].last() != self.last.as_ref() {
            return None;
        }
        let mut at = 0;
        // Chance is told apart by how it is drawn from a position, which is known only if nothing is hidden.
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
pub(super) struct Node<A> {
    pub(super) step: Step<A>,
    pub(super) visits: u32,
    pub(super) sum: f32,
    pub(super) bias: f32,
    /// The first of its children, which stand side by side.
    pub(super) first: u32,
    pub(super) len: u16,
    pub(super) state: State,
    pub(super) proof: Proof,
}

/// What leads to a node.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Step<A> {
    Action(A),
    /// A chance outcome by its key; 0 if none has come yet.
    Chance(u32),
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum State {
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
pub(super) enum Proof {
    Unknown,
    Win(Seat),
    Draw,
}

impl<A> Node<A> {
    pub(super) fn new(step: Step<A>) -> Self {
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
pub(super) fn key(drawn: &[u8]) -> u32 {
    drawn.iter().fold(1, |key, &kind| (key << 6) | (u32::from(kind) + 1))
}
