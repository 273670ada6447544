//! Frogriders, by Asger Harding Granerud and Daniel Skjold Pedersen.
//!
//! Frogs of four colours crowd the pond. In turn each player lets any frog jump over a neighbour onto the empty pad
//! behind it and captures the one jumped over. Then one captured frog may be sent to the village: a red one brings
//! another jump, a yellow one fetches a frog from the village, a blue one brings a privilege card; brown ones stay and
//! are worth a trophy. Who cannot jump ends the game. Trophies come from a secret objective, two common ones, brown
//! frogs and privilege cards.

mod board;
mod cards;
mod encoding;
mod guess;
mod notation;
mod picture;
mod pond;
mod progress;
mod reasons;
mod rules;
#[cfg(feature = "schema")]
mod schema;
mod scoring;
mod spots;
#[cfg(test)]
mod tests;
mod view;

use rainette_core::{
    Actions, Bag, Choice, Draw, Drawn, EffectSink, Event, Game, Info, Observer, Outcome, Paths, Seat, Setup,
    Spot, Story, StoryError, Told, Turn, path,
};
use serde::{Deserialize, Serialize};

pub use board::{Colour, PAD_COUNT, PADS, Pad};
pub use cards::{
    Ability, COMMONS, Card, Cards, Common, CommonSide, Objective, PRIVILEGES, Privilege, SECRETS, Secret,
    SecretCard,
};
pub use guess::Hidden;
pub use pond::{Frogs, Pond};
pub use progress::Progress;
pub use reasons::Reason;
pub use scoring::Source;
pub use view::{FrogCounts, PlayerView, ScoreLine, View};

const SEATS: usize = 4;

/// A position, with what is hidden from some.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Frogriders {
    /// The frogs on their pads.
    pond: Pond,
    /// What lies before each seat.
    players: [Player; SEATS],
    /// The cards that are neither face up nor owned.
    deck: Cards,
    /// The frogs in the village.
    village: Frogs,
    /// The privilege cards face up, in their places.
    market: [Option<Card>; 4],
    /// The common objectives face up, once they are drawn.
    commons: [Option<Common>; 2],
    /// What is awaited: of `seat`, or of chance for it.
    phase: Phase,
    seat: Seat,
    seats: u8,
    /// Does the second common objective show its back?
    backs: bool,
}

/// What lies before a seat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
struct Player {
    cards: Cards,
    frogs: Frogs,
    /// Trophies gained during the game.
    trophies: u8,
    /// The secrets dealt, in order, and the one kept. In positions made for a guess the hidden ones are missing until
    /// they are drawn.
    dealt: Option<[Secret; 2]>,
    kept: Option<Secret>,
}

/// What the game waits for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// The frogs are put on the pond.
    Pond,
    /// The first four privilege cards are turned up.
    Market,
    /// The common objectives are turned up.
    Common,
    /// A seat is dealt two secret objectives.
    Deal,
    /// The gap of a card taken is refilled.
    Refill,
    /// A seat keeps one of its secrets.
    Keep,
    /// Phase A: a seat jumps.
    Jump,
    /// Phase B: a seat may send a frog to the village.
    Send,
    /// A seat jumps once more, having sent a red frog.
    JumpAgain,
    /// Nothing: the game is over.
    Over,
}

/// A jump. Where it starts, what it goes over and where it lands tell which technique it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Jump {
    /// Where the jumping frog stands.
    pub from: Pad,
    /// The frog jumped over.
    pub over: Pad,
    /// Where the jumping frog lands.
    pub landing: Pad,
    /// Is the frog that jumped captured, instead of the one jumped over?
    pub captures_jumper: bool,
}

/// What a seat can do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// A frog jumps and one is captured.
    Jump(Jump),
    /// One of the two secrets dealt is kept.
    Keep(Secret),
    /// A red frog goes to the village, for another jump.
    SendRed,
    /// A yellow frog goes to the village, and a frog of this colour comes from there.
    SendYellow(Colour),
    /// A blue frog goes to the village, for this privilege card.
    SendBlue(Card),
    /// No frog is sent.
    Stay,
}

