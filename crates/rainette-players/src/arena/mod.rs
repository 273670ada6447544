//! The arena: many games between players, with the same luck for each.
//!
//! Games come in rounds. In one round the players change seats until each has sat everywhere, and the n-th chance
//! event draws the same random numbers in every game of the round: same deals, same dice. Intervals are taken over
//! rounds, so that luck shared within a round does not count as evidence twice.
//!
//! What luck is left within a round is [taken out](crate::luck) of the results as well, if the plan says so.

mod book;
mod scores;

use std::time::Duration;

use rainette_core::{Event, Game, Match, Observer, Record, Seat, Setup, Turn};

use crate::brains::{Brain, Spec};
use crate::endgames::EndgameTables;
use crate::luck::{Luck, own_generator};
use crate::net::NoNet;
use crate::player::{Budget, Cancel, Memory, Player, Question, ThinkError, worth};
use crate::random::Generator;
use crate::side_by_side::side_by_side;
use crate::stopwatch::Reading;
pub use book::{BookDefaults, BookError, BookPlan, Start, make_book, read_book, write_book};
pub use scores::{Score, Scores};

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
    /// The named player, with this budget; a level keeps its own. It knows the endgames that are built in.
    pub fn new(name: &str, spec: Spec, seats: usize, budget: Option<Budget>) -> Self {
        Self::knowing(name, spec, seats, budget, &EndgameTables::built_in())
    }

    /// The same, if it may look into these tables of solved endgames.
    pub fn knowing(
        name: &str,
        spec: Spec,
        seats: usize,
        budget: Option<Budget>,
        tables: &EndgameTables,
    ) -> Self {
        let player = spec.player_knowing(seats, tables);
        let budget = budget.filter(|_| !matches!(spec, Spec::Level(_)));
        Self { name: name.to_owned(), budget: budget.unwrap_or_else(|| player.own_budget()), player }
    }

    /// A player that is guided by a net, which is read from a file.
    pub fn guided(
        name: &str,
        file: &[u8],
        exploration: Option<f32>,
        seats: usize,
        budget: Option<Budget>,
    ) -> Result<Self, NoNet> {
        let player = G::guided(seats, file, exploration)?;
        let budget = budget.unwrap_or_else(|| player.own_budget());
        Ok(Self { name: name.to_owned(), player, budget })
    }
}

/// What is played in the arena, how often, and from which seed.
#[derive(Clone, Copy, Debug)]
pub struct Plan<'a, G: Game> {
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
    /// Is luck taken out of the results?
    pub adjusts: bool,
    /// From where the rounds begin, one after the other and then from the first again; from the empty table if there are
    /// none.
    pub starts: &'a [Start<G>],
}

impl<G: Game> Plan<'_, G> {
    /// Rounds with all luck counted that is left in them, one game at a time.
    pub fn new(setup: Setup<G>, rounds: u64, seed: u64) -> Self {
        Self { setup, rounds, seed, threads: 1, reuse: false, adjusts: false, starts: &[] }
    }

    /// From where this round begins.
    fn start(&self, round: u64) -> Match<G> {
        let number = round.checked_rem(self.starts.len() as u64);
        number.map_or_else(|| Match::new(self.setup), |number| self.starts[number as usize].game.clone())
    }

    /// How many games that is.
    pub fn games(&self) -> u64 {
        self.rounds * self.setup.seats() as u64
    }
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
    /// The same without the luck that was found: on average over many games it is the same, in a single game it may lie
    /// below 0 or above 1.
    pub adjusted: Vec<f64>,
    /// How much of a core's time each contender took for each of its answers.
    pub answers: Vec<Vec<Duration>>,
    /// The whole game, which replays without any randomness.
    pub record: Record,
}

/// Plays the games of a plan between as many contenders as there are seats, and hands each to `seen`, in the order of
/// their numbers: when it stops early, as when cancelled or when `seen` says false, no game is left out for being long.
pub fn arena<G: Brain>(
    plan: &Plan<'_, G>,
    contenders: &[&Contender<G>],
    cancel: &Cancel,
    mut seen: impl FnMut(Played) -> bool + Send,
) -> Result<(), ThinkError> {
    let seats = plan.setup.seats();
    assert_eq!(contenders.len(), seats, "one contender per seat");
    let mut failed = Ok(());
    let work = |game: u64| {
        let (round, turned) = (game / seats as u64, (game % seats as u64) as usize);
        play(plan, contenders, round, turned, cancel)
    };
    side_by_side(plan.games(), plan.threads, cancel, work, |played| match played {
        Ok(Some(played)) => seen(played),
        Ok(None) => false,
        Err(error) => {
            failed = Err(error);
            false
        }
    });
    failed
}

