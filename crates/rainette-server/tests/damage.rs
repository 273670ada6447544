//! Damage to what is stored: it is reported, the tables that it hit are not served, all others are, and nothing panics.

mod services;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use rainette_server::fair::Seed;
use rainette_server::journal::{Aside, Event, Row, TokenHash, UndoWish};
use rainette_server::protocol::{Analysis, ChatLine, ReportReason, TurnLine};
use rainette_server::store::{
    Checked, Database, DeviceTransfer, KeptTurn, Report, Store, StoreError, backup,
};
use rainette_server::table::{Batch, Change, Fresh, open};
use rainette_server::tokens::TokenKey;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng as _, SeedableRng as _};
use sqlx::{ConnectOptions as _, Connection as _, Row as _};

/// A folder that is gone with the test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("rainette-damage-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        Self(folder)
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn id(number: u32) -> String {
    format!("table-{number:02}")
}

/// Stores some tables with something of everything that can be stored.
async fn fill(store: &dyn Store, tables: u32) {
    for number in 0..tables {
        let table = id(number);
        let wish = serde_json::from_value(serde_json::json!({
            "game": "hop-it", "name": "Ana", "seats": [{ "is": "me" }, { "is": "friend" }],
        }));
        let fresh =
            Fresh { id: table.clone(), invite: format!("to {table}"), seed: Seed::new([number as u8; 32]) };
        let opened = open(&wish.expect("a wish"), None, TokenHash([1; 32]), fresh, 5).expect("a table");
        let rows = opened.rows().count() as u64;
        store.append(opened).await.expect("it is stored");
        for event in 1..=20 {
            let seat = rainette_core::Seat::new(event as usize % 2);
            let action = Event::Action { seat, action: "b4-d4".to_owned(), computer: false };
            let command = Some((seat, format!("c{event}")));
            let row = Row { number: rows + event, at: 1_000 * event as i64, command, event: action };
            store.append(Batch::new(&table, [Change::Row(row)])).await.expect("it is stored");
        }
        let said = |number| ChatLine {
            number,
            at: 6,
            person: 1,
            name: Some("Ana".to_owned()),
            text: format!("line {number} of {table}"),
        };
        let wish = UndoWish {
            seat: rainette_core::Seat::new(0),
            from: 3,
            command: "u".to_owned(),
            number: 9,
            waits_for: vec![2],
            agreed: vec![1],
        };
        let swap = Change::Aside { aside: Aside::Swap(1), payload: Some("{}".to_owned()) };
        let others = [muted(1, 2, true), Change::Wish(Some(wish)), swap, Change::Visited(77)];
        let changes = (1..=5).map(said).map(Change::Said).chain(others);
        store.append(Batch::new(&table, changes)).await.expect("it is stored");
        let code =
            DeviceTransfer { hash: [number as u8; 32], table, holder: TokenHash([1; 32]), until: 99_999 };
        store.keep_code(code, 1).await.expect("it is stored");
        store.keep_analysis(&id(number), &analysis()).await.expect("it is stored");
        store.keep_report(report(number)).await.expect("it is stored");
    }
}

fn report(number: u32) -> Report {
    Report {
        at: 90,
        table: id(number),
        game: "hop-it".to_owned(),
        person: Some(1),
        name: Some("Ana".to_owned()),
        mark: None,
        by: Some("somebody".to_owned()),
        from: None,
        reason: ReportReason::Spam,
        text: format!("what was said at {}", id(number)),
        chat: Vec::new(),
    }
}

fn analysis() -> Analysis {
    let analysis = serde_json::json!({
        "is_done": true, "looked_at": 1, "moments": 1, "iterations": 1, "seed": 1, "judged_by": "", "curve": [],
        "swings": [], "luck": [], "luck_errors": [], "lost": [], "lost_errors": [],
    });
    serde_json::from_value(analysis).expect("an analysis")
}

