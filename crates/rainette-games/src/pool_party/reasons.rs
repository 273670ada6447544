//! Why something is not allowed.

use rainette_core::Spot;

use super::board::{LANES, Place, RAMP, steps_between};
use super::{PoolParty, Roll, Round, Stage};

rainette_core::reasons! {
    /// Why something is not allowed in Pool Party.
    pub enum Reason {
        /// Nothing happens any more.
        Over = "over": "the game is over",
        /// A turn begins with the dice.
        RollFirst = "roll-first": "the dice are rolled first",
        /// There is no such place or button.
        NoSuchSpot = "no-such-spot": "there is nothing to choose there",
        /// One may pass only when all five frogs are afloat.
        PassAfloat = "pass-afloat": "you may pass only once all your five frogs are afloat",
        /// Without a double moving is compulsory.
        PassAfterDouble = "pass-after-double": "you may pass only after a double",
        /// Who passes moves no frog.
        PassAlone = "pass-alone": "either pass or move",
        /// One points at a frog first.
        NoFrog = "no-frog": "no frog is there",
        /// Each player moves frogs of one colour.
        NotYours = "not-yours": "that frog belongs to another player",
        /// A frog enters once.
        AlreadyAfloat = "already-afloat": "that frog has left the deck already",
        /// The smallest frogs on the stack enter first.
        SmallestFirst = "smallest-first": "smaller frogs enter first",
        /// On turns 1 and 2 both dice belong to the frogs that enter.
        OthersEnter = "others-enter": "this turn belongs to the two frogs that enter",
        /// On turn 3 the fifth frog enters.
        FifthEnters = "fifth-enters": "the largest frog must enter in this turn",
        /// The dice move two different frogs.
        SameFrog = "same-frog": "the dice move two different frogs: for one alone choose their sum or difference",
        /// Frogs never leave the water.
        NotToStack = "not-to-stack": "a frog never goes back to the deck",
        /// Each frog has a lane of its own.
        OwnLane = "own-lane": "a frog stays in its lane",
        /// A difference of nothing is no move.
        StaysPut = "stays-put": "a frog that moves goes at least one space",
        /// Frogs move clockwise only.
        Clockwise = "clockwise": "frogs swim clockwise only",
        /// A frog moves by a die, or by both together.
        NotTheDice = "not-the-dice": "the dice do not lead there",
        /// Frogs enter by one die each.
        DieEachToEnter = "die-each-to-enter": "sum and difference count only once all your five frogs are afloat",
        /// Each of two frogs moves by one die.
        DieEach = "die-each": "two frogs move by one die each",
        /// Each die is used once.
        DieUsed = "die-used": "that die is used already",
        /// The sum or the difference uses both dice.
        BothDiceUsed = "both-dice-used": "the sum or the difference uses both dice: no other frog moves",
        /// An action moves two frogs at most.
        Complete = "complete": "the move is complete already",
    }
}

impl Round {
    /// Does the frog of this lane enter?
    fn enters(self, lane: usize) -> bool {
        match self {
            Self::First => lane <= 2,
            Self::Second => lane == 3 || lane == 4,
            Self::Third => lane == LANES,
            Self::Afloat => false,
        }
    }

    /// May frogs move that are in the water already?
    fn moves_afloat(self) -> bool {
        matches!(self, Self::Third | Self::Afloat)
    }
}

/// A frog that was pointed at, and by how many steps it moves.
struct Pointed {
    from: Place,
    to: Place,
    steps: u8,
}

impl PoolParty {
    pub(super) fn objection(&self, spots: &[Spot]) -> Option<Reason> {
        match self.stage {
            Stage::Rolling => Some(Reason::RollFirst),
            Stage::Moving(roll) => self.check(roll, spots).err(),
            Stage::Won(_) | Stage::Drawn => Some(Reason::Over),
        }
    }

    fn check(&self, roll: Roll, spots: &[Spot]) -> Result<(), Reason> {
        match spots {
            [] => Ok(()),
            [pass] if *pass == "pass" => self.check_pass(roll),
            [pass, ..] if *pass == "pass" => Err(Reason::PassAlone),
            [from] => self.check_first_frog(from).map(drop),
            [from, to, rest @ ..] => {
                let from = self.check_first_frog(from)?;
                let first = Pointed::new(from, to)?;
                self.check_first_steps(roll, first.steps)?;
                self.check_second(roll, &first, rest)
            }
        }
    }

