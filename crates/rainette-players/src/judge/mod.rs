//! The Judge: what every seat can expect of a whole position, and how sure that is.
//!
//! A [`Judge`] is no player. It looks at a [`Whole`] position, with all that is hidden in it, of a finished game or of
//! one that computer players play here, and says how the win would be shared if the secrets were as they are and every
//! seat played on with its own knowledge. It counts iterations and no time, so that the same question has the same
//! answer on every machine. Each game has its own way to judge ([`Brain::judge`]).
//!
//! What one seat can know is another matter: [`Judge::known`] is handed the seat's story, draws whole games that the
//! seat would have been told alike, and takes the mean of their judgements.
//!
//! [`Rollouts`] measure players in another way: games are played on to their end from the action that a player takes and
//! from the best one. [`Calibration`] compares judgements with outcomes.

mod calibration;
mod compared;
mod course;
mod known;
mod losses;
mod positions;
mod retold;
mod review;
mod rollouts;
mod shares;
mod whole;

use rainette_core::{Event, Observer, Turn};

pub use self::calibration::{Bin, Calibration, Summary};
pub use self::course::{Choice, Course, Luck, Swing};
pub use self::known::{Known, Worth};
pub use self::losses::Losses;
pub use self::positions::{Entry, Maker, Positions, PositionsError};
pub use self::review::{Chance, Decision, FinishedGame, Next, Review, ReviewError, review};
pub use self::rollouts::{Loss, Rollouts, STRAY, straying};
pub use self::shares::Judgement;
pub(crate) use self::shares::{Sample, Shares, settled_by_depth};
pub use self::whole::{Finished, SelfPlay, UnfinishedError, Whole};
use crate::brains::Brain;
use crate::endgames::EndgameTables;
use crate::mcts::Hints;
use crate::player::{Budget, Question, Values, worth};
use crate::random::Generator;

/// Chance with so many outcomes at most is judged outcome by outcome.
const MOST_OUTCOMES: u128 = 36;

/// Of chance with more outcomes so many are drawn.
const DRAWN: u64 = 8;

/// Sets the random numbers of judgements that are part of another apart from its own.
const STREAMS: u64 = 0x6A75_6467_6573_2121;

/// The player by whose games others are measured, unless another is named.
pub const REFERENCE: &str = "best-1";

/// Judges whole positions.
///
/// ```
/// use rainette_core::Setup;
/// use rainette_games::abagio::Abagio;
/// use rainette_players::{Judge, SelfPlay};
/// let game = SelfPlay::<Abagio>::new(Setup::new(2)?);
/// let judgement = Judge::new(100, 1).judge(&game.whole());
/// assert_eq!(judgement.shares(), [0.5, 0.5], "nobody knows yet who begins");
/// # Ok::<_, rainette_core::SetupError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Judge {
    /// How many iterations a judgement takes, as the game's player counts them.
    pub iterations: u32,
    /// The seed of its random numbers.
    pub seed: u64,
    /// The solved endgames that it knows.
    tables: EndgameTables,
}

impl Judge {
    /// How many iterations a judgement takes if nobody says.
    pub const USUAL_ITERATIONS: u32 = 1_000;

    /// A judge that spends so many iterations on a judgement. It knows the endgames that are built in.
    pub fn new(iterations: u32, seed: u64) -> Self {
        Self { iterations, seed, tables: EndgameTables::built_in() }
    }

    /// The same, if it may look into these tables of solved endgames.
    #[must_use]
    pub fn knowing(self, tables: EndgameTables) -> Self {
        Self { tables, ..self }
    }

    /// The solved endgames that it knows.
    pub(crate) fn tables(&self) -> &EndgameTables {
        &self.tables
    }

    /// The judge of one of so many judgements that share its iterations.
    pub(crate) fn one_of(&self, judgements: usize) -> Self {
        let iterations = self.iterations.div_ceil(judgements as u32);
        Self { iterations, ..self.clone() }
    }

    /// The same with random numbers of its own, one of as many judges as there are numbers.
    pub(crate) fn with_stream(&self, number: u64) -> Self {
        Self { seed: Generator::of(self.seed ^ STREAMS, number).next_u64(), ..self.clone() }
    }

