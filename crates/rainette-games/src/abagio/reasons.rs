//! Why something is not allowed.

use std::cmp::Ordering;

use rainette_core::{Actions, Game as _, Spot};

use super::action::{Action, Leap};
use super::board::Position;
use super::notation::die;
use super::stack::Landing;
use super::{Abagio, Phase};

rainette_core::reasons! {
    /// Why something is not allowed in Abagio.
    pub enum Reason {
        /// Nothing happens any more.
        Over = "over": "the game is over",
        /// A turn begins with the dice.
        DiceFirst = "dice-first": "the dice are rolled first",
        /// There is no such place or button.
        NoSuchSpot = "no-such-spot": "there is nothing to choose there",
        /// Dice are six-sided.
        NoSuchNumber = "no-such-number": "a die shows a number from 1 to 6",
        /// The chief frog comes after the leaps.
        LeapsFirst = "leaps-first": "the leaps come before the chief frog",
        /// After the leaps there is only the chief frog.
        LeapsDone = "leaps-done": "the leaps are over: place the chief frog or leave it aside",
        /// One points at the chief frog first, then at its place.
        ChiefFirst = "chief-first": "choose the chief frog first, then its place",
        /// The pond is the end of the way.
        Home = "home": "a frog in the pond has finished",
        /// One points at a frog first.
        NoFrog = "no-frog": "no frog stands there",
        /// Each player moves frogs of one colour.
        NotYours = "not-yours": "that frog belongs to the other player",
        /// Only the top frog of a stack may leap.
        Buried = "buried": "only the top frog of a stack may leap",
        /// No frog under the chief frog may leap.
        UnderChief = "under-chief": "no frog under the chief frog may leap",
        /// Frogs land on spaces and in the pond.
        NoLanding = "no-landing": "a frog leaps to a space or into the pond",
        /// Frogs leap towards the pond.
        Backwards = "backwards": "a frog leaps towards the pond only",
        /// One leap uses one die.
        NotRolled = "not-rolled": "no die that is left shows the number for this leap",
        /// Nobody lands on the chief frog.
        OnChief = "on-chief": "no frog lands on the chief frog",
        /// Stacks have a limit.
        Full = "full": "the stack there is as high as it may be",
        /// Three frogs of the opponent in a row block a space.
        Heap = "heap": "a heap blocks that stack: three or more of the other player's frogs in a row",
        /// Final leaps wait until all frogs are on the inner path.
        NotAllInside = "not-all-inside": "none of your frogs enters the pond before all are on the inner path",
        /// A larger number is for the farthest frog.
        NotFarthest = "not-farthest": "with a larger number than needed only your farthest frog enters the pond",
        /// A frog enters the pond with its position's number or a larger one.
        TooShort = "too-short": "that number does not reach the pond",
        /// A number is named if it is larger than needed.
        ExactNumber = "exact-number": "you need not name the number: it fits exactly",
        /// As many dice as possible must be used.
        MostDice = "most-dice": "another leap lets you use more of the dice, so you must",
        /// Of two numbers of which only one can be used, it is the larger.
        LargerNumber = "larger-number": "only one of the numbers can be used, so it must be the larger",
        /// A frog needs somewhere to land.
        Stuck = "stuck": "none of the dice takes that frog to a place where it may land",
        /// The chief frog stays on the outer path.
        OuterOnly = "outer-only": "the chief frog sits on the outer path or rests aside",
        /// The chief frog sits on own frogs only.
        ChiefOnOther = "chief-on-other": "the chief frog does not sit on the other player's frog",
        /// The chief frog needs room on a stack.
        ChiefOnFull = "chief-on-full": "the chief frog does not sit on a full stack",
        /// Nothing follows the last spot of an action.
        Complete = "complete": "the move is complete already",
    }
}

impl Abagio {
    pub(super) fn objection(&self, spots: &[Spot]) -> Option<Reason> {
        match self.phase {
            Phase::Start | Phase::Roll => return Some(Reason::DiceFirst),
            Phase::Over => return Some(Reason::Over),
            Phase::Leaps | Phase::Chief => {}
        }
        let (first, rest) = spots.split_first()?;
        let is_leaps = self.phase == Phase::Leaps;
        match first.as_str() {
            "chief" | "aside" if is_leaps => Some(Reason::LeapsFirst),
            "chief" => self.why_not_chief(rest),
            "aside" => Some(Reason::ChiefFirst),
            name => match name.parse() {
                Ok(from) if is_leaps => self.why_not_frog(from).or_else(|| self.why_not_from(from, rest)),
                Ok(_) => Some(Reason::LeapsDone),
                Err(_) => Some(Reason::NoSuchSpot),
            },
        }
    }

    /// Why no frog of the seat may leap from a position, whatever the dice.
    fn why_not_frog(&self, from: Position) -> Option<Reason> {
        let has_frog = self.tops[self.mover.index()] & from.bit() != 0;
        let stack = self.stack(self.mover, from);
        if from == Position::POND {
            Some(Reason::Home)
        } else if has_frog {
            (self.chief.space() == Some(from)).then_some(Reason::UnderChief)
        } else if from == Position::ROOT && self.on_root(self.mover.next(2)) > 0 {
            Some(Reason::NotYours)
        } else if stack.is_empty() {
            Some(Reason::NoFrog)
        } else if stack.frogs().any(|frog| frog == self.mover) {
            Some(Reason::Buried)
        } else {
            Some(Reason::NotYours)
        }
    }

