//! Every card of the game, as data: what a better source changes is here and nowhere else.

use super::board::Colour;

/// A kind of privilege card.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "the table of privilege cards says what each does")]
pub enum Card {
    TwoRed,
    TwoYellow,
    TwoBlue,
    Diagonal,
    Ell,
    Runup,
    Trophies,
    Choose,
    Flower,
    PerBrown,
    PerTwoCards,
    PerFrogAndCard,
    FewestCards,
    FewestFrogs5,
    FewestFrogs3,
}

/// What a privilege card is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Privilege {
    /// Which of the kinds it is.
    pub card: Card,
    /// Its name in notation.
    pub id: &'static str,
    /// How often it is in the game.
    pub copies: u8,
    /// What it is worth by itself at the end.
    pub value: i32,
    /// What it does for its owner, during the game or at the end.
    pub ability: Ability,
}

/// What a privilege card does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ability {
    /// So many extra frogs of a colour, for secret and common objectives only.
    ExtraFrogs(Colour, u8),
    /// Another way to jump.
    Technique,
    /// Nothing but its value.
    Nothing,
    /// The frog that jumped may be captured instead of the one jumped over.
    Choose,
    /// A trophy at once for a jump that lands on a flower pad.
    Flower,
    /// So much per brown frog at the end.
    PerBrown(i32),
    /// So much per two privilege cards.
    PerTwoCards(i32),
    /// So much per pair of a frog and a privilege card.
    PerFrogAndCard(i32),
    /// So much for strictly fewer privilege cards than every other player.
    FewestCards(i32),
    /// So much for strictly fewer frogs than every other player.
    FewestFrogs(i32),
}

const fn privilege(card: Card, id: &'static str, copies: u8, value: i32, ability: Ability) -> Privilege {
    Privilege { card, id, copies, value, ability }
}

/// The 24 privilege cards.
pub static PRIVILEGES: [Privilege; 15] = [
    privilege(Card::TwoRed, "+2R", 2, -2, Ability::ExtraFrogs(Colour::Red, 2)),
    privilege(Card::TwoYellow, "+2Y", 2, -2, Ability::ExtraFrogs(Colour::Yellow, 2)),
    privilege(Card::TwoBlue, "+2B", 2, -2, Ability::ExtraFrogs(Colour::Blue, 2)),
    privilege(Card::Diagonal, "diagonal", 2, 2, Ability::Technique),
    privilege(Card::Ell, "ell", 2, 2, Ability::Technique),
    privilege(Card::Runup, "runup", 2, 3, Ability::Technique),
    privilege(Card::Trophies, "trophies", 2, 4, Ability::Nothing),
    privilege(Card::Choose, "choose", 2, 2, Ability::Choose),
    privilege(Card::Flower, "flower", 2, 1, Ability::Flower),
    privilege(Card::PerBrown, "per-brown", 1, 0, Ability::PerBrown(1)),
    privilege(Card::PerTwoCards, "per-two-cards", 1, 0, Ability::PerTwoCards(2)),
    privilege(Card::PerFrogAndCard, "per-frog-and-card", 1, 0, Ability::PerFrogAndCard(1)),
    privilege(Card::FewestCards, "fewest-cards", 1, 0, Ability::FewestCards(5)),
    privilege(Card::FewestFrogs5, "fewest-frogs-5", 1, 0, Ability::FewestFrogs(5)),
    privilege(Card::FewestFrogs3, "fewest-frogs-3", 1, 1, Ability::FewestFrogs(3)),
];

impl Card {
    /// How many kinds there are.
    pub const COUNT: usize = PRIVILEGES.len();

    /// The kind with this number in [`PRIVILEGES`].
    #[inline]
    pub fn new(index: usize) -> Self {
        PRIVILEGES[index].card
    }

    /// What the card is.
    #[inline]
    pub fn privilege(self) -> &'static Privilege {
        &PRIVILEGES[self as usize]
    }
}

/// What an objective asks for and brings at the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Objective {
    /// So much for every complete combination of these frogs, counted by colour: yellow, red, blue, brown.
    Combination([u8; 4], i32),
    /// So much for every group of so many frogs of any colour.
    Group(u8, i32),
    /// For the most frogs of these colours together; and for each of those tied.
    MostFrogs(&'static [Colour], i32, i32),
    /// For the most privilege cards; and for each of those tied.
    MostCards(i32, i32),
    /// Not scored at the end: a trophy at once for every jump that lands on a flower pad.
    Flowers,
}

/// One side of a common objective card.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "the table of common objectives says what each asks for")]
pub enum Common {
    RedBlue,
    RedYellow,
    RedBrown,
    YellowBrown,
    BlueBrown,
    AnyFive,
    MostRedBlue,
    MostRedYellow,
    MostCards,
    MostYellowBlue,
    MostBrown,
    AllFlowers,
}

/// What one side of a common objective card is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CommonSide {
    /// Which of the sides it is.
    pub common: Common,
    /// Its name in notation.
    pub id: &'static str,
    /// What it asks for.
    pub objective: Objective,
}

const fn common(common: Common, id: &'static str, objective: Objective) -> CommonSide {
    CommonSide { common, id, objective }
}

use Colour::{Blue, Brown, Red, Yellow};

