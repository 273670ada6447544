//! The command as its users meet it: what it prints, what it refuses, how it exits.

use std::collections::BTreeSet;
use std::io::{BufRead as _, Read as _, Write as _};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// Runs the command with this standard input.
fn rainette_with(args: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_rainette"))
        .args(args)
        .env_remove("RAINETTE_LANG")
        .env("LC_ALL", "C")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    // The command may end without reading everything.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    child.wait_with_output().expect("the command ends")
}

fn rainette(args: &[&str]) -> Output {
    rainette_with(args, "")
}

#[track_caller]
fn printed(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).expect("text")
}

#[track_caller]
fn complaint(output: &Output, code: i32) -> String {
    assert_eq!(output.status.code(), Some(code), "{}", String::from_utf8_lossy(&output.stdout));
    String::from_utf8(output.stderr.clone()).expect("text")
}

#[test]
fn the_readme_shows_a_game_as_it_is_played() {
    let readme = include_str!("../../../README.md");
    let shown = readme.split("```text\n").find(|part| part.starts_with("  ○ ")).expect("a game");
    let shown = shown.split("```").next().expect("its end").trim_end();
    let arguments = ["play", "hop-it", "--level", "3", "--seed", "4"];
    assert!(readme.contains(&format!("-- {}", arguments.join(" "))), "it says how");
    let played = printed(&rainette_with(&arguments, "b2-c3\nquit\n"));
    assert!(played.contains(shown), "{played}");
}

/// Every game with its fewest and its most seats.
fn openings() -> Vec<(String, String)> {
    let games: Value = serde_json::from_str(&printed(&rainette(&["games", "--json"]))).expect("JSON");
    let seats = |game: &Value| [game["seats"][0].to_string(), game["seats"][1].to_string()];
    let games = games.as_array().expect("a list").iter();
    games
        .flat_map(|game| seats(game).map(|seats| (game["id"].as_str().expect("an id").to_owned(), seats)))
        .collect()
}

/// The record of the first traced game of a seed.
fn record_of(trace: &Value) -> String {
    let header =
        format!("rainette record 1\ngame {}\nedition 1\nseats {}\n", word(&trace["game"]), trace["seats"]);
    let line = |event: &Value| match event.get("chance") {
        Some(chance) => format!("chance {}", word(chance)),
        None => format!("{} {}", event["seat"], word(&event["play"])),
    };
    let events = trace["events"].as_array().expect("a list").iter().map(line);
    [header].into_iter().chain(events).collect::<Vec<_>>().join("\n") + "\n"
}

fn word(value: &Value) -> &str {
    value.as_str().expect("a string")
}

fn trace(args: &[&str]) -> Vec<Value> {
    let args: Vec<&str> = ["trace"].iter().chain(args).copied().collect();
    printed(&rainette(&args))
        .lines()
        .map(|line| serde_json::from_str(line).expect("a line of JSON"))
        .collect()
}

#[test]
fn without_a_command_the_server_runs() {
    let folder = std::env::temp_dir().join(format!("rainette-command-{}", std::process::id()));
    let mut child = Command::new(env!("CARGO_BIN_EXE_rainette"))
        .env("LC_ALL", "C")
        .env("RAINETTE_LISTEN", "127.0.0.1:0")
        .env("RAINETTE_DATA", &folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the command starts");
    let mut line = String::new();
    let mut printed = std::io::BufReader::new(child.stdout.take().expect("a pipe"));
    printed.read_line(&mut line).expect("a line");
    let address = line.trim().strip_prefix("Rainette is open: http://").map(str::to_owned);
    let answer = address.map(|address| {
        let mut stream = std::net::TcpStream::connect(address).expect("somebody listens");
        stream.write_all(b"GET /healthz HTTP/1.0\r\n\r\n").expect("it is sent");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        answer
    });
    child.kill().expect("it can be stopped");
    child.wait().expect("it ends");
    let _ = std::fs::remove_dir_all(folder);
    assert!(answer.is_some_and(|answer| answer.starts_with("HTTP/1.0 200")), "{line}");
}

#[test]
fn an_address_that_is_taken_is_refused() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address").to_string();
    let text = complaint(&rainette(&["serve", "--listen", &address]), 1);
    assert!(text.contains(&format!("cannot listen on {address}")), "{text}");
}

