//! What happens in the games, why something is not allowed, and what things are called: worded once per language.
//!
//! The words are data: `words/en.txt` and `words/fr.txt` hold one message per thing that can be said, with named
//! holes for what it is said of. The command asks [`Words`]; the page is given the same messages as TypeScript by
//! [`typescript`], so that both say the same. Which word to take is decided in `docs/glossary.md`.
//!
//! ```
//! use rainette_core::{Effect, Piece, Seat, Name};
//! use rainette_words::Language;
//!
//! let eaten = Effect::Eaten { piece: Piece::owned("frog", Seat::new(0)), at: Name::of("k3") };
//! let name = |_| "Ada".to_owned();
//! let say = |language: Language| language.words().effect("hop-it", &eaten, &name);
//! assert_eq!(say(Language::En).as_deref(), Some("A crane swallows Ada’s frog on k3."));
//! assert_eq!(say(Language::Fr).as_deref(), Some("Une grue avale une grenouille d’Ada en k3."));
//! ```
//!
//! English reasons, names and lines about a game stand with the rules themselves (`reasons.rs` and `INFO` of each
//! game), because the rules say them too; every other word stands here.

#![forbid(unsafe_code)]

mod board;
mod catalogue;
mod grammar;
mod message;
mod say;
mod signature;
pub mod typescript;

pub use board::{Board, Ink, Look, Marks, Scene, look};
pub use grammar::{Language, UnknownLanguage, capital};
pub use say::Words;
