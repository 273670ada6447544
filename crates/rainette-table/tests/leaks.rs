//! What somebody may not know must not show: two tables that differ only in other people's secrets give the same bytes
//! to whoever may not know them, in every frame, answer, error and replay.
//!
//! `RAINETTE_PAIRS=1000000 cargo test --release --workspace --test leaks` looks at more pairs than the normal run.

use std::collections::{BTreeMap, VecDeque};

use rainette_core::{Observer, Random, Seat};
use rainette_table::Error;
use rainette_table::fair::{Seed, Seeds};
use rainette_table::journal::{By, Event, Person, Row, TokenHash};
use rainette_table::protocol::{
    Act, AnswerSwap, AnswerUndo, Arrange, Choices, Colour, Fill, Hello, Join, OpenTable, Ready, Rename,
    SeatWish, Starts, Status, Swap, TableEvent, TableEventKind, ToClient, ToServer, TurnState, Undo, Welcome,
    WhyNot,
};
use rainette_table::table::{
    Eyes, Fresh, Input, Machine, Output, Request, Response, Socket, Stored, Ticket, open,
};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng as _, SeedableRng as _};

/// How many pairs the normal run compares.
const PAIRS: u64 = 6_000;
const NOW: i64 = 1_000_000;
/// The socket and the ticket of whoever looks.
const VIEWER: u64 = 77;

/// Who looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Viewer {
    /// Somebody who holds this seat.
    Seat(usize),
    /// Two seats at a shared screen, of which the first is in hand.
    Screen(usize, usize),
    /// Somebody who only looks on.
    Spectator,
}

impl Viewer {
    /// Whose secrets it may know.
    fn knows(self, seat: usize) -> bool {
        matches!(self, Self::Seat(own) | Self::Screen(own, _) if own == seat)
    }

    fn holder(self) -> Option<TokenHash> {
        match self {
            Self::Seat(seat) | Self::Screen(seat, _) => Some(holder(seat)),
            Self::Spectator => None,
        }
    }
}

/// Everybody has a seat of their own, except at a shared screen.
fn holder(seat: usize) -> TokenHash {
    TokenHash::of(&format!("token {seat}"))
}

/// Two tables that differ in what the viewer may not know.
struct Pair {
    tables: [Machine; 2],
    viewer: Viewer,
    /// Who holds which seat.
    holders: Vec<TokenHash>,
    /// The seat of a computer player for whom nobody has come in yet. That may be the viewer's, who looks on until then.
    late: Option<usize>,
    commands: u32,
}

struct Randomness(Xoshiro256PlusPlus);

impl Random for Randomness {
    fn next_u32(&mut self) -> u32 {
        self.0.next_u32()
    }
}

/// Feeds a table, stores whatever it hands out at once, and gives all the rest.
fn feed(table: &mut Machine, input: Input) -> Vec<Output> {
    let mut rest = Vec::new();
    let mut outputs = VecDeque::from(table.handle(input, NOW));
    while let Some(output) = outputs.pop_front() {
        match output {
            Output::Store(_) => outputs.extend(table.stored(NOW)),
            other => rest.push(other),
        }
    }
    rest
}

