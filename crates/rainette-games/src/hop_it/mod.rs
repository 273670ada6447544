//! Hop It!, by Cameron Browne.
//!
//! White and black have nine pieces each on a pond of hexagons: tadpoles, which swim to a neighbouring cell, and
//! frogs, which may also hop over a piece, and on. A tadpole hopped over becomes a frog, an enemy frog hopped over is
//! gone. If a frog can hop over an enemy, the move must go over one, if need be over own pieces first. Lily pads are
//! reached by hopping only, and a frog that rests on one must leave it in its next turn or is eaten. Who is left with a
//! single piece loses.

mod board;
mod duty;
mod encoding;
mod notation;
mod picture;
mod reasons;
mod rules;
#[cfg(test)]
mod tests;
mod view;

use rainette_core::{
    Actions, Choice, Draw, Drawn, EffectSink, Game, Info, Name, Never, Observer, Outcome, Paths, Seat, Setup,
    Spot, Turn, path,
};

use duty::Duty;

pub use board::{Cell, Cells, DIRECTIONS, LILIES, POND, WATER, each, shift};
pub use reasons::Reason;
pub use rules::QUIET_TURNS;
pub use view::{Standing, View};

/// A position: the pieces, and the chain of hops under way.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct HopIt {
    /// Each seat's pieces, tadpoles and frogs.
    pieces: [Cells; 2],
    /// The pieces of both that are frogs.
    frogs: Cells,
    /// The chain under way.
    chain: Option<Chain>,
    /// Whose turn it is, or who moved last once the game is over.
    turn: Seat,
    /// Turns in a row without a tadpole maturing or a piece being removed.
    quiet: u8,
    /// Has a tadpole matured or a piece been removed in this turn?
    eventful: bool,
    over: Option<Over>,
}

/// A chain of hops by one frog.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Chain {
    /// The cell that the frog is on.
    frog: Cell,
    /// The cells of the pieces it has hopped over.
    hopped: Cells,
    /// Does it owe a hop over an enemy?
    duty: Duty,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Over {
    Win(Seat),
    Draw,
}

/// What a seat can do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Action {
    /// A piece goes to a neighbouring water cell.
    Step {
        /// The cell of the piece.
        from: Cell,
        /// The neighbouring cell, empty and no lily pad.
        to: Cell,
    },
    /// A frog hops over the piece in between.
    Hop {
        /// The cell of the frog.
        from: Cell,
        /// The empty cell or lily pad behind the piece.
        to: Cell,
    },
    /// The frog that has hopped does not hop on.
    Stop,
    /// Nothing can be moved.
    Pass,
}

impl HopIt {
    /// The position at the start of a turn with these pieces of each seat, of which these are frogs, after so many
    /// quiet turns: for studies and tests. Both have two pieces or more.
    pub fn composed(pieces: [Cells; 2], frogs: Cells, turn: Seat, quiet: u8) -> Self {
        Self { pieces, frogs, chain: None, turn, quiet, eventful: false, over: None }
    }

    /// A seat's pieces, tadpoles and frogs.
    #[inline]
    pub fn pieces(&self, seat: Seat) -> Cells {
        self.pieces[seat.index()]
    }

    /// The pieces of both that are frogs.
    #[inline]
    pub fn frogs(&self) -> Cells {
        self.frogs
    }

    /// Turns in a row without a tadpole maturing or a piece being removed.
    #[inline]
    pub fn quiet_turns(&self) -> u8 {
        self.quiet
    }
}

impl Game for HopIt {
    const INFO: Info = Info {
        id: "hop-it",
        name: "Hop It!",
        edition: 1,
        seats: 2..=2,
        usual_seats: 2,
        minutes: 10..=20,
        options: &[Choice {
            name: "frogs",
            values: &[0, 1],
            about: "0: the four pieces behind start as frogs; 1: the five in front do",
        }],
        has_chance: false,
        has_secrets: false,
        has_colours: false,
        draws_first: false,
        about: "hop over enemy frogs and let tadpoles grow, until the enemy has one piece left",
    };
    type Action = Action;
    type Chance = Never;
    type View = View;
    type Reason = Reason;

    fn new(setup: Setup<Self>) -> Self {
        let [white, black] = [Seat::new(0), Seat::new(1)];
        let row = if setup.option(0) == 0 { board::back } else { board::front };
        Self {
            pieces: [white, black].map(|seat| board::back(seat) | board::front(seat)),
            frogs: row(white) | row(black),
            chain: None,
            turn: white,
            quiet: 0,
            eventful: false,
            over: None,
        }
    }

    fn seats(&self) -> usize {
        2
    }

    #[inline]
    fn turn(&self) -> Turn {
        if self.over.is_some() { Turn::Over } else { Turn::Seat(self.turn) }
    }

    #[inline]
    fn legal_actions(&self, actions: &mut Actions<Self>) {
        self.list(actions);
    }

    fn chance(&self) -> Draw {
        unreachable!("nothing is random in Hop It!")
    }

    fn chance_from_draw(&self, _: &Drawn) -> Never {
        unreachable!("nothing is random in Hop It!")
    }

    fn draw_from_chance(&self, chance: &Never) -> Option<Drawn> {
        match *chance {}
    }

    #[inline]
    fn act<W: EffectSink>(&mut self, action: Action, effects: &mut W) {
        self.carry_out(action, effects);
    }

    fn apply_chance<W: EffectSink>(&mut self, chance: Never, _: &mut W) {
        match chance {}
    }

    fn result(&self) -> Option<Outcome> {
        self.over.map(|over| match over {
            Over::Win(seat) => Outcome::win(seat),
            Over::Draw => Outcome::draw(),
        })
    }

    fn view(&self, _: Observer) -> View {
        self.seen()
    }

    rainette_core::nothing_hidden!();

    fn spots(&self, action: Action) -> Paths {
        match action {
            Action::Step { from, to } | Action::Hop { from, to } => path([from.spot(), to.spot()]),
            Action::Stop => path([Name::of("stop")]),
            Action::Pass => path([Name::of("pass")]),
        }
    }

    fn why_not(&self, spots: &[Spot]) -> Option<Reason> {
        self.objection(spots)
    }
}
