//! Asking a player without naming the game: everything in notation and wire types.

use rainette_core::{Seat, Story, StoryText, StoryTextError};
use rainette_games::UnknownGame;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::brains::{Brain, Spec, Visitor, visit};
use crate::endgames::EndgameTables;
use crate::player::{Answer, Budget, Cancel, Question, ThinkError};

/// What a player answers, in notation.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Advice {
    /// What it would do.
    pub action: String,
    /// What it expects for every seat, from 0 (a sure loss) to 1 (a sure win).
    pub values: Vec<f32>,
    /// Every legal action that it looked at with what its own seat can expect of it, the best first.
    pub ranked: Vec<(String, f32)>,
    /// How many iterations it spent.
    pub iterations: u64,
}

/// Why no player can answer.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ChooseError {
    /// There is no such game.
    #[error(transparent)]
    Game(#[from] UnknownGame),
    /// The story cannot be read.
    #[error(transparent)]
    Text(#[from] StoryTextError),
    /// The story leaves nothing to decide.
    #[error(transparent)]
    Think(#[from] ThinkError),
}

/// Asks the named player what it would do. Without a budget it thinks as long as it holds right.
pub fn choose(
    story: &StoryText,
    spec: Spec,
    budget: Option<Budget>,
    seed: u64,
    cancel: &Cancel,
) -> Result<Advice, ChooseError> {
    choose_knowing(story, spec, budget, seed, cancel, &EndgameTables::built_in())
}

/// The same of a player that may look into these tables of solved endgames.
pub fn choose_knowing(
    story: &StoryText,
    spec: Spec,
    budget: Option<Budget>,
    seed: u64,
    cancel: &Cancel,
    tables: &EndgameTables,
) -> Result<Advice, ChooseError> {
    struct Ask<'a> {
        story: &'a StoryText,
        spec: Spec,
        budget: Option<Budget>,
        seed: u64,
        cancel: &'a Cancel,
        tables: &'a EndgameTables,
    }

    impl Visitor for Ask<'_> {
        type Output = Result<Advice, ChooseError>;

        fn visit<G: Brain>(self) -> Self::Output {
            let story = Story::<G>::from_text(self.story)?;
            let seats = story.setup.seats();
            let player = self.spec.player_knowing::<G>(seats, self.tables);
            let budget = self.budget.unwrap_or_else(|| player.own_budget());
            let question = Question { story: &story, budget, seed: self.seed, cancel: self.cancel.clone() };
            Ok(Advice::of(&player.think(&question)?, seats))
        }
    }

    visit(&story.game, Ask { story, spec, budget, seed, cancel, tables })?
}

impl Advice {
    fn of<G: Brain>(answer: &Answer<G>, seats: usize) -> Self {
        Self {
            action: answer.action.to_string(),
            values: Seat::all(seats).map(|seat| answer.values[seat.index()]).collect(),
            ranked: answer.ranked.iter().map(|ranked| (ranked.action.to_string(), ranked.value)).collect(),
            iterations: answer.iterations,
        }
    }
}
