//! China Moon, told plainly: a second reading of the rules that the fast engine is checked against.
//!
//! Everything about the course is answered by looking through the list of all routes across it.

use std::collections::{BTreeMap, BTreeSet};

use super::{Plain, Waits};

/// Start and Arrival stand before the first and after the last of the 46 pads.
const START: usize = 0;
const PADS: usize = 46;
const ARRIVAL: usize = PADS + 1;

const FROGS_PER_SEAT: usize = 3;
const FROGS_PER_TURN: usize = 3;
const SPACES_PER_MOVE: usize = 2;

const LILY_PADS: [usize; 12] = [3, 5, 8, 10, 13, 17, 20, 25, 30, 37, 39, 42];
const BLACK_LILY_PAD: usize = 44;

const BLACK: char = 'K';
const BLUE: char = 'B';
/// White, yellow and pink.
const COLOURS: [char; 3] = ['W', 'Y', 'P'];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Symbol {
    Trickster,
    Spring,
    Butterfly,
    Nothing,
}

fn symbol(pad: usize) -> Symbol {
    match pad {
        15 | 26 | 33 | 41 => Symbol::Trickster,
        6 | 18 | 31 | 43 => Symbol::Spring,
        9 | 22 | 35 | 45 => Symbol::Butterfly,
        _ => Symbol::Nothing,
    }
}

/// The places that the arrows from a place lead to.
fn arrows(place: usize) -> Vec<usize> {
    match place {
        6 => vec![7, 10],
        9 => vec![14],
        19 => vec![20, 24],
        23 => vec![28],
        33 => vec![34, 37],
        36 => vec![41],
        ARRIVAL => vec![],
        _ => vec![place + 1],
    }
}

/// All routes from a place to Arrival, both ends included.
fn routes_from(place: usize) -> Vec<Vec<usize>> {
    if place == ARRIVAL {
        return vec![vec![ARRIVAL]];
    }
    let mut routes = Vec::new();
    for next in arrows(place) {
        for rest in routes_from(next) {
            let mut route = vec![place];
            route.extend(rest);
            routes.push(route);
        }
    }
    routes
}

#[derive(Clone, Debug)]
struct Frog {
    owner: usize,
    place: usize,
    /// Whether it has been one of the frogs moved in this turn.
    moved: bool,
}

/// What the game waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Stage {
    Lilies,
    /// The mover picks a frog and where it goes.
    Move,
    /// The mover moves this frog on from a spring.
    Spring {
        frog: usize,
    },
    /// A trickster makes this seat exchange a lily.
    Swap {
        owner: usize,
    },
    /// A butterfly makes this seat leave a lily on this pad.
    Drop {
        owner: usize,
        pad: usize,
    },
    Over,
}

/// The table of a game of China Moon.
#[derive(Clone, Debug)]
pub struct ChinaMoon {
    seats: usize,
    /// All routes from Start to Arrival.
    routes: Vec<Vec<usize>>,
    frogs: Vec<Frog>,
    /// The lily lying on each pad that has one.
    lilies: BTreeMap<usize, char>,
    /// The lilies still on the Arrival's places, the next one to be taken first.
    prizes: Vec<char>,
    /// The lilies in front of each seat.
    hands: Vec<Vec<char>>,
    mover: usize,
    stage: Stage,
}

impl ChinaMoon {
    /// Start and Arrival hold any number of frogs, so only a pad can be occupied.
    fn occupied(&self, place: usize) -> bool {
        (1..=PADS).contains(&place) && self.frogs.iter().any(|frog| frog.place == place)
    }

    /// Where a frog comes to stand on one route: two spaces on, counting only free pads,
    /// or on Arrival, where it stops with one step or two.
    fn landing(&self, from: usize, route: &[usize]) -> Option<usize> {
        let standing = route.iter().position(|&place| place == from)?;
        let mut counted = 0;
        for &place in &route[standing + 1..] {
            if self.occupied(place) {
                continue;
            }
            counted += 1;
            if counted == SPACES_PER_MOVE || place == ARRIVAL {
                return Some(place);
            }
        }
        None
    }

    /// All places where a frog may come to stand; the mover chooses the way at a fork.
    fn landings(&self, from: usize) -> BTreeSet<usize> {
        self.routes.iter().filter_map(|route| self.landing(from, route)).collect()
    }

    /// The three frogs of a turn are different ones, still in play, and at least one of them
    /// is another player's.
    fn may_move(&self, frog: &Frog) -> bool {
        if frog.place == ARRIVAL || frog.moved {
            return false;
        }
        let moved: Vec<&Frog> = self.frogs.iter().filter(|other| other.moved).collect();
        let last = moved.len() + 1 == FROGS_PER_TURN;
        let all_own = moved.iter().all(|other| other.owner == self.mover);
        !(last && all_own && frog.owner == self.mover)
    }