/// A table of the game that has secrets, at the moment when they have been dealt: as it is stored.
/// At the `late` seat sits a computer player, for whom somebody comes in.
fn dealt(
    seats: usize,
    viewer: Viewer,
    late: Option<usize>,
    random: &mut Randomness,
) -> (Stored, Vec<TokenHash>) {
    let info = rainette_games::games().into_iter().find(|info| info.has_secrets).expect("a game has secrets");
    let host = match viewer {
        Viewer::Screen(own, _) => own,
        _ => 0,
    };
    let is_host = |seat: usize| seat == host || matches!(viewer, Viewer::Screen(_, other) if other == seat);
    let seed = Seed::new(std::array::from_fn(|_| random.below(256) as u8));
    // Who starts is drawn or chosen: in the lobby everybody sits so that they play where they are to play.
    let (first, starts) = match random.below(3) {
        0 => (0, Starts::default()),
        1 => (Seeds::new(seed, Vec::new()).lot(seats).index(), Starts::Lot),
        _ => {
            let first = random.below(seats as u32) as usize;
            (first, Starts::Seat { seat: Seat::new(first) })
        }
    };
    let before = |seat: usize| (seat + first) % seats;
    let after = |seat: usize| (seat + seats - first) % seats;
    let wish = OpenTable {
        game: info.id.to_owned(),
        seats: (0..seats)
            .map(|seat| match after(seat) {
                seat if is_host(seat) => SeatWish::Me,
                seat if late == Some(seat) => SeatWish::Computer { level: 1 },
                _ => SeatWish::Open,
            })
            .collect(),
        options: BTreeMap::from([("backs".to_owned(), i64::from(random.below(2)))]),
        clock: rainette_table::protocol::ClockKind::None,
        name: "host".to_owned(),
        is_public: true,
        takes_newcomers: late.is_some(),
        ..OpenTable::default()
    };
    let fresh = Fresh { id: "table".to_owned(), invite: "invite".to_owned(), seed };
    let mut stored = Stored::default();
    stored.add(&open(&wish, None, holder(host), fresh, NOW).expect("the table can be opened"));
    let mut table = Machine::load(stored.clone(), NOW, 0).expect("it can be loaded");
    let mut asks: Vec<_> = (0..seats)
        .filter(|&seat| !is_host(seat) && late != Some(seat))
        .map(|seat| {
            let at = Some(Seat::new(before(seat)));
            let join = Join { name: format!("guest {seat}"), seat: at, ..Join::default() };
            (holder(seat), Request::Join { join, is_invited: true })
        })
        .collect();
    let say = |seat: usize, message| (holder(seat), Request::Say(message));
    asks.push(say(host, ToServer::Arrange(Arrange { starts: Some(starts), ..Arrange::default() })));
    asks.push(say(host, ToServer::Colour(Colour { seat: Seat::new(before(host)), colour: 0 })));
    for seat in (0..seats).filter(|&seat| !is_host(seat) && late != Some(seat)) {
        asks.push(say(seat, ToServer::Ready(Ready { is_ready: true, seq: 0 })));
    }
    asks.push((holder(host), Request::Start));
    for (holder, mut ask) in asks {
        if let Request::Say(ToServer::Ready(ready)) = &mut ask {
            ready.seq = table.seq();
        }
        let mut outputs = VecDeque::from(table.handle(Input::Request(Ticket(0), Some(holder), ask), NOW));
        while let Some(output) = outputs.pop_front() {
            match output {
                Output::Store(batch) => {
                    stored.add(&batch);
                    outputs.extend(table.stored(NOW));
                }
                // Somebody may have the colour that the host would like.
                Output::Reply(_, Err(Error::ColourTaken(_))) => {}
                Output::Reply(_, answer) => drop(answer.expect("it is allowed")),
                _ => {}
            }
        }
    }
    assert_eq!(table.status(), Status::Playing);
    let holders = (0..seats).map(|seat| holder(if is_host(seat) { host } else { seat })).collect();
    (stored, holders)
}

/// The same table with other secrets for those whose secrets the viewer may not know.
fn dealt_again(stored: &Stored, viewer: Viewer, random: &mut Randomness) -> Stored {
    let mut deck: Vec<&str> = "2R 2R 2Y 2Y 2B RYB RYN RYBN RBN YBN".split(' ').collect();
    let mut other = stored.clone();
    let deals = |text: &str| text.strip_prefix("deal ").map(str::to_owned);
    for row in &stored.rows {
        if let Event::Chance { chance } = &row.event
            && let Some(deal) = deals(chance)
        {
            let mut words = deal.split(' ');
            let seat: usize = words.next().and_then(|seat| seat.parse().ok()).expect("a seat");
            if viewer.knows(seat) {
                for card in words {
                    let place =
                        deck.iter().position(|known| *known == card).expect("the card is in the deck");
                    deck.remove(place);
                }
            }
        }
    }
    for row in &mut other.rows {
        if let Event::Chance { chance } = &mut row.event
            && let Some(deal) = deals(chance)
        {
            let seat = deal.split(' ').next().expect("a seat").to_owned();
            if !viewer.knows(seat.parse().expect("a number")) {
                let mut take = || deck.remove(random.below(deck.len() as u32) as usize);
                *chance = format!("deal {seat} {} {}", take(), take());
            }
        }
    }
    other
}

