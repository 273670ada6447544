//! What somebody can do who knows every seed: write another log that follows from them.

use std::collections::BTreeMap;

use rainette_core::{Random as _, Record, Seat, Table, Turn};
use rainette_table::fair::{Drawing, Entry, Header, Proof, Seed, Seeds, Who};
use rainette_table::protocol::Starts;

use crate::played::Dice;

/// A log that is written anew, with dice that follow from the seeds.
pub(crate) struct Forger {
    pub(crate) header: Header,
    pub(crate) log: Vec<Entry>,
    server: Seed,
    seeds: Seeds,
    table: Box<dyn Table>,
    opening: usize,
    live: Vec<(u64, Option<Seat>)>,
    chances: u64,
    by: Vec<Option<Who>>,
    is_stood_in: Vec<bool>,
    is_out: Vec<bool>,
    /// What seats have settled before their turn.
    chosen: BTreeMap<Seat, String>,
    starts: Starts,
    /// What the table began from.
    record: Record,
}

impl Forger {
    pub(crate) fn new(header: Header, server: Seed, players: Vec<Seed>) -> Self {
        let empty = Record {
            game: header.game.clone(),
            edition: header.edition,
            seats: header.seats,
            options: header.options.clone().into_iter().collect(),
            events: Vec::new(),
            end: None,
        };
        let record: Record = format!("{empty}{}", header.opening.join("\n")).parse().expect("a record");
        let table = rainette_games::replay(&record).expect("it replays");
        Self {
            log: Vec::new(),
            server,
            seeds: Seeds::new(server, players),
            opening: table.len(),
            live: Vec::new(),
            chances: 0,
            by: vec![None; header.seats],
            is_stood_in: vec![false; header.seats],
            is_out: vec![false; header.seats],
            chosen: BTreeMap::new(),
            starts: Starts::default(),
            record,
            table,
            header,
        }
    }

    /// The same table up to an event.
    pub(crate) fn of(proof: &Proof, kept: usize) -> Self {
        let seeds = proof.players.iter().filter_map(|player| player.seed).collect();
        let mut forger = Self::new(proof.header(), proof.server.seed, seeds);
        for entry in &proof.log[..kept] {
            forger.add(entry.clone());
        }
        forger
    }

    /// The seat at which this person sits.
    pub(crate) fn seat_of(&self, person: u32) -> Option<Seat> {
        let seat = self.by.iter().position(|by| *by == Some(Who::Person(person)));
        seat.map(Seat::new)
    }

    pub(crate) fn next(&self) -> u64 {
        self.log.len() as u64 + 1
    }

    /// Adds an event with the next number, whatever its own was.
    pub(crate) fn add(&mut self, mut entry: Entry) {
        let next = self.next();
        renumber(&mut entry, next);
        match &entry {
            Entry::Seated { seat, by, .. } => self.by[seat.index()] = Some(*by),
            Entry::Left { seat, .. } => self.by[seat.index()] = None,
            Entry::Opened { settings, .. } | Entry::Arranged { settings, .. } => {
                self.starts = settings.starts;
                let options = settings.options.clone().into_iter().collect();
                let record = Record { options, ..self.record.clone() };
                self.table = rainette_games::replay(&record).expect("it can be set up");
            }
            Entry::Swapped { seats: [one, other], .. } => self.by.swap(one.index(), other.index()),
            Entry::Began { first, .. } => self.by.rotate_left(first.index()),
            Entry::SatIn { seat, .. } | Entry::TakenOver { seat, .. } => {
                self.is_stood_in[seat.index()] = true;
            }
            Entry::CameIn { seat, person, .. } => self.by[seat.index()] = Some(Who::Person(*person)),
            Entry::TookBack { seat, .. } => self.is_stood_in[seat.index()] = false,
            Entry::Chose { seat, event: Some(event), .. } => {
                self.chosen.insert(*seat, event.clone());
            }
            Entry::Chose { seat, event: None, .. } => drop(self.chosen.remove(seat)),
            Entry::Resigned { seat, .. } | Entry::OutOfTime { seat, .. } => {
                self.is_out[seat.index()] = true;
                self.chosen.remove(seat);
            }
            Entry::Action { seat, event, .. } => {
                self.chosen.remove(seat);
                self.table.play(*seat, event).expect("it is legal");
                self.live.push((next, Some(*seat)));
            }
            Entry::Chance { event, .. } => {
                self.table.try_chance(event).expect("it is possible");
                self.live.push((next, None));
                self.chances += 1;
            }
            Entry::Undo { from, .. } => {
                self.live.retain(|(number, _)| number < from);
                self.table.truncate(self.opening + self.live.len());
            }
            _ => {}
        }
        self.log.push(entry);
    }

