//! What has just moved, from where and to where.

use rainette_core::{Effect, Seat, Spot};

/// The spots that pieces left and came to. In Abagio a spot says where it is only together with whose it is.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Marks {
    left: Vec<(Spot, Option<Seat>)>,
    reached: Vec<(Spot, Option<Seat>)>,
}

/// What a spot has seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mark {
    Left,
    Reached,
}

impl Marks {
    /// What these effects moved. A piece that went on from where it came to has left its first place alone.
    pub fn of<'a>(effects: impl IntoIterator<Item = &'a Effect>) -> Self {
        let mut marks = Self::default();
        for effect in effects {
            match effect {
                Effect::Stepped { piece, from, to }
                | Effect::Hopped { piece, from, to, .. }
                | Effect::Pushed { piece, from, to }
                | Effect::Hit { piece, from, to } => marks.go((*from, piece.owner), (*to, piece.owner)),
                Effect::Captured { piece, at, .. } | Effect::Eaten { piece, at } => {
                    marks.reached.retain(|place| *place != (*at, piece.owner));
                    marks.left.push((*at, piece.owner));
                }
                Effect::Placed { piece, at } if piece.kind.as_str() == "chief" => {
                    marks.reached.push((*at, None));
                }
                Effect::Dropped { at, .. } => marks.reached.push((*at, None)),
                _ => {}
            }
        }
        marks
    }

    /// Is nothing marked?
    pub fn is_empty(&self) -> bool {
        self.left.is_empty() && self.reached.is_empty()
    }

    fn go(&mut self, from: (Spot, Option<Seat>), to: (Spot, Option<Seat>)) {
        let before = self.reached.len();
        self.reached.retain(|place| *place != from);
        if self.reached.len() == before {
            self.left.push(from);
        }
        self.reached.push(to);
    }

    /// What a spot has seen, of the pieces of one seat if the spot is only theirs.
    pub(super) fn at(&self, spot: &str, owner: Option<Seat>) -> Option<Mark> {
        let is_here = |(at, of): &(Spot, Option<Seat>)| {
            at.as_str() == spot && (owner.is_none() || of.is_none() || *of == owner)
        };
        if self.reached.iter().any(is_here) {
            return Some(Mark::Reached);
        }
        self.left.iter().any(is_here).then_some(Mark::Left)
    }
}

#[cfg(test)]
mod tests {
    use rainette_core::{Name, Piece};

    use super::*;

    fn hop(from: &str, to: &str) -> Effect {
        let piece = Piece::owned("frog", Seat::new(0));
        Effect::Hopped { piece, from: Name::of(from), over: Vec::new(), to: Name::of(to) }
    }

    #[test]
    fn a_chain_is_marked_at_its_ends() {
        let marks = Marks::of(&[hop("c1", "e3"), hop("e3", "g5")]);
        assert_eq!(marks.at("c1", None), Some(Mark::Left));
        assert_eq!(marks.at("e3", None), None);
        assert_eq!(marks.at("g5", None), Some(Mark::Reached));
    }

    #[test]
    fn a_piece_that_moved_and_was_taken_leaves_its_place() {
        let eaten = Effect::Eaten { piece: Piece::owned("frog", Seat::new(0)), at: Name::of("k3") };
        let marks = Marks::of(&[hop("i3", "k3"), eaten]);
        assert_eq!(marks.at("k3", None), Some(Mark::Left));
        assert_eq!(marks.at("i3", None), Some(Mark::Left));
    }

    #[test]
    fn a_spot_that_both_seats_have_is_marked_for_the_one_that_moved() {
        let marks = Marks::of(&[hop("9", "5")]);
        assert_eq!(marks.at("5", Some(Seat::new(0))), Some(Mark::Reached));
        assert_eq!(marks.at("5", Some(Seat::new(1))), None);
    }
}
