//! What may be done in a turn, and what comes of it.

use rainette_core::{Actions, Effect, EffectSink, Game as _, Name, Piece, Seat};

use super::board::{
    BLACK_LILY_PAD, BUTTERFLIES, LILY_PADS, Landing, NEXT_FORK, Pad, Pads, ROUTES, SPRINGS, START, Stand,
    TRICKSTERS, each, each_landing, place_spot,
};
use super::bouquet::{Colours, Lily, each_colour};
use super::{Action, ChinaMoon, Lilies, MOST_SEATS, Stage};

/// Three different frogs are moved in a turn.
pub(super) const MOVES: u8 = 3;

/// Where a frog's move ends on one route: on the second free place. A frog that reaches Arrival stops there, with one
/// step or two.
#[inline]
fn landing(route: Pads, occupied: Pads) -> Landing {
    let free = route & !occupied;
    let after_first = free & free.wrapping_sub(1);
    Landing::first(if after_first == 0 { free } else { after_first })
}

/// Where a move from this place can end: each route has its landing.
#[inline]
fn landings(from: usize, occupied: Pads) -> Pads {
    let first = landing(ROUTES[from][0], occupied);
    if !passes_fork(from, first) {
        return first.bit();
    }
    ROUTES[from].iter().fold(0, |landings, route| landings | landing(*route, occupied).bit())
}

/// Does a move pass a fork? If not there is no other from the same place.
#[inline]
fn passes_fork(from: usize, to: Landing) -> bool {
    to.index() > usize::from(NEXT_FORK[from])
}

/// The pads leapt over by a move, on the first route that leads there.
fn leapt_over(from: usize, to: Landing, occupied: Pads) -> Pads {
    let leads_there = |route: &&Pads| landing(**route, occupied) == to;
    let route = ROUTES[from].iter().find(leads_there).expect("a legal move follows a route");
    route & occupied & (to.bit() - 1)
}

fn lily_piece(lily: Lily) -> Piece {
    Piece::free(format_args!("lily-{lily}"))
}

impl ChinaMoon {
    /// The pads with a frog.
    #[inline]
    pub(super) fn occupied(&self) -> Pads {
        self.frogs.iter().fold(0, |occupied, frogs| occupied | frogs)
    }

    /// The pads with a lily.
    #[inline]
    fn with_lily(&self) -> Pads {
        self.lilies.iter().fold(0, |pads, lilies| pads | lilies)
    }

    /// Must the next frog be another player's? At least one of the three must.
    #[inline]
    pub(super) fn must_move_others(&self) -> bool {
        self.moves == MOVES - 1 && !self.moved_others
    }

    pub(super) fn landings_from(&self, from: Stand) -> Pads {
        landings(from.index(), self.occupied())
    }

    #[inline]
    pub(super) fn list(&self, actions: &mut Actions<Self>) {
        actions.clear();
        match self.stage {
            Stage::Move => self.list_moves(actions),
            Stage::Spring(frog) => {
                for to in each_landing(landings(frog.index(), self.occupied())) {
                    actions.push(Action::Move { from: Stand::Pad(frog), to });
                }
            }
            Stage::Swap(trickster) => self.list_swaps(self.owner(trickster), actions),
            Stage::Drop(butterfly) => {
                for lily in each_colour(self.bouquets[self.owner(butterfly).index()].colours()) {
                    actions.push(Action::Drop { lily });
                }
            }
            Stage::SetUp | Stage::Over => {}
        }
    }

    /// Any frog that has not been moved in this turn and is not on Arrival.
    #[inline]
    fn list_moves(&self, actions: &mut Actions<Self>) {
        let occupied = self.occupied();
        let barred = if self.must_move_others() { self.mover.index() } else { MOST_SEATS };
        let barred_frogs = self.frogs.get(barred).unwrap_or(&0);
        // Every frog has a landing on its first route, and most have no other. Those that may have come again in a
        // second round: so many branches fewer are worth 7 % of the playouts.
        let mut with_choice = 0;
        for frog in each(occupied & !self.moved & !barred_frogs) {
            let to = landing(ROUTES[frog.index()][0], occupied);
            actions.push(Action::Move { from: Stand::Pad(frog), to });
            with_choice |= Pads::from(passes_fork(frog.index(), to)) << frog.index();
        }
        for frog in each(with_choice) {
            let first = landing(ROUTES[frog.index()][0], occupied);
            for to in each_landing(landings(frog.index(), occupied) & !first.bit()) {
                actions.push(Action::Move { from: Stand::Pad(frog), to });
            }
        }
        // A seat's frogs on Start are alike, and all frogs there land alike.
        let from_start = landings(START, occupied);
        for seat in Seat::all(MOST_SEATS) {
            if self.on_start[seat.index()] > 0 && seat.index() != barred {
                for to in each_landing(from_start) {
                    actions.push(Action::Move { from: Stand::Start(seat), to });
                }
            }
        }
    }

