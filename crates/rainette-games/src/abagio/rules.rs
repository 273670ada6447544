//! The rules: how the game starts, which leaps are legal, what they do, and the chief frog.

use rainette_core::{Actions, Effect, EffectSink, Name, NoEffects, Piece, Seat};

use super::action::{Action, Chief, Leap};
use super::board::{self, Position, positions, space};
use super::dice::Dice;
use super::stack::{Landing, Stack};
use super::{Abagio, Phase};

/// The set-up.
impl Abagio {
    /// Six frogs of each colour stand on the root and the chief frog is aside. How the corners are filled depends on
    /// who starts.
    pub(super) fn before_the_start() -> Self {
        let mut table = Self {
            stacks: [Stack::EMPTY; board::SPACES],
            root: [board::ON_ROOT; 2],
            pond: [0; 2],
            far: [board::ON_ROOT; 2],
            tops: [Position::ROOT.bit(); 2],
            open: [0; 2],
            dice: Dice::NONE,
            chief: Chief::ASIDE,
            phase: Phase::Start,
            mover: Seat::new(0),
        };
        for position in (1..Position::ROOT.distance()).filter_map(Position::new) {
            table.look_at(0, position);
            table.look_at(1, position);
        }
        table
    }

    /// Each seat rolls one die: the higher starts, ties are rolled again.
    pub(super) fn start<W: EffectSink>(&mut self, dice: [u8; 2], effects: &mut W) {
        effects.emit(|| Effect::Rolled { dice: dice.to_vec(), by: None });
        if dice[0] == dice[1] {
            return;
        }
        self.mover = Seat::new((dice[1] > dice[0]).into());
        self.phase = Phase::Roll;
        effects.emit(|| Effect::Starts { seat: self.mover });
        for (corner, starter_is_lowest) in board::CORNERS {
            let lowest = if starter_is_lowest { self.mover } else { self.mover.next(2) };
            for frog in [lowest, lowest.next(2), lowest, lowest.next(2)] {
                self.put(frog.index(), corner);
                self.far[frog.index()] += 1;
                effects.emit(|| Effect::Placed { piece: frog_of(frog), at: corner.spot() });
            }
        }
    }
}

/// The turn: the roll, the leaps, the chief frog.
impl Abagio {
    /// The seat rolls two dice; a double gives four leaps.
    #[inline]
    pub(super) fn roll<W: EffectSink>(&mut self, dice: [u8; 2], effects: &mut W) {
        effects.emit(|| Effect::Rolled { dice: dice.to_vec(), by: Some(self.mover) });
        self.dice = Dice::rolled(dice);
        self.go_on(effects);
    }

    /// A frog leaps. The game ends at once when it is the twelfth to enter the pond.
    #[inline]
    pub(super) fn play_leap<W: EffectSink>(&mut self, leap: Leap, effects: &mut W) {
        self.leap(leap, effects);
        self.dice = self.dice.without(leap.die());
        if self.pond[self.mover.index()] == board::FROGS {
            self.phase = Phase::Over;
            effects.emit(|| Effect::Ended { winners: vec![self.mover], why: Name::of("all-frogs-home") });
        } else {
            self.go_on(effects);
        }
    }

    /// The turn goes on with the next leap, or, if no die left can be used, with the chief frog.
    #[inline]
    fn go_on<W: EffectSink>(&mut self, effects: &mut W) {
        if self.can_leap() {
            self.phase = Phase::Leaps;
            return;
        }
        if !self.dice.is_empty() {
            effects.emit(|| Effect::Forfeited { seat: self.mover, dice: self.dice.numbers().to_vec() });
            self.dice = Dice::NONE;
        }
        if self.root[self.mover.index()] == 0 {
            self.phase = Phase::Chief;
        } else {
            // A player who has a frog on the root has no choice.
            self.lift_chief(effects);
            self.pass_on();
        }
    }

    /// The chief frog is lifted first, then placed or left aside.
    #[inline]
    pub(super) fn play_chief<W: EffectSink>(&mut self, chief: Chief, effects: &mut W) {
        if self.chief == Chief::ASIDE && chief == Chief::ASIDE {
            effects.emit(|| Effect::Passed { seat: self.mover });
        }
        self.lift_chief(effects);
        self.chief = chief;
        if let Some(space) = chief.space() {
            effects.emit(|| Effect::Placed { piece: Piece::free("chief"), at: space.spot() });
        }
        self.pass_on();
    }

    #[inline]
    fn lift_chief<W: EffectSink>(&mut self, effects: &mut W) {
        if let Some(space) = self.chief.space() {
            effects.emit(|| Effect::Removed { piece: Piece::free("chief"), from: space.spot() });
        }
        self.chief = Chief::ASIDE;
    }

