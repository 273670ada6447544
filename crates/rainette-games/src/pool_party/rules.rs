//! What may be done in a turn, and what comes of it.

use rainette_core::{Actions, Effect, EffectSink, Name, Piece, Seat};

use super::action::{Action, Hop, Roll};
use super::board::{Family, LANES, Lines, Place, RAMP, clockwise};
use super::{PoolParty, Stage};

/// The game ends after so many turns, all seats and passes counted.
pub const MOST_TURNS: u16 = 1000;

/// What a seat's turn is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Round {
    /// Turn 1: frogs 1 and 2 enter.
    First,
    /// Turn 2: frogs 3 and 4 enter.
    Second,
    /// Turn 3: frog 5 enters, and another frog moves.
    Third,
    /// From turn 4: all five are afloat.
    Afloat,
}

/// The legal actions of one round and roll.
#[derive(Clone, Copy)]
struct Choices {
    actions: [Action; MOST_CHOICES],
    count: usize,
}

/// 20 ways to move two of five frogs by different dice, and each of the five by the sum or the difference.
const MOST_CHOICES: usize = 30;

/// The legal actions depend on nothing but the round and the roll: frogs go over each other and push.
static CHOICES: [[Choices; Roll::COUNT]; 4] = {
    let mut choices = [[Choices::NONE; Roll::COUNT]; 4];
    let (mut larger, mut smaller) = (1, 1);
    while larger <= 6 {
        let roll = Roll::new(larger, smaller).expect("the dice are in order");
        choices[Round::First as usize][roll.index()] = Choices::entering(roll, 1, 2);
        choices[Round::Second as usize][roll.index()] = Choices::entering(roll, 3, 4);
        choices[Round::Third as usize][roll.index()] = Choices::entering_last(roll);
        choices[Round::Afloat as usize][roll.index()] = Choices::afloat(roll);
        (larger, smaller) = if smaller < larger { (larger, smaller + 1) } else { (larger + 1, 1) };
    }
    choices
};

impl Choices {
    const NONE: Self = Self { actions: [Action::PASS; MOST_CHOICES], count: 0 };

    /// Both frogs enter, one die each; the player decides which die goes to which.
    const fn entering(roll: Roll, one: usize, other: usize) -> Self {
        let mut choices = Self::NONE;
        choices.add_two(roll, one, other);
        choices
    }

    /// Frog 5 enters with either die; the other die moves any one of the other four.
    const fn entering_last(roll: Roll) -> Self {
        let mut choices = Self::NONE;
        let mut other = 1;
        while other < LANES {
            choices.add_two(roll, other, LANES);
            other += 1;
        }
        choices
    }

    /// Two different frogs move by one die each, or one by the sum, or one by the difference if that is positive.
    /// After a double the player may also pass.
    const fn afloat(roll: Roll) -> Self {
        let mut choices = Self::NONE;
        let mut one = 1;
        while one <= LANES {
            let mut other = one + 1;
            while other <= LANES {
                choices.add_two(roll, one, other);
                other += 1;
            }
            choices.add(Action::one(hop(one, roll.sum())));
            if !roll.is_double() {
                choices.add(Action::one(hop(one, roll.difference())));
            }
            one += 1;
        }
        if roll.is_double() {
            choices.add(Action::PASS);
        }
        choices
    }

    /// Two frogs move by one die each, either way round if the dice differ.
    const fn add_two(&mut self, roll: Roll, one: usize, other: usize) {
        self.add(two(hop(one, roll.larger()), hop(other, roll.smaller())));
        if !roll.is_double() {
            self.add(two(hop(one, roll.smaller()), hop(other, roll.larger())));
        }
    }

    const fn add(&mut self, action: Action) {
        self.actions[self.count] = action;
        self.count += 1;
    }
}

const fn hop(lane: usize, steps: u8) -> Hop {
    Hop::new(lane, steps).expect("lanes are 1 to 5 and two dice make at most 12")
}

const fn two(one: Hop, other: Hop) -> Action {
    Action::two(one, other).expect("the lanes differ and a die shows at most 6")
}

impl PoolParty {
    /// What the mover's turn is about: the smallest frogs still on the stack enter first.
    #[inline]
    pub fn round(&self) -> Round {
        let is_afloat = |lane| self.frog(self.mover, lane).is_some();
        if is_afloat(5) {
            Round::Afloat
        } else if is_afloat(3) {
            Round::Third
        } else if is_afloat(1) {
            Round::Second
        } else {
            Round::First
        }
    }

