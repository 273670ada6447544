//! Randomness that nobody can guess: ids, codes, tokens and seeds.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use crate::fair::Seed;

/// Bytes.
pub(crate) fn bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the system gives random numbers");
    bytes
}

/// A number.
pub(crate) fn number() -> u64 {
    u64::from_le_bytes(bytes())
}

/// The id of a table: 128 bits.
pub(crate) fn id() -> String {
    URL_SAFE_NO_PAD.encode(bytes::<16>())
}

/// A secret seed.
pub(crate) fn seed() -> Seed {
    Seed::new(bytes())
}

/// A code that people can read out: 16 letters and digits, none that look alike, 80 bits.
pub(crate) fn code() -> String {
    const LETTERS: &[u8; 32] = b"abcdefghjkmnpqrstuvwxyz023456789";
    bytes::<16>().iter().map(|byte| char::from(LETTERS[usize::from(byte & 31)])).collect()
}