fn muted(person: u32, other: u32, is_muted: bool) -> Change {
    Change::Muted { person, other, is_muted }
}

/// Every row of every table of an SQLite file, as values with their types; none where SQLite itself finds it damaged. Not
/// whom games wait for, which is written anew from the logs.
async fn dump(path: &Path) -> Option<BTreeMap<String, Vec<String>>> {
    const TABLES: [&str; 14] = [
        "SELECT quote(id), quote(invite), quote(is_public), quote(status), quote(line), quote(created_at), \
         quote(changed_at), quote(visited_at), quote(touched), quote(seal) FROM tables NOT INDEXED",
        "SELECT quote(table_id), quote(number), quote(at), quote(seat), quote(command), quote(payload), quote(chain) \
         FROM log NOT INDEXED",
        "SELECT quote(table_id), quote(number), quote(name), quote(holder) FROM people NOT INDEXED",
        "SELECT quote(table_id), quote(number), quote(at), quote(person), quote(text) FROM chat NOT INDEXED",
        "SELECT quote(table_id), quote(person), quote(other) FROM mutes NOT INDEXED",
        "SELECT quote(table_id), quote(payload) FROM wishes NOT INDEXED",
        "SELECT quote(table_id), quote(kind), quote(payload) FROM asides NOT INDEXED",
        "SELECT quote(table_id), quote(payload) FROM analyses NOT INDEXED",
        "SELECT quote(began_at), quote(seen_at), quote(seal) FROM runs NOT INDEXED",
        "SELECT quote(hash), quote(table_id), quote(holder), quote(until), quote(seal) FROM codes NOT INDEXED",
        "SELECT quote(table_id), quote(number), quote(chain), quote(beside) FROM seals NOT INDEXED",
        "SELECT quote(tables), quote(ids), quote(keys) FROM whole NOT INDEXED",
        "SELECT quote(number), quote(at), quote(table_id), quote(payload), quote(seal) FROM reports NOT INDEXED",
        "SELECT quote(number), quote(key) FROM token_keys NOT INDEXED",
    ];
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(path).read_only(true);
    let mut connection = options.connect().await.ok()?;
    let mut dumped = BTreeMap::new();
    for sql in TABLES {
        let rows = sqlx::query(sql).fetch_all(&mut connection).await.ok()?;
        let row = |row: &sqlx::sqlite::SqliteRow| {
            // Whatever the bytes are by now: lossily, but the same for the same.
            (0..row.len()).map(|index| row.try_get_unchecked::<Vec<u8>, _>(index).ok()).collect::<Vec<_>>()
        };
        dumped.insert(sql.to_owned(), rows.iter().map(|it| format!("{:?}", row(it))).collect());
    }
    let _ = connection.close().await;
    Some(dumped)
}

/// What becomes of a file.
#[derive(Clone, Copy, Debug)]
enum Harm {
    /// So many bits flip, anywhere.
    Bits(u32),
    /// A page is zeroed.
    ZeroPage,
    /// A page is as another one.
    WrongPage,
    /// The end is gone.
    Cut,
}

fn harm(bytes: &mut Vec<u8>, harm: Harm, random: &mut Xoshiro256PlusPlus) {
    const PAGE: usize = 4_096;
    let mut below = |n: usize| (random.next_u64() % n.max(1) as u64) as usize;
    let pages = bytes.len() / PAGE;
    match harm {
        Harm::Bits(bits) => {
            for _ in 0..bits {
                let at = below(bytes.len());
                bytes[at] ^= 1 << below(8);
            }
        }
        Harm::ZeroPage => {
            let page = below(pages) * PAGE;
            bytes[page..page + PAGE].fill(0);
        }
        Harm::WrongPage => {
            let (from, to) = (below(pages) * PAGE, below(pages) * PAGE);
            bytes.copy_within(from..from + PAGE, to);
        }
        Harm::Cut => {
            let kept = pages - 1 - below(pages / 4);
            bytes.truncate(kept * PAGE);
        }
    }
}

