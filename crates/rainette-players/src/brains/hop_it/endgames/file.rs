//! Tables as bytes: a line that says what they are, a checksum, and an entry a byte.

use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec;
use rainette_core::Game as _;
use rainette_games::hop_it::{HopIt, QUIET_TURNS};
use thiserror::Error;

use super::index::Index;
use super::material::Class;
use super::{Endgames, Entry, UNUSED};

/// The first word of a table.
const MARK: &str = "rainette-endgames";
/// How entries are numbered and what they mean.
const FORMAT: u32 = 1;
/// The first line is no longer than this.
const LONGEST_LINE: usize = 80;

/// Why bytes are no endgame table.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum FileError {
    /// They begin otherwise.
    #[error("no endgame table: expected a first line such as `{}`", first_line("fft-ft"))]
    NotATable,
    /// It is for another game, other rules or another program.
    #[error("made for `{found}`, expected `{expected}`: make it anew")]
    Outdated {
        /// What it was made for: format, game and edition of the rules.
        found: String,
        /// What this program reads.
        expected: String,
    },
    /// No table has this name.
    #[error("`{0}` is no class of endgames: expected the frogs and tadpoles of both sides, such as `fft-ft`")]
    UnknownClass(String),
    /// It is cut short, or too long.
    #[error("the table `{class}` has {found} bytes, expected {expected}")]
    Length {
        /// The class it says it is.
        class: String,
        /// How long it is.
        found: usize,
        /// How long tables of the class are.
        expected: usize,
    },
    /// It does not say what was once written.
    #[error("the table `{0}` is damaged: its entries do not have the checksum that it names")]
    Damaged(String),
}

/// What the first line says before the class.
fn kind() -> String {
    format!("{FORMAT} {}.{}", HopIt::INFO.id, HopIt::INFO.edition)
}

fn first_line(class: &str) -> String {
    format!("{MARK} {} {class}", kind())
}

/// A class as it stands in a file.
fn written(class: Class, entries: &[&[Entry]]) -> Vec<u8> {
    let mut bytes = first_line(&class.to_string()).into_bytes();
    bytes.push(b'\n');
    let start = bytes.len() + 8;
    bytes.extend([0; 8]);
    for entries in entries {
        bytes.extend(entries.iter().map(|entry| entry.cast_unsigned()));
    }
    let sum = checksum(&bytes[start..]).to_le_bytes();
    bytes[start - 8..start].copy_from_slice(&sum);
    bytes
}

/// What was read of a class: the entries with each side to move.
struct Read {
    class: Class,
    entries: Vec<Vec<Entry>>,
}

/// The class at the beginning of some bytes, and what follows it.
fn read(bytes: &[u8]) -> Result<(Read, &[u8]), FileError> {
    let end = bytes.iter().take(LONGEST_LINE).position(|&byte| byte == b'\n').ok_or(FileError::NotATable)?;
    let line = std::str::from_utf8(&bytes[..end]).map_err(|_| FileError::NotATable)?;
    let said = line.strip_prefix(MARK).and_then(|said| said.strip_prefix(' ')).ok_or(FileError::NotATable)?;
    let (found, name) = said.rsplit_once(' ').ok_or(FileError::NotATable)?;
    if found != kind() {
        return Err(FileError::Outdated { found: found.to_owned(), expected: kind() });
    }
    let class: Class = name.parse().map_err(|()| FileError::UnknownClass(name.to_owned()))?;
    let lengths = class.materials().map(|material| Index::new(material).len());
    let start = end + 1 + 8;
    let expected = start + lengths.clone().sum::<usize>();
    if bytes.len() < expected {
        return Err(FileError::Length { class: name.to_owned(), found: bytes.len(), expected });
    }
    let (sum, body) = (&bytes[end + 1..start], &bytes[start..expected]);
    let is_entry = |byte: &u8| {
        let entry = byte.cast_signed();
        entry == UNUSED || entry.unsigned_abs() <= QUIET_TURNS
    };
    if checksum(body).to_le_bytes() != sum || !body.iter().all(is_entry) {
        return Err(FileError::Damaged(name.to_owned()));
    }
    let mut rest = body;
    let parts = lengths.map(|length| {
        let (part, others) = rest.split_at(length);
        rest = others;
        part.iter().map(|byte| byte.cast_signed()).collect()
    });
    let entries = parts.collect();
    Ok((Read { class, entries }, &bytes[expected..]))
}

/// Notices every flipped bit, and nearly every other damage.
fn checksum(bytes: &[u8]) -> u64 {
    let (words, rest) = bytes.as_chunks::<8>();
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    let words = words.iter().chain([&last]).map(|word| u64::from_le_bytes(*word));
    words.fold(bytes.len() as u64, |sum, word| {
        (sum ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29)
    })
}

impl Endgames {
    /// Puts in a table that was written to a file, and gives the name of its class.
    pub(crate) fn add(&mut self, bytes: &[u8]) -> Result<String, FileError> {
        let (Read { class, entries }, rest) = read(bytes)?;
        if !rest.is_empty() {
            let (class, found) = (class.to_string(), bytes.len());
            return Err(FileError::Length { class, found, expected: found - rest.len() });
        }
        self.put(class, entries.into_iter());
        Ok(class.to_string())
    }

    /// Tables that were packed into one.
    pub(super) fn unpacked(packed: &[u8]) -> Result<Self, FileError> {
        let bytes = decompress_to_vec(packed).map_err(|_| FileError::NotATable)?;
        let (mut tables, mut rest) = (Self::none(), bytes.as_slice());
        while !rest.is_empty() {
            let (Read { class, entries }, others) = read(rest)?;
            tables.put(class, entries.into_iter());
            rest = others;
        }
        Ok(tables)
    }

    /// All tables with up to so many pieces, packed into one.
    pub(crate) fn packed(&self, pieces: u8) -> Vec<u8> {
        let bytes: Vec<u8> =
            Class::all(pieces).into_iter().filter_map(|class| self.bytes_of(class)).flatten().collect();
        compress_to_vec(&bytes, 10)
    }

    /// A class as it is written to a file, if it is there.
    pub(crate) fn bytes_of(&self, class: Class) -> Option<Vec<u8>> {
        let parts: Option<Vec<_>> =
            class.materials().map(|material| self.parts[material.number()].as_ref()).collect();
        let entries: Vec<_> = parts?.iter().map(|part| part.entries.as_slice()).collect();
        Some(written(class, &entries))
    }
}
