//! Why something is not allowed.

use rainette_core::{Actions, Game as _, Spot, Turn};

use super::spots::Place;
use super::{Action, Card, Colour, Frogriders, Jump, Pad, Phase};

rainette_core::reasons! {
    /// Why something is not allowed in Frogriders.
    pub enum Reason {
        /// Nothing happens any more.
        Over = "over": "the game is over",
        /// Cards or frogs come first.
        WaitsForChance = "waits-for-chance": "frogs or cards are being dealt: wait a moment",
        /// There is no such place, card or button.
        NoSuchSpot = "no-such-spot": "there is nothing to choose there",
        /// The set-up ends with every seat keeping a secret.
        KeepFirst = "keep-first": "first choose which of your two secret objectives to keep",
        /// A secret can be kept only by the seat that it was dealt to.
        NotDealt = "not-dealt": "you were not dealt that secret objective",
        /// A secret once kept stays.
        SecretKept = "secret-kept": "the secret objectives are chosen already",
        /// The jump is compulsory and comes first.
        JumpFirst = "jump-first": "first a frog must jump",
        /// A red frog's second jump is not followed by a phase B.
        NoSecondSending = "no-second-sending": "a red frog was sent already: now a frog must jump, and that ends the turn",
        /// With two players the dark pads are not used.
        OutOfBounds = "out-of-bounds": "with two players the dark pads are out of bounds",
        /// A jump begins with a frog.
        NoFrog = "no-frog": "no frog sits there",
        /// A frog jumps over another onto an empty pad.
        CannotJump = "cannot-jump": "that frog cannot jump over any other",
        /// One frog to a pad.
        Occupied = "occupied": "a frog sits there already: a jump ends on an empty pad",
        /// A frog jumps over one next to it.
        NothingToJumpOver = "nothing-to-jump-over": "there is no frog to jump over on the way",
        /// Diagonal jumps need the card.
        NeedsDiagonal = "needs-diagonal": "only the card “Diagonal jump” allows a diagonal jump",
        /// Bent jumps need the card.
        NeedsEll = "needs-ell": "only the card “Bent jump” lets a frog land beside the one it jumped over",
        /// Run-ups need the card.
        NeedsRunup = "needs-runup": "only the card “Run-up” lets a frog slide before its jump",
        /// A run-up goes over empty pads.
        RunupBlocked = "runup-blocked": "another frog is in the way of the run-up",
        /// The landing pad is straight behind the frog jumped over.
        NotAJump = "not-a-jump": "no jump leads there",
        /// One frog is jumped over.
        NotJumpedOver = "not-jumped-over": "that is not the frog jumped over",
        /// The jumper is captured with the card only.
        NeedsChoose = "needs-choose": "only the card “Your pick” lets you capture the frog that jumped",
        /// Either the jumper or the frog jumped over is captured.
        NotTheJumper = "not-the-jumper": "only the frog that jumped can be captured instead",
        /// Phase A is over.
        JumpMade = "jump-made": "the jump is made: send a captured frog to the village, or nobody",
        /// Brown frogs have no action.
        BrownStays = "brown-stays": "brown frogs can never be sent to the village",
        /// One sends what one has captured.
        NoneToSend = "none-to-send": "you have no captured frog of that colour",
        /// A yellow frog takes one that was in the village already.
        VillageEmpty = "village-empty": "the village is empty: a yellow frog has nothing to fetch",
        /// A red frog is sent for a jump.
        NoJumpLeft = "no-jump-left": "no frog can jump: a red frog cannot be sent",
        /// A blue frog is sent for a card.
        MarketEmpty = "market-empty": "no privilege card is left: a blue frog cannot be sent",
        /// The village gives a frog to a yellow one.
        SendYellowFirst = "send-yellow-first": "send a yellow frog to fetch one from the village",
        /// The market gives a card to a blue one.
        SendBlueFirst = "send-blue-first": "send a blue frog to take a privilege card",
        /// What a yellow frog is sent for.
        FetchFrog = "fetch-frog": "choose the frog that the yellow one fetches from the village",
        /// The frog fetched must be there.
        NotInVillage = "not-in-village": "no frog of that colour was in the village",
        /// What a blue frog is sent for.
        TakeCard = "take-card": "choose the privilege card that the blue frog brings",
        /// The card taken must be face up.
        NotInMarket = "not-in-market": "that privilege card is not face up",
        /// An objective lies there for all.
        CommonStays = "common-stays": "common objectives count for everybody and are never taken",
        /// Nothing is left to say.
        Complete = "complete": "the move is complete already",
    }
}

