//! What a net is shown of China Moon.
//!
//! Seats are told from the one that is to choose, in turn order. White, yellow and pink mean the same, so they are told
//! in an order of their own: the colour of which that seat has most comes first. Besides what lies where, a net is shown
//! what follows from it at once: where frogs would land and what they would find there, how far it is to every lily, and
//! who leads by how much.

use std::ops::Range;
use std::sync::LazyLock;

use rainette_core::{Game as _, Seat, Turn};
use rainette_games::china_moon::{Action, Bouquet, ChinaMoon, Landing, Lily, Pad, Stand, Symbol};

use super::evaluation::{ARRIVAL, LAST, NEVER, steps};
use crate::net::{Senses, Signs, signs, turned};

const COLOURS: usize = Lily::ALL.len();
const COMMON: [Lily; 3] = [Lily::White, Lily::Yellow, Lily::Pink];
/// No colour has more lilies.
const MOST_LILIES: usize = 5;
const FROGS_EACH: usize = 3;
const PLACES: usize = 4;

/// What a lily is to a seat: black, the first to the fifth of its colour, blue.
const WORTHS: usize = 7;
/// By how many points the lead is told, either way.
const MOST_LEAD: i32 = 12;
/// Distances that are told apart: up to the first of these, and so on; the last is for all that is further.
const STRETCHES: [u8; 7] = [1, 2, 3, 4, 6, 9, 14];
/// Frog moves to the end, in threes.
const PACES: usize = 24;
/// The way that the frogs of a seat have to go, in eights, and that of its foremost frog, in threes.
const WAYS: usize = 16;
const FRONTS: usize = 14;
/// What the move of a frog brings to its owner.
const OUTCOMES: usize = 16;
/// How many points an exchange can bring: from -6 to 6.
const SWINGS: usize = 13;

/// Where each group of inputs begins; the last number is where all end.
struct Inputs {
    seats: usize,
    frogs: usize,
    lilies: usize,
    moved: usize,
    undecided: usize,
    whose: usize,
    step: usize,
    others: usize,
    start: usize,
    arrived: usize,
    bouquets: usize,
    places: usize,
    landings: usize,
    near: usize,
    home: usize,
    lead: usize,
    pace: usize,
    far: usize,
    promised: usize,
    way: usize,
    front: usize,
    end: usize,
}

impl Inputs {
    const fn of(seats: usize) -> Self {
        let frogs = 0;
        let lilies = frogs + seats * LAST;
        let moved = lilies + COLOURS * LAST;
        let undecided = moved + LAST;
        let whose = undecided + LAST + 1;
        let step = whose + seats;
        let others = step + 3;
        let start = others + 1;
        let arrived = start + seats * FROGS_EACH;
        let bouquets = arrived + seats * FROGS_EACH;
        let places = bouquets + seats * COLOURS * MOST_LILIES;
        let landings = places + PLACES * COLOURS;
        let near = landings + seats * (LAST + 1);
        let home = near + seats * WORTHS;
        let lead = home + seats * WORTHS;
        let pace = lead + seats * (2 * MOST_LEAD as usize + 1);
        let far = pace + PACES;
        let promised = far + seats * (STRETCHES.len() + 1) * 2 * WORTHS;
        let way = promised + seats * PLACES * WORTHS;
        let front = way + seats * WAYS;
        let end = front + seats * FRONTS;
        Self {
            seats,
            frogs,
            lilies,
            moved,
            undecided,
            whose,
            step,
            others,
            start,
            arrived,
            bouquets,
            places,
            landings,
            near,
            home,
            lead,
            pace,
            far,
            promised,
            way,
            front,
            end,
        }
    }
}

/// For three seats, four and five.
const INPUTS: [Inputs; 3] = [Inputs::of(3), Inputs::of(4), Inputs::of(5)];

/// The groups of signs, where each begins and where all end.
struct SignGroups {
    from: usize,
    to: usize,
    outcome: usize,
    give: usize,
    take: usize,
    swing: usize,
    drop: usize,
    loss: usize,
    end: usize,
}

impl SignGroups {
    const fn of(seats: usize) -> Self {
        let from = 0;
        let to = from + LAST + seats;
        let outcome = to + LAST + 1;
        let give = outcome + seats * OUTCOMES;
        let take = give + COLOURS;
        let swing = take + (seats - 1) * COLOURS;
        let drop = swing + SWINGS;
        let loss = drop + COLOURS;
        Self { from, to, outcome, give, take, swing, drop, loss, end: loss + WORTHS }
    }
}

