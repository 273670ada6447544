//! What a table's computer player is to think about, on its way to the thinkers and back.

use rainette_players::Cancel;
use tracing::debug_span;

use super::{Message, Running};
use crate::random;
use crate::table::{Input, Job};
use crate::thinkers::{Task, Thought, Urgency, Work};
use crate::traces::Origin;

impl Running {
    /// Lets a computer player think, instead of whatever one thought about before.
    pub(super) fn think(&mut self, job: Job) {
        if let Some(cancel) = self.thinking.take() {
            cancel.cancel();
        }
        let Some(myself) = self.myself.upgrade() else { return };
        let cancel = Cancel::default();
        self.thinking = Some(cancel.clone());
        let (number, then) = (job.number, myself.clone());
        let begun = move || drop(myself.try_send(Message::Input(Input::Thinking(number)).into()));
        let is_cancelled = cancel.clone();
        let done = move |thought: Option<Thought>| {
            if !is_cancelled.is_cancelled() {
                let action = thought.and_then(Thought::advice).map(|advice| advice.action);
                let _ = then.blocking_send(Message::Input(Input::Thought(number, action)).into());
            }
        };
        let level = i64::from(job.level);
        let span = debug_span!(parent: None, "think", level, number = number as i64);
        self.inner.thinkers.think(
            Urgency::Move,
            Task {
                table: self.id.clone(),
                payer: self.account.payer,
                // Whoever knows the table must not be able to think the same thought beforehand.
                work: Work::Job(Job { seed: job.seed ^ random::number(), ..job }),
                cancel,
                span: Origin::current().leads_to(span),
                begun: Box::new(begun),
                done: Box::new(done),
            },
        );
    }
}
