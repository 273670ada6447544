//! `rainette tables`, and what uses the files it makes.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use rainette_players::{EndgameClass, EndgameTables};

/// A folder of its own, gone at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("rainette-tables-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        Self(path)
    }

    fn file(&self, class: &str) -> PathBuf {
        self.0.join(format!("endgames/hop-it/{class}.table"))
    }

    /// Puts all tables of two pieces each into it, but not this one.
    fn fill_without(&self, missing: &str) {
        let tables = EndgameTables::built_in();
        fs::create_dir_all(self.0.join("endgames/hop-it")).expect("a folder");
        for class in classes() {
            if class.to_string() != missing {
                let bytes = tables.bytes(class).expect("it is built in");
                fs::write(self.file(&class.to_string()), bytes).expect("a file");
            }
        }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn classes() -> Vec<EndgameClass> {
    EndgameClass::all("hop-it", 4).expect("two pieces each")
}

fn rainette(data: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_rainette"))
        .args(args)
        .env_remove("RAINETTE_LANG")
        .env("RAINETTE_DATA", data)
        .env("LC_ALL", "C")
        .output()
        .expect("the command runs")
}

#[track_caller]
fn complaint(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stdout));
    String::from_utf8(output.stderr.clone()).expect("text")
}

#[test]
fn what_is_missing_is_solved_and_the_rest_is_kept() {
    let folder = Folder::new("resumed");
    // Nobody hops in this class: it is solved in a moment.
    folder.fill_without("tt-tt");
    let output = rainette(&folder.0, &["tables", "hop-it", "--pieces", "4", "--check", "300"]);
    let (said, told) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{told}");
    let solved: Vec<_> = told.lines().filter(|line| line.contains("solved")).collect();
    assert_eq!(solved.len(), 1, "{told}");
    assert!(solved[0].starts_with("tt-tt: solved"), "{told}");
    assert!(told.contains("checked against the rules"), "{told}");
    // A line for each side to move, and one above.
    assert_eq!(said.lines().count(), 1 + 9, "{said}");
    let drawn = said.lines().find(|line| line.starts_with("tt-tt")).expect("a line");
    assert!(drawn.contains("100.0 %"), "{drawn}");
    for class in classes() {
        let bytes = fs::read(folder.file(&class.to_string())).expect("a file");
        assert!(Some(bytes) == EndgameTables::built_in().bytes(class), "{class}");
    }
    // What it prints for programs says the same, and nothing is solved again.
    let output = rainette(&folder.0, &["tables", "hop-it", "--pieces", "4", "--check", "1", "--json"]);
    let lines: Vec<serde_json::Value> = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(lines.len(), 9);
    assert!(!String::from_utf8_lossy(&output.stderr).contains("solved,"));
    let all_drawn = lines.iter().find(|line| line["class"] == "tt-tt").expect("a class");
    assert_eq!((&all_drawn["won"], &all_drawn["lost"]), (&0.into(), &0.into()));
}

#[test]
fn files_that_are_no_tables_are_refused_by_name() {
    let folder = Folder::new("refused");
    folder.fill_without("");
    let (file, record) = (folder.file("ff-ft"), folder.0.join("record"));
    fs::write(&record, "rainette record 1\ngame hop-it\nedition 1\nseats 2\n").expect("a file");
    let record = record.to_str().expect("a path");
    let whole = fs::read(&file).expect("a table");
    let mut flipped = whole.clone();
    flipped[whole.len() / 2] ^= 1;
    let wrong = [
        (whole[..whole.len() / 2].to_vec(), "bytes, expected"),
        (flipped, "is damaged"),
        (b"frogs".to_vec(), "no endgame table"),
        (fs::read(folder.file("ff-ff")).expect("a table"), "holds the table `ff-ff`"),
    ];
    for (bytes, why) in wrong {
        fs::write(&file, bytes).expect("a file");
        for args in [&["tables", "hop-it", "--pieces", "4"][..], &["hint", record, "--time", "0.01"]] {
            let said = complaint(&rainette(&folder.0, args));
            assert!(said.contains("ff-ft.table") && said.contains(why), "{said}");
        }
    }
    fs::write(&file, whole).expect("a file");
    let output = rainette(&folder.0, &["hint", record, "--time", "0.01"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn games_and_numbers_without_tables_are_named() {
    let folder = Folder::new("none");
    for (args, expected) in [
        (["tables", "abagio", "--pieces", "4"], "expected one of `hop-it`"),
        (["tables", "frogs", "--pieces", "4"], "no endgames of `frogs` are solved"),
        (["tables", "hop-it", "--pieces", "3"], "expected 4 to 6, those of both sides counted"),
        (["tables", "hop-it", "--pieces", "7"], "expected 4 to 6, those of both sides counted"),
    ] {
        let said = complaint(&rainette(&folder.0, &args));
        assert!(said.contains(expected), "{said}");
    }
    assert!(!folder.0.exists(), "nothing is made for nothing");
}