impl Pair {
    fn new(random: &mut Randomness) -> Self {
        let seats = 2 + random.below(3) as usize;
        let own = random.below(seats as u32) as usize;
        let viewer = match random.below(4) {
            0 => Viewer::Spectator,
            1 => Viewer::Screen(own, (own + 1) % seats),
            _ => Viewer::Seat(own),
        };
        let is_host = |seat: usize| match viewer {
            Viewer::Screen(own, other) => seat == own || seat == other,
            _ => seat == 0,
        };
        let late = Some(random.below(seats as u32) as usize).filter(|&seat| !is_host(seat));
        let late = late.filter(|_| random.below(2) == 0);
        let (stored, holders) = dealt(seats, viewer, late, random);
        let other = dealt_again(&stored, viewer, random);
        let load = |stored| Machine::load(stored, NOW, 0).expect("both can be loaded");
        let mut pair = Self { tables: [load(stored), load(other)], viewer, holders, late, commands: 0 };
        pair.compare(&Input::Attach(Socket(VIEWER), viewer.holder()), "attach");
        let seat = match viewer {
            Viewer::Screen(own, _) => Some(Seat::new(own)),
            _ => None,
        };
        pair.compare(&Input::Say(Socket(VIEWER), ToServer::Hello(Hello { after: 0, seat })), "hello");
        pair
    }

    /// Feeds both tables the same, and compares all that the viewer gets.
    fn compare(&mut self, input: &Input, what: &str) {
        let inputs = [input.clone(), input.clone()];
        self.compare_both(inputs, what);
    }

    fn compare_both(&mut self, inputs: [Input; 2], what: &str) {
        let [first, second] = &mut self.tables;
        let [mine, other] = inputs;
        let seen = [seen(&feed(first, mine)), seen(&feed(second, other))];
        // The end of the game shows everything, and that is no leak.
        if first.status() != Status::Finished || second.status() != Status::Finished {
            assert_eq!(seen[0], seen[1], "{:?} sees a difference after {what}", self.viewer);
        }
    }

    /// Lets the seat whose turn it is act: the viewer does the same at both tables, others do what they like.
    /// Gives whether somebody could act.
    fn act(&mut self, random: &mut Randomness) -> bool {
        let [first, second] = &self.tables;
        if first.status() != Status::Playing || second.status() != Status::Playing {
            return false;
        }
        let asked = Seat::new(usize::from(self.late == Some(0)));
        let turns = [0, 1].map(|table| self.look(table, asked).0);
        assert_eq!(turns[0], turns[1], "secrets do not change whose turn it is");
        if !matches!(turns[0], Some(TurnState::Seat { .. })) {
            return false;
        }
        // Several may choose at once while secrets are kept: in any order.
        let asked = self.tables.each_ref().map(|table| {
            let seats = table.table_state(NOW).seats.into_iter().filter(|seat| seat.may_choose);
            seats.map(|seat| seat.seat).collect::<Vec<_>>()
        });
        assert_eq!(asked[0], asked[1], "secrets do not change who may choose");
        if let Some(late) = self.late
            && random.below(6) == 0
            && self.come_in(late)
        {
            return true;
        }
        if asked[0].is_empty() {
            self.think();
            return true;
        }
        if random.below(8) == 0 {
            self.take_back(asked[0][0]);
            return true;
        }
        let seat = asked[0][random.below(asked[0].len() as u32) as usize];
        let actions = [0, 1].map(|table| self.look(table, seat).1);
        let pick = random.below(actions[0].len() as u32) as usize;
        if self.viewer.knows(seat.index()) {
            assert_eq!(actions[0], actions[1], "what a seat may do depends on what it knows");
        }
        // Whoever keeps a secret may have been dealt the same card twice, so that there is less to choose from.
        self.commands += 1;
        let (holder, seq) = (self.holders[seat.index()], self.tables[0].seq());
        let ticket = Ticket(if self.viewer.knows(seat.index()) { VIEWER } else { 0 });
        let say = |action: &String| {
            let id = format!("c{}", self.commands);
            let message = ToServer::Act(Act { id, seq, seat: Some(seat), action: action.clone() });
            Input::Request(ticket, Some(holder), Request::Say(message))
        };
        let inputs = [say(&actions[0][pick]), say(&actions[1][pick % actions[1].len()])];
        let [first, second] = &mut self.tables;
        let [mine, other] = inputs;
        let seen = [seen(&feed(first, mine)), seen(&feed(second, other))];
        let is_on = first.status() == Status::Playing && second.status() == Status::Playing;
        // The end of the game shows everything, and that is no leak.
        if is_on {
            assert_eq!(
                seen[0], seen[1],
                "{:?} sees a difference after an action of seat {seat}",
                self.viewer
            );
        }
        is_on
    }

