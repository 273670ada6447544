//! What one observer may see, and what one is told.

use std::collections::BTreeMap;

use rainette_core::{Effect, Event, Game as _, Name, Observer, Seat, Told, Turn};
use serde::{Deserialize, Serialize};

use super::notation::{HIDDEN_KEEP, hidden_deal};
use super::{Action, Chance, Colour, Frogriders, Frogs, PRIVILEGES, Phase, Player, Progress, Source};
#[cfg(feature = "schema")]
use super::{Card, Common, Secret, schema};

/// What one observer may see.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct View {
    /// The frogs on the pond: 57 letters, rank 9 to rank 1 and file a to i, with `.` for a pad without a frog.
    pub pond: String,
    /// The frogs in the village.
    pub village: FrogCounts,
    /// The privilege cards face up, in their places.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<Option<Card>>"))]
    pub market: Vec<Option<Name>>,
    /// How many privilege cards the deck holds.
    pub deck: u8,
    /// What these are: their order is not settled before they are drawn.
    #[cfg_attr(feature = "schema", schemars(with = "schema::CardCounts"))]
    pub deck_holds: BTreeMap<Name, u8>,
    /// The common objectives, once they are drawn.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<Common>"))]
    pub commons: Vec<Name>,
    /// What lies before each seat.
    pub players: Vec<PlayerView>,
    /// What the game waits for.
    pub phase: Phase,
    /// Whose turn it is, if the game waits for a seat.
    pub turn: Option<Seat>,
    /// The seats that won, once the game is over.
    pub winners: Option<Vec<Seat>>,
}

/// What lies before a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlayerView {
    /// The captured frogs that the seat still has, by colour.
    pub frogs: FrogCounts,
    /// The privilege cards, each as often as it is there.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<Card>"))]
    pub cards: Vec<Name>,
    /// The trophies gained during the game.
    pub trophies: u8,
    /// The two secrets dealt, if the observer is this seat.
    #[cfg_attr(feature = "schema", schemars(with = "Option<[Secret; 2]>"))]
    pub dealt: Option<Vec<Name>>,
    /// Has the seat kept a secret?
    pub has_kept: bool,
    /// The secret kept, if the observer is this seat or the game is over.
    #[cfg_attr(feature = "schema", schemars(with = "Option<Secret>"))]
    pub kept: Option<Name>,
    /// The score line by line, once the game is over.
    pub scoring: Option<Vec<ScoreLine>>,
    /// The sum of these.
    pub total: Option<i32>,
    /// What the score would be if the game ended now, line by line, as far as the observer may know: without the
    /// secret of a seat whose secret is hidden.
    pub so_far: Vec<ScoreLine>,
    /// The sum of these.
    pub worth: i32,
    /// How far the seat is with each objective that the observer may know of and that is scored at the end.
    pub objectives: Vec<Progress>,
}

/// How many frogs of each colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the fields are the colours")]
pub struct FrogCounts {
    #[serde(rename = "Y")]
    pub yellow: u8,
    #[serde(rename = "R")]
    pub red: u8,
    #[serde(rename = "B")]
    pub blue: u8,
    #[serde(rename = "N")]
    pub brown: u8,
}

impl From<Frogs> for FrogCounts {
    fn from(frogs: Frogs) -> Self {
        let [yellow, red, blue, brown] = Colour::ALL.map(|colour| frogs[colour]);
        Self { yellow, red, blue, brown }
    }
}

/// One line of a seat's score.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ScoreLine {
    /// Where the trophies come from: a card's id, `brown` for brown frogs, `gained` for those of the game.
    #[cfg_attr(feature = "schema", schemars(with = "Source"))]
    pub source: Name,
    /// How many trophies; fewer than 0 if the card takes some.
    pub points: i32,
}

impl Frogriders {
    pub(super) fn seen(&self, observer: Observer) -> View {
        let deck = PRIVILEGES.iter().map(|card| (Name::of(card.id), self.deck.count(card.card)));
        View {
            pond: self.pond.to_string(),
            village: self.village.into(),
            market: self.market.iter().map(|slot| slot.map(Name::of)).collect(),
            deck: self.deck.len(),
            deck_holds: deck.filter(|(_, count)| *count > 0).collect(),
            commons: self.commons().map(Name::of).collect(),
            players: Seat::all(self.seats()).map(|seat| self.seen_before(seat, observer)).collect(),
            phase: self.phase,
            turn: match self.turn() {
                Turn::Seat(seat) => Some(seat),
                _ => None,
            },
            winners: self.result().map(|outcome| outcome.winners.iter().collect()),
        }
    }

    /// What an observer may see of what lies before a seat. The secret that was not kept is never shown to others.
    fn seen_before(&self, seat: Seat, observer: Observer) -> PlayerView {
        let Player { cards, frogs, trophies, dealt, kept } = self.players[seat.index()];
        let (is_own, is_over) = (observer.is(seat), self.is_over());
        let is_open = is_own || is_over;
        let so_far = self.lines(seat, is_open);
        PlayerView {
            frogs: frogs.into(),
            cards: cards.iter().map(Name::of).collect(),
            trophies,
            dealt: dealt.filter(|_| is_own).map(|secrets| secrets.map(Name::of).to_vec()),
            has_kept: kept.is_some(),
            kept: kept.filter(|_| is_open).map(Name::of),
            scoring: is_over.then(|| self.lines(seat, true)),
            total: is_over.then(|| self.total(seat)),
            worth: so_far.iter().map(|line| line.points).sum(),
            so_far,
            objectives: self.objectives(seat, is_open),
        }
    }

    /// A seat's score as things stand, line by line; that of its secret only if it may be seen.
    fn lines(&self, seat: Seat, is_open: bool) -> Vec<ScoreLine> {
        let mut lines = Vec::new();
        self.each_score(seat, |source, points| {
            if is_open || !matches!(source, Source::Secret(_)) {
                lines.push(ScoreLine { source: Name::of(source), points });
            }
        });
        lines
    }

    /// A seat's secrets are told to that seat alone.
    pub(super) fn told(&self, event: &Event<Self>, observer: Observer) -> Told {
        let mut told = Told::whole(self, event);
        let masked = match event {
            Event::Chance(Chance::Deal(seat, _)) if !observer.is(*seat) => hidden_deal(*seat),
            Event::Action(seat, Action::Keep(_)) if !observer.is(*seat) => HIDDEN_KEEP.to_owned(),
            _ => return told,
        };
        told.event = masked;
        told.hidden = true;
        for effect in &mut told.effects {
            if let Effect::Dealt { card, .. } | Effect::Kept { card, .. } = effect {
                *card = None;
            }
        }
        told
    }
}
