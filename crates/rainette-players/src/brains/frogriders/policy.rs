//! How promising an action looks at a glance.

use rainette_core::{Game as _, Seat, Turn};
use rainette_games::frogriders::{Action, Colour, Frogriders, Phase};

use super::outlook::{Counts, Outlook, held};

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
    let outlook = Outlook::new(position);
    let frogs = held(position, seat);
    match position.phase() {
        Phase::Jump | Phase::JumpAgain => {
            let gains = outlook.gains(seat, frogs, position.kept(seat));
            let flower = outlook.flower(seat);
            for (index, &action) in actions.iter().enumerate() {
                let Action::Jump(jump) = action else { continue };
                let colour = captured(position, action).map_or(0.0, |colour| gains[colour as usize]);
                each(index, colour + if jump.landing.has_flower() { flower } else { 0.0 });
            }
        }
        Phase::Send => {
            let before = outlook.trophies(seat);
            for (index, &action) in actions.iter().enumerate() {
                each(index, sending(position, &outlook, seat, frogs, action, before));
            }
        }
        _ => {}
    }
}

/// What it gains to send a frog.
fn sending(
    position: &Frogriders,
    outlook: &Outlook<'_>,
    seat: Seat,
    mut frogs: Counts,
    action: Action,
    before: f32,
) -> f32 {
    let secret = position.kept(seat);
    match action {
        Action::SendRed => {
            frogs[Colour::Red as usize] -= 1;
            let best = outlook.gains(seat, frogs, secret).into_iter().fold(0.0, f32::max);
            outlook.with(seat, frogs, secret) + SECOND_JUMP * best - before
        }
        Action::SendYellow(colour) => {
            frogs[Colour::Yellow as usize] -= 1;
            frogs[colour as usize] += 1;
            outlook.with(seat, frogs, secret) - before
        }
        Action::SendBlue(_) => Outlook::new(&position.after(action)).trophies(seat) - before,
        _ => 0.0,
    }
}
