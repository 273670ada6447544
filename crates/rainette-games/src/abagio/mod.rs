//! Abagio, a race of two colours round the board and into the pond.
//!
//! Each colour has twelve frogs. A roll gives two leaps, a double four; only the top frog of a stack may leap. A frog
//! that lands on a single frog of the other colour sends it back to the root, one that lands on a pair covers it,
//! and nobody lands on three in a row, on a full stack or on the yellow chief frog. A seat without frogs on the root
//! ends its turn by placing the chief frog on the outer path or leaving it aside. As many dice as possible must be
//! used. Once all frogs of a colour are on the inner path they may enter the pond; the first to bring all twelve home
//! wins.

mod action;
mod board;
mod dice;
mod encoding;
mod notation;
mod picture;
mod reasons;
mod rules;
mod stack;
#[cfg(test)]
mod tests;
mod view;

use rainette_core::{
    Actions, Draw, Drawn, EffectSink, Game, Info, Name, Observer, Outcome, Paths, Seat, Setup, Spot, Turn,
    path,
};
use serde::{Deserialize, Serialize};

pub use action::{Action, Chance, Chief, Kind, Leap};
pub use board::{OUTER_CELLS, Position, SAFE_CELLS};
pub use dice::Dice;
pub use reasons::Reason;
pub use stack::{Landing, Stack};
pub use view::{Space, View};

/// A position of Abagio. Seat 0 plays red, seat 1 purple.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Abagio {
    /// The stacks of all spaces, at the places that [`board::space`] gives.
    stacks: [Stack; board::SPACES],
    /// How many frogs of each seat are on the root.
    root: [u8; 2],
    /// How many frogs of each seat are in the pond.
    pond: [u8; 2],
    /// How many frogs of each seat, buried ones too, are not yet on the inner path. Follows from the stacks, and is
    /// kept because every leap asks.
    far: [u8; 2],
    /// The positions, the root too, from which each seat has a frog to move, as a set. Follows from the stacks.
    tops: [u32; 2],
    /// The spaces where the stack lets a frog of each seat land, as a set. Follows from the stacks.
    open: [u32; 2],
    dice: Dice,
    chief: Chief,
    phase: Phase,
    /// Whose turn it is; once the game is over, who has won.
    mover: Seat,
}

/// What the game waits for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// Each seat rolls one die for the right to begin.
    Start,
    /// A seat is about to roll both dice.
    Roll,
    /// A seat has a leap to make.
    Leaps,
    /// A seat places the chief frog or leaves it aside.
    Chief,
    /// Nothing: a seat has won.
    Over,
}

impl Abagio {
    /// What the game waits for.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// Whose turn it is, the roll included; once the game is over, who has won.
    pub fn mover(&self) -> Seat {
        self.mover
    }

    /// The dice that are still to be used.
    pub fn dice(&self) -> Dice {
        self.dice
    }

    /// Where the chief frog stands.
    pub fn chief(&self) -> Chief {
        self.chief
    }

    /// The stack at a position, as this seat's frogs meet it: in the safe sector, the seat's own. There is none on
    /// the root and in the pond.
    pub fn stack(&self, seat: Seat, position: Position) -> Stack {
        self.stacks[board::space(seat.index(), position)]
    }

    /// How many frogs of a seat are on the root.
    pub fn on_root(&self, seat: Seat) -> u8 {
        self.root[seat.index()]
    }

    /// How many frogs of a seat are in the pond.
    pub fn in_pond(&self, seat: Seat) -> u8 {
        self.pond[seat.index()]
    }
}

impl Game for Abagio {
    const INFO: Info = Info {
        id: "abagio",
        name: "Abagio",
        edition: 1,
        seats: 2..=2,
        usual_seats: 2,
        minutes: 20..=30,
        options: &[],
        has_chance: true,
        has_secrets: false,
        has_colours: false,
        draws_first: true,
        about: "race twelve frogs round the board by dice, stack them up, and bring all of them home to the pond",
    };
    type Action = Action;
    type Chance = Chance;
    type View = View;
    type Reason = Reason;

    fn new(_: Setup<Self>) -> Self {
        Self::before_the_start()
    }

    fn seats(&self) -> usize {
        2
    }

    #[inline]
    fn turn(&self) -> Turn {
        match self.phase {
            Phase::Start | Phase::Roll => Turn::Chance,
            Phase::Leaps | Phase::Chief => Turn::Seat(self.mover),
            Phase::Over => Turn::Over,
        }
    }

    #[inline]
    fn legal_actions(&self, actions: &mut Actions<Self>) {
        actions.clear();
        match self.phase {
            Phase::Leaps => self.legal_leaps(actions),
            Phase::Chief => self.legal_chiefs(actions),
            Phase::Start | Phase::Roll | Phase::Over => {}
        }
    }

    #[inline]
    fn chance(&self) -> Draw {
        match self.phase {
            Phase::Start => Draw::Dice(rainette_core::Dice { count: 2, sorted: false }),
            _ => Draw::TWO_DICE,
        }
    }

    #[inline]
    fn chance_from_draw(&self, drawn: &Drawn) -> Chance {
        let dice = [drawn[0], drawn[1]];
        let chance = if self.phase == Phase::Start { Chance::start(dice) } else { Chance::roll(dice) };
        chance.expect("an outcome of two dice")
    }

    fn draw_from_chance(&self, chance: &Chance) -> Option<Drawn> {
        let awaited = match chance.kind() {
            Kind::Start => Phase::Start,
            Kind::Roll => Phase::Roll,
        };
        (self.phase == awaited).then(|| chance.dice().into_iter().collect())
    }

    #[inline]
    fn act<W: EffectSink>(&mut self, action: Action, effects: &mut W) {
        match action {
            Action::Leap(leap) => self.play_leap(leap, effects),
            Action::Chief(chief) => self.play_chief(chief, effects),
        }
    }

    #[inline]
    fn apply_chance<W: EffectSink>(&mut self, chance: Chance, effects: &mut W) {
        match chance.kind() {
            Kind::Start => self.start(chance.dice(), effects),
            Kind::Roll => self.roll(chance.dice(), effects),
        }
    }

    fn result(&self) -> Option<Outcome> {
        (self.phase == Phase::Over).then(|| Outcome::win(self.mover))
    }

    fn view(&self, _: Observer) -> View {
        self.seen()
    }

    rainette_core::nothing_hidden!();

    fn spots(&self, action: Action) -> Paths {
        match action {
            Action::Leap(leap) => {
                let (from, to) = (leap.from().spot(), leap.to().spot());
                if leap.is_larger_than_needed() {
                    path([from, to, Name::of(leap.die())])
                } else {
                    path([from, to])
                }
            }
            Action::Chief(chief) => path([Name::of("chief"), Name::of(chief)]),
        }
    }

    fn why_not(&self, spots: &[Spot]) -> Option<Reason> {
        self.objection(spots)
    }
}
