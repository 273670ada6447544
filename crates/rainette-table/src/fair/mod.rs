//! Fair dice: seeds that everybody commits to before anybody knows them, chance events that follow from the seeds and
//! from how many chance events there were before, a chain of hashes over all that happens at a table, and the proof by
//! which anybody can check a game afterwards.
//!
//! What is computed here is written down in `docs/fair-dice.md`, so that others can compute it without this code.
//!
//! ```
//! use rainette_core::Draw;
//! use rainette_table::fair::{Seed, Seeds};
//!
//! let (ours, theirs) = (Seed::new([1; 32]), Seed::new([2; 32]));
//! let shown_at_the_beginning = ours.commitment();
//! let seeds = Seeds::new(ours, vec![theirs]);
//! let roll = Draw::TWO_DICE.sample(&mut seeds.random(7));
//! assert_eq!(roll, Draw::TWO_DICE.sample(&mut seeds.random(7)), "anybody finds the same, once the seeds are known");
//! assert_eq!(seeds.server().commitment(), shown_at_the_beginning);
//! ```

mod chain;
mod entry;
mod lobby;
mod proof;
mod replay;
mod seeds;
mod verify;

pub(crate) use chain::written;
pub use chain::{Chain, Header};
pub use entry::{Drawing, Entry, Heap, Promise, Showing, Who};
pub use proof::{Contribution, Proof, Revealed};
pub use seeds::{Commitment, HexError, Seed, Seeds, Stream};
pub use verify::{Verdict, Verified, Wrong, verify};
