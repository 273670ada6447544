//! The game as numbers. Letters are the pads in ascending order, `goal`, each seat's Start, then each seat's lilies.

use rainette_core::{Block, Encode, Game as _, Seat, Sheet, Spot, Turn, Word, Words};

use super::board::{self, LAST, Landing, Pad, Pads, Stand, each};
use super::bouquet::Lily;
use super::rules::MOVES;
use super::{Action, ChinaMoon, FROGS_EACH, Stage};

const COLOURS: usize = Lily::ALL.len();
const GOAL: usize = LAST;
const FIRST_START: usize = GOAL + 1;
/// No colour has more lilies.
const MOST_LILIES: f32 = 5.0;

fn start(seat: Seat) -> usize {
    FIRST_START + seat.index()
}

fn lily(seats: usize, seat: Seat, lily: Lily) -> usize {
    FIRST_START + seats + COLOURS * seat.index() + lily.index()
}

fn pad(pad: Pad) -> usize {
    pad.index() - 1
}

fn write(pads: Pads, sheet: &mut Sheet<'_>) {
    let plane = sheet.next(LAST);
    each(pads).for_each(|on| plane[pad(on)] = 1.0);
}

impl Encode for ChinaMoon {
    fn alphabet(seats: usize) -> Vec<Spot> {
        let pads = Pad::all().map(Pad::spot).chain([Landing::ARRIVAL.spot()]);
        let starts = Seat::all(seats).map(|seat| Stand::Start(seat).spot());
        let of_seat = |seat| Lily::ALL.map(|lily| board::lily_spot(seat, lily));
        pads.chain(starts).chain(Seat::all(seats).flat_map(of_seat)).collect()
    }

    #[inline]
    fn words(&self, action: Action) -> Words {
        let own = |colour| {
            let chooser = if let Turn::Seat(seat) = self.turn() { seat } else { self.mover };
            lily(self.seats(), chooser, colour)
        };
        Words::one(match action {
            Action::Move { from, to } => {
                let from = match from {
                    Stand::Start(seat) => start(seat),
                    Stand::Pad(from) => pad(from),
                };
                Word::of([from, to.pad().map_or(GOAL, pad)].map(|letter| letter as u8))
            }
            Action::Swap { give, with, take } => {
                Word::of([own(give), lily(self.seats(), with, take)].map(|letter| letter as u8))
            }
            Action::Drop { lily } => Word::of([own(lily) as u8]),
        })
    }

    fn blocks(seats: usize) -> Vec<Block> {
        vec![
            Block::new("frogs", [seats, LAST], "the frogs of each seat on the pads 1 to 46"),
            Block::new("start", [seats], "frogs of each seat on Start, divided by 3"),
            Block::new("arrival", [seats], "frogs of each seat on Arrival, divided by 3"),
            Block::new(
                "bouquets",
                [seats, COLOURS],
                "lilies of each seat by colour, divided by 5: W Y P K B",
            ),
            Block::new("lilies", [COLOURS, LAST], "the lilies on the pads by colour"),
            Block::new("places", [4, COLOURS], "the lilies on the places of Arrival"),
            Block::new("moved", [LAST], "frogs that were moved in this turn"),
            Block::new("at", [LAST], "the frog on a spring, trickster or butterfly that is to be decided on"),
            Block::new("stage", [4], "what is awaited: a move, a move from a spring, a swap, a drop"),
            Block::new("mover", [seats], "who moves the frogs in this turn"),
            Block::new("moves", [1], "frogs moved in this turn, divided by 3"),
            Block::new("others", [1], "1 where the next frog must be another player's"),
        ]
    }

    fn observe(&self, seat: Seat, sheet: &mut Sheet<'_>) {
        let seats = || std::iter::once(seat).chain(seat.others(self.seats()));
        let share = |frogs: u8| f32::from(frogs) / f32::from(FROGS_EACH);
        seats().for_each(|seat| write(self.frogs[seat.index()], sheet));
        seats().for_each(|seat| sheet.number(share(self.on_start(seat))));
        seats().for_each(|seat| sheet.number(share(self.on_arrival(seat))));
        for bouquet in seats().map(|seat| self.bouquet(seat)) {
            for lily in Lily::ALL {
                sheet.number(f32::from(bouquet.count(lily)) / MOST_LILIES);
            }
        }
        self.lilies.iter().for_each(|&pads| write(pads, sheet));
        self.places.iter().for_each(|place| sheet.one_of(COLOURS, place.map(Lily::index)));
        write(self.moved, sheet);
        let (stage, at) = match self.stage {
            Stage::Move => (Some(0), None),
            Stage::Spring(pad) => (Some(1), Some(pad)),
            Stage::Swap(pad) => (Some(2), Some(pad)),
            Stage::Drop(pad) => (Some(3), Some(pad)),
            Stage::SetUp | Stage::Over => (None, None),
        };
        sheet.one_of(LAST, at.map(pad));
        sheet.one_of(4, stage);
        sheet.one_of(self.seats(), seats().position(|other| other == self.mover));
        sheet.number(f32::from(self.moves) / f32::from(MOVES));
        sheet.flag(self.stage == Stage::Move && self.must_move_others());
    }
}
