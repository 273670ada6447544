//! What a position promises each seat, in trophies.

use rainette_core::{Game as _, Seat, Turn};
use rainette_games::frogriders::{Ability, Card, Cards, Colour, Frogriders, Objective, Phase, Secret};

use crate::player::Values;

/// Frogs by colour: yellow, red, blue, brown.
pub(super) type Counts = [u8; 4];

/// What the outlook is made of. Fitted to the outcomes of games of the player against itself by a test of this folder.
#[derive(Clone, Debug)]
pub(super) struct Weights {
    /// So many frogs are left on the pond when nobody can jump any more.
    pub(super) stranded: f32,
    /// How many frogs a turn captures: red ones bring a second jump.
    pub(super) captures: f32,
    /// What landing on flowers brings each turn, if it brings something.
    pub(super) flowers: f32,
    /// What a frog is worth for what it brings in the village: yellow, red, blue. Brown stays.
    pub(super) sending: [f32; 4],
    /// What another way to jump brings each turn.
    pub(super) technique: f32,
    /// What `choose` brings each turn.
    pub(super) choose: f32,
    /// How many brown frogs each turn brings to a seat for which they count more.
    pub(super) browns: f32,
    /// How much the frogs for the set after the next one count.
    pub(super) surplus: f32,
    /// How hard a missing frog is to get.
    pub(super) missing: f32,
    /// How sure a lead is now and with every turn to come.
    pub(super) lead: [f32; 2],
    /// How many trophies can still be made up for now and with every turn to come.
    pub(super) doubt: [f32; 2],
    /// What it is worth to jump next, rather than last.
    pub(super) tempo: f32,
}

pub(super) static WEIGHTS: Weights = Weights {
    stranded: 4.69,
    captures: 1.38,
    flowers: 0.41,
    sending: [0.13, 0.12, 0.59, 0.0],
    technique: 0.21,
    choose: 0.23,
    browns: 0.18,
    surplus: 0.09,
    missing: 1.68,
    lead: [0.33, 0.16],
    doubt: [1.44, 0.16],
    tempo: 1.71,
};

impl Weights {
    /// How many more turns each seat can expect with so many frogs left on the pond.
    pub(super) fn turns(&self, seats: usize, left: f32) -> f32 {
        (left - self.stranded).max(1.0) / (seats as f32 * self.captures)
    }
}

/// A position as seen by the one who wonders how it will end.
#[derive(Clone, Debug)]
pub(super) struct Outlook<'a> {
    position: &'a Frogriders,
    weights: &'a Weights,
    /// How many more turns each seat can expect.
    turns: f32,
}

impl<'a> Outlook<'a> {
    pub(super) fn new(position: &'a Frogriders) -> Self {
        Self::weighed(position, &WEIGHTS)
    }

    pub(super) fn weighed(position: &'a Frogriders, weights: &'a Weights) -> Self {
        let turns = if position.is_over() {
            0.0
        } else {
            weights.turns(position.seats(), f32::from(position.pond().total()))
        };
        Self { position, weights, turns }
    }

    /// The trophies that a seat can expect, with the secret that it is thought to have.
    pub(super) fn trophies(&self, seat: Seat) -> f32 {
        self.with(seat, held(self.position, seat), self.position.kept(seat))
    }

    /// The same if it held these frogs and had kept this secret.
    pub(super) fn with(&self, seat: Seat, frogs: Counts, secret: Option<Secret>) -> f32 {
        let cards = self.position.cards(seat);
        let counted = with_extra(frogs, cards);
        let mut sum = f32::from(self.position.trophies(seat)) + f32::from(frogs[Colour::Brown as usize]);
        if let Some(secret) = secret {
            sum += self.objective(seat, counted, secret.card().objective);
        }
        for common in self.position.commons() {
            sum += self.objective(seat, counted, common.side().objective);
        }
        for card in cards.iter() {
            sum += self.card(seat, frogs, cards, card);
        }
        sum + self.sending(frogs)
    }

    /// What it brings a seat to capture each colour.
    pub(super) fn gains(&self, seat: Seat, frogs: Counts, secret: Option<Secret>) -> [f32; 4] {
        let before = self.with(seat, frogs, secret);
        std::array::from_fn(|colour| {
            let mut frogs = frogs;
            frogs[colour] += 1;
            self.with(seat, frogs, secret) - before
        })
    }

    /// Each seat's share of the win: the more likely, the more trophies it has ahead of the others.
    pub(super) fn shares(&self) -> Values {
        let seats = self.position.seats();
        let [now, later] = self.weights.doubt;
        let doubt = now + later * self.turns;
        let mut values = Values::default();
        for seat in Seat::all(seats) {
            values[seat.index()] = self.trophies(seat) + self.tempo(seat);
        }
        let most = values[..seats].iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let mut sum = 0.0;
        for value in &mut values[..seats] {
            *value = libm::expf((*value - most) / doubt);
            sum += *value;
        }
        for value in &mut values[..seats] {
            *value /= sum;
        }
        values
    }

    /// What it is worth to jump before the others.
    fn tempo(&self, seat: Seat) -> f32 {
        let Turn::Seat(next) = self.position.turn() else { return 0.0 };
        let seats = self.position.seats();
        let has_jumped = usize::from(self.position.phase() == Phase::Send);
        let wait = (seat.index() + 2 * seats - next.index() - has_jumped) % seats;
        self.weights.tempo * (1.0 - wait as f32 / (seats - 1) as f32)
    }

