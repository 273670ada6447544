//! A moment of a finished game, for those who do not name a game: everything in notation and plain numbers.

use std::fmt;
use std::sync::Arc;

use rainette_core::{Event, Observer, Record, Seat, Spot, Turn};
use rainette_games::UnknownGame;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{Finished, Judge, UnfinishedError};
use crate::brains::{Brain, Visitor, visit};
use crate::luck::{Luck, own_generator};
use crate::player::ThinkError;

/// A game with more moments than this is looked at with fewer iterations, as many in all.
const MOST_MOMENTS: u64 = 300;

/// But never with fewer than this.
const LEAST_ITERATIONS: u32 = 100;

/// What is found out about a moment of a finished game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Review {
    /// What every seat could expect, the secrets being what they were.
    pub shares: Vec<f64>,
    /// The standard errors of these shares.
    pub errors: Vec<f64>,
    /// What each seat could know of that: all shares as it had to see them, seat by seat. Empty if nothing was hidden
    /// from anybody.
    pub seen: Vec<Vec<f64>>,
    /// The standard errors of these, seat by seat: what is left open by the games that a seat can imagine.
    pub seen_errors: Vec<Vec<f64>>,
    /// What happened next; nothing if the game ended here.
    pub next: Option<Next>,
}

impl Review {
    /// The decision that was made then, if one was.
    pub fn decision(&self) -> Option<&Decision> {
        match &self.next {
            Some(Next::Decision(decision)) => Some(decision),
            _ => None,
        }
    }
}

/// What happened at a moment.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Next {
    /// A seat decided.
    Decision(Decision),
    /// Chance had it so.
    Chance(Chance),
}

/// A chance event.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Chance {
    /// The event in notation.
    pub event: String,
    /// What it gave each seat: the share of the win after it, less the mean over all that might have come, as the game's
    /// evaluation sees both.
    pub given: Vec<f64>,
}

/// A decision, as the seat that made it could know.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Decision {
    /// Who decided.
    pub seat: Seat,
    /// What was played.
    pub played: String,
    /// The spots that say it, in order.
    pub played_path: Vec<String>,
    /// What was best.
    pub best: String,
    /// The spots that say it, in order.
    pub best_path: Vec<String>,
    /// The share of the win that the seat gave away, 0 if it played what was best.
    pub lost: f64,
    /// The standard error of that.
    pub error: f64,
}

impl Decision {
    /// Is the loss beyond twice its error? Anything less is too close to call.
    pub fn is_mistake(&self) -> bool {
        self.lost > 2.0 * self.error
    }
}

/// Why a moment cannot be looked at.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ReviewError {
    /// There is no such game.
    #[error(transparent)]
    Game(#[from] UnknownGame),
    /// It is not the record of a finished game.
    #[error(transparent)]
    Unfinished(#[from] UnfinishedError),
    /// The game has fewer events.
    #[error("there is no moment after {events} events: the game has {most}")]
    Moment {
        /// The moment asked for.
        events: usize,
        /// How many events the game has.
        most: usize,
    },
    /// A story cannot be thought about.
    #[error(transparent)]
    Think(#[from] ThinkError),
}

/// A game that is over, whichever it is: each of its moments can be looked at.
///
/// ```
/// use rainette_players::{FinishedGame, Judge};
/// let record = "rainette record 1\ngame hop-it\nedition 1\nseats 2\n\nend resigned 0\n".parse()?;
/// let game = FinishedGame::replay(&record)?;
/// assert_eq!((game.seats(), game.moments()), (2, 1));
/// let start = game.look(0, &Judge::new(10, 1))?;
/// assert!((start.shares.iter().sum::<f64>() - 1.0).abs() < 1e-9);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct FinishedGame(Arc<dyn Moments>);

trait Moments: Send + Sync {
    fn id(&self) -> &'static str;
    fn seats(&self) -> usize;
    fn events(&self) -> usize;
    fn usual_iterations(&self) -> u32;
    fn record(&self) -> Record;
    fn look(&self, events: usize, judge: &Judge) -> Result<Review, ReviewError>;
}

impl FinishedGame {
    /// Plays the record of a finished game.
    pub fn replay(record: &Record) -> Result<Self, ReviewError> {
        struct Replay<'a>(&'a Record);

        impl Visitor for Replay<'_> {
            type Output = Result<FinishedGame, ReviewError>;

            fn visit<G: Brain>(self) -> Self::Output {
                Ok(FinishedGame(Arc::new(Finished::<G>::replay(self.0)?)))
            }
        }

        visit(&record.game, Replay(record))?
    }

    /// The game's [id](rainette_core::Info::id).
    pub fn id(&self) -> &'static str {
        self.0.id()
    }

    /// The number of seats that played.
    pub fn seats(&self) -> usize {
        self.0.seats()
    }

    /// How many moments it has: the start, and one after each event.
    pub fn moments(&self) -> usize {
        self.0.events() + 1
    }

    /// How many iterations a judgement takes if the whole game is looked at and nobody says: fewer in a long game.
    pub fn usual_iterations(&self) -> u32 {
        self.0.usual_iterations()
    }

    /// The whole game as text.
    pub fn record(&self) -> Record {
        self.0.record()
    }

    /// Looks at the moment after so many events.
    pub fn look(&self, events: usize, judge: &Judge) -> Result<Review, ReviewError> {
        self.0.look(events, judge)
    }
}

