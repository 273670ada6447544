//! What must be true all the time, and at the end.

use std::collections::BTreeSet;
use std::hash::Hasher as _;

use rainette_core::Seat;
use rainette_table::fair::verify;
use rainette_table::journal::{Event, TokenHash};
use rainette_table::protocol::{Status, Welcome};
use rainette_table::table::{Input, Machine, Output, Request, Response, Ticket};

use super::super::client::Client;
use super::super::clocks::Clocks;
use super::super::lobby::Lobby;
use super::{Ended, SILENCE, World};

impl World {
    /// Once time was given back, the clocks show what they should.
    pub(super) fn check_clocks(&self, node: usize) {
        let stored = self.stored();
        let is_back = matches!(stored.rows.last().map(|row| &row.event), Some(Event::Resumed { .. }));
        if let (Some(machine), 0, true) = (&self.nodes[node].machine, self.disk.at_risk(), is_back)
            && machine.seq() == stored.rows.len() as u64
        {
            Clocks::new(&stored.rows, &self.downs).check(&machine.table_state(self.now), self.now);
        }
    }

    /// Whatever was acknowledged or told is on the disk, once and where it was said to be.
    pub(super) fn check_journals(&self) {
        let stored = self.stored();
        let mut commands = BTreeSet::new();
        for (index, row) in stored.rows.iter().enumerate() {
            assert_eq!(row.number, index as u64 + 1, "numbers without a gap");
            if let Some(command) = &row.command {
                assert!(
                    commands.insert((self.sitter(command.0), command.1.clone())),
                    "{command:?} is there twice"
                );
            }
        }
        for (number, client) in self.clients.iter().enumerate() {
            for (id, (seat, event)) in &client.acknowledged {
                let row = stored.rows.get(*event as usize - 1);
                let command = row.and_then(|row| row.command.as_ref());
                assert_eq!(
                    command,
                    Some(&(*seat, id.clone())),
                    "client {number}: event {event} was acknowledged"
                );
            }
            let last = client.told.keys().next_back().copied().unwrap_or(0);
            assert!(
                last <= stored.rows.len() as u64,
                "client {number} was told event {last}, which is not stored"
            );
        }
    }

    /// Seats do not change hands once the game is on, so the seat says who gave a command.
    pub(super) fn sitter(&self, seat: Seat) -> Option<usize> {
        self.clients.iter().position(|client| client.you.seats.contains(&seat))
    }

    /// Where there are several nodes, all of them and all who look on have come to know the same.
    pub(super) fn check_nodes(&self) {
        let stored = self.stored();
        // What has only just happened may still be on its way.
        let settled = stored.rows.iter().take_while(|row| row.at + SILENCE / 2 <= self.now).count() as u64;
        for (number, node) in self.nodes.iter().enumerate() {
            let machine = node.machine.as_ref().expect("every node runs in good times");
            assert!(machine.seq() >= settled, "node {number} is at {} of {settled}", machine.seq());
        }
        let mut machine = Machine::load(stored.clone(), self.now, 0).expect("what was stored can be loaded");
        for (number, client) in self.clients.iter().enumerate() {
            assert!(client.seq >= settled, "client {number} is at {} of {settled}", client.seq);
            for event in welcome(&mut machine, Some(client.holder), self.now).events {
                if let Some(told) = client.told.get(&event.number) {
                    let stored = serde_json::to_string(&(event.at, &event.head, &event.what)).expect("JSON");
                    assert_eq!(*told, stored, "client {number}, event {}", event.number);
                }
            }
        }
    }