/// Copies a database with its `-wal`, where there is one, and harms one of the two.
fn copy_harmed(from: &Path, to: &Path, number: u32, is_wal: bool) -> Harm {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(u64::from(number));
    let kind = match number % 8 {
        0 => Harm::ZeroPage,
        1 => Harm::WrongPage,
        2 => Harm::Cut,
        3 => Harm::Bits(10),
        4 => Harm::Bits(100),
        _ => Harm::Bits(1 + number % 3),
    };
    for ending in ["", "-wal"] {
        let name = |path: &Path| PathBuf::from(format!("{}{ending}", path.display()));
        let Ok(mut bytes) = std::fs::read(name(from)) else { continue };
        if is_wal == (ending == "-wal") {
            harm(&mut bytes, kind, &mut random);
        }
        std::fs::write(name(to), bytes).expect("a copy");
    }
    kind
}

/// The tables that can be loaded; each must be what was stored.
async fn served(path: &Path, whole: &BTreeMap<String, String>) -> Option<BTreeSet<String>> {
    let store = Database::Sqlite(path.to_owned()).open(1).await.ok()?;
    let mut served = BTreeSet::new();
    for (id, stored) in whole {
        match store.load(id).await {
            Ok(Some(found)) => {
                assert_eq!(format!("{found:?}"), *stored, "{id} is served, but is not what was stored");
                served.insert(id.clone());
            }
            // Where a table is gone without a trace only a look at everything shows that.
            Ok(None) | Err(StoreError::Damaged { .. } | StoreError::Broken(_)) => {}
            Err(error) => panic!("{id}: {error}"),
        }
    }
    // Nothing of this may panic, whatever it answers.
    let _ = store.public_tables(0, 99).await;
    let _ = store.tables_of(TokenHash([1; 32]), 99).await;
    for kept in store.reports(0).await.unwrap_or_default() {
        assert!((0..TABLES).any(|number| report(number) == kept.report), "{kept:?} is not what was stored");
    }
    let _ = store.close().await;
    Some(served)
}

struct Outcome {
    changed: u32,
    reported: u32,
    unserved: u32,
    served_others: u32,
}

/// Harms copies of a file, and looks at what is said about each.
async fn harm_copies(folder: &Folder, file: &Path, numbers: std::ops::Range<u32>, is_wal: bool) -> Outcome {
    let original = folder.file("original.db");
    std::fs::copy(file, &original).expect("a copy");
    let before = dump(&original).await.expect("the original is whole");
    let store = Database::Sqlite(file.to_owned()).open_to_read(1).await.expect("a store");
    let mut whole = BTreeMap::new();
    for number in 0..TABLES {
        let stored = store.load(&id(number)).await.expect("it works").expect("a table");
        whole.insert(id(number), format!("{stored:?}"));
    }
    drop(store);
    let mut outcome = Outcome { changed: 0, reported: 0, unserved: 0, served_others: 0 };
    for number in numbers {
        let copy = folder.file(&format!("copy-{number}.db"));
        let kind = copy_harmed(file, &copy, number, is_wal);
        let is_changed = dump(&copy).await.as_ref() != Some(&before);
        let checked = Database::Sqlite(copy.clone()).check().await;
        let is_reported = match &checked {
            Ok(checked) => !checked.is_whole(),
            Err(_) => true,
        };
        assert!(
            is_reported || !is_changed,
            "copy {number}, {kind:?}: what is stored differs, and nobody says so"
        );
        let damaged = checked.as_ref().map(Checked::tables_damaged).unwrap_or_default();
        let damaged: BTreeSet<String> = damaged.into_iter().map(str::to_owned).collect();
        match served(&copy, &whole).await {
            None => outcome.unserved += 1,
            Some(served) => {
                assert!(served.is_disjoint(&damaged), "copy {number}: {:?}", served.intersection(&damaged));
                outcome.served_others += u32::from(!damaged.is_empty() && !served.is_empty());
                let is_structure_whole = checked
                    .as_ref()
                    .is_ok_and(|checked| checked.damaged.iter().all(|damage| damage.table.is_some()));
                if is_structure_whole {
                    assert_eq!(served.len() + damaged.len(), whole.len(), "copy {number}, {kind:?}");
                }
            }
        }
        outcome.changed += u32::from(is_changed);
        outcome.reported += u32::from(is_reported);
        for ending in ["", "-wal", "-shm", ".lock"] {
            let _ = std::fs::remove_file(format!("{}{ending}", copy.display()));
        }
    }
    outcome
}

