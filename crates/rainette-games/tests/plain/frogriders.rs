//! Frogriders, played plainly: the rules read aloud, one sentence at a time.
//!
//! Nothing here is fast or clever. Cards and frogs are letters and words, bags are lists with one entry
//! per copy, and a jump is found by trying frogs and pads one by one against every technique.

use std::collections::BTreeMap;

use super::{Plain, Waits};

/// Every rank of the pond with its first and last file, in the order in which `pond` names the pads.
const POND: [(u8, char, char); 9] = [
    (9, 'd', 'f'),
    (8, 'c', 'g'),
    (7, 'b', 'h'),
    (6, 'a', 'i'),
    (5, 'a', 'i'),
    (4, 'a', 'i'),
    (3, 'b', 'h'),
    (2, 'c', 'g'),
    (1, 'd', 'f'),
];

/// The yellow and light-green pads, the only ones in bounds with two players.
const INNER: [(u8, char, char); 7] =
    [(8, 'd', 'f'), (7, 'c', 'g'), (6, 'b', 'h'), (5, 'b', 'h'), (4, 'b', 'h'), (3, 'c', 'g'), (2, 'd', 'f')];

/// The pads that bear a flower; the last four are dark green.
const FLOWERS: [&str; 12] = ["c7", "g7", "c3", "g3", "d6", "f6", "d4", "f4", "d9", "i6", "f1", "a4"];

/// Privilege cards: name, copies, value at the end.
const PRIVILEGES: [(&str, usize, i64); 15] = [
    ("+2R", 2, -2),
    ("+2Y", 2, -2),
    ("+2B", 2, -2),
    ("diagonal", 2, 2),
    ("ell", 2, 2),
    ("runup", 2, 3),
    ("trophies", 2, 4),
    ("choose", 2, 2),
    ("flower", 2, 1),
    ("per-brown", 1, 0),
    ("per-two-cards", 1, 0),
    ("per-frog-and-card", 1, 0),
    ("fewest-cards", 1, 0),
    ("fewest-frogs-5", 1, 0),
    ("fewest-frogs-3", 1, 1),
];

/// Common objectives: the front and the back of each card.
const COMMONS: [(&str, &str); 6] = [
    ("RB", "most-RB"),
    ("RY", "most-RY"),
    ("RN", "most-cards"),
    ("YN", "most-YB"),
    ("BN", "most-N"),
    ("5any", "all-flowers"),
];

/// Secret objectives: name and copies.
const SECRETS: [(&str, usize); 8] =
    [("2R", 2), ("2Y", 2), ("2B", 1), ("RYB", 1), ("RYN", 1), ("RYBN", 1), ("RBN", 1), ("YBN", 1)];

/// A place given by file (a = 1) and rank; it need not be a pad.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Pad {
    file: i8,
    rank: i8,
}

impl Pad {
    fn new(file: char, rank: u8) -> Pad {
        let file = ('a'..=file).count();
        Pad {
            file: i8::try_from(file).expect("a file of the pond"),
            rank: i8::try_from(rank).expect("a rank of the pond"),
        }
    }

    fn named(name: &str) -> Pad {
        let mut letters = name.chars();
        let file = letters.next().expect("a file");
        let rank: u8 = letters.as_str().parse().expect("a rank");
        Pad::new(file, rank)
    }

    fn name(self) -> String {
        let file = ('a'..='i').zip(1..).find(|&(_, n)| n == self.file);
        format!("{}{}", file.expect("a file of the pond").0, self.rank)
    }

    fn step(self, (right, up): (i8, i8)) -> Pad {
        Pad { file: self.file + right, rank: self.rank + up }
    }

    /// How far `other` lies to the right and up.
    fn way_to(self, other: Pad) -> (i8, i8) {
        (other.file - self.file, other.rank - self.rank)
    }
}

/// Whether a step leads to an orthogonally adjacent place.
fn is_orthogonal((right, up): (i8, i8)) -> bool {
    right.abs() + up.abs() == 1
}

/// Whether a step leads to a diagonally adjacent place.
fn is_diagonal((right, up): (i8, i8)) -> bool {
    right.abs() == 1 && up.abs() == 1
}

/// The pads of a list of ranks, in the order of that list and by file within a rank.
fn pads_of(ranks: &[(u8, char, char)]) -> Vec<Pad> {
    let mut pads = Vec::new();
    for &(rank, first, last) in ranks {
        for file in first..=last {
            pads.push(Pad::new(file, rank));
        }
    }
    pads
}

