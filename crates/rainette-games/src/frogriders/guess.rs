//! Guessing the secrets of others.

use std::sync::Arc;

use arrayvec::ArrayVec;
use rainette_core::{
    Effect, Game as _, Guess, NoEffects, Observer, PlayError, Random, Seat, Story, StoryError, Told, Turn,
};

use super::notation::{HIDDEN_KEEP, hidden_deal};
use super::{Action, Chance, Frogriders, Phase, SEATS, Secret};

/// How many secrets there are.
const SECRET_CARDS: usize = 10;

/// Weights above this are rounded, so that the sum over all ways fits its type.
const WEIGHT_BITS: u32 = 28;

/// Positions that agree with what one observer was told. What is hidden are secrets: those dealt, and which of them
/// was kept.
///
/// Every way to deal the hidden cards is as likely as it was, times the weight of each hidden card kept. Cards are
/// told apart for that, so of two that are alike either may be the one kept.
#[derive(Clone, Debug)]
pub struct Hidden {
    /// The position without what is hidden.
    known: Frogriders,
    /// The secrets that nobody is known to have, each as often as it is there.
    rest: ArrayVec<Secret, SECRET_CARDS>,
    /// The seats whose hidden kept card is not equally likely to be any of the rest, and the ways to choose these.
    weighed: ArrayVec<Seat, SEATS>,
    ways: Arc<[Way]>,
    /// The seats whose hidden kept card is equally likely to be any of the rest.
    unweighed: ArrayVec<Seat, SEATS>,
    /// The seats of which the card not kept is hidden.
    rejected: ArrayVec<Seat, SEATS>,
    /// The seats that have not kept a card yet, with both cards hidden.
    undecided: ArrayVec<Seat, SEATS>,
}

/// One choice of kept cards for all weighed seats.
#[derive(Clone, Copy, Debug)]
struct Way {
    /// The weight of this and all ways before.
    up_to: u128,
    kept: [Secret; SEATS],
}

impl Guess<Frogriders> for Hidden {
    fn draw<R: Random>(&self, random: &mut R) -> Frogriders {
        let mut position = self.known;
        let mut rest = self.rest.clone();
        if let Some(last) = self.ways.last() {
            let nth = below(last.up_to, random);
            let way = &self.ways[self.ways.partition_point(|way| way.up_to <= nth)];
            for (seat, kept) in self.weighed.iter().zip(way.kept) {
                let place = rest.iter().position(|&secret| secret == kept);
                rest.swap_remove(place.expect("ways are made of the rest"));
                position.players[seat.index()].kept = Some(kept);
            }
        }
        let mut draw = || rest.swap_remove(random.below(rest.len() as u32) as usize);
        for seat in &self.unweighed {
            position.players[seat.index()].kept = Some(draw());
        }
        for seat in &self.undecided {
            position.players[seat.index()].dealt = Some([draw(), draw()]);
        }
        for seat in &self.rejected {
            let player = &mut position.players[seat.index()];
            player.dealt = player.kept.map(|kept| [kept, draw()]);
        }
        // Which of the two was dealt first is as good as a coin.
        let mut coins = if self.rejected.is_empty() { 0 } else { random.next_u32() };
        for seat in &self.rejected {
            if coins & 1 == 1
                && let Some(dealt) = &mut position.players[seat.index()].dealt
            {
                dealt.reverse();
            }
            coins >>= 1;
        }
        position
    }
}

impl Hidden {
    pub(super) fn from_story(
        story: &Story<Frogriders>,
        weigh: &dyn Fn(Seat, Action) -> u32,
    ) -> Result<Self, StoryError> {
        let mut known = Frogriders::new(story.setup);
        for (number, told) in story.told.iter().enumerate() {
            follow(&mut known, told, story.observer).map_err(|error| StoryError { number, error })?;
        }
        let mut hidden = Self {
            known,
            rest: ArrayVec::new(),
            weighed: ArrayVec::new(),
            ways: Arc::new([]),
            unweighed: ArrayVec::new(),
            rejected: ArrayVec::new(),
            undecided: ArrayVec::new(),
        };
        hidden.rest.extend(
            known
                .unseen()
                .into_iter()
                .enumerate()
                .flat_map(|(kind, count)| std::iter::repeat_n(Secret::new(kind), count.into())),
        );
        hidden.sort_seats(weigh);
        Ok(hidden)
    }

    fn sort_seats(&mut self, weigh: &dyn Fn(Seat, Action) -> u32) {
        let mut weights = ArrayVec::<[u128; Secret::COUNT], SEATS>::new();
        for seat in Seat::all(self.known.seats()) {
            let player = &self.known.players[seat.index()];
            if player.dealt.is_some() || !self.known.was_dealt(seat) {
                continue;
            }
            if !self.known.has_kept(seat) {
                self.undecided.push(seat);
                continue;
            }
            self.rejected.push(seat);
            if player.kept.is_some() {
                continue;
            }
            let of_seat = weights_of(|secret| weigh(seat, Action::Keep(secret)));
            if self.rest.iter().any(|&secret| of_seat[secret as usize] != of_seat[self.rest[0] as usize]) {
                self.weighed.push(seat);
                weights.push(of_seat);
            } else {
                self.unweighed.push(seat);
            }
        }
        let mut ways = Vec::new();
        let mut kept = [self.rest.first().copied().unwrap_or(Secret::TwoRed); SEATS];
        each_way(self.known.unseen(), &weights, 1, &mut kept, 0, &mut |kept, weight| {
            let before = ways.last().map_or(0, |way: &Way| way.up_to);
            ways.push(Way { up_to: before + weight, kept: *kept });
        });
        if ways.is_empty() || self.weighed.is_empty() {
            // Weights that exclude everything say nothing.
            self.unweighed.extend(std::mem::take(&mut self.weighed));
            ways.clear();
        }
        self.ways = ways.into();
    }
}