/// The six common objectives: six fronts, then their backs in the same order.
pub static COMMONS: [CommonSide; 12] = [
    common(Common::RedBlue, "RB", Objective::Combination([0, 1, 1, 0], 3)),
    common(Common::RedYellow, "RY", Objective::Combination([1, 1, 0, 0], 3)),
    common(Common::RedBrown, "RN", Objective::Combination([0, 1, 0, 1], 2)),
    common(Common::YellowBrown, "YN", Objective::Combination([1, 0, 0, 1], 2)),
    common(Common::BlueBrown, "BN", Objective::Combination([0, 0, 1, 1], 2)),
    common(Common::AnyFive, "5any", Objective::Group(5, 5)),
    common(Common::MostRedBlue, "most-RB", Objective::MostFrogs(&[Red, Blue], 6, 3)),
    common(Common::MostRedYellow, "most-RY", Objective::MostFrogs(&[Red, Yellow], 6, 3)),
    common(Common::MostCards, "most-cards", Objective::MostCards(4, 2)),
    common(Common::MostYellowBlue, "most-YB", Objective::MostFrogs(&[Yellow, Blue], 6, 3)),
    common(Common::MostBrown, "most-N", Objective::MostFrogs(&[Brown], 6, 3)),
    common(Common::AllFlowers, "all-flowers", Objective::Flowers),
];

impl Common {
    /// How many common objective cards there are.
    pub const COUNT: usize = COMMONS.len() / 2;

    /// A side of the card with this number: its front or its back.
    pub fn new(card: usize, is_back: bool) -> Self {
        COMMONS[card + if is_back { Self::COUNT } else { 0 }].common
    }

    /// The number of the card.
    pub fn card(self) -> usize {
        self as usize % Self::COUNT
    }

    /// Is this the back of its card?
    pub fn is_back(self) -> bool {
        self as usize >= Self::COUNT
    }

    /// What this side is.
    pub fn side(self) -> &'static CommonSide {
        &COMMONS[self as usize]
    }
}

/// A kind of secret objective.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[expect(missing_docs, reason = "the table of secret objectives says what each asks for")]
pub enum Secret {
    TwoRed,
    TwoYellow,
    TwoBlue,
    RedYellowBlue,
    RedYellowBrown,
    OneOfEach,
    RedBlueBrown,
    YellowBlueBrown,
}

/// What a secret objective is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SecretCard {
    /// Which of the secrets it is.
    pub secret: Secret,
    /// Its name in notation.
    pub id: &'static str,
    /// How often it is in the game.
    pub copies: u8,
    /// What it asks for.
    pub objective: Objective,
}

const fn secret(secret: Secret, id: &'static str, copies: u8, frogs: [u8; 4], points: i32) -> SecretCard {
    SecretCard { secret, id, copies, objective: Objective::Combination(frogs, points) }
}

/// The ten secret objectives.
pub static SECRETS: [SecretCard; 8] = [
    secret(Secret::TwoRed, "2R", 2, [0, 2, 0, 0], 5),
    secret(Secret::TwoYellow, "2Y", 2, [2, 0, 0, 0], 6),
    secret(Secret::TwoBlue, "2B", 1, [0, 0, 2, 0], 6),
    secret(Secret::RedYellowBlue, "RYB", 1, [1, 1, 1, 0], 4),
    secret(Secret::RedYellowBrown, "RYN", 1, [1, 1, 0, 1], 4),
    secret(Secret::OneOfEach, "RYBN", 1, [1, 1, 1, 1], 5),
    secret(Secret::RedBlueBrown, "RBN", 1, [0, 1, 1, 1], 4),
    secret(Secret::YellowBlueBrown, "YBN", 1, [1, 0, 1, 1], 4),
];

impl Secret {
    /// How many kinds there are.
    pub const COUNT: usize = SECRETS.len();

    /// The kind with this number in [`SECRETS`].
    #[inline]
    pub fn new(index: usize) -> Self {
        SECRETS[index].secret
    }

    /// What the card is.
    #[inline]
    pub fn card(self) -> &'static SecretCard {
        &SECRETS[self as usize]
    }
}

/// Privilege cards of any number: two bits for each kind.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Cards(u32);

impl Cards {
    /// All 24 cards of the game, from which the market is drawn.
    pub fn all() -> Self {
        let mut all = Self::default();
        for privilege in &PRIVILEGES {
            for _ in 0..privilege.copies {
                all.add(privilege.card);
            }
        }
        all
    }

    /// How many of this kind.
    #[inline]
    pub fn count(self, card: Card) -> u8 {
        (self.0 >> (2 * card as u32) & 3) as u8
    }

    /// Is there any of this kind?
    #[inline]
    pub fn has(self, card: Card) -> bool {
        self.count(card) > 0
    }

    /// How many in all.
    #[inline]
    pub fn len(self) -> u8 {
        const ONES: u32 = 0x5555_5555;
        ((self.0 & ONES).count_ones() + 2 * (self.0 >> 1 & ONES).count_ones()) as u8
    }

    /// Is there none at all?
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Every card, copies one after the other.
    pub fn iter(self) -> impl Iterator<Item = Card> {
        PRIVILEGES.iter().flat_map(move |privilege| {
            std::iter::repeat_n(privilege.card, usize::from(self.count(privilege.card)))
        })
    }

    #[inline]
    pub(super) fn add(&mut self, card: Card) {
        self.0 += 1 << (2 * card as u32);
    }

    #[inline]
    pub(super) fn remove(&mut self, card: Card) {
        self.0 -= 1 << (2 * card as u32);
    }
}
