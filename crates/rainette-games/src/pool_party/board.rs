//! The pool: five lanes around the island, 24 spaces each.

use std::fmt;

use rainette_core::{Name, Seat, Spot};

/// Lanes are numbered 1, around the island, to 5, along the rim. Each seat has one frog in each.
pub const LANES: usize = 5;

/// Each lane has so many spaces, numbered from 0 clockwise.
pub const SPACES: u8 = 24;

/// Frogs enter from here. Afterwards it is a space like any other.
pub(super) const RAMP: u8 = 0;

/// The space so many steps further on.
#[inline]
pub(super) const fn clockwise(space: u8, steps: u8) -> u8 {
    let straight = space + steps;
    if straight >= SPACES { straight - SPACES } else { straight }
}

/// The steps that lead clockwise from one space to another.
pub(super) const fn steps_between(from: u8, to: u8) -> u8 {
    clockwise(to, SPACES - from)
}

/// Where a frog is: `3.17`, or `stack.3` before it enters.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Place {
    /// The lane, 1 at the island to 5 at the rim.
    pub lane: usize,
    /// Its space, or none while it is on its owner's stack.
    pub space: Option<u8>,
}

impl Place {
    /// Every place there is.
    pub fn all() -> impl Iterator<Item = Self> {
        let spaces = || (0..SPACES).map(Some).chain([None]);
        (1..=LANES).flat_map(move |lane| spaces().map(move |space| Self { lane, space }))
    }

    /// The place of this name.
    pub fn named(spot: &Spot) -> Option<Self> {
        let (lane, space) = match spot.as_str().split_once('.')? {
            ("stack", lane) => (lane.parse().ok()?, None),
            (lane, space) => (lane.parse().ok()?, Some(space.parse().ok()?)),
        };
        let is_in_pool = (1..=LANES).contains(&lane) && space.is_none_or(|space| space < SPACES);
        // Names are as they print: no `1.07`, no `1.+7`.
        Some(Self { lane, space }).filter(|place| is_in_pool && place.spot() == *spot)
    }

    /// The name of the place as a spot.
    pub fn spot(self) -> Spot {
        Name::of(self)
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.space {
            Some(space) => write!(f, "{}.{space}", self.lane),
            None => write!(f, "stack.{}", self.lane),
        }
    }
}

/// Every seat's frog of one lane, a byte each: its space, or [`STACKED`] and the lane's number.
///
/// The lane's number keeps frogs on a stack from ever looking like a line, empty seats' among them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Lane(u64);

const STACKED: u8 = 0x80;
const ONES: u64 = 0x0101_0101_0101_0101;
const FIVE_ONES: u64 = ONES >> (8 * (8 - LANES));
const LOW_BITS: u64 = 0x7F * ONES;

impl Lane {
    /// All five lanes with every frog on its stack.
    pub(super) const ALL_STACKED: [Self; LANES] = {
        let mut lanes = [Self(0); LANES];
        let mut index = 0;
        while index < LANES {
            lanes[index] = Self(ONES * (STACKED + index as u8 + 1) as u64);
            index += 1;
        }
        lanes
    };

    /// The space of a seat's frog, or none while it is on its stack.
    #[inline]
    pub(super) const fn space(self, seat: Seat) -> Option<u8> {
        let byte = (self.0 >> (8 * seat.index())) as u8;
        if byte < STACKED { Some(byte) } else { None }
    }

    /// The seat whose frog is on a space.
    #[inline]
    pub(super) const fn seat_on(self, space: u8) -> Option<Seat> {
        let found = zero_bytes(self.0 ^ (ONES * space as u64));
        if found == 0 { None } else { Some(Seat::new(found.trailing_zeros() as usize / 8)) }
    }

    /// Puts a seat's frog on a space.
    #[inline]
    pub(super) const fn put(&mut self, seat: Seat, space: u8) {
        let shift = 8 * seat.index();
        self.0 = self.0 & !(0xFF << shift) | (space as u64) << shift;
    }
}

/// The seats whose five frogs stand in one straight line.
#[derive(Clone, Copy)]
pub(super) struct Lines(u64);

impl Lines {
    #[inline]
    pub(super) const fn of(lanes: &[Lane; LANES]) -> Self {
        let [Lane(first), Lane(second), Lane(third), Lane(fourth), Lane(fifth)] = *lanes;
        Self(zero_bytes(first ^ second | first ^ third | first ^ fourth | first ^ fifth))
    }

    /// The first seat with a line, asked in turn order from this one on. Bytes that belong to no seat never line up.
    #[inline]
    pub(super) const fn first_from(self, seat: Seat) -> Option<Seat> {
        if self.0 == 0 {
            return None;
        }
        let ahead = self.0.rotate_right(8 * seat.index() as u32).trailing_zeros() as usize / 8;
        Some(Seat::new((seat.index() + ahead) % 8))
    }
}

/// One seat's frogs, a byte for each lane.
#[derive(Clone, Copy)]
pub(super) struct Family(u64);

impl Family {
    #[inline]
    pub(super) const fn of(lanes: &[Lane; LANES], seat: Seat) -> Self {
        let mut family = 0;
        let mut index = 0;
        while index < LANES {
            family |= (lanes[index].0 >> (8 * seat.index()) & 0xFF) << (8 * index);
            index += 1;
        }
        Self(family)
    }

    /// Do the five stand in one straight line once the frog of this lane, 1 to 5, is on this space?
    #[inline]
    pub(super) const fn lines_up_with(self, lane: usize, space: u8) -> bool {
        let others = !(0xFF << (8 * (lane - 1)));
        (self.0 ^ (FIVE_ONES * space as u64)) & others == 0
    }
}

/// The top bit of every byte that is zero.
#[inline]
const fn zero_bytes(bytes: u64) -> u64 {
    !(((bytes & LOW_BITS) + LOW_BITS) | bytes | LOW_BITS)
}
