//! What a position is worth as one seat can know it.

use rainette_core::{Game, Seat, Story};

use super::retold::Retold;
use super::{Judge, Judgement, Whole};
use crate::brains::Brain;
use crate::player::{Budget, Question, ThinkError, check_turn};
use crate::random::Generator;

/// How many games a seat imagines that knows only a part of what there is.
const IMAGINED: u32 = 32;

/// What actions are worth to a seat, as far as it can know: each judged in the same games, all of which the seat would
/// have been told alike.
#[derive(Clone, PartialEq, Debug)]
pub struct Known<G: Game> {
    seat: Seat,
    worths: Vec<Worth<G>>,
}

/// What one action is worth.
#[derive(Clone, PartialEq, Debug)]
pub struct Worth<G: Game> {
    /// The action.
    pub action: G::Action,
    /// What every seat can expect of it: the mean over all games imagined.
    pub judgement: Judgement,
    /// What the seat itself can expect, game by game.
    by_game: Vec<f64>,
}

impl<G: Game> Known<G> {
    /// The actions that were looked at, the best first.
    pub fn worths(&self) -> &[Worth<G>] {
        &self.worths
    }

    /// What the best action is worth.
    pub fn best(&self) -> &Worth<G> {
        &self.worths[0]
    }

    /// What an action loses against the best one, and the standard error of that; none if it was not looked at.
    pub fn lost(&self, action: G::Action) -> Option<(f64, f64)> {
        let best = self.best();
        let worth = self.worths.iter().find(|worth| worth.action == action)?;
        if worth.action == best.action {
            return Some((0.0, 0.0));
        }
        let own = self.seat.index();
        let lost = best.judgement.shares()[own] - worth.judgement.shares()[own];
        let n = best.by_game.len() as f64;
        let error = if best.by_game.len() > 1 {
            // The same games for both: what they have in common is no error.
            let pairs = best.by_game.iter().zip(&worth.by_game);
            let spread: f64 = pairs.map(|(best, worth)| square(best - worth - lost)).sum();
            (spread / (n - 1.0) / n).sqrt()
        } else {
            (square(best.judgement.errors()[own]) + square(worth.judgement.errors()[own])).sqrt()
        };
        Some((lost, error))
    }
}

impl Judge {
    /// What every seat can expect as far as the seat that was told the story can know: the mean over games that it
    /// would have been told alike.
    pub fn seen<G: Brain>(&self, story: &Story<G>) -> Result<Judgement, ThinkError> {
        let games = self.imagine(story)?;
        if let [only] = &games[..] {
            return Ok(self.judge(only));
        }
        let judged = games.iter().zip(self.for_each(games.len())).map(|(game, judge)| judge.judge(game));
        Ok(mean(&judged.collect::<Vec<_>>()))
    }

    /// What the action is worth that the game's player names with as many iterations and this seed, which is also what
    /// a hint names, and what others are worth that are asked about. The game must wait for the seat.
    pub fn known<G: Brain>(&self, story: &Story<G>, others: &[G::Action]) -> Result<Known<G>, ThinkError> {
        let question = Question::new(story, Budget::Iterations(self.iterations), self.seed);
        let seat = question.seat()?;
        let best = G::best_knowing(story.setup.seats(), self.tables()).think(&question)?.action;
        let games = self.imagine(story)?;
        check_turn(games[0].position(), seat)?;
        let legal = games[0].actions();
        let mut actions = vec![best];
        for &action in others {
            if legal.contains(&action) && !actions.contains(&action) {
                actions.push(action);
            }
        }
        let judges: Vec<Self> = self.for_each(games.len()).collect();
        let worth = |&action: &G::Action| {
            let judge = |(game, judge): (&Whole<G>, &Self)| judge.judge(&game.after_action(seat, action));
            let all: Vec<_> = games.iter().zip(&judges).map(judge).collect();
            let by_game = all.iter().map(|judgement| judgement.shares()[seat.index()]).collect();
            Worth { action, judgement: mean(&all), by_game }
        };
        let mut worths: Vec<_> = actions.iter().map(worth).collect();
        let own = |worth: &Worth<G>| worth.judgement.shares()[seat.index()];
        worths.sort_by(|a, b| own(b).total_cmp(&own(a)));
        Ok(Known { seat, worths })
    }

    /// A judge for each of so many games, with random numbers of its own: what is left to chance in one says nothing about
    /// another, nor do these numbers choose what they value.
    fn for_each(&self, games: usize) -> impl Iterator<Item = Self> {
        let each = self.one_of(games);
        (1..=games as u64).map(move |game| each.with_stream(game))
    }

    /// Games that would have been told alike, the same for the same seed.
    fn imagine<G: Brain>(&self, story: &Story<G>) -> Result<Vec<Whole<G>>, ThinkError> {
        let retold = Retold::new(story)?;
        let count = if retold.is_certain() { 1 } else { IMAGINED };
        let game = |number: u32| retold.draw(&mut Generator::of(!self.seed, u64::from(number)));
        (0..count).map(|number| game(number).map(Whole::imagined)).collect()
    }
}

/// The mean of judgements of different games, of which there are many more.
fn mean(judged: &[Judgement]) -> Judgement {
    let [first, others @ ..] = judged else { unreachable!("at least one game is imagined") };
    if others.is_empty() || first.is_exact() && others.iter().all(|other| other == first) {
        return first.clone();
    }
    let alike: Vec<_> = judged.iter().map(|judgement| (judgement.clone(), 1.0)).collect();
    Judgement::mean(&alike, true)
}

fn square(x: f64) -> f64 {
    x * x
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use rainette_core::{Setup, Turn};
    use rainette_games::pool_party::PoolParty;

    use super::*;
    use crate::greedy::RandomPlayer;
    use crate::judge::SelfPlay;

    #[test]
    fn nothing_is_valued_by_the_random_numbers_that_it_was_chosen_by_nor_two_games_by_the_same() {
        let judge = Judge::new(640, 7);
        let mut game = SelfPlay::<PoolParty>::new(Setup::new(2).expect("a set-up"));
        let mut random = Generator::new(1);
        while game.choices() < 2 {
            match game.turn() {
                Turn::Chance => game.draw(&mut random).expect("the game waits for chance"),
                _ => game.act(&RandomPlayer, Budget::Iterations(0), 1).expect("an answer"),
            }
        }
        let (_, values) = judge.decide(&game.whole());
        let judges: Vec<Judge> = judge.for_each(IMAGINED as usize).collect();
        let seeds: HashSet<u64> = judges.iter().chain([&judge, &values]).map(|judge| judge.seed).collect();
        assert_eq!(seeds.len(), IMAGINED as usize + 2);
        assert!(judges.iter().all(|judge| judge.iterations == 20) && values.iterations == 320);
    }
}
