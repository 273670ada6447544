//! What a game knows beyond its rules.

use rainette_core::{Actions, Game, Random as _, Seat, Story};

use crate::player::{Values, worth};
use crate::random::Generator;

/// What a game knows beyond its rules.
pub trait Hints<G: Game>: Send + Sync {
    /// After so many actions a playout is cut off and the position evaluated; `None` plays to the end.
    fn horizon(&self) -> Option<u32> {
        None
    }

    /// What each seat can expect of a position. Only asked at the horizon.
    fn evaluate(&self, position: &G) -> Values {
        let share = 1.0 / position.seats() as f32;
        let mut values = Values::default();
        values[..position.seats()].fill(share);
        values
    }

    /// What each seat has of a game that is over. Only asked if nothing is proven.
    #[inline]
    fn settle(&self, position: &G) -> Values {
        worth(&position.result().expect("the game is over"), position.seats())
    }

    /// Which action a playout takes.
    #[inline]
    fn pick(&self, _position: &G, actions: &Actions<G>, random: &mut Generator) -> usize {
        random.below(actions.len() as u32) as usize
    }

    /// How promising each action looks before it is tried, from 0 up, added to its bound and fading with visits. The
    /// list is filled with zeros before.
    fn bias(&self, _position: &G, _actions: &Actions<G>, _bias: &mut [f32]) {}

    /// How an untried action is rated: as much above the average of its tried siblings, plus its bias. `None` tries
    /// every action once before any of them twice.
    fn urgency(&self) -> Option<f32> {
        None
    }

    /// How likely a seat is to have made a hidden choice, in proportion, given the story.
    fn weigh(&self, _story: &Story<G>, _seat: Seat, _choice: G::Action) -> u32 {
        1
    }

    /// Does [`weigh`](Self::weigh) tell choices apart?
    fn weighs(&self) -> bool {
        false
    }
}

/// No knowledge beyond the rules.
#[derive(Clone, Copy, Debug)]
pub struct Plain;

impl<G: Game> Hints<G> for Plain {}
