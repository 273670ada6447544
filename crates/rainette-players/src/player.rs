//! What every computer player is asked and what it answers.

use std::any::Any;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rainette_core::{Game, Observer, Outcome, Seat, SeatSet, Story, StoryError, Turn};
use thiserror::Error;

use crate::stopwatch::Stopwatch;

/// What each seat can expect, from 0 (a sure loss) to 1 (a sure win). A shared win is shared.
pub type Values = [f32; Seat::MAX];

/// How long a player may think.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Budget {
    /// So many iterations: the same seed gives the same answer on any machine.
    Iterations(u32),
    /// So much time by the clock, whatever else the machine does.
    Time(Duration),
    /// So much time of the core it runs on, however many others want that core: what the arena gives, so that a busy
    /// machine favours nobody. Measured on the thread that asks.
    CoreTime(Duration),
}

impl Budget {
    /// How long a player thinks if neither it nor the caller says: a thousand iterations.
    pub const USUAL: Self = Self::Iterations(1_000);

    /// The time there is, if it is counted.
    pub(crate) fn time(self) -> Option<Duration> {
        match self {
            Self::Iterations(_) => None,
            Self::Time(most) | Self::CoreTime(most) => Some(most),
        }
    }
}

/// What a player keeps for its next question in the same game: a tree, a table. The caller hands it back, or drops
/// it. It belongs to one player at one seat of one game.
#[derive(Default)]
pub struct Memory(Option<Box<dyn Any + Send>>);

impl Memory {
    /// Takes out what was kept, if it is of this kind.
    pub(crate) fn take<T: 'static>(&mut self) -> Option<Box<T>> {
        self.0.take()?.downcast().ok()
    }

    pub(crate) fn keep<T: Send + 'static>(&mut self, kept: Box<T>) {
        self.0 = Some(kept);
    }

    /// Is nothing kept, so that the next question starts afresh?
    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }
}

impl fmt::Debug for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.is_empty() { "Memory(empty)" } else { "Memory(…)" })
    }
}

/// Tells a player to answer at once with the best it has found.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Asks for the answer.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Has the answer been asked for?
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// What a player is asked: all that its seat was told, and how long it may think. There is no position in it, so a
/// player cannot look at what its seat may not know.
#[derive(Clone, Debug)]
pub struct Question<'a, G: Game> {
    /// All that the seat was told.
    pub story: &'a Story<G>,
    /// How long the player may think.
    pub budget: Budget,
    /// The seed of its random numbers.
    pub seed: u64,
    /// Asks for the answer before the budget is spent.
    pub cancel: Cancel,
}

impl<'a, G: Game> Question<'a, G> {
    /// A question that is not cancelled.
    pub fn new(story: &'a Story<G>, budget: Budget, seed: u64) -> Self {
        Self { story, budget, seed, cancel: Cancel::default() }
    }

    /// The seat that is asked.
    pub fn seat(&self) -> Result<Seat, ThinkError> {
        match self.story.observer {
            Observer::Seat(seat) => Ok(seat),
            Observer::Spectator => Err(ThinkError::Spectator),
        }
    }
}

/// What a player answers.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer<G: Game> {
    /// What it would do.
    pub action: G::Action,
    /// What it expects for every seat.
    pub values: Values,
    /// Every legal action that it looked at, the best first.
    pub ranked: Vec<Ranked<G>>,
    /// How many iterations it spent.
    pub iterations: u64,
}

/// One of the actions a player looked at.
#[derive(Clone, PartialEq, Debug)]
pub struct Ranked<G: Game> {
    /// A legal action of the seat that was asked.
    pub action: G::Action,
    /// What the player's own seat can expect of it.
    pub value: f32,
    /// How much of the thinking went into it.
    pub visits: u32,
}

/// Why a player cannot answer.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ThinkError {
    /// The story cannot have been told.
    #[error(transparent)]
    Story(#[from] StoryError),
    /// Only a seat can act.
    #[error("a spectator has nothing to decide")]
    Spectator,
    /// The game does not wait for this seat.
    #[error("it is not the turn of seat {0}")]
    NotYourTurn(Seat),
}

/// A computer player. It remembers nothing between questions.
pub trait Player<G: Game>: Send + Sync {
    /// Chooses an action of the seat whose story it is handed. The game must wait for that seat.
    fn think(&self, question: &Question<'_, G>) -> Result<Answer<G>, ThinkError>;

    /// Chooses an action and goes on from what was kept at an earlier question of the same game. Only a budget of time
    /// makes use of it: with iterations the same seed gives the same answer, whatever is handed back.
    fn think_on(&self, question: &Question<'_, G>, memory: &mut Memory) -> Result<Answer<G>, ThinkError> {
        *memory = Memory::default();
        self.think(question)
    }

    /// How long it thinks unless the caller says: a level as long as the level is meant to, any other player for
    /// [`Budget::USUAL`].
    fn own_budget(&self) -> Budget {
        Budget::USUAL
    }

    /// With which chance it takes each action if all of its thinking is as it was for this answer and only its last
    /// random number is drawn again; the chances add up to 1. None if it does not know, as most do not.
    fn policy(&self, _answer: &Answer<G>) -> Option<Vec<(G::Action, f64)>> {
        None
    }

    /// Does this value of an action say that its win is proven? Most players only expect.
    fn is_proven_win(&self, _value: f32) -> bool {
        false
    }
}

/// Is it this seat's turn?
pub(crate) fn check_turn<G: Game>(position: &G, seat: Seat) -> Result<(), ThinkError> {
    if position.turn() == Turn::Seat(seat) { Ok(()) } else { Err(ThinkError::NotYourTurn(seat)) }
}

/// What each seat has of an outcome: winners share one, a draw is shared by all.
pub fn worth(outcome: &Outcome, seats: usize) -> Values {
    let everybody: SeatSet = Seat::all(seats).collect();
    let winners = if outcome.winners.is_empty() { everybody } else { outcome.winners };
    let share = 1.0 / winners.len() as f32;
    let mut values = Values::default();
    for seat in winners.iter() {
        values[seat.index()] = share;
    }
    values
}

/// A sure win for one seat.
pub(crate) fn one_hot(seat: Seat) -> Values {
    let mut values = Values::default();
    values[seat.index()] = 1.0;
    values
}

/// Counts down a budget.
pub(crate) struct Meter<'a> {
    budget: Budget,
    watch: Stopwatch,
    cancel: &'a Cancel,
    /// The iterations spent so far.
    pub(crate) spent: u64,
}

impl<'a> Meter<'a> {
    pub(crate) fn new(budget: Budget, cancel: &'a Cancel) -> Self {
        Self { budget, watch: Stopwatch::start(budget), cancel, spent: 0 }
    }

    /// Counts one iteration and says whether there is any left. The clock is looked at only now and then.
    #[inline]
    pub(crate) fn goes_on(&mut self) -> bool {
        let goes_on = match self.budget {
            Budget::Iterations(most) => self.spent < u64::from(most),
            Budget::Time(most) | Budget::CoreTime(most) => {
                !self.spent.is_multiple_of(16) || self.spent == 0 || self.watch.elapsed() < most
            }
        };
        let goes_on = goes_on && (self.spent == 0 || !self.cancel.is_cancelled());
        self.spent += u64::from(goes_on);
        goes_on
    }
}
