//! What every frog and every card brings a seat, at a glance.
//!
//! The outlook counts what a seat can expect. This is its slope, taken apart by colours and cheap enough for every
//! action of a playout.

use std::sync::LazyLock;

use rainette_core::{Game as _, Seat};
use rainette_games::frogriders::{Ability, Card, Cards, Colour, Common, Frogriders, Objective};

use super::outlook::{Counts, WEIGHTS, held, with_extra};

/// The most frogs that a pond begins with.
const FROGS: usize = 56;

/// The largest set that an objective asks for.
const LARGEST: usize = 5;

/// What depends on nothing but how long the game will go on.
#[derive(Clone, Copy, Debug)]
struct Pace {
    /// How many more turns each seat can expect.
    turns: f32,
    /// One over how much doubt there is about a lead.
    sureness: f32,
    /// What some frogs of a set that is not complete are worth, as a part of the set: by its size and their number.
    parts: [[f32; LARGEST + 1]; LARGEST + 1],
}

/// The pace by seats, from two up, and by frogs left on the pond.
static PACES: LazyLock<[[Pace; FROGS + 1]; 3]> = LazyLock::new(|| {
    std::array::from_fn(|seats| std::array::from_fn(|frogs| Pace::new(seats + 2, frogs as f32)))
});

impl Pace {
    fn new(seats: usize, frogs: f32) -> Self {
        let turns = WEIGHTS.turns(seats, frogs);
        let part = |size: usize, have: usize| {
            let missing = WEIGHTS.missing * size.saturating_sub(have) as f32;
            have as f32 / size.max(1) as f32 * turns / (turns + missing)
        };
        Self {
            turns,
            sureness: 1.0 / (WEIGHTS.lead[0] + WEIGHTS.lead[1] * turns),
            parts: std::array::from_fn(|size| std::array::from_fn(|have| part(size, have))),
        }
    }

    /// How likely a lead is to hold.
    #[inline]
    fn chance(&self, lead: f32) -> f32 {
        let x = lead * self.sureness;
        0.5 + 0.5 * x / (1.0 + x.abs())
    }
}

/// What a seat that acts sees at a glance.
#[derive(Clone, Debug)]
pub(super) struct Glance<'a> {
    position: &'a Frogriders,
    pace: &'static Pace,
    seat: Seat,
    frogs: Counts,
    counted: Counts,
    cards: Cards,
    /// What one more frog of each colour brings.
    pub(super) gains: [f32; 4],
    /// What one frog fewer of each colour costs.
    pub(super) losses: [f32; 4],
}

impl<'a> Glance<'a> {
    #[inline]
    pub(super) fn new(position: &'a Frogriders, seat: Seat) -> Self {
        let pace = &PACES[position.seats() - 2][usize::from(position.pond().total())];
        let (frogs, cards) = (held(position, seat), position.cards(seat));
        let counted = with_extra(frogs, cards);
        let mut glance =
            Self { position, pace, seat, frogs, counted, cards, gains: [0.0; 4], losses: [0.0; 4] };
        glance.weigh_objectives();
        glance.weigh_frogs();
        glance
    }

    #[inline]
    fn weigh_objectives(&mut self) {
        if let Some(secret) = self.position.kept(self.seat) {
            self.weigh(secret.card().objective);
        }
        for common in self.position.commons() {
            self.weigh(common.side().objective);
        }
    }

