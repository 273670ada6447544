//! Games of which everything may be known: finished ones, and those that computer players play here.

use rainette_core::{
    Actions, Event, Game, Match, Observer, Outcome, PlayError, Random, Record, RecordError, Seat, Setup,
    Story, Turn,
};
use thiserror::Error;

use crate::player::{Budget, Player, Question, ThinkError};

/// A position with all that is hidden in it, and the way there: of a finished game, or of one that only computer
/// players play. It is what a [`Judge`](super::Judge) is asked about.
///
/// A game in which people still decide something has no such position: it is made by [`Finished`] and [`SelfPlay`]
/// alone, and neither takes a story or a game that goes on. Nor is a game finished because somebody stops it here: only
/// one that ended by its rules is taken as it is. A record may say that its game was given up, and is believed; whoever
/// writes that under a game that goes on, or plays a copy of it on to some end, cheats, and is not held back by a type.
///
/// ```compile_fail,E0423
/// use rainette_core::{Match, Setup};
/// use rainette_games::hop_it::HopIt;
/// use rainette_players::{Judge, Whole};
/// let running = Match::<HopIt>::new(Setup::new(2)?);
/// Judge::new(100, 1).judge(&Whole(running));
/// # Ok::<_, rainette_core::SetupError>(())
/// ```
///
/// The same compiles if the game began here:
///
/// ```
/// use rainette_core::Setup;
/// use rainette_games::hop_it::HopIt;
/// use rainette_players::{Judge, SelfPlay};
/// let running = SelfPlay::<HopIt>::new(Setup::new(2)?);
/// Judge::new(100, 1).judge(&running.whole());
/// # Ok::<_, rainette_core::SetupError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Whole<G: Game>(Match<G>);

impl<G: Game> Whole<G> {
    /// One of the games that a seat can think of as its own, for what it may know.
    pub(super) fn imagined(game: Match<G>) -> Self {
        Self(game)
    }

    pub(crate) fn position(&self) -> &G {
        self.0.position()
    }

    /// Who the game waits for.
    pub fn turn(&self) -> Turn {
        self.0.turn()
    }

    /// The number of seats that play.
    pub fn seats(&self) -> usize {
        self.0.setup().seats()
    }

    /// How many events have led here.
    pub fn events(&self) -> usize {
        self.0.events().len()
    }

    /// The events that have led here.
    pub fn history(&self) -> &[Event<G>] {
        self.0.events()
    }

    /// How the game came out, if this is its end.
    pub fn result(&self) -> Option<Outcome> {
        self.0.result()
    }

    /// The legal actions of the seat whose turn it is.
    pub fn actions(&self) -> Vec<G::Action> {
        let mut actions = Actions::new();
        if matches!(self.turn(), Turn::Seat(_)) {
            self.position().legal_actions(&mut actions);
        }
        actions.to_vec()
    }

    /// All that an observer was told up to here.
    pub fn story(&self, observer: Observer) -> Story<G> {
        self.0.story(observer)
    }

    /// The position after an event that might have happened here, once it is found legal or possible. Not for others:
    /// they could lead the empty table event by event to where a game of people stands.
    ///
    /// ```compile_fail,E0624
    /// use rainette_core::{Event, Seat, Setup};
    /// use rainette_games::hop_it::HopIt;
    /// use rainette_players::SelfPlay;
    /// let start = SelfPlay::<HopIt>::new(Setup::new(2)?).whole();
    /// let first = Event::Action(Seat::new(0), start.actions()[0]);
    /// start.after(first);
    /// # Ok::<_, rainette_core::SetupError>(())
    /// ```
    pub(crate) fn after(&self, event: Event<G>) -> Result<Self, PlayError> {
        let mut game = self.0.clone();
        game.add(event)?;
        Ok(Self(game))
    }

    /// The position after a legal action of the seat whose turn it is.
    pub(crate) fn after_action(&self, seat: Seat, action: G::Action) -> Self {
        self.after(Event::Action(seat, action)).expect("the action is legal")
    }
}

/// A game that is over, from its first event to its last.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finished<G: Game>(Match<G>);