impl Frogriders {
    pub(super) fn objection(&self, spots: &[Spot]) -> Option<Reason> {
        match self.turn() {
            Turn::Over => return Some(Reason::Over),
            Turn::Chance => return Some(Reason::WaitsForChance),
            Turn::Seat(_) => {}
        }
        let mut actions = Actions::new();
        self.list(&mut actions);
        let is_begun = |action: &Action| self.spots(*action).iter().any(|path| path.starts_with(spots));
        if spots.is_empty() || actions.iter().any(is_begun) {
            return None;
        }
        Some(self.rule_against(&actions, spots))
    }

    /// The rule that forbids spots which begin no action.
    fn rule_against(&self, actions: &[Action], spots: &[Spot]) -> Reason {
        let Some(first) = Place::named(&spots[0]) else {
            return Reason::NoSuchSpot;
        };
        let rest = &spots[1..];
        match (self.phase, first) {
            (_, Place::Common(_)) => Reason::CommonStays,
            (Phase::Keep, Place::Secret(secret)) => {
                let is_dealt = actions.contains(&Action::Keep(secret));
                if is_dealt { Reason::Complete } else { Reason::NotDealt }
            }
            (Phase::Keep, _) => Reason::KeepFirst,
            (_, Place::Secret(_)) => Reason::SecretKept,
            (Phase::Send, Place::Pad(_)) => Reason::JumpMade,
            (Phase::Send, Place::Send(colour)) => self.rule_against_sending(actions, colour, rest),
            (Phase::Send, Place::Village(_)) => Reason::SendYellowFirst,
            (Phase::Send, Place::Card(_)) => Reason::SendBlueFirst,
            (Phase::Send, Place::Stay) => Reason::Complete,
            (_, Place::Pad(from)) => self.rule_against_jump(actions, from, rest),
            (Phase::JumpAgain, _) => Reason::NoSecondSending,
            (..) => Reason::JumpFirst,
        }
    }

    fn rule_against_sending(&self, actions: &[Action], colour: Colour, rest: &[Spot]) -> Reason {
        let village_is_empty = self.village.total() == 0;
        match colour {
            Colour::Brown => return Reason::BrownStays,
            _ if self.player().frogs[colour] == 0 => return Reason::NoneToSend,
            Colour::Yellow if village_is_empty => return Reason::VillageEmpty,
            Colour::Red if !actions.contains(&Action::SendRed) => return Reason::NoJumpLeft,
            Colour::Blue if self.market == [None; 4] => return Reason::MarketEmpty,
            _ => {}
        }
        // The frog may be sent: what follows is wrong.
        match (colour, rest.first().and_then(Place::named)) {
            (Colour::Yellow, Some(Place::Village(frog))) if self.village[frog] == 0 => Reason::NotInVillage,
            (Colour::Blue, Some(Place::Card(card))) if !self.market.contains(&Some(card)) => {
                Reason::NotInMarket
            }
            (Colour::Yellow, Some(Place::Village(_)))
            | (Colour::Blue, Some(Place::Card(_)))
            | (Colour::Red, _) => Reason::Complete,
            (_, None) => Reason::NoSuchSpot,
            (Colour::Yellow, _) => Reason::FetchFrog,
            _ => Reason::TakeCard,
        }
    }

