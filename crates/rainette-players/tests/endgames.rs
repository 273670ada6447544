//! Endgame tables come out the same, byte for byte: a checksum for every class, and entries held against the rules.
//!
//! `endgames.txt` holds them. Up to four pieces, what is built in is compared. Five pieces take some time to solve:
//! `cargo test --release -p rainette-players --test endgames -- --ignored` makes and checks them, and what
//! docs/players/hop-it.md says of them; with `RAINETTE_BLESS=1` it writes their checksums.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use rainette_players::{Cancel, Checked, EndgameClass, EndgameTables, Shares};

fn file() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/endgames.txt")
}

/// All classes with up to so many pieces.
fn classes(pieces: u8) -> Vec<EndgameClass> {
    EndgameClass::all("hop-it", pieces).expect("Hop It! has endgames")
}

/// A line for each class: its name, how many entries it has, and the checksum of their bytes.
fn digests(tables: &EndgameTables, classes: &[EndgameClass]) -> String {
    let mut text = String::new();
    for &class in classes {
        let bytes = tables.bytes(class).expect("the class is solved");
        // FNV-1a, 64 bits.
        let fold = |sum: u64, byte: &u8| (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01B3);
        let sum = bytes.iter().fold(0xCBF2_9CE4_8422_2325, fold);
        writeln!(text, "{class} {} {sum:016x}", class.entries()).expect("a string takes text");
    }
    text
}

/// The first lines that are kept.
fn kept(count: usize) -> String {
    let text = fs::read_to_string(file()).unwrap_or_default();
    text.split_inclusive('\n').take(count).collect()
}

#[test]
fn what_is_built_in_is_what_was_solved() {
    let classes = classes(4);
    let digests = digests(&EndgameTables::built_in(), &classes);
    if std::env::var_os("RAINETTE_BLESS").is_some() && !file().exists() {
        fs::write(file(), &digests).expect("the file can be written");
    }
    assert_eq!(kept(classes.len()), digests);
}

#[test]
fn the_file_has_a_line_for_every_class_that_is_compared() {
    let kept = fs::read_to_string(file()).expect("a file");
    let names: Vec<_> = kept.lines().filter_map(|line| line.split(' ').next()).collect();
    let classes: Vec<_> = classes(5).iter().map(EndgameClass::to_string).collect();
    assert_eq!(names, classes);
}

/// A number with commas between thousands.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let is_first = |place: usize| place > 0 && (digits.len() - place).is_multiple_of(3);
    digits.char_indices().fold(String::new(), |text, (place, digit)| {
        if is_first(place) { format!("{text},{digit}") } else { format!("{text}{digit}") }
    })
}

/// A part of all as the page writes it: what is not all, or not nothing, never looks like it.
fn percent(part: u64, all: u64) -> String {
    match (part, 100.0 * part as f64 / all as f64) {
        (0, _) => "0 %".to_owned(),
        (_, percent) if percent < 0.05 => "< 0.1 %".to_owned(),
        (_, percent) if part < all && percent >= 99.95 => "> 99.9 %".to_owned(),
        (_, percent) => format!("{percent:.1} %"),
    }
}

/// The line of the page's table.
fn line(Shares { name, won, drawn, lost, longest }: &Shares) -> String {
    let all = won + drawn + lost;
    let [won, drawn, lost] = [won, drawn, lost].map(|part| percent(*part, all));
    let turns = if *longest == 0 { "–".to_owned() } else { longest.to_string() };
    format!("| `{name}` | {} | {won} | {drawn} | {lost} | {turns} |\n", grouped(all))
}

/// What the page says of the tables up to five pieces.
fn compare_with_page(tables: &EndgameTables, classes: &[EndgameClass], checked: Checked, threads: usize) {
    let page = include_str!("../../../docs/players/hop-it.md");
    let says = |text: &str| assert!(page.contains(text), "docs/players/hop-it.md does not say `{text}`");
    let bytes: u64 = classes.iter().map(|class| class.entries()).sum();
    says(&format!("{:.1} MB in all", bytes as f64 / 1e6));
    let Checked { won, drawn, lost } = checked;
    says(&format!("{} entries of the classes below", grouped(won + drawn + lost)));
    says(&format!("{} won, {} drawn, {} lost", grouped(won), grouped(drawn), grouped(lost)));

    let shares: Vec<Shares> = classes.iter().flat_map(|&class| tables.shares(class)).collect();
    for side in &shares {
        says(&line(side));
    }
    let is_class = |name: &str| name.len() > 1 && name.chars().all(|letter| "ft-".contains(letter));
    let rows = page.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next());
    assert_eq!(rows.filter(|name| is_class(name)).count(), shares.len());
    let positions: u64 = shares.iter().map(|shares| shares.won + shares.drawn + shares.lost).sum();
    let drawn: u64 = shares.iter().map(|shares| shares.drawn).sum();
    says(&format!("Draws are rare: {} of all positions", percent(drawn, positions)));
    let of_three_frogs: u64 =
        shares.iter().filter(|shares| shares.name.contains("fff")).map(|shares| shares.drawn).sum();
    says("nearly half of these have three frogs on one side");
    let half = of_three_frogs as f64 / drawn as f64;
    assert!((0.45..0.5).contains(&half), "{half} of all draws have three frogs on one side");

    // Where nothing takes all the turns that there are, nothing takes more.
    let takes_all = |class: &&EndgameClass| tables.shares(**class).iter().any(|side| side.longest == 50);
    let mut late = Vec::new();
    for &class in classes.iter().filter(takes_all) {
        let found = tables.won_too_late(class, threads).expect("those before it are solved");
        let (least, most) = (found.keys().min().expect("a number"), found.keys().max().expect("a number"));
        let positions: u64 = found.values().sum();
        late.push(format!(
            "except in `{class}`, where {positions} positions would be won in {least} to {most} turns"
        ));
    }
    assert_eq!(late.len(), 1, "{late:?}");
    says(&late[0]);
}

#[test]
#[ignore = "it takes some time: solves five pieces"]
fn five_pieces_come_out_as_they_did_and_follow_from_the_rules() {
    let classes = classes(5);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let mut tables = EndgameTables::none();
    let mut all = Checked::default();
    for &class in &classes {
        tables.solve(class, threads, &Cancel::default(), &mut |_| {}).expect("those before it are solved");
        let checked = tables.check(class, 10_000, 1).expect("every entry follows from its successors");
        (all.won, all.drawn, all.lost) =
            (all.won + checked.won, all.drawn + checked.drawn, all.lost + checked.lost);
    }
    let digests = digests(&tables, &classes);
    if std::env::var_os("RAINETTE_BLESS").is_some() {
        fs::write(file(), &digests).expect("the file can be written");
    }
    assert_eq!(kept(classes.len()), digests);
    compare_with_page(&tables, &classes, all, threads);
}