    fn check_pass(&self, roll: Roll) -> Result<(), Reason> {
        if self.round() != Round::Afloat {
            Err(Reason::PassAfloat)
        } else if roll.is_double() {
            Ok(())
        } else {
            Err(Reason::PassAfterDouble)
        }
    }

    /// May the frog at this spot move in this round?
    fn check_first_frog(&self, spot: &Spot) -> Result<Place, Reason> {
        let place = place_named(spot)?;
        let round = self.round();
        match place.space {
            None if self.frog(self.mover, place.lane).is_some() => Err(Reason::AlreadyAfloat),
            None if !round.enters(place.lane) => Err(Reason::SmallestFirst),
            None => Ok(place),
            Some(space) => match self.lanes[place.lane - 1].seat_on(space) {
                None => Err(Reason::NoFrog),
                Some(seat) if seat != self.mover => Err(Reason::NotYours),
                Some(_) if !round.moves_afloat() => Err(Reason::OthersEnter),
                Some(_) => Ok(place),
            },
        }
    }

    /// Can a frog move so far, alone or as the first of two?
    fn check_first_steps(&self, roll: Roll, steps: u8) -> Result<(), Reason> {
        if is_die(roll, steps) {
            Ok(())
        } else if !is_both_dice(roll, steps) {
            Err(off_the_dice(steps))
        } else if self.round() == Round::Afloat {
            Ok(())
        } else {
            Err(Reason::DieEachToEnter)
        }
    }

    /// The spots after those of the first frog.
    fn check_second(&self, roll: Roll, first: &Pointed, spots: &[Spot]) -> Result<(), Reason> {
        let Some((from, rest)) = spots.split_first() else {
            return Ok(());
        };
        if !is_die(roll, first.steps) {
            return Err(Reason::BothDiceUsed);
        }
        let from = self.check_second_frog(first, from)?;
        let Some((to, rest)) = rest.split_first() else {
            return Ok(());
        };
        let steps = Pointed::new(from, to)?.steps;
        let die_left = if first.steps == roll.larger() { roll.smaller() } else { roll.larger() };
        if steps == die_left {
            if rest.is_empty() { Ok(()) } else { Err(Reason::Complete) }
        } else if is_die(roll, steps) {
            Err(Reason::DieUsed)
        } else if is_both_dice(roll, steps) {
            Err(Reason::DieEach)
        } else {
            Err(off_the_dice(steps))
        }
    }

    fn check_second_frog(&self, first: &Pointed, spot: &Spot) -> Result<Place, Reason> {
        let place = place_named(spot)?;
        if place == first.from || place == first.to {
            return Err(Reason::SameFrog);
        }
        self.check_first_frog(spot)?;
        if self.round() == Round::Third && first.from.lane != LANES && place.lane != LANES {
            return Err(Reason::FifthEnters);
        }
        Ok(place)
    }
}

impl Pointed {
    fn new(from: Place, to: &Spot) -> Result<Self, Reason> {
        let to = place_named(to)?;
        let space = to.space.ok_or(Reason::NotToStack)?;
        if to.lane != from.lane {
            return Err(Reason::OwnLane);
        }
        match steps_between(from.space.unwrap_or(RAMP), space) {
            0 => Err(Reason::StaysPut),
            steps => Ok(Self { from, to, steps }),
        }
    }
}

fn place_named(spot: &Spot) -> Result<Place, Reason> {
    let otherwise = if *spot == "pass" { Reason::PassAlone } else { Reason::NoSuchSpot };
    Place::named(spot).ok_or(otherwise)
}

fn is_die(roll: Roll, steps: u8) -> bool {
    steps == roll.larger() || steps == roll.smaller()
}

fn is_both_dice(roll: Roll, steps: u8) -> bool {
    steps == roll.sum() || steps == roll.difference()
}

/// No two dice lead further than 12 spaces: who points beyond means to go back.
fn off_the_dice(steps: u8) -> Reason {
    if steps > 12 { Reason::Clockwise } else { Reason::NotTheDice }
}
