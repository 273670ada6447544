//! What everything is worth at the end, line by line.

use std::fmt;

use rainette_core::{Effect, EffectSink, Game as _, Name, Outcome, Scores, Seat};

use super::{Ability, Card, Colour, Common, Frogriders, Frogs, Objective, Secret};

/// Where trophies come from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Source {
    /// Gained during the game.
    Gained,
    /// The secret objective kept.
    Secret(Secret),
    /// A common objective; 0 trophies if the seat has not met it.
    Common(Common),
    /// Brown frogs: one trophy each.
    Brown,
    /// A privilege card, its value and its effect together.
    Privilege(Card),
}

/// The card's name in notation; `gained` and `brown` otherwise.
impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Gained => f.write_str("gained"),
            Self::Secret(secret) => secret.fmt(f),
            Self::Common(common) => common.fmt(f),
            Self::Brown => f.write_str("brown"),
            Self::Privilege(card) => card.fmt(f),
        }
    }
}

/// The trophies for each brown frog.
const PER_BROWN: i32 = 1;

impl Frogriders {
    /// Calls `each` with every line of a seat's score as things stand: the trophies gained during the game, the secret,
    /// the common objectives, the brown frogs, and each privilege card by itself.
    pub fn each_score(&self, seat: Seat, mut each: impl FnMut(Source, i32)) {
        let player = &self.players[seat.index()];
        each(Source::Gained, player.trophies.into());
        if let Some(secret) = player.kept {
            each(Source::Secret(secret), self.fulfilment(seat, secret.card().objective));
        }
        for common in self.commons() {
            // Not scored at the end.
            if common != Common::AllFlowers {
                each(Source::Common(common), self.fulfilment(seat, common.side().objective));
            }
        }
        each(Source::Brown, PER_BROWN * i32::from(player.frogs[Colour::Brown]));
        for card in player.cards.iter() {
            each(Source::Privilege(card), self.worth(seat, card));
        }
    }

    /// A seat's trophies as things stand, those of its secret included.
    pub fn total(&self, seat: Seat) -> i32 {
        let mut total = 0;
        self.each_score(seat, |_, points| total += points);
        total
    }

    /// What an objective brings to a seat. Extra frogs count.
    pub(super) fn fulfilment(&self, seat: Seat, objective: Objective) -> i32 {
        match objective {
            Objective::Combination(frogs, points) => points * i32::from(sets(self.counted(seat), frogs)),
            Objective::Group(size, points) => points * i32::from(self.counted(seat).total() / size),
            Objective::MostFrogs(colours, points, tied) => self.majority(seat, points, tied, |seat| {
                let frogs = self.counted(seat);
                colours.iter().map(|&colour| frogs[colour]).sum()
            }),
            Objective::MostCards(points, tied) => {
                self.majority(seat, points, tied, |seat| self.cards(seat).len())
            }
            Objective::Flowers => 0,
        }
    }

    /// A privilege card's value and effect. Extra frogs do not count.
    fn worth(&self, seat: Seat, card: Card) -> i32 {
        let (frogs, cards) = (self.frogs(seat), self.cards(seat).len());
        let privilege = card.privilege();
        let effect = match privilege.ability {
            Ability::ExtraFrogs(..)
            | Ability::Technique
            | Ability::Nothing
            | Ability::Choose
            | Ability::Flower => 0,
            Ability::PerBrown(points) => points * i32::from(frogs[Colour::Brown]),
            Ability::PerTwoCards(points) => points * i32::from(cards / 2),
            Ability::PerFrogAndCard(points) => points * i32::from(frogs.total().min(cards)),
            Ability::FewestCards(points) => self.fewest(seat, points, |seat| self.cards(seat).len()),
            Ability::FewestFrogs(points) => self.fewest(seat, points, |seat| self.frogs(seat).total()),
        };
        privilege.value + effect
    }

    /// A seat's frogs and the extra ones of its cards.
    pub(super) fn counted(&self, seat: Seat) -> Frogs {
        let player = &self.players[seat.index()];
        let mut frogs = player.frogs;
        for card in [Card::TwoRed, Card::TwoYellow, Card::TwoBlue] {
            if let Ability::ExtraFrogs(colour, extra) = card.privilege().ability {
                frogs[colour] += extra * player.cards.count(card);
            }
        }
        frogs
    }

    /// For the most of something, or less for each of those tied; players tied at zero are tied too.
    fn majority(&self, seat: Seat, points: i32, tied: i32, count: impl Fn(Seat) -> u8) -> i32 {
        let most = Seat::all(self.seats()).map(&count).max();
        let holders = Seat::all(self.seats()).filter(|&seat| Some(count(seat)) == most).count();
        match (Some(count(seat)) == most, holders) {
            (false, _) => 0,
            (true, 1) => points,
            (true, _) => tied,
        }
    }

    /// For strictly fewer of something than every other player.
    fn fewest(&self, seat: Seat, points: i32, count: impl Fn(Seat) -> u8) -> i32 {
        let is_fewest = seat.others(self.seats()).all(|other| count(seat) < count(other));
        if is_fewest { points } else { 0 }
    }

    /// Most trophies win, then most frogs without the extra ones; a tie that remains is shared.
    pub(super) fn outcome(&self) -> Outcome {
        let scores: Scores = Seat::all(self.seats()).map(|seat| self.total(seat)).collect();
        let rank = |seat: Seat| (scores[seat.index()], self.frogs(seat).total());
        let best = Seat::all(self.seats()).map(rank).max();
        let winners = Seat::all(self.seats()).filter(|&seat| Some(rank(seat)) == best).collect();
        Outcome { winners, scores: Some(scores) }
    }

    /// The secrets are shown, everything is counted, and the game is over.
    pub(super) fn score<W: EffectSink>(&self, effects: &mut W) {
        // Nothing is counted unless the sink keeps effects.
        let mut is_watched = false;
        for seat in Seat::all(self.seats()) {
            if let Some(secret) = self.kept(seat) {
                effects.emit(|| {
                    is_watched = true;
                    Effect::Revealed { seat, card: Name::of(secret) }
                });
            }
        }
        if is_watched {
            for seat in Seat::all(self.seats()) {
                self.each_score(seat, |source, points| {
                    // What was gained during the game was seen when it was.
                    if source != Source::Gained && points != 0 {
                        effects.emit(|| Effect::Scored { seat, points, from: Name::of(source) });
                    }
                });
            }
        }
        effects.emit(|| {
            let winners = self.outcome().winners.iter().collect();
            Effect::Ended { winners, why: Name::of("no-jump") }
        });
    }
}

/// How many complete sets of frogs there are.
pub(super) fn sets(frogs: Frogs, needed: [u8; 4]) -> u8 {
    let asked = Colour::ALL.into_iter().zip(needed).filter(|&(_, needed)| needed > 0);
    asked.map(|(colour, needed)| frogs[colour] / needed).min().unwrap_or(0)
}
