//! What the server's analysis names as better is what `rainette hint` names, which looks into the solved endgames of the
//! data folder.

#[path = "../../rainette-server/tests/support/mod.rs"]
mod support;

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use rainette_core::{Event, Game as _, Match, Random as _, Record, Seat, Setup, Turn};
use rainette_games::hop_it::{Cells, HopIt};
use rainette_players::{EndgameClass, Generator};
use rainette_server::protocol::{Analysis, OpenTable, PlayOn, SeatWish, Swing};
use serde_json::{Value, json};
use support::{Server, wish};

/// The beginning of a game in which all seats take any action, with so many decisions at least two ways.
fn beginning(game: &str, decisions: usize) -> Record {
    let info = rainette_games::games().into_iter().find(|info| info.id == game).expect("a game");
    let mut table = rainette_games::table(game, *info.seats.start(), &[]).expect("a table");
    let mut random = Generator::new(11);
    let mut made = 0;
    // What has to be drawn then is drawn, too: otherwise the server would draw it.
    while made < decisions || table.turn() == Turn::Chance {
        match table.turn() {
            Turn::Over => break,
            Turn::Chance => drop(table.draw(&mut random).expect("the game waits for chance")),
            Turn::Seat(seat) => {
                let choices = table.choices();
                made += usize::from(choices.len() > 1);
                let choice = rainette_core::Random::below(&mut random, choices.len() as u32) as usize;
                table.play(seat, &choices[choice].0).expect("it was listed");
            }
        }
    }
    table.record()
}

/// The action that the command names first, told the game up to an event.
fn hint(record: &Record, events: usize, analysis: &Analysis) -> String {
    let record = Record { events: record.events[..events].to_vec(), ..record.clone() };
    let mut command = Command::new(env!("CARGO_BIN_EXE_rainette"));
    command.args(["--lang", "en", "hint", "-", "--iterations", &analysis.iterations.to_string()]);
    command.args(["--seed", &analysis.seed.to_string()]).env("NO_COLOR", "1");
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the command starts");
    child.stdin.take().expect("a pipe").write_all(record.to_string().as_bytes()).expect("it reads");
    let output = child.wait_with_output().expect("the command ends");
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).expect("text");
    let best = text.lines().find(|line| line.contains("%   the best"));
    best.unwrap_or_else(|| panic!("no best action in\n{text}")).trim_start().to_owned()
}

/// Lets the server look at a game that was closed early, and asks the command about every choice that it names.
async fn compare(game: &str) {
    let record = beginning(game, 6);
    let server = Server::start().await;
    let analysis = analysis(&server, &record).await;
    assert_eq!(analysis.curve.len(), record.events.len() + 1);
    let mut compared = 0;
    for swing in &analysis.swings {
        let Swing::Choice { step, played, better, .. } = swing else { continue };
        assert_eq!(record.events[*step as usize].event, *played);
        let named = hint(&record, *step as usize, &analysis);
        assert!(named.starts_with(&format!("{better} ")), "{better} and {named} at {step}");
        compared += 1;
    }
    assert!(compared > 0, "nothing to compare in {game}");
}

/// What the server says of a game that is closed where its record ends.
async fn analysis(server: &Server, record: &Record) -> Analysis {
    let me = server.visitor().await;
    let open = OpenTable {
        from: Some(PlayOn::Record { text: record.to_string(), events: None }),
        start_when_full: true,
        ..wish(&record.game, &vec![SeatWish::Me; record.seats])
    };
    let path = format!("/api/tables/{}", me.open(&open).await.table);
    let _: Value = me.post(&format!("{path}/abandon"), &json!({})).await.expect("it is closed");
    loop {
        let analysis: Analysis = me.get(&format!("{path}/analysis")).await.expect("an analysis");
        if analysis.is_done {
            return analysis;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_analysis_of_hop_it_and_a_hint_agree() {
    compare("hop-it").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_analysis_of_abagio_and_a_hint_agree() {
    compare("abagio").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_analysis_of_pool_party_and_a_hint_agree() {
    compare("pool-party").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_analysis_of_china_moon_and_a_hint_agree() {
    compare("china-moon").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_analysis_of_frogriders_and_a_hint_agree() {
    compare("frogriders").await;
}

/// A game of Hop It! in which any action is taken, as far as the start of a turn with five pieces, and the name of their
/// class.
fn five_pieces() -> (Record, String) {
    let mut random = Generator::new(3);
    loop {
        let mut game = Match::<HopIt>::new(Setup::new(2).expect("a set-up"));
        let mut mover = None;
        while let Turn::Seat(seat) = game.turn() {
            let position = game.position();
            let sides = [0, 1].map(|seat| position.pieces(Seat::new(seat)));
            if mover != Some(seat) && (sides[0] | sides[1]).count_ones() == 5 {
                let side = |cells: Cells| {
                    let frogs = (cells & position.frogs()).count_ones() as usize;
                    "f".repeat(frogs) + &"t".repeat(cells.count_ones() as usize - frogs)
                };
                let mut sides = sides.map(side);
                sides.sort_by_key(|side| std::cmp::Reverse(side.len()));
                return (game.record(), sides.join("-"));
            }
            mover = Some(seat);
            let mut actions = rainette_core::Actions::new();
            position.legal_actions(&mut actions);
            let action = actions[random.below(actions.len() as u32) as usize];
            game.add(Event::Action(seat, action)).expect("it was listed");
        }
    }
}

/// A table by which every position of a class is drawn, whatever is true: whoever looks into it says so, and nobody else.
fn write_drawn(data: &Path, class: &str) {
    let all = EndgameClass::all("hop-it", 5).expect("classes");
    let entries = all.iter().find(|other| other.to_string() == class).expect("a class").entries();
    let entries = vec![0_u8; entries as usize];
    // As the tables are sealed: word by word, and a last one of what is left over.
    let words = entries.len() / 8 + 1;
    let seal = (0..words)
        .fold(entries.len() as u64, |sum, _| sum.wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29));
    let bytes = [
        format!("rainette-endgames 1 hop-it.{} {class}\n", HopIt::INFO.edition).into_bytes(),
        seal.to_le_bytes().to_vec(),
        entries,
    ];
    let folder = data.join("endgames/hop-it");
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(folder.join(format!("{class}.table")), bytes.concat()).expect("a file");
}

/// What the command gives the seat whose turn it is.
fn hinted(record: &Record, data: &Path) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rainette"));
    command
        .args(["--lang", "en", "hint", "-", "--iterations", "20"])
        .arg("--data")
        .arg(data)
        .env("NO_COLOR", "1");
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the command starts");
    child.stdin.take().expect("a pipe").write_all(record.to_string().as_bytes()).expect("it reads");
    let output = child.wait_with_output().expect("the command ends");
    let text = String::from_utf8(output.stdout).expect("text");
    let line = text.lines().find(|line| line.ends_with("winning chances") && line.contains(": "));
    line.unwrap_or_else(|| panic!("no chances in\n{text}")).to_owned()
}

#[test]
fn hints_look_into_the_endgames_of_the_data_folder() {
    let (record, class) = five_pieces();
    let mut found = Vec::new();
    for has_table in [true, false] {
        let data = std::env::temp_dir().join(format!("rainette-solved-{has_table}-{}", std::process::id()));
        std::fs::create_dir_all(&data).expect("a folder");
        if has_table {
            write_drawn(&data, &class);
        }
        found.push(hinted(&record, &data).contains(": 50 %"));
        let _ = std::fs::remove_dir_all(&data);
    }
    assert_eq!(found, [true, false], "{class} in\n{record}");
}