/// What lies at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    OutOfBounds,
    Empty,
    Frog(char),
}

/// The pads in play and the frogs on them; rows and columns 0 and 10 and beyond are never in bounds.
#[derive(Clone, Debug)]
struct Pond {
    pads: Vec<Pad>,
    places: Vec<Vec<Place>>,
}

impl Pond {
    /// With two players the dark pads are out of bounds.
    fn new(seats: usize) -> Pond {
        let pads = if seats == 2 { pads_of(&INNER) } else { pads_of(&POND) };
        let mut pond = Pond { pads: pads.clone(), places: vec![vec![Place::OutOfBounds; 10]; 10] };
        for pad in pads {
            pond.put(pad, Place::Empty);
        }
        pond
    }

    fn at(&self, pad: Pad) -> Place {
        let (Ok(file), Ok(rank)) = (usize::try_from(pad.file), usize::try_from(pad.rank)) else {
            return Place::OutOfBounds;
        };
        let row = self.places.get(rank);
        let place = row.and_then(|row| row.get(file));
        *place.unwrap_or(&Place::OutOfBounds)
    }

    fn put(&mut self, pad: Pad, place: Place) {
        let file = usize::try_from(pad.file).expect("a file of the pond");
        let rank = usize::try_from(pad.rank).expect("a rank of the pond");
        self.places[rank][file] = place;
    }

    fn has_frog(&self, pad: Pad) -> bool {
        matches!(self.at(pad), Place::Frog(_))
    }

    fn is_empty(&self, pad: Pad) -> bool {
        self.at(pad) == Place::Empty
    }

    fn frog(&self, pad: Pad) -> char {
        match self.at(pad) {
            Place::Frog(colour) => colour,
            _ => panic!("no frog on {pad:?}"),
        }
    }

    /// A jump in a straight line over an orthogonally adjacent frog.
    fn is_normal_jump(from: Pad, over: Pad, landing: Pad) -> bool {
        let way = from.way_to(over);
        is_orthogonal(way) && over.step(way) == landing
    }

    /// `diagonal`: over a diagonally adjacent frog to the pad straight behind it.
    fn is_diagonal_jump(from: Pad, over: Pad, landing: Pad) -> bool {
        let way = from.way_to(over);
        is_diagonal(way) && over.step(way) == landing
    }

    /// `ell`: over an orthogonally adjacent frog to the pad left or right of it.
    fn is_ell_jump(from: Pad, over: Pad, landing: Pad) -> bool {
        let (right, up) = from.way_to(over);
        let left_of_it = over.step((-up, right));
        let right_of_it = over.step((up, -right));
        is_orthogonal((right, up)) && (landing == left_of_it || landing == right_of_it)
    }

    /// `runup`: a normal jump after a slide over one or more empty pads in the jump's direction.
    fn is_runup_jump(&self, from: Pad, over: Pad, landing: Pad) -> bool {
        let way = over.way_to(landing);
        if !is_orthogonal(way) {
            return false;
        }
        let mut slid_to = from.step(way);
        while self.is_empty(slid_to) {
            if Pond::is_normal_jump(slid_to, over, landing) {
                return true;
            }
            slid_to = slid_to.step(way);
        }
        false
    }

    /// Whether some single technique, plain or from one of the cards, makes this jump.
    fn is_jump(&self, from: Pad, over: Pad, landing: Pad, cards: &[String]) -> bool {
        let owns = |card: &str| cards.iter().any(|owned| owned == card);
        self.has_frog(from)
            && self.has_frog(over)
            && self.is_empty(landing)
            && (Pond::is_normal_jump(from, over, landing)
                || (owns("diagonal") && Pond::is_diagonal_jump(from, over, landing))
                || (owns("ell") && Pond::is_ell_jump(from, over, landing))
                || (owns("runup") && self.is_runup_jump(from, over, landing)))
    }

    /// Every (from, over, landing) that the cards allow; every technique lands next to the frog jumped over.
    fn jumps(&self, cards: &[String]) -> Vec<(Pad, Pad, Pad)> {
        let mut jumps = Vec::new();
        for &over in self.pads.iter().filter(|&&pad| self.has_frog(pad)) {
            for landing in self.empty_pads_around(over) {
                for &from in &self.pads {
                    if self.is_jump(from, over, landing, cards) {
                        jumps.push((from, over, landing));
                    }
                }
            }
        }
        jumps
    }