    /// Somebody comes in for the computer player: the viewer, who is told then what the seat was told, or somebody else.
    /// Gives whether they could, between two turns.
    fn come_in(&mut self, late: usize) -> bool {
        let ticket = Ticket(if self.viewer.knows(late) { VIEWER } else { 0 });
        let join = Join { name: "newcomer".to_owned(), seat: Some(Seat::new(late)), ..Join::default() };
        let ask = Request::Join { join, is_invited: false };
        let before = self.tables[0].seq();
        self.compare(&Input::Request(ticket, Some(holder(late)), ask), "a newcomer");
        let seats = self.tables.each_ref().map(|table| table.table_state(NOW).seats[late].sitter.clone());
        assert_eq!(seats[0], seats[1]);
        let has_come = self.tables[0].seq() > before;
        if has_come {
            self.late = None;
        }
        has_come
    }

    /// The computer player acts: at both tables the same, if it has the same to choose from.
    fn think(&mut self) {
        let before = self.tables[0].seq();
        // It thinks about the last event that says something of the game: before it may stand all that people settled.
        for number in (before.saturating_sub(40)..=before).rev() {
            self.compare(&Input::Thought(number, None), "a computer player acts");
            if self.tables[0].seq() > before {
                break;
            }
        }
        assert!(self.tables[0].seq() > before, "the computer player acts");
    }

    /// A seat takes its last action back, and everybody agrees.
    fn take_back(&mut self, seat: Seat) {
        self.commands += 1;
        let (id, seq) = (format!("u{}", self.commands), self.tables[0].seq());
        let mut messages = vec![(
            self.holders[seat.index()],
            ToServer::Undo(Undo { id: id.clone(), seq, seat: Some(seat) }),
        )];
        let mut others: Vec<TokenHash> = self.holders.clone();
        others.dedup();
        others.retain(|other| *other != self.holders[seat.index()]);
        messages.extend(
            others
                .into_iter()
                .map(|other| (other, ToServer::AnswerUndo(AnswerUndo { id: id.clone(), agree: true }))),
        );
        for (holder, message) in messages {
            let ticket = Ticket(if self.viewer.holder() == Some(holder) { VIEWER } else { 0 });
            let input = Input::Request(ticket, Some(holder), Request::Say(message));
            self.compare(&input, "something is taken back");
        }
    }

    /// Asks for whatever the viewer can ask for.
    fn probe(&mut self, random: &mut Randomness) {
        let (holder, seq) = (self.viewer.holder(), self.tables[0].seq());
        let after = u64::from(random.below(seq as u32 + 2));
        let own = match self.viewer {
            Viewer::Seat(own) | Viewer::Screen(own, _) => Some(Seat::new(own)),
            Viewer::Spectator => None,
        };
        let say = |message| Input::Say(Socket(VIEWER), message);
        let ask = |ask| Input::Request(Ticket(VIEWER), holder, ask);
        let act = |seq, seat: usize, action: &str| {
            ToServer::Act(Act {
                id: "probe".to_owned(),
                seq,
                seat: Some(Seat::new(seat)),
                action: action.to_owned(),
            })
        };
        let (what, input) = match random.below(13) {
            0 => ("hello", say(ToServer::Hello(Hello { after, seat: own }))),
            1 => ("look", ask(Request::Look { after, seat: own })),
            2 => ("an impossible action", say(act(seq, own.map_or(0, Seat::index), "keep RYBN-"))),
            3 => ("an illegal action", say(act(seq, own.map_or(0, Seat::index), "e1-e2-e3"))),
            4 => ("a stale action", say(act(seq - 1, own.map_or(0, Seat::index), "stay"))),
            5 => ("somebody else's action", say(act(seq, random.below(6) as usize, "keep 2R"))),
            6 => ("why not", say(ToServer::WhyNot(WhyNot { spots: vec!["e3".to_owned(), "e5".to_owned()] }))),
            8 => {
                let undo = Undo { id: format!("undo {}", self.commands), seq, seat: own };
                ("taking a choice back", say(ToServer::Undo(undo)))
            }
            7 => ("why not keep", say(ToServer::WhyNot(WhyNot { spots: vec!["2R".to_owned()] }))),
            9 => {
                ("changing seats", say(ToServer::Swap(Swap { seat: Seat::new(0), with: Seat::new(1), seq })))
            }
            10 => (
                "arranging",
                say(ToServer::Arrange(Arrange { is_public: Some(false), ..Arrange::default() })),
            ),
            11 => ("being ready", say(ToServer::Ready(Ready { is_ready: false, seq }))),
            _ => ("ping", say(ToServer::Ping)),
        };
        self.compare(&input, what);
        // What is illegal nearly always may be legal for once, and end the game.
        if random.below(4) > 0 || self.tables[0].status() == Status::Finished {
            return;
        }
        let eyes = match random.below(4) {
            0 => Eyes::All,
            1 => Eyes::Of(Observer::Spectator),
            2 => Eyes::Of(Observer::Seat(Seat::new(random.below(6) as usize))),
            _ => Eyes::Of(own.map_or(Observer::Spectator, Observer::Seat)),
        };
        // At a shared screen whoever holds the other seat may ask for what it knows: that is not the viewer then.
        if let (Viewer::Screen(_, other), Eyes::Of(Observer::Seat(seat))) = (self.viewer, eyes)
            && seat.index() == other
        {
            return;
        }
        let seen = self.tables.each_ref().map(|table| {
            let replay = table
                .replay(holder, eyes, (0, usize::MAX), NOW)
                .map(|replay| serde_json::to_string(&replay).expect("JSON"));
            let history = table.history();
            let refused = [history.proof().err(), history.record().err(), history.finished_record().err()];
            assert!(refused.iter().all(Option::is_some), "nothing of this is to be had before the end");
            format!(
                "{replay:?} {refused:?} {}",
                serde_json::to_string(&table.table_state(NOW)).expect("JSON")
            )
        });
        assert_eq!(seen[0], seen[1], "{:?} sees a difference in a replay with {eyes:?}", self.viewer);
    }