    fn why_not_from(&self, from: Position, rest: &[Spot]) -> Option<Reason> {
        let Some((to, rest)) = rest.split_first() else {
            return self.why_not_any(from);
        };
        if matches!(to.as_str(), "chief" | "aside") {
            return Some(Reason::NoLanding);
        }
        let Ok(to) = to.as_str().parse::<Position>() else {
            return Some(Reason::NoSuchSpot);
        };
        if to >= from {
            Some(Reason::Backwards)
        } else if to == Position::POND {
            self.why_not_home(from, rest)
        } else {
            let number = from.distance() - to.distance();
            self.why_not_by(from, number).or_else(|| complete(rest))
        }
    }

    /// Why a frog that is free to leap cannot use any of the dice.
    fn why_not_any(&self, from: Position) -> Option<Reason> {
        let numbers = self.dice.numbers();
        let mut reasons = numbers.iter().map(|&number| self.why_not_by(from, number));
        let first = reasons.next()??;
        reasons.try_fold(first, |so_far, reason| {
            // A leap that only the use of the dice forbids tells most.
            Some(match (so_far, reason?) {
                (so_far, reason) if so_far == reason => so_far,
                (duty, _) | (_, duty) if matches!(duty, Reason::MostDice | Reason::LargerNumber) => duty,
                _ => Reason::Stuck,
            })
        })
    }

    /// Why a frog cannot enter the pond, with the number named or, if none is, with any.
    fn why_not_home(&self, from: Position, rest: &[Spot]) -> Option<Reason> {
        let Some((number, rest)) = rest.split_first() else {
            let numbers = self.dice.numbers();
            let mut enough = numbers.iter().rev().filter(|&&number| number >= from.distance());
            // The number that fits best is asked first.
            let Some(&best) = enough.next() else {
                return Some(Reason::NotRolled);
            };
            let reason = self.why_not_by(from, best)?;
            return enough.all(|&number| self.why_not_by(from, number).is_some()).then_some(reason);
        };
        let Some(number) = die(number.as_str()) else {
            return Some(Reason::NoSuchNumber);
        };
        match number.cmp(&from.distance()) {
            Ordering::Less => Some(Reason::TooShort),
            Ordering::Equal => self.why_not_by(from, number).or(Some(Reason::ExactNumber)),
            Ordering::Greater => self.why_not_by(from, number).or_else(|| complete(rest)),
        }
    }

    /// Why a frog that is free to leap cannot do so by this number.
    fn why_not_by(&self, from: Position, number: u8) -> Option<Reason> {
        let leap = Leap::new(from, number).filter(|_| self.dice.numbers().contains(&number));
        let Some(leap) = leap else {
            return Some(Reason::NotRolled);
        };
        let reason =
            if leap.to() == Position::POND { self.why_not_final(leap) } else { self.why_not_land(leap.to()) };
        reason.or_else(|| self.why_not_duty(leap))
    }

    fn why_not_final(&self, leap: Leap) -> Option<Reason> {
        if self.far[self.mover.index()] > 0 {
            Some(Reason::NotAllInside)
        } else if self.finishers(leap.die()) & leap.from().bit() == 0 {
            Some(Reason::NotFarthest)
        } else {
            None
        }
    }

    fn why_not_land(&self, to: Position) -> Option<Reason> {
        if self.chief.space() == Some(to) {
            return Some(Reason::OnChief);
        }
        match self.stack(self.mover, to).landing(self.mover.index(), to) {
            Landing::Free | Landing::Hit | Landing::Cap => None,
            Landing::Full => Some(Reason::Full),
            Landing::Heap => Some(Reason::Heap),
        }
    }

    /// Why a leap that could be made by itself is not a good use of the dice.
    fn why_not_duty(&self, leap: Leap) -> Option<Reason> {
        let mut actions = Actions::new();
        self.legal_actions(&mut actions);
        let is_followed = |action: &Action| !self.after(*action).dice.is_empty();
        if actions.contains(&Action::Leap(leap)) {
            None
        } else if actions.iter().any(is_followed) {
            Some(Reason::MostDice)
        } else {
            Some(Reason::LargerNumber)
        }
    }

    fn why_not_chief(&self, rest: &[Spot]) -> Option<Reason> {
        let (to, rest) = rest.split_first()?;
        let reason = match to.as_str() {
            "aside" => None,
            "chief" => Some(Reason::OuterOnly),
            name => match name.parse() {
                Ok(space) => self.why_not_chief_on(space),
                Err(_) => Some(Reason::NoSuchSpot),
            },
        };
        reason.or_else(|| complete(rest))
    }

    fn why_not_chief_on(&self, space: Position) -> Option<Reason> {
        if !space.is_outer() {
            Some(Reason::OuterOnly)
        } else if self.chief_spaces() & space.bit() != 0 {
            None
        } else if self.stack(self.mover, space).top() == Some(self.mover) {
            Some(Reason::ChiefOnFull)
        } else {
            Some(Reason::ChiefOnOther)
        }
    }
}

fn complete(rest: &[Spot]) -> Option<Reason> {
    (!rest.is_empty()).then_some(Reason::Complete)
}