    fn empty_pads_around(&self, centre: Pad) -> Vec<Pad> {
        let mut around = Vec::new();
        for right in -1..=1 {
            for up in -1..=1 {
                let pad = centre.step((right, up));
                if self.is_empty(pad) {
                    around.push(pad);
                }
            }
        }
        around
    }
}

/// What lies in front of one player.
#[derive(Clone, Debug, Default)]
struct Player {
    dealt: Vec<String>,
    secret: String,
    frogs: Vec<char>,
    cards: Vec<String>,
    trophies: i64,
}

impl Player {
    fn copies(&self, card: &str) -> usize {
        self.cards.iter().filter(|owned| *owned == card).count()
    }

    fn frogs_of(&self, colour: char) -> usize {
        self.frogs.iter().filter(|&&frog| frog == colour).count()
    }

    /// The frogs that count for objectives: those in front and two for each `+2` card.
    fn frogs_for_objectives(&self) -> Vec<char> {
        let mut frogs = self.frogs.clone();
        for (card, colour) in [("+2R", 'R'), ("+2Y", 'Y'), ("+2B", 'B')] {
            for _ in 0..self.copies(card) {
                frogs.push(colour);
                frogs.push(colour);
            }
        }
        frogs
    }

    /// How many frogs of these colours count together for a majority.
    fn frogs_together(&self, colours: &str) -> usize {
        let frogs = self.frogs_for_objectives();
        frogs.iter().filter(|&&frog| colours.contains(frog)).count()
    }

    /// How often the combination can be laid out, each frog used once.
    fn combinations(&self, combination: &str) -> i64 {
        let mut frogs = self.frogs_for_objectives();
        let mut complete = 0;
        while combination.chars().all(|colour| take_out(&mut frogs, &colour)) {
            complete += 1;
        }
        complete
    }

    fn secret_score(&self) -> i64 {
        let (combination, trophies) = match self.secret.as_str() {
            "2R" => ("RR", 5),
            "2Y" => ("YY", 6),
            "2B" => ("BB", 6),
            "RYB" => ("RYB", 4),
            "RYN" => ("RYN", 4),
            "RYBN" => ("RYBN", 5),
            "RBN" => ("RBN", 4),
            "YBN" => ("YBN", 4),
            other => panic!("no secret objective {other}"),
        };
        trophies * self.combinations(combination)
    }

    fn front_score(&self, front: &str) -> i64 {
        match front {
            "RB" => 3 * self.combinations("RB"),
            "RY" => 3 * self.combinations("RY"),
            "RN" => 2 * self.combinations("RN"),
            "YN" => 2 * self.combinations("YN"),
            "BN" => 2 * self.combinations("BN"),
            "5any" => 5 * whole(self.frogs_for_objectives().len() / 5),
            other => panic!("no common objective {other}"),
        }
    }
}

/// Takes one such piece out of a heap; false if there is none.
fn take_out<T: PartialEq>(heap: &mut Vec<T>, piece: &T) -> bool {
    match heap.iter().position(|lying| lying == piece) {
        Some(place) => {
            heap.remove(place);
            true
        }
        None => false,
    }
}

fn whole(count: usize) -> i64 {
    i64::try_from(count).expect("a small number of things")
}

/// A majority's trophies: the full number for the only leader, half for each of those tied, even at zero.
fn majority(counts: &[usize], seat: usize, trophies: i64) -> i64 {
    let most = *counts.iter().max().expect("a player");
    let leaders = counts.iter().filter(|&&count| count == most).count();
    match (counts[seat] == most, leaders) {
        (false, _) => 0,
        (true, 1) => trophies,
        (true, _) => trophies / 2,
    }
}

/// Whether a player has strictly fewer than every other.
fn has_fewest(counts: &[usize], seat: usize) -> bool {
    (0..counts.len()).all(|other| other == seat || counts[seat] < counts[other])
}

