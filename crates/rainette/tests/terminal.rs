//! The terminal as people meet it: one line and a board to begin with, words in their language, colour where it is
//! wanted, who did what, and the action on the board.

use std::io::Write as _;
use std::process::{Command, Stdio};

/// How the command is run: with these variables, and none of the others that ask for colours.
fn rainette(args: &[&str], input: &str, variables: &[(&str, &str)]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rainette"));
    for name in ["RAINETTE_LANG", "NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "TERM"] {
        command.env_remove(name);
    }
    let mut child = command
        .args(args)
        .env("LC_ALL", "C")
        .envs(variables.iter().copied())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    // The command may end without reading everything.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    let output = child.wait_with_output().expect("the command ends");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// Every game with its fewest and its most seats.
const OPENINGS: [(&str, &str); 8] = [
    ("hop-it", "2"),
    ("abagio", "2"),
    ("pool-party", "2"),
    ("pool-party", "6"),
    ("china-moon", "3"),
    ("china-moon", "5"),
    ("frogriders", "2"),
    ("frogriders", "4"),
];

/// A few turns of a person against computer players, and giving up.
fn played(game: &str, seats: &str, lang: &str, variables: &[(&str, &str)]) -> String {
    let args = ["play", game, "--seats", seats, "--seed", "3", "--level", "1", "--lang", lang];
    rainette(&args, &"1\n".repeat(12), variables)
}

/// The words of a text, without those in backticks and quotes.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|sign: char| !sign.is_alphabetic()).filter(|word| !word.is_empty())
}

#[test]
fn a_game_begins_with_one_line_and_the_board() {
    for (game, seats) in OPENINGS {
        for lang in ["en", "fr"] {
            let text = played(game, seats, lang, &[]);
            let lines: Vec<_> = text.lines().take_while(|line| !line.contains(" > ")).collect();
            assert!(lines.len() < 45, "{game} {lang}: {} lines before the first question", lines.len());
            let you = if lang == "en" { "You" } else { "Vous" };
            assert!(lines[0].contains(you) && lines[0].contains("Basile"), "{game} {lang}: {}", lines[0]);
            for line in &lines {
                let is_set_up = ["is placed", "is turned up", "se pose", "On découvre", "is dealt", "reçoit"];
                assert!(!is_set_up.iter().any(|said| line.contains(said)), "{game} {lang}: {line}");
            }
        }
    }
}

#[test]
fn nothing_is_called_by_an_id() {
    let ids = ["card.", "place.", "lily-", "frog-", "stack.", "board.", "source."];
    let cards =
        ["per-brown", "per-two-cards", "per-frog-and-card", "fewest-cards", "fewest-frogs", "all-flowers"];
    for (game, seats) in OPENINGS {
        for lang in ["en", "fr"] {
            let text = played(game, seats, lang, &[]);
            for line in text.lines() {
                assert!(!ids.iter().any(|id| line.contains(id)), "{game} {lang}: {line}");
                // An action in notation has ids, and its words beside them.
                let is_action = line.trim_start().starts_with(|sign: char| sign.is_ascii_digit());
                assert!(is_action || !cards.iter().any(|id| line.contains(id)), "{game} {lang}: {line}");
                assert!(!line.contains("seat ") && !line.contains("Seat "), "{game} {lang}: {line}");
                assert!(!line.contains("iège "), "{game} {lang}: {line}");
            }
        }
    }
}

#[test]
fn french_boards_have_no_english_words() {
    let english = [
        "goal",
        "turn",
        "seat",
        "frog",
        "frogs",
        "tadpole",
        "lily",
        "pad",
        "root",
        "pond",
        "red",
        "purple",
        "chief",
        "aside",
        "rim",
        "isle",
        "island",
        "ramp",
        "clockwise",
        "deck",
        "moves",
        "rolls",
        "dice",
        "points",
        "start",
        "trickster",
        "spring",
        "butterfly",
        "market",
        "common",
        "village",
        "yellow",
        "blue",
        "brown",
        "empty",
        "flower",
        "dark",
        "trophies",
        "jumps",
        "of",
        "the",
        "you",
        "and",
        "wins",
        "leap",
    ];
    // Words of both languages.
    let both = ["points", "village", "ramp"];
    for (game, seats) in OPENINGS {
        let text = played(game, seats, "fr", &[]);
        let help = rainette(&["play", game, "--seats", seats, "--lang", "fr"], "aide\nabandonner\n", &[]);
        for line in text.lines().chain(help.lines()) {
            // What is typed is notation, and paths are not words.
            let is_action = line.trim_start().starts_with(|sign: char| sign.is_ascii_digit());
            if is_action || line.contains("docs/rules") {
                continue;
            }
            for word in words(line) {
                let word = word.to_lowercase();
                assert!(
                    both.contains(&word.as_str()) || !english.contains(&word.as_str()),
                    "{game}: `{word}` in {line}"
                );
            }
        }
    }
}

