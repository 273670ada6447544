//! What each seat can expect of a position in which a seat is about to roll.
//!
//! Two parts. The *race* takes every family as if left alone: the [exact chances](super::alone) to line up turn by turn,
//! run against each other in turn order. Then a small network looks at each seat, at how far others can set it
//! back by a push and how far it can set back others, and makes its share of the race larger or smaller. The chance that
//! the seat about to roll lines up at once is exact and stays outside of both.
//!
//! Only sums, products and quotients are used, so that the numbers are the same on every machine.

use std::sync::LazyLock;

use rainette_core::{Game as _, Seat, Turn};
use rainette_games::pool_party::{LANES, PoolParty, SPACES};

use super::alone::{Classes, TURNS};
use crate::player::{Values, worth};

/// What the network sees of a seat.
pub(crate) const FEATURES: usize = 14;

/// The hidden cells of the network.
pub(crate) const HIDDEN: usize = 12;

/// The fewest and the most seats.
const SEATS: std::ops::RangeInclusive<usize> = 2..=6;

/// How many networks there are, one for each number of seats.
pub(crate) const NETS: usize = 5;

/// The judge that was trained.
pub(crate) static JUDGE: LazyLock<Judge> = LazyLock::new(|| {
    let bytes = include_bytes!("../../../../weights/best-1/pool-party.bin");
    Judge::from_bytes(bytes).expect("the file holds what the trainer wrote")
});

/// What the network sees of one seat.
pub(crate) type Features = [f32; FEATURES];

/// One hidden layer, one answer.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Net {
    /// The weights of the hidden cells by feature.
    pub(crate) inner: [[f32; HIDDEN]; FEATURES],
    pub(crate) bias: [f32; HIDDEN],
    pub(crate) outer: [f32; HIDDEN],
}

/// What is known of one class of a family left alone. It fills a line of the cache.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Row {
    /// The chance not to have lined up within so many turns, from none up.
    open: [f32; TURNS + 1],
    /// The turns it takes, on average; more than [`TURNS`] count as that.
    turns: f32,
}

/// What is seen of one seat's frogs.
#[derive(Clone, Copy, Debug, Default)]
struct Family {
    frogs: [u8; LANES],
    class: u16,
    /// How many turns each frog's push would cost the family.
    setback: [f32; LANES],
}

/// A position taken apart, so that after an action only what it changed is looked at again. All by seat.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scene {
    families: [Family; Seat::MAX],
    /// How much one move of the first seat can set back the second, in turns, and how much it can help it.
    harm: [[f32; Seat::MAX]; Seat::MAX],
    help: [[f32; Seat::MAX]; Seat::MAX],
}

/// Says what each seat can expect of a position, by tables of lone families and by the networks.
pub(crate) struct Judge {
    pub(crate) classes: Classes,
    rows: Vec<Row>,
    /// The turns of every row once more, close together.
    turns: Vec<f32>,
    pub(crate) nets: [Net; NETS],
}

/// A position as the judge sees it, seats in turn order from the one about to roll.
#[derive(Clone, Debug)]
pub(crate) struct Sight {
    /// The chance that the seat about to roll lines up at once.
    pub(crate) at_once: f32,
    /// What the race gives each seat if that does not happen.
    pub(crate) race: Values,
    pub(crate) features: [Features; Seat::MAX],
}

impl Judge {
    fn with(classes: Classes, chances: &[[u16; TURNS]], nets: [Net; NETS]) -> Self {
        let rows: Vec<_> = chances.iter().map(Row::of).collect();
        let turns = rows.iter().map(|row| row.turns).collect();
        Self { classes, rows, turns, nets }
    }

