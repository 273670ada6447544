//! Wins that nobody can prevent, found by looking at everything that can happen.
//!
//! A level that errs, or thinks little, must not overlook what lies on the table: from level 3 up a win in one or two
//! actions is seen, as long as there are few enough ways for the game to go.

use rainette_core::{Actions, Game, Guess as _, Seat, Story, StoryError, Turn, equally};

use crate::random::Generator;

/// How many actions of its own a seat looks ahead.
const DEPTH: u32 = 2;

/// How many positions it looks at in all, for one length of the win.
const MOST: u32 = 4_000;

/// How many times it guesses what it may not see.
const GUESSES: usize = 24;

/// An action that begins a win in one or two actions of the seat, whatever the others do, whatever chance brings and
/// whatever is hidden. None also if finding out takes too long.
pub(crate) fn forced_win<G: Game>(story: &Story<G>, seat: Seat) -> Result<Option<G::Action>, StoryError> {
    let guess = G::guess(story, &equally)?;
    let mut random = Generator::new(1);
    let first = guess.draw(&mut random);
    let others = if G::INFO.has_secrets { GUESSES } else { 0 };
    let mut actions = Actions::new();
    first.legal_actions(&mut actions);
    for own in 0..DEPTH {
        let mut seeker = Seeker { seat, left: MOST };
        for &action in actions.iter() {
            if seeker.left > 0
                && seeker.wins(first.after(action), own)
                && (0..others).all(|_| seeker.wins(guess.draw(&mut random).after(action), own))
            {
                return Ok(Some(action));
            }
        }
    }
    Ok(None)
}

struct Seeker {
    seat: Seat,
    left: u32,
}

impl Seeker {
    /// Is the game surely won from here with so many more actions of the seat? What is not found out in time is not
    /// sure.
    fn wins<G: Game>(&mut self, position: G, own: u32) -> bool {
        let Some(left) = self.left.checked_sub(1) else { return false };
        self.left = left;
        match position.turn() {
            Turn::Over => {
                let winners = position.result().map(|outcome| outcome.winners).unwrap_or_default();
                winners.len() == 1 && winners.contains(self.seat)
            }
            Turn::Seat(seat) if seat == self.seat && own == 0 => false,
            Turn::Seat(seat) => {
                let mut actions = Actions::new();
                position.legal_actions(&mut actions);
                if seat == self.seat {
                    actions.iter().any(|&action| self.wins(position.after(action), own - 1))
                } else {
                    actions.iter().all(|&action| self.wins(position.after(action), own))
                }
            }
            Turn::Chance => {
                let draw = position.chance();
                if draw.count() > u128::from(self.left) {
                    return false;
                }
                let mut wins = true;
                draw.each(|drawn, _| {
                    wins = wins && self.wins(position.after_chance(position.chance_from_draw(drawn)), own);
                });
                wins
            }
        }
    }
}