/// Why a game is not taken for a finished one.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum UnfinishedError {
    /// The record cannot be replayed.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// The game goes on.
    #[error("the game is not over after its {events} events: only finished games are judged")]
    NotOver {
        /// How many events there are.
        events: usize,
    },
    /// It was ended outside its rules, and not by a record.
    #[error("the game was stopped, not finished by its rules: only its record can say that it is over")]
    Stopped,
    /// It is the record of another game.
    #[error("this is a game of `{found}`, not of `{expected}`")]
    Game {
        /// The game that was played.
        found: String,
        /// The game asked for.
        expected: &'static str,
    },
}

impl<G: Game> Finished<G> {
    /// The game, if its rules have ended it.
    pub fn new(game: Match<G>) -> Result<Self, UnfinishedError> {
        if game.end().is_some() { Err(UnfinishedError::Stopped) } else { Self::over(game) }
    }

    fn over(game: Match<G>) -> Result<Self, UnfinishedError> {
        match game.turn() {
            Turn::Over => Ok(Self(game)),
            _ => Err(UnfinishedError::NotOver { events: game.events().len() }),
        }
    }

    /// Plays the record of a finished game, also of one that was given up.
    pub fn replay(record: &Record) -> Result<Self, UnfinishedError> {
        if record.game != G::INFO.id {
            return Err(UnfinishedError::Game { found: record.game.clone(), expected: G::INFO.id });
        }
        Self::over(Match::replay(record)?)
    }

    /// How many events it has.
    pub fn events(&self) -> usize {
        self.0.events().len()
    }

    /// How it came out.
    pub fn outcome(&self) -> Outcome {
        self.0.result().expect("the game is over")
    }

    /// The event with this number, counted from 0.
    pub fn event(&self, number: usize) -> Option<Event<G>> {
        self.0.events().get(number).copied()
    }

    /// The position after so many events; none if there are fewer.
    pub fn at(&self, events: usize) -> Option<Whole<G>> {
        if events > self.events() {
            return None;
        }
        let mut game = self.0.clone();
        if events < self.events() {
            game.truncate(events);
        }
        Some(Whole(game))
    }

    /// The same, but if the game was ended outside its rules, the last position is as it stood before that.
    pub(super) fn as_it_stood(&self, events: usize) -> Option<Whole<G>> {
        self.at(events).map(|Whole(mut game)| {
            if game.end().is_some() {
                game.truncate(events);
            }
            Whole(game)
        })
    }

    /// The set-up with which it began.
    pub(super) fn setup(&self) -> Setup<G> {
        self.0.setup()
    }

    /// The whole game as text.
    pub fn record(&self) -> Record {
        self.0.record()
    }
}

/// A game between computer players, from the empty table on: nobody else can act in it.
#[derive(Clone, Debug)]
pub struct SelfPlay<G: Game>(Match<G>);

impl<G: Game> SelfPlay<G> {
    /// A game about to begin.
    pub fn new(setup: Setup<G>) -> Self {
        Self(Match::new(setup))
    }

    /// Who the game waits for.
    pub fn turn(&self) -> Turn {
        self.0.turn()
    }

    /// The position now.
    pub fn whole(&self) -> Whole<G> {
        Whole(self.0.clone())
    }

    /// Draws the chance event that the game waits for.
    pub fn draw(&mut self, random: &mut dyn Random) -> Result<(), PlayError> {
        self.0.draw(random).map(drop)
    }

    /// Lets a player act for the seat whose turn it is. While the game waits for no seat nothing happens.
    pub fn act(&mut self, player: &dyn Player<G>, budget: Budget, seed: u64) -> Result<(), ThinkError> {
        let Turn::Seat(seat) = self.turn() else { return Ok(()) };
        let story = self.0.story(Observer::Seat(seat));
        let answer = player.think(&Question::new(&story, budget, seed))?;
        self.0.add(Event::Action(seat, answer.action)).expect("players answer with legal actions");
        Ok(())
    }

    /// How many actions the seat whose turn it is can choose from.
    pub fn choices(&self) -> usize {
        self.whole().actions().len()
    }

    /// The game, once it is over.
    pub fn finish(self) -> Option<Finished<G>> {
        Finished::new(self.0).ok()
    }
}