static STEPS: LazyLock<[[u8; ARRIVAL + 1]; LAST + 1]> = LazyLock::new(steps);

/// How a seat looks at a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Gaze {
    seat: Seat,
    /// The place of every colour in the order in which this seat tells them.
    colours: [u8; COLOURS],
}

impl Gaze {
    fn colour(self, lily: Lily) -> usize {
        self.colours[lily.index()].into()
    }
}

/// What one more lily of this colour is to a seat.
fn worth(bouquet: Bouquet, lily: Lily) -> usize {
    match lily {
        Lily::Black => 0,
        Lily::White | Lily::Yellow | Lily::Pink => 1 + usize::from(bouquet.count(lily)).min(MOST_LILIES - 1),
        Lily::Blue => WORTHS - 1,
    }
}

/// What a lily that a seat has is to it.
fn held_worth(bouquet: Bouquet, lily: Lily) -> usize {
    match lily {
        Lily::Black => 0,
        Lily::White | Lily::Yellow | Lily::Pink => usize::from(bouquet.count(lily)).clamp(1, MOST_LILIES),
        Lily::Blue => WORTHS - 1,
    }
}

/// The points of what [`worth`] or [`held_worth`] says.
fn points(worth: usize) -> i32 {
    match worth {
        0 => -2,
        6 => 4,
        nth => nth as i32,
    }
}

/// Where a bit for every pad and Arrival stands.
fn place(landing: Landing) -> usize {
    landing.pad().map_or(ARRIVAL, |pad| pad.number().into())
}

/// Which stretch a distance belongs to.
fn stretch(distance: u8) -> usize {
    STRETCHES.iter().position(|&most| distance <= most).unwrap_or(STRETCHES.len())
}

/// What a net sees, looked up once for all groups.
struct Scene<'a> {
    position: &'a ChinaMoon,
    gaze: Gaze,
    at: &'static Inputs,
    /// The bouquets of the seats in turn order.
    held: [Bouquet; 5],
    /// The next lily of Arrival.
    next: Option<Lily>,
}

