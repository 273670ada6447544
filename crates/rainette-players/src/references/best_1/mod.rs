//! `best-1`: the strongest player of every game as it was before evaluations were learned anew.

pub(crate) mod abagio;
pub(crate) mod china_moon;
pub(crate) mod frogriders;
pub(crate) mod hop_it;
pub(crate) mod pool_party;
