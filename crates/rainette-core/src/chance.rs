//! Chance as data: dice, and draws from a listed bag. This is the one place where random numbers become outcomes,
//! and where a recorded outcome is found possible or not.

use arrayvec::ArrayVec;

use crate::Random;

/// The outcome of a [`Draw`]: the faces of the dice, or the kinds drawn, in order.
pub type Drawn = ArrayVec<u8, 64>;

/// A chance event: what may come of it, and with which weight.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Draw {
    /// Dice are rolled together.
    Dice(Dice),
    /// Something is drawn from one bag, or from two one after the other.
    Bags(ArrayVec<Bag, 2>),
}

/// Six-sided dice that are rolled together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dice {
    /// How many dice are rolled, each with the faces 1 to 6.
    pub count: u8,
    /// Are they alike, so that the larger is named first? Otherwise each has its place.
    pub sorted: bool,
}

/// An ordered draw without replacement from a bag whose content is listed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bag {
    /// How many the bag holds of each kind.
    pub counts: [u8; 16],
    /// How many are drawn.
    pub take: u8,
}

impl Draw {
    /// Two dice that are alike, the larger named first.
    pub const TWO_DICE: Self = Self::Dice(Dice { count: 2, sorted: true });

    /// A draw from a single bag.
    pub fn bag(bag: Bag) -> Self {
        Self::Bags([bag].into_iter().collect())
    }

    /// Draws an outcome with its true probability.
    ///
    /// Each die is `1 + below(6)`. A bag of n things is laid out in the order of its kinds; the thing drawn as the k-th
    /// (from 0) changes places with the one `below(n - k)` places further on, which is the one drawn.
    #[expect(
        clippy::inline_always,
        reason = "a call for every roll makes playouts with dice slower by a third"
    )]
    #[inline(always)]
    pub fn sample<R: Random + ?Sized>(&self, random: &mut R) -> Drawn {
        let mut drawn = Drawn::new();
        match self {
            Self::Dice(dice) => dice.sample(random, &mut drawn),
            Self::Bags(bags) => {
                for bag in bags {
                    bag.sample(random, &mut drawn);
                }
            }
        }
        drawn
    }

    /// The weight of an outcome, or `None` if it is impossible. It is likely in proportion to its weight; all
    /// weights add up to [`total`](Self::total).
    ///
    /// ```
    /// use rainette_core::Draw;
    /// assert_eq!(Draw::TWO_DICE.weight(&[4, 1]), Some(2));
    /// assert_eq!(Draw::TWO_DICE.weight(&[4, 4]), Some(1));
    /// assert_eq!(Draw::TWO_DICE.weight(&[1, 4]), None, "the larger die is named first");
    /// ```
    pub fn weight(&self, drawn: &[u8]) -> Option<u128> {
        match self {
            Self::Dice(dice) => dice.weight(drawn),
            Self::Bags(bags) => {
                let mut rest = drawn;
                let mut weight = 1;
                for bag in bags {
                    let (mine, others) = rest.split_at_checked(bag.take.into())?;
                    weight *= bag.weight(mine)?;
                    rest = others;
                }
                rest.is_empty().then_some(weight)
            }
        }
    }

    /// The sum of all weights.
    pub fn total(&self) -> u128 {
        match self {
            Self::Dice(dice) => 6_u128.pow(dice.count.into()),
            Self::Bags(bags) => bags.iter().map(Bag::total).product(),
        }
    }

    /// How many different outcomes there are.
    pub fn count(&self) -> u128 {
        match self {
            Self::Dice(dice) if dice.sorted => choose(5 + u32::from(dice.count), dice.count.into()),
            Self::Dice(_) => self.total(),
            Self::Bags(bags) => bags.iter().map(Bag::count).product(),
        }
    }

    /// Calls `each` with every outcome and its weight, always in the same order.
    pub fn each(&self, mut each: impl FnMut(&Drawn, u128)) {
        let mut drawn = Drawn::new();
        match self {
            Self::Dice(dice) => dice.each(&mut drawn, &mut each),
            Self::Bags(bags) => each_of_bags(bags, &mut drawn, 1, &mut each),
        }
    }
}

