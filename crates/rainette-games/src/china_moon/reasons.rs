//! Why something is not allowed.

use rainette_core::{Game as _, Seat, Spot};

use super::board::{Landing, Pad, Pads, ROUTES, Stand, place_spot};
use super::bouquet::Lily;
use super::{ChinaMoon, Stage, notation};

rainette_core::reasons! {
    /// Why something is not allowed in China Moon.
    pub enum Reason {
        /// Nothing happens any more.
        Over = "over": "the game is over",
        /// The set-up comes first.
        NotLaidOut = "not-laid-out": "the lilies are not laid out yet",
        /// There is no such place or lily.
        NoSuchSpot = "no-such-spot": "there is nothing to choose there",
        /// A move begins with a frog.
        FrogFirst = "frog-first": "choose a frog to move",
        /// One points at a frog first.
        NoFrog = "no-frog": "no frog sits there",
        /// A frog on Arrival is out of play.
        OutOfPlay = "out-of-play": "a frog on the Arrival is out of play",
        /// The three frogs are different ones.
        MovedAlready = "moved-already": "that frog was moved already in this turn",
        /// At least one of the three frogs is another player's.
        MoveAnothers = "move-anothers": "one of the three frogs must be another player's",
        /// A frog on a spring moves on at once.
        SpringFirst = "spring-first": "the frog on the spring moves on first",
        /// A move ends on a pad or on Arrival.
        PlaceNext = "place-next": "a frog moves to a pad or to the Arrival",
        /// Frogs never move back.
        NeverBack = "never-back": "frogs never move back",
        /// A frog follows the arrows.
        OtherArm = "other-arm": "no arrow leads there from where the frog is",
        /// One frog to a pad.
        Occupied = "occupied": "a frog is there already: it can only be leapt over",
        /// A move has two spaces, not one.
        TooNear = "too-near": "a frog moves two free pads, and that is only the first",
        /// A move has two spaces, not more.
        TooFar = "too-far": "a frog moves two free pads, and that is farther",
        /// On a trickster the owner exchanges a lily.
        SwapFirst = "swap-first": "a lily is to be exchanged now: choose one to give",
        /// On a butterfly the owner drops a lily.
        DropFirst = "drop-first": "a lily is to be dropped now: choose one",
        /// One gives and drops one's own lilies.
        NotYours = "not-yours": "that lily is not yours",
        /// A lily that nobody holds cannot change hands.
        NotHeld = "not-held": "there is no lily of that colour there",
        /// Lilies of one colour are not exchanged.
        NothingForIt = "nothing-for-it": "nobody has a lily of another colour to give for it",
        /// One takes another player's lily.
        LilyToTake = "lily-to-take": "choose another player's lily to take in exchange",
        /// The lily taken is of another colour.
        SameColour = "same-colour": "the lilies exchanged must be of different colours",
        /// Nothing is left to point at.
        Complete = "complete": "the move is complete already",
    }
}

/// What a spot names.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Named {
    Start(Seat),
    Pad(Pad),
    Arrival,
    /// One of the Arrival's places.
    Place,
    Lily(Seat, Lily),
}

impl ChinaMoon {
    pub(super) fn objection(&self, spots: &[Spot]) -> Option<Reason> {
        match self.stage {
            Stage::SetUp => return Some(Reason::NotLaidOut),
            Stage::Over => return Some(Reason::Over),
            _ => {}
        }
        let (first, rest) = spots.split_first()?;
        let Some(first) = self.named(first) else {
            return Some(Reason::NoSuchSpot);
        };
        match self.stage {
            Stage::Swap(trickster) => self.why_not_swap(self.owner(trickster), first, rest),
            Stage::Drop(butterfly) => self.why_not_drop(self.owner(butterfly), first, rest),
            _ => self.why_not_move(first, rest),
        }
    }

    fn named(&self, spot: &Spot) -> Option<Named> {
        let is_here = |seat: &Seat| seat.index() < self.seats();
        let name = spot.as_str();
        if let Some(lily) = name.strip_prefix("lily.") {
            let (seat, lily) = lily.split_once('.')?;
            return Some(Named::Lily(notation::seat(seat).filter(is_here)?, lily.parse().ok()?));
        }
        if (1..=4).any(|number| *spot == place_spot(number)) {
            return Some(Named::Place);
        }
        if name == "goal" {
            return Some(Named::Arrival);
        }
        match name.parse().ok()? {
            Stand::Start(seat) => is_here(&seat).then_some(Named::Start(seat)),
            Stand::Pad(pad) => Some(Named::Pad(pad)),
        }
    }

