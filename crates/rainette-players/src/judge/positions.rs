//! Files of positions: games that computer players have played, and the moments in them to look at.
//!
//! ```text
//! rainette positions 1
//! player level6
//! seed 7
//! astray 5
//!
//! at 37 61
//! rainette record 1
//! game abagio
//! edition 1
//! seats 2
//!
//! chance start 5 2
//! …
//! ```
//!
//! The header says who played, from which seed, and how many actions in a hundred were taken at random. Then comes, as
//! often as there are games, a line `at` with numbers of events, and the record of the whole game: each number stands
//! for the position after so many events. Since every game is finished, and since its record replays without
//! randomness, a file says all there is to know of its positions. Empty lines and lines that begin with `#` are passed
//! over.

use std::fmt;
use std::str::FromStr;

use rainette_core::{Game, NotationError, Random as _, Record, Setup, Turn};
use thiserror::Error;

use super::{Finished, SelfPlay, UnfinishedError, Whole};
use crate::player::{Budget, Player, ThinkError};
use crate::random::Generator;

/// Positions to look at, and where they come from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Positions {
    /// Who played the games, as the command names players.
    pub player: String,
    /// The seed of the games.
    pub seed: u64,
    /// How many actions in a hundred were taken at random.
    pub astray: u8,
    /// The games.
    pub entries: Vec<Entry>,
}

/// One game, and the moments in it to look at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// After how many events, ascending.
    pub at: Vec<usize>,
    /// The whole game.
    pub record: Record,
}

/// Why a file of positions was refused.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PositionsError {
    /// A line is not what has to stand there.
    #[error("line {line}: {error}")]
    Line {
        /// The number of the line, counted from 1.
        line: usize,
        /// What is wrong with it.
        error: NotationError,
    },
    /// The text ends before the header does.
    #[error("the file ends where {expected} should stand")]
    Missing {
        /// What should stand there.
        expected: &'static str,
    },
    /// There is no game in it.
    #[error("there is no position in the file: expected `at NUMBERS` and a record, at least once")]
    Empty,
    /// A game cannot be replayed, or goes on.
    #[error("game {number} of the file: {error}")]
    Game {
        /// The number of the game in the file, counted from 1.
        number: usize,
        /// What is wrong with it.
        error: UnfinishedError,
    },
    /// A moment is not one of the game, or nobody has anything to decide then.
    #[error("game {number} of the file: after {events} events no seat has a choice")]
    NoDecision {
        /// The number of the game in the file, counted from 1.
        number: usize,
        /// The moment.
        events: usize,
    },
}

const FIRST: &str = "rainette positions 1";

impl Positions {
    /// Is anything drawn in these games once somebody has acted?
    pub fn meet_chance(&self) -> bool {
        self.entries.iter().any(|entry| {
            entry.record.events.iter().skip_while(|line| line.seat.is_none()).any(|line| line.seat.is_none())
        })
    }

    /// Every decision of the file, with the number of its game. All games must be of the kind asked for and finished,
    /// and at each moment a seat must have a choice.
    pub fn decisions<G: Game>(&self) -> Result<Vec<(u64, Whole<G>)>, PositionsError> {
        let mut decisions = Vec::new();
        for (number, entry) in (1..).zip(&self.entries) {
            let game = Finished::<G>::replay(&entry.record)
                .map_err(|error| PositionsError::Game { number, error })?;
            for &events in &entry.at {
                let whole = game.at(events).filter(|whole| whole.actions().len() > 1);
                let whole = whole.ok_or(PositionsError::NoDecision { number, events })?;
                decisions.push((number as u64, whole));
            }
        }
        Ok(decisions)
    }
}

impl fmt::Display for Positions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{FIRST}\nplayer {}\nseed {}\nastray {}", self.player, self.seed, self.astray)?;
        for entry in &self.entries {
            write!(f, "\nat")?;
            entry.at.iter().try_for_each(|events| write!(f, " {events}"))?;
            write!(f, "\n{}", entry.record)?;
        }
        Ok(())
    }
}

impl FromStr for Positions {
    type Err = PositionsError;

