//! What may be done, what it does, and when the game ends.

#![expect(clippy::inline_always, reason = "shifts by steps known beforehand are several times faster")]

use rainette_core::{Actions, Effect, EffectSink, Game as _, Name, Piece};

use super::board::{
    self, BENT, BENT_LINES, DIAGONAL, DIAGONAL_LINES, Ends, Line, Pads, STRAIGHT, STRAIGHT_LINES, each_bit,
    folded, moved,
};
use super::{Action, Card, Chance, Colour, Common, Frogriders, Jump, Pad, Phase, Player, Secret};

impl Frogriders {
    #[inline]
    pub(super) fn list(&self, actions: &mut Actions<Self>) {
        actions.clear();
        match self.phase {
            Phase::Jump | Phase::JumpAgain => self.list_jumps(actions),
            Phase::Send => self.each_sending(|action| actions.push(action)),
            Phase::Keep => self.each_keeping(|action| actions.push(action)),
            _ => {}
        }
    }

    /// One of the two secrets dealt is kept; of two that are alike, one.
    fn each_keeping(&self, mut each: impl FnMut(Action)) {
        if let Some([first, second]) = self.player().dealt {
            each(Action::Keep(first));
            if first != second {
                each(Action::Keep(second));
            }
        }
    }

    /// Phase A: every jump, also those that the seat's cards allow. With `choose` each may capture either frog.
    // On its own, so that its loops have the registers for themselves.
    #[inline(never)]
    fn list_jumps(&self, actions: &mut Actions<Self>) {
        self.each_jump(|jump| actions.push(Action::Jump(jump)));
        if self.player().cards.has(Card::Choose) {
            for index in 0..actions.len() {
                if let Action::Jump(jump) = actions[index] {
                    actions.push(Action::Jump(Jump { captures_jumper: true, ..jump }));
                }
            }
        }
    }

    /// Every jump that captures the frog jumped over.
    #[inline]
    fn each_jump(&self, mut each: impl FnMut(Jump)) {
        let cards = self.player().cards;
        self.each_jump_along(STRAIGHT, &STRAIGHT_LINES, &mut each);
        if cards.has(Card::Diagonal) {
            self.each_jump_along(DIAGONAL, &DIAGONAL_LINES, &mut each);
        }
        if cards.has(Card::Ell) {
            self.each_jump_along(BENT, &BENT_LINES, &mut each);
        }
        if cards.has(Card::Runup) {
            self.each_run_up(each);
        }
    }

    /// Every jump over a frog, from one of two ends, where a frog sits, to the other, an empty pad.
    #[inline(always)]
    fn each_jump_along<const N: usize>(
        &self,
        ends: [Ends; N],
        lines: &'static [Line; N],
        mut each: impl FnMut(Jump),
    ) {
        for ((over, from_first), line) in self.jumped_over(ends, lines).into_iter().zip(lines) {
            let from_first = folded(from_first);
            each_bit(over, |bit| each(line.jumps[bit][(from_first >> bit & 1) as usize]));
        }
    }

    /// For each pair of ends, the frogs that can be jumped over: exactly one end has a frog. With them, those of which
    /// it is the first end.
    #[inline(always)]
    fn jumped_over<const N: usize>(&self, ends: [Ends; N], lines: &'static [Line; N]) -> [(Pads, Pads); N] {
        let frogs = self.pond.occupied();
        let mut middles = lines.iter().map(|line| line.middles[self.size()]);
        ends.map(|(first, second)| {
            let (first, second) = (moved(frogs, -first), moved(frogs, -second));
            let over = frogs & (first ^ second) & middles.next().unwrap_or(0);
            (over, over & first)
        })
    }

    /// Before a normal jump the frog may slide over empty pads in its direction: if both ends are empty, the nearest
    /// frog beyond either of them can jump to the other.
    fn each_run_up(&self, mut each: impl FnMut(Jump)) {
        let frogs = self.pond.occupied();
        for (axis, (first, second)) in STRAIGHT.into_iter().enumerate() {
            let line = &STRAIGHT_LINES[axis];
            let over = frogs & !(moved(frogs, -first) | moved(frogs, -second)) & line.middles[self.size()];
            each_bit(over, |bit| {
                let [to_first, to_second] = line.jumps[bit];
                let [from_first, from_second] = to_first.over.nearest(frogs, axis);
                if let Some(from) = from_second {
                    each(Jump { from, ..to_first });
                }
                if let Some(from) = from_first {
                    each(Jump { from, ..to_second });
                }
            });
        }
    }

    /// Can the seat whose turn it is jump? Jumps that its cards allow count.
    #[inline]
    fn can_jump(&self) -> bool {
        let cards = self.player().cards;
        self.can_jump_along(STRAIGHT, &STRAIGHT_LINES)
            || (cards.has(Card::Diagonal) && self.can_jump_along(DIAGONAL, &DIAGONAL_LINES))
            || (cards.has(Card::Ell) && self.can_jump_along(BENT, &BENT_LINES))
            || (cards.has(Card::Runup) && self.can_run_up())
    }

