//! China Moon, by Bruno Faidutti.
//!
//! Three to five players bring frogs along a course of pads and gather lilies. In a turn one moves three different
//! frogs two free pads each, anybody's, at least one of them another player's. A frog's owner takes the lily on which
//! it lands; a spring sends the frog on, a trickster frog makes the owner exchange a lily, a butterfly makes the owner
//! drop one. The fourth frog to arrive ends the game; many lilies of one colour are worth most.

mod board;
mod bouquet;
mod encoding;
mod notation;
mod picture;
mod reasons;
mod rules;
#[cfg(test)]
mod tests;
mod view;

use rainette_core::{
    Actions, Bag, Draw, Drawn, EffectSink, Game, Info, Observer, Outcome, Paths, Scores, Seat, Setup, Spot,
    Turn, path,
};

use board::Pads;
pub use board::{Landing, Pad, Stand, Symbol};
pub use bouquet::{Bouquet, Lily};
pub use reasons::Reason;
pub use view::{Awaited, Bunch, Lying, Player, Standing, View};

const MOST_SEATS: usize = 5;
const FROGS_EACH: u8 = 3;

/// A position: frogs, lilies, and how far the turn has come.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ChinaMoon {
    /// The pads with a frog of each seat.
    frogs: [Pads; MOST_SEATS],
    /// The pads with a lily of each colour.
    lilies: [Pads; 5],
    /// The frogs that have been moved in this turn and stand on a pad.
    moved: Pads,
    /// The frogs of each seat on Start.
    on_start: [u8; MOST_SEATS],
    bouquets: [Bouquet; MOST_SEATS],
    /// The lilies on the Arrival's places, in the order in which they are taken.
    places: [Option<Lily>; 4],
    seats: u8,
    /// Whose turn it is; swaps and drops in it may be another's to choose.
    mover: Seat,
    /// The frogs moved in this turn. One that is still to move on from a spring is not counted yet.
    moves: u8,
    /// Was one of them another player's?
    moved_others: bool,
    stage: Stage,
}

/// What has to happen next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Stage {
    /// The lilies are laid out.
    SetUp,
    /// The mover moves a frog.
    Move,
    /// The mover moves the frog on this spring on.
    Spring(Pad),
    /// The owner of the frog on this trickster exchanges a lily.
    Swap(Pad),
    /// The owner of the frog on this butterfly drops a lily.
    Drop(Pad),
    /// Nothing: the game is over.
    Over,
}

/// What a seat can do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Action {
    /// A frog moves two free pads forward.
    Move {
        /// Where the frog stands before.
        from: Stand,
        /// Where the frog lands: at a fork the mover chooses the arm.
        to: Landing,
    },
    /// The owner of a frog on a trickster exchanges a lily for one of another colour.
    Swap {
        /// The colour that the owner of the frog gives away.
        give: Lily,
        /// The seat with which it exchanges, which has no say.
        with: Seat,
        /// The colour that it gets for that.
        take: Lily,
    },
    /// The owner of a frog on a butterfly drops a lily.
    Drop {
        /// The colour of the lily that is dropped.
        lily: Lily,
    },
}

/// How the lilies are laid out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Lilies {
    /// On the twelve lily pads, in ascending order.
    pub pads: [Lily; 12],
    /// On the Arrival's places 1 to 3.
    pub places: [Lily; 3],
}

impl ChinaMoon {
    /// Whose turn it is. Swaps and drops in it may be another seat's to choose.
    pub fn mover(&self) -> Seat {
        self.mover
    }

    /// The pads on which frogs of this seat stand.
    pub fn frogs(&self, seat: Seat) -> impl Iterator<Item = Pad> {
        board::each(self.frogs[seat.index()])
    }

    /// How many frogs of this seat have not started.
    pub fn on_start(&self, seat: Seat) -> u8 {
        self.on_start[seat.index()]
    }

    /// How many frogs of this seat have arrived.
    pub fn on_arrival(&self, seat: Seat) -> u8 {
        if seat.index() >= self.seats() {
            return 0;
        }
        FROGS_EACH - self.on_start(seat) - self.frogs[seat.index()].count_ones() as u8
    }

    /// The lilies of this seat.
    pub fn bouquet(&self, seat: Seat) -> Bouquet {
        self.bouquets[seat.index()]
    }

    /// Whose frog stands on this pad.
    pub fn frog(&self, pad: Pad) -> Option<Seat> {
        Seat::all(self.seats()).find(|seat| pad.is_in(self.frogs[seat.index()]))
    }

    /// The lily that lies on this pad.
    pub fn lily(&self, pad: Pad) -> Option<Lily> {
        Lily::ALL.into_iter().find(|lily| pad.is_in(self.lilies[lily.index()]))
    }

    /// The pads on which lilies of this colour lie.
    pub fn lilies(&self, lily: Lily) -> impl Iterator<Item = Pad> {
        board::each(self.lilies[lily.index()])
    }

    /// Where a frog on this place would land if it were moved now; at a fork there may be several places.
    pub fn landings(&self, from: Stand) -> impl Iterator<Item = Landing> {
        board::each_landing(self.landings_from(from))
    }

