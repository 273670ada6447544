//! Players that do not change, so that what comes later can be measured by them.
//!
//! Nothing here is ever edited: a frozen player has its own code and its own weights (`weights/best-1`), and what it
//! shares with others, the tree search of `mcts` and the contract, is held to its golden choices by
//! `tests/references.rs`. A stronger `best` that is to be kept becomes a folder beside these.

pub(crate) mod best_1;