    fn pass_on(&mut self) {
        self.mover = self.mover.next(2);
        self.phase = Phase::Roll;
    }
}

/// Which leaps there are, die by die.
impl Abagio {
    /// The positions from which a frog of the seat may leap by this number, as a set.
    #[inline]
    pub(super) fn leapers(&self, die: u8) -> u32 {
        let me = self.mover.index();
        // No frog under the chief frog leaps, and none lands on it.
        let frogs = self.tops[me] & self.chief.elsewhere();
        let landings = self.open[me] & self.chief.elsewhere();
        frogs & landings << die | self.finishers(die)
    }

    /// The positions from which a frog of the seat may enter the pond with this number, as a set.
    #[inline]
    pub(super) fn finishers(&self, die: u8) -> u32 {
        let me = self.mover.index();
        if self.far[me] > 0 {
            return 0;
        }
        // On the inner path colours never mix, so the top frogs tell where the seat's frogs are.
        let frogs = self.tops[me];
        if frogs >> die == 0 {
            frogs.checked_ilog2().map_or(0, |farthest| 1 << farthest)
        } else {
            frogs & 1 << die
        }
    }

    /// Can a die that is left be used?
    #[inline]
    fn can_leap(&self) -> bool {
        let Dice { larger, smaller, times } = self.dice;
        times > 0 && (self.leapers(larger) != 0 || smaller > 0 && self.leapers(smaller) != 0)
    }
}

/// Use of the dice.
impl Abagio {
    /// The leaps that the rules on using the dice leave.
    #[inline]
    pub(super) fn legal_leaps(&self, actions: &mut Actions<Self>) {
        let Dice { larger, smaller, times } = self.dice;
        if smaller == 0 {
            list(self.using_most(larger, times), larger, actions);
        } else {
            let (by_larger, by_smaller) = self.using_both(larger, smaller);
            list(by_larger, larger, actions);
            list(by_smaller, smaller, actions);
        }
    }

    /// Two different numbers: the positions from which a frog may leap by the one and by the other. Only leaps that
    /// use both dice are legal if there are any; otherwise the larger number must be played if it can be. But a
    /// leap that brings the twelfth frog home is always allowed.
    #[inline]
    fn using_both(&self, larger: u8, smaller: u8) -> (u32, u32) {
        let (by_larger, by_smaller) = (self.leapers(larger), self.leapers(smaller));
        let both = (
            self.followed(by_larger, larger, smaller, by_smaller),
            self.followed(by_smaller, smaller, larger, by_larger),
        );
        let most = match both {
            (0, 0) if by_larger != 0 => (by_larger, 0),
            (0, 0) => (0, by_smaller),
            both => both,
        };
        if self.pond[self.mover.index()] + 1 == board::FROGS {
            (most.0 | self.finishers(larger), most.1 | self.finishers(smaller))
        } else {
            most
        }
    }

    /// Of the leaps by one die from these positions, those after which the other die can be used. `others` are the
    /// positions from which it could be used before.
    #[inline]
    fn followed(&self, leapers: u32, die: u8, other: u8, others: u32) -> u32 {
        // A leap changes nothing but the two spaces it leads from and to: it can spoil the leap of the same frog, one
        // that lands where it came from, and one that lands where it went.
        if others.count_ones() > 3 {
            return leapers;
        }
        let is_followed = |from: &Position| {
            let there = u64::from(from.bit());
            let spoilt = there | there << other | there << other >> die;
            u64::from(others) & !spoilt != 0 || self.leapt(*from, die).leapers(other) != 0
        };
        positions(leapers).filter(is_followed).fold(0, |set, from| set | from.bit())
    }

    /// One number, as often as `times`: the positions from which a frog may leap so that the number is used as
    /// often as possible. (A way that brings the twelfth frog home is never shorter than another: by one number, each
    /// frog needs the same count of leaps in any order.)
    #[inline]
    fn using_most(&self, die: u8, times: u8) -> u32 {
        let leapers = self.leapers(die);
        if is_plenty(leapers, times) {
            return leapers;
        }
        let (mut most, mut best) = (0, 0);
        for from in positions(leapers) {
            let more = self.leapt(from, die).most_leaps(die, times - 1);
            if more > most {
                (most, best) = (more, 0);
            }
            if more == most {
                best |= from.bit();
            }
        }
        best
    }

    /// How often a number can be used, `times` at most. Looks no further once it can be used that often.
    fn most_leaps(&self, die: u8, times: u8) -> u8 {
        let leapers = if times == 0 { 0 } else { self.leapers(die) };
        if leapers == 0 {
            return 0;
        }
        if is_plenty(leapers, times) {
            return times;
        }
        let mut most = 0;
        for from in positions(leapers) {
            most = most.max(1 + self.leapt(from, die).most_leaps(die, times - 1));
            if most == times {
                break;
            }
        }
        most
    }

