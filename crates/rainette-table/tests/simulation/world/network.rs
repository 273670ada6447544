//! What lies between people and nodes, and between nodes: it delays, loses, doubles and reorders.

use rainette_core::Random as _;
use rainette_table::protocol::{AnswerSwap, Hello, Swap, ToServer};
use rainette_table::table::PeerNotice;

use super::{Happening, World};

impl World {
    /// Tells the other nodes, over a bus that delays, loses, doubles and reorders.
    pub(super) fn spread(&mut self, from: usize, notice: &PeerNotice) {
        // A node that comes back is another one, as far as others know.
        let name = from as u64 * 1_000 + u64::from(self.nodes[from].life);
        for node in (0..self.nodes.len()).filter(|&node| node != from) {
            let copies = if !self.is_bus_up || (self.is_bad() && self.one_in(8)) {
                self.troubles.news_lost += 1;
                0
            } else if self.is_bad() && self.one_in(10) {
                2
            } else {
                1
            };
            for _ in 0..copies {
                let delay = if self.is_bad() { 1 + i64::from(self.below(150)) } else { 2 };
                self.later(delay, Happening::News { node, from: name, notice: Box::new(notice.clone()) });
            }
        }
    }

    /// The bus comes or goes: whatever was told meanwhile was not heard, so everybody looks.
    pub(super) fn turn_bus(&mut self, is_up: bool) {
        self.is_bus_up = is_up;
        for node in 0..self.nodes.len() {
            let life = (node, self.nodes[node].life);
            self.later(1, Happening::Look { life });
        }
    }

    /// Sends something, which may be lost, come twice, or be overtaken.
    pub(super) fn transmit<T: Clone>(
        &mut self,
        up: bool,
        socket: u64,
        happening: impl Fn(T) -> Happening,
        message: T,
    ) {
        let copies = if !self.is_bad() {
            1
        } else if self.one_in(30) {
            self.troubles.lost += 1;
            0
        } else if self.one_in(15) {
            self.troubles.doubled += 1;
            2
        } else {
            1
        };
        for _ in 0..copies {
            let delay = if self.is_bad() { 1 + i64::from(self.below(60)) } else { 5 };
            let arrives = self.now + delay;
            let latest = self.latest.entry((up, socket)).or_insert(arrives);
            if arrives < *latest {
                self.troubles.reordered += 1;
            }
            *latest = arrives.max(*latest);
            self.later(delay, happening(message.clone()));
        }
    }

    pub(super) fn say(&mut self, client: usize, message: ToServer) {
        if let ToServer::Swap(Swap { seat, with, .. })
        | ToServer::AnswerSwap(AnswerSwap { seat, with, agrees: true }) = message
        {
            self.swaps_wanted.insert((client, [seat.min(with), seat.max(with)]));
        }
        if let Some(socket) = self.clients[client].socket {
            self.transmit(true, socket, |message| Happening::Say { socket, message }, message);
        }
    }

    pub(super) fn greet(&mut self, client: usize) {
        if self.clients[client].greeting_since.is_none() {
            self.clients[client].greeting_since = Some(self.now);
            let after = self.clients[client].seq;
            self.say(client, ToServer::Hello(Hello { after, seat: None }));
        }
    }
}
