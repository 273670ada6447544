//! What a position is worth to each seat: games played on for some turns by the evaluation, which then says who is ahead.

use rainette_core::{Actions, Game as _, Random as _};
use rainette_games::pool_party::PoolParty;

use super::horizon;
use super::search::play_on;
use crate::judge::{Judge, Judgement, Sample, Whole};
use crate::random::Generator;

/// In how many ways two dice come.
const ROLLS: u32 = 36;

/// The seat to act decides first. Then games are played on in which all first rolls come equally often, and all second
/// ones.
pub(super) fn judge(whole: &Whole<PoolParty>, judge: &Judge) -> Judgement {
    let (after, rest) = judge.decide(whole);
    if after.result().is_some() {
        return rest.judge(&after);
    }
    let position = *after.position();
    let seats = position.seats();
    let turns = horizon(seats);
    let mut sample = Sample::new(seats);
    let mut actions = Actions::new();
    let mut random = Generator::new(rest.seed);
    let games = whole_cycles((rest.iterations / turns).max(2));
    let (first, second) = (evenly(games, &mut random), evenly(games, &mut random));
    for (game, first) in (0..).zip(first.into_iter().zip(second)) {
        let random = Generator::of(rest.seed, game);
        let values = play_on(position, turns, first.into(), random, &mut actions, || true);
        sample.add(&values.expect("nothing stops it"));
    }
    sample.judgement(u64::from(judge.iterations))
}

/// As many games as let all rolls come equally often, if there are so many at all.
fn whole_cycles(games: u32) -> u32 {
    if games < ROLLS { games } else { games / ROLLS * ROLLS }
}

/// The numbers of so many rolls, in random order. Each comes with the one of which it is the underside, so that large and
/// small ones come equally often also if there are few.
fn evenly(count: u32, random: &mut Generator) -> Vec<u32> {
    let mut rolls = Vec::new();
    while rolls.len() < count as usize {
        let mut pairs: Vec<u32> = (0..ROLLS / 2).collect();
        for place in (1..pairs.len()).rev() {
            pairs.swap(place, random.below(place as u32 + 1) as usize);
        }
        for pair in pairs {
            let (one, other) = (pair, ROLLS - 1 - pair);
            rolls.extend(if random.below(2) == 0 { [one, other] } else { [other, one] });
        }
    }
    rolls.truncate(count as usize);
    rolls
}

#[cfg(test)]
mod tests {
    use super::super::search::roll;
    use super::*;

    fn pips(rolls: &[u32]) -> u32 {
        let pips = |&number: &u32| {
            let roll = roll(number);
            u32::from(roll.larger() + roll.smaller())
        };
        rolls.iter().map(pips).sum()
    }

    #[test]
    fn rolls_have_seven_pips_on_average_at_every_count() {
        for count in 2..=3 * ROLLS {
            let rolls = |seed| evenly(count, &mut Generator::new(seed));
            let own = pips(&rolls(1));
            assert!(own.abs_diff(7 * count) <= 5 * (count % 2), "{count} rolls have {own} pips");
            let all: u32 = (0..600).map(|seed| pips(&rolls(seed))).sum();
            // One roll of an odd number has no underside: its pips vary by 2.4.
            let off = (f64::from(all) / 600.0 - f64::from(7 * count)).abs();
            assert!(off < 4.0 * 2.42 / 600_f64.sqrt(), "{count} rolls are {off} off on average");
        }
    }

    #[test]
    fn all_rolls_come_equally_often_as_soon_as_there_are_enough() {
        for games in [2, 25, 36, 107, 375] {
            let games = whole_cycles(games);
            let mut rolls = evenly(games, &mut Generator::new(2));
            rolls.sort_unstable();
            let even: Vec<u32> = (0..ROLLS).flat_map(|roll| vec![roll; (games / ROLLS) as usize]).collect();
            assert!(games < ROLLS || rolls == even, "{games}: {rolls:?}");
        }
    }
}
