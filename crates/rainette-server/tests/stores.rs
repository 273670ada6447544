//! What every store has to keep to, on SQLite and on a real PostgreSQL.

mod services;

use std::path::PathBuf;
use std::sync::Arc;

use rainette_server::fair::Seed;
use rainette_server::journal::{Event, Person, Row, TokenHash, UndoWish};
use rainette_server::protocol::{ChatLine, Millis, Status};
use rainette_server::store::{CopyError, Database, DeviceTransfer, Store, StoreError, UnknownDatabase, copy};
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
    Row { number, at: 7, command, event: Event::Abandoned }
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
                Batch::new("a", [muted(1, 3, false), Change::Wish(Some(wish))]),
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
        assert_eq!((tail.beside, tail.head.revision), (expected.beside, 4));
        let waiting = |before| store.waiting_tables(before);
        assert_eq!(waiting(5).await, Ok(vec![]));
        assert_eq!(waiting(6).await, Ok(vec![("b".to_owned(), 5)]));
        assert_eq!(waiting(91).await, Ok(vec![("b".to_owned(), 5), ("a".to_owned(), 90)]));
        store.append(Batch::new("a", [Change::Wish(None)])).await.expect("it is stored");
        assert_eq!(store.load("a").await.expect("it works").and_then(|stored| stored.beside.wish), None);
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
