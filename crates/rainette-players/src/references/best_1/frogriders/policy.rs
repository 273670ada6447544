//! How promising an action looks at a glance.

use rainette_core::{Game as _, Random as _, Turn};
use rainette_games::frogriders::{Action, Colour, Frogriders, Phase};

use super::glance::Glance;
use crate::random::Generator;

/// How much of the best capture a red frog's jump brings on average.
const SECOND_JUMP: f32 = 0.9;

/// The colour that a jump captures.
#[inline]
pub(super) fn captured(position: &Frogriders, action: Action) -> Option<Colour> {
    match action {
        Action::Jump(jump) => position.pond().frog(if jump.captures_jumper { jump.from } else { jump.over }),
        _ => None,
    }
}

/// Calls `each` with what every action gains in trophies for the seat that acts.
pub(super) fn each_gain(position: &Frogriders, actions: &[Action], mut each: impl FnMut(usize, f32)) {
    let Turn::Seat(seat) = position.turn() else { return };
    match position.phase() {
        Phase::Jump | Phase::JumpAgain => {
            let glance = Glance::new(position, seat);
            each_jump(position, actions, glance.gains, glance.flower(), each);
        }
        Phase::Send => {
            let glance = Glance::new(position, seat);
            for (index, &action) in actions.iter().enumerate() {
                each(index, sending(&glance, action));
            }
        }
        _ => {}
    }
}

#[inline]
fn each_jump(
    position: &Frogriders,
    actions: &[Action],
    gains: [f32; 4],
    flower: f32,
    mut each: impl FnMut(usize, f32),
) {
    for (index, &action) in actions.iter().enumerate() {
        let Action::Jump(jump) = action else { continue };
        let gain = captured(position, action).map_or(0.0, |colour| gains[colour as usize]);
        each(index, gain + if jump.landing.has_flower() { flower } else { 0.0 });
    }
}

/// What it gains to send a frog.
#[inline]
fn sending(glance: &Glance<'_>, action: Action) -> f32 {
    let [gains, losses] = [&glance.gains, &glance.losses];
    match action {
        Action::SendRed => {
            let mut gains = *gains;
            gains[Colour::Red as usize] = losses[Colour::Red as usize];
            SECOND_JUMP * gains.into_iter().fold(0.0, f32::max) - losses[Colour::Red as usize]
        }
        Action::SendYellow(Colour::Yellow) => 0.0,
        Action::SendYellow(colour) => gains[colour as usize] - losses[Colour::Yellow as usize],
        Action::SendBlue(card) => glance.card(card) - losses[Colour::Blue as usize],
        _ => 0.0,
    }
}

/// The action that gains the most, give or take some trophies.
#[inline]
pub(super) fn pick(position: &Frogriders, actions: &[Action], noise: f32, random: &mut Generator) -> usize {
    let Turn::Seat(seat) = position.turn() else { return 0 };
    let bits = random.next_u64();
    let unit = |place: u32| (bits >> (16 * place) & 0xffff) as f32 * (1.0 / 65_536.0);
    let mut best = (f32::NEG_INFINITY, 0);
    let mut consider = |index: usize, gain: f32| {
        if gain > best.0 {
            best = (gain, index);
        }
    };
    match position.phase() {
        Phase::Jump | Phase::JumpAgain => {
            let glance = Glance::new(position, seat);
            let gains = std::array::from_fn(|colour| glance.gains[colour] + noise * unit(colour as u32));
            // Of jumps that gain the same any may come first.
            let first = random.below(actions.len() as u32) as usize;
            let flower = glance.flower();
            each_jump(position, &actions[first..], gains, flower, |index, gain| {
                consider(first + index, gain);
            });
            each_jump(position, &actions[..first], gains, flower, consider);
        }
        Phase::Send => {
            let glance = Glance::new(position, seat);
            for (index, &action) in actions.iter().enumerate() {
                consider(index, sending(&glance, action) + noise * random.unit());
            }
        }
        _ => return random.below(actions.len() as u32) as usize,
    }
    best.1
}
