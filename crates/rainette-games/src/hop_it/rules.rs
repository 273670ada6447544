//! What may be done in a turn, and what comes of it.

use rainette_core::{Actions, Effect, EffectSink, Name, Piece, Seat};

use super::board::{Cell, Cells, DIRECTIONS, LILIES, POND, WATER, each, shift};
use super::duty::Duty;
use super::{Action, Chain, HopIt, Over};

/// So many turns in a row without a tadpole maturing or a piece being removed are a draw.
pub const QUIET_TURNS: u8 = 50;

/// A hop in a direction: the frogs that can make it.
#[inline]
pub(super) fn hoppers(frogs: Cells, over: Cells, empty: Cells, direction: i32) -> Cells {
    frogs & shift(over & shift(empty, -direction), -direction)
}

impl HopIt {
    pub(super) fn own(&self) -> Cells {
        self.pieces[self.turn.index()]
    }

    pub(super) fn enemies(&self) -> Cells {
        self.pieces[1 - self.turn.index()]
    }

    pub(super) fn empty(&self) -> Cells {
        POND & !(self.pieces[0] | self.pieces[1])
    }

    /// The frogs that may hop: all own ones at the start of a turn, in a chain the one that hops.
    pub(super) fn hopping_frogs(&self) -> Cells {
        self.chain.map_or(self.own() & self.frogs, |chain| chain.frog.bit())
    }

    /// The pieces that may still be hopped over: none twice in a chain.
    pub(super) fn unhopped(&self) -> Cells {
        (self.pieces[0] | self.pieces[1]) & !self.chain.map_or(0, |chain| chain.hopped)
    }

    pub(super) fn can_hop_over(&self, over: Cells) -> bool {
        let (frogs, empty) = (self.hopping_frogs(), self.empty());
        DIRECTIONS.iter().any(|&direction| hoppers(frogs, over, empty, direction) != 0)
    }

    pub(super) fn list(&self, actions: &mut Actions<Self>) {
        actions.clear();
        if self.over.is_some() {
            return;
        }
        if let Some(chain) = self.chain {
            if chain.duty == Duty::Owes {
                self.list_hops(self.enemies(), actions);
                self.list_detours(actions);
            } else {
                self.list_hops(self.unhopped(), actions);
                actions.push(Action::Stop);
            }
            return;
        }
        self.list_hops(self.enemies(), actions);
        if !actions.is_empty() {
            self.list_detours(actions);
            return;
        }
        self.list_hops(self.own(), actions);
        self.list_steps(actions);
        if actions.is_empty() {
            actions.push(Action::Pass);
        }
    }

    #[inline]
    fn list_hops(&self, over: Cells, actions: &mut Actions<Self>) {
        let (frogs, empty) = (self.hopping_frogs(), self.empty());
        for direction in DIRECTIONS {
            for from in each(hoppers(frogs, over, empty, direction)) {
                actions.push(Action::Hop { from, to: from.shifted(2 * direction) });
            }
        }
    }

    /// Tadpoles and frogs step to water only: lily pads are entered by hopping.
    #[inline]
    fn list_steps(&self, actions: &mut Actions<Self>) {
        let (own, free) = (self.own(), self.empty() & WATER);
        for direction in DIRECTIONS {
            for from in each(own & shift(free, -direction)) {
                actions.push(Action::Step { from, to: from.shifted(direction) });
            }
        }
    }

    #[inline]
    pub(super) fn carry_out<W: EffectSink>(&mut self, action: Action, effects: &mut W) {
        match action {
            Action::Step { from, to } => {
                let piece = self.piece(from);
                effects.emit(|| Effect::Stepped { piece: piece(), from: from.spot(), to: to.spot() });
                self.relocate(from, to);
                self.end_turn(to.bit(), effects);
            }
            Action::Hop { from, to } => self.hop(from, to, effects),
            Action::Stop => {
                let chain = self.chain.take().expect("only a chain can be stopped");
                self.end_turn(chain.frog.bit(), effects);
            }
            Action::Pass => {
                let seat = self.turn;
                effects.emit(|| Effect::Passed { seat });
                self.end_turn(0, effects);
            }
        }
    }