    #[inline]
    pub(super) fn list(&self, actions: &mut Actions<Self>) {
        actions.clear();
        if let Stage::Moving(roll) = self.stage {
            let choices = &CHOICES[self.round() as usize][roll.index()];
            // Most rolls are no doubles: a copy of known length is a few instructions.
            if choices.count == MOST_CHOICES {
                actions.extend(&choices.actions);
            } else {
                actions.extend(&choices.actions[..choices.count]);
            }
        }
    }

    #[inline]
    pub(super) fn take<W: EffectSink>(&mut self, roll: Roll, effects: &mut W) {
        let mover = self.mover;
        effects.emit(|| Effect::Rolled { dice: vec![roll.larger(), roll.smaller()], by: Some(mover) });
        self.stage = Stage::Moving(roll);
    }

    #[inline]
    pub(super) fn carry_out<W: EffectSink>(&mut self, action: Action, effects: &mut W) {
        match action.hops() {
            [Some(one), Some(other)] => self.hop_both(one, other, effects),
            [Some(hop), None] | [None, Some(hop)] => self.hop(hop, effects),
            [None, None] => {
                let seat = self.mover;
                effects.emit(|| Effect::Passed { seat });
            }
        }
        self.end_turn(effects);
    }

    /// The mover's line counts after either frog alone: the order is the mover's choice, so a frog that makes the line
    /// goes first, and then the game is over and the other stays where it is.
    #[inline]
    fn hop_both<W: EffectSink>(&mut self, one: Hop, other: Hop, effects: &mut W) {
        let family = Family::of(&self.lanes, self.mover);
        let lines_up = |hop: Hop| family.lines_up_with(hop.lane(), self.target(hop));
        let (one_lines_up, other_lines_up) = (lines_up(one), lines_up(other));
        if !other_lines_up {
            self.hop(one, effects);
        }
        if !one_lines_up {
            self.hop(other, effects);
        }
    }

    /// The frog goes over others freely; only where it lands are they in its way. The row makes way before the frog
    /// comes down, so that no two frogs are ever seen on one space.
    #[inline]
    fn hop<W: EffectSink>(&mut self, hop: Hop, effects: &mut W) {
        let (mover, lane, target) = (self.mover, hop.lane(), self.target(hop));
        let from = self.place(mover, lane);
        self.clear(lane, target, effects);
        self.lanes[lane - 1].put(mover, target);
        effects.emit(|| Effect::Hopped {
            piece: Piece::owned("frog", mover),
            from: from.spot(),
            over: Vec::new(),
            to: Place { lane, space: Some(target) }.spot(),
        });
    }

    /// The frog on this space is pushed one space clockwise, and if that is occupied too, the whole unbroken row: the
    /// farthest first, each onto a free space.
    #[inline]
    fn clear<W: EffectSink>(&mut self, lane: usize, space: u8, effects: &mut W) {
        if let Some(seat) = self.lanes[lane - 1].seat_on(space) {
            self.push(seat, lane, space, effects);
        }
    }

    // Most landings push nobody: kept out of line, the rare case costs the common one nothing.
    #[inline(never)]
    fn push<W: EffectSink>(&mut self, pushed: Seat, lane: usize, space: u8, effects: &mut W) {
        let next = clockwise(space, 1);
        self.clear(lane, next, effects);
        self.lanes[lane - 1].put(pushed, next);
        effects.emit(|| Effect::Pushed {
            piece: Piece::owned("frog", pushed),
            from: Place { lane, space: Some(space) }.spot(),
            to: Place { lane, space: Some(next) }.spot(),
        });
    }

    /// Opponents' lines count only now, after the whole action. The mover comes first, then the opponent next in turn
    /// order.
    #[inline]
    fn end_turn<W: EffectSink>(&mut self, effects: &mut W) {
        self.turns += 1;
        if let Some(winner) = Lines::of(&self.lanes).first_from(self.mover) {
            self.stage = Stage::Won(winner);
            effects.emit(|| Effect::Ended { winners: vec![winner], why: Name::of("line") });
        } else if self.turns == MOST_TURNS {
            self.stage = Stage::Drawn;
            effects.emit(|| Effect::Ended { winners: Vec::new(), why: Name::of("turn-limit") });
        } else {
            self.stage = Stage::Rolling;
            self.mover = self.mover.next(self.seats.into());
        }
    }

    /// Where the mover's frog lands. One that enters is put on the ramp first.
    #[inline]
    pub(super) fn target(&self, hop: Hop) -> u8 {
        clockwise(self.frog(self.mover, hop.lane()).unwrap_or(RAMP), hop.steps())
    }

    pub(super) fn place(&self, seat: Seat, lane: usize) -> Place {
        Place { lane, space: self.frog(seat, lane) }
    }
}
