//! What is said to a table, and the lines over which it answers.

use axum::extract::ws::Utf8Bytes;
use tokio::sync::{mpsc, oneshot};
use tracing::{Span, debug_span};

use crate::budgets::{Held, Payer, Purse};
use crate::bus::PeerNotice;
use crate::error::Error;
use crate::protocol::ToServer;
use crate::store::Head;
use crate::table::{Input, Machine, Request, Response, Socket};
use crate::traces::Origin;

/// Somebody who looks at a table, or hears why not.
pub(super) type Glance = Box<dyn FnOnce(Result<&Machine, Error>) + Send>;

/// The way to a socket.
pub struct Line {
    /// In boxes: a channel keeps room for 32 frames, and most sockets have none waiting.
    pub(super) frames: mpsc::Sender<Box<Frame>>,
    /// Whose bytes are on their way.
    pub(super) payer: Payer,
    pub(super) purse: Purse,
}

/// A frame, ready to be sent; its bytes count until it is.
pub struct Frame {
    /// What is sent.
    pub text: Utf8Bytes,
    _held: Held,
}

impl Line {
    /// Puts a frame on its way, unless too much is on its way already.
    pub(super) fn send(&self, text: Utf8Bytes) -> Result<(), ()> {
        let held = self.purse.hold(text.len() as u64).map_err(|_| ())?;
        self.frames.try_send(Box::new(Frame { text, _held: held })).map_err(|_| ())
    }
}

/// What a table's task is told.
pub(super) enum Message {
    Attach(Socket, Line),
    Input(Input),
    Request(Payer, Request, oneshot::Sender<Result<Response, Error>>),
    Look(Payer, Glance),
    /// Somebody has just opened the table.
    Opened(Payer),
    /// The table may be needed, or not: it is to see for itself.
    Wake(oneshot::Sender<Result<(), Error>>),
    /// What another node tells.
    News(u64, PeerNotice),
    /// How far the log is.
    Head(Head),
}

impl Message {
    /// Answers somebody who came too late.
    pub(super) fn answer_late(self, error: &Error) {
        match self {
            Self::Request(_, _, reply) => drop(reply.send(Err(error.clone()))),
            Self::Wake(reply) => drop(reply.send(Err(error.clone()))),
            Self::Look(_, look) => look(Err(error.clone())),
            Self::Attach(..) | Self::Input(_) | Self::News(..) | Self::Head(_) | Self::Opened(_) => {}
        }
    }

    /// What it is called in traces, if it is worth a word.
    pub(super) fn kind(&self) -> Option<&'static str> {
        match self {
            Self::Input(Input::Say(_, message)) | Self::Request(_, Request::Say(message), _) => {
                Some(match message {
                    ToServer::Act(_) => "act",
                    ToServer::Undo(_) => "undo",
                    ToServer::Hello(_) => "hello",
                    ToServer::Chat(_) => "chat",
                    _ => "say",
                })
            }
            Self::Request(..) => Some("ask"),
            Self::Attach(..) => Some("attach"),
            Self::Input(Input::Thought(..)) => Some("thought"),
            _ => None,
        }
    }
}

/// A message, and what it is part of.
pub(super) struct Envelope {
    pub(super) message: Message,
    pub(super) origin: Origin,
}

impl From<Message> for Envelope {
    fn from(message: Message) -> Self {
        Self { message, origin: Origin::current() }
    }
}

impl Envelope {
    /// What the table does about it, for traces.
    pub(super) fn command(&self, machine: &Machine) -> Span {
        match self.message.kind() {
            Some(kind) => {
                let (game, number) = (machine.history().game(), machine.seq() as i64);
                self.origin.leads_to(debug_span!(parent: None, "command", kind, game, number))
            }
            None => Span::none(),
        }
    }
}

/// How a table's task goes on.
pub(super) enum Next {
    Message,
    /// Everybody comes back to a table that is loaded afresh.
    StartOver,
    /// Whoever still comes is told this.
    End(Error),
}