    #[inline]
    fn weigh(&mut self, objective: Objective) {
        match objective {
            Objective::Combination(needed, points) => {
                let packed = u32::from_le_bytes(needed);
                // Two of a colour, or one of each of several.
                if packed & 0x0202_0202 == 0 {
                    self.weigh_set(packed, points as f32);
                } else {
                    self.weigh_pairs(packed.trailing_zeros() as usize / 8, points as f32);
                }
            }
            Objective::Group(size, points) => {
                let part = &self.pace.parts[usize::from(size)];
                let have = usize::from(self.counted.iter().sum::<u8>() % size);
                let whole = |have: usize| part[have % usize::from(size)] + (have / usize::from(size)) as f32;
                let gain = points as f32 * (whole(have + 1) - part[have]);
                let size = usize::from(size);
                let loss = points as f32 * (part[have] - part[(have + size - 1) % size])
                    + if have == 0 { points as f32 } else { 0.0 };
                self.add_to_all(gain, loss);
            }
            Objective::MostFrogs(colours, points, _) => {
                let count =
                    |frogs: Counts| -> u8 { colours.iter().map(|&colour| frogs[colour as usize]).sum() };
                let of = |seat| count(with_extra(held(self.position, seat), self.position.cards(seat)));
                let others = self.seat.others(self.position.seats()).map(of).max().unwrap_or(0);
                let lead = f32::from(count(self.counted)) - f32::from(others);
                let [less, now, more] = [-1.0, 0.0, 1.0].map(|step| self.pace.chance(lead + step));
                for &colour in colours {
                    self.gains[colour as usize] += points as f32 * (more - now);
                    self.losses[colour as usize] += points as f32 * (now - less);
                }
            }
            Objective::MostCards(..) | Objective::Flowers => {}
        }
    }

    /// A set of one frog of each of these colours, a byte for each.
    #[inline]
    fn weigh_set(&mut self, needed: u32, points: f32) {
        let wanted = needed.to_le_bytes();
        let counts: Counts = std::array::from_fn(|c| if wanted[c] == 0 { u8::MAX } else { self.counted[c] });
        let sets = counts.into_iter().min().unwrap_or(0);
        let size = needed.count_ones() as usize;
        let part = &self.pace.parts[size];
        let above = |least: u8| -> usize {
            (0..4).map(|c| usize::from(wanted[c] & u8::from(counts[c] > least))).sum()
        };
        let (next, after) = (above(sets), above(sets + 1));
        let gain_next = if next + 1 == size {
            1.0 + part[after] - part[next] + WEIGHTS.surplus * (part[above(sets + 2)] - part[after])
        } else {
            part[next + 1] - part[next]
        };
        let gain_after = WEIGHTS.surplus * (part[after + 1] - part[after]);
        let loss_set = 1.0 + part[next] - part[size - 1] + WEIGHTS.surplus * (part[after] - part[next]);
        let loss_next = part[next] - part[next.saturating_sub(1)];
        let loss_after = WEIGHTS.surplus * (part[after] - part[after.saturating_sub(1)]);
        for c in 0..4 {
            if wanted[c] == 0 {
                continue;
            }
            let (gain, loss) = match counts[c] - sets {
                0 => (gain_next, loss_set),
                1 => (gain_after, loss_next),
                2 => (0.0, loss_after),
                _ => (0.0, 0.0),
            };
            self.gains[c] += points * gain;
            self.losses[c] += points * loss;
        }
    }

    /// Pairs of a colour.
    #[inline]
    fn weigh_pairs(&mut self, colour: usize, points: f32) {
        let half = self.pace.parts[2][1];
        let (first, second) = (points * half, points * (1.0 - half));
        let has_half = self.counted[colour] % 2 == 1;
        self.gains[colour] += if has_half { second } else { first };
        self.losses[colour] += if has_half { first } else { second };
    }

    /// What frogs are worth apart from objectives.
    #[inline]
    fn weigh_frogs(&mut self) {
        let brown = 1.0 + f32::from(self.cards.count(Card::PerBrown));
        self.gains[Colour::Brown as usize] += brown;
        self.losses[Colour::Brown as usize] += brown;
        let total = self.frogs.iter().sum::<u8>();
        if self.cards.has(Card::PerFrogAndCard) {
            let cards = self.cards.len();
            self.add_to_all(f32::from(u8::from(total < cards)), f32::from(u8::from(total <= cards)));
        }
        let fewest = 5.0 * f32::from(self.cards.count(Card::FewestFrogs5))
            + 3.0 * f32::from(self.cards.count(Card::FewestFrogs3));
        if fewest > 0.0 {
            let [less, now, more] = [1, 0, -1].map(|step| self.pace.chance(self.frogs_behind(step)));
            self.add_to_all(fewest * (more - now), fewest * (now - less));
        }
        // A frog that can be sent is worth something while there are turns to send it.
        let to_send = f32::from(total - self.frogs[Colour::Brown as usize]);
        for c in 0..3 {
            let worth = WEIGHTS.sending[c];
            self.gains[c] += if to_send < self.pace.turns { worth } else { 0.0 };
            self.losses[c] += if to_send <= self.pace.turns { worth } else { 0.0 };
        }
    }

