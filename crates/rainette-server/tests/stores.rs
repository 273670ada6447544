//! What every store has to keep to, on SQLite and on a real PostgreSQL.

mod services;

use std::path::PathBuf;
use std::sync::Arc;

use rainette_server::fair::Seed;
use rainette_server::journal::{Aside, Event, Person, Row, TokenHash, UndoWish};
use rainette_server::protocol::{ChatLine, Millis, ReportReason, Sitter, Status, TurnLine};
use rainette_server::store::{
    CopyError, Database, DeviceTransfer, KeptTurn, REPORTS_OF_EACH, REPORTS_OF_ONE, Report, Store,
    StoreError, UnknownDatabase, copy,
};
use rainette_server::table::{Batch, Change, Fresh, Stored, open};

fn opened(id: &str) -> Batch {
    opened_by(id, TokenHash([1; 32]), "friend", false)
}

fn opened_by(id: &str, host: TokenHash, second_seat: &str, is_public: bool) -> Batch {
    let wish = serde_json::from_value(serde_json::json!({
        "game": rainette_games::games()[0].id, "name": "Ana", "names": { "1": "Ida" },
        "seats": [{ "is": "me" }, { "is": second_seat }], "is_public": is_public,
    }));
    let fresh = Fresh { id: id.to_owned(), invite: format!("to {id}"), seed: Seed::new([1; 32]) };
    open(&wish.expect("a wish"), None, host, fresh, 5).expect("a table")
}

fn row(number: u64, command: Option<&str>) -> Row {
    let command = command.map(|id| (rainette_core::Seat::new(0), id.to_owned()));
    Row { number, at: 7, command, event: Event::Abandoned { by: None } }
}

fn batch(table: &str, rows: Vec<Row>) -> Batch {
    Batch::new(table, rows.into_iter().map(Change::Row))
}

fn muted(person: u32, other: u32, is_muted: bool) -> Change {
    Change::Muted { person, other, is_muted }
}

fn said(number: u32, text: &str) -> ChatLine {
    ChatLine { number, at: 6, person: 1, name: Some("Ana".to_owned()), text: text.to_owned() }
}

/// Stores that are gone when the test is.
struct Places {
    folder: PathBuf,
    postgres: services::Postgres,
}

impl Places {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("rainette-store-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        Self { folder, postgres: services::Postgres::shared().expect("a PostgreSQL server") }
    }

    /// An empty store of each kind.
    fn each(&self) -> [Database; 2] {
        let postgres = self.postgres.database().expect("a database");
        [Database::Sqlite(self.folder.join("test.db")), Database::Postgres(postgres)]
    }
}

