//! What a position is worth before any looking ahead.
//!
//! A sum of features times weights, which the logistic function maps to a share of the points. It is asked only if
//! the seat to move is not compelled to hop over an enemy.

use rainette_core::{Game as _, Seat, Turn};
use rainette_games::hop_it::{Cells, DIRECTIONS, HopIt, LILIES, POND, WATER, each, shift};

/// Features: the turn itself,
const TEMPO: usize = 0;
/// how many pieces a seat has, from two to nine,
const COUNT: usize = 1;
/// where its frogs and its tadpoles stand, seen from its own side and the same on the left and on the right,
const FROG: usize = COUNT + 8;
const TADPOLE: usize = FROG + PLACES;
/// how many frogs of the seat to move the enemy can hop over (one, two or more) and how many tadpoles,
const FROGS_ATTACKED: usize = TADPOLE + PLACES;
const TADPOLES_ATTACKED: usize = FROGS_ATTACKED + 2;
/// how many frogs on lily pads each has (one, two or more),
const OWN_LILY: usize = TADPOLES_ATTACKED + 2;
const ENEMY_LILY: usize = OWN_LILY + 2;
/// an enemy frog on a lily pad that will be eaten because another one is compelled,
const LILY_COMPELLED: usize = ENEMY_LILY + 2;
/// steps, steps to where no enemy frog can hop over the piece, and hops over own pieces,
const STEPS: usize = LILY_COMPELLED + 1;
const SAFE_STEPS: usize = STEPS + 1;
const OWN_HOPS: usize = SAFE_STEPS + 1;
/// tadpoles that an own frog can hop over,
const MATURING: usize = OWN_HOPS + 1;
/// frogs and tadpoles with a friend as neighbour, pair by pair,
const PAIRS: usize = MATURING + 1;
/// frogs, by how many pieces of both are gone.
const FROGS_LATE: usize = PAIRS + 1;
/// The number of features.
pub(crate) const FEATURES: usize = FROGS_LATE + 1;

/// What each feature counts.
pub(crate) type Weights = [i32; FEATURES];

/// What `rainette train hop-it` has found, in hundredths of a logit.
pub(crate) const WEIGHTS: Weights = {
    let bytes = include_bytes!("../../../../weights/best-1/hop-it.bin");
    assert!(bytes.len() == 2 * FEATURES);
    let mut weights = [0; FEATURES];
    let mut at = 0;
    while at < FEATURES {
        weights[at] = i16::from_le_bytes([bytes[2 * at], bytes[2 * at + 1]]) as i32;
        at += 1;
    }
    weights
};

/// Cells that differ for a seat, left and right being alike: three in each row.
const PLACES: usize = 21;

/// For each seat, the place of every cell.
const PLACE: [[u8; 64]; 2] = {
    let mut places = [[0; 64]; 2];
    let mut row = 0;
    while row < 7 {
        let mut file = row % 2;
        while file <= 10 {
            let cell = row / 2 * 13 + row % 2 * 7 + file / 2;
            let fold = if file <= 5 { file / 2 } else { (10 - file) / 2 };
            places[0][cell] = (row * 3 + fold) as u8;
            places[1][cell] = ((6 - row) * 3 + fold) as u8;
            file += 2;
        }
        row += 1;
    }
    places
};

/// At the start of a turn: can a frog of the seat to move hop over an enemy piece, so that the turn owes such a hop?
#[inline]
pub(crate) fn is_compelled(position: &HopIt) -> bool {
    let Turn::Seat(seat) = position.turn() else { return false };
    let (own, enemies) = (position.pieces(seat), position.pieces(seat.next(2)));
    let (frogs, empty) = (own & position.frogs(), POND & !(own | enemies));
    DIRECTIONS.iter().any(|&way| frogs & shift(enemies & shift(empty, -way), -way) != 0)
}

/// The worth of a position at the start of a turn for the seat to move.
#[inline]
pub(crate) fn evaluate(position: &HopIt, weights: &Weights) -> i32 {
    let mut sum = 0;
    features(position, |feature, count| sum += weights[feature] * count);
    sum
}