    fn from_str(text: &str) -> Result<Self, PositionsError> {
        let lines: Vec<(usize, &str)> = (1..).zip(text.lines().map(str::trim_end)).collect();
        let is_said = |line: &str| !line.is_empty() && !line.starts_with('#');
        let mut said = lines.iter().copied().filter(|(_, line)| is_said(line));
        let mut header = |expected: &'static str, key: &str| {
            let (number, line) = said.next().ok_or(PositionsError::Missing { expected })?;
            let rest = line.strip_prefix(key).ok_or_else(|| wrong(number, line, expected))?;
            Ok::<_, PositionsError>((number, line, rest))
        };
        let (number, line, rest) = header("`rainette positions 1`", FIRST)?;
        if !rest.is_empty() {
            return Err(wrong(number, line, "`rainette positions 1`"));
        }
        let (_, _, player) = header("`player NAME`", "player ")?;
        let (number, line, seed) = header("`seed NUMBER`", "seed ")?;
        let seed = seed.parse().map_err(|_| wrong(number, line, "`seed NUMBER`"))?;
        let (number, line, astray) = header("`astray PERCENT`", "astray ")?;
        let astray = astray.parse().ok().filter(|&percent| percent <= 100_u8);
        let astray = astray.ok_or_else(|| wrong(number, line, "`astray PERCENT`, from 0 to 100"))?;

        let first = said.next().map_or(lines.len(), |(number, _)| number - 1);
        let mut entries = Vec::new();
        let mut at = first;
        while at < lines.len() {
            let (number, line) = lines[at];
            let ends = lines[at + 1..].iter().position(|(_, line)| is_at(line));
            let end = ends.map_or(lines.len(), |ahead| at + 1 + ahead);
            // Empty lines take the place of what stands before the record, so that errors name the lines of the file.
            let before = "\n".repeat(number);
            let record: Vec<&str> = lines[at + 1..end].iter().map(|(_, line)| *line).collect();
            entries.push(Entry {
                at: moments(number, line)?,
                record: (before + &record.join("\n")).parse().map_err(|error| PositionsError::Game {
                    number: entries.len() + 1,
                    error: UnfinishedError::Record(error),
                })?,
            });
            at = end;
        }
        if entries.is_empty() {
            return Err(PositionsError::Empty);
        }
        Ok(Self { player: player.to_owned(), seed, astray, entries })
    }
}

fn is_at(line: &str) -> bool {
    line == "at" || line.starts_with("at ")
}

fn moments(number: usize, line: &str) -> Result<Vec<usize>, PositionsError> {
    let expected = "`at` and numbers of events, ascending, such as `at 37 61`";
    let error = || wrong(number, line, expected);
    let rest = line.strip_prefix("at ").ok_or_else(error)?;
    let moments: Option<Vec<usize>> = rest.split(' ').map(|word| word.parse().ok()).collect();
    moments.filter(|moments| moments.is_sorted_by(|a, b| a < b)).ok_or_else(error)
}

fn wrong(line: usize, text: &str, expected: &'static str) -> PositionsError {
    PositionsError::Line { line, error: NotationError::new(text, expected) }
}

/// Makes positions: plays games with the same player on all seats, and chooses moments in them.
pub struct Maker<'a, G: Game> {
    /// Edition, seats and options.
    pub setup: Setup<G>,
    /// Who plays on all seats.
    pub player: &'a dyn Player<G>,
    /// How long it thinks about an action.
    pub budget: Budget,
    /// How many actions in a hundred are taken at random, so that games differ.
    pub astray: u8,
    /// How many moments are chosen in each game, if there are so many.
    pub per_game: usize,
    /// Only moments in which a seat has a choice, or all before the end?
    pub decisions_only: bool,
    /// The seed of all random numbers. No other seed leads to the same games, nor does the arena or a trainer of the
    /// same seed.
    pub seed: u64,
}

/// Keeps these games apart from those that others play from the same seed.
const APART: u64 = 0x706F_7369_7469_6F6E;

