//! Where finished games were won: thought about while somebody wants to know.

use std::sync::Arc;
use std::time::{Duration, Instant};

use rainette_core::{Choices, Observer, Seat, Spot, Table};
use rainette_players::{Advice, Cancel};
use tokio::sync::oneshot;
use tracing::debug_span;

use super::{Hub, lock};
use crate::budgets::{Budget, Held, Payer};
use crate::error::Error;
use crate::protocol::{Analysis, Chances, Swing};
use crate::table::Job;
use crate::thinkers::{Task, Urgency};
use crate::traces::Origin;

/// The level that looks at finished games.
const REVIEWER: u8 = 6;

/// How long nobody may ask for an analysis before it is given up: whoever wants it asks again and again.
const PATIENCE: Duration = Duration::from_secs(30);

/// How often it is looked whether anybody still wants it.
const LOOK: Duration = Duration::from_secs(1);

/// An analysis under way.
pub(super) struct Review {
    analysis: Analysis,
    asked_at: Instant,
    _held: Held,
}

impl Hub {
    /// Where a finished game was won. The thinking begins with the first who asks, who pays for it, and goes on while
    /// somebody asks again.
    pub async fn analysis(&self, payer: &Payer, table: &str) -> Result<Analysis, Error> {
        if let Some(analysis) = self.ask_again(table) {
            return Ok(analysis);
        }
        if let Some(analysis) = self.0.store.analysis(table).await? {
            return Ok(analysis);
        }
        let game = self.look(table, |machine| machine.history().finished_game()).await??;
        let record = game.record();
        let decisions: Vec<(usize, Seat)> =
            record.events.iter().enumerate().filter_map(|(step, line)| Some((step, line.seat?))).collect();
        let blank = Analysis {
            is_done: false,
            looked_at: 0,
            decisions: decisions.len() as u32,
            chances: Vec::new(),
            swings: Vec::new(),
        };
        let held = self.0.budgets.hold(Budget::Analyses, payer, 1)?;
        {
            let mut reviews = lock(&self.0.reviews);
            if let Some(review) = reviews.get(table) {
                return Ok(review.analysis.clone());
            }
            let review = Review { analysis: blank.clone(), asked_at: Instant::now(), _held: held };
            reviews.insert(table.to_owned(), review);
        }
        let (hub, table, payer) = (self.clone(), table.to_owned(), *payer);
        tokio::spawn(async move {
            if hub.review(&table, payer, game.into(), decisions).await.is_none() {
                metrics::counter!("rainette_analyses_given_up_total").increment(1);
            }
            lock(&hub.0.reviews).remove(&table);
        });
        Ok(blank)
    }

    /// How far an analysis is that is under way.
    fn ask_again(&self, table: &str) -> Option<Analysis> {
        let mut reviews = lock(&self.0.reviews);
        let review = reviews.get_mut(table)?;
        review.asked_at = Instant::now();
        Some(review.analysis.clone())
    }

    /// Thinks about one decision after the other; none if nobody wants to know any more.
    async fn review(
        &self,
        table: &str,
        payer: Payer,
        game: Arc<dyn Table>,
        decisions: Vec<(usize, Seat)>,
    ) -> Option<()> {
        let record = game.record();
        for (step, seat) in decisions {
            self.is_wanted(table).then_some(())?;
            let game = Arc::clone(&game);
            // A long game takes a while to be told.
            let before = tokio::task::spawn_blocking(move || {
                let mut then = game.duplicate();
                then.truncate(step);
                (then.story(Observer::Seat(seat)), then.choices())
            });
            let (story, choices) = before.await.ok()?;
            let number = step as u64;
            let job = Job { number, level: REVIEWER, story, seed: number };
            let advice = self.advise(table, payer, job).await;
            let mut reviews = lock(&self.0.reviews);
            note(
                &mut reviews.get_mut(table)?.analysis,
                step as u32,
                seat,
                &record.events[step].event,
                &choices,
                advice,
            );
        }
        let mut analysis = lock(&self.0.reviews).get(table)?.analysis.clone();
        analysis.is_done = true;
        let stored = serde_json::to_vec(&analysis).map_or(0, |text| text.len());
        self.0.budgets.charge(Budget::Stored, &payer, stored as u64);
        if let Err(error) = self.0.store.keep_analysis(table, &analysis).await {
            tracing::error!(%error, table, "an analysis was not stored");
        }
        Some(())
    }

    /// Does anybody still ask for it?
    fn is_wanted(&self, table: &str) -> bool {
        let asked_at = lock(&self.0.reviews).get(table).map(|review| review.asked_at);
        !self.is_closing() && asked_at.is_some_and(|at| at.elapsed() < PATIENCE)
    }

    async fn advise(&self, table: &str, payer: Payer, job: Job) -> Option<Advice> {
        let (reply, mut answer) = oneshot::channel();
        let cancel = Cancel::default();
        let task = Task {
            table: table.to_owned(),
            payer,
            job,
            cancel: cancel.clone(),
            span: Origin::current().leads_to(debug_span!(parent: None, "think", level = i64::from(REVIEWER))),
            begun: Box::new(|| {}),
            done: Box::new(move |advice| drop(reply.send(advice))),
        };
        self.0.thinkers.think(Urgency::Review, task);
        loop {
            if let Ok(answer) = tokio::time::timeout(LOOK, &mut answer).await {
                return answer.ok().flatten();
            }
            if !self.is_wanted(table) {
                cancel.cancel();
                return None;
            }
        }
    }
}