    /// The table after a leap, in thought.
    #[inline]
    fn leapt(&self, from: Position, die: u8) -> Self {
        let mut next = *self;
        next.leap(Leap::found(from, die), &mut NoEffects);
        next
    }
}

/// Are there so many leaps by one number that it can be used `times`, whichever comes first? Each leap can spoil at
/// most two: that of the same frog, and one that lands where it came from.
#[inline]
fn is_plenty(leapers: u32, times: u8) -> bool {
    leapers.count_ones() + 1 >= 2 * u32::from(times)
}

#[inline]
fn list(leapers: u32, die: u8, actions: &mut Actions<Abagio>) {
    for from in positions(leapers) {
        actions.push(Action::Leap(Leap::found(from, die)));
    }
}

/// What a leap does.
impl Abagio {
    /// A frog leaps, and hits a single frog or covers a pair where it lands.
    #[inline]
    fn leap<W: EffectSink>(&mut self, leap: Leap, effects: &mut W) {
        let (from, to) = (leap.from(), leap.to());
        let me = self.mover.index();
        effects.emit(|| Effect::Hopped {
            piece: frog_of(self.mover),
            from: from.spot(),
            over: vec![],
            to: to.spot(),
        });
        self.take(me, from);
        self.far[me] -= u8::from(from.is_far() && !to.is_far());
        if to == Position::POND {
            self.pond[me] += 1;
            return;
        }
        let other = self.mover.next(2);
        match self.stacks[space(me, to)].landing(me, to) {
            Landing::Hit => {
                self.take(other.index(), to);
                self.root[other.index()] += 1;
                self.tops[other.index()] |= Position::ROOT.bit();
                self.far[other.index()] += u8::from(!to.is_far());
                effects.emit(|| Effect::Hit {
                    piece: frog_of(other),
                    from: to.spot(),
                    to: Position::ROOT.spot(),
                });
            }
            Landing::Cap => effects.emit(|| Effect::Capped { piece: frog_of(other), at: to.spot() }),
            Landing::Free | Landing::Full | Landing::Heap => {}
        }
        self.put(me, to);
    }

    /// Takes the seat's top frog away.
    #[inline]
    fn take(&mut self, seat: usize, from: Position) {
        if from == Position::ROOT {
            self.root[seat] -= 1;
            if self.root[seat] == 0 {
                self.tops[seat] &= !Position::ROOT.bit();
            }
            return;
        }
        let stack = &mut self.stacks[space(seat, from)];
        *stack = stack.without_top();
        self.look_at_both(seat, from);
    }

    /// Puts a frog of the seat on top of a space.
    #[inline]
    pub(super) fn put(&mut self, seat: usize, to: Position) {
        let stack = &mut self.stacks[space(seat, to)];
        *stack = stack.with(seat);
        self.look_at_both(seat, to);
    }

    /// Sees anew who may leap from a space and who may land there. A safe sector concerns one seat alone.
    #[inline]
    fn look_at_both(&mut self, seat: usize, position: Position) {
        self.look_at(seat, position);
        if !position.is_safe() {
            self.look_at(1 - seat, position);
        }
    }

    #[inline]
    fn look_at(&mut self, seat: usize, position: Position) {
        let stack = self.stacks[space(seat, position)];
        let mark = |set: &mut u32, is_in: bool| {
            *set = *set & !position.bit() | u32::from(is_in) << position.distance();
        };
        mark(&mut self.tops[seat], stack.is_topped_by(seat));
        mark(&mut self.open[seat], stack.landing(seat, position).is_allowed());
    }
}

/// The chief frog, placed at the end of a turn.
impl Abagio {
    /// The outer spaces where the seat may place the chief frog, as a set: the empty ones, and stacks topped by an own
    /// frog and lower than five.
    #[inline]
    pub(super) fn chief_spaces(&self) -> u32 {
        let me = self.mover.index();
        // An own frog may land where the space is empty, an own frog is on top, or the opponent's can be hit or covered.
        board::OUTER & self.open[me] & !self.tops[1 - me]
    }

    /// Where the chief frog may be placed, or aside.
    #[inline]
    pub(super) fn legal_chiefs(&self, actions: &mut Actions<Self>) {
        actions.push(Action::Chief(Chief::ASIDE));
        for space in positions(self.chief_spaces()) {
            actions.push(Action::Chief(Chief::found(space)));
        }
    }
}

fn frog_of(seat: Seat) -> Piece {
    Piece::owned("frog", seat)
}
