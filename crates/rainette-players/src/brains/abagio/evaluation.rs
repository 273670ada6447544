//! The evaluation: a small network, trained by games against itself, says how likely the seat about to roll is to win.
//!
//! It has one hidden layer. What it learned is kept by feature (a pair of mine on 14, the chief frog on an empty 9,
//! two of theirs on the root …); for play, the features of each space are summed up beforehand into one row per
//! space and stack, so that a position costs one row per occupied space. The chief frog adds a single row, and all
//! its places are compared without looking at the rest again.

use std::sync::OnceLock;

use rainette_core::Seat;
use rainette_games::abagio::{Abagio, Action, Chief, Phase};

use super::endgame::Endgame;
use super::race::Race;
use super::sight::{CODES, EMPTY, OUTER, SHARED, Sight, shared_position};

/// How many hidden cells there are.
pub(crate) const HIDDEN: usize = 64;

/// What the hidden cells hold.
pub(crate) type Row = [f32; HIDDEN];

/// Features of one outer space.
const PER_OUTER: usize = 13;
const DIAMONDS: usize = OUTER * PER_OUTER;
const SAFE: usize = DIAMONDS + 2 * 4;
const ROOT: usize = SAFE + 2 * 6 * 4;
const POND: usize = ROOT + 2 * 4;
const CHIEF: usize = POND + 2 * 7;
const HOME: usize = CHIEF + OUTER * 2;
const RACE: usize = HOME + 2;
const BIAS: usize = RACE + 3;
/// How many features there are, the last always on.
pub(crate) const FEATURES: usize = BIAS + 1;
/// How many weights: a row per feature, the output cell's row and its bias.
pub(crate) const WEIGHTS: usize = (FEATURES + 1) * HIDDEN + 1;

/// Takes features and their values.
type Each<'a> = dyn FnMut(usize, f32) + 'a;

/// Calls `each` with the features of a position and their values.
pub(crate) fn features(sight: &Sight, chief: Option<usize>, race: &Race, each: &mut impl FnMut(usize, f32)) {
    for (place, &code) in sight.shared.iter().enumerate() {
        of_shared(place, code, each);
    }
    for side in 0..2 {
        for (place, &frogs) in sight.safe[side].iter().enumerate() {
            of_safe(side, place, frogs, each);
        }
        of_root(side, sight.root[side], each);
        of_pond(side, sight.pond[side], each);
        if sight.is_home(side) {
            each(HOME + side, 1.0);
        }
    }
    if let Some(place) = chief {
        each(CHIEF + 2 * place + usize::from(sight.shared[place] != EMPTY), 1.0);
    }
    of_race(sight, race, each);
    each(BIAS, 1.0);
}

/// A stack on a shared space.
fn of_shared(place: usize, code: u8, each: &mut Each<'_>) {
    let height = code.ilog2() as u8;
    if height == 0 {
        return;
    }
    let side = usize::from(code & 1);
    if place >= OUTER {
        // Colours do not mix on the diamonds.
        return each(DIAMONDS + 4 * (place - OUTER) + 2 * side + usize::from(height) - 1, 1.0);
    }
    let first = PER_OUTER * place;
    let same = if side == 1 { code.trailing_ones() } else { code.trailing_zeros() } as u8;
    let run = same.min(height);
    each(first + 3 * side + usize::from(run.min(3)) - 1, 1.0);
    if height == 5 {
        each(first + 6, 1.0);
    }
    if run > 3 {
        each(first + 11 + side, f32::from(run - 3));
    }
    for owner in 0..2 {
        let frogs = super::sight::count(code, owner);
        let buried = if owner == side { frogs - run } else { frogs };
        if buried > 0 {
            each(first + 7 + owner, f32::from(buried));
        }
        if frogs > 0 {
            each(first + 9 + owner, f32::from(frogs));
        }
    }
}

fn of_safe(side: usize, place: usize, frogs: u8, each: &mut Each<'_>) {
    thresholds(SAFE + 4 * (6 * side + place), frogs, &[1, 2, 3], each);
}

fn of_root(side: usize, frogs: u8, each: &mut Each<'_>) {
    thresholds(ROOT + 4 * side, frogs, &[1, 2, 4], each);
}

fn of_pond(side: usize, frogs: u8, each: &mut Each<'_>) {
    thresholds(POND + 7 * side, frogs, &[1, 4, 7, 9, 10, 11], each);
}

/// The number of frogs, and whether it reaches each of these.
fn thresholds(first: usize, frogs: u8, least: &[u8], each: &mut Each<'_>) {
    if frogs == 0 {
        return;
    }
    each(first, f32::from(frogs) / 4.0);
    for (place, &least) in least.iter().enumerate() {
        if frogs >= least {
            each(first + 1 + place, 1.0);
        }
    }
}

fn of_race(sight: &Sight, race: &Race, each: &mut impl FnMut(usize, f32)) {
    let rolls = [race.rolls(sight, 0), race.rolls(sight, 1)];
    each(RACE, rolls[0] / 10.0);
    each(RACE + 1, rolls[1] / 10.0);
    if sight.is_home(0) && sight.is_home(1) {
        each(RACE + 2, (rolls[1] - rolls[0]).clamp(-3.0, 3.0));
    }
}

