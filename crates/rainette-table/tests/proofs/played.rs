//! Games as real tables play them, at random: people, computer players, undo, stand-ins, turns that are missed, pauses,
//! openings, seeds that are not shown. Each is over, and has its proof.

use std::collections::{BTreeMap, VecDeque};

use rainette_core::{Random, Record, Seat};
use rainette_players::{Cancel, Spec, choose};
use rainette_table::fair::{Proof, Seed};
use rainette_table::journal::TokenHash;
use rainette_table::protocol::{
    Act, AnswerSwap, AnswerUndo, Arrange, Chat, Choices, ClockKind, Colour, Fill, Join, OpenTable, Ready,
    Resign, Reveal, SeatWish, SitIn, Starts, Status, Swap, TakeBack, ToServer, TurnState, Undo, Welcome,
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
    /// One person among computer players, for whom others may come in.
    Computers,
    /// People who go on from a record.
    Opening,
    /// People, one of whom does not show the seed.
    Withheld,
    /// As with computer players, for practice: rolls are taken back all the same.
    Practice,
    /// People with a clock who miss turns, and take their seats back.
    Missed,
    /// People with a clock whose seats are lost once their time is up.
    Strict,
}

pub(crate) const KINDS: [Kind; 7] = [
    Kind::People,
    Kind::Computers,
    Kind::Opening,
    Kind::Withheld,
    Kind::Practice,
    Kind::Missed,
    Kind::Strict,
];

impl Kind {
    /// Does one person play among computer players, for whom others may come in?
    pub(crate) fn has_computers(self) -> bool {
        matches!(self, Self::Computers | Self::Practice)
    }

    /// Does time run out now and then?
    pub(crate) fn is_timed(self) -> bool {
        matches!(self, Self::Missed | Self::Strict)
    }
}

