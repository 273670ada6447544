//! The arena: many games between players, with the same luck for each.
//!
//! Games come in rounds. In one round the players change seats until each has sat everywhere, and the n-th chance
//! event draws the same random numbers in every game of the round: same deals, same dice. Intervals are taken over
//! rounds, so that luck shared within a round does not count as evidence twice.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use rainette_core::{Event, Game, Match, Observer, Record, Seat, Setup, Turn};

use crate::brains::{Brain, Spec};
use crate::player::{Budget, Cancel, Memory, Player, Question, ThinkError, worth};
use crate::random::Generator;
use crate::stopwatch::Reading;

/// A player in the arena, by its name and with its budget.
pub struct Contender<G: Game> {
    /// The name in tables.
    pub name: String,
    /// The player that answers for it.
    pub player: Box<dyn Player<G>>,
    /// How long it may think about an action.
    pub budget: Budget,
}

impl<G: Brain> Contender<G> {
    /// The named player, with this budget; a level keeps its own.
    pub fn new(name: &str, spec: Spec, seats: usize, budget: Option<Budget>) -> Self {
        let player = spec.player(seats);
        let budget = budget.filter(|_| !matches!(spec, Spec::Level(_)));
        Self { name: name.to_owned(), budget: budget.unwrap_or_else(|| player.own_budget()), player }
    }
}

/// What is played in the arena, how often, and from which seed.
#[derive(Clone, Copy, Debug)]
pub struct Plan<G: Game> {
    /// Edition, seats and options.
    pub setup: Setup<G>,
    /// How many rounds; each has one game per seat.
    pub rounds: u64,
    /// The seed of all random numbers: the same seed gives the same dice and deals.
    pub seed: u64,
    /// How many games are played at once.
    pub threads: usize,
    /// Is each player handed back, at its next turn, the tree it has grown? Only budgets of time make use of it.
    pub reuse: bool,
}

/// One finished game of the arena.
#[derive(Clone, Debug)]
pub struct Played {
    /// The round it belongs to.
    pub round: u64,
    /// By how many seats the contenders were moved along.
    pub turned: usize,
    /// What each contender got out of it: 1 for a win, a share of a shared one or of a draw.
    pub shares: Vec<f32>,
    /// How much of a core's time each contender took for each of its answers.
    pub answers: Vec<Vec<Duration>>,
    /// The whole game, which replays without any randomness.
    pub record: Record,
}

/// Plays the games of a plan between as many contenders as there are seats, and hands each to `seen` as it ends.
/// Stops early when cancelled or when `seen` says false.
pub fn arena<G: Game>(
    plan: &Plan<G>,
    contenders: &[&Contender<G>],
    cancel: &Cancel,
    seen: impl FnMut(Played) -> bool + Send,
) -> Result<(), ThinkError> {
    let seats = plan.setup.seats();
    assert_eq!(contenders.len(), seats, "one contender per seat");
    let next = AtomicU64::new(0);
    let games = plan.rounds * seats as u64;
    let seen = Mutex::new((seen, Ok(())));
    thread::scope(|scope| {
        for _ in 0..plan.threads.max(1) {
            scope.spawn(|| {
                loop {
                    let game = next.fetch_add(1, Ordering::Relaxed);
                    if game >= games || cancel.is_cancelled() {
                        return;
                    }
                    let (round, turned) = (game / seats as u64, (game % seats as u64) as usize);
                    let played = play(plan, contenders, round, turned, cancel);
                    let mut seen = seen.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                    match played {
                        Ok(Some(played)) => {
                            if !(seen.0)(played) {
                                cancel.cancel();
                            }
                        }
                        Ok(None) => return,
                        Err(error) => {
                            seen.1 = Err(error);
                            cancel.cancel();
                        }
                    }
                }
            });
        }
    });
    seen.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner).1
}

/// Plays one game; none if it was cancelled before its end.
fn play<G: Game>(
    plan: &Plan<G>,
    contenders: &[&Contender<G>],
    round: u64,
    turned: usize,
    cancel: &Cancel,
) -> Result<Option<Played>, ThinkError> {
    let seats = plan.setup.seats();
    let luck = Generator::of(plan.seed, round).next_u64();
    let mut chances = 0;
    let mut game = Match::new(plan.setup);
    let mut answers = vec![Vec::new(); seats];
    let mut memories: [Memory; Seat::MAX] = Default::default();
    loop {
        match game.turn() {
            Turn::Over => break,
            Turn::Chance => {
                game.draw(&mut Generator::of(luck, chances)).expect("the game waits for chance");
                chances += 1;
            }
            Turn::Seat(seat) => {
                if cancel.is_cancelled() {
                    return Ok(None);
                }
                let place = (seat.index() + turned) % seats;
                let contender = contenders[place];
                let story = game.story(Observer::Seat(seat));
                let seed = Generator::of(!luck, (game.events().len() * seats + turned) as u64).next_u64();
                let question = Question::new(&story, contender.budget, seed);
                let asked = Reading::of_core();
                let answer = if plan.reuse {
                    contender.player.think_on(&question, &mut memories[seat.index()])?
                } else {
                    contender.player.think(&question)?
                };
                answers[place].push(asked.elapsed());
                game.add(Event::Action(seat, answer.action)).expect("players answer with legal actions");
            }
        }
    }
    let values = worth(&game.result().expect("the game is over"), seats);
    let mut shares = vec![0.0; seats];
    for (seat, value) in values.iter().enumerate().take(seats) {
        shares[(seat + turned) % seats] = *value;
    }
    Ok(Some(Played { round, turned, shares, answers, record: game.record() }))
}
