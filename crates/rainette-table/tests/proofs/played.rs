//! Games as real tables play them, at random: people, computer players, undo, stand-ins, pauses, openings, seeds that
//! are not shown. Each is over, and has its proof.

use std::collections::{BTreeMap, VecDeque};

use rainette_core::{Random, Record, Seat};
use rainette_players::{Cancel, Spec, choose};
use rainette_table::fair::{Proof, Seed};
use rainette_table::journal::TokenHash;
use rainette_table::protocol::{
    Act, AnswerUndo, Chat, Choices, ClockKind, Join, OpenTable, Resign, Reveal, SeatWish, SitIn, Status,
    TakeBack, ToServer, TurnState, Undo, Welcome,
};
use rainette_table::table::{
    Fresh, Input, Job, Machine, Output, Request, Response, Stored, Ticket, open, open_rematch,
};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng as _, SeedableRng as _};

pub(crate) const NOW: i64 = 1_000_000;

pub(crate) struct Dice(Xoshiro256PlusPlus);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    pub(crate) fn one_in(&mut self, n: u32) -> bool {
        self.below(n) == 0
    }

    pub(crate) fn pick(&mut self, n: usize) -> usize {
        self.below(n as u32) as usize
    }

    pub(crate) fn seed(&mut self) -> Seed {
        Seed::new(std::array::from_fn(|_| self.below(256) as u8))
    }
}

impl Random for Dice {
    fn next_u32(&mut self) -> u32 {
        self.0.next_u32()
    }
}

/// What kind of table it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// People alone, who now and then take something back, rolls included.
    People,
    /// One person among computer players.
    Computers,
    /// People who go on from a record.
    Opening,
    /// People, one of whom does not show the seed.
    Withheld,
}

pub(crate) const KINDS: [Kind; 4] = [Kind::People, Kind::Computers, Kind::Opening, Kind::Withheld];

/// A table with its store and its time.
pub(crate) struct Sitting {
    pub(crate) machine: Machine,
    pub(crate) stored: Stored,
    pub(crate) now: i64,
    pub(crate) seeds: Vec<Seed>,
    ids: u32,
}

/// Whoever holds this seat, unless a computer player does.
pub(crate) fn holder(seat: usize) -> TokenHash {
    TokenHash::of(&format!("token {seat}"))
}

impl Sitting {
    pub(crate) fn open(wish: &OpenTable, record: Option<Record>, dice: &mut Dice) -> Self {
        let id = format!("table-{}", dice.below(1_000_000));
        let fresh = Fresh { id, invite: "invite".to_owned(), seed: dice.seed() };
        let seeds: Vec<Seed> = wish.seats.iter().map(|_| dice.seed()).collect();
        let wish = OpenTable { commitment: Some(seeds[0].commitment().to_string()), ..wish.clone() };
        let mut stored = Stored::default();
        stored.add(&open(&wish, record, holder(0), fresh, NOW).expect("the table can be opened"));
        let machine = Machine::load(stored.clone(), NOW, 0).expect("it can be loaded");
        Self { machine, stored, now: NOW, seeds, ids: 0 }
    }

    /// Feeds the table, and lets computer players answer at random.
    pub(crate) fn feed(&mut self, input: Input) -> Vec<Output> {
        let mut rest = Vec::new();
        let mut inputs = VecDeque::from([input]);
        while let Some(input) = inputs.pop_front() {
            let mut outputs = VecDeque::from(self.machine.handle(input, self.now));
            while let Some(output) = outputs.pop_front() {
                match output {
                    Output::Store(batch) => {
                        self.stored.add(&batch);
                        outputs.extend(self.machine.stored(self.now));
                    }
                    Output::Think(Job { number, story, seed, .. }) => {
                        let advice = choose(&story, Spec::Random, None, seed, &Cancel::default());
                        let action = advice.expect("something to decide").action;
                        inputs.push_back(Input::Thought(number, Some(action)));
                    }
                    other => rest.push(other),
                }
            }
        }
        rest
    }

    pub(crate) fn ask(&mut self, seat: usize, ask: Request) -> Result<Response, rainette_table::Error> {
        let outputs = self.feed(Input::Request(Ticket(7), Some(holder(seat)), ask));
        let answer = outputs.into_iter().find_map(|output| match output {
            Output::Reply(Ticket(7), answer) => Some(answer),
            _ => None,
        });
        answer.expect("every question is answered")
    }