impl Scene<'_> {
    /// The seats in turn order from the one that looks, each with its number in that order.
    fn seats(&self) -> impl Iterator<Item = (usize, Seat)> + use<> {
        let (first, seats) = (self.gaze.seat, self.at.seats);
        (0..seats).map(move |turn| (turn, Seat::new((first.index() + turn) % seats)))
    }

    /// What lies where, whose turn it is and what each seat has.
    fn board(&self, active: &mut Vec<u16>) {
        let (position, at, gaze) = (self.position, self.at, self.gaze);
        let mut add = |input: usize| active.push(input as u16);
        for (turn, seat) in self.seats() {
            for pad in position.frogs(seat) {
                add(at.frogs + turn * LAST + index(pad));
                if position.was_moved(pad) {
                    add(at.moved + index(pad));
                }
            }
            let (start, arrived) = (position.on_start(seat), position.on_arrival(seat));
            if start > 0 {
                add(at.start + turn * FROGS_EACH + usize::from(start) - 1);
            }
            if arrived > 0 {
                add(at.arrived + turn * FROGS_EACH + usize::from(arrived) - 1);
            }
            for lily in Lily::ALL {
                let count = usize::from(self.held[turn].count(lily));
                if count > 0 {
                    add(at.bouquets + (turn * COLOURS + gaze.colour(lily)) * MOST_LILIES + count - 1);
                }
            }
        }
        for lily in Lily::ALL {
            for pad in position.lilies(lily) {
                add(at.lilies + gaze.colour(lily) * LAST + index(pad));
            }
        }
        for (number, lily) in position.places().into_iter().enumerate() {
            if let Some(lily) = lily {
                add(at.places + number * COLOURS + gaze.colour(lily));
            }
        }
        add(at.undecided + position.undecided().map_or(0, |pad| pad.number().into()));
        add(at.whose + turned(position.mover(), gaze.seat, at.seats));
        add(at.step + usize::from(position.moves()).min(2));
        if position.moved_others() {
            add(at.others);
        }
    }

    /// What follows at once: landings and what they bring, and who leads.
    fn outlook(&self, active: &mut Vec<u16>) {
        let (position, at) = (self.position, self.at);
        let mut lying = [None; ARRIVAL + 1];
        for lily in Lily::ALL {
            position.lilies(lily).for_each(|pad| lying[usize::from(pad.number())] = Some(lily));
        }
        let scores = self.held.map(|bouquet| bouquet.score());
        for (turn, seat) in self.seats() {
            let unmoved = position.frogs(seat).filter(|&pad| !position.was_moved(pad)).map(Stand::Pad);
            let waiting = (position.on_start(seat) > 0).then_some(Stand::Start(seat));
            let stands = unmoved.chain(waiting);
            let mut landings = stands
                .flat_map(|stand| position.landings(stand))
                .fold(0_u64, |landings, landing| landings | 1 << place(landing));
            while landings != 0 {
                let to = landings.trailing_zeros() as usize;
                landings &= landings - 1;
                active.push((at.landings + turn * (LAST + 1) + to - 1) as u16);
                let (group, lily) = if to == ARRIVAL { (at.home, self.next) } else { (at.near, lying[to]) };
                if let Some(lily) = lily {
                    active.push((group + turn * WORTHS + worth(self.held[turn], lily)) as u16);
                }
            }
            let others = (0..at.seats).filter(|&other| other != turn).map(|other| scores[other]);
            let lead = (scores[turn] - others.max().unwrap_or(0)).clamp(-MOST_LEAD, MOST_LEAD);
            let leads = 2 * MOST_LEAD as usize + 1;
            active.push((at.lead + turn * leads + (lead + MOST_LEAD) as usize) as u16);
        }
    }

    /// How far it is to lilies and to Arrival, and who will be there first.
    fn distances(&self, active: &mut Vec<u16>) {
        let (position, at) = (self.position, self.at);
        let mut add = |input: usize| active.push(input as u16);
        let mut nearest = [[NEVER; ARRIVAL + 1]; 5];
        let mut owners = [None; LAST + 1];
        for (turn, seat) in self.seats() {
            let mut way = 0;
            let pads = position.frogs(seat).map(|pad| usize::from(pad.number()));
            for frog in pads.chain((0..position.on_start(seat)).map(|_| 0)) {
                owners[frog] = (frog > 0).then_some(turn);
                way += usize::from(STEPS[frog][ARRIVAL]);
                for (least, &steps) in nearest[turn].iter_mut().zip(&STEPS[frog]) {
                    *least = steps.min(*least);
                }
            }
            add(at.way + turn * WAYS + (way / 8).min(WAYS - 1));
            let front = nearest[turn][ARRIVAL];
            if front != NEVER {
                add(at.front + turn * FRONTS + (usize::from(front) / 3).min(FRONTS - 1));
            }
        }
        for lily in Lily::ALL {
            for pad in position.lilies(lily) {
                let distances = nearest.map(|nearest| nearest[usize::from(pad.number())]);
                let least = distances.into_iter().min().unwrap_or(NEVER);
                let is_least = |distance: &u8| *distance == least;
                let is_alone = distances.iter().position(is_least) == distances.iter().rposition(is_least);
                for (turn, &distance) in distances.iter().enumerate().take(at.seats) {
                    if distance == 0 || distance == NEVER {
                        continue;
                    }
                    let is_nearest = usize::from(is_alone && distance == least);
                    let case = (turn * (STRETCHES.len() + 1) + stretch(distance)) * 2 + is_nearest;
                    add(at.far + case * WORTHS + worth(self.held[turn], lily));
                }
            }
        }
        // The frogs that would end the game if all went on alike, and the lilies that they would find.
        let places = position.places();
        let mut moves = 0;
        let mut frogs = (1..=LAST).rev().filter_map(|pad| owners[pad].map(|owner| (pad, owner)));
        for (rank, lily) in places.into_iter().flatten().enumerate() {
            let Some((pad, owner)) = frogs.next() else {
                moves += usize::from(STEPS[0][ARRIVAL].div_ceil(2));
                continue;
            };
            moves += usize::from(STEPS[pad][ARRIVAL].div_ceil(2));
            add(at.promised + (owner * PLACES + rank) * WORTHS + worth(self.held[owner], lily));
        }
        add(at.pace + (moves / 3).min(PACES - 1));
    }
}

fn index(pad: Pad) -> usize {
    usize::from(pad.number()) - 1
}

fn layout(seats: usize) -> &'static Inputs {
    &INPUTS[seats - 3]
}

impl Senses for ChinaMoon {
    type Gaze = Gaze;

    fn inputs(seats: usize) -> usize {
        layout(seats).end
    }

    fn most_active(seats: usize) -> usize {
        30 + 44 * seats
    }

    fn signs(seats: usize) -> usize {
        SignGroups::of(seats).end
    }