/// What can happen by chance.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Chance {
    /// The frogs are put on the pond.
    Pond(Pond),
    /// The first privilege cards, in order.
    Market([Card; 4]),
    /// The common objectives, in order.
    Common([Common; 2]),
    /// A seat's two secrets, in order.
    Deal(Seat, [Secret; 2]),
    /// The card that fills the gap.
    Refill(Card),
}

impl Frogriders {
    /// What the game waits for.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// The frogs on their pads.
    pub fn pond(&self) -> &Pond {
        &self.pond
    }

    /// The frogs in the village.
    pub fn village(&self) -> Frogs {
        self.village
    }

    /// The privilege cards face up, in their places.
    pub fn market(&self) -> &[Option<Card>; 4] {
        &self.market
    }

    /// The privilege cards that are neither face up nor owned.
    pub fn deck(&self) -> Cards {
        self.deck
    }

    /// The common objectives, once they are drawn.
    pub fn commons(&self) -> impl Iterator<Item = Common> {
        self.commons.into_iter().flatten()
    }

    /// The frogs before a seat.
    pub fn frogs(&self, seat: Seat) -> Frogs {
        self.players[seat.index()].frogs
    }

    /// The privilege cards of a seat.
    pub fn cards(&self, seat: Seat) -> Cards {
        self.players[seat.index()].cards
    }

    /// The trophies a seat has gained during the game.
    pub fn trophies(&self, seat: Seat) -> u8 {
        self.players[seat.index()].trophies
    }

    /// The secret that a seat has kept, once it has.
    pub fn kept(&self, seat: Seat) -> Option<Secret> {
        self.players[seat.index()].kept
    }

    /// The two secrets that a seat was dealt, once they are.
    pub fn dealt(&self, seat: Seat) -> Option<[Secret; 2]> {
        self.players[seat.index()].dealt
    }

    /// How many of each secret are not known to be dealt.
    fn undealt(&self) -> [u8; Secret::COUNT] {
        let mut left = SECRETS.each_ref().map(|card| card.copies);
        for secret in self.players.iter().filter_map(|player| player.dealt).flatten() {
            left[secret as usize] -= 1;
        }
        left
    }
}

impl Game for Frogriders {
    const INFO: Info = Info {
        id: "frogriders",
        name: "Frogriders",
        edition: 1,
        seats: 2..=SEATS,
        usual_seats: 3,
        minutes: 20..=40,
        options: &[Choice {
            name: "backs",
            values: &[0, 1],
            about: "0: both common objectives show their fronts; 1: the second shows its back",
        }],
        has_chance: true,
        has_secrets: true,
        has_colours: true,
        draws_first: false,
        about: "jump over frogs to capture them, and collect the sets that your objectives ask for",
    };
    type Action = Action;
    type Chance = Chance;
    type View = View;
    type Reason = Reason;
    type Guess = Hidden;

    fn new(setup: Setup<Self>) -> Self {
        Self {
            pond: Pond::default(),
            players: [Player::default(); SEATS],
            deck: Cards::all(),
            village: Frogs::default(),
            market: [None; 4],
            commons: [None; 2],
            phase: Phase::Pond,
            seat: Seat::new(0),
            seats: setup.seats() as u8,
            backs: setup.option(0) == 1,
        }
    }

    #[inline]
    fn seats(&self) -> usize {
        self.seats.into()
    }

    #[inline]
    fn turn(&self) -> Turn {
        match self.phase {
            Phase::Keep | Phase::Jump | Phase::Send | Phase::JumpAgain => Turn::Seat(self.seat),
            Phase::Over => Turn::Over,
            _ => Turn::Chance,
        }
    }

    #[inline]
    fn legal_actions(&self, actions: &mut Actions<Self>) {
        self.list(actions);
    }