impl<G: Game> Maker<'_, G> {
    /// Plays the game of this number, and chooses moments in it.
    pub fn game(&self, number: u64) -> Result<(Finished<G>, Vec<usize>), ThinkError> {
        let luck = Generator::of(self.seed ^ APART, number).next_u64();
        let mut random = Generator::of(luck, 0);
        let mut game = SelfPlay::new(self.setup);
        let mut moments = Vec::new();
        let mut events = 0;
        loop {
            let choices = match game.turn() {
                Turn::Over => break,
                Turn::Chance => 0,
                Turn::Seat(_) => game.choices(),
            };
            if choices > 1 || !self.decisions_only {
                moments.push(events);
            }
            events += 1;
            let seed = random.next_u64();
            let strays = random.below(100) < u32::from(self.astray);
            match game.turn() {
                Turn::Chance => game.draw(&mut Generator::new(seed)).expect("the game waits for chance"),
                _ if strays => game.act(&crate::greedy::RandomPlayer, Budget::Iterations(0), seed)?,
                _ => game.act(self.player, self.budget, seed)?,
            }
        }
        // As many as are wanted, each as likely as any other.
        let wanted = self.per_game.min(moments.len());
        for place in 0..wanted {
            let left = (moments.len() - place) as u32;
            moments.swap(place, place + random.below(left) as usize);
        }
        moments.truncate(wanted);
        moments.sort_unstable();
        Ok((game.finish().expect("the game is over"), moments))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::greedy::RandomPlayer;
    use rainette_games::abagio::Abagio;
    use rainette_games::frogriders::Frogriders;

    fn made<G: Game>(seats: usize, seed: u64) -> Positions {
        let setup = Setup::new(seats).expect("a number of seats of the game");
        let maker = Maker::<G> {
            setup,
            player: &RandomPlayer,
            budget: Budget::Iterations(0),
            astray: 0,
            per_game: 2,
            decisions_only: true,
            seed,
        };
        let entry = |number| {
            let (game, at) = maker.game(number).expect("players answer");
            Entry { at, record: game.record() }
        };
        Positions { player: "random".to_owned(), seed, astray: 0, entries: (0..3).map(entry).collect() }
    }

    #[test]
    fn a_file_reads_back_as_it_was_written() {
        let positions = made::<Frogriders>(3, 5);
        let text = positions.to_string();
        assert_eq!(text.parse(), Ok(positions.clone()));
        let spaced = text.replace("at ", "# a remark\n\nat ");
        assert_eq!(spaced.parse(), Ok(positions.clone()), "remarks and empty lines are passed over");
        let decisions = positions.decisions::<Frogriders>().expect("decisions");
        assert_eq!(decisions.len(), 6);
        assert!(decisions.iter().all(|(_, whole)| whole.actions().len() > 1));
    }

    #[test]
    fn the_same_seed_makes_the_same_games_and_another_seed_none_of_them() {
        let (one, again, other) = (made::<Abagio>(2, 5), made::<Abagio>(2, 5), made::<Abagio>(2, 6));
        assert_eq!(one, again);
        for entry in &other.entries {
            assert!(!one.entries.iter().any(|own| own.record == entry.record));
        }
    }

    #[test]
    fn what_is_wrong_with_a_file_is_said_with_its_line() {
        let text = made::<Abagio>(2, 5).to_string();
        let refused = |text: &str| text.parse::<Positions>().expect_err("it is wrong").to_string();
        assert!(refused("").contains("`rainette positions 1`"));
        assert!(refused(&text.replace("positions 1", "positions 2")).starts_with("line 1: "));
        assert!(refused(&text.replace("seed 5", "seed x")).starts_with("line 3: "));
        assert!(refused(&text.replace("astray 0", "astray 101")).starts_with("line 4: "));
        assert!(refused(&text.replacen("\nat ", "\nat x ", 1)).starts_with("line 6: "));
        let header: String = text.lines().take(4).fold(String::new(), |all, line| all + line + "\n");
        assert!(refused(&header).contains("no position"));
        let broken = text.replacen("edition 1", "edition one", 1);
        assert!(refused(&broken).contains("game 1 of the file: line 9: "), "{}", refused(&broken));
    }

    #[test]
    fn unfinished_games_and_moments_without_a_choice_are_refused() {
        let positions = made::<Abagio>(2, 5);
        assert!(matches!(positions.decisions::<Frogriders>(), Err(PositionsError::Game { number: 1, .. })));
        let mut running = positions.clone();
        running.entries[1].record.events.pop();
        let error = running.decisions::<Abagio>().expect_err("a game goes on").to_string();
        assert!(error.contains("game 2 of the file: the game is not over"), "{error}");
        let mut nothing = positions;
        nothing.entries[2].at = vec![0];
        let error = nothing.decisions::<Abagio>().expect_err("the first roll is nobody's choice").to_string();
        assert!(error.contains("after 0 events no seat has a choice"), "{error}");
    }
}
