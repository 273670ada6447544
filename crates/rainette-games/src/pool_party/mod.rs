//! Pool Party, by Hajo Bücken.
//!
//! Five lanes lead around an island, and each seat has one frog for each lane. In its first three turns a seat brings
//! its frogs in, later it moves two of them by a die each, or one by the sum or the difference of the dice; after a
//! double it may pass. Frogs go clockwise and over others; a frog on the space where one lands is pushed along,
//! with the whole row ahead. The first whose five frogs stand in one straight line from the island to the rim wins.

mod action;
mod board;
mod encoding;
mod notation;
mod picture;
mod reasons;
mod rules;
#[cfg(test)]
mod tests;
mod view;

use rainette_core::{
    Actions, Draw, Drawn, EffectSink, Game, Info, Name, Observer, Outcome, Path, Paths, Seat, Setup, Spot,
    Turn, path,
};

pub use action::{Action, Hop, Roll};
use board::Lane;
pub use board::{LANES, Place, SPACES};
pub use reasons::Reason;
pub use rules::{MOST_TURNS, Round};
pub use view::{Line, View};

/// A position: the frogs in their lanes, and what the mover has rolled.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PoolParty {
    /// The lanes from the island to the rim.
    lanes: [Lane; LANES],
    /// What the game waits for.
    stage: Stage,
    /// The turns that are over, all seats and passes counted.
    turns: u16,
    /// Whose turn it is, or who moved last once the game is over.
    mover: Seat,
    seats: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Stage {
    /// The mover is about to roll.
    Rolling,
    /// The mover has rolled and moves.
    Moving(Roll),
    /// This seat has its frogs in a line.
    Won(Seat),
    /// Nobody lined up in all those turns.
    Drawn,
}

/// What a computer player may ask for.
impl PoolParty {
    /// The space of a seat's frog in a lane, 1 to 5, or none while it is on the stack.
    #[inline]
    pub fn frog(&self, seat: Seat, lane: usize) -> Option<u8> {
        self.lanes[lane - 1].space(seat)
    }

    /// Whose turn it is, or was when the game ended.
    #[inline]
    pub fn mover(&self) -> Seat {
        self.mover
    }

    /// The dice that are to be used now.
    #[inline]
    pub fn roll(&self) -> Option<Roll> {
        if let Stage::Moving(roll) = self.stage { Some(roll) } else { None }
    }

    /// The turns that are over, all seats and passes counted. The game ends with the last of [`MOST_TURNS`].
    #[inline]
    pub fn turns(&self) -> u16 {
        self.turns
    }
}

impl Game for PoolParty {
    const INFO: Info = Info {
        id: "pool-party",
        name: "Pool Party",
        edition: 1,
        seats: 2..=6,
        usual_seats: 3,
        minutes: 15..=30,
        options: &[],
        has_chance: true,
        has_secrets: false,
        has_colours: true,
        draws_first: false,
        about: "five frogs circle in five lanes: line yours up from the island to the rim, and push others aside",
    };
    type Action = Action;
    type Chance = Roll;
    type View = View;
    type Reason = Reason;

    fn new(setup: Setup<Self>) -> Self {
        Self {
            lanes: Lane::ALL_STACKED,
            stage: Stage::Rolling,
            turns: 0,
            mover: Seat::new(0),
            seats: setup.seats() as u8,
        }
    }

    #[inline]
    fn seats(&self) -> usize {
        self.seats.into()
    }

    #[inline]
    fn turn(&self) -> Turn {
        match self.stage {
            Stage::Rolling => Turn::Chance,
            Stage::Moving(_) => Turn::Seat(self.mover),
            Stage::Won(_) | Stage::Drawn => Turn::Over,
        }
    }

    #[inline]
    fn legal_actions(&self, actions: &mut Actions<Self>) {
        self.list(actions);
    }

    #[inline]
    fn chance(&self) -> Draw {
        Draw::TWO_DICE
    }

    #[inline]
    fn chance_from_draw(&self, drawn: &Drawn) -> Roll {
        Roll::new(drawn[0], drawn[1]).expect("two dice are drawn, the larger first")
    }

    fn draw_from_chance(&self, roll: &Roll) -> Option<Drawn> {
        let waits_for_dice = self.stage == Stage::Rolling;
        waits_for_dice.then(|| [roll.larger(), roll.smaller()].into_iter().collect())
    }

    #[inline]
    fn act<W: EffectSink>(&mut self, action: Action, effects: &mut W) {
        self.carry_out(action, effects);
    }

    #[inline]
    fn apply_chance<W: EffectSink>(&mut self, roll: Roll, effects: &mut W) {
        self.take(roll, effects);
    }

    fn result(&self) -> Option<Outcome> {
        match self.stage {
            Stage::Rolling | Stage::Moving(_) => None,
            Stage::Won(seat) => Some(Outcome::win(seat)),
            Stage::Drawn => Some(Outcome::draw()),
        }
    }

    fn view(&self, _: Observer) -> View {
        self.seen()
    }

    rainette_core::nothing_hidden!();

    /// A frog is pointed at by its place, then the space where it lands; two frogs in either order.
    fn spots(&self, action: Action) -> Paths {
        let spots = |hop: Hop| {
            let to = Place { lane: hop.lane(), space: Some(self.target(hop)) };
            [self.place(self.mover, hop.lane()).spot(), to.spot()]
        };
        match action.hops().map(|hop| hop.map(spots)) {
            [Some(one), Some(other)] => {
                [[one, other], [other, one]].map(|spots| spots.into_iter().flatten().collect::<Path>()).into()
            }
            [Some(one), None] | [None, Some(one)] => path(one),
            [None, None] => path([Name::of("pass")]),
        }
    }

    fn why_not(&self, spots: &[Spot]) -> Option<Reason> {
        self.objection(spots)
    }
}