    /// Does the mover choose the next frog? Otherwise a spring, an exchange or a drop comes before, or nothing at all.
    pub fn awaits_frog(&self) -> bool {
        self.stage == Stage::Move
    }

    /// The pad whose spring, trickster or butterfly is to be decided on before the next frog is chosen.
    pub fn undecided(&self) -> Option<Pad> {
        match self.stage {
            Stage::Spring(pad) | Stage::Swap(pad) | Stage::Drop(pad) => Some(pad),
            Stage::SetUp | Stage::Move | Stage::Over => None,
        }
    }

    /// Was the frog on this pad moved in this turn?
    pub fn was_moved(&self, pad: Pad) -> bool {
        pad.is_in(self.moved)
    }

    /// How many frogs have been moved in this turn. One that is still to move on from a spring is not counted yet.
    pub fn moves(&self) -> u8 {
        self.moves
    }

    /// Was another player's frog among those moved in this turn? At least one of the three has to be.
    pub fn moved_others(&self) -> bool {
        self.moved_others
    }

    /// The lilies left on the Arrival's places 1 to 4.
    pub fn places(&self) -> [Option<Lily>; 4] {
        self.places
    }

    /// The seats that win: those with the highest total.
    fn winners(&self) -> impl Iterator<Item = Seat> {
        let score = |seat: Seat| self.bouquet(seat).score();
        let highest = Seat::all(self.seats()).map(score).max();
        Seat::all(self.seats()).filter(move |&seat| Some(score(seat)) == highest)
    }
}

impl Game for ChinaMoon {
    const INFO: Info = Info {
        id: "china-moon",
        name: "China Moon",
        edition: 1,
        seats: 3..=MOST_SEATS,
        usual_seats: 3,
        minutes: 20..=30,
        options: &[],
        has_chance: false,
        has_secrets: false,
        has_colours: true,
        draws_first: false,
        about: "move your three frogs and everybody else's: yours onto the lilies that score, theirs onto those that do not",
    };
    type Action = Action;
    type Chance = Lilies;
    type View = View;
    type Reason = Reason;

    fn new(setup: Setup<Self>) -> Self {
        let mut on_start = [0; MOST_SEATS];
        on_start[..setup.seats()].fill(FROGS_EACH);
        Self {
            frogs: [0; MOST_SEATS],
            lilies: [0; 5],
            moved: 0,
            on_start,
            bouquets: [Bouquet::default(); MOST_SEATS],
            places: [None; 4],
            seats: setup.seats() as u8,
            mover: Seat::new(0),
            moves: 0,
            moved_others: false,
            stage: Stage::SetUp,
        }
    }

    fn seats(&self) -> usize {
        self.seats.into()
    }

    #[inline]
    fn turn(&self) -> Turn {
        match self.stage {
            Stage::SetUp => Turn::Chance,
            Stage::Move | Stage::Spring(_) => Turn::Seat(self.mover),
            Stage::Swap(pad) | Stage::Drop(pad) => Turn::Seat(self.owner(pad)),
            Stage::Over => Turn::Over,
        }
    }

    #[inline]
    fn legal_actions(&self, actions: &mut Actions<Self>) {
        self.list(actions);
    }

    /// Four lilies of each common colour on the pads, then one of each on the places.
    fn chance(&self) -> Draw {
        Draw::Bags([Bag::all(&[4, 4, 4]), Bag::all(&[1, 1, 1])].into_iter().collect())
    }

    fn chance_from_draw(&self, drawn: &Drawn) -> Lilies {
        let lily = |i: usize| Lily::ALL[usize::from(drawn[i])];
        Lilies { pads: std::array::from_fn(lily), places: std::array::from_fn(|i| lily(12 + i)) }
    }

    fn draw_from_chance(&self, chance: &Lilies) -> Option<Drawn> {
        let lilies = || chance.pads.iter().chain(&chance.places).map(|lily| lily.index() as u8);
        (self.stage == Stage::SetUp).then(|| lilies().collect())
    }

    #[inline]
    fn act<W: EffectSink>(&mut self, action: Action, effects: &mut W) {
        self.carry_out(action, effects);
    }

    fn apply_chance<W: EffectSink>(&mut self, chance: Lilies, effects: &mut W) {
        self.lay_out(&chance, effects);
    }

    fn result(&self) -> Option<Outcome> {
        let scores = || Seat::all(self.seats()).map(|seat| self.bouquet(seat).score()).collect::<Scores>();
        (self.stage == Stage::Over)
            .then(|| Outcome { winners: self.winners().collect(), scores: Some(scores()) })
    }

    fn view(&self, _: Observer) -> View {
        self.seen()
    }

    rainette_core::nothing_hidden!();

    fn spots(&self, action: Action) -> Paths {
        let chooser = match self.turn() {
            Turn::Seat(seat) => seat,
            Turn::Chance | Turn::Over => self.mover,
        };
        match action {
            Action::Move { from, to } => path([from.spot(), to.spot()]),
            Action::Swap { give, with, take } => {
                path([board::lily_spot(chooser, give), board::lily_spot(with, take)])
            }
            Action::Drop { lily } => path([board::lily_spot(chooser, lily)]),
        }
    }

    fn why_not(&self, spots: &[Spot]) -> Option<Reason> {
        self.objection(spots)
    }
}