/// All ways to draw so many cards in order, written behind `words`, with the number of ways to get each.
fn draws(words: &str, bag: &[String], cards: usize) -> Vec<(String, u128)> {
    if cards == 0 {
        return vec![(words.to_string(), 1)];
    }
    let mut copies: BTreeMap<&String, u128> = BTreeMap::new();
    for card in bag {
        *copies.entry(card).or_default() += 1;
    }
    let mut all = Vec::new();
    for (card, ways) in copies {
        let mut rest = bag.to_vec();
        take_out(&mut rest, card);
        for (drawn, more_ways) in draws(&format!("{words} {card}"), &rest, cards - 1) {
            all.push((drawn, ways * more_ways));
        }
    }
    all.sort();
    all
}

/// What the table waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Pond,
    Market,
    Common,
    Deal,
    Keep,
    /// Phase A.
    Jump,
    /// Phase B.
    Village,
    /// Phase A once more, after a red frog was sent.
    SecondJump,
    Refill,
    Over,
}

/// A table of Frogriders.
#[derive(Clone, Debug)]
pub struct Frogriders {
    backs: bool,
    stage: Stage,
    /// The seat whose turn it is, or who is dealt to or keeps a card.
    seat: usize,
    players: Vec<Player>,
    pond: Pond,
    village: Vec<char>,
    market: Vec<String>,
    deck: Vec<String>,
    commons: Vec<String>,
    secrets: Vec<String>,
}

impl Frogriders {
    fn player(&self) -> &Player {
        &self.players[self.seat]
    }

    fn lay_pond(&mut self, letters: &str) {
        for (pad, letter) in pads_of(&POND).into_iter().zip(letters.chars()) {
            if letter != '.' {
                self.pond.put(pad, Place::Frog(letter));
            }
        }
        self.stage = Stage::Market;
    }

    fn lay_market(&mut self, cards: &[&str]) {
        for card in cards {
            let card = (*card).to_string();
            take_out(&mut self.deck, &card);
            self.market.push(card);
        }
        self.stage = Stage::Common;
    }

    fn lay_commons(&mut self, cards: &[&str]) {
        for card in cards {
            self.commons.push((*card).to_string());
        }
        self.stage = Stage::Deal;
    }

    fn deal(&mut self, cards: &[&str]) {
        for card in cards {
            let card = (*card).to_string();
            take_out(&mut self.secrets, &card);
            self.players[self.seat].dealt.push(card);
        }
        self.pass_on(Stage::Keep);
    }

    fn keep(&mut self, card: &str) {
        self.players[self.seat].secret = card.to_string();
        self.pass_on(Stage::Jump);
    }

    /// The next seat in the set-up, or the next stage from seat 0 on.
    fn pass_on(&mut self, next: Stage) {
        self.seat += 1;
        if self.seat == self.players.len() {
            self.seat = 0;
            self.stage = next;
        }
        self.end_if_stuck();
    }

    fn next_turn(&mut self) {
        self.seat = (self.seat + 1) % self.players.len();
        self.stage = Stage::Jump;
        self.end_if_stuck();
    }

    /// The game ends at once when the player has no jump in phase A of the turn, cards included.
    fn end_if_stuck(&mut self) {
        if self.stage == Stage::Jump && !self.can_jump() {
            self.stage = Stage::Over;
        }
    }

    fn can_jump(&self) -> bool {
        !self.pond.jumps(&self.player().cards).is_empty()
    }

    fn jump_actions(&self) -> Vec<String> {
        let may_choose = self.player().copies("choose") > 0;
        let mut actions = Vec::new();
        for (from, over, landing) in self.pond.jumps(&self.player().cards) {
            let jump = format!("{}-{}-{}", from.name(), over.name(), landing.name());
            if may_choose {
                actions.push(format!("{jump}!"));
            }
            actions.push(jump);
        }
        actions
    }

    fn jump(&mut self, action: &str) {
        let captures_jumper = action.ends_with('!');
        let names: Vec<&str> = action.trim_end_matches('!').split('-').collect();
        let [from, over, landing] = [names[0], names[1], names[2]].map(Pad::named);
        let jumper = self.pond.frog(from);
        let jumped_over = self.pond.frog(over);
        self.pond.put(from, Place::Empty);
        let captured = if captures_jumper {
            jumper
        } else {
            self.pond.put(landing, Place::Frog(jumper));
            self.pond.put(over, Place::Empty);
            jumped_over
        };
        let gained = self.flower_trophies(names[2]);
        self.players[self.seat].frogs.push(captured);
        self.players[self.seat].trophies += gained;
    }