    fn moves_of(&self, frog: &Frog) -> BTreeSet<String> {
        self.landings(frog.place).into_iter().map(|landing| write_move(frog, landing)).collect()
    }

    fn all_moves(&self) -> BTreeSet<String> {
        self.frogs.iter().filter(|frog| self.may_move(frog)).flat_map(|frog| self.moves_of(frog)).collect()
    }

    /// The owner gives one lily to another player and takes from them one of a different colour.
    fn swaps(&self, owner: usize) -> BTreeSet<String> {
        let mut swaps = BTreeSet::new();
        for given in &self.hands[owner] {
            for other in (0..self.seats).filter(|&other| other != owner) {
                for taken in &self.hands[other] {
                    if given != taken {
                        swaps.insert(format!("swap {given} {other} {taken}"));
                    }
                }
            }
        }
        swaps
    }

    fn drops(&self, owner: usize) -> BTreeSet<String> {
        self.hands[owner].iter().map(|lily| format!("drop {lily}")).collect()
    }

    /// The fewest steps back from one pad to another, if some route leads from that one to this.
    fn steps_back(&self, from: usize, to: usize) -> Option<usize> {
        self.routes
            .iter()
            .filter_map(|route| {
                let here = route.iter().position(|&place| place == from)?;
                route[..here].iter().rev().position(|&place| place == to)
            })
            .min()
            .map(|between| between + 1)
    }

    /// The nearest pad behind with neither frog nor lily; of two equally near the lower number.
    fn pad_behind(&self, from: usize) -> Option<usize> {
        (1..=PADS)
            .filter(|&pad| !self.occupied(pad) && !self.lilies.contains_key(&pad))
            .filter_map(|pad| Some((self.steps_back(from, pad)?, pad)))
            .min()
            .map(|(_, pad)| pad)
    }

    /// The frog that a written move speaks of. Frogs of one seat on Start are all alike.
    fn frog_at(&self, written: &str) -> usize {
        let meant = |frog: &Frog| match written.strip_prefix('s') {
            Some(seat) => frog.place == START && frog.owner.to_string() == seat,
            None => frog.place.to_string() == written,
        };
        self.frogs.iter().position(meant).expect("a frog is there")
    }

    fn carry_out_move(&mut self, event: &str) {
        let (origin, landing) = event.split_once('-').expect("a move has two ends");
        let frog = self.frog_at(origin);
        let place = match landing {
            "goal" => ARRIVAL,
            pad => pad.parse().expect("a pad is a number"),
        };
        self.frogs[frog].place = place;
        self.frogs[frog].moved = true;
        if place == ARRIVAL {
            self.arrive(frog);
        } else {
            self.land(frog);
        }
    }

    /// The owner takes the lily of the next place; the game ends at once with the last of them.
    fn arrive(&mut self, frog: usize) {
        let prize = self.prizes.remove(0);
        self.hands[self.frogs[frog].owner].push(prize);
        if self.prizes.is_empty() {
            self.stage = Stage::Over;
        } else {
            self.finish_move();
        }
    }

    /// First the owner takes the lily lying there, then the pad's symbol acts.
    fn land(&mut self, frog: usize) {
        let Frog { owner, place: pad, .. } = self.frogs[frog];
        if let Some(lily) = self.lilies.remove(&pad) {
            self.hands[owner].push(lily);
        }
        match self.call_of(frog) {
            Some(stage) => self.stage = stage,
            None => self.finish_move(),
        }
    }

    /// What the symbol under a frog asks for, if it asks for anything that can be done.
    fn call_of(&self, frog: usize) -> Option<Stage> {
        let Frog { owner, place: pad, .. } = self.frogs[frog];
        match symbol(pad) {
            Symbol::Spring => Some(Stage::Spring { frog }),
            Symbol::Trickster if !self.swaps(owner).is_empty() => Some(Stage::Swap { owner }),
            Symbol::Butterfly if !self.hands[owner].is_empty() => {
                self.pad_behind(pad).map(|behind| Stage::Drop { owner, pad: behind })
            }
            _ => None,
        }
    }

    /// The turn passes on clockwise after the third frog.
    fn finish_move(&mut self) {
        self.stage = Stage::Move;
        let moved = self.frogs.iter().filter(|frog| frog.moved).count();
        if moved == FROGS_PER_TURN {
            self.mover = (self.mover + 1) % self.seats;
            for frog in &mut self.frogs {
                frog.moved = false;
            }
        }
    }