    /// Says who starts, if it has to be said.
    pub(crate) fn begin(&mut self) {
        let first = match self.starts {
            Starts::Lot => Some((self.seeds.lot(self.by.len()), true)),
            Starts::Seat { seat } if seat.index() > 0 => Some((seat, false)),
            Starts::Seat { .. } => None,
        };
        if let Some((first, is_lot)) = first {
            self.add(Entry::Began { number: 0, first, is_lot });
        }
    }

    /// Lets chance happen as it must, and what seats have settled.
    pub(crate) fn settle(&mut self) {
        loop {
            if let Turn::Seat(seat) = self.table.turn()
                && let Some(action) = self.chosen.get(&seat).cloned()
            {
                self.act(seat, action);
                continue;
            }
            let Some(draw) = self.table.chance() else { return };
            let chance_number = self.chances + 1;
            let drawn = draw.sample(&mut self.seeds.random(chance_number)).to_vec();
            let event = self.table.duplicate().draw(&mut self.seeds.random(chance_number)).expect("it waits");
            let draw = Drawing::from(&draw);
            self.add(Entry::Chance { number: 0, chance_number, event, draw, drawn });
        }
    }

    pub(crate) fn turn(&self) -> Turn {
        self.table.turn()
    }

    /// Does the game wait for somebody who has not settled what to do?
    pub(crate) fn waits(&self) -> bool {
        matches!(self.table.turn(), Turn::Seat(seat) if !self.chosen.contains_key(&seat))
    }

    pub(crate) fn choices(&self) -> Vec<String> {
        if let Turn::Seat(seat) = self.table.turn()
            && let Some(action) = self.chosen.get(&seat)
        {
            return vec![action.clone()];
        }
        self.table.choices().into_iter().map(|(action, _)| action).collect()
    }

    pub(crate) fn act(&mut self, seat: Seat, event: String) {
        let is_computer = matches!(self.by[seat.index()], Some(Who::Computer(_)));
        let by_computer = is_computer || self.is_stood_in[seat.index()];
        self.add(Entry::Action { number: 0, seat, event, by_computer });
    }

    /// Plays on at random for a while, and closes the table before the game is over.
    pub(crate) fn play_on(&mut self, actions: u32, dice: &mut Dice) {
        self.settle();
        for _ in 0..dice.below(actions + 1) {
            let Turn::Seat(seat) = self.table.turn() else { break };
            let choices = self.choices();
            let action = choices[dice.pick(choices.len())].clone();
            let mut then = self.table.duplicate();
            then.play(seat, &action).expect("it was listed");
            if then.turn() == Turn::Over {
                break;
            }
            self.act(seat, action);
            self.settle();
        }
        if self.table.turn() == Turn::Over {
            return;
        }
        self.add(Entry::Abandoned { number: 0, by: None });
    }

    /// Everybody who sits and is not out.
    pub(crate) fn people(&self) -> Vec<u32> {
        let seats = Seat::all(self.by.len()).filter(|seat| !self.is_out[seat.index()]);
        let mut people: Vec<u32> = seats.filter_map(|seat| self.person_at(seat)).collect();
        people.sort_unstable();
        people.dedup();
        people
    }

    /// Who sits at this seat, also if a computer player sits in for them.
    pub(crate) fn person_at(&self, seat: Seat) -> Option<u32> {
        match self.by[seat.index()] {
            Some(Who::Person(person)) => Some(person),
            _ => None,
        }
    }

    /// May somebody settle something before their turn?
    pub(crate) fn has_early_choices(&self) -> bool {
        Seat::all(self.by.len()).any(|seat| !self.table.early_choices(seat).is_empty())
    }

    pub(crate) fn has_computers(&self) -> bool {
        self.is_stood_in.contains(&true) || self.by.iter().any(|by| matches!(by, Some(Who::Computer(_))))
    }

    /// The last action of a seat that counts and that whoever sits there may take back.
    pub(crate) fn last_of(&self, seat: Seat) -> Option<u64> {
        let last = self.live.iter().rev().find(|(_, by)| *by == Some(seat)).map(|(number, _)| *number);
        let came_in = self.log.iter().rev().find_map(|entry| match entry {
            Entry::CameIn { seat: came, number, .. } if *came == seat => Some(*number),
            _ => None,
        });
        last.filter(|last| Some(*last) > came_in)
    }

    /// Is anything random among what counts from this event on?
    pub(crate) fn is_over_chance(&self, from: u64) -> bool {
        self.live.iter().any(|(number, by)| *number >= from && by.is_none())
    }

    /// The proof of what was written: it has to hold, for a forger who knows what they do.
    pub(crate) fn proof(self) -> Proof {
        Proof::new(self.header, self.server, self.log).expect("a careful forger writes what could have been")
    }
}

/// Gives an event another number.
pub(crate) fn renumber(entry: &mut Entry, next: u64) {
    let mut value = serde_json::to_value(&*entry).expect("JSON");
    value["number"] = next.into();
    *entry = serde_json::from_value(value).expect("only the number is another");
}