    fn head(&mut self, table: usize) -> String {
        let ask = Request::Look { after: 0, seat: None };
        let outputs = feed(&mut self.tables[table], Input::Request(Ticket(1), None, ask));
        let head = outputs.into_iter().find_map(|output| match output {
            Output::Reply(Ticket(1), Ok(Response::Seen(seen))) => Some(seen.head),
            _ => None,
        });
        head.expect("anybody may look")
    }

    fn look(&mut self, table: usize, seat: Seat) -> (Option<TurnState>, Vec<String>) {
        let ask = Request::Look { after: self.tables[table].seq(), seat: Some(seat) };
        let outputs =
            feed(&mut self.tables[table], Input::Request(Ticket(1), Some(self.holders[seat.index()]), ask));
        let position = outputs.into_iter().find_map(|output| match output {
            Output::Reply(Ticket(1), Ok(Response::Seen(seen))) => seen.position,
            _ => None,
        });
        let actions = actions_of(position.as_ref().and_then(|position| position.choices.as_ref()));
        (position.map(|position| position.turn), actions)
    }
}

/// What the viewer is sent and answered, as bytes. The heads of the chain are left out: they are made from everything
/// that has happened, secrets included, so that they differ; that they say nothing of it to whoever does not know the
/// server's seed is another test (`a_head_cannot_be_checked_against_guesses`).
fn seen(outputs: &[Output]) -> Vec<String> {
    seen_by(VIEWER, outputs)
}

/// What somebody is sent over the socket and answered to the ticket of this number, as bytes.
fn seen_by(number: u64, outputs: &[Output]) -> Vec<String> {
    let shown = outputs.iter().filter_map(|output| match output {
        Output::Send(socket, message) if socket.0 == number => Some(without_heads(message)),
        Output::Reply(ticket, answer) if ticket.0 == number => Some(match answer {
            Ok(Response::Seen(seen)) => without_heads(seen),
            Ok(answer) => format!("{answer:?}"),
            Err(error) => serde_json::to_string(&error.refusal(None)).expect("JSON"),
        }),
        _ => None,
    });
    shown.collect()
}

fn without_heads(message: &impl serde::Serialize) -> String {
    const FIELD: &str = "\"head\":\"";
    let text = serde_json::to_string(message).expect("JSON");
    let mut parts = text.split(FIELD);
    let mut blank = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let is_head = part.as_bytes()[..64].iter().all(u8::is_ascii_hexdigit) && part[64..].starts_with('"');
        assert!(is_head, "a head is 64 digits and nothing else: {part}");
        blank.push_str(FIELD);
        blank.push_str(&part[64..]);
    }
    blank
}

fn pairs() -> u64 {
    let wanted = std::env::var("RAINETTE_PAIRS").ok();
    wanted.map_or(PAIRS, |text| text.parse().expect("RAINETTE_PAIRS is a number"))
}

/// Names the seed of a pair that fails.
struct Named(u64);

impl Drop for Named {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("the pair has the seed {}", self.0);
        }
    }
}

/// Half of the seeds, so that the two halves run side by side.
fn look_at(half: u64) {
    let (mut compared, mut seed) = (0, half);
    while compared < pairs() / 2 {
        let _named = Named(seed);
        let mut random = Randomness(Xoshiro256PlusPlus::seed_from_u64(seed));
        let mut pair = Pair::new(&mut random);
        while pair.act(&mut random) {
            pair.probe(&mut random);
            compared += 1;
        }
        seed += 2;
    }
}