    pub(crate) fn say(
        &mut self,
        seat: usize,
        message: impl FnOnce(String) -> ToServer,
    ) -> Result<Response, rainette_table::Error> {
        self.ids += 1;
        let message = message(format!("c{}", self.ids));
        self.ask(seat, Request::Say(message))
    }

    pub(crate) fn look(&mut self, seat: usize) -> Welcome {
        match self.ask(seat, Request::Look { after: 0, seat: None }) {
            Ok(Response::Seen(seen)) => *seen,
            other => panic!("anybody may look: {other:?}"),
        }
    }

    pub(crate) fn join(&mut self, seat: usize) {
        let join = Join {
            name: format!("guest {seat}"),
            seat: Some(Seat::new(seat)),
            commitment: Some(self.seeds[seat].commitment().to_string()),
            agrees_to_opening: self.look(0).table.opening_events > 0,
        };
        self.ask(seat, Request::Join { join, is_invited: true }).expect("a seat");
    }

    pub(crate) fn reveal(&mut self, seat: usize) {
        let seed = self.seeds[seat].reveal();
        self.say(seat, |_| ToServer::Reveal(Reveal { seed })).expect("the seed is taken");
    }

    /// The server is down for a while and comes back.
    pub(crate) fn restart(&mut self, downtime: i64) {
        self.now += downtime + 1;
        self.machine = Machine::load(self.stored.clone(), self.now, downtime).expect("it can be loaded");
        self.feed(Input::Tick);
    }

    pub(crate) fn turn(&mut self) -> Option<(usize, Vec<String>)> {
        fn collect(choices: &Choices, actions: &mut Vec<String>) {
            actions.extend(choices.action.clone());
            choices.next.values().for_each(|next| collect(next, actions));
        }
        let position = self.look(0).position?;
        let TurnState::Seat { seat } = position.turn else { return None };
        let mut actions = Vec::new();
        if let Some(choices) = self.look(seat.index()).position.and_then(|position| position.choices) {
            collect(&choices, &mut actions);
        }
        actions.sort();
        actions.dedup();
        (!actions.is_empty()).then_some((seat.index(), actions))
    }

    /// Lets whoever has the turn do something.
    pub(crate) fn act(&mut self, dice: &mut Dice) -> bool {
        let Some((seat, actions)) = self.turn() else { return false };
        let (seq, action) = (self.machine.seq(), actions[dice.pick(actions.len())].clone());
        let seat_named = Some(Seat::new(seat));
        self.say(seat, |id| ToServer::Act(Act { id, seq, seat: seat_named, action })).expect("it was listed");
        true
    }

    /// Somebody takes something back, with everybody's agreement where that is needed; whether it was done.
    pub(crate) fn undo(&mut self, seat: usize, people: &[usize]) -> bool {
        let seq = self.machine.seq();
        let asked = self.say(seat, |id| ToServer::Undo(Undo { id, seq, seat: Some(Seat::new(seat)) }));
        if asked.is_err() {
            return false;
        }
        for &other in people.iter().filter(|other| **other != seat) {
            let _ = self.say(other, |id| ToServer::AnswerUndo(AnswerUndo { id, agree: true }));
        }
        self.machine.seq() > seq
    }

    /// Everybody who plays gives up, one after the other.
    pub(crate) fn give_up(&mut self, people: &[usize]) {
        for &seat in people {
            if self.machine.status() == Status::Playing {
                self.say(seat, |id| ToServer::Resign(Resign { id, seat: None })).expect("one may");
            }
        }
        assert!(matches!(self.machine.status(), Status::Finished | Status::Abandoned));
    }

    pub(crate) fn rematch(&mut self, seat: usize, dice: &mut Dice) -> Self {
        let fresh = Fresh { id: "rematch".to_owned(), invite: "again".to_owned(), seed: dice.seed() };
        let batch = open_rematch(self.machine.history(), holder(seat), fresh, self.now).expect("a rematch");
        self.ask(seat, Request::NoteRematch("rematch".to_owned())).expect("it is noted");
        let mut stored = Stored::default();
        stored.add(&batch);
        let machine = Machine::load(stored.clone(), self.now, 0).expect("it can be loaded");
        Self { machine, stored, now: self.now, seeds: self.seeds.clone(), ids: 0 }
    }
}