    fn rule_against_jump(&self, actions: &[Action], from: Pad, rest: &[Spot]) -> Reason {
        let jumps: Vec<Jump> = actions
            .iter()
            .filter_map(|action| match action {
                Action::Jump(jump) if jump.from == from => Some(*jump),
                _ => None,
            })
            .collect();
        if !from.is_in(self.in_play()) {
            return Reason::OutOfBounds;
        }
        if !from.is_in(self.pond.occupied()) {
            return Reason::NoFrog;
        }
        if rest.is_empty() {
            return Reason::CannotJump;
        }
        let landing = match self.pad(&rest[0]) {
            Ok(landing) => landing,
            Err(reason) => return reason,
        };
        if !jumps.iter().any(|jump| jump.landing == landing) {
            return self.rule_against_landing(from, landing);
        }
        // The path up to the landing is that of a jump: one of the later spots is wrong.
        let over = match self.pad(&rest[1]) {
            Ok(over) => over,
            Err(reason) => return reason,
        };
        if !jumps.iter().any(|jump| (jump.over, jump.landing) == (over, landing)) {
            return Reason::NotJumpedOver;
        }
        if rest[2] != landing.spot() {
            return if Place::named(&rest[2]).is_some() { Reason::NotTheJumper } else { Reason::NoSuchSpot };
        }
        if self.player().cards.has(Card::Choose) { Reason::Complete } else { Reason::NeedsChoose }
    }

    /// The pad that a spot of a jump names.
    fn pad(&self, spot: &Spot) -> Result<Pad, Reason> {
        match Place::named(spot) {
            Some(Place::Pad(pad)) if pad.is_in(self.in_play()) => Ok(pad),
            Some(Place::Pad(_)) => Err(Reason::OutOfBounds),
            Some(_) => Err(Reason::NotAJump),
            None => Err(Reason::NoSuchSpot),
        }
    }

    /// Why no jump of the frog on `from` lands there.
    fn rule_against_landing(&self, from: Pad, landing: Pad) -> Reason {
        if landing.is_in(self.pond.occupied()) {
            return Reason::Occupied;
        }
        let cards = self.player().cards;
        let files = from.file().abs_diff(landing.file());
        let ranks = from.rank().abs_diff(landing.rank());
        match (files, ranks) {
            (2, 2) if !cards.has(Card::Diagonal) => Reason::NeedsDiagonal,
            (1, 1) if !cards.has(Card::Ell) => Reason::NeedsEll,
            (0 | 2, 2) | (2, 0) | (1, 1) => Reason::NothingToJumpOver,
            (0, 3..) | (3.., 0) if !cards.has(Card::Runup) => Reason::NeedsRunup,
            (0, 3..) | (3.., 0) => self.rule_against_run_up(from, landing),
            _ => Reason::NotAJump,
        }
    }

    fn rule_against_run_up(&self, from: Pad, landing: Pad) -> Reason {
        let toward = |from: u8, to: u8| match from.cmp(&to) {
            std::cmp::Ordering::Less => from + 1,
            std::cmp::Ordering::Equal => from,
            std::cmp::Ordering::Greater => from - 1,
        };
        let step = |pad: Pad| {
            let next = Pad::at(toward(pad.file(), landing.file()), toward(pad.rank(), landing.rank()));
            next.expect("between two pads of a line all are pads")
        };
        let way: Vec<_> = std::iter::successors(Some(step(from)), |&pad| Some(step(pad)))
            .take_while(|&pad| pad != landing)
            .collect();
        let (over, slide) = way.split_last().expect("a run-up is at least three pads long");
        let has_frog = |pad: &Pad| pad.is_in(self.pond.occupied());
        if has_frog(over) && slide.iter().any(has_frog) {
            Reason::RunupBlocked
        } else {
            Reason::NothingToJumpOver
        }
    }
}