impl Dice {
    #[inline]
    fn sample<R: Random + ?Sized>(self, random: &mut R, drawn: &mut Drawn) {
        for _ in 0..self.count {
            drawn.push(1 + random.below(6) as u8);
            let mut place = drawn.len() - 1;
            while self.sorted && place > 0 && drawn[place - 1] < drawn[place] {
                drawn.swap(place - 1, place);
                place -= 1;
            }
        }
    }

    fn weight(self, drawn: &[u8]) -> Option<u128> {
        let thrown = drawn.len() == usize::from(self.count) && drawn.iter().all(|die| (1..=6).contains(die));
        if !thrown || (self.sorted && !drawn.is_sorted_by(|a, b| a >= b)) {
            return None;
        }
        if !self.sorted {
            return Some(1);
        }
        let mut faces = [0_u8; 16];
        for &die in drawn {
            faces[usize::from(die)] += 1;
        }
        Some(multinomial(&faces))
    }

    fn each(self, drawn: &mut Drawn, each: &mut impl FnMut(&Drawn, u128)) {
        if drawn.len() == usize::from(self.count) {
            let weight = self.weight(drawn).expect("these dice were thrown by the rules");
            return each(drawn, weight);
        }
        let most = drawn.last().copied().filter(|_| self.sorted).unwrap_or(6);
        for die in 1..=most {
            drawn.push(die);
            self.each(drawn, each);
            drawn.pop();
        }
    }
}

impl Bag {
    /// The most things that a bag can hold.
    const MOST: usize = 64;

    /// A bag that is emptied: everything in it comes in a random order.
    pub fn all(counts: &[u8]) -> Self {
        let mut bag = Self::some(counts, 0);
        bag.take = bag.size();
        bag
    }

    /// A bag from which `take` are drawn.
    ///
    /// # Panics
    /// If there are more than 16 kinds or 64 things, or fewer things than are drawn.
    pub fn some(counts: &[u8], take: u8) -> Self {
        let mut padded = [0; 16];
        padded[..counts.len()].copy_from_slice(counts);
        let bag = Self { counts: padded, take };
        assert!(usize::from(bag.size()) <= Self::MOST, "{} are too many", bag.size());
        assert!(take <= bag.size(), "{take} drawn from a bag of {}", bag.size());
        bag
    }

    /// How many things the bag holds.
    pub fn size(&self) -> u8 {
        self.counts.iter().sum()
    }

    /// Shuffles as much of the listed content as is drawn.
    fn sample<R: Random + ?Sized>(&self, random: &mut R, drawn: &mut Drawn) {
        let mut things = [0; Self::MOST];
        let mut size = 0;
        for (kind, &count) in self.counts.iter().enumerate() {
            things[size..size + usize::from(count)].fill(kind as u8);
            size += usize::from(count);
        }
        for place in 0..usize::from(self.take) {
            things.swap(place, place + random.below((size - place) as u32) as usize);
            drawn.push(things[place]);
        }
    }

    /// A bag that is emptied gives every order the same weight, 1. Otherwise the weight is the number of ways to
    /// draw these kinds from things that can be told apart.
    fn weight(&self, drawn: &[u8]) -> Option<u128> {
        let mut left = self.counts;
        let mut ways = 1_u128;
        for &kind in drawn {
            let left = left.get_mut(usize::from(kind)).filter(|left| **left > 0)?;
            if self.take < self.size() {
                ways *= u128::from(*left);
            }
            *left -= 1;
        }
        Some(ways)
    }

    fn total(&self) -> u128 {
        let size = u128::from(self.size());
        if u128::from(self.take) == size {
            return multinomial(&self.counts);
        }
        (0..u128::from(self.take)).map(|drawn| size - drawn).product()
    }

    /// Kind by kind, the number of orders of each length: the places of the new kind are chosen among all.
    fn count(&self) -> u128 {
        let take = usize::from(self.take);
        let mut orders = vec![0_u128; take + 1];
        orders[0] = 1;
        for &count in &self.counts {
            for length in (0..=take).rev() {
                let most = length.min(count.into());
                let more = (1..=most).map(|new| choose(length as u32, new as u32) * orders[length - new]);
                orders[length] += more.sum::<u128>();
            }
        }
        orders[take]
    }
}

