//! Frogs: on their pads, and counted by colour.

use rainette_core::Drawn;

use super::board::{Colour, PADS, Pad, Pads, spread};

/// How many frogs of each colour.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Frogs([u8; 4]);

impl Frogs {
    /// How many frogs there are of any colour.
    #[inline]
    pub fn total(self) -> u8 {
        self.0.iter().sum()
    }
}

impl std::ops::Index<Colour> for Frogs {
    type Output = u8;

    #[inline]
    fn index(&self, colour: Colour) -> &u8 {
        &self.0[colour as usize]
    }
}

impl std::ops::IndexMut<Colour> for Frogs {
    #[inline]
    fn index_mut(&mut self, colour: Colour) -> &mut u8 {
        &mut self.0[colour as usize]
    }
}

/// The frogs on their pads: where there are any, and two bits of colour for each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Pond {
    occupied: Pads,
    low: Pads,
    high: Pads,
}

impl Pond {
    /// The pads with a frog.
    #[inline]
    pub(super) const fn occupied(&self) -> Pads {
        self.occupied
    }

    /// How many frogs there are on the pond.
    #[inline]
    pub fn total(&self) -> u8 {
        self.occupied.count_ones() as u8
    }

    /// The frog on a pad.
    #[inline]
    pub fn frog(&self, pad: Pad) -> Option<Colour> {
        pad.is_in(self.occupied).then(|| self.colour(pad))
    }

    /// The colour of the frog on a pad that has one.
    #[inline]
    pub(super) fn colour(&self, pad: Pad) -> Colour {
        let (low, high) = (pad.is_in(self.low), pad.is_in(self.high));
        Colour::ALL[usize::from(high) << 1 | usize::from(low)]
    }

    /// Puts a frog on an empty pad.
    #[inline]
    pub(super) fn put(&mut self, pad: Pad, colour: Colour) {
        self.occupied |= pad.bit();
        self.low |= if colour as u8 & 1 == 1 { pad.bit() } else { 0 };
        self.high |= if colour as u8 >> 1 == 1 { pad.bit() } else { 0 };
    }

    /// Takes the frogs from these pads.
    #[inline]
    pub(super) fn clear(&mut self, pads: Pads) {
        self.occupied &= !pads;
        self.low &= !pads;
        self.high &= !pads;
    }

    /// Frogs of these colours, by their numbers, on these places in order.
    pub(super) fn of(places: &[u8], colours: &[u8]) -> Self {
        let (mut occupied, mut low, mut high) = (0_u64, 0_u64, 0_u64);
        for (&place, &colour) in places.iter().zip(colours) {
            occupied |= 1 << place;
            low |= u64::from(colour & 1) << place;
            high |= u64::from(colour >> 1) << place;
        }
        Self { occupied: spread(occupied), low: spread(low), high: spread(high) }
    }

    /// The colours, by their numbers, of the frogs on these places in order; none if one of the places is empty or
    /// there are frogs elsewhere.
    pub(super) fn colours(&self, places: &[u8]) -> Option<Drawn> {
        let frog = |&place: &u8| self.frog(PADS[usize::from(place)]).map(|colour| colour as u8);
        let is_full = self.occupied.count_ones() as usize == places.len();
        if is_full { places.iter().map(frog).collect() } else { None }
    }
}
