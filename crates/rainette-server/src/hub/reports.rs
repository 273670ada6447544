//! Telling whoever runs the server of somebody, or of a table.

use super::Hub;
use crate::budgets::{Budget, Payer};
use crate::error::Error;
use crate::protocol::{ReportWish, Reported};
use crate::store::{REPORTS_FOR, Report, StoreError, hex};

impl Hub {
    /// Keeps a report with what was said, unless there are enough already. Nobody at the table is told.
    pub async fn report(&self, payer: &Payer, table: &str, wish: ReportWish) -> Result<Reported, Error> {
        self.0.budgets.check(Budget::Stored, payer, 1)?;
        let ReportWish { person, reason, text } = wish;
        let evidence =
            self.look_for(payer, table, move |machine| machine.history().evidence(person, &text)).await??;
        self.0.budgets.spend(Budget::Reports, payer, 1)?;
        let report = Report {
            at: self.now(),
            table: table.to_owned(),
            game: evidence.game,
            person,
            name: evidence.name,
            mark: evidence.mark,
            by: payer.person.map(|holder| holder.mark()),
            from: payer.address.map(|address| hex(&self.0.lists.crowd.place(address)[..12])),
            reason,
            text: evidence.text,
            chat: evidence.chat,
        };
        let lines = report.chat.len() as u32;
        let length = report.text.len() + report.chat.iter().map(|line| line.text.len()).sum::<usize>();
        self.0.budgets.charge(Budget::Stored, payer, 200 + length as u64);
        self.0.store.keep_report(report).await.map_err(|error| match error {
            StoreError::Conflict(_) => Error::ReportsFull,
            other => other.into(),
        })?;
        metrics::counter!("rainette_reports_total").increment(1);
        tracing::info!(table, "somebody has reported something: see `rainette reports`");
        Ok(Reported { lines, days: (REPORTS_FOR / 86_400_000) as u32 })
    }
}
