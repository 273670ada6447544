//! The file of a net: a few numbers that say how large it is, then its weights, layer by layer.
//!
//! ```text
//! RNET, version (1 byte), length of the game's id (1), the id
//! seats (1), inputs (2), first layer (2), second layer (2), signs (2)
//! first layer: a row of bytes for every input, a bias of 2 bytes for every sum
//! second layer, values, signs: a row of bytes for every sum, a bias of 4 bytes for every sum
//! ```
//!
//! Numbers of several bytes begin with the least; weights and biases are signed.

use rainette_core::Seat;
use thiserror::Error;

use super::network::{Dense, MOST_BIAS, Net, Sizes};
use super::senses::Senses;

const MAGIC: &[u8; 4] = b"RNET";
const VERSION: u8 = 1;

/// No layer has more sums than this.
const MOST_WIDE: usize = 1_024;

/// No bias of a later layer is more than this, either way, so that its sums fit 32 bits.
const MOST_LATE_BIAS: u32 = 1 << 24;

/// Why bytes are no net, or not the one that is needed.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NetError {
    /// The bytes are something else.
    #[error("this is no file of a net")]
    NoNet,
    /// A later version of Rainette made the file.
    #[error("nets of version {0} cannot be read: expected {VERSION}")]
    Version(u8),
    /// What the file says of itself cannot be.
    #[error("the net cannot have {0}")]
    Size(String),
    /// There are fewer or more weights than the sizes say.
    #[error("the file has {found} bytes, and {expected} follow from its sizes")]
    Length {
        /// How many bytes there are.
        found: usize,
        /// How many there should be.
        expected: usize,
    },
    /// A bias is so large that sums would not fit.
    #[error("a bias of {0} is too large")]
    Bias(i32),
    /// The net is for another game, or for a version of the game's inputs that is gone.
    #[error("the net is for {found}, and {expected} is needed")]
    OtherGame {
        /// What the net is for.
        found: String,
        /// What it should be for.
        expected: String,
    },
}

/// The bytes that are left to read.
struct Rest<'a>(&'a [u8]);

impl<'a> Rest<'a> {
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    fn byte(&mut self) -> Option<u8> {
        self.take(1).map(|bytes| bytes[0])
    }

    fn size(&mut self) -> Option<usize> {
        let bytes = self.take(2)?.try_into().ok()?;
        Some(u16::from_le_bytes(bytes).into())
    }
}

fn small(bytes: &[u8]) -> Vec<i16> {
    bytes.iter().map(|&byte| i16::from(byte as i8)).collect()
}

fn dense(rest: &mut Rest<'_>, sums: usize, before: usize) -> Option<Result<Dense, NetError>> {
    let weights = small(rest.take(sums * before)?);
    let biases = rest.take(sums * 4)?.as_chunks().0.iter().map(|&bytes| i32::from_le_bytes(bytes));
    let biases: Vec<_> = biases.collect();
    let wrong = biases.iter().copied().find(|bias| bias.unsigned_abs() > MOST_LATE_BIAS);
    Some(wrong.map_or(Ok(Dense { weights, biases }), |bias| Err(NetError::Bias(bias))))
}

impl Sizes {
    fn check(&self) -> Result<(), NetError> {
        let Self { seats, inputs, first, second, signs } = *self;
        let wrong = |what: String| Err(NetError::Size(what));
        if !(1..=Seat::MAX).contains(&seats) {
            return wrong(format!("{seats} seats"));
        }
        if inputs == 0 || signs == 0 {
            return wrong(format!("{inputs} inputs and {signs} signs"));
        }
        if first == 0 || !first.is_multiple_of(16) || first > MOST_WIDE {
            return wrong(format!("a first layer of {first}"));
        }
        if second == 0 || !second.is_multiple_of(8) || second > MOST_WIDE {
            return wrong(format!("a second layer of {second}"));
        }
        Ok(())
    }

    /// How many bytes the weights and biases take.
    fn bytes(&self) -> usize {
        let Self { seats, inputs, first, second, signs } = *self;
        inputs * first + 2 * first + second * (first + 4) + seats * (second + 4) + signs * (first + 4)
    }
}

