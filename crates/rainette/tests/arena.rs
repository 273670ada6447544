//! `rainette arena`, `rainette book`, and the players that both know by name.

use std::process::{Command, Output};

use serde_json::Value;

fn rainette(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_rainette"))
        .args(args)
        .env("LC_ALL", "C")
        .output()
        .expect("the command starts")
}

#[track_caller]
fn printed(args: &[&str]) -> String {
    let output = rainette(args);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

#[track_caller]
fn complaint(args: &[&str]) -> String {
    let output = rainette(args);
    assert!(!output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    String::from_utf8(output.stderr).expect("text")
}

#[track_caller]
fn json(args: &[&str]) -> Value {
    serde_json::from_str(&printed(&[args, &["--json"]].concat())).expect("JSON")
}

const POOL_PARTY: [&str; 8] =
    ["arena", "pool-party", "--players", "level6,level5", "--games", "61", "--threads", "1"];

#[test]
fn results_as_they_were_and_without_luck_stand_side_by_side() {
    let met = json(&POOL_PARTY);
    assert_eq!(
        (met["asked"].as_u64(), met["games"].as_u64(), met["rounds"].as_u64()),
        (Some(61), Some(62), Some(31))
    );
    let first = &met["players"][0];
    let adjusted = &first["adjusted"];
    let number = |value: &Value| value.as_f64().unwrap_or_else(|| panic!("a number instead of {value}"));
    let luck = number(&first["share"]) - number(&adjusted["share"]);
    assert!((luck - number(&adjusted["luck"])).abs() < 1e-9, "what is taken out is said");
    assert!(number(&adjusted["luck_error"]) > 0.0 && number(&adjusted["factor"]) > 1.0, "{adjusted}");
    let width = |row: &Value| number(&row["share_95"][1]) - number(&row["share_95"][0]);
    assert!(width(adjusted) < width(first), "{first}");
    assert!((number(&adjusted["narrower"]) - width(first) / width(adjusted)).abs() < 1e-9, "{adjusted}");
    let [low, high] = [0, 1].map(|end| number(&adjusted["factor_95"][end]));
    assert!(low < number(&adjusted["factor"]) && number(&adjusted["factor"]) < high, "{adjusted}");

    let text = printed(&POOL_PARTY);
    for line in [
        "pool-party, 2 seats, 62 games (61 asked for, rounded up to whole rounds of 2)",
        "  without luck",
        "times as many games; ",
        " times narrower",
        "luck gave level6 ",
    ] {
        assert!(text.contains(line), "`{line}` is not in\n{text}");
    }

    let raw = json(&[&POOL_PARTY[..], &["--raw"]].concat());
    assert_eq!(raw["players"][0]["share"], first["share"], "luck is taken out of results, not of games");
    assert!(raw["players"][0].get("adjusted").is_none());
}

#[test]
fn nothing_is_certain_after_few_games() {
    let args = ["arena", "hop-it", "--players", "level3,random", "--games", "10", "--threads", "1"];
    let met = json(&args);
    let first = &met["players"][0];
    assert_eq!(first["share"].as_f64(), Some(1.0), "{met}");
    let low = first["share_95"][0].as_f64().expect("a number");
    assert!((low - 0.4782).abs() < 0.005, "five rounds won prove no more than {low}");
    assert!(first["elo"].is_null() && first["elo_95"][1].is_null(), "beyond measure");
    let text = printed(&args);
    assert!(text.contains("100.0 %  [47.") && text.contains("+∞ Elo"), "{text}");
}

#[test]
fn a_round_begins_from_the_book() {
    let folder = tempfile();
    let records = folder.join("records");
    let book = folder.join("book.txt");
    let (book, records_text) = (book.to_str().expect("a path"), records.to_str().expect("a path"));
    printed(&[
        "book",
        "hop-it",
        "--starts",
        "2",
        "--seed",
        "4",
        "--iterations",
        "10",
        "--lead",
        "0.1,0.7",
        "--out",
        book,
    ]);
    let starts = std::fs::read_to_string(book).expect("a book");
    assert_eq!(starts.lines().count(), 2 + 2, "{starts}");
    let players = ["arena", "hop-it", "--players", "greedy,random", "--games", "4", "--threads", "1"];
    let said = printed(&[&players[..], &["--book", book, "--records", records_text]].concat());
    assert!(said.contains("4 games from a book of 2 starts"), "{said}");
    for (round, start) in starts.lines().skip(2).enumerate() {
        let (_, events) = start.split_once(": ").expect("shares and events");
        let events = events.replace("; ", "\n");
        for turned in 0..2 {
            let record = records.join(format!("{round:05}-{turned}.txt"));
            let record = std::fs::read_to_string(record).expect("a record");
            assert!(record.contains(&events), "{record} does not begin with {events}");
        }
    }
    let other = complaint(&["arena", "china-moon", "--players", "greedy,random", "--book", book]);
    assert!(other.contains("the book is for game hop-it"), "{other}");
    std::fs::remove_dir_all(folder).expect("the folder is there");
}

#[test]
fn the_book_that_comes_with_a_game_is_made_by_the_command_as_it_stands_in_the_documentation() {
    let (kept, starts) = (include_str!("../../rainette-players/books/hop-it-2.txt"), 3);
    let made = printed(&["book", "hop-it", "--starts", &starts.to_string()]);
    let first: Vec<_> = kept.lines().take(2 + starts).collect();
    assert_eq!(made.lines().collect::<Vec<_>>(), first);
    let page = include_str!("../../../docs/players.md");
    for (game, seats, kept) in [
        ("hop-it", "", kept),
        ("china-moon", "--seats 3 ", include_str!("../../rainette-players/books/china-moon-3.txt")),
        ("china-moon", "--seats 4 ", include_str!("../../rainette-players/books/china-moon-4.txt")),
        ("china-moon", "--seats 5 ", include_str!("../../rainette-players/books/china-moon-5.txt")),
    ] {
        let starts = kept.lines().skip(2).count();
        let command = format!("rainette book {game} {seats}--starts {starts} --out ");
        assert!(page.contains(&command), "docs/players.md does not say `{command}`");
    }
}

#[test]
fn books_are_for_games_without_dice_and_draws() {
    assert!(complaint(&["book", "abagio"]).contains("a book is for games without them"));
    let none = complaint(&["arena", "abagio", "--players", "greedy,random", "--book"]);
    assert!(none.contains("no book comes with `abagio` for 2 seats"), "{none}");
    assert!(complaint(&["book", "hop-it", "--lead", "0.5,0.2"]).contains("expected two numbers such as"));
    assert!(complaint(&["arena", "hop-it", "--players", "greedy,random", "--games", "0"]).contains("1.."));
}

#[test]
fn frozen_players_are_known_by_name() {
    let folder = tempfile();
    let record = folder.join("game.txt");
    std::fs::write(&record, "rainette record 1\ngame hop-it\nedition 1\nseats 2\n\n").expect("a file");
    let record = record.to_str().expect("a path");
    let hint = |player: &str| printed(&["hint", record, "--player", player, "--time", "0.1"]);
    assert!(hint("best-1").contains('%'));
    assert!(complaint(&["hint", record, "--player", "best-2"]).contains("`best-1`"), "the names are listed");
    let played =
        printed(&["arena", "hop-it", "--players", "best-1@5,best@5", "--games", "2", "--threads", "1"]);
    assert!(played.contains("best-1@5"), "{played}");
    std::fs::remove_dir_all(folder).expect("the folder is there");
}

/// A folder of this test's own.
fn tempfile() -> std::path::PathBuf {
    let name = std::thread::current().name().unwrap_or("test").replace("::", "-");
    let folder = std::env::temp_dir().join(format!("rainette-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}
