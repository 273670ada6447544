//! The table of Frogriders: the pond with market and village beside it, what counts, and what lies before each seat.

use rainette_core::{Name, Seat};
use rainette_games::frogriders::{FrogCounts, PADS, Pad, Phase, PlayerView, View};

use super::Ink;
use super::sheet::Sheet;

const RANKS: u8 = 9;
/// Where market and village stand.
const BESIDE: usize = 44;
const INDENT: usize = 4;

fn column(file: u8) -> usize {
    5 + 4 * usize::from(file)
}

pub(super) fn draw(sheet: &mut Sheet<'_>, view: &View) {
    for rank in 1..=RANKS {
        let y = usize::from(RANKS - rank);
        sheet.put(1, y, &rank.to_string(), Ink::Faint);
        for file in 0..RANKS {
            if let Some(pad) = Pad::at(file, rank) {
                draw_pad(sheet, view, pad, (column(file), y));
            }
        }
    }
    for (file, letter) in (0..RANKS).zip('a'..) {
        sheet.put(column(file), usize::from(RANKS), &letter.to_string(), Ink::Faint);
    }
    beside(sheet, view);
    legend(sheet, view);
    objectives(sheet, view);
    let width = sheet.width_of_names(view.players.len());
    for (seat, player) in Seat::all(view.players.len()).zip(&view.players) {
        players_lines(sheet, seat, player, (view.turn == Some(seat), width));
    }
    match (&view.winners, view.phase) {
        (Some(winners), _) => sheet.won(winners),
        (None, phase) => sheet.now(view.turn, &sheet.say(awaited(phase))),
    }
}

/// `░` stands before the dark pads, `✿` behind the pads with a flower.
fn draw_pad(sheet: &mut Sheet<'_>, view: &View, pad: Pad, (x, y): (usize, usize)) {
    let index = PADS.iter().position(|&other| other == pad);
    let letter = index.and_then(|index| view.pond.chars().nth(index)).unwrap_or('.');
    let is_out = pad.is_dark() && view.players.len() == 2;
    let (frog, ink) = match letter {
        '.' if is_out => (' ', Ink::Plain),
        '.' => ('·', Ink::Faint),
        letter => (letter, ink_of(letter)),
    };
    if pad.is_dark() {
        sheet.put(x - 1, y, "░", Ink::Faint);
    }
    sheet.put(x, y, &frog.to_string(), ink);
    if pad.has_flower() && !is_out {
        sheet.put(x + 1, y, "✿", Ink::Pink);
    }
    let flower = usize::from(pad.has_flower() && !is_out);
    sheet.mark((x, y), 1 + flower, &pad.to_string(), None);
}

fn ink_of(letter: char) -> Ink {
    match letter {
        'Y' => Ink::Yellow,
        'R' => Ink::Red,
        'B' => Ink::Blue,
        'N' => Ink::Brown,
        _ => Ink::Plain,
    }
}

fn beside(sheet: &mut Sheet<'_>, view: &View) {
    let deck = view.deck.to_string();
    sheet.put(BESIDE, 1, &sheet.say_with("market", &[("count", &deck)]), Ink::Strong);
    for (y, card) in (2..).zip(&view.market) {
        let name = card.map_or_else(|| "–".to_owned(), |card| name_of(sheet, card));
        sheet.put(BESIDE + 2, y, &name, Ink::Plain);
    }
    let village = sheet.say("village");
    sheet.put(BESIDE, 7, &village, Ink::Strong);
    let mut x = BESIDE + village.chars().count() + 2;
    for (text, ink) in counts(view.village) {
        sheet.put(x, 7, &text, ink);
        x += text.chars().count();
    }
}

fn name_of(sheet: &Sheet<'_>, card: Name) -> String {
    sheet.words().card(card.as_str()).unwrap_or_else(|| card.to_string())
}

