//! Frogriders: tree search over guessed secrets, with an outlook on trophies.

mod beliefs;
mod glance;
mod outlook;
mod policy;
#[cfg(test)]
mod tests;

use rainette_core::{Actions, Game as _, Seat, Story, Turn};
use rainette_games::frogriders::{Action, Chance, Frogriders, Phase};

use self::beliefs::{Beliefs, OPEN, beliefs};
use self::outlook::Outlook;
use self::policy::{each_gain, pick};
use super::Brain;
use crate::judge::{Judge, Judgement, Whole};
use crate::levels::Level;
use crate::mcts::{Hints, Mcts, Plain};
use crate::player::{Answer, Budget, Memory, Player, Question, ThinkError, Values};
use crate::random::Generator;
use crate::references::best_1;

/// What is known of Frogriders beyond its rules.
#[derive(Clone, Debug)]
struct Rider {
    /// Playouts are cut off after so many actions.
    horizon: Option<u32>,
    /// How likely each seat is to have each secret.
    beliefs: Beliefs,
}

/// About two rounds of turns with four seats: with little time shorter playouts do as well, with more they do not.
const HORIZON: u32 = 14;

/// So many times longer a playout takes that goes on to the end of the game.
const LONGER: u32 = 4;

/// How many trophies a playout may overlook.
const NOISE: f32 = 2.0;

/// The bias of an action that gains one trophy more than the least.
const BIAS: f32 = 0.05;

/// How much of a game's worth lies in winning it; the rest lies in how narrow it was.
const WINNING: f32 = 0.5;

/// How many trophies make a game e times less narrow.
const NARROW: f32 = 3.0;

/// How the frogs before a seat, which decide between equal trophies, compare with a trophy.
const TIE_BREAK: f32 = 0.01;

impl Hints<Frogriders> for Rider {
    fn horizon(&self) -> Option<u32> {
        self.horizon
    }

    fn evaluate(&self, position: &Frogriders) -> Values {
        // Which card fills the gap does not matter here, but whose turn follows does.
        match position.deck().iter().next() {
            Some(card) if position.phase() == Phase::Refill => {
                Outlook::new(&position.after_chance(Chance::Refill(card))).shares()
            }
            _ => Outlook::new(position).shares(),
        }
    }

    #[inline]
    fn pick(&self, position: &Frogriders, actions: &Actions<Frogriders>, random: &mut Generator) -> usize {
        pick(position, actions, NOISE, random)
    }

    /// Who has won, and by how much: the playouts of a narrow game say more that way.
    fn settle(&self, position: &Frogriders) -> Values {
        let seats = position.seats();
        let mut scores = Values::default();
        for seat in Seat::all(seats) {
            let frogs = f32::from(position.frogs(seat).total());
            scores[seat.index()] = position.total(seat) as f32 + TIE_BREAK * frogs;
        }
        let scores = &scores[..seats];
        let most = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let near = |score: f32| libm::expf((score - most) / NARROW);
        let won = |score: f32| f32::from(u8::from(score >= most));
        let (all_near, all_won) = scores.iter().fold((0.0, 0.0), |(a, b), &s| (a + near(s), b + won(s)));
        let mut values = Values::default();
        for (value, &score) in values.iter_mut().zip(scores) {
            *value = WINNING * won(score) / all_won + (1.0 - WINNING) * near(score) / all_near;
        }
        values
    }

    fn bias(&self, position: &Frogriders, actions: &Actions<Frogriders>, bias: &mut [f32]) {
        each_gain(position, actions, |index, gain| bias[index] = gain);
        let least = bias.iter().copied().fold(f32::INFINITY, f32::min);
        for (bias, &action) in bias.iter_mut().zip(actions.iter()) {
            // An action that wins at once is never left for later.
            let is_win = wins_at_once(position, action);
            *bias = BIAS * (*bias - least) + f32::from(u8::from(is_win));
        }
    }

    fn urgency(&self) -> Option<f32> {
        Some(0.1)
    }

    fn weigh(&self, _: &Story<Frogriders>, seat: Seat, choice: Action) -> u32 {
        match choice {
            Action::Keep(secret) => self.beliefs[seat.index()][secret as usize],
            _ => 1,
        }
    }

    fn weighs(&self) -> bool {
        true
    }
}

/// Does the game end with this action, won by the seat that acts alone?
fn wins_at_once(position: &Frogriders, action: Action) -> bool {
    let Turn::Seat(seat) = position.turn() else { return false };
    let winners = position.after(action).result().map(|result| result.winners);
    winners.is_some_and(|winners| winners.len() == 1 && winners.contains(seat))
}

/// The strongest player: reads the others' secrets from their play, then searches.
struct Searcher {
    exploration: f32,
}

impl Searcher {
    /// The search for a question, and the question to put to it.
    fn search<'a>(&self, question: &Question<'a, Frogriders>) -> (Mcts<Rider>, Question<'a, Frogriders>) {
        let mut question = question.clone();
        // A secret shows its worth at the end only: few playouts that go so far, rather than many that do not.
        let is_choosing_a_secret = question.story.view.phase == Phase::Keep;
        let horizon = if is_choosing_a_secret { None } else { Some(HORIZON) };
        if let (true, Budget::Iterations(iterations)) = (is_choosing_a_secret, &mut question.budget) {
            *iterations = iterations.div_ceil(LONGER);
        }
        let hints = Rider { horizon, beliefs: beliefs(question.story) };
        (Mcts { exploration: self.exploration, hints }, question)
    }
}

impl Player<Frogriders> for Searcher {
    fn think(&self, question: &Question<'_, Frogriders>) -> Result<Answer<Frogriders>, ThinkError> {
        let (search, question) = self.search(question);
        search.think(&question)
    }

    fn think_on(
        &self,
        question: &Question<'_, Frogriders>,
        memory: &mut Memory,
    ) -> Result<Answer<Frogriders>, ThinkError> {
        let (search, question) = self.search(question);
        search.think_on(&question, memory)
    }
}

impl Brain for Frogriders {
    fn best(_: usize) -> Box<dyn Player<Self>> {
        Box::new(Searcher { exploration: 0.15 })
    }

    fn frozen(_: usize) -> Box<dyn Player<Self>> {
        best_1::frogriders::best()
    }

    fn greedy() -> Box<dyn Player<Self>> {
        best_1::frogriders::greedy()
    }

    fn reference(exploration: Option<f32>) -> Box<dyn Player<Self>> {
        Box::new(Mcts { exploration: exploration.unwrap_or(0.4), hints: Plain })
    }

    fn hints() -> impl Hints<Self> + 'static {
        Rider { horizon: Some(HORIZON), beliefs: OPEN }
    }

    const LEVELS: [Level; 8] = [
        Level { iterations: 8, temperature: 0.5, cap: 0.8 },
        Level { iterations: 15, temperature: 0.2, cap: 0.6 },
        Level { iterations: 25, temperature: 0.08, cap: 0.3 },
        Level { iterations: 50, temperature: 0.035, cap: 0.15 },
        Level { iterations: 110, temperature: 0.02, cap: 0.1 },
        Level { iterations: 250, temperature: 0.01, cap: 0.05 },
        Level { iterations: 600, temperature: 0.005, cap: 0.025 },
        Level { iterations: 12_000, temperature: 0.0, cap: 0.0 },
    ];

    const REVIEW_ITERATIONS: u32 = 2_000;

    /// Games are played on to their end: where they are cut off, whoever has had one turn more looks too good.
    fn judge(whole: &Whole<Self>, judge: &Judge) -> Judgement {
        judge.play_on(whole, &Rider { horizon: None, beliefs: OPEN })
    }
}
