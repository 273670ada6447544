//! Whom `play-now` leads where.

use super::*;
use crate::budgets::{Budget, Budgets, Limits, Per};
use crate::bus::InProcess;
use crate::store::Database;
use crate::table::Change;
use crate::thinkers::Thinkers;

const NOW: Millis = 1_000_000;

fn wish() -> PlayNow {
    PlayNow { game: "hop-it".to_owned(), name: "Ana".to_owned(), ..PlayNow::default() }
}

fn line(id: &str, status: Status, seats: &[Sitter]) -> TableLine {
    TableLine {
        id: id.to_owned(),
        game: "hop-it".to_owned(),
        status,
        seats: seats.to_vec(),
        clock: ClockKind::None,
        options: std::collections::BTreeMap::new(),
        takes_newcomers: true,
        opening_events: 0,
        mine: Vec::new(),
        present: Some(1),
        created_at: 1,
        changed_at: 1,
        is_practice: false,
        marks: std::collections::BTreeMap::new(),
        turn: None,
    }
}

fn found(tables: &[TableLine], wish: &PlayNow) -> Vec<String> {
    let own = |id: &str, mine: &[Seat]| TableLine {
        mine: mine.to_vec(),
        ..line(id, Status::Waiting, &[Sitter::Open, Sitter::Open])
    };
    let mine = [own("mine", &[Seat::new(0)]), own("left", &[])];
    candidates(tables, wish, &mine, NOW).iter().map(|line| line.id.clone()).collect()
}

#[test]
fn tables_that_wait_come_first_and_only_those_that_fit() {
    let ana = Sitter::Person { person: 1, name: None };
    let computer = Sitter::Computer { level: 3 };
    let free = [ana.clone(), Sitter::Open];
    let on = [ana.clone(), computer.clone()];
    let playing = |id| line(id, Status::Playing, &on);
    let waiting = |id| line(id, Status::Waiting, &free);
    let tables = [
        playing("a game that takes newcomers"),
        TableLine { takes_newcomers: false, ..playing("a game that does not") },
        line("three wait", Status::Waiting, &[ana.clone(), Sitter::Open, Sitter::Open]),
        waiting("one waits"),
        TableLine { present: Some(0), ..waiting("everybody is away") },
        TableLine { present: Some(0), created_at: NOW - 1, ..line("begins", Status::Waiting, &on) },
        TableLine { game: "abagio".to_owned(), ..waiting("another game") },
        TableLine { clock: ClockKind::Days { days: 2, weekends_off: None }, ..waiting("days") },
        TableLine { opening_events: 3, ..waiting("an opening") },
        line("for friends", Status::Waiting, &[ana.clone(), Sitter::Invited]),
        line("full", Status::Waiting, &on),
        playing("mine"),
        waiting("left"),
        line("over", Status::Finished, &on),
    ];
    let all = ["one waits", "three wait", "a game that takes newcomers", "begins"];
    assert_eq!(found(&tables, &wish()), all);
    assert_eq!(found(&tables, &PlayNow { seats: Some(3), ..wish() }), ["three wait"]);
    let days = PlayNow { clock: Some(ClockKind::Days { days: 2, weekends_off: None }), ..wish() };
    assert_eq!(found(&tables, &days), ["days"], "whoever asks for it");
    let options = Some([("backs".to_owned(), 1)].into());
    assert_eq!(found(&tables, &PlayNow { options, ..wish() }), [] as [&str; 0]);
    let marks = [(1, "ana's".to_owned())].into();
    let marked = [TableLine { marks, ..waiting("ana's") }, waiting("another's")];
    let avoids = ["ana's".to_owned()].into();
    assert_eq!(found(&marked, &PlayNow { avoids, ..wish() }), ["another's"]);
    assert_eq!(found(&[waiting("mine")], &wish()), ["mine"], "nobody opens two tables by pressing twice");
}