    /// The shares of the win that every seat can expect, and how far they may be off.
    pub fn judge<G: Brain>(&self, whole: &Whole<G>) -> Judgement {
        match whole.result() {
            Some(outcome) => Judgement::certain(&worth(&outcome, whole.seats()), whole.seats()),
            None => G::judge(whole, self),
        }
    }

    /// The position after the action that the game's player takes with half of the iterations, for its own seat and
    /// with its seat's knowledge, and the judge that has the other half for it, and other random numbers: an action is not
    /// valued by the dice that it was chosen for. While the game waits for no seat it stays where it is.
    pub(crate) fn decide<G: Brain>(&self, whole: &Whole<G>) -> (Whole<G>, Self) {
        let Turn::Seat(seat) = whole.turn() else { return (whole.clone(), self.clone()) };
        let half = self.one_of(2);
        let actions = whole.actions();
        let action = if let [only] = actions[..] {
            only
        } else {
            let story = whole.story(Observer::Seat(seat));
            let question = Question::new(&story, Budget::Iterations(half.iterations), self.seed);
            let player = G::best_knowing(whole.seats(), &self.tables);
            player.think(&question).expect("it is the seat's turn, and the story was told").action
        };
        (whole.after_action(seat, action), half.with_stream(0))
    }

    /// The mean over what can come of a chance event that the game waits for: of every outcome if there are few, otherwise
    /// of some that are drawn. None while it waits for a seat.
    pub(crate) fn over_chance<G: Brain>(&self, whole: &Whole<G>) -> Option<Judgement> {
        if whole.turn() != Turn::Chance {
            return None;
        }
        let position = whole.position();
        let draw = position.chance();
        let mut outcomes = Vec::new();
        if draw.count() <= MOST_OUTCOMES {
            draw.each(|drawn, weight| outcomes.push((position.chance_from_draw(drawn), weight as f64)));
        } else {
            let drawn = |number| draw.sample(&mut Generator::of(self.seed, number));
            outcomes.extend((0..DRAWN).map(|number| (position.chance_from_draw(&drawn(number)), 1.0)));
        }
        let each = self.one_of(outcomes.len());
        let judged: Vec<(Judgement, f64)> = outcomes
            .into_iter()
            .map(|(chance, weight)| {
                let after = whole.after(Event::Chance(chance)).expect("a possible event");
                (each.judge(&after), weight)
            })
            .collect();
        Some(Judgement::mean(&judged, draw.count() > MOST_OUTCOMES))
    }

    /// The mean of as many games played on as there are iterations, once the seat to act has decided.
    pub(crate) fn play_on<G: Brain, H: Hints<G>>(&self, whole: &Whole<G>, hints: &H) -> Judgement {
        let (after, judge) = self.decide(whole);
        if after.result().is_some() {
            return judge.judge(&after);
        }
        let seats = whole.seats();
        let mut sample = Sample::new(seats);
        // A single game has no spread.
        for number in 0..judge.iterations.max(2) {
            let mut random = Generator::of(judge.seed, u64::from(number));
            sample.add(&played_on(*after.position(), hints, &mut random));
        }
        sample.judgement(u64::from(self.iterations))
    }
}

/// How a game comes out that is played on to the hints' horizon.
fn played_on<G: Brain, H: Hints<G>>(mut position: G, hints: &H, random: &mut Generator) -> Values {
    let mut actions = rainette_core::Actions::new();
    let mut left = hints.horizon().unwrap_or(u32::MAX);
    loop {
        match position.turn() {
            Turn::Over => return worth(&position.result().expect("the game is over"), position.seats()),
            Turn::Chance => {
                let drawn = position.chance().sample(random);
                position = position.after_chance(position.chance_from_draw(&drawn));
            }
            Turn::Seat(_) if left == 0 => return hints.evaluate(&position),
            Turn::Seat(_) => {
                position.legal_actions(&mut actions);
                let pick = hints.pick(&position, &actions, random);
                position = position.after(actions[pick]);
                left -= 1;
            }
        }
    }
}
