//! What players lose per decision, measured by games played on to their end.
//!
//! Players are asked what they would do in a position. From their actions and from those that the reference ranks first
//! games are played on by the reference on all seats, each seat with its own story. What the best action is worth more
//! than a player's is taken from these games in [two ways](super::compared), one too small and one too large on average:
//! luck does not count as strength in the first.
//!
//! All actions meet the same games: the same secrets, drawn anew from what the seat was told, the same dice and the same
//! random numbers of the players. What luck is left is [taken out](crate::luck) at every chance event.
//!
//! If a game leaves nothing to chance, a reference that always takes the best action plays the same game over and over.
//! There it [strays](straying) a little, each time another way.

use rainette_core::{Event, Game, Match, Observer, Seat, Story, Turn};

use super::Whole;
use super::compared::{Candidate, compare};
use super::retold::Retold;
use crate::brains::Brain;
use crate::levels::{Level, Levelled};
use crate::luck::{Luck, own_generator};
use crate::player::{Budget, Player, Question, ThinkError};
use crate::random::Generator;

/// The actions to compare are ranked by a search of so many times the iterations of a rollout's.
const RANKING: u32 = 10;

/// The fewest iterations of that search.
const LEAST_RANKING: u32 = 200;

/// Actions, each with what came of it.
type Compared<G> = Vec<(<G as Game>::Action, Candidate)>;

/// How games are played on.
pub struct Rollouts<'a, G: Game> {
    /// Who plays on, on all seats.
    pub reference: &'a dyn Player<G>,
    /// How many iterations it thinks about an action.
    pub iterations: u32,
    /// How many games are played on for one decision, shared out among the actions that the reference ranks first. As
    /// many as each of them has are played on from a player's action that is not among them.
    pub rollouts: u32,
    /// How many actions are compared: those that the reference ranks first, and besides the player's.
    pub width: usize,
    /// After so many actions the evaluation decides; none plays to the end.
    pub horizon: Option<u32>,
    /// The seed of all random numbers.
    pub seed: u64,
}

/// What a player loses by one decision.
#[derive(Clone, PartialEq, Debug)]
pub struct Loss {
    /// The seat that decides.
    pub seat: Seat,
    /// How many actions it can choose from.
    pub choices: usize,
    /// What the player does.
    pub chosen: String,
    /// What was found to be best.
    pub best: String,
    /// The share of the win that the player's action loses against what other games have found to be best: on average no
    /// more than the truth. Below 0 if the games contradict each other.
    pub lost: f64,
    /// The standard error of that.
    pub error: f64,
    /// The share that it loses against what did best in the same games: on average no less than the truth, if the best
    /// action is among those that are compared.
    pub at_most: f64,
    /// How many games tell this.
    pub rollouts: usize,
}

/// How far a reference strays if nothing is left to chance, in shares of the win: an action that loses so much is less
/// likely by a factor of e.
pub const STRAY: f64 = 0.02;

/// A player that strays: of actions that it holds to be nearly as good as the best it takes any, the less it loses the
/// more often, and never one that loses more than thrice as much.
pub fn straying<G: Game>(player: Box<dyn Player<G>>, iterations: u32, stray: f64) -> Box<dyn Player<G>> {
    if stray <= 0.0 {
        return player;
    }
    let temperature = stray as f32;
    let level = Level { iterations, temperature, cap: 3.0 * temperature };
    Box::new(Levelled { player, level, sees_wins: false })
}