const TABLES: u32 = 12;

#[tokio::test]
async fn a_hundred_damaged_files_are_reported_and_undamaged_tables_served() {
    let folder = Folder::new("file");
    let file = folder.file("rainette.db");
    let store = Database::Sqlite(file.clone()).open(1).await.expect("a store");
    fill(store.as_ref(), TABLES).await;
    store.close().await.expect("it is closed");
    assert!(!folder.file("rainette.db-wal").exists(), "the file holds everything by itself");
    // `RAINETTE_COPIES=…` looks at more.
    let copies = std::env::var("RAINETTE_COPIES").ok().and_then(|text| text.parse().ok()).unwrap_or(100);
    let outcome = harm_copies(&folder, &file, 0..copies, false).await;
    println!(
        "of {copies} copies {} differ for a reader, {} are reported, {} cannot be opened, {} serve others beside damaged tables",
        outcome.changed, outcome.reported, outcome.unserved, outcome.served_others
    );
    assert!(outcome.changed >= 60 && outcome.reported >= outcome.changed, "{} differ", outcome.changed);
    assert!(outcome.served_others >= 20, "{} serve others", outcome.served_others);
}

/// In a `-wal` SQLite takes what is whole up to the first frame that is not, and nothing after it. So a server that was
/// killed may find that what was acknowledged last is gone, which no check within the file can know.
#[tokio::test]
async fn a_damaged_wal_is_never_served_as_something_else() {
    let folder = Folder::new("wal");
    let file = folder.file("rainette.db");
    let store = Database::Sqlite(file.clone()).open(1).await.expect("a store");
    fill(store.as_ref(), TABLES).await;
    let wal = folder.file("rainette.db-wal");
    assert!(std::fs::metadata(&wal).expect("a wal").len() > 100_000);
    // As a kill leaves it: both files as they are.
    let killed = folder.file("killed.db");
    std::fs::copy(&file, &killed).expect("a copy");
    std::fs::copy(&wal, folder.file("killed.db-wal")).expect("a copy");
    for number in 0..40 {
        let copy = folder.file(&format!("copy-{number}.db"));
        copy_harmed(&killed, &copy, number, true);
        let before: Vec<u64> = events(&killed, &folder).await;
        let after = events(&copy, &folder).await;
        assert!(after.iter().zip(&before).all(|(after, before)| after <= before), "copy {number}");
    }
}

/// How many events each table has, all of which are what was stored.
async fn events(path: &Path, folder: &Folder) -> Vec<u64> {
    // Opening it would put the `-wal` into it.
    let copy = folder.file("looked-at.db");
    for ending in ["", "-wal", "-shm", ".lock"] {
        let name = |path: &Path| format!("{}{ending}", path.display());
        let _ = std::fs::remove_file(name(&copy));
        if !matches!(ending, "-shm" | ".lock") {
            let _ = std::fs::copy(name(path), name(&copy));
        }
    }
    let Ok(store) = Database::Sqlite(copy).open(1).await else { return Vec::new() };
    let mut events = Vec::new();
    for number in 0..TABLES {
        match store.load(&id(number)).await {
            Ok(stored) => events.push(stored.map_or(0, |stored| stored.rows.len() as u64)),
            Err(error) => panic!("a wal is whole up to where it ends: {error}"),
        }
    }
    let _ = store.close().await;
    events
}

