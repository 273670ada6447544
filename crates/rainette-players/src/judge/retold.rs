//! Whole games that one seat would have been told alike.

use rainette_core::{Actions, Event, Game, Match, PlayError, Random as _, Story, StoryError, Turn};

use crate::player::ThinkError;
use crate::random::Generator;

/// How often hidden events are drawn anew before a story is held to be impossible.
const MOST_TRIES: u32 = 100_000;

/// Draws whole games that agree with a story: hidden chance by its true probability, hidden choices each as likely as
/// any other, and only such games as would have been told like this one.
pub(super) struct Retold<'a, G: Game> {
    story: &'a Story<G>,
    /// The one game, if nothing is hidden.
    only: Option<Match<G>>,
}

impl<'a, G: Game> Retold<'a, G> {
    pub(super) fn new(story: &'a Story<G>) -> Result<Self, ThinkError> {
        let mut retold = Self { story, only: None };
        if !story.told.iter().any(|told| told.hidden) {
            retold.only = Some(retold.draw(&mut Generator::new(0))?);
        }
        Ok(retold)
    }

    /// Is there only one such game?
    pub(super) fn is_certain(&self) -> bool {
        self.only.is_some()
    }

    /// Draws one of them.
    pub(super) fn draw(&self, random: &mut Generator) -> Result<Match<G>, ThinkError> {
        if let Some(only) = &self.only {
            return Ok(only.clone());
        }
        let mut wrong = None;
        for _ in 0..MOST_TRIES {
            match self.try_draw(random) {
                Ok(Some(game)) => return Ok(game),
                Ok(None) => {}
                Err(error) => {
                    // Without hidden events before it, no other draw makes an event possible.
                    if !self.story.told[..error.number].iter().any(|told| told.hidden) {
                        return Err(error.into());
                    }
                    wrong = Some(error);
                }
            }
        }
        let number = self.story.told.len();
        Err(wrong.unwrap_or(StoryError { number, error: PlayError::Over }).into())
    }

    /// One try: none if it would have been told otherwise.
    fn try_draw(&self, random: &mut Generator) -> Result<Option<Match<G>>, StoryError> {
        let story = self.story;
        let mut game = Match::new(story.setup);
        for (number, told) in story.told.iter().enumerate() {
            let wrong = |error| StoryError { number, error };
            if !told.hidden {
                game.add_text(told.seat, &told.event).map_err(wrong)?;
                continue;
            }
            let position = game.position();
            let event = match position.turn() {
                Turn::Chance => Event::Chance(position.chance_from_draw(&position.chance().sample(random))),
                Turn::Seat(seat) => {
                    let mut actions = Actions::new();
                    position.legal_actions(&mut actions);
                    Event::Action(seat, actions[random.below(actions.len() as u32) as usize])
                }
                Turn::Over => return Err(wrong(PlayError::Over)),
            };
            if position.tell(&event, story.observer) != *told {
                return Ok(None);
            }
            game.add(event).map_err(wrong)?;
        }
        Ok((game.position().view(story.observer) == story.view).then_some(game))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::greedy::RandomPlayer;
    use crate::judge::SelfPlay;
    use crate::player::Budget;
    use rainette_core::{Observer, Seat, Setup};
    use rainette_games::frogriders::Frogriders;

    #[test]
    fn games_drawn_from_a_story_are_told_alike_and_differ_in_what_is_hidden() {
        for seats in [2, 4] {
            let mut random = Generator::new(7);
            let mut game =
                SelfPlay::<Frogriders>::new(Setup::new(seats).expect("a number of seats of the game"));
            for _ in 0..40 {
                if game.turn() == Turn::Chance {
                    game.draw(&mut random).expect("the game waits for chance");
                } else {
                    let seed = random.next_u64();
                    game.act(&RandomPlayer, Budget::Iterations(0), seed).expect("an answer");
                }
            }
            for seat in Seat::all(seats) {
                let story = game.whole().story(Observer::Seat(seat));
                let retold = Retold::new(&story).expect("it was told");
                assert!(!retold.is_certain());
                let games: Vec<_> = (0..20).map(|_| retold.draw(&mut random).expect("it was told")).collect();
                assert!(games.iter().all(|game| game.story(story.observer) == story));
                assert!(games.iter().any(|game| game.position() != games[0].position()));
            }
        }
    }

    #[test]
    fn a_story_that_cannot_have_been_told_is_refused() {
        let game = SelfPlay::<Frogriders>::new(Setup::new(2).expect("a number of seats of the game"));
        let mut story = game.whole().story(Observer::Seat(Seat::new(0)));
        let nonsense = rainette_core::Told {
            seat: None,
            event: "nonsense".to_owned(),
            hidden: false,
            effects: Vec::new(),
        };
        story.told.push(nonsense);
        assert!(Retold::new(&story).is_err());
    }
}
