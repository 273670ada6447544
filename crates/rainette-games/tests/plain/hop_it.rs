//! Hop It! by the letter of the rules: every pair of cells is tried and tested, one rule at a time.

use super::{Plain, Waits};
use std::collections::BTreeMap;

/// So many turns in a row without a tadpole maturing or a piece being removed are a draw.
const QUIET_LIMIT: u32 = 50;

/// A hexagon of the pond; the file is its letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Cell {
    file: u8,
    row: u8,
}

impl Cell {
    fn named(name: &str) -> Cell {
        let letters = name.as_bytes();
        Cell { file: letters[0], row: letters[1] - b'0' }
    }

    fn name(self) -> String {
        format!("{}{}", char::from(self.file), self.row)
    }

    /// The ends of the long rows are the lily pads; no short row reaches these files.
    fn is_lily(self) -> bool {
        self.file == b'a' || self.file == b'k'
    }

    /// Neighbours: two files apart in the same row, or one file apart in the row above or below.
    fn is_neighbour(self, other: Cell) -> bool {
        let apart = (self.file.abs_diff(other.file), self.row.abs_diff(other.row));
        apart == (2, 0) || apart == (1, 1)
    }

    /// The cell between two cells that lie two neighbour steps apart in a straight line.
    fn between(self, other: Cell) -> Option<Cell> {
        let apart = (self.file.abs_diff(other.file), self.row.abs_diff(other.row));
        let straight = apart == (4, 0) || apart == (2, 2);
        straight.then(|| Cell { file: self.file.midpoint(other.file), row: self.row.midpoint(other.row) })
    }
}

