//! Abagio by the letter of the rules: one list of frogs, every candidate tested on its own,
//! every way to play a roll tried out in full.

use super::{Plain, Waits};

const ROOT: usize = 27;
const OUTER_START: usize = 26;
const OUTER_END: usize = 9;
const EIGHT: usize = 8;
const ONE: usize = 1;
const POND: usize = 0;

const FROGS_EACH: usize = 12;
const FROGS_ON_ROOT: usize = 6;
const CORNERS: [usize; 3] = [22, 17, 12];
const CORNER_HEIGHT: usize = 4;

/// One frog; its position is its distance to the pond.
#[derive(Clone, Copy, Debug)]
struct Frog {
    seat: usize,
    position: usize,
}

/// One leap by one die.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Leap {
    from: usize,
    number: usize,
}

impl Leap {
    /// Where the frog comes down; a larger number than needed still ends in the pond.
    fn to(self) -> usize {
        self.from.saturating_sub(self.number)
    }

    /// `22/19`, `root/24`, `4/pond`, or `4/pond(6)` with a larger number than needed.
    fn notation(self) -> String {
        let from = place_name(self.from);
        let to = place_name(self.to());
        if self.number > self.from { format!("{from}/{to}({})", self.number) } else { format!("{from}/{to}") }
    }

    fn read(text: &str) -> Leap {
        let (from, to) = text.split_once('/').expect("a leap has a slash");
        let from = if from == "root" { ROOT } else { number(from) };
        let number = if to == "pond" {
            from
        } else if let Some(larger) = to.strip_prefix("pond(") {
            number(larger.trim_end_matches(')'))
        } else {
            from - number(to)
        };
        Leap { from, number }
    }
}

fn place_name(position: usize) -> String {
    match position {
        ROOT => "root".to_string(),
        POND => "pond".to_string(),
        _ => position.to_string(),
    }
}

fn number(text: &str) -> usize {
    text.parse().expect("a number")
}

/// The outer path, Eight and One are shared. Root, safe sector and pond are each colour's own.
fn is_shared(position: usize) -> bool {
    position == ONE || (EIGHT..=OUTER_START).contains(&position)
}

/// At most two frogs on the diamonds, five on any other space.
fn stack_limit(position: usize) -> usize {
    if position == EIGHT || position == ONE { 2 } else { 5 }
}

/// The frogs and the chief frog.
#[derive(Clone, Debug)]
struct Table {
    /// In the order in which they landed: of two frogs on one space the later one sits higher.
    frogs: Vec<Frog>,
    /// The outer space under the chief frog; `None` while it is aside.
    chief: Option<usize>,
}

impl Table {
    fn empty() -> Table {
        Table { frogs: Vec::new(), chief: None }
    }

    /// Set-up: bottom to top, 22 = F S F S, 17 = S F S F, 12 = F S F S.
    fn set_up(starter: usize) -> Table {
        let mut table = Table::empty();
        for seat in [0, 1] {
            for _ in 0..FROGS_ON_ROOT {
                table.put(seat, ROOT);
            }
        }
        for corner in CORNERS {
            let mut seat = if corner == 17 { 1 - starter } else { starter };
            for _ in 0..CORNER_HEIGHT {
                table.put(seat, corner);
                seat = 1 - seat;
            }
        }
        table
    }

    fn put(&mut self, seat: usize, position: usize) {
        self.frogs.push(Frog { seat, position });
    }

    /// Takes up the highest frog of the space that this position is for this seat.
    fn take_top(&mut self, seat: usize, position: usize) -> Frog {
        let place =
            self.frogs.iter().rposition(|&frog| stands_on(frog, seat, position)).expect("a frog to take up");
        self.frogs.remove(place)
    }

