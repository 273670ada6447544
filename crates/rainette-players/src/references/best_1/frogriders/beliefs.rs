//! What the play of others says about their secrets.

use rainette_core::{Actions, Game as _, Guess as _, NoEffects, Seat, Story, Turn, equally};
use rainette_games::frogriders::{Action, Chance, Frogriders, SECRETS, Secret};

use super::outlook::{Outlook, held};
use super::policy::captured;
use crate::random::Generator;

/// How many trophies a seat gives away for a capture that is e times less likely.
const CARELESSNESS: f32 = 2.5;

/// The weight of a secret that everything fits best.
const MOST: f32 = 1_000_000.0;

/// How well each secret fits what each seat has done.
pub(super) type Beliefs = [[u32; Secret::COUNT]; Seat::MAX];

/// Every secret fits alike.
pub(super) const OPEN: Beliefs = [[1; Secret::COUNT]; Seat::MAX];

/// Watches every capture of the story: a seat that had such a secret would rather have captured what it asks for.
pub(super) fn beliefs(story: &Story<Frogriders>) -> Beliefs {
    let Ok(guess) = Frogriders::guess(story, &equally) else { return OPEN };
    // Secrets change nothing in what the others do, so that any guess can stand in for what was hidden.
    let end = guess.draw(&mut Generator::new(0));
    let mut position = Frogriders::new(story.setup);
    let mut logs = [[0.0_f32; Secret::COUNT]; Seat::MAX];
    let mut actions = Actions::new();
    let mut dealt = Seat::all(story.setup.seats());
    for told in &story.told {
        let Some(seat) = told.seat else {
            let chance = told.event.parse::<Chance>().ok();
            let is_deal = matches!(chance, None | Some(Chance::Deal(..)));
            let next = if is_deal { dealt.next() } else { None };
            let hidden = next.and_then(|seat| end.dealt(seat).map(|cards| Chance::Deal(seat, cards)));
            let Some(chance) = chance.or(hidden) else { return OPEN };
            position.apply_chance(chance, &mut NoEffects);
            continue;
        };
        let hidden = || end.kept(seat).map(Action::Keep);
        let Some(action) = told.event.parse().ok().or_else(hidden) else { return OPEN };
        if !story.observer.is(seat)
            && position.turn() == Turn::Seat(seat)
            && matches!(action, Action::Jump(_))
        {
            position.legal_actions(&mut actions);
            watch(&position, seat, action, &actions, &mut logs[seat.index()]);
        }
        position.act(action, &mut NoEffects);
    }
    logs.map(|logs| {
        let most = logs.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        logs.map(|log| (MOST * libm::expf(log - most)) as u32 + 1)
    })
}

/// Adds how likely a capture is with each secret, among those colours that could be captured.
fn watch(
    position: &Frogriders,
    seat: Seat,
    action: Action,
    actions: &[Action],
    logs: &mut [f32; Secret::COUNT],
) {
    let Some(taken) = captured(position, action) else { return };
    let mut is_there = [false; 4];
    for colour in actions.iter().filter_map(|&action| captured(position, action)) {
        is_there[colour as usize] = true;
    }
    let outlook = Outlook::new(position);
    for (log, card) in logs.iter_mut().zip(&SECRETS) {
        let gains = outlook.gains(seat, held(position, seat), Some(card.secret));
        let taken = gains[taken as usize];
        let there = gains.into_iter().zip(is_there).filter(|&(_, is_there)| is_there);
        let sum: f32 = there.map(|(gain, _)| libm::expf((gain - taken) / CARELESSNESS)).sum();
        *log -= libm::logf(sum);
    }
}
