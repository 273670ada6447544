//! A table whose store does not work. What it has planned it gives up, and from then on it only shows what it knows to be
//! stored. Whether the last plan was stored all the same only the log knows: once it can be written again, the table is
//! thrown away and loaded afresh.

use super::machine::Machine;
use super::nodes::reply_to_of;
use super::plan::Reply;
use super::room::ReplyTo;
use super::{Input, Output, Request};
use crate::Error;
use crate::protocol::{Millis, ToServer};

impl Machine {
    /// Something could not be stored: whoever waits for it is told, and everybody who listens. After this only
    /// [`Machine::handle_stalled`] may be asked.
    pub fn stall(&mut self) -> Vec<Output> {
        self.out.clear();
        let mut refused: Vec<(ReplyTo, Option<String>)> = Vec::new();
        if let Some(pending) = self.room.desk.pending.take() {
            for (reply_to, reply) in pending.replies {
                let id = match reply {
                    Reply::Acked { id, .. } => Some(id),
                    Reply::Refused { id, .. } => id,
                    Reply::Response(_) => None,
                };
                refused.push((reply_to, id));
            }
        }
        for input in std::mem::take(&mut self.room.desk.waiting) {
            let id = match &input {
                Input::Say(_, message) | Input::Request(_, _, Request::Say(message)) => {
                    message.id().map(str::to_owned)
                }
                _ => None,
            };
            refused.push((reply_to_of(&input), id));
        }
        let told = refused.iter().filter_map(|(reply_to, id)| match reply_to {
            ReplyTo::Socket(socket) if id.is_some() => Some(*socket),
            _ => None,
        });
        let told: Vec<_> = told.collect();
        let others: Vec<_> =
            self.room.here.sockets.keys().copied().filter(|socket| !told.contains(socket)).collect();
        refused.retain(|(reply_to, id)| id.is_some() || matches!(reply_to, ReplyTo::Ticket(_)));
        refused.extend(others.into_iter().map(|socket| (ReplyTo::Socket(socket), None)));
        for (reply_to, id) in refused {
            self.answer(reply_to, Reply::Refused { id, error: Error::Storage });
        }
        self.out.push(Output::StopThinking);
        std::mem::take(&mut self.out)
    }

    /// Takes in something while nothing can be stored. Nothing changes that would have to be; time stands still.
    pub fn handle_stalled(&mut self, input: Input, now: Millis) -> Vec<Output> {
        let reply_to = reply_to_of(&input);
        match input {
            Input::Attach(..) | Input::Detach(_) | Input::GoDown => self.take(input, now),
            Input::Say(_, ToServer::Hello(_)) => {
                self.take(input, now);
                self.answer(reply_to, Reply::Refused { id: None, error: Error::Storage });
            }
            Input::Say(_, ToServer::Ping | ToServer::WhyNot(_) | ToServer::TakeHand(_))
            | Input::Request(
                _,
                _,
                Request::Look { .. } | Request::Say(ToServer::Ping | ToServer::WhyNot(_)),
            ) => {
                self.take(input, now);
            }
            Input::Say(_, message) | Input::Request(_, _, Request::Say(message)) => {
                let id = message.id().map(str::to_owned);
                self.answer(reply_to, Reply::Refused { id, error: Error::Storage });
            }
            Input::Request(..) => self.answer(reply_to, Reply::Refused { id: None, error: Error::Storage }),
            Input::Thinking(_) | Input::Thought(..) | Input::Heard(..) | Input::Tick => {}
        }
        // A visit would be noted, a game started, a thought begun.
        self.room.desk.pending = None;
        self.out.retain(|output| matches!(output, Output::Send(..) | Output::Reply(..)));
        std::mem::take(&mut self.out)
    }
}