    /// The colours on the space that this position is for this seat, top first.
    fn downwards(&self, seat: usize, position: usize) -> impl Iterator<Item = usize> + '_ {
        self.frogs.iter().rev().filter(move |&&frog| stands_on(frog, seat, position)).map(|frog| frog.seat)
    }

    fn height(&self, seat: usize, position: usize) -> usize {
        self.downwards(seat, position).count()
    }

    fn top(&self, seat: usize, position: usize) -> Option<usize> {
        self.downwards(seat, position).next()
    }

    /// The run of the opponent's frogs at the top of a space.
    fn opposing_run(&self, seat: usize, position: usize) -> usize {
        self.downwards(seat, position).take_while(|&colour| colour != seat).count()
    }

    fn has_frog_on_root(&self, seat: usize) -> bool {
        self.top(seat, ROOT).is_some()
    }

    fn all_home(&self, seat: usize) -> bool {
        self.height(seat, POND) == FROGS_EACH
    }

    /// The position of the seat's farthest frog; buried frogs count.
    fn farthest(&self, seat: usize) -> usize {
        self.frogs.iter().filter(|frog| frog.seat == seat).map(|frog| frog.position).max().unwrap_or(POND)
    }

    /// Only the top frog of a stack may leap, and no frog under the chief frog.
    fn has_leaper(&self, seat: usize, position: usize) -> bool {
        self.chief != Some(position) && self.top(seat, position) == Some(seat)
    }

    /// The landing test, in the order of the rules.
    fn may_land(&self, seat: usize, position: usize) -> bool {
        if self.chief == Some(position) {
            return false;
        }
        if self.height(seat, position) >= stack_limit(position) {
            return false;
        }
        // None: empty or an own frog on top. One: hit. Two: capped. Three or more: barred.
        self.opposing_run(seat, position) <= 2
    }

    /// The final leap: all frogs on 8…1 or in the pond; the exact number from anywhere, a larger
    /// one only from the farthest position.
    fn may_finish(&self, seat: usize, leap: Leap) -> bool {
        let farthest = self.farthest(seat);
        farthest <= EIGHT && (leap.number == leap.from || leap.from == farthest)
    }

    /// Whether the leap is possible by itself, the use of the other dice left out of account.
    fn may_leap(&self, seat: usize, leap: Leap) -> bool {
        if !self.has_leaper(seat, leap.from) {
            return false;
        }
        if leap.to() == POND { self.may_finish(seat, leap) } else { self.may_land(seat, leap.to()) }
    }

    /// All leaps that are possible by themselves with one of the dice.
    fn leaps(&self, seat: usize, dice: &[usize]) -> Vec<Leap> {
        let mut numbers = dice.to_vec();
        numbers.dedup();
        let mut leaps = Vec::new();
        for from in ONE..=ROOT {
            for &number in &numbers {
                let leap = Leap { from, number };
                if self.may_leap(seat, leap) {
                    leaps.push(leap);
                }
            }
        }
        leaps
    }

    /// Carries a leap out; a lone opposing frog on the landing space goes back to its root.
    fn leap(&mut self, seat: usize, leap: Leap) {
        self.take_top(seat, leap.from);
        let to = leap.to();
        if self.opposing_run(seat, to) == 1 {
            let hit = self.take_top(seat, to);
            self.put(hit.seat, ROOT);
        }
        self.put(seat, to);
    }

    fn after(&self, seat: usize, leap: Leap) -> Table {
        let mut table = self.clone();
        table.leap(seat, leap);
        table
    }

    /// The largest number of these dice that can be used in any way to play them.
    fn most_dice(&self, seat: usize, dice: &[usize]) -> usize {
        let mut most = 0;
        for leap in self.leaps(seat, dice) {
            most = most.max(self.dice_used(seat, dice, leap));
            if most == dice.len() {
                break;
            }
        }
        most
    }

    /// The largest number of these dice that can be used in any way that begins with this leap.
    fn dice_used(&self, seat: usize, dice: &[usize], leap: Leap) -> usize {
        let rest = without(dice, leap.number);
        1 + self.after(seat, leap).most_dice(seat, &rest)
    }

    /// The leaps that the use of the dice permits.
    fn legal_leaps(&self, seat: usize, dice: &[usize]) -> Vec<Leap> {
        let most = self.most_dice(seat, dice);
        let possible = self.leaps(seat, dice);
        let largest = possible.iter().map(|leap| leap.number).max();
        possible
            .into_iter()
            .filter(|&leap| {
                // A leap that brings the twelfth frog home is always allowed.
                self.after(seat, leap).all_home(seat)
                    || (self.dice_used(seat, dice, leap) == most
                        // If only one of two numbers can be played, the larger must be.
                        && (most > 1 || Some(leap.number) == largest))
            })
            .collect()
    }

    /// The chief frog may go on an empty outer space, or on an outer stack topped by an own frog
    /// and lower than five. Where it stands now does not matter, as it is lifted first.
    fn may_take_chief(&self, seat: usize, position: usize) -> bool {
        match self.top(seat, position) {
            None => true,
            Some(colour) => colour == seat && self.height(seat, position) < stack_limit(position),
        }
    }
}

/// Whether the frog is on the space that this position is for this seat.
fn stands_on(frog: Frog, seat: usize, position: usize) -> bool {
    frog.position == position && (is_shared(position) || frog.seat == seat)
}

/// The dice left once one with this number is used.
fn without(dice: &[usize], number: usize) -> Vec<usize> {
    let mut rest = dice.to_vec();
    let used = rest.iter().position(|&die| die == number);
    rest.remove(used.expect("a die with the number"));
    rest
}

/// What the game waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Start,
    Roll,
    Leaps,
    Chief,
    Over,
}