/// Plays one game; none if it was cancelled before its end.
fn play<G: Brain>(
    plan: &Plan<'_, G>,
    contenders: &[&Contender<G>],
    round: u64,
    turned: usize,
    cancel: &Cancel,
) -> Result<Option<Played>, ThinkError> {
    let seats = plan.setup.seats();
    let luck = Generator::of(plan.seed, round).next_u64();
    let mut chances = 0;
    let mut game = plan.start(round);
    let mut answers = vec![Vec::new(); seats];
    let mut memories: [Memory; Seat::MAX] = Default::default();
    let mut ledger = plan.adjusts.then(|| Luck::new(G::evaluator()));
    loop {
        match game.turn() {
            Turn::Over => break,
            Turn::Chance => {
                let before = *game.position();
                game.draw(&mut Generator::of(luck, chances)).expect("the game waits for chance");
                if let Some(ledger) = &mut ledger {
                    ledger.chance(&before, game.position(), &mut own_generator(luck, chances));
                }
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
                let before = *game.position();
                game.add(Event::Action(seat, answer.action)).expect("players answer with legal actions");
                let policy = ledger.as_mut().zip(contender.player.policy(&answer));
                if let Some((ledger, policy)) = policy {
                    ledger.choice(&before, game.position(), &policy);
                }
            }
        }
    }
    let values = worth(&game.result().expect("the game is over"), seats);
    let luck = ledger.map_or([0.0; Seat::MAX], |ledger| ledger.sums);
    let (mut shares, mut adjusted) = (vec![0.0; seats], vec![0.0; seats]);
    for (seat, (value, luck)) in values.iter().zip(luck).enumerate().take(seats) {
        shares[(seat + turned) % seats] = *value;
        adjusted[(seat + turned) % seats] = f64::from(*value) - luck;
    }
    Ok(Some(Played { round, turned, shares, adjusted, answers, record: game.record() }))
}

#[cfg(test)]
mod tests {
    use rainette_games::hop_it::HopIt;
    use rainette_games::pool_party::PoolParty;

    use super::*;

    /// Plays until so many games were seen, and says which, with what came of them.
    fn seen(threads: usize, most: usize) -> Vec<(u64, usize, Vec<f64>, Record)> {
        let setup = Setup::<PoolParty>::new(2).expect("a set-up");
        let contender = |spec: Spec| Contender::<PoolParty>::new("player", spec, 2, None);
        let (one, other) = (contender(Spec::Greedy), contender(Spec::Random));
        let plan = Plan { threads, adjusts: true, ..Plan::new(setup, 4, 3) };
        let mut seen = Vec::new();
        arena(&plan, &[&one, &other], &Cancel::default(), |played| {
            seen.push((played.round, played.turned, played.adjusted, played.record));
            seen.len() < most
        })
        .expect("players answer");
        seen
    }

    #[test]
    fn games_come_in_order_and_stopping_early_leaves_none_out() {
        let all = seen(1, usize::MAX);
        let numbers: Vec<_> = all.iter().map(|(round, turned, ..)| (*round, *turned)).collect();
        let expected: Vec<_> = (0..4).flat_map(|round| [(round, 0), (round, 1)]).collect();
        assert_eq!(numbers, expected);
        assert_eq!(all, seen(4, usize::MAX), "threads change nothing");
        for most in [1, 3, 6] {
            assert_eq!(seen(4, most), all[..most], "the first {most} games, however long they were");
        }
    }

    #[test]
    fn a_game_that_is_cancelled_is_not_seen_nor_any_after_it() {
        let setup = Setup::<HopIt>::new(2).expect("a set-up");
        let contender = Contender::<HopIt>::new("player", Spec::Random, 2, None);
        let cancel = Cancel::default();
        let plan = Plan { threads: 4, ..Plan::new(setup, 50, 3) };
        let mut seen = 0;
        arena(&plan, &[&contender, &contender], &cancel, |played| {
            assert_eq!(2 * played.round + played.turned as u64, seen);
            seen += 1;
            if seen == 5 {
                cancel.cancel();
            }
            true
        })
        .expect("players answer");
        assert!((5..100).contains(&seen), "{seen} games were seen");
    }
}
