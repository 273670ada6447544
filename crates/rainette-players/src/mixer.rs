//! A fast hash for tables of positions.

use std::hash::Hasher;

/// Mixes what it is given word by word. Positions are not chosen by anybody to be hard.
#[derive(Default)]
pub(crate) struct Mixer(u64);

impl Hasher for Mixer {
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks();
        for &word in words {
            self.write_u64(u64::from_le_bytes(word));
        }
        for &byte in rest {
            self.write_u8(byte);
        }
    }

    fn write_u8(&mut self, byte: u8) {
        self.write_u64(byte.into());
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0 ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29);
    }

    fn finish(&self) -> u64 {
        (self.0 ^ self.0 >> 31).wrapping_mul(0xBF58_476D_1CE4_E5B9)
    }
}