    /// Exchanges: any colour for any other of any other seat. Frogs have fewer ways to go.
    fn most_actions(seats: usize) -> usize {
        COLOURS * (COLOURS - 1) * (seats - 1)
    }

    fn gaze(&self) -> Gaze {
        let seat = match self.turn() {
            Turn::Seat(seat) => seat,
            Turn::Chance | Turn::Over => self.mover(),
        };
        let seats = self.seats();
        let places = self.places();
        let key = |lily: Lily| {
            let counts = (0..seats).fold(0_u32, |counts, turn| {
                let other = Seat::new((seat.index() + turn) % seats);
                counts << 4 | u32::from(self.bouquet(other).count(lily))
            });
            let pads = self.lilies(lily).fold(0_u64, |pads, pad| pads | 1 << pad.number());
            let promised = places.iter().fold(0_u8, |bits, &place| bits << 1 | u8::from(place == Some(lily)));
            (counts, pads, promised)
        };
        let keys = COMMON.map(key);
        let mut colours = [0, 1, 2, 3, 4];
        for (colour, own) in keys.iter().enumerate() {
            // What is alike in everything may stand in any order.
            let before =
                (0..3).filter(|&other| keys[other] > *own || (keys[other] == *own && other < colour));
            colours[colour] = before.count() as u8;
        }
        Gaze { seat, colours }
    }

    fn sense(&self, gaze: Gaze, active: &mut Vec<u16>) {
        let mut held = [Bouquet::default(); 5];
        let at = layout(self.seats());
        for (turn, held) in held.iter_mut().enumerate().take(at.seats) {
            *held = self.bouquet(Seat::new((gaze.seat.index() + turn) % at.seats));
        }
        let next = self.places().into_iter().find_map(|place| place);
        let scene = Scene { position: self, gaze, at, held, next };
        scene.board(active);
        scene.outlook(active);
        scene.distances(active);
    }

    fn signs_of(&self, gaze: Gaze, action: Action) -> Signs {
        let at = SignGroups::of(self.seats());
        let turn = |seat| turned(seat, gaze.seat, self.seats());
        match action {
            Action::Move { from, to } => {
                let (owner, start) = match from {
                    Stand::Start(seat) => (Some(seat), LAST + turn(seat)),
                    Stand::Pad(pad) => (self.frog(pad), index(pad)),
                };
                let owner = owner.expect("a frog stands there");
                let outcome = outcome(self, owner, to);
                signs([at.from + start, at.to + place(to) - 1, at.outcome + turn(owner) * OUTCOMES + outcome])
            }
            Action::Swap { give, with, take } => {
                let own = self.bouquet(gaze.seat);
                let swing = points(worth(own, take)) - points(held_worth(own, give));
                signs([
                    at.give + gaze.colour(give),
                    at.take + (turn(with) - 1) * COLOURS + gaze.colour(take),
                    at.swing + (swing + 6).clamp(0, SWINGS as i32 - 1) as usize,
                ])
            }
            Action::Drop { lily } => {
                let loss = held_worth(self.bouquet(gaze.seat), lily);
                signs([at.drop + gaze.colour(lily), at.loss + loss])
            }
        }
    }
}

/// What it brings to the owner of a frog if it lands there.
fn outcome(position: &ChinaMoon, owner: Seat, to: Landing) -> usize {
    const FIRST_ON_ARRIVAL: usize = 11;
    const ON_ARRIVAL: Range<usize> = FIRST_ON_ARRIVAL..OUTCOMES;
    let bouquet = position.bouquet(owner);
    let Some(pad) = to.pad() else {
        let next = position.places().into_iter().find_map(|place| place);
        let worth = next.map_or(1, |lily| worth(bouquet, lily));
        return match worth {
            6 => ON_ARRIVAL.end - 1,
            worth => FIRST_ON_ARRIVAL + worth.clamp(1, 4) - 1,
        };
    };
    if let Some(lily) = position.lily(pad) {
        return 1 + worth(bouquet, lily);
    }
    match pad.symbol() {
        Symbol::Plain | Symbol::Lily | Symbol::BlackLily => 0,
        Symbol::Spring => 8,
        Symbol::Butterfly => 9,
        Symbol::Trickster => 10,
    }
}

#[cfg(test)]
impl Gaze {
    /// The colours in the order in which they are told.
    pub(super) fn order(self) -> [Lily; COLOURS] {
        let mut order = Lily::ALL;
        for lily in Lily::ALL {
            order[self.colour(lily)] = lily;
        }
        order
    }
}