    fn chance(&self) -> Draw {
        Draw::bag(match self.phase {
            Phase::Pond => Bag::all(&board::waters(self.seats()).frogs),
            Phase::Market => Bag::some(&PRIVILEGES.each_ref().map(|card| card.copies), 4),
            Phase::Common => Bag::some(&[1; Common::COUNT], 2),
            Phase::Deal => Bag::some(&self.undealt(), 2),
            Phase::Refill => Bag::some(&PRIVILEGES.each_ref().map(|card| self.deck.count(card.card)), 1),
            _ => unreachable!("only asked while the game waits for chance"),
        })
    }

    fn chance_from_draw(&self, drawn: &Drawn) -> Chance {
        let kind = |index: usize| usize::from(drawn[index]);
        match self.phase {
            Phase::Pond => Chance::Pond(Pond::of(board::waters(self.seats()).places, drawn)),
            Phase::Market => Chance::Market(std::array::from_fn(|slot| Card::new(kind(slot)))),
            Phase::Common => Chance::Common([Common::new(kind(0), false), Common::new(kind(1), self.backs)]),
            Phase::Deal => Chance::Deal(self.seat, [Secret::new(kind(0)), Secret::new(kind(1))]),
            _ => Chance::Refill(Card::new(kind(0))),
        }
    }

    fn draw_from_chance(&self, chance: &Chance) -> Option<Drawn> {
        match (self.phase, chance) {
            (Phase::Pond, Chance::Pond(pond)) => pond.colours(board::waters(self.seats()).places),
            (Phase::Market, Chance::Market(cards)) => Some(cards.iter().map(|&card| card as u8).collect()),
            (Phase::Common, Chance::Common(commons)) => {
                let sides = commons.map(Common::is_back) == [false, self.backs];
                sides.then(|| commons.iter().map(|common| common.card() as u8).collect())
            }
            (Phase::Deal, Chance::Deal(seat, secrets)) if *seat == self.seat => {
                Some(secrets.iter().map(|&secret| secret as u8).collect())
            }
            (Phase::Refill, Chance::Refill(card)) => Some([*card as u8].into_iter().collect()),
            _ => None,
        }
    }

    #[inline]
    fn act<W: EffectSink>(&mut self, action: Action, effects: &mut W) {
        self.carry_out(action, effects);
    }

    #[inline]
    fn apply_chance<W: EffectSink>(&mut self, chance: Chance, effects: &mut W) {
        self.let_happen(chance, effects);
    }

    fn result(&self) -> Option<Outcome> {
        self.is_over().then(|| self.outcome())
    }

    fn view(&self, observer: Observer) -> View {
        self.seen(observer)
    }

    fn tell(&self, event: &Event<Self>, observer: Observer) -> Told {
        self.told(event, observer)
    }

    fn guess(story: &Story<Self>, weigh: &dyn Fn(Seat, Action) -> u32) -> Result<Hidden, StoryError> {
        Hidden::from_story(story, weigh)
    }

    fn spots(&self, action: Action) -> Paths {
        match action {
            Action::Jump(Jump { from, over, landing, captures_jumper: false }) => {
                path([from.spot(), landing.spot(), over.spot()])
            }
            Action::Jump(Jump { from, over, landing, captures_jumper: true }) => {
                path([from.spot(), landing.spot(), over.spot(), landing.spot()])
            }
            Action::Keep(secret) => path([secret.spot()]),
            Action::SendRed => path([Colour::Red.send_spot()]),
            Action::SendYellow(colour) => path([Colour::Yellow.send_spot(), colour.village_spot()]),
            Action::SendBlue(card) => path([Colour::Blue.send_spot(), card.spot()]),
            Action::Stay => path([spots::stay()]),
        }
    }

    fn why_not(&self, spots: &[Spot]) -> Option<Reason> {
        self.objection(spots)
    }

    /// All secrets are dealt before the first is kept, and nobody learns which one another keeps: nobody has to wait.
    fn early(&self, seat: Seat) -> Option<Self> {
        let is_later = (self.seat.index() + 1..self.seats()).contains(&seat.index());
        (self.phase == Phase::Keep && is_later).then_some(Self { seat, ..*self })
    }
}
