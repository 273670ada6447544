//! How many sequences of events can follow, from tables that two engines have counted.
//!
//! A table has lines `SET-UP: DEPTH NODES` and `RECORD: DEPTH NODES`: a set-up such as `2 frogs=1` is drawn from the
//! fixed sequence, a record lies beside the table. One command counts afresh, and begins the table and the records of a
//! new game: `RAINETTE_BLESS=1 cargo test -p rainette-games --test perft`.

#[path = "plain/mod.rs"]
mod engines;
mod support;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use engines::{Engine, Waits, engine};
use rainette_core::{Game, Match, Record, Setup, Turn, fixed_setup, perft};
use rainette_games::{Visitor, games, visit};
use support::{SetupName, play};

/// A new table goes as deep as this many sequences.
const MOST: u64 = 2_000_000;

/// The plain engine confirms counts up to this many sequences.
const PLAIN_MOST: u64 = 30_000;

#[test]
fn counts_are_as_in_the_tables() {
    if blessing() {
        return for_every_game(|table| table.bless());
    }
    for_every_game(|table| {
        for (start, depth, nodes) in table.lines() {
            assert_eq!(table.count(&start, depth), nodes, "{}: {start}, depth {depth}", table.id());
        }
    });
}

#[test]
fn plain_engines_count_the_same() {
    if blessing() {
        return;
    }
    for_every_game(|table| {
        let mut confirmed = BTreeSet::new();
        for (start, depth, nodes) in table.lines() {
            if nodes <= PLAIN_MOST {
                assert_eq!(
                    table.count_plainly(&start, depth),
                    nodes,
                    "{}: {start}, depth {depth}",
                    table.id()
                );
                confirmed.insert(start);
            }
        }
        let all: BTreeSet<String> = table.lines().into_iter().map(|(start, ..)| start).collect();
        assert_eq!(confirmed, all, "{}: the plain engine has counted from everywhere", table.id());
    });
}

#[test]
fn every_game_and_set_up_has_a_table_and_there_is_no_other() {
    if blessing() {
        return;
    }
    let mut expected = BTreeSet::new();
    for_every_game(|table| {
        expected.insert(format!("{}.txt", table.id()));
        expected.extend(table.records().into_iter().map(|name| format!("{name}.record")));
        let starts: BTreeSet<String> = table.lines().into_iter().map(|(start, ..)| start).collect();
        assert_eq!(starts, table.starts().into_iter().collect(), "{}", table.id());
    });
    let files = fs::read_dir(folder()).expect("a folder of tables");
    let files = files.map(|file| file.expect("a file").file_name().to_string_lossy().into_owned());
    assert_eq!(files.collect::<BTreeSet<_>>(), expected);
}

/// Are tables written afresh, rather than read?
fn blessing() -> bool {
    std::env::var_os("RAINETTE_BLESS").is_some()
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/perft")
}

fn read(name: &str) -> String {
    fs::read_to_string(folder().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The table of one game.
trait Table {
    fn id(&self) -> &'static str;
    /// Every place to count from: each set-up, and each record by its name.
    fn starts(&self) -> Vec<String>;
    fn records(&self) -> Vec<String>;
    fn count(&self, start: &str, depth: u32) -> u64;
    fn count_plainly(&self, start: &str, depth: u32) -> u64;
    fn bless(&self);

    /// The lines of the file: where to count from, how deep, and how many there are.
    fn lines(&self) -> Vec<(String, u32, u64)> {
        let text = read(&format!("{}.txt", self.id()));
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        let line = |line: &str| {
            let (start, counts) = line.split_once(": ")?;
            let (depth, nodes) = counts.split_once(' ')?;
            Some((start.to_owned(), depth.parse().ok()?, nodes.parse().ok()?))
        };
        lines.map(|text| line(text).unwrap_or_else(|| panic!("`{text}` is no line of a table"))).collect()
    }
}

fn for_every_game(mut check: impl FnMut(&dyn Table)) {
    struct Counted;

    impl Visitor for Counted {
        type Output = Box<dyn Table>;

        fn visit<G: Game>(self) -> Self::Output {
            Box::new(Counts(Setup::<G>::all()))
        }
    }

    for info in games() {
        check(visit(info.id, Counted).expect("a game of the registry").as_ref());
    }
}

/// The set-ups of one game.
struct Counts<G: Game>(Vec<Setup<G>>);

impl<G: Game> Counts<G> {
    /// The game that a set-up or a record begins.
    fn game(&self, start: &str) -> Match<G> {
        if let Some(setup) = self.0.iter().find(|setup| SetupName(**setup).to_string() == start) {
            return fixed_setup(*setup);
        }
        let record: Record = read(&format!("{start}.record")).parse().expect("a record");
        Match::replay(&record).expect("a legal record")
    }

    /// The middle of a game with the fewest seats, and of one with the most and the last options, where a seat is to
    /// act.
    fn write_records(&self) {
        for ((name, setup), seed) in self.records().iter().zip([self.0.first(), self.0.last()]).zip([1, 3]) {
            let path = folder().join(format!("{name}.record"));
            if path.exists() {
                continue;
            }
            let mut game = play(*setup.expect("a game has set-ups"), seed);
            let middle = game.events().len() / 2;
            let turns = game.positions().skip(middle).position(|game| matches!(game.turn(), Turn::Seat(_)));
            game.truncate(middle + turns.unwrap_or(0));
            fs::write(path, game.record().to_string()).expect("a record can be written");
        }
    }
}

impl<G: Game> Table for Counts<G> {
    fn id(&self) -> &'static str {
        G::INFO.id
    }

    fn starts(&self) -> Vec<String> {
        self.0.iter().map(|setup| SetupName(*setup).to_string()).chain(self.records()).collect()
    }

    fn records(&self) -> Vec<String> {
        ["first", "last"].iter().map(|which| format!("{}-{which}-middle", G::INFO.id)).collect()
    }

    fn count(&self, start: &str, depth: u32) -> u64 {
        perft(self.game(start).position(), depth)
    }

    fn count_plainly(&self, start: &str, depth: u32) -> u64 {
        let game = self.game(start);
        let options: Vec<_> = game.setup().options().collect();
        let mut plain = engine(G::INFO.id, game.setup().seats(), &options);
        game.events().iter().for_each(|event| plain.happen(&event.to_string()));
        count_plainly(plain.as_ref(), depth)
    }

    fn bless(&self) {
        fs::create_dir_all(folder()).expect("a folder for the tables");
        self.write_records();
        let mut text = format!("# {}: set-up or record, depth, sequences of so many events\n", G::INFO.id);
        for start in self.starts() {
            for depth in 1.. {
                let nodes = self.count(&start, depth);
                if nodes > MOST && depth > 1 {
                    break;
                }
                writeln!(text, "{start}: {depth} {nodes}").expect("text grows");
                if nodes == 0 {
                    break;
                }
            }
        }
        fs::write(folder().join(format!("{}.txt", G::INFO.id)), text).expect("a table can be written");
    }
}

fn count_plainly(plain: &dyn Engine, depth: u32) -> u64 {
    let events = match plain.waits() {
        Waits::Over => Vec::new(),
        Waits::Seat(_) => plain.legal(),
        Waits::Chance => {
            let chances = plain.chances().expect("few enough to list");
            chances.into_iter().map(|(chance, _)| chance).collect()
        }
    };
    if depth <= 1 {
        return events.len() as u64;
    }
    let after = |event: &String| {
        let mut next = plain.duplicate();
        next.happen(event);
        count_plainly(next.as_ref(), depth - 1)
    };
    events.iter().map(after).sum()
}
