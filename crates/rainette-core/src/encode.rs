//! A game as numbers, for programs that learn: an alphabet of spots to act with, a row of numbers to observe.

use crate::{Actions, Game, Seat, Spot, Turn};

/// The number of a spot in a game's alphabet.
pub type Letter = u8;

/// A path of spots in letters, at most eight of them.
///
/// It fits a number, a byte for each letter from the lowest on: every step of an environment compares all words of a
/// position with what was said.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Word(u64);

/// The paths of one action in letters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Words([Word; 2]);

impl Word {
    /// The word without a letter.
    pub const EMPTY: Self = Self(0);

    /// The word of these letters.
    #[inline]
    pub fn of<const N: usize>(letters: [Letter; N]) -> Self {
        let mut word = Self::EMPTY;
        for (place, letter) in letters.into_iter().enumerate() {
            word = word.with(place, letter);
        }
        word
    }

    /// The word with a letter at the place after its last.
    #[must_use]
    #[inline]
    fn with(self, place: usize, letter: Letter) -> Self {
        // No byte of a letter is 0, so that a word ends where a byte is.
        Self(self.0 | (u64::from(letter) + 1) << (8 * place))
    }

    /// The word with one more letter.
    #[must_use]
    #[inline]
    pub fn and(self, letter: Letter) -> Self {
        self.with(self.len(), letter)
    }

    /// How many letters it has.
    #[inline]
    pub fn len(self) -> usize {
        8 - self.0.leading_zeros() as usize / 8
    }

    /// Has it no letter?
    #[inline]
    pub fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// The letters in order.
    pub fn letters(self) -> impl Iterator<Item = Letter> {
        self.0.to_le_bytes().into_iter().take_while(|&byte| byte > 0).map(|byte| byte - 1)
    }
}

impl Words {
    /// The only path of an action.
    #[inline]
    pub fn one(word: Word) -> Self {
        Self([word, Word::EMPTY])
    }

    /// Both paths of an action.
    #[inline]
    pub fn two(one: Word, other: Word) -> Self {
        Self([one, other])
    }

    /// The paths there are, one or two.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Word> {
        self.0.into_iter().filter(|word| !word.is_empty())
    }
}

/// A part of what is observed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    /// The name by which programs find it, each once among the blocks of a game.
    pub name: &'static str,
    /// How its numbers are arranged, the last dimension varying fastest.
    pub shape: Vec<usize>,
    /// What the numbers say, in one line.
    pub about: &'static str,
}

impl Block {
    /// A part of this name and shape.
    pub fn new<const N: usize>(name: &'static str, shape: [usize; N], about: &'static str) -> Self {
        Self { name, shape: shape.to_vec(), about }
    }

    /// How many numbers it has.
    pub fn size(&self) -> usize {
        self.shape.iter().product()
    }
}

/// A game that can be written as numbers.
pub trait Encode: Game {
    /// Every spot that an action can point at with so many seats, each once, at most [`Letters::MOST`] of them. A spot's
    /// place in this list is its letter.
    fn alphabet(seats: usize) -> Vec<Spot>;

    /// The paths of an action in letters: [`Game::spots`] without the names.
    fn words(&self, action: Self::Action) -> Words;

    /// The parts of what a seat observes, in order.
    fn blocks(seats: usize) -> Vec<Block>;

    /// Writes the parts of what a seat may know. Other seats come in turn order after this one.
    fn observe(&self, seat: Seat, sheet: &mut Sheet<'_>);
}

/// Numbers that are written from the first to the last. They are 0 beforehand.
#[derive(Debug)]
pub struct Sheet<'a> {
    rest: &'a mut [f32],
}

impl<'a> Sheet<'a> {
    /// An empty sheet of these numbers, which are set to 0.
    pub fn new(numbers: &'a mut [f32]) -> Self {
        numbers.fill(0.0);
        Self { rest: numbers }
    }