fn each_of_bags(bags: &[Bag], drawn: &mut Drawn, weight: u128, each: &mut impl FnMut(&Drawn, u128)) {
    let Some((bag, rest)) = bags.split_first() else {
        return each(drawn, weight);
    };
    if bag.take == 0 {
        return each_of_bags(rest, drawn, weight, each);
    }
    for kind in (0..bag.counts.len()).filter(|&kind| bag.counts[kind] > 0) {
        // What is left after this one; a bag that is to be emptied stays such a bag.
        let mut left: ArrayVec<Bag, 2> = bags.iter().copied().collect();
        left[0].counts[kind] -= 1;
        left[0].take -= 1;
        let ways = if bag.take == bag.size() { 1 } else { u128::from(bag.counts[kind]) };
        drawn.push(kind as u8);
        each_of_bags(&left, drawn, weight * ways, each);
        drawn.pop();
    }
}

fn choose(n: u32, k: u32) -> u128 {
    (0..u128::from(k)).fold(1, |ways, i| ways * (u128::from(n) - i) / (i + 1))
}

/// The number of orders of a bag's content.
fn multinomial(counts: &[u8]) -> u128 {
    let mut size = 0;
    let mut orders = 1;
    for &count in counts {
        size += u32::from(count);
        orders *= choose(size, count.into());
    }
    orders
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_xoshiro::{
        Xoshiro256PlusPlus,
        rand_core::{Rng as _, SeedableRng as _},
    };

    fn draws() -> Vec<Draw> {
        let two = [Bag::all(&[2, 1]), Bag::some(&[3, 1, 2], 2)].into_iter().collect();
        vec![
            Draw::TWO_DICE,
            Draw::Dice(Dice { count: 2, sorted: false }),
            Draw::Dice(Dice { count: 3, sorted: true }),
            Draw::bag(Bag::some(&[2, 2, 1], 2)),
            Draw::bag(Bag::all(&[2, 2, 1])),
            Draw::bag(Bag::some(&[0, 4, 0, 1], 1)),
            Draw::Bags(two),
        ]
    }

    #[test]
    fn weights_of_all_outcomes_add_up_to_the_total_and_their_number_to_the_count() {
        for draw in draws() {
            let (mut sum, mut count) = (0, 0);
            draw.each(|drawn, weight| {
                assert_eq!(draw.weight(drawn), Some(weight), "{draw:?} {drawn:?}");
                sum += weight;
                count += 1;
            });
            assert_eq!((sum, count), (draw.total(), draw.count()), "{draw:?}");
        }
    }

    #[test]
    fn the_largest_bag_of_the_games_has_exact_weights() {
        let pond = Draw::bag(Bag::all(&[10, 11, 14, 21]));
        assert_eq!(pond.total(), 1_102_040_927_327_164_792_053_838_752_000);
        assert_eq!(pond.total(), pond.count());
    }

    #[test]
    fn samples_are_possible_and_as_likely_as_their_weights() {
        for draw in draws() {
            let mut generator = Xoshiro256PlusPlus::seed_from_u64(1);
            let mut random = || generator.next_u32();
            let mut seen = std::collections::BTreeMap::<Drawn, u32>::new();
            for _ in 0..100_000 {
                *seen.entry(draw.sample(&mut random)).or_default() += 1;
            }
            draw.each(|drawn, weight| {
                let expected = 100_000.0 * weight as f64 / draw.total() as f64;
                let got = f64::from(seen.remove(drawn).unwrap_or(0));
                assert!(
                    (got - expected).abs() < 6.0 * expected.sqrt(),
                    "{draw:?} {drawn:?}: {got} for {expected}"
                );
            });
            assert!(seen.is_empty(), "{draw:?} gave {seen:?}");
        }
    }

    #[test]
    fn impossible_outcomes_have_no_weight() {
        let bag = Draw::bag(Bag::some(&[2, 1], 2));
        for drawn in [&[1, 1][..], &[0], &[0, 0, 1], &[2, 0], &[200, 0]] {
            assert_eq!(bag.weight(drawn), None, "{drawn:?}");
        }
        for dice in [&[7, 1][..], &[3, 0], &[3], &[3, 2, 1], &[2, 3]] {
            assert_eq!(Draw::TWO_DICE.weight(dice), None, "{dice:?}");
        }
    }
}