/// Where the chief frog stands, among the outer spaces.
pub(crate) fn chief_place(chief: Chief) -> Option<usize> {
    chief.space().map(|space| usize::from(space.distance()) - 9)
}

/// The network, and the tables beside it.
pub(crate) struct Judge {
    shared: Vec<Row>,
    safe: [[[Row; 6]; 6]; 2],
    root: [[Row; 13]; 2],
    pond: [[Row; 13]; 2],
    chief: [[Row; 2]; OUTER],
    home: [Row; 2],
    race: [Row; 3],
    bias: Row,
    output: Row,
    output_bias: f32,
    rolls: &'static Race,
    endgame: Option<Endgame>,
}

impl Judge {
    /// The trained network and the solved endgames.
    pub(crate) fn trained() -> &'static Self {
        static TRAINED: OnceLock<Judge> = OnceLock::new();
        TRAINED.get_or_init(|| {
            let bytes = include_bytes!("../../../weights/abagio.bin");
            Self::from_bytes(bytes).expect("the weights file fits the network")
        })
    }

    /// Reads a weights file: all weights, then the solved endgames.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (weights, endgame) = bytes.split_at_checked(4 * WEIGHTS)?;
        let weights: Vec<f32> =
            weights.as_chunks::<4>().0.iter().map(|&number| f32::from_le_bytes(number)).collect();
        Some(Self::of(&weights, Some(Endgame::from_bytes(endgame)?)))
    }

    /// Sums up what was learned, for play.
    pub(crate) fn of(weights: &[f32], endgame: Option<Endgame>) -> Self {
        let row = |feature: usize| {
            let row = weights[feature * HIDDEN..].first_chunk::<HIDDEN>();
            *row.expect("there is a row for every feature")
        };
        // The sum of what one part of a position brings in.
        let sum = |part: &dyn Fn(&mut Each<'_>)| {
            let mut sum = [0.0; HIDDEN];
            part(&mut |feature, value| add_times(&mut sum, &row(feature), value));
            sum
        };
        let shared = (0..SHARED * CODES).map(|place| {
            let (place, code) = (place / CODES, place % CODES);
            let is_stack = code > 0 && (place < OUTER || code < 8);
            sum(&|each| {
                if is_stack {
                    of_shared(place, code as u8, each);
                }
            })
        });
        let by_count = |part: fn(usize, u8, &mut Each<'_>)| {
            [0, 1].map(|side| std::array::from_fn(|frogs| sum(&|each| part(side, frogs as u8, each))))
        };
        Self {
            shared: shared.collect(),
            safe: [0, 1].map(|side| {
                std::array::from_fn(|place| {
                    std::array::from_fn(|frogs| sum(&|each| of_safe(side, place, frogs as u8, each)))
                })
            }),
            root: by_count(of_root),
            pond: by_count(of_pond),
            chief: std::array::from_fn(|place| [row(CHIEF + 2 * place), row(CHIEF + 2 * place + 1)]),
            home: [row(HOME), row(HOME + 1)],
            race: [row(RACE), row(RACE + 1), row(RACE + 2)],
            bias: row(BIAS),
            output: row(FEATURES),
            output_bias: weights[WEIGHTS - 1],
            rolls: Race::table(),
            endgame,
        }
    }

    /// The hidden cells before their threshold, without the chief frog.
    #[inline]
    fn cells(&self, sight: &Sight) -> Row {
        let mut cells = self.bias;
        for (place, &code) in sight.shared.iter().enumerate() {
            if code != EMPTY {
                add(&mut cells, &self.shared[place * CODES + usize::from(code)]);
            }
        }
        for side in 0..2 {
            for (rows, &frogs) in self.safe[side].iter().zip(&sight.safe[side]) {
                if frogs > 0 {
                    add(&mut cells, &rows[usize::from(frogs)]);
                }
            }
            if sight.root[side] > 0 {
                add(&mut cells, &self.root[side][usize::from(sight.root[side])]);
            }
            if sight.pond[side] > 0 {
                add(&mut cells, &self.pond[side][usize::from(sight.pond[side])]);
            }
            if sight.is_home(side) {
                add(&mut cells, &self.home[side]);
            }
        }
        of_race(sight, self.rolls, &mut |feature, value| {
            add_times(&mut cells, &self.race[feature - RACE], value);
        });
        cells
    }

    /// The row that the chief frog adds.
    #[inline]
    fn chief_row(&self, sight: &Sight, place: usize) -> &Row {
        &self.chief[place][usize::from(sight.shared[place] != EMPTY)]
    }

    /// How likely the seat that has just moved is to win, once it has placed the chief frog as well as it can. The
    /// leaps of its turn are over.
    pub(crate) fn after_leaps(&self, position: &Abagio) -> f32 {
        match position.phase() {
            Phase::Over => 1.0,
            Phase::Chief => {
                let sight = Sight::of(position, position.mover().next(2));
                if let Some(value) = self.solved(&sight) {
                    return 1.0 - value;
                }
                let cells = self.cells(&sight);
                let mut least = self.answer(&cells);
                for place in (0..OUTER).filter(|&place| is_open(sight.shared[place])) {
                    least = least.min(self.answer_with(&cells, self.chief_row(&sight, place)));
                }
                1.0 - chance(least + self.output_bias)
            }
            _ => 1.0 - self.before_roll(position),
        }
    }

    /// The same at a glance: with the chief frog aside if it can be placed.
    pub(crate) fn glance_after_leaps(&self, position: &Abagio) -> f32 {
        if position.phase() != Phase::Chief {
            return self.after_leaps(position);
        }
        let sight = Sight::of(position, position.mover().next(2));
        1.0 - self
            .solved(&sight)
            .unwrap_or_else(|| chance(self.answer(&self.cells(&sight)) + self.output_bias))
    }

    /// How likely the seat about to roll is to win.
    pub(crate) fn before_roll(&self, position: &Abagio) -> f32 {
        let sight = Sight::of(position, position.mover());
        if let Some(value) = self.exact(&sight) {
            return value;
        }
        let place = chief_place(position.chief());
        let cells = self.cells(&sight);
        let answer = match place {
            Some(place) => self.answer_with(&cells, self.chief_row(&sight, place)),
            None => self.answer(&cells),
        };
        chance(answer + self.output_bias)
    }

    /// Every place for the chief frog with the chance of winning it gives the seat that places it.
    pub(crate) fn chiefs(&self, position: &Abagio, each: &mut impl FnMut(Action, f32)) {
        let sight = Sight::of(position, position.mover().next(2));
        let cells = self.cells(&sight);
        each(Action::Chief(Chief::ASIDE), 1.0 - chance(self.answer(&cells) + self.output_bias));
        for place in (0..OUTER).filter(|&place| is_open(sight.shared[place])) {
            let value =
                1.0 - chance(self.answer_with(&cells, self.chief_row(&sight, place)) + self.output_bias);
            each(Action::Chief(Chief::on(shared_position(place)).expect("an outer space")), value);
        }
    }

    /// The exact chance of the seat about to roll, if it is known. Solved endgames reckon with the best place of the
    /// chief frog: they hold only if it cannot matter, or could not be placed.
    pub(crate) fn exact(&self, sight: &Sight) -> Option<f32> {
        let could_be_placed = sight.root[1] == 0;
        let matters = could_be_placed && !sight.is_home(0);
        if matters { None } else { self.solved(sight) }
    }

    pub(crate) fn solved(&self, sight: &Sight) -> Option<f32> {
        if sight.pond[0] < 10 || sight.pond[1] < 10 {
            return None;
        }
        self.endgame.as_ref()?.value(sight)
    }

    #[inline]
    fn answer(&self, cells: &Row) -> f32 {
        let mut lanes = [0.0_f32; 8];
        for (cells, output) in cells.as_chunks::<8>().0.iter().zip(self.output.as_chunks::<8>().0) {
            for lane in 0..8 {
                lanes[lane] += cells[lane].max(0.0) * output[lane];
            }
        }
        total(&lanes)
    }

    #[inline]
    fn answer_with(&self, cells: &Row, more: &Row) -> f32 {
        let mut lanes = [0.0_f32; 8];
        let rows = cells.as_chunks::<8>().0.iter().zip(more.as_chunks::<8>().0);
        for ((cells, more), output) in rows.zip(self.output.as_chunks::<8>().0) {
            for lane in 0..8 {
                lanes[lane] += (cells[lane] + more[lane]).max(0.0) * output[lane];
            }
        }
        total(&lanes)
    }

    /// The value of a position for the seat that the turn belongs to, whatever it waits for.
    pub(crate) fn whose_turn(&self, position: &Abagio, turns: &mut super::turns::Turns) -> (Seat, f32) {
        let value = match position.phase() {
            Phase::Start => 0.5,
            Phase::Roll => self.before_roll(position),
            Phase::Leaps => turns.best(self, position).1,
            Phase::Chief | Phase::Over => self.after_leaps(position),
        };
        (position.mover(), value)
    }
}

/// May the seat that has just moved, side 1 of a sight, place the chief frog on this stack?
#[inline]
const fn is_open(code: u8) -> bool {
    code == EMPTY || (code & 1 == 1 && code < 32)
}

#[inline]
fn add(cells: &mut Row, row: &Row) {
    for (cell, more) in cells.iter_mut().zip(row) {
        *cell += more;
    }
}

#[inline]
fn add_times(cells: &mut Row, row: &Row, times: f32) {
    for (cell, more) in cells.iter_mut().zip(row) {
        *cell += more * times;
    }
}

#[inline]
fn total(lanes: &[f32; 8]) -> f32 {
    ((lanes[0] + lanes[4]) + (lanes[1] + lanes[5])) + ((lanes[2] + lanes[6]) + (lanes[3] + lanes[7]))
}

/// From the output cell to a chance. Nothing is sure before the end.
#[inline]
pub(crate) fn chance(answer: f32) -> f32 {
    1.0 / (1.0 + libm::expf(-answer.clamp(-10.0, 10.0)))
}