    /// The next so many numbers.
    ///
    /// # Panics
    /// If so many are not left: a game's blocks are too small for what it observes.
    #[inline]
    pub fn next(&mut self, size: usize) -> &'a mut [f32] {
        let (next, rest) = std::mem::take(&mut self.rest).split_at_mut(size);
        self.rest = rest;
        next
    }

    /// Writes one number. Panics as [`next`](Self::next) does if none is left.
    #[inline]
    pub fn number(&mut self, number: f32) {
        self.next(1)[0] = number;
    }

    /// Writes 1 or 0.
    #[inline]
    pub fn flag(&mut self, flag: bool) {
        self.number(f32::from(u8::from(flag)));
    }

    /// Writes as many numbers, all 0 except that of the one case that holds, if one does.
    #[inline]
    pub fn one_of(&mut self, size: usize, case: Option<usize>) {
        let numbers = self.next(size);
        if let Some(number) = case.and_then(|case| numbers.get_mut(case)) {
            *number = 1.0;
        }
    }

    /// Has everything been written?
    pub fn is_full(&self) -> bool {
        self.rest.is_empty()
    }
}

/// A set of letters.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Letters(u128);

impl Letters {
    /// No alphabet has more letters than this, the one that ends a word included.
    pub const MOST: usize = 128;

    /// Puts a letter into the set.
    #[inline]
    pub fn insert(&mut self, letter: Letter) {
        self.0 |= 1 << letter;
    }

    /// Is the letter in the set?
    #[inline]
    pub fn contains(self, letter: usize) -> bool {
        letter < Self::MOST && self.0 >> letter & 1 == 1
    }

    /// How many letters the set holds.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Is there no letter in the set?
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The letters in the set, ascending.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = usize> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let next = (left != 0).then(|| left.trailing_zeros() as usize);
            left &= left.wrapping_sub(1);
            next
        })
    }
}

/// An action that is being said letter by letter, by the seat whose turn it is.
///
/// A word that is said is played at once, unless it is also the beginning of a longer one: then the letter after the
/// alphabet's last ends it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spelling {
    end: Letter,
    said: Word,
    next: Letters,
}

impl Spelling {
    /// Begins with the position, in which the buffer is filled and used.
    pub fn new<G: Encode>(position: &G, actions: &mut Actions<G>) -> Self {
        let end = G::alphabet(position.seats()).len() as Letter;
        let mut spelling = Self { end, said: Word::EMPTY, next: Letters::default() };
        spelling.begin(position, actions);
        spelling
    }

    /// Begins anew with another position.
    pub fn begin<G: Encode>(&mut self, position: &G, actions: &mut Actions<G>) {
        self.said = Word::EMPTY;
        self.look_ahead(position, actions);
    }

    /// What was said so far.
    #[inline]
    pub fn said(&self) -> Word {
        self.said
    }

    /// What can be said next; nothing while the game waits for no seat.
    #[inline]
    pub fn next(&self) -> Letters {
        self.next
    }

    /// The letter that ends a word; all letters are up to it.
    #[inline]
    pub fn end(&self) -> Letter {
        self.end
    }

    /// Says a letter that can be said next, and gives the action once it is complete. The caller plays it and begins
    /// anew.
    pub fn say<G: Encode>(
        &mut self,
        position: &G,
        letter: Letter,
        actions: &mut Actions<G>,
    ) -> Option<G::Action> {
        if letter != self.end {
            self.said = self.said.and(letter);
        }
        let complete = self.look_ahead(position, actions);
        complete.filter(|_| letter == self.end || self.next.iter().eq([usize::from(self.end)]))
    }

    /// Finds what can be said next, and the action that is said already.
    fn look_ahead<G: Encode>(&mut self, position: &G, actions: &mut Actions<G>) -> Option<G::Action> {
        self.next = Letters::default();
        if !matches!(position.turn(), Turn::Seat(_)) {
            return None;
        }
        position.legal_actions(actions);
        let mut complete = None;
        let shift = 8 * self.said.len();
        let beginning = (1_u64 << shift) - 1;
        for &action in &**actions {
            for word in position.words(action).iter() {
                if word.0 & beginning != self.said.0 {
                    continue;
                }
                match (word.0 >> shift) as u8 {
                    0 => {
                        complete = Some(action);
                        self.next.insert(self.end);
                    }
                    byte => self.next.insert(byte - 1),
                }
            }
        }
        complete
    }
}