    /// One lily for one of a different colour, with any other player.
    fn list_swaps(&self, owner: Seat, actions: &mut Actions<Self>) {
        let own = self.bouquets[owner.index()].colours();
        for with in Seat::all(self.seats()).filter(|&with| with != owner) {
            let theirs = self.bouquets[with.index()].colours();
            for give in each_colour(own) {
                for take in each_colour(theirs & !(1 << give.index())) {
                    actions.push(Action::Swap { give, with, take });
                }
            }
        }
    }

    /// The colours that others than the owner hold.
    pub(super) fn colours_of_others(&self, owner: Seat) -> Colours {
        let others = Seat::all(MOST_SEATS).filter(|&seat| seat != owner);
        others.fold(0, |colours, seat| colours | self.bouquets[seat.index()].colours())
    }

    /// Can the owner exchange a lily? Both sides need one, and not all of them may be of one colour.
    fn can_swap(&self, owner: Seat) -> bool {
        let own = self.bouquets[owner.index()].colours();
        let others = self.colours_of_others(owner);
        own != 0 && others != 0 && (own | others).count_ones() > 1
    }

    /// Where a lily dropped at this butterfly comes to lie: on the nearest pad behind with neither frog nor lily.
    pub(super) fn pad_for_drop(&self, butterfly: Pad) -> Option<Pad> {
        butterfly.nearest_behind(!(self.occupied() | self.with_lily()))
    }

    pub(super) fn lay_out<W: EffectSink>(&mut self, lilies: &Lilies, effects: &mut W) {
        let black = (BLACK_LILY_PAD, Lily::Black);
        for (pad, lily) in LILY_PADS.into_iter().zip(lilies.pads).chain([black]) {
            self.lilies[lily.index()] |= pad.bit();
            effects.emit(|| Effect::Placed { piece: lily_piece(lily), at: pad.spot() });
        }
        for (index, lily) in lilies.places.into_iter().chain([Lily::Blue]).enumerate() {
            self.places[index] = Some(lily);
            effects.emit(|| Effect::Placed { piece: lily_piece(lily), at: place_spot(index + 1) });
        }
        self.stage = Stage::Move;
    }

    #[inline]
    pub(super) fn carry_out<W: EffectSink>(&mut self, action: Action, effects: &mut W) {
        match action {
            Action::Move { from, to } => self.move_frog(from, to, effects),
            Action::Swap { give, with, take } => self.swap(give, with, take, effects),
            Action::Drop { lily } => self.drop_lily(lily, effects),
        }
    }

    #[inline]
    fn move_frog<W: EffectSink>(&mut self, from: Stand, to: Landing, effects: &mut W) {
        let occupied = self.occupied();
        let owner = match from {
            Stand::Start(seat) => {
                self.on_start[seat.index()] -= 1;
                seat
            }
            Stand::Pad(pad) => {
                let owner = self.owner(pad);
                self.frogs[owner.index()] &= !pad.bit();
                owner
            }
        };
        effects.emit(|| Effect::Hopped {
            piece: Piece::owned("frog", owner),
            from: from.spot(),
            over: each(leapt_over(from.index(), to, occupied)).map(Pad::spot).collect(),
            to: to.spot(),
        });
        match to.pad() {
            Some(pad) => self.land(owner, pad, effects),
            None => self.arrive(owner, effects),
        }
    }

    /// Whose frog stands on this pad, if one does. Owners are random to the processor: a sum is faster than a
    /// search.
    #[inline]
    pub(super) fn owner(&self, pad: Pad) -> Seat {
        let index = |(seat, frogs): (usize, &Pads)| seat * usize::from(pad.is_in(*frogs));
        Seat::new(self.frogs.iter().enumerate().map(index).sum())
    }