#[test]
fn colour_is_used_if_it_is_wanted_and_says_nothing_by_itself() {
    for (game, seats) in OPENINGS {
        let plain = played(game, seats, "en", &[]);
        assert!(!plain.contains('\x1b'), "{game}: a pipe has no colours");
        let coloured = played(game, seats, "en", &[("CLICOLOR_FORCE", "1")]);
        assert!(coloured.contains("\x1b["), "{game}: colours were asked for");
        assert_eq!(without_colours(&coloured), plain, "{game}: the same signs with colours and without");
        let refused = played(game, seats, "en", &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]);
        assert_eq!(refused, plain, "{game}: `NO_COLOR` is stronger");
    }
}

fn without_colours(text: &str) -> String {
    let mut parts = text.split("\x1b[");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |all, part| all + part.split_once('m').expect("an escape ends with `m`").1)
}

#[test]
fn players_are_told_apart_by_marks_as_well_as_numbers() {
    let text = played("china-moon", "5", "en", &[]);
    for player in ["●0 You", "▲1 Basile", "■2 Capucine", "★3 Théo", "✚4 Lise"] {
        assert!(text.contains(player), "{player} in {text}");
    }
    let pool = played("pool-party", "6", "en", &[]);
    for mark in ["●", "▲", "■", "★", "✚", "◆"] {
        let lane = pool.lines().find(|line| line.contains("│") && line.contains(mark));
        assert!(lane.is_some(), "a frog {mark} swims in {pool}");
    }
}

#[test]
fn a_person_is_you_and_what_others_did_has_their_mark() {
    let text = played("hop-it", "2", "en", &[]);
    let yours: Vec<_> = text.lines().filter(|line| line.starts_with("  ○ Your ")).collect();
    let theirs: Vec<_> = text.lines().filter(|line| line.starts_with("  ● Basile’s ")).collect();
    assert!(yours.len() > 3 && theirs.len() > 3, "{text}");
    let french = played("abagio", "2", "fr", &[]);
    assert!(french.lines().any(|line| line.starts_with("  ● Vous lancez les dés")), "{french}");
    assert!(french.lines().any(|line| line.starts_with("  ○ Basile lance les dés")), "{french}");
    let given_up = rainette(&["play", "hop-it", "--lang", "fr"], "abandonner\n", &[]);
    assert!(given_up.contains("Vous abandonnez. Basile gagne !"), "{given_up}");
}

#[test]
fn several_people_have_names_and_each_is_you_in_turn() {
    let args = ["play", "hop-it", "--people", "all", "--names", "Ada,Bruno", "--lang", "en"];
    let text = rainette(&args, "1\n1\n", &[]);
    assert!(text.contains("○ Ada > ") && text.contains("● Bruno > "), "{text}");
    assert!(text.contains("○ Ada’s tadpole swims"), "{text}");
    let too_many = Command::new(env!("CARGO_BIN_EXE_rainette"))
        .args(["play", "hop-it", "--names", "Ada,Bruno"])
        .output()
        .expect("the command ends");
    let said = String::from_utf8_lossy(&too_many.stderr).into_owned();
    assert!(said.contains("--names has 2 names for 1 at this keyboard"), "{said}");
}

const RECORD: &str = "rainette record 1\ngame hop-it\nedition 1\nseats 2\n\n0 b2-c3\n1 e7>g5\n";

#[test]
fn replay_shows_every_action_on_the_board() {
    let text = rainette(&["replay", "-"], RECORD, &[]);
    let boards: Vec<_> = text.split("\n\n").collect();
    let row = |sign: &str| boards.iter().filter(|board| board.contains(sign)).count();
    assert!(text.contains("(·)") && text.contains("[◌]"), "the step from b2 to c3: {text}");
    assert!(text.contains("[●]"), "the hop to g5: {text}");
    assert_eq!(row("[◌]"), 1, "only the last action is marked: {text}");
    let yours = rainette(&["replay", "-", "--seat", "0", "--lang", "fr"], RECORD, &[]);
    assert!(yours.contains("Votre têtard nage de b2 à c3."), "{yours}");
}

#[test]
fn hint_shows_the_best_action_on_the_board() {
    for (lang, you, best) in [("en", "○ You: ", "the best"), ("fr", "○ Vous : ", "le meilleur")] {
        let text = rainette(&["hint", "-", "--time", "0.05", "--lang", lang], RECORD, &[]);
        assert!(text.contains("[·]") && text.contains(you) && text.contains(best), "{text}");
        assert!(text.contains("(○)") || text.contains("(◌)"), "{text}");
    }
    let asked = rainette(&["play", "hop-it", "--seed", "1"], "hint\nquit\n", &[]);
    assert!(asked.contains("the best") && asked.contains("[·]"), "{asked}");
}

#[test]
fn the_board_at_ones_turn_shows_what_the_others_moved() {
    let text = played("hop-it", "2", "en", &[]);
    let second = text.split(" > ").nth(1).expect("a second question");
    assert!(second.contains("[●]") || second.contains("[◖]"), "{second}");
}