impl<G: Brain> Rollouts<'_, G> {
    /// What each of these players, with its budget, loses by its decision in a position, in which the game must wait for a
    /// seat. They share the games that are played on: what is found of one does not depend on who the others are. The
    /// number tells positions apart: each has its own random numbers.
    pub fn lost(
        &self,
        whole: &Whole<G>,
        players: &[(&dyn Player<G>, Budget)],
        number: u64,
    ) -> Result<Vec<Loss>, ThinkError> {
        let Turn::Seat(seat) = whole.turn() else { return Err(ThinkError::NotYourTurn(Seat::new(0))) };
        let story = whole.story(Observer::Seat(seat));
        let seed = Generator::of(self.seed, number).next_u64();
        let chosen = |(player, budget): &(&dyn Player<G>, Budget)| {
            player.think(&Question::new(&story, *budget, seed)).map(|answer| answer.action)
        };
        let chosen = players.iter().map(chosen).collect::<Result<Vec<_>, _>>()?;
        let (compared, width) = self.played_on(&story, seat, &chosen, seed)?;
        let choices = whole.actions().len();
        let loss = |action: G::Action| {
            let looked_at = compared
                .iter()
                .enumerate()
                .filter(|(place, (other, _))| *place < width || *other == action)
                .map(|(_, (other, candidate))| (*other, candidate));
            let (actions, candidates): (Vec<_>, Vec<_>) = looked_at.unzip();
            let place =
                actions.iter().position(|other| *other == action).expect("what is chosen is compared");
            let found = compare(&candidates, place);
            Loss {
                seat,
                choices,
                chosen: action.to_string(),
                best: actions[found.best].to_string(),
                lost: found.lost,
                error: found.error,
                at_most: found.at_most,
                rollouts: candidates.iter().map(|candidate| candidate.values.len()).sum(),
            }
        };
        Ok(chosen.into_iter().map(loss).collect())
    }

    /// The actions that the reference ranks first, and how many they are, then those that were chosen and are not among
    /// them, each with what came of it.
    fn played_on(
        &self,
        story: &Story<G>,
        seat: Seat,
        chosen: &[G::Action],
        seed: u64,
    ) -> Result<(Compared<G>, usize), ThinkError> {
        let iterations = self.iterations.saturating_mul(RANKING).max(LEAST_RANKING);
        let question = Question::new(story, Budget::Iterations(iterations), seed);
        let ranked = self.reference.think(&question)?.ranked;
        let candidate = |action, prior: f32| (action, Candidate { prior: prior.into(), values: Vec::new() });
        let first = ranked.iter().take(self.width.max(2));
        let mut compared: Vec<_> = first.map(|ranked| candidate(ranked.action, ranked.value)).collect();
        let width = compared.len();
        for &action in chosen {
            if compared.iter().all(|(other, _)| *other != action) {
                let own = ranked.iter().find(|ranked| ranked.action == action).or(ranked.last());
                compared.push(candidate(action, own.map_or(0.0, |ranked| ranked.value)));
            }
        }
        let mut table =
            Table { plan: self, retold: Retold::new(story)?, seat, seed, luck: Luck::new(G::evaluator()) };
        for world in 0..(self.rollouts / width.max(1) as u32).max(2) {
            let start = table.world(world)?;
            for (action, candidate) in &mut compared {
                let (value, luck) = table.play(&start, *action, world)?;
                candidate.values.push(value - luck);
            }
        }
        Ok((compared, width))
    }
}

/// Where games are played on from a decision.
struct Table<'a, G: Game> {
    plan: &'a Rollouts<'a, G>,
    retold: Retold<'a, G>,
    seat: Seat,
    seed: u64,
    luck: Luck<G>,
}

impl<G: Brain> Table<'_, G> {
    /// A game that the seat would have been told alike, with the stories of all seats.
    fn world(&self, number: u32) -> Result<Running<G>, ThinkError> {
        let game = self.retold.draw(&mut Generator::of(self.seed, u64::from(number)))?;
        Ok(Running::new(&game))
    }

    /// Plays a game on after an action, and says what the seat has of it and how much of that is luck.
    fn play(&mut self, start: &Running<G>, action: G::Action, world: u32) -> Result<(f64, f64), ThinkError> {
        let seeds = Generator::of(!self.seed, u64::from(world)).next_u64();
        self.luck.sums.fill(0.0);
        let mut game = start.clone();
        game.add(Event::Action(self.seat, action));
        let (mut chances, mut actions) = (0_u64, 0_u32);
        loop {
            let before = game.position;
            match before.turn() {
                Turn::Over => break,
                Turn::Chance => {
                    let drawn = before.chance().sample(&mut Generator::of(seeds, chances));
                    game.add(Event::Chance(before.chance_from_draw(&drawn)));
                    self.luck.chance(&before, &game.position, &mut own_generator(seeds, chances));
                    chances += 1;
                }
                Turn::Seat(_) if self.plan.horizon.is_some_and(|most| actions >= most) => break,
                Turn::Seat(seat) => {
                    let seed = Generator::of(!seeds, u64::from(actions)).next_u64();
                    let budget = Budget::Iterations(self.plan.iterations);
                    let question = Question::new(game.story(seat), budget, seed);
                    let action = self.plan.reference.think(&question)?.action;
                    game.add(Event::Action(seat, action));
                    actions += 1;
                }
            }
        }
        let own = self.seat.index();
        Ok((self.luck.values(&game.position)[own].into(), self.luck.sums[own]))
    }
}

