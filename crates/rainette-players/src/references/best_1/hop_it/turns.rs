//! Whole turns: a step, or a chain of hops from its beginning to its end.

use rainette_core::{Actions, Game as _, Seat, Turn};
use rainette_games::hop_it::{Action, Cell, HopIt};

/// What a seat can do in a turn, or in the rest of one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WholeTurn {
    /// The position after it.
    pub(crate) after: HopIt,
    /// Its name in tables of good turns.
    pub(crate) key: u64,
    /// Where the piece came from and where it went, as one number below [`WholeTurn::ROUTES`].
    pub(crate) route: u16,
    /// How early it is tried.
    pub(crate) promise: i32,
    /// The first of its actions.
    pub(crate) first: Action,
}

impl WholeTurn {
    /// So many routes there are at most.
    pub(crate) const ROUTES: usize = 64 * 64;
}

/// Lists whole turns, with buffers that are used again and again.
#[derive(Default)]
pub(crate) struct Lister {
    /// One for each hop of the chain that is followed.
    actions: Vec<Actions<HopIt>>,
    /// Positions in mid-chain that have been gone through already: chains often meet again. Those that differ in what
    /// the chain owes are different positions.
    met: Vec<HopIt>,
    /// From here on in the list of turns, none leads to the same position twice.
    distinct_from: usize,
}

impl Lister {
    /// Puts all turns into the list, after clearing it: those that come to the same position once only.
    pub(crate) fn list(&mut self, position: &HopIt, turns: &mut Vec<WholeTurn>) {
        turns.clear();
        self.met.clear();
        self.distinct_from = 0;
        if let Turn::Seat(seat) = position.turn() {
            self.follow(position, seat, 0, None, turns);
        }
    }

    /// The same, except that turns with different first actions may come to the same position: every action counts.
    pub(crate) fn list_by_action(&mut self, position: &HopIt, turns: &mut Vec<WholeTurn>) {
        turns.clear();
        let Turn::Seat(seat) = position.turn() else { return };
        let mut actions = Actions::new();
        position.legal_actions(&mut actions);
        for &action in actions.iter() {
            self.met.clear();
            self.distinct_from = turns.len();
            self.take(position, action, seat, 0, None, turns);
        }
    }

    fn follow(
        &mut self,
        position: &HopIt,
        seat: Seat,
        hops: usize,
        begun: Option<(Action, Cell, Cell)>,
        turns: &mut Vec<WholeTurn>,
    ) {
        while self.actions.len() <= hops {
            self.actions.push(Actions::new());
        }
        let mut actions = std::mem::take(&mut self.actions[hops]);
        position.legal_actions(&mut actions);
        for &action in actions.iter() {
            self.take(position, action, seat, hops, begun, turns);
        }
        self.actions[hops] = actions;
    }

    #[inline]
    fn take(
        &mut self,
        position: &HopIt,
        action: Action,
        seat: Seat,
        hops: usize,
        begun: Option<(Action, Cell, Cell)>,
        turns: &mut Vec<WholeTurn>,
    ) {
        let after = position.after(action);
        let (first, from, to) = match (begun, action) {
            (Some((first, from, _)), Action::Hop { to, .. }) => (first, from, to),
            (Some(begun), _) => begun,
            (None, Action::Step { from, to } | Action::Hop { from, to }) => (action, from, to),
            (None, Action::Stop | Action::Pass) => {
                let nowhere = Cell::at(0, 0).expect("a cell");
                (action, nowhere, nowhere)
            }
        };
        if after.turn() == Turn::Seat(seat) {
            if !self.met.contains(&after) {
                self.met.push(after);
                self.follow(&after, seat, hops + 1, Some((first, from, to)), turns);
            }
            return;
        }
        let ends_chain = hops > 0 || matches!(action, Action::Hop { .. } | Action::Stop);
        if ends_chain && turns[self.distinct_from..].iter().any(|turn| turn.after == after) {
            return;
        }
        let route = (from.bit().trailing_zeros() * 64 + to.bit().trailing_zeros()) as u16;
        turns.push(WholeTurn { after, key: key(&after), route, promise: 0, first });
    }
}

/// Up to so many quiet turns, positions that differ only in their number are taken for the same: no search looks far
/// enough ahead from there to see the draw.
const FAR_FROM_DRAW: u8 = 16;

/// A fast fixed hash of a position at the start of a turn, where what is owed follows from the pieces.
#[inline]
pub(crate) fn key(position: &HopIt) -> u64 {
    let [white, black] = [0, 1].map(|seat| position.pieces(Seat::new(seat)));
    let turn = match position.turn() {
        Turn::Seat(seat) => seat.index() as u64,
        _ => 2,
    };
    let rest = (turn << 8 | u64::from(position.quiet_turns().max(FAR_FROM_DRAW))) << 48;
    let mut key = white.wrapping_mul(0x9E37_79B9_7F4A_7C15)
        ^ black.wrapping_mul(0xC2B2_AE3D_27D4_EB4F).rotate_left(23)
        ^ (position.frogs() ^ rest).wrapping_mul(0xD6E8_FEB8_6659_FD93).rotate_left(41);
    key ^= key >> 32;
    key = key.wrapping_mul(0xFF51_AFD7_ED55_8CCD);
    key ^= key >> 29;
    key = key.wrapping_mul(0xC4CE_B9FE_1A85_EC53);
    key ^ key >> 32
}