    /// One trophy for each `flower` card of the player and one for `all-flowers` on the table.
    fn flower_trophies(&self, landing: &str) -> i64 {
        if !FLOWERS.contains(&landing) {
            return 0;
        }
        let on_table = self.commons.iter().filter(|card| *card == "all-flowers");
        whole(self.player().copies("flower") + on_table.count())
    }

    /// Every frog that may be sent with its action; brown can never be sent.
    fn sendings(&self) -> Vec<String> {
        let mut sendings = Vec::new();
        if self.player().frogs_of('R') > 0 && self.can_jump() {
            sendings.push("send R".to_string());
        }
        if self.player().frogs_of('Y') > 0 {
            for frog in &self.village {
                sendings.push(format!("send Y take {frog}"));
            }
        }
        if self.player().frogs_of('B') > 0 {
            for card in &self.market {
                sendings.push(format!("send B take {card}"));
            }
        }
        sendings
    }

    /// Phase B is optional, and skipped when nothing can be sent.
    fn after_first_jump(&mut self) {
        if self.sendings().is_empty() {
            self.next_turn();
        } else {
            self.stage = Stage::Village;
        }
    }

    fn phase_b(&mut self, action: &str) {
        let words: Vec<&str> = action.split(' ').collect();
        match words[..] {
            ["stay"] => self.next_turn(),
            ["send", "R"] => self.send_red(),
            ["send", "Y", "take", frog] => {
                self.send_yellow(frog.chars().next().expect("a frog's colour"));
            }
            ["send", "B", "take", card] => self.send_blue(card),
            _ => panic!("no action of phase B: {action}"),
        }
    }

    fn send_to_village(&mut self, frog: char) {
        take_out(&mut self.players[self.seat].frogs, &frog);
        self.village.push(frog);
    }

    fn send_red(&mut self) {
        self.send_to_village('R');
        self.stage = Stage::SecondJump;
    }

    fn send_yellow(&mut self, taken: char) {
        // The frog comes out first: it must have been in the village already.
        take_out(&mut self.village, &taken);
        self.send_to_village('Y');
        self.players[self.seat].frogs.push(taken);
        self.next_turn();
    }

    fn send_blue(&mut self, card: &str) {
        let card = card.to_string();
        self.send_to_village('B');
        take_out(&mut self.market, &card);
        self.players[self.seat].cards.push(card);
        if self.deck.is_empty() {
            self.next_turn();
        } else {
            self.stage = Stage::Refill;
        }
    }

    fn refill(&mut self, card: &str) {
        let card = card.to_string();
        take_out(&mut self.deck, &card);
        self.market.push(card);
        self.next_turn();
    }

    fn card_counts(&self) -> Vec<usize> {
        self.players.iter().map(|p| p.cards.len()).collect()
    }

    fn frog_counts(&self) -> Vec<usize> {
        self.players.iter().map(|p| p.frogs.len()).collect()
    }

    fn counts_together(&self, colours: &str) -> Vec<usize> {
        let players = self.players.iter();
        players.map(|p| p.frogs_together(colours)).collect()
    }

    fn common_score(&self, card: &str, seat: usize) -> i64 {
        match card {
            "most-RB" => majority(&self.counts_together("RB"), seat, 6),
            "most-RY" => majority(&self.counts_together("RY"), seat, 6),
            "most-YB" => majority(&self.counts_together("YB"), seat, 6),
            "most-N" => majority(&self.counts_together("N"), seat, 6),
            "most-cards" => majority(&self.card_counts(), seat, 4),
            "all-flowers" => 0,
            front => self.players[seat].front_score(front),
        }
    }

    /// Value and effect of one privilege card; only the frogs in front count.
    fn privilege_score(&self, card: &str, seat: usize) -> i64 {
        let player = &self.players[seat];
        let data = PRIVILEGES.iter().find(|&&(name, _, _)| name == card);
        let value = data.expect("a privilege card").2;
        let effect = match card {
            "per-brown" => whole(player.frogs_of('N')),
            "per-two-cards" => 2 * whole(player.cards.len() / 2),
            "per-frog-and-card" => whole(player.frogs.len().min(player.cards.len())),
            "fewest-cards" if has_fewest(&self.card_counts(), seat) => 5,
            "fewest-frogs-5" if has_fewest(&self.frog_counts(), seat) => 5,
            "fewest-frogs-3" if has_fewest(&self.frog_counts(), seat) => 3,
            _ => 0,
        };
        value + effect
    }