    /// Reads the file; none if it has not the right size.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let classes = Classes::new();
        let (chances, weights) = bytes.split_at_checked(classes.len() * TURNS * 2)?;
        let chances = chances.as_chunks::<2>().0.iter().map(|&bytes| u16::from_le_bytes(bytes));
        let chances: Vec<u16> = chances.collect();
        let (weights, []) = weights.as_chunks::<4>() else { return None };
        let weights: Vec<f32> = weights.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect();
        if weights.len() != NETS * Net::SIZE {
            return None;
        }
        let nets = std::array::from_fn(|net| Net::of(&weights[net * Net::SIZE..][..Net::SIZE]));
        Some(Self::with(classes, chances.as_chunks::<TURNS>().0, nets))
    }

    /// What each seat can expect.
    pub(crate) fn values(&self, position: &PoolParty) -> Values {
        self.values_in(&self.scene(position), position)
    }

    /// The same, if the position was taken apart already.
    #[inline]
    pub(crate) fn values_in(&self, scene: &Scene, position: &PoolParty) -> Values {
        match position.turn() {
            Turn::Over => worth(&position.result().expect("the game is over"), position.seats()),
            _ => self.share(&self.look(scene, position), position.mover(), position.seats()),
        }
    }

    /// The values by seat.
    #[inline]
    fn share(&self, sight: &Sight, mover: Seat, seats: usize) -> Values {
        let in_order = self.weigh(sight, seats);
        let mut values = Values::default();
        let mut seat = mover;
        for &value in &in_order[..seats] {
            values[seat.index()] = value;
            seat = seat.next(seats);
        }
        values
    }

    /// The values in turn order.
    #[inline]
    pub(crate) fn weigh(&self, sight: &Sight, seats: usize) -> Values {
        let net = self.net(seats);
        let mut shares = sight.race;
        let mut sum = 0.0;
        for (share, features) in shares.iter_mut().zip(&sight.features).take(seats) {
            *share *= stretch(net.answer(features));
            sum += *share;
        }
        let rest = (1.0 - sight.at_once) / sum;
        for share in &mut shares[..seats] {
            *share *= rest;
        }
        shares[0] += sight.at_once;
        shares
    }

    pub(crate) fn net(&self, seats: usize) -> &Net {
        &self.nets[seats - *SEATS.start()]
    }

    /// Takes a position apart.
    pub(crate) fn scene(&self, position: &PoolParty) -> Scene {
        let mut scene = Scene {
            families: [Family::default(); Seat::MAX],
            harm: [[0.0; Seat::MAX]; Seat::MAX],
            help: [[0.0; Seat::MAX]; Seat::MAX],
        };
        for seat in Seat::all(position.seats()) {
            scene.families[seat.index()] =
                self.family(frogs(position, seat), position.frog(seat, 1).is_some());
        }
        for seat in 1..position.seats() {
            scene.pair(seat, seat);
        }
        scene
    }

    /// The scene after an action.
    #[inline]
    pub(crate) fn scene_after(&self, before: &Scene, position: &PoolParty) -> Scene {
        let seats = position.seats();
        let mut scene = *before;
        for seat in Seat::all(seats) {
            let frogs = frogs(position, seat);
            if frogs != before.families[seat.index()].frogs {
                scene.families[seat.index()] = self.family(frogs, true);
                scene.pair(seat.index(), seats);
            }
        }
        scene
    }

    /// A frog on the stack is taken for one on the ramp, where it will be put. A family that has not begun yet would
    /// look like a line there: it is taken for one after an average first turn.
    #[inline]
    fn family(&self, frogs: [u8; LANES], has_begun: bool) -> Family {
        let stand = if has_begun { frogs } else { [3, 4, 0, 0, 0] };
        let class = self.classes.of(stand);
        let turns = self.turns[class];
        let setback = std::array::from_fn(|lane| {
            let mut pushed = stand;
            pushed[lane] = if stand[lane] + 1 == SPACES { 0 } else { stand[lane] + 1 };
            self.turns[self.classes.of(pushed)] - turns
        });
        Family { frogs, class: class as u16, setback }
    }

    /// Looks at a scene as the network does.
    #[inline]
    pub(crate) fn look(&self, scene: &Scene, position: &PoolParty) -> Sight {
        let seats = position.seats();
        let mut order = [0; Seat::MAX];
        let mut rows = [&self.rows[0]; Seat::MAX];
        let mut seat = position.mover();
        for (order, row) in order.iter_mut().zip(&mut rows).take(seats) {
            *order = seat.index();
            *row = &self.rows[usize::from(scene.families[seat.index()].class)];
            seat = seat.next(seats);
        }
        let race = race(&rows, seats);
        let features = scene.features(&order[..seats], &rows);
        Sight { at_once: 1.0 - rows[0].open[1], race, features }
    }
}

#[inline]
fn frogs(position: &PoolParty, seat: Seat) -> [u8; LANES] {
    std::array::from_fn(|lane| position.frog(seat, lane + 1).unwrap_or(0))
}

/// Runs the families against each other as if each were alone, in turn order: what each gets if the first does not
/// line up at once, in proportion.
#[inline]
fn race(rows: &[&Row; Seat::MAX], seats: usize) -> Values {
    let mut values = Values::default();
    for (own, row) in rows.iter().enumerate().take(seats) {
        // The chance to line up in each turn, times the chance that nobody else has before.
        let mut wins: [f32; TURNS] = std::array::from_fn(|turn| row.open[turn] - row.open[turn + 1]);
        if own == 0 {
            wins[0] = 0.0;
        }
        for (other, row) in rows.iter().enumerate().take(seats) {
            if other != own {
                let open: &[f32] = if other < own { &row.open[1..] } else { &row.open[..TURNS] };
                for (wins, open) in wins.iter_mut().zip(open) {
                    *wins *= open;
                }
            }
        }
        values[own] = sum(&wins);
    }
    let open: f32 = rows[..seats].iter().map(|row| row.open[TURNS]).product();
    for value in &mut values[..seats] {
        *value += open / seats as f32 + 1e-6;
    }
    values
}

/// A sum in four strands.
#[inline]
fn sum<const N: usize>(numbers: &[f32; N]) -> f32 {
    let mut strands = [0.0; 4];
    for four in numbers.as_chunks::<4>().0 {
        for (strand, number) in strands.iter_mut().zip(four) {
            *strand += number;
        }
    }
    (strands[0] + strands[1]) + (strands[2] + strands[3])
}