#[tokio::test]
async fn whatever_is_changed_behind_the_servers_back_is_found() {
    let folder = Folder::new("rows");
    let server = services::Postgres::shared().expect("a PostgreSQL server");
    let file = folder.file("rainette.db");
    let url = server.database().expect("a database");
    for place in [Database::Sqlite(file.clone()), Database::Postgres(url.clone())] {
        let store = place.open(1).await.expect("a store");
        fill(store.as_ref(), 3).await;
        store.heartbeat(store.now()).await.expect("it is stored");
        let checked = place.check().await.expect("it can be read");
        assert_eq!((checked.tables, checked.events, checked.is_whole()), (3, 3 * 22, true), "{checked:?}");
        assert_eq!(store.check(false).await, Ok(checked));
        // Each is done to a copy of its own, and found there.
        let harms = [
            (
                "UPDATE log SET payload = replace(payload, 'b4-d4', 'b4-d5') WHERE table_id = 'table-01' AND number = 7",
                true,
            ),
            ("UPDATE log SET at = at + 1 WHERE table_id = 'table-01' AND number = 8", true),
            ("DELETE FROM log WHERE table_id = 'table-01' AND number = 22", true),
            ("DELETE FROM log WHERE table_id = 'table-01' AND number = 9", true),
            ("UPDATE people SET name = 'Bea' WHERE table_id = 'table-01'", true),
            ("DELETE FROM chat WHERE table_id = 'table-01' AND number = 3", true),
            ("UPDATE chat SET text = 'other' WHERE table_id = 'table-01' AND number = 2", true),
            ("DELETE FROM mutes WHERE table_id = 'table-01'", true),
            ("DELETE FROM wishes WHERE table_id = 'table-01'", true),
            ("DELETE FROM asides WHERE table_id = 'table-01'", true),
            ("UPDATE asides SET kind = 'early 0' WHERE table_id = 'table-01'", true),
            ("UPDATE tables SET invite = 'elsewhere' WHERE id = 'table-01'", true),
            ("UPDATE tables SET touched = touched + 1 WHERE id = 'table-01'", true),
            ("UPDATE tables SET visited_at = visited_at + 1 WHERE id = 'table-01'", true),
            ("DELETE FROM seals WHERE table_id = 'table-01'", true),
            ("UPDATE seals SET number = 21 WHERE table_id = 'table-01'", true),
            ("DELETE FROM tables WHERE id = 'table-01'", true),
            ("UPDATE runs SET seen_at = seen_at + 1", false),
            ("UPDATE codes SET until = until + 1", false),
            ("DELETE FROM whole", false),
            ("UPDATE whole SET tables = tables + 1", false),
            ("UPDATE analyses SET payload = '{}' WHERE table_id = 'table-01'", true),
            ("DELETE FROM analyses WHERE table_id = 'table-01'", true),
            ("UPDATE reports SET payload = replace(payload, 'said', 'done') WHERE number = 2", false),
            ("UPDATE reports SET at = at + 1 WHERE number = 2", false),
        ];
        for (number, (sql, is_of_table)) in harms.into_iter().enumerate() {
            let copied = match &place {
                Database::Sqlite(_) => {
                    let copy = folder.file(&format!("harmed-{number}.db"));
                    backup(&file, &copy).await.expect("a backup");
                    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(&copy);
                    let mut connection = options.connect().await.expect("a connection");
                    sqlx::query(sqlx::AssertSqlSafe(sql)).execute(&mut connection).await.expect(sql);
                    connection.close().await.expect("closed");
                    Database::Sqlite(copy)
                }
                Database::Postgres(_) => {
                    let copy = server.database().expect("a database");
                    let there = Database::Postgres(copy.clone()).open(1).await.expect("a store");
                    fill(there.as_ref(), 3).await;
                    there.close().await.expect("closed");
                    let options: sqlx::postgres::PgConnectOptions = copy.parse().expect("an address");
                    let mut connection = options.connect().await.expect("a connection");
                    sqlx::query(sqlx::AssertSqlSafe(sql)).execute(&mut connection).await.expect(sql);
                    Database::Postgres(copy)
                }
            };
            let checked = copied.check().await.expect("it can be read");
            assert!(!checked.is_whole(), "{place:?}: {sql}");
            let expected: BTreeSet<&str> = if is_of_table { ["table-01"].into() } else { BTreeSet::new() };
            assert_eq!(checked.tables_damaged(), expected, "{sql}");
            let store = copied.open(2).await.expect("a store");
            let loaded = store.load("table-01").await;
            if is_of_table {
                let is_damaged =
                    matches!(&loaded, Err(StoreError::Damaged { table, .. }) if table == "table-01");
                assert!(is_damaged, "{sql}: {loaded:?}");
            }
            for other in ["table-00", "table-02"] {
                assert!(store.load(other).await.expect("it works").is_some(), "{sql}");
            }
            let listed = store.tables_of(TokenHash([1; 32]), 9).await.expect("it works");
            assert!(listed.len() >= 2, "{sql}");
            let shown = if sql.contains("reports") { vec![1, 3] } else { vec![1, 2, 3] };
            let reports = store.reports(0).await.expect("it works");
            assert_eq!(reports.iter().map(|kept| kept.number).collect::<Vec<_>>(), shown, "{sql}");
        }
        store.close().await.expect("it is closed");
    }
}

