//! Why something is not allowed.

use rainette_core::Spot;

use super::board::Cell;
use super::{Action, HopIt};

rainette_core::reasons! {
    /// Why something is not allowed in Hop It!.
    pub enum Reason {
        /// Nothing happens any more.
        Over = "over": "the game is over",
        /// There is no such place or button.
        NoSuchSpot = "no-such-spot": "there is nothing to choose there",
        /// One points at a piece first.
        NoPiece = "no-piece": "no piece stands there: choose one of yours",
        /// Each player moves pieces of one colour.
        NotYours = "not-yours": "that piece belongs to the other player",
        /// A chain is made by one frog.
        OtherFrogHops = "other-frog-hops": "another frog is hopping: let it hop on, or stop",
        /// A piece needs somewhere to go.
        Stuck = "stuck": "that piece cannot go anywhere",
        /// A move owes a hop over an enemy piece if a frog can make one when the turn begins.
        MustHopEnemy = "must-hop-enemy": "one of your frogs can hop over an enemy piece, so your move must go over one",
        /// An owing move hops over own pieces only on the way to an enemy.
        LeadsToNoEnemy = "leads-to-no-enemy": "your move must go over an enemy piece, and this hop leads to none",
        /// A chain that owes a hop over an enemy piece goes on.
        ChainOwes = "chain-owes": "your frog must hop over an enemy piece before it may stop",
        /// One piece to a cell.
        Occupied = "occupied": "a piece stands there already",
        /// A chain has hops only.
        HopsOnly = "hops-only": "a frog that has hopped can only hop on or stop",
        /// Lily pads are entered by hopping only.
        LilyByHop = "lily-by-hop": "a lily pad is entered by hopping only",
        /// Only frogs hop: a tadpole goes one step.
        TadpolesSwim = "tadpoles-swim": "a tadpole only swims to a neighbouring cell",
        /// A hop goes over a piece.
        NothingToHopOver = "nothing-to-hop-over": "there is no piece to hop over on the way",
        /// No piece is hopped over twice in a chain.
        HoppedAlready = "hopped-already": "that piece was hopped over already in this chain",
        /// A step goes to a neighbour, a hop two steps in a straight line.
        TooFar = "too-far": "that is neither a step nor a hop away",
        /// Only a chain can be stopped.
        NothingToStop = "nothing-to-stop": "no chain of hops is under way",
        /// Who can move must.
        CanMove = "can-move": "you can move, so you must",
        /// An action has two places at most.
        Complete = "complete": "the move is complete already",
    }
}

impl HopIt {
    pub(super) fn objection(&self, spots: &[Spot]) -> Option<Reason> {
        if self.over.is_some() {
            return Some(Reason::Over);
        }
        let (first, rest) = spots.split_first()?;
        let objection = match first.as_str() {
            "stop" => self.why_not_stop(),
            "pass" => self.why_not_pass(),
            name => match name.parse() {
                Ok(from) => return self.why_not_move(from, rest),
                Err(_) => Some(Reason::NoSuchSpot),
            },
        };
        objection.or_else(|| (!rest.is_empty()).then_some(Reason::Complete))
    }

    fn why_not_stop(&self) -> Option<Reason> {
        match self.chain {
            None => Some(Reason::NothingToStop),
            Some(_) if self.owes() => Some(Reason::ChainOwes),
            Some(_) => None,
        }
    }

    fn why_not_pass(&self) -> Option<Reason> {
        let mut actions = rainette_core::Actions::new();
        self.list(&mut actions);
        if actions.contains(&Action::Pass) {
            None
        } else if !self.owes() {
            Some(Reason::CanMove)
        } else if self.chain.is_some() {
            Some(Reason::ChainOwes)
        } else {
            Some(Reason::MustHopEnemy)
        }
    }

    fn why_not_move(&self, from: Cell, rest: &[Spot]) -> Option<Reason> {
        if from.is_in(self.enemies()) {
            return Some(Reason::NotYours);
        }
        if !from.is_in(self.own()) {
            return Some(Reason::NoPiece);
        }
        if self.chain.is_some_and(|chain| chain.frog != from) {
            return Some(Reason::OtherFrogHops);
        }
        let Some((to, rest)) = rest.split_first() else {
            let leads_somewhere = Cell::all().any(|to| self.why_not_go(from, to).is_none());
            let objection = if self.owes() { Reason::MustHopEnemy } else { Reason::Stuck };
            return (!leads_somewhere).then_some(objection);
        };
        let Ok(to) = to.as_str().parse() else {
            return Some(Reason::NoSuchSpot);
        };
        self.why_not_go(from, to).or_else(|| (!rest.is_empty()).then_some(Reason::Complete))
    }

    fn why_not_go(&self, from: Cell, to: Cell) -> Option<Reason> {
        if !to.is_in(self.empty()) {
            Some(Reason::Occupied)
        } else if from.touches(to) {
            self.why_not_step(to)
        } else if from.is_one_hop_from(to) {
            self.why_not_hop(from, to)
        } else {
            Some(Reason::TooFar)
        }
    }

    fn why_not_step(&self, to: Cell) -> Option<Reason> {
        if self.chain.is_some() {
            Some(Reason::HopsOnly)
        } else if to.is_lily() {
            Some(Reason::LilyByHop)
        } else if self.owes() {
            Some(Reason::MustHopEnemy)
        } else {
            None
        }
    }

    fn why_not_hop(&self, from: Cell, to: Cell) -> Option<Reason> {
        let over = from.halfway(to);
        if !from.is_in(self.frogs) {
            Some(Reason::TadpolesSwim)
        } else if over.is_in(self.empty()) {
            Some(Reason::NothingToHopOver)
        } else if self.chain.is_some_and(|chain| over.is_in(chain.hopped)) {
            Some(Reason::HoppedAlready)
        } else if self.owes() && over.is_in(self.own()) && !self.leads_to_enemy(from, to) {
            Some(Reason::LeadsToNoEnemy)
        } else {
            None
        }
    }
}
