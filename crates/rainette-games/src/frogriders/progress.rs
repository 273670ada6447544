//! How far a seat is with an objective.

use rainette_core::{Game as _, Name, Seat};
use serde::{Deserialize, Serialize};

use super::{Colour, Frogriders, Frogs, Objective, Source};

/// How far a seat is with an objective. Extra frogs count.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "asks", rename_all = "kebab-case")]
pub enum Progress {
    /// Something for every complete set of frogs.
    Sets {
        /// The card that the objective stands on.
        #[cfg_attr(feature = "schema", schemars(with = "Source"))]
        card: Name,
        /// What it brings as things stand.
        points: i32,
        /// How many sets are complete.
        sets: u8,
        /// How many frogs of the next set are there.
        has: u8,
        /// How many frogs a set takes.
        needs: u8,
    },
    /// Something for having more of it than the others.
    Most {
        /// The card that the objective stands on.
        #[cfg_attr(feature = "schema", schemars(with = "Source"))]
        card: Name,
        /// What it brings as things stand.
        points: i32,
        /// How many the seat has.
        has: u8,
        /// How many the seat with most among the others has.
        others: u8,
    },
}

impl Frogriders {
    /// How far a seat is with its secret, unless it is to be left out, and with the common objectives that are scored
    /// at the end.
    pub(super) fn objectives(&self, seat: Seat, with_secret: bool) -> Vec<Progress> {
        let secret = self.kept(seat).filter(|_| with_secret);
        let secret = secret.map(|secret| (Source::Secret(secret), secret.card().objective));
        let commons = self.commons().map(|common| (Source::Common(common), common.side().objective));
        let asked = secret.into_iter().chain(commons);
        asked.filter_map(|(source, objective)| self.progress(seat, Name::of(source), objective)).collect()
    }

    fn progress(&self, seat: Seat, card: Name, objective: Objective) -> Option<Progress> {
        let points = self.fulfilment(seat, objective);
        let frogs = self.counted(seat);
        match objective {
            Objective::Combination(needed, _) => {
                let sets = super::scoring::sets(frogs, needed);
                Some(Progress::Sets {
                    card,
                    points,
                    sets,
                    has: begun(frogs, needed, sets),
                    needs: needed.iter().sum(),
                })
            }
            Objective::Group(size, _) => {
                let total = frogs.total();
                Some(Progress::Sets { card, points, sets: total / size, has: total % size, needs: size })
            }
            Objective::MostFrogs(colours, ..) => {
                let count = |seat| colours.iter().map(|&colour| self.counted(seat)[colour]).sum();
                Some(self.lead(seat, card, points, count))
            }
            Objective::MostCards(..) => Some(self.lead(seat, card, points, |seat| self.cards(seat).len())),
            Objective::Flowers => None,
        }
    }

    fn lead(&self, seat: Seat, card: Name, points: i32, count: impl Fn(Seat) -> u8) -> Progress {
        let others = seat.others(self.seats()).map(&count).max().unwrap_or(0);
        Progress::Most { card, points, has: count(seat), others }
    }
}

/// How many frogs of the set after so many complete ones are there.
fn begun(frogs: Frogs, needed: [u8; 4], sets: u8) -> u8 {
    let asked = Colour::ALL.into_iter().zip(needed);
    asked.map(|(colour, needed)| (frogs[colour] - needed * sets).min(needed)).sum()
}