/// A table with its store and its time.
pub(crate) struct Sitting {
    pub(crate) machine: Machine,
    pub(crate) stored: Stored,
    pub(crate) now: i64,
    pub(crate) seeds: Vec<Seed>,
    /// Who sits where; everybody is called after the seat at which they sat down.
    at: Vec<usize>,
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
        Self { machine, stored, now: NOW, at: (0..seeds.len()).collect(), seeds, ids: 0 }
    }

    /// Looks who sits where, once seats have changed places.
    pub(crate) fn find_seats(&mut self, people: &[usize]) {
        self.at.fill(usize::MAX);
        for &who in people {
            for seat in self.look(who).you.seats {
                self.at[seat.index()] = who;
            }
        }
    }

    /// The seat of somebody.
    pub(crate) fn seat_of(&self, who: usize) -> Seat {
        Seat::new(self.at.iter().position(|at| *at == who).unwrap_or(who))
    }

    /// Does something in the lobby, whether or not it is allowed.
    pub(crate) fn tell(&mut self, who: usize, message: ToServer) {
        let _ = self.ask(who, Request::Say(message));
    }

    /// Somebody is ready for the table as it is.
    pub(crate) fn get_ready(&mut self, who: usize) {
        let seq = self.machine.seq();
        self.tell(who, ToServer::Ready(Ready { is_ready: true, seq }));
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

    /// Somebody comes in for the first computer player, if there is one and it is between its turns.
    pub(crate) fn come_in(&mut self, who: usize) -> Option<usize> {
        let seat = self.at.iter().position(|at| *at == usize::MAX)?;
        let join = Join { name: format!("newcomer {who}"), seat: Some(Seat::new(seat)), ..Join::default() };
        self.ask(who, Request::Join { join, is_invited: true }).ok()?;
        self.at[seat] = who;
        Some(who)
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
        let position = self.look(0).position?;
        let TurnState::Seat { seat } = position.turn else { return None };
        let who = self.at.get(seat.index()).copied().unwrap_or(seat.index());
        let choices = self.look(who).position.and_then(|position| position.choices);
        let actions = choices.map(|choices| actions_of(&choices)).unwrap_or_default();
        (!actions.is_empty()).then_some((who, actions))
    }

    /// Who may do something, in their turn or before it, and what.
    fn choosers(&mut self) -> Vec<(usize, Vec<String>)> {
        let people: Vec<usize> = self.at.iter().copied().filter(|who| *who != usize::MAX).collect();
        let mut all = Vec::new();
        for who in people {
            let choices = self.look(who).position.and_then(|position| position.choices);
            all.extend(choices.map(|choices| (who, actions_of(&choices))));
        }
        all
    }

    /// Lets somebody do something who may.
    pub(crate) fn act(&mut self, dice: &mut Dice) -> bool {
        let mut all = self.choosers();
        if all.is_empty() {
            return false;
        }
        let (who, actions) = all.swap_remove(if all.len() > 1 { dice.pick(all.len()) } else { 0 });
        let (seq, action) = (self.machine.seq(), actions[dice.pick(actions.len())].clone());
        let seat_named = Some(self.seat_of(who));
        self.say(who, |id| ToServer::Act(Act { id, seq, seat: seat_named, action })).expect("it was listed");
        true
    }

    /// Somebody takes something back, with everybody's agreement where that is needed; whether it was done.
    pub(crate) fn undo(&mut self, seat: usize, people: &[usize]) -> bool {
        let (seq, named) = (self.machine.seq(), Some(self.seat_of(seat)));
        let asked = self.say(seat, |id| ToServer::Undo(Undo { id, seq, seat: named }));
        if asked.is_err() {
            return false;
        }
        for &other in people.iter().filter(|other| **other != seat) {
            let _ = self.say(other, |id| ToServer::AnswerUndo(AnswerUndo { id, agree: true }));
        }
        self.machine.seq() > seq
    }

    /// Everybody takes their seat back for whom a computer player sits in and who may.
    pub(crate) fn take_back(&mut self, people: &[usize]) {
        for &who in people {
            let seat = self.seat_of(who);
            let _ = self.say(who, |id| ToServer::TakeBack(TakeBack { id, seat }));
        }
    }

    /// Whoever is waited for lets their time run out, unless nobody would be left to wait for.
    pub(crate) fn miss_turn(&mut self, people: &[usize]) {
        self.take_back(people);
        if self.choosers().len() < people.len() {
            self.now += 3_600_000;
            self.feed(Input::Tick);
        }
    }

    /// Everybody who plays gives up, one after the other.
    pub(crate) fn give_up(&mut self, people: &[usize]) {
        for &seat in people {
            let at = self.seat_of(seat).index();
            let is_in = self.look(seat).table.seats.get(at).is_none_or(|state| state.out.is_none());
            if self.machine.status() == Status::Playing && is_in {
                self.say(seat, |id| ToServer::Resign(Resign { id, seat: None })).expect("one may");
            }
        }
        assert!(matches!(self.machine.status(), Status::Finished | Status::Abandoned));
    }

    pub(crate) fn rematch(&mut self, seat: usize, dice: &mut Dice) -> Self {
        let fresh = Fresh { id: "rematch".to_owned(), invite: "again".to_owned(), seed: dice.seed() };
        let batch =
            open_rematch(self.machine.history(), holder(seat), fresh, true, self.now).expect("a rematch");
        self.ask(seat, Request::NoteRematch("rematch".to_owned())).expect("it is noted");
        let mut stored = Stored::default();
        stored.add(&batch);
        let machine = Machine::load(stored.clone(), self.now, 0).expect("it can be loaded");
        let seeds = self.seeds.clone();
        Self { machine, stored, now: self.now, at: (0..seeds.len()).collect(), seeds, ids: 0 }
    }
}

/// The actions that choices say, each once.
pub(crate) fn actions_of(choices: &Choices) -> Vec<String> {
    fn collect(choices: &Choices, actions: &mut Vec<String>) {
        actions.extend(choices.action.clone());
        choices.next.values().for_each(|next| collect(next, actions));
    }
    let mut actions = Vec::new();
    collect(choices, &mut actions);
    actions.sort();
    actions.dedup();
    actions
}

pub(crate) fn wish(game: &str, seats: &[SeatWish], options: BTreeMap<String, i64>) -> OpenTable {
    OpenTable {
        game: game.to_owned(),
        seats: seats.to_vec(),
        options,
        name: "host".to_owned(),
        is_public: true,
        grace_seconds: Some(60),
        ..OpenTable::default()
    }
}

/// A table at which everybody sits and the game is on.
pub(crate) fn started(game: usize, kind: Kind, clock: ClockKind, dice: &mut Dice) -> (Sitting, Vec<usize>) {
    let (mut sitting, people) = seated(game, kind, clock, dice);
    start(&mut sitting, kind, &people);
    (sitting, people)
}