/// A game of Abagio.
#[derive(Clone, Debug)]
pub struct Abagio {
    table: Table,
    turn: usize,
    phase: Phase,
    /// The dice of this turn that are not used yet.
    dice: Vec<usize>,
}

impl Abagio {
    /// Each player rolls one die; the higher starts, ties are rolled again.
    fn roll_for_start(&mut self, red: usize, purple: usize) {
        if red == purple {
            return;
        }
        self.turn = usize::from(purple > red);
        self.table = Table::set_up(self.turn);
        self.phase = Phase::Roll;
    }

    /// A double gives four leaps of that number instead of two.
    fn roll(&mut self, larger: usize, smaller: usize) {
        self.dice = if larger == smaller { vec![larger; 4] } else { vec![larger, smaller] };
        self.go_on();
    }

    fn leap(&mut self, leap: Leap) {
        self.table.leap(self.turn, leap);
        self.dice = without(&self.dice, leap.number);
        self.go_on();
    }

    /// The leaps go on while any number can be played, then comes the chief frog, if qualified.
    fn go_on(&mut self) {
        if self.table.all_home(self.turn) {
            self.phase = Phase::Over;
        } else if !self.table.leaps(self.turn, &self.dice).is_empty() {
            self.phase = Phase::Leaps;
        } else if !self.table.has_frog_on_root(self.turn) {
            self.phase = Phase::Chief;
        } else {
            self.end_turn(None);
        }
    }

    fn end_turn(&mut self, chief: Option<usize>) {
        self.table.chief = chief;
        self.dice.clear();
        self.turn = 1 - self.turn;
        self.phase = Phase::Roll;
    }

    fn chief_choices(&self) -> Vec<String> {
        let mut choices = vec!["chief aside".to_string()];
        for position in OUTER_END..=OUTER_START {
            if self.table.may_take_chief(self.turn, position) {
                choices.push(format!("chief {position}"));
            }
        }
        choices
    }

    fn leap_choices(&self) -> Vec<String> {
        self.table.legal_leaps(self.turn, &self.dice).into_iter().map(Leap::notation).collect()
    }
}

/// The starting dice are not sorted, and equal ones are a result like any other.
fn start_rolls() -> Vec<(String, u128)> {
    let mut rolls = Vec::new();
    for red in 1..=6 {
        for purple in 1..=6 {
            rolls.push((format!("start {red} {purple}"), 1));
        }
    }
    rolls
}

/// The larger die first; two different numbers fall in two ways.
fn turn_rolls() -> Vec<(String, u128)> {
    let mut rolls = Vec::new();
    for larger in 1..=6 {
        for smaller in 1..=larger {
            let weight = if larger == smaller { 1 } else { 2 };
            rolls.push((format!("roll {larger} {smaller}"), weight));
        }
    }
    rolls
}

impl Plain for Abagio {
    fn start(seats: usize, _options: &[(&str, i64)]) -> Self {
        assert_eq!(seats, 2, "Abagio is for two");
        Abagio { table: Table::empty(), turn: 0, phase: Phase::Start, dice: Vec::new() }
    }

    fn waits(&self) -> Waits {
        match self.phase {
            Phase::Start | Phase::Roll => Waits::Chance,
            Phase::Leaps | Phase::Chief => Waits::Seat(self.turn),
            Phase::Over => Waits::Over,
        }
    }

    fn legal(&self) -> Vec<String> {
        let mut choices = match self.phase {
            Phase::Leaps => self.leap_choices(),
            Phase::Chief => self.chief_choices(),
            Phase::Start | Phase::Roll | Phase::Over => Vec::new(),
        };
        choices.sort();
        choices
    }

    fn chances(&self) -> Option<Vec<(String, u128)>> {
        let mut rolls = match self.phase {
            Phase::Start => start_rolls(),
            Phase::Roll => turn_rolls(),
            Phase::Leaps | Phase::Chief | Phase::Over => Vec::new(),
        };
        rolls.sort();
        Some(rolls)
    }

    fn happen(&mut self, event: &str) {
        let words: Vec<&str> = event.split(' ').collect();
        match words[..] {
            ["start", red, purple] => self.roll_for_start(number(red), number(purple)),
            ["roll", larger, smaller] => self.roll(number(larger), number(smaller)),
            ["chief", "aside"] => self.end_turn(None),
            ["chief", position] => self.end_turn(Some(number(position))),
            _ => self.leap(Leap::read(event)),
        }
    }

    /// The game ends at once when a player's twelfth frog enters the pond, so only one can win.
    fn winners(&self) -> Vec<usize> {
        (0..2).filter(|&seat| self.table.all_home(seat)).collect()
    }

    fn scores(&self) -> Option<Vec<i64>> {
        None
    }
}
