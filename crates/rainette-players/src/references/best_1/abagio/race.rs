//! How many rolls a seat needs to bring its frogs home, with nobody in the way.
//!
//! The table covers every way in which the frogs of one colour can stand on the inner path: the least number of rolls
//! expected, worked out from the fewest steps to the most.

use std::sync::OnceLock;

use super::sight::{EIGHT, ONE, Sight, count};

/// How many frogs may stand on each position from 1 to 8.
const LIMITS: [u8; 8] = [2, 5, 5, 5, 5, 5, 5, 2];
/// What one frog on each position adds to the number of a standing.
const STEPS: [usize; 8] = steps();
/// More than the highest number.
const STANDINGS: usize = STEPS[7] * (LIMITS[7] as usize + 1);
const FROGS: u8 = 12;

const fn steps() -> [usize; 8] {
    let mut steps = [1; 8];
    let mut place = 1;
    while place < 8 {
        steps[place] = steps[place - 1] * (LIMITS[place - 1] as usize + 1);
        place += 1;
    }
    steps
}

/// The expected number of rolls for each standing on the inner path.
pub(crate) struct Race(Vec<f32>);

impl Race {
    /// The table, made when it is first asked for.
    pub(crate) fn table() -> &'static Self {
        static TABLE: OnceLock<Race> = OnceLock::new();
        TABLE.get_or_init(Self::new)
    }

    fn new() -> Self {
        let mut rolls = vec![0.0_f32; STANDINGS];
        // What each die is good for, up to three times, by standing; standings of more than twelve frogs take no room.
        let mut in_hand = vec![[[InHand::default(); 3]; 6]];
        let mut places = vec![0_u32; STANDINGS];
        for standing in 1..STANDINGS {
            let frogs = counts(standing);
            if frogs.iter().sum::<u8>() > FROGS {
                continue;
            }
            let leaps: [Leaps; 6] = std::array::from_fn(|die| Leaps::of(frogs, standing, die + 1));
            let (mut sum, mut stuck) = (0.0, 0.0);
            let mut roll = |weight: f32, best: InHand| {
                if best.used == 0 { stuck += weight } else { sum += weight * best.rolls }
            };
            for larger in 0..6 {
                for smaller in 0..larger {
                    let by_larger = leaps[larger].best(|next| in_hand[places[next] as usize][smaller][0]);
                    let by_smaller = leaps[smaller].best(|next| in_hand[places[next] as usize][larger][0]);
                    // If only one can be used but either could, the larger must be.
                    let is_single = by_larger.used == 1 && by_smaller.used == 1;
                    roll(2.0, if is_single { by_larger } else { by_larger.or(by_smaller) });
                }
                roll(1.0, leaps[larger].best(|next| in_hand[places[next] as usize][larger][2]));
            }
            let value = (36.0 + sum) / (36.0 - stuck);
            rolls[standing] = value;
            let mut mine = [[InHand { used: 0, rolls: value }; 3]; 6];
            for (die, leaps) in leaps.iter().enumerate().filter(|(_, leaps)| leaps.ways > 0) {
                for times in 0..3 {
                    mine[die][times] = leaps.best(|next| match times {
                        0 => InHand { used: 0, rolls: rolls[next] },
                        _ => in_hand[places[next] as usize][die][times - 1],
                    });
                }
            }
            places[standing] = in_hand.len() as u32;
            in_hand.push(mine);
        }
        Self(rolls)
    }

    /// The rolls that a side expects to need: from the table if all its frogs are on the inner path, roughly
    /// otherwise.
    pub(crate) fn rolls(&self, sight: &Sight, side: usize) -> f32 {
        if !sight.is_home(side) {
            return f32::from(sight.pips(side)) / 8.0 + 1.0;
        }
        let safe = sight.safe[side].iter().zip(&STEPS[1..]).map(|(&frogs, step)| usize::from(frogs) * step);
        let one = usize::from(count(sight.shared[ONE], side)) * STEPS[0];
        let eight = usize::from(count(sight.shared[EIGHT], side)) * STEPS[7];
        self.0[safe.sum::<usize>() + one + eight]
    }
}

fn counts(standing: usize) -> [u8; 8] {
    std::array::from_fn(|place| (standing / STEPS[place] % (usize::from(LIMITS[place]) + 1)) as u8)
}

/// What can be made of dice in hand: the more of them used the better, then the fewer rolls left.
#[derive(Clone, Copy, Debug, Default)]
struct InHand {
    used: u8,
    rolls: f32,
}

impl InHand {
    /// The better of two. A leap that brings the last frog home is always allowed.
    fn or(self, other: Self) -> Self {
        let is_better = match (self.is_home(), other.is_home()) {
            (false, false) => other.used > self.used || (other.used == self.used && other.rolls < self.rolls),
            (is_home, _) => !is_home,
        };
        if is_better { other } else { self }
    }

    fn is_home(self) -> bool {
        self.used > 0 && self.rolls == 0.0
    }
}

/// The standings after a leap by one die.
#[derive(Default)]
struct Leaps {
    after: [usize; 8],
    ways: usize,
}

impl Leaps {
    fn of(frogs: [u8; 8], standing: usize, die: usize) -> Self {
        let farthest = frogs.iter().rposition(|&frogs| frogs > 0).expect("a frog is left") + 1;
        let mut leaps = Self::default();
        for from in (1..=8).filter(|from| frogs[from - 1] > 0) {
            let next = if from > die {
                let to = from - die;
                if frogs[to - 1] >= LIMITS[to - 1] {
                    continue;
                }
                standing - STEPS[from - 1] + STEPS[to - 1]
            } else if from == die || from == farthest {
                standing - STEPS[from - 1]
            } else {
                continue;
            };
            leaps.after[leaps.ways] = next;
            leaps.ways += 1;
        }
        leaps
    }

    /// The best of these leaps, given what the rest of the dice is good for after each.
    fn best(&self, rest: impl Fn(usize) -> InHand) -> InHand {
        let leap = |&next: &usize| {
            let rest = if next == 0 { InHand::default() } else { rest(next) };
            InHand { used: 1 + rest.used, rolls: rest.rolls }
        };
        self.after[..self.ways].iter().map(leap).reduce(InHand::or).unwrap_or_default()
    }
}