async fn execute(place: &Database, sql: &'static str) {
    match place {
        Database::Sqlite(file) => {
            let options = sqlx::sqlite::SqliteConnectOptions::new().filename(file);
            let mut connection = options.connect().await.expect("a connection");
            sqlx::query(sql).execute(&mut connection).await.expect(sql);
            connection.close().await.expect("closed");
        }
        Database::Postgres(url) => {
            let options: sqlx::postgres::PgConnectOptions = url.parse().expect("an address");
            let mut connection = options.connect().await.expect("a connection");
            sqlx::query(sql).execute(&mut connection).await.expect(sql);
        }
    }
}

/// A key that is lost or another one is not replaced by a new one without a word, unless somebody says so.
#[tokio::test]
async fn a_key_that_is_lost_is_not_replaced_without_a_word() {
    let folder = Folder::new("keys");
    let server = services::Postgres::shared().expect("a PostgreSQL server");
    for place in
        [Database::Sqlite(folder.file("a.db")), Database::Postgres(server.database().expect("a database"))]
    {
        let store = place.open(1).await.expect("a store");
        fill(store.as_ref(), 1).await;
        let keys = store.token_keys();
        store.close().await.expect("closed");
        // What was stored before keys had checks is kept, and checked from then on.
        execute(&place, "UPDATE whole SET keys = NULL").await;
        for now in 2..4 {
            let store = place.open(now).await.expect("a store");
            assert_eq!(store.token_keys(), keys);
            store.close().await.expect("closed");
        }
        for harm in ["UPDATE token_keys SET number = number + 1", "DELETE FROM token_keys"] {
            execute(&place, harm).await;
            let checked = place.check().await.expect("it can be read");
            let what: Vec<&str> = checked.damaged.iter().map(|damage| damage.what.as_str()).collect();
            assert!(matches!(what[..], [what] if what.contains("the keys of tokens")), "{harm}: {what:?}");
            let refused = place.open(4).await.err().expect("it is refused");
            assert!(refused.to_string().contains("restore a backup"), "{harm}: {refused}");
        }
        // As `docs/operating.md` says.
        execute(&place, "DELETE FROM token_keys").await;
        execute(&place, "UPDATE whole SET keys = NULL").await;
        let store = place.open(5).await.expect("a store");
        assert_eq!(store.token_keys().len(), 1);
        assert_ne!(store.token_keys(), keys);
        assert!(store.load(&id(0)).await.expect("it works").is_some());
        assert!(place.check().await.expect("it can be read").is_whole());
        store.close().await.expect("closed");
    }
}