    /// After the good times: everybody knows everything, the table goes on or has ended, and the dice were fair.
    pub(super) fn settle(mut self, before: usize) -> Ended {
        self.check_journals();
        self.check_newcomers();
        let stored = self.stored().clone();
        let is_settled = self.disk.at_risk() == 0 && self.nodes.iter().all(|node| !node.is_storing);
        let machines = self.nodes.iter_mut().filter_map(|node| node.machine.take());
        let mut machines: Vec<Machine> =
            machines.filter(|it| !is_settled || it.seq() == stored.rows.len() as u64).collect();
        let machine = machines.first().expect("the server runs in good times");
        let status = machine.status();
        let is_over = matches!(status, Status::Finished | Status::Abandoned);
        assert!(
            is_over || stored.rows.len() > before,
            "nothing happens any more at event {before}: {status:?}, {:#?}",
            self.clients.iter().map(Client::account).collect::<Vec<_>>()
        );

        for (number, client) in self.clients.iter().enumerate() {
            // The last events may still be on their way.
            assert!(
                client.seq + 8 >= machine.seq(),
                "client {number} is at {} of {}",
                client.seq,
                machine.seq()
            );
            for event in 1..=client.seq {
                assert!(client.told.contains_key(&event), "client {number} was never told event {event}");
            }
            self.troubles.acknowledged += client.acknowledged.len() as u32;
            self.troubles.repeated += client.repeated;
            self.troubles.refused_for_now += client.refused_for_now;
            self.troubles.warned += client.warned;
        }

        // Whatever went wrong, nobody was charged for time in which the server was down.
        let clocks = Clocks::new(&stored.rows, &self.downs);
        if is_settled && !is_over {
            for machine in &machines {
                clocks.check(&machine.table_state(self.now), self.now);
            }
        }
        self.troubles.run_out += clocks.run_out;
        self.troubles.stood_still += clocks.stood_still;

        // Nobody lost a seat, everybody was ready, and whoever was to start did.
        let lobby = Lobby::new(&stored.rows);
        if is_settled {
            for machine in &machines {
                lobby.check(&machine.table_state(self.now));
            }
        }
        self.troubles.arranged += lobby.arranged;
        self.troubles.swapped += lobby.swapped;
        self.troubles.agreed += lobby.agreed.len() as u32;
        self.troubles.filled += lobby.filled;
        self.troubles.emptied += lobby.emptied;
        self.troubles.unready += lobby.unready;
        self.troubles.coloured += lobby.coloured;
        self.troubles.lots += lobby.lots;

        // Nobody was put on another seat by somebody else's word.
        let client = |person: &u32| {
            let holder = stored.beside.people.get(person).and_then(|person| person.holder);
            self.clients.iter().position(|client| Some(client.holder) == holder).expect("they sit here")
        };
        for (number, people, seats) in &lobby.agreed {
            for person in people {
                let has_wanted = self.swaps_wanted.contains(&(client(person), *seats));
                assert!(has_wanted, "event {number}: person {person} never agreed to change {seats:?}");
            }
        }

        // The table that lived through it all, and the one that is loaded from the disk, show the same.
        if is_settled {
            let now = self.now;
            let mut loaded = Machine::load(stored.clone(), now, 0).expect("what was stored can be loaded");
            for client in 0..=self.clients.len() {
                let holder = self.clients.get(client).map(|client| client.holder);
                for machine in &mut machines {
                    assert_eq!(look(machine, holder, now), look(&mut loaded, holder, now), "client {client}");
                }
            }
        }
        let mut proved = None;
        if is_over {
            let proof = machines[0].history().proof().expect("a game that is over has a proof");
            let verified = verify(&proof).expect("the proof holds");
            assert_eq!(verified.events, stored.rows.len());
            self.troubles.finished += 1;
            proved = Some(proof);
        }
        for row in &stored.rows {
            match row.event {
                Event::Undone { .. } => self.troubles.undone += 1,
                Event::SatIn { missed: true, .. } => self.troubles.missed += 1,
                Event::SatIn { .. } => self.troubles.sat_in += 1,
                Event::Chose { .. } => self.troubles.chosen += 1,
                Event::CameIn { .. } => self.troubles.came_in += 1,
                _ => {}
            }
        }
        Ended { troubles: self.troubles, trace: self.trace.finish(), proof: proved }
    }
}

/// What somebody sees of the game and its events; who is connected is another matter.
fn look(machine: &mut Machine, holder: Option<TokenHash>, now: i64) -> String {
    let seen = welcome(machine, holder, now);
    serde_json::to_string(&(seen.seq, &seen.position, &seen.events, &seen.chat, &seen.table.result))
        .expect("JSON")
}

fn welcome(machine: &mut Machine, holder: Option<TokenHash>, now: i64) -> Welcome {
    let ask = Request::Look { after: 0, seat: None };
    let outputs = machine.handle(Input::Request(Ticket(99), holder, ask), now);
    let seen = outputs.into_iter().find_map(|output| match output {
        Output::Reply(Ticket(99), Ok(Response::Seen(seen))) => Some(seen),
        _ => None,
    });
    *seen.expect("anybody may look")
}