impl Scene {
    /// Looks again at what a seat and those before `seats` can do to each other.
    #[inline]
    fn pair(&mut self, seat: usize, seats: usize) {
        for other in (0..seats).filter(|&other| other != seat) {
            for (hitter, hit) in [(seat, other), (other, seat)] {
                let (from, to) = (&self.families[hitter], &self.families[hit]);
                let (mut harm, mut help) = (0.0, 0.0);
                for lane in 0..LANES {
                    let steps = to.frogs[lane] + SPACES - from.frogs[lane];
                    let turns = REACH[usize::from(steps)] * to.setback[lane];
                    harm += turns.max(0.0);
                    help += (-turns).max(0.0);
                }
                self.harm[hitter][hit] = harm;
                self.help[hitter][hit] = help;
            }
        }
    }

    /// What the network sees of each seat, in turn order.
    #[inline]
    fn features(&self, order: &[usize], rows: &[&Row; Seat::MAX]) -> [Features; Seat::MAX] {
        let mut features = [[0.0; FEATURES]; Seat::MAX];
        let seats = order.len();
        let last = (seats - 1) as f32;
        for (own, features) in features.iter_mut().enumerate().take(seats) {
            let [
                harmed,
                harmed_later,
                helped,
                harms,
                harms_later,
                rolls,
                one,
                two,
                three,
                four,
                six,
                turns,
                rival,
                waits,
            ] = features;
            let open = &rows[own].open;
            (*one, *two, *three) = (1.0 - open[1], 1.0 - open[2], 1.0 - open[3]);
            (*four, *six, *turns) = (1.0 - open[4], 1.0 - open[6], rows[own].turns / 8.0);
            (*rolls, *waits) = (f32::from(u8::from(own == 0)), own as f32 / last);
            for other in (0..seats).filter(|&other| other != own) {
                let (suffers, deals) = if other < own {
                    (&mut *harmed, &mut *harms_later)
                } else {
                    (&mut *harmed_later, &mut *harms)
                };
                *suffers += self.harm[order[other]][order[own]];
                *deals += self.harm[order[own]][order[other]];
                *helped += self.help[order[other]][order[own]];
                *rival = rival.max(1.0 - rows[other].open[2]);
            }
        }
        features
    }
}

/// The chance that a roll lets a frog go exactly so far: by a die, by the sum or by the difference. Distances are
/// looked up as they come, from 1 up to one and twice around.
static REACH: [f32; 2 * SPACES as usize] = {
    let mut reach = [0.0; 2 * SPACES as usize];
    let mut steps = 1;
    while steps <= 12 {
        let mut ways = 0;
        let (mut one, mut other) = (1, 1);
        while one <= 6 {
            let difference = usize::abs_diff(one, other);
            ways += (one == steps || other == steps || one + other == steps || difference == steps) as u8;
            (one, other) = if other < 6 { (one, other + 1) } else { (one + 1, 1) };
        }
        reach[steps] = ways as f32 / 36.0;
        reach[steps + SPACES as usize] = reach[steps];
        steps += 1;
    }
    reach
};

/// A factor above 0 from any number; 1 from 0.
#[inline]
pub(crate) fn stretch(x: f32) -> f32 {
    if x >= 0.0 { 1.0 + x } else { 1.0 / (1.0 - x) }
}

impl Row {
    fn of(chances: &[u16; TURNS]) -> Self {
        let mut open = [1.0; TURNS + 1];
        for (open, chance) in open[1..].iter_mut().zip(chances) {
            *open = f32::from(65535 - chance) / 65535.0;
        }
        Self { open, turns: open[..TURNS].iter().sum() }
    }
}

impl Net {
    /// How many weights it has.
    pub(crate) const SIZE: usize = (FEATURES + 2) * HIDDEN;

    /// Changes nothing in the race.
    pub(crate) const SILENT: Self =
        Self { inner: [[0.0; HIDDEN]; FEATURES], bias: [0.0; HIDDEN], outer: [0.0; HIDDEN] };

    /// The network of these weights.
    pub(crate) fn of(weights: &[f32]) -> Self {
        let mut net = Self::SILENT;
        let own = net.inner.iter_mut().flatten().chain(&mut net.bias).chain(&mut net.outer);
        for (own, weight) in own.zip(weights) {
            *own = *weight;
        }
        net
    }

    /// The hidden cells: x / (1 + |x|).
    #[inline]
    pub(crate) fn hidden(&self, features: &Features) -> [f32; HIDDEN] {
        let mut cells = self.bias;
        for (weights, &feature) in self.inner.iter().zip(features) {
            for (cell, weight) in cells.iter_mut().zip(weights) {
                *cell += weight * feature;
            }
        }
        cells.map(|cell| cell / (1.0 + cell.abs()))
    }

    #[inline]
    fn answer(&self, features: &Features) -> f32 {
        let cells = self.hidden(features);
        sum(&std::array::from_fn::<_, HIDDEN, _>(|cell| cells[cell] * self.outer[cell]))
    }
}
