//! What is settled before a game begins: its edition, seats and options.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::ops::RangeInclusive;

use crate::{Game, SetupError};

/// What is known of a game without playing it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a question of its own")]
pub struct Info {
    /// The name by which records and commands know it: `hop-it`.
    pub id: &'static str,
    /// The name on the box.
    pub name: &'static str,
    /// The newest edition of the rules data. Editions are counted from 1 and all stay replayable.
    pub edition: u16,
    /// How many can play.
    pub seats: RangeInclusive<usize>,
    /// How many play unless the host chooses otherwise.
    pub usual_seats: usize,
    /// How many minutes people take, from a quick game to a long one.
    pub minutes: RangeInclusive<u16>,
    /// What can be chosen before the game, at most four.
    pub options: &'static [Choice],
    /// Does chance play a part after the set-up?
    pub has_chance: bool,
    /// Does a seat know something that others do not?
    pub has_secrets: bool,
    /// Do people choose the colours of their pieces? Otherwise a seat has its colour by the rules.
    pub has_colours: bool,
    /// Do the rules draw who starts? Otherwise seat 0 does, and people choose who sits there.
    pub draws_first: bool,
    /// The game in one line.
    pub about: &'static str,
}

/// An option of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The name by which records and commands know it.
    pub name: &'static str,
    /// The values it can have; the first is the default.
    pub values: &'static [i64],
    /// What it decides, in one line.
    pub about: &'static str,
}

/// No game has more options than this.
const OPTIONS: usize = 4;

/// Edition, seats and options of one game, valid by construction.
pub struct Setup<G> {
    edition: u16,
    seats: u8,
    values: [i64; OPTIONS],
    game: PhantomData<fn() -> G>,
}

impl<G: Game> Setup<G> {
    /// A set-up of the newest edition with every option at its default.
    pub fn new(seats: usize) -> Result<Self, SetupError> {
        Self::with(G::INFO.edition, seats, &[])
    }

    /// A set-up of the given edition with the named options.
    pub fn with(edition: u16, seats: usize, options: &[(String, i64)]) -> Result<Self, SetupError> {
        let info = G::INFO;
        let game = info.id;
        if !(1..=info.edition).contains(&edition) {
            return Err(SetupError::Edition { game, edition, latest: info.edition });
        }
        if !info.seats.contains(&seats) {
            let (least, most) = (*info.seats.start(), *info.seats.end());
            return Err(SetupError::Seats { game, seats, least, most });
        }
        let mut values = [0; OPTIONS];
        for (value, choice) in values.iter_mut().zip(info.options) {
            *value = choice.values[0];
        }
        let mut given = [false; OPTIONS];
        for (name, value) in options {
            let Some(index) = info.options.iter().position(|choice| choice.name == name) else {
                let known = info.options.iter().map(|choice| choice.name).collect();
                return Err(SetupError::UnknownOption { game, option: name.clone(), known });
            };
            let choice = &info.options[index];
            if std::mem::replace(&mut given[index], true) {
                return Err(SetupError::OptionTwice { option: choice.name });
            }
            if !choice.values.contains(value) {
                let (option, value, expected) = (choice.name, *value, choice.values);
                return Err(SetupError::OptionValue { game, option, value, expected });
            }
            values[index] = *value;
        }
        Ok(Self { edition, seats: seats as u8, values, game: PhantomData })
    }

    /// The number of seats that play, one of those that [`Info::seats`] allows.
    pub fn seats(&self) -> usize {
        self.seats as usize
    }

    /// The edition of the rules data.
    pub fn edition(&self) -> u16 {
        self.edition
    }

    /// The value of the option at this place in the game's list.
    pub fn option(&self, index: usize) -> i64 {
        self.values[index]
    }

    /// The options that differ from their defaults.
    pub fn options(&self) -> impl Iterator<Item = (&'static str, i64)> {
        let set = G::INFO.options.iter().zip(self.values);
        set.filter(|(choice, value)| choice.values[0] != *value).map(|(choice, value)| (choice.name, value))
    }

    /// Every set-up of the newest edition: each number of seats with each combination of options.
    pub fn all() -> Vec<Self> {
        let blank = |seats| Self { edition: G::INFO.edition, seats, values: [0; OPTIONS], game: PhantomData };
        let mut all: Vec<Self> = G::INFO.seats.map(|seats| blank(seats as u8)).collect();
        for (index, choice) in G::INFO.options.iter().enumerate() {
            let with = |setup: &Self, value| {
                let mut setup = *setup;
                setup.values[index] = value;
                setup
            };
            all =
                all.iter().flat_map(|setup| choice.values.iter().map(|&value| with(setup, value))).collect();
        }
        all
    }
}

impl<G> Clone for Setup<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G> Copy for Setup<G> {}

impl<G> PartialEq for Setup<G> {
    fn eq(&self, other: &Self) -> bool {
        (self.edition, self.seats, self.values) == (other.edition, other.seats, other.values)
    }
}

impl<G> Eq for Setup<G> {}

impl<G> Hash for Setup<G> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.edition, self.seats, self.values).hash(state);
    }
}

impl<G: Game> fmt::Debug for Setup<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, edition {}, {} seats", G::INFO.id, self.edition, self.seats)?;
        self.options().try_for_each(|(name, value)| write!(f, ", {name}={value}"))
    }
}
