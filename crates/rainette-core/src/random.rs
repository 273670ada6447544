//! Where random numbers come in.

/// A source of random numbers, handed in by the caller.
///
/// Any closure that gives a `u32` is one:
///
/// ```
/// use rainette_core::Random;
/// let mut always = || 0x8000_0001;
/// assert_eq!(always.below(6), 3);
/// ```
pub trait Random {
    /// The next 32 random bits.
    fn next_u32(&mut self) -> u32;

    /// A number below `n`, every one equally likely.
    ///
    /// The next 32 bits are multiplied by `n`; the upper half of the product is the number, unless the lower half
    /// falls into the part that would favour some numbers: then the next 32 bits are tried.
    ///
    /// # Panics
    /// If `n` is 0.
    #[inline]
    fn below(&mut self, n: u32) -> u32 {
        assert_ne!(n, 0, "nothing to choose from");
        let mut product = u64::from(self.next_u32()) * u64::from(n);
        if (product as u32) < n {
            let unfair = n.wrapping_neg() % n;
            while (product as u32) < unfair {
                product = u64::from(self.next_u32()) * u64::from(n);
            }
        }
        (product >> 32) as u32
    }
}

impl<F: FnMut() -> u32> Random for F {
    #[inline]
    fn next_u32(&mut self) -> u32 {
        self()
    }
}

/// A fixed, evenly spread sequence, for set-ups that must be the same everywhere. It is no source of randomness.
#[derive(Clone, Copy, Debug, Default)]
pub struct Weyl(u32);

impl Random for Weyl {
    fn next_u32(&mut self) -> u32 {
        self.0 = self.0.wrapping_add(0x9E37_79B9);
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn below_takes_the_upper_half_of_the_product_and_rejects_the_unfair_part() {
        // 2^32 mod 6 is 4: products whose lower half is below 4 are drawn again.
        let mut given = [0, 0x2AAA_AAAB, u32::MAX].into_iter();
        let mut random = || given.next().expect("three numbers are enough");
        assert_eq!(random.below(6), 5, "0 and the second fall into the unfair part");
    }

    #[test]
    fn below_is_even() {
        let mut random = Weyl::default();
        let mut seen = [0_u32; 6];
        for _ in 0..60_000 {
            seen[random.below(6) as usize] += 1;
        }
        assert!(seen.iter().all(|&n| n.abs_diff(10_000) < 10), "{seen:?}");
    }
}