impl Net {
    /// Reads a net from a file, whatever game it is for.
    pub fn read(bytes: &[u8]) -> Result<Self, NetError> {
        let mut rest = Rest(bytes);
        if rest.take(MAGIC.len()) != Some(MAGIC) {
            return Err(NetError::NoNet);
        }
        let version = rest.byte().ok_or(NetError::NoNet)?;
        if version != VERSION {
            return Err(NetError::Version(version));
        }
        let (game, sizes) = Self::head(&mut rest).ok_or(NetError::NoNet)?;
        sizes.check()?;
        let head = bytes.len() - rest.0.len();
        let length = NetError::Length { found: bytes.len(), expected: head + sizes.bytes() };
        if rest.0.len() != sizes.bytes() {
            return Err(length);
        }
        Self::weights(&mut rest, game, sizes).unwrap_or(Err(length))
    }

    fn head(rest: &mut Rest<'_>) -> Option<(String, Sizes)> {
        let length = rest.byte()?;
        let game = String::from_utf8(rest.take(length.into())?.to_vec()).ok()?;
        let seats = rest.byte()?.into();
        let [inputs, first, second, signs] = [rest.size()?, rest.size()?, rest.size()?, rest.size()?];
        Some((game, Sizes { seats, inputs, first, second, signs }))
    }

    fn weights(rest: &mut Rest<'_>, game: String, sizes: Sizes) -> Option<Result<Self, NetError>> {
        let Sizes { seats, inputs, first, second, signs } = sizes;
        let rows = small(rest.take(inputs * first)?);
        let biases = rest.take(first * 2)?.as_chunks().0.iter().map(|&bytes| i16::from_le_bytes(bytes));
        let biases: Vec<_> = biases.collect();
        let wrong = biases.iter().find(|bias| bias.unsigned_abs() > MOST_BIAS.unsigned_abs());
        if let Some(&bias) = wrong {
            return Some(Err(NetError::Bias(bias.into())));
        }
        let layers = [(second, first), (seats, second), (signs, first)];
        let mut read = Vec::with_capacity(layers.len());
        for (sums, before) in layers {
            match dense(rest, sums, before)? {
                Ok(layer) => read.push(layer),
                Err(error) => return Some(Err(error)),
            }
        }
        let [second, values, signs] = read.try_into().ok()?;
        Some(Ok(Self { game, sizes, rows, biases, second, values, signs }))
    }

    /// Reads a net for a game with so many seats.
    pub(crate) fn read_for<G: Senses>(bytes: &[u8], seats: usize) -> Result<Self, NetError> {
        let net = Self::read(bytes)?;
        let needed = Sizes::of::<G>(seats, net.sizes.first, net.sizes.second);
        if net.game == G::INFO.id && net.sizes == needed {
            return Ok(net);
        }
        let named = |game: &str, sizes: Sizes| {
            format!("`{game}` for {} with {} inputs and {} signs", sizes.seats, sizes.inputs, sizes.signs)
        };
        Err(NetError::OtherGame { found: named(&net.game, net.sizes), expected: named(G::INFO.id, needed) })
    }

    /// The file of a net.
    pub fn to_bytes(&self) -> Vec<u8> {
        let Sizes { seats, inputs, first, second, signs } = self.sizes;
        let mut bytes = MAGIC.to_vec();
        bytes.extend([VERSION, self.game.len() as u8]);
        bytes.extend(self.game.as_bytes());
        bytes.push(seats as u8);
        bytes.extend([inputs, first, second, signs].iter().flat_map(|&size| (size as u16).to_le_bytes()));
        bytes.extend(self.rows.iter().map(|&weight| weight as u8));
        bytes.extend(self.biases.iter().flat_map(|bias| bias.to_le_bytes()));
        for layer in [&self.second, &self.values, &self.signs] {
            bytes.extend(layer.weights.iter().map(|&weight| weight as u8));
            bytes.extend(layer.biases.iter().flat_map(|bias| bias.to_le_bytes()));
        }
        bytes
    }
}