/// A game in play, with what each seat has been told so far.
#[derive(Clone)]
struct Running<G: Game> {
    position: G,
    /// The view in them is that of the seat's last decision.
    stories: Vec<Story<G>>,
}

impl<G: Game> Running<G> {
    fn new(game: &Match<G>) -> Self {
        let stories = Seat::all(game.setup().seats()).map(|seat| game.story(Observer::Seat(seat)));
        Self { position: *game.position(), stories: stories.collect() }
    }

    /// Lets a legal or possible event happen.
    fn add(&mut self, event: Event<G>) {
        let before = self.position;
        self.position = match event {
            Event::Action(_, action) => before.after(action),
            Event::Chance(chance) => before.after_chance(chance),
        };
        for story in &mut self.stories {
            story.told.push(before.tell(&event, story.observer));
        }
    }

    /// All that a seat knows now.
    fn story(&mut self, seat: Seat) -> &Story<G> {
        let story = &mut self.stories[seat.index()];
        story.view = self.position.view(story.observer);
        story
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::brains::Spec;
    use crate::judge::SelfPlay;
    use rainette_core::Setup;
    use rainette_games::abagio::Abagio;
    use rainette_games::pool_party::PoolParty;

    /// Plays many games on from one decision: means and variances with luck and without.
    fn check<G: Brain>(seats: usize, turns: usize, games: u32) {
        let reference = Spec::Best.player::<G>(seats);
        let mut random = Generator::new(4);
        let mut game = SelfPlay::<G>::new(Setup::new(seats).expect("a number of seats of the game"));
        for _ in 0..turns {
            match game.turn() {
                Turn::Chance => game.draw(&mut random).expect("the game waits for chance"),
                _ => game.act(reference.as_ref(), Budget::Iterations(1), 1).expect("an answer"),
            }
        }
        while game.choices() < 2 {
            game.draw(&mut random).expect("the game waits for chance");
        }
        let whole = game.whole();
        let Turn::Seat(seat) = whole.turn() else { panic!("a seat has a choice") };
        let story = whole.story(Observer::Seat(seat));
        let plan = Rollouts {
            reference: reference.as_ref(),
            iterations: 1,
            rollouts: 8,
            width: 2,
            horizon: Some(20),
            seed: 1,
        };
        let retold = Retold::new(&story).expect("it was told");
        let mut table = Table { plan: &plan, retold, seat, seed: 5, luck: Luck::new(G::evaluator()) };
        let action = whole.actions()[0];
        let (mut raw, mut lucks) = (Vec::new(), Vec::new());
        for world in 0..games {
            let start = table.world(world).expect("it was told");
            let (value, luck) = table.play(&start, action, world).expect("players answer");
            raw.push(value);
            lucks.push(luck);
        }
        let n = f64::from(games);
        let mean = |values: &[f64]| values.iter().sum::<f64>() / n;
        let variance = |values: &[f64]| {
            let mean = mean(values);
            values.iter().map(|value| (value - mean) * (value - mean)).sum::<f64>() / (n - 1.0)
        };
        let without: Vec<f64> = raw.iter().zip(&lucks).map(|(value, luck)| value - luck).collect();
        let error = (variance(&lucks) / n).sqrt();
        assert!(mean(&lucks).abs() < 3.0 * error, "luck adds {} ± {error}", mean(&lucks));
        let (with, without) = (variance(&raw), variance(&without));
        assert!(without < with / 2.0, "{}: {with} with luck, {without} without", G::INFO.id);
    }

    #[test]
    fn luck_that_is_taken_out_is_zero_on_average_and_most_of_what_games_differ_by() {
        check::<Abagio>(2, 9, 120);
        check::<PoolParty>(3, 12, 120);
    }
}
