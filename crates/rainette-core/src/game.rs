//! The trait every game is written against.

use std::fmt;
use std::hash::Hash;
use std::ops::Deref;
use std::str::FromStr;

use serde::{Serialize, de::DeserializeOwned};
use thiserror::Error;

use crate::{
    Draw, Drawn, EffectSink, Event, Guess, Info, NoEffects, Observer, Outcome, Paths, PlayError, Reason,
    Seat, Setup, Spot, Story, StoryError, Told,
};

/// Who the game waits for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Turn {
    /// The action of this seat.
    Seat(Seat),
    /// A chance event, which the caller draws or reads from a record.
    Chance,
    /// Nobody: the game is over.
    Over,
}

/// Something that prints in the game's notation and parses back.
pub trait Notation:
    Copy + Eq + Hash + fmt::Debug + fmt::Display + FromStr<Err = NotationError> + Send + Sync + 'static
{
}

impl<T> Notation for T where
    T: Copy + Eq + Hash + fmt::Debug + fmt::Display + FromStr<Err = NotationError> + Send + Sync + 'static
{
}

/// Something that is sent to an observer. Positions are not: what is hidden in them has no form on the wire.
pub trait Wire:
    Clone + Eq + fmt::Debug + Serialize + DeserializeOwned + Described + Send + Sync + 'static
{
}

impl<T: Clone + Eq + fmt::Debug + Serialize + DeserializeOwned + Described + Send + Sync + 'static> Wire
    for T
{
}

/// Something whose form on the wire is described, so that types for other languages can be written from it: asked for
/// with the feature `schema` alone, and true of everything without it.
#[cfg(feature = "schema")]
pub trait Described: schemars::JsonSchema {}

#[cfg(feature = "schema")]
impl<T: schemars::JsonSchema> Described for T {}

/// Something whose form on the wire is described, so that types for other languages can be written from it: asked for
/// with the feature `schema` alone, and true of everything without it.
#[cfg(not(feature = "schema"))]
pub trait Described {}

#[cfg(not(feature = "schema"))]
impl<T> Described for T {}

/// Text that is not in the notation.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("`{text}` is not understood: expected {expected}")]
pub struct NotationError {
    text: String,
    expected: &'static str,
}

impl NotationError {
    /// Says what was found, shortened if it is long, and what was expected.
    pub fn new(text: &str, expected: &'static str) -> Self {
        let mut shown: String = text.chars().flat_map(char::escape_debug).take(80).collect();
        if shown.len() < text.len() && shown.chars().count() == 80 {
            shown.push('…');
        }
        Self { text: shown, expected }
    }
}

/// The actions a seat can choose from, in a buffer that its owner uses again and again.
pub struct Actions<G: Game>(Vec<G::Action>);

impl<G: Game> Actions<G> {
    /// An empty buffer, large enough for any position met in play.
    pub fn new() -> Self {
        Self(Vec::with_capacity(256))
    }

    /// Adds an action, which is not there yet.
    #[inline]
    pub fn push(&mut self, action: G::Action) {
        self.0.push(action);
    }

    /// Adds actions, none of which is there yet.
    #[inline]
    pub fn extend(&mut self, actions: &[G::Action]) {
        self.0.extend_from_slice(actions);
    }

    /// Empties the buffer and keeps its memory.
    #[inline]
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Keeps only some of the actions.
    pub fn retain(&mut self, keep: impl FnMut(&G::Action) -> bool) {
        self.0.retain(keep);
    }
}

impl<G: Game> Default for Actions<G> {
    fn default() -> Self {
        Self::new()
    }
}

impl<G: Game> Deref for Actions<G> {
    type Target = [G::Action];

    #[inline]
    fn deref(&self) -> &[G::Action] {
        &self.0
    }
}