/// Adds what was found about one decision.
fn note(
    analysis: &mut Analysis,
    step: u32,
    seat: Seat,
    played: &str,
    choices: &Choices,
    advice: Option<Advice>,
) {
    analysis.looked_at += 1;
    let Some(advice) = advice else { return };
    if let Some((better, best)) = advice.ranked.first()
        && let Some((_, value)) = advice.ranked.iter().find(|(action, _)| action == played)
        && best > value
    {
        let (played, better) = (played.to_owned(), better.clone());
        let paths = choices.iter().find(|(action, _)| *action == better).map(|(_, paths)| paths);
        let path = paths.and_then(|paths| paths.first()).into_iter().flatten().map(Spot::to_string).collect();
        analysis.swings.push(Swing { step, seat, played, better, path, lost: best - value });
        analysis.swings.sort_by(|a, b| b.lost.total_cmp(&a.lost));
        analysis.swings.truncate(3);
    }
    analysis.chances.push(Chances { step, values: advice.values });
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::net::IpAddr;

    use super::*;
    use crate::budgets::{Budgets, Limits, Per};
    use crate::bus::InProcess;
    use crate::journal::TokenHash;
    use crate::protocol::{ClockKind, OpenTable, PlayOn, Resign, SeatWish, ToServer};
    use crate::store::Database;
    use crate::table::Request;
    use crate::thinkers::Thinkers;

    fn person(number: u8, last: u8) -> Payer {
        Payer::new(Some(TokenHash([number; 32])), IpAddr::from([10, 0, 0, last]))
    }

    /// A game that is over, with a decision to look at.
    async fn finished(hub: &Hub) -> String {
        let mut game = rainette_games::table("hop-it", 2, &[]).expect("a game");
        let action = game.choices()[0].0.clone();
        game.play(Seat::new(0), &action).expect("it is legal");
        let wish = OpenTable {
            game: "hop-it".to_owned(),
            seats: vec![SeatWish::Me, SeatWish::Me],
            options: BTreeMap::new(),
            clock: ClockKind::None,
            name: "Ana".to_owned(),
            names: BTreeMap::new(),
            is_public: false,
            start_when_full: true,
            grace_seconds: None,
            stand_in: None,
            commitment: None,
            from: Some(PlayOn::Record { text: game.record().to_string(), events: None }),
        };
        let table = hub.open(wish, TokenHash([1; 32])).await.expect("a table").table;
        let resign = ToServer::Resign(Resign { id: "r".to_owned(), seat: Some(Seat::new(0)) });
        hub.ask(&table, Some(TokenHash([1; 32])), Request::Say(resign)).await.expect("it is over");
        table
    }

    #[test]
    fn what_would_have_been_better_comes_with_the_spots_that_say_it() {
        let game = rainette_games::table("hop-it", 2, &[]).expect("a game");
        let choices = game.choices();
        let [(played, _), (better, paths), ..] = &choices[..] else { panic!("there are choices") };
        let advice = Advice {
            action: better.clone(),
            values: vec![0.9, 0.1],
            ranked: vec![(better.clone(), 0.9), (played.clone(), 0.2)],
            iterations: 1,
        };
        let mut analysis =
            Analysis { is_done: false, looked_at: 0, decisions: 1, chances: Vec::new(), swings: Vec::new() };
        note(&mut analysis, 0, Seat::new(0), played, &choices, Some(advice));
        let path: Vec<String> = paths[0].iter().map(ToString::to_string).collect();
        assert_eq!(analysis.swings[0].path, path);
        assert_eq!(path.len(), 2, "a frog and its place");
    }

    #[tokio::test]
    async fn analyses_have_slots_and_are_given_up_when_nobody_asks_any_more() {
        let folder = std::env::temp_dir().join(format!("rainette-analyses-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let store = Database::Sqlite(folder.join("rainette.db")).open(0).await.expect("a store");
        let limits =
            Limits::none().with(Budget::Analyses, Per::Person, 1).with(Budget::Analyses, Per::Address, 2);
        let budgets = Arc::new(Budgets::new(limits));
        // Nobody ever thinks here: what was set going stays under way.
        let thinkers = Thinkers::new(0).expect("no thread");
        let hub = Hub::with_budgets(store, Arc::new(InProcess::default()), thinkers, Arc::clone(&budgets));
        let [a, b, c] = [finished(&hub).await, finished(&hub).await, finished(&hub).await];
        let refused = |answer: Result<Analysis, Error>| match answer {
            Err(Error::OverBudget(exhausted)) => exhausted.name(),
            other => panic!("{other:?} is no refusal"),
        };
        assert_eq!(hub.analysis(&person(1, 1), &a).await.expect("it begins").decisions, 1);
        assert_eq!(refused(hub.analysis(&person(1, 1), &b).await), "analyses-per-person");
        assert!(hub.analysis(&person(2, 1), &b).await.is_ok());
        assert_eq!(refused(hub.analysis(&person(3, 1), &c).await), "analyses-per-address");
        assert!(hub.analysis(&person(3, 1), &a).await.is_ok(), "it is under way already");
        assert!(hub.analysis(&person(3, 2), &c).await.is_ok(), "others have slots of their own");
        assert_eq!(budgets.held(Budget::Analyses), 3);
        for review in lock(&hub.0.reviews).values_mut() {
            review.asked_at = Instant::now().checked_sub(PATIENCE).expect("time has passed");
        }
        budgets.none_held(Budget::Analyses).await;
        assert!(lock(&hub.0.reviews).is_empty());
        let _ = std::fs::remove_dir_all(folder);
    }
}
