//! `rainette positions`, `judge` and `calibrate` as their users meet them.

use std::path::PathBuf;
use std::process::{Command, Output};

use serde_json::Value;

fn rainette(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_rainette"))
        .args(args)
        .env_remove("RAINETTE_LANG")
        .env("LC_ALL", "C")
        .output()
        .expect("the command runs")
}

#[track_caller]
fn printed(args: &[&str]) -> String {
    let output = rainette(args);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

#[track_caller]
fn complaint(args: &[&str], code: i32) -> String {
    let output = rainette(args);
    assert_eq!(output.status.code(), Some(code), "{}", String::from_utf8_lossy(&output.stdout));
    String::from_utf8(output.stderr).expect("text")
}

#[track_caller]
fn json(args: &[&str]) -> Value {
    serde_json::from_str(&printed(&[args, &["--json"]].concat())).expect("JSON")
}

/// A file of this test alone.
struct File(PathBuf);

impl File {
    fn new(name: &str, text: &str) -> Self {
        let file = Self(std::env::temp_dir().join(format!("rainette-measure-{}-{name}", std::process::id())));
        std::fs::write(&file.0, text).expect("the file can be written");
        file
    }

    fn path(&self) -> &str {
        self.0.to_str().expect("text")
    }
}

impl Drop for File {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// Every game with its fewest seats, and the games with secrets with their most, too.
fn tables() -> impl Iterator<Item = (&'static str, String)> {
    rainette_games::games().into_iter().flat_map(|info| {
        let more = info.has_secrets.then_some(info.seats.end());
        [Some(info.seats.start()), more]
            .into_iter()
            .flatten()
            .map(|seats| (info.id, seats.to_string()))
            .collect::<Vec<_>>()
    })
}

fn positions(game: &str, seats: &str, more: &[&str]) -> String {
    let args = ["positions", game, "--seats", seats, "--player", "level1"];
    let games: &[&str] = if more.contains(&"--games") { &[] } else { &["--games", "3"] };
    printed(&[&args[..], games, more].concat())
}

#[test]
fn positions_are_the_same_for_a_seed_and_players_are_judged_by_them() {
    for (game, seats) in &tables().collect::<Vec<_>>() {
        let text = positions(game, seats, &["--seed", "4"]);
        assert_eq!(text, positions(game, seats, &["--seed", "4", "--threads", "1"]), "{game}");
        assert_ne!(text, positions(game, seats, &["--seed", "5"]), "{game}");
        assert!(text.starts_with("rainette positions 1\nplayer level1\nseed 4\nastray 5\n\nat "), "{text}");
        let file = File::new(&format!("{game}-{seats}"), &text);
        let args = [
            "judge",
            game,
            "--player",
            "random,level1",
            "--positions",
            file.path(),
            "--rollouts",
            "9",
            "--width",
            "3",
            "--reference",
            "greedy@1",
            "--horizon",
            "6",
        ];
        let all = json(&args);
        assert_eq!((&all["reference"], &all["width"]), (&"greedy@1".into(), &3.into()), "{all}");
        assert_eq!(all["positions"]["seed"], 4, "{all}");
        let players = all["players"].as_array().expect("a list");
        assert_eq!((&players[0]["player"], &players[1]["player"]), (&"random".into(), &"level1".into()));
        for player in players {
            assert_eq!(player["decisions"], 3, "{player}");
            let each = player["each"].as_array().expect("a list");
            for key in ["milli_wins", "at_most"] {
                let sum: f64 = each.iter().map(|each| each[key].as_f64().expect("a number")).sum();
                let mean = player[key].as_f64().expect("a number");
                assert!((sum / 3.0 - mean).abs() < 1e-6, "{player}");
            }
            let agreed = each.iter().filter(|each| each["chosen"] == each["best"]).count();
            assert_eq!(player["agreed"], agreed, "{player}");
        }
        let alone = json(&[&["judge", game, "--player", "level1"], &args[4..]].concat());
        assert_eq!(alone["players"][0], players[1], "who else is measured changes nothing");
        assert_eq!(all, json(&[&args[..], &["--threads", "1"]].concat()), "threads change nothing");
        let told = printed(&args);
        assert!(told.contains("milli-wins lost per decision"), "{told}");
        assert!(told.contains("\nrandom ") && told.contains("\nlevel1 "), "{told}");
    }
}

#[test]
fn numbers_are_printed_as_they_were_given() {
    let file = File::new("stray", &positions("hop-it", "2", &["--games", "1"]));
    let args = ["judge", "hop-it", "--player", "random", "--rollouts", "8", "--horizon", "2", "--positions"];
    let args = [&args[..], &[file.path()]].concat();
    assert_eq!(json(&args)["stray"].to_string(), "0.02");
    assert_eq!(json(&[&args[..], &["--stray", "0.03"]].concat())["stray"].to_string(), "0.03");
    assert!(printed(&args).contains("straying by 0.02"));
}

#[test]
fn calibration_looks_as_a_review_does_unless_it_is_told_otherwise() {
    for (game, iterations) in [("hop-it", 1_000), ("abagio", 800), ("pool-party", 3_000)] {
        let all = json(&["calibrate", game, "--player", "random", "--games", "1", "--per-game", "1"]);
        assert_eq!((&all["iterations"], &all["astray"]), (&iterations.into(), &5.into()), "{all}");
    }
    // From the empty table Hop It! would be the same game over and over.
    let args = ["calibrate", "hop-it", "--player", "level6", "--games", "6", "--iterations", "5"];
    let brier = |more: &[&str]| json(&[&args[..], more].concat())["brier"].clone();
    assert_ne!(brier(&["--astray", "0"]), brier(&["--astray", "30"]));
    let told = printed(&["calibrate", "hop-it", "--player", "level1", "--games", "1", "--iterations", "7"]);
    assert!(told.contains("(5 % at random)") && told.contains("judged with 7 iterations"), "{told}");
}

#[test]
fn calibration_counts_every_share_and_draws_the_bins() {
    let plot = File::new("plot.svg", "");
    for (game, seats) in &tables().collect::<Vec<_>>() {
        let args = [
            "calibrate",
            game,
            "--seats",
            seats,
            "--player",
            "level1",
            "--games",
            "4",
            "--per-game",
            "3",
            "--iterations",
            "20",
            "--plot",
            plot.path(),
        ];
        let all = json(&args);
        assert_eq!((&all["games"], &all["positions"]), (&4.into(), &12.into()), "{all}");
        let bins = all["bins"].as_array().expect("a list");
        let count: u64 = bins.iter().map(|bin| bin["count"].as_u64().expect("a number")).sum();
        assert_eq!(count, 12 * seats.parse::<u64>().expect("a number"), "a share for every seat");
        for bin in bins {
            let [from, to, judged] = ["from", "to", "judged"].map(|key| bin[key].as_f64().expect("a number"));
            assert!(from <= judged + 1e-9 && judged <= to + 1e-9, "{bin}");
        }
        assert!(all["noise"].as_f64().is_some_and(|noise| noise > 0.0), "{all}");
        assert_eq!(all, json(&[&args[..], &["--threads", "1"]].concat()), "threads change nothing");
        let svg = std::fs::read_to_string(plot.path()).expect("a drawing");
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"), "{svg}");
        assert_eq!(svg.matches("<circle ").count(), bins.len(), "a dot for every bin");
        let told = printed(&args);
        assert!(told.contains("luck alone makes"), "{told}");
    }
}

#[test]
fn what_cannot_be_measured_is_refused_with_what_was_expected() {
    let text = positions("abagio", "2", &[]);
    let file = File::new("refused", &text);
    let judge = |game: &str, player: &str, reference: &str| {
        complaint(
            &["judge", game, "--player", player, "--positions", file.path(), "--reference", reference],
            1,
        )
    };
    assert!(judge("abagio", "level9", "best").contains("`level9` is not a player"));
    assert!(judge("abagio", "level1", "best@0.1s").contains("a reference counts iterations"));
    assert!(judge("hop-it", "level1", "best").contains("`abagio`"));
    assert!(judge("chess", "level1", "best").contains("chess"));
    let unfinished = File::new("unfinished", text.trim_end().rsplit_once('\n').expect("lines").0);
    let args = ["judge", "abagio", "--player", "level1", "--positions", unfinished.path()];
    let refusal = complaint(&args, 1);
    assert!(refusal.contains("only finished games are judged"), "{refusal}");
    let nothing = File::new("nothing", "hello\n");
    let refusal = complaint(&["judge", "abagio", "--player", "level1", "--positions", nothing.path()], 1);
    assert!(refusal.contains("line 1") && refusal.contains("`rainette positions 1`"), "{refusal}");
    complaint(&["positions", "abagio", "--astray", "101"], 2);
    complaint(&["calibrate", "abagio", "--games", "0"], 2);
}