    /// A hop takes effect at once: a tadpole becomes a frog, an enemy frog is removed, an own frog is unharmed.
    fn hop<W: EffectSink>(&mut self, from: Cell, to: Cell, effects: &mut W) {
        let over = from.halfway(to);
        let is_enemy = over.is_in(self.enemies());
        let duty = if is_enemy { Duty::Paid } else { self.duty() };
        let (jumper, hopped) = (self.piece(from), self.piece(over));
        effects.emit(|| Effect::Hopped {
            piece: jumper(),
            from: from.spot(),
            over: vec![over.spot()],
            to: to.spot(),
        });
        self.relocate(from, to);
        if !over.is_in(self.frogs) {
            self.frogs |= over.bit();
            self.eventful = true;
            effects.emit(|| Effect::Matured { piece: hopped(), at: over.spot() });
        } else if is_enemy {
            self.remove(over);
            effects.emit(|| Effect::Captured { piece: hopped(), at: over.spot(), by: None });
            if self.enemies().count_ones() <= 1 {
                self.chain = None;
                self.finish(Over::Win(self.turn), "single-piece", effects);
                return;
            }
        }
        let hopped = self.chain.map_or(0, |chain| chain.hopped) | over.bit();
        self.chain = Some(Chain { frog: to, hopped, duty });
        if duty == Duty::Free && self.can_hop_over(self.enemies()) {
            self.chain = Some(Chain { frog: to, hopped, duty: Duty::Owes });
        } else if !self.can_hop_over(self.unhopped()) {
            // A chain in which no further hop is possible ends by itself. It owes nothing: an owing move makes only
            // hops that lead on.
            self.chain = None;
            self.end_turn(to.bit(), effects);
        }
    }

    /// A frog that was left on its lily pad is eaten; then it is the other's turn, unless the game is over.
    fn end_turn<W: EffectSink>(&mut self, moved: Cells, effects: &mut W) {
        for at in each(self.own() & LILIES & !moved) {
            let piece = self.piece(at);
            self.remove(at);
            effects.emit(|| Effect::Eaten { piece: piece(), at: at.spot() });
        }
        if self.own().count_ones() <= 1 {
            self.finish(Over::Win(self.turn.next(2)), "single-piece", effects);
            return;
        }
        self.quiet = if self.eventful { 0 } else { self.quiet + 1 };
        self.eventful = false;
        if self.quiet == QUIET_TURNS {
            self.finish(Over::Draw, "quiet-turns", effects);
            return;
        }
        self.turn = self.turn.next(2);
    }

    fn finish<W: EffectSink>(&mut self, over: Over, why: &str, effects: &mut W) {
        self.over = Some(over);
        effects.emit(|| Effect::Ended {
            winners: match over {
                Over::Win(seat) => vec![seat],
                Over::Draw => Vec::new(),
            },
            why: Name::of(why),
        });
    }

    fn relocate(&mut self, from: Cell, to: Cell) {
        let both = from.bit() | to.bit();
        self.pieces[self.turn.index()] ^= both;
        if from.is_in(self.frogs) {
            self.frogs ^= both;
        }
    }

    fn remove(&mut self, at: Cell) {
        self.eventful = true;
        self.frogs &= !at.bit();
        self.pieces[0] &= !at.bit();
        self.pieces[1] &= !at.bit();
    }

    /// The piece on a cell as effects name it; made only if the sink keeps effects.
    fn piece(&self, at: Cell) -> impl Fn() -> Piece + use<> {
        let owner = Seat::new(usize::from(at.is_in(self.pieces[1])));
        let is_frog = at.is_in(self.frogs);
        move || Piece::owned(if is_frog { "frog" } else { "tadpole" }, owner)
    }
}
