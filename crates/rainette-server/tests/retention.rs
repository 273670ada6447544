//! How long tables are kept: what is closed, what is erased, what stays, on both stores.

mod support;

use std::path::PathBuf;
use std::sync::Arc;

use rainette_server::bus::InProcess;
use rainette_server::fair::{Proof, verify};
use rainette_server::hub::Hub;
use rainette_server::journal::TokenHash;
use rainette_server::protocol::{ClockKind, OpenTable, ReportReason, Resign, SeatWish, Status, ToServer};
use rainette_server::retention::{Policy, Swept, sweep};
use rainette_server::store::{Database, REPORTS_FOR, Report};
use rainette_server::table::{Machine, Request};
use rainette_server::thinkers::Thinkers;
use support::services::Postgres;
use support::wish;

const DAY: i64 = 86_400_000;
const ME: TokenHash = TokenHash([1; 32]);

/// Another server that knows the store, and no table by heart.
async fn anew(hub: Hub, database: &Database) -> Hub {
    let soon = tokio::time::Instant::now() + support::PATIENCE;
    assert_eq!(hub.close(soon).await, 0, "all have finished");
    hub.let_go(soon).await;
    fresh(database).await
}

/// A server that knows the store, and no table by heart.
async fn fresh(database: &Database) -> Hub {
    let store = database.open(1).await.expect("a store");
    Hub::new(store, Arc::new(InProcess::default()), Thinkers::new(1).expect("a thread"))
}

async fn open(hub: &Hub, clock: ClockKind) -> String {
    let open = OpenTable { clock, ..wish("hop-it", &[SeatWish::Me, SeatWish::Me]) };
    hub.open(open, ME).await.expect("a table").table
}

async fn status(hub: &Hub, table: &str) -> Option<Status> {
    hub.look(table, Machine::status).await.ok()
}

fn folder() -> PathBuf {
    let folder = std::env::temp_dir().join(format!("rainette-retention-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

#[tokio::test(flavor = "multi_thread")]
async fn games_that_were_left_are_closed_and_tables_erased_when_their_time_has_come() {
    let folder = folder();
    let postgres = Postgres::shared().expect("a PostgreSQL server");
    let databases = [
        Database::Sqlite(folder.join("rainette.db")),
        Database::Postgres(postgres.database().expect("a database")),
    ];
    for database in &databases {
        let hub = fresh(database).await;
        let left = open(&hub, ClockKind::None).await;
        let timed = open(&hub, ClockKind::Days { days: 30, weekends_off: None }).await;
        let over = open(&hub, ClockKind::None).await;
        let resign = ToServer::Resign(Resign { id: "enough".to_owned(), seat: None });
        hub.ask(&over, Some(ME), Request::Say(resign)).await.expect("it is over");
        let now = hub.now();

        let hub = anew(hub, database).await;
        let archive = folder.join("archive");
        let policy = Policy { close_after_days: 20, keep_days: 10, archive: Some(archive.clone()) };
        assert_eq!(sweep(&policy, &hub, now + DAY).await.expect("it works"), Swept::default());
        assert_eq!(status(&hub, &left).await, Some(Status::Playing));

        let hub = anew(hub, database).await;
        let swept = sweep(&policy, &hub, now + 25 * DAY).await.expect("it works");
        assert_eq!(swept, Swept { closed: 1, archived: 1, erased: 1 }, "{database:?}");
        assert_eq!(status(&hub, &left).await, Some(Status::Abandoned));
        assert_eq!(status(&hub, &timed).await, Some(Status::Playing), "its clock sees to that");
        assert_eq!(status(&hub, &over).await, None, "erased");
        assert_eq!(hub.store().tables_of(ME, 9).await.expect("it works").len(), 2);

        // What was laid down first holds.
        let record = std::fs::read_to_string(archive.join(format!("{over}.rainette"))).expect("a record");
        rainette_games::replay(&record.parse().expect("a record")).expect("it replays");
        let proof = std::fs::read(archive.join(format!("{over}.proof.json"))).expect("a proof");
        verify(&serde_json::from_slice::<Proof>(&proof).expect("a proof")).expect("it holds");

        // Without a policy nothing is ever erased.
        let hub = anew(hub, database).await;
        let keep = Policy { close_after_days: 0, keep_days: 0, archive: None };
        assert_eq!(sweep(&keep, &hub, now + 9_000 * DAY).await.expect("it works"), Swept::default());
    }
    let _ = std::fs::remove_dir_all(folder);
}

#[tokio::test(flavor = "multi_thread")]
async fn reports_are_erased_when_their_time_is_over_though_nobody_reports_anything() {
    let folder = folder().join("reports");
    std::fs::create_dir_all(&folder).expect("a folder");
    let hub = fresh(&Database::Sqlite(folder.join("rainette.db"))).await;
    let report = Report {
        at: DAY,
        table: "pond".to_owned(),
        game: "hop-it".to_owned(),
        person: None,
        name: None,
        mark: None,
        by: None,
        from: None,
        reason: ReportReason::Spam,
        text: String::new(),
        chat: Vec::new(),
    };
    hub.store().keep_report(report).await.expect("it is kept");
    // A server that keeps all tables for ever does not keep reports.
    let policy = Policy { close_after_days: 0, keep_days: 0, archive: None };
    let left = async |now| {
        sweep(&policy, &hub, now).await.expect("it works");
        hub.store().reports(0).await.expect("it works").len()
    };
    assert_eq!((left(DAY + REPORTS_FOR).await, left(DAY + REPORTS_FOR + 1).await), (1, 0));
    let _ = std::fs::remove_dir_all(folder);
}