/// Whom games wait for has no check: it follows from the logs, and is put right as soon as a table is loaded.
#[tokio::test]
async fn whom_a_game_waits_for_is_written_anew_if_it_is_damaged() {
    let folder = Folder::new("turns");
    let server = services::Postgres::shared().expect("a PostgreSQL server");
    for place in
        [Database::Sqlite(folder.file("a.db")), Database::Postgres(server.database().expect("a database"))]
    {
        let store = place.open(1).await.expect("a store");
        fill(store.as_ref(), 1).await;
        let turn = |number| {
            let turn = TurnLine { seats: Vec::new(), until: None, moved: None, number };
            KeptTurn { table: id(0), number: 22, turn: Some(turn) }
        };
        store.keep_turns(vec![turn(5)]).await.expect("it is stored");
        let earlier = KeptTurn { number: 21, ..turn(4) };
        for harm in ["UPDATE turns SET payload = '{}'", "UPDATE turns SET number = 70368744177686"] {
            execute(&place, harm).await;
            assert!(place.check().await.expect("it can be read").is_whole(), "nothing is lost by it");
            store.keep_turns(vec![turn(5)]).await.expect("it is stored");
            store.keep_turns(vec![earlier.clone()]).await.expect("it is stored");
            let known = store.turns_of(TokenHash([1; 32])).await.expect("it works");
            assert_eq!(known.get(&id(0)).map(|turn| turn.number), Some(5), "{harm}");
        }
        store.close().await.expect("closed");
    }
}

/// What goes on at a table keeps its seal right, whatever it is.
#[tokio::test]
async fn whatever_is_stored_is_whole_afterwards() {
    let folder = Folder::new("whole");
    let server = services::Postgres::shared().expect("a PostgreSQL server");
    for place in
        [Database::Sqlite(folder.file("a.db")), Database::Postgres(server.database().expect("a database"))]
    {
        let store = place.open(1).await.expect("a store");
        fill(store.as_ref(), 3).await;
        store.append(Batch::new(id(0), [Change::Silenced(1)])).await.expect("stored");
        store
            .append(Batch::new(id(1), [muted(1, 2, false), muted(2, 1, true), muted(2, 1, true)]))
            .await
            .expect("stored");
        store.append(Batch::new(id(1), [Change::Wish(None), Change::Visited(3)])).await.expect("stored");
        // Old lines make room for new ones.
        let said = |number| ChatLine { number, at: 5, person: 1, name: None, text: "well".to_owned() };
        store.append(Batch::new(id(1), (6..=203).map(said).map(Change::Said))).await.expect("stored");
        assert_eq!(store.chat(&id(1)).await.expect("it works").first().map(|line| line.number), Some(4));
        let listed = store.list("", 9).await.expect("it works");
        store
            .append(Batch::new(id(1), [Change::Listed(Box::new(listed[1].line.clone()))]))
            .await
            .expect("stored");
        for _ in 0..2 {
            store.keep_analysis(&id(1), &analysis()).await.expect("stored");
        }
        store.keep_report(report(7)).await.expect("stored");
        store.forget_reports(90).await.expect("stored");
        assert_eq!(place.clear_reports(Some(1)).await, Ok(1));
        for _ in 0..2 {
            store.keep_token_key(TokenKey([7; 32])).await.expect("stored");
        }
        store.erase(&id(2)).await.expect("erased");
        let now = store.now();
        store.keep_run(now - 500, now - 400).await.expect("stored");
        store.heartbeat(now).await.expect("stored");
        let checked = place.check().await.expect("it can be read");
        assert_eq!((checked.tables, &checked.damaged), (2, &Vec::new()), "{place:?}");
        assert!(store.load(&id(1)).await.expect("it works").is_some());
        store.close().await.expect("closed");
        // And once more by whoever comes next.
        let store = place.open(2).await.expect("a store");
        store.append(Batch::new(id(1), [Change::Silenced(1)])).await.expect("stored");
        assert!(place.check().await.expect("it can be read").is_whole());
        store.close().await.expect("closed");
    }
}

