//! What can be pointed at: pads, frogs to send, frogs in the village, cards, secrets, and a button.

use rainette_core::{Name, Piece, Spot};

use super::{Card, Colour, Common, Pad, Secret};

/// What a spot stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    Pad(Pad),
    /// A captured frog to be sent to the village.
    Send(Colour),
    /// A frog in the village.
    Village(Colour),
    /// A privilege card in the market.
    Card(Card),
    /// A secret objective in hand.
    Secret(Secret),
    /// A common objective on the table.
    Common(Common),
    /// The button that sends nothing.
    Stay,
}

impl Place {
    /// What the spot of this name stands for, if for anything.
    pub(super) fn named(spot: &Spot) -> Option<Self> {
        let name = spot.as_str();
        match name.split_once('.') {
            Some(("send", colour)) => colour.parse().ok().map(Self::Send),
            Some(("village", colour)) => colour.parse().ok().map(Self::Village),
            Some(("card", card)) => card.parse().ok().map(Self::Card),
            Some(("secret", secret)) => secret.parse().ok().map(Self::Secret),
            Some(("common", common)) => common.parse().ok().map(Self::Common),
            Some(_) => None,
            None if *spot == stay() => Some(Self::Stay),
            None => name.parse().ok().map(Self::Pad),
        }
    }
}

/// The button that sends nothing.
pub(super) fn stay() -> Spot {
    Name::of("stay")
}

impl Pad {
    /// The pad as a spot.
    pub fn spot(self) -> Spot {
        Name::of(self)
    }
}

impl Colour {
    /// A frog of this colour, as effects name it: `frog-Y`.
    pub(super) fn piece(self) -> Piece {
        Piece::free(format_args!("frog-{self}"))
    }

    /// The captured frogs of this colour as a spot: `send.Y`.
    pub(super) fn send_spot(self) -> Spot {
        Name::of(format_args!("send.{self}"))
    }

    /// The frogs of this colour in the village as a spot: `village.Y`.
    pub(super) fn village_spot(self) -> Spot {
        Name::of(format_args!("village.{self}"))
    }
}

impl Card {
    /// The card in the market as a spot: `card.diagonal`.
    pub(super) fn spot(self) -> Spot {
        Name::of(format_args!("card.{self}"))
    }
}

impl Common {
    /// The objective on the table as a spot: `common.RB`.
    pub(super) fn spot(self) -> Spot {
        Name::of(format_args!("common.{self}"))
    }
}

impl Secret {
    /// The secret in hand as a spot: `secret.2R`.
    pub(super) fn spot(self) -> Spot {
        Name::of(format_args!("secret.{self}"))
    }
}