    /// Lays out the drawn lilies, with the black one on its pad and the blue one on place 4.
    fn lay_out(&mut self, event: &str) {
        let words: Vec<&str> = event.split(' ').collect();
        self.lilies = LILY_PADS.into_iter().zip(words[1].chars()).collect();
        self.lilies.insert(BLACK_LILY_PAD, BLACK);
        self.prizes = words[2].chars().collect();
        self.prizes.push(BLUE);
        self.stage = Stage::Move;
    }

    fn take_from(&mut self, seat: usize, lily: char) {
        let hand = &mut self.hands[seat];
        let found = hand.iter().position(|&held| held == lily);
        hand.remove(found.expect("the lily is held"));
    }

    fn carry_out_swap(&mut self, owner: usize, event: &str) {
        let words: Vec<&str> = event.split(' ').collect();
        let given = read_lily(words[1]);
        let other: usize = words[2].parse().expect("a seat is a number");
        let taken = read_lily(words[3]);
        self.take_from(owner, given);
        self.take_from(other, taken);
        self.hands[owner].push(taken);
        self.hands[other].push(given);
        self.finish_move();
    }

    fn carry_out_drop(&mut self, owner: usize, pad: usize, event: &str) {
        let words: Vec<&str> = event.split(' ').collect();
        let lily = read_lily(words[1]);
        self.take_from(owner, lily);
        self.lilies.insert(pad, lily);
        self.finish_move();
    }

    /// The n-th lily of a colour is worth n points, the blue one 4, the black one −2.
    fn points(&self, seat: usize) -> i64 {
        let hand = &self.hands[seat];
        let mut points = 0;
        for colour in COLOURS {
            let of_colour = hand.iter().filter(|&&lily| lily == colour);
            points += of_colour.zip(1_i64..).map(|(_, nth)| nth).sum::<i64>();
        }
        if hand.contains(&BLUE) {
            points += 4;
        }
        if hand.contains(&BLACK) {
            points -= 2;
        }
        points
    }

    fn all_points(&self) -> Vec<i64> {
        (0..self.seats).map(|seat| self.points(seat)).collect()
    }
}

fn write_move(frog: &Frog, landing: usize) -> String {
    let origin = match frog.place {
        START => format!("s{}", frog.owner),
        pad => pad.to_string(),
    };
    let target = match landing {
        ARRIVAL => "goal".to_string(),
        pad => pad.to_string(),
    };
    format!("{origin}-{target}")
}

fn read_lily(word: &str) -> char {
    word.chars().next().expect("a lily is one letter")
}

impl Plain for ChinaMoon {
    fn start(seats: usize, _options: &[(&str, i64)]) -> Self {
        let frogs = (0..seats * FROGS_PER_SEAT).map(|nth| Frog {
            owner: nth / FROGS_PER_SEAT,
            place: START,
            moved: false,
        });
        ChinaMoon {
            seats,
            routes: routes_from(START),
            frogs: frogs.collect(),
            lilies: BTreeMap::new(),
            prizes: vec![],
            hands: vec![vec![]; seats],
            mover: 0,
            stage: Stage::Lilies,
        }
    }

    fn waits(&self) -> Waits {
        match self.stage {
            Stage::Lilies => Waits::Chance,
            Stage::Move | Stage::Spring { .. } => Waits::Seat(self.mover),
            Stage::Swap { owner } | Stage::Drop { owner, .. } => Waits::Seat(owner),
            Stage::Over => Waits::Over,
        }
    }

    fn legal(&self) -> Vec<String> {
        let actions = match self.stage {
            Stage::Lilies | Stage::Over => BTreeSet::new(),
            Stage::Move => self.all_moves(),
            Stage::Spring { frog } => self.moves_of(&self.frogs[frog]),
            Stage::Swap { owner } => self.swaps(owner),
            Stage::Drop { owner, .. } => self.drops(owner),
        };
        actions.into_iter().collect()
    }

    /// Four lilies each of three colours lie in 34,650 ways, too many to list.
    fn chances(&self) -> Option<Vec<(String, u128)>> {
        match self.stage {
            Stage::Lilies => None,
            _ => Some(vec![]),
        }
    }

    fn happen(&mut self, event: &str) {
        match self.stage {
            Stage::Lilies => self.lay_out(event),
            Stage::Move | Stage::Spring { .. } => self.carry_out_move(event),
            Stage::Swap { owner } => self.carry_out_swap(owner, event),
            Stage::Drop { owner, pad } => self.carry_out_drop(owner, pad, event),
            Stage::Over => {}
        }
    }

    /// The highest total wins; equal totals share the win.
    fn winners(&self) -> Vec<usize> {
        let points = self.all_points();
        let best = points.iter().max();
        (0..self.seats).filter(|&seat| Some(&points[seat]) == best).collect()
    }

    fn scores(&self) -> Option<Vec<i64>> {
        Some(self.all_points())
    }
}