/// Whoever comes in is told what their seat was told from the first event on, and nothing of another seat's; somebody
/// who had the seat all the time was told the same.
#[test]
fn a_newcomer_is_told_what_the_seat_was_told() {
    let (mut learnt, mut acted, mut undone) = (0, 0, 0);
    for seed in 0..400 {
        let mut random = Randomness(Xoshiro256PlusPlus::seed_from_u64(seed));
        let seats = 2 + random.below(3) as usize;
        let late = 1 + random.below(seats as u32 - 1) as usize;
        let (mut stored, _) = dealt(seats, Viewer::Seat(late), Some(late), &mut random);
        let mut table = Machine::load(stored.clone(), NOW, 0).expect("it can be loaded");
        let acts = random.below(24);
        play(&mut table, &mut stored, acts, &mut random);
        let has_acted = |row: &Row| matches!(row.event, Event::Action { computer: true, .. });
        // They look on first, over the same socket.
        feed(&mut table, Input::Attach(Socket(VIEWER), Some(holder(late))));
        let hello = ToServer::Hello(Hello { after: 0, seat: None });
        let before = welcomes(&feed(&mut table, Input::Say(Socket(VIEWER), hello.clone())));
        feed(&mut table, Input::Attach(Socket(1), Some(holder(0))));
        feed(&mut table, Input::Say(Socket(1), hello));
        let join = Join { name: "newcomer".to_owned(), seat: Some(Seat::new(late)), ..Join::default() };
        let ask = Request::Join { join, is_invited: false };
        let outputs = feed(&mut table, Input::Request(Ticket(VIEWER), Some(holder(late)), ask));
        if outputs.iter().any(|output| matches!(output, Output::Reply(_, Err(Error::MidTurn(_))))) {
            continue;
        }
        acted += u32::from(stored.rows.iter().any(has_acted));
        undone += u32::from(stored.rows.iter().any(|row| matches!(row.event, Event::Undone { .. })));
        let after = welcomes(&outputs);
        let [looked_on] = &before[..] else { panic!("one welcome") };
        let [seen] = &after[..] else { panic!("one more welcome, as the seat: {outputs:?}") };
        assert_eq!(seen.you.in_hand, Some(Seat::new(late)));
        let mut had = stored.clone();
        for row in &mut had.rows {
            // Seats may be turned round at the start; there is one computer player.
            if let Event::Seated { by: by @ By::Computer(_), .. } = &mut row.event {
                *by = By::Person(9);
            }
        }
        let me = Person { number: 9, name: None, holder: Some(holder(late)) };
        had.beside.people.insert(9, me);
        let owner = Machine::load(had, NOW, 0).expect("it can be loaded");
        let owner = owner.seen(Some(holder(late)), 0, None, NOW).expect("it is theirs");
        let played = |events: &[TableEvent]| -> Vec<String> {
            let told = events.iter().filter_map(|event| match &event.what {
                TableEventKind::Played { told, .. } => Some(told),
                _ => None,
            });
            told.map(|told| serde_json::to_string(told).expect("JSON")).collect()
        };
        assert_eq!(played(&seen.events), played(&owner.events));
        assert_eq!(seen.position, owner.position);
        learnt += u32::from(played(&seen.events) != played(&looked_on.events));
        // The others hear that somebody came, and nothing else of the game.
        let told: Vec<&ToClient> = outputs
            .iter()
            .filter_map(|output| match output {
                Output::Send(Socket(1), message) => Some(message),
                _ => None,
            })
            .collect();
        let events = told.iter().flat_map(|message| match message {
            ToClient::Update(update) => update.events.clone(),
            other => panic!("{other:?}"),
        });
        let events: Vec<TableEventKind> = events.map(|event| event.what).collect();
        assert!(matches!(&events[..], [TableEventKind::CameIn { .. }]), "{events:?}");
    }
    assert!(learnt > 300, "only {learnt} newcomers learnt what their seats had been dealt");
    assert!(acted > 100 && undone > 50, "{acted} computer players had acted, and {undone} took back");
}

