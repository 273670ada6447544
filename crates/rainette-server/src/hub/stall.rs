//! A table while its store does not work: people still see what is there, and are told what is not stored.

use std::collections::HashMap;
use std::sync::Arc;

use super::task::frame;
use super::{Hub, Message, Running};
use crate::error::Error;
use crate::protocol::{Millis, ToClient};
use crate::table::{Input, Machine, Output};

impl Running {
    /// Nothing can be stored: people are told, and see what is there, until it can. Then everybody comes back to a table
    /// that is loaded afresh, and so does the table itself: a clock may run, or a computer player be due.
    pub(super) async fn sit_out(&mut self, mut machine: Machine) {
        let at = self.inner.now();
        let store = Arc::clone(&self.inner.store);
        let healed = store.health().healed();
        tokio::pin!(healed);
        self.pass_on(machine.stall());
        loop {
            let letter = tokio::select! {
                () = &mut healed => break,
                letter = self.next() => letter,
            };
            let Some(letter) = letter else { return };
            if matches!(letter.message, Message::Input(Input::GoDown)) {
                self.pass_on(machine.handle_stalled(Input::GoDown, at));
                self.take_off();
                return self.refuse_late(Error::GoingDown).await;
            }
            self.take_stalled(&mut machine, letter.message, at);
        }
        let hub = Hub(Arc::clone(&self.inner));
        let id = self.id.clone();
        self.take_off();
        if !hub.is_closing() {
            drop(hub.line(&id));
        }
        self.start_over().await;
    }

    fn take_stalled(&mut self, machine: &mut Machine, message: Message, at: Millis) {
        let input = match message {
            Message::Attach(socket, line) => {
                let holder = line.payer.person;
                self.lines.insert(socket, line);
                Input::Attach(socket, holder)
            }
            Message::Input(input) => {
                if let Input::Detach(socket) = input {
                    self.lines.remove(&socket);
                }
                input
            }
            Message::Request(payer, ask, reply) => {
                let ticket = self.ticket(reply);
                Input::Request(ticket, payer.person, ask)
            }
            Message::Look(_, look) => return look(Ok(machine)),
            Message::Opened(payer) => {
                self.account.payer = payer;
                return;
            }
            // It sees for itself once something can be stored.
            Message::Wake(reply) => return drop(reply.send(Ok(()))),
            Message::News(..) | Message::Head(_) => return,
        };
        let outputs = machine.handle_stalled(input, at);
        self.pass_on(outputs);
    }

    /// Passes on what needs no store.
    fn pass_on(&mut self, outputs: Vec<Output>) {
        for output in outputs {
            match output {
                Output::Send(socket, message) => {
                    if let Some(line) = self.lines.get(&socket)
                        && line.send(frame(&message)).is_err()
                    {
                        self.lines.remove(&socket);
                    }
                }
                Output::Reply(ticket, answer) => {
                    if let Some(reply) = self.tickets.remove(&ticket) {
                        let _ = reply.send(answer.map_err(Error::from));
                    }
                }
                Output::StopThinking => {
                    if let Some(cancel) = self.thinking.take() {
                        cancel.cancel();
                    }
                }
                Output::Store(_) | Output::Think(_) | Output::Tell(_) => {}
            }
        }
    }

    /// Everybody comes back to a table that is loaded afresh.
    pub(super) async fn start_over(&mut self) {
        self.take_off();
        for (_, reply) in self.tickets.drain() {
            let _ = reply.send(Err(Error::STORAGE));
        }
        let frame = frame(&ToClient::Reconnect { after_ms: 200 });
        for (_, line) in std::mem::take::<HashMap<_, _>>(&mut self.lines) {
            let _ = line.send(frame.clone());
        }
        self.refuse_late(Error::STORAGE).await;
    }
}