#[test]
fn seats_come_first_on_the_list_and_tables_at_which_nobody_is_last() {
    let ana = Sitter::Person { person: 1, name: None };
    let computer = Sitter::Computer { level: 3 };
    let free = [ana.clone(), Sitter::Open];
    let on = [ana.clone(), computer];
    let deserted = |table: TableLine| TableLine { present: Some(0), ..table };
    let mut tables = [
        deserted(line("watched no more", Status::Playing, &[ana.clone(), ana.clone()])),
        line("to watch", Status::Playing, &[ana.clone(), ana.clone()]),
        TableLine { takes_newcomers: false, ..line("closed to others", Status::Playing, &on) },
        line("for friends", Status::Waiting, &[ana.clone(), Sitter::Invited]),
        deserted(line("a game that everybody left", Status::Playing, &on)),
        line("a game", Status::Playing, &on),
        deserted(line("nobody waits", Status::Waiting, &free)),
        line("somebody waits", Status::Waiting, &free),
        TableLine { created_at: NOW - 1, ..deserted(line("just opened", Status::Waiting, &free)) },
    ];
    rank(&mut tables, NOW);
    let order = [
        "somebody waits",
        "just opened",
        "nobody waits",
        "a game",
        "a game that everybody left",
        "to watch",
        "closed to others",
        "for friends",
        "watched no more",
    ];
    assert_eq!(tables.map(|line| line.id), order);
}

