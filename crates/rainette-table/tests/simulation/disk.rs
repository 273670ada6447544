//! A disk that is only as good as it must be: what was synced stays; what was not may be gone, or half there.

use rainette_table::table::{Batch, Stored};

/// What is written at a time: part of a batch, or the mark that says that it is complete.
#[derive(Clone)]
enum Frame {
    /// One part of a batch. Only a complete batch counts, so it does not matter here which part it is.
    Part,
    /// Here a batch is complete.
    Commit(Box<Batch>),
}

/// A log of frames. A batch counts once its last frame is there, as a transaction does.
#[derive(Default)]
pub(super) struct Disk {
    /// What the batches come to that are safe.
    stored: Stored,
    unsynced: Vec<Frame>,
}

/// What a crash did to what was not synced.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Crash {
    /// There was nothing.
    Nothing,
    /// It is gone.
    Forgotten,
    /// Some of it is there, but the batch is not complete.
    Torn,
    /// All of it is there, although nobody was told so.
    Kept,
}

impl Disk {
    /// Writes a batch, which is not safe yet.
    pub(super) fn write(&mut self, batch: &Batch) {
        self.unsynced.extend(std::iter::repeat_n(Frame::Part, batch.changes.len()));
        self.unsynced.push(Frame::Commit(Box::new(batch.clone())));
    }

    /// Makes safe what was written.
    pub(super) fn sync(&mut self) {
        for frame in self.unsynced.drain(..) {
            // Parts of a batch that never became complete do not count.
            if let Frame::Commit(batch) = frame {
                self.stored.add(&batch);
            }
        }
    }

    /// Takes back what was written and is not safe.
    pub(super) fn roll_back(&mut self) {
        self.unsynced.clear();
    }

    /// The power is gone: so many of the frames that were not safe are there all the same.
    pub(super) fn crash(&mut self, kept: usize) -> Crash {
        let all = self.unsynced.len();
        self.unsynced.truncate(kept);
        self.sync();
        match kept.min(all) {
            _ if all == 0 => Crash::Nothing,
            0 => Crash::Forgotten,
            kept if kept == all => Crash::Kept,
            _ => Crash::Torn,
        }
    }

    /// How many frames are not safe.
    pub(super) fn at_risk(&self) -> usize {
        self.unsynced.len()
    }

    /// The table as it is found after a restart.
    pub(super) fn stored(&self) -> &Stored {
        &self.stored
    }
}
