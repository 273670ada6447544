//! What one observer was told, and the positions that agree with it.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

use crate::{Event, Game, Observer, PlayError, Random, Seat, Setup, SetupError, Told};

/// All that one observer knows: the set-up, the events as they were told, and what can be seen now.
///
/// It is what a computer player is handed. There is no way from here to the true position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Story<G: Game> {
    /// Edition, seats and options.
    pub setup: Setup<G>,
    /// The seat or spectator that was told.
    pub observer: Observer,
    /// The events so far, as they were told.
    pub told: Vec<Told>,
    /// What can be seen now.
    pub view: G::View,
}

/// A story for those who do not name a game: everything in notation and wire types.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct StoryText {
    /// The game's [id](crate::Info::id), as records and commands write it.
    pub game: String,
    /// The edition of the rules data.
    pub edition: u16,
    /// The number of seats that play, fixed from the set-up on.
    pub seats: usize,
    /// The options that differ from their defaults.
    pub options: Vec<(String, i64)>,
    /// The seat or spectator that was told.
    pub observer: Observer,
    /// The events so far, as they were told.
    pub told: Vec<Told>,
    /// What can be seen now.
    pub view: Value,
}

/// Why a text is no story of a game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum StoryTextError {
    /// It is the story of another game.
    #[error("this is a story of {told}, not of {game}")]
    Game {
        /// The game whose story it is.
        told: String,
        /// The game asked for.
        game: &'static str,
    },
    /// The set-up cannot be.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The view is not one of this game.
    #[error("the view does not fit the game: {0}")]
    View(String),
}

impl<G: Game> Story<G> {
    /// The story in notation and wire types.
    pub fn to_text(&self) -> StoryText {
        StoryText {
            game: G::INFO.id.to_owned(),
            edition: self.setup.edition(),
            seats: self.setup.seats(),
            options: self.setup.options().map(|(name, value)| (name.to_owned(), value)).collect(),
            observer: self.observer,
            told: self.told.clone(),
            view: serde_json::to_value(&self.view).expect("views have string keys only"),
        }
    }

    /// Reads a story, once its game, set-up and view are found to fit. The events told are read when positions are
    /// guessed.
    pub fn from_text(text: &StoryText) -> Result<Self, StoryTextError> {
        if text.game != G::INFO.id {
            return Err(StoryTextError::Game { told: text.game.clone(), game: G::INFO.id });
        }
        Ok(Self {
            setup: Setup::with(text.edition, text.seats, &text.options)?,
            observer: text.observer,
            told: text.told.clone(),
            view: G::View::deserialize(&text.view)
                .map_err(|error| StoryTextError::View(error.to_string()))?,
        })
    }
}

/// Positions that agree with a story.
pub trait Guess<G>: Clone + Send + Sync {
    /// Draws one of them, as likely as [`Game::guess`] says.
    fn draw<R: Random>(&self, random: &mut R) -> G;
}

/// The guess of a game without secrets: the one position that agrees with the story.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Certain<G>(pub G);

impl<G: Game> Guess<G> for Certain<G> {
    fn draw<R: Random>(&self, _: &mut R) -> G {
        self.0
    }
}

impl<G: Game> Certain<G> {
    /// Plays a story in which nothing is hidden.
    pub fn from_story(story: &Story<G>) -> Result<Self, StoryError> {
        let told = story.told.iter().enumerate();
        told.map(|(number, told)| (number, told.seat, told.event.as_str()))
            .try_fold(G::new(story.setup), |position, (number, seat, text)| {
                let event = parse_event::<G>(seat, text)
                    .and_then(|event| follow(position, event))
                    .map_err(|error| StoryError { number, error });
                event.map(|(position, _)| position)
            })
            .map(Self)
    }
}

/// What every game without secrets says alike in its `impl Game`: each observer is told whole events, and the one
/// position that agrees with a story is played from it. It does not compile in a game whose `INFO` has secrets.
///
/// A game says so itself: hiding something is never forgotten by saying nothing.
#[macro_export]
macro_rules! nothing_hidden {
    () => {
        type Guess = $crate::Certain<Self>;

        fn tell(&self, event: &$crate::Event<Self>, _: $crate::Observer) -> $crate::Told {
            $crate::Told::whole(self, event)
        }

        fn guess(
            story: &$crate::Story<Self>,
            _: &dyn Fn($crate::Seat, Self::Action) -> u32,
        ) -> Result<Self::Guess, $crate::StoryError> {
            const { assert!(!<Self as $crate::Game>::INFO.has_secrets, "this game hides something") }
            $crate::Certain::from_story(story)
        }
    };
}

/// A story that cannot have been told.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("event {number} of the story: {error}")]
pub struct StoryError {
    /// The number of the event, counted from 0.
    pub number: usize,
    /// What is wrong with it.
    pub error: PlayError,
}

/// Weights for [`Game::guess`]: every hidden choice is equally likely.
pub fn equally<A>(_: Seat, _: A) -> u32 {
    1
}

/// Reads an event in notation.
pub(crate) fn parse_event<G: Game>(seat: Option<Seat>, text: &str) -> Result<Event<G>, PlayError> {
    Ok(match seat {
        Some(seat) => Event::Action(seat, text.parse()?),
        None => Event::Chance(text.parse()?),
    })
}

/// The position after an event, once it is found legal or possible.
pub(crate) fn follow<G: Game>(position: G, event: Event<G>) -> Result<(G, Event<G>), PlayError> {
    let next = match event {
        Event::Action(seat, action) => position.play(seat, action)?,
        Event::Chance(chance) => position.try_chance(chance)?,
    };
    Ok((next, event))
}