    fn objective(&self, seat: Seat, counted: Counts, objective: Objective) -> f32 {
        match objective {
            Objective::Combination(needed, points) => self.combination(counted, needed, points as f32),
            Objective::Group(size, points) => {
                let frogs = counted.iter().sum::<u8>();
                self.partial(frogs / size, frogs % size, size, points as f32)
            }
            Objective::MostFrogs(colours, points, tied) => {
                let count =
                    |counted: Counts| -> u8 { colours.iter().map(|&colour| counted[colour as usize]).sum() };
                let other = |seat| count(with_extra(held(self.position, seat), self.position.cards(seat)));
                self.majority(seat, count(counted), other, points as f32, tied as f32)
            }
            Objective::MostCards(points, tied) => {
                let count = |seat| self.position.cards(seat).len();
                self.majority(seat, count(seat), count, points as f32, tied as f32)
            }
            Objective::Flowers => self.weights.flowers * self.turns,
        }
    }

    /// Complete combinations, and the next one as far as it has come.
    fn combination(&self, counted: Counts, needed: Counts, points: f32) -> f32 {
        let mut sets = u8::MAX;
        for (have, need) in counted.into_iter().zip(needed) {
            if let Some(of_colour) = have.checked_div(need) {
                sets = sets.min(of_colour);
            }
        }
        let next = |sets: u8| -> u8 {
            counted
                .into_iter()
                .zip(needed)
                .map(|(have, need)| have.saturating_sub(sets * need).min(need))
                .sum()
        };
        let size = needed.iter().sum();
        self.partial(sets, next(sets), size, points)
            + self.weights.surplus * self.partial(0, next(sets + 1), size, points)
    }

    /// So many complete sets, and some of the frogs of the next.
    fn partial(&self, sets: u8, have: u8, size: u8, points: f32) -> f32 {
        let missing = self.weights.missing * f32::from(size - have);
        let chance = self.turns / (self.turns + missing);
        points * (f32::from(sets) + f32::from(have) / f32::from(size) * chance)
    }

    fn majority(&self, seat: Seat, own: u8, count: impl Fn(Seat) -> u8, points: f32, tied: f32) -> f32 {
        let others = seat.others(self.position.seats()).map(count).max().unwrap_or(0);
        let lead = f32::from(own) - f32::from(others);
        if self.turns > 0.0 {
            points * self.chance(lead)
        } else if lead == 0.0 {
            tied
        } else {
            points * f32::from(u8::from(lead > 0.0))
        }
    }

    /// How likely a lead is to hold: an even chance at zero, less sure the more is still to come.
    fn chance(&self, lead: f32) -> f32 {
        let [now, later] = self.weights.lead;
        let x = lead / (now + later * self.turns);
        0.5 + 0.5 * x / (1.0 + x.abs())
    }

    fn fewest(&self, seat: Seat, own: u8, count: impl Fn(Seat) -> u8, points: i32) -> f32 {
        let others = seat.others(self.position.seats()).map(count).min().unwrap_or(0);
        let lead = f32::from(others) - f32::from(own);
        let is_strict = f32::from(u8::from(lead > 0.0));
        points as f32 * if self.turns > 0.0 { self.chance(lead - 0.7) } else { is_strict }
    }

    /// A privilege card's value, its effect as it stands, and what it may still bring.
    fn card(&self, seat: Seat, frogs: Counts, cards: Cards, card: Card) -> f32 {
        let position = self.position;
        let total = frogs.iter().sum::<u8>();
        let brown = f32::from(frogs[Colour::Brown as usize]);
        let privilege = card.privilege();
        let effect = match privilege.ability {
            Ability::ExtraFrogs(..) | Ability::Nothing => 0.0,
            Ability::Technique => self.weights.technique * self.turns,
            Ability::Choose => self.weights.choose * self.turns,
            Ability::Flower => self.weights.flowers * self.turns,
            Ability::PerBrown(points) => points as f32 * (brown + self.weights.browns * self.turns),
            Ability::PerTwoCards(points) => points as f32 * self.halves(cards.len()),
            Ability::PerFrogAndCard(points) => {
                points as f32 * f32::from(total.min(cards.len())).max(0.2 * self.turns)
            }
            Ability::FewestCards(points) => {
                self.fewest(seat, cards.len(), |seat| position.cards(seat).len(), points)
            }
            Ability::FewestFrogs(points) => {
                self.fewest(seat, total, |seat| position.frogs(seat).total(), points)
            }
        };
        privilege.value as f32 + effect
    }

    /// Pairs of cards, an odd one counting for a part while there is time.
    fn halves(&self, cards: u8) -> f32 {
        let odd = f32::from(cards % 2) * 0.5 * self.turns / (self.turns + 1.0);
        f32::from(cards / 2) + odd
    }

    /// What the frogs may bring that can still be sent, one each turn, the best first.
    pub(super) fn sending(&self, frogs: Counts) -> f32 {
        let mut turns = self.turns;
        let mut sum = 0.0;
        for colour in [Colour::Blue, Colour::Red, Colour::Yellow] {
            let sent = f32::from(frogs[colour as usize]).min(turns);
            sum += self.weights.sending[colour as usize] * sent;
            turns -= sent;
        }
        sum
    }
}

/// The frogs before a seat.
#[inline]
pub(super) fn held(position: &Frogriders, seat: Seat) -> Counts {
    let frogs = position.frogs(seat);
    Colour::ALL.map(|colour| frogs[colour])
}

/// These frogs and the extra ones of the cards.
#[inline]
pub(super) fn with_extra(mut frogs: Counts, cards: Cards) -> Counts {
    for (card, colour) in
        [(Card::TwoRed, Colour::Red), (Card::TwoYellow, Colour::Yellow), (Card::TwoBlue, Colour::Blue)]
    {
        frogs[colour as usize] += 2 * cards.count(card);
    }
    frogs
}
