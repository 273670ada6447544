//! Seeds, commitments to them, and the random numbers that follow from them.

use std::fmt;
use std::str::FromStr;

use hmac::{Hmac, KeyInit as _, Mac as _};
use rainette_core::{Random, Seat};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use thiserror::Error;
use utoipa::ToSchema;

/// A text is not 32 bytes in hexadecimal.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("expected 64 digits `0` to `9` and `a` to `f`")]
pub struct HexError;

/// A secret of 256 bits. It is 64 hexadecimal digits in text, but is never printed by accident: it has no `Display`,
/// and its `Debug` says nothing.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(try_from = "String", into = "String")]
#[cfg_attr(feature = "schema", schemars(with = "String"))]
#[schema(value_type = String)]
pub struct Seed([u8; 32]);

impl Seed {
    /// The seed of these bytes.
    pub const fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// What one shows of a seed before one shows the seed itself: its SHA-256.
    pub fn commitment(&self) -> Commitment {
        Commitment(Sha256::digest(self.0).into())
    }

    /// The seed as 64 hexadecimal digits, for when it is no secret any more.
    pub fn reveal(&self) -> String {
        hex(&self.0)
    }

    /// What hides the event with this number in the chain of a table: the HMAC-SHA256 under the server's seed of the
    /// text `rainette salt NUMBER`. The label differs from that of the dice, so that a salt says nothing of a roll.
    pub(super) fn salt(&self, number: u64) -> [u8; 32] {
        self.mac(&format!("rainette salt {number}"))
    }

    fn mac(&self, text: &str) -> [u8; 32] {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.0).expect("HMAC takes keys of any length");
        mac.update(text.as_bytes());
        mac.finalize().into_bytes().into()
    }
}

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seed(…)")
    }
}

impl FromStr for Seed {
    type Err = HexError;

    fn from_str(text: &str) -> Result<Self, HexError> {
        unhex(text).map(Self)
    }
}

impl TryFrom<String> for Seed {
    type Error = HexError;

    fn try_from(text: String) -> Result<Self, HexError> {
        text.parse()
    }
}

impl From<Seed> for String {
    fn from(seed: Seed) -> Self {
        seed.reveal()
    }
}

/// The SHA-256 of a seed, or of something else that is to stay as it is. It may be shown to everybody.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(try_from = "String", into = "String")]
#[cfg_attr(feature = "schema", schemars(with = "String"))]
#[schema(value_type = String)]
pub struct Commitment([u8; 32]);

impl Commitment {
    /// The SHA-256 of some bytes one after the other.
    pub(super) fn of(parts: &[&[u8]]) -> Self {
        let mut hash = Sha256::new();
        for part in parts {
            hash.update(part);
        }
        Self(hash.finalize().into())
    }

    pub(super) fn bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Display for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex(&self.0))
    }
}

impl fmt::Debug for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Commitment({self})")
    }
}

impl FromStr for Commitment {
    type Err = HexError;

    fn from_str(text: &str) -> Result<Self, HexError> {
        unhex(text).map(Self)
    }
}

impl TryFrom<String> for Commitment {
    type Error = HexError;

    fn try_from(text: String) -> Result<Self, HexError> {
        text.parse()
    }
}

impl From<Commitment> for String {
    fn from(commitment: Commitment) -> Self {
        commitment.to_string()
    }
}

/// Every seed of a game, frozen at its start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seeds {
    server: Seed,
    players: Vec<Seed>,
}

impl Seeds {
    /// The server's seed and those of the players, which are put into the order of their commitments: whoever knows
    /// all seeds before the others must not be able to choose the dice by choosing an order.
    pub fn new(server: Seed, mut players: Vec<Seed>) -> Self {
        players.sort_by_key(Seed::commitment);
        Self { server, players }
    }

    /// The server's seed.
    pub fn server(&self) -> Seed {
        self.server
    }

    /// The players' seeds in the order of their commitments.
    pub fn players(&self) -> &[Seed] {
        &self.players
    }

    /// The random numbers of a chance event: `number` counts the chance events of the table alone, from 1, those that
    /// were taken back included. Nothing else that happens at a table can move it.
    pub fn random(&self, number: u64) -> Stream {
        self.stream(format!("rainette dice {number}"))
    }

    /// Which of so many seats starts, if it is drawn by lot. Its label is its own, so that the dice keep their numbers.
    pub fn lot(&self, seats: usize) -> Seat {
        let drawn = self.stream("rainette lot".to_owned()).below(seats.max(1) as u32);
        Seat::new(drawn as usize)
    }

    fn stream(&self, label: String) -> Stream {
        let players = self.players.iter().flat_map(|seed| [" ".to_owned(), seed.reveal()]).collect();
        Stream { server: self.server, label, players, block: 0, words: [0; 8], used: 8 }
    }
}

/// The random numbers of one chance event, or of the lot that says who starts.
///
/// Block by block, counted from 0, they are the HMAC-SHA256 under the server's seed of the text
/// `LABEL BLOCK SEED SEED …`, where the label is `rainette dice NUMBER` or `rainette lot`, each block cut into eight
/// numbers of 32 bits, the high byte first.
#[derive(Clone)]
pub struct Stream {
    server: Seed,
    label: String,
    players: String,
    block: u32,
    words: [u32; 8],
    used: usize,
}