/// Hands each feature that is present to `add`, with how often: positive for the seat to move, negative for the other.
#[inline]
pub(crate) fn features(position: &HopIt, mut add: impl FnMut(usize, i32)) {
    let Turn::Seat(seat) = position.turn() else { return };
    let other = seat.next(2);
    let pieces = [position.pieces(seat), position.pieces(other)];
    let frogs = pieces.map(|pieces| pieces & position.frogs());
    let empty = POND & !(pieces[0] | pieces[1]);

    add(TEMPO, 1);
    let late = 18 - (pieces[0] | pieces[1]).count_ones() as i32;
    add(FROGS_LATE, late * (frogs[0].count_ones() as i32 - frogs[1].count_ones() as i32));
    for (side, sign, seat) in [(0, 1, seat), (1, -1, other)] {
        add(COUNT + (pieces[side].count_ones() as usize).clamp(2, 9) - 2, sign);
        stand(FROG, frogs[side], seat, sign, &mut add);
        stand(TADPOLE, pieces[side] & !frogs[side], seat, sign, &mut add);
        let reach = Reach::of(pieces[side], frogs[side], frogs[1 - side], empty);
        add(STEPS, sign * reach.steps);
        add(SAFE_STEPS, sign * reach.safe_steps);
        add(OWN_HOPS, sign * reach.own_hops);
        add(MATURING, sign * reach.maturing);
        add(PAIRS, sign * reach.pairs);
    }

    // The seat to move is not compelled, so nothing of the other's is attacked.
    let attacked = attacked(frogs[1], pieces[0], empty);
    let (attacked_frogs, attacked_tadpoles) = (attacked & frogs[0], attacked & !frogs[0]);
    one_or_more(FROGS_ATTACKED, attacked_frogs, &mut add);
    one_or_more(TADPOLES_ATTACKED, attacked_tadpoles, &mut add);
    one_or_more(OWN_LILY, frogs[0] & LILIES, &mut add);
    one_or_more(ENEMY_LILY, frogs[1] & LILIES, &mut add);
    if attacked != 0 && frogs[1] & LILIES != 0 {
        add(LILY_COMPELLED, 1);
    }
}

#[inline]
fn stand(feature: usize, cells: Cells, seat: Seat, sign: i32, add: &mut impl FnMut(usize, i32)) {
    for cell in each(cells) {
        add(feature + usize::from(PLACE[seat.index()][cell.bit().trailing_zeros() as usize]), sign);
    }
}

#[inline]
fn one_or_more(feature: usize, cells: Cells, add: &mut impl FnMut(usize, i32)) {
    let count = cells.count_ones() as i32;
    if count > 0 {
        add(feature, 1);
    }
    if count > 1 {
        add(feature + 1, count - 1);
    }
}

/// The pieces that one of the frogs can hop over.
#[inline]
fn attacked(frogs: Cells, pieces: Cells, empty: Cells) -> Cells {
    DIRECTIONS.iter().fold(0, |all, &way| all | (pieces & shift(frogs, way) & shift(empty, -way)))
}

/// What the pieces of a seat can do.
struct Reach {
    steps: i32,
    safe_steps: i32,
    own_hops: i32,
    maturing: i32,
    pairs: i32,
}

impl Reach {
    #[inline]
    fn of(pieces: Cells, frogs: Cells, enemy_frogs: Cells, empty: Cells) -> Self {
        let free = empty & WATER;
        let exposed =
            DIRECTIONS.iter().fold(0, |all, &way| all | (shift(enemy_frogs, way) & shift(empty, -way)));
        let mut reach = Self { steps: 0, safe_steps: 0, own_hops: 0, maturing: 0, pairs: 0 };
        let mut maturing = 0;
        for (number, &way) in DIRECTIONS.iter().enumerate() {
            let steps = shift(pieces, way) & free;
            reach.steps += steps.count_ones() as i32;
            reach.safe_steps += (steps & !exposed).count_ones() as i32;
            let hopped = shift(frogs, way) & pieces & shift(empty, -way);
            reach.own_hops += hopped.count_ones() as i32;
            maturing |= hopped & !frogs;
            if number < 3 {
                reach.pairs += (shift(pieces, way) & pieces).count_ones() as i32;
            }
        }
        reach.maturing = maturing.count_ones() as i32;
        reach
    }
}

/// A sum of weights as a share of the points, from 0 to 1. Weights are fitted to hundredths of a logit, in games that
/// were seldom drawn; between better players an advantage counts about half as much.
pub(crate) fn share(points: i32) -> f32 {
    1.0 / (1.0 + libm::expf(points as f32 / -200.0))
}