/// Everybody changes something before the start, and is ready in the end.
pub(crate) fn change_lobby(sitting: &mut Sitting, people: &[usize], dice: &mut Dice) {
    let table = sitting.look(0).table;
    let games = rainette_games::games();
    let info = games.iter().find(|info| info.id == table.game).expect("it is known");
    let seats = table.seats.len();
    for _ in 0..4 + dice.below(10) {
        let seat = |dice: &mut Dice| Seat::new(dice.pick(seats));
        let who = people[dice.pick(people.len())];
        let seq = sitting.machine.seq();
        match dice.below(9) {
            0 | 1 => {
                let starts = if dice.one_in(2) { Starts::Lot } else { Starts::Seat { seat: seat(dice) } };
                sitting.tell(0, ToServer::Arrange(Arrange { starts: Some(starts), ..Arrange::default() }));
            }
            2 => {
                let value = |choice: &rainette_core::Choice, dice: &mut Dice| {
                    (choice.name.to_owned(), choice.values[dice.pick(choice.values.len())])
                };
                let options = Some(info.options.iter().map(|choice| value(choice, dice)).collect());
                sitting.tell(0, ToServer::Arrange(Arrange { options, ..Arrange::default() }));
            }
            3 => {
                let (is_public, grace_seconds) = (Some(dice.one_in(2)), Some(15 + dice.below(60)));
                sitting
                    .tell(0, ToServer::Arrange(Arrange { is_public, grace_seconds, ..Arrange::default() }));
            }
            4 | 5 => {
                sitting.find_seats(people);
                let (seat, with) = (sitting.seat_of(who), seat(dice));
                sitting.tell(who, ToServer::Swap(Swap { seat, with, seq }));
                let other = sitting.at[with.index()];
                if people.contains(&other) && other != who {
                    let agrees = !dice.one_in(4);
                    sitting.tell(other, ToServer::AnswerSwap(AnswerSwap { seat, with, agrees }));
                }
            }
            6 => sitting.tell(who, ToServer::Ready(Ready { is_ready: dice.one_in(2), seq })),
            7 => {
                let mine = sitting.look(who).you.seats[0];
                let colour = dice.below(6) as u8;
                sitting.tell(who, ToServer::Colour(Colour { seat: mine, colour }));
            }
            _ => {
                let fill = Fill { seat: seat(dice), level: 1 + dice.below(2) as u8 };
                sitting.tell(0, ToServer::Fill(fill));
            }
        }
    }
    for &who in people {
        sitting.get_ready(who);
    }
}

/// A table at which everybody sits.
pub(crate) fn seated(game: usize, kind: Kind, clock: ClockKind, dice: &mut Dice) -> (Sitting, Vec<usize>) {
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
    let people: Vec<usize> = if kind.has_computers() { vec![0] } else { (0..seats).collect() };
    let wishes: Vec<SeatWish> = (0..seats)
        .map(|seat| match seat {
            0 => SeatWish::Me,
            _ if people.contains(&seat) => SeatWish::Open,
            _ => SeatWish::Computer { level: 1 },
        })
        .collect();
    let wish = OpenTable {
        clock,
        takes_newcomers: kind.has_computers(),
        is_practice: kind == Kind::Practice,
        is_strict: kind == Kind::Strict,
        ..wish(info.id, &wishes, options.clone())
    };
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
    (sitting, people)
}

/// The host starts, and people show their seeds.
pub(crate) fn start(sitting: &mut Sitting, kind: Kind, people: &[usize]) {
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
    sitting.find_seats(people);
}

/// Plays a table of this kind to its end.
pub(crate) fn play(game: usize, kind: Kind, seed: u64) -> Proof {
    let mut dice = Dice::new(seed * 31 + game as u64);
    let has_clock = dice.one_in(2) || kind.is_timed();
    let clock = if has_clock { ClockKind::Bank { seconds: 600, increment: 5 } } else { ClockKind::None };
    let (mut sitting, mut people) = seated(game, kind, clock, &mut dice);
    if !seed.is_multiple_of(3) {
        change_lobby(&mut sitting, &people, &mut dice);
    }
    start(&mut sitting, kind, &people);
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
                    let at = sitting.seat_of(seat);
                    let _ = sitting.say(other, |id| ToServer::SitIn(SitIn { id, seat: at, level: None }));
                    let _ = sitting.say(seat, |id| ToServer::TakeBack(TakeBack { id, seat: at }));
                }
            }
            5 if kind.has_computers() => people.extend(sitting.come_in(people.len())),
            // Where two play, the first whose time is up ends the game at a strict table.
            6 | 7 if kind == Kind::Missed || (kind == Kind::Strict && people.len() > 2) => {
                sitting.miss_turn(&people);
            }
            8 | 9 if kind == Kind::Missed => sitting.take_back(&people),
            _ => drop(sitting.act(&mut dice)),
        }
    }
    if kind == Kind::Strict {
        sitting.miss_turn(&people);
    }
    if sitting.machine.status() == Status::Playing {
        sitting.give_up(&people);
    }
    if dice.one_in(3) {
        sitting.rematch(0, &mut dice);
    }
    sitting.machine.history().proof().expect("a game that is over has a proof")
}
