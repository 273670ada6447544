//! What finished games were made of: looked at, moment by moment, while somebody wants to know.

use std::time::{Duration, Instant};

use rainette_core::Seat;
use rainette_players::{Cancel, Choice, Course, FinishedGame, Luck, Review as Found};
use tokio::sync::oneshot;
use tracing::debug_span;

use super::{Hub, lock};
use crate::budgets::{Budget, Held, Payer};
use crate::error::Error;
use crate::protocol::{Analysis, Moment, Swing};
use crate::thinkers::{Look, Task, Thought, Urgency, Work};
use crate::traces::Origin;

/// The seed of all analyses, which is what a hint takes if nobody says.
const SEED: u32 = 1;

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
    /// What a finished game was made of. The thinking begins with the first who asks, who pays for it, and goes on while
    /// somebody asks again.
    pub async fn analysis(&self, payer: &Payer, table: &str) -> Result<Analysis, Error> {
        if let Some(analysis) = self.ask_again(table) {
            return Ok(analysis);
        }
        let kept = self.0.store.analysis(table).await?;
        if let Some(analysis) = kept.filter(|kept| *kept.judged_by == *self.0.thinkers.judged_by()) {
            return Ok(analysis);
        }
        // Held before anything is done for it: whoever is refused costs nothing.
        let held = self.0.budgets.hold(Budget::Analyses, payer, 1)?;
        let record = self.look_for(payer, table, |machine| machine.history().finished_record()).await??;
        // A long game takes a while to be played again.
        let replayed = tokio::task::spawn_blocking(move || FinishedGame::replay(&record)).await;
        let game = replayed.ok().and_then(Result::ok).ok_or(Error::INTERNAL)?;
        let blank = blank(&game, &self.0.thinkers.judged_by());
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
            if hub.review(&table, payer, game).await.is_none() {
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

    /// Looks at one moment after the other; none if nobody wants to know any more.
    async fn review(&self, table: &str, payer: Payer, game: FinishedGame) -> Option<()> {
        let mut course = Course::new(game.seats());
        for events in 0..game.moments() {
            self.is_wanted(table).then_some(())?;
            let look = Look {
                game: game.clone(),
                events,
                iterations: game.usual_iterations(),
                seed: u64::from(SEED),
                judged_by: self.0.thinkers.judged_by(),
            };
            let mut found = self.look_at(table, payer, look.clone()).await?;
            if found.is_none() {
                // Whatever went wrong may be over: what is missing now would be missing for good.
                found = self.look_at(table, payer, look).await?;
            }
            let mut reviews = lock(&self.0.reviews);
            note(&mut reviews.get_mut(table)?.analysis, &mut course, events, found);
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

    /// What is found out about a moment, if anything can be; none if nobody wants to know any more.
    async fn look_at(&self, table: &str, payer: Payer, look: Look) -> Option<Option<Found>> {
        let (reply, mut answer) = oneshot::channel();
        let cancel = Cancel::default();
        let task = Task {
            table: table.to_owned(),
            payer,
            work: Work::Look(look),
            cancel: cancel.clone(),
            span: Origin::current().leads_to(debug_span!(parent: None, "look")),
            begun: Box::new(|| {}),
            done: Box::new(move |thought| drop(reply.send(thought))),
        };
        self.0.thinkers.think(Urgency::Review, task);
        loop {
            if let Ok(answer) = tokio::time::timeout(LOOK, &mut answer).await {
                return Some(answer.ok().flatten().and_then(Thought::review));
            }
            if !self.is_wanted(table) {
                cancel.cancel();
                return None;
            }
        }
    }
}

/// An analysis that has not begun.
fn blank(game: &FinishedGame, judged_by: &str) -> Analysis {
    let nothing = vec![0.0; game.seats()];
    Analysis {
        is_done: false,
        looked_at: 0,
        moments: game.moments() as u32,
        iterations: game.usual_iterations(),
        seed: SEED,
        judged_by: judged_by.to_owned(),
        curve: Vec::new(),
        swings: Vec::new(),
        luck: nothing.clone(),
        luck_errors: nothing.clone(),
        lost: nothing.clone(),
        lost_errors: nothing,
    }
}

/// Adds what was found about one moment, if anything was.
fn note(analysis: &mut Analysis, course: &mut Course, events: usize, found: Option<Found>) {
    let Some(found) = found else { return };
    analysis.looked_at += 1;
    analysis.curve.push(Moment {
        step: events as u32,
        shares: rounded(&found.shares),
        errors: rounded(&found.errors),
        seen: found.seen.iter().map(|shares| rounded(shares)).collect(),
        seen_errors: found.seen_errors.iter().map(|errors| rounded(errors)).collect(),
    });
    course.add(events, found);
    analysis.swings = course.swings().into_iter().map(swing).collect();
    let both = |sum: &dyn Fn(Seat) -> (f64, f64)| {
        let (sums, errors): (Vec<f64>, Vec<f64>) = Seat::all(analysis.luck.len()).map(sum).unzip();
        (rounded(&sums), rounded(&errors))
    };
    let (luck, lost) = (both(&|seat| course.luck(seat)), both(&|seat| course.lost(seat)));
    (analysis.luck, analysis.luck_errors) = luck;
    (analysis.lost, analysis.lost_errors) = lost;
}

fn swing(swing: rainette_players::Swing) -> Swing {
    match swing {
        rainette_players::Swing::Choice(Choice { step, decision }) => Swing::Choice {
            step: step as u32,
            seat: decision.seat,
            is_mistake: decision.is_mistake(),
            lost: round(decision.lost),
            error: round(decision.error),
            played: decision.played,
            played_path: decision.played_path,
            better: decision.best,
            path: decision.best_path,
        },
        rainette_players::Swing::Luck(Luck { step, event, given, error }) => {
            Swing::Luck { step: step as u32, event, given: rounded(&given), error: round(error) }
        }
    }
}

/// To a hundredth of a hundredth: more would only be longer.
fn round(share: f64) -> f32 {
    ((share * 10_000.0).round() / 10_000.0) as f32
}

fn rounded(shares: &[f64]) -> Vec<f32> {
    shares.iter().copied().map(round).collect()
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;
    use std::sync::Arc;

    use sqlx::ConnectOptions as _;

    use super::*;
    use crate::budgets::{Budgets, Limits, Per};
    use crate::bus::InProcess;
    use crate::journal::TokenHash;
    use crate::protocol::{OpenTable, PlayOn, Resign, SeatWish, ToServer};
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
            name: "Ana".to_owned(),
            start_when_full: true,
            from: Some(PlayOn::Record { text: game.record().to_string(), events: None }),
            ..OpenTable::default()
        };
        let table = hub.open(wish, TokenHash([1; 32])).await.expect("a table").table;
        let resign = ToServer::Resign(Resign { id: "r".to_owned(), seat: Some(Seat::new(0)) });
        hub.ask(&table, Some(TokenHash([1; 32])), Request::Say(resign)).await.expect("it is over");
        table
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
        let hub =
            Hub::with_budgets(store, Arc::new(InProcess::default()), thinkers, Arc::clone(&budgets), true);
        let [a, b, c] = [finished(&hub).await, finished(&hub).await, finished(&hub).await];
        let refused = |answer: Result<Analysis, Error>| match answer {
            Err(Error::OverBudget(exhausted)) => exhausted.name(),
            other => panic!("{other:?} is no refusal"),
        };
        assert_eq!(hub.analysis(&person(1, 1), &a).await.expect("it begins").moments, 2);
        assert_eq!(refused(hub.analysis(&person(1, 1), &b).await), "analyses-per-person");
        let nowhere = refused(hub.analysis(&person(1, 1), "nowhere").await);
        assert_eq!(nowhere, "analyses-per-person", "whether there is such a game is not even looked up");
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

    #[tokio::test]
    async fn an_analysis_that_was_kept_in_an_older_form_is_made_again() {
        let folder = std::env::temp_dir().join(format!("rainette-older-analysis-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let file = folder.join("rainette.db");
        let store = Database::Sqlite(file.clone()).open(0).await.expect("a store");
        let thinkers = Thinkers::new(1).expect("a thread");
        let hub = Hub::new(store, Arc::new(InProcess::default()), thinkers);
        let table = finished(&hub).await;
        let done = async || loop {
            let analysis = hub.analysis(&person(1, 1), &table).await.expect("the game is over");
            if analysis.is_done {
                return analysis;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        };
        let first = done().await;
        let older = r#"{"is_done":true,"looked_at":1,"decisions":1,"chances":[],"swings":[]}"#;
        let options = sqlx::sqlite::SqliteConnectOptions::new().filename(&file);
        let mut connection = options.connect().await.expect("a store");
        let changed = sqlx::query("UPDATE analyses SET payload = $1").bind(older).execute(&mut connection);
        assert_eq!(changed.await.expect("it works").rows_affected(), 1);
        assert_eq!(hub.store().analysis(&table).await.expect("it works"), None);
        assert_eq!(done().await, first);
        assert_eq!(hub.store().analysis(&table).await.expect("it works"), Some(first.clone()));
        // By other players, or with other endgame tables, the same game may look otherwise.
        let of_others = Analysis { judged_by: "others".to_owned(), luck: vec![0.5, -0.5], ..first.clone() };
        hub.store().keep_analysis(&table, &of_others).await.expect("it is kept");
        assert_eq!(done().await, first);
        let _ = std::fs::remove_dir_all(folder);
    }

    #[test]
    fn a_moment_that_could_not_be_judged_is_not_counted_as_looked_at() {
        let mut table = rainette_games::table("hop-it", 2, &[]).expect("a game");
        table.stop("resigned 1".parse().expect("an end")).expect("it goes on");
        let game = FinishedGame::replay(&table.record()).expect("it is over");
        let (mut analysis, mut course) = (blank(&game, "a version"), Course::new(2));
        note(&mut analysis, &mut course, 0, None);
        assert_eq!((analysis.looked_at, analysis.moments), (0, 1));
        let found = game.look(0, &rainette_players::Judge::new(10, 1)).expect("a moment");
        note(&mut analysis, &mut course, 0, Some(found));
        assert_eq!((analysis.looked_at, analysis.curve.len()), (1, 1));
    }

    #[tokio::test]
    async fn a_game_that_goes_on_is_not_looked_at_and_one_that_was_closed_is() {
        let folder = std::env::temp_dir().join(format!("rainette-closed-analysis-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let store = Database::Sqlite(folder.join("rainette.db")).open(0).await.expect("a store");
        let hub = Hub::new(store, Arc::new(InProcess::default()), Thinkers::new(0).expect("no thread"));
        let wish = OpenTable {
            game: "hop-it".to_owned(),
            seats: vec![SeatWish::Me, SeatWish::Me],
            name: "Ana".to_owned(),
            start_when_full: true,
            ..OpenTable::default()
        };
        let table = hub.open(wish, TokenHash([1; 32])).await.expect("a table").table;
        let refused = hub.analysis(&person(1, 1), &table).await.expect_err("it goes on");
        assert_eq!(refused.code(), "not-over");
        hub.ask(&table, Some(TokenHash([1; 32])), Request::Abandon).await.expect("it is closed");
        assert_eq!(hub.analysis(&person(1, 1), &table).await.expect("it begins").moments, 1);
        let _ = std::fs::remove_dir_all(folder);
    }
}