impl fmt::Debug for FinishedGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FinishedGame").field("id", &self.id()).field("moments", &self.moments()).finish()
    }
}

impl<G: Brain> Moments for Finished<G> {
    fn id(&self) -> &'static str {
        G::INFO.id
    }

    fn seats(&self) -> usize {
        self.setup().seats()
    }

    fn events(&self) -> usize {
        self.events()
    }

    fn usual_iterations(&self) -> u32 {
        let moments = self.events() as u64 + 1;
        let fewer = u64::from(G::REVIEW_ITERATIONS) * MOST_MOMENTS / moments.max(MOST_MOMENTS);
        (fewer as u32).max(LEAST_ITERATIONS)
    }

    fn record(&self) -> Record {
        self.record()
    }

    fn look(&self, events: usize, judge: &Judge) -> Result<Review, ReviewError> {
        let most = self.events();
        let whole = self.as_it_stood(events).ok_or(ReviewError::Moment { events, most })?;
        let judgement = judge.judge(&whole);
        let story = |seat| whole.story(Observer::Seat(seat));
        let (mut seen, mut seen_errors) = (Vec::new(), Vec::new());
        if G::INFO.has_secrets {
            for seat in Seat::all(whole.seats()) {
                // Once a game is over everybody knows how.
                let judged = if whole.result().is_some() { None } else { Some(judge.seen(&story(seat))?) };
                let judged = judged.as_ref().unwrap_or(&judgement);
                seen.push(judged.shares().to_vec());
                seen_errors.push(judged.errors().to_vec());
            }
        }
        let path = |action| {
            let paths = whole.position().spots(action);
            paths.first().into_iter().flatten().map(Spot::to_string).collect::<Vec<_>>()
        };
        let next = match (whole.turn(), self.event(events)) {
            (Turn::Seat(seat), Some(Event::Action(_, played))) => {
                let (best, (lost, error)) = if whole.actions().len() > 1 {
                    let known = judge.known(&story(seat), &[played])?;
                    (known.best().action, known.lost(played).expect("it was asked about"))
                } else {
                    (played, (0.0, 0.0))
                };
                Some(Next::Decision(Decision {
                    seat,
                    played: played.to_string(),
                    played_path: path(played),
                    best: best.to_string(),
                    best_path: path(best),
                    lost,
                    error,
                }))
            }
            (Turn::Chance, Some(event)) => {
                let after = self.at(events + 1).expect("the event is one of the game");
                let mut luck = Luck::new(G::evaluator());
                let mut own = own_generator(judge.seed, events as u64);
                luck.chance(whole.position(), after.position(), &mut own);
                let given = luck.sums[..whole.seats()].to_vec();
                Some(Next::Chance(Chance { event: event.to_string(), given }))
            }
            _ => None,
        };
        let (shares, errors) = (judgement.shares().to_vec(), judgement.errors().to_vec());
        Ok(Review { shares, errors, seen, seen_errors, next })
    }
}

/// Looks at the moment of a finished game after so many events. Whoever looks at many moments plays the record once:
/// [`FinishedGame`].
pub fn review(record: &Record, events: usize, judge: &Judge) -> Result<Review, ReviewError> {
    FinishedGame::replay(record)?.look(events, judge)
}