/// A position, and the rules that move it.
///
/// Positions are moved by copying: there is no undo and no history inside. What the rules must remember (a counter, a
/// chain in progress) is part of the position. Chance is never drawn inside.
pub trait Game: Copy + Eq + Hash + fmt::Debug + Send + Sync + 'static {
    /// What is known of the game without playing it.
    const INFO: Info;
    /// What a seat can do.
    type Action: Notation;
    /// What can happen by chance; [`Never`] if nothing does.
    type Chance: Notation;
    /// What one observer may know. Displayed, it is a picture of the board for a terminal.
    type View: Wire + fmt::Display;
    /// Why something is not allowed.
    type Reason: Reason;
    /// Positions that agree with a story; [`Certain`](crate::Certain) if nothing is hidden.
    type Guess: Guess<Self>;

    /// The position before the first event: the empty table, with nothing laid out by chance yet.
    fn new(setup: Setup<Self>) -> Self;

    /// The number of seats that play, fixed from the set-up on.
    fn seats(&self) -> usize;

    /// Who the game waits for.
    fn turn(&self) -> Turn;

    /// Puts the legal actions of the seat whose turn it is into the buffer, each once, after clearing it. They depend
    /// only on what that seat may know. While the game waits for no seat there are none.
    fn legal_actions(&self, actions: &mut Actions<Self>);

    /// The chance event the game waits for. Only asked while it waits for one.
    fn chance(&self) -> Draw;

    /// The chance event of this outcome. Only asked while the game waits for one, with an outcome of its draw.
    fn chance_from_draw(&self, drawn: &Drawn) -> Self::Chance;

    /// The outcome that a chance event names, or `None` if the game waits for another kind of event.
    fn draw_from_chance(&self, chance: &Self::Chance) -> Option<Drawn>;

    /// Carries out a legal action of the seat whose turn it is.
    fn act<W: EffectSink>(&mut self, action: Self::Action, effects: &mut W);

    /// Carries out a possible chance event.
    fn apply_chance<W: EffectSink>(&mut self, chance: Self::Chance, effects: &mut W);

    /// How the game came out, once it is over.
    fn result(&self) -> Option<Outcome>;

    /// What an observer may know of this position.
    fn view(&self, observer: Observer) -> Self::View;

    /// An event that meets this position, as an observer may know it. A game without secrets answers
    /// [`Told::whole`], by [`nothing_hidden!`](crate::nothing_hidden).
    fn tell(&self, event: &Event<Self>, observer: Observer) -> Told;

    /// Prepares to guess positions that agree with a story: drawn with the true probability of the deals given all
    /// that was told, times the weight of every hidden choice made. So `weigh` says in proportion how well what a seat
    /// has done since fits a choice; with [`equally`](crate::equally) every choice fits alike.
    fn guess(
        story: &Story<Self>,
        weigh: &dyn Fn(Seat, Self::Action) -> u32,
    ) -> Result<Self::Guess, StoryError>;

    /// The paths of spots that say an action, in pairs of where from and where to: see [`is_step`](crate::is_step).
    fn spots(&self, action: Self::Action) -> Paths;

    /// Why the seat whose turn it is cannot point at these spots in this order: the first rule that forbids it, or
    /// `None` if it is the path of a legal action or the beginning of one.
    fn why_not(&self, spots: &[Spot]) -> Option<Self::Reason>;

    /// This position as if it were a seat's turn already, if that seat may settle its next action before its turn comes:
    /// whatever others do until then, the seat can do the same, for the same reasons, and to the same effect. Most games
    /// let nobody.
    #[must_use]
    fn early(&self, _seat: Seat) -> Option<Self> {
        None
    }

    /// The position after a legal action.
    #[must_use]
    #[inline]
    fn after(mut self, action: Self::Action) -> Self {
        self.act(action, &mut NoEffects);
        self
    }

    /// The position after a possible chance event.
    #[must_use]
    #[inline]
    fn after_chance(mut self, chance: Self::Chance) -> Self {
        self.apply_chance(chance, &mut NoEffects);
        self
    }

    /// Is the game over?
    fn is_over(&self) -> bool {
        self.turn() == Turn::Over
    }

    /// The position after an action, once it is found legal for this seat.
    fn play(self, seat: Seat, action: Self::Action) -> Result<Self, PlayError> {
        match self.turn() {
            Turn::Over => return Err(PlayError::Over),
            Turn::Chance => return Err(PlayError::WaitsForChance),
            Turn::Seat(turn) if turn != seat => return Err(PlayError::NotYourTurn { seat, turn }),
            Turn::Seat(_) => {}
        }
        let mut actions = Actions::new();
        self.legal_actions(&mut actions);
        if actions.contains(&action) {
            return Ok(self.after(action));
        }
        let reason = self.spots(action).iter().find_map(|path| self.why_not(path));
        let (code, why) = reason.map_or_else(
            || ("not-offered", "it is not among the legal actions here".to_owned()),
            |reason| (reason.code(), reason.to_string()),
        );
        Err(PlayError::Illegal { action: action.to_string(), code, why })
    }

    /// The position after a chance event, once it is found possible.
    fn try_chance(self, chance: Self::Chance) -> Result<Self, PlayError> {
        match self.turn() {
            Turn::Over => return Err(PlayError::Over),
            Turn::Seat(turn) => return Err(PlayError::WaitsForSeat { turn }),
            Turn::Chance => {}
        }
        match self.draw_from_chance(&chance).and_then(|drawn| self.chance().weight(&drawn)) {
            Some(_) => Ok(self.after_chance(chance)),
            None => Err(PlayError::Impossible { chance: chance.to_string() }),
        }
    }
}

/// The chance event of a game without chance: there is none.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Never {}

impl fmt::Display for Never {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {}
    }
}

impl FromStr for Never {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        Err(NotationError::new(text, "no chance event: nothing is random in this game"))
    }
}