/// Lets people and computer players act so often, as long as the game goes on, and now and then somebody take back.
fn play(table: &mut Machine, stored: &mut Stored, acts: u32, random: &mut Randomness) {
    let mut say = |table: &mut Machine, input| {
        let mut outputs = VecDeque::from(table.handle(input, NOW));
        while let Some(output) = outputs.pop_front() {
            if let Output::Store(batch) = output {
                stored.add(&batch);
                outputs.extend(table.stored(NOW));
            }
        }
    };
    for number in 0..acts {
        let seats = table.table_state(NOW).seats;
        let Some(chooser) = seats.iter().find(|seat| seat.may_choose).map(|seat| seat.seat) else {
            let last = table.seq();
            for number in (last.saturating_sub(4)..=last).rev() {
                say(table, Input::Thought(number, None));
            }
            continue;
        };
        let me = holder(chooser.index());
        let (id, seq) = (format!("p{number}"), table.seq());
        if random.below(5) == 0 {
            let undo = ToServer::Undo(Undo { id: id.clone(), seq, seat: Some(chooser) });
            say(table, Input::Request(Ticket(0), Some(me), Request::Say(undo)));
            for other in (0..seats.len()).filter(|other| *other != chooser.index()) {
                let agree = ToServer::AnswerUndo(AnswerUndo { id: id.clone(), agree: true });
                say(table, Input::Request(Ticket(0), Some(holder(other)), Request::Say(agree)));
            }
            continue;
        }
        let seen = table.seen(Some(me), seq, None, NOW).expect("it is their seat");
        let actions = actions_of(seen.position.and_then(|position| position.choices).as_ref());
        let action = actions[random.below(actions.len() as u32) as usize].clone();
        let act = ToServer::Act(Act { id, seq, seat: Some(chooser), action });
        say(table, Input::Request(Ticket(0), Some(me), Request::Say(act)));
        if table.status() != Status::Playing {
            return;
        }
    }
}

/// The actions that choices say, each once.
fn actions_of(choices: Option<&Choices>) -> Vec<String> {
    fn collect(choices: &Choices, actions: &mut Vec<String>) {
        actions.extend(choices.action.clone());
        choices.next.values().for_each(|next| collect(next, actions));
    }
    let mut actions = Vec::new();
    if let Some(choices) = choices {
        collect(choices, &mut actions);
    }
    actions.sort();
    actions.dedup();
    actions
}

fn welcomes(outputs: &[Output]) -> Vec<Welcome> {
    let welcome = |output: &Output| match output {
        Output::Send(Socket(VIEWER), ToClient::Welcome(welcome)) => Some(welcome.as_ref().clone()),
        _ => None,
    };
    outputs.iter().filter_map(welcome).collect()
}

#[test]
fn secrets_change_nothing_for_those_who_may_not_know_them() {
    look_at(0);
}

#[test]
fn nor_do_they_at_other_tables() {
    look_at(1);
}

/// The pairs must differ, or the comparison means nothing: those who may know the secrets do see a difference.
#[test]
fn those_who_may_know_see_the_difference() {
    let mut differ = 0;
    for seed in 0..30 {
        let mut random = Randomness(Xoshiro256PlusPlus::seed_from_u64(seed));
        let mut pair = Pair::new(&mut random);
        let is_other = |seat: &usize| !pair.viewer.knows(*seat) && pair.late != Some(*seat);
        let Some(seat) = (0..pair.holders.len()).find(is_other) else { continue };
        let [first, second] = [0, 1].map(|table| {
            let ask = Request::Look { after: 0, seat: Some(Seat::new(seat)) };
            let input = Input::Request(Ticket(VIEWER), Some(pair.holders[seat]), ask);
            seen(&feed(&mut pair.tables[table], input))
        });
        differ += u32::from(first != second);
        // So do the heads, for everybody, which is why the comparison leaves them out.
        let [one, other] = [0, 1].map(|table| pair.head(table));
        assert!(first == second || one != other, "another log has another head");
    }
    assert!(differ >= 10, "only {differ} of 30 pairs differ");
}

/// The socket and the ticket of a guest who sits down, stands up and changes things like everybody.
const GUEST: u64 = 78;

/// Somebody at one of two lobbies: the host is 0.
fn lodger(twin: u8, who: u32) -> TokenHash {
    TokenHash::of(&format!("{twin} {who}"))
}

/// The lobby of a twin: its secrets are the server's seed, the tokens and the invitation.
fn lobby(twin: u8) -> Machine {
    let wish = OpenTable {
        game: "pool-party".to_owned(),
        seats: vec![SeatWish::Me, SeatWish::Open, SeatWish::Friend, SeatWish::Computer { level: 2 }],
        name: "host".to_owned(),
        is_public: true,
        ..OpenTable::default()
    };
    let fresh = Fresh { id: "table".to_owned(), invite: invite(twin), seed: server_seed(twin) };
    let mut stored = Stored::default();
    stored.add(&open(&wish, None, lodger(twin, 0), fresh, NOW).expect("the table can be opened"));
    Machine::load(stored, NOW, 0).expect("it can be loaded")
}