#[test]
fn a_trace_has_exactly_the_agreed_fields_in_their_order() {
    let text = printed(&rainette(&["trace", "hop-it", "--seats", "2", "--seed", "7", "--set", "frogs=1"]));
    assert!(
        text.starts_with(r#"{"game":"hop-it","seats":2,"options":{"frogs":1},"events":[{"seat":0,"legal":["#),
        "{text}"
    );
    assert!(text.ends_with('\n') && text.lines().count() == 1);
    for (game, seats) in openings() {
        let trace = &trace(&[&game, "--seats", &seats, "--seed", "5"])[0];
        let keys: BTreeSet<_> = trace.as_object().expect("an object").keys().map(String::as_str).collect();
        assert_eq!(keys, BTreeSet::from(["events", "game", "options", "scores", "seats", "winners"]));
        for event in trace["events"].as_array().expect("a list") {
            if event.get("chance").is_some() {
                assert_eq!(event.as_object().map(serde_json::Map::len), Some(1), "{event}");
                continue;
            }
            let legal: Vec<_> = event["legal"].as_array().expect("a list").iter().map(word).collect();
            assert!(legal.is_sorted_by(|a, b| a < b), "sorted by ASCII code, each once: {legal:?}");
            assert!(legal.contains(&word(&event["play"])), "{event}");
        }
        match &trace["scores"] {
            Value::Null => {}
            scores => assert_eq!(scores.as_array().map(Vec::len), Some(seats.parse().expect("a number"))),
        }
    }
}

#[test]
fn the_same_seed_prints_the_same_bytes_and_more_games_continue_them() {
    for (game, seats) in openings() {
        let args = ["trace", &game, "--seats", &seats, "--seed", "11", "--games"];
        let one = printed(&rainette(&[&args[..], &["1"]].concat()));
        let three = printed(&rainette(&[&args[..], &["3"]].concat()));
        assert!(three.starts_with(&one) && three.lines().count() == 3);
        let other = printed(&rainette(&["trace", &game, "--seats", &seats, "--seed", "12"]));
        assert_ne!(one, other);
    }
}

#[test]
fn a_traced_game_replays_with_a_board_after_every_event() {
    for (game, seats) in openings() {
        let trace = &trace(&[&game, "--seats", &seats, "--seed", "3"])[0];
        let text = printed(&rainette_with(&["replay", "-"], &record_of(trace)));
        let events = trace["events"].as_array().expect("a list").len();
        assert!(text.contains(&format!("\n{events}. ")), "the last event is told");
        let won = !trace["winners"].as_array().expect("a list").is_empty();
        assert_eq!(text.trim_end().lines().last().expect("a line").contains("Nobody wins"), !won);
        let last = printed(&rainette_with(&["replay", "-", "--last", "--lang", "fr"], &record_of(trace)));
        assert!(last.lines().count() < text.lines().count() && last.contains("événements"));
    }
}

#[test]
fn an_edited_record_is_refused_at_the_first_illegal_event() {
    let record = record_of(&trace(&["hop-it", "--seed", "3"])[0]);
    let lines: Vec<_> = record.lines().collect();
    let edited = [&lines[..8], &["0 a1-k7"], &lines[8..]].concat().join("\n");
    let error = complaint(&rainette_with(&["replay", "-"], &edited), 1);
    assert!(error.contains("line 9") && error.contains("`a1-k7`"), "{error}");
}

#[test]
fn bad_input_is_told_what_was_expected() {
    for (args, code, said) in [
        (&["trace", "hopit"][..], 1, "only `hop-it`"),
        (&["trace", "hop-it", "--seats", "3"], 1, "played by 2, not by 3"),
        (&["trace", "hop-it", "--set", "frogs=2"], 1, "expected one of [0, 1]"),
        (&["trace", "hop-it", "--set", "toads=1"], 1, "no option `toads`, only `frogs`"),
        (&["trace", "hop-it", "--set", "frogs"], 2, "expected OPTION=VALUE"),
        (&["trace", "hop-it", "--seed", "x"], 2, "invalid digit"),
        (&["replay", "no-such-file"], 1, "`no-such-file` cannot be read"),
        (&["bench", "hop-it", "--seconds", "0"], 1, "--seconds must be above 0"),
        (&["play", "hop-it", "--people", "5"], 1, "the seats are 0 to 1"),
        (&["hop"], 2, "unrecognized subcommand"),
    ] {
        let error = complaint(&rainette(args), code);
        assert!(error.contains(said), "{args:?}: {error}");
    }
    for (input, said) in [
        ("", "the record ends where"),
        ("hello", "line 1: `hello` is not understood: expected `rainette record 1`"),
        ("rainette record 1\ngame go\nedition 1\nseats 2\n", "the header: `go` is not a game known here"),
        ("rainette record 1\ngame hop-it\nedition 9\nseats 2\n", "edition 9 of hop-it is not known"),
        (
            "rainette record 1\ngame hop-it\nedition 1\nseats 2\n0 b2-c3\n0 d2-e3\n",
            "it is the turn of seat 1",
        ),
    ] {
        let error = complaint(&rainette_with(&["replay", "-"], input), 1);
        assert!(error.contains(said), "{error}");
    }
}

#[test]
fn perft_counts_from_the_fixed_set_up_and_from_a_record() {
    let text = printed(&rainette(&["perft", "hop-it", "3", "--divide"]));
    assert!(text.contains("4392"), "{text}");
    assert!(text.lines().filter(|line| line.contains(": ")).count() == 18, "{text}");
    let file = std::env::temp_dir().join(format!("rainette-perft-{}.txt", std::process::id()));
    std::fs::write(&file, "rainette record 1\ngame hop-it\nedition 1\nseats 2\n\n0 b2-c3\n").expect("a file");
    let path = file.to_str().expect("a path");
    let text = printed(&rainette(&["perft", "hop-it", "1", "--from", path]));
    std::fs::remove_file(&file).expect("the file is there");
    assert!(text.contains(" 18 "), "{text}");
}

#[test]
fn a_person_plays_undoes_asks_for_help_and_resigns() {
    let input = "help\n1\nundo\nc1-c3\nnonsense\nrecord\nresign\n";
    let text = printed(&rainette_with(&["play", "hop-it", "--seed", "1"], input));
    for said in [
        "take back your last action",
        "Your tadpole swims from b2 to c3.",
        "`c1-c3` is not allowed: that is neither a step nor a hop away",
        "`nonsense` is not understood: expected a step",
        "rainette record 1\ngame hop-it",
        "You gave up. Basile wins!",
    ] {
        assert!(text.contains(said), "{said} in {text}");
    }
    let french = printed(&rainette_with(&["play", "hop-it", "--lang", "fr"], "c1-c3\n"));
    let why = "« c1-c3 » n’est pas permis. Cette case n’est ni voisine, ni à portée d’un saut.";
    assert!(french.contains(why), "{french}");
}

#[test]
fn what_happens_is_told_in_words_without_a_list_of_the_set_up() {
    for (game, seats) in openings() {
        for lang in ["en", "fr"] {
            let args = ["play", &game, "--seats", &seats, "--seed", "3", "--lang", lang];
            let text = printed(&rainette_with(&args, "1\n1\n1\n"));
            let told: Vec<_> =
                text.lines().filter(|line| line.starts_with("  ") && line.ends_with(['.', '!'])).collect();
            let before = text.lines().take_while(|line| !line.contains(" > ")).count();
            assert!(before < 60, "{game} {lang}: the first question comes after {before} lines");
            for line in &told {
                for id in ["card.", "common.", "place.", "lily-", "frog-", "per-", "stack."] {
                    assert!(!line.contains(id), "{game} {lang}: `{id}` in {line}");
                }
            }
        }
    }
    let games = printed(&rainette(&["games", "--lang", "fr"]));
    assert!(games.contains("La Chevauchée des Grenouilles"), "{games}");
    assert!(
        games.contains("--set frogs=0|1  Position de départ (0 : grenouilles derrière, têtards devant ;"),
        "{games}"
    );
    let complaint = complaint(&rainette(&["games", "--lang", "de"]), 2);
    assert!(complaint.contains("[possible values: en, fr]"), "{complaint}");
}

#[test]
fn people_play_every_game_to_its_end_by_numbers() {
    for (game, seats) in openings() {
        let args = ["play", &game, "--seats", &seats, "--people", "all", "--seed", "2"];
        // An empty line is harmless if a hand-over waits for it, and asks for help elsewhere.
        let text = printed(&rainette_with(&args, &"1\n\n".repeat(20_000)));
        let end = text.trim_end().lines().last().expect("a line");
        assert!(end.contains("win"), "{game}: {end}");
    }
}

#[test]
fn the_record_of_a_game_in_play_can_be_kept_and_continued() {
    let file = std::env::temp_dir().join(format!("rainette-play-{}.txt", std::process::id()));
    let path = file.to_str().expect("a path");
    printed(&rainette_with(&["play", "hop-it", "--seed", "1", "--record", path], "1\n1\nquit\n"));
    let kept = std::fs::read_to_string(&file).expect("a record");
    assert!(kept.lines().filter(|line| line.starts_with("0 ")).count() >= 2, "{kept}");
    let text = printed(&rainette_with(&["play", "hop-it", "--from", path], "record\n"));
    std::fs::remove_file(&file).expect("the file is there");
    assert!(text.contains(&kept), "{text}");
}

#[test]
fn bench_measures_every_seat_count() {
    let text = printed(&rainette(&["bench", "hop-it", "--json", "--seconds", "0.01"]));
    let rows: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(rows[0]["game"], "hop-it");
    assert_eq!(rows[0]["allocations_per_playout"], 0.0, "a playout allocates nothing");
    assert!(rows[0]["actions_per_cpu_second"].as_f64().is_some_and(|rate| rate > 0.0));
}

#[test]
fn the_table_of_commands_in_the_readme_has_every_command() {
    let help = printed(&rainette(&["--help"]));
    let (_, listed) = help.split_once("\nCommands:\n").expect("a list of commands");
    let listed = listed.split("\n\n").next().expect("a list");
    // What else is said of a command stands further to the right.
    let name = |line: &str| line.strip_prefix("  ")?.split(' ').next().map(str::to_owned);
    let listed: BTreeSet<String> = listed.lines().filter_map(name).filter(|name| !name.is_empty()).collect();
    let readme = include_str!("../../../README.md");
    let row =
        |line: &str| line.starts_with("| `rainette ").then(|| line.split(" | ").next().map(str::to_owned))?;
    let rows: Vec<String> = readme.lines().filter_map(row).collect();
    let named = rows.iter().flat_map(|row| row.split("`rainette ").skip(1));
    let named: BTreeSet<String> =
        named.filter_map(|rest| rest.split([' ', '`']).next()).map(str::to_owned).collect();
    let mut commands = listed.clone();
    assert!(commands.remove("help"), "{listed:?}");
    assert_eq!(named, commands);
}

#[test]
fn completions_are_printed_for_shells() {
    for shell in ["bash", "zsh", "fish"] {
        assert!(printed(&rainette(&["completions", shell])).contains("rainette"));
    }
}

#[test]
fn a_server_that_is_not_there_is_not_ready() {
    // Nobody listens on the first port of all.
    let said = complaint(&rainette(&["probe", "127.0.0.1:1"]), 1);
    assert!(said.contains("nobody listens on 127.0.0.1:1"), "{said}");
}

#[test]
fn moving_needs_a_store_to_move_from() {
    let said =
        complaint(&rainette(&["migrate", "--from", "sqlite:///no/such.db", "--to", "sqlite://x.db"]), 1);
    assert!(said.contains("there is no file `/no/such.db`"), "{said}");
    let said = complaint(&rainette(&["migrate", "--from", "mysql://frogs", "--to", "sqlite://x.db"]), 2);
    assert!(said.contains("postgres://user@host/name"), "{said}");
}

/// The server tells scripts the names of levels from the players' list; command and page have them from the words.
#[test]
fn levels_have_the_same_names_everywhere() {
    use rainette_words::Language;
    for (level, (english, french)) in (1..).zip(rainette_players::LEVEL_NAMES) {
        assert_eq!(Language::En.words().level(level), english);
        assert_eq!(Language::Fr.words().level(level), french);
    }
}
