//! What somebody may not know must not show: two tables that differ only in other people's secrets give the same bytes
//! to whoever may not know them, in every frame, answer, error and replay.
//!
//! `RAINETTE_PAIRS=1000000 cargo test --release --workspace --test leaks` looks at more pairs than the normal run.

use std::collections::{BTreeMap, VecDeque};

use rainette_core::{Observer, Random, Seat};
use rainette_table::fair::Seed;
use rainette_table::journal::{Event, TokenHash};
use rainette_table::protocol::{
    Act, Choices, Hello, Join, OpenTable, SeatWish, Status, ToServer, TurnState, WhyNot,
};
use rainette_table::table::{
    Eyes, Fresh, Input, Machine, Output, Request, Response, Socket, Stored, Ticket, open,
};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng as _, SeedableRng as _};

/// How many pairs the normal run compares.
const PAIRS: u64 = 10_000;
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
fn dealt(seats: usize, viewer: Viewer, random: &mut Randomness) -> (Stored, Vec<TokenHash>) {
    let info = rainette_games::games().into_iter().find(|info| info.has_secrets).expect("a game has secrets");
    let host = match viewer {
        Viewer::Screen(own, _) => own,
        _ => 0,
    };
    let is_host = |seat: usize| seat == host || matches!(viewer, Viewer::Screen(_, other) if other == seat);
    let wish = OpenTable {
        game: info.id.to_owned(),
        seats: (0..seats).map(|seat| if is_host(seat) { SeatWish::Me } else { SeatWish::Open }).collect(),
        options: BTreeMap::from([("backs".to_owned(), i64::from(random.below(2)))]),
        clock: rainette_table::protocol::ClockKind::None,
        name: "host".to_owned(),
        names: BTreeMap::new(),
        is_public: true,
        start_when_full: false,
        grace_seconds: None,
        stand_in: None,
        commitment: None,
        from: None,
    };
    let fresh = Fresh {
        id: "table".to_owned(),
        invite: "invite".to_owned(),
        seed: Seed::new(std::array::from_fn(|_| random.below(256) as u8)),
    };
    let mut stored = Stored::default();
    stored.add(&open(&wish, None, holder(host), fresh, NOW).expect("the table can be opened"));
    let mut table = Machine::load(stored.clone(), NOW, 0).expect("it can be loaded");
    let mut asks: Vec<_> = (0..seats)
        .filter(|&seat| !is_host(seat))
        .map(|seat| {
            let join = Join { name: format!("guest {seat}"), seat: Some(Seat::new(seat)), ..Join::default() };
            (holder(seat), Request::Join { join, is_invited: true })
        })
        .collect();
    asks.push((holder(host), Request::Start));
    for (holder, ask) in asks {
        let mut outputs = VecDeque::from(table.handle(Input::Request(Ticket(0), Some(holder), ask), NOW));
        while let Some(output) = outputs.pop_front() {
            match output {
                Output::Store(batch) => {
                    stored.add(&batch);
                    outputs.extend(table.stored(NOW));
                }
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
        let (stored, holders) = dealt(seats, viewer, random);
        let other = dealt_again(&stored, viewer, random);
        let load = |stored| Machine::load(stored, NOW, 0).expect("both can be loaded");
        let mut pair = Self { tables: [load(stored), load(other)], viewer, holders, commands: 0 };
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
        let turns = [0, 1].map(|table| self.look(table, Seat::new(0)).0);
        assert_eq!(turns[0], turns[1], "secrets do not change whose turn it is");
        let Some(TurnState::Seat { seat }) = turns[0] else { return false };
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
        let (what, input) = match random.below(9) {
            0 => ("hello", say(ToServer::Hello(Hello { after, seat: own }))),
            1 => ("look", ask(Request::Look { after, seat: own })),
            2 => ("an impossible action", say(act(seq, own.map_or(0, Seat::index), "keep RYBN-"))),
            3 => ("an illegal action", say(act(seq, own.map_or(0, Seat::index), "e1-e2-e3"))),
            4 => ("a stale action", say(act(seq - 1, own.map_or(0, Seat::index), "stay"))),
            5 => ("somebody else's action", say(act(seq, random.below(6) as usize, "keep 2R"))),
            6 => ("why not", say(ToServer::WhyNot(WhyNot { spots: vec!["e3".to_owned(), "e5".to_owned()] }))),
            7 => ("why not keep", say(ToServer::WhyNot(WhyNot { spots: vec!["2R".to_owned()] }))),
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
            let refused = [history.proof().err(), history.record().err(), history.finished_game().err()];
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
        fn collect(choices: &Choices, actions: &mut Vec<String>) {
            actions.extend(choices.action.clone());
            choices.next.values().for_each(|next| collect(next, actions));
        }
        let ask = Request::Look { after: self.tables[table].seq(), seat: Some(seat) };
        let outputs =
            feed(&mut self.tables[table], Input::Request(Ticket(1), Some(self.holders[seat.index()]), ask));
        let position = outputs.into_iter().find_map(|output| match output {
            Output::Reply(Ticket(1), Ok(Response::Seen(seen))) => seen.position,
            _ => None,
        });
        let mut actions = Vec::new();
        if let Some(choices) = position.as_ref().and_then(|position| position.choices.as_ref()) {
            collect(choices, &mut actions);
        }
        actions.sort();
        actions.dedup();
        (position.map(|position| position.turn), actions)
    }
}

/// What the viewer is sent and answered, as bytes. The heads of the chain are left out: they are made from everything
/// that has happened, secrets included, so that they differ; that they say nothing of it to whoever does not know the
/// server's seed is another test (`a_head_cannot_be_checked_against_guesses`).
fn seen(outputs: &[Output]) -> Vec<String> {
    let shown = outputs.iter().filter_map(|output| match output {
        Output::Send(Socket(VIEWER), message) => Some(without_heads(message)),
        Output::Reply(Ticket(VIEWER), Ok(Response::Seen(seen))) => Some(without_heads(seen)),
        Output::Reply(Ticket(VIEWER), Ok(answer)) => Some(format!("{answer:?}")),
        Output::Reply(Ticket(VIEWER), Err(error)) => {
            Some(serde_json::to_string(&error.refusal(None)).expect("JSON"))
        }
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

/// Half of the seeds, so that the two halves run side by side.
fn look_at(half: u64) {
    let (mut compared, mut seed) = (0, half);
    while compared < pairs() / 2 {
        let mut random = Randomness(Xoshiro256PlusPlus::seed_from_u64(seed));
        let mut pair = Pair::new(&mut random);
        while pair.act(&mut random) {
            pair.probe(&mut random);
            compared += 1;
        }
        seed += 2;
    }
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
    for seed in 0..20 {
        let mut random = Randomness(Xoshiro256PlusPlus::seed_from_u64(seed));
        let mut pair = Pair::new(&mut random);
        let seat = (0..pair.holders.len()).find(|&seat| !pair.viewer.knows(seat)).expect("somebody else");
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
    assert!(differ >= 10, "only {differ} of 20 pairs differ");
}