    #[inline(always)]
    fn can_jump_along<const N: usize>(&self, ends: [Ends; N], lines: &'static [Line; N]) -> bool {
        self.jumped_over(ends, lines).iter().any(|(over, _)| *over != 0)
    }

    fn can_run_up(&self) -> bool {
        let mut can = false;
        self.each_run_up(|_| can = true);
        can
    }

    /// The seat whose turn it is.
    #[inline]
    pub(super) fn player(&self) -> &Player {
        &self.players[self.seat.index()]
    }

    #[inline]
    fn player_mut(&mut self) -> &mut Player {
        &mut self.players[self.seat.index()]
    }

    /// 1 for the pond of two players, where the dark pads are out of bounds, and 0 for the whole pond.
    #[inline(always)]
    fn size(&self) -> usize {
        usize::from(self.seats == 2)
    }

    /// The pads in play.
    pub(super) fn in_play(&self) -> Pads {
        [board::ALL, board::INNER][self.size()]
    }

    /// Phase B: a captured frog whose action can be carried out, or none.
    #[inline]
    fn each_sending(&self, mut each: impl FnMut(Action)) {
        let frogs = self.player().frogs;
        if frogs[Colour::Red] > 0 && self.can_jump() {
            each(Action::SendRed);
        }
        if frogs[Colour::Yellow] > 0 {
            for colour in Colour::ALL {
                if self.village[colour] > 0 {
                    each(Action::SendYellow(colour));
                }
            }
        }
        if frogs[Colour::Blue] > 0 {
            for (slot, &card) in self.market.iter().enumerate() {
                // Of two cards that are alike, the first is taken.
                if let Some(kind) = card
                    && !self.market[..slot].contains(&card)
                {
                    each(Action::SendBlue(kind));
                }
            }
        }
        each(Action::Stay);
    }

    /// Can anything be sent? Otherwise phase B is skipped.
    #[inline]
    fn can_send(&self) -> bool {
        let frogs = self.player().frogs;
        (frogs[Colour::Blue] > 0 && self.market != [None; 4])
            || (frogs[Colour::Yellow] > 0 && self.village.total() > 0)
            || (frogs[Colour::Red] > 0 && self.can_jump())
    }

    #[inline]
    pub(super) fn carry_out<W: EffectSink>(&mut self, action: Action, effects: &mut W) {
        match action {
            Action::Jump(jump) => self.jump(jump, effects),
            Action::Keep(secret) => self.keep(Some(secret), effects),
            Action::SendRed => {
                self.send(Colour::Red, effects);
                self.phase = Phase::JumpAgain;
            }
            Action::SendYellow(colour) => self.fetch(colour, effects),
            Action::SendBlue(card) => self.take(card, effects),
            Action::Stay => {
                let seat = self.seat;
                effects.emit(|| Effect::Passed { seat });
                self.end_turn(effects);
            }
        }
    }

    /// A frog jumps, one is captured, and flowers bring trophies at once.
    #[inline]
    fn jump<W: EffectSink>(&mut self, jump: Jump, effects: &mut W) {
        let Jump { from, over, landing, captures_jumper } = jump;
        let (seat, jumper) = (self.seat, self.pond.colour(from));
        let takeoff = jump.takeoff();
        if takeoff != from {
            effects.emit(|| Effect::Stepped { piece: jumper.piece(), from: from.spot(), to: takeoff.spot() });
        }
        effects.emit(|| Effect::Hopped {
            piece: jumper.piece(),
            from: takeoff.spot(),
            over: vec![over.spot()],
            to: landing.spot(),
        });
        if landing.has_flower() {
            self.smell_flower(effects);
        }
        let (captured, at) = if captures_jumper {
            self.pond.clear(from.bit());
            (jumper, landing)
        } else {
            let captured = self.pond.colour(over);
            self.pond.clear(from.bit() | over.bit());
            self.pond.put(landing, jumper);
            (captured, over)
        };
        self.player_mut().frogs[captured] += 1;
        effects.emit(|| Effect::Captured { piece: captured.piece(), at: at.spot(), by: Some(seat) });
        // After the red frog's second jump there is no phase B at all.
        if self.phase == Phase::Jump && self.can_send() {
            self.phase = Phase::Send;
        } else {
            self.end_turn(effects);
        }
    }

    /// A jump landed on a flower pad: a trophy for each `flower` card of the seat, and for `all-flowers`.
    fn smell_flower<W: EffectSink>(&mut self, effects: &mut W) {
        let seat = self.seat;
        let own = self.player().cards.count(Card::Flower);
        let common = u8::from(self.commons.contains(&Some(Common::AllFlowers)));
        self.player_mut().trophies += own + common;
        for _ in 0..own {
            effects.emit(|| Effect::Scored { seat, points: 1, from: Name::of(Card::Flower) });
        }
        if common > 0 {
            effects.emit(|| Effect::Scored { seat, points: 1, from: Name::of(Common::AllFlowers) });
        }
    }