    fn why_not_move(&self, first: Named, rest: &[Spot]) -> Option<Reason> {
        if let Stage::Spring(spring) = self.stage
            && first != Named::Pad(spring)
        {
            return Some(Reason::SpringFirst);
        }
        let (from, owner) = match first {
            Named::Start(seat) => (Stand::Start(seat), (self.on_start(seat) > 0).then_some(seat)),
            Named::Pad(pad) => (Stand::Pad(pad), self.frog(pad)),
            Named::Arrival if Seat::all(self.seats()).any(|seat| self.on_arrival(seat) > 0) => {
                return Some(Reason::OutOfPlay);
            }
            Named::Arrival => return Some(Reason::NoFrog),
            Named::Place | Named::Lily(..) => return Some(Reason::FrogFirst),
        };
        let Some(owner) = owner else {
            return Some(Reason::NoFrog);
        };
        if self.moved >> from.index() & 1 == 1 {
            return Some(Reason::MovedAlready);
        }
        // A frog on a spring has begun its move: who owns it was asked before.
        if self.stage == Stage::Move && self.must_move_others() && owner == self.mover {
            return Some(Reason::MoveAnothers);
        }
        let (to, rest) = rest.split_first()?;
        let Some(to) = self.named(to) else {
            return Some(Reason::NoSuchSpot);
        };
        self.why_not_go(from, to).or_else(|| (!rest.is_empty()).then_some(Reason::Complete))
    }

    fn why_not_go(&self, from: Stand, to: Named) -> Option<Reason> {
        let to = match to {
            Named::Pad(pad) => Landing::on(pad),
            Named::Arrival => Landing::ARRIVAL,
            Named::Start(_) => return Some(Reason::NeverBack),
            Named::Place | Named::Lily(..) => return Some(Reason::PlaceNext),
        };
        if self.landings_from(from) & to.bit() != 0 {
            return None;
        }
        let ahead = ROUTES[from.index()];
        let free = |route: &Pads| route & !self.occupied();
        Some(if ahead.iter().all(|route| route & to.bit() == 0) {
            let is_behind = ROUTES[to.index()].iter().any(|route| route >> from.index() & 1 == 1);
            let is_there = to.index() == from.index();
            if is_behind || is_there { Reason::NeverBack } else { Reason::OtherArm }
        } else if to.bit() & self.occupied() != 0 {
            Reason::Occupied
        } else if ahead.iter().any(|route| free(route).trailing_zeros() == to.bit().trailing_zeros()) {
            Reason::TooNear
        } else {
            Reason::TooFar
        })
    }

    fn why_not_swap(&self, owner: Seat, give: Named, rest: &[Spot]) -> Option<Reason> {
        let give = match self.own_lily(owner, give, Reason::SwapFirst) {
            Ok(lily) => lily,
            Err(reason) => return Some(reason),
        };
        if self.colours_of_others(owner) & !(1 << give.index()) == 0 {
            return Some(Reason::NothingForIt);
        }
        let (take, rest) = rest.split_first()?;
        match self.named(take) {
            None => Some(Reason::NoSuchSpot),
            Some(Named::Lily(seat, _)) if seat == owner => Some(Reason::LilyToTake),
            Some(Named::Lily(seat, take)) if self.bouquet(seat).count(take) == 0 => Some(Reason::NotHeld),
            Some(Named::Lily(_, take)) if take == give => Some(Reason::SameColour),
            Some(Named::Lily(..)) => (!rest.is_empty()).then_some(Reason::Complete),
            Some(_) => Some(Reason::LilyToTake),
        }
    }

    fn why_not_drop(&self, owner: Seat, lily: Named, rest: &[Spot]) -> Option<Reason> {
        let objection = self.own_lily(owner, lily, Reason::DropFirst).err();
        objection.or_else(|| (!rest.is_empty()).then_some(Reason::Complete))
    }

    /// The owner's own lily, or why it is none.
    fn own_lily(&self, owner: Seat, named: Named, otherwise: Reason) -> Result<Lily, Reason> {
        match named {
            Named::Lily(seat, _) if seat != owner => Err(Reason::NotYours),
            Named::Lily(_, lily) if self.bouquet(owner).count(lily) == 0 => Err(Reason::NotHeld),
            Named::Lily(_, lily) => Ok(lily),
            _ => Err(otherwise),
        }
    }
}
