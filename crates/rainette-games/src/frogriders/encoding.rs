//! The game as numbers. Letters are the pads from rank 9 to rank 1, then what can be sent, the village, the privilege
//! cards, the secrets, and `stay`.

use rainette_core::{Block, Encode, Game as _, Seat, Sheet, Spot, Word, Words};

use super::spots::stay;
use super::{
    Action, COMMONS, Card, Cards, Colour, Frogriders, Frogs, Jump, PAD_COUNT, PADS, PRIVILEGES, Pad, Phase,
    SECRETS, Secret,
};

const COLOURS: usize = Colour::ALL.len();
/// Brown frogs are never sent, so none is in the village.
const SENT: usize = COLOURS - 1;
const FIRST_SEND: u8 = PAD_COUNT as u8;
const FIRST_VILLAGE: u8 = FIRST_SEND + SENT as u8;
const FIRST_CARD: u8 = FIRST_VILLAGE + SENT as u8;
const FIRST_SECRET: u8 = FIRST_CARD + Card::COUNT as u8;
const STAY: u8 = FIRST_SECRET + Secret::COUNT as u8;

/// Counts are divided by these, so that most are at most 1.
const MANY_FROGS: f32 = 10.0;
const MOST_COPIES: f32 = 2.0;
const MANY_TROPHIES: f32 = 10.0;

fn send(colour: Colour) -> u8 {
    FIRST_SEND + colour as u8
}

fn write_frogs(frogs: Frogs, sheet: &mut Sheet<'_>) {
    for colour in Colour::ALL {
        sheet.number(f32::from(frogs[colour]) / MANY_FROGS);
    }
}

fn write_cards(cards: Cards, sheet: &mut Sheet<'_>) {
    for kind in &PRIVILEGES {
        sheet.number(f32::from(cards.count(kind.card)) / MOST_COPIES);
    }
}

impl Encode for Frogriders {
    fn alphabet(_: usize) -> Vec<Spot> {
        let sent = || Colour::ALL.into_iter().take(SENT);
        let mut spots: Vec<_> = PADS.into_iter().map(Pad::spot).collect();
        spots.extend(sent().map(Colour::send_spot));
        spots.extend(sent().map(Colour::village_spot));
        spots.extend(PRIVILEGES.iter().map(|privilege| privilege.card.spot()));
        spots.extend(SECRETS.iter().map(|card| card.secret.spot()));
        spots.push(stay());
        spots
    }

    #[inline]
    fn words(&self, action: Action) -> Words {
        Words::one(match action {
            Action::Jump(Jump { from, over, landing, captures_jumper }) => {
                let [from, over, landing] = [from, over, landing].map(|pad| pad.number() as u8);
                let word = Word::of([from, landing, over]);
                if captures_jumper { word.and(landing) } else { word }
            }
            Action::Keep(secret) => Word::of([FIRST_SECRET + secret as u8]),
            Action::SendRed => Word::of([send(Colour::Red)]),
            Action::SendYellow(colour) => Word::of([send(Colour::Yellow), FIRST_VILLAGE + colour as u8]),
            Action::SendBlue(card) => Word::of([send(Colour::Blue), FIRST_CARD + card as u8]),
            Action::Stay => Word::of([STAY]),
        })
    }

    fn blocks(seats: usize) -> Vec<Block> {
        vec![
            Block::new("pond", [COLOURS, PAD_COUNT], "the frogs on the pads, rank 9 to rank 1: Y R B N"),
            Block::new("village", [COLOURS], "frogs in the village by colour, divided by 10"),
            Block::new("market", [4, Card::COUNT], "the privilege cards face up"),
            Block::new("deck", [Card::COUNT], "privilege cards in the deck by kind, divided by 2"),
            Block::new("commons", [COMMONS.len()], "the common objectives"),
            Block::new("frogs", [seats, COLOURS], "frogs of each seat by colour, divided by 10"),
            Block::new("cards", [seats, Card::COUNT], "privilege cards of each seat by kind, divided by 2"),
            Block::new("trophies", [seats], "trophies that each seat has gained, divided by 10"),
            Block::new("dealt", [Secret::COUNT], "the secrets dealt to oneself by kind, divided by 2"),
            Block::new("kept", [Secret::COUNT], "the secret kept by oneself"),
            Block::new(
                "phase",
                [4],
                "what is awaited: a secret to keep, a jump, a frog to send, a further jump",
            ),
        ]
    }

    fn observe(&self, seat: Seat, sheet: &mut Sheet<'_>) {
        let seats = || std::iter::once(seat).chain(seat.others(self.seats()));
        let pond = sheet.next(COLOURS * PAD_COUNT);
        for (place, colour) in PADS.iter().enumerate().filter_map(|(n, &pad)| Some((n, self.pond.frog(pad)?)))
        {
            pond[colour as usize * PAD_COUNT + place] = 1.0;
        }
        write_frogs(self.village, sheet);
        self.market.iter().for_each(|slot| sheet.one_of(Card::COUNT, slot.map(|card| card as usize)));
        write_cards(self.deck, sheet);
        let commons = sheet.next(COMMONS.len());
        self.commons().for_each(|common| commons[common as usize] = 1.0);
        seats().for_each(|seat| write_frogs(self.frogs(seat), sheet));
        seats().for_each(|seat| write_cards(self.cards(seat), sheet));
        seats().for_each(|seat| sheet.number(f32::from(self.trophies(seat)) / MANY_TROPHIES));
        // Only one's own secrets: those of others are not looked at.
        let dealt = sheet.next(Secret::COUNT);
        self.dealt(seat).into_iter().flatten().for_each(|secret| dealt[secret as usize] += 0.5);
        sheet.one_of(Secret::COUNT, self.kept(seat).map(|secret| secret as usize));
        let phases = [Phase::Keep, Phase::Jump, Phase::Send, Phase::JumpAgain];
        sheet.one_of(phases.len(), phases.iter().position(|&phase| phase == self.phase));
    }
}
