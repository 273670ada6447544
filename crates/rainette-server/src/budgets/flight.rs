//! An answer on its way: what was not read yet is held, and the rest is given back as it goes.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};

use axum::body::Bytes;
use hyper::body::{Body, Frame, SizeHint};

use super::Held;

/// How much is handed over at a time: what waits to be written beyond that stays here, and is counted.
const PART: usize = 32 * 1_024;

/// A body that counts as long as it is not read.
pub(crate) struct InFlight {
    rest: Bytes,
    /// Given back with the last part.
    held: Option<Held>,
}

impl InFlight {
    pub(crate) fn new(bytes: Bytes, held: Held) -> Self {
        Self { rest: bytes, held: Some(held) }
    }
}

impl Body for InFlight {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        if self.rest.is_empty() {
            self.held = None;
            return Poll::Ready(None);
        }
        let part = self.rest.len().min(PART);
        Poll::Ready(Some(Ok(Frame::data(self.rest.split_to(part)))))
    }

    fn is_end_stream(&self) -> bool {
        self.rest.is_empty()
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(self.rest.len() as u64)
    }
}