/// A card's name and what it is for.
fn name_and_about(sheet: &Sheet<'_>, card: Name) -> String {
    let about = sheet.words().about_card(card.as_str()).unwrap_or_default();
    let name = name_of(sheet, card);
    sheet.words().say("board.now", &[("who", &name), ("what", &about)])
}

fn legend(sheet: &mut Sheet<'_>, view: &View) {
    let words = sheet.words();
    let frogs = ['Y', 'R', 'B', 'N'];
    let mut parts: Vec<_> = frogs
        .map(|frog| (format!("{frog} {}  ", words.say(&format!("frog.{frog}"), &[])), ink_of(frog)))
        .to_vec();
    parts.push((format!("✿ {}  ", sheet.say("flower")), Ink::Faint));
    let dark = if view.players.len() == 2 { "out" } else { "dark" };
    parts.push((format!("░ {}", sheet.say(dark)), Ink::Faint));
    let parts: Vec<_> = parts.iter().map(|(text, ink)| (text.as_str(), *ink)).collect();
    sheet.line(&parts);
}

fn objectives(sheet: &mut Sheet<'_>, view: &View) {
    if view.commons.is_empty() {
        return sheet.line(&[]);
    }
    sheet.line(&[(&sheet.say("commons"), Ink::Strong)]);
    for common in &view.commons {
        let line = format!("  {}", name_and_about(sheet, *common));
        sheet.wrapped(&line, INDENT, Ink::Plain);
    }
    sheet.line(&[]);
}

fn counts(frogs: FrogCounts) -> [(String, Ink); 4] {
    let counts = [('Y', frogs.yellow), ('R', frogs.red), ('B', frogs.blue), ('N', frogs.brown)];
    counts.map(|(letter, count)| (format!("{letter} {count:<3}"), ink_of(letter)))
}

fn players_lines(sheet: &mut Sheet<'_>, seat: Seat, player: &PlayerView, (is_turn, width): (bool, usize)) {
    let [arrow, name] = sheet.player(seat, is_turn, width);
    let trophies = sheet.say_with("trophies", &[("count", &player.trophies.to_string())]);
    let mut parts = vec![arrow, name, ("  ".to_owned(), Ink::Plain)];
    parts.extend(counts(player.frogs));
    parts.push((format!("  {trophies}"), Ink::Plain));
    if player.kept.is_none() && player.has_kept {
        parts.push((format!("  {} ?", sheet.say("secret")), Ink::Faint));
    }
    let parts: Vec<_> = parts.iter().map(|(text, ink)| (text.as_str(), *ink)).collect();
    sheet.line(&parts);
    let secrets: Vec<Name> = match (player.kept, &player.dealt) {
        (Some(kept), _) => vec![kept],
        (None, Some(dealt)) => dealt.clone(),
        (None, None) => Vec::new(),
    };
    for secret in secrets {
        let line = format!("    {} · {}", sheet.say("secret"), name_and_about(sheet, secret));
        sheet.wrapped(&line, INDENT + 2, Ink::Plain);
    }
    if !player.cards.is_empty() {
        let cards: Vec<_> = player.cards.iter().map(|card| name_of(sheet, *card)).collect();
        let line = format!("    {} · {}", sheet.say("cards"), cards.join(", "));
        sheet.wrapped(&line, INDENT + 2, Ink::Plain);
    }
    if let (Some(lines), Some(total)) = (&player.scoring, player.total) {
        let sources: Vec<_> = lines
            .iter()
            .map(|line| format!("{} {:+}", sheet.words().bare_source(line.source.as_str()), line.points))
            .collect();
        let line = format!("    {total} = {}", sources.join(", "));
        sheet.wrapped(&line, INDENT + 2, Ink::Strong);
    }
}

fn awaited(phase: Phase) -> &'static str {
    match phase {
        Phase::Pond | Phase::Market | Phase::Common | Phase::Deal => "set-up",
        Phase::Refill => "refill",
        Phase::Keep => "keep",
        Phase::Jump => "jump",
        Phase::JumpAgain => "jump-again",
        Phase::Send => "send",
        Phase::Over => "over",
    }
}