    /// The owner takes the lily that lies there, then the pad's symbol acts.
    #[inline]
    fn land<W: EffectSink>(&mut self, owner: Seat, pad: Pad, effects: &mut W) {
        self.frogs[owner.index()] |= pad.bit();
        if pad.is_in(self.with_lily()) {
            self.take_lily(owner, pad, effects);
        }
        // The move of a frog on a spring is not over.
        if pad.is_in(SPRINGS) {
            self.stage = Stage::Spring(pad);
            return;
        }
        self.moved |= pad.bit();
        self.count_move(owner);
        if pad.is_in(TRICKSTERS | BUTTERFLIES) {
            if pad.is_in(TRICKSTERS) && self.can_swap(owner) {
                self.stage = Stage::Swap(pad);
                return;
            }
            let has_lily = self.bouquets[owner.index()].colours() != 0;
            if pad.is_in(BUTTERFLIES) && has_lily && self.pad_for_drop(pad).is_some() {
                self.stage = Stage::Drop(pad);
                return;
            }
        }
        self.go_on();
    }

    fn take_lily<W: EffectSink>(&mut self, owner: Seat, pad: Pad, effects: &mut W) {
        let lily = self.lily(pad).expect("a lily lies there");
        self.lilies[lily.index()] &= !pad.bit();
        self.bouquets[owner.index()].add(lily);
        effects.emit(|| Effect::Taken { piece: lily_piece(lily), from: pad.spot(), by: owner });
    }

    /// The first four frogs take the lilies of the places, and the fourth ends the game, even in mid-turn.
    fn arrive<W: EffectSink>(&mut self, owner: Seat, effects: &mut W) {
        let next = self.places.iter().position(Option::is_some);
        let place = next.expect("the game is over once every place is empty");
        let lily = self.places[place].take().expect("a lily lies there");
        self.bouquets[owner.index()].add(lily);
        effects.emit(|| Effect::Taken { piece: lily_piece(lily), from: place_spot(place + 1), by: owner });
        self.count_move(owner);
        if self.places == [None; 4] {
            self.end(effects);
        } else {
            self.go_on();
        }
    }

    #[inline]
    fn count_move(&mut self, owner: Seat) {
        self.moves += 1;
        self.moved_others |= owner != self.mover;
    }

    fn swap<W: EffectSink>(&mut self, give: Lily, with: Seat, take: Lily, effects: &mut W) {
        let Stage::Swap(trickster) = self.stage else { panic!("no lily is to be exchanged") };
        let owner = self.owner(trickster);
        self.bouquets[owner.index()].remove(give);
        self.bouquets[with.index()].add(give);
        self.bouquets[with.index()].remove(take);
        self.bouquets[owner.index()].add(take);
        effects.emit(|| Effect::Given { piece: lily_piece(give), from: owner, to: with });
        effects.emit(|| Effect::Given { piece: lily_piece(take), from: with, to: owner });
        self.go_on();
    }

    fn drop_lily<W: EffectSink>(&mut self, lily: Lily, effects: &mut W) {
        let Stage::Drop(butterfly) = self.stage else { panic!("no lily is to be dropped") };
        let owner = self.owner(butterfly);
        let pad = self.pad_for_drop(butterfly).expect("without a pad for it no lily is dropped");
        self.bouquets[owner.index()].remove(lily);
        self.lilies[lily.index()] |= pad.bit();
        effects.emit(|| Effect::Dropped { piece: lily_piece(lily), by: owner, at: pad.spot() });
        self.go_on();
    }

    /// The mover moves another frog, or after three it is the next player's turn.
    #[inline]
    fn go_on(&mut self) {
        self.stage = Stage::Move;
        if self.moves == MOVES {
            self.moved = 0;
            self.moves = 0;
            self.moved_others = false;
            self.mover = self.mover.next(self.seats());
        }
    }

    fn end<W: EffectSink>(&mut self, effects: &mut W) {
        self.stage = Stage::Over;
        for seat in Seat::all(self.seats()) {
            let bouquet = self.bouquet(seat);
            for lily in each_colour(bouquet.colours()) {
                effects.emit(|| Effect::Scored {
                    seat,
                    points: bouquet.points(lily),
                    from: lily_piece(lily).kind,
                });
            }
        }
        effects.emit(|| Effect::Ended {
            winners: self.winners().collect(),
            why: Name::of("four-frogs-arrived"),
        });
    }
}