/// Calls `each` with every choice of kept cards that has a weight: for each seat a card of the rest, as often as it is
/// there, with its weight for that seat.
fn each_way(
    rest: [u8; Secret::COUNT],
    weights: &[[u128; Secret::COUNT]],
    weight: u128,
    kept: &mut [Secret; SEATS],
    seat: usize,
    each: &mut impl FnMut(&[Secret; SEATS], u128),
) {
    if seat == weights.len() {
        return each(kept, weight);
    }
    for kind in 0..Secret::COUNT {
        let ways = u128::from(rest[kind]) * weights[seat][kind];
        if ways > 0 {
            let mut rest = rest;
            rest[kind] -= 1;
            kept[seat] = Secret::new(kind);
            each_way(rest, weights, weight * ways, kept, seat + 1, each);
        }
    }
}

/// The weight of each secret, rounded if it is large. None that has a weight loses it.
fn weights_of(weigh: impl Fn(Secret) -> u32) -> [u128; Secret::COUNT] {
    let weights: [u32; Secret::COUNT] = std::array::from_fn(|kind| weigh(Secret::new(kind)));
    let most = weights.into_iter().max().unwrap_or(0);
    let excess = (u32::BITS - most.leading_zeros()).saturating_sub(WEIGHT_BITS);
    weights.map(|weight| u128::from((weight >> excess).max(weight.min(1))))
}

/// A number below `n`, every one equally likely: random bits, drawn again until they are below.
fn below(n: u128, random: &mut impl Random) -> u128 {
    let bits = u128::BITS - (n - 1).leading_zeros();
    let words = bits.div_ceil(u32::BITS);
    loop {
        let drawn = (0..words).fold(0, |drawn: u128, _| drawn << u32::BITS | u128::from(random.next_u32()));
        let number = drawn >> (words * u32::BITS - bits);
        if number < n {
            return number;
        }
    }
}

/// Carries out an event as it was told. What is hidden stays open.
fn follow(position: &mut Frogriders, told: &Told, observer: Observer) -> Result<(), PlayError> {
    match told.seat {
        None => match position.hidden_deal_named(&told.event) {
            Some(seat) if position.phase == Phase::Deal && position.seat == seat && !observer.is(seat) => {
                position.deal(None, &mut NoEffects);
            }
            Some(_) => return Err(PlayError::Impossible { chance: told.event.clone() }),
            None => *position = position.try_chance(told.event.parse::<Chance>()?)?,
        },
        Some(seat) if told.event == HIDDEN_KEEP => position.pass_over_keep(seat, observer)?,
        Some(seat) => *position = position.play(seat, told.event.parse()?)?,
    }
    for effect in &told.effects {
        if let Effect::Revealed { seat, card } = effect {
            position.reveal(*seat, card.as_str().parse()?)?;
        }
    }
    Ok(())
}

impl Frogriders {
    /// The seat whose deal is told without its cards.
    fn hidden_deal_named(&self, event: &str) -> Option<Seat> {
        Seat::all(self.seats()).find(|&seat| event == hidden_deal(seat))
    }

    fn pass_over_keep(&mut self, seat: Seat, observer: Observer) -> Result<(), PlayError> {
        match self.turn() {
            Turn::Over => return Err(PlayError::Over),
            Turn::Chance => return Err(PlayError::WaitsForChance),
            Turn::Seat(turn) if turn != seat => return Err(PlayError::NotYourTurn { seat, turn }),
            Turn::Seat(_) => {}
        }
        // A choice is hidden only together with the cards it was made from.
        if self.phase != Phase::Keep || self.player().dealt.is_some() || observer.is(seat) {
            let why = "there is no secret to keep that could be hidden".to_owned();
            return Err(PlayError::Illegal { action: HIDDEN_KEEP.to_owned(), code: "not-offered", why });
        }
        self.keep(None, &mut NoEffects);
        Ok(())
    }

    /// A kept secret is shown to everybody.
    fn reveal(&mut self, seat: Seat, secret: Secret) -> Result<(), PlayError> {
        let is_possible = seat.index() < self.seats() && self.is_over() && {
            let kept = self.kept(seat);
            kept == Some(secret) || (kept.is_none() && self.unseen()[secret as usize] > 0)
        };
        if !is_possible {
            return Err(PlayError::Impossible { chance: format!("reveal {secret}") });
        }
        self.players[seat.index()].kept = Some(secret);
        Ok(())
    }

    /// How many of each secret nobody is known to have been dealt: if only the one kept is known, that one.
    fn unseen(&self) -> [u8; Secret::COUNT] {
        let mut left = self.undealt();
        for player in self.players.iter().filter(|player| player.dealt.is_none()) {
            if let Some(secret) = player.kept {
                left[secret as usize] -= 1;
            }
        }
        left
    }

    /// Has the seat been dealt its secrets, known or hidden?
    fn was_dealt(&self, seat: Seat) -> bool {
        match self.phase {
            Phase::Pond | Phase::Market | Phase::Common => false,
            Phase::Deal => seat < self.seat,
            _ => true,
        }
    }

    /// Has the seat kept a secret, known or hidden?
    fn has_kept(&self, seat: Seat) -> bool {
        self.was_dealt(seat)
            && match self.phase {
                Phase::Deal => false,
                Phase::Keep => seat < self.seat,
                _ => true,
            }
    }
}