    /// A captured frog goes to the village.
    fn send<W: EffectSink>(&mut self, colour: Colour, effects: &mut W) {
        let seat = self.seat;
        self.player_mut().frogs[colour] -= 1;
        self.village[colour] += 1;
        effects.emit(|| Effect::Sent { piece: colour.piece(), by: seat, to: colour.village_spot() });
    }

    /// A yellow frog fetches one that was in the village already.
    fn fetch<W: EffectSink>(&mut self, colour: Colour, effects: &mut W) {
        let seat = self.seat;
        self.send(Colour::Yellow, effects);
        self.village[colour] -= 1;
        self.player_mut().frogs[colour] += 1;
        effects.emit(|| Effect::Taken { piece: colour.piece(), from: colour.village_spot(), by: seat });
        self.end_turn(effects);
    }

    /// A blue frog brings a privilege card; the gap is refilled while the deck lasts.
    fn take<W: EffectSink>(&mut self, card: Card, effects: &mut W) {
        let seat = self.seat;
        self.send(Colour::Blue, effects);
        let slot = self.market.iter_mut().find(|slot| **slot == Some(card));
        *slot.expect("the card taken is face up") = None;
        self.player_mut().cards.add(card);
        effects.emit(|| Effect::Taken { piece: Piece::free(card), from: card.spot(), by: seat });
        if self.deck.is_empty() {
            self.end_turn(effects);
        } else {
            self.phase = Phase::Refill;
        }
    }

    /// A seat keeps a secret; in a replay of what others were told, one that is hidden. After the last the jumps begin.
    pub(super) fn keep<W: EffectSink>(&mut self, secret: Option<Secret>, effects: &mut W) {
        let seat = self.seat;
        self.player_mut().kept = secret;
        effects.emit(|| Effect::Kept { seat, card: secret.map(Name::of) });
        self.seat = seat.next(self.seats());
        if self.seat.index() == 0 {
            let seat = self.seat;
            effects.emit(|| Effect::Starts { seat });
            self.begin_turn(effects);
        }
    }

    /// A seat is dealt two secrets; in a replay of what others were told, hidden ones.
    pub(super) fn deal<W: EffectSink>(&mut self, secrets: Option<[Secret; 2]>, effects: &mut W) {
        let seat = self.seat;
        self.player_mut().dealt = secrets;
        for card in 0..2 {
            effects.emit(|| Effect::Dealt { seat, card: secrets.map(|secrets| Name::of(secrets[card])) });
        }
        self.seat = seat.next(self.seats());
        if self.seat.index() == 0 {
            self.phase = Phase::Keep;
        }
    }

    #[inline]
    fn end_turn<W: EffectSink>(&mut self, effects: &mut W) {
        self.seat = self.seat.next(self.seats());
        self.begin_turn(effects);
    }

    /// The game ends at once when the seat whose turn it is cannot jump.
    #[inline]
    fn begin_turn<W: EffectSink>(&mut self, effects: &mut W) {
        if self.can_jump() {
            self.phase = Phase::Jump;
        } else {
            self.phase = Phase::Over;
            self.score(effects);
        }
    }

    pub(super) fn let_happen<W: EffectSink>(&mut self, chance: Chance, effects: &mut W) {
        match chance {
            Chance::Pond(pond) => {
                self.pond = pond;
                for pad in board::PADS {
                    if let Some(colour) = pond.frog(pad) {
                        effects.emit(|| Effect::Placed { piece: colour.piece(), at: pad.spot() });
                    }
                }
                self.phase = Phase::Market;
            }
            Chance::Market(cards) => {
                for card in cards {
                    self.turn_up(card, effects);
                }
                self.phase = Phase::Common;
            }
            Chance::Common(commons) => {
                self.commons = commons.map(Some);
                for common in commons {
                    effects.emit(|| Effect::Placed { piece: Piece::free(common), at: common.spot() });
                }
                self.phase = Phase::Deal;
            }
            Chance::Deal(_, secrets) => self.deal(Some(secrets), effects),
            Chance::Refill(card) => {
                self.turn_up(card, effects);
                self.end_turn(effects);
            }
        }
    }

    /// A card from the deck fills the first gap.
    fn turn_up<W: EffectSink>(&mut self, card: Card, effects: &mut W) {
        self.deck.remove(card);
        let gap = self.market.iter_mut().find(|slot| slot.is_none());
        *gap.expect("a card is turned up only for a gap") = Some(card);
        effects.emit(|| Effect::Placed { piece: Piece::free(card), at: card.spot() });
    }
}

impl Jump {
    /// Where the frog jumps off: where it stands, or where it has slid to before a jump with a run-up.
    fn takeoff(self) -> Pad {
        let Self { from, over, landing, .. } = self;
        let is_next_to = from.file().abs_diff(over.file()) <= 1 && from.rank().abs_diff(over.rank()) <= 1;
        if is_next_to { from } else { over.across_from(landing) }
    }
}
