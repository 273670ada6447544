//! A net of integers: one layer over active inputs, one over that, and what comes out.
//!
//! All numbers between layers are in 64ths, from 0 to 127 of them. The first layer adds up a row of small numbers for
//! every active input, so that a position costs as much as it has inputs. What each seat can expect is read from the second
//! layer; how promising an action is from the first, and only for the actions that there are. Nothing is rounded but by
//! a shift, so that every machine gives the same answer; shares are made of it by [`libm`] at the very end.

use rainette_core::Seat;

use super::senses::{MOST_ACTIVE, NO_SIGN, Senses, Signs};
use crate::player::Values;

/// How large a net is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sizes {
    /// How many play.
    pub seats: usize,
    /// How many inputs there are.
    pub inputs: usize,
    /// How many sums the first layer has: a multiple of 16.
    pub first: usize,
    /// How many sums the second layer has: a multiple of 8.
    pub second: usize,
    /// How many signs actions have.
    pub signs: usize,
}

impl Sizes {
    /// Those of a net for a game with so many seats.
    pub(crate) fn of<G: Senses>(seats: usize, first: usize, second: usize) -> Self {
        Self { seats, inputs: G::inputs(seats), first, second, signs: G::signs(seats) }
    }
}

/// A layer that looks at all numbers of the one before: weights in 64ths, sums in 4096ths.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Dense {
    /// The weights of each sum side by side.
    pub(super) weights: Vec<i16>,
    pub(super) biases: Vec<i32>,
}

impl Dense {
    #[inline]
    fn sum(&self, number: usize, before: &[i16]) -> i32 {
        let weights = &self.weights[number * before.len()..][..before.len()];
        // So many at a time, which compilers make vectors of.
        let products = weights.chunks_exact(8).zip(before.chunks_exact(8)).map(|(weights, before)| {
            weights
                .iter()
                .zip(before)
                .map(|(&weight, &number)| i32::from(weight) * i32::from(number))
                .sum::<i32>()
        });
        self.biases[number] + products.sum::<i32>()
    }
}

/// A net with its weights. [`Net::read`] makes one from a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Net {
    pub(super) game: String,
    pub(super) sizes: Sizes,
    /// A row of the first layer for every input, in 64ths.
    pub(super) rows: Vec<i16>,
    pub(super) biases: Vec<i16>,
    pub(super) second: Dense,
    pub(super) values: Dense,
    pub(super) signs: Dense,
}

/// A bias of the first layer is at most this, either way, so that its sums fit 16 bits.
pub(super) const MOST_BIAS: i16 = 700;

const _: () = assert!(MOST_ACTIVE as i32 * 128 + MOST_BIAS as i32 <= i16::MAX as i32, "sums fit 16 bits");

/// The largest number that goes from one layer to the next.
const MOST: i32 = 127;

/// What sums are divided by to become numbers of the next layer again.
const SHIFT: u32 = 6;

/// Sums in 4096ths as they are.
fn real(sum: i32) -> f32 {
    sum as f32 / 4096.0
}

impl Net {
    /// How large it is.
    pub fn sizes(&self) -> Sizes {
        self.sizes
    }

    /// The id of the game that it judges.
    pub fn game(&self) -> &str {
        &self.game
    }
}

/// What the layers of a net made of active inputs, in buffers that are used again.
#[derive(Clone, Debug)]
struct Layers {
    first: Vec<i16>,
    second: Vec<i16>,
}

impl Layers {
    fn of(net: &Net) -> Self {
        Self { first: vec![0; net.sizes.first], second: vec![0; net.sizes.second] }
    }