/// However many games are on, and are newer.
#[tokio::test]
async fn whoever_waits_is_found_among_any_number_of_games() {
    let folder = std::env::temp_dir().join(format!("rainette-crowded-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let store = Database::Sqlite(folder.join("rainette.db")).open(0).await.expect("a store");
    let (bus, thinkers) = (Arc::new(InProcess::default()), Thinkers::new(0).expect("no thread"));
    let hub = Hub::with_budgets(store, bus, thinkers, Arc::new(Budgets::new(Limits::none())), true);
    for number in 0..=LISTED as u8 {
        let seats = vec![SeatWish::Me, SeatWish::Open];
        let wish = OpenTable { seats, takes_newcomers: number % 2 == 0, ..opened(&wish()) };
        let fresh = Fresh { id: format!("table-{number}"), invite: random::code(), seed: random::seed() };
        let now = hub.now();
        let mut batch = open(&wish, None, TokenHash([number; 32]), fresh, now).expect("a table");
        for change in &mut batch.changes {
            // The first one waits.
            if let Change::Listed(line) = change
                && number > 0
            {
                (line.status, line.changed_at) = (Status::Playing, now + 1_000);
                line.seats[1] = Sitter::Person { person: 2, name: None };
            }
        }
        hub.store().append(batch).await.expect("it is stored");
    }
    let listing = hub.listing().await.expect("a list");
    assert_eq!(listing.tables[0].id, "table-0");
    let list: TableList = serde_json::from_slice(&listing.body).expect("JSON");
    assert_eq!((list.tables.len(), list.tables[0].id.as_str()), (LISTED as usize, "table-0"));
    let guest = TokenHash([200; 32]);
    let payer = Payer::new(Some(guest), [10, 0, 0, 1].into());
    let found = hub.play_now(&payer, wish(), guest).await.expect("a seat");
    assert_eq!(found, Found::Joined("table-0".to_owned(), vec![Seat::new(1)]));
    let _ = std::fs::remove_dir_all(folder);
}

#[test]
fn whoever_looks_for_a_seat_tries_four_tables_each_once_and_for_three_seconds() {
    let free = [Sitter::Person { person: 1, name: None }, Sitter::Open];
    let tables = (0..9).map(|number| line(&number.to_string(), Status::Waiting, &free)).collect();
    let presence = Presence { here: 9, playing: 0 };
    let listing = Listing {
        tables: Arc::new(tables),
        presence,
        body: Bytes::new(),
        zipped: Bytes::new(),
        tag: "".into(),
    };
    let (payer, wish) = (Payer::default(), wish());
    let mut search = Search { payer: &payer, wish: &wish, mine: Vec::new(), tried: BTreeSet::new() };
    let ids = |search: &Search<'_>| {
        search.candidates(&listing, NOW).iter().map(|line| line.id.clone()).collect::<Vec<_>>()
    };
    assert_eq!(ids(&search), ["0", "1", "2", "3"]);
    search.tried = ["0".to_owned(), "1".to_owned(), "5".to_owned()].into();
    assert_eq!(ids(&search), ["2"]);
    search.tried.insert("2".to_owned());
    assert_eq!(ids(&search), [] as [&str; 0]);
    assert_eq!(AGAIN.1 * AGAIN.0, Duration::from_secs(3), "as `docs/limits.md` says");
}

#[tokio::test]
async fn whoever_may_not_open_a_table_does_not_have_the_list_made_again_and_again() {
    let folder = std::env::temp_dir().join(format!("rainette-listed-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let store = Database::Sqlite(folder.join("rainette.db")).open(0).await.expect("a store");
    let limits = Limits::none().with(Budget::Public, Per::Person, 1);
    let (bus, thinkers) = (Arc::new(InProcess::default()), Thinkers::new(0).expect("no thread"));
    let hub = Hub::with_budgets(store, bus, thinkers, Arc::new(Budgets::new(limits)), true);
    let [ana, bo] = [1, 2].map(|who| TokenHash([who; 32]));
    let payer = |who| Payer::new(Some(who), [10, 0, 0, 1].into());
    let found = hub.play_now(&payer(ana), wish(), ana).await.expect("a table of her own");
    assert!(matches!(found, Found::Opened(_)));
    // On a slow machine the list gets old meanwhile, and is made anew for that.
    let is_same = async || {
        let before = hub.listing().await.expect("a list");
        for _ in 0..5 {
            let refused = hub.play_now(&payer(ana), wish(), ana).await.expect_err("one is hers");
            assert!(matches!(&refused, Error::OverBudget(it) if it.name() == "public-per-person"));
        }
        Arc::ptr_eq(&before.tables, &hub.listing().await.expect("a list").tables)
    };
    let mut tries = 0;
    while !is_same().await {
        tries += 1;
        assert!(tries < 20, "the list is made for whoever is refused");
    }
    // A list that was just made will do, unless somebody was put on it since.
    let mut tries = 0;
    loop {
        let [one, other] = [hub.last_listing().await, hub.last_listing().await];
        if Arc::ptr_eq(&one.expect("a list").tables, &other.expect("a list").tables) {
            break;
        }
        tries += 1;
        assert!(tries < 20, "the list is made for everybody who looks a last time");
    }
    let table = hub.open_for(&payer(bo), opened(&wish()), bo).await.expect("a table").table;
    let last = hub.last_listing().await.expect("a list");
    assert!(last.tables.iter().any(|line| line.id == table));
    let _ = std::fs::remove_dir_all(folder);
}

#[test]
fn a_list_is_new_if_tables_are_and_not_if_people_come_and_go() {
    let tables = vec![line("pond", Status::Waiting, &[Sitter::Open])];
    let list = TableList { tables, presence: Some(Presence { here: 3, playing: 1 }), now: COUNTS_FOR };
    let with = |change: &dyn Fn(&mut TableList)| {
        let mut other = list.clone();
        change(&mut other);
        lasting(&other) == lasting(&list)
    };
    assert!(with(&|list| list.presence = Some(Presence { here: 4, playing: 2 })));
    assert!(with(&|list| list.tables[0].present = Some(2)));
    assert!(with(&|list| list.now += COUNTS_FOR - 1), "nor is the time");
    assert!(!with(&|list| list.now += COUNTS_FOR), "but counts are no older than that");
    assert!(!with(&|list| list.tables[0].present = Some(0)), "nobody is there any more");
    assert!(!with(&|list| list.tables[0].takes_newcomers = false));
}

#[test]
fn a_table_of_ones_own_begins_at_once_with_computer_players() {
    let table = opened(&PlayNow { seats: Some(4), level: Some(5), ..wish() });
    assert!(table.is_public && table.takes_newcomers && table.start_when_full);
    let computer = SeatWish::Computer { level: 5 };
    assert_eq!(table.seats, [SeatWish::Me, computer, computer, computer]);
    assert_eq!(opened(&wish()).seats.last(), Some(&SeatWish::Computer { level: LEVEL }));
}
