//! Fair dice: seeds that everybody commits to before anybody knows them, chance events that follow from the seeds and
//! their number in the log, and the proof by which anybody can check a game afterwards.
//!
//! What is computed here is written down in `docs/fair-dice.md`, so that others can compute it without this code.
//!
//! ```
//! use rainette_core::Draw;
//! use rainette_server::fair::{Seed, Seeds};
//!
//! let (ours, theirs) = (Seed::new([1; 32]), Seed::new([2; 32]));
//! let shown_at_the_beginning = ours.commitment();
//! let seeds = Seeds::new(ours, vec![theirs]);
//! let roll = Draw::TWO_DICE.sample(&mut seeds.random(7));
//! assert_eq!(roll, Draw::TWO_DICE.sample(&mut seeds.random(7)), "anybody finds the same, once the seeds are known");
//! assert_eq!(seeds.server().commitment(), shown_at_the_beginning);
//! ```

mod proof;
mod seeds;
#[cfg(test)]
mod tests;
mod verify;

pub use proof::{Contribution, Drawing, Entry, Heap, Proof, Revealed, Step};
pub use seeds::{Commitment, HexError, Seed, Seeds, Stream};
pub use verify::{Verified, Wrong, verify};