    fn total(&self, seat: usize) -> i64 {
        let player = &self.players[seat];
        let mut total = player.trophies + player.secret_score();
        for card in &self.commons {
            total += self.common_score(card, seat);
        }
        total += whole(player.frogs_of('N'));
        for card in &player.cards {
            total += self.privilege_score(card, seat);
        }
        total
    }

    /// Two different common objectives; with `backs` the second shows its back.
    fn common_draws(&self) -> Vec<(String, u128)> {
        let mut all = Vec::new();
        for first in COMMONS {
            for second in COMMONS {
                if first != second {
                    let shown = if self.backs { second.1 } else { second.0 };
                    all.push((format!("common {} {shown}", first.0), 1));
                }
            }
        }
        all.sort();
        all
    }
}

impl Plain for Frogriders {
    fn start(seats: usize, options: &[(&str, i64)]) -> Self {
        let mut deck = Vec::new();
        for (card, copies, _) in PRIVILEGES {
            deck.extend(vec![card.to_string(); copies]);
        }
        let mut secrets = Vec::new();
        for (card, copies) in SECRETS {
            secrets.extend(vec![card.to_string(); copies]);
        }
        Frogriders {
            backs: options.contains(&("backs", 1)),
            stage: Stage::Pond,
            seat: 0,
            players: vec![Player::default(); seats],
            pond: Pond::new(seats),
            village: Vec::new(),
            market: Vec::new(),
            deck,
            commons: Vec::new(),
            secrets,
        }
    }

    fn waits(&self) -> Waits {
        match self.stage {
            Stage::Pond | Stage::Market | Stage::Common | Stage::Deal | Stage::Refill => Waits::Chance,
            Stage::Keep | Stage::Jump | Stage::Village | Stage::SecondJump => Waits::Seat(self.seat),
            Stage::Over => Waits::Over,
        }
    }

    fn legal(&self) -> Vec<String> {
        let mut actions = match self.stage {
            Stage::Keep => {
                let dealt = self.player().dealt.iter();
                dealt.map(|card| format!("keep {card}")).collect()
            }
            Stage::Jump | Stage::SecondJump => self.jump_actions(),
            Stage::Village => {
                let mut actions = self.sendings();
                actions.push("stay".to_string());
                actions
            }
            _ => Vec::new(),
        };
        actions.sort();
        actions.dedup();
        actions
    }

    /// The ponds are too many to list; everything else is listed.
    fn chances(&self) -> Option<Vec<(String, u128)>> {
        match self.stage {
            Stage::Pond => None,
            Stage::Market => Some(draws("market", &self.deck, 4)),
            Stage::Common => Some(self.common_draws()),
            Stage::Deal => Some(draws(&format!("deal {}", self.seat), &self.secrets, 2)),
            Stage::Refill => Some(draws("refill", &self.deck, 1)),
            _ => Some(Vec::new()),
        }
    }

    fn happen(&mut self, event: &str) {
        let words: Vec<&str> = event.split(' ').collect();
        match self.stage {
            Stage::Pond => self.lay_pond(words[1]),
            Stage::Market => self.lay_market(&words[1..]),
            Stage::Common => self.lay_commons(&words[1..]),
            Stage::Deal => self.deal(&words[2..]),
            Stage::Keep => self.keep(words[1]),
            Stage::Jump => {
                self.jump(event);
                self.after_first_jump();
            }
            Stage::Village => self.phase_b(event),
            Stage::SecondJump => {
                self.jump(event);
                self.next_turn();
            }
            Stage::Refill => self.refill(words[1]),
            Stage::Over => panic!("the game is over"),
        }
    }

    /// Most trophies win, then most frogs in front; a tie that remains is shared.
    fn winners(&self) -> Vec<usize> {
        let frogs = self.frog_counts();
        let rank = |seat: usize| (self.total(seat), frogs[seat]);
        let seats = 0..self.players.len();
        let best = seats.clone().map(rank).max().expect("a player");
        seats.filter(|&seat| rank(seat) == best).collect()
    }

    fn scores(&self) -> Option<Vec<i64>> {
        let seats = 0..self.players.len();
        Some(seats.map(|seat| self.total(seat)).collect())
    }
}