impl Drop for Places {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

async fn at(place: &Database, now: Millis) -> Arc<dyn Store> {
    place.open(now).await.expect("a store")
}

#[tokio::test]
async fn what_is_appended_is_there_when_the_store_is_opened_again() {
    for place in Places::new("again").each() {
        let mut expected = Stored::default();
        {
            let store = at(&place, 1).await;
            for batch in [
                opened("a"),
                batch("a", vec![row(3, Some("x"))]),
                Batch::new("a", [Change::Said(said(1, "hop"))]),
            ] {
                expected.add(&batch);
                store.append(batch).await.expect("it is stored");
            }
        }
        let store = at(&place, 2).await;
        assert_eq!(store.load("a").await.expect("it works"), Some(expected.clone()));
        assert_eq!(store.load("b").await.expect("it works"), None);
        assert_eq!(store.invited("to a").await.expect("it works"), Some("a".to_owned()));
        assert_eq!(store.tables_of(TokenHash([1; 32]), 9).await.expect("it works").len(), 1);
        assert_eq!(store.tables_of(TokenHash([2; 32]), 9).await.expect("it works").len(), 0);
        // What somebody reads who knows the first two events.
        let tail = store.tail("a", 2).await.expect("it works").expect("a table");
        assert_eq!(tail.rows, expected.rows[2..]);
        assert_eq!(tail.beside, expected.beside);
        let heads = store.heads(vec!["a".to_owned(), "b".to_owned()]).await.expect("it works");
        assert_eq!(heads, [("a".to_owned(), tail.head)]);
        assert_eq!(tail.head.number, 3);
        store.append(Batch::new("a", [Change::Silenced(1)])).await.expect("it is stored");
        let then = store.tail("a", 3).await.expect("it works").expect("a table");
        assert!(
            then.head.revision > tail.head.revision && then.beside.chat.is_empty() && then.rows.is_empty()
        );
    }
}

#[tokio::test]
async fn a_number_or_a_command_that_is_taken_is_refused_and_takes_nothing_else_with_it() {
    for place in Places::new("taken").each() {
        let store = at(&place, 1).await;
        for id in ["a", "b"] {
            store.append(opened(id)).await.expect("it is stored");
        }
        store.append(batch("a", vec![row(3, Some("x"))])).await.expect("it is stored");
        let conflict = Err(StoreError::Conflict("a".to_owned()));
        // All at once, so that they may fall into one commit.
        let (number, command, half, other) = tokio::join!(
            store.append(batch("a", vec![row(3, Some("y"))])),
            store.append(batch("a", vec![row(4, Some("x"))])),
            store.append(batch("a", vec![row(4, None), row(3, None)])),
            store.append(batch("b", vec![row(3, Some("x"))])),
        );
        assert_eq!([number, command, half], [conflict.clone(), conflict.clone(), conflict], "{place:?}");
        assert_eq!(other, Ok(()), "{place:?}");
        let rows = |stored: Option<Stored>| stored.map(|stored| stored.rows.len());
        assert_eq!(rows(store.load("a").await.expect("it works")), Some(3));
        assert_eq!(rows(store.load("b").await.expect("it works")), Some(3));
    }
}

#[tokio::test]
async fn of_two_who_sit_down_at_two_nodes_in_the_same_moment_one_sits() {
    let places = Places::new("seat");
    let [_, shared] = places.each();
    let nodes = [at(&shared, 1).await, at(&shared, 2).await];
    nodes[0].append(opened("t")).await.expect("it is stored");
    let sits = |holder: u8| {
        let person = Person { number: 3, name: None, holder: Some(TokenHash([holder; 32])) };
        Batch::new("t", [Change::Row(row(3, None)), Change::Person(person)])
    };
    assert_eq!(nodes[0].append(sits(7)).await, Ok(()));
    // The rows look the same, to the millisecond.
    assert_eq!(nodes[1].append(sits(8)).await, Err(StoreError::Conflict("t".to_owned())));
    assert_eq!(
        nodes[1].append(sits(7)).await,
        Ok(()),
        "what is stored is not refused, if an answer was lost"
    );
}

#[tokio::test]
async fn of_two_nodes_that_write_the_same_number_one_wins() {
    let places = Places::new("fence");
    let [_, shared] = places.each();
    let nodes = [at(&shared, 1).await, at(&shared, 2).await];
    for table in 0..20 {
        let id = format!("t{table}");
        nodes[0].append(opened(&id)).await.expect("it is stored");
        let (one, two) = tokio::join!(
            nodes[0].append(batch(&id, vec![row(3, Some("one"))])),
            nodes[1].append(batch(&id, vec![row(3, Some("two"))])),
        );
        let winner = if one.is_ok() { "one" } else { "two" };
        assert!(one.is_ok() != two.is_ok(), "{one:?} {two:?}");
        assert_eq!(one.and(two), Err(StoreError::Conflict(id.clone())));
        for node in &nodes {
            let rows = node.load(&id).await.expect("it works").expect("a table").rows;
            assert_eq!(rows.len(), 3);
            assert_eq!(rows[2].command.as_ref().map(|(_, id)| id.as_str()), Some(winner));
        }
    }
}

#[tokio::test]
async fn a_database_that_goes_down_comes_back_and_nothing_is_lost_or_doubled() {
    let mut postgres = services::Postgres::start(true).expect("a PostgreSQL server");
    let place = Database::Postgres(postgres.database().expect("a database"));
    let store = at(&place, 1).await;
    store.append(opened("a")).await.expect("it is stored");
    let writer = Arc::clone(&store);
    let writing = tokio::spawn(async move {
        for number in 3..400 {
            writer
                .append(batch("a", vec![row(number, Some(&format!("c{number}")))]))
                .await
                .expect("it is stored");
        }
    });
    for _ in 0..2 {
        tokio::time::sleep(std::time::Duration::from_millis(150)).await;
        postgres = tokio::task::spawn_blocking(move || {
            postgres.restart().expect("it comes back");
            postgres
        })
        .await
        .expect("no panic");
    }
    writing.await.expect("everything is stored");
    let rows = store.load("a").await.expect("it works").expect("a table").rows;
    let numbers: Vec<u64> = rows.iter().map(|row| row.number).collect();
    assert_eq!(numbers, (1..400).collect::<Vec<u64>>());
}

#[tokio::test]
async fn downtime_is_what_lies_between_runs() {
    for place in Places::new("runs").each() {
        let store = at(&place, 1_000_000).await;
        let runs = store.runs().await.expect("it works");
        let [(now, _)] = runs[..] else { panic!("one run, not {runs:?}") };
        for (began, seen) in [(29_000, 25_000), (22_000, 21_000), (10_000, 10_000)] {
            store.keep_run(now - began, now - seen).await.expect("it is stored");
        }
        // A store that has to connect anew begins another run then, and what lies before that is downtime like any other.
        let own = async || {
            let runs = store.runs().await.expect("it works").into_iter().filter(|(began, _)| *began >= now);
            runs.collect::<Vec<_>>().windows(2).map(|two| (two[1].0 - two[0].1).max(0)).sum::<Millis>()
        };
        let since = |millis| store.downtime(now - millis);
        let pauses = own().await;
        assert_eq!(since(28_000).await, Ok(3_000 + 11_000 + 10_000 + pauses), "{place:?}");
        assert_eq!(since(21_500).await, Ok(11_000 + 10_000 + pauses), "{place:?}");
        assert_eq!(since(5_000).await, Ok(5_000 + pauses), "{place:?}: later than the last sign of life");
        assert_eq!(since(-3_600_000).await, Ok(0), "{place:?}: it is not that late yet");
        // Another node ran meanwhile.
        store.keep_run(now - 26_000, now - 11_000).await.expect("it is stored");
        assert_eq!(since(28_000).await, Ok(1_000 + 10_000 + own().await), "{place:?}");
    }
}

/// The machine's clock was set back while no server ran: tables go on from where they were, and nobody's time stands still
/// until the clock has caught up.
#[tokio::test]
async fn a_server_that_starts_in_the_past_goes_on_where_the_last_one_was() {
    let places = Places::new("past");
    let [file, _] = places.each();
    at(&file, 5_000_000).await.heartbeat(5_010_000).await.expect("it is stored");
    let began = async |store: &dyn Store| store.runs().await.expect("it works").last().map(|run| run.0);
    let store = at(&file, 1_000_000).await;
    assert_eq!(began(store.as_ref()).await, Some(5_012_000));
    assert!(store.now() >= 5_012_000, "{}", store.now());
    assert_eq!(store.downtime(5_009_000).await, Ok(2_000));
    drop(store);
    // And a clock that is right again, or was set forward, is time in which nobody ran.
    let store = at(&file, 9_000_000).await;
    assert_eq!(began(store.as_ref()).await, Some(9_000_000));
    assert!(store.now() >= 9_000_000, "{}", store.now());
    assert_eq!(store.downtime(5_012_500).await, Ok(9_000_000 - 5_012_500));
}

#[tokio::test]
async fn a_host_takes_a_few_places_of_the_public_list_and_leaves_the_others() {
    for place in Places::new("public").each() {
        let store = at(&place, 1).await;
        let (ana, bea) = (TokenHash([1; 32]), TokenHash([2; 32]));
        for number in 0..5 {
            store.append(opened_by(&format!("ana{number}"), ana, "me", true)).await.expect("stored");
        }
        for id in ["bea0", "bea1", "left0", "left1", "left2", "left3"] {
            store.append(opened_by(id, bea, "open", true)).await.expect("stored");
        }
        store.append(opened_by("hidden", TokenHash([3; 32]), "open", false)).await.expect("stored");
        // Tables whose host had everything erased are not one host's.
        for id in ["left0", "left1", "left2", "left3"] {
            let forgotten = Change::Person(Person { number: 1, name: None, holder: None });
            store.append(Batch::new(id, [forgotten])).await.expect("stored");
        }
        let lines = store.public_tables(0, 99).await.expect("it works");
        let of = |host: &str| lines.iter().filter(|line| line.id.starts_with(host)).count();
        assert_eq!((of("ana"), of("bea"), of("left"), lines.len()), (3, 2, 4, 9), "{place:?}");
        assert_eq!(store.public_tables(0, 4).await.expect("it works").len(), 4);
        assert_eq!(store.public_tables(6, 99).await.expect("it works"), [], "{place:?}: nothing is that new");
        for (id, is_public) in [("hidden", true), ("bea0", false)] {
            store.append(Batch::new(id, [Change::Listing { is_public }])).await.expect("stored");
        }
        let lines = store.public_tables(0, 99).await.expect("it works");
        let is_there = |id: &str| lines.iter().any(|line| line.id == id);
        assert!(
            is_there("hidden") && !is_there("bea0") && lines.len() == 9,
            "{place:?}: a host may change it"
        );
        let mine = store.tables_of(ana, 99).await.expect("it works");
        let both = [0, 1].map(rainette_core::Seat::new);
        assert!(mine.len() == 5 && mine.iter().all(|line| line.mine == both), "{place:?}: {mine:?}");
        let asked = ["ana0", "none", "left0"].map(str::to_owned);
        let mut heads = store.heads(asked.to_vec()).await.expect("it works");
        heads.sort_by(|one, other| one.0.cmp(&other.0));
        let heads = heads.iter().map(|(id, head)| (id.as_str(), head.number, head.revision));
        assert_eq!(heads.collect::<Vec<_>>(), [("ana0", 3, 1), ("left0", 2, 2)], "{place:?}");
    }
}

#[tokio::test]
async fn seats_come_before_games_on_the_public_list_however_many_games_are_newer() {
    let seat = |is: &str| match is {
        "open" => Sitter::Open,
        "invited" => Sitter::Invited,
        "computer" => Sitter::Computer { level: 3 },
        name => Sitter::Person { person: 2, name: Some(name.to_owned()) },
    };
    for place in Places::new("seats").each() {
        let store = at(&place, 1).await;
        let hosts = |number: u8| TokenHash([number; 32]);
        let lists = [
            ("waits", 1, Status::Waiting, "open", false),
            ("newer", 2, Status::Waiting, "open", false),
            ("friends", 3, Status::Waiting, "invited", false),
            ("comes-in", 4, Status::Playing, "computer", true),
            ("alone", 5, Status::Playing, "computer", false),
            ("full", 6, Status::Playing, "Ida", true),
            // Nobody gets a better place by their name.
            ("named", 7, Status::Playing, r#"{"is":"open"}{"is":"computer""#, true),
            ("waiting", 8, Status::Waiting, r#"{"is":"open"}"#, false),
            // The host's other tables are newer.
            ("first", 9, Status::Waiting, "open", false),
            ("second", 9, Status::Playing, "Ida", false),
            ("third", 9, Status::Playing, "Ida", false),
            ("fourth", 9, Status::Playing, "Ida", false),
        ];
        for (number, (id, host, status, second, takes_newcomers)) in (0..).zip(lists) {
            let mut batch = opened_by(id, hosts(host), "open", true);
            for change in &mut batch.changes {
                if let Change::Listed(line) = change {
                    (line.status, line.changed_at) = (status, 100 + number);
                    (line.seats[1], line.takes_newcomers) = (seat(second), takes_newcomers);
                }
            }
            store.append(batch).await.expect("it is stored");
        }
        let ids = async |most| {
            let lines = store.public_tables(0, most).await.expect("it works");
            lines.into_iter().map(|line| line.id).collect::<Vec<_>>()
        };
        assert_eq!(ids(4).await, ["first", "newer", "waits", "comes-in"], "{place:?}");
        let rest = ["fourth", "third", "waiting", "named", "full", "alone", "friends"];
        assert_eq!(ids(99).await[4..], rest, "{place:?}");
    }
}

/// Whoever comes by the code of somebody else by chance must not have it, nor take it away.
#[tokio::test]
async fn a_code_that_somebody_has_already_is_refused() {
    for place in Places::new("same").each() {
        let store = at(&place, 1).await;
        let code = |holder| DeviceTransfer {
            hash: [7; 32],
            table: "a".to_owned(),
            holder: TokenHash([holder; 32]),
            until: 50,
        };
        store.keep_code(code(1), 1).await.expect("it is stored");
        let again = store.keep_code(code(2), 1).await;
        assert_eq!(again, Err(StoreError::Conflict(String::new())), "{place:?}");
        // Once more by the same, whose answer was lost.
        store.keep_code(code(1), 1).await.expect("it is stored");
        assert_eq!(store.use_code([7; 32]).await, Ok(Some(code(1))), "{place:?}");
    }
}

#[tokio::test]
async fn a_code_is_used_once_and_only_the_last_one_counts() {
    for place in Places::new("codes").each() {
        let code = |hash, until| DeviceTransfer {
            hash: [hash; 32],
            table: "a".to_owned(),
            holder: TokenHash([1; 32]),
            until,
        };
        {
            let store = at(&place, 1).await;
            store.keep_code(code(1, 50), 1).await.expect("it is stored");
            store.keep_code(code(2, 60), 1).await.expect("it is stored");
        }
        let store = at(&place, 2).await;
        assert_eq!(store.use_code([1; 32]).await, Ok(None), "another one came after it");
        let (first, second, written) =
            tokio::join!(store.use_code([2; 32]), store.use_code([2; 32]), store.append(opened("a")));
        assert_eq!(written, Ok(()), "who is too late takes nothing else with it");
        let given = [first, second].map(|code| code.expect("it works"));
        assert_eq!(given.iter().flatten().collect::<Vec<_>>(), [&code(2, 60)]);
        store.keep_code(code(3, 60), 1).await.expect("it is stored");
        store.forget_codes(TokenHash([1; 32])).await.expect("it is stored");
        assert_eq!(store.use_code([3; 32]).await, Ok(None));
    }
}

fn aside(person: u32, payload: Option<&str>) -> Change {
    Change::Aside { aside: Aside::Swap(person), payload: payload.map(str::to_owned) }
}

#[tokio::test]
async fn what_is_not_in_the_log_lasts_too() {
    for place in Places::new("lasting").each() {
        let wish = UndoWish {
            seat: rainette_core::Seat::new(1),
            from: 2,
            command: "u".to_owned(),
            number: 2,
            waits_for: vec![1],
            agreed: vec![2],
        };
        let mut expected = Stored::default();
        {
            let store = at(&place, 1).await;
            for batch in [
                opened("a"),
                Batch::new("a", [muted(1, 2, true), muted(2, 1, true), muted(1, 3, true)]),
                Batch::new("a", [muted(1, 3, false), Change::Wish(Some(wish)), aside(1, Some("one"))]),
                Batch::new("a", [aside(1, Some("two")), aside(2, Some("three"))]),
                Batch::new("a", [Change::Silenced(2), Change::Visited(90)]),
                opened("b"),
            ] {
                if batch.table == "a" {
                    expected.add(&batch);
                }
                store.append(batch).await.expect("it is stored");
            }
        }
        let store = at(&place, 2).await;
        assert_eq!(store.load("a").await.expect("it works"), Some(expected.clone()));
        assert_eq!(expected.beside.muted, [(1, 2)].into());
        let tail = store.tail("a", 2).await.expect("it works").expect("a table");
        assert_eq!((tail.beside, tail.head.revision), (expected.beside, 5));
        let waiting = |before| store.waiting_tables(before);
        assert_eq!(waiting(5).await, Ok(vec![]));
        assert_eq!(waiting(6).await, Ok(vec![("b".to_owned(), 5)]));
        assert_eq!(waiting(91).await, Ok(vec![("b".to_owned(), 5), ("a".to_owned(), 90)]));
        store.append(Batch::new("a", [Change::Wish(None), aside(1, None)])).await.expect("it is stored");
        let beside = store.load("a").await.expect("it works").expect("a table").beside;
        assert_eq!(beside.wish, None);
        assert_eq!(beside.asides, [(Aside::Swap(2), "three".to_owned())].into());
    }
}

#[tokio::test]
async fn quiet_tables_are_found_and_erased_altogether() {
    for place in Places::new("quiet").each() {
        let store = at(&place, 1).await;
        for id in ["a", "b"] {
            store.append(opened(id)).await.expect("it is stored");
        }
        store.append(Batch::new("a", [Change::Said(said(1, "hop"))])).await.expect("stored");
        store.append(batch("b", vec![Row { at: 90, ..row(3, None) }])).await.expect("stored");
        assert_eq!(store.quiet_tables(Status::Waiting, 5, 9).await.expect("it works"), [""; 0]);
        assert_eq!(store.quiet_tables(Status::Waiting, 50, 9).await.expect("it works"), ["a"]);
        assert_eq!(store.quiet_tables(Status::Finished, 50, 9).await.expect("it works"), [""; 0]);
        store.erase("a").await.expect("it works");
        assert_eq!(store.load("a").await.expect("it works"), None);
        let left = store.list("", 9).await.expect("it works");
        assert_eq!(left.iter().map(|listed| listed.line.id.as_str()).collect::<Vec<_>>(), ["b"]);
        store.append(opened("a")).await.expect("nothing of it is left");
    }
}

#[tokio::test]
async fn everything_moves_to_another_store_and_back() {
    let places = Places::new("moves");
    let [file, shared] = places.each();
    let (here, there) = (at(&file, 1).await, at(&shared, 1).await);
    for id in ["a", "B", "_c"] {
        here.append(opened(id)).await.expect("it is stored");
    }
    here.append(Batch::new("a", [Change::Said(said(1, "hop")), Change::Said(said(2, "là-bas"))]))
        .await
        .expect("stored");
    let first = copy(here.as_ref(), there.as_ref()).await.expect("it moves");
    assert_eq!((first.tables, first.changed, first.events, first.lines), (3, 3, 6, 2));
    // Games go on, somebody is forgotten, and it is moved again.
    here.append(batch("B", vec![row(3, Some("x"))])).await.expect("it is stored");
    let forgotten = Person { number: 1, name: None, holder: None };
    let forget = Batch::new("a", [Change::Person(forgotten), Change::Silenced(1)]);
    here.append(forget).await.expect("it is stored");
    let second = copy(here.as_ref(), there.as_ref()).await.expect("it moves");
    assert_eq!((second.tables, second.changed, second.new_events, second.lines), (3, 2, 1, 0));
    assert_ne!(second.hash, first.hash);
    // And back, into an empty file.
    let back = at(&Database::Sqlite(places.folder.join("back.db")), 1).await;
    let third = copy(there.as_ref(), back.as_ref()).await.expect("it moves");
    assert_eq!((third.tables, &third.hash), (3, &second.hash));
    for id in ["a", "B", "_c"] {
        assert_eq!(back.load(id).await, here.load(id).await);
    }
    assert_eq!(back.list("", 9).await, here.list("", 9).await);
    // Whoever plays on over there cannot be overwritten.
    there.append(batch("_c", vec![row(3, Some("there"))])).await.expect("it is stored");
    here.append(batch("_c", vec![row(3, Some("here"))])).await.expect("it is stored");
    assert_eq!(copy(here.as_ref(), there.as_ref()).await, Err(CopyError::Parted("_c".to_owned())));
}

#[test]
fn stores_are_named_by_their_address() {
    assert_eq!("sqlite:///srv/x.db".parse(), Ok(Database::Sqlite(PathBuf::from("/srv/x.db"))));
    assert_eq!("sqlite://x.db".parse(), Ok(Database::Sqlite(PathBuf::from("x.db"))));
    assert_eq!("postgres://a@b/c".parse(), Ok(Database::Postgres("postgres://a@b/c".to_owned())));
    for wrong in ["mysql://a", "sqlite://", "frogs"] {
        assert_eq!(wrong.parse::<Database>(), Err(UnknownDatabase), "{wrong}");
    }
}

#[tokio::test]
async fn whom_games_wait_for_is_kept_and_what_was_true_earlier_does_not_replace_it() {
    let turn = |seat: usize, number| TurnLine {
        seats: vec![rainette_core::Seat::new(seat)],
        until: Some(9_000),
        moved: None,
        number,
    };
    let kept = |table: &str, number, turn| KeptTurn { table: table.to_owned(), number, turn };
    for place in Places::new("turns").each() {
        let store = at(&place, 1).await;
        for id in ["a", "b"] {
            store.append(opened(id)).await.expect("it is stored");
            // What is said to be true later than the last event is not believed.
            let rows = (3..=8).map(|number| row(number, None)).collect();
            store.append(batch(id, rows)).await.expect("it is stored");
        }
        let mine = || async { store.turns_of(TokenHash([1; 32])).await.expect("it works") };
        assert!(mine().await.is_empty());
        let both = vec![
            kept("b", 4, Some(turn(1, 3))),
            kept("a", 7, Some(turn(1, 6))),
            kept("a", 6, Some(turn(0, 5))),
            kept("stray", 7, Some(turn(0, 6))),
        ];
        store.keep_turns(both).await.expect("it is stored");
        assert_eq!(mine().await, [("a".to_owned(), turn(1, 6)), ("b".to_owned(), turn(1, 3))].into());
        store.keep_turns(vec![kept("a", 5, Some(turn(0, 4)))]).await.expect("it is stored");
        assert_eq!(mine().await["a"], turn(1, 6), "that was earlier");
        store
            .keep_turns(vec![kept("a", 8, None), kept("b", 5, Some(turn(0, 4)))])
            .await
            .expect("it is stored");
        assert_eq!(mine().await, [("b".to_owned(), turn(0, 4))].into());
        assert!(store.turns_of(TokenHash([2; 32])).await.expect("it works").is_empty());
        store.keep_turns(Vec::new()).await.expect("nothing is stored");
        store.erase("b").await.expect("it is gone");
        assert!(mine().await.is_empty());
    }
}

#[tokio::test]
async fn a_report_stays_however_many_follow_until_its_time_is_over() {
    let report = |at: Millis, table: &str, (by, from): (usize, usize)| Report {
        at,
        table: table.to_owned(),
        game: "hop-it".to_owned(),
        person: Some(2),
        name: Some("Bo".to_owned()),
        mark: Some("mark".to_owned()),
        by: Some(by.to_string()),
        from: Some(from.to_string()),
        reason: ReportReason::Spam,
        text: "it grows".to_owned(),
        chat: vec![said(1, "buy")],
    };
    let places = Places::new("reports");
    let stores = places.each();
    for place in &stores {
        let store = at(place, 1).await;
        let kept = |since| {
            let store = &store;
            async move { store.reports(since).await.expect("it works") }
        };
        let full = |table: &str| Err(StoreError::Conflict(table.to_owned()));
        let true_one = report(10, "a", (0, 0));
        store.keep_report(true_one.clone()).await.expect("it is stored");
        // With one token, or with many at one address, nobody gets far.
        for who in 0..REPORTS_OF_EACH {
            store.keep_report(report(20, "a", (100, who + 10))).await.expect("there is room");
            store.keep_report(report(20, "a", (who + 10, 100))).await.expect("there is room");
        }
        assert_eq!(store.keep_report(report(20, "a", (100, 99))).await, full(""));
        assert_eq!(store.keep_report(report(20, "a", (99, 100))).await, full(""));
        // Nor do many at many addresses push out what others have reported.
        let left = REPORTS_OF_ONE - 1 - 2 * REPORTS_OF_EACH;
        for who in 1_000..1_000 + left {
            store.keep_report(report(30, "a", (who, who))).await.expect("there is room");
        }
        assert_eq!(store.keep_report(report(30, "a", (5_000, 5_000))).await, full(""));
        store.keep_report(report(30, "b", (100, 100))).await.expect("at another table there is room");
        let all = kept(0).await;
        assert_eq!((all.len(), &all[0].report), (REPORTS_OF_ONE + 1, &true_one), "all of it");
        assert!(all[0].number < all[1].number);
        assert_eq!(kept(11).await.len(), REPORTS_OF_ONE, "what is too old is not shown");
        store.forget_reports(11).await.expect("it works");
        assert_eq!(kept(0).await.len(), REPORTS_OF_ONE, "and is gone");
        store.keep_report(report(40, "a", (6_000, 6_000))).await.expect("there is room again");
        let number = kept(0).await.pop().expect("a report").number;
        assert_eq!(place.clear_reports(Some(number)).await, Ok(1), "while a server uses it");
        store.erase("a").await.expect("it is gone");
        assert_eq!(kept(0).await.len(), REPORTS_OF_ONE, "a table that is gone leaves its reports");
        store.close().await.expect("it is closed");
    }
    // They move with everything else, and not twice.
    let (from, to) = (at(&stores[0], 2).await, at(&stores[1], 2).await);
    stores[1].clear_reports(None).await.expect("they are gone");
    for _ in 0..2 {
        copy(from.as_ref(), to.as_ref()).await.expect("everything is moved");
        assert_eq!(to.reports(0).await.expect("it works").len(), REPORTS_OF_ONE);
    }
}

#[tokio::test]
async fn a_game_that_is_on_stays_on_the_list_of_ones_own_tables() {
    let me = TokenHash([1; 32]);
    for place in Places::new("own").each() {
        let store = at(&place, 1).await;
        store.append(opened("long")).await.expect("it is stored");
        let mut line = store.tables_of(me, 9).await.expect("it works").remove(0);
        line.status = Status::Playing;
        store.append(Batch::new("long", [Change::Listed(Box::new(line))])).await.expect("it is stored");
        for number in 0..5 {
            let id = format!("later-{number}");
            store.append(opened(&id)).await.expect("it is stored");
            let mut line = store.tables_of(me, 9).await.expect("it works").into_iter();
            let mut line = line.find(|line| line.id == id).expect("it is listed");
            line.changed_at = 100 + number;
            store.append(Batch::new(&id, [Change::Listed(Box::new(line))])).await.expect("it is stored");
        }
        let tables = store.tables_of(me, 3).await.expect("it works");
        let ids: Vec<_> = tables.iter().map(|line| line.id.as_str()).collect();
        assert_eq!(ids, ["long", "later-4", "later-3"]);
    }
}