fn server_seed(twin: u8) -> Seed {
    Seed::new([twin; 32])
}

fn invite(twin: u8) -> String {
    format!("invite {twin}")
}

/// What a twin shows, without what has to differ and may be known: the server's commitment and, at public tables, the
/// mark made from a token, by which people are known again. Each is left out as it has to be, so that anything else in
/// its place is noticed.
fn without_promises(twin: u8, text: &str) -> String {
    let text = text.replace(&server_seed(twin).commitment().to_string(), "COMMITMENT");
    (0..3).fold(text, |text, who| text.replace(&lodger(twin, who).mark(), &format!("MARK {who}")))
}

/// Lobbies that differ in what nobody, or nobody but those who sit there, may know: the server's seed, tokens and the
/// invitation. Whatever is changed there, somebody who looks on is told the same; and so is a guest, but for the
/// invitation, as long as they sit there.
#[test]
fn a_change_of_a_lobby_shows_nobody_anything_new() {
    let mut random = Randomness(Xoshiro256PlusPlus::seed_from_u64(16));
    let (mut seated, mut answered) = (0, 0);
    for _ in 0..60 {
        let mut tables = [lobby(1), lobby(2)];
        let mut both = |tables: &mut [Machine; 2], input: &dyn Fn(u8) -> Input| {
            let [first, second] = tables;
            let outputs = [feed(first, input(1)), feed(second, input(2))];
            let shown = |viewer: u64, twin: u8| -> Vec<String> {
                let texts = seen_by(viewer, &outputs[usize::from(twin) - 1]);
                texts.iter().map(|text| without_promises(twin, text)).collect()
            };
            let onlooker = [1, 2].map(|twin| shown(VIEWER, twin));
            assert_eq!(onlooker[0], onlooker[1]);
            let guest = [1, 2].map(|twin| shown(GUEST, twin));
            let invited = [1, 2].map(|twin| {
                let without = |text: &String| text.replace(&invite(twin), "INVITE");
                guest[usize::from(twin) - 1].iter().map(without).collect::<Vec<_>>()
            });
            assert_eq!(invited[0], invited[1], "to a guest");
            seated += u32::from(guest != invited);
            answered += guest[0].len();
            onlooker[0].len()
        };
        both(&mut tables, &|_| Input::Attach(Socket(VIEWER), None));
        both(&mut tables, &|twin| Input::Attach(Socket(GUEST), Some(lodger(twin, 1))));
        for socket in [VIEWER, GUEST] {
            let hello = ToServer::Hello(Hello { after: 0, seat: None });
            both(&mut tables, &|_| Input::Say(Socket(socket), hello.clone()));
        }
        let mut told = 0;
        for _ in 0..40 {
            let (who, seat, with) = (random.below(3), random.below(4), random.below(4));
            let (seat, with) = (Seat::new(seat as usize), Seat::new(with as usize));
            let is_yes = random.below(2) == 0;
            let seq = tables[0].seq();
            let ask = match random.below(12) {
                0 | 1 => {
                    let join = Join { name: format!("guest {who}"), seat: Some(seat), ..Join::default() };
                    Request::Join { join, is_invited: is_yes }
                }
                2 => Request::Leave(None),
                3 => Request::Remove(seat),
                4 => Request::Say(ToServer::Arrange(Arrange {
                    starts: Some(if is_yes { Starts::Lot } else { Starts::Seat { seat } }),
                    ..Arrange::default()
                })),
                5 => Request::Say(ToServer::Fill(Fill { seat, level: 1 + random.below(8) as u8 })),
                6 | 7 => Request::Say(ToServer::Swap(Swap { seat, with, seq })),
                8 => Request::Say(ToServer::AnswerSwap(AnswerSwap { seat, with, agrees: is_yes })),
                9 => Request::Say(ToServer::Ready(Ready { is_ready: is_yes, seq })),
                10 => Request::Say(ToServer::Colour(Colour { seat, colour: random.below(6) as u8 })),
                _ => Request::Say(ToServer::Rename(Rename { name: format!("name {who}"), seat: None })),
            };
            let ticket = Ticket(if who == 1 { GUEST } else { 0 });
            told += both(&mut tables, &|twin| Input::Request(ticket, Some(lodger(twin, who)), ask.clone()));
        }
        assert!(told > 0, "somebody who looks on hears what is changed");
    }
    assert!(
        seated > 10 && answered > 1_000,
        "the guest was told the invitation {seated} times of {answered}"
    );
}