/// Seven rows of alternately six and five cells.
fn pond() -> Vec<Cell> {
    let mut cells = Vec::new();
    for row in 1..=7 {
        let files = if row % 2 == 1 { "acegik" } else { "bdfhj" };
        cells.extend(files.bytes().map(|file| Cell { file, row }));
    }
    cells
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Tadpole,
    Frog,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Piece {
    seat: usize,
    kind: Kind,
}

/// The hops that one frog has made so far in this turn.
#[derive(Clone, Debug)]
struct Chain {
    /// Where the hopping frog sits now.
    frog: Cell,
    /// Where the pieces hopped over sit or sat. Only the hopping frog moves, so a cell stands for its piece.
    hopped: Vec<Cell>,
    over_enemy: bool,
    /// Whether the move still owes a hop over an enemy.
    owes: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    Won(usize),
    Draw,
}

#[derive(Clone, Copy, Debug)]
struct Hop {
    from: Cell,
    over: Cell,
    to: Cell,
}

/// A game of Hop It!
#[derive(Clone, Debug)]
pub struct HopIt {
    pieces: BTreeMap<Cell, Piece>,
    turn: usize,
    chain: Option<Chain>,
    /// For each seat the lily pad on which its last move ended, until the frog there moves or is eaten.
    lily_frog: [Option<Cell>; 2],
    /// Turns in a row without a tadpole maturing or a piece being removed.
    quiet_turns: u32,
    /// Whether this turn matured a tadpole or removed a piece.
    eventful: bool,
    outcome: Option<Outcome>,
}

impl HopIt {
    fn put(&mut self, seat: usize, kind: Kind, names: &str) {
        for name in names.split_whitespace() {
            self.pieces.insert(Cell::named(name), Piece { seat, kind });
        }
    }

    fn cells_of(&self, seat: usize) -> Vec<Cell> {
        let own = self.pieces.iter().filter(|(_, piece)| piece.seat == seat);
        own.map(|(&cell, _)| cell).collect()
    }

    fn is_empty(&self, cell: Cell) -> bool {
        !self.pieces.contains_key(&cell)
    }

    /// Step: a tadpole or a frog goes to an empty neighbouring water cell.
    fn may_step(&self, from: Cell, to: Cell) -> bool {
        from.is_neighbour(to) && self.is_empty(to) && !to.is_lily()
    }

    /// Hop: a frog goes over one neighbouring piece, not hopped over in this chain, onto the empty cell straight behind.
    fn hop(&self, from: Cell, to: Cell) -> Option<Hop> {
        let over = from.between(to)?;
        let is_frog = self.pieces.get(&from)?.kind == Kind::Frog;
        let fresh = match &self.chain {
            Some(chain) => !chain.hopped.contains(&over),
            None => true,
        };
        let allowed = is_frog && fresh && !self.is_empty(over) && self.is_empty(to);
        allowed.then_some(Hop { from, over, to })
    }

    fn hops_from(&self, from: Cell) -> Vec<Hop> {
        let landings = pond().into_iter();
        landings.filter_map(|to| self.hop(from, to)).collect()
    }

    fn is_over_enemy(&self, hop: Hop) -> bool {
        self.pieces[&hop.over].seat != self.turn
    }

    /// "Can hop" means the very next hop.
    fn can_hop_over_enemy(&self, from: Cell) -> bool {
        self.hops_from(from).into_iter().any(|hop| self.is_over_enemy(hop))
    }

    /// At the start of the turn the move owes a hop over an enemy if any of the player's frogs can make one. In a chain
    /// it owes what it has come to owe and has not paid.
    fn owes(&self) -> bool {
        match &self.chain {
            Some(chain) => chain.owes,
            None => self.cells_of(self.turn).into_iter().any(|cell| self.can_hop_over_enemy(cell)),
        }
    }

    /// Whether, after this hop, the same frog can get to a hop over an enemy by further hops of this chain: all of them
    /// are tried, each on a table of its own.
    fn leads_to_enemy(&self, hop: Hop) -> bool {
        let mut table = self.clone();
        table.leap(hop);
        let further = table.hops_from(hop.to);
        further.into_iter().any(|next| table.is_over_enemy(next) || table.leads_to_enemy(next))
    }

    /// While the move owes, a hop goes over an enemy or leads to one.
    fn is_permitted(&self, hop: Hop, owes: bool) -> bool {
        !owes || self.is_over_enemy(hop) || self.leads_to_enemy(hop)
    }

    fn steps(&self) -> Vec<String> {
        let mut steps = Vec::new();
        for from in self.cells_of(self.turn) {
            for to in pond() {
                if self.may_step(from, to) {
                    steps.push(format!("{}-{}", from.name(), to.name()));
                }
            }
        }
        steps
    }

    /// A hop by any frog, or by the one whose chain is under way. While the move owes there is nothing else; otherwise a
    /// chain may be stopped, and a turn may begin with a step. Without any legal move the player passes.
    fn legal_now(&self) -> Vec<String> {
        let movers = match &self.chain {
            Some(chain) => vec![chain.frog],
            None => self.cells_of(self.turn),
        };
        let owes = self.owes();
        let hops = movers.into_iter().flat_map(|cell| self.hops_from(cell));
        let permitted: Vec<Hop> = hops.filter(|&hop| self.is_permitted(hop, owes)).collect();
        let mut actions = write_hops(&permitted);
        if owes {
            return actions;
        }
        if self.chain.is_some() {
            actions.push("stop".to_string());
            return actions;
        }
        actions.extend(self.steps());
        if actions.is_empty() {
            actions.push("pass".to_string());
        }
        actions
    }

    /// A piece leaves its cell, be it by a step or a hop. A lily frog that moves is not eaten this turn.
    fn move_piece(&mut self, from: Cell, to: Cell) {
        if let Some(piece) = self.pieces.remove(&from) {
            self.pieces.insert(to, piece);
        }
        if self.lily_frog[self.turn] == Some(from) {
            self.lily_frog[self.turn] = None;
        }
    }

    fn do_step(&mut self, from: Cell, to: Cell) {
        self.move_piece(from, to);
        self.end_turn(Some(to));
    }

    /// One hop and what it does at once; whether the chain ends is looked at later.
    fn leap(&mut self, hop: Hop) {
        let over_enemy = self.is_over_enemy(hop);
        let owes = self.owes();
        let mut chain = self.chain.take().unwrap_or(Chain {
            frog: hop.from,
            hopped: Vec::new(),
            over_enemy: false,
            owes,
        });
        chain.frog = hop.to;
        chain.hopped.push(hop.over);
        // A hop over an enemy pays.
        chain.over_enemy |= over_enemy;
        chain.owes &= !over_enemy;
        self.chain = Some(chain);
        self.move_piece(hop.from, hop.to);
        self.startle(hop.over);
    }

    /// A chain that has hopped over no enemy comes to owe such a hop as soon as its frog can make one. A chain in which
    /// no further hop is possible ends by itself.
    fn do_hop(&mut self, hop: Hop) {
        self.leap(hop);
        if self.outcome.is_some() {
            self.chain = None;
            return;
        }
        let can_hop_over_enemy = self.can_hop_over_enemy(hop.to);
        if let Some(chain) = &mut self.chain {
            chain.owes |= !chain.over_enemy && can_hop_over_enemy;
        }
        if self.hops_from(hop.to).is_empty() {
            assert!(!self.owes(), "a chain that owes can always go on");
            self.end_turn(Some(hop.to));
        }
    }

    /// A tadpole hopped over, of either colour, becomes a frog; an enemy frog is removed; an own frog is unharmed.
    fn startle(&mut self, cell: Cell) {
        let piece = self.pieces[&cell];
        if piece.kind == Kind::Tadpole {
            let kind = Kind::Frog;
            self.pieces.insert(cell, Piece { kind, ..piece });
            self.eventful = true;
        } else if piece.seat != self.turn {
            self.remove(cell);
        }
    }

    /// Checked after each removal: as soon as a player has one piece left, the other wins.
    fn remove(&mut self, cell: Cell) {
        if let Some(piece) = self.pieces.remove(&cell) {
            self.eventful = true;
            if self.cells_of(piece.seat).len() == 1 {
                self.outcome = Some(Outcome::Won(1 - piece.seat));
            }
        }
    }

    /// The end of a turn in which a piece ended on `landed`, or in which the player passed.
    fn end_turn(&mut self, landed: Option<Cell>) {
        self.chain = None;
        if let Some(left_behind) = self.lily_frog[self.turn].take() {
            self.remove(left_behind);
        }
        self.lily_frog[self.turn] = landed.filter(|cell| cell.is_lily());
        self.quiet_turns = if self.eventful { 0 } else { self.quiet_turns + 1 };
        self.eventful = false;
        if self.outcome.is_none() && self.quiet_turns == QUIET_LIMIT {
            self.outcome = Some(Outcome::Draw);
        }
        self.turn = 1 - self.turn;
    }

    fn end_chain(&mut self) {
        let landed = self.chain.as_ref().map(|chain| chain.frog);
        self.end_turn(landed);
    }
}

fn write_hops(hops: &[Hop]) -> Vec<String> {
    let written = hops.iter().map(|hop| format!("{}>{}", hop.from.name(), hop.to.name()));
    written.collect()
}

impl Plain for HopIt {
    fn start(_seats: usize, options: &[(&str, i64)]) -> Self {
        let frogs_in_front = options.contains(&("frogs", 1));
        let (front, behind) =
            if frogs_in_front { (Kind::Frog, Kind::Tadpole) } else { (Kind::Tadpole, Kind::Frog) };
        let mut game = HopIt {
            pieces: BTreeMap::new(),
            turn: 0,
            chain: None,
            lily_frog: [None, None],
            quiet_turns: 0,
            eventful: false,
            outcome: None,
        };
        game.put(0, behind, "c1 e1 g1 i1");
        game.put(0, front, "b2 d2 f2 h2 j2");
        game.put(1, behind, "c7 e7 g7 i7");
        game.put(1, front, "b6 d6 f6 h6 j6");
        game
    }

    fn waits(&self) -> Waits {
        match self.outcome {
            Some(_) => Waits::Over,
            None => Waits::Seat(self.turn),
        }
    }

    fn legal(&self) -> Vec<String> {
        if self.outcome.is_some() {
            return Vec::new();
        }
        let mut actions = self.legal_now();
        actions.sort();
        actions
    }

    /// Hop It! knows no chance.
    fn chances(&self) -> Option<Vec<(String, u128)>> {
        Some(Vec::new())
    }

    fn happen(&mut self, event: &str) {
        if event == "pass" {
            self.end_turn(None);
        } else if event == "stop" {
            self.end_chain();
        } else if let Some((from, to)) = event.split_once('-') {
            self.do_step(Cell::named(from), Cell::named(to));
        } else if let Some((from, to)) = event.split_once('>') {
            let hop = self.hop(Cell::named(from), Cell::named(to));
            self.do_hop(hop.expect("the hop is legal"));
        }
    }

    fn winners(&self) -> Vec<usize> {
        match self.outcome {
            Some(Outcome::Won(seat)) => vec![seat],
            _ => Vec::new(),
        }
    }

    /// Hop It! is won, not scored.
    fn scores(&self) -> Option<Vec<i64>> {
        None
    }
}