    /// From the active inputs to the second layer.
    fn think(&mut self, net: &Net, active: impl Iterator<Item = u16>) {
        self.first.copy_from_slice(&net.biases);
        let width = self.first.len();
        for input in active.take(MOST_ACTIVE) {
            let row = &net.rows[usize::from(input) * width..][..width];
            for (sum, weight) in self.first.iter_mut().zip(row) {
                *sum += weight;
            }
        }
        for sum in &mut self.first {
            *sum = (*sum).clamp(0, MOST as i16);
        }
        for (number, sum) in self.second.iter_mut().enumerate() {
            *sum = (net.second.sum(number, &self.first) >> SHIFT).clamp(0, MOST) as i16;
        }
    }

    /// What comes out for a seat, counted from the one that looks.
    fn value(&self, net: &Net, turn: usize) -> f32 {
        real(net.values.sum(turn, &self.second))
    }

    /// What comes out for a sign, in 4096ths.
    fn sign(&self, net: &Net, sign: usize) -> i32 {
        net.signs.sum(sign, &self.first)
    }
}

impl Net {
    /// What comes out for a row of active inputs; the number of inputs stands for none. Logits of what the seats can expect
    /// and of all signs, a row of each.
    ///
    /// # Panics
    /// If an input is larger than their number, or there are more than [`MOST_ACTIVE`].
    pub fn evaluate(&self, rows: &[u16], width: usize) -> (Vec<f32>, Vec<f32>) {
        assert!(width <= MOST_ACTIVE, "sums would not fit 16 bits");
        let Sizes { seats, inputs, signs, .. } = self.sizes;
        let mut layers = Layers::of(self);
        let (mut values, mut logits) = (Vec::new(), Vec::new());
        for row in rows.chunks_exact(width) {
            layers.think(self, row.iter().copied().filter(|&input| usize::from(input) != inputs));
            values.extend((0..seats).map(|turn| layers.value(self, turn)));
            logits.extend((0..signs).map(|sign| real(layers.sign(self, sign))));
        }
        (values, logits)
    }
}

/// A net at work: what it has seen of the position that it looks at.
pub(crate) struct Sight<'a, G: Senses> {
    net: &'a Net,
    gaze: Option<G::Gaze>,
    active: Vec<u16>,
    layers: Layers,
}

impl<'a, G: Senses> Sight<'a, G> {
    pub(crate) fn new(net: &'a Net) -> Self {
        Self { net, gaze: None, active: Vec::with_capacity(MOST_ACTIVE), layers: Layers::of(net) }
    }

    /// Looks at a position in which a seat is to choose: what each seat can expect.
    pub(crate) fn look(&mut self, position: &G, seat: Seat) -> Values {
        let gaze = position.gaze();
        self.gaze = Some(gaze);
        self.active.clear();
        position.sense(gaze, &mut self.active);
        self.layers.think(self.net, self.active.iter().copied());
        let seats = self.net.sizes.seats;
        let mut logits = Values::default();
        for (turn, logit) in logits.iter_mut().enumerate().take(seats) {
            *logit = self.layers.value(self.net, turn);
        }
        shares(&logits[..seats], seat)
    }

    /// How promising a legal action of the position is that was looked at last, on the scale of logarithms.
    pub(crate) fn promise(&self, position: &G, action: G::Action) -> f32 {
        let gaze = self.gaze.expect("a position was looked at");
        let sum = |sign: u16| self.layers.sign(self.net, sign.into());
        real(each_sign(position.signs_of(gaze, action)).map(sum).sum())
    }
}

/// The signs that an action has.
pub(crate) fn each_sign(signs: Signs) -> impl Iterator<Item = u16> {
    signs.into_iter().take_while(|&sign| sign != NO_SIGN)
}

/// Shares of a win from logits in turn order, the first for this seat.
pub(crate) fn shares(logits: &[f32], first: Seat) -> Values {
    let most = logits.iter().fold(f32::NEG_INFINITY, |most, &logit| most.max(logit));
    let mut values = Values::default();
    let mut sum = 0.0;
    for (turn, logit) in logits.iter().enumerate() {
        let value = libm::expf(logit - most);
        values[(first.index() + turn) % logits.len()] = value;
        sum += value;
    }
    for value in &mut values {
        *value /= sum;
    }
    values
}