impl Stream {
    fn refill(&mut self) {
        let bytes = self.server.mac(&format!("{} {}{}", self.label, self.block, self.players));
        let (chunks, _) = bytes.as_chunks::<4>();
        for (word, chunk) in self.words.iter_mut().zip(chunks) {
            *word = u32::from_be_bytes(*chunk);
        }
        self.block += 1;
        self.used = 0;
    }
}

impl Random for Stream {
    fn next_u32(&mut self) -> u32 {
        if self.used == self.words.len() {
            self.refill();
        }
        self.used += 1;
        self.words[self.used - 1]
    }
}

fn hex(bytes: &[u8; 32]) -> String {
    bytes
        .iter()
        .flat_map(|byte| [byte >> 4, byte & 15])
        .map(|digit| char::from(DIGITS[usize::from(digit)]))
        .collect()
}

const DIGITS: &[u8; 16] = b"0123456789abcdef";

/// One seed has one text, so capitals are refused.
fn unhex(text: &str) -> Result<[u8; 32], HexError> {
    let digits: &[u8; 64] = text.as_bytes().try_into().map_err(|_| HexError)?;
    let mut bytes = [0; 32];
    let (pairs, _) = digits.as_chunks::<2>();
    for (byte, pair) in bytes.iter_mut().zip(pairs) {
        for digit in pair {
            let value = DIGITS.iter().position(|known| known == digit).ok_or(HexError)?;
            *byte = *byte << 4 | value as u8;
        }
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rainette_core::{Bag, Draw};

    fn seeds() -> Seeds {
        Seeds::new(Seed::new([7; 32]), vec![Seed::new([1; 32]), Seed::new([2; 32])])
    }

    #[test]
    fn a_seed_reads_back_and_is_not_printed_by_accident() {
        let seed: Seed =
            "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff".parse().expect("hex");
        assert_eq!(seed.reveal().parse(), Ok(seed));
        assert_eq!(format!("{seed:?}"), "Seed(…)");
        for wrong in ["", "00", &"0".repeat(63), &"A".repeat(64), &"g".repeat(64), &"é".repeat(32)] {
            assert_eq!(wrong.parse::<Seed>(), Err(HexError), "{wrong}");
        }
    }

    #[test]
    fn a_commitment_is_the_sha_256_of_the_seed() {
        // From `printf '%064d' 0 | xxd -r -p | sha256sum`.
        let zero = Seed::new([0; 32]).commitment().to_string();
        assert_eq!(zero, "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925");
    }

    #[test]
    fn the_order_in_which_seeds_come_in_changes_nothing() {
        let [a, b] = [Seed::new([1; 32]), Seed::new([2; 32])];
        assert_eq!(Seeds::new(a, vec![a, b]), Seeds::new(a, vec![b, a]));
    }

    #[test]
    fn numbers_follow_from_every_seed_and_the_number_of_the_chance_event() {
        let first = |seeds: &Seeds, number| {
            let mut random = seeds.random(number);
            [random.next_u32(), random.next_u32()]
        };
        let base = first(&seeds(), 5);
        assert_eq!(first(&seeds(), 5), base);
        assert_ne!(first(&seeds(), 6), base);
        assert_ne!(first(&Seeds::new(Seed::new([8; 32]), seeds().players), 5), base);
        assert_ne!(first(&Seeds::new(Seed::new([7; 32]), vec![Seed::new([1; 32])]), 5), base);
    }

    #[test]
    fn blocks_do_not_repeat() {
        let mut random = seeds().random(0);
        let words: std::collections::BTreeSet<u32> = (0..80).map(|_| random.next_u32()).collect();
        assert_eq!(words.len(), 80);
    }

    #[test]
    fn the_lot_is_even_and_leaves_the_dice_alone() {
        let mut drawn = [0_u32; 5];
        for server in 0..=250 {
            let seeds = Seeds::new(Seed::new([server; 32]), vec![Seed::new([1; 32])]);
            drawn[seeds.lot(5).index()] += 1;
            assert_eq!(seeds.lot(1), Seat::new(0));
        }
        assert!(drawn.iter().all(|&times| (30..=70).contains(&times)), "{drawn:?}");
        let mut lot = seeds().stream("rainette lot".to_owned());
        assert_eq!(format!("{:08x}", lot.next_u32()), "f965b0cc");
        assert_ne!(seeds().random(0).next_u32(), 0xf965_b0cc, "no dice have the numbers of the lot");
    }

    /// The example of docs/fair-dice.md, computed there step by step with other tools.
    #[test]
    fn the_example_of_the_specification_comes_out() {
        let mut random = seeds().random(12);
        assert_eq!(format!("{:08x}", random.next_u32()), "283ccb36");
        assert_eq!(Draw::TWO_DICE.sample(&mut seeds().random(12)).as_slice(), [3, 1]);
        let bag = Draw::bag(Bag::some(&[2, 2, 1], 3));
        assert_eq!(bag.sample(&mut seeds().random(12)).as_slice(), [0, 1, 2]);
    }
}