    /// By how many frogs the seat is behind all others, and so many more. Ties do not count.
    fn frogs_behind(&self, fewer: i8) -> f32 {
        let others = self.seat.others(self.position.seats()).map(|seat| self.position.frogs(seat).total());
        let total = self.frogs.iter().sum::<u8>();
        f32::from(others.min().unwrap_or(0)) - f32::from(total) + f32::from(fewer) - 0.7
    }

    #[inline]
    fn add_to_all(&mut self, gain: f32, loss: f32) {
        for (gains, losses) in self.gains.iter_mut().zip(&mut self.losses) {
            *gains += gain;
            *losses += loss;
        }
    }

    /// What landing on a flower brings at once.
    #[inline]
    pub(super) fn flower(&self) -> f32 {
        let common = self.position.commons().any(|common| common == Common::AllFlowers);
        f32::from(self.cards.count(Card::Flower) + u8::from(common))
    }

    /// What it brings to have this card as well, the blue frog for it apart.
    pub(super) fn card(&self, card: Card) -> f32 {
        let turns = self.pace.turns;
        let is_first = f32::from(u8::from(!self.cards.has(card)));
        let (total, cards) = (self.frogs.iter().sum::<u8>(), self.cards.len());
        let privilege = card.privilege();
        let effect = match privilege.ability {
            Ability::Nothing => 0.0,
            Ability::ExtraFrogs(colour, extra) => self.extra(colour, extra),
            Ability::Technique => is_first * WEIGHTS.technique * turns,
            Ability::Choose => is_first * WEIGHTS.choose * turns,
            Ability::Flower => WEIGHTS.flowers * turns,
            Ability::PerBrown(points) => {
                points as f32 * (f32::from(self.frogs[Colour::Brown as usize]) + WEIGHTS.browns * turns)
            }
            Ability::PerTwoCards(points) => {
                let odd = f32::from((cards + 1) % 2) * 0.5 * turns / (turns + 1.0);
                points as f32 * (f32::from(cards.div_ceil(2)) + odd)
            }
            Ability::PerFrogAndCard(points) => {
                points as f32 * f32::from(total.saturating_sub(1).min(cards + 1)).max(0.2 * turns)
            }
            Ability::FewestCards(points) => points as f32 * self.pace.chance(self.cards_behind() - 1.7),
            Ability::FewestFrogs(points) => points as f32 * self.pace.chance(self.frogs_behind(1)),
        };
        privilege.value as f32 + effect + self.one_card_more()
    }

    /// What the number of cards brings besides.
    fn one_card_more(&self) -> f32 {
        let mut sum = f32::from(self.cards.count(Card::PerTwoCards));
        if self.cards.has(Card::PerFrogAndCard) {
            sum += f32::from(u8::from(self.frogs.iter().sum::<u8>() > self.cards.len() + 1));
        }
        if self.cards.has(Card::FewestCards) {
            let behind = self.cards_behind() - 0.7;
            sum += 5.0 * (self.pace.chance(behind - 1.0) - self.pace.chance(behind));
        }
        if self.position.commons().any(|common| common == Common::MostCards) {
            let others = self.others_cards().max().unwrap_or(0);
            let lead = f32::from(self.cards.len()) - f32::from(others);
            sum += 4.0 * (self.pace.chance(lead + 1.0) - self.pace.chance(lead));
        }
        sum
    }

    fn others_cards(&self) -> impl Iterator<Item = u8> {
        let position = self.position;
        self.seat.others(position.seats()).map(|seat| position.cards(seat).len())
    }

    fn cards_behind(&self) -> f32 {
        f32::from(self.others_cards().min().unwrap_or(0)) - f32::from(self.cards.len())
    }

    /// What extra frogs of a colour bring, which count for objectives only.
    fn extra(&self, colour: Colour, extra: u8) -> f32 {
        let mut glance = self.clone();
        let mut sum = 0.0;
        for _ in 0..extra {
            glance.gains = [0.0; 4];
            glance.weigh_objectives();
            sum += glance.gains[colour as usize];
            glance.counted[colour as usize] += 1;
        }
        sum
    }
}