/// A file from before there were checks is sealed once, when a server first opens it.
#[tokio::test]
async fn a_file_without_checks_is_sealed_when_it_is_opened() {
    let folder = Folder::new("old");
    let file = folder.file("rainette.db");
    let place = Database::Sqlite(file.clone());
    let store = place.open(1).await.expect("a store");
    fill(store.as_ref(), 3).await;
    store.close().await.expect("closed");
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(&file);
    let mut connection = options.connect().await.expect("a connection");
    for sql in [
        "DROP TABLE seals",
        "DROP TABLE whole",
        "ALTER TABLE log DROP COLUMN chain",
        "ALTER TABLE tables DROP COLUMN seal",
        "ALTER TABLE runs DROP COLUMN seal",
        "ALTER TABLE codes DROP COLUMN seal",
        "DROP TABLE token_keys",
        "DROP TABLE asides",
        "DROP TABLE turns",
        "DROP TABLE reports",
        "DELETE FROM _sqlx_migrations WHERE version >= 4",
    ] {
        sqlx::query(sql).execute(&mut connection).await.expect(sql);
    }
    connection.close().await.expect("closed");
    let old = place.check().await.expect_err("there is nothing to check by");
    assert!(old.to_string().contains("of an older version"), "{old}");
    let store = place.open(2).await.expect("a store");
    let checked = place.check().await.expect("it can be read");
    assert_eq!((checked.tables, checked.events, &checked.damaged), (3, 66, &Vec::new()));
    assert!(store.load(&id(1)).await.expect("it works").is_some());
}

#[tokio::test]
async fn a_backup_is_complete_and_overwrites_nothing() {
    let folder = Folder::new("backup");
    let file = folder.file("rainette.db");
    let store = Database::Sqlite(file.clone()).open(1).await.expect("a store");
    fill(store.as_ref(), 3).await;
    // While the server runs, and nothing is in the file itself yet.
    let copy = folder.file("copy.db");
    let copied = backup(&file, &copy).await.expect("a backup");
    assert_eq!((copied.tables, copied.events), (3, 66));
    let again = backup(&file, &copy).await.expect_err("it is there");
    assert!(again.to_string().contains("never overwrites"), "{again}");
    let restored = Database::Sqlite(copy).open(2).await.expect("a store");
    for number in 0..3 {
        assert_eq!(restored.load(&id(number)).await, store.load(&id(number)).await);
    }
    let nowhere = backup(&folder.file("none.db"), &folder.file("x.db")).await.expect_err("there is nothing");
    assert!(nowhere.to_string().contains("there is no file"), "{nowhere}");
}

/// After a clean stop the file alone holds everything, without its `-wal`.
#[tokio::test]
async fn a_store_that_is_closed_leaves_everything_in_the_file() {
    let folder = Folder::new("closed");
    let file = folder.file("rainette.db");
    let store = Database::Sqlite(file.clone()).open(1).await.expect("a store");
    fill(store.as_ref(), 3).await;
    store.close().await.expect("closed");
    let alone = folder.file("alone.db");
    std::fs::copy(&file, &alone).expect("a copy");
    let checked = Database::Sqlite(alone).check().await.expect("it can be read");
    assert_eq!((checked.tables, checked.events, checked.is_whole()), (3, 66, true));
    assert!(store.append(Batch::new(id(0), [])).await.is_err(), "it was the end");
    // Whoever comes next may have it at once.
    Database::Sqlite(file).open(2).await.expect("the lock is free");
}
