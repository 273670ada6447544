//! What people do before the start: they arrange the table, change seats and colours, and say that they are ready.

use rainette_core::{Random as _, Seat};
use rainette_table::protocol::{
    AnswerSwap, Arrange, ClockKind, Colour, Empty, Fill, Ready, SeatState, Sitter, Starts, Swap, TableState,
    ToServer,
};

use super::World;

impl World {
    /// Does something in the lobby, if there is something to do; whether it did.
    pub(super) fn lobby(&mut self, who: usize, table: &TableState) -> bool {
        let mine = self.clients[who].you.seats.clone();
        let Some(&own) = mine.first() else { return false };
        let asked = table.swaps.iter().find(|swap| mine.contains(&swap.with));
        if let Some(swap) = asked {
            let agrees = !self.one_in(3);
            self.say(who, ToServer::AnswerSwap(AnswerSwap { seat: swap.seat, with: swap.with, agrees }));
            return true;
        }
        if self.clients[who].you.is_host
            && let Some(message) = self.right_number_of_computers(table)
        {
            self.say(who, message);
            return true;
        }
        if self.is_bad() && !self.one_in(6) {
            let message = self.whim(who, own, table);
            self.say(who, message);
            return true;
        }
        let is_ready = |seat: &Seat| table.seats[seat.index()].is_ready;
        if !mine.iter().all(is_ready) {
            let seq = self.clients[who].seq;
            self.say(who, ToServer::Ready(Ready { is_ready: true, seq }));
            return true;
        }
        false
    }

    /// Every guest is to find a seat: the host puts right what was filled or emptied on a whim.
    fn right_number_of_computers(&mut self, table: &TableState) -> Option<ToServer> {
        let is_computers = |seat: &&SeatState| matches!(seat.sitter, Sitter::Computer { .. });
        let is_free = |seat: &&SeatState| matches!(seat.sitter, Sitter::Open | Sitter::Invited);
        let wanted = self.computers;
        let computers: Vec<Seat> = table.seats.iter().filter(is_computers).map(|seat| seat.seat).collect();
        let free = table.seats.iter().find(is_free).map(|seat| seat.seat);
        match (computers.len().cmp(&wanted), free) {
            (std::cmp::Ordering::Greater, _) => {
                let seat = computers[self.below(computers.len() as u32) as usize];
                Some(ToServer::Empty(Empty { seat }))
            }
            (std::cmp::Ordering::Less, Some(seat)) => Some(ToServer::Fill(Fill { seat, level: 1 })),
            _ => None,
        }
    }

    /// Anything at all, allowed or not.
    fn whim(&mut self, who: usize, own: Seat, table: &TableState) -> ToServer {
        let other = Seat::new(self.below(table.seats.len() as u32) as usize);
        let arrange = |arrange| ToServer::Arrange(arrange);
        // Guests try now and then what only the host may do.
        let first = if self.clients[who].you.is_host || self.one_in(6) { 0 } else { 4 };
        match first + self.below(10 - first) {
            0 | 1 => {
                let starts = if self.one_in(2) { Starts::Lot } else { Starts::Seat { seat: other } };
                arrange(Arrange { starts: Some(starts), ..Arrange::default() })
            }
            2 => {
                let clock = match table.clock {
                    ClockKind::PerMove { seconds } => ClockKind::PerMove { seconds: 5 + (seconds + 1) % 3 },
                    ClockKind::Bank { increment, .. } => {
                        ClockKind::Bank { seconds: 10, increment: (increment + 1) % 3 }
                    }
                    other => other,
                };
                arrange(Arrange { clock: Some(clock), ..Arrange::default() })
            }
            3 => {
                let games = rainette_games::games();
                let info = games.iter().find(|info| info.id == table.game).expect("it is known");
                let options = info.options.iter().map(|choice| {
                    let value = choice.values[self.below(choice.values.len() as u32) as usize];
                    (choice.name.to_owned(), value)
                });
                arrange(Arrange { options: Some(options.collect()), ..Arrange::default() })
            }
            4..=6 => {
                // Whoever shares a screen may have two seats, and changes either.
                let mine = self.clients[who].you.seats.clone();
                let seat = mine[self.below(mine.len() as u32) as usize];
                ToServer::Swap(Swap { seat, with: other, seq: self.clients[who].seq })
            }
            7 => {
                let seq = self.clients[who].seq;
                ToServer::Ready(Ready { is_ready: self.one_in(2), seq })
            }
            8 => ToServer::Colour(Colour { seat: own, colour: self.below(6) as u8 }),
            // A table that starts by itself would start without whoever has not found a seat yet.
            _ if table.start_when_full => ToServer::Fill(Fill { seat: own, level: 1 }),
            _ if self.one_in(2) => ToServer::Fill(Fill { seat: other, level: 1 + self.below(2) as u8 }),
            _ => ToServer::Empty(Empty { seat: other }),
        }
    }
}
