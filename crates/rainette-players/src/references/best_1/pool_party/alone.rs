//! How soon a family of five frogs lines up if it is left alone, solved exactly.
//!
//! Without others in the pool only the gaps between the five frogs matter: neither the sector where they stand nor
//! which frog stands where. That leaves about four thousand [classes](Classes), and for each of them the best chance
//! to line up within one turn, two turns and so on follows from the turn before: a small table of exact numbers.

use rainette_games::pool_party::{LANES, SPACES};

/// How far ahead the table looks, in turns of the family.
pub(crate) const TURNS: usize = 12;

const RING: usize = SPACES as usize;

/// Gaps between five frogs in a ring, told apart only by their order around it.
pub(crate) struct Classes {
    /// The class of the four other frogs' distances from the first one, in base 24.
    index: Vec<u16>,
    /// One arrangement of each class.
    examples: Vec<[u8; LANES]>,
}

impl Classes {
    /// Numbers the classes, in the order of their smallest arrangements. Class 0 is the line.
    pub(crate) fn new() -> Self {
        let mut index = vec![u16::MAX; RING.pow(4)];
        let mut examples = Vec::new();
        let ring = SPACES;
        for b in 0..ring {
            for c in b..ring {
                for d in c..ring {
                    for e in d..ring {
                        let frogs = [0, b, c, d, e];
                        if index[place(frogs)] == u16::MAX {
                            mark(&mut index, frogs, examples.len() as u16);
                            examples.push(frogs);
                        }
                    }
                }
            }
        }
        Self { index, examples }
    }

    pub(crate) fn len(&self) -> usize {
        self.examples.len()
    }

    /// The class of five frogs.
    #[inline]
    pub(crate) fn of(&self, frogs: [u8; LANES]) -> usize {
        usize::from(self.index[place(frogs)])
    }
}

/// Where the class of five frogs stands.
#[inline]
fn place(frogs: [u8; LANES]) -> usize {
    let ahead = |lane: usize| {
        let steps = frogs[lane] + SPACES - frogs[0];
        usize::from(if steps >= SPACES { steps - SPACES } else { steps })
    };
    ((ahead(1) * RING + ahead(2)) * RING + ahead(3)) * RING + ahead(4)
}

/// Gives a class to all arrangements that differ from this one by a turn of the ring or by which frog is where.
fn mark(index: &mut [u16], frogs: [u8; LANES], class: u16) {
    for first in 0..LANES {
        let mut turned = frogs;
        turned.swap(0, first);
        permute(&mut turned, 1, &mut |frogs| index[place(frogs)] = class);
    }
}

/// Every order of the frogs from this one on.
fn permute(frogs: &mut [u8; LANES], from: usize, each: &mut impl FnMut([u8; LANES])) {
    if from + 1 >= LANES {
        return each(*frogs);
    }
    for other in from..LANES {
        frogs.swap(from, other);
        permute(frogs, from + 1, each);
        frogs.swap(from, other);
    }
}