pub(crate) fn wish(game: &str, seats: &[SeatWish], options: BTreeMap<String, i64>) -> OpenTable {
    OpenTable {
        game: game.to_owned(),
        seats: seats.to_vec(),
        options,
        clock: ClockKind::None,
        name: "host".to_owned(),
        names: BTreeMap::new(),
        is_public: true,
        start_when_full: false,
        grace_seconds: Some(60),
        stand_in: None,
        commitment: None,
        from: None,
    }
}

/// A table at which everybody sits and the game is on.
pub(crate) fn started(game: usize, kind: Kind, clock: ClockKind, dice: &mut Dice) -> (Sitting, Vec<usize>) {
    let games = rainette_games::games();
    let info = &games[game % games.len()];
    let most = info.seats.clone().count();
    let seats = info.seats.start() + if kind == Kind::Withheld { 0 } else { dice.pick(most) };
    let chosen = info.options.iter().map(|option| {
        let value = option.values[dice.pick(option.values.len())];
        (option.name.to_owned(), option.values[0] == value, value)
    });
    let options: BTreeMap<_, _> =
        chosen.filter(|(_, is_default, _)| !is_default).map(|(name, _, value)| (name, value)).collect();
    let people: Vec<usize> = if kind == Kind::Computers { vec![0] } else { (0..seats).collect() };
    let wishes: Vec<SeatWish> = (0..seats)
        .map(|seat| match seat {
            0 => SeatWish::Me,
            _ if people.contains(&seat) => SeatWish::Open,
            _ => SeatWish::Computer { level: 1 },
        })
        .collect();
    let wish = OpenTable { clock, ..wish(info.id, &wishes, options.clone()) };
    let record = (kind == Kind::Opening).then(|| {
        let options: Vec<_> = options.into_iter().collect();
        let mut table = rainette_games::table(info.id, seats, &options).expect("it can be set up");
        for _ in 0..=dice.below(12) {
            match table.turn() {
                rainette_core::Turn::Seat(seat) => {
                    let choices = table.choices();
                    table.play(seat, &choices[dice.pick(choices.len())].0).expect("it was listed");
                }
                rainette_core::Turn::Chance => drop(table.draw(dice)),
                rainette_core::Turn::Over => {}
            }
        }
        table.record()
    });
    let mut sitting = Sitting::open(&wish, record, dice);
    for &seat in &people[1..] {
        sitting.join(seat);
    }
    sitting.ask(0, Request::Start).expect("the host may start");
    let silent = usize::from(kind == Kind::Withheld);
    for &seat in &people[..people.len() - silent] {
        sitting.reveal(seat);
    }
    if kind == Kind::Withheld {
        sitting.now += 20_000;
        sitting.feed(Input::Tick);
    }
    assert_eq!(sitting.machine.status(), Status::Playing);
    (sitting, people)
}

/// Plays a table of this kind to its end.
pub(crate) fn play(game: usize, kind: Kind, seed: u64) -> Proof {
    let mut dice = Dice::new(seed * 31 + game as u64);
    let clock = if dice.one_in(2) { ClockKind::Bank { seconds: 600, increment: 5 } } else { ClockKind::None };
    let (mut sitting, people) = started(game, kind, clock, &mut dice);
    let most = sitting.machine.seq() + 30 + u64::from(dice.below(40));
    while sitting.machine.status() == Status::Playing && sitting.machine.seq() < most {
        match dice.below(16) {
            0 | 1 => drop(sitting.undo(people[dice.pick(people.len())], &people)),
            2 => sitting.restart(60_000),
            3 => drop(sitting.say(0, |_| ToServer::Chat(Chat { text: "hello".to_owned() }))),
            4 if people.len() > 1 && clock == ClockKind::None => {
                // Nobody is connected here, so whoever has the turn has been away for long enough, even if they were seen a moment ago.
                if let Some((seat, _)) = sitting.turn() {
                    sitting.now += 121_000;
                    let other = people[(seat + 1) % people.len()];
                    let at = Seat::new(seat);
                    let _ = sitting.say(other, |id| ToServer::SitIn(SitIn { id, seat: at, level: None }));
                    let _ = sitting.say(seat, |id| ToServer::TakeBack(TakeBack { id, seat: at }));
                }
            }
            _ => drop(sitting.act(&mut dice)),
        }
    }
    if sitting.machine.status() == Status::Playing {
        sitting.give_up(&people);
    }
    if dice.one_in(3) {
        sitting.rematch(0, &mut dice);
    }
    sitting.machine.history().proof().expect("a game that is over has a proof")
}
