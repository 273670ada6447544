//! The weights of the evaluation, in hundredths of a logit.

use super::evaluation::Weights;

/// One for each feature.
#[rustfmt::skip]
pub(super) const WEIGHTS: Weights = [
    1, -278, -174, -79, 1, 18, 29, 32, 24, 22,
    28, 24, 26, 3, 7, 18, 1, 0, -8, 1,
    6, -12, -11, 1, -7, -34, -44, -8, -17, -16,
    0, 41, 43, 55, 22, 20, 0, 41, 39, 48,
    54, 55, 0, 135, 46, 0, 7, 49, 0, 0,
    12, -8, -16, -15, -37, -1, -0, -5, -0, 4,
    9, -6, 7, -11, 17, -2,
    0,0,0,0,0,0,0,0,0,0,0,0
];
