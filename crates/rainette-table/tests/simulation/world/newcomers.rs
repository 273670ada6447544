//! People who come when the game is on, and play on for computer players.

use std::collections::BTreeSet;

use rainette_table::Error;
use rainette_table::journal::{By, Event};
use rainette_table::protocol::Status;
use rainette_table::table::Response;

use super::super::nodes::{Node, Shared};
use super::{Client, Happening, World};

impl World {
    /// The world of a seed to which two people come late; in every other one several nodes share a store.
    pub(crate) fn with_newcomers(seed: u64) -> Self {
        let mut world = Self::new(seed);
        if seed % 2 == 1 {
            let mut shared = Shared::default();
            shared.stored = world.disk.stored().clone();
            world.shared = Some(shared);
            world.nodes.resize_with(2 + seed as usize / 2 % 2, Node::default);
        }
        for _ in 0..2 {
            let (number, seed) = (world.clients.len(), world.seed());
            world.clients.push(Client::new(number, seed));
            world.newcomers += 1;
        }
        world
    }

    pub(super) fn is_newcomer(&self, client: usize) -> bool {
        client < self.clients.len() && client + self.newcomers >= self.clients.len()
    }

    /// Somebody wants to play on for a computer player; now and then at two nodes at once.
    pub(super) fn come_in(&mut self, client: usize, node: usize) {
        if self.status_on_disk() != Status::Playing || !self.one_in(6) {
            return;
        }
        self.later(5, Happening::Join { client, node });
        if self.one_in(2)
            && let Some(node) = self.any_node()
        {
            self.later(5, Happening::Join { client, node });
        }
    }

    /// Whoever finds no seat looks on.
    pub(super) fn newcomer_answered(&mut self, client: usize, answer: Result<Response, Error>) {
        match answer {
            Ok(Response::Seated(seats)) => {
                assert_eq!(seats.len(), 1, "a newcomer has one seat");
                self.clients[client].has_joined = true;
            }
            Err(Error::Full | Error::Over) => self.clients[client].has_joined = true,
            // A computer player is in the middle of its turn, or nothing can be stored: another time.
            Err(Error::MidTurn(_) | Error::Storage) => {}
            other => panic!("a newcomer is answered {other:?}"),
        }
    }

    /// Whoever came in did so once, for a computer player that had the seat from the beginning, and left the seeds as
    /// they were.
    pub(super) fn check_newcomers(&self) {
        let mut computers = [false; 6];
        let mut people = BTreeSet::new();
        let mut seats = 0;
        let mut has_started = false;
        for row in &self.stored().rows {
            match &row.event {
                Event::Opened(opening) => seats = opening.invited.len(),
                Event::Seated { seat, by, .. } => {
                    computers[seat.index()] = matches!(by, By::Computer(_));
                    if let By::Person(person) = by {
                        people.insert(*person);
                    }
                }
                Event::Left { seat, .. } => computers[seat.index()] = false,
                Event::Swapped { seats: [one, other], .. } => computers.swap(one.index(), other.index()),
                Event::Began { first, .. } => computers[..seats].rotate_left(first.index()),
                Event::Started { .. } => has_started = true,
                Event::CameIn { seat, person, .. } => {
                    let is_computers = std::mem::take(&mut computers[seat.index()]);
                    assert!(has_started && is_computers, "event {}: {seat}", row.number);
                    assert!(people.insert(*person), "event {}: {person} has sat here", row.number);
                }
                Event::Committed { .. } => assert!(!has_started, "event {}: seeds are settled", row.number),
                _ => {}
            }
        }
    }
}
